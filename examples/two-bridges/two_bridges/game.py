"""The pack of The Two Bridges."""

from pathlib import Path

from eastfront.packs import Pack, lazy

RULES = lazy("two_bridges.rules:TwoBridges")

PACK = Pack("two-bridges", "The Two Bridges", "TB", Path(__file__).resolve().parent, "dawn", RULES)

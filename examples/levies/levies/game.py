"""The pack of The Levies."""

from pathlib import Path

from eastfront.packs import Pack, lazy

HERE, RULES = Path(__file__).resolve().parent, lazy("levies.rules:LevyGame")

PACK = Pack(
    "levies", "The Levies", "LV", HERE, "muster", RULES, telling=lazy("levies.telling:TELLING")
)

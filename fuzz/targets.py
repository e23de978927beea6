"""The targets, each a module of this package with a function ``law``."""

from __future__ import annotations

from pathlib import Path

TARGETS = ("position_text", "notation", "order", "wire_request", "scenario_toml", "scenario_csv")

CORPUS = Path(__file__).parent / "corpus"
"""A folder for each target, with what it starts from and what was found."""

"""Scenario data: the files of a game read into checked values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..imports import attributes

if TYPE_CHECKING:
    from .errors import ScenarioError
    from .load import ScenarioName, list_scenarios, load_scenario
    from .model import HexRow, MapData, ScenarioData, SourceRow, UnitRow

__all__ = [
    "HexRow",
    "MapData",
    "ScenarioData",
    "ScenarioError",
    "ScenarioName",
    "SourceRow",
    "UnitRow",
    "list_scenarios",
    "load_scenario",
]

if not TYPE_CHECKING:
    __getattr__ = attributes(
        __name__,
        {
            ".errors": ("ScenarioError",),
            ".load": ("ScenarioName", "list_scenarios", "load_scenario"),
            ".model": ("HexRow", "MapData", "ScenarioData", "SourceRow", "UnitRow"),
        },
    )

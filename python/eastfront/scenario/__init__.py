"""Scenario data: the files of a game read into checked values."""

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

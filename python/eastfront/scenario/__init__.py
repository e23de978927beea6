"""Scenario data: the files of a game read into checked values.

Names are imported as they are asked for: a package that imports its own modules holds up who
imports one of them at the same time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..imports import pending

if TYPE_CHECKING:
    from .errors import ScenarioError
    from .load import ScenarioName, list_scenarios, load_scenario
    from .model import HexRow, MapData, ScenarioData, SourceRow, UnitRow

_HOME = {
    "HexRow": "model",
    "MapData": "model",
    "ScenarioData": "model",
    "ScenarioError": "errors",
    "ScenarioName": "load",
    "SourceRow": "model",
    "UnitRow": "model",
    "list_scenarios": "load",
    "load_scenario": "load",
}

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


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with pending:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)

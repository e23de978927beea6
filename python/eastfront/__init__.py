"""eastfront: a rules engine for hex-and-counter wargames of the Eastern Front.

    import eastfront as ef

    game = ef.load("barbarossa-deluxe/blue-kremlin")
    state = game.new(seed=41)
    state.push(state.legal_actions[0])

``import eastfront`` loads the engine only, in two milliseconds; everything else is imported on
first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import processor

__path__ += processor.folders()  # where the engine for this processor is found

from . import states  # noqa: E402, F401
from .imports import find_former, pending  # noqa: E402

find_former(__name__, "former_modules")

__version__ = "0.1.0"

_HOME = {
    "ArgumentError": "_core",
    "ArgumentTypeError": "_core",
    "BusyError": "_core",
    "EastfrontError": "_core",
    "FormatError": "_core",
    "Game": "_core",
    "IllegalAction": "_core",
    "InternalError": "_core",
    "LegalActions": "_core",
    "Observation": "positions.observation",
    "Order": "positions.orders",
    "OrderError": "positions.orders",
    "PlaceError": "_core",
    "RecordError": "record",
    "Recorder": "record",
    "RuleError": "loading.catalogue",
    "Rules": "systems.rules",
    "ScenarioError": "scenario.errors",
    "State": "_core",
    "concede": "positions.concession",
    "divide": "_core",
    "load": "loading.game",
    "parse": "positions.orders",
    "perft": "_core",
    "position": "positions.text",
    "rollout": "playing",
    "rule": "loading.catalogue",
    "scenarios": "loading.game",
    "set_up": "positions.set_ups",
    "tensor": "interop.tensors",
    "vector": "interop.vector",
    "without": "loading.game",
}
"""The module that defines each public name, relative to this package."""
_MODULES = (
    "analysis",
    "board",
    "bots",
    "distributed",
    "interop",
    "loading",
    "matches",
    "playing",
    "positions",
    "questions",
    "record",
    "render",
    "search",
    "serve",
    "wire",
)
"""Public modules that are imported on first use, also by `from eastfront import`. `os.fork` waits
for such an import to end; it does not wait for import statements of the caller."""

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "BusyError",
    "EastfrontError",
    "FormatError",
    "Game",
    "IllegalAction",
    "InternalError",
    "LegalActions",
    "Observation",
    "Order",
    "OrderError",
    "PlaceError",
    "RecordError",
    "Recorder",
    "RuleError",
    "Rules",
    "ScenarioError",
    "State",
    "analysis",
    "bots",
    "concede",
    "divide",
    "interop",
    "load",
    "matches",
    "parse",
    "perft",
    "playing",
    "position",
    "record",
    "render",
    "rollout",
    "rule",
    "scenarios",
    "search",
    "set_up",
    "tensor",
    "vector",
    "without",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME and name not in _MODULES:
        with pending:
            from difflib import get_close_matches

            moved = import_module(".former_modules", __name__).MOVED
        if name not in moved:
            near = get_close_matches(name, __all__, n=1)
            hint = f"; the nearest name is `{near[0]}`" if near else ""
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    with pending:
        home = import_module(f".{_HOME.get(name, name)}", __name__)
    if name not in _HOME:
        return home
    value = getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

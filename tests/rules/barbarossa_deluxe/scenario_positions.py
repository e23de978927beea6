"""Positions of a scenario other than Blue & Kremlin: any decision, any units, in one call."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData

from .board_positions import Choices, Units, edit, play, walk, without


@lru_cache(maxsize=3)
def game(scenario: str) -> Game:
    """A scenario, without the rules that ``EASTFRONT_WITHOUT`` names."""
    return ef.load(f"barbarossa-deluxe/{scenario}", without=without())


@lru_cache(maxsize=3)
def data(scenario: str) -> ScenarioData:
    """The files of a scenario."""
    return load_scenario("barbarossa-deluxe", scenario)


def start(scenario: str) -> State:
    """The ready set-up, as play opens."""
    state = game(scenario).new()
    while state.decision == "set-up":
        state = play(state, "automatic")
    return state


@lru_cache(maxsize=96)
def met(scenario: str, decision: str, side: str, choices: tuple[tuple[str, str], ...]) -> State:
    """A decision of a side, met with choices by the name of the decision."""
    return walk(start(scenario), decision, side, dict(choices))


def at(
    scenario: str,
    decision: str,
    side: str,
    units: Units | None = None,
    *,
    turn: int,
    choices: Choices | None = None,
    **more: Any,
) -> State:
    """A position of a scenario that waits for a decision, with the units named and no other."""
    wanted = {"logistics zone": "south", "phase order": "fight-move", **(choices or {})}
    found = met(scenario, decision, side, tuple(sorted((k, str(v)) for k, v in wanted.items())))
    variables = {"turn": turn, **more.pop("variables", {})}
    return edit(found, units or {}, clear=units is not None, variables=variables, **more)

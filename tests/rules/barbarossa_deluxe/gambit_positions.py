"""Positions of the scenario Manstein's Gambit: any decision, any units, in one call."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData

from .board_positions import Choices, Units, edit, play, walk, without


@lru_cache(maxsize=1)
def game() -> Game:
    """The scenario, without the rules that ``EASTFRONT_WITHOUT`` names."""
    return ef.load("barbarossa-deluxe/gambit", without=without())


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The files of the scenario."""
    return load_scenario("barbarossa-deluxe", "gambit")


def start() -> State:
    """The ready set-up, as the first game turn begins."""
    return play(game().new(), "automatic", "automatic")


@lru_cache(maxsize=32)
def _met(decision: str, side: str, choices: tuple[tuple[str, str], ...]) -> State:
    return walk(start(), decision, side, dict(choices))


def at(
    decision: str,
    side: str,
    units: Units | None = None,
    *,
    turn: int = 18,
    choices: Choices | None = None,
    **more: Any,
) -> State:
    """A position of the scenario that waits for a decision, with the units named and no other."""
    wanted = {"phase order": "fight-move", **(choices or {})}
    met = _met(decision, side, tuple(sorted((k, str(v)) for k, v in wanted.items())))
    variables = {"turn": turn, **more.pop("variables", {})}
    return edit(met, units or {}, clear=units is not None, variables=variables, **more)

"""Positions of later turns: the front of Blue & Kremlin and the whole order of battle of the turns
that a test names, for rules of counters that Blue & Kremlin does not have."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from eastfront._core import Game, State
from eastfront.loading.game import rules_of

from . import board_positions
from .board_positions import edit, play, walk, whole


@lru_cache(maxsize=8)
def game(first: int, last: int, without: str | None = None) -> Game:
    """A scenario of some turns; whoever has come before and stands nowhere is in the dead pile.
    ``without`` lists rules to turn off, by default those of the environment."""
    plain = whole()
    setup = {**plain.setup, "first_turn": first, "last_turn": last}
    present = {unit.id for unit in replace(plain, setup=setup).taking_part()}
    boxes = {**setup["boxes"]}
    for side in ("german", "soviet"):
        early = [u.id for u in plain.units if u.side == side and u.id not in present]
        here = [id_ for id_ in early if (unit_of(id_).arrives or 0) <= last]
        boxes[f"{side}_dead"] = [*boxes[f"{side}_dead"], *here]
    off = board_positions.without() if without is None else without.split()
    made = rules_of("barbarossa-deluxe")(
        replace(plain, setup={**setup, "boxes": boxes, "absent": []}), without=off
    )
    return made.compiled()


def unit_of(id_: str) -> Any:
    """A unit of the order of battle by its id."""
    return next(unit for unit in whole().units if unit.id == id_)


@lru_cache(maxsize=32)
def reached(
    first: int, last: int, decision: str, side: str | None, order: str, without: str | None
) -> State:
    """A decision of a side as the scenario is played with passes."""
    start = play(game(first, last, without).new(), "automatic")
    return walk(start, decision, side, {"phase order": order, "logistics zone": "south"})


def at(
    decision: str,
    side: str | None,
    turns: tuple[int, int],
    units: dict[str, Any],
    *,
    turn: int | None = None,
    order: str = "move-fight",
    without: str | None = None,
    **more: Any,
) -> State:
    """A position of a scenario of ``turns`` that waits for a decision, on its first turn if no
    ``turn`` is given, with the units, control, flags and variables named, and no others."""
    found = reached(*turns, decision, side, order, without)
    variables = {"turn": turns[0] if turn is None else turn, **more.pop("variables", {})}
    return edit(found, units, clear=True, variables=variables, **more)


def next_turn(state: State, decision: str, side: str) -> State:
    """The next decision of a name on the turn after."""
    turn = state.var("turn")
    while state.var("turn") == turn:
        state = board_positions.on(state)
    return walk(state, decision, side)

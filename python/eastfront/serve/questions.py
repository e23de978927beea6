"""Answers to the questions that a player at a seat may ask about a position: battles, supply,
reach.

In a game with hidden information, a question is answered on a sample, a state that agrees with what
the seat knows, so that neither answers nor refusals reveal more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eastfront import wire
from eastfront._core import IllegalAction, State
from eastfront.positions.observation import Observation, open_to_all
from eastfront.wire import battles, requests

from .problem import Problem, refused


def board(state: State, seen: Observation) -> State:
    """Returns the state on which a seat's questions are answered: `state` itself, or a sample in a
    game with hidden information. Raises Problem if no sample can be dealt."""
    if seen.side == wire.UMPIRE or open_to_all(state.game):
        return state
    try:
        return seen.still()
    except ValueError as error:
        raise Problem(409, "no-sample", str(error)) from error


def _known(seen: Observation, units: Iterable[str], place: str) -> None:
    """Checks that a seat may know the place of each of some units; `place` is the key of the units
    in the request. Raises Problem for a unit whose place is hidden."""
    game = seen.game
    names = dict(zip(game.unit_ids, game.units, strict=True))
    for unit in units:
        if names.get(unit, unit) in seen.hidden:
            raise Problem(
                409,
                "hidden",
                f"the place of {unit} is hidden from the {seen.side} side",
                place=place,
            )


def _side(seen: Observation) -> str | None:
    return None if seen.side == wire.UMPIRE else seen.side


def planned(state: State, seen: Observation, question: requests.BattleQuestion) -> battles.Battle:
    """Explains a planned battle on `state`, as the seat with the observation `seen` may know it.
    Raises Problem for a battle that the rules refuse or an invalid question."""
    _known(seen, question.attackers, "$.attackers")
    supports: dict[str, Any] = {
        "kind": question.kind,
        "luftwaffe": question.luftwaffe,
        "air_armies": question.air_armies,
        "partisans": question.partisans,
        "airborne": question.airborne,
        "supports": question.supports,
    }
    asked = board(state, seen)
    try:
        found = asked.battle(question.target, question.attackers, seen_by=_side(seen), **supports)
    except IllegalAction as error:
        raise refused(error, "$") from error
    except ValueError as error:
        raise Problem(422, "bad-question", str(error), place="$") from error
    return wire.battle(found)


def in_progress(state: State, seen: Observation) -> battles.Battle | None:
    """Explains the battle being declared or fought; returns None if there is none, or if it cannot
    be explained to the seat."""
    if state.is_over:
        return None
    try:
        return wire.battle(board(state, seen).battle(seen_by=_side(seen)))
    except (ValueError, Problem):
        return None


def supply(state: State, seen: Observation, unit: str) -> battles.Supply:
    """Returns the supply of a unit. Raises Problem for a hidden or unknown unit."""
    _known(seen, [unit], "unit")
    try:
        return wire.supply(board(state, seen).supply(unit))
    except ValueError as error:
        raise Problem(422, "bad-question", str(error), place="unit") from error


def reach(
    state: State, seen: Observation, units: Sequence[str], offered: bool = False
) -> battles.Reach:
    """Returns the hexes that units in one hex can reach, with costs, as the seat with the
    observation `seen` may know them: with the full allowance, or, if ``offered``, by the legal
    moves now. Raises Problem for hidden or unknown units."""
    if not units:
        raise Problem(400, "bad-request", "expected a unit, as in ?unit=3Pz", place="unit")
    _known(seen, units, "unit")
    try:
        return wire.reach(units, board(state, seen).reach(units, full=not offered))
    except ValueError as error:
        raise Problem(422, "bad-question", str(error), place="unit") from error

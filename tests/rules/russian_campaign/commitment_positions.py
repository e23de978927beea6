"""Positions of The Russian Campaign for the tests of variants by a side's own decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eastfront._core import State

from .turn_positions import before, names, play, walk

NOV_42, SEP_44, NOV_44 = 10, 21, 22
GOERING, WEST, PLOESTI = "HG Pz", "E33", "AA29"
PANZERS = {"2 SS Pz": "J30", "3 SS Pz": "J31", "41 Pz": "K31"}


def asked(kind: str, turn: int, units: Mapping[str, str] | None = None, **more: Any) -> State:
    """The position at a variant's decision before a turn."""
    start = before("axis", turn=turn, units=units or {}, options=(kind,), **more)
    return walk(play(start, "end-movement"), kind, "axis")


def met(option: str, turn: int) -> set[str]:
    """The decisions from the turn before to the first movement of a turn."""
    state = play(before("axis", turn=turn, options=(option,)), "end-movement")
    seen = set()
    while (state.decision, state.to_move, state.turn) != ("movement", "axis", turn):
        seen.add(state.decision or "")
        if state.to_move == "chance":
            state = play(state, "roll 1")
            continue
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return seen


def turns_told(option: str, turn: int) -> list[tuple[Any, ...]]:
    """The report of the turn, from the movement before it to its first movement."""
    state = before("axis", turn=turn, options=(option,))
    told = state.push("end-movement", effects=True) or []
    while (state.decision, state.to_move) != ("movement", "axis"):
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        action = "roll 1" if chance else next(a for a in legal if state.is_pass(a))
        told += state.push(action, effects=True) or []
    return [e for e in told if e[:2] == ("note", "turn")]


def opened(
    turn: int, impulse: int, units: Mapping[str, str], variables: Mapping[str, int], **more: Any
) -> State:
    """The Axis impulse of a turn begins."""
    start = before("axis", impulse, turn=turn, units=units, variables=variables, **more)
    return play(start, "end-movement")


def choices(state: State, verb: str) -> set[str]:
    """The names offered with a verb on the way to the Axis movement."""
    found: set[str] = set()
    out = state.copy()
    while not out.is_over and (out.to_move, out.decision) != ("axis", "movement"):
        if out.to_move == "axis":
            found |= names(out, verb)
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return found


def shop(turn: int, variables: dict[str, int], options: tuple[str, ...], **more: Any) -> State:
    """The Russian replacements of a turn; dice show one unless given."""
    rolls = more.pop("rolls", {})
    units = {"Moscow Worker": "R9", "4 A": "pool", "11 A": "pool", **more.pop("units", {})}
    start = before("russian", turn=turn, units=units, variables=variables, options=options, **more)
    return walk(play(start, "end-movement"), "replacements", "russian", **rolls)

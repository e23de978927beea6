"""The set-up of Manstein's Gambit, compared with the oracle unit by unit."""

from __future__ import annotations

import random
from typing import Any

from eastfront._core import Game
from oracle import gambit, tigers
from oracle.arrivals import counters
from oracle.model import SOVIET, load_board

from .snapshot import position

HEADS = {"placement": "set-up ", "attachment": "attach-to ", "fortified area": "fortify "}
"""The verbs of the decisions that are compared."""


def _allowed(state: Any) -> set[str]:
    """The places or corps that 14.9 allows at a decision."""
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    short = {i: n for n, i in ids.items()}
    pos = position(state)
    if state.decision == "placement":
        return gambit.places(pos, ids[state.subject])
    if state.decision == "attachment":
        return {short[u] for u in tigers.first_carriers(pos)}
    board = pos.board
    return {h for h in gambit.soviet(pos) if board.hexes[h].terrain not in ("sea", "lake")}


def _look(state: Any, corps: str) -> tuple[Any, ...]:
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    who = load_board().units[ids[corps]]
    printed = counters()[ids[corps]].replaceable
    return state.place(corps), who.kind, who.mobility, who.attack, who.defence, printed


def placed(game: Game, seed: int, hold: bool = False) -> tuple[Any, list[str], int]:
    """A state after the set-up, the differences on the way, the number of decisions compared.

    The German places his paratroops with the rest, or holds them.
    """
    rng, state = random.Random(seed), game.new()
    found: list[str] = []
    count = 0
    while str(state.phase) == "set-up":
        names, decision = state.legal_actions.names(), str(state.decision)
        if decision == "set-up":
            state.push("free")
            continue
        if decision == "paratroops":
            if sorted(names) != ["hold-paratroops", "place-paratroops"] or state.to_move == SOVIET:
                found.append(f"paratroops: {names}")
            state.push("hold-paratroops" if hold else "place-paratroops")
            continue
        head = HEADS[decision]
        got, mine = {n.removeprefix(head) for n in names}, _allowed(state)
        if decision == "attachment":  # of equal corps in a hex one represents all
            mine = {next((n for n in got if _look(state, n) == _look(state, m)), m) for m in mine}
        if got != mine:
            found.append(f"{decision} of {state.subject}: {sorted(got ^ mine)} differ")
        state.push(rng.choice(names))
        count += 1
    return state, found, count

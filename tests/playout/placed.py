"""The free set-up of 1942, What If?, compared with the oracle unit by unit."""

from __future__ import annotations

import random
from typing import Any

from eastfront._core import Game
from oracle import what_if
from oracle.model import GERMAN, SOVIET
from oracle.record import RVGK

from .snapshot import position

HEAD = "set-up "
BOX = "set-up-in-rvgk"


def _differences(state: Any) -> list[str]:
    """The places offered to one unit, against those of 15.3."""
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    pos, unit, side = position(state), ids[state.subject], str(state.to_move)
    pool = [n for n in state.units_at("pool") if pos.unit(ids[n]).side == side]
    tied = sum(pos.unit(ids[n]).kind == "coastal" for n in pool if ids[n] != unit)
    got = {n.removeprefix(HEAD) for n in state.legal_actions.names() if n.startswith(HEAD)}
    mine = what_if.places(pos, unit, len(pool) - tied)
    found = []
    if got != mine:
        found.append(f"{unit}: {sorted(got ^ mine)} differ, {len(pool)} left")
    box = what_if.may_wait(pos, unit, len(pool) - tied, state.units_at(RVGK))
    if (BOX in state.legal_actions.names()) != box:
        found.append(f"{unit} in the RVGK box: {box} by the oracle, {len(pool)} left")
    return found


def placed(game: Game, seed: int, behind: float) -> tuple[Any, list[str], int]:
    """A state after both sides' set-up, the differences on the way, the number of units set up.

    A unit stays behind the border, if it may, with the probability given.
    """
    rng, state = random.Random(seed), game.new()
    found: list[str] = []
    count = 0
    while state.decision in ("set-up", "placement"):
        if state.decision == "set-up":
            state.push("free")
            continue
        found += _differences(state)
        names = state.legal_actions.names()
        side = GERMAN if state.to_move == GERMAN else SOVIET
        edge = what_if.border(position(state).board, side)
        back = [n for n in names if n.removeprefix(HEAD) not in edge]
        front = [n for n in names if n.removeprefix(HEAD) in edge]
        boxes = [BOX] if BOX in names else []
        some = boxes if boxes and rng.random() < 0.1 else back if rng.random() < behind else front
        state.push(rng.choice(some or back or front))
        count += 1
    return state, found, count

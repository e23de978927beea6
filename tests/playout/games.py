"""The game under test, with rules turned off on request, and busy play from a seed.

Busy play passes with a probability of 1/16 and otherwise takes any other action, so that phases
contain many moves and attacks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game
from oracle.model import load_board
from oracle.terms import BLUE_KREMLIN, TERMS, Terms

SIDES = ("german", "soviet")
DICE = {"combat", "expedition", "oil", "romanian return", "aerial supply return"}


@lru_cache(maxsize=8)
def load(without: Sequence[str] = (), scenario: str = BLUE_KREMLIN.name) -> Game:
    """A scenario of Barbarossa Deluxe, without some rules."""
    return ef.load(f"barbarossa-deluxe/{scenario}", without=without)


def busy_choice(state: Any, rng: random.Random) -> int:
    """An action of busy play; a die falls evenly."""
    actions: list[int] = state.legal_actions.list()
    if state.to_move == "chance":
        return rng.choice(actions)
    passes = [a for a in actions if state.is_pass(a)]
    plays = [a for a in actions if not state.is_pass(a)]
    if passes and (not plays or rng.random() < 1 / 16):
        return rng.choice(passes)
    return rng.choice(plays)


def busy_play(
    game: Game, seed: int, *, limit: int = 100_000, skip_markers: bool = True
) -> Iterator[Any]:
    """The states of one game, each before its action; the same object throughout."""
    rng = random.Random(seed)
    state = game.new()
    state.push("automatic")
    for _ in range(limit):
        if state.is_over:
            return
        yield state
        state.push(busy_choice(state, rng))


def contact(state: Any) -> float:
    """The share of units on the map that are next to an enemy."""
    places: dict[str, str] = state.places()
    on_map = {u: h for u, h in places.items() if h.isdigit()}
    side = sides_of(state.game)
    held = [{h for u, h in on_map.items() if side[u] == s} for s in (0, 1)]
    near = [set().union(*(neighbours(h) for h in held[1 - s])) if held[1 - s] else set()
            for s in (0, 1)]  # fmt: skip
    touching = sum(1 for u, h in on_map.items() if h in near[side[u]])
    return touching / max(1, len(on_map))


def terms_of(game: Game) -> Terms:
    """What the oracle says about a game's scenario."""
    return TERMS[game.id.rpartition("/")[2]]


@lru_cache(maxsize=64)
def _sides(game: Game) -> dict[str, int]:
    board = load_board().units
    return {n: SIDES.index(board[i].side) for n, i in zip(game.units, game.unit_ids, strict=True)}


def sides_of(game: Game) -> dict[str, int]:
    """The number of each unit's side, by short name."""
    return _sides(game)


@lru_cache(maxsize=4096)
def neighbours(hex_id: str) -> tuple[str, ...]:
    """The ids around a hex, on the map or not (rows alternate: even rows lie half a hex east)."""
    row, column = int(hex_id[:2]), int(hex_id[2:])
    shift = 0 if row % 2 else -1
    around = [(0, -1), (0, 1), (-1, shift), (-1, shift + 1), (1, shift), (1, shift + 1)]
    return tuple(f"{row + r:02}{column + c:02}" for r, c in around)

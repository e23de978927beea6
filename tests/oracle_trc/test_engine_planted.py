"""Errors planted in the engine show: with a rule left out it no longer agrees with this oracle.

Each row names a rule, who asks, and positions of the generator among which one must show it. A
whole front is drawn for each fourth number, else a skirmish.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from eastfront._core import Game

from .engine import load, offered, pushed, state_of
from .side_by_side import (
    Tally,
    compare_combat,
    compare_end_of_movement,
    compare_fresh,
    compare_map,
    generated,
)

Ask = Callable[[Game, int, Tally], None]


def on_map(game: Game, seed: int, tally: Tally) -> None:
    """Zones, control, supply and moves."""
    state = state_of(game, generated(seed))
    compare_map(state, "", random.Random(seed), tally, 12)


def before(game: Game, seed: int, tally: Tally) -> None:
    """The end of the turn before, and automatic victories."""
    compare_fresh(game, generated(seed), "", random.Random(seed), tally)


def in_battle(game: Game, seed: int, tally: Tally) -> None:
    """Surrenders, battles, odds and retreats."""
    pos = generated(seed)
    state = state_of(game, pos)
    if offered(state, "end-movement"):
        compare_end_of_movement(state, "", tally)
        after = pushed(state, "end-movement")
        compare_combat(after, pos, "", random.Random(seed), tally)


FRONTS = range(0, 160, 4)
SKIRMISHES = [seed for seed in range(200) if seed % 4]

PLANTS: list[tuple[str, Ask, range | list[int], str]] = [
    ("TRC-7.1c", on_map, FRONTS, "board"),
    ("TRC-8.3a", on_map, SKIRMISHES, "moves"),
    ("TRC-8.2a", on_map, SKIRMISHES, "moves"),
    ("TRC-9.3.2c", on_map, FRONTS, "rail"),
    ("TRC-17.2.3a", on_map, FRONTS, "supply"),
    ("TRC-9.4.4b", before, FRONTS, "ends"),
    ("TRC-9.4.3b", before, FRONTS, "ends"),
    ("TRC-12.5a", in_battle, SKIRMISHES, "surrenders"),
    ("TRC-10.4b", on_map, FRONTS, "sea"),
    ("TRC-14.1c", in_battle, SKIRMISHES, "odds"),
    ("TRC-14.1b", in_battle, SKIRMISHES, "odds"),
    ("TRC-13.5a", in_battle, SKIRMISHES, "retreats"),
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant[0]))
def test_a_rule_left_out_shows(plant: tuple[str, Ask, range | list[int], str]) -> None:
    rule, ask, seeds, subject = plant
    game = load(without=(rule,))
    for seed in seeds:
        tally = Tally()
        ask(game, seed, tally)
        if any(f", {subject}: " in text for text in tally.found):
            return
    pytest.fail(f"no position shows that {rule} is left out")

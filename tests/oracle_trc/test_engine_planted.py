"""Errors planted in the engine show: with a rule left out, or a flag that nobody clears, it no
longer agrees with this oracle.

Each row names a rule, what is looked at, and positions of the generator among which one must show
it. A whole front is drawn for each fourth number, else a skirmish; each tenth from the third is the
opening of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from .engine import Table, load
from .side_by_side import (
    Look,
    Tally,
    begun,
    compare,
    compare_arrivals,
    compare_end_of_movement,
    compare_game,
    compare_map,
)


def on_map(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Zones, control, supply and moves."""
    if table.decision == "movement":
        compare_map(table, where, rng, tally, 2 * most)


def in_battle(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Surrenders, battles, odds, aircraft and retreats."""
    if table.decision == "movement":
        compare_end_of_movement(table, where, tally)
    else:
        compare(table, where, rng, tally, most)


def coming(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Who comes, and where."""
    if table.decision == "movement":
        compare_arrivals(table, where, rng, tally, 2 * most)
    elif table.decision in {"replacements", "worker city", "motorization", "withdrawal"}:
        compare(table, where, rng, tally, most)


def nothing(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Only what happens."""


FRONTS = [seed for seed in range(0, 160, 4)]
SKIRMISHES = [seed for seed in range(200) if seed % 4]

PLANTS: list[tuple[str, Look, Iterable[int], str, int]] = [
    ("TRC-7.1c", on_map, FRONTS, "board", 1),
    ("TRC-8.3a", on_map, SKIRMISHES, "moves", 1),
    ("TRC-8.2a", on_map, SKIRMISHES, "moves", 1),
    ("TRC-9.3.2c", on_map, FRONTS, "rail", 1),
    ("TRC-17.2.3a", on_map, FRONTS, "supply", 1),
    ("TRC-10.4b", on_map, FRONTS, "sea", 1),
    ("TRC-9.4.4b", nothing, FRONTS, "track", 1),
    ("TRC-9.4.3b", nothing, FRONTS, "track", 1),
    ("TRC-12.5a", in_battle, SKIRMISHES, "surrenders", 1),
    ("TRC-14.1c", in_battle, SKIRMISHES, "odds", 1),
    ("TRC-14.1b", in_battle, SKIRMISHES, "odds", 1),
    ("TRC-13.5a", in_battle, SKIRMISHES, "retreats", 1),
    ("TRC-3.7h", in_battle, range(3, 200, 10), "battles", 1),
    ("TRC-15.2a", in_battle, SKIRMISHES, "aircraft", 1),
    ("TRC-15.5b", in_battle, SKIRMISHES, "aircraft", 1),
    ("TRC-15.1a", in_battle, SKIRMISHES, "aircraft", 1),
    ("TRC-15.6a", in_battle, SKIRMISHES, "aircraft", 1),
    ("TRC-15.8a", in_battle, SKIRMISHES, "aircraft", 1),
    ("TRC-20.0a", coming, SKIRMISHES, "due", 1),
    ("TRC-20.3c", on_map, SKIRMISHES, "moves", 1),
    ("TRC-20.4a", coming, SKIRMISHES, "entry", 1),
    ("TRC-20.5a", coming, SKIRMISHES, "entry", 1),
    ("TRC-20.5c", coming, SKIRMISHES, "entry", 1),
    ("TRC-20.6a", coming, SKIRMISHES, "due", 1),
    ("TRC-20.7.1a", coming, SKIRMISHES, "due", 1),
    ("TRC-21.4a", coming, SKIRMISHES, "axis replacements", 1),
    ("TRC-21.5a", coming, SKIRMISHES, "axis replacements", 1),
    ("TRC-21.6a", coming, SKIRMISHES, "axis replacements", 1),
    ("TRC-22.4b", coming, SKIRMISHES, "russian replacements", 1),
    ("TRC-22.5b", coming, SKIRMISHES, "russian replacements", 1),
    ("TRC-22.5c", coming, SKIRMISHES, "russian replacements", 1),
    ("TRC-22.6c", coming, SKIRMISHES, "entry", 1),
    ("TRC-22.7a", coming, SKIRMISHES, "russian replacements", 1),
    ("TRC-18.3a", coming, SKIRMISHES, "paratroops", 1),
]

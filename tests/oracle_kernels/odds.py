"""Odds with exact fractions, and distributions by rolling every roll."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction


def pipeline(strength: int, stages: list[tuple[str, int]]) -> list[int]:
    """The strength after each stage."""
    values = []
    for name, number in stages:
        match name:
            case "add":
                strength = strength + number
            case "times":
                strength = strength * number
            case "over down":
                strength = math.floor(Fraction(strength, number))
            case "over up":
                strength = math.ceil(Fraction(strength, number))
            case "over nearest":
                strength = math.floor(Fraction(strength, number) + Fraction(1, 2))
            case "floor":
                strength = max(strength, number)
            case "cap":
                strength = min(strength, number)
        values.append(strength)
    return values


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """The best odds of the form n to 1 or 1 to n that the attacker reaches."""
    whole = [(n, 1) for n in range(attack + 1, 0, -1)] + [(1, n) for n in range(2, defence + 2)]
    return next(odds for odds in whole if Fraction(attack, defence) >= Fraction(*odds))


def column(attack: int, defence: int, columns: list[tuple[int, int]]) -> int | None:
    """The last column whose odds are reached."""
    reached = [n for n, odds in enumerate(columns) if Fraction(attack, defence) >= Fraction(*odds)]
    return max(reached, default=None)


def distribution(
    results: list[int], columns: int, col: int, first: int, dice: tuple[int, int], modifier: int
) -> Counter[int]:
    """The number of rolls that give each result."""
    rows = [results[at : at + columns] for at in range(0, len(results), columns)]
    counts: Counter[int] = Counter()
    for roll in itertools.product(range(1, dice[1] + 1), repeat=dice[0]):
        row = sum(roll) + modifier - first
        counts[rows[max(0, min(row, len(rows) - 1))][min(col, columns - 1)]] += 1
    return counts

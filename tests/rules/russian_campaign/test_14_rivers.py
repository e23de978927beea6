"""14.1.1 by tables: the river hexes that belong to one river, in each direction of its course."""

from __future__ import annotations

import pytest

from .battle_positions import combat, odds

ONE = [
    ("N6", "O6"), ("R2", "S2"), ("T19", "U19"), ("HH12", "II12"), ("BB13", "BB14"), ("Y22", "Z22"),
]  # fmt: skip
"""A river crosses the side between them."""

BENDS = [("J16", "K15"), ("S7", "T8"), ("S8", "T9"), ("O7", "P8"), ("T18", "T19"),
         ("T19", "U18")]  # fmt: skip
"""Bends of one river beside each other, with none between them (D-28)."""

TWO = [("X25", "X26"), ("Z25", "Z26"), ("BB25", "BB26"), ("HH7", "HH8"), ("GG6", "GG7")]
"""Two rivers, whose hexes lie beside each other."""


def doubled(start: str, target: str, options: tuple[str, ...] = ()) -> bool:
    """Whether the river doubles who is attacked from another hex of a river."""
    state = combat("axis", {"46 Pz": start, "8 TkC": target}, options=options)
    attack, defence, _ = odds(state, target, ["46 Pz"])
    assert attack == 6 and defence in (3, 6)
    return defence == 6


def both_ways(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """From either hex to the other."""
    return [*pairs, *((b, a) for a, b in pairs)]


@pytest.mark.rule("TRC-14.1.1a", "TRC-14.1.1b", "TRC-14.1c", "TRC-14.1.1c")
@pytest.mark.parametrize(("start", "target"), both_ways(ONE))
def test_along_a_river_nobody_is_behind_it(start: str, target: str) -> None:
    assert not doubled(start, target)
    assert not doubled(start, target, ("D-28",))


@pytest.mark.rule("TRC-14.1.1a", "TRC-14.1.1b", "TRC-14.1c")
@pytest.mark.parametrize(("start", "target"), both_ways(BENDS))
def test_two_bends_of_a_river_are_one_unless_it_is_read_otherwise(start: str, target: str) -> None:
    assert not doubled(start, target)
    assert doubled(start, target, ("D-28",))


@pytest.mark.rule("TRC-14.1.1a", "TRC-14.1.1b", "TRC-14.1c")
@pytest.mark.parametrize(("start", "target"), both_ways(TWO))
def test_beyond_another_river_a_defender_is_doubled(start: str, target: str) -> None:
    assert doubled(start, target)
    assert doubled(start, target, ("D-28",))

"""28.3 by a table: where each unit of the front may go, worked out from who else holds it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from .battle_positions import around, go, reach
from .test_28_3_no_retreat import CITIES, opened
from .turn_positions import at, names, play

JAN_42 = 5
PLACES = ["X19", "X18", "X17", "X16", "X14", "W15", "W14", "W16", "Y14", "Y15", "Y16", "Z15", "V16"]


def split(hex_: str) -> tuple[str, int]:
    """The letters of a row, and the number of a column; numbers fall to the east."""
    letters = hex_.rstrip("0123456789")
    return letters, int(hex_[len(letters) :])


def grip(hexes: set[str]) -> set[str]:
    """What is held from some hexes: they and those next to them (open land all)."""
    return hexes.union(*(around(h) for h in hexes))


def held(front: str, hexes: set[str]) -> bool:
    """Whether the hex, or one east of it in its row, is held from some hexes."""
    row, column = split(front)
    return any(split(h)[0] == row and split(h)[1] <= column for h in grip(hexes))


def front(where: Mapping[str, str]) -> set[str]:
    """The easternmost hex of each row."""
    rows: dict[str, str] = {}
    for hex_ in where.values():
        row, column = split(hex_)
        if row not in rows or column < split(rows[row])[1]:
            rows[row] = hex_
    return set(rows.values())


@pytest.mark.rule("TRC-28.3a", "TRC-28.3b", "TRC-28.3c")
@pytest.mark.parametrize("place", PLACES)
def test_where_a_unit_of_the_front_may_go(place: str) -> None:
    where = {"13 Inf": "X15", "41 Pz": "V20", "44 Inf": place, "28 Inf": "D30"}
    state = opened({"44 Inf": place})
    free = at("axis", turn=JAN_42, units=where, weather=3, axis=CITIES)
    assert set(state.hexes_with("front")) == front(where)
    for unit in ("13 Inf", "44 Inf", "41 Pz"):
        others = {h for u, h in where.items() if u != unit}
        alone = {f for f in front(where) if f in grip({where[unit]}) and not held(f, others)}
        everywhere = reach(free, unit)
        may = {h for h in everywhere if all(held(f, {h}) for f in alone)}
        if may:
            assert reach(state, unit) == may, unit
        assert (everywhere == may) or alone


@pytest.mark.rule("TRC-28.3a", "TRC-28.3c")
def test_a_hex_is_let_go_when_somebody_has_come_to_hold_one_east_of_it() -> None:
    state = opened({"44 Inf": "Y15"})
    ahead = go(state, "44 Inf", "X14")
    assert "X17" in names(play(ahead, "move 13 Inf"), "to")
    behind = go(opened({"44 Inf": "Y18"}), "44 Inf", "Y17")
    assert "X17" not in names(play(behind, "move 13 Inf"), "to")

"""Section 28.7: the chit of lorries and faster armour."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import reach
from ...chit_positions import rows
from ...turn_positions import at, data, distance

LORRIES, DRAWN = ("chit-russian=6",), ("chits",)
HERE, JUL_43 = "Y18", 14
DRAW = pytest.mark.option("chit_draw")


@pytest.mark.rule("TRC-28.7.R6a")
def test_infantry_marches_four_and_armour_six_or_seven() -> None:
    def march(unit: str, *options: str) -> int:
        state = at("russian", units={unit: HERE}, options=options, turn=JUL_43)
        return max(distance(HERE, h) for h in reach(state, unit))

    units = ("16 A", "1G A", "8 TkC", "2G TkA", "1G TkA", "6 CavC")
    assert [march(u) for u in units] == [3, 4, 5, 6, 7, 7]
    assert [march(u, *LORRIES) for u in units] == [4, 4, 6, 7, 7, 7]


def marches(state: State, unit: str) -> int:
    """How far a unit comes over open land."""
    there = state._supposed(places=[(unit, HERE)])
    return max(distance(HERE, h) for h in reach(there, unit) if h in around_here())


@lru_cache(maxsize=1)
def around_here() -> frozenset[str]:
    """The hexes in the row of a hex, by which distances are told."""
    return frozenset(h for h in rows() if h.rstrip("0123456789") == "Y")


PACE = [
    # infantry of three, of four, and of the Guards; paratroops, guns and battlegroups
    ("16 A", 3, 4),
    ("52 A", 3, 4),
    ("1G A", 4, 4),
    ("2G A", 4, 4),
    ("5 ParaC", 2, 2),
    ("Gd BG 1", 3, 3),
    ("Art 1", 3, 3),
    # armour of five, six and seven
    ("3 TkC", 5, 6),
    ("8 TkC", 5, 6),
    ("1 TkA", 5, 6),
    ("2G TkA", 6, 7),
    ("7G TkA", 6, 7),
    ("1G TkA", 7, 7),
    # cavalry
    ("3 CavC", 7, 7),
    ("1G CavC", 7, 7),
    # the Axis
    ("10 Inf", 4, 4),
    ("Finn 4 Inf", 3, 3),
    ("Ital 4 Inf", 3, 3),
    ("Hun 3 Inf", 2, 2),
    ("Rum Pz", 6, 6),
    ("11 Mot", 6, 6),
    ("Ge BG Pz 1", 6, 6),
    ("41 Pz", 7, 7),
]


@pytest.mark.rule("TRC-28.7.R6a", "TRC-2.5a")
@pytest.mark.parametrize(
    ("how", "lorries"),
    [
        ({"options": LORRIES}, True),
        pytest.param({"options": DRAWN, "chits": (3, 6)}, True, marks=DRAW),
        pytest.param({"options": DRAWN, "chits": (6, 3)}, False, marks=DRAW),
        pytest.param({"options": DRAWN, "chits": (3, 4)}, False, marks=DRAW),
    ],
)
def test_lorries_and_faster_tanks(how: dict[str, Any], lorries: bool) -> None:
    sides = {u.name: u.side for u in data().units}
    state = {side: at(side, turn=8, **how) for side in ("axis", "russian")}
    for unit, plain, fast in PACE:
        assert marches(state[sides[unit]], unit) == (fast if lorries else plain), unit

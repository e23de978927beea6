"""Section 28.7: the chit of officers able to stack armies."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may, reach
from ...turn_positions import SNOW, at, names, play, refused

OFFICERS, DRAWN = ("chit-russian=4",), ("chits",)
HERE = "Y18"
DRAW = pytest.mark.option("chit_draw")


@pytest.mark.rule("TRC-28.7.R4a")
def test_russian_armies_stack_like_corps() -> None:
    def crowd(options: tuple[str, ...], *units: str) -> State:
        return at("russian", units=dict.fromkeys(units, HERE), options=options)

    three = ("11 A", "8 A", "8 TkC")
    assert may(crowd(OFFICERS, *three), "end-movement")
    with refused("TRC-6.2a"):
        play(crowd((), *three), "end-movement")
    with refused("TRC-6.2a"):
        play(crowd(OFFICERS, *three, "16 A"), "end-movement")


@pytest.mark.rule("TRC-28.7.R4a")
@pytest.mark.parametrize(
    ("how", "officers"),
    [
        ({"options": OFFICERS}, True),
        pytest.param({"options": DRAWN, "chits": (3, 4)}, True, marks=DRAW),
        pytest.param({"options": DRAWN, "chits": (4, 3)}, False, marks=DRAW),
        pytest.param({"options": DRAWN, "chits": (3, 6)}, False, marks=DRAW),
    ],
)
def test_three_armies_stand_in_a_hex_with_able_officers(
    how: dict[str, Any], officers: bool
) -> None:
    armies, corps = ("11 A", "8 A", "16 A", "12 A"), ("8 TkC", "7 TkC", "3 TkC", "5 TkC")
    for stack, with_, without in (
        (armies[:2], True, True),
        (armies[:3], True, False),
        (armies, False, False),
        ((*armies[:2], corps[0]), True, False),
        ((armies[0], *corps[:2]), True, False),
        ((armies[0], *corps[:3]), False, False),
        ((armies[0], corps[0]), True, True),
        (corps[:3], True, True),
        (corps, False, False),
    ):
        state = at("russian", turn=8, units=dict.fromkeys(stack, HERE), **how)
        if with_ if officers else without:
            assert may(state, "end-movement"), stack
        else:
            with refused("TRC-6.2a"):
                play(state, "end-movement")
    # what has no stacking value goes with them
    more = {**dict.fromkeys((armies if not officers else armies[:3])[:2], HERE)}
    if officers:
        more[armies[2]] = HERE
    free = {"Stavka": HERE, "Moscow Worker": HERE, "Stalin": HERE}
    assert may(at("russian", turn=8, units={**more, **free}, **how), "end-movement")
    # Germans stack as they did
    corps = ("1 Inf", "2 Inf", "10 Inf", "20 Inf")
    assert may(at("axis", turn=8, units=dict.fromkeys(corps[:3], HERE), **how), "end-movement")
    with refused("TRC-6.2a"):
        play(at("axis", turn=8, units=dict.fromkeys(corps, HERE), **how), "end-movement")


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R4a")
@pytest.mark.parametrize(
    ("stack", "officers", "others"),
    [
        (("11 A",), True, True),
        (("11 A", "8 A"), True, False),
        (("11 A", "8 A", "16 A"), False, False),
        (("11 A", "8 TkC"), True, False),
        (("7 TkC", "8 TkC"), True, True),
        (("7 TkC", "8 TkC", "3 TkC"), False, False),
        (("Stavka", "Moscow Worker", "Stalin"), True, True),
    ],
)
def test_where_there_is_room_for_a_corps_more(
    stack: tuple[str, ...], officers: bool, others: bool
) -> None:
    def room(**how: Any) -> bool:
        units = {"5 ParaC": "reserve", "Stavka": "R9", **dict.fromkeys(stack, "R10")}
        state = at("russian", 1, turn=5, weather=SNOW, units=units, **how)
        return "R10" in names(play(state, "drop 5 ParaC"), "at")

    assert room(options=OFFICERS) == officers
    assert room(options=DRAWN, chits=(3, 4)) == officers
    assert room(options=DRAWN, chits=(4, 3)) == others


@pytest.mark.rule("TRC-28.7.R4a", "TRC-6.2a")
@pytest.mark.parametrize("unit", ["Stavka", "Stalin"])
def test_who_takes_no_room_takes_none_beside_three_armies(unit: str) -> None:
    """In Moscow, to which leaders go by rail and headquarters on foot."""
    units = {"16 A": "R9", "11 A": "R9", "4 A": "R9", unit: "R8"}
    state = at("russian", 2 if unit == "Stavka" else 1, turn=8, units=units, options=OFFICERS)
    if unit == "Stavka":
        assert "R9" in reach(state, unit)
    else:
        assert "R9" in names(play(state, f"rail {unit}"), "rail-to")
    other = at("russian", turn=8, units={**units, "40 A": "R8"}, options=OFFICERS)
    with refused("TRC-6.2a"):
        play(play(other, "move 40 A", "to R9", "stop"), "end-movement")

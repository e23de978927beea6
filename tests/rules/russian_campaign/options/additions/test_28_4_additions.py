"""Section 28.4: a variant with units added to the order of battle."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, odds, reach
from ...turn_positions import at, before, game, impulse_of, names, play, refused, walk

ADDED = ("order-of-battle-additions",)
FLAK, VISTULA, OKH = ("1 Flak", "2 Flak"), "HQ Vistula", "OKH"
MAY_42, MAR_43, SEP_44, JAN_45 = 7, 12, 21, 23
THIRD, FOURTH = "3 SS Pz", "4 SS Pz"
BERLIN = "E31"


def axis(turn: int, impulse: int = 1, **more: Any) -> State:
    """An Axis impulse that has begun."""
    return impulse_of("axis", impulse, turn=turn, options=ADDED, **more)


@pytest.mark.rule("TRC-28.4a")
def test_the_added_units_come_into_play() -> None:
    state = game("campaign", ADDED).new()
    assert {state.place(u) for u in FLAK} == {"set-up"}
    assert {state.place(u) for u in (VISTULA, OKH, "12 SS Inf", "62 A")} == {"later"}


@pytest.mark.rule("TRC-28.4.1a")
def test_flak_moves_as_a_motorized_corps_and_is_never_replaced() -> None:
    units = {"1 Flak": "D29", "52 Mot": "D29"}
    state = at("axis", units=units, options=ADDED)
    assert len(reach(state, "1 Flak")) == len(reach(state, "52 Mot")) > 0
    lost = before("axis", turn=MAY_42, units={"1 Flak": "pool", "38 Inf": "pool"}, options=ADDED)
    lost = walk(play(lost, "end-movement"), "replacements", "axis")
    with refused("TRC-21.4g"):
        play(lost, "replace 1 Flak")


@pytest.mark.rule("TRC-28.4.2a")
def test_two_high_commands_arrive_in_berlin() -> None:
    first = axis(JAN_45, units={OKH: "later", VISTULA: "later"})
    assert names(play(first, f"enter {OKH}"), "at") == {BERLIN}
    assert VISTULA not in names(first, "enter")
    second = axis(JAN_45, 2, units={VISTULA: "later"})
    there = play(second, f"enter {VISTULA}")
    there = play(there, f"at {BERLIN}") if there.decision == "entry" else there
    assert there.place(VISTULA) == BERLIN
    # and move like any headquarters
    state = at("axis", units={OKH: BERLIN}, options=ADDED)
    with refused("TRC-11.1a"):
        play(state, f"move {OKH}")
    assert OKH in names(at("axis", 2, units={OKH: BERLIN}, options=ADDED), "move")


@pytest.mark.rule("TRC-28.4.3a")
def test_the_38th_corps_becomes_armour() -> None:
    state = axis(JAN_45, units={"38 Inf": "D29", "38 Pz": "counters"})
    assert (state.place("38 Pz"), state.place("38 Inf")) == ("D29", "removed")
    assert (
        axis(JAN_45 - 1, units={"38 Inf": "D29", "38 Pz": "counters"}).place("38 Pz") == "counters"
    )
    # when it is lost, another corps of its strength
    start = before(
        "axis",
        turn=JAN_45,
        units={"38 Inf": "pool", "38 Pz": "counters", "42 Inf": "D29", "55 Inf": "D28"},
        options=ADDED,
    )
    asked = walk(play(start, "end-movement"), "exchange")
    found = names(asked, "exchange")
    assert "38 Inf" not in found and found
    unit = min(found)
    where = asked.place(unit)
    assert play(asked, f"exchange {unit}").place("38 Pz") == where


@pytest.mark.rule("TRC-28.4.4a")
def test_the_third_and_fourth_ss_armour_change_their_factors() -> None:
    units = {THIRD: "X15", FOURTH: "X17", "11 A": "X14", "8 A": "X18"}
    state = combat("axis", units, options=ADDED)
    assert odds(state, "X14", [THIRD])[0] == 6
    assert odds(state, "X18", [FOURTH])[0] == 7


def russian(points: dict[str, str], **more: Any) -> State:
    """The Russian's choice of Guards in March 1943, if he has one."""
    start = before("russian", turn=MAR_43, units=points, options=ADDED, **more)
    return walk(play(start, "end-movement"), "guards", "russian", Archangel=1)


@pytest.mark.rule("TRC-28.4.5a", "TRC-28.4.5b")
def test_armies_become_guards_for_the_difference() -> None:
    units = {
        "62 A": "W6",
        "16 A": "W7",
        "30 A": "W8",
        "Moscow Worker": "R9",
        "Leningrad Worker": "E10",
    }
    heirs = dict.fromkeys(("8 G A (28.4)", "10 G A (28.4)", "11 G A (28.4)"), "counters")
    state = russian({**units, **heirs})
    assert names(state, "promote") == {"62 A", "16 A", "30 A"}
    had = state.ask("replacement points")
    paid = play(state, "promote 62 A")
    assert had - paid.ask("replacement points") == 2
    assert (paid.place("8 G A (28.4)"), paid.place("62 A")) == ("W6", "removed")
    more = play(paid, "promote 16 A")
    assert had - more.ask("replacement points") == 3
    # without the points there is none
    poor = state._supposed(variables=[("replacement points", 1)])
    with refused("TRC-28.4.5a"):
        play(poor, "promote 62 A")


@pytest.mark.rule("TRC-28.4.6a")
def test_the_12th_ss_leaves_in_october_1944_or_a_regular_corps() -> None:
    def october(units: dict[str, str], turn: int = SEP_44) -> State:
        state = at("axis", 2, turn=turn, units={"1 Inf": BERLIN, **units}, options=ADDED)
        state = play(state, "end-movement")
        while state.to_move == "axis" and state.decision != "withdrawal":
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
        return state

    assert october({"12 SS Inf": "E30"}).place("12 SS Inf") == "removed"
    assert october({"12 SS Inf": "E30"}, SEP_44 - 1).place("12 SS Inf") == "E30"
    instead = october({"12 SS Inf": "pool", "2 Inf": "E30", "41 Pz": "E29"})
    assert names(instead, "withdraw") == {"1 Inf", "2 Inf"}
    assert play(instead, "withdraw 2 Inf").place("2 Inf") == "removed"

"""Section 28.3: a variant in which the Axis does not give up its front voluntarily."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, go, reach
from ...turn_positions import SNOW, before, names, play, refused, walk

FAST = ("no-retreat",)
FRONT = {"13 Inf": "X15", "41 Pz": "V20"}
CITIES = ["W19", "AA14", "X13", "S25"]
NOV_41, JAN_42, MAR_42, MAY_42 = 4, 5, 6, 7


def opened(units: dict[str, str], turn: int = JAN_42, die: int = 6, **more: Any) -> State:
    """The Axis movement phase of a turn that has begun with units in their places."""
    more = {"axis": CITIES, **more}
    state = before("axis", 1, turn=turn, units={**FRONT, **units}, options=FAST, **more)
    state.push("end-movement")
    return walk(state, "movement", "axis", 1, weather=die)


def row(hexes: set[str], letters: str) -> set[str]:
    """The hexes of a row."""
    return {h for h in hexes if h.rstrip("0123456789") == letters}


@pytest.mark.rule("TRC-28.3a")
def test_the_easternmost_hex_of_each_row_is_the_front() -> None:
    state = opened({"44 Inf": "X19"})
    assert state.hexes_with("front") == ["D30", "V20", "X15"]
    assert opened({}, turn=3).hexes_with("front") == []
    assert "X15" in opened({}, turn=NOV_41).hexes_with("front")
    # and no longer when the turn is over
    assert walk(play(state, "end-movement"), "movement", "russian").hexes_with("front") == []


@pytest.mark.rule("TRC-28.3a", "TRC-28.3b")
def test_who_alone_holds_it_stays_within_reach_of_it() -> None:
    state = opened({})
    # next to it, or farther east in the row
    found = reach(state, "13 Inf")
    assert {"X16", "W15", "Y15", "X14", "X13"} <= found
    assert not found & {"X17", "W16", "Y17"}
    with refused("TRC-28.3a"):
        play(state, "move 13 Inf", "to X17")
    assert play(state, "move 13 Inf", "stop").place("13 Inf") == "X15"


@pytest.mark.rule("TRC-28.3a", "TRC-28.3c")
def test_who_is_held_after_another_is_held_by_his_own_hex_alone() -> None:
    state = opened({"44 Inf": "X18"})
    after = play(state, "move 13 Inf", "stop")
    assert after.place("13 Inf") == "X15"
    for unit in ("41 Pz", "44 Inf"):
        assert reach(after, unit) == reach(state, unit) != set()
    # who holds nothing goes where he likes, who holds V20 not away to the other's hex
    assert "X16" in reach(after, "44 Inf") and "X16" not in reach(after, "41 Pz")


@pytest.mark.rule("TRC-28.3a")
def test_another_may_take_over() -> None:
    state = opened({"44 Inf": "X18"})
    with refused("TRC-28.3a"):
        play(state, "move 13 Inf", "to X17")
    relieved = go(state, "44 Inf", "X16")
    assert go(relieved, "13 Inf", "X17").place("13 Inf") == "X17"


@pytest.mark.rule("TRC-28.3b")
def test_a_zone_of_control_holds_it_as_well() -> None:
    state = opened({"44 Inf": "W15"})
    assert "X17" in reach(state, "13 Inf")


@pytest.mark.rule("TRC-28.3c")
def test_what_lies_behind_others_need_not_be_held() -> None:
    state = opened({"44 Inf": "Y14"})
    assert "Y15" in reach(state, "44 Inf")
    ahead = go(state, "44 Inf", "Y12")
    assert "X17" in reach(ahead, "13 Inf")


@pytest.mark.rule("TRC-28.3c")
def test_nor_what_is_out_of_supply() -> None:
    # a Russian cuts the way while the turn goes on: no line leads back
    state = opened({})
    cut = state._supposed(hex_flags=[(h, "axis control", False) for h in CITIES])
    assert "X17" not in reach(state, "13 Inf")
    assert "X17" in reach(cut, "13 Inf")


@pytest.mark.rule("TRC-28.3e")
def test_who_was_cut_off_when_the_turn_began_is_free() -> None:
    state = opened({}, axis=["S25"])
    assert "13 Inf" in state.units_with("cut off")
    saved = state._supposed(hex_flags=[(h, "axis control", True) for h in CITIES])
    assert "X17" in reach(saved, "13 Inf")


@pytest.mark.rule("TRC-28.3a")
def test_nor_does_he_go_by_rail_or_sea() -> None:
    line = ["II14", "II15", "HH16", "GG16"]
    state = opened({"13 Inf": "II14", "44 Inf": "X15"}, rail=line, axis=[*CITIES, "JJ23"])
    assert "II14" in state.hexes_with("front")
    with refused("TRC-28.3a"):
        play(state, "ship-black 13 Inf")
    two = opened({"13 Inf": "II14", "44 Inf": "II14"}, axis=[*CITIES, "JJ23"])
    assert "13 Inf" in names(two, "ship-black")


@pytest.mark.rule("TRC-28.3d")
def test_losses_in_battle_are_no_violation() -> None:
    units = {"38 Inf": "X15", "16 A": "X14", "5G A": "X14"}
    state = combat("russian", units, options=FAST, turn=JAN_42, weather=SNOW, axis=CITIES)
    fled = fight(state, "X15", ["16 A", "5G A"], 3, 4)
    assert fled.decision == "retreat to"
    far = play(fled, f"retreat-to {max(names(fled, 'retreat-to'))}")
    assert far.place("38 Inf") != "X15"


@pytest.mark.rule("TRC-28.3f")
def test_a_russian_attack_at_one_to_one_in_snow_ends_it() -> None:
    units = {"38 Inf": "X15", "16 A": "X14", "5G A": "X14"}

    def attacked(announced: int, weather: int = SNOW) -> int:
        state = combat("russian", units, options=FAST, turn=JAN_42, weather=weather, axis=CITIES)
        fought = fight(state, "X15", ["16 A", "5G A"], 5, announced)
        while fought.decision in ("loss", "retreat", "retreat to", "retreat on"):
            fought.push(fought.legal_actions.list()[0])
        return fought.var("front released")

    assert [attacked(1), attacked(-2), attacked(1, weather=0)] == [1, 0, 0]
    assert opened({}, variables={"front released": 1}).hexes_with("front") == []


@pytest.mark.rule("TRC-28.3f")
def test_and_so_does_the_first_turn_of_1942_without_snow() -> None:
    assert opened({}, turn=MAR_42, die=1).var("front released") == 1
    assert opened({}, turn=MAY_42).hexes_with("front") == []
    assert opened({}, turn=NOV_41, die=1).var("front released") == 0
    assert opened({}, turn=JAN_42).var("front released") == 0


@pytest.mark.rule("TRC-28.3a", "TRC-28.3e")
def test_who_was_cut_off_may_sail_though_he_alone_holds_the_front() -> None:
    harbour = {"13 Inf": "II14", "44 Inf": "X15"}
    bound = opened(harbour, axis=[*CITIES, "JJ23"])
    assert "13 Inf" not in names(bound, "ship-black")
    free = bound._supposed(unit_flags=[("13 Inf", "cut off", True)])
    assert "13 Inf" in names(free, "ship-black")
    # with no front nobody is bound
    none = bound._supposed(hex_flags=[(h, "front", False) for h in bound.hexes_with("front")])
    assert "13 Inf" in names(none, "ship-black")


@pytest.mark.rule("TRC-28.3a", "TRC-28.3e", "TRC-28.3f")
@pytest.mark.parametrize("released", [0, 1])
@pytest.mark.parametrize("turn", [3, NOV_41, JAN_42])
def test_when_there_is_a_front(turn: int, released: int) -> None:
    begun = opened({}, turn=turn, variables={"front released": released}, axis=["S25"])
    stands = turn >= NOV_41 and not released
    assert bool(begun.hexes_with("front")) == stands
    assert ("13 Inf" in begun.units_with("cut off")) == stands

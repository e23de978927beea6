"""Sections 20.9 and 20.10: withdrawals, exits off the map, and the units given up for them."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import MAY_44, at, before, impulse_of, names, play, refused, walk

ARMOUR = {"41 Pz": "J30", "56 Pz": "J31", "1 SS Pz": "K31", "2 SS Pz": "L31", "3 SS Pz": "M31"}


def may(units: dict[str, str], **more: object) -> State:
    """May 1944 begins."""
    state = before("axis", 1, turn=MAY_44, units=units, **more)
    state.push("end-movement")
    return walk(state, "withdrawal", "axis")


@pytest.mark.rule("TRC-20.9.2a", "TRC-20.9.1a")
def test_two_armor_corps_leave_in_may_1944() -> None:
    state = may({"41 Pz": "J30", "56 Pz": "J31", "24 Pz": "K31"})
    assert names(state, "withdraw") == {"41 Pz", "56 Pz", "24 Pz"}
    out = play(state, "withdraw 56 Pz", "withdraw 24 Pz")
    assert [out.place(u) for u in ("41 Pz", "56 Pz", "24 Pz")] == ["J30", "later", "later"]


@pytest.mark.rule("TRC-20.9.2a", "TRC-20.9.2c")
@pytest.mark.parametrize("turn", [22, 23, 24])
def test_those_withdrawn_in_may_1944_arrive_in_january_1945(turn: int) -> None:
    out = play(may({"41 Pz": "J30", "56 Pz": "J31", "24 Pz": "K31"}), "withdraw 56 Pz")
    gone = play(out, "withdraw 24 Pz").units_with("returning")
    assert sorted(gone) == ["24 Pz", "56 Pz"]
    state = impulse_of("axis", 1, turn=turn, units=dict.fromkeys(gone, "later") | {"1 Inf": "J30"},
                       flags={"returning": gone})  # fmt: skip
    assert [state.place(u) == "arriving" for u in gone] == [turn == 23] * 2


@pytest.mark.rule("TRC-20.9.2a")
def test_who_cannot_withdraw_two_loses() -> None:
    assert may({"41 Pz": "J30", "56 Pz": "pool"}).outcome == ("russian", 1, "TRC-20.9.2a")
    # in April nothing is asked for
    assert impulse_of("axis", 1, turn=MAY_44 - 1, units={"41 Pz": "J30"}).outcome is None


@pytest.mark.rule("TRC-20.9.2b")
def test_ss_corps_leave_first() -> None:
    state = may(ARMOUR)
    assert names(state, "withdraw") == {"1 SS Pz", "2 SS Pz", "3 SS Pz"}
    with refused("TRC-20.9.2b"):
        play(state, "withdraw 41 Pz")
    one = may({**ARMOUR, "1 SS Pz": "pool", "2 SS Pz": "pool"})
    # the only SS corps goes unasked, then others do
    assert one.place("3 SS Pz") == "later"
    assert "41 Pz" in names(one, "withdraw")


@pytest.mark.rule("TRC-20.9.2c")
def test_the_two_come_back_in_january_1945() -> None:
    units = {"1 SS Pz": "later", "4 SS Pz": "later"}
    state = impulse_of("axis", 1, turn=23, units=units, flags={"returning": ["1 SS Pz"]})
    assert state.place("1 SS Pz") == "arriving"
    assert state.place("4 SS Pz") == "later"
    assert "E33" in names(play(state, "enter 1 SS Pz"), "at")
    early = impulse_of("axis", 1, turn=22, units=units, flags={"returning": ["1 SS Pz"]})
    assert early.place("1 SS Pz") == "later"


@pytest.mark.rule("TRC-20.9.3a", "TRC-20.9.1a")
def test_a_german_corps_leaves_in_march_and_in_may_1945() -> None:
    for turn in (24, 25):
        units = {"9 Inf": "J30", "49 Mtn": "J31", "Rum 1 Inf": "Z33", "HQ North": "K31"}
        state = before("axis", 1, turn=turn, units=units)
        state.push("end-movement")
        asked = walk(state, "withdrawal", "axis")
        assert names(asked, "withdraw") == {"9 Inf", "49 Mtn", "28 Inf"}
        out = walk(play(asked, "withdraw 49 Mtn"), "movement", "axis", 1)
        assert out.place("49 Mtn") == "removed"
        assert out.place("9 Inf") == "J30"
    calm = impulse_of("axis", 1, turn=22, units={"9 Inf": "J30"})
    assert calm.place("9 Inf") == "J30"


@pytest.mark.rule("TRC-4.1.2a")
def test_withdrawals_come_before_anything_else() -> None:
    state = before("axis", 1, turn=MAY_44, units={**ARMOUR, "9 Inf": "pool", "24 Pz": "pool"})
    state.push("end-movement")
    while state.to_move == "chance" or state.decision not in ("withdrawal", "replacements"):
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    assert state.decision == "withdrawal"


# -- exits ------------------------------------------------------------------------------------


def leave(side: str, unit: str, at_hex: str, turn: int = 8, **more: object) -> State:
    """A unit at the edge of the map that may move."""
    state = at(side, 1, turn=turn, units={unit: at_hex, **more.pop("units", {})}, **more)  # type: ignore[arg-type, dict-item]
    return play(state, f"move {unit}")


@pytest.mark.rule("TRC-20.10.1a")
def test_units_leave_over_the_enemys_edge_from_1942_on() -> None:
    state = leave("axis", "41 Pz", "V1")
    out = play(state, "exit")
    assert out.place("41 Pz") == "removed"
    assert out.var("factors owed by russian") == 8
    with refused("TRC-20.10.1a"):
        play(leave("axis", "41 Pz", "V1", turn=4), "exit")
    west = leave("russian", "1 TkC", "V33")
    assert play(west, "exit").var("factors owed by axis") == 2
    # not over one's own edge, nor from inland, nor (D-66) over the south edge
    for side, unit, where in (
        ("axis", "41 Pz", "S33"),
        ("russian", "1 TkC", "V1"),
        ("axis", "41 Pz", "V2"),
        ("axis", "41 Pz", "QQ9"),
    ):
        assert names(leave(side, unit, where), "exit") == set()
    east = leave("axis", "41 Pz", "V1", options=("D-66",))
    assert play(east, "exit").place("41 Pz") == "removed"
    south = leave("axis", "41 Pz", "QQ9", options=("D-66",))
    assert names(south, "exit") == {""}


def matching(owed: int, units: dict[str, str], **more: object) -> State:
    """The Russian must match exits."""
    variables = {"factors owed by russian": owed}
    state = before("russian", 1, turn=8, units=units, variables=variables, **more)
    state.push("end-movement")
    return walk(state, "exits to match", "russian", Archangel=1)


@pytest.mark.rule("TRC-20.10.1a")
def test_exits_are_matched_with_as_many_factors() -> None:
    state = matching(6, {"11 A": "V4", "3 A": "V5", "23 A": "V6"})
    two = play(state, "match 3 A", "match 11 A")
    assert two.decision != "exits to match"
    assert [two.place(u) for u in ("3 A", "11 A", "23 A")] == ["removed", "removed", "V6"]
    assert two.var("factors owed by russian") == 0


@pytest.mark.rule("TRC-20.10.1a")
def test_the_last_unit_that_can_match_an_exit_is_given_up() -> None:
    """An army of six factors is all that the Russian has; what is the only choice is unasked."""
    units, owed = {"11 A": "V4", "12 TkC": "removed"}, {"factors owed by russian": 6}
    state = before("russian", 1, turn=8, units=units, variables=owed)
    after = walk(play(state, "end-movement"), "movement", "axis", 1, Archangel=1, weather=1)
    assert (after.place("11 A"), after.var("factors owed by russian")) == ("removed", 0)


@pytest.mark.rule("TRC-20.10.1b")
def test_who_arrives_may_be_given_up_and_comes_on_only_then() -> None:
    state = matching(8, {"3 TkA": "later", "4 TkA": "later", "11 A": "V4"})
    assert {"3 TkA", "11 A"} <= names(state, "match")
    assert state.place("3 TkA") == "arriving"
    done = play(state, "match 3 TkA", "match 11 A")
    assert done.decision == "movement"
    assert done.place("3 TkA") == "removed"


@pytest.mark.rule("TRC-20.10.1c")
def test_withdrawals_do_not_count_as_matching() -> None:
    variables = {"factors owed by axis": 9}
    state = before("axis", 1, turn=MAY_44, units=ARMOUR, variables=variables)
    state.push("end-movement")
    asked = walk(state, "exits to match", "axis")
    assert asked.var("factors owed by axis") == 9


@pytest.mark.rule("TRC-20.10.2a", "TRC-25.1.1c", "TRC-25.1.2b")
def test_who_cannot_match_loses() -> None:
    assert matching(8, {"11 A": "V4"}).outcome is None
    assert matching(10, {"11 A": "V4"}).outcome == ("axis", 1, "TRC-25.1.1c")
    storm = matching(10, {"11 A": "V4"}, scenario="breaking-storm")
    assert storm.outcome == ("axis", 1, "TRC-20.10.2a")
    state = before("axis", 1, turn=8, variables={"factors owed by axis": 4})
    state.push("end-movement")
    assert walk(state, "movement", "axis").outcome == ("russian", 1, "TRC-25.1.2b")


# -- clause by clause -------------------------------------------------------------------------


@pytest.mark.rule("TRC-20.9.2c", "TRC-20.9.1a")
def test_only_the_armor_of_may_1944_is_to_come_back() -> None:
    out = play(may({"41 Pz": "J30", "56 Pz": "J31", "24 Pz": "K31"}), "withdraw 56 Pz")
    out = walk(play(out, "withdraw 24 Pz"), "movement", "axis", 1)
    assert set(out.units_with("returning")) == {"56 Pz", "24 Pz"}
    state = before("axis", 1, turn=24, units={"9 Inf": "J30"})
    state.push("end-movement")
    gone = walk(play(walk(state, "withdrawal"), "withdraw 9 Inf"), "movement", "axis", 1)
    assert gone.units_with("returning") == []
    assert gone.place("9 Inf") == "removed"


@pytest.mark.rule("TRC-20.9.2c")
def test_they_come_back_in_the_first_axis_impulse_alone() -> None:
    units = {"1 SS Pz": "later"}
    flags = {"returning": ["1 SS Pz"]}
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        state = impulse_of(side, impulse, turn=23, units=units, flags=flags)
        assert state.place("1 SS Pz") == "later"
    back = impulse_of("axis", 1, turn=23, units=units, flags=flags)
    assert back.units_with("returning") == []
    assert impulse_of("axis", 1, turn=24, units=units, flags=flags).place("1 SS Pz") == "later"


@pytest.mark.rule("TRC-20.9.1a", "TRC-20.9.2a", "TRC-20.9.2b")
def test_two_corps_are_enough_and_no_third_is_asked_for() -> None:
    out = play(may({"1 SS Pz": "J30", "2 SS Pz": "J31", "3 SS Pz": "K31"}), "withdraw 1 SS Pz")
    out = walk(out, "movement", "axis", 1)
    left = [u for u in ("1 SS Pz", "2 SS Pz", "3 SS Pz") if out.place(u) != "later"]
    assert len(left) == 1
    both = before("axis", 1, turn=MAY_44, units={"41 Pz": "J30", "56 Pz": "J31"})
    both.push("end-movement")
    done = walk(both, "movement", "axis", 1)
    assert done.outcome is None
    assert [done.place(u) for u in ("41 Pz", "56 Pz")] == ["later", "later"]


@pytest.mark.rule("TRC-20.10.1a")
def test_factors_owed_add_up() -> None:
    state = at(
        "axis",
        1,
        units={"41 Pz": "V1", "56 Pz": "X1"},
        variables={"factors owed by russian": 3},
    )
    one = play(state, "move 41 Pz", "exit")
    assert one.var("factors owed by russian") == 3 + 8
    two = play(one, "move 56 Pz", "exit")
    assert two.var("factors owed by russian") > 3 + 8
    assert two.var("factors owed by axis") == 0


@pytest.mark.rule("TRC-20.10.1a")
def test_units_leave_from_january_1942_and_not_in_november_1941() -> None:
    assert play(leave("axis", "41 Pz", "V1", turn=5), "exit").place("41 Pz") == "removed"
    with refused("TRC-20.10.1a"):
        play(leave("russian", "1 TkC", "V33", turn=4), "exit")


@pytest.mark.rule("TRC-20.10.1a")
def test_an_exit_takes_a_point() -> None:
    steps = ["to V4", "to V3", "to V2", "to V1"]
    tired = play(leave("axis", "9 Inf", "V5"), *steps)
    assert names(tired, "exit") == set()
    assert names(play(leave("axis", "9 Inf", "V4"), *steps[1:]), "exit") == {""}


@pytest.mark.rule("TRC-20.10.1a")
def test_matching_goes_on_until_nothing_is_owed() -> None:
    armies = {"11 A": "V4", "3 A": "V5", "23 A": "V6"}
    state = matching(9, armies)
    one = play(state, "match 3 A")
    assert one.decision == "exits to match"
    assert one.var("factors owed by russian") == 9 - 5
    assert names(one, "match") >= {"11 A", "23 A"}
    # what is given up over the count is not kept
    assert play(matching(4, armies), "match 3 A").var("factors owed by russian") == 0
    assert play(matching(5, armies), "match 3 A").decision != "exits to match"


@pytest.mark.rule("TRC-20.10.1a", "TRC-20.10.2a")
@pytest.mark.parametrize(("owed", "lost"), [(1, False), (9, False), (10, True)])
def test_all_that_a_side_has_is_just_enough(owed: int, lost: bool) -> None:
    # the six factors of the army and the three of the tank corps at DD3
    state = matching(owed, {"11 A": "V4"})
    assert (state.outcome is not None) == lost
    if not lost:
        assert names(state, "match") == {"11 A", "12 TkC"}


@pytest.mark.rule("TRC-20.10.1a")
def test_whoever_has_a_factor_may_be_given_up() -> None:
    units = {"Stavka": "R9", "Stalin": "R9", "5 ParaC": "S9", "Moscow Worker": "R9"}
    state = matching(2, {**units, "Partisan 1": "O20", "11 A": "V4", "16 A": "pool"})
    assert names(state, "match") == {*units, "11 A", "12 TkC"}
    one = play(state, "match Stavka")
    assert one.var("factors owed by russian") == 1
    assert play(one, "match 5 ParaC").decision != "exits to match"
    # those of the Axis among its own
    axis = before(
        "axis", 1, turn=8, variables={"factors owed by axis": 2},
        units={"HQ North": "J30", "Hitler": "E31", "Rum 1 Inf": "K31", "11 A": "V4"},
    )  # fmt: skip
    asked = walk(play(axis, "end-movement"), "exits to match", "axis", weather=1)
    assert names(asked, "match") == {"HQ North", "Hitler", "Rum 1 Inf", "28 Inf"}


@pytest.mark.rule("TRC-20.10.1a")
def test_exits_are_matched_in_the_first_impulse_of_the_own_turn() -> None:
    owed = {"factors owed by russian": 2}
    for side, impulse in (("axis", 1), ("axis", 2), ("russian", 2)):
        state = impulse_of(side, impulse, turn=8, units={"11 A": "V4"}, variables=owed)
        assert state.place("11 A") == "V4"
        assert state.var("factors owed by russian") == 2


@pytest.mark.rule("TRC-20.10.1a", "TRC-20.9.1a", "TRC-20.9.2a", "TRC-17.2.1d")
def test_who_leaves_the_map_watches_no_city_any_more() -> None:
    """Kiev is empty, and two units watch it; Saratov as well."""
    watched = {"11 A": "X20", "41 Pz": "V19"}
    state = matching(5, watched, nobody=["W19"])
    assert state.decision == "exits to match"
    assert "W19" not in state.hexes_with("axis control")
    given = play(state, "match 11 A")
    assert given.place("11 A") == "removed"
    assert "W19" in given.hexes_with("axis control")
    # in May 1944 the corps that is withdrawn is the one
    may44 = may({**watched, "56 Pz": "J31", "24 Pz": "K31"}, nobody=["W19"])
    gone = play(may44, "withdraw 41 Pz", "withdraw 24 Pz")
    assert gone.place("41 Pz") == "later"
    assert "W19" in gone.hexes_with("russian control")
    # and who exits beside Saratov
    left = leave("axis", "41 Pz", "V1", units={"11 A": "T2"}, nobody=["U1"])
    assert "U1" not in left.hexes_with("russian control")
    assert "U1" in play(left, "exit").hexes_with("russian control")


@pytest.mark.rule("TRC-20.9.3a", "TRC-20.9.2a")
@pytest.mark.parametrize("turn", [18, 19, 20, 23, 24, 25])
def test_in_which_turns_corps_are_withdrawn(turn: int) -> None:
    units = {"41 Pz": "J30", "56 Pz": "J31", "24 Pz": "K31"}
    gone = {19: 2, 24: 1, 25: 1}.get(turn, 0)
    state = impulse_of("axis", 1, turn=turn, units=units)
    assert state.turn == turn
    left = [u for u in (*units, "28 Inf") if state.place(u) in ("later", "removed")]
    assert len(left) == gone
    # in the other impulses nobody leaves
    for side, impulse in (("axis", 2), ("russian", 1)):
        later = impulse_of(side, impulse, turn=turn, units=units)
        assert [later.place(u) for u in units] == list(units.values())


@pytest.mark.rule("TRC-20.9.3a", "TRC-20.9.1a")
def test_nobody_loses_for_want_of_a_corps_in_1945() -> None:
    units = {"Rum 1 Inf": "Z33", "28 Inf": "removed", "HQ North": "K31"}
    state = impulse_of("axis", 1, turn=24, units=units)
    assert state.outcome is None and state.turn == 24
    assert state.place("Rum 1 Inf") == "Z33"
    # any German corps will do, of the SS no sooner than others
    any_ = before("axis", 1, turn=24, units={"1 SS Pz": "J30", "9 Inf": "J31", "3 LW": "K31"})
    asked = walk(play(any_, "end-movement"), "withdrawal", "axis")
    assert asked.to_move == "axis"
    assert names(asked, "withdraw") == {"1 SS Pz", "9 Inf", "3 LW", "28 Inf"}


@pytest.mark.rule("TRC-20.9.2a", "TRC-20.9.2b")
def test_who_is_off_the_map_is_not_withdrawn() -> None:
    away = {"24 Pz": "pool", "39 Pz": "off-map", "1 SS Pz": "surrendered", "2 SS Pz": "pool"}
    state = may({"41 Pz": "J30", "56 Pz": "J31", "3 Pz": "K31", **away})
    assert names(state, "withdraw") == {"41 Pz", "56 Pz", "3 Pz"}
    assert state.to_move == "axis"
    # the armor of an ally is armor of the Axis; tanks of the Russian are not
    allies = may({"41 Pz": "J30", "56 Pz": "J31", "Rum Pz": "E32", "1 TkC": "R9"})
    assert {"41 Pz", "56 Pz"} <= names(allies, "withdraw") <= {"41 Pz", "56 Pz", "Rum Pz"}


@pytest.mark.rule("TRC-20.9.2c")
def test_a_garrison_that_was_withdrawn_comes_back_over_the_edge() -> None:
    """The 4th SS and Goering's corps came to Warsaw at first."""
    flags = {"returning": ["4 SS Pz", "HG Pz"]}
    units = {"4 SS Pz": "later", "HG Pz": "later"}
    state = impulse_of("axis", 1, turn=23, units=units, flags=flags)
    assert {"4 SS Pz", "HG Pz"} <= set(state.units_with("replacement"))
    for unit in units:
        assert {"E33", "J33"} & names(play(state, f"enter {unit}"), "at")


@pytest.mark.rule("TRC-20.9.2c", "TRC-20.0a")
def test_who_is_listed_comes_whoever_is_still_to_come_back() -> None:
    """The 72nd is listed for July 1942."""
    units = {"1 SS Pz": "later", "72 Inf": "later"}
    state = impulse_of("axis", 1, turn=8, units=units, flags={"returning": ["1 SS Pz"]})
    assert [state.place(u) for u in units] == ["later", "arriving"]

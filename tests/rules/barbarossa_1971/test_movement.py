"""Movement: allowances, costs, freedoms, and the one hex that a unit may always move."""

from __future__ import annotations

from collections.abc import Collection

import pytest

import eastfront as ef
from eastfront._core import IllegalAction, State

from .movement_positions import (
    APRIL,
    AUGUST,
    DECEMBER,
    FEBRUARY,
    JANUARY,
    MARCH,
    NOVEMBER,
    OCTOBER,
    around,
    at,
    goes,
    legs,
    names,
    on,
    passed,
    play,
    refused,
    spent_by,
    walk,
)

ALLOWANCES = {
    # the first unit of a kind, and its points in April to September, in mud, in winter
    "1PzA": (8, 5, 5),
    "1PzC": (8, 5, 5),
    "1InA": (3, 2, 2),
    "1InC": (3, 2, 2),
    "1Air": (2, 2, 2),
    "1AxSup": (2, 2, 2),
    "1RumA": (2, 2, 2),
    "1RumC": (2, 2, 2),
    "1HunA": (2, 2, 2),
    "1HunC": (2, 2, 2),
    "1ItaA": (2, 2, 2),
    "1ItaC": (2, 2, 2),
    "1Inf": (2, 2, 2),
    "1Shk": (3, 3, 3),
    "1TkC": (5, 5, 5),
    "1MeC": (5, 5, 5),
    "1TkA": (5, 5, 5),
    "1SovSup": (2, 2, 2),
}
MONTHS = {
    0: (AUGUST, AUGUST + 1, APRIL),
    1: (OCTOBER, MARCH),
    2: (NOVEMBER, DECEMBER, JANUARY, FEBRUARY),
}
SOVIETS = ("1Inf", "1Shk", "1TkC", "1MeC", "1TkA", "1SovSup")


def side_of(unit: str) -> str:
    return "soviet" if unit in SOVIETS else "axis"


def spread(hex_: str, steps: int, shut: Collection[str] = ()) -> dict[str, int]:
    """The hexes around one, with how many steps away they are; some are not entered."""
    found, edge = {hex_: 0}, [hex_]
    for step in range(1, steps + 1):
        edge = sorted({h for a in edge for h in around(a)} - found.keys() - set(shut))
        found |= dict.fromkeys(edge, step)
    return {h: n for h, n in found.items() if n}


def costs(state: State, unit: str) -> dict[str, int]:
    """Where a unit can go and for what, as asked; play offers the same hexes."""
    found = dict(state.reach(unit))
    assert found.keys() == legs(state, unit)
    return found


@pytest.mark.rule("SPI-MOVE-A1", "SPI-MOVE-A3", "SPI-UNIT-A", "SPI-SEQ-C")
@pytest.mark.parametrize("season", MONTHS)
@pytest.mark.parametrize("unit", ALLOWANCES)
def test_a_unit_goes_as_far_as_its_allowance_and_no_farther(unit: str, season: int) -> None:
    for month in MONTHS[season]:
        state = at(f"{side_of(unit)} move", {"2135": unit}, month)
        # the Volga and the Don are too far away to matter but for the longest marches
        near = spread("2135", min(ALLOWANCES[unit][season], 3))
        found = costs(state, unit)
        assert {h: n for h, n in found.items() if h in near} == near
        assert max(found.values()) == ALLOWANCES[unit][season]


@pytest.mark.rule("SPI-MOVE-A3")
@pytest.mark.parametrize(("unit", "steps"), [("1PzA", 8), ("1TkC", 5), ("1InA", 3), ("1Inf", 2)])
def test_the_last_point_is_spent_and_not_one_more(unit: str, steps: int) -> None:
    # along row 06, eastward in the plain
    state = at(f"{side_of(unit)} move", {"0625": unit})
    way = [f"06{25 + n}" for n in range(1, steps + 2)]
    assert way[steps - 1] in legs(state, unit)
    with refused("SPI-MOVE-A3"):
        play(state, f"move {unit}", f"to {way[steps]}")
    walked = play(state, f"move {unit}", *(f"to {h}" for h in way[: steps - 1]))
    assert way[steps - 1] in names(walked, "to") and way[steps] not in names(walked, "to")
    done = play(walked, f"to {way[steps - 1]}")
    assert done.place(unit) == way[steps - 1] and unit not in names(done, "move")


@pytest.mark.rule("SPI-MOVE-A2")
@pytest.mark.parametrize("unit", ["1PzA", "1InC", "1AxSup", "1RumC", "1Inf", "1Shk", "1MeC"])
def test_rough_takes_two_points_to_enter_and_none_more_to_leave(unit: str) -> None:
    """0927 is rough among clear hexes."""
    into = costs(at(f"{side_of(unit)} move", {"0926": unit}), unit)
    assert into["0927"] == 2 and into["0826"] == 1
    out = costs(at(f"{side_of(unit)} move", {"0927": unit}), unit)
    assert all(out[h] == 1 for h in around("0927"))
    # in winter it is as rough
    winter = costs(at(f"{side_of(unit)} move", {"0926": unit}, JANUARY), unit)
    assert winter["0927"] == 2


@pytest.mark.rule("SPI-MOVE-A2", "SPI-MOVE-A3", "SPI-MOVE-I")
def test_an_army_of_two_points_enters_rough_only_with_both() -> None:
    state = at("soviet move", {"0825": "1Inf"})
    assert "0927" not in legs(state, "1Inf")
    moved = play(state, "move 1Inf", "to 0826")
    assert "0927" in around("0826") and "0927" not in names(moved, "to")
    with refused("SPI-MOVE-A3"):
        play(moved, "to 0927")
    assert "0927" in legs(at("soviet move", {"0826": "1Inf"}), "1Inf")
    # an infantry army of three has a point for it and one left
    three = play(at("axis move", {"0825": "1InA"}), "move 1InA", "to 0826", "to 0927")
    assert three.decision == "movement" and three.place("1InA") == "0927"


@pytest.mark.rule("SPI-MOVE-A1", "SPI-MOVE-A2")
def test_left_out_rough_is_as_clear_ground_or_clear_ground_asks_nothing() -> None:
    """0927 is rough among clear hexes."""
    as_clear = costs(at("axis move", {"0926": "1PzA"}, without="SPI-MOVE-A2"), "1PzA")
    assert (as_clear["0927"], as_clear["0826"]) == (1, 1)
    free = costs(at("axis move", {"0926": "1InC"}, without="SPI-MOVE-A1"), "1InC")
    assert (free["0927"], free["0826"], free["0825"]) == (2, 0, 0)


@pytest.mark.rule("SPI-MOVE-B")
def test_a_player_moves_all_of_his_units_some_or_none() -> None:
    units = {"0530": "1PzA", "0630": "1InA", "0730": "1RumA"}
    state = at("axis move", units)
    assert names(state, "move") == {"1PzA", "1InA", "1RumA"} and "" in names(state, "end-movement")
    none = play(state, "end-movement")
    assert {none.place(u) for u in ("1PzA", "1InA", "1RumA")} == {"0530", "0630", "0730"}
    one = goes(state, "1InA", "0631")
    assert names(one, "move") == {"1PzA", "1RumA"} and "" in names(one, "end-movement")
    every = goes(goes(one, "1RumA", "0731"), "1PzA", "0531")
    assert [every.place(u) for u in ("1PzA", "1InA", "1RumA")] == ["0531", "0631", "0731"]


@pytest.mark.rule("SPI-MOVE-B")
@pytest.mark.parametrize(("side", "units"), [("axis", "1PzA, 1Air"), ("soviet", "1TkC, 1SovSup")])
@pytest.mark.parametrize("phase", ["", " 2"])
def test_both_sides_may_leave_all_where_they_are_in_both_phases(
    side: str, units: str, phase: str
) -> None:
    state = at(f"{side} move{phase}", {"0530": units})
    assert state.to_move == side and "" in names(state, "end-movement")
    still = play(state, "end-movement")
    assert {still.place(u) for u in units.split(", ")} == {"0530"}


@pytest.mark.rule("SPI-MOVE-B")
def test_left_out_the_phase_ends_once_everybody_has_moved() -> None:
    state = at("axis move", {"0530": "1PzA", "0630": "1InA"}, without="SPI-MOVE-B")
    for unit, to in (("1PzA", "0531"), ("1InA", "0631")):
        assert state.decision == "movement" and "" not in names(state, "end-movement")
        state = goes(state, unit, to)
    # the last is not asked about, as there is no choice
    assert (state.decision, state.subject) == ("leg", "6AxSup")
    assert play(state, "stop").decision != "movement"


@pytest.mark.rule("SPI-MOVE-C1", "SPI-MOVE-G")
def test_a_move_goes_from_hex_to_hex_and_leaps_over_nothing() -> None:
    """Enemies without a zone of control all round: nothing is left to enter."""
    ring = dict(zip(around("0530"), ("1SovSup", "2SovSup", "3SovSup", "4SovSup"), strict=False))
    gaps = [h for h in around("0530") if h not in ring]
    state = at("axis move", {"0530": "1PzA, 1AxSup", **ring})
    found = dict(state.reach("1PzA"))
    assert not found.keys() & ring.keys()
    assert {h for h, n in found.items() if n == 1} == set(gaps)
    # behind the ring it comes only by the gaps
    assert {h: n for h, n in found.items() if n <= 3} == spread("0530", 3, shut=ring)


@pytest.mark.rule("SPI-MOVE-C1")
def test_stackmates_go_alone_or_one_after_the_other() -> None:
    state = at("axis move", {"0530": "1PzC, 1InC"})
    alone = goes(state, "1PzC", "0531")
    assert (alone.place("1PzC"), alone.place("1InC")) == ("0531", "0530")
    both = goes(alone, "1InC", "0531")
    assert both.place("1InC") == both.place("1PzC") == "0531"
    # and go on apart: the first goes farther by another way
    apart = goes(goes(state, "1PzC", "0630", "0731"), "1InC", "0430")
    assert (apart.place("1PzC"), apart.place("1InC")) == ("0731", "0430")


@pytest.mark.rule("SPI-MOVE-C2")
def test_a_unit_turns_as_it_likes_and_stops_early() -> None:
    state = at("axis move", {"0530": "1PzA"})
    assert all(h in legs(state, "1PzA") for h in around("0530"))
    # round the hex from which it came, back into it, and out again
    ring = around("0530")
    circle = play(state, "move 1PzA", *(f"to {h}" for h in ring), "to 0530", f"to {ring[3]}")
    assert circle.place("1PzA") == ring[3] and circle.decision == "movement"
    early = play(state, "move 1PzA", "to 0531", "stop")
    assert early.place("1PzA") == "0531" and early.decision == "movement"


@pytest.mark.rule("SPI-MOVE-C3", "SPI-SEQ-E")
def test_points_that_are_left_are_lost_with_the_phase() -> None:
    state = at("axis move", {"0530": "1InA"})
    still = walk(play(state, "end-movement"), "movement", "axis")
    assert max(costs(still, "1InA").values()) == 3
    short = walk(on(goes(state, "1InA", "0531"), "movement", "axis"), "movement", "axis")
    assert short.stack[1] == "axis player turn" and max(costs(short, "1InA").values()) == 3
    # and with the turn
    later = on(on(short, "movement", "soviet"), "movement", "axis")
    assert later.turn == AUGUST + 1 and max(costs(later, "1InA").values()) == 3


@pytest.mark.rule("SPI-MOVE-C3", "SPI-SEQ-E")
def test_points_that_are_spent_come_back_in_the_second_phase() -> None:
    for side, unit, steps in (("axis", "1PzA", 8), ("soviet", "1TkC", 5)):
        state = goes(at(f"{side} move", {"0625": unit}), unit, f"06{25 + steps}")
        again = walk(play(state, "end-movement"), "movement", side)
        assert max(costs(again, unit).values()) == steps


@pytest.mark.rule("SPI-MOVE-C4")
def test_points_are_not_passed_on() -> None:
    """A Panzer corps that stays gives its eight points to nobody."""
    state = at("axis move", {"0530": "1PzC, 1RumC, 1AxSup"})
    for first in ("1PzC", "1AxSup"):
        moved = goes(state, first, "0531")
        assert max(costs(moved, "1RumC").values()) == 2
    # nor does one that has moved take those of another
    spent = goes(state, "1RumC", "0532")
    assert "1RumC" not in names(spent, "move")
    assert max(costs(spent, "1PzC").values()) == 8


@pytest.mark.rule("SPI-MOVE-D")
@pytest.mark.parametrize(
    ("side", "mine", "theirs"), [("axis", "1PzA", "1TkC"), ("soviet", "1TkC", "1PzA")]
)
@pytest.mark.parametrize("phase", ["", " 2"])
def test_only_the_side_whose_phase_it_is_moves(
    side: str, mine: str, theirs: str, phase: str
) -> None:
    units = {"0530": mine, "0635": theirs}
    state = at(f"{side} move{phase}", units)
    assert mine in names(state, "move") and theirs not in names(state, "move")
    with pytest.raises(IllegalAction):
        play(state, f"move {theirs}")


@pytest.mark.rule("SPI-MOVE-E")
@pytest.mark.parametrize("phase", ["", " 2"])
def test_nothing_is_fought_out_while_units_move(phase: str) -> None:
    """No attack is offered, no die is rolled and nobody but the one overrun is lost."""
    units = {"0530": "1PzA, 1AxSup", "0531": "1Inf", "0532": "2Inf, 1SovSup", "0630": "1TkC"}
    state = at(f"axis move{phase}", units)
    assert not names(state, "attack")
    assert {n.split()[0] for n in state.legal_actions.names()} <= {
        "move",
        "overrun",
        "end-movement",
    }
    over = play(state, "overrun 0630")
    while over.decision != "movement":
        over = play(over, "go" if "go" in over.legal_actions.names() else "join 1PzA")
    assert over.to_move == "axis" and (over.place("1Inf"), over.place("2Inf")) == ("0531", "0532")
    # and when all have moved the side that moved attacks, or nobody does
    after = play(state, "end-movement")
    while after.decision != "attacks" and after.to_move == "axis":
        after = play(after, passed(after))
    assert (after.to_move, after.decision == "attacks") == (
        ("soviet", False) if phase else ("axis", True)
    )
    assert phase or "0531" in names(after, "attack")


@pytest.mark.rule("SPI-MOVE-G")
@pytest.mark.parametrize(
    ("side", "unit", "enemies"),
    [
        ("axis", "1InA", ("1Inf", "1TkC", "1SovSup")),
        ("axis", "1PzA", ("1Inf", "1Shk", "1SovSup")),
        ("soviet", "1TkC", ("1InC", "1PzA", "1AxSup", "1Air")),
        ("soviet", "1SovSup", ("1InC", "1AxSup", "1Air")),
    ],
)
@pytest.mark.parametrize("phase", ["", " 2"])
def test_no_hex_with_an_enemy_is_entered(
    side: str, unit: str, enemies: tuple[str, ...], phase: str
) -> None:
    for enemy in enemies:
        state = at(f"{side} move{phase}", {"0530": unit, "0531": enemy})
        assert "0531" not in costs(state, unit)
        with refused("SPI-MOVE-G"):
            play(state, f"move {unit}", "to 0531")


@pytest.mark.rule("SPI-MOVE-H1", "SPI-MOVE-H2")
def test_a_finished_move_is_neither_taken_up_again_nor_back() -> None:
    state = at("axis move", {"0530": "1PzA, 2PzA, 1InC"})
    done = play(state, "move 1PzA", "to 0531", "stop")
    assert "1PzA" not in names(done, "move") and {"2PzA", "1InC"} <= names(done, "move")
    with refused("SPI-MOVE-H1"):
        play(done, "move 1PzA")
    other = goes(done, "1InC", "0430")
    assert not {"1PzA", "1InC"} & names(other, "move")
    # no action but these leads anywhere
    assert {n.split()[0] for n in other.legal_actions.names()} == {"move", "end-movement"}
    # nor is anybody asked who has spent all his points
    far = play(state, "move 1InC", "to 0532", "to 0533")
    assert far.decision == "movement" and "1InC" not in names(far, "move")
    second = walk(play(goes(other, "2PzA", "0630"), "end-movement"), "movement", "axis")
    assert {"1PzA", "2PzA", "1InC"} <= names(second, "move")


@pytest.mark.rule("SPI-MOVE-I", "SPI-MOVE-J1", "SPI-MOVE-J2")
def test_a_way_through_several_terrains_is_paid_hex_by_hex() -> None:
    """From 0925 by rough 0927 to the bend of the Volga east of 1028: 1 + 2 + 1 + 1 + 2."""
    state = at("axis move", {"0925": "1PzA"})
    walked = state.copy()
    walked.push("move 1PzA")
    spent = 0
    for hex_, price in (("0926", 1), ("0927", 2), ("1027", 1), ("1028", 1), ("1129", 2)):
        walked.push(f"to {hex_}")
        spent += price
        assert spent_by(walked, "1PzA") == spent
    # one point is left: a clear hex without a river may be entered, one across the river not
    assert "1130" in names(walked, "to") and "1029" not in names(walked, "to")


@pytest.mark.rule("SPI-MOVE-J2")
@pytest.mark.parametrize("unit", ["1PzA", "1InA", "1AxSup", "1RumC", "1Inf", "1Shk", "1MeC"])
@pytest.mark.parametrize("month", [AUGUST, OCTOBER, MARCH, APRIL])
def test_a_river_takes_a_point_more(unit: str, month: int) -> None:
    """The Don between 2329 and 2330."""
    found = costs(at(f"{side_of(unit)} move", {"2329": unit}, month), unit)
    assert found["2330"] == 2 and found["2328"] == 1
    back = costs(at(f"{side_of(unit)} move", {"2330": unit}, month), unit)
    assert back["2329"] == 2 and back["2331"] == 1


@pytest.mark.rule("SPI-MOVE-J2", "SPI-WINTER-A1")
@pytest.mark.parametrize("month", [NOVEMBER, DECEMBER, JANUARY, FEBRUARY])
def test_a_frozen_river_takes_none(month: int) -> None:
    for unit in ("1PzA", "1InA", "1Inf", "1MeC", "1SovSup"):
        found = costs(at(f"{side_of(unit)} move", {"2329": unit}, month), unit)
        assert found["2330"] == 1


def least(state: State, unit: str, hex_: str) -> int | None:
    """The price of a hex that is next to a unit."""
    return costs(state, unit).get(hex_)


@pytest.mark.rule("SPI-MOVE-J3", "SPI-MOVE-J1", "SPI-ZOC-A1", "SPI-ZOC-A3", "SPI-ZOC-D1")
@pytest.mark.parametrize(
    ("side", "unit", "enemy"), [("axis", "1PzC", "1Inf"), ("soviet", "1TkC", "1InC")]
)
def test_surcharges_add_up_as_in_the_example(side: str, unit: str, enemy: str) -> None:
    """W3, W4: one, and two for the zone, and one for the Don; in winter the river asks nothing."""
    over = {"2329": unit, "2331": enemy}
    assert least(at(f"{side} move", over), unit, "2330") == 4
    assert least(at(f"{side} move", over, JANUARY), unit, "2330") == 3
    dry = {"0530": unit, "0532": enemy}
    assert least(at(f"{side} move", dry), unit, "0531") == 3
    # rough and a zone: two and two
    rough = {"0926": unit, "0928": enemy}
    assert least(at(f"{side} move", rough), unit, "0927") == 4


@pytest.mark.rule("SPI-MOVE-N1", "SPI-ZOC-D2", "SPI-ZOC-C2")
def test_an_infantry_army_in_supply_goes_one_hex_at_the_least() -> None:
    """W7: three points from zone to zone, of two; only while it is in General Supply."""
    units = {"0530": "1Inf", "0629": "1InA", "0631": "2InA"}
    state = at("soviet move", units)
    found = costs(state, "1Inf")
    assert found["0630"] == 2 and max(found.values()) == 2
    assert "0531" in around("0630") and found["0531"] == 2
    done = play(state, "move 1Inf", "to 0630")
    assert done.decision == "movement" and done.place("1Inf") == "0630"
    ring = dict(zip(around("0530"), ("1Air", "2Air", "3Air", "4Air", "1InA", "2InA"), strict=True))
    cut_off = at("soviet move", {"0530": "1Inf", **ring})
    assert cut_off.supply("1Inf").level == 0 and "1Inf" not in names(cut_off, "move")


@pytest.mark.rule("SPI-MOVE-N1", "SPI-ZOC-D2", "SPI-MOVE-A3", "SPI-MOVE-C1", "SPI-SUPPLY-P2")
def test_german_infantry_goes_its_one_hex_without_helsinki() -> None:
    """In mud, from zone to zone. A Soviet unit in Helsinki cuts the Finns off, and nobody else."""
    units = {"0530": "1InA", "0629": "1Inf", "0631": "2Inf", "0513": "3Inf", "0315": "1FinC"}
    pocket = {"0142": "6AxSup"} | dict(zip(around("0142"), ("7Inf", "8Inf", "9Inf"), strict=False))
    state = at("axis move", units | pocket, OCTOBER)
    assert "0630" in costs(state, "1InA") and "0630" in legs(state, "1InA")
    assert "1FinC" not in names(state, "move")


@pytest.mark.rule("SPI-MOVE-A3", "SPI-MOVE-G", "SPI-STACK-C2")
def test_friends_are_joined_and_enemies_are_not() -> None:
    """A leg may end with friends; the hex of an enemy is refused for its own reason."""
    state = at("axis move", {"0530": "1InC", "0531": "2InC", "0630": "1Inf"})
    moving = play(state, "move 1InC")
    assert play(moving, "to 0531").place("1InC") == "0531"
    assert "0529" in names(moving, "to")
    with refused("SPI-MOVE-G", "enemies"):
        play(moving, "to 0630")


@pytest.mark.rule("SPI-MOVE-C1", "SPI-MOVE-C2")
@pytest.mark.parametrize(("side", "unit"), [("axis", "1PzA"), ("soviet", "1TkC")])
def test_a_unit_under_way_can_be_written_down(side: str, unit: str) -> None:
    """It goes on from there with what it has left."""
    under_way = play(at(f"{side} move", {"0530": unit}), f"move {unit}", "to 0531")
    assert under_way.decision == "leg"
    again = ef.position(under_way.text(), under_way.game)
    assert (again.decision, again.to_move, again.place(unit)) == ("leg", side, "0531")
    assert names(again, "to") == names(under_way, "to")
    assert play(again, "to 0532").place(unit) == "0532"


@pytest.mark.rule("SPI-MOVE-N1", "SPI-SUPPLY-B1")
def test_out_of_supply_nobody_goes_even_one_hex() -> None:
    """Vacant hexes all round, all of them in Axis zones of control."""
    ring = {"0528": "1InC", "0430": "2InC", "0630": "3InC", "0532": "4InC"}
    state = at("soviet move", {"0530": "1Inf, 1TkC", **ring})
    assert not names(state, "move")
    with refused("SPI-SUPPLY-B1"):
        play(state, "move 1Inf")
    # with a supply unit beside them both go
    fed = at("soviet move", {"0530": "1Inf, 1TkC, 1SovSup", **ring})
    assert {"1Inf", "1TkC"} <= names(fed, "move")


@pytest.mark.rule("SPI-MOVE-N1", "SPI-MOVE-N2", "SPI-ZOC-A1")
def test_a_supply_unit_enters_a_zone_only_as_the_one_hex_of_its_phase() -> None:
    """W8: one and two of two points."""
    state = at("axis move", {"0530": "1AxSup", "0532": "1Inf"})
    assert "0531" in costs(state, "1AxSup")
    done = play(state, "move 1AxSup", "to 0531")
    assert done.decision == "movement" and "1AxSup" not in names(done, "move")
    # after a hex it is too late, for it is no longer the first
    late = play(at("axis move", {"0529": "1AxSup", "0532": "1Inf"}), "move 1AxSup", "to 0530")
    assert "0531" not in names(late, "to")
    with refused("SPI-MOVE-A3"):
        play(late, "to 0531")


@pytest.mark.rule("SPI-MOVE-N1")
def test_the_one_hex_is_the_first_of_each_phase_anew() -> None:
    units = {"0530": "1Inf", "0629": "1InA"}
    first = play(at("soviet move", units), "move 1Inf", "to 0630")
    assert "1Inf" not in names(first, "move")
    second = walk(play(first, "end-movement"), "movement", "soviet")
    found = costs(second, "1Inf")
    assert set(around("0630")) - {"0629"} <= found.keys()


@pytest.mark.rule("SPI-MOVE-N1")
def test_the_one_hex_opens_nothing_that_is_closed() -> None:
    """Neither hexes of enemies nor the sea nor an open lake nor Finland's limit."""
    sea = costs(at("axis move", {"4523": "1InC"}), "1InC")
    assert "4522" not in sea and "4623" not in sea
    lake = costs(at("soviet move", {"0617": "1Inf"}), "1Inf")
    assert not lake.keys() & set(lakes())


def lakes() -> list[str]:
    from .movement_positions import data

    return [h.name for h in data().map.hexes if h is not None and h.terrain == "lake"]


@pytest.mark.rule("SPI-MOVE-N2")
def test_who_has_spent_all_with_the_one_hex_stops() -> None:
    """Exactly all of three points (zone to zone), and more than all of two."""
    units = {"0530": "1InA", "0629": "1Inf", "0631": "2Inf"}
    for month in (AUGUST, OCTOBER):
        state = play(at("axis move", units, month), "move 1InA", "to 0630")
        assert state.decision == "movement" and state.place("1InA") == "0630"
        with refused("SPI-MOVE-H1"):
            play(state, "move 1InA")
    # with a point left it goes on: into the zone for two, and out of it costs two more
    loose = play(at("axis move", {"0530": "1InA", "0532": "1Inf"}), "move 1InA", "to 0531")
    assert loose.decision == "movement" and loose.place("1InA") == "0531"
    further = play(at("axis move", {"0530": "1InA"}), "move 1InA", "to 0531", "to 0532")
    assert further.decision == "leg"


@pytest.mark.rule("SPI-MOVE-N3", "SPI-OVR-E")
def test_the_one_hex_is_no_way_to_overrun() -> None:
    """Out of a zone into another, 1 + 1 + 2 + 3: a panzer army has eight points, in mud five."""
    units = {"0530": "1PzA, 1InA", "0531": "1TkC", "0532": "2TkC"}
    assert "0531" in names(at("axis move", units), "overrun")
    mud = at("axis move", units, OCTOBER)
    assert "1PzA" in names(mud, "move") and "0531" not in names(mud, "overrun")
    with refused("SPI-OVR-GEN2"):
        play(mud, "overrun 0531")


@pytest.mark.rule("SPI-SUPPLY-B1", "SPI-ZOC-F5", "SPI-MOVE-C1")
def test_whether_a_line_that_closes_behind_a_unit_ends_its_move() -> None:
    """R61: it goes on; by the other reading it stops in the first hex without a line.

    Four corps control every hex around 0530; 0531 is one of them, with an open hex beyond it.
    """
    ring = {"0528": "1InC", "0330": "2InC", "0631": "3InC", "0729": "4InC"}
    first = at("soviet move", {"0531": "1TkC", **ring})
    assert "0529" in legs(first, "1TkC")
    inside = play(first, "move 1TkC", "to 0530")
    assert inside.decision == "leg" and inside.supply("1TkC").level == 0
    assert spent_by(inside, "1TkC") == 2 and "0529" in names(inside, "to")
    second = at("soviet move", {"0531": "1TkC", **ring}, options=("R61",))
    stopped = play(second, "move 1TkC", "to 0530")
    assert stopped.decision == "movement" and "1TkC" not in names(stopped, "move")
    # nor does one leg carry it through; outside the pocket it goes from hex to hex as far
    assert "0529" not in legs(second, "1TkC")
    free = at("soviet move", {"0531": "1TkC"}, options=("R61",))
    walked = play(free, "move 1TkC", *(f"to 053{n}" for n in range(2, 7)))
    assert walked.place("1TkC") == "0536"


@pytest.mark.rule("SPI-MOVE-C1", "SPI-MOVE-A3", "SPI-MOVE-G")
@pytest.mark.parametrize("options", [(), ("R61",)])
def test_a_leg_leads_only_where_the_points_suffice(options: tuple[str, ...]) -> None:
    """By the other reading of lines, too, which lets a leg lead to the next hex alone."""
    units = {"0529": "1Inf", "0532": "1InC", "0430": "1Air"}
    state = play(at("soviet move", units, options=options), "move 1Inf", "to 0530")
    # a point is left: 0531 and 0431 lie in the zone of the corps
    assert names(state, "to") == set(around("0530")) - {"0430", "0531", "0431", "0631"}


@pytest.mark.rule("SPI-MOVE-N1", "SPI-ZOC-D2", "SPI-SUPPLY-P3")
@pytest.mark.parametrize(("supply", "may"), [("", False), (", 1AxSup", True)])
def test_cut_off_from_helsinki_a_finn_has_no_one_hex(supply: str, may: bool) -> None:
    """Though it may move, with the rule left out; three points from zone to zone, of two."""
    units = {"0314": f"1FinC{supply}", "0313": "1Inf", "0513": "3Inf"}
    pocket = {"0142": "6AxSup"} | dict(zip(around("0142"), ("7Inf", "8Inf", "9Inf"), strict=False))
    state = at("axis move", units | pocket, without="SPI-SUPPLY-B1")
    both = set(around("0314")) & set(around("0313"))
    assert (
        both and (both <= legs(state, "1FinC")) == may and bool(both & legs(state, "1FinC")) == may
    )


@pytest.mark.rule("SPI-MOVE-C1")
def test_to_stop_is_to_pass() -> None:
    state = play(at("axis move", {"0530": "1PzA"}), "move 1PzA")
    legal = state.legal_actions
    passes = [name for a, name in zip(legal.list(), legal.names(), strict=True) if state.is_pass(a)]
    assert passes == ["stop"]

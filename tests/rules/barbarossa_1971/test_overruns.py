"""Overruns: the units, the odds, the cost, and the consequences for both sides."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eastfront._core import State
from eastfront.games.barbarossa_1971.data import counter

from .movement_positions import (
    AUGUST,
    DECEMBER,
    JANUARY,
    JUNE_42,
    JUNE_43,
    MARCH,
    MAY_43,
    OCTOBER,
    around,
    at,
    counters,
    goes,
    legs,
    names,
    on,
    play,
    refused,
    spent_by,
    walk,
)

FAR = {"0542": "100Inf"}
"""A unit of the Soviets that is never in the way."""


def overrun(state: State, target: str, *group: str) -> State:
    """An overrun of a hex by a group, which joins in that order."""
    out = play(state, f"overrun {target}")
    for unit in group:
        if out.decision == "overrun" and f"join {unit}" in out.legal_actions.names():
            out.push(f"join {unit}")
    return play(out, "go") if out.decision == "overrun" else out


def stopped(state: State) -> State:
    """A move ended, if it could go on."""
    return play(state, "stop") if state.decision == "leg" else state


def offered(units: dict[str, str], target: str, side: str = "axis", month: int = AUGUST) -> bool:
    """Whether an overrun of a hex is offered as a Movement Phase begins."""
    return target in names(at(f"{side} move", units, month), "overrun")


# -- the odds


@pytest.mark.rule("SPI-OVR-GEN2")
def test_nine_overrun_one_and_eight_do_not() -> None:
    """A Luftwaffe unit defends with one; a tank army has six, a tank corps two, others one."""
    for group, may in (
        ("1TkA, 1TkC, 1MeC", True),
        ("1TkA, 1TkC", False),
        ("1TkA, 1MeC, 2MeC", False),
    ):
        assert offered({"0530": group, "0531": "1Air"}, "0531", "soviet", JUNE_43) == may


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-OVR-GEN8")
def test_eleven_overrun_one() -> None:
    """W9, and what has a defence of two is too strong."""
    for lone in ("1TkC", "1SovSup"):
        assert offered({"0530": "1PzA", "0531": lone}, "0531")
    for strong in ("1MeC", "1Inf", "1Shk", "1TkA", "1TkC, 2TkC", "1TkC, 1SovSup"):
        assert not offered({"0530": "1PzA", "0531": strong}, "0531")
    with refused("SPI-OVR-GEN2"):
        play(at("axis move", {"0530": "1PzA", "0531": "1MeC"}), "overrun 0531")


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-OVR-B")
def test_nine_times_is_enough_and_less_is_not() -> None:
    """W12: three Panzer corps, nine to one; two are six to one, with another one's army eight."""
    assert offered({"0530": "1PzC, 2PzC, 3PzC", "0531": "1TkC"}, "0531")
    assert not offered({"0530": "1PzC, 2PzC", "0531": "1TkC"}, "0531")
    # infantry beside them gives nothing
    assert not offered({"0530": "1PzC, 2PzC, 1InC", "0429": "1InA", "0531": "1TkC"}, "0531")


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-STACK-GEN4")
def test_soviet_tank_armies_overrun_as_many_as_may_stack() -> None:
    """W13: two are twelve, three eighteen; from June 1943 on three stand in a hex."""
    three = "1TkA, 2TkA, 3TkA"
    for lone, two_do in (("1Air", True), ("1AxSup", False), ("1PzC", False), ("1InC", False)):
        assert offered({"0530": "1TkA, 2TkA", "0531": lone}, "0531", "soviet", JUNE_42) == two_do
    # of three in reach from two hexes only two may go in while the limit is two
    split = {"0530": "1TkA, 2TkA", "0430": "3TkA", "0531": "1InC"}
    assert not offered(split, "0531", "soviet", MAY_43)
    assert offered(split, "0531", "soviet", JUNE_43)
    for lone in ("1PzC", "1InC", "1AxSup", "1RumC"):
        assert offered({"0530": three, "0531": lone}, "0531", "soviet", JUNE_43)
    for strong in ("1InC, 1Air", "1RumA", "1InA", "1PzC, 2PzC"):
        assert not offered({"0530": three, "0531": strong}, "0531", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-B", "SPI-STACK-GEN3", "SPI-STACK-GEN2")
@pytest.mark.parametrize(
    ("scenario", "three"), [("stalingrad", 0), ("zitadelle", 1), ("berlin", 1)]
)
def test_how_many_overrun_in_the_other_games(scenario: str, three: int) -> None:
    month = {"stalingrad": 14, "zitadelle": 26, "berlin": 38}[scenario]
    units = {"0530": "1TkA, 2TkA", "0430": "3TkA", "0531": "1InC"}
    state = at("soviet move", units, month, scenario=scenario)
    assert ("0531" in names(state, "overrun")) == bool(three)


@pytest.mark.rule("SPI-OVR-B", "SPI-STACK-GEN1")
def test_two_panzer_armies_never_overrun_together() -> None:
    """Nor an army with a corps: they are too many for a hex."""
    two = {"0530": "1PzA", "0430": "2PzA", "0531": "1MeC"}
    assert not offered(two, "0531")
    assert not offered({"0530": "1PzA", "0430": "1PzC, 2PzC", "0531": "1MeC"}, "0531")
    state = at("axis move", {"0530": "1PzA, 1PzC", "0531": "1TkC"})
    begun = play(state, "overrun 0531")
    # the army goes alone; a corps with it is refused
    assert begun.place("1PzC") == "0530" and "1PzC" not in begun.units_with("overruns")
    with refused("SPI-OVR-GEN2"):
        play(
            at("axis move", {"0530": "1PzA", "0430": "1PzC, 2PzC", "0531": "1MeC"}), "overrun 0531"
        )


@pytest.mark.rule("SPI-OVR-GEN2")
def test_eight_times_is_not_enough_and_nine_is() -> None:
    """A tank army and a tank corps, and a mechanized corps with them, against an air unit."""
    for group, may in (("1TkA, 1TkC", False), ("1TkA, 1TkC, 1MeC", True), ("1TkA, 2TkA", True)):
        units = {"0530": group, "0531": "1Air"}
        assert offered(units, "0531", "soviet", JUNE_43) == may


@pytest.mark.rule("SPI-OVR-GEN2")
def test_all_who_stand_in_a_hex_defend_it_together() -> None:
    """Support units with the rest (R13); a Luftwaffe unit counts its one."""
    # nine to one against Air alone, nine to two with a supply unit or a corps
    month = JUNE_42
    assert offered({"0530": "1TkA, 2TkA", "0531": "1Air"}, "0531", "soviet", month)
    assert not offered({"0530": "1TkA, 2TkA", "0531": "1Air, 2Air"}, "0531", "soviet", month)
    assert offered({"0530": "1TkA, 2TkA, 3TkA", "0531": "1Air, 2Air"}, "0531", "soviet", JUNE_43)
    assert not offered(
        {"0530": "1TkA, 2TkA, 3TkA", "0531": "1Air, 1AxSup"}, "0531", "soviet", JUNE_43
    )


@pytest.mark.rule("SPI-OVR-F1")
def test_rough_ground_doubles() -> None:
    """0927 is rough: eleven to two; in winter it doubles as well."""
    for month in (AUGUST, JANUARY):
        assert not offered({"0926": "1PzA", "0927": "1TkC"}, "0927", "axis", month)
        assert offered({"0927": "1PzA", "0926": "1TkC"}, "0926", "axis", month)
    three = {"0926": "1TkA, 2TkA, 3TkA", "0927": "1Air"}
    # eighteen to two is nine to one, for 2 + 3 points
    assert offered(three, "0927", "soviet", JUNE_43)
    assert not offered({**three, "0927": "1AxSup"}, "0927", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-F2")
def test_a_river_doubles_if_all_cross_one() -> None:
    """W11, W12: the Don west and north-west of 2330."""
    assert {"2329", "2229", "2429"} <= set(around("2330"))
    assert not offered({"2329": "1PzA", "2330": "1TkC"}, "2330")
    assert offered({"2331": "1PzA", "2330": "1TkC"}, "2330")
    corps = {"2329": "1PzC, 2PzC", "2330": "1TkC"}
    assert not offered({**corps, "2329": "1PzC, 2PzC, 3PzC"}, "2330")
    assert not offered({**corps, "2429": "3PzC"}, "2330")
    assert offered({**corps, "2430": "3PzC"}, "2330")
    assert offered({"2329": "1PzC", "2430": "3PzC, 2PzC", "2330": "1TkC"}, "2330")
    # nor are rough ground and a river more than double (R21); in the open one is enough
    assert offered({"2329": "1TkA, 2TkA, 3TkA", "2330": "1Air"}, "2330", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-F2", "SPI-WINTER-A1")
def test_a_frozen_river_doubles_nobody() -> None:
    units = {"2329": "1PzA", "2330": "1TkC"}
    assert offered(units, "2330", "axis", DECEMBER)
    assert not offered(units, "2330", "axis", OCTOBER)
    assert not offered(units, "2330", "axis", MARCH)


@pytest.mark.rule("SPI-OVR-GEN2")
def test_an_overrun_may_fail_to_reach_the_odds_while_it_gathers() -> None:
    """The group goes in only when it is strong enough, and nobody joins in vain."""
    units = {"0530": "1PzC, 2PzC", "0430": "3PzC, 4PzC", "0531": "1TkC"}
    state = play(at("axis move", units), "overrun 0531")
    assert state.decision == "overrun" and "go" not in state.legal_actions.names()
    two = play(state, "join 1PzC", "join 3PzC")
    assert "go" not in two.legal_actions.names()
    three = play(two, "join 2PzC")
    over = play(three, "go") if three.decision == "overrun" else three
    assert {over.place(u) for u in ("1PzC", "2PzC", "3PzC")} == {"0531"}
    assert over.place("4PzC") == "0430"


# -- who may


@pytest.mark.rule("SPI-OVR-A1")
@pytest.mark.parametrize("unit", ["1InA", "1RumA"])
def test_infantry_never_overruns(unit: str) -> None:
    """W14: beside two Panzer corps, which are six to one and would be eleven with an army."""
    state = at("axis move", {"0530": f"1PzC, 2PzC, {unit}", "0531": "1TkC"})
    assert not names(state, "overrun")


@pytest.mark.rule("SPI-OVR-A1")
def test_infantry_joins_no_group() -> None:
    """It is refused for what it is, before anybody asks for its points."""
    corps = {"0530": "1PzC, 2PzC, 1InC", "0430": "3PzC, 4PzC", "0531": "1TkC"}
    gathering = play(at("axis move", corps), "overrun 0531")
    with refused("SPI-OVR-A1"):
        play(gathering, "join 1InC")


@pytest.mark.rule("SPI-OVR-A1")
def test_neither_does_shock_infantry() -> None:
    """Two shock armies have ten against a Luftwaffe unit."""
    units = {"0530": "1Shk, 2Shk", "0531": "1Air"}
    assert not offered(units, "0531", "soviet", JUNE_42)
    with refused("SPI-OVR-GEN2"):
        play(at("soviet move", units, JUNE_42), "overrun 0531")
    # one of them with a tank army is eleven, and yet the tank army alone counts
    assert not offered({"0530": "1Shk, 1TkA", "0531": "1Air"}, "0531", "soviet", JUNE_42)
    # motorized infantry is motorized: 6 + 2 + 1 against one
    mixed = {"0530": "1TkA, 1TkC, 1MeC", "0531": "1Air"}
    assert offered(mixed, "0531", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-A2", "SPI-SUPPLY-B1")
def test_an_overrun_needs_general_supply() -> None:
    ring = dict(zip(around("0530"), ("1TkC", "1Inf", "2Inf", "3Inf", "4Inf", "5Inf"), strict=True))
    target = around("0530")[0]
    state = at("axis move", {"0530": "1PzA", **ring})
    assert state.supply("1PzA").level == 0 and not names(state, "overrun")
    fed = at("axis move", {"0530": "1PzA, 1AxSup", **ring})
    assert target in names(fed, "overrun")


@pytest.mark.rule("SPI-OVR-A2", "SPI-OVR-A3")
def test_but_no_attack_supply_and_it_uses_none_up() -> None:
    """W15: the nearest supply unit is seven hexes away, or right here and stays."""
    far = {"0530": "1PzA", "0531": "1TkC", "0523": "1AxSup"}
    assert offered(far, "0531")
    near = at("axis move", {"0530": "1PzA, 1AxSup", "0531": "1TkC"})
    done = overrun(near, "0531", "1PzA")
    after = on(walk(done, "movement"), "movement", "soviet")
    assert after.place("1AxSup") == "0530"


# -- from a hex that is full

FULL = {"0529": "1InA", "0528": "1PzA", "0530": "1TkC"}
"""An infantry army between a Panzer army and a tank corps."""


@pytest.mark.rule("SPI-MOVE-F", "SPI-OVR-GEN1", "SPI-STACK-A", "SPI-OVR-E")
def test_a_panzer_army_overruns_from_a_full_hex_behind_which_it_stood() -> None:
    """Three points to come up to the enemy, five for the overrun: all eight."""
    moves = ("move 1InA", "stop", "move 1PzA", "to 0529", "stop")
    state = play(at("axis move", FULL), *moves)
    with refused("SPI-STACK-A"):
        play(state, "end-movement")
    done = overrun(state, "0530", "1PzA")
    assert (done.place("1PzA"), done.place("1InA")) == ("0530", "0529")
    assert play(done, "end-movement").place("1InA") == "0529"


@pytest.mark.rule(
    "SPI-MOVE-F", "SPI-OVR-GEN1", "SPI-STACK-A", "SPI-OVR-E", "SPI-OVR-GEN2", "SPI-OVR-A1"
)
@pytest.mark.parametrize(
    ("changed", "month", "rule"),
    [
        ({"0530": "1TkC, 2TkC"}, AUGUST, "SPI-STACK-A"),
        ({"0528": "2InA"}, AUGUST, "SPI-STACK-GEN1"),
        ({"0528": "2InA", "0530": "1SovSup"}, AUGUST, "SPI-STACK-A"),
        ({}, OCTOBER, "SPI-STACK-A"),
        ({"0630": "1Inf", "0429": "2Inf"}, AUGUST, "SPI-STACK-A"),
    ],
    ids=["too strong", "no motors", "no motors beside a supply unit", "mud", "a zone on the way"],
)
def test_nobody_stops_in_a_full_hex_who_cannot_overrun(
    changed: Mapping[str, str], month: int, rule: str
) -> None:
    units = {**FULL, **changed}
    state = play(at("axis move", units, month), "move 1InA", "stop", f"move {units['0528']}")
    with refused(rule):
        play(state, "to 0529", "stop")


@pytest.mark.rule("SPI-MOVE-F", "SPI-OVR-GEN1", "SPI-STACK-A", "SPI-OVR-GEN3")
@pytest.mark.parametrize(("beside", "may"), [("2PzC, 3PzC", True), ("2PzC", False)])
def test_a_corps_joins_others_in_an_overrun_from_a_full_hex(beside: str, may: bool) -> None:
    """Three reach nine to one, two do not."""
    units = {"0529": "1InC, 2InC, 3InC", "0528": "1PzC", "0629": beside, "0530": "1TkC"}
    assert {"0529", "0629"} <= set(around("0530"))
    state = at("axis move", units)
    for corps in ("1InC", "2InC", "3InC"):
        state = play(state, f"move {corps}", "stop")
    if not may:
        with refused("SPI-STACK-A"):
            play(state, "move 1PzC", "to 0529", "stop")
        return
    state = play(state, "move 1PzC", "to 0529", "stop")
    with refused("SPI-STACK-A"):
        play(state, "end-movement")
    gathering = play(state, "overrun 0530")
    assert (gathering.decision, gathering.to_move) == ("overrun", "axis")
    done = overrun(state, "0530", "1PzC", "2PzC", "3PzC")
    assert {done.place(u) for u in ("1PzC", "2PzC", "3PzC")} == {"0530"}


@pytest.mark.rule("SPI-MOVE-F", "SPI-OVR-GEN1", "SPI-OVR-GEN2", "SPI-OVR-GEN3", "SPI-OVR-E")
@pytest.mark.parametrize(
    ("there", "may"), [("1SovSup", True), ("1SovSup, 1Inf", False), ("1TkC", False)]
)
def test_a_full_hex_from_which_only_an_overrun_leads_on(there: str, may: bool) -> None:
    """3930 is between the sea, 4030 and 3931: who comes from the one goes on by the other alone.

    A tank corps controls 4030 too: with what it costs to come up, five points are not left.
    """
    assert {"3931", "4030"} <= set(around("3930"))
    state = at("axis move", {"3930": "1InA", "4030": "1PzA", "3931": there})
    under_way = play(state, "move 1InA", "stop", "move 1PzA")
    assert ("3930" in names(under_way, "to")) == may
    if may:
        done = overrun(play(under_way, "to 3930", "stop"), "3931", "1PzA")
        assert done.place("1PzA") == "3931"


INFANTRY = "1Inf [moved], 2Inf [moved], 3Inf [moved]"


@pytest.mark.rule("SPI-MOVE-F", "SPI-OVR-F2", "SPI-OVR-GEN1", "SPI-OVR-GEN3")
@pytest.mark.parametrize(
    ("full", "beyond", "may"),
    [
        ("2TkA [moved], 1Inf [moved]", "", True),
        # the other stands elsewhere, or nowhere
        (INFANTRY, "2TkA", True),
        (INFANTRY, "", False),
    ],
)
def test_an_overrun_from_a_full_hex_over_ice(full: str, beyond: str, may: bool) -> None:
    """Two tank armies overrun 1Air in 3542, over a frozen river from 3442.

    Support units shut all ways but that from 3342 to 3442 by the eastern edge.
    """
    shut = {"3542": "1Air", "3441": "1AxSup", "3242": "2AxSup", "3341": "3AxSup", "3241": "4AxSup"}
    there = {"3442": full, "3342": "1TkA"} | ({"3642": beyond} if beyond else {})
    state = at("soviet move", shut | there, JANUARY)
    assert ("3442" in names(play(state, "move 1TkA"), "to")) == may


@pytest.mark.rule("SPI-MOVE-F", "SPI-OVR-F2", "SPI-OVR-GEN2", "SPI-OVR-GEN3")
@pytest.mark.parametrize(
    ("full", "mover", "beyond", "may"),
    [
        # over a river eleven are against two; of three corps two come over dry ground
        ("1InA [moved]", "1PzA", "", False),
        ("1InC [moved], 2InC [moved], 3InC [moved]", "1PzC", "2PzC, 3PzC", True),
        ("1InC [moved], 2InC [moved], 3InC [moved]", "1PzC", "2PzC", False),
    ],
)
def test_a_river_before_a_full_hex(full: str, mover: str, beyond: str, may: bool) -> None:
    """It counts from where the unit would strike, and for the others from where they are.

    3342 and 3442 lie beside each other by the eastern edge, with enemies all around.
    """
    shut = {"3542": "1SovSup", "3441": "2SovSup", "3242": "3SovSup", "3241": "4SovSup"}
    there = {"3442": full, "3342": f"{mover}, 1AxSup", "3341": "1Inf"}
    state = at("axis move", shut | there | ({"3642": beyond} if beyond else {}))
    assert ("3442" in names(play(state, f"move {mover}"), "to")) == may


@pytest.mark.rule("SPI-STACK-A", "SPI-OVR-GEN1", "SPI-OVR-E")
def test_nobody_waits_for_an_overrun_that_cannot_be_done() -> None:
    """Four corps have moved to a hex: one of them cures it by an overrun, or they are too many."""
    units = {"0529": "1InC [moved], 2InC [moved], 3InC [moved], 1PzC [moved]"}
    for beside, may in (("1TkC", True), ("1TkC, 2TkC", False), ("", False)):
        there = {"0530": beside, "0630": "2PzC, 3PzC"} if beside else {}
        state = at("axis move", units | there)
        assert ("0530" in names(state, "overrun")) == may
        if may:
            with refused("SPI-STACK-A"):
                play(state, "end-movement")
        else:
            play(state, "end-movement")


# -- the price


@pytest.mark.rule("SPI-OVR-D", "SPI-OVR-E", "SPI-ZOC-B", "SPI-ZOC-A1")
def test_three_points_more_than_to_enter() -> None:
    """W10: five from beside, eight from two hexes away, and not from three; in October five."""
    for hex_, month, may in (
        ("0530", AUGUST, True),
        ("0529", AUGUST, False),
        ("0531", OCTOBER, True),
        ("0530", OCTOBER, False),
    ):
        state = at("axis move", {hex_: "1PzA", "0532": "1TkC", **FAR}, month)
        if hex_ != "0531":
            state = stopped(play(state, "move 1PzA", "to 0531"))
        assert ("0532" in names(state, "overrun")) == may, (hex_, month)


@pytest.mark.rule("SPI-OVR-D", "SPI-OVR-E")
@pytest.mark.parametrize(("start", "may"), [("0526", True), ("0525", False)])
def test_four_points_against_a_unit_without_a_zone(start: str, may: bool) -> None:
    """W13: after four hexes four points of eight are left, after five three."""
    state = at("axis move", {start: "1PzA", "0531": "1SovSup", **FAR})
    moved = stopped(play(state, "move 1PzA", "to 0530"))
    assert ("0531" in names(moved, "overrun")) == may


@pytest.mark.rule("SPI-OVR-D", "SPI-OVR-E")
def test_terrain_rivers_and_other_zones_are_paid_as_well() -> None:
    """A tank army has five: 1 + 3 with a river more; another zone makes it six and seven."""
    three = "1TkA, 2TkA, 3TkA"
    assert offered({"2331": three, "2330": "1AxSup"}, "2330", "soviet", JUNE_43)
    # over the Don 1 + 1 + 3, eighteen to two
    assert offered({"2329": three, "2330": "1Air"}, "2330", "soviet", JUNE_43)
    # with a zone on the hex of the target: 1 + 2 + 3, and out of one 1 + 1 + 3
    assert not offered({"0530": three, "0531": "1Air", "0532": "1InC"}, "0531", "soviet", JUNE_43)
    assert offered({"0530": three, "0531": "1Air", "0529": "1InC"}, "0531", "soviet", JUNE_43)
    # rough: 2 + 3, and out of a zone 1 + 2 + 3
    assert offered({"0926": three, "0927": "1Air"}, "0927", "soviet", JUNE_43)
    out_of = {"0926": three, "0927": "1Air", "0925": "1InC"}
    assert not offered(out_of, "0927", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-D", "SPI-OVR-E")
@pytest.mark.parametrize(("start", "may"), [("0528", True), ("0527", False)])
def test_who_comes_from_no_zone_into_one_pays_for_entering_alone(start: str, may: bool) -> None:
    """A zone on the hex of a supply unit, and none on the way: 1 + 2 + 3 of the six left."""
    units = {start: "1PzA", "0531": "1SovSup", "0532": "9Inf", **FAR}
    moved = stopped(play(at("axis move", units), "move 1PzA", "to 0530"))
    assert "0530" not in moved.zoc("soviet") and "0531" in moved.zoc("soviet")
    assert ("0531" in names(moved, "overrun")) == may
    if may:
        assert overrun(moved, "0531", "1PzA").place("1PzA") == "0531"


@pytest.mark.rule("SPI-OVR-D", "SPI-OVR-E")
def test_each_of_a_group_pays_its_own_way() -> None:
    """Acceptance 13: one that has come too far cannot join the two that stand ready."""
    units = {"0531": "1PzC, 2PzC", "0532": "1TkC", **FAR}
    for start, may in (("0530", True), ("0529", False)):
        state = at("axis move", {**units, start: "3PzC"})
        moved = stopped(play(state, "move 3PzC", "to 0531"))
        assert ("0532" in names(moved, "overrun")) == may
    late = at("axis move", {**units, "0431": "4PzC", "0529": "3PzC"})
    moved = play(stopped(play(late, "move 3PzC", "to 0531")), "overrun 0532")
    with refused("SPI-OVR-E"):
        play(moved, "join 3PzC")


@pytest.mark.rule("SPI-OVR-E")
def test_without_the_points_nobody_overruns_from_beside() -> None:
    """A Panzer army that has spent five to come there has three left, and needs five."""
    state = at("axis move", {"0528": "1PzA", "0532": "1TkC", **FAR})
    moved = stopped(play(state, "move 1PzA", "to 0530", "to 0531"))
    assert moved.place("1PzA") == "0531" and "0532" not in names(moved, "overrun")
    fresh = at("axis move 2", {"0531": "1PzA", "0532": "1TkC", **FAR})
    assert "0532" in names(fresh, "overrun")


# -- what becomes of both


@pytest.mark.rule("SPI-OVR-GEN1")
@pytest.mark.parametrize("phase", ["", " 2"])
@pytest.mark.parametrize(
    ("side", "unit", "lone"), [("axis", "1PzA", "1TkC"), ("soviet", "1TkA, 2TkA", "1Air")]
)
def test_both_sides_overrun_in_both_movement_phases(
    phase: str, side: str, unit: str, lone: str
) -> None:
    state = at(f"{side} move{phase}", {"0530": unit, "0531": lone}, JUNE_42)
    done = overrun(state, "0531", *unit.split(", "))
    assert {done.place(u) for u in unit.split(", ")} == {"0531"} and done.place(lone) == "overrun"


@pytest.mark.rule("SPI-OVR-GEN4", "SPI-OVR-GEN3", "SPI-OVR-GEN6")
def test_left_out_who_overran_goes_on_with_the_points_that_are_left() -> None:
    """Eight less four, against a supply unit."""
    units = {"0530": "1PzA", "0531": "1SovSup", **FAR}
    done = overrun(at("axis move", units, without="SPI-OVR-GEN4"), "0531", "1PzA")
    assert spent_by(done, "1PzA") == 4 and dict(done.reach("1PzA"))["0535"] == 4
    assert "0536" not in done.reach("1PzA")


@pytest.mark.rule("SPI-OVR-GEN1")
def test_there_is_no_overrun_in_the_combat_phase_nor_in_that_of_the_enemy() -> None:
    units = {"0530": "1PzA, 1AxSup", "0531": "1TkC"}
    assert not names(at("axis fight", units), "overrun")
    assert not names(at("soviet move", units), "overrun")


@pytest.mark.rule("SPI-OVR-GEN3", "SPI-OVR-GEN4", "SPI-OVR-GEN10")
def test_the_units_go_onto_the_hex_and_no_farther() -> None:
    """With points left over, too: eight less four against a supply unit."""
    state = at("axis move", {"0530": "1PzA", "0531": "1SovSup", **FAR})
    done = overrun(state, "0531", "1PzA")
    assert done.place("1PzA") == "0531" and "1PzA" not in names(done, "move")
    with refused("SPI-MOVE-H1"):
        play(done, "move 1PzA")
    second = walk(play(done, "end-movement"), "movement", "axis")
    assert second.stack[1] == "axis player turn" and legs(second, "1PzA")


@pytest.mark.rule("SPI-OVR-GEN4", "SPI-OVR-GEN10")
def test_nobody_overruns_twice_in_a_phase() -> None:
    """Neither the next hex; nor does the chain go on in the Second phase of the same units."""
    units = {"0530": "1PzA", "0531": "1SovSup", "0532": "2SovSup", **FAR}
    done = overrun(at("axis move", units), "0531", "1PzA")
    assert "0532" not in names(done, "overrun")
    second = walk(play(done, "end-movement"), "movement", "axis")
    assert "0532" in names(second, "overrun")


@pytest.mark.rule("SPI-OVR-GEN5", "SPI-SEQ-C", "SPI-SEQ-E")
@pytest.mark.parametrize("phase", ["", " 2"])
def test_who_is_overrun_is_destroyed_when_the_phase_ends(phase: str) -> None:
    state = at(f"axis move{phase}", {"0530": "1PzA", "0531": "1TkC", **FAR})
    done = overrun(state, "0531", "1PzA")
    assert done.place("1TkC") == "overrun"
    ended = play(done, "end-movement")
    assert ended.place("1TkC") == "dead"
    # in a hex with several all go
    crowd = at("soviet move", {"0530": "1TkA, 2TkA, 3TkA", "0531": "1Air, 2Air"}, JUNE_43)
    over = play(overrun(crowd, "0531", "1TkA", "2TkA", "3TkA"), "end-movement")
    assert {over.place("1Air"), over.place("2Air")} == {"dead"}


@pytest.mark.rule("SPI-OVR-GEN6", "SPI-OVR-GEN3")
def test_who_is_overrun_exerts_no_zone_and_blocks_nothing() -> None:
    """Acceptance 14: the way past costs a point a hex, and the hex is passed."""
    units = {"0530": "1PzA", "0531": "1TkC", "0430": "1InC, 1PzC", **FAR}
    state = at("axis move", units)
    assert dict(state.reach("1PzC"))["0431"] == 4
    done = overrun(state, "0531", "1PzA")
    assert not {"0431", "0532"} & done.zoc("soviet")
    assert dict(done.reach("1PzC"))["0431"] == 1
    # infantry goes through the hex that was held and out on the other side
    through = play(done, "move 1PzC", "to 0531", "to 0532")
    assert through.place("1PzC") == "0532" and spent_by(through, "1PzC") == 2


@pytest.mark.rule("SPI-OVR-GEN6", "SPI-SUPPLY-B2")
def test_a_pocket_that_an_overrun_opens_is_in_supply_at_once() -> None:
    """W19, acceptance 17: the freed unit moves in the same phase, though not by rail."""
    ring = dict(zip(around("0533"), ("1TkC", "1Inf", "2Inf", "3Inf", "4Inf", "5Inf"), strict=True))
    gate = around("0533")[0]
    beside = next(h for h in around(gate) if h not in ring and h != "0533")
    state = at("axis move", {"0533": "1InC", beside: "1PzA", **ring})
    assert "1InC" not in names(state, "move")
    done = overrun(state, gate, "1PzA")
    assert done.supply("1InC").level > 0 and "1InC" in names(done, "move")
    assert done.decision == "movement" and not names(done, "entrain")


@pytest.mark.rule("SPI-OVR-GEN7", "SPI-OVR-A3", "SPI-OVR-GEN10")
def test_who_overran_in_the_first_phase_attacks_in_the_combat_phase() -> None:
    """Acceptance 14: another neighbour, and as everybody else only once."""
    units = {"0530": "1PzA", "0531": "1TkC", "0532": "1Inf", "0629": "1AxSup", **FAR}
    done = overrun(at("axis move", units), "0531", "1PzA")
    fight = walk(play(done, "end-movement"), "attacks")
    assert (fight.to_move, fight.turn) == ("axis", done.turn) and "0532" in names(fight, "attack")
    table = play(fight, "attack 0532")
    while table.decision != "table":
        table = play(table, table.legal_actions.names()[0])
    assert "1PzA" in table.units_with("attacking") and table.var("attack") == 11


@pytest.mark.rule("SPI-OVR-GEN7")
def test_no_combat_follows_an_overrun_in_the_second_phase() -> None:
    units = {"0530": "1PzA", "0531": "1TkC", "0532": "1Inf", "0629": "1AxSup", **FAR}
    done = overrun(at("axis move 2", units), "0531", "1PzA")
    later = play(done, "end-movement")
    while later.to_move == "axis":
        assert later.decision != "attacks"
        later = play(later, later.legal_actions.names()[-1])
    assert later.to_move == "soviet"


@pytest.mark.rule("SPI-OVR-GEN9")
def test_an_overrun_asks_neither_a_die_nor_a_table() -> None:
    state = at("axis move", {"0530": "1PzC, 2PzC, 3PzC", "0531": "1TkC", **FAR})
    out, seen = play(state, "overrun 0531"), []
    while out.decision == "overrun":
        seen.append((out.to_move, out.decision))
        out = play(out, out.legal_actions.names()[0])
    assert out.decision == "movement" and out.place("1TkC") == "overrun"
    assert all(who == ("axis", "overrun") for who in seen)


@pytest.mark.rule("SPI-OVR-GEN9")
def test_all_who_are_overrun_are_lost() -> None:
    """Three tank armies, of June 1943, go over two air units."""
    units = {"0530": "1TkA, 2TkA, 3TkA", "0531": "1Air, 2Air"}
    done = overrun(at("soviet move", units, JUNE_43), "0531", "1TkA", "2TkA", "3TkA")
    assert {done.place(u) for u in ("1Air", "2Air")} == {"overrun"}
    late = play(done, "end-movement")
    assert {late.place(u) for u in ("1Air", "2Air")} == {"dead"}


@pytest.mark.rule("SPI-OVR-C1", "SPI-OVR-C2")
def test_the_overrun_take_no_room_and_friends_may_pass() -> None:
    """A full hex (an army) is passed, and after the overrun of two units three corps stay."""
    units = {"0530": "1PzA", "0531": "1TkC", "0430": "1InC, 2InC", **FAR}
    done = overrun(at("axis move", units), "0531", "1PzA")
    passing = play(done, "move 1InC", "to 0531")
    assert passing.decision == "leg" and passing.place("1InC") == "0531"
    with refused("SPI-STACK-A"):
        play(passing, "stop")
    assert play(passing, "to 0532").place("1InC") == "0532"
    corps = {"0530": "1PzC, 2PzC, 3PzC", "0531": "1TkC", **FAR}
    three = overrun(at("axis move", corps), "0531", "1PzC", "2PzC", "3PzC")
    assert {three.place(u) for u in ("1PzC", "2PzC", "3PzC")} == {"0531"}
    ended = play(three, "end-movement")
    assert {ended.place(u) for u in ("1PzC", "2PzC", "3PzC")} == {"0531"}


@pytest.mark.rule("SPI-OVR-GEN3")
def test_an_overrun_hex_is_as_vacant_for_lines_and_cities() -> None:
    """Who overran holds it: the Soviets passed it last no more."""
    state = at(
        "axis move", {"0530": "1PzA", "0531": "1TkC", **FAR}, more="hexes soviet passed last: +0531"
    )
    done = overrun(state, "0531", "1PzA")
    assert "0531" in done.hexes_with("axis passed last")
    assert "0531" not in done.hexes_with("soviet passed last")


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-OVR-F2", "SPI-OVR-D")
def test_three_corps_from_two_hexes_go_in_together() -> None:
    """Acceptance 13, with who has moved up before."""
    units = {"0529": "1PzC", "0430": "2PzC, 3PzC", "0531": "1TkC", **FAR}
    state = at("axis move", units)
    moved = goes(state, "1PzC", "0530")
    done = overrun(moved, "0531", "1PzC", "2PzC", "3PzC")
    assert {done.place(u) for u in ("1PzC", "2PzC", "3PzC")} == {"0531"}
    assert not {"1PzC", "2PzC", "3PzC"} & names(done, "move")


@pytest.mark.rule("SPI-OVR-C2", "SPI-OVR-C1")
@pytest.mark.parametrize("phase", ["", " 2"])
def test_soviets_pass_a_hex_that_is_full_after_an_overrun_too(phase: str) -> None:
    """Three tank armies stand on it; a tank corps goes through and does not stay."""
    units = {"0530": "1TkA, 2TkA, 3TkA", "0531": "1InC", "0431": "1TkC"}
    done = overrun(at(f"soviet move{phase}", units, JUNE_43), "0531", "1TkA", "2TkA", "3TkA")
    assert set(done.units_at("0531")) == {"1TkA", "2TkA", "3TkA"}
    passing = play(done, "move 1TkC", "to 0531")
    with refused("SPI-STACK-A"):
        play(passing, "stop")
    assert play(passing, "to 0532").place("1TkC") == "0532"


@pytest.mark.rule("SPI-OVR-F1")
@pytest.mark.parametrize("month", [AUGUST, OCTOBER, JANUARY])
def test_rough_ground_doubles_a_lone_supply_unit_in_every_month(month: int) -> None:
    """Eleven to two, where two points and three would do."""
    assert not offered({"0926": "1PzA", "0927": "1SovSup"}, "0927", "axis", month)
    assert offered({"0927": "1PzA", "0926": "1SovSup"}, "0926", "axis", month)


@pytest.mark.rule("SPI-CBT-J", "SPI-OVR-GEN2")
def test_finns_in_finland_are_doubled_when_they_are_overrun() -> None:
    three = "1TkA, 2TkA, 3TkA"
    for hex_, beside, may in (("0115", "0116", False), ("0120", "0121", True)):
        units = {hex_: "1FinC", beside: f"{three}, 1SovSup"}
        assert offered(units, hex_, "soviet", JUNE_43) == may
    # a German corps there is not
    assert offered({"0115": "1InC", "0116": f"{three}, 1SovSup"}, "0115", "soviet", JUNE_43)


@pytest.mark.rule("SPI-OVR-GEN5", "SPI-CAMP-R0", "SPI-LEN-C")
def test_who_was_overrun_counts_as_destroyed_when_the_phase_ends() -> None:
    """It costs its points, and may be replaced."""
    units = {"0530": "1TkA, 2TkA, 3TkA", "0531": "1InC"}
    done = overrun(at("soviet move", units, JUNE_43), "0531", "1TkA", "2TkA", "3TkA")
    assert (done.var("DE:inc lost"), done.var("points lost")) == (0, 0)
    after = play(done, "end-movement")
    assert after.place("1InC") == "dead" and after.var("DE:inc lost") == 1
    assert after.var("points lost") == counter(counters()["1InC"]).points > 0

"""Section 11 from the die on: results, losses, retreats, advances."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import AE, AS, BB, DE, DR, at, edit, fight, names, play, refused, walk
from .test_11_odds import NE, NW, SE, SW, E, W, german, soviet

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
RETREATS = {2: 1, 3: 1, 4: 3, 5: 3, 6: 5}
"""For a column a die that is a retreat."""


def result(state: State, target: str, group: list[str], die: int) -> int:
    """The result of a die, conversions made."""
    return int(fight(state, target, group, die=die).var("result"))


# -- results --------------------------------------------------------------------------------


@pytest.mark.rule("BD-11.25a")
def test_the_die_reads_the_final_column() -> None:
    """W-08: a 5 at 5:1 is a bloodbath."""
    five = german({W: PZ[:3], NW: ["4AK"], "2308": ["60A"], "2310": ["59A"]})
    group = [*PZ[:3], "4AK"]
    assert fight(five, "2308", group).var("column") == 5
    assert [result(five, "2308", group, die) for die in (1, 3, 5, 6)] == [DE, DR, BB, BB]


@pytest.mark.rule("BD-11.10b", "BD-11.25b")
def test_above_seven_to_one_the_defender_is_lost_without_a_die() -> None:
    """W-09: 8:1 is certain, 7:1 is rolled; W-07: shifts come first, 8:1 less one is 7:1."""
    eight = german({W: PZ, NW: ["41Pz"], "2308": ["60A"], "2310": ["59A"]})
    seven = fight(eight, "2308", [*PZ, "41Pz"][:5], until="combat")
    assert seven.to_move == "chance"
    over = play(eight, "attack 2308", *(f"with {u}" for u in sorted([*PZ, "41Pz"], key=order)))
    over = play(over, "fight") if over.decision == "attackers" else over
    over = walk(over, "advance")
    assert over.var("result") == DE and over.place("60A") == "dead"
    hero = edit(eight, hex_flags={"hero city": ["2308"]})
    assert fight(hero, "2308", [*PZ, "41Pz"]).var("column") == 8 - 3


def order(unit: str) -> int:
    """Units in the order of the order of battle."""
    from .board_positions import game

    return game().units.index(unit)


@pytest.mark.rule("BD-11.10c", "BD-11.26a")
def test_below_one_to_six_the_attacker_is_lost_without_a_die() -> None:
    units = {W: ["4AK"], "2308": ["60A", "59A", "54A", "53A", "52A"], "2508": ["48A"], SW: ["5AK"]}
    five = german(units)
    rolled = fight(five, "2308", ["4AK"])
    assert rolled.var("column") == 2 - 5 and rolled.to_move == "chance"
    worse = edit(
        five, {"2308": ["1G", "2G", "60A", "59A", "54A"]}, hex_flags={"hero city": ["2308"]}
    )
    lost = play(worse, "attack 2308", "with 4AK", "fight")
    lost = walk(lost, "prepared assault", "german")
    assert lost.var("result") == AE and lost.place("4AK") == "dead"
    assert lost.place("60A") == "2308"


@pytest.mark.rule("BD-11.26a")
def test_attackers_eliminated_are_all_lost() -> None:
    state = german({W: ["3Pz", "4AK"], "2308": ["1G", "60A"], SW: ["5AK"], "2310": ["59A"]})
    after = fight(state, "2308", ["3Pz", "4AK"], die=6)
    assert after.var("result") == AE
    assert after.place("3Pz") == after.place("4AK") == "dead" and after.place("5AK") == SW
    assert after.place("60A") == "2308"
    # a stalled attack changes nothing (BD-11.26b)
    stalled = fight(state, "2308", ["3Pz", "4AK"], die=5)
    assert stalled.var("result") == AS and stalled.place("3Pz") == W


@pytest.mark.rule("BD-11.26c")
def test_defenders_eliminated_are_all_lost() -> None:
    state = german({W: PZ, "2308": ["60A", "LPMA"], "2310": ["59A"]})
    after = fight(state, "2308", PZ, die=1)
    assert after.var("result") == DE
    assert after.place("60A") == "dead" and after.place("LPMA") == "removed"


@pytest.mark.rule("BD-11.26d", "BD-11.26e", "BD-11.26f")
def test_a_bloodbath_costs_both() -> None:
    """W-36: defenders worth 6, attackers of 4: two must go; the third may advance."""
    state = german({W: PZ[:3], "2308": ["60A", "59A"], "2310": ["54A"]})
    after = fight(state, "2308", PZ[:3], die=4)
    assert after.var("result") == BB
    assert after.place("60A") == after.place("59A") == "dead"
    done = walk(after, "advance")
    assert [done.place(u) for u in PZ[:3]].count("dead") == 2
    assert len(names(done, "advance")) == 1


@pytest.mark.rule("BD-11.26e", "BD-11.26h", "BD-5.7b")
def test_a_doubled_shock_army_pays_double() -> None:
    """W-30, W-36, BD-11.26h: 6 for a shock army, and one is enough for a corps of 4."""
    group = ["1Sh", "60A"]
    state = soviet({E: group, "2308": ["4AK"], W: ["5AK"]})
    fought = fight(state, "2308", group)
    assert fought.var("attack") == 9 and fought.var("column") == 2
    after = play(fought, "roll 3")
    assert after.var("result") == BB and after.decision == "bloodbath loss"
    paid = walk(play(after, "lose 1Sh"), "advance", "soviet")
    assert paid.place("60A") == E and paid.place("4AK") == "dead"
    rifle = play(after, "lose 60A")
    assert walk(rifle, "prepared assault", "soviet").place("1Sh") == "dead"


@pytest.mark.rule("BD-11.26e", "BD-11.26i", "BD-11.15a", "BD-11.20c")
def test_factors_count_in_a_bloodbath_as_in_the_battle() -> None:
    """BD-11.26i: halved tanks in the marsh, defence factors of panzers before a city."""
    marsh = german({"1912": PZ[:4], "2013": ["60A"], "2012": ["59A"]})
    after = fight(marsh, "2013", PZ[:4], die=4)  # 8 to 3, a column for the marsh
    assert after.var("result") == BB
    gone = walk(after, "advance")
    assert [gone.place(u) for u in PZ[:4]].count("dead") == 2  # 2 and 2 for 3
    city = german({"2408": PZ[:3], "2407": ["60A"], "2409": ["59A"]})
    after = walk(fight(city, "2407", PZ[:3], die=4), "advance")
    assert after.var("result") == BB
    assert [after.place(u) for u in PZ[:3]].count("dead") == 1  # 3 for 3


@pytest.mark.rule("BD-11.26g")
def test_what_cannot_be_replaced_goes_first() -> None:
    group = ["3Pz", "8Ital", "4AK"]
    state = german({W: group, "2308": ["60A"], "2310": ["54A"]})
    after = fight(state, "2308", group, die=3)
    assert after.var("result") == BB
    gone = walk(after, "advance")
    assert gone.place("8Ital") == "removed"
    assert "dead" in (gone.place("3Pz"), gone.place("4AK"))
    # of replaceable ones the attacker chooses
    free = german({W: ["3Pz", "4AK", "5AK"], "2308": ["60A"], "2310": ["54A"]})
    asked = fight(free, "2308", ["3Pz", "4AK", "5AK"], die=3)
    assert asked.decision == "bloodbath loss" and names(asked, "lose") == {"3Pz", "4AK"}


@pytest.mark.rule("BD-11.20b")
def test_germans_in_cities_do_not_retreat() -> None:
    """W-35."""
    group = ["60A", "59A", "54A", "53A"]
    state = soviet({"2406": group, "2407": ["4AK"], "2206": ["5AK"]}, marker="2406")
    fought = fight(state, "2407", group)
    assert fought.var("column") == 1  # 12 to 4, for the city and for the river
    crowd = [*group, "52A"]
    more = ["51A", "50A"]
    state = soviet({"2406": crowd, "2306": more, "2407": ["4AK"], "2206": ["5AK"]}, marker="2406")
    fought = fight(state, "2407", [*crowd, *more])
    assert fought.var("column") in RETREATS
    after = play(fought, f"roll {RETREATS[fought.var('column')]}")
    assert after.var("result") == AS and after.place("4AK") == "2407"
    field = soviet({E: crowd, NE: more, "2308": ["4AK"], W: ["5AK"]})
    fought = fight(field, "2308", [*crowd, *more])
    assert play(fought, f"roll {RETREATS[fought.var('column')]}").var("result") == DR


@pytest.mark.rule("BD-11.33b")
def test_a_bloodbath_with_a_lone_satellite_may_be_a_retreat() -> None:
    """W-64; D-38: also in a city, where a rolled retreat would stall."""
    group = ["60A", "59A"]
    state = soviet({E: group, "2308": ["8Ital"], W: ["5AK"]})
    after = fight(state, "2308", group, die=3)
    assert after.decision == "bloodbath" and names(after) == {"force-retreat", "keep-bloodbath"}
    forced = walk(play(after, "force-retreat"), "advance", "soviet")
    assert forced.place("8Ital") not in ("removed", "2308")
    kept = play(after, "keep-bloodbath")
    assert kept.place("8Ital") == "removed"
    backed = edit(state, {"2308": ["8Ital", "4AK"]})
    assert fight(backed, "2308", group, die=2).decision != "bloodbath"


# -- retreats -------------------------------------------------------------------------------

ARMIES = ["60A", "59A", "54A", "53A", "52A"]


def soviet_drives(units: dict[str, list[str]], target: str = "2308", start: str = E) -> State:
    """Five armies attack from the east at 3:1 or better and roll a 1."""
    state = soviet({start: ARMIES, target: ["4AK"], **units}, marker=start)
    return fight(state, target, ARMIES, die=1)


@pytest.mark.rule("BD-11.27a", "BD-11.27c", "BD-11.27e")
def test_germans_retreat_west_if_they_can() -> None:
    """W-14, BD-11.27g: west of 2403 is 2404, northwest 2303, southwest 2503."""
    state = soviet({"2402": ARMIES, "2403": ["4AK"], "2102": ["5AK"]}, marker="2402")
    fled = fight(state, "2403", ARMIES, die=1)
    assert fled.var("result") == DR and fled.to_move == "german"
    assert names(fled, "retreat-to") == {"2404", "2303", "2503"}
    closed = {"2404": ["51A"], "2303": ["50A"], "2503": ["49A"]}
    east = fight(edit(state, closed), "2403", ARMIES, die=1)
    assert names(east, "retreat-to") == {"2302", "2502"}


@pytest.mark.rule("BD-11.27d", "BD-11.27e")
def test_soviets_retreat_east_if_they_can() -> None:
    state = german({W: PZ[:3], "2308": ["60A"], "2310": ["54A"]})
    fled = fight(state, "2308", PZ[:3], die=2)
    assert fled.var("result") == DR and fled.to_move == "soviet"
    assert names(fled, "retreat-to") == {E, NE, SE}
    # its owner chooses among them, and among no others
    assert play(fled, f"retreat-to {NE}").place("60A") == NE
    with refused("BD-11.27e"):
        fled.push(f"retreat-to {NW}")
    closed = edit(state, {E: ["4AK"], NE: ["5AK"], SE: ["6AK"]})
    west = fight(closed, "2308", PZ[:3], die=2)
    assert names(west, "retreat-to") == {NW, SW}


@pytest.mark.rule("BD-11.27f", "BD-11.27a")
def test_nobody_retreats_to_where_the_attack_came_from() -> None:
    state = german({E: PZ[:3], "2308": ["60A"], "2310": ["54A"]})
    fled = fight(state, "2308", PZ[:3], die=2)
    assert names(fled, "retreat-to") == {NE, SE}


@pytest.mark.rule("BD-11.27b")
def test_a_stack_retreats_as_one_and_splits_for_stacking_only() -> None:
    trio = ["60A", "3T", "1G"]
    state = german({W: PZ, NW: ["4AK"], "2308": trio, "2310": ["2G"]})
    whole = fight(state, "2308", [*PZ, "4AK"], die=1)
    assert whole.decision == "retreat"
    gone = play(whole, f"retreat-to {E}")
    assert {gone.place(u) for u in trio} == {E}
    full = {E: ["53A", "52A", "51A"], NE: ["50A", "49A", "48A"], SE: ["47A", "43A", "42A"]}
    split = fight(edit(state, full), "2308", [*PZ, "4AK"], die=1)
    assert split.decision == "retreat unit" and split.to_move == "soviet"
    places = [walk(split, "advance", "german").place(u) for u in trio]
    assert set(places) <= {E, NE, SE} and len(set(places)) > 1


@pytest.mark.rule("BD-11.28b")
def test_surplus_units_go_on_through_a_full_hex() -> None:
    """W-62: room for two, the third goes on."""
    trio = ["60A", "3T", "1G"]
    wall = {NE: ["5AK"], SE: ["6AK"], NW: ["7AK"], SW: ["8AK"], E: ["53A", "52A", "51A"]}
    state = german({W: PZ, "2308": trio, **wall})
    split = fight(state, "2308", [*PZ, "7AK"], die=1)
    assert split.decision == "retreat unit"
    done = walk(split, "advance", "german")
    places = sorted(done.place(u) for u in trio)
    assert places.count(E) == 2 and "dead" not in places
    assert next(p for p in places if p != E) in {"2306", "2207", "2407"}


@pytest.mark.rule("BD-11.28c")
def test_who_cannot_retreat_is_lost() -> None:
    ring = {NE: ["5AK"], SE: ["6AK"], NW: ["7AK"], SW: ["8AK"], E: ["9AK"]}
    state = german({W: PZ, "2308": ["60A"], **ring, "2310": ["1G"]})
    after = fight(state, "2308", ["7AK"], die=2)  # cut off, it defends with 1
    assert after.var("result") == DR and after.place("60A") == "dead"
    way = edit(state, {"9AK": "2310"})
    assert fight(way, "2308", ["7AK"], until="combat").place("60A") == "2308"


@pytest.mark.rule("BD-11.28a", "BD-11.17c", "BD-11.18c", "BD-11.19a")
def test_no_retreat_over_lakes_and_straits() -> None:
    """BD-11.19a; Kerch is the only way out of 3105, the Sivash one of those of 2907."""
    lake = german({"2902": PZ, "2901": ["60A"], "2801": ["4AK"], "2900": ["5AK"], "3001": ["6AK"],
                   "3002": ["7AK"], "2903": ["1G"]}, german=["2607", "2804"])  # fmt: skip
    fought = fight(lake, "2901", PZ[:2])
    after = play(fought, f"roll {RETREATS[fought.var('column')]}")
    assert after.var("result") == DR and after.place("60A") == "dead"
    kerch = soviet({"3104": ARMIES, "3005": ["51A"], "3105": ["4AK"], "2309": ["5AK"]},
                   marker="3104")  # fmt: skip
    fled = fight(kerch, "3105", ARMIES, die=1)
    assert fled.var("result") in (DR, DE) and fled.place("4AK") == "dead"
    sivash = german({"2908": PZ, "2907": ["60A"], "2906": ["4AK"], "2807": ["5AK"],
                     "2808": ["6AK"], "2309": ["7AK"], "3009": ["1G"]})  # fmt: skip
    fled = fight(sivash, "2907", PZ[:3], die=2)
    assert fled.var("result") == DR and fled.place("60A") == "dead"


@pytest.mark.rule("BD-11.29a", "BD-11.29b")
def test_who_fled_into_the_next_battle_adds_nothing_and_may_be_lost() -> None:
    """W-60: survives AS and AE, is lost with any other result."""
    units = {W: PZ[:3], "2308": ["60A"], "2307": ["59A"], "2208": ["39Pz"], "2408": ["40Pz"]}
    state = german(units)
    fled = fight(state, "2308", PZ[:3], die=2)
    fled = walk(fled, "prepared assault", "german", {"retreat": "retreat-to 2307"})
    assert fled.place("60A") == "2307" and "60A" in fled.units_with("retreated")
    fought = fight(fled, "2307", ["39Pz", "40Pz"])
    assert fought.var("defence") == 3
    stalled = play(fought, "roll 5")
    assert stalled.var("result") == AS and stalled.place("60A") == "2307"
    lost = play(fought, "roll 1")
    assert lost.var("result") in (DR, BB)
    assert lost.place("60A") == "dead"


# -- advances -------------------------------------------------------------------------------


@pytest.mark.rule("BD-11.30a", "BD-11.30b")
def test_victors_may_advance_some_or_all_or_none() -> None:
    state = german({W: PZ[:3], NW: ["4AK"], "2308": ["60A"], "2310": ["1G"]})
    won = fight(state, "2308", [*PZ[:3], "4AK"], die=1)
    assert won.var("result") == DE and won.decision == "advance"
    assert names(won, "advance") == {"3Pz", "4AK"} and won.is_pass(won.game.parse("hold"))
    one = play(won, "advance 4AK")
    assert one.place("4AK") == "2308" and one.place("3Pz") == W
    none = play(won, "hold")
    assert none.units_at("2308") == []
    # a stalled attack takes no ground, and defenders never follow (BD-11.31a)
    stalled = fight(edit(state, {"2308": ["60A", "59A", "54A"]}), "2308", [*PZ[:3], "4AK"], die=5)
    assert stalled.decision != "advance"


@pytest.mark.rule("BD-11.30b", "BD-6.3a")
def test_advances_observe_stacking() -> None:
    six = [*PZ, "41Pz"]
    state = german({W: PZ, NW: ["41Pz"], "2308": ["60A"], "2310": ["1G"]})
    won = walk(play(state, "attack 2308", *(f"with {u}" for u in six[:5])), "advance",
               choices={"attackers": ("with 41Pz", "fight")})  # fmt: skip
    while won.decision == "advance" and names(won, "advance"):
        won = play(won, f"advance {min(names(won, 'advance'), key=order)}")
    assert len(won.units_at("2308")) == 5


def fled_from(state: State) -> State:
    """After the defender's choice of hex, if he has one."""
    return play(state, state.legal_actions.names()[0]) if state.decision == "retreat" else state


@pytest.mark.rule("BD-11.19a")
def test_no_retreat_nor_advance_over_the_manych() -> None:
    """2802 and 2901 are neighbours across a lake hexside."""
    # every other way out of 2802 is held
    ring = {"2803": PZ[:3], "2701": ["5AK"], "2702": ["6AK"], "2801": ["7AK"], "2902": ["8AK"]}
    state = german({**ring, "2802": ["60A"], "2310": ["1G"]}, turn=12, german=["2607", "2804"])
    shut = fight(state, "2802", PZ[:3], die=2)
    assert shut.var("result") == DR and shut.place("60A") == "dead"
    won = walk(play(shut, "advance 3Pz"), "second advance")
    further = names(play(won, "exploit 3Pz"), "exploit-to")
    assert "2902" in further and "2901" not in further


@pytest.mark.rule("BD-11.17c", "BD-11.18c")
def test_no_advance_over_the_straits() -> None:
    kerch = soviet({"3105": ARMIES, "3106": ["4AK"], "2309": ["5AK"]}, marker="3105")
    won = fled_from(fight(kerch, "3106", ARMIES, die=1))
    assert won.place("4AK") != "3106" and won.decision != "advance"
    assert won.place("60A") == "3105"
    sivash = soviet({"2907": ARMIES, "3008": ["4AK"], "2309": ["5AK"], "2908": ["6AK"]},
                    marker="2907")  # fmt: skip
    won = fled_from(fight(sivash, "3008", ARMIES, die=1))
    assert won.place("4AK") != "3008" and won.place("60A") == "2907"
    assert won.decision != "advance"


@pytest.mark.rule("BD-11.32a", "BD-11.32c")
def test_german_tanks_in_supply_go_on_a_second_hex_in_single_months() -> None:
    units = {W: [*PZ[:3], "4AK"], "2308": ["60A"], "2306": ["1G"]}
    for turn, further in ((12, True), (13, False)):
        won = fight(german(units, turn=turn), "2308", [*PZ[:3], "4AK"], die=1)
        won = play(won, "advance 3Pz", "advance 4AK")
        if not further:
            assert won.decision != "second advance" and won.place("3Pz") == "2308"
            continue
        won = walk(won, "second advance")
        assert names(won, "exploit") == {"3Pz"}  # not the infantry
        where = play(won, "exploit 3Pz")
        assert names(where, "exploit-to") == {E, W, NE, NW, SE, SW}
        gone = play(where, f"exploit-to {E}")
        assert gone.place("3Pz") == E and gone.place("4AK") == "2308"
        assert E in gone.hexes_with("german")


@pytest.mark.rule("BD-11.32b", "BD-11.32c")
def test_soviet_tanks_in_supply_go_on_a_second_hex_from_turn_13() -> None:
    tanks = ["1T", "2T", "3T", "4T", "5T"]
    units = {E: tanks, NE: ["60A", "59A", "1G", "2G"], "2308": ["3Rum"], "2310": ["5AK"]}
    group = ["60A", "59A", "1G", "2G", *tanks]
    for turn, further in ((12, False), (13, True)):
        state = soviet(units, turn=turn)
        begun = play(state, "attack 2308", *(f"with {u}" for u in sorted(group, key=order)))
        won = walk(play(begun, "fight") if begun.decision == "attackers" else begun, "advance")
        assert won.var("result") == DE
        won = play(won, "advance 1T", "hold")
        assert (won.decision == "second advance") == further
    where = play(won, "exploit 1T")
    assert W in names(where, "exploit-to")
    assert play(where, f"exploit-to {W}").place("1T") == W
    taken = edit(where, {W: ["6AK"]})
    assert W not in names(taken, "exploit-to")


@pytest.mark.rule("BD-11.32a")
def test_no_second_hex_without_supply() -> None:
    ring = {E: ["5AK"], "2209": ["59A"], "2409": ["54A"], "2310": ["53A"], "2208": ["52A"],
            "2408": ["51A"], "2210": ["50A"], "2410": ["49A"], "2307": ["48A"]}  # fmt: skip
    ring.pop(E, None)
    state = german({W: PZ, "2308": ["60A"], **ring, "2307": ["48A"]}, turn=12)
    assert state.ask("supply", "3Pz") == 0
    won = fight(state, "2308", PZ, die=1, choices={"bloodbath": "keep-bloodbath"})
    if won.decision == "advance":
        won = play(won, "advance 3Pz")
        assert won.decision != "second advance"
    assert at and AE is not None

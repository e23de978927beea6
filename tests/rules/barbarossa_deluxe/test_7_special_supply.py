"""Sections 7.4 to 7.7, 7.13: supply through named cities, Crimea, coasts, garrisons, by air."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    AERIAL,
    COASTAL,
    CRIMEA,
    GARRISON,
    OOS,
    OVERLAND,
    PREPARED,
    Units,
    at,
    edit,
    fight,
    marker,
    names,
    number,
    odds,
    on,
    play,
    reach,
    surround,
    walk,
)

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A", "10A", "11A", "12A", "13A"]
CORPS = ["1AK", "2AK", "4AK", "5AK", "6AK", "7AK", "8AK", "9AK"]
PASSING = {"combat": "roll 3"}


def board(units: Units, **more: object) -> State:
    return at("prepared assault", "german", units=units, **more)  # type: ignore[arg-type]


@pytest.mark.rule("BD-7.4a")
def test_the_dp_area_is_supplied_through_dnepropetrovsk() -> None:
    units = {"3Pz": "2705", "14Pz": "2405", "60A": "1001"}
    held = board(units, german=["2607"])
    assert (held.ask("supply", "3Pz"), held.ask("supply", "14Pz")) == (OVERLAND, OVERLAND)
    lost = board(units, soviet=["2607"])
    assert (lost.ask("supply", "3Pz"), lost.ask("supply", "14Pz")) == (OOS, OVERLAND)


@pytest.mark.rule("BD-7.4c")
def test_the_rostov_area_is_supplied_through_rostov_as_well() -> None:
    units = {"3Pz": "2903", "14Pz": "2705", "60A": "1001"}
    held = board(units, german=["2607", "2804"])
    assert (held.ask("supply", "3Pz"), held.ask("supply", "14Pz")) == (OVERLAND, OVERLAND)
    lost = board(units, german=["2607"], soviet=["2804"])
    assert (lost.ask("supply", "3Pz"), lost.ask("supply", "14Pz")) == (OOS, OVERLAND)
    assert board(units, german=["2804"], soviet=["2607"]).ask("supply", "3Pz") == OOS


SEVASTOPOL: dict[str, str] = {"4AK": "3108", "5AK": "3107", "60A": "1001"}


def crimea(choice: int, units: Units, **more: object) -> State:
    members = [u for u in ("4AK", "5AK", "3Pz", "3Rum") if u in units]
    return board(
        units,
        soviet=["2607"],
        variables={"crimea supply": choice},
        flags={"crimea supply": members if choice == 1 else []},
        **more,
    )


@pytest.mark.rule("BD-7.4f")
def test_crimea_supply_is_full_supply_from_sevastopol() -> None:
    state = crimea(1, SEVASTOPOL)
    assert state.ask("supply", "5AK") == CRIMEA
    assert crimea(0, SEVASTOPOL).ask("supply", "5AK") == COASTAL
    lost = crimea(1, {"5AK": "3107", "60A": "3108"})
    assert lost.ask("supply", "5AK") == OOS
    # on to the far side of the Kerch Strait, but not beyond the area
    over = crimea(1, {"4AK": "3108", "5AK": "3104", "3Pz": "3103", "60A": "1001"})
    assert (over.ask("supply", "5AK"), over.ask("supply", "3Pz")) == (CRIMEA, OOS)


@pytest.mark.rule("BD-7.4f")
def test_a_newcomer_draws_crimea_supply_while_fewer_than_five_do() -> None:
    crowd = ["4AK", "5AK", "6AK", "7AK"]
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"3108": crowd, "2908": ["1AK", "2AK"], "60A": "1001"},
        variables={"crimea supply": 1},
        flags={"crimea supply": crowd},
    )
    first = play(state, "move 1AK", "to 3008", "stop")
    assert "1AK" in first.units_with("crimea supply")
    second = play(first, "move 2AK", "to 3009", "stop")
    assert "2AK" not in second.units_with("crimea supply")


AREA = ["4AK", "5AK", "6AK", "7AK", "8AK"]
"""Five corps that draw Crimea supply."""


def peninsula(units: Units, drawing: list[str] = AREA, decision: str = "movement") -> State:
    """The German's movement, or his assaults, with Crimea supply and the units that draw it."""
    return at(
        decision,
        "german",
        sequence="move-fight",
        units={**units, "60A": "1001"},
        soviet=["2607"],
        variables={"crimea supply": 1},
        flags={"crimea supply": drawing},
    )


def drawers(state: State) -> set[str]:
    """The units that have Crimea supply."""
    held = {*AREA, "1AK", "2AK", "3Pz", "14Pz"}
    return {u for u in held if state.ask("supply", u) == CRIMEA}


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_who_leaves_the_area_gives_up_its_supply_to_a_newcomer() -> None:
    """At no time do more than five draw it."""
    state = peninsula({"3108": AREA[:4], "3008": ["8AK"], "2908": ["3Pz"]})
    assert drawers(state) == set(AREA)
    out = play(state, "move 8AK", "to 2908", "stop")
    assert drawers(out) == set(AREA[:4]) and "8AK" not in out.units_with("crimea supply")
    # it comes back before anybody else: there are four
    back = at_once(out, "8AK", "3008")
    assert drawers(back) == set(AREA)
    # a newcomer takes its place, and it comes back too late
    new = play(out, "move 3Pz", "to 3008", "stop")
    assert drawers(new) == {*AREA[:4], "3Pz"}
    late = at_once(new, "8AK", "3008")
    assert "8AK" in late.units_with("no crimea supply")
    assert drawers(late) == {*AREA[:4], "3Pz"} and late.ask("supply", "8AK") != CRIMEA


def at_once(state: State, unit: str, to: str) -> State:
    """A unit moves again, as if in a later phase of the game turn."""
    used = [(u, "moved", False) for u in state.units_with("moved")]
    return play(state._supposed(unit_flags=used), f"move {unit}", f"to {to}", "stop")


@pytest.mark.rule("BD-7.4f")
def test_a_group_that_comes_back_draws_as_far_as_five_go() -> None:
    pair = ["7AK", "8AK"]
    state = peninsula({"3108": AREA[:3], "3008": pair, "2908": ["1AK"]})
    out = play(state, "move 7AK", "with 8AK", "to 2908", "stop")
    assert drawers(out) == set(AREA[:3])
    new = play(out, "move 1AK", "to 3008", "stop")
    used = [(u, "moved", False) for u in new.units_with("moved")]
    back = play(new._supposed(unit_flags=used), "move 7AK", "with 8AK", "to 3008", "stop")
    assert len(drawers(back)) == 5 and drawers(back) > {*AREA[:3], "1AK"}


@pytest.mark.rule("BD-7.4f")
def test_a_group_that_comes_in_draws_together_as_far_as_five_go() -> None:
    for inside, drawing in ((3, {"3Pz", "14Pz"}), (2, {"3Pz", "14Pz"}), (5, set())):
        crowd = AREA[:inside]
        state = peninsula({"3108": crowd, "2908": ["3Pz", "14Pz"]}, crowd)
        came = play(state, "move 3Pz", "with 14Pz", "to 3008", "stop")
        assert drawers(came) == set(crowd) | drawing
        out = set() if drawing else {"3Pz", "14Pz"}
        assert set(came.units_with("no crimea supply")) == out


@pytest.mark.rule("BD-7.4f")
def test_soviet_units_that_come_into_the_area_draw_nothing() -> None:
    state = at(
        "movement",
        "soviet",
        sequence="move-fight",
        units={"2908": ["1T", "2T"], "3108": ["4AK"], "60A": "1001"},
        variables={"crimea supply": 1},
        flags={"crimea supply": ["4AK"]},
    )
    came = play(state, "move 1T", "with 2T", "to 3008", "stop")
    drawing = {*came.units_with("crimea supply"), *came.units_with("no crimea supply")}
    assert drawers(came) == {"4AK"} and not drawing & {"1T", "2T"}


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_who_takes_a_hex_outside_is_no_newcomer_before_it_comes_in() -> None:
    state = edit(peninsula({"3108": AREA, "2808": ["3Pz"]}), soviet=["2908", "2907"])
    outside = play(state, "move 3Pz", "to 2908")
    assert "3Pz" not in outside.units_with("crimea supply")
    came = play(outside, "to 3008", "stop")
    assert drawers(came) == set(AREA) and "3Pz" in came.units_with("no crimea supply")


@pytest.mark.rule("BD-4.2c", "BD-3.6d")
def test_a_city_of_ones_own_is_worth_nothing_new() -> None:
    """Be it that entering it sets off something else."""
    state = edit(peninsula({"3107": ["4AK"]}, ["4AK"]), variables={"victory points": 20})
    assert play(state, "move 4AK", "to 3108").var("victory points") == 20
    soviet = at("movement", "soviet", units={"2118": ["60A"], "2320": ["4AK"]},
                soviet=["2117", "2118"], variables={"victory points": 20})  # fmt: skip
    there = play(soviet, "move 60A", "to 2117")
    assert there.place("60A") == "2117" and there.var("victory points") == 20


@pytest.mark.rule("BD-7.4f")
def test_two_that_swap_places_draw_as_they_come() -> None:
    """One leaves by sea and one by land; the first to come in has what was given up."""
    state = peninsula({"3108": AREA, "2911": ["1AK"], "2908": ["2AK"]})
    shipped = play(state, "ship-black 4AK", "to-port 2911")
    assert drawers(shipped) == set(AREA[1:])
    one = play(shipped, "move 2AK", "to 3008", "stop")
    assert drawers(one) == {*AREA[1:], "2AK"}


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_a_unit_that_dies_leaves_room_for_a_newcomer_and_not_for_one_declared_without() -> None:
    """Of six five were named; the sixth is out of supply for the game turn (BD-7.4j)."""
    state = at(
        "prepared assault",
        "german",
        sequence="fight-move",
        units={"3108": AREA[:4], "3008": ["8AK"], "3107": ["1AK"], "2911": ["2AK"],
               "2908": ["60A", "59A"]},
        soviet=["2607"],
        variables={"crimea supply": 1},
        flags={"crimea supply": AREA, "no crimea supply": ["1AK"]},
    )  # fmt: skip
    assert drawers(state) == set(AREA)
    fallen = fight(state, "2908", ["8AK"], die=6)
    assert fallen.place("8AK") == "dead" and drawers(fallen) == set(AREA[:4])
    moving = walk(fallen, "movement", "german")
    assert drawers(play(moving, "move 1AK", "to 3108", "stop")) == set(AREA[:4])
    assert drawers(play(moving, "ship-black 2AK", "to-port 3108")) == {*AREA[:4], "2AK"}


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_the_turn_after_the_list_is_made_anew() -> None:
    state = at(
        "movement",
        "soviet",
        sequence="fight-move",
        units={"3108": AREA[:4], "3008": ["8AK"], "2911": ["1AK"], "60A": "1001"},
        variables={"crimea supply": 1},
        flags={"crimea supply": AREA},
    )
    asked = play(edit(state, flags={"no crimea supply": ["1AK"]}), "end-movement")
    assert not asked.units_with("no crimea supply")
    assert asked.decision == "crimea supply" and not asked.units_with("crimea supply")
    assert set(play(asked, "crimea-supply").units_with("crimea supply")) == set(AREA)
    assert not play(asked, "coastal-supply").units_with("crimea supply")


@pytest.mark.rule("BD-7.4h")
def test_crimea_or_coastal_supply_never_both() -> None:
    state = reach("crimea supply", "german")
    assert names(state) == {"crimea-supply", "coastal-supply"}
    first, other = play(state, "crimea-supply"), play(state, "coastal-supply")
    assert (first.ask("supply", "30AK"), other.var("crimea supply")) == (OVERLAND, 2)
    lost = {"soviet": ["2607"]}
    cut, by_sea = edit(first, **lost), edit(other, **lost)  # type: ignore[arg-type]
    assert cut.ask("supply", "30AK") == CRIMEA
    assert by_sea.ask("supply", "30AK") == COASTAL
    odessa = edit(cut, {"3Pz": "2911", **surround("2911", RIFLES)})
    assert odessa.ask("supply", "3Pz") == OOS
    odessa = edit(by_sea, {"3Pz": "2911", **surround("2911", RIFLES)})
    assert odessa.ask("supply", "3Pz") == COASTAL


@pytest.mark.rule("BD-7.4j")
def test_of_more_than_five_the_german_names_those_that_draw_it() -> None:
    more = {"3107": ["1AK", "2AK", "4AK"], "3009": ["3Pz"]}
    state = edit(reach("crimea supply", "german"), more)
    listed = play(state, "crimea-supply")
    assert listed.decision == "crimea list"
    for _ in range(5):
        assert listed.decision == "crimea list"
        listed = play(listed, sorted(listed.legal_actions.names())[0])
    assert listed.decision != "crimea list"
    assert len(listed.units_with("crimea supply")) == 5
    assert len(listed.units_with("no crimea supply")) == 2
    five = play(edit(reach("crimea supply", "german"), {"3009": ["3Pz", "1AK"]}), "crimea-supply")
    assert five.decision != "crimea list" and len(five.units_with("crimea supply")) == 5


@pytest.mark.rule("BD-7.5a", "BD-7.5b")
def test_the_coast_supplies_defence_alone() -> None:
    ring = surround("2911", RIFLES)
    state = board({"4AK": "2911", **ring}, variables={"crimea supply": 2})
    assert state.ask("supply", "4AK") == COASTAL
    assert odds(state, "soviet", "2911", ["3A"])[1] == 4
    assert odds(state, "german", ring["3A"], ["4AK"])[0] == 1
    inland = board({"4AK": "2309", **surround("2309", RIFLES)})
    assert odds(inland, "soviet", "2309", ["3A"])[1] == 2
    # by 1.5 it is for German units, not for satellites
    army = board({"3Rum": "2911", **ring}, variables={"crimea supply": 2})
    assert army.ask("supply", "3Rum") == OOS


@pytest.mark.rule("BD-7.5c")
def test_the_sea_of_azov_needs_both_shores_of_the_strait() -> None:
    ring = surround("2805", RIFLES)
    by_sea = {"crimea supply": 2}
    both = board({"4AK": "2805", **ring}, german=["3105", "3106"], variables=by_sea)
    assert both.ask("supply", "4AK") == COASTAL
    one = board({"4AK": "2805", **ring}, german=["3106"], soviet=["3105"], variables=by_sea)
    assert one.ask("supply", "4AK") == OOS


@pytest.mark.rule("BD-7.6a", "BD-7.6c")
def test_fortress_cities_of_the_reich_have_garrison_supply() -> None:
    def fortress(hex_: str) -> State:
        ring = surround(hex_, RIFLES)
        return board({"4AK": hex_, **ring}, hex_flags={"fortress city": [hex_]})

    krakow = fortress("2418")
    assert krakow.ask("supply", "4AK") == GARRISON
    beside = next(h for h in surround("2418", RIFLES).values())
    assert odds(krakow, "german", beside, ["4AK"])[0] == 3
    assert fortress("2407").ask("supply", "4AK") == OOS
    plain = board({"4AK": "2418", **surround("2418", RIFLES)})
    assert plain.ask("supply", "4AK") == OOS


def soviet_attack(**variables: int) -> State:
    """A German corps in a pocket that the Soviet attacks."""
    return at(
        "prepared assault",
        "soviet",
        units={"4AK": "2309", **surround("2309", RIFLES)},
        variables=variables,
    )


@pytest.mark.rule("BD-7.7b", "BD-7.7d")
def test_aerial_supply_is_flown_in_when_an_attack_is_declared() -> None:
    state = play(soviet_attack(), "attack 2309")
    while state.decision == "attackers":
        state = play(state, "fight" if "fight" in names(state) else sorted(names(state))[0])
    assert state.decision == "aerial supply" and state.to_move == "german"
    flown, declined = play(state, "fly-in"), play(state, "decline")
    assert flown.ask("supply", "4AK") == AERIAL
    assert declined.ask("supply", "4AK") == OOS
    assert walk(flown, "combat").var("defence") == 4
    assert walk(declined, "combat").var("defence") == 2
    # for attacks it counts for nothing
    beside = surround("2309", RIFLES)["3A"]
    by_air = board(
        {"4AK": "2309", **surround("2309", RIFLES)},
        variables={"aerial supply hex": number("2309")},
    )
    assert odds(by_air, "german", beside, ["4AK"], PREPARED)[0] == 1
    # once it is out there is none to fly in; nor for units in supply
    away = play(soviet_attack(**{"aerial supply back": 12}), "attack 2309")
    with pytest.raises(LookupError):
        walk(away, "aerial supply", choices=PASSING)
    supplied = at("prepared assault", "soviet", units={"4AK": "2309", "3A": "2308"})
    with pytest.raises(LookupError):
        walk(play(supplied, "attack 2309"), "aerial supply", choices=PASSING)


@pytest.mark.rule("BD-7.7f", "BD-2.12b")
@pytest.mark.parametrize("marked", ["2900", "2308"])
def test_the_marker_stays_where_no_friend_falls(marked: str) -> None:
    # nobody stands beneath it any more; a Soviet army dies, in another hex or in that one
    state = at(
        "prepared assault", "soviet", turn=11, sequence="fight-move",
        units={"2309": "4AK", "2308": ["60A"], "2901": ["5AK"], "1101": ["61A"]},
        variables={"aerial supply hex": number(marked), "aerial supply back": 99, "luftwaffe": 0},
    )  # fmt: skip
    after = fight(state, "2309", ["60A"], die=4)
    assert after.place("60A") == "dead"
    assert after.var("aerial supply hex") == number(marked)


@pytest.mark.rule("BD-7.7f")
def test_the_marker_goes_with_the_last_unit_beneath_it() -> None:
    ring = surround("2309", RIFLES)
    variables = {"aerial supply hex": number("2309"), "aerial supply back": 99}
    state = at(
        "prepared assault",
        "soviet",
        units={"4AK": "2309", **ring, "20A": "2308", "21A": "2308", "22A": "2308"},
        variables=variables | marker("2309"),
    )
    attackers = [*list(ring)[:6], "20A", "21A", "22A"]
    after = play(state, "attack 2309")
    for unit in sorted(attackers, key=after.game.units.index):
        if after.decision == "attackers" and f"with {unit}" in names(after):
            after = play(after, f"with {unit}")
    after = play(after, "fight") if after.decision == "attackers" else after
    after = walk(after, "advance", choices={"combat": "roll 1"})
    assert after.place("4AK") == "dead"
    assert after.var("aerial supply hex") == -1
    # used all the same, it is away until the die of the turn's end
    assert after.var("aerial supply back") == 99


@pytest.mark.rule("BD-7.7h")
def test_a_die_tells_when_the_marker_is_back() -> None:
    state = at(
        "movement",
        "soviet",
        sequence="fight-move",
        units={"4AK": "2309", "60A": "1001"},
        variables={"aerial supply hex": number("2309"), "aerial supply back": 99},
    )
    rolling = play(state, "end-movement")
    assert rolling.decision == "aerial supply return"
    after = play(rolling, "roll 4")
    assert (after.var("aerial supply back"), after.var("aerial supply hex")) == (13, -1)
    unused = at("movement", "soviet", units={"4AK": "2309", "60A": "1001"})
    assert play(unused, "end-movement").decision != "aerial supply return"


@pytest.mark.rule("BD-7.13a")
def test_hero_cities_have_garrison_supply() -> None:
    ring = surround("2501", CORPS)
    hero = board({"60A": "2501", **ring}, hex_flags={"hero city": ["2501"]})
    assert hero.ask("supply", "60A") == GARRISON
    plain = board({"60A": "2501", **ring})
    assert plain.ask("supply", "60A") == OOS
    moving = at(
        "movement", "soviet", units={"60A": "2501", **surround("2501", CORPS, ["2402"])},
        hex_flags={"hero city": ["2501"]},
    )  # fmt: skip
    assert play(moving, "move 60A").ask("soviet allowance") == 4


@pytest.mark.rule("BD-7.12a", "BD-7.12c", "BD-7.21a", "BD-7.21b")
def test_the_offensive_supply_marker() -> None:
    state = reach("offensive supply", "soviet")
    assert {"marker-a 1606", "marker-a 2309", "no-marker"} <= names(state)
    placed = play(state, "marker-a 2309")
    assert placed.var("supply marker A") == number("2309")
    assert walk(placed, "movement", "soviet").var("supply marker A") == number("2309")
    assert walk(placed, "phase order", "german").var("supply marker A") == -1


@pytest.mark.rule("BD-7.21a", "BD-7.21b")
def test_no_marker_in_a_turn_that_begins_with_moscow_lost() -> None:
    def turn(**more: object) -> State:
        state = at(
            "movement",
            "soviet",
            sequence="fight-move",
            units={"60A": "1001", "4AK": "2309"},
            **more,  # type: ignore[arg-type]
        )
        return play(state, "end-movement")

    lost = turn(german=["1606"])
    assert lost.var("supply markers banned") == 1
    # a recapture during the turn comes too late for it
    run = edit(lost, {"60A": "1606"})
    while run.decision != "rvgk":
        assert run.decision != "offensive supply"
        run = on(run)
    assert run.var("turn") == 10
    # back in Soviet hands, but not in supply: the ban goes on
    ring = surround("1606", CORPS)
    cut = at(
        "movement", "soviet", units={"60A": "1606", **ring},
        variables={"supply markers banned": 1},
    )  # fmt: skip
    assert play(cut, "end-movement").var("supply markers banned") == 1
    free = at(
        "movement", "soviet", units={"60A": "1606", "4AK": "2309"},
        variables={"supply markers banned": 1},
    )  # fmt: skip
    ended = play(free, "end-movement")
    assert ended.var("supply markers banned") == 0
    assert walk(ended, "offensive supply", "soviet").var("turn") == 10

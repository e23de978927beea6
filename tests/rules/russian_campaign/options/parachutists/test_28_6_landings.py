"""Section 28.6.III: landing hexes of German paratroops, and their battles among enemies."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, go, may, odds, overrun, result
from ...mediterranean_positions import AT_WAR, KEPT_OUT, NEUTRAL, accepted, area, offered
from ...turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MAY_43,
    MUD,
    SNOW,
    at,
    before,
    counter,
    data,
    impulse_of,
    names,
    play,
    refused,
    walk,
)
from .test_28_6_paratroops import BASE, FIRST, PLAIN, SECOND, drop, ready

pytestmark = pytest.mark.option("mediterranean")

CONTACT = 3


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


@lru_cache(maxsize=32)
def ring(base: str) -> frozenset[str]:
    """The hexes within eight of a hex."""
    found = {base}
    for _ in range(8):
        found |= {n for h in found for n in around(h)}
    return frozenset(found)


def droppable(*bases: str) -> set[str]:
    """Land within eight hexes of some headquarters, but for woods, mountains and closed land."""
    shut = {"sea", "lake", "woods", "mountain"}
    return {
        name
        for name, row in rows().items()
        if row.terrain not in shut
        and row.area not in ("bulgaria", "turkey")
        and any(name in ring(base) for base in bases)
    }


def zone(state: State, unit: str = FIRST) -> set[str]:
    """Where a corps may come down."""
    return names(play(state, f"drop {unit}"), "at")


@lru_cache(maxsize=2)
def asked(options: tuple[str, ...] = KEPT_OUT) -> State:
    """Everybody is set up, and the Axis is asked for its paratroops."""
    state = accepted(options).copy()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    assert state.decision == "paratroops"
    return state


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDi", "TRC-28.6.III.MDp")
def test_the_first_corps_stands_in_poland_with_room_and_away_from_enemies() -> None:
    # Russians in Poland and beside it; one hex with two corps and one with three
    moved = {"3 A": "K27", "4 A": "P24", "1 Inf": "O26", "2 Inf": "O26"}
    moved |= {"5 Inf": "N26", "6 Inf": "N26", "7 Inf": "N26"}
    state = asked()._supposed(places=list(moved.items()))
    places = state.places()
    kinds = {u.name: counter(u) for u in data().units}
    axis = [p for u, p in places.items() if kinds[u].side == "axis" and kinds[u].kind in COUNTED]
    full = {p for p, n in Counter(axis).items() if n > 2}
    enemies = {p for u, p in places.items() if kinds[u].side == "russian"}
    near = {n for p in enemies & set(rows()) for n in around(p)}
    assert {"N26"} <= full and "O26" not in full and near & area("poland")
    assert state.to_move == "axis"
    assert names(state, "at") == area("poland") - full - enemies - near


COUNTED = ("infantry", "armor", "motorized", "mountain", "cavalry", "paratroop", "luftwaffe")


@pytest.mark.rule("TRC-28.6.III.MDi", "TRC-28.6.III.MDp")
def test_nobody_is_asked_for_paratroops_without_the_distraction() -> None:
    state = play(offered(), "refrain")
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    assert state.decision != "paratroops"
    assert {state.place(FIRST), state.place(SECOND)} == {"counters"}
    # other Russian or Axis units are no paratroops of this variant
    assert state.place("5 ParaC") == asked().place("5 ParaC") == "later"


@pytest.mark.option("mobile_leaders")
@pytest.mark.rule("TRC-28.6.III.MDi")
def test_what_else_ends_a_set_up_is_done_as_well() -> None:
    options = ("mediterranean", "mobile-hitler")
    for choice in ("hold", "at L26"):
        state = play(asked(options), choice)
        assert state.place("Hitler (mobile)") == "E31" and state.place("Hitler") == "counters"


# -- the second corps ----------------------------------------------------------------------


def exchange(units: dict[str, str], turn: int = MAY_43, side: str = "axis", **more: Any) -> State:
    """The movement phase of an impulse whose first choices were taken."""
    where = {SECOND: "counters", "28 Inf": "removed", "7 Inf": "Y22", **units}
    more = {"variables": AT_WAR, "options": KEPT_OUT, **more}
    start = before(side, turn=turn, units=where, **more)
    return walk(play(start, "end-movement"), "movement", side)


@pytest.mark.rule("TRC-28.6.III.MDi")
@pytest.mark.parametrize(
    ("infantry", "there"),
    [
        ("Y20", "Y20"),
        # waiting off the map it is in play
        ("off-map", "off-map"),
        # lost, withdrawn or not yet there it is not
        ("pool", "counters"),
        ("removed", "counters"),
        ("later", "counters"),
        ("surrendered", "counters"),
    ],
)
def test_the_exchange_is_for_a_3_4_in_play(infantry: str, there: str) -> None:
    state = exchange({"10 Inf": infantry})
    assert state.place(SECOND) == there
    assert state.place("10 Inf") == ("removed" if there == infantry else infantry)


@pytest.mark.rule("TRC-28.6.III.MDi")
def test_only_german_infantry_of_3_4_is_exchanged() -> None:
    # 5-4s, mountaineers, motorized corps and allies of three factors are none
    units = {"10 Inf": "Y20", "26 Inf": "Y21", "1 Inf": "Y23", "22 Mtn": "Y24", "52 Mot": "Y25"}
    units |= {"Rum 4 Inf": "Y26", "Finn 2 Inf": "Y27", "20 Inf": "off-map", "42 Inf": "pool"}
    where = {SECOND: "counters", "28 Inf": "removed", "7 Inf": "Y22", **units}
    start = before("axis", turn=MAY_43, units=where, variables=AT_WAR, options=KEPT_OUT)
    state = walk(play(start, "end-movement"), "exchange")
    assert state.to_move == "axis"
    assert names(state, "exchange") == {"10 Inf", "26 Inf", "20 Inf"}


@pytest.mark.rule("TRC-28.6.III.MDi")
def test_it_takes_place_once_in_may_1943_as_the_axis_turn_begins() -> None:
    units = {"10 Inf": "Y20"}
    for turn in (MAY_43 - 6, MAY_43 - 1, MAY_43 + 1, MAY_43 + 6):
        assert exchange(units, turn, nobody=("E10", "K30")).place(SECOND) == "counters"
    assert exchange(units, variables={}).place(SECOND) == "counters"
    # not as another impulse begins, be it the Axis' second or one of the Russian's
    late = at(
        "axis", turn=MAY_43, units={SECOND: "counters", **units}, variables=AT_WAR,
        options=KEPT_OUT,
    )  # fmt: skip
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        late = walk(play(late, "end-movement"), "movement", side, impulse)
        assert late.place(SECOND) == "counters"
    # who has come before does not come again
    for place in ("pool", "Y25", "removed"):
        again = exchange({**units, SECOND: place})
        assert (again.place(SECOND), again.place("10 Inf")) == (place, "Y20")


@pytest.mark.rule("TRC-28.6.III.MDi")
def test_infantry_is_motorized_in_july_1943_as_ever() -> None:
    units = {"11 Mot": "later", "1 Inf": "Y20", "10 Inf": "Y21"}
    start = before("axis", turn=MAY_43 + 1, units=units, variables=AT_WAR, options=KEPT_OUT)
    state = walk(play(start, "end-movement"), "motorization", "axis")
    assert "1 Inf" in names(state, "motorize")


# -- off the map ---------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDk")
def test_a_corps_walks_off_the_west_edge_with_a_point_left() -> None:
    # three of its four points to the edge, and the last beyond it
    there = play(ready({FIRST: "E30"}), f"move {FIRST}", "to E33")
    assert may(there, "leave-map")
    gone = play(there, "leave-map")
    assert (gone.place(FIRST), gone.decision, gone.to_move) == ("off-map", "movement", "axis")
    assert FIRST not in names(gone, "move") | names(gone, "enter") | names(gone, "drop")
    with refused("TRC-28.6.III.MDk"):
        play(gone, f"drop {FIRST}")
    # with none it stays at the edge, and it leaves from nowhere else
    last = play(ready({FIRST: "E29"}), f"move {FIRST}", "to E33")
    assert (last.place(FIRST), last.decision) == ("E33", "movement")
    assert not may(play(ready({FIRST: "E32"}), f"move {FIRST}"), "leave-map")
    assert not may(play(ready({FIRST: "L1"}), f"move {FIRST}"), "leave-map")
    # in the second impulse as well
    late = at("axis", 2, units={FIRST: "E33"}, turn=8, variables=AT_WAR, options=KEPT_OUT)
    assert play(late, f"move {FIRST}", "leave-map").place(FIRST) == "off-map"


@pytest.mark.rule("TRC-28.6.III.MDk")
def test_what_it_leaves_behind_falls_to_the_enemy() -> None:
    # the junction at the edge, that a Russian reaches as well
    state = ready({FIRST: "J33", "16 A": "J32"})
    assert "J33" in state.ask("control", 0)
    gone = play(state, f"move {FIRST}", "leave-map")
    assert "J33" in gone.ask("control", 1) and "J33" not in gone.ask("control", 0)


@pytest.mark.rule("TRC-28.6.III.MDk")
def test_others_leave_over_the_enemy_s_edge_as_ever() -> None:
    state = play(ready({"13 Inf": "L1"}), "move 13 Inf")
    assert may(state, "exit") and not may(state, "leave-map")
    red = at("russian", turn=8, units={"16 A": "E33"}, variables=AT_WAR, options=KEPT_OUT)
    assert names(play(red, "move 16 A"), "exit") and not may(play(red, "move 16 A"), "leave-map")


# -- the drop ------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_the_zone_is_eight_hexes_around_each_army_group() -> None:
    assert zone(ready()) == droppable("Y20")
    three = {"HQ North": "F20", "HQ Center": "N22", "HQ South": "Y20"}
    assert zone(ready(three)) == droppable(*three.values())
    for left_out in three:
        # one in the pool counts for nothing, nor does any other leader or unit of the Axis
        units = {**three, left_out: "pool", "Hitler": "F5", "24 Pz": "JJ8", "Rum 1 Inf": "F5"}
        bases = [h for u, h in three.items() if u != left_out]
        assert zone(ready(units)) == droppable(*bases)


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_neutral_countries_and_full_hexes_are_no_drop_zone() -> None:
    near = {"HQ South": "AA25"}
    balkans = area("rumania") | area("hungary")
    there = droppable("AA25")
    assert there & balkans and zone(ready(near)) == there
    assert zone(ready(near, variables=NEUTRAL)) == there - balkans
    # Bulgaria, which nobody has opened
    assert zone(ready({"HQ South": "EE28"})) == droppable("EE28")
    open_ = ready({"HQ South": "EE28"}, variables={**AT_WAR, "Bulgaria open": 1})
    bulgaria = {
        h for h in area("bulgaria")
        if h in ring("EE28") and rows()[h].terrain not in ("woods", "mountain")
    }  # fmt: skip
    assert bulgaria and zone(open_) == droppable("EE28") | bulgaria
    # three corps fill a hex, two do not
    full = {"10 Inf": "Y16", "26 Inf": "Y16", "20 Inf": "Y16", "42 Inf": "Y17", "1 Inf": "Y17"}
    assert zone(ready(full)) == droppable("Y20") - {"Y16"}


@pytest.mark.rule("TRC-28.6.III.MDj", "TRC-28.6.III.MDl", "TRC-28.6.III.MDm")
def test_enemies_and_their_zones_are_open() -> None:
    enemies = {"16 A": "Y14", "11 A": "Y15", "3 CavC": "X16", "8 A": "V23", "Partisan 1": "Y18"}
    # however many there are: the limit is each side's own
    enemies |= {"3 A": "Y14", "5 TkC": "X16", "8 TkC": "X16"}
    assert zone(ready(enemies)) == droppable("Y20")


@pytest.mark.rule("TRC-28.6.III.MDj")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, MUD, SNOW])
def test_they_drop_in_clear_weather_only(weather: int) -> None:
    state = ready(weather=weather)
    assert names(state, "drop") == ({FIRST} if weather == CLEAR else set())
    if weather != CLEAR:
        with refused("TRC-28.6.III.MDj"):
            play(state, f"drop {FIRST}")


@pytest.mark.rule("TRC-28.6.III.MDj", "TRC-28.6.III.MDk")
def test_nobody_else_drops_and_only_as_the_axis_turn_begins() -> None:
    units = {"13 Inf": "off-map", "20 Inf": "Y21", SECOND: "pool", "5 ParaC": "reserve"}
    assert names(ready(units), "drop") == {FIRST}
    assert names(ready({**units, SECOND: "off-map"}), "drop") == {FIRST, SECOND}
    # not without a headquarters on the map, though others of the Axis are there
    assert names(ready({**units, "HQ South": "pool"}), "drop") == set()
    where = {FIRST: "off-map", **BASE, **units}
    more: dict[str, Any] = {"turn": 8, "variables": AT_WAR, "options": KEPT_OUT}
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        assert names(at(side, impulse, units=where, **more), "drop") == set()
    # what comes over the west edge otherwise still does
    assert names(ready(units), "enter") >= {"13 Inf", FIRST}


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_who_finds_no_hex_near_a_headquarters_does_not_drop() -> None:
    # in the far south of Bulgaria, which is closed, beside Turkey
    with refused("TRC-28.6.III.MDj"):
        play(ready({"HQ South": "PP33"}, variables=NEUTRAL), f"drop {FIRST}")


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_a_drop_takes_what_it_lands_on_and_ends_its_move() -> None:
    asked_ = play(ready(), f"drop {FIRST}")
    assert (asked_.decision, asked_.to_move) == ("drop zone", "axis")
    assert "X13" in ready().ask("control", 1)
    down = play(asked_, "at X13")
    assert "X13" in down.ask("control", 0) and "X13" not in down.ask("control", 1)
    assert FIRST in down.units_with("moved") and FIRST in down.units_with("entered")
    with refused("TRC-28.6.III.MDk"):
        play(down, f"drop {FIRST}")
    assert FIRST not in names(down, "move") | names(down, "rail")
    # in the second impulse it walks like others
    second = walk(play(down, "end-movement"), "movement", "axis", 2)
    assert second.place(FIRST) == "X13" and FIRST in names(second, "move")


@pytest.mark.rule("TRC-17.2.1d", "TRC-9.4.4a")
def test_a_drop_enters_enemy_track_for_the_axis() -> None:
    """In Poland the line home is clear; a drop beside the track enters none."""
    assert drop(ready(), "X13").hexes_with("crossed") == ["X13"]
    assert drop(ready(), PLAIN).hexes_with("crossed") == []


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_a_corps_that_dropped_is_owed_help_as_any_that_came() -> None:
    # 24 factors in all: three are not one sixth
    strong = {"2G TkA": "Y14", "3G TkA": "Y14", "4G TkA": "Y14"}
    alone = drop(ready(strong), "Y15")
    assert may(alone, "end-movement")
    near = drop(ready({**strong, "13 Inf": "Y17"}), "Y15")
    with refused("TRC-12.5b"):
        play(near, "end-movement")
    assert may(play(near, "move 13 Inf", "to Y15"), "end-movement")
    # nobody is owed it before the drop
    assert may(ready({**strong, "13 Inf": "Y17"}), "end-movement")


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_a_drop_may_make_an_automatic_victory_possible() -> None:
    # 8 and 3 against 1, and no Stuka
    units = {"24 Pz": "Y15", "5 ParaC": "Y14"}
    state = ready(units, variables={**AT_WAR, "stukas": 0})
    assert not names(state, "overrun")
    down = drop(state, "X14")
    assert names(down, "overrun") == {"Y14"}
    assert overrun(down, "Y14", ["24 Pz", FIRST]).place("5 ParaC") == "surrendered"


# -- among enemies -------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_who_shares_a_hex_holds_that_hex_and_nothing_around() -> None:
    landed = drop(ready({"5 ParaC": "X13"}), "X13")
    own = {"D30", "Y20"}
    free = {"X13", *own, *(n for h in own for n in around(h))}
    assert set(landed.ask("axis zone of control")) == free
    assert "X13" in landed.ask("russian zone of control")
    # the city stays with those who stand in it
    assert "X13" in landed.ask("control", 1) and "X13" not in landed.ask("control", 0)
    assert landed.audit() is None
    # beside them it holds what is around it
    beside = drop(ready({"5 ParaC": "X13"}), "X14")
    assert set(beside.ask("axis zone of control")) == own | {
        n for h in (*own, "X14") for n in {h, *around(h)}
    }


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_it_neither_must_nor_may_attack_those_around() -> None:
    around_ = {"2G TkA": "Y14", "3G TkA": "Y14", "4G TkA": "Y14", "16 A": "X16"}
    landed = play(drop(ready({"5 ParaC": "Y15", **around_}), "Y15"), "end-movement")
    # it does not give up for want of an attack
    assert (landed.decision, landed.place(FIRST)) == ("landing", "Y15")
    # nor is anybody attacked after it
    quiet = play(landed, "await")
    assert quiet.decision != "battle" and quiet.decision != "surrender"
    # a friend beside them fights alone against the neighbour
    friends = {"5 ParaC": "Y15", "3 CavC": "X15", "24 Pz": "X14"}
    helped = play(drop(ready(friends), "Y15"), "end-movement", "await")
    fought = engage(helped, "X15", ["24 Pz"])
    assert fought.hexes_with("beset") == ["X15"]
    assert (fought.units_with("engaged"), fought.var("attack total")) == (["24 Pz"], 8)


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_it_counts_for_no_automatic_victory() -> None:
    more: dict[str, Any] = {"variables": {**AT_WAR, "stukas": 0}}
    # with its three factors there would be eleven, against those around or beneath it
    for target, friend in (("Y14", "X14"), ("Y15", "X15")):
        units = {"5 ParaC": "Y15", "1 ParaC": "Y14", "24 Pz": friend}
        landed = drop(ready(units, **more), "Y15")
        assert target not in names(landed, "overrun")
    # two Panzer corps do without it
    units = {"5 ParaC": "Y15", "24 Pz": "X15", "46 Pz": "X17"}
    landed = go(drop(ready(units, **more), "Y15"), "46 Pz", "X15")
    assert names(landed, "overrun") == {"Y15"}
    freed = overrun(landed, "Y15", ["24 Pz", "46 Pz"])
    # the hex is its own then, with all that is around
    assert (freed.place("5 ParaC"), freed.place(FIRST)) == ("surrendered", "Y15")
    assert "Z16" in freed.ask("axis zone of control")


@pytest.mark.rule("TRC-14.1.1a")
def test_who_comes_from_above_eases_the_river_for_the_others() -> None:
    # W25 has no river, V25 the Dniester, V26 none; two factors
    enemy, river, dry = {"3 TkC": "W25"}, "V25", "V26"
    more: dict[str, Any] = {"turn": 8, "options": KEPT_OUT, "variables": AT_WAR}
    across = combat("axis", {**enemy, "4 Inf": river}, **more)
    assert odds(across, "W25", ["4 Inf"])[1] == 4
    both = combat("axis", {**enemy, "4 Inf": river, "7 Inf": dry}, **more)
    assert odds(both, "W25", ["4 Inf", "7 Inf"])[1] == 2
    near = {**enemy, "HQ South": "W28", "4 Inf": river}
    landed = play(drop(ready(near), "W25"), "end-movement")
    assert play(landed, f"assault {FIRST}").var("defence total") == 2
    joint = engage(play(landed, "await"), "W25", ["4 Inf"])
    assert (joint.var("attack total"), joint.var("defence total")) == (8, 2)
    # one that has come down beside them on the near bank does not
    beside = drop(ready(near), river)
    assert odds(play(beside, "end-movement"), "W25", ["4 Inf", FIRST])[1] == 4


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_it_joins_an_attack_on_its_hex_and_on_no_other_beside() -> None:
    units = {"5 ParaC": "Y15", "8 TkC": "Y14", "13 Inf": "X15", "20 Inf": "X15"}
    landed = play(drop(ready(units), "Y15"), "end-movement", "await")
    one = engage(landed, "Y15", ["13 Inf"])
    assert (one.var("attack total"), one.var("defence total")) == (6, 1)
    # against both hexes at once the six of the others count alone
    two = engage(landed, ["Y15", "Y14"], ["13 Inf", "20 Inf"])
    assert (two.var("attack total"), two.var("defence total")) == (6, 4)
    # and against the neighbour
    next_ = engage(landed, "Y14", ["13 Inf"])
    assert (next_.var("attack total"), next_.var("defence total")) == (3, 3)
    # with what they came down on gone, as here by an exchange, it is bound as others are
    assert FIRST in one.units_with("engaged") and FIRST not in two.units_with("engaged")
    fought = result(one, 1)
    assert FIRST in fought.units_with("fought") or fought.place(FIRST) != "Y15"


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_two_corps_in_one_hex_attack_together_and_two_hexes_one_after_the_other() -> None:
    both = {SECOND: "off-map", "8 TkC": "Y15"}
    landed = play(drop(drop(ready(both), "Y15"), "Y15", SECOND), "end-movement")
    assert names(landed, "assault") == {FIRST, SECOND}
    assert play(landed, f"assault {FIRST}").var("attack total") == 6
    apart = {SECOND: "off-map", "8 TkC": "Y15", "11 TkC": "X19"}
    landed = play(drop(drop(ready(apart), "Y15"), "X19", SECOND), "end-movement")
    assert names(landed, "assault") == {FIRST, SECOND} and may(landed, "await")
    # contact leaves both where they are: who has fought is not asked again
    fought = play(landed, f"assault {FIRST}")
    ends = [result(fought, die, announced=1) for die in range(1, 7)]
    one = next(end for end in ends if end.var("result") == CONTACT)
    assert one.place(FIRST) == one.place("8 TkC") == "Y15"
    assert one.decision == "landing" and names(one, "assault") == {SECOND}
    assert play(landed, f"assault {SECOND}").var("attack total") == 3


@pytest.mark.rule("TRC-28.6.III.MDm", "TRC-12.5a")
@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        (("1 TkA", "2 TkA"), True),
        (("1G TkA", "2G TkA"), True),
        (("1G TkA", "2G TkA", "4 A"), False),
    ],
)
def test_alone_it_attacks_at_one_sixth_or_more(stack: tuple[str, ...], legal: bool) -> None:
    # 12, 18, and 21 factors against three; the other corps has an easy one
    units = {**dict.fromkeys(stack, "Y15"), "5 ParaC": "X19", SECOND: "off-map"}
    landed = play(drop(drop(ready(units), "Y15"), "X19", SECOND), "end-movement")
    assert names(landed, "assault") == ({FIRST, SECOND} if legal else {SECOND})
    if not legal:
        with refused("TRC-12.5a"):
            play(landed, f"assault {FIRST}")


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_nobody_else_is_asked_for_a_landing() -> None:
    beside = play(drop(ready({"5 ParaC": "Y14"}), "Y15"), "end-movement")
    assert beside.decision != "landing"
    # Russian paratroops and other units of either side never share a hex so
    red = combat("russian", {"5 ParaC": "Y15", "13 Inf": "Y14"}, turn=8, options=KEPT_OUT)
    assert red.decision != "landing"


@pytest.mark.rule("TRC-28.6.III.MDn")
def test_only_who_still_shares_a_hex_is_lost_and_as_the_second_impulse_begins() -> None:
    units = {SECOND: "off-map", "16 A": PLAIN}
    landed = drop(drop(ready(units), PLAIN), "Y18", SECOND)
    fought = play(landed, "end-movement")
    assert fought.place(FIRST) == PLAIN
    second = walk(play(fought, "await"), "movement", "axis", 2)
    assert (second.place(FIRST), second.place(SECOND)) == ("pool", "Y18")
    # two of them as well
    two = drop(drop(ready(units), PLAIN), PLAIN, SECOND)
    lost = walk(play(two, "end-movement", "await"), "movement", "axis", 2)
    assert {lost.place(FIRST), lost.place(SECOND)} == {"pool"}
    # who has driven the enemy away stays
    weak = play(drop(ready({"5 ParaC": PLAIN}), PLAIN), "end-movement", f"assault {FIRST}")
    ends = [walk(result(weak, die), "movement", "axis", 2) for die in range(1, 7)]
    kept = [e for e in ends if e.place(FIRST) == PLAIN]
    assert kept and all(e.place("5 ParaC") != PLAIN for e in kept)


@pytest.mark.rule("TRC-28.6.III.MDo")
def test_allies_at_home_need_no_line_but_paratroops_do() -> None:
    lone = at("axis", turn=8, units={FIRST: "Y15"}, variables=NEUTRAL, options=KEPT_OUT)
    assert lone.ask("supply", FIRST) == 0
    fed = at(
        "axis", turn=8, units={FIRST: "Y15"}, axis=["X13"], variables=NEUTRAL, options=KEPT_OUT
    )
    assert fed.ask("supply", FIRST) > 0


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_one_hex_is_zone_enough() -> None:
    # with the Balkans neutral AA25 alone is open within eight hexes of AA33
    assert droppable("AA33") - area("rumania") - area("hungary") == {"AA25"}
    state = ready({"HQ South": "AA33"}, variables=NEUTRAL)
    assert play(state, f"drop {FIRST}").place(FIRST) == "AA25"


SHARED = "law TRC-7.2a no hex holds units of both sides, except partisans"


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_paratroops_alone_may_share_a_hex_with_enemies() -> None:
    assert drop(ready({"16 A": PLAIN}), PLAIN).ask(SHARED) == 1
    assert ready({"16 A": PLAIN}).ask(SHARED) == 1
    # others of either side that do break a law
    assert ready({"16 A": PLAIN, "13 Inf": PLAIN}).ask(SHARED) == 0
    both = drop(ready({"16 A": "Y17", "13 Inf": "Y17", "11 A": PLAIN}), PLAIN)
    assert both.ask(SHARED) == 0
    red = at(
        "russian", turn=8, units={"5 ParaC": PLAIN, "13 Inf": PLAIN}, variables=AT_WAR,
        options=KEPT_OUT,
    )  # fmt: skip
    assert red.ask(SHARED) == 0


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_it_is_the_axis_that_is_asked_for_a_landing() -> None:
    landed = play(drop(ready({"5 ParaC": PLAIN}), PLAIN), "end-movement")
    assert (landed.decision, landed.to_move) == ("landing", "axis")
    assert landed.hexes_with("beset") == []


@pytest.mark.rule("TRC-28.6.III.MDn")
def test_what_else_is_noted_as_an_impulse_begins_is_noted_still() -> None:
    # an army listed for Moscow comes in there: the Axis did not hold it when the impulse began
    more: dict[str, Any] = {"turn": 3, "variables": AT_WAR, "options": KEPT_OUT}
    state = impulse_of("russian", units={"30 A": "later"}, **more)
    entered = play(state, "enter 30 A")
    assert entered.place("30 A") == "R9" or names(entered, "at") == {"R9"}
    lost = play(impulse_of("russian", units={"30 A": "later"}, axis=["R9"], **more), "enter 30 A")
    assert names(lost, "at") and "R9" not in names(lost, "at")

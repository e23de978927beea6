"""Sections 1 to 3: sides, the printed counters and markers, and the places of waiting units."""

from __future__ import annotations

from functools import lru_cache

import pytest

from eastfront._core import State

from .battle_positions import at, combat, go, may, names, odds, play, reach, refused, walk
from .turn_positions import SNOW, counter, data, distance, game, impulse_of

SCENARIOS = ("campaign", "breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration")


@lru_cache(maxsize=2)
def _started(scenario: str) -> State:
    state = game(scenario).new()
    while state.decision in ("set-up", "cover"):
        state.push(state.legal_actions.list()[0])
    return state


def started(scenario: str = "campaign") -> State:
    """A scenario after its set-up, with the first choices."""
    return _started(scenario).copy()


@pytest.mark.rule("TRC-1.0b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_rules_are_the_same_in_every_scenario(scenario: str) -> None:
    units = {"46 Pz": "S18", "13 Inf": "Y18", "11 A": "Y16", "HQ South": "W19"}
    state = at("axis", turn=8, units=units, scenario=scenario)
    # a swamp stops who enters it, a zone of control as well; headquarters wait
    assert play(state, "move 46 Pz", "to R18").decision == "movement"
    assert play(state, "move 13 Inf", "to Y17").decision == "movement"
    with refused("TRC-11.1a"):
        play(state, "move HQ South")
    # three factors against six
    fought = combat("axis", {"13 Inf": "Y17", "11 A": "Y16"}, turn=8, scenario=scenario)
    assert odds(fought, "Y16", ["13 Inf"]) == (3, 6, -2)


NATIONS = {
    "axis": {"german", "italian", "hungarian", "rumanian", "finnish"},
    "russian": {"russian"},
}


@pytest.mark.rule("TRC-2.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_each_player_commands_the_units_of_his_nations(side: str) -> None:
    samples = {
        "axis": ["46 Pz", "1 SS Pz", "Ital 3 Inf", "Hun 1 Mot", "Rum 1 Inf", "Finn 2 Inf", "3 LW"],
        "russian": ["11 A", "1G TkA", "3 CavC"],
    }
    hexes = ["Y18", "AA18", "Y20", "AA20", "Y22", "AA22", "W22", "Y10", "AA10", "X7"]
    units = dict(zip([u for part in samples.values() for u in part], hexes, strict=True))
    movable = names(at(side, turn=14, units=units), "move") & set(units)
    assert movable == set(samples[side])
    core = [u for u in map(counter, data().units) if not u.option]
    assert {u.nation for u in core if u.side == side} == NATIONS[side]


@pytest.mark.rule("TRC-2.1h")
@pytest.mark.parametrize("die", [1, 6])
def test_an_invasion_is_counted_whether_it_succeeds_or_not(die: int) -> None:
    state = at("axis", units={"Rum Cav": "DD24"}, axis=["DD24"], variables={"axis invasions": 1})
    tried = play(state, "ship-black Rum Cav", "invade FF21", f"roll {die}")
    assert (tried.place("Rum Cav") == "pool") == (die == 6)
    assert tried.var("axis invasions") == 2


@pytest.mark.rule("TRC-2.1i")
def test_paratroops_drop_eight_hexes_from_stavka_and_no_farther() -> None:
    units = {"Stavka": "Y10", "5 ParaC": "reserve", "11 A": "Y10"}
    state = play(at("russian", turn=11, units=units, weather=SNOW), "drop 5 ParaC")
    found = {distance("Y10", h) for h in names(state, "at")}
    assert max(found) == 8 and min(found) <= 1


def points(turn: int, **workers: str) -> int:
    """The Russian's points, with workers named by their cities."""
    units = {f"{name} Worker": place for name, place in workers.items()}
    before = at("axis", 2, turn=turn, units={**units, "4 A": "pool"})
    offered = walk(play(before, "end-movement"), "replacements", "russian", Archangel=1)
    return offered.var("replacement points")


@pytest.mark.rule("TRC-2.1q")
def test_points_follow_the_workers_that_are_there() -> None:
    """Moscow's makes three points, Kharkov's and Kiev's two each."""
    assert points(4, Moscow="R9", Kharkov="AA14", Kiev="W19") == 7
    assert points(4, Moscow="R9", Kharkov="AA14", Kiev="surrendered") == 5
    assert points(4, Moscow="R9", Kharkov="surrendered", Kiev="surrendered") == 3


@pytest.mark.rule("TRC-2.1r")
def test_workers_count_twice_from_may_1943() -> None:
    """Turn 13 is May and June 1943; a die of one for Archangel, and one more in 1943."""
    assert [points(turn, Moscow="R9") - 2 for turn in (12, 13, 14)] == [3, 6, 6]


@pytest.mark.rule("TRC-2.1s")
def test_what_belongs_to_options_stays_out_of_the_game_without_them() -> None:
    state = started()
    optional = [u.name for u in map(counter, data().units) if u.option]
    assert optional and {state.place(name) for name in optional} == {"counters"}
    # infantry that stays in a major city makes no fortress of it as the turn ends
    state = impulse_of("russian", 1, units={"16 A": "FF16", "3 A": "R9"})
    state.push("end-movement")
    while (state.decision, state.to_move) != ("movement", "axis"):
        assert state.decision != "fortress"
        legal = state.legal_actions.list()
        passes = (action for action in legal if state.is_pass(action))
        state.push("roll 1" if state.to_move == "chance" else next(passes, legal[0]))


@pytest.mark.rule("TRC-2.2a", "TRC-2.2b")
def test_units_begin_where_their_letter_says() -> None:
    state, zones = started(), {h.name: h.zone for h in data().map.hexes if h is not None}
    areas = {h.name: h.area for h in data().map.hexes if h is not None}
    for unit in map(counter, data().units):
        place = state.place(unit.name)
        if unit.side == "russian" and unit.group in ("leningrad", "baltic", "western", "kiev"):
            assert zones[str(place)] == unit.group, unit.name
        if unit.group in ("rumania", "finland") and unit.entry == "start" and not unit.option:
            assert areas[str(place)] == unit.group, unit.name
    assert zones[str(state.place("3 A"))] == "western"


@pytest.mark.rule("TRC-2.2b", "TRC-3.2a", "TRC-27.11a")
def test_reinforcements_wait_for_their_turn() -> None:
    assert started().place("Rum 3 Inf") == "later"
    for turn, comes in ((8, False), (9, True)):
        before = at("russian", 2, turn=turn - 1, units={"Rum 3 Inf": "later"})
        met = walk(play(before, "end-movement"), "movement", "axis", 1, weather=1)
        assert met.turn == turn and (met.place("Rum 3 Inf") == "arriving") == comes


@pytest.mark.rule("TRC-2.3a")
def test_the_size_of_units_is_what_stacking_asks_for() -> None:
    """Twenty-three factors in three corps stand in a hex; six in two armies and a corps do not."""
    strong = {"24 Pz": "Y17", "39 Pz": "Y17", "41 Pz": "Y18"}
    assert may(go(at("axis", units=strong), "41 Pz", "Y17"), "end-movement")
    weak = {"22 A": "Y17", "21 A": "Y17", "8 TkC": "Y18"}
    with refused("TRC-6.2a"):
        play(go(at("russian", units=weak), "8 TkC", "Y17"), "end-movement")


@pytest.mark.rule("TRC-2.4a")
def test_one_factor_attacks_and_defends() -> None:
    units = {"46 Pz": "Y18", "47 Pz": "Y18", "11 A": "Y17", "12 A": "Y17"}
    ours = odds(combat("axis", units), "Y17", ["46 Pz", "47 Pz"])
    theirs = odds(combat("russian", units), "Y18", ["11 A", "12 A"])
    assert (ours.attack, ours.defence) == (theirs.defence, theirs.attack) == (13, 12)


def decided(turn: int, held: list[str]) -> tuple[str | None, ...] | None:
    """What a game comes to when the Axis holds some cities as a turn ends."""
    state = at("russian", 2, turn=turn, axis=held)
    ended = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1, Archangel=1)
    return ended.outcome and (ended.outcome[0], ended.outcome[2])


OF_1942 = ["W19", "O8", "E10", "AA14", "II14", "FF16"]
"""Kiev, Kalinin, Leningrad, Kharkov, Rostov and Stalino."""
OF_1943 = ["PP13", "R9", "II7", "X13", "E10", "II14"]
"""Grozny, Moscow, Stalingrad, Kursk, Leningrad and Rostov."""


@pytest.mark.rule("TRC-3.2b")
def test_the_markers_lie_on_the_objectives_of_1942() -> None:
    named = ["Kiev", "Kalinin", "Leningrad", "Kharkov", "Rostov", "Stalino"]
    labels = {h.name: h.label for h in data().map.hexes if h is not None}
    assert [labels[h] for h in OF_1942] == named
    assert decided(5, OF_1942) == ("axis", "TRC-25.2.2a")
    for missing in OF_1942:
        assert decided(5, [h for h in OF_1942 if h != missing]) is None


@pytest.mark.rule("TRC-4.3b")
def test_then_they_are_moved_to_those_of_the_next_year() -> None:
    assert decided(11, OF_1942) is None
    assert decided(11, OF_1943) == ("axis", "TRC-25.2.3a")
    assert decided(5, OF_1943) is None


@pytest.mark.rule("TRC-5.2b")
def test_a_unit_in_a_port_walks_rides_or_sails() -> None:
    units = {"13 Inf": "DD24"}
    state = at("axis", units=units, axis=["DD24", "JJ23"], rail=["DD24", "CC24", "CC23", "BB23"])
    assert reach(state, "13 Inf") and may(state, "rail 13 Inf") and may(state, "ship-black 13 Inf")
    theirs = {"11 A": "DD24"}
    state = at("russian", units=theirs, russian=["DD24", "JJ23"])
    assert reach(state, "11 A") and may(state, "rail 11 A") and may(state, "ship-black 11 A")


@pytest.mark.rule("TRC-12.1b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_moves_attacks_and_the_other_defends(side: str) -> None:
    """Each of two corps of either side is next to a corps of the other, and to its own."""
    units = {"46 Pz": "Y18", "47 Pz": "Z17", "8 TkC": "Y17", "5 TkC": "X18"}
    mine, theirs = {"46 Pz", "47 Pz"}, {"8 TkC", "5 TkC"}
    if side == "russian":
        mine, theirs = theirs, mine
    state = combat(side, units)
    assert (state.decision, state.to_move) == ("battle", side)
    assert names(state, "attack") == {units[unit] for unit in theirs}
    begun = play(state, "attack Y17" if side == "axis" else "attack Y18")
    assert begun.to_move == side
    joining = {*names(begun, "join"), *begun.units_with("engaged")}
    assert joining and joining <= mine


@pytest.mark.rule("TRC-17.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_general_supply_is_looked_at_in_ones_own_end_phase(side: str) -> None:
    """A unit far from anything survives the enemy's end phase, and not its own."""
    unit, other = ("46 Pz", "russian") if side == "axis" else ("8 TkC", "axis")
    cut = {"46 Pz": "Q5"} if side == "axis" else {"8 TkC": "J33"}
    theirs = at(other, 2, units=cut, turn=8)
    after = walk(play(theirs, "end-movement"), "movement", side, 1, weather=1, Archangel=1)
    assert after.place(unit) == cut[unit]
    ours = at(side, 2, units=cut, turn=8)
    gone = walk(play(ours, "end-movement"), "movement", other, 1, weather=1, Archangel=1)
    assert gone.place(unit) == "pool"


@pytest.mark.rule("TRC-17.1a")
def test_combat_supply_matters_in_the_snow_of_two_winters() -> None:
    """Far from any city: three factors, and two without combat supply."""

    def worth(turn: int, weather: int) -> int:
        units = {"13 Inf": "T20", "11 A": "T19"}
        state = combat("axis", units, turn=turn, weather=weather)
        return odds(state, "T19", ["13 Inf"]).attack

    assert [worth(turn, SNOW) for turn in (4, 5, 10, 11, 12)] == [2, 2, 2, 2, 2]
    assert [worth(turn, SNOW) for turn in (16, 17, 18)] == [3, 3, 3]
    assert [worth(turn, 0) for turn in (4, 10)] == [3, 3]


@pytest.mark.rule("TRC-20.1a")
@pytest.mark.parametrize(
    ("side", "unit", "edge"), [("axis", "40 Pz", "E33"), ("russian", "11 A", "R1")]
)
def test_each_side_has_a_reserve_off_the_map(side: str, unit: str, edge: str) -> None:
    state = at(side, units={unit: "off-map"})
    entered = play(state, f"enter {unit}")
    assert edge in names(entered, "at")
    assert play(entered, f"at {edge}").place(unit) == edge
    # the other side does not draw on it
    other = at("russian" if side == "axis" else "axis", units={unit: "off-map"})
    assert unit not in names(other, "enter")

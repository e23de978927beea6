"""Second readings of ambiguous passages: each differs from the first."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.games.russian_campaign.readings import READINGS

from .battle_positions import combat, engage, fight, may, names, odds, reach, strengths
from .turn_positions import SNOW, at, data, game, play


def both(reading: str) -> list[tuple[str, ...]]:
    """The options of the first reading and of the second."""
    return [(), (reading,)]


def test_every_reading_is_one_that_the_game_knows() -> None:
    assert {f"D-{n}" for n in (2, 10, 11, 21, 23, 28, 35, 41, 46, 62, 63, 66)} < READINGS.keys()
    assert {
        f"D-{n}" for n in (74, 80, 82, 87, 90, 95, 97, 101, 102, 103, 104, 105)
    } < READINGS.keys()


def test_whether_a_worker_has_to_attack() -> None:
    units = {"Kharkov Worker": "AA14", "24 Pz": "AA15", "39 Pz": "AA15", "46 Pz": "AA15"}
    found = [
        play(at("russian", units=units, options=options), "end-movement").place("Kharkov Worker")
        for options in both("D-10")
    ]
    assert found == ["surrendered", "AA14"]


def test_whether_aircraft_count_for_the_floor_of_1_6() -> None:
    units = {"13 Inf": "Y19", "4G A": "Y18", "16 A": "Y18", "HQ South": "Y22"}

    def after(options: tuple[str, ...], stukas: int) -> State:
        more = {"variables": {"stukas": stukas}, "options": options, "turn": 8}
        return play(at("axis", units=units, **more), "end-movement")  # type: ignore[arg-type]

    usual = after((), 1)
    assert usual.place("13 Inf") == "surrendered"
    assert after(("D-21",), 0).place("13 Inf") == "surrendered"
    lucky = after(("D-21",), 1)
    assert lucky.place("13 Inf") == "Y19"
    # the attack takes the Stuka that brings it there
    if lucky.decision == "battle":
        lucky = engage(lucky, "Y18", ["13 Inf"], ["HQ South"])
    assert lucky.var("odds shift") == 3 and lucky.var("odds") >= -6


def test_whether_ten_to_one_is_rolled_for() -> None:
    units = {"1 TkA": "Z18", "2 TkA": "Z18", "1G A": "X18", "Rum 5 Inf": "Y18"}
    best = []
    for options in both("D-23"):
        state = engage(
            combat("russian", units, turn=10, options=options), "Y18", ["1 TkA", "2 TkA", "1G A"]
        )
        assert strengths(state) == (20, 2, 10)
        best.append(max(int(n) for n in names(state, "odds")))
    assert best == [10, 9]


def test_whether_the_hexside_alone_tells_the_river() -> None:
    m = data().map
    pairs = [
        (a, b)
        for a, row in enumerate(m.hexes)
        if row is not None and row.rivers
        for b in (m.neighbor(a, way) for way in range(6))
        if b is not None and (other := m.hexes[b]) is not None and other.rivers
    ]
    first, second = (game("campaign", options).new() for options in both("D-28"))
    same = [
        [bool(state.ask("same river", m.hexes[a].name, m.hexes[b].name)) for a, b in pairs]  # type: ignore[union-attr]
        for state in (first, second)
    ]
    # never the same by the hexside and not by the course, and sometimes the other way round
    assert all(one or not two for one, two in zip(*same, strict=True))
    assert sum(one and not two for one, two in zip(*same, strict=True)) > 3


def test_whether_who_fled_into_another_battle_fights_there() -> None:
    units = {"46 Pz": "LL18", "47 Pz": "LL18", "7 TkC": "LL19", "8 TkC": "LL19"}
    units |= {"13 Inf": "KK20", "12 Inf": "KK20", "11 TkC": "KK19"}
    found = []
    for options in both("D-35"):
        state = combat("axis", units, options=options)
        state = fight(state, "LL19", ["46 Pz", "47 Pz"], 5, announced=1)
        fled = play(state, "lose 46 Pz", "lose 7 TkC")
        assert fled.place("8 TkC") == "KK19"
        found.append(odds(fled, "KK19", ["13 Inf", "12 Inf"])[1])
    assert found == [6, 12]


@pytest.mark.rule("TRC-22.6d", "TRC-20.5c")
def test_whether_one_unit_in_all_enters_from_the_south() -> None:
    found = []
    for options in both("D-62"):
        units = {"3 A": "arriving", "49 A": "arriving"}
        state = at("russian", units=units, flags={"replacement": ["3 A"]}, options=options)
        first = play(state, "enter 3 A", "at QQ9")
        found.append("QQ10" in names(play(first, "enter 49 A"), "at"))
    assert found == [True, False]


@pytest.mark.rule("TRC-18.2c")
def test_whether_paratroops_come_by_land_over_the_south_edge() -> None:
    south = {f"QQ{n}" for n in range(5, 17)}
    used = {"south edge used": 1}
    found = []
    for options in both("D-104"):
        for variables in ({}, used):
            units = {"5 ParaC": "reserve"}
            state = at("russian", turn=5, units=units, variables=variables, options=options)
            doors = names(play(state, "come-by-land 5 ParaC"), "at")
            assert {"L1", "R1"} <= doors
            found.append(doors & south)
    assert found == [set(), set(), south, set()]


@pytest.mark.rule("TRC-18.2c", "TRC-20.5c")
def test_paratroops_from_the_south_are_the_one_reinforcement_from_there() -> None:
    units = {"5 ParaC": "reserve", "3 A": "arriving"}
    state = at("russian", turn=5, units=units, options=("D-104",))
    assert "QQ10" in names(play(state, "enter 3 A"), "at")
    came = play(state, "come-by-land 5 ParaC", "at QQ9")
    assert "QQ10" not in names(play(came, "enter 3 A"), "at")


@pytest.mark.rule("TRC-11.1e")
@pytest.mark.parametrize("impulse", [1, 2])
def test_whether_a_headquarters_is_placed_alone_in_a_zone_of_control(impulse: int) -> None:
    """The army in G32 watches G33 and H33 of the west edge."""
    units = {"HQ South": "off-map", "46 Pz": "off-map", "11 A": "G32", "13 Inf": "H33"}
    found = []
    for options in both("D-105"):
        state = at("axis", impulse, units=units, options=options)
        doors = names(play(state, "enter HQ South"), "at")
        # beside another unit, and where no enemy is near; others anywhere
        assert {"H33", "K33"} <= doors
        assert {"G33", "H33"} <= names(play(state, "enter 46 Pz"), "at")
        found.append("G33" in doors)
    assert found == [False, True]


@pytest.mark.rule("TRC-27.11d")
def test_whether_the_hinterland_is_covered_too() -> None:
    """The first unit that is not needed on the line covers another hex or stands at will."""
    covered = []
    for options in both("D-80"):
        state, count = game("fall-blau", options).new(), 0
        while state.decision in ("set-up", "cover"):
            count += state.decision == "cover"
            state.push(state.legal_actions.list()[0])
        covered.append(count)
    assert covered[0] < covered[1]


TURKISH = {h.name for h in data().map.hexes if h is not None and h.area == "turkey"}
OPEN = {"Bulgaria open": 1}


@pytest.mark.rule("TRC-5.5a")
def test_whether_turkey_is_walked_into() -> None:
    found = []
    for options in both("D-101"):
        state = at("axis", units={"46 Pz": "HH33"}, variables=OPEN, options=options)
        there = reach(state, "46 Pz")
        theirs = at("russian", units={"8 TkC": "HH32"}, variables=OPEN, options=options)
        there |= reach(theirs, "8 TkC")
        found.append(there & TURKISH)
        assert {"GG33", "HH32"} <= there
    assert found[0] == set()
    assert {"II32", "II33"} <= found[1]


@pytest.mark.rule("TRC-10.3.2a")
def test_whether_turkey_is_invaded() -> None:
    found = []
    for options in both("D-101"):
        state = at("axis", units={"23 Inf": "DD24"}, axis=["DD24"], options=options)
        shores = names(play(state, "ship-black 23 Inf"), "invade")
        assert "FF21" in shores
        found.append(bool(shores & TURKISH))
    assert found == [False, True]


@pytest.mark.rule("TRC-13.5a")
def test_whether_anybody_retreats_into_turkey() -> None:
    """Out of II31 all other ways are barred by enemies or lead into the sea."""
    units = {"8 TkC": "II31", "46 Pz": "HH32", "47 Pz": "HH32", "48 Pz": "HH32"}
    places = []
    for options in both("D-101"):
        state = combat("axis", units, variables=OPEN, options=options)
        after = fight(state, "II31", ["46 Pz", "47 Pz", "48 Pz"], 2, announced=5)
        while after.decision in ("retreat", "retreat to", "retreat on"):
            after.push(after.legal_actions.list()[0])
        places.append(after.place("8 TkC"))
    assert places[0] == "pool" and places[1] in TURKISH


@pytest.mark.rule("TRC-27.11d")
def test_whether_turkey_is_a_part_of_the_line() -> None:
    """Nobody is to cover the frontier of a country that nobody enters."""
    for options in both("D-101"):
        state = game("fall-blau", options).new()
        seen: set[str] = set()
        while state.decision in ("set-up", "cover"):
            if state.decision == "set-up":
                seen |= names(state, "set-up")
            state.push(state.legal_actions.list()[0])
        assert bool(seen & TURKISH) == bool(options)


@pytest.mark.rule("TRC-17.3.3b")
def test_whether_combat_supply_leads_over_water() -> None:
    """Between FF23 and Odessa in DD24 there is nothing but the sea."""
    found = []
    for reading in both("D-102"):
        more = {"axis": ["DD24"], "turn": 11, "weather": SNOW, "options": reading}
        units = {"1 Inf": "FF23", "2 Inf": "DD22"}
        state = at("axis", units=units, **more)  # type: ignore[arg-type]
        found.append([int(state.ask("supply", unit)) for unit in units])
    # DD22 is reached over land, two hexes from the city
    assert found == [[1, 2], [2, 2]]


SHUT = {"Finland closed": 1}
FINNISH_TRACK = {"A14", "B11", "B12", "B13", "B14"}


@pytest.mark.rule("TRC-24.5b")
def test_whether_who_is_in_closed_finland_moves_inside() -> None:
    found = []
    for options in both("D-103"):
        state = at("russian", units={"1G TkA": "B11"}, turn=22, variables=SHUT, options=options)
        there = reach(state, "1G TkA")
        found.append({h for h in there if area(h) == "finland"})
        # everybody may leave
        assert {"B10", "C10"} <= there
    assert found[0] >= {"B12", "A10", "A11"} and found[1] == set()


@pytest.mark.rule("TRC-24.5b")
def test_who_leaves_closed_finland_does_not_come_back_in_one_move() -> None:
    # from A8 a partisan in A9 bars the way along the coast; round it the way leads over Karelia
    units = {"GD Pz": "A8", "Partisan 1": "A9"}
    state = at("axis", units=units, turn=21, variables=SHUT)
    there = reach(state, "GD Pz")
    assert {"B9", "B10"} <= there
    assert {h for h in there if area(h) == "finland"} == {"A7", "A9"}
    assert "A10" in reach(at("axis", units=units, turn=21), "GD Pz")


@pytest.mark.rule("TRC-24.5b", "TRC-13.5a")
def test_whether_who_is_in_closed_finland_retreats_inside() -> None:
    found = []
    for options in both("D-103"):
        units = {"8 TkC": "B12", "46 Pz": "B11", "47 Pz": "B11", "48 Pz": "B11"}
        state = combat("axis", units, turn=21, variables=SHUT, options=options)
        after = fight(state, "B12", ["46 Pz", "47 Pz", "48 Pz"], 6, announced=1)
        while after.decision in ("retreat", "retreat to", "retreat on"):
            after.push(after.legal_actions.list()[0])
        found.append(after.place("8 TkC"))
    assert area(str(found[0])) == "finland" and found[1] == "pool"


@pytest.mark.rule("TRC-24.5b", "TRC-13.5b")
def test_nobody_retreats_out_of_closed_finland_and_back() -> None:
    """From B11 the one way of two hexes would be by B10 in Karelia to A9 in Finland."""
    armies = {"11 A": "A11", "12 A": "A11", "5 A": "D10", "6 A": "B8"}
    places = []
    for closed in (0, 1):
        state = combat(
            "russian", {"49 Mtn": "B11", **armies}, turn=21, variables={"Finland closed": closed}
        )
        after = fight(state, "B11", ["11 A", "12 A"], 6, announced=1)
        while after.decision in ("retreat", "retreat to", "retreat on"):
            after.push(after.legal_actions.list()[0])
        places.append(after.place("49 Mtn"))
    assert places == ["A9", "pool"]


@pytest.mark.rule("TRC-24.5b", "TRC-9.3.2b")
def test_whether_trains_run_inside_closed_finland() -> None:
    found = []
    for options in both("D-103"):
        units = {"11 A": "B12", "10 A": "B11"}
        state = at("russian", units=units, turn=22, variables=SHUT, options=options)
        state = state._supposed(hex_flags=[(h, "axis rail", False) for h in FINNISH_TRACK])
        for unit in units:
            trains = set()
            if may(state, f"rail {unit}"):
                trains = names(play(state, f"rail {unit}"), "rail-to")
            found.append((trains & FINNISH_TRACK, "E10" in trains))
    assert found[:2] == [(FINNISH_TRACK - {h}, True) for h in ("B12", "B11")]
    # a train from B12 would have to pass through B11
    assert found[2:] == [(set(), False), (set(), True)]


@pytest.mark.rule("TRC-24.5b", "TRC-10.3.1a")
def test_whether_who_is_in_closed_finland_sails_inside() -> None:
    found = []
    for options in both("D-103"):
        units = {"11 A": "B13", "3 A": "E10"}
        state = at(
            "russian", units=units, turn=22, russian=["B14"], variables=SHUT, options=options
        )
        found.append("B14" in names(play(state, "ship-baltic 11 A"), "ship-to"))
    assert found == [True, False]


def area(hex_: str) -> str:
    """The country of a hex."""
    m = data().map
    row = m.hexes[m.index[hex_]]
    assert row is not None
    return row.area

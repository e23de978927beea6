"""Second readings of passages that can be read in two ways: each differs from the first."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.rules.russian_campaign.options import READINGS

from .battle_positions import combat, engage, fight, names, odds, strengths
from .turn_positions import SNOW, at, data, game, play


def both(reading: str) -> list[tuple[str, ...]]:
    """The options of the first reading and of the second."""
    return [(), (reading,)]


def test_every_reading_is_one_that_the_game_knows() -> None:
    assert {f"D-{n}" for n in (2, 10, 11, 21, 23, 28, 35, 41, 46, 62, 63, 66)} < READINGS.keys()
    assert {f"D-{n}" for n in (74, 80, 82, 87, 90, 95, 97)} < READINGS.keys()


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


def test_whether_one_unit_in_all_enters_from_the_south() -> None:
    found = []
    for options in both("D-62"):
        units = {"3 A": "arriving", "49 A": "arriving"}
        state = at("russian", units=units, flags={"replacement": ["3 A"]}, options=options)
        first = play(state, "enter 3 A", "at QQ9")
        found.append("QQ10" in names(play(first, "enter 49 A"), "at"))
    assert found == [True, False]


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


def test_whether_zones_of_control_count_for_the_ready() -> None:
    """The German chit of winter: two hexes from a city, whoever is near, or not."""
    found = []
    for reading in both("D-95"):
        units = {"1 Inf": "X15", "16 A": "Y14"}
        options = ("chit-german=3", *reading)
        state = at("axis", units=units, axis=["X13"], turn=5, weather=SNOW, options=options)
        found.append(int(state.ask("supply", "1 Inf")))
    assert found == [2, 1]

"""Control of Cities, and the points of the standard games."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .campaign_positions import AT_START, CITIES, LAST, PAR, POINTS, score, starved
from .war_positions import FIRST, SECOND, STANDARD, at, hexes_with, near, on, play, walk

MINSK, KIEV, WARSAW, HELSINKI = "2115", "3018", "2405", "0513"


@pytest.mark.rule("SPI-CTRL-5", "SPI-LEN-C")
@pytest.mark.parametrize("city", sorted(CITIES))
def test_each_city_has_its_value(city: str) -> None:
    """What it adds to the score of the Axis that passed it last, not the Soviets."""
    ours = at("axis", passed={"axis": [city]}, turn=14)
    theirs = at("axis", passed={"soviet": [city]}, turn=14)
    assert score(ours) - score(theirs) == CITIES[city]


@pytest.mark.rule("SPI-CTRL-5", "SPI-CTRL-1")
def test_there_are_no_other_cities() -> None:
    assert set(CITIES) == hexes_with("city")
    assert sum(CITIES.values()) == 120
    assert score(at("axis", passed={"axis": CITIES})) == 120
    assert score(at("axis", passed={"soviet": CITIES})) == 0


@pytest.mark.rule("SPI-CTRL-5")
def test_left_out_each_city_counts_one() -> None:
    assert score(at("axis", passed={"axis": CITIES}, without="SPI-CTRL-5")) == len(CITIES)


@pytest.mark.rule("SPI-CTRL-1", "SPI-FRONT-A")
@pytest.mark.parametrize("scenario", STANDARD)
def test_a_city_that_nobody_passed_is_his_behind_whose_line_it_began(scenario: str) -> None:
    state = at("axis", scenario=scenario, turn=LAST[scenario])
    behind = {c for c in CITIES if c in hexes_with(f"axis-{scenario}")}
    assert score(state) == sum(CITIES[c] for c in behind) == AT_START[scenario]


@pytest.mark.rule("SPI-CTRL-1")
def test_left_out_what_nobody_passed_is_nobodys() -> None:
    assert score(at("axis", scenario="barbarossa", without="SPI-CTRL-1")) == 0


@pytest.mark.rule("SPI-CTRL-2", "SPI-CTRL-4")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1HunA", "1ItaA", "1RumA", "1Air", "1AxSup"])
def test_whoever_passes_through_takes_a_city_and_keeps_it(unit: str) -> None:
    """Step by step into Kiev and on; the city stays his, whatever the unit."""
    west, east = min(near(KIEV)), max(near(KIEV))
    state = at("axis", FIRST, where={unit: west, "2AxSup": west}, turn=14)
    before = score(state)
    there = play(state, f"move {unit}", f"to {KIEV}")
    assert score(there) == before + 5
    there = walk(there, "movement", "axis")
    second = on(there, "movement", "axis")
    gone = play(second, f"move {unit}", f"to {east}")
    assert gone.place(unit) == east and score(gone) == before + 5
    later = on(on(walk(gone, "movement"), "movement", "soviet"), "movement", "axis")
    assert score(later) == before + 5


@pytest.mark.rule("SPI-CTRL-4")
def test_a_way_through_a_city_takes_it_though_it_ends_beyond() -> None:
    """The only way is that through Minsk: Soviets bar all others."""
    west, east = "2114", "2116"
    assert {west, east} <= near(MINSK)
    bar = sorted((near(west) | near(east)) - {MINSK, "2113", "2117", west, east})
    soviets = {f"{n}Inf": h for n, h in enumerate(bar, 1)}
    state = at("axis", FIRST, where={"1PzA": west, "1AxSup": west, **soviets}, turn=14)
    assert score(state) == 42
    reach = state.reach("1PzA")
    assert east in reach, reach
    assert score(play(state, "move 1PzA", f"to {east}")) == 44


@pytest.mark.rule("SPI-CTRL-4")
@pytest.mark.parametrize("unit", ["1Inf", "1Shk", "1TkC", "1MeC", "1TkA", "1SovSup"])
def test_the_last_to_pass_has_it(unit: str) -> None:
    """Warsaw was German from the start, Soviets pass, Germans come back."""
    beside, beyond = min(near(WARSAW)), max(near(WARSAW))
    state = at("soviet", FIRST, where={unit: beside, "2SovSup": beside}, turn=14)
    before = score(state)
    there = play(state, f"move {unit}", f"to {WARSAW}")
    assert score(there) == before - 6
    gone = walk(on(walk(there, "movement"), "movement", "soviet"), "movement", "soviet")
    gone = play(gone, f"move {unit}", f"to {beyond}")
    assert gone.place(unit) == beyond and score(gone) == before - 6
    back = on(walk(gone, "movement"), "movement", "axis")
    back = back._supposed(places=[(unit, "pool"), ("2SovSup", "pool"), ("1PzA", beside)])
    assert score(play(back, "move 1PzA", f"to {WARSAW}")) == before


@pytest.mark.rule("SPI-CTRL-2", "SPI-CTRL-4")
def test_left_out_passing_gives_nothing_or_takes_nothing() -> None:
    passed = {"axis": [KIEV], "soviet": [WARSAW]}
    assert score(at("axis", passed=passed)) == 42 + 5 - 6
    assert score(at("axis", passed=passed, without="SPI-CTRL-2")) == 42 - 6
    assert score(at("axis", passed=passed, without="SPI-CTRL-4")) == 42 + 5


@pytest.mark.rule("SPI-CTRL-3")
@pytest.mark.parametrize("unit", ["1InA", "1Air", "1AxSup"])
def test_who_stands_in_a_city_has_it_in_the_zone_of_enemies_too(unit: str) -> None:
    around = {f"{n}Inf": h for n, h in enumerate(sorted(near(KIEV)), 1)}
    state = at("axis", where={unit: KIEV, **around}, passed={"soviet": [KIEV]}, turn=14)
    assert score(state) == 42 + 5
    ring = {f"{n}InA": h for n, h in enumerate(sorted(near(WARSAW)), 1)}
    held = at("axis", where={"1SovSup": WARSAW, **ring}, passed={"axis": [WARSAW]}, turn=14)
    assert score(held) == 42 - 6


@pytest.mark.rule("SPI-CTRL-1", "SPI-CTRL-2")
def test_a_zone_of_enemies_takes_no_city_that_is_empty() -> None:
    """Neither one at home nor one that was taken, of either side."""
    for city, unit in ((MINSK, "1InA"), ("2027", "1InA"), (WARSAW, "1Inf"), ("2027", "1Inf")):
        beside = sorted(near(city))[0]
        for taken in ({}, {"axis": [city]}, {"soviet": [city]}):
            alone, watched = (
                score(at("axis", where=where, passed=taken, turn=14))
                for where in ({}, {unit: beside})
            )
            assert alone == watched, (city, unit, taken)


@pytest.mark.rule("SPI-CTRL-3")
def test_left_out_who_stands_there_has_nothing_by_it() -> None:
    state = at("axis", where={"1InA": KIEV}, passed={"soviet": [KIEV]}, without="SPI-CTRL-3")
    assert score(state) == 42


# -- the end of a standard game ----------------------------------------------------------------


def last_phase(scenario: str, points: int, **more: object) -> State:
    """The Soviet Second Movement Phase of the last turn, with so many points for the Axis."""
    passed: dict[str, list[str]] = {"axis": [], "soviet": []}
    left = points - AT_START[scenario]
    for city, value in sorted(CITIES.items(), key=lambda c: -c[1]):
        mine = city in hexes_with(f"axis-{scenario}")
        if left > 0 and not mine and value <= left:
            passed["axis"].append(city)
            left -= value
        elif left < 0 and mine and value <= -left:
            passed["soviet"].append(city)
            left += value
    state = at("soviet", SECOND, scenario=scenario, turn=LAST[scenario], passed=passed, **more)  # type: ignore[arg-type]
    assert score(state) == points
    return state


@pytest.mark.rule("SPI-LEN-B", "SPI-LEN-C")
@pytest.mark.parametrize("scenario", STANDARD)
@pytest.mark.parametrize(("more", "winner"), [(1, "axis"), (0, None), (-1, "soviet")])
def test_the_score_is_compared_with_par_as_the_last_turn_ends(
    scenario: str, more: int, winner: str | None
) -> None:
    state = last_phase(scenario, PAR[scenario] + more)
    assert not state.is_over
    state.push("end-movement")
    degree, rule = (0, "SPI-LEN-B") if winner is None else (1, "SPI-LEN-C")
    assert state.is_over and state.outcome == (winner, degree, rule)


@pytest.mark.rule("SPI-LEN-B")
@pytest.mark.parametrize("scenario", STANDARD)
@pytest.mark.parametrize("points", [0, 120])
def test_nothing_is_judged_before(scenario: str, points: int) -> None:
    state = last_phase(scenario, points)
    earlier = state._supposed(variables=[("turn", LAST[scenario] - 1)])
    after = on(earlier, "movement", "axis")
    assert not after.is_over and after.turn == LAST[scenario]
    second = on(on(after, "movement", "axis"), "movement", "soviet")
    assert not second.is_over
    assert not on(second, "movement", "soviet").is_over


@pytest.mark.rule("SPI-LEN-B", "SPI-CTRL-3")
def test_the_last_move_of_the_soviets_still_counts() -> None:
    beside = min(near(WARSAW))
    state = last_phase("barbarossa", 73, where={"1Inf": beside, "2SovSup": beside})
    stays = play(state, "end-movement")
    assert stays.outcome is not None and stays.outcome[0] == "axis"
    goes = walk(play(state, "move 1Inf", f"to {WARSAW}"), "movement", "soviet")
    goes = goes if goes.is_over else play(goes, "end-movement")
    assert goes.outcome is not None and goes.outcome[0] == "soviet"


@pytest.mark.rule("SPI-LEN-C", "SPI-LEN-B")
def test_left_out_a_standard_game_is_drawn() -> None:
    state = at("soviet", SECOND, scenario="barbarossa", turn=8, passed={"axis": CITIES},
               without="SPI-LEN-C")  # fmt: skip
    assert play(state, "end-movement").outcome == (None, 0, "SPI-LEN-B")
    state = at("soviet", SECOND, scenario="barbarossa", turn=8, passed={"axis": CITIES},
               without="SPI-LEN-B")  # fmt: skip
    assert play(state, "end-movement").outcome == ("axis", 1, "SPI-LEN-C")


@pytest.mark.rule("SPI-LEN-C", "SPI-MVIC-3", "SPI-SUPPLY-A1", "SPI-SUPPLY-A2")
@pytest.mark.parametrize("unit", sorted(POINTS))
def test_axis_units_that_are_destroyed_cost_points(unit: str) -> None:
    before, after = starved(unit, "stalingrad")
    assert after.place(unit) == "dead"
    assert score(before) - score(after) == POINTS[unit]


@pytest.mark.rule("SPI-LEN-C", "SPI-MVIC-3")
def test_what_is_lost_adds_to_what_was_lost_before() -> None:
    _, after = starved("1PzA", "stalingrad", variables={"points lost": 5})
    assert after.var("points lost") == 5 + POINTS["1PzA"]


@pytest.mark.rule("SPI-LEN-C")
def test_supply_units_that_are_lost_or_used_up_cost_nothing() -> None:
    state = at("axis", where={"1InA": "2530", "1AxSup": "2529", "1TkC": "2531"},
               scenario="stalingrad", turn=14)  # fmt: skip
    fight = walk(state, "attacks", "axis")
    before = score(fight)
    after = walk(fight, "movement", "axis", choices={"attacks": "attack 2531"})
    assert after.place("1AxSup") == "used up"
    assert score(after) >= before - 3 and (after.place("1InA") == "dead" or score(after) == before)

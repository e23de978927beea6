"""Section 13: the length of the scenario, and its set-up."""

from __future__ import annotations

import pytest

from .board_positions import game, names, on, play, side_of, start, walk

SOVIET = """
1011 23 42 55 LPMA|1110 8 54|1210 1Sh 4 52 59|1310 11 27 34 53|1411 3Sh 4Sh|1410 22 30 41|1409 29
1508 31|1609 5 20|1708 24 33 43|1706 3T|1808 49 50|1806 64|1907 10 61|1906 16|2006 3|2106 13 48
2105 5T|2206 40|2204 60|2306 21 28|2305 6|2406 38|2405 63|2501 62|2505 9|2504 37|2604 12|2704 18
2804 56|3105 47
"""
"""The list of 13.6, hex by hex."""


def listed() -> dict[str, str]:
    """Where each Soviet unit of the list begins."""
    found = {}
    for row in SOVIET.replace("\n", "|").split("|"):
        hex_, *units = row.split() or [""]
        found |= {u if not u.isdigit() else f"{u}A": hex_ for u in units}
    return found


@pytest.mark.rule("BD-13.6a", "BD-13.6b", "BD-13.6c", "BD-13.6e")
def test_the_soviet_stands_as_the_scenario_lists_him() -> None:
    state = game().new()
    where = listed()
    assert {u: state.place(u) for u in where} == where
    on_map = {u for u in game().units if side_of(u) == "soviet" and state.place(u).isdigit()}
    assert on_map == set(where)
    assert {u for u in game().units if state.place(u) == "dead"} == {"2Sh", "51A", "57A"}
    assert {u for u in game().units if state.place(u) == "rvgk"} == {"5Sh", "66A"}
    assert not {"19A", "26A", "32A", "44A", "46A", "ICA"} & set(game().units)
    # Sevastopol, lost, was the fourth of five
    assert set(state.hexes_with("hero city")) == {"1011", "1606", "1806"}


@pytest.mark.rule("BD-13.7a", "BD-13.7b", "BD-13.7d")
def test_the_german_has_what_the_scenario_lists() -> None:
    state = game().new()
    assert {u: state.place(u) for u in ("42AK", "30AK", "54AK")} == {
        "42AK": "3106",
        "30AK": "3108",
        "54AK": "3108",
    }
    free = {u for u in game().units if state.place(u) == "pool"}
    panzers = {f"{n}Pz" for n in (3, 14, 24, 39, 40, 41, 46, 47, 48, 56, 57)}
    assert free >= panzers | {"3Rum", "4Rum", "49Mtn"}
    # thirty infantry corps beside the three (the list has 34 twice, one of them the 35th)
    assert len(free - panzers - {"3Rum", "4Rum", "49Mtn"}) == 30
    assert all(state.place(u) != "dead" for u in game().units if side_of(u) == "german")
    later = {u for u in game().units if side_of(u) == "german" and state.place(u) == "later"}
    assert later == {"2Hun", "8Ital"}
    # the aerial supply marker is off the map, and at hand
    assert (state.var("aerial supply hex"), state.var("aerial supply back")) == (-1, 0)


@pytest.mark.rule("BD-13.6d")
def test_the_soviet_has_one_marker_of_range_four() -> None:
    state = walk(start(), "offensive supply", "soviet", {"logistics zone": "south"})
    assert {n.split()[0] for n in names(state)} == {"marker-a", "no-marker"}
    laid = play(state, "marker-a 2309")
    assert laid.decision == "phase order"


@pytest.mark.rule("BD-13.2a", "BD-13.3a", "BD-13.1a")
@pytest.mark.parametrize("zone", ["north", "south"])
def test_play_goes_from_turn_9_to_the_end_of_turn_13(zone: str) -> None:
    new = game().new()
    # the Soviet stands already; the German sets up, then names either sector
    assert (new.to_move, new.decision, new.var("turn")) == ("german", "set-up", 9)
    run = walk(play(new, "automatic"), "logistics zone")
    run, turns = play(run, zone), [9]
    while not run.is_over:
        if run.var("turn") != turns[-1]:
            turns.append(run.var("turn"))
        run = on(run)
    assert turns == [9, 10, 11, 12, 13] and run.outcome is not None

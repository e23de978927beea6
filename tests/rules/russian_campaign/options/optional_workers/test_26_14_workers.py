"""Section 26.14: optional workers in place of points bid."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import game, impulse_of, names, play, walk

pytestmark = pytest.mark.option("bids")

WORKER = {"Moscow Worker": "R9"}
SCENARIO = "breaking-storm"
"""Five turns."""

OPTIONAL = ["Opt Worker 1", "Opt Worker 2", "Opt Worker 3", "Opt Worker 4"]
"""Of 1, 1, 2 and 3 factors."""


def options(bid: int) -> tuple[str, ...]:
    """A bid with optional workers."""
    return (f"bid={bid}", "optional-workers")


def start(bid: int) -> State:
    """The first movement phase, with workers placed where it is first possible."""
    return walk(game(SCENARIO, options(bid)).new(), "movement", "axis", 1)


def placed(bid: int) -> list[str]:
    """The optional workers that a bid brings."""
    state = start(bid)
    return [u for u in OPTIONAL if state.place(u) != "counters"]


def extra(bid: int, turn: int) -> int:
    """The points that a bid adds on a turn, beside those of workers."""
    state = impulse_of("russian", turn=turn, units=WORKER, options=options(bid), scenario=SCENARIO)
    return state.var("replacement points") - 3


@pytest.mark.rule("TRC-26.14a", "TRC-26.14b", "TRC-26.14e")
def test_a_bid_of_seven_over_five_turns() -> None:
    assert placed(7) in (["Opt Worker 1"], ["Opt Worker 2"])
    assert [extra(7, turn) for turn in (2, 3, 4)] == [1, 0, 0]


@pytest.mark.rule("TRC-26.14a")
def test_only_points_that_the_russian_gains_become_workers() -> None:
    assert placed(-7) == []
    assert placed(4) == []
    assert extra(4, 2) == 1
    without = walk(game(SCENARIO, ("bid=7",)).new(), "movement", "axis", 1)
    assert {without.place(u) for u in OPTIONAL} == {"counters"}


@pytest.mark.rule("TRC-26.14c")
def test_the_fewest_workers_are_taken() -> None:
    assert placed(10) == ["Opt Worker 3"]
    assert placed(15) == ["Opt Worker 4"]
    assert len(placed(20)) == 2
    assert placed(35) == OPTIONAL
    # more factors than there are: the rest stays points
    assert placed(45) == OPTIONAL
    assert extra(45, 3) == 2


@pytest.mark.rule("TRC-26.14d", "TRC-3.4a")
def test_they_start_in_russian_cities_without_a_worker() -> None:
    asked = walk(game(SCENARIO, options(20)).new(), "worker city", "russian")
    where = names(asked, "at")
    # as the Russian sets up, which he does before the Axis: its first corps has no place yet
    assert asked.place("41 Pz") == "set-up" and asked.place("11 A") != "set-up"
    # Minsk and Riga, but not Moscow, Warsaw or Bucharest
    assert {"O19", "J21"} <= where
    assert not where & {"R9", "L26", "BB31"}
    # junctions are held as well, but are no cities
    assert not where & {"X8", "F9", "O16"}
    again = play(asked, "at O19")
    assert again.decision == "worker city"
    assert "O19" not in names(again, "at")
    done = play(again, "at J21")
    assert {done.place(u) for u in OPTIONAL if done.place(u) != "counters"} == {"O19", "J21"}

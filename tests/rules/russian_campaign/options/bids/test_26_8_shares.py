"""Sections 26.8 and 26.14: the share of a bid in each turn, as points and as workers."""

from __future__ import annotations

from functools import lru_cache

import pytest

from eastfront._core import State

from ...turn_positions import before, data, game, impulse_of, names, play, walk

WORKER = {"Moscow Worker": "R9"}
STORM, BARBAROSSA, BLAU, ZITADELLE = "breaking-storm", "barbarossa", "fall-blau", "zitadelle"
OPTIONAL = {"Opt Worker 1": 1, "Opt Worker 2": 1, "Opt Worker 3": 2, "Opt Worker 4": 3}
"""The factors of the optional workers."""


@lru_cache
def usual(turn: int, scenario: str, options: tuple[str, ...] = ()) -> int:
    """The points of a turn without a bid."""
    state = impulse_of("russian", turn=turn, units=WORKER, scenario=scenario, options=options)
    return int(state.var("replacement points"))


def extra(bid: int, turn: int, scenario: str, *options: str) -> int:
    """The points that a bid adds on a turn."""
    state = impulse_of(
        "russian", turn=turn, units=WORKER, scenario=scenario, options=(f"bid={bid}", *options)
    )
    return int(state.var("replacement points")) - usual(turn, scenario, options)


@pytest.mark.rule("TRC-26.8c", "TRC-26.8a")
def test_a_positive_bid_is_due_early() -> None:
    # twelve over ten turns, nine over the eight of Fall Blau
    assert [extra(12, turn, BARBAROSSA) for turn in (1, 2, 3, 10)] == [2, 2, 1, 1]
    assert [extra(9, turn, BLAU) for turn in (7, 8, 14)] == [2, 1, 1]


@pytest.mark.rule("TRC-26.8d", "TRC-26.8a")
def test_a_negative_bid_is_taken_late() -> None:
    assert [extra(-9, turn, BLAU) for turn in (7, 8, 13, 14)] == [-1, -1, -1, -2]


@pytest.mark.option("play_on")
@pytest.mark.rule("TRC-26.8c")
def test_with_play_on_the_turns_to_the_end_of_the_campaign_count() -> None:
    # 25 turns in the place of ten
    assert [extra(26, turn, BARBAROSSA, "play-on") for turn in (2, 10)] == [1, 1]


# -- optional workers ----------------------------------------------------------------------


@lru_cache
def start(scenario: str, bid: int) -> State:
    """The first movement phase, with workers placed where it is first possible."""
    options = (f"bid={bid}", "optional-workers")
    return walk(game(scenario, options).new(), "movement", "axis", 1)


def placed(scenario: str, bid: int) -> list[int]:
    """The factors of the optional workers that a bid brings, the smallest first."""
    state = start(scenario, bid)
    return sorted(n for u, n in OPTIONAL.items() if state.place(u) != "counters")


@pytest.mark.option("optional_workers")
@pytest.mark.rule("TRC-26.14a", "TRC-26.14b", "TRC-26.14c", "TRC-26.14e")
@pytest.mark.parametrize(
    ("bid", "factors", "shares"),
    [(9, [1], [1, 1, 1, 1, 0]), (25, [2, 3], [0] * 5), (30, [1, 2, 3], [0] * 5)],
)
def test_the_whole_part_of_a_bid_over_five_turns_is_workers(
    bid: int, factors: list[int], shares: list[int]
) -> None:
    assert placed(STORM, bid) == factors
    # and what is no whole worker stays points
    assert [extra(bid, turn, STORM, "optional-workers") for turn in range(1, 6)] == shares


@pytest.mark.option("optional_workers")
@pytest.mark.rule("TRC-26.14a", "TRC-26.14b", "TRC-26.14e", "TRC-26.8c")
def test_the_turns_of_each_scenario_divide_the_bid() -> None:
    # six turns from May 1943: a worker and two points
    assert placed(ZITADELLE, 8) == [1]
    found = [extra(8, turn, ZITADELLE, "optional-workers") for turn in (14, 15, 18)]
    assert found == [1, 0, 0]


@pytest.mark.option("optional_workers")
@pytest.mark.rule("TRC-26.14d", "TRC-26.14a")
def test_the_russian_places_each_and_none_twice() -> None:
    state = game(STORM, ("bid=30", "optional-workers")).new()
    asked = []
    while state.decision != "movement":
        if state.decision == "worker city":
            assert state.to_move == "russian"
            hexes = names(state, "at")
            there = set(state.places().values())
            workers = {state.place(u.name) for u in data().units if "Worker" in u.name}
            assert not hexes & (workers & there) and hexes
            asked.append(state.subject)
            state = play(state, f"at {min(hexes)}")
            continue
        state.push("roll 1" if state.to_move == "chance" else state.legal_actions.list()[0])
    assert sorted(OPTIONAL[str(u)] for u in asked) == [1, 2, 3]
    assert len({state.place(str(u)) for u in asked}) == 3


@pytest.mark.option("mediterranean", "optional_workers")
@pytest.mark.rule("TRC-28.6.III.MDb", "TRC-26.8a")
def test_nothing_is_due_in_march_1941() -> None:
    # 26 over 25 turns, of which May 1941 is the first
    found = []
    for turn in (0, 1, 2):
        start = before(
            "russian", turn=turn, units=WORKER, options=("bid=26", "mediterranean"),
            variables={"Mediterranean distraction": 1, "Balkans neutral": 1},
        )  # fmt: skip
        state = walk(play(start, "end-movement"), "movement", "russian", 1)
        found.append(state.var("replacement points") - 3)
    assert found == [0, 2, 1]

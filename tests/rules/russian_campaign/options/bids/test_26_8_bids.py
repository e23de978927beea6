"""Section 26.8: an auction for the Axis, and the effect of the bid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import eastfront as ef
from eastfront.games.russian_campaign.bidding import Auction, BidError, Sides
from eastfront.program import ProgramError

from ...turn_positions import before, impulse_of, walk

WORKER = {"Moscow Worker": "R9"}
"""Three points."""

STORM = "breaking-storm"
"""A scenario of five turns."""


def extra(bid: int, turns: range, scenario: str = STORM) -> list[int]:
    """The points that a bid adds on each of some turns."""
    found = []
    for turn in turns:
        state = impulse_of(
            "russian", turn=turn, units=WORKER, options=(f"bid={bid}",), scenario=scenario
        )
        usual = impulse_of("russian", turn=turn, units=WORKER, scenario=scenario)
        found.append(state.var("replacement points") - usual.var("replacement points"))
    return found


def off() -> list[str]:
    """The rules that are turned off now."""
    return os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()


@contextmanager
def no_bid(rule: str) -> Iterator[None]:
    """What is done inside must be refused by a rule."""
    with pytest.raises(BidError) as caught:
        yield
    assert caught.value.rule == rule


@pytest.mark.rule("TRC-26.8a", "TRC-26.8c", "TRC-27.1b")
def test_a_bid_is_spread_evenly_with_more_on_early_turns() -> None:
    assert extra(7, range(2, 6)) == [2, 1, 1, 1]
    assert extra(10, range(2, 6)) == [2] * 4
    assert extra(2, range(2, 6)) == [1, 0, 0, 0]


@pytest.mark.rule("TRC-26.8a", "TRC-26.8d")
def test_a_negative_bid_takes_from_the_last_turns_first() -> None:
    assert extra(-3, range(2, 6)) == [0, -1, -1, -1]
    assert extra(-6, range(2, 6)) == [-1, -1, -1, -2]


@pytest.mark.rule("TRC-26.8d", "TRC-26.8a")
def test_a_turns_points_do_not_fall_below_none() -> None:
    state = before("russian", turn=5, units=WORKER, options=("bid=-40",), scenario=STORM)
    state.push("end-movement")
    assert walk(state, "movement", "russian", 1).var("replacement points") == 0


@pytest.mark.rule("TRC-26.8c")
def test_the_turns_of_the_scenario_count() -> None:
    assert extra(26, range(2, 3), "campaign") == [1]
    assert extra(50, range(24, 25), "campaign") == [2]


@pytest.mark.rule("TRC-26.8a")
def test_bids_are_options_with_a_number() -> None:
    for wrong in ("bid", "bid=", "bid=x", "bid=+3", "bid=03", "bid=100", "bid=-100"):
        with pytest.raises(ProgramError, match="a number from -99 to 99"):
            ef.load("russian-campaign/barbarossa", options=[wrong])
    with pytest.raises(ProgramError, match="given twice"):
        ef.load("russian-campaign/barbarossa", options=["bid=3", "bid=4"])
    with pytest.raises(ProgramError, match="nearest is `bid=1`"):
        ef.load("russian-campaign/barbarossa", options=["bids=3"])


@pytest.mark.rule("TRC-26.8a", "TRC-26.8b")
def test_the_examples_of_an_auction() -> None:
    auction = Auction("Ann", "Bo", off())
    auction.bid("Ann", 10)
    auction.bid("Bo", 11)
    assert (auction.to_bid, auction.standing) == ("Ann", 11)
    assert auction.decline("Ann") == Sides(axis="Bo", russian="Ann", bid=11)
    assert auction.to_bid is None
    assert auction.result is not None
    assert auction.result.options == ("bid=11",)
    down = Auction("Ann", "Bo", off())
    down.bid("Ann", -2)
    down.bid("Bo", -3)
    assert down.decline("Ann") == Sides("Bo", "Ann", -3)


@pytest.mark.rule("TRC-26.8a")
def test_a_bid_goes_beyond_the_one_before() -> None:
    auction = Auction("Ann", "Bo", off())
    with no_bid("TRC-26.8a"):
        auction.bid("Ann", 100)
    auction.bid("Ann", 4)
    for low in (4, 3, -5):
        with no_bid("TRC-26.8a"):
            auction.bid("Bo", low)
    auction.bid("Bo", 5)
    down = Auction("Ann", "Bo", off())
    down.bid("Ann", -2)
    assert down.goes_beyond(-1)
    down.bid("Bo", -4)
    for wrong in (-4, -3, 2):
        with no_bid("TRC-26.8a"):
            down.bid("Ann", wrong)
    down.bid("Ann", -5)


@pytest.mark.rule("TRC-26.8a")
@pytest.mark.parametrize(("first", "down"), [(-1, True), (0, False), (1, False)])
def test_bids_go_down_from_a_negative_one_alone(first: int, down: bool) -> None:
    auction = Auction("Ann", "Bo", off())
    auction.bid("Ann", first)
    assert auction.goes_beyond(first - 1) is down and auction.goes_beyond(first + 1)
    assert not auction.goes_beyond(first)


@pytest.mark.rule("TRC-26.8b")
def test_players_bid_in_turn_until_one_declines() -> None:
    auction = Auction("Ann", "Bo", off())
    with no_bid("TRC-26.8b"):
        auction.bid("Bo", 1)
    with no_bid("TRC-26.8b"):
        auction.decline("Bo")
    result = auction.decline("Ann")
    assert (result.axis, result.bid, result.options) == ("Bo", 0, ())
    with no_bid("TRC-26.8b"):
        auction.bid("Bo", 1)


@pytest.mark.rule("TRC-26.8b")
def test_the_lower_seed_or_the_higher_roll_opens() -> None:
    assert Auction.by_seed({"Ann": 1, "Bo": 4}, off()).to_bid == "Bo"
    # left out, it is of no account who has the lower seed
    assert Auction.by_seed({"Ann": 1, "Bo": 4}, ["TRC-26.8b"]).to_bid == "Ann"
    assert Auction.by_dice({"Ann": 5, "Bo": 2}, off()).to_bid == "Ann"
    for tie in (Auction.by_seed, Auction.by_dice):
        with no_bid("TRC-26.8b"):
            tie({"Ann": 3, "Bo": 3}, off())
    with no_bid("TRC-26.8b"):
        Auction.by_dice({"Ann": 7, "Bo": 3})
    for few in ({"Ann": 1}, {"Ann": 1, "Bo": 2, "Cy": 3}):
        with no_bid("TRC-26.8a"):
            Auction.by_seed(few)
    with no_bid("TRC-26.8a"):
        Auction("Ann", "Ann")


@pytest.mark.rule("TRC-26.8c", "TRC-26.8d")
@pytest.mark.parametrize(("bid", "rule"), [(7, "TRC-26.8c"), (-3, "TRC-26.8d")])
def test_which_rule_brings_or_takes_the_points(bid: int, rule: str) -> None:
    state = before("russian", turn=4, units=WORKER, options=(f"bid={bid}",), scenario=STORM)
    told = state.push("end-movement", effects=True) or []
    while (state.decision, state.to_move) != ("movement", "russian"):
        chance, legal = state.to_move == "chance", state.legal_actions.list()
        told += state.push("roll 1" if chance else legal[0], effects=True) or []
    rules = {e[4] for e in told if e[:2] == ("var", "replacement points")}
    assert rule in rules and not {"TRC-26.8c", "TRC-26.8d"} & rules - {rule}

"""Proofs: the tree search finds exactly the value of an exhaustive search."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import eastfront as ef

from . import games

POSITIONS = {
    "soak_off": games.soak_off,
    "untried": games.untried,
    "overrun": games.overrun,
    "piles": games.piles,
    "steps": games.steps,
}


@pytest.fixture(params=POSITIONS)
def make(request: pytest.FixtureRequest) -> Callable[[], ef.Game]:
    return POSITIONS[request.param]


def by_hand(left: int, side: int) -> Fraction:
    """The value of the piles to the first side, from the rules as told and nothing else."""
    if left <= 0:
        return Fraction(0)
    values = []
    for n in range(1, min(3, left) + 1):
        if n == left:
            values.append(Fraction(1 - 2 * side))
            continue
        stays, taken = by_hand(left - n, 1 - side), by_hand(left - n - 1, 1 - side)
        values.append(stays * 4 / 6 + taken * 2 / 6)
    return min(values) if side else max(values)


@pytest.mark.parametrize("stones", range(1, 9))
def test_expectimax_is_what_the_rules_come_to(stones: int) -> None:
    state = games.piles(stones).new()
    if state.is_over:  # the only action is taken without asking, and the game ends
        assert by_hand(stones, 0) == 1 == state.returns()[0]
        return
    assert ef.search.expectimax(state).value == by_hand(stones, 0)


def test_proofs_are_the_values_of_expectimax(make: Callable[[], ef.Game]) -> None:
    state = make().new()
    exact = ef.search.expectimax(state)
    found = ef.search.mcts(state, simulations=100_000, exact=True, seed=3)
    assert found.proven == exact.value
    assert found.simulations < 100_000
    assert exact.actions[found.best_name] == exact.value
    proven = [a for a in found.actions if a.proven is not None]
    assert proven
    assert all(a.proven == exact.actions[a.name] for a in proven)


def test_no_seed_changes_a_proof() -> None:
    values = {
        ef.search.mcts(games.soak_off().new(), simulations=20_000, exact=True, seed=seed).proven
        for seed in range(6)
    }
    assert values == {Fraction(1, 3)}


def test_equal_counters_drawn_are_told_apart() -> None:
    # the cup holds two counters that are alike; to take one for the other would give -63/1000
    found = ef.search.mcts(games.untried().new(), simulations=100_000, exact=True)
    assert found.proven == Fraction(-183, 1000)


def test_a_search_that_only_plays_comes_near() -> None:
    state = games.piles().new()
    found = ef.search.mcts(state, simulations=20_000, formula="puct", seed=2)
    exact = ef.search.expectimax(state)
    assert found.best == exact.best
    assert abs(found.value["axis"] - float(exact.value)) < 0.02
    assert found.value["soviet"] == -found.value["axis"]


def test_a_depth_is_told_by_the_evaluation() -> None:
    state = games.piles(rated=True).new()
    shallow = ef.search.expectimax(state, depth=1)
    # behind every action the same side is still the one to have moved
    assert shallow.value == Fraction(100, 1000)
    assert ef.search.expectimax(state, depth=40).value == ef.search.expectimax(state).value


@pytest.mark.parametrize(
    ("options", "words"),
    [({"depth": 0}, "depth=0"), ({"depth": 2}, "evaluation axis"), ({"limit": 5}, "5 positions")],
)
def test_what_cannot_be_worked_out_is_refused(options: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        ef.search.expectimax(games.piles().new(), **options)
    assert "\n" not in str(caught.value)


def test_a_finished_game_is_refused() -> None:
    state = games.piles().new()
    while not state.is_over:
        state.push(state.legal_actions[0])
    for search in (ef.search.expectimax, ef.search.mcts):
        with pytest.raises(ValueError, match="the game is over"):
            search(state)

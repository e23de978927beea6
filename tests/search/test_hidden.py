"""Searches with hidden information: they use no more than the side knows."""

from __future__ import annotations

import random

import pytest

import eastfront as ef
from eastfront import _core

from . import games

CHEAT = {
    "simulations": 400, "seconds": None, "seed": 0, "trees": 1, "threads": 1, "formula": "uct",
    "exploration": 1.0, "normalize": False, "widening": 0, "policy": "busy", "cut": ("end", 0),
    "blend": 0, "prior": "uniform", "weights": [], "exact": False, "hidden": False, "nodes": 1000,
}  # fmt: skip


def hidden_under(cup: int) -> ef.State:
    state = games.cups().new()
    state.push(f"hide {cup}")
    return state


def test_who_cannot_know_declines() -> None:
    found = ef.search.mcts(hidden_under(2), simulations=400)
    assert found.best_name == "decline"
    assert found.worlds == 64
    guesses = [a for a in found.actions if a.name.startswith("guess")]
    assert all(a.value["axis"] < 0 for a in guesses)
    assert all(a.visits <= a.available <= 400 for a in found.actions)
    assert max(a.available for a in found.actions) == 400


def test_states_that_look_the_same_are_searched_the_same() -> None:
    found = [ef.search.mcts(hidden_under(cup), simulations=200, seed=1) for cup in range(4)]
    assert found[0] == found[1] == found[2] == found[3]
    # who is shown the state itself finds the cup, so that the above could have failed
    true = _core.search([hidden_under(2)], CHEAT)
    assert games.cups().notation(true["actions"][true["best"]][0][0]) == "guess 2"


def test_deals_of_a_whole_game_are_searched_the_same() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    state = reach(game)
    seen = state.observation("german")
    twins = [seen.sample(random.Random(n)) for n in range(3)]
    hidden = state.hidden_from("german")
    assert len({tuple(t.place(u) for u in hidden) for t in twins}) > 1
    options = {"simulations": 60, "cut": 0, "seed": 7, "worlds": 8}
    expected = ef.search.mcts(seen, **options)
    assert expected.worlds == 8
    assert expected.best in seen.legal_actions
    for twin in (state, *twins):
        assert ef.search.mcts(twin, **options) == expected


def test_edges_count_when_they_could_be_taken() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    found = ef.search.mcts(reach(game), simulations=80, cut=0, worlds=8)
    assert all(a.visits <= a.available <= 80 for a in found.actions)


def test_only_the_side_that_acts_searches() -> None:
    state = hidden_under(1)
    with pytest.raises(ValueError, match="axis acts, not soviet"):
        ef.search.mcts(state.observation("soviet"))


def test_nothing_is_proven_of_what_is_hidden() -> None:
    with pytest.raises(ValueError, match="exact=True"):
        ef.search.mcts(hidden_under(1), exact=True)


def reach(game: ef.Game) -> ef.State:
    """A German movement, with Soviet stacks on the map."""
    state, rng = game.new(4), random.Random(4)
    state.push("automatic")
    while (state.to_move, state.decision) != ("german", "movement"):
        plays = [a for a in state.legal_actions if not state.is_pass(a)]
        state.push(rng.choice(plays or list(state.legal_actions)))
    return state

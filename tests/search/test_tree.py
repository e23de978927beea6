"""The tree: its dependencies, chance, shared positions, wide decisions, options, results."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef

from . import games

BLUE = "barbarossa-deluxe/blue-kremlin"
RUSSIAN = "russian-campaign/fall-blau"
TESTS = Path(__file__).parent.parent


def seen(result: ef.search.SearchResult) -> list[tuple[str, int]]:
    return [(a.name, a.visits) for a in result.actions]


# -- what an answer depends on --------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [BLUE, RUSSIAN])
def test_the_same_seed_gives_the_same_answer(scenario: str) -> None:
    state = ef.load(scenario).new(3)
    one, two = (ef.search.mcts(state, simulations=60, cut=20, seed=5) for _ in range(2))
    other = ef.search.mcts(state, simulations=60, cut=20, seed=6)
    assert one == two
    assert one != other


def test_the_state_is_left_alone_and_its_dice_do_not_matter() -> None:
    game = ef.load(RUSSIAN)
    found = []
    for seed in (1, 2, None):
        state = game.new(seed)
        before = bytes(state)
        found.append(ef.search.mcts(state, simulations=40, cut=10))
        assert bytes(state) == before
        assert not state.can_undo
    assert found[0] == found[1] == found[2]


def test_trees_are_added_up_and_threads_change_nothing() -> None:
    state = games.soak_off().new()
    alone = ef.search.mcts(state, simulations=90)
    several = [ef.search.mcts(state, simulations=90, trees=3, threads=t) for t in (1, 2, 5)]
    assert several[0] == several[1] == several[2]
    assert several[0] != alone
    assert several[0].simulations == 90
    assert sum(a.visits for a in several[0].actions) == 90


def test_another_process_gives_the_same_answer() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r});"
        "import eastfront as ef; from search import games;"
        "r = ef.search.mcts(games.untried().new(), simulations=500, seed=9);"
        "print([(a.name, a.visits) for a in r.actions], r.value)"
    )
    run = [sys.executable, "-c", code]
    there = subprocess.check_output(run, text=True)
    here = ef.search.mcts(games.untried().new(), simulations=500, seed=9)
    assert there.strip() == f"{seen(here)} {here.value}"


# figures of this version: another machine that gives others is a defect, a new version may
# change them with its reasons in the changelog
VISITS = {"move A1": 133, "move A2": 166, "move A3": 67, "end": 34}


def test_the_figures_of_this_version() -> None:
    found = ef.search.mcts(games.soak_off().new(), simulations=400, seed=1)
    assert dict(seen(found)) == VISITS


# -- chance ---------------------------------------------------------------------------------------


def test_outcomes_come_up_by_their_probabilities() -> None:
    state = games.piles().new()
    state.push("take 2")
    assert state.to_move == "chance"
    found = ef.search.mcts(state, simulations=600)
    assert found.to_move == "chance"
    visits = {a.name: a.visits for a in found.actions}
    assert set(visits) == {f"roll {n}" for n in range(1, 7)}
    assert max(visits.values()) - min(visits.values()) <= 1
    mean = sum(a.value["axis"] for a in found.actions) / 6
    assert found.value["axis"] == pytest.approx(mean, abs=2e-6)
    assert found.chance_nodes > 1


def test_outcomes_with_the_same_position_share_a_node() -> None:
    state = games.piles().new()
    state.push("take 2")
    found = ef.search.mcts(state, simulations=24)
    assert found.transpositions >= 4
    # one position for the rolls 1 to 4, one for 5 and 6
    worth = {a.name: a.value for a in found.actions}
    assert worth["roll 1"] == worth["roll 4"] != worth["roll 6"] == worth["roll 5"]


# -- shared positions -----------------------------------------------------------------------------


def test_orders_of_the_same_moves_meet() -> None:
    found = ef.search.mcts(games.steps().new(), simulations=3000, exact=False, widening=0)
    positions = ef.search.expectimax(games.steps().new()).positions
    assert found.transpositions > 0
    # positions that are over have nodes too: at most one for each three sums
    assert found.nodes <= positions + 4**3
    assert found.depth == 3


# -- wide decisions -------------------------------------------------------------------------------


def test_a_wide_decision_widens_with_the_root_of_its_visits() -> None:
    state = games.meadow().new()
    assert len(state.legal_actions) == 1040
    for widening, simulations in ((1, 410), (4, 410), (2, 110)):
        found = ef.search.mcts(state, simulations=simulations, widening=widening, prior="uniform")
        tried = sum(a.visits > 0 for a in found.actions)
        assert tried == widening * int(simulations**0.5)
        assert len(found.actions) == 1040
    everything = ef.search.mcts(state, simulations=1200, widening=0, prior="uniform")
    assert all(a.visits for a in everything.actions)


def test_a_prior_by_evaluation_tries_the_best_first() -> None:
    state = games.meadow().new()
    found = ef.search.mcts(state, simulations=12, widening=1, prior="evaluation")
    assert found.best_name == f"to {state.game.hexes[777]}"
    drawn = ef.search.mcts(state, simulations=12, widening=1, prior="uniform")
    assert drawn.best != found.best


def test_given_priors_come_first() -> None:
    state = games.meadow().new()
    name = f"to {state.game.hexes[777]}"
    found = ef.search.mcts(state, simulations=12, widening=1, prior="uniform", priors={name: 5})
    assert found.best_name == name
    share = {a.name: a.prior for a in found.actions}
    assert share[name] == pytest.approx(5 / 1044)
    assert sum(share.values()) == pytest.approx(1)


def test_passes_are_tried_last_by_the_busy_prior() -> None:
    state = games.soak_off().new()
    found = ef.search.mcts(state, simulations=3, widening=1, prior="busy", formula="puct")
    share = {a.name: a.prior for a in found.actions}
    assert share["end"] == min(share.values()) == pytest.approx(1 / 16, abs=0.001)
    assert next(a.visits for a in found.actions if a.name == "end") == 0


# -- the edge of the tree -------------------------------------------------------------------------


def test_an_evaluation_stands_in_for_what_is_not_played() -> None:
    state = games.meadow().new()
    found = ef.search.mcts(state, simulations=40, cut=0, prior="uniform", widening=1)
    for action in found.actions:
        if action.visits == 1:
            far = abs(state.game.hexes.index(action.name.split()[1]) - 777)
            assert action.value["axis"] == pytest.approx(max(-1000, 1000 - far) / 1000)


@pytest.mark.parametrize("cut", [0, 5, "phase", "part", None])
def test_every_cut_plays_on_natively(cut: int | str | None) -> None:
    found = ef.search.mcts(ef.load(BLUE).new(1), simulations=8, cut=cut)
    assert sum(a.visits for a in found.actions) == 8
    assert -1 <= found.value["german"] <= 1


# -- options and results --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"simulations": 0}, "simulations=0"),
        ({"simulations": -5}, "simulations=-5"),
        ({"seconds": 0}, "seconds=0"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"formula": "ucb"}, "uct, puct"),
        ({"policy": "deep"}, "policy='deep'"),
        ({"prior": "luck"}, "prior='luck'"),
        ({"cut": -1}, "cut=-1"),
        ({"cut": "turn"}, "cut='turn'"),
        ({"blend": 1.5}, "blend=1.5"),
        ({"widening": -1}, "widening=-1"),
        ({"exploration": -0.5}, "exploration=-0.5"),
        ({"trees": 0}, "trees=0"),
        ({"threads": 0}, "threads=0"),
        ({"seconds": 1, "trees": 3, "threads": 2}, "as many threads, not 2"),
        ({"nodes": 0}, "nodes=0"),
        ({"worlds": 0}, "worlds=0"),
        ({"priors": {"no such": 1}}, "no such"),
        ({"priors": {"to 0101": -1}}, "-1 for"),
    ],
)
def test_an_option_without_meaning_is_refused_in_one_line(
    options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        ef.search.mcts(games.meadow().new(), **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("options", [{"cut": 3}, {"blend": 0.5}, {"prior": "evaluation"}])
def test_a_program_without_an_evaluation_says_so(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no query `evaluation axis`"):
        ef.search.mcts(games.piles().new(), **options)


def test_time_ends_a_search_that_can_be_repeated_by_its_count() -> None:
    state = games.soak_off().new()
    timed = ef.search.mcts(state, seconds=0.5, simulations=10**9)
    assert 0 < timed.simulations < 10**9
    assert ef.search.mcts(state, simulations=timed.simulations) == timed


def test_nodes_are_bounded() -> None:
    found = ef.search.mcts(games.untried().new(), simulations=500, nodes=50)
    assert found.nodes == 50
    assert found.simulations == 500


def test_a_result_pickles_and_copies() -> None:
    found = ef.search.mcts(games.soak_off().new(), simulations=200, seed=4)
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    exact = ef.search.expectimax(games.soak_off().new())
    assert pickle.loads(pickle.dumps(exact)) == exact


def test_the_line_can_be_played() -> None:
    state = ef.load(RUSSIAN).new(1)
    found = ef.search.mcts(state, simulations=150, cut=0, prior="evaluation")
    assert found.line[0] == found.best_name
    assert len(found.line) > 1
    state.reseed(None)
    for name in found.line:
        assert name in state.legal_actions
        state.push(name)


def test_a_result_shows_itself() -> None:
    found = ef.search.mcts(games.soak_off().new(), simulations=50)
    first, counts, line, *rows = str(found).splitlines()
    assert first.startswith(found.best_name)
    assert "50 simulations" in counts
    assert line == f"line: {' '.join(found.line)}"
    assert len(rows) == 4

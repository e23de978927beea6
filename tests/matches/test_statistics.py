"""Intervals, ratings and the correction for luck, on numbers with a known truth."""

from __future__ import annotations

import math
import random
from statistics import fmean, pvariance, stdev

import numpy as np
import pytest

from eastfront.matches import adjusted, mean_interval, ratings, wilson
from eastfront.matches.adjust import correct
from eastfront.matches.intervals import difference


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # solved by hand from (share - p)^2 = z^2 p (1 - p) / games
        (0, 10, 0.0, 0.27753),
        (8, 10, 0.49016, 0.94331),
        (10, 20, 0.29930, 0.70070),
        (1, 1, 0.20654, 1.0),
    ],
)
def test_wilson_bounds_solve_their_equation(won: int, games: int, low: float, high: float) -> None:
    found = wilson(won, games)
    assert found == pytest.approx((won / games, low, high), abs=1e-5)
    for bound in found[1:]:
        if 0 < bound < 1:
            z2 = 1.959963984540054**2
            assert (won / games - bound) ** 2 == pytest.approx(z2 * bound * (1 - bound) / games)


def test_bad_counts_are_refused() -> None:
    for won, games in ((0, 0), (3, 2), (-1, 2)):
        with pytest.raises(ValueError, match=f"{won} wins of {games} games"):
            wilson(won, games)
    with pytest.raises(ValueError, match="confidence of 1"):
        wilson(1, 2, level=1)
    with pytest.raises(ValueError, match="no games"):
        ratings([])


def test_the_interval_of_a_mean_holds_it_as_often_as_it_says() -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(2000):
        found = mean_interval([rng.gauss(3, 2) for _ in range(40)], level=0.8)
        held += found.low <= 3 <= found.high
    assert held / 2000 == pytest.approx(0.8, abs=0.035)


def test_the_difference_of_two_shares_is_newcombes() -> None:
    """The worked example of Newcombe (1998), method 10: 56 of 70 against 48 of 80."""
    found = difference(wilson(56, 70), wilson(48, 80))
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
    none = difference(wilson(0, 12), wilson(0, 12))
    assert none.low == -none.high < -0.2


def play(rng: random.Random, first: float, second: float, advantage: float) -> float:
    return float(rng.random() < 1 / (1 + 10 ** ((second - first - advantage) / 400)))


def test_ratings_find_strength_and_the_advantage_of_a_side() -> None:
    rng = random.Random(3)
    truth = {"a": 150.0, "b": 0.0, "c": -150.0}
    results = [
        (one, two, play(rng, truth[one], truth[two], 80))
        for one in truth
        for two in truth
        for _ in range(600)
        if one != two
    ]
    found = ratings(results)
    for name, elo in truth.items():
        assert found.ratings[name].low < elo < found.ratings[name].high
        assert found.ratings[name].high - found.ratings[name].low < 50
    assert found.advantage.low < 80 < found.advantage.high
    assert sum(r.estimate for r in found.ratings.values()) == pytest.approx(0, abs=1e-6)


def test_two_equals_that_halve_their_games_are_rated_alike() -> None:
    found = ratings([("a", "b", 0.5)] * 25 + [("b", "a", 0.5)] * 25)
    assert [round(r.estimate, 6) for r in found.ratings.values()] == [0, 0]
    # one standard error of a difference: 400/ln 10 / sqrt(50 / 4); a rating is half of it
    width = 1.96 * 400 / math.log(10) / math.sqrt(50 / 4) / 2
    assert found.ratings["a"].high == pytest.approx(width, rel=0.05)


def test_who_wins_every_game_has_a_rating_all_the_same() -> None:
    found = ratings([("a", "b", 1.0)] * 10 + [("b", "a", 0.0)] * 10)
    assert 300 < found.ratings["a"].estimate < 1500
    assert abs(found.advantage.estimate) < 1


# -- luck ---------------------------------------------------------------------------------------


def lucky_games(
    rng: np.random.Generator, games: int, share: float
) -> tuple[list[float], list[list[float]]]:
    """Results with mean 2 and variance 1, so much of it luck, of which the weights are unknown.

    Two kinds of luck, one of them of no account, and results that are not linear in them.
    """
    dice = rng.integers(1, 7, size=(games, 8)) - 3.5
    idle = rng.integers(1, 7, size=games) - 3.5
    luck = dice.sum(axis=1)
    noise = rng.normal(size=games) * (1 + 0.2 * np.sign(dice[:, 0]))
    scale = math.sqrt(8 * 35 / 12)
    results = 2 + math.sqrt(share) * luck / scale + math.sqrt((1 - share) / 1.04) * noise
    return results.tolist(), np.column_stack([luck * 3, idle]).tolist()


@pytest.mark.parametrize("games", [12, 30, 120])
def test_corrected_means_are_unbiased_and_their_intervals_honest(games: int) -> None:
    rng = np.random.default_rng(11)
    found = [adjusted(*lucky_games(rng, games, 0.6)) for _ in range(1500)]
    means = [one.adjusted.estimate for one in found]
    assert abs(fmean(means) - 2) < 3.5 * stdev(means) / math.sqrt(len(means))
    if games >= 30:
        held = fmean(one.adjusted.low <= 2 <= one.adjusted.high for one in found)
        assert 0.92 < held < 0.975
        plain = [one.plain.estimate for one in found]
        # 0.6 of the variance is luck: one game is worth 1 / 0.4 = 2.5, less what fitting costs
        assert 1.8 < pvariance(plain) / pvariance(means) < 2.8
        assert fmean(one.saving for one in found) == pytest.approx(2.5, rel=0.25)


def test_correcting_games_by_what_they_told_themselves_would_be_biased() -> None:
    """Why the weights come from other games: with luck that is skewed it shows at few games."""
    rng = np.random.default_rng(1)
    crossed, naive = [], []
    for _ in range(4000):
        luck = rng.choice([-1.0, 1.0, 4.0], size=8, p=[0.7, 0.2, 0.1])
        luck -= 0.7 * -1 + 0.2 * 1 + 0.1 * 4
        y = luck**2
        crossed.append(float(correct(y, luck.reshape(-1, 1)).mean()))
        spread = luck - luck.mean()
        weight = float(spread @ y) / float(spread @ spread) if spread.any() else 0.0
        naive.append(float((y - weight * luck).mean()))
    truth = 0.7 * 0.9**2 + 0.2 * 1.1**2 + 0.1 * 4.1**2
    assert abs(fmean(crossed) - truth) < 3.5 * stdev(crossed) / math.sqrt(len(crossed))
    assert abs(fmean(naive) - truth) > 10 * stdev(naive) / math.sqrt(len(naive))


def test_luck_that_explains_nothing_saves_nothing() -> None:
    rng = np.random.default_rng(2)
    results = rng.normal(size=200).tolist()
    found = adjusted(results, rng.normal(size=(200, 3)).tolist())
    assert 0.85 < found.saving < 1.1
    few = adjusted(results[:9], rng.normal(size=(9, 1)).tolist())
    assert few.adjusted == few.plain
    same = adjusted([1.0] * 20, rng.normal(size=(20, 1)).tolist(), share=True)
    assert same.saving == 1
    assert same.adjusted == same.plain == wilson(20, 20)


def test_results_and_luck_are_of_the_same_games() -> None:
    with pytest.raises(ValueError, match="3 results and the luck of 2 games"):
        adjusted([1, 2, 3], [[0.0], [1.0]])

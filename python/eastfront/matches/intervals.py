"""Intervals of confidence for shares and means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

from eastfront._core import ArgumentError
from eastfront.arguments import checked

LEVEL = 0.95
"""The confidence of every interval that is not asked for otherwise."""


class Interval(NamedTuple):
    """An estimate with the bounds that hold the truth with the confidence asked for."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3g} [{self.low:.3g}, {self.high:.3g}]"


def quantile(level: float = LEVEL) -> float:
    """How many standard errors an interval of a confidence is wide on each side.

    Raises ValueError for a level that does not lie between 0 and 1.
    """
    if not 0 < level < 1:
        raise ArgumentError(f"a confidence of {level}, expected between 0 and 1")
    return NormalDist().inv_cdf((1 + level) / 2)


@checked
def wilson(won: float, games: int, level: float = LEVEL) -> Interval:
    """The share of games won, with Wilson's score interval; a draw counts one half.

    Raises ValueError for no games, or more wins than games.
    """
    if games < 1 or not 0 <= won <= games:
        raise ArgumentError(f"{won} wins of {games} games")
    z2 = quantile(level) ** 2
    share = won / games
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = math.sqrt(z2 * (share * (1 - share) / games + z2 / (4 * games * games))) / (
        1 + z2 / games
    )
    # all lost and all won reach the ends exactly; what rounding adds is taken off
    low = 0.0 if won == 0 else max(0.0, middle - half)
    high = 1.0 if won == games else min(1.0, middle + half)
    return Interval(share, low, high)


def difference(more: Interval, less: Interval) -> Interval:
    """The difference of two shares with Newcombe's bounds, from the Wilson interval of each.

    It holds for shares near none and all, where the normal interval of a difference would shrink
    to nothing; that the games are paired is not used, so it errs on the wide side.
    """
    gap = more.estimate - less.estimate
    down = math.hypot(more.estimate - more.low, less.high - less.estimate)
    up = math.hypot(more.high - more.estimate, less.estimate - less.low)
    return Interval(gap, gap - down, gap + up)


@checked
def mean_interval(values: Sequence[float], level: float = LEVEL) -> Interval:
    """The mean of independent values, with the normal interval of its standard error.

    A single value gives no bounds: they are infinite. Raises ValueError for no values.
    """
    if not values:
        raise ArgumentError("a mean of no values")
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, -math.inf, math.inf)
    half = quantile(level) * math.sqrt(variance(values) / len(values))
    return Interval(mean, mean - half, mean + half)

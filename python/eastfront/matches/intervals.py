"""Confidence intervals for shares and means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

from eastfront._core import ArgumentError
from eastfront.arguments import checked

LEVEL = 0.95
"""The default confidence level."""


class Interval(NamedTuple):
    """An estimate with the bounds of its confidence interval."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3g} [{self.low:.3g}, {self.high:.3g}]"


def quantile(level: float = LEVEL) -> float:
    """Returns the half-width of a confidence interval in standard errors, by the normal
    distribution.

    Raises ValueError for a level outside 0 to 1.
    """
    if not 0 < level < 1:
        raise ArgumentError(f"a confidence of {level}, expected between 0 and 1")
    return NormalDist().inv_cdf((1 + level) / 2)


@checked
def wilson(won: float, games: int, level: float = LEVEL) -> Interval:
    """Returns the share of games won, with Wilson's score interval; a draw counts one half.

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
    # a share of 0 or 1 reaches the end of the range exactly; clamp rounding errors
    low = 0.0 if won == 0 else max(0.0, middle - half)
    high = 1.0 if won == games else min(1.0, middle + half)
    return Interval(share, low, high)


def difference(more: Interval, less: Interval) -> Interval:
    """Returns ``more`` less ``less``, the difference of two shares, with Newcombe's bounds, from
    the Wilson interval of each.

    The bounds are valid for shares near 0 and 1, where the normal interval of a difference would
    shrink to zero. They ignore the pairing of games, so they are conservative.
    """
    gap = more.estimate - less.estimate
    down = math.hypot(more.estimate - more.low, less.high - less.estimate)
    up = math.hypot(more.high - more.estimate, less.estimate - less.low)
    return Interval(gap, gap - down, gap + up)


@checked
def mean_interval(values: Sequence[float], level: float = LEVEL) -> Interval:
    """Returns the mean of independent values, with the normal interval of its standard error.

    The bounds for a single value are infinite. Raises ValueError for no values.
    """
    if not values:
        raise ArgumentError("a mean of no values")
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, -math.inf, math.inf)
    half = quantile(level) * math.sqrt(variance(values) / len(values))
    return Interval(mean, mean - half, mean + half)

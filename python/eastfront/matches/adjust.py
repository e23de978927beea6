"""Luck-adjusted results: control variates whose mean is known to be zero.

The luck of a game is the sum over its rolls and draws of the value estimate after the outcome less
its expectation over all outcomes (`luck`). Its mean is zero however poor the estimate is, so
subtracting a multiple of it from a result does not change the mean; regression gives the multiple
that minimises the variance. The multiple is fitted on *other* games than those that it corrects
(cross-fitting), so that the corrected mean is unbiased for any number of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError
from eastfront.arguments import checked

from .intervals import LEVEL, Interval, mean_interval, wilson

FOLDS = 10
"""Number of folds; each is corrected with weights fitted on the other folds."""
FEWEST = 10
"""Minimum number of games for a correction."""
PER_KIND = 100
"""Number of games per kind of luck needed for a separate weight for each kind; with fewer games,
all kinds share one weight."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Adjusted:
    """A mean of the games' results as played, and the same mean adjusted for luck."""

    plain: Interval
    """The mean as played, with its interval."""
    adjusted: Interval | None
    """The mean adjusted for luck, with its interval; None if luck was not recorded. It equals
    `plain` if nothing can be corrected, as with fewer than `FEWEST` games; else its interval may be
    wider than the plain one if luck explains nothing."""
    saving: float | None
    """The variance of a game's result divided by that of its corrected result: the number of
    uncorrected games worth one corrected game. 1 if there is nothing to correct; None if luck was
    not recorded."""


@checked
def adjusted(
    results: Sequence[float],
    luck: Sequence[Sequence[float]] | None,
    level: float = LEVEL,
    share: bool = False,
    plain: Interval | None = None,
) -> Adjusted:
    """Returns the mean of the results, as played and adjusted for luck.

    Args:
        results: The result of each game.
        luck: The luck of each game, one figure for each kind, all of the same length. None if it
            was not recorded.
        level: The confidence of the intervals.
        share: True if results are won (1), drawn (1/2) or lost (0): then the plain interval is
            Wilson's, and bounds are clamped to the range of a share.
        plain: The interval as played, if a better one is known than that of the mean.

    Raises ValueError for no results, or luck of another length.
    """
    if luck is not None and len(results) != len(luck):
        raise ArgumentError(f"{len(results)} results and the luck of {len(luck)} games")
    if plain is None:
        seen = wilson(sum(results), len(results), level) if share else None
        plain = seen or mean_interval(results, level)
    if luck is None:
        return Adjusted(plain, None, None)
    y = np.asarray(results, dtype=np.float64)
    x = np.asarray(luck, dtype=np.float64).reshape(len(results), -1)
    if len(y) < FEWEST or x.shape[1] == 0 or not y.var() or not x.any():
        return Adjusted(plain, plain, 1.0)
    corrected = correct(y, x)
    found = mean_interval(corrected.tolist(), level)
    if share:
        found = Interval(found.estimate, max(0.0, found.low), min(1.0, found.high))
    return Adjusted(plain, found, float(y.var(ddof=1) / corrected.var(ddof=1)))


def correct(y: Floats, x: Floats) -> Floats:
    """Returns the results, each less the luck of its game, with weights fitted on other games.

    `y` holds the results, of shape (games,), and `x` the luck, of shape (games, kinds of roll). The
    folds depend only on the order of the games, and the number of weights only on how many games
    and kinds there are, so a game's own result never enters its correction.
    """
    if len(y) < PER_KIND * x.shape[1]:
        x = x.sum(axis=1, keepdims=True)
    fold = np.arange(len(y)) % min(FOLDS, len(y))
    out = y.copy()
    for part in range(int(fold.max()) + 1):
        rest = fold != part
        weights = _weights(y[rest], x[rest])
        # summing along the row fixes the order of addition on every machine
        out[~rest] -= (x[~rest] * weights).sum(axis=1)
    return out


def _weights(y: Floats, x: Floats) -> Floats:
    """Returns the regression of results on luck, shrunk toward zero by the part that noise would
    explain.

    Collinear kinds get the weights of minimum norm. The variance explained by luck is compared with
    that explained by as many columns of noise (the F ratio of the analysis of variance); the
    noise's share is removed, so that irrelevant luck does no harm.
    """
    centred, rest = x - x.mean(axis=0), y - y.mean()
    found: Floats = np.linalg.lstsq(centred, rest, rcond=1e-9)[0]
    told = (centred * found).sum(axis=1)
    explained = float(told @ told) / x.shape[1]
    left = float((rest - told) @ (rest - told)) / max(1, len(y) - x.shape[1] - 1)
    return found * (max(0.0, 1 - left / explained) if explained > 0 else 0.0)

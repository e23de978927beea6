"""Results with the luck taken out: control variates whose mean is known to be zero.

The luck of a game is the sum over its rolls and draws of the value estimate after the outcome less
its expectation over all outcomes (`luck`). Its mean is zero whatever the estimate is worth, so any
multiple of it may be subtracted from a result without moving the mean; the multiple that lowers the
variance most is a regression. It is fitted on *other* games than those that it corrects, so that
the corrected mean stays unbiased at any number of games.
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
"""Parts that the games are dealt into; each is corrected by what the others tell."""
FEWEST = 10
"""Games below which nothing is corrected: so few tell little of the weights."""
PER_KIND = 100
"""Games that a kind of luck needs for a multiple of its own; with fewer, all share one."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Adjusted:
    """A mean as it was seen, and with the luck taken out."""

    plain: Interval
    """As it was seen."""
    adjusted: Interval | None
    """With the luck taken out; never the wider for want of games, only for luck that explains
    nothing. None when luck was not looked at."""
    saving: float | None
    """Variance of one game's result over that of its corrected result: how many games without the
    correction are worth one with it. 1 when there is nothing to correct, None as above."""


@checked
def adjusted(
    results: Sequence[float],
    luck: Sequence[Sequence[float]] | None,
    level: float = LEVEL,
    share: bool = False,
    plain: Interval | None = None,
) -> Adjusted:
    """The mean of results with the luck taken out.

    Args:
        results: One for each game.
        luck: For each game its luck, one figure for each kind; all of the same length. None when
            it was not looked at.
        level: The confidence of the intervals.
        share: Whether results are won (1), drawn (1/2) or lost (0): the plain interval is Wilson's
            then, and bounds do not leave what a share can be.
        plain: The interval as seen, where a better one is known than that of the mean.

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
    """Each result less the luck of its game, weighed by what the other games tell.

    `y` has shape (games,), `x` (games, kinds). Which games are corrected together depends on their
    numbers only, and how many multiples are fitted on their count only, so nothing of a game's own
    result enters its correction.
    """
    if len(y) < PER_KIND * x.shape[1]:
        x = x.sum(axis=1, keepdims=True)
    fold = np.arange(len(y)) % min(FOLDS, len(y))
    out = y.copy()
    for part in range(int(fold.max()) + 1):
        rest = fold != part
        weights = _weights(y[rest], x[rest])
        # a sum along the row keeps the order of addition on every machine
        out[~rest] -= (x[~rest] * weights).sum(axis=1)
    return out


def _weights(y: Floats, x: Floats) -> Floats:
    """The regression of results on luck, drawn toward nothing as far as it may be chance itself.

    Of kinds that say the same the smallest weights are taken. What luck explains is set against
    what as many columns of noise would (the ratio is F of the analysis of variance); the share of
    it that noise would explain is taken off, so that luck of no account does no harm.
    """
    centred, rest = x - x.mean(axis=0), y - y.mean()
    found: Floats = np.linalg.lstsq(centred, rest, rcond=1e-9)[0]
    told = (centred * found).sum(axis=1)
    explained = float(told @ told) / x.shape[1]
    left = float((rest - told) @ (rest - told)) / max(1, len(y) - x.shape[1] - 1)
    return found * (max(0.0, 1 - left / explained) if explained > 0 else 0.0)

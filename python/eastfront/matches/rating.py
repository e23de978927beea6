"""Elo ratings of bots, with the advantage of the side played.

The Bradley-Terry model: the probability that the player of the first side wins is a logistic
function of the difference of the two ratings plus the first side's advantage, and a draw is half a
win. It is fitted to all games at once. A weak normal prior with standard deviation `SPREAD` keeps
ratings finite for a bot that wins every game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eastfront._core import ArgumentError
from eastfront.arguments import checked

from .intervals import LEVEL, Interval, quantile

SCALE = 400 / math.log(10)
"""Elo points per unit of the logistic function: 400 points are odds of ten to one."""
SPREAD = 800.0
"""Standard deviation in Elo points of the prior of ratings and of the advantage."""
STEPS = 100
"""Maximum number of steps of Newton's method; about ten are enough."""


@dataclass(frozen=True)
class Elo:
    """Ratings in Elo points; their mean is zero."""

    ratings: dict[str, Interval]
    advantage: Interval
    """The advantage of playing the first side, in Elo points."""


@checked
def ratings(results: Sequence[tuple[str, str, float]], level: float = LEVEL) -> Elo:
    """Fits ratings to results. A result names the players of the first and the second side, and
    gives the first side's score.

    A score is 1 for a win of the first side, 1/2 for a draw and 0 for a loss. Intervals come from
    the curvature of the likelihood; `level` is their confidence level. Raises ValueError for no
    results.
    """
    if not results:
        raise ArgumentError("ratings from no games")
    names = sorted({name for first, second, _ in results for name in (first, second)})
    tally: dict[tuple[int, int], list[float]] = {}
    for first, second, score in results:
        pair = tally.setdefault((names.index(first), names.index(second)), [0.0, 0.0])
        pair[0] += score
        pair[1] += 1
    rows = []
    for (a, b), (score, games) in sorted(tally.items()):
        row = np.zeros(len(names) + 1)
        row[a] += 1
        row[b] -= 1
        row[-1] = 1
        rows.append((row, score, games))
    theta = np.zeros(len(names) + 1)
    prior = (SCALE / SPREAD) ** 2
    curvature = np.eye(len(theta)) * prior
    for _ in range(STEPS):
        slope, curvature = -prior * theta, np.eye(len(theta)) * prior
        for row, score, games in rows:
            chance = 1 / (1 + math.exp(-float(row @ theta)))
            slope = slope + (score - games * chance) * row
            curvature = curvature + games * chance * (1 - chance) * np.outer(row, row)
        step = np.linalg.solve(curvature, slope)
        theta = theta + step
        if float(np.abs(step).max()) < 1e-10:
            break
    spread = np.linalg.inv(curvature)
    # ratings are relative to their mean
    centre = np.eye(len(theta))
    centre[:-1, :-1] -= 1 / len(names)
    theta, spread = centre @ theta, centre @ spread @ centre.T
    z = quantile(level)
    found = [
        Interval(*(float(SCALE * (theta[i] + k * z * math.sqrt(spread[i, i]))) for k in (0, -1, 1)))
        for i in range(len(theta))
    ]
    return Elo(dict(zip(names, found[:-1], strict=True)), found[-1])

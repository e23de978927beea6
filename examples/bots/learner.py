"""A policy that learns from rollouts: `python learner.py` improves it for some rounds.

The policy has a weight for each verb, such as `attack` or `end-movement`, and plays a verb with a
probability proportional to its weight. Each round changes one weight, and keeps the change if games
end with better scores.
"""

# mypy: disallow-any-expr

from __future__ import annotations

import random

import eastfront as ef
from eastfront.playing import Rollout

SCENARIO = "barbarossa-1971/zitadelle"
SIDE = "soviet"


class Policy:
    """Draws an action by the weight of its verb."""

    def __init__(self, weights: dict[str, float], seed: int) -> None:
        self.weights = weights
        self._rng = random.Random(seed)

    def __call__(self, seen: ef.Observation) -> str:
        """Returns a legal action, in notation."""
        verbs = [label.partition(" ")[0] for label in seen.labels]
        weights = [self.weights.setdefault(verb, 1.0) for verb in verbs]
        return self._rng.choices(seen.labels, weights)[0]


def worth(played: Rollout) -> float:
    """Returns the mean score of games to the side; scores are those of the game's first side."""
    scores = [score for score in played["scores"] if score is not None]
    return -sum(scores) / len(scores)


def learn(start: ef.State, rounds: int, games: int) -> tuple[dict[str, float], list[float]]:
    """Returns the weights after some rounds, and the best mean score so far after each round."""
    rng = random.Random(0)
    best: dict[str, float] = {}
    values: list[float] = []
    for _ in range(rounds):
        weights = dict(best)
        if weights:
            weights[rng.choice(sorted(weights))] *= rng.choice((0.2, 5.0))
        players: dict[str, ef.playing.Policy] = {"axis": "busy", SIDE: Policy(weights, seed=1)}
        value = worth(ef.rollout(start, games, seed=1, policy=players))
        if not values or value > values[-1]:
            best = weights
        values.append(max([value, *values[-1:]]))
    return best, values


if __name__ == "__main__":
    state = ef.load(SCENARIO).new()
    ef.set_up(state)
    weights, values = learn(state, rounds=20, games=4)
    print(weights, values, sep="\n")

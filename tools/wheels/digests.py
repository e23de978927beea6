"""Digests of games played by the installed package, equal on every platform and with every core.

    python tools/wheels/digests.py SCENARIO...

It imports eastfront alone and prints one JSON object: the file of the core, and for each scenario
the digest of its game file, of every position of a game, of rollouts by each policy, of a search
and of the last position as text.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any

import eastfront as ef
from eastfront import _core
from eastfront.playing import POLICIES

SCENARIOS = (
    "barbarossa-1971/zitadelle",
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/zitadelle",
)
"""A short scenario of each game."""


def digest(scenario: str) -> str:
    """The digest of the games of a scenario."""
    found = hashlib.sha256()

    def add(value: Any) -> None:
        found.update(value if isinstance(value, bytes) else json.dumps(value).encode())

    game = ef.load(scenario)
    add(game.id)
    add(game.to_bytes())
    state = game.new(seed=1)
    while not state.is_over:
        legal = state.legal_actions
        state.push(legal[state.key % len(legal)])
        add([len(legal), state.key])
    add([state.outcome, bytes(state).hex(), state.text()])
    start = game.new(seed=2)
    for policy in POLICIES:
        played = ef.rollout(start, n=2, policy=policy, seed=3)
        add([played[key] for key in ("lengths", "results", "scores")])
    sought = ef.search.mcts(start, simulations=50, cut="phase", seed=4)
    add([[a.action, a.visits, a.value] for a in sought.actions])
    return found.hexdigest()


def digests(scenarios: Sequence[str] = SCENARIOS) -> dict[str, str]:
    """The digests of scenarios by name, with the file of the core as ``core``."""
    return {"core": _core.__file__} | {scenario: digest(scenario) for scenario in scenarios}


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1:] or SCENARIOS), indent=1))

"""The laws of The Russian Campaign in a few games of each policy.

One of the laws is that the optimised program has the same actions and results as the program as
written.
"""

from __future__ import annotations

import pytest
from tools.pairwise import options_of

import eastfront as ef
from eastfront import _core

SCENARIOS = ("campaign", "barbarossa", "breaking-storm", "fall-blau", "zitadelle", "bagration")


@pytest.mark.parametrize("policy", ["busy", "random"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_law_is_broken(scenario: str, policy: str) -> None:
    game = ef.load(f"russian-campaign/{scenario}")
    assert any(q.startswith("law TRC-") for q in game.queries)
    found = _core.rollout_checked(game.new(), 6, seed=7, policy=policy)
    assert found["violations"] == 0, found["found"][:3]


@pytest.mark.parametrize("option", options_of("russian-campaign"))
def test_no_law_is_broken_with_any_option(option: str) -> None:
    """Each in one of the scenarios that know it; `tools.pairwise` tries them in combination."""
    name = SCENARIOS[sum(map(ord, option)) % len(SCENARIOS)]
    game = ef.load(f"russian-campaign/{name}", options=[option])
    found = _core.rollout_checked(game.new(), 2, seed=7, policy="busy")
    assert found["violations"] == 0, found["found"][:3]

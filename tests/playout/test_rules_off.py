"""Games with a rule left out run to their end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from tools.knockout import versions_of

import eastfront as ef
from eastfront import packs
from eastfront.loading.collector import collector_paused
from eastfront.program.terms import ProgramError
from eastfront.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eastfront.scenario.model import ScenarioData

GAME = "russian-campaign"
"""The game whose options bring most rules."""

SHARES = 6
"""The rules are left out in this many shares; a share that cannot be written is parted."""


@pytest.mark.parametrize("rule", ["BD-7.4f", "BD-11.1a", "BD-11.12a", "BD-13.4c"])
def test_a_game_without_a_rule_is_played_to_its_end(rule: str) -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin", without=[rule])
    assert len(ef.rollout(game.new(), n=200, seed=1, scores=False)["results"]) == 200


def written(options: Sequence[str], without: Sequence[str] = ()) -> set[str]:
    """Writes the program of the campaign, and returns the ids of the rules in it."""
    with collector_paused():
        rules = packs.pack(GAME).rules()(data(), options=options, without=without)
        rules.game_file()
    return set(rules.b.rules)


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The data of the campaign."""
    return load_scenario(GAME, "campaign")


def left_out(options: Sequence[str], rules: Sequence[str]) -> None:
    """Leaves out all of the rules or, where one is asked about only by another, half of them."""
    try:
        written(options, rules)
    except ProgramError:
        if len(rules) < 2:
            raise
        left_out(options, rules[::2])
        left_out(options, rules[1::2])


def test_each_rule_of_an_option_can_be_left_out() -> None:
    """Whatever stands in for the rule is of the kind that the rule gives."""
    campaign = [v.options for v in versions_of(GAME) if v.scenario == f"{GAME}/campaign"]
    options = list(dict.fromkeys(o for some in campaign for o in some if o != "bid=-3"))
    fresh = sorted(written(options) - written([]))
    assert len(fresh) > 150
    for start in range(SHARES):
        left_out(options, fresh[start::SHARES])

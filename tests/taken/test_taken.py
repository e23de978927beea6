"""An option's file taken away, with those that require it: the game loads and plays without.

Beside the plain game that is asked of the game with the options that share something with it. All
tests that are not about an option are run without it by ``python -m tools.taken``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.taken.__main__ import GROUPS, groups
from tools.taken.package import environment, modules, required, requiring, take, without

from eastfront.packs import pack

GAME = "russian-campaign"

PLAYED = """
import random, sys
import eastfront as ef
from eastfront.check import violations

for options in [(), sys.argv[1:]] if sys.argv[1:] else [()]:
    game = ef.load("russian-campaign/barbarossa", options=options)
    state, rng = game.new(seed=1), random.Random(1)
    for _ in range(120):
        state.push(rng.choice(state.legal_actions.list()))
    assert not list(violations(state))
print("played")
"""


def beside(module: str) -> list[str]:
    """The options that share something with one that is taken away."""
    away, shared = requiring(GAME, module), required(GAME, module)
    others = {m for m in modules(GAME) if m not in away and required(GAME, m) & shared}
    kinds = pack(GAME).rules().optional
    return [
        kind.name
        for kind in kinds
        if kind.name and kind.least == kind.most and kind.__module__.rpartition(".")[2] in others
    ]


@pytest.mark.parametrize("module", modules(GAME))
def test_the_game_is_played_without_it(module: str, tmp_path: Path) -> None:
    target = take(GAME, requiring(GAME, module), tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, *beside(module)],
        env=environment(target),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


def test_an_option_that_was_taken_away_is_not_known(tmp_path: Path) -> None:
    target = take(GAME, requiring(GAME, "naval"), tmp_path)
    code = 'import eastfront as ef; ef.load("russian-campaign/barbarossa", ["naval-restrictions"])'
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(target),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "has no option `naval-restrictions`" in done.stderr


def test_who_requires_an_option_goes_with_it() -> None:
    assert requiring(GAME, "mediterranean") >= {"russian_reaction", "gambit", "parachutists"}
    assert requiring(GAME, "naval") == {"naval"}


def test_the_groups_of_the_short_run_are_all_options() -> None:
    assert set().union(*groups(GAME, GROUPS)) == set(modules(GAME))


def test_the_list_of_options_is_one_line_each() -> None:
    text = "from .naval import Naval\nfrom .gambit import Gambit, Other\nfrom .bids import Bids\n"
    assert without(text, {"gambit", "nav"}) == "from .naval import Naval\nfrom .bids import Bids\n"

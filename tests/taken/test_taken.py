"""Without the file of an option and those that require it, the game loads and plays.

This is tested on the game with the options that share code with it, and on the plain game without
options. ``python -m tools.taken`` runs all tests that are independent of the option without it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.taken.__main__ import GROUPS, groups
from tools.taken.package import environment, games, modules, required, requiring, take, without

from eastfront.packs import pack

pytestmark = pytest.mark.checkout

OPTIONS = [(game, module) for game in games() for module in modules(game)]

SCENARIO = "barbarossa"
ELSEWHERE = {
    "barbarossa-1971": {
        "mobile_defence": "stalingrad",
        "caught_at_rostov": "zitadelle",
        "sixth_army": "zitadelle",
        "bulge": "berlin",
        "modified_victory": "campaign",
    }
}
"""Where a game is played without an option that does not fit that scenario, with others that do."""

PLAYED = """
import random, sys
import eastfront as ef
from eastfront.cli.invariants import violations
from eastfront.program import ProgramError

def fitting(scenario, options):
    while True:
        try:
            return ef.load(scenario, options=options)
        except ProgramError as error:
            if not (other := [name for name in options if f"`{name}` fits" in str(error)]):
                raise
            options.remove(other[0])

state, rng = fitting(sys.argv[1], sys.argv[2:]).new(seed=1), random.Random(1)
for _ in range(120):
    state.push(rng.choice(state.legal_actions.list()))
assert not list(violations(state))
print("played")
"""


def scenario(game: str, module: str) -> str:
    """The scenario in which a game is played without an option, one that the option fits."""
    return f"{game}/{ELSEWHERE.get(game, {}).get(module, SCENARIO)}"


def beside(game: str, module: str) -> list[str]:
    """The options that share something with one that is taken away."""
    away, shared = requiring(game, module), required(game, module)
    others = {m for m in modules(game) if m not in away and required(game, m) & shared}
    kinds = pack(game).rules().optional
    return [
        kind.name
        for kind in kinds
        if kind.name and kind.least == kind.most and kind.__module__.rpartition(".")[2] in others
    ]


def played(target: Path, scenario: str, *options: str) -> bool:
    """Whether a scenario is played with the package laid out below a folder."""
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, scenario, *options],
        env=environment(target),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr
    return True


@pytest.mark.parametrize(("game", "module"), OPTIONS)
def test_the_game_is_played_without_it(game: str, module: str, tmp_path: Path) -> None:
    target = take(game, requiring(game, module), tmp_path)
    assert played(target, scenario(game, module), *beside(game, module))


@pytest.mark.parametrize("game", games())
def test_the_game_is_played_without_any(game: str, tmp_path: Path) -> None:
    assert played(take(game, set(modules(game)), tmp_path), f"{game}/{SCENARIO}")


@pytest.mark.parametrize(
    ("game", "module", "option"),
    [
        ("russian-campaign", "naval", "naval-restrictions"),
        ("barbarossa-1971", "hungary", "situation-3"),
    ],
)
def test_an_option_that_was_taken_away_is_not_known(
    game: str, module: str, option: str, tmp_path: Path
) -> None:
    target = take(game, requiring(game, module), tmp_path)
    code = f'import eastfront as ef; ef.load("{game}/barbarossa", ["{option}"])'
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(target),
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"has no option `{option}`" in done.stderr


def test_who_requires_an_option_goes_with_it() -> None:
    game = "russian-campaign"
    assert requiring(game, "mediterranean") >= {"russian_reaction", "gambit", "parachutists"}
    assert requiring(game, "naval") == {"naval"}


def test_what_options_share_is_none_of_them() -> None:
    game = "barbarossa-1971"
    assert len(modules(game)) == 16 and "situation" not in modules(game)
    assert set(modules(game)) - requiring(game, "situation") == {"modified_victory"}
    assert requiring(game, "hungary") == {"hungary"}


@pytest.mark.parametrize("game", games())
def test_the_groups_of_the_short_run_are_all_options(game: str) -> None:
    assert set().union(*groups(game, GROUPS)) == set(modules(game))


def test_the_list_of_options_is_one_line_each() -> None:
    text = "from .naval import Naval\nfrom .gambit import Gambit, Other\nfrom .bids import Bids\n"
    assert without(text, {"gambit", "nav"}) == "from .naval import Naval\nfrom .bids import Bids\n"

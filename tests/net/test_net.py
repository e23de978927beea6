"""The net stores present play, and detects faults of the kinds that a rewrite introduces."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tools.net import __main__ as command
from tools.net import settings
from tools.net.__main__ import compare, expected
from tools.net.runs import Run, performed, runs, with_options
from tools.net.settings import Setting
from tools.net.walk import Reached

import eastfront as ef
from eastfront.games.barbarossa_deluxe import BarbarossaDeluxe
from eastfront.games.barbarossa_deluxe.battle import Battle
from eastfront.games.barbarossa_deluxe.ground import SOVIET
from eastfront.games.russian_campaign import RussianCampaign
from eastfront.systems.rules import Rules

GAME = "barbarossa-deluxe"
SWITCH = "BD-6.3a"


@dataclass(frozen=True)
class Planted(Setting):
    """A setting that is played by other rules."""

    rules: type[Rules] | None = None

    def load(self) -> ef.Game:
        return ef.load(self.scenario, self.options, self.without, rules=self.rules)


def differs(rules: type[Rules] | None, *without: str) -> bool:
    """Whether anything is played otherwise than is expected."""
    run = next(
        run for run in runs(GAME, True) if run.setting.without == without and run.packed is None
    )
    return unlike(GAME, run, rules)


def unlike(game: str, run: Run, rules: type[Rules] | None) -> bool:
    """Whether some games are played otherwise by some rules than is expected."""
    own = run.setting
    planted = Planted(own.scenario, own.options, own.without, own.record, rules)
    found, _ = Run(planted, run.turns, run.games, run.limits)()
    return bool(compare(found, expected(game)["found"])[0])


class SwappedBattle(Battle):
    """Support is asked for in the other order."""

    def _german_support(self, side: int) -> None:
        if side == SOVIET:
            super()._soviet_support()
        super()._german_support(side)

    def _soviet_support(self) -> None:
        pass


class Swapped(BarbarossaDeluxe):
    """With battles as above."""

    battle: SwappedBattle


class Unswitched(BarbarossaDeluxe):
    """A rule is in force though it is left out."""

    def __init__(self, data: Any, options: Any = (), without: Iterable[str] = ()) -> None:
        super().__init__(data, options, [rule for rule in without if rule != SWITCH])


@pytest.mark.parametrize("without", [(), (SWITCH,)])
def test_games_are_played_as_is_written_down(without: tuple[str, ...]) -> None:
    assert not differs(None, *without)


def test_what_a_record_does_that_a_game_does_not_know_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = settings.plain("russian-campaign")[-1]
    whole = settings.recorded("russian-campaign", own.record)
    usual = [(name, state.key) for name, state in settings.positions(own, own.load(), 3)]
    assert len(usual) > 2
    strange = [*whole[:40], "no such-action", *whole[40:]]
    monkeypatch.setattr(settings, "recorded", lambda *_: strange)
    assert [(n, state.key) for n, state in settings.positions(own, own.load(), 3)] == usual


class Endless(Run):
    """A run whose process is ended from outside."""

    def __call__(self) -> tuple[dict[str, str], Reached]:
        os._exit(3)


def test_play_that_does_not_end_is_told() -> None:
    own = Setting(f"{GAME}/blue-kremlin")
    ((run, found, reached),) = performed([Endless(own, 0, 1, ())], 1)
    assert found == {f"{run.key} | fault": "play does not end (exit code 3)"}
    assert list(reached.named(run.key).faults) == [f"{own.key}: {found[f'{run.key} | fault']}"]


def test_play_that_does_not_end_is_not_compared_with_that_of_another_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = {f"{GAME}/blue-kremlin - | fault": "play does not end (exit code 3)"}
    monkeypatch.setattr(command, "play", lambda *_: (found, Reached()))
    asked = command.Asked(False, 1, True, False, False, False, tmp_path, "")
    assert command.digests(GAME, expected(GAME), asked).lines[-1] == f"  {next(iter(found))}"


def test_two_rules_in_the_other_order_are_seen() -> None:
    assert differs(Swapped)


class Upside(RussianCampaign):
    """Each option's rules at another height: joined above those that they were joined below."""

    optional = tuple(reversed(RussianCampaign.optional))


def test_rules_at_the_wrong_height_are_seen() -> None:
    game = "russian-campaign"
    every = max(with_options(game, False), key=lambda run: len(run.setting.options))
    assert not unlike(game, every, None)
    assert unlike(game, every, Upside)


def test_a_switch_that_is_lost_is_seen() -> None:
    assert not differs(Unswitched)
    assert differs(Unswitched, SWITCH)

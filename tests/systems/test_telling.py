"""The words of a game: each table describes one kind of event."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

from eastfront.packs import Pack
from eastfront.program import Life, assign, mark, one_hex, one_unit
from eastfront.questions import course
from eastfront.systems import (
    HEXES,
    Rules,
    Section,
    Telling,
    hex_flag,
    unit_flag,
    variable,
)
from eastfront.wire import forms
from eastfront.wire.sentences import sentence

from .table import TOWN, WOODS, Small, data


class Things(Section):
    """What happens before the first decision."""

    tired = unit_flag("tired", Life.GAME)
    burnt = hex_flag("burnt", Life.GAME)
    goal = variable("goal", Life.GAME, -1, limits=HEXES)

    @Rules.sequence.before()
    def begin(self) -> None:
        """A is tired, the woods burn, and somebody heads for the town."""
        mark(self.tired, one_unit(self.unit("UN:A")))
        mark(self.burnt, one_hex(self.hex(WOODS)))
        assign(self.goal, self.hex(TOWN))


class Told(Small):
    """The smallest game, with things to tell of."""

    things: Things


BARE = Telling(
    results={"DE": "all lost", "-": "nothing"},
    order=("-", "DE"),
    control={},
    gone={"dead": "lost"},
    battles={},
    kinds={},
    note=("target", "result"),
    attackers="attacking",
)
"""The words that every game has to say."""
WORDS = replace(
    BARE,
    notes={"weather": ("dry", "wet")},
    statuses={"tired": ("tires", "has slept"), "seen": ("is seen", "")},
    grounds={"burnt": ("burns", "grows again")},
    numbers={
        "goal": "heading for {hex}",
        "points": "{old} points, now {new}",
        "war": "it is war",
    },
    reports={"battle": "{target} at {odds}, {column}: {result}", "weather": "it is {weather}"},
    odds=lambda number: f"{number}:1",
)


@pytest.fixture(scope="module")
def state() -> Any:
    return Told(data()).compiled().new()


def said(monkeypatch: pytest.MonkeyPatch, words: Telling, game: Any, event: Any) -> str:
    """An event of a game that has these words."""
    pack = Pack("small", "Small", "S", Path(), "one", lambda: Told, telling=lambda: words)
    monkeypatch.setattr(course, "pack_of", lambda game: pack)
    course.telling_of.cache_clear()
    try:
        return sentence(game, event)
    finally:
        course.telling_of.cache_clear()


def number(name: str, before: int, after: int, rule: str = "S-1") -> forms.Variable:
    """A variable with another value."""
    return forms.Variable(name=name, before=before, after=after, rule=rule)


def status(flag: str, on: bool) -> forms.UnitFlag:
    """A flag of A."""
    return forms.UnitFlag(unit="A", flag=flag, on=on, rule="")


def ground(on: bool) -> forms.HexFlag:
    """A flag of the woods."""
    return forms.HexFlag(hex=WOODS, flag="burnt", on=on, rule="")


def note(name: str, **facts: int | str | None) -> forms.Note:
    """A note with its facts."""
    return forms.Note(name=name, facts=facts, rule="")


BATTLE = note("battle", target=TOWN, odds=3, column=2, result="DE")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (status("tired", True), "A tires"),
        (status("tired", False), "A has slept"),
        (status("seen", True), "A is seen"),
        (status("seen", False), ""),
        (ground(True), "0102 burns"),
        (ground(False), "0102 grows again"),
        (number("goal", -1, 5), "heading for 0203"),
        (number("goal", 5, -1), ""),
        (number("points", 2, 3), "2 points, now 3"),
        (number("points", 2, 0, rule=""), ""),
        (number("war", 0, 1), "it is war"),
        (number("war", 1, 0), ""),
        (note("weather", weather=1), "it is wet"),
        (BATTLE, "0203 at 3:1, 2:1: all lost"),
        (note("battle", target=TOWN), ""),
        (forms.Placed(unit="A", origin=WOODS, to="dead", rule=""), "A in 0102 is lost"),
        (forms.Placed(unit="A", origin=WOODS, to="away", rule=""), "A: 0102 to away"),
    ],
)
def test_what_happens_is_said_in_the_words_of_the_game(
    state: Any, monkeypatch: pytest.MonkeyPatch, event: Any, text: str
) -> None:
    assert said(monkeypatch, WORDS, state.game, event) == text


@pytest.mark.parametrize(
    "event", [status("tired", True), ground(True), number("goal", -1, 5), BATTLE]
)
def test_of_what_has_no_words_nothing_is_said(
    state: Any, monkeypatch: pytest.MonkeyPatch, event: Any
) -> None:
    assert said(monkeypatch, BARE, state.game, event) == ""


def test_odds_are_their_number_where_a_game_has_no_words_for_them(
    state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = replace(BARE, reports=WORDS.reports)
    assert said(monkeypatch, plain, state.game, BATTLE) == "0203 at 3, 2: all lost"


def test_what_a_game_need_not_say(state: Any) -> None:
    tables = ("notes", "shifts", "statuses", "grounds", "numbers", "reports")
    assert [getattr(BARE, name) for name in tables] == [{}] * len(tables)
    assert BARE.shift_rows == "" and list(BARE.ending(state)) == []
    twin = replace(BARE)
    assert twin == BARE
    other = Telling({}, (), {}, {}, {}, {}, (), "")
    assert not any(getattr(BARE, name) is getattr(other, name) for name in tables)


def test_words_stay_what_they_are() -> None:
    with pytest.raises(FrozenInstanceError):
        BARE.attackers = "others"  # type: ignore[misc]

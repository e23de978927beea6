"""Flags and variables declare how long they live, and a checked run tells which outlive it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import eastfront as ef
from eastfront import _core
from eastfront.program import Builder, ProgramError

GAMES = ("barbarossa-deluxe/blue-kremlin", "russian-campaign/campaign")


def document(name: str) -> dict[str, object]:
    """The document of a game file."""
    found: dict[str, object] = json.loads(ef.load(name).to_bytes()[8:])
    return found


def names(data: dict[str, object], kind: str) -> list[str]:
    """The names of what a game file declares of a kind."""
    listed = data[kind]
    assert isinstance(listed, list)
    return [one["name"] if isinstance(one, dict) else one for one in listed]


def never_cleared(name: str, flag: str) -> _core.Game:
    """A game in which a flag of units is set as ever, and never taken away again."""
    data = document(name)
    number = names(data, "unit_flags").index(flag)
    procedures = data["procedures"]
    assert isinstance(procedures, list)
    for procedure in procedures:
        for instruction in procedure["code"]:
            match instruction:
                case {"UnitFlag": [f, _, {"K": 0}, _]} if f == number:
                    instruction["UnitFlag"][2] = {"K": 1}
    return _core.Game.from_json(json.dumps(data).encode())


def outlived(game: _core.Game, games: int = 2) -> Iterator[str]:
    """What a checked run tells of flags and variables that outlive their lives."""
    found = _core.rollout_checked(game.new(), games, seed=7, policy="busy")["found"]
    return (line for line in found if "outlives" in line)


@pytest.mark.parametrize("name", GAMES)
def test_everything_declares_a_life_and_the_game_file_keeps_it(name: str) -> None:
    data = document(name)
    lives = data["lives"]
    assert isinstance(lives, dict)
    for kind in ("variables", "unit_flags", "unit_fields", "hex_flags"):
        assert len(lives[kind]) == len(names(data, kind))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_outlives_its_life(name: str) -> None:
    assert list(outlived(ef.load(name))) == []


@pytest.mark.parametrize(
    ("name", "flag", "life", "ending"),
    [
        (GAMES[0], "moving", "move", "move"),
        (GAMES[0], "attacking", "battle", "battle"),
        (GAMES[0], "defended", "phase", "phase"),
        (GAMES[0], "went by rail", "player turn", "player turn"),
        (GAMES[0], "crimea supply", "game turn", "game turn"),
        (GAMES[1], "defending", "battle", "battle"),
        (GAMES[1], "fought", "impulse", "impulse"),
        (GAMES[1], "supports a stuka", "player turn", "player turn"),
    ],
)
def test_a_flag_that_is_never_cleared_is_told(name: str, flag: str, life: str, ending: str) -> None:
    told = [line for line in outlived(never_cleared(name, flag)) if f"`{flag}`" in line]
    assert any(f"lives for a {life}, and outlives a {ending}" in line for line in told)
    assert all("bear it" in line for line in told)


def test_a_declaration_without_a_life_is_refused() -> None:
    with pytest.raises(ProgramError, match=r"the variable `cup` .* expected one of Life: MOVE"):
        Builder(("one", "other")).variable("cup")


def test_a_game_file_without_lives_is_refused() -> None:
    data = document(GAMES[0])
    del data["lives"]
    with pytest.raises(ValueError, match="`lives` is missing"):
        _core.Game.from_json(json.dumps(data).encode())

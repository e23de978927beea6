"""The declared lifetimes of flags and variables, at whose end the engine resets them."""

from __future__ import annotations

import json

import pytest

import eastfront as ef
from eastfront import _core
from eastfront.program import Builder, ProgramError

GAMES = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/campaign",
    "barbarossa-1971/barbarossa",
)


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
                case {"SetUnitFlag": [f, _, {"Const": 0}, _]} if f == number:
                    instruction["SetUnitFlag"][2] = {"Const": 1}
    return _core.Game.from_json(json.dumps(data).encode())


@pytest.mark.parametrize("name", GAMES)
def test_everything_declares_a_life_and_the_game_file_keeps_it(name: str) -> None:
    data = document(name)
    lives = data["lives"]
    assert isinstance(lives, dict)
    for kind in ("variables", "unit_flags", "unit_fields", "hex_flags"):
        assert len(lives[kind]) == len(names(data, kind))


@pytest.mark.parametrize(
    ("name", "flag", "ends"),
    [
        (GAMES[0], "went by rail", "player turn"),
        (GAMES[1], "defending", "battle"),
        (GAMES[1], "moved", "impulse"),
    ],
)
def test_the_engine_ends_what_the_program_leaves(name: str, flag: str, ends: str) -> None:
    """A flag that the program sets and never takes away lasts no longer than its life."""
    game, usual = never_cleared(name, flag), ef.load(name)
    for seed in range(2):
        played = [ef.rollout(g.new(), n=1, policy="busy", seed=seed) for g in (game, usual)]
        assert played[0]["lengths"] == played[1]["lengths"], ends


def test_a_declaration_without_a_life_is_refused() -> None:
    with pytest.raises(ProgramError, match=r"the variable `cup` .* expected one of Life: MOVE"):
        Builder(("one", "other")).variable("cup")


def test_a_game_file_without_lives_is_refused() -> None:
    data = document(GAMES[0])
    del data["lives"]
    with pytest.raises(ValueError, match="`lives` is missing"):
        _core.Game.from_json(json.dumps(data).encode())


@pytest.mark.parametrize(
    ("kind", "beside", "told"),
    [
        ("variables", "", "10001 variables, expected 10000 at most"),
        ("unit_flags", "unit_flags_start", "61 unit flags, expected 60 at most"),
        ("unit_fields", "unit_field_ranges", "61 unit fields, expected 60 at most"),
        ("hex_flags", "hex_flags_start", "61 hex flags, expected 60 at most"),
    ],
)
def test_a_file_with_more_than_there_is_room_for_is_refused(
    kind: str, beside: str, told: str
) -> None:
    data = document(GAMES[0])
    listed, lives = data[kind], data["lives"]
    assert isinstance(listed, list) and isinstance(lives, dict)
    missing = int(told.split()[0]) - len(listed)
    for same in (listed, lives[kind], data.get(beside, listed[:1])):
        assert isinstance(same, list)
        same.extend(same[:1] * missing)
    with pytest.raises(ValueError, match=told):
        _core.Game.from_json(json.dumps(data).encode())

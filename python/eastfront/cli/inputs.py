"""What a command is given: scenarios, games, positions and records, by name or by file."""

from __future__ import annotations

from pathlib import Path

from eastfront import game as games
from eastfront._core import Game, State

RECORD = ".efr"
"""How the name of a record ends."""


def scenario(name: str) -> Game:
    """A game by its id; ScenarioError for an unknown one."""
    return games.load(name)


def game_name(name: str) -> str:
    """The name of a game, from its own id or a scenario's; ValueError for an unknown one."""
    known = sorted({found.partition("/")[0] for found in games.scenarios()})
    game = name.partition("/")[0]
    if game not in known:
        raise ValueError(f"no game `{game}`, expected one of {', '.join(known)}")
    return game


def state_of(name: str) -> State:
    """A state to look at: the start of a scenario, the end of a record, or a position's text.

    A name that ends in .efr is a record; any other file is a position. What cannot be had raises
    ValueError, or an error of its own that is one.
    """
    path = Path(name)
    if path.suffix == RECORD:
        from eastfront import record

        return record.load(path).replay()
    if path.is_file():
        return _position(path)
    return scenario(name).new()


def _position(path: Path) -> State:
    from eastfront.position_text import position

    return position(path.read_text(encoding="utf-8"))

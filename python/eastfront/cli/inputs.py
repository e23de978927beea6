"""What a command is given: scenarios, games, positions and records, by name or by file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from eastfront import game as games
from eastfront._core import Game, State

RECORD = ".efr"
"""How the name of a record ends."""

option_names = click.option(
    "--option", "options", metavar="NAME", multiple=True, help="An optional rule to play with."
)
"""The option of a command for optional rules; it may be given several times."""


def scenario(name: str, options: Iterable[str] = ()) -> Game:
    """A game by its id with optional rules; ScenarioError or ProgramError for unknown ones."""
    return games.load(name, options=options)


def game_name(name: str) -> str:
    """The name of a game, from its own id or a scenario's; ValueError for an unknown one."""
    known = sorted({found.partition("/")[0] for found in games.scenarios()})
    game = name.partition("/")[0]
    if game not in known:
        raise ValueError(f"no game `{game}`, expected one of {', '.join(known)}")
    return game


def state_of(name: str, options: Sequence[str] = ()) -> State:
    """A state to look at: the start of a scenario, the end of a record, or a position's text.

    A name that ends in .efr is a record; any other file is a position. What cannot be had raises
    ValueError, or an error of its own that is one.
    """
    path = Path(name)
    if options and (path.suffix == RECORD or path.is_file()):
        raise ValueError(f"{name}: a record or a position says itself with which options it is")
    if path.suffix == RECORD:
        from eastfront import record

        return record.load(path).replay()
    if path.is_file():
        return _position(path)
    return scenario(name, options).new()


def _position(path: Path) -> State:
    from eastfront.position_text import position

    return position(path.read_text(encoding="utf-8"))

"""Arguments of commands: scenarios, games, positions and records, by name or by file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from eastfront._core import Game, State
from eastfront.loading import game as games

RECORD = ".efr"
"""The extension of record files."""


@dataclass(frozen=True)
class Chosen:
    """The options for loading a game: names of options, a variant of the rules by the user, and the
    charts that the user owns."""

    options: tuple[str, ...] = ()
    rules: str | None = None
    """The class of the variant as ``MODULE:CLASS``; None for the game's own rules."""
    charts: str | None = None

    def __bool__(self) -> bool:
        return bool(self.options or self.rules or self.charts)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a command with the options for loading a game; the command receives these options
    as one `Chosen`."""

    @wraps(command)
    def chosen(*args: Any, options: Any, rules: Any, charts: Any, **kwargs: Any) -> Any:
        return command(*args, options=Chosen(options, rules, charts), **kwargs)

    for option in (
        click.option(
            "--charts",
            metavar="PATH",
            help="A file or folder of tables that replace the game's own.",
        ),
        click.option(
            "--rules",
            metavar="MODULE:CLASS",
            help="Your own variant; the module may be in the current folder.",
        ),
        click.option(
            "--option",
            "options",
            metavar="NAME",
            multiple=True,
            help="An optional rule to play with.",
        ),
    ):
        chosen = option(chosen)
    return chosen


def scenario(name: str, chosen: Chosen = Chosen()) -> Game:
    """Loads a game by its id with the chosen options. Raises ScenarioError or ProgramError."""
    rules = games.variant(chosen.rules) if chosen.rules else None
    return games.load(name, options=chosen.options, charts=chosen.charts, rules=rules)


def game_name(name: str) -> str:
    """Returns the id of a game from its own id or a scenario's. Raises ValueError for an unknown
    game."""
    known = sorted({found.partition("/")[0] for found in games.scenarios()})
    game = name.partition("/")[0]
    if game not in known:
        raise ValueError(f"no game `{game}`, expected one of {', '.join(known)}")
    return game


def state_of(name: str, chosen: Chosen = Chosen()) -> State:
    """Makes a state: the start of a scenario, the end of a record, or the position of a text.

    A name that ends in .efr is a record; any other file is a position. Raises ValueError or a
    subclass of it.
    """
    path = Path(name)
    own = path.suffix == RECORD or path.is_file()
    if own and (chosen.options or chosen.charts or (chosen.rules and path.suffix == RECORD)):
        raise ValueError(
            f"{name}: a record or position contains its options, charts and rules; give none here"
        )
    if path.suffix == RECORD:
        from eastfront import record

        return record.load(path).replay()
    if path.is_file():
        if chosen.rules:  # a text only names a variant; import it here
            games.variant(chosen.rules)
        return _position(path)
    if name.partition("/")[0] not in {known.partition("/")[0] for known in games.scenarios()}:
        raise ValueError(
            f"{name}: there is no such file, and no such game; expected GAME/SCENARIO, a record "
            f"(*{RECORD}) or the text of a position"
        )
    return scenario(name, chosen).new()


def _position(path: Path) -> State:
    from eastfront.positions.text import position

    return position(path.read_text(encoding="utf-8"))

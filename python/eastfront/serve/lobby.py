"""The games of a server: made from names that are known, found by their ids, dropped when idle."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator
from functools import lru_cache

from eastfront import bots
from eastfront import game as games
from eastfront._core import Game
from eastfront.program.expr import ProgramError
from eastfront.wire import requests

from .limits import Limits
from .problem import Problem
from .table import Table


class Lobby:
    """The tables of a server, by id. Threads may share it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._tables: dict[str, Table] = {}
        self._coming = 0
        self._lock = threading.Lock()
        self._loading = threading.Lock()

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def make(self, wanted: requests.NewGame) -> Table:
        """A new table; Problem for what cannot be had, and when there are too many."""
        with self._lock:
            if len(self._tables) + self._coming >= self.limits.games:
                raise Problem(
                    429, "too-many-games", f"there are {self.limits.games} games; one must end"
                )
            self._coming += 1
        try:
            table = self._made(wanted)
            with self._lock:
                self._tables[table.id] = table
            return table
        finally:
            with self._lock:
                self._coming -= 1

    def _made(self, wanted: requests.NewGame) -> Table:
        scenario(wanted.scenario)
        with self._loading:  # the rules of one game are written at a time
            game = _loaded(wanted.scenario, tuple(sorted(set(wanted.options))))
        for side, name in wanted.bots.items():
            if side not in game.sides:
                known = ", ".join(game.sides)
                raise Problem(
                    400, "unknown-side", f"no side `{side}`, only {known}", place="$.bots"
                )
            if name not in bots.NAMES:
                known = ", ".join(bots.NAMES)
                raise Problem(
                    400, "unknown-bot", f"no bot `{name}`, only {known}", place=f"$.bots.{side}"
                )
        return Table(
            secrets.token_urlsafe(9),
            game,
            wanted.dice,
            wanted.bots,
            wanted.seed,
            self.limits.undo,
        )

    def find(self, id_: str) -> Table:
        """A table by its id; Problem for one that there is not."""
        table = self._tables.get(id_)
        if table is None:
            raise Problem(404, "unknown-game", "no game of this id", place="game")
        table.touched = time.monotonic()
        return table

    def drop(self, table: Table) -> None:
        """Forgets a table."""
        with self._lock:
            self._tables.pop(table.id, None)

    def idle(self) -> list[Table]:
        """The tables that nobody has asked about for too long."""
        since = time.monotonic() - self.limits.idle
        return [table for table in self if table.touched < since]


def scenario(name: str) -> str:
    """The name of a scenario that ships; Problem for any other."""
    if name not in _scenarios():
        raise Problem(
            404, "unknown-scenario", f"no scenario `{name}`; see /api/scenarios", place="$.scenario"
        )
    return name


@lru_cache(maxsize=1)
def _scenarios() -> frozenset[str]:
    return frozenset(games.scenarios())


@lru_cache(maxsize=16)
def _loaded(name: str, options: tuple[str, ...]) -> Game:
    """A game by names that are known."""
    try:
        return games.load(name, options)
    except (ProgramError, ValueError) as error:
        raise Problem(400, "bad-options", str(error), place="$.options") from error


def board_of(name: str) -> Game:
    """A scenario without options, for its map; Problem for one that there is not."""
    return _loaded(scenario(name), ())

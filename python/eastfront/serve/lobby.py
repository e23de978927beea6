"""The running games (tables) of a server: created from known scenarios, found by id, dropped when
idle.

With a folder the games are journalled in it, and restored by the next server.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from eastfront import bots, wire
from eastfront._core import EastfrontError, Game
from eastfront.loading import game as games
from eastfront.program import ProgramError
from eastfront.systems.rules import Rules
from eastfront.systems.sections import Option
from eastfront.wire import requests

from .keeping import FORMAT, Folder, Head, Line
from .limits import Limits
from .problem import NotKept, Problem
from .rate import Rate
from .seats import NOBODY, Seats, digest, new_word
from .table import Table

log = logging.getLogger("eastfront.serve")

UNPLAYED = 600.0
"""Seconds without a request after which a game without a move may be replaced by a new one."""


@dataclass(frozen=True)
class Made:
    """A new game, with the secrets for its creator."""

    table: Table
    seat: str
    word: str
    """The token of the seat."""
    invitations: dict[str, str]
    """After `Lobby.make`, the invitation to each other seat that no bot plays, by seat; after
    `Lobby.sit`, empty."""


@dataclass(frozen=True)
class Played:
    """The rules and data of all games of a server, as a value: a variant of the rules, and tables
    from the user's own printed game."""

    rules: type[Rules | Option] | None = None
    """A variant's class; None for the rules that ship."""
    charts: str | None = None
    """The path of a file or folder with the user's tables; None for the tables that ship."""


AS_PRINTED = Played()
"""The value of `Played` with no variant and the game's own tables."""


class Lobby:
    """The tables (running games) of a server, by id; thread-safe."""

    def __init__(
        self, limits: Limits, folder: Folder | None = None, played: Played = AS_PRINTED
    ) -> None:
        self.limits = limits
        self._played = played
        self._folder = folder
        self._tables: dict[str, Table] = {}
        self._seats: dict[str, Seats] = {}
        self._coming = 0
        self._rate = Rate(limits.creations)
        self._lock = threading.Lock()
        self._loading = threading.Lock()

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def take_up(self) -> None:
        """Restores the games of an earlier server."""
        if self._folder is None:
            return
        self._folder.clear_up()
        for head, game, lines, journal, since in self._folder.games():
            seats = Seats(dict(head.seats), dict(head.invitations))
            try:
                table = Table(head.id, game, head.dice, head.bots, head.seed, self.limits.undo)
                table.recorder.record.options = tuple(head.options)
                table.restore(lines)
            except (EastfrontError, ValueError, IndexError) as error:
                log.error("%s is not resumed: %s", journal.path, error)
                continue
            for line in lines:
                if line.seat:
                    seats.take(line.seat, line.word)
            table.journal = journal
            table.touched -= since
            self._tables[table.id], self._seats[table.id] = table, seats

    def make(self, wanted: requests.NewGame, address: str = "") -> Made:
        """Creates a table as `wanted` states it, for a client at `address`; returns it with the
        token of the creator's seat and the invitations. Raises Problem for an invalid request, and
        if there are too many games."""
        with self._lock:
            wait = self._rate.wait(address)
            if wait > 0:
                raise Problem(
                    429,
                    "too-many-games",
                    f"{self.limits.creations} new games a minute; the next in {wait:.0f} seconds",
                )
            if len(self._tables) + self._coming >= self.limits.games and not self._made_room():
                raise Problem(
                    429,
                    "too-many-games",
                    f"there are {self.limits.games} games, the maximum; one must end",
                )
            self._coming += 1
        try:
            return self._made(wanted)
        finally:
            with self._lock:
                self._coming -= 1

    def _made_room(self) -> bool:
        """Drops the longest idle of the games without a move and without a request for `UNPLAYED`
        seconds; returns whether there was such a game."""
        before = time.monotonic() - UNPLAYED
        waiting = [t for t in self._tables.values() if t.unplayed and t.touched < before]
        if not waiting:
            return False
        self._forget(min(waiting, key=lambda table: table.touched))
        return True

    def _made(self, wanted: requests.NewGame) -> Made:
        scenario(wanted.scenario)
        options = tuple(sorted(set(wanted.options)))
        with self._loading:  # one game is compiled at a time
            game = _loaded(wanted.scenario, options, self._played)
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
        table = Table(
            secrets.token_urlsafe(9),
            game,
            wanted.dice,
            wanted.bots,
            wanted.seed,
            self.limits.undo,
        )
        seat = table.people[0] if wanted.seat is None else wanted.seat
        if seat not in table.people:
            known = ", ".join(table.people)
            raise Problem(400, "unknown-side", f"no seat `{seat}`, only {known}", place="$.seat")
        seats = Seats()
        word = new_word()
        seats.take(seat, digest(word))
        invitations = seats.invited(one for one in table.people if one != seat)
        if self._folder is not None:
            self._keep(self._folder, table, seats, options, wanted.seed)
        if wanted.setup is not None:
            self._set_up(table)
        with self._lock:
            self._tables[table.id], self._seats[table.id] = table, seats
        return Made(table, seat, word, invitations)

    def _set_up(self, table: Table) -> None:
        """Plays, at a new table, the set-up that the scenario's own files give. Raises Problem if
        they give none."""
        try:
            table.set_up()
        except EastfrontError as error:
            if table.journal is not None:
                table.journal.end()
            if isinstance(error, NotKept):
                raise
            raise Problem(400, "no-setup", str(error), place="$.setup") from error

    def _keep(
        self, folder: Folder, table: Table, seats: Seats, options: tuple[str, ...], seed: int | None
    ) -> None:
        """Begins the journal of a game in `folder`, with the options and the seed of the dice with
        which the game was made. Raises Problem if the journal cannot be written."""
        head = Head(
            format=FORMAT,
            id=table.id,
            game=table.game.id,
            digest=table.game.digest,
            options=list(options),
            dice=table.dice,
            seed=seed,
            bots=table.players,
            seats=dict(seats.words),
            invitations=dict(seats.invitations),
        )
        try:
            table.journal = folder.begin(head, table.game)
        except OSError as error:
            log.error("a game cannot be saved: %s", error)
            raise NotKept from error

    def find(self, id_: str, word: str) -> tuple[Table, str]:
        """Returns the table with the id `id_`, and the seat to which the token `word` belongs.

        An unknown id and an invalid token raise the same Problem, after the same time.
        """
        table = self._tables.get(id_)
        seat = self._seats.get(id_, NOBODY).seat_of(word)
        if table is None or seat is None:
            raise _unknown()
        table.touched = time.monotonic()
        return table, seat

    def sit(self, id_: str, invitation: str) -> Made:
        """Takes the seat of an invitation at the table with the id `id_`; returns the table with
        the token of the seat. Raises Problem for an invalid or used invitation."""
        with self._lock:
            table, seats = self._tables.get(id_), self._seats.get(id_, NOBODY)
            seat = seats.invited_to(invitation)
            if table is None or seat is None:
                raise _unknown()
            word = new_word()
            table.write(Line(seat=seat, word=digest(word)))
            seats.take(seat, digest(word))
            table.touched = time.monotonic()
        return Made(table, seat, word, {})

    def seating(self, table: Table) -> requests.Seating:
        """Returns the seating of a table: each seat as open, taken or played by a bot."""
        seats = self._seats.get(table.id, NOBODY)
        open_to = {seat: "open" if seat in seats.invitations else "taken" for seat in table.people}
        return requests.Seating(
            seats={s: table.players.get(s) or open_to[s] for s in all_of(table)}
        )

    def drop(self, table: Table) -> None:
        """Drops a table and its journal."""
        with self._lock:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        if self._tables.pop(table.id, None) is not None and table.journal is not None:
            table.journal.end()
        self._seats.pop(table.id, None)

    def board_of(self, name: str) -> Game:
        """Returns the game of the scenario with the id `name`, loaded without options. Raises
        Problem for an unknown scenario."""
        return _loaded(scenario(name), (), self._played)

    def idle(self) -> list[Table]:
        """Returns the tables without requests for longer than `Limits.idle`."""
        since = time.monotonic() - self.limits.idle
        return [table for table in self if table.touched < since]


def all_of(table: Table) -> list[str]:
    """Returns all seats of a table, including those of bots."""
    return list(wire.seats(table.game))


def _unknown() -> Problem:
    return Problem(404, "unknown-game", "no game with this id and token", place="game")


def scenario(name: str) -> str:
    """Returns the scenario id `name` itself, if it is known; otherwise raises Problem."""
    if name not in _scenarios():
        raise Problem(
            404, "unknown-scenario", f"no scenario `{name}`; see /api/scenarios", place="$.scenario"
        )
    return name


@lru_cache(maxsize=1)
def _scenarios() -> frozenset[str]:
    return frozenset(games.scenarios())


@lru_cache(maxsize=16)
def _loaded(name: str, options: tuple[str, ...], played: Played) -> Game:
    """Loads a game by the id of a known scenario. Raises Problem for invalid options."""
    try:
        return games.load(name, options, charts=played.charts, rules=played.rules)
    except (ProgramError, ValueError) as error:
        raise Problem(400, "bad-options", str(error), place="$.options") from error

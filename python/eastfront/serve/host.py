"""The host of the running games (tables): worker threads, a queue for each table, and listeners.

Work on a game never runs on the event loop. Requests to one table are serialised, requests to
different tables run in parallel; a bot takes one action at a time, so that requests are handled in
between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import anyio

from .keeping import Folder
from .limits import Limits
from .lobby import AS_PRINTED, Lobby, Played
from .problem import NotKept, Problem
from .table import Change, Table

Answer = TypeVar("Answer")

log = logging.getLogger("eastfront.serve")

SILENT = 32
"""Maximum number of sockets that have not authenticated."""
LISTENERS = 32
"""Maximum number of sockets that listen to one game."""
BACKLOG = 64
"""Maximum number of queued updates, above which a listener is dropped as too slow."""
MOMENT = 0.1
"""The longest time in seconds that bots wait after an action for listeners that lag."""
AGAIN = 5.0
"""Seconds until a bot retries an action that could not be journalled."""


@dataclass(eq=False)
class Listener:
    """The queue of the messages about a table for one client: for a socket, or for a language
    model's seat."""

    seat: str
    positions: bool
    waiting: asyncio.Queue[bytes | None] = field(
        default_factory=lambda: asyncio.Queue(maxsize=BACKLOG + 1)
    )
    """The queue of messages to be sent; None ends the listener."""
    ended: bool = False
    late: bool = False
    """Whether the listener was dropped as too slow."""

    @property
    def lags(self) -> bool:
        """Whether the listener's queue is at least half full."""
        return not self.ended and self.waiting.qsize() >= BACKLOG // 2

    def hear(self, message: bytes) -> None:
        """Queues a message; ends the listener if its queue is full, as it is too slow."""
        if self.ended:
            return
        if self.waiting.qsize() >= BACKLOG:
            self.late = True
            self.end()
            return
        self.waiting.put_nowait(message)

    def forget(self) -> None:
        """Discards the queued messages; the caller sends a position that is newer than they are."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        if self.ended:
            self.waiting.put_nowait(None)

    def end(self) -> None:
        """Ends the listener after its queued messages."""
        if not self.ended:
            self.ended = True
            self.waiting.put_nowait(None)


class Host:
    """Runs the tables (running games) of a server: the worker threads, and the queue and the
    listeners of each table."""

    def __init__(
        self, limits: Limits, folder: Folder | None = None, played: Played = AS_PRINTED
    ) -> None:
        self.limits = limits
        self.lobby: Lobby = Lobby(limits, folder, played)
        self.sockets = 0
        """The number of open, authenticated sockets."""
        self.silent: dict[object, anyio.CancelScope] = {}
        """The cancel scope of each unauthenticated socket, oldest first."""
        self._pool = ThreadPoolExecutor(limits.threads, thread_name_prefix="eastfront")
        self._turns: dict[str, asyncio.Lock] = {}
        self._queues: dict[str, int] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    # -- life -------------------------------------------------------------------------------

    async def open(self) -> None:
        """Lets bots play on in restored games, and starts the task that drops idle games."""
        for table in self.lobby:
            self.drive(table)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Ends bots and listeners without waiting for running work."""
        tasks = [*self._drivers.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        for found in self._listeners.values():
            for listener in found:
                listener.end()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _sweep(self) -> None:
        pause = min(60.0, max(self.limits.idle / 4, 0.05))
        while True:
            await asyncio.sleep(pause)
            for table in self.lobby.idle():
                if not self._listeners.get(table.id):
                    self.drop(table)

    def drop(self, table: Table) -> None:
        """Drops a table, and ends its bots and listeners."""
        self.lobby.drop(table)
        driver = self._drivers.pop(table.id, None)
        if driver is not None:
            driver.cancel()
        for listener in self._listeners.pop(table.id, ()):
            listener.end()
        self._turns.pop(table.id, None)
        self._queues.pop(table.id, None)

    # -- work -------------------------------------------------------------------------------

    async def work(self, task: Callable[[], Answer]) -> Answer:
        """Runs a function in a worker thread, and returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, task)

    async def at(self, table: Table, task: Callable[[], Answer]) -> Answer:
        """Runs a function on a table in a worker thread, with no other call on this table at the
        same time, and returns its result. Raises Problem if too many calls wait."""
        waiting = self._queues.get(table.id, 0)
        if waiting >= self.limits.queue:
            raise Problem(429, "busy", f"{waiting} requests wait for this game already")
        self._queues[table.id] = waiting + 1
        try:
            return await self._in_turn(table, task)
        finally:
            if table.id in self._queues:
                self._queues[table.id] -= 1

    async def _in_turn(self, table: Table, task: Callable[[], Answer]) -> Answer:
        async with self._turns.setdefault(table.id, asyncio.Lock()):
            return await self.work(lambda: _locked(table, task))

    async def change(self, table: Table, task: Callable[[frozenset[str]], Change]) -> Change:
        """Runs ``task``, a function that changes a table and returns the change, as `at` does.
        Sends the change to all listeners, and lets bots continue. The argument of ``task`` is the
        set of seats with a listener."""
        done = await self.at(table, lambda: task(self._wanted(table)))
        self._publish(table, done)
        self.drive(table)
        return done

    def _wanted(self, table: Table) -> frozenset[str]:
        """Returns the seats with a listener."""
        return frozenset(listener.seat for listener in self._listeners.get(table.id, ()))

    # -- bots -------------------------------------------------------------------------------

    def drive(self, table: Table) -> None:
        """Starts the background task of a table, in which bots and the server's dice play on, if
        one of them is to act and the task is not running yet."""
        running = self._drivers.get(table.id)
        if table.waits_for_itself and (running is None or running.done()):
            self._drivers[table.id] = asyncio.create_task(self._drive(table))

    async def _drive(self, table: Table) -> None:
        try:
            while True:
                try:
                    done = await self._in_turn(table, lambda: table.play(self._wanted(table)))
                except NotKept:
                    await asyncio.sleep(AGAIN)
                    continue
                if done is None:
                    return
                self._publish(table, done)
                await self.caught_up(table)
        except Exception:
            log.exception("a bot failed; its game is paused")

    async def caught_up(self, table: Table) -> None:
        """Waits, at most `MOMENT` seconds, until no listener lags, so that bots do not play faster
        than clients read."""
        until = time.monotonic() + MOMENT
        while time.monotonic() < until and any(
            listener.lags for listener in self._listeners.get(table.id, ())
        ):
            await asyncio.sleep(MOMENT / 10)

    # -- listeners --------------------------------------------------------------------------

    def comes(self, socket: object, scope: anyio.CancelScope) -> None:
        """Registers a socket that has not sent a token yet, with the scope that cancels it. Above
        the limit, the socket that came first is cancelled."""
        self.silent[socket] = scope
        if len(self.silent) > SILENT:
            self.silent.pop(next(iter(self.silent))).cancel()

    def listen(self, table: Table, listener: Listener) -> None:
        """Adds a listener to a table. Raises Problem if the server, or the table, has its maximum
        number of sockets already."""
        most = min(self.limits.sockets, self.limits.connections // 2)
        if self.sockets >= most:
            raise Problem(429, "too-many-sockets", f"there are {most} sockets, the maximum")
        found = self._listeners.setdefault(table.id, set())
        if len(found) >= LISTENERS:
            raise Problem(
                429, "too-many-sockets", f"{LISTENERS} sockets listen to this game, the maximum"
            )
        found.add(listener)
        self.sockets += 1

    def leave(self, table: Table, listener: Listener) -> None:
        """Removes a listener."""
        self.sockets -= 1
        self._listeners.get(table.id, set()).discard(listener)

    def _publish(self, table: Table, change: Change) -> None:
        """Sends a change to every listener of a table. The caller awaits nothing between the change
        and this call."""
        for listener in self._listeners.get(table.id, ()):
            told = change.updates if listener.positions else change.news
            if listener.seat in told:
                listener.hear(told[listener.seat])


def _locked(table: Table, task: Callable[[], Answer]) -> Answer:
    """Runs a function with the lock of a table held, and returns its result."""
    with table.lock:
        return task()

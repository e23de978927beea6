"""The player at the table: the tools in the worker threads of a host, and what has happened.

A player hears the updates of its seat as a listener of the table, and waits for its turn by them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import msgspec

from eastfront.serve.host import Host, Listener
from eastfront.serve.table import Change

from .tools import MOST, Tools

Answer = TypeVar("Answer")

PATIENCE = 2.0
"""Seconds for which an action waits for the answer of a bot."""
LONGEST = 120.0
"""Maximum number of seconds of one call of `wait`."""


class _Heard(Listener):
    """A listener that keeps the events, and whether its seat is to act."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.seat, positions=True)
        self._tools = tools
        self.lines: deque[str] = deque(maxlen=MOST)
        self.missed = 0
        """The number of lines that were dropped since the last answer."""
        self.changed = asyncio.Event()

    def hear(self, message: bytes) -> None:
        """Keeps the events of an update."""
        for line in self._tools.events(msgspec.json.decode(message)):
            self.missed += len(self.lines) == MOST
            self.lines.append(line)
        self.changed.set()

    def end(self) -> None:
        """Ends the wait of the player."""
        super().end()
        self.changed.set()

    def told(self) -> str:
        """Returns the events since the last answer, the latest ones if there are many."""
        missed = [f"({self.missed} earlier lines)"] if self.missed else []
        found = "\n".join([*missed, *self.lines])
        self.lines.clear()
        self.missed = 0
        return found


class Player:
    """A seat of a running table, for one model."""

    def __init__(self, host: Host, tools: Tools) -> None:
        self.tools = tools
        self._host = host
        self._heard = _Heard(tools)

    def sit_down(self) -> None:
        """Listens to the table; raises Problem if there are too many listeners."""
        self._host.listen(self.tools.table, self._heard)

    def leave(self) -> None:
        """Listens no more."""
        self._host.leave(self.tools.table, self._heard)

    async def asked(self, question: Callable[[], Answer]) -> Answer:
        """Returns the answer to a question."""
        return await self._host.at(self.tools.table, question)

    async def changed(self, task: Callable[[frozenset[str]], Change]) -> str:
        """Acts, lets bots answer, and returns the events and the next decision."""
        await self._host.change(self.tools.table, task)
        return await self.wait(PATIENCE)

    async def wait(self, seconds: float) -> str:
        """Waits until the seat is to act or the game is over; returns events and decision."""
        try:
            async with asyncio.timeout(min(seconds, LONGEST)):
                while not await self.asked(self._due) and not self._heard.ended:
                    await self._heard.changed.wait()
                    self._heard.changed.clear()
        except TimeoutError:
            pass
        decision = await self.asked(self.tools.decision)
        return "\n".join(part for part in (self._heard.told(), decision) if part)

    def _due(self) -> bool:
        return self.tools.table.state.to_move in (self.tools.seat, None)

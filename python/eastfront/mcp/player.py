"""The seat of a language model: runs the model's tools in the worker threads of the server, and
collects the events between two calls of the model.

The seat receives the updates of its table (the running game) as a listener, and thereby knows when
it is to act.
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
    """A listener that keeps the events of a table for the next answer to the model."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.seat, positions=True)
        self._tools = tools
        self.lines: deque[str] = deque(maxlen=MOST)
        self.missed = 0
        """The number of lines that were dropped since the last answer."""
        self.changed = asyncio.Event()

    def hear(self, message: bytes) -> None:
        """Keeps the events of an update of the table, which is JSON in bytes."""
        for line in self._tools.events(msgspec.json.decode(message)):
            self.missed += len(self.lines) == MOST
            self.lines.append(line)
        self.changed.set()

    def end(self) -> None:
        """Ends the listener; a running `Player.wait` then returns."""
        super().end()
        self.changed.set()

    def told(self) -> str:
        """Returns the events since the last answer and forgets them; of many events only the latest
        ones."""
        missed = [f"({self.missed} earlier lines)"] if self.missed else []
        found = "\n".join([*missed, *self.lines])
        self.lines.clear()
        self.missed = 0
        return found


class Player:
    """A language model as the player of one seat of a running game."""

    def __init__(self, host: Host, tools: Tools) -> None:
        self.tools = tools
        self._host = host
        self._heard = _Heard(tools)

    def sit_down(self) -> None:
        """Begins to listen to the table. Raises Problem if the table has too many listeners."""
        self._host.listen(self.tools.table, self._heard)

    def leave(self) -> None:
        """Stops listening to the table."""
        self._host.leave(self.tools.table, self._heard)

    async def asked(self, question: Callable[[], Answer]) -> Answer:
        """Runs a function in a worker thread, with the lock of the table held, and returns its
        answer."""
        return await self._host.at(self.tools.table, question)

    async def changed(self, task: Callable[[frozenset[str]], Change]) -> str:
        """Runs `task`, a function that acts for the seat; sends the change that it returns to all
        listeners of the table, and waits up to `PATIENCE` seconds until the seat is to act again or
        the game is over. Returns the events and the decision as text. The argument of `task` is the
        set of seats with a listener."""
        await self._host.change(self.tools.table, task)
        return await self.wait(PATIENCE)

    async def wait(self, seconds: float) -> str:
        """Waits until the seat is to act or the game is over, for at most `seconds` and never for
        more than `LONGEST` seconds; returns the events and the decision as text."""
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

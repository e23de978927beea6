"""Connections within bounds: how many there are, and how long one may keep the server waiting.

uvicorn closes a connection that is idle between two requests, and nothing else: headers that never
end, a body that never comes, an answer that nobody reads hold a connection for good, and at its
limit it refuses whoever comes, not whoever idles. So the server looks at its connections ten times
a second, ends those that have kept it waiting for longer than `Limits.patience`, and, when there
are too many, those that have kept it waiting for longest. Whoever sends a request and reads the
answer is never among them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Limits

STEP = 1 << 14
"""Bytes of an answer that count as a step forward when they have been taken."""
HEADERS = 16 * 1024
"""Bytes of headers that a request may have."""

Connection = H11Protocol | WebSocketsSansIOProtocol


class Bounds:
    """The bounds of a server's connections. For one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.connections
        self._patience = limits.patience
        self._since: dict[Any, tuple[object, float]] = {}
        """What each connection keeps the server waiting for, and since when."""

    def protocol(self) -> type[H11Protocol]:
        """The protocol that uvicorn is to speak, within these bounds."""
        bounds = self

        class Bounded(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                bounds.entered(self, self.connections)

        return Bounded

    def entered(self, new: Connection, connections: Collection[Any]) -> None:
        """Makes room for a new connection, or ends it when everybody else is being served."""
        here = [one for one in connections if not one.transport.is_closing()]
        over = len(here) - self._most
        if over <= 0:
            return
        self._look(connections)
        waited = sorted(
            (since, n) for n, one in enumerate(here) if (since := self._waits(one, new))
        )
        ended = [here[n] for _, n in waited[:over]]
        for one in ended or [new]:
            one.transport.abort()

    def sweep(self, connections: Collection[Any]) -> None:
        """Ends the connections that have kept the server waiting for too long."""
        self._look(connections)
        since = time.monotonic() - self._patience
        for one, (owed, began) in list(self._since.items()):
            if owed is not None and began < since:
                one.transport.abort()

    def _look(self, connections: Collection[Any]) -> None:
        """Notes what each connection owes, and since when."""
        now = time.monotonic()
        known, self._since = self._since, {}
        for one in connections:
            owed = _owed(one)
            before = known.get(one)
            self._since[one] = before if before and before[0] == owed else (owed, now)

    def _waits(self, one: Connection, new: Connection) -> float | None:
        """Since when a connection has kept the server waiting; None when it does not."""
        owed, began = self._since[one]
        return None if owed is None or one is new else began


def _owed(one: Connection) -> object:
    """What the server waits for; None when it is at work itself, or a socket that listens."""
    unread = one.transport.get_write_buffer_size()
    if unread:
        return "reading", unread // STEP
    if one.transport.is_closing():
        return "going"
    if isinstance(one, H11Protocol):
        state = one.conn.their_state
        return (str(state), id(one.cycle)) if state in (h11.IDLE, h11.SEND_BODY) else None
    if one.close_sent:
        return "closing"
    return None if one.handshake_complete else "handshake"

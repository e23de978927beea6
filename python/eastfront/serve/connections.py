"""Limits of connections: their number, and how long a connection may keep the server waiting.

uvicorn only closes connections that are idle between two requests: endless headers, a missing body
or an unread response hold a connection forever, and at its limit it refuses new clients instead of
idle ones. So the server checks its connections ten times a second and closes those that have kept
the server waiting for longer than `Limits.patience`; above the limit, it also closes those that
have kept it waiting longest. A client that sends its request and reads the response is never
closed.
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
"""The number of bytes of a response that a client must read to count as making progress."""
HEADERS = 16 * 1024
"""Maximum number of bytes of a request's headers."""

Connection = H11Protocol | WebSocketsSansIOProtocol


class Bounds:
    """Applies the limits to the connections of a server, on one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.connections
        self._patience = limits.patience
        self._since: dict[Any, tuple[object, float]] = {}
        """For each connection: the input that the server waits for, and the time since when."""

    def protocol(self) -> type[H11Protocol]:
        """Returns the protocol class for uvicorn that applies these limits."""
        bounds = self

        class Bounded(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                bounds.entered(self, self.connections)

        return Bounded

    def entered(self, new: Connection, connections: Collection[Any]) -> None:
        """Enforces the limit on the number of connections when the connection `new` opens. Closes
        as many connections as are over the limit, first those that have kept the server waiting
        longest. If no other connection keeps the server waiting, closes `new` itself."""
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
        """Closes the connections that have kept the server waiting for longer than
        `Limits.patience`."""
        self._look(connections)
        since = time.monotonic() - self._patience
        for one, (owed, began) in list(self._since.items()):
            if owed is not None and began < since:
                one.transport.abort()

    def _look(self, connections: Collection[Any]) -> None:
        """Records, for each connection, which input the server waits for now and since when."""
        now = time.monotonic()
        known, self._since = self._since, {}
        for one in connections:
            owed = _owed(one)
            before = known.get(one)
            self._since[one] = before if before and before[0] == owed else (owed, now)

    def _waits(self, one: Connection, new: Connection) -> float | None:
        """Returns the time, by `time.monotonic`, since which a connection has kept the server
        waiting. None if the server is not waiting for the connection, or if the connection is
        `new`, which has just opened."""
        owed, began = self._since[one]
        return None if owed is None or one is new else began


def _owed(one: Connection) -> object:
    """Returns what the server waits for from a connection, as a value to compare: it is equal to an
    earlier one as long as the client has made no progress. None if the server waits for nothing:
    while it is working, and for an open WebSocket that has read everything."""
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

"""The server as a process: it listens on an address until it is told to stop.

It needs no time to stop: games are written down as they are played. So Ctrl-C ends a command that
serves at once; the signal with which a service is told to stop lets requests end first.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from eastfront._core import EastfrontError
from eastfront.arguments import checked, one_of, within

from .connections import HEADERS, Bounds
from .guard import LOCAL
from .limits import Limits
from .lobby import AS_PRINTED, Played
from .routes import app

BACKLOG = 1024
"""Connections that wait for the server to take them."""
GRACE = 0.2
"""Seconds that requests may still take when the server is told to stop."""


@checked
def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
    log_level: str = "warning",
    folder: str | Path | None = None,
    played: Played = AS_PRINTED,
) -> None:
    """Serves until it is interrupted.

    Args:
        host: The address to listen on; the default is this machine alone.
        port: The port; 0 for any that is free.
        limits: How much the server takes on.
        hosts: Further names under which it may be called; ``*`` for any.
        ready: Told the address once requests are taken.
        log_level: What uvicorn logs, such as ``warning``.
        folder: Where games are kept, to be taken up by the next server; None for memory alone.
        played: A variant and tables of an owner's with which all games are played.

    Raises OSError when the address or the folder cannot be had.
    """
    one_of("log_level", log_level, uvicorn.config.LOG_LEVELS)
    bounds = limits or Limits()
    held = Bounds(bounds)
    with _listening(host, port) as listening, suppress(KeyboardInterrupt):
        config = uvicorn.Config(
            app(bounds, {*LOCAL, host, *hosts}, folder, played),
            loop="asyncio",
            http=held.protocol(),
            ws=WebSocketsSansIOProtocol,
            lifespan="on",
            proxy_headers=False,
            log_level=log_level,
            access_log=log_level in ("info", "debug", "trace"),
            server_header=False,
            h11_max_incomplete_event_size=HEADERS,
            ws_max_size=bounds.body,
            ws_per_message_deflate=False,
            timeout_keep_alive=max(1, int(bounds.patience)),
            timeout_graceful_shutdown=GRACE,  # type: ignore[arg-type]
        )
        _Server(config, held, ready).run([listening])


class Unserved(EastfrontError, OSError):
    """An address that cannot be had."""


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens on an address; Unserved when it cannot be had."""
    within("port", port, 0, 65_535)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]
        made = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        words = f"cannot serve at {host}:{port}: {getattr(error, 'strerror', None) or error}"
        raise Unserved(getattr(error, "errno", None), words) from error
    made.setblocking(False)
    return made


class _Server(uvicorn.Server):
    """A server that says where it listens, and stops at once."""

    def __init__(
        self, config: uvicorn.Config, bounds: Bounds, ready: Callable[[str], None] | None
    ) -> None:
        super().__init__(config)
        self._bounds = bounds
        self._ready = ready

    async def on_tick(self, counter: int) -> bool:
        """Looks at the connections, ten times a second."""
        self._bounds.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens."""
        await super().startup(sockets)
        if self._ready is not None and self.servers:
            name, port, *_ = self.servers[0].sockets[0].getsockname()
            shown = f"[{name}]" if ":" in name else name
            self._ready(f"http://{shown}:{port}/")

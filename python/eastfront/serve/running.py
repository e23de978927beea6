"""The server process: it listens on an address until it is stopped.

Stopping needs no preparation, since games are journalled as they are played. So Ctrl-C ends the
command at once; the termination signal of a service lets running requests finish first.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from eastfront._core import EastfrontError
from eastfront.arguments import checked, one_of, within

from .connections import HEADERS, Bounds
from .guard import LOCAL
from .limits import Limits
from .lobby import AS_PRINTED, Played
from .routes import app

BACKLOG = 1024
"""Maximum number of connections that wait to be accepted."""
GRACE = 0.2
"""Seconds that running requests may take after the termination signal."""


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
    """Serves until interrupted.

    Args:
        host: The address to listen on; the default is this machine alone.
        port: The port; 0 for any free one.
        limits: The limits of the server.
        hosts: Further accepted host names; ``*`` for any.
        ready: Function called with the server's address once requests are accepted.
        log_level: The log level of uvicorn, such as ``warning``.
        folder: The folder in which games are kept across restarts; None for memory only.
        played: The rules and data of all games, such as a variant.

    Raises OSError if the address or the folder cannot be used.
    """
    one_of("log_level", log_level, uvicorn.config.LOG_LEVELS)
    bounds = limits or Limits()
    with listening(host, port) as sockets, suppress(KeyboardInterrupt):
        made = app(bounds, {*LOCAL, host, *hosts}, folder, played)
        serving(made, bounds, ready, log_level).run([sockets])


def serving(
    made: ASGIApp,
    bounds: Limits,
    ready: Callable[[str], None] | None = None,
    log_level: str = "warning",
) -> uvicorn.Server:
    """Returns a server of the ASGI application `made` with the limits `bounds`, not yet running.
    `ready` is called with the server's address once it listens; `log_level` is that of uvicorn."""
    held = Bounds(bounds)
    config = uvicorn.Config(
        made,
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
    return _Server(config, held, ready)


class Unserved(EastfrontError, OSError):
    """The error for an address on which the server cannot listen."""


def listening(host: str, port: int) -> socket.socket:
    """Returns a socket that listens on an address. Raises Unserved if the address cannot be
    bound."""
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
    """A uvicorn server that reports its address once it listens, and closes connections that keep
    it waiting too long."""

    def __init__(
        self, config: uvicorn.Config, bounds: Bounds, ready: Callable[[str], None] | None
    ) -> None:
        super().__init__(config)
        self._bounds = bounds
        self._ready = ready

    async def on_tick(self, counter: int) -> bool:
        """Closes connections that keep the server waiting too long; returns True if the server is
        to stop. uvicorn calls this method ten times a second, with a count of the calls."""
        self._bounds.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen on `sockets`, and calls the function `ready` with the server's
        address."""
        await super().startup(sockets)
        if self._ready is not None and self.servers:
            name, port, *_ = self.servers[0].sockets[0].getsockname()
            shown = f"[{name}]" if ":" in name else name
            self._ready(f"http://{shown}:{port}/")

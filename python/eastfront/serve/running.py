"""The server as a process: it listens on an address until it is told to stop."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

import uvicorn

from .app import app
from .guard import LOCAL
from .limits import Limits

LINGER = 0.3
"""Seconds that threads which still work on a game are waited for at the end."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
    log_level: str = "warning",
) -> None:
    """Serves until it is interrupted.

    Args:
        host: The address to listen on; the default is this machine alone.
        port: The port; 0 for any that is free.
        limits: How much the server takes on.
        hosts: Further names under which it may be called; ``*`` for any.
        ready: Told the address once requests are taken.
        log_level: What uvicorn logs, such as ``warning``.

    Raises OSError when the address cannot be had.
    """
    bounds = limits or Limits()
    config = uvicorn.Config(
        app(bounds, {*LOCAL, host, *hosts}),
        host=host,
        port=port,
        loop="asyncio",
        http="h11",
        lifespan="on",
        log_level=log_level,
        access_log=log_level in ("info", "debug", "trace"),
        server_header=False,
        limit_concurrency=bounds.connections,
        ws_max_size=bounds.body,
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, ready)
    with suppress(KeyboardInterrupt):
        server.run()


class _Server(uvicorn.Server):
    """A server that says where it listens, and stops at once."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: object = None) -> None:
        """Listens."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self._ready is not None and self.servers:
            name, port, *_ = self.servers[0].sockets[0].getsockname()
            shown = f"[{name}]" if ":" in name else name
            self._ready(f"http://{shown}:{port}/")


def leave() -> None:
    """Ends the process when a thread is still at work on a game; there is nothing to be kept."""
    mine = [t for t in threading.enumerate() if t.name.startswith("eastfront")]
    for thread in mine:
        thread.join(LINGER / len(mine))
    if any(thread.is_alive() for thread in mine):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

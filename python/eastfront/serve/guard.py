"""Middleware that admits only requests to this server's host names, and refuses those from pages of
other sites.

This protects a server on the user's machine from pages of other sites in the same browser: against
DNS rebinding and cross-site requests.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from .answers import document
from .problem import Problem

MOST = 16 * 1024
"""Maximum number of bytes of the headers of a complete request."""
LOCAL = ("localhost", "127.0.0.1", "::1")
"""The names of a server on this machine."""


class Guard:
    """Middleware that refuses requests for other hosts and from other origins."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on to the application. Refuses a request for a host that is not this
        server's, from a page of another origin, or with headers longer than `MOST` bytes."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope))
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await document(problem.body(), problem.status)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": problem.code})

    def _problem(self, headers: Headers) -> Problem | None:
        if sum(len(name) + len(value) for name, value in headers.raw) > MOST:
            return Problem(431, "too-long", f"headers have at most {MOST} bytes")
        host = headers.get("host", "")
        name = _name(f"//{host}")
        if "*" not in self._hosts and name not in self._hosts:
            return Problem(
                421, "wrong-host", f"host `{host}`, expected a name of this server", place="Host"
            )
        origin = headers.get("origin")
        if origin is not None and _host_and_port(origin) != host.lower():
            return Problem(
                403, "wrong-origin", "the request comes from a page of another site", place="Origin"
            )
        return None


def _name(address: str) -> str:
    """Returns the name or address of a host, without its port, from an address such as
    ``//localhost:8000``; empty for an invalid one."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _host_and_port(origin: str) -> str:
    """Returns the host of an origin, with the port if the origin has one; empty for an invalid
    origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""

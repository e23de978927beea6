"""How much a server takes on."""

from __future__ import annotations

from dataclasses import dataclass

from eastfront.arguments import checked


@checked
@dataclass(frozen=True)
class Limits:
    """Bounds of a server; the command `eastfront serve` has an option for each."""

    games: int = 64
    """Games at a time."""
    creations: int = 30
    """New games a minute from one address."""
    body: int = 64 * 1024
    """Bytes of a request's body, and of a message on a socket."""
    idle: float = 7 * 86_400.0
    """Seconds after which a game that nobody asks about or listens to is dropped."""
    sockets: int = 128
    """Sockets at a time; at most half of the connections."""
    connections: int = 256
    """Connections at a time, sockets among them."""
    queue: int = 32
    """Requests that wait for one game."""
    undo: int = 256
    """Actions that can be taken back."""
    patience: float = 10.0
    """Seconds that headers, a body, or the first message on a socket may take to come, and that an
    answer may take to go on being read."""
    threads: int = 4
    """Threads that work on games."""

"""The limits of a server: numbers of games, connections and requests, sizes and times."""

from __future__ import annotations

from dataclasses import dataclass

from eastfront.arguments import checked


@checked
@dataclass(frozen=True)
class Limits:
    """The limits of a server, as a value; the command `eastfront serve` has an option for each."""

    games: int = 64
    """Maximum number of games that exist at one time."""
    creations: int = 30
    """Maximum number of new games per minute from one address."""
    body: int = 64 * 1024
    """Maximum number of bytes of a request's body, and of a message on a socket."""
    idle: float = 7 * 86_400.0
    """Seconds after which a game without requests and listeners is dropped."""
    sockets: int = 128
    """Maximum number of sockets; at most half of the connections."""
    connections: int = 256
    """Maximum number of connections, sockets included."""
    queue: int = 32
    """Maximum number of requests that wait for one game."""
    undo: int = 256
    """Number of actions that can be taken back."""
    patience: float = 10.0
    """Timeout in seconds for headers, a body, the first message on a socket, and progress in
    reading a response."""
    threads: int = 4
    """Number of worker threads."""

"""The process behind `eastfront mcp`: one game, and the Model Context Protocol over standard input
and output or over HTTP.

Over standard input and output the process belongs to the model's client and ends with it. Over HTTP
the protocol is at `/mcp`, for requests with the token of the model's seat. A side without a bot is
for a person: the server's page is served beside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from eastfront import wire
from eastfront._core import EastfrontError
from eastfront.serve.answers import document
from eastfront.serve.guard import LOCAL, Guard
from eastfront.serve.host import Host
from eastfront.serve.limits import Limits
from eastfront.serve.lobby import AS_PRINTED, Lobby, Played
from eastfront.serve.problem import Problem
from eastfront.serve.routes import app
from eastfront.serve.running import listening, serving
from eastfront.serve.table import Table
from eastfront.wire import requests

from .disguise import Disguise
from .player import Player
from .server import server
from .tools import Tools

PATH = "/mcp"
"""Where the protocol is served over HTTP."""


@dataclass(frozen=True)
class Wanted:
    """The choices for a game that a model is to play."""

    scenario: str
    side: str | None = None
    """The side of the model; None for the first side without a bot."""
    opponent: str | None = None
    """The bot that plays the other sides; None for people."""
    options: Sequence[str] = ()
    played: Played = AS_PRINTED
    seed: int | None = None
    ready: bool = False
    """Whether to begin with the complete set-up that comes with the scenario; otherwise the players
    set up."""
    folder: Path | None = None
    """The folder in which the game is kept, and from which it is continued; None for memory."""
    disguise: int | None = None
    """The seed of a disguise of the game for the model; None for the game's own names."""


@dataclass(frozen=True)
class Served:
    """The addresses of a running game, with the side and the token of the model's seat, for the
    person who started the game."""

    address: str
    """The address of the protocol over HTTP."""
    side: str
    token: str | None
    """The token of the seat; None for a continued game, where it is that of the first start."""
    links: dict[str, str]
    """The links to the page with which people take the other seats, by seat."""


@dataclass(frozen=True)
class Seated:
    """A running game of the server in which a language model has one of the seats (sides)."""

    made: Starlette
    """The ASGI application of the server that keeps the game and sends the page."""
    table: Table
    seat: str
    disguise: int | None
    """The seed of a disguise of the game for the model; None for the game's own names."""
    token: str | None
    """The token of the model's seat; None for a continued game, where it is that of the first
    start."""
    invitations: dict[str, str]

    @property
    def host(self) -> Host:
        """The `Host` in which the server keeps the table (the running game)."""
        host: Host = self.made.state.host
        return host

    def served(self, address: str) -> Served:
        """Returns the address of the protocol and the links to the page, for a server at
        `address`."""
        links = {
            seat: f"{address}#{urlencode({'game': self.table.id, 'invitation': word})}"
            for seat, word in self.invitations.items()
        }
        return Served(f"{address}{PATH[1:]}", self.seat, self.token, links)


def seated(wanted: Wanted, hosts: Iterable[str] = LOCAL) -> Seated:
    """Makes the table of a new game, or continues the game stored in the folder of `wanted`.

    `hosts` are the host names under which the server answers. Raises EastfrontError for a wrong
    scenario, side, option or folder.
    """
    if wanted.side == wire.UMPIRE:
        raise EastfrontError(f"side `{wanted.side}`: expected a side of the game")
    made = app(Limits(), hosts, wanted.folder, wanted.played)
    lobby: Lobby = made.state.host.lobby
    kept = list(lobby)
    if kept:
        return _continued(wanted, made, kept)
    request = requests.NewGame(
        scenario=wanted.scenario,
        options=list(wanted.options),
        seed=wanted.seed,
        setup="ready" if wanted.ready else None,
        bots=_bots(wanted, lobby),
        seat=wanted.side,
    )
    new = lobby.make(request)
    return Seated(made, new.table, new.seat, wanted.disguise, new.word, new.invitations)


def _bots(wanted: Wanted, lobby: Lobby) -> dict[str, str]:
    """Returns the name of the bot of each side other than the model's; empty if a person plays
    these sides."""
    if wanted.opponent is None:
        return {}
    sides = lobby.board_of(wanted.scenario).sides
    own = wanted.side or sides[0]
    return {side: wanted.opponent for side in sides if side != own}


def _continued(wanted: Wanted, made: Starlette, kept: Sequence[Table]) -> Seated:
    table = kept[0]
    if len(kept) > 1 or table.game.id != wanted.scenario:
        found = ", ".join(one.game.id for one in kept)
        raise EastfrontError(
            f"{wanted.folder}: expected a folder with one game of {wanted.scenario} or none; it "
            f"has {found}"
        )
    seat = wanted.side or table.people[0]
    if seat not in table.people:
        raise EastfrontError(f"side `{seat}`: a bot plays it in the game in {wanted.folder}")
    return Seated(made, table, seat, wanted.disguise, None, {})


# -- over standard input and output -------------------------------------------------------------


def run_stdio(
    one: Seated, address: tuple[str, int] | None, ready: Callable[[Served], None]
) -> None:
    """Serves a language model over standard input and output, until the model's client ends.

    Args:
        one: The game with the model's seat.
        address: Where to serve the page, by host and port; None for no page.
        ready: Called with the addresses once the page is served.
    """
    asyncio.run(_stdio(one, address, ready))


async def _stdio(
    one: Seated, address: tuple[str, int] | None, ready: Callable[[Served], None]
) -> None:
    async with one.made.router.lifespan_context(one.made), _player(one) as player:
        if address is None:
            await server(player).run_stdio_async()
            return
        with listening(*address) as sockets:
            page = serving(one.made, one.host.limits, lambda at: ready(one.served(at)))
            page.config.lifespan = "off"
            running = asyncio.create_task(page.serve([sockets]))
            await server(player).run_stdio_async()
            page.should_exit = True
            await running


@asynccontextmanager
async def _player(one: Seated) -> AsyncIterator[Player]:
    """Context manager that seats the language model: yields the `Player` that acts for the model's
    side.

    Inside the block the player listens to the game, and the bots of the other sides play; at the
    end the player stops listening.
    """
    names = None if one.disguise is None else Disguise(one.table.game, one.disguise)
    player = Player(one.host, Tools(one.table, one.seat, names))
    player.sit_down()
    one.host.drive(one.table)
    try:
        yield player
    finally:
        player.leave()


# -- over HTTP ----------------------------------------------------------------------------------


def run_http(
    one: Seated, address: tuple[str, int], hosts: Iterable[str], ready: Callable[[Served], None]
) -> None:
    """Serves a language model over HTTP until interrupted: the Model Context Protocol at `PATH`,
    and the page. `hosts` are the host names that requests may give; `ready` is called once with the
    addresses, when the server accepts requests."""

    with listening(*address) as sockets:
        made = http_app(one, hosts)
        serving(made, one.host.limits, lambda at: ready(one.served(at))).run([sockets])


def http_app(one: Seated, hosts: Iterable[str] = LOCAL) -> Starlette:
    """Returns the Model Context Protocol and the page of a game as one ASGI application, which
    answers only requests to the host names in `hosts`."""
    protocol = _Protocol(one)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        async with one.made.router.lifespan_context(one.made), _player(one) as player:
            made = server(player)
            # the guard checks the names of hosts, and origins
            protocol.app = made.streamable_http_app(streamable_http_path=PATH, host="0.0.0.0")
            async with made.session_manager.run():
                yield

    return Starlette(
        routes=[Route(PATH, protocol), Mount("/", one.made)],
        lifespan=life,
        middleware=[Middleware(Guard, hosts=tuple(hosts))],
    )


class _Protocol:
    """The ASGI application of the Model Context Protocol, which answers only requests with the
    token of the model's seat."""

    def __init__(self, one: Seated) -> None:
        self._one = one
        self.app: ASGIApp = one.made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request of the protocol, or refuses it if it does not bear the token of the
        seat."""
        problem = _not_admitted(self._one, Headers(scope=scope))
        answer = self.app if problem is None else document(problem.body(), problem.status)
        await answer(scope, receive, send)


def _not_admitted(one: Seated, headers: Headers) -> Problem | None:
    """Returns the refusal of a request without the token of the seat; None if the request has the
    token."""
    kind, _, word = headers.get("authorization", "").partition(" ")
    try:
        _, seat = one.host.lobby.find(one.table.id, word.strip())
    except Problem:
        seat = None
    if kind.lower() == "bearer" and seat == one.seat:
        return None
    return Problem(
        401, "no-token", f"expected the token of the {one.seat} seat, as Bearer",
        place="Authorization",
    )  # fmt: skip

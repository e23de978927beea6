"""The routes of the server: games over HTTP, updates over sockets, and one page to play on.

Every response except the page and the picture is a document of the wire, the JSON protocol of
`eastfront.wire`. A client sends the token of its seat with every request, as
``Authorization: Bearer TOKEN``, and receives what that seat may know.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from eastfront import wire
from eastfront.arguments import checked
from eastfront.loading.catalogue import RuleError
from eastfront.wire import json_schema, requests
from eastfront.wire.forms import Document

from . import page
from .answers import answered, document, not_routed, read
from .guard import LOCAL, Guard
from .host import Host
from .keeping import Folder
from .limits import Limits
from .lobby import AS_PRINTED, Played
from .problem import Problem
from .sockets import listen
from .table import Change, Table, ground

MOST_UNITS = 64
"""Maximum number of units in a question about reach."""
GAME = "/api/games/{game}"


@checked
def app(
    limits: Limits | None = None,
    hosts: Iterable[str] = LOCAL,
    folder: str | Path | None = None,
    played: Played = AS_PRINTED,
) -> Starlette:
    """Makes the server as an ASGI application.

    The application does not limit the number and duration of connections; `run` does.

    Args:
        limits: The limits of the server.
        hosts: The accepted host names; ``*`` for any.
        folder: The folder in which games are kept across restarts; None for memory only.
        played: The rules and data of all games, such as a variant.

    Raises OSError if the folder cannot be used, or another server uses it.
    """
    kept = None if folder is None else Folder(Path(folder))
    host = Host(limits or Limits(), kept, played)
    host.lobby.take_up()

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await host.open()
        try:
            yield
        finally:
            await host.close()
            if kept is not None:
                kept.close()

    made = Starlette(
        routes=_routes(_Endpoints(host)),
        lifespan=life,
        middleware=[Middleware(Guard, hosts=tuple(hosts))],
        exception_handlers={HTTPException: not_routed},
    )
    made.state.host = host
    return made


def _routes(to: _Endpoints) -> list[BaseRoute]:
    found = [
        ("GET", "/", to.page),
        ("GET", "/api/schema", to.schema),
        ("GET", "/api/scenarios", to.scenarios),
        ("GET", "/api/scenarios/{game}/{scenario}/map", to.scenario_map),
        ("GET", "/api/rules/{rule}", to.rule),
        ("POST", "/api/games", to.make),
        ("GET", GAME, to.position),
        ("DELETE", GAME, to.end),
        ("GET", f"{GAME}/seats", to.seating),
        ("POST", f"{GAME}/seats", to.sit),
        ("GET", f"{GAME}/map", to.map),
        ("GET", f"{GAME}/map.svg", to.picture),
        ("POST", f"{GAME}/actions", to.push),
        ("POST", f"{GAME}/orders", to.order),
        ("POST", f"{GAME}/undo", to.undo),
        ("GET", f"{GAME}/battle", to.battle),
        ("POST", f"{GAME}/battle", to.ask_battle),
        ("GET", f"{GAME}/supply", to.supply),
        ("GET", f"{GAME}/reach", to.reach),
        ("GET", f"{GAME}/record", to.record),
    ]
    routes: list[BaseRoute] = [
        Route(path, answered(endpoint), methods=[method]) for method, path, endpoint in found
    ]
    return [*routes, WebSocketRoute(f"{GAME}/socket", to.socket)]


class _Endpoints:
    """The methods that answer the routes, for the tables (running games) that a host keeps."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.socket = listen(host)

    # -- what there is ----------------------------------------------------------------------

    async def page(self, _: Request) -> Response:
        """Sends the page to play on."""
        return Response(page.HTML, media_type="text/html", headers=page.HEADERS)

    async def schema(self, _: Request) -> Response:
        """Sends the JSON Schema of the wire (the documents of the server's protocol)."""
        return document(json_schema.shipped(), media_type="application/schema+json")

    async def scenarios(self, _: Request) -> Response:
        """Sends the available scenarios."""
        return document(await self._host.work(lambda: wire.encode(wire.scenarios())))

    async def scenario_map(self, request: Request) -> Response:
        """Sends the map and units of a scenario."""
        name = f"{request.path_params['game']}/{request.path_params['scenario']}"
        lobby = self._host.lobby
        return document(
            await self._host.work(lambda: wire.encode(wire.board(lobby.board_of(name))))
        )

    async def rule(self, request: Request) -> Response:
        """Sends the text of a rule, with its section in the rulebook; the path names the rule."""
        try:
            said = wire.rule(request.path_params["rule"])
        except RuleError as error:
            raise Problem(404, "unknown-rule", str(error), place="path") from None
        return document(wire.encode(said))

    async def make(self, request: Request) -> Response:
        """Creates a game; sends its id, the token of the creator's seat, and the invitations to
        other seats."""
        wanted = await read(request, requests.NewGame, self._host.limits)
        address = request.client.host if request.client else ""
        made = await self._host.work(lambda: self._host.lobby.make(wanted, address))
        table = made.table
        self._host.drive(table)
        told = requests.Created(
            id=table.id,
            game=table.game.id,
            dice=table.dice,
            bots=table.players,
            seat=made.seat,
            tokens={made.seat: made.word},
            invitations=made.invitations,
        )
        return document(wire.encode(told), 201)

    async def sit(self, request: Request) -> Response:
        """Takes a seat with an invitation, which is valid once; sends the token of the seat."""
        asked = await read(request, requests.TakeSeat, self._host.limits)
        game = request.path_params["game"]
        made = await self._host.work(lambda: self._host.lobby.sit(game, asked.invitation))
        told = requests.Seated(
            id=made.table.id,
            game=made.table.game.id,
            dice=made.table.dice,
            bots=made.table.players,
            seat=made.seat,
            token=made.word,
        )
        return document(wire.encode(told), 201)

    async def seating(self, request: Request) -> Response:
        """Sends, for each seat of a game, whether it is open, taken or played by a bot."""
        table, _ = self._seat(request)
        return document(wire.encode(self._host.lobby.seating(table)))

    # -- one game ---------------------------------------------------------------------------

    async def position(self, request: Request) -> Response:
        """Sends the position as the seat sees it, with the pending decision and, if the decision is
        the seat's, the legal actions."""
        table, seat = self._seat(request)
        return await self._told(table, lambda: table.position(seat))

    async def end(self, request: Request) -> Response:
        """Ends and drops a game, for the umpire alone."""
        table, seat = self._seat(request)
        if seat != wire.UMPIRE:
            raise Problem(403, "umpire-only", "only the umpire ends a game")
        self._host.drop(table)
        return document(wire.encode(requests.Ended(id=table.id)))

    async def map(self, request: Request) -> Response:
        """Sends the map and units of a game."""
        table, _ = self._seat(request)
        return document(await self._host.work(lambda: wire.encode(wire.board(table.game))))

    async def picture(self, request: Request) -> Response:
        """Sends the board as a picture; with ``?empty=1`` the map alone, which is constant."""
        table, seat = self._seat(request)
        if request.query_params.get("empty") == "1":
            svg = await self._host.work(lambda: ground(table.game))
        else:
            svg = await self._host.at(table, lambda: table.picture(seat))
        return document(svg, media_type="image/svg+xml")

    async def record(self, request: Request) -> Response:
        """Sends the record of a game."""
        table, seat = self._seat(request)
        answer = document(await self._host.at(table, lambda: table.record(seat)))
        answer.headers["content-disposition"] = 'attachment; filename="game.efr"'
        return answer

    # -- acting -----------------------------------------------------------------------------

    async def push(self, request: Request) -> Response:
        """Plays one action of a seat; sends the effects of the action."""
        table, seat = self._seat(request)
        asked = await read(request, requests.Push, self._host.limits)
        return await self._changed(table, seat, lambda seats: table.push(seat, asked, seats))

    async def order(self, request: Request) -> Response:
        """Plays an order of a seat, which is a whole move or attack, all of its actions or none;
        sends the effects."""
        table, seat = self._seat(request)
        asked = await read(request, requests.Order, self._host.limits)
        return await self._changed(table, seat, lambda seats: table.order(seat, asked, seats))

    async def undo(self, request: Request) -> Response:
        """Takes back the last action."""
        table, seat = self._seat(request)
        asked = await read(request, requests.Undo, self._host.limits)
        return await self._changed(table, seat, lambda seats: table.undo(seat, asked, seats))

    # -- asking -----------------------------------------------------------------------------

    async def battle(self, request: Request) -> Response:
        """Sends the explanation of the battle in progress; with ``?last=1`` that of the last battle
        that was rolled for."""
        table, seat = self._seat(request)
        last = request.query_params.get("last") == "1"
        return await self._told(table, lambda: table.battle(seat, last))

    async def ask_battle(self, request: Request) -> Response:
        """Sends the explanation of a planned battle, with the attackers and the target that the
        request names, as if fought now."""
        table, seat = self._seat(request)
        question = await read(request, requests.BattleQuestion, self._host.limits)
        return await self._told(table, lambda: table.ask_battle(seat, question))

    async def supply(self, request: Request) -> Response:
        """Sends the state of supply of a unit, with the path of its line of supply, or the hexes
        that stop every line."""
        table, seat = self._seat(request)
        unit = request.query_params.get("unit", "")
        return await self._told(table, lambda: table.supply(seat, unit))

    async def reach(self, request: Request) -> Response:
        """Sends the hexes that units can reach, with the full allowance or by the legal moves
        now."""
        table, seat = self._seat(request)
        units = request.query_params.getlist("unit")
        offered = request.query_params.get("offered", "false")
        if offered not in ("true", "false"):
            raise Problem(400, "bad-request", "expected true or false", place="offered")
        if len(units) > MOST_UNITS:
            raise Problem(400, "bad-request", f"at most {MOST_UNITS} units", place="unit")
        return await self._told(table, lambda: table.reach(seat, units, offered == "true"))

    # -- the steps --------------------------------------------------------------------------

    def _seat(self, request: Request) -> tuple[Table, str]:
        """Returns the table that the path of a request names, and the seat to which the token of
        the request belongs. Raises Problem without such a table or seat."""
        kind, _, word = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not word:
            raise Problem(
                401, "no-token", "expected the token of a seat, as Bearer", place="Authorization"
            )
        return self._host.lobby.find(request.path_params["game"], word.strip())

    async def _told(self, table: Table, task: Callable[[], Document]) -> Response:
        return document(await self._host.at(table, lambda: wire.encode(task())))

    async def _changed(
        self, table: Table, seat: str, task: Callable[[frozenset[str]], Change]
    ) -> Response:
        done = await self._host.change(table, task)
        return document(done.updates[seat])

"""WebSockets: a client with the token of a seat receives all updates that the seat may know.

The first message is `{"token": TOKEN}`; the reply is the position, and each change follows as an
update. Further messages are refused: actions go over HTTP.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from eastfront import wire
from eastfront.wire import requests

from .answers import decode
from .host import Host, Listener
from .problem import Problem
from .table import Table

POLICY, TOO_SLOW, GONE = 1008, 1013, 1001
"""The codes with which the server closes a WebSocket: `POLICY` if it refuses the client or a
message, `TOO_SLOW` if the client reads too slowly, `GONE` if it ends the connection otherwise."""


def listen(host: Host) -> Callable[[WebSocket], Awaitable[None]]:
    """Returns the WebSocket endpoint of a host."""

    async def endpoint(socket: WebSocket) -> None:
        await socket.accept()
        try:
            await _heard(host, socket)
        except Problem as problem:
            await _refuse(socket, problem)
        except WebSocketDisconnect:
            return

    return endpoint


async def _refuse(socket: WebSocket, problem: Problem) -> None:
    """Sends a Problem and closes the socket."""
    try:
        await socket.send_text(problem.body().decode())
        await socket.close(POLICY, problem.code)
    except (WebSocketDisconnect, RuntimeError):
        return  # already closed


async def _heard(host: Host, socket: WebSocket) -> None:
    table, listener = await _greeted(host, socket)
    host.listen(table, listener)
    try:
        first = await host.at(table, lambda: wire.encode(table.position(listener.seat)))
        # discard updates older than this position; there is no await in between
        listener.forget()
        await socket.send_text(first.decode())
        await _both(partial(_send, socket, listener), partial(_receive, socket))
    finally:
        host.leave(table, listener)


async def _greeted(host: Host, socket: WebSocket) -> tuple[Table, Listener]:
    """Reads the first message of a socket, which has the token of a seat. Returns the table that
    the socket's path names, and a listener for the seat. Raises Problem for a late or invalid
    message."""
    text = None
    with anyio.CancelScope(deadline=anyio.current_time() + host.limits.patience) as scope:
        host.comes(socket, scope)
        try:
            text = await _message(socket, host.limits.body)
        finally:
            host.silent.pop(socket, None)
    if text is None:
        raise Problem(408, "too-slow", "no token was sent in time")
    hello = decode(text, requests.Hello)
    table, seat = host.lobby.find(socket.path_params["game"], hello.token)
    return table, Listener(seat, hello.positions)


async def _message(socket: WebSocket, most: int) -> str:
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", GONE))
    text = message.get("text")
    if text is None:
        raise Problem(400, "bad-json", "expected a text message", place="$")
    if len(text) > most:
        raise Problem(413, "too-long", f"a message has at most {most} bytes", place="$")
    return str(text)


async def _send(socket: WebSocket, listener: Listener) -> None:
    """Sends the listener's messages until the listener ends."""
    while (message := await listener.waiting.get()) is not None:
        await socket.send_text(message.decode())
    await socket.close(TOO_SLOW if listener.late else GONE)


async def _receive(socket: WebSocket) -> None:
    """Waits for the disconnect. Raises Problem for any further message."""
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        raise Problem(400, "unexpected", "unexpected message; actions go over HTTP", place="$")


async def _both(*tasks: Callable[[], Awaitable[None]]) -> None:
    """Runs tasks side by side until the first of them ends, then cancels the others; raises the
    error of a task that failed."""
    failures: list[Exception] = []
    async with anyio.create_task_group() as group:

        async def run(task: Callable[[], Awaitable[None]]) -> None:
            try:
                await task()
            except (Problem, WebSocketDisconnect) as error:
                failures.append(error)
            group.cancel_scope.cancel()

        for task in tasks:
            group.start_soon(run, task)
    if failures:
        raise failures[0]

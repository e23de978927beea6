"""Raw connections to a real server: a slow client neither blocks it nor shuts others out."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from websockets.sync.client import connect

from eastfront.serve.host import SILENT
from eastfront.serve.rate import MOST, Rate, household
from waiting import HANG

from .clients import BLUE, CAMPAIGN
from .process import process
from .test_process import ask

HALF = {
    "nothing": b"",
    "a word": b"GE",
    "half of the headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    "no body": b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n",
    "half of a body": b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"scenario"',
    "a body in parts": b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a socket that says nothing": b"GET /api/games/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}
PATIENCE = 2.0


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """A server of little patience, and its address."""
    with process("--patience", str(PATIENCE), "--connections", "64", *options) as (_, address):
        yield address


def raw(address: str) -> socket.socket:
    """A bare connection."""
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=HANG)


def ends(connection: socket.socket, within: float) -> bool:
    """Whether the server ends a connection."""
    until = time.monotonic() + within
    try:
        while (left := until - time.monotonic()) > 0:
            connection.settimeout(left)
            if not connection.recv(1 << 16):
                return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return False


@pytest.mark.parametrize("what", HALF)
def test_300_that_keep_it_waiting_shut_nobody_out(what: str) -> None:
    with serving() as address, ExitStack() as stack:
        held = [stack.enter_context(raw(address)) for _ in range(300)]
        for connection in held:
            with suppress(ConnectionError):
                connection.sendall(HALF[what])
        for _ in range(10):
            assert ask(f"{address}/api/schema")["title"] == "eastfront-wire/1"
        # a socket is told why, and has as long again to say goodbye
        until = time.monotonic() + 2 * PATIENCE + HANG
        assert all(ends(connection, until - time.monotonic()) for connection in held)


@pytest.mark.parametrize("what", ["half of the headers", "half of a body"])
def test_a_byte_now_and_then_does_not_help(what: str) -> None:
    with serving() as address:
        began = time.monotonic()
        with raw(address) as connection:
            connection.sendall(HALF[what])
            with pytest.raises(ConnectionError):
                while time.monotonic() - began < HANG:
                    connection.sendall(b"x" if what == "half of the headers" else b" ")
                    time.sleep(0.1)
        assert time.monotonic() - began > PATIENCE / 2


def test_an_answer_that_nobody_reads() -> None:
    request = b"GET /api/schema HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving() as address:
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            host, port = address.removeprefix("http://").split(":")
            lazy.connect((host, int(port)))
            lazy.settimeout(2)
            asked = 400
            with suppress(TimeoutError, ConnectionError):
                for _ in range(asked):
                    lazy.sendall(request)
            time.sleep(2 * PATIENCE)
            lazy.settimeout(HANG)
            read = 0
            with suppress(ConnectionError):
                while part := lazy.recv(1 << 16):
                    read += len(part)
        size = len(json.dumps(ask(f"{address}/api/schema")))
        assert read < asked * size


def test_a_listener_that_does_not_read() -> None:
    """It is let go while the game goes on; somebody else hears everything."""
    with serving() as address:
        bots = {"axis": "busy", "russian": "busy"}
        made = ask(f"{address}/api/games", body={"scenario": CAMPAIGN, "bots": bots})
        token = json.dumps({"token": made["tokens"]["umpire"]})
        path = f"{address}/api/games/{made['id']}"
        with raw(address) as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.sendall(
                HALF["a socket that says nothing"].replace(b"/x/", f"/{made['id']}/".encode())
            )
            body, mask = token.encode(), b"\0\0\0\0"
            lazy.sendall(bytes([129, 128 | len(body)]) + mask + body)
            with connect(path.replace("http", "ws") + "/socket", open_timeout=HANG) as listener:
                listener.send(token)
                while True:
                    update = json.loads(listener.recv(HANG))
                    position = update.get("position", update)
                    if position["decision"] is None or position["version"] > 1500:
                        break
            time.sleep(PATIENCE + 1)
            assert ends(lazy, HANG)


def test_headers_have_a_limit() -> None:
    line = b"X-Long: " + b"x" * 1000 + b"\r\n"
    with serving() as address:
        for count, whole in ((18, True), (70, True), (2000, False)):
            with raw(address) as connection:
                with suppress(ConnectionError):
                    connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + line * count)
                    if whole:
                        connection.sendall(b"\r\n")
                answer = b""
                with suppress(ConnectionError):
                    answer = connection.recv(100)
                assert answer[9:12] in (b"431", b"400", b""), answer
        assert ask(f"{address}/api/schema")


def test_silent_sockets_make_room_for_one_that_speaks() -> None:
    with serving("--patience", "30") as address, ExitStack() as stack:
        made = ask(f"{address}/api/games", body={"scenario": BLUE})
        path = f"{address}/api/games/{made['id']}/socket".replace("http", "ws")
        silent = [stack.enter_context(connect(path, open_timeout=HANG)) for _ in range(SILENT)]
        with connect(path, open_timeout=HANG) as speaks:
            speaks.send(json.dumps({"token": made["tokens"]["german"]}))
            assert json.loads(speaks.recv(HANG))["type"] == "position"
        assert json.loads(silent[0].recv(HANG))["code"] == "too-slow"


def test_those_who_behave_are_kept() -> None:
    """A connection that asks again and again, and a socket that listens, outlive the patience."""
    with serving() as address:
        made = ask(f"{address}/api/games", body={"scenario": BLUE})
        path = f"{address}/api/games/{made['id']}"
        with (
            connect(path.replace("http", "ws") + "/socket", open_timeout=HANG) as listener,
            raw(address) as asks,
        ):
            listener.send(json.dumps({"token": made["tokens"]["german"]}))
            listener.recv(HANG)
            until = time.monotonic() + 3 * PATIENCE
            while time.monotonic() < until:
                asks.sendall(b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert b"404" in asks.recv(1 << 16)
                time.sleep(0.2)
            ask(f"{path}/actions", made["tokens"]["german"], {"action": "automatic"})
            assert json.loads(listener.recv(HANG))["type"] == "update"


# -- how often ----------------------------------------------------------------------------------


def test_new_games_have_a_rate() -> None:
    with serving("--creations", "5") as address:
        for _ in range(5):
            ask(f"{address}/api/games", body={"scenario": BLUE})
        for header in ({}, {"X-Forwarded-For": "192.0.2.7"}):  # which anybody may write
            request = urllib.request.Request(
                f"{address}/api/games",
                json.dumps({"scenario": BLUE}).encode(),
                {"Content-Type": "application/json", **header},
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            assert refused.value.code == 429
            found: Any = json.load(refused.value)
            assert found["code"] == "too-many-games" and "5 new games a minute" in found["message"]


def test_a_rate_fills_up_again() -> None:
    now = [0.0]
    rate = Rate(6, clock=lambda: now[0])
    assert [rate.wait("a") for _ in range(6)] == [0.0] * 6
    assert rate.wait("a") == pytest.approx(10)
    assert rate.wait("b") == 0
    now[0] = 9.0
    assert rate.wait("a") == pytest.approx(1)
    now[0] = 10.5
    assert rate.wait("a") == 0 and rate.wait("a") > 0
    now[0] = 1000.0
    assert [rate.wait("a") for _ in range(7)].count(0.0) == 6


def test_addresses_that_are_one_household() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1:2:3")
    assert household("2001:db8:0:1::1") != household("2001:db8::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1")
    rate = Rate(1)
    for number in range(MOST + 10):
        rate.wait(f"10.0.{number // 256}.{number % 256}")
    assert rate.wait("10.0.0.0") == 0  # forgotten, as memory has an end


# -- what a stranger learns ---------------------------------------------------------------------


def answers(address: str, game: str, token: str) -> list[tuple[int, bytes]]:
    """Everything that a server answers about a game to whoever shows a word."""
    found = []
    asked = [
        ("GET", ""), ("DELETE", ""), ("GET", "/map"), ("GET", "/map.svg"), ("GET", "/record"),
        ("GET", "/battle"), ("GET", "/supply?unit=3Pz"), ("GET", "/reach"), ("GET", "/seats"),
        ("POST", "/actions"), ("POST", "/orders"), ("POST", "/undo"), ("POST", "/battle"),
        ("POST", "/seats"),
    ]  # fmt: skip
    bodies = [b'{"invitation": "x"}', b"{}", b"nonsense", b"x" * 100_000]
    for method, path in asked:
        for body in bodies if method == "POST" else [None]:
            request = urllib.request.Request(
                f"{address}/api/games/{game}{path}",
                body,
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
                method=method,
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            found.append((refused.value.code, refused.value.read()))
    with connect(f"{address}/api/games/{game}/socket".replace("http", "ws")) as socket_:
        socket_.send(json.dumps({"token": token}))
        found.append((0, str(socket_.recv(10)).encode()))
    return found


def test_a_game_that_there_is_not_and_a_wrong_word_are_alike() -> None:
    with serving() as address:
        one, other = (ask(f"{address}/api/games", body={"scenario": BLUE}) for _ in range(2))
        known = answers(address, one["id"], "x" * 32)
        assert known == answers(address, "nothing", "x" * 32)
        assert known == answers(address, one["id"], other["tokens"]["german"])
        assert known == answers(address, one["id"], one["invitations"]["soviet"])
        assert {code for code, _ in known} <= {0, 400, 404, 413}

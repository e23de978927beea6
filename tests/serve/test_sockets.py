"""Sockets: clients with a token receive every event in order; slow or noisy ones are dropped."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

import eastfront as ef
from eastfront.serve.host import BACKLOG, Host, Listener
from eastfront.serve.limits import Limits

from .clients import BLUE, CAMPAIGN, heard, make, play, server

pytestmark = pytest.mark.lowest


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with server(Limits(patience=0.3, sockets=3)) as made:
        yield made


def test_every_change_is_heard_in_order(client: TestClient) -> None:
    game = make(client, seed=2)
    with (
        client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as german,
        client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as soviet,
    ):
        german.send_text(json.dumps({"token": game.tokens["german"]}))
        soviet.send_text(json.dumps({"token": game.tokens["soviet"], "positions": False}))
        assert heard(german)["type"] == heard(soviet)["type"] == "position"
        game.push("automatic", seat="german")
        play(game, random.Random(2), 11)
        game.post("/undo", {}, seat="umpire")
        versions = []
        for _ in range(13):
            update, news = heard(german), heard(soviet)
            assert update["type"] == "update" and news["type"] == "news"
            assert update["position"]["observation"]["seat"] == "german"
            assert update["position"]["version"] == news["version"]
            versions.append(news["version"])
        assert versions == sorted(set(versions))
        assert update["undone"] > 0
        for act in update["acts"]:
            assert act["by"] != "soviet" or act["action"] is None


def test_bots_play_in_the_background(client: TestClient) -> None:
    """A person is answered while a bot plays, and hears of each of its actions."""
    game = make(client, CAMPAIGN, seed=4, bots={"axis": "greedy", "russian": "busy"})
    assert set(game.tokens) == {"umpire"}
    with client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        socket.send_text(json.dumps({"token": game.tokens["umpire"]}))
        version = heard(socket)["version"]
        for _ in range(60):
            update = heard(socket)
            assert update["position"]["version"] > version
            version = update["position"]["version"]
            client.get("/api/schema")
        assert not game.table.state.is_over, "answers waited for the end of the game"
    client.delete(game.path, headers=game.head("umpire"))


def test_a_person_plays_a_bot(client: TestClient) -> None:
    game = make(client, seed=11, bots={"soviet": "busy"})
    rng = random.Random(11)
    assert set(game.tokens) == {"german", "umpire"}
    game.push("automatic", seat="german")
    deadline = time.monotonic() + 1200
    taken = 0
    while not game.table.state.is_over:
        assert time.monotonic() < deadline
        if game.table.state.to_move != "german":
            time.sleep(0.005)
            continue
        taken += play(game, rng, 1, idle=0.8)
    assert taken > 20
    end = game.position("german")
    assert end["outcome"] and end["decision"] is None
    kept = ef.record.parse(game.get("/record", seat="german").text)
    assert kept.players == {"german": "person", "soviet": "busy"}
    kept.replay()


def test_who_says_nothing_or_too_much(client: TestClient) -> None:
    game = make(client)
    with client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        assert heard(socket)["code"] == "too-slow"
    with client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        socket.send_text(json.dumps({"token": game.tokens["german"]}))
        heard(socket)
        socket.send_text("{}")
        assert heard(socket)["code"] == "unexpected"
        assert socket.receive()["code"] == 1008
    with client.websocket_connect("ws://127.0.0.1/api/games/nothing/socket") as socket:
        socket.send_text(json.dumps({"token": game.tokens["german"]}))
        assert heard(socket)["code"] == "unknown-game"
    with client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        socket.send_bytes(b"\0")
        assert heard(socket)["code"] == "bad-json"


def test_the_limit_of_sockets() -> None:
    with server(Limits(sockets=3)) as client, ExitStack() as sockets:
        game = make(client)
        for n in range(4):
            connection = client.websocket_connect(f"ws://127.0.0.1{game.path}/socket")
            socket = sockets.enter_context(connection)
            socket.send_text(json.dumps({"token": game.tokens["german"]}))
            told = heard(socket)
            assert told["type"] == "position" if n < 3 else told["code"] == "too-many-sockets"


def test_the_end_of_a_game_ends_its_sockets(client: TestClient) -> None:
    game = make(client)
    with client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        socket.send_text(json.dumps({"token": game.tokens["german"]}))
        heard(socket)
        client.delete(game.path, headers=game.head("umpire"))
        assert socket.receive()["code"] == 1001


def test_a_listener_that_does_not_keep_up_is_let_go() -> None:
    async def told() -> tuple[list[bytes | None], bool]:
        listener = Listener("german", True)
        for n in range(BACKLOG + 20):
            listener.hear(b"%d" % n)
        listener.end()
        return [listener.waiting.get_nowait() for _ in range(listener.waiting.qsize())], (
            listener.late
        )

    messages, late = asyncio.run(told())
    assert late and messages[-1] is None
    assert messages[:-1] == [b"%d" % n for n in range(BACKLOG)]


@pytest.mark.parametrize(("moment", "reads"), [(30.0, True), (0.1, False)])
def test_a_bot_waits_a_moment_for_who_lags(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, moment: float, reads: bool
) -> None:
    """Until it has caught up, and no longer than a moment for one that does not read."""
    monkeypatch.setitem(Host.caught_up.__globals__, "MOMENT", moment)
    table = make(client).table

    async def waited() -> float:
        host, listener = Host(Limits()), Listener("german", True)
        host.listen(table, listener)
        for n in range(BACKLOG // 2 - 1):
            listener.hear(b"%d" % n)
        with pytest.raises(StopIteration):  # it keeps up: nothing is waited for
            host.caught_up(table).send(None)
        began = time.perf_counter()
        listener.hear(b"one more")
        if reads:
            asyncio.get_running_loop().call_later(0.02, listener.waiting.get_nowait)
        await host.caught_up(table)
        return time.perf_counter() - began

    took = asyncio.run(waited())
    assert 0.02 <= took < moment if reads else took >= moment


def test_one_game_does_not_hold_up_another(client: TestClient) -> None:
    """While somebody holds a game, requests to it wait, and those to others do not."""
    held, other = make(client), make(client, BLUE)
    with ThreadPoolExecutor(1) as pool:
        with held.table.lock:
            waiting = pool.submit(held.get, seat="german")
            other.get(seat="german")
            client.get("/api/scenarios")
            assert not waiting.done()
        assert waiting.result(300).status_code == 200

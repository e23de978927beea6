"""Any malformed request is answered with an error document, and changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eastfront.serve.limits import Limits

from .clients import BLUE, Played, make, server

some = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
keys = st.sampled_from(
    ["action", "order", "version", "scenario", "options", "dice", "seed", "bots", "target",
     "attackers", "kind", "supports", "token", "luftwaffe"]
) | st.text(max_size=8)  # fmt: skip
documents = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5)
)
posts = st.sampled_from(["/actions", "/orders", "/undo", "/battle"])
seats = st.sampled_from(["german", "soviet", "umpire"])
paths = st.text(alphabet="abz0149/.%?=&\\ ~é", max_size=24)


@pytest.fixture(scope="module")
def game() -> Iterator[Played]:
    with server() as client:
        made = make(client)
        made.push("automatic", seat="german")
        yield made


def refused(answer: Any) -> dict[str, Any]:
    """The error document of an answer, which must be one."""
    found: dict[str, Any] = answer.json()
    assert 400 <= answer.status_code < 500, answer.text
    assert found["type"] == "error" and found["status"] == answer.status_code
    assert found["message"] and "Traceback" not in answer.text
    return found


@some
@given(posts, seats, st.binary(max_size=200))
def test_bytes(game: Played, path: str, seat: str, body: bytes) -> None:
    before = game.key
    headers = {**game.head(seat), "Content-Type": "application/json"}
    answer = game.client.post(f"{game.path}{path}", headers=headers, content=body)
    refused(answer)
    assert game.key == before


@some
@given(posts, seats, documents)
def test_documents(game: Played, path: str, seat: str, document: Any) -> None:
    before = game.key
    headers = {**game.head(seat), "Content-Type": "application/json"}
    body = json.dumps(document)
    answer = game.client.post(f"{game.path}{path}", headers=headers, content=body)
    legal = path == "/undo" and isinstance(document, dict) and seat in ("german", "umpire")
    if legal and answer.status_code == 200:  # {} is a way to take one's own action back
        game.push("automatic", seat="german")
        return
    refused(answer)
    assert game.key == before


@some
@given(seats, st.text(max_size=60))
def test_words_in_place_of_actions(game: Played, seat: str, text: str) -> None:
    before = game.key
    for path, name in (("/actions", "action"), ("/orders", "order")):
        headers = {**game.head(seat), "Content-Type": "application/json"}
        body = json.dumps({name: text}).encode()
        refused(game.client.post(f"{game.path}{path}", headers=headers, content=body))
    assert game.key == before


@some
@given(seats, st.text(max_size=20), st.sampled_from(["/supply", "/reach", "/battle", "/map.svg"]))
def test_questions(game: Played, seat: str, text: str, path: str) -> None:
    before = game.key
    query = {"unit": text.encode("utf-8", "replace").decode(), "last": "x"}
    answer = game.client.get(f"{game.path}{path}", headers=game.head(seat), params=query)
    if path != "/map.svg":
        refused(answer)
    assert game.key == before


@some
@given(st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH"]), paths)
def test_routes(game: Played, method: str, path: str) -> None:
    before = game.key
    answer = game.client.request(method, "http://127.0.0.1/" + path.lstrip("/\\"))
    if (method, answer.request.url.path) != ("GET", "/"):  # that is the page
        refused(answer)
    assert game.key == before


@some
@given(documents)
def test_new_games(game: Played, document: Any) -> None:
    lobby = game.client.app.state.host.lobby  # type: ignore[attr-defined]
    count = len(lobby)
    headers = {"Content-Type": "application/json"}
    refused(game.client.post("/api/games", headers=headers, content=json.dumps(document)))
    assert len(lobby) == count


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=60) | documents.map(json.dumps))
def test_first_messages(game: Played, text: str) -> None:
    before = game.key
    with game.client.websocket_connect(f"ws://127.0.0.1{game.path}/socket") as socket:
        socket.send_text(text.encode("utf-8", "replace").decode())
        found = json.loads(socket.receive_text())
        assert found["type"] == "error" and 400 <= found["status"] < 500
        assert socket.receive()["type"] == "websocket.close"
    assert game.key == before


def test_deep_documents(game: Played) -> None:
    headers = {**game.head("german"), "Content-Type": "application/json"}
    for body in ("[" * 30000, '{"action":' * 5000, "[" * 5000 + "]" * 5000):
        refused(game.client.post(f"{game.path}/actions", headers=headers, content=body))


def test_types_and_lengths(game: Played) -> None:
    head = game.head("german")
    answer = game.client.post(f"{game.path}/actions", headers=head, content=b'{"action": "free"}')
    assert refused(answer)["code"] == "wrong-type"
    long = json.dumps({"action": "x" * 70_000})
    answer = game.client.post(
        f"{game.path}/actions", headers={**head, "Content-Type": "application/json"}, content=long
    )
    assert refused(answer)["code"] == "too-long"

    def parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 10_000

    answer = game.client.post(
        f"{game.path}/actions",
        headers={**head, "Content-Type": "application/json"},
        content=parts(),
    )
    assert refused(answer)["code"] == "too-long"


def test_the_limit_of_games() -> None:
    with server(Limits(games=2)) as client:
        first = make(client)
        make(client)
        answer = client.post("/api/games", json={"scenario": BLUE})
        assert refused(answer)["code"] == "too-many-games" and answer.status_code == 429
        client.delete(first.path, headers=first.head("umpire"))
        make(client)


def test_idle_games_are_dropped() -> None:
    import time

    with server(Limits(idle=3)) as client:
        game = make(client)
        kept = make(client)
        with client.websocket_connect(f"ws://127.0.0.1{kept.path}/socket") as socket:
            socket.send_text(json.dumps({"token": kept.tokens["german"]}))
            socket.receive_text()
            deadline = time.monotonic() + 300
            while len(client.app.state.host.lobby) > 1:  # type: ignore[attr-defined]
                assert time.monotonic() < deadline
                time.sleep(0.05)
            game.get(seat="german", status=404)
            kept.get(seat="german")


def test_undo_reaches_so_far_and_no_farther() -> None:
    with server(Limits(undo=3)) as client:
        game = make(client, "russian-campaign/barbarossa", dice="manual")
        rng = random.Random(1)
        for _ in range(6):
            seat = game.mover()
            game.push(rng.choice(game.position(seat)["decision"]["actions"])["id"], seat=seat)
        for _ in range(3):
            game.post("/undo", {}, seat="umpire")
        game.post("/undo", {}, seat="umpire", status=409)
        assert len(game.key[2]) == 3

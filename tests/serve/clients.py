"""A front end for tests: games created and played through the test client of Starlette."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eastfront import serve
from eastfront.serve.limits import Limits
from eastfront.serve.table import Table

BLUE = "barbarossa-deluxe/blue-kremlin"
CAMPAIGN = "russian-campaign/barbarossa"
ZITADELLE = "barbarossa-1971/zitadelle"
Json = dict[str, Any]


OFTEN = 10_000
"""The limit of new games a minute: tests create many."""


@contextmanager
def server(limits: Limits | None = None, folder: Path | None = None) -> Iterator[TestClient]:
    """A server and a client of it; the server's work goes on while the client waits."""
    bounds = replace(limits or Limits(), creations=OFTEN)
    with TestClient(serve.app(bounds, folder=folder), base_url="http://127.0.0.1") as client:
        yield client


@dataclass
class Played:
    """A game on a server."""

    client: TestClient
    id: str
    tokens: dict[str, str]

    @property
    def path(self) -> str:
        """The path of the game's routes."""
        return f"/api/games/{self.id}"

    @property
    def table(self) -> Table:
        """The server's object of the game."""
        assert isinstance(self.client.app, Starlette)
        return next(one for one in self.client.app.state.host.lobby if one.id == self.id)

    @property
    def key(self) -> tuple[int, int, list[str]]:
        """The state that a refused request must leave unchanged."""
        table = self.table
        return table.state.key, table.version, list(table.recorder.record.actions)

    def head(self, seat: str) -> dict[str, str]:
        """The header with the token of a seat."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, path: str = "", *, seat: str, status: int = 200) -> httpx.Response:
        """The answer to a GET request of a seat."""
        answer = self.client.get(f"{self.path}{path}", headers=self.head(seat))
        assert answer.status_code == status, answer.text
        return answer

    def post(self, path: str, body: Any, *, seat: str, status: int = 200) -> Json:
        """The answer to a POST request of a seat."""
        answer = self.client.post(f"{self.path}{path}", headers=self.head(seat), json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        assert found["format"] == "eastfront-wire/1"
        assert (found["type"] == "error") == (status >= 400)
        return found

    def position(self, seat: str) -> Json:
        """The position as a seat sees it."""
        found: Json = self.get(seat=seat).json()
        return found

    def push(self, action: str | int, *, seat: str, status: int = 200) -> Json:
        """A seat takes an action."""
        return self.post("/actions", {"action": action}, seat=seat, status=status)

    def mover(self) -> str:
        """The seat to act; empty when the game is over."""
        actor = self.table.state.to_move
        return "umpire" if actor == "chance" else actor or ""


def make(client: TestClient, scenario: str = BLUE, **wanted: Any) -> Played:
    """A new game with all seats taken by the caller."""
    answer = client.post("/api/games", json={"scenario": scenario, **wanted})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = made["tokens"]
    for seat, word in made["invitations"].items():
        taken = client.post(f"/api/games/{made['id']}/seats", json={"invitation": word})
        assert taken.status_code == 201, taken.text
        tokens[seat] = taken.json()["token"]
    return Played(client, made["id"], tokens)


def busy(actions: list[Json], rng: random.Random, idle: float = 1 / 16) -> Json:
    """An action of busy play, which passes with some probability."""
    deeds = [a for a in actions if not a["passes"]]
    passes = [a for a in actions if a["passes"]]
    resting = passes and (not deeds or rng.random() < idle)
    return rng.choice(passes if resting else deeds)


def play(game: Played, rng: random.Random, most: int, idle: float = 1 / 16) -> int:
    """Plays on with every seat, as a front end would; returns the number of actions."""
    told: Json = {}
    by = ""
    for taken in range(most):
        seat = game.mover()
        if not seat:
            return taken
        position = told if seat == by else game.position(seat)
        action = busy(position["decision"]["actions"], rng, idle)
        told, by = game.push(action["id"], seat=seat)["position"], seat
    return most


def heard(socket: Any) -> Json:
    """The next message of a socket."""
    found: Json = json.loads(socket.receive_text())
    return found

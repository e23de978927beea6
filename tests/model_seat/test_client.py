"""A seat played by the SDK's own client: over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

import eastfront
from eastfront import wire
from eastfront.loading.game import load
from eastfront.mcp.player import Player
from eastfront.mcp.running import Wanted, seated
from eastfront.mcp.server import server
from eastfront.mcp.tools import Tools
from waiting import HANG

from .seats import BLUE, ZITADELLE, listed

pytestmark = pytest.mark.lowest

PYTHON = Path(eastfront.__file__).parents[1]
COMMAND = ["-m", "eastfront.cli.main", "mcp"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PYTHON), "PYTHONUNBUFFERED": "1"}
TOOLS = {
    "position", "look", "reach", "supply", "odds", "battle", "why_not", "rule", "play", "undo",
    "wait",
}  # fmt: skip
MODES = ("auto", "legacy")
"""The newest version of the protocol, and the handshake of the earlier ones."""


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """What a model reads."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return said(answer)


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """What a model reads of a refusal."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return said(answer)


def said(answer: Any) -> str:
    (block,) = answer.content
    return str(block.text)


async def within(task: Any) -> None:
    async with asyncio.timeout(HANG):
        await task


# -- over standard input and output -------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_client_plays_over_standard_input_and_output(mode: Any) -> None:
    game = ["--opponent", "busy", "--seed", "4", "--setup", "ready"]
    command = StdioServerParameters(
        command=sys.executable, args=[*COMMAND, BLUE, *game], env=ENVIRONMENT
    )

    async def play() -> None:
        async with Client(stdio_client(command), mode=mode) as client:
            assert client.instructions and "you play the german side" in client.instructions
            found = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(found) == TOOLS
            assert all(tool.description and not tool.output_schema for tool in found.values())
            assert {name for name in TOOLS if not read_only(found[name])} == {"play", "undo"}
            told = await call(client, "position")
            assert told.startswith("Operations Blue & Kremlin") and "crimea-supply" in told
            done = await call(client, "play", action="coastal-supply")
            while "Your decision: logistics zone" not in done:
                done += await call(client, "wait")
            assert done.startswith("german: coastal-supply\nsoviet: acts\n")
            refused = await refusal(client, "play", action="end-replacements")
            assert "BD-13.8a: `end-replacements` is not among the actions" in refused
            assert f"Rule BD-13.8a: {wire.rule('BD-13.8a').text}" in refused
            assert json.loads(await call(client, "why_not", action="south")) == {"legal": True}
            assert "no action that the german may take back" in await refusal(client, "undo")
            assert "attackers" in await refusal(client, "odds", target="1708")

    asyncio.run(within(play()))


def test_a_game_is_disguised() -> None:
    game = ["--opponent", "busy", "--seed", "4", "--setup", "ready", "--disguised", "5"]
    command = StdioServerParameters(
        command=sys.executable, args=[*COMMAND, BLUE, *game], env=ENVIRONMENT
    )

    async def play() -> None:
        async with Client(stdio_client(command)) as client:
            assert client.server_info.name == "wargame"
            told = [str(client.instructions), await call(client, "position")]
            coastal = next(a for a in listed(load(BLUE), told[1]) if a == "coastal-supply")
            told.append(await call(client, "play", action=coastal))
            told.append(await refusal(client, "play", action=coastal))
            told.append(await refusal(client, "look", places=["1606"]))
            text = " ".join(told).lower()
            assert "the disguised campaign" in text and "no hex and no box `1606`" in text
            for word in ("german", "soviet", "moscow", "eastfront", "kremlin", "3pz", "bd-"):
                assert word not in text

    asyncio.run(within(play()))


def read_only(tool: Any) -> bool:
    return bool(tool.annotations and tool.annotations.read_only_hint)


def test_standard_output_is_the_models() -> None:
    command = [sys.executable, *COMMAND, BLUE]
    done = subprocess.run(
        [*command, "--json"], env=ENVIRONMENT, capture_output=True, text=True, timeout=HANG
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "--http" in done.stderr
    done = subprocess.run(
        [*command, "--port", "0"], env=ENVIRONMENT, capture_output=True, text=True, timeout=HANG,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    assert "eastfront: for the soviet: http://127.0.0.1:" in done.stderr


# -- over HTTP ----------------------------------------------------------------------------------


@contextmanager
def process(*options: str) -> Iterator[Any]:
    """A server over HTTP, and how it is reached."""
    with subprocess.Popen(
        [sys.executable, *COMMAND, *options, "--http", "--port", "0", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
    ) as running:  # fmt: skip
        assert running.stdout is not None and running.stderr is not None
        lines = []
        while "}" not in (line := running.stdout.readline().rstrip()) or line != "}":
            lines.append(line)
            assert line or running.poll() is None, running.stderr.read()
        try:
            yield json.loads("".join([*lines, "}"]))
        finally:
            running.kill()


def ask(address: str, token: str = "", body: Any = None) -> Any:
    """A request of a person's page."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
        return json.load(answer)


def test_a_client_plays_a_person_over_http() -> None:
    with process(ZITADELLE, "--setup", "ready", "--side", "soviet") as served:
        assert served["side"] == "soviet"
        address, _, fragment = served["links"]["axis"].partition("#")
        link = dict(urllib.parse.parse_qsl(fragment))
        game = f"{address}api/games/{link['game']}"
        person = ask(f"{game}/seats", body={"invitation": link["invitation"]})
        with pytest.raises(urllib.error.HTTPError) as none:
            ask(served["address"], body={})
        assert none.value.code == 401 and json.load(none.value)["code"] == "no-token"
        with pytest.raises(urllib.error.HTTPError) as other:
            ask(served["address"], person["token"], {})
        assert other.value.code == 401  # the token of another seat

        async def play() -> None:
            head = {"Authorization": f"Bearer {served['token']}"}
            async with (
                httpx2.AsyncClient(headers=head, timeout=HANG) as http,
                Client(streamable_http_client(served["address"], http_client=http)) as client,
            ):
                assert (await call(client, "wait", seconds=0)).endswith(
                    "Waiting: axis decides reorganization."
                )
                assert "axis is to act" in await refusal(client, "play", action="break 1Shk")
                waiting = asyncio.create_task(call(client, "wait"))
                actions = f"{game}/actions"
                for action in ("break 1PzA", "end-reorganization"):
                    await asyncio.to_thread(ask, actions, person["token"], {"action": action})
                while True:
                    found = await asyncio.to_thread(ask, game, person["token"])
                    if not found["decision"]["yours"]:
                        break
                    chosen = next(a for a in found["decision"]["actions"] if a["passes"])
                    body = {"action": chosen["id"]}
                    await asyncio.to_thread(ask, actions, person["token"], body)
                told = await waiting
                assert "axis: break 1PzA" in told and "Your decision: " in told

        asyncio.run(within(play()))


# -- in one process -----------------------------------------------------------------------------


def test_a_model_plays_a_game_to_its_end() -> None:
    one = seated(Wanted(BLUE, opponent="busy", seed=2, ready=True))

    async def play() -> None:
        async with one.made.router.lifespan_context(one.made):
            player = Player(one.host, Tools(one.table, one.seat))
            player.sit_down()
            one.host.drive(one.table)
            async with Client(server(player)) as client:
                told = await call(client, "wait")
                played = 0
                while "The game is over" not in told:
                    if "Legal actions:" not in told:
                        told = await call(client, "wait")
                        continue
                    actions = listed(one.table.game, told)
                    passes = [a for a in actions if a.startswith(("end-", "decline", "ask-never"))]
                    told = await call(client, "play", action=(passes or actions)[0])
                    played += 1
                assert played > 20
                assert told.splitlines()[-1].startswith("The game is over: ")
                assert "the game is over" in await refusal(client, "play", action="end-movement")

    asyncio.run(within(play()))
    assert one.table.state.is_over

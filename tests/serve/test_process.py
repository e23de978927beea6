"""The server as people start it: a process, an address, Ctrl-C."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from eastfront.cli.main import eastfront

from .clients import BLUE, CAMPAIGN
from .process import process


def ask(address: str, token: str = "", body: Any = None) -> Any:
    """A request with nothing but the standard library."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
        return json.load(answer)


def test_a_server_and_its_sockets() -> None:
    with process("--body", "1000", "--games", "2") as (server, address):
        made = ask(f"{address}/api/games", body={"scenario": BLUE, "seed": 1})
        path, tokens = f"{address}/api/games/{made['id']}", made["tokens"]
        with connect(path.replace("http", "ws") + "/socket") as listener:
            listener.send(json.dumps({"token": tokens["soviet"]}))
            assert json.loads(listener.recv(10))["type"] == "position"
            done = ask(f"{path}/actions", tokens["german"], {"action": "automatic"})
            update = json.loads(listener.recv(10))
            assert update["position"]["version"] == done["position"]["version"]
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(f"{path}/actions", tokens["german"], {"action": "x" * 2000})
            assert refused.value.code == 413
            assert json.load(refused.value)["code"] == "too-long"
            listener.send("x" * 3000)  # longer than a message may be
            with pytest.raises(Exception, match=r"1009|closed|too big"):
                while True:
                    listener.recv(10)
        assert server.poll() is None


def stopped_after() -> float:
    """Seconds that a server takes to stop: sockets are open, bots play, a request is half sent."""
    with process() as (server, address):
        bots = {"axis": "greedy", "russian": "greedy"}
        made = ask(f"{address}/api/games", body={"scenario": CAMPAIGN, "bots": bots})
        path = f"{address}/api/games/{made['id']}"
        host, port = address.removeprefix("http://").split(":")
        with (
            connect(path.replace("http", "ws") + "/socket") as listener,
            socket.create_connection((host, int(port))) as half,
        ):
            half.sendall(
                b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
            )
            listener.send(json.dumps({"token": made["tokens"]["umpire"]}))
            for _ in range(5):
                listener.recv(30)
            server.send_signal(signal.SIGINT)
            began = time.perf_counter()
            assert server.wait(10) == 0
            took = time.perf_counter() - began
        assert server.stdout is not None and server.stderr is not None
        assert server.stdout.read().splitlines()[-1] == "eastfront: stopped"
        assert "Traceback" not in server.stderr.read()
    return took


def test_ctrl_c_stops_it_within_a_second() -> None:
    # a machine that is busy with other things may be slow once
    assert any(stopped_after() < 1.0 for _ in range(3))


def test_the_address_as_json() -> None:
    with process("--json") as (server, address):
        assert ask(f"{address}/api/scenarios")["type"] == "scenarios"
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "eastfront.cli.main", "serve", "--port", port]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode != 0
    assert port in found.stderr and "Traceback" not in found.stderr


def test_help_says_what_it_does() -> None:
    found = CliRunner().invoke(eastfront, ["serve", "--help"])
    assert found.exit_code == 0
    for word in ("--host", "--port", "--games", "--body", "--idle", "127.0.0.1", "Ctrl-C"):
        assert word in found.output


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from eastfront.cli import main

    for name in [n for n in sys.modules if n.startswith("eastfront.serve")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    errors: list[str] = []
    monkeypatch.setattr(main.click, "echo", lambda text, err=False: errors.append(text))
    assert main.run(["serve"]) == 1
    assert errors == [
        "eastfront: serving needs uvicorn: install it with `pip install eastfront[serve]`"
    ]

"""The server as a user starts it: a process, an address, Ctrl-C."""

from __future__ import annotations

import errno
import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from eastfront import serve
from eastfront.cli.main import eastfront
from waiting import HANG

from .clients import BLUE, CAMPAIGN
from .process import process

pytestmark = pytest.mark.lowest


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
        assert set(tokens) == {made["seat"]} == {"german"}
        seated = ask(f"{path}/seats", body={"invitation": made["invitations"]["soviet"]})
        tokens |= {seated["seat"]: seated["token"]}
        with connect(path.replace("http", "ws") + "/socket", open_timeout=HANG) as listener:
            listener.send(json.dumps({"token": tokens["soviet"]}))
            assert json.loads(listener.recv(HANG))["type"] == "position"
            done = ask(f"{path}/actions", tokens["german"], {"action": "automatic"})
            update = json.loads(listener.recv(HANG))
            assert update["position"]["version"] == done["position"]["version"]
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(f"{path}/actions", tokens["german"], {"action": "x" * 2000})
            assert refused.value.code == 413
            assert json.load(refused.value)["code"] == "too-long"
            listener.send("x" * 3000)  # longer than a message may be
            with pytest.raises(Exception, match=r"1009|closed|too big"):
                while True:
                    listener.recv(HANG)
        assert server.poll() is None


def test_ctrl_c_stops_it() -> None:
    """While sockets are open, bots play and a request is half sent."""
    with process() as (server, address):
        bots = {"axis": "greedy", "russian": "greedy"}
        made = ask(f"{address}/api/games", body={"scenario": CAMPAIGN, "bots": bots})
        path = f"{address}/api/games/{made['id']}"
        host, port = address.removeprefix("http://").split(":")
        with (
            connect(path.replace("http", "ws") + "/socket", open_timeout=HANG) as listener,
            socket.create_connection((host, int(port))) as half,
        ):
            half.sendall(
                b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
            )
            listener.send(json.dumps({"token": made["tokens"]["umpire"]}))
            for _ in range(5):
                listener.recv(HANG)
            server.send_signal(signal.SIGINT)
            assert server.wait(HANG) == 130
        assert server.stderr is not None
        assert server.stderr.read() == "eastfront: interrupted\n"


def test_a_service_is_stopped_in_order() -> None:
    with process() as (server, address):
        path = f"{address}/api/games/{ask(f'{address}/api/games', body={'scenario': BLUE})['id']}"
        with connect(path.replace("http", "ws") + "/socket", open_timeout=HANG) as listener:
            server.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                listener.recv(HANG)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert server.wait(HANG) in (0, -signal.SIGTERM)
        assert server.stderr is not None and server.stderr.read() == ""


def test_the_address_as_json() -> None:
    with process("--json") as (server, address):
        assert ask(f"{address}/api/scenarios")["type"] == "scenarios"
        server.send_signal(signal.SIGINT)
        assert server.wait(HANG) == 130


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "eastfront.cli.main", "serve", "--memory", "--port", port]
        found = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
        with pytest.raises(OSError, match=rf"127\.0\.0\.1:{port}: Address already in use") as error:
            serve.run(port=int(port))
    assert error.value.errno == errno.EADDRINUSE
    assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert f"127.0.0.1:{port}: Address already in use" in found.stderr


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "not a host"])
def test_an_address_that_is_none(host: str) -> None:
    command = [sys.executable, "-m", "eastfront.cli.main", "serve", "--memory", "--host", host]
    found = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert host in found.stderr


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
    assert main.run(["serve"]) == 2
    assert errors == [
        "eastfront: serving needs uvicorn: install it with `pip install eastfront[serve]`"
    ]

"""Games outlive their server: they are stored as they are played, and the next server continues."""

from __future__ import annotations

import json
import random
import re
import shutil
import stat
import subprocess
import sys
import threading
import time
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront import files, serve
from eastfront.serve import host
from eastfront.serve.keeping import FORMAT, Folder, Head, usual
from eastfront.serve.limits import Limits

from .clients import BLUE, CAMPAIGN, Played, make, play, server
from .process import process
from .test_process import ask


def document(game: Played, seat: str) -> Any:
    """All that a seat is told of a position."""
    return game.position(seat)


def again(game: Played, client: Any) -> Played:
    """The same game at another server."""
    return Played(client, game.id, game.tokens)


def step(address: str, made: dict[str, Any], rng: random.Random) -> None:
    """The seat that is to act does something."""
    path = f"{address}/api/games/{made['id']}"
    for token in made["tokens"].values():
        position = ask(path, token)
        if position["decision"] and position["decision"]["yours"]:
            action = rng.choice(position["decision"]["actions"])
            ask(f"{path}/actions", token, {"action": action["id"]})
            return


def test_a_server_that_is_killed(tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    rng = random.Random(4)
    with process("--folder", folder) as (running, address):
        made = ask(f"{address}/api/games", body={"scenario": BLUE, "seed": 4})
        path = f"/api/games/{made['id']}"
        for word in made["invitations"].values():
            seated = ask(f"{address}{path}/seats", body={"invitation": word})
            made["tokens"][seated["seat"]] = seated["token"]
        for _ in range(60):
            step(address, made, rng)
        before = {seat: ask(f"{address}{path}", word) for seat, word in made["tokens"].items()}
        record = ask(f"{address}{path}/record", made["tokens"]["umpire"])
        running.kill()
        running.wait(60)
    with process("--folder", folder) as (running, address):
        after = {seat: ask(f"{address}{path}", word) for seat, word in made["tokens"].items()}
        assert after == before
        assert ask(f"{address}{path}/record", made["tokens"]["umpire"]) == record
        for _ in range(20):
            step(address, made, rng)
        assert ask(f"{address}{path}", made["tokens"]["umpire"])["version"] > 60


def test_a_server_that_is_killed_while_bots_play(tmp_path: Path) -> None:
    """As often as one likes, the game goes on from what everybody had been told."""
    folder = str(tmp_path / "games")
    bots = {"axis": "busy", "russian": "busy"}
    told: list[str] = []
    for round_ in range(4):
        with process("--folder", folder) as (running, address):
            if round_ == 0:
                made = ask(f"{address}/api/games", body={"scenario": CAMPAIGN, "bots": bots})
                path, token = f"/api/games/{made['id']}", made["tokens"]["umpire"]
            until = time.monotonic() + 600
            while True:
                record = ask(f"{address}{path}/record", token)
                actions = [a for phase in record["phases"] for a in phase["actions"]]
                assert actions[: len(told)] == told
                if len(actions) > len(told) + 30 or record["outcome"]:
                    break
                assert time.monotonic() < until
            told = actions
            running.kill()
            running.wait(60)
    kept = ef.record.parse(json.dumps(record))
    assert kept.replay().key and len(told) > 100


def test_everything_of_a_game_is_as_it_was(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, dice="manual", options=["artillery"])
        rng = random.Random(2)
        play(game, rng, 400)
        for _ in range(3):
            game.post("/undo", {}, seat="umpire")
        play(game, rng, 40)
        seats = ("axis", "russian", "umpire")
        paths = ("", "/record", "/battle?last=1", "/map", "/seats")
        before = [
            [client.get(f"{game.path}{path}", headers=game.head(s)).text for path in paths]
            for s in seats
        ]
        assert "result" in before[0][2]
        undone = len(game.key[2])
    with server(folder=tmp_path) as client:
        game = again(game, client)
        after = [
            [client.get(f"{game.path}{path}", headers=game.head(s)).text for path in paths]
            for s in seats
        ]
        assert after == before
        told = game.position("umpire")
        while told["can_undo"]:
            told = game.post("/undo", {}, seat="umpire")["position"]
        assert len(game.key[2]) < undone - 200


def test_what_a_side_may_take_back_stays_so(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, dice="manual")
        play(game, random.Random(8), 30)
        seat = game.mover()
        assert game.push(game.position(seat)["decision"]["actions"][0]["id"], seat=seat)[
            "position"
        ]["can_undo"]
        key = game.key
    with server(folder=tmp_path) as client:
        game = again(game, client)
        assert game.key == key
        other = next(s for s in ("axis", "russian") if s != seat)
        game.post("/undo", {}, seat=other, status=409)
        assert game.post("/undo", {}, seat=seat)["undone"] == 1


def test_a_set_up_that_ships_is_kept_and_no_side_takes_it_back(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, setup="ready")
        key = game.key
    with server(folder=tmp_path) as client:
        game = again(game, client)
        assert game.key == key and game.table.version > 0
        for side in ("axis", "russian"):
            game.post("/undo", {}, seat=side, status=409)


def test_dice_from_a_seed_go_on(tmp_path: Path) -> None:
    """A game that was broken off twice is the game that was not."""
    lengths = (50, 70, 60)

    rng, game = random.Random(7), None
    for length in lengths:
        with server(folder=tmp_path) as client:
            game = again(game, client) if game else make(client, CAMPAIGN, seed=11)
            play(game, rng, length, idle=0.6)
            game.post("/undo", {}, seat="umpire")
            broken = list(game.key[2])
    with server() as client:
        rng, game = random.Random(7), make(client, CAMPAIGN, seed=11)
        for length in lengths:
            play(game, rng, length, idle=0.6)
            game.post("/undo", {}, seat="umpire")
        assert list(game.key[2]) == broken
    assert any(action.startswith("roll ") for action in broken)


def test_seats_stay_taken_and_open(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        made = client.post("/api/games", json={"scenario": BLUE}).json()
        path = f"/api/games/{made['id']}/seats"
        taken = client.post(path, json={"invitation": made["invitations"]["soviet"]}).json()
    for _ in range(2):
        with server(folder=tmp_path) as client:
            used = client.post(path, json={"invitation": made["invitations"]["soviet"]})
            assert used.status_code == 404
            head = {"Authorization": f"Bearer {taken['token']}"}
            seats = client.get(path, headers=head).json()["seats"]
            assert seats == {"german": "taken", "soviet": "taken", "umpire": "open"}
    with server(folder=tmp_path) as client:
        late = client.post(path, json={"invitation": made["invitations"]["umpire"]})
        assert late.json()["seat"] == "umpire"


def test_the_folder_opens_no_seat(tmp_path: Path) -> None:
    with server(folder=tmp_path / "games") as client:
        made = client.post("/api/games", json={"scenario": BLUE}).json()
    files = list((tmp_path / "games").iterdir())
    content = b"".join(path.read_bytes() for path in files)
    for word in (*made["tokens"].values(), *made["invitations"].values()):
        assert word.encode() not in content
    assert stat.S_IMODE((tmp_path / "games").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_games_that_end_leave_the_folder(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client)
        assert len(list(tmp_path.glob("*.game"))) == 1
        client.delete(game.path, headers=game.head("umpire"))
        assert not list(tmp_path.glob("*.game"))
    with server(folder=tmp_path) as client:
        assert not list(tmp_path.glob("*.rules"))
        client.get("/api/schema")
    with server(Limits(idle=0.2), folder=tmp_path) as client:
        make(client)
        until = time.monotonic() + 300
        while list(tmp_path.glob("*.game")):
            assert time.monotonic() < until
            time.sleep(0.05)


# -- what goes wrong ----------------------------------------------------------------------------


def kept(folder: Path) -> tuple[Played, Path, list[str]]:
    """A game that was kept, its file, and its actions."""
    with server(folder=folder) as client:
        game = make(client, CAMPAIGN, dice="manual")
        play(game, random.Random(3), 25)
        actions = list(game.key[2])
    (path,) = folder.glob("*.game")
    return game, path, actions


def test_a_line_that_was_cut_short_is_as_if_it_had_not_been(tmp_path: Path) -> None:
    game, path, actions = kept(tmp_path)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (1, 5, len(whole) - last - 1):
        path.write_bytes(whole[: len(whole) - cut])
        with server(folder=tmp_path) as client:
            game = again(game, client)
            assert list(game.key[2]) == actions[:-1]
            play(game, random.Random(1), 3)
            longer = list(game.key[2])
        with server(folder=tmp_path) as client:
            assert list(again(game, client).key[2]) == longer
        path.write_bytes(whole)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: b"\xff" * 100 + b"\n",
        lambda data: data.replace(b'"format":1', b'"format":99'),
        lambda data: data.replace(b'"dice":"manual"', b'"dice":"loaded"'),
        lambda data: data.replace(b'"bots":{}', b'"bots":{"axis":"nobody"}'),
        lambda data: data + b'{"acts":[["axis","no such action",true]]}\n',
        lambda data: data + b'{"acts":[["chance","roll 3",true]]}\n{"acts":7}\n',
        lambda data: data + b'{"undo":1000}\n',
        lambda data: data + b"[" * 10_000 + b"\n",
        lambda data: re.sub(rb'"digest":"(\w+)"', b'"digest":"0000000000000000"', data),
        lambda data: re.sub(rb'"id":"[^"]+"', b'"id":"../../x"', data),
    ],
)
def test_a_file_that_is_none_does_not_stop_the_others(
    tmp_path: Path, spoil: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game, path, actions = kept(tmp_path)
    other = tmp_path / "other.game"
    shutil.copy(path, tmp_path / "copy")
    data = (tmp_path / "copy").read_bytes()
    other.write_bytes(spoil(data.replace(game.id.encode(), b"other")))
    with server(folder=tmp_path) as client:
        assert list(again(game, client).key[2]) == actions
        assert len(client.app.state.host.lobby) == 1  # type: ignore[attr-defined]
    assert "other.game is not resumed" in caplog.text
    assert other.exists()


def test_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """What cannot be written down is not done, and the answer says so; later the game goes on."""
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, seed=5)
        play(game, random.Random(2), 40)
        (path,) = tmp_path.glob("*.game")
        away = tmp_path / "away"
        path.rename(away)
        before, told = game.key, {seat: document(game, seat) for seat in game.tokens}
        seat = game.mover()
        for action in told[seat]["decision"]["actions"]:
            assert game.push(action["id"], seat=seat, status=503)["code"] == "not-kept"
        assert game.post("/undo", {}, seat="umpire", status=503)["code"] == "not-kept"
        assert game.key == before
        assert {seat: document(game, seat) for seat in game.tokens} == told
        away.rename(path)
        play(game, random.Random(1), 5)
        after = game.key
    with server(folder=tmp_path) as client:
        assert again(game, client).key == after


@contextmanager
def room(most: int, process: int = 0) -> Iterator[None]:
    """No file grows over so many bytes in a process, this one unless another is named."""
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of files are tried on Linux")
    soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("left", [0, 1, 9, 25])
def test_a_disk_that_is_full_in_the_middle_of_a_line(tmp_path: Path, left: int) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, seed=5)
        (path,) = tmp_path.glob("*.game")
        play(game, random.Random(2), 3)
        before, written = game.key, path.read_bytes()
        seat = game.mover()
        action = game.position(seat)["decision"]["actions"][0]["id"]
        with room(len(written) + left):
            assert game.push(action, seat=seat, status=503)["code"] == "not-kept"
            assert game.key == before
        assert path.read_bytes() == written
        game.push(action, seat=seat)
        after = game.key
    with server(folder=tmp_path) as client:
        assert again(game, client).key == after


def test_half_a_line_goes_before_the_next_is_written(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, seed=5)
        (path,) = tmp_path.glob("*.game")
        for half in (b'{"acts":[["axis","pl', b'{"undo":1}\n', b"\xff" * 900):
            with path.open("ab") as file:
                file.write(half)
            play(game, random.Random(2), 3)
        after = game.key
    with server(folder=tmp_path) as client:
        assert again(game, client).key == after


def test_a_server_that_is_killed_when_its_disk_was_full(tmp_path: Path) -> None:
    """What was answered is there, and nothing else; with room again, the same server goes on."""
    rng = random.Random(8)
    made: dict[str, Any] = {}
    told: dict[str, Any] = {}

    def all_of(path: str) -> dict[str, Any]:
        return {seat: ask(path, word) for seat, word in made["tokens"].items()}

    for round_ in range(4):
        with process("--folder", str(tmp_path)) as (running, address):
            if not made:
                made = ask(f"{address}/api/games", body={"scenario": BLUE, "seed": 4})
                for word in made["invitations"].values():
                    body = {"invitation": word}
                    seated = ask(f"{address}/api/games/{made['id']}/seats", body=body)
                    made["tokens"][seated["seat"]] = seated["token"]
            path = f"{address}/api/games/{made['id']}"
            assert not told or all_of(path) == told
            (file,) = tmp_path.glob("*.game")
            with room(file.stat().st_size + rng.randrange(300), running.pid):
                told = all_of(path)
                with pytest.raises(urllib.error.HTTPError, match="503"):
                    while True:
                        step(address, made, rng)
                        told = all_of(path)
                assert all_of(path) == told
                if round_ % 2:
                    running.kill()
                    running.wait(60)
                    continue
            for _ in range(3):
                step(address, made, rng)
            told = all_of(path)
            running.kill()
            running.wait(60)


def test_bots_go_on_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "AGAIN", 0.02)
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN, bots={"axis": "busy", "russian": "busy"})
        (path,) = tmp_path.glob("*.game")
        until = time.monotonic() + 300
        for _ in range(3):
            path.rename(tmp_path / "away")
            time.sleep(0.1)
            version = game.table.version
            (tmp_path / "away").rename(path)
            while game.table.version == version and game.mover():
                assert time.monotonic() < until
                time.sleep(0.01)


def test_games_of_one_scenario_that_begin_at_once(tmp_path: Path) -> None:
    game = ef.load("russian-campaign/zitadelle")
    for round_ in range(20):
        folder = Folder(tmp_path / str(round_))
        rules = folder.path / f"{game.digest}.rules"
        if round_ % 2:  # a power cut has spoilt it
            rules.write_bytes(b"")
        at_once = threading.Barrier(8)

        def begin(n: int, folder: Folder = folder, at_once: threading.Barrier = at_once) -> Path:
            head = Head(
                format=FORMAT, id=f"g{n}", game=game.id, digest=game.digest, options=[],
                dice="server", seed=None, bots={}, seats={}, invitations={},
            )  # fmt: skip
            at_once.wait()
            return folder.begin(head, game).path

        with ThreadPoolExecutor(8) as pool:
            begun = list(pool.map(begin, range(8)))
        assert rules.read_bytes() == game.to_bytes()
        assert set(folder.path.iterdir()) == {*begun, rules, folder.path / "lock"}
        assert len(list(folder.games())) == 8
        folder.close()


def test_what_interrupted_writes_have_left_is_swept_at_the_start(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        game = make(client, CAMPAIGN)
    whole = set(tmp_path.iterdir())
    (tmp_path / files.UNFINISHED.replace("*", "0123456789abcdef")).write_bytes(b"half a fi")
    (tmp_path / "notes.txt").touch()
    with server(folder=tmp_path) as client:
        assert set(tmp_path.iterdir()) == {*whole, tmp_path / "notes.txt"}
        assert again(game, client).key


def test_a_new_game_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with server(folder=tmp_path) as client:
        for most in (0, 100, 20_000):
            for wanted in ({}, {"setup": "ready"}):
                with room(most):
                    answer = client.post("/api/games", json={"scenario": CAMPAIGN, **wanted})
                assert (answer.status_code, answer.json()["code"]) == (503, "not-kept")
                assert {path.name for path in tmp_path.iterdir()} == {"lock"}
        made = client.post("/api/games", json={"scenario": CAMPAIGN, "setup": "ready"})
        assert made.status_code == 201


def test_one_server_has_a_folder(tmp_path: Path) -> None:
    with process("--folder", str(tmp_path)):
        command = [sys.executable, "-m", "eastfront.cli.main", "serve", "--port", "0"]
        found = subprocess.run(
            [*command, "--folder", str(tmp_path)], capture_output=True, text=True, timeout=60
        )
        assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
        assert "another server keeps its games there" in found.stderr
        with pytest.raises(OSError, match="another server keeps its games there"):
            serve.app(folder=tmp_path)
    Folder(tmp_path).close()  # who is gone has let go
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        serve.app(folder=tmp_path / "file")


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert usual() == tmp_path / "eastfront" / "games"

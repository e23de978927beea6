"""Every error is one line and code 2; Ctrl-C is one line and code 130, at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import eastfront as ef
from eastfront.cli import ctrl_c, main
from waiting import HANG, started

from .test_cli import SCENARIO, Capture

CAMPAIGN = "russian-campaign/campaign"
COMMAND = [sys.executable, "-m", "eastfront.cli.main"]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A long record: everything that reads one is at it for a while."""
    recorder = ef.Recorder(ef.load(CAMPAIGN), seed=3)
    players = {side: ef.bots.Busy(n) for n, side in enumerate(recorder.state.game.sides)}
    for _ in ef.bots.play(recorder, players):
        pass
    path = tmp_path_factory.mktemp("records") / "long.efr"
    recorder.save(path)
    return str(path)


# -- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("a defect\nin two lines"),
        KeyError("a key"),
        MemoryError(),
        RecursionError("too deep"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no text"),
        ef.InternalError("a defect of the engine"),
        ef.IllegalAction("BD-1.1a: no"),
        AssertionError(),
        ModuleNotFoundError("No module named 'x'"),
    ],
)
def test_any_error_is_one_line_and_code_2(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("eastfront.scenario.load.list_scenarios", fails)
    assert main.run(["scenarios"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("eastfront: ") and printed.err.count("\n") == 1
    assert len(printed.err.split()) > 1
    if not isinstance(error, ValueError | ef.EastfrontError):
        assert type(error).__name__ in printed.err


def test_python_s_own_words_on_demand(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EASTFRONT_TRACEBACK", "1")
    assert main.run(["replay", "gone.efr"]) == 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"{}", b"\0" * 1000])
@pytest.mark.parametrize("command", ["replay", "tell", "luck", "odds", "front", "perft", "render"])
@pytest.mark.parametrize("name", ["bad.efr", "bad.txt"])
def test_files_that_are_not_what_they_should_be(
    capsys: Capture, tmp_path: Path, name: str, command: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    more = {"perft": ["--depth", "1"], "render": ["-o", str(tmp_path / "x.svg")]}
    assert main.run([command, str(path), *more.get(command, [])]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert printed.err.startswith("eastfront: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["render", SCENARIO, "-o", "{}/no/folder/x.svg"],
        ["front", SCENARIO, "-o", "{}/no/folder/x.svg"],
        ["replay", "{}"],
        ["perft", "{}", "--depth", "1"],
        ["demo", "--option", "chess"],
        ["bench", "--option", "chess"],
        ["supply", SCENARIO, "--unit", "nobody"],
        ["odds", SCENARIO, "--side", "nobody"],
        ["odds", SCENARIO, "--side", "german", "--seen-by", "nobody"],
        ["match", SCENARIO, "--bot", "busy", "--bot", "no_such_module:Bot"],
        ["match", SCENARIO, "--bot", "busy", "--bot", "json:Bot"],
        ["match", SCENARIO, "--bot", "busy", "--bot", "idle", "--patience", "0"],
    ],
)
def test_what_cannot_be_done(capsys: Capture, tmp_path: Path, arguments: list[str]) -> None:
    assert main.run([word.format(tmp_path) for word in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1, printed.err
    assert printed.err.startswith("eastfront: ")


@pytest.mark.parametrize("arguments", [["scenarios"], ["--help"], ["rule", "BD-7.22b"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_is_full_is_one_line(unbuffered: str, arguments: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full here")
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, env=environment
        )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr


def test_a_thread_that_ends_the_process_waits_for_the_line_on_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go = threading.Event(), threading.Event()
    written: list[bytes] = []

    def write(_: int, line: bytes) -> None:
        begun.set()
        go.wait(HANG)
        written.append(line)

    monkeypatch.setattr(ctrl_c, "_told", [])
    monkeypatch.setattr(os, "write", write)
    first = threading.Thread(target=ctrl_c.say)
    first.start()
    assert begun.wait(HANG)
    threading.Timer(0.1, go.set).start()
    ctrl_c.say()
    assert written == [b"eastfront: interrupted\n"]
    first.join()


@pytest.mark.parametrize("command", ["demo", "bench"])
def test_commands_that_load_a_game_take_options(command: str) -> None:
    done = subprocess.run([*COMMAND, command, "--help"], capture_output=True, text=True)
    assert "--option NAME" in done.stdout


# -- Ctrl-C -------------------------------------------------------------------------------------

LONG = {
    "playout": ["playout", CAMPAIGN, "-n", "999999"],
    "playout by several threads": ["playout", CAMPAIGN, "-n", "999999", "--threads", "2"],
    "playout greedy": ["playout", CAMPAIGN, "-n", "9999", "--policy", "greedy"],
    "playout checked": ["playout", CAMPAIGN, "-n", "9999", "--check"],
    "playout checked by processes": [
        "playout",
        CAMPAIGN,
        "-n",
        "9999",
        "--check",
        "--threads",
        "2",
    ],
    "playout coverage": ["playout", SCENARIO, "-n", "100", "--coverage"],
    "match": ["match", CAMPAIGN, "--bot", "busy", "--bot", "greedy", "-n", "999"],
    "match by processes": ["match", CAMPAIGN, "--bot", "busy", "--bot", "idle", "-n", "999", "-j2"],
    "match of planners": ["match", CAMPAIGN, "--first", "planner", "--second", "planner"],
    "match of a bot that hangs": ["match", SCENARIO, "--bot", "hangs:Bot", "--bot", "busy"],
    "balance": ["balance", CAMPAIGN, "-n", "9999"],
    "worth": ["worth", "BD-8.39b", "-n", "9999"],
    "luck": ["luck", *["RECORD"] * 1000],
    "tell": ["tell", "RECORD"],
    "replay": ["replay", "RECORD"],
    "odds of a record": ["odds", "RECORD"],
    "perft": ["perft", CAMPAIGN, "--depth", "12"],
    "perft divided": ["perft", SCENARIO, "--depth", "12", "--divide"],
    "bench": ["bench", "--seconds", "600"],
    "demo": ["demo", "--first", "planner", "--second", "planner"],
    "play": ["play", CAMPAIGN, "--bot", "axis=planner", "--bot", "russian=planner"],
    "play asking": ["play", SCENARIO, "-o", "kept.efr"],
    "serve": ["serve", "--memory", "--port", "0"],
}
"""Command lines that take long; those with a record may be done before they are interrupted."""

SHORT = ("tell", "replay", "odds of a record")
ASKING = ("play asking",)
"""They ask, and so say something first, whose record is looked at."""
ONE_GAME = ("play", "demo")
"""They end with their game, which may come before a busy machine is tried again."""

HANGS = """
def Bot(seed):
    def choose(seen):
        while True:
            pass
    return choose
"""


def test_ctrl_c_ends_a_command_that_is_being_imported(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(
        "import time\nprint('here', flush=True)\ntime.sleep(1e6)\n", encoding="utf-8"
    )
    path = [str(tmp_path), str(Path(ef.__file__).parents[1])]
    with subprocess.Popen(
        [sys.executable, "-c", "from eastfront.cli import start; start()"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    ) as running:
        assert running.stdout is not None and running.stdout.readline() == "here\n"
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=HANG)[1]
    assert (running.returncode, said) == (130, "eastfront: interrupted\n")


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_it(name: str, record: str, tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS, encoding="utf-8")
    for wait in (1.0, 2.0, 1.5, 4.0, 3.0, 2.5):
        arguments = [record if word == "RECORD" else word for word in LONG[name]]
        with subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if name in ASKING else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(ef.__file__).parents[1])},
        ) as running:
            if name in SHORT:
                wait = 0.4 + wait / 10
            if running.stdout is not None:
                assert running.stdout.readline()  # the table is laid, and the seat is asked
            time.sleep(wait + started())
            if running.poll() is not None and name in (*SHORT, *ONE_GAME):
                assert running.returncode == 0
                continue
            assert running.poll() is None, running.stderr
            running.send_signal(signal.SIGINT)
            code = running.wait(HANG)
            assert running.stderr is not None
            said = running.stderr.read()
        if name in SHORT and code in (0, -signal.SIGINT):
            continue  # it was over, but for the interpreter's own end
        assert (code, said) == (130, "eastfront: interrupted\n")
        break
    else:
        pytest.skip("the command was over each time before Ctrl-C came")
    if name == "play asking":
        ef.record.load(tmp_path / "kept.efr").replay()

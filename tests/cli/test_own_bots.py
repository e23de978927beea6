"""A user's own bot in the current folder: a fault in it loses the game, with one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef

from .test_cli import SCENARIO

BOTS = """
import os, signal, sys, time

class Good:
    def __init__(self, seed):
        print("a bot that talks")
        self.seed = seed
    def __call__(self, seen):
        return min(seen.passes or seen.legal_actions)

class Late(Good):
    after = 3
    def __call__(self, seen):
        self.after -= 1
        return super().__call__(seen) if self.after else self.fail(seen)

class Raises(Late):
    def fail(self, seen):
        raise ZeroDivisionError("one by\\nnothing")

class Illegal(Late):
    def fail(self, seen):
        return max(seen.legal_actions) + 10**12

class Nothing(Late):
    def fail(self, seen):
        return None

class Words(Late):
    def fail(self, seen):
        return "move " * 1000

class Huge(Late):
    def fail(self, seen):
        return 10 ** 9999

class Ends(Late):
    def fail(self, seen):
        sys.exit(7)

class Dies(Late):
    def fail(self, seen):
        os.kill(os.getpid(), signal.SIGSEGV)

class Sleeps(Late):
    def fail(self, seen):
        time.sleep(1000)

class Spins(Late):
    def fail(self, seen):
        while True:
            pass

class Begets(Late):
    def fail(self, seen):
        if os.fork() == 0:
            time.sleep(1000)
        time.sleep(1000)

class Never:
    def __init__(self, seed):
        raise RuntimeError("will not")

class Shuts(Late):
    def fail(self, seen):
        os.closerange(3, 64)
        time.sleep(1000)

class Scribbles(Late):
    def fail(self, seen):
        for number in range(3, 64):
            try:
                os.write(number, b"[1, 2\\n" * 3)
            except OSError:
                pass
        time.sleep(1000)
"""
FAULTS = {
    "Raises": "raised ZeroDivisionError: one by nothing",
    "Illegal": "expected a legal action",
    "Nothing": "answered 'None', expected a legal action",
    "Words": "expected a legal action",
    "Huge": "answered 'a number of 33216 bits', expected a legal action",
    "Ends": "ended its process with status 7",
    "Dies": "ended its process by signal 11",
    "Sleeps": "gave no answer within 2 s",
    "Spins": "gave no answer within 2 s",
    "Begets": "gave no answer within 2 s",
    "Never": "raised RuntimeError: will not",
    "Shuts": "closed its connection",
    "Scribbles": "sent an invalid answer",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots_of_mine.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


def match(folder: Path, *arguments: str) -> tuple[Any, str]:
    """The document of a match that is played in a folder, and what it complained of."""
    command = [sys.executable, "-m", "eastfront.cli.main", "match", SCENARIO, *arguments, "--json"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=1200,
        env={**os.environ, "PYTHONPATH": str(Path(ef.__file__).parents[1])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_a_bot_of_the_current_folder_plays(folder: Path) -> None:
    found, said = match(folder, "--bot", "bots_of_mine:Good", "--bot", "idle", "-n", "2")
    assert found["forfeits"] == [] and found["games"] == 4
    assert set(said.splitlines()) == {"a bot that talks"}
    idle, _ = match(folder, "--first", "idle", "--second", "idle", "-n", "2")
    mine, _ = match(folder, "--first", "bots_of_mine:Good", "--second", "idle", "-n", "2")
    assert mine["decided_by"] == idle["decided_by"]
    assert mine["actions"] == idle["actions"]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_the_game_and_a_line(folder: Path, name: str) -> None:
    bot = f"bots_of_mine:{name}"
    arguments = ["--first", "busy", "--second", bot, "-n", "1", "--patience", "2"]
    found, said = match(folder, *arguments)
    lines = [line for line in said.splitlines() if line != "a bot that talks"]
    assert len(lines) == 1, said
    assert lines[0].startswith(f"eastfront: the game of seed 0: {bot} of the soviet side ")
    assert FAULTS[name] in lines[0] and len(lines[0]) < 400
    assert found["decided_by"] == {"forfeit": 1}
    assert found["wins"] == {"german": 1, "soviet": 0, "drawn": 0}
    (forfeit,) = found["forfeits"]
    assert forfeit["seed"] == 0 and FAULTS[name] in forfeit["reason"]


def test_the_next_game_begins_anew(folder: Path) -> None:
    records = folder / "records"
    arguments = ["--first", "bots_of_mine:Ends", "--second", "busy", "-n", "3", "--jobs", "2"]
    found, said = match(folder, *arguments, "--records", str(records))
    assert found["wins"]["soviet"] == 3 and found["decided_by"] == {"forfeit": 3}
    assert said.count("ended its process with status 7") == 3
    for path in records.iterdir():
        assert not ef.record.load(path).replay().is_over


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", ["the match ends", "the match is killed"])
def test_no_process_of_a_bot_is_left(folder: Path, how: str) -> None:
    arguments = ["--first", "busy", "--second", "bots_of_mine:Begets", "-n", "1"]
    if how == "the match ends":
        match(folder, *arguments, "--patience", "1")
    else:
        arguments[3] = "bots_of_mine:Spins"
        command = [sys.executable, "-m", "eastfront.cli.main", "match", SCENARIO, *arguments]
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path(ef.__file__).parents[1])},
        ) as running:  # fmt: skip
            until = time.monotonic() + 600
            while not (begun := of_folder(folder) - {running.pid}) and time.monotonic() < until:
                time.sleep(0.1)
            assert begun
            running.kill()
    until = time.monotonic() + 300
    while of_folder(folder) and time.monotonic() < until:
        time.sleep(0.1)
    assert not of_folder(folder)


def of_folder(folder: Path) -> set[int]:
    """The processes that are at work in a folder."""
    found = set()
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                if os.readlink(process / "cwd") == str(folder):
                    found.add(int(process.name))
            except OSError:
                continue
    return found

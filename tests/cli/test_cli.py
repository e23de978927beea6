"""The command line: one JSON document, one line for an error, and the figures behind both."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront import packs
from eastfront.cli import data, main

SCENARIO = "barbarossa-deluxe/blue-kremlin"
Capture = pytest.CaptureFixture[str]


def answer(capture: Capture, *arguments: str) -> Any:
    """The one JSON document that a command prints."""
    assert main.run([*arguments, "--json"]) == 0
    printed = capture.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


@pytest.fixture
def record(tmp_path: Path) -> str:
    recorder = ef.Recorder(ef.load(SCENARIO), seed=3)
    players = {side: ef.bots.Busy(n) for n, side in enumerate(("german", "soviet"))}
    for _ in ef.bots.play(recorder, players):
        pass
    recorder.save(tmp_path / "game.efr")
    return str(tmp_path / "game.efr")


# -- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.lowest
@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["playout"],
        ["playout", "nowhere/nothing"],
        ["playout", SCENARIO, "--games", "0"],
        ["playout", SCENARIO, "--games", "many"],
        ["playout", SCENARIO, "--policy", "wise"],
        ["playout", SCENARIO, "--policy", "greedy", "--coverage"],
        ["playout", SCENARIO, "--threads", "0"],
        ["playout", SCENARIO, "--frobnicate"],
        ["match", SCENARIO, "--first", "greedy"],
        ["match", SCENARIO, "--first", "nobody", "--second", "busy"],
        ["replay", "gone.efr"],
        ["replay", SCENARIO],
        ["perft", SCENARIO],
        ["perft", SCENARIO, "--depth", "-1"],
        ["perft", "gone.efr", "--depth", "1"],
        ["rules", "chess"],
        ["sources", "chess"],
        ["render", SCENARIO],
        ["render", SCENARIO, "-o", "board.png"],
        ["render", "gone.efr", "-o", "board.svg"],
        ["bench", "--seconds", "0"],
        ["bench", "--scenario", "chess"],
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_a_bad_argument_is_one_line_and_code_2(
    capsys: Capture, arguments: list[str], as_json: bool
) -> None:
    assert main.run([*arguments, *(["--json"] if as_json else [])]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("eastfront: ")
    assert printed.err.count("\n") == 1


@pytest.mark.lowest
def test_the_console_script_exits_with_the_code() -> None:
    command = [sys.executable, "-m", "eastfront.cli.main"]
    good = subprocess.run([*command, "scenarios", "--json"], capture_output=True, text=True)
    assert good.returncode == 0
    assert json.loads(good.stdout)
    bad = subprocess.run([*command, "replay", "gone.efr"], capture_output=True, text=True)
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)


@pytest.mark.lowest
@pytest.mark.parametrize("command", main.COMMANDS)
def test_every_command_has_help_and_json(capsys: Capture, command: str) -> None:
    assert main.run([command, "--help"]) == 0
    printed = capsys.readouterr().out
    # a game in a terminal is a conversation
    assert ("--json" in printed) == (command != "play")
    assert main.run([]) == 0
    assert command in capsys.readouterr().out


# -- games --------------------------------------------------------------------------------------


@pytest.mark.lowest
def test_playout_counts_what_was_played(capsys: Capture) -> None:
    found = answer(capsys, "playout", SCENARIO, "--games", "6", "--seed", "5", "--threads", "2")
    wanted = {"games", "decisions", "forced", "chance", "seconds", "violations", "python_steps"}
    assert wanted <= found.keys()
    assert (found["games"], found["violations"], found["python_steps"]) == (6, 0, 0)
    state = ef.load(SCENARIO).new()
    native = ef.rollout(state, n=6, seed=5, policy="busy", stats=True)
    for key in ("decisions", "forced", "chance", "wins", "rules"):
        assert found[key] == native[key]
    assert sum(found["wins"].values()) == 6
    assert {"allowed", "refused", "applied"} == found["rules"]["BD-6.3a"].keys()


@pytest.mark.parametrize(("policy", "games"), [("busy", 12), ("greedy", 2)])
def test_playout_checks_every_position(capsys: Capture, policy: str, games: int) -> None:
    how = ["--policy", policy, "--games", str(games), "--threads", "2"]
    found = answer(capsys, "playout", SCENARIO, "--check", *how)
    assert found["checked"]
    assert (found["violations"], found["found"], found["python_steps"]) == (0, [], 0)
    native = ef.rollout(ef.load(SCENARIO).new(), n=games, policy=policy, stats=True)
    for key in ("games", "decisions", "forced", "chance", "wins", "rules"):
        assert found[key] == native[key]
    # a position before each decision and roll, and the last one
    assert found["positions"] == found["decisions"] + found["chance"] + games
    assert found["sampled"] >= found["positions"] // 50
    assert found["tried"] > found["positions"] - 13


def test_a_violation_is_counted_and_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from eastfront.cli import invariants as check

    wrong = check.Violation("nothing is ever right", ("BD-1.1a",), "as I said")
    monkeypatch.setattr(check, "violations", lambda state: [wrong])
    assert main.run(["playout", SCENARIO, "--games", "3", "--check", "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["violations"] == found["sampled"] > 20
    assert len(found["found"]) == 20
    assert "BD-1.1a" in found["found"][0]
    assert printed.err.count("\n") == 1


def test_match_counts_wins(capsys: Capture) -> None:
    options = ["--first", "random", "--second", "busy", "--games", "2", "--seed", "4"]
    found = answer(capsys, "match", SCENARIO, *options)
    assert sum(found["wins"].values()) == sum(found["decided_by"].values()) == 2
    assert found["players"] == {"german": "random", "soviet": "busy"}


@pytest.mark.lowest
def test_replay_checks_a_record(capsys: Capture, record: str) -> None:
    found = answer(capsys, "replay", record)
    kept = ef.record.load(record)
    assert found["key"] == f"{kept.replay().key:016x}"
    assert found["actions"] == len(list(kept.actions))
    kept.phases[5].key = "0" * 16
    kept.save(record)
    assert main.run(["replay", record]) == 1
    assert "phase 6" in capsys.readouterr().err


def rung(odds: str) -> int:
    """Odds as a number: 3:1 is 3, 1:1 is 1, 1:2 is 0."""
    attack, defence = map(int, odds.split(":"))
    return attack if attack >= defence else 2 - defence


def test_demo_tells_draws_and_keeps_a_game(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--first", "busy", "--second", "busy", "--out", str(out)]
    found = answer(capsys, "demo", *options)
    assert found["replayed"]
    assert found["outcome"][0] in ("german", "soviet")
    assert (out / "final.svg").read_text(encoding="utf-8").startswith("<svg")
    assert ef.record.load(out / "demo.efr").replay().is_over
    rolled = [b for b in found["battles"] if b["die"] is not None]
    assert rolled
    for battle in rolled:
        shifted = rung(battle["odds"]) + sum(by for _, _, by in battle["shifts"])
        assert shifted == rung(battle["column"])
    assert all(b["attackers"] for b in found["battles"])

    assert main.run(["demo", *options]) == 0
    told = capsys.readouterr().out
    for turn in range(9, 14):
        assert f"Turn {turn}, " in told
    assert f"wins ({found['outcome'][2]})" in told


# -- positions ----------------------------------------------------------------------------------


def test_perft_counts_from_scenarios_and_records(
    capsys: Capture, record: str, tmp_path: Path
) -> None:
    found = answer(capsys, "perft", SCENARIO, "--depth", "2", "--divide")
    assert found["nodes"] == sum(found["divide"].values())
    assert found["nodes"] == ef.perft(ef.load(SCENARIO).new(), 2)
    assert answer(capsys, "perft", record, "--depth", "3")["nodes"] == 1
    state = ef.load(SCENARIO).new()
    state.push("automatic")
    text = tmp_path / "position.txt"
    text.write_text(state.text(), encoding="utf-8")
    assert answer(capsys, "perft", str(text), "--depth", "2")["nodes"] == ef.perft(state, 2)


@pytest.mark.lowest
def test_render_draws(capsys: Capture, record: str, tmp_path: Path) -> None:
    for what in (SCENARIO, record):
        file = tmp_path / "board.svg"
        found = answer(capsys, "render", what, "-o", str(file))
        assert found["bytes"] == file.stat().st_size > 1000
        file.unlink()


# -- data ---------------------------------------------------------------------------------------


@pytest.mark.lowest
def test_scenarios_are_listed(capsys: Capture) -> None:
    assert SCENARIO in [row["id"] for row in answer(capsys, "scenarios")]


def test_every_table_has_its_source(capsys: Capture) -> None:
    rows = answer(capsys, "sources", "barbarossa-deluxe")
    assert {"combat-results", "map"} <= {row["name"] for row in rows}
    for row in rows:
        assert row["provenance"] in ("rulebook", "published", "reconstructed")
        assert row["source"]
        assert row["provenance"] != "reconstructed" or row["reasoning"]
    others = ("citadel: ", "gambit: ", "what-if: ")
    mine = [row for row in rows if not row["name"].startswith(others)]
    assert answer(capsys, "sources", SCENARIO) == mine != rows
    kinds = {row["name"]: row["provenance"] for row in rows}
    assert kinds["blue-kremlin: german_control"] == "reconstructed"
    assert kinds["blue-kremlin: automatic"] == "reconstructed"
    assert kinds["blue-kremlin: setup"] == "rulebook"


@pytest.mark.lowest
def test_a_rule_is_told(capsys: Capture) -> None:
    first, second = answer(capsys, "rule", "TRC-15.4a", "BD-7.4b")
    assert first["text"] == "Terrain and enemy ZOC do not restrict aircraft."
    assert (second["game"], second["section"]) == ("barbarossa-deluxe", "7.4")
    assert main.run(["rule", "TRC-15.4a"]) == 0
    assert "section 15.4): Terrain and enemy ZOC" in capsys.readouterr().out
    assert first["windows"] == {}
    assert main.run(["rule", "TRC-15"]) == 2
    assert "expected the id of a rule" in capsys.readouterr().err


def test_a_rule_is_told_with_its_turns(capsys: Capture) -> None:
    turns = {"BD-5.6c": {"": "turns 9 to 12", "blue-kremlin": "turns 9 to 11"},
             "BD-8.40b": {"": "turns 7 to 14 and turns 15 to 22, once in each",
                              "what-if": "turns 9 to 14, once"},
             "BD-13.9a": {"": "no turn", "blue-kremlin": "turn 9"}}  # fmt: skip
    told = answer(capsys, "rule", *turns)
    assert {one["id"]: one["windows"] for one in told} == turns
    assert main.run(["rule", "BD-5.5a", "BD-13.9a"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line.startswith(" ")] == [
        "  in force: turns 9 to 12, once", "  what-if: turns 9 to 14, once",
        "  in force: no turn", "  blue-kremlin: turn 9",
    ]  # fmt: skip


def test_rules_are_counted(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path
    elsewhere = replace(packs.pack("barbarossa-deluxe"), data=home, prefix="X")
    monkeypatch.setattr(packs, "pack", lambda game: elsewhere)
    with pytest.raises(ValueError, match="no catalogue"):
        data.coverage("barbarossa-deluxe")
    catalogue = "id\tarea\tstatement\nX-1a\tplay\tone\nX-1b\tplay\ttwo\nX-2a\tbox\tthree\n"
    catalogue += "X-2b\tplay\tfive\n"
    (home / data.CATALOGUE).write_text(catalogue + 'X-3a\tplay\tsaid "four\n', encoding="utf-8")
    assert data.coverage("barbarossa-deluxe")["missing"] == ["X-1a", "X-1b", "X-2a", "X-2b", "X-3a"]
    (home / data.COVERAGE).write_text('{"tested": ["X-1b", "Y-1a"]}', encoding="utf-8")
    others = "id\tkind\treason\nX-2a\tdefinition\ta box\nX-1b\tfreedom\tno\nX-2b\tlater\tso\n"
    (home / data.DEFINITIONS).write_text(others, encoding="utf-8")
    assert data.coverage("barbarossa-deluxe") == {
        "game": "barbarossa-deluxe",
        "total": 5,
        "tested": 1,
        "by_definition": 1,
        "later": 1,
        "missing": ["X-1a", "X-3a"],
        "unstated": ["X-1a", "X-3a"],
        "unlisted": [],
        "unknown": [],
    }


def test_bench_measures(capsys: Capture) -> None:
    found = answer(capsys, "bench", "--seconds", "0.01")
    tasks = {row["task"]: row["figure"] for row in found["tasks"]}
    assert {"copy", "push and pop", "busy, 1 thread: decisions"} <= tasks.keys()
    assert all(figure > 0 for figure in tasks.values())

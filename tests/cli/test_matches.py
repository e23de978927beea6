"""eastfront match, balance, worth and luck."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront.cli import main

from .test_cli import SCENARIO, Capture, answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", SCENARIO],
        ["match", SCENARIO, "--bot", "busy"],
        ["match", SCENARIO, "--bot", "busy", "--bot", "nobody"],
        ["match", SCENARIO, "--bot", "busy", "--bot", "idle", "--first", "idle"],
        ["match", SCENARIO, "--first", "idle", "--second", "busy", "--jobs", "0"],
        ["balance", SCENARIO, "--policy", "nobody"],
        ["balance", SCENARIO, "--games", "0"],
        ["worth"],
        ["worth", "BD-99.9z"],
        ["worth", "no-such-option", "--scenario", SCENARIO],
        ["worth", "no-such-option"],
        ["worth", "BD-7.4b", "--plot", "worth.txt"],
        ["luck", "gone.efr"],
    ],
)
def test_a_bad_argument_is_one_line_and_code_2(capsys: Capture, arguments: list[str]) -> None:
    assert main.run([*arguments, "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("eastfront: ")
    assert printed.err.count("\n") == 1


def without_seconds(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "seconds"}


def test_bots_meet_on_both_sides_whatever_the_number_of_jobs(capsys: Capture) -> None:
    arguments = ["match", SCENARIO, "--bot", "busy", "--bot", "idle", "-n", "2"]
    one, two = (answer(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    assert without_seconds(one) == without_seconds(two)
    assert one["games"] == 4
    assert [s["players"]["german"] for s in one["seatings"]] == ["busy", "idle"]
    assert one["elo"]["ratings"].keys() == {"busy", "idle"}


def test_records_of_a_match_replay(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    arguments = ["match", SCENARIO, "--first", "busy", "--second", "busy", "-n", "2"]
    found = answer(capsys, *arguments, "--seed", "3", "--records", str(folder))
    names = sorted(p.name for p in folder.iterdir())
    assert names == ["busy-busy-3.efr", "busy-busy-4.efr"]
    winners = [ef.record.load(folder / n).replay().outcome for n in names]
    won = [outcome[0] for outcome in winners if outcome]
    assert {side: won.count(side) for side in ef.load(SCENARIO).sides} == {
        side: n for side, n in found["wins"].items() if side != "drawn"
    }


@pytest.mark.lowest
def test_balance_and_match_print_tables(capsys: Capture) -> None:
    assert main.run(["balance", SCENARIO, "--policy", "idle", "-n", "2"]) == 0
    printed = capsys.readouterr().out
    assert "german wins" in printed
    assert "2 games" in printed
    assert main.run(["match", SCENARIO, "--bot", "idle", "--bot", "busy", "-n", "1"]) == 0
    assert "Elo" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["match", SCENARIO, "--bot", "busy", "--bot", "idle", "--games", "2"],
        ["match", SCENARIO, "--first", "busy", "--second", "idle", "--games", "2"],
        ["balance", SCENARIO, "--games", "2"],
        ["worth", "BD-8.39b", "--games", "2"],
    ],
    ids=["bots", "sides", "balance", "worth"],
)
def test_luck_is_told_only_where_it_was_looked_at(command: list[str], capsys: Capture) -> None:
    """A figure of luck that nobody has looked at is neither in the table nor in the document."""
    for more, told in ([], True), (["--no-luck"], False):
        assert main.run([*command, *more]) == 0
        printed = capsys.readouterr().out
        assert "as played" in printed
        assert ("less luck" in printed) == ("saves" in printed) == told
        found = list(adjusted_in(answer(capsys, *command, *more)))
        assert found
        for one in found:
            assert (one["adjusted"] is not None) == (one["saving"] is not None) == told


def adjusted_in(document: Any) -> Iterator[dict[str, Any]]:
    """Every mean of a document that may be told with the luck taken out."""
    if isinstance(document, dict) and "plain" in document:
        yield document
    parts = document.values() if isinstance(document, dict) else document
    for part in parts if isinstance(document, dict | list) else ():
        yield from adjusted_in(part)


def test_worth_of_a_rule_and_of_an_option(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    plot = tmp_path / "worth.png"
    arguments = ["worth", "BD-8.39b", "BD-4.13j", "-n", "2", "--plot", str(plot)]
    found = answer(capsys, *arguments)
    assert [one["what"] for one in found] == ["BD-8.39b", "BD-4.13j"]
    assert {one["base"]["name"] for one in found} == {"with it"}
    assert plot.read_bytes().startswith(b"\x89PNG")
    svg = tmp_path / "worth.svg"
    start = "russian-campaign/barbarossa"
    assert main.run(["worth", "artillery", "--scenario", start, "-n", "1", "--plot", str(svg)]) == 0
    assert "artillery" in capsys.readouterr().out
    assert svg.read_text(encoding="utf-8").startswith("<?xml")


def test_luck_of_a_record_adds_up(capsys: Capture, record_of_luck: str) -> None:
    (found,) = answer(capsys, "luck", record_of_luck)
    rolls = found["rolls"]
    assert found["luck"] == pytest.approx(sum(r["luck"] for r in rolls))
    assert all(r["luck"] == pytest.approx(r["value"] - r["expected"]) for r in rolls)
    assert main.run(["luck", record_of_luck, "--top", "3"]) == 0
    assert f"{len(rolls)} rolls, luck of the german side" in capsys.readouterr().out


def test_luck_of_a_record_that_does_not_replay_is_a_failure(
    capsys: Capture, record_of_luck: str, tmp_path: Path
) -> None:
    document = json.loads(Path(record_of_luck).read_text(encoding="utf-8"))
    document["phases"][3]["key"] = "0" * 16
    wrong = tmp_path / "wrong.efr"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    assert main.run(["luck", str(wrong)]) == 1
    assert "phase 4" in capsys.readouterr().err


@pytest.fixture(scope="module")
def record_of_luck(tmp_path_factory: pytest.TempPathFactory) -> str:
    recorder = ef.Recorder(ef.load(SCENARIO), seed=3)
    players = {side: ef.bots.bot("busy", n) for n, side in enumerate(recorder.state.game.sides)}
    for _ in ef.bots.play(recorder, players):
        pass
    path = tmp_path_factory.mktemp("luck") / "game.efr"
    recorder.save(path)
    return str(path)

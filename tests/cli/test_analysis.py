"""eastfront odds, supply and front."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import eastfront as ef
from analysis.positions import BLUE, at
from analysis.positions import record as played
from eastfront.cli import main

from .test_cli import Capture, answer


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("position") / "assault.txt"
    path.write_text(at(BLUE, "prepared assault").text(), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("record") / "game.efr"
    played(BLUE).save(path)
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["odds"],
        ["odds", "gone.efr"],
        ["odds", BLUE, "--side", "finnish"],
        ["odds", BLUE, "--side", "german", "--target", "0000"],
        ["supply", BLUE],
        ["supply", BLUE, "--unit", "Nobody"],
        ["supply", BLUE, "--unit", "66A"],
        ["front", BLUE, "-o", "front.png"],
    ],
)
def test_a_bad_argument_is_one_line_and_code_2(capsys: Capture, arguments: list[str]) -> None:
    assert main.run([*arguments, "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_odds_of_a_position_those_that_pay_first(capsys: Capture, position: str) -> None:
    found = answer(capsys, "odds", position)
    wanted = ef.analysis.attacks(at(BLUE, "prepared assault"))
    assert [one["target"] for one in found] == [attack.target for attack in wanted]
    for one in found:
        assert sum(map(Fraction, one["distribution"].values())) == 1
        exchange = {name: Fraction(value) for name, value in one["exchange"].items()}
        assert exchange["gain"] == exchange["enemy"] - exchange["own"]
    target = found[0]["target"]
    assert main.run(["odds", position, "--target", target]) == 0
    assert f"assault on {target} by the german side" in capsys.readouterr().out
    assert main.run(["odds", position, "--seen-by", "german"]) == 0
    assert "hidden" in capsys.readouterr().out


def test_odds_of_a_record_are_its_battles(capsys: Capture, record: str) -> None:
    found = answer(capsys, "odds", record)
    assert len(found) == len(ef.analysis.battles_of(played(BLUE))) > 10
    assert all(one["result"] in one["distribution"] for one in found)
    assert main.run(["odds", record]) == 0
    assert f"{len(found)} battles" in capsys.readouterr().out


def test_supply_and_what_cuts_it(capsys: Capture, position: str) -> None:
    (found,) = answer(capsys, "supply", position, "--unit", "3Pz")
    wanted = ef.analysis.cuts(at(BLUE, "prepared assault"), "3Pz")
    assert found["path"] == list(wanted.supply.path)
    assert found["closed"] == list(wanted.closed)
    assert main.run(["supply", position, "--unit", "3Pz"]) == 0
    assert "3Pz: " in capsys.readouterr().out


def test_the_front_is_told_and_drawn(capsys: Capture, position: str, tmp_path: Path) -> None:
    picture = tmp_path / "front.svg"
    found = answer(capsys, "front", position, "-o", str(picture))
    assert found["length"] == sum(map(len, found["lines"]))
    assert 'class="front"' in picture.read_text(encoding="utf-8")
    assert main.run(["front", position, "-o", str(picture)]) == 0
    assert f"{found['length']} hexsides" in capsys.readouterr().out

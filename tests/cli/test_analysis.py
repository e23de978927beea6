"""eastfront odds, supply and front."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import eastfront as ef
from analysis.positions import BLUE, at
from analysis.positions import record as played
from eastfront.cli import main
from rules.barbarossa_1971 import battle_positions

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


# -- a game in which the defender chooses a table ----------------------------------------------

UNITS = {"0628": "1AxSup", "0529": "1PzA", "0531": "2PzA", "0530": "1Inf", "0634": "1PzC, 1Air",
         "0635": "3Inf, 1Shk", "1029": "3PzA", "1130": "2Inf", "1440": "2AxSup"}  # fmt: skip


@pytest.fixture
def tables(tmp_path: Path) -> str:
    path = tmp_path / "tables.txt"
    path.write_text(battle_positions.at("axis fight", UNITS).text(), encoding="utf-8")
    return str(path)


def test_each_table_is_judged_and_the_defender_takes_his_best(capsys: Capture, tables: str) -> None:
    found = {one["target"]: one for one in answer(capsys, "odds", tables)}
    for one in found.values():
        gains = [Fraction(each["exchange"]["gain"]) for each in one["tables"].values()]
        assert gains == sorted(gains) and set(one["tables"]) == {"stand", "give-ground"}
        assert one["table"] == next(iter(one["tables"]))
        assert one["exchange"] == one["tables"][one["table"]]["exchange"]
        assert one["left_out"] == ["luftwaffe"]
    # with an Ae on the first table to give ground costs the attacker less
    assert [found["0635"][name] for name in ("odds", "column", "table")] == ["1:5", "1:3", "stand"]
    assert main.run(["odds", tables]) == 0
    shown = capsys.readouterr().out
    assert "ground:" in shown and "Support is not counted: luftwaffe." in shown
    assert "The defender takes the table that is best for him" in shown
    assert main.run(["odds", tables, "--target", "0635"]) == 0
    assert "Support is not counted: luftwaffe." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("1130", "SPI-SUPPLY-C1: it is out of Attack Supply (3PzA); "
                 "SPI-CBT-A2: it is a support unit, or not next to every hex attacked (2Air)"),
        ("1442", "no unit of the axis side is next to it"),
        ("0529", "no enemy of the axis side is there"),
        ("0532", "no enemy of the axis side is there"),
    ],
)  # fmt: skip
def test_why_a_hex_cannot_be_attacked_is_said_with_the_rule(
    capsys: Capture, tmp_path: Path, target: str, reason: str
) -> None:
    """In winter 3PzA would need a supply unit beside it."""
    units = UNITS | {"1029": "3PzA, 2Air", "1442": "24Inf"}
    state = battle_positions.at("axis fight", units, battle_positions.DECEMBER, bystanders=False)
    path = tmp_path / "refused.txt"
    path.write_text(state.text(), encoding="utf-8")
    assert main.run(["odds", str(path), "--target", target]) == 2
    assert f"no attack on {target} can be made: {reason}\n" in capsys.readouterr().err


def test_odds_of_games_with_one_table_name_none(capsys: Capture, position: str) -> None:
    assert all(one["tables"] == {} for one in answer(capsys, "odds", position))
    assert main.run(["odds", position]) == 0
    shown = capsys.readouterr().out
    assert "table" not in shown and "Support is not counted: luftwaffe, air armies" not in shown
    assert "Support is not counted: " in shown

"""Columns of a game's own in units.csv: read, typed, reached by rules, and shown in pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront.program import ProgramError
from eastfront.scenario import ScenarioError, load_scenario
from eastfront.scenario.load import DIRECTORY
from eastfront.scenario.model import Named
from eastfront.systems.asking import define_answer

from .table import Board, Small, data

GAME = "barbarossa-deluxe"


def spoilt(tmp_path: Path, columns: str, values: tuple[str, ...]) -> Any:
    """The game with further columns; every unit has the same values."""
    toml = (DIRECTORY / GAME / "game.toml").read_text(encoding="utf-8")
    toml = toml.replace("[stacking]", f"[units.columns]\n{columns}\n\n[stacking]")
    (tmp_path / "game.toml").write_text(toml, encoding="utf-8")
    names = [line.partition(" =")[0] for line in columns.splitlines()]
    head, *rows = (DIRECTORY / GAME / "units.csv").read_text(encoding="utf-8").splitlines()
    lines = [",".join([head, *names]), *(",".join([row, *values]) for row in rows)]
    (tmp_path / "units.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_scenario(GAME, "blue-kremlin", charts=tmp_path)


KINDS = 'steps = "number"\nback = "text"\nelite = "yes-no"'


def test_values_are_typed(tmp_path: Path) -> None:
    unit = spoilt(tmp_path, KINDS, ("2", "1-4", "yes")).units[0]
    assert unit.own == {"steps": 2, "back": "1-4", "elite": True}
    with pytest.raises(ProgramError, match=r"column of units\.csv 'step', .*did you mean 'steps'"):
        unit.own["step"]


@pytest.mark.parametrize(
    ("columns", "values", "told"),
    [
        (KINDS, ("two", "1-4", "yes"), "line 2, column steps: got 'two', expected a whole number"),
        (KINDS, ("2", "1-4", "maybe"), "line 2, column elite: got 'maybe', expected one of no"),
        ('steps = "numbr"', ("2",), "units.columns.steps, line"),
        ('attack = "number"', ("2",), "units.columns.attack, line"),
    ],
)
def test_other_values_are_refused(
    tmp_path: Path, columns: str, values: tuple[str, ...], told: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        spoilt(tmp_path, columns, values)
    assert told in str(caught.value)


class Stepped(Board):
    """Counters with a number of steps."""

    def lay_out(self) -> None:
        """The steps of each counter."""
        super().lay_out()
        self.steps_left = self.unit_number("steps", lambda u: int(u.own["steps"]))
        define_answer("steps", self.of[0].sum(self.steps_left))


class Game(Small):
    """The smallest game, with steps."""

    board: Stepped


def test_rules_reach_them_and_pictures_show_them() -> None:
    plain = data()
    units = [
        replace(unit, own=Named({"steps": n, "elite": n == 1}, "column of units.csv"))
        for n, unit in enumerate(plain.units, 1)
    ]
    game = Game(replace(plain, units=tuple(units))).compiled()
    state = game.new()
    ours = sum(n for n, unit in enumerate(units, 1) if unit.side == "one")
    assert state.ask("steps") == ours
    drawn = ef.render.svg(state)
    assert "<title>A 2-3, elite, steps 1</title>" in drawn
    assert "<title>X 2-3, steps 3</title>" in drawn
    assert "steps" not in ef.render.svg(Small(plain).compiled().new())


def test_counters_that_differ_in_them_are_not_interchangeable() -> None:
    unit = data().units[0]
    board = Board()
    one, two = (board.unit_class(replace(unit, own={"steps": n})) for n in (1, 2))
    assert one != two and one == board.unit_class(replace(unit, own={"steps": 1}))

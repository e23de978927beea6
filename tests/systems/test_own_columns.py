"""Columns of a game's own in units.csv: read, typed, reached by rules, and shown in pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import eastfront as ef
from eastfront import wire
from eastfront.cli.main import eastfront
from eastfront.program import ProgramError
from eastfront.scenario import ScenarioError, load_scenario
from eastfront.scenario.load import DIRECTORY
from eastfront.scenario.model import Named
from eastfront.systems.asking import define_answer

from .bridges import bridges
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


OWN = {
    "data/game.toml": [("highest_factor = 9\n", "highest_factor = 9\n\n[units.columns]\n"
                        'steps = "number"\nback = "text"\nelite = "yes-no"\n')],
    "data/units.csv": [("defence,provenance", "defence,provenance,steps,back,elite"),
                       ("reconstructed\n", "reconstructed,2,1-1,no\n"),
                       ("BL:horse:1,blue,HB1,horse,horse,4,2,reconstructed,2,1-1,no",
                        "BL:horse:1,blue,HB1,horse,horse,4,2,reconstructed,1,,yes")],
}  # fmt: skip
"""The example game with steps, the factors of the back side, and a mark of the elite."""

STEPPED = {"steps": 2, "back": "1-1", "elite": False}


@pytest.fixture(scope="module")
def stepped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ef.Game]:
    """The example with columns of its own."""
    with bridges(tmp_path_factory.mktemp("stepped"), OWN):
        yield ef.load("two-bridges/dawn")


def test_the_terminal_shows_them(stepped: ef.Game) -> None:
    typed = "unit 1B\nunit BL:horse:1\nmove HB1\nto 0104\nunit HB1\nunit Nobody\nboard\nquit\n"
    found = CliRunner().invoke(eastfront, ["play", stepped.id, "--seed", "1"], input=typed)
    assert found.exit_code == 0, found.output
    assert "  1B 3-4, back 1-1, steps 2, in 0103\n" in found.output
    assert "  HB1 4-2, elite, steps 1, in 0103\n" in found.output
    assert "  HB1 4-2, elite, steps 1 (moved), in 0104\n" in found.output
    assert "no unit 'Nobody'" in found.output
    # the text board
    assert (
        "\n0103: 1B 3-4, back 1-1, steps 2\n0104: HB1 4-2, elite, steps 1 (moved)\n" in found.output
    )


def test_the_text_board_lists_stacks(stepped: ef.Game) -> None:
    shown = ef.render.text(stepped.new())
    assert "\n0103: 1B 3-4, back 1-1, steps 2; HB1 4-2, elite, steps 1\n" in shown


def test_documents_have_them(stepped: ef.Game) -> None:
    shown = json.loads(wire.encode(wire.board(stepped)))["units"]
    own = {unit["name"]: unit["own"] for unit in shown}
    assert own["1B"] == STEPPED and own["HB1"] == {"steps": 1, "back": "", "elite": True}
    plain = wire.board(Small(data()).compiled())
    assert [unit.own for unit in plain.units] == [{}] * len(plain.units)


def test_counters_that_differ_in_them_are_not_interchangeable() -> None:
    unit = data().units[0]
    board = Board()
    one, two = (board.unit_class(replace(unit, own={"steps": n})) for n in (1, 2))
    assert one != two and one == board.unit_class(replace(unit, own={"steps": 1}))

"""Combat results tables by difference: headings, look-ups, and a small game that fights by them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront import wire
from eastfront.positions.document import document
from eastfront.program import ProgramError
from eastfront.systems import DifferenceTable, Section, difference, difference_table

from .bridges import bridges
from .table import Small, data

CHART: dict[str, Any] = {
    "columns": ["-2", "0", "+3"],
    "rows": [["AE", "-", "DE"], ["AE", "AE", "-"]],
    "order": ["AE", "-", "DE"],
}


class Tables(Section):
    """Two orders of the same table."""

    def define_queries(self) -> None:
        """Asked of numbers."""
        self.b.query("difference", 2, difference)
        table = difference_table(CHART)
        assert isinstance(table, DifferenceTable)
        self.b.query("column", 1, table.column)
        self.b.query("result", 2, table)
        self.b.query("of another order", 2, difference_table(CHART, ["DE", "-", "AE"]))


class Looked(Small):
    """The smallest game, which answers about them."""

    tables: Tables


def test_a_column_goes_from_its_heading_to_the_next() -> None:
    state = Looked(data()).compiled().new(seed=0)
    columns = {n: state.ask("column", n) for n in (-9, -2, -1, 0, 2, 3, 9)}
    assert columns == {-9: -2, -2: -2, -1: -2, 0: 0, 2: 0, 3: 3, 9: 3}
    found = [[state.ask("result", n, die) for n in (-9, -1, 0, 2, 3, 9)] for die in (1, 2)]
    assert found == [[0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1]]
    assert [state.ask("of another order", n, 1) for n in (-2, 0, 3)] == [2, 1, 0]
    assert state.ask("difference", 3, 7) == -4


@pytest.mark.parametrize("columns", [["1:2", "1:1", "2:1"], ["0", "-2", "+3"], ["0", "0", "1"], []])
def test_headings_that_are_no_rising_differences_are_refused(columns: list[str]) -> None:
    class Wrong(Section):
        def define_queries(self) -> None:
            difference_table({**CHART, "columns": columns})

    class Game(Small):
        wrong: Wrong

    Game.__annotations__["wrong"] = Wrong
    told = f"columns: got {', '.join(columns)}, expected the least difference of each column"
    with pytest.raises(ProgramError, match=re.escape(told)) as error:
        Game(data()).compiled()
    assert __file__ in str(error.value)


HEADS = 'columns = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"]'
EDITS = {
    "data/charts.toml": [(HEADS, 'columns = ["-4", "-2", "0", "+1", "+3", "+5", "+8"]')],
    "rules.py": [
        ('results_table(self.data.charts["combat-results"], lowest=-1)',
         'difference_table(self.data.charts["combat-results"])'),
        ("odds = ratio(ours, units_at(self.target).sum(self.defence))",
         "gap = difference(ours, units_at(self.target).sum(self.defence))"),
        ("return smaller(larger(odds + self.shifts(side), -1), 5)",
         "return self.results.column(gap + self.shifts(side))"),
        ('define_battle(self.combat, may="TB-6.1a")',
         'define_battle(self.combat, may="TB-6.1a", by_difference=True)'),
    ],
}  # fmt: skip
LINES = "game: two-bridges/dawn\nturn: 1\nwait: blue combat phase, attacks\n"


def fight(*lines: str) -> ef.State:
    """A position of the example game, with battles by difference, in the combat phase."""
    return ef.position(LINES + "\n".join(lines), ef.load("two-bridges/dawn"))


def test_a_game_fights_by_differences(tmp_path: Path) -> None:
    with bridges(tmp_path, EDITS):
        state = fight("0202: 1B, GB", "0103: 2B", "0203: 1R", "0107: 2R")
        battle = state.battle("0203", ["1B", "GB", "2B"])
        assert (battle.attack, battle.defence) == (12, 4)
        assert (battle.odds, battle.column, battle.shifts) == ("+8", "+8", ())
        assert "totals:  12 against 4, difference +8" in battle.explain()
        one = state.battle("0203", ["GB"])
        assert (one.odds, one.column) == ("+2", "+1")  # the column of +1 and +2
        assert {result: str(chance) for result, chance in one.distribution.items()} == {
            "DR": "1/2", "EX": "1/6", "AR": "1/3",
        }  # fmt: skip
        low = fight("0202: 2B", "0203: 1R", "0107: 2R").battle("0203", ["2B"])
        assert (low.odds, low.column) == ("-1", "-2")
        assert document(state.game)["drawing"]["battle"]["difference"] == 1
        told = json.loads(wire.encode(battle))
        assert told["odds"] == "+8"
        state.push("attack 0203")
        while state.decision == "force":
            state.push(state.legal_actions[0])
        state.push("roll 1")
        assert state.place("1R") == "dead"


def test_the_ground_shifts_the_difference(tmp_path: Path) -> None:
    with bridges(tmp_path, EDITS):
        state = fight("0202: GB, 1B", "0302: 2R", "0107: 1R")
        battle = state.battle("0302", ["GB", "1B"])
    assert (battle.odds, battle.column, battle.shifts) == ("+5", "+3", (("TB-6.2b", -1),))


def test_halves_count_in_differences(tmp_path: Path) -> None:
    units = [("BL:guns,blue,GB,guns,foot,6,1", "BL:guns,blue,GB,guns,foot,6.5,1")]
    game = [('id = "two-bridges"', 'id = "two-bridges"\nscale = 2')]
    edits = {**EDITS, "data/units.csv": units, "data/game.toml": game}
    with bridges(tmp_path, edits):
        battle = fight("0202: GB", "0203: 1R", "0107: 2R").battle("0203", ["GB"])
        even = fight("0202: HB1", "0203: 1R", "0107: 2R").battle("0203", ["HB1"])
    assert (battle.attack, battle.odds, battle.column) == (6.5, "+2.5", "+1")
    assert (even.odds, even.column) == ("0", "0")

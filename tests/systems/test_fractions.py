"""Games with half points and half factors: play, answers, every display, and refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import wire
from eastfront.analysis.attacks import attacks
from eastfront.board import Board as TextBoard
from eastfront.board import BoardError, OnBoard, board, counter, rules_game, text_of
from eastfront.cli import main
from eastfront.interop import graphs
from eastfront.positions.text import PositionError
from eastfront.program import ProgramError, number
from eastfront.scenario import ScenarioError
from eastfront.systems.asking import define_answer
from eastfront.wire import forms

from .bridges import bridges, edit
from .table import Small

HALVES = {
    "data/game.toml": [("last_turn = 8\n", "last_turn = 8\nscale = 2\n"),
                       ("highest_factor = 9\n", 'highest_factor = 9\ncolumns.spare = "points"\n')],
    "data/units.csv": [("defence,provenance", "defence,provenance,spare"),
                       ("reconstructed\n", "reconstructed,1.5\n"),
                       ("horse,horse,4,2", "horse,horse,2.5,2")],
    "rules.py": [("lambda u: 5 if u.kind", "lambda u: 4.5 if u.kind"),
                 ("-> int | None", "-> float | None"),
                 ("else 2) if self.dry", "else 1.5) if self.dry"),
                 ("self.points(unit) == 3", "self.points(unit) == self.scaled(3)"),
                 ("self.target, self.result)", "self.target, self.result, self.attacking.units.sum("
                  "lambda u: self.factor(side, u)))"),
                 ('"result:result")', '"result:result", "points:attack")')],
}  # fmt: skip
"""The Two Bridges with horse of 2.5 attack factors and 4.5 points, and woods and hills for 1.5."""

HEAD = "game: two-bridges/dawn\nturn: 1\nwait: blue {} phase, {}\n"


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ef.Game]:
    """The game with halves."""
    with bridges(tmp_path_factory.mktemp("halves"), HALVES):
        yield ef.load("two-bridges/dawn")


def at(game: ef.Game, asked: str, *lines: str) -> ef.State:
    """A position in which Blue moves or attacks."""
    head = HEAD.format(*(("movement",) * 2 if asked == "moves" else ("combat", "attacks")))
    return ef.position(head + "\n".join(lines), game)


# -- play and answers -----------------------------------------------------------------------------


def test_moves_cost_half_points(halves: ef.Game) -> None:
    state = at(halves, "moves", "0201: HB1, 1B", "0107: 1R")
    reach = state.reach("HB1")
    assert reach["0102"] == 1.5 and reach["0303"] == 2.5 and max(reach.values()) == 4.5
    assert all(isinstance(cost, int) for cost in reach.values() if cost % 1 == 0)
    assert max(state.reach("1B").values()) == 3
    assert state.reach("1B", full=True) == state.reach("1B")


def test_odds_are_of_half_factors(halves: ef.Game) -> None:
    state = at(halves, "attacks", "0201: HB1, HB2", "0302: GB", "0202: 1R", "0107: 2R")
    two = state.battle("0202", ["HB1", "HB2"])
    assert (two.attack, two.defence, two.odds) == (5, 4, "1:1")
    three = state.battle("0202", ["HB1", "GB"])
    assert (three.attack, three.odds) == (8.5, "2:1")
    assert [str(one) for one in three.attackers] == ["HB1 2.5", "GB 6"]
    assert "totals:  8.5 against 4, odds 2:1" in three.explain()
    assert state.battle("0202", ["HB1"]).odds == "1:2"


def test_a_half_of_a_half_factor_is_rounded_to_a_half(halves: ef.Game) -> None:
    # HB1 is cut off: TB-5.2a divides 2.5 by two, rounded up
    lines = ("0203: HB1", "0102: 2R", "0103: 3R", "0202: 4R", "0302: HR2", "0303: HR1", "0204: 1R")
    found = at(halves, "attacks", *lines).battle("0204", ["HB1"])
    assert [str(one) for one in found.attackers] == ["HB1 2.5 as 1.5 (TB-5.2a)"]
    assert found.attack == 1.5


def test_average_losses_are_exact(halves: ef.Game) -> None:
    state = at(halves, "attacks", "0201: HB1", "0202: 1R", "0107: 2R")
    exchange = attacks(state)[0].exchange
    # AE on 5 and 6
    assert exchange is not None and exchange.own == Fraction(5, 2) / 3


def test_the_program_counts_halves(halves: ef.Game) -> None:
    state = at(halves, "attacks", "0201: HB1", "0202: 1R", "0107: 2R")
    assert state.ask("blue attack factor", "HB1") == 5


def test_quarters(tmp_path: Path) -> None:
    with bridges(tmp_path, HALVES) as package:
        edit(
            package / "data/game.toml", [("scale = 2", "scale = 4"), ("factor = 9", "factor = 999")]
        )
        edit(package / "data/units.csv", [("2.5,2", "999,2.25"), ("3,4", "998.75,4.75")])
        game = ef.load("two-bridges/dawn")
        lines = ("0201: HB1, 1B", "0202: 1R, HR1", "0107: 2R")
        found = at(game, "attacks", *lines).battle("0202", ["HB1", "1B"])
        assert (found.attack, found.defence) == (1997.75, 7)


# -- displays -------------------------------------------------------------------------------------


def test_texts_and_pictures(halves: ef.Game) -> None:
    state = halves.new()
    text = state.text()
    assert "0103: 1B 3-4, HB1 2.5-2\n" in text
    assert ef.position(text, halves) == state
    with pytest.raises(PositionError, match=r"factors of HB1 `2-2`; expected 2\.5-2, as print"):
        ef.position(text.replace("HB1 2.5-2", "HB1 2-2"), halves)
    drawn = ef.render.svg(state)
    assert ">2.5-2</text>" in drawn and "HB1 2.5-2, spare 1.5" in drawn


def test_documents_of_the_wire(halves: ef.Game) -> None:
    state = at(halves, "attacks", "0201: HB1, HB2", "0202: 1R", "0107: 2R")
    shown = json.loads(wire.encode(wire.board(halves)))["units"]
    assert shown[3]["values"] == {"attack": 2.5, "defence": 2, "points": 4.5}
    fought = json.loads(wire.encode(wire.battle(state.battle("0202", ["HB1"]))))
    assert fought["attackers"][0] | {"rules": []} == {
        "unit": "HB1", "printed": 2.5, "factor": 2.5, "divisor": 1, "rules": [],
    }  # fmt: skip
    assert (fought["attack"], fought["defence"]) == (2.5, 4)
    reach = at(halves, "moves", "0201: HB1", "0107: 1R").reach("HB1")
    assert json.loads(wire.encode(wire.reach(["HB1"], reach)))["hexes"]["0102"] == 1.5


def test_commands(halves: ef.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.txt"
    path.write_text(at(halves, "attacks", "0201: HB1", "0202: 1R", "0107: 2R").text())
    assert main.run(["odds", str(path), "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert (found["attack"], found["exchange"]["own"]) == (2.5, "5/6")


def test_graphs_and_tables(halves: ef.Game) -> None:
    pytest.importorskip("networkx")
    assert graphs.map_graph(halves).edges["0101", "0102"]["cost"] == {"march": 1.5}
    pytest.importorskip("pyarrow")
    from eastfront.interop import tables

    recorder, rng = ef.Recorder(halves, seed=3), random.Random(1)
    while not recorder.state.is_over:
        state = recorder.state
        chance = state.to_move == "chance"
        recorder.push(recorder.draw() if chance else rng.choice(state.legal_actions))
    assert recorder.record.replay() == recorder.state
    found = tables.read(recorder.record)
    horse = [row for row in found["fighters"].to_pylist() if row["unit"][:2] in ("HB", "HR")]
    assert {row["printed"] for row in horse if row["attacks"]} == {2.5}
    totals = [row["attack"] for row in found["battles"].to_pylist()]
    assert any(total % 1 == 0.5 for total in totals)


def test_facts_of_notes(halves: ef.Game) -> None:
    state = at(halves, "attacks", "0201: HB1, HB2", "0202: 1R", "0107: 2R")
    for action in ("attack 0202", "fight"):
        state.push(action)
    before = wire.observe(state, "blue")
    effects = state.push("roll 5", effects=True)
    events = wire.act(before, wire.observe(state, "blue"), "chance", "roll 5", effects).events
    [note] = [event for event in events if isinstance(event, forms.Note)]
    assert note.facts == {"target": "0202", "result": "AE", "attack": 2.5}


# -- refusals -------------------------------------------------------------------------------------


def refused(folder: Path, file: str, old: str, new: str, what: type[Exception]) -> str:
    """The error of the game with halves and one more edit."""
    with bridges(folder, HALVES) as package:
        edit(package / file, [(old, new)])
        with pytest.raises(what) as caught:
            ef.load("two-bridges/dawn")
    return str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("data/units.csv", "horse,2.5,2", "horse,2.3,2",
         "column attack: got '2.3', expected a number from 0 to 9 in steps of 0.5 (scale of "
         "game.toml), as game.toml says (units.highest_factor)"),
        ("data/units.csv", "horse,2.5,2", "horse,9.5,2", "got '9.5', expected a number from 0"),
        ("data/units.csv", ",1.5\n", ",1.25\n",
         "column spare: got '1.25', expected a number from 0 to 9999 in steps of 0.5"),
        ("data/game.toml", "scale = 2\n", "",
         "column attack: got '2.5', expected a whole number from 0 to 9, as game.toml says "
         "(units.highest_factor); scale of game.toml allows fractions"),
        ("data/game.toml", "scale = 2\n", "scale = 3\n", "scale, line 6: got 3, expected"),
    ],
)  # fmt: skip
def test_numbers_of_files(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    assert told in refused(tmp_path, file, old, new, ScenarioError)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1 if self.terrain", "1.2 if self.terrain", "got 1.2, expected points in steps of 0.5"),
        ('unit_points("attack"', 'unit_number("attack"',
         "`attack`: got 2.5, expected a whole number; for points and factors there is "
         "`unit_points`"),
        ('unit_points("defence"', 'unit_number("defence"',
         "`defence`, a factor of battles: declare it by `unit_points`"),
        ("self.scaled(3), self.row", "2.5, self.row", "`scaled` converts points with a fraction"),
    ],
)  # fmt: skip
def test_numbers_of_rules(tmp_path: Path, old: str, new: str, told: str) -> None:
    with bridges(tmp_path, HALVES) as package:
        edit(package / "rules.py", [(old, new)])
        with pytest.raises(ProgramError) as caught:
            ef.load("two-bridges/dawn", options=["boats"])
    assert told in str(caught.value)


def test_a_constant_with_a_fraction_is_no_number_of_the_program() -> None:
    with pytest.raises(ProgramError, match=r"got 1\.5 \(float\); `scaled` converts points"):
        number(1.5)  # type: ignore[arg-type]


# -- boards written as text -----------------------------------------------------------------------

QUARTERS = """title: quarters
labels: 0101
sides: one other
boxes: dead
scale: 4

legend:
  . open

map:
  . .
   . .

units:
  A one   2.25-3-4.5 foot @0101
  X other 1-0.75     foot @0202
"""


class Sketch(OnBoard):
    """Two counters and their numbers."""

    def lay_out(self) -> None:
        """Declares them."""
        self.of = [self.units_of(side) for side in self.sides]
        strength = self.unit_points("strength", lambda u: u.attack)
        allowance = self.unit_points("allowance", lambda u: counter(u).allowance or 0)
        define_answer("strengths", strength(number(0)) + strength(number(1)))
        define_answer("allowance", allowance(number(0)))


class Sketched(Small):
    """The smallest game on a board of text."""

    board: Sketch


def test_a_board_has_quarters() -> None:
    this: TextBoard = board(QUARTERS)
    assert (this.scale, this.units[0].attack, this.units[0].allowance) == (4, 2.25, 4.5)
    assert isinstance(this.units[0].defence, int) and board(text_of(this)) == this
    state = rules_game(this, Sketched).new()
    assert (state.ask("strengths"), state.ask("allowance")) == (13, 18)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("scale: 4", "scale: 2", "line 15: expected numbers in steps of 0.5 (scale), found `2.25`"),
        ("scale: 4\n", "", "line 14: expected numbers in whole numbers (scale), found `2.25`"),
        ("scale: 4", "scale: 3", "line 1: scale: expected one of 1, 2, 4, found `3`"),
    ],
)
def test_a_board_refuses_other_numbers(old: str, new: str, told: str) -> None:
    with pytest.raises(BoardError) as caught:
        board(QUARTERS.replace(old, new))
    assert told in str(caught.value)

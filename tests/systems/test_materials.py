"""Materials: sets by a test, costs by a function, hexsides by their features, and clear errors."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import Hexes, Units
from eastfront.systems import Rules, ScenarioError, Section

from .table import TOWN, Board, Small, data


class Words(Board):
    """Everything that a map can be asked."""

    def lay_out(self) -> None:
        """Sets, costs and hexsides."""
        super().lay_out()
        self.towns = self.hexes_with("town")
        self.strong = self.units_where("strong", lambda u: u.attack > 1)
        self.factor = self.unit_number("factor", lambda u: u.attack + u.defence)
        self.dry = self.edges_where("dry", lambda a, b: not self.has_side(a, b, "river"))
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        self.march = self.costs_where("march", self.cost)

    def cost(self, a: int, b: int) -> int | None:
        """Woods cost 2, the river cannot be crossed."""
        return None if self.has_side(a, b, "river") else 2 if self.terrain(b) == "woods" else 1


class Asked(Section):
    """Questions about them."""

    def define_queries(self) -> None:
        """One a word."""
        sets: dict[str, Hexes | Units] = {
            "towns": self.towns, "woods": self.woods, "strong": self.strong,
            "near": self.towns.adjacent(self.dry), "ours": self.of[0],
        }  # fmt: skip
        for name, found in sets.items():
            self.b.query(name, 0, lambda found=found: found)
        self.b.query("factor", 1, self.factor)
        self.b.query("river", 2, self.river)


class Table(Small):
    """With these words."""

    board: Words
    asked: Asked


@pytest.fixture(scope="module")
def state() -> Any:
    return Table(data()).compiled().new()


def test_sets(state: Any) -> None:
    assert state.ask("towns") == [TOWN] and state.ask("woods") == ["0102"]
    assert state.ask("ours") == ["A", "B"] and state.ask("strong") == ["A", "B", "X"]
    assert state.ask("factor", "A") == 5


def test_hexsides(state: Any) -> None:
    assert state.ask("river", "0101", "0102") == 1 and state.ask("river", "0102", "0101") == 1
    assert state.ask("river", "0102", "0103") == 0
    assert state.ask("near") == ["0103", "0202"]


def test_costs() -> None:
    rules = Table(data())
    steps = rules.b.costs[0]["step"]
    by_name = {
        (rules.data.map.hexes[h].name, rules.data.map.hexes[to].name): steps[6 * h + d]  # type: ignore[union-attr]
        for h, d, to in rules.steps
    }
    assert by_name["0101", "0102"] == 255 and by_name["0201", "0102"] == 2
    assert by_name["0102", "0103"] == 1


def test_units_begin_where_the_set_up_has_them(state: Any) -> None:
    assert (state.place("A"), state.place("X"), state.place("B")) == ("0101", TOWN, "away")


def test_what_the_rules_name_and_the_data_lack() -> None:
    board = Table(data()).board
    with pytest.raises(ScenarioError, match="the hex 0909, which the rules name"):
        board.hex("0909")
    with pytest.raises(ScenarioError, match="the unit UN:Z, which the rules name"):
        board.unit("UN:Z")
    assert board.hex("0203") == 5 and board.unit("UN:X") == 2 and board.box("away") == 7


def test_a_game_without_rules_of_play() -> None:
    class Empty(Rules):
        board: Board
        sides = ("one", "other")
        boxes = ("dead",)

    Empty.__module__ = __name__
    with pytest.raises(NotImplementedError):
        Empty(data()).compiled()

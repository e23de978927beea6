"""Materials: sets by a test, costs by a function, hexsides by their features, and clear errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eastfront.positions.document import document
from eastfront.program import Hexes, Units, one_hex
from eastfront.scenario.errors import NOTHING
from eastfront.systems import Option, Rules, ScenarioError, Section

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
    with pytest.raises(ScenarioError) as no_hex:
        board.hex("0909")
    assert (
        no_hex.value.args
        == ScenarioError(
            "map.csv", "column hex", NOTHING, "the hex 0909, which the rules name"
        ).args
    )
    board.data.files["units.csv"] = "folder/units.csv"
    with pytest.raises(ScenarioError) as no_unit:
        board.unit("UN:Z")
    assert (
        no_unit.value.args
        == ScenarioError(
            "folder/units.csv", "column id", NOTHING, "the unit UN:Z, which the rules name"
        ).args
    )
    assert board.hex("0203") == 5 and board.unit("UN:X") == 2 and board.box("away") == 7


def test_a_game_without_rules_of_play() -> None:
    class Empty(Rules):
        board: Board
        sides = ("one", "other")
        boxes = ("dead",)

    Empty.__module__ = __name__
    with pytest.raises(NotImplementedError):
        Empty(data()).compiled()


# -- a map with a hole and a cliff ----------------------------------------------------------------


class Steep(Board):
    """What can be asked of hexsides that look different from their two sides."""

    def lay_out(self) -> None:
        """Edges, features and views."""
        super().lay_out()
        self.onward = self.edges_where("onward", lambda a, b: a < b)
        self.up = self.edges_of("up", self.steps_across("cliff"))
        self.cliff = self.feature_where("cliff", lambda a, b: self.has_side(a, b, "cliff"))
        self.camps = self.views("{} camps", lambda side: self.of[side].hexes())
        self.open = self.hexes_where("open", lambda h: h.terrain == "open")


class Climbing(Section):
    """Questions about them."""

    def define_queries(self) -> None:
        """Of a hex, of two, and of each side."""
        self.b.query("onward", 1, lambda h: one_hex(h).adjacent(self.onward))
        self.b.query("up", 1, lambda h: one_hex(h).adjacent(self.up))
        self.b.query("cliff", 2, self.cliff)
        self.b.query("open", 0, lambda: self.open)
        for name, camps in zip(self.sides, self.camps, strict=True):
            self.b.query(f"camps of {name}", 0, lambda camps=camps: camps)


class Hills(Small):
    """No hex 0201; a cliff from 0102 down to 0103."""

    board: Steep
    climbing: Climbing
    boxes = ("dead", "spare", "away")


HOLE, TOP, FOOT = 3, 1, 2
"""The place of 0201, and the hexes 0102 and 0103."""


def hills() -> Hills:
    """The rules on that map."""
    known = data()
    hexes = [None if n == HOLE else row for n, row in enumerate(known.map.hexes)]
    sides = {**known.map.hexsides, (TOP, FOOT): frozenset({"cliff"})}
    return Hills(replace(known, map=replace(known.map, hexes=tuple(hexes), hexsides=sides)))


def test_a_hexside_is_asked_from_its_own_side() -> None:
    board = hills().board
    assert board.steps_across("cliff") == {(TOP, FOOT)}
    assert board.sides_of(TOP, FOOT) == {"cliff"} and board.sides_of(FOOT, TOP) == set()
    assert board.has_side(TOP, FOOT, "cliff") and not board.has_side(FOOT, TOP, "cliff")
    assert board.sides_of(0, 1) == {"river"} and not board.has_side(0, 1, "cliff")
    state = hills().compiled().new()
    assert state.ask("up", "0102") == ["0103"] and state.ask("up", "0103") == []
    assert state.ask("cliff", "0102", "0103") == 1 and state.ask("cliff", "0103", "0102") == 0
    found = {name: state.ask("onward", name) for name in ("0101", "0102", "0103", "0202", TOWN)}
    assert found == {
        "0101": ["0102"], "0102": ["0103", "0202"], "0103": ["0202", TOWN], "0202": [TOWN],
        TOWN: [],
    }  # fmt: skip


def test_where_the_map_has_a_hole_there_is_no_hex() -> None:
    board = hills().board
    assert board.terrain(HOLE) == "none" and board.terrain(TOP) == "woods"
    assert hills().compiled().new().ask("open") == ["0101", "0103", "0202", TOWN]


def test_a_view_of_each_side() -> None:
    state = hills().compiled().new()
    assert state.ask("camps of one") == ["0101"] and state.ask("camps of other") == [TOWN]
    assert document(state.game)["view_names"] == ["one camps", "other camps"]


def test_who_has_no_place_begins_in_the_last_box() -> None:
    assert hills().compiled().new().place("B") == "away"


# -- options and counters -------------------------------------------------------------------------


class Mud(Option):
    """An option."""

    name = "mud"


class Bid(Option):
    """One with a number."""

    name = "bid"
    least, most = 2, 9


class Chosen(Small):
    """Options can be played."""

    board: Board
    optional = (Mud, Bid)


def test_which_options_are_played_and_their_numbers() -> None:
    board = Chosen(data(), options=["mud", "bid=3"]).board
    assert board.option("mud") and not board.option("snow")
    assert board.option_number("bid") == 3 and board.option_number("mud") == 0
    plain = Chosen(data()).board
    assert not plain.option("mud") and plain.option_number("bid") == 0


ODD = {
    "nation": "another", "kind": "horse", "mobility": "motor", "attack": 9, "defence": 9,
}  # fmt: skip


def test_counters_are_interchangeable_that_look_alike() -> None:
    """Whatever they are called, and in any hex; all count for stacking."""
    known = data([(name, "one") for name in "ABCDEFG"] + [("X", "other")])
    units = [
        *known.units[:2],
        *(
            replace(u, **{what: odd})
            for u, (what, odd) in zip(known.units[2:7], ODD.items(), strict=True)
        ),
        replace(known.units[7], nation="one"),
    ]
    found = document(Small(replace(known, units=tuple(units))).compiled())["units"]
    assert found["class"] == [0, 0, 1, 2, 3, 4, 5, 6]
    assert found["uncounted"] == []

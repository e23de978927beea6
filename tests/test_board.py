"""Boards as text: reading and writing round-trip, and an error names its line."""

from __future__ import annotations

import pytest

from eastfront._core import Game
from eastfront.board import (
    BoardError,
    OnBoard,
    board,
    counter,
    rules_game,
    scenario_of,
    small_game,
    text_of,
)
from eastfront.program import (
    Builder,
    Int,
    ProgramError,
    decide,
    end_game,
    one_hex,
    place,
    place_of,
)
from eastfront.systems import Option, Rules, Section, step, value
from systems.table import data

TEXT = """
title: two armies across a river
labels: J15
boxes: dead
legend:
  .  clear
  w  woods
map:
  . . w .
   . . . .
  . w . @
hexsides:
  river: K15-K16 K16-L16
  rail: J15-K15-L15-M15
hexes:
  city: L15 L17
units:
  3Pz  axis     8-8    armor     @J16           # a comment
  24A  russian  2-5-3  infantry  @L15  dug-in  fort=2
  25A  russian  2-5-3  infantry  @dead
"""


def test_reads_what_a_person_typed() -> None:
    b = board(TEXT)
    assert (b.width, b.height, b.shifted_parity) == (4, 3, 1)
    assert b.labels[:5] == ("J15", "K15", "L15", "M15", "J16")
    assert b.terrain("L15") == "woods" and b.members("city") == [2, 10]
    assert b.sides == ("axis", "russian") and b.index("dead") == 12
    assert [u.allowance for u in b.units] == [None, 3, 3]
    assert b.units[1].flag("fort") == "2" and b.units[1].flag("dug-in") == ""
    with pytest.raises(KeyError):
        b.index("M17")


def test_neighbours_of_a_shifted_row_lie_to_the_right() -> None:
    b = board(TEXT)
    around = [b.neighbor(b.index("K16"), d) for d in range(6)]
    assert [b.labels[i] for i in around if i is not None] == [
        "L15",
        "L16",
        "L17",
        "K17",
        "J16",
        "K15",
    ]


def test_hexsides_count_from_both_hexes() -> None:
    b = board(TEXT)
    rail = b.edges("rail")
    assert (rail[b.index("J15")], rail[b.index("K15")]) == (1 << 1, 1 << 1 | 1 << 4)
    open_ = b.edges("rail", inverse=True)
    assert rail[b.index("K15")] & open_[b.index("K15")] == 0
    costs = b.costs(lambda _, to, sides: None if "river" in sides else 2 if to == "woods" else 1)
    step = costs[b.index("K16") * 6 :][:6]
    assert step == [2, 255, 1, 2, 1, 255]


def test_text_comes_back_the_same() -> None:
    b = board(TEXT)
    assert board(text_of(b)) == b
    assert text_of(board(text_of(b))) == text_of(b)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        (". . w .", ". . x .", 9, "no glyph `x`"),
        ("K15-K16", "K15-L17", 13, "not neighbours"),
        ("city: L15", "city: Z1", 16, "neither a hex"),
        ("8-8", "8", 18, "attack-defence"),
        ("24A  russian", "3Pz  russian", 19, "a second unit"),
        ("@dead", "@gone", 20, "nor a box"),
        ("   . . . .", "  . . . .", 10, "alternate"),
    ],
)
def test_a_mistake_names_its_line(old: str, new: str, line: int, what: str) -> None:
    with pytest.raises(BoardError, match=what) as caught:
        board(TEXT.replace(old, new, 1))
    assert caught.value.line == line


def test_a_game_of_a_board_and_a_program() -> None:
    b = board(TEXT)
    builder = Builder(b.sides)

    def main() -> None:
        with decide("end", 0) as d:
            with d.option("stop"):
                end_game(0, 1, "X-1")
            with d.option("go on"):
                end_game(1, 1, "X-1")

    state = small_game(b, builder, main).new()
    assert state.place("24A") == "L15" and state.place("25A") == "dead"
    assert len(state.legal_actions) == 2


class Table(OnBoard):
    """What is found on a board."""

    def lay_out(self) -> None:
        self.russians = self.units_of("russian")
        self.allowance = self.unit_number("allowance", lambda u: counter(u).allowance or 0)
        self.forts = self.unit_number("fort", lambda u: int(counter(u).flag("fort") or 0))
        self.cities = self.hexes_with("city")
        self.woods = self.hexes_where("woods", lambda h: h.terrain == "woods")
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        self.dry = self.edges_where("dry", lambda a, b: not self.has_side(a, b, "river"))


class March(Section):
    """One unit goes once, wherever it has a way."""

    @value
    def goes(self) -> Int:
        return self.russians.first()

    def turn(self) -> None:
        near = one_hex(place_of(self.goes())).adjacent(self.dry)
        with decide("march", 1, "X-1") as d:
            with d.hex("to", near) as to:
                place(self.goes(), to, "X-1")
            with d.option("stay", passes=True):
                end_game(0, 1, "X-2")
        end_game(1, 1, "X-2")

    def define_queries(self) -> None:
        for name in ("cities", "woods", "russians"):
            found = getattr(self, name)
            self.b.query(name, 0, lambda found=found: found)
        self.b.query("allowance", 1, self.allowance)
        self.b.query("fort", 1, self.forts)
        self.b.query("river", 2, self.river)


class Sketch(Rules):
    """A game as one sketches it."""

    board: Table
    march: March
    sides = ("axis", "russian")
    boxes = ("dead",)

    @step
    def sequence(self) -> None:
        self.march.turn()


class Armour(Option):
    """The other one goes."""

    name = "armour"

    @March.goes.then("X-3")
    def other(self, so_far: Int) -> Int:
        return self.units_of("axis").first()


def test_rules_find_on_a_board_what_is_written_there() -> None:
    state = rules_game(board(TEXT), Sketch).new()
    assert (state.place("3Pz"), state.place("24A"), state.place("25A")) == ("J16", "L15", "dead")
    assert sorted(state.ask("cities")) == ["L15", "L17"]
    assert sorted(state.ask("woods")) == ["K17", "L15"]
    assert sorted(state.ask("russians")) == ["24A", "25A"]
    assert [state.ask("allowance", u) for u in ("3Pz", "24A")] == [0, 3]
    assert [state.ask("fort", u) for u in ("24A", "25A")] == [2, 0]
    assert state.ask("river", "K15", "K16") == state.ask("river", "L16", "K16") == 1
    assert state.ask("river", "K15", "J16") == 0


def test_rules_are_played_on_a_board_as_on_a_map() -> None:
    game = rules_game(board(TEXT), Sketch)
    assert (game.id, game.title) == ("board/small", "two armies across a river")
    state = game.new()
    # L15 has neighbours in its row and below it, none of them across the river
    assert set(state.legal_actions.names()) == {"to K15", "to M15", "to K16", "to L16", "stay"}
    state.push("to M15")
    assert state.place("24A") == "M15" and state.is_over


@pytest.mark.parametrize("rest", ["", "\n\nhexes:\n  city: L15\n"])
def test_what_a_board_leaves_out_is_empty(rest: str) -> None:
    short = TEXT.partition("hexsides:")[0] + "units:\n  24A russian 2-5 infantry @L15\n"
    found = scenario_of(board(f"sides: axis russian{short}{rest}"))
    assert found.map.hexsides == {} and found.setup["labels"] == "J15"
    features = {h.name: set(h.features) for h in found.map.hexes if h is not None}
    assert features["L15"] == ({"city"} if rest else set()) and "M17" not in features
    assert found.map.hexes[11] is None


def test_counters_that_are_written_alike_are_offered_once() -> None:
    def classes(text: str) -> int:
        rules = Sketch(scenario_of(board(text)))
        return len({rules.board.unit_class(unit) for unit in rules.data.units})

    same = TEXT.replace("dug-in  fort=2", "")
    assert (classes(TEXT), classes(same)) == (3, 2)
    assert classes(same.replace("25A  russian  2-5-3", "25A  russian  2-5-4")) == 3


def test_rules_on_a_board_have_options_and_can_be_left_out() -> None:
    def mover(**how: list[str]) -> str:
        state = rules_game(board(TEXT), Sketch.also(Armour), **how).new()
        state.push(next(a for a in state.legal_actions.names() if a.startswith("to")))
        return "24A" if state.place("3Pz") == "J16" else "3Pz"

    assert mover() == "24A" and mover(options=["armour"]) == "3Pz"
    assert mover(options=["armour"], without=["X-3"]) == "24A"


def test_rules_and_board_have_the_same_sides_and_boxes() -> None:
    class Turned(Sketch):
        """The sides in another order."""

        sides = ("russian", "axis")

    class Boxless(Sketch):
        """Nowhere to put the dead."""

        boxes = ("reserve",)

    with pytest.raises(ValueError, match="the rules are for"):
        rules_game(board(TEXT), Turned)
    with pytest.raises(ProgramError, match="the box `dead`"):
        rules_game(board(TEXT), Boxless)
    with pytest.raises(TypeError, match="not a unit of a board"):
        counter(data().units[0])


def test_a_small_game_and_rules_of_a_board_are_games_alike() -> None:
    b = board(TEXT)
    builder = Builder(b.sides)
    plain = small_game(b, builder, lambda: end_game(0, 1, "X-1"))
    ruled = rules_game(b, Sketch)
    assert isinstance(ruled, Game)
    assert (plain.units, plain.hexes) == (ruled.units, ruled.hexes)

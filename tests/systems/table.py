"""A small invented map and game for tests of the systems: six hexes, a river, three units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.program import *  # noqa: F403
from eastfront.scenario.model import HexRow, MapData, ScenarioData, UnitRow
from eastfront.systems import Materials, Rules, Section

WIDTH, HEIGHT = 3, 2
WOODS, TOWN, RIVER = "0102", "0203", ("0101", "0102")


def hex_row(name: str) -> HexRow:
    """A hex: its id is row and column, counted from 1."""
    row, column = int(name[:2]) - 1, int(name[2:]) - 1
    terrain = "woods" if name == WOODS else "open"
    features = frozenset({"town"} if name == TOWN else ())
    return HexRow(name, row, column, terrain, "land", "none", features, "", "reconstructed")


def data(units: Sequence[tuple[str, str]] = (("A", "one"), ("B", "one"), ("X", "other"))) -> Any:
    """A scenario of units by name and side; A begins in 0101, X in 0203, B nowhere."""
    names = [f"{r:02}{c:02}" for r in (1, 2) for c in (1, 2, 3)]
    index = {name: i for i, name in enumerate(names)}
    a, b = (index[h] for h in RIVER)
    sides = {(a, b): frozenset({"river"}), (b, a): frozenset({"river"})}
    map_ = MapData(WIDTH, HEIGHT, 1, tuple(map(hex_row, names)), index, sides, {})
    rows = [
        UnitRow(f"UN:{n}", s, n, s, "foot", "foot", 2, 3, False, None, "", "reconstructed")
        for n, s in units
    ]
    setup = {
        "first_turn": 2, "last_turn": 3,
        "setup": [{"hex": "0101", "units": ["UN:A"]}, {"hex": TOWN, "units": ["UN:X"]}],
    }  # fmt: skip
    return ScenarioData("small", "one", "Small", map_, rows, {}, setup)


class Board(Materials):
    """The board of the small game."""

    def lay_out(self) -> None:
        """The sides' units, and the woods."""
        self.of = [self.units_of(side) for side in self.sides]
        self.woods = self.hexes_where("woods", lambda h: h.terrain == "woods")


class Turns(Section):
    """One decision a turn: a unit of the first side moves to an adjacent hex, or the game is
    over."""

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Plays turns until a side passes."""
        near = one_hex(place_of(self.of[0].first())).adjacent()  # noqa: F405
        with loop(), decide("move", 0, "S-1") as d:  # noqa: F405
            with d.hex("to", near) as to:
                place(self.of[0].first(), to, "S-1")  # noqa: F405
            with d.option("pass", passes=True):
                end_game(0, 1, "S-2")  # noqa: F405


class Small(Rules):
    """The smallest game."""

    board: Board
    turns: Turns
    sides = ("one", "other")
    boxes = ("dead", "away")

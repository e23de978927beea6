"""The zone costs of a single step equal those of a movement field."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import (
    FORBIDDEN,
    Int,
    Number,
    ReachSpec,
    ZoneTolls,
    cost_to,
    if_else,
    no_hexes,
    number,
)
from eastfront.systems import Section

from .table import WOODS, Board, Small, data

ENTER, LEAVE, BETWEEN = 2, 1, 4


class Steps(Section):
    """Woods and what is next to them in their row are a zone; each step costs one more."""

    def define_queries(self) -> None:
        """A step by its tolls, and by a field."""
        zone = self.hexes_where("zone", lambda h: h.name in (WOODS, "0103"))
        tolls = ZoneTolls(zone, ENTER, LEAVE, BETWEEN)
        costs = number(self.costs_where("steps", lambda a, b: 1))

        def field(a: Int, b: Int) -> Int:
            hexes = ReachSpec(a, number(20), costs, no_hexes(), number(0), zones=tolls).hexes()
            return if_else(hexes.contains(b), cost_to(b) - 1, -1)

        self.b.query("toll", 2, tolls.step)
        self.b.query("field", 2, field)


class Walked(Small):
    """The game that is asked."""

    board: Board
    paces: Steps


@pytest.mark.parametrize(
    ("a", "b", "toll"),
    [
        ("0101", "0201", 0),
        ("0101", WOODS, ENTER),
        (WOODS, "0101", LEAVE),
        (WOODS, "0103", BETWEEN),
    ],
)
def test_a_step_by_where_it_begins_and_ends(a: str, b: str, toll: int) -> None:
    state: Any = Walked(data()).compiled().new()
    assert state.ask("toll", a, b) == toll == state.ask("field", a, b)


class OneAtLeast(Section):
    """Walks without points, one hex at least, with or without a zone."""

    def define_queries(self) -> None:
        """The reach from a hex for some extra costs in the zone, and where no step is."""
        zone = self.hexes_where("zone", lambda h: h.name in (WOODS, "0103"))
        dear = number(self.costs_where("dear", lambda a, b: 9))
        shut = number(self.costs_where("shut", lambda a, b: None))

        def field(name: str, costs: Int, *tolls: Number, one: int = 1) -> None:
            spec = (number(0), costs, no_hexes(), number(one))
            zones = ZoneTolls(zone, *tolls) if tolls else None
            self.b.query(name, 1, lambda at: ReachSpec(at, *spec, zones=zones).hexes())

        field("plain", dear)
        field("none", dear, one=0)
        field("shut", shut)
        field("dear zone", dear, 9, 9, 9)
        field("no way between", dear, 0, 0, FORBIDDEN)
        field("no way between, and a stop", dear, 0, 0, FORBIDDEN, 1)
        field("no way in", dear, FORBIDDEN, 0, 0)


class Minimal(Small):
    """The game that is asked."""

    board: Board
    paces: OneAtLeast


@pytest.mark.parametrize(
    ("field", "reached"),
    [
        ("plain", ["0101", "0103", "0201", "0202"]),
        ("none", []),
        ("shut", []),
        ("dear zone", ["0101", "0103", "0201", "0202"]),
        ("no way between", ["0101", "0201", "0202"]),
        ("no way between, and a stop", ["0101", "0201", "0202"]),
    ],
)
def test_a_unit_that_may_always_move_one_hex_makes_no_forbidden_step(
    field: str, reached: list[str]
) -> None:
    state: Any = Minimal(data()).compiled().new()
    assert sorted(state.ask(field, WOODS)) == reached
    if field == "no way between":
        assert WOODS in state.ask(field, "0101") and WOODS not in state.ask("no way in", "0101")

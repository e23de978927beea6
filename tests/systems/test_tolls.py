"""The zone costs of a single step equal those of a movement field."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import Int, ReachSpec, ZoneTolls, cost_to, if_else, no_hexes, number
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

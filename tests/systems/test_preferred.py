"""`preferred`: the first non-empty set of hexes or units."""

from __future__ import annotations

from eastfront.program import Int, all_hexes, one_hex
from eastfront.systems import Section, preferred

from .table import TOWN, WOODS, Small, data


class Ranks(Section):
    """Three ranks of hexes, and two of units."""

    def define_queries(self) -> None:
        """By a number: 0 while there are all ranks, 1 without the first, 2 with the last alone."""
        woods, town = one_hex(self.hex(WOODS)), one_hex(self.hex(TOWN))

        def hexes(n: Int) -> object:
            return preferred(woods.when(n == 0), town.when(n <= 1), all_hexes() - woods)

        self.b.query("hexes", 1, hexes)
        self.b.query("units", 1, lambda n: preferred(self.of[1].when(n == 0), self.of[0]))
        self.b.query("none", 0, lambda: preferred(woods & town, town & woods))


class Ranked(Small):
    """The smallest game, with ranks."""

    ranks: Ranks


def test_the_first_rank_that_holds_anything_is_taken() -> None:
    state = Ranked(data()).compiled().new(seed=0)
    assert [state.ask("hexes", n) for n in (0, 1)] == [[WOODS], [TOWN]]
    assert WOODS not in state.ask("hexes", 2) and TOWN in state.ask("hexes", 2)
    assert [state.ask("units", n) for n in (0, 1)] == [["X"], ["A", "B"]]
    assert state.ask("none") == []

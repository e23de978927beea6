"""Breaking down and combining: which units another unit is made of, stated once as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

from eastfront.program import Hexes, Int, Number, Units, units_at, when


@dataclass(frozen=True)
class Recipe:
    """The counters of a kind of unit, and of which counters how many such a unit is made of."""

    whole: Units
    parts: Sequence[tuple[Units, int]]

    @property
    def size(self) -> int:
        """How many parts there are."""
        return sum(n for _, n in self.parts)

    def complete(self, units: Units) -> Int:
        """Whether some units hold all parts."""
        return reduce(and_, [(units & kind).count() >= n for kind, n in self.parts])

    def places(self, units: Units, among: Hexes) -> Hexes:
        """The hexes among some where all parts stand together, of some units."""
        first, _ = self.parts[0]
        there = (units & first).hexes() & among
        return there.where(lambda h: self.complete(units_at(h) & units))


def parts_of(recipes: Iterable[Recipe], unit: Number) -> Iterator[tuple[Recipe, Units]]:
    """The parts of a unit, one by one: its recipe, and the counters that are such a part.

    What a loop over them writes is done, in play, for the parts of the recipe of the unit.
    """
    for recipe in recipes:
        with when(recipe.whole.contains(unit)):
            for kind, n in recipe.parts:
                for _ in range(n):
                    yield recipe, kind

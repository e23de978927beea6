"""The breakdown and combination of units: the parts of a unit, stated once as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

from eastfront.program import Hexes, Int, Number, Units, units_at, when


@dataclass(frozen=True)
class Recipe:
    """The parts from which one kind of unit is combined, as a value. ``whole`` is the set of the
    counters of this kind of unit. ``parts`` has each kind of part: the set of its counters, and the
    number of them in one unit."""

    whole: Units
    parts: Sequence[tuple[Units, int]]

    @property
    def size(self) -> int:
        """The number of parts of one unit of the kind."""
        return sum(n for _, n in self.parts)

    def complete(self, units: Units) -> Int:
        """Whether some units include all parts of one unit of the kind."""
        return reduce(and_, [(units & kind).count() >= n for kind, n in self.parts])

    def places(self, units: Units, among: Hexes) -> Hexes:
        """The hexes in ``among`` where all parts of one unit of the kind are together; only
        ``units`` count as parts."""
        first, _ = self.parts[0]
        there = (units & first).hexes() & among
        return there.where(lambda h: self.complete(units_at(h) & units))


def parts_of(recipes: Iterable[Recipe], unit: Number) -> Iterator[tuple[Recipe, Units]]:
    """Yields, for each part into which a unit breaks down, the recipe of the unit, and the set of
    the counters of that kind of part.

    The statements of the loop are written for every recipe; in play only those for the recipe of
    the unit are executed.
    """
    for recipe in recipes:
        with when(recipe.whole.contains(unit)):
            for kind, n in recipe.parts:
                for _ in range(n):
                    yield recipe, kind

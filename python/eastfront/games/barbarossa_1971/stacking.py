"""Barbarossa (1971): stacking, and the removal of units in excess of the limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from eastfront.program import *
from eastfront.systems import stacking
from eastfront.systems.choosing import choose
from eastfront.systems.sections import procedure, value
from eastfront.systems.stacking import AtMost

from .board import AXIS
from .section import Section

ROOM = 3
"""The Axis corps that a hex holds: three, or one army, which counts as three (SPI-STACK-GEN1)."""
ALLIED = 2
"""The number of corps as which an Allied army counts by the option R16: those into which the army
breaks down (SPI-STACK-GEN1)."""


@dataclass(frozen=True)
class Sized(AtMost):
    """A limit on the total size of Axis units in a hex, counted in corps (option R16)."""

    size: Callable[[Int], Int] = number

    def crowded(self, side: int, unit: Number | None = None, more: Number = 1) -> Hexes:
        """The hexes where a unit of a side would exceed the limit by entering or, if ``unit`` is
        None, where ``more`` further corps would: a hex holds three Axis corps or one army
        (SPI-STACK-GEN1)."""
        room = number(self.most) - (self.size(number(unit)) if unit is not None else more)
        held = stacked(side, 1).where(lambda h: units_at(h).sum(self.size) > room)
        return by(self.rule, held)

    def exceeded(self, units: Units, at: Number, fewer: Number) -> Int:
        """Says whether ``units`` exceed the limit together in the hex ``at``, if ``fewer`` corps of
        them are not counted: a hex holds three Axis corps or one army (SPI-STACK-GEN1)."""
        return by(self.rule, units.sum(self.size) - fewer > self.most)


class Stacking(stacking.Stacking, Section):
    """The limits on the units of a side in a hex at the end of a Movement Phase."""

    def free(self) -> Sequence[str]:
        """The classes of units that never count for stacking: support units (SPI-STACK-B1)."""
        return by("SPI-STACK-B1", ("support",))

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """The limits on the units of a side in a hex.

        - Axis: three corps or one army (SPI-STACK-GEN1); by the option R16 an Allied army counts as
          two corps.
        - Soviet: two units of any size in the Barbarossa and Stalingrad Games (SPI-STACK-GEN2),
          three in the Zitadelle and Berlin Games (SPI-STACK-GEN3); in the Campaign Game two, from
          June 1943 on three (SPI-STACK-GEN4).
        """
        if side == AXIS:
            rule, text = "SPI-STACK-GEN1", "it is full: a hex holds three corps, or one army"
            if self.option("R16"):
                return [Sized(rule, ROOM, text, size=self.size)]
            armies = self.armies & self.of[AXIS]
            return [AtMost(rule, ROOM, text), AtMost(rule, 1, text, beside=armies)]
        levels: dict[str, int] = self.data.setup["soviet_stacking"]
        _, *ends = map(int, levels)
        rule, words = "SPI-STACK-GEN4", "two Soviet units, three from June 1943"
        if not ends:
            rule, words = {
                2: ("SPI-STACK-GEN2", "two Soviet units"),
                3: ("SPI-STACK-GEN3", "three Soviet units"),
            }[max(levels.values())]
        return [
            AtMost(rule, most, f"it is full: a hex holds {words}", where=self._until(end))
            for most, end in zip_longest(levels.values(), ends)
        ]

    def _until(self, turn: int | None) -> Hexes:
        return all_hexes() if turn is None else all_hexes().when(self.turn < turn)

    def size(self, unit: Number) -> Int:
        """The size of an Axis unit in corps, by the option R16: three for a German army, two for an
        Allied one, one for a corps, none for a support unit."""
        army = if_else(self.germans.contains(unit), ROOM, ALLIED)
        size = if_else(self.armies.contains(unit), army, 1)
        return if_else(self.counting.contains(unit), size, 0)

    # -- STACK-A: the end of a phase ---------------------------------------

    def end_limit(self, holds: Int, text: str) -> Limit:
        """The limit that a Movement Phase, or the move of a unit, may not end while a unit can
        still leave a hex that is above the stacking limit; stacking limits apply at the end of the
        phase alone (SPI-STACK-A).

        ``holds`` is nonzero if the phase or the move may end; ``text`` is the reason of the
        refusal.
        """
        return only("SPI-STACK-A", holds, text)

    def curable(self, side: int) -> Int:
        """Says whether a unit of a side can still leave a hex above the stacking limit, for a hex
        with room or by an overrun.

        Hexes in which units have gathered to form an army do not count: they may be above the limit
        until the army is formed (SPI-STACK-C2).
        """
        over = self.overstacked(side) - self.gathered(side)
        stuck = self.movement.ready(side).inside(over) & self.counting
        leaves = stuck.where(lambda u: self.movement.has_a_place(side, u)).any()
        return over.any() & (leaves | self.overruns.go_from(side, over))

    def gathered(self, side: int) -> Hexes:
        """The hexes of a side that are above the stacking limit and come within it when an army is
        formed there."""
        return self.overstacked(side).where(lambda h: self.breakdown.gathers_at(side, h))

    @procedure("{side} excess")
    def reduce(self, side: int) -> None:
        """Destroys, at the end of a side's Movement Phase, units in hexes above the stacking limit,
        by the side's choice and until all hexes are within the limit (SPI-STACK-A, reading R17)."""
        over = by("SPI-STACK-A", self.overstacked(side))
        with until(~over.any()):
            excess = (self.of[side] & self.counting).inside(over)
            with choose("excess", side, "SPI-STACK-A", "give-up", excess) as unit:
                self.losses.destroy(one_unit(unit), "SPI-STACK-A")

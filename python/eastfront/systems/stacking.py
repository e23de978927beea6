"""Stacking: a limit is stated once, as data.

From the statements follow the hexes that are full for a unit and those with too many units, whether
a group may stand together, and the refusal of a move by the rule that forbids it.
"""

from __future__ import annotations

from dataclasses import dataclass

from eastfront.cached import cached_property
from eastfront.program import (
    Hexes,
    Int,
    Limit,
    Number,
    Units,
    all_hexes,
    by,
    if_else,
    number,
    stacked,
    union,
)

from .materials import Materials
from .sections import value

ANYWHERE = all_hexes()


@dataclass(frozen=True)
class AtMost:
    """At most so many units of a side stand in a hex, those that do not count left out."""

    rule: str
    most: Number
    text: str
    """Why it refuses a hex."""
    beside: Units | None = None
    """It holds where one of these is among them, if any are named."""
    where: Hexes = ANYWHERE

    def crowded(self, side: int, unit: Number | None = None, more: Number = 1) -> Hexes:
        """The hexes with too many units of a side for it when a unit, or so many more, come."""
        filled = number(self.most) + 1 - more
        out = if_else(filled > 0, stacked(side, filled), ANYWHERE) & self.where
        if self.beside is not None:
            mixed = out & self.beside.hexes()
            out = mixed if unit is None else mixed | out.when(self.beside.contains(unit))
        return by(self.rule, out)

    def exceeded(self, units: Units, at: Number, fewer: Number) -> Int:
        """Whether some units that count would be too many for it in a hex, if so many fewer."""
        out = (units.count() - fewer > self.most) & self.where.contains(at)
        if self.beside is not None:
            out = out & (units & self.beside).any()
        return by(self.rule, out)


class Stacking(Materials):
    """The part of a board, or of a section, on stacking."""

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """What limits the units of a side in a hex: all of it holds."""
        raise NotImplementedError

    @cached_property
    def counting(self) -> Units:
        """The units that count for stacking; those of the board where it says so."""
        board = self.game.board
        if board is not self and isinstance(board, Stacking):
            return board.counting
        return self.units_where("counting", lambda u: not board.uncounted(u))

    def full(self, side: int, unit: Number | None = None, more: Number = 1) -> Hexes:
        """The hexes without room for a unit that is not there, or for so many more that count."""
        out = union(each.crowded(side, unit, more) for each in self.stack_limits(side))
        return out if unit is None else out.when(self.counting.contains(unit))

    def overstacked(self, side: int) -> Hexes:
        """The hexes with too many units of a side."""
        return self.full(side, more=0)

    def may_stack(self, side: int, units: Units, at: Number, fewer: Number = 0) -> Int:
        """Whether some units of a side, or so many fewer, may stand together in a hex."""
        counted = units & self.counting
        return ~union(each.exceeded(counted, at, fewer) for each in self.stack_limits(side))

    def room_limits(self, side: int, unit: Number, fits: Hexes) -> list[Limit]:
        """What refuses full hexes to a unit, but for those where it fits all the same."""
        counts = self.counting.contains(unit)
        return [
            Limit(each.rule, ~each.crowded(side, unit).when(counts) | fits, each.text)
            for each in self.stack_limits(side)
        ]

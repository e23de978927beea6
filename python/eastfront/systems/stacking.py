"""Stacking: each limit is stated once, as data.

From the limits follow the hexes that are full for a unit, the overstacked hexes, whether a group of
units may stack, and the refusals of moves with their rules.
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
    """A stacking limit: the largest number (``most``) of units of a side in a hex, units that do
    not count for stacking excepted."""

    rule: str
    most: Number
    text: str
    """The reason for which a hex is refused."""
    beside: Units | None = None
    """Units of which at least one must be in a stack for the limit to apply; None if the limit
    applies to all stacks."""
    where: Hexes = ANYWHERE

    def crowded(self, side: int, unit: Number | None = None, more: Number = 1) -> Hexes:
        """The hexes where a unit of a side would exceed the limit by entering. If ``unit`` is None,
        the hexes where ``more`` further units of the side would exceed it."""
        filled = number(self.most) + 1 - more
        out = if_else(filled > 0, stacked(side, filled), ANYWHERE) & self.where
        if self.beside is not None:
            mixed = out & self.beside.hexes()
            out = mixed if unit is None else mixed | out.when(self.beside.contains(unit))
        return by(self.rule, out)

    def exceeded(self, units: Units, at: Number, fewer: Number) -> Int:
        """Whether some units together exceed the limit in the hex ``at``, if ``fewer`` of them are
        not counted."""
        out = (units.count() - fewer > self.most) & self.where.contains(at)
        if self.beside is not None:
            out = out & (units & self.beside).any()
        return by(self.rule, out)


class Stacking(Materials):
    """Base class of a game's board, and of sections with limits of their own: says which hexes are
    full, which are overstacked, and which units may stack, by the limits of the game."""

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """The stacking limits of a side, all of which apply."""
        raise NotImplementedError

    @cached_property
    def counting(self) -> Units:
        """The units that count for stacking: by default all units except those for which the
        board's `uncounted` is true. A section has the set of its board, if the board is a
        `Stacking`."""
        board = self.game.board
        if board is not self and isinstance(board, Stacking):
            return board.counting
        return self.units_where("counting", lambda u: not board.uncounted(u))

    def full(self, side: int, unit: Number | None = None, more: Number = 1) -> Hexes:
        """The hexes where a unit that is now elsewhere would exceed a stacking limit of its
        ``side`` by entering. If ``unit`` is None, the hexes where ``more`` further units that count
        for stacking would exceed a limit."""
        out = union(each.crowded(side, unit, more) for each in self.stack_limits(side))
        return out if unit is None else out.when(self.counting.contains(unit))

    def overstacked(self, side: int) -> Hexes:
        """The hexes where the units of a side exceed a stacking limit."""
        return self.full(side, more=0)

    def may_stack(self, side: int, units: Units, at: Number, fewer: Number = 0) -> Int:
        """Whether some units of a side are together within all stacking limits of the hex ``at``,
        if ``fewer`` of those that count for stacking are left out."""
        counted = units & self.counting
        return ~union(each.exceeded(counted, at, fewer) for each in self.stack_limits(side))

    def room_limits(self, side: int, unit: Number, fits: Hexes) -> list[Limit]:
        """The limits by which a decision refuses to a unit of ``side`` the hexes without room for
        it: one for each stacking limit, with its rule. The hexes in ``fits`` are never refused."""
        counts = self.counting.contains(unit)
        return [
            Limit(each.rule, ~each.crowded(side, unit).when(counts) | fits, each.text)
            for each in self.stack_limits(side)
        ]

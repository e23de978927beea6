"""Placing: units enter a hex, or leave for a box. Nothing else of a game puts a unit anywhere.

What follows is joined: who joins `Placing.entered` says by `Placing.matters` in which hexes it can
matter, and nothing is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getmembers_static
from typing import ClassVar, TypeAlias

from eastfront.program import (
    Int,
    Number,
    Units,
    clear,
    local,
    no_units,
    number,
    one_unit,
    place,
    place_along,
    place_of,
    union,
    units_on_map,
    when,
)

from .materials import Materials
from .sections import procedure, step, value

Pieces: TypeAlias = "Units | Number"
"""A unit, or a set of units."""


class Placing(Materials):
    """The part of a board on placing: two primitives, and the points that rules join."""

    aside: ClassVar[Sequence[str]] = ()
    """Boxes on the way to the map, or back to it: who goes there lets go of nothing."""

    @value
    def matters(self, side: int, came: Int, at: Number) -> Int:
        """Whether anything can follow when units of a side have come from one place into a hex."""
        return number(0)

    @step
    def entered(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Units that a side moves have come from one place into a hex where it can matter."""

    def enter(self, units: Pieces, at: Number, how: str = "", mover: int | None = None) -> None:
        """Puts units in a hex, by a rule that says how.

        What follows is written when a side moves them there, in play only where it can matter.
        Nothing follows without one: they are set up, put back, or take the place of others.
        """
        if mover is None:
            place(units, at, how)
            return
        came = local(place_of(local(units.first()) if isinstance(units, Units) else units))
        place(units, at, how)
        self._lets_follow(mover, units, came, at)

    def go_along(self, unit: Number, steps: Number, at: Number, how: str, mover: int) -> None:
        """Takes a unit of a side that moves it along a path to the hex where it ends.

        Nothing follows in the hexes between: where each of them matters a unit enters them one by
        one.
        """
        came = local(place_of(unit))
        place_along(unit, steps, how)
        self._lets_follow(mover, unit, came, at)

    def _lets_follow(self, mover: int, units: Pieces, came: Int, at: Number) -> None:
        with when(self.matters(mover, came, at)):
            group = units if isinstance(units, Units) else one_unit(units)
            self.entered(mover, group, came, number(at))

    def leave(self, units: Pieces, box: str, why: str = "") -> None:
        """Puts units in a box, by a rule that says why; they let go of what is borne in play."""
        place(units, box, why)
        if box not in self.aside:
            self.game.board._let_go()

    @procedure("let go")
    def _let_go(self) -> None:
        """Who is not on the map bears no flag that is borne in play alone."""
        borne = dict.fromkeys(
            getattr(part, name)
            for part in (self.game.board, *self.game.parts)
            for name, held in getmembers_static(type(part))
            if getattr(held, "in_play", False)
        )
        gone = union((flag.units for flag in borne), no_units()) - units_on_map()
        with when(gone.any()):
            for flag in borne:
                clear(flag, flag.units - units_on_map())

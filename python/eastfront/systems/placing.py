"""Placing: units enter a hex, or leave for a box. All placement in a game goes through this module.

Rules on the consequences join `Placing.entered`; such a rule also joins `Placing.matters` with the
hexes in which it can apply, and nothing is evaluated elsewhere.
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
    """The part of a board on placing: two primitives, and their join points."""

    aside: ClassVar[Sequence[str]] = ()
    """Boxes on the way to or from the map: units that go there keep their flags."""

    @value
    def matters(self, side: int, came: Int, at: Number) -> Int:
        """Whether entering a hex from a place can have consequences for units of a side."""
        return number(0)

    @step
    def entered(self, side: int, units: Units, came: Int, at: Int) -> None:
        """The consequences of units, moved by a side, entering a hex in which they can matter."""

    def enter(self, units: Pieces, at: Number, how: str = "", mover: int | None = None) -> None:
        """Put units in a hex, by the rule ``how``.

        With a ``mover``, the consequences are written, and executed in play only where they can
        matter. Without one there are none: the units are set up, put back, or replace others.
        """
        if mover is None:
            place(units, at, how)
            return
        came = local(place_of(local(units.first()) if isinstance(units, Units) else units))
        place(units, at, how)
        self._lets_follow(mover, units, came, at)

    def go_along(self, unit: Number, steps: Number, at: Number, how: str, mover: int) -> None:
        """Move a unit along a path to its end.

        The hexes on the way have no consequences; where each of them matters, a unit enters them
        one by one.
        """
        came = local(place_of(unit))
        place_along(unit, steps, how)
        self._lets_follow(mover, unit, came, at)

    def _lets_follow(self, mover: int, units: Pieces, came: Int, at: Number) -> None:
        with when(self.matters(mover, came, at)):
            group = units if isinstance(units, Units) else one_unit(units)
            self.entered(mover, group, came, number(at))

    def leave(self, units: Pieces, box: str, why: str = "") -> None:
        """Put units in a box, by the rule ``why``; their flags declared ``in_play`` are cleared."""
        place(units, box, why)
        if box not in self.aside:
            self.game.board._let_go()

    @procedure("let go")
    def _let_go(self) -> None:
        """Clear the ``in_play`` flags of units that are not on the map."""
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

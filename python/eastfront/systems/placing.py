"""Placing: units enter a hex, or leave for a box off the map. Every placement of a game goes
through this module.

Rules on the consequences of entering a hex join the step `Placing.entered`. Such a rule also joins
the value `Placing.matters`, with the hexes in which it can apply; elsewhere no consequences are
evaluated. Rules for the instant after any placement join `Placing.settled`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from eastfront.program import (
    Int,
    Number,
    UnitFlag,
    Units,
    clear,
    local,
    mark,
    no_units,
    number,
    one_unit,
    place,
    place_along,
    place_of,
    store,
    union,
    units_on_map,
    when,
)
from eastfront.program.members import getmembers_static

from .fields import Field
from .materials import Materials
from .sections import procedure, step, value

Pieces: TypeAlias = "Units | Number"
"""A unit, or a set of units."""


class Placing(Materials):
    """Base class of a game's board: puts units in a hex or in a box, and has the join points for
    rules on the consequences of entering a hex."""

    aside: ClassVar[Sequence[str]] = ()
    """The boxes on the way to or from the map: units that go to such a box keep their flags."""

    @value
    def matters(self, side: int, came: Int, at: Number) -> Int:
        """Whether the entry of units into a hex can have consequences: ``side`` moves the units
        from the place ``came`` into the hex ``at``."""
        return number(0)

    @step
    def entered(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Writes the consequences of the entry of units into a hex, into the procedure being
        written: ``side`` moves the units from the place ``came`` into the hex ``at``."""

    @step
    def settled(self) -> None:
        """Writes what follows each placement: after units have entered a hex, with all
        consequences, or have left for a box that is not one of `aside`."""

    def enter(self, units: Pieces, at: Number, how: str = "", mover: int | None = None) -> None:
        """Puts units in the hex ``at``; ``how`` is the id of the rule that does so.

        If ``mover`` is the side that moves the units, the consequences of `entered` follow in play
        wherever `matters` holds. If ``mover`` is None there are no consequences: the units are set
        up, put back, or replace others.
        """
        if mover is None:
            place(units, at, how)
            self.game.board.settled()
            return
        came = local(place_of(local(units.first()) if isinstance(units, Units) else units))
        place(units, at, how)
        self._lets_follow(mover, units, came, at)

    def go_along(self, unit: Number, steps: Number, at: Number, how: str, mover: int) -> None:
        """Moves a unit along the first ``steps`` hexes of the path last found by `path`, which end
        at the hex ``at``; ``how`` is the id of the rule, and ``mover`` the side that moves the
        unit.

        Only the last hex has consequences. Where each hex on the way matters, a rule uses `enter`
        for one hex after the other instead.
        """
        came = local(place_of(unit))
        place_along(unit, steps, how)
        self._lets_follow(mover, unit, came, at)

    def _lets_follow(self, mover: int, units: Pieces, came: Int, at: Number) -> None:
        with when(self.matters(mover, came, at)):
            group = units if isinstance(units, Units) else one_unit(units)
            self.entered(mover, group, came, number(at))
        self.game.board.settled()

    def leave(self, units: Pieces, box: str, why: str = "") -> None:
        """Puts units in the box ``box`` off the map; ``why`` is the id of the rule that does so.
        Unless the box is one of `aside`, the flags declared ``in_play`` are cleared for all units
        off the map."""
        place(units, box, why)
        if box not in self.aside:
            self.game.board._let_go()
            self.game.board.settled()

    @procedure("take over")
    def take_over(self, new: Int, old: Int) -> None:
        """Puts the unit ``new`` where the unit ``old`` is, on the map or off it. The new unit gets
        all flags and numbers of the old one, so that it goes on with what the other was doing; the
        old one has none any more, and the caller puts it elsewhere. Nothing follows, as in `enter`
        without a mover."""
        place(new, place_of(old))
        for held in self._borne(lambda field: field.of_units):
            if isinstance(held, UnitFlag):
                mark(held, one_unit(new).when(held(old)))
                clear(held, one_unit(old))
            else:
                store(held, new, held(old))
                store(held, old, 0)

    @procedure("let go")
    def _let_go(self) -> None:
        """Clears the flags declared ``in_play`` of all units that are not on the map."""
        borne = self._borne(lambda field: field.in_play)
        gone = union((flag.units for flag in borne), no_units()) - units_on_map()
        with when(gone.any()):
            for flag in borne:
                clear(flag, flag.units - units_on_map())

    def _borne(self, kind: Callable[[Any], bool]) -> Sequence[Any]:
        """The flags and numbers of the game whose declarations are of a kind, each once, in the
        order of the sections."""
        return list(
            dict.fromkeys(
                getattr(part, name)
                for part in (self.game.board, *self.game.parts)
                for name, held in getmembers_static(type(part))
                if isinstance(held, Field) and kind(held)
            )
        )

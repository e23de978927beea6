"""Riders: units that are attached to other units, their parents, and are where these are.

A rider has no place of its own on the map: it is in the box `RIDING`, and a variable holds its
parent. So it neither counts for stacking nor fights, is in no state of supply, and goes wherever
its parent goes, without a statement in the rules of movement, battle or retreat. A flag marks the
parents, so that they are told apart from equal units without a rider.

A game whose scenario has no riders does not have the section, and its game file has nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any, ClassVar, cast

from eastfront.cached import cached_property
from eastfront.program import (
    Int,
    Life,
    Number,
    UnitFlag,
    Units,
    assign,
    clear,
    each,
    if_else,
    local,
    mark,
    no_units,
    number,
    one_unit,
    place,
    place_of,
    union,
    units_at,
    units_on_map,
    when,
)
from eastfront.scenario.model import UnitRow

from .choosing import choose
from .fields import Field, variables
from .placing import Placing
from .rules import Rules
from .sections import Option, step, value

RIDING = "riding"
"""The name of the box that holds the riders with a parent."""


class Riders(Option):
    """Base class of a game's section on units that are attached to others. The section is played if
    the order of battle has one of its riders; a game, whose board is a `Placing`, lists it among
    its optional rules.

    A rider has one parent, and a parent one rider.
    """

    word: ClassVar[str] = "rider"
    """A noun for a rider, used in the name of the flag of the parents, such as ``with rider``."""
    carrying: ClassVar[Sequence[str]] = ()
    """The boxes off the map in which units keep their riders."""

    with_rider: UnitFlag = cast(
        UnitFlag, Field(lambda section: section.b.unit_flag(f"with {section.word}", Life.GAME))
    )
    """The flag of the parents."""
    rides = variables(
        "{} rides",
        Life.GAME,
        -1,
        limits=lambda section: (-1, len(section.data.units) - 1),
        each=lambda section: [section.data.units[n].name for n in section.indices],
    )
    """For each rider, in the order of battle, the variable that holds its parent; -1 for none."""

    @classmethod
    def is_rider(cls, unit: UnitRow) -> bool:
        """Says whether a unit of the order of battle is one of the riders."""
        raise NotImplementedError

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the section is played: the order of battle has one of its riders. A game
        that leaves out units before play asks those that remain."""
        return super().played(game) and any(map(cls.is_rider, game.data.units))

    def prepare(self) -> None:
        """Adds the box `RIDING`; as the first one, because units without another place are in the
        last."""
        boxes = self.game.boxes
        self.game.boxes = self.b.boxes = [RIDING, *(box for box in boxes if box != RIDING)]

    @value
    def may_carry(self) -> Units:
        """The units to which a rider may be attached."""
        raise NotImplementedError

    @step
    def fallen(self, rider: Int) -> None:
        """Writes what follows when a rider has been lost with its parent; by default nothing."""

    # -- what the rules do with riders ------------------------------------------------------

    def attach(self, rider: Number, parent: Number, how: str = "") -> None:
        """Attaches a rider to a unit, by the rule ``how``; a rider that had a parent leaves it."""
        rider, parent = local(rider), local(parent)
        clear(self.with_rider, one_unit(self.parent_of(rider)))
        mark(self.with_rider, one_unit(parent))
        self._ride(rider, parent, how)
        place(rider, RIDING, how)

    def settle(self, side: int, how: str) -> None:
        """Attaches each rider on the map, by its owner's choice, to a unit in its hex, where the
        scenario has set it up; ``how`` is the id of the rule."""
        with each(self.riders & units_on_map()) as rider:
            here = units_at(place_of(rider)) & self.may_carry()
            with choose("attachment", side, how, "attach-to", here, about=rider) as parent:
                self.attach(rider, parent, how)

    def hand_over(self, unit: Number, successor: Number, how: str = "") -> None:
        """Attaches the rider of a unit, if it has one, to the unit that takes its place, by the
        rule ``how``."""
        with each(self.riders_of(one_unit(number(unit)))) as rider:
            self.attach(rider, successor, how)

    @Placing.take_over.after()
    def _follow(self, new: Int, old: Int) -> None:
        """Attaches the rider of a unit to the unit that takes over from it."""
        self.hand_over(old, new)

    def lose(self, units: Units, box: str, why: str = "") -> None:
        """Puts the riders of lost units into the box ``box``, by the rule ``why``; then what has
        `fallen` follows. The rules on losses call this, before or after the units have left the
        map."""
        with each(self.riders_of(units)) as rider:
            clear(self.with_rider, one_unit(self.parent_of(rider)))
            self._ride(rider, number(-1))
            place(rider, box, why)
            self.fallen(rider)

    def _ride(self, rider: Int, parent: Int, how: str = "") -> None:
        for index, rides in zip(self.indices, self.rides, strict=True):
            with when(rider == index):
                assign(rides, parent, how)

    # -- words ------------------------------------------------------------------------------

    @cached_property
    def indices(self) -> Sequence[int]:
        """The indices of the riders."""
        return [n for n, unit in enumerate(self.data.units) if self.is_rider(unit)]

    @cached_property
    def riders(self) -> Units:
        """The riders."""
        return self.units_where(self.word, self.is_rider)

    @property
    def parents(self) -> Units:
        """The units with a rider."""
        return self.with_rider.units

    def parent_of(self, rider: Number) -> Int:
        """The parent of a rider; -1 if it has none."""
        out = number(-1)
        for index, rides in zip(self.indices, self.rides, strict=True):
            out = if_else(number(rider) == index, rides, out)
        return out

    def riders_of(self, units: Units) -> Units:
        """The riders of some units."""
        found = zip(self.indices, self.rides, strict=True)
        return union(
            (one_unit(number(index)).when(units.contains(rides)) for index, rides in found),
            no_units(),
        )

    def in_order(self) -> Int:
        """Says whether each rider in the box `RIDING`, and no other, has a parent, which is marked
        and is on the map or in a box of `carrying`; each marked unit has one rider. A game states
        this as a law."""
        aside = union((units_at(box) for box in self.carrying), no_units())
        counted = self.parents.count() == (self.riders & units_at(RIDING)).count()
        kept = ~(self.parents - units_on_map() - aside).any()
        return reduce(
            and_,
            (
                ((place_of(index) == self.box(RIDING)) == (rides >= 0))
                & ((rides < 0) | self.parents.contains(rides))
                for index, rides in zip(self.indices, self.rides, strict=True)
            ),
            counted & kept,
        )

    def apart(self) -> Int:
        """Says whether no two riders are in a hex."""
        on_map = self.parents & units_on_map()
        return on_map.hexes().count() == on_map.count()

    @Rules.drawing.then()
    def _draw(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """Adds, for pictures and texts of positions, for each rider the variable that holds its
        parent, the flag of the parent, and the rider's box."""
        names = [self.data.units[n].name for n in self.indices]
        found = {name: [f"{name} rides", f"with {self.word}", RIDING] for name in names}
        return {**so_far, "riders": {**so_far.get("riders", {}), **found}}

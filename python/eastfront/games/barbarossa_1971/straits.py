"""Barbarossa (1971): the crossing of the Kerch Straits, between the Black Sea and the Sea of
Azov."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import rule

from .game_turn import FIGHTING
from .movement import Movement
from .section import Section


class Straits(Section):
    """The crossing of the Kerch Straits, which takes a unit five successive Movement Phases of its
    owner, two in each of his Player-Turns (SPI-MOVE-L1, SPI-MOVE-L4).

    A unit moves next to the straits, rests for a phase, crosses, rests for a phase, and moves on.
    """

    stirred = unit_flag("stirred", Life.PHASE)
    """Units that have moved to the straits in this Movement Phase."""
    waited = unit_flag("waited at Kerch", Life.GAME, in_play=True)
    """Units that have rested beside the straits for a whole Movement Phase, and may cross."""
    crossed = unit_flag("crossed Kerch", Life.GAME, in_play=True)
    """Units that crossed in their last Movement Phase, and rest in the next one."""
    crossing = unit_flag("crossing Kerch", Life.PHASE)
    """Units that have crossed in this Movement Phase."""

    @rule("SPI-MOVE-L1")
    def offer_crossing(self, d: Decision, side: int, unit: Int, under_way: Int) -> None:
        """Offers a unit beside the Kerch Straits the crossing, in the third of five Movement Phases
        (SPI-MOVE-L1), if the unit did not move in its Movement Phase before (SPI-MOVE-L2). The unit
        moves no farther in the phase. ``under_way`` is nonzero if the unit has already moved in
        this phase."""
        across, here = self._other_shore(side, unit), place_of(unit)
        full = across & self.stacking.full(side, unit)
        left = full.where(lambda h: self.movement.makes_room(side, unit, h, here))
        fits = memoise((across - full) | self.breakdown.gathers(side, unit, across) | left)
        limits = [
            only("SPI-MOVE-L2", self.waited(unit), "the unit has not rested here for a phase"),
            *self.stacking.room_limits(side, unit, fits),
        ]
        with d.hex("cross", across.when(~under_way), *limits) as to:
            self.movement.come(side, unit, to, "SPI-MOVE-L1")
            mark(self.crossing, one_unit(unit))
            self.movement.exhaust(unit)

    def _other_shore(self, side: int, unit: Int) -> Hexes:
        """The hex across the Kerch Straits from a unit's hex, if the unit may enter it; otherwise
        none."""
        at = one_hex(place_of(unit)) & self.strait_hexes
        return at.adjacent(self.kerch_side) - self.movement.barred(side, unit)

    @rule("SPI-MOVE-L1", otherwise=no_hexes())
    def across(self, side: int, unit: Int) -> Hexes:
        """The hex across the Kerch Straits, if a unit may cross to it now, in the third of five
        Movement Phases (MOVE-L1): the unit has rested beside the straits in the Movement Phase
        before (SPI-MOVE-L2). Otherwise no hex."""
        may_cross = by("SPI-MOVE-L2", self.waited(unit), otherwise=1, told=True)
        return self._other_shore(side, unit).when(may_cross)

    @Movement.held.bar("SPI-MOVE-L3", "it has crossed the Kerch Straits and must rest for a phase")
    def rests_after(self, side: int) -> Units:
        """The units that crossed the Kerch Straits in the Movement Phase before, and so may not
        move in this one (SPI-MOVE-L3)."""
        return self.crossed.units

    @Movement.came.after()
    def _stir(self, side: int, unit: Int, at: Int) -> None:
        """Marks a unit that moves to the hex ``at``, if this hex is beside the Kerch Straits: the
        unit does not rest there in this phase, and so may not cross in the next."""
        with when(self.strait_hexes.contains(at)):
            mark(self.stirred, one_unit(unit))

    def end_phase(self, side: int) -> None:
        """Marks, at the end of a side's Movement Phase, its units for the side's next Movement
        Phase: as ready to cross if they have rested beside the Kerch Straits (SPI-MOVE-L2), as
        resting if they have crossed (SPI-MOVE-L3)."""
        own = self.there(side)
        here = own.inside(self.strait_hexes)
        clear(self.crossed, own)
        clear(self.waited, own - here)
        with when(here.any()):
            mark_each = here - self.stirred.units
            clear(self.waited, here & self.stirred.units)
            mark(self.waited, mark_each)
            mark(self.crossed, self.crossing.units)

    @law("SPI-MOVE-L2", "units that wait at the Kerch Straits are there when a Combat Phase begins")
    def _waits_there(self) -> Int:
        """Says whether all units of the phasing side that wait to cross the Kerch Straits
        (MOVE-L2), or rest after the crossing, are beside the straits as the side's Combat Phase
        begins. Once a unit has been attacked the answer is always yes, since units may have
        retreated."""
        begins = (self.game_turn.stage == FIGHTING) & ~self.combat.attacked.units.any()
        waiting = (self.waited.units | self.crossed.units) & self.of_side(self.phasing)
        away = (waiting - waiting.inside(self.strait_hexes)).any()
        return ~(begins & away)

    def inherit(self, unit: Int, parts: Units) -> None:
        """Passes the wait at the Kerch Straits on to a counter that replaces others (``parts``):
        the counter is ready to cross if all replaced units were, and must rest if one of the
        replaced units had crossed."""
        waits = ~(parts - self.waited.units).any()
        mark_as(self.waited, one_unit(unit), waits)
        mark_as(self.crossed, one_unit(unit), (parts & self.crossed.units).any())

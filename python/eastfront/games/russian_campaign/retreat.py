"""The Russian Campaign, 13.4 to 13.7: retreats. The attacker moves the units of both sides.

Retreating units have the flag `fleeing`. Each unit retreats one or two hexes, hex by hex.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import retreats
from eastfront.systems.choosing import choose, one_by_one
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import FIRST
from .section import Section


class Retreats(retreats.Retreats, Section):
    """The section on retreats that a battle's result orders."""

    fleeing = unit_flag("fleeing", Life.BATTLE, in_play=True)
    fled = unit_flag("fled", Life.BATTLE)

    # -- 13.4: the retreat ------------------------------------------------------------------

    @procedure("{side} retreat, attacked by {attacker}")
    def retreat(self, attacker: int, side: int, shorter: Int) -> None:
        """Retreats all units marked as retreating, one by one; the attacker moves the units of
        either side, two hexes, or one or two if `shorter` is 1 (TRC-13.4a)."""
        self.retreat_ordered(side)
        left = self.fleeing.units
        with one_by_one("retreat", attacker, "TRC-13.4a", "retreat", left) as unit:
            self.flee(attacker, side, unit, shorter)
            clear(self.fleeing, one_unit(unit))
        clear(self.fled)

    def call(self, units: Units) -> None:
        """Marks units as retreating; `go` then retreats them."""
        mark(self.fleeing, units)

    def let_stand(self, attacker: int, side: int) -> None:
        """Takes the mark of retreat from units of `side` that stay in place by a rule, such as
        those in woods; `attacker` is the attacking side."""
        self.spare(self.fleeing, attacker, side)

    def go(self, attacker: int, side: int, shorter: Number) -> None:
        """Retreats all units marked as retreating, which belong to `side`; `attacker` is the side
        that moves them (TRC-13.4a), two hexes, or one or two if `shorter` is 1."""
        self.retreat(attacker, side, number(shorter))

    def order(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """Marks units of a side as retreating, and retreats them; the attacker moves them
        (TRC-13.4a), two hexes, or one or two if `shorter` is 1."""
        self.call(units)
        self.go(attacker, side, shorter)

    def call_off(self) -> None:
        """Cancels all retreats still to be made."""
        clear(self.fleeing)

    @value
    def frail(self) -> list[tuple[Units, str]]:
        """The units that are eliminated instead of retreating, for example leaders (TRC-11.2b):
        pairs of a set of units and the rule for it."""
        return [(self.leaders, "TRC-11.2b"), self.sea.frail()]

    @step
    def retreat_ordered(self, side: int) -> None:
        """Eliminates the units that must retreat but cannot: leaders, and units that invaded in
        this impulse."""
        for units, why in self.frail():
            self.lost_in_retreat(units, why)

    @rule(lambda _, units, why: why)
    def lost_in_retreat(self, units: Units, why: str) -> None:
        """Eliminates, by the rule `why`, all units among `units` that must retreat."""
        with when((self.fleeing.units & units).any()):
            self.eliminate(self.fleeing.units & units, why)
            self.zones.settle_after_loss()

    @step
    def flee(self, attacker: int, side: int, unit: Int, shorter: Int) -> None:
        """Retreats one unit of a side two hexes, or one or two if `shorter` is 1; `attacker` is the
        side that moves the unit. A unit without a legal path is eliminated (13.5b). If the unit has
        paths, but no room at the end of any, the owner eliminates this unit or another unit that
        has retreated to such an end before (13.7a)."""
        start = local(place_of(unit))
        with loop():
            first, ends = self.retreat_ways(side, unit, start, shorter)
            with when(first.any()):
                # the attacker moves every retreating unit (13.4a)
                with choose(
                    "retreat to", attacker, "TRC-13.4a", "retreat-to", first, about=unit
                ) as to:
                    self.enter(unit, to, "TRC-13.4a", side)
                    self._flee_on(attacker, side, unit, start, to, shorter)
                mark(self.fled, one_unit(unit))
                self.battle.has_fled(unit)
                break_()
            # TRC-13.7a: a path without room at its end
            with either(ends.any()) as otherwise:
                self._crowded(side, unit, ends)
                otherwise()
                # no legal path at all (13.5b)
                self.eliminate(one_unit(unit), "TRC-13.5b")
                self.zones.settle_after_loss()
            with when(~self.on_map(side).contains(unit)):
                break_()

    @value
    def retreat_ways(self, side: int, unit: Int, start: Int, shorter: Int) -> tuple[Hexes, Hexes]:
        """A pair of hex sets: the hexes to which a unit's retreat from the hex `start` may first
        go, and all hexes in which the retreat could end if stacking did not matter. If `shorter`
        is 1, the retreat could end after one hex too. No first hex may lead to elimination if
        another first hex saves the unit (13.4b)."""
        near = memoise(self.near_refuge(side, unit, one_hex(start)))
        home, edges = self.left_for_good(unit), self.retreat_edges
        back = home - (near & home).adjacent(edges)
        far = memoise(self.near_refuge(side, unit, near) - one_hex(start) - back)
        room = self._room_to_end(side, unit)
        on, inside = (far & room) - home, far & room & home
        saved = near & (on.adjacent(edges) | (home & inside.adjacent(edges)))
        first = by("TRC-13.4b", saved, otherwise=near) | (near & room).when(shorter)
        ends = far | near.when(shorter)
        return first, ends

    def _flee_on(
        self, attacker: int, side: int, unit: Int, start: Int, at: Int, shorter: Int
    ) -> None:
        """Moves a retreating unit a second hex, from the hex `at`, or halts it there if `shorter`
        is 1 and the side `attacker` so chooses. The second hex may be next to the hex `start` where
        the retreat began, so that the unit ends one hex away (TRC-13.4c), but not that hex
        itself."""
        room = self._room_to_end(side, unit)
        on = (self.near_refuge(side, unit, one_hex(at)) - one_hex(start)) & room
        on = by("TRC-13.4c", on, otherwise=on - one_hex(start).adjacent())
        may_stay = (shorter == 1) & self._fits(side, at)
        with when(on.any()):
            # the attacker moves units of either side, and picks one or two hexes (13.4a)
            with decide("retreat on", attacker, "TRC-13.4a") as d:
                with d.hex("retreat-to", on) as to:
                    self.enter(unit, to, "TRC-13.4a", side)
                with d.option("halt", may_stay):
                    pass

    @law("TRC-13.4a", "retreating units are on the map")
    def fleeing_on_map(self) -> Int:
        """Says whether all units that must retreat, and that the attacker has still to move
        (13.4a), are on the map."""
        return ~(self.fleeing.units - units_on_map()).any()

    # -- 13.5: where to ---------------------------------------------------------------------

    def refuge(self, side: int, unit: Int) -> Hexes:
        """All hexes of the map that are open to the retreat of a unit of a side, near the unit or
        not."""
        free = self.closed.open(self.land - self.zones.force[1 - side], side, one_unit(unit))
        return free - self.shut_to_retreat(side, unit)

    @retreats.Retreats.closed.bar("TRC-13.5a", "an enemy zone of control")
    def enemy_zone(self, side: int, units: Units) -> Hexes:
        """Closes enemy zones of control to retreating units (TRC-13.5a)."""
        return self.zones.hostile[side]

    @value
    def shut_to_retreat(self, side: int, unit: Int) -> Hexes:
        """The hexes of the countries that are closed to a unit, so that the unit may not retreat
        into them."""
        return self.movement.closed_to_all(side, FIRST, unit)

    @value
    def left_for_good(self, unit: Int) -> Hexes:
        """The hexes of the closed country in which a unit is; once the unit has left, it may not
        enter that country again. Empty if the unit is in no closed country."""
        return self.allies.finland_left(unit)

    def near_refuge(self, side: int, unit: Int, hexes: Hexes) -> Hexes:
        """The hexes to which a unit of a side may retreat in one step from any of `hexes`: adjacent
        across a hexside that a retreat may cross, and open to the unit."""
        return hexes.adjacent(self.retreat_edges) & self.refuge(side, unit)

    # -- 13.7: room to end in ---------------------------------------------------------------

    def _room_to_end(self, side: int, unit: Int) -> Hexes:
        """The hexes where a unit's retreat may end without breaking the stacking limits
        (TRC-13.7a)."""
        return by("TRC-13.7a", lambda: self.room(side, unit), otherwise=self.land)

    @rule("TRC-13.7a", "TRC-6.2b", otherwise=lambda self, _, hex_: self.land.contains(hex_))
    def _fits(self, side: int, hex_: Int) -> Int:
        """Says whether the units now in a hex are within the stacking limits of a side, so that a
        retreat may end there (13.7a); the stacking limits hold after each combat too (6.2b)."""
        return ~self.overstacked(side).contains(hex_)

    def _crowded(self, side: int, unit: Int, ends: Hexes) -> None:
        """Makes the owner eliminate one unit if the retreat of a unit cannot end within the
        stacking limits: that unit, or one that retreated earlier in the battle into a hex of `ends`
        and took the room (TRC-13.7a)."""
        others = self.fled.units.inside(ends)
        with choose("crowded out", side, "TRC-13.7a", "lose", one_unit(unit) | others) as lost:
            self.eliminate(one_unit(lost), "TRC-13.7a")
            self.zones.settle_after_loss()

    # -- 14.2: who stands in woods ----------------------------------------------------------

    @retreats.Retreats.stands.bar("TRC-14.2a", "in woods")
    def attackers_in_woods(self, attacker: int, side: int, units: Units) -> Units:
        """The attackers in woods, which do not retreat by the results AR and A1 (TRC-14.2a)."""
        return units.inside(self.woods) if attacker == side else no_units()

    @retreats.Retreats.stands.bar("TRC-14.2b", "in woods")
    def defenders_in_woods(self, attacker: int, side: int, units: Units) -> Units:
        """The defenders in woods, which do not retreat by the results DR, EX and D1 (TRC-14.2b)."""
        return units.inside(self.woods) if attacker != side else no_units()

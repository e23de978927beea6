"""The Russian Campaign, 13.4 to 13.7: retreats. The attacker moves the units of both sides.

Retreating units have the flag `fleeing`. Each retreats one or two hexes, hex by hex.
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
    """Retreats."""

    fleeing = unit_flag("fleeing", Life.BATTLE, in_play=True)
    fled = unit_flag("fled", Life.BATTLE)

    # -- 13.4: the retreat ------------------------------------------------------------------

    @procedure("{side} retreat, attacked by {attacker}")
    def retreat(self, attacker: int, side: int, shorter: Int) -> None:
        """Retreats the units called, moved by the attacker: two hexes, or one if the result permits
        (TRC-13.4a)."""
        self.retreat_ordered(side)
        left = self.fleeing.units
        with one_by_one("retreat", attacker, "TRC-13.4a", "retreat", left) as unit:
            self.flee(attacker, side, unit, shorter)
            clear(self.fleeing, one_unit(unit))
        clear(self.fled)

    def call(self, units: Units) -> None:
        """Marks units that must retreat."""
        mark(self.fleeing, units)

    def let_stand(self, attacker: int, side: int) -> None:
        """Units that stand no longer must retreat."""
        self.spare(self.fleeing, attacker, side)

    def go(self, attacker: int, side: int, shorter: Number) -> None:
        """TRC-13.4a: the units called retreat."""
        self.retreat(attacker, side, number(shorter))

    def order(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """TRC-13.4a: units of a side retreat."""
        self.call(units)
        self.go(attacker, side, shorter)

    def call_off(self) -> None:
        """Cancels all retreats."""
        clear(self.fleeing)

    @value
    def frail(self) -> list[tuple[Units, str]]:
        """TRC-11.2b: the units that are lost instead of retreating, with the rule."""
        return [(self.leaders, "TRC-11.2b"), self.sea.frail()]

    @step
    def retreat_ordered(self, side: int) -> None:
        """Eliminates the units that are lost instead of retreating."""
        for units, why in self.frail():
            self.lost_in_retreat(units, why)

    @rule(lambda _, units, why: why)
    def lost_in_retreat(self, units: Units, why: str) -> None:
        """Eliminates those of some units that must retreat."""
        with when((self.fleeing.units & units).any()):
            self.eliminate(self.fleeing.units & units, why)
            self.zones.settle_after_loss()

    @step
    def flee(self, attacker: int, side: int, unit: Int, shorter: Int) -> None:
        """Retreats one unit, or eliminates it if it has no legal way."""
        start = local(place_of(unit))
        with loop():
            first, ends = self.retreat_ways(side, unit, start, shorter)
            with when(first.any()):
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
                self.eliminate(one_unit(unit), "TRC-13.5b")
                self.zones.settle_after_loss()
            with when(~self.on_map(side).contains(unit)):
                break_()

    @value
    def retreat_ways(self, side: int, unit: Int, start: Int, shorter: Int) -> tuple[Hexes, Hexes]:
        """The first hexes of a retreat that lead to room, and all hexes in which it could end."""
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
        """TRC-13.4c: the second hex of a retreat; it may be adjacent to the starting hex, but not
        equal to it."""
        room = self._room_to_end(side, unit)
        on = (self.near_refuge(side, unit, one_hex(at)) - one_hex(start)) & room
        on = by("TRC-13.4c", on, otherwise=on - one_hex(start).adjacent())
        may_stay = (shorter == 1) & self._fits(side, at)
        with when(on.any()):
            with decide("retreat on", attacker, "TRC-13.4a") as d:
                with d.hex("retreat-to", on) as to:
                    self.enter(unit, to, "TRC-13.4a", side)
                with d.option("halt", may_stay):
                    pass

    @law("TRC-13.4a", "who retreats is on the map")
    def fleeing_on_map(self) -> Int:
        """Eliminated units do not retreat."""
        return ~(self.fleeing.units - units_on_map()).any()

    # -- 13.5: where to ---------------------------------------------------------------------

    def refuge(self, side: int, unit: Int) -> Hexes:
        """The hexes into which a unit of a side may retreat."""
        free = self.closed.open(self.land - self.zones.force[1 - side], side, one_unit(unit))
        return free - self.shut_to_retreat(side, unit)

    @retreats.Retreats.closed.bar("TRC-13.5a", "an enemy zone of control")
    def enemy_zone(self, side: int, units: Units) -> Hexes:
        """TRC-13.5a: no retreat into an enemy zone of control."""
        return self.zones.hostile[side]

    @value
    def shut_to_retreat(self, side: int, unit: Int) -> Hexes:
        """Countries into which a unit may not retreat."""
        return self.movement.closed_to_all(side, FIRST, unit)

    @value
    def left_for_good(self, unit: Int) -> Hexes:
        """The closed country in which a unit is, and which it may not re-enter."""
        return self.allies.finland_left(unit)

    def near_refuge(self, side: int, unit: Int, hexes: Hexes) -> Hexes:
        """The hexes of retreat next to some hexes, across hexsides that a retreat may cross."""
        return hexes.adjacent(self.retreat_edges) & self.refuge(side, unit)

    # -- 13.7: room to end in ---------------------------------------------------------------

    def _room_to_end(self, side: int, unit: Int) -> Hexes:
        """TRC-13.7a: the hexes where a retreat may end within the stacking limits."""
        return by("TRC-13.7a", lambda: self.room(side, unit), otherwise=self.land)

    @rule("TRC-13.7a", "TRC-6.2b", otherwise=lambda self, _, hex_: self.land.contains(hex_))
    def _fits(self, side: int, hex_: Int) -> Int:
        """Whether a hex is within the stacking limits."""
        return ~self.overstacked(side).contains(hex_)

    def _crowded(self, side: int, unit: Int, ends: Hexes) -> None:
        """TRC-13.7a: the owner eliminates this unit, or one that retreated earlier and took the
        room."""
        others = self.fled.units.inside(ends)
        with choose("crowded out", side, "TRC-13.7a", "lose", one_unit(unit) | others) as lost:
            self.eliminate(one_unit(lost), "TRC-13.7a")
            self.zones.settle_after_loss()

    # -- 14.2: who stands in woods ----------------------------------------------------------

    @retreats.Retreats.stands.bar("TRC-14.2a", "in woods")
    def attackers_in_woods(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-14.2a: attackers in woods do not retreat."""
        return units.inside(self.woods) if attacker == side else no_units()

    @retreats.Retreats.stands.bar("TRC-14.2b", "in woods")
    def defenders_in_woods(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-14.2b: defenders in woods do not retreat."""
        return units.inside(self.woods) if attacker != side else no_units()

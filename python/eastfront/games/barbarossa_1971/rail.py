"""Barbarossa (1971): rail movement, and the last side to pass through each hex."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import hex_flag, hex_flags, unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import Bars, procedure, rule, value

from .board import AXIS, SOVIET
from .movement import BY_RAIL, DRIVEN, FIRST, MARCHING, Movement
from .section import Section

FARTHEST = 12
"""The hexes that a unit may move by rail (RAIL-M8)."""
ANY_DISTANCE = 99


class Rail(Section):
    """Rail movement; railroads run through every hexside (SPI-RAIL-M1)."""

    passed = hex_flags("{} passed last", Life.GAME)
    """Hexes whose last unit was of a side."""
    trodden = hex_flag("trodden", Life.GAME)
    """Hexes that this side has entered by ground movement since the other side was there."""
    boarded = unit_flag("boarded", Life.PHASE)
    """Units that have moved by rail, or have declined to."""
    closed = Bars[[int], Hexes]()
    """Hexes through which a side may not move by rail."""

    def define(self) -> None:
        """Declares the hexes through which a side may move by rail."""
        self.behind = self.views("behind the {} front", self._behind)
        self.open_lines = self.views("{} rail", self._lines)

    # -- RAIL-M2, M3, M6, M12, O: the beginning of a phase -----------------------

    def passengers(self, side: int, phase: int) -> tuple[Units, list[Limit]]:
        """The units of a side that may move by rail, with limits: combat units in the First
        Movement Phase (SPI-RAIL-M2, SPI-RAIL-O3), support units in the Second (SPI-RAIL-O2,
        SPI-RAIL-O1).

        None starts in an enemy zone of control (SPI-RAIL-M3).
        """
        fighters, support = self.fighters(side), self.of[side] & self.support
        if phase == FIRST:
            units = by("SPI-RAIL-M2", fighters) | support
            kind = only("SPI-RAIL-O1", fighters, "support units go by rail in the Second phase")
        else:
            units = by("SPI-RAIL-O2", support) | fighters
            kind = only("SPI-RAIL-O3", support, "combat units go by rail in the First phase")
        outside = all_units() - all_units().inside(self.zones.zone[1 - side])
        start = only("SPI-RAIL-M3", outside, "enemies control the hex where it would start")
        stations = self.open_lines[side] - self.no_stop(side)
        cold = self.finns - self.finns.inside(self.near(stations & self.finnish_ground))
        beside = units.inside(self.near(stations)) - cold
        way = only("SPI-RAIL-M1", beside, "no way leads anywhere from there by rail")
        stays = only("SPI-MOVE-H2", all_units() - self.boarded.units, "it stays where it is")
        return units, [kind, start, *self.movement.limits(side), stays, way]

    @procedure("{side} rail movement {phase}")
    def phase(self, side: int, phase: int) -> None:
        """Offers a side rail movement before all other movement of the phase, for any number of
        units (SPI-RAIL-M12)."""
        with loop():
            waiting, limits = self.passengers(side, phase)
            with decide("rail movement", side, "SPI-RAIL-M12") as d:
                with d.unit("entrain", waiting.distinct(), *limits) as unit:
                    self._ride(side, unit)
                    self._and_others()
                with d.option("end-rail", passes=True):
                    break_()
        clear(self.boarded)

    @rule("SPI-RAIL-M12", otherwise=lambda _: break_())
    def _and_others(self) -> None:
        """Lets further units go by rail: their number has no limit (SPI-RAIL-M12)."""

    def _ride(self, side: int, unit: Int) -> None:
        """Offers a unit its destinations by rail, 12 hexes away at most (SPI-RAIL-M8), outside
        enemy zones (SPI-RAIL-M5), or to stay."""
        mark(self.boarded, one_unit(unit))
        spec = self.way(side, unit)
        to = memoise(spec.hexes())
        full, here = memoise(self.stacking.full(side, unit)), place_of(unit)
        others = memoise(self.movement.ready(side) & self.stacking.counting)
        left = (to & full & others.hexes()).where(
            lambda h: self.movement.makes_room(side, unit, h, here, others)
        )
        fits = (to - full) | self.breakdown.gathers(side, unit, to) | left
        limits = [
            *self.closed.limits(all_hexes(), side),
            only("SPI-RAIL-M5", ~self.no_stop(side), "enemies control it"),
            only("SPI-RAIL-M8", to, "no way leads there by rail, or it is too far"),
            *self.stacking.room_limits(side, unit, memoise(fits)),
        ]
        with choose(
            "destination", side, "SPI-RAIL-M8", "detrain", to, *limits, decline="stay", about=unit
        ) as h:
            self.movement.travel(side, unit, spec, h, "SPI-RAIL-M1", BY_RAIL)
            self._goes_no_farther(unit)

    @rule("SPI-RAIL-M6")
    def _goes_no_farther(self, unit: Int) -> None:
        """Ends the move of a unit that went by rail, for this phase (SPI-RAIL-M6); one that
        declined may still move."""
        self.movement.exhaust(unit)
        self.movement.finish(unit)

    # -- RAIL-M4, M5, M8 to M11: where trains run --------------------------------

    @value
    def crossed(self) -> Hexes:
        """The hexes that trains can cross, and enemies on their way behind a front."""
        return self.open_now()

    def _behind(self, side: int) -> Hexes:
        """The hexes that no enemy can reach, even across Kerch, without crossing hexes that a side
        occupies or controls (reading R3c)."""
        held = self.fighters(side).hexes()
        shut = held | self.zones.zone[side]
        enemies, edge = occupied(1 - side), self.edges[1 - side] & self.open_now()
        free = (self.crossed() - shut) | enemies
        thawed, frozen = (
            ~(spread | spread.adjacent(mask) | edge)
            for mask in self.walks
            for spread in [memoise(flood(enemies | edge, free, mask))]
        )
        return if_else(self.frozen, frozen, thawed)

    @value
    def front(self, side: int) -> Hexes:
        """The hexes not forward of a side's front line, in which it may move by rail: its own side
        of the start line and sealed hexes (SPI-RAIL-M9), and hexes that it entered by ground
        movement (SPI-RAIL-M10, reading R3)."""
        trodden = self.passed[side].hexes & self.trodden.hexes
        behind = self.starts[side] | self.sealed(side)  # SPI-RAIL-M9
        return behind | by("SPI-RAIL-M10", trodden)

    @value
    def sealed(self, side: int) -> Hexes:
        """The hexes sealed by a side's front, on either side of the start line; by reading R3 they
        do not count."""
        return no_hexes() if self.option("R3") else self.behind[side]

    def _lines(self, side: int) -> Hexes:
        return self.closed.open(self.crossed() - occupied(1 - side), side)

    @closed.bar("SPI-RAIL-M9", "it lies before the front")
    def before_the_front(self, side: int) -> Hexes:
        """The hexes forward of a side's front line, through which it may not move by rail
        (SPI-RAIL-M9)."""
        return ~self.front(side)

    def controlled(self, side: int) -> Hexes:
        """The hexes in enemy zones of control, through which rail moves may not pass (SPI-RAIL-M4),
        whoever occupies them (SPI-ZOC-F1)."""
        return by("SPI-RAIL-M4", self.zones.zone[1 - side])

    def no_stop(self, side: int) -> Hexes:
        """The hexes in enemy zones of control, in which rail moves may not end (SPI-RAIL-M5)."""
        return by("SPI-RAIL-M5", self.zones.zone[1 - side])

    @closed.bar("SPI-RAIL-M11", "enemies were the last to pass there")
    def passed_by_enemies(self, side: int) -> Hexes:
        """The hexes through which an enemy unit was the last to pass, closed to a side's rail moves
        (SPI-RAIL-M11)."""
        return self.passed[1 - side].hexes

    def way(self, side: int, unit: Int) -> ReachSpec:
        """The reach of a unit by rail: 12 hexes (SPI-RAIL-M8), whatever their cost on the ground
        (reading R5)."""
        return ReachSpec(
            start=place_of(unit),
            budget=number(by("SPI-RAIL-M8", FARTHEST, otherwise=ANY_DISTANCE)),
            costs=self.by_season(self.train),
            blocked=memoise(~self.open_lines[side] | self.movement.barred(side, unit)),
            minimum_one=number(0),
            stop=self.controlled(side),
        )

    # -- RAIL-M10, M11: who was where --------------------------------------------

    @Movement.passed.after()
    def pass_through(self, side: int, hexes: Hexes, how: int) -> None:
        """Records the passage of a unit; only ground movement opens hexes to rail movement
        (SPI-RAIL-M10)."""
        if how == DRIVEN:
            clear(self.trodden, hexes & self.passed[1 - side].hexes)
        mark(self.passed[side], hexes)
        clear(self.passed[1 - side], hexes)
        if how == MARCHING:
            mark(self.trodden, hexes)

    @law("SPI-RAIL-M11", "whoever stands in a hex is of the one side that was the last there")
    def _last_there(self) -> Int:
        axis, soviet = (hexes.hexes for hexes in self.passed)
        strange = (occupied(AXIS) - axis) | (occupied(SOVIET) - soviet)
        return ~((strange & self.land) | (axis & soviet)).any()

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
"""The largest number of hexes that a unit moves by rail in a Movement Phase (RAIL-M8)."""
ANY_DISTANCE = 99


class Rail(Section):
    """Rail movement; railroads run through every hexside (SPI-RAIL-M1)."""

    passed = hex_flags("{} passed last", Life.GAME)
    """For each side, the hexes through which its units were the last to pass."""
    trodden = hex_flag("trodden", Life.GAME)
    """The hexes that their owner by `passed`, the last side to pass through, has entered by ground
    movement at some time since the other side last passed."""
    boarded = unit_flag("boarded", Life.PHASE)
    """Units that have been chosen for rail movement in this phase, whether they moved or stayed."""
    closed = Bars[[int], Hexes]()
    """The hexes through which a side may not move by rail: those of the methods below that are
    decorated with ``closed.bar``, each for one rule."""

    def define(self) -> None:
        """Declares the hexes through which a side may move by rail."""
        self.behind = self.views("behind the {} front", self._behind)
        self.open_lines = self.views("{} rail", self._lines)

    # -- RAIL-M2, M3, M6, M12, O: the beginning of a phase -----------------------

    def passengers(self, side: int, phase: int) -> tuple[Units, list[Limit]]:
        """The units of a side that may move by rail at the beginning of a phase, with limits.

        In the First Movement Phase combat units may move by rail (SPI-RAIL-M2) and support units
        may not (SPI-RAIL-O1); in the Second support units may (SPI-RAIL-O2) and combat units may
        not (SPI-RAIL-O3). No rail move starts in an enemy zone of control (SPI-RAIL-M3). Railroads
        run through every hexside, so a unit needs only an adjacent hex open to rail moves
        (RAIL-M1). A unit that was chosen and left in its hex may not be chosen again (MOVE-H2).
        """
        fighters, support = self.fighters(side), self.of[side] & self.support
        if phase == FIRST:
            units = by("SPI-RAIL-M2", fighters) | support
            kind = only("SPI-RAIL-O1", fighters, "support units go by rail in the Second phase")
        else:
            units = by("SPI-RAIL-O2", support) | fighters
            kind = only("SPI-RAIL-O3", support, "combat units go by rail in the First phase")
        outside = all_units() - all_units().inside(self.zones.zone[1 - side])
        start = only("SPI-RAIL-M3", outside, "it starts in an enemy zone of control")
        stations = self.open_lines[side] - self.no_stop(side)
        cold = self.finns - self.finns.inside(self.near(stations & self.finnish_ground))
        beside = units.inside(self.near(stations)) - cold
        way = only("SPI-RAIL-M1", beside, "it can reach no hex by rail")
        stays = only(
            "SPI-MOVE-H2", all_units() - self.boarded.units, "it has boarded in this phase"
        )
        return units, [kind, start, *self.movement.limits(side), stays, way]

    @procedure("{side} rail movement {phase}")
    def phase(self, side: int, phase: int) -> None:
        """Offers a side rail movement at the beginning of its Movement Phase, before all other
        movement, for any number of units (SPI-RAIL-M12)."""
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
        """Lets rail movement go on after a unit has been chosen: the number of units that may go by
        rail has no limit (SPI-RAIL-M12). Without this rule rail movement ends after one unit."""

    def _ride(self, side: int, unit: Int) -> None:
        """Offers the owner of a unit the destinations by rail, along any path of open hexes
        (RAIL-M1), at most 12 hexes away (SPI-RAIL-M8) and outside enemy zones of control
        (SPI-RAIL-M5), or to leave the unit where it is."""
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
            only("SPI-RAIL-M5", ~self.no_stop(side), "it is in an enemy zone of control"),
            only("SPI-RAIL-M8", to, "it cannot be reached by rail, or is too far"),
            *self.stacking.room_limits(side, unit, memoise(fits)),
        ]
        with choose(
            "destination", side, "SPI-RAIL-M8", "detrain", to, *limits, decline="stay", about=unit
        ) as h:
            self.movement.travel(side, unit, spec, h, "SPI-RAIL-M1", BY_RAIL)
            self._goes_no_farther(unit)

    @rule("SPI-RAIL-M6")
    def _goes_no_farther(self, unit: Int) -> None:
        """Ends the move of a unit that went by rail: it does not use its movement allowance in the
        same Movement Phase (SPI-RAIL-M6)."""
        self.movement.exhaust(unit)
        self.movement.finish(unit)

    # -- RAIL-M4, M5, M8 to M11: where trains run --------------------------------

    @value
    def crossed(self) -> Hexes:
        """The hexes that rail moves can cross, and through which enemies could come behind a
        front."""
        return self.open_now()

    def _behind(self, side: int) -> Hexes:
        """The hexes behind a closed front of a side: those that no enemy unit can reach from its
        hex or its map edge, even across the Kerch Straits, without crossing hexes that the side's
        combat units occupy or control (reading R3)."""
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
        """The hexes not forward of a side's front line, through which its units may go by rail.

        By reading R3 these are the hexes on the side's own side of the start line and those behind
        a closed front (SPI-RAIL-M9), and the hexes that its units have entered by ground movement
        (SPI-RAIL-M10).
        """
        trodden = self.passed[side].hexes & self.trodden.hexes
        behind = self.starts[side] | self.sealed(side)  # SPI-RAIL-M9
        return behind | by("SPI-RAIL-M10", trodden)

    @value
    def sealed(self, side: int) -> Hexes:
        """The hexes behind a closed front of a side (`_behind`), on its own or the enemy's side of
        the start line; none by the option R3."""
        return no_hexes() if self.option("R3") else self.behind[side]

    def _lines(self, side: int) -> Hexes:
        return self.closed.open(self.crossed() - occupied(1 - side), side)

    @closed.bar("SPI-RAIL-M9", "it lies forward of the front line")
    def before_the_front(self, side: int) -> Hexes:
        """The hexes forward of a side's front line, which its rail moves may not enter
        (SPI-RAIL-M9)."""
        return ~self.front(side)

    def controlled(self, side: int) -> Hexes:
        """The hexes in enemy zones of control, through which rail moves may not pass (SPI-RAIL-M4),
        even if friendly units occupy them (SPI-ZOC-F1)."""
        return by("SPI-RAIL-M4", self.zones.zone[1 - side])

    def no_stop(self, side: int) -> Hexes:
        """The hexes in enemy zones of control, in which no rail move may end (SPI-RAIL-M5)."""
        return by("SPI-RAIL-M5", self.zones.zone[1 - side])

    @closed.bar("SPI-RAIL-M11", "an enemy unit was the last to pass there")
    def passed_by_enemies(self, side: int) -> Hexes:
        """The hexes through which an enemy unit was the last to pass, which a side's rail moves may
        never enter (SPI-RAIL-M11)."""
        return self.passed[1 - side].hexes

    def way(self, side: int, unit: Int) -> ReachSpec:
        """The parameters of a unit's reach by rail: at most 12 hexes in a Movement Phase
        (SPI-RAIL-M8), whatever the terrain costs on the ground (reading R5)."""
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
        """Records that the last unit to pass through ``hexes`` was of a side; only hexes entered by
        ground movement become open to the side's rail moves, not those of a retreat
        (SPI-RAIL-M10)."""
        if how == DRIVEN:
            clear(self.trodden, hexes & self.passed[1 - side].hexes)
        mark(self.passed[side], hexes)
        clear(self.passed[1 - side], hexes)
        if how == MARCHING:
            mark(self.trodden, hexes)

    @law("SPI-RAIL-M11", "one side passed last through a hex, and any unit there is of that side")
    def _last_there(self) -> Int:
        """Says whether no hex is recorded as last passed by both sides, and each land hex with
        units as last passed by the side of these units. The record decides on rail moves
        (RAIL-M11)."""
        axis, soviet = (hexes.hexes for hexes in self.passed)
        strange = (occupied(AXIS) - axis) | (occupied(SOVIET) - soviet)
        return ~((strange & self.land) | (axis & soviet)).any()

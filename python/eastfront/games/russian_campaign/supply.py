"""The Russian Campaign, section 17: supply.

The general supply of a side is a set of hexes: those from which a line of eight hexes, four in
snow, leads to a city or to connected track. Axis units may lack combat supply in Russia in the snow
of the first two winters.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import supply
from eastfront.systems.asking import define_answer, define_lines
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import Bars, procedure, rule, step, value

from .board import AXIS, RUSSIAN, SNOW
from .rail import Railroads
from .section import Section

LENGTH, SNOW_LENGTH = 8, 4
"""The longest line from a unit to its source of supply, in hexes, usually and in snow (TRC-17.2a,
reading D-45)."""

OUT, DRY, SUPPLIED = range(3)
SUPPLY_NAMES = ("out of supply", "no combat supply", "supplied")
"""The levels of supply, in the order of their numbers."""


class Supply(supply.Supply, Section):
    """The section on general supply and combat supply."""

    passage = Bars[[int], Hexes]()
    """The hexes in which a supply line of a side may end, but through which it may not run,
    gathered from all rules that close hexes in this way."""

    unsupplied = unit_flag("unsupplied", Life.GAME, in_play=True)
    chilled = unit_flag("cold since the turn began", Life.GAME)
    """While TRC-17.3c is off: units that lacked combat supply when the player turn began."""

    def define(self) -> None:
        """Declares the lines of general supply of both sides, and the hexes without combat
        supply."""
        # the hexes that a side's lines may pass
        self._open = self.views("{} lines may enter", self._line_hexes)
        self._nets = self.views("{} supply net", self._net)
        self._sources = self.views("{} sources", self._source_hexes)
        # the hexes in which a side's units are in general supply
        self.supplied = self.views("{} general supply", self._reached)
        for name in self.sides:
            self.b.edge_mask(f"{name} supply", self.b.edge_masks[self.supply_edges.index]["masks"])
        self.define_cold()

    # -- 17.2: who is in supply -------------------------------------------------------------

    @value
    def exempt(self) -> Units:
        """The units exempt from the check of general supply: paratroops, which are always in supply
        (TRC-18.4a), partisans, and units that invaded this turn (TRC-17.2c). Headquarters, leaders
        and workers are not exempt (17.2d)."""
        out = self.partisans | by("TRC-18.4a", self.paratroops) | self.sea.invader.units
        others = self.hqs | self.leaders | self.workers
        return by("TRC-17.2c", by("TRC-17.2d", out, otherwise=out | others))

    @procedure("{side} supply check")
    @rule("TRC-17.2b")
    def check(self, side: int) -> None:
        """Eliminates units of a side that are not in general supply in its own end phase
        (TRC-17.2b)."""
        lost = (self.on_map(side) - self.exempt()) - self.on_map(side).inside(self.supplied[side])
        mark(self.unsupplied, lost)
        with when(self.unsupplied.units.any()):
            self.eliminate(self.unsupplied.units, "TRC-17.2b")
            self.zones.settle()

    # -- 17.2.1, 17.2.2: sources ------------------------------------------------------------

    def _city_sources(self, side: int) -> Hexes:
        """The cities that a side controls: each is a source of general supply (TRC-17.2.1a)."""
        return by("TRC-17.2.1a", self.zones.held(side) & self.cities)

    def _net(self, side: int) -> Hexes:
        """The friendly rail hexes that are sources of supply: connected by an unbroken line of
        friendly rail hexes to a friendly city or to a rail hex at the side's own map edge
        (TRC-17.2.2a).

        Enemy zones of control cut that line, except in the city or map edge hex from which it
        comes. In the alternative reading D-46 they do not cut it anywhere.
        """
        track = self.closed.open(self.railroads.friendly(side), side)
        # of the Axis the west edge, of the Russian east and south (17.2.2b)
        edges = by("TRC-17.2.2b", self.home_exits(side) & track)
        ends = self.closed.open(self.zones.held(side) & self.cities, side) | edges
        through = track if self.option("D-46") else self.passage.open(track, side)
        return by("TRC-17.2.2a", self.railroads.rail_flood(ends, through | ends) & track)

    def _source_hexes(self, side: int) -> Hexes:
        """The sources of a side's lines, outside closed countries: friendly cities (TRC-17.2.1a)
        and connected rail hexes (TRC-17.2.2a)."""
        return self.closed.open(self._city_sources(side), side) | self._nets[side]

    @law("TRC-17.2.1a", "only cities, wells and junctions are controlled")
    def owned_alone_is_controlled(self) -> Int:
        """Says whether every hex that a side controls is a city, an oil well or a junction; a
        friendly city is a source of supply (17.2.1a)."""
        controlled = self.control[AXIS].hexes | self.control[RUSSIAN].hexes
        return ~(controlled - self.owned).any()

    # -- 17.2.3: lines ----------------------------------------------------------------------

    @passage.bar("TRC-17.2.3a", "the enemy controls it")
    def controlled(self, side: int) -> Hexes:
        """The hexes through which no line of supply runs: enemy zones of control, and cities that
        the enemy controls (TRC-17.2.3a). A unit or its source may be in such a zone."""
        return self.zones.zone[1 - side] | (self.control[1 - side].hexes & self.cities)

    @passage.bar("TRC-19.2e", "partisans are there")
    def partisans_there(self, side: int) -> Hexes:
        """The hexes of partisans, in which an Axis line of supply may end, but beyond which none
        goes (TRC-19.2e); empty for Russian lines."""
        return self.zones.partisan_hexes.when(side == AXIS)

    def _line_hexes(self, side: int) -> Hexes:
        """The land hexes through which a side's supply lines may run; none in a country that is
        closed to them (reading D-47)."""
        return self.closed.open(self.passage.open(self.land, side), side)

    def _step(self, hexes: Hexes) -> Hexes:
        """The hexes one step farther along a line: across the Kerch Strait too (TRC-8.5.3a), but
        not along track between two hexes that are not adjacent, from GG19 to HH21 (TRC-8.6c)."""
        out = hexes.adjacent(self.supply_edges)
        return by("TRC-8.6c", out, otherwise=out | self.railroads.over_jumps(hexes))

    def _spread(self, side: int, start: Hexes, steps: int) -> Hexes:
        """The hexes within `steps` steps of the hexes `start`, through hexes that a side's lines of
        supply may pass.

        The expression for each step contains the expression for the step before only once, so that
        it grows by one level per step and does not double.
        """
        reached = start
        for _ in range(steps):
            reached = start | self._step(start | (reached & self._open[side]))
        return reached

    def _reached(self, side: int) -> Hexes:
        """The hexes in which a side's units are in general supply: those that a line of at most
        eight hexes, in snow four, joins to a source (TRC-17.2a), and also, without a line, friendly
        cities and friendly rail hexes beside connected track."""
        sources = self._sources[side]
        near = self.b.view(
            f"{self.sides[side]} short lines", self._spread(side, sources, SNOW_LENGTH)
        )
        far = self._spread(side, sources, LENGTH)
        on_track = self.railroads.rail_next(self._nets[side]) & self.railroads.friendly(side)
        # a unit in a friendly city needs no line
        return by(
            "TRC-17.2a",
            lambda: (
                if_else(self.weather == SNOW, near, far) | (on_track | self._city_sources(side))
            ),
            otherwise=self.land,
        )

    # -- 17.3: combat supply ----------------------------------------------------------------

    @step
    def define_cold(self) -> None:
        """Declares where Axis units in Russia, except Finns, lack combat supply in snow. In the
        first winter, of 1941: everywhere except in cities and next to an Axis city (TRC-17.3.2a).
        In the second winter units one hex farther from an Axis city have combat supply too
        (TRC-17.3.3a), if the hex between is in no Russian zone of control (17.3.3b)."""
        # Russians and Finns never lack combat supply (17.3a)
        self._needy = self.units_where(
            "need combat supply",
            lambda u: u.side == "axis" and u.nation not in by("TRC-17.3a", {"finnish"}),
        )
        cities = self.zones.held(AXIS) & self.cities
        warm = self.cities | cities.adjacent()
        between = cities.adjacent() - self.zones.zone[RUSSIAN] - self.zones.partisan_hexes
        if not self.option("D-102"):
            # the hex between is land, as all hexes of supply lines are
            between = between & self.land
        # in the second winter also one hex farther, outside Russian zones between (17.3.3b)
        warmer = warm | by("TRC-17.3.3b", between.adjacent())
        cold = no_hexes()
        # in the first winter only in a city or next to an Axis city (17.3.2a), as in 17.3.3a
        for which, year, hexes in (("TRC-17.3.2a", 1941, warm), ("TRC-17.3.3a", 1942, warmer)):
            now = self.from_turn(year, "nov") & ~self.from_turn(year + 1, "may")
            cold = cold | by(which, (self.russia - hexes).when(now))
        # other Axis units lack it only in Russia, in snow turns of these winters (17.3b)
        cold = by("TRC-17.3b", cold.when(self.weather == SNOW), otherwise=cold)
        # a landing that contests a vacant city ends supply from that city (13.8e)
        held = (self.cities & self.zones.zone[RUSSIAN]).adjacent()
        cold = by("TRC-13.8e", cold, otherwise=cold - held)
        self.usual_cold = self.b.view("no combat supply", cold)

    @value
    def needy(self) -> Units:
        """The units that can lack combat supply: Axis units except Finns, and no Russians
        (TRC-17.3a)."""
        return self._needy

    @value
    def cold(self) -> Hexes:
        """The hexes without combat supply now: in Russia, in the snow of the first winter
        (TRC-17.3.2a) or of the second (TRC-17.3.3a), away from Axis cities."""
        return self.usual_cold

    @Railroads.lines_open.after(unless="TRC-17.3c")
    def lines_open(self, side: int) -> None:
        """Records the units that lack combat supply as a player turn begins, only while TRC-17.3c
        is off; by that rule combat supply is judged at the moment of each battle."""
        clear(self.chilled)
        mark(self.chilled, (self.needy() & self.on_map(AXIS)).inside(self.cold()))

    def dry(self, unit: Number) -> Int:
        """Says whether a unit lacks combat supply: an Axis unit in Russia, in snow of the first two
        winters (TRC-17.3b), judged where it is at the moment of each combat (TRC-17.3c)."""
        dry = self.needy().contains(unit) & self.cold().contains(place_of(unit))
        dry = by("TRC-17.3c", dry, otherwise=lambda: self.chilled(unit) == 1)
        return dry & ~self.sea.invader(unit)

    # -- questions --------------------------------------------------------------------------

    def supply_level(self, unit: Number) -> Int:
        """The supply level of a unit as a number: `OUT` of supply (0), `DRY`, without combat supply
        (1), or `SUPPLIED` (2)."""
        at = place_of(unit)
        axis, russian = (hexes.contains(at) for hexes in self.supplied)
        line = if_else(self.axis_units.contains(unit), axis, russian)
        # paratroops, partisans and invaders of this turn need no line (17.2c)
        free = by("TRC-17.2c", self.exempt().contains(unit), told=True)
        fed = by("TRC-17.2a", line, told=True) | free
        # combat supply may lack in Russia, in snow of the first two winters (17.3b)
        return if_else(fed, if_else(by("TRC-17.3b", self.dry(unit), told=True), DRY, SUPPLIED), OUT)

    def _line_area(self, side: int, at: Int) -> Hexes:
        """The hexes that explain whether a side's line of supply from the hex `at` exists, in one
        set: the hexes that the line can reach within its length, eight hexes or in snow four
        (TRC-17.2a), and the hexes within that distance that are closed to the line."""
        start, on = one_hex(at), self._open[side] | self._sources[side]
        snow = self.weather == SNOW
        near = self._spread(side, start, SNOW_LENGTH)
        come = if_else(snow, near, self._spread(side, start, LENGTH))
        length = if_else(snow, SNOW_LENGTH, LENGTH)
        return start | (come & on) | (within(at, length) - self._may_hold(side))

    def _line_ends(self, side: int, at: Int) -> Hexes:
        """The hexes in which a line of supply from a hex may end: the sources, and the hex itself
        if it is a city that the side controls."""
        return self._sources[side] | (one_hex(at) & self._city_sources(side))

    def _may_hold(self, side: int) -> Hexes:
        """The hexes in which a line of a side may be, its ends included."""
        return self._open[side] | self._sources[side] | self.own(side).hexes()

    def define_queries(self) -> None:
        """Declares the queries on supply levels, general supply, and lines of supply."""
        self.b.query("supply", 1, self.supply_level)
        for side, name in enumerate(self.sides):
            define_answer(f"{name} general supply", self.supplied[side])
        self.tell_closed(self.passage)
        define_lines(
            self._may_hold,
            area=self._line_area,
            ends=self._line_ends,
            onward=self._line_ends,
        )

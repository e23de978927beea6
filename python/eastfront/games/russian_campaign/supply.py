"""The Russian Campaign, section 17: supply.

General supply of a side is a set of hexes: those from which a line of eight hexes, four in snow,
leads to a city or to track that leads on. Combat supply is what Axis troops may lack in Russia in
the snow of the first two winters.
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
"""Hexes from a unit to its source (TRC-17.2a, D-45)."""

OUT, DRY, SUPPLIED = range(3)
SUPPLY_NAMES = ("out of supply", "no combat supply", "supplied")


class Supply(supply.Supply, Section):
    """Who is in supply."""

    passage = Bars[[int], Hexes]()
    """Hexes in which a line may end, but through which it does not lead."""

    unsupplied = unit_flag("unsupplied", Life.GAME, in_play=True)
    chilled = unit_flag("cold since the turn began", Life.GAME)
    """Without TRC-17.3c: who had no combat supply when the player turn began."""

    def define(self) -> None:
        """Declares the lines of supply of both sides and the cold parts of Russia."""
        # where a side's lines lead on
        self._open = self.views("{} lines may enter", self._line_hexes)
        self._nets = self.views("{} supply net", self._net)
        self._sources = self.views("{} sources", self._source_hexes)
        # where a side's units are in general supply
        self.supplied = self.views("{} general supply", self._reached)
        for name in self.sides:
            self.b.edge_mask(f"{name} supply", self.b.edge_masks[self.supply_edges.index]["masks"])
        self.define_cold()

    # -- 17.2: who is in supply -------------------------------------------------------------

    @value
    def exempt(self) -> Units:
        """TRC-17.2c: who needs no line."""
        out = self.partisans | by("TRC-18.4a", self.paratroops) | self.sea.invader.units
        others = self.hqs | self.leaders | self.workers
        return by("TRC-17.2c", by("TRC-17.2d", out, otherwise=out | others))

    @procedure("{side} supply check")
    @rule("TRC-17.2b")
    def check(self, side: int) -> None:
        """TRC-17.2b: who is without general supply is eliminated."""
        lost = (self.on_map(side) - self.exempt()) - self.on_map(side).inside(self.supplied[side])
        mark(self.unsupplied, lost)
        with when(self.unsupplied.units.any()):
            self.eliminate(self.unsupplied.units, "TRC-17.2b")
            self.zones.settle()

    # -- 17.2.1, 17.2.2: sources ------------------------------------------------------------

    def _city_sources(self, side: int) -> Hexes:
        """TRC-17.2.1a: the cities that a side controls."""
        return by("TRC-17.2.1a", self.zones.held(side) & self.cities)

    def _net(self, side: int) -> Hexes:
        """TRC-17.2.2a: friendly track that hangs together with a city or an edge of the side.

        D-46: an enemy zone of control cuts it, but for its ends.
        """
        track = self.closed.open(self.railroads.friendly(side), side)
        edges = by("TRC-17.2.2b", self.home_exits(side) & track)
        ends = self.closed.open(self.zones.held(side) & self.cities, side) | edges
        through = track if self.option("D-46") else self.passage.open(track, side)
        return by("TRC-17.2.2a", self.railroads.rail_flood(ends, through | ends) & track)

    def _source_hexes(self, side: int) -> Hexes:
        """TRC-17.2.1a, TRC-17.2.2a: where lines end, outside closed countries."""
        return self.closed.open(self._city_sources(side), side) | self._nets[side]

    @law("TRC-17.2.1a", "only what can have an owner is controlled")
    def owned_alone_is_controlled(self) -> Int:
        """Cities, wells and junctions."""
        controlled = self.control[AXIS].hexes | self.control[RUSSIAN].hexes
        return ~(controlled - self.owned).any()

    # -- 17.2.3: lines ----------------------------------------------------------------------

    @passage.bar("TRC-17.2.3a", "the enemy controls it")
    def controlled(self, side: int) -> Hexes:
        """TRC-17.2.3a: no line runs through enemy zones of control, or enemy cities."""
        return self.zones.zone[1 - side] | (self.control[1 - side].hexes & self.cities)

    @passage.bar("TRC-19.2e", "partisans are there")
    def partisans_there(self, side: int) -> Hexes:
        """TRC-19.2e: lines of the Axis go no farther than a partisan."""
        return self.zones.partisan_hexes.when(side == AXIS)

    def _line_hexes(self, side: int) -> Hexes:
        """Where lines lead on; not through closed countries (D-47)."""
        return self.closed.open(self.passage.open(self.land, side), side)

    def _step(self, hexes: Hexes) -> Hexes:
        """The hexes one step of a line farther (TRC-8.5.3a, TRC-8.6c)."""
        out = hexes.adjacent(self.supply_edges)
        return by("TRC-8.6c", out, otherwise=out | self.railroads.over_jumps(hexes))

    def _spread(self, side: int, start: Hexes, steps: int) -> Hexes:
        """The hexes up to so many steps away, through hexes where lines lead on.

        Each round is the start and what is next to it or to the round before, so that the tree
        grows by one level a step and does not double.
        """
        reached = start
        for _ in range(steps):
            reached = start | self._step(start | (reached & self._open[side]))
        return reached

    def _reached(self, side: int) -> Hexes:
        """TRC-17.2a: the hexes in supply; a unit on track next to the net needs no line."""
        sources = self._sources[side]
        near = self.b.view(
            f"{self.sides[side]} short lines", self._spread(side, sources, SNOW_LENGTH)
        )
        far = self._spread(side, sources, LENGTH)
        on_track = self.railroads.rail_next(self._nets[side]) & self.railroads.friendly(side)
        # who stands in a city of his needs no line
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
        """TRC-17.3.2a, TRC-17.3.3a: where Axis units in Russia lack combat supply, and when."""
        self._needy = self.units_where(
            "need combat supply",
            lambda u: u.side == "axis" and u.nation not in by("TRC-17.3a", {"finnish"}),
        )
        cities = self.zones.held(AXIS) & self.cities
        warm = self.cities | cities.adjacent()
        between = cities.adjacent() - self.zones.zone[RUSSIAN] - self.zones.partisan_hexes
        if not self.option("D-102"):
            # the hex between is land, as all that lines of supply lead over
            between = between & self.land
        warmer = warm | by("TRC-17.3.3b", between.adjacent())
        cold = no_hexes()
        for which, year, hexes in (("TRC-17.3.2a", 1941, warm), ("TRC-17.3.3a", 1942, warmer)):
            now = self.from_turn(year, "nov") & ~self.from_turn(year + 1, "may")
            cold = cold | by(which, (self.russia - hexes).when(now))
        cold = by("TRC-17.3b", cold.when(self.weather == SNOW), otherwise=cold)
        # otherwise a landing next to a vacant port leaves it warm
        held = (self.cities & self.zones.zone[RUSSIAN]).adjacent()
        cold = by("TRC-13.8e", cold, otherwise=cold - held)
        self.usual_cold = self.b.view("no combat supply", cold)

    @value
    def needy(self) -> Units:
        """TRC-17.3a: the units that can lack combat supply."""
        return self._needy

    @value
    def cold(self) -> Hexes:
        """TRC-17.3.2a, TRC-17.3.3a: the hexes without combat supply now."""
        return self.usual_cold

    @Railroads.lines_open.after(unless="TRC-17.3c")
    def lines_open(self, side: int) -> None:
        """Without TRC-17.3c: who has no combat supply now is remembered."""
        clear(self.chilled)
        mark(self.chilled, (self.needy() & self.on_map(AXIS)).inside(self.cold()))

    def dry(self, unit: Number) -> Int:
        """TRC-17.3b, TRC-17.3c: whether a unit has no combat supply where it is now."""
        dry = self.needy().contains(unit) & self.cold().contains(place_of(unit))
        dry = by("TRC-17.3c", dry, otherwise=lambda: self.chilled(unit) == 1)
        return dry & ~self.sea.invader(unit)

    # -- questions --------------------------------------------------------------------------

    def supply_level(self, unit: Number) -> Int:
        """Out of supply, without combat supply only, or supplied."""
        at = place_of(unit)
        axis, russian = (hexes.contains(at) for hexes in self.supplied)
        line = if_else(self.axis_units.contains(unit), axis, russian)
        free = by("TRC-17.2c", self.exempt().contains(unit), told=True)
        fed = by("TRC-17.2a", line, told=True) | free
        return if_else(fed, if_else(by("TRC-17.3b", self.dry(unit), told=True), DRY, SUPPLIED), OUT)

    def _line_area(self, side: int, at: Int) -> Hexes:
        """What a line from a hex can come to, and what bars it there (TRC-17.2a)."""
        start, on = one_hex(at), self._open[side] | self._sources[side]
        snow = self.weather == SNOW
        near = self._spread(side, start, SNOW_LENGTH)
        come = if_else(snow, near, self._spread(side, start, LENGTH))
        length = if_else(snow, SNOW_LENGTH, LENGTH)
        return start | (come & on) | (within(at, length) - self._may_hold(side))

    def _line_ends(self, side: int, at: Int) -> Hexes:
        """What feeds a unit in a hex: its own city, or a source that a line leads to."""
        return self._sources[side] | (one_hex(at) & self._city_sources(side))

    def _may_hold(self, side: int) -> Hexes:
        """Hexes that are part of some line, if only as its end."""
        return self._open[side] | self._sources[side] | self.own(side).hexes()

    def define_queries(self) -> None:
        """Supply questions."""
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

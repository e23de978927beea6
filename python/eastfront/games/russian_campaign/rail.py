"""The Russian Campaign, section 9: rail movement, and the conversion of track.

Track is recorded hex by hex: Axis gauge or Russian gauge, never neutral. A unit that moves by rail
takes control of nothing on the way: control is updated where it left and where it arrives.
"""

from __future__ import annotations

from collections import Counter

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.sections import procedure, rule, value

from .board import AXIS, FIRST, RUSSIAN, SNOW
from .movement import Movement
from .section import Closures, Section
from .zones import Zones

CROSSED = ("TRC-9.4.4a", "TRC-9.4.5a")
"""For each side, the rule on enemy track that its units cross."""


class Railroads(Section):
    """Rail movement, and the conversion of track."""

    rail_moves = variable("rail moves", Life.PLAYER_TURN, most=99)
    """Units moved by rail this player turn, within the capacity."""
    line = hex_flag("line", Life.PHASE)
    crossed = hex_flag("crossed", Life.PLAYER_TURN)
    fresh = unit_flag("fresh", lambda _: by("TRC-9.2d", Life.IMPULSE, otherwise=Life.GAME))
    """Units that arrived this impulse, with free rail movement (TRC-9.2c)."""

    def define(self) -> None:
        """Declares the usable track and the track that can be converted."""
        b = self.b
        track = self.indices_where(lambda h: "rail" in h.features)
        axis = [h for h in track if h in self.axis_at_first]
        self.axis_rail = b.hex_flag("axis rail", Life.GAME, axis)
        self._define_track()
        self.trains = [self._define_trains(AXIS), self._define_trains(RUSSIAN)]
        self._stations = self.views("{} stations", self._find_stations)
        self._nets = self.views("{} net", self._net_off_board)
        self.track_free = self.views("{} may convert", self._free)
        self.track_home = self.views("{} way home", self._way_home)

    # -- 8.6: the net -----------------------------------------------------------------------

    def _define_track(self) -> None:
        """Declares the printed rail net (TRC-8.6a); some track joins two hexes that are not
        adjacent."""
        joined = {
            (min(pair), max(pair)) for pair, what in self.data.map.links.items() if "rail" in what
        }
        self.jumps = by("TRC-8.6a", sorted(joined))
        near = Counter(h for h, _ in self.steps_across("rail"))
        near.update(h for jump in self.jumps for h in jump)
        b = self.b
        self._dead_ends = b.hex_set("ends of track", [h for h, n in near.items() if n == 1])
        self._forks = b.hex_set("forks of track", [h for h, n in near.items() if n > 2])

    @Movement.passages.then(unless="TRC-8.6b")
    def passages(self, out: Hexes, here: Int) -> Hexes:
        """TRC-8.6b: no ground movement along track between two hexes that are not adjacent."""
        return out | self.over_jumps(one_hex(here))

    def rail_next(self, hexes: Hexes) -> Hexes:
        """The neighbors of some hexes along the track."""
        return hexes.adjacent(self.rail) | self.over_jumps(hexes)

    def over_jumps(self, hexes: Hexes) -> Hexes:
        """TRC-8.6a: the hexes at the other end of track between hexes that are not adjacent."""
        ends = (
            one_hex(c).when(hexes.contains(a)) | one_hex(a).when(hexes.contains(c))
            for a, c in self.jumps
        )
        return union(ends, no_hexes())

    def rail_flood(self, start: Hexes, through: Hexes, exits: Hexes | None = None) -> Hexes:
        """The hexes connected to a set along the track, also off the map and back through exits.

        Pieces of printed track are connected by jumps and, for all exits together, off the map. A
        path uses each of these at most once, so that number of rounds is enough.
        """
        reached = flood(start, through, self.rail)
        for _ in range(len(self.jumps) + (exits is not None)):
            known = memoise(reached)
            over = self.over_jumps(known)
            if exits is not None:
                over = over | exits.when((known & exits).any())
            more = (over & through) - known
            reached = if_else(more.any(), flood(known | more, through, self.rail), known)
        return reached

    # -- 9.1: friendly track ----------------------------------------------------------------

    def friendly(self, side: int) -> Hexes:
        """TRC-9.1a, TRC-9.1b: a side's rail hexes; none is neutral."""
        axis = self.axis_rail.hexes
        return axis if side == AXIS else self.track - axis

    # -- 9.2: how many trains ---------------------------------------------------------------

    def rail_capacity(self, side: int) -> Int:
        """TRC-9.2a, TRC-9.2b: the number of units that may move by rail in a turn."""
        chart = self.data.charts["rail-capacity"]
        if side == RUSSIAN:
            return number(by("TRC-9.2b", int(chart["russian"]), otherwise=99))
        usual, snow = int(chart["axis"]), int(chart["axis_snow"])
        return by("TRC-9.2a", if_else(self.weather == SNOW, snow, usual), otherwise=number(99))

    def ride_free(self, units: Units, rule: str = "") -> None:
        """TRC-9.2c: units arrive with free rail movement."""
        mark(self.fresh, units, rule)

    def ride_no_more(self, units: Units) -> None:
        """Units do not arrive with free rail movement after all."""
        clear(self.fresh, units)

    def count_moves(self, moves: Number, rule: str = "") -> None:
        """Counts rail moves of the player turn (TRC-9.2a, TRC-9.2b)."""
        assign(self.rail_moves, self.rail_moves + moves, rule)

    def rides_free(self) -> Units:
        """TRC-9.2c, TRC-9.2d: the units that do not count against the rail capacity."""
        return by("TRC-9.2c", self.fresh.units)

    def _pay_rail(self, side: int, unit: Int) -> None:
        # TRC-9.2c
        self.count_moves(if_else(self.rides_free().contains(unit), 0, 1))
        self.has_moved(one_unit(unit))

    # -- 9.3: trains ------------------------------------------------------------------------

    def _define_trains(self, side: int) -> tuple[Hexes, Hexes]:
        """The track open to a side's rail movement: from outside a closed country, and from inside
        it."""
        name, b = self.sides[side], self.b
        open_ = by("TRC-9.1a", self.friendly(side), otherwise=self.track)
        open_ = by("TRC-9.4.1a", open_, otherwise=lambda: open_ | self.crossed.hexes)
        open_ = open_ - by("TRC-9.3.2c", self.zones.zone[1 - side]) - self.overruns.still_watched()
        if side == AXIS:
            open_ = open_ - by("TRC-19.2a", self.zones.partisan_hexes)
        # TRC-5.5a
        inside = b.view(f"{name} trains", open_ - self.arrivals.closed_bulgaria(side))
        closed = self.allies.shut_finland(side)
        # TRC-24.5b
        return b.view(f"{name} trains outside Finland", inside - closed), inside

    def off_board(self, side: int) -> Hexes:
        """TRC-9.3.4a, TRC-9.3.4c: the hexes where a side's rail moves may leave the map and
        return."""
        home = self.home_exits(side)
        home = by("TRC-9.3.4c", home, otherwise=home | self.home_exits(1 - side))
        return by("TRC-9.3.4a", home)

    def _find_stations(self, side: int) -> Hexes:
        """The hexes from which some rail move is possible."""
        outside, inside = self.trains[side]
        away = by("TRC-20.1.1c", self.home_exits(side))
        stations = outside & (self.rail_next(outside) | away)
        ways = inside if self.allies.open_inside() else outside
        return stations | (self.finland & inside & (self.rail_next(ways) | away))

    def _net_off_board(self, side: int) -> Hexes:
        """TRC-9.3.4a: the track connected to the edges of the map, outside a closed country.
        Usually a unit on it can move by rail anywhere in it."""
        out = self.off_board(side) - self.zones.partisan_hexes
        outside, _ = self.trains[side]
        return self.rail_flood(out, outside, out)

    def way_east(self) -> Hexes:
        """The track from which Russian rail moves can leave by the eastern edge of the map."""
        trains, _ = self.trains[RUSSIAN]
        return self.rail_flood(self.edge["east"], trains, self.off_board(RUSSIAN))

    @value
    def rail_closures(self, side: int, unit: Number) -> Closures:
        """Track that optional rules close to a unit's rail moves: rule, hexes and reason."""
        return []

    def rail_reach(self, side: int, unit: Number, shut: Hexes | None = None) -> Hexes:
        """TRC-9.3.1b, TRC-9.3.2b, TRC-9.3.4a: the reach of a unit by rail, its own hex included."""
        outside, inside = self.trains[side]
        at = place_of(unit)
        here = one_hex(at)
        # or only on the track outside, from their hex
        ways = inside if self.allies.open_inside() else outside | here
        through = if_else(self.finland.contains(at), ways, outside)
        if shut is not None:
            through = through - shut
        rough = self.woods | self.swamp | self.mountain
        through = by("TRC-9.3.3a", through, otherwise=through - rough)
        exits = self.off_board(side)
        # friendly since before the turn, no partisan, no enemy zone of control
        through = by("TRC-9.3.4b", through, otherwise=through | exits)
        exits = by("TRC-9.3.4b", exits - self.zones.partisan_hexes, otherwise=exits)
        return self._along_track(side, at, through, exits, shut)

    @rule("TRC-9.3.2b", otherwise=lambda self, side, at, through, *_: through)
    def _along_track(
        self, side: int, at: Int, through: Hexes, exits: Hexes, shut: Hexes | None
    ) -> Hexes:
        """TRC-9.3.2b: a rail move follows the track without a gap."""
        reach = self.rail_flood(one_hex(at), through, exits)
        return reach if shut is not None else self._within_net(side, at, reach)

    @rule("TRC-9.3.3a", "TRC-9.3.4b", otherwise=lambda self, side, at, reach: reach)
    def _within_net(self, side: int, at: Int, reach: Hexes) -> Hexes:
        """A unit on the track connected to the map edge can move anywhere on it."""
        net = self._nets[side]
        return if_else(net.contains(at), net, reach)

    def rail_riders(self, side: int) -> Units:
        """The units on the map of kinds that may move by rail."""
        riders = self.on_map(side) - self.static
        return by("TRC-11.2a", riders, otherwise=riders - self.leaders)

    def first_impulse_limit(self, allows: Units | Int) -> Limit:
        """TRC-9.3.1a: rail movement in the first impulse only."""
        return only("TRC-9.3.1a", allows, "units go by rail in the first impulse only")

    def by_rail_only(self) -> Limit:
        """TRC-11.2a: leaders move by rail, not by sea."""
        return only("TRC-11.2a", all_units() - self.leaders, "leaders move by rail only")

    @value
    def train_limits(self, side: int) -> list[Limit]:
        """The limits of optional rules on units that move by rail."""
        return []

    def offer_rail(self, d: Decision, side: int, impulse: int) -> None:
        """Offers rail moves (TRC-9.3)."""
        riders = memoise(self.rail_riders(side))
        left = self.rail_moves < self.rail_capacity(side)
        with d.unit(
            "rail",
            (riders - self.moved.units).inside(self._stations[side]).distinct(),
            self.first_impulse_limit(number(impulse == FIRST)),
            only("TRC-9.3.1c", riders - self.moved.units, "it has moved already"),
            self.irregulars.dropped_limit(),
            only("TRC-11.1d", riders - self.hqs, "headquarters never go by rail"),
            self.overruns.victor_limit(),
            only(
                "TRC-9.3.2a",
                riders.inside(self.friendly(side)),
                "a rail move begins and ends on friendly track",
            ),
            only(
                "TRC-9.3.2c",
                riders.inside(self.land - self.zones.zone[1 - side]),
                "no rail move in an enemy zone of control",
            ),
            only(
                "TRC-9.2b" if side == RUSSIAN else "TRC-9.2a",
                if_else(left, riders, riders & self.rides_free()),
                "as many units as may go by rail this turn have gone",
            ),
            *self.train_limits(side),
        ) as unit:
            start = local(place_of(unit))
            self.entrain(side, unit)
            self.movement.gone_from(side, impulse, start, unit)
            self.movement.stale()

    @procedure("{side} rail move")
    def entrain(self, side: int, unit: Int) -> None:
        """A unit moves by rail to a hex of its owner's choice."""
        here = local(place_of(unit))
        reach = allowed = self.rail_reach(side, unit)
        limits = []
        for why, hexes, text in self.rail_closures(side, unit):
            open_ = self.rail_reach(side, unit, hexes)
            allowed = allowed & open_
            limits.append(only(why, open_, text))
        with decide("rail destination", side, "TRC-9.3.1b", about=unit) as d:
            with d.hex("rail-to", reach - one_hex(here), *limits) as to:
                self._pay_rail(side, unit)
                self.zones.put(side, unit, to, "TRC-9.3.1b")
            self._offer_rail_off(d, side, unit, allowed)
            if limits:
                with d.option("stay", ~(allowed - one_hex(here)).any(), passes=True):
                    self.has_moved(one_unit(unit))

    @rule("TRC-20.1.1c")
    def _offer_rail_off(self, d: Decision, side: int, unit: Int, allowed: Hexes) -> None:
        """TRC-20.1.1c: a unit may move by rail off the map over an edge of its own side."""
        away = (allowed & self.home_exits(side)).any()
        with d.option("rail-off", self.rolls_away(side, unit, away)):
            self._pay_rail(side, unit)
            self.leave(unit, "off-map", "TRC-20.1.1c")
            self.zones.settle()

    @value
    def rolls_away(self, side: int, unit: Int, away: Int) -> Int:
        """Whether a unit may move by rail off the map, given a connection (TRC-20.1.1c)."""
        return away

    # -- 9.4: what was crossed --------------------------------------------------------------

    @procedure("{side} lines open")
    def lines_open(self, side: int) -> None:
        """TRC-9.4.4a, TRC-9.4.5a: enemy track occupied at the start of the turn counts as crossed
        this turn."""
        held = self.zones.force[side] & self.friendly(1 - side) & self.track_home[side]
        mark(self.crossed, held, CROSSED[side])

    def railheads(self, side: int) -> Hexes:
        """The cities and junctions of a side at which converted track may end.

        TRC-9.4.2c, TRC-9.4.1d, reading D-87: they count even in an enemy zone of control.
        """
        own = self.zones.held(side) & self.nodes & self.track
        if not self.option("D-87"):
            return own
        return own - (self.junctions & self.zones.zone[1 - side])

    def _free(self, side: int) -> Hexes:
        """The track that a side can convert, or trace through (TRC-9.4.1d, TRC-9.4.4b,
        TRC-9.4.5b)."""
        free = self.track - by("TRC-9.4.1d", self.zones.zone[1 - side])
        if side == AXIS:
            free = free - by("TRC-19.2d", self.zones.partisan_hexes)
        rule = "TRC-9.4.4b" if side == AXIS else "TRC-9.4.5b"
        return free - by(rule, self.control[1 - side].hexes & self.nodes) | self.railheads(side)

    def _way_home(self, side: int) -> Hexes:
        """The track connected by free track to a friendly city, junction or map edge (TRC-9.4.4b,
        TRC-9.4.5b)."""
        free = self.track_free[side]
        return self.rail_flood(self.railheads(side) | self.home_exits(side), free)

    @Zones.eventful.then()
    def eventful(self, so_far: Hexes, side: int) -> Hexes:
        """TRC-9.4.4b, TRC-9.4.5b: units that enter track hexes may cross enemy track."""
        return so_far | self.track

    @Zones.enters.after()
    @rule(lambda _, side, came, at: CROSSED[side])
    def crossing(self, side: int, came: Int, at: Int) -> None:
        """Records enemy track entered by a unit of the phasing player.

        TRC-9.4.4b, TRC-9.4.4c, TRC-9.4.5b: only if it is connected to a friendly place at that
        moment.
        """
        counts = (self.game_turn.phase_side == side) & self.friendly(1 - side).contains(at)
        home = self.track_home[side].contains(at)
        counts = counts & by("TRC-9.4.4c" if side == AXIS else "TRC-9.4.5b", home, otherwise=1)
        with when(counts):
            mark(self.crossed, one_hex(at), CROSSED[side])

    # -- 9.4.1 to 9.4.6: conversion ---------------------------------------------------------

    def convert_rail(self, side: int) -> None:
        """TRC-9.4.1b: in the end phase of a player turn the player converts track to his own
        gauge."""
        self.convert(side)
        self._spare(1 - side)

    @rule("TRC-9.4.1b", "TRC-9.4.1c", otherwise=lambda self, side: self.convert(side))
    def _spare(self, side: int) -> None:
        """TRC-9.4.1b, TRC-9.4.1c: the other player converts no track."""

    @procedure("{side} rail conversion")
    def convert(self, side: int) -> None:
        """Converts cities and junctions (TRC-9.4), the lines between them, and crossed track
        (reading D-53)."""
        own = self.railheads(side)
        between = self.track_free[side] - own
        self._gain(side, own, "TRC-9.4.3a")
        self._win(side, between, no_hexes(), no_hexes(), "TRC-9.4.3b")
        crossed = self.crossed.hexes
        won = crossed & self.track_home[side]
        won = by("TRC-9.4.4d" if side == AXIS else "TRC-9.4.5b", won, otherwise=crossed)
        line = self.rail_flood(won, between) | won
        self._win(side, line, won, self.home_exits(side), CROSSED[side])
        clear(self.crossed, rule="TRC-9.4.6a")

    @rule(lambda _, side, line, keep, ends, why: why)
    def _win(self, side: int, line: Hexes, keep: Hexes, ends: Hexes, why: str) -> None:
        """Converts the part of a line between ends of the given kinds."""
        mark(self.line, line)
        self._prune(side, keep, ends)
        self._untie(side, keep, ends)
        self._gain(side, self.line.hexes, why)

    def _gain(self, side: int, hexes: Hexes, rule: str) -> None:
        mark_as(self.axis_rail, hexes, int(side == AXIS), rule)

    def _prune(self, side: int, keep: Hexes, ends: Hexes) -> None:
        """Removes from the line all track that leads nowhere, one stretch up to the next fork at a
        time.

        The rest lies between two of: friendly cities and junctions, ``keep``, ``ends``, or on a
        ring through forks held by neither side (see `_untie`).
        """
        line = self.line.hexes
        beyond = line | self.railheads(side)
        branching = self._forks | ends
        with loop():
            cut = self.rail_next(self.track - beyond) | self._dead_ends
            loose = (cut & (line - branching)) | (line & branching).where(
                lambda h: self._arms(h, beyond) + ends.contains(h) < 2
            )
            loose = loose - keep
            with when(~loose.any()):
                break_()
            clear(self.line, loose | self.rail_flood(loose, line - branching - keep))

    def _untie(self, side: int, keep: Hexes, ends: Hexes) -> None:
        """TRC-9.4.3b: removes rings attached to the line at one hex: a line has two ends.

        Without that hex the ring has no connection to friendly cities and junctions, ``keep`` or
        ``ends``. Every ring has at least two forks, so a line without a fork has none.
        """
        line = self.line.hexes
        with when((line & self._forks).any()):
            own = self.railheads(side)
            tied = self.rail_flood(line & self._forks, line)
            knots = (line & self._forks) | (self.rail_next(tied) & own)
            with each(knots) as knot:
                rest = line - one_hex(knot)
                goals = (own | keep | (line & ends)) - one_hex(knot)
                near = self.rail_flood(goals | self.rail_next(goals), rest)
                clear(self.line, rest - near)
            self._prune(side, keep, ends)

    def _arms(self, hex_: Int, hexes: Hexes) -> Int:
        """The number of neighbors of a fork, along the track, in a set; no fork is at a jump
        between hexes that are not adjacent."""
        return (one_hex(hex_).adjacent(self.rail) & hexes).count()

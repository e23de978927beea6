"""The Russian Campaign, section 9: rail movement, and the conversion of track.

Track is recorded hex by hex: Axis gauge or Russian gauge, never neutral. A unit that moves by rail
takes control of nothing on the way: control is updated where the unit left and where it arrives.
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
"""For the Axis (9.4.4a) and the Russian (9.4.5a), the rule on the enemy track that his units
occupied or passed this turn: it is converted in his end phase, if a path then leads from there to a
friendly city or map edge, and did when a unit entered it."""


class Railroads(Section):
    """The section on rail movement, and the conversion of track."""

    rail_moves = variable("rail moves", Life.PLAYER_TURN, most=99)
    """The number of units that have moved by rail this player turn and count against the
    capacity."""
    line = hex_flag("line", Life.PHASE)
    crossed = hex_flag("crossed", Life.PLAYER_TURN)
    fresh = unit_flag("fresh", lambda _: by("TRC-9.2d", Life.IMPULSE, otherwise=Life.GAME))
    """Units that arrived this impulse, with free rail movement (TRC-9.2c) in this first impulse
    alone (9.2d)."""

    def define(self) -> None:
        """Declares the track of each side, the track open to rail moves, and the track that can be
        converted."""
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
        """Declares the printed rail net. Some track, from GG19 to HH21, joins two hexes that are
        not adjacent; only rail moves use it (TRC-8.6a)."""
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
        """Keeps ground movement off track between two hexes that are not adjacent, from GG19 to
        HH21 (TRC-8.6b); while that rule is off, adds the hexes at the other end of such track."""
        return out | self.over_jumps(one_hex(here))

    def rail_next(self, hexes: Hexes) -> Hexes:
        """The neighbors of some hexes along the track."""
        return hexes.adjacent(self.rail) | self.over_jumps(hexes)

    def over_jumps(self, hexes: Hexes) -> Hexes:
        """For those of `hexes` at an end of track that joins two hexes which are not adjacent: the
        hexes at the other end. Only rail moves use such track (TRC-8.6a)."""
        ends = (
            one_hex(c).when(hexes.contains(a)) | one_hex(a).when(hexes.contains(c))
            for a, c in self.jumps
        )
        return union(ends, no_hexes())

    def rail_flood(self, start: Hexes, through: Hexes, exits: Hexes | None = None) -> Hexes:
        """The hexes connected to the hexes `start` along track in the hexes `through`, also off the
        map and back through the edge hexes `exits`, if not None.

        Separate pieces of track are connected by track between hexes that are not adjacent, and by
        the exits. A path uses each such connection at most once (all exits count as one), so the
        search is extended across them as many times as there are connections.
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
        """A side's rail hexes: those converted to its gauge (TRC-9.1a). All other rail hexes belong
        to the other side, as no track is neutral (TRC-9.1b)."""
        axis = self.axis_rail.hexes
        return axis if side == AXIS else self.track - axis

    # -- 9.2: how many trains ---------------------------------------------------------------

    def rail_capacity(self, side: int) -> Int:
        """The number of units that a side may move by rail in a turn: six for the Axis, three in
        snow (TRC-9.2a); five for the Russian in any weather (TRC-9.2b)."""
        chart = self.data.charts["rail-capacity"]
        if side == RUSSIAN:
            return number(by("TRC-9.2b", int(chart["russian"]), otherwise=99))
        usual, snow = int(chart["axis"]), int(chart["axis_snow"])
        return by("TRC-9.2a", if_else(self.weather == SNOW, snow, usual), otherwise=number(99))

    def ride_free(self, units: Units, rule: str = "") -> None:
        """Gives arriving units free rail movement, not counted against the capacity (TRC-9.2c);
        `rule` is the id of the rule that does so, if not empty."""
        mark(self.fresh, units, rule)

    def ride_no_more(self, units: Units) -> None:
        """Takes free rail movement from units that do not arrive after all."""
        clear(self.fresh, units)

    def count_moves(self, moves: Number, rule: str = "") -> None:
        """Adds `moves`, by `rule`, to the rail moves that count against the capacity of the player
        turn: of the Axis (TRC-9.2a) or the Russian (TRC-9.2b)."""
        assign(self.rail_moves, self.rail_moves + moves, rule)

    def rides_free(self) -> Units:
        """The units whose rail moves do not count against the capacity (TRC-9.2c): those that
        arrived in this first impulse. Free rail movement ends with that impulse (TRC-9.2d)."""
        return by("TRC-9.2c", self.fresh.units)

    def _pay_rail(self, side: int, unit: Int) -> None:
        # TRC-9.2c: arrivals of a first impulse do not count against the capacity
        self.count_moves(if_else(self.rides_free().contains(unit), 0, 1))
        self.has_moved(one_unit(unit))

    # -- 9.3: trains ------------------------------------------------------------------------

    def _define_trains(self, side: int) -> tuple[Hexes, Hexes]:
        """A pair of hex sets: the track open to a side's rail moves, first without the track in
        Finland once that country is closed, then with it.

        A rail hex must be friendly (9.1a), and have been so before this turn (9.4.1a). It must be
        in no enemy zone of control (9.3.2c), and for the Axis hold no partisan (19.2a).
        """
        name, b = self.sides[side], self.b
        open_ = by("TRC-9.1a", self.friendly(side), otherwise=self.track)
        open_ = by("TRC-9.4.1a", open_, otherwise=lambda: open_ | self.crossed.hexes)
        open_ = open_ - by("TRC-9.3.2c", self.zones.zone[1 - side]) - self.overruns.still_watched()
        if side == AXIS:
            open_ = open_ - by("TRC-19.2a", self.zones.partisan_hexes)
        # TRC-5.5a: no unit enters Bulgaria before its garrison is released
        inside = b.view(f"{name} trains", open_ - self.arrivals.closed_bulgaria(side))
        closed = self.allies.shut_finland(side)
        # TRC-24.5b: no unit enters Finland once that country is closed
        return b.view(f"{name} trains outside Finland", inside - closed), inside

    def off_board(self, side: int) -> Hexes:
        """The hexes where a side's rail moves may leave the map and return at another exit
        (TRC-9.3.4a): the west edge for the Axis, the south and east edges for the Russian
        (TRC-9.3.4c)."""
        home = self.home_exits(side)
        home = by("TRC-9.3.4c", home, otherwise=home | self.home_exits(1 - side))
        return by("TRC-9.3.4a", home)

    def _find_stations(self, side: int) -> Hexes:
        """The rail hexes from which some rail move of a side is possible."""
        outside, inside = self.trains[side]
        # a unit may go by rail off its own map edge into the off-map box (20.1.1c)
        away = by("TRC-20.1.1c", self.home_exits(side))
        stations = outside & (self.rail_next(outside) | away)
        ways = inside if self.allies.open_inside() else outside
        return stations | (self.finland & inside & (self.rail_next(ways) | away))

    def _net_off_board(self, side: int) -> Hexes:
        """The track outside closed countries that is connected to the edges where a side's rail
        moves may go off the board (TRC-9.3.4a). A unit on this track can usually move by rail to
        any other part of it."""
        out = self.off_board(side) - self.zones.partisan_hexes
        outside, _ = self.trains[side]
        return self.rail_flood(out, outside, out)

    def way_east(self) -> Hexes:
        """The track from which Russian rail moves can leave by the east edge of the map."""
        trains, _ = self.trains[RUSSIAN]
        return self.rail_flood(self.edge["east"], trains, self.off_board(RUSSIAN))

    @value
    def rail_closures(self, side: int, unit: Number) -> Closures:
        """The track that optional rules close to a unit's rail moves, each with rule, hexes and
        reason; empty without such rules."""
        return []

    def rail_reach(self, side: int, unit: Number, shut: Hexes | None = None) -> Hexes:
        """The hexes that a unit can reach by rail at any distance (TRC-9.3.1b), including the hex
        where the unit is: along connected friendly track (TRC-9.3.2b) outside the hexes `shut`,
        whatever the terrain (9.3.3a), also off the board and back (TRC-9.3.4a)."""
        outside, inside = self.trains[side]
        at = place_of(unit)
        here = one_hex(at)
        # or only on the track outside, from their hex
        ways = inside if self.allies.open_inside() else outside | here
        through = if_else(self.finland.contains(at), ways, outside)
        if shut is not None:
            through = through - shut
        rough = self.woods | self.swamp | self.mountain
        # terrain does not hinder rail moves (9.3.3a)
        through = by("TRC-9.3.3a", through, otherwise=through - rough)
        exits = self.off_board(side)
        # exits are friendly since before the turn, without partisan or enemy zone (9.3.4b)
        through = by("TRC-9.3.4b", through, otherwise=through | exits)
        exits = by("TRC-9.3.4b", exits - self.zones.partisan_hexes, otherwise=exits)
        return self._along_track(side, at, through, exits, shut)

    @rule("TRC-9.3.2b", otherwise=lambda self, side, at, through, *_: through)
    def _along_track(
        self, side: int, at: Int, through: Hexes, exits: Hexes, shut: Hexes | None
    ) -> Hexes:
        """The hexes that a rail move from the hex `at` can reach along friendly track without a gap
        (TRC-9.3.2b): by the hexes `through`, and from any of the edge hexes `exits` off the map and
        back at another. `through` already lacks the hexes `shut`, if these are not None."""
        reach = self.rail_flood(one_hex(at), through, exits)
        return reach if shut is not None else self._within_net(side, at, reach)

    @rule("TRC-9.3.3a", "TRC-9.3.4b", otherwise=lambda self, side, at, reach: reach)
    def _within_net(self, side: int, at: Int, reach: Hexes) -> Hexes:
        """The hexes that a unit in the hex `at` can reach by rail. From track connected to the map
        edges: all of that track, whatever the terrain (9.3.3a), as a unit may leave the map at one
        exit and return at another (9.3.4b). From elsewhere: the hexes `reach`."""
        net = self._nets[side]
        return if_else(net.contains(at), net, reach)

    def rail_riders(self, side: int) -> Units:
        """The units on the map of kinds that may move by rail; leaders move in no other way
        (11.2a)."""
        riders = self.on_map(side) - self.static
        return by("TRC-11.2a", riders, otherwise=riders - self.leaders)

    def first_impulse_limit(self, allows: Units | Int) -> Limit:
        """The limit that units move by rail only in the first impulse (TRC-9.3.1a): `allows` holds
        the permitted units, or is a number, which is 1 if every unit is permitted."""
        return only("TRC-9.3.1a", allows, "units go by rail in the first impulse only")

    def by_rail_only(self) -> Limit:
        """The limit that leaders move only by rail, and so not by sea (TRC-11.2a)."""
        return only("TRC-11.2a", all_units() - self.leaders, "leaders move by rail only")

    @value
    def train_limits(self, side: int) -> list[Limit]:
        """The limits that optional rules put on the units that move by rail, each with the units it
        allows and its refusal; empty without such rules."""
        return []

    def offer_rail(self, d: Decision, side: int, impulse: int) -> None:
        """Offers a side rail moves in its first impulse (TRC-9.3), within its capacity, to units on
        friendly track (9.3.2a) outside enemy zones of control (9.3.2c) that have not moved
        otherwise (9.3.1c)."""
        riders = memoise(self.rail_riders(side))
        left = self.rail_moves < self.rail_capacity(side)
        with d.unit(
            "rail",
            (riders - self.moved.units).inside(self._stations[side]).distinct(),
            self.first_impulse_limit(number(impulse == FIRST)),
            only("TRC-9.3.1c", riders - self.moved.units, "it has moved already"),
            self.irregulars.dropped_limit(),
            # no headquarters (11.1d); from friendly track (9.3.2a) outside enemy zones (9.3.2c)
            only("TRC-11.1d", riders - self.hqs, "headquarters never go by rail"),
            self.overruns.victor_limit(),
            only(
                "TRC-9.3.2a",
                riders.inside(self.friendly(side)),
                "a rail move must begin and end on friendly track",
            ),
            only(
                "TRC-9.3.2c",
                riders.inside(self.land - self.zones.zone[1 - side]),
                "no rail move in an enemy zone of control",
            ),
            # six Axis units a turn, three in snow (9.2a); five Russian ones (9.2b)
            only(
                "TRC-9.2b" if side == RUSSIAN else "TRC-9.2a",
                if_else(left, riders, riders & self.rides_free()),
                "no rail move is left this turn",
            ),
            *self.train_limits(side),
        ) as unit:
            start = local(place_of(unit))
            self.entrain(side, unit)
            self.movement.gone_from(side, impulse, start, unit)
            self.movement.stale()

    @procedure("{side} rail move")
    def entrain(self, side: int, unit: Int) -> None:
        """Moves a unit by rail to a hex of its owner's choice, or off the map."""
        here = local(place_of(unit))
        reach = allowed = self.rail_reach(side, unit)
        limits = []
        for why, hexes, text in self.rail_closures(side, unit):
            open_ = self.rail_reach(side, unit, hexes)
            allowed = allowed & open_
            limits.append(only(why, open_, text))
        # any number of hexes (9.3.1b)
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
        """Adds to a unit's rail move the choice to go over an edge of its own side into the off-map
        box, if the unit can reach such an edge by rail; the move counts against the capacity
        (TRC-20.1.1c). `allowed` holds the hexes that the unit can reach by rail."""
        away = (allowed & self.home_exits(side)).any()
        with d.option("rail-off", self.rolls_away(side, unit, away)):
            self._pay_rail(side, unit)
            self.leave(unit, "off-map", "TRC-20.1.1c")
            self.zones.settle()

    @value
    def rolls_away(self, side: int, unit: Int, away: Int) -> Int:
        """Says whether a unit may move by rail off the map into the off-map box (TRC-20.1.1c): it
        may if it can reach an edge by rail (`away`), unless an option forbids it."""
        return away

    # -- 9.4: what was crossed --------------------------------------------------------------

    @procedure("{side} lines open")
    def lines_open(self, side: int) -> None:
        """Records, as a side's player turn begins, the enemy track on which the side's units
        already are, if a path along the track to a friendly place is clear, as if they had entered
        that track in this turn: the Axis (TRC-9.4.4a) or the Russian (TRC-9.4.5a) can then convert
        the track."""
        held = self.zones.force[side] & self.friendly(1 - side) & self.track_home[side]
        mark(self.crossed, held, CROSSED[side])

    def railheads(self, side: int) -> Hexes:
        """The cities and junctions that a side controls, at which converted track may end.
        Junctions are treated as cities (TRC-9.4.2c). A city or junction counts even in an enemy
        zone of control (TRC-9.4.1d); by the option D-87 a junction in such a zone does not."""
        own = self.zones.held(side) & self.nodes & self.track
        if not self.option("D-87"):
            return own
        return own - (self.junctions & self.zones.zone[1 - side])

    def _free(self, side: int) -> Hexes:
        """The track that a side can convert, or trace a path through: not in enemy zones of
        control, except places that the side controls (TRC-9.4.1d), no city or junction of the enemy
        (TRC-9.4.4b for the Axis, TRC-9.4.5b for the Russian), and for the Axis no hex with a
        partisan (TRC-19.2d)."""
        free = self.track - by("TRC-9.4.1d", self.zones.zone[1 - side])
        if side == AXIS:
            # partisans block conversion by the Axis (19.2d)
            free = free - by("TRC-19.2d", self.zones.partisan_hexes)
        rule = "TRC-9.4.4b" if side == AXIS else "TRC-9.4.5b"
        return free - by(rule, self.control[1 - side].hexes & self.nodes) | self.railheads(side)

    def _way_home(self, side: int) -> Hexes:
        """The track from which a path leads to a friendly city, junction or map edge, clear of
        enemy zones of control and enemy cities (TRC-9.4.4b for the Axis, TRC-9.4.5b for the
        Russian)."""
        free = self.track_free[side]
        return self.rail_flood(self.railheads(side) | self.home_exits(side), free)

    @Zones.eventful.then()
    def eventful(self, so_far: Hexes, side: int) -> Hexes:
        """Adds all rail hexes to the hexes where a unit's arrival may matter: track is converted
        only if, when the unit came, a path along track to a friendly place was clear (TRC-9.4.4b,
        TRC-9.4.5b)."""
        return so_far | self.track

    @Zones.enters.after()
    @rule(lambda _, side, came, at: CROSSED[side])
    def crossing(self, side: int, came: Int, at: Int) -> None:
        """Records enemy track that a unit of the phasing player enters, moving from the hex `came`
        to the hex `at`, for conversion in his end phase.

        A hex counts only if a path along the track to a friendly place is clear at that moment.
        This holds for the Axis (TRC-9.4.4b, TRC-9.4.4c) and for the Russian (TRC-9.4.5b).
        """
        counts = (self.game_turn.phase_side == side) & self.friendly(1 - side).contains(at)
        home = self.track_home[side].contains(at)
        counts = counts & by("TRC-9.4.4c" if side == AXIS else "TRC-9.4.5b", home, otherwise=1)
        with when(counts):
            mark(self.crossed, one_hex(at), CROSSED[side])

    # -- 9.4.1 to 9.4.6: conversion ---------------------------------------------------------

    def convert_rail(self, side: int) -> None:
        """Makes the phasing player convert track to his own gauge, once, in his end phase after all
        combat (TRC-9.4.1b)."""
        self.convert(side)
        self._spare(1 - side)

    @rule("TRC-9.4.1b", "TRC-9.4.1c", otherwise=lambda self, side: self.convert(side))
    def _spare(self, side: int) -> None:
        """Keeps the other player from converting track: each player converts in his own end phase
        (TRC-9.4.1b), and the phasing player loses no track in his turn (TRC-9.4.1c)."""

    @procedure("{side} rail conversion")
    def convert(self, side: int) -> None:
        """Converts a side's track (TRC-9.4): in its cities and junctions (9.4.3a), on lines between
        two such places (9.4.3b), and on lines from such a place or the map edge to track that its
        units passed this turn (reading D-53). A hex still in an enemy zone is not converted
        (9.4.4d, 9.4.5b)."""
        own = self.railheads(side)
        between = self.track_free[side] - own
        # track in own cities (9.4.3a), and lines between two of them free of the enemy (9.4.3b)
        self._gain(side, own, "TRC-9.4.3a")
        self._win(side, between, no_hexes(), no_hexes(), "TRC-9.4.3b")
        crossed = self.crossed.hexes
        won = crossed & self.track_home[side]
        won = by("TRC-9.4.4d" if side == AXIS else "TRC-9.4.5b", won, otherwise=crossed)
        line = self.rail_flood(won, between) | won
        self._win(side, line, won, self.home_exits(side), CROSSED[side])
        # the record of track passed ends with its owner's end phase (9.4.6a)
        clear(self.crossed, rule="TRC-9.4.6a")

    @rule(lambda _, side, line, keep, ends, why: why)
    def _win(self, side: int, line: Hexes, keep: Hexes, ends: Hexes, why: str) -> None:
        """Converts to a side's gauge, by the rule `why`, the part of the track `line` that connects
        two places. A place is a friendly city or junction, track that units passed this turn
        (`keep`), or a hex of the side's own map edge (`ends`)."""
        mark(self.line, line)
        self._prune(side, keep, ends)
        self._untie(side, keep, ends)
        self._gain(side, self.line.hexes, why)

    def _gain(self, side: int, hexes: Hexes, rule: str) -> None:
        mark_as(self.axis_rail, hexes, int(side == AXIS), rule)

    def _prune(self, side: int, keep: Hexes, ends: Hexes) -> None:
        """Removes from the line being converted all track that leads nowhere, one stretch up to the
        next fork at a time.

        The track that remains connects two places, each a friendly city or junction, track passed
        this turn (``keep``) or a hex of the map edge (``ends``). Track on a ring through forks that
        neither side controls remains too (see `_untie`).
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
        """Removes from the line being converted the rings attached to it at one hex, as a line
        converts only between two cities or junctions (TRC-9.4.3b).

        Without that hex the ring has no connection to friendly cities and junctions, to track
        passed this turn (``keep``) or to the map edge (``ends``). Every ring has at least two
        forks, so a line without a fork has no ring.
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
        """The number of `hexes` that are next to the fork `hex_` along track. Track between hexes
        that are not adjacent is not counted, as it ends at no fork."""
        return (one_hex(hex_).adjacent(self.rail) & hexes).count()

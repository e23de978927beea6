"""The Russian Campaign, sections 5, 6 and 8: ground movement.

A unit moves in legs as long as its allowance lasts. A leg goes to any hex in reach, by the one path
that the engine chooses, or only to the next hex. The unit enters hex by hex, since control and rail
conversion depend on the hexes passed and their order.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.fields import variables
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, CLEAR, FIRST, FOOT_IN_WOODS, RUSSIAN, SECOND, SNOW, WEATHERS, Board
from .section import Section

CHARTED = {
    # Axis, first impulse: each unit up to the limit for its type, nationality and weather
    (AXIS, FIRST): "TRC-4.1.2c",
    # Axis, second impulse: only units with an allowance in it, even if they moved in the first
    (AXIS, SECOND): "TRC-4.1.4a",
    # Russian, first impulse: each unit up to the limit for its type and weather
    (RUSSIAN, FIRST): "TRC-4.2.1a",
    # Russian, second impulse: only units with an allowance in it
    (RUSSIAN, SECOND): "TRC-4.2.3a",
}
"""For each side and impulse, the id of the rule by which units move at most as far as the movement
allowance chart permits; in the second impulse units without an allowance in the chart do not move.

- Axis: first impulse (4.1.2c), second (4.1.4a). Russian: first (4.2.1a), second (4.2.3a).
"""


class Movement(Section):
    """The section on ground movement."""

    leaderless = variables("{} leader lost", Life.GAME, most=2)
    """1 from the loss of a side's leader to its next impulse, 2 during that impulse, when its units
    have no movement allowance (TRC-11.3a)."""

    def define(self) -> None:
        """Declares the movement allowances, and the units that need not stop in woods or in
        mountains."""
        self._define_allowances()
        # TRC-8.2b, TRC-8.2c: foot units pass through woods, mountain units through mountains too
        foot, high = by("TRC-8.2b", FOOT_IN_WOODS), by("TRC-8.2c", frozenset({"mountain"}))
        # headquarters stop in woods and mountains, as in swamp (11.1c)
        free = by("TRC-11.1c", frozenset[str](), otherwise=frozenset({"hq"}))
        foot, high = foot | free, high | free
        self._woodsmen = self.counters_where("not stopped by woods", lambda u: u.kind in foot)
        self._climbers = self.counters_where("not stopped by mountains", lambda u: u.kind in high)

    # -- 5.1, 5.2: the move -----------------------------------------------------------------

    @value
    def move_limits(self, side: int, impulse: int) -> list[Limit]:
        """The limits that optional rules put on the choice of units that move by ground; an empty
        list if no such rule is played."""
        return []

    @value
    def leg_limits(self, side: int, unit: Int) -> list[Limit]:
        """The limits that optional rules put on the hexes to which a moving unit may go; an empty
        list if no such rule is played."""
        return []

    @step
    def offer_moves(self, d: Decision, side: int, impulse: int) -> None:
        """Offers a side to move any of its units that have not moved, all, some or none (TRC-5.1a);
        headquarters only in the second impulse (11.1a), no unit without a movement allowance
        (5.4a)."""
        units = (self.on_map(side) - self.moved.units - self.static).distinct()
        mobile = self.own(side) - self.static
        idle = mobile.where(lambda u: self.allowance(side, impulse, u) <= 0)
        resting = self.hqs if impulse == FIRST else no_units()
        every = all_units()
        pinned = "it was in an enemy zone of control when the second impulse began, or just arrived"
        still = "it has no movement allowance in this weather and impulse"
        with d.unit(
            "move",
            units,
            self.pinned_limit(pinned),
            self.overruns.victor_limit(),
            # headquarters not in the first impulse (11.1a); as many hexes as the allowance (5.4a)
            only("TRC-11.1a", every - resting, "headquarters move in the second impulse only"),
            only("TRC-5.4a", every - idle, still),
            *self.move_limits(side, impulse),
        ) as unit:
            start = local(place_of(unit))
            with holding(self.still_hoped(side, impulse, start, unit)):
                self.march_unit(side, impulse, unit)
            self.moved_from(side, impulse, start, unit)
            over(Life.MOVE)

    @procedure("{side} move, impulse {impulse}")
    def march_unit(self, side: int, impulse: int, unit: Int) -> None:
        """Moves one unit leg by leg, in any direction (TRC-5.2a). A unit that begins in an enemy
        zone of control may leave it for a hex outside such zones, and enter another zone later in
        the same move (TRC-8.3b)."""
        left, gone = local(self.allowance(side, impulse, unit)), local(0)
        hostile = self.zones.hostile[side]
        caught = by("TRC-8.3b", None, otherwise=lambda: local(hostile.contains(place_of(unit))))
        with loop():
            here = local(place_of(unit))
            spec = self.ground_reach(side, impulse, unit, left)
            if caught is not None:
                spec = replace(spec, blocked=spec.blocked | hostile.when(caught))
            # hex by adjacent hex, in any direction (5.2a)
            with decide("leg", side, "TRC-5.2a", about=unit) as d:
                d.holds(here == place_of(unit), self.on_map(side).contains(unit))
                with d.hex("to", spec.hexes(), *self.leg_limits(side, unit)) as to:
                    steps, _ = path(spec, to)
                    assign(left, left - steps)
                    self._walk(side, unit, steps)
                    assign(gone, 1)
                self._offer_strait(d, side, impulse, unit, here, left, gone)
                self.offer_exit(d, side, impulse, unit, here, left, gone)
                with d.option("stop", passes=True):
                    assign(left, 0)
            with when((left <= 0) | self._must_stop(side, unit)):
                break_()
        self.has_moved(one_unit(unit))
        self.came(one_unit(unit), gone)

    def _must_stop(self, side: int, unit: Int) -> Int:
        """Says whether a unit must stop where it is: in an enemy zone of control (TRC-7.2a), or in
        terrain that stops it."""
        here = place_of(unit)
        caught = by("TRC-7.2a", self.zones.hostile[side].contains(here))
        return self.stop_hexes(unit).contains(here) | caught

    def _walk(self, side: int, unit: Int, steps: Int) -> None:
        """Makes a unit enter the hexes of the current path one by one, `steps` in number, each
        adjacent to the last (5.2a)."""
        at = local(place_of(unit))
        with until(steps == 0):
            assign(steps, steps - 1)
            assign(at, neighbor(at, path_step()))
            self.enter(unit, at, "TRC-5.2a", side)

    @step
    def moved_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Marks the end of a unit's ground move or entry that began in the hex `start`; the section
        on the duty to attack (12) adds its rule here."""
        self.gone_from(side, impulse, start, unit)

    @value
    def still_hoped(self, side: int, impulse: int, start: Int, unit: Int) -> Int:
        """Says whether, after the unit's ground move from the hex `start`, an automatic victory can
        still take every enemy hex that is marked as open to one. Here the answer is always 1;
        section 16 joins this value with the test."""
        return number(1)

    @step
    def gone_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Marks the moment at which a unit has left the hex `start` for another hex: an empty step,
        to which section 16 adds the search for automatic victories."""

    @step
    def stale(self) -> None:
        """Marks a move after which the duty to attack must be evaluated again: an empty step, in
        which section 12 records that need."""

    @step
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """Marks the decision on a moving unit's next leg: an empty step, to which other rules add
        offers to leave the map on foot. The unit is in the hex `here` with `left` movement points;
        an offer that moves the unit off the map sets `gone` to 1."""

    # -- 5.3, 5.4, 11.3: allowances ---------------------------------------------------------

    def _define_allowances(self) -> None:
        """Declares the movement allowance chart: the allowance of a unit by its printed factor
        (TRC-2.5a), its class (TRC-2.6a), the weather and the impulse (TRC-5.4b)."""
        classes = self.data.charts["movement-allowances"]["allowance"]
        most = max(u.movement for u in self.counters)
        cells = [
            allowance(row[weather.replace("-", "_")][impulse], factor)
            for weather in WEATHERS
            for impulse in range(2)
            for row in classes
            for factor in range(most + 1)
        ]
        self.allowance_table = self.b.table(
            "movement allowance", [0, 1, 0, 0], [4, 2, len(classes), most + 1], cells
        )
        names = [row["name"] for row in classes]
        kinds = [names.index(u.mobility) for u in self.counters]
        # the type of a unit determines how far it moves in the second impulse (2.6a)
        kinds = by("TRC-2.6a", kinds, otherwise=[0] * len(kinds))
        self.march = self.b.unit_attr("movement class", kinds)

    @value
    def allowance(self, side: int, impulse: int, unit: Number) -> Int:
        """The number of hexes that a unit may enter this impulse (TRC-5.4a), by the chart; nothing
        is carried over from the first impulse (5.3b). A headquarters has its full factor in any
        weather (11.1b). The number is 0 for units of a country whose leader was lost since its last
        impulse (11.3a)."""
        chart = by(
            CHARTED[side, impulse],
            lambda: self.charted(impulse, unit),
            otherwise=self.printed(unit),
        )
        if impulse == SECOND:
            # otherwise the allowance of the first impulse is added
            chart = by("TRC-5.3b", chart, otherwise=chart + self._cell(FIRST, unit))
        bad = self.hqs.contains(unit) & (self.weather != CLEAR)
        # its full printed factor in every weather (11.1b)
        chart = by("TRC-11.1b", chart, otherwise=if_else(bad, 0, chart))
        country = self.germans if side == AXIS else self.russian_units
        lost = (self.leaderless[side] == 2) & country.contains(unit)
        # 0 in the impulse after the loss of the country's leader (11.3a)
        return by("TRC-11.3a", if_else(lost, 0, chart), otherwise=chart)

    def _cell(self, impulse: int, unit: Number) -> Int:
        return self.allowance_table(self.weather, impulse, self.march(unit), self.printed(unit))

    def charted(self, impulse: int, unit: Number) -> Int:
        """The allowance of a unit by the chart, which depends on impulse, weather, nationality and
        type (TRC-5.4b), in hexes."""
        return by("TRC-5.4b", self._cell(impulse, unit), otherwise=self.printed(unit))

    @Board.units_lost.before("TRC-11.3a")
    def leader_lost(self, units: Units) -> None:
        """Records the loss of Hitler or Stalin, if the leader is among the lost units `units`: the
        units of his country do not move in their next impulse (TRC-11.3a)."""
        for side, leader in ((AXIS, self.hitler), (RUSSIAN, self.stalin)):
            with when((units & leader).any()):
                assign(self.leaderless[side], 1, "TRC-11.3a")

    def impulse_begins(self, side: int, impulse: int) -> None:
        """Begins an impulse of a side. If the side's leader has been lost since its last impulse,
        the units of his country have no movement allowance in this one (TRC-11.3a). As the second
        impulse begins, units in enemy zones of control are held there (TRC-8.4a)."""
        with when(self.leaderless[side] == 1):
            assign(self.leaderless[side], 2, "TRC-11.3a")
        if impulse == SECOND:
            self._hold(side)

    def impulse_ends(self, side: int) -> None:
        """Restores, as an impulse of a side ends, the movement allowances that the loss of its
        leader set to 0 in that impulse (TRC-11.3a)."""
        with when(self.leaderless[side] == 2):
            assign(self.leaderless[side], 0)

    # -- 5.5, 8.2, 8.3: where a unit may go -------------------------------------------------

    @value
    def woodsmen(self) -> Units:
        """The units that need not stop in woods: infantry, mountain, paratroop and Luftwaffe units
        (TRC-8.2b)."""
        return self._woodsmen

    @value
    def climbers(self) -> Units:
        """The mountain units, which need not stop in mountains (TRC-8.2c)."""
        return self._climbers

    def stop_hexes(self, unit: Number) -> Hexes:
        """The hexes in which a unit must end its move as it enters: woods, mountains and swamps
        (TRC-8.2), with exceptions by its kind. Swamps do not stop in snow (8.2d); track does not
        help a unit that moves by ground (9.3.3b)."""
        climbs = self.climbers().contains(unit)
        dry = if_else(
            self.woodsmen().contains(unit),
            if_else(climbs, no_hexes(), self.mountain),
            if_else(climbs, self.woods, self.woods | self.mountain),
        )
        dry = by("TRC-9.3.3b", dry, otherwise=dry - self.track)
        swamp = by("TRC-8.2d", self.swamp.when(self.weather != SNOW), otherwise=self.swamp)
        # a unit stops in woods, mountains and swamp (8.2a)
        return by("TRC-8.2a", dry | swamp)

    @value
    def barred(self, side: int, impulse: int, unit: Number) -> Hexes:
        """The hexes that a unit may not enter by land: hexes with enemies, closed countries, and in
        the second impulse enemy zones of control for a headquarters without other units there
        (`too_bare`) and for a unit that won an automatic victory in the first impulse (16.2b)."""
        out = self.zones.force[1 - side] | self.closed(side, impulse, unit)
        if impulse == SECOND:
            out = out | self.too_bare(side, unit)
            # TRC-16.2b: a partisan's hex counts as a zone of control (TRC-19.2b)
            out = out | self.zones.hostile[side].when(self.overruns.spent(unit))
        return out

    def too_bare(self, side: int, unit: Number) -> Hexes:
        """The hexes in enemy zones of control that a headquarters may not enter, since no friendly
        unit besides headquarters and partisans is there (TRC-11.1e). The hex of an enemy partisan
        counts as a zone of control too (TRC-19.2b)."""
        others = (self.own(side) - self.hqs - self.partisans).hexes()
        bare = self.zones.hostile[side] - others
        return by("TRC-11.1e", bare.when(self.hqs.contains(unit)))

    @value
    def closed(self, side: int, impulse: int, unit: Number) -> Hexes:
        """The hexes that a unit may not enter: closed countries, and hexes that an option closes to
        the unit."""
        return self.closed_to_all(side, impulse, unit)

    @value
    def closed_to_all(self, side: int, impulse: int, unit: Number) -> Hexes:
        """The hexes of countries closed to units of both sides: Bulgaria until its garrison is
        released (TRC-5.5a), and Finland after its surrender (TRC-24.5b). Finland is closed to a
        unit outside it, and by reading D-103 to a unit inside it as well."""
        return self.arrivals.closed_bulgaria(side) | self.allies.closed_finland(unit)

    def ground_reach(
        self, side: int, impulse: int, unit: Number, left: Number | None = None
    ) -> ReachSpec:
        """The ground reach of a unit within its allowance, or within `left` movement points. The
        unit must stop on entering an enemy zone of control (TRC-7.2), and never moves directly from
        one hex in such zones to another (TRC-8.3)."""
        if left is None:
            left = self.allowance(side, impulse, unit)
        # never from one enemy zone to another (8.3a), so not at all if all around are such (8.3c)
        between = by("TRC-8.3a", lambda: by("TRC-8.3c", FORBIDDEN, otherwise=0), otherwise=0)
        # a unit stops on entering an enemy zone of control (7.2a)
        stop = by("TRC-7.2a", 1, otherwise=0)
        return ReachSpec(
            start=place_of(unit),
            budget=number(left),
            costs=self.walking_costs(unit),
            blocked=self.barred(side, impulse, unit),
            minimum_one=number(0),
            stop=self.stop_hexes(unit),
            zones=ZoneTolls(self.zones.hostile[side], 0, 0, between, stop),
        )

    @value
    def walking_costs(self, unit: Number) -> Int:
        """The table of movement costs for a unit, by its number. After the closure of Finland it is
        a table without steps from outside into the country, so that a unit that leaves does not
        re-enter it in the same move (TRC-24.5b)."""
        return if_else(self.allies.finland_shut(), self.costs_with_finland_shut, self.costs)

    # -- 8.4: units that are pinned ---------------------------------------------------------

    @rule("TRC-8.4a")
    def _hold(self, side: int) -> None:
        """Keeps units that are in an enemy zone of control as the second impulse begins from moving
        in that impulse, even if the enemy is then removed (TRC-8.4a)."""
        self.pin(self.on_map(side).inside(self.zones.hostile[side]), "TRC-8.4a")

    def pinned_limit(self, text: str) -> Limit:
        """The limit that a unit in an enemy zone of control as the second impulse began does not
        move in that impulse (TRC-8.4a); `text` is the refusal."""
        return only("TRC-8.4a", all_units() - self.pinned.units, text)

    @value
    def movable(self, side: int, impulse: int) -> Units:
        """The units of a side that may still move on the ground this impulse: units that have not
        moved, without those held in enemy zones of control (TRC-8.4a) and those that have won an
        automatic victory in this impulse (TRC-16.2a)."""
        there = self.on_map(side) - self.moved.units - self.pinned.units
        return there - self.overruns.victor.units

    def can_leave(self, side: int, impulse: int, units: Units) -> Int:
        """Says whether at least one of some units can still leave its hex by ground."""
        able = self.movable(side, impulse) & units
        return able.where(lambda u: self.ground_reach(side, impulse, u).hexes().any()).any()

    # -- 8.5: the Kerch Strait --------------------------------------------------------------

    @rule("TRC-8.5.1a")
    def _offer_strait(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """Offers a unit in the hex `here` with a movement point left to cross the Kerch Strait, and
        ends its move in the first hex on the far side (TRC-8.5.1a); `gone` is then 1."""
        hostile = self.zones.hostile[side]
        # not from one enemy zone of control to another (8.3a)
        caught = by("TRC-8.3a", hostile.when(hostile.contains(here)))
        over = self.passages(here) - self.barred(side, impulse, unit) - caught
        with d.hex("cross", over) as to:
            self.enter(unit, to, "TRC-8.5.1a", side)
            self.cross_strait()
            assign(gone, 1)
            assign(left, 0)

    @value
    def passages(self, here: Int) -> Hexes:
        """The hexes on the far side of the Kerch Strait from the hex `here`."""
        return one_hex(here).adjacent(self.strait_edges)

    @step
    def cross_strait(self) -> None:
        """Marks a crossing of the Kerch Strait on foot: an empty step, to which section 10 adds the
        rule that the crossing is no sea move."""

    # -- laws -------------------------------------------------------------------------------

    @law("TRC-7.2a", "no hex holds units of both sides, except partisans")
    def sides_apart(self) -> Int:
        """Says whether no hex holds fighting units of both sides, as a unit that moves must stop on
        entering an enemy zone of control (7.2a). Partisans do not count, nor do paratroops that an
        option lets land in a hex with enemies."""
        axis, russian = (self.zones.parted(side).hexes() for side in (AXIS, RUSSIAN))
        return ~(axis & russian).any()

    @law("TRC-8.1a", "no unit in a water hex")
    def nobody_in_water(self) -> Int:
        """Says whether all units on the map are in land hexes, the only terrain that movement
        permits (8.1a)."""
        return ~(units_on_map().hexes() - self.land).any()


def allowance(word: str, factor: int) -> int:
    """Returns the movement allowance in hexes for `word`, a cell of the movement chart, and a
    unit's printed factor."""
    parts = {"full": (1, 1), "half": (1, 2), "quarter": (1, 4), "none": (0, 1)}
    share, _, rounding = word.partition("-")
    top, bottom = parts[share]
    return -(-factor * top // bottom) if rounding == "up" else factor * top // bottom

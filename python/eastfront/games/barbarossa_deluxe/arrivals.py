"""Barbarossa Deluxe, section 8: replacements, reinforcements, conversions, the Soviet reserve
(RVGK), and German strategic movement."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import hex_flag, unit_field, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import MOST_MARKERS, RAIL, STACK_LIMIT
from .ground import GERMAN, SOVIET
from .movement import Movement
from .section import Section

STRATEGIC_UNITS = 8
"""The units that the German may move by strategic movement in a player turn (BD-8.7g);
`strategic_cost` gives the number as which each of his units counts."""
RVGK_UNITS = 5
"""The largest number of Soviet units that go into or out of the RVGK box in one RVGK phase, both
directions together (BD-8.9c)."""
WAITING = "rvgk-waiting"
"""The name of the box, a part of the RVGK box, in which guards and shock armies wait for a rifle
army that they can replace (reading D-60)."""
FARTHEST = 200
"""A number of hexes greater than the length of any strategic move on the map."""


class Arrivals(Section):
    """Replacements, reinforcements, conversions, the RVGK box and strategic movement."""

    strategic_left = variable("strategic left", Life.PHASE, most=MOST_MARKERS)
    rvgk_left = variable("rvgk left", Life.PHASE, most=MOST_MARKERS)
    mech_steps = variable("mech steps", Life.PHASE, most=99)
    foot_steps = variable("foot steps", Life.PHASE, most=99)
    railed = unit_flag("strategic", Life.PHASE)
    ready = unit_flag("rvgk ready", Life.PHASE, in_play=True)
    shuttled = unit_flag("rvgk moved", Life.PHASE)
    railhead = hex_flag("railhead", Life.PHASE)
    entry_full = hex_flag("entry full", Life.GAME_TURN)
    at_edge = unit_flag("entered at the edge", Life.GAME_TURN)
    entrained = unit_flag("went by rail", Life.PLAYER_TURN)
    entry_hex = unit_field(
        "entered at", Life.GAME_TURN, lambda section: (0, len(section.data.map.hexes))
    )

    def prepare(self) -> None:
        """Leaves out of the game the units that take no part in the scenario."""
        self.game.stage(self.data.taking_part())

    # -- 8.1: where units enter -------------------------------------------------------------

    @value
    def entry_hexes(self, side: int, unit: Number) -> Hexes:
        """The hexes where a reinforcement or replacement of a side may enter.

        They are the side's supply sources on the map edge and the cities that can trace overland
        supply, all under its control (BD-8.1g), with stacking room. In a game turn a hex takes at
        most five arriving units, reinforcements and replacements together (BD-8.1f). A satellite
        army may not enter in hexes that are closed to its movement.
        """
        edge = self.german_sources if side == GERMAN else self.soviet_sources
        cities = self.cities & self.supply.overland(side)
        doors = by("BD-8.1g", edge | cities, otherwise=all_hexes()) & self.control(side)
        doors = doors & self.berths(side, unit)
        return doors - self.used_up - self.barred_to(one_unit(unit))

    @property
    def used_up(self) -> Hexes:
        """The hexes that take no more units this turn, as five have entered there (BD-8.1f)."""
        return by("BD-8.1f", self.entry_full.hexes)

    @step
    def bring_in(self, side: int, unit: Int, rule: str) -> None:
        """Makes the owner of an arriving unit choose the hex where the unit enters by ``rule``;
        each unit may enter in another hex (BD-8.1h).

        The Soviet may delay the arrival of a unit instead (BD-8.1b); the unit then waits in the
        RVGK box (BD-8.1d).
        """
        doors = self.entry_hexes(side, unit)
        waits = by("BD-8.1d", 1, otherwise=~doors.any())
        with decide("entry", side, "BD-8.1h", unit) as d:
            with d.hex("enter", doors) as at:
                self._enter_at(side, unit, at, rule)
                self._pay_at_edge(unit, at)
            if side == SOVIET:
                with d.option("hold-in-rvgk", waits):
                    self._wait(unit)

    @rule("BD-8.1d", otherwise=lambda self, unit: self.leave(unit, "removed"))
    def _wait(self, unit: Int) -> None:
        """Puts a Soviet reinforcement that its owner delays into the RVGK box (BD-8.1d)."""
        self.leave(unit, "rvgk", "BD-8.1d")

    @rule("BD-8.1i")
    def _pay_at_edge(self, unit: Int, at: Int) -> None:
        """Marks a unit that has entered in a hex of the map edge without a city: as the unit moves,
        it first pays the movement cost of that hex (BD-8.1i), in `_pay_first`."""
        with when(((self.german_sources | self.soviet_sources) - self.cities).contains(at)):
            mark(self.at_edge, one_unit(unit), "BD-8.1i")

    @Movement.join.after("BD-8.1i")
    def _pay_first(self, side: int, unit: Int) -> None:
        """Charges a unit that entered in a map-edge hex in this game turn the movement cost of that
        hex, as the unit begins to move (BD-8.1i)."""
        with when(self.at_edge(unit)):
            self.movement.pay_at_least(self.entry_cost(unit))

    @value
    def entry_cost(self, unit: Int) -> Int:
        """The movement points that a unit pays for the edge hex where it entered, by its mobility
        and the terrain, rough or clear (BD-8.1i)."""
        chart = self.data.charts["movement-costs"]["terrain"]
        rough = self.rough.contains(place_of(unit))
        foot, mech = (
            if_else(rough, int(chart["rough"][mobility]), int(chart["clear"][mobility]))
            for mobility in ("foot", "mech")
        )
        return if_else(self.mech.contains(unit), mech, foot)

    def _enter_at(self, side: int, unit: Int, at: Int, rule: str) -> None:
        """Brings a unit onto the map in the hex ``at``, by ``rule``. When five units that count for
        stacking have entered there in a game turn, the hex is closed to further arrivals of the
        turn (BD-8.1f)."""
        store(self.entry_hex, unit, at + 1)
        counted = self.own(side) & self.counting
        here = counted.where(lambda u: self.entry_hex(u) == at + 1)
        with when(here.count() >= STACK_LIMIT):
            mark(self.entry_full, one_hex(at), "BD-8.1f")
        self.enter(unit, at, rule, side)

    @value
    def able_to_enter(self, side: int, units: Units) -> Units:
        """The units among ``units`` that have a hex in which they may enter the map. Satellite
        armies are tested separately, since a hex holds at most one."""
        plain = (units - self.satellites).when(self.entry_hexes(side, -1).any())
        if side == SOVIET:
            return plain
        army = units & self.satellites
        return plain | army.when(self.entry_hexes(side, army.first()).any())

    # -- 8.6, 8.7: strategic movement -------------------------------------------------------

    @value
    def strategic_cost(self, u: Number) -> Int:
        """The cost of a German-side unit's strategic move, counted in units against the limit of a
        player turn: two for a mechanised unit, four for a satellite army, one for any other unit
        (BD-8.7h)."""
        counts = if_else(self.mech.contains(u), 2, if_else(self.satellites.contains(u), 4, 1))
        return by("BD-8.7h", counts, otherwise=number(1))

    def rail_spec(self, u: Int) -> ReachSpec:
        """The parameters of a unit's reach by strategic movement: a path of any length, of which
        only the first and the last hex may be adjacent to enemy units (BD-8.7d)."""
        enemy = occupied(SOVIET)
        others = self.satellites.hexes().when(self.satellites.contains(u))
        blocked = enemy | (self.land - self.fitting(self.room(GERMAN), u)) | others
        return ReachSpec(
            start=place_of(u),
            budget=number(FARTHEST),
            costs=number(RAIL),
            blocked=blocked | self.barred_to(one_unit(u)),
            minimum_one=number(0),
            stop=by("BD-8.7d", enemy.adjacent(), otherwise=None),
        )

    def rail_hexes(self, u: Int) -> Hexes:
        """The hexes in which a unit's strategic move can end: the hexes that `rail_spec` reaches,
        computed in a faster way."""
        spec = self.rail_spec(u)
        return self.by_rail(one_hex(place_of(u)), spec.blocked)

    def by_rail(self, start: Hexes, blocked: Hexes) -> Hexes:
        """The hexes that strategic movement from ``start`` reaches without entering ``blocked``;
        only the first and the last hex of a path may be adjacent to enemy units (BD-8.7d)."""
        free = memoise(self.land - blocked)
        inner = by("BD-8.7d", free - occupied(SOVIET).adjacent(), otherwise=free)
        way = flood(start, inner | start, self.rail_edges)
        return ((way | way.adjacent(self.rail_edges)) & free) - start

    @procedure("strategic movement phase")
    @rule("BD-8.6b")
    def strategic_phase(self) -> None:
        """Offers the German strategic movement of units on the map, in addition to their regular
        movement (BD-8.6b), in the German Strategic Movement Phase (BD-8.7a).

        A unit must begin the phase in a German-controlled city in overland supply (BD-8.7c). The
        German may move eight units in a player turn of the window of BD-8.7g, and none in others,
        where a mechanised unit counts as two and a satellite army as four (8.7h).
        """
        with when(by("BD-8.7g", self.in_window("BD-8.7g"), otherwise=True)):
            self._by_rail()

    def _by_rail(self) -> None:
        """Writes the phase for a turn on which the German has strategic movement."""
        assign(self.strategic_left, STRATEGIC_UNITS)
        stations = by("BD-8.7c", self.cities & self.supply.german_overland, otherwise=all_hexes())
        mark(self.railed, self.germans.inside(self.land - stations) | (self.germans & self.static))
        waiting = self.there(GERMAN) - self.railed.units
        limit = only(
            "BD-8.7g",
            self.soviets
            | self.germans.where(lambda u: self.strategic_cost(u) <= self.strategic_left),
            "at most eight units a turn; a mechanised unit counts as two, an army as four",
        )
        # strategic movement begins and ends in this phase
        with again("strategic movement", GERMAN, "BD-8.7a", "end-strategic") as d:
            with d.unit("entrain", waiting.distinct(), limit) as u:
                self._entrain(u)
            self.transfers(d, limit)
        over(Life.PHASE)

    @step
    def transfers(self, d: Decision, limit: Limit) -> None:
        """Adds what other sections offer as strategic movement; ``limit`` is the limit on the units
        that may still move."""

    def use_railway(self, u: Int) -> None:
        """Records that a German-side unit has had its turn at strategic movement in the phase; if
        it stays where it is, that costs nothing."""
        mark(self.railed, one_unit(u))

    def pay_railway(self, u: Int) -> None:
        """Takes the cost of a German-side unit's strategic move from what is left in the phase
        (BD-8.7g, BD-8.7h)."""
        assign(self.strategic_left, self.strategic_left - self.strategic_cost(u))

    def _entrain(self, u: Int) -> None:
        """Moves a German-side unit by strategic movement (BD-8.6b) to a hex in reach of the
        German's choice, which need not be a city (BD-8.7f)."""
        self.use_railway(u)
        spec, reached = self.rail_spec(u), self.rail_hexes(u)
        with choose("destination", GERMAN, "BD-8.7f", "detrain", reached, decline="stay") as to:
            self.pay_railway(u)
            mark(self.entrained, one_unit(u))
            steps, _ = path(spec, to)
            at = local(place_of(u))
            with until(steps == 0):
                way = path_step()
                assign(steps, steps - 1)
                assign(at, neighbor(at, way))
                self.enter(u, at, "BD-8.6b", GERMAN)

    # -- 8.9, 8.10: RVGK --------------------------------------------------------------------

    @procedure("rvgk phase")
    def rvgk_phase(self) -> None:
        """Plays the Soviet RVGK phase: offers moves of units from the map into the RVGK box and
        from the box onto the map (BD-8.9, BD-8.10), five units in total (BD-8.9c).

        A unit may go into the box if its hex traced overland supply as the phase began (BD-8.10a).
        A unit may leave the box at a Soviet-controlled city that traced overland supply as the
        phase began (BD-8.10b), or at a supply source on the east edge, hexes 1000 to 2600
        (BD-8.10c), but not in the phase in which it went in (BD-8.9d). A hex that five units have
        entered in the game turn is closed (BD-8.1f). Units may also go from the Caucasus box to the
        RVGK box once the German expedition has been recalled or defeated (4.13j).
        """
        assign(self.rvgk_left, RVGK_UNITS)
        mark(self.ready, self.may_withdraw(), "BD-8.10a")
        mark(self.railhead, self.cities & self.control(SOVIET) & self.supply.soviet_overland)
        in_box = units_at("rvgk") - by("BD-8.9d", self.shuttled.units)
        # BD-8.10b needs control of cities; BD-7.9b takes any source that no enemy occupies
        doors = (self.railhead.hexes & self.control(SOVIET)) | by("BD-8.10c", self.rvgk_edge)
        doors = (doors - occupied(GERMAN)) & self.room(SOVIET)
        doors = doors - self.used_up
        limit = only(
            "BD-8.9c",
            self.rvgk_left > 0,
            "at most five units a phase may enter or leave the RVGK box",
        )
        with again("rvgk", SOVIET, "BD-8.9a", "end-rvgk") as d:
            with d.unit("withdraw", self.ready.units.distinct(), limit) as u:
                self._shuttle(u)
                self.leave(u, "rvgk", "BD-8.10a")
            with d.unit("recall", self.caucasus.recallable.distinct(), limit) as u:
                self._shuttle(u)
                self.caucasus.withdraw(u)
            with d.unit("deploy", in_box.distinct().when(doors.any()), limit) as u:
                with choose("rvgk entry", SOVIET, "BD-8.10b", "enter", doors, about=u) as at:
                    self._shuttle(u)
                    self._enter_at(SOVIET, u, at, "BD-8.10b")
        over(Life.PHASE)

    @value
    def may_withdraw(self) -> Units:
        """The Soviet units that may go into the RVGK box: those in overland supply (BD-8.10a) that
        are not static."""
        lines = by("BD-8.10a", self.supply.soviet_overland, otherwise=all_hexes())
        return self.soviets.inside(lines) - self.static

    def _shuttle(self, u: Int) -> None:
        """Counts a unit against the limit of five units that go into or out of the RVGK box in the
        phase (BD-8.9c), and marks the unit, since no unit both enters and leaves the box in one
        phase (BD-8.9d)."""
        assign(self.rvgk_left, self.rvgk_left - 1, "BD-8.9c")
        mark(self.shuttled, one_unit(u), "BD-8.9d")

    @law("BD-8.10a", "only Soviet units on the map wait to be withdrawn to the RVGK")
    def _waiting(self) -> Int:
        """Says whether all units marked in the RVGK phase are Soviet units on the map: the mark
        means that a unit may go into the box, since it traced overland supply as the phase began
        (8.10a)."""
        return ~(self.ready.units - self.there(SOVIET)).any()

    @law("BD-8.9a", "only Soviet units are in the boxes of the RVGK")
    def _reserve(self) -> Int:
        """Says whether no German-side unit is in the RVGK box, since only Soviet units enter and
        leave the box, in the RVGK phase (8.9a)."""
        reserve = units_at("rvgk") | units_at(WAITING)
        return ~(reserve & self.germans).any()

    # -- 8.12, 8.13, 8.20: the administrative segments --------------------------------------

    @procedure("german segment")
    def german_segment(self) -> None:
        """Plays the German segment of the Mutual Administrative Phase: the German first brings in
        replacements from the dead pile, then new reinforcements (BD-5.3a, BD-8.1e).

        Reinforcements that do not enter on their scheduled turn are forfeit (BD-8.1c).
        """
        self._replacements(GERMAN)
        coming = self.coming(GERMAN)
        able = self.able_to_enter(GERMAN, coming)
        with again("reinforcements", GERMAN, "BD-5.3a", "forfeit", able) as d:
            with d.unit("bring", able.distinct()) as u:
                self.bring_in(GERMAN, u, "BD-8.1e")
        self.forfeit(coming)

    @step
    def forfeit(self, units: Units) -> None:
        """Removes the German reinforcements that have not entered on their turn (BD-8.1c)."""
        self.leave(units, "removed", "BD-8.1c")

    @value
    def coming(self, side: int) -> Units:
        """The reinforcements of a side that are due on the game turn, without those that a trigger
        brings; among the German ones the Romanian armies that return (8.15b)."""
        due = units_at("later") & self.own(side)
        if side == SOVIET:
            return due.where(lambda u: self.arrives(u) == self.turn) - self.triggered
        return due.where(
            lambda u: (self.arrives(u) == self.turn) | (self.events.returns(u) == self.turn)
        )

    @value
    def replacement_steps(self, side: int, mech: int) -> Int:
        """The replacement steps that the turn record gives a side in the turn: for mechanised units
        if ``mech`` is 1, else for other units."""
        return self.replacement_table(self.turn, side, mech)

    def _replacements(self, side: int) -> None:
        """Offers a side to reclaim eliminated units from the dead pile, one unit for each
        replacement step (BD-8.12a); a reclaimed unit enters like a reinforcement (BD-8.13a).

        The turn record gives the steps of the turn, for mechanised and for non-mechanised units
        (BD-8.12c); unused steps are lost (BD-8.12b). The German may not substitute steps of one
        kind for the other (BD-8.12d); the Soviet may use steps for non-mechanised units to reclaim
        mechanised ones, but not the reverse (BD-8.12e). Dotted units are never reclaimed
        (BD-8.12f).
        """
        assign(self.mech_steps, by("BD-8.12c", self.replacement_steps(side, 1)))
        assign(self.foot_steps, by("BD-8.12c", self.replacement_steps(side, 0)))
        replaceable = by("BD-8.12f", self.replaceable, otherwise=all_units())
        dead = units_at("dead") & self.own(side) & replaceable
        mech, foot = dead & self.mech, dead - self.mech
        mech_can = self.mech_steps > 0
        if side == SOVIET:
            mech_can = by("BD-8.12e", mech_can | (self.foot_steps > 0), otherwise=mech_can)
        able = paid = mech.when(mech_can) | foot.when(self.foot_steps > 0)
        if side == GERMAN:
            able = self.able_to_enter(GERMAN, able)
        steps = only(
            "BD-8.12d" if side == GERMAN else "BD-8.12e",
            paid,
            "no replacement step of its kind is left",
        )
        with again("replacements", side, "BD-8.12a", "end-replacements", able) as d:
            with d.unit("reclaim", able.distinct(), steps) as u:
                with either(self.mech.contains(u) & (self.mech_steps > 0)) as otherwise:
                    assign(self.mech_steps, self.mech_steps - 1, "BD-8.12a")
                    otherwise()
                    assign(self.foot_steps, self.foot_steps - 1, "BD-8.12a")
                self.bring_in(side, u, "BD-8.13a")
        assign(self.mech_steps, 0, "BD-8.12b")
        assign(self.foot_steps, 0, "BD-8.12b")
        over(Life.PHASE)

    @procedure("soviet segment")
    def soviet_segment(self) -> None:
        """Plays the Soviet segment of the Mutual Administrative Phase: the Soviet brings in
        replacements and reinforcements (8.1e), and then converts rifle armies (BD-5.3b)."""
        self._replacements(SOVIET)
        due = units_at("later") & self.soviets
        called = (self.events.polish_trigger > 0) & self.events.polish_may_come
        polish = self.triggered.when(called)
        plain = (self.coming(SOVIET) - self.conversions) | (due & polish)
        with each(plain) as u:
            self.bring_in(SOVIET, u, "BD-8.1e")
        new = (due & self.conversions).where(lambda u: self.arrives(u) <= self.turn)
        with each(new | units_at(WAITING)) as u:
            self._convert_army(u)

    @rule("BD-8.20a", otherwise=lambda self, army: self.bring_in(SOVIET, army, "BD-8.1e"))
    def _convert_army(self, army: Int) -> None:
        """Offers the Soviet the conversion of any one rifle army in overland supply: the arriving
        guards or shock army, ``army``, takes the place of the rifle army (BD-8.20a), and the rifle
        army goes to the dead pile, from which it may be replaced (BD-8.20b).

        If there is no such rifle army, or the Soviet delays the conversion, the arriving army waits
        in the RVGK box (BD-8.1d); by reading D-60 it leaves the box only by a later conversion.
        """
        fodder = self.rifle.inside(self.supply.soviet_overland)
        with when(place_of(army) != self.box(WAITING)):
            self.leave(army, WAITING, "BD-8.1d")
        delay = "delay-conversion"
        with (
            when(fodder.any()),
            choose("conversion", SOVIET, "BD-8.20a", "convert", fodder, decline=delay) as old,
        ):
            at = local(place_of(old))
            self.leave(old, "dead", "BD-8.20b")
            self.enter(army, at, "BD-8.20a")

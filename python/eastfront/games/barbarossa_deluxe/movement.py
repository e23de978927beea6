"""Barbarossa Deluxe, section 10: regular movement and the launching of mobile assaults.

A move is a chain of legs. The moving group is a unit, or a stack of units that began the phase in
one hex; in a leg the group goes to a hex within reach by the cheapest path, makes a mobile assault,
drops a unit off, or stops.
"""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.asking import define_answer, define_limits
from eastfront.systems.fields import HEXES, unit_field, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import GERMAN_FOOT, GERMAN_MECH, MOBILE, SOVIET_FOOT, SOVIET_MECH, SOVIET_MECH_LATE
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import GARRISON

MOST_POINTS = 99
"""A number greater than the movement points of any unit."""

STRONGHOLD = "mobile assault cannot enter a hero city"
"""Why a mobile assault is refused, by BD-10.25g."""


class Movement(Section):
    """The movement phase of either side, mobile assaults included."""

    spent = variable("spent", Life.PHASE, most=MOST_POINTS)
    halved = unit_flag("halved", Life.PHASE)
    moved = unit_flag("moved", Life.PHASE)
    moving = unit_flag("moving", Life.MOVE, in_play=True)
    assaulted = unit_flag("made a mobile assault", Life.PLAYER_TURN)
    paused = unit_flag("paused", Life.PHASE)
    used = unit_field("points used", Life.PHASE, (0, MOST_POINTS))
    split = variable("stack split", Life.PHASE)
    parent = variable("parent hex", Life.PHASE, -1, limits=HEXES)

    # -- 2.11, 7.16, 10.7: movement factors -------------------------------------------------

    @value
    def factor(self, side: int, unit: Number) -> Int:
        """A unit's movement factor in this phase, in points: the one that the turn record gives for
        its side and mobility in the turn (BD-2.11a), halved with fractions dropped if the unit
        began its move out of supply (BD-7.16b)."""
        full = by("BD-2.11a", self.printed_factor(side, self.mech.contains(unit)))
        half = by("BD-7.16b", full // 2, otherwise=full)
        return if_else(self.halved(unit), half, full)

    @value
    def printed_factor(self, side: int, mech: Int) -> Int:
        """The movement factor that the turn record gives in the turn, in points, for mechanised
        units of a side if ``mech`` is nonzero, else for its other units."""
        return self.movement_table(self.turn, side, mech)

    @value
    def budget(self, side: int) -> Int:
        """The movement factor of the moving group, in points: that of its slowest unit
        (BD-10.7a)."""
        group = self.moving.units
        return by(
            "BD-10.7a",
            lambda: group.least(lambda u: self.factor(side, u), 0),
            otherwise=lambda: 0 - group.least(lambda u: 0 - self.factor(side, u), 0),
        )

    def cost_class(self, side: int) -> Int:
        """The number of the table of movement costs that applies to the moving group: the
        mechanised table of its side if any of its units is mechanised, else the table for foot.
        From turn 13 on the Soviet mechanised table has marsh at the cost of clear terrain."""
        any_mech = (self.moving.units & self.mech).any()
        if side == GERMAN:
            return if_else(any_mech, GERMAN_MECH, GERMAN_FOOT)
        mech = if_else(self.marsh_is_clear, SOVIET_MECH_LATE, SOVIET_MECH)
        return if_else(any_mech, mech, SOVIET_FOOT)

    # -- 10.1, 10.3: the move ---------------------------------------------------------------

    @procedure("{side} move")
    def drive(self, side: int, under_way: Int) -> None:
        """Moves the group leg by leg, from hex to adjacent hex (10.1b), by its player's choice.

        Units that began the phase in the same hex may join before the group leaves (10.5a), and
        units may split off on the way (10.6a). ``under_way`` is 0 before the group leaves its hex,
        1 on its way, and 2 if units that have paused are about to go on.
        """
        group = self.moving.units
        leader = local(group.first())
        last = local(leader)
        here = local(place_of(leader))
        # evaluated at each use: a stored value would depend on hidden units (BD-11.7a)
        budget = self.budget(side)
        started = local(self.spent)
        with loop():
            assign(leader, group.first())
            with when(leader < 0):
                break_()
            assign(here, place_of(leader))
            left = budget - self.spent
            # a single unit without points left has no decision
            with when((left <= 0) & (group.count() == 1)):
                break_()
            spec = self._legs(side, here, left, under_way)
            with decide("leg", side, "BD-10.1b") as d:
                d.holds(~(group - units_at(here)).any())
                d.holds(group.any(), ~(group & self.moved.units).any())
                with d.hex("to", spec.hexes(), self.passages.room_limit(side)) as to:
                    self._walk(side, spec, to, left)
                    assign(under_way, 1)
                mates = units_at(here) - group - self.moved.units - self.static
                alike = mates.where(
                    lambda u: if_else(
                        under_way == 2,
                        self.used(u) == self.spent,
                        ~self.paused(u),
                    )
                )
                later = alike.where(lambda u: u > last)
                together = only(
                    "BD-10.5a", under_way != 1, "only units that begin together move together"
                )
                with d.unit("with", later.distinct(), together) as mate:
                    with either(under_way == 2) as otherwise:
                        self._resume(mate)
                        otherwise()
                        self.join(side, mate)
                    assign(last, mate)
                self._assault(d, side, here, left, under_way)
                splitting = only(
                    "BD-10.6a",
                    (under_way == 1) & (group.count() > 1),
                    "units may split off a stack only after it has left its hex",
                )
                with d.unit("drop", group.distinct(), splitting) as unit:
                    clear(self.moving, one_unit(unit))
                    own_left = self.factor(side, unit) - self.spent
                    self.halt(side, here, own_left, one_unit(unit))  # BD-4.11b
                    self._split_off(unit)
                self.passages.cross_kerch(d, side, here, under_way)
                with d.option("stop", passes=True):
                    self.halt(side, here, left, group)
                    break_()
            with when(group.any() & (under_way == 1)):
                if side == GERMAN:
                    with when(budget > self.spent):
                        self.interrupts.window(SOVIET)
        # a group that resumed and did nothing has moved, so that play cannot return to an earlier
        # position
        with either(by("BD-10.6a", (self.split == 1) & (self.spent > started))) as otherwise:
            self._pause(group)
            otherwise()
            mark(self.moved, group)
        clear(self.moving, group)

    def _legs(self, side: int, here: Int, left: Int, under_way: Int) -> ReachSpec:
        """The parameters of the moving group's reach from the hex ``here`` with ``left`` movement
        points. A group that has not left its hex (``under_way`` is 0) may always move one hex, even
        if the hex costs more points, but not across ground that is impassable to the group
        (BD-10.3a)."""
        return ReachSpec(
            start=here,
            budget=larger(left, 0),
            costs=self.cost_class(side),
            blocked=self.passages.may_not_enter(side),
            minimum_one=by("BD-10.3a", under_way == 0),
        )

    def _walk(self, side: int, spec: ReachSpec, to: Int, left: Int) -> None:
        """Moves the group to the hex ``to`` by a path within its reach ``spec``, from hex to
        adjacent hex (BD-10.1b), with the movement cost and the consequences of entry in each hex.
        The group has ``left`` movement points."""
        group = self.moving.units
        steps, _ = path(spec, to)
        at = local(place_of(group.first()))
        came = local(0)
        with until(steps == 0):
            way = path_step()
            assign(steps, steps - 1)
            assign(came, at)
            assign(at, neighbor(at, way))
            if side == GERMAN:
                # the opponent may reinforce a city before it is entered
                with when(self.cities.contains(at) & ~self.german_control(at)):
                    with holding(
                        ~(group - units_at(came)).any(), one_hex(came).adjacent().contains(at)
                    ):
                        self.interrupts.window(SOVIET)
                    with when(occupied(SOVIET).contains(at)):
                        path_drop(steps)
                        break_()
            # only entered hexes are paid for; the guaranteed hex costs all remaining points
            cost = CostTables().step(self.cost_class(side), came, at)
            assign(self.spent, self.spent + smaller(cost, left))
            self.enter(group, at, "BD-10.1b", side)

    @step
    def halt(self, side: int, here: Int, left: Int, units: Units) -> None:
        """Runs the rules of other sections for the instant when units stop in the hex ``here``, or
        are dropped off there, with ``left`` movement points. The rule on the exit of the Caucasus
        expedition is one of them."""

    # -- 10.2, 10.5, 10.6: the phase --------------------------------------------------------

    @procedure("{side} movement phase")
    def move_phase(self, side: int) -> None:
        """Plays the movement phase of a side: its player freely chooses the units that move
        (BD-10.2b); static units never move once placed (BD-2.9d). Units may make mobile assaults on
        the way."""
        movable = self.there(side) - self.moved.units
        movable = movable - by("BD-2.9d", self.static)
        with self.interrupts.phase("movement", side, "BD-10.2b", "end-movement") as d:
            # units of a split stack may go on until another unit moves (BD-10.6)
            spent_out = self.paused.units.where(lambda u: self.factor(side, u) <= self.used(u))
            with d.unit("move", (movable - spent_out).distinct()) as unit:
                with either(self.paused(unit)) as otherwise:
                    assign(self.spent, self.used(unit))
                    self._resume(unit)
                    self.drive(side, number(2))
                    otherwise()
                    with when(place_of(unit) != self.parent):
                        self.no_more_pauses()
                    assign(self.parent, place_of(unit))
                    assign(self.spent, 0)
                    self.join(side, unit)
                    self.drive(side, number(0))
                over(Life.MOVE)
            self.passages.sea_moves(d, side)
            self.hops(d, side)  # BD-10.34a
            self.caucasus.offer(d, side)

    @step
    def hops(self, d: Decision, side: int) -> None:
        """Offers moves of units that move in no other way, by rules of other sections."""

    def _pause(self, units: Units) -> None:
        """Marks units of a stack that pause while others of the stack move off, and may continue
        later with the points that they have left (BD-10.6a)."""
        with each(units) as unit:
            store(self.used, unit, self.spent)
        mark(self.paused, units, "BD-10.6a")

    @rule("BD-10.6a", otherwise=lambda self, unit: mark(self.moved, one_unit(unit)))
    def _split_off(self, unit: Int) -> None:
        """Splits a unit off the moving stack. The stack may pause, let the unit move off, and then
        continue, any number of times (BD-10.6a); the unit may go on later, too."""
        assign(self.split, 1)
        self._pause(one_unit(unit))

    @rule("BD-10.6b")
    def no_more_pauses(self) -> None:
        """Ends the move of all paused units, as a unit from another starting hex begins to move:
        from then on an earlier stack may not resume its move (BD-10.6b)."""
        with each(self.paused.units) as unit:
            store(self.used, unit, 0)
        mark(self.moved, self.paused.units)
        clear(self.paused)
        assign(self.split, 0)
        assign(self.parent, -1)

    def end_move(self, units: Units) -> None:
        """Ends the move of units for the movement phase."""
        mark(self.moved, units)
        clear(self.moving, units)

    def rest(self, units: Units) -> None:
        """Keeps units from regular movement in this phase."""
        mark(self.moved, units)

    @property
    def moved_or_resting(self) -> Units:
        """The units that have ended their move in this phase, or that pause on their way."""
        return self.moved.units | self.paused.units

    def _resume(self, unit: Int) -> None:
        """Puts a paused unit back into the moving group. Its supply is not determined again, as the
        supply at the start of its move counts for the whole phase (BD-7.17a)."""
        store(self.used, unit, 0)
        clear(self.paused, one_unit(unit))
        self.caucasus.leave_exits(one_unit(unit))
        mark(self.moving, one_unit(unit))

    @step
    def join(self, side: int, unit: Int) -> None:
        """Adds a unit to the group that is about to move, and determines the unit's supply. Then
        runs the rule of another section by which a unit first pays for the map-edge hex where it
        entered."""
        mark(self.moving, one_unit(unit))
        self._look_at_supply(side, unit)

    @rule("BD-7.17a")
    def _look_at_supply(self, side: int, unit: Int) -> None:
        """Halves the movement factor of a unit for the entire phase if the unit is out of supply at
        the start of its own move (BD-7.17a)."""
        with when(~self.supply.in_full_supply(side, unit)):
            mark(self.halved, one_unit(unit), "BD-7.17a")

    def pay_at_least(self, points: Int) -> None:
        """Makes the moving group pay at least a number of movement points before it leaves its
        hex."""
        assign(self.spent, larger(self.spent, points))

    @law(
        "BD-10.5a",
        "units that move together are in one hex, on the map and of the side whose phase it is",
    )
    def _together(self) -> Int:
        """Says whether all units of the moving group are in one hex on the map and of the phasing
        side: only units that begin the phase in the same hex move together (10.5a)."""
        moving = self.moving.units
        return (moving.hexes().count() <= 1) & ~(moving - self.game_turn.acting).any()

    @law(
        "BD-10.6a",
        "units resting on their way are on the map, not moving, and of the side whose phase it is",
    )
    def _resting(self) -> Int:
        """Says whether all units that pause while others of their stack move off (10.6a) are units
        of the phasing side on the map, and outside the moving group."""
        resting = self.paused.units
        return ~((resting - self.game_turn.acting) | (resting & self.moving.units)).any()

    # -- 10.23 to 10.29: mobile assault -----------------------------------------------------

    @value
    def assault_cost(self, side: int, here: Int, to: Number) -> Int:
        """The movement points of a mobile assault from a hex into an adjacent one, or -1 if no step
        leads there.

        The points are the cost of the step and 2 extra points, or 3 extra points if the target is a
        city (BD-10.24b) or an intact enemy fortified line hex (BD-10.19b); by reading D-31 the cost
        of entry is paid in addition to the extra points.
        """
        surcharge: dict[str, int] = self.data.charts["mobile-assault-costs"]["surcharge"]
        clear = number(surcharge["clear"])
        in_city = if_else(self.cities.contains(to), surcharge["city"], clear)
        plain = by("BD-10.24b", in_city, otherwise=clear)

        def in_fort() -> Int:
            fort = self.strength.enemy_fort(side)
            return if_else(fort.contains(to), surcharge["fortified-line"], plain)

        extra = by("BD-10.19b", in_fort, otherwise=plain)
        step = CostTables().step(self.cost_class(side), here, to)
        return if_else(step < 0, -1, step + extra)

    def assault_limits(self, side: int, here: Int, left: Int) -> tuple[Hexes, list[Limit | None]]:
        """The enemy-occupied hexes adjacent to the moving group, which is in the hex `here` with
        `left` movement points; and the limits on mobile assaults (MA) against these hexes. None in
        the list stands for no limit.

        - Time: the German makes MA in single-month turns (BD-10.23a), the Soviet from turn 25 on
          (BD-10.23b), each Soviet unit at most once in a movement phase (BD-10.24e).
        - Units: mechanised units alone (BD-10.24), with regular overland or garrison supply in the
          hex from which they attack (BD-10.26a). The group needs the points for the full cost
          (BD-10.25h), even if it has not moved: the freedom to move one hex whatever its cost does
          not apply (BD-10.25d).
        - Target: clear terrain (BD-10.25a), not across all-water hexsides other than rivers
          (BD-10.25b), and no hero city (BD-10.25g) or fortress city (BD-9.6b).
        """
        group = self.moving.units
        enemies = occupied(1 - side) & one_hex(here).adjacent()
        single = "German mobile assaults are made only in single-month turns"
        late = f"Soviet mobile assaults are made only on {self.window_words('BD-10.23b')}"
        # the one hex that a unit may always move does not pay for an assault
        spared = by("BD-10.25d", number(0), otherwise=lambda: self.spent == 0)
        paying = enemies.where(
            lambda h: (
                (self.assault_cost(side, here, h) >= 0)
                & ((self.assault_cost(side, here, h) <= left) | spared)
            )
        )
        one_each = (group & self.assaulted.units).count() == 0
        cut_off = group.where(lambda u: self.supply.state_of(side, u) < GARRISON)
        fortress = self.interrupts.fortress.hexes
        mech_only = (group - self.mech).count() == 0
        return enemies, [
            only("BD-10.23a", self.single_month, single)
            if side == GERMAN
            else only("BD-10.23b", self.in_window("BD-10.23b"), late),
            only("BD-10.24a", mech_only, "mobile assault needs mechanised units only"),
            only("BD-10.25a", self.clear, "mobile assault needs clear terrain"),
            only(
                "BD-10.25b",
                one_hex(here).adjacent(self.ground),
                "mobile assault cannot cross all-water hexsides",
            ),
            only("BD-10.25g", self.land - self.strongholds(), STRONGHOLD),
            only("BD-9.6b", self.land - fortress, "mobile assault cannot enter a fortress city"),
            only(
                "BD-10.26a",
                cut_off.count() == 0,
                "mobile assault needs overland or garrison supply in the launch hex",
            ),
            only("BD-10.24e", one_each, "each Soviet unit makes only one mobile assault a phase")
            if side == SOVIET
            else None,
            only("BD-10.25h", paying, "too few movement points for the mobile assault"),
        ]

    @value
    def strongholds(self) -> Hexes:
        """The hero cities, which no mobile assault enters (BD-10.25g)."""
        return self.interrupts.hero.hexes

    def _assault(self, d: Decision, side: int, here: Int, left: Int, under_way: Int) -> None:
        """Offers the moving group a mobile assault; only units that began the phase stacked
        together attack together (BD-10.27a).

        If the assault clears the hex, the group enters it and may move on with its remaining
        points: German units may make further mobile assaults (BD-10.29a), Soviet units none in this
        phase (BD-10.29b). Otherwise the group is back in the hex from which it attacked, and
        `_germans_go_on` or `_soviets_stay` applies.
        """
        group = self.moving.units
        enemies, limits = self.assault_limits(side, here, left)
        with d.hex("assault", enemies, *limits) as to:
            assign(self.spent, self.spent + self.assault_cost(side, here, to))
            mark(self.assaulted, group)
            all_there = units_at(here) & self.own(side) & self.mech
            self.join_battle(by("BD-10.27a", group, otherwise=all_there))
            self.declare_battle(to, MOBILE)
            with holding(self.target == to):
                self.battle.fight(side)
            self.leave_battle(self.attackers)
            with either(occupied(1 - side).contains(to)) as otherwise:
                # back in the launch hex
                (self._soviets_stay if side == SOVIET else self._germans_go_on)(group)
                otherwise()
                with when(group.any()):
                    self.enter(group, to, ("BD-10.29a", "BD-10.29b")[side], side)
                    self._no_advance(side, group)
            assign(under_way, 1)
            self.battle.close()

    @rule("BD-10.28a")
    def _soviets_stay(self, group: Units) -> None:
        """Ends the move of Soviet units whose mobile assault has not cleared the hex: they stay in
        the hex from which they attacked for the phase."""
        self.end_move(group)

    @rule("BD-10.28b", otherwise=end_move)
    def _germans_go_on(self, group: Units) -> None:
        """Lets German units whose mobile assault has not cleared the hex go on from the hex from
        which they attacked: with points left they may repeat the assault, move away or assault
        elsewhere (BD-10.28b)."""

    @rule("BD-10.29c", otherwise=lambda self, *units: self.retreats.exploit(*units))
    def _no_advance(self, side: int, group: Units) -> None:
        """Gives no advance after combat for a successful mobile assault: the units pay for all
        later movement from their remaining points (BD-10.29c)."""

    def define_queries(self) -> None:
        """Declares the queries for the reach and the movement points of the moving group, and for
        the limits and costs of its mobile assaults."""
        here = place_of(self.moving.units.first())
        for side, name in enumerate(self.sides):
            budget = self.budget(side)
            define_answer(f"{name} reach", self._legs(side, here, budget, number(0)).hexes())
            define_answer(f"{name} allowance", budget)
            if in_force("BD-7.17a"):
                self.b.query(
                    f"{name} halved", 1, lambda u, s=side: ~self.supply.in_full_supply(s, u)
                )
            enemies, limits = self.assault_limits(side, here, budget)
            beside = only("BD-10.24a", enemies, "a mobile assault attacks only adjacent enemies")
            define_limits(f"{name} mobile limit", (beside, *limits))
            self.b.query(f"{name} assault cost", 1, partial(self.assault_cost, side, here))

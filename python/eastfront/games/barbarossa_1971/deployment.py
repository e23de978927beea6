"""Barbarossa (1971): initial deployment, in which each side must cover its front along the start
line.

A placement is offered only if the remaining units can still cover the front.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import choose, remaining
from eastfront.systems.fields import hex_flag, variable
from eastfront.systems.sections import Bars, procedure, rule, step, value

from .board import AXIS, SOVIET, WATER
from .front import Tally, tally
from .section import Section

MANY = 99
NO_MORE = "the remaining units could not cover the front"
"""The reason for the refusal of a placement after which the remaining units could not cover the
front."""
Forces = dict[str, int]
"""By kind of unit: the number of units."""


class Deployment(Section):
    """Initial deployment: the hexes in which units may be set up, and the front that they cover."""

    closed = Bars[[int, Int], Hexes]()
    """The hexes in which a unit of a side may not be set up, gathered from the rules on
    countries."""
    open_front = hex_flag("front to be covered", Life.PHASE)
    fitting = hex_flag("covers the front", Life.PHASE)
    needed = variable("units needed to cover the front", Life.PHASE, most=MANY)

    def define(self) -> None:
        """Declares the front hexes of each side, and the tables for counting the units that a front
        needs."""
        line = self.data.setup["start_line"]
        self.fronts = [self.hexes_with(f"{side}-front-{line}") for side in self.sides]
        orders = [self._ordered(f"{side}-front-{line}") for side in self.sides]
        starting = [self.data.units[unit] for unit in self.starting()]
        # R38: Axis support units cover the hex that they occupy, Soviet ones none
        self._helpers = (sum(u.side == "axis" and u.mobility == "support" for u in starting), 0)
        tallies = [self._tally(side, order) for side, order in enumerate(orders)]
        self._along = self._tables("hexes", [one.hexes for one in tallies])
        self._after = self._tables("what follows", [one.after for one in tallies])
        self._more = self._tables("units more", [one.more for one in tallies])
        self._ends = [len(one.hexes) for one in tallies]

    def _tables(self, what: str, rows: list[list[int]]) -> list[Table]:
        """Declares a table for the front of each side, and returns the tables in the order of the
        sides. ``rows`` has the numbers of each table; ``what`` is the end of the tables' names."""
        return [
            self.b.table(f"{name} front, {what}", [0], [len(values)], values)
            for name, values in zip(self.sides, rows, strict=True)
        ]

    def _ordered(self, feature: str) -> list[int]:
        """The hexes of a front, given by its feature on the map, in their order from end to end
        (SPI-DEPLOY-C, D).

        The next hex is a neighbour of the last one, if a neighbour remains; otherwise a hex that
        has a neighbour in common with the last one, so that one unit can cover both hexes.
        """
        left = set(self.indices_where(lambda h: feature in h.features))
        around: dict[int, set[int]] = {}
        for a, _, b in self.steps:
            around.setdefault(a, set()).add(b)
        wide = {a: {c for b in around[a] for c in around[b]} for a in left}
        out: list[int] = []
        while left:
            beside = around[out[-1]] & left if out else set()
            beyond = wide[out[-1]] & left if out else set()
            links = around if beside or beyond else wide
            out.append(min(beside or beyond or left, key=lambda h: (len(links[h] & left), h)))
            left.remove(out[-1])
        return out

    def _tally(self, side: int, order: list[int]) -> Tally:
        """The tables with which play counts, hex by hex along a side's front, the fewest units that
        cover it (SPI-DEPLOY-C, D); ``order`` has the front hexes from end to end."""
        own, finnish = self._ground(side), self._finnish()
        held = frozenset(at for at, hex_ in enumerate(order) if hex_ in own - finnish)
        sets = frozenset(self._sets(side, order))
        return tally(tuple(order), sets, self._helpers[side], held)

    def _finnish(self) -> set[int]:
        """The hexes of Finland, by their indices."""
        return set(self.indices_where(lambda h: h.area == "finland"))

    def _ground(self, side: int) -> set[int]:
        """The land hexes on a side's own side of the start line, from which its units cover the
        front; for the Axis without the areas closed to its set-up."""
        line = f"axis-{self.data.setup['start_line']}"
        shut = self.closed_areas() if side == AXIS else frozenset[str]()
        return set(
            self.indices_where(
                lambda h: (
                    (line in h.features) == (side == AXIS)
                    and h.terrain not in WATER
                    and h.area not in shut
                )
            )
        )

    def _sets(self, side: int, order: list[int]) -> Iterator[frozenset[int]]:
        """The sets of front hexes that one unit can cover: for each hex in which the unit may be,
        the set that the unit covers from there, as positions in ``order``, the front from end to
        end (SPI-DEPLOY-C, D)."""
        own, finnish = self._ground(side), self._finnish()
        covers: dict[int, set[int]] = {h: {h} for h in own}
        for a, b in self.dry[0]:
            if a in own:
                covers[a].add(b)
        place = {hex_: at for at, hex_ in enumerate(order)}
        for from_, covered in covers.items():
            front = [h for h in covered if h in place and (h in finnish) == (from_ in finnish)]
            yield frozenset(place[h] for h in front)

    # -- DEPLOY-A, B: what is set up -----------------------------------

    @value
    def forces(self) -> Forces:
        """The order of battle: the number of units of each kind, for the Campaign Game those of the
        Barbarossa Game (SPI-CAMP-A)."""
        chart = self.data.charts[f"order-of-battle-{self.data.scenario}"]
        return {**chart["axis"], **chart["soviet"]}

    def starting(self) -> list[int]:
        """The units that each side sets up (SPI-DEPLOY-A, SPI-DEPLOY-B), by their indices: the
        first counters of each kind, as many as the order of battle has."""
        left = dict(self.forces())
        found = []
        for at, unit in enumerate(self.data.units):
            if left.get(unit.kind, 0) > 0:
                left[unit.kind] -= 1
                found.append(at)
        return found

    # -- DEPLOY-A to E: the set-up -------------------------------------

    @procedure("set-up")
    def set_up(self) -> None:
        """Sets up both sides, one after the other, in the order of the scenario: by reading R37 the
        Soviets first."""
        for name in self.order():
            side = self.sides.index(name)
            self.deploy(side)
        self.entered_play()

    @value
    def order(self) -> list[str]:
        """The names of the sides in the order in which they set up; by the option R37 the Axis is
        first."""
        order = list(self.data.setup["setup_order"])
        return order[::-1] if self.option("R37") else order

    @step
    def entered_play(self) -> None:
        """Runs the rules of other sections for the instant when both sides are set up, before the
        first turn. Clears the flags that the set-up uses."""
        over(Life.PHASE)

    @procedure("{side} deployment")
    def deploy(self, side: int) -> None:
        """Offers a side the choice between its ready set-up, the placement stated in the scenario
        file, and the free placement of its units one by one: the Axis west of the start line
        (SPI-DEPLOY-A), the Soviet east of it (SPI-DEPLOY-B)."""
        assign(self.phasing, side)
        ready = [row for row in self.ready_rows() if self.side_of(row["units"][0]) == side]
        with decide("deployment", side, "SPI-DEPLOY-A" if side == AXIS else "SPI-DEPLOY-B") as d:
            there = [self.hex(row["hex"]) for row in ready]
            hexes = self.b.hex_set(f"ready {self.sides[side]}", there)
            clear = ~(hexes & occupied(1 - side)).any()
            with d.option("automatic", clear if ready else 0):
                for row in ready:
                    for name in row["units"]:
                        self.movement.come(
                            side, number(self.unit(name)), number(self.hex(row["hex"])), ""
                        )
                self.leave(self.waiting(side), "pool")
            with d.option("free"):
                self.prepare_forces(side)
                self.place_all_units(side)

    @value
    def ready_rows(self) -> list[dict[str, Any]]:
        """The ready set-up of the scenario file: for each hex a row with the hex and its units; no
        rows if an option has changed the order of battle."""
        chart = self.data.charts[f"order-of-battle-{self.data.scenario}"]
        usual = self.forces() == {**chart["axis"], **chart["soviet"]}
        return list(self.data.setup["automatic"]) if usual else []

    def side_of(self, name: str) -> int:
        """The side of a unit, by its id."""
        return self.sides.index(self.data.units[self.unit(name)].side)

    @step
    def prepare_forces(self, side: int) -> None:
        """Offers a side to break down and combine the armies of its order of battle before the
        set-up, unless the option R69 is played."""
        if not self.option("R69"):
            self.breakdown.before_deployment(side)

    def enough_left(self, side: int, fewer: int = 0) -> Int:
        """Says whether the units that a side has still to set up, less ``fewer`` units, can cover
        the rest of each part of its front (SPI-DEPLOY-C, SPI-DEPLOY-D)."""
        yes = number(1)
        for part, (units, _) in enumerate(self.parts(side)):
            some = self.waiting(side) & units
            self.count_needed(side, part, number(-1))
            yes = yes & (local(self.needed) <= local(some.count()) - fewer)
        return yes

    def spare_after(self, fewer: int) -> Int:
        """Says whether the Soviets can cover their front with ``fewer`` units less than they have
        still to set up."""
        return self.enough_left(SOVIET, fewer)

    def place_all_units(self, side: int) -> None:
        """Makes a side place its units one by one in the order of the counters, first the units
        that cover the front: Soviet infantry before other Soviet types (DEPLOY-E)."""
        for part, (units, _) in enumerate(self.parts(side)):
            assign(self.needed, MANY)
            with each(self.waiting(side) & units) as unit:
                self._place_covering(side, part, unit, units)
        with each(self.waiting(side)) as unit:
            self._place(side, unit, *([self.last_gaps(unit)] if side == AXIS else []))

    def last_gaps(self, unit: Int) -> Limit:
        """The limit on Axis support units, which are set up last and by reading R38 cover only
        their own hexes: once these units do not outnumber the uncovered front hexes, each must
        occupy an uncovered front hex, if one is open to the unit (SPI-DEPLOY-D)."""
        open_ = self.uncovered(AXIS)
        fits = memoise(open_ & self.allowed(AXIS, unit))
        spare = local(self.waiting(AXIS).count() > open_.count())
        return only("SPI-DEPLOY-D", fits | (~fits).when(spare | ~fits.any()), NO_MORE)

    def _place_covering(self, side: int, part: int, unit: Int, units: Units) -> None:
        """Makes the owner place a unit that can cover a part of the front, given by its index
        ``part`` in `parts`. The unit may be anywhere while the other waiting units of ``units``
        suffice for that part; else, if possible, in a hex from which the unit covers so much that
        the other units suffice for the rest (SPI-DEPLOY-C, SPI-DEPLOY-D)."""
        allowed = self.allowed(side, unit)
        rest = local((self.waiting(side) & units).count() - 1)
        mark(self.fitting, allowed)
        with when(self.needed > rest):  # the number needed never grows
            self.count_needed(side, part, number(-1))
        with when(self.needed > rest):
            clear(self.fitting)
            open_ = self.uncovered(side)
            with each((open_ | self.near(open_)) & allowed) as hex_:
                self.count_needed(side, part, hex_)
                mark(self.fitting, one_hex(hex_).when(self.needed <= rest))
            mark(self.fitting, allowed.when(~self.fitting.hexes.any()))  # none helps any more
        rule = ("SPI-DEPLOY-D", "SPI-DEPLOY-C")[side]
        covers = only(rule, self.fitting.hexes, NO_MORE)
        self._place(side, unit, covers)
        clear(self.fitting)

    def _place(self, side: int, unit: Int, *more: Limit) -> None:
        """Makes the owner of a unit choose the hex in which the unit is set up, within the `limits`
        of the set-up and the limits ``more``; Soviet units other than infantry are set up once
        infantry covers the front (DEPLOY-E)."""
        hexes, limits = self.land - occupied(1 - side), (*self.limits(side, unit), *more)
        with choose("placement", side, "SPI-DEPLOY-E", "set-up", hexes, *limits, about=unit) as at:
            self.movement.come(side, unit, at, "")

    # -- DEPLOY-C, D: the front ----------------------------------------

    @value
    def front(self, side: int) -> Hexes:
        """The front hexes of a side, those on its side of the start line and adjacent to the line.

        At set-up the side must occupy each of them or have it in a unit's zone of control: the
        Soviet with infantry (SPI-DEPLOY-C), the Axis with units of any type (SPI-DEPLOY-D).
        """
        if side == SOVIET:
            return by("SPI-DEPLOY-C", self.fronts[SOVIET])
        neutral = self.shut_areas()
        if self.option("R66"):  # covered from outside, as far as possible
            neutral = neutral - self.near(self.land & self.area(AXIS))
        return by("SPI-DEPLOY-D", self.fronts[AXIS] - neutral)

    def parts(self, side: int) -> list[tuple[Units, Hexes]]:
        """The parts of a side's front, in the order of set-up, each with the units that must cover
        it: Soviet infantry for the Soviet front (SPI-DEPLOY-C); Finns for Finland, then other Axis
        units for the rest of the Axis front (SPI-DEPLOY-D).

        Axis units that must be set up in their own country are set up after the Finns. They have no
        part of the front, but the front hexes that they cover count as covered.
        """
        front = self.front(side)
        if side == SOVIET:
            return [(self.of[SOVIET] & self.covering, front)]
        bound = self.bound()
        others = self.fighters(AXIS) - self.finns - bound
        return [
            (self.finns, front & self.finland),
            (bound, no_hexes()),
            (others, front - self.finland),
        ]

    @value
    def bound(self) -> Units:
        """The Axis units other than Finns that must be set up in their own country, and so have no
        part of the front to cover."""
        return no_units()

    @property
    def covering(self) -> Units:
        """The Soviet units that may cover the front: infantry alone (SPI-DEPLOY-C)."""
        return self.foot

    def covered(self, side: int) -> Hexes:
        """The hexes that a side covers: those that its covering units, Soviet infantry or any Axis
        units, occupy or have in their zones of control (SPI-DEPLOY-C, SPI-DEPLOY-D)."""
        if side == SOVIET:
            held = (self.of[SOVIET] & self.covering).hexes()
            return held | self.near(held)
        return occupied(AXIS) | self.near(self.fighters(AXIS).hexes())

    def uncovered(self, side: int) -> Hexes:
        """The hexes of a side's front that no unit of the side covers yet."""
        return self.front(side) - self.covered(side)

    @procedure("{side} front, part {part}: what it takes")
    def count_needed(self, side: int, part: int, given: Int) -> None:
        """Computes the fewest units that cover the rest of a part of a front, and stores the number
        in `needed`. One more unit is assumed in the hex ``given``, or none if that is -1; ``part``
        is the index in `parts`."""
        _, front = self.parts(side)[part]
        mark(self.open_front, front - self.covered(side))
        clear(self.open_front, one_hex(given) | self.near(one_hex(given)))
        units = local(0)
        helpers = (self.waiting(AXIS) & self.support).count() if side == AXIS else number(0)
        state = local(larger(self._helpers[side] - helpers, 0))
        with until(state >= self._ends[side]):
            step = local(2 * state + self.open_front(self._along[side](state)))
            assign(units, units + self._more[side](step))
            assign(state, self._after[side](step))
        assign(self.needed, units)
        clear(self.open_front)

    def waiting(self, side: int) -> Units:
        """The units of a side that are still to be set up."""
        return units_at("to deploy") & self.of[side]

    # -- DEPLOY-E, F, G: where -----------------------------------------

    def limits(self, side: int, unit: Int) -> list[Limit]:
        """The limits on the hex in which a unit is set up.

        The hex is on the unit's own side of the start line: west of the line for the Axis
        (SPI-DEPLOY-A), east of it for the Soviet (SPI-DEPLOY-B). The limits on countries and
        stacking apply too. The duty to cover the front is not among the limits.
        """
        rule = ("SPI-DEPLOY-A", "SPI-DEPLOY-B")[side]
        return [
            only(rule, self.area(side), "it lies on the other side of the start line"),
            *self.closed.limits(all_hexes(), side, unit),
            *self.stacking.room_limits(side, unit, ~self.crowded(side, unit)),
            *(self._in_the_front(unit) if side == SOVIET else ()),
        ]

    @rule("SPI-DEPLOY-E", otherwise=lambda self, unit: [self._infantry_alone(unit)])
    def _in_the_front(self, unit: Int) -> list[Limit]:
        """The limits on Soviet units other than infantry in front hexes: none, since these units
        are set up only once infantry covers the front (SPI-DEPLOY-E). Without this rule only
        infantry is set up in front hexes."""
        return []

    def _infantry_alone(self, unit: Int) -> Limit:
        shut = self.fronts[SOVIET].when(~self.covering.contains(unit))
        return Limit("", ~shut, "only infantry is set up in front hexes")

    def allowed(self, side: int, unit: Int) -> Hexes:
        """The hexes in which a unit may be set up if no unit is needed to cover the front."""
        return remaining(self.land - occupied(1 - side), *self.limits(side, unit))

    @value
    def area(self, side: int) -> Hexes:
        """The hexes on a side's own side of the start line; for the Axis without the areas closed
        to its set-up."""
        return self.starts[side] - (self.shut_areas() if side == AXIS else no_hexes())

    @value
    def crowded(self, side: int, unit: Int) -> Hexes:
        """The hexes with no room for a unit at set-up; none by the option R65, under which stacking
        limits apply only after the set-up."""
        return no_hexes() if self.option("R65") else self.stacking.full(side, unit)

    @closed.bar("SPI-DEPLOY-F", "only Finns are set up in Finland")
    def finland_is_finnish(self, side: int, unit: Int) -> Hexes:
        """For units other than Finnish ones, the hexes of Finland: they may not be set up there
        (SPI-DEPLOY-F)."""
        return self.finland.when(~self.finns.contains(unit))

    @closed.bar("SPI-DEPLOY-G", "Finns are set up only in Finland")
    def finns_stay(self, side: int, unit: Int) -> Hexes:
        """For Finnish units, all hexes outside Finland: they must be set up in Finland
        (SPI-DEPLOY-G)."""
        return (~self.finland).when(self.finns.contains(unit))

    @value
    def closed_areas(self) -> frozenset[str]:
        """The names of the areas, such as Hungary, in which the Axis may not set up."""
        return frozenset(self.data.setup["closed"])

    def shut_areas(self) -> Hexes:
        """The hexes of the closed areas."""
        shut = self.closed_areas()
        return self.hexes_where("closed at the start", lambda h: h.area in shut)

"""Barbarossa Deluxe: the evaluation of positions, for bots and searches.

The evaluation states no rule of the game. The weights are choices of the package, found by play
(`docs/evaluation.md`). All terms derive from cached sets and counts, so the evaluation takes little
time.
"""

from __future__ import annotations

from collections.abc import Sequence

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.evaluating import define_evaluation, define_outlook
from eastfront.systems.sections import value

from .ground import GERMAN, SOVIET
from .section import Section

FACTOR = 40
"""The weight of a German attack factor or Soviet defence factor on the map, in about ten
thousandths of a won game, as all weights are."""
CUT = 14
"""The amount by which the weight of a factor is lower for a unit without overland supply."""
PRIZE, SPARE = 1500, 500
"""``PRIZE``: the weight of each victory city that the German holds, up to the number of them that
he needs to win. ``SPARE``: the weight of each victory city beyond that number."""
LOST = 2000
"""The penalty for a city on the German side of the start line that the German no longer holds in
overland supply."""
CITY = 250
"""The weight of any city under German control."""
DECIDED = 200
"""The weight of the conditions of victory, added if they are met now and subtracted if not; it is
multiplied by the square of the number of turns played."""
OPEN, MENACE = 500, 3
"""The penalty for a city without a garrison, with an enemy within ``MENACE`` hexes."""
BACK, RINGS = 5, 8
"""``RINGS``: the number of rings around the Soviet-controlled cities on the German side of the
start line; ring n holds all hexes within n hexes by land of such a city, so a near hex is in
several rings. ``BACK``: the weight of a hex with German units, once for each ring that holds the
hex."""
NEAR, FAR = 1, 14
"""``NEAR``: the weight of a mechanised German attack factor for each hex by which the unit's
distance from the nearest victory city that the German does not control is less than ``FAR``
hexes."""
GUARD = 2
"""The weight of a Soviet defence factor in a victory city or next to one."""
EVEN, MOST = 2, 4
"""``EVEN``: the attack factors to one defence factor up to which Soviet units next to German units
are in no danger. ``MOST``: the most that the attack factors beyond ``EVEN`` to one count against a
hex, in multiples of its defence factors."""
EXPOSED = 20
"""The weight of a German attack factor beyond ``EVEN`` to one against adjacent Soviet units. It is
used only in the query `outlook` of the Soviet, by which Soviet bots plan, and is half the weight of
a defence factor that may be destroyed."""


class Evaluation(Section):
    """The section that declares the evaluation of a position, a number on a scale on which a won
    game is about 10000. All terms are for the German: positive is good for him."""

    def define(self) -> None:
        """Declares the victory cities, the nearness of each hex to each of them, and the hexes near
        each side's units, near Soviet-controlled cities on the German side of the start line, and
        around the victory cities."""
        goals = self.goals()
        self.prizes = self.b.hex_set("prizes", goals)
        hexes = self.data.map.hexes
        self._prizes = [
            (at, self.b.hex_attr(f"near {row.name}", self._nearness(at)))
            for at in goals
            if (row := hexes[at]) is not None
        ]
        self._menaced: list[Hexes] = []
        for side, name in enumerate(self.sides):
            menaced = occupied(side).adjacent()
            for _ in range(MENACE - 1):
                menaced = menaced.adjacent()
            self._menaced.append(self.b.view(f"near {name}", menaced))
        lost = self.cities & self.start_german & ~self.german_control.hexes
        self._back = self.rings("a lost city", lost, RINGS)
        self._guarded = self.b.view("about the prizes", self.prizes | self.prizes.adjacent())

    def rings(self, name: str, near: Hexes, count: int) -> list[Hexes]:
        """Declares ``count`` rings of hexes around the cities ``near``, called ``name``: ring n
        holds all hexes within n hexes by land of such a city."""
        out: list[Hexes] = []
        for far in range(1, count + 1):
            near = near | (near.adjacent() & self.land)
            near = self.b.view(f"within {far} of {name}", near)
            out.append(near)
        return out

    def in_rings(self, side: int, rings: Sequence[Hexes]) -> Int:
        """The number of hexes with units of a side in rings of hexes, a hex once for each ring that
        holds it."""
        there = memoise(self.own(side).hexes())
        return sum(((there & ring).count() for ring in rings), number(0))

    @property
    def soviet_at_start(self) -> list[int]:
        """The cities that are Soviet at the start."""
        start = self.german_at_start
        return [h for h in self.indices_where(lambda row: "city" in row.features) if h not in start]

    @value
    def goals(self) -> list[int]:
        """The cities that the German wants to take: the victory cities of the scenario."""
        return self.victory_cities

    def _nearness(self, goal: int) -> Sequence[int]:
        """The nearness of each hex to a goal: the number of hexes by which the distance by land is
        less than `FAR`, or 0."""
        far = {goal: 0}
        edge = [goal]
        ways: dict[int, list[int]] = {}
        for a, _, c in self.steps:
            if self.terrain(c) not in ("sea", "lake"):
                ways.setdefault(a, []).append(c)
        for at in edge:
            for to in ways.get(at, ()):
                if to not in far:
                    far[to] = far[at] + 1
                    edge.append(to)
        return [max(0, FAR - far.get(h, FAR)) for h in range(len(self.data.map.hexes))]

    def held(self, hexes: Hexes) -> Hexes:
        """The hexes among ``hexes``, a set of cities, under German control and in overland
        supply."""
        return hexes & self.german_control.hexes & self.supply.german_overland

    @property
    def lost(self) -> Hexes:
        """The cities on the German side of the start line that the German no longer holds in
        overland supply."""
        own = self.cities & self.start_german
        return own - self.held(own)

    # -- terms ------------------------------------------------------------------------------

    @value
    def race(self) -> Int:
        """The value of all cities under German control and of the victory cities, less the penalty
        for lost cities (`lost`), plus or minus the weight of the conditions of victory (BD-13.4).
        This weight grows toward the last turn."""
        own = self.cities & self.start_german
        need = int(self.data.setup["victory_cities_needed"])
        taken = self.held(self.prizes).count() + self.caucasus.under_way
        lost = own.count() - self.held(own).count()
        met = if_else((taken >= need) & (lost == 0), 1, -1)
        played = self.turn - self.turns[0] + 1
        worth = if_else(taken > need, need * PRIZE + (taken - need) * SPARE, taken * PRIZE)
        cities = (self.cities & self.german_control.hexes).count() * CITY
        return worth - lost * LOST + cities + met * played * played * DECIDED

    def _force(self) -> Int:
        """The attack factors of German-side units less the defence factors of Soviet units on the
        map, weighted; units without overland supply count less."""
        german, soviet = self.there(GERMAN), self.there(SOVIET)
        cut = german - german.inside(self.supply.german_overland)
        lost = soviet - soviet.inside(self.supply.soviet_overland)
        out = german.sum(self.attack) * FACTOR - cut.sum(self.attack) * CUT
        return out - soviet.sum(self.defence) * FACTOR + lost.sum(self.defence) * CUT

    def _danger(self) -> Int:
        """The value for the German of cities without a garrison and within `MENACE` hexes of an
        enemy: `OPEN` for each such Soviet-controlled city, less `OPEN` for each German one."""
        out: Int = number(0)
        for side, sign in ((GERMAN, -1), (SOVIET, 1)):
            held = self.cities & self.control(side) & self._menaced[1 - side]
            out = out + (held - occupied(side)).count() * (sign * OPEN)
        return out

    def _approach(self) -> Int:
        """The nearness of German mechanised units to victory cities under Soviet control, and of
        hexes with German units to Soviet-controlled cities on the German side of the start line,
        less the Soviet defence factors in and next to victory cities; each term is weighted."""
        attackers = self.there(GERMAN) & self.mech

        def nearest(unit: Int) -> Int:
            out: Int = number(0)
            for prize, near in self._prizes:
                open_ = 1 - self.german_control(prize)
                out = larger(out, near(place_of(unit)) * open_)
            return out * self.attack(unit)

        guards = self.there(SOVIET).inside(self._guarded)
        back = self.in_rings(GERMAN, self._back)
        return attackers.sum(nearest) * NEAR + back * BACK - guards.sum(self.defence) * GUARD

    def _value(self) -> Int:
        """The value of the position for the German, on a scale on which a won game is about
        10000."""
        return self.race() + self._force() + self._danger() + self._approach()

    def _exposed(self) -> Int:
        """The danger to Soviet units next to German fighting units, positive for the German: a sum
        over the Soviet hexes, times `EXPOSED`; 0 on the last turn if no German turn follows in it.

        The term of a hex is the German attack factors against the hex less `EVEN` times its defence
        factors. It is at least minus the defence, and at most `MOST` times the defence. Attack
        factors are shared among adjacent hexes, and the defence counts double in cities (`clash`).
        """
        soviet_first = self.data.setup["player_order"][0] == "soviet"
        answered = (self.turn < self.turns[1]) | soviet_first
        odds = clash(
            self.there(GERMAN) & self.fighters,
            self.there(SOVIET),
            self.attack,
            self.defence,
            even=EVEN,
            most=MOST,
            hard=self.cities,
            edges=self.field,
        )
        return odds * if_else(answered, EXPOSED, 0)

    def define_queries(self) -> None:
        """Declares the queries for the conditions of victory, and the evaluation of each side."""
        define_answer("prizes held", self.held(self.prizes))
        define_answer("cities lost", self.lost)
        define_answer("german strength", self.there(GERMAN).sum(self.attack))
        define_answer("soviet strength", self.there(SOVIET).sum(self.defence))
        define_evaluation(self.b, self.sides, self._value())
        # a German evaluation that includes Soviet attacks performs no better: docs/evaluation.md
        define_outlook(self.b, self.sides[SOVIET], self._value() + self._exposed())

"""Barbarossa Deluxe: what a position is worth, for bots and searches.

No rule of the game stands here. The weights are choices of ours, found by play, as told in
`docs/evaluation.md`. All is reckoned from sets that are kept and from counts: asking is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.evaluating import define_evaluation, define_outlook

from .ground import GERMAN, SOVIET
from .section import Section

FACTOR = 40
"""What an attack factor of the German on the map weighs, or a defence factor of the Soviet."""
CUT = 14
"""What a factor weighs less without overland supply."""
PRIZE, SPARE = 1500, 500
"""What a prize weighs that is needed, and one beyond."""
LOST = 2000
"""What a city of the start weighs that the German no longer holds in supply."""
CITY = 250
"""What any city weighs that the German controls."""
DECIDED = 200
"""What the conditions of victory weigh, met or not, times the square of the turns played."""
OPEN, MENACE = 500, 3
"""What a city weighs with no garrison and an enemy within so many hexes."""
BACK, RINGS = 5, 8
"""What a hex with German units weighs for each hex by which it is nearer to a lost city."""
NEAR, FAR = 1, 14
"""What a factor weighs for each hex nearer to a prize still to be taken than the second."""
GUARD = 2
"""What a Soviet defence factor weighs within a hex of a prize."""
EVEN, MOST = 2, 4
"""Odds at which Soviets who are touched are in no danger, and how much better ones count."""
EXPOSED = 20
"""What a German attack factor beyond those odds weighs for the Soviet who plans: half of what the
defence factor weighs that it may destroy."""


class Evaluation(Section):
    """How the sides stand."""

    def define(self) -> None:
        """Declares the prizes, and how near to each of them a hex is."""
        self.prizes = self.b.hex_set("prizes", self.victory_cities)
        hexes = self.data.map.hexes
        self._prizes = [
            (at, self.b.hex_attr(f"near {row.name}", self._nearness(at)))
            for at in self.victory_cities
            if (row := hexes[at]) is not None
        ]
        self._menaced: list[Hexes] = []
        for side, name in enumerate(self.sides):
            menaced = occupied(side).adjacent()
            for _ in range(MENACE - 1):
                menaced = menaced.adjacent()
            self._menaced.append(self.b.view(f"near {name}", menaced))
        near = self.cities & self.start_german & ~self.german_control.hexes
        self._back: list[Hexes] = []
        for far in range(1, RINGS + 1):
            near = near | (near.adjacent() & self.land)
            near = self.b.view(f"within {far} of a lost city", near)
            self._back.append(near)
        self._guarded = self.b.view("about the prizes", self.prizes | self.prizes.adjacent())

    def _nearness(self, goal: int) -> Sequence[int]:
        """For each hex, how many hexes nearer to a goal than `FAR` it is, by land."""
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
        """The cities of a set under German control in overland supply."""
        return hexes & self.german_control.hexes & self.supply.german_overland

    @property
    def lost(self) -> Hexes:
        """The cities of the start that the German holds no longer."""
        own = self.cities & self.start_german
        return own - self.held(own)

    # -- terms ------------------------------------------------------------------------------

    def _race(self) -> Int:
        """BD-13.4: the prizes and the cities of the start, for more as the last turn comes near."""
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
        """Strength on the map, less what has no overland supply."""
        german, soviet = self.there(GERMAN), self.there(SOVIET)
        cut = german - german.inside(self.supply.german_overland)
        lost = soviet - soviet.inside(self.supply.soviet_overland)
        out = german.sum(self.attack) * FACTOR - cut.sum(self.attack) * CUT
        return out - soviet.sum(self.defence) * FACTOR + lost.sum(self.defence) * CUT

    def _danger(self) -> Int:
        """Cities with an enemy near and nobody in them."""
        out: Int = number(0)
        for side, sign in ((GERMAN, -1), (SOVIET, 1)):
            held = self.cities & self.control(side) & self._menaced[1 - side]
            out = out + (held - occupied(side)).count() * (sign * OPEN)
        return out

    def _approach(self) -> Int:
        """How near Germans are to prizes still to be taken and cities lost; who guards these."""
        attackers = self.there(GERMAN) & self.mech

        def nearest(unit: Int) -> Int:
            out: Int = number(0)
            for prize, near in self._prizes:
                open_ = 1 - self.german_control(prize)
                out = larger(out, near(place_of(unit)) * open_)
            return out * self.attack(unit)

        there = memoise(self.germans.hexes())
        back = sum(((there & ring).count() for ring in self._back), number(0))
        guards = self.there(SOVIET).inside(self._guarded)
        return attackers.sum(nearest) * NEAR + back * BACK - guards.sum(self.defence) * GUARD

    def _value(self) -> Int:
        """How the German stands, in ten thousandths or so of a game."""
        return self._race() + self._force() + self._danger() + self._approach()

    def _exposed(self) -> Int:
        """How Germans stand against the Soviets whom they touch, as long as their turn comes."""
        answered = self.turn < self.turns[1]
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
        """Standing in the race for victory, and what a position is worth to each side."""
        define_answer("prizes held", self.held(self.prizes))
        define_answer("cities lost", self.lost)
        define_answer("german strength", self.there(GERMAN).sum(self.attack))
        define_answer("soviet strength", self.there(SOVIET).sum(self.defence))
        define_evaluation(self.b, self.sides, self._value())
        # the German who weighs what the Soviet may do fares no better: docs/evaluation.md
        define_outlook(self.b, self.sides[SOVIET], self._value() + self._exposed())

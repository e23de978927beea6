"""The Russian Campaign: the evaluation of positions, for bots and searches.

It states no rule of the game. The weights are choices of ours, found by play
(`docs/evaluation.md`). Most terms derive from stored sets and counts, so the evaluation is cheap.
"""

from __future__ import annotations

from collections.abc import Iterator

from eastfront.program import *
from eastfront.systems.evaluating import define_evaluation

from .board import AXIS, RUSSIAN
from .section import Section

FACTOR = 26
"""The points of value for each combat factor of a side on the map."""
DOOMED = 14
"""The points of value lost for each combat factor out of supply, which is about to be lost."""
PLACE = 400
"""The points of value for each point of worth of a controlled place: a major city or oil well is
worth 2, a minor city 1."""
OBJECTIVE = 420
"""The points of value for each controlled objective of the next sudden death, in addition to those
of `PLACE`."""
CAPITAL = 1500
"""The points of value for control of Moscow by the Axis and of Berlin by the Russian, in games in
which the side can win by that city."""
LEADER = 900
"""The points of value for the loss of Stalin; the loss of Hitler counts a third of them."""
STANDING = 800
"""The points of value, on the last turn, for each victory point above or below those that the Axis
needs, in games that points decide; they grow evenly up to that turn."""
NEAR = 6
"""The points of value for a hex with attacking units, counted once for each distance from 1 to
`RINGS` hexes within which there is a place that the enemy controls."""
NEARER = 6
"""The points of value, in addition to `NEAR`, that such a hex gets for each distance within which
there is an enemy place that matters most (`Evaluation._needed`)."""
RINGS = 18
"""The distance by land, in hexes, within which nearness to a place counts."""
OPEN = 60
"""The points of value lost for each point of worth of a controlled place that has an enemy within
two hexes and no garrison."""
EVEN, MOST = 1, 5
"""Two multiples of the defence of an attacked hex: the attack factors that count nothing, and the
most that factors beyond them count (see `Evaluation._clash_of`)."""
CLASH, MENACE = 4, 2
"""The points of value for each factor of a side's balance (`Evaluation._clash_of`): in that side's
own player turn, and in the enemy's."""


class Evaluation(Section):
    """The section that evaluates positions: their value for each side."""

    def define(self) -> None:
        """Declares for each side the places that the enemy controls, and the hexes within each
        distance of these places."""
        self._due = list(self._sudden())
        self._movers = self.counters_where("drawn to places", lambda u: u.attack > 0)
        worth = self.major | self.minor | self.wells
        self._rings: list[list[tuple[int, Hexes]]] = []
        for side, name in enumerate(self.sides):
            theirs, needed = self.control[1 - side].hexes, self._needed(side)
            rings = [(NEAR, ring) for ring in self._rings_around(f"{name} wants", worth & theirs)]
            needs = self._rings_around(f"{name} needs", needed & theirs)
            self._rings.append([*rings, *((NEARER, ring) for ring in needs)])
        self._menaced = [
            self.b.view(f"near {name}", self.zones.force[side].adjacent().adjacent())
            for side, name in enumerate(self.sides)
        ]

    def _rings_around(self, name: str, places: Hexes) -> Iterator[Hexes]:
        """Yields, for each distance from 1 to `RINGS` hexes, the hexes at most that far by land
        from some places."""
        reached = self.b.view(f"{name} 0", places)
        for ring in range(1, RINGS + 1):
            reached = reached | reached.adjacent(self.ground)
            reached = self.b.view(f"{name} {ring}", reached)
            yield reached

    # -- what decides -----------------------------------------------------------------------

    def _sudden(self) -> Iterator[tuple[Int, Hexes]]:
        """The sets of objectives of sudden death that are checked in this game: for each set,
        whether it is the next to be checked, and its hexes."""
        before = 0
        if self.victory.played("sudden_death"):
            for row in self.data.charts["sudden-death"]["objective"]:
                turn = int(row["turn"])
                if self.first_turn <= turn <= self.last_turn:
                    due = (self.turn > before) & (self.turn <= turn)
                    yield due, self.victory.fixed(f"evaluated on turn {turn}", row["hexes"])
                    before = turn

    def _needed(self, side: int) -> Hexes:
        """The places that matter most to a side: the city with which the side may win at once, and
        the objectives of the next sudden death."""
        needed = self.b.hex_set(f"{self.sides[side]} capital", self.capital(side))
        for due, places in self._due:
            needed = needed | places.when(due)
        return needed

    def capital(self, side: int) -> list[int]:
        """The city by whose capture a side may win at once, as a list with its hex number; an empty
        list if there is no such city."""
        if side == RUSSIAN:
            return [self.victory.berlin] if self.victory.played("campaign") else []
        moscow = self.victory.played("campaign") or self.victory.rules.get("moscow_until")
        return [self.arrivals.moscow] if moscow else []

    # -- terms ------------------------------------------------------------------------------

    def _force_of(self, side: int) -> Int:
        """The weighted combat factors of a side on the map, less a penalty for units out of
        supply."""
        troops = self.troops(side)
        cut = troops - troops.inside(self.supply.supplied[side])
        return troops.sum(self.factor) * FACTOR - cut.sum(self.factor) * DOOMED

    def _places_of(self, side: int) -> Int:
        """The weighted places that a side controls, less a penalty for those open to a nearby
        enemy."""
        held, near = self.control[side].hexes, self._menaced[1 - side] - self.zones.force[side]
        out = self.inquiry.points_of(side) * PLACE
        for worth, places in ((2, self.major | self.wells), (1, self.minor)):
            out = out - (places & held & near).count() * (worth * OPEN)
        return out

    def _reach_of(self, side: int) -> Int:
        """The points of value for the hexes with a side's attacking units, by their distance from
        the places that the enemy controls (`NEAR`, `NEARER`)."""
        there = memoise((self.own(side) & self._movers).hexes())
        out: Int = number(0)
        for weight, ring in self._rings[side]:
            out = out + (there & ring).count() * weight
        return out

    def _clash_of(self, side: int) -> Int:
        """The balance, in combat factors, of a side's units against the adjacent enemies, summed
        over the enemy hexes. A hex counts the side's factors against it, less `EVEN` times its
        defence: at least minus the defence, and at most `MOST` times the defence."""
        return clash(
            self.troops(side) - self.static,
            self.troops(1 - side),
            self.factor,
            self.factor,
            even=EVEN,
            most=MOST,
            hard=self.strengths.hard,
            edges=self.attack_edges,
        )

    def _race(self) -> Int:
        """The value for the Axis of its progress toward victory: objectives of sudden death, cities
        that decide the game, lost leaders, and victory points. A lead in points counts for more as
        the last turn comes near."""
        out: Int = number(0)
        for due, places in self._due:
            held = (places & self.control[AXIS].hexes).count()
            theirs = (places & self.control[RUSSIAN].hexes).count()
            # a side that alone controls them wins
            out = out + due * (held - theirs) * OBJECTIVE
        for side, sign in ((AXIS, 1), (RUSSIAN, -1)):
            for city in self.capital(side):
                out = out + self.control[side](city) * (sign * CAPITAL)
        if self.victory.played("campaign"):
            out = out + self.victory.lost(self.stalin).count() * LEADER
            out = out - self.victory.lost(self.hitler).count() * (LEADER // 3)
        points = self.victory.rules.get("axis_points")
        if points is not None:
            ahead = self.victory.victory_points() - int(points)
            share = (self.turn - self.first_turn + 1) * 4
            turns = self.last_turn - self.first_turn + 1
            out = out + ahead * STANDING * share // (4 * turns)
        if self.victory.played("campaign"):
            # the Axis wins the war by holding out (TRC-25.1.1b)
            out = out + self.turn * self.turn * 3 * ~self.control[RUSSIAN](self.victory.berlin)
        return out

    def _value(self) -> Int:
        """The value of the position for the Axis, on a scale on which about ten thousand is a won
        game."""
        out = self._race()
        for term in (self._force_of, self._places_of, self._reach_of):
            out = out + term(AXIS) - term(RUSSIAN)
        axis, russian = self._clash_of(AXIS), self._clash_of(RUSSIAN)
        turn = self.game_turn.phase_side == AXIS
        return out + axis * if_else(turn, CLASH, MENACE) - russian * if_else(turn, MENACE, CLASH)

    def define_queries(self) -> None:
        """Declares the query for the evaluation of each side."""
        define_evaluation(self.b, self.sides, self._value())

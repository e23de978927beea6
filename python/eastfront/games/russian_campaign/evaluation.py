"""The Russian Campaign: what a position is worth, for bots and searches.

No rule of the game stands here. The weights are choices of ours, found by play, as told in
`docs/evaluation.md`. All is reckoned from sets that are kept and from counts: asking is cheap.
"""

from __future__ import annotations

from collections.abc import Iterator

from eastfront.program import *
from eastfront.systems.evaluating import define_evaluation

from .board import AXIS, RUSSIAN
from .section import Section

FACTOR = 26
"""What a combat factor on the map weighs."""
DOOMED = 14
"""What a combat factor weighs that is out of supply, and so about to be lost, off the former."""
PLACE = 400
"""What a point of worth of a place weighs that is held: 2 a major city or a well, 1 a minor one."""
OBJECTIVE = 420
"""What a place weighs, beyond that, on which sudden death turns next."""
CAPITAL = 1500
"""What Moscow weighs for the Axis and Berlin for the Russian, where they can win by it."""
LEADER = 900
"""What the loss of a side's leader weighs."""
STANDING = 800
"""What a point above or below the points needed weighs, where points decide."""
NEAR = 6
"""What a unit weighs for each ring of `RINGS` within which it is of a place that it may take."""
NEARER = 6
"""The same for a place of which much depends."""
RINGS = 18
"""How far from a place to be taken, in hexes by land, it counts to be nearer."""
OPEN = 60
"""What a point of worth of a place weighs with an enemy within two hexes and no garrison."""
EVEN, MOST = 1, 5
"""Odds to one at which an attack is worth nothing either way, and how much better ones count."""
CLASH, MENACE = 4, 2
"""What a factor beyond that weighs in the player turn of its side, and in the other's."""


class Evaluation(Section):
    """How the sides stand."""

    def define(self) -> None:
        """Declares the places that each side may take, and how near to them a hex is."""
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
        """Sets of the hexes within each of the distances of some places, by land."""
        reached = self.b.view(f"{name} 0", places)
        for ring in range(1, RINGS + 1):
            reached = reached | reached.adjacent(self.ground)
            reached = self.b.view(f"{name} {ring}", reached)
            yield reached

    # -- what decides -----------------------------------------------------------------------

    def _sudden(self) -> Iterator[tuple[Int, Hexes]]:
        """The objectives of sudden death that are to come, each with whether it is the next."""
        before = 0
        if self.victory.played("sudden_death"):
            for row in self.data.charts["sudden-death"]["objective"]:
                turn = int(row["turn"])
                if self.first_turn <= turn <= self.last_turn:
                    due = (self.turn > before) & (self.turn <= turn)
                    yield due, self.victory.fixed(f"evaluated on turn {turn}", row["hexes"])
                    before = turn

    def _needed(self, side: int) -> Hexes:
        """The places on which most depends for a side."""
        needed = self.b.hex_set(f"{self.sides[side]} capital", self.capital(side))
        for due, places in self._due:
            needed = needed | places.when(due)
        return needed

    def capital(self, side: int) -> list[int]:
        """The city by which a side may win at once, where it may."""
        if side == RUSSIAN:
            return [self.victory.berlin] if self.victory.played("campaign") else []
        moscow = self.victory.played("campaign") or self.victory.rules.get("moscow_until")
        return [self.arrivals.moscow] if moscow else []

    # -- terms ------------------------------------------------------------------------------

    def _force_of(self, side: int) -> Int:
        """Strength on the map, what is out of supply for less."""
        troops = self.troops(side)
        cut = troops - troops.inside(self.supply.supplied[side])
        return troops.sum(self.factor) * FACTOR - cut.sum(self.factor) * DOOMED

    def _places_of(self, side: int) -> Int:
        """Places held, and of those the ones open to an enemy who is near."""
        held, near = self.control[side].hexes, self._menaced[1 - side] - self.zones.force[side]
        out = self.inquiry.points_of(side) * PLACE
        for worth, places in ((2, self.major | self.wells), (1, self.minor)):
            out = out - (places & held & near).count() * (worth * OPEN)
        return out

    def _reach_of(self, side: int) -> Int:
        """How near the hexes of units that attack are to places that they may take."""
        there = memoise((self.own(side) & self._movers).hexes())
        out: Int = number(0)
        for weight, ring in self._rings[side]:
            out = out + (there & ring).count() * weight
        return out

    def _clash_of(self, side: int) -> Int:
        """How a side's units stand against the enemies whom they touch and have to attack."""
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
        """What decides the game, from the view of the Axis: more as the day comes near."""
        out: Int = number(0)
        for due, places in self._due:
            held = (places & self.control[AXIS].hexes).count()
            theirs = (places & self.control[RUSSIAN].hexes).count()
            # held by one side alone they win
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
            # the Axis wins the war by lasting (TRC-25.1.1b)
            out = out + self.turn * self.turn * 3 * ~self.control[RUSSIAN](self.victory.berlin)
        return out

    def _value(self) -> Int:
        """How the Axis stands, in ten thousandths or so of a game."""
        out = self._race()
        for term in (self._force_of, self._places_of, self._reach_of):
            out = out + term(AXIS) - term(RUSSIAN)
        axis, russian = self._clash_of(AXIS), self._clash_of(RUSSIAN)
        turn = self.game_turn.phase_side == AXIS
        return out + axis * if_else(turn, CLASH, MENACE) - russian * if_else(turn, MENACE, CLASH)

    def define_queries(self) -> None:
        """What a position is worth to each side."""
        define_evaluation(self.b, self.sides, self._value())

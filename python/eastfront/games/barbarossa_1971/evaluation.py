"""Barbarossa (1971): the evaluation of positions, for bots and searches.

The evaluation states no rule of the game. The weights are choices of the package, found by play
(`docs/evaluation.md`). All terms derive from cached sets and counts, so the evaluation takes little
time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from eastfront.program import *
from eastfront.systems.evaluating import define_evaluation

from .board import AXIS, SOVIET
from .game_turn import AFTER, BEFORE
from .section import Section

POINT = 600
"""The weight of a victory point, in about ten thousandths of a won game, as all weights are."""
ATTACK, DEFENCE = (40, 60), (40, 60)
"""The weights of a point of attack strength and of defence strength on the map, each for the Axis
and the Soviet."""
CUT = 5
"""The tenths of its weight by which a unit out of General Supply counts less than a supplied
one."""
DOOMED = 4
"""The further tenths of its weight by which an isolated unit counts less: at the end of this
Player-Turn the unit is lost unless supply reaches it."""
DEPOT = (50, 50)
"""The weight of a supply unit, Axis and Soviet."""
FED = (4, 4)
"""The weight of a point of attack strength in Attack Supply, Axis and Soviet."""
HAUL, HAULED = (6, 6), 12
"""``HAUL``: the weight of a hex with supply units, for the Axis and for the Soviet, for each hex by
which the distance to the nearest enemy combat unit is less than ``HAULED`` hexes."""
BARE = (40, 40)
"""The penalty for a hex with supply units, without combat units of their side and next to an enemy
combat unit, for the Axis and for the Soviet."""
NEAR = (150, 60)
"""The weight of a victory point of a city that the enemy controls, for the Axis and for the Soviet.
It counts in full if a unit of the side is in the city, and less in proportion to the distance of
the side's nearest combat unit, down to 0 at `FAR` hexes."""
FAR = 14
"""The distance in hexes by land from which on a city does not count as near."""
CROWD = (70, 70)
"""The weight of a hex with combat units at a city that the enemy controls, for the Axis and for the
Soviet. It decreases in proportion to the hex's distance from the nearest such city, down to 0 at
`FAR` hexes."""
OPEN = (300, 150)
"""The penalty for each point of a city held without a garrison while an enemy is near, Axis and
Soviet."""
FINAL = 4
"""The factor of the penalty `OPEN` for the Axis in its last Player-Turn, since the Soviet moves
after it."""
MENACE = 5
"""The distance in hexes within which an enemy is near a city."""
EVEN, MOST = 1, 4
"""``EVEN``: the odds, to one, at which an attack has the value 0. ``MOST``: an attack has at most
the value of ``MOST`` times the defence factors, however high the odds."""
CLASH, THREAT = (12, 0, 2), 4
"""The weights of a factor of `_clash_of`, the attack strength in excess of the odds `EVEN`.
``CLASH``: for the side whose Player-Turn it is, before, during and after its Combat Phase.
``THREAT``: for the other side, whose attacks come in its next Player-Turn."""


def _total(parts: list[Int]) -> Int:
    """The sum of many numbers, as a balanced tree."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return _total(parts[:middle]) + _total(parts[middle:])


def _nearest(units: Units, far: Attr) -> Int:
    """The number of hexes by which the distance from a city to the nearest of ``units`` is less
    than `FAR`; 0 if the distance is not less. ``far`` gives the distance of each hex from the
    city."""
    return FAR - units.least(lambda u: far(place_of(u)), FAR)


class Evaluation(Section):
    """The evaluation of a position, in about ten thousandths of a won game."""

    def define(self) -> None:
        """Declares the cities by value, the distance of each hex from each city, and for each side
        the hexes near its units and near the cities that it may take."""
        self._values = [
            (bit, self.b.hex_set(f"cities worth {bit}", [h for h, v in self._worth() if v & bit]))
            for bit in (1, 2, 4, 8)
        ]
        ways = self._ways()
        self._far = [
            (at, worth, self.b.hex_attr(f"far {at}", self._distances(at, ways)))
            for at, worth in self._worth()
        ]
        self._menaced: list[Hexes] = []
        self._about: list[list[Hexes]] = []
        self._rings: list[list[Hexes]] = []
        for side, name in enumerate(self.sides):
            menaced = occupied(side)
            for _ in range(MENACE):
                menaced = menaced.adjacent()
            self._menaced.append(self.b.view(f"near {name} units", menaced))
            about = [self.b.view(f"about {name} 1", self.fighters(side).hexes().adjacent())]
            for ring in range(2, HAULED):
                about.append(self.b.view(f"about {name} {ring}", about[-1] | about[-1].adjacent()))
            self._about.append(about)
            wanted = self.cities & self.towns.control(1 - side)
            self._rings.append(list(self._rings_around(f"{name} wants", wanted)))

    def _worth(self) -> list[tuple[int, int]]:
        """The hex of each city, with the city's points."""
        return [(self.hex(c["hex"]), int(c["value"])) for c in self.data.charts["cities"]["city"]]

    def _ways(self) -> dict[int, list[int]]:
        """For each hex, the neighbouring hexes from which the hex can be entered by land."""
        ways: dict[int, list[int]] = {}
        for a, c in self.dry[0]:
            ways.setdefault(c, []).append(a)
        return ways

    def _distances(self, goal: int, ways: Mapping[int, Sequence[int]]) -> list[int]:
        """The distance by land from each hex of the map to the hex ``goal``, in hexes, at most
        `FAR`. ``ways`` has for each hex the neighbouring hexes from which it can be entered."""
        far = {goal: 0}
        edge = [goal]
        for at in edge:
            for to in ways.get(at, ()) if far[at] < FAR else ():
                if to not in far:
                    far[to] = far[at] + 1
                    edge.append(to)
        return [far.get(h, FAR) for h in range(len(self.data.map.hexes))]

    def _rings_around(self, name: str, places: Hexes) -> Iterator[Hexes]:
        """Yields, for each number from 1 to ``FAR - 1``, the hexes within that many hexes of
        ``places`` by land, ``places`` included, as views (named sets that the engine keeps);
        ``name`` begins their names."""
        reached = self.b.view(f"{name} 0", places)
        for ring in range(1, FAR):
            reached = reached | reached.adjacent(self.ground[0])
            reached = self.b.view(f"{name} {ring}", reached)
            yield reached

    # -- terms ------------------------------------------------------------------------------

    def _force_of(self, side: int) -> Int:
        """The value to a side of its units on the map: the weight of their factors, and `DEPOT` for
        each supply unit. Of the weight of units out of General Supply, which for the Axis includes
        the victory points of their loss, `CUT` tenths are lost, and for isolated units `DOOMED`
        tenths more."""
        there = self.there(side)
        cut = memoise(there - self.supply.supplied(side))
        doomed = cut & self.supply.isolated.units
        whole = self._weight(side, there)
        lost = self._weight(side, cut, self.loss_points) * CUT
        lost = lost + self._weight(side, doomed, self.loss_points) * DOOMED
        depots = (self.depots & there) - self.supply.spent.units
        return whole - lost // 10 + depots.count() * DEPOT[side]

    def _stores_of(self, side: int) -> Int:
        """The value to a side of its supply: `FED` for each attack factor of combat units in Attack
        Supply, and `HAUL` for the nearness of supply units to enemies, less `BARE` for each hex
        with supply units that is next to enemy combat units and holds no combat unit of the
        side."""
        fed = (self.fighters(side) & units_on_map()).inside(self.supply.fed[side])
        where = memoise(((self.depots & self.there(side)) - self.supply.spent.units).hexes())
        bare = (where & self._about[1 - side][0]) - self.fighters(side).hexes()
        haul = [(where & ring).count() * HAUL[side] for ring in self._about[1 - side]]
        return _total(haul) + fed.sum(self.attack) * FED[side] - bare.count() * BARE[side]

    def _weight(self, side: int, units: Units, points: Attr | None = None) -> Int:
        """The weight of ``units`` of a side: their attack and defence factors, by `ATTACK` and
        `DEFENCE`. ``points`` are the victory points that the loss of each unit costs the Axis; if
        they are given and the side is the Axis, they are added, by `POINT`."""
        worth = units.sum(self.attack) * ATTACK[side] + units.sum(self.defence) * DEFENCE[side]
        return worth + units.sum(points) * POINT if points and side == AXIS else worth

    def _open_of(self, side: int) -> Int:
        """The penalty for the cities that a side controls without a unit in them while an enemy is
        within `MENACE` hexes: `OPEN` for each victory point. In its own last Player-Turn the
        penalty is `FINAL` times as large for the Axis, and 0 for the Soviet."""
        bare = (self.cities & self.towns.control(side) & self._menaced[1 - side]) - occupied(side)
        bare = memoise(bare)
        points = ((cities & bare).count() * bit for bit, cities in self._values)
        last = self.turn >= self.turns[1]
        if side == AXIS:  # in the Soviet player's own turn more than `POINT` would hold him back
            times = if_else(last & (self.phasing == AXIS), FINAL, 1)
        else:  # the Axis moves no more once its last Player-Turn is over
            times = if_else(last & (self.phasing == SOVIET), 0, 1)
        return _total(list(points)) * (times * OPEN[side])

    def _reach_of(self, side: int) -> Int:
        """The value to a side of the nearness of its combat units to the cities that the enemy
        controls, 0 or more: by `NEAR` for the unit nearest to each city, and by `CROWD` for each
        hex with combat units."""
        movers = memoise(self.fighters(side) & units_on_map())
        wanted = memoise(self.cities & self.towns.control(1 - side))
        parts: list[Int] = []
        for city, worth, far in self._far:
            gained = _nearest(movers, far) * (worth * NEAR[side])
            parts.append(if_else(wanted.contains(city), gained, 0))
        there = memoise(movers.hexes())
        parts.extend((there & ring).count() * CROWD[side] for ring in self._rings[side])
        return _total(parts) // FAR

    def _clash_of(self, side: int) -> Int:
        """The balance in factors, summed over the enemy hexes next to a side's combat units in
        Attack Supply (`clash`): the attack strength against the hex less `EVEN` times its defence,
        at least minus the defence and at most `MOST` times the defence."""
        able = memoise((self.fighters(side) & units_on_map()).inside(self.supply.fed[side]))
        return clash(
            able,
            self.there(1 - side),
            self.attack,
            self.defence,
            even=EVEN,
            most=MOST,
            hard=self.rough,
            edges=self.ground[0],
        )

    def _value(self) -> Int:
        """The value of the position for the Axis, in about ten thousandths of a won game."""
        out = (self.victory.score() - self.victory.par()) * POINT
        for term in (self._force_of, self._stores_of, self._reach_of):
            out = out + term(AXIS) - term(SOVIET)
        out = out - self._open_of(AXIS) + self._open_of(SOVIET)
        own = if_else(
            self.game_turn.stage == BEFORE,
            CLASH[BEFORE],
            if_else(self.game_turn.stage == AFTER, CLASH[AFTER], 0),
        )
        axis, soviet = self._clash_of(AXIS), self._clash_of(SOVIET)
        turn = self.phasing == AXIS
        return out + axis * if_else(turn, own, THREAT) - soviet * if_else(turn, THREAT, own)

    def define_queries(self) -> None:
        """Declares the query for the evaluation of the position, for each side."""
        define_evaluation(self.b, self.sides, self._value())

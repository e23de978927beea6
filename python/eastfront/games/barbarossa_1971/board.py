"""Barbarossa (1971): the board, which has the counters, the map, its hexsides, and the costs of
steps.

The board states the rulebook's facts on unit types, terrain and the ground in summer and winter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import TYPE_CHECKING

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.fields import variable
from eastfront.systems.placing import Placing

from .data import counter

if TYPE_CHECKING:
    from .deployment import Deployment
    from .game_turn import GameTurn
    from .movement import Movement
    from .stacking import Stacking
    from .supply import Supply
    from .weather import Weather

AXIS, SOVIET = 0, 1
NORMAL, MUD, WINTER = range(3)
WEATHERS = ("normal", "mud", "winter")
WATER = frozenset({"sea", "lake"})
SEASONS = ("summer", "winter")
FINNISH_LIMIT = 6
"""The largest distance in hexes from Finland at which Finnish units may be (SPI-MOVE-K)."""


class Board(Placing):
    """The board of the game, which all sections of the rules use: sets of units and hexes, tables
    and variables."""

    aside = ("to deploy",)

    deployment: Deployment
    game_turn: GameTurn
    movement: Movement
    stacking: Stacking
    supply: Supply
    weather: Weather

    turn = variable("turn", Life.GAME, lambda on: on.turns[0], limits=lambda on: on.turns)
    phasing = variable("phasing side", Life.GAME)

    @property
    def turns(self) -> tuple[int, int]:
        """The first and the last turn of the game."""
        first, last = self.game_turn.calendar()
        return first, last

    @property
    def is_campaign(self) -> bool:
        """Says whether the Campaign Game is played."""
        return bool(self.data.setup["campaign"])

    def lay_out(self) -> None:
        """Declares the months' weather, and the sets and tables of counters, hexes and terrain."""
        self.weather.define_months()
        self._define_units()
        self._define_hexes()
        self._define_ground()

    # -- units ------------------------------------------------

    def _define_units(self) -> None:
        self.attack = self.unit_number("attack", lambda u: u.attack)  # SPI-UNIT-A
        self.defence = self.unit_number("defence", lambda u: u.defence)  # SPI-UNIT-A
        self.loss_points = self.unit_number("worth", lambda u: counter(u).points)
        self.of = [self.units_of(side) for side in self.sides]
        self.kinds = {
            kind: self.units_of_kind(kind)
            for kind in dict.fromkeys(u.kind for u in self.data.units)
        }
        self.motorized = self.units_where("motorized", lambda u: u.mobility == "motorized")
        self.foot = self.units_where("infantry", lambda u: u.mobility == "infantry")
        self.support = self.units_where("support", lambda u: u.mobility == "support")
        self.depots = self.units_where("supply units", lambda u: u.kind.endswith(":sup"))
        self.luftwaffe = self.kinds["DE:air"]
        self.armies = self.units_where("armies", lambda u: counter(u).size == "army")
        self.germans = self.units_where("german", lambda u: u.nation == "german")
        self.finns = self.units_where("finnish", lambda u: u.nation == "finnish")

    def units_of_kind(self, kind: str) -> Units:
        """The counters of a kind, such as the German panzer armies (11-8-8 by their printed
        values); all counters of a kind are equal."""
        return self.units_where(kind, lambda u: u.kind == kind)

    def uncounted(self, unit: UnitRow) -> bool:
        """Says whether a unit does not count for stacking: support units never do (STACK-B1)."""
        return unit.mobility in self.stacking.free()

    def of_side(self, side: Number) -> Units:
        """The units of a side, where the side is a number computed in play."""
        return if_else(number(side) == AXIS, self.of[AXIS], self.of[SOVIET])

    def there(self, side: int) -> Units:
        """The units of a side on the map."""
        return self.of[side] & units_on_map()

    def fighters(self, side: int) -> Units:
        """The combat units of a side: all except support units (supply and air units)."""
        return self.of[side] - self.support

    # -- hexes ------------------------------------------------

    def _define_hexes(self) -> None:
        self.rough = self.hexes_where("rough", lambda h: h.terrain == "rough")
        self.land = self.hexes_where("land", lambda h: h.terrain not in WATER)
        self.lakes = self.hexes_where("lakes", lambda h: h.terrain == "lake")
        self.shores = self.hexes_with("lake-shore") & self.land
        self.cities = self.hexes_with("city")
        self.finland = self.hexes_where("Finland", lambda h: h.area == "finland")
        self.edges = [self.hexes_with("edge-west"), self.hexes_with("edge-east")]
        self.western_edge = self.edges[AXIS] | self.hexes_with("edge-west-finland")
        axis = set(self.indices_where(lambda h: "axis-barbarossa" in h.features))
        self.union = self.hexes_where(
            "Soviet Union", lambda h: "axis-barbarossa" not in h.features and h.terrain != "sea"
        )
        line = f"axis-{self.data.setup['start_line']}"
        self.starts = [
            self.hexes_where("axis at start", lambda h: line in h.features),
            self.hexes_where("soviet at start", lambda h: line not in h.features),
        ]
        near = axis & set(self.indices_where(lambda h: h.area == "finland"))
        for _ in range(FINNISH_LIMIT):
            near |= {b for a, _, b in self.steps if a in near}
        self.finnish_ground = self.b.hex_set("near Finland", sorted(near))
        worth = {c["hex"]: c["value"] for c in self.data.charts["cities"]["city"]}
        self.city_value = self.b.hex_attr(
            "city value",
            [0 if h is None else worth.get(h.name, 0) for h in self.data.map.hexes],
        )

    # -- the ground and its seasons ------------------------------------------------

    def _define_ground(self) -> None:
        """Declares, for summer and for winter with frozen lakes, the hexsides that units and supply
        lines can cross, and the costs of steps in movement points."""
        kerch = self.steps_across("kerch")
        self.kerch_side = self.edges_of("Kerch", kerch)
        self.strait_hexes = self.b.hex_set("Kerch hexes", sorted({a for a, _ in kerch}))
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        self.dry = [self._passable(s, {"sea", "kerch"}) for s in SEASONS]
        self.ground = [
            self.edges_of(f"{s} ground", dry) for s, dry in zip(SEASONS, self.dry, strict=True)
        ]
        self.walks = [self.edges_of(f"{s} walks", self._passable(s, {"sea"})) for s in SEASONS]
        ways = [self.supply.ways(dry, self.dry[0], kerch) for dry in self.dry]
        self.lines = [
            self.edges_of(f"{s} lines", steps) for s, steps in zip(SEASONS, ways, strict=True)
        ]
        self.line_steps = [
            self.costs_of(f"{s} lines", dict.fromkeys(steps, 1))
            for s, steps in zip(SEASONS, ways, strict=True)
        ]
        self.march = [self.costs_of(f"{s} march", self._cost(at)) for at, s in enumerate(SEASONS)]
        self.train = [  # wherever a unit can walk (readings R4, R5)
            self.costs_of(f"{s} rail", dict.fromkeys(self.dry[at], 1))
            for at, s in enumerate(SEASONS)
        ]

    def _passable(self, season: str, water: Set[str]) -> Set[tuple[int, int]]:
        """The steps from hex to adjacent hex that are open in a season. A step is closed if one of
        its two hexes or their hexside is of a kind in ``water``, or of a lake that is not
        frozen."""
        barred = water if self.weather.freezes(season) else {*water, "lake"}
        shut = set(self.indices_where(lambda row: row.terrain in barred))
        across = set().union(*map(self.steps_across, barred))
        return {
            (a, b)
            for a, b in self.data.map.pairs
            if a not in shut and b not in shut and (a, b) not in across
        }

    def _cost(self, season: int) -> Mapping[tuple[int, int], int]:
        """The cost of each step in a season, in movement points: for entry of the hex, by its
        terrain (SPI-MOVE-A1, SPI-MOVE-A2), and for crossing a river hexside (SPI-MOVE-J2)."""
        rivers = self.weather.rivers_count(SEASONS[season])
        crossed = self.steps_across("river") if rivers else set()
        entry, crossing = cache(self.movement.entry), cache(self.movement.crossing)
        return {
            (a, b): entry(self.terrain(b)) + crossing((a, b) in crossed)
            for a, b in self.data.map.pairs
            if (a, b) in self.dry[season]
        }

    @property
    def frozen(self) -> Int:
        """Says whether the lakes are frozen in the present turn: yes in winter, otherwise no."""
        return self.weather.now == WINTER

    def near(self, hexes: Hexes) -> Hexes:
        """The hexes adjacent to one of ``hexes``, across hexsides that units can cross in the
        weather of the turn."""
        thawed, frozen = (hexes.adjacent(mask) for mask in self.ground)
        return if_else(self.frozen, frozen, thawed)

    def open_now(self) -> Hexes:
        """The hexes that units can occupy in the weather of the turn: land, and lakes in winter."""
        return self.land | self.lakes.when(self.frozen)

    def by_season(self, values: Sequence[int]) -> Int:
        """The first of the two numbers ``values``; in winter, with frozen lakes, the second."""
        return if_else(self.frozen, values[1], values[0])

    def start_places(self) -> Sequence[int]:
        """The place of each counter as the game begins: the box `to deploy` for the order of
        battle, the pool for all others."""
        waiting = set(self.deployment.starting())
        return [
            self.box("to deploy" if at in waiting else "pool") for at in range(len(self.data.units))
        ]

"""The Russian Campaign: the board, with sets, flags, variables and tables common to all rules.

The board states sections 1 to 3, 6 and 8 of the rulebook, and the charts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from eastfront.cached import cached_property
from eastfront.program import *
from eastfront.scenario.model import HexRow, UnitRow
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.placing import Placing
from eastfront.systems.sections import rule, step, value
from eastfront.systems.stacking import AtMost, Stacking

from .charts import axis_side
from .units import Counter, counter

AXIS, RUSSIAN = 0, 1
FIRST, SECOND = 1, 2
"""The impulses of a player turn."""

CLEAR, LIGHT_MUD, MUD, SNOW = range(4)
WEATHERS = ("clear", "light-mud", "mud", "snow")

BLACK, BALTIC = 0, 1
SEAS = ("black", "baltic")

RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
AE, A1, AR, CONTACT, EX, DR, D1, DE, DS = range(9)

FOOT_IN_WOODS = frozenset({"infantry", "mountain", "paratroop", "luftwaffe", "artillery"})
"""Kinds of units that need not stop when they enter woods (TRC-8.2b); artillery moves like infantry
(TRC-26.5.4a)."""

NO_STACKING = frozenset({"hq", "leader", "partisan", "insurgent", "air"})
"""Kinds of units without stacking value, which fit into any stack: headquarters and leaders
(TRC-6.3a), partisans (reading D-17), insurgents (TRC-28.5c). Workers have none either
(TRC-22.2b)."""

RUSSIA = ("russia", "karelia")
"""The areas that count as Russia, military districts included (reading D-49): there partisans
(TRC-19.1a) and workers (TRC-22.3a) are placed."""

AXIS_HOME = frozenset(
    {"germany", "east-prussia", "poland", "hungary", "rumania", "bulgaria", "turkey", "finland"}
)
"""The areas west of the frontier of 1941, in which the Axis controls all places at first
(TRC-3.5a)."""

CITY = frozenset({"city-major", "city-minor"})
"""The features of hexes that hold a city, major or minor."""

HILLS = ("T24", "T25", "U24")
"""The mountain hexes south-east of Lvov, which an option makes clear terrain (TRC-26.17a)."""

MINORS = ("finnish", "italian", "rumanian", "hungarian")
"""The nations of the Axis minor allies, each of which may surrender (TRC-24.1a)."""

PRINTED_MOVEMENT = "TRC-2.5a"
"""The rule of the printed movement factor: the hexes of clear terrain that a unit may enter in
clear weather in the first impulse (2.5a)."""

BEGINS = {"fall-blau": "TRC-27.4a", "zitadelle": "TRC-27.5a", "bagration": "TRC-27.6a"}
"""For a scenario that begins later than the campaign, the rule for its first turn: Fall Blau in
May/June 1942 (27.4a), Zitadelle in 1943 (27.5a), Bagration in 1944 (27.6a)."""


def turn_of(year: int, months: str) -> int:
    """Returns the number of a game turn by its year and first month: 7 for 1942 and `may`."""
    return (year - 1941) * 6 + ("jan", "mar", "may", "jul", "sep", "nov").index(months) - 1


class Board(Placing, Stacking):
    """The base class of all sections: sets, flags, variables and tables common to their rules."""

    aside = ("arriving",)
    weather = variable("weather", Life.GAME, CLEAR, most=3)
    moved = unit_flag("moved", Life.IMPULSE)
    entered_now = unit_flag("entered", Life.IMPULSE)
    """Units that came to their hex by moving this impulse; no unit may move where it has no legal
    attack (TRC-12.5b)."""
    pinned = unit_flag("pinned", Life.IMPULSE)
    """Units that may not move this impulse: those in an enemy zone of control as the second impulse
    begins (TRC-8.4a), those placed in one during it (TRC-20.3c), and in the second impulse
    paratroops dropped in the first (TRC-18.3c)."""

    def lay_out(self) -> None:
        """Declares the sets and tables of counters, hexes and hexsides, and the state."""
        self.counters: Sequence[Counter] = [counter(u) for u in self.data.units]
        self.define_units()
        self.define_hexes()
        self._define_edges()
        self._define_state()

    @value
    def start_places(self) -> list[int]:
        """The number of the box in which each unit is before the set-up, in the order of units; the
        section on the set-up states the boxes."""
        raise NotImplementedError

    # -- units ------------------------------------------------------------------------------

    def counters_where(self, name: str, test: Callable[[Counter], bool]) -> Units:
        """Declares under a name, and returns, the fixed set of the counters that pass a test."""
        return self.b.unit_set(name, [i for i, u in enumerate(self.counters) if test(u)])

    def counters_with(self, name: str, **facts: object) -> Units:
        """Declares under a name, and returns, the fixed set of the counters whose attributes have
        the values `facts`."""
        return self.counters_where(
            name, lambda u: all(getattr(u, fact) == borne for fact, borne in facts.items())
        )

    def kinds(self, name: str, *kinds: str) -> Units:
        """Declares under a name, and returns, the fixed set of the counters of some kinds, such as
        `armor`."""
        return self.counters_where(name, lambda u: u.kind in kinds)

    @value
    def plays(self, unit: Counter) -> bool:
        """Says whether a counter is in the game: a counter marked with an option, such as an
        artillery corps, only if that option is played (TRC-26.5.1a)."""
        return not unit.option or self.game.brings(unit.option)

    @step
    def define_units(self) -> None:
        """Declares the printed factors of units, and the classes of units by side, nation, size and
        kind."""
        units, number_of = self.counters, self.b.unit_attr
        # TRC-2.4a, TRC-2.5a: one combat factor, for attack and defence, and the movement factor
        self.factor = number_of("combat factor", [u.attack for u in units])
        factors = [by(PRINTED_MOVEMENT, u.movement, otherwise=1) for u in units]
        self._printed = number_of("movement factor", factors)
        self.due_turn = number_of("arrival turn", [u.arrives or 0 for u in units])
        self.due_impulse = number_of("arrival impulse", [u.impulse or 1 for u in units])
        self.side_of = number_of("side", [self.sides.index(u.side) for u in units])
        self.axis_units = self.counters_with("axis side", side="axis")
        self.russian_units = self.counters_with("russian side", side="russian")
        self.germans = self.counters_with("german", nation="german")
        self.nation = {name: self.counters_with(name, nation=name) for name in MINORS}
        self.minors = self.counters_where("minor allies", lambda u: u.nation in MINORS)
        # TRC-6.1a, TRC-6.1b: a hex holds two armies, or three corps
        self.armies = self.counters_where("armies", lambda u: u.size == "army" and self.counts(u))
        self.corps = self.counters_where("corps", lambda u: u.size != "army" and self.counts(u))
        self.hqs = self.kinds("headquarters", "hq")
        self.leaders = self.kinds("leaders", "leader")
        self.workers = self.kinds("workers", "worker")
        self.partisans = self.kinds("partisans", "partisan")
        self.paratroops = self.counters_with("russian paratroops", kind="paratroop", side="russian")
        self.armour = self.kinds("armour", "armor")
        self.motorized = self.kinds("motorized", "motorized")
        self.infantry = self.kinds("infantry", "infantry")
        self.mountaineers = self.kinds("mountain", "mountain")
        self.all_ss = self.counters_with("SS", ss=True)
        self.guards = self.counters_with("guards", guards=True)
        # workers never move once placed (22.2c)
        self.static = self.counters_where(
            "never move by ground",
            lambda u: u.kind in {"partisan", "insurgent"} | by("TRC-22.2c", {"worker"}),
        )
        self.hitler = self.counters_with("Hitler", kind="leader", side="axis")
        self.stalin = self.counters_with("Stalin", kind="leader", side="russian")
        self.stavka = self.counters_with("Stavka", kind="hq", side="russian")
        self.german_hqs = self.counters_with("army group headquarters", kind="hq", side="axis")

    @value
    def printed(self, unit: Number) -> Int:
        """The printed movement factor of a unit: the hexes of clear terrain that it may enter in
        clear weather in the first impulse (TRC-2.5a)."""
        return self._printed(unit)

    @value
    def ss(self) -> Units:
        """The SS units, within five hexes of which no partisan stays."""
        return self.all_ss

    @value
    @rule("TRC-6.3a", otherwise=True)
    def counts(self, unit: Counter) -> bool:
        """Says whether a unit has a stacking value: headquarters, leaders and the German SS Reserve
        have none (TRC-6.3a), nor have workers (TRC-22.2b)."""
        if unit.kind == "worker":
            return self._workers_count()
        return unit.kind not in NO_STACKING and unit.id != "SS:inf:res"

    @rule("TRC-22.2b", otherwise=True)
    def _workers_count(self) -> bool:
        """Says whether workers have a stacking value: they have none (TRC-22.2b)."""
        return False

    def uncounted(self, unit: UnitRow) -> bool:
        """Says whether a unit may be added to any stack, as it has no stacking value (TRC-6.3a)."""
        return not self.counts(counter(unit))

    @value
    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """The key of a unit's class: units are interchangeable if their keys are equal."""
        u = counter(unit)
        kind = (u.side, u.nation, u.kind, u.size, u.attack, u.movement, u.formation, u.mobility)
        # the SS Reserve and the corps named in rules are not interchangeable
        named = u.id if u.replaceable is False or u.ss or u.entry != "turn" else ""
        return (*kind, u.group, u.arrives, u.impulse, u.place, u.entry, named)

    def own(self, side: int) -> Units:
        """The units of a side, wherever they are."""
        return self.russian_units if side == RUSSIAN else self.axis_units

    def on_map(self, side: int) -> Units:
        """The units of a side on the map."""
        return self.own(side) & units_on_map()

    def troops(self, side: int) -> Units:
        """The units of a side on the map that fight: all except partisans. Workers fight
        (TRC-22.2d), and leaders do too (TRC-29.0a)."""
        there = self.on_map(side)
        if side != RUSSIAN:
            return there
        return self.fighting(there - self.partisans)

    def fighting(self, units: Units) -> Units:
        """The units among `units` that attack, defend and have zones of control; workers do all
        three (TRC-22.2d)."""
        return by("TRC-22.2d", units, otherwise=units - self.workers)

    # -- hexes ------------------------------------------------------------------------------

    def area(self, name: str, *areas: str) -> Hexes:
        """Declares under a name, and returns, the fixed set of the hexes of some areas of the
        map."""
        return self.hexes_where(name, lambda h: h.area in areas)

    @step
    def define_hexes(self) -> None:
        """Declares the classes of hexes: terrain, places with an owner, countries, districts, edges
        and coasts."""
        self.land = self.b.hex_set("land", sorted(self.land_indices))
        self.woods = self.hexes_where("woods", lambda h: h.terrain == "woods")
        self.swamp = self.hexes_where("swamp", lambda h: h.terrain == "swamp")
        mountain = set(self.indices_where(lambda h: h.terrain == "mountain"))
        self.mountain_indices = mountain - self.flattened()
        self.mountain = self.b.hex_set("mountain", sorted(self.mountain_indices))
        self.major = self.hexes_with("city-major")
        self.minor = self.hexes_with("city-minor")
        self.cities = self.hexes_where("cities", self.is_city)
        self.wells = self.hexes_with("oil")
        self.junctions = self.hexes_with("junction")
        # TRC-7.4b: contested zones of control affect wells (21.4f) and junctions as they do cities
        like_cities = CITY | by("TRC-21.4f", {"oil"})
        # tracks meet there outside a city (9.4.2a); control goes by occupation and zones (9.4.2b)
        junctions = by("TRC-9.4.2a", lambda: by("TRC-9.4.2b", {"junction"}), otherwise=set())
        like_cities = like_cities | junctions
        self.owned = self.hexes_where(
            "cities, wells and junctions", lambda h: bool(h.features & like_cities)
        )
        # junctions count as cities when track is converted (9.4.2c)
        nodes = CITY | by("TRC-9.4.2c", {"junction"})
        self.nodes = self.hexes_where("ends of lines", lambda h: bool(h.features & nodes))
        self.russia = self.area("Russia", *RUSSIA)
        self.germany = self.area("Germany", "germany", "east-prussia")
        self.finland = self.area("Finland", "finland")
        self.hungary = self.area("Hungary", "hungary")
        self.rumania = self.area("Rumania", "rumania")
        self.bulgaria = self.area("Bulgaria", "bulgaria")
        self.poland = self.area("Poland", "poland")
        self.districts = {
            name: self.hexes_where(f"{name} district", lambda h, name=name: h.zone == name)  # type: ignore[misc]
            for name in ("leningrad", "baltic", "western", "kiev", "odessa")
        }
        self.edge = {name: self.hexes_with(f"edge-{name}") for name in ("west", "east")}
        self.south_entry = self.hexes_with("entry-south")
        self.exits = {
            name: self.hexes_with(f"rail-{name}") for name in ("west", "east", "north", "south")
        }
        self.hungarian_rail = self.hexes_with("rail-hungarian")
        self.coast = [self.hexes_with(f"coast-{sea}") & self.land for sea in SEAS]
        self.ports = [self.hexes_with(f"port-{sea}") for sea in SEAS]

    @value
    def flattened(self) -> Set[int]:
        """The mountain hexes that count as clear terrain: none unless an option says so."""
        return set()

    def lvov_hills(self) -> Set[int]:
        """The mountain hexes south-east of Lvov: T24, T25 and U24 (reading D-44)."""
        return {self.hex(h) for h in HILLS}

    def is_city(self, row: HexRow) -> bool:
        """Says whether a hex holds a city."""
        return bool(row.features & CITY)

    def is_land(self, hex_: int) -> bool:
        """Says whether a unit may be in a hex: on land outside Turkey, or by reading D-101 in
        Turkey too."""
        return hex_ in self.land_indices

    @cached_property
    def land_indices(self) -> Set[int]:
        """The indices of the land hexes in which a unit may be."""
        if self.option("D-101"):
            return self._ground_indices
        return self._ground_indices - set(self.indices_where(lambda row: row.area == "turkey"))

    @cached_property
    def _ground_indices(self) -> Set[int]:
        return set(self.indices_where(lambda row: row.terrain not in ("sea", "lake", "none")))

    def next_to(self, hex_: int) -> list[int]:
        """The indices of the hexes of the map next to a hex."""
        near = (self.data.map.neighbor(hex_, way) for way in range(6))
        return [h for h in near if h is not None]

    def city(self, name: str) -> int:
        """Returns the index of the hex of a city by its name."""
        if name in self.data.map.labels:
            return self.data.map.labels[name]
        raise self.missing("map.csv", "column name", f"the city {name}")

    def home_exits(self, side: int) -> Hexes:
        """The rail hexes at a side's own map edges, west for the Axis, east and south for the
        Russian: sources of rail supply (TRC-17.2.2b), and exits of its off-board rail moves
        (TRC-9.3.4c)."""
        at = self.exits
        return at["west"] if side == AXIS else at["east"] | at["south"]

    # -- hexsides ---------------------------------------------------------------------------

    def _define_edges(self) -> None:
        """Declares the hexsides that ground movement, zones of control, attacks, retreats and lines
        of supply may cross.

        Movement does not cross coasts (8.5a), and zones of control cross no water and no closed
        hexside (7.1c). Attacks cross only hexsides that zones cross (7.1d). At the Kerch Strait
        zones do not cross (8.5.2a), but attacks, retreats (8.5.1b) and lines of supply (8.5.3a) do.
        """
        steps = {(a, b) for a, _, b in self.steps}
        straits, closed = self.steps_across("strait"), self.steps_across("prohibited")

        def within(land: Set[int]) -> set[tuple[int, int]]:
            return {(a, b) for a, b in steps if a in land and b in land}

        on_land = within(self.land_indices) - straits
        dry = on_land - closed
        # ground units cross no coast (8.5a); zones cross no water and no closed hexside (7.1c)
        self._walked = by("TRC-8.5a", dry, otherwise=on_land)
        zone = by("TRC-7.1c", within(self._ground_indices) - closed, otherwise=steps)
        zone = by("TRC-8.5.2a", zone - straits, otherwise=zone | straits)
        # not where zones stop (7.1d), except at the Kerch Strait, which zones do not cross (8.5.2a)
        attacked = by("TRC-7.1d", zone | straits, otherwise=steps)
        # retreats (8.5.1b) and supply lines (8.5.3a) cross the Kerch Strait
        retreats = dry | by("TRC-8.5.1b", straits)
        supply = dry | by("TRC-8.5.3a", straits)
        self.ground = self.edges_of("ground", self._walked)
        self.zone_edges = self.edges_of("zones of control", zone)
        self.attack_edges = self.edges_of("attacks", attacked)
        self.retreat_edges = self.edges_of("retreats", retreats)
        self.supply_edges = self.edges_of("supply", supply)
        self.strait_edges = self.edges_of("Kerch Strait", straits)
        self.strait = self.feature_of("strait", straits)
        self.rail = self.edges_of("rail", self.steps_across("rail"))
        self.track = self.hexes_where("track", lambda h: "rail" in h.features)
        self.costs = self.ground_costs("ground")
        # TRC-24.5b: costs once no unit may enter Finland any more
        self.finnish = frozenset(self.indices_where(lambda row: row.area == "finland"))
        self.costs_with_finland_shut = self.ground_costs("ground, Finland shut", self.finnish)

    def ground_costs(self, name: str, *shut: Set[int]) -> int:
        """Declares under a name a table of movement costs: one point for each hexside that a unit
        may cross. Returns the number of the table. No unit enters the hexes `shut` from outside, as
        in closed Finland (TRC-24.5b)."""
        steps = self._walked
        for land in shut:
            steps = {(a, b) for a, b in steps if a in land or b not in land}
        return self.costs_of(name, dict.fromkeys(steps, 1))

    # -- the state --------------------------------------------------------------------------

    def _define_state(self) -> None:
        """Declares the turn and the control of places at first: each side controls the cities, oil
        wells and junctions on its side of the start line (TRC-3.5a), in scenarios too (27.11g). In
        Fall Blau Leningrad and Sevastopol are Russian at first (27.4c)."""
        self.first_turn = int(self.data.setup["first_turn"])
        self.last_turn = int(self.data.setup["last_turn"])
        begins = BEGINS.get(self.data.scenario)
        first = by(begins, self.first_turn, otherwise=1) if begins else self.first_turn
        self.turn = self.b.variable("turn", Life.GAME, first, limits=(0, 26))
        if self.data.setup.get("start_line"):
            axis = by("TRC-27.11g", self.axis_start, otherwise=self._axis_home)
        else:
            axis = by("TRC-3.5a", self.axis_start, otherwise=frozenset())
        if self.data.scenario == "fall-blau":
            ports = {self.city("Leningrad"), self.city("Sevastopol")}
            # both are on the Russian side of the line (27.4c)
            axis = by("TRC-27.4c", axis, otherwise=axis | ports)
        every = self.indices_where(self.owned_by)
        # TRC-3.5a, TRC-27.11g: each side controls the places on its own side of the start line
        self.control = [
            self.b.hex_flag(
                f"{name} control", Life.GAME, [h for h in every if (h in axis) == (name == "axis")]
            )
            for name in self.sides
        ]
        self.axis_at_first = axis

    def owned_by(self, row: HexRow) -> bool:
        """Says whether a side may control a hex: one with a city (TRC-17.2.1a), a rail junction
        (TRC-9.4.2b) or an oil well (TRC-21.4f)."""
        return bool(row.features & (CITY | {"oil", "junction"}))

    @cached_property
    def axis_start(self) -> Set[int]:
        """The hexes on the Axis side of the start line, of the campaign (TRC-3.5a) or of a scenario
        (TRC-27.11g)."""
        line = self.data.setup.get("start_line")
        if line is None:
            return self._axis_home()
        rows = self.data.charts["start-lines"]["line"][line]
        return {self.hex(name) for name in axis_side(rows)}

    def _axis_home(self) -> Set[int]:
        return set(self.indices_where(lambda h: h.area in AXIS_HOME))

    def control_by(self, side: int, hexes: Hexes, rule: str, lost: str = "") -> None:
        """Gives a side control of some hexes, by the rule `rule`, and takes control of the same
        hexes from the other side, by the rule `lost`, or also by `rule` if `lost` is empty."""
        mark(self.control[side], hexes, rule)
        clear(self.control[1 - side], hexes, lost or rule)

    def control_by_none(self, hexes: Hexes, rule: str) -> None:
        """Takes control of some hexes from both sides, by `rule`."""
        for flag in self.control:
            clear(flag, hexes, rule)

    # -- stacking ---------------------------------------------------------------------------

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """The limits on the units of a side in a hex (TRC-6.1): three corps without an army (6.1b),
        or two units of which at least one is an army (6.1c)."""
        text = "it is full, and the unit could not move on"
        return [AtMost("TRC-6.1b", 3, text), AtMost("TRC-6.1c", 2, text, beside=self.armies)]

    def overstacked(self, side: int) -> Hexes:
        """The hexes with too many units of a side, for example more than two armies (TRC-6.1a). In
        play without that rule, three armies are not too many if no other unit is with them."""
        over = super().overstacked(side)
        return by("TRC-6.1a", over, otherwise=over & (self.corps.hexes() | stacked(side, 4)))

    @value
    def room(self, side: int, unit: Number) -> Hexes:
        """The hexes in which one more unit breaks no stacking limit: at most two armies, three
        corps, or an army and a corps (TRC-6.1)."""
        return ~self.full(side, unit)

    # -- words ------------------------------------------------------------------------------

    def is_turn(self, year: int, months: str) -> Int:
        """Says whether the present turn is the one that begins with a given month of a given
        year."""
        return self.turn == turn_of(year, months)

    def from_turn(self, year: int, months: str) -> Int:
        """Says whether the turn that begins with a given month of a given year has begun, at any
        earlier time or now."""
        return self.turn >= turn_of(year, months)

    def month(self) -> Int:
        """The number of the present turn within a year, from 0 for March/April to 5 for
        January/February."""
        return self.turn % 6

    # -- what a move leaves behind ----------------------------------------------------------

    def has_moved(self, units: Units, rule: str = "") -> None:
        """Marks units as having moved, by `rule`: they move no more this impulse."""
        mark(self.moved, units, rule)

    def came(self, units: Units, by_moving: Number = 1) -> None:
        """Marks units as having come to their hex by moving this impulse; if `by_moving` is 0,
        takes that mark from the units."""
        mark_as(self.entered_now, units, by_moving)

    def pin(self, units: Units, rule: str = "") -> None:
        """Marks units as held where they are, by `rule`: they may not move this impulse."""
        mark(self.pinned, units, rule)

    def go_to_turn(self, turn: Number, rule: str) -> None:
        """Moves the turn marker to a turn, by `rule`."""
        assign(self.turn, turn, rule)

    def change_weather(self, weather: Number, rule: str) -> None:
        """Sets the weather of the present turn, by `rule`."""
        assign(self.weather, weather, rule)

    # -- losses -----------------------------------------------------------------------------

    @step
    def eliminate(self, units: Units, rule: str) -> None:
        """Eliminates units, by `rule`: puts them into their owner's replacement pool, from which
        they may return (TRC-13.2b)."""
        self.units_lost(units)
        self.leave(units, by("TRC-13.2b", "pool", otherwise="removed"), rule)

    @step
    def surrender(self, units: Units, rule: str) -> None:
        """Makes units surrender, by `rule`: puts them into the box of surrendered units, from which
        none returns (TRC-13.2b)."""
        self.units_lost(units)
        self.leave(units, "surrendered", rule)

    @step
    def units_lost(self, units: Units) -> None:
        """Marks the elimination or surrender of units: an empty step, to which other sections add
        the rules on lost leaders and on points for lost headquarters."""

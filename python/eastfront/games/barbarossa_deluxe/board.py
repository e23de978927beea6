"""Barbarossa Deluxe: the board, which has the sets, flags, variables and tables that all rules use.

The board states the rulebook's sections 1 (map, sides), 2 (counters), 3 (control of hexes) and 6
(stacking), and the charts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *
from eastfront.scenario.model import HexRow, UnitRow
from eastfront.systems.asking import results_table
from eastfront.systems.fields import HEXES, hex_flag, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import rule, value
from eastfront.systems.stacking import AtMost

from .ground import BALTIC, GERMAN, LAKES_AND_SEAS, SOVIET, Ground

FIGHT_MOVE, MOVE_FIGHT, FIGHT_FIGHT = 1, 2, 3
NORTH, SOUTH = 1, 2
MOBILE, PREPARED = 1, 2

MOST_MARKERS = 20
"""A number greater than the number of markers of any kind."""

ZONE = "BD-5.6b"
"""The rule by which the German names a logistics zone."""

SATELLITE_BAN = "BD-10.22a"
"""The rule that an Axis satellite army never enters or attacks into hexes north of the logistics
boundary, nor traces supply through them."""

COUNTER_FIRE = "counter-fire"
"""The kind of the Leningrad counter-fire corps."""

NO_ARMIES = frozenset(
    {COUNTER_FIRE, "mech-corps", "rifle-corps", "airborne-corps", "cavalry", "cavalry-mech"}
)
"""The kinds of Soviet units that are no armies, but corps or groups."""

STACK_LIMIT = 5
"""The largest number of units of a side that stack in a hex (BD-6.3a)."""

RESULTS = ("AE", "AS", "BB", "DR", "DE")
AE, AS, BB, DR, DE = range(5)

GERMAN_FOOT, GERMAN_MECH, SOVIET_FOOT, SOVIET_MECH, SOVIET_MECH_LATE, RAIL = range(6)
"""The numbers of the tables of movement costs, one for each side and mobility and one for strategic
movement, in the order of their declaration."""

WATCHED = frozenset({"german-fort", "caucasus-exit"})
"""The features of hexes that a Soviet unit may enter with consequences: German fortified lines and
the exits of the Caucasus expedition."""
REICH = frozenset({"greater-germany", "general-government", "hungary"})
"""The areas in which a German fortress city gives garrison supply (7.6a, 7.6c)."""


class Board(Ground):
    """The component of the game that all sections of the rules use: sets of units and hexes, flags,
    variables and tables."""

    turn = variable(
        "turn", Life.GAME, lambda board: board.turns[0], limits=lambda board: board.turns
    )
    german_control = hex_flag("german", Life.GAME, lambda board: board.german_at_start)
    opened = variable(
        "opened hexes of Bulgaria",
        Life.GAME,
        limits=lambda board: (0, (1 << len(board.bulgaria)) - 1),
    )
    zone_declared = variable("zone", Life.GAME, most=SOUTH)
    target = variable("target", Life.BATTLE, -1, limits=HEXES)
    battle_kind = variable("battle kind", Life.BATTLE, most=2)
    attacker = unit_flag("attacking", Life.BATTLE, in_play=True)
    aside = ("in-assault",)

    def lay_out(self) -> None:
        """Declares the sets and tables of counters, hexes, hexsides, costs and charts."""
        self._define_units()
        self._define_hexes()
        self._define_edges()
        self._define_costs()
        self._define_charts()

    # -- units ------------------------------------------------------------------------------

    def _define_units(self) -> None:
        """Declares the factors, arrival turns, sides and sets of units."""
        units = self.data.units
        b = self.b
        self.attack = self.unit_points("attack", lambda u: u.attack)
        self.defence = self.unit_points("defence", lambda u: u.defence)
        self.arrives = b.unit_attr("arrives", [u.arrives or 0 for u in units])
        self.side_of = b.unit_attr("side", [self.sides.index(u.side) for u in units])

        def kind(name: str, *kinds: str) -> Units:
            return self.units_where(name, lambda u: u.kind in kinds)

        self.germans = self.units_where("german side", lambda u: u.side == "german")
        self.soviets = self.units_where("soviet side", lambda u: u.side == "soviet")
        # BD-2.9a, BD-2.6a, BD-2.6b: mobility by colour
        self.mech = self.units_where("mechanised", lambda u: u.mobility == "mech")
        self.static = self.units_where("static", lambda u: u.mobility == "static")
        self.militia = kind("militia", "militia")
        self.infantry = kind("infantry corps", "infantry")
        self.mountain = kind("mountain corps", "mountain")
        self.panzer = kind("panzer corps", "panzer")
        self.satellites = kind("axis satellite armies", "satellite")
        self.rifle = kind("rifle armies", "rifle", "communist-satellite")
        self.shock = kind("shock armies", "shock")
        self.fighters = self.units_where("with an attack factor", self._attacks)
        self.replaceable = self.units_where("replaceable", lambda u: u.replaceable)
        self.romanians = self.units_where(
            "romanian", lambda u: u.nation == "romanian" and u.side == "german"
        )
        self.conversions = kind("by conversion", "guards", "shock")
        self.triggered = self.units_where("by trigger", lambda u: u.entry == "trigger")
        # BD-8.35d: the militia of Leningrad is one by its name
        self.armies = self.units_where(
            "soviet armies", lambda u: u.side == "soviet" and u.kind not in NO_ARMIES
        )

    def _attacks(self, unit: UnitRow) -> bool:
        """Says whether a unit may attack: one with an attack factor, and the counter-fire corps,
        which has a die (BD-8.35b)."""
        if unit.kind == COUNTER_FIRE:
            return bool(by("BD-8.35b", ["may attack"]))
        return unit.attack > 0  # BD-11.12c

    @value
    def uncounted(self, unit: UnitRow) -> bool:
        """Says whether a unit does not count for stacking: static units never do (BD-6.5b)."""
        if unit.kind == "fortress-command":
            return bool(by("BD-8.33c", ["uncounted"]))
        return unit.mobility in by("BD-6.5b", ["static"])

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """The key of interchangeable counters: also whether the unit can be replaced."""
        return (*super().unit_class(unit), unit.replaceable)

    def own(self, side: int) -> Units:
        """The units of a side."""
        return self.germans if side == GERMAN else self.soviets

    # -- hexes ------------------------------------------------------------------------------

    def _define_hexes(self) -> None:
        """Declares the sets of hexes, by terrain, zone, city, supply area, supply source, port and
        control at the start."""
        self.land = self.hexes_where("land", lambda h: h.terrain not in LAKES_AND_SEAS)
        self.clear = self.hexes_where("clear", lambda h: h.terrain == "clear")
        self.rough = self.hexes_where("rough", lambda h: h.terrain == "rough")
        self.marsh = self.hexes_where("marsh", lambda h: h.terrain == "marsh")
        self.north = self.hexes_where("northern zone", lambda h: h.zone == "north")
        self.south = self.hexes_where("southern zone", lambda h: h.zone == "south")
        self.cities = self.hexes_with("city")
        self.dp_area = self.hexes_with("dp")
        self.r_area = self.hexes_with("rostov")
        self.cs_area = self.hexes_with("crimea")
        self.german_forts = self.hexes_with("german-fort")
        self.soviet_forts = self.hexes_with("soviet-fort")
        self.german_sources = self.hexes_with("german-source")
        self.soviet_sources = self.hexes_with("soviet-source")
        self.rvgk_edge = self.hexes_with("rvgk-edge")
        self.exit_hexes = self.hexes_with("caucasus-exit")
        self.coast_baltic = self.hexes_with("coast-baltic")
        self.coast_black = self.hexes_with("coast-black")
        self.coast_azov = self.hexes_with("coast-azov")
        self.ports_black = self.hexes_with("port-black")
        self.ports_baltic = self.hexes_with("port-baltic")
        self.vp_hexes = self.hexes_with("vp")
        self.start_german = self.b.hex_set("german at start", self.german_at_start)
        self.neutral = self.hexes_where("Bulgaria", lambda h: h.area == "bulgaria")
        self.ussr = self.hexes_where("USSR", lambda h: h.area == "ussr")
        self.reich = self.hexes_where("Reich and Hungary", lambda h: h.area in REICH)
        self.german_lakes = self.hexes_where(
            "German lakes",
            lambda h: h.terrain == "lake" and h.area in ("greater-germany", "hungary"),
        )
        self.soviet_lakes = self.hexes_where(
            "Soviet lakes", lambda h: h.terrain == "lake" and (h.area == "ussr" or h.area in BALTIC)
        )
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        government = set(self.indices_where(lambda h: h.area == "general-government"))
        near = government | {other for h, _, other in self.steps if h in government}
        self.near_government = self.b.hex_set("at the General Government", list(near))
        # hexes in which the entry of a Soviet unit may have consequences
        watched = near.union(
            self.indices_where(lambda h: bool(h.features & WATCHED) or h.area == "bulgaria")
        )
        self.soviet_watch = self.b.hex_set("watched", list(watched))

    def _define_charts(self) -> None:
        """Declares the tables of the charts: turn record, air armies, combat results, concentric
        attacks."""
        first, last = self.turns
        track = [t for t in self.data.charts["turn-track"]["turn"] if first <= t["turn"] <= last]
        count = len(track)

        def column(name: str, value: Callable[[Any], Any]) -> Table:
            return self.b.table(name, [first], [count], [int(value(t)) for t in track])

        self.single_month_table = column("single month", lambda t: t["single_month"])
        self.movement_table = self.b.table(
            "movement factors",
            [first, 0, 0],
            [count, 2, 2],
            [int(t[f"{s}_{m}"]) for t in track for s in self.sides for m in ("foot", "mech")],
        )
        self.replacement_table = self.b.table(
            "replacements",
            [first, 0, 0],
            [count, 2, 2],
            [int(n) for t in track for s in self.sides for n in reversed(t[f"{s}_replacements"])],
        )
        self.luftwaffe_table = column("luftwaffe", lambda t: t["luftwaffe"])
        air = {int(turn): n for turn, n in self.data.charts["air-armies"]["available"].items()}
        self.air_table = column("air armies", lambda t: air[int(t["turn"])])  # BD-8.38b
        # columns are a ladder: 1 is 1:1, 2 is 2:1, 0 is 1:2, -4 is 1:6
        chart = self.data.charts["combat-results"]
        self.combat_result = results_table(chart, -4, RESULTS, range(12))
        # BD-11.24a: opposite hexes, or three with one between, as a six-bit ring
        self.concentric_table = self.b.table(
            "concentric",
            [0],
            [64],
            [
                int((m & m >> 3) > 0 or m & 0b010101 == 0b010101 or m & 0b101010 == 0b101010)
                for m in range(64)
            ],
        )

    # -- what the rules write on the table --------------------------------------------------

    def next_turn(self) -> None:
        """Begins the next game turn."""
        assign(self.turn, self.turn + 1)

    @rule("BD-3.6d")
    def take(self, side: Number, at: Int) -> None:
        """Puts a hex under the control of the side whose ground unit enters the hex, at once
        (BD-3.6d)."""
        mark_as(self.german_control, one_hex(at), number(side) == GERMAN, "BD-3.6d")

    @law("BD-10.4a", "no hex holds units of both sides")
    def _one_side(self) -> Int:
        """Says whether no hex holds units of both sides: no unit enters a hex with enemies, except
        during an assault (10.4a)."""
        return ~(occupied(GERMAN) & occupied(SOVIET)).any()

    @law("BD-3.6d", "no unit stands in a hex that the other side controls")
    def _own_ground(self) -> Int:
        """Says whether no unit is in a hex under the control of the other side, since a side takes
        a hex at the instant a unit enters it (3.6d)."""
        strangers = [occupied(s) & self.control(1 - s) for s in (GERMAN, SOVIET)]
        return ~(strangers[GERMAN] | strangers[SOVIET]).any()

    def declare_zone(self, zone: int) -> None:
        """Records the logistics zone that the German names, north or south; the choice is permanent
        (BD-5.6b)."""
        assign(self.zone_declared, zone, ZONE)

    def declare_battle(self, target: Int, kind: Number) -> None:
        """Stores the attacked hex, and the kind of assault, mobile or prepared, of a battle that
        begins."""
        assign(self.target, target)
        assign(self.battle_kind, kind)

    def join_battle(self, units: Units) -> None:
        """Marks units as attackers of the present battle."""
        mark(self.attacker, units)

    def leave_battle(self, units: Units) -> None:
        """Takes units out of the attackers of the present battle."""
        clear(self.attacker, units)

    # -- words ------------------------------------------------------------------------------

    @property
    def turns(self) -> tuple[int, int]:
        """The first and the last game turn of the scenario."""
        return int(self.data.setup["first_turn"]), int(self.data.setup["last_turn"])

    @property
    def german_at_start(self) -> list[int]:
        """The hexes that the German controls at the start."""
        return self.given_to_german()

    @value
    def given_to_german(self) -> list[int]:
        """The hexes that the scenario gives to the German at the start."""
        return [self.hex(h) for h in self.data.setup["german_control"]]

    @property
    def victory_cities(self) -> list[int]:
        """The hexes of the victory cities of the scenario: Leningrad, Moscow and Stalingrad."""
        return [self.hex(h) for h in self.data.setup["victory_cities"]]

    @property
    def attackers(self) -> Units:
        """The units that attack in the present battle."""
        return self.attacker.units

    def at_target(self, side: int) -> Units:
        """The units of a side in the attacked hex."""
        return units_at(self.target) & self.own(side)

    @property
    def single_month(self) -> Int:
        """Says whether the game turn is a single-month turn: June, July, August or September of any
        year (BD-5.8a)."""
        return self.single_month_table(self.turn)

    def there(self, side: int) -> Units:
        """The units of a side on the map."""
        return self.own(side) & units_on_map()

    def enemy_hexes(self, side: int) -> Hexes:
        """The hexes with enemy ground units, which a side's units may not enter except in a mobile
        assault (BD-10.4a)."""
        enemies = occupied(1 - side)
        return by("BD-10.4a", enemies, otherwise=enemies - self.land)

    @value
    def control(self, side: int) -> Hexes:
        """The hexes controlled by a side; at all times each land hex outside Bulgaria is controlled
        by exactly one side (BD-3.6a). A hex of Bulgaria is neutral until a unit enters it (reading
        D-71)."""
        german = self.german_control.hexes
        if side == GERMAN:
            return german
        opened = (one_hex(h).when(self._opened(n)) for n, h in enumerate(self.bulgaria))
        return self.land - german - (self.neutral - union(opened))

    @property
    def bulgaria(self) -> list[int]:
        """The hexes of Bulgaria, which are neutral until they are opened."""
        return self.indices_where(lambda h: h.area == "bulgaria")

    def _opened(self, number: int) -> Int:
        """Says whether a Soviet unit has entered the hex of Bulgaria with this number, counted from
        0."""
        return self.opened // (1 << number) % 2 == 1

    def open_neutral(self, at: Int) -> None:
        """Notes that a Soviet unit enters a hex, which is neutral no longer if it is in Bulgaria
        (BD-3.6a, reading D-71)."""
        for n, h in enumerate(self.bulgaria):
            with when((at == h) & ~self._opened(n)):
                assign(self.opened, self.opened + (1 << n), "BD-3.6a")

    @value
    def matters(self, side: int, came: Int, at: Number) -> Int:
        """Says whether the entry of a side's unit into a hex has consequences; ``came`` is the
        place from which the unit comes.

        Such consequences are that the side takes the hex (BD-3.6d), or that a Soviet unit enters an
        exit of the Caucasus expedition (BD-4.13e), a hex next to the General Government, where the
        Polish army appears (BD-8.24a), a German fortified line, which is destroyed (BD-11.21d), or
        neutral Bulgaria (BD-3.6a).
        """
        # BD-3.6d, BD-4.13e, BD-8.24a, BD-11.21d
        german = self.german_control(at)
        return ~german if side == GERMAN else german | self.soviet_watch.contains(at)

    @value
    def room(self, side: int, units: Number = 1) -> Hexes:
        """The land hexes with stacking room for further units of a side, ``units`` in number: a hex
        holds five units in all (BD-6.3a)."""
        return self.land - self.full(side, more=units)

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """The stacking limit of a side: at most five of its units in a hex (BD-6.3a)."""
        return [AtMost("BD-6.3a", STACK_LIMIT, "it has no room for the whole stack")]

    @law("BD-6.3a", "at most five units of a side in a hex")
    def _stacks(self) -> Int:
        """Says whether no hex holds more than five units of a side that count for stacking
        (6.3a)."""
        return ~(self.overstacked(GERMAN) | self.overstacked(SOVIET)).any()

    def berths(self, side: int, unit: Number) -> Hexes:
        """The hexes with room for one unit of a side: those with fewer than five units and, for a
        satellite army, without another satellite army (BD-6.4a)."""
        return self.room(side) - self.meeting(one_unit(unit))

    def meeting(self, units: Units) -> Hexes:
        """The hexes where ``units`` may not stack because a hex holds only one unit of a kind."""
        return union(hexes for _, _, hexes in self.one_of_a_kind(units))

    @value
    def one_of_a_kind(self, units: Units) -> list[tuple[str, str, Hexes]]:
        """For each rule by which a hex holds one unit of a kind: its id, its text, and the hexes
        where ``units`` may not stack; none if no unit of the kind is among ``units``. At most one
        satellite army of a side is in a hex, whatever the nationalities (BD-6.4a)."""
        others = (self.satellites - units).hexes()
        met = by("BD-6.4a", others.when((units & self.satellites).any()))
        return [("BD-6.4a", "another satellite army is there", met)]

    @value
    def fitting(self, hexes: Hexes, unit: Int) -> Hexes:
        """Those of some hexes with room where a unit that is no satellite army may stack with the
        units there: all of them, unless the rule of another section says less."""
        return hexes

    @value
    def able_to_fit(self, units: Units, hexes: Hexes) -> Units:
        """Those of some units that fit into one of ``hexes``, hexes with room (`fitting`)."""
        return units

    def crowded(self, hexes: Hexes, side: int, units: Units) -> list[tuple[str, str, Hexes]]:
        """For each stacking rule its id, its text, and those of ``hexes`` that have no room for
        ``units`` of a side together: a hex holds at most one satellite army (6.4a), and at most
        five units (6.3a)."""
        return [
            # BD-6.4a
            *((rule, text, hexes & met) for rule, text, met in self.one_of_a_kind(units)),
            *(
                (each.rule, each.text, hexes & each.crowded(side, more=units.count()))
                for each in self.stack_limits(side)
            ),
        ]

    @law("BD-6.4a", "at most one satellite army in a hex")
    def _armies(self) -> Int:
        """Says whether no hex holds more than one satellite army (6.4a)."""
        armies = self.satellites & units_on_map()
        return armies.hexes().count() == armies.count()

    @property
    def ban_suspended(self) -> Int:
        """Says whether the ban of satellite armies from the north is suspended: until the end of
        turn 12, if the German has named the northern zone for his logistics effort (BD-10.22c)."""
        return by(
            "BD-10.22c", (self.zone_declared == NORTH) & self.in_window("BD-10.22c"), told=True
        )

    def banned(self, units: Units) -> Hexes:
        """The hexes that ``units`` may not enter as a group, if one of the units is a satellite
        army: those north of the logistics boundary, by movement, advance or retreat (BD-10.22a)."""
        barred = (units & self.satellites).any() & ~self.ban_suspended
        return by(SATELLITE_BAN, self.north.when(barred))

    @value
    def barred_to(self, units: Units) -> Hexes:
        """The hexes that ``units`` may not enter as a group, by movement, advance or retreat, nor
        attack: areas that are closed to one of the units, such as `banned`."""
        return self.banned(units)

    @value
    def bound(self) -> list[Units]:
        """Groups of units, each with areas of its own that are closed to it."""
        return [self.satellites]

    def kept_out(self, at: Int) -> Units:
        """The units that may not go into a hex, since it is in an area closed to them."""
        return union(some.when(self.barred_to(some).contains(at)) for some in self.bound())

    def in_ban(self, unit: Number, barred: Hexes) -> Int:
        """Says whether a unit is a satellite army in ``barred``, hexes north of the logistics
        boundary, while satellite armies are banned from there. Such a unit traces no supply
        (BD-10.22a)."""
        there = self.satellites.contains(unit) & barred.contains(place_of(unit))
        return by(SATELLITE_BAN, there & ~self.ban_suspended, told=True)

    def hex_fact(self, row: HexRow) -> str:
        """The words that describe a hex in refusals: terrain, city and name."""
        words = [row.terrain]
        if "city" in row.features:
            words.append("city")
        if row.label:
            words.append(f"({row.label})")
        return " ".join(words)

    def start_places(self) -> list[int]:
        """The initial place of each unit: its hex or box in the scenario's set-up, or the box
        `later`."""
        setup = self.data.setup
        stacks = [*setup["setup"], *setup["mandatory"]]
        at = {u: self.hex(row["hex"]) for row in stacks for u in row["units"]}
        at |= {u: self.box("pool") for row in setup["free"] for u in row["units"]}
        for name, units in setup["boxes"].items():
            at |= dict.fromkeys(units, self.box(name.partition("_")[2]))
        return [at.get(u.id, self.box("later")) for u in self.data.units]

"""Barbarossa Deluxe: the board. Sets, flags, variables and tables that the rules speak of.

Sections 1, 2, 3 and 6 of the rulebook, and the charts.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import HexRow, UnitRow
from eastfront.systems.fields import HEXES, hex_flag, unit_field, unit_flag, variable
from eastfront.systems.sections import value

from .ground import BALTIC, Ground

GERMAN, SOVIET = 0, 1

FIGHT_MOVE, MOVE_FIGHT, FIGHT_FIGHT = 1, 2, 3
NORTH, SOUTH = 1, 2
SHUT, FOLLOW, FREE = 0, 1, 2
"""Soviet units stay in the Caucasus box, may follow a recall this turn, or may leave for good."""
MOBILE, PREPARED = 1, 2

MOST_POINTS, MOST_MARKERS = 99, 20
"""More movement points, and more markers of a kind, than a game ever counts."""

STACK_LIMIT = 5
"""BD-6.3a."""

CRIMEA_UNITS = 5
"""BD-7.4f."""

RESULTS = ("AE", "AS", "BB", "DR", "DE")
AE, AS, BB, DR, DE = range(5)

GERMAN_FOOT, GERMAN_MECH, SOVIET_FOOT, SOVIET_MECH, SOVIET_MECH_LATE, RAIL = range(6)
"""Cost tables, in the order of their declaration."""

WATCHED = frozenset({"german-fort", "caucasus-exit"})
REICH = frozenset({"greater-germany", "general-government", "hungary"})


class Board(Ground):
    """The things on the table."""

    fight_number = variable("assault phase", Life.PLAYER_TURN, limits=(0, 2))
    split = variable("stack split", Life.PHASE, limits=(0, 1))
    parent = variable("parent hex", Life.PHASE, -1, limits=HEXES)
    luftwaffe = variable("luftwaffe", Life.GAME_TURN, limits=(0, MOST_MARKERS))
    aerial_hex = variable("aerial supply hex", Life.GAME, -1, limits=HEXES)
    aerial_back = variable("aerial supply back", Life.GAME, limits=(0, 99))
    fortress_left = variable("fortress cities", Life.GAME, limits=(0, 1))
    kerch_used = variable("kerch used", Life.PHASE, limits=(0, 1))
    black_sea_used = variable("black sea used", Life.PHASE, limits=(0, 1))
    baltic_used = variable("baltic used", Life.PHASE, limits=(0, 1))
    emergency_used = variable("emergency used", Life.PHASE, limits=(0, 1))
    air_left = variable("air armies left", Life.PHASE, limits=(0, MOST_MARKERS))
    airborne_year = variable("airborne used in", Life.GAME, limits=(0, 1945))
    caucasus = variable("caucasus", Life.GAME, limits=(0, 4))
    caucasus_way_out = variable("caucasus way out", Life.GAME, limits=(0, 2))
    vp = variable("victory points", Life.GAME, limits=(-999, 999))
    target = variable("target", Life.BATTLE, -1, limits=HEXES)
    battle_kind = variable("battle kind", Life.BATTLE, limits=(0, 2))
    attack_total = variable("attack", Life.GAME_TURN, limits=(0, 9999))
    defence_total = variable("defence", Life.GAME_TURN, limits=(0, 9999))
    odds = variable("odds", Life.GAME_TURN, limits=(-9999, 9999))
    column = variable("column", Life.GAME_TURN, limits=(-9999, 9999))
    result = variable("result", Life.GAME_TURN, -1, limits=(-1, 4))
    moved = unit_flag("moved", Life.PHASE)
    moving = unit_flag("moving", Life.MOVE)
    attacker = unit_flag("attacking", Life.BATTLE)
    fought = unit_flag("fought", Life.PLAYER_TURN)
    defended = unit_flag("defended", Life.PHASE)
    retreated = unit_flag("retreated", Life.PHASE)
    idle = unit_flag("may not attack", Life.PLAYER_TURN)
    assaulted = unit_flag("made a mobile assault", Life.PLAYER_TURN)
    with_air = unit_flag("air army", Life.BATTLE)
    advanced = unit_flag("advanced", Life.BATTLE)
    crimean = unit_flag("crimea supply", Life.GAME_TURN)
    uncrimean = unit_flag("no crimea supply", Life.GAME_TURN)
    at_exit = unit_flag("at caucasus exit", Life.PHASE)
    retreating = unit_flag("retreating", Life.BATTLE)
    entrained = unit_flag("went by rail", Life.PLAYER_TURN)
    paused = unit_flag("paused", Life.PHASE)
    used = unit_field("points used", Life.PHASE, (0, MOST_POINTS))
    fortress = hex_flag("fortress city", Life.GAME)
    sequence_chosen = variable("sequence", Life.PLAYER_TURN, limits=(0, 3))
    zone_declared = variable("zone", Life.GAME, limits=(0, 2))

    def lay_out(self) -> None:
        """Declares everything that the rules speak of."""
        self._define_units()
        self._define_hexes()
        self._define_costs()
        self._define_state()
        self._define_charts()

    # -- units ------------------------------------------------------------------------------

    def _define_units(self) -> None:
        units = self.data.units
        b = self.b
        self.attack = b.unit_attr("attack", [u.attack for u in units])
        self.defence = b.unit_attr("defence", [u.defence for u in units])
        self.arrives = b.unit_attr("arrives", [u.arrives or 0 for u in units])
        self.side_of = b.unit_attr("side", [self.sides.index(u.side) for u in units])

        def kind(name: str, *kinds: str) -> Units:
            return self.units_where(name, lambda u: u.kind in kinds)

        self.germans = self.units_where("german side", lambda u: u.side == "german")
        self.soviets = self.units_where("soviet side", lambda u: u.side == "soviet")
        # BD-2.9a, BD-2.6a, BD-2.6b: mobility by colour
        self.mech = self.units_where("mechanised", lambda u: u.mobility == "mech")
        self.static = self.units_where("static", lambda u: u.mobility == "static")
        self.infantry = kind("infantry corps", "infantry")
        self.mountain = kind("mountain corps", "mountain")
        self.panzer = kind("panzer corps", "panzer")
        self.satellites = kind("axis satellite armies", "satellite")
        self.rifle = kind("rifle armies", "rifle", "communist-satellite")
        self.shock = kind("shock armies", "shock")
        self.fighters = self.units_where("with an attack factor", lambda u: u.attack > 0)
        self.replaceable = self.units_where("replaceable", lambda u: u.replaceable)
        self.romanians = self.units_where(
            "romanian", lambda u: u.nation == "romanian" and u.side == "german"
        )
        self.conversions = self.units_where("by conversion", lambda u: u.entry == "conversion")
        self.triggered = self.units_where("by trigger", lambda u: u.entry == "trigger")
        # all of them are; the militia of Leningrad is one by its name (BD-8.34b)
        self.armies = self.units_where("soviet armies", lambda u: u.side == "soviet")

    def uncounted(self, unit: UnitRow) -> bool:
        """Whether a unit does not count for stacking (BD-6.5b)."""
        return unit.mobility == "static" and in_force("BD-6.5b")

    def own(self, side: int) -> Units:
        """The units of a side."""
        return self.germans if side == GERMAN else self.soviets

    def mech_of(self, unit: Number) -> Int:
        """Whether a unit is mechanised."""
        return self.mech.contains(unit)

    # -- hexes ------------------------------------------------------------------------------

    def _feature(self, tag: str) -> Hexes:
        return self.hexes_where(tag, lambda h: tag in h.features)

    def _define_hexes(self) -> None:
        water = ("sea", "lake")
        self.land = self.hexes_where("land", lambda h: h.terrain not in water)
        self.clear = self.hexes_where("clear", lambda h: h.terrain == "clear")
        self.rough = self.hexes_where("rough", lambda h: h.terrain == "rough")
        self.marsh = self.hexes_where("marsh", lambda h: h.terrain == "marsh")
        self.north = self.hexes_where("northern zone", lambda h: h.zone == "north")
        self.south = self.hexes_where("southern zone", lambda h: h.zone == "south")
        self.cities = self._feature("city")
        self.dp_area = self._feature("dp")
        self.r_area = self._feature("rostov")
        self.cs_area = self._feature("crimea")
        self.german_forts = self._feature("german-fort")
        self.soviet_forts = self._feature("soviet-fort")
        self.german_sources = self._feature("german-source")
        self.soviet_sources = self._feature("soviet-source")
        self.rvgk_edge = self._feature("rvgk-edge")
        self.exit_hexes = self._feature("caucasus-exit")
        self.coast_baltic = self._feature("coast-baltic")
        self.coast_black = self._feature("coast-black")
        self.coast_azov = self._feature("coast-azov")
        self.ports_black = self._feature("port-black")
        self.ports_baltic = self._feature("port-baltic")
        self.vp_hexes = self._feature("vp")
        self.ussr = self.hexes_where("USSR", lambda h: h.area == "ussr")
        self.reich = self.hexes_where("Reich and Hungary", lambda h: h.area in REICH)
        self.general_government = self.hexes_where(
            "General Government", lambda h: h.area == "general-government"
        )
        self.german_lakes = self.hexes_where(
            "German lakes",
            lambda h: h.terrain == "lake" and h.area in ("greater-germany", "hungary"),
        )
        self.soviet_lakes = self.hexes_where(
            "Soviet lakes", lambda h: h.terrain == "lake" and (h.area == "ussr" or h.area in BALTIC)
        )
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        government = {
            i for i, h in enumerate(self.data.map.hexes) if h and h.area == "general-government"
        }
        around = {self.data.map.neighbor(h, d) for h in government for d in range(6)}
        self.near_government = self.b.hex_set(
            "at the General Government", sorted(government | {h for h in around if h is not None})
        )
        # entering one of these, a Soviet unit may set something off
        self.soviet_watch = self.b.hex_set(
            "watched",
            sorted(
                government
                | {h for h in around if h is not None}
                | set(self.indices_where(lambda h: bool(h.features & WATCHED)))
            ),
        )
        self._define_edges()

    # -- state ------------------------------------------------------------------------------

    def _define_state(self) -> None:
        b, setup = self.b, self.data.setup
        turns = (int(setup["first_turn"]), int(setup["last_turn"]))
        on_map = (-1, len(self.data.map.hexes) - 1)
        self.turn = b.variable("turn", Life.GAME, turns[0], limits=turns)
        self.hero_left = b.variable(
            "hero cities",
            Life.GAME,
            int(setup["markers"]["hero_cities_in_hand"]),
            limits=(0, MOST_MARKERS),
        )
        self.marker_hex = {
            m: b.variable(f"supply marker {m}", Life.PLAYER_TURN, -1, limits=on_map)
            for m in ("A", "B", "C")
        }

        # a side's standing answers are its own affair
        def answer(name: str, owner: int) -> Int:
            return b.variable(
                f"standing {name}",
                Life.PHASE,
                hidden=1 << (1 - owner),
                values=(0, 1, 2),
                limits=(0, 2),
            )

        self.answer_hero = answer("hero city", SOVIET)
        self.answer_emergency = answer("emergency", SOVIET)
        self.answer_fortress = answer("fortress city", GERMAN)
        self.caucasus_turn = b.variable("caucasus launched on", Life.GAME, limits=(0, turns[1]))
        # the way out of the box for the Soviet units in it: FOLLOW, FREE or SHUT
        self.polish_trigger = b.variable("polish trigger", Life.GAME, limits=(0, turns[1]))
        # the battle at hand
        # unit flags
        # what an attacker counts in a bloodbath: another factor, halved, quartered
        self.entry_hex = b.unit_field("entered at", Life.GAME_TURN, (0, len(self.data.map.hexes)))
        # hex flags
        german = [self.hex(h) for h in setup["german_control"]]
        self.german_control = b.hex_flag("german", Life.GAME, german)
        heroes = [self.hex(h) for h in setup["markers"]["hero_cities"]]
        self.hero = b.hex_flag("hero city", Life.GAME, heroes)
        self.start_german = b.hex_set("german at start", german)
        self.neutral = self.hexes_where("Bulgaria", lambda h: h.area == "bulgaria")

    def _define_charts(self) -> None:
        track = self.data.charts["turn-track"]["turn"]
        first, count = int(track[0]["turn"]), len(track)

        def column(name: str, values: list[int]) -> Table:
            return self.b.table(name, [first], [count], values)

        def numbers(key: str) -> list[int]:
            return [int(t[key]) for t in track]

        self.single_month_table = column("single month", numbers("single_month"))
        self.year_table = column("year", numbers("year"))  # BD-8.40b
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
        self.luftwaffe_table = column("luftwaffe", numbers("luftwaffe"))
        # BD-8.38b
        air = {int(k): int(v) for k, v in self.data.charts["air-armies"]["available"].items()}
        # BD-8.38b
        self.air_table = column("air armies", [air[int(t["turn"])] for t in track])
        rows = self.data.charts["combat-results"]["rows"]
        # columns are a ladder: 1 is 1:1, 2 is 2:1, 0 is 1:2, -4 is 1:6
        self.results_table = self.b.table(
            "combat results",
            [-4, 1],
            [12, 6],
            [RESULTS.index(rows[die][c]) for c in range(12) for die in range(6)],
        )
        # BD-11.24a: opposite hexes, or three with one between, as a six-bit ring
        self.concentric_table = self.b.table(
            "concentric",
            [0],
            [64],
            [
                int(
                    any(m >> d & 1 and m >> (d + 3) % 6 & 1 for d in range(3))
                    or m & 0b010101 == 0b010101
                    or m & 0b101010 == 0b101010
                )
                for m in range(64)
            ],
        )

    # -- words ------------------------------------------------------------------------------

    @property
    def first_of_two_assaults(self) -> Int:
        """BD-5.6: the first assault phase of a fight/fight turn, from the choice of it on."""
        return (self.sequence_chosen == FIGHT_FIGHT) & (self.fight_number <= 1)

    @property
    def single_month(self) -> Int:
        """Whether the game turn is a single-month turn (BD-5.8a)."""
        value: Int = self.single_month_table(self.turn)
        return value

    @property
    def on_map(self) -> Units:
        """The units in hexes."""
        return units_on_map()

    def units_on(self, hexes: Hexes) -> Units:
        """The units in hexes of a set."""
        return Units(("In", hexes.node))

    def enemy_hexes(self, side: int) -> Hexes:
        """The hexes occupied by the other side."""
        return occupied(1 - side)

    @value
    def control(self, side: int) -> Hexes:
        """The hexes controlled by a side (BD-3.6a)."""
        german = self.german_control.hexes
        return german if side == GERMAN else self.land - german - self.neutral

    @value
    def room(self, side: int, units: Number = 1) -> Hexes:
        """The hexes where so many more units may stack (BD-6.3a)."""
        if not in_force("BD-6.3a"):
            return self.land
        full = stacked(side, number(STACK_LIMIT + 1) - units)
        return self.land - full

    def satellite_room(self, unit: Number) -> Hexes:
        """The hexes where a unit meets no other satellite army (BD-6.4a)."""
        if not in_force("BD-6.4a"):
            return self.land
        others = self.satellites - one_unit(unit)
        return self.land - others.hexes().when(self.satellites.contains(unit))

    @property
    def ban_suspended(self) -> Int:
        """Whether satellites may be north of the boundary (BD-10.22c, until GT12)."""
        return ruled("BD-10.22c", (self.zone_declared == NORTH) & (self.turn <= 12))

    @value
    def barred_to(self, units: Units) -> Hexes:
        """Hexes barred to a group for the satellites in it (BD-10.22a)."""
        if not in_force("BD-10.22a"):
            return no_hexes()
        barred = (units & self.satellites).any() & ~self.ban_suspended
        return self.north.when(barred)

    def stack_of(self, side: int, hex_: Number) -> Int:
        """How many units of a side count for stacking in a hex."""
        return stack_size(side, hex_)

    def hex_fact(self, row: HexRow) -> str:
        """A few words on a hex for refusals."""
        words = [row.terrain]
        if "city" in row.features:
            words.append("city")
        if row.label:
            words.append(f"({row.label})")
        return " ".join(words)

    def start_places(self) -> list[int]:
        """Where each unit begins: set-up, boxes, or later."""
        setup = self.data.setup
        at = {u: self.hex(row["hex"]) for row in setup["setup"] for u in row["units"]}
        at |= {u: self.hex(row["hex"]) for row in setup["mandatory"] for u in row["units"]}
        at |= dict.fromkeys(setup["boxes"]["soviet_rvgk"], self.box("rvgk"))
        at |= dict.fromkeys(setup["boxes"]["soviet_dead"], self.box("dead"))
        at |= dict.fromkeys(setup["boxes"]["german_dead"], self.box("dead"))
        at |= dict.fromkeys(setup["free"]["units"], self.box("pool"))
        return [at.get(u.id, self.box("later")) for u in self.data.units]


__all__ = [
    "AE",
    "AS",
    "BALTIC",
    "BB",
    "CRIMEA_UNITS",
    "DE",
    "DR",
    "FIGHT_FIGHT",
    "FIGHT_MOVE",
    "FOLLOW",
    "FREE",
    "GERMAN",
    "GERMAN_FOOT",
    "GERMAN_MECH",
    "MOBILE",
    "MOVE_FIGHT",
    "NORTH",
    "PREPARED",
    "RAIL",
    "RESULTS",
    "SHUT",
    "SOUTH",
    "SOVIET",
    "SOVIET_FOOT",
    "SOVIET_MECH",
    "SOVIET_MECH_LATE",
    "STACK_LIMIT",
    "Board",
    "no_units",
    "one_hex",
    "pick",
    "place_of",
    "units_at",
]

"""The forms of the charts and scenario files of Barbarossa Deluxe, that is, classes with the keys
of a file, and the checks of these files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from eastfront import packs
from eastfront.scenario.charts import Table, check_keys, check_monotone, check_results, check_turns
from eastfront.scenario.errors import ScenarioError, nearest, one_of
from eastfront.scenario.forms import Count, Form, ScenarioFile, Stack, Text, Turn
from eastfront.scenario.model import UnitRow
from eastfront.scenario.setup import SetupCheck
from eastfront.scenario.windows import Window, WindowTable, check_windows

ODDS = ("1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
RESULTS = ("AE", "AS", "BB", "DR", "DE")
"""The combat results, from worst to best for the attacker (11.25)."""

STRUCK = ("clear", "city", "fortified-line")
"""The kinds of target hexes of a mobile assault that differ in cost (10.24)."""

CASES = {
    "rough": "11.14", "marsh, prepared assault": "11.15", "all attackers across a river": "11.16",
    "city": "11.20", "hero city": "9.6", "fortress city": "9.6", "fortified line": "11.21",
    "luftwaffe, attack": "11.23", "luftwaffe, defence": "11.23", "concentric": "11.24",
    "mobile assault": "10.32", "german fight/move, chosen zone": "5.6", "soviet move/fight": "5.7",
}  # fmt: skip
"""By the circumstance of a battle that shifts the odds column, a `case` of the chart `shifts`: the
section of the rulebook on the shift."""

CORPS = frozenset({"panzer", "parachute-panzer", "infantry", "mountain", "paratroop"})
"""The kinds of German corps, to which Tiger battalions are attached (8.31); groups, emergency units
and fortress commands are none."""

CROSSED = ("river",)
"""Hexside features with a movement cost (10.18); others are free or closed."""

SOURCED = (
    "section",
    "first_turn",
    "last_turn",
    "player_order",
    "setup_order",
    "victory_cities",
    "victory_cities_needed",
    "windows",
    "german_control",
    "boxes",
    "markers",
    "setup",
    "mandatory",
    "free",
    "automatic",
    "lithuania",
)
"""The keys of a scenario file for which the file must state where the value comes from."""

PHASES = {
    "german": ("II.A", "II.B", "II.C"),
    "soviet": ("III.A", "III.B", "III.C"),
}
"""The phases of the player turn of each side, by the numbers of the outline of the game turn
(5.2)."""


def phases_of(player_order: Sequence[str]) -> list[str]:
    """Returns the phases of a game turn in the order of play (5.2), for the order in which the
    sides play."""
    turns = (PHASES.get(side, ()) for side in player_order)
    return ["I.A", "I.B", *chain.from_iterable(turns), "IV"]


SECTIONS = (13, 14, 15)
"""The sections of the rulebook whose scenarios are played."""

MARKERS = ("A", "B", "C")
"""The names of the Soviet offensive supply markers (7.12)."""

Points = Annotated[int, Meta(ge=0, le=99)]
Columns = Annotated[int, Meta(ge=-9, le=9)]
Pair = tuple[Points, Points]


class CombatResults(Form):
    """The chart file `combat-results`: the combat results table, with rows by die roll from 1 and
    columns by odds."""

    columns: list[Text]
    above: Text
    below: Text
    order: list[Text]
    rows: list[list[Text]]


class TurnLine(Form):
    """One box of the turn record, for one game turn: movement factors by side and mobility,
    replacements (mechanised, non-mechanised) and Luftwaffe counters."""

    turn: Turn
    label: Text
    single_month: bool
    german_mech: Points
    german_foot: Points
    soviet_mech: Points
    soviet_foot: Points
    german_replacements: Pair
    soviet_replacements: Pair
    luftwaffe: Points


class TurnTrack(Form):
    """The chart file `turn-track`: the turn and replacement record."""

    turn: Annotated[list[TurnLine], Meta(min_length=1)]


class AirArmies(Form):
    """The chart file `air-armies`: the number of Soviet air armies available by game turn, and the
    attack factors that one air army adds."""

    available: dict[Turn, Points]
    attack_bonus: Points


class ArtilleryCorps(Form):
    """The chart file `artillery-corps`: the game turn on which each Soviet artillery corps
    arrives."""

    arrivals: Annotated[list[Turn], Meta(min_length=1)]


class OffensiveSupply(Form):
    """The chart file `offensive-supply`: the range of each Soviet offensive supply marker, in
    hexes."""

    ranges: dict[Text, Points]


class Cost(Form):
    """The movement points of a step, for foot and for mechanised units."""

    foot: Points
    mech: Points


class MovementCosts(Form):
    """The chart file `movement-costs`: the movement points to enter a hex and to cross a
    hexside."""

    terrain: dict[Text, Cost]
    hexside: dict[Text, Cost]


class AssaultCosts(Form):
    """The chart file `mobile-assault-costs`: the additional movement points of a mobile assault, by
    the kind of its target hex."""

    surcharge: dict[Text, Points]


class Shift(Form):
    """One entry of the chart `shifts`: a shift of the odds in a given case, by a rule, in columns:
    positive to the right, for the attacker."""

    rule: Annotated[str, Meta(pattern=r"^\d+\.\d+[a-z]?$")]
    case: Text
    columns: Columns


class Shifts(Form):
    """The chart file `shifts`: the column shifts of the odds."""

    shift: Annotated[list[Shift], Meta(min_length=1)]


class Departure(Form):
    """One entry of the chart `departures`: the game turn in or after which units leave play by a
    rule, and the turn on which they come back, if they do."""

    rule: Text
    turn: Turn
    units: Annotated[list[Text], Meta(min_length=1)]
    returns: Turn | None = None


class Departures(Form):
    """The chart file `departures`: the units that leave play by date, in the order of turns."""

    departure: Annotated[list[Departure], Meta(min_length=1)]


class Pairing(Form):
    """A counter that enters by taking the place of another, `old`."""

    old: Text
    new: Text


class Conversion(Form):
    """One entry of the chart `conversions`: the counters that enter by a rule, each with the
    counter whose place it takes."""

    rule: Text
    pairs: Annotated[list[Pairing], Meta(min_length=1)]


class Conversions(Form):
    """The chart file `conversions`: the counters that enter by taking the place of one other."""

    conversion: Annotated[list[Conversion], Meta(min_length=1)]


class CounterValues(Form):
    """The chart file `counter-values`, which holds no values but states the source of the values in
    units.csv."""


CHARTS: dict[str, type[Form]] = {
    "combat-results": CombatResults,
    "turn-track": TurnTrack,
    "air-armies": AirArmies,
    "artillery-corps": ArtilleryCorps,
    "offensive-supply": OffensiveSupply,
    "movement-costs": MovementCosts,
    "mobile-assault-costs": AssaultCosts,
    "shifts": Shifts,
    "counter-values": CounterValues,
    "windows": WindowTable,
    "departures": Departures,
    "conversions": Conversions,
}


class Boxes(Form):
    """The table `boxes` of a scenario file: for each side and box off the map, by the names of
    both, the units there at the start. An expedition in the Caucasus box is under way (4.13)."""

    soviet_rvgk: list[Text] = []
    soviet_dead: list[Text] = []
    german_dead: list[Text] = []
    german_caucasus: list[Text] = []
    soviet_caucasus: list[Text] = []


class Markers(Form):
    """The table `markers` of a scenario file: the markers on the map and in hand at the start."""

    hero_cities: list[Text] = []
    hero_cities_in_hand: Annotated[int, Meta(ge=0, le=5)] = 0
    offensive_supply: list[Text] = []
    fortified_area: Text | None = None
    aerial_supply: Text = "available"


class Attachment(Form):
    """A unit that the ready set-up attaches to another in its hex."""

    unit: Text
    to: Text


Some = Annotated[list[Text], Meta(min_length=1)]


class Cover(Form):
    """The table `lithuania.cover` of a scenario file: by side, the hexes that its units must cover
    in the variant, in place of those of the list `free`."""

    german: Some
    soviet: Some


class Lithuania(Form, kw_only=True):
    """The table `lithuania` of a scenario file: the variant in which Lithuania is German at the
    start and eastern Poland Soviet (3.7)."""

    german: Some
    """The hexes that are German at the start and would else be Soviet."""
    soviet: Some
    """The hexes that are Soviet at the start and would else be German."""
    kept_out: list[Text] = []
    """The Soviet units that are not set up in `soviet`."""
    cover: Cover
    automatic: list[Stack]
    """The units of the ready placement that stand elsewhere than in the list `automatic`."""


def moved(automatic: Iterable[tuple[str, Sequence[str]]]) -> dict[str, list[str]]:
    """Returns the units of each hex in a ready placement: a unit that is listed in several hexes
    stands in the last of these."""
    at = {unit: hex_ for hex_, units in automatic for unit in units}
    found: dict[str, list[str]] = {}
    for unit, hex_ in at.items():
        found.setdefault(hex_, []).append(unit)
    return found


class Scenario(ScenarioFile, kw_only=True):
    """A scenario file of Barbarossa Deluxe."""

    setup: Annotated[list[Stack], Meta(min_length=1)]
    section: Count = 13
    """The section of the rulebook with the scenario's own rules."""
    victory_cities: list[Text] = []
    victory_cities_needed: Count = 0
    windows: list[Window] = []
    german_control: list[Text]
    attachments: list[Attachment] = []
    """The units to which the ready set-up attaches Tiger battalions."""
    boxes: Boxes = field(default_factory=Boxes)
    markers: Markers = field(default_factory=Markers)
    lithuania: Lithuania | None = None


def check_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Checks the charts against one another, the map and the scenario."""
    for table in tables.values():
        form = table.form
        if isinstance(form, CombatResults):
            _check_combat(table, form)
        elif isinstance(form, TurnTrack):
            check_turns(table, "turn", [line.turn for line in form.turn], check)
        elif isinstance(form, AirArmies):
            turns = list(form.available)
            check_turns(table, "available", turns, check)
            for before, turn in pairwise(turns):
                if form.available[turn] < form.available[before]:
                    expected = f"at least {form.available[before]}, as on turn {before}"
                    raise table.error(f"available.{turn}", form.available[turn], expected)
        elif isinstance(form, ArtilleryCorps):
            last = check.game.last_turn
            for at, turn in enumerate(form.arrivals):
                if turn > last:
                    expected = f"at most {last} (last_turn of game.toml)"
                    raise table.error(f"arrivals[{at}]", turn, expected)
        elif isinstance(form, OffensiveSupply):
            check_keys(table, "ranges", form.ranges, MARKERS)
        elif isinstance(form, MovementCosts):
            _check_costs(table, form, check)
        elif isinstance(form, AssaultCosts):
            check_keys(table, "surcharge", form.surcharge, STRUCK)
        elif isinstance(form, Shifts):
            _check_shifts(table, form)
        elif isinstance(form, WindowTable):
            assert isinstance(check.form, Scenario)
            check_windows(table, check, check.form.windows)
        elif isinstance(form, Departures):
            check.complete(_check_departures(table, form, check))
        elif isinstance(form, Conversions):
            _check_conversions(table, form, check)


def _check_departures(table: Table, form: Departures, check: SetupCheck) -> set[str]:
    """Checks the departures of units by date. Returns the ids of the units that have left before
    the first turn of the scenario and do not come back before it."""
    back: dict[str, int] = {}
    gone: set[str] = set()
    last = check.game.last_turn
    for at, line in enumerate(form.departure):
        place = f"departure[{at}]"
        _check_rule(table, f"{place}.rule", line.rule, check)
        if line.turn > last:
            raise table.error(
                f"{place}.turn", line.turn, f"at most {last} (last_turn of game.toml)"
            )
        if line.returns is not None and not line.turn < line.returns <= last:
            expected = f"a turn after {line.turn}, the departure, and at most {last}"
            raise table.error(f"{place}.returns", line.returns, expected)
        for i, name in enumerate(line.units):
            _known(table, f"{place}.units[{i}]", name, check)
            if line.turn < back.get(name, 1):
                expected = f"a unit in play on turn {line.turn}; it comes back on {back[name]}"
                raise table.error(f"{place}.units[{i}]", name, expected)
            back[name] = last + 1 if line.returns is None else line.returns
            if line.turn < check.form.first_turn <= back[name]:
                gone.add(name)
    return gone


def _check_conversions(table: Table, form: Conversions, check: SetupCheck) -> None:
    """Checks that each conversion is between two units of a side, and that each unit takes part in
    one at most."""
    seen: set[str] = set()
    for at, line in enumerate(form.conversion):
        _check_rule(table, f"conversion[{at}].rule", line.rule, check)
        for i, pair in enumerate(line.pairs):
            place = f"conversion[{at}].pairs[{i}]"
            old = _known(table, f"{place}.old", pair.old, check)
            new = _known(table, f"{place}.new", pair.new, check)
            if old.side != new.side or old is new:
                expected = f"another unit of the {old.side} side in units.csv"
                raise table.error(f"{place}.new", pair.new, expected)
            for key, name in (("old", pair.old), ("new", pair.new)):
                if name in seen:
                    raise table.error(f"{place}.{key}", name, "each unit once")
                seen.add(name)


def _check_rule(table: Table, place: str, rule: str, check: SetupCheck) -> None:
    """Checks that a chart names a rule of the catalogue."""
    rules = packs.pack(check.game.id).rule_ids()
    if rules and rule not in rules:
        raise table.error(place, rule, f"the id of a rule of the catalogue{nearest(rule, rules)}")


def _known(table: Table, place: str, name: str, check: SetupCheck) -> UnitRow:
    """Returns the unit with the id ``name``, which a chart names. Raises ScenarioError for another
    name."""
    unit = check.units.get(name)
    if unit is None:
        raise table.error(place, name, f"the id of a unit of units.csv{nearest(name, check.units)}")
    return unit


def _check_combat(table: Table, form: CombatResults) -> None:
    if sorted(form.order) != sorted(RESULTS):
        raise table.error("order", form.order, f"each of {', '.join(RESULTS)} once")
    check_results(table, form.columns, form.rows, form.order, ODDS, faces=6)
    for key, code in (("above", form.above), ("below", form.below)):
        if code not in RESULTS:
            raise table.error(key, code, one_of(RESULTS, code))
    check_monotone(table, form.rows, form.order)


def _check_costs(table: Table, form: MovementCosts, check: SetupCheck) -> None:
    ground = [word for word in check.game.map.terrain if word not in check.game.map.barred]
    check_keys(table, "terrain", form.terrain, ground, "map.terrain")
    check_keys(table, "hexside", form.hexside, CROSSED)


def _check_shifts(table: Table, form: Shifts) -> None:
    seen: set[str] = set()
    for at, shift in enumerate(form.shift):
        if shift.case in seen:
            raise table.error(f"shift[{at}].case", shift.case, "each case once")
        if shift.case not in CASES:
            raise table.error(f"shift[{at}].case", shift.case, one_of(CASES, shift.case))
        if shift.rule != CASES[shift.case]:
            raise table.error(f"shift[{at}].rule", shift.rule, CASES[shift.case])
        seen.add(shift.case)


def check_scenario(check: SetupCheck) -> None:
    """Checks the keys of a scenario file against the map and the units."""
    form = check.form
    assert isinstance(form, Scenario)
    check.turns(any_order=True, steps=True, phases=phases_of(form.player_order))
    if form.section not in SECTIONS:
        *some, last = SECTIONS
        known = f"{', '.join(map(str, some))} or {last}, a section with rules of a scenario"
        raise check.error("section", form.section, known)
    cities = check.hexes("victory_cities", form.victory_cities, "city")
    if form.victory_cities_needed > len(cities):
        needed = form.victory_cities_needed
        raise check.error("victory_cities_needed", needed, f"at most {len(cities)}, all of them")
    german = check.hexes("german_control", form.german_control)
    check.hexes("markers.hero_cities", form.markers.hero_cities, "city")
    if form.markers.fortified_area is not None:
        check.hex("markers.fortified_area", form.markers.fortified_area)
    for at, name in enumerate(form.markers.offensive_supply):
        if name not in MARKERS:
            raise check.error(f"markers.offensive_supply[{at}]", name, one_of(MARKERS, name))
    if form.markers.aerial_supply not in ("available", "used"):
        got = form.markers.aerial_supply
        raise check.error("markers.aerial_supply", got, "available or used")
    boxes = {name: getattr(form.boxes, name) for name in Boxes.__struct_fields__}
    for name, units in boxes.items():
        check.box(f"boxes.{name}", units, name.partition("_")[0])
    gone = boxes["german_caucasus"]
    if (len(gone), len(boxes["soviet_caucasus"])) not in ((0, 0), (3, 4)):
        expected = "three corps, with four armies in boxes.soviet_caucasus, or nobody (4.11, 4.12)"
        raise check.error("boxes.german_caucasus", gone, expected)
    names = (h.name for h in check.map.hexes if h is not None)
    _check_attachments(check, form)
    check.stacks_on_map({name: "german" if name in german else "soviet" for name in names})
    if form.lithuania is not None:
        _check_lithuania(check, form, form.lithuania)


def _each_once(check: SetupCheck, named: Sequence[tuple[str, str]]) -> None:
    """Checks that the units that a scenario names, each under a key, are known, each once."""
    seen: set[str] = set()
    for place, name in named:
        if name not in check.units:
            expected = f"the id of a unit of units.csv{nearest(name, check.units)}"
            raise check.error(place, name, expected)
        if name in seen:
            raise check.error(place, name, "each unit once")
        seen.add(name)


def _check_lithuania(check: SetupCheck, form: Scenario, variant: Lithuania) -> None:
    """Checks the variant of 3.7: its set-up, with the hexes that it exchanges, as that of a
    scenario."""
    german = check.hexes("lithuania.german", variant.german)
    soviet = check.hexes("lithuania.soviet", variant.soviet)
    for side, cover in (("german", variant.cover.german), ("soviet", variant.cover.soviet)):
        check.hexes(f"lithuania.cover.{side}", cover)
    _each_once(check, [("lithuania.kept_out", name) for name in variant.kept_out])
    rows = [(f"lithuania.automatic[{at}]", row) for at, row in enumerate(variant.automatic)]
    _each_once(check, [(f"{key}.units", name) for key, row in rows for name in row.units])
    hexes = [row.hex for row in variant.automatic]
    for at, hex_ in enumerate(hexes):
        if hex_ in hexes[:at]:
            raise check.error(f"lithuania.automatic[{at}].hex", hex_, "each hex once")
    start = (set(form.german_control) | german) - soviet
    stacks = moved((row.hex, row.units) for row in (*form.automatic, *variant.automatic))
    free = [
        replace(row, cover=getattr(variant.cover, row.side, []) if row.cover else [])
        for row in form.free
    ]
    ready = [Stack(hex=name, units=units) for name, units in stacks.items()]
    other = SetupCheck(
        check.paths, check.files, check.game, check.map, check.units,
        replace(form, german_control=sorted(start), free=free, automatic=ready),
    )  # fmt: skip
    names = (h.name for h in check.map.hexes if h is not None)
    try:
        other.stacks_on_map({name: "german" if name in start else "soviet" for name in names})
    except ScenarioError as error:
        path, place = check.paths.get("lithuania", check.paths[""]), f"lithuania, {error.place}"
        raise ScenarioError(path, place, error.value, error.expected) from None


def _check_attachments(check: SetupCheck, form: Scenario) -> None:
    """Checks that each attachment is of another Tiger battalion to another unit that is no
    battalion, and that both are set up in one hex; that a battalion in the list `automatic` comes
    after such a unit; and that a battalion in another list of hexes is there alone with a corps,
    since it is attached to one and no hex has two (8.31)."""
    kinds = {name: unit.kind == "tiger" for name, unit in check.units.items()}
    for key, stacks in (("setup", form.setup), ("mandatory", form.mandatory)):
        for at, stack in enumerate(stacks):
            tigers = [name for name in stack.units if kinds.get(name)]
            corps = any(name in check.units and check.units[name].kind in CORPS
                        for name in stack.units)  # fmt: skip
            if tigers and (len(tigers) > 1 or not corps):
                expected = f"one Tiger battalion in {stack.hex}, with a German corps (8.31)"
                raise check.error(f"{key}[{at}].units", stack.units, expected)
    for at, stack in enumerate(form.automatic):
        for i, name in enumerate(stack.units):
            if kinds.get(name) and (i == 0 or kinds.get(stack.units[i - 1])):
                expected = "a Tiger battalion after the unit to which it is attached"
                raise check.error(f"automatic[{at}].units[{i}]", name, expected)
    seen: set[str] = set()
    for at, row in enumerate(form.attachments):
        beside = [name for stack in form.setup if row.unit in stack.units for name in stack.units]
        for key, name, fits, expected in (
            ("unit", row.unit, bool(beside), "a Tiger battalion in a hex of `setup`, each once"),
            ("to", row.to, row.to in beside, f"a unit in the hex of {row.unit!r}, each once"),
        ):
            if kinds.get(name) != (key == "unit") or not fits or name in seen:
                raise check.error(f"attachments[{at}].{key}", name, expected)
            seen.add(name)

"""The charts of The Russian Campaign: the form of every table of charts.toml, and their checks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta

from eastfront.scenario.charts import Table, check_keys, check_results, check_turns
from eastfront.scenario.errors import Absent, one_of
from eastfront.scenario.forms import Count, Form, Text, Turn
from eastfront.scenario.model import MapData
from eastfront.scenario.setup import SetupCheck

ODDS = ("1:6", "1:5", "1:4", "1:3", "1:2", "1:1", *(f"{n}:1" for n in range(2, 10)))
"""The columns of the combat results table, from the worst odds for the attacker."""
RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
"""The results of 13.3, from worst to best for the attacker."""
ABOVE, BELOW = ("automatic-victory",), ("illegal",)
"""The entries for odds beyond the table: better than the last column (16.1), worse than the first
(12.5)."""
SEASONS = ("may-jun", "jul-aug", "sep-oct", "nov-dec", "jan-feb", "mar-apr")
"""The two-month turns of a year of the game, from its first."""
MET_1945 = (
    "finland-surrendered", "rumania-surrendered", "hungary-surrendered", "one-german-city",
    "all-oil-wells", "rumania-fights", "hungary-fights", "all-german-cities", "one-oil-well",
)  # fmt: skip
"""The possible objectives of 1945 (25.2.5, 25.2.6)."""

Points = Annotated[int, Meta(ge=0, le=99)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]
Impulse = Annotated[int, Meta(ge=1, le=2)]
Weather = Literal["clear", "light-mud", "mud", "snow"]
WEATHER: tuple[str, ...] = get_args(Weather)
Part = Literal["full", "half-up", "half-down", "quarter-up", "none"]
"""The part of the printed movement factor that a unit may use: all, half rounded up, half rounded
down, a quarter rounded up, or none."""
ByImpulse = tuple[Part, Part]


class CombatResults(Form):
    """The combat results table (section 13): rows by die roll from 1, columns by odds."""

    columns: list[Text]
    above: Text
    below: Text
    order: list[Text]
    rows: list[list[Text]]


class Ground(Form):
    """The effects of a terrain: movement points to enter it, whether units stop in it, and its
    effect on combat (8.2, 14)."""

    cost: Points
    stops: bool = False
    no_stop: list[Text] = []
    """Kinds of units that need not stop in the terrain."""
    clear_in_snow: bool = False
    defence: Points = 1
    """The multiplier of a defender's combat factor."""
    holds: bool = False
    """Whether units in the terrain ignore retreat results (14.2)."""


class TerrainEffects(Form):
    """The terrain effects chart: each terrain, and the multipliers of a defender for a major city,
    a river and a strait. A defender is doubled once at most (14.1.2)."""

    terrain: dict[Text, Ground]
    city_major: Points
    river: Points
    strait: Points


class Allowance(Form):
    """The movement of a class of units: for each weather, the fraction of the printed movement
    factor in the first impulse and in the second."""

    name: Text
    clear: ByImpulse
    light_mud: ByImpulse
    mud: ByImpulse
    snow: ByImpulse


class MovementAllowances(Form):
    """The movement allowance chart: one line for each class of units."""

    allowance: Annotated[list[Allowance], Meta(min_length=1)]


class WeatherChart(Form):
    """The weather chart (4.1.1): for each season either one fixed weather, or a weather for each
    modified die roll from 0 to 7, with the change of the die-roll modifier that follows."""

    fixed: dict[Text, Weather]
    rolled: dict[Text, list[tuple[Weather, Modifier]]]


class PastWeather(Form):
    """The historical weather of one turn; turn 0 is March/April 1941."""

    turn: Count
    weather: Weather


class HistoricalWeather(Form):
    """The historical weather (26.3)."""

    turn: list[PastWeather]


class TurnLine(Form):
    """A box of the turn record, for a turn of two months; the first impulse is played in the first
    month (20)."""

    turn: Turn
    label: Text
    season: Text
    year: Annotated[int, Meta(ge=1941, le=1945)]


class TurnTrack(Form):
    """The turn record, one line for each game turn."""

    turn: Annotated[list[TurnLine], Meta(min_length=1)]


class Squadrons(Form):
    """The number of a side's air units in each weather, for a range of turns (15.6, 15.9)."""

    side: Text
    first: Turn
    last: Turn
    clear: Points
    light_mud: Points
    mud: Points
    snow: Points


class AirPower(Form):
    """The rules' figures for air units: their range in hexes from a headquarters, the columns by
    which one Stuka or one Sturmovik shifts the odds, and how many air units a side has."""

    range: Points
    stuka_shift: Points
    sturmovik_shift: Points
    available: list[Squadrons]


class Workers(Form):
    """The turn from which the replacement value of Russian workers is doubled (22.7)."""

    doubled_from: Turn


class RussianReplacements(Form):
    """The numbers of armor and Guards units that the Russian may replace in a turn (22.5), and the
    turns and cost in points of replacing Stavka (22.8)."""

    armor: Points
    guards: Points
    armor_later: Points
    guards_later: Points
    later_from: Turn
    stavka_turns: list[Turn]
    stavka_cost: Points


class Archangel(Form):
    """The Russian's die roll of replacement points for Archangel (22.4): its first turn, its bonus
    in points, and the turns with that bonus."""

    first: Turn
    bonus: Points
    bonus_turns: list[Turn]


class AxisReplacements(Form):
    """The units that the Axis may replace on each of its replacement turns (21)."""

    turns: list[Turn]
    infantry: list[Points]
    """The combat factors of German infantry, one corps for each."""
    mountain: Points
    motorized: Points
    armor_per_oil_well: Points
    minors: list[Text]
    """The minor allies of the Axis each of which may replace one unit in each of these turns."""
    italian_turns: list[Turn]


class Replenishment(Form):
    """The extra replacement that the Axis earns on the turns `turns` while the SS unit `unit` is
    intact (26.1): one German unit of the kinds `gives`."""

    unit: Text
    turns: list[Turn]
    gives: list[Text]


class SSReplenishment(Form):
    """The extra German replacements for intact SS units, one line for each SS unit (26.1)."""

    unit: list[Replenishment]


class Substitution(Form):
    """A motorized corps, with the German infantry corps for which it may be swapped (23)."""

    unit: Text
    factor: Annotated[int, Meta(ge=3, le=5)]
    """The combat factor of the infantry corps; section 23 has a rule for each factor."""


class Motorization(Form):
    """The motorized corps that may replace infantry, one line for each (23)."""

    corps: list[Substitution]


class Withdrawal(Form):
    """The number and kind of units that the Axis must withdraw in one impulse (20.9)."""

    turn: Turn
    impulse: Impulse
    count: Points
    kind: Text
    """A kind of units, or `any`."""
    ss_first: bool = False
    returns: Turn | None = None


class Withdrawals(Form):
    """All withdrawals of the Axis (20.9)."""

    withdrawal: list[Withdrawal]


class Garrison(Form):
    """A garrison that is released when a Russian unit comes within `hexes` hexes of the city
    `city`, from the turn `first` on (20.7, 20.8)."""

    entry: Text
    city: Text
    hexes: Points
    first: Turn


class Garrisons(Form):
    """The garrisons of Bucharest and Warsaw, one line for each (20.7, 20.8)."""

    garrison: list[Garrison]


class Objective(Form):
    """The hexes of an objective of sudden death: a side that controls all of them at the end of a
    turn wins at once (25.2)."""

    turn: Turn
    hexes: list[Text]


class SuddenDeath(Form):
    """The objectives of sudden death (25.2): for the years before 1945 lists of hexes, for 1945
    words that name the conditions of 25.2.5 and 25.2.6."""

    objective: list[Objective]
    axis_1945: list[Text]
    russian_1945: list[Text]
    turn_1945: Turn


class VictoryPoints(Form):
    """The victory points for each major city, minor city and oil well controlled beyond the line
    that the scenario names (27.12)."""

    city_major: Points
    city_minor: Points
    oil: Points


class Sea(Form):
    """The figures of a sea: a unit survives a sea move on a modified roll of at most `succeeds`
    (10.4, 10.5)."""

    name: Text
    succeeds: Points
    ports: list[Text]
    """The ports each of which, while friendly, reduces the roll by one."""
    evacuation: Modifier
    russian: Modifier
    invasions: bool


class SeaMovement(Form):
    """The figures of sea movement, one line for each sea (10)."""

    sea: list[Sea]


class RailCapacity(Form):
    """The numbers of units that a side may move by rail in a turn (9.2)."""

    axis: Points
    axis_snow: Points
    russian: Points


class StartLines(Form):
    """The hexes on the Axis side of each start line: for each row of hexes, ranges of columns from
    west to east."""

    line: dict[Text, dict[Text, Text]]


class OrderOfBattle(Form):
    """The form of a table that holds no values, but says where they are: in units.csv or in a
    scenario file."""


CHARTS: dict[str, type[Form]] = {
    "combat-results": CombatResults,
    "terrain-effects": TerrainEffects,
    "movement-allowances": MovementAllowances,
    "weather": WeatherChart,
    "historical-weather": HistoricalWeather,
    "turn-track": TurnTrack,
    "air-power": AirPower,
    "workers": Workers,
    "russian-replacements": RussianReplacements,
    "archangel": Archangel,
    "axis-replacements": AxisReplacements,
    "ss-replenishment": SSReplenishment,
    "motorization": Motorization,
    "withdrawals": Withdrawals,
    "garrisons": Garrisons,
    "sudden-death": SuddenDeath,
    "victory-points": VictoryPoints,
    "sea-movement": SeaMovement,
    "rail-capacity": RailCapacity,
    "start-lines": StartLines,
    "order-of-battle": OrderOfBattle,
    "months-of-arrival": OrderOfBattle,
    "optional-counters": OrderOfBattle,
    "forces-fall-blau": OrderOfBattle,
    "forces-zitadelle": OrderOfBattle,
    "forces-bagration": OrderOfBattle,
}


def check_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Checks the charts against one another, the map, the units and the scenario; raises an error
    for the first wrong value."""
    for table in tables.values():
        form = table.form
        if isinstance(form, CombatResults):
            if sorted(form.order) != sorted(RESULTS):
                raise table.error("order", form.order, f"each of {', '.join(RESULTS)} once")
            check_results(table, form.columns, form.rows, form.order, ODDS, faces=6)
            _known(table, "above", [form.above], ABOVE)
            _known(table, "below", [form.below], BELOW)
        elif isinstance(form, TerrainEffects):
            ground = [w for w in check.game.map.terrain if w not in check.game.map.barred]
            check_keys(table, "terrain", form.terrain, ground, "map.terrain")
            for word, effect in form.terrain.items():
                kinds = check.game.units.kinds
                key = f"terrain.{word}.no_stop"
                _known_once(table, key, effect.no_stop, kinds, "game.toml")
        elif isinstance(form, MovementAllowances):
            names = [line.name for line in form.allowance]
            mobilities = check.game.units.mobilities
            _known(table, "allowance", names, mobilities, "game.toml (units.mobilities)")
            check_keys(table, "allowance", names, mobilities, "units.mobilities")
            _once(table, "allowance", names)
        elif isinstance(form, WeatherChart):
            _check_weather(table, form)
        elif isinstance(form, TurnTrack):
            _check_track(table, form, check)
        elif isinstance(form, StartLines):
            for name, rows in form.line.items():
                _check_line(table, name, rows, check.map)
        else:
            _check_names(table, form, check)


def _check_weather(table: Table, form: WeatherChart) -> None:
    check_keys(table, "fixed and rolled", [*form.fixed, *form.rolled], SEASONS)
    for season, results in form.rolled.items():
        if season in form.fixed:
            raise table.error(f"rolled.{season}", season, "a season that is not fixed")
        if len(results) != 8:
            got = Absent(f"{len(results)} results")
            raise table.error(f"rolled.{season}", got, "8 results, for rolls from 0 to 7")


def _check_track(table: Table, form: TurnTrack, check: SetupCheck) -> None:
    turns = [line.turn for line in form.turn]
    check_turns(table, "turn", turns, check)
    for at, line in enumerate(form.turn):
        season = SEASONS[(line.turn - 1) % 6]
        if line.season != season:
            raise table.error(f"turn[{at}].season", line.season, season)
        year = 1941 + (line.turn + 1) // 6
        if line.year != year:
            raise table.error(f"turn[{at}].year", line.year, str(year))


def _check_names(table: Table, form: Form, check: SetupCheck) -> None:
    """Checks that all names in a table are names of the game's units, hexes, nations and the like,
    and that nothing is listed twice; raises an error for the first fault."""
    units, words = check.units, check.game.units
    if isinstance(form, SSReplenishment):
        _known_once(table, "unit", [line.unit for line in form.unit], units, "units.csv")
        for at, ss in enumerate(form.unit):
            _known_once(table, f"unit[{at}].gives", ss.gives, words.kinds, "game.toml")
            _once(table, f"unit[{at}].turns", ss.turns)
    elif isinstance(form, Motorization):
        _known_once(table, "corps", [line.unit for line in form.corps], units, "units.csv")
    elif isinstance(form, HistoricalWeather):
        _once(table, "turn", [line.turn for line in form.turn])
    elif isinstance(form, RussianReplacements):
        _once(table, "stavka_turns", form.stavka_turns)
    elif isinstance(form, Archangel):
        _once(table, "bonus_turns", form.bonus_turns)
    elif isinstance(form, Withdrawals):
        kinds = [line.kind for line in form.withdrawal]
        _known(table, "withdrawal", kinds, [*words.kinds, "any"], "game.toml")
        _once(table, "withdrawal", [(line.turn, line.impulse) for line in form.withdrawal])
    elif isinstance(form, Garrisons):
        entries = [line.entry for line in form.garrison]
        _known(table, "garrison", entries, words.entries, "game.toml")
        cities = [line.city for line in form.garrison]
        _known(table, "garrison", cities, _cities(check.map), "map.csv")
        _once(table, "garrison", [(line.entry, line.city) for line in form.garrison])
    elif isinstance(form, SuddenDeath):
        prizes = _prizes(check.map)
        _once(table, "objective", [line.turn for line in form.objective])
        for at, line in enumerate(form.objective):
            _known_once(table, f"objective[{at}].hexes", line.hexes, prizes, "map.csv")
        _known_once(table, "axis_1945", form.axis_1945, MET_1945)
        _known_once(table, "russian_1945", form.russian_1945, MET_1945)
    elif isinstance(form, SeaMovement):
        _once(table, "sea", [sea.name for sea in form.sea])
        for at, sea in enumerate(form.sea):
            features = check.game.map.features
            seas = [w.removeprefix("port-") for w in features if w.startswith("port-")]
            _known(table, f"sea[{at}].name", [sea.name], seas, "game.toml")
            ports = [h for h in _cities(check.map) if _has(check.map, h, f"port-{sea.name}")]
            _known_once(table, f"sea[{at}].ports", sea.ports, ports, "map.csv")
    elif isinstance(form, AxisReplacements):
        _known_once(table, "minors", form.minors, words.nations, "game.toml")
        _once(table, "turns", form.turns)
        _once(table, "italian_turns", form.italian_turns)
    elif isinstance(form, AirPower):
        sides = [line.side for line in form.available]
        _known(table, "available", sides, check.game.sides, "game.toml")
        _once(table, "available", [(line.side, line.first) for line in form.available])


def _has(map_: MapData, name: str, feature: str) -> bool:
    row = map_.hexes[map_.index[name]]
    return row is not None and feature in row.features


def _cities(map_: MapData) -> list[str]:
    return [h for h in map_.index if _has(map_, h, "city-major") or _has(map_, h, "city-minor")]


def _prizes(map_: MapData) -> list[str]:
    return [*_cities(map_), *(h for h in map_.index if _has(map_, h, "oil"))]


def _known(
    table: Table, key: str, found: Sequence[str], known: Collection[str], file: str = ""
) -> None:
    """Checks that each of the words `found` under a key of a table is in `known`. The error for the
    first other word names `file`, which lists the known words."""
    for at, word in enumerate(found):
        if word not in known:
            of = f" of {file}" if file else ""
            raise table.error(f"{key}[{at}]", word, one_of(known, word) + of)


def _known_once(
    table: Table, key: str, found: Sequence[str], known: Collection[str], file: str = ""
) -> None:
    """Checks that each of the words `found` under a key of a table is in `known`, and that none
    occurs twice. The error for an unknown word names `file`, which lists the known words."""
    _known(table, key, found, known, file)
    _once(table, key, found)


def _once(table: Table, key: str, found: Sequence[object]) -> None:
    for at, word in enumerate(found):
        if word in found[:at]:
            raise table.error(f"{key}[{at}]", word, "each once")


_RANGE = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?")


def axis_side(rows: Mapping[str, str]) -> frozenset[str]:
    """The hexes on the Axis side of a start line, from a line of the table start-lines.

    A row of hexes has ranges of printed columns from west to east, such as ``33-15 12``; hexes of
    water in a range have no effect.
    """
    return frozenset(hex_ for _, _, hexes in _ranges(rows) for hex_ in hexes)


def _ranges(rows: Mapping[str, str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yields for each range of columns in `rows` the letters of its row, its text and the names of
    its hexes."""
    for letters, text in rows.items():
        for word in text.split():
            yield letters, word, [f"{letters}{column}" for column in _columns(word)]


def _columns(word: str) -> range:
    """The columns of a range, from its text; empty for an invalid one."""
    found = _RANGE.fullmatch(word)
    return range(int(found[2] or found[1]), int(found[1]) + 1) if found is not None else range(0)


def _check_line(table: Table, name: str, rows: Mapping[str, str], map_: MapData) -> None:
    seen: set[str] = set()
    for letters, word, hexes in _ranges(rows):
        place = f"line.{name}.{letters}"
        if not hexes:
            raise table.error(place, word, "columns from west to east, such as 33-15 or 12")
        for hex_ in hexes:
            if hex_ not in map_.index:
                raise table.error(place, word, f"hexes of map.csv, and {hex_} is not one")
            if hex_ in seen:
                raise table.error(place, word, f"each hex once ({hex_} stands before)")
            seen.add(hex_)

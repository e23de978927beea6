"""The files of Barbarossa (1971): counters, charts and scenarios, and their consistency.

Counters of one kind are equal, so orders of battle, arrivals and the counter mix list kinds. Each
side sets up its order of battle freely along a start line (SPI-DEPLOY), so a scenario file names a
line. The file states hexes only in its ready set-up, a complete placement that a player may take
instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from eastfront.scenario.charts import (
    Table,
    check_keys,
    check_monotone,
    check_results,
    check_turns,
)
from eastfront.scenario.errors import NOTHING, Absent, ScenarioError, nearest, one_of
from eastfront.scenario.files import Row
from eastfront.scenario.forms import PROVENANCES, Count, Form, GameFile, ScenarioFile, Text, Turn
from eastfront.scenario.game_forms import GameForms
from eastfront.scenario.model import HexRow, UnitRow
from eastfront.scenario.setup import SetupCheck
from eastfront.scenario.tables import check_unit_names

STANDARD = ("barbarossa", "stalingrad", "zitadelle", "berlin")
"""The four standard games, each with a start line of the game's name (SPI-GAMES-A)."""
GAMES = (*STANDARD, "campaign")
DIE = range(1, 7)
RESULTS = ("Ae", "Ar", "-", "Dr", "Dr2", "De")
"""The results of combat that the rules apply, from worst to best for the attacker."""
RETREATS = ("Ar", "Dr", "Dr2")
GROUND = ("clear", "rough")
"""Terrain types with a movement cost."""
DEGREES = 6
"""The number of bands of scores in the chart of the modified victory conditions (SPI-MVIC-C1 to
C6); any score below these bands is in a seventh."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEATHER = {
    "Mar": "mud", "Oct": "mud", "Nov": "winter", "Dec": "winter", "Jan": "winter", "Feb": "winter",
}  # fmt: skip
"""The weather of a month: mud in March and October (SPI-MUD-0), winter from November to February
(SPI-WINTER-0); all other months are normal."""
SITUATIONS = tuple(range(1, 16))
MOST_RETREAT = 4
"""The largest number of hexes that a chart may state for a retreat."""

Points = Annotated[int, Meta(ge=0, le=99)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Kinds = dict[Text, Count]
"""The number of counters of each kind."""

# -- counters --------------------------------------------------------------------------------

COLUMNS = (
    "id", "side", "name", "nation", "kind", "class", "size", "attack", "defence", "movement",
    "points", "provenance",
)  # fmt: skip

ALIKE = ("side", "nation", "class", "size", "attack", "defence", "movement", "points")
"""The columns of units.csv in which all counters of a kind have equal values."""

LISTS = {
    "side": "sides", "nation": "units.nations", "kind": "units.kinds", "class": "units.mobilities",
    "size": "units.sizes", "attack": "units.highest_factor", "defence": "units.highest_factor",
    "movement": "units.highest_factor", "points": "units.highest_factor",
}  # fmt: skip
"""For each column of units.csv, the key in game.toml that lists the permitted values or states the
highest one."""


@dataclass(frozen=True)
class Unit(UnitRow):
    """A counter of this game. ``mobility`` is the class of the unit: motorized, infantry or support
    (SPI-UNIT-B to D)."""

    attack: int
    defence: int
    size: str = ""
    """The size of the unit: army, corps, or none for a support unit (SPI-UNIT-E)."""
    movement: int = 0
    """The printed movement points."""
    points: int = 0
    """The victory points that the loss of the unit costs the Axis (SPI-MVIC-3)."""


def read_units(rows: list[Row], game: GameFile) -> tuple[Unit, ...]:
    """The counters in the rows of units.csv, in their order; counters of a kind must be equal."""
    words = game.units
    lines: dict[tuple[str, str], int] = {}
    units: list[Unit] = []
    first: dict[str, Row] = {}
    for row in rows:
        check_unit_names(row, lines)
        kind = row.word("kind", words.kinds)
        if not row["id"].startswith(f"{kind}:"):
            raise row.error("id", f"an id of its kind, such as {kind}:1")
        alike = first.setdefault(kind, row)
        for column in (
            "side",
            "nation",
            "class",
            "size",
            "attack",
            "defence",
            "movement",
            "points",
        ):
            if row[column] != alike[column]:
                expected = f"{alike[column]!r}, as {alike['id']} has it in line {alike.line}"
                raise row.error(column, expected)
        units.append(
            Unit(
                id=row["id"],
                side=row.word("side", game.sides),
                name=row["name"],
                nation=row.word("nation", words.nations),
                kind=kind,
                mobility=row.word("class", words.mobilities),
                attack=row.number("attack", 0, words.highest_factor),
                defence=row.number("defence", 0, words.highest_factor),
                replaceable=False,
                arrives=None,
                entry="",
                provenance=row.word("provenance", PROVENANCES),
                size=row.word("size", words.sizes),
                movement=row.number("movement", 0, words.highest_factor),
                points=row.number("points", 0, words.highest_factor),
            )
        )
    return tuple(units)


def counter(unit: UnitRow) -> Unit:
    """Returns a unit of this game as a `Unit`; raises ScenarioError for a unit of another game."""
    if not isinstance(unit, Unit):
        raise ScenarioError("units.csv", unit.id, unit, "a counter of Barbarossa (1971)")
    return unit


# -- charts ----------------------------------------------------------------------------------


class CombatTable(Form):
    """A combat results table of charts.toml, with a column for each of the odds and a row for each
    face of the die."""

    id: Text
    columns: Annotated[list[str], Meta(min_length=1)]
    rows: list[list[str]]
    above: Text | None = None
    """The result for odds beyond the last column; by default that of the last column."""
    below: Text | None = None
    """The result for odds below the first column; by default that of the first column."""


class CombatResults(Form):
    """The table `combat-results` of charts.toml: the combat results tables, of which the defender
    chooses one in each attack (SPI-CBT-GEN3, R1)."""

    choice: Annotated[list[CombatTable], Meta(min_length=1)]


class Retreats(Form):
    """The table `retreats` of charts.toml: the number of hexes that a unit retreats, by combat
    result."""

    hexes: dict[Text, Annotated[int, Meta(ge=1, le=MOST_RETREAT)]]


class Terrain(Form):
    """The table `terrain` of charts.toml: the movement costs of the terrain effects chart, in
    movement points; the doubling of defenders by terrain is stated in the rules' code."""

    enter: dict[Text, Points]
    """The cost to enter a hex, by terrain."""
    river: Points
    """The additional cost to cross a river hexside (SPI-MOVE-J2)."""


class TurnLine(Form):
    """One box of the turn record: the month and the weather of a turn; turn 0 is May 1941
    (SPI-WHATIF-4)."""

    turn: Count
    month: Text
    weather: Literal["normal", "mud", "winter"]


class TurnTrack(Form):
    """The table `turn-track` of charts.toml: the turn record, with one line for each turn."""

    turn: Annotated[list[TurnLine], Meta(min_length=1)]


class Arrivals(Form):
    """The table `arrivals` of charts.toml: the number of counters that arrive as reinforcements, by
    turn and kind."""

    every: dict[Turn, Kinds]
    """The arrivals in every game that includes the turn."""
    only: dict[Text, dict[Turn, Kinds]]
    """Arrivals in one game only, in addition to those of `every`: by game, then by turn."""


class CounterMix(Form):
    """The table `counter-mix` of charts.toml: the number of printed counters of each kind
    (SPI-UNIT-G)."""

    number: Kinds
    """The number of printed counters of each kind that an order of battle or the arrivals name."""


class Breakdown(Form):
    """The table `breakdown` of charts.toml: the units into which each kind of army breaks down, as
    kinds and numbers (SPI-BREAK-T1 to T5)."""

    army: dict[Text, list[tuple[Text, Count]]]


class City(Form):
    """A city and its victory points (SPI-CTRL-5)."""

    hex: Text
    name: Text
    value: Points


class Cities(Form):
    """The table `cities` of charts.toml: the cities of the map, with their victory points."""

    city: Annotated[list[City], Meta(min_length=1)]


class Exchange(Form):
    """An exchange that a player may make in his order of battle: the counters that he gives
    (``give``), and the army that he takes for them (``take``)."""

    give: Kinds
    take: Text


class Situation(Form):
    """A variable situation in charts.toml (SPI-WHATIF): the games to which the situation applies,
    and its changes of data."""

    number: Annotated[int, Meta(ge=1, le=15)]
    games: list[Text]
    changes: dict[Text, Change] = {}
    """The counters of each kind that are added to the order of battle; negative if taken off."""
    opened: list[Text] = []
    """Areas that are otherwise closed, in which the Axis may set up in this situation."""
    exchanges: list[Exchange] = []
    movement: dict[Text, Points] = {}
    """Movement allowances that replace the printed ones, by kind of counter."""
    each_turn: Kinds = {}
    """The arrivals of every turn, which replace those of the table `arrivals` for the same kind."""
    first_turn: Count | None = None


class Situations(Form):
    """The table `situations` of charts.toml: the fifteen variable situations."""

    situation: list[Situation]


class Band(Form):
    """A band of scores of the modified victory conditions: its lowest score, and the winner and
    degree of victory for these scores (SPI-MVIC-C1 to C7)."""

    least: Change
    winner: Literal["axis", "soviet", ""]
    degree: Literal["strategic", "tactical", "marginal", "draw"]


class Victory(Form):
    """The table `victory` of charts.toml: the scores that decide a game."""

    par: dict[Text, Change]
    """The score that is a draw, by standard game (SPI-LEN-C)."""
    band: Annotated[list[Band], Meta(min_length=1)]


class OrderOfBattle(Form):
    """A table of charts.toml with an order of battle: the number of counters of each side at the
    start of a game, by kind."""

    axis: Kinds
    soviet: Kinds


class SourceOnly(Form):
    """A table of charts.toml that holds no values but states the source of values in units.csv."""


def order_of_battle(game: str) -> str:
    """The name of the table with the order of battle of a game."""
    return f"order-of-battle-{game}"


CHARTS: dict[str, type[Form]] = {
    "combat-results": CombatResults,
    "retreats": Retreats,
    "terrain": Terrain,
    "turn-track": TurnTrack,
    "arrivals": Arrivals,
    "counter-mix": CounterMix,
    "counter-values": SourceOnly,
    "unit-points": SourceOnly,
    "breakdown": Breakdown,
    "cities": Cities,
    "situations": Situations,
    "victory": Victory,
    **{order_of_battle(game): OrderOfBattle for game in GAMES},
}


def check_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Checks the charts against one another, the map, the counters and the scenario. Raises
    ScenarioError."""
    for table in tables.values():
        form = table.form
        if isinstance(form, CombatResults):
            _check_combat(table, form)
        elif isinstance(form, Retreats):
            check_keys(table, "hexes", form.hexes, RETREATS)
        elif isinstance(form, Terrain):
            check_keys(table, "enter", form.enter, GROUND)
        elif isinstance(form, TurnTrack):
            _check_track(table, form, check)
        elif isinstance(form, Arrivals):
            check_keys(table, "only", form.only, [g for g in GAMES if g in form.only])
            for place, turns in (("every", form.every), *_under("only", form.only)):
                for turn, kinds in turns.items():
                    _check_turn(table, f"{place}.{turn}", turn, check)
                    _check_kinds(table, f"{place}.{turn}", kinds, check)
        elif isinstance(form, CounterMix):
            _check_mix(tables, form, check)
        elif isinstance(form, Breakdown):
            _check_breakdown(table, form, check)
        elif isinstance(form, Cities):
            _check_cities(table, form, check)
        elif isinstance(form, Situations):
            _check_situations(table, form, check)
        elif isinstance(form, Victory):
            check_keys(table, "par", form.par, STANDARD)
            if len(form.band) != DEGREES:
                raise table.error("band", Absent(f"{len(form.band)} bands"), f"{DEGREES} bands")
            for at, (better, band) in enumerate(pairwise(form.band), start=1):
                if band.least >= better.least:
                    expected = f"less than {better.least}, that of the band before"
                    raise table.error(f"band[{at}].least", band.least, expected)
    _check_forces(tables, check)
    _check_ready(tables, check)


@lru_cache
def column_of(odds: str) -> int:
    """The number of a column of odds, one less for each worse column: 3 for 3:1, 1 for 1:1, 0 for
    1:2, -1 for 1:3. Raises ValueError for a text that is not of this form."""
    found = re.fullmatch(r"([1-9]\d?):1|1:([1-9]\d?)", odds)
    if found is None:
        raise ValueError(odds)
    better, worse = found.groups()
    return int(better) if better else 2 - int(worse)


def _check_combat(table: Table, form: CombatResults) -> None:
    ids = [chart.id for chart in form.choice]
    for at, chart in enumerate(form.choice):
        place = f"choice[{at}]."
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", chart.id) or chart.id in ids[:at]:
            expected = "a unique word in lower case, such as give-ground"
            raise table.error(f"{place}id", chart.id, expected)
        last: int | None = None
        for n, odds in enumerate(chart.columns):
            try:
                column = column_of(odds)
            except ValueError:
                expected = "whole odds such as 3:1 or 1:2 (SPI-CBT-G1, SPI-CBT-G2)"
                raise table.error(f"{place}columns[{n}]", odds, expected) from None
            if last is not None and column <= last:
                expected = f"better odds than {chart.columns[n - 1]}, the column before"
                raise table.error(f"{place}columns[{n}]", odds, expected)
            last = column
        check_results(table, chart.columns, chart.rows, RESULTS, chart.columns, len(DIE), place)
        check_monotone(table, chart.rows, RESULTS, place)
        for end in ("above", "below"):
            said = getattr(chart, end)
            if said is not None and said not in RESULTS:
                raise table.error(f"{place}{end}", said, one_of(RESULTS, said))


def month(turn: int) -> str:
    """The month of a turn; turn 0 is May 1941 (SPI-WHATIF-4, SPI-CAMP-A)."""
    year, at = divmod(turn + MONTHS.index("May"), len(MONTHS))
    return f"{MONTHS[at]} {1941 + year}"


def _check_track(table: Table, form: TurnTrack, check: SetupCheck) -> None:
    check_turns(table, "turn", [line.turn for line in form.turn], check)
    for at, line in enumerate(form.turn):
        if line.month != month(line.turn):
            raise table.error(f"turn[{at}].month", line.month, month(line.turn))
        weather = WEATHER.get(line.month[:3], "normal")
        if line.weather != weather:
            raise table.error(f"turn[{at}].weather", line.weather, f"{weather} in {line.month}")


def _under(
    key: str, parts: Mapping[str, dict[int, dict[str, int]]]
) -> list[tuple[str, dict[int, dict[str, int]]]]:
    return [(f"{key}.{name}", part) for name, part in parts.items()]


def _check_turn(table: Table, place: str, turn: int, check: SetupCheck) -> None:
    if turn > check.game.last_turn:
        expected = f"at most turn {check.game.last_turn}, the last_turn of game.toml"
        raise table.error(place, turn, expected)


def _check_kinds(
    table: Table, place: str, found: Iterable[str], check: SetupCheck, side: str = ""
) -> None:
    """Checks that the keys ``found`` in a table are kinds of counters, of one side if a side is
    given. Raises ScenarioError, which names ``place``, the part of the table with the keys."""
    sides = {unit.kind: unit.side for unit in check.units.values()}
    for kind in found:
        if kind not in sides:
            expected = f"{one_of(sides, kind)}, the kinds of units.csv"
            raise table.error(f"{place}.{kind}", kind, expected)
        if side and sides[kind] != side:
            raise table.error(f"{place}.{kind}", kind, f"a kind of the {side} side in units.csv")


def _check_mix(tables: Mapping[str, Table], form: CounterMix, check: SetupCheck) -> None:
    table, arrivals = tables["counter-mix"], tables["arrivals"].form
    assert isinstance(arrivals, Arrivals)
    there = Counter(unit.kind for unit in check.units.values())
    bound = set(arriving(arrivals.every, arrivals.only))
    for game in GAMES:
        forces = tables[order_of_battle(game)].form
        assert isinstance(forces, OrderOfBattle)
        bound |= {*forces.axis, *forces.soviet}
    check_keys(table, "number", form.number, [kind for kind in there if kind in bound])
    for kind, count in form.number.items():
        if count > there[kind]:
            expected = f"at most {there[kind]}, the counters that units.csv has"
            raise table.error(f"number.{kind}", count, expected)


def arriving(
    every: Mapping[int, Mapping[str, int]], only: Mapping[str, Mapping[int, Mapping[str, int]]]
) -> list[str]:
    """The kinds of units that arrive in any game, given the arrivals common to all games
    (``every``) and those of single games (``only``); Axis supply units are included, since a
    situation brings them."""
    lines = [line for turns in (every, *only.values()) for line in turns.values()]
    return list(dict.fromkeys(["AX:sup", *(kind for line in lines for kind in line)]))


def _check_breakdown(table: Table, form: Breakdown, check: SetupCheck) -> None:
    kinds = {unit.kind: counter(unit) for unit in check.units.values()}
    for army, parts in form.army.items():
        names = [kind for kind, _ in parts]
        _check_kinds(table, "army", [army], check)
        _check_kinds(table, f"army.{army}", names, check, kinds[army].side)
        whole = kinds[army]
        if whole.size != "army":
            raise table.error(f"army.{army}", whole.size, "a kind of the size army in units.csv")
        for at, name in enumerate(names):
            if kinds[name].nation != whole.nation:
                got = Absent(f"{name!r}, which is {kinds[name].nation}")
                raise table.error(
                    f"army.{army}[{at}]", got, f"a kind of its nation, {whole.nation}"
                )
            if name in names[:at]:
                raise table.error(f"army.{army}[{at}]", name, "each kind once")
        for what in ("attack", "defence"):
            total = sum(count * int(getattr(kinds[kind], what)) for kind, count in parts)
            if total > getattr(whole, what):
                got = Absent(f"{what} {total} of the parts")
                raise table.error(
                    f"army.{army}", got, f"at most {getattr(whole, what)}, the army's"
                )
        total = sum(count * kinds[kind].points for kind, count in parts)
        if total != whole.points:
            got = Absent(f"{total} points of the parts")
            raise table.error(f"army.{army}", got, f"{whole.points}, the army's in units.csv")


def _check_cities(table: Table, form: Cities, check: SetupCheck) -> None:
    known = {h.name: h for h in check.map.hexes if h is not None and "city" in h.features}
    met: set[str] = set()
    for at, city in enumerate(form.city):
        if city.hex not in known:
            expected = f"a hex with the feature city in map.csv{nearest(city.hex, known)}"
            raise table.error(f"city[{at}].hex", city.hex, expected)
        if city.hex in met:
            raise table.error(f"city[{at}].hex", city.hex, "each city once")
        if city.name != known[city.hex].label:
            raise table.error(
                f"city[{at}].name", city.name, f"{known[city.hex].label!r} of map.csv"
            )
        met.add(city.hex)
    for hex_ in known:
        if hex_ not in met:
            expected = f"a value for {known[hex_].label}, {hex_} of map.csv"
            raise table.error("city", NOTHING, expected)


def _check_situations(table: Table, form: Situations, check: SetupCheck) -> None:
    numbers = [line.number for line in form.situation]
    if numbers != list(SITUATIONS):
        raise table.error("situation", numbers, "the situations 1 to 15 in order")
    for at, line in enumerate(form.situation):
        place = f"situation[{at}]"
        for key, found, known in (
            ("games", line.games, GAMES),
            ("opened", line.opened, check.game.map.areas),
        ):
            for word in found:
                if word not in known:
                    raise table.error(f"{place}.{key}", word, one_of(known, word))
                if found.count(word) > 1:
                    raise table.error(f"{place}.{key}", word, "each word once")
        if not line.games:
            raise table.error(f"{place}.games", NOTHING, "the games that it fits")
        for key, kinds in (
            ("changes", line.changes),
            ("movement", line.movement),
            ("each_turn", line.each_turn),
        ):
            _check_kinds(table, f"{place}.{key}", kinds, check)
        for n, exchange in enumerate(line.exchanges):
            for part in (exchange.give, [exchange.take]):
                _check_kinds(table, f"{place}.exchanges[{n}]", part, check)


def _check_forces(tables: Mapping[str, Table], check: SetupCheck) -> None:
    """Checks that orders of battle are within the counter mix, in any variable situation
    (SPI-UNIT-G). Raises ScenarioError."""
    mix, situations = tables["counter-mix"].form, tables["situations"].form
    assert isinstance(mix, CounterMix) and isinstance(situations, Situations)
    for game in GAMES:
        table = tables[order_of_battle(game)]
        form = table.form
        assert isinstance(form, OrderOfBattle)
        for side, kinds in (("axis", form.axis), ("soviet", form.soviet)):
            _check_kinds(table, side, kinds, check, side)
            for kind, count in kinds.items():
                if count > mix.number[kind]:
                    expected = f"at most {mix.number[kind]}, the number of the table counter-mix"
                    raise table.error(f"{side}.{kind}", count, expected)
        for line in situations.situation:
            if game in line.games:
                _check_changes(table, form, line, mix)
    first, last = (tables[order_of_battle(game)] for game in ("barbarossa", "campaign"))
    if first.form != last.form:
        expected = f"the values of {first.source.name} (SPI-CAMP-A)"
        raise last.error("axis", Absent("other values"), expected)


def _check_changes(table: Table, form: OrderOfBattle, line: Situation, mix: CounterMix) -> None:
    for kind, change in line.changes.items():
        count = {**form.axis, **form.soviet}.get(kind, 0) + change
        if not 0 <= count <= mix.number[kind]:
            expected = f"0 to {mix.number[kind]} with situation {line.number}"
            raise table.error(f"axis.{kind}", count, expected)


def _check_ready(tables: Mapping[str, Table], check: SetupCheck) -> None:
    """Checks that the units of the ready set-up, the complete placement that a scenario file
    states, are those of the order of battle, with armies whole or broken down. Raises
    ScenarioError."""
    form = check.form
    forces, breakdown = tables[order_of_battle(form.id)].form, tables["breakdown"].form
    assert isinstance(forces, OrderOfBattle) and isinstance(breakdown, Breakdown)
    if not form.automatic:
        return
    placed = {name for stack in form.automatic for name in stack.units}
    left = Counter(check.units[name].kind for name in placed)
    left.subtract({**forces.axis, **forces.soviet})
    for army, parts in breakdown.army.items():
        broken = -left[army]
        left[army] += broken
        left.subtract({kind: count * broken for kind, count in parts})
    for kind, count in left.items():
        if count:
            much = f"{abs(count)} {'too many' if count > 0 else 'too few'} of {kind!r}"
            kinds = [kind, *(army for army, parts in breakdown.army.items() if kind in dict(parts))]
            spare = [_spare(check.units, k, placed) for k in kinds] if count < 0 else []
            free = f"; not set up: {', '.join(filter(None, spare))}" if any(spare) else ""
            got = Absent(f"{much}, armies broken down")
            expected = f"the counters of {tables[order_of_battle(form.id)].source.name}{free}"
            raise check.error("automatic", got, expected)


def _spare(units: Mapping[str, UnitRow], kind: str, placed: Collection[str]) -> str:
    """The id of the first counter of a kind that is not in ``placed``, the counters already set up;
    empty if all are set up."""
    return next((u for u, row in units.items() if row.kind == kind and u not in placed), "")


# -- scenarios -------------------------------------------------------------------------------


class Scenario(ScenarioFile, kw_only=True):
    """A scenario file: one of the four standard games, or the Campaign Game."""

    start_line: Text
    """The name of the start line along which both sides set up; ``axis-`` and this name are the
    feature of map.csv for the hexes on the Axis side of the line."""
    soviet_stacking: Annotated[dict[Turn, Count], Meta(min_length=1)]
    """The number of Soviet units that a hex holds, by the turn from which the number applies
    (SPI-STACK-GEN2 to GEN4)."""
    combining_from: Turn | None = None
    """The turn from which the Soviets may combine units into armies; None if they never may
    (SPI-BREAK-S1 to S3)."""
    closed: list[Text] = []
    """Areas in which no Axis unit is set up, and whose front hexes need not be covered."""
    arrivals_from: Turn
    """The first turn in which reinforcements of the table `arrivals` arrive."""
    campaign: bool = False
    """True if the rules of the Campaign Game apply."""


SOURCED = (
    "first_turn",
    "last_turn",
    "setup_order",
    "start_line",
    "soviet_stacking",
    "combining_from",
    "closed",
    "arrivals_from",
    "automatic",
)
"""The keys of a scenario file for which the file must state a source."""


def check_scenario(check: SetupCheck) -> None:
    """Checks the keys of a scenario file against the map and the counters. Raises
    ScenarioError."""
    form = check.form
    assert isinstance(form, Scenario)
    check.turns()
    if form.id not in GAMES:
        raise check.error("id", form.id, one_of(GAMES, form.id))
    if form.start_line not in STANDARD:
        raise check.error("start_line", form.start_line, one_of(STANDARD, form.start_line))
    starts = list(form.soviet_stacking)
    if starts[0] != form.first_turn or starts != sorted(starts):
        expected = f"turns in their order, from {form.first_turn}, the first_turn, on"
        raise check.error("soviet_stacking", starts, expected)
    check.turn_list("soviet_stacking", starts)
    if form.combining_from is not None:
        check.turn_list("combining_from", [form.combining_from])
    check.turn_list("arrivals_from", [form.arrivals_from])
    for at, area in enumerate(form.closed):
        if area not in check.game.map.areas:
            raise check.error(f"closed[{at}]", area, one_of(check.game.map.areas, area))
    _check_front(check)
    check.ready(list(check.units))


def front(hexes: Sequence[HexRow | None], side: str, line: str) -> frozenset[str]:
    """The ids of the hexes that map.csv states as a side's front along a start line."""
    feature = f"{side}-front-{line}"
    return frozenset(h.name for h in hexes if h is not None and feature in h.features)


def _check_front(check: SetupCheck) -> None:
    """Checks that the front hexes of map.csv are the land hexes adjacent to a start line, with no
    water between (SPI-DEPLOY-C, D). Raises ScenarioError."""
    path, land = check.files["map.csv"], _land(check)
    touching = _touching(check, land.keys())
    for line in STANDARD:
        axis = {at for at, cell in land.items() if f"axis-{line}" in cell.features}
        facing: dict[str, dict[str, list[str]]] = {"axis": {}, "soviet": {}}
        for a, b in touching:
            if a in axis and b not in axis:
                facing["axis"].setdefault(land[a].name, []).append(land[b].name)
                facing["soviet"].setdefault(land[b].name, []).append(land[a].name)
        for side, hexes in facing.items():
            feature = f"{side}-front-{line}"
            for hex_ in sorted(hexes.keys() ^ front(check.map.hexes, side, line)):
                across = f"without it, across from {' '.join(hexes.get(hex_, ()))}"
                got = Absent(f"{hex_} {across if hex_ in hexes else 'with it'}")
                expected = f"{feature} in the {side} hexes at the line {line}, and in no other"
                raise ScenarioError(path, f"feature {feature}", got, expected)


def _land(check: SetupCheck) -> dict[int, HexRow]:
    """The land hexes by their indices."""
    hexes = enumerate(check.map.hexes)
    return {at: h for at, h in hexes if h is not None and h.terrain in ("clear", "rough")}


def _touching(check: SetupCheck, land: Set[int]) -> list[tuple[int, int]]:
    """The pairs of neighbouring land hexes with no water between them, each pair in both orders."""
    sides = check.map.hexsides.items()
    water = {step for step, features in sides if not features.isdisjoint(("sea", "lake"))}
    return [(a, b) for a, b in check.map.pairs if a in land and b in land and (a, b) not in water]


FORMS = GameForms(
    Scenario,
    CHARTS,
    check_charts,
    check_scenario,
    SOURCED,
    unit_columns=COLUMNS,
    unit_lists=LISTS,
    read_units=read_units,
)
"""The forms and checks of the files of this game."""

"""The scenario files of The Russian Campaign: initial forces, their set-up, reinforcements and
losses.

A side sets its units up freely within bounds (3.3, 3.4, 27.11), so a scenario names areas,
districts, cities or a side of its start line, not hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from eastfront.scenario.charts import Table
from eastfront.scenario.errors import NOTHING, Absent, ScenarioError, nearest, one_of
from eastfront.scenario.forms import Count, Form, ScenarioFile, Text
from eastfront.scenario.setup import SetupCheck

from . import charts
from .units import Counter, counter

CHARTS = charts.CHARTS

GERMANY = ("germany", "east-prussia")
"""The areas of the map that are Germany, East Prussia included (3.4)."""
RUSSIA = ("russia", "karelia")
"""The areas of the map that are Russia."""

FORCES = ("at_start", "pool", "surrendered", "withdrawn")
"""The keys of a scenario file that list the units in play before the scenario's first turn."""

Drm = Annotated[int, Meta(ge=-9, le=9)]
Points = Annotated[int, Meta(ge=-99, le=99)]


class Deployment(Form):
    """The set-up area of some of a side's units: of one set-up group, of some nations, or of all
    units."""

    side: Text
    group: Text | None = None
    """The set-up group of units.csv; if None, every unit of the side."""
    nations: list[Text] = []
    """The nations whose units are set up so; all if empty."""
    areas: list[Text] = []
    zones: list[Text] = []
    line: Literal["axis", "russian"] | None = None
    """The side of the scenario's start line; None for a deployment that does not depend on it."""
    except_areas: list[Text] = []
    attacks: list[Text] = []
    """The military districts in which the deployed units may attack in the first impulse of the
    invasion (3.7)."""


class Victory(Form):
    """The conditions of victory of a scenario (27.2 to 27.6)."""

    campaign: bool
    """Whether the victory conditions of the campaign apply (25.1)."""
    sudden_death: bool
    """Whether the conditions of sudden death apply (25.2)."""
    axis_points: Points | None = None
    """The fewest victory points with which the Axis wins on the last turn; None if points do not
    decide."""
    line: Text | None = None
    """The name of the start line beyond which the places that a side controls score; None for no
    line."""
    moscow_until: Count = 0
    """The last turn on which control of Moscow wins for the Axis at once; 0 for none."""
    headquarters: bool = False
    """Whether the loss of leaders and headquarters changes the victory points (27.21)."""


class Scenario(ScenarioFile, kw_only=True):
    """A scenario file of The Russian Campaign.

    Without ``at_start`` the units that units.csv lists for the start begin on the map, each in its
    city or where ``deploy`` says for its set-up group. With a start line the set-up groups of
    units.csv, made for 1941, do not apply: ``deploy`` then holds for all units except air units.
    """

    weather_drm: Drm
    invasions: dict[Text, Count]
    """For each side, the number of sea invasions that it may attempt in the game."""
    start_line: Text | None = None
    cover_line: bool = False
    """Whether each side, in its set-up, must occupy every hex along its side of the start line, or
    hold that hex in a zone of control (27.11)."""
    coupled_autumn: bool = False
    """Whether the weather of autumn 1941 determines that of the winter (27.21)."""
    deploy: Annotated[list[Deployment], Meta(min_length=1)]
    victory: Victory
    at_start: list[Text] = []
    pool: list[Text] = []
    surrendered: list[Text] = []
    withdrawn: list[Text] = []
    """Units that have left the game, for good or for a time."""


def check_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Checks the charts, and that the start-line chart has the lines named by the scenario; raises
    an error for the first wrong value."""
    charts.check_charts(tables, check)
    form = check.form
    assert isinstance(form, Scenario)
    lines = tables["start-lines"].form
    assert isinstance(lines, charts.StartLines)
    for place, name in (("start_line", form.start_line), ("victory.line", form.victory.line)):
        if name is not None and name not in lines.line:
            raise check.error(place, name, one_of(lines.line, name))


def check_scenario(check: SetupCheck) -> None:
    """Checks the keys of a scenario file against the map and the units; raises an error for the
    first wrong value."""
    form = check.form
    assert isinstance(form, Scenario)
    check.turns()
    for side in check.game.sides:
        if side not in form.invasions:
            raise check.error(f"invasions.{side}", NOTHING, f"a number for {side}")
    for side in form.invasions:
        if side not in check.game.sides:
            raise check.error("invasions", side, one_of(check.game.sides, side))
    _check_map(check)
    starting = _check_forces(check, form)
    _check_deployments(check, form, starting)
    check.ready([unit.id for unit in starting])


def _check_map(check: SetupCheck) -> None:
    """Checks that track and rivers are on land, and that the map has the cities named in the order
    of battle; raises ScenarioError otherwise."""
    path = check.files["hexsides.csv"]
    for (a, b), features in check.map.hexsides.items():
        for at in (a, b):
            cell = check.map.hexes[at]
            if cell is not None and cell.terrain in check.game.map.barred and a < b:
                got = Absent(
                    f"{' '.join(sorted(features))} in {cell.name}, which is {cell.terrain}"
                )
                if features - {"prohibited"}:
                    place, expected = _hexside(check, a, b), "tracks and rivers on land of map.csv"
                    raise ScenarioError(path, place, got, expected)
    labels = {cell.label for cell in check.map.hexes if cell is not None}
    for unit in check.units.values():
        place = counter(unit).place
        if place[:1].isupper() and place not in labels:
            expected = f"the name of a city of map.csv{nearest(place, labels)}"
            raise ScenarioError(check.files["units.csv"], unit.id, place, expected)


def _hexside(check: SetupCheck, a: int, b: int) -> str:
    names = [cell.name for at in (a, b) if (cell := check.map.hexes[at]) is not None]
    return f"hexside {'-'.join(names)}"


def _check_forces(check: SetupCheck, form: Scenario) -> list[Counter]:
    """Returns the units on the map at the start. Checks that each unit due before the first turn of
    the scenario has a place in one of the scenario's lists of units."""
    units = {name: counter(unit) for name, unit in check.units.items()}
    for at, name in enumerate(form.absent):
        if name not in units:
            raise check.error(f"absent[{at}]", name, f"{one_of(units, name)} of units.csv")
        if name in form.absent[:at]:
            raise check.error(f"absent[{at}]", name, "each unit once")
    if not form.at_start:
        for key in FORCES[1:]:
            if getattr(form, key):
                raise check.error("at_start", NOTHING, f"the units on the map, beside {key}")
        return [u for u in units.values() if u.entry == "start" and u.id not in form.absent]
    for key in FORCES:
        check.box(key, getattr(form, key), None)
    for name, unit in units.items():
        early = unit.arrives is not None and unit.arrives < form.first_turn
        due = unit.entry == "start" or (unit.entry == "turn" and early)
        if due and not unit.option and name not in check.placed and name not in form.absent:
            expected = (
                f"a place for {name!r} ({unit.name}) of units.csv, in {', '.join(FORCES)} or "
            )
            expected += f"absent, as it is in play before turn {form.first_turn} (first_turn)"
            raise check.error("at_start", NOTHING, expected)
    return [units[name] for name in form.at_start]


def _check_deployments(check: SetupCheck, form: Scenario, starting: Sequence[Counter]) -> None:
    words = check.game
    for at, part in enumerate(form.deploy):
        for key, found, known in (
            ("side", [part.side], words.sides),
            ("group", [part.group] if part.group is not None else [], words.units.groups),
            ("nations", part.nations, words.units.nations),
            ("areas", part.areas, words.map.areas),
            ("except_areas", part.except_areas, words.map.areas),
            ("zones", part.zones, words.map.zones),
            ("attacks", part.attacks, words.map.zones),
        ):
            for word in found:
                if word not in known:
                    expected = f"{one_of(known, word)} of game.toml"
                    raise check.error(f"deploy[{at}].{key}", word, expected)
                if found.count(word) > 1:
                    raise check.error(f"deploy[{at}].{key}", word, "each word once")
        if part in form.deploy[:at]:
            raise check.error(f"deploy[{at}]", Absent(f"deploy[{at}]"), "each part once")
        if not (part.areas or part.zones or part.line):
            raise check.error(f"deploy[{at}]", NOTHING, "areas, zones or a side of the line")
        if part.line is not None and form.start_line is None:
            raise check.error(f"deploy[{at}].line", part.line, "a start_line in the scenario")
    for unit in starting:
        if unit.group in ("city", "air-box", "off-map") and form.start_line is None:
            continue
        if not any(
            part.side == unit.side
            and part.group in (None, unit.group)
            and (not part.nations or unit.nation in part.nations)
            for part in form.deploy
        ):
            expected = f"a place for {unit.id!r} ({unit.name}), by its group in units.csv"
            raise check.error("deploy", NOTHING, expected)

"""Schemas of the TOML files of every game: keys and types of values.

Charts and set-ups of a single game have their schemas in the package of that game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

PROVENANCES = frozenset({"rulebook", "published", "reconstructed"})
"""Provenances of a figure: from the rulebook, published elsewhere, or reconstructed here."""

Text = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Turn = Annotated[int, Meta(ge=1, le=999)]
Count = Annotated[int, Meta(ge=0, le=999)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")]


class Form(Struct, forbid_unknown_fields=True):
    """Base class of the schemas of TOML tables; an unknown key in the file is an error."""


class Grid(Form):
    """The shape of the map and the pattern of hex ids."""

    width: Annotated[int, Meta(ge=1, le=512)]
    height: Annotated[int, Meta(ge=1, le=512)]
    first_row: Count = 1
    first_column: Count = 1
    shifted_parity: Annotated[int, Meta(ge=0, le=1)] = 1
    """Rows of this parity, counted from 0, lie half a hex toward higher columns."""
    id: Text = "{row:02}{column:02}"
    columns: Literal["east", "west"] = "east"
    """The direction in which printed column numbers increase."""
    staggered: Literal["rows", "columns"] = "rows"
    """The lines of the printed map of which every second one lies half a hex further. With
    ``columns``, each printed column is a row of this grid, and the map is drawn with it upright."""


class Link(Form):
    """A connection of two hexes that are not adjacent, such as track for rail movement: the hexes
    `a` and `b`, and the feature that connects them."""

    a: Text
    b: Text
    feature: Text


class MapWords(Form):
    """The words allowed in the columns of map.csv and hexsides.csv. Some columns may be left out if
    their list of words is empty (`tables.OPTIONAL`)."""

    terrain: list[Text]
    barred: list[Text] = []
    areas: list[Text] = []
    zones: list[Text] = []
    features: list[Text] = []
    hexside_features: list[Text] = []
    rivers: list[Text] = []
    """Rivers that run through hexes; if there are any, map.csv has a column for them."""
    link: list[Link] = []


class UnitWords(Form):
    """The words allowed in the columns of units.csv, and the highest factor. Some columns may be
    left out if their list of words is empty (`tables.OPTIONAL`)."""

    kinds: list[Text]
    highest_factor: Annotated[int, Meta(ge=0, le=9999)]
    nations: list[Text] = []
    mobilities: list[Text] = []
    entries: list[Text] = []
    sizes: list[Text] = []
    formations: list[Text] = []
    groups: list[Text] = []
    places: list[Text] = []
    options: list[Text] = []
    columns: dict[Text, Literal["number", "points", "text", "yes-no"]] = {}
    """Further columns of units.csv, each with the kind of its values; ``points`` are movement
    points or combat factors, with the fractions that `scale` allows."""


class Stacking(Form):
    """The stacking limits, in units in a hex. The set-up of a scenario is checked by `limit` and
    `single`; the limits by size are stated for the reader, and the game's rules enforce them."""

    limit: Annotated[int, Meta(ge=1, le=99)] = 99
    not_counted: list[Text] = []
    single: list[Text] = []
    """Kinds of units of which a hex may hold at most one in total."""
    by_size: dict[str, Annotated[int, Meta(ge=0, le=99)]] = {}
    """Limits for a hex in which all units are of one size, by size."""
    mixed: Annotated[int, Meta(ge=0, le=99)] | None = None
    """The limit for a hex that holds units of several sizes; None if none is stated."""


class SourceForm(Form):
    """The source of a table of data: where its values come from, and, for reconstructed values, how
    they were found."""

    name: Text
    provenance: Text
    source: Text
    reasoning: str = ""
    constraints: list[Text] = []


class Rows(Form):
    """The numbers of rows of the tables, by which a truncated file is detected."""

    map: Annotated[int, Meta(ge=1)]
    hexsides: Annotated[int, Meta(ge=1)]
    units: Annotated[int, Meta(ge=1, le=9999)]


class GameFile(Form):
    """game.toml: the vocabulary and bounds of the other files of a game."""

    id: Id
    title: Text
    sides: Annotated[list[Id], Meta(min_length=2, max_length=2)]
    last_turn: Turn
    grid: Grid
    map: MapWords
    units: UnitWords
    source: list[SourceForm]
    scale: Literal[1, 2, 4] = 1
    """The parts of a movement point or combat factor: 2 for a game with halves, 4 for one with
    quarters."""
    stacking: Stacking = field(default_factory=Stacking)
    colours: dict[Text, Annotated[list[Colour], Meta(min_length=2, max_length=2)]] = {}
    """By side or nation: the colour of its counters in pictures, and that of the text and symbol on
    them. A nation has precedence over its side."""
    rows: Rows | None = None


class ChartsFile(Form):
    """charts.toml: a list of tables, each with its own form."""

    table: Annotated[list[dict[str, Any]], Meta(min_length=1)]


class Stack(Form):
    """Units set up in one hex."""

    hex: Text
    units: Annotated[list[Text], Meta(min_length=1)]


class Arrival(Form):
    """When a unit arrives in a scenario, in place of its columns `arrives` and `entry` in
    units.csv."""

    unit: Text
    turn: Turn | None = None
    """The turn of arrival; without it the unit is in play at the start."""
    entry: Text = ""
    """The way of entry; empty for a unit that is in play at the start."""


class FreeUnits(Form):
    """Units that their owner sets up freely in hexes that the owner controls."""

    side: Text
    units: list[Text]
    step: Turn | None = None
    """The step of the set-up in which the units are placed, counted from 1 in `setup_order`; None
    for the first step of the side."""
    hexes: list[Text] = []
    """The only hexes in which these units may be set up; empty for all that the owner controls."""
    cover: list[Text] = []
    """Hexes of which each must hold a unit of the side when these units are set up."""
    reserve: list[Text] = []
    """Those of the units that the automatic placement puts into a box off the map."""


class ScenarioHead(Struct):
    """The id and the title of a scenario file, for lists of scenarios; other keys are ignored."""

    id: Id
    title: Text


class ScenarioFile(Form, kw_only=True):
    """The common keys of scenario files; a game adds its own."""

    id: Id
    title: Text
    based_on: Id | None = None
    first_turn: Turn
    last_turn: Turn
    player_order: list[Text]
    """The order in which the sides play. This order and `setup_order` are by default the order of
    the sides in game.toml."""
    setup_order: list[Text]
    """The sides in the order in which they set up; a game may allow more than one step a side."""
    opens: str = ""
    """The phase in which the first turn opens, empty for its start."""
    ends: str = ""
    """The last phase that is played in the last turn, empty for its end."""
    setup: list[Stack] = []
    mandatory: list[Stack] = []
    automatic: list[Stack] = []
    free: list[FreeUnits] = []
    arrivals: list[Arrival] = []
    """Units that arrive at another time than units.csv says."""
    absent: list[Text] = []
    """Units of the order of battle that the scenario does not use."""
    source: list[SourceForm] = []
    """The sources of the values in the file, each named by its key."""

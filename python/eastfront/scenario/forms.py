"""The form of the TOML files that every game has: which keys, and what kind of value each holds.

Charts and set-ups that only one game knows are in the module of that game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROVENANCES = frozenset({"rulebook", "published", "reconstructed"})
"""Where a figure may come from: said by the rules, found in print, or made here."""

Text = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Turn = Annotated[int, Meta(ge=1, le=999)]
Count = Annotated[int, Meta(ge=0, le=999)]


class Form(Struct, forbid_unknown_fields=True):
    """A table of a TOML file: a key that is not a field is an error."""


class Grid(Form):
    """Shape of the map and how its hexes are called."""

    width: Annotated[int, Meta(ge=1, le=512)]
    height: Annotated[int, Meta(ge=1, le=512)]
    first_row: Count
    first_column: Count
    shifted_parity: Annotated[int, Meta(ge=0, le=1)]
    id: Text
    columns: Literal["east", "west"] = "east"
    """The way in which printed columns count on."""


class Link(Form):
    """Two hexes that are joined although they do not touch, and by what."""

    a: Text
    b: Text
    feature: Text


class MapWords(Form):
    """The words that map.csv and hexsides.csv may use."""

    terrain: list[Text]
    barred: list[Text]
    areas: list[Text]
    zones: list[Text]
    features: list[Text]
    hexside_features: list[Text]
    rivers: list[Text] = []
    """Rivers that run through hexes; where there are any, map.csv has a column for them."""
    link: list[Link] = []


class UnitWords(Form):
    """The words and bounds that units.csv may use."""

    nations: list[Text]
    kinds: list[Text]
    mobilities: list[Text]
    entries: list[Text]
    highest_factor: Annotated[int, Meta(ge=0, le=9999)]
    sizes: list[Text] = []
    formations: list[Text] = []
    groups: list[Text] = []
    places: list[Text] = []
    options: list[Text] = []


class Stacking(Form):
    """What may stand together in a hex when a scenario starts."""

    limit: Annotated[int, Meta(ge=1, le=99)]
    not_counted: list[Text]
    single: list[Text]
    """Kinds of which a hex holds one unit at most, all of them together."""
    by_size: dict[str, Annotated[int, Meta(ge=0, le=99)]] = {}
    """Units of a size when all in the hex are of it."""
    mixed: Annotated[int, Meta(ge=0, le=99)] | None = None
    """Units in a hex that holds several sizes."""


class SourceForm(Form):
    """Where a table comes from."""

    name: Text
    provenance: Text
    source: Text
    reasoning: str
    constraints: list[Text]


class Rows(Form):
    """Rows of the tables, so that one that was cut short is noticed."""

    map: Annotated[int, Meta(ge=1)]
    hexsides: Annotated[int, Meta(ge=1)]
    units: Annotated[int, Meta(ge=1, le=9999)]


class GameFile(Form):
    """game.toml: what the other files of a game may say."""

    id: Id
    title: Text
    sides: Annotated[list[Id], Meta(min_length=2, max_length=2)]
    last_turn: Turn
    grid: Grid
    map: MapWords
    units: UnitWords
    stacking: Stacking
    rows: Rows
    source: list[SourceForm]


class ChartsFile(Form):
    """charts.toml: a list of tables, each of a form of its own."""

    table: Annotated[list[dict[str, Any]], Meta(min_length=1)]


class Stack(Form):
    """Units that are set up in one hex."""

    hex: Text
    units: Annotated[list[Text], Meta(min_length=1)]


class FreeUnits(Form):
    """Units that their owner sets up where he likes on ground under his control."""

    side: Text
    units: list[Text]


class ScenarioHead(Struct):
    """What a list of scenarios needs to know of each."""

    id: Id
    title: Text


class ScenarioFile(Form, kw_only=True):
    """What every scenario file holds; a game adds keys of its own."""

    id: Id
    title: Text
    based_on: Id | None = None
    first_turn: Turn
    last_turn: Turn
    player_order: list[Text]
    setup_order: list[Text]
    setup: list[Stack] = []
    mandatory: list[Stack] = []
    automatic: list[Stack] = []
    free: FreeUnits | None = None
    absent: list[Text] = []
    """Units that take no part."""
    source: list[SourceForm] = []
    """Where the values of the file come from, each named by its key."""

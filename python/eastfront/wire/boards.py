"""The constant documents of the wire: scenarios, map and order of battle."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from .forms import Document
from .words import Hex, Place, Rule, Side, Unit


class Option(Struct, kw_only=True):
    """An optional rule of a scenario."""

    name: Annotated[str, Meta(description="Its name in requests; with a number, `name=number`.")]
    text: str
    least: Annotated[
        int | None, Meta(description="The minimum of its number; null if it takes none.")
    ]
    most: Annotated[int | None, Meta(description="The maximum; null if it takes none.")]


class Scenario(Struct, kw_only=True):
    """An available scenario."""

    id: Annotated[str, Meta(description="Game and scenario, as in requests.")]
    title: str
    sides: list[Side]
    options: list[Option]


class Scenarios(Document, tag="scenarios", kw_only=True):
    """The available scenarios and bots."""

    scenarios: list[Scenario]
    bots: Annotated[list[str], Meta(description="The names of the bots.")]


class RuleText(Document, tag="rule", kw_only=True):
    """The text of a rule."""

    id: Rule
    game: Annotated[str, Meta(description="The game's id.")]
    section: Annotated[str, Meta(description="The section of the rulebook.")]
    area: Annotated[str, Meta(description="Its subject.")]
    text: str
    kind: Annotated[
        str,
        Meta(description="`play`, or the reason why play cannot break it, such as `definition`."),
    ]
    reason: Annotated[str, Meta(description="The reason for that kind; empty for a rule of play.")]


class MapHex(Struct, kw_only=True):
    """A hex of the map."""

    id: Hex
    column: Annotated[
        int, Meta(description="Axial coordinate: a step to the right (if `flat`, down) adds 1.")
    ]
    row: Annotated[
        int,
        Meta(description="Rows run down (if `flat`, right); a step to the lower right adds 1."),
    ]
    x: Annotated[float, Meta(description="The centre in the picture of the map, in its units.")]
    y: float
    terrain: str
    area: Annotated[str, Meta(description="Its country, district or sea.")]
    zone: str
    label: Annotated[str, Meta(description="The name of its city, if it has one.")]
    city: bool


class Hexsides(Struct, kw_only=True):
    """The hexsides with a feature, or the steps from hex to hex of a feature such as a road."""

    feature: str
    through: Annotated[
        bool, Meta(description="Whether it runs from hex to hex, not along hexsides.")
    ]
    pairs: Annotated[list[tuple[Hex, Hex]], Meta(description="Each hexside as its two hexes.")]


class UnitType(Struct, kw_only=True):
    """A unit of the order of battle, with its data that do not change in play."""

    id: str
    name: Unit
    side: Side
    nation: str
    kind: str
    mobility: str
    values: Annotated[dict[str, float], Meta(description="Its printed values, by name.")]
    own: Annotated[
        dict[str, float | str | bool],
        Meta(description="Its values in the columns that the game adds to units.csv, by name."),
    ] = field(default_factory=dict)
    factors: Annotated[
        str | UnsetType,
        Meta(
            description="Its factors as text, such as `1d6-1d6`, if its strength is drawn in each "
            "battle; absent for all other units."
        ),
    ] = UNSET


class Board(Document, tag="board", kw_only=True):
    """The map and the order of battle of a game."""

    game: str
    title: str
    sides: list[Side]
    radius: Annotated[
        float, Meta(description="The distance from the centre of a hex to its corners.")
    ]
    flat: Annotated[
        bool,
        Meta(
            description="Whether hexes have a side at the top, not a corner, in straight columns."
        ),
    ] = False
    hexes: list[MapHex]
    hexsides: list[Hexsides]
    boxes: list[Place]
    units: list[UnitType]
    rules: Annotated[list[str], Meta(description="The ids of all rules in the program.")]
    hides: Annotated[bool, Meta(description="Whether the game has hidden information.")]

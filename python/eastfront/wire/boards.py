"""The documents of the wire that do not change in a game: scenarios, map and order of battle."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .forms import Document
from .words import Hex, Place, Rule, Side, Unit


class Option(Struct, kw_only=True):
    """An optional rule that a scenario can be played with."""

    name: Annotated[str, Meta(description="What a request calls it; with a number, `name=number`.")]
    text: str
    least: Annotated[int | None, Meta(description="The least number that it takes.")]
    most: Annotated[int | None, Meta(description="The greatest; null when it takes none.")]


class Scenario(Struct, kw_only=True):
    """A scenario that can be played."""

    id: Annotated[str, Meta(description="Game and scenario, as a request names it.")]
    title: str
    sides: list[Side]
    options: list[Option]


class Scenarios(Document, tag="scenarios", kw_only=True):
    """All that can be played, and by whom."""

    scenarios: list[Scenario]
    bots: Annotated[list[str], Meta(description="The players that are no people.")]


class RuleText(Document, tag="rule", kw_only=True):
    """What a rule says."""

    id: Rule
    game: Annotated[str, Meta(description="The game's id.")]
    section: Annotated[str, Meta(description="The section of the rulebook.")]
    area: Annotated[str, Meta(description="What it is about.")]
    text: str
    kind: Annotated[
        str, Meta(description="`play`, or why no play could break it, such as `definition`.")
    ]
    reason: Annotated[str, Meta(description="Why it is of that kind; empty for a rule of play.")]


class MapHex(Struct, kw_only=True):
    """A hex of the map."""

    id: Hex
    column: Annotated[int, Meta(description="Axial coordinate: a step to the right adds 1.")]
    row: Annotated[int, Meta(description="Rows run down; a step to the lower right adds 1.")]
    x: Annotated[float, Meta(description="The centre in the picture of the map, in its units.")]
    y: float
    terrain: str
    area: Annotated[str, Meta(description="The country, district or sea that it lies in.")]
    zone: str
    label: Annotated[str, Meta(description="The name of its city, if it has one.")]
    city: bool


class Hexsides(Struct, kw_only=True):
    """The hexsides that bear a feature, or the steps that a course takes from hex to hex."""

    feature: str
    through: Annotated[bool, Meta(description="Whether it runs from hex to hex, not along sides.")]
    pairs: Annotated[list[tuple[Hex, Hex]], Meta(description="Each with its hexes.")]


class UnitType(Struct, kw_only=True):
    """A unit of the order of battle."""

    id: str
    name: Unit
    side: Side
    nation: str
    kind: str
    mobility: str
    values: Annotated[dict[str, int], Meta(description="Its printed values, by name.")]


class Board(Document, tag="board", kw_only=True):
    """The map and the order of battle of a game."""

    game: str
    title: str
    sides: list[Side]
    radius: Annotated[float, Meta(description="From the centre of a hex to its corners.")]
    hexes: list[MapHex]
    hexsides: list[Hexsides]
    boxes: list[Place]
    units: list[UnitType]
    rules: Annotated[list[str], Meta(description="The ids of all rules that are in the program.")]
    hides: Annotated[
        bool, Meta(description="Whether anything may be hidden from a side; else all see all.")
    ]

"""The annotated basic types of the documents of the wire.

The descriptions appear verbatim in the JSON Schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

FORMAT: Literal["eastfront-wire/1"] = "eastfront-wire/1"
"""The version of the format. Within a version, fields and kinds of events may be added; none is
removed or changes its meaning."""

UMPIRE = "umpire"
"""The seat that sees everything and acts for chance."""
CHANCE = "chance"
"""The actor of rolls and draws."""

Format = Annotated[Literal["eastfront-wire/1"], Meta(description="The version of the format.")]
Seat = Annotated[str, Meta(description="A side of the game by its name, or `umpire`.")]
Side = Annotated[str, Meta(description="A side of the game by its name.")]
Actor = Annotated[str, Meta(description="A side of the game by its name, or `chance`.")]
Place = Annotated[str, Meta(description="A hex by its printed id, or a box by its name.")]
Hex = Annotated[str, Meta(description="A hex by its printed id.")]
Unit = Annotated[str, Meta(description="A unit by its short name.")]
Rule = Annotated[str, Meta(description="The id of a rule, such as `BD-7.4b`; empty for none.")]
Notation = Annotated[str, Meta(description="An action in notation, such as `move 3Pz`.")]
ActionId = Annotated[
    int, Meta(ge=0, description="The dense id of an action, stable for a game file.")
]
Chance = Annotated[
    str, Meta(pattern=r"^[0-9]+/[1-9][0-9]*$", description="An exact probability, such as `1/6`.")
]
Key = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{16}$", description="A 64-bit hash of a position or observation.")
]
Points = Annotated[float, Meta(description="Movement points.")]

"""The documents of the wire that explain: battles, supply, and where units can go."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .forms import Document
from .words import Chance, Hex, Points, Rule, Side, Unit


class Strength(Struct, kw_only=True):
    """What a unit brings to a battle."""

    unit: Unit
    printed: Annotated[int, Meta(description="The factor on the counter.")]
    factor: Annotated[int, Meta(description="The factor before it is divided.")]
    divisor: Annotated[
        int,
        Meta(
            description="By how much all units with this divisor are divided, once, rounded down."
        ),
    ]
    rules: Annotated[list[Rule], Meta(description="The rules that changed it.")]


class Shift(Struct, kw_only=True):
    """A shift of the odds column."""

    rule: Rule
    columns: Annotated[int, Meta(description="To the right if positive.")]


class Choice(Struct, kw_only=True):
    """A choice that lets a side change the result."""

    rule: Rule
    text: str


class Consequence(Struct, kw_only=True, tag_field="kind"):
    """Something that lies behind a result."""

    text: Annotated[str, Meta(description="The same in words.")]


class Lost(Consequence, tag="lost"):
    """Units that fall, and nobody chooses."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Loss(Consequence, tag="loss"):
    """One unit that a side loses, of its own choice."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Share(Struct, kw_only=True):
    """A factor, and by how much it is divided."""

    factor: int
    by: int


class Surrender(Consequence, tag="surrender"):
    """Units that a side gives up one by one until they are worth enough."""

    side: Side
    worth: Annotated[int, Meta(description="What they must be worth together, at least.")]
    options: Annotated[
        dict[Unit, int], Meta(description="The units, and what each is worth by itself.")
    ]
    divided: Annotated[
        dict[Unit, Share],
        Meta(description="Those whose factor is divided; alike ones are added up before."),
    ]
    first: Annotated[list[Unit], Meta(description="Those that must go before any other.")]
    fewest: int
    most: int
    rules: list[Rule]


class Withdrawal(Consequence, tag="withdrawal"):
    """A retreat by one hex."""

    side: Side
    units: list[Unit]
    hexes: Annotated[list[Hex], Meta(description="Hexes for the whole stack; empty: it splits up.")]
    alone: Annotated[dict[Unit, list[Hex]], Meta(description="The hexes open to each unit alone.")]
    shut: Annotated[dict[Hex, str], Meta(description="The other hexes, and what closes each.")]
    rules: list[Rule]


class Flight(Consequence, tag="flight"):
    """Units that retreat several hexes, moved by one side."""

    side: Side
    hexes: Annotated[
        dict[Unit, list[Hex]], Meta(description="The first hexes open to each unit now.")
    ]
    far: Annotated[str, Meta(description="How many hexes they go, in words.")]
    rules: list[Rule]


class Advance(Consequence, tag="advance"):
    """Units that may take the hex afterwards when it is empty."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Stand(Consequence, tag="stand"):
    """Units that need not retreat for where they are."""

    side: Side
    units: list[Unit]
    where: Annotated[str, Meta(description="Where that is, in words.")]
    rules: list[Rule]


AnyConsequence = Lost | Loss | Surrender | Withdrawal | Flight | Advance | Stand


class Turn(Struct, kw_only=True):
    """A choice that makes another result of one."""

    side: Side
    result: str
    rule: Rule


class BattleOutcome(Struct, kw_only=True):
    """A result of a battle, and what lies behind it."""

    result: str
    dice: Annotated[
        list[int], Meta(description="The faces that give it; empty when no die or a choice does.")
    ]
    chance: Chance
    consequences: list[AnyConsequence]
    turned: list[Turn]


class Battle(Document, tag="battle", kw_only=True):
    """A battle as it would be fought now, or the one in progress, stage by stage."""

    target: Annotated[str, Meta(description="The hex attacked; several are joined by `+`.")]
    kind: Annotated[str, Meta(description="The kind of battle; empty in a game with one kind.")]
    side: Side
    attackers: list[Strength]
    defenders: list[Strength]
    unknown: Annotated[
        int,
        Meta(ge=0, description="Units that may not be seen before odds are reckoned; if any, the "
             "totals, odds and column are null and the distribution is empty."),
    ]  # fmt: skip
    attack: Annotated[int | None, Meta(description="The attack total, supports included.")]
    defence: Annotated[int | None, Meta(description="The defence total.")]
    odds: Annotated[str | None, Meta(description="The odds before shifts, such as `3:1`.")]
    shifts: list[Shift]
    column: Annotated[str | None, Meta(description="The column at which the die is rolled.")]
    distribution: Annotated[
        dict[str, Chance],
        Meta(description="The chance of each result after conversions that nobody chooses."),
    ]
    choices: list[Choice]
    rules: Annotated[list[Rule], Meta(description="Further rules that entered the totals.")]
    outcomes: list[BattleOutcome]
    result: Annotated[
        str | None, Meta(description="The result of a battle in progress whose die has fallen.")
    ]
    text: Annotated[str, Meta(description="The whole explanation in words, line by line.")]


class Supply(Document, tag="supply", kw_only=True):
    """The supply of a unit, with a certificate that a few lines of code can check."""

    unit: Unit
    state: Annotated[str, Meta(description="What the rulebook calls it.")]
    level: Annotated[int, Meta(description="Its number; higher is better.")]
    rule: Rule
    path: Annotated[list[Hex], Meta(description="A line from the unit to a source; or empty.")]
    stuck: Annotated[str, Meta(description="Where a line ends that does not arrive; or empty.")]
    region: Annotated[list[Hex], Meta(description="All that such a line can come to.")]
    cut: Annotated[list[Hex], Meta(description="The hexes that bar every way out of it.")]
    text: Annotated[str, Meta(description="The same in words.")]


class Reach(Document, tag="reach", kw_only=True):
    """Where units of one hex could go, if a move began now with the full allowance."""

    units: list[Unit]
    hexes: Annotated[dict[Hex, Points], Meta(description="The hexes, and what each costs.")]

"""The explanatory documents of the wire: battles, supply and reach."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from .forms import Document
from .words import Chance, Hex, Points, Rule, Side, Unit


class Drawn(Struct, kw_only=True):
    """A value that the factor of a unit can have once its strength is drawn."""

    factor: float
    chance: Chance


class Strength(Struct, kw_only=True):
    """The contribution of a unit to the strength of a battle, in combat factors."""

    unit: Unit
    printed: Annotated[float, Meta(description="The factor on the counter.")]
    factor: Annotated[
        float,
        Meta(description="The factor before it is divided; the mean if it is still to be drawn."),
    ]
    divisor: Annotated[
        int,
        Meta(description="The divisor; factors with it are summed, divided once, rounded down."),
    ]
    rules: Annotated[list[Rule], Meta(description="The rules that modify it.")]
    drawn: Annotated[
        list[Drawn] | UnsetType,
        Meta(description="Its values if it is still to be drawn; absent if it is not."),
    ] = UNSET


class Case(Struct, kw_only=True):
    """A way in which the strengths still to be drawn can fall."""

    chance: Chance
    attack: Annotated[float, Meta(description="The attack total.")]
    defence: Annotated[float, Meta(description="The defence total.")]
    odds: Annotated[str, Meta(description="The odds before shifts, or the difference.")]
    column: Annotated[str, Meta(description="The column at which the die is then rolled.")]
    distribution: Annotated[
        dict[str, Chance], Meta(description="The probability of each result in this case.")
    ]


class Shift(Struct, kw_only=True):
    """A shift of the odds column."""

    rule: Rule
    columns: Annotated[int, Meta(description="To the right if positive.")]


class Choice(Struct, kw_only=True):
    """A rule that lets a side change the result of a battle."""

    rule: Rule
    text: str


class Consequence(Struct, kw_only=True, tag_field="kind"):
    """A consequence of a battle's result. The base class of all consequences."""

    text: Annotated[str, Meta(description="The consequence in words.")]


class Lost(Consequence, tag="lost"):
    """A consequence: units lost without a choice."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Loss(Consequence, tag="loss"):
    """A consequence: one unit that a side loses, chosen by the side."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Share(Struct, kw_only=True):
    """A unit's combat factor, and the number by which the factor is divided."""

    factor: float
    by: int


class Surrender(Consequence, tag="surrender"):
    """A consequence: units that a side gives up one by one, until their total worth reaches the
    required worth."""

    side: Side
    worth: Annotated[float, Meta(description="The required total worth.")]
    options: Annotated[
        dict[Unit, float], Meta(description="The units, each with its worth when given up alone.")
    ]
    divided: Annotated[
        dict[Unit, Share],
        Meta(description="Units with a divided factor; equal divisors are summed first."),
    ]
    first: Annotated[
        list[Unit], Meta(description="The units that must be given up before any other.")
    ]
    fewest: int
    most: int
    rules: list[Rule]


class Withdrawal(Consequence, tag="withdrawal"):
    """A consequence: the retreat of units by one hex."""

    side: Side
    units: list[Unit]
    hexes: Annotated[list[Hex], Meta(description="Hexes for the whole stack; empty: it splits up.")]
    alone: Annotated[dict[Unit, list[Hex]], Meta(description="The hexes open to each unit alone.")]
    shut: Annotated[
        dict[Hex, str], Meta(description="The other hexes, each with the reason that closes it.")
    ]
    rules: list[Rule]


class Flight(Consequence, tag="flight"):
    """A consequence: units that retreat one or more hexes, moved by one side."""

    side: Side
    hexes: Annotated[
        dict[Unit, list[Hex]], Meta(description="The first hexes open to each unit now.")
    ]
    far: Annotated[str, Meta(description="The number of hexes, in words.")]
    rules: list[Rule]


class Advance(Consequence, tag="advance"):
    """A consequence: units that may advance into the attacked hex once it is empty."""

    side: Side
    units: list[Unit]
    rules: list[Rule]


class Stand(Consequence, tag="stand"):
    """A consequence: units that stay in place although the result demands a retreat, since a rule
    exempts them because of where they are."""

    side: Side
    units: list[Unit]
    where: Annotated[str, Meta(description="The location, in words.")]
    rules: list[Rule]


AnyConsequence = Lost | Loss | Surrender | Withdrawal | Flight | Advance | Stand


class Turn(Struct, kw_only=True):
    """A side's choice that changes the result of a battle into another one."""

    side: Side
    result: str
    rule: Rule


class BattleOutcome(Struct, kw_only=True):
    """A result of a battle with its consequences."""

    result: str
    dice: Annotated[
        list[int],
        Meta(description="The die faces that give it; empty without a die or after a choice."),
    ]
    chance: Chance
    consequences: list[AnyConsequence]
    turned: list[Turn]


class Battle(Document, tag="battle", kw_only=True):
    """The explanation, stage by stage, of a battle as if fought now, or of the battle in
    progress."""

    target: Annotated[str, Meta(description="The hex attacked; several are joined by `+`.")]
    kind: Annotated[str, Meta(description="The kind of battle; empty in a game with one kind.")]
    side: Side
    attackers: list[Strength]
    defenders: list[Strength]
    unknown: Annotated[
        int,
        Meta(ge=0, description="Units hidden until odds are computed; if any, the "
             "totals, odds and column are null and the distribution is empty."),
    ]  # fmt: skip
    attack: Annotated[float | None, Meta(description="The attack total, supports included.")]
    defence: Annotated[float | None, Meta(description="The defence total.")]
    odds: Annotated[
        str | None,
        Meta(description="The odds before shifts, such as `3:1`; the difference of the totals, "
             "such as `+3`, in a game whose battles are by difference."),
    ]  # fmt: skip
    shifts: list[Shift]
    column: Annotated[str | None, Meta(description="The column at which the die is rolled.")]
    distribution: Annotated[
        dict[str, Chance],
        Meta(description="The probability of each result, after conversions without a choice."),
    ]
    choices: list[Choice]
    rules: Annotated[list[Rule], Meta(description="Further rules that entered the totals.")]
    outcomes: list[BattleOutcome]
    result: Annotated[
        str | None, Meta(description="The result of a battle in progress, after the roll.")
    ]
    text: Annotated[str, Meta(description="The whole explanation in words, line by line.")]
    cases: Annotated[
        list[Case] | UnsetType,
        Meta(
            description="The totals that strengths still to be drawn can give, from the lowest "
            "odds on; then the totals above are means, the odds and the column are the lowest and "
            "the highest, as `1:1 to 3:1`, and a result occurs in the outcomes once for each of "
            "its consequences. Absent if no strength is to be drawn."
        ),
    ] = UNSET


class Supply(Document, tag="supply", kw_only=True):
    """The supply of a unit, proved by the path of a line of supply or by the barrier around it."""

    unit: Unit
    state: Annotated[str, Meta(description="The rulebook's name for the state of supply.")]
    level: Annotated[int, Meta(description="Its number; higher is better.")]
    rule: Rule
    path: Annotated[list[Hex], Meta(description="A line from the unit to a source; or empty.")]
    stuck: Annotated[str, Meta(description="The end of a line that reaches no source; or empty.")]
    region: Annotated[list[Hex], Meta(description="The hexes that such a line can reach.")]
    cut: Annotated[list[Hex], Meta(description="The hexes that bar every way out of it.")]
    text: Annotated[str, Meta(description="The supply in words.")]


class Reach(Document, tag="reach", kw_only=True):
    """The reach of units in one hex for a move that begins now with the full allowance."""

    units: list[Unit]
    hexes: Annotated[dict[Hex, Points], Meta(description="The hexes, each with its cost.")]

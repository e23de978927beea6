"""The documents of the wire that tell of a game in play: what a seat sees, and what happened.

Every document names its form and its type, and is complete in itself. What a side may not know does
not stand in it. Nothing here computes; `eastfront.wire.write` fills the forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from eastfront._core import ArgumentTypeError
from eastfront.arguments import checked, shown

from .words import (
    FORMAT,
    ActionId,
    Actor,
    Chance,
    Format,
    Hex,
    Key,
    Notation,
    Place,
    Rule,
    Seat,
    Side,
    Unit,
)


class Document(Struct, kw_only=True, tag_field="type"):
    """What is sent by itself."""

    format: Format = FORMAT


# -- the decision -------------------------------------------------------------------------------


class Action(Struct, kw_only=True):
    """A legal action."""

    id: ActionId
    notation: Notation
    verb: Annotated[str, Meta(description="The first word of the notation.")]
    kind: Annotated[
        str, Meta(description="What it names: `unit`, `hex`, `number`, or `plain` for nothing.")
    ]
    thing: Annotated[str | None, Meta(description="The unit, hex or number that it names.")]
    passes: Annotated[bool, Meta(description="Whether it ends or declines something.")]
    chance: Annotated[Chance | None, Meta(description="Its probability, when chance acts.")]
    label: Annotated[
        str, Meta(description="The action for people: `12 A to F10`, `odds 1:6`, or the notation.")
    ]


class Loss(Struct, kw_only=True):
    """A unit that is lost if the phase ends now."""

    unit: Unit
    rule: Rule


class Decision(Struct, kw_only=True):
    """What the game waits for."""

    name: Annotated[str, Meta(description="What is asked, such as `movement` or `retreat`.")]
    to_move: Actor
    yours: Annotated[bool, Meta(description="Whether the one who reads this is to act.")]
    unit: Annotated[
        Unit | None,
        Meta(
            description="The unit that the decision is about, such as one that is placed; null for "
            "none, and for one whose identity is hidden."
        ),
    ]
    stack: Annotated[
        list[str], Meta(description="The running procedures of the rules, outermost first.")
    ]
    obligations: Annotated[
        list[str],
        Meta(description="Units or hexes that must still do something before the phase may end."),
    ]
    losses: Annotated[
        list[Loss], Meta(description="The reader's units that are lost if he passes now.")
    ]
    actions: Annotated[
        list[Action], Meta(description="The legal actions; empty when another is to act.")
    ]


class Outcome(Struct, kw_only=True):
    """How a game ended."""

    winner: Annotated[Side | None, Meta(description="The winner, or null for a draw.")]
    level: Annotated[int, Meta(description="The level of the victory, as the rules number it.")]
    rule: Rule


# -- the observation ----------------------------------------------------------------------------


class Counter(Struct, kw_only=True):
    """A counter as somebody sees it."""

    side: Side
    unit: Annotated[Unit | None, Meta(description="Its name; null when its identity is hidden.")]
    flags: Annotated[list[str], Meta(description="Its status, such as `moved`.")]
    fields: Annotated[
        dict[str, int], Meta(description="Numbers kept for it, those that are 0 left out.")
    ]


class Observation(Struct, kw_only=True):
    """All that a seat knows of the board."""

    seat: Seat
    key: Key
    places: Annotated[
        dict[Place, list[Counter]],
        Meta(description="What stands in each hex or box that is not empty; hidden units last."),
    ]
    hidden: Annotated[
        list[Unit], Meta(description="The units that are the hidden counters, in a fixed order.")
    ]
    variables: Annotated[dict[str, int], Meta(description="Numbers of the game, by name.")]
    hex_flags: Annotated[
        dict[str, list[Hex]], Meta(description="The hexes that bear each flag of the game.")
    ]
    control: Annotated[
        dict[Side, list[Hex]], Meta(description="The hexes that each side controls.")
    ]


class Position(Document, tag="position", kw_only=True):
    """A position as a seat sees it, with the decision that the game waits for."""

    game: Annotated[str, Meta(description="The game and scenario.")]
    digest: Annotated[str, Meta(description="The name of the game file.")]
    version: Annotated[
        int, Meta(ge=0, description="Counts every action and every undoing; names this position.")
    ]
    turn: Annotated[int | None, Meta(description="The number of the game turn.")]
    phase: Annotated[str | None, Meta(description="The phase; null when the game is over.")]
    decision: Annotated[Decision | None, Meta(description="Null when the game is over.")]
    observation: Observation
    outcome: Annotated[Outcome | None, Meta(description="Null while the game goes on.")]
    can_undo: Annotated[bool, Meta(description="Whether this seat may take back the last action.")]


# -- what happened ------------------------------------------------------------------------------


class Event(Struct, kw_only=True, tag_field="kind"):
    """Something that an action did."""

    text: Annotated[
        str,
        Meta(description="The event as a sentence; empty for what is of no interest to people."),
    ] = ""


class Placed(Event, tag="placed"):
    """A unit went from one place to another."""

    unit: Unit
    origin: Place
    to: Place
    rule: Rule


class UnitFlag(Event, tag="unit flag"):
    """The status of a unit changed."""

    unit: Unit
    flag: str
    on: bool
    rule: Rule


class HexFlag(Event, tag="hex flag"):
    """A flag of a hex changed, such as who controls it."""

    hex: Hex
    flag: str
    on: bool
    rule: Rule


class Variable(Event, tag="variable"):
    """A number of the game changed."""

    name: str
    before: int
    after: int
    rule: Rule


class Note(Event, tag="note"):
    """Something that the rules report, such as a battle with its odds and result."""

    name: str
    facts: Annotated[
        dict[str, int | str | None],
        Meta(description="What the note says, by name; null for what may not be known."),
    ]
    rule: Rule


class Forced(Event, tag="forced"):
    """An action that was taken without asking, as there was no other."""

    by: Actor
    action: Notation


class Revealed(Event, tag="revealed"):
    """A unit whose identity was hidden is known now."""

    unit: Unit
    place: Place


class Concealed(Event, tag="concealed"):
    """A unit that was known is one of the hidden ones now."""

    unit: Unit
    origin: Place


class Hidden(Event, tag="hidden"):
    """There are more or fewer hidden counters in a place than before."""

    place: Place
    side: Side
    before: int
    after: int


AnyEvent = Placed | UnitFlag | HexFlag | Variable | Note | Forced | Revealed | Concealed | Hidden


class Act(Struct, kw_only=True):
    """An action that was taken, as a seat may know it."""

    by: Actor
    action: Annotated[
        Notation | None, Meta(description="Null when this seat may know only what it did.")
    ]
    label: Annotated[
        str | None, Meta(description="The action for people, as in the decision; null likewise.")
    ] = None
    events: list[AnyEvent]


class Update(Document, tag="update", kw_only=True):
    """What happened since the version before, and what is now."""

    undone: Annotated[int, Meta(ge=0, description="How many actions were taken back.")]
    acts: Annotated[list[Act], Meta(description="The actions that were taken, in order.")]
    stopped: Annotated[
        bool,
        Meta(description="Whether an order ended early, as something hidden came to light."),
    ]
    position: Position


@checked
def encode(document: object) -> bytes:
    """A document as JSON, with the same bytes for equal documents.

    Whatever a question answers may be written so too: chances are texts such as ``1/6``, arrays are
    lists. Raises ArgumentTypeError for what no answer holds.
    """
    try:
        return msgspec.json.encode(document, enc_hook=_as_json)
    except (TypeError, ValueError, RecursionError) as error:
        raise ArgumentTypeError(f"document={shown(document)}: {error}") from None


def _as_json(value: Any) -> Any:
    """A part of an answer as JSON has it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, tuple | list):
        return list(value)
    raise TypeError(f"{type(value).__name__} is no answer")

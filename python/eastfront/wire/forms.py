"""The documents of the wire about a running game: positions and events as a seat, a side or the
umpire, sees them.

Every document names its format and its type, and is self-contained. It contains no information
hidden from its side. The module only declares the forms; `eastfront.wire.write` fills them.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

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
    """The base class of all documents, each of which is sent as a whole."""

    format: Format = FORMAT


# -- the decision -------------------------------------------------------------------------------


class Action(Struct, kw_only=True):
    """A legal action of the pending decision."""

    id: ActionId
    notation: Notation
    verb: Annotated[str, Meta(description="The first word of the notation.")]
    kind: Annotated[
        str,
        Meta(description="The kind of its argument: `unit`, `hex`, `number`, or `plain` for none."),
    ]
    thing: Annotated[str | None, Meta(description="Its argument: a unit, hex or number.")]
    passes: Annotated[bool, Meta(description="Whether it ends or declines something.")]
    chance: Annotated[Chance | None, Meta(description="Its probability if chance acts, else null.")]
    label: Annotated[
        str, Meta(description="The action for people: `12 A to F10`, `odds 1:6`, or the notation.")
    ]


class Loss(Struct, kw_only=True):
    """A unit that is lost if the phase ends now."""

    unit: Unit
    rule: Rule


class Decision(Struct, kw_only=True):
    """The pending decision."""

    name: Annotated[str, Meta(description="Its name, such as `movement` or `retreat`.")]
    to_move: Actor
    yours: Annotated[bool, Meta(description="Whether the receiving seat is to act.")]
    unit: Annotated[
        Unit | None,
        Meta(
            description="The unit that the decision is about, such as the unit to be placed; "
            "null for none, and for a hidden identity."
        ),
    ]
    stack: Annotated[
        list[str], Meta(description="The running procedures of the rules, outermost first.")
    ]
    obligations: Annotated[
        list[str],
        Meta(description="Units or hexes that must still act before the phase may end."),
    ]
    losses: Annotated[
        list[Loss], Meta(description="The receiving seat's units that are lost if it passes now.")
    ]
    actions: Annotated[
        list[Action], Meta(description="The legal actions; empty if another seat is to act.")
    ]


class Outcome(Struct, kw_only=True):
    """The outcome of a game that is over."""

    winner: Annotated[Side | None, Meta(description="The winner, or null for a draw.")]
    level: Annotated[int, Meta(description="The level of the victory, as the rules number it.")]
    rule: Rule


# -- the observation ----------------------------------------------------------------------------


class Counter(Struct, kw_only=True):
    """A counter as the seat sees it."""

    side: Side
    unit: Annotated[Unit | None, Meta(description="Its name; null when its identity is hidden.")]
    flags: Annotated[list[str], Meta(description="Its status, such as `moved`.")]
    fields: Annotated[dict[str, int], Meta(description="Its numbers by name; zeros are omitted.")]


class Observation(Struct, kw_only=True):
    """The board as a seat knows it: units, variables, flags and control of hexes."""

    seat: Seat
    key: Key
    places: Annotated[
        dict[Place, list[Counter]],
        Meta(description="The units in each non-empty hex or box; hidden units last."),
    ]
    hidden: Annotated[
        list[Unit], Meta(description="The units that fill the hidden counters, in a fixed order.")
    ]
    variables: Annotated[
        dict[str, int], Meta(description="The visible variables of the game, by name.")
    ]
    hex_flags: Annotated[
        dict[str, list[Hex]], Meta(description="The hexes with each flag of the game.")
    ]
    control: Annotated[
        dict[Side, list[Hex]], Meta(description="The hexes that each side controls.")
    ]
    riders: Annotated[
        dict[Unit, Unit | None],
        Meta(
            description="The units attached to others, each with the unit with which it moves; "
            "null when its identity is hidden."
        ),
    ]


class Position(Document, tag="position", kw_only=True):
    """A position as a seat sees it, with the pending decision."""

    game: Annotated[str, Meta(description="The game and scenario.")]
    digest: Annotated[str, Meta(description="The digest of the game file.")]
    version: Annotated[
        int, Meta(ge=0, description="Counts actions and undos; identifies this position.")
    ]
    turn: Annotated[int | None, Meta(description="The number of the game turn.")]
    phase: Annotated[str | None, Meta(description="The phase; null when the game is over.")]
    decision: Annotated[Decision | None, Meta(description="Null when the game is over.")]
    observation: Observation
    outcome: Annotated[Outcome | None, Meta(description="Null while the game is running.")]
    can_undo: Annotated[bool, Meta(description="Whether this seat may take back the last action.")]


# -- what happened ------------------------------------------------------------------------------


class Event(Struct, kw_only=True, tag_field="kind"):
    """An event that a seat may know: one effect of an action. The base class of all events."""

    text: Annotated[
        str,
        Meta(description="The event as a sentence; empty for an internal event."),
    ] = ""


class Placed(Event, tag="placed"):
    """An event: a unit moved from one place to another."""

    unit: Unit
    origin: Place
    to: Place
    rule: Rule


class UnitFlag(Event, tag="unit flag"):
    """An event: the status of a unit changed."""

    unit: Unit
    flag: str
    on: bool
    rule: Rule


class HexFlag(Event, tag="hex flag"):
    """An event: a flag of a hex changed, such as its control."""

    hex: Hex
    flag: str
    on: bool
    rule: Rule


class Variable(Event, tag="variable"):
    """An event: a variable of the game changed."""

    name: str
    before: int
    after: int
    rule: Rule


class Note(Event, tag="note"):
    """An event: a report of the rules, such as a battle with its odds and result."""

    name: str
    facts: Annotated[
        dict[str, float | str | None],
        Meta(description="The facts of the note, by name; null for hidden ones."),
    ]
    rule: Rule


class Forced(Event, tag="forced"):
    """An event: an action was played without being asked for, as the only legal one."""

    by: Actor
    action: Notation


class Revealed(Event, tag="revealed"):
    """An event: a hidden unit was revealed."""

    unit: Unit
    place: Place


class Concealed(Event, tag="concealed"):
    """An event: a known unit became hidden."""

    unit: Unit
    origin: Place


class Hidden(Event, tag="hidden"):
    """An event: the number of hidden counters in a place changed."""

    place: Place
    side: Side
    before: int
    after: int


AnyEvent = Placed | UnitFlag | HexFlag | Variable | Note | Forced | Revealed | Concealed | Hidden


class Act(Struct, kw_only=True):
    """An action taken, as a seat may know it, with its events."""

    by: Actor
    action: Annotated[
        Notation | None, Meta(description="Null if this seat may know only its effects.")
    ]
    label: Annotated[
        str | None, Meta(description="The label of the action, as in the decision; null likewise.")
    ] = None
    events: list[AnyEvent]


class Update(Document, tag="update", kw_only=True):
    """The events since the previous version of the position, and the new position."""

    undone: Annotated[int, Meta(ge=0, description="The number of actions taken back.")]
    acts: Annotated[list[Act], Meta(description="The actions taken, in order.")]
    stopped: Annotated[
        bool,
        Meta(description="Whether an order ended early because hidden information was revealed."),
    ]
    position: Position

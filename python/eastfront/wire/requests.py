"""What is sent to a server, and what it answers besides positions: new games, errors.

A request knows its fields exactly: an unknown one is an error that names it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .forms import Document
from .words import ActionId, Rule, Seat, Side

Text = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=80)]
Version = Annotated[
    int | None,
    Meta(description="Refuse unless the game is at this version; null to take it as it is."),
]


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is asked of a server."""


class NewGame(Request):
    """A new game."""

    scenario: Annotated[Name, Meta(description="Game and scenario.")]
    options: Annotated[list[Name], Meta(max_length=64, description="Optional rules.")] = []
    dice: Annotated[
        Literal["server", "manual"],
        Meta(description="Who rolls: the server, or people, who push what their dice gave."),
    ] = "server"
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        Meta(description="What the server's dice and bots begin with; null for a secret one."),
    ] = None
    bots: Annotated[
        dict[Side, Name], Meta(max_length=8, description="Sides that bots play, and which.")
    ] = {}
    seat: Annotated[
        Seat | None,
        Meta(description="The seat that is taken at once; null for the first that no bot has."),
    ] = None
    setup: Annotated[
        Literal["ready"] | None,
        Meta(description="The set-up to begin with; null when the players set up themselves."),
    ] = None


class TakeSeat(Request):
    """A seat taken by whom it was left to."""

    invitation: Annotated[Name, Meta(description="The secret word of an invitation; good once.")]


class Push(Request):
    """An action, by its notation or its dense id."""

    action: Text | ActionId
    version: Version = None


class Order(Request):
    """An order: several actions in the words of a player, taken whole or not at all."""

    order: Annotated[str, Meta(max_length=2000)]
    version: Version = None


class Undo(Request):
    """The last action taken back."""

    version: Version = None


class BattleQuestion(Request):
    """A battle to be explained."""

    target: Annotated[Text, Meta(description="The hex attacked; several are joined by `+`.")]
    attackers: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    kind: Annotated[
        Name | None,
        Meta(
            description="The kind of battle; without one that of the battle in progress, if it is "
            "this one, else `prepared`."
        ),
    ] = None
    supports: Annotated[
        list[Name], Meta(max_length=16, description="Supports by name, where a game names them.")
    ] = []
    luftwaffe: bool = False
    air_armies: Annotated[list[Name], Meta(max_length=16)] = []
    partisans: bool = False
    airborne: bool = False


class Hello(Request):
    """The first message on a socket: who listens."""

    token: Name
    positions: Annotated[
        bool, Meta(description="Whether updates carry the whole position; else only what happened.")
    ] = True


# -- answers ------------------------------------------------------------------------------------


class Created(Document, tag="created", kw_only=True):
    """A game that was made: a seat for whoever made it, and invitations for the others."""

    id: Annotated[str, Meta(description="The game, as paths name it.")]
    game: Annotated[str, Meta(description="The game and scenario.")]
    dice: Literal["server", "manual"]
    bots: dict[Side, str]
    seat: Annotated[Seat, Meta(description="The seat that is taken.")]
    tokens: Annotated[dict[Seat, str], Meta(description="What this seat shows with every request.")]
    invitations: Annotated[
        dict[Seat, str],
        Meta(description="With what each other seat that people take can be taken, once."),
    ]


class Seated(Document, tag="seated", kw_only=True):
    """A seat that was taken by an invitation."""

    id: Annotated[str, Meta(description="The game, as paths name it.")]
    game: Annotated[str, Meta(description="The game and scenario.")]
    dice: Literal["server", "manual"]
    bots: dict[Side, str]
    seat: Seat
    token: Annotated[str, Meta(description="What this seat shows with every request.")]


class Seating(Document, tag="seating", kw_only=True):
    """Who sits where."""

    seats: Annotated[
        dict[Seat, str], Meta(description="`open`, `taken`, or the name of the bot that plays it.")
    ]


class News(Document, tag="news", kw_only=True):
    """That a game has gone on, for those who asked to hear no more than that."""

    version: int
    turn: int | None
    phase: str | None
    to_move: Annotated[str | None, Meta(description="Who acts; null when the game is over.")]
    decision: str | None


class Ended(Document, tag="ended", kw_only=True):
    """A game that the server keeps no longer."""

    id: str


class Error(Document, tag="error", kw_only=True):
    """Why a request was not followed. Nothing has changed."""

    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    code: Annotated[str, Meta(description="The kind of error, such as `illegal-action`.")]
    message: str
    rule: Annotated[Rule | None, Meta(description="The rule that refuses, if one does.")]
    place: Annotated[
        str, Meta(description="Which part of the request is meant, such as `$.action`.")
    ]

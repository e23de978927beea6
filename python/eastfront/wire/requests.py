"""Requests to a server, and its responses besides positions: new games, seats, errors.

An unknown field of a request is an error that names it.
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
    Meta(description="Refuse unless the game is at this version; null skips the check."),
]


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to a server. The base class of all requests."""


class NewGame(Request):
    """A request to create a game."""

    scenario: Annotated[Name, Meta(description="Game and scenario.")]
    options: Annotated[list[Name], Meta(max_length=64, description="Optional rules.")] = []
    dice: Annotated[
        Literal["server", "manual"],
        Meta(description="The dice: rolled by the server, or by people, who push the results."),
    ] = "server"
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        Meta(description="The seed of the server's dice and bots; null for a secret one."),
    ] = None
    bots: Annotated[
        dict[Side, Name],
        Meta(max_length=8, description="The sides that bots play, each with the bot's name."),
    ] = {}
    seat: Annotated[
        Seat | None,
        Meta(description="The seat of the creator; null for the first one without a bot."),
    ] = None
    setup: Annotated[
        Literal["ready"] | None,
        Meta(description="The initial set-up; null if the players set up themselves."),
    ] = None


class TakeSeat(Request):
    """A request to take a seat of a game, a side or the umpire, with an invitation."""

    invitation: Annotated[Name, Meta(description="The secret invitation, valid once.")]


class Push(Request):
    """A request to play an action, given by its notation or its dense id."""

    action: Text | ActionId
    version: Version = None


class Order(Request):
    """A request to play an order: several actions in compact form, all of them or none."""

    order: Annotated[str, Meta(max_length=2000)]
    version: Version = None


class Undo(Request):
    """A request to take back the last action."""

    version: Version = None


class BattleQuestion(Request):
    """A request to explain a planned battle."""

    target: Annotated[Text, Meta(description="The hex attacked; several are joined by `+`.")]
    attackers: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    kind: Annotated[
        Name | None,
        Meta(
            description="The kind of battle; by default that of the battle in progress if it "
            "matches, else `prepared`."
        ),
    ] = None
    supports: Annotated[
        list[Name],
        Meta(max_length=16, description="Supports by name, in a game with named supports."),
    ] = []
    luftwaffe: bool = False
    air_armies: Annotated[list[Name], Meta(max_length=16)] = []
    partisans: bool = False
    airborne: bool = False


class Hello(Request):
    """The first message on a socket, by which a seat proves who it is."""

    token: Name
    positions: Annotated[
        bool, Meta(description="Whether updates carry the whole position; else only short notices.")
    ] = True


# -- answers ------------------------------------------------------------------------------------


class Created(Document, tag="created", kw_only=True):
    """A created game: the seat taken by the creator, and the invitations to the other seats."""

    id: Annotated[str, Meta(description="The id of the game in paths.")]
    game: Annotated[str, Meta(description="The game and scenario.")]
    dice: Literal["server", "manual"]
    bots: dict[Side, str]
    seat: Annotated[Seat, Meta(description="The seat of the creator.")]
    tokens: Annotated[
        dict[Seat, str], Meta(description="The token to send with every request of this seat.")
    ]
    invitations: Annotated[
        dict[Seat, str],
        Meta(description="The one-time invitations to the other seats for people."),
    ]


class Seated(Document, tag="seated", kw_only=True):
    """A seat taken with an invitation."""

    id: Annotated[str, Meta(description="The id of the game in paths.")]
    game: Annotated[str, Meta(description="The game and scenario.")]
    dice: Literal["server", "manual"]
    bots: dict[Side, str]
    seat: Seat
    token: Annotated[str, Meta(description="The token to send with every request of this seat.")]


class Seating(Document, tag="seating", kw_only=True):
    """The seats of a game, each with what or who fills it."""

    seats: Annotated[
        dict[Seat, str], Meta(description="`open`, `taken`, or the name of the bot that plays it.")
    ]


class News(Document, tag="news", kw_only=True):
    """A short notice that a game has changed, sent on sockets that did not ask for whole
    positions."""

    version: int
    turn: int | None
    phase: str | None
    to_move: Annotated[str | None, Meta(description="The side to act; null when the game is over.")]
    decision: str | None


class Ended(Document, tag="ended", kw_only=True):
    """A notice that the server has dropped a game."""

    id: str


class Error(Document, tag="error", kw_only=True):
    """The answer to a refused request, which had no effect."""

    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    code: Annotated[str, Meta(description="The kind of error, such as `illegal-action`.")]
    message: str
    rule: Annotated[Rule | None, Meta(description="The rule that refuses, if one does.")]
    place: Annotated[
        str, Meta(description="The offending part of the request, such as `$.action`.")
    ]

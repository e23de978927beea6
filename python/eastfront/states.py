"""What Python answers of states, games and legal actions: attributes that their classes get here.

The engine calls no Python. Where the interpreter ends while a thread is in Python that native code
has called, the thread is ended within that code, which ends the process
(docs/decisions/processes.md). So what is answered from the queries of a game, or needs its pack, is
a function of Python, and stands on the engine's own classes like all else that they have.
`_core.pyi` tells the types.

The functions that answer work on a copy of the state, as another thread may play it on meanwhile
(`arguments.of_one_position`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from . import _core
from ._core import Game, LegalActions, State
from .imports import lazily

_difflib = lazily("difflib")
_explain = lazily("eastfront.questions.battle")
_game = lazily("eastfront.loading.game")
_numpy = lazily("numpy")
_observation = lazily("eastfront.positions.observation")
_packs = lazily("eastfront.packs")
_position_text = lazily("eastfront.positions.text")
_render = lazily("eastfront.render")
_views = lazily("eastfront.questions.state")


F = TypeVar("F", bound=Callable[..., Any])


def _has(kind: type, form: Callable[..., Any] | None = None, name: str = "") -> Callable[[F], F]:
    """Gives a class a function as a method, or in another form such as a property."""

    def given(function: F) -> F:
        own = name or function.__name__
        function.__qualname__ = f"{kind.__name__}.{own}"
        setattr(kind, own, function if form is None else form(function))
        return function

    return given


# -- states ---------------------------------------------------------------------------------------


@_has(State, property)
def phase(self: State) -> Any:
    """The name of the phase, segment or part of the turn; None when the game is over.

    Of nested ones it is the outermost that is called a phase or segment.
    """
    return _views().phase(self)


@_has(State, property)
def subject(self: State) -> Any:
    """The unit that the decision is about, such as one that is placed; None for none."""
    return _views().subject(self)


@_has(State, property)
def control(self: State) -> Any:
    """The side that controls each hex, by its printed id.

    Hexes that nobody controls are left out.
    """
    return _views().control(self)


@_has(State, property)
def obligations(self: State) -> Any:
    """The units, or hexes, that must still do something before the phase may end, and the units
    that are lost if it ends now: names that know what is lost and by which rule
    (`eastfront.questions.state.Obligation`).
    """
    return _views().obligations(self)


@_has(State)
def reach(self: State, units: str | Iterable[str], full: bool = False) -> Any:
    """Where a unit, or units of one hex as a stack, may go now, and for how many movement points.

    It is what play offers; with ``full`` it is the reach of a move that began now with the full
    allowance, in any phase. Raises ValueError for units that do not exist, are not of one side, or
    do not stand in one hex.
    """
    return _views().reach(self, units, full)


@_has(State)
def supply(self: State, unit: str) -> Any:
    """The supply of a unit on the map, with its certificate.

    That is the path of its line, or the hexes that bar it (`eastfront.questions.state.Supply`).
    Raises ValueError for a unit that does not exist or is not on the map, or when the game does not
    answer supply.
    """
    return _views().supply(self, unit)


@_has(State)
def zoc(self: State, side: str) -> Any:
    """The hexes in a side's zones of control; empty in a game that has none.

    Raises ValueError for a side that the game does not have.
    """
    return _views().zoc(self, side)


@_has(State)
def battle(
    self: State,
    target: str | None = None,
    attackers: Sequence[str] | None = None,
    kind: str | None = None,
    luftwaffe: bool = False,
    air_armies: Sequence[str] = (),
    partisans: bool = False,
    airborne: bool = False,
    seen_by: str | None = None,
    supports: Sequence[str] = (),
    table: str | None = None,
) -> Any:
    """What a battle would be if it were fought now, or, without a target, the one in progress.

    It tells stages, shifts and outcomes, each with its rule (`eastfront.questions.battle.Battle`).
    Raises IllegalAction, with the rule, for a battle that the rules refuse, and ValueError for
    names that the game does not know.
    """
    return _explain().battle(
        self,
        target,
        attackers,
        kind,
        luftwaffe,
        air_armies,
        partisans,
        airborne,
        seen_by,
        supports,
        table,
    )


@_has(State)
def text(self: State) -> Any:
    """The position as text, which `eastfront.position` reads."""
    return _position_text().text_of(self)


@_has(State)
def observation(self: State, side: str) -> Any:
    """What a side may know. Raises ValueError for a side that the game does not have."""
    return _observation().observe(self, side)


@_has(State)
def _repr_svg_(self: State) -> Any:
    return _render().svg(self)


@_has(State, name="__getattr__")
def unknown(self: State, name: str) -> NoReturn:
    """Raises AttributeError for what a state does not have, with the nearest name."""
    if name.startswith("__"):
        raise AttributeError(name)
    near = _difflib().get_close_matches(name, dir(type(self)), n=1)
    hint = f"; the nearest name is `{near[0]}`" if near else ""
    raise AttributeError(f"a state has no attribute `{name}`{hint}")


@_has(LegalActions)
def mask(self: LegalActions) -> Any:
    """A boolean array over the dense action ids."""
    numpy = _numpy()
    return numpy.frombuffer(self._mask(), numpy.bool_)


# -- games ----------------------------------------------------------------------------------------


@_has(Game, classmethod)
def from_bytes(cls: type[Game], data: bytes) -> Any:
    """Reads a game file, of earlier versions too.

    Flags, variables and procedures whose names have changed since bear those of today. Raises
    FormatError for what is no game file.
    """
    return cls._from_bytes(data, _packs().former_names(_core.game_id(data)))


@_has(Game)
def without(self: Game, *rules: str) -> Any:
    """The same game with rules switched off. Raises ValueError for an id that the program lacks."""
    return _game().without(self, *rules)

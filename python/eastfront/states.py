"""Attributes and methods written in Python of the engine's classes State, Game and LegalActions.

The engine never calls Python: if the interpreter exits while a thread runs Python code called from
native code, the thread is terminated inside the native code, which aborts the process
(docs/decisions/processes.md). So answers that use the queries of a game, or its pack, are Python
functions, attached here to the engine's classes. `_core.pyi` declares the types.

The functions work on a copy of the state, as another thread may play it on during the call
(`arguments.of_one_position`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from ._core import ArgumentError, Game, LegalActions, State, game_id
from .imports import lazily

_arguments = lazily("eastfront.arguments")
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
    """Decorator that attaches a function to a class, as a method or in another form such as a
    property."""

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

    Of nested procedures it is the outermost one named phase or segment.
    """
    return _views().phase(self)


@_has(State, property)
def subject(self: State) -> Any:
    """The unit that the decision is about, such as the unit to be placed; None if there is none."""
    return _views().subject(self)


@_has(State, property)
def control(self: State) -> Any:
    """The controlling side of each hex, by its printed id.

    Uncontrolled hexes are omitted.
    """
    return _views().control(self)


@_has(State, property)
def obligations(self: State) -> Any:
    """The units or hexes that must still act before the phase may end, and the units lost if it
    ends now, as names with the losses and their rule (`eastfront.questions.state.Obligation`).
    """
    return _views().obligations(self)


@_has(State)
def reach(self: State, units: str | Iterable[str], full: bool = False) -> Any:
    """The hexes that a unit or stack may move to now, with their costs in movement points.

    The answer agrees with play; with ``full`` it is the reach of a move that begins now with the
    full allowance, in any phase. Raises ValueError for unknown units, units of two sides, and units
    in different hexes.
    """
    return _views().reach(self, units, full)


@_has(State)
def supply(self: State, unit: str) -> Any:
    """The supply of a unit on the map, with its certificate.

    The certificate is the path of its line, or the hexes that bar it
    (`eastfront.questions.state.Supply`). Raises ValueError for an unknown unit, a unit off the map,
    and a game without supply.
    """
    return _views().supply(self, unit)


@_has(State)
def zoc(self: State, side: str) -> Any:
    """The hexes in a side's zones of control; empty in a game that has none.

    Raises ValueError for an unknown side.
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
    """Explain a battle as if fought now, or, without a target, the one in progress.

    The answer holds stages, shifts and outcomes, each with its rule
    (`eastfront.questions.battle.Battle`). Raises IllegalAction, with the rule, for a battle that
    the rules refuse, and ValueError for unknown names.
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
    """The position as text, as read by `eastfront.position`."""
    return _position_text().text_of(self)


@_has(State)
def observation(self: State, side: str) -> Any:
    """The observation of a side. Raises ValueError for an unknown side."""
    return _observation().observe(self, side)


@_has(State)
def _repr_svg_(self: State) -> Any:
    return _render().svg(self)


@_has(State, property)
def winner(self: State) -> Any:
    """The winning side; None while the game is played, and for a draw."""
    outcome = self.outcome
    return None if outcome is None else outcome[0]


_ELSEWHERE = {
    "apply": "`push`",
    "apply_action": "`push`",
    "child": "`copy`, then `push`",
    "clone": "`copy`",
    "current_player": "`to_move`",
    "history": "`eastfront.Recorder`, whose `record` has the actions",
    "is_terminal": "`is_over`",
    "legal_moves": "`legal_actions`",
    "move_stack": "`eastfront.Recorder`, whose `record` has the actions",
    "moves": "`legal_actions`",
    "player": "`to_move`",
    "result": "`outcome`",
    "reward": "`returns`",
    "rewards": "`returns`",
    "step": "`push`",
    "undo": "`pop`",
}
"""The names of other libraries for an attribute of a state, with its name here."""


@_has(State, name="__getattr__")
def unknown(self: State, name: str) -> NoReturn:
    """Raise AttributeError for an unknown attribute, with its name here or the nearest name."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _ELSEWHERE:
        raise AttributeError(f"a state has no attribute `{name}`; use {_ELSEWHERE[name]}")
    near = _difflib().get_close_matches(name, dir(type(self)), n=1)
    hint = f"; the nearest name is `{near[0]}`" if near else ""
    raise AttributeError(f"a state has no attribute `{name}`{hint}")


@_has(LegalActions)
def mask(self: LegalActions) -> Any:
    """A boolean array over the dense action ids."""
    numpy = _numpy()
    return numpy.frombuffer(self._mask(), numpy.bool_)


@_has(LegalActions)
def index(self: LegalActions, action: Any) -> Any:
    """The index of an action, by number or in notation. Raises ValueError for an illegal one."""
    if action in self:
        if isinstance(action, str):
            return self.names().index(" ".join(action.split()))
        return self.list().index(action)
    raise ArgumentError(f"{_arguments().shown(action)} is not a legal action")


@_has(LegalActions)
def count(self: LegalActions, action: Any) -> Any:
    """1 for a legal action, by number or in notation, 0 for another value."""
    return int(action in self)


Sequence.register(LegalActions)


# -- games ----------------------------------------------------------------------------------------


@_has(Game, classmethod)
def from_bytes(cls: type[Game], data: bytes) -> Any:
    """Read a game file, also of an earlier version.

    Renamed flags, variables and procedures get their current names. Raises FormatError for bytes
    that are not a game file.
    """
    return cls._from_bytes(data, _packs().former_names(game_id(data)))


@_has(Game)
def without(self: Game, *rules: str) -> Any:
    """The same game with rules left out. Raises ValueError for an id that is not in the program."""
    return _game().without(self, *rules)


@_has(Game, property)
def options(self: Game) -> Any:
    """The options that the game is played with, as given to `eastfront.load`.

    Raises ValueError if `eastfront.load` did not make the game.
    """
    return _game().origin_of(self).options


@_has(Game, property)
def known_options(self: Game) -> Any:
    """The available options of the game by name, each with its text: optional rules and alternative
    readings. Options with a number stand as ``name=``.

    Raises ValueError if the game's package is not installed.
    """
    return _game().known_options(self)


@_has(Game, property)
def readings(self: Game) -> Any:
    """The alternative readings of rulebook passages that the game is played with, each with its
    text.

    Raises ValueError if `eastfront.load` did not make the game.
    """
    return _game().readings(self)

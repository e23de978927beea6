"""The attributes and methods of the engine's classes State, Game and LegalActions that are written
in Python.

The engine never calls Python: if the interpreter exits while a thread runs Python code called from
native code, the thread is terminated inside the native code, which aborts the process
(docs/decisions/processes.md). So answers that use the queries of a game, or its pack, are Python
functions, attached here to the engine's classes. `_core.pyi` declares the types.

The functions work on a copy of the state, as another thread may push actions on the state during
the call (`arguments.of_one_position`).
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
    """Decorates a function that becomes an attribute of the class `kind`: a method, or, if `form`
    is given, the result of `form`, such as a property. The name is `name`, by default that of
    the function."""

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

    If running procedures are nested, the outermost one whose name ends in phase or segment counts.
    """
    return _views().phase(self)


@_has(State, property)
def subject(self: State) -> Any:
    """The unit that the decision is about, such as the unit to be placed; None if there is no such
    unit."""
    return _views().subject(self)


@_has(State, property)
def control(self: State) -> Any:
    """The side that controls each hex: a dictionary from the printed id of the hex to the name of
    the side.

    Uncontrolled hexes are omitted.
    """
    return _views().control(self)


@_has(State, property)
def obligations(self: State) -> Any:
    """The units or hexes that must still act before the phase may end, and the units that are lost
    if the phase ends now.

    Each entry is the name of a unit or hex, with attributes for the units lost and the rule
    (`eastfront.questions.state.Obligation`).
    """
    return _views().obligations(self)


@_has(State)
def reach(self: State, units: str | Iterable[str], full: bool = False) -> Any:
    """Returns the hexes that a unit or stack may move to now: a dictionary from hex ids to costs in
    movement points.

    The hexes are those to which play offers a move now; with ``full`` they are the reach of a move
    that begins now with the full allowance, in any phase. Raises ValueError for unknown units,
    units of two sides, and units in different hexes.
    """
    return _views().reach(self, units, full)


@_has(State)
def supply(self: State, unit: str) -> Any:
    """Returns the supply of a unit on the map, with its certificate.

    The certificate is the path of a line of supply, or the hexes that bar every line
    (`eastfront.questions.state.Supply`). Raises ValueError for an unknown unit, a unit off the map,
    and a game without supply.
    """
    return _views().supply(self, unit)


@_has(State)
def zoc(self: State, side: str) -> Any:
    """Returns the hexes in a side's zones of control, as a set of hex ids; empty in a game without
    zones of control.

    Raises ValueError for an unknown side.
    """
    return _views().zoc(self, side)


@_has(State)
def evaluation(self: State, side: str) -> Any:
    """Returns how good the position is for a side by the evaluation of the game's rules, in
    thousandths of a won game: 0 is even, 1000 a won game, and the other side has the negative.

    The evaluation sees hidden units too. Raises ValueError for an unknown side, and for a game
    whose rules define no evaluation.
    """
    return _views().evaluation(self, side)


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
    """Explains a battle as if fought now, or, without a target, the battle in progress.

    The parameters are those of `eastfront.questions.battle.battle`, and the result is a `Battle` of
    that module: stages, shifts and outcomes, each with its rule. Raises IllegalAction, with the
    rule, for a battle that the rules refuse, and ValueError for unknown names.
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
    """Returns the position as text, which `eastfront.position` reads."""
    return _position_text().text_of(self)


@_has(State)
def observation(self: State, side: str) -> Any:
    """Returns the observation of a side: the part of the state that the side may know. Raises
    ValueError for an unknown side."""
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
"""Names that other libraries give to an attribute of a state, each with the name of that attribute
here."""


@_has(State, name="__getattr__")
def unknown(self: State, name: str) -> NoReturn:
    """Raises AttributeError for an unknown attribute of a state; the message gives the right name
    for a name used by other libraries, else the nearest name."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _ELSEWHERE:
        raise AttributeError(f"a state has no attribute `{name}`; use {_ELSEWHERE[name]}")
    near = _difflib().get_close_matches(name, dir(type(self)), n=1)
    hint = f"; the nearest name is `{near[0]}`" if near else ""
    raise AttributeError(f"a state has no attribute `{name}`{hint}")


@_has(LegalActions)
def mask(self: LegalActions) -> Any:
    """Returns a boolean array over the dense action ids, of shape (num_actions,): True for legal
    actions."""
    numpy = _numpy()
    return numpy.frombuffer(self._mask(), numpy.bool_)


@_has(LegalActions)
def index(self: LegalActions, action: Any) -> Any:
    """Returns the index of a legal action in the sequence of legal actions; the action is given by
    number or in notation. Raises ValueError for an illegal action."""
    if action in self:
        if isinstance(action, str):
            return self.names().index(" ".join(action.split()))
        return self.list().index(action)
    raise ArgumentError(f"{_arguments().shown(action)} is not a legal action")


@_has(LegalActions)
def count(self: LegalActions, action: Any) -> Any:
    """Returns 1 for a legal action, given by number or in notation, and 0 for any other value."""
    return int(action in self)


Sequence.register(LegalActions)


# -- games ----------------------------------------------------------------------------------------


@_has(Game, classmethod)
def from_bytes(cls: type[Game], data: bytes) -> Any:
    """Reads a game file, of this or an earlier version.

    Renamed flags, variables and procedures get their present names. Raises FormatError for bytes
    that are not a game file.
    """
    return cls._from_bytes(data, _packs().former_names(game_id(data)))


@_has(Game)
def without(self: Game, *rules: str) -> Any:
    """Returns the same game with the rules of the given ids left out.

    Raises ValueError for an id that is not in the program.
    """
    return _game().without(self, *rules)


@_has(Game, property)
def options(self: Game) -> Any:
    """The names of the options that the game is played with, as given to `eastfront.load`, such as
    ``artillery`` or ``bid=2``.

    Raises ValueError if `eastfront.load` did not make the game.
    """
    return _game().origin_of(self).options


@_has(Game, property)
def known_options(self: Game) -> Any:
    """The available options of the game, optional rules and alternative readings: a dictionary from
    the name of each to its text. An option that takes a number is listed as ``name=``.

    Raises ValueError if the game's package is not installed.
    """
    return _game().known_options(self)


@_has(Game, property)
def readings(self: Game) -> Any:
    """The alternative readings of ambiguous rulebook passages that the game is played with: a
    dictionary from the name of each reading to its text.

    Raises ValueError if `eastfront.load` did not make the game.
    """
    return _game().readings(self)

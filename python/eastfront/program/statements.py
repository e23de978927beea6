"""The statements of a program: plain functions, which write into the procedure being written.

What they write is data; nothing of it runs in Python afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from inspect import isroutine
from typing import Any, Literal, TypeVar, overload

from .builder import builder
from .expr import (
    Hexes,
    HexFlag,
    Int,
    Number,
    ProgramError,
    ReachSpec,
    SetT,
    UnitField,
    UnitFlag,
    Units,
    number,
)
from .life import Life
from .terms import kind_of
from .writing import Decision, Limit

KnownT = TypeVar("KnownT", bound=Collection[Any])
A = TypeVar("A")
B = TypeVar("B")

_EMPTY: Any = object()

CHANCE = -1
"""The actor of rolls and draws."""


# -- rules ------------------------------------------------------------------------------------


def in_force(rule: str) -> bool:
    """Whether a rule is in force, known while the program is written.

    Asking puts it among the rules of the program.
    """
    return builder().in_force(rule)


@overload
def by(rule: str, value: SetT, *, told: bool = False) -> SetT: ...


@overload
def by(rule: str, value: Number, *, told: bool = False) -> Int: ...


@overload
def by(rule: str, value: KnownT) -> KnownT: ...


@overload
def by(
    rule: str, value: Number, *, otherwise: Number | Callable[[], Number], told: Literal[True]
) -> Int: ...


@overload
def by(
    rule: str, value: Callable[[], A], *, otherwise: Callable[[], B], told: bool = False
) -> A | B: ...


@overload
def by(rule: str, value: Callable[[], A], *, otherwise: B, told: bool = False) -> A | B: ...


@overload
def by(rule: str, value: A, *, otherwise: Callable[[], B], told: bool = False) -> A | B: ...


@overload
def by(rule: str, value: A, *, otherwise: B, told: bool = False) -> A | B: ...


def by(rule: str, value: Any, *, otherwise: Any = _EMPTY, told: bool = False) -> Any:
    """What a rule gives; while it is not in force, what is given ``otherwise``: nothing, or 0.

    Both can be functions without arguments, which are called only when what they give is needed.
    Where nothing is said of ``otherwise`` a number of Python becomes one of the program. Of what
    is ``told``, a number or a set of hexes, explanations say by which rule it came into play.
    """
    if not in_force(rule):
        if otherwise is _EMPTY:
            return _empty(value)
        other = otherwise() if isroutine(otherwise) else otherwise
        return number(other) if told and isinstance(other, int) else other
    given = value() if isroutine(value) else value
    if told:
        kind, at = Hexes if isinstance(given, Hexes) else Int, builder().rule(rule)
        return kind(("Ruled", at, given.node if kind is Hexes else number(given).node))
    return number(given) if otherwise is _EMPTY and isinstance(given, int) else given


def _empty(value: Any) -> Any:
    """Nothing, of the kind of a value."""
    if isroutine(value):
        raise ProgramError("a value that is worked out later needs `otherwise`")
    if isinstance(value, Hexes | Units):
        return type(value)("Empty")
    return number(0) if isinstance(value, Int | int) else type(value)()


@overload
def ruled(rule: str, value: Hexes, otherwise: Hexes) -> Hexes: ...


@overload
def ruled(rule: str, value: Number, otherwise: Number = 0) -> Int: ...


def ruled(rule: str, value: Any, otherwise: Any = 0) -> Any:
    """What a rule gives, told by explanations: `by` with ``told``."""
    return by(rule, value, otherwise=otherwise, told=True)


@overload
def needs(rule: str, condition: SetT) -> SetT: ...


@overload
def needs(rule: str, condition: Int) -> Number: ...


def needs(rule: str, condition: Any) -> Any:
    """What a rule demands: `by` with ``otherwise`` everything."""
    every = type(condition)("All") if isinstance(condition, Hexes | Units) else True
    return by(rule, condition, otherwise=every)


def only(rule: str, allows: Hexes | Units | Int, text: str) -> Limit:
    """A rule that leaves only so much of an alternative; the text says why it refuses the rest."""
    return Limit(rule, allows, text)


def memoise(value: SetT) -> SetT:
    """A set that stands several times in one decision, to be worked out only once there."""
    return type(value)(("Memo", builder().next_memo(), value.node))


# -- what is done -----------------------------------------------------------------------------


def local(value: Number) -> Int:
    """A new local with a value."""
    slot = builder().new_local()
    assign(slot, value)
    return slot


def assign(target: Int, value: Number, rule: str = "") -> None:
    """Assigns a local or a variable."""
    b, value = builder(), number(value)
    if b.off(rule):
        return
    match target.node:
        case ("Local", _, index):
            b.code.emit({"SetLocal": [index, b.low(value)]})
        case ("Var", index):
            b.code.emit({"SetVar": [index, b.low(value), b.rule(rule)]})
        case _:
            raise ProgramError("only locals and variables can be assigned")


def _place(where: Number | str) -> Int:
    """A hex by its number, a box by its number or its name."""
    return number(builder().box(where) if isinstance(where, str) else where)


def units_at(where: Number | str) -> Units:
    """The units in a hex, or in a box, which can be asked for by its name."""
    return Units(("At", _place(where).node))


def place(units: Units | Number, where: Number | str, rule: str = "") -> None:
    """Puts a unit, or all units of a set, in a hex or box."""
    b = builder()
    if isinstance(units, Units):
        place_all(units, where, rule)
    elif not b.off(rule):
        b.code.emit({"Place": [b.low(number(units)), b.low(_place(where)), b.rule(rule)]})


def place_along(unit: Number, steps: Number, rule: str = "") -> None:
    """Takes a unit along so many steps of the path at hand; it is told hex by hex."""
    b = builder()
    if b.off(rule):
        path_drop(steps)
        return
    b.code.emit({"PlaceAlong": [b.low(number(unit)), b.low(number(steps)), b.rule(rule)]})


def place_all(units: Units, where: Number | str, rule: str = "") -> None:
    """Puts all units of a set in a hex or box."""
    b = builder()
    if not b.off(rule):
        b.code.emit({"PlaceAll": [b.low_set(units, Units), b.low(_place(where)), b.rule(rule)]})


@overload
def mark(flag: UnitFlag, things: Units, rule: str = "") -> None: ...


@overload
def mark(flag: HexFlag, things: Hexes, rule: str = "") -> None: ...


def mark(flag: Any, things: Any, rule: str = "") -> None:
    """Sets a flag on units or hexes."""
    mark_as(flag, things, 1, rule)


@overload
def clear(flag: UnitFlag, things: Units | None = None, rule: str = "") -> None: ...


@overload
def clear(flag: HexFlag, things: Hexes | None = None, rule: str = "") -> None: ...


def clear(flag: Any, things: Any = None, rule: str = "") -> None:
    """Takes a flag from units or hexes, by default from all that bear it."""
    if things is None:
        things = flag.units if isinstance(flag, UnitFlag) else flag.hexes
    mark_as(flag, things, 0, rule)


@overload
def mark_as(flag: UnitFlag, things: Units, truth: Number, rule: str = "") -> None: ...


@overload
def mark_as(flag: HexFlag, things: Hexes, truth: Number, rule: str = "") -> None: ...


def mark_as(flag: Any, things: Any, truth: Number, rule: str = "") -> None:
    """Sets a flag on units or hexes, or takes it from them, as a number says."""
    b = builder()
    if b.off(rule):
        return
    if not isinstance(flag, UnitFlag | HexFlag):
        raise ProgramError(f"expected a flag, got {kind_of(flag)}")
    op, kind = ("SetUnitFlag", Units) if isinstance(flag, UnitFlag) else ("SetHexFlag", Hexes)
    b.code.emit({op: [flag.index, b.low_set(things, kind), b.low(number(truth)), b.rule(rule)]})


def store(field: UnitField, unit: Number, value: Number, rule: str = "") -> None:
    """Assigns a number kept for a unit."""
    b = builder()
    if b.off(rule):
        return
    if not isinstance(field, UnitField):
        raise ProgramError(f"expected a number kept for units, got {kind_of(field)}")
    args = [field.index, b.low(number(unit)), b.low(number(value)), b.rule(rule)]
    b.code.emit({"SetUnitField": args})


def note(kind: str, *args: Number, rule: str = "") -> None:
    """Reports something that happened."""
    b = builder()
    lowered = [b.low(number(a)) for a in args]
    b.code.emit({"Note": [b.note(kind), lowered, b.rule(rule)]})


def applied(rule: str) -> None:
    """Counts that a rule was at work."""
    b = builder()
    b.code.emit({"Applied": b.rule(rule)})


def end_game(winner: Number, level: Number, rule: str) -> None:
    """Ends the game: the winner's number (-1 for a draw), the level, the deciding rule."""
    b = builder()
    if not b.off(rule):
        b.code.emit({"EndGame": [b.low(number(winner)), b.low(number(level)), b.rule(rule)]})


def over(life: Life) -> None:
    """A move, a battle, a phase, ... is over, and with it what lives no longer.

    Nothing bears such a flag any more, and a variable holds its first value again.
    """
    builder().code.emit({"Over": life.value})


def path(reach: ReachSpec, target: Number) -> tuple[Int, Int]:
    """Finds the canonical path; the answer is its number of steps and its cost."""
    b = builder()
    steps, cost = b.new_local(), b.new_local()
    spec = b.code.lowering.reach(reach.node())
    b.code.emit({"Path": [spec, b.low(number(target)), steps.node[2], cost.node[2]]})
    return steps, cost


def path_step() -> Int:
    """Takes the next step of the path: a direction."""
    slot = builder().new_local()
    builder().code.emit({"PathStep": slot.node[2]})
    return slot


def path_drop(steps: Number) -> None:
    """Forgets steps of the path."""
    b = builder()
    b.code.emit({"PathDrop": b.low(number(steps))})


# -- control ----------------------------------------------------------------------------------


@contextmanager
def when(condition: Number) -> Iterator[None]:
    """What follows happens only when a condition holds."""
    b = builder()
    at = b.code.emit({"JumpIfFalse": [b.low(number(condition)), None]})
    yield
    b.code.code[at]["JumpIfFalse"][1] = b.code.here()


@contextmanager
def either(condition: Number) -> Iterator[Callable[[], None]]:
    """Like `when`; calling the yielded function begins the other case."""
    b = builder()
    code = b.code
    at = code.emit({"JumpIfFalse": [b.low(number(condition)), None]})
    leaves: list[int] = []

    def otherwise() -> None:
        leaves.append(code.emit({"Jump": None}))
        code.code[at]["JumpIfFalse"][1] = code.here()

    yield otherwise
    if not leaves:
        raise ProgramError("`either` without its other case")
    code.code[leaves[0]]["Jump"] = code.here()


@contextmanager
def loop() -> Iterator[None]:
    """What follows repeats until `break_`."""
    code = builder().code
    start = code.here()
    code.loops.append([])
    code.starts.append(start)
    yield
    code.emit({"Jump": start})
    code.starts.pop()
    for at in code.loops.pop():
        code.code[at]["Jump"] = code.here()


@contextmanager
def until(condition: Number) -> Iterator[None]:
    """What follows repeats until a condition holds, which is asked before each round."""
    with loop():
        with when(condition):
            break_()
        yield


@contextmanager
def each(things: Units | Hexes) -> Iterator[Int]:
    """Runs over the members in order; the set is looked at anew on each round."""
    at = local(-1)
    with loop():
        assign(at, things.after(at))
        with when(at < 0):
            break_()
        yield at


def break_() -> None:
    """Leaves the innermost loop."""
    code = builder().code
    if not code.loops:
        raise ProgramError("`break_` outside a loop")
    code.loops[-1].append(code.emit({"Jump": None}))


def continue_() -> None:
    """Begins the innermost loop's next round."""
    code = builder().code
    if not code.starts:
        raise ProgramError("`continue_` outside a loop")
    code.emit({"Jump": code.starts[-1]})


def return_(value: Number = 0) -> None:
    """Leaves the procedure with an answer."""
    b = builder()
    b.code.emit({"Return": b.low(number(value))})


@contextmanager
def holding(*conditions: Number) -> Iterator[None]:
    """Says what holds at all calls and decisions that follow, while they are under way.

    Play does not ask; a state that is read from bytes is refused when it says otherwise. What
    is said of locals that nothing reads again is not asked.
    """
    b = builder()
    b.code.holding.append([b.low(number(c)) for c in conditions])
    yield
    b.code.holding.pop()


# -- decisions --------------------------------------------------------------------------------


@contextmanager
def decide(
    kind: str, actor: Number, rule: str = "", about: Number | None = None
) -> Iterator[Decision]:
    """A decision; write its alternatives inside, each with what it leads to.

    ``about`` is the unit which is decided about, a local or a known one, for those who are
    asked: play does not read it.
    """
    b = builder()
    code = b.code
    skip = code.emit({"Jump": None})
    decision = Decision(b)
    chance = isinstance(actor, int) and actor == CHANCE
    who = number(len(b.sides) if chance else actor)
    yield decision
    code.code[skip]["Jump"] = code.here()
    code.holding.append(decision.conditions)
    pc = code.emit({"Decide": decision.choice(b.decision(kind), b.low(who), rule)})
    code.holding.pop()
    if about is not None:
        b.about(pc, about)
    for at in decision.exits:
        code.code[at]["Jump"] = code.here()


def roll(kind: str, rule: str, faces: int = 6) -> Int:
    """Rolls a die; the answer is from 1 to the number of its faces."""
    result = builder().new_local()
    with decide(kind, CHANCE, rule) as d:
        with d.number(f"roll{'' if faces == 6 else faces}", 1, faces) as die:
            assign(result, die)
    return result

"""The statements of a program: functions that write into the procedure being written.

A statement records data; no Python runs during play. A statement with a ``rule`` is left out if the
rule is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, overload

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

CHANCE = -1
"""The number that stands for chance, in place of a side, as the actor of a decision."""


# -- rules ------------------------------------------------------------------------------------


def only(rule: str, allows: Hexes | Units | Int, text: str) -> Limit:
    """A limit that a rule puts on an alternative of a decision: ``allows`` is the set that may be
    chosen, or a number that is nonzero if everything may be; ``text`` is the reason for refusing
    the rest."""
    return Limit(rule, allows, text)


def memoise(value: SetT) -> SetT:
    """Marks a set that occurs several times in one decision, so that the engine computes it
    once."""
    return type(value)(("Memo", builder().next_memo(), value.node))


# -- what is done -----------------------------------------------------------------------------


def local(value: Number) -> Int:
    """Declares a new local with an initial value."""
    slot = builder().new_local()
    assign(slot, value)
    return slot


def assign(target: Int, value: Number, rule: str = "") -> None:
    """Assigns a value to a local or a variable. Raises `ProgramError` for another target."""
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
    """The number of a hex or box, given by number or, for a box, by name."""
    return number(builder().box(where) if isinstance(where, str) else where)


def units_at(where: Number | str) -> Units:
    """The units in a hex, given by number, or in a box, given by number or name."""
    return Units(("At", _place(where).node))


def place(units: Units | Number, where: Number | str, rule: str = "") -> None:
    """Moves a unit, or all units of a set, to a hex or box."""
    b = builder()
    if isinstance(units, Units):
        place_all(units, where, rule)
    elif not b.off(rule):
        b.code.emit({"Place": [b.low(number(units)), b.low(_place(where)), b.rule(rule)]})


def place_along(unit: Number, steps: Number, rule: str = "") -> None:
    """Moves a unit along the next ``steps`` steps of the current path, the one last found by
    `path`, with an effect for each hex."""
    b = builder()
    if b.off(rule):
        path_drop(steps)
        return
    b.code.emit({"PlaceAlong": [b.low(number(unit)), b.low(number(steps)), b.rule(rule)]})


def place_all(units: Units, where: Number | str, rule: str = "") -> None:
    """Moves all units of a set to a hex or box."""
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
    """Clears a flag of units or hexes, by default of all that have it."""
    if things is None:
        things = flag.units if isinstance(flag, UnitFlag) else flag.hexes
    mark_as(flag, things, 0, rule)


@overload
def mark_as(flag: UnitFlag, things: Units, truth: Number, rule: str = "") -> None: ...


@overload
def mark_as(flag: HexFlag, things: Hexes, truth: Number, rule: str = "") -> None: ...


def mark_as(flag: Any, things: Any, truth: Number, rule: str = "") -> None:
    """Sets a flag on units or hexes if ``truth`` is nonzero, and clears it if ``truth`` is 0."""
    b = builder()
    if b.off(rule):
        return
    if not isinstance(flag, UnitFlag | HexFlag):
        raise ProgramError(f"expected a flag, got {kind_of(flag)}")
    op, kind = ("SetUnitFlag", Units) if isinstance(flag, UnitFlag) else ("SetHexFlag", Hexes)
    b.code.emit({op: [flag.index, b.low_set(things, kind), b.low(number(truth)), b.rule(rule)]})


def store(field: UnitField, unit: Number, value: Number, rule: str = "") -> None:
    """Assigns a value to a unit field of a unit."""
    b = builder()
    if b.off(rule):
        return
    if not isinstance(field, UnitField):
        raise ProgramError(f"expected a unit field, got {kind_of(field)}")
    args = [field.index, b.low(number(unit)), b.low(number(value)), b.rule(rule)]
    b.code.emit({"SetUnitField": args})


def note(kind: str, *args: Number, rule: str = "") -> None:
    """Reports an event to the players, as an effect of the given kind whose facts are the numbers
    ``args``; ``rule`` is the id of the rule that causes the event."""
    b = builder()
    lowered = [b.low(number(a)) for a in args]
    b.code.emit({"Note": [b.note(kind), lowered, b.rule(rule)]})


def applied(rule: str) -> None:
    """Counts, in play, one application of a rule."""
    b = builder()
    b.code.emit({"Applied": b.rule(rule)})


def end_game(winner: Number, level: Number, rule: str) -> None:
    """Ends the game with the number of the winner (-1 for a draw), the level of the victory and the
    deciding rule."""
    b = builder()
    if not b.off(rule):
        b.code.emit({"EndGame": [b.low(number(winner)), b.low(number(level)), b.rule(rule)]})


def over(life: Life) -> None:
    """Ends a span of play (a move, a battle, a phase, ...): clears each flag whose life is this
    span or a shorter one, and resets each variable and unit field with such a life to its initial
    value."""
    builder().code.emit({"Over": life.value})


def path(reach: ReachSpec, target: Number) -> tuple[Int, Int]:
    """Finds the canonical path to a hex in a movement field; this path becomes the current path.
    Returns the number of steps of the path and its cost in movement points."""
    b = builder()
    steps, cost = b.new_local(), b.new_local()
    spec = b.code.lowering.reach(reach.node())
    b.code.emit({"Path": [spec, b.low(number(target)), steps.node[2], cost.node[2]]})
    return steps, cost


def path_step() -> Int:
    """Removes the next step from the path that `path` found last, and returns its direction, 0 to
    5. No unit moves."""
    slot = builder().new_local()
    builder().code.emit({"PathStep": slot.node[2]})
    return slot


def path_drop(steps: Number) -> None:
    """Removes the next ``steps`` steps from the path that `path` found last."""
    b = builder()
    b.code.emit({"PathDrop": b.low(number(steps))})


# -- control ----------------------------------------------------------------------------------


@contextmanager
def when(condition: Number) -> Iterator[None]:
    """Context manager: in play, the statements written inside the block are executed only if the
    condition holds (is nonzero)."""
    b = builder()
    at = b.code.emit({"JumpIfFalse": [b.low(number(condition)), None]})
    yield
    b.code.code[at]["JumpIfFalse"][1] = b.code.here()


@contextmanager
def either(condition: Number) -> Iterator[Callable[[], None]]:
    """An if/else. `with either(c) as otherwise:` executes the statements before the call
    `otherwise()` if the condition holds, and those after the call if not."""
    b = builder()
    code = b.code
    at = code.emit({"JumpIfFalse": [b.low(number(condition)), None]})
    leaves: list[int] = []

    def otherwise() -> None:
        leaves.append(code.emit({"Jump": None}))
        code.code[at]["JumpIfFalse"][1] = code.here()

    yield otherwise
    if not leaves:
        raise ProgramError("`either` without its other branch")
    code.code[leaves[0]]["Jump"] = code.here()


@contextmanager
def loop() -> Iterator[None]:
    """Context manager: in play, the statements written inside the block are repeated until
    `break_`."""
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
    """Context manager: in play, the statements written inside the block are repeated until a
    condition holds, which is tested before each iteration."""
    with loop():
        with when(condition):
            break_()
        yield


@contextmanager
def each(things: Units | Hexes) -> Iterator[Int]:
    """Context manager: in play, the statements written inside the block are repeated for each
    member of a set, in order; yields the member. The set is evaluated again in each iteration."""
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
    """Begins the next iteration of the innermost loop."""
    code = builder().code
    if not code.starts:
        raise ProgramError("`continue_` outside a loop")
    code.emit({"Jump": code.starts[-1]})


def return_(value: Number = 0) -> None:
    """Returns from the procedure with a value."""
    b = builder()
    b.code.emit({"Return": b.low(number(value))})


@contextmanager
def holding(*conditions: Number) -> Iterator[None]:
    """Context manager that declares conditions which hold whenever a call or decision written
    inside the block is pending; at the end of the block they no longer apply.

    Play does not check them; a state read from bytes is refused if it violates one. A condition is
    not checked if it uses a local whose value is no longer read.
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
    """Context manager that writes a decision of a player or of chance: yields the `Decision`, whose
    alternatives are written inside the block, each with its consequences. At the end of the block
    the decision itself is written.

    ``kind`` names the decision, ``actor`` is the number of the deciding side, or `CHANCE`, and
    ``rule`` the id of the rule that asks. ``about`` is the unit that is the subject of the
    decision, in a local or a constant; it is information for the player, and play does not read it.
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
    """Writes a roll of a die, and returns the result, from 1 to ``faces``. ``kind`` names the roll,
    and ``rule`` is the id of the rule that asks for it."""
    result = builder().new_local()
    with decide(kind, CHANCE, rule) as d:
        with d.number(f"roll{'' if faces == 6 else faces}", 1, faces) as die:
            assign(result, die)
    return result

"""The parts of a program while its Python is running: procedures, decisions, alternatives.

Each part writes through the `Builder` that made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .expr import Hexes, Int, Number, ProgramError, Units, number
from .lower import Lowering

if TYPE_CHECKING:
    from .builder import Builder


@dataclass(frozen=True)
class Limit:
    """The limit that a rule puts on a decision: ``allows``, the part of the offered units or hexes
    that may be chosen (or a condition), and ``text``, the reason with which the rest is refused."""

    rule: str
    allows: Hexes | Units | Int
    text: str


@dataclass
class Alternative:
    """One kind of action in a decision, in the form in which a game file holds it."""

    verb: int
    base: dict[str, Any]
    limits: list[dict[str, Any]]
    into: int
    target: int
    passes: bool


@dataclass
class Code:
    """The statements of one procedure of a game file, collected while the Python that declares the
    procedure runs."""

    index: int
    name: str
    args: int
    locals: int = 0
    code: list[Any] = field(default_factory=list)
    holds: list[Any] = field(default_factory=list)
    """Conditions that hold while a call or decision is pending, each as a pair: the number of the
    instruction of that call or decision, and the condition."""
    holding: list[list[Any]] = field(default_factory=list)
    """A list of conditions for each `with holding(...)` block that is open, outermost first: they
    hold at every call and decision that is written now."""
    loops: list[list[int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    lowering: Lowering = field(init=False)

    def __post_init__(self) -> None:
        self.lowering = Lowering(self.index)

    def emit(self, instr: Any) -> int:
        """Appends an instruction; returns its number."""
        self.code.append(instr)
        at = len(self.code) - 1
        if isinstance(instr, dict) and ("Call" in instr or "Decide" in instr):
            self.holds += [[at, condition] for block in self.holding for condition in block]
        return at

    def here(self) -> int:
        """Returns the number of the next instruction."""
        return len(self.code)


class Procedure:
    """A procedure of the program; a call of this object in Python writes an instruction that calls
    it in play."""

    def __init__(self, builder: Builder, index: int, args: int) -> None:
        self._builder = builder
        self.index = index
        self.args = args

    def __call__(self, *args: Number) -> None:
        """Writes a call of the procedure that ignores its return value."""
        self._write(args, None)

    def value(self, *args: Number) -> Int:
        """Writes a call of the procedure, and returns the local that receives its return value in
        play."""
        slot = self._builder.new_local()
        self._builder.code.emit({"SetLocal": [slot.node[2], {"Const": 0}]})
        self._write(args, slot.node[2])
        return slot

    def _write(self, args: Sequence[Number], into: int | None) -> None:
        if len(args) != self.args:
            raise ProgramError(f"a procedure of {self.args} arguments called with {len(args)}")
        b = self._builder
        lowered = [b.low(number(a)) for a in args]
        b.code.emit({"Call": [self.index, lowered, into]})


class Decision:
    """A decision of a player or of chance that is being written, with its alternatives and their
    consequences."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self.alternatives: list[Alternative] = []
        self.conditions: list[Any] = []
        self.exits: list[int] = []

    @contextmanager
    def _alternative(
        self,
        verb: str,
        kind: Any,
        base: dict[str, Any],
        limits: Sequence[Limit | None],
        passes: bool,
        of: type[Hexes | Units | Int] = Int,
    ) -> Iterator[Int]:
        b = self._builder
        into = b.new_local()
        alt = Alternative(
            verb=b.verb(verb, kind),
            base=base,
            limits=[b.limit(x, of) for x in limits if x is not None and b.in_force(x.rule)],
            into=into.node[2],
            target=b.code.here(),
            passes=passes,
        )
        self.alternatives.append(alt)
        yield into
        self.exits.append(b.code.emit({"Jump": None}))

    def holds(self, *conditions: Number) -> None:
        """Declares conditions that hold whenever the decision is pending: a state read from bytes
        is refused if it violates one."""
        self.conditions += [self._builder.low(number(c)) for c in conditions]

    def choice(self, kind: int, actor: Any, rule: str) -> dict[str, Any]:
        """Returns the decision as an instruction of the game file. ``kind`` is the number of the
        kind of decision, ``actor`` the deciding side in its form in the game file, and ``rule`` the
        id of the rule that asks."""
        b = self._builder
        alternatives = [
            {
                "verb": a.verb,
                "base": a.base,
                "limits": a.limits,
                "into": a.into,
                "target": a.target,
                "passes": a.passes,
            }
            for a in self.alternatives
        ]
        named = 0 if b.off(rule) else b.rule(rule)
        return {"kind": kind, "actor": actor, "rule": named, "alternatives": alternatives}

    def unit(self, verb: str, units: Units, *limits: Limit | None, passes: bool = False) -> Any:
        """Writes an alternative for each unit of a set; returns a context manager that yields the
        chosen unit and whose block writes the consequences.

        Each limit allows a part of the set; ``passes`` is true for actions that end or decline
        something.
        """
        base = {"Units": self._builder.low_set(units, Units)}
        return self._alternative(verb, "Unit", base, limits, passes, Units)

    def hex(self, verb: str, hexes: Hexes, *limits: Limit | None, passes: bool = False) -> Any:
        """Writes an alternative for each hex of a set; returns a context manager that yields the
        chosen hex and whose block writes the consequences.

        Each limit allows a part of the set; ``passes`` is true for actions that end or decline
        something.
        """
        base = {"Hexes": self._builder.low_set(hexes, Hexes)}
        return self._alternative(verb, "Hex", base, limits, passes, Hexes)

    def number(
        self, verb: str, low: int, high: int, *limits: Limit | None, mask: Number = -1
    ) -> Any:
        """Writes an alternative for each number from ``low`` to ``high``; returns a context manager
        that yields the chosen number and whose block writes the consequences. Bit n of ``mask``
        allows the number ``low + n``; each of ``limits`` is a condition."""
        base = {"Numbers": self._builder.low(number(mask))}
        return self._alternative(verb, {"Number": [low, high]}, base, limits, False)

    def option(
        self, verb: str, when: Number = 1, *limits: Limit | None, passes: bool = False
    ) -> Any:
        """Writes a single alternative without an argument, offered if ``when`` is nonzero; returns
        a context manager whose block writes the consequences. Each of ``limits`` is a condition;
        ``passes`` is true for an action that ends or declines something."""
        base = {"When": self._builder.low(number(when))}
        return self._alternative(verb, "Plain", base, limits, passes)

    def decline(self, verb: str) -> None:
        """Writes an alternative by which the player passes: it has no argument and no
        consequences."""
        with self.option(verb, passes=True):
            pass

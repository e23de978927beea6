"""The parts of a program being written: procedures, decisions, alternatives.

They write through the `Builder` that made them.
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
    """The limit of an alternative by a rule: the part allowed, and the reason for refusing the
    rest."""

    rule: str
    allows: Hexes | Units | Int
    text: str


@dataclass
class Alternative:
    """One kind of action of a decision, lowered."""

    verb: int
    base: dict[str, Any]
    limits: list[dict[str, Any]]
    into: int
    target: int
    passes: bool


@dataclass
class Code:
    """A procedure being written."""

    index: int
    name: str
    args: int
    locals: int = 0
    code: list[Any] = field(default_factory=list)
    holds: list[Any] = field(default_factory=list)
    """The invariants of pending calls and decisions: the number of the instruction, and a
    condition."""
    holding: list[list[Any]] = field(default_factory=list)
    """The invariants of the enclosing `holding` blocks."""
    loops: list[list[int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    lowering: Lowering = field(init=False)

    def __post_init__(self) -> None:
        self.lowering = Lowering(self.index)

    def emit(self, instr: Any) -> int:
        """Append an instruction; return its number."""
        self.code.append(instr)
        at = len(self.code) - 1
        if isinstance(instr, dict) and ("Call" in instr or "Decide" in instr):
            self.holds += [[at, condition] for block in self.holding for condition in block]
        return at

    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.code)


class Procedure:
    """A procedure of the program; calling it writes a call instruction."""

    def __init__(self, builder: Builder, index: int, args: int) -> None:
        self._builder = builder
        self.index = index
        self.args = args

    def __call__(self, *args: Number) -> None:
        """Write a call that ignores the return value."""
        self._write(args, None)

    def value(self, *args: Number) -> Int:
        """Write a call; return its value."""
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
    """A decision being written: its alternatives with their consequences."""

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
        """Declare invariants of the pending decision; a state that violates one is refused on
        reading."""
        self.conditions += [self._builder.low(number(c)) for c in conditions]

    def choice(self, kind: int, actor: Any, rule: str) -> dict[str, Any]:
        """The instruction of the decision."""
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
        """An alternative for each unit of a set."""
        base = {"Units": self._builder.low_set(units, Units)}
        return self._alternative(verb, "Unit", base, limits, passes, Units)

    def hex(self, verb: str, hexes: Hexes, *limits: Limit | None, passes: bool = False) -> Any:
        """An alternative for each hex of a set."""
        base = {"Hexes": self._builder.low_set(hexes, Hexes)}
        return self._alternative(verb, "Hex", base, limits, passes, Hexes)

    def number(
        self, verb: str, low: int, high: int, *limits: Limit | None, mask: Number = -1
    ) -> Any:
        """An alternative for each number of a range; bit n of the mask allows ``low + n``."""
        base = {"Numbers": self._builder.low(number(mask))}
        return self._alternative(verb, {"Number": [low, high]}, base, limits, False)

    def option(
        self, verb: str, when: Number = 1, *limits: Limit | None, passes: bool = False
    ) -> Any:
        """A single alternative without an argument."""
        base = {"When": self._builder.low(number(when))}
        return self._alternative(verb, "Plain", base, limits, passes)

    def decline(self, verb: str) -> None:
        """A passing alternative without consequences."""
        with self.option(verb, passes=True):
            pass

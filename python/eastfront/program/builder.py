"""Writes a rules program: declarations, procedures, decisions.

A `Builder` is fed by a rules class once, when a game is loaded. What it records is data; nothing
of it runs in Python afterwards.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .expr import (
    Attr,
    EdgeFeature,
    EdgeMask,
    Hexes,
    HexFlag,
    Int,
    Number,
    ProgramError,
    ReachSpec,
    SetT,
    Table,
    UnitField,
    UnitFlag,
    Units,
    number,
)
from .life import Life
from .lower import Lowering
from .writing import Code, Decision, Limit, Procedure

CHANCE = -1
"""The actor of rolls and draws."""


class Builder:
    """Everything that rules declare and do, on its way into a game file."""

    def __init__(self, sides: Sequence[str], without: Sequence[str] = ()) -> None:
        self.sides = list(sides)
        self.without = frozenset(without)
        self.rules: dict[str, int] = {"": 0}
        self.hit: set[str] = set()
        self.texts: dict[str, int] = {}
        self.notes: dict[str, int] = {}
        self.decisions: dict[str, int] = {}
        self.verbs: dict[str, tuple[int, Any]] = {}
        self.variables: list[dict[str, Any]] = []
        self.unit_flags: list[str] = []
        self.unit_flags_start: list[list[int]] = []
        self.unit_fields: list[str] = []
        self.unit_field_ranges: list[tuple[int, int]] = []
        self.hex_flags: list[str] = []
        self.hex_flags_start: list[list[int]] = []
        self.hex_attrs: list[dict[str, Any]] = []
        self.unit_attrs: list[dict[str, Any]] = []
        self.hex_sets: list[dict[str, Any]] = []
        self.unit_sets: list[dict[str, Any]] = []
        self.edge_masks: list[dict[str, Any]] = []
        self.edge_features: list[dict[str, Any]] = []
        self.costs: list[dict[str, Any]] = []
        self.tables: list[dict[str, Any]] = []
        self.views: list[Any] = []
        self._views_lowering = Lowering(None)
        self.view_names: list[str] = []
        self.queries: list[dict[str, Any]] = []
        self._hidden: list[Any] = ["Empty"] * len(self.sides)
        self._procedures: list[Code | None] = []
        self._pending: list[tuple[int, Callable[..., None]]] = []
        self._stack: list[Code] = []
        self.lives: dict[str, list[str]] = {
            kind: [] for kind in ("variables", "unit_flags", "unit_fields", "hex_flags")
        }
        self._memos = -1
        self.subjects: list[list[Any]] = []

    # -- rules ------------------------------------------------------------------------------

    def on(self, rule: str) -> bool:
        """Whether a rule is in force; asking puts it among the rules of the program."""
        self.rule(rule)
        return rule not in self.without

    def rule(self, rule: str) -> int:
        """The number of a rule."""
        return self.rules.setdefault(rule, len(self.rules))

    def _off(self, rule: str) -> bool:
        """Whether a rule is turned off: what it does is then not written, who asks is not named."""
        return bool(rule) and not self.on(rule)

    def limit(self, limit: Limit) -> dict[str, Any]:
        """Writes a limit down."""
        kinds = {Hexes: "Hexes", Units: "Units", Int: "When"}
        return {
            "rule": self.rule(limit.rule),
            "allows": {kinds[type(limit.allows)]: self.low(limit.allows)},
            "text": self.texts.setdefault(limit.text, len(self.texts)),
        }

    # -- declarations -----------------------------------------------------------------------

    def _live(self, kind: str, name: str, life: Life | None) -> None:
        """Keeps the life of a declaration; one without is an error."""
        if not isinstance(life, Life):
            known = ", ".join(one.name for one in Life)
            thing = kind.removesuffix("s").replace("_", " ")
            raise ProgramError(
                f"the {thing} `{name}` at {where_called(3)} declares {life!r} as its life, "
                f"expected one of Life: {known}"
            )
        self.lives[kind].append(life.value)

    def variable(
        self,
        name: str,
        life: Life | None = None,
        init: int = 0,
        hidden: int = 0,
        values: Sequence[int] = (),
        limits: tuple[int, int] | None = None,
    ) -> Int:
        """A variable of the game; when its ``life`` is over it holds ``init`` again.

        ``hidden`` is a bit mask of the sides that may not know it; ``values`` is what they must
        then think possible. A state read from bytes is refused when the value lies outside
        ``limits``.
        """
        variable: dict[str, Any] = {"name": name, "init": init, "hidden": hidden, "range": limits}
        self._live("variables", name, life)
        if hidden:
            variable["values"] = list(values) or [init]
        self.variables.append(variable)
        return Int(("V", len(self.variables) - 1))

    def unit_flag(self, name: str, life: Life | None = None, start: Sequence[int] = ()) -> UnitFlag:
        """A flag for units; when its ``life`` is over no unit bears it."""
        self._live("unit_flags", name, life)
        self.unit_flags.append(name)
        self.unit_flags_start.append(list(start))
        return UnitFlag(len(self.unit_flags) - 1)

    def unit_field(
        self,
        name: str,
        life: Life | None = None,
        limits: tuple[int, int] = (-(2**15), 2**15 - 1),
    ) -> UnitField:
        """A number for each unit, 0 at the start and when its ``life`` is over.

        A state read from bytes is refused when one lies outside ``limits``.
        """
        self.unit_field_ranges.append(limits)
        self._live("unit_fields", name, life)
        self.unit_fields.append(name)
        return UnitField(len(self.unit_fields) - 1)

    def hex_flag(self, name: str, life: Life | None = None, start: Sequence[int] = ()) -> HexFlag:
        """A flag for hexes; when its ``life`` is over no hex bears it."""
        self._live("hex_flags", name, life)
        self.hex_flags.append(name)
        self.hex_flags_start.append(sorted(start))
        return HexFlag(len(self.hex_flags) - 1)

    def hex_attr(self, name: str, values: Sequence[int]) -> Attr:
        """A printed value of hexes."""
        self.hex_attrs.append({"name": name, "values": list(values)})
        return Attr("HexAttr", len(self.hex_attrs) - 1)

    def unit_attr(self, name: str, values: Sequence[int]) -> Attr:
        """A printed value of units."""
        self.unit_attrs.append({"name": name, "values": list(values)})
        return Attr("UnitAttr", len(self.unit_attrs) - 1)

    def hex_set(self, name: str, members: Sequence[int]) -> Hexes:
        """A set of hexes fixed by the map."""
        self.hex_sets.append({"name": name, "members": sorted(members)})
        return Hexes(("Fixed", len(self.hex_sets) - 1))

    def unit_set(self, name: str, members: Sequence[int]) -> Units:
        """A set of units fixed by the order of battle."""
        self.unit_sets.append({"name": name, "members": sorted(members)})
        return Units(("Fixed", len(self.unit_sets) - 1))

    def edge_mask(self, name: str, masks: Sequence[int]) -> EdgeMask:
        """Open hexsides: one six-bit number a hex."""
        self.edge_masks.append({"name": name, "masks": list(masks)})
        return EdgeMask(len(self.edge_masks) - 1)

    def edge_feature(self, name: str, masks: Sequence[int]) -> EdgeFeature:
        """A hexside feature: one six-bit number a hex."""
        self.edge_features.append({"name": name, "masks": list(masks)})
        return EdgeFeature(len(self.edge_features) - 1)

    def cost_table(self, name: str, step: Sequence[int]) -> int:
        """A movement cost table, six costs a hex, 255 forbids; the answer is its number."""
        self.costs.append({"name": name, "step": list(step)})
        return len(self.costs) - 1

    def table(
        self, name: str, low: Sequence[int], size: Sequence[int], cells: Sequence[int]
    ) -> Table:
        """A table: the lowest index and the extent of each dimension, the cells in order."""
        self.tables.append(
            {"name": name, "low": list(low), "size": list(size), "cells": list(cells)}
        )
        return Table(len(self.tables) - 1, len(low))

    def view(self, name: str, hexes: Hexes) -> Hexes:
        """A named set, worked out once a position however often it is used."""
        self.views.append(self._views_lowering.tree(hexes.node))
        self.view_names.append(name)
        return Hexes(("View", len(self.views) - 1))

    def once(self, value: SetT) -> SetT:
        """A set that stands several times in one decision, to be worked out only once there."""
        self._memos += 1
        return type(value)(("Memo", self._memos, value.node))

    def query(self, name: str, args: int, answer: Callable[..., Int | Hexes | Units]) -> None:
        """A question that can be asked of any state."""
        expr = answer(*(Int(("Local", -1, i)) for i in range(args)))
        kinds = {Hexes: "Hexes", Units: "Units", Int: "Int"}
        body = {kinds[type(expr)]: Lowering(-1).tree(expr.node)}
        self.queries.append({"name": name, "args": args, "answer": body})

    def query_procedure(self, name: str, procedure: Procedure) -> None:
        """A question answered by a procedure that asks nothing, run on a copy."""
        answer = {"Procedure": procedure.index}
        self.queries.append({"name": name, "args": procedure.args, "answer": answer})

    def verb(self, name: str, domain: Any) -> int:
        """A verb; one name has one domain."""
        index, known = self.verbs.setdefault(name, (len(self.verbs), domain))
        if known != domain:
            raise ProgramError(f"the verb {name} is about {known} and about {domain}")
        return index

    def hide(self, side: int, units: Units) -> None:
        """The units whose places a side does not know."""
        self._hidden[side] = self._views_lowering.tree(units.node)

    # -- procedures -------------------------------------------------------------------------

    def procedure(self, name: str, args: int, body: Callable[..., None]) -> Procedure:
        """A procedure; its body is written when the program is finished."""
        index = len(self._procedures)
        self._procedures.append(Code(index, name, args, locals=args))
        self._pending.append((index, body))
        return Procedure(self, index, args)

    def write(self) -> None:
        """Writes the bodies of every procedure declared so far and of those they declare."""
        while self._pending:
            index, body = self._pending.pop(0)
            code = self._procedures[index]
            if code is None:
                raise ProgramError("a procedure vanished")
            self._stack.append(code)
            body(*(Int(("Local", index, i)) for i in range(code.args)))
            code.emit({"Return": {"K": 0}})
            self._stack.pop()

    @property
    def code(self) -> Code:
        """The procedure being written."""
        if not self._stack:
            raise ProgramError("a statement outside a procedure")
        return self._stack[-1]

    def low(self, expr: Int | Hexes | Units) -> Any:
        """Writes an expression down."""
        return self.code.lowering.tree(expr.node)

    def local(self, value: Number, silent: bool = False) -> Int:
        """A new local with a value; a silent one is not assigned."""
        code = self.code
        if code.locals >= 250:
            raise ProgramError(f"procedure {code.name} has too many locals")
        slot = Int(("Local", code.index, code.locals))
        code.locals += 1
        if not silent:
            self.assign(slot, value)
        return slot

    def assign(self, target: Int, value: Number, rule: str = "") -> None:
        """Assigns a local or a variable."""
        value = number(value)
        if self._off(rule):
            return
        match target.node:
            case ("Local", _, index):
                self.code.emit({"SetLocal": [index, self.low(value)]})
            case ("V", index):
                self.code.emit({"SetVar": [index, self.low(value), self.rule(rule)]})
            case _:
                raise ProgramError("only locals and variables can be assigned")

    def place(self, unit: Number, where: Number, rule: str = "") -> None:
        """Puts a unit in a hex or box."""
        if self._off(rule):
            return
        args = [self.low(number(unit)), self.low(number(where)), self.rule(rule)]
        self.code.emit({"Place": args})

    def place_all(self, units: Units, where: Number, rule: str = "") -> None:
        """Puts all units of a set in a hex or box."""
        if self._off(rule):
            return
        args = [self.low(units), self.low(number(where)), self.rule(rule)]
        self.code.emit({"PlaceAll": args})

    def mark(
        self,
        flag: UnitFlag | HexFlag,
        things: Units | Hexes,
        value: Number = 1,
        rule: str = "",
    ) -> None:
        """Sets a flag on units or hexes, or clears it."""
        if self._off(rule):
            return
        op = "UnitFlag" if isinstance(flag, UnitFlag) else "HexFlag"
        if isinstance(things, Units) != isinstance(flag, UnitFlag):
            raise ProgramError("a unit flag marks units, a hex flag hexes")
        args = [flag.index, self.low(things), self.low(number(value)), self.rule(rule)]
        self.code.emit({op: args})

    def keep(self, field_: UnitField, unit: Number, value: Number, rule: str = "") -> None:
        """Assigns a number kept for a unit."""
        if self._off(rule):
            return
        args = [field_.index, self.low(number(unit)), self.low(number(value)), self.rule(rule)]
        self.code.emit({"UnitField": args})

    def note(self, kind: str, *args: Number, rule: str = "") -> None:
        """Reports something that happened."""
        index = self.notes.setdefault(kind, len(self.notes))
        lowered = [self.low(number(a)) for a in args]
        self.code.emit({"Note": [index, lowered, self.rule(rule)]})

    def applied(self, rule: str) -> None:
        """Counts that a rule was at work."""
        self.code.emit({"Applied": self.rule(rule)})

    def end(self, winner: Number, level: Number, rule: str) -> None:
        """Ends the game: the winner's number (-1 for a draw), the level, the deciding rule."""
        if self._off(rule):
            return
        args = [self.low(number(winner)), self.low(number(level)), self.rule(rule)]
        self.code.emit({"End": args})

    def answer(self, value: Number = 0) -> None:
        """Leaves the procedure with an answer."""
        self.code.emit({"Return": self.low(number(value))})

    def path(self, reach: ReachSpec, target: Number) -> tuple[Int, Int]:
        """Finds the canonical path; the answer is its number of steps and its cost."""
        steps, cost = self.local(0, silent=True), self.local(0, silent=True)
        spec = self.code.lowering.reach(reach.node())
        args = [spec, self.low(number(target)), steps.node[2], cost.node[2]]
        self.code.emit({"Path": args})
        return steps, cost

    def path_step(self) -> Int:
        """Takes the next step of the path: a direction."""
        slot = self.local(0, silent=True)
        self.code.emit({"PathStep": slot.node[2]})
        return slot

    def path_drop(self, steps: Number) -> None:
        """Forgets steps of the path."""
        self.code.emit({"PathDrop": self.low(number(steps))})

    def ends(self, ending: Life) -> None:
        """Says that a move, a battle, a phase, ... is over, and what lives no longer with it.

        Play goes on as if this were not there; a checked run tells what is not gone.
        """
        self.code.emit({"Ends": ending.value})

    # -- control ----------------------------------------------------------------------------

    @contextmanager
    def when(self, condition: Number) -> Iterator[None]:
        """What follows happens only when a condition holds."""
        at = self.code.emit({"Unless": [self.low(number(condition)), None]})
        yield
        self.code.code[at]["Unless"][1] = self.code.here()

    @contextmanager
    def either(self, condition: Number) -> Iterator[Callable[[], None]]:
        """Like `when`; calling the yielded function begins the other case."""
        code = self.code
        at = code.emit({"Unless": [self.low(number(condition)), None]})
        ends: list[int] = []

        def otherwise() -> None:
            ends.append(code.emit({"Jump": None}))
            code.code[at]["Unless"][1] = code.here()

        yield otherwise
        if not ends:
            raise ProgramError("`either` without its other case")
        code.code[ends[0]]["Jump"] = code.here()

    @contextmanager
    def loop(self) -> Iterator[None]:
        """What follows repeats until `stop`."""
        code = self.code
        start = code.here()
        code.loops.append([])
        code.starts.append(start)
        yield
        code.emit({"Jump": start})
        code.starts.pop()
        for at in code.loops.pop():
            code.code[at]["Jump"] = code.here()

    @contextmanager
    def holding(self, *conditions: Number) -> Iterator[None]:
        """Says what holds at all calls and decisions that follow, while they are under way.

        Play does not ask; a state that is read from bytes is refused when it says otherwise. What
        is said of locals that nothing reads again is not asked.
        """
        self.code.holding.append([self.low(number(c)) for c in conditions])
        yield
        self.code.holding.pop()

    def stop(self) -> None:
        """Leaves the innermost loop."""
        code = self.code
        if not code.loops:
            raise ProgramError("`stop` outside a loop")
        code.loops[-1].append(code.emit({"Jump": None}))

    def again(self) -> None:
        """Begins the innermost loop's next round."""
        code = self.code
        if not code.starts:
            raise ProgramError("`again` outside a loop")
        code.emit({"Jump": code.starts[-1]})

    @contextmanager
    def each(self, things: Units | Hexes) -> Iterator[Int]:
        """Runs over the members in order; the set is looked at anew on each round."""
        at = self.local(-1)
        with self.loop():
            self.assign(at, things.after(at))
            with self.when(at < 0):
                self.stop()
            yield at

    @contextmanager
    def decide(
        self, kind: str, actor: Number, rule: str = "", about: Number | None = None
    ) -> Iterator[Decision]:
        """A decision; write its alternatives inside, each with what it leads to.

        ``about`` is the unit which is decided about, a local or a known one, for those who are
        asked: play does not read it.
        """
        code = self.code
        skip = code.emit({"Jump": None})
        decision = Decision(self)
        chance = isinstance(actor, int) and actor == CHANCE
        who = number(len(self.sides) if chance else actor)
        yield decision
        code.code[skip]["Jump"] = code.here()
        alts = [
            {
                "verb": a.verb,
                "base": a.base,
                "rules": a.limits,
                "into": a.into,
                "target": a.target,
                "pass": a.passes,
            }
            for a in decision.alts
        ]
        index = self.decisions.setdefault(kind, len(self.decisions))
        named = 0 if self._off(rule) else self.rule(rule)
        choice = {"kind": index, "actor": self.low(who), "rule": named, "alts": alts}
        code.holding.append(decision.conditions)
        pc = code.emit({"Choose": choice})
        code.holding.pop()
        if about is not None:
            self.subjects.append([code.index, pc, self._named(about)])
        for at in decision.exits:
            code.code[at]["Jump"] = code.here()

    def _named(self, about: Number) -> Any:
        """A unit in a local, or a known one, written down."""
        lowered = self.low(number(about))
        if not isinstance(lowered, dict) or not set(lowered) <= {"L", "K"}:
            raise ProgramError("a decision is about the unit in a local, or about a known one")
        return lowered

    def roll(self, kind: str, rule: str, faces: int = 6) -> Int:
        """Rolls a die; the answer is from 1 to the number of its faces."""
        result = self.local(0, silent=True)
        with self.decide(kind, CHANCE, rule) as d:
            with d.number(f"roll{'' if faces == 6 else faces}", 1, faces) as die:
                self.assign(result, die)
        return result

    # -- the result -------------------------------------------------------------------------

    def finish(self) -> dict[str, Any]:
        """The program's part of a game file."""
        self.write()
        unknown = self.without - set(self.rules)
        if unknown:
            worst = sorted(unknown)[0]
            near = difflib.get_close_matches(worst, self.rules, n=1)
            hint = f"; the nearest is {near[0]}" if near else ""
            raise ProgramError(f"no rule {worst} stands in this program{hint}")
        procedures = [
            {"name": p.name, "args": p.args, "locals": p.locals, "code": p.code, "holds": p.holds}
            for p in self._procedures
            if p is not None
        ]
        return {
            "sides": self.sides,
            "hex_attrs": self.hex_attrs,
            "hex_sets": self.hex_sets,
            "edge_masks": self.edge_masks,
            "edge_features": self.edge_features,
            "costs": self.costs,
            "unit_sets": self.unit_sets,
            "unit_flags": self.unit_flags,
            "unit_flags_start": self.unit_flags_start,
            "unit_fields": self.unit_fields,
            "unit_field_ranges": self.unit_field_ranges,
            "hex_flags": self.hex_flags,
            "hex_flags_start": self.hex_flags_start,
            "lives": self.lives,
            "tables": self.tables,
            "variables": self.variables,
            "verbs": [{"name": n, "domain": d} for n, (_, d) in self.verbs.items()],
            "decisions": list(self.decisions),
            "rules": list(self.rules),
            "texts": list(self.texts),
            "notes": list(self.notes),
            "views": self.views,
            "view_names": self.view_names,
            "procedures": procedures,
            "queries": self.queries,
            "hidden": self._hidden,
        }


def where_called(depth: int = 2) -> str:
    """The file and line of a caller, for messages."""
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


__all__ = ["CHANCE", "Builder", "Decision", "Life", "Limit", "Procedure", "where_called"]

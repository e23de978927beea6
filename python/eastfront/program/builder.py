"""The builder of a rules program: declarations, procedures, decisions.

A rules class writes into a `Builder` once, when a game is compiled. The builder records data for
the game file, the one JSON document that the engine plays; no Python runs during play.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
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
    Table,
    UnitField,
    UnitFlag,
    Units,
    number,
)
from .life import Life
from .lower import Lowering
from .terms import kind_of, node_of
from .writing import Code, Limit, Procedure

_at_hand: ContextVar[Builder] = ContextVar("the program being written")


def builder() -> Builder:
    """Returns the builder of the program being written. Raises `ProgramError` if there is none."""
    try:
        return _at_hand.get()
    except LookupError:
        raise ProgramError("a statement outside a program that is being written") from None


class Builder:
    """Records the declarations and statements of a game's rules, as data for a game file."""

    def __init__(
        self,
        sides: Sequence[str],
        without: Sequence[str] = (),
        first_box: int = 0,
        catalogue: Collection[str] = (),
        prefix: str = "",
    ) -> None:
        """Makes a builder for the sides, without the rules in ``without``. Boxes off the map are
        numbered from ``first_box`` on, after the hexes.

        A rule id that begins with ``prefix`` must be in ``catalogue``; with an empty catalogue
        every id is allowed.
        """
        self.sides: list[str] = list(sides)
        self._catalogue, self._prefix = catalogue, prefix
        self.boxes: Sequence[str] = ()
        """The names of the boxes off the map, in the order of their numbers."""
        self._first_box = first_box
        self.without: frozenset[str] = frozenset(without)
        self.rules: dict[str, int] = {"": 0}
        self.battle: dict[str, Any] = {}
        """The description of how battles are set up, for explanations."""
        self.drawn: list[dict[str, Any]] = []
        """For each rule that draws strengths of units before the odds of a battle: its units by
        number, the strengths for the faces of the die, the decision, and the flags that keep the
        face; for explanations."""
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
        self.scale = 1
        """The parts of a movement point or combat factor in the numbers of the program."""
        self.points: list[str] = []
        """The printed values of units that are movement points or combat factors."""
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
        self._names: set[tuple[str, str]] = set()
        self.subjects: list[list[Any]] = []

    def box(self, name: str) -> int:
        """Returns the number of a box off the map. Raises `ProgramError` for an unknown name."""
        if name not in self.boxes:
            raise ProgramError(f"the box `{name}`, expected one of: {', '.join(self.boxes)}")
        return self._first_box + self.boxes.index(name)

    # -- rules ------------------------------------------------------------------------------

    def in_force(self, rule: str) -> bool:
        """Says whether a rule is in force, and registers it as a rule of the program."""
        if rule not in self.rules:
            self.rule(rule)
        return rule not in self.without

    def rule(self, rule: str) -> int:
        """Returns the number of a rule, which is registered if it is new. Raises `ProgramError` for
        an id that is not in the game's catalogue of rules."""
        if rule not in self.rules:
            self.check_rule(rule)
        return self.rules.setdefault(rule, len(self.rules))

    def check_rule(self, rule: object) -> None:
        """Raises `ProgramError` for a value that is no rule id, and for an id that is not in the
        game's catalogue of rules."""
        if not isinstance(rule, str) or not rule.isprintable() or " " in rule:
            raise ProgramError(f"expected the id of a rule, got {kind_of(rule)}")
        if self._catalogue and rule.startswith(self._prefix) and rule not in self._catalogue:
            near = difflib.get_close_matches(rule, self._catalogue, n=1)
            hint = f"; the nearest is {near[0]}" if near else ""
            raise ProgramError(f"no rule {rule} stands in the game's catalogue{hint}")

    def off(self, rule: str) -> bool:
        """Says whether a rule is left out, so that its effect is not written; False for an empty
        id."""
        return bool(rule) and not self.in_force(rule)

    def limit(self, limit: Limit, of: type[Hexes | Units | Int]) -> dict[str, Any]:
        """Converts a limit of an alternative (one kind of action in a decision) to its form in a
        game file.

        `of` is the kind of things that the alternative offers: `Hexes`, `Units`, or `Int` if it
        offers neither. The limit allows a set of this kind, or a number as a condition; anything
        else raises `ProgramError`.
        """
        kinds = {Hexes: "Hexes", Units: "Units", Int: "When"}
        if not isinstance(limit.allows, of | Int):
            raise ProgramError(
                f"the limit of {limit.rule} leaves {kind_of(limit.allows)} of an alternative that "
                f"is about something else"
            )
        return {
            "rule": self.rule(limit.rule),
            "allows": {kinds[type(limit.allows)]: self.low(limit.allows)},
            "text": self.texts.setdefault(limit.text, len(self.texts)),
        }

    # -- declarations -----------------------------------------------------------------------

    def _live(self, kind: str, name: str, life: Life | None) -> None:
        """Records the life of a declared variable, flag or field: the span of play after which it
        is reset. Raises `ProgramError` for a missing life, and for a name declared twice."""
        if not isinstance(life, Life):
            known = ", ".join(one.name for one in Life)
            thing = kind.removesuffix("s").replace("_", " ")
            raise ProgramError(
                f"the {thing} `{name}` at {where_called(3)} declares {life!r} as its life, "
                f"expected one of Life: {known}"
            )
        self._once(kind.removesuffix("s").replace("_", " "), name)
        self.lives[kind].append(life.value)

    def _once(self, kind: str, name: str) -> None:
        """Raises `ProgramError` if a name is declared twice for a kind of part, since saved
        positions identify parts by name."""
        if (kind, name) in self._names:
            raise ProgramError(f"the {kind} `{name}` is declared twice")
        self._names.add((kind, name))

    def variable(
        self,
        name: str,
        life: Life | None = None,
        init: int = 0,
        hidden: int = 0,
        values: Sequence[int] = (),
        limits: tuple[int, int] | None = None,
    ) -> Int:
        """Declares a variable, which is reset to ``init`` at the end of its ``life``.

        ``hidden`` is a bit mask of the sides that may not know the variable; ``values`` lists the
        values that these sides must consider possible. A state read from bytes is refused if the
        value lies outside ``limits``.
        """
        variable: dict[str, Any] = {"name": name, "init": init, "hidden": hidden, "range": limits}
        self._live("variables", name, life)
        if hidden:
            variable["values"] = list(values) or [init]
        self.variables.append(variable)
        return Int(("Var", len(self.variables) - 1))

    def unit_flag(self, name: str, life: Life | None = None, start: Sequence[int] = ()) -> UnitFlag:
        """Declares and returns a flag for units, which is cleared at the end of its ``life``;
        ``start`` lists the numbers of the units that have it at the start."""
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
        """Declares a number for each unit, 0 at the start and after the end of its ``life``;
        returns the field that holds the numbers.

        A state read from bytes is refused if a number lies outside ``limits``.
        """
        self.unit_field_ranges.append(limits)
        self._live("unit_fields", name, life)
        self.unit_fields.append(name)
        return UnitField(len(self.unit_fields) - 1)

    def hex_flag(self, name: str, life: Life | None = None, start: Sequence[int] = ()) -> HexFlag:
        """Declares and returns a flag for hexes, which is cleared at the end of its ``life``;
        ``start`` lists the numbers of the hexes that have it at the start."""
        self._live("hex_flags", name, life)
        self.hex_flags.append(name)
        self.hex_flags_start.append(sorted(start))
        return HexFlag(len(self.hex_flags) - 1)

    def hex_attr(self, name: str, values: Sequence[int]) -> Attr:
        """Declares a printed value of hexes, with one number for each hex. Returns the `Attr`;
        called with a hex, it gives the number."""
        self.hex_attrs.append({"name": name, "values": list(values)})
        return Attr("HexAttr", len(self.hex_attrs) - 1)

    def unit_attr(self, name: str, values: Sequence[float]) -> Attr:
        """Declares a printed value of units, with one whole number for each unit. Returns the
        `Attr`; called with a unit, it gives the number. Raises `ProgramError` for a fraction."""
        for value in values:
            if value % 1:
                told = "for points and factors there is `unit_points`"
                raise ProgramError(f"`{name}`: got {value}, expected a whole number; {told}")
        self.unit_attrs.append({"name": name, "values": list(map(int, values))})
        return Attr("UnitAttr", len(self.unit_attrs) - 1)

    def unit_points(self, name: str, values: Sequence[float]) -> Attr:
        """Declares movement points or combat factors of units, one for each unit, as printed.
        Returns the `Attr`; called with a unit, it gives the value in parts of a point (`scale`:
        whole, half or quarter points)."""
        self.points.append(name)
        return self.unit_attr(name, [self.scaled(value) for value in values])

    def scaled(self, points: float) -> int:
        """Returns movement points or combat factors as a number of the program: in halves if
        `scale` is 2, in quarters if it is 4. Raises `ProgramError` for a smaller fraction."""
        if points * self.scale % 1:
            steps = f"in steps of {1 / self.scale}" if self.scale > 1 else "in whole numbers"
            raise ProgramError(f"got {points}, expected points {steps} (scale of game.toml)")
        return int(points * self.scale)

    def fractions(self) -> dict[str, Any]:
        """Returns `scale`, and the names of the printed values that displays must divide by
        `scale`; empty in a game without fractions."""
        return {} if self.scale == 1 else {"scale": self.scale, "points": self.points}

    def hex_set(self, name: str, members: Sequence[int]) -> Hexes:
        """Declares a set of hexes fixed by the map, by the numbers of its hexes; returns it."""
        self.hex_sets.append({"name": name, "members": sorted(members)})
        return Hexes(("Fixed", len(self.hex_sets) - 1))

    def unit_set(self, name: str, members: Sequence[int]) -> Units:
        """Declares a set of units fixed by the order of battle, by the numbers of its units;
        returns it."""
        self.unit_sets.append({"name": name, "members": sorted(members)})
        return Units(("Fixed", len(self.unit_sets) - 1))

    def edge_mask(self, name: str, masks: Sequence[int]) -> EdgeMask:
        """Declares a set of open hexsides by a mask for each hex, in which bit n stands for
        direction n (0 to 5); returns the set."""
        self.edge_masks.append({"name": name, "masks": list(masks)})
        return EdgeMask(len(self.edge_masks) - 1)

    def edge_feature(self, name: str, masks: Sequence[int]) -> EdgeFeature:
        """Declares a feature of hexsides, such as a river, by a mask for each hex, in which bit n
        stands for direction n (0 to 5). Returns the feature; called with two neighbouring hexes,
        it says whether the hexside between them has the feature."""
        self.edge_features.append({"name": name, "masks": list(masks)})
        return EdgeFeature(len(self.edge_features) - 1)

    def cost_table(self, name: str, step: Sequence[int]) -> int:
        """Declares a table of movement costs, and returns its number. `step` has six costs for each
        hex, for the steps out of the hex in directions 0 to 5; 255 forbids a step."""
        self.costs.append({"name": name, "step": list(step)})
        return len(self.costs) - 1

    def table(
        self, name: str, low: Sequence[int], size: Sequence[int], cells: Sequence[int]
    ) -> Table:
        """Declares a table of numbers by the lowest index (``low``) and the extent (``size``) of
        each dimension, and the cells, with the last index varying fastest. Returns the table;
        called with one index for each dimension, it gives a cell."""
        self.tables.append(
            {"name": name, "low": list(low), "size": list(size), "cells": list(cells)}
        )
        return Table(len(self.tables) - 1, len(low))

    def view(self, name: str, hexes: Hexes) -> Hexes:
        """Declares a view: a named set of hexes that the engine computes once for each position and
        then reuses. Returns the set as a term."""
        self._once("view", name)
        self.views.append(self._views_lowering.tree(node_of(hexes, Hexes)))
        self.view_names.append(name)
        return Hexes(("View", len(self.views) - 1))

    def next_memo(self) -> int:
        """Returns a new number for a set that the engine computes once (`memoise`)."""
        self._memos += 1
        return self._memos

    def query(self, name: str, args: int, answer: Callable[..., Int | Hexes | Units]) -> None:
        """Declares a query, an expression that can be evaluated in any state. `answer` is called
        with `args` terms for the arguments of the query, and returns the expression."""
        self._once("query", name)
        with self.at_hand():
            expr = answer(*(Int(("Local", -1, i)) for i in range(args)))
        kinds = {Hexes: "Hexes", Units: "Units", Int: "Int"}
        if type(expr) not in kinds:
            raise ProgramError(f"query `{name}`: expected a number or a set, got {kind_of(expr)}")
        body = {kinds[type(expr)]: Lowering(-1).tree(expr.node)}
        self.queries.append({"name": name, "args": args, "answer": body})

    def query_procedure(self, name: str, procedure: Procedure) -> None:
        """Declares a query whose answer is the value of a procedure without decisions, run on a
        copy of the state."""
        self._once("query", name)
        answer = {"Procedure": procedure.index}
        self.queries.append({"name": name, "args": procedure.args, "answer": answer})

    def verb(self, name: str, domain: Any) -> int:
        """Declares a verb for actions, such as ``move``, and returns its number. ``domain`` states
        the arguments that the verb takes: a unit, a hex, a number in a range, or none. Raises
        `ProgramError` if the verb is declared already, with another domain."""
        index, known = self.verbs.setdefault(name, (len(self.verbs), domain))
        if known != domain:
            raise ProgramError(f"the verb {name} takes {known} and cannot also take {domain}")
        return index

    def hide(self, side: int, units: Units) -> None:
        """Declares the units whose identities are hidden from a side."""
        self._hidden[side] = self._views_lowering.tree(node_of(units, Units))

    # -- procedures -------------------------------------------------------------------------

    def procedure(self, name: str, args: int, body: Callable[..., None]) -> Procedure:
        """Declares a procedure with ``args`` arguments, and returns it. `write` later calls
        ``body`` with the arguments, to record the statements."""
        self._once("procedure", name)
        index = len(self._procedures)
        self._procedures.append(Code(index, name, args, locals=args))
        self._pending.append((index, body))
        return Procedure(self, index, args)

    @contextmanager
    def at_hand(self) -> Iterator[None]:
        """Context manager that makes this builder the current one: inside the block, statements and
        declarations of the rules language are recorded in it; at the end the former builder is
        current again."""
        token = _at_hand.set(self)
        try:
            yield
        finally:
            _at_hand.reset(token)

    def write(self) -> None:
        """Writes the bodies of all declared procedures, and of those that these bodies declare."""
        with self.at_hand():
            while self._pending:
                index, body = self._pending.pop(0)
                code = self._procedures[index]
                if code is None:
                    raise ProgramError("a declared procedure has no code")
                self._stack.append(code)
                body(*(Int(("Local", index, i)) for i in range(code.args)))
                code.emit({"Return": {"Const": 0}})
                self._stack.pop()

    @property
    def code(self) -> Code:
        """The statements of the procedure being written. Raises `ProgramError` if none is being
        written."""
        if not self._stack:
            raise ProgramError("a statement outside a procedure")
        return self._stack[-1]

    def low(self, expr: Int | Hexes | Units) -> Any:
        """Converts an expression, at any depth, to its form in a game file: JSON values."""
        return self.code.lowering.tree(expr.node)

    def low_set(self, value: Hexes | Units, kind: type[Hexes | Units]) -> Any:
        """Converts a set of the given kind to its form in a game file. Raises `ProgramError` for a
        value of another kind."""
        return self.code.lowering.tree(node_of(value, kind))

    def note(self, kind: str) -> int:
        """Returns the number of a kind of note (an event reported to the players); a new kind gets
        the next number."""
        return self.notes.setdefault(kind, len(self.notes))

    def decision(self, kind: str) -> int:
        """Returns the number of a kind of decision; a new kind gets the next number."""
        return self.decisions.setdefault(kind, len(self.decisions))

    def about(self, pc: int, unit: Number) -> None:
        """Records that a unit is the subject of a decision, for display; `pc` is the number of the
        decision's instruction in the procedure, and the unit is a local or a constant. Raises
        `ProgramError` for any other term."""
        lowered = self.low(number(unit))
        if not isinstance(lowered, dict) or not set(lowered) <= {"Local", "Const"}:
            raise ProgramError(
                "the subject of a decision must be a unit in a local or a constant unit"
            )
        self.subjects.append([self.code.index, pc, lowered])

    def new_local(self) -> Int:
        """Returns a new, uninitialised local of the procedure being written."""
        code = self.code
        if code.locals >= 250:
            raise ProgramError(f"procedure {code.name} has too many locals")
        code.locals += 1
        return Int(("Local", code.index, code.locals - 1))

    # -- the result -------------------------------------------------------------------------

    def finish(self) -> dict[str, Any]:
        """Finishes the program, and returns its part of a game file: a dictionary of JSON values.

        Raises `ProgramError` if a rule to be left out is not in the program.
        """
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
    """Returns file and line of a caller, `depth` frames up, for messages."""
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


__all__ = ["Builder", "builder", "where_called"]

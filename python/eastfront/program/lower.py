"""The conversion of expression trees to their form in a game file, called lowering."""

from __future__ import annotations

from typing import Any

from .expr import Node, ProgramError

_PARTS = {
    "Zones": ("zone", "enter", "leave", "between", "stop"),
    "Road": ("along", "full", "due"),
}
_BY_NUMBER = {"Const", "Var", "Fixed", "Occupied", "Flag", "View"}
"""The operations whose form has only the first operand, a number."""
_OF_OTHER_FORM = {
    *("Local", "Bound"),
    *("Where", "Sum", "Let", "Least", "Table", "Flood", "Reach", "Clash"),
    *("Duty", "Joiners", "Wideners", "Destinations", "GiveWay", "Each"),
}
"""The operations that have a form of their own in a game file, not just their name with their
operands."""


class Lowering:
    """Lowers the expression trees of one procedure; only locals of this procedure may occur in
    them.

    A subtree that occurs several times as one object is lowered once.
    """

    def __init__(self, procedure: int | None) -> None:
        self._procedure = procedure
        self._written: dict[tuple[int, tuple[int, ...]], tuple[Node, Any]] = {}
        """Lowered nodes by identity; each node is kept alive so that its id is not reused."""

    def tree(self, node: Node, binders: tuple[int, ...] = ()) -> Any:
        """Converts an expression tree to its form in a game file. ``binders`` are the numbers of
        the variables bound by the enclosing filters, sums and the like, outermost first.

        Raises `ProgramError` for a local of another procedure, or for the member of a filter that
        is used outside the filter.
        """
        if isinstance(node, str):
            return node
        key = (id(node), binders)
        known = self._written.get(key)
        if known is None:
            known = self._written[key] = (node, self._new(node, binders))
        return known[1]

    def _new(self, node: Node, binders: tuple[int, ...]) -> Any:
        op = node[0]
        if op in _BY_NUMBER:
            return {op: node[1]}
        rest = node[1:]
        if op not in _OF_OTHER_FORM:
            tree = self.tree
            parts = [tree(part, binders) if type(part) is tuple else part for part in rest]
            return {op: parts[0] if len(parts) == 1 else parts}
        match op:
            case "Local":
                owner, index = rest
                if owner != self._procedure:
                    raise ProgramError("a local is used outside its procedure")
                return {op: index}
            case "Bound":
                if rest[0] not in binders:
                    raise ProgramError("the member of a filter is used outside it")
                return {op: binders[::-1].index(rest[0])}
            case "Where":
                inner = self.tree(rest[1], (*binders, rest[2]))
                return {op: [self.tree(rest[0], binders), inner]}
            case "Sum" | "Let":
                inner = self.tree(rest[1], (*binders, rest[2]))
                return {op: [self.tree(rest[0], binders), inner]}
            case "Least":
                inner = self.tree(rest[1], (*binders, rest[3]))
                none = self.tree(rest[2], binders)
                return {op: [self.tree(rest[0], binders), inner, none]}
            case "Table":
                return {op: [rest[0], [self.tree(a, binders) for a in rest[1]]]}
            case "Flood":
                start, through, edges = rest
                return {
                    op: {
                        "from": self.tree(start, binders),
                        "open": self.tree(through, binders),
                        "edges": edges,
                    }
                }
            case "Reach":
                return {op: self.reach(node, binders)}
            case "Clash":
                names = (
                    "attackers",
                    "defenders",
                    "strength",
                    "defence",
                    "edges",
                    "hard",
                    "even",
                    "most",
                )
                sets = {"attackers", "defenders", "hard"}
                return {
                    op: {
                        name: self.tree(part, binders) if name in sets else part
                        for name, part in zip(names, rest, strict=True)
                    }
                }
            case "Duty" | "Joiners" | "Wideners":
                return {op: self._duty(rest[0], binders)}
            case "Destinations":
                more = [self.tree(part, binders) for part in rest[1:]]
                return {op: [self._duty(rest[0], binders), *more]}
            case "GiveWay":
                given = self.tree(rest[1], binders)
                return {op: [self._duty(rest[0], binders), given]}
            case "Each":
                return [self.tree(part, binders) for part in rest]

    def reach(self, node: Node, binders: tuple[int, ...] = ()) -> Any:
        """Converts the parameters of a movement field (`ReachSpec`, the hexes that a move can
        reach) to their form in a game file. ``binders`` are the numbers of the variables bound by
        the enclosing filters, sums and the like, outermost first."""
        names = ("from", "budget", "costs", "blocked", "stop", "minimum_one")
        out = {
            name: None if part is None else self.tree(part, binders)
            for name, part in zip(names, node[1:7], strict=True)
        }
        for part in node[7:]:
            if part is not None:
                lowered = (self.tree(p, binders) for p in part[1:])
                out[part[0].lower()] = dict(zip(_PARTS[part[0]], lowered, strict=True))
        return out

    def _duty(self, parts: Any, binders: tuple[int, ...]) -> Any:
        """Converts the parameters of a duty to attack (`Duty`) to their form in a game file.
        ``binders`` are the numbers of the variables bound by the enclosing filters, sums and the
        like, outermost first."""
        return {
            name: self.tree(node, binders + own) if isinstance(node, tuple | str) else node
            for name, own, node in parts
        }

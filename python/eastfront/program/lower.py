"""From trees to the form that a game file holds."""

from __future__ import annotations

from typing import Any

from .expr import Node, ProgramError

_PARTS = {
    "Zones": ("zone", "enter", "leave", "between", "stop"),
    "Road": ("along", "full", "due"),
}


def lower(node: Node, procedure: int | None, binders: tuple[int, ...] = ()) -> Any:
    """Writes a tree down; ``procedure`` owns the locals that may appear in it."""
    if isinstance(node, str):
        return node
    op, *rest = node
    match op:
        case "K" | "V" | "Fixed" | "Occupied" | "Flag" | "View":
            return {op: rest[0]}
        case "Local":
            owner, index = rest
            if owner != procedure:
                raise ProgramError("a local is used outside its procedure")
            return {"L": index}
        case "Bound":
            if rest[0] not in binders:
                raise ProgramError("the member of a filter is used outside it")
            return {"It": binders[::-1].index(rest[0])}
        case "Where":
            inner = lower(rest[1], procedure, (*binders, rest[2]))
            return {op: [lower(rest[0], procedure, binders), inner]}
        case "Sum" | "Let":
            inner = lower(rest[1], procedure, (*binders, rest[2]))
            return {op: [lower(rest[0], procedure, binders), inner]}
        case "Least":
            inner = lower(rest[1], procedure, (*binders, rest[3]))
            none = lower(rest[2], procedure, binders)
            return {op: [lower(rest[0], procedure, binders), inner, none]}
        case "Table":
            return {op: [rest[0], [lower(a, procedure, binders) for a in rest[1]]]}
        case "Flood":
            start, through, edges = rest
            return {
                op: {
                    "from": lower(start, procedure, binders),
                    "open": lower(through, procedure, binders),
                    "edges": edges,
                }
            }
        case "Reach":
            return {op: lower_reach(node, procedure, binders)}
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
                    name: lower(part, procedure, binders) if name in sets else part
                    for name, part in zip(names, rest, strict=True)
                }
            }
        case "Duty" | "Joiners" | "Wideners":
            return {op: lower_duty(rest[0], procedure, binders)}
        case "Destinations":
            more = [lower(part, procedure, binders) for part in rest[1:]]
            return {op: [lower_duty(rest[0], procedure, binders), *more]}
        case "GiveWay":
            given = lower(rest[1], procedure, binders)
            return {op: [lower_duty(rest[0], procedure, binders), given]}
        case "Each":
            return [lower(part, procedure, binders) for part in rest]
        case _:
            parts = [
                lower(part, procedure, binders) if isinstance(part, tuple | str) else part
                for part in rest
            ]
            return {op: parts[0] if len(parts) == 1 else parts}


def lower_reach(node: Node, procedure: int | None, binders: tuple[int, ...] = ()) -> Any:
    """Writes the parameters of a movement field down."""
    names = ("from", "budget", "costs", "blocked", "stop", "minimum_one")
    out = {
        name: None if part is None else lower(part, procedure, binders)
        for name, part in zip(names, node[1:7], strict=True)
    }
    for part in node[7:]:
        if part is not None:
            lowered = (lower(p, procedure, binders) for p in part[1:])
            out[part[0].lower()] = dict(zip(_PARTS[part[0]], lowered, strict=True))
    return out


def lower_duty(parts: Any, procedure: int | None, binders: tuple[int, ...] = ()) -> Any:
    """Writes the parameters of a duty to attack down."""
    return {
        name: lower(node, procedure, binders + own) if isinstance(node, tuple | str) else node
        for name, own, node in parts
    }

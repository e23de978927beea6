"""The base of these oracles: a picture read into dictionaries, and counting.

Nothing here imports the engine. Hexes are named by their labels, a state is a tuple, and an oracle
is a function from a state to the acting side and the labelled successor states. It is deliberately
slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

CHANCE = "chance"

Step = tuple[tuple[Any, ...], Any]
"""The label of an action, and the state after it."""

Successors = Callable[[Any], tuple[str, Sequence[Step]]]


@dataclass
class Plain:
    """A board as dictionaries."""

    terrain: dict[str, str] = field(default_factory=dict)
    around: dict[str, list[str]] = field(default_factory=dict)
    column: dict[str, int] = field(default_factory=dict)
    sides: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)
    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    header: dict[str, str] = field(default_factory=dict)

    def has(self, feature: str, a: str, b: str) -> bool:
        """Whether the hexside between two hexes bears a feature."""
        return frozenset((a, b)) in self.sides.get(feature, set())

    def last_column(self) -> int:
        """The column of the right edge."""
        return max(self.column.values())


def kind_of(unit: Any) -> str:
    """The common properties of equal counters, as a text."""
    return f"{unit['side']} {unit['kind']} {unit['attack']}-{unit['defence']}-{unit['allowance']}"


def read(text: str) -> Plain:
    """Reads a board; columns and rows are the two halves of a label of four digits."""
    out, section, legend = Plain(), "", {}
    rows: list[tuple[int, list[str]]] = []
    for raw in text.splitlines():
        line = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not line:
            continue
        words = line.split()
        if not line[0].isspace():
            key, _, value = line.partition(":")
            section = key
            if value.strip():
                out.header[key] = value.strip()
        elif section == "legend":
            legend[words[0]] = words[1]
        elif section == "map":
            rows.append((len(line) - len(line.lstrip()), words))
        elif section == "hexsides":
            pairs = out.sides.setdefault(words[0].rstrip(":"), set())
            for chain in words[1:]:
                ids = chain.split("-")
                pairs |= {frozenset(ab) for ab in pairwise(ids)}
        elif section == "hexes":
            out.sets[words[0].rstrip(":")] = set(words[1:])
        elif section == "units":
            name, side, values, kind, where, *flags = words
            numbers = [*(int(v) for v in values.split("-")), 0]
            out.units[name] = {
                "side": side,
                "attack": numbers[0],
                "defence": numbers[1],
                "allowance": numbers[2],
                "kind": kind,
                "where": where.removeprefix("@"),
                "flags": dict(f.partition("=")[::2] for f in flags),
            }
    _lay_out(out, rows, legend)
    return out


def _lay_out(out: Plain, rows: list[tuple[int, list[str]]], legend: dict[str, str]) -> None:
    # in half hexes: a row lies one half further right than its neighbours, or one half less
    at: dict[tuple[int, int], str] = {}
    least = min(indent for indent, _ in rows)
    for y, (indent, glyphs) in enumerate(rows):
        for c, glyph in enumerate(glyphs):
            if glyph != "@":
                label = f"{c + 1:02}{y + 1:02}"
                at[2 * c + (indent > least), y] = label
                out.terrain[label] = legend[glyph]
                out.column[label] = c
    for (x, y), label in at.items():
        steps = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
        found = [at.get((x + dx, y + dy)) for dx, dy in steps]
        out.around[label] = [h for h in found if h is not None]


def settle(successors: Successors, state: Any) -> tuple[Any, str, Sequence[Step]]:
    """Takes forced actions: decisions of a player with one action."""
    while True:
        who, steps = successors(state)
        if who == CHANCE or len(steps) != 1:
            return state, who, steps
        state = steps[0][1]


def perft(successors: Successors, state: Hashable, depth: int) -> int:
    """Counts the sequences of so many actions; a game that ends early counts once."""
    known: dict[tuple[Any, int], int] = {}

    def count(state: Any, left: int) -> int:
        if left == 0:
            return 1
        key = (state, left)
        if key not in known:
            steps = settle(successors, state)[2]
            if not steps or left == 1:
                known[key] = max(1, len(steps))
            else:
                known[key] = sum(count(after, left - 1) for _, after in steps)
        return known[key]

    return count(state, depth)

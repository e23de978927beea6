"""Helpers shared by the oracles: a short reader of board texts, and counting to a depth.

Nothing of the engine is used here. A state is a tuple; `successors(state)` lists pairs of an action
in words and the state after it. Each oracle keeps the acting side in its own state; the actions of
chance begin with `roll`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

State: TypeAlias = Any
Successors: TypeAlias = Callable[[State], list[tuple[str, State]]]


def read(text: str) -> dict[str, Any]:
    """The parts of a board: header, hexes, hexsides, sets and units by name."""
    out: dict[str, Any] = {"terrain": {}, "sides": {}, "sets": {}, "units": {}, "header": {}}
    legend: dict[str, str] = {}
    rows: list[tuple[int, list[str]]] = []
    section = ""
    for line in text.splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if not line:
            continue
        if not line.startswith(" "):
            key, _, value = line.partition(":")
            section = "" if value.strip() else key
            out["header"][key] = value.strip()
        elif section == "legend":
            glyph, name = line.split()
            legend[glyph] = name
        elif section == "map":
            rows.append((len(line) - len(line.lstrip()), line.split()))
        elif section == "units":
            name, side, strength, kind, where, *flags = line.split()
            numbers = [int(n) for n in strength.split("-")]
            out["units"][name] = (side, numbers, kind, where[1:], flags)
        else:
            name, _, words = line.strip().partition(":")
            kind = "sides" if section == "hexsides" else "sets"
            out[kind][name] = [word.split("-") for word in words.split()]
    first = re.fullmatch(r"([A-Z]+)(\d+)", out["header"]["labels"])
    assert first
    letter, number = ord(first[1]), int(first[2])
    indent = min(i for i, _ in rows)
    at = {}
    for r, (shift, glyphs) in enumerate(rows):
        for c, glyph in enumerate(glyphs):
            if glyph != "@":
                name = f"{chr(letter + c)}{number + r}"
                at[name] = (2 * c + (shift - indent), r)
                out["terrain"][name] = legend[glyph]
    # in half hexes, neighbours are two apart in a row and one apart in the next
    out["near"] = {
        a: {b for b, (u, v) in at.items() if (abs(u - x), abs(v - y)) in {(2, 0), (1, 1)}}
        for a, (x, y) in at.items()
    }
    return out


def subsets(things: list[Any]) -> Iterator[frozenset[Any]]:
    """Every subset, smaller ones first."""
    picks = product([False, True], repeat=len(things))
    found = [frozenset(t for t, p in zip(things, pick, strict=True) if p) for pick in picks]
    yield from sorted(found, key=lambda s: (len(s), sorted(s)))


def settle(state: State, successors: Successors) -> tuple[State, list[tuple[str, State]]]:
    """Takes actions that are the only one, and gives the state where there is a choice."""
    while True:
        found = successors(state)
        if len(found) != 1 or found[0][0].startswith("roll"):
            return state, found
        state = found[0][1]


def perft(state: State, successors: Successors, depth: int) -> int:
    """The number of sequences of `depth` choices; a game that is over counts once."""
    state, found = settle(state, successors)
    if depth == 0 or not found:
        return 1
    if depth == 1:
        return len(found)
    return sum(perft(after, successors, depth - 1) for _, after in found)


def agree(state: State, successors: Successors, engine: Any, depth: int, path: str = "") -> None:
    """Fails at the first state where an engine's actions are not the oracle's."""
    state, found = settle(state, successors)
    names = [] if engine.is_over else engine.legal_actions.names()
    mine = sorted(name for name, _ in found)
    assert mine == sorted(names), f"after {path or 'nothing'}"
    if depth:
        for name, after in found:
            engine.push(name)
            agree(after, successors, engine, depth - 1, f"{path}, {name}")
            engine.pop()


def walk(
    state: State, successors: Successors, engine: Any, rng: random.Random, longest: int = 60
) -> int:
    """Plays one random game on both; the answer is how many decisions were compared."""
    for n in range(longest):
        state, found = settle(state, successors)
        if not found:
            assert engine.is_over
            return n
        names = [] if engine.is_over else engine.legal_actions.names()
        assert sorted(name for name, _ in found) == sorted(names)
        name, state = rng.choice(found)
        engine.push(name)
    return longest

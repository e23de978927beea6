"""States that differ only in information hidden from a side, made without the code under test.

Hidden units change places, two by two, with their status; so do the parts of the pending decision
that concern them. The top unit of every stack keeps its place.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from eastfront._core import State
from eastfront.positions.layout import Canon, Layout, layout_of
from playout.games import busy_play, load


@lru_cache(maxsize=2)
def positions(games: int = 5, every: int = 17) -> tuple[bytes, ...]:
    """Positions of busy games: one in so many, and the first three of each kind of decision."""
    found: list[bytes] = []
    seen: dict[tuple[str | None, str], int] = {}
    for number in range(games):
        for i, state in enumerate(busy_play(load(), 700 + number)):
            kind = (state.to_move, state.decision)
            seen[kind] = seen.get(kind, 0) + 1
            if i % every == 0 or seen[kind] <= 3:
                found.append(bytes(state))
    return tuple(found)


def state(number: int) -> State:
    """One of the positions."""
    found = positions()
    return load().state_from_bytes(found[number % len(found)])


def swapped(layout: Layout, canon: Canon, a: int, b: int) -> Canon:
    """Two units in one another's place, with one another's status."""

    def trade(values: Sequence[int]) -> tuple[int, ...]:
        out = list(values)
        out[a], out[b] = out[b], out[a]
        return tuple(out)

    def bits(flag: int) -> int:
        if flag >> a & 1 == flag >> b & 1:
            return flag
        return flag ^ (1 << a | 1 << b)

    named = layout.unit_locals(canon)
    other = {a: b, b: a}
    return replace(
        canon,
        places=trade(canon.places),
        unit_flags=tuple(bits(f) for f in canon.unit_flags),
        fields=tuple(trade(f) for f in canon.fields),
        locals=tuple(other.get(v, v) if i in named else v for i, v in enumerate(canon.locals)),
    )


def twin(true: State, side: str, rng: random.Random, *, variables: bool = True) -> State | None:
    """A state that the side cannot distinguish from the true one; None if none was found.

    The twin differs in at least one unit's place, or in a variable that is hidden from the side.
    """
    layout = layout_of(true.game)
    canon = layout.canon(true)
    hidden = [layout.unit_index[u] for u in true.hidden_from(side)]
    for _ in range(40):
        out = canon
        for _ in range(2 * len(hidden)):
            a, b = rng.sample(hidden, 2) if len(hidden) > 1 else (0, 0)
            after = swapped(layout, out, a, b) if a != b else out
            if _tops(layout, after) == _tops(layout, canon):
                out = after
        if variables:
            out = replace(out, variables=_other_variables(layout, out, side, rng))
        if out == canon:
            continue
        try:
            return true.game.state_from_bytes(layout.to_bytes(out))
        except ValueError:
            continue
    return None


def _other_variables(
    layout: Layout, canon: Canon, side: str, rng: random.Random
) -> tuple[int, ...]:
    mine = 1 << layout.document["sides"].index(side)
    return tuple(
        rng.choice(v["values"]) if v["hidden"] & mine else value
        for v, value in zip(layout.document["variables"], canon.variables, strict=True)
    )


def _tops(layout: Layout, canon: Canon) -> dict[int, int]:
    """The top unit of each stack on the map: its first in the order of battle."""
    hexes = len(layout.hex_names)
    out: dict[int, int] = {}
    for u, place in enumerate(canon.places):
        if place < hexes:
            out.setdefault(place, u)
    return out

"""Barbarossa (1971): the fewest units that cover the open hexes of a front (SPI-DEPLOY-C, D).

The hexes of a line must be covered by sets of hexes, each covered by one unit; a few helpers cover
one hex each. It is dynamic programming along the line: a state is the set of useful plans so far,
each with its units, its helpers and the next hexes that it has covered. The few states are found
once, each with its successors for an open and for a covered hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Plan = tuple[int, int, int]
"""A plan that covers all hexes behind; of two the cheaper is the smaller.

It holds the units beyond the fewest, the helpers used, and the next hexes left open: one bit each,
the nearest lowest. There are hundreds of thousands, so they are plain tuples.
"""


@dataclass(frozen=True)
class Tally:
    """The states along a line, numbered from 0; higher numbers are the end.

    The first states are those of the beginning, by the number of missing helpers.
    """

    hexes: list[int] = field(default_factory=list)
    """The hex of each state."""
    after: list[int] = field(default_factory=list)
    """The successors of each state, two each: for a hex that is not open, and for an open one."""
    more: list[int] = field(default_factory=list)
    """The additional units at each of these successors."""


@lru_cache(maxsize=16)
def tally(
    line: tuple[int, ...],
    sets: frozenset[frozenset[int]],
    helpers: int = 0,
    held: frozenset[int] = frozenset(),
) -> Tally:
    """The tables that count the fewest units that cover the open hexes of a line.

    ``sets`` are the hexes that one unit covers and ``held`` those that a helper can occupy, by
    their positions in the line. ``helpers`` is the largest number of helpers. A hex in no set
    counts as one unit.
    """
    choices, ground = _choices(len(line), sets), sum(1 << at for at in held)
    out = Tally()
    layer = {frozenset({(0, absent, -1)}): absent for absent in range(helpers + 1)}
    for at, hex_ in enumerate(line):
        next_: dict[frozenset[Plan], int] = {}
        first = len(out.hexes) + len(layer)
        most = helpers if ground & 1 else 0
        ground >>= 1
        for plans in layer:
            out.hexes.append(hex_)
            passed = [(units, used, open_ >> 1) for units, used, open_ in plans]
            covered = [new for plan in plans for new in _covered(plan, choices[at], most)]
            for further, units in (_useful(passed, ground), _useful(covered, ground)):
                out.after.append(next_.setdefault(further, first + len(next_)))
                out.more.append(units)
        layer = next_
    return out


def _choices(length: int, sets: frozenset[frozenset[int]]) -> list[list[int]]:
    """The choices to cover each hex: for each set, a mask of the later hexes that stay open."""
    best = [one for one in sets if not any(one < other for other in sets)]
    return [
        [~sum(1 << (h - at - 1) for h in one if h > at) for one in best if at in one] or [-1]
        for at in range(length)
    ]


def _covered(plan: Plan, choices: Sequence[int], helpers: int) -> list[Plan]:
    """The plans after a hex: it is covered already, or by one more unit, or by one more helper."""
    units, used, open_ = plan
    after = open_ >> 1
    if not open_ & 1:
        return [(units, used, after)]
    held = [(units, used + 1, after)] if used < helpers else []
    return [*held, *((units + 1, used, after & one) for one in choices)]


def _useful(plans: Iterable[Plan], ground: int) -> tuple[frozenset[Plan], int]:
    """The plans that are not dominated by another, and the units of the cheapest."""
    kept: list[Plan] = []
    for plan in sorted(set(plans)):
        if not _served(plan, kept, ground):
            kept.append(plan)
    least = kept[0][0]
    return frozenset((units - least, used, open_) for units, used, open_ in kept), least


def _served(plan: Plan, others: Iterable[Plan], ground: int) -> bool:
    """Whether one of the others costs no more, even if each hex that it lacks is covered by a
    further unit or helper.

    ``ground`` are the next hexes that helpers can occupy.
    """
    units, helpers, open_ = plan
    for cost, taken, left in others:
        if taken <= helpers:
            lacks = left & ~open_
            held = min(helpers - taken, (lacks & ground).bit_count())
            if cost + lacks.bit_count() - held <= units:
                return True
    return False

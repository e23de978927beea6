"""Barbarossa (1971): how few units cover what is open of a front (SPI-DEPLOY-C, D).

A line of hexes is to be covered by sets of them, each of which one unit covers; helpers, of which
there are a few, hold a hex each. Going along the line, all that matters is which of the next hexes
are covered by how many units and helpers so far; the few states of that knowledge are found once,
with what each leads to when its hex is open and when not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Plan = tuple[int, int, int]
"""A way to have covered what is behind; of two the cheaper is the smaller.

The units more than the fewest that it takes, its helpers, and the next hexes that it leaves open: a
bit each, the nearest lowest. There are hundreds of thousands, so they have no class of their own.
"""


@dataclass(frozen=True)
class Tally:
    """The states of going along a line, by number from 0; higher numbers are the end.

    The first are those of the beginning, by the number of helpers that are not there.
    """

    hexes: list[int] = field(default_factory=list)
    """The hex of each state."""
    after: list[int] = field(default_factory=list)
    """The states that follow: two for each, the hex not open and open."""
    more: list[int] = field(default_factory=list)
    """The units that each of these takes more."""


@lru_cache(maxsize=16)
def tally(
    line: tuple[int, ...],
    sets: frozenset[frozenset[int]],
    helpers: int = 0,
    held: frozenset[int] = frozenset(),
) -> Tally:
    """How the fewest units that cover the open hexes of a line are counted.

    The sets and what helpers can hold name hexes by their places in the line. It serves as many
    helpers as are named, and fewer. A hex that no set holds counts as one unit.
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
    """What can cover each hex: the hexes after it that stay open then, as bits."""
    best = [one for one in sets if not any(one < other for other in sets)]
    return [
        [~sum(1 << (h - at - 1) for h in one if h > at) for one in best if at in one] or [-1]
        for at in range(length)
    ]


def _covered(plan: Plan, choices: Sequence[int], helpers: int) -> list[Plan]:
    """A hex is left behind that is covered already, by one unit more, or by one helper more."""
    units, used, open_ = plan
    after = open_ >> 1
    if not open_ & 1:
        return [(units, used, after)]
    held = [(units, used + 1, after)] if used < helpers else []
    return [*held, *((units + 1, used, after & one) for one in choices)]


def _useful(plans: Iterable[Plan], ground: int) -> tuple[frozenset[Plan], int]:
    """The plans to which no other is as good, and the units that the cheapest takes."""
    kept: list[Plan] = []
    for plan in sorted(set(plans)):
        if not _served(plan, kept, ground):
            kept.append(plan)
    least = kept[0][0]
    return frozenset((units - least, used, open_) for units, used, open_ in kept), least


def _served(plan: Plan, others: Iterable[Plan], ground: int) -> bool:
    """Whether one of the others takes no more, when each hex that it lacks is covered by one.

    The ground is what helpers can hold of the next hexes.
    """
    units, helpers, open_ = plan
    for cost, taken, left in others:
        if taken <= helpers:
            lacks = left & ~open_
            held = min(helpers - taken, (lacks & ground).bit_count())
            if cost + lacks.bit_count() - held <= units:
                return True
    return False

"""Barbarossa (1971): the fewest units that cover the open hexes of a front (SPI-DEPLOY-C, D).

Every open hex of a line must be covered by a unit, which covers all hexes of one of several given
sets, or by a helper, which covers only its own hex; there are few helpers. The algorithm is dynamic
programming along the line. A plan is one way to cover the hexes passed so far; a state is the set
of all useful plans. There are few states, so all are found once, each with its successors for an
open and for a covered hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Plan = tuple[int, int, int]
"""A way to cover all hexes of a line passed so far: the number of units used beyond those of the
cheapest plan, the number of helpers used, and a mask of the next hexes that are still open.

The mask has a bit for each hex, the lowest bit for the nearest. Of two plans the cheaper is the
smaller tuple. There are hundreds of thousands of plans, so each is a plain tuple.
"""


@dataclass(frozen=True)
class Tally:
    """The table for counting, hex by hex, the fewest units that cover a line of front hexes. A
    state, numbered from 0, is the set of all useful plans to cover the hexes passed so far; a
    number beyond the last state stands for the end of the line.

    The first states are those at the beginning of the line: a count starts in state ``n`` if ``n``
    of the helpers are not available.
    """

    hexes: list[int] = field(default_factory=list)
    """For each state, the next hex of the line, as the number of the hex."""
    after: list[int] = field(default_factory=list)
    """Two entries for each state, at the indices ``2 * state`` and ``2 * state + 1``: the state
    that follows if the hex to be covered next is not open, and the state that follows if that hex
    is open."""
    more: list[int] = field(default_factory=list)
    """For each entry of `after`, the number of additional units that the step to that state
    takes."""


@lru_cache(maxsize=16)
def tally(
    line: tuple[int, ...],
    sets: frozenset[frozenset[int]],
    helpers: int = 0,
    held: frozenset[int] = frozenset(),
) -> Tally:
    """The table for counting the fewest units that cover the open hexes of ``line``, a line of
    hexes by number.

    ``sets`` are the sets of hexes that one unit can cover, and ``held`` the hexes that a helper can
    occupy, both given by positions in the line. ``helpers`` is the largest number of helpers. A hex
    that is in no set needs a unit of its own.
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
    """For each hex of a line, the ways in which one unit can cover the hex: for each of ``sets``
    with the hex, a mask of the later hexes that the set leaves open, the next hex as the lowest
    bit. Sets inside a larger set are left out. A hex in no set has one mask, which leaves all later
    hexes open."""
    best = [one for one in sets if not any(one < other for other in sets)]
    return [
        [~sum(1 << (h - at - 1) for h in one if h > at) for one in best if at in one] or [-1]
        for at in range(length)
    ]


def _covered(plan: Plan, choices: Sequence[int], helpers: int) -> list[Plan]:
    """The plans that follow from a plan as its next hex is passed. If the plan covers that hex
    already, it goes on without another unit. If not, there is a plan with one more unit for each of
    ``choices``, the masks of `_choices` for that hex, and one with one more helper if the plan uses
    fewer than ``helpers``."""
    units, used, open_ = plan
    after = open_ >> 1
    if not open_ & 1:
        return [(units, used, after)]
    held = [(units, used + 1, after)] if used < helpers else []
    return [*held, *((units + 1, used, after & one) for one in choices)]


def _useful(plans: Iterable[Plan], ground: int) -> tuple[frozenset[Plan], int]:
    """A pair: the plans that no other plan makes useless (`_served`), with units counted beyond
    those of the cheapest plan, and the number of units of the cheapest plan. ``ground`` is the mask
    of the next hexes that helpers can occupy."""
    kept: list[Plan] = []
    for plan in sorted(set(plans)):
        if not _served(plan, kept, ground):
            kept.append(plan)
    least = kept[0][0]
    return frozenset((units - least, used, open_) for units, used, open_ in kept), least


def _served(plan: Plan, others: Iterable[Plan], ground: int) -> bool:
    """Says whether one of the other plans makes a plan useless: with a unit or a helper added for
    each hex that only ``plan`` covers, the other plan costs no more than ``plan``.

    ``ground`` is the mask of the next hexes that helpers can occupy.
    """
    units, helpers, open_ = plan
    for cost, taken, left in others:
        if taken <= helpers:
            lacks = left & ~open_
            held = min(helpers - taken, (lacks & ground).bit_count())
            if cost + lacks.bit_count() - held <= units:
                return True
    return False

"""Barbarossa (1971): how few units cover what is open of a front (SPI-DEPLOY-C, D).

A line of hexes is to be covered by sets of them, each of which one unit covers; helpers, of which
there are a few, hold a hex each. Going along the line, all that matters is which of the next hexes
are covered by how many units and helpers so far; the few states of that knowledge are found once,
with what each leads to when its hex is open and when not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Plan(NamedTuple):
    """A way to have covered what is behind."""

    ahead: int
    """The next hexes that are covered too: a bit each, the nearest lowest."""
    units: int
    """How many units more than the fewest that takes."""
    helpers: int = 0

    def serves(self, other: Plan, ground: int) -> bool:
        """Whether it takes no more than another, when each hex that it lacks is covered by one.

        The ground is what helpers can hold of the next hexes.
        """
        spare = other.helpers - self.helpers
        if spare < 0:
            return False
        lacks = other.ahead & ~self.ahead
        held = min(spare, (lacks & ground).bit_count())
        return self.units + lacks.bit_count() - held <= other.units


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


def tally(
    line: Sequence[int],
    sets: Iterable[frozenset[int]],
    helpers: int = 0,
    held: Iterable[int] = (),
) -> Tally:
    """How the fewest units that cover the open hexes of a line are counted.

    The sets and what helpers can hold name hexes by their places in the line. It serves as many
    helpers as are named, and fewer. A hex that no set holds counts as one unit.
    """
    choices, ground = _choices(len(line), set(sets)), sum(1 << at for at in set(held))
    out = Tally()
    layer = {frozenset({Plan(0, 0, absent)}): absent for absent in range(helpers + 1)}
    for at, hex_ in enumerate(line):
        next_: dict[frozenset[Plan], int] = {}
        first = len(out.hexes) + len(layer)
        most = helpers if ground & 1 else 0
        ground >>= 1
        for plans in layer:
            out.hexes.append(hex_)
            passed = [Plan(plan.ahead >> 1, plan.units, plan.helpers) for plan in plans]
            covered = [new for plan in plans for new in _covered(plan, choices[at], most)]
            for further, units in (_useful(passed, ground), _useful(covered, ground)):
                out.after.append(next_.setdefault(further, first + len(next_)))
                out.more.append(units)
        layer = next_
    return out


def _choices(length: int, sets: set[frozenset[int]]) -> list[list[int]]:
    """What can cover each hex: the hexes after it that are covered with it, as bits."""
    best = [one for one in sets if not any(one < other for other in sets)]
    return [
        [sum(1 << (h - at - 1) for h in one if h > at) for one in best if at in one] or [0]
        for at in range(length)
    ]


def _covered(plan: Plan, choices: Sequence[int], helpers: int) -> list[Plan]:
    """A hex is left behind that is covered already, by one unit more, or by one helper more."""
    ahead, used = plan.ahead >> 1, plan.helpers
    if plan.ahead & 1:
        return [Plan(ahead, plan.units, used)]
    held = [Plan(ahead, plan.units, used + 1)] if used < helpers else []
    return [*held, *(Plan(ahead | one, plan.units + 1, used) for one in choices)]


def _useful(plans: Iterable[Plan], ground: int) -> tuple[frozenset[Plan], int]:
    """The plans to which no other is as good, and the units that the cheapest takes."""
    kept: list[Plan] = []
    for plan in sorted(set(plans), key=lambda p: (p.units, p.helpers, -p.ahead.bit_count())):
        if not any(one.serves(plan, ground) for one in kept):
            kept.append(plan)
    least = kept[0].units
    return frozenset(Plan(p.ahead, p.units - least, p.helpers) for p in kept), least

"""Barbarossa (1971): how few units cover what is open of a front (SPI-DEPLOY-C, D).

A line of hexes is to be covered by sets of them, each of which one unit covers. Going along the
line, all that matters is which of the next hexes are covered by how many units so far; the few
states of that knowledge are found once, with what each leads to when its hex is open and when not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Plans = frozenset[tuple[int, int]]
"""Ways to have covered what is behind: the next hexes that are covered too (a bit each, the nearest
lowest), and how many units more than the fewest that takes."""


@dataclass(frozen=True)
class Tally:
    """The states of going along a line, by number from 0; the number after the last is the end."""

    hexes: list[int] = field(default_factory=list)
    """The hex of each state."""
    after: list[int] = field(default_factory=list)
    """The states that follow: two for each, the hex not open and open."""
    more: list[int] = field(default_factory=list)
    """The units that each of these takes more."""


def tally(line: Sequence[int], sets: Iterable[frozenset[int]]) -> Tally:
    """How the fewest units that cover the open hexes of a line are counted.

    The sets name hexes by their places in the line. A hex that none of them holds counts as one
    unit.
    """
    choices = _choices(len(line), set(sets))
    out = Tally()
    layer: dict[Plans, int] = {frozenset({(0, 0)}): 0}
    for at, hex_ in enumerate(line):
        next_: dict[Plans, int] = {}
        first = len(out.hexes) + len(layer)
        for plans in layer:
            out.hexes.append(hex_)
            for further, units in (_passed(plans), _covered(plans, choices[at])):
                further = frozenset({(0, 0)}) if at == len(line) - 1 else further
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


def _passed(plans: Plans) -> tuple[Plans, int]:
    """A hex is left behind that need not be covered."""
    return _useful([(ahead >> 1, units) for ahead, units in plans])


def _covered(plans: Plans, choices: Sequence[int]) -> tuple[Plans, int]:
    """A hex is left behind that is covered already, or by one unit more."""
    return _useful(
        [
            (ahead >> 1 | chosen, units + extra)
            for ahead, units in plans
            for chosen, extra in ([(0, 0)] if ahead & 1 else [(one, 1) for one in choices])
        ]
    )


def _useful(plans: Iterable[tuple[int, int]]) -> tuple[Plans, int]:
    """The plans to which no other is as good, and the units that the cheapest takes.

    Another is as good if it takes as few units when each hex that it lacks is covered by one.
    """
    kept: list[tuple[int, int]] = []
    for ahead, units in sorted(plans, key=lambda plan: (plan[1], -plan[0].bit_count())):
        if not any(some + (ahead & ~one).bit_count() <= units for one, some in kept):
            kept.append((ahead, units))
    least = kept[0][1]
    return frozenset((ahead, units - least) for ahead, units in kept), least

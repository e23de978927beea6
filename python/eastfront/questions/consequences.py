"""The consequences of each result of a battle as data: losses, retreats, advances and choices.

`results` finds them by playing the results.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from eastfront.positions.labels import printed


@dataclass(frozen=True)
class Lost:
    """A consequence of a result: units that a side loses without a choice."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} loses {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Surrender:
    """A consequence of a result: units that a side gives up one by one, until their total worth
    suffices or none is left.

    Worth is in combat factors.
    """

    side: str
    """The side that chooses among its own units."""
    worth: float
    """The total worth that the side must give up."""
    options: Mapping[str, float]
    """The units that can be given up, each with its worth if given up alone."""
    first: tuple[str, ...]
    """The units that must be given up before any other."""
    fewest: int
    most: int
    """The greatest number of units that the side may give up until their worth suffices; `fewest`
    is the smallest."""
    rules: tuple[str, ...]
    divided: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    """For each unit of whose worth a part is divided: the factor that is divided, and its divisor.
    The factors with the same divisor are summed, divided once and rounded down once; the undivided
    part of the worth is added."""
    scale: int = 1
    """The number of parts of a factor to which quotients are rounded down: with 1 to whole factors,
    with 2 to halves."""

    def value(self, units: Iterable[str]) -> float:
        """Returns the total worth of some of the units."""
        return value_of(units, self.options, self.divided, self.scale)

    def __str__(self) -> str:
        worth = ", ".join(f"{unit} {self._counts(unit)}" for unit in self.options)
        first = f", first {', '.join(self.first)}" if self.first else ""
        count = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return (
            f"{self.side} chooses {count} of its units, worth {self.worth} if it has them: "
            f"{worth}{first} ({', '.join(self.rules)})"
        )

    def _counts(self, unit: str) -> str:
        """Returns the worth of a unit as text: `3/2+1` is half of 3, summed with other halved
        units, plus 1."""
        if unit not in self.divided:
            return str(self.options[unit])
        factor, by = self.divided[unit]
        more = self.options[unit] - divided_down(factor, by, self.scale)
        return f"{factor}/{by}+{more}" if more else f"{factor}/{by}"


def divided_down(total: float, by: int, scale: int = 1) -> float:
    """Returns a total of factors divided by `by` and rounded down: with a `scale` of 1 to whole
    factors, with 2 to halves. The quotient is at least the smallest such part."""
    return printed(max(1, int(total * scale) // by), scale)


def value_of(
    units: Iterable[str],
    alone: Mapping[str, float],
    divided: Mapping[str, tuple[float, int]],
    scale: int = 1,
) -> float:
    """Returns the total worth of units: factors with the same divisor are summed before the
    division.

    `alone` has the worth of each unit, divided or not, if no other is given up; `divided` has the
    factor and the divisor of the divided units.
    """
    sums: dict[int, float] = {}
    value: float = 0
    for unit in units:
        value += alone[unit]
        if unit in divided:
            factor, by = divided[unit]
            value -= divided_down(factor, by, scale)
            sums[by] = sums.get(by, 0) + factor
    return value + sum(divided_down(total, by, scale) for by, total in sums.items())


@dataclass(frozen=True)
class Withdrawal:
    """A consequence of a result: the retreat of the defenders by one hex."""

    side: str
    """The owner of the units, who chooses their hexes."""
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    """The hexes to which the whole stack may go, of which the owner chooses one; empty if the stack
    splits up."""
    alone: Mapping[str, tuple[str, ...]]
    """If the stack splits up: the hexes open to each unit in the current position. The owner
    chooses the order; the hexes are further away where the adjacent ones are full."""
    shut: Mapping[str, str]
    """The other adjacent hexes, each with the rule and the reason that close it."""
    rules: tuple[str, ...]

    def __str__(self) -> str:
        rules = f" ({', '.join(self.rules)})"
        shut = "".join(f"; {hex_} shut: {why}" for hex_, why in self.shut.items())
        if self.hexes:
            return (
                f"{self.side} chooses where {', '.join(self.units)} retreat together: "
                f"{', '.join(self.hexes)}{rules}{shut}"
            )
        if self.alone:
            each = ", ".join(
                f"{unit} to {' or '.join(hexes) or 'farther hexes'}"
                for unit, hexes in self.alone.items()
            )
            return f"{self.side} retreats them one by one, in any order: {each}{rules}{shut}"
        return (
            f"{self.side} has no hex to retreat to and loses {', '.join(self.units)}{rules}{shut}"
        )


@dataclass(frozen=True)
class Advance:
    """A consequence of a result: units that may advance into the attacked hex once it is empty."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} may then advance with {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Loss:
    """A consequence of a result: one unit that a side loses, chosen by that side from `units`."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} chooses one to lose: {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Flight:
    """A consequence of a result: units that retreat one or more hexes, moved by one side."""

    side: str
    """The side that moves the units, which need not own them."""
    hexes: Mapping[str, tuple[str, ...]]
    """For each unit, the hexes that the first step of its retreat may enter in the current
    position; a unit without any is lost."""
    far: str
    """The number of hexes of the retreat, in words."""
    rule: str
    shut: Mapping[str, str] = field(default_factory=dict)
    """The adjacent hexes that are open to none of the units, each with the reason."""

    def __str__(self) -> str:
        each = ", ".join(f"{u} by {' or '.join(h) or 'no hex'}" for u, h in self.hexes.items())
        shut = "".join(f"; {hex_} shut: {why}" for hex_, why in self.shut.items())
        hexes = "hex" if self.far == "one" else "hexes"
        return f"{self.side} moves its units back {self.far} {hexes}: {each} ({self.rule}){shut}"


@dataclass(frozen=True)
class Stand:
    """A consequence of a result: units that hold their place, exempted by a rule from the retreat
    that the result orders, because of where they are."""

    side: str
    """The side of the units."""
    units: tuple[str, ...]
    where: str
    rule: str

    def __str__(self) -> str:
        return f"{', '.join(self.units)} of the {self.side} side stay {self.where} ({self.rule})"


Consequence = Lost | Surrender | Withdrawal | Advance | Loss | Flight | Stand


@dataclass(frozen=True)
class Outcome:
    """A result of a battle, with its consequences."""

    result: str
    dice: tuple[int, ...]
    """The die faces that give the result; empty if no die is needed, or if only a choice leads to
    the result."""
    share: str
    """The probability of the result as text, such as ``1/6``."""
    consequences: tuple[Consequence, ...]
    turned: tuple[tuple[str, str, str], ...] = ()
    """Choices that change the result into another one: side, new result and rule."""

    @property
    def chance(self) -> Fraction:
        """The probability of the result."""
        return Fraction(self.share)

    def __str__(self) -> str:
        dice = f" on {', '.join(map(str, self.dice))}" if self.dice else ""
        lines = [f"{self.result}{dice}:"]
        lines += [f"  {side} may make it {result} ({rule})" for side, result, rule in self.turned]
        lines += [f"  {c}" for c in self.consequences]
        return "\n".join(
            lines if len(lines) > 1 else [f"{self.result}{dice}: no losses or retreats"]
        )


def how_many(
    worth: Mapping[str, int],
    divided: Mapping[str, tuple[int, int]],
    first: Sequence[str],
    wanted: int,
) -> tuple[int, int]:
    """Returns the smallest and the greatest number of units that a side gives up until their total
    worth is at least ``wanted``, or until none is left. Units of ``first`` are given up before the
    others. ``worth`` has the worth of each unit if given up alone, ``divided`` the factor and the
    divisor of the units with a divided factor, which are summed before the division (`value_of`).

    The smallest number is the size of the smallest set whose worth suffices; the greatest is one
    more than the size of the largest insufficient set, because units are given up until the worth
    suffices. Units of equal worth are interchangeable, so only their number is enumerated.
    """
    kinds: dict[object, list[str]] = {}
    for unit in worth:
        kinds.setdefault((unit not in first, worth[unit], divided.get(unit)), []).append(unit)
    groups = list(kinds.values())
    fewest, most = len(worth), 0
    for counts in product(*(range(len(group) + 1) for group in groups)):
        some = [u for n, group in zip(counts, groups, strict=True) for u in group[:n]]
        if any(u not in first for u in some) and not set(first) <= set(some):
            continue
        if value_of(some, worth, divided) >= wanted:
            fewest = min(fewest, len(some))
        else:
            most = max(most, len(some))
    return fewest, min(most + 1, len(worth))

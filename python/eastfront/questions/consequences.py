"""What lies behind each result of a battle, as data: what falls, who chooses among what.

`results` finds it by play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product


@dataclass(frozen=True)
class Lost:
    """Units that fall, and nobody chooses."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} loses {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Surrender:
    """Units that a side gives up, one by one, until they are worth enough or none is left."""

    side: str
    """Who chooses, and gives up its own."""
    worth: int
    """What they must be worth together, at least."""
    options: Mapping[str, int]
    """The units, and what each is worth here by itself."""
    first: tuple[str, ...]
    """Those that must go before any other."""
    fewest: int
    most: int
    """The least and the greatest number of units that a choice can come to."""
    rules: tuple[str, ...]
    divided: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Units whose factor is divided: the factor, and by how much. Those divided by the same number
    are added up, divided once and rounded down once; what is left of their worth comes on top."""

    def value(self, units: Iterable[str]) -> int:
        """What some of the units are worth together."""
        return value_of(units, self.options, self.divided)

    def __str__(self) -> str:
        worth = ", ".join(f"{unit} {self._counts(unit)}" for unit in self.options)
        first = f", first {', '.join(self.first)}" if self.first else ""
        count = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return (
            f"{self.side} chooses {count} of its units, worth {self.worth} if it has them: "
            f"{worth}{first} ({', '.join(self.rules)})"
        )

    def _counts(self, unit: str) -> str:
        """What a unit counts, in words: `3/2+1` is half of 3, with others so halved, and 1 more."""
        if unit not in self.divided:
            return str(self.options[unit])
        factor, by = self.divided[unit]
        more = self.options[unit] - divided_down(factor, by)
        return f"{factor}/{by}+{more}" if more else f"{factor}/{by}"


def divided_down(total: int, by: int) -> int:
    """A total divided and rounded down, but no factor falls below 1."""
    return max(1, total // by)


def value_of(
    units: Iterable[str], alone: Mapping[str, int], divided: Mapping[str, tuple[int, int]]
) -> int:
    """What units are worth together: those divided alike are added up before they are divided."""
    sums: dict[int, int] = {}
    value = 0
    for unit in units:
        value += alone[unit]
        if unit in divided:
            factor, by = divided[unit]
            value -= divided_down(factor, by)
            sums[by] = sums.get(by, 0) + factor
    return value + sum(divided_down(total, by) for by, total in sums.items())


@dataclass(frozen=True)
class Withdrawal:
    """A retreat of the defenders by one hex."""

    side: str
    """Who chooses, for its own."""
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    """The hexes that the whole stack may go to; the owner chooses one. Empty: it splits up."""
    alone: Mapping[str, tuple[str, ...]]
    """When the stack splits up, the hexes open to each unit as things stand, in an order of the
    owner's choice; they lie further off where those around are full."""
    shut: Mapping[str, str]
    """The other hexes around, and the rule and reason that close each."""
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
                f"{unit} to {' or '.join(hexes) or 'beyond'}" for unit, hexes in self.alone.items()
            )
            return f"{self.side} retreats them one by one, in any order: {each}{rules}{shut}"
        return (
            f"{self.side} has no hex to retreat to and loses {', '.join(self.units)}{rules}{shut}"
        )


@dataclass(frozen=True)
class Advance:
    """Units that may take the hex afterwards when it is empty."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} may then advance with {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Loss:
    """One unit that a side loses, of its own choice."""

    side: str
    units: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return f"{self.side} chooses one to lose: {', '.join(self.units)} ({self.rule})"


@dataclass(frozen=True)
class Flight:
    """Units that retreat several hexes, moved by one side."""

    side: str
    """Who moves them, whosever they are."""
    hexes: Mapping[str, tuple[str, ...]]
    """The first hexes open to each unit as things stand; who has none is lost."""
    far: str
    """How many hexes they go."""
    rule: str
    shut: Mapping[str, str] = field(default_factory=dict)
    """The hexes next to them that are open to none of them, and why."""

    def __str__(self) -> str:
        each = ", ".join(f"{u} by {' or '.join(h) or 'no hex'}" for u, h in self.hexes.items())
        shut = "".join(f"; {hex_} shut: {why}" for hex_, why in self.shut.items())
        hexes = "hex" if self.far == "one" else "hexes"
        return f"{self.side} moves those left back {self.far} {hexes}: {each} ({self.rule}){shut}"


@dataclass(frozen=True)
class Stand:
    """Units that need not retreat for where they are."""

    side: str
    """Whose they are."""
    units: tuple[str, ...]
    where: str
    rule: str

    def __str__(self) -> str:
        return f"{', '.join(self.units)} of the {self.side} side stay {self.where} ({self.rule})"


Consequence = Lost | Surrender | Withdrawal | Advance | Loss | Flight | Stand


@dataclass(frozen=True)
class Outcome:
    """A result of a battle, and what lies behind it."""

    result: str
    dice: tuple[int, ...]
    """The faces that give it; empty when no die is needed, or when only a choice leads to it."""
    share: str
    """Its chance as text, such as ``1/6``."""
    consequences: tuple[Consequence, ...]
    turned: tuple[tuple[str, str, str], ...] = ()
    """Choices that make another result of it: who chooses, that result, the rule."""

    @property
    def chance(self) -> Fraction:
        """Its chance."""
        return Fraction(self.share)

    def __str__(self) -> str:
        dice = f" on {', '.join(map(str, self.dice))}" if self.dice else ""
        lines = [f"{self.result}{dice}:"]
        lines += [f"  {side} may make it {result} ({rule})" for side, result, rule in self.turned]
        lines += [f"  {c}" for c in self.consequences]
        return "\n".join(lines if len(lines) > 1 else [f"{self.result}{dice}: nobody is hurt"])


def how_many(
    worth: Mapping[str, int],
    divided: Mapping[str, tuple[int, int]],
    first: Sequence[str],
    wanted: int,
) -> tuple[int, int]:
    """The least and the greatest number of units given up, those named first before the others.

    The least is the smallest set that is worth enough; the greatest is one more than the largest
    that is not, as units are named until they are worth enough. Units that count alike are told
    apart by their number alone.
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

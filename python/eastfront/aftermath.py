"""What lies behind each result of a battle: what falls, who chooses among what.

Asked of the game's queries; what a game does not declare is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from eastfront._core import State
from eastfront.layout import layout_of


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
    owner's choice; one without goes on through full hexes, or is eliminated."""
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

    def __str__(self) -> str:
        each = ", ".join(f"{u} by {' or '.join(h) or 'no hex'}" for u, h in self.hexes.items())
        return f"{self.side} moves those left back {self.far} hexes: {each} ({self.rule})"


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
    chance: Fraction
    consequences: tuple[Consequence, ...]
    turned: tuple[tuple[str, str, str], ...] = ()
    """Choices that make another result of it: who chooses, that result, the rule."""

    def __str__(self) -> str:
        dice = f" on {', '.join(map(str, self.dice))}" if self.dice else ""
        lines = [f"{self.result}{dice}:"]
        lines += [f"  {side} may make it {result} ({rule})" for side, result, rule in self.turned]
        lines += [f"  {c}" for c in self.consequences]
        return "\n".join(lines if len(lines) > 1 else [f"{self.result}{dice}: nobody is hurt"])


def consequences(
    state: State, side: str, other: str, result: str, defence: int, taken: bool
) -> tuple[Consequence, ...]:
    """What lies behind a result, in a state in which the battle is set up.

    Args:
        state: That state.
        side: The attacker.
        other: The defender.
        result: The result, conversions made.
        defence: The defence total.
        taken: Whether this result may leave the hex empty.
    """
    found: list[Consequence] = []
    for rule, query in _asked(state, f"{side} after lost {result} "):
        units = tuple(state.ask(query))
        if units:
            found.append(Lost(_owner(state, side, other, units), units, rule))
    found += _choices_and_flights(state, side, other, result)
    if result == "BB":
        found += _surrender(state, side, defence)
    if result == "DR" and _asked(state, f"{side} after retreat "):
        found += _withdrawal(state, side, other)
    if taken:
        for rule, query in _asked(state, f"{side} after advance "):
            units = tuple(state.ask(query))
            if units:
                found.append(Advance(side, units, rule))
    return tuple(found)


def _choices_and_flights(state: State, side: str, other: str, result: str) -> list[Consequence]:
    """Units of which one is lost by choice, those that one side moves back, and those that stay."""
    found: list[Consequence] = []
    prefix = f"{side} after loss {result} "
    for rule, query in _asked(state, prefix):
        units = tuple(state.ask(query))
        if units:
            found.append(Loss(query.rpartition(" ")[2], units, rule))
    prefix = f"{side} after flight {result} "
    for rule, query in _asked(state, prefix):
        refuges = {u: tuple(state.ask(f"{side} after refuge", u)) for u in state.ask(query)}
        if refuges:
            found.append(Flight(side, refuges, query[len(f"{prefix}{rule} ") :], rule))
    prefix = f"{side} after stand {result} "
    for rule, query in _asked(state, prefix):
        units = tuple(state.ask(query))
        if units:
            owner = _owner(state, side, other, units)
            found.append(Stand(owner, units, query[len(f"{prefix}{rule} ") :], rule))
    return found


def _asked(state: State, prefix: str) -> list[tuple[str, str]]:
    """The rules asked under a prefix, each with its query."""
    names = [q for q in state.game.queries if q.startswith(prefix)]
    return [(name[len(prefix) :].split(" ", 1)[0], name) for name in names]


def _owner(state: State, side: str, other: str, units: Sequence[str]) -> str:
    layout = layout_of(state.game)
    owner = state.game.sides[layout.unit_side[layout.unit_index[units[0]]]]
    return side if owner == side else other


def _surrender(state: State, side: str, defence: int) -> list[Consequence]:
    for rule, query in _asked(state, f"{side} after surrender "):
        units = state.ask(query)
        worth: dict[str, int] = {}
        divided: dict[str, tuple[int, int]] = {}
        for unit in units:
            if f"{side} after worth" in state.game.queries:
                # a game file of before, which counts them one by one
                worth[unit] = int(state.ask(f"{side} after worth", unit))
                continue
            asked = (f"{side} after {what}" for what in ("factor", "divisor", "undivided"))
            factor, by, more = (int(state.ask(name, unit)) for name in asked)
            worth[unit] = (factor if by == 1 else divided_down(factor, by)) + more
            if by > 1:
                divided[unit] = factor, by
        before = [(r, state.ask(q)) for r, q in _asked(state, f"{side} after first ")]
        first = tuple(before[0][1]) if before else ()
        rules = (rule, *(r for r, some in before if some))
        fewest, most = _how_many(worth, divided, first, defence)
        if units:
            return [Surrender(side, defence, worth, first, fewest, most, rules, divided)]
    return []


def _how_many(
    worth: Mapping[str, int],
    divided: Mapping[str, tuple[int, int]],
    first: Sequence[str],
    wanted: int,
) -> tuple[int, int]:
    """The least and the greatest number of units given up, those named first before the others.

    The least is the smallest set that is worth enough; the greatest is one more than the largest
    that is not, as units are named until they are worth enough.
    """
    later = [unit for unit in worth if unit not in first]
    fewest, most = len(worth), 0
    for fixed, free in (([], first), (first, later)):
        for more, (least, greatest) in enumerate(_extremes(fixed, free, worth, divided)):
            count = len(fixed) + more
            if greatest >= wanted:
                fewest = min(fewest, count)
            if least < wanted:
                most = max(most, count)
    return fewest, min(most + 1, len(worth))


def _extremes(
    fixed: Sequence[str],
    free: Sequence[str],
    worth: Mapping[str, int],
    divided: Mapping[str, tuple[int, int]],
) -> list[tuple[int, int]]:
    """The least and the greatest value of some fixed units with 0, 1, 2 and so on of others."""
    found = [(0, 0)]
    for by in {divided[unit][1] if unit in divided else 1 for unit in worth}:
        # for each number of free units the sums that they come to, and what is not divided
        sums: list[set[tuple[int, int]]] = [{(0, 0)}]
        for unit in (*fixed, *free):
            factor, its = divided.get(unit, (0, 1))
            if its != by:
                continue
            more = worth[unit] - (divided_down(factor, by) if by > 1 else 0)
            added = [{(s + factor, n + more) for s, n in some} for some in sums]
            if unit in fixed:
                sums = added
            else:
                sums = [
                    (sums[i] if i < len(sums) else set()) | (added[i - 1] if i else set())
                    for i in range(len(sums) + 1)
                ]
        values = [{n + (divided_down(s, by) if s else 0) for s, n in some} for some in sums]
        found = [
            (
                min(found[i][0] + min(values[k - i]) for i in _parts(k, found, values)),
                max(found[i][1] + max(values[k - i]) for i in _parts(k, found, values)),
            )
            for k in range(len(found) + len(values) - 1)
        ]
    return found


def _parts(total: int, a: Sequence[object], b: Sequence[object]) -> range:
    """The first of two numbers that add up to a total, each less than the length of a list."""
    return range(max(0, total - len(b) + 1), min(total, len(a) - 1) + 1)


def _withdrawal(state: State, side: str, other: str) -> list[Consequence]:
    for rule, query in _asked(state, f"{side} after retreat "):
        moving = _asked(state, f"{side} after movers ")
        units = tuple(state.ask(moving[0][1])) if moving else ()
        if not units:
            return []
        whole = tuple(state.ask(query))
        ways = _asked(state, f"{side} after open ")
        open_ = any(state.ask(q) for _, q in ways)
        alone: dict[str, tuple[str, ...]] = {}
        rules: tuple[str, ...] = (rule,)
        if not whole and open_:
            alone = {u: tuple(state.ask(f"{side} after alone", u)) for u in units}
            rules = (moving[0][0], rule)
        elif not whole:
            rules = tuple(r for r, _ in ways)
        shut: dict[str, str] = {}
        for why, name in _asked(state, f"{side} after shut "):
            text = name.split(f" {why} ", 1)[1]
            for hex_ in state.ask(name):
                shut.setdefault(hex_, f"{text} ({why})")
        open_now = set(whole)
        return [
            Withdrawal(
                other, units, whole, alone, {h: w for h, w in shut.items() if h not in open_now},
                rules,
            )
        ]  # fmt: skip
    return []

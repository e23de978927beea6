"""The average losses of each side in a battle, in printed combat factors.

Each result is weighted by its exact probability. A side that chooses its losses is assumed to give
up the least; a unit that must retreat and has no hex for its first step is lost. Later steps of a
retreat are not followed, so the true losses of the defender may be higher. Results count as rolled:
if a side may convert a result into another, the battle's outcomes list this choice, and it is not
applied here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from eastfront._core import ArgumentError
from eastfront.arguments import checked
from eastfront.questions.battle import Battle
from eastfront.questions.consequences import (
    Flight,
    Loss,
    Lost,
    Outcome,
    Surrender,
    Withdrawal,
    divided_down,
)


@dataclass(frozen=True)
class Exchange:
    """The average losses of a battle, in printed combat factors."""

    own: Fraction
    """The attacker's average loss in printed factors."""
    enemy: Fraction
    """The defender's average loss in printed factors."""
    clears: Fraction
    """The probability that the hex is cleared: all defenders are lost or must retreat."""

    @property
    def gain(self) -> Fraction:
        """The defender's average loss less the attacker's, in printed factors."""
        return self.enemy - self.own


@checked
def exchange_of(battle: Battle) -> Exchange:
    """Returns the average losses of a battle.

    Raises ValueError for a battle with hidden odds.
    """
    if battle.unknown:
        raise ArgumentError(f"the odds of the attack on {battle.target} are hidden")
    printed = {f.unit: Fraction(f.printed) for f in (*battle.attackers, *battle.defenders)}
    attackers = {f.unit for f in battle.attackers}
    defenders = {f.unit for f in battle.defenders}
    own = enemy = clears = Fraction(0)
    for outcome in battle.outcomes:
        gone = lost_in(outcome, printed)
        own += outcome.chance * sum(printed[u] for u in gone & attackers)
        enemy += outcome.chance * sum(printed[u] for u in gone & defenders)
        away = gone | {u for c in outcome.consequences for u in _moved_off(c)}
        clears += outcome.chance * (defenders <= away)
    return Exchange(own, enemy, clears)


def lost_in(outcome: Outcome, printed: Mapping[str, Fraction]) -> frozenset[str]:
    """Returns the units of either side that are lost by a result, if each side gives up the fewest
    printed factors that it can.

    `printed` has the factors of the units in the battle; other units are left out.
    """
    gone: set[str] = set()
    trapped: set[str] = set()
    for consequence in outcome.consequences:
        match consequence:
            case Lost(units=units):
                gone.update(units)
            case Flight(hexes=hexes):
                trapped.update(u for u, ways in hexes.items() if not ways)
            case Withdrawal(units=units, hexes=(), alone=alone) if not alone:
                trapped.update(units)
    for consequence in outcome.consequences:
        match consequence:
            case Loss(units=units):
                # a unit that cannot retreat is lost in any case, so it is the cheapest choice
                doomed = [u for u in units if u in trapped or u in gone]
                if not doomed:
                    gone.add(min(units, key=lambda u: (printed.get(u, 0), u)))
            case Surrender():
                gone.update(_given_up(consequence, printed))
    # the factors of units outside the battle are unknown
    return frozenset(u for u in gone | trapped if u in printed)


def _moved_off(consequence: object) -> Sequence[str]:
    match consequence:
        case Flight(hexes=hexes):
            return tuple(hexes)
        case Withdrawal(units=units):
            return units
    return ()


def _given_up(what: Surrender, printed: Mapping[str, Fraction]) -> set[str]:
    """Returns the units that a side gives up where it chooses its losses: the units with the fewest
    printed factors whose total worth is at least `what.worth`. Units that the rules take first come
    before all others."""
    first = [u for u in what.options if u in what.first]
    if what.value(first) >= what.worth:
        return set(_cheapest(what, (), first, printed))
    later = [u for u in what.options if u not in what.first]
    return set(_cheapest(what, first, later, printed))


Given = tuple[Fraction, int, tuple[str, ...]]
"""A choice of units to give up: the sum of their printed factors, their number, and the units."""


def _cheapest(
    what: Surrender, fixed: Sequence[str], group: Sequence[str], printed: Mapping[str, Fraction]
) -> tuple[str, ...]:
    """Returns the cheapest choice of units to give up: all of `fixed` and some of `group`, whose
    worth (as losses of `what`) is at least `what.worth`, and whose sum of printed factors is the
    least. Returns all units of both if even these are not worth as much."""
    best: dict[float, Given] = {0: (Fraction(0), 0, ())}
    for by in sorted({_divisor(what, unit) for unit in what.options}):
        # the cheapest units for each sum of divided factors and undivided worth
        sums: dict[tuple[float, float], Given] = {(0, 0): (Fraction(0), 0, ())}
        for unit in (*fixed, *group):
            if _divisor(what, unit) != by:
                continue
            factor = what.divided[unit][0] if by > 1 else 0
            more = what.options[unit] - (divided_down(factor, by, what.scale) if by > 1 else 0)
            added = {
                (s + factor, n + more): (cost + printed.get(unit, 0), count + 1, (*units, unit))
                for (s, n), (cost, count, units) in sums.items()
            }
            if unit in fixed:
                sums = added
            else:
                for key, given in added.items():
                    sums[key] = min(given, sums.get(key, given))
        joined: dict[float, Given] = {}
        for have, (cost, count, units) in best.items():
            for (s, n), (dearer, more_units, added_units) in sums.items():
                value = min(what.worth, have + n + (divided_down(s, by, what.scale) if s else 0))
                given = cost + dearer, count + more_units, (*units, *added_units)
                joined[value] = min(given, joined.get(value, given))
        best = joined
    found = best.get(what.worth)
    return found[2] if found is not None else (*fixed, *group)


def _divisor(what: Surrender, unit: str) -> int:
    return what.divided[unit][1] if unit in what.divided else 1

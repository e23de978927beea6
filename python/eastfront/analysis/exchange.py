"""What a battle costs each side on average, in printed combat factors.

Each result is weighed by its exact chance. Where a side chooses its losses it is taken to give up
the least; a unit that must retreat and has no first hex to go to is lost. What a retreat leads to
further on is not followed, so a battle may cost the defender more. Results stand as they were
rolled: where a side may make another of one, that is told in the battle's outcomes and not made
here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from eastfront.aftermath import Flight, Loss, Lost, Outcome, Surrender, Withdrawal
from eastfront.explain import Battle


@dataclass(frozen=True)
class Exchange:
    """The average losses of a battle."""

    own: Fraction
    """Factors that the attacker loses on average."""
    enemy: Fraction
    """Factors that the defender loses on average."""
    clears: Fraction
    """The chance that no defender is left in the hex: all are lost or have to go."""

    @property
    def gain(self) -> Fraction:
        """The enemy's average losses less one's own."""
        return self.enemy - self.own


def exchange_of(battle: Battle) -> Exchange:
    """The average losses of a battle.

    Raises ValueError for a battle whose odds may not be seen.
    """
    if not battle.distribution:
        raise ValueError(f"the odds of the attack on {battle.target} may not be seen")
    printed = {f.unit: f.printed for f in (*battle.attackers, *battle.defenders)}
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


def lost_in(outcome: Outcome, printed: Mapping[str, int]) -> frozenset[str]:
    """The units that fall for certain in a result, each side giving up the least that it may."""
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
                # one that cannot retreat is lost in any case, and so is the cheapest to name
                doomed = [u for u in units if u in trapped or u in gone]
                if not doomed:
                    gone.add(min(units, key=lambda u: (printed.get(u, 0), u)))
            case Surrender():
                gone.update(_given_up(consequence, printed))
    # of units outside the battle no factor is known
    return frozenset(u for u in gone | trapped if u in printed)


def _moved_off(consequence: object) -> Sequence[str]:
    match consequence:
        case Flight(hexes=hexes):
            return tuple(hexes)
        case Withdrawal(units=units):
            return units
    return ()


def _given_up(what: Surrender, printed: Mapping[str, int]) -> set[str]:
    """The units worth enough that hold the fewest factors; those that must go first do."""
    given: list[str] = []
    owed = what.worth
    for group in (
        [u for u in what.options if u in what.first],
        [u for u in what.options if u not in what.first],
    ):
        if owed <= 0:
            break
        chosen = _cheapest(group, what.options, printed, owed)
        given += chosen
        owed -= sum(what.options[u] for u in chosen)
    return set(given)


def _cheapest(
    group: Sequence[str], worth: Mapping[str, int], printed: Mapping[str, int], owed: int
) -> tuple[str, ...]:
    """Of the sets worth what is owed the one with the fewest factors; all when none is."""
    if sum(worth[u] for u in group) <= owed:
        return tuple(group)
    # the least factors, and the fewest units, for each worth up to what is owed
    best: list[tuple[int, int, tuple[str, ...]] | None] = [(0, 0, ())] + [None] * owed
    for unit in group:
        for have in range(owed, -1, -1):
            before = best[have]
            if before is None:
                continue
            now = min(owed, have + worth[unit])
            added = (before[0] + printed.get(unit, 0), before[1] + 1, (*before[2], unit))
            known = best[now]
            if now != have and (known is None or added < known):
                best[now] = added
    found = best[owed]
    return found[2] if found is not None else tuple(group)

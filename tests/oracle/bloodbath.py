"""The attackers that a bloodbath may take, written from 1.3 and 11.26 of the rulebook.

All defenders are lost first. Then attackers are lost whose attack factors, added up and reduced as
one group for each reduction, come to at least the defenders' lost factors, or all of them if that
is not enough. Units that cannot be replaced go before those that can; the two Romanian armies,
which may return (8.15), bear no dot. No more are lost once the sum is reached; the attacker chooses
the units and their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .arrivals import ROMANIANS, counters
from .battle import PREPARED, attack_total, defence_total
from .model import Position, enemy_of


def price(before: Position, attackers: Sequence[str], target: str, kind: str) -> int:
    """The defenders' factors that the attacker has to match."""
    defenders = before.occupants(target, enemy_of(before.unit(attackers[0]).side))
    return defence_total(before, attackers, target, kind) + riding(before, defenders)


def riding(before: Position, units: Sequence[str]) -> int:
    """The Tiger battalions on some units; each is worth one factor (8.31)."""
    return sum(before.carries(u) for u in units)


def worth(before: Position, lost: Sequence[str], target: str, kind: str) -> int:
    """The value of a set of lost attackers: one division for each reduction (1.3)."""
    return attack_total(before, lost, target, kind) + riding(before, lost) if lost else 0


def paid(
    before: Position, attackers: Sequence[str], lost: Sequence[str], target: str, kind: str
) -> bool:
    """Whether the losses suffice."""
    if set(lost) >= set(attackers):
        return True
    return worth(before, lost, target, kind) >= price(before, attackers, target, kind)


def next_losses(attackers: Sequence[str], lost: Sequence[str]) -> list[str]:
    """The units that may be lost next: those that cannot be replaced first (11.26)."""
    left = [u for u in attackers if u not in lost]
    dotted = [u for u in left if not counters()[u].replaceable and u not in ROMANIANS]
    return dotted or left


def minimal_orders(
    before: Position, attackers: Sequence[str], target: str, kind: str = PREPARED
) -> Iterator[tuple[str, ...]]:
    """Every order of losses that stops as soon as they suffice."""
    todo: list[tuple[str, ...]] = [()]
    while todo:
        lost = todo.pop()
        if paid(before, attackers, lost, target, kind):
            yield lost
        else:
            todo += [(*lost, u) for u in next_losses(attackers, lost)]

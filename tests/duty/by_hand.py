"""The duty to attack by exhaustive search, for components of at most a dozen attackers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from .fronts import Front, Hex

Battle = tuple[list[int], frozenset[Hex]]


def works(front: Front, stay: list[int], near: frozenset[Hex]) -> bool:
    """Whether the units that stay can be divided among battles as the rules require."""
    wanted = frozenset().union(*(front.obliges(a) for a in stay), front.owed & near)

    def assign(at: int, battles: list[Battle]) -> bool:
        if at == len(stay):
            attacked = frozenset().union(*(them for _, them in battles))
            return wanted <= attacked and all(fair(front, *battle) for battle in battles)
        who = stay[at]
        if not front.obliges(who) and assign(at + 1, battles):
            return True
        for them in sets_of(front.reach(who)):
            clash = [b for b in battles if b[1] & them]
            if not clash:
                if assign(at + 1, [*battles, ([who], them)]):
                    return True
            elif len(clash) == 1 and clash[0][1] == them:
                others = [b for b in battles if b is not clash[0]]
                if assign(at + 1, [*others, ([*clash[0][0], who], them)]):
                    return True
        return False

    return assign(0, [])


def fair(front: Front, us: list[int], them: frozenset[Hex]) -> bool:
    """Whether a battle has the odds it needs."""
    eased = frozenset().union(*(front.eases[front.attackers[a].hex] for a in us))
    attack = sum(front.attackers[a].strength for a in us)
    return front.allowed(attack, front.against(them, eased))


def sets_of(targets: frozenset[Hex]) -> Iterator[frozenset[Hex]]:
    """The sets of some of these targets that are not empty."""
    list_ = sorted(targets)
    sizes = (combinations(list_, n) for n in range(1, len(list_) + 1))
    return (frozenset(s) for s in chain.from_iterable(sizes))


def least_sets(front: Front, who: list[int], near: frozenset[Hex]) -> list[frozenset[int]]:
    """The minimal sets of free attackers of a component without which the others do their duty."""
    free = [a for a in who if front.attackers[a].free]
    found: list[frozenset[int]] = []
    for n in range(len(free) + 1):
        for some in combinations(free, n):
            gone = frozenset(some)
            if any(less <= gone for less in found):
                continue
            if works(front, [a for a in who if a not in gone], near):
                found.append(gone)
    return found

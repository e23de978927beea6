"""The duty to attack by exhaustive search, for every subset of a component at once.

For each set of attackers it computes all sets of targets that these attackers, every one of them in
a battle, can attack among them: the lowest attacker fights some battle, in every way that the odds
allow, and the rest do the same without it. Nothing is omitted or bounded, so it is for components
of about a dozen attackers. Sets are integers whose bits are members; a set of sets of targets is an
integer whose bit `s` stands for the set `s`.
"""

from __future__ import annotations

from functools import cached_property

from .fronts import Front, Hex


class Subsets:
    """One component of a front."""

    def __init__(self, front: Front, who: list[int], near: frozenset[Hex]) -> None:
        self.front, self.who = front, who
        self.targets = sorted(near)
        index = {t: 1 << i for i, t in enumerate(self.targets)}
        self.reach = [sum(index[t] for t in front.reach(a)) for a in who]
        self.obliges = [sum(index[t] for t in front.obliges(a)) for a in who]
        self.eases = [
            sum(index[t] for t in front.eases[front.attackers[a].hex] & near) for a in who
        ]
        self.owed = sum(index[t] for t in front.owed & near)

    def apart(self, targets: int) -> int:
        """The sets of targets disjoint from these."""
        out = 1
        for i in range(len(self.targets)):
            if not targets >> i & 1:
                out |= out << (1 << i)
        return out

    @cached_property
    def battles(self) -> list[list[tuple[int, list[tuple[int, int]]]]]:
        """By the lowest attacker, every set of attackers that can fight together, with all that it
        can attack: each set of targets, and the sets that share none with it."""
        apart: dict[int, int] = {}
        out: list[list[tuple[int, list[tuple[int, int]]]]] = [[] for _ in self.who]

        def grow(us: int, common: int, eased: int, attack: int, at: int, lowest: int) -> None:
            fair = []
            them = common
            while us and them:
                if self.fair(attack, them, eased):
                    fair.append((them, apart.setdefault(them, self.apart(them))))
                them = (them - 1) & common
            if fair:
                out[lowest].append((us, fair))
            for a in range(at, len(self.who)):
                shared = common & self.reach[a]
                if shared:
                    strength = attack + self.front.attackers[self.who[a]].strength
                    first = a if not us else lowest
                    grow(us | 1 << a, shared, eased | self.eases[a], strength, a + 1, first)

        grow(0, -1, 0, 0, 0, 0)
        return out

    def fair(self, attack: int, them: int, eased: int) -> bool:
        """Whether a battle has the odds it needs."""
        defence = sum(
            self.front.defence[t][eased >> i & 1]
            for i, t in enumerate(self.targets)
            if them >> i & 1
        )
        return self.front.allowed(attack, defence)

    @cached_property
    def attacked(self) -> list[int]:
        """For each set of attackers, all in battles, the sets of targets that they can attack."""
        out = [1]
        for us in range(1, 1 << len(self.who)):
            found = 0
            for some, fair in self.battles[(us & -us).bit_length() - 1]:
                others = out[us ^ some] if not some & ~us else 0
                if others:
                    for them, apart in fair:
                        found |= (others & apart) << them
            out.append(found)
        return out

    def works(self, stay: int) -> bool:
        """Whether the units that stay can do their duty; units that nothing binds may stand by."""
        must = wanted = 0
        for a, obliges in enumerate(self.obliges):
            if stay >> a & 1 and obliges:
                must, wanted = must | 1 << a, wanted | obliges
        holds = self.holding(wanted | self.owed)
        idle = over = stay & ~must
        while True:
            if self.attacked[must | over] & holds:
                return True
            if not over:
                return False
            over = (over - 1) & idle

    def holding(self, targets: int) -> int:
        """The sets of targets that contain all of these."""
        out = 1 << targets
        for i in range(len(self.targets)):
            if not targets >> i & 1:
                out |= out << (1 << i)
        return out

    def least(self) -> list[frozenset[int]]:
        """The minimal sets of free attackers without which the others can do their duty."""
        everybody = (1 << len(self.who)) - 1
        free = sum(1 << i for i, a in enumerate(self.who) if self.front.attackers[a].free)
        found: list[int] = []
        for gone in sorted(range(everybody + 1), key=int.bit_count):
            if gone & ~free or any(not less & ~gone for less in found):
                continue
            if self.works(everybody & ~gone):
                found.append(gone)
        return [frozenset(a for i, a in enumerate(self.who) if s >> i & 1) for s in found]

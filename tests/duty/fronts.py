"""Random fronts like those of a real map: attackers and defenders with their hexes.

Hexes are (column, row) of a grid whose odd rows lie half a hex to the right. A line runs through
the map; defenders are beyond it, stacks of attackers on this side. Strengths are 1 to 10, stacks 1
to 3; mountains and cities double a defender, and so does a river when every attacker is across it.
Some hexsides can be attacked across but bind no unit, some units may not attack everything, some
have no duty, some targets are owed in any case.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

Hex = tuple[int, int]


@dataclass(frozen=True)
class Attacker:
    """An attacker in a hex. `may` has its possible targets; a free one can give way."""

    hex: Hex
    strength: int
    free: bool
    bound: bool
    may: frozenset[Hex]


@dataclass(frozen=True)
class Front:
    """Attackers by number; for each of their hexes the targets, those that bind, and those
    eased."""

    attackers: tuple[Attacker, ...]
    near: dict[Hex, frozenset[Hex]]
    binds: dict[Hex, frozenset[Hex]]
    eases: dict[Hex, frozenset[Hex]]
    defence: dict[Hex, tuple[int, int]]
    owed: frozenset[Hex]
    odds: tuple[int, int] = (6, 1)

    def reach(self, who: int) -> frozenset[Hex]:
        """The targets that an attacker can attack."""
        one = self.attackers[who]
        return self.near[one.hex] & one.may

    def obliges(self, who: int) -> frozenset[Hex]:
        """The targets that an attacker binds its side to attack."""
        one = self.attackers[who]
        return self.binds[one.hex] if one.bound else frozenset()

    def against(self, targets: frozenset[Hex], eased: frozenset[Hex]) -> int:
        """The defence in one battle."""
        return sum(self.defence[t][t in eased] for t in targets)

    def allowed(self, attack: int, against: int) -> bool:
        """Whether the odds suffice."""
        return attack * self.odds[0] >= against * self.odds[1]

    def components(self) -> list[tuple[list[int], frozenset[Hex]]]:
        """Attackers that share targets, directly or through others, with their targets."""
        parts: list[tuple[list[int], frozenset[Hex]]] = []
        for i, one in enumerate(self.attackers):
            who, what = [i], self.near[one.hex]
            joined = [p for p in parts if p[1] & what]
            parts = [p for p in parts if not p[1] & what]
            for others, targets in joined:
                who, what = others + who, what | targets
            parts.append((sorted(who), what))
        return parts


def neighbors(hex_: Hex) -> list[Hex]:
    """The six hexes around one."""
    column, row = hex_
    right = row % 2
    steps = ((1, 0), (-1, 0), (right, -1), (right - 1, -1), (right, 1), (right - 1, 1))
    return [(column + a, row + b) for a, b in steps]


def front(rng: random.Random, length: int, at_least: int = 20, mood: float | None = None) -> Front:
    """A front some hexes long with at least so many attackers in contact; `mood` is the part of
    them that are weak."""
    while True:
        out = _try(rng, length, rng.choice((0.05, 0.2, 0.5)) if mood is None else mood)
        if at_least <= len(out.attackers) <= 128:
            return out


def _try(rng: random.Random, length: int, mood: float) -> Front:
    line = [20]
    while len(line) < length:
        line.append(line[-1] + rng.choice((-1, 0, 0, 1)))
    beyond = [(c, r) for c in range(length) for r in range(line[c] - 3, line[c])]
    here = [(c, r) for c in range(length) for r in range(line[c], line[c] + 3)]
    edge = {n for h in beyond for n in neighbors(h)}
    far = {n for h in here for n in neighbors(h)}
    density = rng.choice((0.6, 0.8, 0.95))
    theirs = [h for h in beyond if h in far and rng.random() < density]
    defence = {}
    for h in theirs:
        base = sum(rng.randint(1, 10) for _ in range(rng.choice((1, 1, 2, 3))))
        rough = rng.random() < 0.15
        behind = rng.random() < 0.3
        defence[h] = (base * 2 if rough or behind else base, base * 2 if rough else base)
    near, binds, eases = {}, {}, {}
    stuck = rng.choice((0.0, 0.0, 0.0, 0.1))
    attackers: list[Attacker] = []
    won: set[Hex] = set()
    for h in here:
        around = frozenset(n for n in neighbors(h) if n in defence)
        if h not in edge or not around or rng.random() > density:
            continue
        near[h] = around
        binds[h] = frozenset(t for t in around if rng.random() > 0.04)
        eases[h] = frozenset(t for t in around if rng.random() > 0.4)
        for _ in range(rng.choice((1, 2, 2, 3))):
            if rng.random() < 0.03:
                won |= around
                continue
            barred = frozenset(t for t in around if rng.random() < 0.3)
            attackers.append(
                Attacker(
                    hex=h,
                    strength=rng.randint(1, 2) if rng.random() < mood else rng.randint(1, 10),
                    free=rng.random() > stuck,
                    bound=rng.random() > 0.03,
                    may=around - barred if rng.random() < 0.08 else around,
                )
            )
    reached = {t for a in attackers for t in near[a.hex]}
    owed = frozenset(t for t in won & reached if rng.random() < 0.7)
    return Front(tuple(attackers), near, binds, eases, defence, owed)

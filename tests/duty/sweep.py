"""The duty to attack by an exact sweep along the front, independent of the engine's search.

The attackers' hexes are processed from west to east. The state has, for each target still adjacent
to later hexes, its battle and the strength gathered in that battle; a state that has gathered no
more than another is dropped. A target is put into a battle, or left alone for good, when the first
hex next to it is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property
from itertools import product

from .fronts import Front, Hex

Group = tuple[frozenset[Hex], frozenset[Hex], bool]
"""The targets of a battle, those eased, and whether it has attackers."""

State = dict[tuple[tuple[Group, ...], frozenset[Hex]], list[tuple[int, ...]]]
"""Battles and targets left alone; for these, the strengths gathered in the battles."""


class Sweep:
    """One component of a front."""

    def __init__(self, front: Front, who: list[int], near: frozenset[Hex]) -> None:
        self.front = front
        self.who = who
        self.owed = front.owed & near
        self.hexes = sorted({front.attackers[a].hex for a in who})
        self.cache: dict[tuple[frozenset[int], frozenset[int]], bool] = {}

    @cached_property
    def ends(self) -> dict[Hex, int]:
        """The last hex that touches each target."""
        return {t: i for i, h in enumerate(self.hexes) for t in self.front.near[h]}

    @cached_property
    def common(self) -> set[frozenset[Hex]]:
        """Sets of targets that one hex can attack together."""
        near = self.front.near
        return {near[h] for h in self.hexes}

    def works(self, kept: Set[int], free: Set[int] = frozenset()) -> bool:
        """Whether those kept can do their duty if any of the free stay too."""
        key = frozenset(kept), frozenset(free)
        if key not in self.cache:
            self.cache[key] = self._works(*key)
        return self.cache[key]

    def _works(self, kept: frozenset[int], free: frozenset[int]) -> bool:
        states: State = {((), frozenset()): [()]}
        seen: set[Hex] = set()
        for i, h in enumerate(self.hexes):
            for t in sorted(self.front.near[h] - seen):
                states = self.enter(states, t)
            seen |= self.front.near[h]
            for a in self.who:
                if self.front.attackers[a].hex == h and (a in kept or a in free):
                    states = self.attacker(states, a, a in kept)
            states = self.close(states, i)
            if not states:
                return False
        return True

    def enter(self, states: State, t: Hex) -> State:
        """A target joins a battle without attackers so far, is left alone, or begins a battle."""
        out: State = {}
        for (groups, alone), sums in states.items():
            for gathered in sums:
                if t not in self.owed:
                    put(out, groups, alone | {t}, gathered)
                new: Group = (frozenset({t}), frozenset(), False)
                put(out, (*groups, new), alone, (*gathered, 0))
                for i, (them, eased, manned) in enumerate(groups):
                    more = them | {t}
                    if not manned and any(more <= c for c in self.common):
                        grown: Group = (more, eased, False)
                        put(out, replaced(groups, i, grown), alone, gathered)
        return out

    def attacker(self, states: State, a: int, kept: bool) -> State:
        """An attacker joins a battle, stands by if it may, or has gone."""
        front, one = self.front, self.front.attackers[a]
        reach, obliges = front.reach(a), front.obliges(a)
        out: State = {}
        for (groups, alone), sums in states.items():
            for gathered in sums:
                if not kept or not obliges:
                    put(out, groups, alone, gathered)
                if obliges & alone:
                    continue
                for i, (them, eased, _) in enumerate(groups):
                    if them <= reach:
                        joined = (them, eased | (front.eases[one.hex] & them), True)
                        total = min(gathered[i] + one.strength, self.enough(them))
                        put(out, replaced(groups, i, joined), alone, replaced(gathered, i, total))
        return out

    def enough(self, them: frozenset[Hex]) -> int:
        """A strength that suffices against these targets in any case."""
        mine, theirs = self.front.odds
        return -(-self.front.against(them, frozenset()) * theirs // mine)

    def close(self, states: State, at: int) -> State:
        """Closes battles and targets that no later hex is adjacent to."""
        out: State = {}
        for (groups, alone), sums in states.items():
            for gathered in sums:
                over = [max(self.ends[t] for t in them) <= at for them, _, _ in groups]
                fair = all(
                    manned and self.front.allowed(have, self.front.against(them, eased))
                    for done, (them, eased, manned), have in zip(
                        over, groups, gathered, strict=True
                    )
                    if done
                )
                if fair:
                    rest = [i for i, done in enumerate(over) if not done]
                    left = frozenset(t for t in alone if self.ends[t] > at)
                    put(out, tuple(groups[i] for i in rest), left, [gathered[i] for i in rest])
        return out


def replaced(items: tuple, at: int, item: object) -> tuple:  # type: ignore[type-arg]
    """A tuple with one item changed."""
    return (*items[:at], item, *items[at + 1 :])


def put(
    states: State,
    groups: tuple[Group, ...],
    alone: frozenset[Hex],
    gathered: tuple[int, ...] | list[int],
) -> None:
    """Adds a state unless another has gathered as much; drops those that have gathered less."""
    sums = states.setdefault((groups, alone), [])
    new = tuple(gathered)
    if any(all(x >= y for x, y in zip(old, new, strict=True)) for old in sums):
        return
    sums[:] = [s for s in sums if not all(x <= y for x, y in zip(s, new, strict=True))]
    sums.append(new)


def complaint(sweep: Sweep, families: list[list[frozenset[int]]], most: int = 24) -> str | None:
    """The reason why these are not the minimal sets of a component, one set of each family.

    Every combination must suffice (of many, every set of each family at least once). Nothing else
    may: the leaving units must include a whole set of each family, so keeping one unit of each set
    of a family must be impossible whatever the others do.
    """
    who = frozenset(sweep.who)
    free = frozenset(a for a in who if sweep.front.attackers[a].free)
    for gone in combined(families, most):
        if not gone <= free or not sweep.works(who - gone):
            return f"without {sorted(gone)} it does not work"
    for sets in families:
        if any(a < b for a in sets for b in sets):
            return "a set holds another"
        stack: list[frozenset[int]] = [frozenset()]
        while stack:
            kept = stack.pop()
            if not sweep.works((who - free) | kept, free - kept):
                continue
            missed = next((s for s in sets if not s & kept), None)
            if missed is None:
                return f"it works with all of {sorted(kept)}"
            stack += [kept | {a} for a in missed]
    return None


def combined(families: list[list[frozenset[int]]], most: int) -> Iterator[frozenset[int]]:
    """One set of each family put together: all, or of many each set at least once."""
    count = 1
    for sets in families:
        count *= len(sets)
    if count <= most:
        yield from (frozenset().union(*some) for some in product(*families))
        return
    for n in range(max(map(len, families))):
        yield frozenset().union(*(sets[n % len(sets)] for sets in families))

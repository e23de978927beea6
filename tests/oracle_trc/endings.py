"""Every way in which a battle's result can end (13.3 to 13.7): all choices of losses, orders and
paths of retreat, and units that find no room.

For battles of a few units; it tries everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .model import Position
from .odds import Battle, defenders
from .retreat import aftermath, allowed_paths, dies_when_retreated, excess


@dataclass(frozen=True)
class Ending:
    """The places of a battle's units after it."""

    standing: frozenset[tuple[str, str]]
    eliminated: frozenset[str]
    surrendered: frozenset[str]


@dataclass(frozen=True)
class Fallen:
    """Units lost so far."""

    eliminated: frozenset[str] = frozenset()
    surrendered: frozenset[str] = frozenset()

    def with_unit(self, position: Position, name: str) -> Fallen:
        """One more loss; a worker surrenders instead of dying (TRC-22.2e)."""
        if position.units[name].kind == "worker":
            return Fallen(self.eliminated, self.surrendered | {name})
        return Fallen(self.eliminated | {name}, self.surrendered)

    @property
    def all(self) -> frozenset[str]:
        """Everyone lost."""
        return self.eliminated | self.surrendered


def endings(position: Position, battle: Battle, code: str) -> set[Ending]:
    """All endings of a battle with a result code."""
    found: set[Ending] = set()
    seen: set[object] = set()
    units = involved(position, battle)
    for fallen, retreating in after_choices(position, battle, code):
        left = position.without(fallen.all)
        found |= set(_retreat(left, retreating, frozenset(), fallen, units, seen))
    return found


def involved(position: Position, battle: Battle) -> frozenset[str]:
    """All units of a battle."""
    return battle.attackers | {u.id for t in battle.targets for u in defenders(position, t)}


def after_choices(
    position: Position, battle: Battle, code: str
) -> Iterator[tuple[Fallen, dict[str, tuple[int, ...]]]]:
    """TRC-13.3a to TRC-13.3k: losses for each choice of both sides, and who then retreats."""
    after = aftermath(position, battle, code)
    certain = Fallen(after.eliminated, after.surrendered)
    for attacker in sorted(after.attacker_picks) or [""]:
        for defender in sorted(after.defender_picks) or [""]:
            fallen = certain
            for name in filter(None, (attacker, defender)):
                fallen = fallen.with_unit(position, name)
            alive = {u: n for u, n in after.retreating.items() if u not in fallen.all}
            yield fallen, alive


def _retreat(
    position: Position,
    waiting: dict[str, tuple[int, ...]],
    gone_back: frozenset[str],
    fallen: Fallen,
    units: frozenset[str],
    seen: set[object],
) -> Iterator[Ending]:
    """Retreat the units that wait, in every order and by every path."""
    standing = frozenset((u, h) for u, h in position.at.items() if u in units)
    key = (standing, frozenset(waiting), gone_back, fallen)
    if key in seen:
        return
    seen.add(key)
    if not waiting:
        yield Ending(standing, fallen.eliminated, fallen.surrendered)
    for name, lengths in waiting.items():
        others = {u: n for u, n in waiting.items() if u != name}
        unit = position.units[name]
        paths = allowed_paths(position, unit, lengths, others)
        if dies_when_retreated(position, unit) is not None or not paths:
            lost = fallen.with_unit(position, name)
            left = position.without([name])
            yield from _retreat(left, others, gone_back, lost, units, seen)
        for end in sorted({path[-1] for path in paths}):
            there = position.moved(name, end)
            back = gone_back | {name}
            victims = excess(there, end, back)
            if not victims:
                yield from _retreat(there, others, back, fallen, units, seen)
            for victim in victims:
                lost = fallen.with_unit(position, victim)
                left = there.without([victim])
                yield from _retreat(left, others, back - {victim}, lost, units, seen)

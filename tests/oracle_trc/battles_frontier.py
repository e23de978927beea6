"""The second exact search for a legal plan: a sweep along the front.

Attackers are processed from north to south. The state is not the target of each attacker, but for
each group of enemy hexes under attack the attack so far (no more than it needs), and the grounds
for doubling that still hold for each of its hexes. A group is closed when the last unit that could
join it has passed; then it must reach 1-6. Equal states are merged, so a front of any length costs
as much as its widest place.

It uses the factors and doublings of `odds` and nothing of `battles` but the duties. It knows only
the first reading of 12.5 (the floor before shifts).
"""

from __future__ import annotations

from dataclasses import dataclass

from .battles import Component, Plan, battle_refusal, components, subsets, targets_of
from .grid import pair, split
from .model import Position
from .odds import Battle, across_river, defenders, rivers_count
from .supply import combat_factor


@dataclass(frozen=True)
class Ground:
    """The doubling of a hex under attack: always, or while all attackers are across."""

    factors: int
    always: bool
    river: bool
    strait: bool

    def strength(self) -> int:
        """The defence of the hex."""
        twice = self.always or self.river or self.strait
        return 2 * self.factors if twice else self.factors


@dataclass(frozen=True)
class Group:
    """Enemy hexes attacked together, and the attack gathered so far."""

    targets: frozenset[str]
    attack: int
    grounds: tuple[tuple[str, Ground], ...]

    def stands(self) -> bool:
        """1-6 or better: the defence is at most six times the attack."""
        return sum(g.strength() for _, g in self.grounds) <= 6 * self.attack


Memory = frozenset[Group]


def fresh_ground(position: Position, target: str) -> Ground:
    """A hex before anyone attacks it."""
    board = position.board
    return Ground(
        factors=sum(combat_factor(position, u) for u in defenders(position, target)),
        always=board.terrain[target] == "mountain" or board.cities.get(target) == "major",
        river=rivers_count(position),
        strait=True,
    )


def joined(position: Position, group: Group, unit: str) -> Group:
    """A group after one more attacker, its attack cut off where more makes no difference."""
    here = position.at[unit]
    grounds = tuple(
        (
            target,
            Ground(
                g.factors,
                g.always,
                g.river and across_river(position, here, target),
                g.strait and pair(here, target) in position.board.strait,
            ),
        )
        for target, g in group.grounds
    )
    most = -(-sum(2 * g.factors for _, g in grounds) // 6)
    attack = min(most, group.attack + combat_factor(position, position.units[unit]))
    return Group(group.targets, attack, grounds)


def sweep_order(position: Position, part: Component) -> list[str]:
    """Attackers from north to south."""
    return sorted([*part.bound, *part.free], key=lambda u: (split(position.at[u]), u))


def plan_of(position: Position, part: Component) -> Plan | None:
    """A legal plan of one component, or None when there is none."""
    order = sweep_order(position, part)
    reach = {u: targets_of(position, position.units[u]) for u in order}
    last = {t: i for i, u in enumerate(order) for t in reach[u]}
    if part.must - set(last):
        return None
    grounds = {t: fresh_ground(position, t) for t in last}
    came_from: list[dict[Memory, tuple[Memory, frozenset[str] | None]]] = []
    memories: set[Memory] = {frozenset()}
    for index, unit in enumerate(order):
        step: dict[Memory, tuple[Memory, frozenset[str] | None]] = {}
        for memory in memories:
            for choice, taken in choices(position, part, memory, unit, reach[unit], grounds):
                closed = close(taken, last, index, part.must)
                if closed is not None:
                    step.setdefault(closed, (memory, choice))
        came_from.append(step)
        memories = set(step)
    if frozenset() not in memories:
        return None
    return recover(order, came_from)


def choices(
    position: Position,
    part: Component,
    memory: Memory,
    unit: str,
    reach: frozenset[str],
    grounds: dict[str, Ground],
) -> list[tuple[frozenset[str] | None, Memory]]:
    """The choices of one attacker: to join a group, to begin one, or (if free to) nothing."""
    found: list[tuple[frozenset[str] | None, Memory]] = []
    if unit in part.free:
        found.append((None, memory))
    busy = frozenset().union(*(g.targets for g in memory))
    for targets in subsets(reach):
        old = next((g for g in memory if g.targets == targets), None)
        if old is not None:
            found.append((targets, memory - {old} | {joined(position, old, unit)}))
        elif not targets & busy:
            new = Group(targets, 0, tuple((t, grounds[t]) for t in sorted(targets)))
            found.append((targets, memory | {joined(position, new, unit)}))
    return found


def close(memory: Memory, last: dict[str, int], index: int, must: frozenset[str]) -> Memory | None:
    """The state without the groups that no unit can join any more.

    None when one of them is below 1-6, or a hex that had to be attacked was not.
    """
    busy = frozenset().union(*(g.targets for g in memory))
    if any(last[t] == index and t not in busy for t in must):
        return None
    done = {g for g in memory if max(last[t] for t in g.targets) <= index}
    if not all(g.stands() for g in done):
        return None
    return memory - done


def recover(
    order: list[str], came_from: list[dict[Memory, tuple[Memory, frozenset[str] | None]]]
) -> Plan:
    """The plan that led to the empty memory at the end."""
    memory: Memory = frozenset()
    chosen: dict[frozenset[str], set[str]] = {}
    for unit, step in zip(reversed(order), reversed(came_from), strict=True):
        memory, choice = step[memory]
        if choice is not None:
            chosen.setdefault(choice, set()).add(unit)
    return frozenset(Battle(frozenset(units), targets) for targets, units in chosen.items())


def a_plan(position: Position) -> Plan | None:
    """Some legal plan of the whole board, or None when there is none."""
    plan: Plan = frozenset()
    for part in components(position):
        piece = plan_of(position, part)
        if piece is None:
            return None
        plan |= piece
    return plan


def plan_with(position: Position, chosen: Plan) -> Plan | None:
    """A legal plan that holds some battles, or None: whether they may be fought (TRC-12.3a,
    TRC-12.3b, TRC-12.4a).

    The position is that of the beginning of the combat phase, from which the duties are taken.
    """
    attackers = [u for battle in chosen for u in battle.attackers]
    targets = [t for battle in chosen for t in battle.targets]
    if len(attackers) != len(set(attackers)) or len(targets) != len(set(targets)):
        return None
    if any(battle_refusal(position, battle) is not None for battle in chosen):
        return None
    busy = {u.id for t in targets for u in defenders(position, t)} | set(attackers)
    rest = a_plan(position.with_(fought=position.fought | busy))
    return None if rest is None else chosen | rest

"""The duty to attack (12, 8.5.2, 16.2, 16.3), and the plain exhaustive search for a legal plan.

A plan is a set of battles without common units, in which every unit bound to attack does so, every
enemy hex that must be attacked is, and no battle is below 1-6. The search tries for each attacker
in turn every set of adjacent enemy hexes; it is for components of up to a dozen units.
`battles_frontier` answers the same question in another way, for any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import networkx as nx

from .model import AXIS, Position, Unit, enemy_of
from .odds import Battle, at_floor, bases_in_range, defenders
from .zoc import crossable_by_zoc, zone

Plan = frozenset[Battle]

#: TRC-3.7: whom each army group may attack in the first impulse of the game
FIRST_IMPULSE_REGIONS = {
    "N": {"baltic-md"},
    "C": {"western-md"},
    "S": {"kiev-md"},
    "R": {"kiev-md", "odessa-md"},
}


def may_attack_region(position: Position, unit: Unit, target: str) -> bool:
    """TRC-3.7: the limits of the first impulse; Finns and all others are free."""
    if (position.turn, position.impulse, position.side) != (1, 1, AXIS):
        return True
    regions = FIRST_IMPULSE_REGIONS.get(unit.origin)
    return regions is None or position.board.region(target) in regions


def used_up(position: Position) -> frozenset[str]:
    """TRC-16.2a, TRC-16.2b, TRC-12.4a: units that may not attack in this combat phase."""
    return position.av_now | position.av_before | position.fought


def bound_by_zoc(position: Position, unit: Unit) -> bool:
    """Whether 12.1 binds a kind of unit; a partisan never fights, the immobile by reading."""
    if unit.kind == "partisan":
        return False
    if position.readings.immobile_must_attack:
        return True
    immobile = unit.kind in {"worker", "leader"} or (unit.kind == "hq" and position.impulse == 1)
    return not immobile


def pressed(position: Position) -> list[Unit]:
    """Units of the side to move in the ZOC of enemy units, AV units among them."""
    zones = zone(position, enemy_of(position.side), partisans=False)
    own = position.on_map(position.side)
    return [u for u in own if bound_by_zoc(position, u) and position.at[u.id] in zones]


def duty_attackers(position: Position) -> list[Unit]:
    """TRC-12.1a, TRC-12.3b: units that must attack."""
    return [u for u in pressed(position) if u.id not in used_up(position)]


def duty_targets(position: Position) -> set[str]:
    """TRC-12.3a, TRC-16.2d, TRC-16.3a: enemy hexes whose ZOC any pressed unit is in."""
    board = position.board
    found = set()
    for unit in pressed(position):
        here = position.at[unit.id]
        for target in board.open_sides(here):
            if crossable_by_zoc(board, here, target) and defenders(position, target):
                found.add(target)
    return found


def targets_of(position: Position, unit: Unit) -> frozenset[str]:
    """Enemy hexes that a unit may attack: adjacent, over the strait too (TRC-8.5.2b)."""
    if unit.id in used_up(position) or unit.kind == "partisan":
        return frozenset()
    return frozenset(
        target
        for target in position.board.open_sides(position.at[unit.id])
        if defenders(position, target) and may_attack_region(position, unit, target)
    )


def volunteers(position: Position) -> list[Unit]:
    """Units that may attack and need not."""
    bound = {u.id for u in duty_attackers(position)}
    own = position.on_map(position.side)
    return [u for u in own if u.id not in bound and targets_of(position, u)]


def battle_refusal(position: Position, battle: Battle) -> str | None:
    """The rule against a battle taken by itself, or None."""
    board = position.board
    if not battle.attackers or not battle.targets:
        return "TRC-12.1a"
    for target in battle.targets:
        if not defenders(position, target):
            return "TRC-12.4a"
    for name in battle.attackers:
        unit = position.units[name]
        if unit.side != position.side or unit.kind == "partisan":
            return "TRC-12.1b"
        if name in position.av_now:
            return "TRC-16.2a"
        if name in position.av_before:
            return "TRC-16.2b"
        if name in position.fought:
            return "TRC-12.4a"
        for target in battle.targets:
            if target not in board.open_sides(position.at[name]):
                beside = target in board.land_around(position.at[name])
                return "TRC-7.1d" if beside else "TRC-12.3c"
            if not may_attack_region(position, unit, target):
                return "TRC-3.7"
    return None if at_floor(position, battle) else "TRC-12.5b"


def plan_refusal(position: Position, plan: Plan) -> str | None:
    """The rule against a plan as a whole, or None."""
    for battle in plan:
        reason = battle_refusal(position, battle)
        if reason is not None:
            return reason
    attackers = [u for battle in plan for u in battle.attackers]
    targets = [t for battle in plan for t in battle.targets]
    if len(attackers) != len(set(attackers)) or len(targets) != len(set(targets)):
        return "TRC-12.4a"
    if {u.id for u in duty_attackers(position)} - set(attackers):
        return "TRC-12.1a"
    if duty_targets(position) - set(targets):
        return "TRC-12.3a"
    return None


# ---- components


@dataclass(frozen=True)
class Component:
    """Attackers and enemy hexes that are connected with one another and with no others."""

    bound: tuple[str, ...]
    free: tuple[str, ...]
    must: frozenset[str]
    may: frozenset[str]


def components(position: Position) -> list[Component]:
    """The connected parts of the relation "may attack"; each can be planned by itself."""
    bound = {u.id for u in duty_attackers(position)}
    free = {u.id for u in volunteers(position)}
    must = duty_targets(position)
    graph = nx.Graph()
    graph.add_nodes_from(bound | must)
    for name in bound | free:
        for target in targets_of(position, position.units[name]):
            graph.add_edge(name, target)
    return [
        Component(
            bound=tuple(sorted(part & bound)),
            free=tuple(sorted(part & free)),
            must=frozenset(part & must),
            may=frozenset(part - bound - free - must),
        )
        for part in sorted(nx.connected_components(graph), key=min)
    ]


# ---- the exhaustive search


def subsets(names: frozenset[str]) -> list[frozenset[str]]:
    """All subsets that are not empty."""
    ordered = sorted(names)
    return [
        frozenset(chosen)
        for size in range(1, len(ordered) + 1)
        for chosen in combinations(ordered, size)
    ]


def groupings(position: Position, part: Component) -> Iterator[Plan]:
    """Every way to give the attackers of a component to battles that do not overlap and cover
    all duties, whatever the odds."""
    order = [*part.bound, *part.free]

    def choose(index: int, chosen: dict[frozenset[str], list[str]]) -> Iterator[Plan]:
        if index == len(order):
            if part.must <= frozenset().union(*chosen):
                yield frozenset(Battle(frozenset(u), t) for t, u in chosen.items())
            return
        name = order[index]
        if name in part.free:
            yield from choose(index + 1, chosen)
        for target in subsets(targets_of(position, position.units[name])):
            if target in chosen or not any(target & other for other in chosen):
                joined = {t: list(u) for t, u in chosen.items()}
                joined.setdefault(target, []).append(name)
                yield from choose(index + 1, joined)

    yield from choose(0, {})


def legal_plans_of(position: Position, part: Component) -> Iterator[Plan]:
    """Every legal plan of one component."""
    by_factors = position.readings.floor_before_shifts
    for plan in groupings(position, part):
        if all(at_floor(position, b) for b in plan) or (
            not by_factors and air_lifts(position, plan)
        ):
            yield plan


def air_lifts(position: Position, plan: Plan, left: int | None = None) -> bool:
    """Whether air brings every battle of a plan to 1-6 (the other reading of 12.5).

    ``left`` is the number of air units at hand (the default takes the table of 15.6 and 15.9).
    """
    from .charts import air_units

    if left is None:
        left = air_units(position.side, position.turn, position.weather, position.impulse)
    short = [b for b in plan if not at_floor(position, b)]

    def lift(index: int, left: int, used: frozenset[str]) -> bool:
        if index == len(short):
            return True
        battle = short[index]
        for base in bases_in_range(position, battle.targets):
            if position.side == AXIS and base in used:
                continue
            most = min(left, 1) if position.side == AXIS else left
            for air in range(1, most + 1):
                if at_floor(position, battle, air):
                    if lift(index + 1, left - air, used | {base}):
                        return True
        return False

    return lift(0, left, frozenset())


def legal_plans(position: Position) -> Iterator[Plan]:
    """Every legal plan of the whole board, component by component."""

    def join(parts: list[Component], plan: Plan) -> Iterator[Plan]:
        if not parts:
            yield plan
            return
        for piece in legal_plans_of(position, parts[0]):
            yield from join(parts[1:], plan | piece)

    yield from join(components(position), frozenset())


def a_plan(position: Position) -> Plan | None:
    """Some legal plan, or None when there is none (TRC-12.5c)."""
    plan: Plan = frozenset()
    for part in components(position):
        piece = next(legal_plans_of(position, part), None)
        if piece is None:
            return None
        plan |= piece
    return plan


# ---- surrenders


def smallest_surrenders(position: Position, most: int = 4) -> list[frozenset[str]]:
    """TRC-12.5c, TRC-12.5d, TRC-16.3c: the sets of pressed units that may be given up.

    Each makes a legal plan possible, and no proper subset of it does. Sets of more than ``most``
    units are not looked for.
    """
    names = [u.id for u in pressed(position)]
    found: list[frozenset[str]] = []
    for size in range(min(most, len(names)) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            if any(smaller <= chosen for smaller in found):
                continue
            if a_plan(position.without(chosen)) is not None:
                found.append(chosen)
    return found

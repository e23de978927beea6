"""Attacks: limits, strengths, the Luftwaffe, odds and columns (CBT-*, AIR-*)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from .board import AXIS, SOVIET, Unit, distance, enemy_of
from .model import COMBAT, Position
from .supply import attack_suppliers, in_attack_supply, is_supplied

AIR_RANGE = 4
NO_ROLL = 9
"""From these odds on the defender is eliminated without a die (3.1)."""


def fortified(pos: Position) -> frozenset[str]:
    """WHATIF-6, R41: the Soviet side of the Barbarossa line, where it is next to the line."""
    return pos.board.front("barbarossa")[SOVIET] if 6 in pos.situations else frozenset()


def is_doubled(pos: Position, hex_: str, origins: Collection[str]) -> bool:
    """Whether a hex doubles its defenders against attackers from some hexes (CBT-T1, T2, R22)."""
    if pos.board.terrain[hex_] == "rough":
        return True
    return bool(origins) and all(pos.river(h, hex_) for h in origins)


def unit_defence(pos: Position, unit: Unit, origins: Collection[str]) -> int:
    """A unit's strength in defence: doubled once for whatever reasons there are (R21)."""
    here = pos.at[unit.id]
    doubled = is_doubled(pos, here, origins)
    if unit.nation == "finnish" and here in pos.board.finland:  # CBT-J
        doubled = True
    if unit.side == SOVIET and here in fortified(pos):
        doubled = True
    return unit.defence * (2 if doubled else 1)


def defenders(pos: Position, hex_: str) -> list[Unit]:
    """The units that are attacked when a hex is (CBT-F).

    Who retreated into it after being attacked in this phase adds nothing (3.2).
    """
    side = enemy_of(pos.side)
    return [u for u in pos.stack(hex_, side) if u.id not in pos.attacked]


def defence(pos: Position, hex_: str, origins: Collection[str], *, everybody: bool = False) -> int:
    """The strength of a hex against attackers, or overrunners, from some hexes."""
    units = pos.stack(hex_, enemy_of(pos.side)) if everybody else defenders(pos, hex_)
    return sum(unit_defence(pos, u, origins) for u in units)


# ---- units that may attack


def adjacent(pos: Position, a: str, b: str) -> bool:
    """Whether one can attack from a hex into the next: not over closed hexsides or the straits."""
    return b in pos.neighbours[a]


def may_attack(pos: Position, unit: Unit) -> bool:
    """Whether a unit may take part in an attack now, wherever the enemy is (CBT-C1, CBT-I)."""
    if pos.phase != COMBAT or unit.side != pos.side or unit.is_support:
        return False
    return unit.id not in pos.attackers and in_attack_supply(pos, unit)


def may_be_attacked(pos: Position, hex_: str) -> bool:
    """Whether a hex has a unit that has not been attacked in this phase (CBT-C2)."""
    return bool(defenders(pos, hex_))


def attackers_of(pos: Position, hexes: Iterable[str]) -> frozenset[str]:
    """The units that may attack some hexes together: next to every one of them (CBT-D2)."""
    targets = list(hexes)
    return frozenset(
        u.id
        for u in pos.on_map(pos.side)
        if may_attack(pos, u) and all(adjacent(pos, pos.at[u.id], h) for h in targets)
    )


def attackable(pos: Position) -> frozenset[str]:
    """The hexes that can be attacked now."""
    return frozenset(
        h
        for h in pos.held[enemy_of(pos.side)]
        if may_be_attacked(pos, h) and attackers_of(pos, [h])
    )


# ---- the Luftwaffe


def air_strength(pos: Position) -> int:
    """AIR-GEN1, WINTER-C: the strength that a Luftwaffe unit adds."""
    return 1 if pos.winter else 2


def helpers(pos: Position, hex_: str) -> frozenset[str]:
    """The Luftwaffe units that may help attackers in a hex (AIR-P1, A2, B)."""
    return frozenset(
        u.id
        for u in pos.on_map(AXIS)
        if u.is_air
        and u.id not in pos.flown
        and distance(pos.at[u.id], hex_) <= AIR_RANGE
        and is_supplied(pos, u)
    )


def air_is_legal(pos: Position, help_: Mapping[str, str], origins: Collection[str]) -> bool:
    """Whether Luftwaffe units may help the hexes they are named with (AIR-B, AIR-C)."""
    if pos.side != AXIS or len(set(help_.values())) < len(help_):
        return False
    return all(h in origins and u in helpers(pos, h) for u, h in help_.items())


# ---- odds


def column(attack: int, defence_: int) -> str:
    """CBT-G1, G2, R23: odds in whole numbers, rounded for the defender, as a column."""
    if attack >= defence_:
        ratio = attack // defence_
        return f"{min(ratio, NO_ROLL)}:1"
    return f"1:{min(3, -(-defence_ // attack))}"


@dataclass(frozen=True)
class Attack:
    """The computed attack."""

    attack: int
    defence: int
    column: str

    @property
    def without_die(self) -> bool:
        """Whether it needs no die: nine to one and more."""
        return self.column == f"{NO_ROLL}:1"


def attack_on(
    pos: Position,
    hexes: Iterable[str],
    units: Iterable[str],
    help_: Mapping[str, str] | None = None,
) -> Attack:
    """The strengths and the column of an attack; Luftwaffe units by the hex that they help."""
    names = list(units)
    origins = {pos.at[u] for u in names}
    strength = sum(pos.units[u].attack for u in names)
    strength += air_strength(pos) * len(help_ or {})
    against = sum(defence(pos, h, origins) for h in hexes)
    return Attack(strength, against, column(strength, against))


def smallest_supply(pos: Position, units: Iterable[str]) -> int:
    """R30: the fewest supply units that supply an attack by some units; 0 when none can."""
    needs = [attack_suppliers(pos, pos.units[u]) for u in units]
    if not all(needs):
        return 0
    every = sorted(set().union(*needs))
    for size in range(1, len(every) + 1):
        if any(all(need & set(some) for need in needs) for some in combinations(every, size)):
            return size
    return 0

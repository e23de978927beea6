"""Strengths, odds and shifts of one battle (12.2, 13.1, 14.1, 15, 17.3, 26.5).

Odds are a level on the ladder ... 1-3, 1-2, 1-1, 2-1, 3-1 ...: 1-1 is 0, 3-1 is 2, 1-6 is -5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .charts import combat_result
from .grid import distance, pair
from .model import AXIS, RUSSIAN, Position, Unit, enemy_of
from .supply import combat_factor

FLOOR = -5  # 1-6
AUTOMATIC = 9  # 10-1
NO_ODDS = -99


@dataclass(frozen=True)
class Battle:
    """Attacking units against all units in the target hexes."""

    attackers: frozenset[str]
    targets: frozenset[str]


@dataclass(frozen=True)
class Odds:
    """The computed battle: strengths, level before shifts, levels shifted, and the sum."""

    attack: int
    defence: int
    before: int
    shift: int

    @property
    def level(self) -> int:
        """The final level."""
        return self.before + self.shift


def level(attack: int, defence: int) -> int:
    """TRC-13.1a: the ratio as a level, fractions in the defender's favour."""
    if attack <= 0:
        return NO_ODDS
    if defence <= 0:
        return -NO_ODDS
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def ratio(of_level: int) -> str:
    """A level as players write it."""
    return f"{of_level + 1}-1" if of_level >= 0 else f"1-{1 - of_level}"


# ---- places of units


def defenders(position: Position, target: str) -> list[Unit]:
    """TRC-12.2c, TRC-12.4a: all fighting units in a hex; those that have fought sit it out."""
    there = position.fighters(target, enemy_of(position.side))
    if position.readings.retreated_defend_again:
        return there
    return [u for u in there if u.id not in position.fought]


def attack_hexes(position: Position, battle: Battle) -> set[str]:
    """Hexes from which a battle is fought."""
    return {position.at[u] for u in battle.attackers}


# ---- 14: doubling


def across_river(position: Position, attacker_hex: str, target: str) -> bool:
    """TRC-14.1.1a: one attacker is on a river hex, and the defender not on that river."""
    board = position.board
    if attacker_hex not in board.rivers:
        return False
    if position.readings.same_river == "hexside":
        return pair(attacker_hex, target) not in board.river_crossings
    return board.river_systems[attacker_hex] != board.river_systems.get(target)


def rivers_count(position: Position) -> bool:
    """TRC-14.1.3a: Russians gain nothing from rivers in the first impulse of the game."""
    return not (position.turn == 1 and position.impulse == 1 and position.side == AXIS)


def doubled(position: Position, target: str, from_hexes: Iterable[str]) -> str | None:
    """TRC-14.1a to TRC-14.1d: why the defenders of a hex are doubled, or None."""
    board, hexes = position.board, list(from_hexes)
    if board.terrain[target] == "mountain":
        return "TRC-14.1a"
    if board.cities.get(target) == "major":
        return "TRC-14.1b"
    if rivers_count(position) and all(across_river(position, h, target) for h in hexes):
        return "TRC-14.1c"
    if all(pair(h, target) in board.strait for h in hexes):
        return "TRC-14.1d"
    return None


# ---- strengths and shifts


def attack_strength(position: Position, battle: Battle) -> int:
    """TRC-14.1.2b, TRC-17.3.1a: factors of the attackers, never doubled."""
    return sum(combat_factor(position, position.units[u]) for u in battle.attackers)


def defence_strength(position: Position, battle: Battle) -> int:
    """TRC-12.2c, TRC-14.1.2a, TRC-17.3.1b: per hex, halved first and then at most doubled."""
    total = 0
    for target in battle.targets:
        factors = sum(combat_factor(position, u) for u in defenders(position, target))
        twice = doubled(position, target, attack_hexes(position, battle)) is not None
        total += 2 * factors if twice else factors
    return total


def artillery_in(position: Position, battle: Battle) -> int:
    """TRC-26.5.3a: attacking artillery units."""
    return sum(position.units[u].kind == "artillery" for u in battle.attackers)


def shift(position: Position, battle: Battle, air: int) -> int:
    """TRC-15.5a, TRC-15.7a, TRC-15.10b, TRC-26.5.3b: levels gained by air and artillery.

    A Stuka is worth three levels, a Sturmovik one; air with artillery at most three together.
    """
    guns = artillery_in(position, battle)
    wings = 3 * air if position.side == AXIS else air
    return min(3, guns + wings) if wings and guns else guns + wings


def odds(position: Position, battle: Battle, air: int = 0) -> Odds:
    """The odds of a battle with so many air units."""
    attack = attack_strength(position, battle)
    defence = defence_strength(position, battle)
    return Odds(attack, defence, level(attack, defence), shift(position, battle, air))


def at_floor(position: Position, battle: Battle, air: int = 0) -> bool:
    """TRC-12.5a, TRC-12.5b: 1-6 or better, by the factors or (other reading) after shifts."""
    found = odds(position, battle, air)
    counted = found.before if position.readings.floor_before_shifts else found.level
    return counted >= FLOOR


# ---- air


def bases(position: Position) -> list[str]:
    """TRC-15.5b, TRC-15.8a, TRC-15.8b: units that air may be based on, by side to move."""
    if position.side == AXIS:
        return [u.id for u in position.on_map(AXIS) if u.kind == "hq"]
    own = position.on_map(RUSSIAN)
    stavka = [u.id for u in own if u.kind == "hq"]
    return stavka or [u.id for u in own if u.kind == "leader"]


def bases_in_range(position: Position, targets: Iterable[str]) -> list[str]:
    """TRC-15.2a, TRC-15.4a, TRC-15.4b: bases within eight hexes of every defender."""
    hexes = list(targets)
    return [b for b in bases(position) if all(distance(position.at[b], h) <= 8 for h in hexes)]


def most_air(position: Position, targets: Iterable[str], left: int, used: Iterable[str]) -> int:
    """The number of air units that may join one battle.

    One Stuka on a base not used yet (TRC-15.5a, TRC-15.5b), or any number of Sturmoviks
    (TRC-15.10a); none in the second impulse.
    """
    free = set(bases_in_range(position, targets))
    if position.side == AXIS:
        free -= set(used)
    if position.impulse != 1 or not free:
        return 0
    return min(left, 1) if position.side == AXIS else left


# ---- the die


def columns_offered(found: Odds) -> list[int]:
    """TRC-13.1b: the attacker may announce any lower level, down to 1-6."""
    best = max(found.level, FLOOR)
    return list(range(FLOOR, min(best, AUTOMATIC) + 1))


def surrenders_without_die(position: Position, at_level: int) -> bool:
    """10-1 in the combat phase; Russians before Nov/Dec 1942 roll (TRC-16.1a, TRC-16.4a)."""
    if at_level < AUTOMATIC or not position.readings.surrender_in_combat:
        return False
    return position.side == AXIS or position.turn >= 10


def outcome(position: Position, at_level: int, die: int) -> str:
    """The result of a battle at a level for a die, DS when no die is needed."""
    if surrenders_without_die(position, at_level):
        return "DS"
    return combat_result(at_level, die)

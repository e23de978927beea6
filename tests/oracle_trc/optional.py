"""Arithmetic of some optional rules (26.2, 26.8, 26.9, 26.10, 26.12, 26.14, 28.4.5)."""

from __future__ import annotations

from .model import Position, Unit
from .movement import share


def bid_points(bid: int, turns: int) -> list[int]:
    """26.8: extra points of each turn; earlier turns first, and negative ones from the end."""
    each, rest = divmod(abs(bid), turns)
    points = [each + (index < rest) for index in range(turns)]
    return points if bid >= 0 else [-p for p in reversed(points)]


def optional_workers(bid: int, turns: int) -> tuple[int, list[int]]:
    """26.14: worker factors at the start, and the points of each turn that remain."""
    factors, rest = divmod(bid, turns)
    return factors, [1 if index < rest else 0 for index in range(turns)]


def evacuation(worker: Unit, turn: int) -> tuple[int, int]:
    """26.2: rail moves that a worker costs, and the turn from which it counts again."""
    return 2 * worker.combat, turn + 3


def strategic_hexes(unit: Unit, weather: str, part: str) -> int:
    """26.10: hexes of strategic movement; in snow the printed factor, otherwise twice the
    allowance of the first impulse."""
    return unit.movement if weather == "snow" else 2 * share(unit.movement, part)


def recovery_cost(unit: Unit) -> int:
    """26.12: points to bring a surrendered unit back to the pool."""
    return unit.combat


def upgrade_cost(old: Unit, new: Unit) -> int:
    """28.4.5: points to make a Guards army of another."""
    return new.combat - old.combat


def must_attack_fortress(position: Position, fortress: str, attackers: set[str]) -> bool:
    """26.9: whether units that attack something near a fortress must attack it too: any of them
    is adjacent to it."""
    return any(fortress in position.board.open_sides(position.at[u]) for u in attackers)


def barrage(before: int) -> int:
    """26.13: the level of a battle with a barrage; no other shift goes with it."""
    return before + 3

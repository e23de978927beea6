"""Random mid-game positions: a wandering front with pockets on both sides of it, in any month.

At least half of the combat units of a position are next to an enemy. No two sides share a hex,
stacks are within their limits, Finns within theirs. The same seed gives the same position on every
machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from . import charts
from .board import AXIS, SOVIET, Unit, counters_of, distance, enemy_of, split, the_map
from .model import FIRST, GROUND, SECOND, Position, zone
from .stacks import fits

CONTACT = 1 / 2
"""The part of the combat units that are in an enemy zone of control."""
KINDS = {
    AXIS: (
        *("DE:pza", "DE:pza", "DE:pzc", "DE:pzc", "DE:ina", "DE:ina", "DE:inc", "DE:inc", "DE:inc"),
        *("RU:ina", "RU:inc", "HU:inc", "IT:inc", "AX:sup", "AX:sup", "DE:air"),
    ),
    SOVIET: (
        *("SU:inf", "SU:inf", "SU:inf", "SU:inf", "SU:tkc", "SU:mec", "SU:shk", "SU:tka"),
        *("SU:sup", "SU:tkc"),
    ),
}
PLACES = ("0618", "4327", "2115", "0121", "3339", "4411", "2405", "0517", "1627", "3525", "4522")
"""The places of skirmishes: lakes, straits, rivers, mountains, cities, edges."""


def in_contact(pos: Position) -> float:
    """The share of the combat units on the map that are in an enemy zone of control."""
    fighting = [u for side in (AXIS, SOVIET) for u in pos.on_map(side) if not u.is_support]
    touching = [u for u in fighting if pos.at[u.id] in zone(pos, enemy_of(u.side))]
    return len(touching) / len(fighting) if fighting else 0.0


def drawn(
    seed: int,
    game: str | None = None,
    situations: frozenset[int] = frozenset(),
    side: str | None = None,
    phase: str | None = None,
) -> Position:
    """A position by chance; every third of a whole front, the others skirmishes."""
    for attempt in range(200):
        dice = Random(f"position {seed} {attempt}")
        name = game or dice.choice(sorted(charts.GAMES))
        facts = charts.GAMES[name]
        pos = Position(
            {},
            the_map(),
            game=name,
            situations=situations,
            turn=dice.randint(facts.first_turn, facts.last_turn),
            side=side or dice.choice((AXIS, SOVIET)),
            phase=phase or dice.choice((FIRST, SECOND)),
        )
        made = _whole_front(pos, dice) if seed % 3 == 0 else _skirmish(pos, dice)
        if in_contact(made) >= CONTACT:
            return _travelled(made, dice)
    raise RuntimeError(f"no position for seed {seed}")


def _line(dice: Random) -> Callable[[str], bool]:
    """A test of which hexes lie on the Axis side of a wandering line with pockets."""
    column = dice.uniform(6, 30)
    line = {}
    for row in range(1, 47):
        column = max(4.0, min(38.0, column + dice.uniform(-2, 2.2)))
        line[row] = column
    pockets = [
        (f"{dice.randint(10, 46):02}{dice.randint(4, 40):02}", dice.randint(1, 2)) for _ in range(9)
    ]

    def is_axis(hex_: str) -> bool:
        row, column = split(hex_)
        pocketed = any(distance(hex_, centre) <= size for centre, size in pockets)
        return (column < line[row]) != pocketed

    return is_axis


def _whole_front(pos: Position, dice: Random) -> Position:
    is_axis = _line(dice)
    sides = {h: AXIS if is_axis(h) else SOVIET for h in pos.ground}
    near = [
        h
        for h in sorted(sides)
        if any(sides.get(n, sides[h]) != sides[h] for n in pos.neighbours[h])
    ]
    hot = dice.sample(near, min(6, len(near)))
    near = [h for h in near if any(distance(h, centre) <= 2 for centre in hot)]
    at: dict[str, str] = {}
    for side, number in ((AXIS, dice.randint(12, 34)), (SOVIET, dice.randint(14, 44))):
        beside = {n for h in at.values() for n in pos.neighbours[h]}
        rear = [h for h in sorted(sides) if sides[h] == side]
        front = [h for h in (rear if at else near) if sides[h] == side and (not at or h in beside)]
        at = _placed(pos, dice, at, side, number, front, rear)
    return pos.with_(at=at)


def _skirmish(pos: Position, dice: Random) -> Position:
    centre = dice.choice([*PLACES, *(dice.choice(sorted(pos.ground)) for _ in PLACES)])
    room = [h for h in sorted(pos.ground) if distance(h, centre) <= 3]
    dice.shuffle(room)
    half = max(1, len(room) // 2)
    if dice.random() < 0.6:  # one side to the west
        room.sort(key=lambda h: split(h)[1] + dice.uniform(-1.5, 1.5))
    at: dict[str, str] = {}
    for side, hexes in ((AXIS, room[:half]), (SOVIET, room[half:])):
        at = _placed(pos, dice, at, side, dice.randint(3, 9), hexes, hexes)
    return pos.with_(at=at)


def _placed(
    pos: Position,
    dice: Random,
    at: dict[str, str],
    side: str,
    number: int,
    front: list[str],
    rear: list[str],
) -> dict[str, str]:
    """Units of a side by chance, most of them in the front hexes."""
    taken = {h for u, h in at.items() if pos.units[u].side != side}
    at = dict(at)
    for _ in range(number):
        kind = dice.choice(KINDS[side])
        hexes = front if dice.random() < 0.95 else rear
        free = [u for u in counters_of(kind) if u.id not in at]
        if not hexes or not free:
            continue
        unit, h = free[0], dice.choice(hexes)
        if h in pos.board.finland and side == AXIS and 1 not in pos.situations:
            finns = [u for u in counters_of(dice.choice(("FI:ina", "FI:inc"))) if u.id not in at]
            unit = finns[0] if finns else unit
        if not _breakable(pos, at, unit):
            continue
        there = [pos.units[u] for u, other in at.items() if other == h]
        if h in taken or not pos.may_stand(unit, h) or not fits(pos, side, [*there, unit]):
            continue
        at[unit.id] = h
    return at


def _breakable(pos: Position, at: dict[str, str], unit: Unit) -> bool:
    """Whether with one unit more all armies can still break down with the counters there are."""
    need = Counter(
        part
        for kind in [*(pos.units[u].kind for u in at), unit.kind]
        for part in charts.PARTS.get(kind, (kind,))
    )
    return all(n <= len(counters_of(kind)) for kind, n in need.items())


def _travelled(pos: Position, dice: Random) -> Position:
    """The last side in the hexes: the owner of units there, either side around them."""
    found = {h: (side, GROUND) for side in (AXIS, SOVIET) for h in pos.held[side]}
    for h in sorted(pos.ground - set(found)):
        if dice.random() < 0.15:
            found[h] = (dice.choice((AXIS, SOVIET)), GROUND)
    return pos.with_(traveller=found)


def units_of(pos: Position, side: str) -> list[Unit]:
    """A side's units by id."""
    return sorted(pos.on_map(side), key=lambda u: u.id)

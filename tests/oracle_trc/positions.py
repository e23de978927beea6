"""Random mid-game positions on the full map, as plain values.

A wandering front with pockets on both sides of it is drawn over the map; counters of the turn are
placed close to it, so that at least a third of them are in enemy zones of control. All positions
satisfy the laws: no two sides in one hex, stacks within their limits, control as it follows from
the units. The same seed gives the same position on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from . import scenario
from .arrivals import partisan_hexes
from .board import Board
from .charts import FIXED_WEATHER
from .control import refreshed
from .grid import ROWS, distance, split
from .model import (
    AXIS,
    RUSSIAN,
    Position,
    Unit,
    as_dict,
    from_dict,
    has_no_stacking_value,
    period,
    stack_is_legal,
)
from .zoc import enemy_zone

NEUTRAL = frozenset({"bulgaria", "turkey"})
SHUT = frozenset({"island", "turkey"})
POSSIBLE_WEATHER = {
    "Mar/Apr": ("clear", "light-mud", "mud", "snow"),
    "Sep/Oct": ("clear", "light-mud", "mud"),
    "Nov/Dec": ("light-mud", "mud", "snow"),
}
CONTACT = 1 / 3
FIRST_TURNS = {AXIS: 5, RUSSIAN: 5}
"""The first turn of a side that is drawn, but for the opening of the game."""


def random_position(seed: int, opening: bool = False) -> dict[str, Any]:
    """A position of the whole front, in the first impulse of the game or in any first impulse."""
    for attempt in range(100):
        position = _whole_front(Random(f"front {seed} {attempt}"), opening)
        if in_contact(position) >= CONTACT:
            return as_dict(position)
    raise RuntimeError(f"no position for seed {seed}")


def random_skirmish(
    seed: int, units: int = 10, centre: str | None = None, opening: bool = False
) -> dict[str, Any]:
    """A few units of both sides within two hexes of one place, many of them in contact."""
    for attempt in range(100):
        position = _skirmish(Random(f"skirmish {seed} {attempt}"), units, centre, opening)
        if in_contact(position) >= CONTACT:
            return as_dict(position)
    raise RuntimeError(f"no skirmish for seed {seed}")


def load(plain: dict[str, Any], **changes: Any) -> Position:
    """A generated position on the printed map."""
    return from_dict(scenario.board(), scenario.counters(), plain).with_(**changes)


def in_contact(position: Position) -> float:
    """The share of the fighting units on the map that are in an enemy ZOC."""
    fighting = [u for s in (AXIS, RUSSIAN) for u in position.on_map(s) if u.kind != "partisan"]
    zones = {side: enemy_zone(position, side) for side in (AXIS, RUSSIAN)}
    touching = [u for u in fighting if position.at[u.id] in zones[u.side]]
    return len(touching) / len(fighting) if fighting else 0.0


# ---- the parts of a position


def _circumstances(dice: Random, opening: bool) -> dict[str, Any]:
    side = AXIS if opening else dice.choice((AXIS, RUSSIAN))
    turn = 1 if opening else dice.randint(FIRST_TURNS[side], 25)
    months = period(turn)
    weather = FIXED_WEATHER.get(months) or dice.choice(POSSIBLE_WEATHER[months])
    closed = set(NEUTRAL)
    if turn >= 12 and dice.random() < 0.5:
        closed.discard("bulgaria")
    if turn >= 21 and dice.random() < 0.5:
        closed.add("finland")
    return {
        "turn": turn,
        "impulse": 1,
        "side": side,
        "weather": weather,
        "closed": frozenset(closed),
    }


def _front(dice: Random, turn: int) -> Callable[[str], bool]:
    """A test of which hexes lie on the Axis side of a random line with pockets."""
    column = dice.uniform(9, 24) if turn > 2 else dice.uniform(18, 24)
    line = []
    for _ in ROWS:
        column = max(5.0, min(27.0, column + dice.uniform(-1.6, 1.6)))
        line.append(column)
    pockets = [(f"{dice.choice(ROWS)}{dice.randint(6, 26)}", dice.randint(1, 2)) for _ in range(8)]

    def is_axis(name: str) -> bool:
        row, number = split(name)
        west = number > line[row]
        pocketed = any(distance(name, centre) <= size for centre, size in pockets)
        return west != pocketed

    return is_axis


def _open_hexes(board: Board, closed: frozenset[str]) -> list[str]:
    shut = closed | SHUT
    return [h for h in board.terrain if board.is_land(h) and board.region(h) not in shut]


def _drawn(dice: Random, told: dict[str, Any], share: float) -> list[Unit]:
    turn, finland_closed = told["turn"], "finland" in told["closed"]
    arrivals = scenario.arrival_turns()
    known = scenario.counters()
    due = [u for name, u in sorted(known.items()) if arrivals.get(name, 99) <= turn]
    picked = [u for u in due if dice.random() < share and u.kind != "partisan"]
    if finland_closed:  # its army has surrendered (24.1)
        picked = [u for u in picked if u.nation != "finnish"]
    dice.shuffle(picked)
    return picked


Stacks = dict[str, list[Unit]]


def _place(stacks: Stacks, unit: Unit, hexes: list[str]) -> bool:
    """Put a unit into the first of some hexes that has room for it."""
    for name in hexes:
        own = stacks.get(name, [])
        if any(u.side != unit.side for u in own) or not stack_is_legal([*own, unit]):
            continue
        if has_no_stacking_value(unit) and sum(map(has_no_stacking_value, own)) >= 2:
            continue
        stacks[name] = [*own, unit]
        return True
    return False


def _position(board: Board, stacks: Stacks, told: dict[str, Any]) -> Position:
    at = {u.id: name for name in sorted(stacks) for u in stacks[name]}
    return Position(board=board, units=scenario.counters(), at=at, **told)


def _is_land_unit(unit: Unit) -> bool:
    return unit.kind not in {"hq", "leader", "worker"}


def _whole_front(dice: Random, opening: bool) -> Position:
    board = scenario.board()
    told = _circumstances(dice, opening)
    is_axis = _front(dice, told["turn"])
    hexes = _open_hexes(board, told["closed"])
    axis_land = {h for h in hexes if is_axis(h)}
    depth = _depths(board, hexes, axis_land)
    sectors = _sectors(dice, depth)
    stacks: Stacks = {}
    for unit in _drawn(dice, told, dice.uniform(0.5, 0.95)):
        within = sectors if dice.random() < 0.85 else set(depth)
        _place(stacks, unit, _wishes(dice, board, unit, axis_land, depth, within))
    return _finish(dice, _position(board, stacks, told), axis_land)


def _sectors(dice: Random, depth: dict[str, int]) -> set[str]:
    """Hexes near some places of the front, where most of the fighting is."""
    centres = [dice.choice(sorted(h for h in depth if depth[h] == 1)) for _ in range(6)]
    return {h for h in depth if any(distance(h, centre) <= 3 for centre in centres)}


def _depths(board: Board, hexes: list[str], axis_land: set[str]) -> dict[str, int]:
    """Hexes from each hex to the nearest one of the other side, up to six."""
    depth = {
        h: 1
        for h in hexes
        if any((o in axis_land) != (h in axis_land) for o in board.land_around(h))
    }
    for far in range(2, 7):
        for h in hexes:
            if h not in depth and any(depth.get(o) == far - 1 for o in board.land_around(h)):
                depth[h] = far
    return depth


def _wishes(
    dice: Random,
    board: Board,
    unit: Unit,
    axis_land: set[str],
    depth: dict[str, int],
    within: set[str],
) -> list[str]:
    """The hexes for a unit, best first: fighters at the front, the others behind it."""
    own = [h for h in depth if (h in axis_land) == (unit.side == AXIS)]
    if unit.kind in {"worker", "leader"}:
        own = [h for h in board.cities if (h in axis_land) == (unit.side == AXIS)]
        if unit.kind == "worker":
            own = [h for h in own if board.in_russia(h)]
        dice.shuffle(own)
        return own[:6]
    wanted = dice.choice((1, 1, 1, 1, 1, 2, 3)) if _is_land_unit(unit) else dice.randint(1, 5)
    here = [h for h in own if depth[h] == wanted and h in within]
    dice.shuffle(here)
    return here[:40]


def _finish(dice: Random, position: Position, axis_land: set[str]) -> Position:
    """Control, rail gauges and partisans, after all units are placed."""
    board = position.board
    position.control = {h: AXIS if h in axis_land else RUSSIAN for h in sorted(board.held)}
    for name in sorted(board.held):
        if dice.random() < 0.08:
            position.control[name] = dice.choice((AXIS, RUSSIAN, None))
    position.last_holder = {h: side for h, side in position.control.items() if side}
    position.rail = {
        h: AXIS if (h in axis_land) != (dice.random() < 0.02) else RUSSIAN
        for h in sorted(board.rail_hexes)
    }
    position = refreshed(position)
    if position.turn >= 3:
        position = _with_partisans(dice, position)
    return position


def _with_partisans(dice: Random, position: Position) -> Position:
    fit = sorted(partisan_hexes(position) - set(position.at.values()))
    at = dict(position.at)
    for unit in sorted(position.units.values(), key=lambda u: u.id):
        if unit.kind == "partisan" and fit and dice.random() < 0.8:
            at[unit.id] = fit.pop(dice.randrange(len(fit)))
    return position.with_(at=at)


RANGES = range(4, 11)
"""The distances of a base of aircraft from a skirmish."""


def _base(dice: Random, stacks: Stacks, told: dict[str, Any], hexes: list[str]) -> None:
    """One or two headquarters of the side to move, or Stalin, from which aircraft may fly."""
    kinds = ("hq",) if told["side"] == AXIS else dice.choice((("hq",), ("hq",), ("leader",)))
    own = [
        u
        for _, u in sorted(scenario.counters().items())
        if u.side == told["side"] and u.kind in kinds and all(u not in s for s in stacks.values())
    ]
    for unit in dice.sample(own, min(len(own), dice.choice((0, 1, 1, 2)))):
        _place(stacks, unit, dice.sample(hexes, min(len(hexes), 20)))


def _skirmish(dice: Random, count: int, place: str | None, opening: bool) -> Position:
    board = scenario.board()
    told = _circumstances(dice, opening)
    hexes = _open_hexes(board, told["closed"])
    centre = place or dice.choice(hexes)
    near = [h for h in hexes if distance(h, centre) <= 2]
    dice.shuffle(near)
    axis_land = set(near[: len(near) // 2])
    stacks: Stacks = {}
    drawn = [u for u in _drawn(dice, told, 0.9) if u.kind not in {"worker", "leader"}]
    # a weak side to move against tall stacks, half of the time: soak-offs and surrenders
    weak = dice.choice((None, None, AXIS, RUSSIAN))
    if weak is not None and not opening:
        told["side"] = weak
        drawn.sort(key=lambda u: u.combat if u.side == weak else -u.combat)
    for unit in drawn:
        if sum(map(len, stacks.values())) >= count:
            break
        if unit.side == weak and dice.random() < 0.75:
            continue
        own = [h for h in near if (h in axis_land) == (unit.side == AXIS)]
        if weak is None:
            dice.shuffle(own)
        _place(stacks, unit, own[:4])
    behind = {h for h in hexes if h in axis_land or h not in near}
    _base(dice, stacks, told, [h for h in hexes if distance(h, centre) in RANGES])
    return _finish(dice, _position(board, stacks, told), behind)

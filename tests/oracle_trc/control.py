"""Control of cities, oil wells and rail junctions (7.4, 9.4.2, 13.3, 17.2.1, 19.2, 21.4)."""

from __future__ import annotations

from .model import AXIS, RUSSIAN, Position, Unit
from .movement import Walker, after_step
from .zoc import zone


def occupier(position: Position, name: str) -> str | None:
    """The side with a unit in a hex; a partisan does not occupy (TRC-19.2c)."""
    for side in (AXIS, RUSSIAN):
        if position.fighters(name, side):
            return side
    return None


def sole_zone(position: Position, name: str) -> str | None:
    """ "both", a side, or None: whose ZOC a hex is in, partisans left out (TRC-19.2c)."""
    axis = name in zone(position, AXIS, partisans=False)
    russian = name in zone(position, RUSSIAN, partisans=False)
    if axis and russian:
        return "both"
    return AXIS if axis else RUSSIAN if russian else None


def controller(position: Position, name: str) -> str | None:
    """Return the side that controls a hex, from the position and its last controller.

    TRC-17.2.1b: its occupier. TRC-17.2.1c: a vacant hex belongs to the side that alone has it in
    its ZOC, and stays with the side that had it when no ZOC covers it. TRC-17.2.1e: in both
    players' ZOC it has no controller, and (first reading) still has none when both have left.
    TRC-24.5b: Helsinki is Russian once Finland is closed.
    """
    if position.board.names.get(name) == "Helsinki" and "finland" in position.closed:
        return RUSSIAN
    holder = occupier(position, name) or sole_zone(position, name)
    if holder == "both":
        return None
    if holder is not None:
        return holder
    if position.readings.contested_city_reverts:
        return position.last_holder.get(name)
    return position.control.get(name)


def refreshed(position: Position) -> Position:
    """TRC-17.2.1d: control everywhere at this moment."""
    control = {name: controller(position, name) for name in position.board.held}
    last = {name: control[name] or position.last_holder.get(name) for name in control}
    return position.with_(control=control, last_holder=last)


def walked(position: Position, unit: Unit, path: list[str], hexes: int) -> Position:
    """The position after a legal walk, control refreshed in each hex that the unit came to."""
    walker = Walker(path[0], hexes)
    for to in path[1:]:
        walker = after_step(position.without([unit.id]), unit, walker, to)
        position = refreshed(position.moved(unit.id, walker.hex))
    return position


def controlled(position: Position, side: str, names: frozenset[str]) -> set[str]:
    """Those of some hexes that a side controls."""
    return {name for name in names if position.control.get(name) == side}

"""Stacking, breaking down and recombining (STACK-*, BREAK-*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .board import SOVIET, Unit, counters_of
from .charts import INVASION, PARTS
from .model import Position

JUNE_1943 = 25
OCTOBER_1942 = 17


def soviet_limit(pos: Position) -> int:
    """STACK-GEN2 to GEN4: how many Soviet units may be in a hex."""
    if pos.game == "campaign":
        return 3 if pos.turn >= JUNE_1943 else 2
    return 2 if pos.game in {"barbarossa", "stalingrad"} else 3


def fits(pos: Position, side: str, units: Iterable[Unit]) -> bool:
    """Whether units of a side may be in a hex together; support units do not count (STACK-B1).

    Axis: one army and nothing beside it, or three corps (R16). Soviets: units, whatever their size.
    """
    fighters = [u for u in units if not u.is_support]
    if side == SOVIET:
        return len(fighters) <= soviet_limit(pos)
    armies = sum(u.size == "army" for u in fighters)
    return len(fighters) == 1 if armies else len(fighters) <= 3


def overstacked(pos: Position, side: str) -> frozenset[str]:
    """The hexes in which a side has more than the limit."""
    return frozenset(h for h in pos.held[side] if not fits(pos, side, pos.stack(h)))


def to_go(pos: Position, side: str, hex_: str) -> int:
    """The fewest units that must leave a hex or be lost to bring it within the limit."""
    fighters = [u for u in pos.stack(hex_, side) if not u.is_support]
    if fits(pos, side, fighters):
        return 0
    if side == SOVIET:
        return len(fighters) - soviet_limit(pos)
    corps = sum(u.size == "corps" for u in fighters)
    return len(fighters) - max(1, min(3, corps))


def may_combine_at_all(pos: Position, army: str) -> bool:
    """BREAK-S1 to S3: when the Soviets may put armies together; the Axis always may."""
    if not army.startswith("SU:"):
        return True
    if pos.game == "campaign":
        return pos.turn >= OCTOBER_1942
    return pos.game not in INVASION


def breakdowns(pos: Position, hex_: str) -> list[str]:
    """The units in a hex that may be broken down, at the beginning of a Movement Phase."""
    return [u.id for u in pos.stack(hex_, pos.side) if u.kind in PARTS]


def combinations_in(pos: Position, hex_: str) -> dict[str, int]:
    """The armies that can be put together in a hex, and how many of each (BREAK-C5, BREAK-N).

    There must be a counter of the army that is not on the map.
    """
    here = Counter(u.kind for u in pos.stack(hex_, pos.side))
    found = {}
    for army, parts in PARTS.items():
        times = min(here[part] // n for part, n in Counter(parts).items())
        spare = sum(u.id not in pos.at for u in counters_of(army))
        if times and spare and may_combine_at_all(pos, army):
            found[army] = min(times, spare)
    return found


def is_beginning(pos: Position) -> bool:
    """BREAK-C1, C2: whether nothing has moved in this Movement Phase."""
    return not pos.moved and not pos.left and not pos.overrun

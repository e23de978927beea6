"""Tiger battalions: the corps they may be on, and how they change it. Written from 8.31, 8.7.

A battalion that changes its corps goes by strategic movement as a mechanised unit.
"""

from __future__ import annotations

from dataclasses import replace

from . import gambit
from .model import GERMAN, Position
from .movement import STRATEGIC_MOVES, by_rail, may_entrain
from .supply import german_states

CORPS = ("panzer", "parachute-panzer", "infantry", "mountain", "paratroop")
MOVES = STRATEGIC_MOVES
WEIGHT = 2
"""Strategic moves that a battalion uses (8.7: a mechanised unit)."""


def _corps(position: Position, hex_id: str) -> list[str]:
    """The German corps in a hex to which none of its stack has a battalion (8.31)."""
    here = position.occupants(hex_id, GERMAN)
    if any(position.carries(u) for u in here):
        return []
    return [u for u in here if position.unit(u).kind in CORPS]


def carriers(position: Position) -> list[str]:
    """The corps on which a battalion may arrive: in overland supply (8.31)."""
    states = german_states(position)
    return [u for h in position.occupied(GERMAN) for u in _corps(position, h)
            if states[u] == "overland"]  # fmt: skip


def first_carriers(position: Position) -> list[str]:
    """The corps to which a battalion may be attached in the Gambit's set-up (14.9).

    It is set up next to the main part of the Soviet front line, away from the Kerch Strait.
    """
    hexes = gambit.german(position) & position.occupied(GERMAN)
    return [u for h in sorted(hexes) for u in _corps(position, h)]


def may_change(position: Position, opening: Position, tiger: str) -> bool:
    """Whether its corps is, as the phase begins, in a city where a strategic move may begin."""
    corps = position.riders.get(tiger)
    if corps is None or position.units[corps] != opening.units[corps]:  # it has gone by rail
        return False
    return may_entrain(opening, corps)


def heirs(position: Position, tiger: str) -> list[str]:
    """The corps that a battalion can reach by strategic movement, its own hex among the ends."""
    corps = position.riders[tiger]
    start = position.where(corps)
    left = {t: c for t, c in position.riders.items() if t != tiger}
    alone = replace(position, riders=left)

    # it does not count for stacking, and belongs to no stack on the way
    ways = by_rail(alone, tiger, start, lambda _: True) | {start}
    return [u for h in sorted(ways) for u in _corps(alone, h) if u != corps]

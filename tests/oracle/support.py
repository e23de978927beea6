"""Supports during a game: air armies, the Luftwaffe, partisans, paratroops, aerial supply.

Written from 7.7, 8.38 to 8.41 and 11.23 of the rulebook. Earlier uses come from the ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .battle import PREPARED
from .charts import load_charts
from .model import GERMAN, SOVIET, Position
from .supply import german_states, soviet_states
from .terms import BLUE_KREMLIN, Terms

NO_ARMY = frozenset({"SU:lcfc"})
"""The Soviet unit that is a corps (8.35)."""


def luftwaffe_counters(turn: int, terms: Terms = BLUE_KREMLIN) -> int:
    """Counters of a turn; each flies once (11.23, 15.7)."""
    if terms.luftwaffe is not None:
        return terms.luftwaffe
    for box in load_charts()["turn-track"]["turn"]:
        if box["turn"] == turn:
            return int(box["luftwaffe"])
    raise ValueError(f"the turn track has no turn {turn}")


def air_armies(turn: int) -> int:
    """Air armies that have arrived; each flies once a prepared assault phase (8.38)."""
    return int(load_charts()["air-armies"]["available"][str(turn)])


def may_fly(position: Position, kind: str, side: str, *, luftwaffe: bool, flown: int) -> bool:
    """Whether an air army may support this attack (8.38)."""
    if side != SOVIET or kind != PREPARED or luftwaffe:
        return False
    first = position.sequence == "fight-fight" and position.phase_index == 0
    return (position.sequence == "fight-move" or first) and flown < air_armies(position.turn)


def artillery_corps(turn: int) -> int:
    """Artillery corps that have arrived; each fires once a prepared assault phase (8.36)."""
    return sum(come <= turn for come in load_charts()["artillery-corps"]["arrivals"])


def may_fire(position: Position, kind: str, side: str, *, fired: int) -> bool:
    """Whether an artillery corps may support this attack (8.36)."""
    if side != SOVIET or kind != PREPARED:
        return False
    first = position.sequence == "fight-fight" and position.phase_index == 0
    return (position.sequence == "fight-move" or first) and fired < artillery_corps(position.turn)


def may_have_guns(position: Position, attackers: Sequence[str], guns: Collection[str]) -> list[str]:
    """The attacking armies in overland supply, no shock armies, without a corps yet (8.36)."""
    states = soviet_states(position)
    return [
        u
        for u in attackers
        if u not in guns
        and states[u] == "overland"
        and position.unit(u).kind not in ("shock", "counter-fire")
    ]


def may_be_lifted(attackers: Sequence[str], lifted: Collection[str]) -> list[str]:
    """The armies that have no air army yet: each may have one (8.38)."""
    return [u for u in attackers if u not in lifted and u not in NO_ARMY]


def _open_country(position: Position, target: str) -> bool:
    return position.board.hexes[target].area == "ussr" and not position.is_city(target)


def may_rise(position: Position, kind: str, side: str, target: str, *, used: bool) -> bool:
    """Whether partisans may help: once a phase, against supplied defenders in the open (8.39)."""
    if side != SOVIET or kind != PREPARED or used or not _open_country(position, target):
        return False
    states = german_states(position)
    return all(states[u] == "overland" for u in position.occupants(target, GERMAN))


def may_drop(
    position: Position, kind: str, side: str, target: str, *, used: bool, luftwaffe: bool = False
) -> bool:
    """Whether paratroops may help: once in 1942, in fight/move, in the open (8.40, 15.8)."""
    if side != SOVIET or kind != PREPARED or used:
        return False
    if luftwaffe and not position.terms.drop_against_luftwaffe:
        return False
    return position.sequence == "fight-move" and _open_country(position, target)


def may_supply_by_air(position: Position, target: str, *, flown: bool, back: int) -> bool:
    """Whether the marker could be flown in to defenders that are out of supply (7.7)."""
    if flown or position.turn < back:
        return False
    states = german_states(position)
    return any(states[u] == "oos" for u in position.occupants(target, GERMAN))

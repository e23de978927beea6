"""Ground movement (5, 7.2, 8, 11.1, 11.3, 16.2, 26.4.1), one hex at a time.

A hex costs one movement point (5.4); what else terrain does is to stop a unit. The chart of
allowances is data that the caller gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import networkx as nx

from .grid import adjacent, pair
from .model import Position, Unit, enemy_of
from .zoc import enemy_zone

#: (chart class, weather, impulse) -> "full", "half-up", "half-down", "quarter-up" or "none"
Chart = Mapping[tuple[str, str, int], str]


@dataclass(frozen=True)
class Walker:
    """A unit on its way: where it is, hexes left, and whether something has stopped it."""

    hex: str
    left: int
    stopped: bool = False


def share(factor: int, part: str) -> int:
    """A part of a movement factor, in hexes."""
    return {
        "full": factor,
        "half-up": (factor + 1) // 2,
        "half-down": factor // 2,
        "quarter-up": (factor + 3) // 4,
        "none": 0,
    }[part]


def allowance(position: Position, unit: Unit, chart: Chart) -> int:
    """Hexes that a unit may walk in this impulse (TRC-2.5a, TRC-5.4a).

    TRC-11.1a, TRC-11.1b: an HQ has its full factor in the second impulse and none in the first.
    TRC-11.2a, TRC-22.2c: leaders and workers do not walk. TRC-11.3a: nor do units whose country
    has lost its leader, for one impulse.
    """
    if unit.kind in {"leader", "worker", "partisan"} or unit.nation in position.leaderless:
        return 0
    if unit.kind == "hq":
        return unit.movement if position.impulse == 2 else 0
    part = chart[unit.chart or unit.kind, position.weather, position.impulse]
    return share(unit.movement, part)


def grounded(position: Position, unit: Unit) -> str | None:
    """Why a unit may not walk at all in this impulse, as a rule id; None when it may."""
    if unit.kind == "leader":
        return "TRC-11.2a"
    if unit.kind == "worker":
        return "TRC-22.2c"
    if unit.kind == "partisan":
        return "TRC-19.4a"
    if unit.kind == "hq" and position.impulse == 1:
        return "TRC-11.1a"
    if unit.id in position.av_now:
        return "TRC-16.2a"
    if unit.id in position.frozen:
        return "TRC-8.4a"
    if unit.id in position.spent:
        return "TRC-9.3.1c"
    return None


def stops_in(position: Position, unit: Unit, name: str) -> bool:
    """TRC-8.2a to TRC-8.2d, TRC-11.1c: whether the terrain of a hex stops a unit on entry."""
    terrain = position.board.terrain[name]
    if terrain == "woods":
        # artillery moves as its side's infantry does (TRC-26.5.4a)
        return unit.kind not in {"infantry", "artillery", "mountain", "paratroop", "luftwaffe"}
    if terrain == "mountain":
        return unit.kind != "mountain"
    if terrain == "swamp":
        return position.weather != "snow"
    return False


def may_not_enter_zone(position: Position, unit: Unit, name: str) -> str | None:
    """Why a unit may not walk into an enemy ZOC hex."""
    if unit.kind == "hq":
        friends = [u for u in position.stack(name, unit.side) if u.kind != "hq"]
        if not friends:
            return "TRC-11.1e"
    if unit.id in position.av_before:
        return "TRC-16.2b"
    if unit.battlegroup and not unit.ss:
        return "TRC-26.4.1b"
    return None


def entered_while_closed(position: Position, here: str, to: str) -> bool:
    """TRC-5.5a, TRC-24.5b: whether a step leads into a closed country, and not only through it."""
    region = position.board.region
    return region(to) in position.closed and region(here) != region(to)


def enemy_bars(position: Position, unit: Unit, name: str) -> bool:
    """A hex with enemy units may not be entered, except that a partisan alone does not bar it."""
    return bool(position.fighters(name, enemy_of(unit.side)))


def step_refusal(position: Position, unit: Unit, walker: Walker, to: str) -> str | None:
    """The rule that forbids the next step, or None when it is legal."""
    board = position.board
    zones = enemy_zone(position, unit.side)
    if not adjacent(walker.hex, to) or to not in board.terrain:
        return "TRC-5.2a"
    if not board.is_land(to):
        return "TRC-8.5a"
    if pair(walker.hex, to) in board.prohibited:
        return "TRC-8.1a"
    if entered_while_closed(position, walker.hex, to):
        return "TRC-24.5b" if board.region(to) == "finland" else "TRC-5.5a"
    if walker.stopped:
        return "TRC-8.2a"
    if walker.left < 1:
        return "TRC-5.4a"
    if enemy_bars(position, unit, to):
        return "TRC-7.2a"
    if to in zones:
        if walker.hex in zones:
            return "TRC-8.3a"
        return may_not_enter_zone(position, unit, to)
    return None


def after_step(position: Position, unit: Unit, walker: Walker, to: str) -> Walker:
    """The walker in its next hex (TRC-7.2a, TRC-8.2a, TRC-8.5.1a)."""
    stopped = (
        to in enemy_zone(position, unit.side)
        or stops_in(position, unit, to)
        or pair(walker.hex, to) in position.board.strait
    )
    return Walker(to, walker.left - 1, stopped)


def next_walkers(position: Position, unit: Unit, walker: Walker) -> list[Walker]:
    """Every legal next step."""
    return [
        after_step(position, unit, walker, to)
        for to in position.board.land_around(walker.hex)
        if step_refusal(position, unit, walker, to) is None
    ]


def walks(position: Position, unit: Unit, hexes: int) -> nx.DiGraph:
    """Every state that a unit can come to with so many hexes, joined by single steps.

    The unit itself is lifted off while it walks: what others may do does not change by its moving.
    """
    lifted = position.without([unit.id])
    start = Walker(position.at[unit.id], hexes)
    graph = nx.DiGraph()
    graph.add_node(start)
    if grounded(position, unit) is not None:
        return graph
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for there in next_walkers(lifted, unit, here):
            if there not in graph:
                waiting.append(there)
            graph.add_edge(here, there)
    return graph


def reach(position: Position, unit: Unit, hexes: int) -> set[str]:
    """Hexes where a unit may end its walk; its own is one of them. Stacks are not counted here:
    they are checked when the phase ends (6.2)."""
    return {walker.hex for walker in walks(position, unit, hexes)}


def path_refusal(position: Position, unit: Unit, path: list[str], hexes: int) -> str | None:
    """The rule that forbids a path (whose first hex is the unit's), or None."""
    reason = grounded(position, unit)
    if reason is not None and len(path) > 1:
        return reason
    lifted = position.without([unit.id])
    walker = Walker(path[0], hexes)
    for to in path[1:]:
        reason = step_refusal(lifted, unit, walker, to)
        if reason is not None:
            return reason
        walker = after_step(lifted, unit, walker, to)
    return None


def paths(position: Position, unit: Unit, hexes: int) -> Iterator[list[str]]:
    """Every legal path, shorter ones too, step by step; paths may cross themselves."""
    lifted = position.without([unit.id])
    start = Walker(position.at[unit.id], hexes)

    def go_on(walker: Walker, path: list[str]) -> Iterator[list[str]]:
        yield path
        for there in next_walkers(lifted, unit, walker):
            yield from go_on(there, [*path, there.hex])

    if grounded(position, unit) is None:
        yield from go_on(start, [start.hex])
    else:
        yield [start.hex]


def start_second_impulse(position: Position) -> Position:
    """TRC-8.4a, TRC-16.2b: units in enemy ZOC now are frozen; AV units are recorded."""
    zones = enemy_zone(position, position.side)
    frozen = frozenset(u.id for u in position.on_map(position.side) if position.at[u.id] in zones)
    return position.with_(
        impulse=2,
        frozen=frozen,
        av_before=position.av_now,
        av_now=frozenset(),
        spent=frozenset(u for u in position.spent if position.units[u].kind == "paratroop"),
        invaded_now=frozenset(),
    )

"""Where the engine and this oracle differ on the map: zones, control, supply, moves, track.

Each function takes a state and gives a line of text for every difference. Actions are tried on
copies; the oracle is asked about the position that the adapter reads.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from eastfront._core import State

from . import conversion, rail, scenario, sea, supply
from .control import refreshed
from .engine import SIDES, ids, invasions, names, offered, played, position, pushed, some, with_flag
from .model import AXIS, Position, Unit, overstacked
from .movement import allowance, reach
from .zoc import zone

OUT, DRY, SUPPLIED = range(3)


def odd(what: str, engine: Iterable[str], oracle: Iterable[str]) -> list[str]:
    """A line when two sets differ: what only the engine says, and what only the oracle says."""
    a, b = set(engine), set(oracle)
    return [] if a == b else [f"{what}: engine only {sorted(a - b)}, oracle only {sorted(b - a)}"]


def board_differences(state: State) -> list[str]:
    """Zones of control, friendly track, control as it must have settled, stacks (6, 7, 9.1)."""
    pos, found = position(state), []
    for side in SIDES:
        asked = state.ask(f"{side} zone of control")
        found += odd(f"zone of {side}", land(pos, asked), zone(pos, side, partisans=False))
        own = {h for h in pos.board.rail_hexes if pos.rail[h] == side}
        found += odd(f"track of {side}", state.ask(f"{side} rail"), own)
    return found + control_differences(pos)


def land(pos: Position, asked: Iterable[str]) -> set[str]:
    """The land among some hexes."""
    return {h for h in asked if pos.board.is_land(h)}


def control_differences(pos: Position) -> list[str]:
    """Control has settled: looked at once more it does not change (17.2.1)."""
    after = refreshed(pos).control
    return [
        f"control of {h}: engine {pos.control[h]}, oracle {after[h]}"
        for h in sorted(after)
        if after[h] != pos.control[h]
    ]


def supply_differences(state: State, rng: random.Random, most: int = 999) -> list[str]:
    """General and combat supply of units (17)."""
    pos, short, found = position(state), names(state.game), []
    for name in some(rng, pos.at, most):
        unit = pos.units[name]
        want = SUPPLIED if supply.in_combat_supply(pos, unit) else DRY
        if not supply.in_general_supply(pos, unit):
            want = OUT
        got = state.ask("supply", short[name])
        if got != want:
            found.append(f"supply of {name} at {pos.at[name]}: engine {got}, oracle {want}")
    return found


# ---- ground


def move_differences(state: State, rng: random.Random, most: int) -> list[str]:
    """Who may move on the ground, and where to (5, 8, 11)."""
    pos, chart = position(state), scenario.allowances()
    may, found = offered(state, "move"), []
    own = [u.id for u in pos.on_map(pos.side)]
    for name in some(rng, own, most):
        unit = pos.units[name]
        if name in may:
            walked = reach(pos, unit, allowance(pos, unit, chart)) - {pos.at[name]}
            found += odd(f"move of {name} from {pos.at[name]}", _reached(state, unit), walked)
            asked = state.ask(f"{pos.side} moves", names(state.game)[name])
            strait = set().union(*pos.board.strait)
            if not strait & (walked | {pos.at[name]}):
                found += odd(f"query of the moves of {name}", asked, walked)
    still = {u for u in own if u not in may}
    for name in some(rng, still, most):
        unit = pos.units[name]
        walked = reach(pos, unit, allowance(pos, unit, chart)) - {pos.at[name]}
        if walked and not same_as_one_of(pos, unit, may):
            found.append(f"{name} at {pos.at[name]} may not move, the oracle says {sorted(walked)}")
    return found


def same_as_one_of(pos: Position, unit: Unit, may: Iterable[str]) -> bool:
    """Whether another unit like this one in the same hex is offered in its stead."""

    def like(other: Unit) -> Unit:
        return replace(other, id="", origin="")

    here = pos.at[unit.id]
    return any(pos.at[u] == here and like(pos.units[u]) == like(unit) for u in may)


def _reached(state: State, unit: Unit) -> set[str]:
    """All hexes that a unit can come to by legs, the strait among them."""
    after = pushed(state, "move", unit.id)
    if after.decision != "leg":
        return set()
    hexes = set(offered(after, "to"))
    found = hexes | offered(after, "cross")
    for strait in scenario.board().strait:
        for near in strait & hexes:
            beside = pushed(after, "to", near)
            if beside.decision == "leg":
                found |= offered(beside, "cross")
    return found


def leg_differences(state: State, rng: random.Random) -> list[str]:
    """A leg hex by hex: what is controlled and which track counts as crossed after it (9.4.4c)."""
    pos, legs = position(state), sorted(offered(state, "to"))
    if not legs:
        return []
    to = rng.choice(legs)
    after = state.copy()
    effects: list[Any] = after.push(f"to {to}", effects=True) or []
    if after.is_over:  # by coming there the game was won
        return []
    known = ids(state.game)
    steps = [(known[e[1]], e[3]) for e in effects if e[0] == "placed" and e[1] in known]
    walker = next((u for u, h in steps if h == to), "")
    path = [h for u, h in steps if u == walker]
    if not all(map(pos.board.is_land, path)):
        return []  # it was lost where it came to, with the game
    met = set(state.hexes_with("crossed"))
    side = pos.side
    for h in path:
        pos = refreshed(pos.moved(walker, h))
        if pos.rail.get(h, side) != side and conversion.path_is_open(pos, side, h):
            met.add(h)
    now = position(after)
    if any(now.at.get(u) != h for u, h in pos.at.items()):
        return []  # somebody else came or went
    found = odd(f"crossed by {walker} along {path}", after.hexes_with("crossed"), met)
    found += [
        f"control of {h} after {walker} went {path}: engine {now.control[h]}, oracle {held}"
        for h, held in sorted(pos.control.items())
        if now.control[h] != held
    ]
    return found


# ---- rail


def rail_differences(state: State, rng: random.Random, most: int) -> list[str]:
    """Who may go by rail, and where to (9.2, 9.3)."""
    pos, may, found = position(state), offered(state, "rail"), []
    left = rail.capacity(pos.side, pos.weather) - state.var("rail moves")
    free = with_flag(state, "fresh")
    for name in some(rng, [u.id for u in pos.on_map(pos.side)], most):
        unit = pos.units[name]
        ends = rail.rail_reach(pos, unit)
        if left <= 0 and name not in free:
            ends = set()
        if name in may:
            asked = pushed(state, "rail", name)
            # the only way there is has been taken unasked
            got = set(offered(asked, "rail-to")) or {position(asked).at.get(name, rail.OFF_BOARD)}
            if offered(asked, "rail-off"):
                got.add(rail.OFF_BOARD)
            found += odd(f"rail move of {name} from {pos.at[name]}", got, ends)
        elif ends and not same_as_one_of(pos, unit, may):
            found.append(f"no rail move of {name}, the oracle says {sorted(ends)[:5]}")
    return found


# ---- sea


def sea_differences(state: State, rng: random.Random, most: int) -> list[str]:
    """Who may go by sea, where to, and on which dice (10)."""
    pos, chart, found = position(state), scenario.allowances(), []
    most_invasions = invasions(state.game)[pos.side]
    log = sea.Log(
        frozenset(a for a in ("black", "baltic") if state.var(f"{a} sea used")),
        state.var(f"{pos.side} invasions") + sea.INVASIONS_PER_GAME - most_invasions,
    )
    may = {area: offered(state, f"ship-{area}") for area in ("black", "baltic")}
    near = {h for area in ("black", "baltic") for h in sea.coast(pos, area)}
    ashore = [u.id for u in pos.on_map(pos.side) if pos.at[u.id] in near]
    for name in some(rng, {*ashore}, most):
        unit = pos.units[name]
        wanted = sea.moves(pos, unit, log, chart)
        for area in ("black", "baltic"):
            want = {m for m in wanted if m.area == area}
            if name not in may[area]:
                if want and not same_as_one_of(pos, unit, may[area]):
                    found.append(f"{name} may not sail: oracle {sorted(m.to for m in want)}")
                continue
            asked = pushed(state, f"ship-{area}", name)
            if asked.decision == "sea move":
                found += _voyages(asked, pos, want, name, rng)
            elif not want:
                found.append(f"{name} sails the {area} sea, the oracle knows no move")
    return found


def _voyages(
    asked: State, pos: Position, want: set[sea.SeaMove], name: str, rng: random.Random
) -> list[str]:
    got = {("port", to) for to in offered(asked, "ship-to")}
    got |= {("invasion", to) for to in offered(asked, "invade")}
    got |= {("port", sea.OMB) for _ in offered(asked, "ship-off")}
    mine = {("invasion" if m.kind == "invasion" else "port", m.to) for m in want}
    found = odd(f"sea moves of {name}", map(str, got), map(str, mine))
    if found or not want:
        return found
    move = rng.choice(sorted(want, key=str))
    # a port with an own city is left by transfer, whatever else the way could be called
    kinds = {m.kind for m in want if m.to == move.to and m.kind != "invasion"}
    if "transfer" in kinds and move.kind == "evacuation":
        return []
    verb = {"invasion": "invade"}.get(move.kind, "ship-off" if move.to == sea.OMB else "ship-to")
    rolled = played(asked, verb if move.to == sea.OMB else f"{verb} {move.to}")
    if rolled.decision != "sea roll":
        return []
    for die in range(1, 7):
        there = name not in gone(played(rolled, f"roll {die}"))
        if there != sea.survives(pos, pos.side, move, die):
            found.append(f"{name} by {move} on {die}: engine {there}")
    return found


def gone(state: State) -> frozenset[str]:
    """The ids of the units that were lost or surrendered."""
    known = ids(state.game)
    lost = {"pool", "surrendered"}
    return frozenset(known[u] for u, h in state.places().items() if h in lost)


# ---- the end of a player turn


def end_differences(before: State, after: State) -> list[str]:
    """From the last of a player turn to the next decision: track converted, units lost (4.1.6).

    Nothing else may have happened in between.
    """
    pos, now = position(before), position(after)
    crossed = [conversion.Visit(h, True) for h in before.hexes_with("crossed")]
    if overstacked(pos, pos.side):
        return []
    converted = conversion.after_conversion(pos, pos.side, crossed)
    got = {h for h, side in now.rail.items() if side == AXIS}
    want = {h for h, side in converted.rail.items() if side == AXIS}
    found = odd(f"Axis track after the end phase of {pos.side}", got, want)
    lost = supply.lost_for_supply(converted, pos.side)
    still = [u for u in lost if now.at.get(u) == pos.at[u]]
    if still:
        found.append(f"out of supply and not lost: {still}")
    gone_now = {u.id for u in pos.on_map(pos.side) if u.id in gone(after)} - set(lost)
    return found + ([f"lost in supply: {sorted(gone_now)}"] if gone_now else [])

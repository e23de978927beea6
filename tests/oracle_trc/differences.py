"""The differences of the engine and this oracle on the map: zones, control, supply, moves, track.

Each function takes a state with the record of its game and yields a line of text for every
difference. Actions are tried on copies; the oracle is queried on the position derived from the
record.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from . import rail, scenario, sea, supply
from .engine import SIDES, Table, control_of, facts, names, rail_of, some
from .model import Position, Unit
from .movement import allowance, reach
from .zoc import zone

OUT, DRY, SUPPLIED = range(3)


def odd(what: str, engine: Iterable[str], oracle: Iterable[str]) -> list[str]:
    """A line when two sets differ: what only the engine says, and what only the oracle says."""
    a, b = set(engine), set(oracle)
    return [] if a == b else [f"{what}: engine only {sorted(a - b)}, oracle only {sorted(b - a)}"]


def board_differences(table: Table) -> list[str]:
    """Zones of control, friendly track, who controls what, counters and markers (6, 7, 9.1)."""
    pos, state, found = table.position(), table.state, []
    for side in SIDES:
        asked = state.ask(f"{side} zone of control")
        found += odd(f"zone of {side}", land(pos, asked), zone(pos, side, partisans=False))
        own = {h for h in pos.board.rail_hexes if pos.rail[h] == side}
        found += odd(f"track of {side}", state.ask(f"{side} rail"), own)
    return found + fact_differences(table)


def fact_differences(table: Table) -> list[str]:
    """The facts derived from the record equal those on the table (4.1.1, 7.4, 17.2.1)."""
    pos, seen = table.position(), facts(table.state)
    found = odd("counters", map(str, seen.at.items()), map(str, pos.at.items()))
    for name in ("turn", "side", "impulse", "weather"):
        engine, mine = getattr(seen, name), getattr(pos, name)
        if engine != mine:
            found.append(f"{name}: engine {engine}, oracle {mine}")
    return found + control_differences(table)


def control_differences(table: Table) -> list[str]:
    """Control as it came about, from one change of place to the next (17.2.1)."""
    pos, held = table.position(), control_of(table.state)
    return [
        f"control of {h}: engine {held[h]}, oracle {side}"
        for h, side in sorted(pos.control.items())
        if held[h] != side
    ]


def land(pos: Position, asked: Iterable[str]) -> set[str]:
    """The land among some hexes."""
    return {h for h in asked if pos.board.is_land(h)}


def supply_differences(table: Table, rng: random.Random, most: int = 999) -> list[str]:
    """General and combat supply of units (17).

    Units that landed in the turn before are not compared until their owner's turn: the engine
    reports them as exempt until then, and supply is checked only in the owner's end phase.
    """
    pos, short, found = table.position(), names(table.state.game), []
    for name in some(rng, pos.at, most):
        if name in table.ledger.landed_before and pos.units[name].side != pos.side:
            continue
        unit = pos.units[name]
        want = SUPPLIED if supply.in_combat_supply(pos, unit) else DRY
        if not supply.in_general_supply(pos, unit):
            want = OUT
        got = table.state.ask("supply", short[name])
        if got != want:
            found.append(f"supply of {name} at {pos.at[name]}: engine {got}, oracle {want}")
    return found


# ---- ground


def move_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may move on the ground, and their hexes (5, 8, 11)."""
    pos, chart, state = table.position(), scenario.allowances(), table.state
    may, found = table.offered("move"), []
    own = [u.id for u in pos.on_map(pos.side)]
    for name in some(rng, own, most):
        unit = pos.units[name]
        if name in may:
            walked = reach(pos, unit, allowance(pos, unit, chart)) - {pos.at[name]}
            found += odd(f"move of {name} from {pos.at[name]}", _reached(table, unit), walked)
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
    # its moves were over before they began: a unit without a path may not start
    idle = [u for u in sorted(may) if not allowance(pos, pos.units[u], chart)]
    return found + [f"{u} may move, the oracle gives it no points" for u in idle]


def same_as_one_of(pos: Position, unit: Unit, may: Iterable[str]) -> bool:
    """Whether another unit like this one in the same hex is offered in its stead."""
    here = pos.at[unit.id]
    return any(pos.at.get(u) == here and alike(pos.units[u], unit) for u in may)


def alike(one: Unit, other: Unit) -> bool:
    """Whether two counters differ only by their names."""
    return replace(one, id="", origin="") == replace(other, id="", origin="")


def same_box(table: Table, name: str, may: Iterable[str]) -> bool:
    """Whether another unit like this one in the same box is offered in its stead."""
    where, counters = table.ledger.where, scenario.counters()
    return any(where[u] == where[name] and alike(counters[u], counters[name]) for u in may)


def _reached(table: Table, unit: Unit) -> set[str]:
    """All hexes that a unit can come to by legs, the strait among them."""
    after = table.after("move", unit.id)
    if after.decision != "leg":
        return set()
    hexes = set(after.offered("to"))
    found = hexes | after.offered("cross")
    for strait in scenario.board().strait:
        for near in strait & hexes:
            beside = after.after("to", near)
            if beside.decision == "leg":
                found |= beside.offered("cross")
    return found


def leg_differences(table: Table, rng: random.Random) -> list[str]:
    """A leg hex by hex: what is controlled after it (9.4.4c, 17.2.1d)."""
    legs = sorted(table.offered("to"))
    if not legs:
        return []
    to = rng.choice(legs)
    after = table.after("to", to)
    if after.state.is_over:  # by coming there the game was won
        return []
    return [f"after a leg to {to}, {text}" for text in fact_differences(after)]


# ---- rail


def rail_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may go by rail, their hexes, and the capacity of a side (9.2, 9.3)."""
    pos, may, found = table.position(), table.offered("rail"), []
    book = table.ledger
    left = rail.capacity(pos.side, pos.weather) - book.rail_moves
    for name in some(rng, [u.id for u in pos.on_map(pos.side)], most):
        unit = pos.units[name]
        ends = rail.rail_reach(pos, unit)
        if left <= 0 and name not in book.fresh:
            ends = set()
        if name in may:
            asked = table.after("rail", name)
            # the only path was taken automatically
            got = set(asked.offered("rail-to")) or {asked.ledger.now.at.get(name, rail.OFF_BOARD)}
            if asked.offered("rail-off"):
                got.add(rail.OFF_BOARD)
            found += odd(f"rail move of {name} from {pos.at[name]}", got, ends)
        elif ends and not same_as_one_of(pos, unit, may):
            found.append(f"no rail move of {name}, the oracle says {sorted(ends)[:5]}")
    return found


# ---- sea


def log_of(table: Table) -> sea.Log:
    """The sea moves that the side has tried; the oracle counts two invasions a game."""
    book = table.ledger
    side = book.now.side
    missing = sea.INVASIONS_PER_GAME - book.most_invasions[side]
    return sea.Log(frozenset(book.seas), book.invasions[side] + missing)


def sea_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may go by sea, their hexes and dice (10); arriving units too (10.3.1,
    20.2)."""
    pos, chart, found = table.position(), scenario.allowances(), []
    log = log_of(table)
    may = {area: table.offered(f"ship-{area}") for area in ("black", "baltic")}
    near = {h for area in ("black", "baltic") for h in sea.coast(pos, area)}
    ashore = {u.id for u in pos.on_map(pos.side) if pos.at[u.id] in near}
    afloat = {u.id for u in waiting_at_sea(table)}
    for name in some(rng, ashore | afloat, most):
        unit = pos.units[name]
        start = sea.OMB if name in afloat else None
        wanted = sea.moves(pos, unit, log, chart, start=start)
        for area in ("black", "baltic"):
            want = {m for m in wanted if m.area == area}
            if name not in may[area]:
                other = may[area]
                told = same_as_one_of(pos, unit, other) if name in pos.at else False
                if want and not told and not (name in afloat and same_box(table, name, other)):
                    found.append(f"{name} may not sail: oracle {sorted(m.to for m in want)}")
                continue
            asked = table.after(f"ship-{area}", name)
            if asked.decision == "sea move":
                found += _voyages(asked, pos, want, name, rng)
            elif not want:
                found.append(f"{name} sails the {area} sea, the oracle knows no move")
    return found


def waiting_at_sea(table: Table) -> list[Unit]:
    """Arriving units and those in the off-map box, which may come by sea (10.3.1c, 20.1.2a)."""
    book, side = table.ledger, table.ledger.now.side
    waiting = book.box("arriving", side) + book.box("off-map", side)
    still = {"worker", "leader", "partisan", "air"}
    return [u for u in waiting if u.kind not in still and u.id not in book.stored_now]


def _voyages(
    asked: Table, pos: Position, want: set[sea.SeaMove], name: str, rng: random.Random
) -> list[str]:
    got = {("port", to) for to in asked.offered("ship-to")}
    got |= {("invasion", to) for to in asked.offered("invade")}
    got |= {("port", sea.OMB) for _ in asked.offered("ship-off")}
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
    rolled = asked.after(verb, "" if move.to == sea.OMB else move.to)
    if rolled.decision != "sea roll":
        return []
    for die in range(1, 7):
        there = name not in rolled.after("roll", str(die)).gone()
        if there != sea.survives(pos, pos.side, move, die):
            found.append(f"{name} by {move} on {die}: engine {there}")
    return found


def track_differences(table: Table) -> list[str]:
    """The gauge of the track, as the end phases have made it (9.4)."""
    seen, mine = rail_of(table.state), table.ledger.now.rail
    return [
        f"track in {h}: engine {side}, oracle {mine[h]}"
        for h, side in sorted(seen.items())
        if mine[h] != side
    ]

"""Compares a state of the engine with the oracle; every difference is a line of text.

Questions to the engine are asked of copies with flags set, so that any position can be asked about
any stack and any battle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from oracle import battle, movement, retreat, supply
from oracle.model import GERMAN, SOVIET, Position, direction_to, enemy_of

from .games import SIDES
from .snapshot import hex_index, hex_name, position

CODES = {"oos": 0, "aerial": 1, "coastal": 2, "garrison": 3, "crimea": 4, "overland": 5}
OFFENSIVE = 6
KINDS = {1: battle.MOBILE, 2: battle.PREPARED}
NUMBERS = {battle.MOBILE: 1, battle.PREPARED: 2}


def names(state: Any) -> dict[str, str]:
    """Short names by unit id."""
    return dict(zip(state.game.unit_ids, state.game.units, strict=True))


def ids(state: Any) -> dict[str, str]:
    """Unit ids by short name."""
    return dict(zip(state.game.units, state.game.unit_ids, strict=True))


# -- supply ---------------------------------------------------------------------------------


def supply_differences(state: Any, pos: Position | None = None) -> list[str]:
    """Supply of every unit on the map, and the hexes with overland supply."""
    pos = position(state) if pos is None else pos
    short, found = names(state), []
    expected = {u: CODES[s] for u, s in supply.german_states(pos).items()}
    offensive = supply.offensive_units(pos)
    for u, s in supply.soviet_states(pos).items():
        expected[u] = OFFENSIVE if offensive[u] else CODES[s]
    for u, code in sorted(expected.items()):
        got = state.ask("supply", short[u])
        if got != code:
            found.append(f"supply of {u} at {pos.units[u]}: {got}, the oracle says {code}")
    for side in (GERMAN, SOVIET):
        land = {h for h, x in pos.board.hexes.items() if x.terrain not in ("sea", "lake")}
        mine = supply.overland_hexes(pos, side) & land
        got = set(state.ask(f"{side} overland"))
        if got != mine:
            found.append(f"{side} overland supply: {sorted(got ^ mine)}")
    return found


# -- movement -------------------------------------------------------------------------------


def stacks(pos: Position, side: str, free: Sequence[str], rng: random.Random) -> list[list[str]]:
    """Single units and random stacks of a side that could begin to move together."""
    by_hex: dict[str, list[str]] = {}
    for u in free:
        if pos.unit(u).side == side and not pos.unit(u).static:
            by_hex.setdefault(pos.where(u), []).append(u)
    groups: list[list[str]] = []
    for group in by_hex.values():
        groups.append([rng.choice(group)])
        if len(group) > 1:
            groups.append(sorted(rng.sample(group, rng.randint(2, len(group)))))
    return groups


def reach_differences(state: Any, rng: random.Random, share: float = 1.0) -> list[str]:
    """Reach, costs, allowance and mobile assaults of stacks that have not moved."""
    pos, short, found = position(state), names(state), []
    moved = {ids(state)[n] for n in state.units_with("moved")}
    free = [u for u, h in pos.units.items() if h in pos.board.hexes and u not in moved]
    clean = [(n, "moving", False) for n in state.units_with("moving")]
    clean += [(n, "halved", False) for n in state.units_with("halved")]
    for side in SIDES:
        for group in stacks(pos, side, free, rng):
            if rng.random() > share:
                continue
            flags = [(short[u], "moving", True) for u in group]
            weak = [u for u in group if movement.movement_halved(pos, u)]
            flags += [(short[u], "halved", True) for u in weak]
            asked = state.edited([], clean + flags, [], [])
            found += _one_reach(asked, pos, side, group)
    return found


def _one_reach(asked: Any, pos: Position, side: str, group: list[str]) -> list[str]:
    found = []
    points = movement.stack_allowance(pos, group)
    if (got := asked.ask(f"{side} allowance")) != points:
        found.append(f"allowance of {group}: {got}, the oracle says {points}")
    start = pos.where(group[0])
    mine = movement.reach(pos, group, kerch_used=True, passage_stacking=True)
    mine = {h: c for h, c in mine.items() if h != start}
    got_hexes = set(asked.ask(f"{side} reach"))
    if got_hexes != set(mine):
        odd = sorted(got_hexes ^ set(mine))
        found.append(f"reach of {group} from {start} with {points}: {odd}")
    for h in sorted(got_hexes & set(mine)):
        cost = asked.last_cost(h)
        if cost != mine[h] and not (cost is not None and cost > points and mine[h] == points):
            found.append(f"cost of {group} from {start} to {h}: {cost}, the oracle {mine[h]}")
    return found


def leg_differences(state: Any) -> list[str]:
    """At a leg: the mobile assaults offered, against those that the oracle allows."""
    if state.decision != "leg":
        return []
    pos, found = position(state), []
    side = str(state.to_move)
    group = [ids(state)[n] for n in state.units_with("moving")]
    here = pos.where(group[0])
    left = state.ask(f"{side} allowance") - state.var("spent")
    offered = {a.split()[1] for a in state.legal_actions.names() if a.startswith("assault ")}
    allowed = set()
    for h in pos.board.neighbours(here):
        cost = movement.mobile_assault_cost(pos, group, here, h)
        if isinstance(cost, int):
            if cost <= left:
                allowed.add(h)
            if (got := state.ask(f"{side} assault cost", h)) != cost:
                found.append(f"assault of {group} on {h}: costs {got}, the oracle says {cost}")
    if offered != allowed:
        found.append(f"assaults of {group} at {here} with {left}: {offered}, {allowed}")
    return found


# -- battles --------------------------------------------------------------------------------


def random_battles(pos: Position, rng: random.Random, count: int) -> list[tuple[list[str], str]]:
    """Attackers and a target, prepared, of either side, legal by the oracle."""
    found: list[tuple[list[str], str]] = []
    for side in SIDES:
        targets = sorted(pos.occupied(enemy_of(side)))
        rng.shuffle(targets)
        made = 0
        for target in targets:
            near = [
                u
                for h in pos.board.neighbours(target)
                for u in pos.occupants(h, side)
                if battle.forbidden(pos, [u], target, battle.PREPARED) is None
            ]
            if not near:
                continue
            group = sorted(rng.sample(near, rng.randint(1, len(near))))
            found.append((group, target))
            made += 1
            if made == count:
                break
    return found


def odds_differences(state: Any, rng: random.Random, count: int = 8) -> list[str]:
    """Totals, odds and column of random battles in the position."""
    pos, short, found = position(state), names(state), []
    clean = [(n, f, False) for f in ("attacking", "air army") for n in state.units_with(f)]
    for group, target in random_battles(pos, rng, count):
        side = pos.unit(group[0]).side
        luft = rng.random() < 0.3
        flags = [(short[u], "attacking", True) for u in group]
        variables = [("with luftwaffe", int(luft)), ("with partisans", 0), ("with airborne", 0)]
        asked = state.edited([], clean + flags, [], variables)
        for kind in _kinds(pos, group, target):
            mine = battle.strengths(pos, group, target, kind, luftwaffe=luft)
            packed = asked.ask(f"{side} battle", hex_index(target), NUMBERS[kind])
            got = (
                packed // 1_000_000 % 100,
                packed // 100_000_000,
                packed // 1000 % 1000 - 500,
                packed % 1000 - 500,
            )
            want = (mine.attack, mine.defence, mine.odds, mine.column)
            if got != want:
                found.append(f"{kind} of {group} on {target}: {got}, the oracle {want} {mine}")
    return found


def _kinds(pos: Position, group: list[str], target: str) -> list[str]:
    kinds = [battle.PREPARED]
    if battle.forbidden(pos, group, target, battle.MOBILE) is None:
        kinds.append(battle.MOBILE)
    return kinds


def roll_differences(state: Any) -> list[str]:
    """When the die of a battle is about to be rolled: everything that led to the column."""
    if state.decision != "combat":
        return []
    pos, unit_id = position(state), ids(state)
    group = [unit_id[n] for n in state.units_with("attacking")]
    target = hex_name(state.var("target")) or ""
    kind = KINDS[state.var("battle kind")]
    soviet = pos.unit(group[0]).side == SOVIET
    mine = battle.strengths(
        pos,
        group,
        target,
        kind,
        luftwaffe=state.var("with luftwaffe") == 1,
        air_armies={unit_id[n]: True for n in state.units_with("air army")},
        partisans=soviet and state.var("with partisans") == 1,
        airborne=soviet and state.var("with airborne") == 1,
    )
    got = tuple(state.var(v) for v in ("attack", "defence", "odds", "column"))
    want = (mine.attack, mine.defence, mine.odds, mine.column)
    if got != want:
        return [f"{kind} of {group} on {target}: {got}, the oracle says {want} {mine}"]
    return []


# -- retreats -------------------------------------------------------------------------------


def retreat_differences(state: Any) -> list[str]:
    """At a retreat: the hexes offered, to a whole stack or to a unit that breaks off."""
    if state.decision == "retreat unit":
        return _single_retreats(state)
    if state.decision != "retreat" or state.stack[-1].endswith("onward"):
        return []
    pos, unit_id = position(state), ids(state)
    units = [unit_id[n] for n in state.units_with("retreating")]
    if len({pos.where(u) for u in units}) != 1:
        return ["retreating units in several hexes"]
    mine = retreat.legal_retreats(pos, units, _came_from(state, pos))
    offered = _hexes(state, "retreat-to")
    if mine.whole and offered != mine.whole:
        return [f"retreat of {units} to {sorted(offered)}, the oracle: {sorted(mine.whole)}"]
    if not mine.whole and not any(
        offered == retreat.legal_retreats(pos, [u], _came_from(state, pos)).whole for u in units
    ):
        return [f"retreat of one of {units} to {sorted(offered)}: {mine}"]
    return []


def _came_from(state: Any, pos: Position) -> set[str]:
    return {pos.where(ids(state)[n]) for n in state.units_with("attacking")}


def _hexes(state: Any, verb: str) -> frozenset[str]:
    acts = state.legal_actions.names()
    return frozenset(a.split()[1] for a in acts if a.startswith(f"{verb} "))


def _single_retreats(state: Any) -> list[str]:
    pos, unit_id, found = position(state), ids(state), []
    came = _came_from(state, pos)
    for action in state.legal_actions.names():
        name = action.split(maxsplit=1)[1]
        u = unit_id[name.split("@")[0]]
        mine = retreat.legal_retreats(pos, [u], came)
        after = state.copy()
        effects = after.push(action, effects=True) or []
        went = next((e[3] for e in effects if e[0] == "placed" and e[1] == name), None)
        if after.decision == "retreat":
            offered = _hexes(after, "retreat-to")
        else:
            offered = frozenset() if went is None else frozenset({went})
        good = mine.whole or mine.onward
        if mine.whole and not offered <= mine.whole:
            found.append(f"{u} retreats to {sorted(offered)}, the oracle: {sorted(mine.whole)}")
        if not mine.whole and mine.onward and not offered <= good:
            found.append(f"{u} goes on to {sorted(offered)}, the oracle: {sorted(mine.onward)}")
        if not good and went in pos.board.hexes:
            found.append(f"{u} retreats to {went}, the oracle eliminates it")
    return found


def adjacent(a: str, b: str) -> bool:
    """Whether two hexes are next to each other."""
    return direction_to(a, b) is not None

"""Compares a position with the oracle in full; every difference is a line of text.

It compares supply, reach and the odds of battles. The engine is queried on copies with flags set,
so that any stack and any battle of any position can be compared; no flag is read.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from oracle import battle, movement, supply
from oracle.model import GERMAN, SOVIET, Position, enemy_of

from .games import SIDES
from .snapshot import hex_index

CODES = {"oos": 0, "aerial": 1, "coastal": 2, "garrison": 3, "crimea": 4, "overland": 5}
OFFENSIVE = 6
NUMBERS = {battle.MOBILE: 1, battle.PREPARED: 2}


def names(state: Any) -> dict[str, str]:
    """Short names by unit id."""
    return dict(zip(state.game.unit_ids, state.game.units, strict=True))


# -- supply ---------------------------------------------------------------------------------


def supply_differences(state: Any, pos: Position) -> list[str]:
    """Supply of every unit on the map, and the hexes with overland supply."""
    short, found = names(state), []
    expected = {u: CODES[s] for u, s in supply.german_states(pos).items()}
    offensive = supply.offensive_units(pos)
    for u, s in supply.soviet_states(pos).items():
        expected[u] = OFFENSIVE if offensive[u] else CODES[s]
    for u, code in sorted(expected.items()):
        got = state.ask("supply", short[u])
        if pos.unit(u).kind == "coastal" and got in (CODES["overland"], OFFENSIVE):
            continue  # in full supply either way, and it never attacks (10.34)
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
    """Single units and random stacks of a side that could start a move together."""
    by_hex: dict[str, list[str]] = {}
    for u in free:
        if pos.unit(u).side == side and pos.unit(u).walks:
            by_hex.setdefault(pos.where(u), []).append(u)
    groups: list[list[str]] = []
    for group in by_hex.values():
        groups.append([rng.choice(group)])
        if len(group) > 1:
            groups.append(sorted(rng.sample(group, rng.randint(2, len(group)))))
    return groups


def reach_differences(
    state: Any, pos: Position, rng: random.Random, share: float = 1.0, moved: Collection[str] = ()
) -> list[str]:
    """Reach, costs and allowance of stacks that have not moved."""
    short, found = names(state), []
    free = [u for u, h in pos.units.items() if h in pos.board.hexes and u not in moved]
    clean = [(n, f, False) for n in state.game.units for f in ("moving", "halved")]
    for side in SIDES:
        for group in stacks(pos, side, free, rng):
            if rng.random() > share:
                continue
            flags = [(short[u], "moving", True) for u in group]
            weak = [u for u in group if movement.movement_halved(pos, u)]
            flags += [(short[u], "halved", True) for u in weak]
            asked = state._supposed([], clean + flags, [], [])
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
            drawn = pos.occupants(target, enemy_of(side))
            if not near or any(pos.unit(u).kind == "counter-fire" for u in (*drawn, *near)):
                continue  # a factor is drawn (8.35)
            group = sorted(rng.sample(near, rng.randint(1, len(near))))
            found.append((group, target))
            made += 1
            if made == count:
                break
    return found


def odds_differences(state: Any, pos: Position, rng: random.Random, count: int = 8) -> list[str]:
    """Totals, odds and column of random battles in the position."""
    short, found = names(state), []
    clean = [(n, f, False) for n in state.game.units for f in ("attacking", "air army")]
    for group, target in random_battles(pos, rng, count):
        side = pos.unit(group[0]).side
        luft = rng.random() < 0.3
        flags = [(short[u], "attacking", True) for u in group]
        variables = [("with luftwaffe", int(luft)), ("with partisans", 0), ("with airborne", 0)]
        asked = state._supposed([], clean + flags, [], variables)
        for kind in _kinds(pos, group, target):
            mine = battle.strengths(pos, group, target, kind, luftwaffe=luft)
            at = [("target", hex_index(target)), ("battle kind", NUMBERS[kind])]
            fought, _ = asked._supposed(variables=at).begin(f"{side} battle reckoned")
            got = tuple(fought.var(name) for name in ("attack", "defence", "odds", "column"))
            want = (mine.attack, mine.defence, mine.odds, mine.column)
            if got != want:
                found.append(f"{kind} of {group} on {target}: {got}, the oracle {want} {mine}")
    return found


def _kinds(pos: Position, group: list[str], target: str) -> list[str]:
    kinds = [battle.PREPARED]
    if battle.forbidden(pos, group, target, battle.MOBILE) is None:
        kinds.append(battle.MOBILE)
    return kinds

"""Where the engine and this oracle differ in battle: automatic victories, who surrenders, which
battles can be fought, their odds, and retreats.

Each function takes a state that waits for such a decision and gives a line for every difference.
Legal plans are told one by one where few units bear on each other, and asked for elsewhere.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from eastfront._core import State

from . import automatic, battles, battles_frontier, retreat, surrenders
from .battles import Component, Plan
from .differences import odd, same_as_one_of
from .engine import (
    air_flown,
    air_left,
    battle_at_hand,
    hexes,
    ids,
    level,
    offered,
    position,
    pushed,
    some,
    usual,
    with_flag,
)
from .model import AXIS, Position
from .odds import Battle, most_air, odds

SMALL = 9
"""Units and hexes of a component of which all plans are told."""
RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
MOST_SETS = 200
"""Sets of units to surrender that are told at most."""


def air_in(state: State, pos: Position) -> int:
    """Air units that are in the battle at hand."""
    shift: int = state.var("odds shift")
    return shift // 3 if pos.side == AXIS else shift


# ---- automatic victories


def victory_differences(state: State) -> list[str]:
    """The enemy hexes that can be won in the movement phase by all who are next to them (16)."""
    pos = position(state)
    left, used = air_left(pos, state), air_flown(state)
    near: dict[str, set[str]] = {}
    for unit in pos.on_map(pos.side):
        for target in battles.targets_of(pos, unit):
            near.setdefault(target, set()).add(unit.id)
    could = set()
    for target, units in near.items():
        battle = Battle(frozenset(units), frozenset({target}))
        air = most_air(pos, [target], left, used)
        if automatic.refusal(pos, battle, air, left=left, used=used) is None:
            could.add(target)
    return odd("automatic victories", offered(state, "overrun"), could)


def strike_differences(state: State, rng: random.Random) -> list[str]:
    """One automatic victory put together by chance, asked about at each step whether it is one."""
    targets = offered(state, "overrun")
    if not targets:
        return []
    here, found = pushed(state, "overrun", rng.choice(sorted(targets))), []
    while here.decision == "automatic victory":
        pos, battle, names = position(here), battle_at_hand(here), here.legal_actions.names()
        air = air_in(here, pos)
        level_now = odds(pos, battle, air).level if battle.attackers else -99
        may = "strike" in names
        if may != (level_now >= 9):
            found.append(f"strike of {battle} with {air}: engine {may}, oracle level {level_now}")
        if may and rng.random() < 0.5:
            return found + _after_strike(here, pos, battle)
        here = pushed(here, rng.choice([n for n in names if n != "strike"] or ["strike"]))
    return found


def _after_strike(state: State, pos: Position, battle: Battle) -> list[str]:
    want, now = automatic.after(pos, battle), position(pushed(state, "strike"))
    found = odd("left after an automatic victory", now.at, want.at)
    found += odd("victors", now.av_now, want.av_now)
    held = {h for h in want.control if want.control[h] != now.control[h]}
    return found + odd("control after an automatic victory", held, [])


# ---- surrenders


def surrender_differences(before: State, after: State) -> list[str]:
    """From the end of movement to the next decision: whether anybody surrenders, and who (12.5).

    Who of those that came of their own accord, or won an automatic victory, is left to tests.
    """
    pos = position(before)
    by_cluster = surrenders.choices(pos)
    gone = sorted(surrendered(after, pos))
    if bool(by_cluster) != (after.decision == "surrender" or bool(gone)):
        return [f"surrender: engine {gone or after.decision}, oracle {by_cluster}"]
    if pos.av_now or pos.av_before or before.units_with("entered") or not all(by_cluster):
        return []  # or more have to go than are looked for
    want = {frozenset().union(*picked) for picked in product(*by_cluster)}
    if len(want) > MOST_SETS:
        return []
    got = given_up(after, pos)
    return [] if got is None else odd("surrenders", map(_words, got), map(_words, want))


def _words(units: frozenset[str]) -> str:
    return " ".join(sorted(units))


def given_up(state: State, pos: Position) -> set[frozenset[str]] | None:
    """The sets of units that can surrender in the end, or None when they are too many.

    The units of a hex that are alike are told apart by nobody, so that one is offered for all.
    """
    found: set[frozenset[str]] = set()
    waiting = [state]
    seen = 0
    while waiting:
        here = waiting.pop()
        seen += 1
        if seen > 4 * MOST_SETS:
            return None
        if here.decision == "surrender":
            waiting += [pushed(here, "surrender", u) for u in offered(here, "surrender")]
        else:
            found.add(surrendered(here, pos))
    return found


def surrendered(state: State, pos: Position) -> frozenset[str]:
    """Those of the side to move that were on the map and have surrendered."""
    known = ids(state.game)
    lost = {known[u] for u in state.units_at("surrendered")}
    return frozenset(u.id for u in pos.on_map(pos.side) if u.id in lost)


# ---- battle by battle


def small(part: Component) -> bool:
    """Whether all plans of a component can be told."""
    return len(part.bound) + len(part.free) + len(part.must | part.may) <= SMALL


def told(pos: Position, part: Component) -> frozenset[Battle]:
    """Every battle of every legal plan of a component."""
    plans: list[Plan] = list(battles.legal_plans_of(pos, part))
    return frozenset().union(*plans)


def battle_differences(state: State, rng: random.Random, most: int = 4) -> list[str]:
    """The hexes that can be attacked, and some battles put together step by step (12.3 to 12.5)."""
    pos, found = position(state), []
    may = offered(state, "attack")
    parts = battles.components(pos)
    plans = {part: battles_frontier.plan_of(pos, part) for part in parts}
    if any(plan is None for plan in plans.values()):
        return []  # supply was lost since the surrenders: any odds will do
    for part in parts:
        hexes = part.must | part.may
        if small(part):
            known = told(pos, part)
            want: set[str] = set().union(*(b.targets for b in known))
            found += odd(f"attacks in {_part(part)}", may & hexes, want)
            for target in some(rng, may & want, most):
                found += _drafted(pushed(state, "attack", target), known, rng)
        else:
            # all hexes of some plan are attacked in it
            plan = plans[part] or frozenset()
            missing = set().union(*(b.targets for b in plan)) - may
            found += [f"attack on {sorted(missing)} is refused, but a plan has it"] * bool(missing)
            for target in some(rng, may & hexes, 1):
                found += _asked(pushed(state, "attack", target), rng)
    return found


def _part(part: Component) -> str:
    return f"{part.bound}+{part.free} against {sorted(part.must)}+{sorted(part.may)}"


def _drafted(state: State, known: frozenset[Battle], rng: random.Random) -> list[str]:
    """A battle gathered by chance where all plans are known: each choice is that of some plan."""
    found: list[str] = []
    while state.decision == "forces" and not found:
        pos, now = position(state), battle_at_hand(state)
        fit = [b for b in known if now.attackers <= b.attackers and now.targets <= b.targets]
        joins = set().union(*(b.attackers for b in fit)) - now.attackers
        wide = set().union(*(b.targets for b in fit)) - now.targets
        may = offered(state, "join")
        alike = {u for u in joins - may if same_as_one_of(pos, pos.units[u], may)}
        found += odd(f"who joins {now}", may, joins - alike)
        found += odd(f"what widens {now}", offered(state, "with"), wide)
        fight = "fight" in state.legal_actions.names()
        if fight != (now in known):
            found.append(f"{now}: engine {fight}, of a plan {now in known}")
        state = _on(state, rng)
    return found


def _asked(state: State, rng: random.Random) -> list[str]:
    """A battle gathered by chance: it can be fought just when a legal plan holds it."""
    found: list[str] = []
    while state.decision == "forces" and not found:
        pos, now = position(state), battle_at_hand(state)
        if now.attackers:
            fight = "fight" in state.legal_actions.names()
            plan = battles_frontier.plan_with(pos, frozenset({now}))
            if fight != (plan is not None):
                found.append(f"{now}: engine {fight}, in a plan {plan is not None}")
        state = _on(state, rng)
    return found


def _on(state: State, rng: random.Random) -> State:
    """One more unit or hex, or the fight when there is nothing else or the die says so."""
    listed = state.legal_actions.names()
    more = [n for n in listed if n.split()[0] in ("join", "with")]
    if "fight" in listed and (not more or rng.random() < 0.3):
        return pushed(state, "fight")
    return pushed(state, rng.choice(more or listed))


# ---- odds


def odds_differences(state: State) -> list[str]:
    """The strengths and odds of the battle that is announced or rolled for (13 to 15, 17.3)."""
    pos, battle = position(state), battle_at_hand(state)
    # those who fight now bear the marks of who has fought
    now = pos.with_(fought=pos.fought - with_flag(state, "engaged", "defending"))
    mine = odds(now, battle, air_in(state, pos))
    engine = (state.var("attack total"), state.var("defence total"))
    found = []
    if engine != (mine.attack, mine.defence):
        found.append(f"{battle}: engine {engine}, oracle {(mine.attack, mine.defence)}")
    got = level(state.var("odds"))
    if got != max(-5, min(9, mine.level)) and not (mine.level >= 9 and got >= 9):
        found.append(f"{battle}: engine level {got}, oracle {mine.level}")
    return found


# ---- retreats


def retreat_differences(state: State, rng: random.Random) -> list[str]:
    """Where a unit of the ones that must retreat can be sent to (13.4 to 13.7)."""
    pos, found = position(state), []
    code = RESULTS[state.var("result")]
    lengths = (1, 2) if code in ("A1", "AR", "EX") else (2,)
    fleeing = with_flag(state, "fleeing")
    for name in some(rng, offered(state, "retreat"), 2):
        found += _ways(state, pos, name, lengths, fleeing - {name})
    return found


def _ways(
    state: State, pos: Position, name: str, lengths: tuple[int, ...], waiting: frozenset[str]
) -> list[str]:
    unit = pos.units[name]
    paths = retreat.allowed_paths(pos, unit, lengths, waiting)
    safe = [p for p in paths if retreat.room_in(pos, unit, p[-1], waiting)]
    after, stood = _sent(state, "retreat", name, name)
    if after.is_over:  # whoever came to where he is has won by it
        return []
    text = f"retreat of {name} from {pos.at[name]} by {lengths}"
    if not safe:
        # no way, or no room: it is lost, or its owner says who is
        lost = not stood or after.decision == "crowded out"
        return [] if lost else [f"{text}: engine {stood}, the oracle knows no way"]
    if name not in with_flag(after, "fleeing"):  # there was no choice, and it is over
        return odd(text, {stood}, {p[-1] for p in safe})
    if after.decision == "retreat on":  # there was one hex to begin with
        found = odd(f"first hex of the {text}", {stood}, {p[0] for p in safe})
        return found + _second(after, stood, name, stood, safe, text)
    found = odd(f"first hex of the {text}", offered(after, "retreat-to"), {p[0] for p in safe})
    for first in sorted({p[0] for p in safe} & offered(after, "retreat-to")):
        found += _second(*_sent(after, "retreat-to", first, name), name, first, safe, text)
    return found


def _second(
    state: State, stood: str, name: str, first: str, safe: list[tuple[str, ...]], text: str
) -> list[str]:
    """The second hex of a retreat, or the halt in the first."""
    want = {p[-1] for p in safe if p[0] == first}
    if state.is_over:
        return []
    if name not in with_flag(state, "fleeing"):
        return odd(f"{text} by {first}", {stood}, want)
    got = set(offered(state, "retreat-to")) | ({first} if offered(state, "halt") else set())
    return odd(f"{text} by {first}", got, want)


def _sent(state: State, verb: str, thing: str, name: str) -> tuple[State, str]:
    """A copy after an action, and the hex where the retreat of a unit has come to, if to any.

    Play may run on by itself from there until the unit stands elsewhere, or nowhere.
    """
    after, known = state.copy(), ids(state.game)
    effects: list[Any] = after.push(f"{verb} {thing}", effects=True) or []
    stood = state.place(name)
    for kind, who, *rest in effects:
        if known.get(who) != name:
            continue
        if kind == "placed":
            stood = rest[1]
        if kind == "unit" and rest[:2] == ["fleeing", False]:
            break
    return after, stood if stood in hexes(state.game) else ""


def onward(state: State, rng: random.Random) -> State:
    """A copy after one action by chance; what ends or declines something is seldom taken."""
    listed = state.legal_actions.list()
    plays = [a for a in listed if not state.is_pass(a)]
    after = state.copy()
    after.push(rng.choice(plays) if plays else usual(state))
    return after

"""The differences of the engine and this oracle on battles.

They cover automatic victories, surrenders, possible battles, their odds, and retreats. Each
function takes a state that waits for such a decision, with the record of its game, and yields a
line for every difference. Legal plans are listed one by one where few units are connected, and
queried elsewhere.
"""

from __future__ import annotations

import random
from itertools import product

from . import automatic, battles, battles_frontier, retreat, surrenders
from .battles import Component, Plan
from .differences import odd, same_as_one_of
from .engine import Table, facts, hexes, some
from .ledger import level_of
from .model import AXIS, Position
from .odds import (
    AUTOMATIC,
    FLOOR,
    Battle,
    bases_in_range,
    defenders,
    most_air,
    odds,
    outcome,
)

SMALL = 9
"""The largest component, in units and hexes, of which all plans are listed."""
MOST_SETS = 200
"""The maximum number of sets of units to surrender that are listed."""


# ---- aircraft


def air_differences(table: Table) -> list[str]:
    """The aircraft that the battle at hand is offered (15): a Stuka on each headquarters that is in
    range of all who defend and has supported none this turn, while one is left and none is in the
    battle yet; Sturmoviks while there are any and their base is in range."""
    pos, book, battle = table.position(), table.ledger, table.battle()
    if not battle.attackers:
        return []
    want: set[str] = set()
    if pos.impulse == 1 and book.air_left() > 0:
        near = set(bases_in_range(pos, battle.targets))
        if pos.side == AXIS:
            want = near - book.bases if not book.air else set()
        else:
            want = {""} if near else set()
    verb = "stuka" if pos.side == AXIS else "sturmovik"
    other = "sturmovik" if pos.side == AXIS else "stuka"
    found = odd(f"{verb} for {battle}", table.offered(verb), want)
    return found + odd(f"{other} for {battle}", table.offered(other), ())


# ---- automatic victories


def victory_differences(table: Table) -> list[str]:
    """The enemy hexes that all adjacent units can win in the movement phase (16)."""
    pos = table.position()
    left, used = table.ledger.air_left(), frozenset(table.ledger.bases)
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
    return odd("automatic victories", table.offered("overrun"), could)


def strike_differences(table: Table, rng: random.Random) -> list[str]:
    """One automatic victory with random units, compared at each step."""
    targets = table.offered("overrun")
    if not targets:
        return []
    here, found = table.after("overrun", rng.choice(sorted(targets))), list[str]()
    while here.decision == "automatic victory":
        pos, battle, air = here.position(), here.battle(), here.ledger.air
        level_now = odds(pos, battle, air).level if battle.attackers else -99
        may = here.may("strike")
        if may != (level_now >= 9):
            found.append(f"strike of {battle} with {air}: engine {may}, oracle level {level_now}")
        if may and rng.random() < 0.5:
            return found + _after_strike(here, pos, battle)
        here = here.fork()
        listed = here.state.legal_actions.names()
        here.play(rng.choice([n for n in listed if n != "strike"] or ["strike"]))
    return found


def _after_strike(table: Table, pos: Position, battle: Battle) -> list[str]:
    there = table.after("strike")
    if there.state.is_over:
        return []
    want, now = automatic.after(pos, battle), facts(there.state)
    found = odd("left after an automatic victory", now.at, want.at)
    held = {h for h in want.control if want.control[h] != now.control[h]}
    found += odd("control after an automatic victory", held, [])
    if there.decision == "movement":
        still = sorted(battle.attackers & there.offered("move"))
        found += [f"{u} moves on after its automatic victory" for u in still]
    return found


# ---- surrenders


def surrender_differences(before: Table, after: Table) -> list[str]:
    """Surrenders between the end of movement and the next decision (12.5).

    Those of units that came voluntarily, or won an automatic victory, are left to tests.
    """
    pos = before.position()
    if after.decision == "overstacked":
        return []  # units above the limit are removed first
    by_cluster = surrenders.choices(pos)
    gone = sorted(surrendered(after, pos))
    if bool(by_cluster) != (after.decision == "surrender" or bool(gone)):
        return [f"surrender: engine {gone or after.decision}, oracle {by_cluster}"]
    came = before.ledger.spent | before.ledger.arrived_at.keys()
    if pos.av_now or pos.av_before or came or not all(by_cluster):
        return []  # or more have to go than are looked for
    want = {frozenset().union(*picked) for picked in product(*by_cluster)}
    if len(want) > MOST_SETS:
        return []
    got = given_up(after, pos)
    return [] if got is None else odd("surrenders", map(_words, got), map(_words, want))


def _words(units: frozenset[str]) -> str:
    return " ".join(sorted(units))


def given_up(table: Table, pos: Position) -> set[frozenset[str]] | None:
    """The sets of units that can surrender in the end, or None when they are too many.

    Of alike units in a hex one is offered for all.
    """
    found: set[frozenset[str]] = set()
    waiting = [table]
    seen = 0
    while waiting:
        here = waiting.pop()
        seen += 1
        if seen > 4 * MOST_SETS:
            return None
        if here.decision == "surrender":
            waiting += [here.after("surrender", u) for u in here.offered("surrender")]
        else:
            found.add(surrendered(here, pos))
    return found


def surrendered(table: Table, pos: Position) -> frozenset[str]:
    """The units of the side to move that were on the map and have surrendered."""
    where = table.ledger.where
    return frozenset(u.id for u in pos.on_map(pos.side) if where[u.id] == "surrendered")


# ---- battle by battle


def small(part: Component) -> bool:
    """Whether all plans of a component can be listed."""
    return len(part.bound) + len(part.free) + len(part.must | part.may) <= SMALL


def told(pos: Position, part: Component) -> frozenset[Battle]:
    """Every battle of every legal plan of a component."""
    plans: list[Plan] = list(battles.legal_plans_of(pos, part))
    return frozenset().union(*plans)


def battle_differences(table: Table, rng: random.Random, most: int = 4) -> list[str]:
    """The hexes that can be attacked, and some battles put together step by step (12.3 to 12.5)."""
    pos, found = table.position(), list[str]()
    may = table.offered("attack")
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
                found += _drafted(table.after("attack", target), known, rng)
        else:
            # all hexes of some plan are attacked in it
            plan = plans[part] or frozenset()
            missing = set().union(*(b.targets for b in plan)) - may
            found += [f"attack on {sorted(missing)} is refused, but a plan has it"] * bool(missing)
            for target in some(rng, may & hexes, 1):
                found += _asked(table.after("attack", target), rng)
    return found


def _part(part: Component) -> str:
    return f"{part.bound}+{part.free} against {sorted(part.must)}+{sorted(part.may)}"


def _drafted(table: Table, known: frozenset[Battle], rng: random.Random) -> list[str]:
    """A battle gathered by chance where all plans are known: each choice is that of some plan."""
    found: list[str] = []
    while table.decision == "forces" and not found:
        pos, now = table.position(), table.battle()
        fit = [b for b in known if now.attackers <= b.attackers and now.targets <= b.targets]
        joins = set().union(*(b.attackers for b in fit)) - now.attackers
        wide = set().union(*(b.targets for b in fit)) - now.targets
        may = table.offered("join")
        alike = {u for u in joins - may if same_as_one_of(pos, pos.units[u], may)}
        found += odd(f"who joins {now}", may, joins - alike)
        found += odd(f"what widens {now}", table.offered("with"), _in_range(table, wide))
        fight = table.may("fight")
        if fight != (now in known):
            found.append(f"{now}: engine {fight}, of a plan {now in known}")
        found += air_differences(table)
        table = _on(table, rng)
    return found


def _in_range(table: Table, wide: set[str]) -> set[str]:
    """TRC-15.2a: of some hexes those that the aircraft in the battle reach along with the rest."""
    book = table.ledger
    if not book.air:
        return wide
    pos, targets = table.position(), table.battle().targets
    return {h for h in wide if _based(book.flying, bases_in_range(pos, {*targets, h}))}


def _based(flying: str, near: list[str]) -> bool:
    return flying in near if flying else bool(near)


def _asked(table: Table, rng: random.Random) -> list[str]:
    """A random battle: it can be fought exactly when a legal plan contains it."""
    found: list[str] = []
    while table.decision == "forces" and not found:
        pos, now = table.position(), table.battle()
        if now.attackers:
            fight = table.may("fight")
            plan = battles_frontier.plan_with(pos, frozenset({now}))
            if fight != (plan is not None):
                found.append(f"{now}: engine {fight}, in a plan {plan is not None}")
        found += air_differences(table)
        table = _on(table, rng)
    return found


def _on(table: Table, rng: random.Random) -> Table:
    """One more unit or hex or aircraft, or the fight when nothing else is or the die says so."""
    there = table.fork()
    listed = there.state.legal_actions.names()
    more = [n for n in listed if n != "fight"]
    fight = "fight" in listed and (not more or rng.random() < 0.3)
    there.play("fight" if fight else rng.choice(more))
    return there


# ---- odds


def odds_differences(table: Table) -> list[str]:
    """The odds that may be announced, and the strengths they come from (13 to 15, 17.3)."""
    book, battle, state = table.ledger, table.battle(), table.state
    mine = odds(book.fighting, battle, book.air)
    engine = (state.var("attack total"), state.var("defence total"))
    found = []
    if engine != (mine.attack, mine.defence):
        found.append(f"{battle}: engine {engine}, oracle {(mine.attack, mine.defence)}")
    pos, used = book.fighting, frozenset(book.bases)
    more = most_air(pos, battle.targets, book.air_left(), used)
    if book.unasked and more and not (book.air and pos.side == AXIS):
        word = "stuka" if pos.side == AXIS else "sturmovik"
        found.append(f"{word} for {battle}: {more} could fly, and nobody was asked")
    if table.decision == "odds":
        got = {str(level_of(int(o))) for o in table.offered("odds")}
        best = max(FLOOR, min(AUTOMATIC, mine.level))
        found += odd(f"odds of {battle}", got, map(str, range(FLOOR, best + 1)))
    return found


def result_differences(table: Table, rng: random.Random) -> list[str]:
    """The immediate effects of a die: losses, retreats, and units that may be chosen (13.3)."""
    found: list[str] = []
    for die in rng.sample(range(1, 7), 2):
        there = table.after("roll", str(die))
        if there.state.is_over or there.ledger.moment() != table.ledger.moment():
            continue  # the game or the impulse has ended with it
        found += [f"on {die}, {text}" for text in _result(table, there, die)]
    return found


def _result(before: Table, after: Table, die: int) -> list[str]:
    book, battle = before.ledger, before.battle()
    total = odds(book.fighting, battle, book.air)
    level = book.level if book.level is not None else max(FLOOR, total.level)
    want = retreat.aftermath(book.fighting, battle, outcome(book.fighting, level, die))
    there = {u.id for t in battle.targets for u in defenders(book.fighting, t)}
    lost = {u for u in battle.attackers | there if after.ledger.where[u] == "pool"}
    taken = {u for u in battle.attackers | there if after.ledger.where[u] == "surrendered"}
    found = []
    if not want.eliminated <= lost:
        found.append(f"{battle}: not lost {sorted(want.eliminated - lost)}")
    if not want.surrendered <= taken:
        found.append(f"{battle}: not surrendered {sorted(want.surrendered - taken)}")
    if after.decision == "loss":
        # of an exchange the attacker's loss comes first, and may have been forced
        mine = want.attacker_picks - (lost | taken) == want.attacker_picks
        picks = want.attacker_picks if want.attacker_picks and mine else want.defender_picks
        got, pos = after.offered("lose"), before.position()
        alike = {u for u in picks - got if same_as_one_of(pos, pos.units[u], got)}
        found += odd(f"losses to pick in {battle}", got, picks - alike)
    if not (want.attacker_picks or want.defender_picks or want.retreating):
        found += odd(f"lost in {battle}", lost | taken, want.eliminated | want.surrendered)
    return found


# ---- retreats


def retreat_differences(table: Table, rng: random.Random) -> list[str]:
    """The units that must retreat, and the hexes of each (13.4 to 13.7)."""
    waiting, may = table.ledger.retreating, table.offered("retreat")
    pos, found = table.position(), list[str]()
    alike = {u for u in waiting.keys() - may if same_as_one_of(pos, pos.units[u], may)}
    found += odd("who must retreat", may, waiting.keys() - alike)
    for name in some(rng, may & waiting.keys(), 2):
        found += _ways(table, pos, name, waiting[name], frozenset(waiting.keys() - {name}))
    return found


def _ways(
    table: Table, pos: Position, name: str, lengths: tuple[int, ...], waiting: frozenset[str]
) -> list[str]:
    unit = pos.units[name]
    paths = retreat.allowed_paths(pos, unit, lengths, waiting)
    safe = [p for p in paths if retreat.room_in(pos, unit, p[-1], waiting)]
    after, stood = _sent(table, "retreat", name, name)
    if after.state.is_over:  # the arrival in its hex has won the game
        return []
    text = f"retreat of {name} from {pos.at[name]} by {lengths}"
    if not safe:
        # no path, or no room: it is lost, or its owner chooses the loss
        lost = not stood or after.decision == "crowded out"
        return [] if lost else [f"{text}: engine {stood}, the oracle knows no way"]
    if after.decision == "retreat to" and after.ledger.mover == name:
        may = after.offered("retreat-to")
        found = odd(f"first hex of the {text}", may, {p[0] for p in safe})
        for first in sorted({p[0] for p in safe} & may):
            found += _second(*_sent(after, "retreat-to", first, name), first, safe, text)
        return found
    if after.decision == "retreat on" and after.ledger.mover == name:
        found = odd(f"first hex of the {text}", {stood}, {p[0] for p in safe})
        return found + _second(after, stood, stood, safe, text)
    return odd(text, {stood}, {p[-1] for p in safe})  # there was no choice, and it is over


def _second(
    table: Table, stood: str, first: str, safe: list[tuple[str, ...]], text: str
) -> list[str]:
    """The second hex of a retreat, or the halt in the first."""
    want = {p[-1] for p in safe if p[0] == first}
    if table.state.is_over:
        return []
    if table.decision != "retreat on":
        return odd(f"{text} by {first}", {stood}, want)
    got = set(table.offered("retreat-to")) | ({first} if table.offered("halt") else set())
    return odd(f"{text} by {first}", got, want)


def _sent(table: Table, verb: str, thing: str, name: str) -> tuple[Table, str]:
    """A copy after an action, and the hex where the retreat of a unit has come to, if to any.

    Play may run on by itself from there: the unit's own steps are the first that it makes.
    """
    after, known = table.fork(), table.ledger.known
    short = {u: n for n, u in known.items()}
    effects = after.play(f"{verb} {short.get(thing, thing)}")
    stood = table.ledger.now.at[name]
    for effect in effects:
        if effect[0] == "forced" and effect[2].split()[0] in ENDS_RETREAT:
            break
        if effect[0] == "var" and effect[1] in {"turn", "impulse", "phase side"}:
            break
        if effect[0] == "placed" and known.get(effect[1]) == name:
            stood = effect[3]
    return after, stood if stood in hexes(table.state.game) else ""


ENDS_RETREAT = frozenset({"retreat", "attack", "end-combat", "end-movement"})
"""Forced actions that are no part of a retreat that has begun."""

"""The differences of the engine and this oracle at a decision.

Each function takes a table (a state with the record of its game) and yields a line of text for
every difference. Actions are tried on copies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from . import (
    arrivals,
    battle,
    charts,
    crowds,
    movement,
    rail,
    setting_up,
    stacks,
    supply,
    victory,
)
from .board import Unit
from .charts import PARTS
from .crowds import ANY, ONE_STEP, Effort
from .engine import SIDES, Table, names, on_map, some
from .model import Position, zone

OUT, GENERAL, ATTACK = range(3)

STEP_BY_STEP = replace(ANY, chain=0, lines=False)
"""Units leave one after another for hexes with room."""


def odd(what: str, engine: Iterable[str], oracle: Iterable[str]) -> list[str]:
    """A line when two sets differ: what only the engine says, and what only the oracle says."""
    a, b = set(engine), set(oracle)
    if a == b:
        return []
    only = [sorted(x)[:8] for x in (a - b, b - a)]
    return [f"{what}: engine only {only[0]}, oracle only {only[1]}"]


def roomy(pos: Position, unit: Unit, hexes: Iterable[str]) -> set[str]:
    """Those of some hexes that have room for a unit now; full ones are compared separately."""
    return {h for h in hexes if crowds.has_room(pos, unit, h)}


def judged(
    what: str,
    offered: Iterable[str],
    asked: Iterable[str],
    may: Callable[[str, Effort], bool],
    foreseen: Callable[[str], bool] = lambda h: True,
) -> list[str]:
    """A line for a full hex that is offered wrongly, or not offered although it must be.

    ``foreseen`` are those that must be offered if one step makes room there.
    """
    there = set(offered)
    wrong = [h for h in sorted(asked) if h in there and not may(h, ANY)]
    missing = [h for h in sorted(asked) if h not in there and foreseen(h) and may(h, ONE_STEP)]
    if not wrong and not missing:
        return []
    return [f"{what}: engine only {wrong[:8]}, oracle only {missing[:8]}"]


def classes(pos: Position, units: Iterable[str]) -> set[str]:
    """Indistinguishable units as one name: kind, hex, and actions so far."""
    return {alike(pos, u) for u in units}


def alike(pos: Position, unit: str) -> str:
    """The name of those like a unit."""
    wait, isolated = pos.kerch.get(unit, ""), unit in pos.isolated
    return f"{pos.units[unit].kind}@{pos.at[unit]} {wait}{'!' if isolated else ''}".strip()


# ---- what lies on the map


def fact_differences(table: Table) -> list[str]:
    """The places of the counters, and the turn."""
    pos, seen = table.position(), on_map(table.state)
    found = odd("counters", map(str, seen.items()), map(str, pos.at.items()))
    if table.state.turn != pos.turn:
        found.append(f"turn: engine {table.state.turn}, oracle {pos.turn}")
    return found


def zone_differences(table: Table) -> list[str]:
    """Zones of control for movement."""
    pos, found = table.position(), []
    for side in SIDES:
        asked = table.state.zoc(side) & pos.ground
        found += odd(f"zone of {side}", asked, zone(pos, side))
    return found


def supply_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """General and Attack Supply of units of both sides, and the certificates of their lines."""
    pos, short, found = table.position(), names(table.state.game), []
    for name in some(rng, pos.at, most):
        unit = pos.units[name]
        told = table.state.supply(short[name])
        general = supply.is_supplied(pos, unit)
        if (told.level > OUT) != general:
            found.append(f"supply of {name} at {pos.at[name]}: engine {told}, oracle {general}")
    for side in SIDES:
        wet = {short[u.id] for u in pos.on_map(side) if supply.is_supplied(pos, u)}
        found += odd(f"supplied {side}", table.state.ask(f"{side} supplied"), wet)
        near = set(table.state.ask(f"{side} attack supply"))
        asked = {u.id for u in pos.on_map(side) if pos.at[u.id] in near}
        fed = {u.id for u in pos.on_map(side) if supply.in_attack_supply(pos, u)}
        found += odd(f"attack supply of {side}", asked, fed)
    return found


def control_differences(table: Table) -> list[str]:
    """The control of each city, and the score."""
    pos, held = table.position(), table.state.control
    found = [
        f"control of {city}: engine {held.get(city)}, oracle {victory.controller(pos, city)}"
        for city in charts.CITIES
        if city not in pos.closed_area  # it belongs to neither side
        and held.get(city) != victory.controller(pos, city)
    ]
    mine = victory.city_points(pos)
    theirs = table.state.ask("score") + table.state.var("points lost")
    if pos.game != "campaign" and mine != theirs:
        found.append(f"city points: engine {theirs}, oracle {mine}")
    lost = victory.losses(pos, table.ledger.lost)
    if lost != table.state.var("points lost"):
        found.append(f"points lost: engine {table.state.var('points lost')}, oracle {lost}")
    return found


# ---- movement


def own(pos: Position) -> list[str]:
    """The phasing side's units on the map."""
    return sorted(u.id for u in pos.on_map(pos.side))


def move_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may move on the ground, and their hexes in one leg, except full ones."""
    pos, may, found = table.position(), table.offered("move"), []
    units = [pos.units[u] for u in own(pos)]
    able = {u.id for u in units if u.id in may and anywhere(pos, u, ANY)}
    must = {u.id for u in units if u.id not in may and anywhere(pos, u, ONE_STEP)}
    ready = {u.id for u in units if movement.may_set_out(pos, u)}
    idle = {u for u in (may - able) & ready if goes_nowhere(table, "move", u)}
    found += odd("who may move", classes(pos, may), classes(pos, able | must | idle))
    for name in some(rng, able, most):
        unit = pos.units[name]
        after = table.after("move", name)
        walked = roomy(pos, unit, movement.reach(pos, unit))
        if after.decision != "leg":
            # the only path was taken automatically, or there was none
            if len(walked) < 2:
                continue
            found.append(
                f"{name} moves, and is asked nothing: the oracle knows {sorted(walked)[:6]}"
            )
            continue
        offered = roomy(pos, unit, after.offered("to"))
        found += odd(f"move of {name} from {pos.at[name]}", offered, walked)
        cost = movement.exit_cost(pos, unit)
        leaves = cost is not None and cost <= movement.allowance(pos, unit)
        if after.may("leave-map") != leaves:
            found.append(f"{name} at {pos.at[name]} may leave: {after.may('leave-map')}")
        over = movement.crossing(pos, unit)
        if over is None or crowds.has_room(pos, unit, over):
            found += odd(f"crossing of {name}", after.offered("cross"), {over} if over else set())
        found += reach_differences(table, unit)
    return found


def goes_nowhere(table: Table, verb: str, unit: str) -> bool:
    """Whether the move of a unit ends automatically in its hex, and all others stay."""
    after = table.after(verb, unit)
    if after.decision in ("leg", "destination"):
        return False
    return after.position().at == table.position().at


def anywhere(pos: Position, unit: Unit, effort: Effort) -> bool:
    """Whether there is anything to do for a unit that moves now, with so much effort for others."""
    ways = movement.reach(pos, unit)
    if roomy(pos, unit, ways):
        return True
    if movement.may_set_out(pos, unit) and movement.exit_cost(pos, unit) is not None:
        return True
    over = movement.crossing(pos, unit)
    if over and crowds.may_cross(pos, unit, over, effort):
        return True
    return any(crowds.may_come(pos, unit, h, effort) for h in ways)


def reach_differences(table: Table, unit: Unit) -> list[str]:
    """The public question of where a unit could go, and for how many of its points."""
    pos = table.position()
    asked = dict(table.state.reach(names(table.state.game)[unit.id], full=True))
    most = movement.allowance(pos, unit)
    walked = {h: min(most, cost) for h, cost in movement.reach(pos, unit).items()}
    asked.pop(pos.at[unit.id], None)
    return odd(f"reach of {unit.id}", map(str, asked.items()), map(str, walked.items()))


def leg_differences(table: Table) -> list[str]:
    """The hexes to which a unit under way may go on, except full ones."""
    pos, name = table.position(), table.ledger.mover
    if not name:
        return ["nobody is under way"]
    unit = pos.units[name]
    offered = roomy(pos, unit, table.offered("to"))
    want = roomy(pos, unit, movement.reach(pos, unit))
    return odd(f"leg of {name} with {pos.left.get(name)} from {pos.at[name]}", offered, want)


def overrun_differences(table: Table, rng: random.Random) -> list[str]:
    """Which hexes can be overrun, and by whom together."""
    pos = table.position()
    wanted = movement.overruns_from_here(pos)
    found = odd("overruns", table.offered("overrun"), wanted)
    for target in some(rng, table.offered("overrun") & set(wanted), 2):
        after = table.after("overrun", target)
        if after.decision == "movement" or not after.offered("join"):
            continue
        groups = wanted[target]
        joins = {u for group in groups for u in group}
        found += odd(
            f"who overruns {target}", classes(pos, after.offered("join")), classes(pos, joins)
        )
    return found


def rail_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may go by rail, and their hexes, except full ones."""
    pos, may = table.position(), table.offered("entrain")
    units = [pos.units[u] for u in own(pos)]
    able = {u.id for u in units if u.id in may and by_rail(pos, u, ANY)}
    must = {u.id for u in units if u.id not in may and by_rail(pos, u, ONE_STEP)}
    ready = {u.id for u in units if rail.may_rail(pos, u)}
    idle = {u for u in (may - able) & ready if goes_nowhere(table, "entrain", u)}
    found = odd("who may rail", classes(pos, may), classes(pos, able | must | idle))
    asked = set(table.state.ask(f"{pos.side} rail"))
    found += odd("rail hexes", asked & pos.ground, rail.rail_hexes(pos, pos.side))
    for name in some(rng, able, most):
        unit = pos.units[name]
        offered = roomy(pos, unit, table.after("entrain", name).offered("detrain"))
        want = roomy(pos, unit, rail.rail_reach(pos, unit))
        found += odd(f"rail move of {name} from {pos.at[name]}", offered, want)
    return found


def by_rail(pos: Position, unit: Unit, effort: Effort) -> bool:
    """Whether a unit can go anywhere by rail, with so much effort for others."""
    ways = rail.rail_reach(pos, unit)
    return bool(roomy(pos, unit, ways)) or any(
        crowds.may_detrain(pos, unit, h, effort) for h in ways
    )


def end_differences(table: Table) -> list[str]:
    """Movement may end unless units can still leave a hex above the limit (STACK-A, R17)."""
    pos, may = table.position(), table.may("end-movement")
    if may and (left := crowds.curable(pos, pos.side, STEP_BY_STEP)):
        return [f"movement may end though units can leave {sorted(left)}"]
    if not may and not crowds.curable(pos, pos.side):
        return ["movement may not end though no hex has too many who can leave it"]
    return []


def excess_differences(table: Table) -> list[str]:
    """The units that may be given up: combat units of hexes that stay above the limit (R17)."""
    pos, offered = table.position(), table.offered("give-up")
    hexes = {pos.at[u] for u in offered}
    found = odd("hexes above the limit", hexes - stacks.overstacked(pos, pos.side), ())
    there = {u.id for h in hexes for u in pos.stack(h) if not u.is_support}
    found += odd("who is given up", classes(pos, offered), classes(pos, there))
    cured = {h for h in hexes if crowds.meets_limit(pos, pos.side, pos.stack(h))}
    return found + odd("hexes that armies put together would cure", cured, ())


# ---- full hexes


def full_hex_differences(table: Table, rng: random.Random, most: int) -> list[list[str]]:
    """The units that may enter full hexes, and stay there; a list of differences for every
    question."""
    pos, mover = table.position(), table.ledger.mover
    if table.decision == "leg":
        return full_legs(table, pos.units[mover])
    if table.decision == "destination":
        return full_stations(table, pos.units[mover])
    found = []
    if table.decision == "movement":
        for name in some(rng, table.offered("move"), most):
            if (after := table.after("move", name)).decision == "leg":
                found += full_legs(after, pos.units[name])
    if table.decision == "rail movement":
        for name in some(rng, table.offered("entrain"), most):
            if (after := table.after("entrain", name)).decision == "destination":
                found += full_stations(after, pos.units[name])
    return found


def full_legs(table: Table, unit: Unit) -> list[list[str]]:
    """Whether a unit under way may come to full hexes, cross to one, and stay in one.

    One hex beside it must be offered if one step makes room there. One farther off is come to from
    a hex beside it: that is tried.
    """
    pos, found = table.position(), []
    here, ways = pos.at[unit.id], movement.reach(pos, unit)
    offered = table.offered("to")
    if full := set(ways) - roomy(pos, unit, ways):
        found.append(
            judged(
                f"full hexes for {unit.id} at {here} with {pos.left.get(unit.id)}",
                offered,
                full,
                lambda h, effort: crowds.may_come(pos, unit, h, effort),
                lambda h: h in pos.neighbours[here],
            )
            + far_off(table, unit, sorted(full - set(offered) - set(pos.neighbours[here])), ways)
        )
    over = movement.crossing(pos, unit)
    if over and not crowds.has_room(pos, unit, over):
        found.append(
            judged(
                f"crossing of {unit.id} to a full hex",
                table.offered("cross"),
                [over],
                lambda h, effort: crowds.may_cross(pos, unit, h, effort),
            )
        )
    if not unit.is_support and here in stacks.overstacked(pos, pos.side):
        may = table.may("stop")
        if may and not crowds.may_stay(pos, unit):
            found.append([f"{unit.id} may stay in {here}, where nobody makes room"])
        elif not may and crowds.may_stay(pos, unit, ONE_STEP):
            found.append([f"{unit.id} may not stay in {here}, where room can be made"])
        else:
            found.append([])
    return found


def far_off(table: Table, unit: Unit, full: list[str], ways: Mapping[str, int]) -> list[str]:
    """Full hexes more than a hex away to which a unit may come, and is not let from beside them."""
    pos, found = table.position(), []
    for h in full[:2]:
        beside = [
            w
            for w in sorted(table.offered("to") & set(pos.neighbours[h]))
            if ways[w] + movement.entry_cost(pos, unit, w, h) == ways[h]
        ]
        if not beside or not crowds.may_come(pos, unit, h, ONE_STEP, beside[0]):
            continue
        if h not in table.after("to", beside[0]).offered("to"):
            found.append(f"{unit.id} may not come to {h} from {beside[0]}")
    return found


def full_stations(table: Table, unit: Unit) -> list[list[str]]:
    """Whether a unit may come to full hexes by rail."""
    pos = table.position()
    ways = rail.rail_reach(pos, unit)
    full = ways - roomy(pos, unit, ways)
    if not full:
        return []
    return [
        judged(
            f"full hexes by rail for {unit.id} at {pos.at[unit.id]}",
            table.offered("detrain"),
            full,
            lambda h, effort: crowds.may_detrain(pos, unit, h, effort),
        )
    ]


# ---- breaking down and recombining


def reorganization_differences(table: Table) -> list[str]:
    """The armies that may be broken down and formed."""
    pos, fresh = table.position(), table.ledger.fresh
    last = table.state.stack[-1]
    there = [u for u in own(pos) if u not in fresh]
    found = []
    if last.endswith(", 1"):
        broken = {u for u in there if pos.units[u].kind in PARTS}
        found += odd("breakdowns", classes(pos, table.offered("break")), classes(pos, broken))
    else:
        if table.offered("break"):
            found.append("units break down as movement ends")
        found += closing_differences(table)
    old = pos.without(*fresh)
    armies = {
        army
        for h in old.held[pos.side]
        for army in stacks.combinations_in(old, h)
        if any(u.id not in pos.at for u in pos.units.values() if u.kind == army)
    }
    offered = {pos.units[u].kind for u in table.offered("form")}
    return found + odd("armies formed", offered, armies)


def closing_differences(table: Table) -> list[str]:
    """Armies are put together as movement ends where the limit is met so (STACK-C2)."""
    pos, may = table.position(), table.may("end-reorganization")
    over = sorted(stacks.overstacked(pos, pos.side))
    cured = [h for h in over if crowds.meets_limit(pos, pos.side, pos.stack(h))]
    if bool(cured) == may:
        return [f"above the limit are {over}, cured can be {cured}; may end: {may}"]
    return []


# ---- combat


def attack_differences(table: Table) -> list[str]:
    """Which hexes may be attacked."""
    return odd("attacks", table.offered("attack"), battle.attackable(table.position()))


def force_differences(table: Table) -> list[str]:
    """The units that may join an attack, and the hexes that may be added."""
    pos, fight = table.position(), table.ledger.fight
    able = battle.attackers_of(pos, fight.hexes) - set(fight.units)
    found = odd(
        f"attackers of {fight.hexes}", classes(pos, table.offered("with")), classes(pos, able)
    )
    if not fight.units:
        more = {
            h
            for h in battle.attackable(pos) - set(fight.hexes)
            if battle.attackers_of(pos, [*fight.hexes, h])
        }
        found += odd(f"more than {fight.hexes}", table.offered("also"), more)
    return found


def air_differences(table: Table) -> list[str]:
    """Which Luftwaffe units may help."""
    pos, fight = table.position(), table.ledger.fight
    origins = {pos.at[u] for u in fight.units} - set(fight.help.values())
    able = {u for h in origins for u in battle.helpers(pos, h) if u not in fight.help}
    return odd("Luftwaffe", classes(pos, table.offered("fly")), classes(pos, able))


def assist_differences(table: Table) -> list[str]:
    """Which hexes a Luftwaffe unit may help."""
    pos, fight = table.position(), table.ledger.fight
    origins = {pos.at[u] for u in fight.units} - set(fight.help.values())
    able = {h for h in origins if fight.flying in battle.helpers(pos, h)}
    return odd("assisted hexes", table.offered("assist"), able)


def draw_differences(table: Table) -> list[str]:
    """The supply units that may be drawn on: those that supply an attacker without supply so
    far."""
    pos, fight = table.position(), table.ledger.fight
    dry = [
        u for u in fight.units if not supply.attack_suppliers(pos, pos.units[u]) & set(fight.drawn)
    ]
    able = {s for u in dry for s in supply.attack_suppliers(pos, pos.units[u])}
    return odd("supply units", classes(pos, table.offered("draw-on")), classes(pos, able))


def odds_differences(table: Table) -> list[str]:
    """Strengths and column of the battle at hand, and the question of what it would be."""
    pos, fight, state = table.position(), table.ledger.fight, table.state
    told = battle.attack_on(pos, fight.hexes, fight.units, fight.help)
    asked = state.battle()
    want = (told.attack, told.defence, told.column)
    got = (asked.attack, asked.defence, asked.column)
    if asked.attack and asked.defence:  # the reported column may lie beyond the ends of the tables
        got = (asked.attack, asked.defence, battle.column(asked.attack, asked.defence))
        beyond = asked.column not in {f"1:{-(-asked.defence // asked.attack)}", told.column}
        if beyond and not told.without_die:
            return [f"column at {fight.hexes}: engine {asked.column}, oracle {told.column}"]
    return [] if got == want else [f"battle at {fight.hexes}: engine {got}, oracle {want}"]


def result_differences(table: Table) -> list[str]:
    """For each die the units eliminated, and those that retreat."""
    pos, fight, found = table.position(), table.ledger.fight, []
    told = battle.attack_on(pos, fight.hexes, fight.units, fight.help)
    for die in range(1, 7):
        code = charts.result(fight.table, told.column, die)
        after = table.after("roll", str(die))
        found += after.ledger.odd
        for _ in range(40):
            if after.decision not in {"retreat", "way"}:
                break
            after.play(after.state.legal_actions.list()[0])
            found += after.ledger.odd
        found += aftermath(table, after, code, die)
    return found


def aftermath(table: Table, after: Table, code: str, die: int) -> list[str]:
    """Both sides after a result, with all retreats made."""
    pos, fight, there = table.position(), table.ledger.fight, after.ledger
    struck = [u.id for h in fight.hexes for u in pos.stack(h)]
    gone = {u for u in (*fight.units, *struck) if u not in there.now.at}
    stays = {u for u in (*fight.units, *struck) if there.now.at.get(u) == pos.at[u]}
    found = []
    if code == "-":
        found += odd(f"die {die} {code} lost", gone, ())
    elif code == "Ae":
        found += odd(f"die {die} {code} lost", gone, fight.units)
    elif code == "De":
        found += odd(f"die {die} {code} lost", gone, struck)
    else:
        who = fight.units if code == "Ar" else struck
        still = {u for u in who if u in stays}
        found += odd(f"die {die} {code} stand", still, ())
        support = {u for u in who if pos.units[u].is_support}
        found += odd(f"die {die} {code} support", support - gone, ())
        found += odd(f"die {die} {code} others", gone - set(who), ())
    return found


def way_differences(table: Table) -> list[str]:
    """The ends of a retreat, over all offered paths."""
    pos, name = table.position(), table.subject
    if name is None or table.ledger.way is None:
        return ["nobody is retreating"]
    ends, here = set(table.ledger.way[1]), pos.at[name]
    if here != table.ledger.retreats_from:  # the last hex of two
        ends &= set(pos.neighbours[here])
    got = retreat_ends(table, name, 3)
    return odd(f"retreat of {name} at {pos.at[name]}", got, ends)


def retreat_ends(table: Table, name: str, depth: int) -> set[str]:
    """The hexes in which a retreating unit can be after its last decision."""
    ends = set()
    for h in table.offered("retreat-to"):
        after = table.after("retreat-to", h)
        if after.decision == "way" and after.subject == name and depth:
            ends |= retreat_ends(after, name, depth - 1)
        else:
            # while others still retreat the end is unknown
            stands = after.ledger.now.at.get(name, "dead")
            ends.add(after.ledger.ended.get(name, stands))
    return ends


# ---- set-up and arrivals


def placement_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The hexes for a unit of the set-up: its area, the limit, and a front that can be covered."""
    pos, name = table.position(), table.subject
    if name is None:
        return ["nobody is set up"]
    unit = pos.units[name]
    able = setting_up.deployment(pos, unit)
    offered = table.offered("set-up")
    found = [f"{name} may be set up in {h}, the oracle says no" for h in sorted(offered - able)[:5]]
    known = {u: h for u, h in table.ledger.boxes.items() if h == "to deploy"}
    waiting = [u for u in known if u != name and pos.units[u].side == unit.side]
    for h in [*some(rng, able & offered, most), *some(rng, able - offered, most)]:
        there = pos.moved_to(name, h)
        may = setting_up.can_be_completed(there, unit.side, waiting, broken=False)
        if may != (h in offered):
            found.append(f"{name} in {h}: the front can still be covered: {may}")
    return found


def arrival_differences(table: Table) -> list[str]:
    """The hexes for an arriving unit: those with room now (R50)."""
    pos = table.position()
    able: Iterable[str] = arrivals.entry_hexes(pos, pos.side)
    offered, name = table.offered("arrive-at"), table.subject
    if name is not None:
        able = roomy(pos, pos.units[name], able)
    return odd("arrival", offered, able)

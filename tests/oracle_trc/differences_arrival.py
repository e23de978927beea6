"""The differences of the engine and this oracle on arrivals and the end of a player turn.

They cover reinforcements, garrisons and Lapland (20), replacements of both sides and workers (21,
22), paratroops and partisans (18, 19), motorization and withdrawals (20.9, 23), and the end of a
player turn and of the game.

Each function takes a state with the record of its game and yields a line for every difference.
"""

from __future__ import annotations

import random

from . import arrivals, entry, scenario, victory
from .differences import odd, same_box
from .engine import Table, some
from .ledger import Ledger, Verdict, enemy_held
from .model import AXIS, RUSSIAN, Position, Unit, stack_is_legal
from .zoc import enemy_zone

MOST_SEQUENCES = 400
"""Ways of choosing replacements that are tried at most."""

# ---- units that are due


def due_differences(table: Table) -> list[str]:
    """The arrivals by the first movement decision of an impulse: all that are due, no others."""
    book = table.ledger
    came = {u for u in book.left_later if u in scenario.entries()}
    came = {u for u in came if scenario.entries()[u].kind != "air"}
    return odd(f"due in impulse {book.now.impulse} of turn {book.now.turn}", came, book.due_now)


# ---- where they enter


def named_city(pos: Position, unit: Unit, ledger: Ledger) -> str | None:
    """The hex of the city that the order of battle names for an arriving unit, or None."""
    if unit.id in ledger.replaced:
        if unit.kind == "hq" and unit.side == RUSSIAN:
            return pos.board.where("Moscow")  # TRC-22.8a
        return pos.board.where("Helsinki") if unit.nation == "finnish" else None
    place = scenario.entries()[unit.id].place
    return pos.board.where(place) if place in pos.board.names.values() else None


def entries_of(table: Table, unit: Unit) -> set[str]:
    """TRC-20.2b, TRC-20.4a to TRC-20.6c, TRC-21.1a, TRC-22.6a to TRC-22.6d, TRC-20.1.2a: the hexes
    where a waiting unit may be placed."""
    pos, book = table.position(), table.ledger
    replaced = unit.id in book.replaced
    stored = book.where[unit.id] == "off-map"
    used = entry.south_edge_is_used(pos, reinforcement=stored or not replaced, came=book.south)
    if stored and unit.nation != "hungarian":
        return entry.edge_of(pos, unit, used)
    city = named_city(pos, unit, book)
    if scenario.entries()[unit.id].place == "north-rail" and not replaced:
        return entry.lapland_hexes(pos)
    if unit.side == RUSSIAN and replaced:
        if unit.kind == "hq":
            return {city} if city and not enemy_held(book, city) else set()
        return arrivals.replacement_cities(pos, book.placed_in) | entry.edge_of(pos, unit, used)
    held = city is not None and enemy_held(book, city)
    return entry.entry_hexes(pos, unit, city, enemy_at_start=held, south_used=used)


def without_bare_zone(pos: Position, unit: Unit, hexes: set[str]) -> set[str]:
    """TRC-11.1e: an HQ comes into no enemy ZOC unless another unit of its side is there."""
    if unit.kind != "hq" or pos.readings.hq_placed_alone:
        return hexes
    zones = enemy_zone(pos, unit.side)
    return {
        h for h in hexes if h not in zones or any(u.kind != "hq" for u in pos.stack(h, unit.side))
    }


def full_cities(pos: Position, unit: Unit) -> set[str]:
    """Cities without room for one more unit.

    Whether it may enter depends on whether a unit can still leave, and the limits hold at the end
    of the phase (6.2, 20.4): this is not compared.
    """
    return {h for h in pos.board.cities if not stack_is_legal([*pos.stack(h, unit.side), unit])}


def entry_differences(table: Table, rng: random.Random, most: int) -> list[str]:
    """The units that may enter, and their hexes (20.1 to 20.6, 21.1, 22.6)."""
    book, side = table.ledger, table.ledger.now.side
    may, found = table.offered("enter"), list[str]()
    stored = [u for u in book.box("off-map", side) if u.id not in book.stored_now]
    waiting = {u.id: u for u in [*book.box("arriving", side), *stored] if u.kind != "worker"}
    asleep = {u for u in waiting if scenario.counters()[u].kind == "leader"}
    found += [f"{u} may enter and does not wait" for u in sorted(may - waiting.keys())]
    for name in some(rng, waiting.keys() - asleep, most):
        unit = waiting[name]
        want = without_bare_zone(table.position(), unit, entries_of(table, unit))
        if name not in may:
            if want and not same_box(table, name, may):
                found.append(f"{name} may not enter: the oracle says {sorted(want)[:5]}")
            continue
        asked = table.after("enter", name)
        if asked.decision != "entry":  # there was one hex, and it has been taken
            got = {asked.ledger.where[name]} - {"off-map"}
        else:
            got = set(asked.offered("at"))
        crowded = full_cities(table.position(), unit)
        if got <= crowded:  # its own city is full, and it may enter if another unit leaves
            continue
        found += odd(f"entry of {name} from {book.where[name]}", got - crowded, want - crowded)
    return found


# ---- 21: Axis replacements


def axis_pool(table: Table) -> list[Unit]:
    """Eliminated Axis units, those taken this turn among them."""
    book = table.ledger
    taken = [scenario.counters()[u] for u in book.replaced]
    return [u for u in [*book.box("pool", AXIS), *taken] if u.id != "GE:cav:1"]


def axis_replacement_differences(table: Table, rng: random.Random) -> list[str]:
    """Units offered are permitted beside those chosen; permitted units are available (21.2 to
    21.6)."""
    pos, book = table.position(), table.ledger
    wells = sum(pos.control.get(h) == AXIS for h in pos.board.wells)
    # TRC-21.2b: headquarters in the second impulse, the others in the first
    pool = [u for u in axis_pool(table) if (u.kind == "hq") == (pos.impulse == 2)]
    may, found = table.offered("replace"), list[str]()
    taken = book.replaced_now
    for name in sorted(may):
        if not arrivals.axis_replacements_legal(pool, [*taken, name], wells, pos.turn):
            found.append(f"{name} may be replaced beside {taken}")
    if taken or book.forgone:
        return found
    wanted = chosen_by_chance(pool, wells, pos.turn, rng)
    if wanted and not can_be_had(table, wanted):
        found.append(f"{sorted(wanted)} cannot be replaced together")
    return found


def chosen_by_chance(pool: list[Unit], wells: int, turn: int, rng: random.Random) -> set[str]:
    """A set of units that may be replaced, to which none can be added, in an order by chance."""
    taken: set[str] = set()
    for unit in rng.sample(pool, len(pool)):
        if arrivals.axis_replacements_legal(pool, taken | {unit.id}, wells, turn):
            taken.add(unit.id)
    return taken


def can_be_had(table: Table, wanted: set[str]) -> bool:
    """Whether some way through the decisions takes just these, or units like them."""
    waiting, seen = [table], 0
    kinds = sorted(map(kind_of, wanted))
    while waiting and seen < MOST_SEQUENCES:
        here = waiting.pop()
        seen += 1
        if here.decision != "replacements" or here.ledger.now.side != AXIS:
            if sorted(map(kind_of, here.ledger.replaced_now)) == kinds:
                return True
            continue
        left = list(kinds)
        for name in here.ledger.replaced_now:
            left.remove(kind_of(name))
        waiting += [here.after("forgo")] if here.may("forgo") else []
        waiting += [
            here.after("replace", u) for u in sorted(here.offered("replace")) if kind_of(u) in left
        ]
    return seen >= MOST_SEQUENCES


def kind_of(name: str) -> str:
    """The properties of a unit that matter for its replacement."""
    unit = scenario.counters()[name]
    return f"{unit.nation} {unit.kind} {unit.combat}-{unit.movement} {unit.ss} {unit.guards}"


# ---- 22: Russian replacements


def points(table: Table) -> int:
    """TRC-22.1a to TRC-22.1d, TRC-22.4a to TRC-22.4c, TRC-22.7a: points of this turn."""
    pos, book = table.position(), table.ledger
    workers = [u for u in pos.on_map(RUSSIAN) if u.kind == "worker"]
    lease = arrivals.archangel(pos.turn, book.die_of_archangel, book.archangel_fell)
    return arrivals.replacement_points(workers, pos.turn, lease)


def russian_replacement_differences(table: Table) -> list[str]:
    """The units offered are exactly those that may be bought beside those bought already (22.5).

    Stavka is offered in the second impulse, all others in the first (4.2.3, 22.6a, 22.8b).
    """
    pos, book = table.position(), table.ledger
    counters = scenario.counters()
    bought = [counters[u] for u in book.replaced]
    if pos.impulse == 1:
        book.earned = points(table)
    if book.earned is None:
        return []  # workers may have been lost since the points were counted
    sum_of_points = book.earned
    pool = [u for u in book.box("pool", RUSSIAN) if (u.kind == "hq") == (pos.impulse == 2)]
    want = {
        u.id
        for u in pool
        if arrivals.russian_replacements_legal([*bought, u], sum_of_points, pos.turn)
        and not (u.kind == "hq" and enemy_moscow(pos))
    }
    got = table.offered("recruit")
    missing = {
        u for u in want - got if not any(kind_of(u) == kind_of(other) for other in got & want)
    }
    return odd(
        f"recruits for {sum_of_points} points beside {book.replaced}", got, (want & got) | missing
    )


def enemy_moscow(pos: Position) -> bool:
    """TRC-22.8c: Stavka is not replaced while the Axis controls Moscow."""
    return victory.controls(pos, AXIS, "Moscow")


def worker_differences(table: Table) -> list[str]:
    """The hexes for a new worker (22.3), who may be held back (20.1.1)."""
    pos, book = table.position(), table.ledger
    cities = [h for h in book.held_at_start if h in pos.board.cities]
    want = arrivals.worker_cities(pos, cities)
    found = odd("cities for a worker", table.offered("at"), want)
    held = book.where[book.mover] == "off-map" or table.may("hold")
    return found if held else [*found, f"{book.mover} may not be held back"]


# ---- 18, 19: paratroops and partisans


def paratroop_differences(table: Table, rng: random.Random) -> list[str]:
    """The units that may drop and their hexes, and those that may come by land (18.1 to 18.4)."""
    pos, book = table.position(), table.ledger
    own = [u for u in book.box("reserve", RUSSIAN) if u.kind == "paratroop"]
    want = {u.id for u in own} if pos.side == RUSSIAN and arrivals.drop_hexes(pos) else set()
    alike = len({u.id for u in own} & table.offered("drop")) == 1
    found = [] if alike and want else odd("who may drop", table.offered("drop"), want)
    for name in some(rng, table.offered("drop"), 1):
        asked = table.after("drop", name)
        if asked.decision == "entry":
            found += odd(f"drop of {name}", asked.offered("at"), arrivals.drop_hexes(pos))
    old = {u.id for u in own if book.stored_for.get(u.id, 0) < pos.turn}
    walkers = table.offered("come-by-land")
    found += [f"{u} may come by land in the turn of its arrival" for u in sorted(walkers - old)]
    if old and pos.side == RUSSIAN and not walkers and entry.edge_hexes(pos, "east"):
        found.append(f"{sorted(old)} may not come by land")
    for name in some(rng, walkers, 1):
        asked = table.after("come-by-land", name)
        if asked.decision == "entry":
            used = entry.south_edge_is_used(pos, reinforcement=True, came=book.south)
            by_south = pos.readings.paratroops_by_the_south and not used
            want = entry.edge_hexes(pos, "east")
            want |= entry.edge_hexes(pos, "south") if by_south else set()
            found += odd(f"{name} by land", asked.offered("at"), want)
    return found


def partisan_differences(table: Table) -> list[str]:
    """The hexes for a partisan (19.1)."""
    got = table.offered("at")
    return odd("hexes for a partisan", got, arrivals.partisan_hexes(table.position()))


def partisans_removed_differences(before: Table, after: Table) -> list[str]:
    """The partisans that leave at the end of an Axis movement phase (19.3).

    Surrenders come first and remove zones, so this is compared only without them.
    """
    pos = before.position()
    if pos.side != AXIS or after.decision == "surrender":
        return []
    if any(after.ledger.where[u.id] != pos.at[u.id] for u in pos.on_map(AXIS)):
        return []
    gone = {u for u, h in pos.at.items() if pos.units[u].kind == "partisan"}
    gone = {u for u in gone if after.ledger.where[u] == "reserve"}
    return odd("partisans removed", gone, arrivals.partisans_removed(pos))


# ---- 20.9, 23: motorization and withdrawals


def motorization_differences(table: Table) -> list[str]:
    """German infantry that may be given up for a motorized corps (23.1, 23.2)."""
    pos = table.position()
    infantry = [u for u in pos.on_map(AXIS) if u.nation == "german" and u.kind == "infantry"]
    wanted = [
        {u.id for u in infantry if u.combat == factor}
        or {u.id for u in infantry if u.combat > factor}
        for factor in ((4, 3, 3) if pos.turn == 14 else (3, 5))
    ]
    got = table.offered("motorize")
    return [] if got in wanted else [f"infantry for motorization: {sorted(got)}, of {wanted}"]


def withdrawal_differences(table: Table) -> list[str]:
    """Corps that may be withdrawn (20.9.2, 20.9.3)."""
    pos = table.position()
    corps = [u for u in pos.on_map(AXIS) if u.size == "corps"]
    want = {u.id for u in corps if u.nation == "german"}
    if pos.turn == 19:
        armor = [u for u in corps if u.kind == "armor"]
        want = {u.id for u in armor if u.ss} or {u.id for u in armor}
    return odd("corps to withdraw", table.offered("withdraw"), want)


# ---- the end of a player turn, of a turn, and of the game


def end_differences(verdict: Verdict, table: Table) -> list[str]:
    """After a player turn: units out of supply, and surrenders of allies (4.1.6, 4.2.5, 24)."""
    pos, where = verdict.before, table.ledger.where
    side, phase = pos.side, verdict.phase
    fighters = {u for u in verdict.taken if pos.units[u].kind != "partisan"}
    nations = phase.surrendering
    allies = {u for u in pos.at if pos.units[u].nation in nations} - set(phase.eliminated)
    want = set(phase.eliminated) | allies
    if table.ledger.now.turn != pos.turn:
        want |= verdict.stranded
    fighters -= verdict.stranded - want
    if (pos.turn, table.ledger.now.turn) == (18, 19):  # a single one goes automatically
        panzers = [u for u in pos.on_map(AXIS) if u.kind == "armor" and u.size == "corps" and u.ss]
        fighters -= {u.id for u in panzers if len(panzers) == 1}
    found = odd(f"taken off the map after the turn of {side}", fighters, want)
    not_given = [
        u for u in sorted(where) if u in scenario.counters()
        and scenario.counters()[u].nation in nations
        and where[u] not in {"surrendered", "removed", "later", "counters"}
    ]  # fmt: skip
    return found + [f"{u} of an ally that surrenders is in {where[u]}" for u in not_given]


def stranded_differences(table: Table) -> list[str]:
    """No unit is left in Finland after the turn in which it has surrendered (24.5)."""
    book = table.ledger
    land = book.now.board.is_land
    if book.now.turn == book.finland_gave_up:
        return []
    left = sorted(u for u in book.stranded if land(book.where[u]))
    return [f"{u} is still in {book.where[u]} after the surrender of Finland" for u in left]


def over_differences(table: Table, stalin_lost: bool) -> list[str]:
    """Whether and by whom the game is won now (25.1, 25.2)."""
    pos, outcome = table.position(), table.state.outcome
    winner = victory.at_once(pos, stalin_lost=stalin_lost)
    if outcome is None:
        return [f"the oracle says that {winner} has won"] if winner else []
    if winner is not None:
        return [] if outcome[0] == winner else [f"{outcome[0]} has won, the oracle says {winner}"]
    rule = outcome[2]
    if rule.startswith("TRC-25.2"):
        sudden = victory.sudden_death(pos, table.ledger.given_up)
        won = {outcome[0]} if outcome[0] else {AXIS, RUSSIAN}
        return odd("sudden death", map(str, won), sudden)
    if rule == "TRC-25.1.1b" and (pos.turn, pos.side) == (25, RUSSIAN):
        last = victory.at_the_end(pos)
        return [] if outcome[0] == last else [f"{outcome[0]} has won, the oracle says {last}"]
    if rule.startswith("TRC-25.1"):
        return [f"won by {outcome} in the middle of the game"]
    return []


def no_sudden_death_differences(table: Table) -> list[str]:
    """After a Jan/Feb turn the game goes on: no side had all objectives (25.2.1)."""
    book = table.ledger
    closing = book.closing
    if closing is None or closing.turn == book.now.turn or table.state.is_over:
        return []
    book.closing = None
    if not scenario.has_sudden_death(table.state.game.id):
        return []
    winners = victory.sudden_death(closing, book.given_up)
    return [f"no sudden death, the oracle says {sorted(winners)}"] if winners else []

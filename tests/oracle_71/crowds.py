"""Full hexes: units that may enter one, and phases that can end without any unit above the limit.

STACK-A, STACK-C2, MOVE-F, R17.

The stacking limit holds at the end of a Movement Phase, and not before. So a unit may enter a full
hex if the phase can still end within the limit: others that have not moved leave it, or the unit
goes on from there, or overruns. The rest may also be combined as the phase ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from . import movement, rail, supply
from .board import Unit, counters_of
from .charts import PARTS
from .model import Position, enemies, supply_zone
from .stacks import fits, may_combine_at_all


@dataclass(frozen=True)
class Effort:
    """The effort to bring a hex within the limit; the rulebook sets no bound.

    `steps` is the number of units that may move, besides the one that came, and of armies that may
    be formed in a hex as the phase ends. `chain` is the number of other hexes that may be above the
    limit on the way, so that their units make room in turn. `lines` is whether one more unit may
    move first to bring units there into General Supply (SUPPLY-B2). `back` is whether the unit that
    came may return to its former hex, which does not count as going on (R17).
    """

    steps: int
    chain: int
    lines: bool
    back: bool


ANY = Effort(steps=99, chain=2, lines=True, back=True)
"""The greatest effort, except chains over more than two other hexes and lines of supply opened by
two units: each link multiplies the cases by the units of a hex and the hexes that they can reach.
Everything that is offered must be possible with this effort."""
ONE_STEP = Effort(steps=1, chain=0, lines=False, back=False)
"""One unit leaves for a hex with room, or one army is formed.

Units that can enter so must be offered; room made in more than one step need not be foreseen.
"""


# ---- what a stack can be put together to


def meets_limit(pos: Position, side: str, units: Iterable[Unit], armies: int = ANY.steps) -> bool:
    """Whether a stack is within the limit, or can be put together so that it is (STACK-C2)."""
    return any(fits(pos, side, stack) for stack in put_together(pos, list(units), armies))


def put_together(pos: Position, units: list[Unit], armies: int = ANY.steps) -> list[list[Unit]]:
    """A stack as it is, and all that it can be put together to with so many armies of the stock."""
    found, new = [units], [(units, armies)]
    while new:
        stack, more = new.pop()
        if not more:
            continue
        for army, parts in PARTS.items():
            need = Counter(parts)
            if Counter(u.kind for u in stack) & need != need or not may_combine_at_all(pos, army):
                continue
            spare = [u for u in counters_of(army) if u.id not in pos.at and u not in stack]
            if not spare:
                continue
            rest = list(stack)
            for part in parts:
                rest.remove(next(u for u in rest if u.kind == part))
            found.append([*rest, spare[0]])
            new.append((found[-1], more - 1))
    return found


# ---- where a unit can still go


def ends(pos: Position, unit: Unit, trains: bool = False) -> frozenset[str]:
    """The hexes in which the move of a unit can still end in this phase, whatever units are there.

    ``trains`` states whether rail moves can still be made; a unit goes by rail or on the ground.
    """
    over = movement.crossing(pos, unit)
    found = set(movement.reach(pos, unit)) | ({over} if over else set())
    return frozenset(found | (rail.rail_reach(pos, unit) if trains else set()))


def is_out_of_the_way(pos: Position, unit: Unit) -> bool:
    """Whether a unit can leave the map in this phase, or end it on top of an enemy."""
    cost, points = movement.exit_cost(pos, unit), points_left(pos, unit)
    if cost is not None and movement.may_set_out(pos, unit) and cost <= points:
        return True
    return bool(overruns_of(pos, unit))


def points_left(pos: Position, unit: Unit) -> int:
    """All the points of a unit, or what is left of them on its way."""
    return pos.left.get(unit.id, movement.allowance(pos, unit))


def overruns_of(pos: Position, unit: Unit) -> frozenset[str]:
    """The hexes that a unit can overrun in this phase, by itself or with others (OVR, R14).

    It and the others may move up one by one before they strike together.
    """
    mine = ways_to_strike(pos, unit)
    others = [u for u in pos.on_map(unit.side) if u.is_motorized and u != unit] if mine else []
    theirs = [(u, ways_to_strike(pos, u)) for u in others]
    found = set()
    for target in {t for t, _ in mine}:
        groups = [(unit.id, h) for t, h in mine if t == target]
        able = [(u.id, h) for u, ways in theirs for t, h in ways if t == target]
        for first in groups:
            for size in (0, 1, 2):
                for more in combinations(able, size):
                    group = dict([first, *more])
                    if len(group) == size + 1 and movement.may_overrun(pos, group, target):
                        found.add(target)
    return frozenset(found)


def ways_to_strike(pos: Position, unit: Unit) -> set[tuple[str, str]]:
    """The enemy hexes that a unit has the points to overrun, and from where."""
    points = movement.points_for_overrun(pos, unit)
    if points < 0:
        return set()
    ways = {pos.at[unit.id]: 0} | movement.reach(pos, unit)
    return {
        (target, h)
        for h, spent in ways.items()
        for target in pos.neighbours[h]
        if target in enemies(pos, unit.side)
        and spent + movement.overrun_cost(pos, unit, h, target) <= points
    }


# ---- whether a stack can be cured


def can_be_met(
    pos: Position,
    side: str,
    hexes: Iterable[str],
    effort: Effort = ANY,
    *,
    trains: bool = False,
    came: str = "",
    before: str = "",
) -> bool:
    """Whether the limit can be met in some hexes as the phase ends, by units that have yet to move.

    They go to hexes with room, or to full ones whose units make room in turn; ``came`` is who came
    last, from the hex ``before``, and may go on, which is no step of its own. The zones of control
    are taken as they are now, and so are the lines of supply, but for one that a unit may open.
    """
    if settles(pos, side, hexes, effort, trains, came, before):
        return True
    return effort.lines and any(
        settles(later, side, hexes, effort, trains, came, before)
        for later in lines_opened(pos, side, hexes, trains)
    )


def lines_opened(
    pos: Position, side: str, hexes: Iterable[str], trains: bool
) -> Iterator[Position]:
    """The positions in which one unit has moved so that some in hexes come into supply.

    Only a unit that enters a hex which an enemy zone closes opens a line, or one of supply.
    """
    cut = [u for h in hexes for u in pos.stack(h, side) if not supply.is_supplied(pos, u)]
    cut = [u for u in cut if not u.is_support and u.id not in pos.moved]
    if not cut:
        return
    closed = supply_zone(pos, side)
    for unit in pos.on_map(side):
        for h in sorted(ends(pos, unit, trains)):
            if h in closed or unit.is_supply:
                later = over_there(pos, unit, h)
                if any(supply.is_supplied(later, u) for u in cut):
                    yield later


def settles(
    pos: Position,
    side: str,
    hexes: Iterable[str],
    effort: Effort,
    trains: bool,
    came: str,
    before: str,
) -> bool:
    """Whether units that can move now can bring some hexes within the limit; see `can_be_met`."""
    known: dict[str, tuple[frozenset[str], bool]] = {}
    failed: set[tuple[frozenset[tuple[str, str]], int, int]] = set()
    start = {u.id: pos.at[u.id] for u in pos.on_map(side) if not u.is_support}

    def options(unit: Unit) -> tuple[frozenset[str], bool]:
        if unit.id not in known:
            known[unit.id] = ends(pos, unit, trains), is_out_of_the_way(pos, unit)
        return known[unit.id]

    def within(steps: int, at: Mapping[str, str], hex_: str, *more: Unit) -> bool:
        stack = [pos.units[u] for u, h in at.items() if h == hex_]
        return meets_limit(pos, side, [*stack, *more], steps)

    def search(at: dict[str, str], worry: frozenset[str], chain: int, steps: int) -> bool:
        over = sorted(h for h in worry if not within(steps, at, h))
        if not over:
            return True
        key = frozenset(set(at.items()) ^ set(start.items())), chain, steps
        if key in failed:
            return False
        for unit in [pos.units[u] for u, h in at.items() if h == over[0] == start[u]]:
            left = steps - (unit.id != came)
            if left < 0:
                continue
            to, off = options(unit)
            if unit.id == came and not effort.back:
                to -= {before}
            if off and search({u: h for u, h in at.items() if u != unit.id}, worry, chain, left):
                return True
            room = {h for h in to if within(0, at, h, unit)}
            if any(search({**at, unit.id: h}, worry, chain, left) for h in sorted(room)):
                return True
            for h in sorted(to - room) if chain else ():
                if search({**at, unit.id: h}, worry | {h}, chain - 1, left):
                    return True
        failed.add(key)
        return False

    return search(start, frozenset(hexes), effort.chain, effort.steps)


def curable(pos: Position, side: str, effort: Effort = ANY) -> frozenset[str]:
    """The hexes above the limit from which units can and must yet move, so that it is met there.

    Those that are within it once armies are put together as the phase ends are not among them.
    """
    over = [h for h in pos.held[side] if not meets_limit(pos, side, pos.stack(h))]
    return frozenset(h for h in over if can_be_met(pos, side, {h}, effort))


# ---- units that may enter a full hex


def has_room(pos: Position, unit: Unit, hex_: str) -> bool:
    """Whether a hex has room for a unit as it is now; for support units all have (STACK-B1)."""
    return unit.is_support or fits(pos, unit.side, [*pos.stack(hex_), unit])


def may_come(pos: Position, unit: Unit, hex_: str, effort: Effort = ANY, before: str = "") -> bool:
    """Whether a unit on its way may come to a hex of `movement.reach` (MOVE-F, R17).

    It comes from the hex ``before``, or from where it is.
    """
    if has_room(pos, unit, hex_):
        return True
    left = movement.least_paid(pos, unit, movement.reach(pos, unit), hex_)
    there = pos.moved_to(unit.id, hex_).with_(left={**pos.left, unit.id: left})
    before = before or pos.at[unit.id]
    return can_be_met(there, unit.side, {hex_}, effort, came=unit.id, before=before)


def may_cross(pos: Position, unit: Unit, hex_: str, effort: Effort = ANY) -> bool:
    """Whether a unit may come over the Kerch Straits to a hex; it goes no farther."""
    there = over_there(pos, unit, hex_)
    return has_room(pos, unit, hex_) or can_be_met(there, unit.side, {hex_}, effort)


def may_detrain(pos: Position, unit: Unit, hex_: str, effort: Effort = ANY) -> bool:
    """Whether a unit may come to a hex by rail; the others may leave by rail or later on foot."""
    there = over_there(pos, unit, hex_).with_(railed=pos.railed | {unit.id})
    if has_room(pos, unit, hex_):
        return True
    return can_be_met(there, unit.side, {hex_}, effort, trains=True)


def over_there(pos: Position, unit: Unit, hex_: str) -> Position:
    """A unit in another hex, where its move is over."""
    kerch = {u: wait for u, wait in pos.kerch.items() if u != unit.id}
    return pos.moved_to(unit.id, hex_).with_(moved=pos.moved | {unit.id}, kerch=kerch)


def may_stay(pos: Position, unit: Unit, effort: Effort = ANY) -> bool:
    """Whether a unit on its way may end its move in the hex where it is."""
    left = {u: n for u, n in pos.left.items() if u != unit.id}
    done = pos.with_(moved=pos.moved | {unit.id}, left=left)
    return unit.is_support or can_be_met(done, unit.side, {pos.at[unit.id]}, effort)

"""Retreats after combat, written from the rulebook of Barbarossa Deluxe, 11.27 to 11.29."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .model import GERMAN, Position, direction_to, enemy_of

HOMEWARD = {GERMAN: frozenset({"W", "SW", "NW"}), "soviet": frozenset({"E", "SE", "NE"})}


@dataclass(frozen=True)
class Retreat:
    """Where a defending stack may go.

    `open_hexes`: adjacent hexes the stack could enter, stacking apart.
    `candidates`: those it has to use by the direction preference, again stacking apart.
    `whole`: the candidates that hold the entire stack within the limits.
    `onward`: when no candidate holds the entire stack, every hex to which surplus units can go on
    by passing through friendly hexes that are full for them.
    `eliminated`: units that never retreat to an adjacent hex; all but a coastal army with its
    other port open are lost in place.
    """

    open_hexes: frozenset[str]
    candidates: frozenset[str]
    whole: frozenset[str]
    onward: frozenset[str]
    eliminated: frozenset[str]

    @property
    def possible(self) -> bool:
        """Whether the stack actually has an open hex (11.28, 13.9)."""
        return bool(self.candidates)


def _may_step(position: Position, units: Collection[str], a: str, b: str) -> bool:
    side = position.unit(next(iter(units))).side
    if position.board.hexes[b].terrain in ("sea", "lake"):
        return False
    if position.board.hexside(a, b) & {"sea", "lake", "kerch", "sivash"}:  # 11.17-11.19
        return False
    if position.occupants(b, enemy_of(side)):
        return False
    return not any(position.barred(u, b) for u in units)  # 10.22


def _onward(
    position: Position,
    units: list[str],
    start: str,
    first: Collection[str],
    attacked_from: Collection[str],
) -> frozenset[str]:
    found: set[str] = set()
    seen = {start, *first}
    frontier = list(first)
    while frontier:
        hex_id = frontier.pop()
        for other in position.board.neighbours(hex_id):
            if other in seen or other in attacked_from:
                continue
            if not any(_may_step(position, [u], hex_id, other) for u in units):
                continue
            seen.add(other)
            if any(position.fits([u], other) for u in units):
                found.add(other)
            if not position.fits(units, other):
                frontier.append(other)
    return frozenset(found)


def legal_retreats(
    position: Position, units: Collection[str], attacked_from: Collection[str]
) -> Retreat:
    """The hexes to which the defenders of one hex may retreat, given the hexes of the attack.

    For a mobile assault `attacked_from` is the launch hex. A stack retreats as one, so a hex is
    open only if every retreating unit may enter it. A full friendly hex is still open (11.28); when
    some candidate holds the entire stack, the stack must use such a one, otherwise it may be split
    over the candidates and surplus units go on.
    """
    places = {position.where(u) for u in units}
    if len(places) != 1:
        raise ValueError("a defending stack stands in one hex")
    start = places.pop()
    stuck = frozenset(u for u in units if not position.unit(u).walks)  # 8.33 to 8.35, 10.34
    going = sorted(set(units) - stuck)
    if not going:
        none: frozenset[str] = frozenset()
        return Retreat(none, none, none, none, stuck)
    side = position.unit(going[0]).side
    open_hexes = frozenset(
        other
        for other in position.board.neighbours(start)
        if other not in attacked_from and _may_step(position, going, start, other)
    )
    homeward = frozenset(h for h in open_hexes if direction_to(start, h) in HOMEWARD[side])
    candidates = homeward or open_hexes
    whole = frozenset(h for h in candidates if position.fits(going, h))
    onward: frozenset[str] = frozenset()
    if candidates and not whole:
        full = [h for h in candidates if not position.fits(going, h)]
        onward = _onward(position, going, start, full, attacked_from)
    return Retreat(open_hexes, candidates, whole, onward, stuck)


def legal_retreat_hexes(
    position: Position, units: Collection[str], attacked_from: Collection[str]
) -> frozenset[str]:
    """The hexes to which the stack as a whole may retreat, or else those it may be split over."""
    answer = legal_retreats(position, units, attacked_from)
    return answer.whole or answer.candidates

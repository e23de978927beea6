"""Results of battle and retreats (13.2 to 13.7, 14.2, 10.3.2, 11.2, 22.2, 26.5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .control import refreshed
from .grid import pair
from .model import Position, Unit, enemy_of, stack_is_legal
from .movement import entered_while_closed
from .odds import Battle, defenders
from .zoc import enemy_zone

ALL = 99


@dataclass(frozen=True)
class Result:
    """The effects of a result code on each side: units lost, and lengths of retreat for the
    rest."""

    attackers_lost: int = 0
    attackers_retreat: tuple[int, ...] = ()
    defenders_lost: int = 0
    defenders_retreat: tuple[int, ...] = ()
    surrender: bool = False


#: TRC-13.3a to TRC-13.3k
RESULTS = {
    "AE": Result(attackers_lost=ALL),
    "A1": Result(attackers_lost=1, attackers_retreat=(1, 2)),
    "AR": Result(attackers_retreat=(1, 2)),
    "C": Result(),
    "EX": Result(attackers_lost=1, defenders_lost=1, defenders_retreat=(1, 2)),
    "DR": Result(defenders_retreat=(2,)),
    "D1": Result(defenders_lost=1, defenders_retreat=(2,)),
    "DE": Result(defenders_lost=ALL),
    "DS": Result(defenders_lost=ALL, surrender=True),
}


# ---- one unit's way back


def may_retreat_into(position: Position, unit: Unit, here: str, to: str) -> bool:
    """TRC-13.5a, TRC-13.6a, TRC-8.5.1b, TRC-19.2b: one step of a retreat.

    Friends in a hex do not undo enemy ZOC there; terrain does not matter, the strait is open.
    """
    board = position.board
    return (
        board.is_land(to)
        and pair(here, to) not in board.prohibited
        and not entered_while_closed(position, here, to)
        and to not in enemy_zone(position, unit.side)
    )


def retreat_paths(
    position: Position, unit: Unit, lengths: Iterable[int], start: str | None = None
) -> list[tuple[str, ...]]:
    """TRC-13.4a, TRC-13.4c, TRC-13.5c: every path of the given lengths (1 or 2 hexes).

    A path of two hexes may end beside the start, not in it.
    """
    origin = position.at[unit.id] if start is None else start
    found: list[tuple[str, ...]] = []
    for first in position.board.land_around(origin):
        if not may_retreat_into(position, unit, origin, first):
            continue
        if 1 in lengths:
            found.append((first,))
        if 2 in lengths:
            for second in position.board.land_around(first):
                if second != origin and may_retreat_into(position, unit, first, second):
                    found.append((first, second))
    return sorted(found)


def dies_when_retreated(position: Position, unit: Unit) -> str | None:
    """Units for which a forced retreat is the end, with the rule."""
    if unit.kind == "leader":
        return "TRC-11.2b"
    if unit.kind == "worker":
        return "TRC-22.2e"
    if unit.kind == "artillery":
        return "TRC-26.5.5a"
    if unit.id in position.invaded_now:
        return "TRC-10.3.2d"
    return None


def room_in(position: Position, unit: Unit, name: str, waiting: Iterable[str]) -> bool:
    """TRC-13.7a: whether a unit may end in a hex; those still to retreat are not counted."""
    leaving = set(waiting)
    there = [u for u in position.stack(name, unit.side) if u.id not in leaving and u != unit]
    return stack_is_legal([*there, unit])


def allowed_paths(
    position: Position, unit: Unit, lengths: Iterable[int], waiting: Iterable[str] = ()
) -> list[tuple[str, ...]]:
    """TRC-13.4b, TRC-13.5b, TRC-13.7a: the paths that the attacker may pick for one unit.

    Those that would kill it by overstacking only when there are no others; none when the unit
    has nowhere to go or does not survive any retreat, and so is eliminated where it is.
    """
    if dies_when_retreated(position, unit) is not None:
        return []
    paths = retreat_paths(position, unit, lengths)
    safe = [p for p in paths if room_in(position, unit, p[-1], waiting)]
    return safe or paths


def path_refusal(
    position: Position,
    unit: Unit,
    path: Sequence[str],
    lengths: Iterable[int],
    waiting: Iterable[str] = (),
) -> str | None:
    """The rule against one path of retreat, or None."""
    if tuple(path) in allowed_paths(position, unit, lengths, waiting):
        return None
    if len(path) not in tuple(lengths):
        return "TRC-13.4a"
    if tuple(path) in retreat_paths(position, unit, lengths):
        return "TRC-13.7a"
    return "TRC-13.5a"


def excess(position: Position, name: str, retreated: Iterable[str]) -> list[str]:
    """TRC-13.7a: which retreated units in an overstacked hex the owner chooses from; empty when
    the hex is within the limits."""
    there = position.stack(name)
    if stack_is_legal(there):
        return []
    return sorted(u.id for u in there if u.id in set(retreated))


# ---- a battle's result


@dataclass(frozen=True)
class Aftermath:
    """The remaining effects of a result."""

    #: losses that are not a choice
    eliminated: frozenset[str]
    surrendered: frozenset[str]
    #: of these the attacker (or owner) picks one
    attacker_picks: frozenset[str]
    defender_picks: frozenset[str]
    #: the surviving units that must retreat, and how far
    retreating: dict[str, tuple[int, ...]]


def in_woods(position: Position, unit: Unit) -> bool:
    """Whether a unit is in woods."""
    return position.board.terrain[position.at[unit.id]] == "woods"


def aftermath(position: Position, battle: Battle, code: str) -> Aftermath:
    """TRC-13.3a to TRC-13.3k, TRC-14.2a, TRC-14.2b: a result, before choices are made.

    A worker lost in any way surrenders (TRC-22.2e); a battlegroup never does (TRC-26.4e).
    """
    result = RESULTS[code]
    attackers = [position.units[u] for u in sorted(battle.attackers)]
    defending = [u for t in sorted(battle.targets) for u in defenders(position, t)]
    dead = [u for u in attackers if result.attackers_lost == ALL]
    taken = [u for u in defending if result.defenders_lost == ALL]
    surrendered = {
        u.id
        for u in [*dead, *taken]
        if u.kind == "worker" or (result.surrender and not u.battlegroup)
    }
    retreating: dict[str, tuple[int, ...]] = {}
    for unit in attackers:
        if result.attackers_retreat and not in_woods(position, unit):
            retreating[unit.id] = result.attackers_retreat
    for unit in defending:
        if result.defenders_retreat and not in_woods(position, unit):
            retreating[unit.id] = result.defenders_retreat
    return Aftermath(
        eliminated=frozenset(u.id for u in [*dead, *taken]) - surrendered,
        surrendered=frozenset(surrendered),
        attacker_picks=frozenset(u.id for u in attackers if result.attackers_lost == 1),
        defender_picks=frozenset(u.id for u in defending if result.defenders_lost == 1),
        retreating=retreating,
    )


def control_is_frozen(code: str) -> bool:
    """TRC-13.3g: during an exchange control waits until all is done."""
    return code == "EX"


def after_losses(position: Position, code: str, lost: Iterable[str]) -> Position:
    """The position without some units, control brought up to date unless it is frozen."""
    left = position.without(lost)
    return left if control_is_frozen(code) else refreshed(left)


def after_retreat(position: Position, code: str, unit: Unit, path: Sequence[str]) -> Position:
    """The position after one unit has gone back, hex by hex."""
    for name in path:
        position = position.moved(unit.id, name)
        if not control_is_frozen(code):
            position = refreshed(position)
    return position


def after_battle(position: Position, took_part: Iterable[str]) -> Position:
    """TRC-12.4a, TRC-13.3g: everyone who took part has fought, and control is settled."""
    return refreshed(position.with_(fought=position.fought | frozenset(took_part)))


def fought_in(position: Position, battle: Battle) -> frozenset[str]:
    """TRC-12.4a: all units of a battle, to be remembered before it is resolved."""
    enemy = enemy_of(position.side)
    defending = [u.id for t in battle.targets for u in position.fighters(t, enemy)]
    return battle.attackers | frozenset(defending)

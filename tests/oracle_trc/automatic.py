"""Automatic victories in the movement phase (16), and the conditions at the end of that phase."""

from __future__ import annotations

from dataclasses import dataclass

from .battles import Plan, battle_refusal
from .battles_frontier import a_plan
from .control import refreshed
from .model import AXIS, Position, overstacked
from .odds import AUTOMATIC, Battle, defenders, most_air, odds
from .surrenders import choices

FIRST_RUSSIAN_TURN = 10  # Nov/Dec 1942


def all_battlegroups(position: Position, battle: Battle) -> bool:
    """Whether nothing but battlegroups is attacked."""
    there = [u for t in battle.targets for u in defenders(position, t)]
    return bool(there) and all(u.battlegroup for u in there)


def refusal(
    position: Position,
    battle: Battle,
    air: int = 0,
    *,
    left: int = 0,
    used: frozenset[str] = frozenset(),
) -> str | None:
    """The rule against an automatic victory now, or None.

    ``air`` of the ``left`` air units at hand are to help; ``used`` are the bases already taken.
    """
    if position.side != AXIS and position.turn < FIRST_RUSSIAN_TURN:
        if not all_battlegroups(position, battle):  # TRC-26.4.3a
            return "TRC-16.4a"
    reason = battle_refusal(position, battle)
    if reason is not None:
        return reason
    if air > most_air(position, battle.targets, left, used):
        return "TRC-15.2a"
    if odds(position, battle, air).level < AUTOMATIC:  # TRC-16.1c
        return "TRC-16.1a"
    return None


@dataclass(frozen=True)
class Removal:
    """The units that an automatic victory removes."""

    surrendered: frozenset[str]
    eliminated: frozenset[str]


def removed(position: Position, battle: Battle) -> Removal:
    """TRC-16.1a, TRC-26.4e, TRC-26.4.3b: all defenders surrender, but battlegroups go back."""
    there = [u for t in battle.targets for u in defenders(position, t)]
    groups = frozenset(u.id for u in there if u.battlegroup)
    return Removal(frozenset(u.id for u in there) - groups, groups)


def after(position: Position, battle: Battle) -> Position:
    """TRC-16.1a, TRC-16.2a: the position at once after an automatic victory."""
    gone = removed(position, battle)
    left = position.without(gone.surrendered | gone.eliminated)
    return refreshed(left.with_(av_now=left.av_now | battle.attackers))


@dataclass(frozen=True)
class PhaseEnd:
    """The state at the end of a movement phase."""

    #: TRC-6.2a, TRC-16.2c: hexes over the limit
    overstacked: list[str]
    #: a legal plan (TRC-12.5d, TRC-16.2d, TRC-16.3a), or None
    plan: Plan | None
    #: for each cluster without one: the sets of units of which one surrenders (TRC-12.5c,
    #: TRC-16.3c)
    surrenders: list[list[frozenset[str]]]


def end_of_movement(position: Position) -> PhaseEnd:
    """Whether the movement phase may end now, and the surrenders that it would cost."""
    plan = a_plan(position)
    return PhaseEnd(
        overstacked(position, position.side),
        plan,
        choices(position),
    )

"""Section 12 by tables: the possible battles, and surrenders when no plan is legal.

A plan divides all units that must attack among all enemies that must be attacked, in battles at 1-6
or better with every attacker next to every defender. All land is open: factors are as printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

import pytest

from eastfront._core import State

from .battle_positions import around, combat
from .turn_positions import data, side_of

Where = Mapping[str, str]
Battle = tuple[frozenset[str], frozenset[str]]
"""Who attacks which hexes."""


@lru_cache
def factors() -> Mapping[str, int]:
    """Combat factors as printed."""
    return {u.name: u.attack or 0 for u in data().units}


def some_of(things: frozenset[str]) -> Iterator[frozenset[str]]:
    """Every choice of one or more."""
    for n in range(1, len(things) + 1):
        yield from map(frozenset, combinations(sorted(things), n))


def battles(us: frozenset[str], them: frozenset[str], where: Where) -> Iterator[Battle]:
    """The legal battles of some units against some hexes."""
    for force, hexes in product(some_of(us), some_of(them)):
        if all(hexes <= around(where[u]) for u in force):
            attack = sum(factors()[u] for u in force)
            defence = sum(factors()[u] for u, h in where.items() if h in hexes)
            if 6 * attack >= defence:
                yield force, hexes


def plan(us: frozenset[str], them: frozenset[str], where: Where) -> bool:
    """Whether all can be shared out."""
    if not us and not them:
        return True
    if not us or not them:
        return False
    first = min(us)
    return any(
        plan(us - force, them - hexes, where)
        for force, hexes in battles(us, them, where)
        if first in force
    )


def expected_battles(us: frozenset[str], them: frozenset[str], where: Where) -> set[Battle]:
    """The battles that may come first: those that leave a plan for the others."""
    return {b for b in battles(us, them, where) if plan(us - b[0], them - b[1], where)}


def played_battles(state: State) -> set[Battle]:
    """The battles that can come first in play."""
    if state.decision in ("battle", "forces"):
        out = set()
        for action in state.legal_actions.list():
            after = state.copy()
            after.push(action)
            out |= played_battles(after)
        return out
    return {(frozenset(state.units_with("engaged")), frozenset(state.hexes_with("beset")))}


def surrendered(state: State, us: frozenset[str]) -> set[frozenset[str]]:
    """Who surrenders, by the owner's choices."""
    if state.decision == "surrender":
        out = set()
        for action in state.legal_actions.list():
            after = state.copy()
            after.push(action)
            out |= surrendered(after, us)
        return out
    return {frozenset(u for u in us if state.place(u) == "surrendered")}


def sides(where: Where, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """Who must attack, and the hexes that must be attacked."""
    enemies = {h for u, h in where.items() if side_of(u) != side}
    us = frozenset(u for u, h in where.items() if side_of(u) == side and enemies & around(h))
    return us, frozenset(h for h in enemies if any(where[u] in around(h) for u in us))


PLACES = {
    "axis": (
        {"13 Inf": "X16", "15 Mtn": "X16", "46 Pz": "Y16", "Rum 5 Inf": "W16"},
        {"11 A": "X15", "12 A": "X15", "1G A": "Y15", "5 A": "W15", "8 TkC": "X17"},
    ),
    "russian": (
        {"5 ParaC": "X15", "3 TkC": "X15", "1 ParaC": "Y15", "8 ParaC": "W15"},
        {"24 Pz": "X16", "47 Pz": "X16", "39 Pz": "Y16", "13 Inf": "W16", "46 Pz": "X14"},
    ),
}
"""By the side to move: its units and the enemy's, weak ones before strong ones."""


def positions(side: str) -> list[dict[str, str]]:
    """Every choice of one to four units of each side."""
    ours, theirs = (
        [dict(some) for n in (1, 2, 3, 4) for some in combinations(units.items(), n)]
        for units in PLACES[side]
    )
    return [{**a, **b} for a, b in product(ours, theirs)]


def lawful(where: Where, side: str) -> bool:
    """Somebody is next to an enemy."""
    us, them = sides(where, side)
    return bool(us and them)


@pytest.mark.rule("TRC-12.3a", "TRC-12.3b", "TRC-12.3c", "TRC-12.2a", "TRC-12.5a", "TRC-12.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("share", range(4))
def test_which_battles_there_can_be(side: str, share: int) -> None:
    for where in [w for w in positions(side) if lawful(w, side)][share::16]:
        us, them = sides(where, side)
        if not plan(us, them, where):
            continue
        state = combat(side, where)
        assert {u: state.place(u) for u in where} == where
        assert played_battles(state) == expected_battles(us, them, where), where


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d", "TRC-12.5a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("share", range(2))
def test_no_more_surrender_than_must(side: str, share: int) -> None:
    seen = 0
    for where in [w for w in positions(side) if lawful(w, side)][share::4]:
        us, them = sides(where, side)
        state = combat(side, where)
        found = surrendered(state, us)
        if plan(us, them, where):
            assert found == {frozenset()}, where
            continue
        seen += 1
        # who gives way leaves enemies that nobody is next to any more
        legal = set()
        for gone in some_of(us):
            rest = {u: h for u, h in where.items() if u not in gone}
            if plan(*sides(rest, side), rest):
                legal.add(gone)
        minimal = {g for g in legal if not any(other < g for other in legal)}
        assert found == minimal, where
    assert seen

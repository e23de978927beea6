"""13.4 to 13.7 by tables: every path of a retreat, computed from the rulebook's sentences.

All choices of the attacker are tried; the results are compared with neighbours, zones of control
and room. All land is open and without water around Y18.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

import pytest

from eastfront._core import State

from .battle_positions import around, combat, fight
from .turn_positions import data, side_of

AR, DR = 2, 5
DIE = {AR: 3, DR: 6}
"""What shows the results at 1-1."""

Where = Mapping[str, str]
Ended = tuple[tuple[str, str], ...]
"""Who stands where when all is over."""


@lru_cache
def armies() -> frozenset[str]:
    """The units that are armies."""
    return frozenset(u.name for u in data().units if u.name.endswith((" A", " TkA")))


def room(unit: str, hex_: str, where: Where) -> bool:
    """6.1: three corps, or two units one of which is an army."""
    there = [u for u, h in where.items() if h == hex_ and u != unit] + [unit]
    return len(there) <= (2 if armies() & set(there) else 3)


def free(unit: str, hex_: str, where: Where) -> set[str]:
    """13.5: what a unit may enter next: nothing in an enemy zone of control."""
    enemies = [h for u, h in where.items() if side_of(u) != side_of(unit)]
    zone = set(enemies).union(*(around(h) for h in enemies))
    return set(around(hex_)) - zone


def ends(unit: str, where: Where, short: bool) -> set[str]:
    """Where a retreat of two hexes, or of one or two, may end, whoever stands there."""
    start = where[unit]
    first = free(unit, start, where)
    second = {b for a in first for b in free(unit, a, where)} - {start}
    return second | first if short else second


def outcomes(flees: frozenset[str], fled: frozenset[str], where: Where, short: bool) -> set[Ended]:
    """All that may come of a retreat, by the attacker's order and ways and the owner's losses."""
    if not flees:
        return {tuple(sorted(where.items()))}
    out = set()
    for unit in flees:
        rest, ways = flees - {unit}, ends(unit, where, short)
        fits = {h for h in ways if room(unit, h, where)}
        for hex_ in fits:
            out |= outcomes(rest, fled | {unit}, {**where, unit: hex_}, short)
        if not fits:
            # no way at all, or none with room: this unit, or one that took the room
            gone = {unit} | {u for u in fled if where[u] in ways}
            for lost in gone:
                left = {u: h for u, h in where.items() if u != lost}
                out |= outcomes(flees - {lost}, fled - {lost}, left, short)
    return out


def played(state: State, units: Where) -> set[Ended]:
    """All that comes of it in play."""
    if state.decision in ("retreat", "retreat to", "retreat on", "crowded out"):
        after = (_after(state, action) for action in state.legal_actions.list())
        return {found for one in after for found in played(one, units)}
    on_map = ((u, state.place(u)) for u in units)
    return {tuple(sorted((u, h) for u, h in on_map if h != "pool"))}


def _after(state: State, action: int) -> State:
    out = state.copy()
    out.push(action)
    return out


WALLS = {"24 Pz": "W19", "12 Inf": "X16", "13 Inf": "Y20", "57 Pz": "V18"}
"""Axis corps behind the defenders in Y18, which shut more or less of their ways."""

FULL = {"11 A": "X18", "12 A": "X18", "5 A": "W18", "7 TkC": "W18"}
"""Defenders that leave no room behind them; two in X18, two in W18."""

BEHIND = {"8 A": "BB18", "4 A": "AA16", "13 A": "AA20", "18 A": "Y15"}
"""Armies behind the attackers in Z18, which shut more or less of theirs."""

CROWD = {"5 Inf": "AA17", "6 Inf": "AA17", "8 Inf": "AA17", "20 Inf": "Z17", "42 Inf": "Z17"}
"""Friends of theirs: three in AA17, where nobody has room, two in Z17."""


def subsets(units: Where) -> Iterator[dict[str, str]]:
    """Every choice of some units."""
    for n in range(len(units) + 1):
        for some in combinations(units.items(), n):
            yield dict(some)


def compare(units: Where, forces: list[str], result: int) -> None:
    """A battle for Y18 by some forces ends so, and all ways are compared."""
    state = combat("axis", units)
    assert {u: state.place(u) for u in units} == dict(units)
    found = fight(state, "Y18", forces, DIE[result], announced=1)
    them = [u for u, h in units.items() if h == "Y18"]
    flees = frozenset(forces if result == AR else them)
    expected = outcomes(flees, frozenset(), units, result != DR)
    assert played(found, units) == expected, units


PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18", "3 Pz": "Z18"}
FORCES = list(PANZERS)


def quiet(units: Where) -> dict[str, str]:
    """A position in which nobody but the panzers is next to the enemy."""
    ours = {u: h for u, h in units.items() if side_of(u) == "axis" and u not in PANZERS}
    theirs = [h for u, h in units.items() if side_of(u) == "russian" and h != "Y18"]
    zone = {"Y18", *around("Y18"), *theirs}.union(*(around(h) for h in theirs))
    close = {u for u, h in ours.items() if h in zone}
    return {u: h for u, h in units.items() if u not in close}


@pytest.mark.rule("TRC-13.4a", "TRC-13.4b", "TRC-13.5a", "TRC-13.5b")
@pytest.mark.parametrize(
    "walls", list(subsets(WALLS)), ids=lambda w: "+".join(w.values()) or "open"
)
def test_every_way_of_a_lone_defender(walls: dict[str, str]) -> None:
    units = quiet({**PANZERS, **walls, "8 TkC": "Y18"})
    compare(units, FORCES, DR)


@pytest.mark.rule("TRC-13.4b", "TRC-13.7a", "TRC-13.5b", "TRC-13.4c")
@pytest.mark.parametrize("full", list(subsets(FULL)), ids=lambda w: "+".join(w) or "empty")
def test_every_way_of_an_army_among_others(full: dict[str, str]) -> None:
    walls = {"13 Inf": "Y20", "57 Pz": "V20"}
    for some in subsets(walls):
        compare(quiet({**PANZERS, **full, **some, "10 A": "Y18"}), FORCES, DR)


@pytest.mark.rule("TRC-13.4a", "TRC-13.4b", "TRC-13.7a", "TRC-13.4c")
@pytest.mark.parametrize("crowd", list(subsets(CROWD)), ids=lambda w: "+".join(w) or "empty")
def test_every_way_of_a_lone_attacker_of_one_hex_or_two(crowd: dict[str, str]) -> None:
    for behind in subsets(BEHIND):
        units = {**crowd, **behind, "46 Pz": "Z18", "11 A": "Y18"}
        near = {h for u, h in behind.items() for h in (h, *around(h))}
        if not near & {"Z18", *crowd.values()}:
            compare(units, ["46 Pz"], AR)


@pytest.mark.rule("TRC-13.7a", "TRC-13.4a", "TRC-13.5b")
@pytest.mark.parametrize("full", list(subsets(FULL)), ids=lambda w: "+".join(w) or "empty")
def test_every_way_of_two_defenders_and_who_is_crowded_out(full: dict[str, str]) -> None:
    walls = {"12 Inf": "X16", "13 Inf": "Y20"}
    for some in subsets(walls):
        compare(quiet({**PANZERS, **full, **some, "8 TkC": "Y18", "6 A": "Y18"}), FORCES, DR)

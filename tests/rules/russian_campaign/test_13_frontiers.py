"""13.4 to 13.7 by tables at shores, straits and a closed frontier: every path of a retreat.

All choices of the attacker are played to the end, and compared with the map, zones of control and
room: no retreat crosses water or a prohibited side, and none enters Finland once it is closed; a
unit inside may move on there, but does not return once it has left (24.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import pytest

from .battle_positions import around, combat, engage, may, play
from .battle_positions import result as roll
from .test_13_ways import AR, DIE, DR, Ended, Where, played, room, subsets
from .turn_positions import data, names, side_of

FORCES = {
    "axis": ["24 Pz", "39 Pz", "41 Pz"],
    "russian": ["8 TkC", "7 TkC", "10 TkC"],
}
"""Who attacks: eight factors each, and three."""

TARGETS = {"axis": "11 TkC", "russian": "13 Inf"}
"""By the attacker's side whom he attacks: three factors."""


@lru_cache
def dry(hex_: str) -> bool:
    """Whether a hex is land."""
    row = data().map.hexes[data().map.index[hex_]]
    return row is not None and row.terrain not in ("sea", "lake")


@lru_cache
def finnish(hex_: str) -> bool:
    """Whether a hex lies in Finland."""
    row = data().map.hexes[data().map.index[hex_]]
    return row is not None and row.area == "finland"


@lru_cache
def near(hex_: str, strait: bool) -> frozenset[str]:
    """The land next to a hex over no prohibited side; over the strait for retreats alone."""
    m = data().map

    def features(other: str) -> Iterable[str]:
        return m.hexsides.get((m.index[hex_], m.index[other]), ())

    shut = {"prohibited"} if strait else {"prohibited", "strait"}
    return frozenset(n for n in around(hex_) if dry(n) and not shut & set(features(n)))


def zone(side: str, where: Where) -> set[str]:
    """The hexes in which the enemies of a side are or have zones of control."""
    held = [h for u, h in where.items() if side_of(u) != side]
    return set(held).union(*(near(h, False) for h in held))


def free(unit: str, hex_: str, where: Where, closed: bool) -> set[str]:
    """What a unit may enter next."""
    return {
        h
        for h in near(hex_, True) - zone(side_of(unit), where)
        if not (closed and finnish(h) and not finnish(hex_))
    }


def ends(unit: str, where: Where, short: bool, closed: bool) -> set[str]:
    """Where a retreat of two hexes, or of one or two, may end, whoever stands there."""
    start = where[unit]
    first = free(unit, start, where, closed)
    second = {b for a in first for b in free(unit, a, where, closed)} - {start}
    return second | first if short else second


def outcomes(flees: frozenset[str], fled: frozenset[str], where: Where, *rest: bool) -> set[Ended]:
    """All that may come of a retreat, by the attacker's order and ways and the owner's losses."""
    if not flees:
        return {tuple(sorted(where.items()))}
    out = set()
    for unit in flees:
        ways = ends(unit, where, *rest)
        fits = {h for h in ways if room(unit, h, where)}
        for hex_ in fits:
            out |= outcomes(flees - {unit}, fled | {unit}, {**where, unit: hex_}, *rest)
        if not fits:
            for lost in {unit} | {u for u in fled if where[u] in ways}:
                left = {u: h for u, h in where.items() if u != lost}
                out |= outcomes(flees - {lost}, fled - {lost}, left, *rest)
    return out


def compare(
    side: str, from_: str, target: str, others: Mapping[str, str], result: int, closed: bool
) -> bool:
    """Whether a battle could be fought, all ways of whose retreat have then been compared."""
    forces = FORCES[side] if result == DR else FORCES[side][:1]
    victim = TARGETS[side]
    units = dict.fromkeys(forces, from_) | {victim: target, **others}
    # nobody else may be next to the enemy, lest he have to fight as well
    for unit, hex_ in others.items():
        if any(side_of(u) != side_of(unit) and hex_ in {h, *around(h)} for u, h in units.items()):
            return False
    variables = {"Finland closed": 1} if closed else {}
    state = combat(side, units, turn=22, variables=variables)
    assert {u: state.place(u) for u in units} == units
    ready = engage(state, target, forces)
    # where a lone corps attacks somebody doubled: a three is AR at 1-2 as well
    found = roll(ready, DIE[result], announced=1 if may(ready, "odds 1") else -2)
    flees = frozenset(forces if result == AR else [victim])
    assert played(found, units) == outcomes(flees, frozenset(), units, result == AR, closed), units
    return True


FINLAND = [
    # from, target: within, outwards, inwards, and outside along the frontier
    ("A11", "A10"), ("A8", "A9"), ("B8", "A8"), ("B9", "A9"), ("B12", "B11"), ("C10", "B11"),
    ("B11", "A10"), ("A10", "B10"), ("A8", "B9"), ("C9", "B9"), ("A12", "B12"), ("B7", "A7"),
]  # fmt: skip
"""Battles at the frontier of Finland: the hexes of both sides."""

WALLS = {
    "axis": {"46 Pz": "B10", "47 Pz": "A12", "57 Pz": "C9", "48 Pz": "A7"},
    "russian": {"8 A": "B10", "9 A": "A12", "10 A": "C9", "7 A": "A7"},
}
"""Friends of the attacker, who shut one way or another."""


@pytest.mark.rule("TRC-24.5b", "TRC-13.4b", "TRC-13.5a", "TRC-13.7a", "TRC-13.5b", "TRC-13.4a")
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("from_", "target"), FINLAND)
def test_every_way_at_the_frontier_of_finland(
    from_: str, target: str, side: str, closed: bool
) -> None:
    met = [compare(side, from_, target, walls, DR, closed) for walls in subsets(WALLS[side])]
    assert any(met)


@pytest.mark.rule("TRC-24.5b", "TRC-13.4b", "TRC-13.5a", "TRC-13.7a", "TRC-13.4c", "TRC-13.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("from_", "target"), FINLAND)
def test_every_way_of_attackers_at_the_frontier(from_: str, target: str, side: str) -> None:
    foes = WALLS["russian" if side == "axis" else "axis"]
    met = [compare(side, from_, target, some, AR, True) for some in subsets(foes)]
    assert any(met)


def shores() -> list[tuple[str, str]]:
    """Battles in open land at prohibited sides and at the strait: the hexes of both sides."""
    out = []
    for row in data().map.hexes:
        if row is None or row.area != "russia" or row.terrain == "woods" or not dry(row.name):
            continue
        ways = sorted(near(row.name, False))
        barred = {h for h in around(row.name) if dry(h)} - set(ways)
        if ways and barred:
            out += [(way, row.name) for way in (ways[0], ways[-1])]
    return out


@pytest.mark.rule("TRC-13.5a", "TRC-13.4b", "TRC-13.4c", "TRC-13.5b", "TRC-13.6a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_every_way_at_prohibited_sides_and_the_strait(side: str) -> None:
    found = shores()
    assert len(found) > 20 and ("LL19", "KK19") in found
    for from_, target in found:
        compare(side, from_, target, {}, DR, False)


@pytest.mark.rule("TRC-13.5a", "TRC-13.4a", "TRC-13.4c", "TRC-13.5b", "TRC-13.6a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_every_way_of_attackers_at_prohibited_sides_and_the_strait(side: str) -> None:
    for target, from_ in shores():
        compare(side, from_, target, {}, AR, False)


@pytest.mark.rule("TRC-13.5a", "TRC-8.5.2b", "TRC-13.6a", "TRC-13.4a", "TRC-13.4c", "TRC-13.4b")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("from_", "target"), [("KK20", "KK19"), ("KK19", "KK20")])
def test_every_way_of_a_battle_across_the_strait(from_: str, target: str, side: str) -> None:
    """Neither has a zone of control beyond it, so that who is beaten may retreat past the other."""
    for result in (AR, DR):
        assert compare(side, from_, target, {}, result, False)


CROWDS = ["A10", "A11", "B10", "B11", "C9", "C10"]
"""Hexes on both sides of the frontier, behind who is beaten in A9 from A8."""

CORPS = {
    "axis": [f"{n} Inf" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 17, 20, 26, 27, 29, 30, 34, 35)],
    "russian": [
        "1 TkC", "2 TkC", "3 TkC", "4 TkC", "5 TkC", "6 TkC", "9 TkC", "12 TkC", "1 CavC",
        "2 CavC", "3 CavC", "5 CavC", "6 CavC", "7 CavC", "1G CavC", "2G CavC", "3G CavC",
        "4G CavC",
    ],
}  # fmt: skip


def full(side: str, hexes: Iterable[str]) -> dict[str, str]:
    """Three corps of a side in each hex."""
    corps = iter(CORPS[side])
    return {next(corps): h for h in hexes for _ in range(3)}


@pytest.mark.rule("TRC-13.7a", "TRC-13.4b", "TRC-24.5b", "TRC-13.5b", "TRC-13.4c")
@pytest.mark.parametrize("result", [AR, DR])
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("closed", [True, False])
def test_every_way_past_full_hexes_at_the_frontier(closed: bool, side: str, result: int) -> None:
    flees = side if result == AR else {"axis": "russian", "russian": "axis"}[side]
    ways = ("A9", "A8") if result == AR else ("A8", "A9")
    for crowd in subsets({h: h for h in CROWDS}):
        assert compare(side, *ways, full(flees, crowd), result, closed), crowd


GUARD = {"axis": "46 Pz", "russian": "8 A"}
"""A friend of the attacker, who shuts a way."""


@pytest.mark.rule("TRC-13.4b", "TRC-13.7a", "TRC-24.5b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_way_leads_on_to_a_hex_next_to_it(side: str) -> None:
    """From A12 the first hex is A11, which is full; B12 leads nowhere but there."""
    flees, victim = {"axis": "russian", "russian": "axis"}[side], TARGETS[side]
    units = {**dict.fromkeys(FORCES[side], "A13"), victim: "A12", GUARD[side]: "C10"}
    state = combat(
        side, units | full(flees, ["A11"]), turn=22, variables={"Finland closed": 1}
    )  # fmt: skip
    fled = roll(engage(state, "A12", FORCES[side]), DIE[DR], announced=1)
    assert (fled.decision, fled.place(victim)) == ("retreat on", "A11")
    assert names(fled, "retreat-to") == {"A10", "B12"}


@pytest.mark.rule("TRC-13.4b", "TRC-13.5a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_way_leads_on_over_no_prohibited_side(side: str) -> None:
    """C4, into which one may go from B5, is parted from the other hexes by water."""
    assert compare(side, "A4", "B5", {GUARD[side]: "D3"}, DR, False)


@pytest.mark.rule("TRC-13.5b", "TRC-13.7a", "TRC-13.4b", "TRC-24.5b")
def test_who_could_only_come_back_into_finland_has_no_way() -> None:
    """From B11 the one way leads out to B10, and from there nowhere but back to A9."""
    shut = {"46 Pz": "B8", "47 Pz": "D10"}
    units = dict.fromkeys(FORCES["axis"], "A11") | {"11 TkC": "B11", **shut}
    assert free("11 TkC", "B11", units, True) == {"B10"}
    assert free("11 TkC", "B10", units, False) - {"B11"} == {"A9"}
    for closed, rule in ((1, "TRC-13.5b"), (0, None)):
        state = combat("axis", units, turn=22, variables={"Finland closed": closed})
        state = play(engage(state, "B11", FORCES["axis"]), "odds 1")
        told = state.push("roll 6", effects=True) or []
        gone = [e[4] for e in told if e[:2] == ("placed", "11 TkC") and e[3] == "pool"]
        # no way is another rule than no room
        assert gone == ([rule] if rule else [])
        assert state.place("11 TkC") == ("pool" if rule else "A9")

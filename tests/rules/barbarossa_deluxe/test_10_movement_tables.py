"""Section 10: tables of moves, and of mobile assaults up to their battle.

The reach of a group is computed here from the rulebook's costs (10.10 to 10.20) and compared with
the offered hexes and the points paid.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from eastfront._core import State

from . import test_1_other_turns as other_turns
from .board_positions import (
    COASTAL,
    CRIMEA,
    GARRISON,
    OFFENSIVE,
    OOS,
    OVERLAND,
    around,
    at,
    data,
    edit,
    names,
    number,
    play,
    refused,
    surround,
    walk,
)

NW, W, SW, SE, E, NE = "2209", "2309", "2409", "2408", "2307", "2208"
"""The hexes around 2308."""
WALL = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK", "17AK", "20AK"]
POCKET = ["10A", "11A", "12A", "13A", "16A", "18A", "20A", "21A"]
FAR = {"2316": ["1AK"], "1001": ["66A"]}
CHOICES = {"luftwaffe": "no-luftwaffe", "retreat before battle": "stand"}
Units = dict[str, Any]


def moving(side: str, units: Units, turn: int = 10, **more: Any) -> State:
    """A movement phase that comes first."""
    return at(
        "movement", side, turn=turn, sequence="move-fight", units={**FAR, **units}, **more
    )  # fmt: skip


def group(state: State, first: str, *others: str) -> State:
    """A group that has been named to move."""
    return play(state, f"move {first}", *(f"with {u}" for u in others))


# -- where a group may go, and what it pays -------------------------------------------------

GROUND = {"clear": (1, 1), "steppe": (1, 1), "rough": (1, 2), "marsh": (1, 3)}
"""Points on foot and mechanised (10.10 to 10.12)."""


def step(a: str, b: str, side: str, mech: bool, turn: int) -> int | None:
    """Points from one hex to the next, or None where there is no way (10.13 to 10.18)."""
    m = data().map
    one, two = m.index[a], m.index[b]
    row = m.hexes[two]
    sides = {*m.hexsides.get((one, two), ()), *m.hexsides.get((two, one), ())}
    if row is None or row.terrain not in GROUND or sides & {"sea", "lake", "kerch"}:
        return None
    if "sivash" in sides and (side == "german" or mech):
        return None
    points = GROUND[row.terrain][mech]
    if row.terrain == "marsh" and mech and side == "soviet" and turn >= 13:
        points = 1
    return points + ((2 if mech else 1) if sides & {"river", "sivash"} else 0)


def reached(
    start: str, side: str, mech: bool, turn: int, points: int, shut: Iterable[str]
) -> Mapping[str, int]:
    """The hexes that a group can reach, and what it pays for each; one hex it may always go."""
    best = {start: 0}
    queue = [(0, start)]
    shut = set(shut)
    while queue:
        paid, here = heapq.heappop(queue)
        if paid > best[here]:
            continue
        for there in around(here):
            cost = step(here, there, side, mech, turn)
            if cost is None or there in shut or paid + cost > points:
                continue
            if paid + cost < best.get(there, 99):
                best[there] = paid + cost
                heapq.heappush(queue, (paid + cost, there))
    for there in around(start):
        if step(start, there, side, mech, turn) is not None and there not in shut:
            best.setdefault(there, points)
    del best[start]
    return best


FACTORS = {
    ("german", 9): (4, 8), ("german", 12): (4, 8), ("german", 13): (4, 7),
    ("soviet", 9): (4, 6), ("soviet", 12): (4, 6), ("soviet", 13): (4, 6),
}  # fmt: skip
"""The movement factors on foot and mechanised, by the turn track."""
WHO = {
    "german": {"foot": ["4AK"], "mech": ["3Pz"], "both": ["3Pz", "4AK"]},
    "soviet": {"foot": ["60A"], "mech": ["3T"], "both": ["60A", "3T"]},
}


@pytest.mark.rule("BD-10.1b", "BD-2.11a", "BD-10.3a", "BD-7.16b", "BD-10.7a", "BD-7.17a")
@pytest.mark.parametrize("turn", [9, 12, 13])
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("kind", ["foot", "mech", "both"])
@pytest.mark.parametrize("halved", [False, True])
def test_what_a_group_reaches_and_pays(side: str, kind: str, turn: int, halved: bool) -> None:
    """The slower factor and the dearer ground of a mixed group; halved, rounded down."""
    units = WHO[side][kind]
    foot, mech = FACTORS[side, turn]
    slow = mech if kind == "mech" else foot
    slow = slow // 2 if halved else slow
    enemy = "60A" if side == "german" else "4AK"
    for start in ("2012", "2308", "2614", "2404", "2805", "2907", "1110"):
        near = around(start)[4]
        units_at: Units = {start: units}
        shut = set()
        if start not in ("2805", "2907"):
            # an enemy beside it, and one two hexes away
            shut = {near}
            units_at[near] = [enemy]
        state = moving(side, units_at, turn, flags={"halved": units} if halved else None)
        begun = group(state, *units)
        if halved:
            begun = edit(begun, flags={"halved": units})
        elif begun.units_with("halved"):
            continue
        assert begun.ask(f"{side} allowance") == slow
        assert (begun.decision, begun.to_move) == ("leg", side)
        ways = reached(start, side, kind != "foot", turn, slow, {*shut, *enemies(begun, side)})
        assert names(begun, "to") == set(ways), (start, kind)
        # what is offered first, last and farthest is paid as reckoned
        for there in sorted(ways)[:: max(1, len(ways) // 4)]:
            gone = play(begun, f"to {there}")
            if gone.decision == "leg":
                assert gone.var("spent") == ways[there] and gone.place(units[0]) == there


def enemies(state: State, side: str) -> set[str]:
    """The hexes that the other side holds with units."""
    other = "german" if side == "soviet" else "soviet"
    return {
        state.place(u.name)
        for u in data().units
        if u.side == other and state.place(u.name) in state.game.hexes
    }


@pytest.mark.rule("BD-10.1b", "BD-10.3a", "BD-10.2a")
def test_what_is_left_is_for_the_next_leg_and_the_free_hex_for_the_first() -> None:
    """On foot: 4 points; over a river into a marsh it is 2."""
    begun = group(moving("german", {"2013": ["4AK"]}), "4AK")
    over = play(begun, "to 2112")
    assert over.var("spent") == 2
    assert set(names(over, "to")) == set(reached_of("2112", 2, free=False))
    tanks = group(moving("german", {"2013": ["3Pz"]}), "3Pz")
    first = play(tanks, "to 2112")  # 3 and 2 for the river
    assert first.var("spent") == 5
    left = reached("2112", "german", True, 10, 3, [])
    affordable = {h for h, paid in left.items() if cheapest("2112", h, 3)}
    assert names(first, "to") == affordable
    # a halved corps pays all that it has for the one hex, and goes no farther
    weak = edit(tanks, flags={"halved": ["3Pz"]})
    spent = play(weak, "to 2112")
    assert spent.place("3Pz") == "2112" and spent.decision != "leg"


def reached_of(start: str, points: int, free: bool) -> set[str]:
    """Where infantry goes with some points, with or without the free hex."""
    found = reached(start, "german", False, 10, points, [])
    return {h for h in found if free or found[h] < points or cheapest(start, h, points, False)}


def cheapest(start: str, there: str, points: int, mech: bool = True) -> bool:
    """Whether a hex is reached within the points, without the one that is free."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        paid, here = heapq.heappop(queue)
        for to in around(here):
            cost = step(here, to, "german", mech, 10)
            if cost is not None and paid + cost <= points and paid + cost < best.get(to, 99):
                best[to] = paid + cost
                heapq.heappush(queue, (paid + cost, to))
    return there in best


def pocket(centre: str, enemies: list[str], leave: Iterable[str] = ()) -> Units:
    """Enemies around a hex and the one to its east, so that one can still move between them."""
    inside = {centre, around(centre)[4]}
    ring = dict.fromkeys(h for at_hex in inside for h in around(at_hex) if h not in inside)
    rows = data().map
    land = [
        h for h in ring
        if (row := rows.hexes[rows.index[h]]) and row.terrain in GROUND and h not in leave
    ]  # fmt: skip
    return {h: [u] for u, h in zip(enemies, land, strict=False)}


@pytest.mark.rule("BD-7.17a", "BD-7.16b", "BD-2.11a")
@pytest.mark.parametrize(
    ("side", "supply", "factor"),
    [
        ("german", OVERLAND, 8), ("german", CRIMEA, 8), ("german", GARRISON, 8),
        ("german", COASTAL, 4), ("german", OOS, 4),
        ("soviet", OVERLAND, 6), ("soviet", GARRISON, 6), ("soviet", OOS, 3),
    ],
)  # fmt: skip
def test_who_moves_at_half(side: str, supply: int, factor: int) -> None:
    """Judged for each unit as it begins; it holds for the phase."""
    unit = "3Pz" if side == "german" else "3T"
    start = {CRIMEA: "3107", COASTAL: "3107", GARRISON: "2418"}.get(supply, "2308")
    if side == "soviet":
        start = "1806"
    shut = supply in (OOS, GARRISON)
    enemy = POCKET if side == "german" else WALL
    ring = pocket(start, enemy) if shut else {}
    units: Units = {start: [unit], **ring}
    more: Units = {}
    if start == "3107":
        units |= {"3106": ["60A"], "3108": ["6AK"], "2908": ["56A"], "3008": ["55A"]}
        choice = 1 if supply == CRIMEA else 2
        more = {"variables": {"crimea supply": choice}}
        more["flags"] = {"crimea supply": [unit, "6AK"]} if supply == CRIMEA else {}
    if start == "2418" and supply == GARRISON:
        more = {"hex_flags": {"fortress city": [start]}}
    if start == "1806" and supply != GARRISON:
        more = {"not_hex_flags": {"hero city": [start]}}
    state = moving(side, units, **more)
    assert state.ask("supply", unit) in (supply, OFFENSIVE)
    begun = group(state, unit)
    assert begun.ask(f"{side} allowance") == factor
    halved = factor in (4, 3)
    assert begun.units_with("halved") == ([unit] if halved else [])
    assert bool(state.ask(f"{side} halved", unit)) == halved


@pytest.mark.rule("BD-7.17a", "BD-10.7a", "BD-10.5a")
def test_a_group_is_as_slow_as_its_slowest_and_each_has_its_supply() -> None:
    """In the north a satellite army is without supply."""
    state = moving("german", {"2107": ["3Pz", "3Rum", "4AK"]})
    assert group(state, "3Pz").ask("german allowance") == 8
    assert group(state, "3Pz", "4AK").ask("german allowance") == 4
    slow = group(state, "3Pz", "3Rum")
    assert slow.ask("german allowance") == 2
    assert slow.units_with("halved") == ["3Rum"]
    assert group(state, "4AK", "3Rum").ask("german allowance") == 2


@pytest.mark.rule("BD-10.2b", "BD-2.9d", "BD-10.5a")
def test_who_may_be_named_to_move() -> None:
    state = moving("soviet", {"1011": ["LPMA", "60A", "3T"], "1012": ["61A"]})
    assert names(state, "move") == {"60A", "61A", "3T", "66A"}
    begun = group(state, "60A")
    assert names(begun, "with") == {"3T"}
    assert state.place("5A") == "removed" and "5A" not in names(state, "move")
    # who was passed over does not join later, and nobody joins on the way
    tank = group(state, "3T")
    assert "60A" in names(tank, "with") or names(tank, "with") == set()
    away = play(begun, "to 1110")
    assert names(away, "with") == set()


@pytest.mark.rule("BD-10.6a", "BD-10.2b", "BD-7.17a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_nothing_of_a_movement_phase_outlives_it(side: str) -> None:
    units = {"2308": WHO[side]["both"], "2410": WHO["german"]["foot"][:0]}
    state = moving(side, {h: u for h, u in units.items() if u},
                   flags={"halved": WHO[side]["mech"]})  # fmt: skip
    first, second = WHO[side]["both"]
    begun = group(state, first, second)
    there = sorted(names(begun, "to"))[0]
    over = walk(play(play(begun, f"to {there}"), f"drop {second}"), "movement", side)
    done = play(over, "end-movement")
    for flag in ("moved", "halved", "moving", "paused", "at caucasus exit", "defended"):
        assert done.units_with(flag) == []
    for name in ("kerch used", "black sea used", "baltic used", "spent", "stack split"):
        assert done.var(name) == 0


@pytest.mark.rule("BD-10.14a", "BD-10.16a", "BD-10.17a", "BD-10.2b")
def test_passages_are_open_anew_in_each_phase() -> None:
    """What was used in a phase is open in the next one of either side."""
    units: Units = {"3106": ["4AK"], "3108": ["5AK"], "1415": ["6AK"], "1011": ["7AK"],
                    "3104": ["60A"]}  # fmt: skip
    state = moving("german", units, german=["2911", "3108", "1415", "1011"])
    used = play(state, "move 4AK", "cross 3105", "ship-black 5AK", "to-port 2911")
    used = play(used, "ship-baltic 6AK", "to-port 1011")
    assert [used.var(v) for v in ("kerch used", "black sea used", "baltic used")] == [1, 1, 1]
    after = play(used, "end-movement")
    assert [after.var(v) for v in ("kerch used", "black sea used", "baltic used")] == [0, 0, 0]
    begun = edit(state, variables={"kerch used": 0})
    assert names(play(begun, "move 4AK"), "cross") == {"3105"}


@pytest.mark.rule("BD-8.1i", "BD-10.1b")
@pytest.mark.parametrize(
    ("hex_", "units", "spent"),
    [
        ("2024", ["4AK"], 1), ("2024", ["3Pz"], 1), ("2724", ["4AK"], 1), ("2724", ["3Pz"], 2),
        ("2724", ["3Pz", "4AK"], 2), ("2724", ["4AK", "49Mtn"], 1),
    ],
)  # fmt: skip
def test_who_came_in_at_the_edge_pays_for_that_hex(hex_: str, units: list[str], spent: int) -> None:
    state = moving("german", {hex_: units}, flags={"entered at the edge": units})
    begun = group(state, *units)
    assert begun.var("spent") == spent
    plain = moving("german", {hex_: units})
    assert group(plain, *units).var("spent") == 0
    # what is left is what is left of the factor
    factor = 4 if "4AK" in units else 8
    ways = reached(hex_, "german", "3Pz" in units, 10, factor - spent, [])
    assert names(begun, "to") == set(ways)
    inside = play(begun, f"to {sorted(ways)[0]}")
    assert inside.decision != "leg" or inside.var("spent") == spent + ways[sorted(ways)[0]]


@pytest.mark.rule("BD-6.2a", "BD-6.3a", "BD-10.4a")
@pytest.mark.parametrize(("crowd", "movers", "open_"), [(4, 1, True), (5, 1, False), (3, 2, True),
                                                        (4, 2, False)])  # fmt: skip
def test_full_hexes_are_not_even_passed(crowd: int, movers: int, open_: bool) -> None:
    inside = ["20AK", "23AK", "26AK", "27AK", "28AK"][:crowd]
    units = ["4AK", "5AK"][:movers]
    state = moving("german", {"2308": units, W: inside})
    begun = group(state, *units)
    assert (W in names(begun, "to")) == open_
    ways = reached("2308", "german", False, 10, 4, [] if open_ else [W])
    assert names(begun, "to") == set(ways)


# -- splitting up ---------------------------------------------------------------------------


@pytest.mark.rule("BD-10.6a", "BD-10.6b", "BD-10.7a")
def test_who_is_dropped_keeps_the_points_of_its_own_factor() -> None:
    units = {"2308": ["3Pz", "14Pz", "4AK"], "2310": ["5AK"]}
    state = moving("german", units)
    begun = group(state, "3Pz", "14Pz", "4AK")
    way = play(begun, f"to {W}")
    assert names(way, "drop") == {"3Pz", "4AK"}
    parted = play(way, "drop 4AK", "stop")
    assert set(parted.units_with("paused")) == {"3Pz", "14Pz", "4AK"}
    corps = play(parted, "move 4AK")
    assert corps.var("spent") == 1 and corps.ask("german allowance") == 4
    assert names(corps, "with") == set()
    tanks = play(parted, "move 3Pz")
    assert tanks.ask("german allowance") == 8 and tanks.var("spent") == 1
    # the other corps that rests with as many points may come along
    assert names(tanks, "with") == {"14Pz", "4AK"}
    both = play(tanks, "with 14Pz")
    assert both.units_with("moving") == ["3Pz", "14Pz"]
    far = play(both, "to 2310", "stop")
    # who went on, and did something, rests again; who has used all has moved
    assert "4AK" in names(far, "move")
    again = play(far, "move 3Pz")
    assert again.var("spent") == 1 + reached(W, "german", True, 10, 8, [])["2310"]
    other = play(far, "move 5AK")
    assert other.units_with("paused") == []
    ended = walk(play(other, "stop"), "movement", "german")
    assert names(ended, "move") == {"1AK"}


@pytest.mark.rule("BD-10.6a", "BD-10.2b")
def test_who_has_no_points_left_rests_no_more() -> None:
    units = {"2308": ["3Pz", "4AK"]}
    begun = group(moving("german", units), "3Pz", "4AK")
    ways = reached("2308", "german", True, 10, 4, [])
    far = max(sorted(ways), key=lambda h: ways[h])
    assert ways[far] == 4
    parted = play(begun, f"to {far}", "drop 4AK", "stop")
    assert names(parted, "move") == {"3Pz", "1AK"}
    with refused("BD-10.2b"):
        parted.push("move 4AK")


# -- mobile assaults ------------------------------------------------------------------------


@pytest.mark.rule("BD-10.24b", "BD-10.19b", "BD-10.25h", "BD-10.25d")
@pytest.mark.parametrize(
    ("target", "start", "cost"),
    [
        ("2308", W, 3), ("2403", "2404", 5), ("2407", "2408", 4), ("2407", "2406", 6),
        ("1913", "1912", 4), ("1817", "1818", 3), ("2012", "2011", 6), ("2311", "2312", 4),
    ],
)  # fmt: skip
def test_what_an_assault_costs_and_who_can_pay(target: str, start: str, cost: int) -> None:
    """Clear and 2 more; 3 more for a city or an enemy line; 2 more over a river."""
    state = moving("german", {start: ["3Pz", "14Pz"], target: ["60A"]}, german=["2312", "2012"])
    begun = group(state, "3Pz")
    if begun.units_with("halved"):
        begun = edit(begun, flags={})._supposed(unit_flags=[("3Pz", "halved", False)])
    assert begun.ask("german assault cost", target) == cost
    enough = edit(begun, variables={"spent": 8 - cost})
    assert target in names(enough, "assault")
    with refused("BD-10.25h"):
        edit(begun, variables={"spent": 9 - cost}).push(f"assault {target}")
    begun_now = walk(play(begun, f"assault {target}"), "combat", choices=CHOICES)
    assert begun_now.var("spent") == cost
    assert begun_now.units_with("made a mobile assault") == ["3Pz"]
    assert begun_now.units_with("attacking") == ["3Pz"] and begun_now.var("battle kind") == 1


@pytest.mark.rule("BD-10.12a", "BD-10.12b")
@pytest.mark.parametrize(("side", "cost"), [("german", 5), ("soviet", 3)])
def test_the_price_of_an_assault_goes_by_the_costs_of_the_side(side: str, cost: int) -> None:
    """The price of a marsh is told, though it is not assaulted: 3 or, for late Soviets, 1 to enter,
    and 2 more."""
    mine, theirs = {"german": ("3Pz", "60A"), "soviet": ("1T", "4AK")}[side]
    units = {**FAR, "1912": [mine], "2013": [theirs]}
    begun = group(other_turns.at("movement", side, 25, units), mine)
    assert begun.ask(f"{side} assault cost", "2013") == cost


REFUSED = [
    ("turn", "BD-10.23a"), ("foot", "BD-10.24a"), ("mixed", "BD-10.24a"), ("marsh", "BD-10.25a"),
    ("rough", "BD-10.25a"), ("water", "BD-10.25b"), ("hero", "BD-10.25g"), ("fortress", "BD-9.6b"),
    ("supply", "BD-10.26a"), ("", ""),
]  # fmt: skip


@pytest.mark.rule("BD-10.23a", "BD-10.24a", "BD-10.25a", "BD-10.25b", "BD-10.25g", "BD-10.26a")
@pytest.mark.parametrize(("case", "rule"), REFUSED)
def test_what_forbids_a_mobile_assault_and_what_is_said(case: str, rule: str) -> None:
    places = {"marsh": ("2013", "1912"), "rough": ("2615", "2614"), "water": ("3105", "3106")}
    target, start = places.get(case, ("2308", W))
    movers = {"foot": ["4AK"], "mixed": ["3Pz", "4AK"]}.get(case, ["3Pz", "14Pz"])
    units: Units = {start: movers, target: ["60A"]}
    more: Units = {}
    if case == "water":
        units["3108"] = ["6AK"]
        more = {"variables": {"crimea supply": 1}, "flags": {"crimea supply": ["3Pz", "14Pz"]}}
    if case == "supply":
        # the hex to the east is the target, so that the pocket is around the one to the west
        inside = {start, "2310"}
        ring = dict.fromkeys(h for at_hex in inside for h in around(at_hex) if h not in inside)
        units |= {h: [u] for u, h in zip(POCKET, (h for h in ring if h != target), strict=False)}
    if case in ("hero", "fortress"):
        more = {"hex_flags": {f"{case} city": [target]}}
    state = moving("german", units, turn=13 if case == "turn" else 12, **more)
    begun = group(state, *movers)
    asked = {"attackers": movers, "kind": "mobile"}
    if not rule:
        assert target in names(begun, "assault")
        assert state.battle(target, **asked).kind == "mobile"
        with refused("BD-10.24a"):
            state.battle("2306", **asked)
        return
    assert target not in names(begun, "assault")
    with refused(rule):
        begun.push(f"assault {target}")
    with refused(rule):
        state.battle(target, **asked)


@pytest.mark.rule("BD-10.28b", "BD-10.29a", "BD-10.27a", "BD-10.25h")
@pytest.mark.parametrize("die", range(1, 7))
def test_after_a_german_assault(die: int) -> None:
    """4 to 3 less a column, with two corps 8 to 3: at 1:1 a 1 to 3 is BB, 4 and 5 AS, 6 AE."""
    units = {W: ["3Pz", "14Pz"], "2308": ["60A"], E: ["61A"]}
    begun = group(moving("german", units), "3Pz", "14Pz")
    rolling = walk(play(begun, "assault 2308"), "combat", choices=CHOICES)
    assert rolling.var("column") == 1
    after = play(rolling, f"roll {die}")
    if die <= 3:
        assert after.decision == "bloodbath"
        fled = walk(play(after, "force-retreat"), "leg", choices={"retreat": f"retreat-to {E}"})
        assert {fled.place("3Pz"), fled.place("14Pz")} == {"2308"}
        assert fled.var("spent") == 3 and fled.units_with("moving") == ["3Pz", "14Pz"]
        assert fled.units_with("attacking") == [] and fled.var("target") == -1
        # who fled is no newcomer, and may be struck again; 5 points pay for it
        assert fled.place("60A") == E and fled.units_with("retreated") == []
        assert fled.units_with("defended") == [] and E in names(fled, "assault")
        again = walk(play(fled, f"assault {E}"), "combat", choices=CHOICES)
        assert again.var("defence") == 6 and again.var("spent") == 6
        kept = walk(play(after, "keep-bloodbath"), "leg")
        assert kept.place("60A") == "dead"
        left = [u for u in ("3Pz", "14Pz") if kept.place(u) != "dead"]
        assert len(left) == 1 and kept.place(left[0]) == "2308"
    elif die <= 5:
        assert after.decision == "leg" and after.var("spent") == 3
        assert {after.place("3Pz"), after.place("14Pz")} == {W} and after.place("60A") == "2308"
        assert "2308" in names(after, "assault") and names(after, "to") and names(after, "drop")
        stopped = walk(play(after, "stop"), "movement", "german")
        assert "3Pz" not in names(stopped, "move")
        fight = walk(play(stopped, "end-movement"), "prepared assault", "german")
        assert "2308" in names(fight, "attack")
    else:
        assert {after.place("3Pz"), after.place("14Pz")} == {"dead"}
        assert after.decision in ("movement", "hero city", "emergency deployment")


@pytest.mark.rule("BD-10.28a", "BD-10.29b", "BD-10.24e", "BD-10.23b", "BD-10.24a")
@pytest.mark.parametrize("die", range(1, 7))
def test_after_a_soviet_assault(die: int) -> None:
    """In June 1944 five tank armies strike a corps: 15 to 4, less a column, at 2:1."""
    tanks = ["1T", "2T", "3T", "4T", "5T"]
    units: Units = {**FAR, E: tanks, "2308": ["4AK"], W: ["5AK"], "2304": ["60A"]}
    variables = {"supply marker A": number(E), "luftwaffe": 0}
    state = other_turns.at("movement", "soviet", 25, units, variables=variables)
    with refused("BD-10.24a"):
        play(state, "move 60A", "to 2305").push("assault 2308")
    begun = group(state, *tanks)
    rolling = walk(play(begun, "assault 2308"), "combat", choices=CHOICES)
    assert (rolling.var("attack"), rolling.var("defence"), rolling.var("column")) == (15, 4, 2)
    after = play(rolling, f"roll {die}")
    assert after.units_with("made a mobile assault") != []
    if die == 1:
        won = walk(after, "leg", choices={"retreat": f"retreat-to {SW}"})
        assert {won.place(u) for u in tanks} == {"2308"} and won.var("spent") == 3
        assert names(won, "to")
        with refused("BD-10.24e"):
            won.push(f"assault {W}")
    elif die in (2, 3, 4):
        while after.decision == "bloodbath loss":
            after = play(after, sorted(after.legal_actions.names())[0])
        left = [u for u in tanks if after.place(u) != "dead"]
        assert len(left) == 3 and {after.place(u) for u in left} == {"2308"}
        assert after.decision == "leg"
    else:
        # nothing happened, but their move is over
        assert {after.place(u) for u in tanks} == {E}
        assert after.decision == "movement" and not set(tanks) & names(after, "move")
        assert set(after.units_with("moved")) == set(tanks)


@pytest.mark.rule("BD-10.27a", "BD-10.24a")
def test_only_the_group_assaults() -> None:
    """Not who stands in the launch hex, nor who was dropped there."""
    units = {W: ["3Pz", "14Pz", "24Pz"], "2310": ["39Pz"], "2308": ["60A"]}
    state = moving("german", units)
    two = walk(play(group(state, "3Pz", "14Pz"), "assault 2308"), "combat", choices=CHOICES)
    assert two.var("attack") == 8 and two.units_with("attacking") == ["3Pz", "14Pz"]
    come = play(group(state, "39Pz"), f"to {W}")
    one = walk(play(come, "assault 2308"), "combat", choices=CHOICES)
    assert one.var("attack") == 4 and one.var("spent") == 4
    assert one.units_with("made a mobile assault") == ["39Pz"]


@pytest.mark.rule("BD-10.26a", "BD-10.26b")
def test_supply_is_judged_in_the_launch_hex() -> None:
    """A corps that began in supply and drove on without it, and one that came out of a pocket."""
    ring = surround("2306", ["20A", "21A", "22A", "23A", "24A", "27A"])
    state = moving("german", {"2308": ["3Pz"], **{h: [u] for u, h in ring.items()}})
    begun = group(state, "3Pz")
    assert begun.units_with("halved") == []
    assert names(begun, "assault") == {E}
    cut = edit(begun, {"3Pz": "2306"})
    assert cut.ask("supply", "3Pz") == OOS
    with refused("BD-10.26a"):
        cut.push(f"assault {E}")


@pytest.mark.rule("BD-4.11d", "BD-10.2b", "BD-10.1b")
@pytest.mark.parametrize(("spent", "may"), [(0, True), (7, True), (8, False)])
def test_who_stops_at_an_exit_with_a_point_left_may_leave(spent: int, may: bool) -> None:
    exits = [r.name for r in data().map.hexes if r is not None and "caucasus-exit" in r.features]
    state = moving("german", {exits[0]: ["3Pz", "14Pz"]}, 12, german=["2607", "2804"])
    begun = group(state, "3Pz", "14Pz")
    begun = begun._supposed(
        unit_flags=[(u, "halved", False) for u in ("3Pz", "14Pz")], variables=[("spent", spent)]
    )
    stopped = walk(play(begun, "stop"), "movement", "german")
    assert bool(stopped.units_with("at caucasus exit")) == may
    away = group(moving("german", {"2308": ["3Pz"]}, 12), "3Pz")
    assert walk(play(away, "stop"), "movement").units_with("at caucasus exit") == []


# -- what the phase is around the moves -----------------------------------------------------


@pytest.mark.rule("BD-10.2b", "BD-10.6a", "BD-9.1b", "BD-9.2b")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_movement_phase_offers_the_own_markers_and_ends_clean(side: str) -> None:
    unit = "4AK" if side == "german" else "60A"
    units = {**FAR, "2308": [unit]}
    before = at(
        "phase order", side, turn=13, units=units,
        variables={"hero cities": 1, "fortress cities": 1},
    )  # fmt: skip
    state = walk(play(before, "move-fight"), "movement", side)
    assert state.var("side") == ("german", "soviet").index(side)
    assert unit in names(state, "move")
    assert bool(names(state, "declare-hero")) == (side == "soviet")
    assert bool(names(state, "declare-fortress")) == (side == "german")
    old = ("moved", "halved", "paused", "at caucasus exit", "defended")
    used = ("kerch used", "black sea used", "baltic used", "spent", "stack split")
    full = state._supposed(
        unit_flags=[(unit, flag, True) for flag in old], variables=[(name, 1) for name in used]
    )
    assert all(full.units_with(flag) == [unit] for flag in old)
    over = walk(play(full, "end-movement"), "prepared assault", side)
    assert [over.units_with(flag) for flag in old] == [[]] * len(old)
    assert [over.var(name) for name in used] == [0] * len(used)


@pytest.mark.rule("BD-10.2b", "BD-10.1b", "BD-8.11a", "BD-9.1b")
def test_the_soviet_is_asked_before_moves_and_after_legs_with_points_left() -> None:
    """Hero cities before a move; an emergency unit also while a group may still go on."""
    choices = {"hero cities: standing answer": "ask-always",
               "emergency: standing answer": "ask-always"}  # fmt: skip
    units = {**FAR, "2308": ["4AK", "3Pz"], "rvgk": ["5Sh"], "1402": ["61A"]}
    state = at("hero city", "soviet", turn=10, sequence="move-fight", units=units, choices=choices)
    assert "declare-hero 1402" in names(state)
    second = play(state, "decline")
    assert (second.decision, second.to_move) == ("emergency deployment", "soviet")
    own = play(second, "decline")
    assert (own.decision, own.to_move) == ("movement", "german")
    ways = reached("2308", "german", False, 10, 4, [])
    near = next(h for h in sorted(ways) if ways[h] == 2)
    far = next(h for h in sorted(ways) if ways[h] == 4)
    begun = play(own, "move 4AK")
    assert begun.decision == "leg"
    for there, asked in ((near, True), (far, False)):
        after = play(begun, f"to {there}")
        # with points left it is asked before the next leg, else before the next unit moves
        if asked:
            assert after.to_move == "soviet" and after.var("spent") == 2
            again = walk(after, "leg")
            assert again.units_with("moving") == ["4AK"]
        else:
            assert after.to_move == "soviet" and after.units_with("moving") == []
            assert after.units_with("moved") == ["4AK"]


@pytest.mark.rule("BD-10.2b", "BD-9.2b")
def test_the_german_is_asked_before_soviet_moves() -> None:
    units = {**FAR, "2308": ["60A"], "2311": ["4AK"]}
    before = at("phase order", "soviet", turn=13, units=units, variables={"fortress cities": 1})
    choices = {"fortress city: standing answer": "ask-always"}
    state = walk(play(before, "move-fight"), "fortress city", "german", choices)
    assert "declare-fortress 2311" in names(state)
    own = play(state, "decline")
    assert (own.decision, own.to_move) == ("movement", "soviet")
    moved = play(own, "move 60A", f"to {E}", "stop")
    assert moved.decision == "fortress city"
    declared = play(moved, "declare-fortress 2311")
    assert "2311" in declared.hexes_with("fortress city") and declared.var("fortress cities") == 0
    assert declared.decision == "movement"


@pytest.mark.rule("BD-10.5a", "BD-10.6a", "BD-10.1b")
def test_a_group_is_named_in_order_and_parts_on_its_way() -> None:
    units = {"2308": ["3Pz", "14Pz", "4AK", "49Mtn"], W: ["5AK"]}
    state = moving("german", units)
    begun = group(state, "3Pz")
    assert names(begun, "with") == {"14Pz", "4AK", "49Mtn"} and not names(begun, "drop")
    two = play(begun, "with 4AK")
    assert names(two, "with") == {"49Mtn"} and two.units_with("moving") == ["3Pz", "4AK"]
    with refused("BD-10.6a"):
        two.push("drop 4AK")
    way = play(two, f"to {W}")
    assert names(way, "drop") == {"3Pz", "4AK"} and "stop" in names(way)
    with refused("BD-10.5a"):
        way.push("with 5AK")
    alone = play(way, "drop 4AK")
    assert alone.units_with("moving") == ["3Pz"] and not names(alone, "drop")
    with refused("BD-10.6a"):
        alone.push("drop 3Pz")
    assert alone.units_with("paused") == ["4AK"] and alone.var("stack split") == 1
    # a group that stays where it is, and ends, has moved
    idle = play(two, "stop")
    assert set(idle.units_with("moved")) == {"3Pz", "4AK"} and idle.units_with("moving") == []
    assert names(idle, "move") == {"14Pz", "49Mtn", "5AK", "1AK"}

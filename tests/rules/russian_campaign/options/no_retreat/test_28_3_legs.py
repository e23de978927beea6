"""28.3 by a table: where each unit of the front may go, computed from the other holders."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ...battle_positions import around, combat, fight, go, reach
from ...turn_positions import SNOW, at, data, names, play, refused, walk
from .test_28_3_no_retreat import CITIES, FAST, opened

JAN_42 = 5
PLACES = ["X19", "X18", "X17", "X16", "X14", "W15", "W14", "W16", "Y14", "Y15", "Y16", "Z15", "V16"]


def split(hex_: str) -> tuple[str, int]:
    """The letters of a row, and the number of a column; numbers fall to the east."""
    letters = hex_.rstrip("0123456789")
    return letters, int(hex_[len(letters) :])


def grip(hexes: set[str]) -> set[str]:
    """What is held from some hexes: they and those next to them (open land all)."""
    return hexes.union(*(around(h) for h in hexes))


def held(front: str, hexes: set[str]) -> bool:
    """Whether the hex, or one east of it in its row, is held from some hexes."""
    row, column = split(front)
    return any(split(h)[0] == row and split(h)[1] <= column for h in grip(hexes))


def front(where: Mapping[str, str]) -> set[str]:
    """The easternmost hex of each row."""
    rows: dict[str, str] = {}
    for hex_ in where.values():
        row, column = split(hex_)
        if row not in rows or column < split(rows[row])[1]:
            rows[row] = hex_
    return set(rows.values())


@pytest.mark.rule("TRC-28.3a", "TRC-28.3b", "TRC-28.3c")
@pytest.mark.parametrize("place", PLACES)
def test_where_a_unit_of_the_front_may_go(place: str) -> None:
    where = {"13 Inf": "X15", "41 Pz": "V20", "44 Inf": place, "28 Inf": "D30"}
    state = opened({"44 Inf": place})
    free = at("axis", turn=JAN_42, units=where, weather=3, axis=CITIES)
    assert set(state.hexes_with("front")) == front(where)
    for unit in ("13 Inf", "44 Inf", "41 Pz"):
        others = {h for u, h in where.items() if u != unit}
        alone = {f for f in front(where) if f in grip({where[unit]}) and not held(f, others)}
        everywhere = reach(free, unit)
        may = {h for h in everywhere if all(held(f, {h}) for f in alone)}
        if may:
            assert reach(state, unit) == may, unit
        assert (everywhere == may) or alone


@pytest.mark.rule("TRC-28.3a", "TRC-28.3c")
def test_a_hex_is_let_go_when_somebody_has_come_to_hold_one_east_of_it() -> None:
    state = opened({"44 Inf": "Y15"})
    ahead = go(state, "44 Inf", "X14")
    assert "X17" in names(play(ahead, "move 13 Inf"), "to")
    behind = go(opened({"44 Inf": "Y18"}), "44 Inf", "Y17")
    assert "X17" not in names(play(behind, "move 13 Inf"), "to")


RIGA, NEXT_BAY, INLAND = "F17", "F18", "G17"
"""The side between the first two is prohibited; both are next to the third."""


@pytest.mark.rule("TRC-28.3b", "TRC-28.3a")
def test_nobody_holds_the_front_across_a_prohibited_side() -> None:
    where = {"13 Inf": RIGA, "41 Pz": "X15", "44 Inf": "X15"}
    state = opened(where, axis=[*CITIES, RIGA])
    assert RIGA in state.hexes_with("front")
    free = at("axis", turn=JAN_42, units=where, weather=SNOW, axis=[*CITIES, RIGA])
    assert NEXT_BAY in reach(free, "13 Inf") and NEXT_BAY not in reach(state, "13 Inf")
    assert INLAND in reach(state, "13 Inf")


@pytest.mark.rule("TRC-28.3a", "TRC-28.3d", "TRC-28.3c")
def test_when_a_move_is_over_nothing_of_it_is_left() -> None:
    state = opened({"44 Inf": "X19"})
    moved = go(state, "13 Inf", "X14")
    assert moved.hexes_with("leash") == [] and moved.var("leashed") == 0
    assert state.hexes_with("leash") == [] and state.var("leashed") == 0
    # another moves as he likes
    assert "V19" in reach(moved, "44 Inf") and "V19" in reach(state, "44 Inf")


@pytest.mark.rule("TRC-28.3a", "TRC-28.3d", "TRC-9.3.1a")
def test_russians_are_bound_to_nothing() -> None:
    red = {"11 A": "R9", "9 A": "II14"}
    state = walk(play(opened(red, russian=["II14", "R9", "JJ23"]), "end-movement"),
                 "movement", "russian", 1)  # fmt: skip
    plain = at("russian", turn=JAN_42, units=red, weather=SNOW, russian=["II14", "R9"])
    for unit in red:
        assert reach(state, unit) == reach(plain, unit)
    assert "11 A" in names(state, "rail")
    assert names(state, "ship-black") >= {"9 A"}


@pytest.mark.rule("TRC-28.3a", "TRC-28.3e", "TRC-19.1a")
def test_the_front_is_that_of_one_axis_turn() -> None:
    """As ever the Russian's partisans come when his turn ends."""
    track = ["O19", "O20", "O21", "O22", "O23"]
    state = opened({"Partisan 1": "O20"}, axis=["S25", "O22"], rail=track)
    assert state.hexes_with("front") and "13 Inf" in state.units_with("cut off")
    second = walk(play(state, "end-movement"), "movement", "axis", 2)
    assert second.hexes_with("front") == state.hexes_with("front")
    russian = walk(second, "movement", "russian", 1)
    assert russian.hexes_with("front") == [] and russian.units_with("cut off") == []
    partisans = walk(russian, "partisans", "russian")
    assert partisans.turn == russian.turn and partisans.hexes_with("front") == []


@pytest.mark.rule("TRC-28.3f")
@pytest.mark.parametrize(
    ("side", "turn", "weather", "released"),
    [
        ("russian", 3, SNOW, 0), ("russian", 4, SNOW, 1), ("russian", 5, SNOW, 1),
        ("russian", 4, 0, 0), ("axis", 5, SNOW, 0),
    ],
)  # fmt: skip
def test_whose_battles_end_it_and_when(side: str, turn: int, weather: int, released: int) -> None:
    """At 1-1, in snow, from November 1941 on, and by the Russian alone."""
    # without supply three factors are two, and six are three
    units = {"38 Inf" if side == "russian" else "46 Pz": "X15", "8 TkC": "X14"}
    state = combat(side, units, options=FAST, turn=turn, weather=weather, axis=CITIES)
    assert state.decision == "odds"
    fought = play(state, "odds 1", "roll 4")
    assert fought.var("front released") == released
    assert play(state, "odds -2", "roll 5").var("front released") == 0


@pytest.mark.rule("TRC-28.3d")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("turn", [3, 4, 8])
def test_everybody_retreats_whom_a_battle_drives_out(side: str, turn: int) -> None:
    us, them = {
        "axis": (["24 Pz", "39 Pz"], "8 TkC"), "russian": (["1G TkA", "2G TkA"], "13 Inf"),
    }[side]  # fmt: skip
    units = dict.fromkeys(us, "Z18") | {them: "Y18", "12 Inf": "X15"}
    state = combat(side, units, options=FAST, turn=turn, axis=CITIES)
    fled = fight(state, "Y18", us, 6, announced=1)
    assert (fled.decision, fled.to_move) == ("retreat to", side)


@pytest.mark.rule("TRC-28.3a", "TRC-28.3e")
def test_a_unit_that_holds_nothing_alone_takes_trains_and_ships() -> None:
    """The last of two in a harbour stays, with a train as with a ship."""
    line = ["F17", "G16", "H16", "I15", "J15", "J16"]
    units = {"13 Inf": "I15", "44 Inf": "J15", "41 Pz": "X15"}
    more = {"rail": line, "axis": [*CITIES, "F17"]}
    state = opened(units, **more)
    # I15 is next to J15: each holds the front of both rows
    assert {"I15", "J15"} <= set(state.hexes_with("front"))
    assert {"13 Inf", "44 Inf"} <= names(state, "rail")
    lone = opened({**units, "44 Inf": "X16"}, **more)
    with refused("TRC-28.3a"):
        play(lone, "rail 13 Inf")
    harbour = opened({"13 Inf": "II14", "44 Inf": "II14"}, axis=[*CITIES, "JJ23", "II14"])
    assert "13 Inf" in names(harbour, "ship-black")
    left = opened({"13 Inf": "II14", "44 Inf": "X16"}, axis=[*CITIES, "JJ23", "II14"])
    with refused("TRC-28.3a"):
        play(left, "ship-black 13 Inf")
    # a front of one hex binds too
    only = left._supposed(hex_flags=[(h, "front", h == "II14") for h in left.hexes_with("front")])
    with refused("TRC-28.3a"):
        play(only, "ship-black 13 Inf")


WATER = ("sea", "lake")
CLOSED = [
    ("B15", "C15"), ("C28", "D28"), ("C28", "D29"), ("F18", "F17"), ("G23", "G24"), ("G23", "H24"),
    ("FF28", "FF27"), ("II20", "JJ21"), ("JJ17", "KK17"), ("KK20", "KK19"), ("KK18", "KK19"),
]  # fmt: skip
"""Hexes of land with a side between them that no zone of control crosses (7.1), or the strait."""


def land_grip(hexes: set[str]) -> set[str]:
    """What is held from some hexes of a coast: no zone goes over water or a closed hexside."""
    terrain = {h.name: h.terrain for h in data().map.hexes if h is not None}
    shut = {frozenset(pair) for pair in CLOSED}
    near = {
        n for h in hexes for n in around(h)
        if terrain[n] not in WATER and frozenset((h, n)) not in shut
    }  # fmt: skip
    return hexes | near


@pytest.mark.rule("TRC-28.3a", "TRC-28.3b", "TRC-28.3c")
@pytest.mark.parametrize(("one", "other"), [*CLOSED, *((b, a) for a, b in CLOSED)])
@pytest.mark.parametrize("relieved", [False, True])
def test_no_hex_is_held_across_a_closed_hexside(one: str, other: str, relieved: bool) -> None:
    def holds(hex_: str, from_: set[str]) -> bool:
        row, column = split(hex_)
        return any(split(h)[0] == row and split(h)[1] <= column for h in land_grip(from_))

    where = {"13 Inf": one, "28 Inf": "D30"} | ({"44 Inf": other} if relieved else {})
    cities = {"city-major", "city-minor"}
    every = [h.name for h in data().map.hexes if h is not None and h.features & cities]
    state = opened({**where, "41 Pz": "removed"}, axis=every)
    free = at("axis", turn=JAN_42, units=where, weather=3, axis=every)
    assert set(state.hexes_with("front")) == front(where) and not state.units_with("cut off")
    for unit in set(where) - {"28 Inf"}:
        others = {h for u, h in where.items() if u != unit}
        alone = {f for f in front(where) if f in land_grip({where[unit]}) and not holds(f, others)}
        goals = {h for h in reach(free, unit) if all(holds(f, {h}) for f in alone)}
        assert reach(state, unit) == goals, unit


@pytest.mark.rule("TRC-28.3a", "TRC-28.3c", "TRC-28.3e")
def test_who_is_left_alone_with_two_hexes_of_the_front_holds_both() -> None:
    """Two corps in two rows; the one goes off to the south, and the other holds for both."""
    state = opened({"44 Inf": "Y15"})
    assert {"X15", "Y15"} <= set(state.hexes_with("front"))
    plain = at("axis", turn=JAN_42, units={"13 Inf": "X15"}, weather=SNOW, axis=CITIES)
    alone = go(state, "44 Inf", "AA14")
    bound = {f for f in ("X15", "Y15") if not held(f, {"AA14"})}
    assert bound == {"X15", "Y15"}
    expected = {h for h in reach(plain, "13 Inf") if all(held(f, {h}) for f in bound)}
    assert "X14" in expected and reach(alone, "13 Inf") == expected


@pytest.mark.rule("TRC-28.3a", "TRC-28.3e", "TRC-28.3b")
def test_a_hex_that_is_lost_already_binds_nobody() -> None:
    """41 Pz is gone from V20: neither of the two at II14 could hold it."""
    state = opened({"13 Inf": "II14", "44 Inf": "II14"}, axis=[*CITIES, "JJ23"])
    assert "V20" in state.hexes_with("front")
    lost = state._supposed(places=[("41 Pz", "pool")])
    assert "13 Inf" in names(lost, "ship-black")
    assert reach(lost, "13 Inf") == reach(state, "13 Inf")


@pytest.mark.rule("TRC-28.3a", "TRC-8.3a", "TRC-28.3e")
def test_who_is_in_an_enemy_zone_as_an_impulse_begins_is_looked_for_as_ever() -> None:
    for options in ((), FAST):
        units = {"46 Pz": "Z18", "8 TkC": "Y18"}
        state = combat("axis", units, options=options, turn=JAN_42, axis=[*CITIES])
        second = fight(state, "Y18", ["46 Pz"], 5, announced=-2)
        assert (second.decision, second.var("impulse")) == ("movement", 2)
        assert second.units_with("pinned") == ["46 Pz"]


@pytest.mark.rule("TRC-28.3c", "TRC-28.3a")
def test_one_hex_farther_east_that_somebody_holds_is_enough() -> None:
    """From F16 on the gulf E15 alone is held of row E, three hexes before E18."""
    front_, ahead = {"13 Inf": "E18", "41 Pz": "X15"}, ("44 Inf", "F16")
    cities = [*CITIES, "F17"]
    state = opened(front_, axis=cities)
    assert "E18" in state.hexes_with("front")
    relieved = state._supposed(places=[ahead])
    units = dict([*front_.items(), ahead])
    plain = at("axis", turn=JAN_42, units=units, weather=SNOW, axis=cities)
    bound, free = reach(state, "13 Inf"), reach(plain, "13 Inf")
    assert bound < free and reach(relieved, "13 Inf") == free

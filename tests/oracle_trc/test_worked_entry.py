"""Worked examples and bounds of arrivals over edges and of optional arithmetic (20, 26, 28.4)."""

from __future__ import annotations

from . import entry, optional
from .board import Board, small_board
from .grid import box
from .model import RUSSIAN, Unit
from .pieces import axis, german, placed, russian

EDGES = small_board(
    ("Q1", "T3"),
    ("S31", "U33"),
    ("QQ5", "QQ8"),
    ("A1", "A15"),
    cities={"R2 major": "Moscow", "S31 major": "Bucharest", "U31 major": "Warsaw"},
    rails=["T31 T32 T33", "A5 A6", "A14 A13"],
    exits={"T33": "west", "A5": "north", "A14": "north"},
    edges={
        "west": frozenset({"S33", "T33", "U33"}),
        "east": frozenset({"Q1", "R1", "S1", "T1"}),
        "south": frozenset(box("QQ5", "QQ8")),
    },
    regions={h: "hungary" for h in ("T31", "T32", "T33")} | {"A14": "finland"},
)

NORTH = small_board(("A10", "C16"), cities={"B14 major": "Helsinki"})


def test_who_comes_in_where() -> None:
    army = russian("30 A", "4-3")
    position = placed(EDGES, {german("24 Pz", "8-7", "armor"): "Q1"}, side=RUSSIAN, turn=3)
    east = {"R1", "S1", "T1"}
    south = {"QQ5", "QQ6", "QQ7", "QQ8"}
    assert entry.entry_hexes(position, army, "R2") == {"R2"}
    others = {russian("31 A", "4-3"): "R2", russian("32 A", "4-3"): "R2"}
    crowded = placed(EDGES, others, side=RUSSIAN, turn=3)
    assert entry.entry_hexes(crowded, army, "R2") == {"R2", "Q1"} | east | south
    assert entry.entry_hexes(position, army, "R2", enemy_at_start=True) == east | south
    assert entry.entry_hexes(position, army, None, south_used=True) == east
    axis_turn = placed(EDGES, {}, turn=9)
    rumanian = axis("Rum 3", "2-2", "infantry", "rumanian")
    hungarian = axis("Hun 3", "2-2", "infantry", "hungarian")
    italian = axis("Ital 5", "2-3", "infantry", "italian")
    assert entry.entry_hexes(axis_turn, rumanian, None) == {"S31"}
    assert entry.entry_hexes(axis_turn, hungarian, None) == {"T33"}
    assert entry.entry_hexes(axis_turn, italian, None) == {"S33", "T33", "U33"}


def test_the_south_edge_takes_one_of_each() -> None:
    position = placed(EDGES, {}, side=RUSSIAN, turn=6)
    used = entry.south_edge_is_used
    assert not used(position, reinforcement=True, came=["replacement"])
    assert used(position, reinforcement=True, came=["reinforcement"])
    strict = position.with_(readings=position.readings.__class__(south_edge_one_each=False))
    assert used(strict, reinforcement=True, came=["replacement"])


def test_lapland_and_a_closed_finland() -> None:
    position = placed(EDGES, {}, turn=12)
    assert entry.lapland_hexes(position) == {"A5", "A14"}
    held = placed(EDGES, {russian("7 A"): "A5"}, turn=21, closed=frozenset({"finland"}))
    assert entry.lapland_hexes(held) == set()


def test_garrisons_answer_by_year_and_range() -> None:
    for turn, called in (
        (10, set()),
        (11, {"bulgaria-1943"}),
        (17, {"bulgaria-1943", "bulgaria-1944"}),
    ):
        position = placed(EDGES, {}, turn=turn)
        assert entry.garrisons_called(position, ["S26"]) == called
        assert entry.garrisons_called(position, ["S25"]) == set()
    late = placed(EDGES, {}, turn=17)
    assert "warsaw" in entry.garrisons_called(late, ["U29"])
    assert "warsaw" not in entry.garrisons_called(late, ["U28"])


def test_units_that_leave_are_matched() -> None:
    position = placed(EDGES, {}, turn=4)
    assert entry.may_leave_from(position, "axis") == set()
    later = position.with_(turn=5)
    assert entry.may_leave_from(later, "axis") == set(EDGES.edges["east"])
    assert entry.may_leave_from(later, RUSSIAN) == set(EDGES.edges["west"])
    both = later.with_(readings=later.readings.__class__(axis_exits_east_only=False))
    assert entry.may_leave_from(both, "axis") >= set(EDGES.edges["south"])
    panzer, army = german("24 Pz", "8-7", "armor"), russian("30 A", "4-3")
    assert not entry.matched([panzer], [army])
    assert entry.matched([panzer], [army, russian("31 A", "4-3")])


def test_the_two_corps_of_may_1944() -> None:
    ss = [german(f"{n} SS", "9-8", "armor", ss=True) for n in (1, 2)]
    army = [german(f"{n} Pz", "7-7", "armor") for n in (3, 14)]
    legal = entry.withdrawals_of_may_1944_legal
    assert legal(ss, [*ss, *army]) and not legal(army, [*ss, *army])
    assert legal([ss[0], army[0]], [ss[0], *army]) and legal(army, army)
    assert not legal(army[:1], army)
    assert entry.may_lose_to_withdrawals(army[:1]) and not entry.may_lose_to_withdrawals(army)


def test_readings_of_borders() -> None:
    position = placed(EDGES, {}, turn=20)
    assert entry.bulgaria_is_open(position, called=True, arrived=False)
    assert entry.finland_is_shut(position, surrendered=True, under_24_5=False)
    readings = position.readings.__class__(
        bulgaria_opens_at_trigger=False, finland_closes_always=False
    )
    other = position.with_(readings=readings)
    assert entry.fourteenth_army_is_called(position, captured=True)
    deemed = position.with_(board=NORTH, control={"B14": RUSSIAN})
    assert not entry.fourteenth_army_is_called(deemed, captured=False)
    called = deemed.with_(readings=position.readings.__class__(deemed_helsinki_calls_14th=True))
    assert entry.fourteenth_army_is_called(called, captured=False)
    assert not entry.bulgaria_is_open(other, called=True, arrived=False)
    assert not entry.finland_is_shut(other, surrendered=True, under_24_5=False)


def test_optional_arithmetic() -> None:
    assert optional.bid_points(11, 10) == [2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert optional.bid_points(-3, 10) == [0, 0, 0, 0, 0, 0, 0, -1, -1, -1]
    assert optional.optional_workers(7, 5) == (1, [1, 1, 0, 0, 0])
    assert optional.evacuation(russian("Kharkov", "2-0", "worker"), 3) == (4, 6)
    army = russian("62 A", "5-3")
    hexes = {"clear": "full", "mud": "half-up", "snow": "half-up"}
    assert [optional.strategic_hexes(army, w, part) for w, part in hexes.items()] == [6, 4, 3]
    assert optional.barrage(2) == 5, "3-1 becomes 6-1"
    assert optional.recovery_cost(russian("1G Cav", "5-7", "cavalry", guards=True)) == 5
    assert optional.upgrade_cost(army, russian("8G A", "7-4", guards=True)) == 2


def test_a_fortress_is_drawn_in_by_attackers_beside_it() -> None:
    board: Board = small_board(("A5", "H16"), cities={"E10 major": "Leningrad"})
    seventh: Unit = russian("7 A", "4-3")
    at = {german("a"): "F11", german("b"): "F13", seventh: "F12", russian("23 A"): "E10"}
    position = placed(board, at, turn=4)
    assert optional.must_attack_fortress(position, "E10", {"a"})
    assert not optional.must_attack_fortress(position, "E10", {"b"})

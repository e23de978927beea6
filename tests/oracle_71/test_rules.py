"""The oracle itself: the worked examples of the rulebook, and consequences of its rules.

W1 to W38 are the examples in the order of the rulebook.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from . import (
    arrivals,
    battle,
    charts,
    crowds,
    movement,
    rail,
    retreat,
    setting_up,
    stacks,
    supply,
    victory,
)
from .board import AXIS, FILES, SOVIET, Board, counters, counters_of, distance, field_of, the_map
from .model import ACROSS, COMBAT, DRIVEN, GROUND, RAIL, READY, SECOND, Position, zone

JUNE, OCTOBER, DECEMBER, JANUARY = 1, 5, 7, 8


def plain(**changes: Any) -> Board:
    """Twelve columns and twelve rows of clear ground, with both edges."""
    edges = {f"{r:02}01": "edge-west axis-barbarossa" for r in range(1, 13)}
    edges |= {f"{r:02}{c:02}": "axis-barbarossa" for r in range(1, 13) for c in range(2, 7)}
    edges |= {f"{r:02}12": "edge-east" for r in range(1, 13)}
    rows = changes.pop("rows", ["............"] * 12)
    return field_of(*rows, features=edges | changes.pop("features", {}), **changes)


def placed(at: Mapping[str, str], board: Board | None = None, **changes: Any) -> Position:
    """A position of units by name, on plain ground unless another map is given."""
    return Position(dict(at), board or plain(), **changes)


def unit(name: str) -> Any:
    return counters()[name]


# ---- the grid, the map, the counters


def test_the_grid() -> None:
    assert distance("0101", "0101") == 0
    for h in ("0505", "0605"):
        assert all(distance(h, n) == 1 for n in plain().beside[h])
    assert set(plain().beside["0505"]) == {"0504", "0404", "0405", "0506", "0605", "0604"}
    assert set(plain().beside["0605"]) == {"0604", "0505", "0506", "0606", "0706", "0705"}
    assert distance("0505", "0809") == 6
    assert distance("0101", "0103") == 2
    walked = supply.lines(placed({}), AXIS, "0505")
    assert all(distance("0505", h) == steps for h, steps in walked.items())


def test_the_map_is_what_the_charts_say() -> None:
    board = the_map()
    assert len(board.terrain) == 1852
    assert board.where("city") == set(charts.CITIES)
    assert (sum(charts.SOVIET_CITIES.values()), sum(charts.WESTERN_CITIES.values())) == (78, 42)
    for city in charts.CITIES:
        west = board.side_of_line(city, "barbarossa") == AXIS
        assert west == (city in charts.WESTERN_CITIES), city
    assert board.kerch == {frozenset({"4327", "4328"})}
    assert {h[2:] for h in board.where("edge-west")} == {"01"}
    assert {h[2:] for h in board.where("edge-east")} == {"42"}
    assert board.where("edge-west-finland") == {"0111", "0211", "0311", "0411", "0511"}


@pytest.mark.parametrize(
    ("line", "axis", "soviet"),
    [
        ("barbarossa", 43, 46),
        ("stalingrad", 50, 52),
        ("zitadelle", 48, 51),
        ("berlin", 51, 52),
        ("campaign-victory", 46, 49),
    ],
)
def test_the_fronts(line: str, axis: int, soviet: int) -> None:
    front = the_map().front(line)
    assert (len(front[AXIS]), len(front[SOVIET])) == (axis, soviet)


def test_counters_suffice() -> None:
    for army, parts in charts.PARTS.items():
        for part in set(parts):
            broken = charts.MIX[army] * parts.count(part)
            assert len(counters_of(part)) >= broken, part
    for game in charts.GAMES:
        fitting = [n for n, games in charts.SITUATIONS.items() if game in games]
        forces = charts.order_of_battle(game, fitting)
        assert all(0 <= n <= charts.MIX[kind] for kind, n in forces.items()), game
        assert charts.order_of_battle(game) == charts.GAMES[game].forces


def test_the_charts_of_the_game_say_the_same() -> None:
    with (FILES / "charts.toml").open("rb") as file:
        tables = {table["name"]: table for table in tomllib.load(file)["table"]}
    combat = {told["id"]: told for told in tables["combat-results"]["choice"]}
    assert list(combat) == list(charts.TABLES)
    for name, table in charts.TABLES.items():
        told = combat[name]
        assert tuple(told["columns"]) == charts.COLUMNS
        assert told["rows"] == [row.split() for row in table]
    for row in tables["turn-track"]["turn"]:
        turn = row["turn"]
        assert row["month"] == f"{charts.month(turn)} {charts.year(turn)}"
        assert row["weather"] == charts.weather(turn)
    assert tables["counter-mix"]["number"].items() <= charts.MIX.items()
    assert {c["hex"]: c["value"] for c in tables["cities"]["city"]} == charts.CITIES
    assert {
        army: tuple(kind for kind, n in parts for _ in range(n))
        for army, parts in tables["breakdown"]["army"].items()
    } == charts.PARTS
    for game, facts in charts.GAMES.items():
        told = tables[f"order-of-battle-{game}"]
        assert told["axis"] | told["soviet"] == facts.forces
        assert tables["victory"]["par"].get(game, 0) == facts.par
    for row in tables["situations"]["situation"]:
        assert set(row["games"]) == set(charts.SITUATIONS[row["number"]])
        assert row.get("changes", {}) == charts.CHANGES.get(row["number"], {})
    assert [(b["least"], b["degree"]) for b in tables["victory"]["band"]] == [
        (least, name.split()[-1]) for least, name in charts.BANDS
    ]


def test_arrivals_of_the_game_are_the_same() -> None:
    with (FILES / "charts.toml").open("rb") as file:
        told = next(t for t in tomllib.load(file)["table"] if t["name"] == "arrivals")
    for game, facts in charts.GAMES.items():
        for turn in range(facts.first_turn + 1, facts.last_turn + 1):
            want = dict(told["every"].get(str(turn), {}))
            want |= told["only"].get(game, {}).get(str(turn), {})
            got = charts.arrivals(game, turn, AXIS) | charts.arrivals(game, turn, SOVIET)
            assert got == want, (game, turn)


def test_allowances() -> None:
    """The table of effective allowances in the notes to the rulebook."""
    table = {
        "DE:pza": (8, 5, 5),
        "DE:pzc": (8, 5, 5),
        "DE:ina": (3, 2, 2),
        "DE:inc": (3, 2, 2),
        "RU:ina": (2, 2, 2),
        "FI:inc": (2, 2, 2),
        "DE:air": (2, 2, 2),
        "AX:sup": (2, 2, 2),
        "SU:sup": (2, 2, 2),
        "SU:tka": (5, 5, 5),
        "SU:tkc": (5, 5, 5),
        "SU:mec": (5, 5, 5),
        "SU:shk": (3, 3, 3),
        "SU:inf": (2, 2, 2),
    }
    for kind, points in table.items():
        for turn, want in zip((JUNE, OCTOBER, DECEMBER), points, strict=True):
            pos = placed({}, turn=turn)
            assert movement.allowance(pos, unit(f"{kind}:1")) == want, (kind, turn)
    mechanized = placed({}, situations=frozenset({8}))
    assert movement.allowance(mechanized, unit("DE:inc:1")) == 8
    assert movement.allowance(mechanized, unit("RU:inc:1")) == 2
    assert movement.allowance(mechanized.with_(turn=OCTOBER), unit("DE:ina:1")) == 2


# ---- odds: W1, W2, W25 to W29


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (26, 9, "2:1"),
        (9, 26, "1:3"),
        (9, 90, "1:3"),
        (4, 5, "1:2"),
        (8, 8, "1:1"),
        (11, 4, "2:1"),
        (13, 4, "3:1"),
        (72, 8, "9:1"),
        (71, 8, "8:1"),
    ],
)
def test_w1_and_w2_odds(attack: int, defence: int, column: str) -> None:
    assert battle.column(attack, defence) == column


def fight(turn: int = JUNE, ground: str = "clear", **changes: Any) -> Position:
    """A Panzer army at 0606 and an infantry army at 0607, with air and supply at 0603."""
    board = plain()
    board = Board({**board.terrain, "0607": ground}, board.area, board.features, **changes)
    at = {"DE:pza:1": "0606", "SU:inf:1": "0607", "DE:air:1": "0603", "AX:sup:1": "0605"}
    return placed(at, board, turn=turn, phase=COMBAT)


def test_w25_luftwaffe() -> None:
    pos = fight()
    assert battle.attack_on(pos, ["0607"], ["DE:pza:1"]).column == "2:1"
    helped = battle.attack_on(pos, ["0607"], ["DE:pza:1"], {"DE:air:1": "0606"})
    assert (helped.attack, helped.defence, helped.column) == (13, 4, "3:1")
    winter = battle.attack_on(fight(DECEMBER), ["0607"], ["DE:pza:1"], {"DE:air:1": "0606"})
    assert (winter.attack, winter.column) == (12, "3:1")
    assert battle.helpers(pos, "0606") == {"DE:air:1"}
    assert battle.helpers(pos, "0607") == {"DE:air:1"}
    assert battle.helpers(pos.moved_to("DE:air:1", "0602"), "0607") == set()
    assert battle.helpers(pos.with_(flown=frozenset({"DE:air:1"})), "0606") == set()


def test_w26_one_luftwaffe_a_hex() -> None:
    pos = fight()
    at = {**pos.at, "DE:ina:1": "0506", "DE:air:2": "0603", "SU:inf:1": "0607"}
    pos = pos.with_(at={**at, "DE:ina:1": "0507"})
    both = {"DE:air:1": "0606", "DE:air:2": "0507"}
    told = battle.attack_on(pos, ["0607"], ["DE:pza:1", "DE:ina:1"], both)
    assert (told.attack, told.column) == (20, "5:1")
    assert battle.air_is_legal(pos, {"DE:air:1": "0606"}, {"0606"})
    same = {"DE:air:1": "0606", "DE:air:2": "0606"}
    assert not battle.air_is_legal(pos, same, {"0606", "0507"})


def test_w27_rough_doubles_and_air_does_not_help_it() -> None:
    pos = fight(ground="rough")
    assert battle.attack_on(pos, ["0607"], ["DE:pza:1"]).defence == 8
    helped = battle.attack_on(pos, ["0607"], ["DE:pza:1"], {"DE:air:1": "0606"})
    assert (helped.attack, helped.defence, helped.column) == (13, 8, "1:1")


def test_a_river_doubles_if_all_cross_and_nothing_doubles_twice() -> None:
    sides = frozenset({frozenset({"0606", "0607"})})
    pos = fight(rivers=sides)
    pos = pos.with_(at={**pos.at, "DE:ina:1": "0507"})
    assert battle.attack_on(pos, ["0607"], ["DE:pza:1"]).defence == 8
    assert battle.attack_on(pos, ["0607"], ["DE:pza:1", "DE:ina:1"]).defence == 4
    frozen = pos.with_(turn=DECEMBER)
    assert battle.attack_on(frozen, ["0607"], ["DE:pza:1"]).defence == 4  # R60
    assert (
        battle.attack_on(fight(ground="rough", rivers=sides), ["0607"], ["DE:pza:1"]).defence == 8
    )


def test_w28_finns_at_home() -> None:
    board, army = the_map(), "FI:ina:1"
    pos = Position({army: "0316", "SU:shk:1": "0317"}, board, side=SOVIET, phase=COMBAT)
    assert battle.attack_on(pos, ["0316"], ["SU:shk:1"]).defence == 8
    abroad = pos.moved_to(army, "0618")
    assert battle.defence(abroad, "0618", {"0619"}) == 4
    assert battle.column(16, 8) == "2:1"
    assert battle.column(16, 4) == "4:1"


def test_w29_support_units_defend_and_die_of_retreats() -> None:
    at = {"AX:sup:1": "0606", "DE:pzc:1": "0606", "SU:shk:1": "0607", "SU:sup:1": "0608"}
    pos = placed(at, side=SOVIET, phase=COMBAT)
    assert battle.attack_on(pos, ["0606"], ["SU:shk:1"]).defence == 4
    assert retreat.retreats(pos, unit("AX:sup:1"), "Dr") == set()
    assert retreat.retreats(pos, unit("DE:pzc:1"), "Dr") == {"0605", "0506", "0507", "0706", "0707"}


def test_who_retreats_into_a_hex_attacked_later_adds_nothing() -> None:
    at = {"SU:inf:1": "0607", "SU:inf:2": "0607", "DE:pza:1": "0606", "AX:sup:1": "0605"}
    pos = placed(at, phase=COMBAT, attacked=frozenset({"SU:inf:2"}))
    assert battle.defence(pos, "0607", {"0606"}) == 4
    assert battle.attackable(pos) == {"0607"}
    assert battle.attackable(pos.with_(attacked=frozenset({"SU:inf:1", "SU:inf:2"}))) == set()


def test_fortified_frontier() -> None:
    board = the_map()
    front = sorted(board.front("barbarossa")[SOVIET])[-1]
    origin = next(h for h in board.beside[front] if board.terrain[h] == "clear")
    pos = Position({"SU:inf:1": front}, board, phase=COMBAT)
    strong = pos.with_(situations=frozenset({6}))
    assert battle.defence(strong, front, {origin}) == 8


def test_several_hexes_and_attackers() -> None:
    at = {
        "DE:pza:1": "0606",
        "DE:ina:1": "0706",
        "AX:sup:1": "0605",
        "SU:inf:1": "0507",
        "SU:inf:2": "0607",
    }
    pos = placed(at, phase=COMBAT)
    assert battle.attackers_of(pos, ["0507"]) == {"DE:pza:1"}
    assert battle.attackers_of(pos, ["0507", "0607"]) == {"DE:pza:1"}
    assert battle.attackable(pos) == {"0507", "0607"}
    assert battle.attack_on(pos, ["0507", "0607"], ["DE:pza:1"]).defence == 8
    assert battle.attackable(pos.with_(attackers=frozenset({"DE:pza:1"}))) == set()


# ---- movement: W3 to W8


def test_w3_and_w4_entering_a_zone() -> None:
    rivers = ["0605/0606"]
    for turn, paid in ((JUNE, 4), (JANUARY, 3)):
        pos = placed({"DE:pza:1": "0605", "SU:inf:1": "0607"}, plain(rivers=rivers), turn=turn)
        assert movement.entry_cost(pos, unit("DE:pza:1"), "0605", "0606") == paid
    pos = placed({"DE:pza:1": "0605", "SU:inf:1": "0607"})
    assert movement.entry_cost(pos, unit("DE:pza:1"), "0605", "0606") == 3


def test_w5_zone_to_zone() -> None:
    army = unit("DE:pza:1")
    pos = placed({"DE:pza:1": "0406", "SU:inf:1": "0407", "SU:inf:2": "0607"})
    assert {"0406", "0507", "0606"} <= zone(pos, SOVIET)
    assert movement.entry_cost(pos, army, "0406", "0507") == 4
    assert movement.reach(pos, army)["0507"] == 4
    # a second time with the four points that are left, and not in the mud
    second = pos.moved_to("DE:pza:1", "0507")
    assert movement.reach(second.with_(left={"DE:pza:1": 4}), army)["0606"] == 4
    assert "0606" not in movement.reach(second.with_(left={"DE:pza:1": 1}, turn=OCTOBER), army)
    assert movement.reach(pos.with_(turn=OCTOBER), army)["0507"] == 4


def test_w6_and_w7_infantry_from_zone_to_zone() -> None:
    corps, army = unit("DE:inc:1"), unit("SU:inf:3")
    pos = placed({"DE:inc:1": "0406", "SU:inf:1": "0407", "SU:inf:2": "0506"})
    assert movement.entry_cost(pos, corps, "0406", "0405") == 3
    assert movement.reach(pos, corps)["0405"] == 3
    beyond = movement.reach(pos, corps)
    assert all(distance("0406", h) == 1 or cost <= 3 for h, cost in beyond.items())
    mine = placed({"SU:inf:3": "0406", "DE:inc:1": "0405", "DE:inc:2": "0505"}, side=SOVIET)
    assert movement.entry_cost(mine, army, "0406", "0506") == 3
    assert movement.reach(mine, army)["0506"] == 3
    cut = mine.with_(at={**mine.at, "DE:inc:3": "0407"})
    assert not supply.is_supplied(cut, army)
    assert movement.reach(cut, army) == {}


def test_w8_support_units() -> None:
    pos = placed({"AX:sup:1": "0605", "SU:inf:1": "0607"})
    found = movement.reach(pos, unit("AX:sup:1"))
    assert found["0606"] == 3
    away = pos.with_(left={"AX:sup:1": 1})
    assert "0606" not in movement.reach(away, unit("AX:sup:1"))


def test_moves_go_round_enemies_and_over_friends() -> None:
    at = {"DE:ina:1": "0405", "DE:ina:2": "0406", "SU:sup:1": "0505"}
    found = movement.reach(placed(at), unit("DE:ina:1"))
    assert "0505" not in found  # a support unit closes its hex and no other
    assert found["0406"] == 1
    assert found["0407"] == 2
    assert found["0506"] == 1
    assert found["0605"] == 2


def test_lakes_sea_and_rough() -> None:
    board = plain(rows=["............"] * 3 + ["...l^~......"] + ["............"] * 8)
    pos = placed({"DE:ina:1": "0304"}, board)
    summer, winter = (
        movement.reach(pos.with_(turn=turn), unit("DE:ina:1")) for turn in (JUNE, DECEMBER)
    )
    assert "0404" not in summer
    assert winter["0404"] == 1
    pos = pos.moved_to("DE:ina:1", "0305")
    assert movement.reach(pos, unit("DE:ina:1"))["0405"] == 2
    assert "0406" not in movement.reach(pos.with_(turn=DECEMBER), unit("DE:ina:1"))


def test_finns_and_neutral_finland() -> None:
    board, army = the_map(), "FI:ina:1"
    assert {"0618", "0123"} <= board.near_finland
    assert "0125" not in board.near_finland
    edge = sorted(h for h in board.near_finland if distance(h, "0118") == 6 and h[:2] == "01")[-1]
    pos = Position({army: edge, "AX:sup:1": edge}, board, turn=2)
    assert all(distance(h, "0118") <= 6 for h in movement.reach(pos, unit(army)) if h[:2] == "01")
    neutral = Position({"SU:inf:1": "0119"}, board, side=SOVIET, situations=frozenset({1}))
    found = movement.reach(neutral, unit("SU:inf:1"))
    assert found and not board.finland & set(found)
    assert board.finland & set(
        movement.reach(neutral.with_(situations=frozenset()), unit("SU:inf:1"))
    )


# ---- overruns: W9 to W15


def test_w9_and_w10_overrun_of_a_tank_corps() -> None:
    army = unit("DE:pza:1")
    near = placed({"DE:pza:1": "0606", "SU:tkc:1": "0607"})
    assert movement.overruns_alone(near, army) == {"0607": 5}
    assert movement.overruns_from_here(near) == {"0607": [("DE:pza:1",)]}
    two = near.moved_to("DE:pza:1", "0605")
    assert movement.overruns_alone(two, army) == {"0607": 8}
    assert movement.overruns_from_here(two) == {}
    assert movement.can_overrun(two, "0607")
    three = near.moved_to("DE:pza:1", "0604")
    assert movement.overruns_alone(three, army) == {}
    assert not movement.can_overrun(three, "0607")
    for turn in (OCTOBER, DECEMBER):
        assert movement.overruns_alone(near.with_(turn=turn), army) == {"0607": 5}
        assert movement.overruns_alone(two.with_(turn=turn), army) == {}


def test_w9_the_overrun_count_for_nothing() -> None:
    at = {"DE:pza:1": "0607", "SU:tkc:1": "0607", "SU:inf:1": "0608"}
    pos = placed(at, overrun=frozenset({"SU:tkc:1"}), moved=frozenset({"DE:pza:1"}))
    assert pos.held[SOVIET] == {"0608"}
    assert zone(pos, SOVIET) == set(pos.neighbours["0608"])
    assert not movement.may_set_out(pos, unit("DE:pza:1"))
    later = pos.without("SU:tkc:1").with_(phase=COMBAT, at={**pos.at, "AX:sup:1": "0606"})
    later = later.without("SU:tkc:1")
    assert battle.attackers_of(later, ["0608"]) == {"DE:pza:1"}


def test_w11_overrun_over_a_river_and_in_the_rough() -> None:
    at = {"DE:pza:1": "0606", "SU:tkc:1": "0607"}
    army = unit("DE:pza:1")
    pos = placed(at, plain(rivers=["0606/0607"]))
    assert movement.overruns_alone(pos, army) == {}
    round_it = pos.moved_to("DE:pza:1", "0506")
    assert movement.overruns_alone(round_it, army) == {"0607": 8}
    ring = [f"{h}/0607" for h in pos.neighbours["0607"]]
    all_round = placed(at, plain(rivers=ring))
    assert movement.overruns_alone(all_round, army) == {}
    assert movement.overruns_alone(all_round.with_(turn=DECEMBER), army) == {"0607": 5}
    board = plain(rows=["............"] * 5 + ["......^....."] + ["............"] * 6)
    assert movement.overruns_alone(placed(at, board), army) == {}
    assert movement.overruns_alone(placed(at, board, turn=DECEMBER), army) == {}


def test_w12_three_corps_together() -> None:
    three = {f"DE:pzc:{i}": "0606" for i in (1, 2, 3)}
    pos = placed({**three, "SU:tkc:1": "0607"})
    assert movement.overruns_from_here(pos) == {"0607": [tuple(three)]}
    two = placed({"DE:pzc:1": "0606", "DE:pzc:2": "0606", "SU:tkc:1": "0607"})
    assert movement.overruns_from_here(two) == {}
    ways = {"DE:pzc:1": "0606", "DE:pzc:2": "0606", "DE:pzc:3": "0507"}
    river = placed({**ways, "SU:tkc:1": "0607"}, plain(rivers=["0606/0607"]))
    assert movement.overruns_from_here(river) == {"0607": [tuple(ways)]}
    both = placed({**ways, "SU:tkc:1": "0607"}, plain(rivers=["0606/0607", "0507/0607"]))
    assert movement.overruns_from_here(both) == {}


def test_w13_three_tank_armies() -> None:
    three = {f"SU:tka:{i}": "0606" for i in (1, 2, 3)}
    ready: dict[str, Any] = {"side": SOVIET, "game": "berlin", "turn": 37}
    for target, paid in (("DE:pzc:1", 5), ("DE:inc:1", 5), ("AX:sup:1", 4)):
        pos = placed({**three, target: "0605"}, **ready)
        assert movement.overruns_from_here(pos) == {"0605": [tuple(three)]}, target
        assert movement.overrun_cost(pos, unit("SU:tka:1"), "0606", "0605") == paid
    early = placed({**three, "AX:sup:1": "0605"}, side=SOVIET, turn=2)
    assert movement.overruns_from_here(early) == {}  # two to a hex
    air = placed({"SU:tka:1": "0606", "SU:tka:2": "0606", "DE:air:1": "0605"}, side=SOVIET, turn=2)
    assert movement.overruns_from_here(air) == {"0605": [("SU:tka:1", "SU:tka:2")]}


def test_w14_infantry_does_not_overrun() -> None:
    pos = placed({"DE:ina:1": "0606", "SU:sup:1": "0607"}, situations=frozenset({8}))
    assert movement.overruns_from_here(pos) == {}
    assert movement.overruns_alone(pos, unit("DE:ina:1")) == {}


def test_w15_overruns_need_general_supply_only() -> None:
    pos = placed({"DE:pza:1": "0606", "SU:tkc:1": "0607"})
    assert not supply.in_attack_supply(pos, unit("DE:pza:1"))
    assert movement.overruns_from_here(pos) == {"0607": [("DE:pza:1",)]}
    ring = {f"SU:inf:{i}": h for i, h in enumerate(pos.neighbours["0606"], 1) if h != "0607"}
    cut = pos.with_(at={**pos.at, **ring})
    assert movement.overruns_from_here(cut) == {}


# ---- rail and the straits: W16, W17


def test_w16_twelve_hexes_by_rail() -> None:
    board = the_map()
    pos = Position({"DE:pzc:1": "2301"}, board)
    found = rail.rail_reach(pos, unit("DE:pzc:1"))
    assert {distance("2301", h) for h in found} <= set(range(1, 13))
    home = Position({"SU:inf:1": "2142"}, board, side=SOVIET)
    assert "2130" in rail.rail_reach(home, unit("SU:inf:1"))
    assert "2129" not in rail.rail_reach(home, unit("SU:inf:1"))
    gone = home.with_(moved=frozenset({"SU:inf:1"}), railed=frozenset({"SU:inf:1"}))
    assert movement.reach(gone, unit("SU:inf:1")) == {}
    other = home.with_(at={**home.at, "SU:inf:2": "2242"}, moved=frozenset({"SU:inf:2"}))
    assert rail.rail_reach(other, unit("SU:inf:1")) == set()
    by_rail = other.with_(railed=frozenset({"SU:inf:2"}))
    assert rail.rail_reach(by_rail, unit("SU:inf:1"))
    second = home.with_(phase=SECOND)
    assert rail.rail_reach(second, unit("SU:inf:1")) == set()
    assert movement.reach(second, unit("SU:inf:1"))


def test_w16_support_units_rail_in_the_second_phase() -> None:
    pos = Position({"AX:sup:1": "2301"}, the_map())
    assert rail.rail_reach(pos, unit("AX:sup:1")) == set()
    assert movement.reach(pos, unit("AX:sup:1"))
    assert rail.rail_reach(pos.with_(phase=SECOND), unit("AX:sup:1"))


def test_rail_hexes() -> None:
    """R3: own side, walked last, sealed; never last travelled by the enemy, never in his zone."""
    at = {"DE:ina:1": "0608", "SU:inf:1": "0412"}
    pos = placed(at)
    assert {"0606", "0601"} <= rail.rail_hexes(pos, AXIS, "a")
    assert "0607" not in rail.rail_hexes(pos, AXIS, "a")
    walked = pos.with_(traveller={"0607": (AXIS, GROUND), "0606": (SOVIET, GROUND)})
    assert "0607" in rail.rail_hexes(walked, AXIS, "ab")
    assert "0606" not in rail.rail_hexes(walked, AXIS)
    railed = pos.with_(traveller={"0607": (AXIS, RAIL)})
    assert "0607" not in rail.rail_hexes(railed, AXIS, "ab")
    wall = {f"DE:inc:{i}": f"{i:02}08" for i in range(1, 13, 2)}
    behind = placed({**wall, "SU:inf:1": "0612"})
    assert {"0207", "0607", "1107"} <= rail.rail_hexes(behind, AXIS)
    assert "0507" in rail.rail_hexes(behind, AXIS, "c")
    assert "0609" not in rail.rail_hexes(behind, AXIS)  # in front of one's own foremost units
    gap = behind.without("DE:inc:5")
    assert "0507" not in rail.rail_hexes(gap, AXIS, "c")
    assert "0506" in rail.rail_hexes(gap, AXIS, "a")
    for how in (RAIL, DRIVEN):
        back = pos.with_(traveller={"0607": (AXIS, how)})
        assert "0607" not in rail.rail_hexes(back, AXIS, "ab")


def test_enemies_come_to_the_crimea_over_the_straits() -> None:
    """MOVE-L: the neck alone shuts nobody out who crosses at Kerch; R3 (c)."""
    neck = Position({"DE:inc:1": "4223", "SU:inf:1": "4330"}, the_map())
    assert "4325" not in rail.sealed(neck, AXIS)
    both = Position({**neck.at, "DE:inc:2": "4327"}, the_map())
    assert {"4325", "4326"} <= rail.sealed(both, AXIS) and "4327" not in rail.sealed(both, AXIS)


def test_who_stays_instead_of_riding_marches() -> None:
    """RAIL-M6: a unit that does not move by rail keeps its movement allowance."""
    army = "DE:pza:1"
    pos = placed({army: "0604"}).with_(stayed=frozenset({army}))
    assert rail.rail_reach(pos, unit(army)) == set()
    assert movement.reach(pos, unit(army))


def test_no_rail_from_a_zone_of_control() -> None:
    pos = placed({"DE:ina:1": "0604", "SU:inf:1": "0605"})
    assert rail.rail_reach(pos, unit("DE:ina:1")) == set()
    away = pos.moved_to("SU:inf:1", "0606")
    assert rail.rail_reach(away, unit("DE:ina:1"))
    assert "0605" not in rail.rail_reach(away, unit("DE:ina:1"))


def test_w17_the_kerch_straits() -> None:
    board, army = the_map(), "SU:inf:1"
    pos = Position(
        {army: "4327", "SU:sup:1": "4327"}, board, side=SOVIET, game="stalingrad", turn=14
    )
    assert movement.crossing(pos, unit(army)) is None
    assert "4328" not in movement.reach(pos, unit(army))
    arrived = pos.with_(moved=frozenset({army}))
    assert movement.kerch_after_phase(arrived, SOVIET) == {"SU:sup:1": READY}
    stood = movement.kerch_after_phase(pos, SOVIET)
    ready = pos.with_(kerch=stood)
    assert movement.crossing(ready, unit(army)) == "4328"
    assert movement.reach(ready, unit(army))  # it may also go elsewhere
    over = pos.moved_to(army, "4328").with_(moved=frozenset({army}))
    across = over.with_(kerch=movement.kerch_after_phase(over, SOVIET, crossed=[army]))
    assert across.kerch[army] == ACROSS
    still = across.with_(moved=frozenset(), phase=SECOND)
    assert movement.reach(still, unit(army)) == {}
    free = still.with_(kerch=movement.kerch_after_phase(still, SOVIET))
    assert movement.reach(free, unit(army))


def test_nothing_but_supply_passes_the_straits() -> None:
    board = the_map()
    pos = Position({"SU:inf:1": "4328", "DE:inc:1": "4327"}, board, phase=COMBAT)
    assert "4328" not in zone(pos, AXIS)
    assert battle.attackers_of(pos, ["4328"]) == set()
    assert "4328" in supply.lines(pos.without("SU:inf:1"), AXIS, "4327")


# ---- supply: W18 to W24


def test_w18_and_w19_isolation() -> None:
    ring = {f"SU:inf:{i}": h for i, h in enumerate(plain().beside["0606"], 1)}
    pos = placed({"DE:ina:1": "0606", **ring}, turn=2, phase=SECOND)
    cut = pos.with_(isolated=supply.isolated_now(pos, AXIS))
    assert cut.isolated == {"DE:ina:1"}
    assert supply.starved(cut) == {"DE:ina:1"}
    assert supply.starved(cut.with_(safe=frozenset({"DE:ina:1"}))) == set()
    assert supply.starved(pos) == set()  # it was not isolated when the Player-Turn began
    opened = cut.with_(overrun=frozenset({"SU:inf:1"}))
    assert supply.is_supplied(opened, unit("DE:ina:1"))
    assert movement.reach(opened, unit("DE:ina:1"))
    assert supply.starved(opened) == set()


def test_w20_zones_bind_soviet_lines_only() -> None:
    pos = placed({"SU:inf:1": "0606", "DE:inc:1": "0604", "DE:inc:2": "0608"})
    shut = placed({"SU:inf:1": "0606", "DE:inc:1": "0404", "DE:inc:2": "0406", "DE:inc:3": "0607"})
    assert supply.is_supplied(pos, unit("SU:inf:1"))
    shut = shut.with_(at={**shut.at, "DE:inc:4": "0806", "DE:inc:5": "0605"})
    free = set(shut.neighbours["0606"]) - zone(shut, AXIS)
    assert not free - {"0607", "0605"}
    assert not supply.is_supplied(shut, unit("SU:inf:1"))
    # a friend in a controlled hex, from which the way east is clear
    open_ = shut.with_(at={**shut.at, "SU:inf:2": "0707", "SU:inf:3": "0708"})
    assert supply.is_supplied(open_, unit("SU:inf:1"))
    mirrored = placed(
        {"DE:ina:1": "0606", "SU:inf:1": "0404", "SU:inf:2": "0407", "SU:inf:3": "0806"}
    )
    assert supply.is_supplied(mirrored, unit("DE:ina:1"))


def test_w21_and_w22_attack_supply() -> None:
    def ready(name: str, giver: str, far: int, turn: int) -> bool:
        side = unit(name).side
        pos = placed({name: "0602", giver: f"06{2 + far:02}"}, side=side, turn=turn, phase=COMBAT)
        return supply.in_attack_supply(pos, unit(name))

    assert ready("DE:ina:1", "AX:sup:1", 6, JUNE)
    assert not ready("DE:ina:1", "AX:sup:1", 7, JUNE)
    assert ready("SU:inf:1", "SU:sup:1", 3, JUNE)
    assert not ready("SU:inf:1", "SU:sup:1", 4, JUNE)
    assert not ready("DE:ina:1", "AX:sup:1", 2, DECEMBER)
    assert ready("DE:ina:1", "AX:sup:1", 1, DECEMBER)
    assert ready("SU:inf:1", "SU:sup:1", 3, DECEMBER)
    for name, giver in (("DE:ina:1", "AX:sup:1"), ("SU:inf:1", "SU:sup:1")):
        assert not ready(name, giver, 2, OCTOBER)
        assert ready(name, giver, 1, OCTOBER)
        assert ready(name, giver, 0, OCTOBER)


def test_w23_one_supply_unit_for_several_attacks() -> None:
    at = {"DE:ina:1": "0606", "DE:ina:2": "0806", "DE:ina:3": "1006", "AX:sup:1": "0804"}
    pos = placed(at, phase=COMBAT)
    attacked = pos.with_(attackers=frozenset({"DE:ina:1"}))
    assert battle.may_attack(attacked, unit("DE:ina:2"))
    assert not battle.may_attack(attacked, unit("DE:ina:1"))
    assert battle.smallest_supply(pos, ["DE:ina:1", "DE:ina:2", "DE:ina:3"]) == 1


def test_w24_a_retreat_onto_the_line() -> None:
    board = plain(
        rows=["............"] * 5 + ["...~~~~~~~~~"] + ["~~.~~~~~~~~~"] + ["............"] * 5
    )
    at = {"SU:inf:1": "0804", "SU:sup:1": "0504", "DE:inc:1": "0905"}
    pos = placed(at, board, side=SOVIET, phase=COMBAT)
    assert not supply.in_attack_supply(pos, unit("SU:inf:1"))
    near = pos.moved_to("SU:sup:1", "0603")
    assert supply.in_attack_supply(near, unit("SU:inf:1"))
    cut = near.with_(at={**near.at, "DE:inc:2": "0703"})
    assert not supply.in_attack_supply(cut, unit("SU:inf:1"))


def test_sources() -> None:
    board = the_map()
    finn = Position({"FI:ina:1": "0316"}, board)
    assert supply.is_supplied(finn, unit("FI:ina:1"))
    taken = finn.with_(at={**finn.at, "SU:inf:1": "0513"})
    assert not supply.is_supplied(taken, unit("FI:ina:1"))
    fed = taken.with_(at={**taken.at, "AX:sup:1": "0315"})
    assert supply.is_supplied(fed, unit("FI:ina:1"))
    # a supply unit is in supply from itself, whatever is around it
    ring = {f"SU:inf:{i}": h for i, h in enumerate(plain().beside["0606"], 1)}
    pocket = placed({"AX:sup:1": "0606", "DE:inc:1": "0606", **ring})
    assert supply.is_supplied(pocket, unit("DE:inc:1"))
    assert not supply.is_supplied(pocket.without("AX:sup:1"), unit("DE:inc:1"))


def test_no_line_through_neutral_finland() -> None:
    pos = Position({"SU:inf:1": "0118"}, the_map(), situations=frozenset({1}))
    assert not pos.board.finland & set(supply.lines(pos, SOVIET, "0119"))
    assert pos.board.finland & set(supply.lines(pos.with_(situations=frozenset()), SOVIET, "0119"))


# ---- retreats


def test_soviets_retreat_where_no_zone_is() -> None:
    """The only units that Axis zones ring die by Dr, unless a friend holds one of the hexes."""
    ring = {"DE:inc:1": "0504", "DE:inc:2": "0507", "DE:inc:3": "0806", "DE:inc:4": "0605"}
    pos = placed({"SU:inf:1": "0606", **ring}, phase=COMBAT)
    pos = pos.with_(at={**pos.at, "DE:inc:5": "0608"})
    army = unit("SU:inf:1")
    free = set(pos.neighbours["0606"]) - zone(pos, AXIS) - pos.held[AXIS]
    assert retreat.retreats(pos, army, "Dr") == free == set()
    friend = pos.with_(at={**pos.at, "SU:inf:2": "0607"})
    assert retreat.retreats(friend, army, "Dr") == {"0607"}
    assert retreat.retreats(friend, army, "Dr2") == {"0607"}  # one where two cannot be done
    mirrored = placed(
        {"DE:ina:1": "0606", "SU:inf:1": "0504", "SU:inf:2": "0507", "SU:inf:3": "0806"},
        side=SOVIET,
        phase=COMBAT,
    )
    assert len(retreat.retreats(mirrored, unit("DE:ina:1"), "Dr")) == 5


def test_two_hexes_away() -> None:
    pos = placed({"DE:ina:1": "0606", "SU:inf:1": "0607"}, side=SOVIET, phase=COMBAT)
    ends = retreat.retreats(pos, unit("DE:ina:1"), "Dr2")
    assert all(distance("0606", h) == 2 for h in ends)
    assert "0604" in ends
    assert "0608" not in ends  # only through the enemy


def test_off_the_west_edge_only_when_nothing_else_is_left() -> None:
    pos = placed({"DE:ina:1": "0501"}, side=SOVIET, phase=COMBAT)
    assert retreat.OFF not in retreat.retreats(pos, unit("DE:ina:1"), "Dr")
    around = {f"SU:inf:{i}": h for i, h in enumerate(pos.neighbours["0501"], 1)}
    shut = pos.with_(at={**pos.at, **around})
    assert retreat.retreats(shut, unit("DE:ina:1"), "Dr2") == {retreat.OFF}
    inland = shut.with_(board=plain(features={"0501": ""}))
    assert retreat.retreats(inland, unit("DE:ina:1"), "Dr2") == set()


# ---- stacking and breaking down: W30, W31, W34


def test_w30_stacking() -> None:
    def fits(side: str, *kinds: str, **time: Any) -> bool:
        pos = placed({}, **time)
        return stacks.fits(pos, side, [unit(f"{kind}:{i}") for i, kind in enumerate(kinds, 1)])

    assert fits(AXIS, "DE:pza")
    assert not fits(AXIS, "DE:pza", "DE:inc")
    assert not fits(AXIS, "RU:ina", "RU:inc")
    assert fits(AXIS, "DE:pzc", "DE:inc", "RU:inc")
    assert not fits(AXIS, "DE:pzc", "DE:pzc", "DE:inc", "DE:inc")
    assert fits(AXIS, "DE:pza", "AX:sup", "AX:sup", "DE:air")
    assert fits(SOVIET, "SU:inf", "SU:inf")
    assert not fits(SOVIET, "SU:inf", "SU:inf", "SU:mec")
    assert fits(SOVIET, "SU:shk", "SU:shk", "SU:shk", game="berlin", turn=37)
    crowd = placed({f"DE:inc:{i}": "0505" for i in range(1, 6)} | {"DE:pza:1": "0505"})
    assert stacks.overstacked(crowd, AXIS) == {"0505"}
    assert stacks.to_go(crowd, AXIS, "0505") == 3


def test_w31_breaking_down() -> None:
    pos = placed({"DE:pza:1": "0505", "RU:inc:1": "0606", "HU:inc:1": "0606"})
    assert stacks.breakdowns(pos, "0505") == ["DE:pza:1"]
    assert stacks.combinations_in(pos, "0606") == {}
    corps = {f"DE:pzc:{i}": "0505" for i in (1, 2, 3)}
    assert stacks.combinations_in(placed(corps), "0505") == {"DE:pza": 1}
    assert stacks.combinations_in(placed({**corps, "DE:pzc:3": "0506"}), "0505") == {}
    assert not stacks.is_beginning(pos.with_(moved=frozenset({"DE:pza:1"})))


def test_w34_soviet_armies() -> None:
    at = {"SU:inf:1": "0505", "SU:inf:2": "0505", "SU:tkc:1": "0606", "SU:tkc:2": "0606"}
    at |= {"SU:mec:1": "0606"}
    for game, turn, may in (
        ("barbarossa", 5, False),
        ("stalingrad", 13, True),
        ("campaign", 16, False),
        ("campaign", 17, True),
    ):
        pos = placed(at, side=SOVIET, game=game, turn=turn)
        assert stacks.combinations_in(pos, "0505") == ({"SU:shk": 1} if may else {})
        assert stacks.combinations_in(pos, "0606") == ({"SU:tka": 1} if may else {})
    assert stacks.soviet_limit(placed({}, game="campaign", turn=24)) == 2
    assert stacks.soviet_limit(placed({}, game="campaign", turn=25)) == 3
    assert supply.merged_isolation(["SU:inf:1"], pos.with_(isolated=frozenset({"SU:inf:1"})))


def test_w37_exchanges() -> None:
    forces = {"SU:inf": 4, "SU:tkc": 2, "SU:mec": 1}
    assert charts.exchanged(forces, 2, 1) == {"SU:shk": 2, "SU:tka": 1}
    assert charts.exchanged(forces, 3, 0) is None
    assert charts.exchanged(forces, 0, 2) is None
    opening = charts.order_of_battle("barbarossa", [7])
    assert charts.exchanged(opening, 11, 5) == {
        **{kind: n for kind, n in opening.items() if not kind.startswith("SU:")},
        "SU:shk": 11,
        "SU:tka": 5,
        "SU:sup": 1,
    }


def test_w38_who_moves_and_attacks_when() -> None:
    pos = placed({"SU:inf:1": "0607", "DE:pza:1": "0606", "AX:sup:1": "0605", "SU:sup:1": "0608"})
    assert movement.reach(pos, unit("SU:inf:1")) == {}
    assert battle.attackable(pos) == set()
    assert battle.attackable(pos.with_(phase=COMBAT)) == {"0607"}
    assert movement.reach(pos.with_(phase=COMBAT), unit("DE:pza:1")) == {}
    assert battle.attackable(pos.with_(phase=COMBAT, side=SOVIET)) == {"0606"}


# ---- full hexes: STACK-A, STACK-C2, MOVE-F, R17


def crowded(*moved: str, game: str = "barbarossa", turn: int = 2, **at: str) -> Position:
    """Soviet armies of two to four in 0505, of one in 0504 that comes with a point for one hex."""
    there = {"SU:inf:1": "0505", "SU:inf:2": "0505", "SU:inf:3": "0504"} | {
        name.replace("_", ":"): h for name, h in at.items()
    }
    left = {"SU:inf:3": 1}
    return placed(there, side=SOVIET, game=game, turn=turn, moved=frozenset(moved), left=left)


def test_who_comes_where_somebody_can_leave() -> None:
    army, both = unit("SU:inf:3"), ("SU:inf:1", "SU:inf:2")
    for effort in (crowds.ANY, crowds.ONE_STEP):
        assert crowds.may_come(crowded(), army, "0505", effort)
        assert crowds.may_come(crowded("SU:inf:1"), army, "0505", effort)
        assert not crowds.may_come(crowded(*both), army, "0505", effort)
    goes_on = crowded(*both).with_(left={"SU:inf:3": 2})
    assert crowds.may_come(goes_on, army, "0505", crowds.ONE_STEP)
    crowd = crowded(*both).with_(at={**crowded().at, "SU:sup:1": "0504"}, left={})
    assert crowds.may_come(crowd, unit("SU:sup:1"), "0505")
    assert not crowds.has_room(crowd, army, "0505")
    assert crowds.has_room(crowd.without("SU:inf:1"), army, "0505")


def test_who_may_stay_and_whether_a_phase_ends() -> None:
    army, over = unit("SU:inf:3"), {"SU:inf:3": "0505"}
    may = crowded().with_(at={**crowded().at, **over}, left={"SU:inf:3": 0})
    assert crowds.may_stay(may, army, crowds.ONE_STEP)
    stuck = may.with_(moved=frozenset({"SU:inf:1", "SU:inf:2"}))
    assert not crowds.may_stay(stuck, army)
    goes_on = stuck.with_(left={"SU:inf:3": 1})
    assert not crowds.may_stay(goes_on, army)
    assert crowds.curable(goes_on, SOVIET) == {"0505"}
    assert crowds.curable(stuck, SOVIET) == set()
    assert crowds.curable(may.without("SU:inf:1"), SOVIET) == set()


def test_an_army_needs_all_three_corps_to_leave() -> None:
    corps = {f"DE:inc:{i}": "0505" for i in (1, 2, 3)}
    pos = placed({**corps, "DE:ina:1": "0504"}, left={"DE:ina:1": 1})
    assert crowds.may_come(pos, unit("DE:ina:1"), "0505")
    assert not crowds.may_come(pos, unit("DE:ina:1"), "0505", crowds.ONE_STEP)
    stays = pos.with_(moved=frozenset({"DE:inc:2"}))
    assert not crowds.may_come(stays, unit("DE:ina:1"), "0505")
    back = placed({"DE:inc:4": "0504", "DE:ina:1": "0505"}, left={"DE:inc:4": 1})
    assert crowds.may_come(back, unit("DE:inc:4"), "0505", crowds.ONE_STEP)


def test_places_are_changed_and_room_is_made_in_a_chain() -> None:
    at = {"SU:inf:1": "0102", "SU:inf:2": "0102", "SU:sup:1": "0102", "SU:inf:3": "0101"}
    swap = placed({**at, "AX:sup:1": "0103"}, field_of("..."), side=SOVIET, turn=2)
    assert crowds.may_come(swap, unit("SU:inf:3"), "0102", crowds.ONE_STEP)
    at |= {"SU:inf:4": "0101", "SU:inf:5": "0101", "SU:inf:6": "0103", "SU:inf:7": "0103"}
    chain = placed(at, field_of("..^^"), side=SOVIET, turn=2)
    assert crowds.may_come(chain, unit("SU:inf:3"), "0102")
    assert not crowds.may_come(chain, unit("SU:inf:3"), "0102", crowds.ONE_STEP)
    blocked = chain.with_(at={**at, "AX:sup:1": "0104"})
    assert not crowds.may_come(blocked, unit("SU:inf:3"), "0102")


def test_who_comes_to_overrun() -> None:
    full = {f"DE:inc:{i}": "0101" for i in (4, 5, 6)} | {"DE:inc:1": "0102"}
    board = field_of("...", features={"0101": "edge-west"})
    still = frozenset(full) | {"DE:inc:2", "DE:inc:3"}
    at = {**full, "DE:inc:2": "0102", "DE:inc:3": "0102", "DE:pza:1": "0101"}
    alone = placed({**at, "SU:tkc:1": "0103"}, board, moved=still)
    assert crowds.overruns_of(alone, unit("DE:pza:1")) == {"0103"}
    assert crowds.may_come(alone, unit("DE:pza:1"), "0102")
    strong = placed({**at, "SU:inf:1": "0103"}, board, moved=still)
    assert not crowds.may_come(strong, unit("DE:pza:1"), "0102")
    at = {**full, "DE:pzc:1": "0101", "DE:pzc:2": "0102", "DE:pzc:3": "0102", "SU:tkc:1": "0103"}
    together = placed(at, board, moved=frozenset(full))
    assert crowds.may_come(together, unit("DE:pzc:1"), "0102")
    two = together.with_(moved=together.moved | {"DE:pzc:3"})
    assert not crowds.may_come(two, unit("DE:pzc:1"), "0102")


def test_who_comes_by_rail_and_over_the_straits() -> None:
    at = {"SU:inf:1": "0508", "SU:inf:2": "0508", "SU:inf:3": "0511"}
    pos = placed(at, side=SOVIET, turn=2)
    both = frozenset({"SU:inf:1", "SU:inf:2"})
    assert crowds.may_detrain(pos, unit("SU:inf:3"), "0508", crowds.ONE_STEP)
    railed = pos.with_(moved=both, railed=both)
    assert not crowds.may_detrain(railed, unit("SU:inf:3"), "0508")
    assert crowds.may_detrain(railed, unit("SU:inf:3"), "0507")
    at = {"SU:inf:1": "4328", "SU:inf:2": "4328", "SU:sup:1": "4328", "SU:inf:3": "4327"}
    kerch = Position(at, the_map(), side=SOVIET, turn=2, kerch={"SU:inf:3": READY})
    assert movement.crossing(kerch, unit("SU:inf:3")) == "4328"
    assert crowds.may_cross(kerch, unit("SU:inf:3"), "4328", crowds.ONE_STEP)
    assert not crowds.may_cross(kerch.with_(moved=both), unit("SU:inf:3"), "4328")
    waits = kerch.with_(moved=frozenset({"SU:inf:1"}), kerch={"SU:inf:3": READY, "SU:inf:2": READY})
    assert "4327" in crowds.ends(waits, unit("SU:inf:2"))


def test_who_comes_to_be_put_together() -> None:
    army, both = unit("SU:inf:3"), ("SU:inf:1", "SU:inf:2")
    late = crowded(*both, game="stalingrad", turn=14)
    assert crowds.may_come(late, army, "0505", crowds.ONE_STEP)
    assert not crowds.may_come(crowded(*both), army, "0505")
    shocks = late.with_(at={**late.at, **{f"SU:shk:{i}": "0909" for i in range(1, 17)}})
    assert not crowds.may_come(shocks, army, "0505")
    four = {f"SU:inf:{i}": "0505" for i in (1, 2, 3, 4)}
    stack = [unit(u) for u in four]
    pos = placed(four, side=SOVIET, game="stalingrad", turn=14)
    assert crowds.meets_limit(pos, SOVIET, stack)
    assert not crowds.meets_limit(pos, SOVIET, stack, 1)
    assert crowds.curable(pos, SOVIET) == set()
    assert crowds.curable(pos.with_(game="barbarossa", turn=2), SOVIET) == {"0505"}


def test_who_leaves_the_map_makes_room() -> None:
    at = {"SU:inf:1": "0101", "SU:inf:2": "0101", "SU:sup:1": "0101", "SU:inf:3": "0102"}
    board = field_of("..", features={"0101": "edge-west"})
    pos = placed(at, board, side=SOVIET, game="campaign", turn=2, moved=frozenset({"SU:inf:1"}))
    full = pos.with_(at={**at, "SU:inf:4": "0102", "SU:inf:5": "0102"})
    assert crowds.may_come(full, unit("SU:inf:3"), "0101", crowds.ONE_STEP)
    assert not crowds.may_come(full.with_(game="barbarossa"), unit("SU:inf:3"), "0101")


def test_a_line_that_another_opens() -> None:
    at = {"SU:inf:1": "0105", "SU:inf:2": "0105", "SU:inf:3": "0105", "SU:inf:4": "0108"}
    at |= {"DE:ina:1": "0206"}
    board = field_of("........", "     .  ", features={"0108": "edge-east"})
    pos = placed(at, board, side=SOVIET, turn=2)
    assert not supply.is_supplied(pos, unit("SU:inf:1"))
    assert crowds.curable(pos, SOVIET, crowds.ONE_STEP) == set()
    near = pos.moved_to("SU:inf:4", "0107")
    assert crowds.curable(near, SOVIET) == set()  # two hexes are closed
    open_ = field_of("........", "    .   ", features={"0108": "edge-east"})
    pos = placed({**at, "DE:ina:1": "0205", "SU:inf:4": "0107"}, open_, side=SOVIET, turn=2)
    assert zone(pos, AXIS) == {"0105", "0106"}
    assert not supply.is_supplied(pos, unit("SU:inf:1"))
    assert crowds.curable(pos, SOVIET) == {"0105"}
    assert crowds.curable(pos.with_(moved=frozenset({"SU:inf:4"})), SOVIET) == set()


# ---- set-up


def test_where_units_are_set_up() -> None:
    pos = Position({})
    board = pos.board
    assert setting_up.deployment(pos, unit("FI:ina:1")) == {
        h for h in board.finland if board.terrain[h] != "lake"
    }
    german = setting_up.deployment(pos, unit("DE:pza:1"))
    assert not german & (board.finland | board.lying_in("hungary"))
    third = pos.with_(situations=frozenset({3}))
    assert board.lying_in("hungary") & setting_up.deployment(third, unit("DE:pza:1"))
    assert setting_up.deployment(third, unit("HU:ina:1")) == board.lying_in("hungary")
    full = pos.with_(at={"DE:pza:2": "2301"})
    assert "2301" not in setting_up.deployment(full, unit("DE:pza:1"))
    assert "2301" in setting_up.deployment(full, unit("DE:air:1"))
    in_1942 = pos.with_(game="stalingrad", turn=13)
    assert board.lying_in("hungary") <= setting_up.deployment(in_1942, unit("DE:pza:1"))


def test_coverage() -> None:
    pos = Position({})
    soviet = setting_up.duty(pos, SOVIET)
    assert len(soviet) == 46
    assert setting_up.duty(pos.with_(situations=frozenset({5})), SOVIET) == set()
    neutral = setting_up.duty(pos.with_(situations=frozenset({1})), SOVIET)
    assert soviet - neutral == {"0119", "0218", "0317", "0318", "0416"}
    spot = "2308"
    tanks = pos.with_(at={"SU:tkc:1": spot})
    assert spot in setting_up.uncovered(tanks, SOVIET)
    army = pos.with_(at={"SU:inf:1": spot})
    assert spot not in setting_up.uncovered(army, SOVIET)
    axis = setting_up.duty(pos, AXIS)
    assert not axis & pos.board.lying_in("hungary")
    assert setting_up.duty(pos.with_(situations=frozenset({3})), AXIS) - axis <= (
        pos.board.lying_in("hungary")
    )
    lone = pos.with_(at={"AX:sup:1": "2307"})
    assert axis - setting_up.uncovered(lone, AXIS) == {"2307"}


@pytest.mark.parametrize(
    ("game", "least"), [("barbarossa", 16), ("stalingrad", 18), ("zitadelle", 18), ("berlin", 17)]
)
def test_least_soviet_infantry(game: str, least: int) -> None:
    """The exact figures beside the table of fronts."""
    pos = Position({}, game=game, turn=charts.GAMES[game].first_turn)
    waiting = [u.id for u in counters_of("SU:inf")]
    assert setting_up.can_be_completed(pos, SOVIET, waiting[:least])
    assert not setting_up.can_be_completed(pos, SOVIET, waiting[: least - 1])


def test_axis_set_up_can_be_completed() -> None:
    for game in ("barbarossa", "stalingrad", "zitadelle", "berlin"):
        pos = Position({}, game=game, turn=charts.GAMES[game].first_turn)
        forces = charts.order_of_battle(game)
        waiting = [
            u.id for kind, n in forces.items() for u in counters_of(kind)[:n] if u.side == AXIS
        ]
        assert setting_up.can_be_completed(pos, AXIS, waiting)
        without_finns = [u for u in waiting if not u.startswith("FI")]
        assert not setting_up.can_be_completed(pos, AXIS, without_finns)


# ---- arrivals: W32, W33


def test_arrivals() -> None:
    pos = Position({}, turn=2)
    assert arrivals.arriving(pos, AXIS, {}) == {"AX:sup": 2}
    assert arrivals.arriving(pos, SOVIET, {"SU:sup": 1})["SU:sup"] == 2
    full = pos.with_(at={f"SU:sup:{i}": "2042" for i in (1, 2, 3, 4)})
    assert "SU:sup" not in arrivals.arriving(full, SOVIET, {"SU:sup": 1})
    assert arrivals.arriving(pos.with_(turn=1), SOVIET, {}) == {}
    bulge = Position({}, game="berlin", turn=38, situations=frozenset({15}))
    assert arrivals.arriving(bulge, AXIS, {}) == {"AX:sup": 1}
    assert arrivals.arriving(bulge.with_(turn=39), AXIS, {}) == {"AX:sup": 1}
    assert arrivals.entry_hexes(pos, AXIS) == pos.board.where("edge-west")
    enemy = pos.with_(at={"SU:inf:1": "2301"})
    assert "2301" not in arrivals.entry_hexes(enemy, AXIS)
    campaign = Position({}, game="campaign", turn=13)
    assert arrivals.arriving(campaign, AXIS, {}) == {"AX:sup": 2, "HU:ina": 1, "IT:ina": 1}


def test_w32_replacements() -> None:
    january, april = 20, 23
    lost = [arrivals.Loss("DE:ina", january), arrivals.Loss("DE:pza", january)]
    assert arrivals.may_return(lost, april - 1, {}) == set()
    assert arrivals.may_return(lost, april, {}) == {"DE:ina", "DE:pza"}
    assert arrivals.may_return(lost, april, {"DE:inc": 3}, ["DE:ina"]) == set()
    assert arrivals.may_return(lost, april, {"DE:inc": 6}) == {"DE:pza"}
    corps = [arrivals.Loss("DE:inc", january), arrivals.Loss("RU:inc", january)]
    assert arrivals.may_return(corps, april, {"DE:inc": 5}) == {"DE:inc"}
    assert arrivals.may_return(corps, april, {"DE:inc": 6}) == set()
    assert arrivals.may_return(corps, april, {}, ["DE:inc", "DE:inc"]) == {"DE:inc"}
    assert arrivals.may_return(corps, april, {}, ["DE:inc"] * 3) == set()


def test_w33_luftwaffe_removal() -> None:
    left, gone = 3, []
    for turn in range(1, 46):
        at = {f"DE:air:{i}": "2301" for i in range(1, left + 1)}
        if arrivals.luftwaffe_goes(Position(at, game="campaign", turn=turn)):
            left -= 1
            gone.append(turn)
    assert (left, gone) == (0, [10, 22, 34])
    assert not arrivals.luftwaffe_goes(Position({"DE:air:1": "2301"}, game="stalingrad", turn=22))


def test_the_thaw() -> None:
    lake = next(h for h, kind in the_map().terrain.items() if kind == "lake")
    pos = Position({"SU:inf:1": lake}, game="campaign", turn=10)
    assert arrivals.on_thin_ice(pos) == {"SU:inf:1"}
    assert arrivals.on_thin_ice(pos.with_(turn=9)) == set()
    assert arrivals.thaw_hexes(pos, "SU:inf:1") == the_map().where("lake-shore")


# ---- victory: W35, W36


def test_control_of_cities() -> None:
    pos = Position({})
    assert victory.controller(pos, "1627") == SOVIET
    assert victory.controller(pos, "2405") == AXIS
    passed = pos.with_(traveller={"1627": (AXIS, RAIL)})
    assert victory.controller(passed, "1627") == AXIS
    held = passed.with_(at={"SU:sup:1": "1627"})
    assert victory.controller(held, "1627") == SOVIET
    assert victory.city_points(pos) == 42
    assert victory.controller(pos.with_(situations=frozenset({1})), charts.HELSINKI) is None
    assert victory.city_points(pos.with_(situations=frozenset({1}))) == 39
    assert victory.par("barbarossa", {1}) == 69


def test_start_scores() -> None:
    """What the pars were reckoned from."""
    for game, score in (("barbarossa", 42), ("stalingrad", 72), ("zitadelle", 72), ("berlin", 49)):
        pos = Position({}, game=game, turn=charts.GAMES[game].first_turn)
        assert victory.standard_score(pos, []) == score
    # published: Leningrad, Kharkov and all west of Moscow taken, a Panzer army lost: won by one
    pos = Position({})
    west = {"0618": 10, "3127": 5, "3018": 5, "3525": 3, "4018": 2, "1311": 2, "2115": 2}
    west |= {"1921": 2, "0712": 1, "3109": 1, "1912": 1, "4523": 3}
    assert sum(west.values()) == 37
    won = pos.with_(traveller={city: (AXIS, GROUND) for city in west})
    assert victory.standard_score(won, ["DE:pza:1"]) == 73
    assert victory.standard_winner(won, ["DE:pza:1"]) == AXIS
    assert victory.standard_winner(won, ["DE:pza:1", "DE:inc:1"]) is None
    assert victory.standard_winner(won, ["DE:pza:1", "DE:pzc:1"]) == SOVIET


def test_w35_twelve_clean_turns() -> None:
    pos = Position({"SU:inf:1": "2142", "DE:inc:1": "2301"}, game="campaign", turn=20)
    count = victory.Counters()
    for _ in range(11):
        count = victory.at_axis_end(pos, count)
    assert count.clean == 11
    assert victory.campaign_winner(pos, count) is None
    assert victory.at_axis_end(pos.moved_to("SU:inf:1", "1921"), count).clean == 0
    assert victory.campaign_winner(pos, victory.at_axis_end(pos, count)) == AXIS


def test_empty_map_and_all_cities() -> None:
    pos = Position({"DE:inc:1": "2301"}, game="campaign", turn=20)
    count = victory.at_axis_end(pos, victory.Counters())
    assert (count.empty, victory.campaign_winner(pos, count)) == (1, None)
    assert victory.campaign_winner(pos, victory.at_axis_end(pos, count)) == AXIS
    assert victory.campaign_winner(pos.without("DE:inc:1"), victory.Counters()) == SOVIET
    cities = pos.with_(traveller={c: (AXIS, GROUND) for c in charts.SOVIET_CITIES})
    cities = cities.with_(at={**cities.at, "SU:inf:1": "2142"})
    assert victory.all_cities(cities)
    count = victory.at_axis_end(cities, victory.Counters())
    assert victory.at_soviet_end(cities, count).cities == 1
    lost = cities.moved_to("SU:inf:1", "1627")
    assert victory.at_soviet_end(lost, count).cities == 0


def test_ten_armies_and_a_line() -> None:
    pos = Position({"SU:inf:1": "2301", "DE:inc:1": "3901"}, game="campaign", turn=40, side=SOVIET)
    assert victory.line_to_the_west(pos)
    count = victory.Counters(exited=10)
    for _ in range(2):
        count = victory.at_soviet_end(pos, victory.at_soviet_start(pos, count))
    assert (count.line_10, count.line_20) == (2, 0)
    assert victory.campaign_winner(pos, count) == SOVIET
    inside = pos.with_(at={**pos.at, "DE:inc:2": "1627"})
    assert victory.campaign_winner(inside, count) is None
    fresh = victory.Counters(exited=10, exited_at_start=9, line_at_start=True)
    assert victory.at_soviet_end(pos, fresh).line_10 == 0


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (95, "German strategic"),
        (94, "German tactical"),
        (82, "German tactical"),
        (81, "German marginal"),
        (61, "German marginal"),
        (60, "draw"),
        (42, "draw"),
        (41, "Soviet marginal"),
        (27, "Soviet marginal"),
        (26, "Soviet tactical"),
        (10, "Soviet tactical"),
        (9, "Soviet strategic"),
        (-20, "Soviet strategic"),
    ],
)
def test_w36_bands(score: int, name: str) -> None:
    assert victory.band(score) == name


def test_w36_modified_score() -> None:
    at = {f"SU:inf:{i}": h for i, h in enumerate(("2101", "2201", "2301"), 1)}
    pos = Position(at, game="campaign", turn=45, side=SOVIET)
    assert victory.supplied_on_west_edge(pos) == 3
    assert victory.city_points(pos) == 42
    assert victory.modified_score(pos, ["DE:pza:1", "DE:ina:1", "AX:sup:1", "SU:inf:9"]) == 30
    assert victory.band(70 - 12 - 3) == "draw"

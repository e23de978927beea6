"""The oracle against worked examples on geometry, supply, movement and retreats.

Written from the rulebook alone; the names W-nn number examples that follow from its text.
"""

from __future__ import annotations

import pytest

from . import movement, retreat, supply
from .model import RING, SOVIET, direction_to, distance, load_board, step
from .positions import TARGET, E, W, arena, plain_board, setup


def test_w11_w12_distances() -> None:
    assert [distance("2210", h) for h in ("2208", "2308", "2409")] == [2, 2, 2]
    assert distance("2210", "2207") == 3
    assert distance("2210", "2206") == 4
    disc = [f"{r}{c:02d}" for r in range(10, 33) for c in range(25)]
    for name, others in (("A", 60), ("B", 36), ("C", 18)):
        near = [h for h in disc if 0 < distance(h, "2010") <= supply.MARKER_RANGE[name]]
        assert len(near) == others


def test_grid_statements() -> None:
    assert (step("2403", "W"), step("2403", "NW")) == ("2404", "2303")
    for a, b in (("3105", "3106"), ("2907", "3008"), ("2809", "2908"), ("1011", "1110")):
        assert direction_to(a, b) is not None
        assert distance(a, b) == 1
    assert {step("1606", d) for d in RING} == {"1505", "1506", "1605", "1607", "1705", "1706"}


def test_w14_retreat_directions() -> None:
    german = setup({"d": ("infantry", "2403"), "a": ("rifle", "2402")})
    answer = retreat.legal_retreats(german, ["d"], ["2402"])
    assert answer.candidates == {"2404", "2303", "2503"}
    russian = setup({"d": ("rifle", "2403"), "a": ("infantry", "2404")})
    answer = retreat.legal_retreats(russian, ["d"], ["2404"])
    assert answer.candidates == {"2402", "2302", "2502"}
    blocked = {f"x{n}": ("infantry", h) for n, h in enumerate(("2402", "2302", "2502"))}
    driven = setup({"d": ("rifle", "2403"), **blocked})
    assert retreat.legal_retreats(driven, ["d"], ["2402"]).candidates == {"2404", "2303", "2503"}


def test_retreat_never_uses_an_attack_hex_or_forbidden_water() -> None:
    position = setup({"d": ("rifle", "3105"), "a": ("infantry", "3106")})
    answer = retreat.legal_retreats(position, ["d"], [])
    assert "3106" not in answer.open_hexes
    position = setup({"d": ("rifle", "2403")})
    answer = retreat.legal_retreats(position, ["d"], ["2402", "2302", "2502", "2404"])
    assert answer.candidates == {"2303", "2503"}


def test_militia_never_retreats() -> None:
    position = setup({"d": ("militia", "1011"), "e": ("rifle", "1011")})
    assert not retreat.legal_retreats(position, ["d"], ["1111"]).possible
    assert retreat.legal_retreats(position, ["d", "e"], ["1111"]).eliminated == {"d"}


def test_w62_surplus_goes_on() -> None:
    where = {f"d{n}": ("rifle", "2403") for n in range(3)}
    where |= {f"f{n}": ("rifle", "2402") for n in range(3)}
    walls = ("2302", "2502", "2404", "2303", "2503")
    where |= {f"x{n}": ("infantry", h) for n, h in enumerate(walls)}
    position = setup(where)
    answer = retreat.legal_retreats(position, ["d0", "d1", "d2"], ["2404"])
    assert answer.candidates == {"2402"}
    assert answer.whole == frozenset()
    assert "2401" in answer.onward
    assert "2302" not in answer.onward


@pytest.mark.parametrize(
    ("terrain", "river", "kind", "turn", "cost"),
    [
        ("rough", "W", "panzer", 10, 4),
        ("rough", "W", "infantry", 10, 2),
        ("clear", "W", "panzer", 10, 3),
        ("marsh", "W", "panzer", 10, 5),
        ("clear", "", "panzer", 10, 1),
        ("rough", "", "panzer", 10, 2),
        ("marsh", "", "infantry", 10, 1),
        ("marsh", "", "tank", 12, 3),
        ("marsh", "", "tank", 13, 1),
    ],
)
def test_w17_w18_costs(terrain: str, river: str, kind: str, turn: int, cost: int) -> None:
    position = setup({"a": (kind, W)}, board=arena(terrain, river), turn=turn)
    assert movement.entry_cost(position, ["a"], W, TARGET) == cost


def test_w19_w20_halved_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    position = setup({"a": ("panzer", W), "b": ("infantry", W)}, board=arena("marsh"))
    for full, half in ((5, 2), (10, 5), (1, 0)):
        monkeypatch.setattr(movement, "movement_factor", lambda *_, full=full: full)
        assert movement.allowance(position, "a", True) == half
        assert movement.allowance(position, "a", False) == full
    ring = {f"x{d}": ("rifle", h) for d in RING if (h := step(W, d)) != TARGET}
    around = {f"y{d}": ("rifle", h) for d in RING if (h := step(TARGET, d)) != W}
    cut_off = setup({"a": ("panzer", W), **ring, **around}, board=arena("marsh"))
    assert movement.reach(cut_off, ["a"]) == {W: 0, TARGET: 0}


def test_w22_w61_mobile_assault_costs() -> None:
    where = {"a": ("panzer", W), "d": ("rifle", TARGET)}
    dry, wet = setup(where, board=arena()), setup(where, board=arena("clear", "W"))
    assert movement.mobile_assault_cost(dry, ["a"], W, TARGET) == 3
    assert movement.mobile_assault_cost(wet, ["a"], W, TARGET) == 5
    rough = setup(where, board=arena("rough"))
    assert movement.mobile_assault_cost(rough, ["a"], W, TARGET) == "BD-10.25a"
    late = setup(where, board=arena(), turn=13)
    assert movement.mobile_assault_cost(late, ["a"], W, TARGET) == "BD-10.23a"
    board = plain_board(hexsides={("1806", "1807"): None})
    city = setup({"a": ("panzer", "1807"), "d": ("rifle", "1806")}, board=board)
    assert movement.mobile_assault_cost(city, ["a"], "1807", "1806") == 4
    ring = {f"x{d}": ("rifle", h) for d in RING if (h := step(W, d)) != TARGET}
    cut_off = setup({**where, **ring}, board=arena())
    assert movement.mobile_assault_cost(cut_off, ["a"], W, TARGET) == "BD-10.26a"
    assert movement.mobile_assault_cost(dry, ["d"], TARGET, W) == "BD-10.23b"


def test_w23_strategic_allowance() -> None:
    kinds = {"p": "panzer", "i": "infantry", "s": "satellite", "m": "mountain"}
    position = setup({name: (kind, "2117") for name, kind in kinds.items()})
    costs = {name: movement.strategic_cost(position, name) for name in kinds}
    assert costs == {"p": 2, "i": 1, "s": 4, "m": 1}


def test_strategic_move_keeps_away_from_the_enemy() -> None:
    position = setup({"a": ("infantry", "2117"), "d": ("rifle", TARGET)}, board=arena())
    found = movement.strategic_reach(position, "a")
    assert {W, E} <= found  # next to the enemy, but last hexes
    assert TARGET not in found
    wall = {f"w{r}": ("rifle", f"{r}06") for r in range(10, 33) if f"{r}06" not in ("2906", "3006")}
    walled = setup({"a": ("infantry", "2117"), **wall})
    beyond = {h for h in movement.strategic_reach(walled, "a") if int(h[2:]) < 5}
    assert beyond == set()
    assert movement.may_entrain(position, "a")
    assert not movement.may_entrain(setup({"a": ("infantry", TARGET)}, board=arena()), "a")


def test_kerch_is_a_whole_move() -> None:
    position = setup(
        {"a": ("infantry", "3106"), "b": ("infantry", "3107")}, crimea="on", crimea_units=["a", "b"]
    )
    found = movement.reach(position, ["a"])
    assert "3105" in found
    assert "3005" not in found
    assert "3104" not in found
    assert "3105" not in movement.reach(position, ["a"], kerch_used=True)
    assert "3105" not in movement.reach(position, ["b"])


def test_sivash_is_for_soviet_infantry() -> None:
    position = setup({"i": ("infantry", "2907"), "r": ("rifle", "2907"), "t": ("tank", "2907")})
    assert movement.entry_cost(position, ["i"], "2907", "3008") is None
    assert movement.entry_cost(position, ["t"], "2907", "3008") is None
    assert movement.entry_cost(position, ["r"], "2907", "3008") == 2


def test_w24_loss_of_dnepropetrovsk() -> None:
    where = {f"u{h}": ("infantry", h) for h in ("2200", "2806", "3100", "3004")}
    assert set(supply.german_states(setup(where)).values()) == {"overland"}
    captured = setup({**where, "x": ("rifle", "2607")})
    assert "overland" not in supply.german_states(captured).values()
    empty = setup(where, soviet=("2607",))
    assert "overland" not in supply.german_states(empty).values()


def test_rostov_routing() -> None:
    position = setup({"a": ("infantry", "3103"), "b": ("infantry", "2806")}, soviet=("2804",))
    states = supply.german_states(position)
    assert states["a"] == "oos"
    assert states["b"] == "overland"


def test_w28_sources() -> None:
    assert len(supply.GERMAN_SOURCES) == 13
    assert "1624" not in supply.GERMAN_SOURCES
    board = setup({}).board
    assert {h for h in board.hexes if board.has(h, "german-source")} == supply.GERMAN_SOURCES
    assert {h for h in board.hexes if board.has(h, "soviet-source")} == supply.SOVIET_SOURCES


def test_w57_an_occupied_source_is_dead() -> None:
    ring = [h for d in RING if (h := step("1600", d)) in setup({}).board.hexes and h != "1601"]
    walls = {f"x{h}": ("infantry", h) for h in ring}
    walls |= {f"y{h}": ("infantry", h) for h in ("1501", "1602", "1701")}
    pocket = {"a": ("rifle", "1601")}
    assert supply.soviet_states(setup({**pocket, **walls}))["a"] == "overland"
    closed = {**pocket, **walls, "z": ("infantry", "1600")}
    assert supply.soviet_states(setup(closed))["a"] == "oos"


def test_w59_crimea_supply_for_five() -> None:
    names = [f"u{n}" for n in range(6)]
    where = {name: ("infantry", "3107" if n < 3 else "3106") for n, name in enumerate(names)}
    position = setup({**where, "x": ("rifle", "2607")}, crimea="on", crimea_units=names[:5])
    states = supply.german_states(position)
    assert [states[n] for n in names] == ["crimea"] * 5 + ["oos"]
    switched_off = setup({**where, "x": ("rifle", "2607")})
    assert set(supply.german_states(switched_off).values()) == {"coastal"}


def test_crimea_supply_crosses_kerch_but_overland_does_not() -> None:
    where = {"a": ("infantry", "3105"), "x": ("rifle", "2804")}
    position = setup(where, crimea="on", crimea_units=["a"])
    assert supply.german_states(position)["a"] == "crimea"
    assert supply.german_states(setup(where))["a"] != "overland"


def test_zones_do_not_mix() -> None:
    wall = {f"w{c}": ("rifle", f"19{c:02d}") for c in range(25)}
    position = setup({"a": ("infantry", "2107"), **wall})
    assert supply.german_states(position)["a"] == "overland"
    wall = {f"w{r}": ("rifle", f"{r}15") for r in range(10, 22) if f"{r}15" in position.board.hexes}
    position = setup({"a": ("infantry", "2107"), **wall})
    assert supply.german_states(position)["a"] == "oos"


def test_satellites_and_the_north() -> None:
    where = {"a": ("satellite", "2108"), "b": ("satellite", "2208")}
    confined = setup(where)
    assert supply.german_states(confined) == {"a": "oos", "b": "overland"}
    assert movement.entry_cost(confined, ["b"], "2208", "2107") is None
    freed = setup(where, zone="north")
    assert supply.german_states(freed) == {"a": "overland", "b": "overland"}
    assert movement.entry_cost(freed, ["b"], "2208", "2107") is not None
    assert movement.entry_cost(setup(where, zone="north", turn=13), ["b"], "2208", "2107") is None


def test_aerial_supply_counts_last() -> None:
    ring = {f"x{d}": ("rifle", step(TARGET, d)) for d in RING}
    where = {"a": ("infantry", TARGET), **ring}
    position = setup(where, board=arena())
    assert supply.german_states(position)["a"] == "oos"
    flown = setup(where, board=arena(), aerial=TARGET)
    assert supply.german_states(flown)["a"] == "aerial"


def test_w54_stacking() -> None:
    rifles = {f"r{n}": ("rifle", "1011") for n in range(4)}
    position = setup({**rifles, "m": ("militia", "1011"), "n": ("rifle", "1110")}, side=SOVIET)
    assert position.fits(["n"], "1011")
    full = setup({**rifles, "q": ("rifle", "1011"), "n": ("rifle", "1110")}, side=SOVIET)
    assert not full.fits(["n"], "1011")
    armies = setup({"s": ("satellite", "2303"), "t": ("satellite", "2304")})
    assert not armies.fits(["t"], "2303")


def test_map_statements_of_the_rulebook() -> None:
    board = setup({}).board
    for hex_id in ("2200", "2806", "3100", "3004"):
        assert board.has(hex_id, "dp")
    assert all(board.has(h, "dp") for h in board.hexes if board.has(h, "rostov"))
    assert all(board.has(h, "rostov") for h in ("2801", "2904"))
    for hex_id in ("3005", "3104", "3105", "3106", "3108"):
        assert board.has(hex_id, "crimea")
    assert all(board.hexes[h].zone == "south" for h in ("2303", "2403", "2502", "2602", "2820"))
    assert {h for h, p in board.hexes.items() if p.terrain == "steppe"} == {
        "2700",
        "2800",
        "2900",
        "3000",
    }
    cities = ["1011", "1415", "1606", "1806", "2311", "2501", "2607", "2804"]
    cities += ["2820", "2911", "3108", "3114"]
    assert all(board.has(h, "city") and board.hexes[h].terrain == "clear" for h in cities)
    assert board.hexside("3105", "3106") == {"kerch"}
    assert board.hexside("2907", "3008") == {"sivash"}
    for pair in board.sides:
        assert distance(*sorted(pair)) == 1


def test_counters_agree_with_the_rulebook() -> None:
    heavy = ("panzer", "tank", "guards", "guards-tank", "mech-corps", "parachute-panzer")
    for id_, unit in load_board().units.items():
        if id_.startswith("DE:pz:"):
            assert (unit.attack, unit.defence) == (4, 3)
        if unit.kind in ("rifle", "shock"):
            assert (unit.attack, unit.defence) == (3, 3)
        if id_.startswith("DE:pz-late:"):
            assert (unit.attack, unit.defence) == (2, 4)
        if unit.kind not in ("kg", "emergency", "tiger", "cavalry-mech"):
            assert unit.mech == (unit.kind in heavy)

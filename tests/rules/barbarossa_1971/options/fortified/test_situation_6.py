"""Variable situation 6: the Soviet frontier is fortified."""

from __future__ import annotations

import pytest

from ...situation_positions import IN_1941, changed
from ...war_positions import FIRST, at, data, hexes_with, near, situations, walk


def defence(hex_: str, unit: str, options: tuple[str, ...], turn: int, **more: object) -> int:
    """The defence of a unit against a corps beside it, which is found in the battle's own words."""
    beside = max(h for h in near(hex_) if "river" not in sides(h, hex_))
    where = {unit: hex_, "1PzA": beside, "1AxSup": beside}
    state = walk(at("axis", where=where, turn=turn, options=options, **more), "attacks", "axis")  # type: ignore[arg-type]
    return int(state.battle(hex_, ["1PzA"]).defence)


def sides(a: str, b: str) -> frozenset[str]:
    """The features of a hexside."""
    m = data().map
    pair = (m.index[a], m.index[b])
    return m.hexsides.get(pair, m.hexsides.get(pair[::-1], frozenset()))


@pytest.mark.rule("SPI-WHATIF-6")
@pytest.mark.parametrize(
    ("unit", "plain"),
    [("1Inf", 4), ("1TkC", 1), ("1MeC", 2), ("1Shk", 9), ("1TkA", 5), ("1SovSup", 1)],
)
@pytest.mark.parametrize("turn", [1, 14, 40])
def test_soviets_beside_the_frontier_are_doubled(unit: str, plain: int, turn: int) -> None:
    clear = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    front = hexes_with("soviet-front-barbarossa") & clear
    fort = next(h for h in sorted(front) if any("river" not in sides(n, h) for n in near(h)))
    assert defence(fort, unit, (), turn) == plain
    assert defence(fort, unit, situations(6), turn) == 2 * plain
    assert defence(fort, unit, situations(6), turn, without="SPI-WHATIF-6") == plain
    inside = "2136"
    assert defence(inside, unit, situations(6), turn) == plain


@pytest.mark.rule("SPI-WHATIF-6")
def test_every_hex_beside_the_frontier_and_no_other() -> None:
    """Found from the map: a Soviet hex with a neighbour abroad."""
    abroad = hexes_with("axis-barbarossa")
    clear = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    for hex_ in sorted(
        (clear - abroad) & {n for h in abroad for m in near(h) for n in {m, *near(m)}}
    ):
        dry = [h for h in near(hex_) if "river" not in sides(h, hex_)]
        if dry:
            expected = 8 if near(hex_) & abroad else 4
            assert defence(hex_, "1Inf", situations(6), 14) == expected, hex_


@pytest.mark.rule("SPI-WHATIF-6", "SPI-OVR-F1")
def test_an_overrun_meets_the_doubled_defence() -> None:
    fort, beside = "2109", "2108"
    for options, can in (((), True), (situations(6), False)):
        where = {"1TkC": fort, "1PzA": beside, "1AxSup": beside}
        state = at("axis", FIRST, where=where, turn=2, options=options)
        assert any(a.startswith("overrun") for a in state.legal_actions.names()) == can


@pytest.mark.rule("SPI-WHATIF-6")
def test_axis_units_are_not_doubled_there() -> None:
    fort = "1809"
    beside = next(h for h in sorted(near(fort)) if "river" not in sides(h, fort))
    where = {"1InA": fort, "1Inf": beside, "2Inf": beside, "1SovSup": beside}
    for options in ((), situations(6)):
        state = walk(at("soviet", where=where, turn=14, options=options), "attacks", "soviet")
        assert state.battle(fort, ["1Inf"]).defence == 7


@pytest.mark.rule("SPI-WHATIF-6", "SPI-CBT-J")
@pytest.mark.parametrize("hex_", ["0217", "0314"])
def test_finns_are_doubled_at_home_all_the_same(hex_: str) -> None:
    """Beside the frontier and away from it; a German there is not."""
    beside = min(h for h in near(hex_) if "river" not in sides(h, hex_))
    for unit, defence_ in (("1FinA", 8), ("1InA", 7)):
        where = {unit: hex_, "1Inf": beside, "1SovSup": beside}
        state = at("soviet", where=where, turn=14, options=situations(6))
        assert walk(state, "attacks", "soviet").battle(hex_, ["1Inf"]).defence == defence_


@pytest.mark.rule("SPI-WHATIF-6", "SPI-CBT-GEN2")
@pytest.mark.parametrize(
    ("options", "dry", "wet"), [((), 8, 8), (("R21",), 16, 32)], ids=["once", "each"]
)
def test_a_fort_in_rough_ground_behind_a_river(
    options: tuple[str, ...], dry: int, wet: int
) -> None:
    """R21: doubled once, or by the other reading for two reasons and for three."""
    for beside, expected in (("3308", dry), ("3208", wet)):
        where = {"1Inf": "3207", "1PzA": beside, "1AxSup": beside}
        state = at("axis", where=where, turn=2, options=(*situations(6), *options))
        assert walk(state, "attacks", "axis").battle("3207", ["1PzA"]).defence == expected


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", IN_1941)
def test_the_order_of_battle_stays(scenario: str) -> None:
    assert changed(scenario, 6) == {}

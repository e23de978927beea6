"""The ready set-ups of Barbarossa (1971) keep the rules of deployment."""

from __future__ import annotations

from collections import Counter

import pytest
from spi_files import (
    KINDS,
    MAP,
    SCENARIOS,
    SIDES,
    STANDARD,
    TABLES,
    UNITS,
    forces,
    having,
    land,
    neighbours,
    reached,
)

SETUP = {
    game: {stack["hex"]: [UNITS[unit] for unit in stack["units"]]
           for stack in SCENARIOS[game]["automatic"]}
    for game in STANDARD
}  # fmt: skip
WATER = ("sea", "lake", "kerch")
INFANTRY = ("SU:inf", "SU:shk")


def covering(unit: dict[str, str]) -> bool:
    return unit["kind"] in INFANTRY if unit["side"] == "soviet" else unit["class"] != "support"


def zone(hex_: str) -> set[str]:
    """The neighbours over which zones of control reach."""
    sides = {n: SIDES.get(frozenset((hex_, n))) for n in neighbours(hex_)}
    return {n for n, side in sides.items() if side is None or side["feature"] not in WATER}


def covered(game: str, side: str) -> set[str]:
    """Hexes that units which may cover stand in, or have in their zone of control."""
    stacks = {h for h, units in SETUP[game].items()
              if units[0]["side"] == side and any(map(covering, units))}  # fmt: skip
    return stacks | {n for h in stacks for n in zone(h)}


@pytest.mark.parametrize("game", STANDARD)
def test_every_unit_stands_on_its_side_of_the_line(game: str) -> None:
    """SPI-DEPLOY-A, SPI-DEPLOY-B."""
    west, mainland = having(f"axis-{game}"), reached(["1627"], lambda h: True)
    for hex_, units in SETUP[game].items():
        assert land(hex_) and hex_ in mainland
        assert {u["side"] for u in units} == {"axis" if hex_ in west else "soviet"}


@pytest.mark.parametrize("game", STANDARD)
def test_stacks_are_within_the_limit(game: str) -> None:
    """SPI-STACK-GEN1 to GEN3; support units do not count (SPI-STACK-B1)."""
    (soviets,) = SCENARIOS[game]["soviet_stacking"].values()
    for hex_, units in SETUP[game].items():
        sizes = [u["size"] for u in units if u["class"] != "support"]
        if units[0]["side"] == "axis":
            assert len(sizes) <= (1 if "army" in sizes else 3), hex_
        else:
            assert len(sizes) <= soviets, hex_


@pytest.mark.parametrize("game", STANDARD)
def test_both_fronts_are_covered(game: str) -> None:
    """SPI-DEPLOY-C by infantry, SPI-DEPLOY-D by any combat unit, but in closed Hungary."""
    assert having(f"soviet-front-{game}") <= covered(game, "soviet")
    skipped = having("hungary-front") if SCENARIOS[game].get("closed") else set()
    assert having(f"axis-front-{game}") - skipped <= covered(game, "axis")


@pytest.mark.parametrize("game", STANDARD)
def test_finns_and_nobody_else_stand_in_finland(game: str) -> None:
    """SPI-DEPLOY-F, SPI-DEPLOY-G; Hungary is closed in 1941."""
    closed = SCENARIOS[game].get("closed", [])
    for hex_, units in SETUP[game].items():
        finns = [u["nation"] == "finnish" for u in units]
        assert all(finns) if MAP[hex_]["area"] == "finland" else not any(finns), hex_
        assert units[0]["side"] == "soviet" or MAP[hex_]["area"] not in closed


@pytest.mark.parametrize("game", STANDARD)
def test_the_order_of_battle_is_there(game: str) -> None:
    """Axis armies may be broken down, no Soviet unit is."""
    there = Counter(u["kind"] for units in SETUP[game].values() for u in units)
    wanted = Counter(forces(game))
    for army, parts in TABLES["breakdown"]["army"].items():
        if KINDS[army]["side"] == "axis":
            broken = wanted[army] - there[army]
            assert broken >= 0
            for kind, count in parts:
                assert there[kind] == broken * count
                there[army] += broken
                del there[kind]
    assert there == wanted
    ids = [u["id"] for units in SETUP[game].values() for u in units]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", STANDARD)
def test_nobody_begins_without_supply(game: str) -> None:
    """SPI-SUPPLY-P1 to P3: from the east edge outside of Axis zones, from the west edge, Helsinki.

    Axis zones of control do not bar hexes that hold Soviet units.
    """
    axis = {h for h, units in SETUP[game].items() if units[0]["side"] == "axis"}
    soviet = set(SETUP[game]) - axis
    zones = covered(game, "axis")
    supplied = reached(having("edge-east"), lambda h: h not in axis and h not in zones - soviet)
    assert soviet <= supplied
    west = reached(having("edge-west"), lambda h: h not in soviet)
    north = reached(having("helsinki"), lambda h: h not in soviet)
    for hex_ in axis:
        finns = SETUP[game][hex_][0]["nation"] == "finnish"
        assert hex_ in (north if finns else west)


def test_the_campaign_takes_that_of_1941() -> None:
    assert SCENARIOS["campaign"]["based_on"] == "barbarossa"
    assert "automatic" not in SCENARIOS["campaign"]

"""The map of Barbarossa (1971) against the requirements of the rules, and against geography."""

from __future__ import annotations

import pytest
from spi_files import (
    CITIES,
    FEATURES,
    KINDS,
    MAP,
    SCENARIOS,
    SIDES,
    STANDARD,
    TABLES,
    distance,
    forces,
    having,
    joined,
    land,
    neighbours,
    reached,
)
from tools.hexmap.lattice import hex_id
from tools.spimap import grid, places

FINLAND = {h for h, r in MAP.items() if r["area"] == "finland"}
FRONTS = {
    "barbarossa": (43, 46), "stalingrad": (50, 52), "zitadelle": (48, 51), "berlin": (51, 52),
}  # fmt: skip
"""Hexes of the Axis and of the Soviets along each line."""
LAKES = "0124 0216 0219 0224 0319 0320 0321 0419 0420 0520"
TAKEN = (
    "Kiev Kharkov Dnepropetrovsk Stalino Sevastopol Odessa Riga Minsk Smolensk Tallinn Lvov Vilna"
)
"""Soviet cities that the Axis holds in the summers of 1942 and 1943."""


def axis(game: str) -> set[str]:
    return having(f"axis-{game}")


def test_the_sheet() -> None:
    assert [hex_id(h) for h in grid.outline()] == list(MAP) and len(MAP) == 42 * 46 - 8 * 10
    terrain = [r["terrain"] for r in MAP.values()]
    assert [terrain.count(t) for t in ("clear", "rough", "lake", "sea")] == [1557, 150, 10, 135]
    assert all(not FEATURES[h] for h in MAP if not land(h))
    assert {r["area"] for h, r in MAP.items() if r["terrain"] == "sea"} == {"none"}
    assert "none" not in {r["area"] for h, r in MAP.items() if r["terrain"] != "sea"}


def test_hexsides_part_land() -> None:
    for (a, b), row in ((sorted(pair), row) for pair, row in SIDES.items()):
        assert b in neighbours(a) and land(a) and land(b), (a, b)
        assert bool(row["name"]) == (row["feature"] in ("river", "kerch"))
    count = [r["feature"] for r in SIDES.values()].count
    assert [count(f) for f in ("river", "sea", "lake", "kerch")] == [504, 11, 3, 1]


@pytest.mark.parametrize("name", sorted(places.CITIES | places.TOWNS))
def test_a_place_lies_where_it_is(name: str) -> None:
    x, y = grid.Projection().point(*(places.CITIES | places.TOWNS)[name])

    def off(h: tuple[int, int]) -> float:
        cx, cy = grid.LATTICE.centre(h)
        return (cx - x) ** 2 + (cy - y) ** 2

    nearest = hex_id(min(grid.outline(), key=off))
    hex_ = next(h for h, r in MAP.items() if r["name"] == name)
    assert hex_ == places.CITY_HEX.get(name, nearest)
    assert distance(hex_, nearest) <= 1
    assert (name in CITIES) == ("city" in FEATURES[hex_])
    assert name not in CITIES or CITIES[name]["hex"] == hex_


def test_one_hexside_crosses_the_kerch_straits() -> None:
    """SPI-MOVE-L1, SPI-CBT-K, SPI-SUPPLY-E2."""
    (strait,) = [pair for pair, row in SIDES.items() if row["feature"] == "kerch"]
    assert strait == {"4327", "4328"}
    for side in strait:  # each shore hangs together with the mainland over land
        assert side in reached([CITIES["Moscow"]["hex"]], lambda h: True, kerch=False)


def test_every_city_is_on_the_mainland() -> None:
    mainland = reached([CITIES["Moscow"]["hex"]], lambda h: True)
    assert {c["hex"] for c in CITIES.values()} <= mainland
    lost = {h for h in MAP if land(h)} - mainland
    assert not any(FEATURES[h] & {"edge-west", "edge-east"} for h in lost)


def test_edges() -> None:
    """SPI-CAMP-RB2."""
    assert having("edge-west-finland") == {"0111", "0211", "0311", "0411", "0511"}
    assert having("edge-west") == {h for h in MAP if h.endswith("01") and land(h)}
    assert not having("edge-west") & FINLAND
    assert having("edge-east") == {f"{row:02}42" for row in range(1, 47)}


def test_finland() -> None:
    """SPI-SUPPLY-P3, SPI-MOVE-K."""
    assert having("helsinki") == {CITIES["Helsinki"]["hex"]} <= FINLAND
    joined_to_helsinki = reached(having("helsinki"), lambda h: h in FINLAND)
    assert {h for h in FINLAND if land(h)} == joined_to_helsinki

    def off(hex_: str) -> int:
        return min(distance(hex_, h) for h in FINLAND)

    petrozavodsk = next(h for h, r in MAP.items() if r["name"] == "Petrozavodsk")
    novgorod = next(h for h, r in MAP.items() if r["name"] == "Novgorod")
    assert off(CITIES["Leningrad"]["hex"]) == 4 and off(petrozavodsk) == 5
    assert off(novgorod) > 6 and off(CITIES["Yaroslavl"]["hex"]) > 6


def test_lake_shores_lie_at_lakes() -> None:
    """SPI-WINTER-E."""
    lakes = {h for h, r in MAP.items() if r["terrain"] == "lake"}
    assert lakes == {*LAKES.split()}
    assert having("lake-shore") == {n for h in lakes for n in neighbours(h) if land(n)}


@pytest.mark.parametrize(
    ("left", "right", "river"),
    [
        ("3525", "3526", "Dnepr"), ("3624", "3725", "Dnepr"), ("2540", "2541", "Lower Volga"),
        ("3018", "3019", "Dnepr"), ("3339", "3340", "Lower Volga"),
    ],
)  # fmt: skip
def test_cities_lie_on_their_banks(left: str, right: str, river: str) -> None:
    """No way from bank to bank within two hexes misses the river."""
    near = [h for h in MAP if distance(h, left) <= 1 or distance(h, right) <= 1]
    found, queue = {left}, [left]
    while queue:
        here = queue.pop()
        for there in neighbours(here):
            side = SIDES.get(frozenset((here, there)))
            if there in near and there not in found and not (side and side["name"] == river):
                found.add(there)
                queue.append(there)
    assert right not in found


# -- start lines ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", STANDARD)
def test_the_hexes_along_a_line(game: str) -> None:
    """SPI-FRONT-A, SPI-FRONT-B."""
    sides = axis(game)
    pairs = {(a, b) for a in sides for b in neighbours(a)
             if land(b) and b not in sides and joined(a, b)}  # fmt: skip
    front = having(f"axis-front-{game}"), having(f"soviet-front-{game}")
    assert ({a for a, _ in pairs}, {b for _, b in pairs}) == front
    assert (len(front[0]), len(front[1])) == FRONTS[game]
    assert {h for h in FINLAND if land(h)} <= sides


def test_the_line_of_1941_is_the_border() -> None:
    west = {"finland", "greater-germany", "general-government", "slovakia", "hungary", "rumania",
            "bulgaria", "yugoslavia"}  # fmt: skip
    assert axis("barbarossa") == {h for h, r in MAP.items() if r["area"] in west and land(h)}
    hungary = {h for h in having("axis-front-barbarossa") if MAP[h]["area"] == "hungary"}
    assert having("hungary-front") == hungary and hungary


@pytest.mark.parametrize("game", STANDARD)
def test_both_sides_of_a_line_hang_together(game: str) -> None:
    """Every front hex can be supplied: from the east, from the west, from Helsinki."""
    sides = axis(game)
    east = reached(having("edge-east"), lambda h: h not in sides)
    assert having(f"soviet-front-{game}") <= east
    west = reached(having("edge-west"), lambda h: h in sides)
    assert having(f"axis-front-{game}") - FINLAND <= west
    assert having(f"axis-front-{game}") & FINLAND <= reached(
        having("helsinki"), FINLAND.__contains__
    )


def test_the_finnish_border_is_part_of_every_line() -> None:
    fronts = [having(f"axis-front-{game}") & FINLAND for game in STANDARD]
    assert fronts == [{"0118", "0217", "0316", "0415"}] * 4


def test_cities_on_either_side() -> None:
    def held(game: str) -> set[str]:
        east = {n for n, c in CITIES.items() if "axis-barbarossa" not in FEATURES[c["hex"]]}
        return {n for n in east if CITIES[n]["hex"] in axis(game)}

    assert held("stalingrad") == held("zitadelle") == {*TAKEN.split()}
    assert held("berlin") == {"Riga", "Minsk", "Tallinn", "Lvov", "Vilna"}


def test_the_victory_line_leaves_the_east_of_the_volga_and_the_caucasus() -> None:
    west = having("west-of-victory-line")
    assert {name for name, c in CITIES.items() if c["hex"] not in west} == {
        "Gorki", "Yaroslavl", "Saratov", "Stalingrad", "Krasnodar", "Maikop",
    }  # fmt: skip
    assert axis("stalingrad") | axis("zitadelle") | axis("berlin") <= west


# -- duty to cover ---------------------------------------------------------------------------


def cover(front: set[str], places_: set[str]) -> int:
    """Units that are enough to stand in or next to each hex, by taking the best again and again."""
    left, units = set(front), 0
    while left:
        best = max(sorted(places_), key=lambda h: len(left & {h, *neighbours(h)}))
        gain = left & {best, *neighbours(best)}
        assert gain, f"nobody can cover {min(left)}"
        left, units = left - gain, units + 1
    return units


@pytest.mark.parametrize(
    ("game", "least"),
    [("barbarossa", 16), ("stalingrad", 19), ("zitadelle", 18), ("berlin", 20)],
)
def test_soviet_infantry_can_cover_its_front(game: str, least: int) -> None:
    """SPI-DEPLOY-C."""
    front = having(f"soviet-front-{game}")
    mine = {h for h in MAP if land(h) and h not in axis(game)}
    assert cover(front, mine) <= least
    there = sum(n for kind, n in forces(game).items() if kind in ("SU:inf", "SU:shk"))
    assert least <= there


@pytest.mark.parametrize(
    ("game", "least"),
    [("barbarossa", 12), ("stalingrad", 16), ("zitadelle", 16), ("berlin", 16)],
)
def test_the_axis_can_cover_its_front(game: str, least: int) -> None:
    """SPI-DEPLOY-D, SPI-DEPLOY-F, SPI-DEPLOY-G."""
    closed = {h for h, r in MAP.items() if r["area"] in SCENARIOS[game].get("closed", [])}
    front, mine = having(f"axis-front-{game}") - closed, axis(game) - closed
    assert cover(front - FINLAND, mine - FINLAND) <= least
    assert cover(front & FINLAND, mine & FINLAND) <= forces(game)["FI:ina"] == 2
    parts = {army: sum(n for _, n in of) for army, of in TABLES["breakdown"]["army"].items()}
    stacks = sum(
        n * parts[kind]
        for kind, n in forces(game).items()
        if kind in parts and KINDS[kind]["side"] == "axis" and kind != "FI:ina"
    )
    assert least <= stacks


def test_hungary_is_closed_in_1941_alone() -> None:
    assert {g: s.get("closed", []) for g, s in SCENARIOS.items()} == {
        "barbarossa": ["hungary"], "stalingrad": [], "zitadelle": [], "berlin": [],
        "campaign": ["hungary"],
    }  # fmt: skip

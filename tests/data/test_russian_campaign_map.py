"""The map of The Russian Campaign against the hexes that its rulebook names."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import networkx as nx
import pytest
from tools.trcmap.__main__ import write_map, write_sides
from tools.trcmap.build import build
from tools.trcmap.draw import picture

from eastfront.scenario import HexRow, load_scenario
from eastfront.scenario.load import DIRECTORY
from eastfront.scenario.model import MapData

CITIES = {"city-major", "city-minor"}


@cache
def board() -> MapData:
    return load_scenario("russian-campaign", "campaign").map


def at(name: str) -> HexRow:
    row = board().hexes[board().index[name]]
    assert row is not None
    return row


@cache
def rows() -> list[HexRow]:
    return [row for row in board().hexes if row is not None]


def land(row: HexRow) -> bool:
    return row.terrain not in ("sea", "lake")


def near(name: str) -> set[str]:
    found = [board().neighbor(board().index[name], d) for d in range(6)]
    return {row.name for i in found if i is not None and (row := board().hexes[i]) is not None}


def side(a: str, b: str) -> frozenset[str]:
    return board().hexsides.get((board().index[a], board().index[b]), frozenset())


def track() -> nx.Graph:
    graph = nx.Graph()
    for table in (board().hexsides, board().links):
        graph.add_edges_from(
            (rows()[a].name, rows()[b].name) for (a, b), f in table.items() if "rail" in f
        )
    return graph


def test_the_grid_has_43_rows_of_33() -> None:
    assert len(rows()) == 43 * 33 == 1419
    assert {"A1", "A33", "Z17", "AA9", "QQ1", "QQ33"} <= set(board().index)
    assert not {"A34", "A0", "RR1", "AB3", "a1"} & set(board().index)
    assert board().columns_run_west


BESIDE = """
JJ17-KK17 F18-G17 KK19-KK20 R12-S11 S11-S12 S12-T13 T13-T14 I16-J17 J16-J17 J16-J15 J16-K15
FF21-EE20 FF21-FF20 FF21-EE21 FF21-FF22 FF21-GG21 Y22-Z22 T24-T25 T24-U24 T25-U24 F17-F18 JJ22-JJ23
Z17-AA17 W14-W13 Z14-AA14
"""
APART = "J15-J17 K15-J17 T13-S11 GG19-HH21 I18-I16"


@pytest.mark.parametrize("pair", BESIDE.split())
def test_neighbours(pair: str) -> None:
    a, b = pair.split("-")
    assert b in near(a)
    assert a in near(b)


@pytest.mark.parametrize("pair", APART.split())
def test_no_neighbours(pair: str) -> None:
    a, b = pair.split("-")
    assert b not in near(a)
    assert a not in near(b)


def test_six_neighbours_inside_and_fewer_at_the_edge() -> None:
    counts = Counter(len(near(row.name)) for row in rows() if 0 < row.row < 42)
    assert counts[6] == 41 * 31
    assert near("R9") == {"R8", "R10", "Q9", "Q8", "S9", "S8"}
    assert near("E10") == {"E9", "E11", "D10", "D11", "F10", "F11"}


@pytest.mark.parametrize(
    ("names", "terrain"),
    [
        ("T24 T25 U24 AA29 JJ22 PP13", "mountain"),
        ("T14 P23 L23", "woods"),
        ("E10 O17 W18", "swamp"),
        ("GG20 HH20 D11 EE23 KK21 QQ1", "sea"),
        ("D9 F14 I11 M5", "lake"),
        ("J15 J16 J17 K15 I16 I18 F18 G17 R12 S11 S12 T13 V11 W13 W14 U25 EE20 FF20 EE21 FF21 "
         "FF22 GG21 KK19 KK20 JJ17 KK17 Y22 Z22", "clear"),
    ],
)  # fmt: skip
def test_terrain_that_the_rulebook_and_the_map_give(names: str, terrain: str) -> None:
    assert {at(name).terrain for name in names.split()} == {terrain}


def test_terrain_counts() -> None:
    assert Counter(row.terrain for row in rows()) == {
        "clear": 1031, "woods": 19, "mountain": 115, "swamp": 86, "sea": 157, "lake": 11,
    }  # fmt: skip


def test_places() -> None:
    kinds = Counter(f for row in rows() for f in row.features if f in CITIES | {"oil"})
    assert kinds == {"city-major": 21, "city-minor": 14, "oil": 3}
    named = {row.label: row for row in rows() if row.label}
    assert len(named) == 38
    assert named["Bryansk"].name == "T14"
    assert named["Ploesti"].name == "AA29"
    for city in ("Warsaw", "Leningrad", "Moscow", "Berlin"):
        assert "city-major" in named[city].features
    assert {r.label for r in rows() if "port-black" in r.features} == {
        "Odessa", "Sevastopol", "Rostov",
    }  # fmt: skip
    assert {r.label for r in rows() if "port-baltic" in r.features} == {
        "Riga", "Tallinn", "Helsinki", "Leningrad",
    }  # fmt: skip
    for row in rows():
        for port in row.features & {"port-black", "port-baltic"}:
            assert port.replace("port", "coast") in row.features


def test_coasts_join_the_gulfs_to_their_seas() -> None:
    seas = Counter(row.area for row in rows() if row.terrain == "sea")
    assert seas == {"baltic": 63, "black-sea": 86, "white-sea": 4, "caspian": 4}
    assert "coast-black" in at("FF21").features  # on the Sea of Azov (13.8)
    assert "coast-black" in at("JJ22").features
    assert "coast-baltic" in at("D15").features
    assert not {"coast-black", "coast-baltic"} & (at("QQ5").features | at("C1").features)
    for row in rows():
        beside = {at(n).area for n in near(row.name) if at(n).terrain == "sea"}
        wanted = {"baltic", "black-sea"} & beside if land(row) else set()
        assert {f for f in row.features if f.startswith("coast")} == {
            f"coast-{sea.removesuffix('-sea')}" for sea in wanted
        }


def test_countries() -> None:
    land_areas = Counter(row.area for row in rows() if land(row))
    assert land_areas == {
        "germany": 85, "east-prussia": 15, "poland": 55, "hungary": 36, "rumania": 67,
        "bulgaria": 17, "turkey": 69, "finland": 14, "karelia": 28, "russia": 859, "island": 6,
    }  # fmt: skip
    where = {"E31": "germany", "H23": "east-prussia", "L26": "poland", "BB31": "rumania",
             "AA29": "rumania", "B14": "finland", "A14": "finland", "T33": "hungary",
             "R9": "russia", "C1": "karelia", "D10": "karelia", "E10": "russia"}  # fmt: skip
    assert {name: at(name).area for name in where} == where
    assert all(row.row < 4 and row.column < 10 for row in rows() if row.area == "karelia")


def reached(start: str, inside: set[str]) -> set[str]:
    found, ahead = {start}, [start]
    while ahead:
        for other in near(ahead.pop()) & inside - found:
            found.add(other)
            ahead.append(other)
    return found


@pytest.mark.parametrize(
    ("district", "count", "neighbour"),
    [("baltic", 9, "H21"), ("western", 16, "N24"), ("kiev", 20, "Q25"), ("odessa", 15, "BB26"),
     ("leningrad", 9, "B11")],
)  # fmt: skip
def test_districts_hang_together_and_lie_at_the_frontier(
    district: str, count: int, neighbour: str
) -> None:
    names = {row.name for row in rows() if row.zone == district}
    assert len(names) == count
    assert reached(min(names), names) == names
    assert all(at(name).area in ("russia", "karelia") for name in names)
    assert at(neighbour).area not in ("russia", "karelia")
    assert near(neighbour) & names


def test_hexes_outside_every_district() -> None:
    for name in ("T24", "T25", "U24", "E10", "F17", "O19", "DD24", "R9"):  # 26.17, cities
        assert at(name).zone == "none"
    assert at("S25").zone == "kiev"
    assert {row.zone for row in rows() if row.area == "finland"} == {"none"}


def test_closed_hexsides_and_the_strait() -> None:
    assert "prohibited" in side("F18", "F17")  # 8.3
    assert "prohibited" in side("JJ17", "KK17")  # 7.1: no zone of control between them
    assert side("KK20", "KK19") == {"strait"}  # 8.5
    counted = Counter(f for pair, fs in board().hexsides.items() if pair[0] < pair[1] for f in fs)
    assert counted["prohibited"] == 16
    assert counted["strait"] == 1


def test_tracks() -> None:
    graph = track()
    assert graph.number_of_nodes() == 392
    assert nx.is_connected(graph)
    assert set(graph) == {row.name for row in rows() if "rail" in row.features}
    assert all(land(at(name)) for name in graph)
    for line in ("T14-T13-S12-S11", "R13-R12-S11", "U9-V10-V11", "W19-W18-W17-W16-W15-W14-W13-X13"):
        stops = line.split("-")
        assert all(graph.has_edge(a, b) for a, b in pairwise(stops))


def test_the_link_of_the_isthmus() -> None:
    a, b = board().index["GG19"], board().index["HH21"]
    assert board().links == {(a, b): {"rail"}, (b, a): {"rail"}}
    graph = track()
    graph.remove_edge("GG19", "HH21")
    assert nx.node_connected_component(graph, "JJ23") == {"HH21", "HH22", "II22", "JJ23"}


def test_junctions() -> None:
    graph = track()
    for row in rows():
        tracks = graph.degree[row.name] if row.name in graph else 0
        assert ("junction" in row.features) == (tracks > 2 and not CITIES & row.features)
    assert "junction" in at("S11").features  # 9.4.4
    assert "junction" not in at("S12").features
    assert "rail" in at("R12").features
    assert sum("junction" in row.features for row in rows()) == 23


def test_edges() -> None:
    def named(feature: str) -> set[str]:
        return {row.name for row in rows() if feature in row.features}

    assert named("entry-south") == {f"QQ{n}" for n in range(5, 17)}  # 20.5
    assert named("rail-south") == {"QQ6", "QQ12"}  # 9.3.4
    assert named("rail-north") == {"A5", "A14"}
    assert named("rail-east") == {"L1", "U1", "X1", "FF1"}
    assert named("rail-west") == {"A33", "E33", "K33", "T33", "BB33", "GG33"}
    assert named("rail-hungarian") == {"T33"}
    for feature in ("rail-south", "rail-north", "rail-east", "rail-west"):
        assert all("rail" in at(name).features for name in named(feature))
    assert {at(name).column for name in named("edge-west")} == {32}
    assert {at(name).column for name in named("edge-east")} == {0}


def test_rivers_go_on_between_hexes_of_theirs() -> None:
    for (a, b), river in board().river_names.items():
        for i in (a, b):
            row = board().hexes[i]
            assert row is not None
            assert river in row.rivers
            assert land(row)
    crossed = {pair for pair, features in board().hexsides.items() if "river" in features}
    assert crossed == set(board().river_names)
    assert {"southern-bug"} == at("Y22").rivers == at("Z22").rivers  # 12.4
    assert "dnieper" in at("EE20").rivers  # 13.8
    assert not at("FF21").rivers
    assert at("DD10").rivers == at("II8").rivers == {"don"}
    assert side("BB14", "AA14") == frozenset()


def test_a_confluence_belongs_to_both_rivers() -> None:
    assert at("II12").rivers == {"don", "donets"}
    assert at("U1").rivers == {"volga", "oka"}
    assert at("V19").rivers == {"dnieper", "pripyat"}


def test_islands_cannot_be_reached() -> None:
    ground = {row.name for row in rows() if land(row)}
    islands = {row.name for row in rows() if row.area == "island"}
    assert islands == {"A18", "B18", "B20", "B22", "B23", "B26"}
    assert not reached("R9", ground) & islands
    assert {"B14", "E31", "JJ23", "PP5", "C1"} <= reached("R9", ground)


def test_the_picture_shows_rivers_and_tracks_from_hex_to_hex() -> None:
    drawn = picture()
    west = float(drawn.split(">A33<")[0].rsplit('x="', 1)[1].split('"')[0])
    east = float(drawn.split(">A1<")[0].rsplit('x="', 1)[1].split('"')[0])
    assert west < east  # columns run west
    for words in ("<title>rail</title>", "<title>river</title>", ">railway<", ">Southern Bug<"):
        assert words in drawn
    for label in (row.label for row in rows() if row.label):
        assert f">{label}<" in drawn


def test_the_files_are_what_the_tool_writes(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("map")
    write_map(build(), folder / "map.csv")
    write_sides(build(), folder / "hexsides.csv")
    for name in ("map.csv", "hexsides.csv"):
        shipped = DIRECTORY / "russian-campaign" / name
        assert (folder / name).read_bytes() == shipped.read_bytes()

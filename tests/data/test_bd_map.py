"""Map, forces and charts of Barbarossa Deluxe against the statements of its rulebook."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import eastfront

FOLDER = Path(eastfront.__file__).parent / "scenarios" / "barbarossa-deluxe"


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


MAP = {r["hex"]: r for r in rows("map.csv")}
SIDES = {(r["a"], r["b"]): r for r in rows("hexsides.csv")}
UNITS = {r["id"]: r for r in rows("units.csv")}
SCENARIO = toml("blue-kremlin.toml")
TABLES = {t["name"]: t for t in toml("charts.toml")["table"]}
CONTROL = set(SCENARIO["german_control"])
WEST = {"greater-germany", "general-government", "slovakia", "hungary", "romania", "yugoslavia"}

# Section 13.6: rifle armies by number, others by their short names.
SOVIET_SETUP = {
    "1011": "23A 42A 55A LPMA",
    "1110": "8A 54A",
    "1210": "1Sh 4A 52A 59A",
    "1310": "11A 27A 34A 53A",
    "1411": "3Sh 4Sh",
    "1410": "22A 30A 41A",
    "1409": "29A",
    "1508": "31A",
    "1609": "5A 20A",
    "1708": "24A 33A 43A",
    "1706": "3T",
    "1808": "49A 50A",
    "1806": "64A",
    "1907": "10A 61A",
    "1906": "16A",
    "2006": "3A",
    "2106": "13A 48A",
    "2105": "5T",
    "2206": "40A",
    "2204": "60A",
    "2306": "21A 28A",
    "2305": "6A",
    "2406": "38A",
    "2405": "63A",
    "2501": "62A",
    "2505": "9A",
    "2504": "37A",
    "2604": "12A",
    "2704": "18A",
    "2804": "56A",
    "3105": "47A",
}
# Section 13.7.
GERMAN_MANDATORY = {"3106": "42AK", "3108": "30AK 54AK"}
GERMAN_FREE = (
    "3Rum 4Rum 3Pz 14Pz 24Pz 39Pz 40Pz 41Pz 46Pz 47Pz 48Pz 56Pz 57Pz 49Mtn 1AK 2AK 4AK 5AK 6AK "
    "7AK 8AK 9AK 10AK 11AK 12AK 13AK 17AK 20AK 23AK 26AK 27AK 28AK 29AK 34AK 35AK 38AK 43AK 44AK "
    "50AK 51AK 52AK 53AK 55AK 59AK"
)
# Hexes the rulebook uses as ground in examples and in the set-ups of sections 12 to 14.
GROUND = (
    "1000 1009 1011 1109 1110 1111 1210 1211 1310 1311 1409 1410 1411 1412 1415 1508 1509 1510 "
    "1511 1513 1517 1606 1609 1610 1611 1617 1624 1706 1708 1709 1710 1716 1724 1806 1807 1808 "
    "1809 1817 1906 1907 1908 1917 2006 2007 2008 2013 2014 2017 2104 2105 2106 2107 2108 2116 "
    "2200 2203 2204 2205 2206 2207 2208 2209 2210 2216 2217 2302 2303 2304 2305 2306 2307 2308 "
    "2311 2314 2315 2316 2401 2402 2403 2404 2405 2406 2407 2408 2409 2416 2419 2500 2501 2502 "
    "2503 2504 2505 2516 2600 2601 2602 2603 2604 2607 2609 2700 2702 2704 2708 2709 2800 2801 "
    "2803 2804 2805 2806 2809 2820 2900 2904 2907 2908 2911 2922 2924 3000 3004 3005 3008 3015 "
    "3023 3100 3103 3104 3105 3106 3108 3114 3200 3201 3202 3203 3204 3213 3215 3216 3217 3218 "
    "3219 3220"
)
CITIES = {
    "1011": "Leningrad",
    "1606": "Moscow",
    "1806": "Tula",
    "2501": "Stalingrad",
    "2804": "Rostov",
    "2311": "Kiev",
    "2607": "Dnepropetrovsk",
    "2911": "Odessa",
    "3108": "Sevastopol",
    "1415": "Riga",
    "2820": "Budapest",
    "3114": "Bucharest",
}
AREAS = {
    "2116 2216 2217 2315 2316": "general-government",
    "2820": "hungary",
    "2922": "hungary",
    "3015 3114": "romania",
    "3215 3216 3217 3218": "bulgaria",
    "1415": "latvia",
    "3023 3022 3121 3220 3219": "yugoslavia",
    "2314 2501 2911 3103 1011": "ussr",
}


def neighbours(h: str) -> list[str]:
    """W, E, then NW, NE, SW, SE by the stagger: odd rows lie half a hex west."""
    r, c = int(h[:2]), int(h[2:])
    o = r % 2
    around = [
        (r, c + 1),
        (r, c - 1),
        (r - 1, c + o),
        (r - 1, c + o - 1),
        (r + 1, c + o),
        (r + 1, c + o - 1),
    ]
    return [f"{a:02d}{b:02d}" for a, b in around if f"{a:02d}{b:02d}" in MAP and b >= 0]


def tags(h: str) -> set[str]:
    return set(MAP[h]["features"].split())


def tagged(tag: str) -> set[str]:
    return {h for h in MAP if tag in tags(h)}


def land(h: str) -> bool:
    return h in MAP and MAP[h]["terrain"] not in {"sea", "lake"}


def side(a: str, b: str) -> str:
    return SIDES.get((min(a, b), max(a, b)), {"feature": ""})["feature"]


def walk(start: str, stop: set[str] = frozenset()) -> set[str]:  # type: ignore[assignment]
    """Hexes reached over land without the straits."""
    seen, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for h in neighbours(here):
            if h not in seen and h not in stop and land(h) and side(here, h) in {"", "river"}:
                seen.add(h)
                queue.append(h)
    return seen


def placed(table: str) -> dict[str, list[str]]:
    return {entry["hex"]: entry["units"] for entry in SCENARIO[table]}


def test_vocabulary() -> None:
    assert {r["terrain"] for r in MAP.values()} <= {
        "clear",
        "rough",
        "marsh",
        "steppe",
        "sea",
        "lake",
    }
    assert {r["area"] for r in MAP.values()} <= WEST | {
        "ussr",
        "lithuania",
        "latvia",
        "estonia",
        "bulgaria",
        "finland",
        "none",
    }
    assert {r["zone"] for r in MAP.values()} == {"north", "south"}
    assert {r["feature"] for r in SIDES.values()} == {"river", "lake", "sea", "kerch", "sivash"}
    for r in [*MAP.values(), *SIDES.values(), *UNITS.values()]:
        assert r["provenance"] in {"rulebook", "published", "reconstructed"}
    for a, b in SIDES:
        assert a < b
        assert b in neighbours(a)
        assert land(a) and land(b)


def test_outline() -> None:
    assert {f"{r:02d}00" for r in range(10, 33)} <= set(MAP)
    assert {f"{r:02d}24" for r in range(16, 30)} <= set(MAP)
    assert len(MAP) == 525
    assert all(neighbours(h) for h in MAP)


def test_hexes_the_rules_use_are_land() -> None:
    assert [h for h in GROUND.split() if not land(h)] == []


def test_terrain_the_rules_name() -> None:
    assert {MAP[h]["terrain"] for h in ("2013", "2014")} == {"marsh"}
    assert {h for h in MAP if MAP[h]["terrain"] == "steppe"} == {"2700", "2800", "2900", "3000"}
    for column in range(5):
        assert MAP[f"320{column}"]["terrain"] == "rough"
    assert all(MAP[h]["terrain"] == "clear" for h in tagged("city"))


def test_cities() -> None:
    for h, name in CITIES.items():
        assert MAP[h]["name"] == name
        assert "city" in tags(h)
    names = {MAP[h]["name"] for h in tagged("city")}
    assert {"Berlin", "Koenigsberg", "Danzig", "Kharkov", "Minsk", "Smolensk"} <= names
    assert tagged("oil") == {"2922", "3015", "3103"}
    assert tagged("vp") == tagged("city") | tagged("oil") | {"2419"}
    assert not tagged("city") & {"2419", "2922", "3015", "3103", "3213"}


def test_victory_points() -> None:
    west = {h for h in tagged("vp") if MAP[h]["area"] in WEST}
    assert len(west) == 14
    assert len(west & tagged("city")) == 11
    # Autumn 1942: 14, Maikop, two hero cities at two points, and the other cities fallen.
    free = {"Leningrad", "Moscow", "Tula", "Gorki", "Yaroslavl", "Saratov"}
    east = {MAP[h]["name"] for h in tagged("city") if MAP[h]["area"] not in WEST}
    taken = east - free - {"Sevastopol", "Stalingrad"}
    assert 14 + 1 + 2 + 2 + len(taken) == 33


def test_areas() -> None:
    for hexes, area in AREAS.items():
        assert {MAP[h]["area"] for h in hexes.split()} == {area}
    starts = ["1517", "1617", "1716", "1817", "1917", "2017", "2116", "2216", "2315", "2416"]
    for h in [*starts, "2516"]:
        assert MAP[h]["area"] in {"greater-germany", "general-government"}
        assert any("start-east" in tags(n) for n in neighbours(h))
    # and no other German hex lies on the Soviet frontier (3.3)
    front = {n for h in tagged("start-east") for n in neighbours(h) if n in MAP}
    german = {h for h in front if MAP[h]["area"] in {"greater-germany", "general-government"}}
    assert german == {*starts, "2516"}
    assert len(tagged("start-east")) == 19
    assert sum(r["area"] == "lithuania" for r in MAP.values()) == 5
    for area in ("lithuania", "slovakia", "latvia", "estonia", "hungary", "romania"):
        own = {h for h in MAP if MAP[h]["area"] == area}
        assert own


def test_zones() -> None:
    satellites = ["2303", "2403", "2502", "2602", "2820", "3114"]
    for h in [*satellites, "2501", "2311", "2804", "2607", "2911"]:
        assert MAP[h]["zone"] == "south"
    for h in ["1011", "1606", "1806", "1415"]:
        assert MAP[h]["zone"] == "north"
    assert all(r["zone"] == "south" for r in MAP.values() if r["area"] == "romania")
    for zone in ("north", "south"):
        own = {h for h in MAP if MAP[h]["zone"] == zone}
        assert any(h in own for h in tagged("german-source"))
        assert any(h in own for h in tagged("soviet-source"))


def test_edges() -> None:
    assert tagged("german-source") == {f"{r}24" for r in range(17, 30)}
    east = {f"{r}00" for r in range(10, 33)}
    assert tagged("soviet-source") == east - {"2700", "2800", "2900", "3000"}
    assert tagged("rvgk-edge") == {f"{r}00" for r in range(10, 27)}
    assert tagged("caucasus-exit") == {f"320{c}" for c in range(5)}


def test_ports_and_coasts() -> None:
    assert tagged("port-black") == {"2911", "3108", "3213"}
    assert {MAP[h]["name"] for h in tagged("port-baltic")} == {
        "Leningrad",
        "Riga",
        "Koenigsberg",
        "Danzig",
    }
    assert tagged("port-black") <= tagged("coast-black")
    assert tagged("port-baltic") <= tagged("coast-baltic")
    assert {"2804", "2904", "3105", "3106"} <= tagged("coast-azov")


def test_supply_areas() -> None:
    rostov, dp, crimea = tagged("rostov"), tagged("dp"), tagged("crimea")
    assert {"2200", "2806", "3100", "3004"} <= dp
    assert rostov < dp
    assert {"2904", "2801"} <= rostov
    assert "2804" not in rostov
    assert "2607" not in dp
    assert {"3005", "3104", "3105"} <= crimea & rostov
    assert {"3106", "3108", "3008"} <= crimea
    # Every way out of the Rostov area by land passes a hex outside it, Rostov among them.
    assert any(n in rostov for n in neighbours("2804"))


def test_land_is_one() -> None:
    everything = {h for h in MAP if land(h)}
    assert walk("1606") == everything
    crimea = tagged("crimea") - tagged("rostov")
    links = {
        (a, b)
        for a in crimea
        for b in neighbours(a)
        if land(b) and b not in crimea and side(a, b) in {"", "river"}
    }
    assert links == {("3008", "2908")}
    assert walk("1606", {"2908"}) == everything - crimea - {"2908"}


def test_straits() -> None:
    special = {k: r["feature"] for k, r in SIDES.items() if r["feature"] in {"kerch", "sivash"}}
    assert special == {("3105", "3106"): "kerch", ("2907", "3008"): "sivash"}
    assert "3104" in neighbours("3005") and "3105" in neighbours("3104")


def corners(a: str, b: str) -> set[frozenset[str]]:
    """The two ends of a hexside, each named by the three hexes that meet there."""

    def around(h: str) -> set[tuple[int, int]]:
        r, c = int(h[:2]), int(h[2:])
        o = r % 2
        return {
            (r, c + 1),
            (r, c - 1),
            (r - 1, c + o),
            (r - 1, c + o - 1),
            (r + 1, c + o),
            (r + 1, c + o - 1),
        }

    return {
        frozenset({a, b, f"{r},{c}" if c < 0 else f"{r:02d}{c:02d}"})
        for r, c in around(a) & around(b)
    }


@pytest.mark.parametrize(
    "name", sorted({r["name"] for r in SIDES.values() if r["feature"] == "river"})
)
def test_rivers_are_chains(name: str) -> None:
    water = {"river", "lake", "sea"}
    own = [
        k
        for k, r in SIDES.items()
        if r["feature"] in water and (r["name"] == name or r["feature"] != "river")
    ]
    named = [k for k in own if SIDES[k]["name"] == name]
    seen, queue = {named[0]}, [named[0]]
    while queue:
        here = queue.pop()
        for other in own:
            if other not in seen and corners(*here) & corners(*other):
                seen.add(other)
                queue.append(other)
    assert set(named) <= seen


def test_dnepr() -> None:
    """It runs from Kiev by Dnepropetrovsk to its mouth at 2809/2908."""
    dnepr = [k for k, r in SIDES.items() if r["name"] == "Dnepr"]
    for h in ("2311", "2607"):
        assert any(h in k for k in dnepr)
    assert ("2809", "2908") in dnepr


def test_soviet_setup() -> None:
    names = {u["name"]: u["id"] for u in UNITS.values()}
    assert {h: {names[n] for n in t.split()} for h, t in SOVIET_SETUP.items()} == {
        h: set(units) for h, units in placed("setup").items()
    }
    assert all(land(h) and h not in CONTROL for h in SOVIET_SETUP)
    assert len(SOVIET_SETUP) == 31
    boxes = SCENARIO["boxes"]
    assert {UNITS[u]["name"] for u in boxes["soviet_rvgk"]} == {"5Sh", "66A"}
    assert {UNITS[u]["name"] for u in boxes["soviet_dead"]} == {"2Sh", "51A", "57A"}
    assert set(SCENARIO["markers"]["hero_cities"]) == {"1011", "1606", "1806"}
    assert SCENARIO["markers"]["offensive_supply"] == ["A"]


def test_german_forces() -> None:
    names = {u["name"]: u["id"] for u in UNITS.values()}
    assert {names[n] for n in GERMAN_FREE.split()} == set(SCENARIO["free"][0]["units"])
    assert len(SCENARIO["free"][0]["units"]) == 44
    assert {h: {names[n] for n in t.split()} for h, t in GERMAN_MANDATORY.items()} == {
        h: set(units) for h, units in placed("mandatory").items()
    }


def test_control() -> None:
    assert all(land(h) for h in CONTROL)
    assert {"2407", "2207", "1709", "3008", "3106", "3108", "2705", "2805", "2911"} <= CONTROL
    assert not CONTROL & {"2804", "2904", "3105", "3005", "2205", "1606", "1011"}
    east = {h for h in MAP if land(h)} - CONTROL
    assert walk("2311", east) == CONTROL
    assert tagged("german-source") <= CONTROL


def test_automatic_placement() -> None:
    automatic = placed("automatic")
    units = [u for stack in automatic.values() for u in stack]
    assert sorted(units) == sorted(SCENARIO["free"][0]["units"])
    assert set(automatic) <= CONTROL
    for h, stack in automatic.items():
        allies = [u for u in stack if UNITS[u]["kind"] == "satellite"]
        assert len(stack) <= 5
        assert len(allies) <= 1
        assert not allies or MAP[h]["zone"] == "south"
    line = {
        h
        for h in CONTROL
        for n in neighbours(h)
        if land(n)
        and n not in CONTROL
        and MAP[n]["area"] == "ussr"
        and side(h, n) in {"", "river", "kerch"}
    }
    assert line <= set(automatic) | set(placed("mandatory"))
    south = sum(MAP[h]["zone"] == "south" for h, s in automatic.items() for _ in s)
    assert south > len(units) / 2


KINDS = {
    "rifle": 60, "infantry": 38, "kg": 29, "panzer": 28, "mech-corps": 20, "guards": 11,
    "fortress-command": 8, "tiger": 8, "rifle-big": 7, "tank": 7, "emergency": 6, "satellite": 6,
    "guards-tank": 6, "communist-satellite": 6, "shock": 5, "rifle-corps": 5, "cavalry": 5,
    "airborne-corps": 4, "cavalry-mech": 4, "mountain": 3, "paratroop": 1, "parachute-panzer": 1,
    "coastal": 1, "militia": 1, "counter-fire": 1,
}  # fmt: skip
"""The ground units among the counters, by kind: all but the 81 markers of 352."""
MECHANISED = {
    "panzer", "parachute-panzer", "tank", "guards-tank", "guards", "mech-corps", "cavalry-mech",
    "tiger",
}  # fmt: skip
STATIC = {"fortress-command", "militia", "counter-fire"}
LATE = [f"{n}PzL" for n in (3, 14, 24, 39, 40, 41, 46, 47, 48, 56, 57)]
FACTORS = {
    **dict.fromkeys(LATE, "2 4"), "2SSPz": "6 5", "3SSPz": "4 4", "HG": "4 4", "GD": "5 4",
    "FHH": "3 3", "2Para": "4 6", "3Lw": "1 3", "KSC": "1 3", "6SS": "2 3", "12Ar": "3 3",
    "91AK": "2 4", "6bA": "6 6", "10bA": "6 6", "5bA": "5 5", "12bA": "5 5", "ICA": "0 3",
    "LPMA": "2 2",
}  # fmt: skip
BY_KIND = {
    "panzer": "4 3", "infantry": "3 4", "mountain": "3 4", "satellite": "2 3", "rifle": "3 3",
    "shock": "3 3", "tank": "3 3", "guards": "4 4", "guards-tank": "5 5", "rifle-big": "4 4",
    "rifle-corps": "2 2", "airborne-corps": "1 1", "cavalry": "1 1", "communist-satellite": "3 3",
    "tiger": "0 0", "cavalry-mech": "0 0", "emergency": "0 0", "counter-fire": "0 0",
}  # fmt: skip
"""Attack and defence factors of counters that `FACTORS` does not name."""


def test_units() -> None:
    assert len({u["name"] for u in UNITS.values()}) == len(UNITS) == len(rows("units.csv")) == 271
    assert Counter(u["kind"] for u in UNITS.values()) == KINDS
    for u in UNITS.values():
        kind, values = u["kind"], f"{u['attack']} {u['defence']}"
        assert " " not in u["name"]
        assert values == FACTORS.get(u["name"], BY_KIND.get(kind, values)), u["name"]
        mobility = "static" if kind in STATIC else "mech" if kind in MECHANISED else u["mobility"]
        assert u["mobility"] == mobility
        assert mobility == "foot" or kind in MECHANISED | STATIC | {"kg", "emergency"}
    assert {u["name"] for u in UNITS.values() if u["mobility"] == "mech" and u["kind"] == "kg"} == {
        "GE", "PPR", "Str", "Skn"
    }  # fmt: skip
    assert all(u["attack"] == "0" for u in UNITS.values() if u["kind"] == "fortress-command")
    lasting = {u["name"] for u in UNITS.values() if u["replaceable"] == "yes"}
    assert {"505TB", "509TB", "CMB", "CMO", "CMP", "CMS"} <= lasting
    once = {"kg", "emergency", "fortress-command", "satellite", "rifle-big", "rifle-corps"}
    once |= {"airborne-corps", "mech-corps", "cavalry", "coastal", "militia", "counter-fire"}
    assert not once & {u["kind"] for u in UNITS.values() if u["name"] in lasting}


def test_who_is_in_play_in_june_1942() -> None:
    late = {"39A", "65A", "1G", "2G", "1T", "2T", "4T", "2Hun", "8Ital", "Pol"}
    absent = set(SCENARIO["absent"])
    due = {i: u["name"] for i, u in UNITS.items() if u["arrives"] in {"9", "10", "11", "12", "13"}}
    assert {name for i, name in due.items() if i not in absent} == late
    tables = ("setup", "mandatory", "automatic")
    start = [u for t in tables for entry in SCENARIO[t] for u in entry["units"]]
    start += SCENARIO["boxes"]["soviet_rvgk"] + SCENARIO["boxes"]["soviet_dead"]
    assert len(start) == len(set(start))
    left = {
        u for line in TABLES["departures"]["departure"] if line["turn"] < 9 for u in line["units"]
    }
    early = {i for i, u in UNITS.items() if not u["arrives"] or int(u["arrives"]) < 9}
    assert set(start) == early - absent - left
    out = {"ICA", "19A", "26A", "32A", "44A", "46A", "FCSE", "GE"}
    out |= {"BCG", "DVCG", "MCG", "KCG", "DCG"}
    assert {UNITS[u]["name"] for u in absent} == out


def test_units_that_come_in_special_ways() -> None:
    """Sections 8.2 to 8.4, 8.27, 8.30 to 8.35."""
    entries: dict[str, set[str]] = {}
    for u in UNITS.values():
        entries.setdefault(f"{u['arrives']} {u['entry']}", set()).add(u["name"])
    assert entries["21 1415"] == {"6SS"} and entries["15 3106"] == {"KSC"}
    assert entries["24 2820"] == {"1Hun"} and entries["28 2820"] == {"3Hun"}
    assert entries["29 yugoslav-edge"] == {"21Mtn", "22Mtn", "91AK"}
    assert entries["32 west-edge"] == {"12Ar"} and entries["15 in-place"] == {"MGP"}
    assert entries["2 1011"] == {"LPMA"} and entries["20 1011"] == {"LCFC"}
    assert entries["17 declared"] == {"2Para", "XIVPz", "76Pz"}
    assert entries["14 attached"] == {"502TB", "503TB"}
    assert entries["25 attached"] == {"CMB", "CMO", "CMP", "CMS"}
    assert entries["14 edge-or-city"] >= {"2SSPz"} and entries["22 edge-or-city"] == {"3SSPz", "6T"}
    assert entries["3 end-of-turn"] == {f"{n}A" for n in (3, 4, 5, 6, 10, 12, 26)}
    assert entries["22 conversion"] == set(LATE)
    assert len(entries["31 in-place-or-city"]) == 6
    south = [n for e, names in entries.items() if e.endswith("stack-south") for n in names]
    assert south == ["DCG"]
    forts = {u["entry"] for u in UNITS.values() if u["kind"] == "fortress-command" and u["entry"]}
    assert forts == {"2320", "1718", "1920", "1717", "2022", "1822"}


def test_departures_and_conversions() -> None:
    """Sections 8.17, 8.19, 8.22, 8.23, 8.28 and 8.29."""
    lines = [
        (line["rule"], line["turn"], Counter(UNITS[u]["kind"] for u in line["units"]),
         line.get("returns"))
        for line in TABLES["departures"]["departure"]
    ]  # fmt: skip
    corps = {"mech-corps": 20, "rifle-corps": 5, "airborne-corps": 4}
    assert lines == [
        ("BD-8.23a", 3, corps, None),
        ("BD-8.23b", 3, {"rifle-big": 7}, None),
        ("BD-8.28a", 16, {"satellite": 1}, None),
        ("BD-8.17a", 19, {"panzer": 1}, 24),
        ("BD-8.17e", 25, {"panzer": 1}, 31),
    ]
    for line in TABLES["conversions"]["conversion"]:
        for pair in line["pairs"]:
            old, new = UNITS[pair["old"]], UNITS[pair["new"]]
            assert pair["old"].rpartition(":")[2] == pair["new"].rpartition(":")[2]
            assert new["entry"] == "end-of-turn" if line["rule"] == "BD-8.23b" else "conversion"
            assert old["side"] == new["side"]
    new = {p["new"] for line in TABLES["conversions"]["conversion"] for p in line["pairs"]}
    others = {i for i, u in UNITS.items() if u["entry"] in {"conversion", "end-of-turn"}} - new
    assert {UNITS[u]["kind"] for u in others} == {"guards", "shock"}


def test_combat_results() -> None:
    table = TABLES["combat-results"]
    rank = {result: i for i, result in enumerate(table["order"])}
    grid = [[rank[cell] for cell in row] for row in table["rows"]]
    assert table["columns"] == [f"1:{n}" for n in range(6, 0, -1)] + [f"{n}:1" for n in range(2, 8)]
    assert len(grid) == 6
    assert all(len(row) == 12 for row in grid)
    assert table["rows"][4][table["columns"].index("5:1")] == "BB"
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*grid, strict=True))
    assert set(table["order"]) == {cell for row in table["rows"] for cell in row}


TRACK = TABLES["turn-track"]["turn"]


def test_the_turn_track_keeps_what_the_rulebook_says_of_it() -> None:
    assert [t["turn"] for t in TRACK] == list(range(1, 33))
    months = ["Jun", "Jul", "Aug", "Sep", "Oct/Nov", "Dec/Jan", "Feb/Mar", "Apr/May"]
    for t in TRACK:
        cycle, month = divmod(t["turn"] - 1, 8)
        years = [f"'{41 + cycle + (month > 5)}", f"'{42 + cycle}"]
        label = f"{months[month]} {'/'.join(years[: 1 + (month == 5)])}"
        assert (t["label"], t["single_month"]) == (label, month < 4)
        assert 5 <= t["german_mech"] <= 10
        assert (t["german_foot"], t["soviet_foot"]) <= (5, 4)
        assert t["soviet_mech"] <= 8
        assert t["luftwaffe"] <= 3
    box = {t["turn"]: t for t in TRACK}
    assert all(box[n]["german_replacements"] == [1, 1] for n in range(17, 21))  # 4.17
    assert (box[30]["german_mech"], box[30]["german_replacements"]) == (5, [0, 2])  # 4.18
    assert [box[n]["german_mech"] for n in (1, 5, 9, 13, 17, 25, 30)] == [10, 7, 8, 7, 7, 6, 5]


@pytest.mark.parametrize(
    ("side", "sums"),
    [
        ("german", [(4, 11), (8, 11), (8, 12), (1, 10)]),
        ("soviet", [(1, 22), (12, 32), (12, 32), (16, 28)]),
    ],
)
def test_the_replacements_of_each_year_of_war(side: str, sums: list[tuple[int, int]]) -> None:
    """Mechanised and other steps; the Soviet ones of 1941 bring back a score of armies (13.6)."""
    steps = [t[f"{side}_replacements"] for t in TRACK]
    years = [steps[at : at + 8] for at in range(0, 32, 8)]
    assert [tuple(map(sum, zip(*year, strict=True))) for year in years] == sums


def test_how_many_markers_there_are() -> None:
    available = TABLES["air-armies"]["available"]
    assert list(available) == [str(n) for n in range(1, 33)]
    counts = list(available.values())
    assert counts == sorted(counts)
    assert counts[6:13] + counts[29:] == [0, 4, 7, 9, 10, 10, 13, 18, 18, 18]
    assert TABLES["offensive-supply"]["ranges"] == {"A": 4, "B": 3, "C": 2}


def test_every_table_says_where_it_comes_from() -> None:
    for t in TABLES.values():
        assert t["provenance"] in {"rulebook", "published", "reconstructed"}
        assert t["source"] and t["reasoning"].strip()
        assert isinstance(t["constraints"], list)

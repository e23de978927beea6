"""Counters and orders of battle of Barbarossa (1971) against the counter sheet and the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from spi_files import GAMES, KINDS, SCENARIOS, SITUATIONS, STANDARD, TABLES, UNITS, forces

MIX = TABLES["counter-mix"]["number"]
ARMIES = TABLES["breakdown"]["army"]

SHEET = {
    "DE:pza": "11-8-8 6", "DE:pzc": "3-2-8 18", "DE:ina": "5-7-3 9", "DE:inc": "1-2-3 24",
    "DE:air": "2-1-2 4", "AX:sup": "0-2-2 6", "RU:ina": "2-4-2 4", "RU:inc": "1-2-2 8",
    "FI:ina": "2-4-2 4", "FI:inc": "1-2-2 8", "HU:ina": "2-4-2 2", "HU:inc": "1-2-2 4",
    "IT:ina": "2-4-2 1", "IT:inc": "1-2-2 3", "SU:inf": "2-4-2 52", "SU:shk": "5-9-3 16",
    "SU:tkc": "2-1-5 24", "SU:mec": "1-2-5 15", "SU:tka": "6-5-5 8", "SU:sup": "0-1-2 4",
}  # fmt: skip
"""What can be read on the sheet: attack, defence, movement, and how many."""

READ = {kind: int(text.split()[1]) for kind, text in SHEET.items()}
PRINTED = {**READ, **MIX}

START = {
    "DE:pza": (4, 4, 4, 4), "DE:ina": (8, 8, 7, 7), "DE:air": (3, 2, 1, 0),
    "RU:ina": (2, 2, 1, 2), "HU:ina": (0, 1, 0, 1), "IT:ina": (0, 1, 0, 0),
    "FI:ina": (2, 2, 2, 2), "AX:sup": (4, 4, 5, 2), "SU:inf": (22, 36, 30, 28),
    "SU:shk": (0, 0, 8, 14), "SU:tkc": (10, 14, 10, 10), "SU:mec": (5, 6, 6, 6),
    "SU:tka": (0, 0, 5, 6), "SU:sup": (1, 2, 3, 4),
}  # fmt: skip
"""What each standard game starts with."""


def test_the_sheet_has_fifteen_columns_and_seventeen_rows() -> None:
    read, likely = sum(READ.values()), sum(PRINTED.values())
    assert (read, likely) == (220, 236)
    empty, lost_axis, lost_soviet, blank = 12, 7, 16, 19
    assert read + empty + lost_axis + lost_soviet == 15 * 17
    assert 15 * 17 - blank == likely and empty + lost_axis == blank
    by_nation = Counter[str]()
    for kind, count in READ.items():
        by_nation[KINDS[kind]["nation"]] += count
    assert by_nation["german"] + by_nation["axis"] == 67
    assert [by_nation[n] for n in ("rumanian", "finnish", "hungarian", "italian", "soviet")] == [
        12, 12, 6, 4, 119,
    ]  # fmt: skip


def test_a_counter_has_the_values_that_are_read() -> None:
    assert set(SHEET) == set(KINDS)
    assert {k: n for k, n in MIX.items() if n != READ[k]} == {"SU:inf": 68}
    for kind, text in SHEET.items():
        row = KINDS[kind]
        values = "-".join(row[c] for c in ("attack", "defence", "movement"))
        assert values == text.split()[0]


def test_classes_and_sizes() -> None:
    """SPI-UNIT-B, SPI-UNIT-C, SPI-UNIT-D, SPI-UNIT-E."""
    classes = {c: {k for k, r in KINDS.items() if r["class"] == c}
               for c in ("motorized", "support")}  # fmt: skip
    assert classes["motorized"] == {"DE:pza", "DE:pzc", "SU:tkc", "SU:mec", "SU:tka"}
    assert classes["support"] == {"DE:air", "AX:sup", "SU:sup"}
    assert {k for k, r in KINDS.items() if r["size"] == "none"} == classes["support"]
    assert {k for k, r in KINDS.items() if r["size"] == "army" and r["side"] == "axis"} == {
        *(k for k in KINDS if k.endswith(":ina")), "DE:pza",
    }  # fmt: skip
    assert {k for k, r in KINDS.items() if r["size"] == "army" and r["side"] == "soviet"} == {
        "SU:inf", "SU:shk", "SU:tka",
    }  # fmt: skip


def test_counters_never_limit_breaking_down() -> None:
    """There are as many corps as all armies and the printed corps together may need."""
    there = Counter(r["kind"] for r in UNITS.values())
    for kind, count in PRINTED.items():
        parts = sum(PRINTED[army] * n for army, of in ARMIES.items() for k, n in of if k == kind)
        alone = count if KINDS[kind]["side"] == "soviet" else 0
        assert there[kind] >= max(count, alone + parts), kind
    assert there.total() == 295


def test_armies_break_into_corps() -> None:
    """SPI-BREAK-T1, SPI-BREAK-T2, SPI-BREAK-T3, SPI-BREAK-T4, SPI-BREAK-T5."""
    assert {army: dict(parts) for army, parts in ARMIES.items()} == {
        "DE:pza": {"DE:pzc": 3}, "DE:ina": {"DE:inc": 3},
        **{f"{n}:ina": {f"{n}:inc": 2} for n in ("RU", "FI", "HU", "IT")},
        "SU:shk": {"SU:inf": 2}, "SU:tka": {"SU:tkc": 2, "SU:mec": 1},
    }  # fmt: skip
    assert all(int(r["points"]) == 0 for k, r in KINDS.items() if r["side"] == "soviet")
    assert {k: int(KINDS[k]["points"]) for k in ("DE:pza", "DE:ina", "DE:air", "AX:sup")} == {
        "DE:pza": 6, "DE:ina": 3, "DE:air": 2, "AX:sup": 0,
    }  # fmt: skip


@pytest.mark.parametrize("game", STANDARD)
def test_a_game_starts_with_its_order_of_battle(game: str) -> None:
    column = STANDARD.index(game)
    wanted = {kind: counts[column] for kind, counts in START.items() if counts[column]}
    assert forces(game) == wanted


def test_the_campaign_starts_with_that_of_1941() -> None:
    """SPI-CAMP-A."""
    assert forces("campaign") == forces("barbarossa")
    assert SCENARIOS["campaign"]["start_line"] == "barbarossa"
    assert SCENARIOS["campaign"]["first_turn"] == SCENARIOS["barbarossa"]["first_turn"]


@pytest.mark.parametrize("game", GAMES)
def test_every_set_of_situations_is_within_what_is_read(game: str) -> None:
    """SPI-UNIT-G."""
    fitting = [s for s in SITUATIONS.values() if game in s["games"] and s.get("changes")]
    for size in range(len(fitting) + 1):
        for chosen in combinations(fitting, size):
            there = Counter(forces(game))
            for situation in chosen:
                there.update(situation["changes"])
            for kind, count in there.items():
                assert 0 <= count <= READ[kind], (kind, [s["number"] for s in chosen])


def test_the_reorganization_of_situation_7_never_lacks_a_counter() -> None:
    """SPI-WHATIF-7A, SPI-WHATIF-7B, SPI-WHATIF-7C."""
    start = forces("barbarossa")
    for exchange in SITUATIONS[7]["exchanges"]:
        most = min(start[kind] // count for kind, count in exchange["give"].items())
        assert 0 < most <= READ[exchange["take"]]
        assert dict(ARMIES[exchange["take"]]) == exchange["give"]


def test_what_the_rules_say_of_situations() -> None:
    changes = {n: s["changes"] for n, s in SITUATIONS.items() if "changes" in s}
    assert changes == {
        2: {"RU:ina": -2}, 3: {"HU:ina": 1}, 9: {"DE:ina": 1}, 10: {"DE:air": 1},
        11: {"DE:pza": 1}, 12: {"DE:ina": 1}, 13: {"DE:pza": -1}, 14: {"DE:ina": 1},
        15: {"DE:ina": 1, "DE:pza": 2},
    }  # fmt: skip
    fits = {game: {n for n, s in SITUATIONS.items() if game in s["games"]} for game in GAMES}
    assert fits["barbarossa"] == fits["campaign"] == {*range(1, 12)}
    assert fits["stalingrad"] == {1, 8, 12} and fits["berlin"] == {1, 8, 15}
    assert fits["zitadelle"] == {1, 8, 13, 14}
    assert SITUATIONS[8]["movement"] == {"DE:ina": 8, "DE:inc": 8}
    assert SITUATIONS[15]["each_turn"] == {"AX:sup": 1}


def test_an_air_unit_for_each_march() -> None:
    """SPI-CAMP-D1."""
    track = TABLES["turn-track"]["turn"]
    marches = [line["turn"] for line in track if line["month"].startswith("Mar")]
    assert forces("barbarossa")["DE:air"] == len(marches)
    for game in STANDARD:
        left = len([m for m in marches if m > SCENARIOS[game]["first_turn"]])
        assert forces(game).get("DE:air", 0) == left


def test_no_combined_unit_in_1941_and_no_hungarian() -> None:
    """SPI-BREAK-S1 lets none be formed, SPI-WHATIF-3B adds the first Hungarians."""
    assert not {"SU:shk", "SU:tka", "HU:ina", "IT:ina"} & set(forces("barbarossa"))
    assert forces("barbarossa")["RU:ina"] == 2

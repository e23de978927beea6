"""Calendar, arrivals, combat tables, points and victory of Barbarossa (1971) against the rules."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest
from spi_files import CITIES, FEATURES, FOLDER, GAMES, KINDS, MAP, SCENARIOS, STANDARD, TABLES

from eastfront.games.barbarossa_1971 import campaign, data, victory

TRACK = {line["turn"]: line for line in TABLES["turn-track"]["turn"]}
ARRIVALS = TABLES["arrivals"]
EVERY = {int(turn): kinds for turn, kinds in ARRIVALS["every"].items()}
VICTORY = TABLES["victory"]
COMBAT = {table["id"]: table for table in TABLES["combat-results"]["choice"]}

# -- calendar ------------------------------------------------------------------------------


def test_the_calendar_runs_from_may_1941_to_february_1945() -> None:
    assert list(TRACK) == list(range(46))
    assert [TRACK[t]["month"] for t in (0, 1, 8, 13, 25, 37, 45)] == [
        "May 1941", "Jun 1941", "Jan 1942", "Jun 1942", "Jun 1943", "Jun 1944", "Feb 1945",
    ]  # fmt: skip


def test_weather_goes_by_the_month() -> None:
    """SPI-MUD-0, SPI-WINTER-0."""
    for line in TRACK.values():
        name = line["month"][:3]
        mud, winter = name in ("Oct", "Mar"), name in ("Nov", "Dec", "Jan", "Feb")
        assert line["weather"] == ("mud" if mud else "winter" if winter else "normal")
    assert Counter(TRACK[t]["weather"] for t in range(1, 46)) == {
        "normal": 22, "mud": 7, "winter": 16,
    }  # fmt: skip


def test_lengths() -> None:
    """SPI-LEN-A, SPI-CAMP-B."""
    spans = {g: range(s["first_turn"], s["last_turn"] + 1) for g, s in SCENARIOS.items()}
    assert {g: len(span) for g, span in spans.items()} == {
        "barbarossa": 8, "stalingrad": 8, "zitadelle": 5, "berlin": 6, "campaign": 45,
    }  # fmt: skip
    assert 6 <= sum(len(spans[g]) for g in STANDARD) / 4 <= 7
    assert all(TRACK[s["first_turn"]]["month"].startswith("Jun") for s in SCENARIOS.values())
    within = [turn for g in STANDARD for turn in spans[g]]
    assert len(set(within)) == len(within) and set(within) < set(spans["campaign"])


def test_soviet_stacking() -> None:
    """SPI-STACK-GEN2, SPI-STACK-GEN3, SPI-STACK-GEN4."""
    stacking = {g: s["soviet_stacking"] for g, s in SCENARIOS.items()}
    assert [list(stacking[g].values()) for g in GAMES] == [[2], [2], [3], [3], [2, 3]]
    assert TRACK[max(map(int, stacking["campaign"]))]["month"] == "Jun 1943"


def test_when_armies_may_be_combined() -> None:
    """SPI-BREAK-S1, SPI-BREAK-S2, SPI-BREAK-S3."""
    start = {g: s.get("combining_from") for g, s in SCENARIOS.items()}
    assert start["barbarossa"] is None
    assert all(start[g] == SCENARIOS[g]["first_turn"] for g in STANDARD[1:])
    assert TRACK[start["campaign"]]["month"] == "Oct 1942"


# -- arrivals ------------------------------------------------------------------------------


def test_who_arrives() -> None:
    """Shock and tank armies are combined, never sent; the Axis gets supply units."""
    kinds = {kind for line in EVERY.values() for kind in line}
    assert kinds == {"AX:sup", "SU:inf", "SU:tkc", "SU:mec", "SU:sup"}
    assert ARRIVALS["only"] == {
        "berlin": {"40": {"HU:ina": 1}},
        "campaign": {"13": {"HU:ina": 1, "IT:ina": 1}, "35": {"HU:ina": 1}},
    }
    assert all(0 < count <= 8 for line in EVERY.values() for count in line.values())


@pytest.mark.parametrize(
    ("kind", "by_game"),
    [
        ("SU:inf", (41, 23, 11, 12)), ("SU:tkc", (6, 8, 5, 5)), ("SU:mec", (2, 6, 2, 3)),
        ("SU:sup", (8, 10, 8, 10)), ("AX:sup", (9, 8, 4, 2)),
    ],
)  # fmt: skip
def test_how_many_arrive_in_each_game(kind: str, by_game: tuple[int, ...]) -> None:
    found = []
    for game in STANDARD:
        scenario = SCENARIOS[game]
        assert scenario["arrivals_from"] == scenario["first_turn"] + 1
        turns = range(scenario["arrivals_from"], scenario["last_turn"] + 1)
        found.append(sum(EVERY.get(turn, {}).get(kind, 0) for turn in turns))
    assert tuple(found) == by_game


def test_what_the_designer_tells_of_1941() -> None:
    """Two million men in July and as many again, on top of 22 armies."""
    armies = [EVERY[turn]["SU:inf"] for turn in range(2, 9)]
    assert sum(armies) == 41 and max(armies) == armies[0]
    assert sum(EVERY[turn]["SU:inf"] for turn in range(2, 13)) == 54


def test_axis_supply_falls_below_that_of_situation_15() -> None:
    turns = range(SCENARIOS["berlin"]["first_turn"], SCENARIOS["berlin"]["last_turn"] + 1)
    assert sum(EVERY[t].get("AX:sup", 0) for t in turns) * 2 == len(turns)


# -- combat --------------------------------------------------------------------------------

SIXTHS = {
    "1:3": ("0 0 0 2 4", "0 0 3 3"), "1:2": ("0 0 1 2 3", "0 0 4 2"),
    "1:1": ("0 1 2 2 1", "0 2 3 1"), "2:1": ("1 2 1 2 0", "0 4 2 0"),
    "3:1": ("2 2 1 1 0", "0 5 1 0"), "4:1": ("3 2 1 0 0", "0 6 0 0"),
    "5:1": ("4 2 0 0 0", "1 5 0 0"), "6:1": ("5 1 0 0 0", "2 4 0 0"),
    "7:1": ("6 0 0 0 0", "3 3 0 0"), "8:1": ("6 0 0 0 0", "5 1 0 0"),
}  # fmt: skip
"""By odds: De, Dr, none, Ar and Ae of who stands; De, Dr2, none and Ar of who gives ground."""


@pytest.mark.parametrize("odds", SIXTHS)
def test_both_tables_say_what_they_were_made_to_say(odds: str) -> None:
    columns = []
    for name, words in (
        ("stand", ("De", "Dr", "-", "Ar", "Ae")),
        ("give-ground", ("De", "Dr2", "-", "Ar")),
    ):
        table = COMBAT[name]
        column = [row[table["columns"].index(odds)] for row in table["rows"]]
        assert " ".join(str(column.count(w)) for w in words) == SIXTHS[odds][len(columns)]
        assert set(column) <= set(words)
        columns.append(column)
    stand, give = columns
    if odds in ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1"):  # a real choice for the defender
        assert stand.count("De") >= give.count("De") and stand != give
        bad = [column.count("Ae") + column.count("Ar") for column in columns]
        assert bad[0] >= bad[1]


def test_tables_end_below_nine_to_one() -> None:
    """SPI-CBT-GEN3, SPI-OVR-GEN2."""
    assert list(COMBAT) == ["stand", "give-ground"]
    for table in COMBAT.values():
        assert table["columns"][-1] == "8:1" and table["above"] == "De"
        assert table["columns"][0] == "1:3" and "below" not in table
        order = {word: n for n, word in enumerate(data.RESULTS)}
        ranks = [[order[word] for word in row] for row in table["rows"]]
        assert all(row == sorted(row) for row in ranks)
        assert all(list(column) == sorted(column)[::-1] for column in zip(*ranks, strict=True))
    assert TABLES["retreats"]["hexes"] == {"Ar": 1, "Dr": 1, "Dr2": 2}


def test_terrain() -> None:
    """SPI-MOVE-A1, SPI-MOVE-A2, SPI-MOVE-J2; what the rules say themselves is in no chart."""
    enter = TABLES["terrain"]["enter"]
    assert (enter, TABLES["terrain"]["river"]) == ({"clear": 1, "rough": 2}, 1)
    assert min(int(r["movement"]) for r in KINDS.values()) >= enter["rough"]


# -- points --------------------------------------------------------------------------------

SOVIET = (
    "Moscow 10, Leningrad 10, Stalingrad 6, Kiev 5, Kharkov 5, Rostov 4, Gorki 4, Maikop 4, "
    "Dnepropetrovsk 3, Stalino 3, Sevastopol 3, Saratov 3, Odessa 2, Riga 2, Minsk 2, Smolensk 2, "
    "Voronezh 2, Tula 2, Yaroslavl 2, Krasnodar 1, Tallinn 1, Lvov 1, Vilna 1"
)
WESTERN = (
    "Warsaw 6, Budapest 6, Ploesti 6, Konigsberg 5, Bucharest 5, Krakow 3, Helsinki 3, Lublin 2, "
    "Debrecen 2, Jassy 2, Constanta 2"
)


def points(names: str) -> dict[str, int]:
    return {part.rpartition(" ")[0]: int(part.rpartition(" ")[2]) for part in names.split(", ")}


def test_cities() -> None:
    assert {name: c["value"] for name, c in CITIES.items()} == points(SOVIET) | points(WESTERN)
    assert sum(points(SOVIET).values()) == 78 and sum(points(WESTERN).values()) == 42
    west = {name for name, c in CITIES.items() if "axis-barbarossa" in FEATURES[c["hex"]]}
    assert west == set(points(WESTERN))
    assert all(MAP[c["hex"]]["terrain"] == "clear" for c in CITIES.values())


def test_sums_that_the_bands_ask_for() -> None:
    """All cities make a strategic victory in spite of losses; those of the west a defeat."""
    bands = {band["degree"] + band["winner"]: band["least"] for band in VICTORY["band"]}
    assert sum(c["value"] for c in CITIES.values()) > bands["strategicaxis"]
    assert bands["marginalsoviet"] <= sum(points(WESTERN).values()) <= bands["draw"]


def test_a_published_game_was_won_by_a_point() -> None:
    """Leningrad and Kharkov taken, Moscow not, one Panzer army lost."""
    taken = (
        "Leningrad Kharkov Kiev Odessa Riga Minsk Smolensk Dnepropetrovsk Stalino Tallinn Lvov "
        "Vilna"
    )
    score = sum(points(WESTERN).values()) + sum(CITIES[c]["value"] for c in taken.split())
    assert score - int(KINDS["DE:pza"]["points"]) == VICTORY["par"]["barbarossa"] + 1


@pytest.mark.parametrize(
    ("game", "start", "par"),
    [("barbarossa", 42, 72), ("stalingrad", 72, 76), ("zitadelle", 72, 62), ("berlin", 49, 24)],
)
def test_scores_at_the_start(game: str, start: int, par: int) -> None:
    held = [c["value"] for c in CITIES.values() if f"axis-{game}" in FEATURES[c["hex"]]]
    assert (sum(held), VICTORY["par"][game]) == (start, par)


def test_bands_of_the_modified_conditions() -> None:
    """SPI-MVIC-C1 to SPI-MVIC-C7."""

    def degree(score: int) -> str:
        for band in VICTORY["band"]:
            if score >= band["least"]:
                return f"{band['winner']} {band['degree']}".strip()
        return "soviet strategic"

    for score, wanted in (
        (95, "axis strategic"), (94, "axis tactical"), (82, "axis tactical"),
        (81, "axis marginal"), (61, "axis marginal"), (60, "draw"), (55, "draw"), (42, "draw"),
        (41, "soviet marginal"), (27, "soviet marginal"), (26, "soviet tactical"),
        (10, "soviet tactical"), (9, "soviet strategic"), (-60, "soviet strategic"),
    ):  # fmt: skip
        assert degree(score) == wanted, score


def test_numbers_of_the_campaign() -> None:
    """SPI-CVIC-S2A, S3, S2B, A1, A2, A3 and SPI-CAMP-RA1, RA2, RC: the text has them."""
    found = (
        victory.ARMIES_CLEAR, victory.ARMIES, victory.LINE_TURNS, victory.EMPTY_TURNS,
        victory.WEST_CLEAR_TURNS, victory.CITY_TURNS,
    )  # fmt: skip
    assert found == (10, 20, 2, 2, 12, 6)
    assert [*campaign.POOLS.values(), campaign.CORPS_A_TURN] == [3, 6, 3]


# -- rules ---------------------------------------------------------------------------------


def test_every_rule_that_is_named_is_in_the_catalogue() -> None:
    with (FOLDER / "rules.tsv").open(encoding="utf-8", newline="") as file:
        known = [r["id"] for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    assert len(known) == len(set(known)) == 291
    texts = [p.read_text(encoding="utf-8") for p in FOLDER.glob("*.toml")]
    texts.append(Path(data.__file__).read_text(encoding="utf-8"))
    named = {i for text in texts for i in re.findall(r"SPI-[A-Z]+-[A-Z0-9]+", text)}
    assert len(named) > 60 and named <= set(known)

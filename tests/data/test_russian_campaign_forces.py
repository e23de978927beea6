"""Counters and scenarios of The Russian Campaign against its rulebook."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from eastfront.games.russian_campaign.charts import axis_side
from eastfront.games.russian_campaign.units import Counter as Piece
from eastfront.games.russian_campaign.units import counter
from eastfront.scenario import ScenarioData, load_scenario

LATER = ("fall-blau", "zitadelle", "bagration")


@cache
def data(scenario: str = "campaign") -> ScenarioData:
    return load_scenario("russian-campaign", scenario)


@cache
def pieces() -> dict[str, Piece]:
    return {unit.id: counter(unit) for unit in data().units}


def core() -> list[Piece]:
    return [p for p in pieces().values() if not p.option]


@pytest.mark.parametrize(
    ("name", "factors"),
    [
        ("GE:mot:52", "3-6"), ("SU:cav:2", "2-7"), ("SU:tkc:6", "2-5"), ("SU:tkc:12", "3-5"),
        ("SU:inf:6", "5-3"), ("SU:cav:1G", "5-7"), ("SU:inf:9G", "7-4"), ("SU:inf:8G", "7-4"),
        ("SS:inf:res", "2-7"), ("SS:pz:1", "10-8"), ("SS:pz:2", "9-8"), ("SS:pz:3", "7-7"),
        ("SS:inf:6", "4-4"), ("SS:pz:4", "6-7"), ("GE:inf:38", "3-4"), ("GE:pz:38", "5-7"),
        ("GE:inf:12", "4-4"), ("SS:inf:12", "4-4"), ("SU:para:8", "1-2"), ("PL:ak:1", "2-0"),
        ("GE:leader:hitler", "1-0"), ("SU:leader:stalin-8", "1-8"), ("SU:inf:62", "5-3"),
        ("YU:inf:2", "2-3"), ("YU:inf:5", "3-3"), ("YU:inf:3", "2-4"), ("GE:mtn:18", "3-5"),
        ("GE:inf:65", "3-4"), ("SU:worker:kharkov", "2-0"), ("GE:hq:north", "1-7"),
    ],
)  # fmt: skip
def test_factors_that_the_rulebook_gives(name: str, factors: str) -> None:
    piece = pieces()[name]
    assert f"{piece.attack}-{piece.movement}" == factors
    assert piece.defence == piece.attack


def test_substitutes_of_the_motorization_have_their_dates() -> None:
    dates = {p.id: (p.arrives, p.impulse) for p in core() if p.entry == "motorization"}
    assert dates == {
        "GE:mot:11": (14, 1), "GE:mot:26": (14, 1), "GE:mot:29": (16, 1), "GE:mot:43": (16, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "turn", "impulse", "place"),
    [
        ("RO:inf:3", 9, 1, "Bucharest"), ("SU:inf:30", 3, 1, "Moscow"),
        ("SU:inf:9G", 12, 1, "east-edge"), ("HU:mot:1", 2, 1, "hungarian-rail"),
        ("PL:ak:1", 14, 2, "Warsaw"), ("GE:art:1", 7, 1, "west-edge"), ("SU:art:2", 17, 1, ""),
        ("SU:worker:9", 12, 1, "any-city"), ("SU:partisan:1", 3, 1, "partisan"),
    ],
)  # fmt: skip
def test_arrivals_that_the_rulebook_gives(name: str, turn: int, impulse: int, place: str) -> None:
    piece = pieces()[name]
    assert (piece.arrives, piece.impulse, piece.place) == (turn, impulse, place)


def test_five_armies_reach_moscow_in_september_1941() -> None:
    found = [p for p in core() if (p.arrives, p.impulse, p.place) == (3, 1, "Moscow")]
    assert Counter(p.size for p in found) == {"army": 5}


def test_triggered_units() -> None:
    found: dict[str, set[str]] = {}
    for p in core():
        if p.entry not in ("start", "turn", "motorization"):
            found.setdefault(p.entry, set()).add(p.id)
    assert found == {
        "bulgaria-1943": {"GE:mtn:15", "GE:mtn:21"},
        "bulgaria-1944": {"GE:mtn:91", "GE:mtn:97", "SS:mtn:5"},
        "warsaw": {"SS:pz:4", "GE:pz:hg"},
        "lapland-axis": {"GE:mtn:36", "GE:mtn:dietl"},
        "lapland-russian": {"SU:inf:14"},
    }


def test_numbers_of_counters() -> None:
    assert Counter(p.side for p in core()) == {"axis": 96, "russian": 108}
    groups = Counter(p.group for p in core() if p.group)
    assert groups == {
        "north": 9, "center": 18, "south": 11, "rumania": 7, "finland": 4, "air-box": 3,
        "baltic": 4, "western": 7, "kiev": 8, "odessa": 3, "leningrad": 2, "city": 20,
    }  # fmt: skip
    assert {p.place for p in core() if p.group == "city"} == {
        "Berlin", "Leningrad", "Riga", "Minsk", "Kiev", "Odessa", "Kalinin", "Tula", "Moscow",
        "Kharkov", "Stalino",
    }  # fmt: skip


def test_worker_factors_by_year() -> None:
    workers = [p for p in core() if p.kind == "worker"]
    assert sum(p.attack for p in workers if p.arrives is None) == 11
    for turn, total in ((4, 12), (10, 21), (25, 22)):
        assert sum(p.attack for p in workers if (p.arrives or 0) <= turn) == total
    assert not any(p.replaceable for p in workers)


def test_guards_and_ss() -> None:
    guards = Counter(p.kind for p in core() if p.guards)
    assert guards == {"infantry": 9, "armor": 8, "cavalry": 4}
    assert all(p.side == "russian" and p.mobility.startswith("guards-") for p in core() if p.guards)
    assert {p.id for p in core() if p.ss} == {
        "SS:inf:res", "SS:pz:1", "SS:pz:2", "SS:pz:3", "SS:pz:4", "SS:inf:6", "SS:cav:15",
        "SS:mtn:5",
    }  # fmt: skip
    assert not pieces()["GE:cav:1"].replaceable  # 21.4


def test_the_months_are_marked_as_reconstructed_where_they_are() -> None:
    said = {p.id for p in pieces().values() if p.dated == "rulebook" and not p.option}
    assert {"RO:inf:3", "SU:inf:30", "GE:mot:11", "SU:air:1"} <= said
    assert sum(p.dated == "reconstructed" for p in core()) > 80
    assert {p.dated for p in core() if p.arrives is not None} == {"rulebook", "reconstructed"}


def setup(scenario: str) -> dict[str, Any]:
    return dict(data(scenario).setup)


@pytest.mark.parametrize(
    ("scenario", "turns", "drm", "invasions", "first_to_set_up"),
    [
        ("campaign", (1, 25), 0, (2, 2), "russian"),
        ("breaking-storm", (1, 5), 0, (1, 1), "russian"),
        ("barbarossa", (1, 10), 0, (2, 2), "russian"),
        ("fall-blau", (7, 14), -1, (1, 1), "axis"),
        ("zitadelle", (13, 18), 0, (0, 1), "axis"),
        ("bagration", (19, 25), 1, (0, 0), "russian"),
    ],
)
def test_scenarios(
    scenario: str,
    turns: tuple[int, int],
    drm: int,
    invasions: tuple[int, int],
    first_to_set_up: str,
) -> None:
    s = setup(scenario)
    assert (s["first_turn"], s["last_turn"]) == turns
    assert s["weather_drm"] == drm
    assert (s["invasions"]["axis"], s["invasions"]["russian"]) == invasions
    assert s["setup_order"][0] == first_to_set_up


@pytest.mark.parametrize(
    ("scenario", "points", "line", "moscow", "campaign", "sudden"),
    [
        ("campaign", None, None, 0, True, True),
        ("breaking-storm", -1, "fall-blau", 4, False, False),
        ("barbarossa", 4, "fall-blau", 4, True, True),
        ("fall-blau", 4, "fall-blau", 0, True, True),
        ("zitadelle", -6, "zitadelle", 0, True, True),
        ("bagration", None, None, 0, True, True),
    ],
)
def test_victory(
    scenario: str, points: int | None, line: str | None, moscow: int, campaign: bool, sudden: bool
) -> None:
    victory = setup(scenario)["victory"]
    assert victory["axis_points"] == points
    assert victory["line"] == line
    assert victory["moscow_until"] == moscow
    assert (victory["campaign"], victory["sudden_death"]) == (campaign, sudden)


def test_breaking_storm_leaves_out_a_paratroop_corps() -> None:
    assert setup("breaking-storm")["absent"] == ["SU:para:8"]
    assert setup("breaking-storm")["coupled_autumn"]
    assert setup("breaking-storm")["deploy"] == setup("campaign")["deploy"]


def cities(scenario: str) -> tuple[set[str], set[str]]:
    """The places on the Axis side of a line and on the other."""
    west = axis_side(data().charts["start-lines"]["line"][scenario])
    named = {row.name: row.label for row in data().map.hexes if row is not None and row.label}
    inside = {label for name, label in named.items() if name in west}
    return inside, set(named.values()) - inside


@pytest.mark.parametrize(
    ("scenario", "axis", "russian"),
    [
        ("fall-blau", "Kharkov Kursk Smolensk Bryansk Stalino Kiev Riga Helsinki",
         "Leningrad Sevastopol Moscow Kalinin Tula Rostov Voronezh Maikop"),
        ("zitadelle", "Kharkov Smolensk Bryansk Stalino Sevastopol Kiev",
         "Leningrad Kursk Rostov Stalingrad Krasnodar Voronezh"),
        ("bagration", "Minsk Vitebsk Brest Lvov Kaunas Riga Tallinn Bucharest Ploesti Warsaw",
         "Leningrad Smolensk Bryansk Kiev Odessa Sevastopol Dnepropetrovsk Kharkov"),
    ],
)  # fmt: skip
def test_lines_leave_each_side_what_it_held(scenario: str, axis: str, russian: str) -> None:
    west, east = cities(scenario)
    assert set(axis.split()) <= west
    assert set(russian.split()) <= east


@cache
def ground() -> dict[str, str]:
    """The hexes that matter to a front, with their areas."""
    rows = [row for row in data().map.hexes if row is not None]
    return {
        r.name: r.area
        for r in rows
        if r.terrain not in ("sea", "lake") and r.area not in ("turkey", "island")
    }


@cache
def near(name: str) -> frozenset[str]:
    """The neighbours that a zone of control reaches."""
    m, h = data().map, data().map.index[name]
    found = set()
    for d in range(6):
        other = m.neighbor(h, d)
        row = m.hexes[other] if other is not None else None
        closed = {"prohibited", "strait"} & m.hexsides.get((h, other or 0), frozenset())
        if row is not None and not closed:
            found.add(row.name)
    return frozenset(found & set(ground()))


def reached(start: str, inside: set[str]) -> set[str]:
    found, ahead = {start}, [start]
    while ahead:
        for other in near(ahead.pop()) & inside - found:
            found.add(other)
            ahead.append(other)
    return found


def west_of(scenario: str) -> set[str]:
    return set(axis_side(data().charts["start-lines"]["line"][scenario])) & set(ground())


@pytest.mark.parametrize("scenario", LATER)
def test_both_sides_of_a_line_hang_together_with_the_home_of_each(scenario: str) -> None:
    """Only what the siege and the bridgeheads cut off, and the Finns, stands apart."""
    west = west_of(scenario)
    east = set(ground()) - west
    assert east - reached("R9", east) <= {"E10", "D10", "JJ23", "KK20"}
    apart = {n for n in west - reached("E31", west) if ground()[n] not in ("finland", "karelia")}
    assert apart <= {"KK19", "KK18", "LL19", "LL18", "MM18", "NN18"}


@pytest.mark.parametrize("scenario", LATER)
def test_each_side_has_the_units_to_cover_its_line(scenario: str) -> None:
    """27.11; in Finland and Karelia the Axis has only Finns for it."""
    starting = [pieces()[name] for name in setup(scenario)["at_start"]]
    able = [p for p in starting if p.kind not in ("worker", "leader", "partisan", "air", "hq")]
    west, north = west_of(scenario), {"finland", "karelia"}
    finns = {n for n in west if ground()[n] in north}
    for inside, ours in (
        (finns, [p for p in able if p.nation == "finnish"]),
        (west - finns, [p for p in able if p.side == "axis" and p.nation != "finnish"]),
        (set(ground()) - west, [p for p in able if p.side == "russian"]),
    ):
        enemy = set(ground()) - west if inside <= west else west
        bare = {n for n in inside if near(n) & enemy}
        assert len(bare) > 5
        units = 0
        while bare:
            bare -= max(({n} | near(n) for n in sorted(inside)), key=lambda c: len(c & bare))
            units += 1
        assert units <= len(ours)


@pytest.mark.parametrize("scenario", LATER)
def test_every_counter_is_somewhere(scenario: str) -> None:
    s = setup(scenario)
    places = [*s["at_start"], *s["pool"], *s["surrendered"], *s["withdrawn"]]
    assert len(places) == len(set(places))
    for p in core():
        due = p.entry == "start" or (p.entry == "turn" and (p.arrives or 0) < s["first_turn"])
        if p.entry != "motorization":
            assert (p.id in places) == due, p.id


@pytest.mark.parametrize(
    ("scenario", "side", "at_start", "pool", "surrendered"),
    [
        ("fall-blau", "axis", (56, 220), (7, 25), (0, 0)),
        ("fall-blau", "russian", (55, 219), (10, 32), (20, 63)),
        ("zitadelle", "axis", (56, 225), (10, 33), (9, 31)),
        ("zitadelle", "russian", (68, 289), (7, 24), (24, 74)),
        ("bagration", "axis", (53, 224), (10, 35), (14, 49)),
        ("bagration", "russian", (77, 331), (5, 18), (24, 74)),
    ],
)
def test_totals_are_those_that_the_charts_explain(
    scenario: str,
    side: str,
    at_start: tuple[int, int],
    pool: tuple[int, int],
    surrendered: tuple[int, int],
) -> None:
    s = setup(scenario)
    text = next(x.reasoning for x in data().sources if x.name == f"forces-{scenario}")
    text = " ".join(text.split())
    for key, total in (("at_start", at_start), ("pool", pool), ("surrendered", surrendered)):
        found = [pieces()[name] for name in s[key] if pieces()[name].side == side]
        assert (len(found), sum(p.attack for p in found)) == total
        assert f"{total[0]} units of {total[1]}" in text or f"{total[0]} of {total[1]}" in text


def test_what_the_rules_ask_of_the_later_scenarios() -> None:
    bagration, zitadelle = setup("bagration"), setup("zitadelle")
    assert {"SS:pz:1", "SS:pz:2", "SS:pz:3"} <= set(bagration["at_start"])  # 20.9.2
    assert not any(pieces()[n].nation == "italian" for n in bagration["at_start"])  # 24.4
    assert {"GE:inf:8", "GE:inf:42", "GE:mot:50", "RO:inf:5"} <= set(zitadelle["pool"])  # 21
    for scenario in LATER:
        assert {"GE:leader:hitler", "SU:leader:stalin", "SU:hq:stavka"} <= set(
            setup(scenario)["at_start"]
        )


def test_every_group_of_the_campaign_has_its_area() -> None:
    deploy = {part["group"]: part for part in setup("campaign")["deploy"]}
    assert {d["zones"][0] for g, d in deploy.items() if d["side"] == "russian"} == {
        "baltic", "western", "kiev", "odessa", "leningrad",
    }  # fmt: skip
    assert deploy["rumania"]["areas"] == ["rumania"]
    assert deploy["finland"]["areas"] == ["finland"]
    assert deploy["rumania"]["attacks"] == ["kiev", "odessa"]  # 3.7
    assert (deploy["north"]["attacks"], deploy["center"]["attacks"]) == (["baltic"], ["western"])

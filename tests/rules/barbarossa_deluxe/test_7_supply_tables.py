"""Section 7: the supply of units in tables of positions, and the reported lines."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    AERIAL,
    COASTAL,
    CRIMEA,
    GARRISON,
    OFFENSIVE,
    OOS,
    OVERLAND,
    Units,
    at,
    data,
    edit,
    game,
    number,
    play,
    surround,
    walk,
)

RIFLES = [u.name for u in data().units if u.kind == "rifle"]
CORPS = [u.name for u in data().units if u.kind == "infantry"]
WEST = [f"{row}24" for row in range(17, 30)]
EAST = [f"{row}00" for row in (*range(10, 27), 31, 32)]
FAR = {"1001": ["60A"]}


def board(units: Units, **more: object) -> State:
    """The German's assaults, units where they are named and nowhere else."""
    return at("prepared assault", "german", units=units, **more)  # type: ignore[arg-type]


def ring(hex_: str, enemies: list[str], leave: str = "") -> dict[str, str]:
    return surround(hex_, [u for u in enemies if u != "60A"], [leave])


def column(name: str) -> list[str]:
    """The southern land hexes of a column of the map."""
    rows = [r for r in data().map.hexes if r is not None and r.name[2:] == name]
    return [r.name for r in rows if r.zone == "south" and r.terrain != "sea"]


# -- German states ----------------------------------------------------------------------------


@pytest.mark.rule("BD-7.5a", "BD-7.5c", "BD-7.4h")
@pytest.mark.parametrize(
    ("hex_", "strait", "states"),
    [
        # the state with nothing declared, with Crimea supply, with coastal supply
        ("1416", [], (COASTAL, COASTAL, COASTAL)),
        ("1717", [], (COASTAL, COASTAL, COASTAL)),
        ("2911", [], (COASTAL, OOS, COASTAL)),
        ("3204", ["3105", "3106"], (COASTAL, OOS, COASTAL)),
        ("2805", ["3105", "3106"], (COASTAL, OOS, COASTAL)),
        ("2805", ["3105"], (OOS, OOS, OOS)),
        ("2805", ["3106"], (OOS, OOS, OOS)),
        ("2805", [], (OOS, OOS, OOS)),
        ("2309", ["3105", "3106"], (OOS, OOS, OOS)),
        ("1714", [], (OOS, OOS, OOS)),
    ],
)
def test_which_coast_supplies_when(hex_: str, strait: list[str], states: tuple[int, ...]) -> None:
    lost = [h for h in ("3105", "3106") if h not in strait]
    for choice, state in enumerate(states):
        position = board(
            {"4AK": hex_, **ring(hex_, RIFLES)},
            german=strait,
            soviet=lost,
            variables={"crimea supply": choice},
        )
        assert position.ask("supply", "4AK") == state
        # no satellite army draws it
        army = board(
            {"3Rum": hex_, **ring(hex_, RIFLES)},
            german=strait,
            soviet=lost,
            zone="north",
            variables={"crimea supply": choice},
        )
        assert army.ask("supply", "3Rum") == OOS


@pytest.mark.rule("BD-7.2a")
def test_a_unit_has_the_best_supply_that_it_can() -> None:
    drawing = {"crimea supply": ["4AK"]}
    open_ = board({"4AK": "3107", **FAR}, german=["2607"], flags=drawing,
                  variables={"crimea supply": 1})  # fmt: skip
    assert open_.ask("supply", "4AK") == OVERLAND
    # Crimea supply before the coast and the marker
    crimea = edit(open_, soviet=["2607"], variables={"aerial supply hex": number("3107")})
    assert crimea.ask("supply", "4AK") == CRIMEA
    # a garrison on the coast; without it the coast; without that the marker; then nothing
    air = {"aerial supply hex": number("1717")}
    fortress = {"fortress city": ["1717"]}
    held = board({"4AK": "1717", **ring("1717", RIFLES)}, hex_flags=fortress, variables=air)
    assert held.ask("supply", "4AK") == GARRISON
    assert edit(held, not_hex_flags=fortress).ask("supply", "4AK") == COASTAL
    inland = {"aerial supply hex": number("2309")}
    flown = board({"4AK": "2309", "5AK": "2310", **ring("2309", RIFLES, "2310")}, variables=inland)
    assert flown.ask("supply", "4AK") == OVERLAND
    shut = board({"4AK": "2309", "5AK": "2320", **ring("2309", RIFLES)}, variables=inland)
    assert shut.ask("supply", "4AK") == AERIAL and shut.ask("supply", "5AK") == OVERLAND
    gone = edit(shut, variables={"aerial supply hex": -1})
    assert gone.ask("supply", "4AK") == OOS
    # overland before the garrison
    rear = board({"4AK": "2418", **FAR}, hex_flags={"fortress city": ["2418"]})
    assert rear.ask("supply", "4AK") == OVERLAND


@pytest.mark.rule("BD-7.7b")
def test_the_marker_supplies_all_in_its_hex_and_nobody_beside_it() -> None:
    units: Units = {"2309": ["4AK", "3Pz", "3Rum"], "2310": ["5AK"]}
    shut = [*ring("2309", RIFLES, "2310").values(), "2311", "2411", "2211", "2210", "2410"]
    shut = [h for h in dict.fromkeys(shut) if h not in ("2309", "2310")]
    armies = dict(zip((u for u in RIFLES if u != "60A"), shut, strict=False))
    state = board({**units, **armies}, variables={"aerial supply hex": number("2309")})
    assert [state.ask("supply", u) for u in ("4AK", "3Pz", "3Rum", "5AK")] == [AERIAL] * 3 + [OOS]
    # in the first hex of the map as well; off the map it supplies nobody
    first = next(r.name for r in data().map.hexes if r is not None)
    corner = board({"4AK": first, **ring(first, RIFLES)}, variables={"aerial supply hex": -1})
    assert corner.ask("supply", "4AK") == OOS
    flown = edit(corner, variables={"aerial supply hex": number(first)})
    assert flown.ask("supply", "4AK") == AERIAL


@pytest.mark.rule("BD-7.6a", "BD-7.6c")
@pytest.mark.parametrize(
    ("hex_", "state"),
    [
        ("2418", GARRISON),  # Krakow, General Government
        ("2320", GARRISON),  # Breslau, Greater Germany
        ("2820", GARRISON),  # Budapest, Hungary
        ("3114", OOS),  # Bucharest
        ("2311", OOS),  # Kiev
        ("1813", OOS),  # Minsk
    ],
)
def test_fortress_cities_at_home_have_a_garrison(hex_: str, state: int) -> None:
    units = {"4AK": hex_, "60A": "1001", **ring(hex_, RIFLES)}
    held = board(units, hex_flags={"fortress city": [hex_]})
    assert held.ask("supply", "4AK") == state
    assert edit(held, not_hex_flags={"fortress city": [hex_]}).ask("supply", "4AK") == OOS


@pytest.mark.rule("BD-10.22a", "BD-10.22c")
@pytest.mark.parametrize(
    ("unit", "hex_", "zone", "turn", "state"),
    [
        ("3Rum", "1809", "south", 9, OOS),
        ("3Rum", "1809", "north", 9, OVERLAND),
        ("3Rum", "1809", "north", 12, OVERLAND),
        ("3Rum", "1809", "north", 13, OOS),
        ("8Ital", "2109", "south", 12, OOS),
        ("8Ital", "2209", "south", 12, OVERLAND),
        ("3Rum", "2309", "south", 13, OVERLAND),
        ("3Rum", "2309", "north", 13, OVERLAND),
        ("4AK", "1809", "south", 9, OVERLAND),
        ("3Pz", "1809", "north", 13, OVERLAND),
    ],
)
def test_satellites_have_no_line_in_the_north(
    unit: str, hex_: str, zone: str, turn: int, state: int
) -> None:
    found = board({unit: hex_, **FAR}, zone=zone, turn=turn).ask("supply", unit)
    assert found == state


# -- lines ------------------------------------------------------------------------------------


@pytest.mark.rule("BD-7.3b", "BD-7.3d", "BD-7.15a")
def test_each_zone_has_the_western_sources_of_its_own() -> None:
    units = {"4AK": "1809", "5AK": "2309"}
    north = dict(zip(RIFLES, WEST[:5], strict=False))
    assert [r for r in WEST if data().map.hexes[number(r)].zone == "north"] == WEST[:5]  # type: ignore[union-attr]
    shut = board({**units, **north})
    assert (shut.ask("supply", "4AK"), shut.ask("supply", "5AK")) == (OOS, OVERLAND)
    south = board({**units, **dict(zip(RIFLES, WEST[5:], strict=False))})
    assert (south.ask("supply", "4AK"), south.ask("supply", "5AK")) == (OVERLAND, OOS)
    # one is enough, and held again the moment that it is left
    for source in WEST[:5]:
        army = next(u for u, h in north.items() if h == source)
        assert edit(shut, {army: "1001"}).ask("supply", "4AK") == OVERLAND
        # whoever of one's own stands in it
        assert edit(shut, {army: "1001", "6AK": source}).ask("supply", "4AK") == OVERLAND


@pytest.mark.rule("BD-7.9b", "BD-7.9c", "BD-7.15a")
def test_each_zone_has_the_eastern_sources_of_its_own() -> None:
    units = {"60A": "1502", "61A": "2403"}
    north, south = EAST[:12], EAST[12:]
    shut = board({**units, **dict(zip(CORPS, north, strict=False))})
    assert (shut.ask("supply", "60A"), shut.ask("supply", "61A")) == (OOS, OVERLAND)
    other = board({**units, **dict(zip(CORPS, south, strict=False))})
    assert (other.ask("supply", "60A"), other.ask("supply", "61A")) == (OVERLAND, OOS)
    # the hexes of the steppe between them are no sources
    assert edit(other, {CORPS[0]: "1809"}).ask("supply", "61A") == OVERLAND
    for source in north:
        corps = CORPS[north.index(source)]
        assert edit(shut, {corps: "1809"}).ask("supply", "60A") == OVERLAND
        assert edit(shut, {corps: "1809", "62A": source}).ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.4a", "BD-7.15a", "BD-7.14d")
def test_a_line_goes_on_from_dnepropetrovsk_free_of_enemies_and_in_the_south() -> None:
    units = {"3Pz": "2403", "14Pz": "2705"}
    free = board({**units, **FAR}, german=["2607"])
    assert [free.ask("supply", u) for u in units] == [OVERLAND, OVERLAND]
    # a wall from the boundary to the sea; north of it the way is open
    wall = [h for h in column("04") if h[:2] in ("22", "23", "24", "25", "26", "27", "28", "29",
                                                 "30", "31", "32")]  # fmt: skip
    armies = dict(zip((u for u in RIFLES if u != "60A"), wall, strict=False))
    shut = board({**units, **armies, **FAR}, german=["2607"])
    assert [shut.ask("supply", u) for u in units] == [OOS, OVERLAND]


@pytest.mark.rule("BD-7.4a", "BD-7.14d")
def test_dnepropetrovsk_itself_must_have_a_line() -> None:
    """Open to the east, shut in to the west."""
    west = dict(zip(("61A", "62A", "63A", "64A", "59A"), ("2507", "2608", "2707", "2506", "2706"),
                    strict=True))  # fmt: skip
    state = board({"3Pz": "2606", "4AK": "2607", **west, "3A": "2605", "4A": "2505",
                   "5A": "2705"})  # fmt: skip
    assert (state.ask("supply", "3Pz"), state.ask("supply", "4AK")) == (OOS, OOS)
    # the city is empty and German: the same
    assert edit(state, {"4AK": "removed"}).ask("supply", "3Pz") == OOS
    out = edit(state, {"62A": "1001"})
    assert (out.ask("supply", "3Pz"), out.ask("supply", "4AK")) == (OVERLAND, OVERLAND)


@pytest.mark.rule("BD-7.4c", "BD-7.14d")
def test_rostov_itself_must_have_a_line_through_dnepropetrovsk() -> None:
    ways = ("2704", "2805", "2904", "2803", "2703")
    around = dict(zip(("61A", "62A", "63A", "64A", "59A"), ways, strict=True))
    units = {"3Pz": "2903", "5AK": "2804", "3A": "3003", "4A": "3004", "5A": "2902"}
    state = board({**units, **around, **FAR}, german=["2607"])
    assert (state.ask("supply", "3Pz"), state.ask("supply", "5AK")) == (OOS, OOS)
    out = edit(state, {"61A": "1002"})
    assert (out.ask("supply", "3Pz"), out.ask("supply", "5AK")) == (OVERLAND, OVERLAND)
    # a way around the city is none
    by = edit(out, {"61A": "2804", "64A": "1003"}, german=["2607"])
    assert by.ask("supply", "3Pz") == OOS


@pytest.mark.rule("BD-7.4f")
def test_crimea_lines_come_from_sevastopol_in_german_hands() -> None:
    drawing = ["4AK", "5AK", "6AK"]
    units = {"4AK": "3107", "5AK": "3105", "6AK": "3009", **FAR}

    def crimea(units: Units, **more: object) -> list[int]:
        state = board(
            units,
            variables={"crimea supply": 1},
            flags={"crimea supply": drawing},
            **more,
        )
        return [state.ask("supply", u) for u in drawing]

    held = ["3106", "3108", "3008"]
    assert crimea(units, german=held, soviet=["2607"]) == [CRIMEA] * 3
    assert crimea(units, german=["3106"], soviet=["2607", "3108"]) == [OOS] * 3
    # across the strait while no enemy stands between
    cut = {**units, "61A": "3106", "63A": "2908"}
    assert crimea(cut, german=held, soviet=["2607"]) == [CRIMEA, OOS, CRIMEA]
    # past hexes in Soviet hands, but not through Soviet units
    free = crimea({**units, "62A": "3008"}, german=held, soviet=["2607", "3106"])
    assert free == [CRIMEA] * 3
    # not outside the area
    away = crimea({"4AK": "2908", "5AK": "3103", "6AK": "3108", **FAR}, german=held,
                  soviet=["2607"])  # fmt: skip
    assert away[1:] == [OOS, CRIMEA] and away[0] == OOS


@pytest.mark.rule("BD-7.4f", "BD-7.4j", "BD-7.4h")
def test_only_who_is_named_draws_crimea_supply_and_only_when_it_was_chosen() -> None:
    units = {"4AK": "3107", "5AK": "3107", **FAR}
    for choice, states in ((0, [COASTAL, COASTAL]), (1, [CRIMEA, OOS]), (2, [COASTAL, COASTAL])):
        state = board(
            units,
            soviet=["2607"],
            variables={"crimea supply": choice},
            flags={"crimea supply": ["4AK"]},
        )
        assert [state.ask("supply", u) for u in ("4AK", "5AK")] == states


@pytest.mark.rule("BD-7.14b", "BD-7.14c", "BD-7.14d", "BD-7.14e", "BD-7.14f", "BD-7.14g")
@pytest.mark.parametrize(
    ("hex_", "leave", "german", "soviet"),
    [
        ("2901", "2802", OOS, OVERLAND),  # Manych Deep, USSR
        ("2921", "2822", OVERLAND, OOS),  # Balaton, Hungary
        ("2802", "2901", OOS, OVERLAND),
        ("1112", "1213", OOS, OVERLAND),  # Lake Peipus
        ("2904", "2805", OOS, OOS),  # Sea of Azov
        ("1216", "1316", OOS, OOS),  # Gulf of Riga
        ("3008", "2907", OOS, OVERLAND),  # the Sivash
        ("2309", "2310", OVERLAND, OVERLAND),
    ],
)
def test_lines_over_water(hex_: str, leave: str, german: int, soviet: int) -> None:
    held = ["2607", "2804"]
    corps = board({"4AK": hex_, **ring(hex_, RIFLES, leave)}, german=[leave, *held],
                  variables={"crimea supply": 1})  # fmt: skip
    found = corps.ask("supply", "4AK")
    assert found == german or (found == COASTAL and german == OOS)
    army = board({"60A": hex_, **ring(hex_, CORPS, leave)}, soviet=[leave])
    assert army.ask("supply", "60A") == soviet


@pytest.mark.rule("BD-7.20a", "BD-7.20c", "BD-7.14d")
def test_forts_bar_the_lines_of_the_other_side_alone() -> None:
    """2313 is a Soviet fort, 1817 a German one."""
    theirs = {"60A": "2312", **ring("2312", CORPS, "2313")}
    out = board({**theirs}, german=["2313"])
    assert out.ask("supply", "60A") == OVERLAND
    assert edit(out, soviet=["2313"]).ask("supply", "60A") == OVERLAND
    ours = board({"4AK": "1818", **ring("1818", RIFLES, "1817")})
    assert ours.ask("supply", "4AK") == OVERLAND
    wrecked = edit(ours, hex_flags={"destroyed fort": ["1817"]})
    assert wrecked.ask("supply", "4AK") == OVERLAND
    # an army in the fort stands on what it has taken
    held = board({"4AK": "2312", **ring("2312", RIFLES, "2313")}, german=["2313"])
    assert held.ask("supply", "4AK") == OVERLAND
    assert edit(held, soviet=["2313"]).ask("supply", "4AK") == OOS
    assert edit(held, {"60A": "2313"}).ask("supply", "4AK") == OOS
    plain = {"60A": "1818", **ring("1818", CORPS, "1819")}
    assert board(plain).ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.15a")
@pytest.mark.parametrize("army", ["4AK", "60A"])
def test_a_line_stays_in_the_zone_in_which_it_began(army: str) -> None:
    """2209 is southern, 2109 northern; both have a way that leads into the other zone alone."""
    enemies = RIFLES if army == "4AK" else CORPS
    for here, there in (("2209", "2109"), ("2109", "2209"), ("2209", "2108"), ("2109", "2210")):
        shut = board({army: here, **ring(here, enemies, there)})
        assert shut.ask("supply", army) == OOS
    for here, there in (("2209", "2309"), ("2109", "2009"), ("2209", "2210"), ("2109", "2110")):
        open_ = board({army: here, **ring(here, enemies, there)})
        assert open_.ask("supply", army) == OVERLAND


# -- the line that is told --------------------------------------------------------------------


@pytest.mark.rule("BD-7.4a", "BD-7.4c", "BD-7.15a")
def test_the_line_that_is_told_ends_at_a_source_by_way_of_its_cities() -> None:
    units = {"4AK": "2309", "5AK": "2705", "6AK": "2903", "7AK": "1809", "60A": "2402"}
    state = board({**units, "61A": "1502"}, german=["2607", "2804"])

    def way(unit: str, position: State = state) -> tuple[str, ...]:
        return position.supply(unit).path

    assert way("4AK")[0] == "2309" and way("4AK")[-1] in WEST[5:] and "2607" not in way("4AK")
    assert way("5AK")[-1] in WEST[5:] and "2607" in way("5AK") and "2804" not in way("5AK")
    rostov = way("6AK")
    assert rostov[-1] in WEST[5:] and 0 < rostov.index("2804") < rostov.index("2607")
    assert way("7AK")[-1] in WEST[:5]
    # in the same area a Soviet line passes no city
    assert way("60A")[-1] in EAST[12:] and len(way("60A")) <= 4
    assert way("61A")[-1] in EAST[:12]
    # no line, and where it is stuck
    lost = edit(state, soviet=["2607"])
    assert (way("5AK", lost), lost.supply("5AK").stuck) == ((), "2705")
    assert (way("6AK", lost), lost.supply("6AK").stuck) == ((), "2804")
    assert way("4AK", lost) != ()
    half = edit(state, soviet=["2804"])
    assert (way("6AK", half), half.supply("6AK").stuck) == ((), "2903")
    assert way("5AK", half) != ()


@pytest.mark.rule("BD-7.15a")
def test_the_line_that_is_told_keeps_to_its_zone() -> None:
    for unit, enemies in (("4AK", RIFLES), ("60A", CORPS)):
        for here, there in (("2109", "2209"), ("2209", "2109")):
            told = board({unit: here, **ring(here, enemies, there)}).supply(unit)
            assert told.path == () and told.region == (here,) and there not in told.cut
        told = board({unit: "2209", **ring("2209", enemies, "2309")}).supply(unit)
        assert told.path[:2] == ("2209", "2309") and told.path[-1] in (*WEST[5:], *EAST[12:])
        told = board({unit: "2109", **ring("2109", enemies, "2009")}).supply(unit)
        assert told.path[:2] == ("2109", "2009") and told.path[-1] in (*WEST[:5], *EAST[:12])


# -- Soviet states ----------------------------------------------------------------------------


@pytest.mark.rule("BD-7.8a", "BD-7.9a")
def test_soviet_units_are_in_regular_supply_or_in_garrison_or_in_none() -> None:
    hero = {"hero city": ["2501"]}
    shut = board({"60A": "2501", "61A": "2204", **ring("2501", CORPS)}, hex_flags=hero)
    assert (shut.ask("supply", "60A"), shut.ask("supply", "61A")) == (GARRISON, OVERLAND)
    assert edit(shut, not_hex_flags=hero).ask("supply", "60A") == OOS
    # a German fortress city is no garrison of theirs, nor a hero city the German's
    fortress = edit(shut, not_hex_flags=hero, hex_flags={"fortress city": ["2501"]})
    assert fortress.ask("supply", "60A") == OOS
    open_ = board({"60A": "2501", "4AK": "2320"}, hex_flags=hero)
    assert open_.ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.10a", "BD-7.10b", "BD-7.11a")
@pytest.mark.parametrize(("name", "reach"), [("A", 4), ("B", 3), ("C", 2)])
def test_the_ranges_of_the_markers(name: str, reach: int) -> None:
    """In a straight line from 2308, the unit's own hex not counted."""
    units = {"60A": "2308", "4AK": "2320", "61A": "2309"}
    for far in range(1, 7):
        place = {f"supply marker {name}": number(f"23{8 - far:02}")}
        state = board(units, variables=place)
        assert state.ask("supply", "60A") == (OFFENSIVE if far <= reach else OVERLAND)
    assert board(units, variables={f"supply marker {name}": number("2308")}).ask(
        "supply", "60A"
    ) == OFFENSIVE  # fmt: skip
    assert board(units).ask("supply", "60A") == OVERLAND
    # in the first hex of the map too
    first = next(r.name for r in data().map.hexes if r is not None)
    corner = board({"60A": first, **{"4AK": "2320"}}, variables={f"supply marker {name}": 0})
    assert corner.ask("supply", "60A") == OFFENSIVE
    # two markers: either reaches
    both = board(units, variables={"supply marker A": number("3200"),
                                   "supply marker C": number("2307")})  # fmt: skip
    assert both.ask("supply", "60A") == OFFENSIVE
    # German units know no such thing
    assert all(both.ask("supply", u) == OVERLAND for u in ("4AK",))


@pytest.mark.rule("BD-7.10a", "BD-7.11d")
def test_offensive_supply_is_regular_supply_and_a_marker() -> None:
    near = {"supply marker A": number("2306")}
    for turn, plain, marked in ((9, OVERLAND, OFFENSIVE), (13, OVERLAND, OFFENSIVE)):
        free: Units = {"60A": "2308", "4AK": "2320"}
        assert board(free, turn=turn).ask("supply", "60A") == plain
        assert board(free, turn=turn, variables=near).ask("supply", "60A") == marked
        shut = {"60A": "2308", **ring("2308", CORPS)}
        assert board(shut, turn=turn).ask("supply", "60A") == OOS
        assert board(shut, turn=turn, variables=near).ask("supply", "60A") == OOS
        hero = {"hero city": ["2501"]}
        city = {"60A": "2501", **ring("2501", CORPS)}
        in_city = {"supply marker A": number("2501")}
        held = board(city, turn=turn, variables=in_city, hex_flags=hero)
        assert held.ask("supply", "60A") == GARRISON


# -- what it does -----------------------------------------------------------------------------


@pytest.mark.rule("BD-7.3c", "BD-7.5b", "BD-7.16b")
@pytest.mark.parametrize(
    ("supply", "full"),
    [
        (OVERLAND, True),
        (CRIMEA, True),
        (GARRISON, True),
        (COASTAL, False),
        (AERIAL, False),
        (OOS, False),
    ],
)
def test_who_moves_at_the_full_factor(supply: int, full: bool) -> None:
    here = {GARRISON: "2117", AERIAL: "2705", OOS: "2705"}.get(supply, "3107")
    units: Units = {"3Pz": here, "4AK": here, **FAR}
    if supply == GARRISON:
        # 2117 is northern; the one way out is southern
        units = {**units, **ring(here, RIFLES, "2217")}
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units=units,
        german=["2607"] if supply == OVERLAND else [],
        soviet=[] if supply == OVERLAND else ["2607"],
        variables={
            "crimea supply": 1 if supply == CRIMEA else 2,
            "aerial supply hex": number(here) if supply == AERIAL else -1,
        },
        flags={"crimea supply": ["3Pz", "4AK"] if supply == CRIMEA else []},
        hex_flags={"fortress city": [here] if supply == GARRISON else []},
    )
    assert [state.ask("supply", u) for u in ("3Pz", "4AK")] == [supply, supply]
    for unit, points in (("3Pz", 8), ("4AK", 4)):
        moving = play(state, f"move {unit}")
        assert moving.ask("german allowance") == (points if full else points // 2)


@pytest.mark.rule("BD-3.6a", "BD-3.6d")
def test_each_land_hex_but_neutral_ones_is_held_by_one_side() -> None:
    state = board({"4AK": "2308", "60A": "1001"}, german=["2205"], soviet=["2309"])
    german, soviet = set(state.ask("control", 0)), set(state.ask("control", 1))
    assert {"2308", "2205", "2320"} <= german and {"1001", "2309", "1606"} <= soviet
    assert not german & soviet
    land = {r.name for r in data().map.hexes if r is not None and r.terrain not in ("sea", "lake")}
    neutral = {r.name for r in data().map.hexes if r is not None and r.area == "bulgaria"}
    assert german | soviet == land - neutral and neutral


@pytest.mark.rule("BD-7.14b", "BD-7.14c")
@pytest.mark.parametrize("off", ["BD-7.14b", "BD-7.14c"])
def test_the_lakes_of_each_side_are_opened_by_a_rule_of_its_own(off: str) -> None:
    """Without one of the two rules the lines of the other side run over its lakes yet."""
    plain = game(off).new()
    plain.push("automatic")
    choices = {"logistics zone": "south"}
    board_ = walk(plain, "prepared assault", "german", choices)
    corps = edit(board_, {"4AK": "2921", **ring("2921", RIFLES, "2822")}, clear=True,
                 german=["2822"])  # fmt: skip
    assert corps.ask("supply", "4AK") == (OVERLAND if off == "BD-7.14b" else OOS)
    army = edit(board_, {"60A": "2901", **ring("2901", CORPS, "2802")}, clear=True,
                soviet=["2802"])  # fmt: skip
    assert army.ask("supply", "60A") == (OVERLAND if off == "BD-7.14c" else OOS)


@pytest.mark.rule("BD-7.15a", "BD-7.3a", "BD-7.4a")
def test_no_line_goes_on_from_a_gate_through_the_other_zone() -> None:
    """2200 can be come to from 2100 alone, which lies in the north."""
    state = board({"4AK": "2200", **ring("2200", RIFLES, "2100"), "60A": "1001"},
                  german=["2100", "2607", "2804"])  # fmt: skip
    assert "2100" in state.ask("german overland") and "2200" not in state.ask("german overland")
    assert state.ask("supply", "4AK") == OOS
    # with a hex of the south free of enemies there is one
    free = board({"4AK": "2200", **ring("2200", RIFLES, "2201"), "60A": "1001"},
                 german=["2201", "2607", "2804"])  # fmt: skip
    assert free.ask("supply", "4AK") == OVERLAND


@pytest.mark.rule("BD-3.6d", "BD-7.4a", "BD-7.4c")
def test_a_gate_that_changes_hands_ends_no_line_of_the_german_and_none_of_the_soviet_ever() -> None:
    held = board({"4AK": "2320", "60A": "1001"}, german=["2607", "2804"])
    assert held.ask("german line ends", "2903") == ["2804"]
    assert held.ask("german line onward", "2804") == ["2607"]
    sources = set(held.ask("soviet line ends", "2903"))
    assert sources and not sources & {"2804", "2607"}
    assert set(held.ask("soviet line onward", "2804")) == sources
    lost = board({"4AK": "2320", "60A": "2804", "61A": "2607"})
    assert lost.ask("german line ends", "2903") == []
    assert lost.ask("german line onward", "2804") == []
    assert set(lost.ask("soviet line ends", "2903")) == sources

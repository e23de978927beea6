"""Mud, winter, and the thaw."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import (
    APRIL,
    AUGUST,
    DECEMBER,
    FEBRUARY,
    MARCH,
    NOVEMBER,
    OCTOBER,
    at,
    data,
    farthest,
    names,
    play,
    second,
    walk,
)

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SEASONS = dict.fromkeys(MONTHS, "normal") | dict.fromkeys(("Mar", "Oct"), "mud")
SEASONS |= dict.fromkeys(("Nov", "Dec", "Jan", "Feb"), "winter")


def month(turn: int) -> str:
    """The month of a turn, June 1941 being the first."""
    return MONTHS[(turn + 4) % 12]


def season(turn: int) -> str:
    """The weather of a turn, told by what a Panzer corps and a Soviet supply unit can do."""
    slow = farthest(at("axis move", {"0634": "1PzC"}, turn), "1PzC") == 5
    units = {"0634": "1Inf", "0636": "1SovSup", "0633": "1InC"}
    far = names(at("soviet fight", units, turn), "attack") == {"0633"}
    return {(False, True): "normal", (True, False): "mud", (True, True): "winter"}[slow, far]


@pytest.mark.rule("SPI-WX-0", "SPI-MUD-0", "SPI-WINTER-0")
@pytest.mark.parametrize("turn", range(1, 46))
def test_the_weather_of_every_month(turn: int) -> None:
    """Fixed by the month in each year of the war."""
    assert season(turn) == SEASONS[month(turn)]


@pytest.mark.rule("SPI-WX-0", "SPI-MUD-0", "SPI-WINTER-0")
@pytest.mark.parametrize(
    ("scenario", "turn", "expected"),
    [
        ("barbarossa", 4, 8),
        ("barbarossa", 5, 5),
        ("barbarossa", 8, 5),
        ("stalingrad", 16, 8),
        ("stalingrad", 17, 5),
        ("stalingrad", 20, 5),
        ("zitadelle", 28, 8),
        ("zitadelle", 29, 5),
        ("berlin", 40, 8),
        ("berlin", 41, 5),
        ("berlin", 42, 5),
    ],
)
def test_the_weather_of_the_standard_games(scenario: str, turn: int, expected: int) -> None:
    """By the same months as that of the campaign."""
    state = at("axis move", {"0634": "1PzC"}, turn, scenario=scenario)
    assert farthest(state, "1PzC") == expected


def test_no_die_is_rolled_for_the_weather() -> None:
    """A year passes without a decision of chance."""
    state = at("axis move", {"0634": "1PzC"}, AUGUST)
    for turn in range(4, 12):
        state = walk(state, "movement", "soviet")
        state = walk(state, "movement", "axis")
        assert state.turn == turn


ALLOWANCES = [
    # in normal weather, in mud and in winter
    ("1PzA", 8, 5, 5),
    ("1PzC", 8, 5, 5),
    ("1InA", 3, 2, 2),
    ("1InC", 3, 2, 2),
    ("1RumA", 2, 2, 2),
    ("1RumC", 2, 2, 2),
    ("1HunA", 2, 2, 2),
    ("1ItaC", 2, 2, 2),
    ("1Air", 2, 2, 2),
    ("1AxSup", 2, 2, 2),
    ("1TkA", 5, 5, 5),
    ("1TkC", 5, 5, 5),
    ("1MeC", 5, 5, 5),
    ("1Shk", 3, 3, 3),
    ("1Inf", 2, 2, 2),
    ("1SovSup", 2, 2, 2),
]


@pytest.mark.rule(
    "SPI-MUD-B1",
    "SPI-MUD-B2",
    "SPI-WINTER-D1",
    "SPI-WINTER-D2",
    "SPI-WX-0",
)
@pytest.mark.parametrize(("unit", "normal", "mud", "winter"), ALLOWANCES)
def test_the_movement_allowances(unit: str, normal: int, mud: int, winter: int) -> None:
    """In both Movement Phases, and in each month of a weather."""
    side = next(u.side for u in data().units if u.name == unit)
    expected = {
        AUGUST: normal,
        APRIL: normal,
        OCTOBER: mud,
        MARCH: mud,
        NOVEMBER: winter,
        DECEMBER: winter,
        FEBRUARY: winter,
    }
    found = {turn: farthest(at(f"{side} move", {"0634": unit}, turn), unit) for turn in expected}
    assert found == expected
    for turn in (AUGUST, MARCH, DECEMBER):
        late = second(at(f"{side} fight", {"0634": unit}, turn))
        assert farthest(late, unit) == expected[turn]


@pytest.mark.rule("SPI-MUD-B3", "SPI-WINTER-D3")
def test_no_weather_slows_the_soviets() -> None:
    """The allowances of their combat units in summer, mud and winter."""
    for unit, points in (("1TkA", 5), ("1Shk", 3), ("1Inf", 2), ("1MeC", 5)):
        for turn in (AUGUST, OCTOBER, DECEMBER, MARCH):
            assert farthest(at("soviet move", {"0634": unit}, turn), unit) == points


@pytest.mark.rule("SPI-MUD-B1", "SPI-MUD-B2", "SPI-WINTER-D1", "SPI-WINTER-D2")
def test_a_finnish_army_has_two_points_always() -> None:
    """Allies are slow in every weather."""
    for turn in (AUGUST, OCTOBER, DECEMBER):
        assert farthest(at("axis move", {"0418": "1FinA"}, turn), "1FinA") == 2


@pytest.mark.rule("SPI-WINTER-A1")
@pytest.mark.parametrize(
    ("turn", "reaches"),
    [
        (AUGUST, False),
        (OCTOBER, False),
        (NOVEMBER, True),
        (DECEMBER, True),
        (FEBRUARY, True),
        (MARCH, False),
    ],
)
def test_a_frozen_river_costs_nothing(turn: int, reaches: bool) -> None:
    """With two points over the river to 1030 and on to 0930, on either side."""
    for side, unit in (("soviet", "1Inf"), ("axis", "1RumC")):
        state = play(at(f"{side} move", {"1130": unit}, turn), f"move {unit}")
        assert "1030" in names(state, "to")
        assert ("0930" in names(state, "to")) == reaches


@pytest.mark.rule("SPI-WINTER-A1")
def test_a_motorized_unit_pays_a_point_less_over_ice() -> None:
    """W3, W4: into a zone across a river 4 points, in January 3."""
    for turn, points in ((AUGUST, 4), (8, 3)):
        units = {"1130": "1TkA", "0930": "1InC"}
        # 1030 lies in the zone of 1InC
        assert at("soviet move", units, turn).reach("1TkA")["1030"] == points


@pytest.mark.rule("SPI-WINTER-A2")
@pytest.mark.parametrize(
    ("turn", "open_"),
    [(AUGUST, False), (OCTOBER, False), (NOVEMBER, True), (FEBRUARY, True), (MARCH, False)],
)
def test_a_frozen_lake_is_clear_ground(turn: int, open_: bool) -> None:
    """It is entered for a point a hex, and holds zones, attacks and retreats."""
    for side, unit in (("soviet", "1Inf"), ("axis", "1RumC")):
        state = play(at(f"{side} move", {"0418": unit}, turn), f"move {unit}")
        assert {"0419", "0319"} <= names(state, "to") or not open_
        assert ("0320" in names(state, "to")) == open_
        assert ("0419" in names(state, "to")) == open_
    zone = at("soviet move", {"0418": "1InC"}, turn).ask("axis zone of control")
    assert ("0419" in zone) == open_


@pytest.mark.rule("SPI-WINTER-A2", "SPI-CBT-T1")
def test_on_the_ice_nobody_is_doubled() -> None:
    """Clear ground for combat as well."""
    from .battle_positions import odds

    units = {"0320": "1Inf", "0321": "1PzA, 1AxSup"}
    assert odds(at("axis fight", units, DECEMBER), "0320", "1PzA") == (11, 4, 2)


# -- the thaw ------------------------------------------------


def winter_ends(
    units: dict[str, str], year: int = 0, until: str = "thaw", side: str | None = None
) -> State:
    """Played on from the Soviet Second Movement Phase of February into March."""
    state = at("soviet fight", units, FEBRUARY + 12 * year)
    return walk(play(state, "end-combat"), until, side)


@pytest.mark.rule("SPI-WINTER-E")
@pytest.mark.parametrize("year", [0, 1, 2])
def test_in_march_enemies_place_who_is_on_the_ice(year: int) -> None:
    """Axis units first; each on a shore of the enemy's choice, before anybody moves."""
    units = {"0320": "1InC", "0419": "2Inf", "0418": "3Inf", "0124": "2InC"}
    state = winter_ends(units, year)
    assert (state.turn, state.decision, state.to_move) == (10 + 12 * year, "thaw", "soviet")
    assert names(state, "ashore") == {"1InC", "2InC"}
    out = play(state, "ashore 1InC")
    shores = names(out, "place-at")
    features = {h.name for h in data().map.hexes if h is not None and "lake-shore" in h.features}
    lakes = {h.name for h in data().map.hexes if h is not None and h.terrain == "lake"}
    # any shore without Soviet units, however far, and no lake
    assert shores == features - {"0418"} - lakes
    out = play(out, "place-at 0225")
    assert out.place("1InC") == "0225"
    out = play(out, "place-at 0119") if out.decision == "shore" else out
    while out.to_move == "soviet":
        out.push(out.legal_actions.names()[0])
    # then the Axis places the Soviet unit
    assert out.to_move == "axis" and out.place("2InC") in features
    out = play(out, "place-at 0116")
    assert out.place("2Inf") == "0116" and out.place("3Inf") == "0418"
    later = walk(out, "movement", "axis")
    assert later.turn == 10 + 12 * year
    assert later.var("points lost") == 0 and later.place("1InC") == "0225"


@pytest.mark.rule("SPI-WINTER-E")
def test_nobody_is_placed_in_another_month() -> None:
    """Through the winter units stand on the ice; without any there is no choice in March."""
    state = at("soviet fight", {"0320": "1InC", "0419": "2Inf"}, DECEMBER)
    out = walk(play(state, "end-combat"), "movement", "axis")
    assert (out.turn, out.place("1InC"), out.place("2Inf")) == (8, "0320", "0419")
    dry = at("soviet fight", {"0418": "2Inf"}, FEBRUARY)
    out = walk(play(dry, "end-combat"), "movement", "axis")
    assert (out.turn, out.place("2Inf")) == (10, "0418")


@pytest.mark.rule("SPI-WINTER-E")
def test_support_units_are_placed_as_well() -> None:
    """Whatever stands on the ice."""
    # each is alone of its side, so that only the shore is asked for
    state = winter_ends({"0320": "1AxSup", "0419": "1SovSup"}, until="shore")
    assert (state.turn, state.to_move) == (MARCH, "soviet")
    out = play(state, "place-at 0116")
    assert (out.decision, out.to_move) == ("shore", "axis")
    assert "0116" not in names(out, "place-at")
    out = play(out, "place-at 0619")
    assert (out.place("1AxSup"), out.place("1SovSup")) == ("0116", "0619")


def lake_shores() -> list[str]:
    """The land hexes beside lakes."""
    rows = [h for h in data().map.hexes if h is not None and "lake-shore" in h.features]
    return sorted(h.name for h in rows if h.terrain != "lake")


@pytest.mark.rule("SPI-WINTER-E", "SPI-MOVE-K")
def test_finns_are_placed_no_farther_than_they_may_go() -> None:
    """Of the shores those within six hexes of Finland; a German corps goes to any."""
    far = {"0125", "0225", "0324", "0325"}
    for unit, closed in (("1FinC", far), ("1InC", set())):
        state = winter_ends({"0320": unit}, until="shore")
        assert names(state, "place-at") == set(lake_shores()) - closed


@pytest.mark.rule("SPI-WINTER-E", "SPI-STACK-A")
def test_soviets_are_placed_where_there_is_room_if_there_is_any() -> None:
    """Full shores are left out, but when all are full any will do."""
    shores = lake_shores()
    counters = iter(n for n in range(1, 69) if n != 24)
    full = {h: f"{next(counters)}Inf, {next(counters)}Inf" for h in shores}
    roomy = full | {"0619": full["0619"].split(", ")[0]}
    one = winter_ends({"0320": "1TkC", **roomy}, until="movement", side="axis")
    assert (one.turn, one.place("1TkC")) == (MARCH, "0619")
    crowded = winter_ends({"0320": "1TkC", **full}, until="shore")
    assert (crowded.to_move, names(crowded, "place-at")) == ("axis", set(shores))


@pytest.mark.rule("SPI-WINTER-E", "SPI-STACK-A")
@pytest.mark.parametrize(("unit", "crowd"), [("1RumC", "1InA"), ("1PzA", "1InC")])
def test_the_axis_is_placed_where_there_is_room(unit: str, crowd: str) -> None:
    """A corps beside no army, an army beside nobody; support units beside anybody."""
    state = winter_ends({"0320": unit, "0119": crowd, "0217": "1Air"}, until="shore")
    assert (state.to_move, names(state, "place-at")) == ("soviet", set(lake_shores()) - {"0119"})
    support = winter_ends({"0320": "1AxSup", "0119": crowd}, until="shore")
    assert names(support, "place-at") == set(lake_shores())


@pytest.mark.rule("SPI-WINTER-E")
def test_without_a_shore_that_no_enemy_holds_a_unit_is_lost() -> None:
    """R35: a single free shore is taken; whoever finds none drowns, and others do not."""
    shores = lake_shores()
    enemies = {h: f"{n}InC" for n, h in enumerate(shores, 1)}
    units = {"0320": "1Inf, 1SovSup", "0418": f"{enemies['0418']}, 1AxSup"}
    lost = winter_ends({**enemies, **units}, until="movement", side="axis")
    assert (lost.turn, lost.to_move) == (MARCH, "axis")
    assert (lost.place("1Inf"), lost.place("1SovSup")) == ("dead", "dead")
    assert lost.place("1AxSup") == "0418"
    one = {h: unit for h, unit in {**enemies, **units}.items() if h != "0120"}
    saved = winter_ends(one, until="movement", side="axis")
    assert (saved.place("1Inf"), saved.place("1SovSup")) == ("0120", "0120")


@pytest.mark.rule("SPI-WINTER-E", "SPI-MVIC-3")
def test_who_is_placed_on_the_only_free_shore_is_no_loss() -> None:
    """R35: nothing is counted as destroyed."""
    enemies = {h: f"{n}Inf" for n, h in enumerate(lake_shores(), 1) if h != "0120" and n < 24}
    more = {h: f"{n + 1}Inf" for n, h in enumerate(lake_shores(), 1) if h != "0120" and n >= 24}
    saved = winter_ends({"0320": "1InC", **enemies, **more}, until="movement", side="axis")
    assert saved.place("1InC") == "0120" and saved.var("points lost") == 0

"""Movement by rail: units and phases, distances, and hexes that trains may cross."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from eastfront._core import IllegalAction, State

from .movement_positions import (
    AUGUST,
    DECEMBER,
    JUNE_42,
    OCTOBER,
    around,
    at,
    data,
    goes,
    legs,
    names,
    on,
    passed,
    play,
    refused,
    stops,
    trod,
    walk,
)

SCREEN = {"2120": "21InC", "2122": "22InC"}
"""Two Axis corps with a hex between them, far beyond the start line."""


def ride(state: State, unit: str, to: str) -> State:
    """A ride, and back to the choice of the next."""
    return play(state, f"entrain {unit}", f"detrain {to}")


def land(*features: str) -> set[str]:
    """The hexes on land with a feature."""
    return {
        h.name
        for h in data().map.hexes
        if h is not None and h.terrain in ("clear", "rough") and set(features) <= set(h.features)
    }


def barred_sides() -> set[frozenset[str]]:
    """The hexsides over which no train runs in summer."""
    m = data().map
    return {
        frozenset((m.hexes[a].name, m.hexes[b].name))  # type: ignore[union-attr]
        for (a, b), kinds in m.hexsides.items()
        if {"sea", "lake", "kerch"} & set(kinds)
    }


def within(start: str, steps: int, through: Collection[str]) -> set[str]:
    """The hexes that so many steps through some hexes lead to."""
    shut = barred_sides()
    found, edge = {start}, {start}
    for _ in range(steps):
        edge = {
            b
            for a in edge
            for b in around(a)
            if b in through and b not in found and frozenset((a, b)) not in shut
        }
        found |= edge
    return found - {start}


# -- how far and through what


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M8", "SPI-RAIL-M9")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1InA", "1RumC"])
def test_railroads_run_through_every_hexside_for_twelve_hexes(unit: str) -> None:
    """Over rivers and mountains, from a hex of the interior of Hungary; at home, on land."""
    home = land("axis-barbarossa")
    for start in ("3603", "2103"):
        state = at("axis rail", {start: unit})
        assert stops(state, unit) == within(start, 12, home)
        assert within(start, 13, home) - within(start, 12, home)


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M8", "SPI-RAIL-M9")
@pytest.mark.parametrize("unit", ["1Inf", "1Shk", "1TkC", "1MeC", "1TkA"])
def test_so_they_do_for_the_soviets(unit: str) -> None:
    home = land() - land("axis-barbarossa")
    for start in ("2535", "1120"):
        state = at("soviet rail", {start: unit})
        assert stops(state, unit) == within(start, 12, home)


@pytest.mark.rule("SPI-RAIL-M12", "SPI-MOVE-B")
def test_who_was_to_ride_and_stays_marches_as_if_never_asked() -> None:
    """Two corps in one hex, alike again when no more trains run: one stands for both."""
    state = at("axis rail", {"2103": "1InC, 2InC"})
    stays = play(state, "entrain 1InC", "stay", "end-rail")
    never = play(state, "end-rail")
    assert (stays.decision, stays.units_with("boarded")) == ("movement", [])
    assert names(stays, "move") == names(never, "move") == {"1InC"}


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M11")
@pytest.mark.parametrize(
    ("side", "unit", "way"),
    [("axis", "1PzC", range(2102, 2107)), ("soviet", "1TkC", range(2132, 2137))],
)
def test_whoever_rides_was_the_last_in_all_hexes_of_the_way(
    side: str, unit: str, way: range
) -> None:
    """Straight along row 21; nobody was there before."""
    hexes = [str(hex_) for hex_ in way]
    rode = ride(at(f"{side} rail", {hexes[0]: unit}), unit, hexes[-1])
    other = {"axis": "soviet", "soviet": "axis"}[side]
    assert set(hexes) <= set(rode.hexes_with(f"{side} passed last"))
    assert not set(hexes) & set(rode.hexes_with(f"{other} passed last"))


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M8")
def test_twelve_hexes_and_not_thirteen() -> None:
    """W16, acceptance 22, along row 21 of Russia and row 19 of Prussia with Poland."""
    soviet = at("soviet rail", {"2120": "1TkC"})
    assert "2132" in stops(soviet, "1TkC") and "2133" not in stops(soviet, "1TkC")
    rode = ride(soviet, "1TkC", "2132")
    assert rode.place("1TkC") == "2132"
    with refused("SPI-RAIL-M8"):
        ride(soviet, "1TkC", "2133")
    axis = at("axis rail", {"1801": "1PzC"})
    assert stops(axis, "1PzC") == within("1801", 12, land("axis-barbarossa"))
    assert stops(axis, "1PzC") < within("1801", 13, land("axis-barbarossa"))


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M8")
def test_winter_opens_lakes_to_trains_and_nothing_opens_the_sea() -> None:
    """R4: only into hexes that a unit could enter on the ground that month."""
    water = {h.name: h.terrain for h in data().map.hexes if h is not None}
    lakes = {h for h, t in water.items() if t == "lake"}
    seas = {h for h, t in water.items() if t == "sea"}
    units = {"0818": "1TkC"}
    summer, winter = at("soviet rail", units), at("soviet rail", units, DECEMBER)
    assert not stops(summer, "1TkC") & (lakes | seas)
    assert stops(winter, "1TkC") & lakes and not stops(winter, "1TkC") & seas


@pytest.mark.rule("SPI-RAIL-M8", "SPI-RAIL-M6", "SPI-MOVE-B")
def test_who_has_boarded_a_train_may_stay() -> None:
    """It stands where it stood, and does not board again in this phase."""
    boarded = play(at("axis rail", {"3603": "1PzA"}), "entrain 1PzA")
    assert (boarded.decision, boarded.to_move) == ("destination", "axis")
    done = play(boarded, "stay")
    assert done.place("1PzA") == "3603" and "1PzA" not in names(done, "entrain")


@pytest.mark.rule("SPI-RAIL-M1", "SPI-MOVE-L1")
def test_no_train_crosses_the_straits_of_kerch() -> None:
    """R4; a unit at one end goes round, which is too far."""
    state = at("soviet rail", {"4327": "1Inf"})
    assert "4326" in stops(state, "1Inf") and "4328" not in stops(state, "1Inf")
    other = at("soviet rail", {"4328": "1Inf"})
    assert "4329" in stops(other, "1Inf") and "4327" not in stops(other, "1Inf")


# -- who and when


@pytest.mark.rule(
    "SPI-RAIL-M2", "SPI-RAIL-O1", "SPI-RAIL-O3", "SPI-UNIT-D", "SPI-SEQ-C", "SPI-SEQ-E"
)
@pytest.mark.parametrize(
    ("side", "hex_", "combat", "support"),
    [
        ("axis", "2103", ("1PzA", "1InA", "1PzC", "1RumC"), ("1Air", "1AxSup")),
        ("soviet", "2535", ("1Inf", "1TkC"), ("1SovSup",)),
    ],
)
def test_combat_units_ride_in_the_first_phase_and_support_units_in_the_second(
    side: str, hex_: str, combat: tuple[str, ...], support: tuple[str, ...]
) -> None:
    """Acceptance 22."""
    for unit in (*combat, *support):
        first = at(f"{side} rail", {hex_: unit, "2120": "1MeC", "2104": "9InC"}, JUNE_42)
        second = at(f"{side} rail 2", {hex_: unit, "2120": "1MeC", "2104": "9InC"}, JUNE_42)
        assert (unit in names(first, "entrain")) == (unit in combat)
        assert (unit in names(second, "entrain")) == (unit in support)
        with refused("SPI-RAIL-O1" if unit in support else "SPI-RAIL-O3"):
            play(first if unit in support else second, f"entrain {unit}")


@pytest.mark.rule("SPI-RAIL-M2", "SPI-RAIL-O2")
@pytest.mark.parametrize(
    ("phase", "unit"), [("", "1PzC"), (" 2", "1AxSup"), ("", "1TkC"), (" 2", "1SovSup")]
)
def test_trains_run_before_anything_else_moves(phase: str, unit: str) -> None:
    """At the beginning of the phase: not after a move nor once movement has begun."""
    side = "soviet" if unit in ("1TkC", "1SovSup") else "axis"
    hex_ = "2103" if side == "axis" else "2535"
    state = at(f"{side} rail{phase}", {hex_: unit})
    assert unit in names(state, "entrain") and not names(state, "move")
    begun = play(state, "end-rail")
    assert begun.decision == "movement" and not names(begun, "entrain")
    moved = goes(begun, unit, around(hex_)[0])
    assert not names(moved, "entrain")


@pytest.mark.rule("SPI-RAIL-M2", "SPI-RAIL-O3")
def test_nobody_rides_in_the_enemys_phases() -> None:
    state = at("axis rail", {"2103": "1PzC", "2535": "1TkC"})
    assert "1TkC" not in names(state, "entrain")
    with pytest.raises(IllegalAction):
        play(state, "entrain 1TkC")


@pytest.mark.rule("SPI-RAIL-M6")
@pytest.mark.parametrize(("phase", "unit"), [("", "1PzA"), (" 2", "1AxSup")])
def test_who_rides_does_not_march_in_the_same_phase(phase: str, unit: str) -> None:
    state = at(f"axis rail{phase}", {"2103": unit, "2105": "1InC"})
    rode = ride(state, unit, "2104")
    assert unit not in names(rode, "entrain")
    moving = walk(rode, "movement")
    assert moving.to_move == "axis" and unit not in names(moving, "move")
    with refused("SPI-MOVE-H1"):
        play(moving, f"move {unit}")


@pytest.mark.rule("SPI-RAIL-M6", "SPI-OVR-E")
def test_nor_does_it_overrun() -> None:
    """A Panzer army that comes by rail beside a supply unit."""
    state = at("axis rail", {"2101": "1PzA", "2106": "1SovSup"})
    assert "2105" in stops(state, "1PzA")
    rode = walk(ride(state, "1PzA", "2105"), "movement")
    assert not names(rode, "overrun")
    assert "2106" in names(at("axis move", {"2105": "1PzA", "2106": "1SovSup"}), "overrun")


@pytest.mark.rule("SPI-RAIL-M7")
@pytest.mark.parametrize(
    ("side", "unit", "start", "to", "points"),
    [("axis", "1PzA", "2101", "2104", 8), ("soviet", "1TkC", "2535", "2530", 5)],
)
def test_who_rode_in_the_first_phase_has_all_points_in_the_second(
    side: str, unit: str, start: str, to: str, points: int
) -> None:
    """W16."""
    rode = ride(at(f"{side} rail", {start: unit}), unit, to)
    second = walk(on(walk(rode, "movement"), "movement"), "movement", side)
    assert second.stack[1] == f"{side} player turn" and second.place(unit) == to
    assert unit in names(second, "move")
    assert max(dict(second.reach(unit)).values()) == points


@pytest.mark.rule("SPI-RAIL-O5", "SPI-RAIL-O4")
@pytest.mark.parametrize(
    ("side", "unit", "start"), [("axis", "1AxSup", "2103"), ("soviet", "1SovSup", "2535")]
)
def test_a_support_unit_marches_in_the_first_phase_and_rides_in_the_second(
    side: str, unit: str, start: str
) -> None:
    """W16: two points now and twelve hexes later, and then nothing more."""
    state = at(f"{side} move", {start: unit})
    step = around(start)[1]
    two = next(h for h in around(step) if h not in (start, *around(start)))
    moved = goes(state, unit, step, two)
    assert moved.place(unit) == two
    riding = walk(play(moved, "end-movement"), "rail movement", side)
    assert unit in names(riding, "entrain")
    far = sorted(stops(riding, unit))[-1]
    last = walk(ride(riding, unit, far), "movement")
    assert last.to_move == side and last.place(unit) == far and unit not in names(last, "move")


@pytest.mark.rule("SPI-RAIL-O4", "SPI-RAIL-M8")
def test_support_units_go_twelve_hexes_as_well() -> None:
    """R6."""
    state = at("soviet rail 2", {"2120": "1SovSup"})
    assert "2132" in stops(state, "1SovSup") and "2133" not in stops(state, "1SovSup")


@pytest.mark.rule("SPI-RAIL-M12")
def test_as_many_ride_as_like() -> None:
    units = {"2103": ", ".join(f"{n}InC" for n in (1, 2, 3)), "2203": "1PzA", "2301": "1InA, 1Air"}
    state = at("axis rail", units)
    assert state.to_move == "axis"
    for unit, to in (
        ("1InC", "2104"),
        ("2InC", "2104"),
        ("3InC", "2104"),
        ("1PzA", "2205"),
        ("1InA", "2303"),
    ):
        state = ride(state, unit, to)
    assert [state.place(u) for u in ("1InC", "2InC", "3InC")] == ["2104"] * 3
    assert (state.place("1PzA"), state.place("1InA")) == ("2205", "2303")


@pytest.mark.rule("SPI-RAIL-M12")
@pytest.mark.parametrize(
    ("wait", "units", "to"),
    [
        ("axis rail", ("1InC", "2InC", "3InC", "1PzC", "1RumC"), "2107"),
        ("axis rail 2", ("1AxSup", "2AxSup", "3AxSup", "1Air", "2Air"), "2107"),
        ("soviet rail", ("1Inf", "2Inf", "1TkC", "1MeC", "1Shk"), "2533"),
        ("soviet rail 2", ("1SovSup", "2SovSup", "3SovSup"), "2533"),
    ],
)
def test_both_sides_send_all_they_like_by_rail_or_left_out_one(
    wait: str, units: tuple[str, ...], to: str
) -> None:
    """Each to a hex of its own, as only so many may stand in one."""
    start = {"axis": "21{:02}", "soviet": "25{:02}"}[wait.split()[0]]
    column = int(to[2:]) - 2
    where = {start.format(column - n): unit for n, unit in enumerate(units)}
    state = at(wait, where)
    for n, unit in enumerate(units):
        state = ride(state, unit, start.format(column + 2 - n))
    assert [state.place(u) for u in units] == [
        start.format(column + 2 - n) for n in range(len(units))
    ]
    alone = at(wait, where, without="SPI-RAIL-M12")
    alone = ride(alone, units[0], start.format(column + 2))
    assert alone.decision != "rail movement" or alone.to_move != state.to_move


@pytest.mark.rule("SPI-RAIL-M12")
def test_a_ride_may_be_declined() -> None:
    state = at("axis rail", {"2103": "1InC"})
    stayed = play(state, "entrain 1InC", "stay")
    assert stayed.place("1InC") == "2103"


@pytest.mark.rule("SPI-RAIL-M2", "SPI-SUPPLY-B1")
def test_out_of_supply_nobody_rides() -> None:
    ring = ("11InC", "12InC", "13InC", "14InC", "15InC", "16InC")
    far = {h for n in around("2535") for h in around(n)} - {"2535", *around("2535")}
    state = at(
        "soviet rail",
        {
            "2535": "1Inf",
            **dict(
                zip(
                    sorted(far),
                    [*ring, "17InC", "18InC", "19InC", "20InC", "21InC", "22InC"],
                    strict=True,
                )
            ),
        },
    )
    assert "1Inf" not in names(state, "entrain")
    with refused("SPI-SUPPLY-B1"):
        play(state, "entrain 1Inf")


# -- zones of control


def gate(side: str) -> tuple[str, str]:
    """A start and a hex two away along a row, at home."""
    return ("2103", "2105") if side == "axis" else ("2535", "2533")


SIDES = [("axis", "1InC", "1Inf", "1SovSup"), ("soviet", "1TkC", "1InC", "1Air")]


@pytest.mark.rule("SPI-RAIL-M3")
@pytest.mark.parametrize(("side", "unit", "enemy", "support"), SIDES)
def test_no_ride_starts_in_an_enemy_zone(side: str, unit: str, enemy: str, support: str) -> None:
    start = gate(side)[0]
    beside = around(start)[1]
    state = at(f"{side} rail", {start: unit, beside: enemy, around(start)[4]: "1AxSup"})
    assert start in state.zoc("soviet" if side == "axis" else "axis")
    assert unit not in names(state, "entrain")
    with refused("SPI-RAIL-M3"):
        play(state, f"entrain {unit}")
    # a support unit has no zone
    free = at(f"{side} rail", {start: unit, beside: support})
    assert stops(free, unit)


@pytest.mark.rule("SPI-RAIL-M3", "SPI-RAIL-O4")
def test_nor_does_one_of_support_units() -> None:
    state = at("axis rail 2", {"2103": "1AxSup, 1InC", "2104": "1Inf"})
    assert "1AxSup" not in names(state, "entrain")
    with refused("SPI-RAIL-M3"):
        play(state, "entrain 1AxSup")


@pytest.mark.rule("SPI-RAIL-M4", "SPI-RAIL-M5", "SPI-ZOC-F1")
@pytest.mark.parametrize(("side", "unit", "enemy", "support"), SIDES)
@pytest.mark.parametrize("friends", [False, True])
def test_no_ride_leads_through_an_enemy_zone_nor_ends_there(
    side: str, unit: str, enemy: str, support: str, friends: bool
) -> None:
    """Also not where friends stand; a zone that spans the way bars what lies behind it."""
    home = land("axis-barbarossa")
    home = home if side == "axis" else land() - home
    start, _ = gate(side)
    where = "2106" if side == "axis" else "2530"
    mates = {around(where)[3]: "22InC" if side == "axis" else "50Inf"} if friends else {}
    state = at(f"{side} rail", {start: unit, where: enemy, **mates})
    zone = {where, *around(where)}
    assert stops(state, unit) == within(start, 12, home - zone)
    with refused("SPI-RAIL-M5"):
        ride(state, unit, around(where)[3])
    # an enemy support unit closes its own hex only
    lone = at(f"{side} rail", {start: unit, where: support})
    assert stops(lone, unit) == within(start, 12, home - {where})


@pytest.mark.rule("SPI-RAIL-M4")
def test_a_zone_across_the_only_way_shuts_it() -> None:
    """The neck between the Sivash and the sea: a German corps in the Crimea shuts it off."""
    home = land() - land("axis-barbarossa")
    open_ = at("soviet rail", {"4022": "1Inf"})
    assert "4425" in stops(open_, "1Inf")
    shut = at("soviet rail", {"4022": "1Inf", "4223": "1InC"})
    zone = {"4223", *around("4223")}
    assert stops(shut, "1Inf") == within("4022", 12, home - zone)
    assert "4425" not in stops(shut, "1Inf")


@pytest.mark.rule("SPI-RAIL-M4", "SPI-RAIL-M5", "SPI-RAIL-O4")
def test_zones_bar_support_units_too() -> None:
    state = at("axis rail 2", {"2103": "1AxSup", "2106": "1Inf"})
    zone = {"2106", *around("2106")}
    assert stops(state, "1AxSup") == within("2103", 12, land("axis-barbarossa") - zone)


# -- the front


@pytest.mark.rule("SPI-RAIL-M9")
@pytest.mark.parametrize(
    ("scenario", "month", "axis_home", "soviet_home"),
    [
        ("barbarossa", AUGUST, "2106", "2112"),
        ("stalingrad", 14, "2112", "2136"),
        ("berlin", 38, "2106", "2120"),
    ],
)
def test_no_ride_goes_beyond_the_line_at_which_the_game_began(
    scenario: str, month: int, axis_home: str, soviet_home: str
) -> None:
    """Where nobody has been since: each side stays on its own."""
    home = land(f"axis-{scenario}")
    for side, unit, start, mine in (
        ("axis", "1PzC", axis_home, home),
        ("soviet", "1TkC", soviet_home, land() - home),
    ):
        assert start in mine
        state = at(f"{side} rail", {start: unit}, month, scenario=scenario)
        assert stops(state, unit) == within(start, 12, mine)


@pytest.mark.rule("SPI-RAIL-M9", "SPI-RAIL-O4")
def test_support_units_go_no_farther() -> None:
    state = at("axis rail 2", {"2106": "1AxSup"})
    assert stops(state, "1AxSup") == within("2106", 12, land("axis-barbarossa"))
    with refused("SPI-RAIL-M9"):
        ride(state, "1AxSup", "2112")


@pytest.mark.rule("SPI-RAIL-M9")
def test_what_a_front_of_combat_units_seals_off_lies_behind_it() -> None:
    """R3 (c): the hex between two corps; a hex in front of them does not count, nor support units.

    By the other reading only the start line and the trails of friends count.
    """
    for options, inside in (((), {"2121", "2122"}), (("R3",), set())):
        state = at("axis rail", {**SCREEN, "2104": "1AxSup"}, options=options)
        assert stops(state, "21InC") == inside
    supports = at("axis rail 2", {"2120": "1AxSup", "2122": "2AxSup"})
    assert stops(supports, "1AxSup") == set()
    # a Soviet unit within the pocket, or a gap, and it is no longer sealed
    gap = at("axis rail", {"2120": "21InC", "2123": "22InC"})
    assert stops(gap, "21InC") == set()


@pytest.mark.rule("SPI-RAIL-M9")
def test_the_soviets_seal_off_ground_beyond_the_line_as_well() -> None:
    for options, inside in (((), {"2105", "2106"}), (("R3",), set())):
        state = at("soviet rail", {"2104": "1Inf", "2106": "2Inf"}, options=options)
        assert stops(state, "1Inf") == inside


@pytest.mark.rule("SPI-RAIL-M9")
def test_an_enemy_unit_of_any_kind_behind_the_front_opens_it() -> None:
    """A ring of corps around a pocket of seven hexes, with and without a supply unit in it."""
    centre = "0833"
    two = {h for n in around(centre) for h in around(n)} - {centre, *around(centre)}
    ring = dict(zip(sorted(two), (f"{n}InC" for n in range(10, 22)), strict=True))
    start = min(ring)
    unit = ring[start]
    pocket = {centre, *around(centre)}
    empty = at("axis rail", ring)
    assert stops(empty, unit) == pocket | set(ring) - {start}
    inside = at("axis rail", {**ring, centre: "1SovSup"})
    # the supply unit's own hex and those beside it are open to it; the ring itself is held
    assert not stops(inside, unit) & pocket


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M8")
@pytest.mark.parametrize(
    ("side", "unit", "at_", "trail"),
    [
        ("axis", "1PzC", "2120", ("2121", "2122", "2123")),
        ("soviet", "1TkC", "2105", ("2104", "2103")),
    ],
)
def test_beyond_it_trains_follow_where_friends_went_on_the_ground(
    side: str, unit: str, at_: str, trail: tuple[str, ...]
) -> None:
    """The trail, and no hex beside it; enemies who only rode, or friends who did, make none."""
    for options in ((), ("R3",)):
        followed = at(f"{side} rail", {at_: unit}, options=options, more=trod(side, trail))
        assert stops(followed, unit) == set(trail)
        rode = at(
            f"{side} rail", {at_: unit}, options=options, more=trod(side, trail, ground=False)
        )
        assert stops(rode, unit) == set()
        broken = at(f"{side} rail", {at_: unit}, options=options, more=trod(side, trail[1:]))
        assert stops(broken, unit) == set()


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M11", "SPI-MOVE-C1")
def test_a_trail_is_made_by_marching_and_lost_to_the_enemy() -> None:
    """Played: a Panzer corps goes ahead; next turn another one follows it by rail."""
    state = at("axis move", {"2108": "1PzC", "2106": "1InC"})
    way = ["2109", "2110", "2111", "2112"]
    gone = goes(state, "1PzC", *way)
    later = walk(gone, "rail movement", "axis")
    while "1InC" not in names(later, "entrain"):
        later = on(later, "rail movement", "axis")
    assert later.turn == AUGUST + 1
    assert {"2109", "2110", "2111"} <= stops(later, "1InC")
    assert not {"2108", "2009", "2209"} & (stops(later, "1InC") - land("axis-barbarossa")) - {
        "2108"
    }


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M11")
@pytest.mark.parametrize(
    ("side", "unit", "way"),
    [("axis", "1InC", ("2109", "2110")), ("soviet", "1Inf", ("2108", "2107"))],
)
def test_an_enemy_who_marches_along_a_trail_takes_it(
    side: str, unit: str, way: tuple[str, str]
) -> None:
    """Each hex was passed last by one side alone; what he has not entered stays."""
    start, next_ = way
    other = "soviet" if side == "axis" else "axis"
    trail = trod(other, [next_, "2120"])
    gone = goes(at(f"{side} move", {start: unit}, more=trail), unit, next_)
    assert set(gone.hexes_with(f"{other} passed last")) >= {"2120"}
    assert next_ not in gone.hexes_with(f"{other} passed last")
    assert {next_} <= set(gone.hexes_with(f"{side} passed last"))


@pytest.mark.rule("SPI-RAIL-M11")
@pytest.mark.parametrize(
    ("side", "unit", "start", "lost"),
    [("axis", "1PzC", "2103", "2104"), ("soviet", "1TkC", "2535", "2534")],
)
def test_no_train_enters_a_hex_that_an_enemy_passed_last(
    side: str, unit: str, start: str, lost: str
) -> None:
    """Even at home; whether he marched or rode."""
    other = "soviet" if side == "axis" else "axis"
    home = land("axis-barbarossa")
    home = home if side == "axis" else land() - home
    for ground in (True, False):
        state = at(f"{side} rail", {start: unit}, more=trod(other, [lost], ground=ground))
        assert stops(state, unit) == within(start, 12, home - {lost})
        with refused("SPI-RAIL-M11"):
            ride(state, unit, lost)


@pytest.mark.rule("SPI-RAIL-M11", "SPI-RAIL-O4")
def test_nor_do_trains_with_support_units() -> None:
    state = at("axis rail 2", {"2103": "1AxSup"}, more=trod("soviet", ["2104"]))
    assert stops(state, "1AxSup") == within("2103", 12, land("axis-barbarossa") - {"2104"})


@pytest.mark.rule("SPI-RAIL-M11")
def test_whoever_passes_last_on_the_ground_or_by_rail_or_in_retreat_takes_the_hex() -> None:
    """A Soviet corps raids Poland by way of 2105; then a German unit goes there, and it is free."""
    state = at("soviet move", {"2107": "1TkC", "2110": "1Inf", "2102": "1PzC, 1InC"})
    raid = goes(state, "1TkC", "2106", "2105")
    raid = play(raid, "end-movement")
    back = goes(walk(raid, "movement", "soviet"), "1TkC", "2106", "2107", "2108")
    riding = walk(back, "rail movement", "axis")
    while "1InC" not in names(riding, "entrain"):
        riding = on(riding, "rail movement", "axis")
    assert not {"2105", "2106"} & stops(riding, "1InC") and "2205" in stops(riding, "1InC")
    marching = walk(play(riding, "end-rail"), "movement", "axis")
    taken = goes(marching, "1PzC", "2103", "2104", "2105")
    assert "2105" in taken.hexes_with("axis passed last")
    assert "2105" not in taken.hexes_with("soviet passed last")
    assert "2106" in taken.hexes_with("soviet passed last")


@pytest.mark.rule("SPI-RAIL-M11")
def test_who_falls_back_takes_the_hexes_on_the_way() -> None:
    """By Dr2 a Soviet army goes two hexes to the west of an attack, and no train goes there."""
    units = {"2107": "1InA, 1AxSup", "2106": "1Inf"}
    state = at("axis fight", units)
    out = play(state, "attack 2106", "give-ground", "roll 1")
    way = []
    while out.decision == "way":
        way.append(out.legal_actions.names()[0].removeprefix("retreat-to "))
        out.push(f"retreat-to {way[-1]}")
    assert len(way) == 2 and out.place("1Inf") == way[1]
    assert set(way) <= set(out.hexes_with("soviet passed last"))
    assert not set(way) & set(out.hexes_with("axis passed last"))


@pytest.mark.rule("SPI-RAIL-M11", "SPI-RAIL-M10")
def test_a_ride_marks_the_hexes_on_its_way_but_makes_no_trail() -> None:
    state = at("axis rail", {"2101": "1InC"}, more="hexes soviet passed last: +2301")
    rode = ride(state, "1InC", "2104")
    assert "2104" in rode.hexes_with("axis passed last")
    assert (
        len(set(rode.hexes_with("axis passed last")) & {"2102", "2103", "2002", "2003", "2202"})
        >= 2
    )
    assert "2104" not in rode.hexes_with("trodden")
    assert legs(walk(rode, "movement"), "1InC") == set()


@pytest.mark.rule("SPI-RAIL-M5", "SPI-RAIL-M4")
def test_nobody_entrains_where_every_ride_would_end_in_an_enemy_zone() -> None:
    """The first hex of the trail is controlled from a hex that the corps does not touch."""
    trail = trod("axis", ("2121", "2122", "2123"))
    beyond = sorted(set(around("2121")) - set(around("2120")) - {"2120", "2122"})[0]
    watched = at("axis rail", {"2120": "1PzC", "2105": "2PzC", beyond: "1Inf"}, more=trail)
    assert "1PzC" in watched.ask("axis supplied") and names(watched, "entrain") == {"2PzC"}
    with refused("SPI-RAIL-M1", "it can reach no hex by rail"):
        play(watched, "entrain 1PzC")


@pytest.mark.rule("SPI-RAIL-M8", "SPI-STACK-C2")
@pytest.mark.parametrize(("unit", "may"), [("1MeC", True), ("3TkC", False)])
def test_a_train_brings_the_last_part_of_an_army_to_a_full_hex(unit: str, may: bool) -> None:
    """Two tank corps that have come by rail wait for a mechanized corps."""
    units = {"2538": "1TkC, 2TkC", "2540": unit}
    state = at("soviet rail", units, JUNE_42, scenario="stalingrad")
    for corps in ("1TkC", "2TkC"):
        state = play(state, f"entrain {corps}", "detrain 2536")
    assert ("2536" in stops(state, unit)) == may


# -- clauses of both sides, in all months


@pytest.mark.rule("SPI-RAIL-M11")
def test_no_train_enters_a_hex_that_an_air_unit_passed_last() -> None:
    """Behind the Soviet lines it goes from 2528 by 2527 to 2526."""
    state = goes(at("axis move", {"2528": "1Air", "2531": "1Inf"}), "1Air", "2527", "2526")
    soviet = play(walk(play(state, "end-movement"), "rail movement", "soviet"), "entrain 1Inf")
    reached = names(soviet, "detrain")
    assert "2529" in reached and not {"2528", "2527", "2526"} & reached
    with refused("SPI-RAIL-M11"):
        play(soviet, "detrain 2527")


@pytest.mark.rule("SPI-RAIL-M10")
def test_trains_follow_where_a_supply_unit_went_on_the_ground() -> None:
    state = goes(at("axis move", {"0630": "1AxSup, 1PzC"}), "1AxSup", "0631", "0632")
    later = on(walk(play(state, "end-movement"), "movement", "soviet"), "rail movement", "axis")
    assert later.turn == AUGUST + 1 and stops(later, "1PzC") == {"0631", "0632"}


@pytest.mark.rule("SPI-RAIL-M4", "SPI-ZOC-F1")
@pytest.mark.parametrize("friends", [{}, {"0214": "2FinC", "0215": "3FinC", "0116": "4FinC"}])
def test_soviet_zones_stop_axis_trains_over_friends_as_well(friends: dict[str, str]) -> None:
    """Between the edge of the map and the lakes of Finland there is no other way."""
    open_ = at("axis rail", {"0111": "1FinC"})
    assert {"0113", "0117", "0118"} <= stops(open_, "1FinC")
    shut = at("axis rail", {"0111": "1FinC", "0115": "1Inf", **friends})
    zone = {"0115", *around("0115")}
    assert stops(shut, "1FinC") == within("0111", 12, stops(open_, "1FinC") - zone)
    assert "0113" in stops(shut, "1FinC") and not {"0117", "0118"} & stops(shut, "1FinC")


@pytest.mark.rule("SPI-RAIL-M8")
@pytest.mark.parametrize("month", [AUGUST, OCTOBER, DECEMBER])
def test_trains_are_as_fast_in_every_month(month: int) -> None:
    soviet = stops(at("soviet rail", {"2120": "1TkC"}, month), "1TkC")
    assert "2132" in soviet and "2133" not in soviet
    axis = stops(at("axis rail", {"2501": "1PzC"}, month), "1PzC")
    assert axis >= within("2501", 12, land("axis-barbarossa"))


@pytest.mark.rule("SPI-RAIL-M9")
def test_support_units_close_no_ring() -> None:
    """Three of them side by side: the hexes behind that of the middle are not sealed off."""
    centre = "0833"
    two = {h for n in around(centre) for h in around(n)} - {centre, *around(centre)}
    middle = next(h for h in sorted(two) if len(set(around(h)) & set(around(centre))) == 2)
    soft = [middle, *sorted(set(around(middle)) & two)]
    ring = {h: f"{n}InC" for n, h in enumerate(sorted(two), 10)}
    start = next(h for h in sorted(two) if h not in soft)
    whole = stops(at("axis rail", ring), ring[start])
    behind = set(around(middle)) & set(around(centre))
    assert behind <= whole
    ring |= dict(zip(soft, ("1AxSup", "2AxSup", "3AxSup"), strict=True))
    assert not behind & stops(at("axis rail", ring), ring[start])


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-RAIL-M2", "SPI-RAIL-O2")
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize(
    ("units", "verb"), [("1PzA, 1AxSup", "break"), ("1InC, 2InC, 3InC, 1AxSup", "form")]
)
def test_units_break_down_and_combine_before_trains_run(
    second: bool, units: str, verb: str
) -> None:
    state = walk(play(at("soviet move 2", {"2103": units}), "end-movement"), "reorganization")
    if second:
        state = on(on(state, "movement", "axis"), "reorganization", "axis")
        state = walk(state, "reorganization") if names(state, verb) else on(state, "reorganization")
    assert state.to_move == "axis" and names(state, verb)
    assert on(state, "rail movement").to_move == "axis"
    met, out = [], state
    while out.decision != "movement":
        met.append(out.decision)
        out = play(out, passed(out))
    assert met.pop() == "rail movement" and set(met) == {"reorganization"}


@pytest.mark.rule("SPI-RAIL-M1", "SPI-RAIL-M5", "SPI-RAIL-M2")
def test_who_has_only_zones_beside_it_boards_no_train() -> None:
    """Three corps control every hex around 0634; with one less there is a way."""
    zones = {"0434": "1InC", "0736": "2InC", "0733": "3InC"}
    for less in ("", *zones):
        corps = {h: u for h, u in zones.items() if h != less}
        state = at("soviet rail", corps | {"0634": "1Inf, 1SovSup"})
        assert ("1Inf" in names(state, "entrain")) == bool(less)


@pytest.mark.rule("SPI-STACK-GEN2", "SPI-STACK-GEN3", "SPI-STACK-GEN4")
@pytest.mark.parametrize(
    ("scenario", "turn", "most", "rule"),
    [
        ("stalingrad", 14, 2, "SPI-STACK-GEN2"),
        ("zitadelle", 26, 3, "SPI-STACK-GEN3"),
        ("campaign", 14, 2, "SPI-STACK-GEN4"),
        ("campaign", 26, 3, "SPI-STACK-GEN4"),
    ],
)
def test_a_full_hex_is_refused_by_the_rule_of_the_game(
    scenario: str, turn: int, most: int, rule: str
) -> None:
    """Mechanized corps, of which alone no army is formed: where all have come by rail."""
    corps = [f"{n}MeC" for n in range(1, most + 1)]
    units = {"2539": ", ".join(corps), "2541": "9MeC"}
    state = at("soviet rail", units, turn, scenario=scenario)
    for unit in corps:
        assert "2540" in stops(state, "9MeC")
        state = play(state, f"entrain {unit}", "detrain 2540")
    with refused(rule):
        play(state, "entrain 9MeC", "detrain 2540")


@pytest.mark.rule("SPI-STACK-A", "SPI-RAIL-M8")
def test_a_train_goes_to_a_full_hex_that_somebody_will_leave() -> None:
    """Who stands there marches on, or changes places; then the phase ends, and not before."""
    units = {"2101": "1InA", "2103": "2InA"}
    full = play(at("axis rail", units), "entrain 1InA", "detrain 2103", "end-rail")
    with refused("SPI-STACK-A"):
        play(full, "end-movement")
    assert names(full, "move") == {"2InA"}
    for away in ("2104", "2102"):
        left = play(full, "move 2InA", f"to {away}")
        left = play(left, "stop") if left.decision == "leg" else left
        assert play(left, "end-movement").place("2InA") == away


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-GEN1", "SPI-RAIL-M8")
@pytest.mark.parametrize(("unit", "may"), [("4InC", True), ("1InA", False)])
def test_one_who_leaves_makes_room_for_a_corps_and_for_no_army(unit: str, may: bool) -> None:
    state = at("axis rail", {"2101": unit, "2103": "1InC, 2InC, 3InC"})
    assert ("2103" in stops(state, unit)) == may


@pytest.mark.rule("SPI-RAIL-M9")
def test_enemies_come_from_their_edge_through_no_hex_that_is_controlled() -> None:
    """R3: 0541 is next to the eastern edge, whose hexes there lie in the zone of 0441."""
    corps = {"0441": "1InC", "0540": "2InC", "0640": "3InC"}
    state = at("axis rail", corps, more=trod("axis", corps))
    assert stops(state, "2InC") == {"0441", "0541", "0640"}
    open_ = at(
        "axis rail", {h: u for h, u in corps.items() if h != "0441"}, more=trod("axis", corps)
    )
    assert stops(open_, "2InC") == {"0640"}


@pytest.mark.rule("SPI-RAIL-M9")
def test_enemies_come_round_through_finland() -> None:
    """A corps west of Leningrad does not seal what lies between it and the Finnish border."""
    units = {"0417": "1InC", "0618": "2InC"}
    state = at("axis rail", units, more=trod("axis", ["0417"]))
    assert not {"0317", "0416"} & stops(state, "1InC")


# -- what is sealed off, by way of Kerch as well

NECK, FAR, STRAITS = "4223", "4326", "4327"
"""The neck of the Crimea, a hex beside its end and that end, across from 4328."""
CRIMEA = {"4224", "4323", "4324", "4325", "4424", "4425"}
KERCH = [
    ("axis", "campaign", "1InC", "2InC", "9Inf"),
    ("soviet", "stalingrad", "1Inf", "2Inf", "9InC"),
]


@pytest.mark.rule("SPI-RAIL-M9", "SPI-MOVE-L1")
@pytest.mark.parametrize(("side", "scenario", "unit", "guard", "enemy"), KERCH)
@pytest.mark.parametrize("month", [15, 19])
@pytest.mark.parametrize("across", [True, False])
def test_enemies_come_over_the_straits_of_kerch(
    side: str, scenario: str, unit: str, guard: str, enemy: str, month: int, across: bool
) -> None:
    """R3: who holds the neck alone seals nothing behind it; with a guard at the straits he does.

    In winter as well, and whether an enemy stands across them or far away behind his edge.
    """
    units = {NECK: unit} | ({"4328": enemy} if across else {})
    open_ = at(f"{side} rail", units, month, scenario=scenario)
    assert unit in names(open_, "entrain")
    assert not stops(open_, unit) & (CRIMEA | {FAR, STRAITS})
    with refused("SPI-RAIL-M9"):
        ride(open_, unit, "4325")
    for post in (FAR, STRAITS):
        shut = at(f"{side} rail", units | {post: guard}, month, scenario=scenario)
        # the end itself lies before the front
        assert CRIMEA | {FAR} <= stops(shut, unit) and STRAITS not in stops(shut, unit)
        plain = at(f"{side} rail", units | {post: guard}, month, scenario=scenario, options=("R3",))
        assert not stops(plain, unit) & CRIMEA


# -- what opens hexes to rail: marching alone

BATTLES = [
    ("axis", {"0630": "1InA", "0631": "1Shk, 2Shk, 1SovSup", "2103": "2InC"}, ("0530", "0429")),
    ("soviet", {"2106": "1Inf", "2107": "1InA, 1AxSup", "2535": "2Inf"}, ("2005", "1906")),
]
"""Who is driven back, the position, and the way that he goes beyond the line of 1941."""


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M11")
@pytest.mark.parametrize(("side", "units", "way"), BATTLES)
@pytest.mark.parametrize("options", [(), ("R3",)])
@pytest.mark.parametrize(
    ("before", "ground", "open_"),
    [("nobody", True, False), ("own", True, True), ("own", False, False), ("enemy", True, False),
     ("enemy", False, False)],
)  # fmt: skip
def test_a_retreat_opens_no_hex_to_trains_and_closes_none(
    side: str,
    units: dict[str, str],
    way: tuple[str, str],
    options: tuple[str, ...],
    before: str,
    ground: bool,
    open_: bool,
) -> None:
    """Neither for itself, nor by the tracks that enemies left there; own tracks count on."""
    enemy = "soviet" if side == "axis" else "axis"
    who = {"own": side, "enemy": enemy}.get(before)
    tracks = trod(who, way, ground=ground) if who else ""
    state = at(f"{enemy} fight", units, 14, more=tracks, options=options)
    ((target, unit), *_) = units.items()
    state = play(state, f"attack {target}")
    while state.decision != "table":
        state = play(state, state.legal_actions.names()[0])
    back = play(state, "give-ground", "roll 1", *(f"retreat-to {h}" for h in way))
    assert back.place(unit) == way[1]
    riding = walk(back, "rail movement", side)
    assert riding.stack[1] == f"{side} player turn"
    assert set(way) <= set(riding.hexes_with(f"{side} passed last"))
    # where the unit itself stands is behind its front, but by R3
    passed_ = set(way) if options else {way[0]}
    lines = set(riding.ask(f"{side} rail")) & passed_
    assert lines == (passed_ if open_ else set())


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M11")
@pytest.mark.parametrize(("side", "unit"), [("axis", "1InC"), ("soviet", "1Inf")])
def test_who_marches_back_opens_what_a_retreat_did_not(side: str, unit: str) -> None:
    """A hex that enemies trod and one's own unit was driven into: a unit walks there, and on."""
    enemy = "soviet" if side == "axis" else "axis"
    home, way = ("2108", ("2109", "2110")) if side == "axis" else ("2106", ("2105", "2104"))
    driven = f"hexes {side} passed last: +{way[0]} +{way[1]}"
    state = at(f"{side} move", {home: unit}, more=driven)
    gone = goes(state, unit, way[0])
    later = on(walk(play(gone, "end-movement"), "movement", enemy), "rail movement", side)
    lines = set(later.ask(f"{side} rail"))
    assert way[0] in lines and way[1] not in lines


@pytest.mark.rule("SPI-RAIL-M10", "SPI-WINTER-E")
@pytest.mark.parametrize("tracks", ["", "hexes soviet passed last: +0225\nhexes trodden: +0225"])
def test_nor_does_whom_the_enemy_puts_ashore(tracks: str) -> None:
    """In March a German corps is placed on the eastern shore of Lake Ladoga."""
    units = {"0320": "1InC", "0421": "2Inf"}
    state = at("soviet move 2", units, 9, more=tracks, options=("R3",))
    state = walk(play(state, "end-movement"), "shore", "soviet")
    assert state.turn == 10
    ashore = walk(play(state, "place-at 0225"), "rail movement", "axis")
    assert ashore.place("1InC") == "0225"
    assert "0225" in ashore.hexes_with("axis passed last")
    assert "0225" not in ashore.ask("axis rail")


# -- who boards, and stays


@pytest.mark.rule("SPI-RAIL-M6", "SPI-MOVE-H2", "SPI-MOVE-B")
@pytest.mark.parametrize(
    ("wait", "unit", "start"),
    [
        ("axis rail", "1PzA", "2103"),
        ("axis rail 2", "1AxSup", "2103"),
        ("soviet rail", "1TkC", "2535"),
        ("soviet rail 2", "1SovSup", "2535"),
    ],
)
def test_who_stays_after_all_marches_as_if_nothing_had_been_said(
    wait: str, unit: str, start: str
) -> None:
    """With all points, and in the next phase too; by rail it does not go any more in this one."""
    state = at(wait, {start: unit})
    usual = walk(play(state, "end-rail"), "movement")
    stayed = play(state, f"entrain {unit}", "stay")
    with refused("SPI-MOVE-H2"):
        play(stayed, f"entrain {unit}")
    marching = walk(stayed, "movement")
    assert marching.to_move == wait.split()[0] and marching.stack[1] == usual.stack[1]
    assert unit in names(marching, "move")
    assert marching.reach(unit) == usual.reach(unit) and legs(marching, unit)
    gone = goes(marching, unit, around(start)[1])
    assert gone.place(unit) == around(start)[1]
    without = play(at(wait, {start: unit}, without="SPI-MOVE-H2"), f"entrain {unit}", "stay")
    assert unit in names(without, "entrain")


@pytest.mark.rule("SPI-RAIL-M6", "SPI-RAIL-M2")
@pytest.mark.parametrize(
    ("wait", "unit", "start"), [("axis", "1PzA", "2103"), ("soviet", "1TkC", "2535")]
)
def test_who_stayed_rides_in_a_later_turn(wait: str, unit: str, start: str) -> None:
    enemy = "soviet" if wait == "axis" else "axis"
    stayed = play(at(f"{wait} rail", {start: unit}), f"entrain {unit}", "stay")
    later = on(walk(stayed, "rail movement", enemy), "rail movement", wait)
    assert later.turn == AUGUST + 1 and unit in names(later, "entrain")


@pytest.mark.rule("SPI-RAIL-M6", "SPI-OVR-GEN1")
def test_who_stays_may_overrun() -> None:
    """With all points: five for an overrun of the next hex, of eight."""
    state = at("axis rail", {"2102": "1PzA", "2103": "1SovSup"})
    stayed = walk(play(state, "entrain 1PzA", "stay"), "movement")
    over = play(stayed, "overrun 2103")
    assert over.place("1PzA") == "2103" and over.place("1SovSup") != "2103"


@pytest.mark.rule("SPI-RAIL-M6", "SPI-MOVE-L2")
@pytest.mark.parametrize(
    ("side", "unit", "here"), [("axis", "1InC", "4327"), ("soviet", "1Inf", "4328")]
)
def test_who_stays_waits_at_the_straits(side: str, unit: str, here: str) -> None:
    """It has stood there for a phase, and crosses in the next."""
    trail = trod(side, {here, "4326", "4329"})
    state = at(f"{side} rail", {here: unit}, more=trail)
    stayed = walk(play(state, f"entrain {unit}", "stay"), "movement")
    second = walk(play(stayed, "end-movement"), "movement", side)
    assert second.turn == AUGUST and second.stack[1] == f"{side} player turn"
    assert names(play(second, f"move {unit}"), "cross")


@pytest.mark.rule("SPI-RAIL-M1", "SPI-MOVE-K")
def test_no_finn_boards_a_train_that_leads_only_where_no_finn_goes() -> None:
    """At the limit of six hexes, with tracks beyond it; a German corps there goes on."""
    trail = trod("axis", ("0621", "0622", "0623"))
    finn = at("axis rail", {"0621": "1FinC, 1InC"}, more=trail)
    assert names(finn, "entrain") == {"1InC"} and "0622" in stops(finn, "1InC")
    with refused("SPI-RAIL-M1", "it can reach no hex by rail"):
        play(finn, "entrain 1FinC")
    assert "1FinC" in names(walk(play(finn, "end-rail"), "movement"), "move")
    inside = at("axis rail", {"0621": "1FinC"}, more=trod("axis", ("0620", "0621", "0622")))
    assert stops(inside, "1FinC") == {"0620"}


@pytest.mark.rule("SPI-RAIL-O2", "SPI-RAIL-O1")
@pytest.mark.parametrize("phase", ["rail", "rail 2"])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_only_units_of_the_side_are_offered_a_train(side: str, phase: str) -> None:
    """Support units of both sides stand outside of all enemy zones."""
    own, other = {"axis": ("1AxSup", "1SovSup"), "soviet": ("1SovSup", "1AxSup")}[side]
    places = {"axis": {"2103": own, "2105": other}, "soviet": {"2132": own, "2134": other}}[side]
    state = at(f"{side} {phase}", places, JUNE_42)
    assert names(state, "entrain") == ({own} if phase == "rail 2" else set())

"""Section 7: supply states one by one, and freedoms."""

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
    declare,
    edit,
    marker,
    names,
    number,
    odds,
    on,
    play,
    surround,
)

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]


def german(units: Units, decision: str = "prepared assault", **more: object) -> State:
    return at(decision, "german", turn=10, sequence="move-fight", units=units, **more)  # type: ignore[arg-type]


def soviet(units: Units, decision: str = "prepared assault", **more: object) -> State:
    more.setdefault("sequence", "fight-move")
    return at(decision, "soviet", units=units, **more)  # type: ignore[arg-type]


@pytest.mark.rule("BD-7.2a")
def test_a_unit_is_in_the_best_state_that_it_qualifies_for() -> None:
    # Riga lies at the Baltic; with a line inland the coast does not matter
    assert german({"4AK": "1415", "60A": "1001"}).ask("supply", "4AK") == OVERLAND
    ring = surround("1415", RIFLES)
    assert german({"4AK": "1415", **ring}).ask("supply", "4AK") == COASTAL
    # Danzig as a fortress is a garrison before it is a port
    ring = surround("1718", RIFLES)
    flags = {"hex_flags": {"fortress city": ["1718"]}}
    assert german({"4AK": "1718", **ring}, **flags).ask("supply", "4AK") == GARRISON
    assert german({"4AK": "1718", **ring}).ask("supply", "4AK") == COASTAL
    # and Crimea supply goes before what comes by air
    flown = german(
        {"4AK": "3107", "5AK": "3108", "60A": "1001"},
        soviet=["2607"],
        flags={"crimea supply": ["4AK"]},
        variables={"crimea supply": 1, "aerial supply hex": number("3107")},
    )
    assert flown.ask("supply", "4AK") == CRIMEA


@pytest.mark.rule("BD-7.3c")
def test_overland_supply_gives_full_factors() -> None:
    units = {"2309": ["3Pz", "14Pz", "4AK"], "2308": ["60A"], "1001": ["61A"]}
    state = german(units)
    assert state.ask("supply", "3Pz") == OVERLAND
    assert odds(state, "german", "2308", ["3Pz", "14Pz", "4AK"]).attack == 11
    assert odds(state, "soviet", "2309", ["60A"]).defence == 10
    moving = german(units, "movement")
    assert play(moving, "move 3Pz").ask("german allowance") == 8
    assert play(moving, "move 4AK").ask("german allowance") == 4


@pytest.mark.rule("BD-7.4b", "BD-7.4a")
def test_without_dnepropetrovsk_the_whole_area_is_out_of_supply() -> None:
    """The rulebook names four of its hexes."""
    corps = dict(zip(("2200", "2806", "3100", "3004"), ("4AK", "5AK", "6AK", "7AK"), strict=True))
    units = {c: h for h, c in corps.items()} | {"60A": "1001", "8AK": "2405"}
    held = german(units, german=["2607", "2804"])
    lost = german(units, german=["2804"], soviet=["2607"])
    assert [held.ask("supply", c) for c in corps.values()] == [OVERLAND] * 4
    assert [lost.ask("supply", c) for c in corps.values()] == [OOS] * 4
    assert held.ask("supply", "8AK") == lost.ask("supply", "8AK") == OVERLAND


def peninsula(units: Units, decision: str = "prepared assault") -> State:
    """Crimea supply, drawn by 3Pz, 4AK and 49Mtn, with Dnepropetrovsk and Rostov lost."""
    return german(
        units,
        decision,
        soviet=["2607", "2804"],
        variables={"crimea supply": 1},
        flags={"crimea supply": ["3Pz", "4AK", "49Mtn"]},
    )


@pytest.mark.rule("BD-7.4e", "BD-7.4f")
def test_who_draws_crimea_supply_needs_neither_city() -> None:
    state = peninsula({"3108": ["5AK"], "3107": ["4AK"], "3104": ["49Mtn"], "1001": ["60A"]})
    assert state.ask("supply", "4AK") == state.ask("supply", "49Mtn") == CRIMEA
    assert state.ask("supply", "5AK") == OOS


@pytest.mark.rule("BD-7.4g", "BD-7.4f", "BD-10.26a")
def test_crimea_supply_is_good_for_everything() -> None:
    units = {"3108": ["5AK"], "3008": ["3Pz", "4AK"], "2908": ["60A"], "1001": ["61A"]}
    state = peninsula(units)
    assert odds(state, "german", "2908", ["3Pz", "4AK"]).attack == 7
    assert odds(state, "soviet", "3008", ["60A"]).defence == 7
    moving = peninsula(units, "movement")
    assert play(moving, "move 4AK").ask("german allowance") == 4
    tanks = play(moving, "move 3Pz")
    assert tanks.ask("german allowance") == 8 and "2908" in names(tanks, "assault")


@pytest.mark.rule("BD-7.4i")
def test_the_choice_of_crimea_supply_stands_for_the_game_turn() -> None:
    """Switched off, it would leave the coast shut all the same: nothing else is offered (D-19)."""
    start = at("movement", "soviet", sequence="fight-move", turn=9,
               units={"3108": ["4AK"], "3107": ["5AK"], "1001": ["60A"]},
               soviet=["2607"])  # fmt: skip
    asked = play(start, "end-movement")
    assert (asked.decision, names(asked)) == (
        "crimea supply",
        {"crimea-supply", "coastal-supply"},
    )
    for choice, state_of in (("crimea-supply", CRIMEA), ("coastal-supply", COASTAL)):
        run = play(asked, choice)
        turn = run.var("turn")
        while run.var("turn") == turn:
            assert run.ask("supply", "5AK") == state_of
            assert run.decision != "crimea supply"
            run = on(run)
        # and is made anew in the next
        assert run.decision == "crimea supply"


@pytest.mark.rule("BD-7.4k", "BD-7.4f")
@pytest.mark.parametrize("hex_", ["3005", "3104", "3105"])
def test_crimea_supply_crosses_the_strait(hex_: str) -> None:
    # the way by land leads through 2908
    state = peninsula({"3108": ["5AK"], hex_: ["4AK"], "2908": ["60A"]})
    assert state.ask("supply", "4AK") == CRIMEA
    shut = peninsula({"3108": ["5AK"], hex_: ["4AK"], "2908": ["60A"], "3106": ["61A"]})
    assert shut.ask("supply", "4AK") == OOS
    # by way of the two cities they may have a line overland
    free = german({"5AK": "3108", "4AK": hex_, "60A": "1001"}, german=["2607", "2804"])
    assert free.ask("supply", "4AK") == OVERLAND


def krakow(decision: str) -> tuple[State, str]:
    """A pocket in Krakow, a fortress, and a hex next to it of clear ground."""
    ring = surround("2418", RIFLES)
    beside = next(h for h in ring.values() if h not in ("2517", "2518"))
    state = german(
        {"2418": ["3Pz", "4AK"], **{h: [u] for u, h in ring.items()}},
        decision,
        hex_flags={"fortress city": ["2418"]},
    )
    return state, beside


@pytest.mark.rule("BD-7.6b", "BD-7.22a", "BD-10.26a")
def test_garrison_supply_is_good_for_everything() -> None:
    state, beside = krakow("prepared assault")
    assert state.ask("supply", "4AK") == GARRISON
    assert odds(state, "german", beside, ["3Pz", "4AK"]).attack == 7
    assert odds(state, "soviet", "2418", ["3A"]).defence == 7
    moving, _ = krakow("movement")
    tanks = play(moving, "move 3Pz")
    assert tanks.ask("german allowance") == 8 and beside in names(tanks, "assault")


@pytest.mark.rule("BD-7.7c")
def test_aerial_supply_serves_defence_alone() -> None:
    ring = surround("2309", RIFLES)
    units = {"2309": ["3Pz", "4AK"], **{h: [u] for u, h in ring.items()}}
    by_air = {"variables": {"aerial supply hex": number("2309")}}
    state = german(units, **by_air)
    assert state.ask("supply", "4AK") == AERIAL
    target = ring["3A"]
    assert odds(state, "soviet", "2309", ["3A"]).defence == 7
    assert odds(state, "german", target, ["3Pz", "4AK"]).attack == 3
    moving = german(units, "movement", **by_air)
    tanks = play(moving, "move 3Pz")
    assert tanks.ask("german allowance") == 4
    assert target not in names(tanks, "assault")
    free = german({**units, target: [], "1001": ["3A"]}, "movement", **by_air)
    assert play(free, "move 3Pz").ask("german allowance") == 8


def pocket_attacked() -> State:
    """Two Soviet attacks that may be made on pockets; the first is declared."""
    ring = surround("2309", RIFLES)
    state = soviet({"4AK": "2309", **ring}, variables={"luftwaffe": 0})
    return declare(state, "2309", RIFLES)


@pytest.mark.rule("BD-7.7e", "BD-7.7g", "BD-7.7d")
def test_aerial_supply_may_be_held_back_and_its_use_calls_nothing_off() -> None:
    asked = pocket_attacked()
    assert asked.decision == "aerial supply" and names(asked) == {"fly-in", "decline"}
    kept = play(asked, "decline")
    assert (kept.var("aerial supply hex"), kept.var("aerial supply back")) == (-1, 0)
    run = play(asked, "fly-in")
    while run.to_move != "chance":
        # air armies and other support, and no way back
        assert run.decision in ("air armies", "partisans", "airborne")
        run = on(run)
    assert (run.decision, run.var("defence")) == ("combat", 4)


@pytest.mark.rule("BD-7.10c", "BD-7.10a", "BD-7.9e")
def test_offensive_supply_gives_full_factors() -> None:
    units = {"2309": ["4AK"], "2308": ["60A", "61A", "62A"], "2320": ["5AK"]}
    near = soviet(units, variables=marker("2306"))
    assert near.ask("supply", "60A") == OFFENSIVE
    assert odds(near, "soviet", "2309", ["60A", "61A", "62A"]).attack == 9
    assert odds(near, "german", "2308", ["4AK"]).defence == 9
    moving = soviet(units, "movement", sequence="move-fight", variables=marker("2306"))
    assert play(moving, "move 60A").ask("soviet allowance") == 4


@pytest.mark.rule("BD-7.11a", "BD-7.10a")
@pytest.mark.parametrize(
    ("at_four", "at_five"),
    [("2304", "2303"), ("2312", "2313"), ("1910", "1810"), ("2706", "2805"), ("2006", "1905")],
)
def test_a_marker_reaches_four_hexes_in_all_directions(at_four: str, at_five: str) -> None:
    units = {"2309": ["4AK"], "2308": ["60A"]}
    assert soviet(units, variables=marker(at_four)).ask("supply", "60A") == OFFENSIVE
    assert soviet(units, variables=marker(at_five)).ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.11b")
def test_enemies_do_not_cut_a_marker_off() -> None:
    """2311 is shut in by corps and across the Dnepr; its marker reaches 2308 all the same."""
    wall = {h: [u] for u, h in surround("2311", CORPS).items()}
    state = soviet({**wall, "2308": ["60A"], "2309": ["9AK"]}, variables=marker("2311"))
    assert state.ask("supply", "60A") == OFFENSIVE


def placing(units: Units) -> State:
    """The Soviet's markers, as his player turn begins."""
    return at("offensive supply", "soviet", units=units)


@pytest.mark.rule("BD-7.11c", "BD-7.12b", "BD-7.12d")
def test_a_marker_may_lie_anywhere_or_nowhere_and_takes_nothing() -> None:
    state = placing({"2309": ["4AK"], "2308": ["60A"]})
    # at sea, in German country, under a German corps, in a city
    offered = names(state, "marker-a")
    assert {"2905", "3207", "2320", "2309", "2407", "2308", "1000"} <= offered
    assert "no-marker" in names(state)
    without = play(state, "no-marker")
    assert without.var("supply marker A") == -1 and without.decision == "phase order"
    for hex_ in ("2320", "2309", "2407"):
        assert hex_ in state.hexes_with("german")
        laid = play(state, f"marker-a {hex_}")
        assert laid.var("supply marker A") == number(hex_)
        assert laid.hexes_with("german") == state.hexes_with("german")
        assert laid.var("victory points") == state.var("victory points")
        # no second moment for it in the player turn
        assert laid.decision == "phase order"
        run = play(laid, "move-fight")
        while run.to_move != "german" and not run.is_over:
            assert run.decision != "offensive supply"
            run = on(run)


@pytest.mark.rule("BD-7.12e")
def test_two_markers_do_what_one_does() -> None:
    units = {"2309": ["4AK"], "2308": ["60A", "61A"]}
    for lying in (
        {"A": "2306"},
        {"B": "2306"},
        {"A": "2306", "B": "2306"},
        {"A": "2306", "B": "2308"},
    ):
        state = soviet(units, variables={f"supply marker {m}": number(h) for m, h in lying.items()})
        assert state.ask("supply", "60A") == OFFENSIVE
        assert odds(state, "soviet", "2309", ["60A", "61A"]).attack == 6


@pytest.mark.rule("BD-7.12f")
def test_units_beneath_a_marker_stack_and_fight_as_ever() -> None:
    five = ["60A", "61A", "62A", "63A"]
    units = {"2309": ["4AK"], "2308": five, "2307": ["64A", "66A"]}
    state = soviet(units, variables=marker("2308"))
    assert odds(state, "soviet", "2309", five).attack == 12
    assert odds(state, "german", "2308", ["4AK"]).defence == 12
    moving = soviet(units, "movement", sequence="move-fight", variables=marker("2308"))
    assert "2308" in names(play(moving, "move 64A"), "to")
    assert "2308" not in names(play(moving, "move 64A", "with 66A"), "to")
    german_side = soviet(units, variables=marker("2309"))
    assert odds(german_side, "soviet", "2309", five).defence == 4


@pytest.mark.rule("BD-7.14a")
@pytest.mark.parametrize("hex_", ["2113", "2615", "2311", "1913", "2309"])
def test_lines_run_through_any_ground(hex_: str) -> None:
    """Marsh, rough, a city, fortified lines, clear; the way west of each leads over rivers too."""
    corps = {"4AK": hex_, "60A": "1001"}
    assert german(corps, german=["1913"]).ask("supply", "4AK") == OVERLAND
    rows = data().map.hexes
    zone = {h.name: h.zone for h in rows if h is not None}
    ways = [h for h in surround(hex_, CORPS).values() if zone[h] == zone[hex_]]
    # with just one way out, whichever it is, there is a line still
    for way in ways:
        ring = surround(hex_, RIFLES, [way])
        assert german({"4AK": hex_, **ring}, german=["1913", way]).ask("supply", "4AK") == OVERLAND


@pytest.mark.rule("BD-7.14a")
@pytest.mark.parametrize("hex_", ["1310", "1206", "3005", "3200"])
def test_soviet_lines_run_through_any_ground(hex_: str) -> None:
    for way in surround(hex_, CORPS).values():
        ring = surround(hex_, CORPS, [way])
        state = soviet({"60A": hex_, **ring}, soviet=[way])
        assert state.ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.16a")
def test_nobody_is_lost_for_want_of_supply() -> None:
    ring = surround("2309", RIFLES)
    out = surround("1904", CORPS)
    state = at("movement", "soviet", sequence="fight-move",
               units={"4AK": "2309", "60A": "1904", **ring, **out})  # fmt: skip
    assert (state.ask("supply", "4AK"), state.ask("supply", "60A")) == (OOS, OOS)
    for _ in range(2):
        turn = state.var("turn")
        while state.var("turn") == turn:
            state = on(state)
        assert (state.place("4AK"), state.place("60A")) == ("2309", "1904")


@pytest.mark.rule("BD-7.18a")
def test_units_may_go_where_no_line_leads() -> None:
    # 2109 is northern and shut in but for 2209, which is southern
    ring = surround("2109", RIFLES, ["2209"])
    state = german({"2209": ["4AK"], **{h: [u] for u, h in ring.items()}}, "movement")
    gone = play(state, "move 4AK", "to 2109")
    assert gone.place("4AK") == "2109" and gone.ask("supply", "4AK") == OOS
    ring = surround("2109", CORPS, ["2209"])
    other = soviet({"2209": ["60A"], **{h: [u] for u, h in ring.items()}}, "movement",
                   sequence="move-fight")  # fmt: skip
    gone = play(other, "move 60A", "to 2109")
    assert gone.place("60A") == "2109" and gone.ask("supply", "60A") == OOS


@pytest.mark.rule("BD-7.19a")
def test_a_source_serves_its_own_side_alone() -> None:
    east = {"4AK": "1400", **surround("1400", RIFLES)}
    assert german(east).ask("supply", "4AK") == OOS
    west = {"60A": "2024", **surround("2024", CORPS)}
    assert soviet(west).ask("supply", "60A") == OOS


@pytest.mark.rule("BD-7.22e", "BD-5.7c", "BD-5.7b")
def test_a_shock_army_that_is_halved_counts_three_first() -> None:
    group = ["1Sh", "3Sh"]
    units = {"2309": ["4AK"], "2308": group}
    # with a marker both are doubled; with a line alone they are three each, halved
    assert odds(soviet(units, variables=marker("2306")), "soviet", "2309", group).attack == 12
    assert odds(soviet(units), "soviet", "2309", group).attack == 3
    ring = surround("2308", CORPS)
    hero = soviet({"2308": group, **{h: [u] for u, h in ring.items()}},
                  hex_flags={"hero city": ["2308"]}, variables=marker("2306"))  # fmt: skip
    assert hero.ask("supply", "1Sh") == GARRISON
    assert odds(hero, "soviet", ring["1AK"], group).attack == 3
    assert odds(hero, "soviet", ring["1AK"], group[:1]).attack == 1
    pocket = edit(hero, not_hex_flags={"hero city": ["2308"]})
    assert odds(pocket, "soviet", ring["1AK"], group).attack == 1

"""Sections 4, 5, 7 and 8: facts that one game turn leaves to the next, and those that end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from eastfront._core import State

from .board_positions import (
    CRIMEA,
    OOS,
    OVERLAND,
    Units,
    around,
    at,
    data,
    edit,
    fight,
    game,
    marker,
    names,
    number,
    play,
    surround,
    walk,
)
from .test_5_turn_tables import ending
from .test_8_entry_tables import next_turn
from .test_10_on_the_way import EXITS

CORPS = [u.name for u in data().units if u.kind == "infantry"]
COUNTED = ["attack", "defence", "odds", "column"]


@pytest.mark.rule("BD-5.2e")
@pytest.mark.parametrize("turn", [10, 12])
def test_what_was_reckoned_in_a_game_turn_ends_with_it(turn: int) -> None:
    units: Units = {"3108": ["5AK"], "2309": ["3Pz"], "2308": ["60A"]}
    state = ending(
        units,
        turn,
        flags={"crimea supply": ["5AK"], "no crimea supply": ["3Pz"]},
        variables={**dict.fromkeys(COUNTED, 3), "result": 2, "luftwaffe": 1, "crimea supply": 1,
                   "caucasus open": 1},
    )  # fmt: skip
    over = play(state, "end-movement")
    assert over.var("turn") == turn + 1
    assert [over.var(v) for v in COUNTED] == [0, 0, 0, 0] and over.var("result") == -1
    assert over.units_with("no crimea supply") == []
    assert over.decision == "crimea supply" and over.units_with("crimea supply") == []
    assert [over.var(v) for v in ("crimea supply", "caucasus open")] == [0, 0]


@pytest.mark.rule("BD-5.2e", "BD-8.1f", "BD-8.1i")
@pytest.mark.parametrize("turn", [9, 12])
def test_a_hex_that_was_entered_by_five_is_open_in_the_next_turn(turn: int) -> None:
    state = ending(
        {"dead": ["5AK"], "2407": ["6AK"]}, turn,
        hex_flags={"entry full": ["2407"]}, flags={"entered at the edge": ["6AK"]},
    )  # fmt: skip
    over = play(state, "end-movement")
    assert over.hexes_with("entry full") == [] and over.units_with("entered at the edge") == []
    asked = play(walk(over, "replacements", "german"), "reclaim 5AK")
    assert "2407" in names(asked, "enter")


@pytest.mark.rule("BD-5.4a", "BD-8.6b")
@pytest.mark.parametrize("order", ["fight-move", "move-fight", "fight-fight"])
def test_strategic_movement_comes_once_the_order_of_the_turn_is_declared(order: str) -> None:
    """5.2: II.A before II.B and II.C."""
    state = at("phase order", "german", units={"2407": ["4AK"], "1001": ["60A"]})
    assert state.var("side") == 0
    chosen = play(state, order)
    assert (chosen.decision, chosen.to_move) == ("strategic movement", "german")
    assert chosen.var("side") == 0


@pytest.mark.rule("BD-5.4a", "BD-7.12c")
def test_the_player_turn_is_the_soviets_from_its_first_decision() -> None:
    state = at("offensive supply", "soviet", units={"2320": ["4AK"], "1001": ["60A"]})
    assert state.var("side") == 1
    order = play(state, "no-marker")
    assert (order.decision, order.to_move, order.var("side")) == ("phase order", "soviet", 1)
    assert walk(order, "rvgk").var("side") == 1


@pytest.mark.rule("BD-10.2b", "BD-10.6b")
def test_no_hex_is_that_of_a_stack_when_the_phase_is_over() -> None:
    units: Units = {"2308": ["3Pz", "4AK"], "1001": ["60A"], "2315": ["5AK"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    moved = play(state, "move 3Pz", "with 4AK", "to 2309", "drop 4AK", "stop")
    assert moved.var("parent hex") == number("2308")
    over = play(moved, "end-movement")
    assert over.var("parent hex") == -1 and over.var("stack split") == 0
    assert game().new().var("parent hex") == -1


# -- Crimea supply --------------------------------------------------------------------------


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_who_draws_crimea_supply_keeps_it_on_the_way_through_the_area() -> None:
    """7.4: five units draw it; that one of them moves from hex to hex changes nothing."""
    five = CORPS[:5]
    units: Units = {"3107": five[:2], "3108": five[2:], "2908": ["60A"], "1001": ["66A"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units,
               variables={"crimea supply": 1}, flags={"crimea supply": five})  # fmt: skip
    gone = play(state, f"move {five[0]}", "to 3008")
    assert gone.place(five[0]) == "3008"
    assert (
        set(five) <= set(gone.units_with("crimea supply"))
        and gone.units_with("no crimea supply") == []
    )
    assert gone.ask("supply", five[0]) == CRIMEA
    back = play(gone, "to 3107")
    assert set(five) <= set(back.units_with("crimea supply"))
    assert back.units_with("no crimea supply") == []


@pytest.mark.rule("BD-2.12b", "BD-7.7f", "BD-7.4f")
@pytest.mark.parametrize("others", [["5AK"], []])
def test_who_falls_draws_no_crimea_supply(others: list[str]) -> None:
    """An army attacked at Kerch, alone; it leaves the map with all that was noted of it."""
    units: Units = {"3106": ["4AK"], "3107": ["60A", "59A", "54A", "53A", "3T"], "3108": ["5AK"],
                    "2310": ["6AK"]}  # fmt: skip
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables={"crimea supply": 1, **marker("3107")},
               flags={"crimea supply": ["4AK", *others]})  # fmt: skip
    rolling = fight(state, "3106", ["53A", "54A", "59A", "60A", "3T"])
    fate = next(o for o in rolling.battle().outcomes if o.result in ("BB", "DE") and o.dice)
    lost = play(rolling, f"roll {fate.dice[0]}")
    assert lost.place("4AK") == "dead"
    assert lost.units_with("crimea supply") == others


# -- the Caucasus ---------------------------------------------------------------------------


@pytest.mark.rule("BD-4.11a")
@pytest.mark.parametrize("city", ["3103", "2607", "2804"])
@pytest.mark.parametrize("far", [1, 2])
def test_an_enemy_two_hexes_from_a_city_does_not_shut_the_way_to_the_caucasus(
    city: str, far: int
) -> None:
    """4.11: no Soviet units in any hexes adjacent to those cities."""
    near = set(around(city))
    rows = data().map
    beyond = {h for n in near for h in around(n)} - near - {city}
    ring = near if far == 1 else beyond
    at_hex = next(
        h for h in sorted(ring)
        if (row := rows.hexes[rows.index[h]]) and row.terrain not in ("sea", "lake")
        and not set(around(h)) & ({"3103", "2607", "2804"} - {city})
        and h not in ("3103", "2607", "2804")
    )  # fmt: skip
    held: Units = {"3103": ["4AK"], "2607": ["5AK"], "2804": ["6AK"], at_hex: ["61A"]}
    opened = next_turn(held, german=["3102", "3002", "2903", "2803", "2705", "2706"])
    assert opened.var("caucasus open") == (far == 2)


@pytest.mark.rule("BD-4.11b", "BD-4.11d")
def test_who_has_left_for_the_caucasus_stands_at_no_exit() -> None:
    units: Units = {EXITS[0]: ["3Pz", "14Pz", "24Pz", "4AK"], "1001": ["66A", "65A", "63A", "62A"],
                    "2310": ["5AK"]}  # fmt: skip
    state = at("movement", "german", turn=10, sequence="move-fight", units=units,
               variables={"caucasus open": 1},
               flags={"at caucasus exit": ["3Pz", "14Pz", "24Pz", "4AK"],
                      "moved": ["3Pz", "14Pz", "24Pz", "4AK"]})  # fmt: skip
    left = walk(play(state, "launch-expedition"), "caucasus response")
    gone = [u for u in ("3Pz", "14Pz", "24Pz", "4AK") if left.place(u) == "caucasus"]
    assert len(gone) == 3 and "4AK" in gone
    assert set(left.units_with("at caucasus exit")) == {"3Pz", "14Pz", "24Pz"} - set(gone)


# -- lines and rails ------------------------------------------------------------------------


@pytest.mark.rule("BD-7.14a")
@pytest.mark.parametrize(("side", "unit"), [("soviet", "60A"), ("german", "4AK")])
def test_lines_go_through_cities(side: str, unit: str) -> None:
    """Voronezh, 2205, is the only way out of 2206 that the enemy leaves open."""
    others = ["8AK", "9AK", "10AK", "11AK", "12AK"] if side == "soviet" else \
        ["10A", "11A", "12A", "13A", "16A"]  # fmt: skip
    ring = surround("2206", others, leave=["2205"])
    assert len(ring) == 5
    city, far = "2205", "2315" if side == "soviet" else "1001"
    other = "1AK" if side == "soviet" else "66A"
    more: dict[str, list[str]] = {side: ["2205", "2104", "2204", "2105", "2103"]}
    state = at("prepared assault", side, turn=13, sequence="fight-move",
               units={"2206": [unit], far: [other], **{h: [u] for u, h in ring.items()}},
               **more)  # type: ignore[arg-type]  # fmt: skip
    if side == "soviet":
        assert state.ask("supply", unit) == OVERLAND
        shut = edit(state, {"13AK": city})
        assert shut.ask("supply", unit) == OOS
        return
    # for the German the city is the way round the ring, which does not close behind it
    assert state.ask("supply", unit) == OVERLAND
    assert edit(state, {"18A": city}).ask("supply", unit) == OOS


@pytest.mark.rule("BD-8.7e", "BD-8.6b")
@pytest.mark.parametrize(
    ("start", "to", "steps"),
    [("2911", "3108", 6), ("3108", "2911", 6), ("1415", "1718", 5), ("2407", "2923", 19)],
)
def test_trains_go_by_land_all_the_way(start: str, to: str, steps: int) -> None:
    """From Odessa to Sevastopol round by Perekop, 2908; by the shortest way that there is."""
    order = at("phase order", "german", units={start: ["4AK"], "1001": ["60A"], "1002": ["61A"]},
               german=["2607", start])  # fmt: skip
    state = play(order, "move-fight", "entrain 4AK")
    told = state.push(f"detrain {to}", effects=True) or []
    assert state.place("4AK") == to and state.units_with("went by rail") == ["4AK"]
    rows = data().map
    way = [str(part) for effect in told for part in effect if str(part) in rows.index]
    assert way[0] == start and way[-1] == to and len(set(way)) == steps + 1
    for here, there in pairwise(way):
        assert here == there or there in around(here)
        row = rows.hexes[rows.index[there]]
        assert row is not None and row.terrain not in ("sea", "lake"), there
    if {start, to} == {"2911", "3108"}:
        assert "2908" in way


# -- what comes of entering a hex -------------------------------------------------------------


def crimea(units: Units, **more: object) -> State:
    """A German movement phase of a turn in which Crimea supply is drawn."""
    return at(
        "movement",
        "german",
        turn=10,
        sequence="move-fight",
        units={"1001": ["66A"], "2320": ["7AK"], **units},
        **{"variables": {"crimea supply": 1}, **more},  # type: ignore[arg-type]
    )


@pytest.mark.rule("BD-10.1b", "BD-7.4f")
def test_a_group_that_goes_into_the_crimea_draws_its_supply_and_out_of_it_no_longer() -> None:
    into = play(crimea({"2908": ["4AK", "5AK"]}, german=["3008"]), "move 4AK", "with 5AK")
    there = play(into, "to 3008")
    assert {"4AK", "5AK"} <= set(there.units_with("crimea supply"))
    drawing = {"flags": {"crimea supply": ["4AK", "5AK"]}}
    out = play(crimea({"3008": ["4AK", "5AK"]}, **drawing), "move 4AK", "with 5AK", "to 2908")
    assert out.place("4AK") == "2908" and not {"4AK", "5AK"} & set(out.units_with("crimea supply"))


@pytest.mark.rule("BD-7.4f")
def test_nobody_is_told_to_stop_drawing_supply_who_stays_in_the_crimea() -> None:
    drawing = {"flags": {"crimea supply": ["4AK", "5AK"]}}
    state = play(crimea({"3107": ["4AK", "5AK"]}, german=["3104"], **drawing), "move 4AK")
    told = state.push("to 3108", effects=True) or []
    assert state.place("4AK") == "3108"
    assert not [e for e in told if "crimea supply" in e]
    left = play(crimea({"3008": ["4AK", "5AK"]}, **drawing), "move 4AK")
    assert [e for e in left.push("to 2908", effects=True) or [] if "crimea supply" in e]


@pytest.mark.rule("BD-3.6d", "BD-7.4f", "BD-10.16a")
def test_a_corps_that_lands_in_the_crimea_draws_its_supply() -> None:
    state = crimea({"2911": ["4AK"], "3107": ["5AK"]}, german=["2911", "3108"])
    landed = play(state, "ship-black 4AK")
    landed = play(landed, "to-port 3108") if landed.decision == "port" else landed
    assert landed.place("4AK") == "3108" and "4AK" in landed.units_with("crimea supply")


@pytest.mark.rule("BD-10.6b", "BD-10.16a")
def test_who_rests_has_moved_when_a_corps_goes_by_sea() -> None:
    state = crimea({"2911": ["4AK"], "2308": ["3Pz", "6AK"]}, german=["2911", "3108"])
    split = play(state, "move 3Pz", "with 6AK", "to 2309", "drop 6AK", "stop")
    assert split.var("parent hex") == number("2308") and split.units_with("paused")
    gone = play(split, "ship-black 4AK")
    gone = play(gone, "to-port 3108") if gone.decision == "port" else gone
    assert gone.place("4AK") == "3108" and gone.var("parent hex") == -1
    assert gone.units_with("paused") == [] and {"3Pz", "6AK"} <= set(gone.units_with("moved"))


@pytest.mark.rule("BD-3.6d", "BD-11.21d")
def test_a_german_line_falls_as_control_of_its_hex_does() -> None:
    state = at("movement", "soviet", turn=13, sequence="move-fight",
               units={"1818": ["60A"], "2320": ["4AK"]}, german=["1817"])  # fmt: skip
    taken = play(state, "move 60A", "to 1817")
    assert "1817" not in taken.ask("control", 0)
    assert taken.hexes_with("destroyed fort") == ["1817"]


@pytest.mark.rule("BD-5.4a", "BD-7.12c")
def test_the_markers_leave_by_their_rule_as_the_player_turn_ends() -> None:
    state = ending({}, 10, variables={"supply marker A": number("2308")})
    told = state.push("end-movement", effects=True) or []
    assert [e for e in told if "supply marker A" in e and "BD-7.12c" in e]
    assert state.var("supply marker A") == -1


@pytest.mark.rule("BD-4.13a", "BD-4.13j")
def test_the_expedition_advances_as_the_turn_ends_and_who_has_not_followed_a_recall_stays() -> None:
    under_way = play(ending({"caucasus": ["4AK", "3Pz", "14Pz"]}, 10,
                            variables={"caucasus": 1, "caucasus launched on": 9}),
                     "end-movement")  # fmt: skip
    assert under_way.decision == "expedition" and under_way.to_move == "chance"
    recalled = play(ending({"caucasus": ["61A"]}, 10, variables={
        "caucasus": 4, "caucasus way out": 1}), "end-movement")  # fmt: skip
    assert recalled.var("turn") == 11 and recalled.var("caucasus way out") == 0


@pytest.mark.rule("BD-5.1a", "BD-5.2a", "BD-4.11a", "BD-7.21a", "BD-9.2a", "BD-11.23a")
def test_what_a_game_turn_begins_with() -> None:
    """Before its first segment: Moscow, the cities of the expedition, and the counters."""
    units: Units = {"dead": ["5AK"], "2320": ["4AK"], "1001": ["60A"], "1606": ["3Pz"]}
    before = ending(units, 12, german=["3103", "2607", "2804"], variables={"luftwaffe": 0})
    assert [before.var(v) for v in ("supply markers banned", "fortress cities")] == [0, 0]
    begun = play(before, "end-movement")
    assert begun.var("turn") == 13 and begun.decision in ("crimea supply", "replacements")
    assert begun.var("supply markers banned") == 1 and begun.var("caucasus open") == 1
    assert begun.var("fortress cities") == 1 and begun.var("luftwaffe") > 0


@pytest.mark.rule("BD-7.17a", "BD-4.11b")
def test_who_goes_on_from_the_exits_waits_there_no_longer() -> None:
    """It goes on as it set out, at its full factor."""
    state = at("movement", "german", turn=10, sequence="move-fight",
               units={"3104": ["3Pz", "14Pz"], "1001": ["66A"]},
               german=["3103", "3200", "3201", "3202", "3203", "3204"])  # fmt: skip
    state = edit(state, {"3204": ["3Pz", "14Pz"]})
    halted = play(state, "move 3Pz", "with 14Pz", "to 3203", "drop 3Pz", "stop")
    assert "3Pz" in halted.units_with("at caucasus exit")
    on_ = play(halted, "move 3Pz")
    assert "3Pz" not in on_.units_with("at caucasus exit")
    assert on_.units_with("halved") == halted.units_with("halved")


def ruled(rule: str, *values: object) -> object:
    """A case that belongs to a rule of its own."""
    return pytest.param(*values, marks=pytest.mark.rule(rule))


def given(kind: str, name: str, value: str | int) -> dict[str, object]:
    """A flag of a hex or a unit, or a variable, as a position takes it."""
    if kind == "variable":
        return {"variables": {name: value}}
    return {"hex_flags" if kind == "hex" else "flags": {name: [value]}}


def holds(state: State, kind: str, name: str, value: str | int) -> bool:
    """Whether a position has it."""
    if kind == "variable":
        return state.var(name) == value
    return value in (state.hexes_with(name) if kind == "hex" else state.units_with(name))


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ruled("BD-9.1b", "hex", "hero city", "2205"),
        ruled("BD-9.2b", "hex", "fortress city", "2409"),
        ruled("BD-9.2b", "variable", "fortress cities", 1),
        ruled("BD-11.21d", "hex", "destroyed fort", "1111"),
        ruled("BD-8.15c", "unit", "came back", "3Rum"),
        ruled("BD-8.38b", "variable", "airborne used in", 1),
        ruled("BD-4.13h", "variable", "caucasus launched on", 10),
    ],
)
def test_what_a_turn_brings_for_the_game_lasts_into_the_next_turn(
    kind: str, name: str, value: str | int
) -> None:
    units: Units = {"2310": ["3Pz", "3Rum"], "2205": ["60A"], "2409": ["5AK"]}
    state = ending(units, 10, **given(kind, name, value))  # type: ignore[arg-type]
    later = walk(play(state, "end-movement"), "movement", "german")
    assert later.var("turn") == 11 and holds(later, kind, name, value)


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ruled("BD-7.4f", "unit", "crimea supply", "5AK"),
        ruled("BD-7.4j", "unit", "no crimea supply", "3Pz"),
        ruled("BD-7.4h", "variable", "crimea supply", 1),
        ruled("BD-8.1f", "hex", "entry full", "2024"),
        ruled("BD-4.13l", "variable", "caucasus open", 1),
    ],
)
def test_what_the_german_settles_for_the_turn_lasts_through_that_of_the_soviet(
    kind: str, name: str, value: str | int
) -> None:
    units: Units = {"3108": ["5AK"], "2310": ["3Pz"], "2305": ["60A"]}
    state = at("prepared assault", "german", turn=10, sequence="move-fight", units=units,
               **given(kind, name, value))  # type: ignore[arg-type]  # fmt: skip
    later = walk(state, "movement", "soviet")
    assert later.var("turn") == 10 and holds(later, kind, name, value)


@pytest.mark.rule("BD-11.29a", "BD-11.27a", "BD-5.5a")
def test_who_fled_in_the_first_phase_of_fight_fight_defends_in_the_second() -> None:
    units: Units = {"2309": ["3Pz", "14Pz", "24Pz"], "2308": ["60A"], "2307": ["59A"],
                    "2208": ["39Pz"], "2408": ["40Pz"], "1001": ["66A"]}  # fmt: skip
    state = at("prepared assault", "german", turn=10, sequence="fight-fight", units=units)
    rolling = fight(state, "2308", ["3Pz", "14Pz", "24Pz"])
    die = next(o for o in rolling.battle().outcomes if o.result == "DR").dice[0]
    fled = walk(play(rolling, f"roll {die}"), "prepared assault", "german",
                {"retreat": "retreat-to 2307"})  # fmt: skip
    assert fled.place("60A") == "2307"
    assert fight(fled, "2307", ["39Pz", "40Pz"]).var("defence") == 3
    second = walk(play(fled, "end-assaults"), "prepared assault", "german")
    assert second.var("assault phase") == 2
    assert fight(second, "2307", ["39Pz", "40Pz"]).var("defence") == 6


@pytest.mark.rule("BD-11.32a", "BD-11.32c", "BD-11.30b")
def test_who_advanced_goes_on_after_that_battle_alone() -> None:
    """Tanks that hold the hex they have won do not go on when infantry wins another."""
    foot = ["4AK", "5AK", "6AK", "7AK"]
    tanks = ["3Pz", "14Pz", "24Pz", "39Pz"]
    units: Units = {"2309": tanks, "2308": ["60A"], "2402": foot, "2403": ["59A"],
                    "1001": ["66A"]}  # fmt: skip
    state = at("prepared assault", "german", turn=12, sequence="move-fight", units=units)

    def won(state: State, target: str, group: list[str]) -> State:
        rolling = fight(state, target, group)
        die = next(o for o in rolling.battle().outcomes if o.result == "DE").dice[0]
        return play(rolling, f"roll {die}")

    first = play(won(state, "2308", tanks), "advance 3Pz", "hold")
    assert first.decision == "second advance"
    first = play(first, "hold")
    assert first.decision == "prepared assault" and first.units_with("advanced") == []
    second = play(won(first, "2403", foot), "advance 4AK", "hold")
    assert second.place("4AK") == "2403" and second.decision != "second advance"


@pytest.mark.rule("BD-11.4c", "BD-10.28b")
def test_who_held_against_a_mobile_assault_may_be_attacked_in_the_phase_after() -> None:
    """11.4c counts within a prepared assault phase; what it will allow is asked before."""
    units: Units = {"2309": ["3Pz", "14Pz"], "2307": ["24Pz"], "2308": ["60A"], "1001": ["59A"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    rolling = walk(play(state, "move 3Pz", "with 14Pz", "assault 2308"), "combat")
    fought = play(rolling, "roll 5")
    assert fought.place("60A") == "2308" and fought.units_with("defended") == []
    planned = fought.battle("2308", ["24Pz"], kind="prepared")
    assert (planned.attack, planned.defence) == (4, 3)
    after = walk(fought, "prepared assault", "german")
    assert "2308" in names(after, "attack")


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_who_falls_is_noted_to_have_no_crimea_supply_no_longer() -> None:
    units: Units = {"3106": ["4AK"], "3107": ["60A", "59A", "54A", "53A", "3T"], "3108": ["5AK"],
                    "2310": ["6AK"]}  # fmt: skip
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables={"crimea supply": 1, **marker("3107")},
               flags={"no crimea supply": ["4AK", "5AK"]})  # fmt: skip
    rolling = fight(state, "3106", ["53A", "54A", "59A", "60A", "3T"])
    fate = next(o for o in rolling.battle().outcomes if o.result in ("BB", "DE") and o.dice)
    lost = play(rolling, f"roll {fate.dice[0]}")
    assert lost.place("4AK") == "dead" and lost.units_with("no crimea supply") == ["5AK"]


@pytest.mark.rule("BD-8.10a")
def test_the_last_who_is_withdrawn_waits_for_it_no_longer() -> None:
    before = at("phase order", "soviet", turn=10,
                units={"2501": ["60A"], "rvgk": ["61A"], "2320": ["4AK"]})  # fmt: skip
    state = walk(play(before, "fight-move"), "rvgk")
    assert state.units_with("rvgk ready") == ["60A"]
    gone = play(state, "withdraw 60A")
    assert gone.decision == "rvgk" and gone.place("60A") == "rvgk"
    assert gone.units_with("rvgk ready") == [] and not names(gone, "withdraw")


@pytest.mark.rule("BD-8.12b")
def test_the_steps_that_are_left_are_lost_as_the_replacements_end() -> None:
    before = ending({"dead": ["60A", "3T"], "2501": ["66A"], "2320": ["4AK"]}, 12)
    state = walk(play(before, "end-movement"), "replacements", "soviet")
    assert (state.var("mech steps"), state.var("foot steps")) == (2, 5)
    told = [e for e in state.push("end-replacements", effects=True) or [] if "BD-8.12b" in e]
    assert [e[1:4] for e in told] == [("mech steps", 2, 0), ("foot steps", 5, 0)]

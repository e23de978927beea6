"""8.5, 8.18 and 11.21: the fortified area of the Soviet and the East Wall of the German."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import late
from .board_positions import (
    AS,
    BB,
    DR,
    OVERLAND,
    around,
    data,
    declare,
    edit,
    names,
    number,
    odds,
    on,
    play,
    refused,
    walk,
)

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
CENTRE, EDGE, OUT = "2204", "2304", "2404"
TURNS = (15, 17)


def area(turn: int, since: int = 16) -> dict[str, int]:
    """The marker in the centre, placed on a turn, as variables."""
    return {"turn": turn, "fortified area": number(CENTRE), "fortified area since": since}


def at(decision: str, side: str, units: dict[str, Any], turn: int = 17, **more: Any) -> State:
    """A position with the marker, placed on turn 16."""
    return late.at(decision, side, TURNS, {**FAR, **units}, turn=turn, variables=area(turn), **more)


@pytest.mark.rule("BD-8.18a", "BD-8.18b")
def test_the_area_is_placed_at_once_in_a_hex_with_seven_supplied_ones() -> None:
    before = late.at("movement", "soviet", TURNS, {**FAR, "later": []}, german=[EDGE])
    state = before
    while state.decision != "fortified area":
        assert state.var("turn") <= 16
        state = on(state)
    assert state.var("turn") == 16
    hexes = names(state, "fortify")
    assert CENTRE not in hexes and "2104" in hexes
    rows = data().map
    held = set(state.game.hexes) - set(state.hexes_with("german"))
    for hex_ in hexes:
        ring = around(hex_)
        assert len(ring) == 6 and {hex_, *ring} <= held
        assert all(rows.hexes[rows.index[h]].terrain not in ("sea",) for h in ring)
    with refused("BD-8.18a"):
        state.push("fortify " + EDGE)
    placed = play(state, "fortify 2104")
    assert placed.var("fortified area") == number("2104")
    assert placed.var("fortified area since") == 16


@pytest.mark.rule("BD-8.18a", "BD-8.18b")
@pytest.mark.parametrize(("centre", "placed"), [("1401", True), ("1401 1501", True), ("", False)])
def test_the_area_is_placed_in_the_only_hex_and_in_none_if_there_is_none(
    centre: str, placed: bool
) -> None:
    """All but some hexes in the east, each with the six around it, is German."""
    only = centre.split()
    kept = {*only, *(h for hex_ in only for h in around(hex_))} or {"1401"}
    state = late.at("movement", "soviet", TURNS, {"1001": ["66A"], "2022": ["1AK"]},
                    german=set(data().map.index) - kept - {"1001"})  # fmt: skip
    while state.var("turn") < 16 or state.decision != "phase order":
        if state.decision == "fortified area":
            assert len(only) > 1 and names(state, "fortify") == set(only)
        state = on(state)
    assert state.var("turn") == 16
    assert (state.var("fortified area") in {number(hex_) for hex_ in only}) == placed
    assert (state.var("fortified area") >= 0) == placed


def battle(units: dict[str, Any], target: str, attackers: list[str], turn: int, **more: Any) -> int:
    """The column of a German attack."""
    state = at("prepared assault", "german", {target: ["60A"], **units}, turn, **more)
    shown = state.battle(target, attackers)
    column = odds(state, "german", target, attackers).column
    assert shown.column == (f"{column}:1" if column > 0 else f"1:{2 - column}")
    return column


@pytest.mark.rule("BD-8.18d", "BD-8.18e", "BD-11.22a")
@pytest.mark.parametrize(
    ("target", "left16", "left17"), [(CENTRE, 1, 2), (EDGE, 1, 2), (OUT, 0, 0)]
)
def test_the_area_shifts_by_one_column_then_by_two(target: str, left16: int, left17: int) -> None:
    near = next(h for h in around(target) if h not in (CENTRE, *around(CENTRE))) \
        if target != CENTRE else EDGE  # fmt: skip
    units = {near: ["4AK", "5AK"]}
    plain = at("prepared assault", "german", {target: ["60A"], **units}, 16)
    none = edit(plain, variables={"fortified area": -1})
    usual = odds(none, "german", target, ["4AK", "5AK"]).column
    assert battle(units, target, ["4AK", "5AK"], 16) == usual - left16
    assert battle(units, target, ["4AK", "5AK"], 17) == usual - left17


@pytest.mark.rule("BD-8.18d", "BD-8.18e", "BD-11.22a")
def test_soviet_attacks_out_of_the_area_are_not_shifted() -> None:
    units = {EDGE: ["60A"], CENTRE: ["4AK"]}
    state = at("prepared assault", "soviet", units)
    none = edit(state, variables={"fortified area": -1})
    shifts = [s.battle(CENTRE, ["60A"]).shifts for s in (state, none)]
    assert shifts[0] == shifts[1]


def opposite(target: str) -> dict[str, Any]:
    """Corps in two opposite hexes."""
    ring = around(target)
    return {ring[0]: ["4AK"], ring[3]: ["5AK"]}


@pytest.mark.rule("BD-8.18f", "BD-11.24b")
@pytest.mark.parametrize(("turn", "target", "bonus"), [(16, EDGE, 1), (17, EDGE, 0), (17, OUT, 1)])
def test_there_is_no_concentric_bonus_from_the_next_turn_on(
    turn: int, target: str, bonus: int
) -> None:
    state = at("prepared assault", "german", {target: ["60A"], **opposite(target)}, turn)
    shown = state.battle(target, ["4AK", "5AK"])
    assert ("BD-11.24a" in str(shown.shifts)) == bool(bonus)
    none = edit(state, variables={"fortified area": -1})
    left = 0 if target == OUT else turn - 15
    columns = [odds(s, "german", target, ["4AK", "5AK"]).column for s in (state, none)]
    assert columns[0] == columns[1] - left - (1 - bonus)


def ends(turn: int, target: str = EDGE, **more: Any) -> dict[int, State]:
    """The ends of a strong attack by die."""
    ring = around(target)
    units = {target: ["60A"], ring[1]: ["4AK", "5AK", "6AK"], ring[2]: ["7AK", "8AK"]}
    state = at("prepared assault", "german", units, turn, **more)
    fought = walk(declare(state, target, ["4AK", "5AK", "6AK", "7AK", "8AK"]), "combat")
    return {die: play(fought, f"roll {die}") for die in range(1, 7)}


@pytest.mark.rule("BD-8.18g", "BD-11.26j")
def test_a_retreat_is_a_bloodbath_from_the_next_turn_on() -> None:
    early = {end.var("result") for end in ends(16).values()}
    late_ = {end.var("result") for end in ends(17).values()}
    assert DR in early and DR not in late_ and late_ <= {AS, BB, 4, 0}
    assert DR in {end.var("result") for end in ends(17, OUT).values()}


@pytest.mark.rule("BD-8.18h")
def test_retaken_hexes_have_the_effects_again() -> None:
    taken = at("movement", "german", {"2404": ["4AK"]}, order="move-fight")
    moved = play(taken, "move 4AK", f"to {EDGE}")
    back = walk(moved, "movement", "soviet")
    assert number(CENTRE) == back.var("fortified area")
    again = edit(back, {"4AK": "2022", EDGE: ["60A"]}, clear=False)
    assert again.var("fortified area") == number(CENTRE)
    ready = {"2404": ["4AK", "5AK"], CENTRE: ["61A"]}
    fallen = at("movement", "german", ready, 16, order="move-fight")
    lost = play(fallen, "move 4AK", f"to {EDGE}")
    retaken = edit(lost, {"4AK": "2404"}, clear=False)
    mine = play(walk(retaken, "movement", "soviet"), "move 61A", f"to {EDGE}")
    assert EDGE not in mine.hexes_with("german")
    asked = late.next_turn(mine, "prepared assault", "german")
    shifts = asked.battle(EDGE, ["4AK", "5AK"]).shifts
    assert "BD-8.18e" in str(shifts)


@pytest.mark.rule("BD-8.18i")
def test_the_area_is_gone_when_the_hex_of_the_marker_falls() -> None:
    state = at("movement", "german", {EDGE: ["4AK"]}, order="move-fight")
    beside = play(state, "move 4AK", "to 2205")
    assert beside.var("fortified area") == number(CENTRE)
    fallen = play(state, "move 4AK", f"to {CENTRE}")
    assert fallen.var("fortified area") == -1


@pytest.mark.rule("BD-10.25g", "BD-8.18h")
@pytest.mark.parametrize(("target", "may"), [(CENTRE, False), (EDGE, False), (OUT, True)])
def test_no_mobile_assault_enters_the_area(target: str, may: bool) -> None:
    near = next(h for h in around(target) if h not in (CENTRE, EDGE, OUT))
    state = at("movement", "german", {target: ["60A"], near: ["3Pz"]}, order="move-fight")
    leg = play(state, "move 3Pz")
    assert (target in names(leg, "assault")) == may
    if not may:
        with refused("BD-10.25g"):
            leg.push(f"assault {target}")


@pytest.mark.rule("BD-7.20b")
def test_german_lines_do_not_enter_soviet_hexes_of_the_area() -> None:
    held = at("movement", "german", {CENTRE: ["4AK"]}, german=[CENTRE])
    assert held.ask("supply", "4AK") != OVERLAND
    free = edit(held, variables={"fortified area": -1})
    assert free.ask("supply", "4AK") == OVERLAND


# -- the East Wall ----------------------------------------------------------------------------

WALL_TURNS = (18, 20)


@pytest.mark.rule("BD-8.5a", "BD-8.5b", "BD-11.21e")
def test_the_ten_counters_are_placed_at_once_one_in_a_hex() -> None:
    state = late.at("movement", "soviet", WALL_TURNS, {**FAR, "2309": ["60A"], "2310": ["4AK"]})
    while state.decision != "east wall":
        assert state.var("turn") <= 19
        state = on(state)
    assert state.var("turn") == 19 and state.to_move == "german"
    rows = data().map
    hexes = names(state, "fortify")
    # beside an enemy too, and with units in it
    assert "2310" in hexes
    full = edit(state, {u: "2310" for u in ("5AK", "6AK", "7AK", "8AK")}, clear=False)
    assert len(full.units_at("2310")) == 5 and names(full, "fortify") == hexes
    for hex_ in hexes:
        row = rows.hexes[rows.index[hex_]]
        assert "city" not in row.features
    areas = {rows.hexes[rows.index[hex_]].area for hex_ in hexes}
    assert areas == {"ussr", "lithuania", "latvia", "estonia"}
    assert hexes <= set(state.hexes_with("german"))
    placed = []
    while state.decision == "east wall":
        hex_ = sorted(names(state, "fortify"))[0]
        placed.append(hex_)
        state = play(state, f"fortify {hex_}")
        assert hex_ not in names(state, "fortify")
    assert len(placed) == 10 and set(state.hexes_with("east wall")) == set(placed)
    assert late.next_turn(state, "phase order", "german").hexes_with("east wall") == sorted(placed)


def walled(decision: str, side: str, units: dict[str, Any], **more: Any) -> State:
    """A position with a counter in 2310."""
    return late.at(decision, side, WALL_TURNS, {**FAR, **units}, turn=19,
                   hex_flags={"east wall": ["2310"]}, **more)  # fmt: skip


@pytest.mark.rule("BD-11.21f")
def test_a_counter_shifts_an_attack_by_one_column() -> None:
    units = {"2310": ["4AK"], "2309": ["60A", "61A"]}
    state = walled("prepared assault", "soviet", units)
    none = edit(state, not_hex_flags={"east wall": ["2310"]})
    attackers = ["60A", "61A"]
    assert odds(state, "soviet", "2310", attackers).column == (
        odds(none, "soviet", "2310", attackers).column - 1
    )
    assert "BD-11.21a" in str(state.battle("2310", attackers).shifts)
    # it is nothing to a Soviet defender
    theirs = {"2310": ["60A"], "2309": ["4AK"]}
    state = walled("prepared assault", "german", theirs)
    none = edit(state, not_hex_flags={"east wall": ["2310"]})
    assert odds(state, "german", "2310", ["4AK"]) == odds(none, "german", "2310", ["4AK"])


@pytest.mark.rule("BD-11.21f")
def test_a_counter_is_destroyed_as_soviet_units_enter_it() -> None:
    state = walled("movement", "soviet", {"2309": ["60A"]}, german=["2310"], order="move-fight")
    out = play(state, "move 60A", "to 2310")
    assert out.hexes_with("east wall") == []
    lines = walled("movement", "soviet", {"2309": ["60A"]}, german=["2310"])
    assert "2310" not in lines.ask("soviet overland")
    gone = edit(lines, not_hex_flags={"east wall": ["2310"]})
    assert number("2310") in gone.ask("soviet overland") or "2310" in gone.ask("soviet overland")

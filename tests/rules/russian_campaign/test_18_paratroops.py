"""Section 18: Russian paratroops."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import (
    CLEAR,
    SNOW,
    at,
    before,
    data,
    distance,
    names,
    play,
    refused,
    walk,
)

STAVKA = {"Stavka": "R9"}


def ready(units: dict[str, str], weather: int = SNOW, **more: object) -> State:
    """A winter movement phase with a corps in the reserve."""
    return at("russian", 1, turn=5, weather=weather, units={"5 ParaC": "reserve", **units}, **more)  # type: ignore[arg-type]


@pytest.mark.rule("TRC-18.2a", "TRC-18.2b", "TRC-20.0a")
def test_new_paratroops_go_to_the_reserve_or_to_moscow() -> None:
    state = before("russian", 1, turn=3, units={"5 ParaC": "later"})
    state.push("end-movement")
    asked = walk(state, "paratroops", "russian")
    assert names(asked, "at") == {"R9"}
    assert play(asked, "at R9").place("5 ParaC") == "R9"
    kept = walk(play(asked, "to-reserve"), "movement", "russian", 1)
    assert kept.place("5 ParaC") == "reserve"
    later = walk(play(kept, "end-movement"), "movement", "russian", 1)
    assert later.place("5 ParaC") == "reserve"


@pytest.mark.rule("TRC-18.2a")
def test_moscow_in_axis_hands_leaves_the_reserve() -> None:
    for more, asked in (({"axis": ["R9"]}, False), ({"nobody": ["R9"]}, True), ({}, True)):
        state = before("russian", 1, turn=3, units={"5 ParaC": "later"}, **more)
        state.push("end-movement")
        choice = walk(state, "paratroops", "russian")
        # who is not asked is met in a later turn, with another corps
        assert (choice.turn == 3) == asked
        if asked:
            assert "R9" in play(choice, "at R9").hexes_with("russian control")
        assert walk(state, "movement", "russian", 1).place("5 ParaC") == "reserve"


@pytest.mark.rule("TRC-18.1a", "TRC-18.1b")
def test_paratroops_drop_in_the_first_impulse_of_a_snow_turn() -> None:
    both = ready({**STAVKA, "1 ParaC": "reserve"})
    one = play(both, "drop 5 ParaC", "at R10")
    two = play(one, "drop 1 ParaC", "at S8")
    assert (two.place("5 ParaC"), two.place("1 ParaC")) == ("R10", "S8")
    with refused("TRC-18.1a"):
        play(ready(STAVKA, CLEAR), "drop 5 ParaC")
    late = at("russian", 2, turn=5, weather=SNOW, units={"5 ParaC": "reserve", **STAVKA})
    assert names(late, "drop") == set()
    # who is not in the reserve does not drop
    with refused("TRC-18.1b"):
        play(ready({"5 ParaC": "U6", **STAVKA}), "drop 5 ParaC")


@pytest.mark.rule("TRC-18.3b", "TRC-6.2a")
def test_they_drop_where_there_is_room() -> None:
    def full(*corps: str) -> bool:
        state = ready({**STAVKA, **dict.fromkeys(corps, "R10")})
        return "R10" not in names(play(state, "drop 5 ParaC"), "at")

    assert not full("7 TkC", "8 TkC")
    assert full("7 TkC", "8 TkC", "5 TkC")


@pytest.mark.rule("TRC-18.3a")
def test_they_drop_within_eight_hexes_of_stavka() -> None:
    state = play(ready(STAVKA), "drop 5 ParaC")
    where = names(state, "at")
    assert where
    assert max(distance("R9", h) for h in where) == 8
    with refused("TRC-18.3a"):
        play(ready({}), "drop 5 ParaC")


@pytest.mark.rule("TRC-18.3b")
def test_not_in_enemy_zones_woods_or_mountains() -> None:
    open_ = names(play(ready(STAVKA), "drop 5 ParaC"), "at")
    near = names(play(ready({**STAVKA, "41 Pz": "R13"}), "drop 5 ParaC"), "at")
    assert {"R12", "R14", "Q13"} & open_
    assert not {"R12", "R13", "R14", "Q13"} & near
    rows = {h.name: h for h in data().map.hexes if h is not None}
    assert not {rows[h].terrain for h in open_} & {"woods", "mountain", "sea", "lake"}
    assert any(rows[h].terrain == "woods" and distance("R9", h) <= 8 for h in rows)


@pytest.mark.rule("TRC-18.3c", "TRC-18.4b")
def test_a_corps_that_dropped_stays_there_this_turn() -> None:
    state = play(ready({**STAVKA, "22 A": "R8"}), "drop 5 ParaC", "at R10")
    assert "5 ParaC" in state.units_with("moved")
    assert "5 ParaC" not in names(state, "move")
    late = walk(play(state, "end-movement"), "movement", "russian", 2)
    assert "5 ParaC" in late.units_with("pinned")
    # and never drops again
    assert names(late, "drop") == set()
    again = walk(play(late, "end-movement"), "movement", "russian", 1)
    assert names(again, "drop") == set()


@pytest.mark.rule("TRC-18.2c")
def test_a_corps_of_an_earlier_turn_may_come_by_the_east_edge() -> None:
    state = ready({}, CLEAR)
    entered = play(state, "come-by-land 5 ParaC", "at L1")
    assert entered.place("5 ParaC") == "L1"
    assert "5 ParaC" not in entered.units_with("fresh")
    new = at("russian", 1, turn=3, weather=CLEAR, units={"5 ParaC": "reserve"})
    assert names(new, "come-by-land") == set()


@pytest.mark.rule("TRC-18.3a", "TRC-18.3c")
def test_the_russian_places_the_corps_and_takes_what_it_lands_on() -> None:
    asked = play(ready(STAVKA, axis=["O8", "U9"]), "drop 5 ParaC")
    assert (asked.decision, asked.to_move) == ("drop zone", "russian")
    down = play(asked, "at U9")
    assert down.place("5 ParaC") == "U9"
    assert "U9" in down.ask("control", 1) and "U9" not in down.ask("control", 0)
    assert "O8" in down.ask("control", 0)
    # it neither moves on nor moves in the second impulse, in which others do
    later = walk(play(down, "end-movement"), "movement", "russian", 2)
    assert "5 ParaC" in later.units_with("pinned")


@pytest.mark.rule("TRC-18.3c", "TRC-19.4a")
def test_a_corps_that_dropped_is_free_again_in_the_next_turn() -> None:
    # Leningrad is nobody's, lest somebody win when the year begins
    state = ready({**STAVKA, "22 A": "R8"}, nobody=["E10"])
    down = play(state, "drop 5 ParaC", "at R10")
    assert "5 ParaC" in down.units_with("dropped")
    second = walk(play(down, "end-movement"), "movement", "russian", 2)
    turn = second.turn
    axis = walk(play(second, "end-movement"), "movement", "axis", 1)
    assert axis.turn == turn + 1 and "5 ParaC" not in axis.units_with("dropped")
    again = walk(axis, "movement", "russian", 2, weather=1)
    assert "5 ParaC" not in again.units_with("pinned")


@pytest.mark.rule("TRC-18.1a", "TRC-18.1b", "TRC-18.2c")
def test_nobody_else_in_the_reserve_drops_or_comes_by_land() -> None:
    units = {"Partisan 1": "reserve", "1 ParaC": "later", "16 A": "pool", **STAVKA}
    state = ready(units)
    assert names(state, "drop") == names(state, "come-by-land") == {"5 ParaC"}
    assert not names(ready({**units, "5 ParaC": "later"}), "drop")
    # nor does the Axis, when it snows
    axis = at("axis", 1, turn=5, weather=SNOW, units={"5 ParaC": "reserve", **STAVKA})
    assert not names(axis, "drop") and not names(axis, "come-by-land")


@pytest.mark.rule("TRC-18.1a")
@pytest.mark.parametrize("weather", range(4))
@pytest.mark.parametrize("impulse", [1, 2])
def test_when_paratroops_drop(weather: int, impulse: int) -> None:
    units = {"5 ParaC": "reserve", **STAVKA}
    state = at("russian", impulse, turn=5, weather=weather, units=units)
    assert bool(names(state, "drop")) == (weather == SNOW and impulse == 1)


@pytest.mark.rule("TRC-18.2c")
def test_it_comes_by_the_east_edge_from_the_turn_after() -> None:
    # the 5th comes in its second turn, and waits for a turn in the reserve
    due = next(u for u in data().units if u.name == "5 ParaC").arrives or 0
    for turn, comes in ((due, False), (due + 1, True), (due + 5, True)):
        for impulse in (1, 2):
            state = at("russian", impulse, turn=turn, units={"5 ParaC": "reserve"})
            assert bool(names(state, "come-by-land")) == comes, (turn, impulse)
    state = play(ready({}, CLEAR), "come-by-land 5 ParaC")
    assert (state.decision, state.to_move) == ("entry", "russian")
    assert all(h.rstrip("0123456789") + "1" == h for h in names(state, "at"))
    # not into an Axis unit's hex
    held = play(ready({"13 Inf": "L1"}, CLEAR), "come-by-land 5 ParaC")
    assert "L1" in names(state, "at") and "L1" not in names(held, "at")


@pytest.mark.rule("TRC-18.2a")
def test_moscow_takes_a_new_corps_if_there_is_room() -> None:
    def asked(**units: str) -> State:
        where = {"5 ParaC": "later", **units}
        state = before("russian", 1, turn=3, units=where)
        state.push("end-movement")
        return walk(state, "movement", "russian", 1)

    full = {"7_TkC": "R9", "8_TkC": "R9", "5_TkC": "R9"}
    crowded = asked(**{u.replace("_", " "): h for u, h in full.items()})
    assert crowded.place("5 ParaC") == "reserve"
    units = {u.replace("_", " "): h for u, h in full.items()}
    asked_of = before("russian", 1, turn=3, units={"5 ParaC": "later", **units})
    assert walk(play(asked_of, "end-movement"), "paratroops", "russian").turn != 3
    some = before("russian", 1, turn=3, units={"5 ParaC": "later", "7 TkC": "R9", "8 TkC": "R9"})
    there = walk(play(some, "end-movement"), "paratroops", "russian")
    assert (there.turn, names(there, "at")) == (3, {"R9"})
    state = before("russian", 1, turn=3, units={"5 ParaC": "later"})
    state.push("end-movement")
    choice = walk(state, "paratroops", "russian")
    assert choice.to_move == "russian"
    in_moscow = play(choice, "at R9")
    assert "R9" in in_moscow.ask("control", 1) and "R9" not in in_moscow.ask("control", 0)
    assert play(choice, "to-reserve").place("5 ParaC") == "reserve"


@pytest.mark.rule("TRC-18.3a", "TRC-24.5b")
def test_nobody_drops_in_finland_once_it_is_closed() -> None:
    finland = {h.name for h in data().map.hexes if h is not None and h.area == "finland"}

    def zone(closed: int) -> set[str]:
        state = at(
            "russian", 1, turn=23, weather=SNOW, units={"5 ParaC": "reserve", "Stavka": "E10"},
            variables={"Finland closed": closed},
        )  # fmt: skip
        return names(play(state, "drop 5 ParaC"), "at")

    assert zone(0) & finland and not zone(1) & finland
    assert zone(0) - finland == zone(1)


FAR, NEAR = {"Stavka": "PP33"}, {"Stavka": "OO30"}
"""In the south-west corner no hex to drop in is within eight hexes, or one."""


@pytest.mark.rule("TRC-18.1a", "TRC-18.1b", "TRC-18.3a")
def test_where_nobody_can_drop_nobody_is_asked() -> None:
    assert not names(ready(FAR), "drop")
    # what else forbids it is told all the same
    with refused("TRC-18.1a"):
        play(ready(FAR, CLEAR), "drop 5 ParaC")
    for weather in (CLEAR, SNOW):
        above = ready({"5 ParaC": "U6", **FAR}, weather)
        assert not names(above, "drop")
        with refused("TRC-18.1b"):
            play(above, "drop 5 ParaC")
    with refused("TRC-18.3a"):
        play(ready({"1 ParaC": "reserve"}), "drop 1 ParaC")


@pytest.mark.rule("TRC-18.1a", "TRC-18.1b", "TRC-18.3a")
def test_one_hex_to_drop_in_is_enough() -> None:
    state = ready({**NEAR, "1 ParaC": "reserve"})
    assert names(state, "drop") == {"5 ParaC", "1 ParaC"}
    # the only hex is taken unasked, and has room for another
    one = play(state, "drop 5 ParaC")
    there = str(one.place("5 ParaC"))
    assert distance(there, "OO30") == 8
    assert play(one, "drop 1 ParaC").place("1 ParaC") == there


@pytest.mark.rule("TRC-18.2c", "TRC-20.3c")
def test_who_comes_by_land_beside_an_enemy_in_the_second_impulse_stops() -> None:
    for enemy, stops in (("V2", True), ("V3", False)):
        units = {"5 ParaC": "reserve", "41 Pz": enemy, "12 TkC": "U2"}
        state = at("russian", 2, turn=8, units=units)
        entered = play(state, "come-by-land 5 ParaC", "at V1")
        assert ("5 ParaC" in entered.units_with("pinned")) == stops


@pytest.mark.rule("TRC-18.2a", "TRC-20.3c")
def test_a_new_corps_in_moscow_stops_beside_an_enemy_in_the_second_impulse() -> None:
    """The 8th comes in October 1941."""
    for enemy, stops in (("R10", True), ("R12", False)):
        units = {"8 ParaC": "later", "12 TkC": "R8"}
        state = before("russian", 2, turn=4, units={**units, "41 Pz": enemy})
        choice = walk(play(state, "end-movement"), "paratroops", "russian", 2)
        assert choice.turn == 4
        there = play(choice, "at R9")
        assert ("8 ParaC" in there.units_with("pinned")) == stops


@pytest.mark.rule("TRC-18.2c", "TRC-18.1b")
@pytest.mark.parametrize("open_", [0, 1, 2])
def test_one_open_hex_of_the_edge_is_enough_to_come_by_land(open_: int) -> None:
    edge = sorted(names(play(ready({}, CLEAR), "come-by-land 5 ParaC"), "at"))
    corps = [u.name for u in data().units if u.side == "axis" and u.kind == "infantry"]
    held = dict(zip(corps, edge[open_:], strict=False))
    assert len(held) == len(edge) - open_
    state = ready(held, CLEAR)
    assert bool(names(state, "come-by-land")) == bool(open_)
    # with nobody in the reserve there is nothing to ask
    assert not names(ready({"5 ParaC": "U6"}, CLEAR), "come-by-land")


@pytest.mark.rule("TRC-18.2c", "TRC-17.2.1d")
def test_who_comes_by_land_takes_the_city_at_the_edge() -> None:
    state = ready({}, CLEAR, axis=["U1"])
    entered = play(state, "come-by-land 5 ParaC", "at U1")
    assert "U1" in entered.ask("control", 1)


@pytest.mark.rule("TRC-18.3a", "TRC-9.4.5a")
def test_track_that_a_corps_drops_on_is_occupied() -> None:
    state = ready(STAVKA, rail=["U9", "T10", "T11"], axis=["U9"], nobody=["E10"])
    down = play(state, "drop 5 ParaC", "at T11")
    over = walk(play(down, "end-movement"), "movement", "axis", 1, weather=1)
    assert "T11" not in over.hexes_with("axis rail")
    # where nobody comes it stays as it was
    calm = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)
    assert {"U9", "T10", "T11"} <= set(calm.hexes_with("axis rail"))

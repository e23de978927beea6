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


@pytest.mark.rule("TRC-18.2a", "TRC-18.2b")
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
    state = before("russian", 1, turn=3, units={"5 ParaC": "later"}, axis=["R9"])
    state.push("end-movement")
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

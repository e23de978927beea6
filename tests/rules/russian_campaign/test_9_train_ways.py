"""Sections 9.1 to 9.3 and 20.1.1c: where rail moves start and end, the units, and the capacity."""

from __future__ import annotations

import pytest

from .line_positions import at, names, play

BREST = ["O23", "O22", "O21", "O20", "O19", "O18", "O17", "O16"]
"""Track from Brest over Minsk to the junction near Orsha."""


@pytest.mark.rule("TRC-20.1.1c")
def test_the_edge_alone_is_somewhere_to_go() -> None:
    # one hex of its own track, at the edge and inland
    edge = at("axis", {"1 Inf": "E33"}, rail=["E33"])
    assert names(edge, "rail") == {"1 Inf"}
    assert names(at("axis", {"1 Inf": "O23"}, rail=["O23"]), "rail") == set()
    # the other player's edge is none
    assert names(at("russian", {"11 A": "E33"}, rail=["E32"]), "rail") == set()


@pytest.mark.rule("TRC-20.1.1c")
@pytest.mark.parametrize("start", ["GG19", "HH21"])
def test_a_train_has_somewhere_to_go_on_either_side_of_the_isthmus(start: str) -> None:
    state = at("axis", {"1 Inf": start}, rail=["GG19", "HH21"])
    assert names(state, "rail") == {"1 Inf"}


@pytest.mark.rule("TRC-9.3.1b")
@pytest.mark.parametrize("side, unit", [("axis", "1 Inf"), ("russian", "11 A")])
def test_whoever_moves_sends_the_train(side: str, unit: str) -> None:
    track = BREST if side == "axis" else []
    state = play(at(side, {unit: "O21"}, rail=track), f"rail {unit}")
    assert (state.decision, state.to_move) == ("rail destination", side)


@pytest.mark.rule("TRC-9.3.1b", "TRC-20.1.1c")
def test_each_train_takes_one_from_the_capacity() -> None:
    units = ["1 Inf", "2 Inf", "10 Inf"]
    state = at("axis", dict.fromkeys(units, "O23"), rail=BREST)
    for count, unit in enumerate(units, 1):
        state = play(state, f"rail {unit}", "rail-to O22")
        assert state.var("rail moves") == count
    off = at("axis", {"1 Inf": "E31"}, rail=["E31", "E32", "E33"], variables={"rail moves": 4})
    assert play(off, "rail 1 Inf", "rail-off").var("rail moves") == 5


@pytest.mark.rule("TRC-9.3.1b", "TRC-9.3.2b")
def test_only_who_is_inside_closed_finland_rides_there() -> None:
    finnish = {"A14", "B14", "B13", "B12", "B11"}
    closed = {"Finland closed": 1}
    outside = names(
        play(at("russian", {"11 A": "E10"}, variables=closed), "rail 11 A"), "rail-to"
    )  # fmt: skip
    assert not finnish & outside and "R9" in outside
    inside = names(
        play(at("russian", {"11 A": "B13"}, variables=closed), "rail 11 A"), "rail-to"
    )  # fmt: skip
    assert finnish - {"B13"} <= inside and "R9" in inside


@pytest.mark.rule("TRC-18.3c")
def test_paratroops_that_were_not_dropped_go_by_rail() -> None:
    units = {"5 ParaC": "R9", "11 A": "R9"}
    assert names(at("russian", units), "rail") == {"5 ParaC", "11 A"}
    assert names(at("russian", units, flags={"dropped": ["5 ParaC"]}), "rail") == {"11 A"}


@pytest.mark.rule("TRC-17.2.1d")
def test_a_train_takes_the_junction_where_it_ends() -> None:
    state = play(at("axis", {"1 Inf": "O23"}, rail=BREST), "rail 1 Inf", "rail-to O16")
    assert "O16" in state.hexes_with("axis control")
    assert "O16" not in state.hexes_with("russian control")
    passed = play(at("axis", {"1 Inf": "O23"}, rail=BREST), "rail 1 Inf", "rail-to O18")
    assert "O16" in passed.hexes_with("russian control")


@pytest.mark.rule("TRC-11.2a")
def test_leaders_ride_and_workers_do_not() -> None:
    units = dict.fromkeys(["Worker 1", "11 A", "Stalin", "Stavka"], "R9")
    assert names(at("russian", units), "rail") == {"11 A", "Stalin"}


@pytest.mark.rule("TRC-19.2a")
def test_a_partisan_bars_no_train_of_his_own_side() -> None:
    state = at("russian", {"11 A": "O19", "Partisan 1": "O18"})
    assert {"O18", "O17"} <= names(play(state, "rail 11 A"), "rail-to")


@pytest.mark.rule("TRC-9.3.2b", "TRC-9.3.4a")
@pytest.mark.parametrize("closed", [0, 1])
def test_track_that_is_cut_off_takes_nobody_out_of_finland(closed: int) -> None:
    """C10 is the Axis's, between Finland and Leningrad."""
    state = at("russian", {"11 A": "B13"}, rail=["C10"], variables={"Finland closed": closed})
    found = names(play(state, "rail 11 A"), "rail-to")
    assert {"A14", "B14", "B12", "B11"} <= found and not {"C10", "E10", "R9"} & found

"""Section 28.6.III: arrivals by the Italian Sellout, the units recalled for it, and the dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may
from ...commitment_positions import WEST
from ...turn_positions import MAY_42, at, before, game, impulse_of, names, play, walk

SOLD = ("italian-sellout",)
GONE = {"Italy sold out": 1}
RECALLED = "panzer corps recalled"


@pytest.mark.rule("TRC-28.6.III.ISb")
def test_others_come_as_reinforcements_as_ever() -> None:
    july = impulse_of("axis", turn=2, units={"40 Pz": "later"}, options=SOLD)
    assert july.place("40 Pz") == "arriving"
    red = impulse_of("russian", turn=4, units={"39 A": "later"}, options=SOLD)
    assert red.place("39 A") == "arriving"


def recall(units: Mapping[str, str], turn: int = MAY_42, impulse: int = 1, **more: Any) -> State:
    """The Axis movement phase of May 1942."""
    more = {"variables": GONE, "options": SOLD, **more}
    return at("axis", impulse, units=units, turn=turn, **more)


@pytest.mark.rule("TRC-28.6.III.ISa", "TRC-28.6.III.ISb")
def test_the_africa_corps_belongs_to_the_variant() -> None:
    assert game("campaign").new().place("DAK") == "counters"
    state = game("campaign", SOLD).new()
    assert state.place("DAK") == "later"
    assert [state.place(u) for u in ("AK", "1 Flak")] == ["counters", "counters"]
    # it is asked before the first turn alone
    start = before("axis", turn=2, variables={}, options=SOLD)
    out = play(start, "end-movement")
    while (out.to_move, out.decision) != ("axis", "movement"):
        assert out.decision != "italian sellout"
        legal = out.legal_actions.list()
        pick = "roll 1" if out.to_move == "chance" else None
        out.push(pick or next((a for a in legal if out.is_pass(a)), legal[0]))


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_only_german_panzer_corps_with_a_point_left_leave_at_the_edge() -> None:
    goers = {"41 Pz": WEST, "2 SS Pz": "D33", "DAK": "F33"}
    others = {"52 Mot": WEST, "Rum Pz": "D33", "13 Inf": "F33", "1 Cav": "C33"}
    state = recall({**goers, **others})
    for unit in goers:
        if unit in names(state, "move"):
            assert may(play(state, f"move {unit}"), "go-west")
    for unit in others:
        if unit in names(state, "move"):
            assert not may(play(state, f"move {unit}"), "go-west")
    # not from another hex
    inside = recall({"41 Pz": "Y20"})
    assert not may(play(inside, "move 41 Pz"), "go-west")
    # nor in the second impulse, in another turn or when Africa was not given up
    assert not may(play(recall({"41 Pz": WEST}, impulse=2), "move 41 Pz"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, MAY_42 - 1), "move 41 Pz"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, variables={}), "move 41 Pz"), "go-west")


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_leaving_costs_a_point_of_movement() -> None:
    # of seven points six bring it to E33, and seven to G33
    state = recall({"41 Pz": "E27"})
    assert may(play(state, "move 41 Pz", "to E33"), "go-west")
    assert not may(play(state, "move 41 Pz", "to G33"), "go-west")


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_two_leave_and_no_third() -> None:
    state = recall({"41 Pz": WEST, "56 Pz": "D33", "57 Pz": "F33"})
    one = play(state, "move 41 Pz", "go-west")
    assert one.decision == "movement"
    two = play(one, "move 56 Pz", "go-west")
    assert two.var(RECALLED) == 2
    if "57 Pz" in names(two, "move"):
        assert not may(play(two, "move 57 Pz"), "go-west")
    assert not play(two, "end-movement").is_over


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_those_off_the_map_go_when_movement_ends() -> None:
    units = {"41 Pz": "off-map", "56 Pz": "off-map", "57 Pz": "off-map", "13 Inf": "off-map"}
    asked_ = play(recall(units), "end-movement")
    assert (asked_.decision, asked_.to_move) == ("withdrawal", "axis")
    assert names(asked_, "withdraw") == {"41 Pz", "56 Pz", "57 Pz"}
    first = play(asked_, "withdraw 56 Pz")
    assert names(first, "withdraw") == {"41 Pz", "57 Pz"}
    done = play(first, "withdraw 57 Pz")
    assert [done.place(u) for u in units] == ["off-map", "removed", "removed", "off-map"]
    assert done.decision != "withdrawal" and done.var(RECALLED) == 2
    # with one gone on foot one more goes
    rest = play(recall({**units, "24 Pz": WEST}), "move 24 Pz", "go-west", "end-movement")
    last = play(rest, "withdraw 41 Pz")
    assert last.var(RECALLED) == 2 and last.decision != "withdrawal"
    # others off the map are not enough
    short = {"41 Pz": "off-map", "13 Inf": "off-map", "52 Mot": "off-map"}
    lost = play(recall(short), "end-movement")
    assert lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.ISc")
    # in the second impulse, and in other turns, nobody goes
    for turn, impulse in ((MAY_42, 2), (MAY_42 - 1, 1), (MAY_42 + 1, 1)):
        kept = play(recall(units, turn, impulse), "end-movement")
        assert not kept.is_over and kept.place("41 Pz") == "off-map"


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_movement_ends_in_this_variant_as_ever() -> None:
    # partisans beside Germans are gone (19.3), and who has not entered waits off the map (20.1)
    units = {"41 Pz": "off-map", "56 Pz": "off-map", "Partisan 1": "X14", "13 Inf": "X15"}
    ended = play(recall(units), "end-movement", "withdraw 41 Pz")
    assert [ended.place(u) for u in units] == ["removed", "removed", "reserve", "X15"]
    red = at("russian", turn=8, units={"39 A": "arriving"}, options=SOLD)
    assert play(red, "end-movement").place("39 A") == "off-map"


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_units_leave_over_the_enemys_edge_as_ever() -> None:
    for turn in (MAY_42, MAY_42 + 1):
        state = recall({"41 Pz": "K1", "56 Pz": "off-map", "57 Pz": "off-map"}, turn)
        moving = play(state, "move 41 Pz")
        assert may(moving, "exit") and not may(moving, "go-west")
    red = at("russian", turn=8, units={"1 TkC": WEST}, options=SOLD)
    assert may(play(red, "move 1 TkC"), "exit")
    spring = at("russian", turn=MAY_42, units={"1 TkC": WEST}, variables=GONE, options=SOLD)
    assert not may(play(spring, "move 1 TkC"), "go-west")


@pytest.mark.rule("TRC-28.6.III.ISe")
@pytest.mark.parametrize("port", ["DD24", "JJ23", "II14"])
def test_one_port_of_the_three_is_enough_for_the_die(port: str) -> None:
    ports = {"DD24", "JJ23", "II14"}
    units = {"Moscow Worker": "R9", "4 A": "pool"}

    def points(held: set[str], variables: Mapping[str, int]) -> int:
        start = before(
            "russian", turn=3, units=units, axis=sorted(ports - held), variables=variables,
            options=SOLD,
        )  # fmt: skip
        rolls = {"Black Sea convoys": 4}
        shop = walk(play(start, "end-movement"), "replacements", "russian", **rolls)
        return int(shop.var("replacement points"))

    assert points({port}, GONE) == 7
    assert points(set(), GONE) == points({port}, {}) == 3


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_what_a_panzer_corps_held_falls_as_it_leaves() -> None:
    # a corps and a Russian army beside the junction J33, and nobody in it
    units = {"41 Pz": "I33", "56 Pz": "off-map", "16 A": "K33"}
    state = recall(units, axis=["J33"])
    assert state.control["J33"] == "axis"
    gone = play(state, "move 41 Pz", "go-west")
    assert (gone.decision, gone.control["J33"]) == ("movement", "russian")

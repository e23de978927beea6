"""Section 28.6.III: the Italian Sellout."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import ArgumentError, State

from ...battle_positions import may
from ...commitment_positions import PLOESTI, WEST, shop
from ...left_out_positions import without
from ...turn_positions import (
    MAY_42,
    MAY_43,
    MAY_44,
    at,
    before,
    counter,
    data,
    game,
    impulse_of,
    names,
    play,
    walk,
)

SOLD = ("italian-sellout",)
GONE = {"Italy sold out": 1}
SEP_41 = 3
ODESSA, SEVASTOPOL, ROSTOV = "DD24", "JJ23", "II14"
RAILS = "K30"


def first_turn() -> State:
    """The Axis is asked before its impulse of May 1941."""
    state = game("campaign", SOLD).new()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    return state


@pytest.mark.rule("TRC-28.6.III.ISa", "TRC-28.6.III.ISd", "TRC-28.6.IIIa")
def test_the_axis_may_leave_africa_before_may_1941() -> None:
    asked = first_turn()
    assert (asked.decision, asked.to_move, asked.var("turn")) == ("italian sellout", "axis", 1)
    italians = [u.name for u in data().units if counter(u).nation == "italian"]
    gone, stayed = play(asked, "activate"), play(asked, "refrain")
    assert (gone.var("Italy sold out"), stayed.var("Italy sold out")) == (1, 0)
    assert {gone.place(u) for u in italians} == {"removed"}
    assert "removed" not in {stayed.place(u) for u in italians}
    assert gone.decision == "movement"


@pytest.mark.rule("TRC-28.6.III.ISb", "TRC-28.6.III.ISa")
def test_the_africa_corps_comes_in_july_1941() -> None:
    def came(turn: int, variables: dict[str, int]) -> str | None:
        units = {"DAK": "later"}
        return impulse_of("axis", turn=turn, units=units, variables=variables, options=SOLD).place(
            "DAK"
        )

    assert [came(turn, GONE) for turn in (2, 3)] == ["arriving", "later"]
    assert came(2, {}) == "later"


def recall(units: dict[str, str], turn: int = MAY_42, **more: Any) -> State:
    """The Axis movement phase of May 1942."""
    more = {"variables": GONE, "options": SOLD, **more}
    return at("axis", units=units, turn=turn, **more)


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_two_panzer_corps_leave_in_may_1942_or_the_war_is_lost() -> None:
    both = recall({"41 Pz": WEST, "56 Pz": RAILS, "57 Pz": "Y20"})
    one = play(both, "move 41 Pz", "go-west")
    assert (one.place("41 Pz"), one.var("panzer corps recalled")) == ("removed", 1)
    two = play(one, "rail 56 Pz", "rail-off", "end-movement")
    assert two.place("56 Pz") == "removed" and not two.is_over
    lost = play(one, "end-movement")
    assert lost.is_over and lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.ISc")
    # nobody else goes, nor at another time, nor without the variant
    assert not may(play(recall({"13 Inf": WEST}), "move 13 Inf"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, MAY_42 + 1), "move 41 Pz"), "go-west")
    assert not play(recall({"41 Pz": WEST}, variables={}), "end-movement").is_over
    # and two more leave in May 1944
    spring = before(
        "axis", turn=MAY_44, units={"41 Pz": "Y20", "56 Pz": "Y21", "57 Pz": "Y22"},
        variables=GONE, options=SOLD,
    )  # fmt: skip
    assert names(walk(play(spring, "end-movement"), "withdrawal", "axis"), "withdraw")


@pytest.mark.rule("TRC-28.6.III.ISc")
def test_it_is_asked_for_as_axis_movement_of_may_ends_and_never_later() -> None:
    panzers = {"41 Pz": WEST, "56 Pz": "Y20"}
    second = at("axis", 2, units=panzers, turn=MAY_42, variables=GONE, options=SOLD)
    assert not may(play(second, "move 41 Pz"), "go-west")
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        state = at(side, impulse, units=panzers, turn=MAY_42, variables=GONE, options=SOLD)
        assert not play(state, "end-movement").is_over
    for turn in (MAY_42 - 1, MAY_42 + 1):
        assert not play(recall(panzers, turn), "end-movement").is_over


@pytest.mark.rule("TRC-28.6.III.ISe")
def test_a_port_of_the_black_sea_brings_a_die_of_points() -> None:
    convoys = "Black Sea convoys"

    def points(turn: int, die: int, variables: dict[str, int], **more: Any) -> int:
        state = shop(turn, variables, SOLD, rolls={convoys: die}, **more)
        return int(state.var("replacement points"))

    none = points(SEP_41, 5, {})
    assert [points(SEP_41, die, GONE) - none for die in (1, 6)] == [1, 6]
    assert points(2, 6, GONE) == points(2, 6, {})
    lost = {"axis": [ODESSA, SEVASTOPOL, ROSTOV]}
    assert points(SEP_41, 6, GONE, **lost) == none
    # beside that for Archangel, which is rolled as ever
    assert points(8, 6, GONE) - points(8, 6, {}) == 6
    bad, good = (
        shop(8, GONE, SOLD, rolls={convoys: 1, "Archangel": die}).var("replacement points")
        for die in (1, 6)
    )
    assert good - bad == 5


@pytest.mark.option("mediterranean")
@pytest.mark.rule("TRC-28.6.III.ISf")
def test_the_wells_of_a_neutral_rumania_feed_the_axis() -> None:
    options = (*SOLD, "mediterranean")
    neutral = {"Mediterranean distraction": 1, "Balkans neutral": 1}

    def offered(variables: dict[str, int], options: tuple[str, ...] = options) -> set[str]:
        start = before(
            "axis", turn=MAY_43, units={"56 Pz": "pool"}, axis=[PLOESTI], variables=variables,
            options=options,
        )  # fmt: skip
        state = play(start, "end-movement")
        found: set[str] = set()
        while (state.decision, state.to_move) != ("movement", "axis"):
            found |= names(state, "replace")
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
        return found

    assert (offered(neutral), offered({**neutral, **GONE})) == (set(), {"56 Pz"})
    # nor do they without the variant
    assert offered(neutral, ("mediterranean",)) == set()
    # those of an ally do, whoever has left Africa
    assert offered({}) == offered(GONE) == {"56 Pz"}


@pytest.mark.rule("TRC-28.6.III.ISa")
def test_without_its_rule_nobody_sells_italy_out() -> None:
    assert without(options=SOLD).new().var("Italy sold out") == 0
    with pytest.raises(ArgumentError):
        without("TRC-28.6.III.ISa", options=SOLD).new().var("Italy sold out")

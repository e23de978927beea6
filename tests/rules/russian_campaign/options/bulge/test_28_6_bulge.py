"""Section 28.6.III: arrivals when the reserves are kept from the Ardennes, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...commitment_positions import GOERING, NOV_44, SEP_44, WEST, asked, met, opened, turns_told
from ...turn_positions import at, before, impulse_of, names, play, walk

BULGE = ("bulge",)
KEPT = {"reserves kept": 1}


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-28.6.III.PBa")
def test_the_axis_is_asked_before_the_turn_that_the_variant_names() -> None:
    state = asked("bulge", SEP_44)
    assert set(state.legal_actions.names()) == {"activate", "refrain"}
    assert "bulge" in met("bulge", SEP_44)
    assert "bulge" not in met("bulge", SEP_44 - 1) | met("bulge", SEP_44 + 1)
    assert play(state, "activate").var("reserves kept") == 1
    assert play(state, "refrain").var("reserves kept") == 0


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-4.0a")
def test_a_turn_begins_when_all_is_decided() -> None:
    assert turns_told("bulge", SEP_44) == [("note", "turn", [SEP_44], "TRC-4.0a")]


@pytest.mark.rule("TRC-28.6.III.PBb")
def test_withdrawn_armour_and_goering_come_in_october_1944() -> None:
    units = {"1 SS Pz": "later", "4 SS Pz": "later", GOERING: "later"}

    def october(impulse: int, variables: dict[str, int]) -> State:
        return impulse_of(
            "axis",
            impulse,
            turn=SEP_44,
            units=units,
            flags={"returning": ["1 SS Pz"]},
            variables=variables,
            options=BULGE,
        )

    state = october(2, KEPT)
    assert [state.place(u) for u in units] == ["arriving", "later", "arriving"]
    assert WEST in names(play(state, f"enter {GOERING}"), "at")
    assert {october(2, {}).place(u) for u in units} == {"later"}
    # who is in play, or was lost, does not come again
    lost = impulse_of(
        "axis", 2, turn=SEP_44, units={GOERING: "pool"}, variables=KEPT, options=BULGE
    )
    assert lost.place(GOERING) == "pool"


@pytest.mark.rule("TRC-28.6.III.PBb")
def test_who_was_withdrawn_comes_back_once_and_over_the_west_edge() -> None:
    units = {"1 SS Pz": "later", "4 SS Pz": "later", GOERING: "later"}

    def came(turn: int, impulse: int, variables: Mapping[str, int] = KEPT) -> State:
        return impulse_of(
            "axis", impulse, turn=turn, units=units, variables=variables, options=BULGE,
            flags={"returning": ["1 SS Pz"]},
        )  # fmt: skip

    state = came(SEP_44, 2)
    assert [state.place(u) for u in units] == ["arriving", "later", "arriving"]
    assert WEST in names(play(state, "enter 1 SS Pz"), "at")
    # who has come back is not due a second time (20.9.2)
    assert not state.units_with("returning")
    for turn, impulse in ((SEP_44, 1), (SEP_44 - 1, 2), (NOV_44, 2)):
        other = came(turn, impulse)
        assert other.place("1 SS Pz") == "later"
        assert "1 SS Pz" in other.units_with("returning")


@pytest.mark.rule("TRC-28.6.III.PBb")
def test_others_come_as_reinforcements_as_ever() -> None:
    july = impulse_of("axis", turn=2, units={"40 Pz": "later"}, options=BULGE)
    assert july.place("40 Pz") == "arriving"
    red = impulse_of("russian", turn=4, units={"39 A": "later"}, options=BULGE)
    assert red.place("39 A") == "arriving"


@pytest.mark.rule("TRC-28.6.III.PBc")
def test_the_axis_takes_replacements_in_november_1944() -> None:
    def november(variables: dict[str, int], turn: int = NOV_44, impulse: int = 1) -> State:
        units = {"41 Pz": "pool", "HQ North": "pool"}
        start = before("axis", impulse, turn=turn, units=units, variables=variables, options=BULGE)
        return play(start, "end-movement")

    offered = walk(november(KEPT), "replacements", "axis")
    assert names(offered, "replace") == {"41 Pz"}
    assert play(offered, "replace 41 Pz").place("41 Pz") == "arriving"
    for none in (november({}), november(KEPT, NOV_44 - 1)):
        assert walk(none, "movement", "axis", 1).place("41 Pz") == "pool"
    second = walk(november(KEPT, impulse=2), "movement", "axis", 2)
    assert (second.place("HQ North"), second.place("41 Pz")) == ("arriving", "pool")


@pytest.mark.rule("TRC-21.1a", "TRC-28.6.III.PBc")
def test_replacements_of_november_1944_go_by_rail_free() -> None:
    start = opened(NOV_44, 1, {"41 Pz": "pool"}, KEPT, options=BULGE)
    back = walk(start, "replacements", "axis")
    march = walk(play(back, "replace 41 Pz"), "movement", "axis", 1)
    assert "41 Pz" in march.units_with("fresh")


def passed(state: State) -> State:
    """Played on with passes to the next movement phase of the Axis; never more than that."""
    return walk(state, "movement", "axis")


@pytest.mark.rule("TRC-28.6.III.PBc", "TRC-21.2b")
def test_in_november_1944_each_impulse_brings_its_own() -> None:
    units = {"41 Pz": "pool", "HQ North": "pool"}
    first = passed(opened(NOV_44, 1, units, KEPT, options=BULGE))
    assert first.place("HQ North") == "pool"
    second = passed(opened(NOV_44, 2, units, KEPT, options=BULGE))
    assert [second.place(u) for u in units] == ["pool", "arriving"]
    for turn, variables in ((NOV_44 + 1, KEPT), (NOV_44, {})):
        none = passed(opened(turn, 2, units, variables, options=BULGE))
        assert none.place("HQ North") == "pool"
    # the Russian buys as ever
    shop = {"4 A": "pool", "Moscow Worker": "R9"}
    start = before("russian", turn=NOV_44, units=shop, variables=KEPT, options=BULGE)
    red = walk(play(start, "end-movement"), "replacements", "russian")
    assert names(red, "recruit") == {"4 A"}


@pytest.mark.rule("TRC-28.6.III.PBd")
def test_who_kept_the_reserves_has_to_win() -> None:
    def end(kept: int, **more: Any) -> State:
        variables = {"reserves kept": kept}
        last = at("russian", 2, turn=25, variables=variables, options=BULGE, **more)
        return walk(play(last, "end-movement"), "nothing")

    berlin = "E31"
    lost = end(1, russian=[berlin])
    assert lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.PBd")
    for other in (end(0, russian=[berlin]), end(1)):
        assert other.outcome is not None and other.outcome[2] != "TRC-28.6.III.PBd"
    won = end(1).outcome
    assert won is not None and won[0] == "axis"

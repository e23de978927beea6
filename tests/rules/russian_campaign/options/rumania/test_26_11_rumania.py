"""Sections 26.11 and 28.2: the units that start in Rumania, and rail movement there."""

from __future__ import annotations

import pytest

from ...battle_positions import reach
from ...line_positions import at as on_lines
from ...opening_positions import country, first_of_the_axis, groups, placed, refusal, set_up_later
from ...test_9_ways import track_but
from ...turn_positions import at, names, play, refused

NEUTRAL, HISTORICAL = ("hungarian-neutrality",), ("historical-set-up",)
RUMANIA = country("rumania")
TRACK = {
    "W26", "X26", "Y26", "Z27", "AA27", "BB27", "CC27", "CC28", "CC29", "BB30", "BB31", "BB32",
    "BB33", "CC31", "DD32",
}  # fmt: skip
"""The track of Rumania, which comes in at W26, and over the edge at BB33."""

SET_UP = pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param(
            NEUTRAL, "TRC-26.11c",
            marks=[pytest.mark.option("hungarian_neutrality"), pytest.mark.rule("TRC-26.11c")],
        ),
        pytest.param(
            HISTORICAL, "TRC-28.2a",
            marks=[pytest.mark.option("historical_set_up"), pytest.mark.rule("TRC-28.2a")],
        ),
    ],
)  # fmt: skip
"""The options that bring in who starts there, and their rules."""

TRAINS = pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param(
            NEUTRAL, "TRC-26.11d",
            marks=[pytest.mark.option("hungarian_neutrality"), pytest.mark.rule("TRC-26.11d")],
        ),
        pytest.param(
            HISTORICAL, "TRC-28.2c",
            marks=[pytest.mark.option("historical_set_up"), pytest.mark.rule("TRC-28.2c")],
        ),
    ],
)  # fmt: skip
"""The same for trains."""


# -- the set-up ---------------------------------------------------------------------------------


@SET_UP
def test_those_listed_start_there_and_nowhere_else(options: tuple[str, ...], rule: str) -> None:
    open_, _ = placed(options)
    listed = {u for u, group in groups().items() if group == "rumania"} & open_.keys()
    rumanians = {"Rum 1 Inf", "Rum 2 Inf", "Rum 4 Inf", "Rum Cav"}
    assert listed == {"11 Inf", "30 Inf", "54 Inf"} | rumanians
    for unit in listed:
        assert open_[unit] and open_[unit] <= RUMANIA, unit


@SET_UP
def test_nobody_else_of_the_axis_starts_there(options: tuple[str, ...], rule: str) -> None:
    open_, why = placed(options)
    usual, _ = placed(())
    free = {u for u in why if usual[u] & RUMANIA and groups()[u] != "rumania"}
    assert {"HQ South", "3 Pz", "17 Inf", "HQ Center", "24 Pz", "41 Pz", "Ital 3 Inf"} <= free
    for unit in free:
        assert open_[unit] & country("poland"), unit
        assert not open_[unit] & RUMANIA and why[unit] == rule, unit


@SET_UP
def test_each_hex_of_the_country_is_shut_to_them(options: tuple[str, ...], rule: str) -> None:
    usual = names(first_of_the_axis("campaign", ()), "set-up") & RUMANIA
    state = first_of_the_axis("campaign", options)
    assert len(usual) > 50
    assert {refusal(state.copy(), f"set-up {hex_}") for hex_ in usual} == {rule}


@SET_UP
def test_russians_and_finns_start_where_they_did(options: tuple[str, ...], rule: str) -> None:
    (open_, why), (usual, _) = placed(options), placed(())
    others = {u for u in open_ if u not in why or groups()[u] == "finland"}
    assert {"Finn 2 Inf", "1 TkC", "12 TkC"} <= others
    assert {u: open_[u] for u in others} == {u: usual[u] for u in others}


@SET_UP
def test_it_is_for_the_opening_of_the_war_alone(options: tuple[str, ...], rule: str) -> None:
    later = set_up_later(options)
    assert later == set_up_later(()) and any(hexes & RUMANIA for hexes in later)


# -- trains -------------------------------------------------------------------------------------


def goals(
    side: str, unit: str, here: str, options: tuple[str, ...], turn: int = 1, *gap: str
) -> set[str]:
    """Where a train takes a unit when all track, but for a gap, is its side's."""
    track = track_but(*gap) if side == "axis" else []
    held = {side: [here, "BB31"]}
    state = on_lines(side, {unit: here}, turn=turn, rail=track, options=options, **held)  # type: ignore[arg-type]
    return names(play(state, f"rail {unit}"), "rail-to")


@TRAINS
@pytest.mark.parametrize("unit", ["1 Inf", "41 Pz", "Rum 5 Inf"])
def test_no_axis_train_enters_it_on_the_opening_turn(
    options: tuple[str, ...], rule: str, unit: str
) -> None:
    """Neither over the border at W26 nor, from E33, over the edge at BB33."""
    for here in ("S25", "V26", "E33"):
        opening = goals("axis", unit, here, options)
        assert opening and not opening & RUMANIA, here
        assert goals("axis", unit, here, options, 2) >= TRACK, here
        state = on_lines("axis", {unit: here}, turn=1, rail=track_but(), options=options)
        riding = play(state, f"rail {unit}")
        for hex_ in TRACK:
            with refused(rule):
                play(riding, f"rail-to {hex_}")


@TRAINS
def test_who_is_inside_rides_inside_and_out(options: tuple[str, ...], rule: str) -> None:
    found = goals("axis", "1 Inf", "BB31", options)
    assert found & RUMANIA == TRACK - {"BB31"}
    assert {"V26", "S25", "E33"} <= found


@TRAINS
@pytest.mark.parametrize("gap", ["Y26", "Z27", "AA27"])
def test_who_leaves_it_does_not_come_back_by_the_same_train(
    options: tuple[str, ...], rule: str, gap: str
) -> None:
    """With a gap behind W26 a train would come to Bucharest over the edge alone."""
    north = {"W26", "X26", "Y26", "Z27"}
    shut = goals("axis", "1 Inf", "W26", options, 1, gap)
    assert {"V26", "E33"} <= shut and shut & RUMANIA < north
    assert TRACK - north - {gap} <= goals("axis", "1 Inf", "W26", options, 2, gap)


@TRAINS
def test_russian_trains_enter_it(options: tuple[str, ...], rule: str) -> None:
    found = goals("russian", "16 A", "S25", options)
    assert found & RUMANIA == TRACK == goals("russian", "16 A", "S25", ()) & RUMANIA


@TRAINS
@pytest.mark.parametrize(("side", "unit"), [("axis", "13 Inf"), ("russian", "11 A")])
def test_on_foot_it_is_entered_from_the_first(
    options: tuple[str, ...], rule: str, side: str, unit: str
) -> None:
    found = reach(at(side, turn=1, units={unit: "V26"}, options=options), unit)
    assert found & RUMANIA == reach(at(side, turn=1, units={unit: "V26"}), unit) & RUMANIA
    assert {"W26", "X26"} <= found

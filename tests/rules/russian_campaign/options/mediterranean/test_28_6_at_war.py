"""Section 28.6.III: rules that the variant leaves unchanged, at war or in a game without it."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef

from ...battle_positions import at, may, names, play
from ...line_positions import at as on_lines
from ...mediterranean_positions import (
    AT_WAR,
    KEPT_OUT,
    NEUTRAL,
    ODESSA,
    REACTION,
    ROSTOV,
    SEVASTOPOL,
)
from ...turn_positions import data, game, walk

TRACK = [h.name for h in data().map.hexes if h is not None and "rail" in h.features]
LENINGRAD, TALLINN, WARSAW = "E10", "D15", "L26"


@pytest.mark.rule("TRC-28.6.III.MDe", "TRC-10.3.1a")
@pytest.mark.parametrize("variables", [NEUTRAL, AT_WAR])
@pytest.mark.parametrize(
    ("side", "sea", "start", "to"),
    [
        ("russian", "black", ODESSA, ROSTOV),
        ("russian", "baltic", TALLINN, LENINGRAD),
        ("axis", "baltic", TALLINN, LENINGRAD),
        ("axis", "black", ODESSA, SEVASTOPOL),
    ],
)
def test_who_is_shipped_has_come_to_the_enemys_track(
    side: str, sea: str, start: str, to: str, variables: dict[str, int]
) -> None:
    unit = {"russian": "16 A", "axis": "13 Inf"}[side]
    where: dict[str, Any] = {side: [start, to], "options": KEPT_OUT, "variables": variables}
    if side == "russian":
        where["rail"] = [to]
    state = on_lines(side, {unit: start}, **where)
    if side == "axis" and sea == "black" and variables == NEUTRAL:
        assert unit not in names(state, f"ship-{sea}")
        return
    there = play(state, f"ship-{sea} {unit}", f"ship-to {to}")
    if there.decision == "sea roll":
        there = play(there, "roll 1")
    assert there.place(unit) == to
    assert there.hexes_with("crossed") == [to]
    assert there.units_with("entered") == there.units_with("moved") == [unit]


@pytest.mark.rule("TRC-28.6.III.MDd")
@pytest.mark.parametrize(
    ("unit", "variables", "rolls"),
    [
        ("Rum 5 Inf", NEUTRAL, False),
        ("Rum 5 Inf", AT_WAR, True),
        ("20 Inf", AT_WAR, True),
        ("20 Inf", NEUTRAL, True),
    ],
)
def test_who_rolls_off_the_map(unit: str, variables: dict[str, int], rolls: bool) -> None:
    more: dict[str, Any] = {"rail": TRACK, "options": KEPT_OUT, "variables": variables}
    state = on_lines("axis", {unit: "L26"}, axis=["L26"], **more)
    assert may(play(state, f"rail {unit}"), "rail-off") == rolls
    # but not from track that leads to no edge of his own
    cut = on_lines("axis", {unit: "R9"}, axis=["R9"], rail=["R9", "R10", "Q9"], options=KEPT_OUT,
                   variables=variables)  # fmt: skip
    if unit in names(cut, "rail"):
        assert not may(play(cut, f"rail {unit}"), "rail-off")


@pytest.mark.rule("TRC-28.6.III.MDh")
def test_without_the_variant_germans_set_up_as_listed() -> None:
    state = game().new()
    while state.to_move == "russian":
        state.push(state.legal_actions.list()[0])
    areas = {r.area for r in data().map.hexes if r is not None and r.name in names(state, "set-up")}
    assert areas > {"poland", "rumania"}


@pytest.mark.rule("TRC-28.6.III.MDr", "TRC-27.12b")
@pytest.mark.parametrize("city", [LENINGRAD, WARSAW])
@pytest.mark.parametrize("neutral", [None, 0, 1])
def test_other_places_count_as_ever_while_they_are_neutral(city: str, neutral: int | None) -> None:
    """A major city on either side of the line is worth two points; no map shows Budapest."""
    played = game("breaking-storm", () if neutral is None else KEPT_OUT)
    state = walk(played.new(), "movement", "axis", 1)
    points = {}
    for side in ("axis", "russian"):
        flags = [(city, f"{s} control", s == side) for s in ("axis", "russian")]
        variables = [] if neutral is None else [("Balkans neutral", neutral)]
        points[side] = int(
            state._supposed(hex_flags=flags, variables=variables).ask("victory points")
        )
    assert points["axis"] - points["russian"] == 2


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRa")
def test_who_cannot_be_kept_out_of_the_balkans_calls_no_siberians() -> None:
    played = ef.load("russian-campaign/campaign", options=REACTION, without=["TRC-28.6.III.MDa"])
    state = played.new()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    assert state.decision == "movement" and state.turn == 1


@pytest.mark.rule("TRC-28.6.III.MDf", "TRC-22.4c")
def test_what_else_follows_from_control_follows_with_the_variant() -> None:
    """Archangel taken: the corps of Lapland are called, and it gives nothing any more."""
    for variables in (NEUTRAL, AT_WAR):
        state = at("axis", 1, turn=8, units={"49 Mtn": "D1", "36 Mtn": "later"}, options=KEPT_OUT,
                   variables=variables)  # fmt: skip
        taken = play(state, "move 49 Mtn", "to C1")
        assert "36 Mtn" in taken.units_with("called")


@pytest.mark.rule("TRC-28.6.III.MDd")
@pytest.mark.parametrize("variables", [NEUTRAL, AT_WAR])
def test_paratroops_and_partisans_need_no_line_in_either_case(variables: dict[str, int]) -> None:
    """TRC-17.2c."""
    for unit, fed in (("5 ParaC", True), ("8 TkC", False)):
        state = at("russian", 2, turn=8, units={unit: "F30"}, options=KEPT_OUT,
                   variables=variables)  # fmt: skip
        over = walk(play(state, "end-movement"), "movement", "axis", 1)
        assert (over.place(unit) == "F30") == fed


@pytest.mark.option("historical_set_up")
@pytest.mark.rule("TRC-28.6.III.MDc", "TRC-28.2c")
@pytest.mark.parametrize("turn", [1, 2])
def test_what_else_closes_rumania_to_trains_does_so_with_the_variant(turn: int) -> None:
    more: dict[str, Any] = {"rail": TRACK, "options": (*KEPT_OUT, "historical-set-up")}
    state = on_lines("axis", {"20 Inf": "L26"}, axis=["L26", "BB31"], turn=turn, **more)
    assert ("BB31" in names(play(state, "rail 20 Inf"), "rail-to")) == (turn > 1)

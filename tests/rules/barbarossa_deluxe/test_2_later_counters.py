"""2.9, 8.17 and 8.33: the mobility and dates of counters that Blue & Kremlin does not have."""

from __future__ import annotations

from typing import Any

import pytest

from . import late
from .board_positions import edit, names, odds, play, walk, whole
from .test_8_entries import doors
from .test_15_what_if import start as what_if_start

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
MECHANISED = {"panzer", "parachute-panzer", "tank", "guards", "guards-tank", "mech-corps"}
ON_FOOT = {
    *("infantry", "mountain", "paratroop", "rifle", "rifle-big", "rifle-corps", "shock"),
    *("airborne-corps", "cavalry", "coastal", "satellite", "communist-satellite"),
}


@pytest.mark.rule("BD-2.9b", "BD-2.9c")
def test_which_kinds_of_counters_are_mechanised() -> None:
    rows = [u for u in whole().units if u.kind in MECHANISED | ON_FOOT]
    assert {u.kind for u in rows} == MECHANISED | ON_FOOT
    for u in rows:
        assert u.mobility == ("mech" if u.kind in MECHANISED else "foot"), u.name


@pytest.mark.rule("BD-2.9b", "BD-2.9c", "BD-2.9e")
@pytest.mark.parametrize(
    ("turn", "unit", "points"),
    [(30, "HG", 5), (30, "2GT", 8), (30, "5G", 8), (30, "2Para", 3), (30, "21Mtn", 3)],
)
def test_mechanised_counters_move_as_such(turn: int, unit: str, points: int) -> None:
    soviet = unit in ("2GT", "5G")
    where = "1500" if soviet else "2022"
    units = {**FAR, where: [unit, *(["1AK"] if not soviet else [])]}
    state = late.at("movement", "soviet" if soviet else "german", (29, 31), units, turn=turn)
    leg = play(state, f"move {unit}")
    side = "soviet" if soviet else "german"
    assert leg.ask(f"{side} allowance") == points


@pytest.mark.rule("BD-8.17a")
def test_2nd_ss_panzer_arrives_on_turn_14() -> None:
    unit = next(u for u in whole().units if u.name == "2SSPz")
    assert (unit.arrives, unit.entry) == (14, "edge-or-city")
    assert "1724" in (doors("2SSPz", 14, {}) or ())
    assert doors("2SSPz", 15, {}) is None


@pytest.mark.rule("BD-8.33a")
def test_the_command_of_belgrade_is_there_from_the_start() -> None:
    rows = {u.name: u for u in whole().units if u.kind == "fortress-command"}
    assert len(rows) == 8
    assert [name for name, u in rows.items() if u.arrives is None] == ["FCSE"]
    state = late.at("movement", "german", (29, 31), {**FAR, "3220": ["FCSE"]}, turn=30)
    assert "FCSE" not in names(state, "move")
    assert what_if_start().place("FCSE") == "3220"


@pytest.mark.rule("BD-8.18c")
def test_the_marker_of_the_fortified_area_counts_for_nothing() -> None:
    units = {**FAR, "2204": ["60A", "61A", "62A", "63A"], "2205": ["58A"]}
    state = late.at("movement", "soviet", (15, 17), units, turn=16)
    marked = edit(state, variables={"fortified area": whole().map.index["2204"]})
    assert "2204" in names(play(marked, "move 58A"), "to")
    # it defends with nothing, and never moves
    taken = edit(marked, german=["2304"])
    later = late.next_turn(play(taken, "move 60A", "to 2304"), "phase order", "german")
    assert later.var("fortified area") == whole().map.index["2204"]
    near = edit(later, {"1AK": "2205", "58A": "1001"}, clear=False)
    fight = walk(play(near, "fight-move"), "prepared assault", "german")
    assert odds(fight, "german", "2204", ["1AK"]).defence == 9

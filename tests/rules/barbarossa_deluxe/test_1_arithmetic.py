"""Section 1: halving, and rules that the game does not have."""

from __future__ import annotations

import pytest

from .board_positions import OVERLAND, at, edit, names, odds, play, surround

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]


@pytest.mark.rule("BD-1.3c", "BD-11.12b")
def test_units_halved_alike_are_added_first() -> None:
    ring = surround("2309", RIFLES)
    corps = ["4AK", "5AK", "6AK"]
    state = at("prepared assault", "german", units={"2309": corps, **ring})
    # nine, halved once and the half dropped: four, not three ones
    assert odds(state, "german", ring["3A"], corps)[0] == 4
    assert odds(state, "german", ring["3A"], corps[:1])[0] == 1
    free = at("prepared assault", "german", units={"2309": corps, "3A": ring["3A"]})
    assert odds(free, "german", ring["3A"], corps)[0] == 9


@pytest.mark.rule("BD-1.7c")
def test_there_are_no_zones_of_control() -> None:
    units = {"3Pz": "2309", "60A": "2310", "61A": "2210"}
    state = at("movement", "german", sequence="move-fight", units=units)
    # past both of them to what lies beyond
    legs = names(play(state, "move 3Pz"), "to")
    assert {"2209", "2110", "2211", "2410"} <= legs
    assert state.ask("supply", "3Pz") == OVERLAND
    passing = at("prepared assault", "german", units=units)
    assert "end-assaults" in names(passing)
    assert edit(passing, {"60A": "2311"}).ask("supply", "3Pz") == OVERLAND

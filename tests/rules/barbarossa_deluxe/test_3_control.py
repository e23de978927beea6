"""Section 3: set-up and control."""

from __future__ import annotations

import pytest

from .board_positions import at, play

GERMAN, SOVIET = 0, 1


@pytest.mark.rule("BD-3.6d")
def test_control_passes_when_a_unit_enters_and_stays_when_it_leaves() -> None:
    state = at("movement", "german", sequence="move-fight", units={"2204": "3Pz", "1001": "60A"})
    assert "2203" in state.ask("control", SOVIET)
    moved = play(state, "move 3Pz", "to 2203")
    assert "2203" in moved.ask("control", GERMAN)
    gone = play(moved, "to 2103")
    # entered on the way, left, and still held
    assert {"2204", "2203", "2103"} <= set(gone.ask("control", GERMAN))
    assert "2104" in gone.ask("control", SOVIET)


@pytest.mark.rule("BD-3.6d")
def test_control_passes_back() -> None:
    state = at("movement", "soviet", units={"2309": "60A"}, german=["2308"])
    after = play(state, "move 60A", "to 2308")
    assert "2308" in after.ask("control", SOVIET)
    assert "2308" not in after.ask("control", GERMAN)

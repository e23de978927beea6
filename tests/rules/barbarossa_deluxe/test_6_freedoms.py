"""Section 6: freedoms of stacking, and where its limits hold."""

from __future__ import annotations

import pytest

from .board_positions import at, names, play

CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK", "9AK"]
FAR = {"1001": ["60A"], "2320": ["59AK"]}


@pytest.mark.rule("BD-6.2b")
def test_any_number_may_pass_through_a_hex_one_after_the_other() -> None:
    """Seven corps go from two hexes through 2308, where one has stopped, to the hexes beyond."""
    units = {"2309": CORPS[:4], "2209": CORPS[4:], **FAR, "2308": ["10AK"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    goals = ["2307", "2307", "2307", "2408", "2408", "2208", "2208"]
    state = play(state, "move 10AK", "stop") if "10AK" not in names(state, "move") else state
    for corps, goal in zip(CORPS, goals, strict=True):
        state = play(state, f"move {corps}", "to 2308", f"to {goal}", "stop")
        assert state.place(corps) == goal
    # one that has ended its move there is no bar either
    rest = play(state, "move 10AK", "to 2307", "stop")
    assert rest.place("10AK") == "2307"


@pytest.mark.rule("BD-6.4b", "BD-6.4a")
def test_a_satellite_army_stacks_with_german_corps() -> None:
    units = {"2308": CORPS[:4], "2309": ["3Rum"], "2310": ["8Ital"], "1001": ["60A"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    joined = play(state, "move 3Rum", "to 2308")
    assert joined.place("3Rum") == "2308"
    assert "2308" not in names(play(play(joined, "stop"), "move 8Ital"), "to")

"""Section 25, 4.3 and the conditions of victory of section 27, with the option `play_on`."""

from __future__ import annotations

import pytest

from ...test_25_victory import SPARE, ended
from ...turn_positions import at, names


@pytest.mark.rule("TRC-27.12a")
def test_both_may_agree_to_play_on() -> None:
    state = at("russian", 2, turn=10, scenario="barbarossa", options=("play-on",))
    assert ended(state).outcome is None
    assert names(state, "end-movement") == {""}


@pytest.mark.rule("TRC-25.0a", "TRC-25.1.1b")
@pytest.mark.parametrize(
    ("holder", "outcome"),
    [
        ("russian", ("russian", 1, "TRC-25.0a")),
        ("axis", ("axis", 1, "TRC-25.1.1b")),
        ("nobody", ("axis", 1, "TRC-25.1.1b")),
    ],
)
def test_who_has_berlin_when_a_short_game_is_played_to_the_end(
    holder: str, outcome: tuple[str, int, str]
) -> None:
    """In Breaking Storm taking Berlin ends nothing, so that it counts on the last day."""
    state = at(
        "russian", 2, turn=25, scenario="breaking-storm", options=("play-on",), **{holder: ["E31"]}
    )  # type: ignore[arg-type]
    assert ended(state).outcome == outcome
    month_ago = at(
        "russian", 2, turn=24, units=SPARE, scenario="breaking-storm", options=("play-on",)
    )
    assert ended(month_ago).outcome is None

"""Section 9, with the option `hungarian_neutrality`."""

from __future__ import annotations

import pytest

from ...line_positions import at, names, play
from ...opening_positions import country
from ...test_9_ways import track_but


@pytest.mark.rule("TRC-9.3.1b", "TRC-9.3.4a", "TRC-26.11d")
def test_a_train_from_the_crimea_leaves_the_map_though_rumania_is_neutral() -> None:
    """K33 is cut off by land."""
    track = track_but("K32", "J33", "I33")
    state = at("axis", {"1 Inf": "JJ23"}, turn=1, rail=track, options=("hungarian-neutrality",))
    found = names(play(state, "rail 1 Inf"), "rail-to")
    assert {"GG19", "E33", "K33"} <= found and "BB33" not in found


@pytest.mark.rule("TRC-26.11d", "TRC-26.11a")
def test_trains_run_into_neither_country_in_the_opening_impulse() -> None:
    track = track_but()
    for turn, open_ in ((1, False), (2, True)):
        state = at(
            "axis", {"1 Inf": "S25"}, turn=turn, rail=track, options=("hungarian-neutrality",)
        )
        found = names(play(state, "rail 1 Inf"), "rail-to")
        assert "T27" in found
        for land in ("hungary", "rumania"):
            assert bool(found & country(land)) == open_


@pytest.mark.rule("TRC-9.3.1b", "TRC-26.11d")
def test_a_train_that_may_go_nowhere_stays() -> None:
    """Rumania, where E33 leads over the edge, is neutral; who has another way goes it."""
    option = ("hungarian-neutrality",)
    for track, found in ((["E33", "BB33"], {""}), (["E32", "E33", "BB33"], set())):
        state = at("axis", {"1 Inf": "E33"}, turn=1, rail=track, options=option)
        riding = play(state, "rail 1 Inf")
        assert names(riding, "stay") == found
        assert names(riding, "rail-off") == {""}
    stayed = play(at("axis", {"1 Inf": "E33"}, turn=1, rail=["E33", "BB33"], options=option),
                  "rail 1 Inf", "stay")  # fmt: skip
    assert stayed.place("1 Inf") == "E33"
    assert "1 Inf" not in names(stayed, "move") | names(stayed, "rail")

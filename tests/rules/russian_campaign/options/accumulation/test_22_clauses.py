"""Section 22 clause by clause, with the option `accumulation`."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...test_22_russian_replacements import pool
from ...turn_positions import (
    before,
    walk,
)


@pytest.mark.rule("TRC-22.1a", "TRC-26.15a")
def test_new_points_are_added_to_saved_ones() -> None:
    kept = {"replacement points": 7, "points saved": 7}
    units = pool("11 A", "4 A")
    state = before(
        "russian", 1, turn=3, units=units, options=("replacement-accumulation",), variables=kept
    )
    state.push("end-movement")
    asked: State = walk(state, "replacements", "russian", Archangel=1)
    assert asked.var("replacement points") == 12

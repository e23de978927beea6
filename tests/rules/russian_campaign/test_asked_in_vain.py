"""Nobody is asked what he will do where he can do nothing.

An answer that is the only one is given unasked, but it is told; so it must not even come up.
"""

from __future__ import annotations

import pytest

from .turn_positions import before


@pytest.mark.rule("TRC-26.12a")
def test_what_is_done_unasked_is_told() -> None:
    """An attack that is the only one, so that the others could be seen."""
    state = before("axis", 2, turn=8, units={"13 Inf": "X16", "11 A": "X15"})
    told = state.push("end-movement", effects=True) or []
    assert ("forced", 0, "attack X15") in told

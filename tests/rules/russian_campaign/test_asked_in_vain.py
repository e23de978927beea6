"""No decision without an effect is offered.

A decision with one action is taken automatically but reported, so it must not come up at all.
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

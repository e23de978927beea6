"""Section 13, with the option `resistance`."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, engage, play

CORPS = ["5 ParaC", "1 ParaC", "8 ParaC"]


@pytest.mark.rule("TRC-13.4b", "TRC-13.7a", "TRC-13.5b", "TRC-24.5b", "TRC-28.7.R5d")
def test_who_leaves_closed_finland_does_not_come_back_next_to_a_blind_alley() -> None:
    """From B11 A11 leads nowhere, and B10 leads out of Finland and back to A9 alone.

    Corps underground are in A10, and their zone of control is that hex.
    """
    walls = {"8 A": "B13", "9 A": "B8", "10 A": "D10"}
    units = {"13 Inf": "B11", **dict.fromkeys(CORPS, "A10"), **walls}
    state = combat(
        "russian", units, turn=22, options=("chit-russian=5",), flags={"underground": CORPS},
        variables={"Finland closed": 1},
    )  # fmt: skip
    told = play(engage(state, "B11", CORPS), "odds 1").push("roll 6", effects=True) or []
    gone = [e[4] for e in told if e[:2] == ("placed", "13 Inf") and e[3] == "pool"]
    # there is no way at all, rather than no room at its end
    assert gone == ["TRC-13.5b"]

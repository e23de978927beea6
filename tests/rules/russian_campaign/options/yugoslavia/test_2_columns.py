"""2.1 to 2.6, column by column, with the option `yugoslavia`."""

from __future__ import annotations

import pytest

from ...battle_positions import play, walk
from ...turn_positions import (
    impulse_of,
)


@pytest.mark.rule("TRC-20.0a", "TRC-20.0b", "TRC-28.7.G1b")
@pytest.mark.parametrize(
    ("unit", "turn", "impulse"),
    # August and November 1941, May 1942
    [("Yug 2 Inf", 2, 2), ("Yug 5 Inf", 4, 1), ("Yug 3 Inf", 7, 1)],
)
def test_when_the_yugoslavs_arrive(unit: str, turn: int, impulse: int) -> None:
    for when in (turn - 1, turn, turn + 1):
        if when < 2:
            continue
        units = {unit: "later", "13 Inf": "D28"}
        state = impulse_of("axis", 1, turn=when, units=units, options=("chit-german=1",))
        assert (state.place(unit) == "arriving") == ((when, 1) == (turn, impulse)), when
        state = walk(play(state, "end-movement"), "movement", "axis", 2)
        assert (state.place(unit) != "later") == (when == turn), when

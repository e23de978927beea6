"""Sections 25 and 27: the end of the war with a rule left out, and sums of losses."""

from __future__ import annotations

import pytest

from .left_out_positions import at_without
from .turn_positions import at, play, walk

BERLIN = "E31"


@pytest.mark.rule("TRC-25.1.1b", "TRC-25.0a")
@pytest.mark.parametrize(("holder", "winner"), [("1 TkC", "TRC-25.0a"), ("13 Inf", "TRC-25.1.1b")])
def test_the_axis_has_not_won_at_the_end_if_the_russian_holds_berlin(
    holder: str, winner: str
) -> None:
    """In a game in which the war goes on after Berlin has fallen."""
    units = {holder: BERLIN, "11 A": "R9"}
    state = at_without("TRC-25.1.2a", "russian", 2, units=units, turn=25)
    control = [(BERLIN, f"{s} control", (s == "russian") == (holder == "1 TkC"))
               for s in ("axis", "russian")]  # fmt: skip
    over = walk(play(state._supposed(hex_flags=control), "end-movement"), "movement", "axis", 1)
    assert over.outcome is not None and over.outcome[2] == winner


@pytest.mark.rule("TRC-27.21a", "TRC-27.21b")
@pytest.mark.parametrize(
    ("side", "units", "points"),
    [
        ("russian", {"Stavka": "E32", "Stalin": "F32"}, 2),
        ("axis", {"HQ North": "CC2", "Hitler": "EE3"}, -2),
    ],
)
@pytest.mark.parametrize("before", [0, 3, -3])
def test_each_headquarters_and_leader_that_is_lost_counts_on(
    side: str, units: dict[str, str], points: int, before: int
) -> None:
    """Out of supply as the turn of their side ends."""
    name = "points for headquarters and leaders"
    other = "41 Pz" if side == "russian" else "1 TkC"
    state = at(
        side, 2, turn=3, units={**units, other: "R9"}, scenario="breaking-storm",
        variables={name: before},
    )  # fmt: skip
    goal = "axis" if side == "russian" else "russian"
    after = walk(play(state, "end-movement"), "movement", goal, 1)
    assert all(after.place(u) == "pool" for u in units)
    assert after.var(name) == before + points

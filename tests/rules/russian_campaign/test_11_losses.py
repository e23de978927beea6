"""11.3 and 13.2: the effects of the loss of a leader alone, and where lost units go."""

from __future__ import annotations

import pytest

from .battle_positions import combat, fight

HERE, THERE = "Z18", "Y18"

SIDES = {
    # who attacks, and of the other side the leader, a headquarters and a corps
    "russian": (("1G TkA", "2G TkA"), ("Hitler", "HQ South", "15 Mtn"), "axis"),
    "axis": (("24 Pz", "39 Pz"), ("Stalin", "Stavka", "5 ParaC"), "russian"),
}

DE, DS = (4, "pool"), (7, "surrendered")
"""At 4-1 a five eliminates, at 7-1 it makes surrender."""


@pytest.mark.rule("TRC-11.3a", "TRC-13.2b", "TRC-22.2e")
@pytest.mark.parametrize(("odds", "where"), [DE, DS])
@pytest.mark.parametrize("side", SIDES)
def test_only_a_leader_is_missed(side: str, odds: int, where: str) -> None:
    forces, defenders, other = SIDES[side]
    for lost in defenders:
        state = combat(side, {**dict.fromkeys(forces, HERE), lost: THERE}, variables={"stukas": 0})
        after = fight(state, THERE, forces, 5, announced=odds)
        assert after.place(lost) == where
        found = [after.var(f"{s} leader lost") for s in (other, side)]
        assert found == [int(lost == defenders[0]), 0], lost


@pytest.mark.rule("TRC-13.2b", "TRC-22.2e")
def test_a_worker_is_lost_for_good_and_others_wait_in_the_pool() -> None:
    """In Moscow's stead a plain hex: a worker and a corps are eliminated together."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "Worker 1": THERE, "5 TkC": THERE}
    after = fight(combat("axis", units), THERE, ["24 Pz", "39 Pz"], 5, announced=4)
    assert [after.place(u) for u in ("Worker 1", "5 TkC")] == ["surrendered", "pool"]
    # nobody else of their kind goes with them
    others = {"Worker 2": "R9", "8 TkC": "X6"}
    after = fight(combat("axis", {**units, **others}), THERE, ["24 Pz", "39 Pz"], 5, announced=4)
    assert [after.place(u) for u in others] == ["R9", "X6"]

"""The explanation of a battle before it is fought, with the option `artillery`."""

from __future__ import annotations

import pytest

from ...battle_positions import at
from ...test_explained_battles import HERE, PANZERS, told

GUNS = ("artillery",)


@pytest.mark.rule("TRC-15.5a", "TRC-15.7a", "TRC-15.10a", "TRC-26.5.3a")
def test_shifts_are_told_each_by_its_rule() -> None:
    units = {**PANZERS, "HQ South": "Z22"}
    state = at("axis", units=units, variables={"stukas": 2})
    assert told(state, HERE, ["46 Pz", "47 Pz"]).shifts == ()
    flown = told(state, HERE, ["46 Pz", "47 Pz"], "stuka")
    # 2-1 and three levels
    assert (flown.shifts, flown.odds, flown.column) == ((("TRC-15.5a", 3),), "2:1", "5:1")
    units = {"11 A": "Z18", "12 A": "Z18", "46 Pz": HERE, "Stavka": "Y12", "Art 1": "Z19"}
    more = {"turn": 20, "variables": {"sturmoviks": 3}}
    state = at("russian", units=units, options=GUNS, **more)
    two = told(state, HERE, ["11 A", "12 A"], "sturmovik", "sturmovik")
    assert (two.shifts, two.odds, two.column) == ((("TRC-15.7a", 2),), "2:1", "4:1")
    both = told(state, HERE, ["11 A", "12 A", "Art 1"], "sturmovik")
    assert set(both.shifts) == {("TRC-15.7a", 1), ("TRC-26.5.3a", 1)}
    assert (both.attack, both.odds, both.column) == (13, "2:1", "4:1")
    alone = told(state, HERE, ["11 A", "12 A", "Art 1"])
    assert alone.shifts == (("TRC-26.5.3a", 1),) and alone.column == "3:1"

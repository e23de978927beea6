"""Explanations of battles, with the option `artillery`."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, refused
from ...test_explanations import PANZERS, fleeing


@pytest.mark.rule("TRC-15.10b", "TRC-26.5.3b")
def test_sturmoviks_and_artillery_are_explained_up_to_three_levels() -> None:
    units = {"11 A": "Z18", "Art 1": "Z18", "46 Pz": "Y18", "Stavka": "Y12"}
    state = combat("russian", units, turn=24, variables={"sturmoviks": 3}, options=("artillery",))
    force = ["11 A", "Art 1"]
    assert state.battle("Y18", force, supports=["sturmovik"] * 2).column == "4:1"
    with refused("TRC-15.10b"):
        state.battle("Y18", force, supports=["sturmovik"] * 3)


@pytest.mark.rule("TRC-26.5.5a")
def test_artillery_is_eliminated_and_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "Art 1": "Y18"}
    state = combat("axis", units, options=("artillery",))
    assert fleeing(state, "Y18", PANZERS, "DR") == {"8 TkC"}

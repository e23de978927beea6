"""The explanation of a battle before it is fought, with the option `corps_artillery`."""

from __future__ import annotations

import pytest

from ...battle_positions import at
from ...test_explained_battles import HERE, told


@pytest.mark.rule("TRC-28.6.Ib", "TRC-15.7a")
def test_the_artillery_of_the_variant_is_told_by_its_own_rule() -> None:
    units = {"11 A": "Z18", "12 A": "Z18", "46 Pz": HERE, "Stavka": "Y12", "Art 1": "Z19"}
    more = {"turn": 20, "variables": {"sturmoviks": 3}, "options": ("artillery-corps",)}
    battle = told(at("russian", units=units, **more), HERE, ["11 A", "12 A", "Art 1"], "sturmovik")
    assert set(battle.shifts) == {("TRC-15.7a", 1), ("TRC-28.6.Ib", 1)}

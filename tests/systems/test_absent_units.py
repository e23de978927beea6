"""A unit without a place or an arrival: the error says what may be written, and that works."""

from __future__ import annotations

from pathlib import Path

import pytest

import eastfront as ef
from eastfront.scenario import ScenarioError

from .bridges import bridges

PLACED = '["BL:horse:2", "BL:horse:3"]'


def test_a_unit_without_a_place_may_be_absent(tmp_path: Path) -> None:
    edits = {"data/dawn.toml": [(PLACED, '["BL:horse:2"]')]}
    with bridges(tmp_path, edits) as package, pytest.raises(ScenarioError) as error:
        ef.load("two-bridges/dawn")
    assert str(error.value).startswith(str(package / "data" / "dawn.toml"))
    assert str(error.value).endswith(
        "expected a place for 'BL:horse:3' (HB3) of units.csv before turn 1 (first_turn), in "
        "one of setup, mandatory; or its id in `absent`, the units that are not in this scenario"
    )
    absent = ("last_turn = 8\n", 'last_turn = 8\nabsent = ["BL:horse:3"]\n')
    edits["data/dawn.toml"].append(absent)
    with bridges(tmp_path / "again", edits):
        state = ef.load("two-bridges/dawn").new()
    assert "HB3" not in state.text().split("dead:")[0]
    assert state.places()["HB2"] == "0503"

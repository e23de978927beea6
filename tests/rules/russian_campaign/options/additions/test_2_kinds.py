"""2.1 to 2.6 by kinds, with the option `additions`."""

from __future__ import annotations

import pytest

from ...test_2_kinds import MOUNTAINS, STOPPED, WOODS, comes_back, stopped
from ...turn_positions import MAY_43

pytestmark = pytest.mark.option("artillery", "battlegroups")

OPTIONAL = {
    "Ge BG Inf 1": ("battlegroups", "infantry"), "Ge BG Pz 1": ("battlegroups", "other"),
    "Gd BG 1": ("battlegroups", "infantry"), "Ge Art": ("artillery", "infantry"),
    "Art 1": ("artillery", "infantry"), "1 Flak": ("order-of-battle-additions", "other"),
}  # fmt: skip


@pytest.mark.rule("TRC-8.2a", "TRC-8.2b", "TRC-26.5.4a", "TRC-26.4.1a", "TRC-28.4.1a")
@pytest.mark.parametrize("option", ["battlegroups", "artillery", "order-of-battle-additions"])
def test_what_stops_the_kinds_of_options(option: str) -> None:
    for unit, (of, kind) in OPTIONAL.items():
        if of == option:
            found = tuple(stopped(unit, way, 1, (of,)) for way in (WOODS, MOUNTAINS))
            assert found == STOPPED[kind], unit


@pytest.mark.rule("TRC-21.4g", "TRC-28.4.1a", "TRC-21.3a")
@pytest.mark.parametrize(
    ("unit", "option", "back"),
    [
        ("Ge Art", "artillery", True),
        ("1 Flak", "order-of-battle-additions", False),
        ("Ge BG Inf 1", "battlegroups", False),
    ],
)
def test_which_counters_of_options_are_replaced(unit: str, option: str, back: bool) -> None:
    assert comes_back(unit, (option,), MAY_43) == back

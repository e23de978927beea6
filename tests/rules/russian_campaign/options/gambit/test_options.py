"""The options of the game, with the option `gambit`."""

from __future__ import annotations

import pytest

from ...turn_positions import game


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("japanese-gambit", "TRC-28.6.III.MDa"),
        ("japanese-gambit", "TRC-28.6.III.RRa"),
        ("russian-reaction", "TRC-28.6.III.MDa"),
    ],
)
def test_an_option_brings_in_what_it_rests_on(option: str, rule: str) -> None:
    assert rule in game("campaign", (option,)).rules

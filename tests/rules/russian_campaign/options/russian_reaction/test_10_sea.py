"""Section 10, with the option `russian_reaction`."""

from __future__ import annotations

import pytest

from ...line_positions import at, names
from ...test_10_sea import HELSINKI, RIGA


@pytest.mark.rule("TRC-28.6.III.MDd", "TRC-10.3d")
def test_whoever_has_no_port_to_sail_to_stays_off_the_map() -> None:
    # a Hungarian is bound to Hungary, which has no port, while the Balkans are neutral
    waiting, options = {"Hun 1 Mot": "off-map", "23 Inf": "off-map"}, ("russian-reaction",)
    state = at("axis", waiting, axis=[RIGA], options=options)
    assert names(state, "ship-baltic") == set(waiting)
    neutral = {"Mediterranean distraction": 1, "Balkans neutral": 1}
    state = at("axis", waiting, axis=[RIGA], options=options, variables=neutral)
    assert names(state, "ship-baltic") == {"23 Inf"}
    # nor has anybody whose last port lies in closed country
    state = at("axis", {"23 Inf": "off-map"}, axis=[HELSINKI])
    assert names(state, "ship-baltic") == {"23 Inf"}
    shut = at("axis", {"23 Inf": "off-map"}, axis=[HELSINKI], variables={"Finland closed": 1})
    assert names(shut, "ship-baltic") == set()

"""Section 12, with the option `fortress`."""

from __future__ import annotations

import pytest

from ...battle_positions import (
    may,
    names,
    play,
)
from ...left_out_positions import at_without
from ...test_12_combat import HERE


@pytest.mark.rule("TRC-12.3a")
@pytest.mark.parametrize("options", [(), ("fortress-cities",)])
def test_nobody_has_to_attack_without_the_rule_whatever_is_played(options: tuple[str, ...]) -> None:
    units = {"46 Pz": HERE, "8 TkC": "Y17"}
    owed, free = (
        play(at_without(out, "axis", units=units, options=options), "end-movement")
        for out in ("", "TRC-12.3a")
    )
    # the one battle that is owed is not even asked for
    assert owed.decision == "odds" and owed.hexes_with("beset") == ["Y17"]
    assert free.decision == "battle" and names(free, "attack") == {"Y17"}
    assert may(free, "end-combat")

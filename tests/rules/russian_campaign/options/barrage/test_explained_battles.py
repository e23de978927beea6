"""The explanation of a battle before it is fought, with the option `barrage`."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, play
from ...turn_positions import MAY_43

pytestmark = pytest.mark.option("artillery")


@pytest.mark.rule("TRC-26.13b", "TRC-15.7a", "TRC-26.13e", "TRC-26.5.3a")
@pytest.mark.parametrize("options", [("artillery-barrage",), ("artillery", "artillery-barrage")])
def test_a_barrage_is_told_as_one_and_not_as_aircraft(options: tuple[str, ...]) -> None:
    units = {
        "16 A": "W16", "4G A": "W15", "7 Inf": "X16", "5G A": "X14", "13 Inf": "X15",
        "Stavka": "U13", "Art 1": "X17" if "artillery" in options else "removed",
    }  # fmt: skip
    variables = {"barrages": 1, "sturmoviks": 2}
    state = combat("russian", units, turn=MAY_43, options=options, variables=variables)
    state = play(state, "attack X16", "join 16 A")
    if "artillery" in options:
        state = play(state, "join Art 1")
    flown = play(state, "sturmovik")
    guns = (("TRC-26.5.3a", 1),) if "artillery" in options else ()
    assert set(flown.battle().shifts) == {("TRC-15.7a", 1), *guns}
    # what flew before, and guns, are of no use any more
    for begun in (state, flown):
        shelled = play(begun, "barrage").battle()
        assert shelled.shifts == (("TRC-26.13b", 3),)
        assert (shelled.odds, shelled.column) == ("1:1", "4:1")

"""2.1 to 2.6, column by column, with the option `recovery`."""

from __future__ import annotations

import pytest

from ...battle_positions import names, play, walk
from ...turn_positions import (
    MAY_43,
    before,
)

pytestmark = pytest.mark.option("artillery", "battlegroups")

RECOVERED = [
    "11 A", "1 TkC", "3 CavC", "1G A", "1G CavC", "1 TkA", "1G TkA", "Stavka", "Art 1",
]  # fmt: skip


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d", "TRC-21.4g")
def test_what_is_never_replaced_is_not_recovered() -> None:
    """Paratroops, leaders, workers, partisans and battlegroups (18.4, 22.2, 26.4) are not."""
    never = ["5 ParaC", "Stalin", "Stalin (mobile)", "Moscow Worker", "Partisan 1", "Gd BG 1", "AK"]
    units = dict.fromkeys([*RECOVERED, *never], "surrendered") | {"Kharkov Worker": "AA14"}
    options = ("artillery", "battlegroups", "russian-recovery")
    state = before("russian", 1, turn=MAY_43, units=units, options=options)
    state = walk(play(state, "end-movement"), "recovery", "russian", Archangel=1)
    rich = state._supposed(variables=[("replacement points", 40)])
    assert names(rich, "recover") == set(RECOVERED)

"""2.1 to 2.6, column by column, with the option `battlegroups`."""

from __future__ import annotations

import pytest

from ...battle_positions import names, play, walk
from ...turn_positions import (
    MAY_43,
    before,
)


@pytest.mark.rule("TRC-22.5a", "TRC-21.4g")
def test_who_is_in_the_pool_and_never_bought() -> None:
    """Leaders, workers, partisans and battlegroups are not, whatever points there are."""
    never = ["Stalin", "Stalin (mobile)", "Leningrad Worker", "Partisan 1", "Gd BG 1", "AK"]
    units = dict.fromkeys([*never, "4 A", "3 CavC"], "pool") | {"Moscow Worker": "R9"}
    state = before("russian", 1, turn=MAY_43, units=units, options=("battlegroups",))
    state = walk(play(state, "end-movement"), "replacements", "russian", Archangel=1)
    rich = state._supposed(variables=[("replacement points", 40)])
    assert names(rich, "recruit") == {"4 A", "3 CavC"}

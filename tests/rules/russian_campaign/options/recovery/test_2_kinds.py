"""2.1 to 2.6 by kinds, with the option `recovery`."""

from __future__ import annotations

import pytest

from ...battle_positions import play
from ...test_2_kinds import PLAIN
from ...turn_positions import MAY_43, before, names, side_of, walk


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d", "TRC-22.8a")
def test_which_kinds_of_the_russian_can_be_recovered() -> None:
    """All but workers, paratroops and leaders, which are never replaced (18.4, 22.2)."""
    counters = [u for u in PLAIN if side_of(u) == "russian"]
    counters += ["Stavka", "Stalin", "Kiev Worker", "4 A"]
    units = dict.fromkeys(counters, "surrendered") | {"Moscow Worker": "R9"}
    options = ("russian-recovery",)
    state = before("russian", 1, turn=MAY_43, units=units, options=options)
    state = walk(play(state, "end-movement"), "recovery", "russian", Archangel=1)
    rich = state._supposed(variables=[("replacement points", 20)])
    never = {"5 ParaC", "Stalin", "Kiev Worker"}
    assert names(rich, "recover") == set(counters) - never

"""7.1, 7.3, 22.2 and 29, with the option `resistance`."""

from __future__ import annotations

import pytest

from ...battle_positions import around, at
from ...test_7_who import HERE, THERE
from ...turn_positions import data

RESISTANCE = ("chit-russian=5",)


@pytest.mark.rule("TRC-7.1a", "TRC-7.1b", "TRC-28.7.R5d")
@pytest.mark.parametrize("hidden", [False, True])
def test_all_that_a_sides_zones_cover(hidden: bool) -> None:
    """From Riga (F17) none reaches F18 over the coast; paratroops underground bind their hex."""
    units = {"11 A": "F17", "8 TkC": THERE, "12 TkC": "DD3", "5 ParaC": "M10"}
    ours = {"13 Inf": HERE, "28 Inf": "D30"}
    flags = {"underground": ["5 ParaC"]} if hidden else {}
    state = at("axis", units={**units, **ours}, options=RESISTANCE, flags=flags)
    water = {h.name for h in data().map.hexes if h is not None and h.terrain in ("sea", "lake")}

    def covered(*hexes: str) -> set[str]:
        return set(hexes).union(*(around(h) for h in hexes)) - water

    paratroops = {"M10"} if hidden else covered("M10")
    russian = (covered("F17") - {"F18"}) | covered(THERE, "DD3") | paratroops
    assert set(state.ask("russian zone of control")) == russian
    assert set(state.ask("axis zone of control")) == covered(HERE, "D30")

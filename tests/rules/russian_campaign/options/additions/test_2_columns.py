"""2.1 to 2.6, column by column, with the option `additions`."""

from __future__ import annotations

import pytest

from ...battle_positions import names, play, refused, walk
from ...turn_positions import (
    MAY_43,
    before,
    data,
    game,
)

NEVER = [
    "1 Cav", "Hitler", "Hitler (mobile)", "Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1", "Ge Para 1",
    "1 Flak",
]  # fmt: skip
"""Named by the rules: 21.4, 11.2, 26.4, 28.4.1; nothing is said of German paratroops' return."""


ELSEWHERE = [
    "41 Pz", "52 Mot", "49 Mtn", "HQ North", "Rum 1 Inf", "Rum Cav", "Rum Pz", "Ital 3 Inf",
    "Hun 1 Mot", "Hun 2 Inf", "Finn 2 Inf", "Ge Art", "Yug 2 Inf", "Ukr 1 Inf",
]  # fmt: skip
"""Due at another time, or by another right than that of German infantry."""


@pytest.mark.option("artillery", "battlegroups")
@pytest.mark.rule("TRC-21.4g", "TRC-21.4c")
def test_why_a_unit_is_not_what_comes_back_for_infantry() -> None:
    options = ("artillery", "battlegroups", "order-of-battle-additions")
    units = dict.fromkeys([*NEVER, *ELSEWHERE, "1 Inf", "2 Inf"], "pool")
    state = before("axis", 1, turn=MAY_43, units=units, options=options, nobody=["AA29"])
    state = walk(play(state, "end-movement"), "replacements", "axis")
    assert names(state, "replace") == {"1 Inf", "2 Inf"}
    for unit in NEVER:
        with refused("TRC-21.4g"):
            play(state, f"replace {unit}")
    for unit in ELSEWHERE:
        with refused("TRC-21.4c"):
            play(state, f"replace {unit}")


@pytest.mark.rule("TRC-3.3a", "TRC-28.4.1a")
def test_flak_sets_up_with_its_army_groups() -> None:
    """Anywhere that the infantry of the group may, and nowhere else; the chits tell no other."""
    state = game("campaign", ("order-of-battle-additions",)).new()
    asked: dict[str, set[str]] = {}
    while state.decision in ("set-up", "cover"):
        asked[str(state.subject)] = names(state, "set-up")
        state.push(state.legal_actions.list()[0])
    areas = {h.name: h.area for h in data().map.hexes if h is not None}
    for unit in ("1 Flak", "2 Flak"):
        found = {areas[h] for h in asked[unit]}
        assert found == {areas[h] for h in asked["52 Mot"]} and "germany" in found

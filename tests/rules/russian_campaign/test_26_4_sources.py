"""26.4 by tables: which units leave which battlegroups, and from when."""

from __future__ import annotations

import pytest

from .battle_positions import combat
from .test_26_4_battlegroups import D1, DE, FREE, attack, groups
from .turn_positions import names, play

INF, PZ, SS = "Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1"

GERMANS = {
    # infantry of three factors or more leaves infantry
    "13 Inf": {INF}, "12 Inf": {INF}, "7 Inf": {INF},
    # the swift ones leave either; 52 Mot has three factors and six hexes, as a battlegroup of tanks
    "52 Mot": {INF, PZ}, "11 Mot": {INF, PZ}, "46 Pz": {INF, PZ}, "40 Pz": {INF, PZ},
    "GD Pz": {INF, PZ}, "HG Pz": {INF, PZ},
    # those of the SS, of whatever kind, their own as well, if they are as swift
    "3 SS Pz": {INF, PZ, SS}, "15 SS Cav": {INF, PZ, SS}, "6 SS Inf": {INF}, "5 SS Mtn": {INF},
    # too weak, of another kind, or of another nation
    "SS Res": set(), "3 LW": set(), "49 Mtn": set(), "1 Cav": set(), "HQ South": set(),
    "Rum 2 Inf": set(), "Hun 1 Mot": set(), "Finn 4 Inf": set(),
}  # fmt: skip

RUSSIANS = {
    "4G A": {"Gd BG 1"}, "2G CavC": {"Gd BG 1"}, "1G CavC": {"Gd BG 1"},
    "16 A": set(), "8 TkC": set(), "7 CavC": set(), "20 A": set(), "1 TkA": set(), "Stavka": set(),
}  # fmt: skip


@pytest.mark.rule("TRC-26.4a", "TRC-26.4d")
@pytest.mark.parametrize("die", [D1, DE])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_leaves_what(side: str, die: int) -> None:
    for unit, left in (RUSSIANS if side == "axis" else GERMANS).items():
        for turn in (4, 5, 8):
            state = attack(side, {unit: "X16"}, die, turn=turn)
            expected = left if turn >= 5 else set()
            if len(expected) > 1:
                assert state.decision == "battlegroup", (unit, turn)
                assert names(state, "leave") == expected, (unit, turn)
                for group in expected:
                    after = play(state, f"leave {group}")
                    assert (after.place(unit), after.place(group)) == ("pool", "X16")
            else:
                # the only choice is taken unasked
                assert groups(state, "X16") == sorted(expected), (unit, turn)
                assert state.place(unit) == "pool"


@pytest.mark.rule("TRC-26.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_attackers_leave_none(side: str) -> None:
    strong = {"axis": ("46 Pz", ["11 A", "12 A"]), "russian": ("4G A", ["24 Pz", "39 Pz", "46 Pz"])}
    attacker, defenders = strong[side]
    units = {**FREE, attacker: "W16", **dict.fromkeys(defenders, "X16")}
    state = combat(side, units, turn=8, options=("battlegroups",))
    state = play(state, "odds -6") if state.decision == "odds" else state
    lost = play(state, "roll 1")
    assert lost.place(attacker) == "pool"
    assert groups(lost, "counters") == sorted(FREE)

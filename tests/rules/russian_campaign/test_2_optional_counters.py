"""2.4 to 2.6: the factors of headquarters, leaders, workers and the counters of optional rules."""

from __future__ import annotations

import pytest

from .battle_positions import at, names, play, walk
from .turn_positions import distance, impulse_of, side_of

HERE = "Y18"

STANDS = {
    # combat factors of those who do not walk, or not at once (11.1, 11.2, 22.2, 28.5)
    "HQ North": 1, "HQ Center": 1, "HQ South": 1, "OKH": 1, "HQ Vistula": 1, "Stavka": 1,
    "Hitler": 1, "Stalin": 1, "Hitler (mobile)": 1, "Stalin (mobile)": 1,
    "Moscow Worker": 3, "Leningrad Worker": 2, "Kiev Worker": 2, "Kharkov Worker": 2,
    "Stalino Worker": 2, "Worker 1": 1, "Worker 2": 2, "Worker 3": 1, "Worker 4": 1, "Worker 5": 1,
    "Worker 6": 2, "Worker 7": 1, "Worker 8": 1, "Worker 9": 1, "Opt Worker 1": 1,
    "Opt Worker 2": 1, "Opt Worker 3": 2, "Opt Worker 4": 3, "AK": 2,
}  # fmt: skip

WALKS = {
    # combat and movement factors
    "Ge BG Inf 1": (1, 4), "Ge BG Pz 1": (1, 6), "SS BG 1": (1, 6), "Gd BG 1": (1, 3),
    "Ge Art": (2, 4), "Art 1": (1, 3), "Art 2": (1, 3), "Art 3": (1, 3), "38 Pz": (5, 7),
    "1 Flak": (2, 6), "2 Flak": (2, 6), "12 SS Inf": (4, 4), "62 A": (5, 3),
    "8 G A (28.4)": (7, 4), "10 G A (28.4)": (7, 4), "11 G A (28.4)": (7, 4), "DAK": (7, 7),
    "Ge Para 1": (3, 4), "Ge Para 2": (3, 4), "18 Mtn": (3, 5), "65 Inf": (3, 4),
    "Yug 2 Inf": (2, 3), "Yug 5 Inf": (3, 3), "Yug 3 Inf": (2, 4), "Ukr 1 Inf": (2, 3),
    "Ukr 2 Inf": (3, 4), "Ukr 3 Inf": (3, 4), "Ukr 4 Inf": (4, 3),
}  # fmt: skip


@pytest.mark.rule("TRC-2.4a", "TRC-2.5a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_combat_factor_of_each_counter(side: str) -> None:
    """By what the side comes to with it."""
    factors = {**STANDS, **{u: attack for u, (attack, _) in WALKS.items()}}
    away = at(side, turn=14)
    for unit, factor in factors.items():
        if side_of(unit) == side:
            there = away._supposed(places=[(unit, HERE)])
            more = there.ask(f"{side} strength") - away.ask(f"{side} strength")
            assert more == factor, unit


@pytest.mark.rule("TRC-2.5a", "TRC-2.6a", "TRC-5.4b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_movement_factor_of_each_counter(side: str) -> None:
    for unit, (_, movement) in WALKS.items():
        if side_of(unit) == side:
            state = play(at(side, units={unit: HERE}, turn=14), f"move {unit}")
            assert max(distance(HERE, h) for h in names(state, "to")) == movement, unit


@pytest.mark.rule("TRC-5.4b", "TRC-2.6a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_who_never_walks(impulse: int) -> None:
    """Leaders without movement, workers, partisans and the Home Army (11.2, 19, 22.2, 28.5)."""
    for unit in ("Hitler", "Stalin", "Moscow Worker", "Worker 2", "Partisan 1", "AK"):
        state = at(side_of(unit), impulse, units={unit: HERE}, turn=14)
        assert unit not in names(state, "move"), unit


# -- months -------------------------------------------------------------------------------------

SECOND_MONTHS = {
    # by turn, those who come in its second impulse (20.0); all others come in the first
    ("axis", 2): "Rum 5 Inf", ("axis", 3): "Ital 4 Inf", ("axis", 4): "50 Mot",
    ("axis", 7): "Rum 7 Inf, Rum Pz, Hun 2 Inf, Ital 5 Inf", ("axis", 8): "3 LW, Hun 3 Inf",
    ("axis", 11): "2 SS Pz", ("axis", 13): "1 SS Pz", ("axis", 15): "6 SS Inf",
    ("axis", 20): "15 SS Cav", ("axis", 22): "GD Pz", ("russian", 2): "40 A",
    ("russian", 3): "29 A, 1G CavC, 5 A (2nd)", ("russian", 4): "1G A, 8 ParaC, 2G A, 3G A, 4G A",
    ("russian", 6): "1 TkA, 2 TkA, 1G TkA", ("russian", 9): "2G TkA", ("russian", 10): "3G TkA",
    ("russian", 11): "4G TkA", ("russian", 14): "4G CavC",
}  # fmt: skip

FIRST_MONTHS = {
    ("axis", 2): "40 Pz, 23 Inf, 27 Inf, SS Res, Hun 1 Mot", ("axis", 3): "34 Inf, 35 Inf",
    ("axis", 4): "51 Inf", ("axis", 7): "59 Inf, Rum 6 Inf", ("axis", 8): "72 Inf",
    ("axis", 9): "Rum 3 Inf", ("axis", 11): "1 Cav", ("axis", 12): "3 SS Pz",
    ("axis", 13): "22 Mtn", ("russian", 2): "16 A, 20 A, 24 A",
    ("russian", 3): "34 A, 30 A, 5 ParaC, 37 A", ("russian", 4): "1 ParaC, 39 A, 59 A, 61 A",
    ("russian", 5): "2G CavC", ("russian", 6): "5G A", ("russian", 7): "6G A",
    ("russian", 8): "3 TkA, 4 TkA", ("russian", 9): "7G A", ("russian", 11): "3G CavC",
    ("russian", 13): "5G TkA", ("russian", 14): "6G TkA", ("russian", 15): "7G TkA",
    ("russian", 16): "8G TkA",
}  # fmt: skip


@pytest.mark.rule("TRC-20.0b", "TRC-20.0a")
@pytest.mark.parametrize(("side", "turn"), sorted({*FIRST_MONTHS, *SECOND_MONTHS}))
def test_in_which_month_everybody_comes(side: str, turn: int) -> None:
    first = [u for u in FIRST_MONTHS.get((side, turn), "").split(", ") if u]
    second = [u for u in SECOND_MONTHS.get((side, turn), "").split(", ") if u]
    state = impulse_of(side, 1, turn=turn, units=dict.fromkeys([*first, *second], "later"))
    assert {u for u in first if state.place(u) == "later"} == set()
    assert {u for u in second if state.place(u) != "later"} == set()
    state = walk(play(state, "end-movement"), "movement", side, 2)
    assert {u for u in second if state.place(u) == "later"} == set()

"""The oracle of Operation Citadel and Manstein's Gambit against section 14 and 8.35 by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from . import battle, citadel, gambit
from .model import GERMAN, SOVIET, Position, load_board
from .positions import TARGET, E, W, arena, setup
from .terms import CITADEL, GAMBIT

MINE = citadel.SOVIET_AT_START
LOST = sorted(gambit.german_at_start(load_board()))


def _held(*soviet: str, **german: str) -> Position:
    """The Soviet holds the hexes given and the way between them; a German corps in some hexes."""
    where = {unit: ("infantry", h) for unit, h in german.items()}
    east = {h for h in load_board().hexes if int(h[2:]) <= 8 and h not in LOST}
    return setup(where, soviet={*east, *MINE, "1110", "1010", "1011", *soviet}, terms=CITADEL)


def test_the_soviet_of_citadel_needs_seven_gains() -> None:
    assert len(LOST) == 24
    # no German unit anywhere: the Dnepr and the Gotenkopf count as two
    assert citadel.gains(_held()) == 2
    assert citadel.at_the_end(_held(*LOST[:4])) == GERMAN
    assert citadel.at_the_end(_held(*LOST[:5])) == SOVIET
    assert citadel.at_the_end(_held(*LOST[:5], a="3105")) == GERMAN
    assert citadel.at_the_end(_held(*LOST[:6], a="3105")) == SOVIET
    assert citadel.at_the_end(_held(*LOST[:9], a="1111")) == GERMAN
    assert citadel.gains(_held(a="2708")) == 1
    assert citadel.gains(_held(a="2411")) == 2  # it touches Kiev


def test_the_german_of_the_gambit_needs_all_and_one() -> None:
    whole = setup({}, terms=GAMBIT, german=LOST)
    assert gambit.at_once(whole) is None
    assert gambit.at_once(setup({}, soviet=("1011",), terms=GAMBIT)) == GERMAN  # by Moscow
    assert gambit.at_once(setup({}, soviet=("1011", "1606"), terms=GAMBIT)) is None
    level = setup({}, soviet=MINE, terms=GAMBIT)
    assert [gambit.at_the_end(level, n) for n in (4, 5)] == [SOVIET, GERMAN]
    assert gambit.at_the_end(setup({}, soviet=MINE - {"1806"}, terms=GAMBIT), 0) == GERMAN
    assert gambit.at_the_end(setup({}, soviet=MINE | {LOST[0]}, terms=GAMBIT), 9) == SOVIET


@pytest.mark.parametrize(("die", "attack"), [(1, 4), (6, 9)])
def test_the_die_is_added_to_the_armies(die: int, attack: int) -> None:
    board = arena()
    position = setup(
        {"a": ("rifle", E), "b": ("rifle", W), "d": ("infantry", TARGET)},
        board=board, side=SOVIET, soviet=(E, W), supply_markers={"A": E}, terms=GAMBIT,
    )  # fmt: skip
    guns = replace(position.unit("b"), kind="counter-fire", mobility="static", attack=0, defence=0)
    units = {**position.board.units, "b": guns}
    known = replace(position, board=replace(position.board, units=units))
    drawn = battle.drawn(known, die)
    assert battle.draws(drawn, ["a", "b"], TARGET) and not battle.draws(drawn, ["a"], TARGET)
    assert battle.attack_total(drawn, ["a", "b"], TARGET, battle.PREPARED) == attack
    assert battle.forbidden(drawn, ["b"], TARGET, battle.PREPARED) == "BD-8.35d"

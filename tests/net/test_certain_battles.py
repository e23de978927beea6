"""Battles without a die are among those explained and played."""

from __future__ import annotations

import random

import pytest
from tools.net.battles import BRIEF, SEED, check, declared, differences, tasks
from tools.net.lines import FORMS

from eastfront.analysis import exchange_of
from rules.barbarossa_1971 import battle_positions as barbarossa
from rules.russian_campaign import battle_positions as russian

DELUXE, RUSSIAN, BARBAROSSA = FORMS
ELSEWHERE = {"Rum Cav": "W20", "1 TkC": "W21"}
"""Somebody else who may be attacked."""
RUSSIANS = {"1G TkA": "Z18", "2G TkA": "Z18", "5 TkC": "Z19", "Rum 5 Inf": "Y18"}
AXIS = {"24 Pz": "Z18", "39 Pz": "Z18", "12 Inf": "Z19", "5 TkC": "Y18"}
CORPS = {"0634": "1PzC, 2PzC, 3PzC, 1AxSup", "0635": "1SovSup", "0734": "1InC", "0735": "1Inf"}
ARMIES = {"0635": "1TkA, 2TkA, 1SovSup", "0633": "3TkA", "0634": "1AxSup", "1235": "1InC"}

CASES = [
    *((RUSSIAN, "axis", turn, "DS") for turn in (2, 8, 13, 20)),
    *((RUSSIAN, "russian", turn, "DS") for turn in (10, 13, 20)),
    *((BARBAROSSA, side, turn, "De") for side in ("axis", "soviet") for turn in (3, 8, 20)),
]


@pytest.mark.rule("TRC-16.1a", "SPI-CBT-GEN4")
@pytest.mark.parametrize(("game", "side", "turn", "result"), CASES)
def test_the_one_result_is_told_as_it_is_played(
    game: str, side: str, turn: int, result: str
) -> None:
    if game == RUSSIAN:
        units = {"axis": AXIS, "russian": RUSSIANS}[side] | ELSEWHERE
        state, opening = russian.combat(side, units, turn=turn), "attack Y18"
    else:
        units, target = {"axis": (CORPS, "0635"), "soviet": (ARMIES, "0634")}[side]
        state, opening = barbarossa.at(f"{side} fight", units, turn=turn), f"attack {target}"
    case = declared(FORMS[game], state, opening, every=True)
    assert case is not None and case.named is not None
    assert differences(FORMS[game], case, random.Random(0))[0] == []
    _, target, group = case.named
    said = state.battle(target, sorted(group))
    assert said.distribution == {result: 1}
    assert said.choices == ()
    assert exchange_of(said).clears == 1


def test_they_are_drawn_in_many_turns() -> None:
    found = [check(task) for task in tasks(DELUXE, BRIEF, SEED)[:4]]
    assert not any(one.kinds for one in found)
    assert len({turn for one in found for turn in one.turns}) >= 4


@pytest.mark.rule("TRC-16.1a")
@pytest.mark.parametrize("options", [(), ("D-23",)])
def test_an_automatic_victory_that_is_put_together_is_certain(options: tuple[str, ...]) -> None:
    """Units join until 10-1 is reached: no die is told at the odds on the way there."""
    units = {"24 Pz": "I18", "39 Pz": "I18", "12 Inf": "I18", "HQ North": "I21", "6 TkC": "I16"}
    stukas = {"stukas": 1}
    state = russian.at("axis", units=units | ELSEWHERE, turn=2, options=options, variables=stukas)
    for unit in ("24 Pz", "39 Pz", "12 Inf"):
        state = russian.go(state, unit, "J17")
    state, below = russian.play(state, "overrun I16"), False
    while state.decision == "automatic victory":
        said = state.battle()
        below |= said.odds != "10:1"
        assert said.distribution == {"DS": 1}
        assert said.choices == ()
        assert said.facts[-1] == ("TRC-16.1a", "it is fought at 10-1, without a die roll")
        # of another battle that is asked about nothing of it is said
        other = state.battle("W21", ["Rum Cav"])
        assert len(other.distribution) > 1
        assert exchange_of(said).enemy == 2
        legal = state.legal_actions.names()
        state = russian.play(state, next(x for x in legal if x.startswith(("join", "strike"))))
    assert state.place("6 TkC") == "surrendered"
    assert below

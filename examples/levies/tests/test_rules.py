"""Each rule of The Levies, in a position typed by hand."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef

MARCHES = "game: levies/muster\nturn: 1\nwait: blue march phase, march\n"
FIGHTS = "game: levies/muster\nturn: 1\nwait: blue combat phase, attacks\n"


def at(head: str, *lines: str, **chosen: Any) -> ef.State:
    """A position; units without a line are lost."""
    return ef.position(head + "\n".join(lines), ef.load("levies/muster", **chosen))


def attack(target: str, *lines: str, **chosen: Any) -> ef.State:
    """The state after an attack on a hex with all units that may join, before any die."""
    state = at(FIGHTS, *lines, **chosen)
    state.push(f"attack {target}")
    while state.decision == "force":
        state.push(state.legal_actions[0])
    return state


def rolled(state: ef.State, *dice: int) -> ef.State:
    """The state after some dice."""
    for die in dice:
        state.push(f"roll {die}")
    return state


@pytest.mark.rule("LV-2.1a", "LV-3.1a")
def test_marches() -> None:
    state = at(MARCHES, "0202: 1B", "0302: 2B, BL1", "0303: 1R")
    assert set(state.reach("1B")) == {"0102", "0103", "0201", "0203"}
    state.push("move 1B")
    state.push("to 0203")
    assert "move 1B" not in state.legal_actions.names()


@pytest.mark.rule("LV-4.1a")
def test_a_unit_attacks_once_and_only_next_to_it() -> None:
    lines = ("0302: 1B", "0303: 3R", "0402: 2R", "0101: 2B")
    with pytest.raises(ef.IllegalAction, match="it may not attack there"):
        at(FIGHTS, *lines).battle("0303", ["2B"])
    state = rolled(attack("0303", *lines), 1)
    state.push("retreat-to 0304")
    # 1B was the only unit next to 0402
    assert state.decision == "march"


@pytest.mark.rule("LV-4.1b")
def test_levies_do_not_attack_alone() -> None:
    lines = ("0302: BL1, BL2", "0303: 1R", "0101: 1B", "0102: 2R")
    with pytest.raises(ef.IllegalAction, match="levies do not attack alone") as refused:
        at(FIGHTS, *lines).battle("0303", ["BL1", "BL2"])
    assert refused.value.rule == "LV-4.1b"
    assert "attack 0303" not in at(FIGHTS, *lines).legal_actions.names()
    free = at(FIGHTS, *lines, without=["LV-4.1b"])
    assert "attack 0303" in free.legal_actions.names()
    # after a levy the only choice is a regular, which joins without a question
    state = at(FIGHTS, "0302: 1B, BL1", "0303: 1R")
    state.push("attack 0303")
    state.push("with BL1")
    assert state.units_with("attacking") == ["1B", "BL1"]


@pytest.mark.rule("LV-4.2a")
def test_each_levy_has_a_die_of_its_own_in_each_battle() -> None:
    state = attack("0303", "0302: 1B, BL1", "0303: 1R, RL1")
    assert [state.subject, state.to_move] == ["BL1", "chance"]
    rolled(state, 5)
    assert state.subject == "RL1"
    rolled(state, 2)
    found = state.battle()
    assert (found.attack, found.defence, found.odds) == (9, 5, "1:1")
    rolled(state, 6)
    assert not state.units_with("drawn 1") and not state.units_with("drawn 4")


@pytest.mark.rule("LV-4.2b")
def test_woods_halve_what_was_rolled() -> None:
    state = rolled(attack("0304", "0303: 1B, BL1", "0304: 1R"), 5)
    # half of 4, and half of 5 rounded up
    assert state.battle().attack == 5
    free = rolled(attack("0304", "0303: 1B, BL1", "0304: 1R", without=["LV-4.2b"]), 5)
    assert free.battle().attack == 9


@pytest.mark.rule("LV-4.3a", "LV-4.4a")
def test_the_strength_drawn_decides_the_column() -> None:
    # 4 and 6 against 3 are 3:1, 4 and 1 against 3 are 1:1
    for drawn, die, lost in ((6, 1, "1R"), (1, 6, "1B")):
        state = rolled(attack("0303", "0302: 1B, BL1", "0303: 1R"), drawn, die)
        assert state.place(lost) == "dead"


@pytest.mark.rule("LV-4.4b")
@pytest.mark.parametrize(("drawn", "first", "more"), [(3, "BL1", False), (2, "BL1", True)])
def test_a_levy_counts_in_an_exchange_with_what_it_drew(drawn: int, first: str, more: bool) -> None:
    state = rolled(attack("0303", "0302: 1B, BL1", "0303: 1R"), drawn, 3)
    assert state.place("1R") == "dead" and state.decision == "loss"
    state.push(f"lose {first}")
    # the defence was 3; the last unit is lost without a choice
    assert (state.place("1B") == "dead") is more


@pytest.mark.rule("LV-4.5a")
def test_retreats() -> None:
    state = rolled(attack("0303", "0302: 1B", "0303: 1R"), 4)
    state.push("retreat-to 0202")
    assert state.place("1B") == "0202"


@pytest.mark.rule("LV-5.1a")
def test_towns_decide() -> None:
    for own, winner in (("0203: 1B", "blue"), ("0203: 1R", "red"), ("0101: 1R", None)):
        state = at("game: levies/muster\nturn: 4\nwait: red march phase, march\n", own, "0405: 2R")
        for _ in range(2):
            if not state.is_over:
                state.push(next(a for a in state.legal_actions if state.is_pass(a)))
        assert state.is_over and state.winner == winner

"""Section 28.5: the Home Army with a rule left out, and its duties beside winners."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, fight, may, names, play
from ...left_out_positions import at_without
from ...turn_positions import counter, data
from .test_28_5_uprising import AK, JUL_43, RISING, WARSAW


@pytest.mark.rule("TRC-28.5c", "TRC-16.2d")
@pytest.mark.parametrize(("winner", "owed"), [(None, False), ("M27", True), ("M20", False)])
@pytest.mark.parametrize("flag", ["victor", "spent"])
def test_whom_winners_leave_is_attacked_though_the_home_army_alone_could(
    winner: str | None, owed: bool, flag: str
) -> None:
    """38 Inf in L27 lies next to Warsaw and to M27; who won automatically attacks nobody."""
    impulse = 1 if flag == "victor" else 2
    units = {AK: WARSAW, "38 Inf": "L27"}
    if winner:
        units["16 A"] = winner
    flags = {flag: ["16 A"]} if winner else {}
    state = combat("russian", units, impulse, turn=JUL_43, options=RISING, flags=flags)
    assert state.place(AK) == WARSAW
    if owed:
        assert not may(state, "end-combat")
        assert state.hexes_with("beset") == ["L27"] or names(state, "attack") == {"L27"}
    else:
        assert may(state, "end-combat")


@pytest.mark.rule("TRC-28.5c")
@pytest.mark.parametrize("rule", ["", "TRC-28.5c"])
def test_without_the_rule_it_must_attack_like_others(rule: str) -> None:
    units = {AK: WARSAW, "38 Inf": "L27"}
    state = at_without(rule, "russian", units=units, turn=JUL_43, options=RISING)
    fought = play(state, "end-movement")
    assert may(fought, "end-combat") == (not rule)
    # against a stack that it cannot attack at 1-6 it surrenders then
    strong = {**units, "41 Pz": "L27", "56 Pz": "L27"}
    state = at_without(rule, "russian", units=strong, turn=JUL_43, options=RISING)
    assert play(state, "end-movement").place(AK) == ("surrendered" if rule else WARSAW)


@pytest.mark.rule("TRC-28.5d")
@pytest.mark.parametrize("rule", ["", "TRC-28.5d"])
def test_without_the_rule_it_is_driven_out_like_others(rule: str) -> None:
    """8 against 2 doubled; announced at 1-1 a six is DR."""
    units = {AK: WARSAW, "41 Pz": "L27"}
    state = play(at_without(rule, "axis", units=units, turn=JUL_43, options=RISING), "end-movement")
    fled = fight(state, WARSAW, ["41 Pz"], 6, announced=1)
    assert fled.var("result") == 5
    assert (fled.decision == "retreat to" or fled.place(AK) != WARSAW) == bool(rule)


@pytest.mark.rule("TRC-28.5b")
@pytest.mark.parametrize("rule", ["", "TRC-28.5b"])
def test_without_the_rule_it_takes_room_like_others(rule: str) -> None:
    units = {AK: WARSAW, "11 A": WARSAW, "8 A": WARSAW, "Stalin": WARSAW}
    state = at_without(rule, "russian", units=units, turn=JUL_43, options=RISING)
    assert may(state, "end-movement") == (not rule)
    # a leader takes none in any case
    alone = {u: h for u, h in units.items() if u != AK}
    state = at_without(rule, "russian", units=alone, turn=JUL_43, options=RISING)
    assert may(state, "end-movement")


@pytest.mark.rule("TRC-28.5b")
def test_it_is_lost_for_good() -> None:
    """Its counter says that it is not replaced."""
    [counter_] = [counter(u) for u in data().units if u.name == AK]
    assert not counter_.replaceable

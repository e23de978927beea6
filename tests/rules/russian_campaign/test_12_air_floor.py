"""12.5 with the other reading (D-21), by which aircraft count for the minimum odds of 1-6."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, may, names, play, refused, strengths
from .left_out_positions import at_without

READ = ("D-21",)
HERE, THERE = "Z18", "Y18"

AXIS = [(("11 A", "12 A"), 12), (("1G A", "5 A"), 13), (("1G TkA", "2G TkA"), 18)]
"""Defenders against two factors."""

RUSSIAN = [("46 Pz", 6), ("47 Pz", 7), ("24 Pz", 8), ("2 SS Pz", 9), ("GD Pz", 10)]
"""Defenders against one factor."""


@pytest.mark.rule("TRC-12.5a", "TRC-15.1a", "TRC-15.5a")
@pytest.mark.parametrize("options", [(), READ])
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("stukas", [0, 1, 3])
def test_the_floor_of_the_axis_with_stukas(
    options: tuple[str, ...], impulse: int, stukas: int
) -> None:
    """A Stuka makes 1-6 of 1-9; with the usual reading it does not count."""
    flies = bool(options) and impulse == 1 and stukas > 0
    for defenders, defence in AXIS:
        units = {"15 Mtn": HERE, **dict.fromkeys(defenders, THERE), "HQ South": "Z22"}
        state = combat("axis", units, impulse, options=options, variables={"stukas": stukas})
        legal = defence <= (18 if flies else 12)
        assert (state.place("15 Mtn") == HERE) == legal, defence
        assert (state.place("15 Mtn") == "surrendered") == (not legal)


@pytest.mark.rule("TRC-12.5a", "TRC-15.1a", "TRC-15.10b")
@pytest.mark.parametrize("options", [(), READ])
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("sturmoviks", range(5))
def test_the_floor_of_the_russian_with_sturmoviks(
    options: tuple[str, ...], impulse: int, sturmoviks: int
) -> None:
    """Each Sturmovik is a level, and three at most."""
    levels = min(sturmoviks, 3) if options and impulse == 1 else 0
    for defender, defence in RUSSIAN:
        units = {"5 ParaC": HERE, defender: THERE, "Stavka": "Y12"}
        more = {"turn": 20, "options": options, "variables": {"sturmoviks": sturmoviks}}
        state = combat("russian", units, impulse, **more)
        legal = defence <= 6 + levels
        assert (state.place("5 ParaC") == HERE) == legal, defence


@pytest.mark.rule("TRC-12.5a")
def test_an_attack_below_the_floor_takes_the_aircraft_that_mend_it() -> None:
    units = {"15 Mtn": HERE, "1G TkA": THERE, "2G TkA": THERE}
    near = combat("axis", {**units, "HQ South": "Z22", "HQ North": "Z23"}, options=READ)
    assert near.decision == "forces"
    with refused("TRC-12.5a"):
        play(near, "fight")
    flown = play(near, "stuka HQ South")
    assert flown.decision == "combat" and flown.var("odds") == -6
    # one of two in a battle that is legal without any need not fly
    fair = {"15 Mtn": HERE, "11 A": THERE, "HQ South": "Z22"}
    assert may(combat("axis", fair, options=READ), "fight")
    # sturmoviks one by one: 1-8 wants two of three
    units = {"5 ParaC": HERE, "24 Pz": THERE, "Stavka": "Y12"}
    more = {"turn": 20, "options": READ, "variables": {"sturmoviks": 3}}
    begun = combat("russian", units, **more)
    # the two that must fly have flown unasked
    assert begun.decision == "forces" and begun.var("sturmoviks") == 1
    assert may(begun, "fight") and may(begun, "sturmovik")
    three = play(begun, "sturmovik")
    assert strengths(three) == (1, 8, -5)


@pytest.mark.rule("TRC-12.5a")
def test_an_attack_below_the_floor_without_aircraft_in_reach_is_fought() -> None:
    """The floor asks how many there are; who is too far for them fights as he may."""
    units = {"15 Mtn": HERE, "1G TkA": THERE, "2G TkA": THERE, "HQ South": "Z30"}
    state = combat("axis", units, options=READ)
    assert not names(state, "stuka")
    assert state.place("15 Mtn") == HERE and state.var("odds") == -6


@pytest.mark.rule("TRC-12.5a")
def test_a_planned_attack_is_told_legal_with_the_aircraft_that_mend_it_alone() -> None:
    """Two factors against eighteen: 1-6 with a Stuka; in a second impulse none flies."""
    units = {"15 Mtn": HERE, "1G TkA": THERE, "2G TkA": THERE, "HQ South": "Z22"}
    first = at("axis", units=units, options=READ)
    with refused("TRC-12.5a"):
        first.battle(THERE, ["15 Mtn"])
    assert first.battle(THERE, ["15 Mtn"], supports=["stuka"]).column == "1:6"
    with refused("TRC-12.5a"):
        at("axis", 2, units=units, options=READ).battle(THERE, ["15 Mtn"])
    # nor is one needed that is out of reach, as by play
    far = at("axis", units={**units, "HQ South": "Z30"}, options=READ)
    assert far.battle(THERE, ["15 Mtn"]).column == "1:6"


@pytest.mark.rule("TRC-15.1a")
@pytest.mark.parametrize("rule", ["", "TRC-15.1a"])
def test_without_the_rule_on_aircraft_none_helps_to_reach_the_floor(rule: str) -> None:
    """Three factors against eighteen and more, with a Stuka of HQ South."""
    units = {"13 Inf": "Y19", "4G A": THERE, "16 A": THERE, "HQ South": "Y22"}
    state = at_without(rule, "axis", units=units, variables={"stukas": 1}, options=READ)
    over = play(state, "end-movement")
    assert over.place("13 Inf") == ("surrendered" if rule else "Y19")

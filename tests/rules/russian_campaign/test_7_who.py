"""7.1, 7.3, 22.2 and 29: units with a zone of control, attacked units, and duties to attack."""

from __future__ import annotations

import pytest

from .battle_positions import around, at, combat, go, names, odds, play, reach

HERE, THERE = "Z18", "Y18"


THEIRS = {
    # a Russian counter: has a zone around it, defends with so many factors, may be attacked
    "11 A": (True, 6), "8 TkC": (True, 3), "5 ParaC": (True, 1), "Stavka": (True, 1),
    "Stalin": (True, 1), "Worker 2": (True, 2), "Moscow Worker": (True, 3),
    "Partisan 1": (False, 0),
}  # fmt: skip

OURS = {"46 Pz": 6, "13 Inf": 3, "HQ South": 1, "Hitler": 1, "SS Res": 2, "Rum 5 Inf": 2}


@pytest.mark.rule("TRC-7.1a", "TRC-7.3a", "TRC-22.2d", "TRC-29.0a", "TRC-7.1b")
@pytest.mark.parametrize("unit", THEIRS)
def test_which_russians_have_a_zone_of_control(unit: str) -> None:
    zone, _ = THEIRS[unit]
    state = at("axis", units={unit: THERE, "46 Pz": "Y21", "24 Pz": "D28"}, rail=[THERE])
    covered = set(state.ask("russian zone of control")) & (around(THERE) | {THERE})
    assert covered == ((around(THERE) | {THERE}) if zone else set())
    # who enters it stops; a partisan stops in his own hex alone
    ends = reach(state, "46 Pz")
    assert (THERE in ends) == (not zone)
    beside = play(state, "move 46 Pz", "to Y19")
    assert (beside.decision == "movement") == zone


@pytest.mark.rule("TRC-7.1a", "TRC-29.0a", "TRC-7.1b")
@pytest.mark.parametrize("unit", OURS)
def test_every_axis_unit_has_a_zone_of_control(unit: str) -> None:
    state = at("russian", units={unit: THERE, "8 TkC": "Y21"})
    assert around(THERE) | {THERE} <= set(state.ask("axis zone of control"))
    assert THERE not in reach(state, "8 TkC")
    assert play(state, "move 8 TkC", "to Y19").decision == "movement"


@pytest.mark.rule("TRC-22.2d", "TRC-29.0a", "TRC-12.2c", "TRC-12.4a")
@pytest.mark.parametrize("unit", THEIRS)
def test_which_russians_are_attacked_and_with_how_many_factors(unit: str) -> None:
    zone, factors = THEIRS[unit]
    alone = combat("axis", {"46 Pz": HERE, "24 Pz": "BB12", "7 TkC": "BB11", unit: THERE})
    if not zone:
        assert THERE not in names(alone, "attack") | set(alone.hexes_with("beset"))
    else:
        assert odds(alone, THERE, ["46 Pz"])[:2] == (6, factors)
    # beside a corps of three they count as well, but for a partisan
    both = combat("axis", {"46 Pz": HERE, unit: THERE, "10 TkC": THERE})
    assert odds(both, THERE, ["46 Pz"])[:2] == (6, 3 + factors)


@pytest.mark.rule("TRC-22.2d", "TRC-29.0a")
@pytest.mark.parametrize("unit", THEIRS)
def test_which_russians_have_to_attack(unit: str) -> None:
    """Next to a corps of three: who has no legal attack gives up; a partisan has no part in it."""
    zone, factors = THEIRS[unit]
    fair = combat("russian", {unit: HERE, "13 Inf": THERE}, turn=8)
    assert (THERE in fair.hexes_with("beset")) == zone
    assert fair.units_with("engaged") == ([unit] if zone else [])
    weak = combat("russian", {unit: HERE, "24 Pz": THERE, "39 Pz": THERE, "2 SS Pz": THERE}, turn=8)
    # twenty-five factors: one to four of them attack below 1-6
    legal = not zone or factors * 6 >= 25
    assert (weak.place(unit) == HERE) == legal


@pytest.mark.rule("TRC-22.2d", "TRC-29.0a", "TRC-16.1a")
def test_a_partisan_beside_an_enemy_makes_no_ten_to_one_and_is_no_prize() -> None:
    units = {"24 Pz": HERE, "39 Pz": HERE, "12 Inf": "BB18", "Partisan 1": THERE}
    came = go(at("axis", units=units, turn=8, variables={"stukas": 0}), "12 Inf", HERE)
    assert not names(came, "overrun")
    worker = {**units, "Partisan 1": "D4", "Worker 2": THERE}
    came = go(at("axis", units=worker, turn=8, variables={"stukas": 0}), "12 Inf", HERE)
    assert names(came, "overrun") == {THERE}

"""Sections 12 and 16: units that can help those that must attack, and units without a duty."""

from __future__ import annotations

import pytest

from .battle_positions import at, fight, go, may, names, play, refused
from .left_out_positions import at_without
from .test_12_duties import ACROSS, BESIDE, HERE, NEAR, STACK
from .turn_positions import data

TRACK = [h.name for h in data().map.hexes if h is not None and "rail" in h.features]


@pytest.mark.rule("TRC-12.5b", "TRC-9.2a", "TRC-9.2b")
def test_help_that_goes_away_by_train_is_help_no_more() -> None:
    units = {**STACK, "13 Inf": "T10", "46 Pz": "T11"}
    state = go(at("axis", units=units, rail=TRACK), "13 Inf", "S9")
    with refused("TRC-12.5b"):
        play(state, "end-movement")
    gone = play(state, "rail 46 Pz", "rail-to A33")
    assert may(gone, "end-movement")
    assert play(gone, "end-movement").place("13 Inf") == "surrendered"


@pytest.mark.rule("TRC-12.5b", "TRC-11.3a")
@pytest.mark.parametrize(("leader", "helps"), [("axis", False), ("russian", True)])
def test_who_cannot_move_without_his_own_leader_is_no_help(leader: str, helps: bool) -> None:
    """Without Hitler Germans stand still for an impulse, and Rumanians do not."""
    units = {**STACK, "Rum 5 Inf": "T10", "46 Pz": "U11"}
    state = at("axis", units=units, variables={f"{leader} leader lost": 2})
    state = go(state, "Rum 5 Inf", "S9")
    if helps:
        with refused("TRC-12.5b"):
            play(state, "end-movement")
    else:
        assert play(state, "end-movement").place("Rum 5 Inf") == "surrendered"


@pytest.mark.rule("TRC-8.5.2b", "TRC-3.7a")
@pytest.mark.parametrize(
    ("foe", "turn", "stays"), [(ACROSS, 1, True), (BESIDE, 1, False), (BESIDE, 2, True)]
)
def test_who_may_attack_nobody_is_bound_by_land_and_not_across_the_strait(
    foe: str, turn: int, stays: bool
) -> None:
    """In the opening impulse a corps of the north attacks none but the Baltic district."""
    state = at("axis", units={"41 Pz": NEAR, "5 ParaC": foe}, turn=turn)
    assert play(state, "end-movement").place("41 Pz") == (NEAR if stays else "surrendered")


@pytest.mark.rule("TRC-8.5.2b", "TRC-16.3a", "TRC-16.2d")
@pytest.mark.parametrize("flag", ["victor", "spent"])
@pytest.mark.parametrize(("foe", "bound"), [(ACROSS, False), (BESIDE, True)])
def test_winners_leave_others_the_enemies_by_land_and_not_those_across(
    flag: str, foe: str, bound: bool
) -> None:
    impulse = 1 if flag == "victor" else 2
    units = {"46 Pz": NEAR, "5 ParaC": foe}
    alone = at("axis", impulse, units=units, flags={flag: ["46 Pz"]})
    assert (play(alone, "end-movement").place("46 Pz") == "surrendered") == bound
    # who stands beside them does it for them, when it is to be done
    helped = at("axis", impulse, units={**units, "13 Inf": NEAR}, flags={flag: ["46 Pz"]})
    fought = play(helped, "end-movement")
    assert fought.place("46 Pz") != "surrendered"
    assert fought.units_with("engaged") == (["13 Inf"] if bound else [])


# -- without a rule --------------------------------------------------------------------------


@pytest.mark.rule("TRC-12.2b", "TRC-12.4a")
@pytest.mark.parametrize("rule", ["", "TRC-12.2b", "TRC-12.4a"])
def test_without_either_rule_a_unit_fights_twice(rule: str) -> None:
    """Two enemies beside two corps; after contact with the one there is a battle with the other."""
    units = {"46 Pz": "Z18", "13 Inf": "Z18", "8 TkC": HERE, "5 TkC": "Z17"}
    state = play(at_without(rule, "axis", units=units), "end-movement")
    after = fight(state, HERE, ["46 Pz"], 4, announced=1)
    assert (after.place("46 Pz"), after.place("8 TkC")) == ("Z18", HERE)
    if after.decision == "battle":
        after = play(after, "attack Z17")
    able = set(after.units_with("engaged")) | names(after, "join")
    assert able == ({"46 Pz", "13 Inf"} if rule else {"13 Inf"})


@pytest.mark.rule("TRC-16.3b")
@pytest.mark.parametrize("rule", ["", "TRC-16.3b"])
def test_without_the_rule_winners_of_the_impulse_before_attack_again(rule: str) -> None:
    units = {"46 Pz": "Z18", "13 Inf": "Z18", "8 TkC": HERE}
    state = at_without(rule, "axis", 2, units=units, flags={"spent": ["46 Pz"]})
    fought = play(state, "end-movement")
    joined = set(fought.units_with("engaged")) | names(fought, "join")
    assert joined == ({"46 Pz", "13 Inf"} if rule else {"13 Inf"})


@pytest.mark.rule("TRC-16.2d")
@pytest.mark.parametrize("rule", ["", "TRC-16.2d"])
def test_without_the_rule_winners_of_this_impulse_owe_nobody_an_attack(rule: str) -> None:
    units = {"46 Pz": "Z18", "8 TkC": HERE}
    for impulse, flag in ((1, "victor"), (2, "spent")):
        state = at_without(rule, "axis", impulse, units=units, flags={flag: ["46 Pz"]})
        free = bool(rule) and flag == "victor"
        assert play(state, "end-movement").place("46 Pz") == ("Z18" if free else "surrendered")


@pytest.mark.rule("TRC-16.2d", "TRC-16.3c")
@pytest.mark.parametrize("rule", ["", "TRC-16.2d"])
def test_who_won_before_surrenders_only_where_nobody_attacks_for_him(rule: str) -> None:
    units = {"46 Pz": "Z18", "8 TkC": HERE, "48 Pz": "X14", "5 TkC": "X13", "13 Inf": "W13"}
    state = at_without(rule, "axis", 2, units=units, flags={"spent": ["46 Pz", "48 Pz"]})
    over = play(state, "end-movement")
    assert (over.place("46 Pz"), over.place("48 Pz")) == ("surrendered", "X14")


@pytest.mark.rule("TRC-8.5.2b", "TRC-16.3a")
@pytest.mark.parametrize(("foe", "bound"), [(ACROSS, False), (BESIDE, True)])
@pytest.mark.parametrize("flag", ["victor", "spent"])
def test_movement_ends_though_help_could_come_against_who_stands_across_the_strait(
    flag: str, foe: str, bound: bool
) -> None:
    """46 Pz has won; 13 Inf could come; 17 Inf comes to an enemy of its own."""
    units = {"46 Pz": NEAR, "8 TkC": foe, "13 Inf": "KK16", "17 Inf": "X14", "5 TkC": "W12"}
    state = at("axis", 1 if flag == "victor" else 2, units=units, flags={flag: ["46 Pz"]})
    state = go(state, "17 Inf", "X13")
    if bound:
        with refused("TRC-12.5b"):
            play(state, "end-movement")
    else:
        assert may(state, "end-movement")

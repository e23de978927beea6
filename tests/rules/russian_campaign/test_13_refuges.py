"""Section 13.4 to 13.7: the hexes of a retreat, and its consequences."""

from __future__ import annotations

import pytest

from eastfront.questions.consequences import Flight

from .battle_positions import combat, fight, names, play
from .left_out_positions import at_without

HERE = "Y18"
PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18"}
DR = 6
"""The die that drives the defender out at 1-1."""


@pytest.mark.rule("TRC-13.5a", "TRC-13.4a")
def test_a_retreat_may_lead_to_where_friends_stand() -> None:
    """An army in each of the two hexes; two armies fit."""
    units = {**PANZERS, "8 TkC": HERE, "11 A": "X18", "12 A": "W18"}
    fled = fight(combat("axis", units), HERE, PANZERS, DR, announced=1)
    assert "X18" in names(fled, "retreat-to")
    there = play(fled, "retreat-to X18")
    assert "W18" in names(there, "retreat-to")
    assert play(there, "retreat-to W18").place("8 TkC") == "W18"


@pytest.mark.rule("TRC-13.5a")
@pytest.mark.parametrize("rule", ["", "TRC-13.5a"])
def test_without_the_rule_zones_do_not_matter_and_enemies_do(rule: str) -> None:
    """X18, Y17 and Z19 lie in the reach of 46 Pz, 47 Pz or 13 Inf, which stands in X17."""
    units = {**PANZERS, "8 TkC": HERE, "13 Inf": "X17"}
    state = play(at_without(rule, "axis", units=units), "end-movement")
    fled = fight(state, HERE, PANZERS, DR, announced=1)
    open_ = names(fled, "retreat-to")
    assert open_ == ({"Y19", "X18", "Z19", "X19", "Y17"} if rule else {"Y19", "X19"})
    if rule:
        # where an enemy stands nobody goes
        assert "X17" not in names(play(fled, "retreat-to X18"), "retreat-to")
        assert "Z18" not in names(play(fled, "retreat-to Z19"), "retreat-to")


@pytest.mark.rule("TRC-13.4a", "TRC-20.8a")
def test_who_retreats_near_warsaw_calls_its_garrison_with_the_second_hex_too() -> None:
    """H27 lies four hexes from Warsaw, I27 three, J27 two."""
    state = combat("axis", {"46 Pz": "G27", "47 Pz": "G27", "8 TkC": "H27"}, turn=20)
    fled = play(fight(state, "H27", ["46 Pz", "47 Pz"], DR, announced=1), "retreat-to I27")
    assert fled.units_with("called") == []
    assert set(play(fled, "retreat-to J27").units_with("called")) == {"4 SS Pz", "HG Pz"}


@pytest.mark.rule("TRC-11.2b", "TRC-22.2e")
@pytest.mark.parametrize(
    ("unit", "elsewhere", "box"),
    [("Stalin", "Kharkov Worker", "removed"), ("Kharkov Worker", "Moscow Worker", "surrendered")],
)
def test_only_who_is_made_to_retreat_and_cannot_is_lost(
    unit: str, elsewhere: str, box: str
) -> None:
    units = {**PANZERS, "8 TkC": HERE, unit: HERE, elsewhere: "R9", "Hitler": "E31"}
    fled = fight(combat("axis", units, russian=["R9"]), HERE, PANZERS, DR, announced=1)
    assert fled.decision == "retreat to" and fled.place("8 TkC") == HERE
    assert fled.place(unit) not in (HERE, "R9")
    assert (fled.place(elsewhere), fled.place("Hitler")) == ("R9", "E31")


@pytest.mark.rule("TRC-13.5a")
@pytest.mark.parametrize(("side", "unit", "foe"), [
    ("axis", "8 TkC", "46 Pz"), ("russian", "46 Pz", "8 TkC"),
])  # fmt: skip
def test_the_refuges_told_are_those_of_the_side_that_retreats(
    side: str, unit: str, foe: str
) -> None:
    """KK20 lies across the strait from KK19, and in the reach of an enemy in JJ21 alone."""
    far = {"axis": "47 Pz", "russian": "5 TkC"}[side]
    for guard, open_ in (("JJ21", False), ("R9", True)):
        # strong enough to drive a corps out
        force = {"axis": [foe], "russian": ["1G TkA", "2G TkA"]}[side]
        state = combat(side, {unit: "KK19", **dict.fromkeys(force, "LL19"), far: guard})
        told = state.battle() if state.decision == "odds" else state.battle("KK19", force)
        driven = (c for o in told.outcomes for c in o.consequences if isinstance(c, Flight))
        found = {hex_ for flight in driven for hex_ in flight.hexes.get(unit, ())}
        assert ("KK20" in found) == open_
        assert "LL19" not in found


@pytest.mark.rule("TRC-13.5a", "TRC-13.4a")
@pytest.mark.parametrize(("side", "unit", "guard"), [
    ("axis", "8 TkC", "47 Pz"), ("russian", "46 Pz", "5 TkC"),
])  # fmt: skip
def test_it_is_the_enemys_zone_that_is_told_to_shut_a_hex(side: str, unit: str, guard: str) -> None:
    """F18 lies across a prohibited side from F17, so that a zone reaches it from F19 alone."""
    force = {"axis": ["24 Pz", "39 Pz", "41 Pz"], "russian": ["1G TkA", "2G TkA"]}[side]
    for where, shut in (("F19", True), ("R9", False)):
        state = combat(side, {unit: "F17", **dict.fromkeys(force, "F16"), guard: where})
        told = state.battle() if state.decision == "odds" else state.battle("F17", force)
        driven = [c for o in told.outcomes for c in o.consequences if isinstance(c, Flight)]
        found = [f.shut.get("F18") for f in driven if unit in f.hexes]
        assert set(found) == {"an enemy zone of control (TRC-13.5a)" if shut else None}

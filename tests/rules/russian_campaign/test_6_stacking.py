"""Section 6: the number of units in a hex, and when the limit applies."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, fight, go, may, names, play, refused
from .left_out_positions import at_without

HERE, NEXT = "Y18", "Y17"


@pytest.mark.rule("TRC-6.1b", "TRC-6.2a")
def test_three_corps_stand_in_a_hex_and_no_fourth() -> None:
    three = {"13 Inf": HERE, "12 Inf": HERE, "8 Inf": HERE}
    assert "end-movement" in at("axis", units=three).legal_actions.names()
    four = at("axis", units={**three, "46 Pz": NEXT})
    over = go(four, "46 Pz", HERE)
    with refused("TRC-6.2a"):
        play(over, "end-movement")
    # TRC-6.2a: on the way it is no matter
    assert go(over, "8 Inf", NEXT).legal_actions.names().count("end-movement") == 1


@pytest.mark.rule("TRC-6.1c", "TRC-6.2a", "TRC-6.1a")
def test_two_armies_or_an_army_and_a_corps_and_no_third() -> None:
    for third in ("8 A", "8 TkC"):
        two = {"11 A": HERE, "12 A": HERE, third: NEXT}
        state = at("russian", units=two)
        over = go(state, third, HERE)
        with refused("TRC-6.2a"):
            play(over, "end-movement")
    mixed = at("russian", units={"11 A": HERE, "8 TkC": HERE, "5 TkC": NEXT})
    with refused("TRC-6.2a"):
        play(go(mixed, "5 TkC", HERE), "end-movement")
    corps = at("russian", units={"7 TkC": HERE, "8 TkC": HERE, "5 TkC": NEXT})
    assert "end-movement" in go(corps, "5 TkC", HERE).legal_actions.names()


@pytest.mark.rule("TRC-6.1a")
@pytest.mark.parametrize(
    ("beside", "room"), [((), True), (("Stalin", "Stavka"), True), (("8 TkC",), False)]
)
def test_without_the_limit_of_armies_a_third_stands_with_them_but_with_no_corps(
    beside: tuple[str, ...], room: bool
) -> None:
    units = dict.fromkeys(("11 A", "12 A", "8 A", *beside), HERE)
    assert may(at_without("TRC-6.1a", "russian", units=units), "end-movement") == room
    assert not may(at("russian", units=units), "end-movement")


@pytest.mark.rule("TRC-6.2a")
def test_what_cannot_leave_is_lost_by_its_owners_choice() -> None:
    """D-14: who won an automatic victory may not go; nobody else is there."""
    units = {"13 Inf": HERE, "12 Inf": HERE, "8 Inf": HERE, "9 Inf": HERE}
    state = at("axis", units=units, flags={"moved": list(units)})
    lost = play(state, "end-movement")
    assert lost.decision == "overstacked" and lost.to_move == "axis"
    # 8 Inf and 12 Inf are alike
    assert {"13 Inf", "9 Inf"} < names(lost, "lose")
    after = play(lost, "lose 9 Inf")
    assert after.place("9 Inf") == "pool" and len(after.units_at(HERE)) == 3


@pytest.mark.rule("TRC-6.2b", "TRC-6.1c")
def test_no_result_of_a_battle_leaves_too_many_in_a_hex() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "7 TkC": HERE, "8 TkC": HERE}
    for there, room in (({"12 A": "X18", "8 A": "X18"}, False), ({"12 A": "X18"}, True)):
        state = fight(combat("axis", {**units, **there}), HERE, ["46 Pz", "47 Pz"], 4, announced=2)
        fled = play(state, "lose 46 Pz", "lose 8 TkC", "retreat-to X18")
        # on its way through it is no matter
        assert fled.decision == "retreat on" and may(fled, "halt") == room


@pytest.mark.rule("TRC-6.3a", "TRC-22.2b")
def test_who_has_no_stacking_value() -> None:
    three = {"13 Inf": HERE, "12 Inf": HERE, "8 Inf": HERE}
    free = {"HQ South": HERE, "Hitler": HERE, "SS Res": HERE}
    assert "end-movement" in at("axis", units={**three, **free}).legal_actions.names()
    joined = go(at("axis", units={**three, "SS Res": NEXT}), "SS Res", HERE)
    assert "end-movement" in joined.legal_actions.names()
    city = {"19 A": "R9", "29 A": "R9", "Stavka": "R9", "Stalin": "R9", "Moscow Worker": "R9"}
    state = play(at("russian", units=city), "end-movement")
    assert state.decision != "overstacked"
    assert {state.place(u) for u in city} == {"R9"}


@pytest.mark.rule("TRC-6.3a", "TRC-22.2b")
@pytest.mark.parametrize(("rule", "room"), [("", True), ("TRC-22.2b", False)])
def test_a_worker_would_take_room_but_for_its_rule(rule: str, room: bool) -> None:
    city = {"19 A": "R9", "29 A": "R9", "Moscow Worker": "R9"}
    assert may(at_without(rule, "russian", units=city), "end-movement") == room


@pytest.mark.rule("TRC-6.1c")
def test_armies_and_corps_find_no_room_where_two_stand() -> None:
    # a retreat shows where there is room: not with two armies, but with a lone one
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "48 Pz": "Z18", "8 TkC": HERE}
    for there, room in (({"12 A": "W18", "8 A": "W18"}, False), ({"12 A": "W18"}, True)):
        state = combat("axis", {**units, **there})
        fled = fight(state, HERE, ["46 Pz", "47 Pz", "48 Pz"], 2, announced=5)
        onto = play(fled, "retreat-to X18")
        assert ("W18" in names(onto, "retreat-to")) == room

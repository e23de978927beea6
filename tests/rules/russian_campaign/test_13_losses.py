"""13.3 to 13.7: losses in retreats, units left behind, and control of a city."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import combat, engage, fight, play, strengths

HERE = "Y18"
AE, A1, AR, CONTACT, EX, DR, D1, DE, DS = range(9)

PANZERS = {"24 Pz": "Z18", "39 Pz": "Z18", "41 Pz": "Z18"}


@pytest.mark.rule("TRC-13.4a", "TRC-13.7a")
def test_who_retreated_in_an_earlier_battle_is_not_crowded_out_in_a_later_one() -> None:
    """The one way of the second leads to Kiev, which the first has filled."""
    wall = {"13 Inf": "W17", "12 Inf": "Y20", "7 TkC": "W19", "10 TkC": "W19"}
    north = {"46 Pz": "T19", "47 Pz": "T19", "8 TkC": "U19"}
    state = combat("axis", {**wall, **PANZERS, **north, "5 TkC": HERE}, russian=["W19"])
    first = fight(state, "U19", ["46 Pz", "47 Pz"], 6, announced=1)
    filled = play(first, "retreat-to V19", "retreat-to W19")
    assert (filled.place("8 TkC"), filled.var("result")) == ("W19", DR)
    second = fight(filled, HERE, PANZERS, 6, announced=1)
    assert (second.place("5 TkC"), second.place("8 TkC")) == ("pool", "W19")


@pytest.mark.rule("TRC-13.4a", "TRC-13.5b", "TRC-13.7a")
def test_by_the_other_reading_who_was_driven_into_a_battle_fights_there() -> None:
    """D-35 turned round: three more factors across the strait, all doubled."""
    coast = {"46 Pz": "LL18", "47 Pz": "LL18", "7 TkC": "LL19", "8 TkC": "LL19"}
    strait = {"13 Inf": "KK20", "12 Inf": "KK20", "11 TkC": "KK19"}
    for options, defence in (((), 6), (("D-35",), 12)):
        state = combat("axis", {**coast, **strait}, options=options)
        state = fight(state, "LL19", ["46 Pz", "47 Pz"], 5, announced=1)
        fled = play(state, "lose 46 Pz", "lose 7 TkC")
        assert fled.place("8 TkC") == "KK19" and fled.decision == "battle"
        assert strengths(engage(fled, "KK19", ["13 Inf", "12 Inf"]))[:2] == (7, defence)


def axis_kursk(state: State) -> bool:
    """Whether Kursk is the Axis's."""
    return "X13" in state.hexes_with("axis control")


KURSK = "X13"
CORPS = ["1 Inf", "2 Inf", "4 Inf"]
BY_KURSK = {"1G TkA": "Z14", "2G TkA": "Z14", "13 Inf": "Y14", "17 Inf": "Y14"}
"""Y14 is two hexes from Kursk, and Y13 lies between."""


@pytest.mark.rule("TRC-13.4a", "TRC-17.2.1d")
def test_a_city_changes_hands_as_a_retreat_passes_it() -> None:
    """Before the other unit retreats; nobody else is near."""
    state = fight(combat("russian", BY_KURSK, russian=[KURSK]), "Y14", ["1G TkA", "2G TkA"], 6, 1)
    assert state.var("result") == DR and state.decision == "retreat"
    begun = play(state, "retreat 13 Inf")
    assert not axis_kursk(begun)
    beside = play(begun, "retreat-to X14")
    assert beside.decision == "retreat on" and axis_kursk(beside)
    far = play(begun, "retreat-to X15")
    assert far.decision == "retreat on" and not axis_kursk(far)
    into = play(far, "retreat-to X14")
    # the other has yet to go
    assert into.decision == "retreat to" and into.place("17 Inf") == "Y14" and axis_kursk(into)


@pytest.mark.rule("TRC-13.7a", "TRC-13.5b", "TRC-17.2.1d")
@pytest.mark.parametrize("crowded", [True, False])
def test_a_city_changes_hands_as_its_holder_is_crowded_out_or_finds_no_way(crowded: bool) -> None:
    """Of the hexes around Kursk all are in Russian zones but W13, where there is no room."""
    units = {"46 Pz": KURSK, "47 Pz": "Z14", "8 TkC": "Y13", "5 TkC": "Y13"}
    shut = {"11 A": "V13", "12 A": "W11"}
    full = {"11 A": "V15", "12 A": "V12", "5 A": "W11"} | dict.fromkeys(CORPS, "W13")
    state = combat("axis", units | (full if crowded else shut))
    state = fight(state, "Y13", ["46 Pz", "47 Pz"], 3, announced=1)
    assert state.var("result") == AR and axis_kursk(state)
    lost = play(state, "retreat 46 Pz")
    assert (lost.place("46 Pz"), lost.place("47 Pz")) == ("pool", "Z14")
    # at once, while the other has yet to retreat
    assert lost.decision == "retreat to" and not axis_kursk(lost)

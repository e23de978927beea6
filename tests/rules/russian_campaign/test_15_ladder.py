"""12.5, 13.1 and 15 by tables: the column shifts by aircraft, for one battle alone."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, engage, go, names, odds, play, refused, result, strengths

HERE, THERE = "Z18", "Y18"
LADDER = [-6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""The columns from 1-6 to 9-1, and 10-1; from 1-2 the next is 1-1."""

AXIS = {
    -6: (["15 Mtn"], ["11 A", "12 A"]), -5: (["15 Mtn"], ["5 A", "6 A"]),
    -4: (["15 Mtn"], ["1G A"]), -3: (["15 Mtn"], ["11 A"]), -2: (["15 Mtn"], ["13 A"]),
    1: (["15 Mtn"], ["5 TkC"]), 2: (["46 Pz"], ["8 TkC"]), 3: (["46 Pz"], ["5 TkC"]),
    4: (["40 Pz"], ["5 TkC"]), 5: (["GD Pz"], ["5 TkC"]), 6: (["46 Pz", "57 Pz"], ["5 TkC"]),
    7: (["3 Pz", "14 Pz"], ["5 TkC"]), 8: (["24 Pz", "39 Pz"], ["5 TkC"]),
    9: (["GD Pz", "40 Pz"], ["5 TkC"]), 10: (["GD Pz", "1 SS Pz"], ["5 TkC"]),
}  # fmt: skip

RUSSIAN = {
    -6: (["5 ParaC"], ["46 Pz"]), -5: (["5 ParaC"], ["43 Inf"]), -4: (["5 ParaC"], ["12 Inf"]),
    -3: (["5 ParaC"], ["13 Inf"]), -2: (["5 ParaC"], ["15 Mtn"]), 1: (["1 TkC"], ["15 Mtn"]),
    2: (["11 A"], ["13 Inf"]), 3: (["11 A"], ["15 Mtn"]), 4: (["2G TkA"], ["15 Mtn"]),
    5: (["1G TkA"], ["15 Mtn"]), 6: (["11 A", "12 A"], ["15 Mtn"]),
    7: (["2G TkA", "16 A"], ["15 Mtn"]), 8: (["2G TkA", "3G TkA"], ["15 Mtn"]),
    9: (["1G TkA", "2G TkA"], ["15 Mtn"]),
}  # fmt: skip


def moved(column: int, levels: int) -> int:
    """So many columns to the right, 10-1 at most."""
    return LADDER[min(LADDER.index(column) + levels, len(LADDER) - 1)]


@pytest.mark.rule("TRC-13.1a", "TRC-12.5a", "TRC-15.5a", "TRC-16.1a")
@pytest.mark.parametrize("column", AXIS)
def test_a_stuka_moves_a_battle_three_columns(column: int) -> None:
    us, them = AXIS[column]
    units = {**dict.fromkeys(us, HERE), **dict.fromkeys(them, THERE), "HQ South": "Z22"}
    state = combat("axis", units, variables={"stukas": 1})
    assert odds(state, THERE, us)[2] == column
    flown = engage(state, THERE, us, ["HQ South"])
    assert strengths(flown)[2] == moved(column, 3)
    assert flown.var("stukas") == 0


@pytest.mark.rule("TRC-13.1a", "TRC-12.5a", "TRC-15.7a", "TRC-15.10a", "TRC-15.9a")
@pytest.mark.parametrize("column", RUSSIAN)
def test_each_sturmovik_moves_a_battle_one_column(column: int) -> None:
    us, them = RUSSIAN[column]
    units = {**dict.fromkeys(us, HERE), **dict.fromkeys(them, THERE), "Stavka": "Y12"}
    state = combat("russian", units, turn=20, variables={"sturmoviks": 4})
    for flights in range(4):
        flown = engage(state, THERE, us, ["sturmovik"] * flights)
        assert strengths(flown)[2] == moved(column, flights), flights
        assert flown.var("sturmoviks") == 4 - flights


@pytest.mark.rule("TRC-13.1b", "TRC-12.4a", "TRC-13.2a")
def test_a_stuka_serves_one_battle() -> None:
    """The next one is fought at its own odds, and with nobody of the first."""
    units = {"46 Pz": HERE, "5 TkC": THERE, "24 Pz": "BB12", "7 TkC": "BB11", "HQ South": "Z22"}
    state = combat("axis", units, variables={"stukas": 1})
    first = engage(state, THERE, ["46 Pz"], ["HQ South"])
    assert strengths(first) == (6, 2, 6)
    after = result(first, 4, announced=1)
    assert after.hexes_with("beset") in ([], ["BB11"])
    second = engage(after, "BB11", ["24 Pz"])
    assert second.units_with("engaged") == ["24 Pz"] and second.hexes_with("beset") == ["BB11"]
    assert strengths(second) == (8, 3, 2)
    assert names(second, "odds") == {"-6", "-5", "-4", "-3", "-2", "1", "2"}


@pytest.mark.rule("TRC-16.1a", "TRC-16.1c", "TRC-13.1b")
def test_a_stuka_of_an_automatic_victory_serves_no_battle_after_it() -> None:
    units = {"3 Pz": HERE, "14 Pz": "BB18", "5 TkC": THERE, "24 Pz": "BB12", "7 TkC": "BB11"}
    state = at("axis", units={**units, "HQ South": "Z22"}, variables={"stukas": 1})
    begun = play(go(state, "14 Pz", HERE), f"overrun {THERE}")
    while begun.decision == "automatic victory":
        begun.push(begun.legal_actions.list()[0])
    assert begun.place("5 TkC") == "surrendered" and begun.var("stukas") == 0
    fought = engage(play(begun, "end-movement"), "BB11", ["24 Pz"])
    assert strengths(fought) == (8, 3, 2)


@pytest.mark.rule("TRC-15.5a", "TRC-15.5b", "TRC-15.6a")
@pytest.mark.parametrize("stukas", [0, 1, 2])
def test_no_more_stukas_fly_than_there_are(stukas: int) -> None:
    """From two headquarters, in two battles of one corps each."""
    units = {"46 Pz": HERE, "5 TkC": THERE, "24 Pz": "BB12", "7 TkC": "BB11"}
    units |= {"HQ South": "Z16", "HQ North": "Z16"}
    state = combat("axis", units, variables={"stukas": stukas})
    # who is alone there joins unasked, and with nothing to choose odds are announced
    begun = play(state, f"attack {THERE}")
    assert begun.units_with("engaged") == ["46 Pz"]
    assert names(begun, "stuka") == ({"HQ South", "HQ North"} if stukas else set())
    if not stukas:
        return
    flown = play(begun, "stuka HQ South")
    assert flown.var("stukas") == stukas - 1 and not names(flown, "stuka")
    after = result(play(flown, "fight") if flown.decision == "forces" else flown, 4, announced=1)
    second = play(after, "attack BB11") if after.decision == "battle" else after
    assert second.units_with("engaged") == ["24 Pz"]
    assert names(second, "stuka") == ({"HQ North"} if stukas == 2 else set())


@pytest.mark.rule("TRC-15.7a", "TRC-15.9a", "TRC-15.10a", "TRC-15.10b")
@pytest.mark.parametrize("sturmoviks", range(6))
def test_no_more_sturmoviks_fly_than_there_are_and_three_at_most(sturmoviks: int) -> None:
    units = {"11 A": HERE, "13 Inf": THERE, "12 A": HERE, "Stavka": "Y12"}
    state = combat("russian", units, turn=20, variables={"sturmoviks": sturmoviks})
    begun = state if state.decision == "forces" else play(state, f"attack {THERE}")
    # never alone
    if not begun.units_with("engaged"):
        assert "sturmovik" not in begun.legal_actions.names()
        begun = play(begun, "join 11 A")
    flown = 0
    while "sturmovik" in begun.legal_actions.names():
        begun = play(begun, "sturmovik")
        flown += 1
        assert begun.var("sturmoviks") == sturmoviks - flown
    assert flown == min(sturmoviks, 3)


@pytest.mark.rule("TRC-15.7a", "TRC-15.9a", "TRC-15.10a")
def test_each_sturmovik_says_by_which_rule_it_moves_the_odds() -> None:
    units = {"11 A": HERE, "12 A": HERE, "13 Inf": THERE, "Stavka": "Y12"}
    state = play(combat("russian", units, turn=20, variables={"sturmoviks": 2}), "join 11 A")
    for flown in (1, 2):
        told = state.push("sturmovik", effects=True) or []
        assert ("var", "odds shift", flown - 1, flown, "TRC-15.7a") in told
        assert ("var", "sturmoviks", 3 - flown, 2 - flown, "TRC-15.9a") in told


@pytest.mark.rule("TRC-15.5a", "TRC-15.6a")
def test_a_second_stuka_of_an_attack_is_refused_as_one_too_many() -> None:
    """While others may still join it, in an attack that wins at once."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "5 TkC": THERE, "HQ South": "Z22", "HQ North": "Z23"}
    state = go(
        at("axis", units={**units, "12 Inf": "AA18"}, variables={"stukas": 2}), "12 Inf", HERE
    )
    begun = play(state, f"overrun {THERE}", "join 39 Pz")
    assert {"HQ South", "HQ North"} <= names(begun, "stuka")
    with refused("TRC-15.5a"):
        play(begun, "stuka HQ South", "stuka HQ North")

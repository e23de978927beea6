"""Sections 12 to 16 by tables: the effect of terrain on the minimum odds, on odds and on 10-1."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, go, may, names, odds, overrun, play

PLAIN = [
    ("TRC-14.1a", "Z27", "Z26", "Z28"),  # from a mountain down to the Prut
    ("TRC-14.1b", "X14", "X13", "X16"),  # Kursk, a minor city
    ("TRC-14.1.1a", "Y22", "Z22", "Y24"),  # both on the Bug
    ("TRC-14.1c", "Z23", "Z22", "Z25"),  # from land to the river
    ("TRC-14.1c", "Z18", "Y18", "BB18"),  # open land
]
"""Where nobody is doubled: the rule at the edge of which it is, whence, where, from afar."""

DOUBLED = [
    ("TRC-14.1a", "Z27", "Z28", "AA25"),
    ("TRC-14.1b", "Z14", "AA14", "Y16"),
    ("TRC-14.1c", "AA22", "AA21", "CC23"),
    ("TRC-14.1.1c", "M12", "N12", "L14"),
]
"""The same where everybody is: a mountain, Kharkov, beyond the Bug, beyond the Dvina's source."""

EVERY = [(*row, 1) for row in PLAIN] + [(*row, 2) for row in DOUBLED]


def places(*rules: str) -> pytest.MarkDecorator:
    """A test for each place; it carries the rule of the place, and those named."""
    marked = [pytest.param(*row[1:], marks=pytest.mark.rule(row[0], *rules)) for row in EVERY]
    return pytest.mark.parametrize(("here", "there", "far", "times"), marked)


@places("TRC-12.2c", "TRC-14.1.2a")
def test_odds_by_terrain(here: str, there: str, far: str, times: int) -> None:
    """Against one unit and against two, in either direction of the war."""
    one = combat("axis", {"46 Pz": here, "8 TkC": there})
    assert odds(one, there, ["46 Pz"])[:2] == (6, 3 * times)
    two = combat("axis", {"46 Pz": here, "47 Pz": here, "8 TkC": there, "5 A": there})
    assert odds(two, there, ["46 Pz", "47 Pz"])[:2] == (13, 8 * times)
    theirs = combat("russian", {"11 A": here, "46 Pz": there, "Rum 5 Inf": there})
    assert odds(theirs, there, ["11 A"])[:2] == (6, 8 * times)


@places("TRC-14.1.2a")
def test_an_explanation_doubles_as_the_battle_does(
    here: str, there: str, far: str, times: int
) -> None:
    state = combat("axis", {"46 Pz": here, "47 Pz": here, "8 TkC": there, "5 A": there})
    told = state.battle(target=there, attackers=["46 Pz", "47 Pz"])
    assert (told.attack, told.defence) == (13, 8 * times)
    assert [bool(d.rules) for d in told.defenders] == [times == 2] * 2


FLOOR = {
    # side to move: attacker, then defenders at and beyond the floor, plain and doubled
    "axis": ("15 Mtn", {1: ((["11 A", "12 A"], 1), (["1G A", "5 A"], 0)),
                        2: ((["11 A"], 1), (["2G A"], 0))}),
    "russian": ("5 ParaC", {1: ((["46 Pz"], 1), (["47 Pz"], 0)),
                            2: ((["13 Inf"], 1), (["12 Inf"], 0))}),
}  # fmt: skip
"""Two factors may attack twelve, one factor six, doubling reckoned in; not one more."""


@places("TRC-12.5a", "TRC-14.1.2a", "TRC-12.2c")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_floor_of_one_to_six_by_terrain(
    side: str, here: str, there: str, far: str, times: int
) -> None:
    attacker, cases = FLOOR[side]
    for defenders, legal in cases[times]:
        state = combat(side, {attacker: here, **dict.fromkeys(defenders, there)}, turn=8)
        assert (state.place(attacker) == here) == bool(legal), defenders
        assert (state.place(attacker) == "surrendered") == (not legal)
    # another from the same hex makes it legal for both
    helper = {"axis": "13 Inf", "russian": "11 A"}[side]
    units = {attacker: here, helper: here, **dict.fromkeys(cases[times][1][0], there)}
    helped = combat(side, units, turn=8)
    assert {helped.place(attacker), helped.place(helper)} == {here}


@places("TRC-14.1.3a", "TRC-14.1.2a", "TRC-12.5a")
def test_the_floor_as_the_war_begins(here: str, there: str, far: str, times: int) -> None:
    """In the first impulse rivers double nobody; mountains and major cities do."""
    worth = 2 if there in ("Z28", "AA14") else 1
    for defenders, legal in FLOOR["axis"][1][worth]:
        units = {"15 Mtn": here, **dict.fromkeys(defenders, there)}
        state = combat("axis", units, turn=1)
        assert state.place("15 Mtn") == (here if legal else "surrendered"), defenders


@pytest.mark.rule("TRC-12.2c", "TRC-12.4a")
def test_who_was_attacked_before_defends_no_more() -> None:
    """Two may attack twelve, and who has fled to these does not count; as he would if fresh."""
    units = {"15 Mtn": "Z18", "11 A": "Y18", "12 A": "Y18"}
    fled = combat("axis", {**units, "5 A": "Y18"}, flags={"attacked": ["5 A"]})
    assert fled.place("15 Mtn") == "Z18"
    assert odds(fled, "Y18", ["15 Mtn"]) == (2, 12, -6)
    assert combat("axis", {**units, "5 A": "Y18"}).place("15 Mtn") == "surrendered"


TEN = {1: ("5 TkC", ["24 Pz", "39 Pz"]), 2: ("5 ParaC", ["24 Pz", "39 Pz"])}
"""Two factors, or one that is doubled, and sixteen of the twenty that beat them at once."""


@places("TRC-16.1a", "TRC-14.1.2a")
@pytest.mark.parametrize(("third", "wins"), [("12 Inf", True), ("13 Inf", False)])
def test_ten_to_one_by_terrain(
    third: str, wins: bool, here: str, there: str, far: str, times: int
) -> None:
    """Twenty factors beat them, nineteen do not."""
    defender, two = TEN[times]
    units = {**dict.fromkeys(two, here), third: far, defender: there}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    state = state._supposed(places=[("24 Pz", far)])
    state = go(state, third, here) if here in names(play(state, f"move {third}"), "to") else state
    state = go(state, "24 Pz", here)
    assert state.place(third) == state.place("24 Pz") == here
    assert may(state, f"overrun {there}") == wins
    if wins:
        won = overrun(state, there, ["39 Pz", "24 Pz", third])
        assert won.place(defender) == "surrendered"


@places("TRC-16.1a", "TRC-14.1.2a")
@pytest.mark.parametrize(("factors", "wins"), [(("1G TkA",), True), (("2G TkA", "5 ParaC"), False)])
def test_ten_to_one_by_terrain_for_the_russian(
    factors: tuple[str, ...], wins: bool, here: str, there: str, far: str, times: int
) -> None:
    """Ten factors against a headquarters of one: where it is doubled that is 5-1."""
    units = {**dict.fromkeys(factors, far), "HQ South": there}
    state = at("russian", units=units, turn=11, variables={"sturmoviks": 0})
    for unit in factors:
        if here in names(play(state, f"move {unit}"), "to"):
            state = go(state, unit, here)
        else:
            state = state._supposed(places=[(unit, here)])
    assert may(state, f"overrun {there}") == (wins and times == 1)

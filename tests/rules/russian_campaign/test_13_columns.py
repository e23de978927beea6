"""13.1 to 13.3 by tables: every column and every die, fought and explained before the die."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Flight, Loss, Lost, Outcome, Stand

from .battle_positions import around, combat, engage, names, result
from .turn_positions import ids, side_of

HERE, THERE = "Z18", "Y18"
CODES = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
LADDER = [-6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6, 7, 8, 9]
"""The columns of the printed table from left to right; -2 is 1-2."""

BATTLES = {
    -6: (["15 Mtn"], ["11 A", "12 A"]), -5: (["15 Mtn"], ["5 A", "6 A"]),
    -4: (["15 Mtn"], ["1G A"]), -3: (["15 Mtn"], ["11 A"]), -2: (["15 Mtn"], ["13 A"]),
    1: (["15 Mtn"], ["5 TkC"]), 2: (["46 Pz"], ["8 TkC"]), 3: (["46 Pz"], ["5 TkC"]),
    4: (["40 Pz"], ["5 TkC"]), 5: (["GD Pz"], ["5 TkC"]), 6: (["46 Pz", "57 Pz"], ["5 TkC"]),
    7: (["3 Pz", "14 Pz"], ["5 TkC"]), 8: (["24 Pz", "39 Pz"], ["5 TkC"]),
    9: (["GD Pz", "40 Pz"], ["5 TkC"]),
}  # fmt: skip
"""A battle of each column, by factors as printed."""


def fought(odds: int) -> State:
    """The battle of a column, put together."""
    us, them = BATTLES[odds]
    state = combat("axis", dict.fromkeys(us, HERE) | dict.fromkeys(them, THERE))
    return engage(state, THERE, us)


PRINTED = """
    AE AE AE AE AE A1 A1 AR C  EX EX DR DR DR
    AE AE AE AE A1 A1 AR C  EX DR DR D1 D1 D1
    AE AE A1 A1 AR AR C  EX DR D1 D1 DE DE DE
    A1 A1 AR AR AR C  EX DR D1 DE DE DE DE DE
    AR AR AR AR C  EX DR D1 DE DE DE DS DS DS
    AR AR C  C  EX DR D1 DE DS DS DS DS DS DS
"""
"""The printed table: a line for each die, from 1 to 6."""


def chart(odds: int, die: int) -> str:
    """What the printed table says."""
    return PRINTED.strip().splitlines()[die - 1].split()[LADDER.index(odds)]


@pytest.mark.rule("TRC-13.1a", "TRC-13.2a")
@pytest.mark.parametrize("odds", LADDER)
def test_every_die_in_every_column(odds: int) -> None:
    state = fought(odds)
    assert state.var("odds") == odds
    for die in range(1, 7):
        assert CODES[result(state, die).var("result")] == chart(odds, die), die


@pytest.mark.rule("TRC-13.1b", "TRC-13.2a")
@pytest.mark.parametrize("odds", LADDER)
def test_what_odds_may_be_announced_and_that_the_die_is_read_there(odds: int) -> None:
    state = fought(odds)
    if odds == -6:
        # nothing to announce
        assert state.decision == "combat"
        return
    lower = LADDER[: LADDER.index(odds) + 1]
    assert names(state, "odds") == {str(n) for n in lower}
    for announced in lower:
        for die in (1, 3, 6):
            found = result(state, die, announced=announced)
            assert CODES[found.var("result")] == chart(announced, die), (announced, die)


@pytest.mark.rule("TRC-16.1a", "TRC-13.1a")
def test_at_ten_to_one_and_more_no_die_is_rolled() -> None:
    for us in (["GD Pz", "1 SS Pz"], ["GD Pz", "1 SS Pz", "2 SS Pz"]):
        state = combat("axis", dict.fromkeys(us, HERE) | {"5 TkC": THERE})
        begun = engage(state, THERE, us)
        assert begun.var("odds") == 10
        assert names(begun, "odds") == {str(n) for n in [*LADDER, 10]}
        assert result(begun, 1, announced=10).place("5 TkC") == "surrendered"
        # who announces less rolls
        assert CODES[result(begun, 1, announced=9).var("result")] == chart(9, 1)
        told = combat("axis", dict.fromkeys(us, HERE) | {"5 TkC": THERE}).battle(THERE, us)
        assert [(end.result, end.dice) for end in told.outcomes] == [("DS", ())]
        assert told.column == "10:1"


# -- told before the die ------------------------------------------------------------------------

EVEN = {"axis": (["46 Pz", "47 Pz"], ["8 TkC", "5 TkC"]),
        "russian": (["11 A", "12 A"], ["46 Pz", "47 Pz"])}  # fmt: skip


@pytest.mark.rule("TRC-13.2a", "TRC-16.1a")
@pytest.mark.parametrize("odds", LADDER)
def test_every_die_of_a_column_is_told(odds: int) -> None:
    explained = fought(odds).battle()
    assert explained.column == (f"{odds}:1" if odds > 0 else f"1:{-odds}")
    found = {die: end.result for end in explained.outcomes for die in end.dice}
    assert found == {die: chart(odds, die) for die in range(1, 7)}


@pytest.mark.rule("TRC-13.1a", "TRC-13.2a")
def test_who_defends_is_told_until_the_battle_is_over() -> None:
    """As the odds are announced, and when one is to be lost and the others retreat."""
    state = combat("axis", dict.fromkeys(("GD Pz", "1 SS Pz"), HERE)
                   | dict.fromkeys(("8 TkC", "7 TkC"), THERE))  # fmt: skip
    announced = engage(state, THERE, ["GD Pz", "1 SS Pz"])
    lost = result(announced, 6, announced=2)
    assert (announced.decision, lost.decision) == ("odds", "loss")
    for at_hand in (announced, lost):
        assert named([f.unit for f in at_hand.battle().defenders]) == {"8 TkC", "7 TkC"}


def shown(side: str, code: str) -> Outcome:
    """A result that some strength of the attackers makes possible."""
    weak = {"axis": (["46 Pz"], ["11 A", "12 A"]), "russian": (["11 A"], ["47 Pz", "46 Pz"])}
    strong = {"axis": (["GD Pz", "1 SS Pz"], ["8 TkC", "5 TkC"]),
              "russian": (["1G TkA", "2G TkA"], ["15 Mtn", "Rum 5 Inf"])}  # fmt: skip
    for us, them in (weak[side], strong[side], EVEN[side]):
        state = combat(side, dict.fromkeys(us, HERE) | dict.fromkeys(them, THERE))
        # with nothing to choose the battle is at hand already
        explained = state.battle() if state.decision == "odds" else state.battle(THERE, us)
        for end in explained.outcomes:
            if end.result == code:
                return end
    raise LookupError(code)


def named(units: tuple[str, ...] | list[str]) -> set[str]:
    """Units by the names on their counters."""
    back = {id_: name for name, id_ in ids().items()}
    return {back.get(u, u) for u in units}


LOSES = {
    # result: rule and whose all are lost; rule and who chooses one; who flees and how far
    "AE": [("TRC-13.3a", "us")], "A1": [], "AR": [], "C": [], "EX": [], "DR": [], "D1": [],
    "DE": [("TRC-13.3j", "them")], "DS": [("TRC-13.3k", "them")],
}  # fmt: skip
CHOOSES = {"A1": [("TRC-13.3b", "us")], "D1": [("TRC-13.3i", "them")],
           "EX": [("TRC-13.3b", "us"), ("TRC-13.3i", "them")]}  # fmt: skip
FLEES = {"A1": ("us", "one or two"), "AR": ("us", "one or two"), "EX": ("them", "one or two"),
         "DR": ("them", "two"), "D1": ("them", "two")}  # fmt: skip


@pytest.mark.rule("TRC-13.4a", "TRC-13.3b", "TRC-13.3i", "TRC-13.5a", "TRC-13.2a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("code", CODES)
def test_what_is_told_of_a_result(side: str, code: str) -> None:
    """Who is lost, who chooses, who retreats how far and over which hexes, and by which rules."""
    other = "russian" if side == "axis" else "axis"
    whose = {"us": side, "them": other}
    end = shown(side, code)
    lost = [c for c in end.consequences if isinstance(c, Lost)]
    assert [(c.rule, c.side) for c in lost] == [(r, whose[w]) for r, w in LOSES[code]]
    losses = [c for c in end.consequences if isinstance(c, Loss)]
    assert [(c.rule, c.side) for c in losses] == [(r, whose[w]) for r, w in CHOOSES.get(code, [])]
    for one in (*lost, *losses):
        assert {side_of(u) for u in named(one.units)} == {one.side}
    flights = [c for c in end.consequences if isinstance(c, Flight)]
    assert not [c for c in end.consequences if isinstance(c, Stand)]
    if code not in FLEES:
        assert not flights
        return
    who, far = FLEES[code]
    if losses and len(next(c.units for c in losses if c.side == whose[who])) == 1:
        # who is lost alone leaves nobody to retreat
        assert not flights
        return
    (flight,) = flights
    assert (flight.far, flight.rule) == (far, "TRC-13.4a")
    assert {side_of(u) for u in named(list(flight.hexes))} == {whose[who]}
    start, enemy = (HERE, THERE) if who == "us" else (THERE, HERE)
    for hexes in flight.hexes.values():
        usual = around(start) - around(enemy) - {enemy}
        # a lone attacker who is exchanged shuts no hex any more
        alone = code == "EX" and len(losses[0].units) == 1
        assert set(hexes) == (around(start) if alone else usual)

"""15.1, 15.2, 15.8 and 16.1: aircraft in automatic victories, and their range."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from eastfront._core import State

from .battle_positions import at, go, may, names, play, refused
from .turn_positions import distance

HERE, THERE, FAR = "Z18", "Y18", "BB18"
"""Whence the attack comes, whom it hits, and whence the last attacker comes."""

NEAR_HQ, FAR_HQ = "Y26", "Y27"
NEAR_STAVKA, FAR_STAVKA = "Y10", "Y9"


def test_eight_hexes_and_nine() -> None:
    assert [distance(h, THERE) for h in (NEAR_HQ, FAR_HQ, NEAR_STAVKA, FAR_STAVKA)] == [8, 9, 8, 9]


GERMANS = {8: ("24 Pz", "39 Pz"), 7: ("3 Pz", "14 Pz"), 6: ("46 Pz", "57 Pz")}
"""Pairs by what they are against two factors: 8-1, 7-1 and 6-1; a Stuka adds three levels."""

RUSSIANS = {
    10: ("1G TkA", "1 TkC", "2G TkA"),
    9: ("1G TkA", "2G TkA"), 8: ("2G TkA", "3G TkA"), 7: ("1 TkA", "2G TkA"), 6: ("1 TkA", "2 TkA"),
}  # fmt: skip


def axis(odds: int, stukas: int, impulse: int = 1, **more: str) -> State:
    """Two panzer corps beside five tank corps' factors of two, the second of which has just come.

    ``more`` places headquarters.
    """
    first, second = GERMANS[odds]
    units = {first: HERE, second: FAR, "5 TkC": THERE}
    units |= {f"HQ {name.title()}": where for name, where in more.items()}
    state = at("axis", impulse, units=units, turn=8, variables={"stukas": stukas})
    # in the second impulse nobody moves who starts in a zone
    return go(state, second, HERE)


def russian(
    odds: int, sturmoviks: int, impulse: int = 1, turn: int = 20, bases: Mapping[str, str] = {}
) -> State:
    """Two armies against two factors, the second of which has just come."""
    first, second = RUSSIANS[odds]
    units = {first: HERE, second: FAR, "Rum 5 Inf": THERE, **bases}
    state = at("russian", impulse, units=units, turn=turn, variables={"sturmoviks": sturmoviks})
    return go(state, second, HERE)


def ripe(state: State) -> bool:
    """Whether the enemy could be beaten at once."""
    return may(state, f"overrun {THERE}")


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.2a")
def test_a_stuka_makes_ten_to_one_of_seven_to_one_and_of_no_less() -> None:
    for odds, stukas in product(GERMANS, (0, 1, 3)):
        assert ripe(axis(odds, stukas, south=NEAR_HQ)) == (odds >= 7 and stukas > 0), (odds, stukas)
    # nor do three of them, with three headquarters
    assert not ripe(axis(6, 3, south="Z22", north="Z22", center="Z22"))


@pytest.mark.rule("TRC-15.2a", "TRC-16.1c", "TRC-15.1b")
def test_a_headquarters_within_eight_hexes_helps_to_win_at_once() -> None:
    assert ripe(axis(7, 1, south=NEAR_HQ)) and not ripe(axis(7, 1, south=FAR_HQ))
    assert ripe(axis(7, 1, south=FAR_HQ, north=NEAR_HQ)) and not ripe(axis(7, 1))


@pytest.mark.rule("TRC-15.1a", "TRC-16.1c", "TRC-15.1b")
def test_no_aircraft_help_to_win_in_the_second_impulse() -> None:
    """Who starts beside the enemy does not move then, so both come."""
    for impulse in (1, 2):
        units = {"24 Pz": FAR, "39 Pz": FAR, "5 TkC": THERE, "HQ South": "Z24"}
        state = at("axis", impulse, units=units, turn=8, variables={"stukas": 3})
        assert ripe(go(go(state, "24 Pz", HERE), "39 Pz", HERE)) == (impulse == 1)
        units = {"2G TkA": "Z17", "3G TkA": "Z17", "Rum 5 Inf": "Y16", "Stavka": "Z12"}
        state = at("russian", impulse, units=units, turn=20, variables={"sturmoviks": 3})
        state = state._supposed(places=[("2G TkA", "AA16"), ("3G TkA", "AA16")])
        came = go(go(state, "2G TkA", "Z16"), "3G TkA", "Z16")
        assert may(came, "overrun Y16") == (impulse == 1)


@pytest.mark.rule("TRC-15.5b", "TRC-16.1c", "TRC-15.1b")
def test_a_headquarters_that_has_given_its_stuka_helps_to_no_second_victory() -> None:
    units = {"24 Pz": HERE, "39 Pz": FAR, "5 TkC": THERE, "HQ South": "Z22", "HQ North": "H30"}
    units |= {"40 Pz": "Z14", "41 Pz": "BB14", "8 TkC": "Y13"}
    state = at("axis", units={**units, "2 TkC": "Y13", "8 TkC": "DD4"}, variables={"stukas": 3})
    both = go(go(state, "39 Pz", HERE), "41 Pz", "Z14")
    assert names(both, "overrun") == {THERE}
    near = both._supposed(places=[("HQ South", "Z20")])
    again = go(near._supposed(places=[("39 Pz", FAR), ("41 Pz", "BB14")],
                           unit_flags=[("39 Pz", "moved", False), ("41 Pz", "moved", False)]),
               "39 Pz", HERE)  # fmt: skip
    again = go(again, "41 Pz", "Z14")
    assert names(again, "overrun") == {THERE, "Y13"}
    begun = play(again, f"overrun {THERE}")
    for unit in ("24 Pz", "39 Pz"):
        begun = play(begun, f"join {unit}") if may(begun, f"join {unit}") else begun
    won = play(begun, "stuka HQ South") if may(begun, "stuka HQ South") else begun
    won = play(won, "strike") if may(won, "strike") else won
    assert won.place("5 TkC") == "surrendered" and won.var("stukas") == 2
    # HQ South alone was near to the second enemy
    begun = play(won, "overrun Y13") if may(won, "overrun Y13") else won
    assert not names(begun, "stuka") and not may(begun, "strike")


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.8a")
def test_each_sturmovik_makes_up_one_level_and_three_at_most() -> None:
    base = {"Stavka": NEAR_STAVKA}
    for odds, flights in product((9, 8, 7, 6), range(6)):
        lacks = 10 - odds
        found = ripe(russian(odds, flights, bases=base))
        assert found == (lacks <= min(flights, 3)), (odds, flights)


@pytest.mark.rule("TRC-15.8a", "TRC-16.1c", "TRC-15.1b")
def test_stavka_within_eight_hexes_helps_to_win_at_once() -> None:
    assert ripe(russian(9, 1, bases={"Stavka": NEAR_STAVKA}))
    assert not ripe(russian(9, 1, bases={"Stavka": FAR_STAVKA}))
    assert not ripe(russian(9, 1))


@pytest.mark.rule("TRC-15.8b", "TRC-16.1c")
def test_stalin_helps_to_win_at_once_when_stavka_is_gone() -> None:
    assert ripe(russian(9, 1, bases={"Stalin": NEAR_STAVKA}))
    assert not ripe(russian(9, 1, bases={"Stalin": FAR_STAVKA}))
    assert not ripe(russian(9, 1, bases={"Stalin": NEAR_STAVKA, "Stavka": FAR_STAVKA}))
    assert ripe(russian(9, 1, bases={"Stalin": FAR_STAVKA, "Stavka": NEAR_STAVKA}))


@pytest.mark.rule("TRC-16.1c", "TRC-16.1a", "TRC-15.1b", "TRC-15.6a")
def test_the_blow_waits_for_the_stuka() -> None:
    begun = play(axis(7, 2, south=NEAR_HQ, north="Z22"), f"overrun {THERE}")
    begun = play(begun, "join 3 Pz") if may(begun, "join 3 Pz") else begun
    # seven is 3-1, and both are needed
    with refused("TRC-16.1a"):
        play(begun, "strike")
    both = play(begun, "join 14 Pz") if may(begun, "join 14 Pz") else begun
    with refused("TRC-16.1a"):
        play(both, "strike")
    assert names(both, "stuka") == {"HQ South", "HQ North"}
    flown = play(both, "stuka HQ North")
    won = play(flown, "strike") if flown.decision == "automatic victory" else flown
    assert (won.place("5 TkC"), won.var("stukas")) == ("surrendered", 1)


@pytest.mark.rule("TRC-15.5a", "TRC-15.6a", "TRC-16.1c", "TRC-15.1b")
def test_one_stuka_helps_in_an_automatic_victory_and_no_second() -> None:
    units = {"24 Pz": HERE, "39 Pz": FAR, "46 Pz": HERE, "5 TkC": THERE}
    units |= {"HQ South": "Z22", "HQ North": "Z22"}
    state = go(at("axis", units=units, variables={"stukas": 2}), "39 Pz", HERE)
    begun = play(state, f"overrun {THERE}")
    # never alone: nobody has joined yet
    assert names(begun, "join") and not names(begun, "stuka")
    for unit in ("24 Pz", "39 Pz"):
        begun = play(begun, f"join {unit}") if may(begun, f"join {unit}") else begun
    assert names(begun, "stuka") == {"HQ South", "HQ North"}
    flown = play(begun, "stuka HQ South")
    assert not names(flown, "stuka") and may(flown, "strike") and may(flown, "join 46 Pz")
    assert flown.var("stukas") == 1


@pytest.mark.rule("TRC-16.1c", "TRC-16.1a", "TRC-15.7a", "TRC-15.1b")
def test_the_blow_waits_for_as_many_sturmoviks_as_it_takes() -> None:
    """Four are at hand; those that it takes fly unasked, as there is nothing else to do."""
    for odds in (9, 8, 7):
        lacks = 10 - odds
        begun = play(russian(odds, 4, bases={"Stavka": NEAR_STAVKA}), f"overrun {THERE}")
        for unit in RUSSIANS[odds]:
            begun = play(begun, f"join {unit}") if may(begun, f"join {unit}") else begun
        # a level more is not needed, but may be given while it makes three
        more = lacks < 3
        assert may(begun, "strike") == may(begun, "sturmovik") == more
        won = play(begun, "strike") if more else begun
        assert won.place("Rum 5 Inf") == "surrendered"
        assert won.var("sturmoviks") == 4 - lacks


@pytest.mark.rule("TRC-16.1c", "TRC-15.10b", "TRC-15.1b")
def test_who_joins_after_the_first_sturmovik_may_still_count_on_the_others() -> None:
    """Eight and six against two, with a third army that is not needed."""
    units = {"1 TkA": HERE, "2G TkA": FAR, "3G TkA": "Y17", "Rum 5 Inf": THERE}
    units |= {"Stavka": NEAR_STAVKA}
    for sturmoviks in range(4):
        state = at("russian", units=units, turn=20, variables={"sturmoviks": sturmoviks})
        begun = play(go(state, "2G TkA", HERE), f"overrun {THERE}")
        # twenty-two are 11-1; two of the three are sixteen at most, which lack two levels
        if sturmoviks < 2:
            assert "1 TkA" in {*begun.units_with("engaged"), *begun.units_with("victor")}
            continue
        assert names(begun, "join") == {"1 TkA", "2G TkA"}
        # eight and eight need two levels
        flown = play(begun, "join 2G TkA", "sturmovik")
        assert flown.var("sturmoviks") == sturmoviks - 1
        won = overrun_on(flown, "3G TkA")
        assert won.place("Rum 5 Inf") == "surrendered"
        assert set(won.units_with("victor")) == {"2G TkA", "3G TkA"}


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.5a")
def test_whoever_must_be_there_for_ten_to_one_beside_a_stuka_joins() -> None:
    """Seven times two is enough beside a Stuka: eight and four are not, all three together are."""
    units = {"24 Pz": "X16", "39 Pz": "X16", "12 Inf": "Y16", "5 TkC": "X15", "HQ South": "Y20"}
    for stukas in (0, 1):
        state = at("axis", units=units, turn=8, variables={"stukas": stukas})
        begun = play(go(state, "12 Inf", "Y15"), "overrun X15")
        # with nobody to fly, twenty factors are just 10-1
        assert not names(begun, "join") or stukas
        if stukas:
            # the first goes in unasked, as without him there are twelve
            assert "24 Pz" in begun.units_with("engaged")
            assert "39 Pz" in names(begun, "join") and "12 Inf" not in names(begun, "join")


def overrun_on(state: State, last: str) -> State:
    """An automatic victory completed by a last attacker and what aircraft it takes."""
    out = play(state, f"join {last}") if may(state, f"join {last}") else state
    for _ in range(3):
        if out.decision == "automatic victory":
            out = play(out, "strike" if may(out, "strike") else "sturmovik")
    return out


@pytest.mark.rule("TRC-15.2a", "TRC-16.1a")
def test_what_could_be_won_is_looked_at_again_when_somebody_comes() -> None:
    units = {"24 Pz": FAR, "39 Pz": FAR, "12 Inf": FAR, "5 TkC": THERE, "2 TkC": "DD4"}
    state = at("axis", units=units, turn=8, variables={"stukas": 0})
    one = go(state, "24 Pz", HERE)
    two = go(one, "39 Pz", HERE)
    assert not ripe(one) and not ripe(two)
    # an enemy beside whom nobody stands is not won, whatever is near
    assert names(go(two, "12 Inf", HERE), "overrun") == {THERE}


@pytest.mark.rule("TRC-15.2a", "TRC-15.8a")
def test_an_enemy_is_beaten_no_more_when_who_was_needed_goes_on() -> None:
    """Nineteen and a corps of four that leaves again; by rail, as on the ground nobody may."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "12 Inf": FAR, "5 TkC": THERE}
    state = at("axis", units=units, turn=8, variables={"stukas": 0})
    came = go(state, "12 Inf", HERE)
    assert ripe(came)
    # a panzer corps that has not moved goes away
    assert not names(go(came, "24 Pz", "AA17"), "overrun")
    assert ripe(go(came, "28 Inf", "D29"))

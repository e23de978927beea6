"""Positions of The Russian Campaign near the hills of Lvov, for the options that clear them."""

from __future__ import annotations

from .battle_positions import combat, odds, reach
from .turn_positions import at, play

HILLS = ("T24", "T25", "U24")


def the_hills_do_not_stop_a_move(option: str) -> None:
    """A move that comes to one of the hills may go on."""
    past = reach(at("axis", units={"46 Pz": "S26"}, options=(option,)), "46 Pz")
    assert {*HILLS, "U23", "T23", "V23"} <= past
    into = play(at("axis", units={"46 Pz": "S26"}, options=(option,)), "move 46 Pz", "to T25")
    assert into.decision == "leg"


def the_hills_do_not_double_their_defenders(option: str) -> None:
    """A unit attacked in the hills defends with its factor, without the option with twice that."""
    for start, hill in (("S25", "T25"), ("S24", "T24"), ("U23", "U24")):
        units = {"46 Pz": start, "11 A": hill}
        assert odds(combat("axis", units, options=(option,)), hill, ["46 Pz"])[1] == 6
        assert odds(combat("axis", units), hill, ["46 Pz"])[1] == 12
        for options, goes_on in (((option,), True), ((), False)):
            state = play(at("axis", units={"46 Pz": start}, options=options), "move 46 Pz")
            assert (play(state, f"to {hill}").decision == "leg") == goes_on, hill


def other_mountains_are_as_they_were(option: str) -> None:
    """A mountain beside the hills still ends a move."""
    past = reach(at("axis", units={"46 Pz": "S26"}, options=(option,)), "46 Pz")
    assert "U26" in past and "V27" not in past


def each_of_the_three_hills_is_clear(option: str, hill: str, start: str) -> None:
    """A move goes on over a hill, and a defender there has its printed factor."""
    state = at("axis", units={"46 Pz": start}, options=(option,))
    assert play(state, "move 46 Pz", f"to {hill}").decision == "leg"
    fought = combat("axis", {"46 Pz": start, "11 A": hill}, options=(option,))
    assert odds(fought, hill, ["46 Pz"])[1] == 6
    # which they are by the option alone
    plain = at("axis", units={"46 Pz": start})
    assert play(plain, "move 46 Pz", f"to {hill}").decision == "movement"

"""Section 17.2.1, 9.4.2, 13.8: control of cities, wells and junctions, at any moment."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .line_positions import DRY, SNOW, SUPPLIED, at, play

KURSK = "X13"
ODESSA = "DD24"


def holder(state: State, hex_: str) -> str:
    """Who controls a place."""
    sides = [s for s in ("axis", "russian") if hex_ in state.hexes_with(f"{s} control")]
    assert len(sides) < 2
    return sides[0] if sides else "nobody"


@pytest.mark.rule("TRC-17.2.1b", "TRC-17.2.1a")
def test_who_occupies_a_city_controls_it_whatever_is_near() -> None:
    # the army's zone takes in Kursk
    state = at("axis", {"41 Pz": "X15", "11 A": "W12"})
    taken = play(state, "move 41 Pz", f"to {KURSK}")
    assert holder(state, KURSK) == "russian"
    assert holder(taken, KURSK) == "axis"


@pytest.mark.rule("TRC-17.2.1c", "TRC-17.2.1d", "TRC-9.4.2b", "TRC-9.4.2d", "TRC-9.4.2a")
def test_a_vacant_city_or_junction_falls_to_who_alone_comes_next_to_it() -> None:
    state = at("axis", {"41 Pz": "X16"})
    near = play(state, "move 41 Pz", "to X14")
    assert (holder(state, KURSK), holder(near, KURSK)) == ("russian", "axis")
    # in passing, too: W15 is a junction
    passed = play(at("axis", {"41 Pz": "W17"}), "move 41 Pz", "to V17", "to U17")
    assert holder(passed, "W15") == "russian"
    beside = play(at("axis", {"41 Pz": "W17"}), "move 41 Pz", "to W16", "to W17")
    assert holder(beside, "W15") == "axis"


@pytest.mark.rule("TRC-17.2.1b", "TRC-17.2.1c", "TRC-17.2.1d")
def test_nobody_controls_a_hex_without_city_well_or_junction() -> None:
    """W17, W16, W14 and X14 are track and land; the junction W15 lies between them."""
    state = play(at("axis", {"41 Pz": "W17"}), "move 41 Pz", "to W16", "to W15", "to W14")
    assert holder(state, "W15") == "axis"
    assert {holder(state, h) for h in ("W17", "W16", "W14", "X14", "V13")} == {"nobody"}


@pytest.mark.rule("TRC-21.4f", "TRC-17.2.1c")
def test_an_oil_well_falls_like_a_city() -> None:
    state = at("axis", {"41 Pz": "OO14"})
    near = play(state, "move 41 Pz", "to PP14")
    assert (holder(state, "PP13"), holder(near, "PP13")) == ("russian", "axis")


@pytest.mark.rule("TRC-17.2.1e", "TRC-7.4a", "TRC-7.4b")
def test_a_vacant_city_in_both_zones_is_nobodys() -> None:
    for options in ((), ("D-41",)):
        state = at("axis", {"41 Pz": "X16", "11 A": "W12"}, options=options)
        near = play(state, "move 41 Pz", "to X14")
        # both gone, it stays nobody's, or with the other reading goes to who had it last
        gone = play(near._supposed(places=[("11 A", "removed")]), "to X15")
        assert holder(gone, KURSK) == ("russian" if options else "nobody")


@pytest.mark.rule("TRC-13.8d", "TRC-10.4b")
def test_a_port_that_falls_in_passing_helps_an_invasion_at_once() -> None:
    # from reserve; Sevastopol is the way in, a corps next to Odessa makes it two ports
    state = at("axis", {"1 Inf": "off-map", "41 Pz": "CC26"}, axis=["JJ23"])
    near = play(state, "move 41 Pz", "to CC25", "to CC24", "stop")
    assert holder(near, ODESSA) == "axis"
    for position, dice in ((state, {5, 6}), (near, {6})):
        voyage = play(position, "ship-black 1 Inf", "invade FF21")
        lost = {n for n in range(1, 7) if play(voyage, f"roll {n}").place("1 Inf") == "pool"}
        assert lost == dice


@pytest.mark.rule("TRC-13.8c", "TRC-17.2.1e")
def test_a_landing_next_to_a_vacant_port_takes_it_from_its_holder() -> None:
    units = {"12 TkC": "II14", "Rum Cav": "II22"}
    state = at("russian", units, axis=["JJ23"])
    landed = play(state, "ship-black 12 TkC", "invade JJ22", "roll 1")
    assert (holder(state, "JJ23"), holder(landed, "JJ23")) == ("axis", "nobody")
    inside = at("russian", {**units, "Rum Cav": "JJ23"}, axis=["JJ23"])
    assert holder(play(inside, "ship-black 12 TkC", "invade JJ22", "roll 1"), "JJ23") == "axis"


@pytest.mark.rule("TRC-13.8e", "TRC-17.3c")
def test_a_landing_next_to_a_vacant_port_freezes_who_stands_outside() -> None:
    track = ["DD18", "EE18", "FF18", "FF19", "GG19", "HH21", "HH22", "II22"]
    units = {"12 TkC": "II14", "Rum Cav": "II22"}
    state = at("russian", units, axis=["JJ23", "DD18"], rail=track, turn=4, weather=SNOW)
    landed = play(state, "ship-black 12 TkC", "invade JJ22", "roll 1")
    assert (state.ask("supply", "Rum Cav"), landed.ask("supply", "Rum Cav")) == (SUPPLIED, DRY)

"""Section 10: who sails and from where, and what is so once a voyage is over."""

from __future__ import annotations

import pytest

from .line_positions import at, names, play

ODESSA, SEVASTOPOL, ROSTOV = "DD24", "JJ23", "II14"
LENINGRAD = "E10"


@pytest.mark.rule("TRC-10.3.2a")
def test_nobody_invades_the_hex_he_stands_in() -> None:
    landings = names(play(at("axis", {"1 Inf": ODESSA}), "ship-black 1 Inf"), "invade")
    assert "FF21" in landings and ODESSA not in landings


@pytest.mark.rule("TRC-10.3a", "TRC-10.3d")
@pytest.mark.parametrize("box", ["arriving", "off-map"])
def test_each_sails_from_off_the_map_on_his_own_turn(box: str) -> None:
    units = {"23 Inf": box, "11 A": box, "1 Inf": ODESSA}
    assert names(at("axis", units), "ship-black") == {"23 Inf", "1 Inf"}
    theirs = at("russian", units, russian=[ROSTOV])
    assert names(theirs, "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-18.3c")
def test_paratroops_that_were_not_dropped_sail() -> None:
    state = at("russian", {"5 ParaC": SEVASTOPOL, "11 A": SEVASTOPOL})
    assert names(state, "ship-black") == {"5 ParaC", "11 A"}


@pytest.mark.rule("TRC-10.5a")
def test_leningrad_does_not_matter_in_the_black_sea() -> None:
    state = at("russian", {"11 A": SEVASTOPOL}, axis=[LENINGRAD])
    assert names(state, "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-10.6a")
def test_who_drowned_has_not_landed() -> None:
    voyage = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav", "invade GG21")
    drowned = play(voyage, "roll 6")
    assert drowned.place("Rum Cav") == "pool"
    assert drowned.units_with("invader") == drowned.units_with("landed") == []


@pytest.mark.rule("TRC-10.3.1a", "TRC-10.3.2a")
def test_who_lands_in_a_city_takes_it() -> None:
    voyage = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav")
    landed = play(voyage, f"invade {SEVASTOPOL}", "roll 1")
    assert landed.place("Rum Cav") == SEVASTOPOL
    assert SEVASTOPOL in landed.hexes_with("axis control")
    assert SEVASTOPOL not in landed.hexes_with("russian control")

"""Section 26.9: fortress cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import State

from ...battle_positions import combat, engage, fight, go, may, result
from ...turn_positions import at, impulse_of, names, play, walk

FORTS = ("fortress-cities",)
STALINO, KHARKOV = "FF16", "AA14"
"""Major cities with clear ground around them."""

BESIDE, FLANK, BACK = "EE16", "EE17", "GG15"
"""A hex next to Stalino, one next to that but not to Stalino, and one on Stalino's far side."""


def red(*hexes: str) -> dict[str, Iterable[str]]:
    """Russian fortresses."""
    return {"russian fortress": hexes}


def turn_end(units: dict[str, str], *actions: str, **more: Any) -> State:
    """The end of a Russian turn with what was done in its first movement phase, or beyond it."""
    state = impulse_of("russian", 1, units=units, options=FORTS, **more)
    return walk(play(state, *actions, "end-movement"), "fortress", "russian")


def offered(state: State) -> set[str]:
    """The cities that can be fortified, if it is still the turn after which it was asked."""
    return names(state, "fortify") if state.decision == "fortress" and state.turn == 8 else set()


def siege(units: dict[str, str], side: str = "axis", **more: Any) -> State:
    """A combat phase around Stalino, a Russian fortress unless it is said otherwise."""
    return combat(side, units, options=FORTS, hex_flags=more.pop("hex_flags", red(STALINO)), **more)


@pytest.mark.rule("TRC-26.9a")
def test_infantry_that_stays_in_a_major_city_fortifies_it() -> None:
    units = {"16 A": STALINO, "3 TkC": KHARKOV, "3 A": "R9", "60 A": "X16"}
    assert offered(turn_end(units)) == {STALINO, "R9"}
    # not who moved, even if it came back
    assert offered(turn_end(units, "move SU:inf:16", "to FF15", "to FF16", "stop")) == {"R9"}
    done = play(turn_end(units), f"fortify {STALINO}", "end-fortresses")
    assert done.hexes_with("russian fortress") == [STALINO]
    declined = play(turn_end(units), "end-fortresses")
    assert not declined.hexes_with("russian fortress")


@pytest.mark.rule("TRC-26.9a")
def test_who_attacks_fortifies_nothing() -> None:
    state = impulse_of("russian", 1, units={"16 A": STALINO, "3 A": "R9"}, options=FORTS)
    attacking = play(state._supposed(places=[("10 Inf", BESIDE)]), "end-movement")
    contact = result(attacking, 3, announced=2)
    assert (contact.place("16 A"), contact.place("10 Inf")) == (STALINO, BESIDE)
    assert offered(walk(contact, "fortress", "russian")) == {"R9"}
    # one attack is enough, be the enemy gone afterwards
    gone = contact._supposed(places=[("10 Inf", "removed")])
    assert offered(walk(gone, "fortress", "russian")) == {"R9"}
    # who lets the enemy be, as a fortress may, keeps the right
    let_be = state._supposed(places=[("10 Inf", "EE14")])
    assert offered(walk(play(let_be, "end-movement"), "fortress", "russian")) == {STALINO, "R9"}


@pytest.mark.rule("TRC-26.9b")
def test_who_arrives_fortifies_nothing_in_that_turn() -> None:
    state = impulse_of(
        "russian", 1, turn=3, units={"30 A": "later", "16 A": STALINO}, options=FORTS
    )
    arrived = play(state, "enter 30 A", "at R9")
    assert arrived.place("30 A") == "R9"
    assert "R9" in arrived.ask("control", 1) and "R9" not in arrived.ask("control", 0)
    end = walk(play(arrived, "end-movement"), "fortress", "russian")
    assert names(end, "fortify") == {STALINO}


@pytest.mark.rule("TRC-26.9c")
def test_fortresses_are_the_last_act_of_a_player_turn() -> None:
    track = ["O19", "O20", "O21", "O22", "O23"]
    units = {"16 A": STALINO, "Partisan 1": "O20"}
    state = impulse_of("russian", 1, units=units, rail=track, axis=["O22"], options=FORTS)
    # after partisans have been placed
    first = walk(play(state, "end-movement"), "partisans", "russian")
    last = walk(first, "fortress", "russian")
    assert (first.turn, last.turn) == (8, 8)
    assert play(last, f"fortify {STALINO}").turn == 9


@pytest.mark.rule("TRC-26.9d")
def test_four_fortresses_a_side_in_a_game() -> None:
    units = {"16 A": STALINO, "3 A": "R9"}
    last = turn_end(units, variables={"russian fortresses made": 3})
    assert offered(last) == {STALINO, "R9"}
    after = play(last, f"fortify {STALINO}")
    assert after.decision != "fortress"
    none = turn_end(units, variables={"russian fortresses made": 4})
    assert offered(none) == set()


@pytest.mark.rule("TRC-26.9c")
def test_the_marker_is_seen() -> None:
    state = at("russian", units={"16 A": STALINO}, options=FORTS)
    marked = state._supposed(hex_flags=[(STALINO, "russian fortress", True)])
    assert str(ef.render.text(marked)) != str(ef.render.text(state))


@pytest.mark.rule("TRC-26.9e")
def test_a_fortress_that_falls_is_one_no_more() -> None:
    units = {"41 Pz": "EE15", "16 A": "GG12"}
    state = at("axis", units=units, options=FORTS, hex_flags=red(STALINO, KHARKOV))
    taken = go(state, "41 Pz", STALINO)
    assert taken.hexes_with("russian fortress") == [KHARKOV]
    assert taken.var("russian fortresses made") == state.var("russian fortresses made")


@pytest.mark.rule("TRC-26.9f")
def test_combat_with_a_fortress_is_voluntary_for_both_sides() -> None:
    units = {"41 Pz": BESIDE, "16 A": STALINO}
    state = siege(units)
    assert may(state, "end-combat") and may(state, f"attack {STALINO}")
    assert play(state, "end-combat").place("41 Pz") == BESIDE
    open_city = siege(units, hex_flags={})
    assert not may(open_city, "end-combat")
    besieged = siege(units, "russian")
    assert may(besieged, "end-combat") and may(besieged, f"attack {BESIDE}")
    assert not may(siege(units, "russian", hex_flags={}), "end-combat")


@pytest.mark.rule("TRC-26.9f")
def test_who_is_too_weak_for_a_fortress_need_not_surrender() -> None:
    units = {"SS Res": BESIDE, "16 A": STALINO, "3 A": STALINO}
    assert siege(units).place("SS Res") == BESIDE
    assert siege(units, hex_flags={}).place("SS Res") == "surrendered"
    # to go there is allowed as well
    moving = {**units, "SS Res": "DD17"}
    state = at("axis", units=moving, options=FORTS, hex_flags=red(STALINO))
    after = play(go(state, "SS Res", BESIDE), "end-movement")
    assert after.place("SS Res") == BESIDE


@pytest.mark.rule("TRC-26.9g")
def test_who_attacks_others_beside_a_fortress_attacks_it_too() -> None:
    units = {"41 Pz": BESIDE, "56 Pz": BESIDE, "16 A": STALINO, "3 TkC": FLANK}
    state = siege(units)
    assert not may(state, "end-combat")
    both = engage(state, [FLANK, STALINO], ["41 Pz", "56 Pz"])
    assert both.var("defence total") == 2 + 12
    # alone it can leave neither out
    lone = siege({**units, "56 Pz": "removed"})
    for first in (FLANK, STALINO):
        begun = play(lone, f"attack {first}", "join 41 Pz")
        assert set(begun.hexes_with("beset")) == {FLANK, STALINO}
    # who is not next to the fortress attacks the corps alone
    free = siege({**units, "56 Pz": "removed", "41 Pz": "DD17"})
    assert free.hexes_with("beset") == [FLANK]


@pytest.mark.rule("TRC-26.9g")
def test_a_fortress_dared_is_attacked_by_somebody_in_the_phase() -> None:
    units = {"41 Pz": BESIDE, "56 Pz": BACK, "16 A": STALINO, "3 TkC": FLANK}
    state = siege(units)
    after = fight(state, FLANK, ["41 Pz"], 6)
    while after.decision not in ("battle", "forces", "odds", "combat", "movement"):
        after = after.copy()
        after.push(after.legal_actions.list()[0])
    assert after.hexes_with("beset") == [STALINO] or not may(after, "end-combat")
    # without that battle nobody is obliged
    calm = siege({**units, "3 TkC": "removed"})
    assert may(calm, "end-combat")


@pytest.mark.rule("TRC-26.9g")
def test_the_rulebooks_example_at_leningrad() -> None:
    """Finns beside Leningrad may let it be; Germans who attack the army beside it may not."""
    army = {"7 A": "F11", "11 A": "E10"}
    finns = siege({**army, "Finn 2 Inf": "D10"}, hex_flags=red("E10"))
    assert may(finns, "end-combat")
    germans = siege({**army, "41 Pz": "E11", "56 Pz": "E11"}, hex_flags=red("E10"))
    assert not may(germans, "end-combat")
    for target in ("E10", "F11"):
        assert may(germans, f"attack {target}")
    both = engage(germans, ["E10", "F11"], ["41 Pz", "56 Pz"])
    assert set(both.hexes_with("beset")) == {"E10", "F11"}


@pytest.mark.rule("TRC-26.9h", "TRC-26.9i")
def test_a_fortress_gives_up_a_unit_and_does_not_retreat() -> None:
    units = {"16 A": STALINO, "5 CavC": STALINO, "41 Pz": BESIDE, "56 Pz": BACK}
    units |= {"24 Pz": BESIDE, "39 Pz": BACK, "46 Pz": BESIDE}
    state = siege(units)
    us = ["41 Pz", "56 Pz", "24 Pz", "39 Pz", "46 Pz"]
    back = fight(state, STALINO, us, 5, announced=2)
    assert (back.decision, back.to_move) == ("fortress stand", "russian")
    stood = play(back, "give-up 5 CavC")
    assert (stood.place("5 CavC"), stood.place("16 A")) == ("pool", STALINO)
    assert "retreat" not in (stood.decision or "")
    assert play(back, "retreat-all").decision == "retreat"
    # on D1 they retreat
    lost = play(fight(state, STALINO, us, 6, announced=2), "lose 5 CavC")
    assert lost.place("16 A") == "pool"
    assert fight(siege(units, hex_flags={}), STALINO, us, 5, announced=2).decision == "retreat"


@pytest.mark.rule("TRC-26.9h")
def test_attackers_from_a_fortress_may_stand_too() -> None:
    units = {"16 A": STALINO, "5 CavC": STALINO, "4 Inf": BESIDE}
    state = siege(units, "russian")
    thrown = fight(state, BESIDE, ["16 A", "5 CavC"], 3)
    assert thrown.decision == "fortress stand"
    stood = play(thrown, "give-up 5 CavC")
    assert (stood.place("5 CavC"), stood.place("16 A")) == ("pool", STALINO)
    # on A1 not
    one = fight(state, BESIDE, ["16 A", "5 CavC"], 1)
    assert play(one, "lose 5 CavC").decision in ("retreat", "retreat to")

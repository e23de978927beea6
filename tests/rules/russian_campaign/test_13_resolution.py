"""Section 13: odds, results, losses and retreats."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef
from eastfront._core import State

from .battle_positions import (
    at,
    combat,
    engage,
    fight,
    go,
    may,
    names,
    odds,
    overrun,
    play,
    refused,
    result,
    strengths,
)
from .turn_positions import CLEAR, SNOW, data

HERE = "Y18"
AE, A1, AR, CONTACT, EX, DR, D1, DE, DS = range(9)

PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18"}
"""Thirteen factors; against the tank corps below that is 2-1."""

TANKS = {"8 TkC": HERE, "5 TkC": HERE}


def battle(die: int, announced: int, **more: Any) -> State:
    """The panzers against the tanks at odds announced."""
    return fight(combat("axis", {**PANZERS, **TANKS}, **more), HERE, PANZERS, die, announced)


@pytest.mark.rule("TRC-13.3c", "TRC-13.3d", "TRC-13.3h")
@pytest.mark.parametrize(
    ("die", "fleeing"), [(2, sorted(PANZERS)), (3, []), (5, sorted(TANKS))], ids=["AR", "C", "DR"]
)
def test_a_result_drives_off_its_own_side_alone(die: int, fleeing: list[str]) -> None:
    after = battle(die, 2)
    assert sorted(after.units_with("fleeing")) == fleeing
    stay = {u: hex_ for u, hex_ in (PANZERS | TANKS).items() if u not in fleeing}
    assert {u: after.place(u) for u in stay} == stay


# -- odds -----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-13.1a")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (["13 Inf", "17 Inf"], ["11 A"], 1),
        (["12 Inf"], ["11 A", "49 A"], -3),
        (["24 Pz", "39 Pz", "38 Inf"], ["12 A", "24 A"], 1),
        (["13 Inf"], ["11 A", "12 A"], -4),
        (["12 Inf"], ["5 A", "31 A"], -3),
    ],
)
def test_fractions_go_to_the_defender(attack: list[str], defence: list[str], ratio: int) -> None:
    units = dict.fromkeys(attack, "Z18") | dict.fromkeys(defence, HERE)
    assert odds(combat("axis", units), HERE, attack)[2] == ratio


@pytest.mark.rule("TRC-13.1a")
def test_the_odds_of_the_text() -> None:
    # 4 to 9, and 19 to 10
    four = {"12 Inf": "Z18", "5 A": HERE, "31 A": HERE}
    assert odds(combat("axis", four), HERE, ["12 Inf"]) == (4, 9, -3)
    nineteen = {"24 Pz": "Z18", "39 Pz": "Z18", "13 Inf": "Z18", "5 A": HERE, "6 A": HERE}
    assert odds(combat("axis", nineteen), HERE, ["24 Pz", "39 Pz", "13 Inf"]) == (19, 10, 1)


@pytest.mark.rule("TRC-13.1b")
def test_lower_odds_may_be_announced_and_no_higher() -> None:
    state = engage(combat("axis", {**PANZERS, **TANKS}), HERE, PANZERS)
    assert strengths(state) == (13, 5, 2)
    assert {int(n) for n in names(state, "odds")} == {-6, -5, -4, -3, -2, 1, 2}
    with refused("TRC-13.1b"):
        play(state, "odds 3")
    # the die is read in the column announced
    assert result(state, 1, announced=-6).place("46 Pz") == "pool"
    assert result(state, 2, announced=2).var("result") == AR


@pytest.mark.rule("TRC-13.2a", "TRC-13.3d")
def test_the_die_is_read_in_the_column() -> None:
    rows = {r: data().charts["combat-results"]["rows"][r] for r in range(6)}
    codes = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
    for die in range(1, 7):
        for announced, column in ((-6, 0), (-4, 2), (-2, 4), (1, 5), (2, 6)):
            found = battle(die, announced)
            assert codes[found.var("result")] == rows[die - 1][column], (die, announced)
    contact = battle(3, 2)
    assert contact.var("impulse") == 2 and contact.place("8 TkC") == HERE
    assert contact.place("46 Pz") == contact.place("47 Pz") == "Z18"


# -- results --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-13.3a", "TRC-13.2b")
def test_ae_eliminates_all_attackers() -> None:
    state = battle(1, -6)
    assert (state.place("46 Pz"), state.place("47 Pz")) == ("pool", "pool")
    assert state.place("8 TkC") == HERE


@pytest.mark.rule("TRC-13.3b", "TRC-13.3c", "TRC-13.4a")
def test_a1_costs_one_and_the_others_retreat() -> None:
    state = battle(2, 1)
    assert state.var("result") == A1 and state.to_move == "axis"
    assert names(state, "lose") == {"46 Pz", "47 Pz"}
    after = play(state, "lose 47 Pz")
    assert after.place("47 Pz") == "pool" and after.decision == "retreat to"
    # one hex or two
    one = play(after, "retreat-to AA18")
    assert may(one, "halt") and play(one, "halt").place("46 Pz") == "AA18"
    assert play(one, "retreat-to BB18").place("46 Pz") == "BB18"


@pytest.mark.rule("TRC-13.3c", "TRC-13.4a")
def test_ar_sends_all_attackers_back() -> None:
    state = battle(3, 1)
    assert state.var("result") == AR and names(state, "retreat") == {"46 Pz", "47 Pz"}
    first = play(state, "retreat 46 Pz", "retreat-to AA18", "halt")
    assert first.place("46 Pz") == "AA18"
    # each on its own way
    both = play(first, "retreat-to Z17", "retreat-to Y16")
    assert (both.place("47 Pz"), both.var("impulse")) == ("Y16", 2)


@pytest.mark.rule("TRC-13.3e", "TRC-13.3f", "TRC-13.3i")
def test_ex_costs_each_side_one_of_its_own_choice() -> None:
    state = battle(4, 2)
    assert state.var("result") == EX
    assert (state.to_move, names(state, "lose")) == ("axis", {"46 Pz", "47 Pz"})
    theirs = play(state, "lose 46 Pz")
    assert (theirs.to_move, names(theirs, "lose")) == ("russian", {"8 TkC", "5 TkC"})
    after = play(theirs, "lose 5 TkC")
    assert after.place("5 TkC") == after.place("46 Pz") == "pool"
    # the attacker moves who is left of them, one hex or two; his own stay
    assert (after.to_move, after.decision) == ("axis", "retreat to")
    assert play(after, "retreat-to X18", "halt").place("8 TkC") == "X18"
    assert play(after, "retreat-to X18", "retreat-to W18").place("8 TkC") == "W18"
    assert after.place("47 Pz") == "Z18"


@pytest.mark.rule("TRC-13.3b", "TRC-13.3i")
def test_in_an_exchange_of_two_lone_units_both_are_lost() -> None:
    """D-36."""
    state = combat("axis", {"46 Pz": "Z18", "8 TkC": HERE})
    after = fight(state, HERE, ["46 Pz"], 4, announced=2)
    assert (after.place("46 Pz"), after.place("8 TkC")) == ("pool", "pool")


@pytest.mark.rule("TRC-13.3h", "TRC-13.4a")
def test_dr_sends_all_defenders_two_hexes() -> None:
    state = battle(6, 1)
    assert state.var("result") == DR and names(state, "retreat") == {"8 TkC", "5 TkC"}
    on = play(state, "retreat 8 TkC", "retreat-to X18")
    assert not may(on, "halt") and "W18" in names(on, "retreat-to")
    assert play(on, "retreat-to W18").place("8 TkC") == "W18"


@pytest.mark.rule("TRC-13.3i", "TRC-13.3h")
def test_d1_costs_one_and_sends_the_others_two_hexes() -> None:
    state = battle(6, 2)
    assert (state.var("result"), state.to_move) == (D1, "russian")
    after = play(state, "lose 8 TkC")
    assert after.place("8 TkC") == "pool" and after.to_move == "axis"
    assert not may(play(after, "retreat-to X18"), "halt")


@pytest.mark.rule("TRC-13.3j", "TRC-13.2b")
def test_de_eliminates_all_defenders() -> None:
    units = {**PANZERS, "24 Pz": "Z18", **TANKS}
    state = fight(combat("axis", units), HERE, [*PANZERS, "24 Pz"], 5, announced=4)
    assert state.var("result") == DE
    assert {state.place("8 TkC"), state.place("5 TkC")} == {"pool"}


@pytest.mark.rule("TRC-13.3k", "TRC-13.2b")
def test_ds_takes_all_defenders_for_good() -> None:
    units = {**PANZERS, "24 Pz": "Z18", **TANKS}
    state = fight(combat("axis", units), HERE, [*PANZERS, "24 Pz"], 6, announced=4)
    assert state.var("result") == DS
    assert {state.place("8 TkC"), state.place("5 TkC")} == {"surrendered"}


@pytest.mark.rule("TRC-13.3g")
def test_control_waits_until_an_exchange_is_over() -> None:
    # Kursk is vacant and in reach of both; the attacker is lost, and so is one of two defenders
    units = {"46 Pz": "X14", "8 TkC": "Y13", "5 TkC": "Y13"}
    state = fight(combat("axis", units, nobody=["X13"]), "Y13", ["46 Pz"], 5, announced=1)
    lost = play(state, "lose 5 TkC")
    # the other passes next to the city, alone in reach of it, but is away when all is over
    after = play(lost, "retreat-to Y12", "retreat-to Y11")
    held = {*after.hexes_with("russian control"), *after.hexes_with("axis control")}
    assert after.place("8 TkC") == "Y11" and "X13" not in held
    near = play(lost, "retreat-to Y12", "halt")
    assert "X13" in near.hexes_with("russian control")


def russian_kursk(state: State) -> bool:
    """Whether Kursk is the Russian's."""
    return "X13" in state.hexes_with("russian control")


KURSK = {"46 Pz": "X13", "47 Pz": "Z14", "8 TkC": "Y13", "5 TkC": "Y13"}
"""A panzer corps in Kursk and another out of its reach, both next to two tank corps."""


@pytest.mark.rule("TRC-17.2.1d", "TRC-13.3b", "TRC-13.3g")
@pytest.mark.parametrize(("die", "at_once"), [(2, True), (5, False)])
def test_a_city_changes_hands_as_its_holder_is_lost_but_in_an_exchange(
    die: int, at_once: bool
) -> None:
    state = fight(combat("axis", KURSK), "Y13", ["46 Pz", "47 Pz"], die, announced=1)
    assert state.var("result") == {2: A1, 5: EX}[die]
    lost = play(state, "lose 46 Pz")
    # the battle is not over: the other has to retreat, or a tank corps is to be lost
    assert lost.place("47 Pz") == "Z14" and lost.decision in ("retreat to", "loss")
    assert russian_kursk(lost) == at_once


@pytest.mark.rule("TRC-17.2.1d", "TRC-13.5b")
def test_a_city_changes_hands_as_its_holder_finds_no_way_out() -> None:
    units = {**KURSK, "11 A": "V13", "12 A": "W11"}
    state = engage(combat("axis", units), "Y13", ["46 Pz", "47 Pz"])
    state = play(result(state, 3, announced=1), "retreat 46 Pz")
    assert (state.place("46 Pz"), state.place("47 Pz")) == ("pool", "Z14")
    assert state.decision == "retreat to" and russian_kursk(state)


@pytest.mark.rule("TRC-17.2.1d", "TRC-11.2b")
def test_a_city_changes_hands_as_its_leader_is_made_to_retreat() -> None:
    units = {"8 TkC": "Z14", "5 TkC": "Z14", "Stalin": "X13", "12 Inf": "Y13"}
    state = engage(combat("russian", units), "Y13", ["8 TkC", "5 TkC", "Stalin"])
    state = result(state, 3, announced=1)
    assert state.var("result") == AR and state.decision == "retreat"
    assert state.place("Stalin") == "pool" and not russian_kursk(state)


# -- retreats -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-13.1b", "TRC-13.4a", "TRC-13.5c")
def test_the_retreat_forward_of_the_example() -> None:
    units = {"24 Pz": "Z18", "39 Pz": "Z18", "8 Inf": "Z18", "41 Pz": "Y19", "12 A": HERE}
    units["5 A"] = HERE
    state = engage(combat("axis", units), HERE, ["24 Pz", "39 Pz", "8 Inf", "41 Pz"])
    assert strengths(state) == (28, 11, 2)
    back = result(state, 3, announced=1)
    assert back.var("result") == AR
    # forward, past the defenders, whose zone they may not enter again
    legs = play(back, "retreat 24 Pz")
    assert "Y17" not in names(legs, "retreat-to")
    assert "Y16" in names(play(legs, "retreat-to Z17"), "retreat-to")
    # DR or EX: the attacker chooses the defenders' way
    theirs = result(state, 6, announced=1)
    assert theirs.var("result") == DR and theirs.to_move == "axis"
    gone = play(theirs, "retreat 12 A")
    assert {"W17", "W18", "X17"} <= names(gone, "retreat-to")
    assert result(state, 5, announced=1).var("result") == EX
    # contact alone leaves all as it was
    assert result(state, 4, announced=1).var("result") == CONTACT


@pytest.mark.rule("TRC-13.4b", "TRC-13.5b", "TRC-13.5a")
def test_no_way_to_death_while_another_leads_to_life() -> None:
    # Y19 is free, but leads nowhere
    wall = {"13 Inf": "W19", "12 Inf": "Z21"}
    state = combat("axis", {**PANZERS, "8 TkC": HERE, **wall}, axis=["W19"])
    on = fight(state, HERE, PANZERS, 6, announced=1)
    # X18 is the only way, and taken unasked
    assert on.place("8 TkC") == "X18" and names(on, "retreat-to") == {"W17", "X17"}
    # who shuts that as well kills
    shut = combat("axis", {**PANZERS, "8 TkC": HERE, **wall, "8 Inf": "W16"}, axis=["W19"])
    assert fight(shut, HERE, PANZERS, 6, announced=1).place("8 TkC") == "pool"


@pytest.mark.rule("TRC-13.4c", "TRC-13.4a")
def test_two_hexes_may_end_one_hex_away() -> None:
    state = fight(combat("axis", {**PANZERS, "8 TkC": HERE}), HERE, PANZERS, 6, announced=1)
    assert names(state, "retreat-to") == {"X18", "X19", "Y19"}
    with refused("TRC-13.4a"):
        play(state, "retreat-to Z20")
    on = play(state, "retreat-to X18")
    # next to where it came from, but not there
    assert names(on, "retreat-to") == {"W17", "W18", "X17", "X19"}
    assert play(on, "retreat-to X19").place("8 TkC") == "X19"


@pytest.mark.rule("TRC-13.5a")
def test_a_retreat_enters_no_zone_of_control() -> None:
    units = {**PANZERS, "8 TkC": HERE, "13 Inf": "W17"}
    state = fight(combat("axis", units), HERE, PANZERS, 6, announced=1)
    # not next to the panzers, nor next to the infantry
    assert names(state, "retreat-to") == {"X19", "Y19"}


@pytest.mark.rule("TRC-13.5a", "TRC-13.5b")
def test_nobody_retreats_over_the_sea_and_who_has_no_way_is_lost() -> None:
    # JJ17 opens to JJ16 and KK16 only; KK17 lies beyond a prohibited side
    units = {"46 Pz": "JJ16", "47 Pz": "JJ16", "8 TkC": "JJ17"}
    state = fight(combat("axis", units), "JJ17", ["46 Pz", "47 Pz"], 6, announced=1)
    assert state.place("8 TkC") == "pool"


@pytest.mark.rule("TRC-13.6a", "TRC-13.5c")
def test_terrain_does_not_stop_a_retreat() -> None:
    # through a swamp into a swamp
    units = {"46 Pz": "R25", "47 Pz": "R25", "8 TkC": "R24"}
    state = fight(combat("axis", units), "R24", ["46 Pz", "47 Pz"], 6, announced=1)
    assert "R23" in names(state, "retreat-to")
    assert "R22" in names(play(state, "retreat-to R23"), "retreat-to")


@pytest.mark.rule("TRC-13.7a")
def test_who_finds_no_room_is_lost_by_his_owners_choice() -> None:
    # the one way leads to Kiev, with room for one more
    wall = {"13 Inf": "W17", "12 Inf": "Y20", "7 TkC": "W19", "10 TkC": "W19"}
    state = combat("axis", {**PANZERS, **TANKS, **wall}, russian=["W19"])
    first = play(fight(state, HERE, PANZERS, 6, announced=1), "retreat 8 TkC")
    assert first.place("8 TkC") == "W19"
    assert (first.decision, first.to_move) == ("crowded out", "russian")
    assert names(first, "lose") == {"8 TkC", "5 TkC"}
    assert play(first, "lose 5 TkC").place("5 TkC") == "pool"
    other = play(first, "lose 8 TkC")
    assert (other.place("8 TkC"), other.place("5 TkC")) == ("pool", "W19")


# -- 13.8 -----------------------------------------------------------------------------------

LANDING = {
    "Rum Cav": "DD24",
    "24 Pz": "EE22", "46 Pz": "EE22", "12 Inf": "EE22", "52 Mot": "DD22",
    "2 CavC": "FF22", "12 A": "EE20", "5 A": "FF20", "11 TkC": "FF20",
}  # fmt: skip
"""The first illustration of 13.8: eighteen factors on the Dnieper and a landing at FF21."""


@pytest.mark.rule("TRC-13.8a", "TRC-13.8b", "TRC-16.1a", "TRC-16.2a", "TRC-16.2d", "TRC-10.4b")
def test_the_landing_and_the_automatic_victory_it_makes() -> None:
    state = at("axis", units=LANDING, turn=2)
    # without the landing the river doubles the cavalry
    assert not names(state, "overrun")
    voyage = play(state, "ship-black Rum Cav", "invade FF21")
    assert play(voyage, "roll 5").place("Rum Cav") == "pool"
    landed = play(voyage, "roll 4")
    assert landed.place("Rum Cav") == "FF21"
    won = overrun(landed, "FF22", ["24 Pz", "46 Pz", "12 Inf", "Rum Cav"])
    assert won.place("2 CavC") == "surrendered"
    # the enemies next to FF21 must be attacked, and not by the cavalry
    with refused("TRC-12.5b"):
        play(won, "end-movement")
    moved = go(won, "52 Mot", "FF21")
    assert moved.place("52 Mot") == "FF21"
    fought = engage(play(moved, "end-movement"), ["EE20", "FF20"], ["52 Mot"])
    assert strengths(fought) == (3, 14, -5)
    assert fought.units_with("engaged") == ["52 Mot"]


@pytest.mark.rule("TRC-13.8b", "TRC-14.1c")
def test_without_the_landing_the_odds_are_short() -> None:
    units = {**LANDING, "Rum Cav": "EE22", "12 Inf": "EE21", "12 A": "DD3"}
    state = combat("axis", {k: v for k, v in units.items() if k not in ("5 A", "11 TkC", "12 A")})
    # twenty factors, all on the river, against twice two
    assert odds(state, "FF22", ["24 Pz", "46 Pz", "12 Inf", "Rum Cav"])[:2] == (20, 4)


@pytest.mark.rule("TRC-13.8d", "TRC-10.4b")
def test_a_unit_next_to_odessa_holds_it_for_the_invasion_of_sevastopol() -> None:
    units = {"Hun 1 Mot": "arriving", "13 Inf": "BB23"}
    state = at("axis", units=units, turn=2, russian=["DD24", "JJ23"])
    far = play(state, "ship-black Hun 1 Mot", "invade JJ23")
    assert play(far, "roll 4").place("Hun 1 Mot") == "pool"
    near = play(go(state, "13 Inf", "CC23"), "ship-black Hun 1 Mot", "invade JJ23")
    assert "DD24" in near.hexes_with("axis control")
    assert play(near, "roll 4").place("Hun 1 Mot") == "JJ23"
    assert play(near, "roll 5").place("Hun 1 Mot") == "pool"


def landing_at_sevastopol(defender: str, weather: int, die: int = 4) -> State:
    """The landing of the 12th tank corps at JJ22 in November 1941, and its battle put together."""
    units = {"12 TkC": "II14", "Rum Cav": defender}
    state = at("russian", units=units, turn=4, weather=weather, axis=["JJ23"], russian=["II14"])
    landed = play(state, "ship-black 12 TkC", "invade JJ22", f"roll {die}")
    return landed if landed.decision == "odds" else play(landed, "end-movement")


@pytest.mark.rule("TRC-13.8c", "TRC-13.8e", "TRC-13.3g")
def test_the_landing_next_to_sevastopol() -> None:
    outside = landing_at_sevastopol("II22", CLEAR)
    # vacant and in reach of both: nobody's
    held = {*outside.hexes_with("axis control"), *outside.hexes_with("russian control")}
    assert "JJ23" not in held and strengths(outside) == (3, 2, 1)
    # in snow the cavalry has no city next to it any more
    assert strengths(landing_at_sevastopol("II22", SNOW)) == (3, 1, 3)
    both = result(outside, 5, announced=1)
    assert {both.place("12 TkC"), both.place("Rum Cav")} == {"pool"}
    held = {*both.hexes_with("axis control"), *both.hexes_with("russian control")}
    assert "JJ23" not in held
    inside = landing_at_sevastopol("JJ23", SNOW)
    assert strengths(inside) == (3, 4, -2)
    after = result(inside, 6, announced=-2)
    assert {after.place("12 TkC"), after.place("Rum Cav")} == {"pool"}
    assert "JJ23" in after.hexes_with("axis control")


@pytest.mark.rule("TRC-10.3.2d", "TRC-13.3c")
def test_an_invader_made_to_retreat_is_lost() -> None:
    state = play(landing_at_sevastopol("II22", CLEAR), "odds 1")
    told = state.push("roll 3", effects=True) or []
    results = [values[5] for kind, name, values, *_ in told if (kind, name) == ("note", "battle")]
    assert results == [AR] and state.place("12 TkC") == "pool"


@pytest.mark.parametrize(
    ("side", "engaged", "beset", "totals", "column"),
    [
        ("axis", {"30 Inf": "Z23"}, {"12 A": "Y22", "5 A": "Z22", "6 A": "Y22"}, (4, 16), -4),
        # what is over counts for the defender: 1-5
        ("axis", {"30 Inf": "Z23"}, {"12 A": "Y22", "5 A": "Z22", "11 A": "Z22"}, (4, 17), -5),
        # below 1-6 it is asked about at 1-6
        (
            "axis",
            {"30 Inf": "Z23"},
            {"12 A": "Y22", "6 A": "Y22", "5 A": "Z22", "11 A": "Z22", "26 A": "Z22"},
            (4, 27),
            -6,
        ),
        # at 10-1 no die is rolled, but by Russians in 1941, who roll at the best odds
        (
            "axis",
            {"24 Pz": "Z23", "39 Pz": "Z23", "46 Pz": "Z23", "47 Pz": "Z22"},
            {"5 ParaC": "Y23"},
            (29, 1),
            10,
        ),
        (
            "russian",
            {"6 A": "Z23", "11 A": "Z23", "12 A": "Z23", "26 A": "Z22", "5 A": "Z22"},
            {"Rum Cav": "Y23"},
            (27, 2),
            9,
        ),
    ],
)
@pytest.mark.rule("TRC-13.1a", "TRC-16.1a")
def test_odds_that_are_asked_about(
    side: str,
    engaged: dict[str, str],
    beset: dict[str, str],
    totals: tuple[int, int],
    column: int,
) -> None:
    state = ef.load("russian-campaign/campaign").new()
    state = state._supposed(
        places=[*engaged.items(), *beset.items()],
        unit_flags=[(unit, "engaged", True) for unit in engaged],
        hex_flags=[(hex_, "beset", True) for hex_ in beset.values()],
    )
    fought, _ = state.begin(f"{side} battle reckoned")
    asked = tuple(fought.var(f"{what} total") for what in ("attack", "defence"))
    assert (asked, fought.var("announced odds")) == (totals, column)


@pytest.mark.rule("TRC-13.3i", "TRC-11.2b")
def test_a_leader_given_up_for_a_d1_is_lost_once_and_not_made_to_retreat() -> None:
    us = ["46 Pz", "47 Pz", "48 Pz"]
    units = dict.fromkeys(us, "Z18") | {"Stalin": HERE, "8 TkC": HERE}
    state = fight(combat("axis", units), HERE, us, 5, announced=3)
    told = state.push("lose Stalin", effects=True) or []
    of_him = [e for e in told if e[1] == "Stalin" and (e[0] == "placed" or e[2] == "fleeing")]
    assert of_him == [("placed", "Stalin", HERE, "pool", "TRC-13.3i")]
    assert state.units_with("fleeing") == ["8 TkC"]

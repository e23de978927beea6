"""Section 10: transfers, invasions and evacuations."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .line_positions import MUD, OUT, SUPPLIED, at, end_phase, names, play, refused

ODESSA, SEVASTOPOL, ROSTOV, ASTRAKHAN = "DD24", "JJ23", "II14", "PP5"
RIGA, TALLINN, HELSINKI, LENINGRAD = "F17", "D15", "B14", "E10"


def off_map(state: State, unit: str, sea: str) -> State:
    """A voyage into reserve, waiting for its die; it is begun unasked when there is no other."""
    voyage = play(state, f"ship-{sea} {unit}")
    return play(voyage, "ship-off") if voyage.decision == "sea move" else voyage


def lost(state: State, unit: str) -> set[int]:
    """The dice that drown a unit whose voyage waits for its die."""
    assert state.decision == "sea roll"
    return {die for die in range(1, 7) if play(state, f"roll {die}").place(unit) == "pool"}


@pytest.mark.rule("TRC-10.3.1a", "TRC-10.4a", "TRC-10.6a", "TRC-10.3d")
def test_a_transfer_between_ports_on_a_die_of_three() -> None:
    # Odessa and Sevastopol take two from the die
    state = at("axis", {"Rum Cav": ODESSA}, axis=[SEVASTOPOL])
    voyage = play(state, "ship-black Rum Cav")
    assert names(voyage, "ship-to") == {SEVASTOPOL}
    with refused("TRC-10.3.1a"):
        play(voyage, f"ship-to {ROSTOV}")
    there = play(voyage, f"ship-to {SEVASTOPOL}")
    assert lost(there, "Rum Cav") == {6}
    assert play(there, "roll 5").place("Rum Cav") == SEVASTOPOL
    assert play(there, "roll 6").place("Rum Cav") == "pool"


@pytest.mark.rule("TRC-10.2a", "TRC-10.2b", "TRC-10.1a")
def test_two_seas_that_do_not_meet_and_none_else() -> None:
    units = {"Rum Cav": ODESSA, "2 Inf": ODESSA, "1 Inf": ASTRAKHAN}
    state = at("axis", units, axis=[SEVASTOPOL, RIGA, TALLINN])
    assert names(state, "ship-black") == {"Rum Cav", "2 Inf"}
    assert names(state, "ship-baltic") == set()
    # the port is farther than the unit could walk
    for unit in ("Rum Cav", "2 Inf"):
        assert names(play(state, f"ship-black {unit}"), "ship-to") == {SEVASTOPOL}


@pytest.mark.rule("TRC-10.3a")
def test_others_may_move_before_and_after_a_voyage() -> None:
    state = at("axis", {"Rum Cav": ODESSA, "41 Pz": "L26", "56 Pz": "L26"}, axis=[SEVASTOPOL])
    moved = play(state, "move 41 Pz", "to L25", "stop")
    sailed = play(moved, "ship-black Rum Cav", f"ship-to {SEVASTOPOL}", "roll 1")
    assert "56 Pz" in names(sailed, "move")


@pytest.mark.rule("TRC-10.4b", "TRC-20.1.1b")
def test_each_black_sea_port_takes_one_from_the_die() -> None:
    for held, dice in (
        ([], {5, 6}),
        ([SEVASTOPOL], {6}),
        ([SEVASTOPOL, ROSTOV], set()),
    ):
        state = at("axis", {"Rum Cav": ODESSA}, axis=held)
        assert lost(off_map(state, "Rum Cav", "black"), "Rum Cav") == dice


@pytest.mark.rule("TRC-10.2c")
def test_one_attempt_in_each_sea_a_turn() -> None:
    units = {"Rum Cav": ODESSA, "1 Inf": ODESSA, "2 Inf": RIGA}
    state = at("axis", units, axis=[SEVASTOPOL])
    tried = play(state, "ship-black Rum Cav", f"ship-to {SEVASTOPOL}", "roll 6")
    with refused("TRC-10.2c"):
        play(tried, "ship-black 1 Inf")
    assert names(tried, "ship-baltic") == {"2 Inf"}
    second = at("axis", units, axis=[SEVASTOPOL], impulse=2, variables={"black sea used": 1})
    assert names(second, "ship-black") == set()
    # the other player has his own
    theirs = end_phase(tried)._supposed(places=[("11 A", ROSTOV)])
    assert "11 A" in names(theirs, "ship-black")


@pytest.mark.rule("TRC-10.3c")
def test_who_sails_moves_no_more_and_who_moved_does_not_sail() -> None:
    units = {"Rum Cav": ODESSA, "41 Pz": ODESSA}
    state = at("axis", units, axis=[SEVASTOPOL, ROSTOV])
    sailed = play(state, "ship-black Rum Cav", f"ship-to {SEVASTOPOL}", "roll 1")
    assert "Rum Cav" not in names(sailed, "move")
    walked = play(state, "move 41 Pz", "stop")
    with refused("TRC-10.3c"):
        play(walked, "ship-black 41 Pz")


@pytest.mark.rule("TRC-10.1b")
def test_in_mud_only_headquarters_sail_in_the_second_impulse() -> None:
    units = {"Rum Cav": ODESSA, "HQ South": ODESSA}
    state = at("axis", units, impulse=2, weather=MUD)
    assert names(state, "ship-black") == {"HQ South"}
    with refused("TRC-10.1b"):
        play(state, "ship-black Rum Cav")
    # and none in the first, when they do not move at all
    assert names(at("axis", units, weather=MUD), "ship-black") == {"Rum Cav"}


@pytest.mark.rule("TRC-11.3b")
def test_a_lost_leader_does_not_keep_units_from_the_sea() -> None:
    state = at("axis", {"1 Inf": ODESSA}, variables={"axis leader lost": 2})
    assert "1 Inf" not in names(state, "move")
    assert names(state, "ship-black") == {"1 Inf"}


@pytest.mark.rule("TRC-11.2a")
def test_leaders_do_not_sail() -> None:
    state = at("axis", {"Hitler": ODESSA, "1 Inf": ODESSA})
    assert names(state, "ship-black") == {"1 Inf"}
    with refused("TRC-11.2a"):
        play(state, "ship-black Hitler")


@pytest.mark.rule("TRC-10.3b", "TRC-8.4a")
def test_zones_of_control_do_not_matter_to_who_sails() -> None:
    units = {"Rum Cav": ODESSA, "11 A": "CC23"}
    flags = {"pinned": ["Rum Cav"]}
    for options, found in (((), {"Rum Cav"}), (("D-2",), set())):
        state = at("axis", units, impulse=2, flags=flags, options=options)
        assert names(state, "ship-black") == found


@pytest.mark.rule("TRC-18.3c")
def test_who_was_dropped_this_turn_does_not_sail() -> None:
    units = {"5 ParaC": SEVASTOPOL, "11 A": SEVASTOPOL}
    state = at("russian", units, flags={"dropped": ["5 ParaC"]})
    assert "5 ParaC" not in names(state, "ship-black") | names(state, "rail")
    with refused("TRC-18.3c"):
        play(state, "ship-black 5 ParaC")


@pytest.mark.rule("TRC-10.3.1b", "TRC-10.3d")
def test_the_reserve_is_a_port_of_both_seas() -> None:
    state = at("axis", {"1 Inf": "off-map"}, axis=[ODESSA, RIGA])
    assert "1 Inf" in names(state, "ship-black") & names(state, "ship-baltic")
    black = play(state, "ship-black 1 Inf")
    assert names(black, "ship-to") == {ODESSA}
    home = off_map(at("axis", {"1 Inf": RIGA}), "1 Inf", "baltic")
    assert play(home, "roll 1").place("1 Inf") == "off-map"


@pytest.mark.rule("TRC-10.3.1c", "TRC-10.3.2a")
def test_who_arrives_may_come_by_sea() -> None:
    state = at("axis", {"23 Inf": "arriving"}, axis=[ODESSA])
    voyage = play(state, "ship-black 23 Inf")
    assert ODESSA in names(voyage, "ship-to")
    assert "FF21" in names(voyage, "invade")
    assert play(voyage, f"ship-to {ODESSA}", "roll 1").place("23 Inf") == ODESSA


@pytest.mark.rule("TRC-10.3.2a", "TRC-10.3.2c")
def test_invaders_land_where_no_enemy_stands() -> None:
    units = {"Rum Cav": ODESSA, "2 CavC": "FF21"}
    voyage = play(at("axis", units), "ship-black Rum Cav")
    # next to an enemy is no matter
    assert "GG21" in names(voyage, "invade")
    with refused("TRC-10.3.2c"):
        play(voyage, "invade FF21")
    landed = play(voyage, "invade GG21", "roll 4")
    assert landed.place("Rum Cav") == "GG21"
    assert landed.units_with("landed") == ["Rum Cav"]
    assert "Rum Cav" not in names(landed, "move")


@pytest.mark.rule("TRC-10.3.2b")
def test_two_invasions_a_game_failed_ones_too() -> None:
    state = at("axis", {"Rum Cav": ODESSA, "1 Inf": ODESSA})
    tried = play(state, "ship-black Rum Cav", "invade FF21", "roll 6")
    assert tried.place("Rum Cav") == "pool"
    assert tried.var("axis invasions") == 1
    twice = at("axis", {"1 Inf": ODESSA}, axis=[ROSTOV], variables={"axis invasions": 2})
    used = play(twice, "ship-black 1 Inf")
    assert names(used, "invade") == set()
    with refused("TRC-10.3.2b"):
        play(used, "invade FF21")


@pytest.mark.rule("TRC-10.7a")
def test_no_axis_invasion_in_the_first_turn() -> None:
    first, second = (
        play(at("axis", {"Rum Cav": ODESSA}, axis=[ROSTOV], turn=turn), "ship-black Rum Cav")
        for turn in (1, 2)
    )
    assert names(first, "invade") == set()
    with refused("TRC-10.7a"):
        play(first, "invade FF21")
    assert "FF21" in names(second, "invade")
    theirs = play(at("russian", {"11 A": ODESSA}, turn=1), "ship-black 11 A")
    assert "FF21" in names(theirs, "invade")


@pytest.mark.rule("TRC-10.3.2f")
def test_the_reserve_invades_the_black_sea_coast() -> None:
    voyage = play(at("axis", {"1 Inf": "off-map"}, axis=[ODESSA]), "ship-black 1 Inf")
    assert "FF21" in names(voyage, "invade")


@pytest.mark.rule("TRC-10.5b")
def test_no_invasions_in_the_baltic() -> None:
    voyage = play(at("axis", {"1 Inf": RIGA}, axis=[HELSINKI]), "ship-baltic 1 Inf")
    assert names(voyage, "invade") == set()
    with refused("TRC-10.5b"):
        play(voyage, "invade E14")


@pytest.mark.rule("TRC-10.5a")
def test_the_russian_sails_the_baltic_while_he_holds_leningrad() -> None:
    assert "11 A" in names(at("russian", {"11 A": RIGA}), "ship-baltic")
    shut = at("russian", {"11 A": RIGA}, axis=[LENINGRAD])
    assert names(shut, "ship-baltic") == set()
    with refused("TRC-10.5a"):
        play(shut, "ship-baltic 11 A")
    assert "1 Inf" in names(at("axis", {"1 Inf": RIGA}), "ship-baltic")


@pytest.mark.rule("TRC-10.5c", "TRC-10.5d", "TRC-10.5e")
def test_the_baltic_is_harder_and_hardest_for_the_russian() -> None:
    one = off_map(at("axis", {"1 Inf": RIGA}), "1 Inf", "baltic")
    assert lost(one, "1 Inf") == {4, 5, 6}
    three = at("axis", {"1 Inf": RIGA}, axis=[HELSINKI, TALLINN])
    assert lost(off_map(three, "1 Inf", "baltic"), "1 Inf") == {6}
    # the Russian with all four ports is no better off than the Axis with two
    four = off_map(at("russian", {"11 A": RIGA}), "11 A", "baltic")
    assert lost(four, "11 A") == {5, 6}


@pytest.mark.rule("TRC-10.3.3a", "TRC-10.3.3b", "TRC-10.3.2a")
def test_an_evacuation_from_any_coast_adds_one_to_the_die() -> None:
    state = at("axis", {"Rum Cav": "FF21"}, axis=[ODESSA])
    voyage = play(state, "ship-black Rum Cav")
    assert names(voyage, "invade") == set()
    assert names(voyage, "ship-to") == {ODESSA}
    assert lost(play(voyage, "ship-off"), "Rum Cav") == {4, 5, 6}
    assert names(at("axis", {"Rum Cav": "EE20"}, axis=[ODESSA]), "ship-black") == set()


@pytest.mark.rule("TRC-16.2a")
def test_who_won_an_automatic_victory_does_not_sail() -> None:
    units = {"Rum Cav": ODESSA, "1 Inf": ODESSA}
    state = at("axis", units, flags={"victor": ["Rum Cav"]})
    assert names(state, "ship-black") == {"1 Inf"}
    with refused("TRC-16.2a"):
        play(state, "ship-black Rum Cav")


@pytest.mark.rule("TRC-10.3.2e")
def test_invaders_are_in_supply_for_the_turn() -> None:
    # GG21 has no city or track of the Axis anywhere near
    state = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav", "invade GG21", "roll 1")
    assert state.ask("supply", "Rum Cav") == SUPPLIED
    after = end_phase(state)
    assert after.place("Rum Cav") == "GG21"
    walked = at("axis", {"Rum Cav": "GG21"})
    assert walked.ask("supply", "Rum Cav") == OUT
    assert end_phase(walked).place("Rum Cav") == "pool"


@pytest.mark.rule("TRC-10.3.2e", "TRC-17.2c")
def test_no_landing_is_told_of_in_the_turn_after() -> None:
    # in Asia Minor, far from any track
    landed = at("russian", {"8 A": "NN31"}, flags={"invader": ["8 A"]})
    assert landed.ask("supply", "8 A") == SUPPLIED
    after = end_phase(landed)
    assert (after.turn, after.to_move) == (landed.turn + 1, "axis")
    assert after.place("8 A") == "NN31" and after.ask("supply", "8 A") == OUT
    # the turn lasts as long as the enemy's player turn after the landing
    ours = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav", "invade GG21", "roll 1")
    theirs = end_phase(ours)
    assert theirs.to_move == "russian" and theirs.ask("supply", "Rum Cav") == SUPPLIED


@pytest.mark.rule("TRC-24.5b", "TRC-10.3.1a")
def test_nobody_sails_to_finland_once_it_is_closed() -> None:
    units = {"11 A": LENINGRAD, "3 A": LENINGRAD}
    ports = play(at("russian", units, axis=[HELSINKI]), "ship-baltic 11 A")
    assert names(ports, "ship-to") == {RIGA, TALLINN}
    ports = play(at("russian", units), "ship-baltic 11 A")
    assert names(ports, "ship-to") == {RIGA, TALLINN, HELSINKI}
    closed = play(at("russian", units, variables={"Finland closed": 1}), "ship-baltic 11 A")
    assert names(closed, "ship-to") == {RIGA, TALLINN}
    with refused("TRC-24.5b"):
        play(closed, f"ship-to {HELSINKI}")
    # who is there already enters nothing
    there = at("russian", {"11 A": "B13", "3 A": LENINGRAD}, variables={"Finland closed": 1})
    assert HELSINKI in names(play(there, "ship-baltic 11 A"), "ship-to")


@pytest.mark.rule("TRC-5.5a", "TRC-10.3.2c")
def test_nobody_lands_in_bulgaria_before_its_garrison_is_free() -> None:
    state = at("russian", {"11 A": SEVASTOPOL}, axis=[ODESSA])
    shore = names(play(state, "ship-black 11 A"), "invade")
    opened = at("russian", {"11 A": SEVASTOPOL}, axis=[ODESSA], variables={"Bulgaria open": 1})
    beaches = names(play(opened, "ship-black 11 A"), "invade") - shore
    assert beaches
    with refused("TRC-5.5a"):
        play(state, "ship-black 11 A", f"invade {min(beaches)}")

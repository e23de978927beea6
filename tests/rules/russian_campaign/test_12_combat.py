"""Section 12: which units must attack, which they may attack, and surrender without an attack."""

from __future__ import annotations

import pytest

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
    play,
    reach,
    refused,
    result,
    strengths,
)

HERE = "Y18"

TWO_BATTLES = {
    "11 Inf": "Z23", "30 Inf": "Z23", "54 Inf": "Z23",
    "12 A": "Y22", "5 A": "Z22",
    "17 Inf": "AA22", "29 Inf": "AA22", "6 A": "AA21", "26 A": "AA21",
    "HQ South": "AA26",
}  # fmt: skip
"""The illustration of 12.4: eleven factors against eleven on the Bug; two corps of three factors in
a hex of the river against two armies beyond it."""


@pytest.fixture(scope="module")
def two_battles() -> State:
    """The combat phase of the illustration, with one Stuka."""
    return combat("axis", TWO_BATTLES, variables={"stukas": 1})


A, B = ["11 Inf", "30 Inf", "54 Inf"], ["17 Inf", "29 Inf"]


@pytest.mark.rule("TRC-12.2c", "TRC-12.3c", "TRC-13.1a", "TRC-15.5a", "TRC-14.1c")
def test_the_two_battles_of_the_illustration(two_battles: State) -> None:
    assert odds(two_battles, ["Y22", "Z22"], A) == (11, 11, 1)
    assert odds(two_battles, ["Y22", "Z22"], A, ["HQ South"]) == (11, 11, 4)
    assert odds(two_battles, "AA21", B) == (6, 20, -4)


@pytest.mark.rule("TRC-12.5a", "TRC-12.5f")
def test_one_corps_alone_would_attack_below_one_to_six(two_battles: State) -> None:
    begun = play(two_battles, "attack AA21")
    with refused("TRC-12.5a"):
        play(begun, "join 17 Inf", "fight")
    # so that neither can be spared for the other battle
    with refused("TRC-12.5a"):
        play(two_battles, "attack Z22", "join 17 Inf", "fight")


@pytest.mark.rule("TRC-12.1a", "TRC-12.3b")
def test_all_in_a_zone_of_control_must_attack() -> None:
    elsewhere = {"48 Pz": "BB12", "5 TkC": "BB11"}
    state = combat("axis", {"46 Pz": "Z18", "13 Inf": "X18", "8 TkC": HERE, **elsewhere})
    assert names(state, "attack") == {HERE, "BB11"}
    with refused("TRC-12.1a"):
        play(state, "end-combat")
    # both, as neither has another enemy: the second is not asked
    both = play(state, f"attack {HERE}", "join 46 Pz")
    assert both.decision == "odds" and strengths(both) == (9, 3, 3)
    # nobody attacks who is not in one
    idle = combat("axis", {"46 Pz": "Z18", "8 TkC": "Y16"})
    assert idle.decision == "movement"


@pytest.mark.rule("TRC-12.1a", "TRC-12.3a")
def test_every_enemy_in_whose_zone_one_stands_must_be_attacked() -> None:
    units = {"46 Pz": HERE, "47 Pz": HERE, "8 TkC": "Y17", "5 TkC": "X19"}
    state = combat("axis", units)
    assert names(state, "attack") == {"Y17", "X19"}
    first = fight(state, "Y17", ["46 Pz"], 4, announced=1)
    # the other is still owed, and only 47 Pz is left for it
    assert first.decision == "odds" and strengths(first) == (7, 2, 3)
    # the two together may fall to both together
    both = engage(state, ["Y17", "X19"], ["46 Pz", "47 Pz"])
    assert strengths(both) == (13, 5, 2)


@pytest.mark.rule("TRC-12.2a", "TRC-12.3c")
def test_every_attacker_is_next_to_every_defender() -> None:
    units = {"46 Pz": HERE, "47 Pz": "Z18", "13 Inf": "Z18", "8 TkC": "Y17", "5 TkC": "X19"}
    begun = play(combat("axis", units), "attack Y17")
    # Z18 is not next to X19, and somebody must attack that
    with refused("TRC-12.3c"):
        play(begun, "join 46 Pz")
    done = play(begun, "join 47 Pz")
    assert done.hexes_with("beset") == ["Y17"] and strengths(done) == (10, 3, 3)
    both = {"46 Pz": HERE, "47 Pz": HERE, "8 TkC": "Y17", "5 TkC": "X19"}
    assert may(play(combat("axis", both), "attack Y17", "join 47 Pz"), "with X19")


@pytest.mark.rule("TRC-12.2b", "TRC-12.4a", "TRC-12.2a")
def test_nobody_attacks_twice_in_an_impulse() -> None:
    units = {"46 Pz": HERE, "47 Pz": HERE, "8 TkC": "Y17", "5 TkC": "X19", "7 TkC": "X17"}
    state = combat("axis", units)
    first = fight(state, "Y17", ["46 Pz"], 4, announced=1)
    # contact: 46 Pz stays next to both, and only 47 Pz attacks
    assert first.place("46 Pz") == HERE and first.units_with("engaged") == ["47 Pz"]
    after = result(first, 4, announced=1)
    assert after.var("impulse") == 2


@pytest.mark.rule("TRC-12.4a")
def test_nobody_defends_twice_in_an_impulse() -> None:
    # over the strait an attack is free for each, so that a second one could come later
    state = combat("axis", {"13 Inf": "KK20", "12 Inf": "KK20", "8 TkC": "KK19"})
    once = fight(state, "KK19", ["12 Inf"], 6, announced=-4)
    assert once.var("result") == 3 and once.place("8 TkC") == "KK19"
    assert (once.decision, once.var("impulse")) == ("movement", 2)


@pytest.mark.rule("TRC-12.4a")
def test_a_defender_who_was_driven_into_another_battle_neither_helps_nor_falls() -> None:
    """D-35: only over the strait can somebody retreat to where another battle is still due."""
    coast = {"46 Pz": "LL18", "47 Pz": "LL18", "7 TkC": "LL19", "8 TkC": "LL19"}
    strait = {"13 Inf": "KK20", "12 Inf": "KK20", "11 TkC": "KK19"}
    state = fight(combat("axis", {**coast, **strait}), "LL19", ["46 Pz", "47 Pz"], 5, announced=1)
    fled = play(state, "lose 46 Pz", "lose 7 TkC")
    assert fled.place("8 TkC") == "KK19" and fled.decision == "battle"
    # three factors across the strait, not six
    second = engage(fled, "KK19", ["13 Inf", "12 Inf"])
    assert strengths(second) == (7, 6, 1)
    # DR at even odds would send both away
    assert result(second, 6).place("8 TkC") == "KK19"


# -- 12.5 -----------------------------------------------------------------------------------

TANKS = {
    "1 TkC": "J16", "6 TkC": "I16",
    "24 Pz": "J17", "39 Pz": "J17", "12 Inf": "J17", "13 Inf": "H16", "5 A": "M12",
}  # fmt: skip
"""The illustration of 12.5, with the Germans that its caption asks for."""


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d", "TRC-8.3a", "TRC-4.0b")
def test_the_tank_corps_of_the_illustration() -> None:
    state = at("russian", units=TANKS)
    assert not reach(state, "6 TkC")
    ways = reach(state, "1 TkC")
    assert {"J15", "K15"} <= ways
    assert play(state, "move 1 TkC", "to J15").decision == "leg"
    # both stay, and both surrender before any battle: told before it happens
    owed = {str(o): (o.lost, o.rule) for o in state.obligations}
    assert owed == {u: ((u,), "TRC-12.5d") for u in ("1 TkC", "6 TkC")}
    stayed = play(state, "end-movement")
    assert {stayed.place(u) for u in ("1 TkC", "6 TkC")} == {"surrendered"}
    # one goes
    gone = play(go(state, "1 TkC", "J15", "J14"), "end-movement")
    assert gone.place("1 TkC") == "J14" and gone.place("6 TkC") == "surrendered"


@pytest.mark.rule("TRC-12.5c", "TRC-12.5e")
def test_nobody_is_obliged_to_help() -> None:
    units = {**TANKS, "11 A": "K15", "12 A": "K15"}
    state = at("russian", units=units)
    assert may(state, "end-movement")
    # with eleven more factors against forty both would have an attack
    helped = go(go(state, "11 A", "K16"), "12 A", "K16")
    ended = play(helped, "end-movement")
    assert ended.decision == "battle"
    assert {ended.place(u) for u in ("1 TkC",)} == {"J16"}


@pytest.mark.rule("TRC-12.5b")
def test_nobody_moves_into_an_illegal_attack_that_others_could_mend() -> None:
    strong = {"11 A": HERE, "12 A": HERE, "13 Inf": "Y20"}
    # three against twelve is legal
    assert may(go(at("axis", units=strong), "13 Inf", "Y19"), "end-movement")
    units = {"11 A": "R9", "12 A": "R9", "13 Inf": "T10", "46 Pz": "U11"}
    state = go(at("axis", units=units), "13 Inf", "S9")
    with refused("TRC-12.5b"):
        play(state, "end-movement")
    assert may(go(state, "46 Pz", "S9"), "end-movement")
    # with nobody else to come, it may end, and he surrenders
    alone = go(at("axis", units={u: units[u] for u in ("11 A", "12 A", "13 Inf")}), "13 Inf", "S9")
    assert play(alone, "end-movement").place("13 Inf") == "surrendered"


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d")
def test_the_owner_chooses_who_surrenders_and_no_more_than_must() -> None:
    """D-19: two hexes of strong enemies, two attackers; one alone can attack one of them."""
    # nobody reaches 1-6 against either: both surrender unasked
    units = {"5 ParaC": "Z18", "1 ParaC": "X18", "24 Pz": HERE, "39 Pz": HERE}
    state = play(at("russian", units=units), "end-movement")
    assert {state.place("5 ParaC"), state.place("1 ParaC")} == {"surrendered"}
    # three together reach 1-6 against sixteen
    units["8 ParaC"] = "Z18"
    state = play(at("russian", units=units), "end-movement")
    assert state.place("5 ParaC") == "Z18" and strengths(
        engage(state, HERE, ["5 ParaC", "1 ParaC", "8 ParaC"])
    ) == (3, 16, -6)
    # against eight each, with one of two to attack both, who attacks alone is free to choose
    split = {"5 TkC": HERE, "3 CavC": "X6", "24 Pz": "Y17", "39 Pz": "X19", "12 Inf": "X19"}
    split |= {"49 Mtn": "X19"}
    state = play(at("russian", units=split), "end-movement")
    assert state.place("5 TkC") == "surrendered"


@pytest.mark.rule("TRC-12.5a", "TRC-12.5d")
def test_soaking_off_at_one_to_six_and_no_worse() -> None:
    units = {"46 Pz": HERE, "13 Inf": HERE, "8 TkC": "Y17", "11 A": "X19", "12 A": "X19"}
    state = combat("axis", units)
    # three factors hold twelve, so that six attack three
    assert odds(state, "X19", ["13 Inf"]) == (3, 12, -4)
    assert odds(state, "Y17", ["46 Pz"]) == (6, 3, 2)
    # against twice twelve in a city (1-8) he may not
    city = {"46 Pz": "W20", "13 Inf": "W20", "11 A": "W19", "12 A": "W19", "8 TkC": "X21"}
    state = combat("axis", city)
    with refused("TRC-12.5a"):
        play(state, "attack W19", "join 13 Inf", "fight")


@pytest.mark.rule("TRC-12.1c")
def test_a_battle_is_over_before_the_next_begins() -> None:
    units = {"46 Pz": HERE, "47 Pz": HERE, "8 TkC": "Y17", "5 TkC": "X19"}
    fled = fight(combat("axis", units), "Y17", ["46 Pz"], 6, announced=1)
    # the retreat first, by the attacker
    assert fled.decision == "retreat to" and fled.to_move == "axis"
    assert not names(fled, "attack")
    # in the impulse whose movement has just ended
    assert fled.var("impulse") == 1
    moved = play(fled, sorted(fled.legal_actions.names())[0])
    assert not names(moved, "move")

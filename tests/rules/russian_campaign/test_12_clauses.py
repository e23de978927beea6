"""Sections 12 and 13, clause by clause: the duty to attack, and the state after a battle."""

from __future__ import annotations

import pytest

from .battle_positions import (
    combat,
    engage,
    fight,
    go,
    may,
    names,
    play,
    refused,
    result,
    strengths,
)
from .turn_positions import walk

HERE = "Y18"
AE, A1, AR, CONTACT, EX, DR, D1, DE, DS = range(9)

NEAR, ACROSS, BESIDE = "KK19", "KK20", "LL19"
"""The two sides of the Kerch Strait, and a hex next to the first of them by land."""


@pytest.mark.rule("TRC-12.3a", "TRC-8.5.2b", "TRC-12.1a")
def test_nobody_is_bound_across_the_strait_but_everybody_by_land() -> None:
    state = combat("axis", {"13 Inf": ACROSS, "12 Inf": ACROSS, "8 TkC": NEAR})
    assert may(state, "end-combat") and may(state, f"attack {NEAR}")
    # who lets it be is not asked again
    over = play(state, "end-combat")
    assert (over.decision, over.var("impulse")) == ("movement", 2)
    # nor does anybody two hexes away oblige him
    far = combat("axis", {"13 Inf": ACROSS, "12 Inf": ACROSS, "8 TkC": NEAR, "5 TkC": "JJ22"})
    assert names(far, "attack") == {NEAR} and may(far, "end-combat")
    land = combat("axis", {"13 Inf": BESIDE, "12 Inf": ACROSS, "8 TkC": NEAR})
    assert not may(land, "end-combat")


@pytest.mark.rule("TRC-12.3a", "TRC-16.2d")
def test_enemies_next_to_winners_are_bound_for_those_across_the_strait() -> None:
    """They alone can attack whom the winners stand next to."""
    units = {"46 Pz": BESIDE, "13 Inf": ACROSS, "12 Inf": ACROSS, "8 TkC": NEAR}
    state = combat("axis", units, flags={"victor": ["46 Pz"]})
    # the one thing that is to be done is done unasked
    assert state.decision == "forces" and state.hexes_with("beset") == [NEAR]
    assert names(state, "join") == {"13 Inf", "12 Inf"}
    free = combat("axis", {u: h for u, h in units.items() if u != "46 Pz"})
    assert may(free, "end-combat")


@pytest.mark.rule("TRC-12.1a", "TRC-12.4a", "TRC-8.5.2b")
def test_when_the_bound_have_fought_the_free_may_let_be() -> None:
    """46 Pz stays in contact with its enemy; the attack across the strait is nobody's duty."""
    units = {"46 Pz": "Z18", "8 TkC": HERE, "13 Inf": ACROSS, "12 Inf": ACROSS, "11 TkC": NEAR}
    state = combat("axis", units)
    with refused("TRC-12.1a"):
        play(state, "end-combat")
    after = fight(state, HERE, ["46 Pz"], 4, announced=1)
    assert (after.place("46 Pz"), after.place("8 TkC")) == ("Z18", HERE)
    assert names(after, "attack") == {NEAR} and may(after, "end-combat")


@pytest.mark.rule("TRC-12.4a", "TRC-13.2a")
def test_the_second_battle_of_an_impulse_is_fought_by_others_and_at_its_own_odds() -> None:
    """9-1 by two of the best, then 1-6, at which there is nothing to announce."""
    strong, weak = dict.fromkeys(("GD Pz", "40 Pz"), "Z18"), {"15 Mtn": "AA14"}
    units = {**strong, "5 TkC": HERE, **weak, **dict.fromkeys(("11 A", "12 A"), "AA13")}
    state = fight(combat("axis", units, russian=["AA14"]), HERE, strong, 2, announced=9)
    assert set(state.units_with("fought")) >= set(strong)
    assert state.units_with("engaged") == list(weak)
    assert state.var("announced odds") == state.var("odds") == -6
    assert result(state, 1).place("15 Mtn") == "pool"


@pytest.mark.rule("TRC-12.1a", "TRC-12.5a", "TRC-12.3a")
@pytest.mark.parametrize("options", [(), ("D-10",)])
def test_workers_and_leaders_must_be_attacked_though_they_attack_nobody(
    options: tuple[str, ...],
) -> None:
    """D-10 frees them from attacks of their own."""
    for foe in ("Kharkov Worker", "Stalin", "Stavka"):
        state = combat("axis", {"13 Inf": "Z18", foe: HERE}, options=options)
        assert (state.units_with("engaged"), state.hexes_with("beset")) == (["13 Inf"], [HERE])


@pytest.mark.rule("TRC-16.2b", "TRC-10.3.2d", "TRC-12.4a")
def test_what_the_first_combat_phase_leaves_for_the_second_impulse() -> None:
    """Who won is remembered; who landed, moved, attacked or was attacked is not."""
    units = {"46 Pz": "Z18", "8 TkC": HERE, "47 Pz": "Z22", "13 Inf": "JJ22", "12 Inf": "CC20"}
    state = combat(
        "axis", units, flags={"victor": ["47 Pz"], "landed": ["13 Inf"], "pinned": ["12 Inf"]}
    )
    second = fight(state, HERE, ["46 Pz"], 4, announced=1)
    assert (second.decision, second.var("impulse")) == ("movement", 2)
    assert second.units_with("spent") == ["47 Pz"]
    assert "12 Inf" not in second.units_with("pinned")
    for flag in ("victor", "landed", "moved", "fought", "attacked"):
        assert second.units_with(flag) == [], flag


@pytest.mark.rule("TRC-13.3f", "TRC-14.2b", "TRC-13.3h", "TRC-13.3g", "TRC-13.3i")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("die", "announced", "code"), [(5, 1, EX), (6, 1, DR), (6, 2, D1)])
def test_defenders_in_the_open_retreat(side: str, die: int, announced: int, code: int) -> None:
    forces, lost, left, other = {
        "axis": (["46 Pz", "47 Pz"], "5 TkC", "8 TkC", "russian"),
        "russian": (["11 A", "12 A"], "13 Inf", "17 Inf", "axis"),
    }[side]
    units = dict.fromkeys(forces, "Z18") | {lost: HERE, left: HERE}
    state = fight(combat(side, units), HERE, forces, die, announced)
    assert state.var("result") == code
    if code == EX:
        assert state.to_move == side
        state = play(state, f"lose {forces[0]}")
    if code in (EX, D1):
        assert state.to_move == other and names(state, "lose") == {lost, left}
        state = play(state, f"lose {lost}")
    else:
        state = play(state, f"retreat {lost}", "retreat-to X18", "retreat-to W18")
        assert state.place(lost) == "W18"
    assert (state.decision, state.to_move) == ("retreat to", side)
    on = play(state, "retreat-to X18")
    # one hex is enough on EX alone (13.3)
    assert may(on, "halt") == (code == EX)
    assert play(on, "retreat-to W18").place(left) == "W18"


@pytest.mark.rule("TRC-13.3b", "TRC-13.3c", "TRC-14.2a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("die", "code"), [(2, A1), (3, AR)])
def test_attackers_in_the_open_retreat_one_hex_or_two(side: str, die: int, code: int) -> None:
    forces, target = {
        "axis": (["46 Pz", "47 Pz"], "11 A"), "russian": (["8 TkC", "5 TkC"], "12 Inf"),
    }[side]  # fmt: skip
    units = dict.fromkeys(forces, "Z18") | {target: HERE}
    state = fight(combat(side, units), HERE, forces, die, 1)
    assert (state.var("result"), state.to_move) == (code, side)
    lost, left = forces
    if code == A1:
        assert names(state, "lose") == set(forces)
        state = play(state, f"lose {lost}")
        assert state.place(lost) == "pool"
    else:
        state = play(state, f"retreat {lost}", "retreat-to AA18", "halt")
        assert state.place(lost) == "AA18"
    on = play(state, "retreat-to AA18")
    assert may(on, "halt") and play(on, "retreat-to BB18").place(left) == "BB18"
    assert state.place(target) == HERE


@pytest.mark.rule("TRC-14.2a", "TRC-14.2b", "TRC-13.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("code", [A1, AR, EX, DR, D1])
def test_who_is_in_woods_does_not_retreat(side: str, code: int) -> None:
    """P9 is wooded, P10 is not: the losses stand, the others go or stay."""
    die, announced = {A1: (2, 1), AR: (3, 1), EX: (5, 1), DR: (6, 1), D1: (6, 2)}[code]
    us, them = {
        "axis": (["46 Pz", "47 Pz"], ["8 TkC", "5 TkC"]),
        "russian": (["11 A", "12 A"], ["13 Inf", "17 Inf"]),
    }[side]
    attackers = code in (A1, AR)
    ours, theirs = ("P9", "P10") if attackers else ("P10", "P9")
    units = dict.fromkeys(us, ours) | dict.fromkeys(them, theirs)
    state = fight(combat(side, units), theirs, us, die, announced)
    while state.decision == "loss":
        state = play(state, f"lose {us[0] if state.to_move == side else them[0]}")
    # everybody who is not lost is where he was, and nobody is asked
    assert "retreat" not in (state.decision or "")
    gone = {A1: {us[0]}, EX: {us[0], them[0]}, D1: {them[0]}}.get(code, set())
    assert {u: state.place(u) for u in units} == {
        u: "pool" if u in gone else h for u, h in units.items()
    }


@pytest.mark.rule("TRC-12.4a", "TRC-13.3i", "TRC-13.3e")
def test_those_of_an_earlier_battle_are_not_lost_in_a_later_one() -> None:
    units = {"46 Pz": "Z18", "8 TkC": HERE, "48 Pz": "BB12", "3 TkC": "BB11", "4 TkC": "BB11"}
    state = fight(combat("axis", units), HERE, ["46 Pz"], 6, announced=1)
    fled = play(state, "retreat-to X18", "retreat-to W18")
    assert fled.place("8 TkC") == "W18"
    second = fight(fled, "BB11", ["48 Pz"], 5, announced=1)
    # the attacker had one unit to lose, the defender chooses of two
    assert second.place("48 Pz") == "pool" and second.to_move == "russian"
    assert names(second, "lose") == {"3 TkC", "4 TkC"}


@pytest.mark.rule("TRC-12.4a", "TRC-13.3b", "TRC-13.3a")
@pytest.mark.parametrize(("die", "announced"), [(2, 1), (1, -6)])
def test_those_who_attacked_before_are_not_lost_in_a_later_battle(die: int, announced: int) -> None:
    units = {"46 Pz": "Z18", "8 TkC": HERE, "48 Pz": "BB12", "47 Pz": "BB12", "3 TkC": "BB11"}
    state = fight(combat("axis", units), HERE, ["46 Pz"], 4, announced=1)
    assert state.place("46 Pz") == "Z18"
    second = fight(state, "BB11", ["48 Pz", "47 Pz"], die, announced)
    if announced == 1:
        assert names(second, "lose") == {"48 Pz", "47 Pz"}
        second = play(second, "lose 47 Pz")
    assert second.place("46 Pz") == "Z18" and second.place("47 Pz") == "pool"


@pytest.mark.rule("TRC-12.1b", "TRC-12.3c", "TRC-12.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_attacker_puts_his_battles_together(side: str) -> None:
    units = {
        "axis": {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": HERE, "5 TkC": "Z17"},
        "russian": {"11 A": "Z18", "12 A": "Z18", "13 Inf": HERE, "17 Inf": "Z17"},
    }[side]
    state = combat(side, units)
    assert (state.decision, state.to_move) == ("battle", side)
    assert names(state, "attack") == {HERE, "Z17"}
    begun = play(state, f"attack {HERE}")
    assert (begun.decision, begun.to_move) == ("forces", side)
    first, second = list(units)[:2]
    assert names(begun, "join") == {first, second} and names(begun, "with") == {"Z17"}
    joined = play(begun, f"join {second}")
    assert (joined.decision, joined.to_move) == ("forces", side)


@pytest.mark.rule("TRC-13.1b", "TRC-13.2a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_each_attacker_announces_his_own_odds(side: str) -> None:
    units = {"axis": {"46 Pz": "Z18", "8 TkC": HERE}, "russian": {"11 A": "Z18", "13 Inf": HERE}}
    state = combat(side, units[side])
    state = state if state.decision == "odds" else play(state, f"attack {HERE}")
    assert (state.decision, state.to_move) == ("odds", side)
    assert names(state, "odds") == {"-6", "-5", "-4", "-3", "-2", "1", "2"}
    assert {result(state, 3, n).var("result") for n in (2,)} == {CONTACT}


@pytest.mark.rule("TRC-13.1b", "TRC-13.2a")
def test_at_one_to_six_nothing_is_announced() -> None:
    """Two factors against twelve: the worst column, and the die at once."""
    state = combat("axis", {"SS Res": "Z18", "11 A": HERE, "12 A": HERE})
    assert (state.decision, strengths(state)) == ("combat", (2, 12, -6))
    assert play(state, "roll 6").var("announced odds") == -6
    assert play(state, "roll 3").place("SS Res") == "pool"
    # at 1-5 there is a choice of two
    five = combat("axis", {"13 Inf": "Z18", "11 A": HERE, "12 A": HERE, "8 TkC": HERE})
    assert names(five, "odds") == {"-6", "-5"}


@pytest.mark.rule("TRC-16.1a", "TRC-13.2a", "TRC-13.3k")
@pytest.mark.parametrize(("last", "factors", "best"), [("13 Inf", 19, 9), ("12 Inf", 20, 10)])
def test_ten_to_one_in_a_combat_phase_needs_no_die(last: str, factors: int, best: int) -> None:
    forces = ["24 Pz", "39 Pz", last]
    state = engage(combat("axis", dict.fromkeys(forces, "Z18") | {"5 TkC": HERE}), HERE, forces)
    assert strengths(state) == (factors, 2, best)
    assert max(int(n) for n in names(state, "odds")) == best
    # nine to one is rolled for: a one drives off, a three eliminates
    assert play(state, "odds 9", "roll 3").place("5 TkC") == "pool"
    assert play(state, "odds 9", "roll 1").decision == "retreat to"
    if best == 10:
        assert play(state, "odds 10").place("5 TkC") == "surrendered"


@pytest.mark.rule("TRC-16.1a", "TRC-13.2a", "TRC-13.1b", "TRC-12.4a")
@pytest.mark.parametrize(("turn", "best"), [(9, 9), (10, 10)])
def test_russians_roll_at_ten_to_one_until_november_1942(turn: int, best: int) -> None:
    """16.4: before that they win nothing without a die."""
    forces = ["1G TkA", "2G TkA", "1 TkC"]
    units = {"1G TkA": "Z18", "2G TkA": "Z18", "1 TkC": "Z19", "Rum 5 Inf": HERE}
    state = engage(combat("russian", units, turn=turn), HERE, forces)
    assert strengths(state)[:2] == (20, 2)
    assert max(int(n) for n in names(state, "odds")) == best
    assert play(state, "odds 9").decision == "combat"
    if best == 10:
        assert play(state, "odds 10").place("Rum 5 Inf") == "surrendered"
    # who attacks at two to one is offered no more than that
    even = engage(combat("russian", {"11 A": "Z18", "13 Inf": HERE}, turn=turn), HERE, ["11 A"])
    assert max(int(n) for n in names(even, "odds")) == 2


@pytest.mark.rule("TRC-13.2a", "TRC-17.2.1d", "TRC-12.4a", "TRC-13.3g")
@pytest.mark.parametrize(("die", "announced", "code"), [(5, 4, DE), (6, 4, DS), (5, 1, EX)])
def test_control_is_looked_at_again_when_a_battle_is_over(
    die: int, announced: int, code: int
) -> None:
    """Kursk falls to those next to it when its defender is gone; 24 factors against twice three."""
    us = ["24 Pz", "39 Pz", "41 Pz"]
    units = dict.fromkeys(us, "Y13") | {"8 TkC": "X13"}
    state = fight(combat("axis", units, russian=["X13"]), "X13", us, die, announced)
    if code == EX:
        assert state.decision == "loss" and "X13" in state.hexes_with("russian control")
        state = play(state, "lose 24 Pz")
    assert state.place("8 TkC") in ("pool", "surrendered") and state.var("impulse") == 2
    assert "X13" in state.hexes_with("axis control")
    assert "X13" not in state.hexes_with("russian control")


@pytest.mark.rule("TRC-13.3g", "TRC-13.2a")
def test_after_an_exchange_control_changes_as_ever() -> None:
    """In the next battle of the phase, and in the movement that follows."""
    units = {"46 Pz": "Z18", "8 TkC": HERE, "24 Pz": "Y13", "39 Pz": "Y13", "5 TkC": "X13"}
    state = combat("axis", units, russian=["X13"])
    first = fight(state, HERE, ["46 Pz"], 4, announced=2)
    assert (first.place("46 Pz"), first.place("8 TkC")) == ("pool", "pool")
    second = fight(first, "X13", ["24 Pz", "39 Pz"], 6, announced=2)
    assert second.place("5 TkC") == "pool" and "X13" in second.hexes_with("axis control")
    # the Russian comes and takes it back
    units = {"46 Pz": "Z18", "8 TkC": HERE, "3 CavC": "X15"}
    state = fight(combat("axis", units, axis=["X13"]), HERE, ["46 Pz"], 4, announced=2)
    moving = walk(state, "movement", "russian", 1)
    assert "X13" in moving.hexes_with("axis control")
    came = go(moving, "3 CavC", "X14")
    assert "X13" in came.hexes_with("russian control")


@pytest.mark.rule("TRC-4.0a", "TRC-4.4a")
def test_a_battle_is_forgotten_when_the_turn_is_over() -> None:
    units = {"11 A": "Z18", "12 A": "Z18", "13 Inf": HERE}
    aircraft = {"stukas": 2, "sturmoviks": 2}
    state = combat("russian", units, 2, variables=aircraft)
    fought = fight(state, HERE, ["11 A", "12 A"], 3, announced=3)
    told = ("attack total", "defence total", "odds", "announced odds", "result")
    assert [fought.var(name) for name in told[:4]] == [12, 3, 4, 3]
    # before the weather of the next turn is known, no aircraft are either
    told += ("stukas", "sturmoviks")
    new = walk(fought, "weather")
    assert new.turn == 9
    assert [new.var(name) for name in told] == [0, 0, 1, 1, -1, 0, 0]
    assert [walk(new, "movement", "axis", 1).var(name) for name in told[:5]] == [0, 0, 1, 1, -1]

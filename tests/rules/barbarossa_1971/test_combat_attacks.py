"""Attacks: which units may attack which hexes, the limits and the freedoms."""

from __future__ import annotations

import pytest

from .battle_positions import (
    AUGUST,
    DECEMBER,
    MARCH,
    at,
    declared,
    names,
    on,
    play,
    refused,
    second,
    walk,
)

NEAR = {"0534": "1AxSup", "0734": "1SovSup"}
"""Supply of both sides beside 0634."""


@pytest.mark.rule("SPI-CBT-GEN1", "SPI-CBT-A1", "SPI-CBT-A2")
def test_combat_is_between_neighbours() -> None:
    """Two hexes off nobody is attacked, and nobody that stands two hexes off joins."""
    units = {"0633": "1AxSup", "0634": "1PzA", "0635": "1Inf", "0637": "2Inf", "0632": "1InA"}
    state = at("axis fight", units)
    assert names(state, "attack") == {"0635"}
    with refused("SPI-CBT-A1", "next to it"):
        play(state, "attack 0637")
    with refused("SPI-CBT-A2", "not next to"):
        play(at("axis fight", units | {"0535": "2PzA"}), "attack 0635", "with 1InA")
    # 1InA stands two hexes from the target; nobody else can join, so the attack is declared at once
    assert play(state, "attack 0635").units_with("attacking") == ["1PzA"]
    # the same for the Soviets
    units = {"0633": "1PzA", "0634": "1Inf", "0635": "1SovSup, 2Inf", "0632": "2PzA"}
    soviet = at("soviet fight", units)
    assert names(soviet, "attack") == {"0633"}
    assert play(soviet, "attack 0633").units_with("attacking") == ["1Inf"]


@pytest.mark.rule("SPI-CBT-GEN1")
def test_each_side_attacks_in_its_own_combat_phase() -> None:
    """The phasing player attacks, whatever the strengths; the other chooses the table."""
    units = {"0634": "1Inf, 1SovSup", "0635": "1PzA, 1AxSup"}
    axis, soviet = at("axis fight", units), at("soviet fight", units)
    assert (names(axis, "attack"), names(soviet, "attack")) == ({"0634"}, {"0635"})
    assert declared(axis, "0634", "1PzA").to_move == "soviet"
    assert declared(soviet, "0635", "1Inf").to_move == "axis"


@pytest.mark.rule("SPI-CBT-GEN1", "SPI-SEQ-D")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_who_could_not_strike_back_is_attacked_too(side: str) -> None:
    """The phase is met though the other side, without supply units, could attack nobody."""
    supply = {"axis": "1AxSup", "soviet": "1SovSup"}[side]
    own, other = ("1PzA", "1Inf") if side == "axis" else ("1Inf", "1PzA")
    units = {"0634": f"{own}, {supply}", "0635": other}
    state = walk(at(f"{side} move", units, bystanders=False), "attacks", side)
    assert names(state, "attack") == {"0635"}
    # nor does it begin because the other side could attack
    units = {"0634": own, "0635": f"{other}, {'1SovSup' if side == 'axis' else '1AxSup'}"}
    state = on(at(f"{side} move", units, bystanders=False), "movement")
    assert state.to_move == side and not names(state, "attack")


@pytest.mark.rule("SPI-CBT-GEN1", "SPI-SEQ-D")
def test_no_attack_is_made_in_a_movement_phase() -> None:
    """W38: neither before the Combat Phase nor after it."""
    units = NEAR | {"0635": "1PzA", "0634": "1Inf"}
    for state in (at("axis move", units), second(at("axis fight", units))):
        assert state.decision == "movement" and not names(state, "attack")


@pytest.mark.rule("SPI-CBT-B1")
def test_nobody_has_to_attack() -> None:
    """The Combat Phase is passed at once, and after an attack."""
    for side in ("axis", "soviet"):
        state = at(f"{side} fight", NEAR | {"0635": "1PzA", "0634": "1Inf", "0536": "2Inf"})
        assert names(state, "attack")
        done = walk(play(state, "end-combat"), "movement")
        assert done.to_move == side
    state = at("axis fight", NEAR | {"0635": "1PzA", "0634": "1Inf", "0536": "2Inf"})
    after = play(declared(state, "0634", "1PzA"), "stand", "roll 4")
    assert names(after, "end-combat") == {""}


@pytest.mark.rule("SPI-CBT-B2", "SPI-CBT-H1", "SPI-CBT-E")
def test_any_of_the_neighbours_take_part() -> None:
    """One of them, some, or all; of a stack also one alone."""
    units = {
        "0635": "1Shk",
        "0634": "1PzC, 2PzC, 3PzC, 1AxSup",
        "0535": "1PzA",
        "0536": "1InA",
        "0636": "2PzA",
        "0736": "2InA",
        "0735": "3PzA",
    }
    state = play(at("axis fight", units), "attack 0635")
    able = {"1PzC", "2PzC", "3PzC", "1PzA", "1InA", "2PzA", "2InA", "3PzA"}
    # alike counters of a hex are named by their first
    assert names(state, "with") >= able - {"2PzC", "3PzC"}
    with refused("SPI-CBT-B2"):
        play(state, "fight")
    assert names(play(state, "with 1PzA"), "with") == names(state, "with") - {"1PzA"}
    alone = declared(at("axis fight", units), "0635", "1PzC")
    assert (alone.var("attack"), alone.units_with("attacking")) == (3, ["1PzC"])
    everybody = declared(at("axis fight", units), "0635", ", ".join(sorted(able)))
    assert everybody.var("attack") == 9 + 33 + 10
    assert set(everybody.units_with("attacking")) == able


@pytest.mark.rule("SPI-CBT-H1", "SPI-CBT-H2", "SPI-CBT-C1", "SPI-CBT-C2")
def test_stackmates_fight_apart_and_each_once() -> None:
    """After its attack a unit is done and its target is, but its stackmates are not."""
    units = {"0634": "1PzA, 1InA, 1AxSup", "0635": "1Inf", "0735": "2Inf"}
    state = at("axis fight", units)
    once = play(declared(state, "0635", "1InA"), "stand", "roll 3")
    assert once.place("1Inf") == "0635"
    assert names(once, "attack") == {"0735"}
    with refused("SPI-CBT-C2", "have been attacked"):
        play(once, "attack 0635")
    # only the army that has not attacked is left to attack
    assert play(once, "attack 0735").units_with("attacking") == ["1PzA"]
    twice = play(declared(once, "0735", "1PzA"), "stand", "roll 4")
    # nobody is left who may attack
    assert names(twice, "attack") == set()
    # a unit that has attacked joins no other attack, though its stackmate makes one
    state = at("axis fight", units | {"0535": "2PzA"})
    once = play(declared(state, "0635", "2PzA"), "stand", "roll 4")
    assert names(once, "attack") == {"0735"}
    assert names(play(once, "attack 0735"), "with") == {"1PzA", "1InA"}


@pytest.mark.rule("SPI-CBT-C1")
def test_the_limit_of_one_attack_is_of_a_phase() -> None:
    """Next turn the same unit attacks the same enemy again, and so in the Soviet phases."""
    units = {"0634": "1PzA", "0633": "1AxSup", "0532": "2AxSup", "0635": "1Inf, 1SovSup"}
    state = at("axis fight", units)
    once = play(declared(state, "0635", "1PzA"), "stand", "roll 4")
    assert once.place("1Inf") == "0635"
    soviet = walk(once, "attacks", "soviet")
    assert names(soviet, "attack") == {"0634"}
    # 2AxSup is left and reaches 1PzA, six hexes being the range
    later = on(soviet, "attacks", "axis")
    assert names(later, "attack") == {"0635"}


@pytest.mark.rule("SPI-CBT-C2", "SPI-CBT-F")
def test_no_unit_of_a_stack_is_attacked_a_second_time() -> None:
    """Soviets, too, attack a hex once in a Combat Phase, and each unit once."""
    units = {"0635": "1PzC, 1InC", "0634": "1TkA, 2TkA", "0536": "3TkA, 1SovSup"}
    state = at("soviet fight", units, turn=33)
    once = play(declared(state, "0635", "3TkA"), "stand", "roll 4")
    assert {once.place("1PzC"), once.place("1InC")} == {"0635"}
    assert not names(once, "attack")


@pytest.mark.rule("SPI-CBT-F", "SPI-CBT-GEN2")
def test_all_defenders_of_a_hex_are_attacked_together() -> None:
    """Their strengths are added, those of support units as well; no unit is a target by itself."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf, 1TkC, 1MeC, 1SovSup"}
    state = at("axis fight", units)
    assert names(state, "attack") == {"0635"}
    out = declared(state, "0635", "1PzA")
    assert out.var("defence") == 4 + 1 + 2 + 1
    assert play(out, "give-ground", "roll 6").var("result") is not None
    dead = play(
        declared(at("axis fight", units | {"0535": "2PzA, 3PzA"}), "0635", "1PzA, 2PzA, 3PzA"),
        "stand",
        "roll 1",
    )
    assert {dead.place(u) for u in ("1Inf", "1TkC", "1MeC", "1SovSup")} == {"dead"}


@pytest.mark.rule("SPI-CBT-D1", "SPI-CBT-GEN2", "SPI-CBT-B2")
def test_several_hexes_are_attacked_as_one() -> None:
    """Their defences are summed, and one result falls on them all."""
    units = {"0634": "1PzA, 2PzA, 1AxSup", "0635": "1Inf", "0735": "2Inf, 1TkC", "0535": "3Inf"}
    state = at("axis fight", units)
    assert names(play(state, "attack 0635"), "also") == {"0735", "0535"}
    out = declared(state, "0635 0735", "1PzA, 2PzA")
    assert (out.var("attack"), out.var("defence"), out.var("column")) == (22, 9, 2)
    dead = play(out, "stand", "roll 1")
    assert {dead.place(u) for u in ("1Inf", "2Inf", "1TkC")} == {"dead"}
    assert dead.place("3Inf") == "0535"
    # both hexes have been attacked, and both armies have
    assert names(dead, "attack") == set()


@pytest.mark.rule("SPI-CBT-D1", "SPI-CBT-B2")
def test_one_unit_alone_attacks_several_hexes() -> None:
    """The Soviets, too."""
    units = {"0634": "1TkA, 1SovSup", "0635": "1PzC", "0735": "1InC"}
    out = declared(at("soviet fight", units), "0635 0735", "1TkA")
    assert (out.var("attack"), out.var("defence"), out.var("column")) == (6, 4, 1)


@pytest.mark.rule("SPI-CBT-D2", "SPI-CBT-B2")
def test_who_attacks_several_hexes_is_next_to_each() -> None:
    """A unit next to one of the hexes takes no part, and keeps the others out once it does."""
    # 0535 touches 0635 and not 0735; 0634 touches both
    units = {"0634": "1PzA, 1AxSup", "0535": "1InA", "0635": "1Inf", "0735": "2Inf"}
    state = at("axis fight", units)
    both = play(state, "attack 0635", "also 0735")
    assert "1InA" not in both.units_with("attacking") and "1InA" not in names(both, "with")
    joined = play(state, "attack 0635", "with 1InA")
    assert names(joined, "also") == set()
    one = play(state, "attack 0635")
    assert names(one, "with") == {"1PzA", "1InA"}


@pytest.mark.rule("SPI-CBT-D1", "SPI-CBT-A1")
def test_hexes_are_attacked_as_one_only_by_who_is_next_to_both() -> None:
    """Another army attacks far off, or beside the other hex."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0638": "2Inf", "0639": "2PzA"}
    state = at("axis fight", units, bystanders=False)
    assert names(state, "attack") == {"0635", "0638"}
    first = play(state, "attack 0635")
    assert not names(first, "also")
    assert first.units_with("attacking") == ["1PzA"]


@pytest.mark.rule("SPI-CBT-K")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER, MARCH])
def test_nobody_attacks_across_the_kerch_straits(turn: int) -> None:
    """Neither side, and not in winter; on land beside them there are attacks."""
    axis = {"4327": "1PzA, 1AxSup", "4328": "1Inf, 1SovSup"}
    assert names(at("axis fight", axis, turn), "attack") == set()
    assert names(at("soviet fight", axis, turn), "attack") == set()
    beside = axis | {"4326": "2Inf"}
    state = at("axis fight", beside, turn)
    assert names(state, "attack") == {"4326"}
    assert names(play(state, "attack 4326"), "also") == set()


@pytest.mark.rule("SPI-CBT-I", "SPI-SUPPLY-C1")
def test_nobody_attacks_without_a_supply_unit() -> None:
    """The mere way home is no supply for an attack; of two neighbours the one that has it goes."""
    units = {"0634": "1PzA", "0635": "1Inf"}
    assert names(at("axis fight", units), "attack") == set()
    assert names(at("soviet fight", {"0634": "1PzC", "0635": "1TkA"}), "attack") == set()
    assert names(at("axis fight", units | {"0524": "1AxSup"}), "attack") == set()
    # two others are in range of the supply unit, 1PzA is not
    far = units | {"0636": "2PzA", "0736": "3PzA", "0741": "1AxSup"}
    with refused("SPI-SUPPLY-C1", "out of Attack Supply"):
        play(at("axis fight", far), "attack 0635", "with 1PzA")
    # an enemy supply unit is none
    assert names(at("axis fight", units | {"0636": "1SovSup"}), "attack") == set()


@pytest.mark.rule("SPI-CBT-A1", "SPI-AIR-G")
def test_support_units_do_not_attack() -> None:
    """Neither supply units nor, by themselves, Luftwaffe units, which stand beside the enemy."""
    units = {"0634": "1Air, 1AxSup", "0635": "1Inf"}
    assert names(at("axis fight", units), "attack") == set()
    soviet = {"0634": "1AxSup", "0635": "1SovSup, 2SovSup"}
    assert names(at("soviet fight", soviet), "attack") == set()
    # with an army beside the enemy only the army is in the attack
    state = play(at("axis fight", units | {"0535": "1PzA"}), "attack 0635")
    assert state.units_with("attacking") == ["1PzA"]


@pytest.mark.rule("SPI-CBT-B2", "SPI-CBT-GEN1")
@pytest.mark.parametrize(
    ("side", "mine", "depot", "theirs"),
    [("axis", "1PzC, 1InC", "1AxSup", "1Inf"), ("soviet", "1TkC, 1MeC", "1SovSup", "1InC")],
)
def test_the_attacker_names_combat_units_of_his_own(
    side: str, mine: str, depot: str, theirs: str
) -> None:
    """Neither a supply unit beside the target nor an enemy."""
    units = {"0634": f"{mine}, {depot}", "0635": theirs}
    state = play(at(f"{side} fight", units), "attack 0635")
    assert (state.decision, state.to_move) == ("force", side)
    assert names(state, "with") == set(mine.split(", "))
    for stranger in (depot, theirs):
        with refused("SPI-CBT-A2"):
            play(state, f"with {stranger}")


@pytest.mark.rule("SPI-CBT-GEN1", "SPI-CBT-D1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_where_nobody_can_attack_nobody_is_asked(side: str) -> None:
    """Both sides are supplied and two hexes apart; or they are next to each other."""
    for gap, asked in (("0636", False), ("0635", True)):
        units = {"0634": "1PzA, 1AxSup", gap: "1TkA, 1SovSup", "0530": "2PzA", "0830": "2Inf"}
        state = at(f"{side} move", units, bystanders=False)
        out = play(state, "end-movement")
        assert (out.decision == "attacks") == asked
        assert out.to_move == side


@pytest.mark.rule("SPI-CBT-GEN1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_to_end_the_phase_is_to_pass(side: str) -> None:
    state = at(f"{side} fight", {})
    legal = state.legal_actions
    passes = [name for a, name in zip(legal.list(), legal.names(), strict=True) if state.is_pass(a)]
    assert passes == ["end-combat"]

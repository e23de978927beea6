"""Lifetimes of facts about units, hexes and battles: a move, a battle, a phase or longer.

A position as text shows all of them. Each case is compared just before the end of its lifetime, and
just after.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from eastfront._core import State

from . import movement_positions, war_positions
from .battle_positions import at, declared, names, on, play, second, walk
from .campaign_positions import EMPTY
from .movement_positions import AUGUST, goes, spent_by
from .test_kerch_and_finland import EAST, WEST, crossings, next_phase
from .test_overruns import overrun
from .war_positions import SECOND

Look = Callable[[State], Any]

UNITS = {
    "0634": "1PzA, 1AxSup",
    "0632": "1Air",
    "0635": "1Inf",
    "0834": "2PzA, 2AxSup, 2Air",
    "0835": "2Inf, 3Inf",
}
"""Two battles far apart, in each of which an air unit can assist."""
FIRST_BATTLE = ("0635", "1PzA")


def var(name: str) -> Look:
    """What a variable holds."""
    return lambda state: state.var(name)


def bearers(flag: str) -> Look:
    """The units with a flag."""
    return lambda state: state.units_with(flag)


def marked(flag: str) -> Look:
    """The hexes with a flag."""
    return lambda state: list(state.hexes_with(flag))


def lasting(name: str, look: Callable[[str], Look], *values: object, rules: str) -> Any:
    """A case: what is looked at, what it is before and after, and the rules that it tests."""
    return pytest.param(look(name), *values, marks=pytest.mark.rule(*rules.split()), id=name)


@cache
def _retreating() -> State:
    """1Inf, which gives ground, on its way out of 0635."""
    battle = declared(at("axis fight", UNITS), *FIRST_BATTLE, air={"1Air": "0634"})
    return play(battle, "give-ground", "roll 3")


def retreating() -> State:
    """A copy of the retreat of the first battle."""
    out = _retreating().copy()
    assert out.decision == "way"
    return out


def next_battle() -> State:
    """The first battle is over, and another may be begun."""
    out = retreating()
    while out.decision == "way":
        out.push(out.legal_actions.list()[0])
    assert out.decision == "attacks" and "0835" in names(out, "attack")
    return out


# -- a battle


@pytest.mark.parametrize(
    ("look", "meanwhile", "after"),
    [
        lasting("attacked hex", marked, ["0635"], [], rules="SPI-CBT-D1 SPI-CBT-A2"),
        lasting("attacking", bearers, ["1PzA"], [], rules="SPI-CBT-B2 SPI-SUPPLY-G"),
        lasting("retreating", bearers, ["1Inf"], [], rules="SPI-CBT-GEN7 SPI-CBT-L"),
        lasting("table", var, 1, 0, rules="SPI-CBT-GEN3"),
        lasting("result", var, 4, -1, rules="SPI-CBT-GEN4"),
        lasting("attack", var, 13, 0, rules="SPI-CBT-GEN2"),
        lasting("defence", var, 4, 0, rules="SPI-CBT-GEN2"),
        lasting("column", var, 3, 0, rules="SPI-CBT-GEN2"),
        lasting("air units assisting", var, 1, 0, rules="SPI-AIR-C SPI-AIR-GEN1"),
        lasting("assisted by the Luftwaffe", marked, ["0634"], [], rules="SPI-AIR-C"),
        lasting("supplies the attack", bearers, ["1AxSup"], [], rules="SPI-SUPPLY-G"),
        lasting("supplied for the attack", bearers, ["1PzA"], [], rules="SPI-SUPPLY-G"),
    ],
)
def test_what_is_known_of_a_battle_ends_with_it(
    look: Look, meanwhile: object, after: object
) -> None:
    """It holds while the loser retreats, and not as the next attack is named."""
    assert (look(retreating()), look(next_battle())) == (meanwhile, after)


@pytest.mark.rule("SPI-AIR-GEN1", "SPI-AIR-C", "SPI-AIR-P1")
def test_an_air_unit_adds_nothing_to_the_battle_after() -> None:
    """11 against 8 with nobody in the air, 13 with one air unit."""
    alone = declared(next_battle(), "0835", "2PzA")
    assert (alone.var("attack"), alone.var("defence")) == (11, 8)
    helped = declared(next_battle(), "0835", "2PzA", air={"2Air": "0834"})
    assert helped.var("attack") == 13


# -- a phase


@pytest.mark.parametrize(
    ("look", "meanwhile"),
    [
        lasting("has attacked", bearers, ["1PzA"], rules="SPI-CBT-C1"),
        lasting("was attacked", bearers, ["1Inf"], rules="SPI-CBT-C2 SPI-CBT-GEN2"),
        lasting("has assisted", bearers, ["1Air"], rules="SPI-AIR-B SPI-AIR-GEN1"),
        lasting("used up", bearers, ["1AxSup"], rules="SPI-SUPPLY-F2 SPI-SUPPLY-G"),
    ],
)
def test_who_has_taken_part_is_known_for_the_combat_phase(look: Look, meanwhile: object) -> None:
    """After the battle, and no more in the Second Movement Phase."""
    assert (look(next_battle()), look(second(next_battle()))) == (meanwhile, [])


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-CBT-C2")
def test_who_was_attacked_has_all_its_defence_in_the_second_movement_phase() -> None:
    """Eleven do not overrun four, whoever has attacked them before; they would a corps of one."""
    for lone, may in (("1Inf", False), ("1TkC", True)):
        state = at("axis fight", {"0634": "2PzA", "0635": lone, "0735": "1InC, 1AxSup"})
        fought = play(declared(state, "0635", "1InC"), "stand", "roll 6")
        assert fought.place(lone) == "0635" and lone in fought.units_with("was attacked")
        assert ("0635" in names(second(fought), "overrun")) == may


@pytest.mark.rule("SPI-BREAK-C3", "SPI-BREAK-C1", "SPI-BREAK-C7")
def test_who_broke_down_as_a_phase_began_combines_as_it_ends() -> None:
    """The corps take no part in the round in which they were put down, and do in the next."""
    state = play(at("axis break", {"0634": "1PzA"}), "break 1PzA")
    assert not names(state, "form")
    after = play(walk(state, "movement", "axis"), "end-movement")
    assert after.decision == "reorganization" and "1PzA" in names(after, "form")


# -- an overrun ends a move, and no phase


def moving(units: dict[str, str], phase: str = "") -> State:
    """A Movement Phase with an overrun at hand, of 1TkC in 0531 by 4PzA."""
    return movement_positions.at(f"axis move{phase}", {"0530": "4PzA", "0531": "1TkC", **units})


@pytest.mark.rule("SPI-OVR-E", "SPI-OVR-GEN4", "SPI-OVR-GEN3")
def test_who_moved_up_has_spent_its_points_after_the_overrun_of_another() -> None:
    """2PzA has gone five hexes."""
    moved = goes(moving({"0830": "2PzA"}), "2PzA", "0835")
    spent = spent_by(moved, "2PzA")
    assert spent == 5
    assert spent_by(overrun(moved, "0531", "4PzA"), "2PzA") == spent


@pytest.mark.rule("SPI-OVR-GEN4", "SPI-OVR-GEN3", "SPI-OVR-GEN6", "SPI-MOVE-H1")
def test_who_overran_is_known_for_the_phase_and_the_group_for_the_overrun() -> None:
    """Neither in the Second Movement Phase; nor that its move is finished."""
    done = overrun(moving({}), "0531", "4PzA")
    assert (done.units_with("overruns"), done.units_with("overran")) == ([], ["4PzA"])
    assert "4PzA" in done.units_with("moved") and "4PzA" not in names(done, "move")
    late = next_phase(done, "axis")
    assert late.units_with("overran") == [] == late.units_with("moved")
    assert "4PzA" in names(late, "move")


@pytest.mark.rule("SPI-MOVE-L2", "SPI-MOVE-L3")
def test_who_came_to_the_straits_has_not_waited_though_another_overruns() -> None:
    """In the phase in which it came; it has at the end of the next."""
    arrived = overrun(goes(moving({"4326": "1InC"}), "1InC", WEST), "0531", "4PzA")
    later = next_phase(arrived, "axis")
    assert later.units_with("waited at Kerch") == [] and not crossings(later, "1InC")
    assert crossings(next_phase(later, "axis"), "1InC") == {EAST}


@pytest.mark.rule("SPI-MOVE-L3", "SPI-MOVE-L1", "SPI-MOVE-L2")
@pytest.mark.parametrize("phase", ["", " 2"])
def test_who_has_crossed_rests_for_a_phase_though_another_overruns(phase: str) -> None:
    """In the phase after the crossing, and not in the one that follows, in this turn or later."""
    state = moving({WEST: "1InC [waited at Kerch]"}, phase)
    across = overrun(play(state, "move 1InC", f"cross {EAST}"), "0531", "4PzA")
    assert across.units_with("crossing Kerch") == ["1InC"]
    rest = next_phase(across, "axis")
    assert (rest.units_with("crossing Kerch"), rest.units_with("crossed Kerch")) == ([], ["1InC"])
    assert "1InC" not in names(rest, "move")
    assert "1InC" in names(next_phase(rest, "axis"), "move")


# -- a Player-Turn


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A4")
def test_isolation_is_watched_for_a_player_turn() -> None:
    """Who ends his own in supply is no longer isolated in that of the enemy."""
    state = at("axis move", {"0634": "1InA [isolated]"})
    late = second(state)
    assert late.units_with("isolated") == ["1InA"]
    enemy = on(late, "movement", "soviet")
    assert (enemy.turn, enemy.place("1InA"), enemy.units_with("isolated")) == (AUGUST, "0634", [])


# -- a Game-Turn and longer


def turn_later(**more: Any) -> tuple[State, State]:
    """The end of a Game-Turn, and the Axis in the next."""
    state = war_positions.at("soviet", SECOND, turn=14, **more)
    return state, war_positions.on(state, "movement", "axis")


BEGAN = "armies exited as the turn began with a line"
NOON = "all Soviet cities held as the Axis ended"


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        pytest.param(given, name, value, marks=pytest.mark.rule(*rules.split()), id=name)
        for given, name, value, rules in (
            ({}, "turn", 15, "SPI-SEQ-G"),
            ({"points lost": 5}, "points lost", 5, "SPI-MVIC-3 SPI-LEN-C"),
            ({"panzer corps replaced": 2}, "panzer corps replaced", 2, "SPI-CAMP-RA1"),
            ({"infantry corps replaced": 4}, "infantry corps replaced", 4, "SPI-CAMP-RA2"),
            ({"DE:pza lost": 1}, "DE:pza lost last turn", 1, "SPI-CAMP-RB1"),
            ({"DE:pza lost last turn": 1}, "DE:pza lost two turns ago", 1, "SPI-CAMP-RB1"),
            ({"DE:pza lost two turns ago": 1}, "DE:pza to be replaced", 1, "SPI-CAMP-RB1"),
            ({"SU:tkc due": 3}, "SU:tkc due", 3, "SPI-SEQ-H"),
            ({"armies exited": 7}, "armies exited", 7, "SPI-CVIC-S2B SPI-CVIC-S3"),
            ({BEGAN: 20}, "turns of a line after ten armies", 1, "SPI-CVIC-S2B"),
            ({BEGAN: 20}, "turns of a line after twenty armies", 1, "SPI-CVIC-S3"),
            ({BEGAN: 20}, BEGAN, 0, "SPI-CVIC-S2B SPI-CVIC-S3"),
            ({EMPTY: 1}, EMPTY, 1, "SPI-CVIC-A1"),
            ({NOON: 1}, NOON, 0, "SPI-CVIC-A3"),
        )
    ],
)
def test_what_is_counted_over_the_turns(given: dict[str, int], name: str, value: int) -> None:
    """What a later turn needs is kept as a Game-Turn ends, and what is of one turn is not."""
    before, after = turn_later(variables=given)
    assert {n: before.var(n) for n in given} == given
    assert (after.turn, after.to_move, after.var(name)) == (15, "axis", value)


@pytest.mark.rule("SPI-RAIL-M10", "SPI-RAIL-M11", "SPI-RAIL-M9")
def test_who_was_last_in_a_hex_is_known_for_the_whole_game() -> None:
    """And whether he came on the ground."""
    hexes = {"0727", "0728"}
    trod = movement_positions.trod("axis", hexes)
    state = movement_positions.at("soviet move 2", {"0634": "1Inf"}, more=trod)
    later = on(state, "movement", "axis")
    assert later.turn == AUGUST + 1
    for flag in ("trodden", "axis passed last"):
        assert hexes <= set(later.hexes_with(flag))
    assert "0634" in later.hexes_with("soviet passed last")


@pytest.mark.rule("SPI-SEQ-B", "SPI-CAMP-D1")
def test_the_last_player_turn_is_that_of_the_soviets_until_the_axis_begins() -> None:
    """While the Axis takes off an air unit in March, its Player-Turn has not begun."""
    state = war_positions.at("soviet", SECOND, turn=9, where={"1Air": "2201", "2Air": "2301"})
    between = war_positions.on(state, "red air force", "axis")
    assert (between.turn, between.var("phasing side")) == (10, 1)
    assert war_positions.on(between, "movement", "axis").var("phasing side") == 0


# -- the end of the game, after which nothing is forgotten


@pytest.mark.rule("SPI-SEQ-E", "SPI-SEQ-C")
def test_a_game_won_as_a_player_turn_ends_stands_after_its_combat_phase() -> None:
    """The last of twelve turns in which no Soviets are west of the line."""
    clear = {"turns without Soviets west of the line": 11}
    state = war_positions.at("axis", SECOND, turn=14, variables=clear)
    won = war_positions.on(state, "movement", "soviet")
    assert won.is_over and won.var("stage of the Player-Turn") == 2


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("stage of the Player-Turn", marks=pytest.mark.rule("SPI-SEQ-E", "SPI-SEQ-C")),
        pytest.param(BEGAN, marks=pytest.mark.rule("SPI-CVIC-S2B", "SPI-CVIC-S3")),
    ],
)
def test_what_is_of_a_player_turn_is_over_when_the_last_turn_is(name: str) -> None:
    """The campaign ends without a winner in its last month."""
    last = war_positions.data().charts["turn-track"]["turn"][-1]["turn"]
    state = war_positions.at("soviet", SECOND, turn=last, variables={BEGAN: 3})
    assert (state.var(BEGAN), state.var("stage of the Player-Turn")) == (3, 2)
    over = war_positions.on(state, "movement", "axis")
    assert over.is_over and over.turn == last and over.var(name) == 0

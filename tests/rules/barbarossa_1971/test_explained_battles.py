"""Explanations of battles: each part is named, with its rule."""

from __future__ import annotations

from functools import partial

import pytest

import eastfront as ef
from eastfront.questions.battle import column_of

from .battle_positions import AUGUST, DECEMBER, at, declared, game, play

AIR = {"0525": "1Air", "0628": "1AxSup", "0629": "2AxSup", "0529": "1PzA", "0530": "1Inf"}
"""A Panzer army beside an infantry army, in reach of an air unit and of two supply units."""
TABLES = ("stand", "give-ground")


def lines(battle: object) -> list[str]:
    """The lines of an explanation."""
    return [line.strip() for line in str(battle).split("\n")]


@pytest.mark.rule("SPI-AIR-GEN1", "SPI-WINTER-C")
@pytest.mark.parametrize(
    ("turn", "told", "totals"),
    [
        (AUGUST, "support: 2 (SPI-AIR-GEN1)", "totals:  13 against 4, odds 3:1"),
        (DECEMBER, "support: 1 (SPI-WINTER-C, SPI-AIR-GEN1)", "totals:  12 against 4, odds 3:1"),
    ],
)
def test_what_the_luftwaffe_adds_is_told_apart(turn: int, told: str, totals: str) -> None:
    state = at("axis fight", AIR, turn)
    battle = state.battle("0530", ["1PzA"], supports=["luftwaffe"])
    assert told in lines(battle) and totals in lines(battle)
    assert battle.support == (2 if turn == AUGUST else 1)
    bare = state.battle("0530", ["1PzA"])
    assert bare.support == 0 and "support" not in str(bare)


@pytest.mark.rule("SPI-CBT-T1", "SPI-CBT-T2", "SPI-CBT-J")
def test_what_doubles_a_defender_is_told_with_its_rule() -> None:
    """Rough ground, a river, both, and Finland."""
    rough = at("axis fight", {"0926": "1PzA, 1AxSup", "0927": "1Inf, 1SovSup"})
    told = lines(rough.battle("0927", ["1PzA"]))
    assert "defence: 1Inf 4 as 8 (SPI-CBT-T1)" in told
    assert "defence: 1SovSup 1 as 2 (SPI-CBT-T1)" in told
    river = at("axis fight", {"1029": "1PzA, 1AxSup", "1130": "1Inf"})
    assert "defence: 1Inf 4 as 8 (SPI-CBT-T2)" in lines(river.battle("1130", ["1PzA"]))
    both = at("axis fight", {"2317": "1PzA, 1AxSup", "2416": "1Inf"})
    told = lines(both.battle("2416", ["1PzA"]))
    assert "defence: 1Inf 4 as 8 (SPI-CBT-T1, SPI-CBT-T2)" in told
    finns = at("soviet fight", {"0118": "1FinA", "0119": "1TkA, 1SovSup"})
    assert "defence: 1FinA 4 as 8 (SPI-CBT-J)" in lines(finns.battle("0118", ["1TkA"]))


@pytest.mark.rule("SPI-CBT-G1", "SPI-CBT-G2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "rule"),
    [
        ("1PzA", "1Inf", "2:1", "SPI-CBT-G1"),
        ("1PzA, 2PzC, 3PzC, 4PzC", "1TkA", "4:1", ""),
        ("1InC, 2InC", "1Inf", "1:2", ""),
        ("1PzC", "1Inf", "1:2", "SPI-CBT-G2"),
    ],
)
def test_which_rule_rounds_the_odds_is_told_where_they_are_rounded(
    attackers: str, defenders: str, odds: str, rule: str
) -> None:
    units = {"0634": f"{attackers}, 1AxSup", "0635": defenders}
    battle = at("axis fight", units).battle("0635", attackers.split(", "))
    assert battle.odds == odds
    text = "odds rounded in the defender's favour"
    assert ((rule, text) in battle.facts) == bool(rule)
    assert (f"{text} ({rule})" in lines(battle)) == bool(rule) == (text in str(battle))
    if rule:
        off = ef.without(game(), rule)
        other = ef.position(at("axis fight", units).text(), off)
        assert text not in str(other.battle("0635", attackers.split(", ")))


@pytest.mark.rule("SPI-CBT-G2", "SPI-CBT-GEN4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "column"),
    [
        ("1PzC", "1Inf, 1Shk", "1:5", "1:3"),
        ("1PzC", "1Shk", "1:3", "1:3"),
        ("1PzA", "1SovSup", "11:1", "9:1 or more"),
        ("1PzC, 2PzC, 3PzC", "1SovSup", "9:1", "9:1 or more"),
        ("1PzC, 2PzC, 1InC, 2InC", "1SovSup", "8:1", "8:1"),
    ],
)
def test_the_column_told_is_the_one_that_is_used(
    attackers: str, defenders: str, odds: str, column: str
) -> None:
    """The tables go from 1:3 to 8:1; from 9:1 on none is used."""
    units = {"0634": f"{attackers}, 1AxSup", "0635": defenders}
    battle = at("axis fight", units).battle("0635", attackers.split(", "))
    assert (battle.odds, battle.column) == (odds, column)
    certain = column == "9:1 or more"
    assert any(outcome.dice == () for outcome in battle.outcomes) == certain
    assert (battle.table, tuple(battle.tables)) == (("", ()) if certain else ("stand", TABLES))
    assert ("the defender chooses the table" in str(battle)) == (not certain)


@pytest.mark.rule("SPI-CBT-GEN3")
def test_whose_table_is_told_before_and_after_it_is_chosen() -> None:
    state = at("axis fight", AIR)
    for table in TABLES:
        planned = state.battle("0530", ["1PzA"], table=table)
        assert planned.table == table
        assert f"by table {table}:" in lines(planned)
        assert "the defender chooses the table (SPI-CBT-GEN3)" in lines(planned)
        assert all(any(x.startswith(f"table {name}: ") for x in lines(planned)) for name in TABLES)
        chosen = play(declared(state, "0530", "1PzA"), table).battle()
        assert (chosen.table, dict(chosen.tables)) == (table, {})
        assert chosen.distribution == planned.distribution
        assert [x.partition(":")[0] for x in lines(chosen) if x[:6] == "table "] == [
            f"table {table}"
        ]


@pytest.mark.rule("SPI-SUPPLY-F2", "SPI-SUPPLY-G")
def test_which_supply_units_go_is_told() -> None:
    """Those that may be drawn on; once one is named, that one."""
    state = at("axis fight", AIR | {"0639": "3AxSup"})
    text = "supply units for the attack, used up when the phase ends"
    assert f"{text}: 1AxSup, 2AxSup (SPI-SUPPLY-F2)" in lines(state.battle("0530", ["1PzA"]))
    named = declared(state, "0530", "1PzA", draw=["2AxSup"])
    assert f"{text}: 2AxSup (SPI-SUPPLY-F2)" in lines(named.battle())


@pytest.mark.rule("SPI-CBT-L", "SPI-CBT-GEN7")
def test_support_units_do_not_go_back_with_the_others() -> None:
    state = at("axis fight", {"0926": "1PzA, 1AxSup", "0927": "1Inf, 1SovSup"})
    told = lines(state.battle("0927", ["1PzA"]))
    assert "soviet loses 1SovSup (SPI-CBT-L)" in told
    assert any(line.startswith("soviet moves its units back one hex: 1Inf by") for line in told)


@pytest.mark.rule("SPI-ZOC-F4", "SPI-ZOC-F7", "SPI-CBT-GEN7")
def test_which_hexes_are_shut_to_a_retreat_is_told_with_the_rule() -> None:
    """Zones of the Axis shut vacant hexes, those of the Soviets none; enemies shut their own."""
    held = "it is held by enemies, or closed to the unit (SPI-CBT-GEN7)"
    axis = at("axis fight", {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0535": "2Inf"})
    told = str(axis.battle("0635", ["1PzA"]))
    assert (
        "1Inf by 0535 or 0536 or 0636 or 0736 (SPI-CBT-GEN7); "
        f"0634 shut: {held}; 0735 shut: it is in an enemy zone of control (SPI-ZOC-F7)\n" in told
    )
    units = {"0634": "1TkA, 1SovSup", "0635": "1InC", "0535": "2InC", "0736": "9Inf"}
    told = str(at("soviet fight", units).battle("0635", ["1TkA"]))
    assert (
        "1InC by 0535 or 0536 or 0636 or 0735 (SPI-CBT-GEN7); "
        f"0634 shut: {held}; 0736 shut: {held}\n" in told
    )


@pytest.mark.rule("SPI-SUPPLY-F2", "SPI-AIR-C", "SPI-CBT-GEN3")
def test_a_battle_is_planned_alike_while_another_is_fought() -> None:
    """Neither the supply unit, the air unit, the table nor the result of that one enters it."""
    units = AIR | {"0532": "2Inf", "0632": "2PzA", "0629": "2AxSup, 2Air"}
    state = at("axis fight", units)
    for supports in ([], ["luftwaffe"]):
        plan = partial(ef.State.battle, target="0532", attackers=["2PzA"], supports=supports)
        before, now, met = plan(state), state.copy(), set[str]()
        for action in (
            "attack 0530", "fly 1Air", "draw-on 1AxSup", "stand", "roll 4",
        ):  # fmt: skip
            now.push(action)
            met.add(str(now.decision))
            then = plan(now)
            assert (then.attack, then.facts) == (before.attack, before.facts)
            assert (then.tables, then.table) == (before.tables, before.table)
        assert met == {"luftwaffe", "supply", "table", "combat", "way"}


def test_odds_beyond_tables_that_always_need_a_die_use_their_last_column() -> None:
    words = {"ladder": True, "columns": [-1, 6, 9999]}
    told = [column_of(words, number) for number in (-4, -1, 6, 7, 12, 9999)]
    assert told == ["1:3", "1:3", "6:1", "6:1", "6:1", "9999:1 or more"]

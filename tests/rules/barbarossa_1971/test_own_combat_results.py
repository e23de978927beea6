"""A user's own combat results tables and retreats: every value in them is played."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.scenario import ScenarioError

from .battle_positions import data, gap, play
from .own_charts import changed, fight, own_game, table

HEAD = """
[[table]]
name = "combat-results"
provenance = "published"
source = "the map"
reasoning = ""
constraints = []
"""


def results(name: str, columns: str, rows: list[str], more: str = "") -> str:
    """A combat results table by its columns and six rows, as words."""
    cells = ",\n".join(str(row.split()) for row in rows)
    head = f'[[table.choice]]\nid = "{name}"\ncolumns = {columns.split()}\n'
    return f"{head}rows = [{cells}]\n{more}\n"


def settled(state: State) -> State:
    """Played on through retreats by their first ways."""
    while state.decision in ("retreat", "way"):
        state.push(state.legal_actions.names()[0])
    return state


def fate(state: State, unit: str) -> str:
    """How far a unit has gone from 0635, or the box that it has come to."""
    at = settled(state).place(unit)
    return at if at == "dead" else str(gap("0635", at))


THREE = ["Ae - De", "Ar - De", "- - De", "Dr - De", "Dr2 - De", "De - De"]
"""Not in the order of its results: a printed table is what it is."""


@pytest.mark.rule("SPI-CBT-GEN4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        ("1PzC", "1Shk", "first"),  # 1-3, below the first column
        ("1PzC", "1Inf", "first"),  # 1-2
        ("1PzC, 2PzC", "1Inf", "first"),  # 1-1
        ("1PzA", "1Inf", "second"),  # 2-1
        ("1PzA, 1InA", "1Inf", "second"),  # 4-1
        ("1PzA, 2PzA", "1Inf", "third"),  # 5-1
        ("1PzA, 2PzA, 3PzA, 1PzC", "1Inf", "third"),  # 9-1, above the last column
    ],
)
def test_columns_are_those_of_the_table(attackers: str, defenders: str, column: str) -> None:
    """Odds between two columns are rounded for the defender; beyond the ends the end is used."""
    board = own_game(HEAD + results("one", "1:2 2:1 5:1", THREE))
    state = fight(board, attackers, defenders)
    assert state.decision == "combat", "one table leaves no choice"
    defender = defenders.split(", ")[0]
    found = [fate(play(state, f"roll {die}"), defender) for die in range(1, 7)]
    wanted = {
        "first": ["0", "0", "0", "1", "2", "dead"],
        "second": ["0"] * 6,
        "third": ["dead"] * 6,
    }
    assert found == wanted[column]
    if column == "first":
        assert play(state, "roll 1").place("1PzC") == "dead"
        assert settled(play(state, "roll 2")).place("1PzC") not in ("dead", "0634")


@pytest.mark.rule("SPI-CBT-GEN3")
def test_the_defender_chooses_among_any_number_of_tables() -> None:
    """They may have columns of their own, and other results beyond their ends."""
    nothing = ["- -"] * 6
    tables = [
        results("stand", "1:1 2:1", nothing, 'above = "Dr2"\nbelow = "De"'),
        results("hold", "1:2 4:1", ["- De"] * 6),
        results("run", "1:1 2:1", nothing, 'above = "Dr"'),
    ]
    board = own_game(HEAD + "".join(tables))
    for attackers, wanted in (
        ("1PzC", {"stand": "dead", "hold": "0", "run": "0"}),  # 1-2
        ("1PzA", {"stand": "0", "hold": "0", "run": "0"}),  # 2-1
        ("1PzA, 1InC", {"stand": "2", "hold": "0", "run": "1"}),  # 3-1
        ("1PzA, 2PzA, 3PzA, 1PzC", {"stand": "2", "hold": "dead", "run": "1"}),  # 9-1
    ):
        state = fight(board, attackers, "1Inf")
        assert set(state.legal_actions.names()) == set(wanted)
        for name, where in wanted.items():
            assert fate(play(state, name, "roll 3"), "1Inf") == where, (attackers, name)


@pytest.mark.rule("SPI-CBT-GEN4")
def test_one_result_beyond_the_last_column_of_all_tables_needs_no_die() -> None:
    ends = ('above = "De"', 'above = "Dr2"\nbelow = "De"')
    board = own_game(changed(table("combat-results"), ends))
    over = fight(board, "1PzA, 2PzA, 3PzA, 1PzC", "1Inf")
    assert (over.decision, over.to_move) == ("way", "soviet") and fate(over, "1Inf") == "2"
    under = fight(board, "1InC", "1Inf")
    assert {fate(play(under, "stand", f"roll {die}"), "1Inf") for die in range(1, 7)} == {"dead"}
    assert fight(board, "1PzA", "1Inf").decision == "table"


@pytest.mark.rule("SPI-CBT-GEN4")
def test_without_a_result_beyond_it_the_last_column_is_used() -> None:
    board = own_game(changed(table("combat-results"), ('above = "De"\n', "")))
    state = fight(board, "1PzA, 2PzA, 3PzA, 1PzC", "1Inf")
    assert fate(play(state, "give-ground", "roll 6"), "1Inf") == "2"
    assert fate(play(state, "stand", "roll 6"), "1Inf") == "dead"


@pytest.mark.rule("SPI-CBT-GEN7")
@pytest.mark.parametrize("hexes", [1, 2, 3, 4])
@pytest.mark.parametrize(("word", "name", "die"), [("Dr", "stand", 4), ("Dr2", "give-ground", 1)])
def test_defenders_retreat_as_far_as_the_chart_says(
    word: str, name: str, die: int, hexes: int
) -> None:
    former = {"Dr": 1, "Dr2": 2}[word]
    text = changed(table("retreats"), (f"{word} = {former}", f"{word} = {hexes}"))
    state = play(fight(own_game(text), "1PzA, 1InC", "1Inf"), name, f"roll {die}")
    ways = 0
    while state.decision == "way":
        ways += 1
        assert {gap("0635", n.split()[-1]) for n in state.legal_actions.names()} == {ways}
        state.push(state.legal_actions.names()[-1])
    assert (ways, fate(state, "1Inf")) == (hexes, str(hexes))


@pytest.mark.rule("SPI-CBT-GEN7")
def test_attackers_retreat_as_far_as_the_chart_says() -> None:
    board = own_game(changed(table("retreats"), ("Ar = 1", "Ar = 3")))
    state = settled(play(fight(board, "1PzC, 2PzC", "1Inf"), "stand", "roll 4"))
    assert {gap("0634", state.place(unit)) for unit in ("1PzC", "2PzC")} == {3}


@pytest.mark.rule("SPI-CBT-GEN7")
@pytest.mark.parametrize(("ring", "gone"), [(3, 1), (4, 2)])
def test_a_retreat_that_is_cut_short_ends_as_far_away_as_it_can(ring: int, gone: int) -> None:
    """Axis zones close all hexes as far away as a ring of units, and those before it."""
    board = own_game(changed(table("retreats"), ("Dr = 1", "Dr = 4")))
    land = [h.name for h in data().map.hexes if h is not None and h.terrain in ("clear", "rough")]
    corps = [f"{n}InC" for n in range(2, 25)] + [f"{n}PzC" for n in range(1, 9)]
    units = dict(zip((h for h in land if gap("0635", h) == ring), corps, strict=False))
    state = play(fight(board, "1PzA, 1InC", "1Inf", units), "stand", "roll 4")
    assert fate(state, "1Inf") == str(gone)


def test_a_table_of_our_own_has_its_order() -> None:
    """What is reconstructed is asked for it; what is printed is not (the first test)."""
    text = HEAD.replace("published", "reconstructed").replace('reasoning = ""', 'reasoning = "so"')
    with pytest.raises(ScenarioError, match=r"choice\[0\]\.rows\[.*or (better|worse), as"):
        own_game(text + results("one", "1:2 2:1 5:1", THREE))


def test_an_unknown_result_is_refused_with_those_known() -> None:
    with pytest.raises(ScenarioError, match=r"rows\[0\]\[0\].*'Ex', expected one of Ae, Ar, -, Dr"):
        own_game(HEAD + results("one", "1:1", ["Ex"] * 6))

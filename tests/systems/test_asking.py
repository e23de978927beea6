"""What a game answers: limits by their rule and words, odds, and tables of results."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.program import Builder, number, only
from eastfront.systems import Section, ratio, results_table
from eastfront.systems.asking import define_limits

from .table import Small, data


def test_a_limit_is_asked_about_while_its_rule_is_in_force() -> None:
    builder = Builder(("one", "other"), ["L-2"])
    with builder.at_hand():
        limits = [only("L-1", number(1), "by day"), None, only("L-2", number(0), "by night")]
        define_limits("one limit", limits)
        assert [query["name"] for query in builder.finish()["queries"]] == ["one limit L-1 by day"]


CHART = {
    "columns": ["1:2", "1:1", "2:1"],
    "rows": [["AE", "-", "DE"], ["AE", "AE", "-"]],
    "order": ["AE", "-", "DE"],
}
OTHER = {**CHART, "rows": [["DE", "DE", "DE"], ["-", "-", "-"]]}


class Odds(Section):
    """Odds, and what the die gives."""

    def define_queries(self) -> None:
        """Asked of numbers."""
        self.b.query("odds", 2, lambda a, d: ratio(a, d, "S-8", "S-9"))
        whole = results_table(CHART, lowest=0)
        self.b.query("result", 2, whole)
        part = results_table(CHART, 0, ["DE", "-", "AE"], [2, 0])
        self.b.query("of two columns", 2, part)
        both = results_table([CHART, OTHER], lowest=0)
        self.b.query("of two tables", 3, both)


class Fighting(Small):
    """The smallest game, which answers about odds."""

    odds: Odds


def game(*without: str) -> State:
    """A position of it."""
    return Fighting(data(), without=without).compiled().new(seed=0)


@pytest.mark.parametrize(
    ("without", "found"),
    [
        ([], {(7, 3): 2, (3, 3): 1, (3, 4): 0, (3, 7): -1, (0, 5): -3, (4, 0): 4}),
        (["S-8"], {(7, 3): 3, (3, 3): 1, (3, 4): 0, (3, 7): -1, (0, 5): -3}),
        (["S-9"], {(7, 3): 2, (3, 3): 1, (3, 4): 1, (3, 7): 0, (1, 3): -1}),
    ],
)
def test_odds_are_rounded_for_the_defender(
    without: list[str], found: dict[tuple[int, int], int]
) -> None:
    state = game(*without)
    assert {pair: state.ask("odds", *pair) for pair in found} == found


def test_a_table_of_results_is_read_by_column_and_die() -> None:
    """By the chart's own order and columns, or those that a game gives; by number among several."""
    state = game()
    assert [state.ask("result", c, d) for c in range(3) for d in (1, 2)] == [0, 0, 1, 0, 2, 1]
    assert [state.ask("of two columns", c, d) for c in (0, 1) for d in (1, 2)] == [0, 1, 2, 2]
    assert [state.ask("of two tables", 0, c, 1) for c in range(3)] == [0, 1, 2]
    assert [state.ask("of two tables", 1, c, 2) for c in range(3)] == [1, 1, 1]

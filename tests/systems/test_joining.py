"""`joining`: the units with which, or with which and others, a group satisfies a condition."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

import pytest

from eastfront.program import Int, Units
from eastfront.systems import Section, joining

from .table import Board, Small, data

WEIGHTS = {"A": 1, "B": 2, "C": 4, "D": 7, "E": 11, "F": 1}
MOST = 3


class Groups(Section):
    """What some units weigh together."""

    def define_queries(self) -> None:
        """By how many may join, what all weigh, and who is in the group."""
        weight = self.unit_number("weight", lambda u: WEIGHTS[u.name])
        begun = {
            name: self.units_where(name, lambda u, n=name: u.name in n) for name in ("", "B", "AE")
        }
        others = self.units_where("others", lambda u: u.name != "D")

        def asked(group: Units, most: int, goal: Int) -> Units:
            return joining(lambda units: units.sum(weight) == goal, group, others, most)

        for most in range(1, MOST + 1):
            for name, group in begun.items():
                self.b.query(f"{most}{name}", 1, partial(asked, group, most))


class Weighed(Small):
    """The game that is asked."""

    board: Board
    groups: Groups


@pytest.fixture(scope="module")
def state() -> Any:
    return Weighed(data([(name, "one") for name in WEIGHTS])).compiled().new()


@pytest.mark.parametrize("most", range(1, MOST + 1))
@pytest.mark.parametrize("begun", ["", "B", "AE"])
def test_it_is_who_stands_in_a_group_that_is_found_by_trying_all(
    state: Any, begun: str, most: int
) -> None:
    others = sorted(set(WEIGHTS) - {"D", *begun})
    for goal in range(22):
        found = set()
        for size in range(1, most + 1):
            for group in combinations(others, size):
                if sum(WEIGHTS[n] for n in (*begun, *group)) == goal:
                    found |= set(group)
        assert set(state.ask(f"{most}{begun}", goal)) == found, goal

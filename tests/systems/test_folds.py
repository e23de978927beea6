"""Folds over the members of a set."""

from __future__ import annotations

import pytest

from eastfront.program import place_of
from eastfront.systems import Section

from .table import Board, Small, data

FAR = [4, 7, 2, 9, 3, 5]
"""A number for each hex, from 0101 on."""


class Least(Section):
    """The smallest number where units are."""

    def define_queries(self) -> None:
        """Asked of the units of a side: the number of a hex, and one that is made of it."""
        far = self.b.hex_attr("far", FAR)
        for side, of in zip(self.sides, self.of, strict=True):
            self.b.query(f"{side} least", 0, lambda of=of: of.least(lambda u: far(place_of(u)), 90))
            self.b.query(
                f"{side} most", 0, lambda of=of: 0 - of.least(lambda u: 0 - far(place_of(u)), 90)
            )


class Far(Small):
    """Units that are near and far."""

    board: Board
    least: Least


@pytest.mark.parametrize(
    ("places", "least", "most"),
    [
        ({"A": "0102"}, 7, 7),
        ({"A": "0102", "B": "0103", "C": "0201"}, 2, 9),
        ({"A": "0203", "B": "0201", "C": "0202"}, 3, 9),
        # who is off the map is nowhere, and all numbers of nowhere are 0
        ({"A": "0203", "B": "dead", "C": "0202"}, 0, 5),
    ],
)
def test_the_least_number_of_the_hexes_where_units_are(
    places: dict[str, str], least: int, most: int
) -> None:
    units = [(name, "one") for name in ("A", "B", "C")]
    there = {name: "0102" for name, _ in units} | places
    state = Far(data(units)).compiled().new(seed=0)._supposed([*there.items()])
    assert state.ask("one least") == least
    assert state.ask("one most") == most


def test_without_units_the_least_number_is_what_is_said_of_none() -> None:
    state = Far(data([("A", "one")])).compiled().new(seed=0)
    assert (state.ask("other least"), state.ask("other most")) == (90, -90)

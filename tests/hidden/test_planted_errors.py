"""The laws detect leaks: each planted error makes a pair of twin positions distinguishable."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eastfront.positions import observation
from eastfront.positions.layout import Canon, Layout, members
from eastfront.positions.observation import Observation, observe

from .twins import positions, state, twin


def differ() -> int:
    """How many pairs of twins do not look the same to the German."""
    count = 0
    for number in range(len(positions())):
        true = state(number)
        other = twin(true, "german", random.Random(number))
        if other is not None:
            mine, theirs = observe(true, "german"), observe(other, "german")
            count += mine != theirs or mine.key != theirs.key
    return count


def undealt() -> int:
    """How many deals do not give the observation again."""
    count = 0
    for number in range(0, len(positions()), 3):
        seen = observe(state(number), "german")
        try:
            count += observe(seen.sample(random.Random(number)), "german") != seen
        except ValueError:
            count += 1
    return count


def test_without_an_error_there_is_no_leak() -> None:
    assert differ() == 0 and undealt() == 0


def test_there_are_twins() -> None:
    found = [twin(state(n), "german", random.Random(n)) for n in range(len(positions()))]
    assert sum(t is not None for t in found) > 0.8 * len(found)


def test_what_the_program_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local that names a hidden unit must be told as a part of the decision, not by number."""
    pairs = [
        (state(n), twin(state(n), "german", random.Random(n))) for n in range(len(positions()))
    ]
    monkeypatch.setattr(Layout, "unit_locals", lambda layout, canon: frozenset())
    assert any(t is not None and observe(s, "german") != observe(t, "german") for s, t in pairs)


def test_the_order_of_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observation, "sorted", lambda x, **_: list(x), raising=False)
    assert differ() > 0


def test_a_name_that_slips_through(monkeypatch: pytest.MonkeyPatch) -> None:
    right = observation._places

    def wrong(layout: Layout, canon: Canon, hidden: frozenset[int], about: Any) -> Any:
        return right(layout, canon, frozenset(list(hidden)[1:]), about)

    monkeypatch.setattr(observation, "_places", wrong)
    assert differ() > 0


def test_a_deal_that_puts_the_wrong_unit_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    right = observation._Deals.__init__

    def wrong(self: observation._Deals, layout: Layout, seen: Observation) -> None:
        right(self, layout, seen)
        self._slots = [(-1, place, slot) for _, place, slot in self._slots]

    monkeypatch.setattr(observation._Deals, "__init__", wrong)
    assert undealt() > 0


def test_bits_and_members_agree() -> None:
    assert list(members(0b101001)) == [0, 3, 5]

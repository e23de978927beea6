"""Invariants: collected by a decorator, in order, and tested on positions of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from eastfront._core import State
from eastfront.cli import invariants as check
from eastfront.packs import Pack
from eastfront.systems import Invariant, Invariants

from .table import WOODS, Small, data

KNOWN = Invariants()


@KNOWN.holds("nobody in the woods", "S-1", "S-2")
def dry(state: State) -> str | None:
    """Who is there."""
    there = state.units_at(WOODS)
    return f"{there} in {WOODS}" if there else None


@KNOWN.holds("X is on the map")
def present(state: State) -> str | None:
    """Where else it is."""
    at = state.place("X")
    return None if at in state.game.hexes else f"it is in {at}"


def at(**places: str) -> State:
    """A position: X stands in the town."""
    state: State = Small(data()).compiled().new()
    return state._supposed(places=[*places.items()])


def test_invariants_are_collected_in_the_order_in_which_they_are_said() -> None:
    one, two = KNOWN
    assert one == Invariant("nobody in the woods", ("S-1", "S-2"), dry)
    assert two == Invariant("X is on the map", (), present)


def test_a_test_stays_the_function_that_it_is() -> None:
    assert dry(at()) is None and present(at(X="dead")) == "it is in dead"


def test_each_game_has_its_own() -> None:
    mine, others = Invariants(), Invariants()
    mine.holds("always")(lambda state: None)
    assert [one.name for one in mine] == ["always"] and others == []


def test_what_does_not_hold_is_told_with_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the invariants, those that hold left out, beside those of every game."""
    pack = Pack("small", "Small", "S", Path(), "one", lambda: Small, invariants=lambda: KNOWN)
    monkeypatch.setattr(check, "pack_of", lambda game: pack)
    assert list(check.violations(at())) == []
    wrong = [str(one) for one in check.violations(at(A=WOODS, X="dead"))]
    assert wrong == [
        "nobody in the woods (S-1, S-2): ['A'] in 0102",
        "X is on the map: it is in dead",
    ]
    (one,) = check.violations(at(X="dead"))
    assert (one.invariant, one.rules) == ("X is on the map", ())
    assert check.invariants(at()) == [*check.ENGINE, *KNOWN]

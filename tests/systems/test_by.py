"""`by`: the value under a rule, and the value while the rule is off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from eastfront.program import (
    Builder,
    Hexes,
    Int,
    ProgramError,
    all_hexes,
    all_units,
    by,
    needs,
    no_hexes,
    no_units,
    number,
    ruled,
)


@pytest.fixture
def builder() -> Iterator[Builder]:
    """A program in which the rule N-2 is not in force."""
    builder = Builder(("one", "other"), ["N-2"])
    with builder.at_hand():
        yield builder


def never() -> Hexes:
    raise AssertionError("it is not needed")


def test_of_a_rule_that_is_off_there_is_nothing(builder: Builder) -> None:
    hexes, units, held = all_hexes(), all_units(), number(1)
    assert by("N-1", hexes) is hexes and by("N-1", held) is held
    assert by("N-2", hexes).node == no_hexes().node and by("N-2", units).node == no_units().node
    assert by("N-1", 3).node == ("Const", 3) and by("N-2", 3).node == ("Const", 0)
    assert by("N-1", [1, 2]) == [1, 2] and by("N-2", [1, 2]) == []
    assert {"N-1", "N-2"} <= builder.rules.keys()


def test_what_there_is_otherwise(builder: Builder) -> None:
    hexes, other = all_hexes(), no_hexes()
    assert by("N-1", hexes, otherwise=other) is hexes
    assert by("N-2", hexes, otherwise=other) is other
    assert (by("N-1", 3, otherwise=4), by("N-2", 3, otherwise=4)) == (3, 4)


def test_only_what_is_needed_is_worked_out(builder: Builder) -> None:
    hexes = all_hexes()
    assert by("N-1", lambda: hexes, otherwise=never) is hexes
    assert by("N-2", never, otherwise=lambda: hexes) is hexes
    assert by("N-2", never, otherwise=hexes) is hexes
    assert by("N-1", partial(min, 3, 4), otherwise=lambda: never()).node == ("Const", 3)
    with pytest.raises(ProgramError, match="given by a function needs `otherwise`"):
        by("N-2", never)


def test_what_is_told_bears_its_rule(builder: Builder) -> None:
    hexes, at = all_hexes(), builder.rule("N-1")
    assert by("N-1", hexes, told=True).node == ("Ruled", at, hexes.node)
    assert by("N-1", 2, told=True).node == ("Ruled", at, ("Const", 2))
    assert by("N-2", 2, told=True).node == ("Const", 0)
    assert by("N-2", number(2), otherwise=1, told=True).node == ("Const", 1)
    assert by("N-1", 2, otherwise=1, told=True).node == ("Ruled", at, ("Const", 2))
    assert by("N-2", 2, otherwise=1, told=True).node == ("Const", 1)


def test_a_condition_that_a_rule_demands() -> None:
    builder, held = Builder(("one", "other"), ["N-2"]), number(1)
    with builder.at_hand():
        condition = held == 1
        assert by("N-1", condition, otherwise=True) is condition
        free = by("N-2", condition, otherwise=True)
        assert isinstance(free, Int) and free.node == ("Const", 1)
        assert (~free).node == ("Not", ("Const", 1))
        assert (held & free).node == ("And", held.node, ("Const", 1))
        assert {"N-1", "N-2"} <= builder.rules.keys()


def no() -> Int:
    return number(0)


def known() -> bool:
    return False


def yes() -> bool:
    return True


def unknown():  # type: ignore[no-untyped-def]
    return False


def test_what_there_is_otherwise_is_of_the_kind_of_the_value(builder: Builder) -> None:
    off, on = "N-2", "N-1"
    for value in (number(0), no, partial(no), lambda: number(0), unknown):
        for otherwise in (True, lambda: True, yes, number(1), lambda: number(1)):
            assert by(off, value, otherwise=otherwise).node == ("Const", 1)
            assert by(on, value, otherwise=otherwise).node == ("Const", 0)
    assert by(on, 0, otherwise=number(1)).node == ("Const", 0)
    for value in (False, known, partial(known)):
        assert by(off, value, otherwise=True) is True
        assert by(on, value, otherwise=True) is False
    assert by(off, all_hexes(), otherwise=None) is None


@pytest.mark.parametrize("rule", ["N-1", "N-2"])
@pytest.mark.parametrize(
    ("value", "otherwise", "said"),
    [
        (number(1), all_hexes(), "a set of hexes, expected a number"),
        (number(1), "no", "'no' (str), expected a number"),
        (all_hexes(), True, "True (bool), expected a set of hexes"),
        (all_hexes(), all_units(), "a set of units, expected a set of hexes"),
        (all_units(), no, "a number, expected a set of units"),
        (no, no_units(), "a set of units, expected a number"),
    ],
)
def test_another_kind_otherwise_is_refused_with_the_rule_off_or_on(
    builder: Builder, rule: str, value: Any, otherwise: Any, said: str
) -> None:
    with pytest.raises(ProgramError) as error:
        by(rule, value, otherwise=otherwise)
    assert str(error.value) == f"{rule}: `otherwise` is {said}"


def test_a_set_that_a_rule_demands(builder: Builder) -> None:
    """Without the rule it demands nothing: all hexes will do."""
    hexes = no_hexes()
    assert by("N-1", hexes, otherwise=all_hexes()) is hexes
    assert by("N-2", hexes, otherwise=all_hexes()).node == all_hexes().node


def test_former_names_warn_and_give_the_same(builder: Builder) -> None:
    held, hexes, units = number(1), no_hexes(), no_units()
    with pytest.warns(DeprecationWarning, match=r"ruled is now by\(\.\.\., told=True\)"):
        assert ruled("N-1", held).node == by("N-1", held, told=True).node
    with pytest.warns(DeprecationWarning, match="ruled is now by"):
        assert ruled("N-2", held, 1).node == ("Const", 1)
    with pytest.warns(DeprecationWarning, match="needs is now by"):
        assert needs("N-1", hexes) is hexes
    with pytest.warns(DeprecationWarning, match="needs is now by"):
        assert needs("N-2", held).node == ("Const", 1)
    with pytest.warns(DeprecationWarning, match="needs is now by"):
        assert needs("N-2", hexes).node == all_hexes().node
    with pytest.warns(DeprecationWarning, match="needs is now by"):
        assert needs("N-2", units).node == all_units().node

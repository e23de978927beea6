"""The check of a value against an annotation: containers, unions, a value with failing code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
import pytest

import eastfront as ef
from eastfront.arguments import checked

Pair = tuple[int, str]


class Card(TypedDict):
    """A dictionary with named keys."""

    name: str


class Rude:
    """A value whose comparison fails."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __index__(self) -> int:
        raise RuntimeError


class Disguised:
    """A value that does not even tell its class."""

    @property
    def __class__(self) -> type:
        raise RuntimeError


@checked
def everything(
    anything: Sequence[tuple[Any, ...]] = (),
    pairs: Iterable[Pair] = (),
    table: Mapping[str, float | None] | None = None,
    word: Literal["a", "b"] = "a",
    call: Callable[[], None] | str = "",
    card: Card | None = None,
    whole: int | None = None,
    names: Sequence[str] = (),
) -> dict[str, Any]:
    """Its arguments, as they arrive."""
    return locals()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("anything", [("var", -1, "", None), ()]),
        ("pairs", [(1, "x"), (2, "y")]),
        ("pairs", {(1, "x"): 0}),
        ("table", {"x": 1.5, "y": None, "z": 2}),
        ("table", None),
        ("word", "b"),
        ("call", print),
        ("call", "name"),
        ("card", {"name": "x"}),
        ("whole", np.int16(3)),
        ("names", ("x", "y")),
    ],
)
def test_a_value_of_the_annotation_arrives(name: str, value: object) -> None:
    assert everything(**{name: value})[name] == value


def test_a_generator_arrives_as_a_list() -> None:
    assert everything(pairs=((n, "x") for n in range(2)))["pairs"] == [(0, "x"), (1, "x")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("anything", [1]),
        ("anything", (("x",), ["y"])),
        ("pairs", [(1, 2)]),
        ("pairs", [(1, "x", 3)]),
        ("pairs", [1]),
        ("table", {"x": "y"}),
        ("table", {1: 1.0}),
        ("word", "c"),
        ("word", Rude()),
        ("call", 3),
        ("card", ["name"]),
        ("whole", True),
        ("whole", 1.0),
        ("whole", Rude()),
        ("names", "xy"),
        ("names", [1]),
    ],
)
def test_another_value_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ef.ArgumentTypeError, match=f"{name}=.*, expected "):
        everything(**{name: value})


def test_a_value_that_hides_its_class_is_refused_by_name() -> None:
    with pytest.raises(ef.ArgumentTypeError, match=r"pairs=.*, expected "):
        everything(pairs=Disguised())  # type: ignore[arg-type]


def test_a_missing_and_a_surplus_argument_are_refused() -> None:
    @checked
    def two(a: int, b: int = 2, *, c: int = 3) -> tuple[int, int, int]:
        """Three numbers."""
        return a, b, c

    assert two(1) == two(1, 2) == two(a=1, c=3) == (1, 2, 3)
    for args, kwargs in (((), {}), ((1, 2, 3), {}), ((1,), {"a": 1}), ((1,), {"d": 1})):
        with pytest.raises(ef.ArgumentTypeError, match="two: "):
            two(*args, **kwargs)

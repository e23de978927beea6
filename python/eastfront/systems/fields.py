"""Flags, fields and variables of a section, as attributes of its class; each is declared in the
program on first use.

The attribute stands in the section whose rules change it::

    moved = unit_flag("moved", Life.IMPULSE)
    leaderless = variables("{} leader lost", Life.GAME, most=2)

A declaration for each side is indexed by the number of the side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from eastfront.program import HexFlag, Int, Life, UnitField, UnitFlag

from .materials import Materials
from .sections import Section

T = TypeVar("T")

OffMap = -1
"""The value of a hex variable that holds no hex."""


class Field(Generic[T]):
    """Descriptor of an attribute that stands for a flag, field or variable of the state; the first
    read of the attribute declares the flag, field or variable in the program."""

    def __init__(
        self, declare: Callable[[Any], T], in_play: bool = False, of_units: bool = False
    ) -> None:
        self._declare = declare
        self.in_play: bool = in_play
        self.of_units: bool = of_units
        self.name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self._on_table = issubclass(owner, Materials) and not issubclass(owner, Section)

    def __get__(self, section: Any, owner: type) -> Any:
        if section is None:
            return self
        if self._on_table and section is not section.game.board:
            return getattr(section.game.board, self.name)
        found = vars(section)[self.name] = self._declare(section)
        return found


def _of(section: Any, known: Any) -> Any:
    return known(section) if callable(known) else known


def _limits(section: Any, limits: Any) -> tuple[int, int] | None:
    if limits is HEXES:
        return OffMap, len(section.data.map.hexes) - 1
    return cast("tuple[int, int] | None", _of(section, limits))


HEXES = "hexes"
"""Stands, as ``limits`` of a variable that holds a hex, for the limits of such a variable: the
index of any hex of the map, or -1 for no hex."""


def _names(name: str, section: Any, each: Any) -> Sequence[str]:
    return [name.format(one) for one in (section.sides if each is None else _of(section, each))]


def variable(
    name: str,
    life: Life,
    init: int | Callable[[Any], int] = 0,
    *,
    most: int = 1,
    limits: Any = None,
    hidden: int = 0,
    values: Sequence[int] = (),
) -> Int:
    """A variable of the state, which is reset to ``init`` at the end of its ``life``, a span of
    play such as a phase. ``init`` is a number, or a function of the section that returns one.

    A state read from bytes is refused if the value lies outside ``limits``, by default 0 to
    ``most``. ``hidden`` is a bit mask of the sides that may not know the value; ``values`` lists
    the values that these sides must consider possible.
    """

    def declare(section: Any) -> Int:
        own = _limits(section, limits or (0, most))
        begins = _of(section, init)
        return cast(Int, section.b.variable(name, life, begins, hidden, values, own))

    return cast(Int, Field(declare))


def variables(
    name: str,
    life: Life,
    init: int | Callable[[Any], int] = 0,
    *,
    most: int = 1,
    limits: Any = None,
    each: Sequence[str] | Callable[[Any], Sequence[str]] | None = None,
) -> Sequence[Int]:
    """A variable for each side or, if ``each`` is given, for each of its words; the side or word is
    inserted in the name at ``{}``. See `variable` for the other parameters."""

    def declare(section: Any) -> Sequence[Int]:
        own, begins = _limits(section, limits or (0, most)), _of(section, init)
        return [
            section.b.variable(n, life, begins, limits=own) for n in _names(name, section, each)
        ]

    return cast("Sequence[Int]", Field(declare))


def unit_flag(name: str, life: Life | Callable[[Any], Life], in_play: bool = False) -> UnitFlag:
    """A flag for units, which is cleared at the end of its ``life``, a span of play such as a phase
    (a span, or a function of the section that returns one).

    With ``in_play``, the flag is also cleared for units that leave the map (`Placing.leave`).
    """
    return cast(
        UnitFlag,
        Field(
            lambda section: section.b.unit_flag(name, _of(section, life)), in_play, of_units=True
        ),
    )


def hex_flag(name: str, life: Life, start: Callable[[Any], Sequence[int]] | None = None) -> HexFlag:
    """A flag for hexes, which is cleared at the end of its ``life``, a span of play such as a
    phase. ``start`` gives the hexes, by index, that have the flag at the start of the game; it is a
    function of the section."""

    def declare(section: Any) -> HexFlag:
        first = () if start is None else start(section)
        return cast(HexFlag, section.b.hex_flag(name, life, first))

    return cast(HexFlag, Field(declare))


def hex_flags(name: str, life: Life) -> Sequence[HexFlag]:
    """A flag for hexes for each side, in the order of the sides; the name of the side is inserted
    in the name of the flag at ``{}``."""
    return cast(
        "Sequence[HexFlag]",
        Field(lambda section: [section.b.hex_flag(n, life) for n in _names(name, section, None)]),
    )


def unit_field(name: str, life: Life, limits: Any = (-(2**15), 2**15 - 1)) -> UnitField:
    """A number for each unit, 0 at the start and after the end of its ``life``, a span of play such
    as a phase; ``limits`` are the smallest and the largest number."""
    return cast(
        UnitField,
        Field(
            lambda section: section.b.unit_field(name, life, _of(section, limits)), of_units=True
        ),
    )

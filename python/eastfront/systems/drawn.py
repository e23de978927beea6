"""Strengths that a die decides: before the odds of a battle, one is drawn for each such unit in it.

A strength holds for one battle. The explanation of a battle plays all draws that are still to come,
so it has the chances of all totals, odds and columns, and the chances of the results over all of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from eastfront.program import (
    CHANCE,
    Int,
    Life,
    Number,
    ProgramError,
    UnitFlag,
    Units,
    assign,
    builder,
    by,
    decide,
    if_else,
    local,
    mark,
    no_units,
    number,
    one_unit,
    until,
)
from eastfront.scenario.model import UnitRow

from .materials import Materials

DECISION = "strength"
"""The name of the decision of chance that draws the strength of a unit."""
DIE = range(1, 7)
"""The strengths that a die of six faces gives."""


class DrawnStrengths:
    """The units whose strength in a battle is drawn, and their strengths in the present battle;
    made by `drawn_strengths`."""

    def __init__(self, parts: Mapping[str, Units], strengths: Sequence[int]) -> None:
        self._parts, self._faces = parts, len(strengths)
        self.bits: list[UnitFlag] = []
        """The flags that hold the face drawn for a unit, as a binary number."""
        if not parts:
            return
        b, places = builder(), range(self._faces.bit_length())
        self.bits = [b.unit_flag(f"drawn {2**n}", Life.BATTLE) for n in places]
        cells = [0, *strengths, *[0] * (2 ** len(places) - 1 - self._faces)]
        self._step, self._table = strengths[0], None
        if any(cells[face] != face * self._step for face in range(self._faces + 1)):
            self._table = b.table("drawn strengths", [0], [len(cells)], cells)

    def draw(self, units: Units) -> None:
        """Draws the strength of each of ``units``, the units of a battle, that needs one and has
        none in this battle. The call stands before the odds of the battle are computed."""
        for rule, drawn in self._parts.items():
            left = (units & drawn) - self.known
            with until(~left.any()):
                unit, face = local(left.first()), local(0)
                with decide(DECISION, CHANCE, rule, about=unit) as d:
                    verb = f"roll{'' if self._faces == 6 else self._faces}"
                    with d.number(verb, 1, self._faces) as rolled:
                        assign(face, rolled)
                for place, bit in enumerate(self.bits):
                    mark(bit, one_unit(unit).when((face // 2**place) % 2), rule)

    @property
    def known(self) -> Units:
        """The units whose strength in the present battle has been drawn."""
        found = no_units()
        for bit in self.bits:
            found = found | bit.units
        return found

    def strength(self, unit: Number, printed: Number) -> Int:
        """The factor of a unit in the present battle: ``printed``, the one on its counter, plus the
        strength drawn for it; ``printed`` alone for a unit without a drawn strength."""
        total, face = number(printed), number(0)
        for place, bit in enumerate(self.bits):
            face = face + bit(unit) * 2**place
        for rule, drawn in self._parts.items():
            value = face * self._step if self._table is None else self._table(face)
            if len(self._parts) > 1:
                value = if_else(drawn.contains(unit), value, 0)
            total = total + by(rule, value, told=True)
        return total


def drawn_strengths(
    table: Materials,
    rules: Mapping[str, Callable[[UnitRow], bool]],
    strengths: Sequence[float] = DIE,
) -> DrawnStrengths:
    """Declares units whose strength is drawn in each battle, before its odds; called once by the
    board of a game, or by a section, as ``table``.

    ``rules`` has for each rule that draws strengths the test for the units to which it applies.
    ``strengths`` lists the strengths, in factors, for the faces of the die, which are equally
    likely; a strength may occur several times. Nothing is declared in a game without such units,
    nor for the units of a rule that is left out.

    Raises ProgramError for strengths that are not 2 to 255 numbers of 0 or more.
    """
    if not 1 < len(strengths) < 256 or min(strengths) < 0:
        raise ProgramError(
            f"drawn strengths: got {list(strengths)}, expected 2 to 255 numbers of 0 or more"
        )
    b = builder()
    parts: dict[str, Units] = {}
    told: dict[str, list[int]] = {}
    for rule, test in rules.items():
        members = [n for n, row in enumerate(table.data.units) if test(row)]
        if members and b.in_force(rule):
            parts[rule], told[rule] = b.unit_set(f"drawn by {rule}", members), members
    made = DrawnStrengths(parts, [b.scaled(one) for one in strengths])
    for rule, members in told.items():
        b.drawn.append(
            {
                "rule": rule,
                "decision": DECISION,
                "units": members,
                "strengths": list(strengths),
                "flags": [b.unit_flags[bit.index] for bit in made.bits],
            }
        )
    return made

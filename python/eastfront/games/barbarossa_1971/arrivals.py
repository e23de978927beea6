"""Barbarossa (1971): reinforcements, which arrive by the turn record at the map edges."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import variables
from eastfront.systems.sections import procedure, rule, value

from .board import AXIS
from .data import arriving
from .section import Section

MOST_DUE = 99


class Arrivals(Section):
    """The arrival of reinforcements, in the Game-Turns that the turn record gives (SPI-SEQ-H)."""

    due = variables(
        "{} due",
        Life.GAME,
        most=MOST_DUE,
        each=lambda on: on.arriving,
    )

    def define(self) -> None:
        """Declares for each kind of unit the table of the number of units that arrive in each
        turn."""
        self._tables = {
            kind: self.b.table(
                f"{kind} arriving",
                [0],
                [LAST + 1],
                [self.number_of(kind, turn) for turn in range(LAST + 1)],
            )
            for kind in self.arriving
        }

    @property
    def arriving(self) -> list[str]:
        """The kinds of units that arrive as reinforcements, in the order of the counters in
        units.csv."""
        chart = self.data.charts["arrivals"]
        found = arriving(chart["every"], chart["only"])
        return [kind for kind in self.kinds if kind in found]

    def number_of(self, kind: str, turn: int) -> int:
        """The number of units of a kind that the turn record brings in a turn (SPI-SEQ-H)."""
        chart, setup = self.data.charts["arrivals"], self.data.setup
        if turn < setup["arrivals_from"]:
            return 0
        tables = (chart["every"], chart["only"].get(self.data.scenario, {}))
        return sum(int(table.get(turn, {}).get(kind, 0)) for table in tables)

    @value
    def coming(self, kind: str) -> Int:
        """The number of units of a kind that are scheduled to arrive in this turn."""
        return self._tables[kind](self.turn)

    @procedure("{side} arrivals")
    @rule("SPI-SEQ-H")
    def arrive(self, side: int) -> None:
        """Brings in the reinforcements due to a side, at the beginning of its First Movement Phase
        (SPI-SEQ-H).

        By reading R50 a reinforcement enters on the side's own map edge (west for the Axis, east
        for the Soviet), in a hex with room and without enemies; if there is no such hex it stays
        due.
        """
        for kind, due in zip(self.arriving, self.due, strict=True):
            if kind.startswith("SU:") == (side == AXIS):
                continue
            assign(due, smaller(due + self.coming(kind), MOST_DUE))
            with loop():
                unit = local(self.losses.spare(self.kinds[kind]))
                places = self._places(side, unit)
                with when((due <= 0) | (unit < 0) | ~self._allowed(kind) | ~places.any()):
                    break_()
                with choose("arrival", side, "SPI-SEQ-H", "arrive-at", places, about=unit) as at:
                    self.movement.come(side, unit, at, "SPI-SEQ-H")
                    assign(due, due - 1)

    def _places(self, side: int, unit: Int) -> Hexes:
        return (self.edges[side] - occupied(1 - side)) - self.stacking.full(side, unit)

    def _allowed(self, kind: str) -> Number:
        """Says whether a unit of a kind may arrive: only while fewer units of the kind are on the
        map than there are printed counters (SPI-UNIT-G)."""
        most = int(self.data.charts["counter-mix"]["number"][kind])
        return by("SPI-UNIT-G", (self.kinds[kind] & units_on_map()).count() < most, otherwise=True)


LAST = 45

"""Frames: the phases of the first and the last turn of a scenario, on a small map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from eastfront.program import Life, assign, decide, end_game, loop, when
from eastfront.systems import Frame, Rules, variable

from .table import Board, Small, data

LAST = 4
PHASES = ("A", "B", "C")


class Calendar(Board):
    """A board with a turn."""

    turn = variable("turn", Life.GAME, 2, limits=(1, LAST))


class Hours(Frame):
    """In each of three phases the first side counts."""

    counted = variable("counted", Life.GAME, most=999_999)
    late = variable("late", Life.GAME, most=9)

    @property
    def phases(self) -> Sequence[str]:
        """The phases."""
        return PHASES

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Plays the turns: in each phase a digit of the turn and one of the phase are added."""
        with loop():
            with decide("turn", 0, "S-0") as d:
                with d.option("go", passes=True):
                    pass
                with d.option("wait"):
                    pass
            for at, phase in enumerate(PHASES, start=1):
                with self.in_frame(phase):
                    assign(self.counted, self.counted * 10 + at)
            with self.in_frame("B", "C"):
                assign(self.late, self.late + 1)
            with when(self.turn >= self.data.setup["last_turn"]):
                end_game(0, 1, "S-9")
            assign(self.turn, self.turn + 1)


class Clock(Small):
    """The game of hours."""

    board: Calendar
    turns: Hours  # type: ignore[assignment]


def counted(opens: str, ends: str, last: int) -> tuple[int, int]:
    """What is counted in a game from turn 2 to a last turn, and how often the part of the phases B
    and C is played."""
    plain = data()
    setup = {**plain.setup, "first_turn": 2, "last_turn": last, "opens": opens, "ends": ends}
    state = Clock(replace(plain, setup=setup)).compiled().new()
    while not state.is_over:
        state.push("go")
    return state.var("counted"), state.var("late")


@pytest.mark.parametrize(
    ("opens", "ends", "last", "found"),
    [
        ("", "", 3, (123123, 2)),
        ("A", "C", 3, (123123, 2)),
        ("B", "", 3, (23123, 2)),
        ("C", "", 3, (3123, 2)),
        ("", "B", 3, (12312, 2)),
        ("", "A", 3, (1231, 1)),
        ("C", "A", 3, (31, 1)),
        ("C", "A", 4, (31231, 2)),
        ("B", "B", 2, (2, 1)),
        ("", "A", 2, (1, 0)),
    ],
)
def test_the_first_and_the_last_turn_are_played_in_part(
    opens: str, ends: str, last: int, found: tuple[int, int]
) -> None:
    assert counted(opens, ends, last) == found

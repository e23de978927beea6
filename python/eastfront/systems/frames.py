"""Frames: scenarios whose first turn opens in its middle, or whose last turn ends there.

A scenario names the phase in which its first turn opens (`opens`), and the last phase that is
played in its last turn (`ends`). A turn that opens in its middle has begun: what the rules do at
the start of a turn and of a player turn happens as play opens, and only earlier phases are left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from eastfront.program import Int, when

from .sections import Section


class Frame(Section):
    """Base class of the section with a game's sequence of play: says which phases of the first and
    of the last turn are played."""

    turn: Int
    """The variable that holds the game turn; the board declares it."""

    @property
    def phases(self) -> Sequence[str]:
        """The names of the phases of a game turn, in the order of play."""
        raise NotImplementedError

    def in_frame(self, *phases: str) -> AbstractContextManager[object]:
        """Context manager for a part of the game turn that consists of ``phases``: the statements
        inside the block are executed except on a first turn that opens after these phases, and on
        a last turn that ends before them. A scenario of whole turns gets no statement more."""
        setup, order = self.data.setup, list(self.phases)
        at = [order.index(phase) for phase in phases]
        begun = bool(setup["opens"]) and order.index(setup["opens"]) > max(at)
        ended = bool(setup["ends"]) and order.index(setup["ends"]) < min(at)
        first, last = self.turn > setup["first_turn"], self.turn < setup["last_turn"]
        if begun and ended:
            return when(first & last)
        return when(first if begun else last) if begun or ended else nullcontext()

"""Windows: rules that are in force on some game turns, stated as data.

The table `windows` of charts.toml has the turns by rule id; a scenario may state others under its
key `windows`. The code of a rule asks for its window and contains no number of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eastfront.cached import cached_property
from eastfront.program import Int, Number, ProgramError, number, union
from eastfront.scenario.errors import one_of
from eastfront.scenario.model import ScenarioData
from eastfront.scenario.windows import Span, in_words, span, windows_of

from .materials import Materials


def ever(data: ScenarioData, rule: str) -> bool:
    """Says whether a turn of the scenario lies in a window of a rule; false for a rule without
    windows. For parts of a game that only some scenarios have (`Option.played`)."""
    setup = data.setup
    found = windows_of(data.charts["windows"]["window"], setup["windows"]).get(rule, ())
    spans = [span(window["turns"]) or (1, 0) for window in found]
    return any(
        max(first, setup["first_turn"]) <= min(last, setup["last_turn"]) for first, last in spans
    )


class Windows(Materials):
    """Base class of a game's board: says whether the game turn lies in the window of a rule, and
    whether what is permitted once in the window may still be done."""

    turn: Int
    """The variable that holds the game turn; the game declares it."""

    @cached_property
    def windows(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The windows that apply in the scenario, by the id of the rule."""
        own = self.data.setup["windows"]
        return windows_of(self.data.charts["windows"]["window"], own)

    def in_window(self, rule: str, used: Number | None = None) -> Int:
        """Says whether the game turn lies in a window of a rule.

        A rule that permits something once in each of its windows needs ``used``, the number of the
        window in which that was last done (0 for none); the result is then whether the turn lies in
        a later window. The rule assigns `window_number` to ``used`` as it is done.
        """
        once = all(window["once"] for window in self._of(rule))
        if once != (used is not None):
            expected = "a number of the window used" if once else "no number of a window used"
            raise ProgramError(f"in_window: the windows of {rule} expect {expected}")
        if used is not None:
            return self.window_number(rule) > used
        return union(self._within(turns) for turns in self._spans(rule))

    def window_number(self, rule: str) -> Int:
        """The number of the window of a rule in which the game turn lies, counted from 1 in the
        order of the turns; 0 outside all windows."""
        total = number(0)
        for at, turns in enumerate(self._spans(rule), start=1):
            total = total + self._within(turns) * at
        return total

    def window_words(self, rule: str) -> str:
        """The windows of a rule in words, such as ``turns 9 to 12``."""
        return in_words(self._spans(rule))

    def _of(self, rule: str) -> Sequence[Mapping[str, Any]]:
        if rule not in self.windows:
            expected = one_of(self.windows, rule)
            raise ProgramError(f"window: got {rule}, expected {expected} (charts.toml, windows)")
        return self.windows[rule]

    def _spans(self, rule: str) -> list[Span]:
        return [span(window["turns"]) or (1, 0) for window in self._of(rule)]

    def _within(self, turns: Span) -> Int:
        """Says whether the game turn lies in a span of turns. Only bounds within the scenario are
        compared."""
        (first, last), setup = turns, self.data.setup
        begins, ends = int(setup["first_turn"]), int(setup["last_turn"])
        if first > min(last, ends) or last < begins:
            return number(0)
        if first == last:
            return self.turn == first if begins < ends else number(1)
        after = self.turn >= first if first > begins else number(1)
        return after & (self.turn <= last) if last < ends else after

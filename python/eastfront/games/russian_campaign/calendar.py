"""The Russian Campaign, section 4: the steps at the beginning and end of turns and impulses.

This file states only the order; each subject joins its own part from its own file.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, FIRST, RUSSIAN, SECOND
from .section import Section

ARRIVE = {
    (AXIS, FIRST): "TRC-4.1.2b",
    (AXIS, SECOND): "TRC-4.1.4d",
    (RUSSIAN, FIRST): "TRC-4.2.1b",
    (RUSSIAN, SECOND): "TRC-4.2.3d",
}
"""The rules by which reinforcements arrive in the impulse in which they are due: for each side the
first impulse, then the second."""


class Calendar(Section):
    """The points of a game turn that other sections join."""

    # -- 3.3, 3.4: the set-up ---------------------------------------------------------------

    @value
    def set_up_limits(self, side: int, unit: Int) -> list[Limit]:
        """The limits of optional rules on the set-up of a unit."""
        return []

    @step
    def open_set_up(self) -> None:
        """Marks the point for rules before the set-up."""

    @step
    def before_set_up(self, side: int) -> None:
        """Marks the point for rules before a side sets up."""

    @value
    def set_up_area(self, side: int, unit: Int, area: Hexes) -> Hexes:
        """The hexes where a unit is set up, given those that the scenario allows."""
        return area

    @step
    def side_set_up(self, side: int) -> None:
        """Marks the point for rules after a side has set up."""

    @step
    def complete_set_up(self) -> None:
        """Marks the point for rules after both sides have set up."""

    # -- 4.0: a turn begins -----------------------------------------------------------------

    @procedure("start of the game turn")
    def turn_opens(self) -> None:
        """Begins a game turn of two months (TRC-4.0a)."""
        note("turn", self.turn, rule="TRC-4.0a")

    def next_turn(self) -> None:
        """Moves the turn marker to the next game turn (TRC-4.0a)."""
        self.go_to_turn(self.turn + 1, "TRC-4.0a")

    # -- 4.1.2, 4.2.1: an impulse begins ----------------------------------------------------

    @procedure("{side} impulse {impulse} begins")
    def begin_impulse(self, side: int, impulse: int) -> None:
        """Begins an impulse of a side: Axis withdrawals first, then arrivals (TRC-4.1.2,
        TRC-4.2.1); last, units removed to match those that the enemy took off the map edge.

        A unit given up for an exit may be one that arrives (TRC-20.10.1b), so arrivals are
        determined first, and wait off the map.
        """
        self.impulse_opens(side, impulse)  # TRC-20.4a, TRC-22.3a
        come = self._come_at_the_line if self.data.setup.get("start_line") else self._come
        steps = [self.allies_due, self.motorize, come]  # TRC-24.4a, TRC-24.5a, TRC-23.1a
        steps.insert(by("TRC-4.1.2a", 0, otherwise=len(steps)), self.withdraw)
        for write in (*steps, self.match_exits):
            write(side, impulse)

    def _come_later(self, side: int, impulse: int) -> None:
        with when(self.turn > self.first_turn):
            self._come(side, impulse)

    @rule("TRC-27.11h", otherwise=_come_later)
    def _come_at_the_line(self, side: int, impulse: int) -> None:
        """TRC-27.11h: in a scenario with a start line units come on its first turn too."""
        self._come(side, impulse)

    def _come(self, side: int, impulse: int) -> None:
        """TRC-4.1.2b, TRC-4.2.1b: reinforcements and replacements."""
        self._arrive(side, impulse)
        self.irregulars_due(side, impulse)  # TRC-18.2a, TRC-19.1a
        self.replacements_due(side, impulse)  # TRC-21.2a, TRC-22.5a

    @rule(lambda _, side, impulse: ARRIVE[side, impulse])
    def _arrive(self, side: int, impulse: int) -> None:
        """Reinforcements come, by the rule of the side and impulse."""
        self.reinforcements_due(side, impulse)

    @step
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records facts at the beginning of an impulse."""

    @step
    def withdraw(self, side: int, impulse: int) -> None:
        """Marks the point for withdrawals (section 20.9)."""

    @step
    def allies_due(self, side: int, impulse: int) -> None:
        """Marks the point for the surrender of allies (section 24)."""

    @step
    def motorize(self, side: int, impulse: int) -> None:
        """Marks the point at which motorized corps replace infantry (section 23)."""

    @step
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Marks the point for reinforcements (section 20)."""

    @step
    def irregulars_due(self, side: int, impulse: int) -> None:
        """Marks the point for arrivals of paratroops and partisans (sections 18 and 19)."""

    @step
    def replacements_due(self, side: int, impulse: int) -> None:
        """Marks the point for replacements (sections 21 and 22)."""

    @step
    def match_exits(self, side: int, impulse: int) -> None:
        """Marks the point at which units are given up for enemy units that exited the map (section
        20.10)."""

    # -- 4.1.3, 4.2.2: movement ends --------------------------------------------------------

    @value
    def end_limits(self, side: int, impulse: int) -> list[Limit]:
        """The limits of optional rules on ending a movement phase."""
        return []

    @procedure("{side} impulse {impulse} has moved")
    def movement_ends(self, side: int, impulse: int) -> None:
        """The movement phase of an impulse ends."""

    # -- 4.1.6, 4.2.5: an impulse and a player turn end -------------------------------------

    @step
    def impulse_closes(self, side: int) -> None:
        """Clears the facts recorded for an impulse."""

    @step
    def close_player_turn(self, side: int) -> None:
        """The end phase of a player turn, after rail conversion and supply."""
        self.player_turn_ends(side)

    @procedure("{side} end phase")
    def player_turn_ends(self, side: int) -> None:
        """TRC-4.1.6a, TRC-4.2.5a: the last step of a player turn's end phase."""

    # -- 4.3: a turn ends -------------------------------------------------------------------

    @procedure("end of the game turn")
    def turn_closes(self) -> None:
        """TRC-4.3a: a game turn ends."""

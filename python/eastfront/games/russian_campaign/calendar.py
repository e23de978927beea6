"""The Russian Campaign, section 4: what falls due as turns and impulses begin and end.

Only the order stands here; each subject writes its own part in its own file.
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
"""The rules that bring reinforcements to a side in an impulse."""


class Calendar(Section):
    """The moments of a game turn at which something falls due."""

    # -- 3.3, 3.4: the set-up ---------------------------------------------------------------

    @value
    def set_up_limits(self, side: int, unit: Int) -> list[Limit]:
        """What optional rules forbid of where a unit is set up."""
        return []

    @step
    def open_set_up(self) -> None:
        """What comes before anybody sets up."""

    @step
    def before_set_up(self, side: int) -> None:
        """What comes before a side sets up."""

    @value
    def set_up_area(self, side: int, unit: Int, area: Hexes) -> Hexes:
        """Where a unit is set up, of where the scenario lets it."""
        return area

    @step
    def side_set_up(self, side: int) -> None:
        """A side has set up."""

    @step
    def complete_set_up(self) -> None:
        """What comes when both sides have set up."""

    # -- 4.0: a turn begins -----------------------------------------------------------------

    @procedure("start of the game turn")
    def turn_opens(self) -> None:
        """TRC-4.0a: a game turn begins."""
        note("turn", self.turn, rule="TRC-4.0a")

    def next_turn(self) -> None:
        """TRC-4.0a: the next game turn."""
        self.go_to_turn(self.turn + 1, "TRC-4.0a")

    # -- 4.1.2, 4.2.1: an impulse begins ----------------------------------------------------

    @procedure("{side} impulse {impulse} begins")
    def begin_impulse(self, side: int, impulse: int) -> None:
        """TRC-4.1.2, TRC-4.2.1: withdrawals, then what comes; what is owed for exits last.

        Units given up for exits may be units that arrive (TRC-20.10.1b), so that these are known
        first, but wait off the map.
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
        """Notes what is to be known later as it was when an impulse began."""

    @step
    def withdraw(self, side: int, impulse: int) -> None:
        """Units that leave (section 20.9)."""

    @step
    def allies_due(self, side: int, impulse: int) -> None:
        """Allies that give up (section 24)."""

    @step
    def motorize(self, side: int, impulse: int) -> None:
        """Infantry that motorized corps take the place of (section 23)."""

    @step
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Reinforcements that come (section 20)."""

    @step
    def irregulars_due(self, side: int, impulse: int) -> None:
        """Paratroops and partisans that come (sections 18 and 19)."""

    @step
    def replacements_due(self, side: int, impulse: int) -> None:
        """Replacements that are taken (sections 21 and 22)."""

    @step
    def match_exits(self, side: int, impulse: int) -> None:
        """Units given up for enemies that left the map (section 20.10)."""

    # -- 4.1.3, 4.2.2: movement ends --------------------------------------------------------

    @value
    def end_limits(self, side: int, impulse: int) -> list[Limit]:
        """What optional rules forbid of the end of a movement phase."""
        return []

    @procedure("{side} impulse {impulse} has moved")
    def movement_ends(self, side: int, impulse: int) -> None:
        """The movement phase of an impulse ends."""

    # -- 4.1.6, 4.2.5: an impulse and a player turn end -------------------------------------

    @step
    def impulse_closes(self, side: int) -> None:
        """Lets go of what was known of an impulse."""

    @step
    def close_player_turn(self, side: int) -> None:
        """What comes after rail conversion and supply in a player turn's end phase."""
        self.player_turn_ends(side)

    @procedure("{side} end phase")
    def player_turn_ends(self, side: int) -> None:
        """TRC-4.1.6a, TRC-4.2.5a: the last of a player turn's end phase."""

    # -- 4.3: a turn ends -------------------------------------------------------------------

    @procedure("end of the game turn")
    def turn_closes(self) -> None:
        """TRC-4.3a: a game turn ends."""

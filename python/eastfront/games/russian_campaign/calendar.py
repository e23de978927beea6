"""The Russian Campaign, section 4: the steps at the beginning and end of turns and impulses.

This file states only the order of the steps; what happens in each step is stated in the file of its
subject.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, FIRST, RUSSIAN, SECOND
from .section import Section

ARRIVE = {
    # after withdrawals, with replacements
    (AXIS, FIRST): "TRC-4.1.2b",
    # in the movement phase of that impulse
    (AXIS, SECOND): "TRC-4.1.4d",
    # with replacements, paratroop drops, rail and sea movement
    (RUSSIAN, FIRST): "TRC-4.2.1b",
    # in the movement phase of that impulse
    (RUSSIAN, SECOND): "TRC-4.2.3d",
}
"""By side and impulse, the rule by which the side's reinforcements due in that impulse become
available: those of the turn's first month in the first impulse, of the second month in the
second."""


class Calendar(Section):
    """The section with the steps of a game turn, in their order; the sections on each subject add
    their rules to these steps."""

    # -- 3.3, 3.4: the set-up ---------------------------------------------------------------

    @value
    def set_up_limits(self, side: int, unit: Int) -> list[Limit]:
        """The limits that optional rules put on the hex in which a unit is set up; an empty list if
        no such rule is played."""
        return []

    @step
    def open_set_up(self) -> None:
        """Marks the beginning of the set-up: an empty step, to which the optional drawing of
        political chits is added."""

    @step
    def before_set_up(self, side: int) -> None:
        """Marks the point before a side sets up: an empty step, to which variants add changes of
        that set-up and decisions of the side."""

    @value
    def set_up_area(self, side: int, unit: Int, area: Hexes) -> Hexes:
        """The hexes where a unit is set up, given the hexes `area` that the scenario allows;
        variants change the area."""
        return area

    @step
    def side_set_up(self, side: int) -> None:
        """Marks the point after a side has set up: an empty step, to which the set-up of optional
        workers is added."""

    @step
    def complete_set_up(self) -> None:
        """Marks the point after the set-up of both sides: an empty step, to which options add the
        exchange of leaders and the decision whether a unit is held off the map."""

    # -- 4.0: a turn begins -----------------------------------------------------------------

    @procedure("start of the game turn")
    def turn_opens(self) -> None:
        """Marks the beginning of a game turn of two months (TRC-4.0a); other sections add to this
        step the surrender of Italy, the weather and the decisions of some options."""
        note("turn", self.turn, rule="TRC-4.0a")

    def next_turn(self) -> None:
        """Moves the turn marker to the next game turn, of two months (TRC-4.0a)."""
        self.go_to_turn(self.turn + 1, "TRC-4.0a")

    # -- 4.1.2, 4.2.1: an impulse begins ----------------------------------------------------

    @procedure("{side} impulse {impulse} begins")
    def begin_impulse(self, side: int, impulse: int) -> None:
        """Begins an impulse of a side (TRC-4.1.2, TRC-4.2.1). The Axis first makes its withdrawals
        (4.1.2a); then reinforcements and replacements become due; last, the side gives up units to
        match enemy units that left the map over this side's edge.

        The side may also give up units that arrive in this impulse (TRC-20.10.1b), so arrivals are
        determined before, and wait off the map.
        """
        # units and workers arrive only in cities that are not under enemy control now
        self.impulse_opens(side, impulse)  # TRC-20.4a, TRC-22.3a
        come = self._come_at_the_line if self.data.setup.get("start_line") else self._come
        # Finland may surrender, then motorized corps are swapped for infantry
        steps = [self.allies_due, self.motorize, come]  # TRC-24.5a, TRC-23.1a
        # what the Axis must withdraw goes before anything else (4.1.2a)
        steps.insert(by("TRC-4.1.2a", 0, otherwise=len(steps)), self.withdraw)
        for write in (*steps, self.match_exits):
            write(side, impulse)

    def _come_later(self, side: int, impulse: int) -> None:
        with when(self.turn > self.first_turn):
            self._come(side, impulse)

    @rule("TRC-27.11h", otherwise=_come_later)
    def _come_at_the_line(self, side: int, impulse: int) -> None:
        """Makes a side's normal reinforcements and replacements come in a scenario with a start
        line, from its first turn on (TRC-27.11h)."""
        self._come(side, impulse)

    def _come(self, side: int, impulse: int) -> None:
        """Makes reinforcements and replacements due in an impulse available to the Axis
        (TRC-4.1.2b) or the Russian (TRC-4.2.1b): first reinforcements, then paratroops and
        partisans, then replacements."""
        self._arrive(side, impulse)
        # paratroops go to the reserve or to Moscow; partisans become available
        self.irregulars_due(side, impulse)  # TRC-18.2a, TRC-19.1a
        # the Axis in May/June of three years; the Russian by his points, each turn
        self.replacements_due(side, impulse)  # TRC-21.2a, TRC-22.5a

    @rule(lambda _, side, impulse: ARRIVE[side, impulse])
    def _arrive(self, side: int, impulse: int) -> None:
        """Makes a side's reinforcements of an impulse available, by the rule in `ARRIVE`."""
        self.reinforcements_due(side, impulse)

    @step
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Marks the beginning of an impulse of a side: an empty step, in which other sections
        record facts of that moment, such as the cities open to arrivals and to workers."""

    @step
    def withdraw(self, side: int, impulse: int) -> None:
        """Marks the point in an Axis impulse at which the Axis takes off the map the units that it
        must withdraw; section 20.9 adds these rules."""

    @step
    def allies_due(self, side: int, impulse: int) -> None:
        """Marks the point in an Axis first impulse at which Finland may surrender; section 24 adds
        this rule."""

    @step
    def motorize(self, side: int, impulse: int) -> None:
        """Marks the point at which the Axis may swap infantry corps for motorized corps; section 23
        adds this rule."""

    @step
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Marks the point at which a side's reinforcements of an impulse become available; section
        20 adds these rules."""

    @step
    def irregulars_due(self, side: int, impulse: int) -> None:
        """Marks the point at which Russian paratroops and partisans become available; sections 18
        and 19 add these rules."""

    @step
    def replacements_due(self, side: int, impulse: int) -> None:
        """Does nothing itself: the instant at which a side takes its replacements of an impulse.
        Sections 21 and 22 add the rules on replacements."""

    @step
    def match_exits(self, side: int, impulse: int) -> None:
        """Marks the point at which a side gives up units to match enemy units that left the map
        over the side's edge; section 20.10 adds this rule."""

    # -- 4.1.3, 4.2.2: movement ends --------------------------------------------------------

    @value
    def end_limits(self, side: int, impulse: int) -> list[Limit]:
        """The limits that optional rules put on ending a movement phase; an empty list if no such
        rule is played."""
        return []

    @procedure("{side} impulse {impulse} has moved")
    def movement_ends(self, side: int, impulse: int) -> None:
        """Ends the movement phase of an impulse: arriving units that have not entered go to the
        off-map box, and after Axis movement partisans near Axis units leave the map."""

    # -- 4.1.6, 4.2.5: an impulse and a player turn end -------------------------------------

    @step
    def impulse_closes(self, side: int) -> None:
        """Marks the end of an impulse: an empty step, in which other sections clear the facts that
        they recorded for the impulse."""

    @step
    def close_player_turn(self, side: int) -> None:
        """Plays the end of a player turn, after rail conversion and the supply check; an option
        adds the making of fortresses before or after this step."""
        self.player_turn_ends(side)

    @procedure("{side} end phase")
    def player_turn_ends(self, side: int) -> None:
        """Plays the last part of a player turn's end phase (TRC-4.1.6a, TRC-4.2.5a), after rail
        conversion and the supply check. In the Russian player turn allies of the Axis may
        surrender, and then partisans are placed again."""

    # -- 4.3: a turn ends -------------------------------------------------------------------

    @procedure("end of the game turn")
    def turn_closes(self) -> None:
        """Ends a game turn: stranded units in Finland are lost, and victory is checked. After a
        January/February turn the check includes sudden death (TRC-4.3a)."""

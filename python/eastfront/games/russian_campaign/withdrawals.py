"""The Russian Campaign, 20.9 and 20.10: withdrawals, and exits off the map with their matching.

A unit that exits over the enemy's edge of the map leaves play for good. The enemy must then give up
units with at least that unit's combat factor, before any arrival in his next player turn.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import choose, preferred
from eastfront.systems.fields import unit_flag, variables
from eastfront.systems.sections import rule, step, value

from .board import AXIS, FIRST, RUSSIAN
from .calendar import Calendar
from .movement import Movement
from .section import Section

CAMPAIGN = 1
"""The level of a victory by the conditions of the campaign (TRC-25.1)."""


class Withdrawals(Section):
    """The section on withdrawals, exits off the map, and units given up to match exits."""

    exit_debt = variables("factors owed by {}", Life.GAME, most=999)
    """Combat factors that each side owes for enemy units that exited over its edge."""
    returning = unit_flag("returning", Life.GAME)
    """Units withdrawn in May 1944 that will return (TRC-20.9.2c)."""

    def define(self) -> None:
        """Declares the German corps, and the rows of the withdrawals of the Axis, among them one
        German corps each in March and May 1945 (TRC-20.9.3a). From 1942 units are given up to match
        exited enemy units too (TRC-20.10.1a)."""
        self.rows = [
            (row, "TRC-20.9.2a" if row["kind"] == "armor" else "TRC-20.9.3a")
            for row in self.data.charts["withdrawals"]["withdrawal"]
        ]
        """The withdrawals, each with its rule: two armored corps in May 1944 (20.9.2a), one German
        corps each in March and May 1945 (20.9.3a)."""
        self._german_corps = self.counters_with("German corps", nation="german", size="corps")

    # -- 20.9: withdrawals ------------------------------------------------------------------

    @Calendar.withdraw.after()
    def withdraw(self, side: int, impulse: int) -> None:
        """Makes the Axis withdraw the corps due, before anything else in the impulse (TRC-20.9)."""
        if side == RUSSIAN:
            return
        for row, why in self.rows:
            if row["impulse"] == impulse:
                self._withdraw_row(row, why)

    @rule(lambda _, row, why: why)
    def _withdraw_row(self, row: dict[str, Any], why: str) -> None:
        """Makes the Axis withdraw the units of one row of the withdrawals, on the turn of that row
        and by the rule `why`."""
        with when(self.turn == row["turn"]):
            self.withdraw_unit(row, why)

    @step
    def withdraw_unit(self, row: dict[str, Any], rule: str) -> None:
        """Makes the Axis withdraw from the map the corps that a row of the withdrawals demands, by
        `rule` (TRC-20.9). If armored corps are due and too few are there, the Axis loses the game
        at once (reading D-64)."""
        self.let_go(row, rule)

    def let_go(self, row: dict[str, Any], rule: str) -> None:
        """Makes the Axis choose the corps of a row of the withdrawals: in May 1944 two armored
        corps, SS corps first (20.9.2b), and the Axis loses the game without them (TRC-20.9.2a); in
        March and May 1945 one German corps of any type (TRC-20.9.3a)."""
        armour = row["kind"] == "armor"
        corps = self.armour_to_withdraw() if armour else self.german_corps()
        left = local(int(row["count"]))
        with loop():
            there = corps & self.on_map(AXIS)
            if armour:
                with when((left > 0) & ~there.any()):
                    end_game(RUSSIAN, CAMPAIGN, rule)
            with when((left <= 0) | ~there.any()):
                break_()
            # SS armor as far as there is any, other armor only for the rest (20.9.2b)
            best = there & (self.ss() if row.get("ss_first") else self.axis_units)
            text = "SS armor corps must be withdrawn first"
            limit = only("TRC-20.9.2b", preferred(best, there), text)
            with choose("withdrawal", AXIS, rule, "withdraw", there, limit) as unit:
                self._take_away(unit, row)
                assign(left, left - 1)
        self.zones.settle()

    @value
    def armour_to_withdraw(self) -> Units:
        """The armored corps of the Axis, two of which are withdrawn in May 1944 (TRC-20.9.2a)."""
        return self.armour & self.axis_units

    @value
    def german_corps(self) -> Units:
        """The German corps, one of which is withdrawn in March and one in May 1945
        (TRC-20.9.3a)."""
        return self._german_corps

    def _take_away(self, unit: Int, row: dict[str, Any]) -> None:
        """Takes a withdrawn unit off the map: for good (TRC-20.9.1a), or if the unit is one of
        those of May 1944, until January 1945 (TRC-20.9.2c)."""
        self._match_nothing(AXIS, unit)
        to = by("TRC-20.9.2c", "later", otherwise="removed") if row.get("returns") else "removed"
        if row.get("returns"):
            mark(self.returning, one_unit(unit), "TRC-20.9.2c")
        self.leave(unit, to, "TRC-20.9.1a")

    @Calendar.reinforcements_due.before()
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Brings back the two armored corps withdrawn in May 1944, in the first impulse of
        January/February 1945 (TRC-20.9.2c)."""
        if side == AXIS and impulse == FIRST:
            for row, _ in self.rows:
                if row.get("returns"):
                    with when(self.turn == row["returns"]):
                        self.come_back("TRC-20.9.2c")

    def come_back(self, rule: str) -> None:
        """Makes all withdrawn armored corps that are to return arrive now, by `rule`."""
        self.arrivals.come_back(self.returning.units, rule)
        clear(self.returning)

    # -- 20.10: exits -----------------------------------------------------------------------

    def far_edge(self, side: int) -> Hexes:
        """The hexes from which a side's units exit over the enemy's map edge (TRC-20.10.1a): the
        west edge for the Russian, the east edge for the Axis; by reading D-66 also the south edge
        for the Axis."""
        if side == RUSSIAN:
            return self.edge["west"]
        east = self.edge["east"]
        return east | self.south_entry if self.option("D-66") else east

    @Movement.offer_exit.after()
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """Offers a unit at the enemy's map edge, from 1942 on, to exit with a movement point left
        (TRC-20.10.1a, reading D-13); the enemy then owes the unit's combat factor. `here` is the
        unit's hex; an exit sets `left`, the movement points left, to 0."""
        # a leg is decided only while points are left
        at_edge, owed = self.far_edge(side).contains(here), self.exit_debt[1 - side]
        late = self.from_turn(1942, "jan")
        limit = only(
            "TRC-20.10.1a", late, "units may leave over the enemy's edge only from 1942 on"
        )
        with d.option("exit", at_edge, limit):
            assign(owed, owed + self.factor(unit), "TRC-20.10.1a")
            self.leave(unit, "removed")
            assign(left, 0)
            self.zones.settle()

    # -- 20.10.1, 20.10.2: matching ---------------------------------------------------------

    def matching(self, side: int) -> Units:
        """The units that a side may give up in return for enemy units that exited over the side's
        map edge (TRC-20.10.1a): its units on the map, and due replacements and reinforcements
        (TRC-20.10.1b)."""
        return self.troops(side) | self.arrivals.waiting(side)

    @Calendar.match_exits.after()
    def match_exits(self, side: int, impulse: int) -> None:
        """Makes a side give up units, in its first impulse and before any unit arrives, if enemy
        units have exited over the side's map edge (TRC-20.10). The units given up must together
        have at least the combat factors of the exited units. A side that cannot do so loses the
        game."""
        if impulse != FIRST:
            return
        owed = self.exit_debt[side]
        with when(owed > 0):
            with when(self.matching(side).sum(self.factor) < owed):
                end_game(1 - side, CAMPAIGN, self._lost_rule(side))
            with loop():
                able = self.matching(side)
                with when((owed <= 0) | ~able.any()):
                    break_()
                # units due to arrive may be given up too (20.10.1b), worth the factors (20.10.1a)
                allowed = by("TRC-20.10.1b", able, otherwise=able & self.on_map(side))
                with choose("exits to match", side, "TRC-20.10.1a", "match", allowed) as unit:
                    self._pay_off(side, unit)
                    self.leave(unit, "removed")
            assign(owed, 0)
            self.zones.settle()

    def _lost_rule(self, side: int) -> str:
        """The rule by which a side loses at once if it cannot match exited enemy units: in the
        campaign TRC-25.1.1c for the Russian and TRC-25.1.2b for the Axis; otherwise TRC-20.10.2a
        for either side."""
        if not self.data.setup["victory"]["campaign"]:
            return "TRC-20.10.2a"
        return "TRC-25.1.1c" if side == RUSSIAN else "TRC-25.1.2b"

    def _pay_off(self, side: int, unit: Int) -> None:
        rest = self.exit_debt[side] - self.factor(unit)
        assign(self.exit_debt[side], rest * (rest > 0))

    @rule("TRC-20.10.1c", otherwise=_pay_off)
    def _match_nothing(self, side: int, unit: Int) -> None:
        """Leaves the Axis's debt of factors for exited enemy units unchanged when the Axis
        withdraws a unit that it must withdraw anyway: the unit's factors do not count toward the
        debt (TRC-20.10.1c)."""

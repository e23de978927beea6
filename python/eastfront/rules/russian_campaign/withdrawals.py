"""The Russian Campaign, 20.9 and 20.10: units that leave, and what exits off the map oblige to.

A unit that leaves over the enemy's edge of the map is out of play for good, and its combat factor
is owed by the enemy, who gives up as much before he brings anything on in his next player turn.
"""

from __future__ import annotations

from typing import Any

from eastfront.program.builder import Decision
from eastfront.program.expr import Hexes, Int, Units, no_hexes, one_unit
from eastfront.program.life import Life

from .arrivals import Arrivals
from .board import AXIS, FIRST, RUSSIAN, turn_of

CAMPAIGN = 1
"""The level of a victory by the conditions of the campaign (TRC-25.1)."""


class Withdrawals(Arrivals):
    """Withdrawals, exits off the map, and their matching."""

    def define(self) -> None:
        """TRC-20.9.3a, TRC-20.10.1a: declares what is owed, and who comes back."""
        super().define()
        self.exit_debt = [
            self.b.variable(f"factors owed by {name}", Life.GAME, 0, limits=(0, 999))
            for name in self.sides
        ]
        """Combat factors of enemies that left over a side's edge and are not matched yet."""
        self.returning = self.b.unit_flag("returning", Life.GAME)
        """Withdrawn in May 1944, to come back (TRC-20.9.2c)."""
        self.german_corps = self.counters_where(
            "German corps", lambda u: u.nation == "german" and u.size == "corps"
        )

    # -- withdrawals ------------------------------------------------------------------------

    def withdraw(self, side: int, impulse: int) -> None:
        """TRC-20.9: the withdrawals of the Axis, before anything else in the impulse."""
        super().withdraw(side, impulse)
        if side == RUSSIAN:
            return
        for row in self.data.charts["withdrawals"]["withdrawal"]:
            rule = "TRC-20.9.2a" if row["kind"] == "armor" else "TRC-20.9.3a"
            if row["impulse"] == impulse and self.on(rule):
                with self.b.when(self.turn == int(row["turn"])):
                    self._withdraw(row, rule)

    def _withdraw(self, row: dict[str, Any], rule: str) -> None:
        """TRC-20.9: so many corps leave; who has too few armor corps loses (D-64)."""
        b = self.b
        armour = row["kind"] == "armor"
        corps = self.armour_to_withdraw() if armour else self.german_corps
        left = b.local(int(row["count"]))
        with b.loop():
            there = corps & self.on_map(AXIS)
            if armour:
                with b.when((left > 0) & ~there.any()):
                    b.end(RUSSIAN, CAMPAIGN, rule)
            with b.when((left <= 0) | ~there.any()):
                b.stop()
            first = self.ss if row.get("ss_first") else self.axis_units
            best = there & first
            with b.decide("withdrawal", AXIS, rule) as d:
                text = "SS armor corps are withdrawn first"
                limit = self.only("TRC-20.9.2b", there.when(~best.any()) | best, text)
                with d.unit("withdraw", there.distinct(), limit) as unit:
                    self._take_away(unit, row)
                    b.assign(left, left - 1)
        self.settle()

    def armour_to_withdraw(self) -> Units:
        """TRC-20.9.2a: the armor corps of the Axis."""
        return self.armour & self.axis_units

    def _take_away(self, unit: Int, row: dict[str, Any]) -> None:
        b = self.b
        if not self.on("TRC-20.10.1c"):
            b.assign(self.exit_debt[AXIS], self._less(AXIS, unit))
        if row.get("returns") and self.on("TRC-20.9.2c"):
            b.mark(self.returning, one_unit(unit), 1, rule="TRC-20.9.2c")
            b.place(unit, self.box("later"), rule="TRC-20.9.1a")
        else:
            b.place(unit, self.box("removed"), rule="TRC-20.9.1a")

    def reinforcements_due(self, side: int, impulse: int) -> None:
        """TRC-20.9.2c: withdrawn armor comes back, over the edge of the map."""
        if side == AXIS and impulse == FIRST:
            b = self.b
            for row in self.data.charts["withdrawals"]["withdrawal"]:
                if row.get("returns"):
                    with b.when(self.turn == int(row["returns"])):
                        back = self.returning.units
                        b.mark(self.replaced, back, 1)
                        b.place_all(back, self.box("arriving"), rule="TRC-20.9.2c")
                        b.mark(self.returning, back, 0)
        super().reinforcements_due(side, impulse)

    def due(self, side: int, impulse: int) -> Units:
        """The units that are listed for this impulse, without those withdrawn."""
        return super().due(side, impulse) - self.returning.units

    # -- exits ------------------------------------------------------------------------------

    def far_edge(self, side: int) -> Hexes:
        """TRC-20.10.1a, D-66: the hexes from which a side's units leave over the enemy's edge."""
        if side == RUSSIAN:
            return self.edge["west"]
        south = self.south_entry if self.option("D-66") else no_hexes()
        return self.edge["east"] | south

    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """TRC-20.10.1a, D-13: from 1942 on, with a point left in a hex of the enemy's edge."""
        super().offer_exit(d, side, impulse, unit, here, left, gone)
        b = self.b
        # a leg is asked for only while points are left
        at_edge = self.far_edge(side).has(here)
        late = self.turn >= turn_of(1942, "jan")
        limit = self.only("TRC-20.10.1a", late, "units leave over the enemy's edge from 1942 on")
        with d.option("exit", at_edge, limit):
            other = 1 - side
            b.assign(
                self.exit_debt[other],
                self.exit_debt[other] + self.factor(unit),
                rule="TRC-20.10.1a",
            )
            b.place(unit, self.box("removed"))
            b.assign(left, 0)
            self.settle()

    # -- matching ---------------------------------------------------------------------------

    def matching(self, side: int) -> Units:
        """TRC-20.10.1a, TRC-20.10.1b: who may be given up: from the map, or as it arrives."""
        return (self.troops(side) | self.waiting(side)) - self.partisans

    def match_exits(self, side: int, impulse: int) -> None:
        """TRC-20.10: as many factors leave as the enemy took out; who cannot has lost."""
        super().match_exits(side, impulse)
        if impulse != FIRST:
            return
        b, owed = self.b, self.exit_debt[side]
        with b.when(owed > 0):
            short = self.matching(side).sum(self.factor) < owed
            with b.when(short):
                b.end(1 - side, CAMPAIGN, self._lost_rule(side))
            with b.loop():
                able = self.matching(side)
                with b.when((owed <= 0) | ~able.any()):
                    b.stop()
                with b.decide("exits to match", side, "TRC-20.10.1a") as d:
                    allowed = able if self.on("TRC-20.10.1b") else able & self.on_map(side)
                    with d.unit("match", allowed.distinct()) as unit:
                        b.assign(owed, self._less(side, unit))
                        b.place(unit, self.box("removed"))
            b.assign(owed, 0)
            self.settle()

    def _lost_rule(self, side: int) -> str:
        """TRC-25.1.1c, TRC-25.1.2b: where the campaign is played; else TRC-20.10.2a."""
        if not self.data.setup["victory"]["campaign"]:
            return "TRC-20.10.2a"
        return "TRC-25.1.1c" if side == RUSSIAN else "TRC-25.1.2b"

    def _less(self, side: int, unit: Int) -> Int:
        rest = self.exit_debt[side] - self.factor(unit)
        return rest * (rest > 0)

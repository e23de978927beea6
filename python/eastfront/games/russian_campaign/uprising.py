"""The Russian Campaign, 28.5: a variant in which the Polish Home Army rises in Warsaw."""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *

from .board import AXIS, D1, RUSSIAN, SECOND, turn_of
from .neutrality import Neutrality
from .units import Counter

RISES = turn_of(1943, "jul")
"""The turn in whose second impulse, August 1943, it may rise (TRC-28.5a)."""

DRAFTED = 2
"""The points for which it joins the Red Army (TRC-28.5e)."""


class Uprising(Neutrality):
    """The Home Army, when it is played."""

    def define(self) -> None:
        """Declares the Home Army, and whether a Russian was ever in Warsaw."""
        super().define()
        self.uprising = self.option("warsaw-uprising")
        self.insurgents: Units = no_units()
        if not self.uprising:
            return
        self.insurgents = self.kinds("Home Army", "insurgent")
        self.warsaw = self.city("Warsaw")
        self.warsaw_seen = self.b.variable("Russians were in Warsaw", Life.GAME, 0, limits=(0, 1))

    def counts(self, unit: Counter) -> bool:
        """TRC-28.5b: it has no stacking value."""
        if unit.kind == "insurgent" and self.option("warsaw-uprising"):
            return not in_force("TRC-28.5b")
        return super().counts(unit)

    def risen(self) -> Units:
        """The Home Army while it is in Warsaw."""
        return self.insurgents & units_on_map()

    # -- rising -----------------------------------------------------------------------------

    def due(self, side: int, impulse: int) -> Units:
        """TRC-28.5a: it comes when its owner likes."""
        due = super().due(side, impulse)
        return due - self.insurgents if self.uprising else due

    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-28.5a: in Warsaw, from August 1943 on, when no Axis unit is there."""
        super().offer_entry(d, side, impulse)
        if not self.uprising or side != RUSSIAN or not in_force("TRC-28.5a"):
            return
        waiting = units_at(self.box("later")) & self.insurgents
        ready = self.turn >= RISES if impulse == SECOND else self.turn > RISES
        with d.option(
            "rise",
            waiting.any(),
            only("TRC-28.5a", ready, "not before August 1943"),
            only("TRC-28.5a", ~self.force[AXIS].contains(self.warsaw), "the Axis is in Warsaw"),
        ):
            place_all(waiting, self.warsaw, "TRC-28.5a")
            self.settle()

    # -- what it is -------------------------------------------------------------------------

    def exempt(self) -> Units:
        """TRC-28.5b: it is always in supply."""
        exempt = super().exempt()
        return exempt | self.insurgents if self.uprising and in_force("TRC-28.5b") else exempt

    # -- its battles ------------------------------------------------------------------------

    def duty(self, side: int, attackers: Units, held: Units) -> Duty:
        """TRC-28.5c: it need not attack, and obliges nobody to."""
        duty = super().duty(side, attackers, held)
        if not self.uprising or side != RUSSIAN or not in_force("TRC-28.5c"):
            return duty
        return replace(duty, bound=lambda u: ~self.insurgents.contains(u))

    def bound_targets(self, side: int) -> Hexes:
        """TRC-28.5c: who stands next to it alone need not be attacked."""
        bound = super().bound_targets(side)
        if not self.uprising or side != RUSSIAN or not in_force("TRC-28.5c"):
            return bound
        others = (self.fighters(side) - self.insurgents).hexes().adjacent(self.zone_edges)
        return bound & (others | self.owed(side, self.winners(side)))

    def choose_loss(self, side: int, units: Units, rule: str) -> None:
        """TRC-28.5d: no loss of its own for D1."""
        if self.uprising and in_force("TRC-28.5d"):
            units = units - self.insurgents.when(self.result == D1)
        super().choose_loss(side, units, rule)

    def drive_back(
        self, attacker: int, side: int, units: Units, shorter: Number, rule: str
    ) -> None:
        """TRC-28.5d: it does not retreat, neither attacked nor attacking."""
        if self.uprising and in_force("TRC-28.5d"):
            units = units - self.insurgents
        super().drive_back(attacker, side, units, shorter, rule)

    # -- the end ----------------------------------------------------------------------------

    def alarm(self, side: int, at: Int) -> None:
        """TRC-28.5e: notes that a Russian has come into Warsaw."""
        super().alarm(side, at)
        if self.uprising and side == RUSSIAN:
            with when(at == self.warsaw):
                assign(self.warsaw_seen, 1, "TRC-28.5e")

    def points_counted(self) -> None:
        """TRC-28.5e: once Warsaw has been taken it is drafted, for two points (D-98)."""
        super().points_counted()
        if not self.uprising or not in_force("TRC-28.5e"):
            return
        taken = (self.warsaw_seen == 1) & self.control[RUSSIAN](self.warsaw)
        with when(self.risen().any() & taken):
            place_all(self.risen(), self.box("removed"), "TRC-28.5e")
            assign(self.points, self.points + DRAFTED, "TRC-28.5e")
            self.settle()

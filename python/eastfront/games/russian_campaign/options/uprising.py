"""The Russian Campaign, 28.5: a variant in which the Polish Home Army rises in Warsaw."""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.retreats import Retreats

from ..arrivals import Arrivals
from ..battle import Battle
from ..board import AXIS, D1, RUSSIAN, SECOND, Board, turn_of
from ..duties import Duties
from ..russian_replacements import RussianReplacements
from ..section import AgreedVariant, Former
from ..supply import Supply
from ..units import Counter
from ..zones import Zones

RISES = turn_of(1943, "jul")
"""The turn from whose second impulse, August 1943, it may rise (TRC-28.5a)."""

DRAFTED = 2
"""The points gained when it joins the Red Army (TRC-28.5e)."""


class Uprising(AgreedVariant):
    """The Home Army."""

    name = "warsaw-uprising"
    text = "28.5: the Home Army rises in Warsaw"
    counters_of = "28.5"

    warsaw_seen = variable("Russians were in Warsaw", Life.GAME)

    def define(self) -> None:
        """Declares the Home Army, and Warsaw."""
        self.insurgents = self.kinds("Home Army", "insurgent")
        self.warsaw = self.city("Warsaw")

    @Board.counts.then()
    def insurgents_count(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.5b: the Home Army has no stacking value."""
        return by("TRC-28.5b", False, otherwise=True) if unit.kind == "insurgent" else so_far

    def risen(self) -> Units:
        """The Home Army while it is in Warsaw."""
        return self.insurgents & units_on_map()

    # -- rising -----------------------------------------------------------------------------

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.5a: the Home Army comes when its owner likes."""
        return due - self.insurgents

    @Arrivals.offer_entry.after("TRC-28.5a")
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-28.5a: the Home Army rises in Warsaw from August 1943 on, without the Axis there."""
        if side != RUSSIAN:
            return
        waiting = units_at("later") & self.insurgents
        ready = self.turn >= RISES if impulse == SECOND else self.turn > RISES
        free = ~self.zones.force[AXIS].contains(self.warsaw)
        limits = [
            only("TRC-28.5a", ready, "not before August 1943"),
            only("TRC-28.5a", free, "the Axis is in Warsaw"),
        ]
        with d.option("rise", waiting.any(), *limits):
            self.enter(waiting, self.warsaw, "TRC-28.5a")
            self.zones.settle()

    # -- what it is -------------------------------------------------------------------------

    @Supply.exempt.then("TRC-28.5b")
    def exempt(self, exempt: Units) -> Units:
        """TRC-28.5b: the Home Army is always in supply."""
        return exempt | self.insurgents

    # -- its battles ------------------------------------------------------------------------

    @Duties.duty.then("TRC-28.5c")
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """TRC-28.5c: the Home Army need not attack, and obliges nobody to."""
        if side != RUSSIAN:
            return duty
        return replace(duty, bound=lambda u: ~self.insurgents.contains(u))

    @Battle.bound_targets.then("TRC-28.5c")
    def bound_targets(self, bound: Hexes, side: int) -> Hexes:
        """TRC-28.5c: enemies adjacent only to it need not be attacked."""
        if side != RUSSIAN:
            return bound
        others = (self.duties.fighters(side) - self.insurgents).hexes().adjacent(self.zone_edges)
        return bound & (others | self.duties.owed(side, self.duties.winners(side)))

    @Battle.daring.then("TRC-28.5c")
    def daring(self, daring: Units, side: int) -> Units:
        """TRC-28.5c: a Home Army that attacks need not attack all beside it."""
        return daring - self.insurgents

    @Battle.choose_loss.instead("TRC-28.5d")
    def choose_loss(self, former: Former, side: int, units: Units, rule: str) -> None:
        """TRC-28.5d: it takes no loss for D1."""
        former(side, units - self.insurgents.when(self.battle.result == D1), rule)

    @Retreats.stands.bar("TRC-28.5d", "underground")
    def stand_underground(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-28.5d: the Home Army does not retreat, neither attacked nor attacking."""
        return self.insurgents

    # -- the end ----------------------------------------------------------------------------

    @Zones.enters.after()
    def alarm(self, side: int, came: Int, at: Int) -> None:
        """Records that a Russian unit has entered Warsaw (TRC-28.5e)."""
        if side == RUSSIAN:
            with when(at == self.warsaw):
                assign(self.warsaw_seen, 1, "TRC-28.5e")

    @RussianReplacements.points_counted.after("TRC-28.5e")
    def points_counted(self) -> None:
        """TRC-28.5e: when Warsaw is taken the Home Army is drafted, for two points (reading
        D-98)."""
        taken = (self.warsaw_seen == 1) & self.control[RUSSIAN](self.warsaw)
        with when(self.risen().any() & taken):
            self.leave(self.risen(), "removed", "TRC-28.5e")
            self.russian_replacements.gain(DRAFTED, "TRC-28.5e")
            self.zones.settle()

"""The Russian Campaign, 28.5: the variant in which the Polish Home Army (AK) rises in Warsaw."""

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
"""The turn from whose second impulse on, August 1943, the Home Army may rise (TRC-28.5a)."""

DRAFTED = 2
"""The Russian replacement points gained when the Home Army is drafted after the capture of Warsaw
(TRC-28.5e)."""


class Uprising(AgreedVariant):
    """The Polish Home Army in Warsaw, a Russian unit (28.5)."""

    name = "warsaw-uprising"
    text = "28.5: the Home Army rises in Warsaw"
    counters_of = "28.5"

    warsaw_seen = variable("Russians were in Warsaw", Life.GAME)
    """Whether a Russian unit has entered Warsaw in the game."""

    def define(self) -> None:
        """Declares the Home Army, and the hex of Warsaw."""
        self.insurgents = self.kinds("Home Army", "insurgent")
        self.warsaw = self.city("Warsaw")

    @Board.counts.then()
    def insurgents_count(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter has a stacking value: the Home Army has none (TRC-28.5b)."""
        return by("TRC-28.5b", False, otherwise=True) if unit.kind == "insurgent" else so_far

    def risen(self) -> Units:
        """The Home Army while it is in Warsaw; empty before and after."""
        return self.insurgents & units_on_map()

    # -- rising -----------------------------------------------------------------------------

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Keeps the Home Army from arriving as a dated reinforcement, since the Russian chooses the
        turn (TRC-28.5a)."""
        return due - self.insurgents

    @Arrivals.offer_entry.after("TRC-28.5a")
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """Offers the Russian, from August 1943 on, to place the Home Army in Warsaw if no Axis unit
        is there, even in an Axis zone of control (TRC-28.5a)."""
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

    # -- supply -----------------------------------------------------------------------------

    @Supply.exempt.then("TRC-28.5b")
    def exempt(self, exempt: Units) -> Units:
        """Adds the Home Army to the units that are always in supply (TRC-28.5b)."""
        return exempt | self.insurgents

    # -- battles of the Home Army -----------------------------------------------------------

    @Duties.duty.then("TRC-28.5c")
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """Exempts the Home Army from the Russian's duty to attack; the unit may still attack by the
        normal rules (TRC-28.5c)."""
        if side != RUSSIAN:
            return duty
        return replace(duty, bound=lambda u: ~self.insurgents.contains(u))

    @Battle.bound_targets.then("TRC-28.5c")
    def bound_targets(self, bound: Hexes, side: int) -> Hexes:
        """Removes hexes from those that the Russian must attack: the Axis hexes adjacent to the
        Home Army and to no other Russian unit (TRC-28.5c)."""
        if side != RUSSIAN:
            return bound
        others = (self.duties.fighters(side) - self.insurgents).hexes().adjacent(self.zone_edges)
        return bound & (others | self.duties.owed(side, self.duties.winners(side)))

    @Battle.daring.then("TRC-28.5c")
    def daring(self, daring: Units, side: int) -> Units:
        """Removes the Home Army from `daring`, the attackers whose adjacent enemies the Russian
        must all attack (TRC-28.5c)."""
        return daring - self.insurgents

    @Battle.choose_loss.instead("TRC-28.5d")
    def choose_loss(self, former: Former, side: int, units: Units, rule: str) -> None:
        """Excludes the Home Army from the units that may be lost by D1: in defence only EX, DE and
        DS affect it (TRC-28.5d)."""
        former(side, units - self.insurgents.when(self.battle.result == D1), rule)

    @Retreats.stands.bar("TRC-28.5d", "underground")
    def stand_underground(self, attacker: int, side: int, units: Units) -> Units:
        """The Home Army, which does not retreat by any result, neither as defender nor by AR as
        attacker (TRC-28.5d)."""
        return self.insurgents

    # -- the draft of the Home Army ---------------------------------------------------------

    @Zones.enters.after()
    def alarm(self, side: int, came: Int, at: Int) -> None:
        """Records, at any time in the game, that a Russian unit has entered Warsaw (TRC-28.5e):
        when a unit moves from the hex `came` into the hex `at`, and `at` is Warsaw."""
        if side == RUSSIAN:
            with when(at == self.warsaw):
                assign(self.warsaw_seen, 1, "TRC-28.5e")

    @RussianReplacements.points_counted.after("TRC-28.5e")
    def points_counted(self) -> None:
        """Removes the Home Army from Warsaw in the Russian replacement phase after the city's
        capture, and gives the Russian two replacement points for that unit (TRC-28.5e). Another
        Russian unit must have entered the city at some time in the game. By reading D-98 an entry
        before the uprising counts too, and the city must be under Russian control."""
        taken = (self.warsaw_seen == 1) & self.control[RUSSIAN](self.warsaw)
        with when(self.risen().any() & taken):
            self.leave(self.risen(), "removed", "TRC-28.5e")
            self.russian_replacements.gain(DRAFTED, "TRC-28.5e")
            self.zones.settle()

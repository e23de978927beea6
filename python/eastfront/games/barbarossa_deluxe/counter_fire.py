"""Barbarossa Deluxe, 8.35: the Leningrad counter-fire corps (LCFC), whose strength in a battle is
drawn."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.asking import define_limits
from eastfront.systems.drawn import drawn_strengths

from .arrivals import Arrivals
from .assault import Assault
from .battle import Battle
from .board import COUNTER_FIRE
from .ground import SOVIET
from .retreat import Retreats
from .section import Counters
from .strength import Strength

LENINGRAD = "1011"


class CounterFire(Counters):
    """The corps, a static unit in Leningrad."""

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether a unit is the corps."""
        return unit.kind == COUNTER_FIRE

    def define(self) -> None:
        """Declares the corps, its city and its die."""
        self.guns = self.units_where("counter-fire corps", self.of)
        self.city = self.hex(LENINGRAD)
        self.drawn = drawn_strengths(self, {"BD-8.35c": self.of})

    # -- 8.35: arrival ----------------------------------------------------------------------

    @Arrivals.coming.then("BD-8.35a")
    def _not_as_others(self, coming: Units, side: int) -> Units:
        """It arrives in Leningrad alone."""
        return coming - self.guns

    @Arrivals.soviet_segment.after("BD-8.35a")
    def arrive(self) -> None:
        """It arrives on its turn in Leningrad, whatever the supply of the city, if that is Soviet;
        else never (BD-8.35a)."""
        due = self.guns.where(lambda u: self.arrives(u) == self.turn)
        with when(due.any()), either(self.control(SOVIET).contains(self.city)) as otherwise:
            self.enter(due.first(), number(self.city), "BD-8.35a", SOVIET)
            otherwise()
            self.leave(due, "removed", "BD-8.35a")

    # -- 8.35: battle -----------------------------------------------------------------------

    @Strength.reckon.before("BD-8.35c")
    def draw(self, side: int) -> None:
        """Draws its strength before the odds of each battle in which it takes part (BD-8.35c)."""
        self.drawn.draw(self.attackers | units_at(self.target))

    @Strength.attack_base.then("BD-8.35c", told=False)
    def attack_drawn(self, base: Int, side: int, u: Int) -> Int:
        """It attacks with what was drawn."""
        return self.drawn.strength(u, base)

    @Strength.defence_base.then("BD-8.35c", told=False)
    def defence_drawn(self, base: Int, side: int, u: Int) -> Int:
        """It defends with what was drawn."""
        return self.drawn.strength(u, base)

    @Battle.settled_base.then("BD-8.35c", told=False)
    def loss_drawn(self, base: Int, side: Int, u: Int) -> Int:
        """It counts in a bloodbath with what was drawn for the battle."""
        return self.drawn.strength(u, base)

    # -- 8.35: never alone ------------------------------------------------------------------

    @Assault.leading.then("BD-8.35d")
    def _leads_nothing(self, leading: Units, side: int) -> Units:
        """It attacks with a Soviet army only, from inside or outside of the city (BD-8.35d)."""
        return leading - self.guns

    @Assault.joining.then("BD-8.35d")
    def _follows(self, units: Units, side: int) -> Units:
        """It may be named after an army, or before one that may still be named."""
        armies, corps = units & self.armies, self.guns.first()
        led = (armies & self.attackers).any() | armies.where(lambda u: u > corps).any()
        return (units - self.guns) | (units & self.guns).when(led)

    @Assault.ready.then("BD-8.35d")
    def _is_led(self, ready: Int) -> Int:
        """Without an army it does not attack."""
        alone = (self.attackers & self.guns).any() & ~(self.attackers & self.armies).any()
        return ready & ~alone

    # -- 8.35: retreat ----------------------------------------------------------------------

    @Retreats.retreat.before("BD-8.35e")
    def fall(self, side: int) -> None:
        """A retreat destroys it in place (BD-8.35e)."""
        self.events.eliminate_all(self.at_target(side) & self.guns, "BD-8.35e")

    def define_queries(self) -> None:
        """Declares the limit on attacks for explanations."""
        may = all_units() - self.guns.when(~(self.attackers & self.armies).any())
        text = "the counter-fire corps attacks only with an army"
        define_limits("soviet prepared limit", [only("BD-8.35d", may, text)])

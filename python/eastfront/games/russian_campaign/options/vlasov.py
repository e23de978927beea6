"""The Russian Campaign, 28.7: German chit 4, the Vlasov Army.

Russian units that surrender may fight on for the Axis. No counter changes sides: each Russian
combat unit has a double with equal factors on the Axis side, which enters in its place.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import procedure

from ..board import AXIS, CLEAR, FIRST, Board, turn_of
from ..calendar import Calendar
from ..section import Former, during
from ..supply import Supply
from ..units import Counter, counter
from ..withdrawals import Withdrawals
from .chits import Chit

NATION = "vlasov"
"""The nation of the doubles of Russian units."""

COMBATANTS = frozenset({"armor", "infantry", "cavalry", "paratroop"})
"""The kinds of Russian combat units, which may join the Vlasov Army when they surrender."""

LAST = turn_of(1943, "nov")
"""The last turn in which Russian units that surrender may join the Vlasov Army, November/December
1943 (TRC-28.7.G4a)."""

MOST_ARMOUR = 2
"""The largest number of armored units that join the Vlasov Army in the game (TRC-28.7.G4b)."""


class Vlasov(Chit):
    """German chit 4: Russian units that surrender may join the Vlasov Army."""

    chit = AXIS, 4
    text = "28.7: prisoners fight for a free Russia"
    shown_by = "TRC-28.7.G4a"  # at the first surrender of a Russian unit
    rests_on = ("TRC-28.7.G4a",)  # surrendered Russian units may join the Axis

    taken = unit_flag("taken prisoner", Life.PLAYER_TURN)
    """The Russian combat units that have just surrendered and have not yet been rolled for."""

    boxes = ("come over",)
    turncoat_armour = variable("Vlasov armour", Life.GAME, most=99)
    """The number of armored units that have joined the Vlasov Army."""

    def prepare(self) -> None:
        """Creates a double of each Russian combat unit, a counter of the Axis with equal factors;
        the doubles form the Vlasov Army (TRC-28.7.G4a)."""
        units = [counter(u) for u in self.data.units]
        fighters = [u for u in units if u.side == "russian" and u.kind in COMBATANTS]
        self.game.stage((*self.data.units, *(_double(u) for u in fighters)))
        self._double_of = {self.unit(u.id): self.unit(_double(u).id) for u in fighters}

    def define(self) -> None:
        """Declares the set of Russian combat units, which may join the Vlasov Army, and the number
        of the double of each: the Axis counter with equal factors that enters in its place."""
        doubles = [self._double_of.get(i, -1) for i in range(len(self.counters))]
        self._double = self.b.unit_attr("double", doubles)
        self._prisoners = self.b.unit_set("may come over", list(self._double_of))

    @Board.define_units.after()
    def find_army(self) -> None:
        """Declares the units of the Vlasov Army: the Axis doubles of the Russian combat units
        (TRC-28.7.G4b)."""
        self.liberators = self.counters_with("Vlasov Army", nation=NATION)

    @Board.plays.then()
    def plays_army(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter is in the game at the start: False for a double, which enters only
        after its original has surrendered (TRC-28.7.G4a); otherwise the answer is `so_far`."""
        return unit.nation != NATION and so_far

    # -- joining the army -------------------------------------------------------------------

    @Board.surrender.instead(rank=1)
    def army_surrenders(self, former: Former, units: Units, rule: str) -> None:
        """Rolls a die, from 1941 to 1943, for each Russian combat unit that surrenders
        (TRC-28.7.G4a), after the usual surrender."""
        mark(self.taken, (units & self._prisoners).when(self.turn <= LAST))
        former(units, rule)
        with when(self.taken.units.any()):
            self.come_over()

    @procedure("prisoners")
    def come_over(self) -> None:
        """Shows the chit at the first surrender, and rolls a die for each surrendered unit: the
        unit joins the Vlasov Army if the roll is at least the unit's combat factor (TRC-28.7.G4a).
        Of armored units only the first two join (TRC-28.7.G4b)."""
        self.show()
        with when(self.in_play()):
            with each(self.taken.units) as unit:
                full = self.armour.contains(unit) & (self.turncoat_armour >= MOST_ARMOUR)
                with when(~by("TRC-28.7.G4b", full)):
                    die = roll("Vlasov", "TRC-28.7.G4a")
                    with when(die >= self.factor(unit)):
                        self.leave(local(self._double(unit)), "come over", "TRC-28.7.G4a")
                        came = self.turncoat_armour + self.armour.contains(unit)
                        assign(self.turncoat_armour, came)
        clear(self.taken)

    def _strongholds_of_the_free(self, unit: Int) -> Hexes:
        """The Russian cities in which a unit of the Vlasov Army may enter: those under Axis control
        with room for the unit."""
        return self.cities & self.russia & self.zones.held(AXIS) & self.room(AXIS, unit)

    def _stand_up(self, unit: Int, rule: str) -> None:
        """Makes the Axis place a unit of the Vlasov Army, by `rule`, in a Russian city under Axis
        control."""
        cities = self._strongholds_of_the_free(unit)
        with choose("russian city", AXIS, rule, "at", cities) as at:
            self.zones.put(AXIS, unit, at, rule)

    @Calendar.reinforcements_due.after()
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Makes the Axis place the units that have joined the Vlasov Army, in the next
        reinforcement phase of the Axis: each in a Russian city under Axis control with room for the
        unit (TRC-28.7.G4a). A unit without such a city waits."""
        if side != AXIS:
            return
        with each(units_at("come over")) as unit:
            with when(self._strongholds_of_the_free(unit).any()):
                self._stand_up(unit, "TRC-28.7.G4a")

    # -- the army ---------------------------------------------------------------------------

    @Calendar.replacements_due.after("TRC-28.7.G4b")
    @during(AXIS, FIRST)
    def replacements_due(self, side: int, impulse: int) -> None:
        """Offers the Axis, in each turn of clear weather, to replace one lost unit of the Vlasov
        Army; the unit enters in a Russian city under Axis control (TRC-28.7.G4b)."""
        lost = self.axis_replacements.axis_pool() & self.liberators
        able = lost.where(lambda u: self._strongholds_of_the_free(u).any())
        with when((self.weather == CLEAR) & able.any()):
            with self.axis_replacements.one_of(able, "TRC-28.7.G4b") as unit:
                self._stand_up(unit, "TRC-28.7.G4b")

    @Withdrawals.armour_to_withdraw.then()
    def armour_to_withdraw(self, armour: Units) -> Units:
        """Excludes armored units of the Vlasov Army from the corps that the Axis withdraws
        (TRC-20.9.2a)."""
        return armour - self.liberators

    @Supply.needy.then("TRC-28.7.G4b")
    def needy(self, needy: Units) -> Units:
        """Excludes the Vlasov Army, as the Finns are excluded, from the units that can lack combat
        supply in winter (TRC-28.7.G4b)."""
        return needy - self.liberators


def _double(unit: Counter) -> Counter:
    """The double of a Russian unit on the Axis side, with equal factors."""
    return replace(
        unit,
        id=f"VL:{unit.id}",
        side="axis",
        name=f"Vlasov {unit.name}",
        nation=NATION,
        formation="",
        group="",
        entry="prisoner",
        arrives=None,
        impulse=None,
        place="",
        replaceable=False,
        option="28.7",
    )

"""Barbarossa Deluxe, 10.34: the Independent Coastal Army, in Odessa or Sevastopol."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.fields import hex_flag, variable

from .arrivals import Arrivals
from .events import Events
from .ground import GERMAN, SOVIET
from .movement import Movement
from .retreat import Retreats
from .section import Counters
from .supply import OVERLAND, Supply

ARMY = "SU:ica"
PORTS = ("2911", "3108")


class Coastal(Counters):
    """The coastal army goes from one of its two ports to the other, and in no other way."""

    lost = hex_flag("port lost", Life.GAME)
    sailed = variable("coastal army moved", Life.PHASE)

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether a unit is the coastal army."""
        return unit.id == ARMY

    def define(self) -> None:
        """Declares the ports."""
        self.army = self.unit(ARMY)
        self.ports = self.b.hex_set("ports of the coastal army", [self.hex(h) for h in PORTS])

    @property
    def haven(self) -> Hexes:
        """The other port, if it is under Soviet control, has room (BD-10.34a) and was never German
        (BD-10.34b); nothing if the army is off the map."""
        here = one_hex(place_of(self.army))
        open_ports = self.ports - by("BD-10.34b", self.lost.hexes)
        return ((open_ports - here) & self.control(SOVIET) & self.room(SOVIET)).when(here.any())

    @Movement.move_phase.before("BD-10.34a")
    def _by_sea_alone(self, side: int) -> None:
        """It does not march, since it is always in one of its ports (BD-10.34a)."""
        if side == SOVIET:
            self.movement.rest(one_unit(self.army))

    @Movement.hops.after("BD-10.34a")
    def _sail(self, d: Decision, side: int) -> None:
        """Offers the Soviet, in his movement phase, to move it to the other port (BD-10.34a)."""
        if side == SOVIET:
            once = only("BD-10.34a", self.sailed == 0, "the coastal army moves once a phase")
            with d.hex("coastal-army-to", self.haven, once) as to:
                assign(self.sailed, 1, "BD-10.34a")
                self.movement.no_more_pauses()
                self.enter(self.army, to, "BD-10.34a", SOVIET)

    @Arrivals.may_withdraw.then("BD-10.34a")
    def _not_into_the_reserve(self, units: Units) -> Units:
        """Nor does it go into the reserve (BD-10.34a)."""
        return units - one_unit(self.army)

    @Events.taken.after("BD-10.34b")
    def _port_falls(self, side: int, at: Int) -> None:
        """A port that has been German is closed to it for good (BD-10.34b)."""
        if side == GERMAN:
            mark(self.lost, one_hex(at) & self.ports, "BD-10.34b")

    @Retreats.retreat.before("BD-10.34c")
    def _retreat_by_sea(self, side: int) -> None:
        """A retreat takes it to its other port, if that is open to it; it alone may do so
        (BD-10.34c). Otherwise it is lost, as it has no other way (11.28c). From a hero city nobody
        retreats (9.6d)."""
        if side == SOVIET:
            with when(self.at_target(SOVIET).contains(self.army)):
                to = local(self.haven.first())
                with either(self.haven.any()) as otherwise:
                    self.battle.fall_back(one_unit(self.army))
                    self.enter(self.army, to, "BD-10.34c", SOVIET)
                    otherwise()
                    self.retreats.lose(SOVIET, number(self.army))

    @Supply.soviet_state.then("BD-10.34d")
    def _always_fed(self, state: Int, unit: Number) -> Int:
        """It is always in full supply (BD-10.34d). It never attacks, as its printed attack factor
        is 0 (11.12c)."""
        return if_else(number(unit) == self.army, OVERLAND, state)

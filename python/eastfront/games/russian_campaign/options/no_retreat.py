"""The Russian Campaign, 28.3: a variant in which Hitler forbids the Axis to give up its front.

The easternmost hex held by the Axis in each row at the beginning of its player turn must still be
held at its end. So a unit that alone holds such a hex does not leave it, unless another takes over
first or its move compensates for it.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.retreats import Retreats

from ..battle import Battle
from ..board import AXIS, FIRST, RUSSIAN, SNOW, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..rail import Railroads
from ..sea import Sea
from ..section import AgreedVariant, Limits, during
from ..strength import LEVEL

BEGINS, OVER = turn_of(1941, "nov"), turn_of(1942, "jan")
"""The first turn of the rule, and the first turn in which clear weather ends it."""


class NoRetreat(AgreedVariant):
    """The front that the Axis must hold."""

    name = "no-retreat"
    text = "28.3: the Axis does not give up its front of its own will"

    front = hex_flag("front", Life.PLAYER_TURN)
    cut_off = unit_flag("cut off", Life.PLAYER_TURN)
    """Units without a line of supply when the Axis player turn began (TRC-28.3e)."""
    leash = hex_flag("leash", Life.MOVE)
    """The hexes from which the moving unit still holds its part of the front."""
    leashed = variable("leashed", Life.MOVE)
    front_released = variable("front released", Life.GAME)

    def define(self) -> None:
        """Declares the rows of hexes."""
        m = self.data.map
        # hexes are numbered row by row, from east to west
        rows = [range(row * m.width, (row + 1) * m.width) for row in range(m.height)]
        self._rows = [
            self.b.hex_set(f"row {n}", [h for h in row if m.hexes[h]]) for n, row in enumerate(rows)
        ]

    @Retreats.stands.bar("", "on the front", unless="TRC-28.3d")
    def stand_fast(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-28.3d: battle results may still force a retreat; while this rule is off, units on the
        front stand."""
        if side != AXIS:
            return no_units()
        return units.when(self._held())

    def _held(self) -> Int:
        return (self.turn >= BEGINS) & (self.front_released == 0)

    # -- the front --------------------------------------------------------------------------

    @Calendar.impulse_opens.after("TRC-28.3a")
    @during(AXIS, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records the front (TRC-28.3a, TRC-28.3e), and units without supply, as an Axis player
        turn begins."""
        with when(self._held()):
            for row in self._rows:
                mark(self.front, one_hex((occupied(AXIS) & row).first()), "TRC-28.3a")
            lost = self.on_map(AXIS) - self.on_map(AXIS).inside(self.supply.supplied[AXIS])
            mark(self.cut_off, lost, "TRC-28.3e")

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """Ends No Retreat for good in the first turn of 1942 without snow (TRC-28.3f)."""
        with when((self.turn >= OVER) & ~(self.weather == SNOW)):
            assign(self.front_released, 1, "TRC-28.3f")

    @Battle.after_battle.after()
    def after_battle(self, side: int) -> None:
        """Ends No Retreat for good after a Russian attack at 1-1 or better in snow (TRC-28.3f)."""
        if side == RUSSIAN:
            hard = (self.weather == SNOW) & (self.turn >= BEGINS)
            with when(hard & (self.battle.announced_odds >= LEVEL)):
                assign(self.front_released, 1, "TRC-28.3f")

    # -- who holds it -----------------------------------------------------------------------

    def _grip(self, hexes: Hexes) -> Hexes:
        """TRC-28.3b: the hexes held by units in some hexes, and those from which hexes are held."""
        return by("TRC-28.3b", hexes | hexes.adjacent(self.zone_edges), otherwise=hexes)

    def _east(self, hex_: Int) -> Hexes:
        """The hexes east of a hex in its row."""
        width = self.data.map.width
        return all_hexes().where(lambda h: (h < hex_) & (h // width == hex_ // width))

    def _depends(self, hex_: Int, unit: Number) -> Int:
        """TRC-28.3a: whether a hex of the front is lost when a unit goes away.

        TRC-28.3c: it may be lost if it is out of supply, or others hold or reach farther east.
        """
        others = self._grip((self.on_map(AXIS) - one_unit(unit)).hexes())
        depends = ~others.contains(hex_)
        fed = depends & self.supply.supplied[AXIS].contains(hex_)
        return by("TRC-28.3c", fed & ~(others & self._east(hex_)).any(), otherwise=depends)

    def _tie(self, unit: Int) -> None:
        """Records the hexes from which a unit still holds, or compensates for, the hexes that it
        alone holds."""
        bound = by("TRC-28.3e", ~self.cut_off(unit), otherwise=number(1))
        with when(bound), each(self.front.hexes & self._grip(one_hex(place_of(unit)))) as at:
            with when(self._depends(at, unit)):
                keeps = self._grip(one_hex(at) | by("TRC-28.3c", self._east(at)))
                with either(self.leashed == 0) as again:
                    mark(self.leash, keeps)
                    assign(self.leashed, 1)
                    again()
                    clear(self.leash, self.leash.hexes - keeps)

    def sentries(self) -> Units:
        """The Axis units that alone hold a hex of the front."""
        near = self.on_map(AXIS).inside(self._grip(self.front.hexes))
        near = near - by("TRC-28.3e", self.cut_off.units)

        def bound(unit: Int) -> Int:
            holds = self.front.hexes & self._grip(one_hex(place_of(unit)))
            return holds.where(lambda h: self._depends(h, unit)).any()

        return near.where(bound)

    # -- who stays --------------------------------------------------------------------------

    @Movement.march_unit.before()
    def march_unit(self, side: int, impulse: int, unit: Int) -> None:
        """TRC-28.3a, TRC-28.3d: voluntary moves do not uncover the front."""
        if side == AXIS:
            self._tie(unit)

    @Movement.leg_limits.then()
    def leg_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """TRC-28.3a: a leg must end where the front is still held."""
        if side != AXIS:
            return limits
        holds = self.leash.hexes | all_hexes().when(self.leashed == 0)
        text = "it would give up a hex of the front that it alone holds"
        return [*limits, only("TRC-28.3a", holds, text)]

    @Railroads.train_limits.then()
    @Sea.ship_limits.then()
    def on_guard(self, limits: Limits, side: int) -> Limits:
        """TRC-28.3a: a unit that alone holds a hex of the front does not move by rail or sea."""
        if side != AXIS:
            return limits
        text = "it alone holds a hex of the front"
        return [*limits, only("TRC-28.3a", all_units() - self.sentries(), text)]

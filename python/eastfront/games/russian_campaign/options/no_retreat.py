"""The Russian Campaign, 28.3: the variant in which Hitler forbids the Axis to give up its front.

In each row the easternmost hex that an Axis unit occupies when an Axis player turn begins must
still be held when that turn ends: by a unit in the hex, or by a zone of control. So a unit that
alone holds such a hex does not leave, unless another takes over first, or the unit comes to hold a
hex farther east in that row.
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
"""The first turn of the rule, November/December 1941 (28.3a), and the first turn in which weather
other than snow ends it, January/February 1942 (28.3f)."""


class NoRetreat(AgreedVariant):
    """The front that the Axis must hold by Hitler's order (28.3)."""

    name = "no-retreat"
    text = "28.3: the Axis does not give up its front of its own will"

    front = hex_flag("front", Life.PLAYER_TURN)
    """The hexes that the Axis must still hold when its player turn ends."""
    cut_off = unit_flag("cut off", Life.PLAYER_TURN)
    """Units without a line of supply when the Axis player turn began (TRC-28.3e)."""
    leash = hex_flag("leash", Life.MOVE)
    """The hexes in which the moving unit may end its move, because from there it still holds the
    part of the front that it alone holds."""
    leashed = variable("leashed", Life.MOVE)
    """Whether the moving unit alone holds a part of the front."""
    front_released = variable("front released", Life.GAME)
    """Whether Hitler's order to hold the front has ended for the rest of the game (28.3f)."""

    def define(self) -> None:
        """Declares the hexes of each east-west row."""
        m = self.data.map
        # hexes are numbered row by row, from east to west
        rows = [range(row * m.width, (row + 1) * m.width) for row in range(m.height)]
        self._rows = [
            self.b.hex_set(f"row {n}", [h for h in row if m.hexes[h]]) for n, row in enumerate(rows)
        ]

    @Retreats.stands.bar("", "on the front", unless="TRC-28.3d")
    def stand_fast(self, attacker: int, side: int, units: Units) -> Units:
        """The Axis units, which do not retreat by battle results while the rule that the order
        restricts voluntary movement only (TRC-28.3d) is off."""
        if side != AXIS:
            return no_units()
        return units.when(self._held())

    def _held(self) -> Int:
        """Says whether Hitler's order is in force: from November/December 1941 on, until the order
        ends for good (28.3a, 28.3f)."""
        return (self.turn >= BEGINS) & (self.front_released == 0)

    # -- the front --------------------------------------------------------------------------

    @Calendar.impulse_opens.after("TRC-28.3a")
    @during(AXIS, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records, as an Axis player turn begins, the front that must still be held when the turn
        ends: in each row the easternmost hex occupied by an Axis unit (TRC-28.3a). Records also the
        units that cannot trace supply, which may ignore the order (TRC-28.3e)."""
        with when(self._held()):
            for row in self._rows:
                mark(self.front, one_hex((occupied(AXIS) & row).first()), "TRC-28.3a")
            lost = self.on_map(AXIS) - self.on_map(AXIS).inside(self.supply.supplied[AXIS])
            mark(self.cut_off, lost, "TRC-28.3e")

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """Ends No Retreat for the rest of the game when a turn from 1942 on begins without snow
        (TRC-28.3f)."""
        with when((self.turn >= OVER) & ~(self.weather == SNOW)):
            assign(self.front_released, 1, "TRC-28.3f")

    @Battle.after_battle.after()
    def after_battle(self, side: int) -> None:
        """Ends No Retreat for the rest of the game after a Russian attack at 1-1 or better in a
        turn of snow (TRC-28.3f)."""
        if side == RUSSIAN:
            hard = (self.weather == SNOW) & (self.turn >= BEGINS)
            with when(hard & (self.battle.announced_odds >= LEVEL)):
                assign(self.front_released, 1, "TRC-28.3f")

    # -- which units hold the front ---------------------------------------------------------

    def _grip(self, hexes: Hexes) -> Hexes:
        """The hexes that units in `hexes` hold: the units' own hexes, and the hexes in their zones
        of control (TRC-28.3b)."""
        return by("TRC-28.3b", hexes | hexes.adjacent(self.zone_edges), otherwise=hexes)

    def _east(self, hex_: Int) -> Hexes:
        """The hexes east of a hex in its row."""
        width = self.data.map.width
        return all_hexes().where(lambda h: (h < hex_) & (h // width == hex_ // width))

    def _depends(self, hex_: Int, unit: Number) -> Int:
        """Says whether the Axis would lose the front hex `hex_`, which it must still hold at the
        end of the turn, if the unit left its place (TRC-28.3a).

        A hex need not be held if it is out of supply, or if another Axis unit or its zone of
        control is farther east in the same row (TRC-28.3c).
        """
        others = self._grip((self.on_map(AXIS) - one_unit(unit)).hexes())
        depends = ~others.contains(hex_)
        fed = depends & self.supply.supplied[AXIS].contains(hex_)
        return by("TRC-28.3c", fed & ~(others & self._east(hex_)).any(), otherwise=depends)

    def _tie(self, unit: Int) -> None:
        """Records where a unit may end its move: only where the unit still holds each hex of the
        front that it alone holds now, or a hex farther east in the same row (28.3c). A unit that
        began the turn out of supply may end anywhere (28.3e)."""
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
        """The Axis units each of which alone holds a hex of the front, except units that began the
        turn out of supply (28.3e)."""
        near = self.on_map(AXIS).inside(self._grip(self.front.hexes))
        near = near - by("TRC-28.3e", self.cut_off.units)

        def bound(unit: Int) -> Int:
            holds = self.front.hexes & self._grip(one_hex(place_of(unit)))
            return holds.where(lambda h: self._depends(h, unit)).any()

        return near.where(bound)

    # -- moves that keep the front ----------------------------------------------------------

    @Movement.march_unit.before()
    def march_unit(self, side: int, impulse: int, unit: Int) -> None:
        """Records, before an Axis unit moves of its owner's will (TRC-28.3d), where the move may
        end without giving up a hex of the front (TRC-28.3a)."""
        if side == AXIS:
            self._tie(unit)

    @Movement.leg_limits.then()
    def leg_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """Adds the limit that each leg of a move (an action over one or more hexes) ends in a hex
        from which the Axis unit still holds the hexes of the front that it alone holds, or a hex
        farther east in their rows (TRC-28.3a)."""
        if side != AXIS:
            return limits
        holds = self.leash.hexes | all_hexes().when(self.leashed == 0)
        text = "it would give up a hex of the front that only it holds"
        return [*limits, only("TRC-28.3a", holds, text)]

    @Railroads.train_limits.then()
    @Sea.ship_limits.then()
    def on_guard(self, limits: Limits, side: int) -> Limits:
        """Adds the limit that an Axis unit that alone holds a hex of the front makes no rail or sea
        move (TRC-28.3a)."""
        if side != AXIS:
            return limits
        text = "it alone holds a hex of the front"
        return [*limits, only("TRC-28.3a", all_units() - self.sentries(), text)]

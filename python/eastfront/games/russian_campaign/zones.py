"""The Russian Campaign, section 7: zones of control, and 17.2.1: control of cities, wells and rail
junctions."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, RUSSIAN, Board
from .section import Section


class Zones(Section):
    """Zones of control, and control."""

    def define(self) -> None:
        """Declares the zones of both sides."""
        b = self.b
        # TRC-7.1a, TRC-7.1b: a unit's own hex and adjacent hexes, occupied or not
        self.force = self.views("{} force", lambda side: self.troops_with_force(side).hexes())
        self.zone = self.views("{} zone", self.zone_cast)
        self.partisan_hexes = b.view("partisans", self.lurking().hexes())
        # TRC-7.3a, TRC-19.2: hexes that stop ground movement and supply
        self.hostile = [
            b.view("hostile to axis", self.zone[RUSSIAN] | by("TRC-19.2b", self.partisan_hexes)),
            b.view("hostile to russian", self.zone[AXIS]),
        ]
        owned = self.indices_where(self.owned_by)
        near = {near for h in owned for near in (h, *self.next_to(h))}
        self._near_owned = b.hex_set("near what has an owner", sorted(near))

    # -- 7.1, 7.3: zones --------------------------------------------------------------------

    @value
    def lurking(self) -> Units:
        """TRC-19.2: the partisans on the map."""
        return self.partisans

    @value
    def parted(self, side: int) -> Units:
        """The units of a side that may not share a hex with enemy units."""
        return self.troops(side)

    @value
    def narrow(self, side: int) -> Units:
        """The units of a side whose zone of control is only their own hex."""
        return no_units()

    @value
    def troops_with_force(self, side: int) -> Units:
        """The units of a side that exclude enemy units from their hex."""
        troops = self.own(side)
        if side == RUSSIAN:
            troops = troops - by("TRC-7.3a", self.partisans)
        return self.fighting(by("TRC-29.0a", troops, otherwise=troops - self.leaders))

    @value
    @rule("TRC-7.1a", otherwise=lambda self, side: self.force[side])
    def zone_cast(self, side: int) -> Hexes:
        """The zones of control of a side's units."""
        around = self.force[side].adjacent(self.zone_edges)
        narrow = self.narrow(side)
        if narrow.node != no_units().node:
            # a unit whose zone is its own hex still blocks the enemy there
            around = (self.troops_with_force(side) - narrow).hexes().adjacent(self.zone_edges)
        around = by("TRC-7.1b", around, otherwise=around - self.force[1 - side])
        return self.force[side] | around

    # -- 7.4, 17.2.1: control ---------------------------------------------------------------

    @value
    def eventful(self, side: int) -> Hexes:
        """The hexes where a unit's arrival or departure may have consequences, fixed by the map.

        TRC-17.2.1d: places with an owner and their neighbors; other rules add more.
        """
        return self._near_owned

    @Board.matters.then()
    def brings_something(self, so_far: Int, side: int, came: Int, at: Number) -> Int:
        """Whether a unit's departure or arrival may have consequences."""
        eventful = self.eventful(side)
        return eventful.contains(came) | eventful.contains(at)

    @Board.entered.after()
    def came_in(self, side: int, units: Units, came: Int, at: Int) -> None:
        """A unit has entered a hex."""
        self.enters(side, came, at)

    @procedure("{side} enters")
    @rule("TRC-17.2.1d")
    def enters(self, side: int, came: Int, at: Int) -> None:
        """Updates control; sections 9 and 20 join further consequences."""
        near = self._near_owned
        with when((near.contains(came) | near.contains(at)) & (self.battle.frozen == 0)):
            self.settle_around(side, came, at)

    def _put_then_settle(self, side: int, unit: Number, at: Int, why: str) -> None:
        came = local(place_of(unit))
        self.enter(unit, at, why)
        self.settle()
        self.entered(side, one_unit(unit), came, at)

    @rule("TRC-17.2.1d", otherwise=_put_then_settle)
    def put(self, side: int, unit: Number, at: Int, why: str) -> None:
        """Puts a unit in a hex without ground movement, with all consequences of its arrival
        (TRC-17.2.1d, TRC-9.4.4a, TRC-9.4.5a, TRC-20.8a)."""
        self.enter(unit, at, why, side)

    @procedure("control")
    def settle(self) -> None:
        """Updates control everywhere (TRC-17.2.1); usually nothing changes."""
        with when(self._unsettled(self.owned).any()):
            self._share_out(self.owned)
        self.control_settled()

    @procedure("{side} control nearby")
    def settle_around(self, side: int, came: Int, at: Int) -> None:
        """Updates control where a unit's move from one hex to another may have changed it."""
        here = one_hex(came) | one_hex(at)
        # places of a side outside the other's zones stay its own
        safe = self.control[side].hexes - self.zone[1 - side] - self.partisan_hexes
        near = (self.owned & (here | here.adjacent())) - safe
        unsettled = self._unsettled(all_hexes())
        changed = local(0)
        with each(near & unsettled) as hex_:
            self._share_out(one_hex(hex_))
            assign(changed, 1)
        # by D-41 control of a place depends on zones too
        with when((changed == 1) | self.option("D-41")):
            self.control_settled()

    @rule("TRC-17.2.1d")
    def settle_after_loss(self) -> None:
        """Updates control after a combat loss (TRC-17.2.1d), except during an exchange
        (TRC-13.3g)."""
        with when(self.battle.frozen == 0):
            self.settle()

    @step
    def control_settled(self) -> None:
        """Marks the point for rules that depend on control, after each update."""

    def _share_out(self, hexes: Hexes) -> None:
        """TRC-17.2.1: control of a place: by its occupant, else by the only side with a zone there,
        else contested, else unchanged."""
        for side in (AXIS, RUSSIAN):
            self.control_by(side, self._won(side, hexes), "TRC-17.2.1b", "TRC-17.2.1d")
        self.control_by_none(self._contested(hexes), "TRC-17.2.1e")

    def _unsettled(self, hexes: Hexes) -> Hexes:
        """The places whose control must change."""
        out = self._contested(hexes) & (self.control[AXIS].hexes | self.control[RUSSIAN].hexes)
        for side in (AXIS, RUSSIAN):
            out = out | (self._won(side, hexes) - self.control[side].hexes)
        return out

    def _won(self, side: int, hexes: Hexes) -> Hexes:
        """The hexes that a side controls by its units there or by its zones."""
        mine, other = self.zone[side], self.zone[1 - side]
        vacant = self._vacant(hexes)
        won = by("TRC-17.2.1b", hexes & self.force[side])
        won = self._won_from_nearby(won, vacant, mine - other)
        if side == RUSSIAN:
            won = by("TRC-19.2c", won, otherwise=won | (vacant & self.partisan_hexes))
        return won

    @rule("TRC-17.2.1c", "TRC-13.8d", otherwise=lambda self, won, vacant, alone: won)
    def _won_from_nearby(self, won: Hexes, vacant: Hexes, alone: Hexes) -> Hexes:
        """TRC-17.2.1c: a vacant place is won by the side that alone has it in its zones."""
        nearby = by("TRC-9.4.2d", vacant, otherwise=vacant - self.junctions)
        return won | (nearby & alone)

    @rule("TRC-7.4a", "TRC-7.4b", "TRC-17.2.1e", "TRC-13.8c", otherwise=no_hexes())
    def _contested(self, hexes: Hexes) -> Hexes:
        """Vacant hexes in zones of both sides, controlled by neither."""
        if self.option("D-41"):
            return no_hexes()
        return self._vacant(hexes) & self.zone[AXIS] & self.zone[RUSSIAN]

    def _vacant(self, hexes: Hexes) -> Hexes:
        return hexes - self.force[AXIS] - self.force[RUSSIAN]

    def holds(self, side: int, hex_: int) -> Int:
        """Whether a side controls a place that may be in zones of both sides (TRC-17.2.1e, reading
        D-41)."""
        held = self.control[side](hex_)
        if not self.option("D-41"):
            return held
        contested = one_hex(hex_) & self.zone[AXIS] & self.zone[RUSSIAN]
        return held & ~(contested.any() & ~(units_at(hex_) & self.own(side)).any())

    def held(self, side: int) -> Hexes:
        """The cities, wells and junctions that a side controls."""
        if not self.option("D-41"):
            return self.control[side].hexes
        contested = (self.zone[AXIS] & self.zone[RUSSIAN]) - self.force[side]
        return self.control[side].hexes - contested

    # -- laws -------------------------------------------------------------------------------

    @law("TRC-17.2.1d", "no place is controlled by both sides")
    def one_controls(self) -> Int:
        """Control is never shared."""
        return ~(self.control[AXIS].hexes & self.control[RUSSIAN].hexes).any()

    @law("TRC-17.2.1b", "nobody stands in a place that the enemy controls")
    def occupants_control(self) -> Int:
        """It holds once control is updated; Helsinki may be Russian for good."""
        axis, russian = (self.parted(side).hexes() for side in (AXIS, RUSSIAN))
        strangers = (self.control[AXIS].hexes & russian) | (self.control[RUSSIAN].hexes & axis)
        dead = self.finland.when(self.allies.finland_closed == 1)
        settled = (self.battle.frozen == 0) & ~units_at("set-up").any()
        return ~(strangers - dead).when(settled).any()

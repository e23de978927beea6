"""The Russian Campaign, section 7: zones of control, and 17.2.1: control of cities, wells and rail
junctions."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, RUSSIAN, Board
from .section import Section


class Zones(Section):
    """The section on zones of control, and control of places."""

    def define(self) -> None:
        """Declares the zones of control of both sides, and the hexes that enemy zones and partisans
        close to each side."""
        b = self.b
        # TRC-7.1a, TRC-7.1b: a unit's own hex and adjacent hexes, occupied or not
        self.force = self.views("{} force", lambda side: self.troops_with_force(side).hexes())
        self.zone = self.views("{} zone", self.zone_cast)
        self.partisan_hexes = b.view("partisans", self.lurking().hexes())
        # TRC-7.3a, TRC-19.2: a partisan's own hex, its only zone, stops Axis units and supply lines
        # Axis units stop in it and do not retreat into it (19.2b)
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
        """The partisans, wherever they are; their hexes affect movement and supply (TRC-19.2)."""
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
        """The units of a side that keep enemy units out of their hex: all except partisans (7.3a),
        leaders included (29.0a)."""
        troops = self.own(side)
        if side == RUSSIAN:
            troops = troops - by("TRC-7.3a", self.partisans)
        return self.fighting(by("TRC-29.0a", troops, otherwise=troops - self.leaders))

    @value
    @rule("TRC-7.1a", otherwise=lambda self, side: self.force[side])
    def zone_cast(self, side: int) -> Hexes:
        """The hexes in the zones of control of a side's units: the hex of each unit and the six
        adjacent hexes (7.1a), also hexes with enemies (7.1b)."""
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
        """The hexes, the same throughout a game, where a unit's arrival or departure may have
        consequences: places with an owner and their neighbors, since control may change at any
        moment (TRC-17.2.1d); other rules add more."""
        return self._near_owned

    @Board.matters.then()
    def brings_something(self, so_far: Int, side: int, came: Int, at: Number) -> Int:
        """Says whether a move of a unit of `side` from the hex `came` to the hex `at` may change
        control or have another consequence: whether either hex is one of `eventful`."""
        eventful = self.eventful(side)
        return eventful.contains(came) | eventful.contains(at)

    @Board.entered.after()
    def came_in(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Updates control after a unit has moved from the hex `came` into the hex `at`."""
        self.enters(side, came, at)

    @procedure("{side} enters")
    @rule("TRC-17.2.1d")
    def enters(self, side: int, came: Int, at: Int) -> None:
        """Updates control as a unit moves from the hex `came` into the hex `at`, since control may
        change at every moment while units move (17.2.1d). Sections 9 and 20 add the effects on
        track and on garrisons."""
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
        """Puts a unit in a hex without ground movement, by the rule `why`, with all effects of its
        arrival: on control at once (TRC-17.2.1d), on enemy track of that hex (TRC-9.4.4a,
        TRC-9.4.5a), and on garrisons nearby (TRC-20.8a)."""
        self.enter(unit, at, why, side)

    @procedure("control")
    def settle(self) -> None:
        """Updates control of all places (TRC-17.2.1); usually nothing changes."""
        with when(self._unsettled(self.owned).any()):
            self._share_out(self.owned)
        self.control_settled()

    @procedure("{side} control nearby")
    def settle_around(self, side: int, came: Int, at: Int) -> None:
        """Updates control of the places that a unit's move from the hex `came` to the hex `at` may
        have changed."""
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
        """Updates control after a combat loss, as control may change at any moment (TRC-17.2.1d);
        in an exchange only after the losses of both sides (TRC-13.3g)."""
        with when(self.battle.frozen == 0):
            self.settle()

    @step
    def control_settled(self) -> None:
        """Marks each update of control: an empty step, to which other sections add the rules that
        depend on control, such as victory and units released by the fall of a city."""

    def _share_out(self, hexes: Hexes) -> None:
        """Gives control of places (TRC-17.2.1): to the side that occupies a place; else to the side
        that alone has the place in its zones of control; a vacant place in zones of both sides goes
        to neither; other places keep their owner."""
        # by occupation (17.2.1b), at any moment (17.2.1d); vacant in both zones: neither (17.2.1e)
        for side in (AXIS, RUSSIAN):
            self.control_by(side, self._won(side, hexes), "TRC-17.2.1b", "TRC-17.2.1d")
        self.control_by_none(self._contested(hexes), "TRC-17.2.1e")

    def _unsettled(self, hexes: Hexes) -> Hexes:
        """The places among `hexes` whose control must change, by the units now on the map."""
        out = self._contested(hexes) & (self.control[AXIS].hexes | self.control[RUSSIAN].hexes)
        for side in (AXIS, RUSSIAN):
            out = out | (self._won(side, hexes) - self.control[side].hexes)
        return out

    def _won(self, side: int, hexes: Hexes) -> Hexes:
        """The places among `hexes` that a side controls now by its units there or its zones of
        control; a partisan wins none."""
        mine, other = self.zone[side], self.zone[1 - side]
        vacant = self._vacant(hexes)
        # a side controls what it occupies (17.2.1b)
        won = by("TRC-17.2.1b", hexes & self.force[side])
        won = self._won_from_nearby(won, vacant, mine - other)
        if side == RUSSIAN:
            # a partisan brings no place under Russian control (19.2c)
            won = by("TRC-19.2c", won, otherwise=won | (vacant & self.partisan_hexes))
        return won

    @rule("TRC-17.2.1c", "TRC-13.8d", otherwise=lambda self, won, vacant, alone: won)
    def _won_from_nearby(self, won: Hexes, vacant: Hexes, alone: Hexes) -> Hexes:
        """The places that a side controls now: `won`, and the vacant places in `alone`, the hexes
        in zones of control of that side and not of the other. The side controls the latter places
        at once, without entering (TRC-17.2.1c, 13.8d), junctions too (9.4.2d)."""
        nearby = by("TRC-9.4.2d", vacant, otherwise=vacant - self.junctions)
        return won | (nearby & alone)

    @rule("TRC-7.4a", "TRC-7.4b", "TRC-17.2.1e", "TRC-13.8c", otherwise=no_hexes())
    def _contested(self, hexes: Hexes) -> Hexes:
        """The vacant places in zones of control of both sides (7.4a): neither side controls such a
        city (17.2.1e), well or junction (7.4b), also if the two sides' units have just left
        (13.8c)."""
        if self.option("D-41"):
            return no_hexes()
        return self._vacant(hexes) & self.zone[AXIS] & self.zone[RUSSIAN]

    def _vacant(self, hexes: Hexes) -> Hexes:
        return hexes - self.force[AXIS] - self.force[RUSSIAN]

    def holds(self, side: int, hex_: int) -> Int:
        """Says whether a side controls a place, as recorded. By reading D-41 the last owner of a
        vacant place in zones of control of both sides stays recorded, but does not control the
        place (TRC-17.2.1e)."""
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
        """Says whether no place is controlled by both sides, as control passes at the moment it
        changes (17.2.1d)."""
        return ~(self.control[AXIS].hexes & self.control[RUSSIAN].hexes).any()

    @law("TRC-17.2.1b", "no unit is in a place that the enemy controls")
    def occupants_control(self) -> Int:
        """Says whether no unit is in a place that the enemy controls, as a side controls each place
        that its units occupy (17.2.1b). Closed Finland, where Helsinki is Russian for good, is left
        out."""
        axis, russian = (self.parted(side).hexes() for side in (AXIS, RUSSIAN))
        strangers = (self.control[AXIS].hexes & russian) | (self.control[RUSSIAN].hexes & axis)
        dead = self.finland.when(self.allies.finland_closed == 1)
        settled = (self.battle.frozen == 0) & ~units_at("set-up").any()
        return ~(strangers - dead).when(settled).any()

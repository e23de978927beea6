"""The Russian Campaign, section 20.0 to 20.8: reinforcements and their entry.

Units that are due wait in the box `arriving` during the movement phase. Their owner brings them in
at any time in that phase, since movement may change the entry hexes, or holds them in his off-map
box.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.choosing import preferred, remaining
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, FIRST, RUSSIAN, SECOND
from .calendar import Calendar
from .section import Section
from .supply import Supply
from .units import Counter
from .zones import Zones

LAPLAND = ("lapland-axis", "lapland-russian")
"""The ways of entry, in units.csv, of the Lapland units of the Axis and of the Russian: the fall of
Archangel or of Helsinki releases them (TRC-20.6)."""

LAPLAND_RULES = ("TRC-20.6b", "TRC-20.6a")
"""For the Axis and the Russian, the rule that brings his Lapland units in his next first impulse:
the 36th and Dietl mountain units when the Axis takes Archangel (20.6b), the 14th Army when the
Russian takes Helsinki (20.6a)."""

GARRISONS = {
    "bulgaria-1943": "TRC-20.7.1a",
    "bulgaria-1944": "TRC-20.7.2a",
    "warsaw": "TRC-20.8a",
}
"""The ways of entry, in units.csv, of garrisons that a Russian unit near a city releases, with
their rules.

- From 1943, within five hexes of Bucharest: two mountain corps (20.7.1a).
- From 1944, there too: three more mountain corps (20.7.2a).
- From 1944, within two hexes of Warsaw: two panzer corps (20.8a).
"""

NO_CITY = -1
"""The number that stands for the city of a unit that arrives in no city."""

BULGARIA_CLOSED = "Bulgaria is closed to both sides"
"""The reason why no unit may enter Bulgaria."""


class Arrivals(Section):
    """The section on reinforcements, the off-map boxes, and garrisons released by the enemy."""

    called = unit_flag("called", Life.GAME)
    """Units released by an event, which arrive in their owner's next first impulse (TRC-20.6 to
    TRC-20.8)."""
    replaced = unit_flag("replacement", Life.GAME)
    """Units that arrive as replacements, or return after a withdrawal (TRC-20.9.2c); they do not
    enter in the city listed for them as reinforcements."""
    gates = hex_flag("not the enemy's", Life.PLAYER_TURN)
    """Cities in which units may arrive, as the enemy did not control them at the beginning of the
    impulse (TRC-20.4a)."""
    south_used = variable("south edge used", Life.GAME)
    bulgaria_open = variable("Bulgaria open", Life.GAME)

    def define(self) -> None:
        """Declares the city in which each unit arrives, and the garrisons with the hexes where a
        Russian unit releases them."""
        b = self.b
        self._city_of = b.unit_attr(
            "arrival city",
            [
                self.city(u.place) if u.entry != "start" and u.place[:1].isupper() else NO_CITY
                for u in self.counters
            ],
        )
        self._home_of = b.unit_attr("home city", [self.home(u) for u in self.counters])
        self.dated = self.counters_with("dated", entry="turn")
        self.lapland = self.counters_where("lapland", lambda u: u.entry in LAPLAND)
        self._garrisons = {entry: self.counters_with(entry, entry=entry) for entry in GARRISONS}
        self._alarms = [
            (row["entry"], row["first"], self.around(row["city"], row["hexes"]))
            for row in self.data.charts["garrisons"]["garrison"]
        ]
        self.helsinki, self.archangel = self.city("Helsinki"), self.city("Archangel")
        self.moscow = self.city("Moscow")

    # -- 20.0: who comes --------------------------------------------------------------------

    def waiting(self, side: int) -> Units:
        """The units of a side that arrive this impulse and have not yet entered."""
        return units_at("arriving") & self.own(side)

    def off_map(self, side: int) -> Units:
        """The units in a side's off-map box, which holds the strategic reserve (TRC-20.1a)."""
        return units_at("off-map") & self.own(side)

    @value
    def due(self, side: int, impulse: int) -> Units:
        """The units of a side that the order of battle lists for this turn (TRC-20.0a): for its
        first month in the first impulse, for its second month in the second (TRC-20.0b)."""
        listed = (self.own(side) & self.dated).where(lambda u: self.due_turn(u) == self.turn)
        now = by(
            "TRC-20.0b",
            listed.where(lambda u: self.due_impulse(u) == impulse),
            otherwise=listed,
        )
        return now & units_at("later")

    @Calendar.reinforcements_due.after()
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Makes the units listed for this impulse ready to enter (TRC-20.0a), and in a first
        impulse also those released by an event; all arrivals of a first impulse have free rail
        movement."""
        regular = self.due(side, impulse) - self.paratroops - self.partisans
        self.list_in(regular, "arriving")
        if impulse == FIRST:
            called = units_at("later") & self.own(side) & self.called.units
            if self.option("D-11"):
                garrisons = self._garrisons
                bulgarians = garrisons["bulgaria-1943"] | garrisons["bulgaria-1944"]
                # TRC-5.5a: Bulgaria opens to both sides as its garrison arrives
                with when((called & bulgarians).any()):
                    assign(self.bulgaria_open, 1, "TRC-5.5a")
            self.leave(called, "arriving")
            # TRC-20.3a: first-impulse arrivals may go by rail at once, not counted (TRC-9.2c)
            self.railroads.ride_free(self.waiting(side))
            self._pay_from_the_box(side)

    @rule("TRC-9.2e", otherwise=lambda self, side: self.railroads.ride_free(self.off_map(side)))
    def _pay_from_the_box(self, side: int) -> None:
        """Gives no free rail movement to units that enter from the off-map box: the rail moves of
        such units count against the side's capacity (TRC-9.2e)."""

    def list_in(self, units: Units, box: str) -> None:
        """Puts units that the order of battle lists for now into a box (TRC-20.0a)."""
        self.leave(units, box, "TRC-20.0a")

    def come_back(self, units: Units, rule: str = "") -> None:
        """Makes units arrive as replacements, by `rule`: marks the units as replacements, and puts
        them into the box of arriving units."""
        mark(self.replaced, units)
        self.leave(units, "arriving", rule)

    def stay_away(self, units: Units) -> None:
        """Takes the marks of replacements, and of free rail movement, from units that do not arrive
        after all."""
        clear(self.replaced, units)
        self.railroads.ride_no_more(units)

    # -- 20.1: who waits off the map --------------------------------------------------------

    def offer_hold(self, d: Decision, side: int, unit: Int) -> None:
        """Adds to a decision that the owner of an arriving unit, a reinforcement or a replacement,
        may put the unit into his off-map box instead of on the map (TRC-20.1.1a)."""
        with d.option("hold", self.waiting(side).contains(unit), passes=True):
            self.leave(unit, "off-map", "TRC-20.1.1a")
            self.has_moved(one_unit(unit))
            self._may_come_later(unit)

    @rule("TRC-20.1.1a", otherwise=lambda self, unit: self.leave(unit, "removed"))
    def _may_come_later(self, unit: Int) -> None:
        """Leaves a unit that was put into the off-map box available to enter later
        (TRC-20.1.1a)."""

    @Calendar.movement_ends.after()
    def movement_ends(self, side: int, impulse: int) -> None:
        """Puts arriving units that have not entered by the end of the movement phase into the
        off-map box (TRC-20.1.1a).

        Lapland units go on waiting while no rail hex of the north edge is open to them (20.6c).
        """
        waiting = self.waiting(side)
        shut = ~self.lapland_doors(side, impulse).any()
        self.leave(waiting - by("TRC-20.6c", self.lapland.when(shut)), "off-map")
        clear(self.replaced, self.own(side))

    # -- 20.2 to 20.4: entry ----------------------------------------------------------------

    @step
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """Offers a side, at every moment of its movement phase, the entry of units that arrive in
        this impulse or wait in its off-map box (TRC-20.2a); a unit put into the box waits until a
        later impulse (20.1.2a)."""
        box = self.off_map(side) - self.workers
        waiting = self.waiting(side)
        able = box.where(lambda u: self.open_edges(side, impulse, u).any())
        here = all_units() - self.moved.units
        limit = only("TRC-20.1.2a", here, "it went to the off-map box in this impulse")
        with d.unit("enter", (waiting | able).distinct(), limit) as unit:
            self.entry(side, impulse, unit)

    def barred_at_entry(self, side: int, impulse: int, unit: Number) -> Hexes:
        """The hexes in which an arriving unit may not be placed (TRC-20.2a): those that the unit
        may not enter by land, and for a headquarters also enemy zones of control without another
        friendly unit (TRC-11.1e). With reading D-105 such zones are open to a headquarters."""
        barred = self.movement.barred(side, impulse, unit)
        if not self.option("D-105"):
            return barred | self.movement.too_bare(side, unit) if impulse == FIRST else barred
        shut = self.zones.force[1 - side] | self.movement.closed(side, impulse, unit)
        return barred - (self.movement.too_bare(side, unit) - shut)

    @procedure("{side} entry, impulse {impulse}")
    def entry(self, side: int, impulse: int, unit: Int) -> None:
        """Makes the owner choose the entry hex of an arriving unit (TRC-20.2a), or hold the unit in
        his off-map box (TRC-20.1.1a)."""
        with either((self.waiting(side) & self.lapland).contains(unit)) as otherwise:
            self._enter_lapland(side, impulse, unit)
            otherwise()
            self.enter_listed(side, impulse, unit)

    @step
    def enter_listed(self, side: int, impulse: int, unit: Int) -> None:
        """Makes a unit enter in the city listed for it (TRC-20.2b). If the enemy controlled that
        city when the impulse began, or the city is too full (TRC-20.4), or none is listed, the unit
        enters at an edge of its side (TRC-20.5).

        No edge hex holds a city of arrival.
        """
        gate = local(self.gate(side, unit))
        barred = self.barred_at_entry(side, impulse, unit)
        # TRC-20.4a, TRC-20.4b: the enemy did not control its city as the impulse began
        sound = local((self.gates.hexes - barred).contains(gate))
        # TRC-20.4b: its city has room, or it can move on
        fits = local((gate >= 0) & self.fits(side, impulse, unit, gate))
        # TRC-20.2b, TRC-20.4a, TRC-20.4b: it must enter in its city, which is open and has room
        bound = local(sound & fits & ~self.crowded(side, impulse, unit, gate))
        every, city, edges = all_hexes(), one_hex(gate), self.edges(side)
        # any time in the movement phase; the first hex costs no movement (20.2a)
        with decide("entry", side, "TRC-20.2a", about=unit) as d:
            with d.hex(
                "at",
                (edges | self.cities) - barred,
                # not in a city under enemy control, nor where stacking would break (20.4a, 20.4b)
                only(
                    "TRC-20.4a",
                    every - city.when(~sound),
                    "the enemy controlled its city when the impulse began",
                ),
                only(
                    "TRC-20.4b",
                    every - city.when(~fits),
                    "its city is full, and it could not move on",
                ),
                # in the city listed for it (20.2b), or else from the west or the east edge (20.5b)
                only("TRC-20.2b", every - edges.when(bound), "it must arrive in its city"),
                only("TRC-20.5b", edges | city, "it must enter at an edge of its side"),
                self._edge_limit(side, unit),
            ) as at:
                if side == RUSSIAN:
                    self.use_south_edge(at)
                self.come_in(side, impulse, unit, at)
            self._offer_to_wait(d, side, unit)

    @rule("TRC-20.4c")
    def _offer_to_wait(self, d: Decision, side: int, unit: Int) -> None:
        """Adds to the decision on the entry hex of an arriving unit that the owner may put the unit
        into his off-map box instead (TRC-20.4c)."""
        self.offer_hold(d, side, unit)

    @step
    def come_in(self, side: int, impulse: int, unit: Int, at: Int) -> None:
        """Puts an arriving unit on the map, at no movement cost (TRC-20.2a). In a first impulse the
        unit may then move normally (TRC-20.3a), in a second impulse as units of its type may move
        in second impulses (TRC-20.3b).

        A unit placed in an enemy zone of control in a second impulse moves no farther in that
        impulse (TRC-20.3c).
        """
        usual = "TRC-20.3a" if impulse == FIRST else "TRC-20.3b"
        self.zones.put(side, unit, at, by(usual, usual, otherwise=""))
        self.came(one_unit(unit))
        self._moves_on(usual, unit)
        if impulse == SECOND:
            caught = one_unit(unit).when(self.zones.hostile[side].contains(at))
            self.pin(caught, "TRC-20.3c")
        self.movement.moved_from(side, impulse, at, unit)

    @rule(
        "TRC-20.2a",
        lambda _, usual, unit: usual,
        otherwise=lambda self, usual, unit: self.has_moved(one_unit(unit)),
    )
    def _moves_on(self, usual: str, unit: Int) -> None:
        """Lets a unit move on after its entry, as the entry hex costs no movement (TRC-20.2a).
        `usual` is the id of the rule for that movement: one for each impulse (20.3a, 20.3b)."""

    def gate(self, side: int, unit: Number) -> Int:
        """The hex of the city in which a unit must arrive (TRC-20.2b); -1 if there is none. Units
        from the off-map box have such a city only if reading D-63 is played."""
        city = if_else(self.replaced(unit), self._home_of(unit), self._city_of(unit))
        if self.option("D-63"):
            return city
        return if_else(self.off_map(side).contains(unit), NO_CITY, city)

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records, as an impulse begins, the cities that the enemy does not control: only in these
        may units arrive (TRC-20.4a)."""
        mark(self.gates, self.cities - self.zones.held(1 - side))
        if side == RUSSIAN and impulse == FIRST:
            # one reinforcement a turn may enter from the south edge
            assign(self.south_used, 0)  # TRC-20.5c

    @Calendar.impulse_closes.after()
    def impulse_closes(self, side: int) -> None:
        """Clears the record of cities open to arrivals, as an impulse ends (TRC-20.4a)."""
        clear(self.gates)

    def fits(self, side: int, impulse: int, unit: Number, at: Int) -> Int:
        """Says whether a unit can arrive in the city hex `at` without breaking the stacking limits
        at the end of movement: the city has room, or the unit can move on (TRC-20.4b)."""
        return self.room(side, unit).contains(at) | self.leaves(side, impulse, unit, at)

    def crowded(self, side: int, impulse: int, unit: Number, at: Int) -> Int:
        """Says whether a unit may enter at an edge instead of in its city, the hex `at`: all units
        that must still arrive there would together exceed its stacking limits, and the unit could
        not move on (TRC-20.4b)."""
        arriving = self.waiting(side).where(lambda u: self.gate(side, u) == at)
        fits = self.may_stack(side, arriving | units_at(at), at)
        return ~(fits | self.leaves(side, impulse, unit, at))

    # -- 20.5: the edges --------------------------------------------------------------------

    @value
    def home(self, unit: Counter) -> int:
        """The city of entry of a unit that returns as a replacement: Bucharest for Rumanians
        (TRC-20.5a); -1 for none."""
        if unit.nation == "rumanian":
            return by("TRC-20.5a", self.city("Bucharest"), otherwise=NO_CITY)
        return NO_CITY

    @Supply.closed.bar("TRC-5.5a", BULGARIA_CLOSED)
    def closed_bulgaria(self, side: int) -> Hexes:
        """The hexes of Bulgaria, closed to all units of both sides until the country's garrison is
        released (TRC-5.5a), and until then to lines of supply too (reading D-47)."""
        return by("TRC-5.5a", self.bulgaria.when(self.bulgaria_open == 0))

    def bulgaria_limit(self) -> Limit:
        """The limit that no unit of either side enters Bulgaria until the country's garrison is
        released (TRC-5.5a)."""
        open_ = all_hexes() - self.closed_bulgaria(AXIS)
        return only("TRC-5.5a", open_, BULGARIA_CLOSED)

    def edges(self, side: int) -> Hexes:
        """The map edges at which a side's reinforcements enter: west for the Axis, east for the
        Russian (TRC-20.5b); also the south-edge hexes QQ5 to QQ16, for one Russian unit a turn
        (TRC-20.5c)."""
        if side == AXIS:
            return self.edge["west"]
        return self.edge["east"] | by("TRC-20.5c", self.south_entry)

    def leaves(self, side: int, impulse: int, unit: Number, at: Number) -> Int:
        """Says whether a unit placed in the hex `at` could move on by ground to a hex with room."""
        spec = replace(self.movement.ground_reach(side, impulse, unit), start=number(at))
        return (spec.hexes() & self.room(side, unit)).any()

    def _edge_limit(self, side: int, unit: Int) -> Limit:
        """The limit on the edge hexes where a unit may enter: a Hungarian only at the west-edge hex
        of the Hungarian rail line (TRC-20.5a), and at the south edge one Russian reinforcement a
        turn (TRC-20.5c)."""
        if side == RUSSIAN:
            text = "only one Russian reinforcement a turn may enter from the south edge"
            return self.south_limit(self.south_used, "TRC-20.5c", text)
        hungarian = self.nation["hungarian"].contains(unit)
        elsewhere = (self.edge["west"] - self.hungarian_rail).when(hungarian)
        text = "Hungarians may enter only on the Hungarian rail line at the west edge"
        return only("TRC-20.5a", all_hexes() - elsewhere, text)

    def south_limit(self, used: Int, rule: str, text: str) -> Limit:
        """The limit, by `rule` and with the refusal `text`, that no unit enters at the south edge
        if `used` is 1, that is, if another Russian unit has entered there this turn. One
        reinforcement (TRC-20.5c) and one replacement (TRC-22.6d) may enter there each turn."""
        south = (self.south_entry - self.edge["east"]).when(used == 1)
        return only(rule, all_hexes() - south, text)

    def open_edges(self, side: int, impulse: int, unit: Int) -> Hexes:
        """The hexes where a unit could enter now, at the map edges of its side (TRC-20.5)."""
        edges = self.edges(side) - self.barred_at_entry(side, impulse, unit)
        return remaining(edges, self._edge_limit(side, unit))

    def use_south_edge(self, at: Int, rule: str = "TRC-20.5c") -> None:
        """Records, if the hex `at` is on the south edge, that a Russian reinforcement has entered
        there, as at most one may in a turn (TRC-20.5c)."""
        with when(self.south_entry.contains(at)):
            assign(self.south_used, 1, rule)

    # -- 20.6: Lapland ----------------------------------------------------------------------

    def _enter_lapland(self, side: int, impulse: int, unit: Int) -> None:
        """Makes a Lapland unit enter at a rail hex of the north edge (TRC-20.6): at an unoccupied
        hex, or if there is none, at a hex without enemies."""
        rule = LAPLAND_RULES[side]
        north = self.lapland_doors(side, impulse)
        empty = north - occupied(side)
        text = "another north edge rail hex is unoccupied"
        limit = only(rule, preferred(empty, north), text)
        with decide("entry", side, rule, about=unit) as d:
            with d.hex("at", north, limit) as at:
                self.come_in(side, impulse, unit, at)
            self.offer_hold(d, side, unit)

    def lapland_doors(self, side: int, impulse: int) -> Hexes:
        """The rail hexes of the north edge at which Lapland units may enter: those without enemies
        (TRC-20.6) that are not in closed Finland (reading D-91)."""
        anyone = (self.lapland & self.own(side)).first()
        return self.exits["north"] - self.movement.barred(side, impulse, anyone)

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """Releases the Lapland units: the Russian 14th Army once the Russian has captured Helsinki
        (TRC-20.6a), the Axis mountain units once the Axis has captured Archangel (TRC-20.6b)."""
        taken = self.control[RUSSIAN](self.helsinki)
        if not self.option("D-90"):
            # not if Finland's own surrender made Helsinki Russian
            taken = taken & (self.allies.finland_closed == 0)
        with when(taken):
            self._call_lapland(RUSSIAN)
        with when(self.control[AXIS](self.archangel)):
            self._call_lapland(AXIS)

    def _call_lapland(self, side: int) -> None:
        self.call(self.lapland & self.own(side), LAPLAND_RULES[side])

    def finland_falls(self) -> None:
        """Releases the Russian Lapland units, by reading D-90 only, when Finland surrenders and
        Helsinki is Russian."""
        if self.option("D-90"):
            self._call_lapland(RUSSIAN)

    # -- 20.7, 20.8: those whom the enemy calls ---------------------------------------------

    @Zones.eventful.then()
    def eventful(self, eventful: Hexes, side: int) -> Hexes:
        """Adds to `eventful`, the hexes where a move may have consequences, those near Bucharest
        (TRC-20.7) and Warsaw (TRC-20.8), where a Russian unit may release a garrison."""
        for _, _, near in self._alarms if side == RUSSIAN else []:
            eventful = eventful | near
        return eventful

    @Zones.enters.after()
    def alarm(self, side: int, came: Int, at: Int) -> None:
        """Releases a garrison when a Russian unit, moving from the hex `came` to the hex `at`,
        comes near the garrison's city: Bucharest from 1943 (TRC-20.7), Warsaw from 1944
        (TRC-20.8)."""
        if side == AXIS:
            return
        for entry, first, near in self._alarms:
            self._call_garrison(entry, (self.turn >= first) & near.contains(at))

    @rule(lambda _, entry, near: GARRISONS[entry])
    def _call_garrison(self, entry: str, near: Int) -> None:
        """Makes the garrison with the way of entry `entry` arrive in the next Axis first impulse,
        if `near` is nonzero: a Russian unit has come near its city. The garrisons are two mountain
        corps in Bucharest from 1943 (TRC-20.7.1a), three more from 1944 (TRC-20.7.2a), and two
        panzer corps in Warsaw from 1944 (TRC-20.8a)."""
        with when(near):
            self.call(self._garrisons[entry], GARRISONS[entry])
            if entry.startswith("bulgaria") and not self.option("D-11"):
                assign(self.bulgaria_open, 1, GARRISONS[entry])

    def around(self, centre: str, reach: int) -> Hexes:
        """The hexes within `reach` hexes of the hex whose name is `centre`."""
        found = {self.hex(centre)}
        for _ in range(reach):
            found |= {near for h in found for near in self.next_to(h)}
        return self.b.hex_set(f"within {reach} of {centre}", sorted(found))

    def call(self, units: Units, rule: str) -> None:
        """Marks units, by `rule`, as called: they arrive in their owner's next first impulse."""
        mark(self.called, units, rule)

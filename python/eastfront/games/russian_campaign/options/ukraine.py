"""The Russian Campaign, 28.7: German chit 6, a free Ukraine with an army of its own.

The chit defines the Ukraine, and its hexes are read off the map: the land between the Don and the
track from Voronezh by Kursk and Kiev to Odessa, both included, and the Crimea.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import variable
from eastfront.systems.sections import rule

from ..board import AXIS, CLEAR, FIRST, Board
from ..calendar import Calendar
from ..irregulars import SS_RANGE, Irregulars
from ..movement import Movement
from ..rail import Railroads
from ..sea import Sea
from ..section import Closures, Limits, during
from ..zones import Zones
from .chits import Chit

TWO_A_YEAR = 2
"""The largest number of Ukrainian units replaced in a year (TRC-28.7.G6c)."""


class Ukraine(Chit):
    """German chit 6: the Ukrainian army, and few partisans in the Ukraine."""

    chit = AXIS, 6
    text = "28.7: a free Ukraine, and its army"
    shown_by = "TRC-28.7.G6b"  # when the first Ukrainian units are ready to arrive

    ukraine_won = variable("turn that won the Ukraine", Life.GAME, 99, most=99)
    """The first turn in which the Axis controlled both Kiev and Odessa; 99 before."""
    cleared = variable("year of the last Ukrainian replacements", Life.GAME, most=9)
    """The last year in which Ukrainian units were replaced, counted from 1941 as 1; 0 for none."""

    @Board.define_units.after()
    def find_army(self) -> None:
        """Declares the Ukrainian units (TRC-28.7.G6b)."""
        self.cossacks = self.counters_with("Ukrainians", nation="ukrainian")

    @Board.define_hexes.after()
    def find_borders(self) -> None:
        """Declares the hexes of the Ukraine, which has few partisans (TRC-28.7.G6a) and which its
        army does not leave (TRC-28.7.G6b), and for each hex its distance from the Ukraine."""
        inside = self._find_ukraine()
        self.ukraine = self.b.hex_set("Ukraine", sorted(inside))
        away = dict.fromkeys(inside, 0)
        dry = self._open("prohibited")
        for at, came in self._spread(inside, dry).items():
            away.setdefault(at, away[came] + 1)
        far = max(away.values())
        steps = [away.get(h, far) for h in range(len(self.data.map.hexes))]
        self._to_ukraine = self.b.hex_attr("steps to the Ukraine", steps)

    def _spread(self, start: Iterable[int], leads: Callable[[int, int], bool]) -> dict[int, int]:
        """The hexes reached from the hexes `start` by steps that the test `leads` permits, the
        nearest first, each with the hex from which it was reached."""
        came = {h: h for h in start}
        edge = deque(came)
        while edge:
            at = edge.popleft()
            for near in self.next_to(at):
                if near not in came and leads(at, near):
                    came[near] = at
                    edge.append(near)
        return came

    def _open(self, *shut: str) -> Callable[[int, int], bool]:
        """A test of a step from one hex to the next: True if the step leads to land, across a
        hexside without the features `shut`."""
        return lambda at, near: self.is_land(near) and not self.sides_of(at, near) & set(shut)

    def _find_ukraine(self) -> set[int]:
        """The hexes of the Ukraine: the land from the Don to the track from Voronezh to Odessa,
        both included, with the Crimea (TRC-28.7.G6a)."""
        track = set(self._track_between(self.city("Voronezh"), self.city("Odessa")))
        border = track | set(self.indices_where(lambda row: "don" in row.rivers))
        dry = self._open("prohibited", "strait")
        within_ = self._spread(
            [self.city("Dnepropetrovsk")], lambda at, near: at not in border and dry(at, near)
        )
        # the track belongs to the Ukraine even where it leaves the land within
        return track | within_.keys()

    def _track_between(self, start: int, goal: int) -> list[int]:
        """The hexes of the shortest way along printed track from the hex `start` to the hex
        `goal`."""
        came = self._spread([start], lambda at, near: self.has_side(at, near, "rail"))
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way

    # -- the Ukrainian army -----------------------------------------------------------------

    @Calendar.replacements_due.after()
    @during(AXIS, FIRST)
    def replacements_due(self, side: int, impulse: int) -> None:
        """Offers the Axis, in its first impulse, to raise Ukrainian units (TRC-28.7.G6b) and to
        replace up to two lost ones each year (TRC-28.7.G6c)."""
        self._raise_ukrainians()
        self._bring_back()

    @rule("TRC-28.7.G6c")
    def _bring_back(self) -> None:
        """Offers the Axis to replace up to two Ukrainian units in the first turn of clear weather
        of each year, unless no Ukrainian city is under its control (TRC-28.7.G6c)."""
        year = (self.turn + 1) // 6 + 1
        with when((self.weather == CLEAR) & (self.cleared < year) & self.in_play()):
            assign(self.cleared, year, "TRC-28.7.G6c")
            for _ in range(TWO_A_YEAR):
                lost = self.axis_replacements.axis_pool() & self.cossacks
                with when(lost.any() & self._musters().any()):
                    with self.axis_replacements.one_of(lost, "TRC-28.7.G6c") as unit:
                        self._muster(unit)

    @Zones.control_settled.after("TRC-28.7.G6b")
    def control_settled(self) -> None:
        """Records the turn in which the Axis first controls both Kiev and Odessa; Ukrainian units
        may be placed from the next turn on (TRC-28.7.G6b)."""
        held = self.zones.held(AXIS)
        kiev, odessa = (held.contains(self.city(name)) for name in ("Kiev", "Odessa"))
        with when((self.ukraine_won > self.turn) & (kiev & odessa)):
            assign(self.ukraine_won, self.turn, "TRC-28.7.G6b")

    def _musters(self) -> Hexes:
        """The cities of the Ukraine under Axis control, where Ukrainian units enter."""
        return self.ukraine & self.cities & self.zones.held(AXIS)

    def _muster(self, unit: Int) -> None:
        """Makes the Axis put a Ukrainian unit into a Ukrainian city under its control. If no such
        city has room, the unit waits for another turn."""
        room = self._musters() & self.room(AXIS, unit)
        with when(room.any()):
            with choose("ukrainian city", AXIS, "TRC-28.7.G6b", "at", room) as at:
                self.zones.put(AXIS, unit, at, "TRC-28.7.G6b")

    @rule("TRC-28.7.G6b")
    def _raise_ukrainians(self) -> None:
        """Shows the chit and offers the Axis to place Ukrainian infantry in Ukrainian cities under
        its control (TRC-28.7.G6b): in each reinforcement phase, from the turn after the Axis first
        controlled both Kiev and Odessa."""
        with when((self.ukraine_won < self.turn) & self._musters().any()):
            self.show()
        new = units_at("counters") & self.cossacks
        new = new.where(lambda u: (self._musters() & self.room(AXIS, u)).any())
        with when((self.ukraine_won < self.turn) & self.in_play()):
            with again("ukrainians", AXIS, "TRC-28.7.G6b", "raise-nobody", new) as d:
                with d.unit("raise", new.distinct()) as unit:
                    self._muster(unit)

    @Movement.closed.then("TRC-28.7.G6b")
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closes all hexes outside the Ukraine to Ukrainian units; a unit that was forced out may
        only move to hexes nearer to the Ukraine (TRC-28.7.G6b)."""
        return closed | self._farther(unit) if side == AXIS else closed

    def _farther(self, unit: Number) -> Hexes:
        """The hexes closed to a Ukrainian unit on the map: outside the Ukraine, and no nearer to it
        than the unit. Empty for other units."""
        ashore = self.land.contains(place_of(unit))
        here = if_else(ashore, self._to_ukraine(place_of(unit)), 0)
        farther = self.land.where(
            lambda h: (self._to_ukraine(h) > 0) & (self._to_ukraine(h) >= here)
        )
        return farther.when(self.cossacks.contains(unit) & ashore)

    @Railroads.rail_closures.then("TRC-28.7.G6b")
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """Keeps Ukrainian units from leaving the Ukraine by rail (TRC-28.7.G6b)."""
        if side == AXIS:
            beyond = self._farther(unit) - one_hex(place_of(unit))
            out.append(("TRC-28.7.G6b", beyond, "it stays in the Ukraine"))
        return out

    @Sea.sails_away.then()
    def sails_away(self, able: Int, side: int, unit: Int, ashore: Int) -> Int:
        """Says whether a unit may sail to the off-map box: not Ukrainian units, since they never
        leave the Ukraine voluntarily (TRC-28.7.G6b); for others the usual answer `able` holds."""
        return able & ~by("TRC-28.7.G6b", self.cossacks).contains(unit) if side == AXIS else able

    @Sea.sailors.then("TRC-28.7.G6b")
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """Excludes Ukrainian units from sea movement unless another coast of the Ukraine is a
        possible destination (TRC-28.7.G6b)."""
        if side != AXIS:
            return able
        stuck = self.cossacks.where(lambda u: ~self.sea.bound_somewhere(side, sea, u))
        return able - stuck

    @Calendar.end_limits.then("TRC-28.7.G6b")
    def end_limits(self, limits: Limits, side: int, impulse: int) -> Limits:
        """Adds the limit that the Axis may not end its movement phase while a Ukrainian unit that
        was forced out of the Ukraine can still move back toward it (TRC-28.7.G6b)."""
        if side == AXIS:
            astray = self.cossacks - self.cossacks.inside(self.ukraine)
            text = "a Ukrainian unit outside the Ukraine can still go back"
            return [
                *limits,
                only("TRC-28.7.G6b", ~self.movement.can_leave(side, impulse, astray), text),
            ]
        return limits

    # -- partisans --------------------------------------------------------------------------

    def guards_rail(self) -> Hexes:
        """The hexes of the Ukraine within five hexes of a Ukrainian unit: partisans are kept out of
        them, as near SS units (TRC-28.7.G6a)."""
        near = self.cossacks.hexes()
        for _ in range(SS_RANGE):
            near = near.adjacent()
        return near & self.ukraine

    @Irregulars.hunted.then("TRC-28.7.G6a")
    def hunted(self, hunted: Hexes) -> Hexes:
        """Adds the hexes that Ukrainian units keep free of partisans to those near SS units, where
        partisans are removed (TRC-19.3a, TRC-28.7.G6a)."""
        return hunted | self.guards_rail().when(self.in_play())

    @Irregulars.haunts.then("TRC-28.7.G6a")
    def haunts(self, where: Hexes) -> Hexes:
        """Closes the Ukraine to the placement of partisans while a partisan is there, with the chit
        in play (TRC-28.7.G6a)."""
        taken = self.zones.lurking().inside(self.ukraine).any() & self.in_play()
        return where - self.ukraine.when(taken)

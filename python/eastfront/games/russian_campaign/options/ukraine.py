"""The Russian Campaign, 28.7: the chit of a free Ukraine.

The Ukraine is defined by the chit and read off the map: the land between the Don and the track from
Voronezh by Kursk and Kiev to Odessa, both included, and the Crimea.
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
"""The number of Ukrainian units replaced in a year (TRC-28.7.G6c)."""


class Ukraine(Chit):
    """The Ukraine and its army."""

    chit = AXIS, 6
    text = "28.7: a free Ukraine, and its army"
    shown_by = "TRC-28.7.G6b"

    ukraine_won = variable("turn that won the Ukraine", Life.GAME, 99, most=99)
    cleared = variable("year of the last Ukrainian replacements", Life.GAME, most=9)

    @Board.define_units.after()
    def find_army(self) -> None:
        """Declares the Ukrainian units (TRC-28.7.G6b)."""
        self.cossacks = self.counters_with("Ukrainians", nation="ukrainian")

    @Board.define_hexes.after()
    def find_borders(self) -> None:
        """Declares the Ukraine (TRC-28.7.G6a, TRC-28.7.G6b), and the distance of each hex from
        it."""
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
        """The hexes reached by steps, the nearest first, each with its predecessor."""
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
        """Whether a step leads to land, across none of some hexsides."""
        return lambda at, near: self.is_land(near) and not self.sides_of(at, near) & set(shut)

    def _find_ukraine(self) -> set[int]:
        """TRC-28.7.G6a: the land within the Don and the track from Voronezh to Odessa."""
        track = set(self._track_between(self.city("Voronezh"), self.city("Odessa")))
        border = track | set(self.indices_where(lambda row: "don" in row.rivers))
        dry = self._open("prohibited", "strait")
        within_ = self._spread(
            [self.city("Dnepropetrovsk")], lambda at, near: at not in border and dry(at, near)
        )
        # the track is the Ukraine's even where it goes its own way
        return track | within_.keys()

    def _track_between(self, start: int, goal: int) -> list[int]:
        """The shortest way along printed track."""
        came = self._spread([start], lambda at, near: self.has_side(at, near, "rail"))
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way

    # -- the Ukrainian army -----------------------------------------------------------------

    @Calendar.replacements_due.after()
    @during(AXIS, FIRST)
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.7.G6b, TRC-28.7.G6c: Ukrainian units are raised, and some are replaced each
        year."""
        self._raise_ukrainians()
        self._bring_back()

    @rule("TRC-28.7.G6c")
    def _bring_back(self) -> None:
        """TRC-28.7.G6c: two a year are replaced, in its first turn of clear weather."""
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
        """TRC-28.7.G6b: the chit counts from when the Axis first has Kiev and Odessa."""
        held = self.zones.held(AXIS)
        kiev, odessa = (held.contains(self.city(name)) for name in ("Kiev", "Odessa"))
        with when((self.ukraine_won > self.turn) & (kiev & odessa)):
            assign(self.ukraine_won, self.turn, "TRC-28.7.G6b")

    def _musters(self) -> Hexes:
        """The Ukrainian cities under Axis control."""
        return self.ukraine & self.cities & self.zones.held(AXIS)

    def _muster(self, unit: Int) -> None:
        """A Ukrainian unit enters in one of them; without room it waits for another turn."""
        room = self._musters() & self.room(AXIS, unit)
        with when(room.any()):
            with choose("ukrainian city", AXIS, "TRC-28.7.G6b", "at", room) as at:
                self.zones.put(AXIS, unit, at, "TRC-28.7.G6b")

    @rule("TRC-28.7.G6b")
    def _raise_ukrainians(self) -> None:
        """TRC-28.7.G6b: from the next turn on, any of them may be raised in each reinforcement
        phase."""
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
        """TRC-28.7.G6b: Ukrainian units stay in the Ukraine; outside they may only move nearer to
        it."""
        return closed | self._farther(unit) if side == AXIS else closed

    def _farther(self, unit: Number) -> Hexes:
        """The hexes closed to a Ukrainian unit on the map."""
        ashore = self.land.contains(place_of(unit))
        here = if_else(ashore, self._to_ukraine(place_of(unit)), 0)
        farther = self.land.where(
            lambda h: (self._to_ukraine(h) > 0) & (self._to_ukraine(h) >= here)
        )
        return farther.when(self.cossacks.contains(unit) & ashore)

    @Railroads.rail_closures.then("TRC-28.7.G6b")
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """TRC-28.7.G6b: Ukrainians do not leave the Ukraine by rail."""
        if side == AXIS:
            beyond = self._farther(unit) - one_hex(place_of(unit))
            out.append(("TRC-28.7.G6b", beyond, "it stays in the Ukraine"))
        return out

    @Sea.sails_away.then()
    def sails_away(self, able: Int, side: int, unit: Int, ashore: Int) -> Int:
        """TRC-28.7.G6b: Ukrainians do not leave the Ukraine by sea."""
        return able & ~by("TRC-28.7.G6b", self.cossacks).contains(unit) if side == AXIS else able

    @Sea.sailors.then("TRC-28.7.G6b")
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """TRC-28.7.G6b: they sail only if they have another coast of the Ukraine as a
        destination."""
        if side != AXIS:
            return able
        stuck = self.cossacks.where(lambda u: ~self.sea.bound_somewhere(side, sea, u))
        return able - stuck

    @Calendar.end_limits.then("TRC-28.7.G6b")
    def end_limits(self, limits: Limits, side: int, impulse: int) -> Limits:
        """TRC-28.7.G6b: units forced out of the Ukraine must move back while they can."""
        if side == AXIS:
            astray = self.cossacks - self.cossacks.inside(self.ukraine)
            text = "a Ukrainian unit outside the Ukraine can go back"
            return [
                *limits,
                only("TRC-28.7.G6b", ~self.movement.can_leave(side, impulse, astray), text),
            ]
        return limits

    # -- partisans --------------------------------------------------------------------------

    def guards_rail(self) -> Hexes:
        """TRC-28.7.G6a: Ukrainian troops keep partisans away there, as the SS does."""
        near = self.cossacks.hexes()
        for _ in range(SS_RANGE):
            near = near.adjacent()
        return near & self.ukraine

    @Irregulars.hunted.then("TRC-28.7.G6a")
    def hunted(self, hunted: Hexes) -> Hexes:
        """TRC-19.3a, TRC-28.7.G6a: the hexes from which partisans are excluded."""
        return hunted | self.guards_rail().when(self.in_play())

    @Irregulars.haunts.then("TRC-28.7.G6a")
    def haunts(self, where: Hexes) -> Hexes:
        """TRC-28.7.G6a: at most one partisan in the Ukraine."""
        taken = self.zones.lurking().inside(self.ukraine).any() & self.in_play()
        return where - self.ukraine.when(taken)

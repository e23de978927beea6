"""The Russian Campaign, 28.7: the chit of a free Ukraine.

The Ukraine is what the chit says, read off the map: the land between the Don and the track from
Voronezh by Kursk and Kiev to Odessa, both included, and the Crimea.
"""

from __future__ import annotations

from collections import deque

from eastfront.program import *
from eastfront.systems.fields import variable

from ..board import AXIS, CLEAR, FIRST, Board
from ..calendar import Calendar
from ..irregulars import SS_RANGE, Irregulars
from ..movement import Movement
from ..rail import Railroads
from ..sea import Sea
from ..section import OptionalRule
from ..zones import Zones
from .chits import DRAW, Chits

TWO_A_YEAR = 2
"""How many Ukrainians are replaced in a year (TRC-28.7.G6c)."""


class Ukraine(OptionalRule):
    """The Ukraine and its army."""

    name = "chit-german=6"
    names = (DRAW, name)
    text = "28.7: a free Ukraine, and its army"
    chits: Chits

    ukraine_won = variable("turn that won the Ukraine", Life.GAME, 99, most=99)
    cleared = variable("year of the last Ukrainian replacements", Life.GAME, most=9)

    @Board.define_units.after()
    def find_army(self) -> None:
        """TRC-28.7.G6b: declares who they are."""
        self.cossacks = self.counters_where("Ukrainians", lambda u: u.nation == "ukrainian")

    @Board.define_hexes.after()
    def find_borders(self) -> None:
        """TRC-28.7.G6a, TRC-28.7.G6b: the Ukraine, and how far from it a hex is."""
        inside = self._find_ukraine()
        self.ukraine = self.b.hex_set("Ukraine", sorted(inside))
        away, edge = dict.fromkeys(inside, 0), deque(inside)
        m = self.data.map
        while edge:
            at = edge.popleft()
            for near in (m.neighbor(at, way) for way in range(6)):
                if near is None or near in away or not self.is_land(near):
                    continue
                if "prohibited" not in self.sides_of(at, near):
                    away[near] = away[at] + 1
                    edge.append(near)
        far = max(away.values())
        steps = [away.get(h, far) for h in range(len(m.hexes))]
        self._to_ukraine = self.b.hex_attr("steps to the Ukraine", steps)

    def _find_ukraine(self) -> set[int]:
        """TRC-28.7.G6a: the land within the Don and the track from Voronezh to Odessa."""
        m = self.data.map
        track = set(self._track_between(self.city("Voronezh"), self.city("Odessa")))
        border = track | set(self.indices_where(lambda row: "don" in row.rivers))
        seen = {self.city("Dnepropetrovsk")}
        edge = deque(seen)
        while edge:
            at = edge.popleft()
            for near in (m.neighbor(at, way) for way in range(6)):
                if near is None or near in seen or not self.is_land(near):
                    continue
                if not self.sides_of(at, near) & {"prohibited", "strait"}:
                    seen.add(near)
                    if near not in border:
                        edge.append(near)
        # the track is the Ukraine's even where it goes its own way
        return seen | track

    def _track_between(self, start: int, goal: int) -> list[int]:
        """The shortest way along printed track."""
        m = self.data.map
        came, edge = {start: start}, deque([start])
        while edge:
            at = edge.popleft()
            for near in (m.neighbor(at, way) for way in range(6)):
                if near is not None and near not in came and self.has_side(at, near, "rail"):
                    came[near] = at
                    edge.append(near)
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way

    # -- the Ukrainian army -----------------------------------------------------------------

    @Calendar.replacements_due.after()
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.7.G6b, TRC-28.7.G6c: Ukrainians arise, and some come back each year."""
        if (side, impulse) != (AXIS, FIRST):
            return
        self._raise_ukrainians()
        if in_force("TRC-28.7.G6c"):
            year = (self.turn + 1) // 6 + 1
            fresh = (self.weather == CLEAR) & (self.cleared < year) & self.chits.in_play(AXIS, 6)
            with when(fresh):
                assign(self.cleared, year, "TRC-28.7.G6c")
                for _ in range(TWO_A_YEAR):
                    lost = self.axis_replacements.axis_pool() & self.cossacks
                    with when(lost.any() & self._musters().any()):
                        with decide("replacements", AXIS, "TRC-28.7.G6c") as d:
                            with d.unit("replace", lost.distinct()) as unit:
                                self._muster(unit)
                            with d.option("forgo", passes=True):
                                note("replacement forgone", self.turn)

    @Zones.control_settled.after("TRC-28.7.G6b")
    def control_settled(self) -> None:
        """TRC-28.7.G6b: from when the Axis has Kiev and Odessa for the first time."""
        held = self.zones.held(AXIS)
        both = held.contains(self.city("Kiev")) & held.contains(self.city("Odessa"))
        with when((self.ukraine_won > self.turn) & both):
            assign(self.ukraine_won, self.turn, "TRC-28.7.G6b")

    def _musters(self) -> Hexes:
        """The Ukrainian cities of the Axis."""
        return self.ukraine & self.cities & self.zones.held(AXIS)

    def _muster(self, unit: Int) -> None:
        """A Ukrainian unit stands up in one of them; with no room it waits for another turn."""
        room = self._musters() & self.room(AXIS, unit)
        with when(room.any()):
            with decide("ukrainian city", AXIS, "TRC-28.7.G6b") as d:
                with d.hex("at", room) as at:
                    self.railroads.put(AXIS, unit, at, "TRC-28.7.G6b")

    def _raise_ukrainians(self) -> None:
        """TRC-28.7.G6b: from the turn after, some of them in each reinforcement phase."""
        if not in_force("TRC-28.7.G6b"):
            return
        with when((self.ukraine_won < self.turn) & self._musters().any()):
            self.chits.show(AXIS, 6)
        ready = (self.ukraine_won < self.turn) & self.chits.in_play(AXIS, 6)
        with when(ready):
            with loop():
                new = units_at("counters") & self.cossacks
                new = new.where(lambda u: (self._musters() & self.room(AXIS, u)).any())
                with when(~new.any()):
                    break_()
                with decide("ukrainians", AXIS, "TRC-28.7.G6b") as d:
                    with d.unit("raise", new.distinct()) as unit:
                        self._muster(unit)
                    with d.option("raise-nobody", passes=True):
                        break_()

    @Movement.closed.then()
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.7.G6b: Ukrainians stay in the Ukraine; outside they go nearer to it only."""
        return closed | self._farther(unit) if self._keeps(side) else closed

    def _keeps(self, side: int) -> bool:
        """TRC-28.7.G6b: whether a side has units that stay in the Ukraine."""
        return side == AXIS and in_force("TRC-28.7.G6b")

    def _farther(self, unit: Number) -> Hexes:
        """What is closed to a Ukrainian unit on the map."""
        ashore = self.land.contains(place_of(unit))
        here = if_else(ashore, self._to_ukraine(place_of(unit)), 0)
        farther = self.land.where(
            lambda h: (self._to_ukraine(h) > 0) & (self._to_ukraine(h) >= here)
        )
        return farther.when(self.cossacks.contains(unit) & ashore)

    @Railroads.rail_closures.then()
    def rail_closures(
        self, out: list[tuple[str, Hexes, str]], side: int, unit: Number
    ) -> list[tuple[str, Hexes, str]]:
        """TRC-28.7.G6b: nor do they leave it by rail."""
        if self._keeps(side):
            beyond = self._farther(unit) - one_hex(place_of(unit))
            out.append(("TRC-28.7.G6b", beyond, "it stays in the Ukraine"))
        return out

    @Sea.sails_away.then()
    def sails_away(self, able: Int, side: int, unit: Int, ashore: Int) -> Int:
        """TRC-28.7.G6b: nor by sea."""
        return able & ~self.cossacks.contains(unit) if self._keeps(side) else able

    @Sea.sailors.then()
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """TRC-28.7.G6b: so that only those sail who have another coast there to go to."""
        if not self._keeps(side):
            return able
        stuck = (able & self.cossacks).where(lambda u: ~self.sea.bound_somewhere(side, sea, u))
        return able - stuck

    @Calendar.end_limits.then()
    def end_limits(self, limits: list[Limit], side: int, impulse: int) -> list[Limit]:
        """TRC-28.7.G6b: who was forced out goes back while he can."""
        if self._keeps(side):
            astray = (self.movement.movable(side, impulse) & self.cossacks) - self.movement.movable(
                side, impulse
            ).inside(self.ukraine)
            able = astray.where(
                lambda u: self.movement.ground_reach(side, impulse, u).hexes().any()
            )
            text = "a Ukrainian unit outside the Ukraine can go back"
            limits.append(only("TRC-28.7.G6b", ~able.any(), text))
        return limits

    # -- partisans --------------------------------------------------------------------------

    def guards_rail(self) -> Hexes:
        """TRC-28.7.G6a: in the Ukraine its troops keep partisans away as the SS does."""
        near = (self.cossacks & self.on_map(AXIS)).hexes()
        for _ in range(SS_RANGE):
            near = near.adjacent()
        return near & self.ukraine

    @Irregulars.hunted.then("TRC-28.7.G6a")
    def hunted(self, hunted: Hexes) -> Hexes:
        """TRC-19.3a, TRC-28.7.G6a: where partisans do not stay."""
        return hunted | self.guards_rail().when(self.chits.in_play(AXIS, 6))

    @Irregulars.haunts.then("TRC-28.7.G6a")
    def haunts(self, where: Hexes) -> Hexes:
        """TRC-28.7.G6a: one partisan in the Ukraine and no more."""
        taken = self.zones.lurking().inside(self.ukraine).any() & self.chits.in_play(AXIS, 6)
        return where - self.ukraine.when(taken)

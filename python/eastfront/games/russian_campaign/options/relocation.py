"""The Russian Campaign, 28.7: Russian chit 2, the evacuation of factories to Siberia.

Points of workers move one by one. A counter keeps its hex and its combat factor until its last
point has moved. A moved point produces nothing for some turns, and then one replacement point a
turn for the rest of the game. Arriving workers may move to Siberia at once and whole.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import again
from eastfront.systems.fields import unit_field, variable
from eastfront.systems.sections import rule

from ..board import FIRST, RUSSIAN
from ..calendar import Calendar
from ..russian_replacements import RussianReplacements
from ..section import during
from .chits import Chit

FARE = 2
"""The Russian rail moves that each moved worker point uses (TRC-28.7.R2a)."""

IDLE, IDLE_NEW = 5, 3
"""The turns in which a moved point produces nothing: five for a point of a worker on the map
(28.7.R2a), three for a point of an arriving worker (28.7.R2b)."""


class Relocation(Chit):
    """Russian chit 2: worker points go to Siberia."""

    chit = RUSSIAN, 2
    text = "28.7: factories are moved to Siberia"
    shown_by = "TRC-28.7.R2a"  # when the first worker point moves
    rests_on = ("TRC-28.7.R2a",)  # worker points go to Siberia by rail

    points_gone = unit_field("points in Siberia", Life.GAME)
    """The points of a worker on the map that have moved to Siberia (TRC-28.7.R2c)."""
    at_work = variable("Siberian points", Life.GAME, most=99)
    """The number of worker points in Siberia that produce."""

    def define(self) -> None:
        """Declares a variable for each of the next five turns: the number of worker points in
        Siberia that begin to produce in that turn. Declares also the track that leads to the east
        edge."""
        b = self.b
        self.idle = [
            b.variable(f"Siberian points in {n} turns", Life.GAME, 0, limits=(0, 99))
            for n in range(1, IDLE + 1)
        ]
        self._way_to_siberia = b.view("way to Siberia", self.railroads.way_east())

    # -- going ------------------------------------------------------------------------------

    @RussianReplacements.place_workers.before()
    def place_workers(self) -> None:
        """Lets the Russian move worker points to Siberia at the start of his replacement phase: one
        from the map (TRC-28.7.R2a), and arriving workers whole (TRC-28.7.R2b)."""
        with when((self.game_turn.impulse == FIRST) & self.may_be_held()):
            self._relocate()
            self._resettle()

    def _relocate(self) -> None:
        """Offers the Russian to move one worker point to Siberia by rail over the east edge, at the
        cost of two rail moves; the point produces nothing for five turns (TRC-28.7.R2a)."""
        here = self.workers & self.on_map(RUSSIAN)
        room = self.railroads.rail_capacity(RUSSIAN) - self.railroads.rail_moves
        able = here.inside(self._way_to_siberia).when(room >= FARE)
        with when(able.any()):
            with decide("relocation", RUSSIAN, "TRC-28.7.R2a") as d:
                text = "only a worker that can go by rail to the east edge relocates a point"
                limit = only("TRC-28.7.R2a", able.when(self.held()), text)
                with d.unit("relocate", here.distinct(), limit) as unit:
                    self.show()
                    self.railroads.count_moves(FARE, "TRC-28.7.R2a")
                    last = self.idle[IDLE - 1]
                    self._go_by_points(last, unit)
                    self.zones.settle()
                with d.option("stay-here", passes=True):
                    note("nothing relocated", self.turn)

    def _go_whole(self, last: Int, unit: Int) -> None:
        """Moves a whole worker to Siberia, while the rule that workers move point by point
        (28.7.R2c) is off. `last` is the variable for the points that begin to produce in five
        turns: it is set to the worker's points."""
        assign(last, self.factor(unit))
        self.leave(unit, "removed")

    @rule("TRC-28.7.R2c", otherwise=_go_whole)
    def _go_by_points(self, last: Int, unit: Int) -> None:
        """Moves one point of a worker to Siberia, where each point has its own date for producing
        again. `last` is the variable for the points that begin to produce in five turns: it is set
        to 1. The counter leaves the map with its last point (TRC-28.7.R2c)."""
        assign(last, 1, "TRC-28.7.R2a")
        store(self.points_gone, unit, self.points_gone(unit) + 1, "TRC-28.7.R2c")
        with when(self.points_gone(unit) >= self.factor(unit)):
            self.leave(unit, "removed", "TRC-28.7.R2c")

    @rule("TRC-28.7.R2b")
    def _resettle(self) -> None:
        """Offers the Russian to send arriving workers straight to Siberia, whole; there they
        produce nothing for three turns (TRC-28.7.R2b)."""
        new, soon = self.arrivals.waiting(RUSSIAN) & self.workers, self.idle[IDLE_NEW - 1]
        with again("resettlement", RUSSIAN, "TRC-28.7.R2b", "to-cities", new) as d:
            limit = only(
                "TRC-28.7.R2a", new.when(self.held()), "the Russian has drawn another chit"
            )
            with d.unit("resettle", new.distinct(), limit) as unit:
                self.show()
                assign(soon, soon + self.factor(unit), "TRC-28.7.R2b")
                self.leave(unit, "removed", "TRC-28.7.R2b")

    # -- points -----------------------------------------------------------------------------

    @RussianReplacements.points_counted.after()
    def points_counted(self) -> None:
        """Takes from the Russian's replacement points the points that workers on the map have moved
        to Siberia (TRC-28.7.R2c), and adds the points in Siberia that produce again
        (TRC-28.7.R2a)."""
        gone = (self.workers & self.on_map(RUSSIAN)).sum(self.points_gone)
        more = self.russian_replacements.doubled(self.at_work - gone)
        points = larger(self.russian_replacements.points + more, 0)
        self.russian_replacements.have(points, "TRC-28.7.R2a")

    @Calendar.impulse_opens.after()
    @during(RUSSIAN, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Brings all worker points in Siberia one turn nearer to producing, as a Russian player
        turn begins; each point has its own date (TRC-28.7.R2c)."""
        assign(self.at_work, self.at_work + self.idle[0])
        for sooner, later in zip(self.idle, self.idle[1:], strict=False):
            assign(sooner, later)
        assign(self.idle[-1], 0)

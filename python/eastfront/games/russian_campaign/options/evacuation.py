"""The Russian Campaign, 26.2: optional evacuation of industry to the Urals.

Workers leave before points are counted, since a worker on the way produces none; so they leave at
the beginning of the impulse, with the placement of arriving workers that may replace them, and not
during movement.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import remaining
from eastfront.systems.fields import hex_flag, unit_field, variable
from eastfront.systems.sections import rule

from ..board import FIRST, RUSSIAN, turn_of
from ..calendar import Calendar
from ..russian_replacements import RussianReplacements
from ..section import AgreedRule, Former, Limits

BEGINS = turn_of(1941, "sep")
"""The first turn of evacuations (TRC-26.2.1a)."""

MOVES_PER_FACTOR = 2
"""The rail moves for each factor of a worker (TRC-26.2.1b)."""

TURNS_AWAY = 3
"""The turns from a worker's departure to its arrival in the Urals (TRC-26.2.2a)."""


class Evacuation(AgreedRule):
    """Evacuation of workers to the Urals."""

    name = "industrial-evacuation"
    text = "26.2: workers go east by rail"

    evacuated = variable("workers evacuated", Life.GAME, most=99)
    """Workers evacuated in this turn."""
    in_the_urals = unit_field("turn of arrival in the Urals", Life.GAME)
    emptied = hex_flag("only worker evacuated", Life.GAME)
    """Cities whose only worker was evacuated in this turn (TRC-26.2.3b)."""

    def define(self) -> None:
        """Declares the track to the east edge."""
        self.way_east = self.b.view("way east", self.railroads.way_east())

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-26.2.1a: the count of evacuations starts again each turn."""
        if impulse == FIRST:
            assign(self.evacuated, 0)
            clear(self.emptied)

    # -- departure --------------------------------------------------------------------------

    def _fare(self, unit: Int) -> Int:
        """TRC-26.2.1b: the cost: two rail moves for each factor."""
        return by("TRC-26.2.1b", self.factor(unit) * MOVES_PER_FACTOR, otherwise=1, told=True)

    def _passengers(self) -> Units:
        """TRC-26.2.2c: the workers that may leave: those on the map, including new arrivals."""
        here = self.workers & self.on_map(RUSSIAN)
        return by("TRC-26.2.2c", here, otherwise=lambda: here - self.railroads.fresh.units)

    def _departure_limits(self) -> Limits:
        """TRC-26.2.1, TRC-9.3.1a: the limits on evacuation: one worker a turn, with its cost in
        rail moves."""
        here = self._passengers()
        free = self.railroads.rail_capacity(RUSSIAN) - self.railroads.rail_moves
        now = (self.turn >= BEGINS) & (self.evacuated == 0)
        paid = here.where(lambda u: self._fare(u) <= free)
        one = "one worker a turn, from September 1941, goes by rail to the east edge"
        return [
            self.railroads.first_impulse_limit(here.when(self.game_turn.impulse == FIRST)),
            only("TRC-26.2.1a", here.inside(self.way_east).when(now), one),
            only("TRC-26.2.1b", paid, "it costs two rail moves a factor, and so many are not left"),
        ]

    @RussianReplacements.workers_able.then()
    def workers_able(self, able: Units, ready: Units) -> Units:
        """TRC-26.2.1a: workers are placed and evacuated in any order."""
        return able | remaining(self._passengers(), *self._departure_limits())

    @RussianReplacements.offer_workers.after()
    def offer_workers(self, d: Decision) -> None:
        """TRC-26.2.1a, TRC-26.2.2a: a worker leaves, for a journey of three turns."""
        with d.unit("evacuate", self._passengers().distinct(), *self._departure_limits()) as unit:
            at = local(place_of(unit))
            assign(self.evacuated, self.evacuated + 1, "TRC-26.2.1a")
            self.railroads.count_moves(self._fare(unit))  # TRC-26.2.1b
            store(self.in_the_urals, unit, self.turn)
            store(self.in_the_urals, unit, self.turn + TURNS_AWAY, "TRC-26.2.2a")
            self.leave(unit, "on-the-way", "TRC-26.2.1a")
            mark(
                self.emptied, one_hex(at) - self.russian_replacements.worker_hexes()
            )  # TRC-26.2.3b
            self.zones.settle()

    # -- what it leaves behind --------------------------------------------------------------

    @RussianReplacements.worker_sites.then(unless="TRC-26.2.3c")
    def worker_sites(self, sites: Hexes) -> Hexes:
        """TRC-26.2.3c: a worker may be placed in a city whose worker has left; while this rule is
        off, it may not."""
        return sites - self.emptied.hexes

    @RussianReplacements.replacement_limits.then()
    def replacement_limits(self, limits: Limits, edges: Hexes) -> Limits:
        """TRC-26.2.3b: no replacement enters where the only worker has left, even if another
        arrived."""
        shut = self.emptied.hexes - edges
        text = "the only worker of the city was evacuated this turn"
        return [*limits, only("TRC-26.2.3b", all_hexes() - shut, text)]

    # -- points -----------------------------------------------------------------------------

    @RussianReplacements.points_counted.instead()
    def points_counted(self, former: Former) -> None:
        """TRC-26.2.2b, TRC-26.2.3a: workers in the Urals produce points, those on the way do
        not."""
        away = units_at("on-the-way")
        with each(away.where(lambda u: self.in_the_urals(u) <= self.turn)) as unit:
            self.leave(unit, "urals", "TRC-26.2.2b")
        former()
        self._work(units_at("urals"), "TRC-26.2.2b")
        now = away.where(lambda u: self.in_the_urals(u) == self.turn + TURNS_AWAY)
        self._travel(now)

    @rule("TRC-26.2.3a", otherwise=lambda self, workers: self._work(workers))
    def _travel(self, workers: Units) -> None:
        """TRC-26.2.3a: a worker produces nothing in the turn in which it leaves."""

    def _work(self, workers: Units, rule: str = "") -> None:
        """Adds the points that workers produce in a turn (TRC-22.1a, TRC-22.7a)."""
        made = self.russian_replacements.doubled(workers.sum(self.factor))
        self.russian_replacements.gain(made, rule)

"""The Russian Campaign, 26.2: the optional evacuation of Russian workers to the Urals.

A worker on the way produces no points, so workers leave before points are counted: at the beginning
of the impulse, together with the placement of arriving workers, and not during movement.
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
"""The first turn in which a worker may be evacuated, September/October 1941 (TRC-26.2.1a)."""

MOVES_PER_FACTOR = 2
"""The Russian rail moves that the evacuation of a worker uses for each of its factors
(TRC-26.2.1b)."""

TURNS_AWAY = 3
"""The turns from a worker's evacuation to its arrival in the Urals (TRC-26.2.2a)."""


class Evacuation(AgreedRule):
    """The evacuation of Russian workers over the east edge to the Urals (26.2)."""

    name = "industrial-evacuation"
    text = "26.2: workers go east by rail"

    evacuated = variable("workers evacuated", Life.GAME, most=99)
    """The number of workers evacuated in this turn, at most one."""
    in_the_urals = unit_field("turn of arrival in the Urals", Life.GAME)
    """For each evacuated worker, the number of the turn in which it arrives in the Urals."""
    emptied = hex_flag("only worker evacuated", Life.GAME)
    """Cities whose only worker was evacuated in this turn (TRC-26.2.3b)."""

    def define(self) -> None:
        """Declares the track from which workers can go by rail to the east edge."""
        self.way_east = self.b.view("way east", self.railroads.way_east())

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Sets the number of workers evacuated in the turn, at most one, back to 0 as a first
        impulse begins (TRC-26.2.1a)."""
        if impulse == FIRST:
            assign(self.evacuated, 0)
            clear(self.emptied)

    # -- departure --------------------------------------------------------------------------

    def _fare(self, unit: Int) -> Int:
        """The rail moves that the evacuation of a worker uses: two for each of its factors
        (TRC-26.2.1b)."""
        return by("TRC-26.2.1b", self.factor(unit) * MOVES_PER_FACTOR, otherwise=1, told=True)

    def _passengers(self) -> Units:
        """The workers on the map that may be evacuated, those that arrived as reinforcements in
        this turn included (TRC-26.2.2c)."""
        here = self.workers & self.on_map(RUSSIAN)
        return by("TRC-26.2.2c", here, otherwise=lambda: here - self.railroads.fresh.units)

    def _departure_limits(self) -> Limits:
        """The conditions of an evacuation, each with its refusal: a first impulse, as for every
        rail move (TRC-9.3.1a); one worker a turn, from September 1941, on track to the east edge
        (TRC-26.2.1); and two rail moves left for each factor of the worker (26.2.1b)."""
        here = self._passengers()
        free = self.railroads.rail_capacity(RUSSIAN) - self.railroads.rail_moves
        now = (self.turn >= BEGINS) & (self.evacuated == 0)
        paid = here.where(lambda u: self._fare(u) <= free)
        one = "only one worker a turn, from September 1941, goes by rail to the east edge"
        return [
            self.railroads.first_impulse_limit(here.when(self.game_turn.impulse == FIRST)),
            only("TRC-26.2.1a", here.inside(self.way_east).when(now), one),
            only("TRC-26.2.1b", paid, "it costs two rail moves a factor, more than are left"),
        ]

    @RussianReplacements.workers_able.then()
    def workers_able(self, able: Units, ready: Units) -> Units:
        """Adds the workers that may be evacuated to those that wait for placement, so that the
        Russian places and evacuates workers in any order (TRC-26.2.1a)."""
        return able | remaining(self._passengers(), *self._departure_limits())

    @RussianReplacements.offer_workers.after()
    def offer_workers(self, d: Decision) -> None:
        """Offers the Russian to evacuate one worker by rail to the east edge (TRC-26.2.1a); the
        worker arrives in the Urals three turns later (TRC-26.2.2a)."""
        with d.unit("evacuate", self._passengers().distinct(), *self._departure_limits()) as unit:
            at = local(place_of(unit))
            assign(self.evacuated, self.evacuated + 1, "TRC-26.2.1a")
            self.railroads.count_moves(self._fare(unit))  # TRC-26.2.1b: two for each factor
            store(self.in_the_urals, unit, self.turn)
            store(self.in_the_urals, unit, self.turn + TURNS_AWAY, "TRC-26.2.2a")
            self.leave(unit, "on-the-way", "TRC-26.2.1a")
            mark(
                self.emptied, one_hex(at) - self.russian_replacements.worker_hexes()
            )  # TRC-26.2.3b: no replacement may be placed there in this turn
            self.zones.settle()

    # -- cities without their workers --------------------------------------------------------

    @RussianReplacements.worker_sites.then(unless="TRC-26.2.3c")
    def worker_sites(self, sites: Hexes) -> Hexes:
        """Closes a city whose worker was evacuated in this turn to new workers, while the rule that
        a new worker may be placed there (TRC-26.2.3c) is off."""
        return sites - self.emptied.hexes

    @RussianReplacements.replacement_limits.then()
    def replacement_limits(self, limits: Limits, edges: Hexes) -> Limits:
        """Adds the limit that replacements may not enter in a city whose only worker was evacuated
        in this turn, even if another worker has arrived there (TRC-26.2.3b). The edge hexes
        `edges`, where replacements may enter, stay open."""
        shut = self.emptied.hexes - edges
        text = "the only worker of the city was evacuated this turn"
        return [*limits, only("TRC-26.2.3b", all_hexes() - shut, text)]

    # -- points -----------------------------------------------------------------------------

    @RussianReplacements.points_counted.instead()
    def points_counted(self, former: Former) -> None:
        """Adds the points of workers in the Urals to the Russian's points, from the turn of a
        worker's arrival on (TRC-26.2.2b); workers on the way add none, not even in the turn in
        which they leave (TRC-26.2.3a)."""
        away = units_at("on-the-way")
        with each(away.where(lambda u: self.in_the_urals(u) <= self.turn)) as unit:
            self.leave(unit, "urals", "TRC-26.2.2b")
        former()
        self._work(units_at("urals"), "TRC-26.2.2b")
        now = away.where(lambda u: self.in_the_urals(u) == self.turn + TURNS_AWAY)
        self._travel(now)

    @rule("TRC-26.2.3a", otherwise=lambda self, workers: self._work(workers))
    def _travel(self, workers: Units) -> None:
        """Adds no points for workers in the turn in which they are evacuated (TRC-26.2.3a)."""

    def _work(self, workers: Units, rule: str = "") -> None:
        """Adds, by `rule`, the replacement points that some workers produce in a turn: the sum of
        their factors (TRC-22.1a), doubled from May/June 1943 on (TRC-22.7a)."""
        made = self.russian_replacements.doubled(workers.sum(self.factor))
        self.russian_replacements.gain(made, rule)

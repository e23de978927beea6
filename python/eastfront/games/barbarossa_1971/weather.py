"""Barbarossa (1971): the weather of each month, mud and winter, and their effects on movement."""

from __future__ import annotations

from itertools import accumulate

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.choosing import choose, preferred
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule

from .board import AXIS, MUD, NORMAL, SEASONS, SOVIET, WEATHERS, WINTER
from .movement import DRIVEN, Movement
from .section import Section

MARCH = "Mar"
SLOW_MOTORIZED, SLOW_INFANTRY = 5, 2


def _slowed(points: int, unit: UnitRow, who: str, most: int) -> int:
    """The movement points of a unit: ``points``, but at most ``most`` for German units of the class
    ``who`` (motorized or infantry)."""
    slow = unit.nation == "german" and unit.mobility == who
    return min(points, most) if slow else points


def _lasting(former: int, kind: int) -> int:
    """The weather of a turn in play without the rule on normal weather: mud and winter then last
    until the next change. ``kind`` is the weather by the month, ``former`` that of the turn
    before."""
    return kind or former


class Weather(Section):
    """The weather, which the month alone determines: normal, mud or winter."""

    def define_months(self) -> None:
        """Declares the weather of each Game-Turn by its month (SPI-SEQ-G): mud in every October and
        March (SPI-MUD-0), winter from November to February (SPI-WINTER-0), no effects from April to
        September (SPI-WX-0)."""
        rules = ("SPI-WX-0", "SPI-MUD-0", "SPI-WINTER-0")
        turns = self.data.charts["turn-track"]["turn"]
        kinds = [WEATHERS.index(t["weather"]) for t in turns]
        kinds = [by(rules[kind], kind, otherwise=NORMAL) for kind in kinds]
        kinds = by(rules[NORMAL], kinds, otherwise=list(accumulate(kinds, _lasting)))
        kinds = by("SPI-SEQ-G", kinds, otherwise=[NORMAL] * len(kinds))
        low, count = turns[0]["turn"], len(turns)
        self._table = self.b.table("weather", [low], [count], kinds)
        march = [int(t["month"].startswith(MARCH)) for t in turns]
        self._march = self.b.table("March", [low], [count], march)

    @property
    def now(self) -> Int:
        """The weather of the turn: normal, mud or winter."""
        return self._table(self.turn)

    @property
    def is_march(self) -> Int:
        """Says whether the turn is a March, in which lakes thaw and, in the campaign, the Luftwaffe
        loses a unit."""
        return self._march(self.turn)

    def freezes(self, season: str) -> bool:
        """Says whether lakes are frozen in a season, so that their hexes are clear terrain: in
        winter (SPI-WINTER-A2)."""
        return season in by("SPI-WINTER-A2", SEASONS[1:])

    def rivers_count(self, season: str) -> bool:
        """Says whether crossing a river costs movement points in a season: yes in summer, and in
        winter as `frozen_rivers_count` says."""
        return season == SEASONS[0] or self.frozen_rivers_count()

    @rule("SPI-WINTER-A1", otherwise=True)
    def frozen_rivers_count(self) -> bool:
        """Says whether rivers cost movement points in winter: no, frozen rivers are ignored
        (SPI-WINTER-A1)."""
        return False

    @property
    def rivers_flow(self) -> Int:
        """Says whether rivers double defenders in combat: yes, except in winter, when frozen rivers
        are ignored (SPI-WINTER-A1)."""
        return by("SPI-WINTER-A1", ~self.frozen, otherwise=number(1))

    @law("SPI-WINTER-A2", "no unit is in the sea, or on a lake outside winter")
    def _dry(self) -> Int:
        """Says whether no unit is in the sea or on a lake that is not frozen. In winter lakes are
        frozen (WINTER-A2), and in March units can still be on lakes until they are placed ashore
        (SPI-WINTER-E)."""
        ice = by("SPI-WINTER-E", self.frozen | self.is_march, otherwise=True)
        return ~((occupied(AXIS) | occupied(SOVIET)) - (self.land | self.lakes.when(ice))).any()

    # -- MUD-B, WINTER-D: movement -------------------------------

    @Movement.points.then("SPI-MUD-B1")
    def motors_in_mud(self, points: int, unit: UnitRow, weather: int) -> int:
        """Limits German motorized units to 5 movement points in mud (SPI-MUD-B1)."""
        return _slowed(points, unit, "motorized", SLOW_MOTORIZED) if weather == MUD else points

    @Movement.points.then("SPI-MUD-B2")
    def infantry_in_mud(self, points: int, unit: UnitRow, weather: int) -> int:
        """Limits German infantry to 2 movement points in mud (SPI-MUD-B2)."""
        return _slowed(points, unit, "infantry", SLOW_INFANTRY) if weather == MUD else points

    @Movement.points.then("SPI-WINTER-D1")
    def motors_in_winter(self, points: int, unit: UnitRow, weather: int) -> int:
        """Limits German motorized units to 5 movement points in winter (SPI-WINTER-D1)."""
        return _slowed(points, unit, "motorized", SLOW_MOTORIZED) if weather == WINTER else points

    @Movement.points.then("SPI-WINTER-D2")
    def infantry_in_winter(self, points: int, unit: UnitRow, weather: int) -> int:
        """Limits German infantry to 2 movement points in winter (SPI-WINTER-D2)."""
        return _slowed(points, unit, "infantry", SLOW_INFANTRY) if weather == WINTER else points

    # -- WINTER-E: the thaw --------------------------------------

    @rule("SPI-WINTER-E", "SPI-WINTER-A2")
    def thaw(self) -> None:
        """Makes the enemy place ashore each unit on a lake hex, as each March begins and before any
        movement (SPI-WINTER-E): lakes, which are clear terrain in winter (WINTER-A2), thaw in
        March."""
        with when(self.is_march & ((occupied(AXIS) | occupied(SOVIET)) & self.lakes).any()):
            for side in (AXIS, SOVIET):
                self._leave_ice(side)

    @procedure("{side} on the ice")
    def _leave_ice(self, side: int) -> None:
        """Makes the enemy move each unit of a side from a thawed lake to a lake-shore hex of the
        enemy's choice (SPI-WINTER-E): a hex without the enemy's own units, and with stacking room
        if there is such a hex. By reading R35 a unit is destroyed if no lake-shore hex is open to
        it."""
        caught = self.there(side).inside(self.lakes)
        with until(~caught.any()), decide("thaw", 1 - side, "SPI-WINTER-E") as d:
            with d.unit("ashore", caught.distinct()) as unit:
                shores = (self.shores - occupied(1 - side)) - self.movement.barred(side, unit)
                roomy = shores - self.stacking.full(side, unit)
                to = preferred(roomy, shores)
                self.losses.destroy(one_unit(unit).when(~to.any()), "SPI-WINTER-E")
                with (
                    when(to.any()),
                    choose("shore", 1 - side, "SPI-WINTER-E", "place-at", to, about=unit) as at,
                ):
                    self.movement.come(side, unit, at, "SPI-WINTER-E", DRIVEN)

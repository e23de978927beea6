"""Barbarossa (1971): rules of the Campaign Game alone. Each March the Axis loses an air unit to the
Red Air Force; destroyed German units may be replaced."""

from __future__ import annotations

from itertools import pairwise

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import variable, variables
from eastfront.systems.sections import procedure, rule

from .board import AXIS, SOVIET
from .losses import Losses
from .section import Section, in_the_campaign

KINDS = ("DE:pza", "DE:pzc", "DE:ina", "DE:inc")
"""The kinds of units that may be replaced: German armies and corps alone (SPI-CAMP-R0)."""
MOST = 99
POOLS = {"SPI-CAMP-RA1": 3, "SPI-CAMP-RA2": 6}
"""The corps that may be replaced in the whole game, where an army counts as three.

- SPI-CAMP-RA1: one 11-8-8, or three 3-2-8.
- SPI-CAMP-RA2: two 5-7-3, or six 1-2-3.
"""
CORPS_A_TURN = 3
"""The corps that may be replaced in an Axis Player-Turn: three, or one army (SPI-CAMP-RC)."""


class Campaign(Section):
    """The withdrawal of air units and the replacement of lost units in the Campaign Game."""

    lost = variables("{} lost", Life.GAME, most=MOST, each=KINDS)
    lost_last = variables("{} lost last turn", Life.GAME, most=MOST, each=KINDS)
    lost_before = variables("{} lost two turns ago", Life.GAME, most=MOST, each=KINDS)
    due = variables("{} to be replaced", Life.GAME, most=MOST, each=KINDS)
    panzers = variable("panzer corps replaced", Life.GAME, most=MOST)
    infantry = variable("infantry corps replaced", Life.GAME, most=MOST)

    # -- CAMP-D1, D2: the Red Air Force -----------------------------------

    @in_the_campaign
    @rule("SPI-CAMP-D1")
    def reduce_luftwaffe(self) -> None:
        """Makes the Axis remove an air unit of its choice each March (SPI-CAMP-D1), in the Campaign
        Game alone (SPI-CAMP-D2); by reading R48 before any movement."""
        air = self.luftwaffe & units_on_map()
        with when(self.weather.is_march & air.any()):
            with choose("red air force", AXIS, "SPI-CAMP-D1", "withdraw", air) as unit:
                self.leave(one_unit(unit), "off the map", "SPI-CAMP-D1")

    # -- CAMP-R0 to RC: replacements --------------------------------------

    @Losses.destroyed.before()
    @in_the_campaign
    def _count(self, units: Units) -> None:
        """Counts destroyed German units by kind; they may be replaced later (SPI-CAMP-R0)."""
        for kind, lost in zip(KINDS, self.lost, strict=True):
            assign(lost, lost + (units & self.kinds[kind]).count())

    @in_the_campaign
    def next_turn(self) -> None:
        """Shifts the counts of lost units of each kind by one turn, as a Game-Turn ends: a unit may
        return in the third Game-Turn after that of its destruction (SPI-CAMP-RB1)."""
        for at in range(len(KINDS)):
            stages = [
                self.due[at],
                *by("SPI-CAMP-RB1", [self.lost_before[at], self.lost_last[at]]),
                self.lost[at],
            ]
            assign(stages[0], stages[0] + stages[1])
            for later, earlier in pairwise([*stages[1:], number(0)]):
                assign(later, earlier)

    def _able(self, at: int, room: Int) -> Int:
        """Says whether a replacement of a kind, given by its index ``at`` in `KINDS`, is due and
        within the limits: those of the whole game (CAMP-RA1, CAMP-RA2), and one army or three corps
        in a Player-Turn (SPI-CAMP-RC). ``room`` is the number of corps that may still arrive in
        this Player-Turn."""
        kind, size = KINDS[at], self._size(KINDS[at])
        used, rule = self._pool(kind)
        pooled = by(rule, used + size <= POOLS[rule], otherwise=True)
        fits = by("SPI-CAMP-RC", size <= room, otherwise=True)
        return pooled & fits & (self.due[at] > 0) & (self.losses.spares(self.kinds[kind]) > 0)

    def _pool(self, kind: str) -> tuple[Int, str]:
        """The number of corps replaced so far of the type of a kind, panzer or infantry; and the
        rule that limits this number in the whole game, for panzers to one army's worth
        (SPI-CAMP-RA1), for infantry to that of two armies (SPI-CAMP-RA2)."""
        if kind.startswith("DE:pz"):
            return self.panzers, "SPI-CAMP-RA1"
        return self.infantry, "SPI-CAMP-RA2"

    def _size(self, kind: str) -> int:
        """The number of corps as which a unit of a kind counts against the limits of replacement:
        three for an army, one for a corps (SPI-CAMP-RA1, RA2, RC)."""
        armies = self.breakdown.recipes[AXIS]
        return armies[kind].size if kind in armies else 1

    @procedure("replacements")
    @in_the_campaign
    @rule("SPI-CAMP-R0")
    def replace(self) -> None:
        """Offers the Axis the return of destroyed German units (SPI-CAMP-R0), at most one army or
        three corps in a Player-Turn (SPI-CAMP-RC), anywhere on the western map edge except in
        Finland (SPI-CAMP-RB2); by reading R47 a return is voluntary and can wait."""
        room = local(CORPS_A_TURN)
        with loop():
            edge = by("SPI-CAMP-RB2", self.edges[AXIS], otherwise=self.western_edge)
            free = edge - occupied(SOVIET)
            able = no_units()
            for at, kind in enumerate(KINDS):
                counter = one_unit(self.losses.spare(self.kinds[kind]))
                able = able | counter.when(self._able(at, room))
            able = able.where(lambda u: (free - self.stacking.full(AXIS, u)).any())
            with when(~able.any()):
                break_()
            with decide("replacement", AXIS, "SPI-CAMP-R0") as d:
                with d.unit("replace", able) as unit:
                    places = free - self.stacking.full(AXIS, unit)
                    with choose(
                        "arrival", AXIS, "SPI-CAMP-RB2", "arrive-at", places, about=unit
                    ) as h:
                        self.movement.come(AXIS, unit, h, "SPI-CAMP-RB2")
                        self._book(unit, room)
                        self.victory.returned(unit)
                with d.option("no-replacement", passes=True):
                    break_()

    def _book(self, unit: Int, room: Int) -> None:
        """Counts a replacement that has arrived against the limit of the whole game (SPI-CAMP-RA1,
        SPI-CAMP-RA2) and against ``room``, the corps that may still arrive in the Player-Turn
        (SPI-CAMP-RC); an army counts as three corps."""
        for at, kind in enumerate(KINDS):
            with when(self.kinds[kind].contains(unit)):
                used, rule = self._pool(kind)
                assign(self.due[at], self.due[at] - 1)
                assign(used, smaller(used + self._size(kind), MOST), rule)
                assign(room, room - self._size(kind))

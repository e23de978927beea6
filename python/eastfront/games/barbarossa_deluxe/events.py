"""Barbarossa Deluxe: immediate consequences of entering a hex (control, markers, victory points,
the Caucasus, the Polish army), and the elimination of units.

Sections 3.6, 4, 8.15, 8.24, 9.3, 11.21.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_field, unit_flag, variable
from eastfront.systems.sections import procedure, step

from .board import Board
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import OVERLAND


class Events(Section):
    """Immediate consequences of events."""

    returns = unit_field("returns on", Life.GAME, (0, 99))
    reborn = unit_flag("came back", Life.GAME)
    wrecked = hex_flag("destroyed fort", Life.GAME)
    vp = variable("victory points", Life.GAME, limits=(-999, 999))
    polish_trigger = variable(
        "polish trigger", Life.GAME, limits=lambda section: (0, section.turns[1])
    )

    def intact_forts(self, side: int) -> Hexes:
        """The fortified line hexes that protect a side: Soviet ones are never destroyed
        (BD-11.21c), German ones are by the first Soviet unit that enters them (BD-11.21d)."""
        if side == GERMAN:
            forts = self.german_forts
            return by("BD-11.21d", lambda: forts - self.wrecked.hexes, otherwise=forts)
        forts = self.soviet_forts
        return by("BD-11.21c", forts, otherwise=lambda: forts - self.wrecked.hexes)

    # -- 2.5, 8.15: the end of a unit -------------------------------------------------------

    @procedure("eliminate")
    def eliminate(self, unit: Int) -> None:
        """Removes a unit that suffers any loss, whole, since each has one step (BD-2.12b): to the
        dead pile, or for good if it is dotted (BD-2.5a, BD-8.12f) or a satellite army.

        A Romanian army may return: `_romanian_end` (BD-8.15b).
        """
        supplied = local(0)
        # BD-8.15b
        with when(self.romanians.contains(unit)):
            assign(supplied, self.supply.german_state(unit) == OVERLAND)
        beneath = local(self.interrupts.beneath_marker(unit))
        lasting = by("BD-2.5a", self.replaceable.contains(unit), otherwise=True)
        with either(self.romanians.contains(unit)) as otherwise:
            self._romanian_end(unit, supplied)
            otherwise()
            with either(lasting & ~self.satellites.contains(unit)) as otherwise_gone:
                self.leave(unit, "dead", "BD-2.12b")
                otherwise_gone()
                self.leave(unit, "removed", "BD-2.5a")
        note("eliminated", unit)
        self.interrupts.marker_check(beneath)

    def _romanian_end(self, unit: Int, supplied: Int) -> None:
        """Removes a Romanian army (BD-8.15): the first time, in overland supply, it returns a die
        roll of turns later (BD-8.15b), once only (BD-8.15d); in any other supply state it is gone
        for good (BD-8.15c)."""
        first = ~self.reborn(unit)
        fed = by("BD-8.15c", supplied, otherwise=True)
        with either(by("BD-8.15b", fed & first)) as otherwise:
            self.leave(unit, "later", "BD-8.15b")
            die = roll("romanian return", "BD-8.15b")
            store(self.returns, unit, self.turn + die, "BD-8.15b")
            mark(self.reborn, one_unit(unit), "BD-8.15d")
            otherwise()
            self.leave(unit, "removed", "BD-8.15c")

    # -- 3.6, 4.2, 8.24, 11.21: entering a hex ----------------------------------------------

    @Board.entered.after()
    def come_in(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Applies the consequences of units having entered a hex."""
        self.enters(side, at)

    @procedure("{side} enters")
    def enters(self, side: int, at: Int) -> None:
        """Gives a side control of a hex that its units have entered, if the other side had it
        (BD-3.6d)."""
        taken = self.german_control(at) != (side == GERMAN)
        with when(self.land.contains(at) & taken):
            self.take_hex(side, at)

    @procedure("{side} takes a hex")
    def take_hex(self, side: int, at: Int) -> None:
        """Gives a side control of a hex (BD-3.6d), and scores a victory point hex: 1 for the
        German, or 2 for a hero city (BD-4.2c, BD-4.3a); he loses 1, or 2 for a fortress city
        (BD-4.3d). The marker goes (BD-9.3b)."""
        self.take(side, at)
        with when(self.vp_hexes.contains(at)):
            if side == GERMAN:
                self.score(if_else(by("BD-4.3a", self.interrupts.hero(at)), 2, 1), "BD-4.2c")
            else:
                self.score(if_else(by("BD-4.3d", self.interrupts.fortress(at)), -2, -1), "BD-4.2c")
        self.taken(side, at)

    def score(self, points: Int, rule: str) -> None:
        """Adds victory points to the German's, or takes them away if negative."""
        assign(self.vp, self.vp + points, rule)

    @step
    def taken(self, side: int, at: Int) -> None:
        """Marks the point for rules on a hex that has come under the control of a side."""

    @enters.after(unless="BD-11.21c")
    def _wreck_soviet_fort(self, side: int, at: Int) -> None:
        """Destroys a Soviet fort that German units enter, if the rule that such forts are
        indestructible is left out (BD-11.21c)."""
        if side == GERMAN:
            mark(self.wrecked, one_hex(at) & self.soviet_forts)

    @enters.after("BD-11.21d")
    def _wreck_fort(self, side: int, at: Int) -> None:
        """Destroys a German fort for good as Soviet units enter it (BD-11.21d)."""
        if side == SOVIET:
            mark(self.wrecked, one_hex(at) & self.german_forts, "BD-11.21d")

    @enters.after("BD-8.24a")
    def _polish_army(self, side: int, at: Int) -> None:
        """Brings in the Polish army (BD-8.24) as a Soviet unit in overland supply first comes next
        to the General Government, from turn 13 on (BD-8.24a), with that unit (BD-8.24b)."""
        if side == GERMAN:
            return
        polish = self.unit("PL:army:1")
        fresh = (
            (self.polish_trigger == 0)
            & self.near_government.contains(at)
            & self.supply.soviet_overland.contains(at)
        )
        with when(fresh):
            assign(self.polish_trigger, self.turn, "BD-8.24a")
            with when(self.turn >= 13):
                here = self.room(SOVIET) & one_hex(at)
                with either(here.any()) as otherwise:
                    self.enter(polish, at, "BD-8.24b")
                    otherwise()
                    self._nearest_force(polish, at)

    def _nearest_force(self, polish: int, at: Int) -> None:
        """Places the Polish army in the nearest Soviet hex in overland supply with room, where the
        unit that brought it in has none (BD-8.24b)."""
        force = occupied(SOVIET) & self.supply.soviet_overland & self.room(SOVIET)
        best, far = local(-1), local(1000)
        with each(force) as h, when(distance(h, at) < far):
            assign(far, distance(h, at))
            assign(best, h)
        with when(best >= 0):
            self.enter(polish, best, "BD-8.24b")

    # -- words ------------------------------------------------------------------------------

    @step
    def eliminate_all(self, units: Units, rule: str) -> None:
        """Eliminates every unit of a set."""
        if in_force(rule):
            with each(units) as u:
                applied(rule)
                self.eliminate(u)

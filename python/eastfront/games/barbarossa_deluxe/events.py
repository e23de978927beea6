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
        """The fortified line hexes that protect a side; German ones are destroyed for good."""
        if side == GERMAN:
            forts = self.german_forts
            return by("BD-11.21d", lambda: forts - self.wrecked.hexes, otherwise=forts)
        forts = self.soviet_forts
        return by("BD-11.21c", forts, otherwise=lambda: forts - self.wrecked.hexes)

    # -- 2.5, 8.15: the end of a unit -------------------------------------------------------

    @procedure("eliminate")
    def eliminate(self, unit: Int) -> None:
        """A unit leaves play: to the dead pile, or for good (BD-2.5a, BD-8.12f)."""
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
        """BD-8.15: the first time, in overland supply, a die roll determines when the army
        returns."""
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
        """Units have entered a hex."""
        self.enters(side, at)

    @procedure("{side} enters")
    def enters(self, side: int, at: Int) -> None:
        """Units of a side have entered a hex, which the side controls from now on (BD-3.6d)."""
        taken = self.german_control(at) != (side == GERMAN)
        with when(self.land.contains(at) & taken):
            self.take_hex(side, at)

    @procedure("{side} takes a hex")
    def take_hex(self, side: int, at: Int) -> None:
        """Control changes (BD-3.6d), markers are removed (BD-9.3b) and points change hands
        (BD-4.2c)."""
        self.take(side, at)
        with when(self.vp_hexes.contains(at)):
            if side == GERMAN:
                self.score(if_else(by("BD-4.3a", self.interrupts.hero(at)), 2, 1), "BD-4.2c")
            else:
                self.score(if_else(by("BD-4.3d", self.interrupts.fortress(at)), -2, -1), "BD-4.2c")
        self.taken(side, at)

    def score(self, points: Int, rule: str) -> None:
        """The German gains or loses victory points."""
        assign(self.vp, self.vp + points, rule)

    @step
    def taken(self, side: int, at: Int) -> None:
        """A point for rules on a hex that has come under the control of a side."""

    @enters.after(unless="BD-11.21c")
    def _wreck_soviet_fort(self, side: int, at: Int) -> None:
        if side == GERMAN:
            mark(self.wrecked, one_hex(at) & self.soviet_forts)

    @enters.after("BD-11.21d")
    def _wreck_fort(self, side: int, at: Int) -> None:
        """BD-11.21d: Soviet units destroy German forts that they enter."""
        if side == SOVIET:
            mark(self.wrecked, one_hex(at) & self.german_forts, "BD-11.21d")

    @enters.after("BD-8.24a")
    def _polish_army(self, side: int, at: Int) -> None:
        """BD-8.24: the army appears with the first supplied unit next to the General Government."""
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
        """BD-8.24b: where there is no room, the nearest Soviet hex in overland supply gets it."""
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

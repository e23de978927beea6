"""Barbarossa Deluxe: immediate consequences of entering a hex, and the elimination of units.

These are control of the hex (3.6), victory points (4.2, 4.3), the removal of hero and fortress city
markers (9.3), the Polish army (8.24) and the destruction of fortified lines (11.21); and the return
of Romanian armies (8.15).
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_field, unit_flag, variable
from eastfront.systems.sections import procedure, step, value

from .board import Board
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import OVERLAND


class Events(Section):
    """Immediate consequences of the entry of units into hexes, and of their elimination."""

    returns = unit_field("returns on", Life.GAME, (0, 99))
    reborn = unit_flag("came back", Life.GAME)
    wrecked = hex_flag("destroyed fort", Life.GAME)
    vp = variable("victory points", Life.GAME, limits=(-999, 999))
    polish_trigger = variable(
        "polish trigger", Life.GAME, limits=lambda section: (0, section.turns[1])
    )

    @value
    def intact_forts(self, side: int) -> Hexes:
        """The fortified line hexes that protect a side: Soviet ones are indestructible
        (BD-11.21c), German ones are destroyed for good the first time Soviet units occupy them
        (BD-11.21d)."""
        if side == GERMAN:
            forts = self.german_forts
            return by("BD-11.21d", lambda: forts - self.wrecked.hexes, otherwise=forts)
        forts = self.soviet_forts
        return by("BD-11.21c", forts, otherwise=lambda: forts - self.wrecked.hexes)

    # -- 2.5, 8.15: the end of a unit -------------------------------------------------------

    @procedure("eliminate")
    def eliminate(self, unit: Int) -> None:
        """Removes a whole unit that suffers any loss, since every unit has one step (BD-2.12b). The
        unit goes to the dead pile, but out of the game if it is a satellite army, or dotted and so
        not replaceable (BD-2.5a, BD-8.12f).

        A Romanian army may return (BD-8.15b), by `_romanian_end`.
        """
        self.perished(one_unit(unit))  # BD-8.31f, BD-14.10b
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

    @step
    def perished(self, units: Units) -> None:
        """Runs the rules of other sections for units that are about to be lost."""

    def _romanian_end(self, unit: Int, supplied: Int) -> None:
        """Removes a Romanian army that is eliminated (BD-8.15); ``supplied`` is nonzero if it was
        in regular overland supply.

        The first time that the army is eliminated in regular overland supply, the German rolls a
        die for the number of turns until it returns (BD-8.15b), which it does only once (BD-8.15d).
        In any other supply state it is permanently removed (BD-8.15c).
        """
        first = ~self.reborn(unit)
        fed = by("BD-8.15c", supplied, otherwise=True)
        with either(by("BD-8.15b", fed & first)) as otherwise:
            self.leave(unit, "later", "BD-8.15b")
            die = roll("romanian return", "BD-8.15b")
            self.bring_back(unit, self.turn + die, "BD-8.15b")
            mark(self.reborn, one_unit(unit), "BD-8.15d")
            otherwise()
            self.leave(unit, "removed", "BD-8.15c")

    def bring_back(self, unit: Int, turn: Int, rule: str) -> None:
        """Makes an eliminated unit, which waits off the map, a reinforcement of a later game turn,
        by a rule."""
        store(self.returns, unit, turn, rule)

    # -- 3.6, 4.2, 8.24, 11.21: entering a hex ----------------------------------------------

    @Board.entered.after()
    def come_in(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Applies the consequences of the entry of a side's units into a hex; ``came`` is the place
        from which they come."""
        self.enters(side, at)

    @procedure("{side} enters")
    def enters(self, side: int, at: Int) -> None:
        """Gives a side control of a land hex that its units have entered, if the other side
        controlled the hex (BD-3.6d); a hex of Bulgaria that is entered is neutral no longer
        (BD-3.6a, reading D-71)."""
        if side == SOVIET:
            self.open_neutral(at)
        taken = self.german_control(at) != (side == GERMAN)
        with when(self.land.contains(at) & taken):
            self.take_hex(side, at)

    @procedure("{side} takes a hex")
    def take_hex(self, side: int, at: Int) -> None:
        """Gives a side control of a hex (BD-3.6d), and scores it if it is a victory point hex: the
        German gains 1 point as he takes the hex and loses 1 as he loses it (BD-4.2c); he gains 2
        for a hero city (BD-4.3a), and loses 2 for a fortress city (BD-4.3d). The hex loses its hero
        or fortress city marker for good (BD-9.3b)."""
        self.take(side, at)
        with when(self.vp_hexes.contains(at)):
            if side == GERMAN:
                self.score(if_else(by("BD-4.3a", self.interrupts.hero(at)), 2, 1), "BD-4.2c")
            else:
                self.score(if_else(by("BD-4.3d", self.interrupts.fortress(at)), -2, -1), "BD-4.2c")
        self.taken(side, at)

    def score(self, points: Int, rule: str) -> None:
        """Adds ``points``, a number that may be negative, to the German victory points, by
        ``rule``."""
        assign(self.vp, self.vp + points, rule)

    @step
    def taken(self, side: int, at: Int) -> None:
        """Runs the rules of other sections for the instant when a hex has come under the control of
        a side and is scored: the removal of hero and fortress city markers there, and the defeat of
        the Caucasus expedition."""

    @enters.after(unless="BD-11.21c")
    def _wreck_soviet_fort(self, side: int, at: Int) -> None:
        """Destroys a Soviet fortified line hex that German units enter, only in play without the
        rule that such hexes are indestructible (BD-11.21c)."""
        if side == GERMAN:
            mark(self.wrecked, one_hex(at) & self.soviet_forts)

    @enters.after("BD-11.21d")
    def _wreck_fort(self, side: int, at: Int) -> None:
        """Destroys a German fortified line hex permanently as Soviet units first occupy the hex
        (BD-11.21d)."""
        if side == SOVIET:
            mark(self.wrecked, one_hex(at) & self.german_forts, "BD-11.21d")

    @enters.after("BD-8.24a")
    def _polish_army(self, side: int, at: Int) -> None:
        """Brings in the Polish communist army (BD-8.24) as soon as a Soviet unit in overland supply
        comes next to a hex of the General Government, if this first happens on turn 13 or later
        (BD-8.24a, BD-8.24c). The army is placed with that unit if there is room (BD-8.24b)."""
        if side == GERMAN or "PL:army:1" not in self.unit_index:
            return
        polish = self.unit("PL:army:1")
        fresh = (
            (self.polish_trigger == 0)
            & self.near_government.contains(at)
            & self.supply.soviet_overland.contains(at)
        )
        with when(fresh):
            assign(self.polish_trigger, self.turn, "BD-8.24a")
            with when(self.polish_may_come):
                here = self.room(SOVIET) & one_hex(at)
                with either(here.any()) as otherwise:
                    self.enter(polish, at, "BD-8.24b")
                    otherwise()
                    self._nearest_force(polish, at)

    @property
    def polish_may_come(self) -> Int:
        """Says whether the game turn is one on which the Polish army may appear (BD-8.24c)."""
        return self.in_window("BD-8.24c")

    def _nearest_force(self, polish: int, at: Int) -> None:
        """Places the Polish army (``polish``), if it would overstack the hex ``at`` of the unit
        that triggered its arrival, in the closest hex with Soviet units that has overland supply
        and room (BD-8.24b)."""
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
        """Eliminates every unit of a set, by a rule."""
        if in_force(rule):
            with each(units) as u:
                applied(rule)
                self.eliminate(u)

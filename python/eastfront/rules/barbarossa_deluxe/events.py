"""Barbarossa Deluxe: what happens the moment something happens.

Entering a hex (control, markers, victory points, the Caucasus, the Polish army) and the end of a
unit. Sections 3.6, 4, 8.15, 8.24, 9.3, 11.21.
"""

from __future__ import annotations

from eastfront.program.expr import (
    Int,
    Units,
    distance,
    number,
    occupied,
    one_hex,
    one_unit,
    pick,
    place_of,
)

from .board import CRIMEA_UNITS, FREE, GERMAN, SOVIET, units_at
from .supply import OVERLAND, Supply


class Events(Supply):
    """Triggers."""

    def define_procedures(self) -> None:
        """Declares the triggers."""
        super().define_procedures()
        p = self.b.procedure
        self.take_hex = p("take hex", 2, self._take_hex)
        self.enter_hex = p("enter hex", 2, self._enter_hex)
        self.eliminate = p("eliminate", 1, self._eliminate)
        self.marker_check = p("aerial marker check", 1, self._marker_check)

    # -- entering a hex ---------------------------------------------------------------------

    def _enter_hex(self, unit: Int, at: Int) -> None:
        """One unit, of whichever side, has come into a hex."""
        side = self.side_of(unit)
        with self.b.either(side == GERMAN) as otherwise:
            # BD-3.6d
            with self.b.when(self.land.has(at) & ~self.german_control(at)):
                self.take_hex(GERMAN, at)
            self._crimea_newcomer(unit, at)  # BD-7.4f
            if not self.on("BD-11.21c"):
                self.b.mark(self.wrecked, one_hex(at) & self.soviet_forts)
            otherwise()
            # BD-3.6d
            with self.b.when(self.land.has(at) & self.german_control(at)):
                self.take_hex(SOVIET, at)
            self._wreck_fort(at)  # BD-11.21d
            self._polish_army(unit, at)  # BD-8.24a
            self._caucasus_exits()  # BD-4.13e

    def _take_hex(self, side: Int, at: Int) -> None:
        """Control passes (BD-3.6d); markers fall (BD-9.3b) and points change hands (BD-4.2c)."""
        b = self.b
        german = side == GERMAN
        if self.on("BD-3.6d"):
            b.mark(self.german_control, one_hex(at), german, rule="BD-3.6d")
        with b.when(self.vp_hexes.has(at)):
            points = b.local(1)
            if self.on("BD-4.3a"):
                with b.when(german & self.hero(at)):
                    b.assign(points, 2)
            if self.on("BD-4.3d"):
                with b.when(~german & self.fortress(at)):
                    b.assign(points, 2)
            if self.on("BD-4.2c"):
                with b.either(german) as otherwise:
                    b.assign(self.vp, self.vp + points, rule="BD-4.2c")
                    otherwise()
                    b.assign(self.vp, self.vp - points, rule="BD-4.2c")
        if self.on("BD-9.1c"):
            with b.when(german):
                b.mark(self.hero, one_hex(at), 0, rule="BD-9.1c")
        if self.on("BD-9.2e"):
            with b.when(~german):
                b.mark(self.fortress, one_hex(at), 0, rule="BD-9.2e")
        if self.on("BD-4.13e"):
            junctions = (at == self.hex("2804")) | (at == self.hex("2607"))
            with b.when(~german & junctions):
                self._defeat_expedition()

    def _wreck_fort(self, at: Int) -> None:
        if self.on("BD-11.21d"):
            with self.b.when(self.german_forts.has(at) & ~self.wrecked(at)):
                self.b.mark(self.wrecked, one_hex(at), 1, rule="BD-11.21d")

    def _crimea_newcomer(self, unit: Int, at: Int) -> None:
        """A unit that comes into the Crimea area draws its supply while fewer than five do.

        One that finds five has none in this game turn, as one that was declared without (BD-7.4j).
        """
        if not self.on("BD-7.4f"):
            return
        drawing = (self.crimean.units & self.germans).inside(self.cs_area)
        known = self.crimean(unit) | self.uncrimean(unit)
        with self.b.when((self.crimea_choice == 1) & self.cs_area.has(at) & ~known):
            with self.b.either(drawing.count() < CRIMEA_UNITS) as otherwise:
                self.b.mark(self.crimean, one_unit(unit), 1, rule="BD-7.4f")
                otherwise()
                self.b.mark(self.uncrimean, one_unit(unit), 1, rule="BD-7.4j")

    def _caucasus_exits(self) -> None:
        if self.on("BD-4.13e"):
            with self.b.when((self.exit_hexes - occupied(SOVIET)).count() == 0):
                self._defeat_expedition()

    def _defeat_expedition(self) -> None:
        """BD-4.13e, BD-4.13f: the box falls to the dead pile; points gained stay (BD-4.13g)."""
        b = self.b
        in_box = units_at(self.box("caucasus")) & self.germans
        with b.when((self.caucasus == 1) | (self.caucasus == 2)):
            b.assign(self.caucasus, 3, rule="BD-4.13e")
            b.assign(self.caucasus_way_out, FREE, rule="BD-4.13k")
            if self.on("BD-4.13f"):
                b.place_all(in_box, self.box("dead"), rule="BD-4.13f")
            b.note("expedition defeated", rule="BD-4.13e")

    def _polish_army(self, unit: Int, at: Int) -> None:
        """BD-8.24: the army appears with the first supplied unit next to the General Government."""
        if not self.on("BD-8.24a"):
            return
        b = self.b
        polish = self.unit("PL:army:1")
        fresh = (
            (self.polish_trigger == 0) & self.near_government.has(at) & self.soviet_overland.has(at)
        )
        with b.when(fresh):
            b.assign(self.polish_trigger, self.turn, rule="BD-8.24a")
            with b.when(self.turn >= 13):
                here = self.room(SOVIET) & one_hex(at)
                with b.either(here.any()) as otherwise:
                    b.place(polish, at, rule="BD-8.24b")
                    otherwise()
                    self._nearest_force(polish, at)

    def _nearest_force(self, polish: int, at: Int) -> None:
        b = self.b
        force = occupied(SOVIET) & self.soviet_overland & self.room(SOVIET)
        best, far = b.local(-1), b.local(1000)
        with b.each(force) as h, b.when(distance(h, at) < far):
            b.assign(far, distance(h, at))
            b.assign(best, h)
        with b.when(best >= 0):
            b.place(polish, best, rule="BD-8.24b")

    # -- the end of a unit ------------------------------------------------------------------

    def _eliminate(self, unit: Int) -> None:
        """A unit leaves play: to the dead pile, or for good (BD-2.5a, BD-8.12f)."""
        b = self.b
        supplied = b.local(0)
        # BD-8.15b
        with b.when(self.romanians.has(unit)):
            b.assign(supplied, self.german_state(unit) == OVERLAND)
        # BD-7.7f
        beneath = b.local(self.germans.has(unit) & (place_of(unit) == self.aerial_hex))
        for flag in (self.moving, self.attacker, self.with_air, self.retreating, self.at_exit):
            b.mark(flag, one_unit(unit), 0)
        b.mark(self.crimean, one_unit(unit), 0)
        b.mark(self.uncrimean, one_unit(unit), 0)
        lasting = self.replaceable.has(unit) if self.on("BD-2.5a") else number(1)
        with b.either(self.romanians.has(unit)) as otherwise:
            self._romanian_end(unit, supplied)
            otherwise()
            with b.either(lasting & ~self.satellites.has(unit)) as otherwise_gone:
                b.place(unit, self.box("dead"), rule="BD-2.12b")
                otherwise_gone()
                b.place(unit, self.box("removed"), rule="BD-2.5a")
        b.note("eliminated", unit)
        self.marker_check(beneath)

    def _romanian_end(self, unit: Int, supplied: Int) -> None:
        """BD-8.15: the first time, in overland supply, a die tells when the army returns."""
        b = self.b
        back = supplied & ~self.reborn(unit) if self.on("BD-8.15c") else ~self.reborn(unit)
        with b.either(back if self.on("BD-8.15b") else number(0)) as otherwise:
            b.place(unit, self.box("later"), rule="BD-8.15b")
            die = b.roll("romanian return", "BD-8.15b")
            b.keep(self.returns, unit, self.turn + die, rule="BD-8.15b")
            b.mark(self.reborn, one_unit(unit), 1, rule="BD-8.15d")
            otherwise()
            b.place(unit, self.box("removed"), rule="BD-8.15c")

    def _marker_check(self, beneath: Int) -> None:
        """BD-7.7f: the aerial supply marker goes with the last friend that falls beneath it.

        It stays where friends have only retreated.
        """
        if self.on("BD-7.7f"):
            with self.b.when(beneath & ~occupied(GERMAN).has(self.aerial_hex)):
                self.b.assign(self.aerial_hex, -1, rule="BD-7.7f")

    # -- words ------------------------------------------------------------------------------

    def eliminate_all(self, units: Units, rule: str) -> None:
        """Eliminates every unit of a set."""
        if self.on(rule):
            with self.b.each(units) as u:
                self.b.applied(rule)
                self.eliminate(u)

    def matters(self, unit: Int | int, at: Int | int) -> Int:
        """Whether a unit's coming into a hex can set anything off."""
        german = self.germans.has(unit)
        newcomer = (self.crimea_choice == 1) & self.cs_area.has(at)  # BD-7.4f
        taken = self.german_control(at)
        # BD-3.6d, BD-4.13e, BD-7.4f, BD-8.24a, BD-11.21d
        return pick(german, ~taken | newcomer, taken | self.soviet_watch.has(at))

    def _leave_crimea(self, units: Units, at: Int | int) -> None:
        """Units that go out of the Crimea area draw its supply no longer, so that others may."""
        if self.on("BD-7.4f"):
            with self.b.when((self.crimea_choice == 1) & ~self.cs_area.has(at)):
                self.b.mark(self.crimean, units, 0, rule="BD-7.4f")

    def come_to(self, unit: Int | int, at: Int | int, rule: str) -> None:
        """Puts one unit in a hex and lets what follows happen."""
        self.b.place(unit, at, rule=rule)
        self._leave_crimea(one_unit(unit), at)
        with self.b.when(self.matters(unit, at)):
            self.enter_hex(unit, at)

    def bring(self, units: Units, at: Int, rule: str) -> None:
        """Puts a group in a hex and lets what follows happen, once."""
        b = self.b
        leader = b.local(units.first())
        b.place_all(units, at, rule=rule)
        self._leave_crimea(units, at)
        with b.when(self.matters(leader, at)):
            self.enter_hex(leader, at)
            # BD-7.4f: the others draw Crimea supply as far as five go
            with b.when((self.crimea_choice == 1) & self.cs_area.has(at)):
                with b.each(units) as u:
                    self._crimea_newcomer(u, at)


__all__ = ["Events", "place_of"]

"""Barbarossa Deluxe: what happens the moment something happens.

Entering a hex (control, markers, victory points, the Caucasus, the Polish army) and the end of a
unit. Sections 3.6, 4, 8.15, 8.24, 9.3, 11.21.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_field, unit_flag
from eastfront.systems.sections import procedure, step

from .board import CRIMEA_UNITS, FREE, GERMAN, SOVIET, units_at
from .section import Section
from .supply import OVERLAND


class Events(Section):
    """Triggers."""

    returns = unit_field("returns on", Life.GAME, (0, 99))
    reborn = unit_flag("came back", Life.GAME)
    wrecked = hex_flag("destroyed fort", Life.GAME)

    # -- entering a hex ---------------------------------------------------------------------

    @procedure("enter hex")
    def enter_hex(self, unit: Int, at: Int) -> None:
        """One unit, of whichever side, has come into a hex."""
        side = self.side_of(unit)
        with either(side == GERMAN) as otherwise:
            # BD-3.6d
            with when(self.land.contains(at) & ~self.german_control(at)):
                self.take_hex(number(GERMAN), at)
            self._crimea_newcomer(unit, at)  # BD-7.4f
            if not in_force("BD-11.21c"):
                mark(self.wrecked, one_hex(at) & self.soviet_forts)
            otherwise()
            # BD-3.6d
            with when(self.land.contains(at) & self.german_control(at)):
                self.take_hex(number(SOVIET), at)
            self._wreck_fort(at)  # BD-11.21d
            self._polish_army(unit, at)  # BD-8.24a
            self._caucasus_exits()  # BD-4.13e

    @procedure("take hex")
    def take_hex(self, side: Int, at: Int) -> None:
        """Control passes (BD-3.6d); markers fall (BD-9.3b) and points change hands (BD-4.2c)."""
        german = side == GERMAN
        if in_force("BD-3.6d"):
            mark_as(self.german_control, one_hex(at), german, "BD-3.6d")
        with when(self.vp_hexes.contains(at)):
            points = local(1)
            if in_force("BD-4.3a"):
                with when(german & self.hero(at)):
                    assign(points, 2)
            if in_force("BD-4.3d"):
                with when(~german & self.fortress(at)):
                    assign(points, 2)
            if in_force("BD-4.2c"):
                with either(german) as otherwise:
                    assign(self.vp, self.vp + points, "BD-4.2c")
                    otherwise()
                    assign(self.vp, self.vp - points, "BD-4.2c")
        if in_force("BD-9.1c"):
            with when(german):
                clear(self.hero, one_hex(at), "BD-9.1c")
        if in_force("BD-9.2e"):
            with when(~german):
                clear(self.fortress, one_hex(at), "BD-9.2e")
        if in_force("BD-4.13e"):
            junctions = (at == self.hex("2804")) | (at == self.hex("2607"))
            with when(~german & junctions):
                self._defeat_expedition()

    def _wreck_fort(self, at: Int) -> None:
        if in_force("BD-11.21d"):
            with when(self.german_forts.contains(at) & ~self.wrecked(at)):
                mark(self.wrecked, one_hex(at), "BD-11.21d")

    def _crimea_newcomer(self, unit: Int, at: Int) -> None:
        """A unit that comes into the Crimea area draws its supply while fewer than five do.

        One that finds five has none in this game turn, as one that was declared without (BD-7.4j).
        """
        if not in_force("BD-7.4f"):
            return
        drawing = (self.crimean.units & self.germans).inside(self.cs_area)
        known = self.crimean(unit) | self.uncrimean(unit)
        with when((self.game_turn.crimea_choice == 1) & self.cs_area.contains(at) & ~known):
            with either(drawing.count() < CRIMEA_UNITS) as otherwise:
                mark(self.crimean, one_unit(unit), "BD-7.4f")
                otherwise()
                mark(self.uncrimean, one_unit(unit), "BD-7.4j")

    def _caucasus_exits(self) -> None:
        if in_force("BD-4.13e"):
            with when((self.exit_hexes - occupied(SOVIET)).count() == 0):
                self._defeat_expedition()

    def _defeat_expedition(self) -> None:
        """BD-4.13e, BD-4.13f: the box falls to the dead pile; points gained stay (BD-4.13g)."""
        in_box = units_at(self.box("caucasus")) & self.germans
        with when((self.caucasus == 1) | (self.caucasus == 2)):
            assign(self.caucasus, 3, "BD-4.13e")
            assign(self.caucasus_way_out, FREE, "BD-4.13k")
            if in_force("BD-4.13f"):
                place_all(in_box, self.box("dead"), "BD-4.13f")
            note("expedition defeated", rule="BD-4.13e")

    def _polish_army(self, unit: Int, at: Int) -> None:
        """BD-8.24: the army appears with the first supplied unit next to the General Government."""
        if not in_force("BD-8.24a"):
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
                    place(polish, at, "BD-8.24b")
                    otherwise()
                    self._nearest_force(polish, at)

    def _nearest_force(self, polish: int, at: Int) -> None:
        force = occupied(SOVIET) & self.supply.soviet_overland & self.room(SOVIET)
        best, far = local(-1), local(1000)
        with each(force) as h, when(distance(h, at) < far):
            assign(far, distance(h, at))
            assign(best, h)
        with when(best >= 0):
            place(polish, best, "BD-8.24b")

    # -- the end of a unit ------------------------------------------------------------------

    @procedure("eliminate")
    def eliminate(self, unit: Int) -> None:
        """A unit leaves play: to the dead pile, or for good (BD-2.5a, BD-8.12f)."""
        supplied = local(0)
        # BD-8.15b
        with when(self.romanians.contains(unit)):
            assign(supplied, self.supply.german_state(unit) == OVERLAND)
        # BD-7.7f
        beneath = local(self.germans.contains(unit) & (place_of(unit) == self.aerial_hex))
        for flag in (self.moving, self.attacker, self.with_air, self.retreating, self.at_exit):
            clear(flag, one_unit(unit))
        clear(self.crimean, one_unit(unit))
        clear(self.uncrimean, one_unit(unit))
        lasting = self.replaceable.contains(unit) if in_force("BD-2.5a") else number(1)
        with either(self.romanians.contains(unit)) as otherwise:
            self._romanian_end(unit, supplied)
            otherwise()
            with either(lasting & ~self.satellites.contains(unit)) as otherwise_gone:
                place(unit, self.box("dead"), "BD-2.12b")
                otherwise_gone()
                place(unit, self.box("removed"), "BD-2.5a")
        note("eliminated", unit)
        self.marker_check(beneath)

    def _romanian_end(self, unit: Int, supplied: Int) -> None:
        """BD-8.15: the first time, in overland supply, a die tells when the army returns."""
        back = supplied & ~self.reborn(unit) if in_force("BD-8.15c") else ~self.reborn(unit)
        with either(back if in_force("BD-8.15b") else number(0)) as otherwise:
            place(unit, self.box("later"), "BD-8.15b")
            die = roll("romanian return", "BD-8.15b")
            store(self.returns, unit, self.turn + die, "BD-8.15b")
            mark(self.reborn, one_unit(unit), "BD-8.15d")
            otherwise()
            place(unit, self.box("removed"), "BD-8.15c")

    @procedure("aerial marker check")
    def marker_check(self, beneath: Int) -> None:
        """BD-7.7f: the aerial supply marker goes with the last friend that falls beneath it.

        It stays where friends have only retreated.
        """
        if in_force("BD-7.7f"):
            with when(beneath & ~occupied(GERMAN).contains(self.aerial_hex)):
                assign(self.aerial_hex, -1, "BD-7.7f")

    # -- words ------------------------------------------------------------------------------

    @step
    def eliminate_all(self, units: Units, rule: str) -> None:
        """Eliminates every unit of a set."""
        if in_force(rule):
            with each(units) as u:
                applied(rule)
                self.eliminate(u)

    def matters(self, unit: Int | int, at: Int | int) -> Int:
        """Whether a unit's coming into a hex can set anything off."""
        german = self.germans.contains(unit)
        newcomer = (self.game_turn.crimea_choice == 1) & self.cs_area.contains(at)  # BD-7.4f
        taken = self.german_control(at)
        # BD-3.6d, BD-4.13e, BD-7.4f, BD-8.24a, BD-11.21d
        return if_else(german, ~taken | newcomer, taken | self.soviet_watch.contains(at))

    def _leave_crimea(self, units: Units, at: Int | int) -> None:
        """Units that go out of the Crimea area draw its supply no longer, so that others may."""
        if in_force("BD-7.4f"):
            with when((self.game_turn.crimea_choice == 1) & ~self.cs_area.contains(at)):
                clear(self.crimean, units, "BD-7.4f")

    @step
    def come_to(self, unit: Int | int, at: Int | int, rule: str) -> None:
        """Puts one unit in a hex and lets what follows happen."""
        place(unit, at, rule)
        self._leave_crimea(one_unit(unit), at)
        with when(self.matters(unit, at)):
            self.enter_hex(number(unit), number(at))

    def bring(self, units: Units, at: Int, rule: str) -> None:
        """Puts a group in a hex and lets what follows happen, once."""
        leader = local(units.first())
        place_all(units, at, rule)
        self._leave_crimea(units, at)
        with when(self.matters(leader, at)):
            self.enter_hex(leader, at)
            # BD-7.4f: the others draw Crimea supply as far as five go
            with when((self.game_turn.crimea_choice == 1) & self.cs_area.contains(at)):
                with each(units) as u:
                    self._crimea_newcomer(u, at)


__all__ = ["Events", "place_of"]

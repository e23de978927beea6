"""Barbarossa Deluxe, 11.27 to 11.29: retreats, and 11.30 to 11.32: advances.

A stack retreats as one if possible. If stacking forbids that, its units retreat one by one; a unit
that finds no room goes on through full hexes to the nearest room, and is eliminated if there is
none.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import retreats
from eastfront.systems.asking import define_answer
from eastfront.systems.choosing import again, choose, preferred
from eastfront.systems.fields import hex_flag, unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import SATELLITE_BAN
from .ground import GERMAN, SOVIET
from .section import Section

# west is directions 0 (northwest), 1 and 2 (southwest); east is directions 3 (southeast), 4 and 5
WEST, EAST = (0, 1, 2), (3, 4, 5)
HOMEWARD = (
    ("BD-11.27c", "another hex toward the west is open"),
    ("BD-11.27d", "another hex toward the east is open"),
)
"""For each side the rule that prefers retreats in some directions, and the reason for refusing
others: the German must retreat west, southwest or northwest when possible (11.27c), the Soviet
east, southeast or northeast (11.27d)."""
SECOND_HEX = ("BD-11.32a", "BD-11.32b")
"""The rule that permits mechanised units in overland supply to advance a second hex, for each side:
the German in single-month turns (11.32a), the Soviet from turn 13 on (11.32b)."""


class Retreats(retreats.Retreats, Section):
    """Retreats of defenders, and advances of attackers after combat."""

    frontier = hex_flag("retreat front", Life.BATTLE)
    passed = hex_flag("retreat passed", Life.BATTLE)
    retreating = unit_flag("retreating", Life.BATTLE, in_play=True)
    advanced = unit_flag("advanced", Life.BATTLE)

    def define(self) -> None:
        """Declares the hexsides that lead in the preferred directions of retreat: for the German
        west, southwest and northwest, for the Soviet east, southeast and northeast."""
        self.home_edges = [
            self.edges_of(f"{name} homeward", {(a, b) for a, d, b in self.steps if d in ways})
            for name, ways in zip(self.sides, (WEST, EAST), strict=True)
        ]

    # -- 11.27, 11.28: where to -------------------------------------------------------------

    @property
    def fleeing(self) -> Units:
        """The units that still must retreat in this battle."""
        return self.retreating.units

    def attack_hexes(self) -> Hexes:
        """The hexes from which the attack came: no unit retreats into them, in a prepared assault
        (BD-11.27f) nor in a mobile assault (BD-10.31b)."""
        return self.attackers.hexes()

    @retreats.Retreats.closed.bar("BD-11.27f", "the attack came from there")
    def behind_the_attack(self, side: int, units: Units) -> Hexes:
        """The hexes from which the attack came; they are closed to all retreating units, even in a
        preferred direction (BD-11.27f)."""
        return self.attack_hexes()

    @retreats.Retreats.closed.bar("BD-11.27a", "enemies are there")
    def held_by_enemies(self, side: int, units: Units) -> Hexes:
        """The hexes with enemies, except those from which the attack came (`behind_the_attack`): a
        retreating unit enters only a hex without enemy units (BD-11.27a)."""
        return occupied(1 - side) - self.attack_hexes()

    @retreats.Retreats.closed.bar(SATELLITE_BAN, "satellites may not go there")
    def shut_to_satellites(self, side: int, units: Units) -> Hexes:
        """The hexes north of the logistics boundary, if there is a satellite army among the
        retreating units."""
        return self.banned(units)

    def near(self) -> Hexes:
        """The land hexes adjacent to the attacked hex across hexsides that a retreat may cross. A
        retreat ignores movement costs but obeys prohibitions, so it does not cross the Kerch
        Strait, the Sivash or lake hexsides (BD-11.28a)."""
        start = one_hex(self.target)
        ways = by("BD-11.28a", start.adjacent(self.field), otherwise=start.adjacent())
        return ways & self.land

    @value
    def open_hexes(self, side: int, units: Units) -> Hexes:
        """The hexes adjacent to the attacked hex that are open to the retreat of a side's units."""
        return self.closed.open(self.near(), side, units)

    @value
    def candidates(self, side: int, units: Units) -> Hexes:
        """The open hexes to which units must retreat: those in the preferred directions, for the
        German west, southwest or northwest (BD-11.27c), for the Soviet east, southeast or northeast
        (BD-11.27d); only if there are none, the other open ones.

        A hex without enemies is open (BD-11.27a) even if it is full, since units go on from there
        (BD-11.28b), so a full hex in a preferred direction comes before a hex with room in another.
        By the option D-103 hexes with room come first.
        """
        near = self.open_hexes(side, units)
        if self.option("D-103"):
            fit = (near & self.room(side, units.count())) - self.meeting(units)
            near = preferred(fit, near)
        home = near & one_hex(self.target).adjacent(self.home_edges[side])
        return by(HOMEWARD[side][0], preferred(home, near), otherwise=near)

    def told_shut(self, side: int, units: Units) -> list[tuple[str, str, Hexes]]:
        """The rules that close hexes to a retreat of ``units`` of a side as one stack, for
        explanations: for each rule its id, its text and the adjacent hexes that the rule closes."""
        around, to = one_hex(self.target).adjacent(), self.candidates(side, units)
        return [
            *self.closed.told(around, side, units),  # BD-11.27a, BD-11.27f
            ("BD-11.28a", "it cannot be reached", around - self.near()),
            (*HOMEWARD[side], self.open_hexes(side, units) - to),
            *self.crowded(to, side, units),
        ]

    @value
    def can_retreat(self, side: int) -> Int:
        """Says whether the defenders of a side have a hex to which they can retreat.

        A full hex counts, since units go on from there to further hexes (BD-11.28b); by the option
        D-106 an adjacent hex with room for one of the defenders is needed.
        """
        movers = self.at_target(side) - self.static
        to = self.open_hexes(side, movers)
        if self.option("D-106"):
            to = to & self.room(side)
        return movers.any() & to.any()

    @value
    def held_back(self, side: int, units: Units) -> Units:
        """The units of a retreating stack to which areas are closed, such as satellite armies
        (BD-10.22a), if the stack with them has no open hex; otherwise none.

        These units are lost (BD-11.28c), and the others retreat if they can. By the option D-102
        the result is empty: the whole stack, which retreats as one (BD-11.27b), is lost.
        """
        if side != GERMAN or self.option("D-102"):
            return units & no_units()
        bound = units & union(self.bound())
        return bound.when(~self.open_hexes(side, units).any())

    # -- 11.27, 11.28: the retreat ----------------------------------------------------------

    @procedure("{side} retreat")
    def retreat(self, side: int) -> None:
        """Makes the defenders of a side retreat from the attacked hex, as one stack (BD-11.27b), to
        one of the open hexes, by the retreating player's choice (BD-11.27e).

        The stack splits only if no hex has stacking room for all; units without room go on
        (BD-11.28b). Units that cannot retreat are eliminated in place (BD-11.28c), as is the
        Leningrad militia, which is static (BD-8.34c).
        """
        stack = self.at_target(side)
        self.events.eliminate_all(stack & self.militia, "BD-8.34c")
        mark(self.retreating, stack)
        self.spare(self.retreating, 1 - side, side)
        fleeing = self.fleeing
        if side == GERMAN and not self.option("D-102"):
            self.events.eliminate_all(self.held_back(side, fleeing), "BD-11.28c")
        to = self.candidates(side, fleeing)
        whole = by("BD-11.27b", (to & self.room(side, fleeing.count())) - self.meeting(fleeing))
        with when(fleeing.any()), either(whole.any()) as otherwise:
            self._into(side, fleeing, whole, "BD-11.27e")
            otherwise()
            with either(to.any()) as stuck:
                # BD-11.27b, BD-11.28b: the stacking limit splits the stack
                with until(~fleeing.any()), decide("retreat unit", side, "BD-11.27b") as d:
                    d.holds(self._in_place(side))
                    with d.unit("retreat", fleeing.distinct()) as u:
                        self._go(side, u)
                        clear(self.retreating, one_unit(u))
                stuck()
                self.events.eliminate_all(fleeing, "BD-11.28c")
        clear(self.retreating, fleeing)

    def _in_place(self, side: int) -> Int:
        """Says whether all units of a side that still must retreat are in the attacked hex."""
        return ~(self.fleeing - self.at_target(side)).any()

    def _into(
        self,
        side: int,
        units: Units,
        hexes: Hexes,
        rule: str,
        *still: Int,
        about: Number | None = None,
    ) -> None:
        """Moves retreating units together (BD-11.27b) into one of ``hexes``, by the retreating
        player's choice (BD-11.27e); the caller passes only hexes without enemies (11.27a). ``rule``
        is the rule of the choice, ``about`` the unit that the choice names, if any; ``still`` are
        further conditions that hold while the choice is open."""
        with decide("retreat", side, rule, about) as d, d.hex("retreat-to", hexes) as to:
            d.holds(self._in_place(side), *still)
            self.battle.fall_back(units)
            self.enter(units, to, "BD-11.27a", side)

    def _go(self, side: int, u: Int) -> None:
        """Makes one unit of a split stack retreat to an adjacent hex with room, by the retreating
        player's choice (BD-11.27e); if there is none, the unit retreats farther."""
        to = self.candidates(side, one_unit(u))
        fit = to & self.berths(side, u)
        with either(fit.any()) as otherwise:
            self._into(side, one_unit(u), fit, "BD-11.27e", self.retreating(u), about=u)
            otherwise()
            self._go_on(side, u)

    def lose(self, side: int, u: Int) -> None:
        """Eliminates in place a unit that cannot retreat within the rules (BD-11.28c)."""
        self.events.eliminate_all(one_unit(u), "BD-11.28c")

    @rule("BD-11.28b", otherwise=lose)
    def _go_on(self, side: int, u: Int) -> None:
        """Makes a unit for which all adjacent hexes are full retreat extra hexes, through full
        ones, until it can stack legally (BD-11.28b)."""
        self.pass_on(side, u)
        clear(self.frontier)
        clear(self.passed)

    @procedure("{side} retreat onward")
    def pass_on(self, side: int, u: Int) -> None:
        """Moves a retreating unit through full hexes into one of the nearest hexes with stacking
        room (BD-11.28b); the unit is eliminated if there is no such hex (11.28c)."""
        # the front keeps what it has passed
        mark(self.frontier, self.candidates(side, one_unit(u)))
        mark(self.passed, one_hex(self.target))
        with loop():
            front = self.frontier.hexes
            barred = occupied(1 - side) | self.attack_hexes() | self.barred_to(one_unit(u))
            beyond = (front.adjacent(self.field) & self.land) - self.passed.hexes - front - barred
            fit = beyond & self.berths(side, u)
            with when(fit.any()):
                self._into(side, one_unit(u), fit, "BD-11.28b", self.retreating(u))
                return_()
            with when(~beyond.any()):
                break_()
            mark(self.frontier, beyond)
        self.lose(side, u)

    @law("BD-11.27a", "retreating units are on the map and of the side whose phase it is not")
    def _retreating(self) -> Int:
        """Says whether all retreating units, which go into hexes without enemies (11.27a), are on
        the map and not of the phasing side."""
        return ~(self.fleeing - self.game_turn.waiting).any()

    # -- 11.30 to 11.32: advance ------------------------------------------------------------

    @step
    @rule("BD-11.30a")
    def advance(self, side: int) -> None:
        """Offers the victorious attackers the advance into the attacked hex that their assault has
        emptied (BD-11.30), one by one and before any other assault: all, some or none of the
        attackers may advance, without movement points and within stacking limits (BD-11.30b). Then
        `second_hex` offers some of them a second hex (BD-11.32)."""
        last = local(-1)
        empty = ~occupied(1 - side).contains(self.target)
        able = self.able_to_advance(side).where(lambda u: u > last)
        with until(~able.any()), decide("advance", side, "BD-11.30b") as d:
            d.holds(empty)
            with d.unit("advance", able.distinct()) as u:
                assign(last, u)
                self.has_advanced(one_unit(u))
                # victorious attackers may advance into a hex left empty of defenders
                self.enter(u, self.target, "BD-11.30a", side)
            # advance is optional
            with d.option("hold", by("BD-11.30b", 1), passes=True):
                break_()
        self.second_hex(side)

    def has_advanced(self, units: Units) -> None:
        """Marks units as having advanced into the target hex."""
        mark(self.advanced, units)

    def exploit(self, side: int, units: Units) -> None:
        """Marks units as having advanced; then `second_hex` offers a second hex of advance."""
        self.has_advanced(units)
        self.second_hex(side)

    @value
    def able_to_advance(self, side: int) -> Units:
        """The attackers of a side that may still advance into the target hex, within stacking
        limits and terrain prohibitions (BD-11.30b): not across the Kerch Strait (BD-11.17c) or the
        Sivash (BD-11.18c)."""
        able = self.attackers - self.advanced.units - self.static
        not_over_kerch = able.where(lambda u: ~self.kerch(place_of(u), self.target))
        able = by("BD-11.17c", not_over_kerch, otherwise=able)
        not_over_sivash = able.where(lambda u: ~self.sivash(place_of(u), self.target))
        able = by("BD-11.18c", not_over_sivash, otherwise=able)
        target = one_hex(self.target)
        able = able.where(lambda u: (target & self.berths(side, u)).any())
        return able - self.kept_out(self.target)

    @step
    @rule("BD-11.32c", lambda _, side: SECOND_HEX[side])
    def second_hex(self, side: int) -> None:
        """Offers a second hex of advance to mechanised units in overland supply that have just
        advanced one hex from a prepared assault: to the German in single-month turns (11.32a), to
        the Soviet from turn 13 on in every turn (11.32b).

        The second hex is any hex adjacent to the first that holds no enemy and has stacking room
        (BD-11.32c).
        """
        may = self.single_month if side == GERMAN else self.in_window("BD-11.32b")
        here = one_hex(self.target)
        further = (here.adjacent(self.field) & self.land & self.room(side)) - occupied(1 - side)
        last = local(-1)
        supplied = self.supply.overland(side).contains(self.target)
        movers = (self.advanced.units & self.mech).where(lambda u: u > last)
        ready = may & supplied & further.any()
        able = self.able_to_fit(movers, further).when(ready)
        with again("second advance", side, SECOND_HEX[side], "hold", able) as d:
            with d.unit("exploit", self.able_to_fit(movers, further).distinct()) as u:
                assign(last, u)
                kind, to = "second advance hex", self.fitting(further, u)
                with choose(kind, side, "BD-11.32c", "exploit-to", to, about=u) as at:
                    self.enter(u, at, SECOND_HEX[side], side)

    def define_queries(self) -> None:
        """Declares the query for the hexes to which the units in the attacked hex would retreat, by
        the preferred directions of the German (BD-11.27c) or the Soviet (BD-11.27d)."""
        german, soviet = (self.candidates(s, units_at(self.target)) for s in (GERMAN, SOVIET))
        germans_there = occupied(GERMAN).contains(self.target)
        define_answer("retreat hexes", if_else(germans_there, german, soviet))

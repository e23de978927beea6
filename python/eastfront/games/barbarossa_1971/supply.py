"""Barbarossa (1971): General Supply, Attack Supply, isolation, and the use of supply units."""

from __future__ import annotations

from collections.abc import Set

from eastfront.program import *
from eastfront.systems import supply
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, value

from .board import AXIS, MUD, NORMAL, SEASONS, SOVIET
from .section import Section


class Supply(supply.Supply, Section):
    """General Supply, needed to survive and to move, and Attack Supply, needed to attack: lines,
    isolation, and the use of supply units."""

    isolated = unit_flag("isolated", Life.PLAYER_TURN, in_play=True)
    """Units that have not been in General Supply since their owner's Player-Turn began."""
    named = unit_flag("supplies the attack", Life.BATTLE)
    """Supply units that the attacker has chosen to supply the present attack."""
    covered = unit_flag("supplied for the attack", Life.BATTLE)
    """Attackers in range of a supply unit chosen for the present attack (`named`)."""
    spent = unit_flag("used up", Life.PHASE)
    """Supply units that have supplied an attack in this Combat Phase."""

    def ways(
        self, dry: Set[tuple[int, int]], thawed: Set[tuple[int, int]], kerch: Set[tuple[int, int]]
    ) -> Set[tuple[int, int]]:
        """The steps, as pairs of hexes, over which supply lines run in a season: by land and, when
        frozen, over lakes (SPI-SUPPLY-E1), and across the Kerch Straits (SPI-SUPPLY-E2). ``dry``
        are the steps that units may make in the season, ``thawed`` those that units may make in
        summer, ``kerch`` those across the straits."""
        return by("SPI-SUPPLY-E1", dry, otherwise=thawed) | by("SPI-SUPPLY-E2", kerch)

    # -- SUPPLY-P, B, E, I, J: lines ----------------------------------

    def define(self) -> None:
        """Declares the hexes whose units are in General Supply and in Attack Supply.

        For General Supply a Soviet unit traces a line of any length off the eastern map edge
        (SPI-SUPPLY-P1), a German or Allied unit off the western one (SPI-SUPPLY-P2), a Finnish unit
        to Helsinki (SPI-SUPPLY-P3); instead, every unit may trace the line to a supply unit of its
        side.
        """
        self.open = self.views("{} line", lambda side: self.closed.open(all_hexes(), side))
        west, east = self.edges
        self._ends = [by("SPI-SUPPLY-P2", west), by("SPI-SUPPLY-P1", east)]
        self.traced = self.views("{} supply", lambda side: self._traced(side, self._ends[side]))
        self._helsinki = by("SPI-SUPPLY-P3", self.hexes_with("helsinki"))
        self.finnish = self.b.view(
            "finnish supply", self._traced(AXIS, self._helsinki)
        )  # SPI-SUPPLY-P3
        self.fed = [self._fed(side) for side in (AXIS, SOVIET)]

    @supply.Supply.closed.bar("SPI-SUPPLY-GEN1", "enemies are there")
    def enemies(self, side: int) -> Hexes:
        """The hexes with enemy units, which no supply line of a side enters (P1 to P5). The limit
        holds for General Supply and for Attack Supply alike, so a refusal names the rule that
        defines these two kinds of supply (SPI-SUPPLY-GEN1)."""
        return occupied(1 - side)

    @supply.Supply.closed.bar("SPI-SUPPLY-J2", "it is in an enemy zone of control")
    def vacant(self, side: int) -> Hexes:
        """The vacant hexes in Axis zones of control, through which no Soviet supply line may be
        traced (SPI-SUPPLY-J2, SPI-ZOC-F5); none for Axis lines."""
        zone = self.zones.zone[AXIS] - occupied(SOVIET)
        return by("SPI-ZOC-F5", zone.when(side == SOVIET))

    @supply.Supply.closed.bar("", "it is in an enemy zone of control")
    def zones_close(self, side: int) -> Hexes:
        """The hexes that enemy zones of control close to a side's supply lines: none, as long as
        the rules of `_close_vacant_hexes` and `_close_held_hexes` are in force. In play without the
        rules of `_close_vacant_hexes`, vacant hexes are closed to Axis lines. In play without those
        of `_close_held_hexes`, hexes that the side occupies are closed."""
        zone, own = self.zones.zone[1 - side], occupied(side)
        vacant = side == AXIS and self._close_vacant_hexes()
        return (zone - own).when(vacant) | (zone & own).when(self._close_held_hexes(side))

    @rule("SPI-ZOC-F2", "SPI-SUPPLY-J1", otherwise=True)
    def _close_vacant_hexes(self) -> bool:
        """Says whether Soviet zones of control close vacant hexes to Axis supply lines: no, Axis
        supply lines ignore Soviet zones of control (SPI-ZOC-F2, SPI-SUPPLY-J1)."""
        return False

    @rule(lambda _, side: ("SPI-ZOC-F3", "SPI-ZOC-F6")[side], "SPI-SUPPLY-I", otherwise=True)
    def _close_held_hexes(self, side: int) -> bool:
        """Says whether enemy zones of control close the hexes that a side occupies to its supply
        lines: no, neither for the Axis (SPI-ZOC-F3) nor for the Soviet (SPI-ZOC-F6); occupied hexes
        are open for every supply purpose (SPI-SUPPLY-I)."""
        return False

    def _sources(self, side: int) -> Hexes:
        """The hexes of a side's supply units, where lines end; by reading R28 a supply unit needs
        no supply itself."""
        return (self.depots & self.of[side]).hexes()

    def _traced(self, side: int, ends: Hexes) -> Hexes:
        """The hexes from which a side's open line of any length leads to one of ``ends`` or to a
        supply unit."""
        open_ = self.open[side]
        start = (ends | self._sources(side)) & open_ & self.open_now()
        thawed, frozen = (flood(start, open_, lines) for lines in self.lines)
        return if_else(self.frozen, frozen, thawed)

    def ends(self, side: int, unit: Int) -> Hexes:
        """The hexes where lines of General Supply of a unit end: the map edge of its side, eastern
        for the Soviet (SPI-SUPPLY-P1) and western for the Axis (SUPPLY-P2), or for Finns Helsinki
        (SPI-SUPPLY-P3); and the supply units of its side."""
        finn = self.finns.contains(unit)
        return if_else(finn, self._helsinki, self._ends[side]) | self._sources(side)

    def supplied(self, side: int) -> Units:
        """The units of a side in General Supply."""
        if side == SOVIET:
            return self.of[SOVIET].inside(self.traced[SOVIET])
        others = (self.of[AXIS] - self.finns).inside(self.traced[AXIS])
        return others | self.finns.inside(self.finnish)

    def limits(self, side: int) -> list[Limit]:
        """The limit that units out of General Supply may not move (SPI-SUPPLY-B1)."""
        cut = self.of[side] - self.supplied(side)
        return [only("SPI-SUPPLY-B1", all_units() - cut, "it is out of General Supply")]

    def is_supplied(self, side: int, unit: Number) -> Int:
        """Says whether a unit of a side is in General Supply."""
        at = place_of(unit)
        if side == SOVIET:
            return self.traced[SOVIET].contains(at)
        finn = self.finns.contains(unit)
        return if_else(finn, self.finnish.contains(at), self.traced[AXIS].contains(at))

    # -- SUPPLY-A: isolation ------------------------------------------

    def look_round(self, side: int) -> None:
        """Marks the units of a side that are out of General Supply as its Player-Turn begins; units
        that stay out of supply until the Player-Turn ends are lost (SPI-SUPPLY-A1)."""
        mark(self.isolated, self.there(side) - self.supplied(side))

    def waits(self, side: int) -> Int:
        """Says, in the Player-Turn of a side, whether any of its units is marked as isolated;
        General Supply at any instant of this turn saves such a unit from elimination
        (SPI-SUPPLY-A4, reading R29)."""
        return by("SPI-SUPPLY-A4", self.isolated.units).any()

    def look_again(self, side: int) -> None:
        """Saves the isolated units of a side that are in General Supply at this instant of its
        Player-Turn: they are not eliminated in the turn (SPI-SUPPLY-A4, reading R29)."""
        with when(self.waits(side)):
            clear(self.isolated, self.supplied(side))

    def look_now(self) -> None:
        """Saves the isolated units of the phasing side, the Axis or the Soviet, that are in General
        Supply at this instant (SPI-SUPPLY-A4)."""
        with either(self.phasing == AXIS) as otherwise:
            self.look_again(AXIS)
            otherwise()
            self.look_again(SOVIET)

    def inherit(self, unit: Int, former: Units) -> None:
        """Passes isolation on to a counter that replaces former ones: an army is isolated if any of
        its parts is, a part if its army is."""
        mark(self.isolated, one_unit(unit).when(self.merged(former)))

    @value
    def merged(self, former: Units) -> Int:
        """Says whether a unit that replaces former units is isolated, as it is if any of the former
        units is isolated; by the option R68 only if all of them are."""
        if self.option("R68"):
            return ~(former - self.isolated.units).any()
        return (former & self.isolated.units).any()

    @rule("SPI-SUPPLY-A1")
    def starve(self, side: int) -> None:
        """Destroys, as a side's Second Movement Phase ends (SPI-SUPPLY-A2), its units that have
        been out of General Supply from the start of the Player-Turn to its end
        (SPI-SUPPLY-A1)."""
        lost = (self.isolated.units & self.there(side)) - self.supplied(side)
        self.losses.destroy(lost, "SPI-SUPPLY-A2")

    @law("SPI-SUPPLY-A1", "only units of the side whose turn it is are marked as isolated")
    def _watched(self) -> Int:
        """Says whether all units marked as isolated are of the phasing side; the mark means that a
        unit has been out of General Supply since its owner's Player-Turn began (SUPPLY-A1)."""
        return ~(self.isolated.units - self.of_side(self.phasing)).any()

    # -- SUPPLY-C, F, G: Attack Supply --------------------------------

    def _reaches(self, side: int) -> list[int]:
        """The range of a side's Attack Supply in hexes, in normal weather, in mud and in winter.

        The range is six hexes for the Axis and three for the Soviet; in mud one hex for both sides
        (SPI-MUD-A1), in winter one hex for the Axis (SPI-WINTER-B1), so that attackers are adjacent
        to a supply unit or stacked with it. By reading R31 the hexes are counted along the line.
        """
        most = (6, 3)[side]
        mud = by("SPI-MUD-A1", 1, otherwise=most)
        winter = by("SPI-WINTER-B1", 1, otherwise=most) if side == AXIS else most
        return [most, mud, winter]

    def _fed(self, side: int) -> Hexes:
        """The hexes in which units of a side are in Attack Supply in the weather of the turn:
        within the range of a supply unit, along an open line. In normal weather the range is six
        hexes for the Axis (SPI-SUPPLY-P5), three for the Soviet (SPI-SUPPLY-P4)."""
        seasons: list[list[Hexes]] = []
        normal, mud, winter = self._reaches(side)
        for season, steps in ((0, max(normal, mud)), (1, winter)):
            rings = [self._feeding(side).hexes()]
            for n in range(steps):
                wider = rings[-1] | (rings[-1].adjacent(self.lines[season]) & self.open[side])
                name = f"{self.sides[side]} {SEASONS[season]} range {n + 1}"
                rings.append(self.b.view(name, wider))
            seasons.append(rings)
        now = self.weather.now
        thawed = if_else(now == NORMAL, seasons[0][normal], seasons[0][mud])
        fed = if_else(self.frozen, seasons[1][winter], thawed)
        return by("SPI-SUPPLY-P5" if side == AXIS else "SPI-SUPPLY-P4", fed)

    def _feeding(self, side: int) -> Units:
        """The supply units of a side that can supply attacks: all, even those that have supplied an
        attack, since each supplies any number of attacks in the same Combat Phase
        (SPI-SUPPLY-G)."""
        feeds_once = by("SPI-SUPPLY-G", False, otherwise=True)
        return (self.depots & self.of[side]) - self.spent.units.when(feeds_once)

    def range_of(self, side: int, unit: Int) -> Hexes:
        """The hexes in range of one supply unit of a side, for Attack Supply in the weather of the
        turn."""
        normal, mud, winter = self._reaches(side)
        now = self.weather.now
        steps = if_else(now == NORMAL, normal, if_else(now == MUD, mud, winter))
        reached = ReachSpec(
            start=place_of(unit),
            budget=steps,
            costs=self.by_season(self.line_steps),
            blocked=~self.open[side],
            minimum_one=number(0),
        ).hexes()
        return reached | one_hex(place_of(unit))

    def attack_limits(self, side: int) -> list[Limit]:
        """The limit that a unit out of Attack Supply may not attack (SPI-SUPPLY-C1, SPI-CBT-I);
        Attack Supply is tested at the instant of each combat (SPI-SUPPLY-C2)."""
        fed = self.of[side].inside(self.fed[side])
        return by("SPI-CBT-I", [only("SPI-SUPPLY-C1", fed, "it is out of Attack Supply")])

    @procedure("{side} supply of an attack")
    def draw(self, side: int) -> None:
        """Makes the attacker name supply units for his attack, until each of his attackers is in
        range of a named one (reading R30); a supply unit may supply any number of attacks in the
        phase (SUPPLY-G)."""
        with loop():
            rest = self.combat.attacking.units - self.covered.units
            with when(~rest.any()):
                break_()
            able = self._feeding(side).where(lambda u: rest.inside(self.range_of(side, u)).any())
            with when(~able.any()):
                break_()
            with choose("supply", side, "SPI-SUPPLY-G", "draw-on", able) as unit:
                mark(self.named, one_unit(unit))
                mark(self.spent, one_unit(unit))
                mark(self.covered, rest.inside(self.range_of(side, unit)))

    def drawn_on(self, side: int) -> Limit:
        """The supply units of the present attack, with a text and its rule, for explanations: those
        that the attacker has chosen (`named`) or, if there are none, all in range of some attacker.
        The text says that supply units used for an attack are removed as the Combat Phase ends
        (SPI-SUPPLY-F2)."""
        us = self.combat.attacking.units
        able = self._feeding(side).where(lambda u: us.inside(self.range_of(side, u)).any())
        units = if_else(self.named.units.any(), self.named.units, able)
        return only(
            "SPI-SUPPLY-F2", units, "supply units for the attack, used up when the phase ends"
        )

    @rule("SPI-SUPPLY-F1")
    def use_up(self) -> None:
        """Removes from the map the supply units that supported an attack (SPI-SUPPLY-F1), when the
        Combat Phase ends and not after each attack (SPI-SUPPLY-F2)."""
        self.leave(self.spent.units, "used up", "SPI-SUPPLY-F2")

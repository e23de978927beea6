"""Barbarossa Deluxe, 7.4: Crimea supply, through Sevastopol, for at most five German-side units in
the Crimea supply area."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import procedure, rule

from .board import Board
from .ground import GERMAN
from .section import Section
from .supply import Supply

CRIMEA_UNITS = 5
"""The largest number of German-side units that draw Crimea supply (BD-7.4f)."""
CRIMEA, COAST = 1, 2
"""The German's choice for the game turn: Crimea supply or coastal supply."""


class Crimea(Section):
    """Crimea supply, and the units that draw it in a game turn."""

    choice = variable("crimea supply", Life.GAME_TURN, most=2)
    drawing = unit_flag("crimea supply", Life.GAME_TURN, in_play=True)
    without = unit_flag("no crimea supply", Life.GAME_TURN, in_play=True)

    def define(self) -> None:
        """Declares the hexes of the Crimea supply area from which a line leads to Sevastopol under
        German control (BD-7.4f).

        Lines run as German supply lines do (7.14), and also across the Kerch Strait. They stay in
        the zone south of the logistics boundary (7.15), except by the option D-105.
        """
        port = one_hex(self.hex("3108")) & self.german_control.hexes
        area = self.land if self.option("D-105") else self.supply.within_zone(self.south)
        lines = flood(port, self.supply.line_hexes[GERMAN] & area, self.crimea_lines)
        self.reach = self.b.view("crimea lines", lines & self.cs_area)

    @property
    def chosen(self) -> Int:
        """Says whether the German has chosen Crimea supply for this game turn, in place of coastal
        supply."""
        return self.choice == CRIMEA

    def supplies(self, unit: Number) -> Int:
        """Says whether a German-side unit draws Crimea supply: the unit is inside the Crimea supply
        area, is among the units, five at most, that draw Crimea supply in the turn, and traces a
        line to Sevastopol under German control (BD-7.4f)."""
        drawn = self.chosen & self.drawing(unit) & self.reach.contains(place_of(unit))
        return by("BD-7.4f", drawn, told=True)

    @Supply.southern_coast.then("BD-7.4h")
    def _one_or_the_other(self, coast: Int, at: Number) -> Int:
        """Says whether the hex ``at`` gives coastal supply from the Black Sea or the Sea of Azov:
        as ``coast`` says, the answer without this rule, but not in a game turn in which the German
        has chosen Crimea supply (BD-7.4h)."""
        return coast & ~self.chosen

    # -- 7.4h, 7.4j: who draws it -----------------------------------------------------------

    @rule("BD-7.4h")
    def declare(self) -> None:
        """Makes the German, if he has units in the Crimea supply area as a game turn starts, choose
        for the turn between Crimea supply and coastal supply from the Black Sea and the Sea of Azov
        (BD-7.4h)."""
        in_area = self.germans.inside(self.cs_area)
        with when(in_area.any()), decide("crimea supply", GERMAN, "BD-7.4h") as d:
            with d.option("crimea-supply"):
                assign(self.choice, CRIMEA, "BD-7.4h")
                self._list()
            with d.option("coastal-supply"):
                assign(self.choice, COAST, "BD-7.4h")

    @procedure("crimea supply list")
    def _list(self) -> None:
        """Makes the German name, if more than five of his units are in the Crimea supply area, the
        five that draw Crimea supply in this game turn; the others are without it (BD-7.4j). If at
        most five units are there, all draw it (BD-7.4f)."""
        in_area = self.germans.inside(self.cs_area)
        with either(in_area.count() <= CRIMEA_UNITS) as otherwise:
            mark(self.drawing, in_area, "BD-7.4f")
            otherwise()
            rest, drawn = in_area - self.drawing.units, self.drawing.units.count()
            with (
                until(~(rest.any() & by("BD-7.4j", drawn < CRIMEA_UNITS, otherwise=True))),
                choose("crimea list", GERMAN, "BD-7.4j", "supply", rest) as unit,
            ):
                mark(self.drawing, one_unit(unit), "BD-7.4j")
        mark(self.without, in_area - self.drawing.units, "BD-7.4j")

    @Board.matters.then()
    def counts_newcomers(self, so_far: Int, side: int, came: Int, at: Number) -> Int:
        """Says whether the move of a unit from the place ``came`` to the hex ``at`` has
        consequences: by earlier rules (``so_far``), or because the unit is German and enters or
        leaves the Crimea supply area, in a turn with Crimea supply."""
        area = self.cs_area
        crossed = self.chosen & (area.contains(came) | area.contains(at))
        return so_far | crossed if side == GERMAN else so_far

    @Board.entered.after("BD-7.4f")
    def newcomers(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Gives Crimea supply to German units that enter the Crimea supply area while fewer than
        five draw it, and takes it from units that leave the area (BD-7.4f)."""
        if side == GERMAN:
            with when(self.chosen), either(self.cs_area.contains(at)) as otherwise:
                with each(units) as u:
                    self.newcomer(u)
                otherwise()
                clear(self.drawing, units, "BD-7.4f")

    def newcomer(self, unit: Int) -> None:
        """Gives Crimea supply to a German unit that enters the Crimea supply area while fewer than
        five units draw it (BD-7.4f); otherwise the unit is without it for the whole game turn
        (BD-7.4j)."""
        drawing = self.drawing.units.inside(self.cs_area)
        with when(~(self.drawing(unit) | self.without(unit))):
            with either(drawing.count() < CRIMEA_UNITS) as otherwise:
                mark(self.drawing, one_unit(unit), "BD-7.4f")
                otherwise()
                mark(self.without, one_unit(unit), "BD-7.4j")

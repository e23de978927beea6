"""Barbarossa Deluxe, 7.4: Crimea supply, for five units in the area at most."""

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
"""BD-7.4f."""
CRIMEA, COAST = 1, 2
"""What the German declares for the game turn."""


class Crimea(Section):
    """Crimea supply."""

    choice = variable("crimea supply", Life.GAME_TURN, most=2)
    drawing = unit_flag("crimea supply", Life.GAME_TURN, in_play=True)
    without = unit_flag("no crimea supply", Life.GAME_TURN, in_play=True)

    def define(self) -> None:
        """Declares the lines from Sevastopol in German hands (BD-7.4f).

        A supply line is what 7.14 and 7.15 say of a regular one; by D-105 the boundary of 7.15,
        which speaks of regular lines, does not bind it. It runs over the strait too.
        """
        port = one_hex(self.hex("3108")) & self.german_control.hexes
        area = self.land if self.option("D-105") else self.supply.within_zone(self.south)
        lines = flood(port, self.supply.line_hexes[GERMAN] & area, self.crimea_lines)
        self.reach = self.b.view("crimea lines", lines & self.cs_area)

    @property
    def chosen(self) -> Int:
        """Whether it is drawn in this game turn."""
        return self.choice == CRIMEA

    def supplies(self, unit: Number) -> Int:
        """Whether a German-side unit draws Crimea supply."""
        drawn = self.chosen & self.drawing(unit) & self.reach.contains(place_of(unit))
        return by("BD-7.4f", drawn, told=True)

    @Supply.southern_coast.then("BD-7.4h")
    def _one_or_the_other(self, coast: Int, at: Number) -> Int:
        return coast & ~self.chosen

    # -- 7.4h, 7.4j: who draws it -----------------------------------------------------------

    @rule("BD-7.4h")
    def declare(self) -> None:
        """BD-7.4h: with units in the area, the German declares which supply they draw."""
        in_area = self.germans.inside(self.cs_area)
        with when(in_area.any()), decide("crimea supply", GERMAN, "BD-7.4h") as d:
            with d.option("crimea-supply"):
                assign(self.choice, CRIMEA, "BD-7.4h")
                self._list()
            with d.option("coastal-supply"):
                assign(self.choice, COAST, "BD-7.4h")

    @procedure("crimea supply list")
    def _list(self) -> None:
        """BD-7.4j: of more than five units, which draw Crimea supply this turn."""
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
        """To Germans who come into the area or go out of it that matters."""
        area = self.cs_area
        crossed = self.chosen & (area.contains(came) | area.contains(at))
        return so_far | crossed if side == GERMAN else so_far

    @Board.entered.after("BD-7.4f")
    def newcomers(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Germans who come in draw it as far as five go; who go out leave it to others."""
        if side == GERMAN:
            with when(self.chosen), either(self.cs_area.contains(at)) as otherwise:
                with each(units) as u:
                    self.newcomer(u)
                otherwise()
                clear(self.drawing, units, "BD-7.4f")

    def newcomer(self, unit: Int) -> None:
        """A unit that comes into the Crimea area draws its supply while fewer than five do.

        One that finds five has none in this game turn, as one that was declared without (BD-7.4j).
        """
        drawing = self.drawing.units.inside(self.cs_area)
        with when(~(self.drawing(unit) | self.without(unit))):
            with either(drawing.count() < CRIMEA_UNITS) as otherwise:
                mark(self.drawing, one_unit(unit), "BD-7.4f")
                otherwise()
                mark(self.without, one_unit(unit), "BD-7.4j")

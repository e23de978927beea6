"""Barbarossa Deluxe, 8.5 and 11.21: the East Wall."""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import hex_flag
from eastfront.systems.rules import Rules
from eastfront.systems.supply import Supply
from eastfront.systems.windows import ever

from .arrivals import Arrivals
from .events import Events
from .ground import BALTIC, GERMAN, SOVIET
from .section import OptionalRule

COUNTERS = 10


class EastWall(OptionalRule):
    """The German fortifications of turn 19, like printed fortified lines until Soviet units enter
    them."""

    wall = hex_flag("east wall", Life.GAME)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the counters arrive in the scenario."""
        return ever(game.data, "BD-8.5a")

    @Arrivals.german_segment.after("BD-11.21e")
    def build(self) -> None:
        """The German places the ten counters at once (BD-11.21e), at most one in a hex, in hexes of
        the USSR and the Baltic states that he controls, in overland supply, and without a city
        (BD-8.5a); stacking and enemies do not matter (8.5b)."""
        east = self.hexes_where("of the wall", lambda h: h.area == "ussr" or h.area in BALTIC)
        hexes = east & self.control(GERMAN) & self.supply.german_overland & self.land
        hexes = by("BD-8.5a", hexes - self.cities, otherwise=self.land) - self.wall.hexes
        left = local(if_else(self.in_window("BD-8.5a"), COUNTERS, 0))
        with until((left == 0) | ~hexes.any()):
            with choose("east wall", GERMAN, "BD-11.21e", "fortify", hexes) as at:
                mark(self.wall, one_hex(at), "BD-11.21e")
            assign(left, left - 1)

    @Events.intact_forts.then("BD-11.21f")
    def as_fort(self, forts: Hexes, side: int) -> Hexes:
        """A counter has the effects of a printed fortified line (BD-11.21f)."""
        return forts | self.wall.hexes if side == GERMAN else forts

    @Supply.closed.bar("BD-11.21f", "it has a German fort")
    def no_line(self, side: int) -> Hexes:
        """Soviet lines of supply do not enter it either."""
        return (self.wall.hexes & self.german_control.hexes).when(side == SOVIET)

    @Events.enters.after("BD-11.21f")
    def fall(self, side: int, at: Int) -> None:
        """It is destroyed as Soviet units first enter it, as those lines are (11.21d)."""
        if side == SOVIET:
            clear(self.wall, one_hex(at), "BD-11.21f")

    @Rules.drawing.then()
    def _drawn(self, drawing: dict[str, Any]) -> dict[str, Any]:
        """The counters are shown on the map."""
        return {**drawing, "marks": [*drawing["marks"], ["hex flag", "east wall", "fortress"]]}

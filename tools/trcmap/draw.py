"""A picture of the map of The Russian Campaign, by the package's own renderer.

The map is loaded as a game without rules, which ends at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eastfront.program import end_game
from eastfront.render import svg
from eastfront.scenario import load_scenario
from eastfront.systems.materials import Materials
from eastfront.systems.rules import Rules
from eastfront.systems.sections import Section


class Table(Materials):
    """All units beside the map."""

    def start_places(self) -> Sequence[int]:
        """Every unit is off the map."""
        return [self.box("off map")] * len(self.data.units)


class Nothing(Section):
    """No procedure."""

    @Rules.sequence.instead()
    def end(self, former: Callable[[], None]) -> None:
        """Ends the game."""
        end_game(0, 0, "")


class Bare(Rules):
    """A map without play."""

    sides = ("axis", "russian")
    boxes = ("off map",)
    board: Table
    nothing: Nothing


def picture(scenario: str = "campaign") -> str:
    """The map of a scenario as an SVG document."""
    return svg(Bare(load_scenario("russian-campaign", scenario)).compiled())

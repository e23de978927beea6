"""Barbarossa (1971): the modified victory conditions of the Campaign Game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import offer

from ..board import AXIS, SOVIET
from ..departures import Departures
from ..game_turn import GameTurn
from ..section import OptionalRule
from ..victory import Victory

BANDS = tuple(f"SPI-MVIC-C{n}" for n in range(1, 8))
"""The rules that state the result for each band of scores, best for the German first.

- C1: German strategic victory with a score of 95 or more. C2: German tactical victory, 82 to 94.
  C3: German marginal victory, 61 to 81.
- C4: draw, 42 to 60.
- C5: Soviet marginal victory, 27 to 41. C6: Soviet tactical victory, 10 to 26. C7: Soviet strategic
  victory, below 10.
"""
LEVELS = {"draw": 0, "marginal": 1, "tactical": 2, "strategic": 3}
"""The degree of a victory, as a number, by its name in the chart."""


class ModifiedVictory(OptionalRule):
    """The modified victory conditions: victory points decide the Campaign Game."""

    name = "modified-victory"
    text = "the campaign is judged by points, in seven degrees"

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the option is played; raises ProgramError in a game other than the
        campaign."""
        if not game.data.setup["campaign"]:
            raise ProgramError(f"`{cls.name}` fits the campaign, not {game.data.scenario}")
        return super().played(game)

    @Victory.score.instead("SPI-MVIC-1")
    def points(self, former: Callable[[], Int]) -> Int:
        """The final score, German city points less Soviet points (SPI-MVIC-1).

        The German scores the value of each city that he holds (SPI-MVIC-2). The Soviet scores the
        points of permanently eliminated Axis units (SPI-MVIC-3), and 1 for each supplied Soviet
        unit in a hex of the western edge (SPI-MVIC-5).
        """
        soviets = self.supply.supplied(SOVIET).inside(self.western_edge)
        cities = by("SPI-MVIC-2", self.towns.worth(AXIS))
        lost = by("SPI-MVIC-3", self.victory.lost_points)
        return cities - lost - by("SPI-MVIC-5", soviets.count())

    @Victory.returned.after("SPI-MVIC-4")
    def forgiven(self, unit: Int) -> None:
        """Takes the points of a destroyed unit off the Soviet score, as the unit comes back as a
        replacement (SPI-MVIC-4)."""
        self.victory.forgive(unit)

    @Departures.closed.bar("SPI-MVIC-8", "Axis units may not leave the map of their own will")
    def stay(self, side: int) -> Units:
        """For the Axis, all its units, which may never leave the map voluntarily (SPI-MVIC-8); for
        the Soviet, none."""
        return self.of[AXIS] if side == AXIS else no_units()

    @Victory.won.instead("SPI-MVIC-6")
    def ends(self, former: Callable[[int, str], None], side: int, rule: str) -> None:
        """Ends the game as a side meets one of the campaign's original conditions of victory:
        points decide the game (SPI-MVIC-6); by the option R70 the side that has met the condition
        wins, as ``former``, the rule replaced here, says.

        The game also ends after its last turn (`at_last`), and when both players agree (`agree`).
        """
        if self.option("R70"):
            former(side, rule)
        else:
            self.judge()

    @Victory.out_of_time.instead("SPI-MVIC-6")
    def at_last(self, former: Callable[[], None]) -> None:
        """Ends the game after the last turn, with a decision by points (SPI-MVIC-6), if neither a
        condition of the campaign (`ends`) nor both players (`agree`) have ended it before."""
        self.judge()

    @GameTurn.turn_over.after("SPI-MVIC-6")
    def agree(self) -> None:
        """Offers both players, after each Game-Turn, to end the game. If both agree, the game ends
        at once, with a decision by points (SPI-MVIC-6)."""
        with offer("end of the game", AXIS, "SPI-MVIC-6", "propose-end", decline="play-on"):
            with offer("end of the game", SOVIET, "SPI-MVIC-6", "agree", decline="play-on"):
                self.judge()

    def judge(self) -> None:
        """Ends the game with the winner and the degree of victory for the final score, by seven
        bands of scores (SPI-MVIC-C1, C2, C3, C4, C5, C6, C7).

        The chart `victory` has the lowest score of each band, and `BANDS` its rule.
        """
        score = local(self.victory.score())
        bands = self.data.charts["victory"]["band"]
        for rule, band in zip(BANDS, bands, strict=False):
            winner = self.sides.index(band["winner"]) if band["winner"] else -1
            with when(score >= int(band["least"])):
                end_game(winner, LEVELS[band["degree"]], rule)
        end_game(SOVIET, LEVELS["strategic"], BANDS[-1])

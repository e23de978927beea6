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
"""The rules of the bands of the score, best for the German first.

- C1: German strategic victory, from 95 on. C2: tactical, from 82. C3: marginal, from 61.
- C4: draw, from 42.
- C5: Soviet marginal victory, from 27. C6: tactical, from 10. C7: strategic, below 10.
"""
LEVELS = {"draw": 0, "marginal": 1, "tactical": 2, "strategic": 3}


class ModifiedVictory(OptionalRule):
    """The campaign is decided by victory points."""

    name = "modified-victory"
    text = "the campaign is judged by points, in seven degrees"

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether the option is played; an error if the game is not the campaign."""
        if not game.data.setup["campaign"]:
            raise ProgramError(f"`{cls.name}` fits the campaign, not {game.data.scenario}")
        return super().played(game)

    @Victory.score.instead("SPI-MVIC-1")
    def points(self, former: Callable[[], Int]) -> Int:
        """The score (SPI-MVIC-1): the points of German cities (SPI-MVIC-2), less those of destroyed
        units (SPI-MVIC-3), less 1 for each supplied Soviet unit on the western edge
        (SPI-MVIC-5)."""
        soviets = self.supply.supplied(SOVIET).inside(self.western_edge)
        cities = by("SPI-MVIC-2", self.towns.worth(AXIS))
        lost = by("SPI-MVIC-3", self.victory.lost_points)
        return cities - lost - by("SPI-MVIC-5", soviets.count())

    @Victory.returned.after("SPI-MVIC-4")
    def forgiven(self, unit: Int) -> None:
        """Takes a destroyed unit that came back as a replacement off the Soviet's points
        (SPI-MVIC-4)."""
        self.victory.forgive(unit)

    @Departures.closed.bar("SPI-MVIC-8", "no Axis unit leaves the map of its own will")
    def stay(self, side: int) -> Units:
        """The Axis units: they may not leave the map of their own will (SPI-MVIC-8)."""
        return self.of[AXIS] if side == AXIS else no_units()

    @Victory.won.instead("SPI-MVIC-6")
    def ends(self, former: Callable[[int, str], None], side: int, rule: str) -> None:
        """Ends the game, decided by points, as a side meets a condition of the campaign
        (SPI-MVIC-6); by reading R70 that side wins.

        The game also ends after its last turn, in `at_last`, and by agreement, in `agree`.
        """
        if self.option("R70"):
            former(side, rule)
        else:
            self.judge()

    @Victory.out_of_time.instead("SPI-MVIC-6")
    def at_last(self, former: Callable[[], None]) -> None:
        """Ends the game, decided by points, after the last turn (SPI-MVIC-6); see also `ends` and
        `agree`."""
        self.judge()

    @GameTurn.turn_over.after("SPI-MVIC-6")
    def agree(self) -> None:
        """Offers both players, after each Game-Turn, to end the game by agreement; points decide it
        (SPI-MVIC-6)."""
        with offer("end of the game", AXIS, "SPI-MVIC-6", "propose-end", decline="play-on"):
            with offer("end of the game", SOVIET, "SPI-MVIC-6", "agree", decline="play-on"):
                self.judge()

    def judge(self) -> None:
        """Ends the game with the winner and the degree of the band in which the score lies, in
        `BANDS` (SPI-MVIC-C1, C2, C3, C4, C5, C6, C7).

        The chart has the lowest score of each band.
        """
        score = local(self.victory.score())
        bands = self.data.charts["victory"]["band"]
        for rule, band in zip(BANDS, bands, strict=False):
            winner = self.sides.index(band["winner"]) if band["winner"] else -1
            with when(score >= int(band["least"])):
                end_game(winner, LEVELS[band["degree"]], rule)
        end_game(SOVIET, LEVELS["strategic"], BANDS[-1])

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
        """The score: cities, less destroyed units, less supplied Soviet units on the western
        edge."""
        soviets = self.supply.supplied(SOVIET).inside(self.western_edge)
        cities = by("SPI-MVIC-2", self.towns.worth(AXIS))
        lost = by("SPI-MVIC-3", self.victory.lost_points)
        return cities - lost - by("SPI-MVIC-5", soviets.count())

    @Victory.returned.after("SPI-MVIC-4")
    def forgiven(self, unit: Int) -> None:
        """SPI-MVIC-4: a destroyed unit that came back scores nothing."""
        self.victory.forgive(unit)

    @Departures.closed.bar("SPI-MVIC-8", "no Axis unit leaves the map of its own will")
    def stay(self, side: int) -> Units:
        """SPI-MVIC-8: Axis units never leave the map of their own will."""
        return self.of[AXIS] if side == AXIS else no_units()

    @Victory.won.instead("SPI-MVIC-6")
    def ends(self, former: Callable[[int, str], None], side: int, rule: str) -> None:
        """The game ends, and is decided by points (R70)."""
        if self.option("R70"):
            former(side, rule)
        else:
            self.judge()

    @Victory.out_of_time.instead("SPI-MVIC-6")
    def at_last(self, former: Callable[[], None]) -> None:
        """After the last turn the game is decided by points."""
        self.judge()

    @GameTurn.turn_over.after("SPI-MVIC-6")
    def agree(self) -> None:
        """Both players may agree to end the game."""
        with offer("end of the game", AXIS, "SPI-MVIC-6", "propose-end", decline="play-on"):
            with offer("end of the game", SOVIET, "SPI-MVIC-6", "agree", decline="play-on"):
                self.judge()

    def judge(self) -> None:
        """The band of the score gives the winner and the degree (SPI-MVIC-C1, C2, C3, C4, C5, C6,
        C7).

        The chart has the lowest score of each band, from a strategic victory of the Axis (C1)
        through a draw (C4) to a strategic victory of the Soviets (C7).
        """
        score = local(self.victory.score())
        bands = self.data.charts["victory"]["band"]
        for rule, band in zip(BANDS, bands, strict=False):
            winner = self.sides.index(band["winner"]) if band["winner"] else -1
            with when(score >= int(band["least"])):
                end_game(winner, LEVELS[band["degree"]], rule)
        end_game(SOVIET, LEVELS["strategic"], BANDS[-1])

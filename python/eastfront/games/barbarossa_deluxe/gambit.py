"""Barbarossa Deluxe, 14.8 to 14.11: the scenario Manstein's Gambit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import rule

from .evaluation import CITY, DECIDED, LOST, PRIZE, Evaluation
from .events import Events
from .ground import GERMAN, SOVIET
from .offensive import Offensive
from .section import OptionalRule
from .supply import OOS
from .turn import GameTurn

LOSSES = 5
"""The Soviet units lost out of supply that count as one city taken (BD-14.10b)."""


class Gambit(OptionalRule):
    """The set-up and the victory of the scenario: the German keeps his cities and takes one."""

    lost_cut_off = variable("lost out of supply", Life.GAME, most=999)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the scenario is one of section 14 with the offensive of 4.17."""
        return bool(game.data.setup["section"] == 14) and Offensive.played(game)

    # -- 14.9: set-up -------------------------------------------------------------------------

    @GameTurn.set_up_rule.then()
    def by_step(self, former: str, side: int) -> str:
        """The German sets up in the hexes that touch the Soviet front line (BD-14.9e), then the
        Soviet on that line and behind it (BD-14.9f)."""
        return "BD-14.9e" if side == GERMAN else "BD-14.9f"

    # -- 14.10: victory -----------------------------------------------------------------------

    @property
    def taken(self) -> Int:
        """The cities that the German has taken and holds in overland supply; each five Soviet units
        lost out of supply count as one (BD-14.10b)."""
        gained = self.evaluation.held(self.cities - self.start_german).count()
        return gained + by("BD-14.10b", self.lost_cut_off // LOSSES)

    @Events.perished.after("BD-14.10b")
    def count_losses(self, units: Units) -> None:
        """Counts Soviet units that are eliminated while they are out of supply (BD-14.10b)."""
        cut_off = (units & self.there(SOVIET)).where(lambda u: self.supply.soviet_state(u) == OOS)
        assign(self.lost_cut_off, self.lost_cut_off + cut_off.count(), "BD-14.10b")

    @GameTurn.find_winner.instead()
    def by_cities(self, former: Callable[[], None]) -> None:
        """Ends the game after the last turn. The German wins if he controls every city of his at
        the start in overland supply (BD-14.10a), and has taken one (BD-14.10b), else the Soviet
        (BD-14.10d). ``former``, the victory of another scenario, is not played."""
        kept = by("BD-14.10a", self.evaluation.lost.count() == 0, otherwise=True)
        with when(kept & (self.taken > 0)):
            end_game(GERMAN, 1, "BD-14.10b")
        self._else_the_soviet()

    @rule("BD-14.10d", otherwise=lambda _: end_game(-1, 0, ""))
    def _else_the_soviet(self) -> None:
        """Ends the game with a Soviet win; there is no draw (BD-14.10d)."""
        end_game(SOVIET, 1, "BD-14.10d")

    @Events.taken.after("BD-14.10c")
    def capitals(self, side: int, at: Int) -> None:
        """The German wins as soon as he controls Leningrad or Moscow (BD-14.10c)."""
        if side == GERMAN:
            for name in ("Leningrad", "Moscow"):
                with when(at == self.data.map.labels[name]):
                    end_game(GERMAN, 1, "BD-14.10c")

    # -- the evaluation -----------------------------------------------------------------------

    @Evaluation.goals.instead()
    def soviet_cities(self, former: Callable[[], list[int]]) -> list[int]:
        """The goals of the German: the Soviet cities."""
        return self.evaluation.soviet_at_start

    @Evaluation.race.instead()
    def by_taken(self, former: Callable[[], Int]) -> Int:
        """The value of the cities taken, kept and lost, and of the conditions of victory, which
        grows toward the last turn."""
        lost = self.evaluation.lost.count()
        met = if_else((self.taken > 0) & (lost == 0), 1, -1)
        played = self.turn - self.turns[0] + 1
        cities = (self.cities & self.german_control.hexes).count() * CITY
        return self.taken * PRIZE - lost * LOST + cities + met * played * played * DECIDED

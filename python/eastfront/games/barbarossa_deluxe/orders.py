"""Barbarossa Deluxe, 8.16 and 8.21: the German comb-outs, and the Soviet withdrawal of turn 20."""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import variable
from eastfront.systems.windows import ever

from .arrivals import Arrivals
from .ground import GERMAN, SOVIET
from .section import OptionalRule
from .turn import GameTurn


class CombOut(OptionalRule):
    """Twice in the war the German fills up units out of his rear."""

    used = variable("comb-out used", Life.GAME, most=2)
    men = variable("comb-out steps", Life.PHASE, most=3)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether a comb-out is possible in the scenario."""
        return ever(game.data, "BD-8.16a")

    @GameTurn.opens.after("BD-8.16a")
    def comb_out(self, side: int) -> None:
        """Offers the German, as his player turn opens, a comb-out: once in the single-month turns
        of 1943, and once in those of 1944 (BD-8.16a). Half of a die, rounded down, is the number of
        replaceable units that are not mechanised and come out of the dead pile at once
        (BD-8.16b)."""
        dead = (units_at("dead") & self.germans & self.replaceable) - self.mech
        able = self.arrivals.able_to_enter(GERMAN, dead).when(self.men > 0)
        may = self.in_window("BD-8.16a", self.used) & dead.any()
        with when(may), decide("comb-out", GERMAN, "BD-8.16a") as d:
            with d.option("comb-out"):
                assign(self.used, self.window_number("BD-8.16a"), "BD-8.16a")
                assign(self.men, roll("comb-out", "BD-8.16b") // 2, "BD-8.16b")
            with d.option("no-comb-out", passes=True):
                pass
        with again("combed out", GERMAN, "BD-8.16b", "end-comb-out", able) as d:
            with d.unit("reclaim", able.distinct()) as u:
                assign(self.men, self.men - 1, "BD-8.16b")
                self.arrivals.bring_in(GERMAN, u, "BD-8.16b")
        assign(self.men, 0)


class Withdrawal(OptionalRule):
    """A rifle army leaves for good."""

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the turn of the withdrawal is one of the scenario."""
        return ever(game.data, "BD-8.21d")

    @Arrivals.soviet_segment.after("BD-8.21d")
    def withdraw(self) -> None:
        """On turn 20 the Soviet withdraws one rifle army on the map in overland supply, which never
        returns (BD-8.21d)."""
        armies = self.rifle.inside(self.supply.soviet_overland)
        with (
            when(self.in_window("BD-8.21d") & armies.any()),
            choose("withdrawal", SOVIET, "BD-8.21d", "withdraw", armies) as army,
        ):
            self.leave(army, "removed", "BD-8.21d")

"""Barbarossa Deluxe, 4.17: what the German has for his great offensive of 1943, Manstein's
Gambit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.choosing import offer
from eastfront.systems.fields import variable
from eastfront.systems.windows import ever

from .arrivals import Arrivals
from .battle import Battle
from .board import MOBILE, STACK_LIMIT
from .ground import GERMAN, SOVIET
from .section import OptionalRule
from .turn import GameTurn

PARATROOPS = "DE:para:2"
"""The 2nd Paratroop Corps."""
STEPS = 2
"""The replacement steps of each kind that the German has on each turn of the offensive
(BD-4.17a)."""


class Offensive(OptionalRule):
    """The replacements of the offensive, and the 2nd Paratroop Corps, which enters on its first
    turn as other infantry does or by an air drop."""

    dropped = variable("paratroops dropped", Life.BATTLE)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the offensive is under way on a turn of the scenario."""
        return ever(game.data, "BD-4.17a")

    def define(self) -> None:
        """Declares the corps, and the factor with which it drops."""
        self.corps = self.unit(PARATROOPS)
        self.factor = int(self.data.units[self.corps].defence)

    @property
    def ready(self) -> Units:
        """The corps, while it may still enter: off the map, on the first turn of the offensive
        (BD-4.17d)."""
        off = one_unit(self.corps) & units_at("later")
        return off.when(by("BD-4.17d", self.in_window("BD-4.17d"), otherwise=True))

    # -- 4.17: replacements -----------------------------------------------------------------

    @Arrivals.replacement_steps.then("BD-4.17a")
    def two_of_each(self, steps: Int, side: int, mech: int) -> Int:
        """The German has two replacement steps of each kind on the turns of the offensive
        (BD-4.17a)."""
        return if_else(self.in_window("BD-4.17a"), STEPS, steps) if side == GERMAN else steps

    # -- 4.17: the 2nd Paratroop Corps --------------------------------------------------------

    @GameTurn.place_freely.instead("BD-4.17d", rank=2)
    def hold(self, former: Callable[[int, Int], None], side: int, u: Int) -> None:
        """Lets the German keep the corps off the map as he sets up, for its entry on the first turn
        (BD-4.17d)."""
        if side != GERMAN:
            former(side, u)
            return
        with either(u == self.corps) as otherwise:
            kind, place = "paratroops", "place-paratroops"
            with offer(kind, GERMAN, "BD-4.17d", "hold-paratroops", decline=place):
                self.leave(u, "later", "BD-4.17d")
            with when(place_of(u) != self.box("later")):
                former(side, u)
            otherwise()
            former(side, u)

    @Arrivals.coming.then("BD-4.17d")
    def as_infantry(self, coming: Units, side: int) -> Units:
        """The corps may enter as an ordinary reinforcement."""
        return coming | self.ready if side == GERMAN else coming

    @Arrivals.forfeit.instead("BD-4.17d")
    def wait(self, former: Callable[[Units], None], units: Units) -> None:
        """If it does not, it may still drop."""
        former(units - self.ready)

    @GameTurn.german_turn.after("BD-4.17d")
    def too_late(self) -> None:
        """It enters on that turn or never."""
        self.leave(self.ready, "removed", "BD-4.17d")

    @Battle.more_support.after("BD-4.17e")
    def drop(self) -> None:
        """Offers the German the air drop in a mobile or prepared assault of his on the first turn
        of the offensive (BD-4.17e). A mobile assault must leave it room in the hex."""
        mobile = self.battle_kind == MOBILE
        crowd = self.attackers.count() >= STACK_LIMIT
        room = only("BD-4.17e", ~(mobile & crowd), "the hex has no room for it")
        with (
            when(self.ready.any()),
            offer("air drop", GERMAN, "BD-4.17e", "air-drop", room, decline="no-air-drop"),
        ):
            assign(self.dropped, 1, "BD-4.17e")

    @Battle.dropped_factors.then("BD-4.17e")
    def in_support(self, factors: Int) -> Int:
        """The corps adds its defence factor to the attack (BD-4.17e)."""
        return self.dropped * self.factor

    @Battle.take_losses.instead("BD-4.17f")
    def surrender(self, former: Callable[[Int, Int], None], side: Int, lost: Int) -> None:
        """The corps may be given up in a bloodbath, in which it counts as its defence factor
        (BD-4.17f); it must if the other attackers are not enough."""
        owed = local(lost)
        bonus = self.attackers.sum(lambda u: self.battle.undivided(u, number(0), number(1)))
        others = self.strength.attack_total - self.factor + bonus
        with when(self.dropped), decide("paratroops", GERMAN, "BD-4.17f") as d:
            with d.option("give-up-paratroops"):
                self._end_drop("BD-4.17f")
                assign(owed, larger(lost - self.factor, 0))
            enough = only("BD-4.17f", others >= lost, "the other attackers are not enough")
            with d.option("keep-paratroops", 1, enough):
                pass
        former(side, owed)

    @Battle.concluded.after("BD-4.17e")
    def come_down(self, side: int) -> None:
        """If no defender is left in the hex, the corps is placed there (BD-4.17f), else it is
        eliminated (BD-4.17g)."""
        if side == GERMAN:
            with when(self.dropped):
                with either(occupied(SOVIET).contains(self.target)) as otherwise:
                    self._end_drop("BD-4.17g")
                    otherwise()
                    self.enter(self.corps, self.target, "BD-4.17f", GERMAN)

    def _end_drop(self, rule: str) -> None:
        """Eliminates the corps in its drop, by a rule."""
        self.events.eliminate_all(one_unit(self.corps), rule)
        assign(self.dropped, 0)

    # -- questions ----------------------------------------------------------------------------

    def define_queries(self) -> None:
        """Declares the query for the factors that the drop adds to the attack."""
        define_answer("german beyond factors", self.battle.dropped_factors())

"""Barbarossa Deluxe, section 15: the scenario 1942, What If?, in which the Soviet attacks first
across the border of 1941."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.fields import variable
from eastfront.systems.rules import Rules

from .arrivals import Arrivals
from .battle import Battle
from .evaluation import BACK, CITY, DECIDED, Evaluation
from .events import Events
from .ground import GERMAN, SOVIET
from .movement import Movement
from .section import OptionalRule
from .supply import Supply
from .turn import GameTurn

FACTORS = (5, 10), (4, 8)
"""The movement factors of all turns, in points, for each side those of its non-mechanised and of
its mechanised units (BD-15.6b)."""
LUFTWAFFE = 3
"""The Luftwaffe counters of every turn (BD-15.7a)."""
GOALS = ("1606", "1714", "1813", "2415", "2311", "2911")
"""The cities that the evaluation counts as the goals of the German: Moscow, Vilna, Minsk, Lvov,
Kiev and Odessa."""
ACROSS = 900
"""The weight of a city held across the border, in about ten thousandths of a won game. With `CITY`
it is more than the penalty for a city left empty near an enemy (`EMPTY`, `evaluation.OPEN`), so
that a garrison marches out to retake a lost city."""
EMPTY, CAPITAL = 600, 800
"""``EMPTY``: the penalty for a Soviet-controlled city east of the border without a unit in it, even
far behind the front: German strategic movement goes through any gap in the front. ``CAPITAL``: the
penalty that is added for Moscow."""
RINGS = 5
"""The number of rings around cities east of the border under German control; a hex with Soviet
units counts for each ring that holds it, as in `evaluation.BACK`."""
WIDEST = 32
"""The number of actions that the greedy policy tries in a decision."""
RESERVE = 5
"""The most Soviet units that are set up in the RVGK box (BD-15.3d)."""


class WhatIf(OptionalRule):
    """The rules of the scenario, which is decided by the cities on both sides of the border."""

    fought_twice = variable("soviet fight/fight used", Life.GAME)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the scenario is one of section 15 of the rulebook."""
        return bool(game.data.setup["section"] == 15)

    # -- 15.3: set-up and sequence ------------------------------------------------------------

    @GameTurn.place_freely.instead("BD-15.3d")
    def hold_back(self, former: Callable[[int, Int], None], side: int, u: Int) -> None:
        """Lets the Soviet set up as many as five units in the RVGK box (BD-15.3d), but none that
        must cover a hex of the border or is tied to certain hexes."""
        if side == GERMAN:
            former(side, u)
            return
        rule = self.game_turn.set_up_rule(side)
        room = only(
            "BD-15.3d",
            units_at("rvgk").count() < RESERVE,
            "at most five units are set up in the RVGK box",
        )
        with decide("placement", side, rule, about=u) as d:
            with d.hex("set-up", self.game_turn.set_up_hexes(side, u)) as at:
                self.enter(u, at, rule)
            with d.option("set-up-in-rvgk", ~self.game_turn.has_to_cover(side, u), room):
                self.leave(u, "rvgk", "BD-15.3d")

    @GameTurn.set_up_ready.after("BD-15.3d")
    def ready_reserve(self, side: int, nth: int) -> None:
        """Puts those of a side's units into the RVGK box for which the ready set-up says so
        (BD-15.3d)."""
        for row in self.game_turn.free_units(side, nth):
            for name in row["reserve"]:
                self.leave(self.unit(name), "rvgk", "BD-15.3d")

    @GameTurn.more_orders.after("BD-15.3b")
    def fight_twice(self, d: Decision) -> None:
        """Lets the Soviet use fight/fight once in the scenario; the German may too, by the window
        of 5.5 (BD-15.3b)."""
        once = only("BD-15.3b", self.fought_twice == 0, "fight/fight: once in the scenario")
        with d.option("fight-fight", 1, once):
            self.game_turn.declare_fight_fight()
            assign(self.fought_twice, 1, "BD-15.3b")

    # -- 15.4, 15.5: victory --------------------------------------------------------------------

    @property
    def east(self) -> Hexes:
        """The cities east of the border of 1941."""
        return self.cities - self.start_german

    @property
    def west(self) -> Hexes:
        """The cities west of the border of 1941, and the USIR."""
        return (self.cities & self.start_german) | one_hex(self.hex("2419"))

    @GameTurn.find_winner.instead()
    def by_cities(self, former: Callable[[], None]) -> None:
        """Ends the game after the last turn. The Soviet wins with control of every city east of the
        border of 1941 and of one west of it or the USIR (BD-15.4a), the German with all of these
        and a city east of it (BD-15.4b); supply does not matter. All else is a draw (BD-15.4c).
        ``former``, the victory of another scenario, is not played."""
        gained = (self.east & self.control(GERMAN)).any()
        lost = (self.west & self.control(SOVIET)).any()
        with when(by("BD-15.4a", ~gained & lost, otherwise=False)):
            end_game(SOVIET, 1, "BD-15.4a")
        with when(by("BD-15.4b", gained & ~lost, otherwise=False)):
            end_game(GERMAN, 1, "BD-15.4b")
        end_game(-1, 0, by("BD-15.4c", "BD-15.4c", otherwise=""))

    @Events.taken.after("BD-15.5a")
    def berlin(self, side: int, at: Int) -> None:
        """The Soviet wins as soon as he controls Berlin (BD-15.5a)."""
        if side == SOVIET:
            with when(at == self.data.map.labels["Berlin"]):
                end_game(SOVIET, 1, "BD-15.5a")

    @Events.taken.after("BD-15.5b")
    def moscow(self, side: int, at: Int) -> None:
        """The German wins as soon as he controls Moscow (BD-15.5b)."""
        if side == GERMAN:
            with when(at == self.data.map.labels["Moscow"]):
                end_game(GERMAN, 1, "BD-15.5b")

    # -- the evaluation -------------------------------------------------------------------------

    def define(self) -> None:
        """Declares the hexes near the cities east of the border under German control."""
        lost = self.east & self.control(GERMAN)
        self._back = self.evaluation.rings("a city lost in the east", lost, RINGS)

    @Evaluation.goals.instead()
    def near_cities(self, former: Callable[[], list[int]]) -> list[int]:
        """The goals of the German: Moscow, and the cities nearest to the border."""
        return [self.hex(name) for name in GOALS]

    @Evaluation.race.instead()
    def by_border(self, former: Callable[[], Int]) -> Int:
        """The value of the cities that each side holds across the border, of the conditions of
        victory, which grows toward the last turn, and of Soviet cities in the east without a
        garrison, less that of Soviet units near the cities lost there."""
        gained = (self.east & self.control(GERMAN)).count()
        lost = (self.west & self.control(SOVIET)).count()
        ahead = if_else((gained > 0) & (lost == 0), 1, if_else((lost > 0) & (gained == 0), -1, 0))
        played = self.turn - self.turns[0] + 1
        cities = (self.cities & self.german_control.hexes).count() * CITY
        bare = (self.east & self.control(SOVIET)) - occupied(SOVIET)
        moscow = bare.contains(self.data.map.labels["Moscow"])
        near = self.evaluation.in_rings(SOVIET, self._back)
        out = (gained - lost) * ACROSS + cities + ahead * played * played * DECIDED
        return out + bare.count() * EMPTY + moscow * CAPITAL - near * BACK

    @Rules.look_ahead.then()
    def wider(self, ahead: LookAhead | None) -> LookAhead | None:
        """Makes the greedy policy try more actions: many armies may be withdrawn into the reserve,
        and of sixteen actions drawn often none brings one out of it."""
        return ahead and replace(ahead, widest=WIDEST)

    # -- 15.6, 15.7: the turn record ------------------------------------------------------------

    @Arrivals.replacement_steps.then("BD-15.6a")
    def one_more(self, steps: Int, side: int, mech: int) -> Int:
        """There are no replacements on the first turn; later both sides have one step of each kind
        more than the turn record gives (BD-15.6a, reading D-52)."""
        return if_else(self.turn > self.turns[0], steps + 1, 0)

    @Movement.printed_factor.then("BD-15.6b")
    def factors(self, points: Int, side: int, mech: Int) -> Int:
        """The movement factors of every turn are 10 and 5 for the German side, 8 and 4 for the
        Soviet, mechanised and not (BD-15.6b)."""
        slow, fast = FACTORS[side]
        return if_else(mech, fast, slow)

    @Battle.luftwaffe_due.then("BD-15.7a")
    def luftwaffe(self, due: Int) -> Int:
        """The German has three Luftwaffe counters every turn (BD-15.7a)."""
        return number(LUFTWAFFE)

    # -- 15.8: forces ---------------------------------------------------------------------------

    @Battle.airborne_limits.then("BD-15.8e")
    def without_luftwaffe(self, limits: list[Limit]) -> list[Limit]:
        """The airborne assault, which may be used once, does not support a battle with Luftwaffe
        support (BD-15.8e)."""
        none = self.battle.with_luftwaffe == 0
        text = "no airborne assault in a battle with Luftwaffe support"
        return [*limits, only("BD-15.8e", none, text)]

    @Supply.offensive.then("BD-15.8i")
    def at_full_strength(self, supplied: Int, unit: Number) -> Int:
        """Offensive supply is not used: a Soviet unit in overland supply attacks as if it had such
        supply (BD-15.8i)."""
        return self.supply.soviet_overland.contains(place_of(unit))

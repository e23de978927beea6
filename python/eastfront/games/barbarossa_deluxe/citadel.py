"""Barbarossa Deluxe, 14.1 to 14.7: the scenario Operation Citadel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import Rules
from eastfront.systems.sections import rule

from .evaluation import CITY, DECIDED, LOST, Evaluation
from .ground import GERMAN, SOVIET
from .offensive import Offensive
from .section import OptionalRule
from .turn import GameTurn

NEEDED = 7
"""The cities that the Soviet has to gain (BD-14.4b)."""
LENINGRAD, KIEV, GOTENKOPF = "1011", "2311", "3105"
GAINED, SPARE = 900, 250
"""The weights of a city gained by the Soviet, up to the number that he needs and beyond it, in
about ten thousandths of a won game."""
SIEGE = 3000
"""The weight of a hex next to Leningrad with German units: one such hex at the end loses the game,
so it weighs more than any city."""
RINGS, NEAR = 5, 12
"""``NEAR``: the weight of a hex with Soviet units, once for each number of hexes up to ``RINGS``
within which a goal is: a German-controlled city, or a German-controlled hex next to Leningrad."""
SUPPLIED = 30
"""The weight of a Soviet attack factor in offensive supply on a goal or next to one, for which the
supply markers are placed where the Soviet is about to attack."""
WIDEST = 32
"""The number of actions that the greedy policy tries in a decision, as in 1942, What If?."""


class Citadel(OptionalRule):
    """The rules of the scenario, in which the Soviet has to liberate the Ukraine."""

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the scenario is one of section 14 without the offensive of 4.17."""
        return bool(game.data.setup["section"] == 14) and not Offensive.played(game)

    def define(self) -> None:
        """Declares the hexes of the conditions of victory, and those near a German-controlled city
        or a German-controlled hex next to Leningrad."""
        rivers, kiev = self.data.map.river_names, self.hex(KIEV)
        banks = {h for pair, river in rivers.items() if river == "Dnepr" for h in pair}
        banks -= {c for a, _, c in self.steps if a == kiev}
        below = (kiev // self.data.map.width + 1) * self.data.map.width
        self.lower_dnepr = self.b.hex_set("lower Dnepr", sorted(h for h in banks if h >= below))
        self._around = one_hex(self.hex(LENINGRAD)).adjacent()
        goals = (self.cities | self._around) & self.german_control.hexes
        self._rings = self.evaluation.rings("a Soviet goal", goals, RINGS)

    # -- 14.4: victory ------------------------------------------------------------------------

    @property
    def kept(self) -> Int:
        """Says whether the Soviet controls, in overland supply, all cities that he controlled at
        the start (BD-14.4a)."""
        own = self.cities - self.start_german
        held = self.control(SOVIET) & self.supply.soviet_overland
        return by("BD-14.4a", ~(own - held).any(), otherwise=True)

    @property
    def gained(self) -> Int:
        """The cities that the Soviet has gained from the German, whatever their supply (BD-14.4b).
        The Dnepr south of Kiev counts as one, if no German-side unit in overland supply is next to
        it (BD-14.4d), and so does 3105, if no German-side unit is there (BD-14.4e)."""
        cities = (self.cities & self.start_german & self.control(SOVIET)).count()
        corps = self.germans.where(self.supply.german_is_overland)
        dnepr = by("BD-14.4d", ~corps.inside(self.lower_dnepr).any())
        return cities + dnepr + by("BD-14.4e", ~occupied(GERMAN).contains(self.hex(GOTENKOPF)))

    @property
    def siege(self) -> Int:
        """The hexes next to Leningrad with German-side units (BD-14.4c)."""
        return by("BD-14.4c", (occupied(GERMAN) & self._around).count())

    @property
    def met(self) -> Int:
        """Says whether the Soviet meets all conditions of victory (BD-14.4a, BD-14.4b,
        BD-14.4c)."""
        enough = by("BD-14.4b", self.gained >= NEEDED, otherwise=True)
        return self.kept & enough & (self.siege == 0)

    @GameTurn.find_winner.instead()
    def liberated(self, former: Callable[[], None]) -> None:
        """Ends the game after the last turn (reading D-50): the Soviet wins if he meets all of his
        conditions (BD-14.4b), else the German. There are no draws. ``former``, the victory of
        another scenario, is not played."""
        with when(self.met):
            end_game(SOVIET, 1, "BD-14.4b")
        self._else_the_german()

    @rule("BD-14.4f", otherwise=lambda _: end_game(-1, 0, ""))
    def _else_the_german(self) -> None:
        """Ends the game with a German win (BD-14.4f)."""
        end_game(GERMAN, 1, "BD-14.4f")

    # -- the evaluation -----------------------------------------------------------------------

    @Evaluation.goals.instead()
    def soviet_cities(self, former: Callable[[], list[int]]) -> list[int]:
        """The goals of the German: the cities that are Soviet at the start."""
        return self.evaluation.soviet_at_start

    @Evaluation.race.instead()
    def liberation(self, former: Callable[[], Int]) -> Int:
        """The value of the cities that each side has gained, of the siege of Leningrad, of Soviet
        units near their goals and of offensive supply there, and of the conditions of victory,
        which grows toward the last turn."""
        gained, own = self.gained, self.cities - self.start_german
        worth = if_else(
            gained > NEEDED, NEEDED * GAINED + (gained - NEEDED) * SPARE, gained * GAINED
        )
        lost = (own - self.control(SOVIET)).count() * (LOST + CITY)
        close = self.evaluation.in_rings(SOVIET, self._rings) * NEAR
        ready = self.there(SOVIET).inside(self._rings[0]).where(self.supply.offensive)
        close = close + ready.sum(self.attack) * SUPPLIED
        played = self.turn - self.turns[0] + 1
        met = if_else(self.met, -1, 1) * played * played * DECIDED
        return lost + self.siege * SIEGE - worth - close + met

    @Rules.look_ahead.then()
    def wider(self, ahead: LookAhead | None) -> LookAhead | None:
        """Makes the greedy policy try more actions: of sixteen places drawn for a supply marker, or
        sixteen armies, often none is near a goal."""
        return ahead and replace(ahead, widest=WIDEST)

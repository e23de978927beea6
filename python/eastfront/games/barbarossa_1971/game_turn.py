"""Barbarossa (1971): the sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure, step, value

from .board import AXIS, SOVIET
from .movement import FIRST, SECOND
from .section import Section

BEFORE, FIGHTING, AFTER = range(3)
"""Where a Player-Turn stands: in its First Movement Phase, its Combat Phase, or its Second."""


class GameTurn(Section):
    """Game-Turns of a month, Axis first."""

    stage = variable("stage of the Player-Turn", Life.PLAYER_TURN, limits=(BEFORE, AFTER))

    @value
    def calendar(self) -> tuple[int, int]:
        """The first and the last turn."""
        last, track = self.data.setup["last_turn"], self.data.charts["turn-track"]["turn"]
        if not in_force("SPI-LEN-A"):
            last = track[-1]["turn"]
        return int(self.data.setup["first_turn"]), int(last)

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """The turns of the game, from its set-up to its end."""
        self.deployment.set_up()
        with loop():
            note("turn", self.turn)
            self.weather.thaw()
            self.campaign.reduce_luftwaffe()
            for side in (AXIS, SOVIET) if in_force("SPI-SEQ-A") else (SOVIET, AXIS):
                self.player_turn(side)
            self.turn_over()
            self.victory.end_game_turn()
            over(Life.GAME_TURN)
            self.campaign.next_turn()
            assign(self.turn, self.turn + 1)

    @step
    def turn_over(self) -> None:
        """Both sides have moved."""

    @procedure("{side} player turn")
    def player_turn(self, side: int) -> None:
        """Movement, combat, movement (SPI-SEQ-B)."""
        assign(self.phasing, side)
        self.supply.look_round(side)
        self.victory.begin(side)
        if in_force("SPI-SEQ-C"):
            self._move(side, FIRST)
        if in_force("SPI-SEQ-D"):
            self._fight(side)
        if in_force("SPI-SEQ-E"):
            self._move(side, SECOND)
        if not in_force("SPI-SEQ-F"):
            self._fight(side)
        self.supply.starve(side)
        self.victory.look()
        self.victory.end_player_turn(side)
        over(Life.PLAYER_TURN)

    def _fight(self, side: int) -> None:
        """A Combat Phase, and a look at what it leaves."""
        assign(self.stage, FIGHTING)
        self.combat.phase(side)
        self.victory.look()

    def _move(self, side: int, phase: int) -> None:
        """A Movement Phase with all that belongs to its two ends."""
        assign(self.stage, BEFORE if phase == FIRST else AFTER)
        if phase == FIRST:
            self.arrivals.arrive(side)
            if side == AXIS:
                self.campaign.replace()
        self.breakdown.round(side, 1)
        self.rail.phase(side, phase)
        self.movement.march_phase(side)
        self.overruns.end_phase()
        self.straits.end_phase(side)
        self.breakdown.round(side, 0)
        self.stacking.reduce(side)
        over(Life.PHASE)
        self.victory.look()

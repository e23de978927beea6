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
        self.deployment.set_up()  # SPI-DEPLOY-A, SPI-DEPLOY-B
        with loop():
            note("turn", self.turn)
            self.weather.thaw()  # SPI-WINTER-E
            self.campaign.reduce_luftwaffe()  # SPI-CAMP-D1
            for side in (AXIS, SOVIET) if in_force("SPI-SEQ-A") else (SOVIET, AXIS):
                self.player_turn(side)
            self.turn_over()  # SPI-MVIC-6
            self.victory.end_game_turn()  # SPI-LEN-B, SPI-CVIC-E2
            over(Life.GAME_TURN)
            self.campaign.next_turn()  # SPI-CAMP-RB1
            assign(self.turn, self.turn + 1)  # SPI-SEQ-G

    @step
    def turn_over(self) -> None:
        """Both sides have moved."""

    @procedure("{side} player turn")
    def player_turn(self, side: int) -> None:
        """Movement, combat, movement (SPI-SEQ-B)."""
        assign(self.phasing, side)
        self.supply.look_round(side)  # SPI-SUPPLY-A1
        self.victory.begin(side)  # SPI-CVIC-S2B, SPI-CVIC-S3
        if in_force("SPI-SEQ-C"):
            self._move(side, FIRST)
        if in_force("SPI-SEQ-D"):
            self._fight(side)
        if in_force("SPI-SEQ-E"):
            self._move(side, SECOND)
        if not in_force("SPI-SEQ-F"):
            self._fight(side)
        self.supply.starve(side)  # SPI-SUPPLY-A2
        self.victory.look()  # SPI-CVIC-S1
        self.victory.end_player_turn(side)  # SPI-CVIC-A1, SPI-CVIC-A2, SPI-CVIC-S3
        over(Life.PLAYER_TURN)

    def _fight(self, side: int) -> None:
        """A Combat Phase, and a look at what it leaves."""
        assign(self.stage, FIGHTING)  # SPI-SEQ-D
        self.combat.phase(side)
        self.victory.look()  # SPI-CVIC-S1

    def _move(self, side: int, phase: int) -> None:
        """A Movement Phase with all that belongs to its two ends."""
        assign(self.stage, BEFORE if phase == FIRST else AFTER)  # SPI-SEQ-C, SPI-SEQ-E
        if phase == FIRST:
            self.arrivals.arrive(side)  # SPI-SEQ-H
            if side == AXIS:
                self.campaign.replace()  # SPI-CAMP-R0
        self.breakdown.round(side, 1)  # SPI-BREAK-C1, SPI-BREAK-C2
        self.rail.phase(side, phase)  # SPI-RAIL-M2, SPI-RAIL-O2
        self.movement.march_phase(side)  # SPI-SEQ-C, SPI-SEQ-E
        self.overruns.end_phase()  # SPI-OVR-GEN5
        self.straits.end_phase(side)  # SPI-MOVE-L2, SPI-MOVE-L3
        self.breakdown.round(side, 0)  # SPI-BREAK-C3
        self.stacking.reduce(side)  # SPI-STACK-A
        over(Life.PHASE)
        self.victory.look()  # SPI-CVIC-S1

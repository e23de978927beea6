"""Barbarossa (1971): the sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, SOVIET
from .movement import FIRST, SECOND
from .section import Section

BEFORE, FIGHTING, AFTER = range(3)
"""The stages of a Player-Turn: First Movement Phase, Combat Phase, Second Movement Phase."""


class GameTurn(Section):
    """Game-Turns of one month each; the Axis moves first."""

    stage = variable("stage of the Player-Turn", Life.PLAYER_TURN, limits=(BEFORE, AFTER))

    @value
    def calendar(self) -> tuple[int, int]:
        """The first and the last turn of a game; each standard game has a fixed length of its own
        (SPI-LEN-A)."""
        track = self.data.charts["turn-track"]["turn"]
        last = by("SPI-LEN-A", self.data.setup["last_turn"], otherwise=track[-1]["turn"])
        return int(self.data.setup["first_turn"]), int(last)

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """Plays the turns of the game, from its set-up to its end.

        A Game-Turn of one month (SPI-SEQ-G) is an Axis and then a Soviet Player-Turn (SPI-SEQ-A).
        """
        self.deployment.set_up()  # SPI-DEPLOY-A, SPI-DEPLOY-B
        with loop():
            note("turn", self.turn)
            self.weather.thaw()  # SPI-WINTER-E
            self.campaign.reduce_luftwaffe()  # SPI-CAMP-D1
            for side in by("SPI-SEQ-A", (AXIS, SOVIET), otherwise=(SOVIET, AXIS)):
                self.player_turn(side)
            self.turn_over()  # SPI-MVIC-6
            self.victory.end_game_turn()  # SPI-LEN-B, SPI-CVIC-E2
            over(Life.GAME_TURN)
            self.campaign.next_turn()  # SPI-CAMP-RB1
            assign(self.turn, self.turn + 1)  # SPI-SEQ-G

    @step
    def turn_over(self) -> None:
        """Marks the point for rules that apply after both Player-Turns."""

    @procedure("{side} player turn")
    def player_turn(self, side: int) -> None:
        """Plays a Player-Turn of a side: First Movement Phase, Combat Phase, Second Movement Phase
        (SPI-SEQ-B)."""
        assign(self.phasing, side)
        self.supply.look_round(side)  # SPI-SUPPLY-A1
        self.victory.begin(side)  # SPI-CVIC-S2B, SPI-CVIC-S3
        self._first_movement_phase(side)
        self._combat_phase(side)
        self._second_movement_phase(side)
        self._no_combat_phase(side)
        self.supply.starve(side)  # SPI-SUPPLY-A2
        self.victory.look()  # SPI-CVIC-S1
        self.victory.end_player_turn(side)  # SPI-CVIC-A1, SPI-CVIC-A2, SPI-CVIC-S3
        over(Life.PLAYER_TURN)

    @rule("SPI-SEQ-C")
    def _first_movement_phase(self, side: int) -> None:
        """Plays the First Movement Phase: reinforcements arrive, then the side may move any or all
        of its units (SPI-SEQ-C)."""
        assign(self.stage, BEFORE)
        self.arrivals.arrive(side)  # SPI-SEQ-H
        if side == AXIS:
            self.campaign.replace()  # SPI-CAMP-R0
        self._move(side, FIRST)

    @rule("SPI-SEQ-D")
    def _combat_phase(self, side: int) -> None:
        """Plays the Combat Phase: the side may attack adjacent enemies (SPI-SEQ-D); then victory is
        checked."""
        assign(self.stage, FIGHTING)
        self.combat.phase(side)
        self.victory.look()  # SPI-CVIC-S1

    @rule("SPI-SEQ-E")
    def _second_movement_phase(self, side: int) -> None:
        """Plays the Second Movement Phase: the side may again move any or all of its units, with
        fresh movement points (SPI-SEQ-E)."""
        assign(self.stage, AFTER)
        self._move(side, SECOND)

    @rule("SPI-SEQ-F", otherwise=_combat_phase)
    def _no_combat_phase(self, side: int) -> None:
        """Plays no Combat Phase after the Second Movement Phase, which ends the Player-Turn
        (SPI-SEQ-F)."""

    def _move(self, side: int, phase: int) -> None:
        """Plays a Movement Phase, with the steps at its beginning and end."""
        self.breakdown.round(side, 1)  # SPI-BREAK-C1, SPI-BREAK-C2
        self.rail.phase(side, phase)  # SPI-RAIL-M2, SPI-RAIL-O2
        self.movement.march_phase(side)  # SPI-SEQ-C, SPI-SEQ-E
        self.overruns.end_phase()  # SPI-OVR-GEN5
        self.straits.end_phase(side)  # SPI-MOVE-L2, SPI-MOVE-L3
        self.breakdown.round(side, 0)  # SPI-BREAK-C3
        self.stacking.reduce(side)  # SPI-STACK-A
        over(Life.PHASE)
        self.victory.look()  # SPI-CVIC-S1

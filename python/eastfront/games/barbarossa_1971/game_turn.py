"""Barbarossa (1971): the sequence of play, in Game-Turns, Player-Turns and phases."""

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
    """The sequence of play, in Game-Turns of one month each; the Axis moves first."""

    stage = variable("stage of the Player-Turn", Life.PLAYER_TURN, limits=(BEFORE, AFTER))

    @value
    def calendar(self) -> tuple[int, int]:
        """The first and the last Game-Turn of the game; the number of Game-Turns is fixed for each
        standard game (SPI-LEN-A)."""
        track = self.data.charts["turn-track"]["turn"]
        last = by("SPI-LEN-A", self.data.setup["last_turn"], otherwise=track[-1]["turn"])
        return int(self.data.setup["first_turn"]), int(last)

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """Plays the Game-Turns of the game, from its set-up to its end; ``former``, the sequence
        that this one replaces, is not played.

        A Game-Turn is an Axis and then a Soviet Player-Turn (SPI-SEQ-A); after it the turn marker
        advances by a month (SPI-SEQ-G). As a turn begins, units on thawed lakes go ashore
        (WINTER-E), and each March of the campaign the Axis loses an air unit (CAMP-D1). As it ends,
        victory is judged (MVIC-6, LEN-B, CVIC-E2), and lost units come a turn nearer to return
        (CAMP-RB1).
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
        """Marks the moment after both Player-Turns of a Game-Turn, before victory is judged. Rules
        of other sections act then: with modified victory conditions, the players may agree to end
        the game."""

    @procedure("{side} player turn")
    def player_turn(self, side: int) -> None:
        """Plays a Player-Turn of a side: First Movement Phase, Combat Phase, Second Movement Phase
        (SPI-SEQ-B).

        Units out of General Supply are marked as the Player-Turn begins (SUPPLY-A1), and are lost
        as it ends if no supply has reached them (SUPPLY-A2). The number of exited Soviet armies is
        recorded at the beginning (CVIC-S2B, CVIC-S3), and the campaign's conditions of victory are
        checked at the end (CVIC-S1 to S3, CVIC-A1 to A3).
        """
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
        """Plays the First Movement Phase: reinforcements arrive (SEQ-H), for the Axis in the
        campaign also replacements (CAMP-R0), then the side may move any or all of its units
        (SPI-SEQ-C)."""
        assign(self.stage, BEFORE)
        self.arrivals.arrive(side)  # SPI-SEQ-H
        if side == AXIS:
            self.campaign.replace()  # SPI-CAMP-R0
        self._move(side, FIRST)

    @rule("SPI-SEQ-D")
    def _combat_phase(self, side: int) -> None:
        """Plays the Combat Phase: the side may attack adjacent enemies (SPI-SEQ-D); then the Soviet
        wins a campaign in which no Axis unit is left on the map (CVIC-S1)."""
        assign(self.stage, FIGHTING)
        self.combat.phase(side)
        self.victory.look()  # SPI-CVIC-S1

    @rule("SPI-SEQ-E")
    def _second_movement_phase(self, side: int) -> None:
        """Plays the Second Movement Phase: the side may again move any or all of its units, each
        with its whole movement allowance (SPI-SEQ-E)."""
        assign(self.stage, AFTER)
        self._move(side, SECOND)

    @rule("SPI-SEQ-F", otherwise=_combat_phase)
    def _no_combat_phase(self, side: int) -> None:
        """Plays nothing: the Player-Turn ends after the Second Movement Phase, and no second Combat
        Phase follows (SPI-SEQ-F)."""

    def _move(self, side: int, phase: int) -> None:
        """Plays a Movement Phase of a side, the First or the Second.

        At its beginning armies break down and combine (BREAK-C1, BREAK-C2) and units go by rail
        (RAIL-M2, RAIL-O2); then units march and overrun. At its end overrun units are removed
        (OVR-GEN5), rests at the Kerch Straits are recorded (MOVE-L2, MOVE-L3), units combine
        (BREAK-C3), and units above the stacking limit are lost (STACK-A).
        """
        self.breakdown.round(side, 1)  # SPI-BREAK-C1, SPI-BREAK-C2
        self.rail.phase(side, phase)  # SPI-RAIL-M2, SPI-RAIL-O2
        self.movement.march_phase(side)  # SPI-SEQ-C, SPI-SEQ-E
        self.overruns.end_phase()  # SPI-OVR-GEN5
        self.straits.end_phase(side)  # SPI-MOVE-L2, SPI-MOVE-L3
        self.breakdown.round(side, 0)  # SPI-BREAK-C3
        self.stacking.reduce(side)  # SPI-STACK-A
        over(Life.PHASE)
        self.victory.look()  # SPI-CVIC-S1

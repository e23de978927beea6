"""Barbarossa (1971): victory in the standard games and in the campaign."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, SOVIET
from .losses import Losses
from .section import Section, in_the_campaign

MOST_LOST = 999
MOST_TURNS = 99
ARMIES_CLEAR, ARMIES = 10, 20
"""Soviet armies that exit over the west edge, without and with Axis units in the Soviet Union."""
LINE_TURNS = 2
"""Consecutive Soviet Player-Turns for which the line of supply is kept."""
EMPTY_TURNS = 2
"""Consecutive turns without a Soviet unit."""
WEST_CLEAR_TURNS = 12
"""Consecutive turns without a Soviet unit west of the Campaign Victory Line."""
CITY_TURNS = 6
"""Consecutive turns with all Soviet cities."""


class Victory(Section):
    """Victory points, and conditions held for consecutive turns."""

    lost_points = variable("points lost", Life.GAME, most=MOST_LOST)
    exited = variable("armies exited", Life.GAME, most=MOST_TURNS)
    line_kept = variable("turns of a line after ten armies", Life.GAME, most=MOST_TURNS)
    line_kept_more = variable("turns of a line after twenty armies", Life.GAME, most=MOST_TURNS)
    line_began = variable(
        "armies exited as the turn began with a line", Life.PLAYER_TURN, most=MOST_TURNS
    )
    empty = variable("turns without Soviet units", Life.GAME, most=MOST_TURNS)
    clear_west = variable("turns without Soviets west of the line", Life.GAME, most=MOST_TURNS)
    held = variable("turns with all Soviet cities", Life.GAME, most=MOST_TURNS)
    held_at_noon = variable("all Soviet cities held as the Axis ended", Life.GAME_TURN)

    def define(self) -> None:
        """Declares the hexes west of the Campaign Victory Line."""
        self.west = self.hexes_with("west-of-victory-line")

    # -- LEN: points -------------------------------------------------

    @Losses.destroyed.before()
    def _score_losses(self, units: Units) -> None:
        """Destroyed units count against the Axis score (SPI-LEN-C, SPI-MVIC-3)."""
        worth = (units & self.of[AXIS]).sum(self.loss_points)
        assign(self.lost_points, smaller(self.lost_points + worth, MOST_LOST))

    @step
    def returned(self, unit: Int) -> None:
        """A point for rules on a destroyed unit that returns."""

    def forgive(self, unit: Int) -> None:
        """A destroyed unit no longer counts as lost."""
        assign(self.lost_points, larger(self.lost_points - self.loss_points(unit), 0))

    @value
    def score(self) -> Int:
        """The score of the Axis: its cities, less its destroyed units."""
        return self.towns.worth(AXIS) - self.lost_points

    @value
    def par(self) -> Int:
        """The score that is a draw in a standard game (SPI-LEN-C)."""
        return number(int(self.data.charts["victory"]["par"].get(self.data.scenario, 0)))

    def judge(self) -> None:
        """SPI-LEN-B: a standard game is judged once, after its last turn."""
        self._compare()
        end_game(-1, 0, by("SPI-LEN-B", "SPI-LEN-B"))

    @rule("SPI-LEN-C")
    def _compare(self) -> None:
        """SPI-LEN-C: points decide a standard game, by comparison with par."""
        score = local(self.score())
        with when(score > self.par()):
            end_game(AXIS, 1, "SPI-LEN-C")
        with when(score < self.par()):
            end_game(SOVIET, 1, "SPI-LEN-C")

    # -- CVIC-S1 to E2: the campaign ---------------------------------

    def count_exit(self, unit: Int) -> None:
        """R44: counts an army that exits over the western edge."""
        assign(self.exited, smaller(self.exited + self.armies.contains(unit), MOST_TURNS))

    @step
    @rule("SPI-CVIC-E1")
    def won(self, side: int, rule: str) -> None:
        """A side has met a condition, and the game ends at once."""
        end_game(side, 1, rule)

    @in_the_campaign
    @rule("SPI-CVIC-S1")
    def look(self) -> None:
        """SPI-CVIC-S1: the Soviet wins when no Axis unit is left."""
        with when(~self.there(AXIS).any()):
            self.won(SOVIET, "SPI-CVIC-S1")

    @property
    def line_west(self) -> Int:
        """Whether a Soviet line of supply runs off the western edge (SPI-CVIC-S2B, S3)."""
        return (self.supply.traced[SOVIET] & self.western_edge).any()

    @in_the_campaign
    def begin(self, side: int) -> None:
        """Records at the start of a Soviet Player-Turn whether there is a line (SPI-CVIC-S2B,
        S3)."""
        if side == SOVIET:
            assign(self.line_began, if_else(self.line_west, self.exited, 0))

    @procedure("{side} conditions of victory")
    @in_the_campaign
    def end_player_turn(self, side: int) -> None:
        """Checks the conditions of victory at the end of a side's Second Movement Phase."""
        if side == AXIS:
            self._axis_turns()
        else:
            self._soviet_turns()

    def _on_end(self, count: Int, holds: Int) -> None:
        """Counts consecutive turns in which a condition holds."""
        assign(count, if_else(holds, smaller(count + 1, MOST_TURNS), 0))

    def _win(self, side: int, rule: str, count: Int, turns: int, further: Number = 1) -> None:
        """A side wins that has held a condition for a number of turns (SPI-CVIC-A1, SPI-CVIC-A2).

        ``further`` is an additional condition, of one of them (SPI-CVIC-S2A).
        """
        if in_force(rule):
            with when((count >= turns) & further):
                self.won(side, rule)

    def _axis_turns(self) -> None:
        """The conditions of the Axis: no Soviet unit, none west of the line, all cities
        (SPI-CVIC-A1 to A3)."""
        soviets = self.there(SOVIET)
        self._on_end(self.empty, ~soviets.any())
        self._on_end(self.clear_west, ~soviets.inside(self.west).any())
        self._win(AXIS, "SPI-CVIC-A1", self.empty, EMPTY_TURNS)
        self._win(AXIS, "SPI-CVIC-A2", self.clear_west, WEST_CLEAR_TURNS)
        assign(self.held_at_noon, self._holds_all())

    def _soviet_turns(self) -> None:
        """How long cities and lines of supply were kept (SPI-CVIC-A3, SPI-CVIC-S2A, S2B, S3)."""
        self._on_end(self.held, (self.held_at_noon == 1) & self._holds_all())
        self._win(AXIS, "SPI-CVIC-A3", self.held, CITY_TURNS)
        self._on_end(self.line_kept, (self.line_began >= ARMIES_CLEAR) & self.line_west)
        self._on_end(self.line_kept_more, (self.line_began >= ARMIES) & self.line_west)
        driven_out = ~self.there(AXIS).inside(self.union).any()
        out = by("SPI-CVIC-S2A", driven_out, otherwise=True)
        self._win(SOVIET, "SPI-CVIC-S2B", self.line_kept, LINE_TURNS, out)
        self._win(SOVIET, "SPI-CVIC-S3", self.line_kept_more, LINE_TURNS)

    def _holds_all(self) -> Int:
        """Whether the Axis controls every Soviet city, on a line from the western edge
        (SPI-CVIC-A3)."""
        soviet = self.cities & self.union
        open_ = self.supply.open[AXIS]
        lines = [flood(self.edges[AXIS] & open_, open_, mask) for mask in self.lines]
        line = if_else(self.frozen, lines[1], lines[0])
        return ~(soviet - (self.towns.control(AXIS) & line)).any()

    def end_game_turn(self) -> None:
        """After the last turn a standard game is decided by points, and the campaign is a draw."""
        with when(self.turn >= self.turns[1]):
            if self.is_campaign:
                self._without_points()
            else:
                self.judge()

    @rule("SPI-CVIC-0", otherwise=judge)
    def _without_points(self) -> None:
        """The campaign is won by conditions, not by points."""
        self.out_of_time()

    @step
    def out_of_time(self) -> None:
        """SPI-CVIC-E2: a game that nobody has won by its end is a draw."""
        end_game(-1, 0, by("SPI-CVIC-E2", "SPI-CVIC-E2"))

    def define_queries(self) -> None:
        """Declares the query for the score."""
        self.b.query("score", 0, self.score)

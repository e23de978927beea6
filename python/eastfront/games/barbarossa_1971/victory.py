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
"""The numbers of Soviet armies that must exit over the western edge for a Soviet win: the first if
no Axis unit is left in the Soviet Union, the second otherwise (CVIC-S2A, CVIC-S3)."""
LINE_TURNS = 2
"""The number of consecutive Soviet Player-Turns for which the Soviet must keep a line of supply off
the western edge to win (CVIC-S2B, CVIC-S3)."""
EMPTY_TURNS = 2
"""The number of consecutive Axis Player-Turns that must end without a Soviet unit on the map for an
Axis win (CVIC-A1)."""
WEST_CLEAR_TURNS = 12
"""The number of consecutive Axis Player-Turns that must end without a Soviet unit west of the
Campaign Victory Line for an Axis win (CVIC-A2)."""
CITY_TURNS = 6
"""The number of consecutive Game-Turns in which the Axis must control all Soviet cities to win
(CVIC-A3)."""


class Victory(Section):
    """Victory points, and the campaign's conditions of victory, some of which a side must meet in
    consecutive turns."""

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
        """Counts the points of destroyed Axis units, which the Soviet scores against the Axis city
        points (SPI-LEN-C, SPI-MVIC-3)."""
        worth = (units & self.of[AXIS]).sum(self.loss_points)
        assign(self.lost_points, smaller(self.lost_points + worth, MOST_LOST))

    @step
    def returned(self, unit: Int) -> None:
        """Marks the moment when a destroyed unit comes back as a replacement. Rules of other
        sections act then: with modified victory conditions, the points of the unit no longer
        count."""

    def forgive(self, unit: Int) -> None:
        """Subtracts the victory points of a destroyed Axis unit from the points that the Soviet has
        scored for losses."""
        assign(self.lost_points, larger(self.lost_points - self.loss_points(unit), 0))

    @value
    def score(self) -> Int:
        """The score: the points of the cities that the Axis controls, less the points of destroyed
        Axis units."""
        return self.towns.worth(AXIS) - self.lost_points

    @value
    def par(self) -> Int:
        """The score that is a draw in a standard game (SPI-LEN-C)."""
        return number(int(self.data.charts["victory"]["par"].get(self.data.scenario, 0)))

    def judge(self) -> None:
        """Ends a standard game after the Soviet Second Movement Phase of its last turn, the only
        time at which its victory is judged (SPI-LEN-B); a score equal to the par of the game is a
        draw."""
        self._compare()
        end_game(-1, 0, by("SPI-LEN-B", "SPI-LEN-B"))

    @rule("SPI-LEN-C")
    def _compare(self) -> None:
        """Ends a standard game by victory points: the Axis wins with a score above the par of the
        game, the Soviet with a score below (SPI-LEN-C). The score includes the points of cities."""
        score = local(self.score())
        with when(score > self.par()):
            end_game(AXIS, 1, "SPI-LEN-C")
        with when(score < self.par()):
            end_game(SOVIET, 1, "SPI-LEN-C")

    # -- CVIC-S1 to E2: the campaign ---------------------------------

    def count_exit(self, unit: Int) -> None:
        """Counts a Soviet unit that exits over the western edge if the unit is an army; by reading
        R44 corps do not count."""
        assign(self.exited, smaller(self.exited + self.armies.contains(unit), MOST_TURNS))

    @step
    @rule("SPI-CVIC-E1")
    def won(self, side: int, rule: str) -> None:
        """Ends the campaign at once with a win of a side, as the side meets a condition of victory
        (SPI-CVIC-E1); ``rule`` is the rule that states the condition."""
        end_game(side, 1, rule)

    @in_the_campaign
    @rule("SPI-CVIC-S1")
    def look(self) -> None:
        """Ends the campaign with a Soviet win if no Axis unit is left on the map, because all have
        been destroyed or forced off (SPI-CVIC-S1)."""
        with when(~self.there(AXIS).any()):
            self.won(SOVIET, "SPI-CVIC-S1")

    @property
    def line_west(self) -> Int:
        """Says whether a Soviet line of General Supply runs off the western map edge (SPI-CVIC-S2B,
        S3)."""
        return (self.supply.traced[SOVIET] & self.western_edge).any()

    @in_the_campaign
    def begin(self, side: int) -> None:
        """Records, if the Player-Turn of ``side`` that begins is the Soviet one, the number of
        Soviet armies that have exited so far; 0 if no Soviet supply line runs off the western edge
        (SPI-CVIC-S2B, SPI-CVIC-S3)."""
        if side == SOVIET:
            assign(self.line_began, if_else(self.line_west, self.exited, 0))

    @procedure("{side} conditions of victory")
    @in_the_campaign
    def end_player_turn(self, side: int) -> None:
        """Checks the campaign's conditions of victory as a side's Second Movement Phase ends."""
        if side == AXIS:
            self._axis_turns()
        else:
            self._soviet_turns()

    def _on_end(self, count: Int, holds: Int) -> None:
        """Adds 1 to a count of consecutive turns if the condition that it counts holds, that is, if
        ``holds`` is nonzero; else sets the count to 0."""
        assign(count, if_else(holds, smaller(count + 1, MOST_TURNS), 0))

    def _win(self, side: int, rule: str, count: Int, turns: int, further: Number = 1) -> None:
        """Makes a side win the game, by a rule, if ``count`` has reached ``turns``. ``count`` is
        the number of consecutive turns in which a condition was met: two turns are needed without a
        Soviet unit on the map (SPI-CVIC-A1), twelve without one west of the Campaign Victory Line
        (SPI-CVIC-A2).

        The side wins only if ``further`` is true as well: in `_soviet_turns`, that no Axis unit is
        left in the Soviet Union (SPI-CVIC-S2A).
        """
        if in_force(rule):
            with when((count >= turns) & further):
                self.won(side, rule)

    def _axis_turns(self) -> None:
        """Ends the campaign with an Axis win as the Axis Second Movement Phase ends, if no Soviet
        unit is on the map at that time in two consecutive Axis Player-Turns (SPI-CVIC-A1), or none
        is west of the Campaign Victory Line in twelve (SPI-CVIC-A2).

        The method also records whether the Axis controls all Soviet cities (SPI-CVIC-A3).
        `_soviet_turns` counts the Game-Turn if the Axis also controls all these cities at the end
        of the Soviet Player-Turn.
        """
        soviets = self.there(SOVIET)
        self._on_end(self.empty, ~soviets.any())
        self._on_end(self.clear_west, ~soviets.inside(self.west).any())
        self._win(AXIS, "SPI-CVIC-A1", self.empty, EMPTY_TURNS)
        self._win(AXIS, "SPI-CVIC-A2", self.clear_west, WEST_CLEAR_TURNS)
        assign(self.held_at_noon, self._holds_all())

    def _soviet_turns(self) -> None:
        """Ends the campaign by a condition that is judged as the Soviet Player-Turn ends.

        - The Axis wins if it has controlled all Soviet cities, on supply lines from the western
          edge, for six consecutive Game-Turns (SPI-CVIC-A3).
        - The Soviet wins if no Axis unit is left in the Soviet Union and 10 Soviet armies have
          exited over the western edge (SPI-CVIC-S2A), and after that a supply line off that edge is
          kept for two consecutive complete Soviet Player-Turns (SPI-CVIC-S2B).
        - The Soviet also wins if 20 armies have exited and the line is kept in the same way, even
          with Axis units left (SPI-CVIC-S3).
        """
        self._on_end(self.held, (self.held_at_noon == 1) & self._holds_all())
        self._win(AXIS, "SPI-CVIC-A3", self.held, CITY_TURNS)
        self._on_end(self.line_kept, (self.line_began >= ARMIES_CLEAR) & self.line_west)
        self._on_end(self.line_kept_more, (self.line_began >= ARMIES) & self.line_west)
        driven_out = ~self.there(AXIS).inside(self.union).any()
        out = by("SPI-CVIC-S2A", driven_out, otherwise=True)
        self._win(SOVIET, "SPI-CVIC-S2B", self.line_kept, LINE_TURNS, out)
        self._win(SOVIET, "SPI-CVIC-S3", self.line_kept_more, LINE_TURNS)

    def _holds_all(self) -> Int:
        """Says whether the Axis controls every city in the Soviet Union and can trace a supply line
        from the western edge to each of them (SPI-CVIC-A3)."""
        soviet = self.cities & self.union
        open_ = self.supply.open[AXIS]
        lines = [flood(self.edges[AXIS] & open_, open_, mask) for mask in self.lines]
        line = if_else(self.frozen, lines[1], lines[0])
        return ~(soviet - (self.towns.control(AXIS) & line)).any()

    def end_game_turn(self) -> None:
        """Ends the game after its last Game-Turn: a standard game by points, the campaign as a
        draw."""
        with when(self.turn >= self.turns[1]):
            if self.is_campaign:
                self._without_points()
            else:
                self.judge()

    @rule("SPI-CVIC-0", otherwise=judge)
    def _without_points(self) -> None:
        """Ends the campaign after its last turn. Victory points are not counted, since the campaign
        is won only by meeting one of its conditions (SPI-CVIC-0)."""
        self.out_of_time()

    @step
    def out_of_time(self) -> None:
        """Ends as a draw a campaign in which neither side has met a condition by the end of the
        last turn (SPI-CVIC-E2)."""
        end_game(-1, 0, by("SPI-CVIC-E2", "SPI-CVIC-E2"))

    def define_queries(self) -> None:
        """Declares the query ``score``: the score in victory points, as `score` gives it."""
        self.b.query("score", 0, self.score)

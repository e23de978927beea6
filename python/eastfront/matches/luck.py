"""The luck of the dice: the value of each outcome less the expected value of the roll.

All probabilities are known, so every outcome of a roll can be tried on a copy. Each outcome is
played on by a fixed policy to the end of the procedure that rolled (a battle, its losses and
retreats), and a query of the game's rules evaluates the result: `evaluation`, or else `value`. The
policy and the query depend on the position only, so the luck of a roll has mean zero for any
players and for any quality of the query.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eastfront._core import Game, State
from eastfront.arguments import checked
from eastfront.positions.effects import Effect
from eastfront.positions.layout import layout_of
from eastfront.questions.battle import words_of
from eastfront.questions.drawn import is_draw
from eastfront.record import Record, Recorder

SCORE = "value"
"""The query for scores: the value of a position from the first side's view."""
LONGEST = 24
"""Maximum number of actions played after an outcome to reach the end of its procedure."""
KEPT = 10_000
"""Maximum number of positions whose values a judge keeps."""


@dataclass(frozen=True)
class Roll:
    """One roll or draw, with its value to the first side."""

    turn: int
    procedure: str
    """The name of the innermost procedure that runs at the roll."""
    kind: str
    """The name of the decision that chance makes, as `State.decision` gives it."""
    outcome: str
    """The outcome in notation."""
    chance: float
    expected: float
    """The value before the roll: the mean over all outcomes, weighted by probability."""
    value: float
    """The value after the roll, when its procedure has been played to the end."""
    score_luck: float
    """The luck of the roll in the query `value`: the score after the roll less the expected score.
    It equals `luck` in a game whose luck is judged by `value`."""

    @property
    def luck(self) -> float:
        """The value of the outcome less the expected value, to the first side."""
        return self.value - self.expected


class Judge:
    """An evaluator of positions for the first side, by a query of the game's own rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        names = (f"evaluation {game.sides[0]}", SCORE)
        self.query: str | None = next((name for name in names if name in game.queries), None)
        """The query by which positions are judged; None if the game declares none."""
        self._scores = SCORE in game.queries
        self._words = words_of(layout_of(game))
        self._known: dict[tuple[int, int], tuple[float, float]] = {}
        """Values and scores of positions before a roll, averaged over the rolls to come."""

    def value(self, state: State) -> float:
        """Returns the value of a position to the first side; 0 in a game without an evaluation."""
        if self.query is None:
            return 0.0
        if state.is_over and self.query != SCORE:
            return 1000 * state.returns()[0]
        return float(state.ask(self.query))

    def score(self, state: State) -> float:
        """Returns the answer to the query `value` for a position; 0 in a game without this
        query."""
        return float(state.ask(SCORE)) if self._scores else 0.0

    def roll(self, state: State, action: int) -> Roll:
        """Returns the `Roll`, with its luck, for the outcome `action` in a state that waits for
        chance; the state is unchanged."""
        worth: dict[int, float] = {}
        scores: dict[int, float] = {}
        chances = state.chance_outcomes()
        decides, depth = is_draw(self._words, state), len(state.stack)
        if decides:  # until the battle for which the strength is drawn is over
            battles = [f"{side} battle" for side in self.game.sides]
            depth = next((n for n, name in enumerate(state.stack, 1) if name in battles), depth)
        for outcome, _ in chances:
            after = state.copy()
            after.push(outcome)
            worth[outcome], scores[outcome] = self._worth(after, depth, decides)
        return Roll(
            turn=_turn(state),
            procedure=state.stack[-1],
            kind=str(state.decision),
            outcome=self.game.notation(action),
            chance=dict(chances)[action],
            expected=sum(chance * worth[outcome] for outcome, chance in chances),
            value=worth[action],
            score_luck=scores[action] - sum(chance * scores[o] for o, chance in chances),
        )

    def _worth(self, state: State, depth: int, through: bool) -> tuple[float, float]:
        """Returns the value and the score of a position, once the procedure that rolled has ended;
        `depth` is the number of procedures at its roll. With `through` the later rolls of the
        procedure are averaged over, as the strengths that a roll draws count in the result of the
        battle; else the procedure is played to its next roll only."""
        self._settle(state, depth)
        if not through or state.is_over or state.to_move != "chance" or len(state.stack) < depth:
            return self.value(state), self.score(state)
        key = state.key, depth
        if key not in self._known:
            value = score = 0.0
            for outcome, chance in state.chance_outcomes():
                after = state.copy()
                after.push(outcome)
                worth, points = self._worth(after, depth, through)
                value, score = value + chance * worth, score + chance * points
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = value, score
        return self._known[key]

    def _settle(self, state: State, depth: int) -> None:
        """Plays on by the fixed policy until fewer than `depth` procedures run, so that the
        procedure that rolled has ended, or until the next roll."""
        for _ in range(LONGEST):
            if state.is_over or state.to_move == "chance" or len(state.stack) < depth:
                break
            state.push(habit(state))


def habit(state: State) -> int:
    """Returns the action of the fixed policy: the first legal action that passes, else the first
    legal action."""
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def _turn(state: State) -> int:
    try:
        return state.var("turn")
    except ValueError:
        return 0


class LuckyRecorder(Recorder):
    """A recorder that computes the luck of every roll and draw."""

    def __init__(self, start: Game | State, seed: int | None = None) -> None:
        super().__init__(start, seed)
        self._judge = Judge(self.state.game)
        self.rolls: list[Roll] = []
        """Every roll so far, in order."""

    def push(self, action: int | str) -> list[Effect]:
        """Plays and records an action, with its luck if it is an outcome of chance; returns the
        effects."""
        if self.state.to_move == "chance":
            number = self.state.game.parse(action) if isinstance(action, str) else action
            if number in self.state.legal_actions:
                self.rolls.append(self._judge.roll(self.state, number))
        return super().push(action)


@checked
def luck_of(record: Record) -> list[Roll]:
    """Returns the luck of every roll and draw of a record, in order.

    Raises RecordError if the record does not replay.
    """
    record.replay()
    game = record.game()
    state = game.new() if record.start is None else game.state_from_bytes(record.start)
    judge, rolls = Judge(game), []
    for action in record.actions:
        if state.to_move == "chance":
            rolls.append(judge.roll(state, game.parse(action)))
        state.push(action)
    return rolls


def by_kind(rolls: Sequence[Roll], of: Callable[[Roll], float]) -> dict[str, float]:
    """Sums a figure of each roll, which ``of`` returns, separately for each kind of roll."""
    total: dict[str, float] = {}
    for roll in rolls:
        total[roll.kind] = total.get(roll.kind, 0.0) + of(roll)
    return total

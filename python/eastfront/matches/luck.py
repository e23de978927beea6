"""The luck of the dice: what each roll was worth, less what it was worth on average.

All chance has known odds, so for each roll every outcome can be tried on a copy. What follows an
outcome is played on by a fixed habit to the end of the procedure that rolled (a battle, its losses
and retreats), and a query of the game's rules tells what came of it: `evaluation`, or else `value`.
The habit and the query look at the position only; so the luck of a roll has mean zero, whoever
plays and however badly the query judges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eastfront._core import Game, State
from eastfront.arguments import checked
from eastfront.record import Record, Recorder

SCORE = "value"
"""The query in which scores are told."""
LONGEST = 24
"""Actions that an outcome is played on at most."""


@dataclass(frozen=True)
class Roll:
    """One roll or draw, and what it was worth to the first side."""

    turn: int
    procedure: str
    """The innermost procedure that was running."""
    kind: str
    """The decision of chance, by name."""
    outcome: str
    """The outcome in notation."""
    chance: float
    expected: float
    """The value before: the mean over all outcomes, by their chances."""
    value: float
    """The value after."""
    score_luck: float
    """What the outcome was worth above the average in the query `value`, in which scores are told;
    the same as `luck` where that is what judges."""

    @property
    def luck(self) -> float:
        """What the outcome was worth above the average to the first side."""
        return self.value - self.expected


class Judge:
    """What a position is worth to the first side, in the words of the game's own rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        names = (f"evaluation {game.sides[0]}", SCORE)
        self.query = next((name for name in names if name in game.queries), None)
        """The query that is asked; None when the game declares none."""
        self._scores = SCORE in game.queries

    def value(self, state: State) -> float:
        """What a position is worth; 0 in a game that does not say."""
        if self.query is None:
            return 0.0
        if state.is_over and self.query != SCORE:
            return 1000 * state.returns()[0]
        return float(state.ask(self.query))

    def score(self, state: State) -> float:
        """What the query `value` says of a position; 0 in a game without it."""
        return float(state.ask(SCORE)) if self._scores else 0.0

    def roll(self, state: State, action: int) -> Roll:
        """The luck of an outcome in a state that waits for chance; the state stays as it is."""
        worth: dict[int, float] = {}
        scores: dict[int, float] = {}
        chances = state.chance_outcomes()
        for outcome, _ in chances:
            after = state.copy()
            after.push(outcome)
            self._settle(after, len(state.stack))
            worth[outcome], scores[outcome] = self.value(after), self.score(after)
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

    def _settle(self, state: State, depth: int) -> None:
        """Plays on until the procedure that rolled is over, or the next roll is due."""
        for _ in range(LONGEST):
            if state.is_over or state.to_move == "chance" or len(state.stack) < depth:
                break
            state.push(habit(state))


def habit(state: State) -> int:
    """What is done when nobody thinks: the first action that passes, or else the first."""
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def _turn(state: State) -> int:
    try:
        return state.var("turn")
    except ValueError:
        return 0


class LuckyRecorder(Recorder):
    """A recorder that notes the luck of every roll and draw."""

    def __init__(self, start: Game | State, seed: int | None = None) -> None:
        super().__init__(start, seed)
        self._judge = Judge(self.state.game)
        self.rolls: list[Roll] = []
        """Every roll so far, in order."""

    def push(self, action: int | str) -> list[tuple[object, ...]]:
        """Takes an action and writes it down, with its luck when it is chance's."""
        if self.state.to_move == "chance":
            number = self.state.game.parse(action) if isinstance(action, str) else action
            if number in self.state.legal_actions:
                self.rolls.append(self._judge.roll(self.state, number))
        return super().push(action)


@checked
def luck_of(record: Record) -> list[Roll]:
    """The luck of every roll and draw of a record, in order.

    Raises RecordError when the record does not replay.
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
    """What rolls come to together, for each kind of roll."""
    total: dict[str, float] = {}
    for roll in rolls:
        total[roll.kind] = total.get(roll.kind, 0.0) + of(roll)
    return total

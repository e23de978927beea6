"""A running game: its record, its seats, and undo.

All methods are synchronous and take milliseconds; a server calls them in threads, one at a time for
each table. Responses to a seat are made from that seat's observation alone.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from eastfront import bots, render, wire
from eastfront._core import Game, IllegalAction, State
from eastfront.positions import orders, set_ups
from eastfront.positions.effects import Effect
from eastfront.positions.observation import Observation, chosen, open_to_all
from eastfront.record import Recorder
from eastfront.wire import battles, forms, requests
from eastfront.wire.encoding import encode

from . import questions
from .deduction import Values, deduced
from .keeping import Act, Journal, Line
from .problem import NotKept, Problem, refused

PLANS = 64
"""Maximum number of samples (states that the seat cannot tell from the true one) on which an order
is tried."""
ROLLS = 8
"""The number of rolls before the result of a battle that `restore` searches, from the last one
back, for the roll of that battle."""
ROLL = "roll "
"""The beginning of the notation of a dice roll. Any seat may enter dice that are rolled by hand;
only the umpire may enter other outcomes of chance."""
Dice = Literal["server", "manual"]


@dataclass(frozen=True)
class Past:
    """An earlier position, to which undo returns."""

    state: State
    by: str
    free: bool
    """Whether the actor may return to the position: no hidden information has been revealed
    since."""
    known: Mapping[str, Values | None]
    """For each seat from which the game hides information: the combinations of values that the
    variables hidden from it can have here; None for all that the position allows."""


@dataclass(frozen=True)
class Change:
    """The effects of a request on a running game, as documents in bytes: one for each seat that has
    a listener."""

    updates: Mapping[str, bytes]
    """For each seat: the update, which holds the events of the request and the whole new
    position."""
    news: Mapping[str, bytes]
    """For each seat: a short notice that the game has changed, without the position."""


class Table:
    """A running game of the server: its state, its record, its seats and undo. Not thread-safe;
    callers hold `lock`."""

    def __init__(
        self,
        id_: str,
        game: Game,
        dice: Dice,
        players: Mapping[str, str],
        seed: int | None,
        undo: int,
        journal: Journal | None = None,
    ) -> None:
        self.id = id_
        self.game = game
        self.dice = dice
        self.players: dict[str, str] = dict(players)
        """The names of the bots, by side."""
        self.people: tuple[str, ...] = tuple(
            seat for seat in wire.seats(game) if seat not in players
        )
        """The seats for people."""
        self.journal = journal
        """The journal of the game; None for memory only."""
        self.version = 0
        self.lock = threading.Lock()
        self.touched: float = time.monotonic()
        self.recorder: Recorder = Recorder(game)
        self.recorder.record.players = {s: players.get(s, "person") for s in game.sides}
        self._seed = seed
        self._rng = random.SystemRandom() if seed is None else random.Random(seed)
        first = secrets.randbits(53) if seed is None else seed
        self._bots = {side: bots.bot(name, first + n) for n, (side, name) in enumerate(
            sorted(players.items())
        )}  # fmt: skip
        self._set_up = 0
        """The version after the automatic set-up."""
        self._past: deque[Past] = deque(maxlen=undo)
        self._known: dict[str, Values | None] = {}
        """The deduced values of hidden variables by seat; empty for a restored game."""
        hides = not open_to_all(game)
        self._misled = [seat for seat in self.people if hides and seat in game.sides]
        """The seats for people from whom the game hides information."""
        self._seen: dict[str, Observation] = {}
        self._battles: dict[str, battles.Battle] = {}
        self._picture: dict[str, tuple[int, str]] = {}
        self._done: list[Act] = []
        """The actions of the current request."""
        self._left: list[State] = []
        """The positions before each action of the current request."""

    @property
    def state(self) -> State:
        """The present position."""
        return self.recorder.state

    # -- looking ----------------------------------------------------------------------------

    def look(self, seat: str) -> Observation:
        """Returns the observation of a seat in the present position."""
        if seat not in self._seen:
            self._seen[seat] = wire.observe(self.state, seat)
        return self._seen[seat]

    def position(self, seat: str) -> forms.Position:
        """Returns the position as a seat sees it."""
        return wire.position(
            self.state,
            seat,
            version=self.version,
            can_undo=self.can_undo(seat),
            seen=self.look(seat),
        )

    def picture(self, seat: str) -> str:
        """Returns the board as a seat sees it, as SVG."""
        version, svg = self._picture.get(seat, (-1, ""))
        if version != self.version:
            svg = render.svg(self.state, None if seat == wire.UMPIRE else seat)
            self._picture[seat] = self.version, svg
        return svg

    def record(self, seat: str) -> str:
        """Returns the record of the game as text. Raises Problem if `seat` is a side, the game
        hides information from a side, and the game is not over."""
        over = self.state.is_over
        if not over and seat != wire.UMPIRE and not open_to_all(self.game):
            raise Problem(
                403,
                "not-yet",
                "the record contains hidden information; a side receives it when the game ends",
            )
        # the seed would reveal the next roll
        self.recorder.record.seed = self._seed if over else None
        return self.recorder.record.text()

    def ask_battle(self, seat: str, question: requests.BattleQuestion) -> forms.Document:
        """Explains a planned battle, as a seat may know it. Raises Problem for a battle that the
        rules refuse, and for an invalid question."""
        return questions.planned(self.state, self.look(seat), question)

    def battle(self, seat: str, last: bool) -> forms.Document:
        """Explains the battle in progress, or the last one that was rolled for. Raises Problem if
        there is none."""
        if last:
            found = self._battles.get(seat)
        else:
            found = questions.in_progress(self.state, self.look(seat))
        if found is None:
            words = "no battle has been rolled for" if last else "no battle is in progress"
            raise Problem(404, "no-battle", words)
        return found

    def supply(self, seat: str, unit: str) -> forms.Document:
        """Returns the supply of a unit. Raises Problem for a hidden or unknown unit."""
        return questions.supply(self.state, self.look(seat), unit)

    def reach(self, seat: str, units: Iterable[str], offered: bool = False) -> forms.Document:
        """Returns the hexes that units can reach, with the full allowance or, if ``offered``, by
        the legal moves now. Raises Problem for hidden or unknown units."""
        return questions.reach(self.state, self.look(seat), list(units), offered)

    @property
    def unplayed(self) -> bool:
        """Whether no action has been taken since the set-up."""
        return self.version == self._set_up

    # -- acting -----------------------------------------------------------------------------

    def set_up(self) -> None:
        """Plays the set-up that the scenario's own files give; decisions that place no unit are
        left to the players.

        No side can undo it. Raises the errors of `set_ups.set_up`, without an effect.
        """
        actions = set_ups.set_up(self.state.copy())
        acts = self._acts(())
        with self._kept():
            for action in actions:
                self._take(action, str(self.state.to_move), acts)
            self._done = [(by, notation, False) for by, notation, _ in self._done]
            self._settle(acts)
        self._past.clear()
        self._set_up = self.version

    def push(self, seat: str, request: requests.Push, wanted: Collection[str]) -> Change:
        """Plays an action of a seat, as `request` states it; returns the effects for this seat and
        for the seats in `wanted`. Raises Problem if the action is refused."""
        self._current(request.version)
        number = self._number(request.action)
        by = self._by(seat, number)
        acts = self._acts({seat, *wanted})
        with self._kept():
            try:
                self._take(number, by, acts)
            except IllegalAction as error:
                raise refused(error, "$.action") from error
            self._settle(acts)
        return self._change(acts)

    def order(self, seat: str, request: requests.Order, wanted: Collection[str]) -> Change:
        """Plays an order (a whole move or attack) of a seat: all of its actions or none; returns
        the effects for this seat and for the seats in `wanted`. Raises Problem if the order is
        refused.

        A refusal must not reveal hidden information: in a game with hidden information, the order
        is parsed and tried on a sample, a state that the seat cannot tell from the true one, and
        stops early where play diverges from the sample.
        """
        self._current(request.version)
        self._turn_of(seat)
        acts = self._acts({seat, *wanted})
        try:
            order, board = self._planned(seat, request.order)
        except IllegalAction as error:
            raise refused(error, "$.order") from error
        except ValueError as error:
            raise Problem(400, "bad-order", str(error), place="$.order") from error
        stopped = False
        sample = None if board is self.state else board
        with self._kept():
            for n, action in enumerate(order.actions, start=1):
                self._take(action, self._actor(seat), acts)
                if sample is not None:
                    sample.push(action)
                    if n < len(order) and wire.observe(sample, seat) != self.look(seat):
                        stopped = True
                        break
            self._settle(acts)
        return self._change(acts, stopped=stopped)

    def is_action(self, text: str) -> bool:
        """Returns whether a text is a single action in notation, legal or not."""
        try:
            self.game.parse(text)
        except ValueError:
            return False
        return True

    def refusal(self, seat: str, text: str) -> Problem | None:
        """Returns the refusal that an action or order of a seat, `text`, would meet now; None if
        the action or order is legal. Nothing is played.

        In a game with hidden information, `text` is tried on a sample, a state that the seat cannot
        tell from the true one.
        """
        try:
            self._turn_of(seat)
            if not self.is_action(text):
                self._planned(seat, text)
            elif (action := self.game.parse(text)) not in self.look(seat).legal_actions:
                questions.board(self.state, self.look(seat)).copy().push(action)
        except Problem as problem:
            return problem
        except IllegalAction as error:
            return refused(error, "$.action")
        except ValueError as error:
            return Problem(400, "bad-order", str(error), place="$.order")
        return None

    def _planned(self, seat: str, text: str) -> tuple[orders.Order, State]:
        """Returns the order that `text` states, and the state on which it is legal: the present
        state, or in a game with hidden information a sample, a state that the seat cannot tell from
        the true one.

        On some samples an order may fail, as the other side gets a decision or blocks the way; one
        sample on which it succeeds suffices. If it fails on all, the first refusal by a rule is
        raised, else the first error.
        """
        if seat == wire.UMPIRE or open_to_all(self.game):
            return orders.parse(self.state, text), self.state
        seen = self.look(seat)
        rng = random.Random(seen.key)
        wrong: list[Exception] = []
        for _ in range(PLANS):
            try:
                sample = seen.sample(rng)
                return orders.parse(sample, text), sample
            except (IllegalAction, ValueError) as error:
                wrong.append(error)
        raise next((e for e in wrong if isinstance(e, IllegalAction)), wrong[0])

    def play(self, wanted: Collection[str]) -> Change | None:
        """Plays the next action of a bot, or the next roll; returns the effects for the seats in
        `wanted`, or None if a person is to act."""
        actor = self.state.to_move
        if not self.waits_for_itself:
            return None
        acts = self._acts(wanted)
        with self._kept():
            if actor in self._bots:
                seen = self.state.observation(actor)
                action = chosen(seen, self._bots[actor](seen), f"the bot of the {actor} side")
                self._take(action, actor, acts)
            self._settle(acts)
        return self._change(acts)

    @property
    def waits_for_itself(self) -> bool:
        """Whether a bot or the server's dice act next."""
        return self._automatic(self.state)

    def _automatic(self, state: State) -> bool:
        rolls = state.to_move == wire.CHANCE and self.dice == "server"
        return rolls or state.to_move in self._bots

    def can_undo(self, seat: str) -> bool:
        """Says whether a seat may take back the last action.

        A side may take back its own action, unless a roll, an action of another side, or a
        revelation of hidden information has followed. The umpire may take back the actions from the
        last decision of a person on, if that decision is still stored.
        """
        if seat == wire.UMPIRE:
            return any(not self._automatic(past.state) for past in self._past)
        return bool(self._past) and self._past[-1].by == seat and self._past[-1].free

    def undo(self, seat: str, request: requests.Undo, wanted: Collection[str]) -> Change:
        """Takes back the last action of a seat; for the umpire, all actions from the last decision
        of a person on. Returns the effects for this seat and for the seats in `wanted`. Raises
        Problem if nothing may be taken back."""
        self._current(request.version)
        if not self.can_undo(seat):
            raise Problem(409, "no-undo", f"no action that the {seat} may take back")
        undone = 1
        while self._automatic(self._past[-undone].state):
            undone += 1
        self.write(Line(undo=undone))
        for _ in range(undone):
            past = self._past.pop()
            self._take_back(past.state)
            self._known = dict(past.known)
        self._moved()
        return self._change(self._acts({seat, *wanted}), undone=undone)

    def _take_back(self, before: State) -> None:
        """Removes the last action from the record, and restores the position before it."""
        self.recorder.pop()
        self.recorder.state = before

    # -- what is written down ---------------------------------------------------------------

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Context manager that writes the actions played in its block to the journal, all or none.
        Raises Problem if the journal cannot be written.

        On any failure the table is restored to the state before the block.
        """
        version, past, known = self.version, self._past.copy(), self._known.copy()
        fought = self._battles.copy()
        dice = self._rng.getstate() if self._seed is not None else None
        self._done, self._left = [], []
        try:
            yield
            if self._done:
                self.write(Line(acts=self._done))
        except BaseException:
            for before in reversed(self._left):
                self._take_back(before)
            self._moved()
            self.version, self._past, self._known = version, past, known
            self._battles = fought
            if dice is not None:
                self._rng.setstate(dice)
            raise

    def write(self, line: Line) -> None:
        """Adds a line, which holds the effects of one request, to the journal, before the request
        is answered; does nothing without a journal. Raises Problem if the journal cannot be
        written."""
        if self.journal is None:
            return
        try:
            self.journal.add(line)
        except OSError as error:
            raise NotKept from error

    def restore(self, lines: Iterable[Line]) -> None:
        """Replays the lines of a journal. Raises ValueError for an invalid line.

        The server's dice continue their sequence if they have a seed; bots begin a new sequence.
        """
        past: list[Past] = []
        rolls: deque[State] = deque(maxlen=ROLLS)
        fought: tuple[list[State], str | None] = ([], None)
        for line in lines:
            for by, action, free in line.acts:
                old = self.state
                if by == wire.CHANCE:
                    rolls.append(old)
                    if self.dice == "server":
                        self._rng.randrange(len(old.chance_outcomes()))
                self.recorder.state = old.copy()
                effects = self.recorder.push(action)
                result = wire.result_of(self.game, effects)
                if result is not None:
                    fought = list(rolls), result
                    rolls.clear()
                past.append(Past(old, by, free, {}))
                self.version += 1
            for _ in range(line.undo):
                self.recorder.pop()
                self.recorder.state = past.pop().state
            self.version += line.undo > 0
        self._past.extend(past)
        waits = [self.state] if self.state.to_move == wire.CHANCE else []
        for states, told in (([*rolls, *waits], None), fought):
            if any(self._explained(state, told) for state in reversed(states)):
                break

    # -- the steps of acting ----------------------------------------------------------------

    def _current(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise Problem(
                409,
                "stale",
                f"the game is at version {self.version}, not at {version}",
                place="$.version",
            )

    def _actor(self, seat: str) -> str:
        return wire.CHANCE if seat == wire.UMPIRE else seat

    def _by(self, seat: str, action: int) -> str:
        """Returns the actor as whom a seat plays an action. That is chance for the umpire, and for
        any seat that enters a roll of dice rolled by hand; else the seat itself. Raises Problem if
        the seat is not to act."""
        rolls = self.dice == "manual" and self.state.to_move == wire.CHANCE
        if rolls and self.game.notation(action).startswith(ROLL):
            return wire.CHANCE
        self._turn_of(seat)
        return self._actor(seat)

    def _turn_of(self, seat: str) -> None:
        """Raises Problem if the game is over, or if `seat` is not the one to act."""
        mover = self.state.to_move
        if mover is None:
            raise Problem(409, "over", "the game is over")
        if mover != self._actor(seat):
            raise Problem(409, "not-your-turn", f"{mover} is to act, not the {seat}")

    def _number(self, action: int | str) -> int:
        """Returns the engine's number of an action, which is given by its dense id or by its
        notation. Raises Problem for an unknown action."""
        try:
            if isinstance(action, int):
                return self.game.action_of(action)
            return self.game.parse(action)
        except (ValueError, OverflowError) as error:
            raise Problem(400, "unknown-action", str(error), place="$.action") from error

    def _acts(self, seats: Iterable[str]) -> dict[str, list[forms.Act]]:
        return {seat: [] for seat in seats}

    def _take(self, action: int, by: str, acts: dict[str, list[forms.Act]]) -> None:
        """Plays and records an action of the actor `by`. Adds its events, as each seat may know
        them, to that seat's list in `acts`."""
        before = {seat: self.look(seat) for seat in {*acts, *self._misled}}
        old, known = self.state, self._known
        self.recorder.state = old.copy()
        try:
            effects = self.recorder.push(action)
        except BaseException:
            self.recorder.state = old
            raise
        self._left.append(old)
        self._moved()
        notation = self.game.notation(action)
        for seat, told in acts.items():
            told.append(wire.act(before[seat], self.look(seat), by, notation, effects))
        free = by in self.people and by not in self._misled
        self._known = {}
        for seat in self._misled:
            own = action if seat == by else None
            now, foreseen = deduced(known.get(seat), before[seat], self.look(seat), own)
            self._known[seat] = now
            free = free or foreseen
        self._past.append(Past(old, by, free, known))
        self._done.append((by, notation, free))
        self._keep_result(effects)

    def _moved(self) -> None:
        self.version += 1
        self._seen = {}

    def _settle(self, acts: dict[str, list[forms.Act]]) -> None:
        """Rolls the dice while chance is to act, unless they are rolled by hand. Adds the events of
        each roll to each seat's list in `acts`."""
        while self.state.to_move == wire.CHANCE:
            self._explained(self.state)
            if self.dice == "manual":
                return
            outcomes = self.state.chance_outcomes()
            self._take(outcomes[self._rng.randrange(len(outcomes))][0], wire.CHANCE, acts)

    def _explained(self, state: State, result: str | None = None) -> bool:
        """Stores, for every seat that a person plays, the explanation of the battle whose roll is
        pending in a state, with its `result` if given; returns whether there is such a battle."""
        fought = False
        for seat in self.people:
            seen = self.look(seat) if state is self.state else wire.observe(state, seat)
            found = questions.in_progress(state, seen)
            if found is not None:
                fought = True
                self._battles[seat] = msgspec.structs.replace(found, result=result)
        return fought

    def _keep_result(self, effects: list[Effect]) -> None:
        """Adds the result of a battle, if `effects` report one, to the stored explanations of the
        battle."""
        result = wire.result_of(self.game, effects)
        if result is not None:
            for seat, found in self._battles.items():
                self._battles[seat] = msgspec.structs.replace(found, result=result)

    def _change(
        self, acts: dict[str, list[forms.Act]], *, undone: int = 0, stopped: bool = False
    ) -> Change:
        updates: dict[str, bytes] = {}
        news: dict[str, bytes] = {}
        for seat, told in acts.items():
            position = self.position(seat)
            update = forms.Update(undone=undone, acts=told, stopped=stopped, position=position)
            updates[seat] = encode(update)
            news[seat] = encode(_news(position))
        return Change(updates, news)


@lru_cache(maxsize=16)
def ground(game: Game) -> str:
    """Returns the empty map of a game, as SVG."""
    return render.svg(game)


def _news(position: forms.Position) -> requests.News:
    """Returns the short notice, without the position, that a game has changed."""
    decision = position.decision
    return requests.News(
        version=position.version,
        turn=position.turn,
        phase=position.phase,
        to_move=None if decision is None else decision.to_move,
        decision=None if decision is None else decision.name,
    )

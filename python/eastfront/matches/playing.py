"""Games between bots, one at a time or in parallel.

A game is a function of the game file, its seed and its players: the dice and each bot draw from
random streams of their own. A stream depends on the game's seed alone and, for a bot, on the bot's
side. So games may be played in any order and on any machine. A user's bot runs in its own process,
and loses a game in which it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b

from eastfront import bots
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked
from eastfront.matches.workers import Spread, game_of, in_processes
from eastfront.positions.observation import Observation
from eastfront.record import Recorder

from .apart import PATIENCE, Apart, BotFailed
from .luck import SCORE, Judge, LuckyRecorder, by_kind

MOST_GAMES = 1_000_000
"""Maximum number of games of one call."""
LARGEST_CHUNK = 10
"""Maximum number of games in one task of a worker."""
LONGEST_PATIENCE = 86_400.0
"""Maximum time limit in seconds for a decision."""
FORFEIT = "forfeit"
"""The value in place of the deciding rule if a game was lost by the failure of a bot."""

Moved = Callable[[int], None]


@checked
@dataclass(frozen=True)
class Fixture:
    """A game to be played: its players and seed."""

    seed: int
    players: tuple[str, ...]
    """The bot of each side, in the game's order of sides: a name known to `eastfront.bots.bot`, or
    ``module:factory``, a function or class that makes a bot from a seed. Modules may be in the
    current folder."""


@dataclass(frozen=True)
class Played:
    """The result of a game."""

    fixture: Fixture
    winner: str | None
    """The side that won; None for a draw."""
    level: int
    rule: str
    """The rule that decided the game, or `FORFEIT`."""
    actions: int
    turn: int
    """The game turn in which the game ended."""
    score: float | None
    """The answer to the query `value` at the end of the game, which is the score from the first
    side's view; None in a game without this query, or if the game was not played to its end."""
    luck: dict[str, float]
    """For each kind of roll, the luck of the first side: the sum, over the rolls, of the value of
    the outcome less the expected value. Empty if luck was not recorded."""
    score_luck: dict[str, float]
    """For each kind of roll, the luck of the first side in the score: the sum, over the rolls, of
    the query `value` after the roll less its expected value. Empty if luck was not recorded."""
    record: str | None = None
    """The record of the game as text, if requested; else None."""
    forfeit: str = ""
    """The failure of the bot that lost the game; empty if the game was played to its end."""

    def points(self, side: str) -> float:
        """Returns 1 for a win of a side, 1/2 for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == side)


def stream(seed: int, name: str) -> int:
    """Returns the seed of one of a game's random streams: 63 bits hashed from the game's seed and
    the name of the stream."""
    mixed = blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(mixed, "little") >> 1


class Seats:
    """A maker of bots for the seats (sides) of a series of games. The process of a user's own bot
    is kept from game to game."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._apart: dict[tuple[str, str], Apart] = {}

    def bot(self, side: str, name: str, seed: int) -> bots.Bot:
        """Makes a new bot for a side, by name or by ``module:factory``; `seed` is for the bot's own
        random choices.

        Raises ValueError for an unknown name, BotFailed for a bot that cannot be started.
        """
        if ":" not in name:
            return bots.bot(name, seed)
        if (side, name) not in self._apart:
            self._apart[side, name] = Apart(name, self._patience)
        made = self._apart[side, name]
        made.begin(seed)
        return made

    def leave(self, side: str, name: str) -> None:
        """Ends the process of the user's bot `name` of a side, if it has one; the bot's next game
        starts a new process."""
        found = self._apart.pop((side, name), None)
        if found is not None:
            found.close(at_once=True)

    def close(self, at_once: bool = False) -> None:
        """Ends the processes of all bots; with `at_once` true, without time for a regular exit."""
        for found in self._apart.values():
            found.close(at_once)
        self._apart.clear()


@contextmanager
def seats(patience: float = PATIENCE) -> Iterator[Seats]:
    """Context manager that yields a `Seats`, and ends the processes of all bots at the end of the
    block. `patience` is the time limit in seconds for a decision of a user's bot."""
    held = Seats(patience)
    try:
        yield held
    except BaseException:
        held.close(at_once=True)
        raise
    held.close()


def find_bot(name: str, patience: float = PATIENCE) -> None:
    """Checks that a bot exists. Raises ValueError for an unknown name, and for a ``module:factory``
    that fails or gives no answer in time; `patience` is the time limit in seconds."""
    if ":" not in name:
        bots.bot(name, 0)
        return
    looked = Apart(name, patience)
    try:
        looked.find()
    except BotFailed as error:
        raise ArgumentError(f"no bot `{name}`: it {error}") from error
    finally:
        looked.close(at_once=True)


@checked
def play_one(
    game: Game,
    fixture: Fixture,
    luck: bool = True,
    record: bool = False,
    start: bytes | None = None,
    patience: float = PATIENCE,
) -> Played:
    """Plays a game to its end.

    Args:
        game: The game.
        fixture: The players and the seed.
        luck: True to record the luck of each roll (the value of its outcome less the expected
            value), at the cost of one evaluation per outcome.
        record: True to keep the record of the game, with its game file.
        start: The bytes of the position to play from; None for the start of the scenario.
        patience: Time limit in seconds for a decision of a user's bot.

    Raises ValueError for unknown players, and unless there is one player for each side.
    """
    with seats(patience) as held:
        return _played(game, fixture, luck, record, start, held)


def _played(
    game: Game, fixture: Fixture, luck: bool, record: bool, start: bytes | None, held: Seats
) -> Played:
    if len(fixture.players) != len(game.sides):
        raise ArgumentError(f"{len(fixture.players)} players for the sides {', '.join(game.sides)}")
    names = dict(zip(game.sides, fixture.players, strict=True))
    kind = LuckyRecorder if luck else Recorder
    begin = game if start is None else game.state_from_bytes(start)
    recorder = kind(begin, seed=stream(fixture.seed, "chance"))
    recorder.record.players.update(names)
    state, forfeit = recorder.state, ""
    try:
        players = _seated(names, fixture.seed, held)
        actions = sum(1 for _ in bots.play(recorder, players))
        winner, level, rule = state.outcome or (None, 0, "")
    except _Forfeit as lost:
        held.leave(lost.side, names[lost.side])
        actions = sum(1 for _ in recorder.record.actions)
        winner = next((side for side in game.sides if side != lost.side), None)
        level, rule, forfeit = 0, FORFEIT, str(lost)
    rolls = recorder.rolls if isinstance(recorder, LuckyRecorder) else []
    return Played(
        fixture=fixture,
        winner=winner,
        level=level,
        rule=rule,
        actions=actions,
        turn=recorder.record.phases[-1].turn if recorder.record.phases else 0,
        score=float(state.ask(SCORE)) if SCORE in game.queries and not forfeit else None,
        luck=by_kind(rolls, lambda roll: roll.luck),
        score_luck=by_kind(rolls, lambda roll: roll.score_luck),
        record=recorder.record.text() if record else None,
        forfeit=forfeit,
    )


class _Forfeit(Exception):
    """The error that a bot has failed, so that its side loses the game."""

    def __init__(self, side: str, name: str, error: BotFailed) -> None:
        super().__init__(f"{name} of the {side} side {error}")
        self.side = side


def _seated(names: Mapping[str, str], seed: int, held: Seats) -> dict[str, bots.Bot]:
    """Returns the bot of each side, made by `held` from the bot's name. If a user's bot fails, here
    or later in a game, `_Forfeit` is raised."""

    def seated(side: str, name: str) -> bots.Bot:
        try:
            made = held.bot(side, name, stream(seed, side))
        except BotFailed as error:
            raise _Forfeit(side, name, error) from error

        def choose(seen: Observation) -> int | str:
            try:
                return made(seen)
            except BotFailed as error:
                raise _Forfeit(side, name, error) from error

        return choose if isinstance(made, Apart) else made

    return {side: seated(side, name) for side, name in names.items()}


def play_some(
    file: bytes,
    fixtures: Sequence[Fixture],
    luck: bool,
    record: bool,
    start: bytes | None = None,
    patience: float = PATIENCE,
) -> list[Played]:
    """Plays the games of `fixtures` in a worker, one after the other, and returns their results in
    this order. `file` is the game file. `luck` and `record` say whether luck and records are kept,
    `start` is a position to play from (as bytes, or None), and `patience` the time limit in seconds
    for a decision of a user's bot."""
    game = game_of(file)
    with seats(patience) as held:
        return [_played(game, fixture, luck, record, start, held) for fixture in fixtures]


@checked
def play_all(
    game: Game | State,
    fixtures: Sequence[Fixture],
    jobs: int = 1,
    luck: bool = True,
    record: bool = False,
    moved: Moved | None = None,
    spread: Spread | None = None,
    patience: float = PATIENCE,
) -> list[Played]:
    """Plays games on several processes; returns the results in the order of the fixtures.

    Args:
        game: The game, or a position from which all games are played.
        fixtures: The games to play.
        jobs: Number of processes on this machine.
        luck: True to record the luck of each roll.
        record: True to keep the records of the games.
        moved: Callback with the number of games just finished.
        spread: Executor of the games, instead of local processes; each game is a task of its own,
            so that a lost worker costs only the game that it was playing.
        patience: Time limit in seconds for a decision of a user's bot.

    Raises ValueError for an unknown bot, before any game begins.
    """
    if not 0 < patience <= LONGEST_PATIENCE:
        raise ArgumentError(f"patience {patience:g}, expected seconds up to {LONGEST_PATIENCE:g}")
    for name in dict.fromkeys(name for fixture in fixtures for name in fixture.players):
        find_bot(name, patience)
    have_done = spread or in_processes(jobs)
    size = 1 if spread else max(1, min(LARGEST_CHUNK, len(fixtures) // (4 * jobs)))
    chunks = [fixtures[i : i + size] for i in range(0, len(fixtures), size)]
    file, start = (game.to_bytes(), None) if isinstance(game, Game) else _from(game)
    done: dict[int, list[Played]] = {}
    tasks = [(file, chunk, luck, record, start, patience) for chunk in chunks]
    for number, played in have_done(play_some, tasks):
        done[number] = played
        if moved is not None:
            moved(len(played))
    return [played for number in sorted(done) for played in done[number]]


def _from(state: State) -> tuple[bytes, bytes]:
    """Returns the game file and the bytes of a position without its generator, as each game rolls
    its own dice."""
    board = state.copy()
    board.reseed(None)
    return state.game.to_bytes(), bytes(board)


def judged_by(game: Game) -> str | None:
    """Returns the name of the query by which luck is judged in a game; None if the game has no such
    query."""
    return Judge(game).query

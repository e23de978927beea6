"""Games between bots, one by one or many at once.

A game is a function of the game file, its seed and its players: the dice and each bot draw from
streams of their own that depend on the seed and the side alone. So games may be played in any
order and anywhere.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from eastfront import bots
from eastfront._core import Game, State
from eastfront.record import Recorder
from eastfront.workers import Spread, game_of, in_processes

from .luck import SCORE, Judge, LuckyRecorder, by_kind

LARGEST_CHUNK = 10
"""Games that a worker plays at a time at most."""

Moved = Callable[[int], None]


@dataclass(frozen=True)
class Fixture:
    """A game to be played: who plays, and from what seed."""

    seed: int
    players: tuple[str, ...]
    """The bot of each side, in the game's order of sides: a name that `eastfront.bots.bot` knows,
    or ``module:factory``, a function that makes a bot from a seed."""


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    fixture: Fixture
    winner: str | None
    """The side that won; None for a draw."""
    level: int
    rule: str
    """The rule that decided it."""
    actions: int
    turn: int
    """The game turn in which it ended."""
    score: float | None
    """The query `value` at the end, from the first side's view; None when the game has none."""
    luck: dict[str, float]
    """The luck of the first side, by the kind of roll; empty when it was not looked at."""
    score_luck: dict[str, float]
    """The same as the query `value` has it."""
    record: str | None = None
    """The game in writing, when it was asked for."""

    def points(self, side: str) -> float:
        """1 for a win of a side, 1/2 for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == side)


def stream(seed: int, name: str) -> int:
    """The seed of one of a game's streams: 63 bits mixed from the game's seed and a name."""
    mixed = blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(mixed, "little") >> 1


def make_bot(name: str, seed: int) -> bots.Bot:
    """A bot by its name, or by ``module:factory``.

    Raises ValueError for a name that nobody bears, or a factory that is not there.
    """
    module, colon, factory = name.partition(":")
    if not colon:
        return bots.bot(name, seed)
    try:
        made: bots.Bot = getattr(importlib.import_module(module), factory)(seed)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"no bot `{name}`: {error}") from error
    return made


def play_one(
    game: Game,
    fixture: Fixture,
    luck: bool = True,
    record: bool = False,
    start: bytes | None = None,
) -> Played:
    """Plays a game to its end.

    Args:
        game: The game.
        fixture: The players and the seed.
        luck: Whether to note the luck of each roll, which costs as many looks as it has outcomes.
        record: Whether to keep the game in writing, with its game file.
        start: The bytes of the position to play from; None for the start of the scenario.

    Raises ValueError for players that do not exist, or that are not one for each side.
    """
    if len(fixture.players) != len(game.sides):
        raise ValueError(f"{len(fixture.players)} players for the sides {', '.join(game.sides)}")
    seats = dict(zip(game.sides, fixture.players, strict=True))
    players = {side: make_bot(name, stream(fixture.seed, side)) for side, name in seats.items()}
    kind = LuckyRecorder if luck else Recorder
    begin = game if start is None else game.state_from_bytes(start)
    recorder = kind(begin, seed=stream(fixture.seed, "chance"))
    recorder.record.players.update(seats)
    actions = sum(1 for _ in bots.play(recorder, players))
    state = recorder.state
    winner, level, rule = state.outcome or (None, 0, "")
    rolls = recorder.rolls if isinstance(recorder, LuckyRecorder) else []
    return Played(
        fixture=fixture,
        winner=winner,
        level=level,
        rule=rule,
        actions=actions,
        turn=recorder.record.phases[-1].turn if recorder.record.phases else 0,
        score=float(state.ask(SCORE)) if SCORE in game.queries else None,
        luck=by_kind(rolls, lambda roll: roll.luck),
        score_luck=by_kind(rolls, lambda roll: roll.score_luck),
        record=recorder.record.text() if record else None,
    )


def play_some(
    file: bytes,
    fixtures: Sequence[Fixture],
    luck: bool,
    record: bool,
    start: bytes | None = None,
) -> list[Played]:
    """Plays games of a game file: what a worker does."""
    game = game_of(file)
    return [play_one(game, fixture, luck, record, start) for fixture in fixtures]


def play_all(
    game: Game | State,
    fixtures: Sequence[Fixture],
    jobs: int = 1,
    luck: bool = True,
    record: bool = False,
    moved: Moved | None = None,
    spread: Spread | None = None,
) -> list[Played]:
    """Plays games on several processes; they come back in the order of the fixtures.

    Args:
        game: The game, or a position of it from which all are played.
        fixtures: The games to play.
        jobs: Processes of this machine.
        luck: Whether to note the luck of each roll.
        record: Whether to keep the games in writing.
        moved: Told of games that are done, as they are.
        spread: Who has them played, in the place of processes; game by game then, so that a lost
            worker costs no game but the one that it was playing.
    """
    for name in dict.fromkeys(name for fixture in fixtures for name in fixture.players):
        make_bot(name, 0)  # a name that nobody bears is told before a process begins
    have_done = spread or in_processes(jobs)
    size = 1 if spread else max(1, min(LARGEST_CHUNK, len(fixtures) // (4 * jobs)))
    chunks = [fixtures[i : i + size] for i in range(0, len(fixtures), size)]
    file, start = (game.to_bytes(), None) if isinstance(game, Game) else _from(game)
    done: dict[int, list[Played]] = {}
    tasks = [(file, chunk, luck, record, start) for chunk in chunks]
    for number, played in have_done(play_some, tasks):
        done[number] = played
        if moved is not None:
            moved(len(played))
    return [played for number in sorted(done) for played in done[number]]


def _from(state: State) -> tuple[bytes, bytes]:
    """The game file and the bytes of a position, whose dice are then rolled by each game."""
    board = state.copy()
    board.reseed(None)
    return state.game.to_bytes(), bytes(board)


def judged_by(game: Game) -> str | None:
    """The query by which luck is judged in a game; None when it declares none."""
    return Judge(game).query

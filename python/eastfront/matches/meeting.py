"""Tournaments between bots on both sides, and the balance of a scenario.

Each seating (the bot of each side) plays the same seeds, so that two seatings differ only in the
players, until their games diverge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from statistics import fmean
from typing import Any

from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked
from eastfront.matches.workers import Spread

from .adjust import Adjusted, adjusted
from .apart import PATIENCE
from .intervals import LEVEL, Interval, wilson
from .playing import MOST_GAMES, Fixture, Moved, Played, judged_by, play_all
from .rating import Elo, ratings


@dataclass(frozen=True)
class Seating:
    """The results of one seating, in which each bot plays a given side, from the first side's
    view."""

    players: tuple[str, ...]
    """The bot of each side."""
    games: int
    wins: dict[str, int]
    """Games won by each side, and under `drawn` the draws."""
    share: Adjusted
    """The first side's share of the wins, from 0 to 1; a draw counts half."""
    score: Adjusted | None
    """The mean of the final values of the games: the query `value` of the game's rules at the end,
    from the first side's view. None if some game has no such value."""
    decided_by: dict[str, int]
    """Number of games decided by each rule."""
    actions: float
    """Mean number of actions of a game."""
    turn: float
    """Mean game turn in which a game ended."""


@dataclass(frozen=True)
class Tournament:
    """The games of all seatings, with shares and ratings of the bots."""

    game: str
    sides: tuple[str, ...]
    seed: int
    judge: str | None
    """The query of the game's rules that gave the value of each position, to measure luck; None if
    luck was not recorded."""
    seatings: tuple[Seating, ...]
    bots: dict[str, Interval]
    """By bot, its share of the wins in its games against other bots, on either side, from 0 to 1; a
    draw counts half."""
    elo: Elo | None
    """The ratings of the bots; None if no two bots met."""
    games: tuple[Played, ...]

    def __str__(self) -> str:
        lines = [f"{self.game}, {len(self.games)} games"]
        for seating in self.seatings:
            who = " against ".join(seating.players)
            lines.append(f"  {who}: {self.sides[0]} wins {seating.share.plain}")
        lines += [f"  {name}: {share} of its games" for name, share in self.bots.items()]
        if self.elo is not None:
            rated = sorted(self.elo.ratings.items(), key=lambda item: -item[1].estimate)
            lines += [f"  {name}: Elo {round_all(rating)}" for name, rating in rated]
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Returns the results without the single games, as plain values for JSON."""
        found = {
            "game": self.game,
            "seed": self.seed,
            "games": len(self.games),
            "judge": self.judge,
            "seatings": [
                {**asdict(seating), "players": dict(zip(self.sides, seating.players, strict=True))}
                for seating in self.seatings
            ],
            "bots": self.bots,
            "elo": None if self.elo is None else asdict(self.elo),
            "forfeits": [
                {"seed": p.fixture.seed, "players": p.fixture.players, "reason": p.forfeit}
                for p in self.games
                if p.forfeit
            ],
        }
        return plain(found)  # type: ignore[no-any-return]


def plain(value: Any) -> Any:
    """Converts a value to JSON form: intervals to dictionaries, tuples to lists."""
    if isinstance(value, Interval):
        return {key: getattr(value, key) for key in value._fields}
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list | tuple) else value


def round_all(interval: Interval) -> str:
    """Returns an interval of ratings as text: the estimate and the bounds, rounded to whole
    numbers, with a sign."""
    return f"{interval.estimate:+.0f} [{interval.low:+.0f}, {interval.high:+.0f}]"


def seating_of(
    game: Game, players: tuple[str, ...], games: Sequence[Played], luck: bool, level: float = LEVEL
) -> Seating:
    """Returns the results of games with the same players on the same sides; with ``luck`` true,
    adjusted for luck as well."""
    first = game.sides[0]
    won: Counter[str] = Counter(dict.fromkeys([*game.sides, "drawn"], 0))
    won.update(played.winner or "drawn" for played in games)
    wins_luck, score_luck = luck_tables(games) if luck else (None, None)
    scores = [played.score for played in games if played.score is not None]
    return Seating(
        players=players,
        games=len(games),
        wins=dict(won),
        share=adjusted([played.points(first) for played in games], wins_luck, level, share=True),
        score=adjusted(scores, score_luck, level) if len(scores) == len(games) else None,
        decided_by=dict(sorted(Counter(played.rule for played in games).items())),
        actions=fmean(played.actions for played in games),
        turn=fmean(played.turn for played in games),
    )


def luck_tables(games: Sequence[Played]) -> tuple[list[list[float]], list[list[float]]]:
    """Returns two tables of the first side's luck, with a row for each game and a column for each
    kind of roll that occurs in any of the games.

    A cell is the sum over the game's rolls of a kind: the value of each outcome less the expected
    value. In the first table values are those of the query that judges luck, in the second those of
    the query `value`.
    """
    kinds = sorted({kind for played in games for kind in played.luck})
    wins = [[played.luck.get(kind, 0.0) for kind in kinds] for played in games]
    return wins, [[played.score_luck.get(kind, 0.0) for kind in kinds] for played in games]


@checked
def tournament(
    game: Game | State,
    bots: Sequence[str],
    games: int = 10,
    *,
    seed: int = 0,
    jobs: int = 1,
    luck: bool = True,
    records: bool = False,
    both_sides: bool = True,
    level: float = LEVEL,
    moved: Moved | None = None,
    spread: Spread | None = None,
    patience: float = PATIENCE,
) -> Tournament:
    """Plays a tournament in which each pair of bots meets on both sides; returns results with
    intervals.

    Args:
        game: The game, or a position of it from which all games are played.
        bots: Two or more names, as in `Fixture`.
        games: Games of each seating; a pair has two seatings.
        seed: The seed of the first game of each seating; the others follow.
        jobs: Number of processes on this machine. Results do not depend on it.
        luck: True to adjust results for luck as well.
        records: True to keep the record of each game.
        both_sides: True if pairs play both seatings; otherwise the first named bot plays the first
            side.
        level: The confidence of intervals.
        moved: Callback with the number of games just finished.
        spread: Executor of the games, instead of local processes.
        patience: Time limit in seconds for a decision of a user's bot.

    Raises ValueError for fewer than two bots, a duplicate bot, no games, or an unknown bot.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise ArgumentError(f"bots {', '.join(bots) or 'none'}, expected two or more, each once")
    pairs = permutations(bots, 2)
    seats = [(a, b) for a, b in pairs if both_sides or bots.index(a) < bots.index(b)]
    return _held(game, seats, games, seed, jobs, luck, records, level, moved, spread, patience)


@checked
def balance(
    game: Game | State,
    policies: Sequence[str] = ("busy", "greedy"),
    games: int = 100,
    *,
    seed: int = 0,
    jobs: int = 1,
    luck: bool = True,
    records: bool = False,
    level: float = LEVEL,
    moved: Moved | None = None,
    spread: Spread | None = None,
    patience: float = PATIENCE,
) -> Tournament:
    """Measures the balance of a scenario or position: plays each policy against itself.

    The arguments and errors are those of `tournament`, but a single policy is allowed.
    """
    if not policies or len(set(policies)) < len(policies):
        raise ArgumentError(
            f"policies {', '.join(policies) or 'none'}, expected one or more, each once"
        )
    seats = [(policy, policy) for policy in policies]
    return _held(game, seats, games, seed, jobs, luck, records, level, moved, spread, patience)


def _held(
    start: Game | State,
    seats: Sequence[tuple[str, ...]],
    games: int,
    seed: int,
    jobs: int,
    luck: bool,
    records: bool,
    level: float,
    moved: Moved | None,
    spread: Spread | None,
    patience: float,
) -> Tournament:
    if not 1 <= games <= MOST_GAMES:
        raise ArgumentError(f"{games} games, expected from 1 to {MOST_GAMES}")
    game = start if isinstance(start, Game) else start.game
    if isinstance(start, State) and start.is_over:
        raise ArgumentError(f"the game of {game.id} is over, expected a position to play from")
    fixtures = [Fixture(seed + k, players) for players in seats for k in range(games)]
    played = play_all(start, fixtures, jobs, luck, records, moved, spread, patience)
    parts = [played[i * games : (i + 1) * games] for i in range(len(seats))]
    first = game.sides[0]
    met = [p for p in played if p.fixture.players[0] != p.fixture.players[1]]
    results = [(p.fixture.players[0], p.fixture.players[1], p.points(first)) for p in met]
    return Tournament(
        game=game.id,
        sides=tuple(game.sides),
        seed=seed,
        judge=judged_by(game) if luck else None,
        seatings=tuple(
            seating_of(game, players, part, luck, level)
            for players, part in zip(seats, parts, strict=True)
        ),
        bots=_shares(game, met, level),
        elo=ratings(results, level) if results else None,
        games=tuple(played),
    )


def _shares(game: Game, games: Sequence[Played], level: float) -> dict[str, Interval]:
    """Returns, by bot, its share of the wins in its games, on either side; a draw counts half."""
    points: dict[str, list[float]] = {}
    for played in games:
        for side, name in zip(game.sides, played.fixture.players, strict=True):
            points.setdefault(name, []).append(played.points(side))
    return {name: wilson(sum(own), len(own), level) for name, own in points.items()}

"""What a rule is worth: the same scenario with and without it, from the same seeds.

Both arms play the same seeds with the same players. Games part where the rule first matters, so a
seed's two results are compared as a pair; where they part late the difference has the smaller
spread. Each arm is also told with the luck taken out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eastfront._core import ArgumentError, Game
from eastfront.arguments import checked
from eastfront.matches.workers import Spread

from .adjust import Adjusted, adjusted
from .apart import PATIENCE
from .intervals import LEVEL, difference
from .meeting import Seating, luck_tables, plain, seating_of
from .playing import MOST_GAMES, Fixture, Moved, Played, play_all


@dataclass(frozen=True)
class Arm:
    """One of the two ways in which the scenario is played."""

    name: str
    digest: str
    """The name of its game file."""
    seating: Seating


@dataclass(frozen=True)
class Worth:
    """What one way of playing is worth against the other, to the first side."""

    what: str
    """The rule, option or reading."""
    game: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    """Games of each arm."""
    changed: Arm
    """With the change: without the rule, or with the option."""
    base: Arm
    share: Adjusted
    """The base arm's share of wins for the first side less the changed arm's, seed by seed: what
    the rule is worth to the first side. For an option, which the changed arm has, it is the other
    way about."""
    score: Adjusted | None
    """The same of the query `value` at the end."""
    forfeits: tuple[str, ...]
    """What bots did that lost them a game by it."""
    parted: int
    """Seeds whose two games did not end alike, in winner, score or length."""

    def document(self) -> dict[str, Any]:
        """All of it as plain values for JSON."""
        return plain(asdict(self))  # type: ignore[no-any-return]


@checked
def worth(
    base: Game,
    changed: Game,
    what: str,
    *,
    adds: bool = False,
    players: Sequence[str] = ("busy", "busy"),
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    luck: bool = True,
    level: float = LEVEL,
    moved: Moved | None = None,
    spread: Spread | None = None,
    patience: float = PATIENCE,
) -> Worth:
    """Plays a scenario in two ways from the same seeds, and tells what comes of the change.

    Args:
        base: The game as it is.
        changed: The same scenario with a rule out of force, an option, or another reading.
        what: The name of the rule, option or reading.
        adds: Whether the change adds what is asked about (an option) instead of taking it away (a
            rule out of force); the difference is always what the thing asked about is worth.
        players: The bot of each side.
        games: Games of each arm.
        seed: The seed of the first game of each arm.
        jobs: Processes of this machine.
        luck: Whether results are also given with the luck taken out.
        level: The confidence of intervals.
        moved: Told of games that are done.
        spread: Who has the games played, in the place of processes.
        patience: Seconds that a bot of the user's own may take for a decision.

    Raises ValueError for games of different sides, equal game files, or no games.
    """
    if base.sides != changed.sides:
        raise ArgumentError(f"{base.id} and {changed.id} have not the same sides")
    if base.digest == changed.digest:
        raise ArgumentError(f"{what} changes nothing in {base.id}")
    if not 1 <= games <= MOST_GAMES:
        raise ArgumentError(f"{games} games, expected from 1 to {MOST_GAMES}")
    fixtures = [Fixture(seed + k, tuple(players)) for k in range(games)]
    arms = [
        play_all(g, fixtures, jobs, luck, False, moved, spread, patience) for g in (base, changed)
    ]
    names = ("without it", "with it") if adds else ("with it", "without it")
    told = [
        Arm(name, g.digest, seating_of(g, tuple(players), arm, luck, level))
        for name, g, arm in zip(names, (base, changed), arms, strict=True)
    ]
    more, less = (arms[1], arms[0]) if adds else (arms[0], arms[1])
    first = base.sides[0]
    wins_luck, score_luck = _paired_luck(more, less) if luck else (None, None)
    pairs = list(zip(more, less, strict=True))
    shares = [told[adds].seating.share.plain, told[not adds].seating.share.plain]
    scores = [a.score - b.score for a, b in pairs if a.score is not None and b.score is not None]
    return Worth(
        what=what,
        game=base.id,
        sides=tuple(base.sides),
        players=tuple(players),
        games=games,
        changed=told[1],
        base=told[0],
        share=adjusted(
            [a.points(first) - b.points(first) for a, b in pairs],
            wins_luck,
            level,
            plain=difference(*shares),
        ),
        score=adjusted(scores, score_luck, level) if len(scores) == games else None,
        forfeits=tuple(one.forfeit for arm in arms for one in arm if one.forfeit),
        parted=sum(_ending(a) != _ending(b) for a, b in pairs),
    )


def _paired_luck(
    more: Sequence[Played], less: Sequence[Played]
) -> tuple[list[list[float]], list[list[float]]]:
    """The luck of both games of each seed, one set of columns for each arm; for wins and scores."""
    tables = zip(luck_tables(more), luck_tables(less), strict=True)
    wins, scores = ([[*a, *b] for a, b in zip(one, other, strict=True)] for one, other in tables)
    return wins, scores


def _ending(played: Played) -> tuple[object, ...]:
    return played.winner, played.level, played.score, played.actions

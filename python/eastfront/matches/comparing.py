"""The worth of a rule: the same scenario with and without it, from the same seeds.

Both versions of the scenario (*arms*) play the same seeds with the same players. The two games of a
seed are identical until the rule first matters, so their results are compared as a pair; a late
divergence reduces the variance of the difference. Each arm is also reported adjusted for luck.
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
    """One of the two versions of the scenario, with the results of its games."""

    name: str
    digest: str
    """The digest of the version's game file."""
    seating: Seating


@dataclass(frozen=True)
class Worth:
    """The difference between the two versions (arms) of a scenario, from the first side's view."""

    what: str
    """The rule, option or reading that is measured."""
    game: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    """Number of games of each arm."""
    changed: Arm
    """The arm with the change: without the rule, or with the option."""
    base: Arm
    share: Adjusted
    """The first side's share of wins in the base arm less that in the changed arm, seed by seed:
    the worth of the rule to the first side. For an option, which is in the changed arm, the sign is
    reversed."""
    score: Adjusted | None
    """The mean over the seeds of the query `value` at the end of the game in the base arm less that
    in the changed arm; for an option the sign is reversed. None if some game has no such value."""
    forfeits: tuple[str, ...]
    """The failures by which bots lost games, one for each such game."""
    parted: int
    """The number of seeds whose two games ended differently in winner, score or length."""

    def document(self) -> dict[str, Any]:
        """Returns the result as plain values for JSON."""
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
    """Plays two versions of a scenario from the same seeds, and measures the difference.

    Args:
        base: The unchanged game.
        changed: The same scenario with a rule left out, an option, or another reading.
        what: The name of the rule, option or reading.
        adds: True if the change adds the subject (an option), False if it removes the subject (a
            rule left out); the difference is always the worth of the subject.
        players: The bot of each side.
        games: Games of each arm.
        seed: The seed of the first game of each arm.
        jobs: Processes of this machine.
        luck: True to adjust results for luck as well.
        level: The confidence of intervals.
        moved: Callback with the number of games just finished.
        spread: Executor of the games, instead of local processes.
        patience: Time limit in seconds for a decision of a user's bot.

    Raises ValueError for games of different sides, equal game files, or no games.
    """
    if base.sides != changed.sides:
        raise ArgumentError(f"{base.id} and {changed.id} do not have the same sides")
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
    """Returns two tables of luck with a row for each seed: the first measures luck in wins of the
    first side, the second in the query `value`, the game's evaluation. A row holds the luck of the
    seed's game in ``more``, by kind of roll, and then the luck of its game in ``less``."""
    tables = zip(luck_tables(more), luck_tables(less), strict=True)
    wins, scores = ([[*a, *b] for a, b in zip(one, other, strict=True)] for one, other in tables)
    return wins, scores


def _ending(played: Played) -> tuple[object, ...]:
    return played.winner, played.level, played.score, played.actions

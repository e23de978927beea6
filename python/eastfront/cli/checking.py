"""Checks of whole games, and counts of the effects of rules, in several processes.

Games are played natively, and every position is checked in native code by the invariants of the
engine and of the game. One position in `EVERY` is returned as bytes and checked in Python by the
invariants of `eastfront.cli.invariants`. A rule that is folded into tables or into the structure of
the program does not count its effects in play. For such a rule, the same games are played in
lockstep with a game that lacks the rule, and the differences are counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eastfront import _core
from eastfront._core import EastfrontError, Game
from eastfront.cli import invariants as check
from eastfront.loading import game as games
from eastfront.matches.workers import game_of, in_processes
from eastfront.program import ProgramError

EVERY = 50
"""The sampling interval: one position out of this number is also checked in Python."""
CHUNK = 10
"""Number of games in one task of a process."""
SHOWN = 20
"""Maximum number of violations kept with their text."""
ENOUGH = 10
"""Number of differing games after which the comparison of a rule stops."""

COUNTS = ("allowed", "refused", "applied")
"""The counters of a rule: actions that it allowed, actions that it refused, effects that it had."""

Moved = Callable[[int], None]


@dataclass(frozen=True)
class Games:
    """A number of games to play: the games that `eastfront.rollout` plays with this seed and
    policy."""

    file: bytes
    """The game file."""
    number: int
    seed: int
    policy: str


def checked(game: Game, number: int, seed: int, policy: str, workers: int, moved: Moved) -> Any:
    """Plays games and checks every position; `moved` is called with the number of games just
    finished.

    The result holds the totals of the games, the numbers of `positions` checked, of actions `tried`
    and of positions `sampled` for the checks in Python, the number of `violations`, the text of the
    first violations, and the counts by rule.
    """
    plan = Games(game.to_bytes(), number, seed, policy)
    began = time.perf_counter()
    count: Counter[str] = Counter()
    wins: Counter[str] = Counter(dict.fromkeys(game.sides, 0))
    rules: dict[str, Counter[str]] = {}
    texts: dict[int, list[str]] = {}
    tasks = [(plan, first) for first in range(0, number, CHUNK)]
    for task, part in in_processes(workers)(_check_chunk, tasks):
        wins.update(part["wins"])
        for rule, row in part["rules"].items():
            rules.setdefault(rule, Counter(dict.fromkeys(COUNTS, 0))).update(row)
        keys = ("games", "decisions", "forced", "chance", "positions", "tried", "violations")
        count.update({key: part[key] for key in (*keys, "sampled")})
        texts[task] = part["found"]
        moved(part["games"])
    return {
        **count,
        "seconds": time.perf_counter() - began,
        "found": [text for task in sorted(texts) for text in texts[task]][:SHOWN],
        "wins": dict(wins),
        "rules": {rule: dict(row) for rule, row in rules.items()},
    }


def _check_chunk(plan: Games, first: int) -> dict[str, Any]:
    """Plays up to `CHUNK` games natively, from the game number `first` on, and checks a sample of
    their positions in Python. Returns the totals of these games by name, with the counts by rule,
    and under ``found`` the texts of violations."""
    game = game_of(plan.file)
    number = min(CHUNK, plan.number - first)
    found = _core.rollout_checked(
        game.new(), number, first=first, seed=plan.seed, policy=plan.policy, sample=EVERY
    )
    samples = found.pop("samples")
    found["sampled"] = len(samples)
    for index, action, data in samples:
        state = game.state_from_bytes(data, False)
        wrong = [str(v) for v in check.violations(state)]
        found["violations"] += len(wrong)
        at = f"game {index}, action {action}, `{state.decision}`"
        found["found"] += [f"{at}: {text}" for text in wrong]
    found["found"] = found["found"][:SHOWN]
    return found


# -- rules that no counter sees -----------------------------------------------------------------


def unseen(rules: dict[str, dict[str, int]]) -> list[str]:
    """Returns the ids of the rules whose counters, in `rules` by rule, are all zero."""
    return [rule for rule, row in rules.items() if not any(row.values())]


def compared(
    game: Game,
    wanted: Sequence[str],
    number: int,
    seed: int,
    policy: str,
    workers: int,
    moved: Moved,
) -> dict[str, dict[str, int]]:
    """Counts the effects of each rule in `wanted`: plays the same games in lockstep with a game
    that lacks the rule, and counts the differences.

    For each rule: the number of `games` compared, the number of these that differed, as `decided`,
    and the counts of `COUNTS`; the comparison of a rule stops after `ENOUGH` games with a
    difference. A rule without which the game cannot be made counts as one `decided` game. `moved`
    is called with the number of rules just finished.
    """
    plan = Games(game.to_bytes(), number, seed, policy)
    origin = games.origin_of(game)
    rows: dict[str, dict[str, int]] = {}
    tasks = [(plan, rule, origin) for rule in wanted]
    for task, row in in_processes(workers)(_compare_one, tasks):
        rows[wanted[task]] = row
        moved(1)
    return {rule: rows[rule] for rule in wanted}


def _compare_one(plan: Games, rule: str, origin: games.Origin) -> dict[str, int]:
    game = game_of(plan.file)
    try:
        other = games.compiled(replace(origin, without=(*origin.without, rule))).new()
    except (EastfrontError, ProgramError):
        return {"games": 0, "decided": 1, **dict.fromkeys(COUNTS, 0), "applied": 1}
    return _core.rollout_twin(
        game.new(), other, plan.number, enough=ENOUGH, seed=plan.seed, policy=plan.policy
    )

"""Bots: players that choose an action from what their side may know.

A bot is anything that can be called with an `Observation` and answers with one of its
`legal_actions`, by number or in notation. An observation holds no hidden identity, no generator,
and no way back to the game that is played: what a bot looks ahead on is a *sample*, a state dealt
anew in which everything that the side may not know is as likely as anything else. It can be
pickled, so a bot may as well sit in a process of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from eastfront._core import ArgumentError
from eastfront.arguments import checked, shown
from eastfront.imports import pending

from . import _core
from .commander import guided
from .guided import Guided
from .observation import Observation, chosen
from .record import Recorder

__all__ = [
    "NAMES",
    "Bot",
    "Busy",
    "Commander",
    "Greedy",
    "Idle",
    "Random",
    "bot",
    "play",
    "way_of_setting_up",
]


class Bot(Protocol):
    """A player."""

    def __call__(self, seen: Observation, /) -> int | str:
        """Picks one of the legal actions of an observation, of which there are at least two.

        By its number or in notation."""


@checked
class Random:
    """Every legal action alike."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        return self._rng.choice(seen.legal_actions)


@checked
class Busy:
    """Passes with probability 1/16, else every other action alike: phases are really played."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        deeds = [a for a in seen.legal_actions if a not in seen.passes]
        idle = bool(seen.passes) and (not deeds or self._rng.randrange(16) == 0)
        return self._rng.choice(sorted(seen.passes) if idle else deeds)


@checked
class Idle:
    """Does nothing that it need not do: passes, or else takes the first action."""

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        return min(seen.passes or seen.legal_actions)


@checked
def way_of_setting_up(seen: Observation, how: str) -> int | None:
    """Sets up in a way, ``automatic`` or ``free``, where that is what is chosen between."""
    if len(seen.legal_actions) == 2 and {"automatic", "free"} == set(seen.labels):
        return seen.legal_actions[seen.labels.index(how)]
    return None


@checked
class Greedy:
    """Looks one action ahead, natively, on a sample; the set-up of the rules is taken as it is."""

    def __init__(self, seed: int = 0, free_setup: bool = False) -> None:
        self._rng = random.Random(seed)
        self._setup = "free" if free_setup else "automatic"

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        chosen = way_of_setting_up(seen, self._setup)
        if chosen is not None:
            return chosen
        board = seen.sample(self._rng)
        return _core.choose(board, "greedy", seed=self._rng.getrandbits(63))


@checked
class Commander:
    """Plans movement and battles where a game's rules declare a `guide`; else it is greedy."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self._guided = Guided(self._rng)
        self._greedy = Greedy(self._rng.getrandbits(63))

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        if guided(seen.game) and "automatic" not in seen.labels:
            planned = self._guided.choose(seen, seen.sample(self._rng))
            if planned is not None:
                return planned
        return self._greedy(seen)


@checked
def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name.

    They are random, busy, idle, greedy, setup (a greedy one that deploys its own army), commander,
    and planner, who searches (`eastfront.search.Planner`).

    Raises ValueError for another name.
    """
    with pending:
        from .search.planner import Planner

    made: dict[str, Callable[[], Bot]] = {
        "random": lambda: Random(seed),
        "busy": lambda: Busy(seed),
        "idle": Idle,
        "greedy": lambda: Greedy(seed),
        "setup": lambda: Greedy(seed, free_setup=True),
        "commander": lambda: Commander(seed),
        "planner": lambda: Planner(seed),
    }
    if name not in made:
        raise ArgumentError(f"no bot `{name}`, expected one of {', '.join(NAMES)}")
    return made[name]()


NAMES: Sequence[str] = ("random", "busy", "idle", "greedy", "setup", "commander", "planner")
"""The bots that come with the package."""

Step = tuple[str, str, list[tuple[Any, ...]]]


@checked
def play(recorder: Recorder, players: Mapping[str, Bot], limit: int = 1_000_000) -> Iterator[Step]:
    """Lets bots, one for each side by its name, play a game to its end, and writes it down.

    Gives, for each action, who acted, the action in notation and what happened. A bot that answers
    with an illegal action meets `IllegalAction`; a game of more than ``limit`` actions is stopped.
    """
    state = recorder.state
    missing = [side for side in state.game.sides if side not in players]
    if missing:
        known = ", ".join(state.game.sides)
        raise ArgumentError(f"players={shown(players)}, expected a bot for each side of {known}")
    return _played(recorder, players, limit)


def _played(recorder: Recorder, players: Mapping[str, Bot], limit: int) -> Iterator[Step]:
    state = recorder.state
    for _ in range(limit):
        actor = state.to_move
        if actor is None:
            return
        if actor == "chance":
            effects = recorder.roll()
        else:
            seen = state.observation(actor)
            action = chosen(seen, players[actor](seen), f"the bot of the {actor} side")
            effects = recorder.push(action)
        yield actor, recorder.record.phases[-1].actions[-1], effects

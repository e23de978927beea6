"""Bots: players that choose an action from what their side may know.

A bot is anything that can be called with a `View` and answers with one of its legal actions. A view
holds no hidden identity and no generator: what a bot looks ahead on is a *sample*, a state dealt
anew in which everything that the side may not know is as likely as anything else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from ._core import Game, IllegalAction, State
from .game import document
from .record import Recorder

if TYPE_CHECKING:
    from .observation import Observation


class View:
    """What a bot is asked with: the decision, its legal actions, and what its side knows."""

    def __init__(self, state: State, side: str) -> None:
        self.side = side
        """Who is asked."""
        self.decision = state.decision
        """What is asked, by name."""
        self.legal: list[int] = state.legal_actions.list()
        """The legal actions, at least two."""
        self.passes = frozenset(a for a in self.legal if state.is_pass(a))
        """Those of them that end or decline something."""
        self.game: Game = state.game
        self._observe: Callable[[], Observation] = lambda: state.observation(side)
        self._copy: Callable[[], State] = state.copy

    @cached_property
    def observation(self) -> Observation:
        """All that the side knows; to be asked for before the game goes on."""
        return self._observe()

    def notation(self, action: int) -> str:
        """An action in notation."""
        return self.game.notation(action)

    def sample(self, rng: random.Random) -> State:
        """A state that the side cannot tell from the real one; chance is left to the caller."""
        if not open_to_all(self.game):
            return self.observation.sample(rng)
        board = self._copy()
        board.reseed(None)
        return board


@lru_cache(maxsize=16)
def open_to_all(game: Game) -> bool:
    """Whether a game hides nothing from either side, so that every sample is the position."""
    file = document(game)
    nothing = all(units == "Empty" for units in file["hidden"])
    return nothing and not any(variable.get("hidden") for variable in file["variables"])


class Bot(Protocol):
    """A player."""

    def __call__(self, view: View) -> int:
        """Picks one of the legal actions of a view."""


class Random:
    """Every legal action alike."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> int:
        """Picks one of the legal actions of a view."""
        return self._rng.choice(view.legal)


class Busy:
    """Passes with probability 1/16, else every other action alike: phases are really played."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> int:
        """Picks one of the legal actions of a view."""
        deeds = [a for a in view.legal if a not in view.passes]
        idle = bool(view.passes) and (not deeds or self._rng.randrange(16) == 0)
        return self._rng.choice(sorted(view.passes) if idle else deeds)


class Idle:
    """Does nothing that it need not do: passes, or else takes the first action."""

    def __call__(self, view: View) -> int:
        """Picks one of the legal actions of a view."""
        return min(view.passes or view.legal)


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name.

    They are random, busy, idle, greedy, and setup, a greedy one that deploys its own army.

    Raises ValueError for another name.
    """
    from .greedy import Greedy

    made: dict[str, Callable[[], Bot]] = {
        "random": lambda: Random(seed),
        "busy": lambda: Busy(seed),
        "idle": Idle,
        "greedy": lambda: Greedy(seed),
        "setup": lambda: Greedy(seed, free_setup=True),
    }
    if name not in made:
        raise ValueError(f"no bot `{name}`, expected one of {', '.join(NAMES)}")
    return made[name]()


NAMES: Sequence[str] = ("random", "busy", "idle", "greedy", "setup")
"""The bots that come with the package."""

Step = tuple[str, str, list[tuple[Any, ...]]]


def play(recorder: Recorder, players: Mapping[str, Bot], limit: int = 1_000_000) -> Iterator[Step]:
    """Lets bots, one for each side by its name, play a game to its end, and writes it down.

    Gives, for each action, who acted, the action in notation and what happened. A bot that answers
    with an illegal action meets `IllegalAction`; a game of more than ``limit`` actions is stopped.
    """
    state = recorder.state
    for _ in range(limit):
        actor = state.to_move
        if actor is None:
            return
        if actor == "chance":
            effects = recorder.roll()
        else:
            action = players[actor](View(state, actor))
            if action not in state.legal_actions:
                name = state.game.notation(action)
                raise IllegalAction(f"the bot of the {actor} side chose `{name}`")
            effects = recorder.push(action)
        yield actor, recorder.record.phases[-1].actions[-1], effects

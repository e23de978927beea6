"""Bots without search, and games between bots."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Protocol

from eastfront import _core
from eastfront._core import ArgumentError
from eastfront.arguments import checked, shown
from eastfront.bots.adviser import Advice
from eastfront.bots.set_up import way_of_setting_up
from eastfront.positions.effects import Effect
from eastfront.positions.observation import Observation, chosen
from eastfront.record import Recorder


class Bot(Protocol):
    """A player: a callable that chooses an action from an observation."""

    def __call__(self, seen: Observation, /) -> int | str:
        """Returns one of the legal actions, of which there are at least two, by number or in
        notation."""


@checked
class Random:
    """A bot that chooses with equal probability among all legal actions."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, seen: Observation) -> int:
        """Returns the number of a legal action, drawn at random."""
        return self._rng.choice(seen.legal_actions)


@checked
class Busy:
    """A bot that passes with probability 1/16 and else chooses with equal probability among the
    other actions, so that phases are played out."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, seen: Observation) -> int:
        """Returns the number of a legal action: of a pass, if one is legal, with probability 1/16
        or if nothing else is legal; otherwise of another action, drawn at random."""
        deeds = [a for a in seen.legal_actions if a not in seen.passes]
        idle = bool(seen.passes) and (not deeds or self._rng.randrange(16) == 0)
        return self._rng.choice(sorted(seen.passes) if idle else deeds)


@checked
class Idle:
    """A bot that passes if possible, and else takes the action with the lowest number."""

    def __call__(self, seen: Observation) -> int:
        """Returns the number of the pass, or without one the lowest number of a legal action."""
        return min(seen.passes or seen.legal_actions)


@checked
class Greedy:
    """A bot that looks one action ahead, in native code, on a sample of the position, for the best
    value by the game's evaluation. The bot takes the set-up given by the rules, or with
    `free_setup` places its units itself."""

    def __init__(self, seed: int = 0, free_setup: bool = False) -> None:
        self._rng = random.Random(seed)
        self._setup = "free" if free_setup else "automatic"

    def __call__(self, seen: Observation) -> int:
        """Returns the number of the chosen way to set up, or of the legal action that looks best
        one action ahead."""
        arranged = way_of_setting_up(seen, self._setup)
        if arranged is not None:
            return arranged
        board = seen.sample(self._rng)
        return _core.choose(board, "greedy", seed=self._rng.getrandbits(63))


@checked
class Commander:
    """A bot that follows the adviser, the planning code that a game may bring with it. It plays as
    `Greedy` in a game without an adviser, and where the adviser has no plan."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self._advice = Advice(self._rng)
        self._greedy = Greedy(self._rng.getrandbits(63))

    def __call__(self, seen: Observation) -> int:
        """Returns the number of the legal action that the adviser plans; without a plan, that of
        the action that `Greedy` takes."""
        known = None if "automatic" in seen.labels else self._advice.choose(seen)
        return self._greedy(seen) if known is None else known


Step = tuple[str, str, list[Effect]]


@checked
def play(recorder: Recorder, players: Mapping[str, Bot], limit: int = 1_000_000) -> Iterator[Step]:
    """Plays and records a game to its end with one bot for each side.

    Yields, for each action, the actor, the action in notation and the effects, and stops after
    ``limit`` actions. Raises `IllegalAction` if a bot returns an illegal action, and ValueError for
    a side without a bot.
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

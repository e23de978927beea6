"""Vectorised games: thousands of games stepped natively, one real decision per step.

    games = ef.vector("barbarossa-deluxe/blue-kremlin", 1024, seed=7, threads=2)
    planes, masks, infos = games.reset()
    while learning:
        actions = policy(planes, masks)                      # dense ids, one for each game
        planes, masks, rewards, done, to_move, infos = games.step(actions)

The engine plays chance and forced actions, with the GIL released. The rolls of game ``i`` in its
episode ``e`` depend on ``(seed, i, e)`` only: neither on the number of threads nor on the other
games. ``games.episode_seed(i, e)`` is the seed with which ``game.new`` replays the episode.

Planes and masks are views of one buffer each, which every step overwrites, including arrays
returned earlier. They are read-only; copy them to keep them, or pass ``copy=True``. NumPy arrays
support DLPack, so ``torch.from_dlpack(planes)`` imports them without a copy.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import _core
from eastfront._core import ArgumentError, BusyError, Game, PlaceError, State
from eastfront.arguments import checked, shown, within
from eastfront.playing import MOST_THREADS

from .arrays import array
from .planes import Layout, Plane, layout, open_to_all
from .tensors import game_of

__all__ = [
    "MODES",
    "Vector",
    "sample",
    "vector",
]

Array = npt.NDArray[Any]
Step = tuple[Array, Array, Array, Array, Array, dict[str, Any]]

MOST_GAMES = 2**20
"""Maximum number of games; games with large positions allow fewer, as the error says."""
MODES = ("same-step", "next-step", "never")
"""The values of ``autoreset``: what happens to a finished game."""


@checked
def vector(
    game: Game | State | str,
    n: int,
    *,
    seed: int = 0,
    threads: int = 1,
    planes: bool | Iterable[str] = True,
    fixed: bool = False,
    masks: bool = True,
    autoreset: str = "same-step",
    limit: int = 0,
    side: str | None = None,
    opponent: str = "busy",
    copy: bool = False,
) -> Vector:
    """Makes ``n`` games that are stepped together.

    ``game`` is a game, its id, or a state from which every episode begins. ``seed`` determines all
    dice. The number of ``threads`` affects only the time.

    ``planes`` are the names of the variable planes of `layout` to write, in this order; True stands
    for all of them. Without ``planes`` no observations are written, and without ``masks`` no masks:
    legal actions are then in ``infos["legal"]``. ``fixed`` adds the constant planes of the map,
    which by default are only in ``games.layout.fixed``.

    ``autoreset`` selects the handling of a finished game: ``same-step``, the next episode begins at
    once, and the step returns its first decision; ``next-step``, the step returns the last
    position, without legal actions, and the next step begins the episode regardless of the action;
    ``never``, the game waits for `reset`. ``limit`` truncates games after this number of decisions;
    0 lets them end by the rules. With ``copy`` every step returns new arrays.

    With ``side`` only that side's decisions are stepped; the other side is played natively by the
    policy ``opponent``: ``random``; ``busy``, which passes with probability 1/16; or ``greedy``,
    which looks one action ahead on the true position, and so is refused in games with hidden
    information.

    Raises ValueError for invalid numbers, and for unknown sides, policies and planes.
    """
    within("n", n, 1, MOST_GAMES)
    within("threads", threads, 1, MOST_THREADS)
    within("limit", limit, 0, 2**32 - 1)
    if isinstance(game, State):
        start = game.copy()
        start.reseed(None)
    else:
        start = game_of(game).new()
    if side is not None and opponent in ("greedy", "wary") and not open_to_all(start.game):
        raise ArgumentError(
            f"the {opponent} policy looks at the true position, and {start.game.id} hides some of"
            " it from the sides; use random or busy"
        )
    return Vector(
        start,
        n,
        seed=seed,
        threads=threads,
        planes=_shown(layout(start.game), planes),
        fixed=fixed,
        masks=masks,
        autoreset=autoreset,
        limit=limit,
        side=side,
        opponent=opponent,
        copy=copy,
    )


def _shown(planes: Layout, chosen: bool | Iterable[str]) -> list[Plane]:
    """Returns the variable planes that are chosen by their names, or all for True and none for
    False. Raises ArgumentError for a plane that is fixed, UnknownName for an unknown one."""
    if isinstance(chosen, (bool, np.bool_)):
        return list(planes.planes[: planes.changing]) if chosen else []
    out = [planes.planes[planes.index(name)] for name in chosen]
    for plane in out:
        if plane.fixed:
            raise ArgumentError(f"plane `{plane.name}` is part of the map, expected a variable one")
    return out


@checked
class Vector:
    """Many games of one kind, stepped together; made by `eastfront.vector`.

    The arrays of `reset` and `step`, for ``n`` games with ``A`` dense action ids:

    | name    | type and shape     | contents                                                     |
    | ------- | ------------------ | ------------------------------------------------------------ |
    | planes  | int16 [n, C, H, W] | observation of the side to act, by `layout`                  |
    | masks   | bool [n, A]        | its legal actions                                            |
    | rewards | float32 [n, sides] | when a game ends +1 to the winner, -1 to the others; else 0  |
    | done    | bool [n]           | games that ended in this step, by the rules or by the limit  |
    | to_move | int8 [n]           | the side to act, as an index in ``game.sides``; -1 for none  |
    | infos   | dict               | see below                                                    |

    ``infos`` holds the legal actions in one int32 array ``legal``: ``n + 1`` offsets, then the ids
    of all games, one game after another. ``offsets`` and ``ids`` are views of these two parts: the
    legal actions of game ``i`` are ``ids[offsets[i]:offsets[i + 1]]``.

    ``infos`` also holds ``decision`` (int16 [n], a number in ``decisions``, -1 for none),
    ``episode`` (int64 [n]), ``length`` (int32 [n], decisions of the episode so far) and
    ``truncated`` (bool [n], games truncated by the limit). ``endings`` is a list with a dictionary
    for each game that ended: ``game``, ``winner``, ``level``, ``rule``, ``truncated``, ``length``,
    ``episode``, ``side`` (the last to decide), and, if the next episode began in the same step,
    ``planes``, the last observation of that side.

    One thread at a time may use the games: a concurrent call from another thread raises BusyError.
    """

    def __init__(
        self,
        start: State,
        n: int,
        *,
        seed: int,
        threads: int,
        planes: Sequence[Plane],
        fixed: bool,
        masks: bool,
        autoreset: str,
        limit: int,
        side: str | None,
        opponent: str,
        copy: bool,
    ) -> None:
        self.game: Game = start.game
        self.n = n
        self.layout: Layout = layout(self.game)
        """The layout of the planes."""
        self.fixed = fixed
        self.copy = copy
        self.autoreset = autoreset
        self.side = side
        """The side whose decisions are stepped; None if both sides are stepped."""
        self.decisions: tuple[str, ...] = tuple(self.layout._file.document["decisions"])
        """The names of decisions, indexed by ``infos["decision"]``."""
        named = [(p.kind, p.own, p.index) for p in planes]
        channels = len(named) + (len(self.layout.fixed) if fixed and planes else 0)
        self._lock = threading.Lock()
        self._core = _core.Vector(
            start,
            n,
            seed=seed,
            threads=threads,
            planes=named,
            channels=channels,
            masks=masks,
            autoreset=autoreset,
            limit=limit,
            side=side,
            opponent=opponent,
        )
        if planes and fixed:
            self._core.planes[:, len(named) :] = self.layout.fixed
        self._planes = _read_only(self._core.planes)
        self._masks = _read_only(self._core.masks)

    def __len__(self) -> int:
        """Returns the number of games."""
        return self.n

    def __repr__(self) -> str:
        return f"<Vector of {self.n} games of {self.game.id}>"

    @property
    def num_actions(self) -> int:
        """The number ``A`` of dense action ids: every action of the game has an id from 0 up to,
        but not including, ``A``."""
        return self.game.num_actions

    def reset(
        self, seed: int | None = None, games: npt.ArrayLike | None = None
    ) -> tuple[Array, Array, dict[str, Any]]:
        """Restarts games; returns planes, masks and infos of their first decisions.

        With ``seed`` all random streams restart at episode 0; without it each game continues with
        its next episode. ``games`` is a boolean mask of the games to restart; by default all are.
        Raises ValueError if both are given.
        """
        if games is not None and seed is not None:
            raise ArgumentError("a seed restarts all games and cannot be combined with games")
        which = None if games is None else array("games", games, np.bool_)
        with self._alone() as core:
            core.reset(seed, which)
            planes, masks = self.buffers()
            return planes, masks, self._infos(core)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays one action in each game, by dense id; returns planes, masks, rewards, done,
        to_move, infos.

        Raises IllegalAction, or ValueError for an invalid id, with the number of the game and the
        action; no game has then advanced. The action of an already finished game is ignored.
        """
        ids = array("actions", actions)
        if ids.dtype.kind not in "iu":
            raise ArgumentError(f"actions of type {ids.dtype}, expected whole numbers")
        if ids.shape != (self.n,):
            raise ArgumentError(f"actions of shape {ids.shape}, expected ({self.n},)")
        if ids.dtype.kind == "u" and (ids > np.iinfo(np.int64).max).any():
            game, last = int(np.argmax(ids)), self.num_actions - 1
            raise ArgumentError(f"game {game}: action {ids[game]}, expected an id from 0 to {last}")
        with self._alone() as core:
            core.step(np.ascontiguousarray(ids, dtype=np.int64))
            planes, masks = self.buffers()
            ended = core.rewards(), core.done(), core.to_move()
            return planes, masks, *ended, self._infos(core)

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The side to act in each game, as an index in ``game.sides``; -1 for none."""
        with self._alone() as core:
            return core.to_move()

    @property
    def observers(self) -> npt.NDArray[np.int8]:
        """The observing side of each game: the side to act, else the side that acted last."""
        with self._alone() as core:
            return core.observers()

    def state(self, i: int) -> State:
        """Returns a copy of the state of game ``i``, with the same future rolls.

        Raises IndexError for an invalid index.
        """
        if not 0 <= i < self.n:
            raise PlaceError(f"game {i}, expected a number below {self.n}")
        with self._alone() as core:
            return core.state(i)

    def episode_seed(self, i: int, episode: int) -> int:
        """Returns the seed with which ``game.new`` replays an episode of game ``i``."""
        with self._alone() as core:
            return core.episode_seed(i, episode)

    def buffers(self) -> tuple[Array, Array]:
        """Returns the current planes and masks, read-only, or copies if ``copy`` is set."""
        if self.copy:
            return self._planes.copy(), self._masks.copy()
        return self._planes, self._masks

    @contextmanager
    def _alone(self) -> Iterator[_core.Vector]:
        """Context manager that gives this thread exclusive access to the native games. Raises
        BusyError if another thread has it."""
        if not self._lock.acquire(blocking=False):
            raise BusyError("the games are being stepped in another thread")
        try:
            yield self._core
        finally:
            self._lock.release()

    def _infos(self, core: _core.Vector) -> dict[str, Any]:
        legal = core.legal()
        return {
            "legal": legal,
            "offsets": legal[: self.n + 1],
            "ids": legal[self.n + 1 :],
            "decision": core.decisions(),
            "episode": core.episodes(),
            "length": core.lengths(),
            "truncated": core.truncated(),
            "endings": core.endings(),
        }


@checked
def sample(infos: dict[str, Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draws a legal action for each game, all with equal probability; 0 for a game without one.

    ``infos`` are those of `Vector.reset` or `Vector.step`.
    """
    if not {"offsets", "ids"} <= set(infos):
        raise ArgumentError(f"infos={shown(infos)}, expected the infos of a vector")
    offsets, ids = infos["offsets"], infos["ids"]
    first, count = offsets[:-1], np.diff(offsets)
    picked = first + (rng.random(len(first)) * count).astype(np.int64)
    padded = np.append(ids, 0)
    return np.where(count > 0, padded[np.minimum(picked, len(ids))], 0).astype(np.int64)


def _read_only(buffer: Array) -> Array:
    view = buffer[:]
    view.flags.writeable = False
    return view

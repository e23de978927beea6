"""Many games in one call: thousands of games stepped natively, one real decision a step.

    games = ef.vector("barbarossa-deluxe/blue-kremlin", 1024, seed=7, threads=2)
    planes, masks, infos = games.reset()
    while learning:
        actions = policy(planes, masks)                      # dense ids, one for each game
        planes, masks, rewards, done, to_move, infos = games.step(actions)

Chance and forced actions are played by the games, with the interpreter released. What game ``i``
rolls in its episode ``e`` depends on ``(seed, i, e)`` only: neither on the number of threads nor on
the other games. ``games.episode_seed(i, e)`` is the seed with which ``game.new`` plays it again.

Planes and masks lie in one buffer each, which is written anew in every step: what `step` gave
before changes with it. They are read only; copy what is to be kept, or ask for ``copy=True``. NumPy
arrays are DLPack exporters, so ``torch.from_dlpack(planes)`` takes them over without a copy.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import _core
from eastfront._core import ArgumentError, ArgumentTypeError, BusyError, Game, PlaceError, State
from eastfront.arguments import checked, shown, within
from eastfront.playing import MOST_THREADS

from .planes import Layout, layout, open_to_all
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
"""The most games of one call; large positions allow fewer, and the error says how many."""
MODES = ("same-step", "next-step", "never")
"""What may happen to a game that is over, as `vector` takes it."""


@checked
def vector(
    game: Game | State | str,
    n: int,
    *,
    seed: int = 0,
    threads: int = 1,
    planes: bool = True,
    fixed: bool = False,
    masks: bool = True,
    autoreset: str = "same-step",
    limit: int = 0,
    side: str | None = None,
    opponent: str = "busy",
    copy: bool = False,
) -> Vector:
    """So many games, played side by side.

    ``game`` is a game, its id, or a state from which every episode begins. ``seed`` is what all
    dice come from. ``threads`` play the games; they change nothing but the time.

    Without ``planes`` no observations are written, and without ``masks`` no masks: legal actions
    are then found in ``infos["legal"]``. ``fixed`` adds the planes of the map, the same for every
    game and position, which by default stay in ``games.layout.fixed``.

    ``autoreset`` says what happens to a game that is over: ``same-step``, the next episode begins
    at once, and its first decision is what the step shows; ``next-step``, the step shows the last
    position, with no legal action, and the next one begins the episode whatever the action;
    ``never``, the game waits for `reset`. ``limit`` cuts games short after so many decisions; 0
    lets them end by the rules. With ``copy`` every step gives arrays of its own.

    With ``side`` only that side's decisions are stepped; the other side is played natively by the
    policy ``opponent``: ``random``; ``busy``, which passes one time in 16; or ``greedy``, which
    looks an action ahead on the true position, and so plays only games that hide nothing.

    Raises ValueError for numbers, sides and policies that there are not.
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
            " it from the sides; let random or busy play"
        )
    return Vector(
        start,
        n,
        seed=seed,
        threads=threads,
        planes=planes,
        fixed=fixed,
        masks=masks,
        autoreset=autoreset,
        limit=limit,
        side=side,
        opponent=opponent,
        copy=copy,
    )


@checked
class Vector:
    """Many games of one kind, stepped together; made by `eastfront.vector`.

    The arrays of `reset` and `step`, for ``n`` games with ``A`` dense action ids:

    ========= ==================== =============================================================
    planes    int16 [n, C, H, W]   what the side to act may know, as `layout` names it
    masks     bool [n, A]          its legal actions
    rewards   float32 [n, sides]   +1 to the winner and -1 to the others when a game ends, else 0
    done      bool [n]             games that ended in this step, by the rules or by the limit
    to_move   int8 [n]             the side to act, as a number in ``game.sides``; -1 when none is
    infos     dict                 see below
    ========= ==================== =============================================================

    ``infos`` holds ``legal``, the legal actions once more, as one int32 array: ``n + 1`` numbers
    that say where the ids of each game begin and where the last ones end, then the ids; ``offsets``
    and ``ids``, views of its two parts, so that game ``i`` may take
    ``ids[offsets[i]:offsets[i + 1]]``; ``decision`` (int16 [n], a number in ``decisions``, -1 for
    none), ``episode`` (int64 [n]), ``length`` (int32 [n], decisions of the episode so far),
    ``truncated`` (bool [n], games cut short by the limit) and ``endings``, a dictionary for each
    game that ended: ``game``, ``winner``, ``level``, ``rule``, ``truncated``, ``length``,
    ``episode``, ``side`` (the last to decide), and, where the next episode began at once,
    ``planes``, the last position as that side sees it.

    One thread at a time may have it: what is asked meanwhile from another raises BusyError.
    """

    def __init__(
        self,
        start: State,
        n: int,
        *,
        seed: int,
        threads: int,
        planes: bool,
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
        """What each plane is."""
        self.fixed = fixed
        self.copy = copy
        self.autoreset = autoreset
        self.side = side
        """The one side that is stepped; None when both are."""
        self.decisions: tuple[str, ...] = tuple(self.layout._file.document["decisions"])
        """The names of the decisions that ``infos["decision"]`` counts."""
        named = self.layout.native if planes else []
        channels = self.layout.shape(fixed)[0] if planes else 0
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
        """The number of games."""
        return self.n

    def __repr__(self) -> str:
        return f"<Vector of {self.n} games of {self.game.id}>"

    @property
    def num_actions(self) -> int:
        """The number of dense action ids."""
        return self.game.num_actions

    def reset(
        self, seed: int | None = None, games: npt.ArrayLike | None = None
    ) -> tuple[Array, Array, dict[str, Any]]:
        """Begins games anew: planes, masks and infos of their first decisions.

        With ``seed`` all streams begin anew, at episode 0; without one each game goes on to its
        next episode. ``games`` marks, with a boolean for each, the games that are meant; by default
        all are.
        """
        if games is not None and seed is not None:
            raise ArgumentError("a seed begins all games anew; it goes without a choice of games")
        which = None if games is None else _array("games", games, np.bool_)
        with self._alone() as core:
            core.reset(seed, which)
            planes, masks = self.buffers()
            return planes, masks, self._infos(core)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Takes one action in each game, by dense id: planes, masks, rewards, done, to_move, infos.

        Raises IllegalAction, or ValueError for what is no action id at all, with the number of the
        game and the action; no game has then moved. The action of a game that was over before
        the step does not matter.
        """
        ids = _array("actions", actions)
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
        """The side to act in each game, as a number in ``game.sides``; -1 when none is."""
        with self._alone() as core:
            return core.to_move()

    @property
    def observers(self) -> npt.NDArray[np.int8]:
        """The side as which each game is shown: the one to act, or else the last that did."""
        with self._alone() as core:
            return core.observers()

    def state(self, i: int) -> State:
        """A copy of the state of game ``i``, to look at or to search; it rolls as the game will.

        Raises IndexError for no game.
        """
        if not 0 <= i < self.n:
            raise PlaceError(f"game {i}, expected a number below {self.n}")
        with self._alone() as core:
            return core.state(i)

    def episode_seed(self, i: int, episode: int) -> int:
        """The seed with which ``game.new`` plays an episode of game ``i`` again."""
        with self._alone() as core:
            return core.episode_seed(i, episode)

    def buffers(self) -> tuple[Array, Array]:
        """Planes and masks as they are now, read only, or copies where ``copy`` asked for them."""
        if self.copy:
            return self._planes.copy(), self._masks.copy()
        return self._planes, self._masks

    @contextmanager
    def _alone(self) -> Iterator[_core.Vector]:
        """The native games, for this thread alone."""
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
    """A legal action for each game, every one as likely; 0 for a game that has none."""
    if not {"offsets", "ids"} <= set(infos):
        raise ArgumentError(f"infos={shown(infos)}, expected the infos of a vector")
    offsets, ids = infos["offsets"], infos["ids"]
    first, count = offsets[:-1], np.diff(offsets)
    picked = first + (rng.random(len(first)) * count).astype(np.int64)
    padded = np.append(ids, 0)
    return np.where(count > 0, padded[np.minimum(picked, len(ids))], 0).astype(np.int64)


def _array(name: str, values: npt.ArrayLike, kind: npt.DTypeLike | None = None) -> Array:
    """What NumPy makes an array of; raises ArgumentTypeError for what it makes none of."""
    try:
        return np.ascontiguousarray(values, dtype=kind)
    except Exception:  # the values' own, too
        raise ArgumentTypeError(f"{name}={shown(values)}, expected an array") from None


def _read_only(array: Array) -> Array:
    view = array[:]
    view.flags.writeable = False
    return view

"""In-process cache of loaded games, keyed by origin and validated by their input files.

An entry is valid while the stamp of the files of its pack is unchanged: names, sizes and
modification times. When a file changes, the game is made again. Entries are separate for each cache
folder, and nothing is cached if caching is off (`cache.folder`).
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from eastfront._core import Game
from eastfront.packs import PackError, pack

if TYPE_CHECKING:
    from pathlib import Path

    from eastfront.loading.game import Origin

MOST = 32
"""Maximum number of games in the cache; beyond it the least recently used game is removed."""

Key = tuple[str, "Origin", str]
"""The key of a cached game: cache folder, origin (the arguments with which the game was loaded),
and absolute path of the user's own tables (empty without them)."""
Stamp = frozenset[tuple[str, int, int]]

_lock = threading.Lock()


def _unlock() -> None:
    """Replaces the lock in a forked child: another thread of the parent may have held it."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)

_games: OrderedDict[Key, tuple[Stamp, Game]] = OrderedDict()


def key(folder: Path, origin: Origin) -> Key:
    """Returns the cache key of a game, from the cache folder and from `origin`, the arguments with
    which the game is loaded. The path of the user's own tables is made absolute, since a relative
    path depends on the current folder."""
    return str(folder), origin, "" if origin.charts is None else os.path.abspath(origin.charts)


def stamp(origin: Origin) -> Stamp | None:
    """Returns the name, size and modification time of every input file of an origin (the arguments
    with which a game is loaded): the files of the game's pack, and the user's own tables. None if a
    file cannot be read or the pack cannot be loaded."""
    try:
        game = pack(origin.id.partition("/")[0])
        found = {*_files(str(game.package)), *_files(str(game.data))}
        if origin.charts is not None:
            found |= {*_files(os.path.abspath(origin.charts))}
    except (OSError, PackError):
        return None
    return frozenset(found)


def _files(path: str) -> Iterator[tuple[str, int, int]]:
    """Yields name, size in bytes and modification time in nanoseconds of a file, or of all files in
    a folder except compiled ones."""
    if not os.path.isdir(path):
        known = os.stat(path)
        yield path, known.st_size, known.st_mtime_ns
        return
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                known = entry.stat()
                yield entry.path, known.st_size, known.st_mtime_ns


def recall(by: Key, made_of: Stamp) -> Game | None:
    """Returns the cached game under the key `by`; None if there is none, or if `made_of`, the
    present stamp of its input files, differs from the stored one."""
    with _lock:
        known = _games.get(by)
        if known is None or known[0] != made_of:
            return None
        _games.move_to_end(by)
        return known[1]


def latest(by: Key) -> Game | None:
    """Returns the cached game under the key `by`, even if its input files have changed; None if
    there is none."""
    with _lock:
        known = _games.get(by)
        return None if known is None else known[1]


def remember(by: Key, made_of: Stamp, game: Game) -> None:
    """Adds a loaded game to the cache, under the key `by`, with `made_of`, the stamp of its input
    files."""
    with _lock:
        _games[by] = made_of, game
        _games.move_to_end(by)
        while len(_games) > MOST:
            _games.popitem(last=False)


def forget() -> None:
    """Clears the cache: the next load of each game reads the cache folder, or makes the game
    again."""
    with _lock:
        _games.clear()

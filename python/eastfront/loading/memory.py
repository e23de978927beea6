"""Games that are loaded already, remembered in the process by what they were made of.

A game is known by its origin and by a stamp of the files that its pack is made of: names, sizes and
times of change. Where a file has changed, the game is made anew. Each cache folder has games of its
own, and nothing is remembered where there is to be no cache (`cache.folder`).
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
"""Games that are remembered; the one that was asked for longest ago goes first."""

Key = tuple[str, "Origin", str]
"""The cache folder, the origin, and where its tables of a user's own are."""
Stamp = frozenset[tuple[str, int, int]]

_lock = threading.Lock()


def _unlock() -> None:
    """A lock of its own for a child that was forked while another thread had the lock."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)

_games: OrderedDict[Key, tuple[Stamp, Game]] = OrderedDict()


def key(folder: Path, origin: Origin) -> Key:
    """By what a game is remembered; a path of tables means another file in another folder."""
    return str(folder), origin, "" if origin.charts is None else os.path.abspath(origin.charts)


def stamp(origin: Origin) -> Stamp | None:
    """The files of an origin's pack, and tables of a user's own; None where one cannot be read."""
    try:
        game = pack(origin.id.partition("/")[0])
        found = {*_files(str(game.package)), *_files(str(game.data))}
        if origin.charts is not None:
            found |= {*_files(os.path.abspath(origin.charts))}
    except (OSError, PackError):
        return None
    return frozenset(found)


def _files(path: str) -> Iterator[tuple[str, int, int]]:
    """Name, size and time of change of a file, or of all files of a folder but compiled ones."""
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
    """The game that was last loaded, unless what it was made of has changed."""
    with _lock:
        known = _games.get(by)
        if known is None or known[0] != made_of:
            return None
        _games.move_to_end(by)
        return known[1]


def latest(by: Key) -> Game | None:
    """The game that was last loaded, whatever has changed since."""
    with _lock:
        known = _games.get(by)
        return None if known is None else known[1]


def remember(by: Key, made_of: Stamp, game: Game) -> None:
    """Keeps a game that was loaded."""
    with _lock:
        _games[by] = made_of, game
        _games.move_to_end(by)
        while len(_games) > MOST:
            _games.popitem(last=False)


def forget() -> None:
    """Remembers no game any more: the next load of each reads the cache, or makes it anew."""
    with _lock:
        _games.clear()

"""Cache of compiled games in the user's cache folder.

A game file is named by a digest of all its inputs: the data files of the game and the Python that
writes the program. So a cached file is never stale; an unreadable or corrupt file is written again.
The environment variable ``EASTFRONT_CACHE`` names another folder, or disables the cache by ``off``;
``EASTFRONT_CACHE_GAMES`` is the number of games that the folder may hold.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from eastfront import files
from eastfront._core import ArgumentError, Game, __version__
from eastfront.arguments import shown
from eastfront.packs import pack

if TYPE_CHECKING:
    from eastfront.loading.game import Origin

KEPT = 64
"""Default maximum number of games in the cache; the oldest are removed."""

_HERE = Path(__file__).resolve().parent.parent
_SOURCES = ("program", "systems", "scenario")
"""The packages whose code takes part in writing the program of every game."""


def folder() -> Path | None:
    """Returns the cache folder, which may not exist yet; None if caching is off, or if the user's
    cache folder is unknown."""
    chosen = os.environ.get("EASTFRONT_CACHE")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "eastfront" if base and os.path.isabs(base) else None


def limit() -> int:
    """Returns the maximum number of games in the cache; raises ArgumentError for an environment
    variable that is no whole number from 1 to 999999."""
    chosen = os.environ.get("EASTFRONT_CACHE_GAMES")
    if not chosen:
        return KEPT
    if not (len(chosen) <= 6 and chosen.isascii() and chosen.isdecimal() and int(chosen)):
        raise ArgumentError(
            f"EASTFRONT_CACHE_GAMES={shown(chosen)}, expected a whole number from 1 to 999999"
        )
    return int(chosen)


def place(origin: Origin) -> Path | None:
    """Returns the path of the cached game file of a game loaded with the arguments `origin`. None
    if the game has the user's own tables or rules, if caching is off, or if an input file cannot
    be read."""
    root = folder()
    if root is None or origin.charts is not None or origin.rules is not None:
        return None
    digest = hashlib.blake2b(digest_size=16)
    try:
        for part in (__version__, origin.id, *origin.options, "-", *origin.without, "-"):
            digest.update(part.encode() + b"\0")
        for path in _inputs(origin):
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
    except (OSError, ValueError):
        return None
    return root / digest.hexdigest()


def _inputs(origin: Origin) -> Iterator[Path]:
    """Yields all input files of a game: the data files, and the Python sources that write its
    program."""
    for package in _SOURCES:
        yield from sorted((_HERE / package).rglob("*.py"))
    game = pack(origin.id.partition("/")[0])
    yield from sorted(game.package.rglob("*.py"))
    yield from sorted(path for path in game.data.iterdir() if path.is_file())


def read(path: Path) -> Game | None:
    """Reads a cached game; returns None if the file is missing or corrupt."""
    try:
        kept = path.read_bytes()
        name, _, content = kept.partition(b"\n")
        game = Game.from_bytes(content)
    except (OSError, ValueError):
        return None
    return game if game.digest.encode() == name else None


def write(path: Path, game: Game) -> None:
    """Writes a game to the cache atomically; a failure to write is ignored. Raises the error of
    `limit`."""
    most = limit()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, game.digest.encode() + b"\n" + game.to_bytes(), 0o600)
        _trim(path.parent, most)


def _trim(root: Path, most: int) -> None:
    held = sorted(root.iterdir(), key=lambda p: p.stat().st_mtime)
    for old in held[:-most]:
        old.unlink()

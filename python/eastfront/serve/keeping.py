"""The folder of journals that lets games survive a restart of the server.

Each game is a journal of lines: the first describes the game and holds the digests of its seats'
tokens. Each other line records one request, and is written before the request is answered
(write-ahead), so a request that cannot be written has no effect. The game file is stored beside the
journal under its digest, so that a game continues under the rules with which it began. A truncated
last line, from a killed process or a full disk, is ignored.

Lines are passed to the operating system at once, so they survive a killed process. There is no
fsync: a loss of power may lose the last seconds.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from eastfront import files
from eastfront._core import EastfrontError, Game
from eastfront.imports import pending

log = logging.getLogger("eastfront.serve")

FORMAT = 1
"""The version of the journal format."""
KIND, GAME_FILE, LOCK = ".game", ".rules", "lock"
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LARGEST = 64 * 1024 * 1024
"""Maximum size in bytes of a journal."""

Act = tuple[str, str, bool]
"""The actor, the action in notation, and whether the actor may take it back."""


class Head(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The first line of a journal, which describes the game."""

    format: int
    id: str
    game: str
    digest: str
    options: list[str]
    dice: Literal["server", "manual"]
    seed: int | None
    bots: dict[str, str]
    seats: dict[str, str]
    """The digest of the token of each taken seat, by seat."""
    invitations: dict[str, str]


class Line(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A further line of a journal, with the effects of one request: actions played, actions taken
    back, or a seat taken."""

    acts: list[Act] = []
    undo: int = 0
    """The number of actions that the request takes back."""
    seat: str = ""
    """The seat that the request takes, empty for none; `word` is the digest of the seat's token."""
    word: str = ""


class Journal:
    """The journal of one game: a file to which each request adds a line, and from which the game is
    restored."""

    def __init__(self, path: Path, whole: int) -> None:
        self.path = path
        self._whole = whole
        """The number of bytes in complete lines."""
        self._lock = threading.Lock()

    def add(self, line: Line) -> None:
        """Appends a line. On failure it raises OSError, and leaves the journal unchanged.

        A partially written line is truncated before the next write.
        """
        data = msgspec.json.encode(line) + b"\n"
        with self._lock:
            try:
                if self._whole + len(data) > LARGEST:
                    raise OSError(
                        errno.EFBIG, f"a game of over {LARGEST} bytes, expected at most that"
                    )
                self._write(data)
            except OSError as error:
                log.error("%s cannot be written: %s", self.path, error)
                with suppress(OSError):
                    os.truncate(self.path, self._whole)
                raise
            self._whole += len(data)

    def _write(self, data: bytes) -> None:
        with self.path.open("r+b", buffering=0) as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            while data:
                data = data[file.write(data) :]

    def end(self) -> None:
        """Deletes the journal; later lines are ignored."""
        with self._lock, suppress(OSError):
            self.path.unlink()


class Taken(EastfrontError, OSError):
    """The error for a folder of games that cannot be used, or is in use by another server."""


class Folder:
    """A folder of games, locked by one server at a time. Opening it raises Taken, an OSError, if
    the folder cannot be used or another server holds the lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Taken(error.errno, error.strerror, str(path)) from error
        try:
            _only(self._lock)
        except OSError as error:
            os.close(self._lock)
            words = "another server keeps its games there; name another folder, or none"
            raise Taken(error.errno, words, str(path)) from error

    def close(self) -> None:
        """Releases the lock on the folder."""
        os.close(self._lock)

    def begin(self, head: Head, game: Game) -> Journal:
        """Begins the journal of a game. Raises OSError if it cannot be written."""
        rules, content = self.path / f"{head.digest}{GAME_FILE}", game.to_bytes()
        if not rules.is_file() or rules.read_bytes() != content:
            files.write(rules, content, 0o600)
        path = self.path / f"{head.id}{KIND}"
        data = msgspec.json.encode(head) + b"\n"
        files.write(path, data, 0o600)
        return Journal(path, len(data))

    def games(self) -> Iterator[tuple[Head, Game, list[Line], Journal, float]]:
        """Yields the stored games: head, game, lines, journal, and the seconds since the game was
        last played.

        An unreadable game is left as it is, with the reason in the log.
        """
        made: dict[str, Game] = {}
        for path in sorted(self.path.glob(f"*{KIND}")):
            try:
                head, lines, whole = _read(path)
                if head.digest not in made:
                    data = (self.path / f"{head.digest}{GAME_FILE}").read_bytes()
                    made[head.digest] = Game.from_bytes(data)
                    if made[head.digest].digest != head.digest:
                        raise ValueError("its game file does not match its digest")
                since = max(0.0, time.time() - path.stat().st_mtime)
                yield head, made[head.digest], lines, Journal(path, whole), since
            except (OSError, ValueError) as error:
                log.error("%s is not resumed: %s", path, error)

    def clear_up(self) -> None:
        """Removes temporary files of interrupted writes, and game files that no journal needs."""
        files.sweep(self.path)
        with suppress(OSError, ValueError):
            used = {_digest(path) for path in self.path.glob(f"*{KIND}")}
            for path in self.path.glob(f"*{GAME_FILE}"):
                if path.stem not in used:
                    path.unlink()


def _head(line: bytes) -> Head:
    head = msgspec.json.decode(line, type=Head)
    if head.format != FORMAT:
        raise ValueError(f"a game of format {head.format}, expected {FORMAT}")
    return head


def _digest(path: Path) -> str:
    """Returns the digest of a game file, as the journal of the game states it."""
    with path.open("rb") as file:
        return _head(file.readline(LARGEST)).digest


def _read(path: Path) -> tuple[Head, list[Line], int]:
    """Reads a journal: head, lines, and the number of bytes in complete lines. Raises ValueError
    for an invalid journal."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"over {LARGEST} bytes")
    whole = data.rfind(b"\n") + 1
    first, *rest = data[:whole].splitlines() or [b""]
    head = _head(first)
    if path.stem != head.id or not ID.fullmatch(head.id):
        raise ValueError(f"its head names the game {head.id}")
    return head, [msgspec.json.decode(line, type=Line) for line in rest], whole


def _only(file: int) -> None:
    """Locks an open file, given by its descriptor, against other processes; the system releases the
    lock when this process ends. Raises OSError if another process holds the lock."""
    try:
        with pending:
            import fcntl
    except ImportError:  # Windows has no such lock
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def usual() -> Path:
    """Returns the default folder of games."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return Path(base) / "eastfront" / "games"

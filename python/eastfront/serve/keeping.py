"""The folder in which a server keeps its games, so that they outlive it.

Each game is a file of lines: the first says what game it is and whose words open its seats, each
other what a request did, written before the request is answered: what cannot be written is not
done. The game file that it is played with lies beside it under its digest, so that a game goes on
as it began when the rules of a newer version have changed. A line that was cut short, as the
process ended or the disk was full, is as if it had not been.

Lines are handed to the system at once, which has them when the process is killed. They are not
forced onto the disk: who pulls the plug may lose the last seconds.
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
"""The version of these files."""
KIND, GAME_FILE, LOCK = ".game", ".rules", "lock"
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LARGEST = 64 * 1024 * 1024
"""Bytes; a larger file is not read."""

Act = tuple[str, str, bool]
"""Who acted, the action in notation, and whether he may come back to the position before."""


class Head(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The first line of a game."""

    format: int
    id: str
    game: str
    digest: str
    options: list[str]
    dice: Literal["server", "manual"]
    seed: int | None
    bots: dict[str, str]
    seats: dict[str, str]
    """Digests of the words that open the seats."""
    invitations: dict[str, str]


class Line(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one request did."""

    acts: list[Act] = []
    undo: int = 0
    """Actions that were taken back."""
    seat: str = ""
    """A seat that was taken, with the digest of its word."""
    word: str = ""


class Journal:
    """The file of a game that is played."""

    def __init__(self, path: Path, whole: int) -> None:
        self.path = path
        self._whole = whole
        """Bytes of the file that hold whole lines."""
        self._lock = threading.Lock()

    def add(self, line: Line) -> None:
        """Writes a line; raises OSError when that cannot be, and the file is as before.

        What is left of a line that could not be written whole goes before the next is.
        """
        data = msgspec.json.encode(line) + b"\n"
        with self._lock:
            try:
                if self._whole + len(data) > LARGEST:
                    raise OSError(errno.EFBIG, f"a game of over {LARGEST} bytes is not taken up")
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
        """Takes the game out of the folder; no line is added any more."""
        with self._lock, suppress(OSError):
            self.path.unlink()


class Taken(EastfrontError, OSError):
    """A folder of games that cannot be had."""


class Folder:
    """A folder of games. One server at a time has it; raises OSError when another does."""

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
        """Leaves the folder to another server."""
        os.close(self._lock)

    def begin(self, head: Head, game: Game) -> Journal:
        """Writes the first line of a game. Raises OSError when that cannot be."""
        rules, content = self.path / f"{head.digest}{GAME_FILE}", game.to_bytes()
        if not rules.is_file() or rules.read_bytes() != content:
            files.write(rules, content, 0o600)
        path = self.path / f"{head.id}{KIND}"
        data = msgspec.json.encode(head) + b"\n"
        files.write(path, data, 0o600)
        return Journal(path, len(data))

    def games(self) -> Iterator[tuple[Head, Game, list[Line], Journal, float]]:
        """The games that are kept, each with the seconds since it was last played.

        One that cannot be read is left as it is, and the log says why.
        """
        made: dict[str, Game] = {}
        for path in sorted(self.path.glob(f"*{KIND}")):
            try:
                head, lines, whole = _read(path)
                if head.digest not in made:
                    data = (self.path / f"{head.digest}{GAME_FILE}").read_bytes()
                    made[head.digest] = Game.from_bytes(data)
                    if made[head.digest].digest != head.digest:
                        raise ValueError("the file of its rules is not what its name says")
                since = max(0.0, time.time() - path.stat().st_mtime)
                yield head, made[head.digest], lines, Journal(path, whole), since
            except (OSError, ValueError) as error:
                log.error("%s is not taken up: %s", path, error)

    def clear_up(self) -> None:
        """Drops what interrupted writes have left, and game files that no game is played with."""
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
    """The digest of the game file that a game is played with."""
    with path.open("rb") as file:
        return _head(file.readline(LARGEST)).digest


def _read(path: Path) -> tuple[Head, list[Line], int]:
    """What a file holds, and how many of its bytes are whole lines."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"over {LARGEST} bytes")
    whole = data.rfind(b"\n") + 1
    first, *rest = data[:whole].splitlines() or [b""]
    head = _head(first)
    if path.stem != head.id or not ID.fullmatch(head.id):
        raise ValueError(f"it says that it is {head.id}")
    return head, [msgspec.json.decode(line, type=Line) for line in rest], whole


def _only(file: int) -> None:
    """Makes sure that no other process has a file; the system lets go when this one ends."""
    try:
        with pending:
            import fcntl
    except ImportError:  # on Windows nobody is asked
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def usual() -> Path:
    """The folder in which games are kept unless another is named."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return Path(base) / "eastfront" / "games"

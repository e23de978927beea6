"""Atomic writes of files.

The content is written to a temporary file in the same folder, which then replaces the target in one
step: no reader sees a partial file, two concurrent writers both succeed, and a full disk leaves the
old content. `sweep` removes temporary files left by killed processes. There is no fsync: a written
file survives the process, but may not survive a loss of power.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .arguments import checked

UNFINISHED = ".eastfront-*.part"
"""The name pattern of temporary files."""


@checked
def write(path: str | Path, content: bytes | str, mode: int = 0o666) -> None:
    """Writes a file atomically; text is encoded as UTF-8.

    ``mode`` is the permissions of a new file, less the user's umask; an existing file keeps its
    own. A target that is not a regular file, such as a pipe, is written directly. Raises OSError,
    with the path.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        meant = Path(path)
        if meant.exists() and not meant.is_file():
            meant.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(meant)), data, mode)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Yields the path of a temporary file beside a target; removes the file if it remains.

    It is for a writer that takes a path. The caller moves the complete file to its target
    (`os.replace`).
    """
    part = _part(path)
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def _part(path: Path) -> Path:
    return path.with_name(UNFINISHED.replace("*", os.urandom(8).hex()))


def _replace(path: Path, data: bytes, mode: int) -> None:
    part = _part(path)
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(data)
        with suppress(FileNotFoundError):
            os.chmod(part, stat.S_IMODE(path.stat().st_mode))
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def sweep(folder: Path) -> None:
    """Removes the temporary files of interrupted writes in a folder; no process may be writing
    there."""
    for path in folder.glob(UNFINISHED):
        with suppress(OSError):
            path.unlink()

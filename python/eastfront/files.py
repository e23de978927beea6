"""Files that are written whole or not at all, whoever else writes them and whenever that ends.

The content goes into a file of its own beside the one that is meant, and then takes its place at
once: so nobody reads half a file, two who write one file at once both succeed, and a full disk
leaves what was there. What a process that was killed leaves behind, `sweep` removes. Nothing is
forced onto the disk: what is written outlives the process, but may not outlive a loss of power.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from .arguments import checked

UNFINISHED = ".eastfront-*.part"
"""The names of files that are being written."""


@checked
def write(path: str | Path, content: bytes | str, mode: int = 0o666) -> None:
    """Writes a file whole or not at all; text is written as UTF-8.

    ``mode`` is that of a file that is new, less the user's mask; one that is there keeps its own.
    What is no plain file, such as a pipe, is written as it is. Raises OSError, with the path.
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


def _replace(path: Path, data: bytes, mode: int) -> None:
    part = path.with_name(UNFINISHED.replace("*", os.urandom(8).hex()))
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
    """Removes what interrupted writes have left in a folder in which nobody writes now."""
    for path in folder.glob(UNFINISHED):
        with suppress(OSError):
            path.unlink()

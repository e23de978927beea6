"""The entry points of installed packages, as `importlib.metadata` finds them.

The import of that library takes longer than loading a game. If all packages are unpacked in
folders, as is usual, their ``entry_points.txt`` files are read directly; otherwise the library is
used. An unreadable file excludes its own package only, with a warning.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import reduce
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

from eastfront.imports import pending


class EntryPoint(NamedTuple):
    """An entry point: a name and its target in `value`, such as ``my_game.game:PACK``."""

    name: str
    value: str
    distribution: str = ""
    """The distribution that declares the entry point, with its version, such as ``my_game-1.0``."""

    @property
    def module(self) -> str:
        """The name of the module that holds the target."""
        return self.value.partition("[")[0].partition(":")[0].strip()

    def load(self) -> Any:
        """Imports and returns the target. Raises the errors of the import, and AttributeError if
        the module lacks the target."""
        attributes = self.value.partition("[")[0].partition(":")[2].strip()
        with pending:
            module = import_module(self.module)
            return reduce(getattr, filter(None, attributes.split(".")), module)


def entry_points(group: str) -> list[EntryPoint]:
    """Returns the entry points of a group, such as ``eastfront.games``.

    Of a package that is installed twice, the copy found first on `sys.path` counts.
    """
    found = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    folders = [path or os.curdir for path in sys.path if os.path.exists(path or os.curdir)]
    if found == [PathFinder] and all(map(os.path.isdir, folders)):
        declared = _declared(folders)
    else:
        declared = _asked()
    return [
        EntryPoint(name, value, distribution)
        for distribution, text in declared
        for name, value in _of_group(text, group)
    ]


def _declared(folders: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields the text of each ``entry_points.txt`` in the folders, with its distribution."""
    seen = set()
    for folder in folders:
        try:
            names = sorted(os.listdir(folder))
        except OSError:  # the library skips it as well
            continue
        for name in names:
            package = name.partition("-")[0].removesuffix(".egg-info").lower().replace("_", "-")
            if name.endswith((".dist-info", ".egg-info")) and package not in seen:
                seen.add(package)
                path = Path(folder, name, "entry_points.txt")
                try:
                    if path.is_file():
                        yield _distribution(name), path.read_text(encoding="utf-8")
                except (OSError, UnicodeError) as error:
                    _left_out(_distribution(name), error)


def _asked() -> Iterator[tuple[str, str]]:
    """Yields the text of each ``entry_points.txt`` that `importlib.metadata` finds, with its
    distribution."""
    with pending:
        from importlib.metadata import distributions

    seen = set()
    for found in distributions():
        name = "a package without a name"
        try:
            package = (found.name or "").lower().replace("_", "-")
            name = f"{found.name}-{found.version}"
            if not package or package not in seen:
                seen.add(package)
                yield name, found.read_text("entry_points.txt") or ""
        except (OSError, UnicodeError) as error:
            _left_out(name, error)


def _left_out(distribution: str, error: Exception) -> None:
    """Warns that a distribution's entry points cannot be read and are ignored."""
    warnings.warn(
        f"{distribution}: its entry_points.txt cannot be read and is left out ({error})",
        RuntimeWarning,
        stacklevel=2,
    )


def _distribution(folder: str) -> str:
    """Returns name and version of a distribution from the name of its metadata folder."""
    return folder.removesuffix(".dist-info").removesuffix(".egg-info")


def _of_group(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Yields name and value of each entry of one group in the text of an ``entry_points.txt``."""
    here = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            here = line == f"[{group}]"
        elif here and not line.startswith(("#", ";")):
            name, sign, value = line.partition("=")
            if sign:
                yield name.strip(), value.strip()

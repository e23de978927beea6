"""The entry points of what is installed, as `importlib.metadata` finds them.

To import that library takes longer than to load a game. Where packages lie unpacked in folders, as
almost everywhere, the files in which they declare their entry points are read as they are; else
the library is asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple


class EntryPoint(NamedTuple):
    """A name, and what it stands for, such as ``my_game.game:PACK``."""

    name: str
    value: str

    @property
    def module(self) -> str:
        """The module that it leads to."""
        return self.value.partition("[")[0].partition(":")[0].strip()

    def load(self) -> Any:
        """What it leads to; the errors of the import, and AttributeError for what is not there."""
        attributes = self.value.partition("[")[0].partition(":")[2].strip()
        return reduce(getattr, filter(None, attributes.split(".")), import_module(self.module))


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group; of a package that is there twice those of the first."""
    found = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    folders = [path or os.curdir for path in sys.path if os.path.exists(path or os.curdir)]
    if found == [PathFinder] and all(map(os.path.isdir, folders)):
        return [entry for text in _declared(folders) for entry in _of_group(text, group)]
    from importlib.metadata import entry_points as ask

    return [EntryPoint(entry.name, entry.value) for entry in ask(group=group)]


def _declared(folders: list[str]) -> Iterator[str]:
    """The files of entry points in some folders."""
    seen = set()
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            package = name.partition("-")[0].removesuffix(".egg-info").lower().replace("_", "-")
            if name.endswith((".dist-info", ".egg-info")) and package not in seen:
                seen.add(package)
                path = Path(folder, name, "entry_points.txt")
                if path.is_file():
                    yield path.read_text(encoding="utf-8")


def _of_group(text: str, group: str) -> Iterator[EntryPoint]:
    """The entry points of a group in a file."""
    here = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            here = line == f"[{group}]"
        elif here and not line.startswith(("#", ";")):
            name, sign, value = line.partition("=")
            if sign:
                yield EntryPoint(name.strip(), value.strip())

"""An example game, installed in this process from a copy of its project with other files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from eastfront import packs
from eastfront.entry_points import EntryPoint

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Edits = Mapping[str, Sequence[tuple[str, str]]]
"""For each file of the package, texts that stand in it with what takes their place."""


def edit(path: Path, pairs: Sequence[tuple[str, str]]) -> None:
    """Replaces texts of a file, each of which must stand in it."""
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@contextmanager
def bridges(folder: Path, edits: Edits, game: str = "two-bridges") -> Iterator[Path]:
    """Installs an example with some edits; gives the folder of its package."""
    home, package = folder / game, game.replace("-", "_")
    shutil.copytree(EXAMPLES / game, home, ignore=shutil.ignore_patterns("__pycache__"))
    for file, pairs in edits.items():
        edit(home / package / file, pairs)

    def forget() -> None:
        packs._entries.cache_clear()
        packs._pack.cache_clear()
        for name in [n for n in sys.modules if n.partition(".")[0] == package]:
            del sys.modules[name]

    ours = list(packs.entry_points(group=packs.GROUP))
    entry = EntryPoint(game, f"{package}.game:PACK", f"{game}-1.0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EASTFRONT_CACHE", "off")
        patch.syspath_prepend(home)
        patch.setattr(packs, "entry_points", lambda group: [*ours, entry])
        forget()
        try:
            yield home / package
        finally:
            patch.undo()
            forget()

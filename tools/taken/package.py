"""The package without the file of an option, and without options that require it."""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Set
from functools import cache
from pathlib import Path

import eastfront
from eastfront.packs import pack, packs

PACKAGE = Path(eastfront.__file__).resolve().parent


def folder(game: str) -> Path:
    """The folder of a game's options."""
    return pack(game).package / "options"


def games() -> list[str]:
    """The games with a folder of options."""
    return [found.id for found in packs() if folder(found.id).is_dir()]


def modules(game: str) -> list[str]:
    """The modules of the options of a game, from its list."""
    return sorted(required(game, "__init__"))


@cache
def required(game: str, module: str) -> Set[str]:
    """The modules that an option imports from its own folder."""
    tree = ast.parse((folder(game) / f"{module}.py").read_text(encoding="utf-8"))
    return frozenset(
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module
    )


def requiring(game: str, module: str) -> set[str]:
    """An option, and all that require it."""
    files = {path.stem for path in folder(game).glob("*.py")} - {"__init__"}
    needs = {other: required(game, other) for other in files}
    found = {module}
    while more := {other for other, those in needs.items() if those & found} - found:
        found |= more
    return found


def without(text: str, away: set[str]) -> str:
    """The text of a game's list of options, without the imports of some."""
    gone = tuple(f"from .{module} import " for module in away)
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(gone))


def take(game: str, away: set[str], target: Path) -> Path:
    """Lays out the package without some options below a folder, and returns the import path.

    Unchanged parts are links. Bytecode is copied too: Python checks it against the source.
    """
    home = pack(game).package
    here = target / "eastfront"
    here.mkdir(parents=True)
    _link(PACKAGE, here, but="games")
    games = here / "games"
    games.mkdir()
    _link(PACKAGE / "games", games, but=home.name)
    shutil.copytree(home, games / home.name)
    options = games / home.name / "options"
    for module in away:
        (options / f"{module}.py").unlink()
    listed = options / "__init__.py"
    listed.write_text(without(listed.read_text(encoding="utf-8"), away), encoding="utf-8")
    return target


def _link(source: Path, target: Path, but: str) -> None:
    for path in source.iterdir():
        if path.name != but:
            (target / path.name).symlink_to(path)


def environment(target: Path) -> dict[str, str]:
    """The environment of a process that imports the package from a folder."""
    root = str(Path(__file__).resolve().parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(target), root])}

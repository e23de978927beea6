"""The games that are here.

A game is a pack: one value that says everything which the rest of the package needs to know of it.
Packs are found by the entry point group ``eastfront.games``, ours by the same door as anyone's:

    [project.entry-points."eastfront.games"]
    my-game = "my_game.game:PACK"

docs/first-game.md builds one.

What a pack holds is loaded when it is first asked for, so that a list of games costs nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._core import EastfrontError, Game
from .entry_points import EntryPoint, entry_points

if TYPE_CHECKING:
    from .scenario.load import GameForms
    from .systems.invariants import Invariant
    from .systems.rules import Rules
    from .systems.telling import Telling

GROUP = "eastfront.games"
"""The entry point group under which packs are found."""

KINDS = ("variables", "unit_flags", "unit_fields", "hex_flags", "procedures", "decisions")
"""The kinds of things that positions hold by name."""

SHIPPED = Path(__file__).resolve().parent / "scenarios"
"""The data of the games that come with the package, by their ids."""


class PackError(EastfrontError, ValueError):
    """A game that there is not, or a pack that is not one."""


def lazy(name: str) -> Callable[[], Any]:
    """What stands under a name in a module, such as ``my_game.rules:MyGame``, once it is called."""
    module, _, attribute = name.partition(":")
    return lambda: getattr(import_module(module), attribute)


def _usual_forms() -> GameForms:
    from .scenario.load import GameForms

    return GameForms()


def _none() -> Sequence[Invariant]:
    return ()


@dataclass(frozen=True)
class Pack:
    """A game, as the rest of the package knows it."""

    id: str
    """Its name in the ids of scenarios, such as ``my-game``; that of its entry point, too."""
    title: str
    prefix: str
    """What the ids of its rules begin with, such as ``BD`` in ``BD-7.4b``."""
    package: Path
    """The folder of its Python: a compiled game is kept while nothing in it changes."""
    short: str
    """The scenario in which things are shown and measured when none is named."""
    rules: Callable[[], type[Rules]]
    """Its rules, with the options and readings that they know."""
    forms: Callable[[], GameForms] = _usual_forms
    """The forms of its data; the usual ones hold a set-up and a combat results table."""
    data: Path = Path()
    """The folder of its data: ``game.toml``, charts, tables and scenarios; ``data`` in that of its
    Python when nothing else is said."""
    telling: Callable[[], Telling] | None = None
    """The words in which its course is told; without them it is not told."""
    invariants: Callable[[], Sequence[Invariant]] = _none
    """What holds in every position, besides what the engine promises."""
    former_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """What positions hold and earlier versions called otherwise: for each of `KINDS` the former
    names and those of today. A former name is never given to anything else."""
    shown: bool = False
    """Whether its short scenario is what is shown and measured when no game is named."""

    def __post_init__(self) -> None:
        if self.data == Path():
            object.__setattr__(self, "data", self.package / "data")

    @property
    def start(self) -> str:
        """The id of its short scenario."""
        return f"{self.id}/{self.short}"


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        known = found.setdefault(entry.name, entry)
        if known.value != entry.value:
            raise PackError(
                f"the game {entry.name!r} is given twice, by {known.value} and by {entry.value}"
            )
    return found


def names() -> list[str]:
    """The ids of the games that are here, in their order."""
    return list(_entries())


@lru_cache(maxsize=64)
def pack(game: str) -> Pack:
    """The pack of a game by its id.

    Raises `PackError`, which names the nearest id, for a game that there is not, and for an entry
    point that leads to no pack.
    """
    entries = _entries()
    if game not in entries:
        near = get_close_matches(str(game)[:64], entries, n=1)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        here = ", ".join(entries) or "none"
        raise PackError(f"game: got {str(game)[:64]!r}, expected one of {here}{hint}")
    entry = entries[game]
    try:
        found = entry.load()
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise PackError(f"the game {game!r} is not to be had from {entry.value}: {told}") from error
    if not isinstance(found, Pack) or found.id != game:
        told = f"the pack of {found.id!r}" if isinstance(found, Pack) else type(found).__name__
        raise PackError(f"{entry.value} is {told}, expected a Pack of the game {game!r}")
    return found


def package_of(game: str) -> str:
    """The package of Python that a game's pack stands in, such as ``my_game``."""
    pack(game)
    return _entries()[game].module.rpartition(".")[0]


def packs() -> list[Pack]:
    """Every game that is here, in the order of the ids; of a broken one a warning tells."""
    found = []
    for name in names():
        try:
            found.append(pack(name))
        except PackError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
    return found


def pack_of(game: Game | str) -> Pack | None:
    """The pack of a game, or of a scenario by its id; None when it is not here."""
    id_ = game if isinstance(game, str) else game.id
    name = id_.partition("/")[0]
    return pack(name) if name in _entries() else None


def former_names(game: str) -> Mapping[str, Mapping[str, str]]:
    """What things of a game were called in earlier versions, by kind; nothing if it is not here.

    A game file is played without its pack, so one that is broken is as good as none. Raises
    `PackError` for a pack with names of a kind that there is not.
    """
    try:
        found = pack_of(game)
    except PackError:
        found = None
    table = {} if found is None else found.former_names
    for kind in table:
        if kind not in KINDS:
            told = f"former_names: got the kind {kind!r}, expected one of {', '.join(KINDS)}"
            raise PackError(f"the pack of {game.partition('/')[0]!r}: {told}")
    return table


def start() -> str:
    """What is shown and measured when no game is named: a short scenario.

    It is that of a game that asks to be shown, else of the first.
    """
    return next((pack.start for pack in packs() if pack.shown), packs()[0].start)


__all__ = [
    "GROUP",
    "KINDS",
    "SHIPPED",
    "Pack",
    "PackError",
    "former_names",
    "lazy",
    "names",
    "pack",
    "pack_of",
    "package_of",
    "packs",
    "start",
]

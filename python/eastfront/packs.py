"""Game packs: the registry of installed games.

A pack is one value with everything that the rest of the package needs to know of a game. Packs are
found through the entry point group ``eastfront.games``, those of this package and of others alike:

    [project.entry-points."eastfront.games"]
    my-game = "my_game.game:PACK"

docs/first-game.md builds one. The games that ship with eastfront are found without package metadata
too, as in a frozen program, and no other package can take their names.

The parts of a pack are loaded lazily, so listing games costs nothing. A broken pack does not affect
others: it is left out, and one warning names its distribution.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from eastfront.arguments import checked
from eastfront.entry_points import EntryPoint, entry_points
from eastfront.imports import pending

from ._core import EastfrontError, Game, State

if TYPE_CHECKING:
    import random

    from .positions.observation import Observation
    from .scenario.game_forms import GameForms
    from .systems.invariants import Invariant
    from .systems.rules import Rules
    from .systems.telling import Telling

T = TypeVar("T")


class Adviser(Protocol):
    """A source of plans for one game, which the planning bots follow."""

    def choose(self, view: Observation, board: State) -> int | None:
        """Returns the number of one of the legal actions of the observation `view`; None if the
        adviser has no plan.

        `board` is a position that looks like `view` to the side that plays, with hidden information
        drawn at random.
        """


MakesAdviser = Callable[[Game, "random.Random"], "Adviser | None"]
"""A function of a game and a random generator that makes the adviser of the game, None for a game
without one. The adviser draws its chance from the generator."""

GROUP = "eastfront.games"
"""The entry point group under which packs are found, and the package of the games that ship."""

KINDS = ("variables", "unit_flags", "unit_fields", "hex_flags", "procedures", "decisions")
"""The kinds of named parts of a position and of a program that a pack may rename."""

CATALOGUE = "rules.tsv"
"""The name of the table with a game's rules, in the folder of the game's data."""

SHIPPED = Path(__file__).resolve().parent / "scenarios"
"""The folder with the data of the games that ship, each in a folder named by its id."""


class PackError(EastfrontError, ValueError):
    """An unknown game id, or a pack that cannot be loaded."""


@checked
def lazy(name: str) -> Callable[[], Any]:
    """Returns a function that imports and returns an attribute of a module, such as
    ``my_game.rules:MyGame``.

    The returned function raises `PackError`, with the file and line where `lazy` was called, for an
    unknown module or attribute and for any error of the import.
    """
    module, _, attribute = name.partition(":")
    caller = sys._getframe(2)  # skips the wrapper of `checked`
    place = f"{caller.f_code.co_filename}:{caller.f_lineno}"

    def found() -> Any:
        try:
            with pending:
                return getattr(import_module(module), attribute)
        except Exception as error:
            told = f"{_line_of(error)}{type(error).__name__}: {error}"
            raise PackError(f"{place}: lazy({name!r}) cannot be imported: {told}") from error

    return found


def _line_of(error: Exception) -> str:
    """Returns file and line of an error of an import, with a colon: the innermost line outside of
    this package and of Python; empty if there is none."""
    with pending:
        from .program import mistakes

    return mistakes.line_of(error)


def _usual_forms() -> GameForms:
    with pending:
        from .scenario.game_forms import GameForms

    return GameForms()


def _none() -> Sequence[Invariant]:
    return ()


@dataclass(frozen=True)
class Pack:
    """A game as the rest of the package knows it: its names, its folders, and functions that import
    its parts."""

    id: str
    """The game's name in the ids of scenarios, such as ``my-game``, which is also the name of its
    entry point."""
    title: str
    prefix: str
    """The prefix of the ids of the game's rules, such as ``BD`` in ``BD-7.4b``."""
    package: Path
    """The folder of the game's Python code; a cached game file is valid while nothing in it
    changes."""
    short: str
    """The scenario that demonstrations and benchmarks use."""
    rules: Callable[[], type[Rules]]
    """Returns the game's rules class, which lists its options and readings."""
    forms: Callable[[], GameForms] = _usual_forms
    """Returns the schemas of the game's data; the default ones cover a set-up and a combat results
    table."""
    data: Path = Path()
    """The folder of the game's data: ``game.toml``, charts, tables and scenarios; by default the
    folder ``data`` in `package`."""
    telling: Callable[[], Telling] | None = None
    """Returns the words for reports of the course of a game; None for a game without reports."""
    invariants: Callable[[], Sequence[Invariant]] = _none
    """Returns conditions that hold in every position of the game, besides those of the engine."""
    adviser: Callable[[], MakesAdviser] | None = None
    """Returns the function that makes the adviser of the planning bots; with None these bots search
    alone."""
    former_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """Renamed parts of positions: for each of `KINDS`, former names with the present ones. A former
    name is never reused."""
    shown: bool = False
    """Whether the short scenario of this game is the default where no game is named."""

    def __post_init__(self) -> None:
        if self.data == Path():
            object.__setattr__(self, "data", self.package / "data")
        # these import the rules and their words when first called
        for name in ("rules", "forms", "telling", "invariants", "adviser"):
            if (made := getattr(self, name)) is not None:
                object.__setattr__(self, name, pending(made))

    def rule_ids(self) -> frozenset[str]:
        """Returns the ids of the rules in the game's catalogue; empty without a catalogue."""
        path = self.data / CATALOGUE
        lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else ()
        return frozenset(line.partition("\t")[0] for line in lines)

    @property
    def start(self) -> str:
        """The id of the scenario `short`, the game's short scenario."""
        return f"{self.id}/{self.short}"


class _Found(NamedTuple):
    """The packs found through entry points."""

    entries: Mapping[str, EntryPoint]
    twice: Mapping[str, str]
    """Ids that several packages declare, each with those packages; such an id belongs to none of
    them."""
    metadata: bool
    """Whether package metadata is available; without it only the games that ship are found."""


@lru_cache(maxsize=1)
def _entries() -> _Found:
    given: dict[str, dict[str, EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        given.setdefault(entry.name, {}).setdefault(entry.value, entry)
    shipped = {n: e for n, some in given.items() for e in some.values() if _ships(e)}
    metadata = bool(shipped)
    shipped = shipped or _without_metadata()
    entries, twice = dict(shipped), dict[str, str]()
    for name, several in given.items():
        foreign = [entry for entry in several.values() if not _ships(entry)]
        by = ", ".join(f"{entry.distribution} ({entry.value})" for entry in foreign)
        if foreign and name in shipped:
            _warn(f"the game {name!r} of {by} is left out: it comes with eastfront")
        elif len(foreign) > 1:
            twice[name] = by
            _warn(f"the game {name!r} is left out: it is given {len(foreign)} times, by {by}")
        elif foreign:
            entries[name] = foreign[0]
    return _Found(dict(sorted(entries.items())), twice, metadata)


def _ships(entry: EntryPoint) -> bool:
    """Says whether an entry point belongs to a game that ships with eastfront."""
    return entry.module.startswith(f"{GROUP}.")


@checked
def ships(game: str) -> bool:
    """Says whether the game with an id ships with eastfront; False for an unknown id."""
    entries = _entries().entries
    return game in entries and _ships(entries[game])


def _without_metadata() -> dict[str, EntryPoint]:
    """Finds the games that come with eastfront without the metadata of an installed package, from
    the modules in their folder; returns their entry points by id."""
    with pending:
        from pkgutil import iter_modules

        home = import_module(GROUP)
    folders = [module.name for module in iter_modules(home.__path__)]
    found = (
        EntryPoint(f.replace("_", "-"), f"{GROUP}.{f}.game:PACK", "eastfront") for f in folders
    )
    return {entry.name: entry for entry in found}


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=3)


def names() -> list[str]:
    """Returns the ids of the installed games, in alphabetical order."""
    return list(_entries().entries)


@checked
def pack(game: str) -> Pack:
    """Returns the pack of a game by its id.

    Raises `PackError` for an unknown game, with the nearest id, and for an entry point that yields
    no pack.
    """
    return _pack(game)


@lru_cache(maxsize=64)
def _pack(game: str) -> Pack:
    entries, twice, metadata = _entries()
    if game in twice:
        raise PackError(f"the game {game!r} is given more than once, by {twice[game]}")
    if game not in entries:
        near = get_close_matches(str(game)[:64], entries, n=1)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        if not metadata:
            hint += (
                "; games of other packages are found by the metadata of installed packages, and"
                " there is none for eastfront"
            )
        here = ", ".join(entries) or "none"
        raise PackError(f"game: got {str(game)[:64]!r}, expected one of {here}{hint}")
    entry = entries[game]
    by = f"{entry.distribution}: " if entry.distribution else ""
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        told = f"{type(error).__name__}: {error}"
        raise PackError(
            f"{by}the game {game!r} cannot be loaded from {entry.value}: {told}"
        ) from error
    if not isinstance(found, Pack) or found.id != game:
        told = f"the pack of {found.id!r}" if isinstance(found, Pack) else type(found).__name__
        raise PackError(f"{by}{entry.value} is {told}, expected a Pack of the game {game!r}")
    return found


@checked
def package_of(game: str) -> str:
    """Returns the name of the Python package that holds a game's pack, such as ``my_game``.

    Raises `PackError` for an unknown game, and for an entry point that yields no pack.
    """
    pack(game)
    return _entries().entries[game].module.rpartition(".")[0]


def packs() -> list[Pack]:
    """Returns the packs of all installed games, in order of id. A pack of another package that
    cannot be loaded is left out with a warning; for a game that ships with eastfront the error is
    raised."""
    return of_each(lambda pack: pack)


@checked
def of_each(make: Callable[[Pack], T]) -> list[T]:
    """Returns `make(pack)` for each installed pack, in order of id.

    If this fails for a pack of another package, the pack is left out, and one warning names its
    distribution. For a game that ships with eastfront the error is raised.
    """
    made = []
    for name, entry in _entries().entries.items():
        try:
            made.append(make(pack(name)))
        except Exception as error:
            if _ships(entry):
                raise
            told = (
                str(error) if isinstance(error, PackError) else f"{type(error).__name__}: {error}"
            )
            by = f"{entry.distribution}: "
            _warn_once(told if told.startswith(by) else f"{by}the game {name!r}: {told}")
    return made


@lru_cache(maxsize=256)
def _warn_once(text: str) -> None:
    warnings.warn(f"{text}; it is left out", RuntimeWarning, stacklevel=3)


@checked
def pack_of(game: Game | str) -> Pack | None:
    """Returns the pack of a game, or of a scenario by its id; None if the pack is not installed.

    Raises `PackError` if the pack is installed but cannot be loaded.
    """
    id_ = game if isinstance(game, str) else game.id
    name = id_.partition("/")[0]
    return pack(name) if name in _entries().entries else None


@checked
def former_names(game: str) -> Mapping[str, Mapping[str, str]]:
    """Returns, by kind of part, a mapping from former names of a game's parts to the present ones;
    empty if the game's pack is not installed.

    `game` is the id of a game or scenario. A game file can be played without its pack, so a pack
    that cannot be loaded counts as missing. Raises `PackError` for a pack with names of an unknown
    kind.
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
    """Returns the id of the default scenario, used where no game is named.

    This is the short scenario of the first pack whose `shown` is True, else of the first pack of
    all.
    """
    return next((pack.start for pack in packs() if pack.shown), packs()[0].start)


__all__ = [
    "CATALOGUE",
    "GROUP",
    "KINDS",
    "SHIPPED",
    "Pack",
    "PackError",
    "former_names",
    "lazy",
    "names",
    "of_each",
    "pack",
    "pack_of",
    "package_of",
    "packs",
    "ships",
    "start",
]

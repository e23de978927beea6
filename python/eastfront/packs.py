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
    """Plans for a game, beside a planning bot."""

    def choose(self, view: Observation, board: State) -> int | None:
        """One of the legal actions of a view; None where it has no plan.

        The board is a position that looks like the view to the side that plays.
        """


MakesAdviser = Callable[[Game, "random.Random"], "Adviser | None"]
"""Makes the adviser of a game, with the chance that it may draw on; None for a game without one."""

GROUP = "eastfront.games"
"""The entry point group under which packs are found, and the package of the games that ship."""

KINDS = ("variables", "unit_flags", "unit_fields", "hex_flags", "procedures", "decisions")
"""The kinds of named parts of a position."""

CATALOGUE = "rules.tsv"
"""The table of a game's rules, beside its data."""

SHIPPED = Path(__file__).resolve().parent / "scenarios"
"""The data of the games that come with the package, by their ids."""


class PackError(EastfrontError, ValueError):
    """An unknown game id, or an entry point that yields no pack."""


@checked
def lazy(name: str) -> Callable[[], Any]:
    """A lazy import: a function that returns an attribute of a module, such as
    ``my_game.rules:MyGame``.

    The call raises `PackError`, with the file and line where the name was given, for an unknown
    module or attribute and for any error of the import.
    """
    module, _, attribute = name.partition(":")
    caller = sys._getframe(2)  # skips the wrapper of `checked`
    place = f"{caller.f_code.co_filename}:{caller.f_lineno}"

    def found() -> Any:
        try:
            with pending:
                return getattr(import_module(module), attribute)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise PackError(f"{place}: lazy({name!r}) cannot be imported: {told}") from error

    return found


def _usual_forms() -> GameForms:
    with pending:
        from .scenario.game_forms import GameForms

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
    """The prefix of the ids of its rules, such as ``BD`` in ``BD-7.4b``."""
    package: Path
    """The folder of its Python code; a cached game is valid while nothing in it changes."""
    short: str
    """The default scenario for demonstrations and benchmarks."""
    rules: Callable[[], type[Rules]]
    """Its rules class, with their options and readings."""
    forms: Callable[[], GameForms] = _usual_forms
    """The schemas of its data; the default ones cover a set-up and a combat results table."""
    data: Path = Path()
    """The folder of its data: ``game.toml``, charts, tables and scenarios; ``data`` in the folder
    of its Python by default."""
    telling: Callable[[], Telling] | None = None
    """The words for a report of its course; None if it has no reports."""
    invariants: Callable[[], Sequence[Invariant]] = _none
    """Invariants of every position, besides those of the engine."""
    adviser: Callable[[], MakesAdviser] | None = None
    """Plans by which its planning bots play; without it they search alone."""
    former_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """Renamed parts of positions: for each of `KINDS`, former names with the current ones. A former
    name is never reused."""
    shown: bool = False
    """Whether its short scenario is the default when no game is named."""

    def __post_init__(self) -> None:
        if self.data == Path():
            object.__setattr__(self, "data", self.package / "data")
        # these import the rules and their words when first called
        for name in ("rules", "forms", "telling", "invariants", "adviser"):
            if (made := getattr(self, name)) is not None:
                object.__setattr__(self, name, pending(made))

    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules in its catalogue; empty without a catalogue."""
        path = self.data / CATALOGUE
        lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else ()
        return frozenset(line.partition("\t")[0] for line in lines)

    @property
    def start(self) -> str:
        """The id of its short scenario."""
        return f"{self.id}/{self.short}"


class _Found(NamedTuple):
    """The packs found through entry points."""

    entries: Mapping[str, EntryPoint]
    twice: Mapping[str, str]
    """Ambiguous ids, each with the packages that declare it; they belong to none of them."""
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
    """Whether an entry point belongs to a game that ships with eastfront."""
    return entry.module.startswith(f"{GROUP}.")


@checked
def ships(game: str) -> bool:
    """Whether a game, by its id, ships with eastfront."""
    entries = _entries().entries
    return game in entries and _ships(entries[game])


def _without_metadata() -> dict[str, EntryPoint]:
    """The entry points of the games that ship, found from the package's own modules."""
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
    """The ids of the installed games, in order."""
    return list(_entries().entries)


@checked
def pack(game: str) -> Pack:
    """The pack of a game by its id.

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
    """The Python package of a game's pack, such as ``my_game``."""
    pack(game)
    return _entries().entries[game].module.rpartition(".")[0]


def packs() -> list[Pack]:
    """The packs of all installed games, in order of id; a broken one is left out with a warning."""
    return of_each(lambda pack: pack)


@checked
def of_each(make: Callable[[Pack], T]) -> list[T]:
    """Map a function over all packs, in order of id.

    If it fails for a pack of another package, the pack is left out, and one warning names its
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
    """The pack of a game, or of a scenario by its id; None if it is not installed."""
    id_ = game if isinstance(game, str) else game.id
    name = id_.partition("/")[0]
    return pack(name) if name in _entries().entries else None


@checked
def former_names(game: str) -> Mapping[str, Mapping[str, str]]:
    """The former names of the parts of a game, by kind; empty if its pack is not installed.

    A game file can be played without its pack, so a broken pack counts as missing. Raises
    `PackError` for a pack with names of an unknown kind.
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
    """The id of the default scenario, used when no game is named.

    It is the short scenario of a game with `shown` set, else of the first game.
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

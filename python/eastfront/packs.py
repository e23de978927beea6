"""The games that are here.

A game is a pack: one value that says everything which the rest of the package needs to know of it.
Packs are found by the entry point group ``eastfront.games``, ours by the same door as anyone's:

    [project.entry-points."eastfront.games"]
    my-game = "my_game.game:PACK"

docs/first-game.md builds one. The games that come with eastfront are there without the metadata of
packages too, as in a frozen program, and no other package can take their names.

What a pack holds is loaded when it is first asked for, so that a list of games costs nothing. A
broken pack costs the games of no other: it is left out, and one warning names its distribution.
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
from eastfront.imports import pending
from eastfront.loading.entry_points import EntryPoint, entry_points

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
"""The kinds of things that positions hold by name."""

CATALOGUE = "rules.tsv"
"""The table of a game's rules, beside its data."""

SHIPPED = Path(__file__).resolve().parent / "scenarios"
"""The data of the games that come with the package, by their ids."""


class PackError(EastfrontError, ValueError):
    """A game that there is not, or a pack that is not one."""


@checked
def lazy(name: str) -> Callable[[], Any]:
    """What stands under a name in a module, such as ``my_game.rules:MyGame``, once it is called.

    The call raises `PackError`, with the file and line where the name was given, when there is no
    such module or nothing of that name in it, and for what importing the module raises.
    """
    module, _, attribute = name.partition(":")
    caller = sys._getframe(2)  # beyond `checked`
    place = f"{caller.f_code.co_filename}:{caller.f_lineno}"

    def found() -> Any:
        try:
            with pending:
                return getattr(import_module(module), attribute)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise PackError(f"{place}: lazy({name!r}) leads to nothing: {told}") from error

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
    adviser: Callable[[], MakesAdviser] | None = None
    """Plans by which its planning bots play; without it they search alone."""
    former_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    """What positions hold and earlier versions called otherwise: for each of `KINDS` the former
    names and those of today. A former name is never given to anything else."""
    shown: bool = False
    """Whether its short scenario is what is shown and measured when no game is named."""

    def __post_init__(self) -> None:
        if self.data == Path():
            object.__setattr__(self, "data", self.package / "data")
        # what imports the rules and their words when it is first called
        for name in ("rules", "forms", "telling", "invariants", "adviser"):
            if (made := getattr(self, name)) is not None:
                object.__setattr__(self, name, pending(made))

    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules in its catalogue; none when it has no catalogue."""
        path = self.data / CATALOGUE
        lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else ()
        return frozenset(line.partition("\t")[0] for line in lines)

    @property
    def start(self) -> str:
        """The id of its short scenario."""
        return f"{self.id}/{self.short}"


class _Found(NamedTuple):
    """What the entry points lead to."""

    entries: Mapping[str, EntryPoint]
    twice: Mapping[str, str]
    """The ids that several packages give, which are nobody's, each with who gives it."""
    metadata: bool
    """Whether the metadata of packages is there: without it only our own games are found."""


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
    """Whether an entry point leads to a game that comes with eastfront."""
    return entry.module.startswith(f"{GROUP}.")


@checked
def ships(game: str) -> bool:
    """Whether a game, by its id, comes with eastfront."""
    entries = _entries().entries
    return game in entries and _ships(entries[game])


def _without_metadata() -> dict[str, EntryPoint]:
    """The entry points of the games that come with eastfront, by its own modules."""
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
    """The ids of the games that are here, in their order."""
    return list(_entries().entries)


@checked
def pack(game: str) -> Pack:
    """The pack of a game by its id.

    Raises `PackError`, which names the nearest id, for a game that there is not, and for an entry
    point that leads to no pack.
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
    """The package of Python that a game's pack stands in, such as ``my_game``."""
    pack(game)
    return _entries().entries[game].module.rpartition(".")[0]


def packs() -> list[Pack]:
    """Every game that is here, in the order of the ids; of a broken one a warning tells."""
    return of_each(lambda pack: pack)


@checked
def of_each(make: Callable[[Pack], T]) -> list[T]:
    """What is made of each pack, in the order of the ids.

    A pack of another package of which it cannot be made, for whatever reason, is left out, and one
    warning names its distribution. For a game that comes with eastfront the error is raised.
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
    """The pack of a game, or of a scenario by its id; None when it is not here."""
    id_ = game if isinstance(game, str) else game.id
    name = id_.partition("/")[0]
    return pack(name) if name in _entries().entries else None


@checked
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

"""Loading a game: scenario data and a rules class in, a compiled game out.

What comes out is the engine's `Game`, which needs no Python any more. Writing the program takes a
tenth of a second; so the game file of a game that ships is kept in the user's cache folder, under a
digest of everything that it is made of, and read from there the next time. In a process a game is
loaded once: the same arguments give the same game, until a file that it is made of has changed.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from eastfront._core import ArgumentError, Game
from eastfront.arguments import checked, shown
from eastfront.imports import pending
from eastfront.loading import cache, memory
from eastfront.packs import pack

if TYPE_CHECKING:
    from eastfront.scenario.model import ScenarioData
    from eastfront.systems.rules import Rules
    from eastfront.systems.sections import Option


NO_RULES = "expected a class of rules or an optional rule"
"""What an error says of a variant that is none."""


@dataclass(frozen=True)
class Origin:
    """What a game was loaded from: enough to load it again."""

    id: str
    """Game and scenario, such as ``barbarossa-deluxe/blue-kremlin``."""
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    charts: str | None = None
    rules: type[Rules | Option] | None = None
    """A variant: a rules class of the user's own, or a rule that joins those that ship; or None."""


_origins: dict[str, Origin] = {}
"""Where the games of this process come from, by their digests."""


@checked
def load(
    name: str,
    options: Iterable[str] = (),
    without: Iterable[str] = (),
    charts: str | Path | None = None,
    rules: type[Rules | Option] | None = None,
) -> Game:
    """A game by its id, such as ``barbarossa-deluxe/blue-kremlin``, ready to be played.

    ``options`` are optional rules to play with, by their names; ``without`` are rule ids, such as
    ``BD-11.30a``, that are not in force. ``charts`` is a file or folder of tables that take the
    place of the game's own. ``rules`` is a variant: an `Option` of the user's own, which joins
    the game's rules, or a subclass of the game's rules class.

    The same arguments give the same object, as long as no file that the game is made of changes.

    An unknown name and bad data raise `ScenarioError`; a rule id that does not stand in the
    program, and a program that cannot be written down, raise `ProgramError`.
    """
    return _load(origin(name, options, without, charts, rules))


def loaded(origin: Origin) -> Game:
    """A game as it was last loaded in this process: no file is looked at if it was."""
    folder = cache.folder()
    known = None if folder is None else memory.latest(memory.key(folder, origin))
    return _load(origin) if known is None else known


def _load(origin: Origin) -> Game:
    folder = cache.folder()
    made_of = None if folder is None else memory.stamp(origin)
    if folder is not None and made_of is not None:
        known = memory.recall(memory.key(folder, origin), made_of)
        if known is not None:
            return known
    kept = cache.place(origin)
    game = cache.read(kept) if kept is not None else None
    if game is None:
        game = compiled(origin)
        if kept is not None:
            cache.write(kept, game)
    _origins[game.digest] = origin
    if folder is not None and made_of is not None:
        memory.remember(memory.key(folder, origin), made_of, game)
    return game


def origin(
    name: str,
    options: Iterable[str] = (),
    without: Iterable[str] = (),
    charts: str | Path | None = None,
    rules: type[Rules | Option] | None = None,
) -> Origin:
    """What `load` loads a game from; raises ArgumentError for what is no path or no class."""
    if charts is not None:
        try:
            Path(charts).exists()
        except (OSError, ValueError) as error:
            raise ArgumentError(
                f"charts={shown(charts)}, expected a path ({error})"[:300]
            ) from None
    if rules is not None and not isinstance(rules, type):
        raise ArgumentError(f"rules={shown(rules)}, {NO_RULES}"[:300])
    return Origin(
        name,
        tuple(sorted(set(options))),
        tuple(sorted(set(without))),
        None if charts is None else str(charts),
        rules,
    )


def compiled(origin: Origin) -> Game:
    """A game made anew from its data and rules, whatever the cache holds; raises as `load` does."""
    with pending:
        from eastfront.systems.rules import Rules
        from eastfront.systems.sections import Option

    data = scenario_of(origin.id, origin.charts)
    rules = pack(data.game).rules()
    if origin.rules is not None:
        own = origin.rules
        if not issubclass(own, Rules | Option):
            raise ArgumentError(f"rules={shown(own)}, {NO_RULES}"[:300])
        rules = rules.also(own) if issubclass(own, Option) else own
    with _collector_paused():
        return rules(data, options=origin.options, without=origin.without).compiled()


@checked
def variant(name: str) -> type[Rules | Option]:
    """A variant of a user's own by ``module:Class``; modules of the current folder are found.

    Raises ArgumentError for what cannot be had, and for what is no class of rules.
    """
    with pending:
        from eastfront.systems.rules import Rules
        from eastfront.systems.sections import Option

    module, colon, kind = name.partition(":")
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        with pending:
            found: object = import_module(module)
        for part in kind.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise ArgumentError(
            f"rules: got {shown(name)}, expected MODULE:CLASS ({error})"[:300]
        ) from error
    finally:
        sys.path.remove(here)
    if not (colon and isinstance(found, type) and issubclass(found, Rules | Option)):
        raise ArgumentError(f"rules: got {shown(name)}, expected a class of rules or an Option")
    return found


def variant_at_hand(name: str) -> type[Rules | Option]:
    """The same, of a module that is imported already: a text names code and does not run it."""
    if name.partition(":")[0] not in sys.modules:
        raise ArgumentError(
            f"rules: got {shown(name)}, expected a variant whose module is imported"
        )
    found: type[Rules | Option] = variant(name)
    return found


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A program is a million small objects that all live until it is written, so that looking among
    them for garbage finds none and takes as long as the rest."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


@checked
def rules_of(name: str) -> type[Rules]:
    """The rules class that ships for a game, given by its id or by that of a scenario of it.

    Raises `PackError` for a game that there is not.
    """
    return pack(name.partition("/")[0]).rules()


@checked
def without(game: Game, *rules: str) -> Game:
    """The same game with more rules, given by their ids, out of force.

    Raises ValueError for a game that was not made by `load` in this process, and `ProgramError`
    for a rule id that does not stand in the program.
    """
    known = origin_of(game)
    origin = replace(known, without=tuple(sorted({*known.without, *rules})))
    return load(origin.id, origin.options, origin.without, origin.charts, origin.rules)


@checked
def origin_of(game: Game) -> Origin:
    """What a game was loaded from. Raises ValueError when `load` did not make it."""
    if game.digest not in _origins:
        raise ArgumentError(f"{game.id} was not loaded by name, so that its rules are not at hand")
    return _origins[game.digest]


def scenarios() -> list[str]:
    """The ids of the scenarios that ship, such as ``barbarossa-deluxe/blue-kremlin``."""
    with pending:
        from eastfront.scenario.load import list_scenarios

    return [found.id for found in list_scenarios()]


@checked
def scenario_of(name: str, charts: str | Path | None = None) -> ScenarioData:
    """The data of a scenario by its id: map, order of battle, charts, set-up and their sources."""
    with pending:
        from eastfront.scenario.load import load_scenario

    game, _, scenario = name.partition("/")
    return load_scenario(game, scenario, charts=None if charts is None else Path(charts))

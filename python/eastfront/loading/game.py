"""Loading a game: scenario data and a rules class in, a compiled game out.

The result is the engine's `Game`, which runs without Python. Writing the program takes a tenth of a
second, so the game file of a game that comes with eastfront is cached in the user's cache folder
under a digest of all its inputs. Within a process a game is loaded once: equal arguments return the
same game until one of its input files changes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from eastfront._core import ArgumentError, Game
from eastfront.arguments import checked, shown
from eastfront.imports import pending
from eastfront.loading import cache, memory
from eastfront.loading.collector import collector_paused
from eastfront.packs import pack

if TYPE_CHECKING:
    from eastfront.scenario.model import ScenarioData
    from eastfront.systems.rules import Rules
    from eastfront.systems.sections import Option


NO_RULES = "expected a class of rules or an optional rule"
"""The end of the error message for a variant that is no class of rules."""


@dataclass(frozen=True)
class Origin:
    """The arguments with which a game was loaded, sufficient to load it again."""

    id: str
    """Game and scenario, such as ``barbarossa-deluxe/blue-kremlin``."""
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    charts: str | None = None
    rules: type[Rules | Option] | None = None
    """A variant: the user's own rules class, or an option added to the rules that ship; None for
    the rules that ship."""

    @property
    def private(self) -> int:
        """The number of inputs that exist only on the user's own machine, 0 to 2: the owner's
        tables, and a variant of the rules."""
        return (self.charts is not None) + (self.rules is not None)


_origins: dict[str, Origin] = {}
"""The origins of the games of this process, by digest.

If several origins give the same game, the latest of those with the fewest private inputs
(`Origin.private`) counts: a variant without an effect does not name itself in the texts of the game
that ships.
"""


@checked
def load(
    name: str,
    options: Iterable[str] = (),
    without: Iterable[str] = (),
    charts: str | Path | None = None,
    rules: type[Rules | Option] | None = None,
) -> Game:
    """Loads a game by its id, such as ``barbarossa-deluxe/blue-kremlin``.

    ``options`` names optional rules to play with; ``without`` lists the ids of rules to leave out,
    such as ``BD-11.30a``. ``charts`` is a file or folder of tables that replace the game's own.
    ``rules`` is a variant: the user's own `Option`, which joins the game's rules, or a subclass of
    the game's rules class.

    Equal arguments return the same object while no input file of the game changes.

    Raises `ScenarioError` for an unknown name and invalid data, and `ProgramError` for a rule id
    that is not in the program and for a program that cannot be compiled.
    """
    return _load(origin(name, options, without, charts, rules))


def loaded(origin: Origin) -> Game:
    """Returns the game last loaded in this process with the arguments `origin`, without a check of
    its input files; loads it if there is none."""
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
    if origin.private <= _origins.get(game.digest, origin).private:
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
    """Makes the `Origin` of a game: the checked arguments of `load`. Raises ArgumentError for an
    invalid path or class."""
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
    """Compiles a game from its data and rules, without the cache; raises the errors of `load`."""
    data = _data(origin)
    rules = _rules_for(origin)
    with collector_paused():
        return rules(data, options=origin.options, without=origin.without).compiled()


def _rules_for(origin: Origin) -> type[Rules]:
    """Returns the rules class of a game loaded with the arguments `origin`: the game's own class, a
    variant that replaces it, or the game's own class joined by an optional rule of the user. Raises
    ArgumentError for an invalid variant."""
    with pending:
        from eastfront.systems.rules import Rules
        from eastfront.systems.sections import Option

    rules: type[Rules] = rules_of(origin.id)
    own = origin.rules
    if own is None:
        return rules
    if not issubclass(own, Rules | Option):
        raise ArgumentError(f"rules={shown(own)}, {NO_RULES}"[:300])
    return rules.also(own) if issubclass(own, Option) else own


def _data(origin: Origin) -> ScenarioData:
    """Returns the scenario data of an origin, read once for all games that differ only in their
    rules."""
    if origin.charts is None and cache.folder() is not None:
        made_of = memory.stamp(origin)
        if made_of is not None:
            return _read(origin.id, made_of)
    return scenario_of(origin.id, origin.charts)


@lru_cache(maxsize=4)
def _read(name: str, made_of: memory.Stamp) -> ScenarioData:
    return scenario_of(name)


@checked
def variant(name: str) -> type[Rules | Option]:
    """Imports the user's variant, given as ``module:Class``, also from the current folder.

    Raises ArgumentError for a failed import, and for an object that is not a class of rules.
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
    """Returns the variant, given as ``module:Class``, of an already imported module. Imports
    nothing, so that the text of a position, which may name a variant, cannot run code. Raises
    ArgumentError for a module that is not imported."""
    if name.partition(":")[0] not in sys.modules:
        raise ArgumentError(
            f"rules: got {shown(name)}, expected a variant whose module is imported"
        )
    found: type[Rules | Option] = variant(name)
    return found


@checked
def rules_of(name: str) -> type[Rules]:
    """Returns the rules class that a game's pack gives, by the id of the game or of one of its
    scenarios.

    Raises `PackError` for an unknown game.
    """
    return pack(name.partition("/")[0]).rules()


@checked
def without(game: Game, *rules: str) -> Game:
    """Returns the same game with further rules left out, given by their ids.

    Raises ValueError for a game that was not made by `load` in this process, and `ProgramError` for
    a rule id that is not in the program.
    """
    known = origin_of(game)
    origin = replace(known, without=tuple(sorted({*known.without, *rules})))
    return load(origin.id, origin.options, origin.without, origin.charts, origin.rules)


@checked
def origin_of(game: Game) -> Origin:
    """Returns the arguments with which a game was loaded. Raises ValueError if `load` did not make
    the game in this process."""
    if game.digest not in _origins:
        raise ArgumentError(f"{game.id} was not loaded by name, so its rules are not available")
    return _origins[game.digest]


def known_options(game: Game) -> dict[str, str]:
    """Returns the available options of a game, each with its text, as `Game.known_options` does."""
    rules = _rules_for(_origins.get(game.digest, Origin(game.id)))
    numbered = {
        f"{name}=N": f"{option.text} (N from {option.least} to {option.most})"
        for name, option in rules.numbered_options.items()
    }
    return {**rules.known_options, **numbered}


def readings(game: Game) -> dict[str, str]:
    """Returns the alternative readings with which a game is played, each with its text, as
    `Game.readings` does."""
    known = _rules_for(origin_of(game)).readings
    return {name: text for name, text in known.items() if name in origin_of(game).options}


def scenarios() -> list[str]:
    """Returns the ids of the scenarios of all installed games, such as
    ``barbarossa-deluxe/blue-kremlin``."""
    with pending:
        from eastfront.scenario.load import list_scenarios

    return [found.id for found in list_scenarios()]


@checked
def scenario_of(name: str, charts: str | Path | None = None) -> ScenarioData:
    """Reads the data of a scenario by its id: map, order of battle, charts, set-up and their
    sources.

    ``charts`` is a file or folder of tables that replace the game's own. Raises `ScenarioError` as
    `load` does.
    """
    with pending:
        from eastfront.scenario.load import load_scenario

    game, _, scenario = name.partition("/")
    return load_scenario(game, scenario, charts=None if charts is None else Path(charts))

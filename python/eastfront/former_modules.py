"""Aliases of moved modules: former names work for one version, with a warning."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from .imports import pending

if TYPE_CHECKING:
    # at run time it would bring archives, temporary files and dice into every process
    from importlib.abc import Loader

PACKAGE = "eastfront"

MOVED = {
    "aftermath": "questions.consequences",
    "cache": "loading.cache",
    "catalogue": "loading.catalogue",
    "check": "cli.invariants",
    "commander": "games.russian_campaign.battle_plan",
    "concession": "positions.concession",
    "document": "positions.document",
    "explain": "questions.battle",
    "game": "loading.game",
    "guided": "games.russian_campaign.adviser",
    "labels": "positions.labels",
    "layout": "positions.layout",
    "observation": "positions.observation",
    "orders": "positions.orders",
    "position_text": "positions.text",
    "results": "questions.results",
    "search.planner": "bots.planner",
    "set_ups": "positions.set_ups",
    "telling": "questions.course",
    "views": "questions.state",
    "workers": "matches.workers",
}
"""The former name of each moved module, within the package, and its present name."""

ATTRIBUTES = {"search.Planner": "bots.Planner"}
"""The former name of each moved class whose former module still exists, and its present name."""


class Former:
    """The loader that the import system uses for a module by its former name."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Returns None, so that the import system makes the module object."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Replaces the module by the module under its present name, with a DeprecationWarning."""
        former = module.__name__
        now = f"{PACKAGE}.{MOVED[former.partition('.')[2]]}"
        warnings.warn(f"{former} is now {now}", DeprecationWarning, stacklevel=2)
        with pending:
            sys.modules[former] = import_module(now)


def spec(name: str) -> ModuleSpec | None:
    """Returns the import spec of a moved module by its full former name; None for any other
    name."""
    package, _, former = name.partition(".")
    if package != PACKAGE or former not in MOVED:
        return None
    return ModuleSpec(name, cast("Loader", Former()))


def attribute(module: str, name: str) -> Any:
    """Returns a moved attribute of a module, with a DeprecationWarning. Raises AttributeError for
    any other name."""
    former = f"{module}.{name}"
    moved = ATTRIBUTES.get(former.removeprefix(f"{PACKAGE}."))
    if moved is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    home, _, own = f"{PACKAGE}.{moved}".rpartition(".")
    warnings.warn(f"{former} is now {home}.{own}", DeprecationWarning, stacklevel=3)
    with pending:
        return getattr(import_module(home), own)

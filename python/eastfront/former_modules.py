"""Aliases of moved modules: former names work for one version, with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, cast

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
    "entry_points": "loading.entry_points",
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
"""The former name of each moved module, within the package, and its new one."""


class Former:
    """Finds and loads modules by their former names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a moved module, or None."""
        package, _, name = fullname.partition(".")
        if package != PACKAGE or name not in MOVED:
            return None
        return ModuleSpec(fullname, cast("Loader", self))

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """None: the import system makes the module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Replace the module by the one under its new name, with a warning."""
        former = module.__name__
        now = f"{PACKAGE}.{MOVED[former.partition('.')[2]]}"
        warnings.warn(f"{former} is now {now}", DeprecationWarning, stacklevel=2)
        with pending:
            sys.modules[former] = import_module(now)


def found() -> None:
    """Install the finder."""
    if not any(isinstance(finder, Former) for finder in sys.meta_path):
        sys.meta_path.append(Former())

"""Detects changes that a test file leaves behind for the files after it in the same process.

Compared are variables of the environment, and the functions and classes in the modules of the
package, which tests replace by others. Changes to them spoil or slow down tests that have nothing
to do with it. ``-p no:left-behind`` switches it off.
"""

from __future__ import annotations

import os
import sys
from types import FunctionType, ModuleType

import pytest

WATCHED = ("EASTFRONT_", "HOME", "PATH", "PYTHONPATH", "XDG_")
"""The starts of the names of variables that are compared; libraries set others at import."""


class Watch:
    """The environment and the names of modules as they are to be after each test file: a plugin
    that fails the last test of a file that leaves them changed."""

    def __init__(self) -> None:
        self._environment = _environment()
        self._modules: dict[str, tuple[ModuleType, dict[str, object]]] = {}
        self.changes()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Compares at the end of a file, when its fixtures are torn down."""
        if nextitem is None or nextitem.path != item.path:
            left = self.changes()
            if left:
                pytest.fail(f"{item.path.name} leaves changed: {', '.join(left)}", pytrace=False)

    def changes(self) -> list[str]:
        """Returns the changes since the last call, in words, and takes them back."""
        found = self._of_environment()
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == "eastfront":
                found += self._of_module(name, module)
        return found

    def _of_environment(self) -> list[str]:
        now = _environment()
        changed = sorted(k for k, _ in now.items() ^ self._environment.items())
        for key in set(changed):
            if key in self._environment:
                os.environ[key] = self._environment[key]
            else:
                del os.environ[key]
        return [f"environment variable {key}" for key in dict.fromkeys(changed)]

    def _of_module(self, name: str, module: ModuleType) -> list[str]:
        known, parts = self._modules.get(name, (module, {}))
        now = {k: v for k, v in vars(module).items() if isinstance(v, FunctionType | type)}
        changed = []
        if known is module:
            changed = [k for k, v in parts.items() if vars(module).get(k) is not v]
            for key in changed:
                setattr(module, key, parts[key])
        self._modules[name] = module, {**now, **{key: parts[key] for key in changed}}
        return [f"{name}.{key}" for key in changed]


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key.startswith(WATCHED)}

"""Libraries that are extras of the package: imported when asked for, or one line that helps."""

from __future__ import annotations

import importlib
from types import ModuleType

from eastfront.imports import pending

EXTRAS = {
    "gymnasium": "gymnasium",
    "networkx": "graphs",
    "pettingzoo": "pettingzoo",
    "pyspiel": "openspiel",
}
"""The extra that brings each library."""


class MissingExtra(ImportError):
    """A library that is an extra of the package is not installed."""


@pending
def need(library: str, module: str = "") -> ModuleType:
    """A library, or one of its modules.

    Raises MissingExtra, an ImportError of one line that names the extra to install.
    """
    try:
        return importlib.import_module(module or library)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != library:
            raise  # the library is there, and something of its own is not
        extra = EXTRAS[library]
        raise MissingExtra(
            f"{library} is not installed; it comes with `pip install 'eastfront[{extra}]'`",
            name=library,
        ) from None

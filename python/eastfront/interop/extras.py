"""Lazy import of optional libraries, with one helpful line if one is missing."""

from __future__ import annotations

import importlib
from types import ModuleType

from eastfront.imports import pending

EXTRAS = {
    "gymnasium": "gymnasium",
    "networkx": "graphs",
    "pettingzoo": "pettingzoo",
    "pyarrow": "tables",
    "pyspiel": "openspiel",
}
"""The extra of the package that installs each library."""


class MissingExtra(ImportError):
    """The error that an optional library is not installed."""


@pending
def need(library: str, module: str = "") -> ModuleType:
    """Imports an optional library, or its module `module`, and returns the imported module.

    Raises MissingExtra, an ImportError that names the extra to install.
    """
    try:
        return importlib.import_module(module or library)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != library:
            raise  # the library is installed, but one of its own imports fails
        extra = EXTRAS[library]
        raise MissingExtra(
            f"{library} is not installed; it comes with `pip install 'eastfront[{extra}]'`",
            name=library,
        ) from None

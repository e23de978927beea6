"""An extension of griffe: the docstrings of the engine's names, and links in all docstrings.

Griffe reads their signatures from `_core.pyi`. Most of their docstrings are in the compiled module,
and those of methods that Python attaches to its classes in `states.py`.
"""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getdoc
from typing import Any

import griffe

ENGINE = "_core"

_PAGE = re.compile(r"(?<![\w`/(\[])docs/([\w/-]+\.md)")


class OfTheEngine(griffe.Extension):
    """Adds the docstrings found at run time to names of the engine without one."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Makes the page that a docstring names a link, from the folder of the reference."""
        if obj.docstring is not None:
            obj.docstring.value = _PAGE.sub(r"[docs/\1](../\1)", obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Completes the engine's module, once the package is read."""
        if ENGINE in pkg.members:
            complete(pkg[ENGINE], import_module(f"{pkg.path}.{ENGINE}"))


def complete(found: griffe.Module | griffe.Class, real: Any) -> None:
    """Adds the missing docstrings of the members of a module or class, and its functions that have
    overloads alone, which griffe keeps apart; the last overload is the widest."""
    for name, overloads in found.overloads.items():
        if name not in found.members:
            widest = overloads[-1]
            widest.overloads = [*overloads]
            found.set_member(name, widest)
    for name, member in found.members.items():
        if member.is_alias or not hasattr(real, name):
            continue
        own = getattr(real, name)
        if member.docstring is None and (told := getdoc(own)):
            member.docstring = griffe.Docstring(told, parent=member)
        if isinstance(member, griffe.Class):
            complete(member, own)

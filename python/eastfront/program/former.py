"""Former names of functions in the language of rules.

Each name still works for one version of the package, and gives a warning that states the new form.
"""

from __future__ import annotations

import warnings
from typing import Any

from .by_rule import by
from .expr import Hexes, Units

__all__ = ["needs", "ruled"]


def ruled(rule: str, value: Any, otherwise: Any = 0) -> Any:
    """Warns that the function `ruled` has been replaced, and returns `by(rule, value,
    otherwise=otherwise, told=True)`, its present form."""
    warnings.warn("ruled is now by(..., told=True)", DeprecationWarning, stacklevel=2)
    return by(rule, value, otherwise=otherwise, told=True)


def needs(rule: str, condition: Any) -> Any:
    """Warns that the function `needs` has been replaced, and returns its present form, `by(rule,
    condition, otherwise=...)`; ``otherwise`` is the set of all hexes or of all units if the
    condition is such a set, else True."""
    warnings.warn("needs is now by(..., otherwise=...)", DeprecationWarning, stacklevel=2)
    every = type(condition)("All") if isinstance(condition, Hexes | Units) else True
    return by(rule, condition, otherwise=every)

"""The rules of Barbarossa Deluxe, one module for each part of the rulebook; the module ``rules``
lists their sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rules import BarbarossaDeluxe

__all__ = ["BarbarossaDeluxe"]


def __getattr__(name: str) -> Any:
    # imported lazily: the module imports all rules, which a compiled game does not need
    if name != "BarbarossaDeluxe":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .rules import BarbarossaDeluxe

    return BarbarossaDeluxe

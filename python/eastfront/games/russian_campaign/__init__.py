"""The Russian Campaign, 5th edition.

The rules have one module for each subject, each built on the ones before, from ``board`` to
``turn``; most optional rules and variants stand in ``options``, one module each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rules import RussianCampaign

__all__ = ["RussianCampaign"]


def __getattr__(name: str) -> Any:
    # imported lazily: it imports all rules, which a compiled game does not need
    if name != "RussianCampaign":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .rules import RussianCampaign

    return RussianCampaign

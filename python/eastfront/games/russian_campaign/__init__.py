"""The Russian Campaign, 5th edition.

Its core is one module a subject, each built on the one before, from ``board`` to ``turn``; most of
its optional rules and variants are sections that join it, in ``options``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rules import RussianCampaign

__all__ = ["RussianCampaign"]


def __getattr__(name: str) -> Any:
    # all of the rules are imported for it, which a game that is compiled already does without
    if name != "RussianCampaign":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .rules import RussianCampaign

    return RussianCampaign

"""The rules of The Russian Campaign, 5th edition, one module a subject, each on the one before.

``board``, ``zones``, ``movement``, ``rail``, ``sea``, ``supply``, ``strength``, ``duties``,
``retreat``, ``battle``, ``overrun``, ``weather``, ``arrivals``, ``withdrawals``,
``axis_replacements``, ``russian_replacements``, ``irregulars``, ``allies``, ``victory``,
``artillery``, ``fortress``, ``battlegroups``, ``historical_weather``, ``replenishment``,
``evacuation``, ``bids``, ``savings``, further options and variants, ``turn``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .turn import RussianCampaign

__all__ = ["RussianCampaign"]


def __getattr__(name: str) -> Any:
    # all of the rules are imported for it, which a game that is compiled already does without
    if name != "RussianCampaign":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .turn import RussianCampaign

    return RussianCampaign

"""The rules of The Russian Campaign, 5th edition, one module a subject, each on the one before.

``board``, ``zones``, ``movement``, ``rail``, ``sea``, ``supply``, ``strength``, ``duties``,
``retreat``, ``battle``, ``overrun``, ``weather``, ``arrivals``, ``withdrawals``,
``axis_replacements``, ``russian_replacements``, ``irregulars``, ``allies``, ``victory``,
``artillery``, ``fortress``, ``battlegroups``, ``historical_weather``, ``replenishment``,
``evacuation``, ``bids``, ``savings``, further options and variants, ``turn``.
"""

from .turn import RussianCampaign

__all__ = ["RussianCampaign"]

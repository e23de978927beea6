"""Analyses of a position: attacks by average losses, the hexes a unit's supply needs, the front.

    import eastfront as ef

    state = ef.load("russian-campaign/zitadelle").new()
    best = ef.analysis.attacks(state, side="axis")[0]
    ef.analysis.cuts(state, "24 Pz").occupied
    ef.analysis.front(state).lines

All answers come from the game's own queries and explanations; no game is named here.
"""

from __future__ import annotations

from .attacks import Attack, Fought, attacks, battles_of, refusals
from .exchange import Exchange, exchange_of
from .front import Front, front, front_layer, front_svg
from .lifelines import Cut, Cuts, cuts

__all__ = [
    "Attack",
    "Cut",
    "Cuts",
    "Exchange",
    "Fought",
    "Front",
    "attacks",
    "battles_of",
    "cuts",
    "exchange_of",
    "front",
    "front_layer",
    "front_svg",
    "refusals",
]

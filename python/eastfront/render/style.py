"""Colours and the style sheet of a picture."""

from __future__ import annotations

from collections.abc import Sequence

TERRAIN = {
    "clear": "#efe6cd",
    "rough": "#dcc79c",
    "marsh": "#cfdcc0",
    "steppe": "#f3e8b8",
    "forest": "#c3d3a4",
    "woods": "#c3d3a4",
    "mountain": "#cdb793",
    "swamp": "#cfdcc0",
    "sea": "#a9c9de",
    "lake": "#b7d4e6",
}
WATER = frozenset({"sea", "lake"})

SIDE_TINTS = ("#5c6b57", "#b3402e", "#3b5b8c", "#8a6d1f")
"""Tints of hexes by controlling side."""

SIDE_COUNTERS = (("#b4bdaa", "#1d211b"), ("#c96a50", "#fff6ec"), ("#7d95bd", "#10182a"))
"""Counter and ink colours by side, for nations without colours of their own."""

NATIONS = {
    "german": ("#b4bdaa", "#1d211b"),
    "romanian": ("#d8c46a", "#2b2508"),
    "rumanian": ("#d8c46a", "#2b2508"),
    "hungarian": ("#a8c48f", "#1c2a12"),
    "italian": ("#e2cfa3", "#33290f"),
    "finnish": ("#dfe8ee", "#1b2a33"),
    "soviet": ("#c2553f", "#fff6ec"),
    "russian": ("#c2553f", "#fff6ec"),
    "polish": ("#d98f9f", "#3a1019"),
}

SHEET = """
text { font-family: 'DejaVu Sans', Verdana, Helvetica, sans-serif; }
.id { font-size: 8.5px; fill: #8b8166; text-anchor: middle; }
.wet { fill: #6d93ad; }
.city { font-size: 13px; font-weight: bold; fill: #2a2118; text-anchor: middle; }
.halo { stroke: #fffaf0; stroke-width: 4; stroke-linejoin: round; fill: #fffaf0; }
.river-name { font-size: 13px; font-style: italic; fill: #2d6186; text-anchor: middle; }
.river-halo { stroke: #f4ecd6; stroke-width: 3; stroke-linejoin: round; fill: #f4ecd6; }
.title { font-size: 34px; font-weight: bold; fill: #2a2118; }
.caption { font-size: 20px; fill: #5b4c38; }
.name { font-size: 12px; font-weight: bold; text-anchor: middle; }
.factors { font-size: 14px; font-weight: bold; text-anchor: middle; }
.height { font-size: 11px; font-weight: bold; text-anchor: middle; fill: #fff; }
.key { font-size: 15px; fill: #2a2118; }
.head { font-size: 17px; font-weight: bold; fill: #2a2118; }
""".strip()


def counter_colours(side: int, nation: str, own: Sequence[str] | None = None) -> tuple[str, str]:
    """Returns the colour of a counter, and the colour of the text and the symbol on it: ``own``,
    those that the game states, else those of the nation, else those of the side."""
    if own is not None:
        fill, ink = own
        return fill, ink
    return NATIONS.get(nation, SIDE_COUNTERS[side % len(SIDE_COUNTERS)])


def tint(side: int) -> str:
    """Returns the colour of the hexes that a side controls."""
    return SIDE_TINTS[side % len(SIDE_TINTS)]

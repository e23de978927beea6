"""Counters: a unit's square with its symbol, name and factors, and stacks of them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from eastfront.render.scene import Counter
from eastfront.render.style import counter_colours, tint

SIZE = 50.0
STEP = 3.0
"""The offset in pixels of a counter in a stack from the one above it."""
BOX = (25.0, 16.0)
NAME, WIDEST_NAME = 10.0, 68.0
"""Font height in pixels of a name, and the maximum product of height and number of letters."""
FACTORS, WIDEST_FACTORS = 14.0, 70.0
"""Font height in pixels of the factors, and the maximum product of height and number of letters."""


def stack(x: float, y: float, counters: tuple[Counter, ...]) -> str:
    """Returns a stack as SVG, with its centre at (`x`, `y`). The first of `counters` is the top
    one; the edges of up to three others, their total number, and a tooltip that describes all
    counters are added."""
    depth = min(len(counters), 4) - 1
    left, top = x - SIZE / 2 - depth * STEP / 2, y - SIZE / 2 + depth * STEP / 2
    parts = [f"<g><title>{escape(_hint(counters))}</title>"]
    for k in range(depth, 0, -1):
        fill, _ = _colours(counters[0])
        parts.append(_square(left + k * STEP, top - k * STEP, fill, 0.85))
    parts.append(counter(left, top, counters[0]))
    if len(counters) > 1:
        parts.append(_height(left + SIZE + depth * STEP - 3, top - depth * STEP + 3, counters))
    if any(c.cut_off for c in counters):
        parts.append(_cut_off(left + 3, top + SIZE - 3))
    return "".join(parts) + "</g>"


def counter(left: float, top: float, unit: Counter) -> str:
    """Returns one counter as SVG, with its upper left corner at (`left`, `top`)."""
    fill, ink = _colours(unit)
    x = left + SIZE / 2
    parts = [_square(left, top, fill, 1.0)]
    if not unit.name:
        parts.append(f'<text class="factors" x="{x:.1f}" y="{top + 32:.1f}" fill="{ink}">?</text>')
        return "".join(parts)
    size, factors = (
        _size(unit.name, NAME, WIDEST_NAME),
        _size(unit.factors, FACTORS, WIDEST_FACTORS),
    )
    parts.append(
        f'<text class="name"{size} x="{x:.1f}" y="{top + 13:.1f}" fill="{ink}">'
        f"{escape(unit.name)}</text>"
    )
    parts.append(symbol(x, top + 24.5, unit.kind, unit.mobility, ink))
    parts.append(
        f'<text class="factors"{factors} x="{x:.1f}" y="{top + 46:.1f}" fill="{ink}">'
        f"{unit.factors}</text>"
    )
    if "moved" in unit.flags:
        parts.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{SIZE}" height="{SIZE}" rx="3" '
                     'fill="#000" opacity="0.18"/>')  # fmt: skip
    return "".join(parts)


def _colours(unit: Counter) -> tuple[str, str]:
    return counter_colours(unit.side, unit.nation, unit.colours)


def _size(text: str, height: float, widest: float) -> str:
    """Returns, as an SVG attribute, the font height in pixels at which a text of more than five
    letters fits on a counter: ``height`` at most, and less if height times letters is over
    ``widest``. Empty for a shorter text."""
    if len(text) <= 5:
        return ""
    return f' style="font-size:{min(height, widest / len(text)):.3g}px"'


def _square(left: float, top: float, fill: str, opacity: float) -> str:
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{SIZE}" height="{SIZE}" rx="3" fill="{fill}" '
        f'stroke="#241c12" stroke-width="1.1" opacity="{opacity}"/>'
    )


def _height(x: float, y: float, counters: tuple[Counter, ...]) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8.5" fill="{tint(counters[0].side)}" '
        f'stroke="#fff" stroke-width="1.4"/>'
        f'<text class="height" x="{x:.1f}" y="{y + 4:.1f}">{len(counters)}</text>'
    )


def _cut_off(x: float, y: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#d11" stroke="#fff" stroke-width="1.4"/>'
        f'<text class="height" x="{x:.1f}" y="{y + 4:.1f}">U</text>'
    )


def _hint(counters: tuple[Counter, ...]) -> str:
    return "\n".join(c.described() for c in counters)


# -- symbols --------------------------------------------------------------------------------------

Shape = Callable[[float, float, float, float], str]


def _cross(left: float, top: float, w: float, h: float) -> str:
    return f"M{left:.1f},{top:.1f}l{w},{h}m{-w},0l{w},{-h}"


def _slash(left: float, top: float, w: float, h: float) -> str:
    return f"M{left:.1f},{top + h:.1f}l{w},{-h}"


def _track(left: float, top: float, w: float, h: float) -> str:
    rx, ry = w * 0.34, h * 0.3
    return (
        f"M{left + w / 2 - rx:.1f},{top + h / 2:.1f}a{rx:.1f},{ry:.1f} 0 1,0 {2 * rx:.1f},0"
        f"a{rx:.1f},{ry:.1f} 0 1,0 {-2 * rx:.1f},0"
    )


def _peak(left: float, top: float, w: float, h: float) -> str:
    x, y = left + w / 2, top + h
    return f"M{x - 4.5:.1f},{y:.1f}l4.5,{-h * 0.5:.1f}l4.5,{h * 0.5:.1f}z"


def _bars(left: float, top: float, w: float, h: float) -> str:
    return f"M{left:.1f},{top + h * 0.33:.1f}h{w}"


_SHAPES: dict[str, tuple[Shape, ...]] = {
    "panzer": (_track,),
    "tank": (_track,),
    "armor": (_track,),
    "mechanized": (_cross, _track),
    "motorized": (_cross, _track),
    "cavalry": (_slash,),
    "militia": (_cross, _bars),
    "mountain": (_cross,),
    "shock": (_cross,),
    "guards": (_cross,),
}


def symbol(x: float, y: float, kind: str, mobility: str, ink: str) -> str:
    """Returns a unit's symbol in the manner of NATO, as SVG centred at (`x`, `y`) in the colour
    `ink`: a cross for infantry, a track for armour. The symbol of a `kind` not listed here is a
    cross, with a track if `mobility` is ``mech``."""
    w, h = BOX
    left, top = x - w / 2, y - h / 2
    shapes = _SHAPES.get(kind, (_cross, _track) if mobility == "mech" else (_cross,))
    path = "".join(shape(left, top, w, h) for shape in shapes)
    filled = _peak(left, top, w, h) if kind == "mountain" else ""
    if kind in ("shock", "guards"):
        filled = f"M{left:.1f},{top:.1f}h4.5v{h}h-4.5z"
    return (
        f'<g stroke="{ink}" fill="none" stroke-width="1.3">'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{w}" height="{h}" fill="#fff" '
        f'fill-opacity="0.14"/><path d="{path}"/>'
        + (f'<path d="{filled}" fill="{ink}" stroke="none"/>' if filled else "")
        + "</g>"
    )

"""The picture of a position as SVG: title, map, units, markers, and at the right a panel with the
boxes off the map and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from eastfront.render import board, counters
from eastfront.render.geometry import HEAD, MARGIN, Paper
from eastfront.render.scene import Counter, Scene
from eastfront.render.style import SHEET, TERRAIN, tint

PANEL = 430.0
"""The width in pixels of the panel at the right."""
ROW = 7
"""Number of counters in a row of a box."""


def picture(scene: Scene) -> str:
    """Returns a scene as an SVG document."""
    paper = Paper.of(scene.layout, scene.drawing)
    panel = list(_panel(scene, paper))
    width = paper.map_width + PANEL
    height = paper.map_height + HEAD
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<title>{escape(scene.title)}: {escape(scene.caption)}</title>",
        f"<style>{SHEET}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#f7f1e1"/>',
        f'<text class="title" x="{MARGIN}" y="48">{escape(scene.title)}</text>',
        f'<text class="caption" x="{MARGIN}" y="82">{escape(scene.caption)}</text>',
        *board.ground(scene, paper),
        *_gauges(scene, paper),
        *board.ids(scene, paper),
        *board.forts(scene, paper),
        *board.cities(scene, paper),
        *board.towns(scene, paper),
        *board.river_names(scene, paper),
        *_units(scene, paper),
        *_marks(scene, paper),
        *board.labels(scene, paper),
        *panel,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _units(scene: Scene, paper: Paper) -> Iterator[str]:
    for hex_, units in sorted(scene.stacks.items()):
        x, y = paper.centre(hex_)
        yield counters.stack(x, y - 3, units)


def _marks(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields each marker as SVG, except those of the shape ``rail``; the markers of a hex form a
    row at its upper left."""
    for hex_, shapes in sorted(scene.marks.items()):
        x, y = paper.centre(hex_)
        for k, shape in enumerate(s for s in shapes if s != "rail"):
            yield mark(shape, x - 27 + 20 * k, y - 29)


def _gauges(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields, as SVG, a dot in the middle of each hex with a marker of the shape ``rail``, which
    shows that the railway there is converted to a side's gauge."""
    for hex_, shapes in sorted(scene.marks.items()):
        if "rail" in shapes:
            yield mark("rail", *paper.centre(hex_))


MARKS = ("star", "fortress", "rail", "ruin")
"""The shapes of markers; any other shape is a box with the word of the shape."""


def mark(shape: str, x: float, y: float) -> str:
    """Returns a marker of a shape as SVG, with its centre at (`x`, `y`)."""
    if shape == "star":
        star = (
            "m0,-11l3.1,6.7l7.4,0.9l-5.4,5.1l1.4,7.3l-6.5,-3.6"
            "l-6.5,3.6l1.4,-7.3l-5.4,-5.1l7.4,-0.9z"
        )
        return (
            f'<path d="M{x:.1f},{y:.1f}{star}" fill="#e0262c" stroke="#ffe27a" '
            f'stroke-width="1.6"><title>hero city</title></path>'
        )
    if shape == "fortress":
        wall = "m-10,9v-16h4v4h4v-4h4v4h4v-4h4v16z"
        return (
            f'<path d="M{x:.1f},{y:.1f}{wall}" fill="#4a5245" stroke="#fff" '
            f'stroke-width="1.4"><title>fortress city</title></path>'
        )
    if shape == "rail":
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="#f2c53d" stroke="#2a2118" '
            f'stroke-width="2"/>'
        )
    if shape == "ruin":
        cross = f"M{x - 7:.1f},{y - 7:.1f}l14,14m0,-14l-14,14"
        return f'<path d="{cross}" stroke="#555" stroke-width="3"/>'
    word = {"air": "air"}.get(shape, shape)
    return (
        f'<rect x="{x - 10:.1f}" y="{y - 9:.1f}" width="20" height="18" rx="4" fill="#2b4a78" '
        f'stroke="#fff" stroke-width="1.4"/>'
        f'<text class="height" x="{x:.1f}" y="{y + 4:.1f}">{escape(word)}</text>'
    )


# -- the panel ------------------------------------------------------------------------------------


def _panel(scene: Scene, paper: Paper) -> Iterator[str]:
    left, y = paper.map_width + 10, HEAD + MARGIN
    for name, units in scene.boxes.items():
        for side in sorted({u.side for u in units}):
            here = tuple(u for u in units if u.side == side)
            sides: list[str] = scene.layout.document["sides"]
            yield f'<text class="head" x="{left}" y="{y:.0f}">{escape(name)} ({sides[side]})</text>'
            y += 10
            body, y = _box(here, left, y)
            yield body
            y += 30
    yield from _key(scene, left, max(y + 10, HEAD + MARGIN))


def _box(units: tuple[Counter, ...], left: float, top: float) -> tuple[str, float]:
    """Returns the counters of a box in rows, as SVG with the upper left corner at (`left`, `top`),
    and the y coordinate below the last row."""
    step = counters.SIZE + 6
    parts = []
    for k, unit in enumerate(units):
        row, column = divmod(k, ROW)
        parts.append(counters.counter(left + column * step, top + row * step, unit))
    return "".join(parts), top + -(-len(units) // ROW) * step


def _key(scene: Scene, left: float, top: float) -> Iterator[str]:
    y = top
    yield f'<text class="head" x="{left}" y="{y:.0f}">Key</text>'
    used = set(scene.drawing.get("terrain", ()))
    for kind, fill in TERRAIN.items():
        if kind in used:
            y += 26
            yield (
                f'<rect x="{left}" y="{y - 15:.0f}" width="30" height="19" fill="{fill}" '
                f'stroke="#8b8166"/>'
            )
            yield f'<text class="key" x="{left + 42}" y="{y:.0f}">{kind}</text>'
    for n, side in enumerate(scene.layout.document["sides"]):
        y += 26
        yield (
            f'<rect x="{left}" y="{y - 15:.0f}" width="30" height="19" fill="{tint(n)}" '
            f'opacity="0.35"/><text class="key" x="{left + 42}" y="{y:.0f}">{side} control</text>'
        )
    lines = [("#4d8fbe", "", "river"), ("#a3202a", "", "front")]
    lines += [("#7b4b94", "2 7", "zone boundary"), ("#8d7a58", "9 3 2 3", "frontier")]
    across = {*scene.drawing.get("through", {}), *scene.drawing.get("hexsides", {})}
    if "rail" in across:
        lines.append(("#4b4038", "2 4", "railway"))
    if "road" in across:
        lines.append(("#7a5f3d", "", "road"))
    for colour, dashes, word in lines:
        y += 26
        yield (
            f'<path d="M{left},{y - 5:.0f}h30" stroke="{colour}" stroke-width="4" '
            f'stroke-dasharray="{dashes or "none"}"/>'
            f'<text class="key" x="{left + 42}" y="{y:.0f}">{word}</text>'
        )
    for holder, name, shape in scene.drawing.get("marks", ()):
        if holder == "hex flag" or shape in ("A", "air"):
            y += 30
            yield mark(shape, left + 15, y - 6)
            yield f'<text class="key" x="{left + 42}" y="{y:.0f}">{escape(name)}</text>'
    y += 30
    yield (
        f'<circle cx="{left + 15}" cy="{y - 5:.0f}" r="8" fill="#d11"/>'
        f'<text class="height" x="{left + 15}" y="{y - 1:.0f}">U</text>'
        f'<text class="key" x="{left + 42}" y="{y:.0f}">a unit of the stack is out of supply</text>'
    )
    y += 30
    yield (
        f'<circle cx="{left + 15}" cy="{y - 5:.0f}" r="8.5" fill="{tint(0)}"/>'
        f'<text class="height" x="{left + 15}" y="{y - 1:.0f}">3</text>'
        f'<text class="key" x="{left + 42}" y="{y:.0f}">height of the stack</text>'
    )

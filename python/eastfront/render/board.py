"""The map below the units, as SVG: ground, coasts, rivers, borders, cities and their names."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from eastfront.render.geometry import RADIUS, Paper, Point, chains, points
from eastfront.render.scene import Scene
from eastfront.render.style import TERRAIN, WATER, tint

Pair = tuple[int, int]

ALONG = frozenset({"road", "rail"})
"""The features of hexsides that cross the hexside, and so are drawn from the middle of one hex to
the middle of the next."""


def ground(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of each layer of the ground, from bottom to top: terrain, control, coasts,
    rivers, borders."""
    names = scene.layout.hex_names
    land = [h for h, name in enumerate(names) if name]
    for h in land:
        kind = _terrain(scene, h)
        fill = TERRAIN.get(kind, TERRAIN["clear"])
        yield (
            f'<polygon points="{points(paper.corners(h, RADIUS + 0.4))}" fill="{fill}"/>'
            f"{_texture(kind, *paper.centre(h))}"
        )
    for h, side in scene.control.items():
        if _terrain(scene, h) not in WATER:
            yield (
                f'<polygon points="{points(paper.corners(h))}" fill="{tint(side)}" opacity="0.13"/>'
            )
    for h in land:
        wet = _terrain(scene, h) in WATER
        colour = "#8fb4cb" if wet else "#b9ad8d"
        yield (
            f'<polygon points="{points(paper.corners(h))}" fill="none" stroke="{colour}" '
            f'stroke-width="0.8"/>'
        )
    yield from _borders(scene, paper)
    yield from _waters(scene, paper)
    yield from _courses(scene, paper)
    yield from _front(scene, paper)


def _terrain(scene: Scene, hex_: int) -> str:
    kinds: list[str] = scene.drawing.get("terrain", [])
    return kinds[hex_] if kinds else "clear"


def _neighbours(scene: Scene) -> Iterator[Pair]:
    """Yields each pair of neighbouring hexes once."""
    for h, name in enumerate(scene.layout.hex_names):
        for d in (1, 2, 3):
            other = scene.layout.neighbor(h, d) if name else None
            if other is not None:
                yield h, other


def _texture(kind: str, x: float, y: float) -> str:
    """Returns, as SVG, a few strokes around the centre (`x`, `y`) of a hex that mark rough ground,
    marsh, woods or steppe; `kind` is the terrain."""
    if kind in ("rough", "mountain"):
        hill = "m-7,5l7,-10l7,10"
        spots = ((-20, -14), (16, -20), (-4, 8), (22, 12), (-24, 18))
        path = "".join(f"M{x + dx:.0f},{y + dy:.0f}{hill}" for dx, dy in spots)
        return f'<path d="{path}" fill="none" stroke="#a98a55" stroke-width="1.5"/>'
    if kind in ("marsh", "swamp"):
        tuft = "m-8,0h16m-12,0l-2,-5m6,5v-6m4,6l2,-5"
        spots = ((-18, -16), (16, -8), (-14, 16), (18, 20), (0, 28))
        path = "".join(f"M{x + dx:.0f},{y + dy:.0f}{tuft}" for dx, dy in spots)
        return f'<path d="{path}" fill="none" stroke="#5f8f7b" stroke-width="1.3"/>'
    if kind == "woods":
        tree = "m-6,6l6,-14l6,14z"
        spots = ((-20, -12), (16, -18), (-4, 10), (22, 12), (-24, 18))
        path = "".join(f"M{x + dx:.0f},{y + dy:.0f}{tree}" for dx, dy in spots)
        return f'<path d="{path}" fill="#8fae74" stroke="none"/>'
    if kind == "steppe":
        spots = ((-18, -16), (14, -12), (-6, 10), (20, 16), (-22, 20))
        path = "".join(f"M{x + dx:.0f},{y + dy:.0f}h1.5" for dx, dy in spots)
        return f'<path d="{path}" stroke="#b79f52" stroke-width="2" stroke-linecap="round"/>'
    return ""


def _lines(segments: list[tuple[Point, Point]]) -> str:
    return "".join("M" + "L".join(points([p]) for p in line) for line in chains(segments))


def _borders(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields as SVG the borders between the areas of the map as thin lines, and between its zones
    as bold lines; the game file gives the area and the zone of each hex."""
    for key, look in (
        ("area", 'stroke="#8d7a58" stroke-width="1.8" stroke-dasharray="9 3 2 3"'),
        ("zone", 'stroke="#7b4b94" stroke-width="4" stroke-dasharray="2 7" stroke-linecap="round"'),
    ):
        values: list[str] = scene.drawing.get(key, [])
        if not values:
            continue
        segments = [
            paper.side(a, b)
            for a, b in _neighbours(scene)
            if values[a] != values[b]
            and (key == "zone" or not {_terrain(scene, a), _terrain(scene, b)} & WATER)
        ]
        yield f'<path d="{_lines(segments)}" fill="none" {look}/>'


def _waters(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of coasts, and of the rivers, lakes and straits along hexsides."""
    coast = [
        paper.side(a, b)
        for a, b in _neighbours(scene)
        if (_terrain(scene, a) in WATER) != (_terrain(scene, b) in WATER)
    ]
    yield f'<path d="{_lines(coast)}" fill="none" stroke="#5b8cab" stroke-width="2.6"/>'
    for feature, pairs in scene.drawing.get("hexsides", {}).items():
        if feature in ALONG:
            continue
        segments = [paper.side(a, b) for a, b in pairs]
        if feature == "river":
            look = 'stroke="#4d8fbe" stroke-width="4.6"'
        elif feature in WATER:
            look = 'stroke="#6ea3c4" stroke-width="8"'
        else:
            look = 'stroke="#2f6f9e" stroke-width="6" stroke-dasharray="5 5"'
        path = _lines(segments)
        yield (
            f'<path d="{path}" fill="none" {look} stroke-linejoin="round" '
            f'stroke-linecap="round"><title>{escape(feature)}</title></path>'
        )


def _courses(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of what runs from hex to hex: tracks, roads, and on some maps rivers."""
    looks = {
        "river": ('stroke="#4d8fbe" stroke-width="7" opacity="0.85"',),
        "road": (
            'stroke="#7a5f3d" stroke-width="6"',
            'stroke="#efe0bd" stroke-width="3.4"',
        ),
        "rail": (
            'stroke="#4b4038" stroke-width="3"',
            'stroke="#4b4038" stroke-width="9" stroke-dasharray="2 13"',
        ),
    }
    sides: dict[str, list[Pair]] = scene.drawing.get("hexsides", {})
    through = {name: pairs for name, pairs in sides.items() if name in ALONG}
    through |= scene.drawing.get("through", {})
    for feature in looks:
        pairs: list[Pair] = through.get(feature, [])
        path = _lines([(paper.centre(a), paper.centre(b)) for a, b in pairs])
        for look in looks[feature] if pairs else ():
            yield (
                f'<path d="{path}" fill="none" {look} stroke-linejoin="round">'
                f"<title>{feature}</title></path>"
            )


def _front(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of the line between the hexes that the two sides control."""
    owner = scene.control
    segments = [
        paper.side(a, b)
        for a, b in _neighbours(scene)
        if a in owner and b in owner and owner[a] != owner[b]
    ]
    path = _lines(segments)
    yield f'<path d="{path}" fill="none" stroke="#fff4dd" stroke-width="5" opacity="0.8"/>'
    yield f'<path d="{path}" fill="none" stroke="#a3202a" stroke-width="2.2"/>'


def river_names(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of the names of rivers, each at the middle of its course."""
    through = "through" in scene.drawing
    for name, pairs in scene.drawing.get("names", {}).items():
        ends = [
            (paper.centre(a), paper.centre(b)) if through else paper.side(a, b) for a, b in pairs
        ]
        course = max(chains(ends), key=len)
        middle = (len(course) - 1) // 2
        (ax, ay), (bx, by) = course[middle], course[middle + 1]
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        angle = (angle + 90) % 180 - 90
        x, y = (ax + bx) / 2, (ay + by) / 2
        where = f'transform="translate({x:.1f} {y:.1f}) rotate({angle:.0f}) translate(0 -5)"'
        words = name.replace("-", " ").title() if through else name
        yield _haloed("river-name", "river-halo", where, words)


def ids(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of the printed ids of hexes, each at the top of its hex."""
    for h, name in enumerate(scene.layout.hex_names):
        if name:
            x, y = paper.centre(h)
            wet = " wet" if _terrain(scene, h) in WATER else ""
            yield f'<text class="id{wet}" x="{x:.1f}" y="{y - RADIUS + 17:.1f}">{name}</text>'


def cities(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of cities, as blocks of houses."""
    for name in scene.drawing.get("cities", ()):
        x, y = paper.centre(scene.layout.place_index[name])
        yield (
            f'<g fill="#5a4632" stroke="#fffaf0" stroke-width="1.5">'
            f'<rect x="{x - 13:.1f}" y="{y - 11:.1f}" width="12" height="11"/>'
            f'<rect x="{x + 1:.1f}" y="{y - 13:.1f}" width="13" height="9"/>'
            f'<rect x="{x - 11:.1f}" y="{y + 2:.1f}" width="10" height="9"/>'
            f'<rect x="{x + 1:.1f}" y="{y - 2:.1f}" width="11" height="13"/></g>'
        )


def towns(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of minor cities, as discs, and of oil wells, as derricks."""
    for name in scene.drawing.get("towns", ()):
        x, y = paper.centre(scene.layout.place_index[name])
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#5a4632" stroke="#fffaf0" '
            f'stroke-width="2"/>'
        )
    for name in scene.drawing.get("wells", ()):
        x, y = paper.centre(scene.layout.place_index[name])
        yield (
            f'<path d="M{x - 10:.1f},{y + 12:.1f}l10,-26l10,26z" fill="#1d1a17" '
            f'stroke="#fffaf0" stroke-width="2"/>'
        )


def labels(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of the names of cities, which lie over everything else."""
    for name, label in scene.drawing.get("labels", {}).items():
        x, y = paper.centre(scene.layout.place_index[name])
        where = f'x="{x:.1f}" y="{y + RADIUS - 9:.1f}"'
        yield _haloed("city", "halo", where, label)


def forts(scene: Scene, paper: Paper) -> Iterator[str]:
    """Yields the SVG of fortified lines, as toothed rings in their side's colour."""
    sides: list[str] = scene.layout.document["sides"]
    for feature, hexes in scene.drawing.get("forts", {}).items():
        side = next((n for n, s in enumerate(sides) if feature.startswith(s)), 0)
        for name in hexes:
            ring = points(paper.corners(scene.layout.place_index[name], RADIUS - 6))
            yield (
                f'<polygon points="{ring}" fill="none" stroke="{tint(side)}" stroke-width="4" '
                f'stroke-dasharray="5 4" opacity="0.75"><title>{escape(feature)}</title></polygon>'
            )


def _haloed(kind: str, halo: str, where: str, words: str) -> str:
    text = escape(words)
    parts = (f'<text class="{k}" {where}>{text}</text>' for k in (f"{kind} {halo}", kind))
    return "".join(parts)

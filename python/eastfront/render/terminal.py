"""A map in plain text: three characters per hex, rows as on the map, a legend and the boxes.

If the game has columns of its own in units.csv, a list of all units on the map shows their values.
"""

from __future__ import annotations

from collections.abc import Iterator

from eastfront.render.scene import Counter, Scene

TERRAIN = {"clear": ".", "rough": "^", "marsh": "%", "steppe": ",", "sea": "~", "lake": "~"}
WORDS = {"star": "*", "fortress": "#"}


def page(scene: Scene) -> str:
    """Returns a scene as lines of text."""
    layout = scene.layout
    lines = [scene.title, scene.caption, ""]
    west = bool(scene.drawing.get("columns_run_west"))
    upright = bool(scene.drawing.get("columns_staggered"))
    lines += _upright(scene, west) if upright else _rows(scene, west)
    lines += ["", _legend(scene)]
    if "own" in scene.drawing:
        for hex_, stack in sorted(scene.stacks.items()):
            lines.append(f"{layout.hex_names[hex_]}: {'; '.join(c.described() for c in stack)}")
    for name, counters in scene.boxes.items():
        lines.append(f"{name}: {_units(counters)}")
    return "\n".join(lines) + "\n"


def _rows(scene: Scene, west: bool) -> Iterator[str]:
    """Yields the rows of a map. With `west`, higher columns lie farther west."""
    layout = scene.layout
    for row in range(layout.height):
        columns = range(layout.width - 1, -1, -1) if west else range(layout.width)
        cells = [_cell(scene, row * layout.width + c) for c in columns]
        # rows of the shifted parity lie half a hex toward higher columns
        shifted = row % 2 == layout.document["grid"]["shifted_parity"]
        indent = "  " if shifted != west else ""
        yield (indent + " ".join(cells)).rstrip()


def _upright(scene: Scene, west: bool) -> Iterator[str]:
    """Yields the lines of a map with staggered columns, two for each printed row: the second has
    the hexes of the columns that lie half a hex further south."""
    layout = scene.layout
    shifted = layout.document["grid"]["shifted_parity"]
    columns = range(layout.height - 1, -1, -1) if west else range(layout.height)
    for along in range(layout.width):
        for lower in (False, True):
            cells = [
                _cell(scene, c * layout.width + along) if (c % 2 == shifted) == lower else "   "
                for c in columns
            ]
            yield " ".join(cells).rstrip()


def _cell(scene: Scene, hex_: int) -> str:
    """Returns the three characters of a hex: the side's letter, the number of units and the
    terrain, or the terrain alone for an empty hex. The letter is a capital if a unit is out of
    supply; a city or a marker replaces the terrain."""
    name = scene.layout.hex_names[hex_]
    if not name:
        return "   "
    terrains: list[str] = scene.drawing.get("terrain", [])
    ground = TERRAIN.get(terrains[hex_], "?") if terrains else "."
    if name in scene.drawing.get("cities", ()):
        ground = "o"
    for shape in scene.marks.get(hex_, ()):
        ground = WORDS.get(shape, ground)
    stack = scene.stacks.get(hex_)
    if stack:
        sides: list[str] = scene.layout.document["sides"]
        letter = sides[stack[0].side][0]
        return f"{letter.upper() if any(c.cut_off for c in stack) else letter}{len(stack)}{ground}"
    return f" {ground} " if ground != "~" else "~~~"


def _legend(scene: Scene) -> str:
    sides: list[str] = scene.layout.document["sides"]
    words = [f"{s[0]}3 three {s} units ({s[0].upper()} some out of supply)" for s in sides]
    used = set(scene.drawing.get("terrain", ()))
    words += [f"{glyph} {word}" for word, glyph in TERRAIN.items() if word in used]
    words += ["o city"] if scene.drawing.get("cities") else []
    marks = scene.drawing.get("marks", ())
    words += [f"{WORDS[shape]} {name}" for _, name, shape in marks if shape in WORDS]
    return ", ".join(words)


def _units(counters: tuple[Counter, ...]) -> str:
    known = [c.name for c in counters if c.name]
    hidden = len(counters) - len(known)
    return ", ".join(known + ([f"{hidden} hidden"] if hidden else []))

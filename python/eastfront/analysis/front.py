"""The front: the hexsides between the hexes that the two sides hold.

If more than half of the land hexes are under the control of a side by the rules, the front follows
control. Otherwise a hex belongs to the side whose unit or controlled place is nearer by land; a hex
at equal distance belongs to the side that holds more of its neighbours, and else to the first side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.layout import Layout, layout_of
from eastfront.questions import state as views
from eastfront.render import svg
from eastfront.render.geometry import Paper, Point, chains, points
from eastfront.render.style import WATER

Hexside = tuple[str, str]
"""A hexside as the pair of its hexes, the hex of the first side first."""

FAR = 6
"""The distance in hexes from the nearest unit or place beyond which a hex has no owner."""


@dataclass(frozen=True)
class Front:
    """The owners of the land hexes, and the line between the two sides."""

    how: str
    """``control`` if the rules define control of land hexes, else ``nearest``."""
    sides: tuple[str, ...]
    owners: Mapping[str, str]
    """The owner of each hex; hexes without an owner are omitted."""
    lines: tuple[tuple[Hexside, ...], ...]
    """The front as stretches of consecutive hexsides, longest first."""
    gaps: Mapping[str, tuple[str, ...]]
    """For each side: its hexes along the front that hold no unit of the side."""

    @property
    def length(self) -> int:
        """The length of the front in hexsides."""
        return sum(map(len, self.lines))

    def __str__(self) -> str:
        lines = [f"{self.length} hexsides between {' and '.join(self.sides)}, by {self.how}"]
        for stretch in self.lines:
            lines.append("  " + " ".join(f"{a}/{b}" for a, b in stretch))
        for side, hexes in self.gaps.items():
            gaps = (
                f"has no unit in {' '.join(hexes)}" if hexes else "has a unit in each of its hexes"
            )
            lines.append(f"  {side} {gaps}")
        return "\n".join(lines)


@of_one_position
@checked
def front(state: State) -> Front:
    """Returns the front of a position.

    Raises ValueError in a game that does not have exactly two sides.
    """
    layout = layout_of(state.game)
    sides = tuple(state.game.sides)
    if len(sides) != 2:
        raise ArgumentError(f"a front between {', '.join(sides)}: expected two sides")
    land = _land(layout)
    known = views.control(state) if "control" in state.game.queries else {}
    told = {h: s for h, s in known.items() if layout.place_index[h] in land}
    whole = 2 * len(told) > len(land)
    owners = told if whole else _nearest(state, layout, land, told)
    segments = _segments(layout, land, owners, sides)
    lines = _stretches(layout, segments)
    held = {
        side: {h for h in owners if any(_of(layout, u, side, sides) for u in state.units_at(h))}
        for side in sides
    }
    along = {
        side: sorted(
            {pair[n] for line in lines for pair in line}, key=layout.place_index.__getitem__
        )
        for n, side in enumerate(sides)
    }
    return Front(
        how="control" if whole else "nearest",
        sides=sides,
        owners=owners,
        lines=lines,
        gaps={s: tuple(h for h in along[s] if h not in held[s]) for s in sides},
    )


def _of(layout: Layout, unit: str, side: str, sides: tuple[str, ...]) -> bool:
    return sides[layout.unit_side[layout.unit_index[unit]]] == side


def _land(layout: Layout) -> frozenset[int]:
    """Returns the hexes of the map that are not water."""
    terrain = layout.document.get("drawing", {}).get("terrain", [])
    names = enumerate(layout.hex_names)
    return frozenset(h for h, name in names if name and not (terrain and terrain[h] in WATER))


def _nearest(
    state: State, layout: Layout, land: frozenset[int], places: Mapping[str, str]
) -> dict[str, str]:
    """Returns the owner of each hex up to `FAR` hexes by land from a unit or a controlled hex: the
    side of the nearest unit or controlled hex. ``places`` gives the side of each controlled hex."""
    sides = state.game.sides
    start = {layout.place_index[h]: frozenset({sides.index(s)}) for h, s in places.items()}
    for unit, place in state.places().items():
        at = layout.place_index[place]
        if at in land:
            # a unit holds its hex, regardless of the control flag
            start[at] = frozenset({layout.unit_side[layout.unit_index[unit]]})
    owner, edge = dict(start), dict(start)
    for _ in range(FAR):
        came: dict[int, frozenset[int]] = {}
        for h, of in edge.items():
            for to in _around(layout, land, h):
                if to not in owner:
                    came[to] = came.get(to, frozenset()) | of
        edge = came
        owner.update(edge)
    settled = sorted(_settled(layout, land, owner).items())
    return {layout.hex_names[h]: sides[of] for h, of in settled}


def _around(layout: Layout, land: frozenset[int], h: int) -> list[int]:
    near = [layout.neighbor(h, d) for d in range(6)]
    return [to for to in near if to is not None and to in land]


def _settled(
    layout: Layout, land: frozenset[int], owner: Mapping[int, frozenset[int]]
) -> dict[int, int]:
    """Chooses one owner for each hex, as the number of a side. ``owner`` gives the nearest sides of
    each hex. A hex at equal distance goes to the side that owns the majority of its neighbours,
    else to the first side."""
    sole = {h: next(iter(of)) for h, of in owner.items() if len(of) == 1}
    left = [h for h in sorted(owner) if h not in sole]
    while left:
        leaning = {
            h: sum(1 if sole[to] == 0 else -1 for to in _around(layout, land, h) if to in sole)
            for h in left
        }
        clear = {h: 0 if by > 0 else 1 for h, by in leaning.items() if by}
        # once no hex has a majority, the rest goes to the first side
        sole.update(clear or dict.fromkeys(left, 0))
        left = [h for h in left if h not in sole]
    return sole


Segment = tuple[int, int]


def _segments(
    layout: Layout,
    land: frozenset[int],
    owners: Mapping[str, str],
    sides: tuple[str, ...],
) -> list[Segment]:
    """Returns the hexsides between hexes of the two sides, each as its two hexes with the first
    side's hex first."""
    found = []
    for h in sorted(land):
        for d in (1, 2, 3):
            to = layout.neighbor(h, d)
            if to is None or to not in land:
                continue
            of = owners.get(layout.hex_names[h]), owners.get(layout.hex_names[to])
            if of == sides:
                found.append((h, to))
            elif of == sides[::-1]:
                found.append((to, h))
    return found


def _paper(layout: Layout) -> Paper:
    return Paper.of(layout, layout.document.get("drawing", {}))


def _stretches(layout: Layout, segments: list[Segment]) -> tuple[tuple[Hexside, ...], ...]:
    """Joins hexsides into stretches of consecutive ones, longest first."""
    paper = _paper(layout)

    def key(a: Point, b: Point) -> frozenset[tuple[int, int]]:
        return frozenset((round(x), round(y)) for x, y in (a, b))

    ends = {key(*paper.side(a, b)): (a, b) for a, b in segments}
    names = layout.hex_names
    out = []
    for line in chains([paper.side(a, b) for a, b in segments]):
        pairs = [ends[key(a, b)] for a, b in pairwise(line)]
        out.append(tuple((names[a], names[b]) for a, b in pairs))
    return tuple(sorted(out, key=lambda line: (-len(line), line)))


@of_one_position
@checked
def front_layer(state: State) -> str:
    """Returns the front as a group of SVG paths, in the coordinates of `eastfront.render.svg`.

    Raises ValueError as `front` does.
    """
    layout = layout_of(state.game)
    paper = _paper(layout)
    found = front(state)
    path = "".join(_path(layout, paper, line) for line in found.lines)
    title = f"front, by {found.how}: {found.length} hexsides"
    return (
        f'<g class="front" fill="none" stroke-linejoin="round" stroke-linecap="round">'
        f"<title>{title}</title>"
        f'<path d="{path}" stroke="#fff4dd" stroke-width="11" opacity="0.9"/>'
        f'<path d="{path}" stroke="#d1001f" stroke-width="5.5"/></g>'
    )


def _path(layout: Layout, paper: Paper, line: tuple[Hexside, ...]) -> str:
    index = layout.place_index
    sides = [paper.side(index[a], index[b]) for a, b in line]
    return "".join("M" + "L".join(points([p]) for p in side) for side in sides)


@of_one_position
@checked
def front_svg(state: State, side: str | None = None) -> str:
    """Returns the picture of a position with its front, as an SVG document.

    `side` is as in `eastfront.render.svg`. Raises ValueError as `front` and `svg` do.
    """
    drawn = svg(state, side)
    return drawn.replace("</svg>", f"{front_layer(state)}\n</svg>")

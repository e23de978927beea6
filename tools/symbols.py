"""Draws every symbol of the renderer that a word of a game selects, as small SVG files.

    python -m tools.symbols

writes `docs/pictures/symbols`, and the table of `docs/first-game.md` that shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from eastfront.positions.layout import Layout
from eastfront.render import board, counters, picture, style
from eastfront.render.geometry import RADIUS, WIDTH, Paper
from eastfront.render.scene import Counter, Scene

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "first-game.md"
FOLDER = ROOT / "docs" / "pictures" / "symbols"
HEAD = "| key | words | any other word |\n| --- | --- | --- |\n"

KINDS = tuple(sorted(counters._SHAPES))
HEXSIDES = ("lake", "rail", "river", "road", "sea")
FEATURES = ("city", "city-major", "city-minor", "oil", "west-fort")
STACKS = {
    "stack-of-three": "three units",
    "stack-out-of-supply": "a unit out of supply",
    "stack-moved": "a unit with the flag `moved`",
    "stack-hidden": "a hidden unit",
}

Drawn = tuple[str, tuple[float, float, float, float]]
"""A drawing, and its view box: left, top, width and height."""


class TwoHexes:
    """The part of a layout that the renderer of the map reads: a row of two hexes."""

    width, height = 2, 1
    hex_names = ("0101", "0102")
    place_index: Mapping[str, int] = {"0101": 0, "0102": 1}
    document: Mapping[str, Any] = {"grid": {"shifted_parity": 1}, "sides": ["west", "east"]}

    def neighbor(self, hex_: int, direction: int) -> int | None:
        """Returns the hex to the east of the first."""
        return 1 if (hex_, direction) == (0, 1) else None


def _map(terrain: str, hexes: int, **drawing: Any) -> Drawn:
    """Returns the map of one hex or two, with what `drawing` adds."""
    layout = cast(Layout, TwoHexes())
    scene = Scene(layout, {"terrain": [terrain] * 2, **drawing}, "", "")
    paper = Paper(layout, columns_run_west=False)
    layers = (board.ground, board.forts, board.cities, board.towns)
    body = "".join(part for layer in layers for part in layer(scene, paper))
    x, y = paper.centre(0)
    left, top = x - WIDTH / 2, y - RADIUS
    return body, (left, top, WIDTH * hexes, 2 * RADIUS)


def _counters(units: Sequence[Counter]) -> Drawn:
    return counters.stack(32, 34, tuple(units)), (0, 0, 66, 66)


def _unit(kind: str, nation: str = "", mobility: str = "", **more: Any) -> Drawn:
    return _counters([Counter(0, "1", nation, kind, mobility, "4-3", **more)])


def _mark(shape: str) -> Drawn:
    return picture.mark(shape, 16, 16), (0, 0, 32, 32)


def drawings() -> dict[str, Drawn]:
    """Returns every drawing by the name of its file."""
    found = {f"kind-{kind}": _unit(kind) for kind in KINDS}
    found |= {"kind-other": _unit("other"), "kind-mech": _unit("other", mobility="mech")}
    found |= {f"nation-{name}": _unit("other", name) for name in style.NATIONS}
    for side, name in enumerate(("first", "second")):
        found[f"nation-{name}-side"] = _counters([Counter(side, "1", "", "other", "", "4-3")])
    found |= {f"terrain-{name}": _map(name, 1) for name in style.TERRAIN}
    for name in (*HEXSIDES, "other"):
        found[f"hexside-{name}"] = _map("clear", 2, hexsides={name: [(0, 1)]})
    cities = {"cities": ["0101"]}
    found |= {"feature-city": _map("clear", 1, **cities)}
    found |= {"feature-city-major": _map("clear", 1, **cities)}
    found |= {"feature-city-minor": _map("clear", 1, towns=["0101"])}
    found |= {"feature-oil": _map("clear", 1, wells=["0101"])}
    found |= {"feature-west-fort": _map("clear", 1, forts={"west-fort": ["0101"]})}
    found |= {f"mark-{shape}": _mark(shape) for shape in picture.MARKS}
    found |= {"mark-other": _mark("A")}
    foot = Counter(0, "1", "", "other", "", "4-3")
    found |= {
        "stack-of-three": _counters([foot] * 3),
        "stack-moved": _unit("other", flags=("moved",)),
        "stack-out-of-supply": _unit("other", cut_off=True),
        "stack-hidden": _counters([Counter(0)]),
    }
    return found


def document(drawn: Drawn) -> str:
    """Returns a drawing as an SVG document, with the rules of the style sheet that it uses."""
    body, (left, top, width, height) = drawn
    body = re.sub(r"<title>[^<]*</title>", "", body)
    used = set(re.findall(r'class="([^"]*)"', body))
    classes = {one for several in used for one in several.split()}
    rules = [
        rule
        for rule in style.SHEET.split("\n")
        if rule.startswith("text") or rule[1:].split(" ")[0] in classes
    ]
    zoom = 0.6 if height > 72 else 1
    sheet = f"<style>{' '.join(rules)}</style>" if used else ""
    size = f'width="{width * zoom:.0f}" height="{height * zoom:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} '
        f'{height:.1f}" {size}>{sheet}{body}</svg>\n'
    )


def _row(key: str, words: Sequence[str], prefix: str, other: str) -> str:
    shown = ", ".join(f"`{word}` {_image(f'{prefix}-{word}')}" for word in words)
    return f"| `{key}` | {shown} | {other} |\n"


def _image(name: str) -> str:
    return f"![{name.replace('-', ' ')}](pictures/symbols/{name}.svg)"


def rows() -> Iterator[str]:
    """Yields the rows of the table of the page."""
    yield _row(
        "units.kinds", KINDS, "kind",
        f"a cross {_image('kind-other')}, and a track for the mobility `mech` "
        f"{_image('kind-mech')}",
    )  # fmt: skip
    yield _row(
        "units.nations", sorted(style.NATIONS), "nation",
        f"the colours of its side {_image('nation-first-side')} {_image('nation-second-side')}",
    )  # fmt: skip
    yield _row("map.terrain", sorted(style.TERRAIN), "terrain", "as `clear`")
    yield _row(
        "map.hexside_features", HEXSIDES, "hexside",
        f"a dashed blue line along the hexside {_image('hexside-other')}",
    )  # fmt: skip
    yield _row("map.features", FEATURES, "feature", "nothing")
    yield _row("marks", picture.MARKS, "mark", f"the word in a box {_image('mark-other')}")


def table() -> str:
    """Returns the table of the page, and the pictures of stacks below it."""
    stacks = ", ".join(f"{words} {_image(name)}" for name, words in STACKS.items())
    return f"{HEAD}{''.join(rows())}\nStacks: {stacks}.\n"


def main() -> None:
    """Writes the files and the table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for name, drawn in drawings().items():
        (FOLDER / f"{name}.svg").write_text(document(drawn), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    begin = text.index(HEAD, text.index("## 15. Words with a symbol"))
    end = text.index("\n", text.index("\nStacks: ", begin) + 1) + 1
    PAGE.write_text(text[:begin] + table() + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()

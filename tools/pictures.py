"""Draws the pictures of docs/architecture.md, as SVG: boxes with words, and arrows.

    python -m tools.pictures

A picture is a list of boxes on a grid and of arrows between them. Each text fits its box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"

WIDE, HIGH, GAP_X, GAP_Y, EDGE = 196, 66, 44, 34, 14
FILLS = {"data": "#efe6cf", "python": "#dbe7f5", "rust": "#f3d9cd", "out": "#e0eed9"}
"""Colours of files, Python, Rust and results."""


@dataclass(frozen=True)
class Box:
    """A box at a place of the grid."""

    name: str
    column: float
    row: float
    kind: str
    lines: Sequence[str]
    """The first is bold."""
    wide: int = 1

    @property
    def left(self) -> float:
        """The left edge."""
        return EDGE + self.column * (WIDE + GAP_X)

    @property
    def top(self) -> float:
        """The upper edge."""
        return EDGE + self.row * (HIGH + GAP_Y)

    @property
    def width(self) -> float:
        """The width."""
        return self.wide * WIDE + (self.wide - 1) * GAP_X


@dataclass(frozen=True)
class Arrow:
    """An arrow from one box to another, with a label."""

    start: str
    end: str
    word: str = ""


def drawn(boxes: Sequence[Box], arrows: Sequence[Arrow], title: str) -> str:
    """A picture as SVG."""
    width = max(b.left + b.width for b in boxes) + EDGE
    height = max(b.top + HIGH for b in boxes) + EDGE
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0,0L8,4L0,8z" fill="#444"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
    ]
    by_name = {box.name: box for box in boxes}
    for arrow in arrows:
        out += _arrow(by_name[arrow.start], by_name[arrow.end], arrow.word)
    for box in boxes:
        out.append(
            f'<rect x="{box.left:g}" y="{box.top:g}" width="{box.width:g}" height="{HIGH}" rx="6" '
            f'fill="{FILLS[box.kind]}" stroke="#666"/>'
        )
        first = box.top + HIGH / 2 + 4 - 8 * (len(box.lines) - 1)
        for number, line in enumerate(box.lines):
            weight = ' font-weight="bold"' if number == 0 else ""
            out.append(
                f'<text x="{box.left + box.width / 2:g}" y="{first + 16 * number:g}" '
                f'text-anchor="middle"{weight}>{escape(line)}</text>'
            )
    return "\n".join([*out, "</svg>"]) + "\n"


def _arrow(start: Box, end: Box, word: str) -> list[str]:
    right, left = end.left > start.left + start.width, start.left > end.left + end.width
    if right or left:
        x1 = start.left + (start.width if right else 0)
        x2 = end.left + (0 if right else end.width)
        y1, y2 = start.top + HIGH / 2, end.top + HIGH / 2
        at, anchor = ((x1 + x2) / 2, (y1 + y2) / 2 - 6), "middle"
    else:
        down = end.top > start.top
        edges = (max(start.left, end.left), min(start.left + start.width, end.left + end.width))
        x1 = x2 = sum(edges) / 2
        y1 = start.top + (HIGH if down else 0)
        y2 = end.top + (0 if down else HIGH)
        at, anchor = (x1 + 6, (y1 + y2) / 2 + 4), "start"
    line = (
        f'<path d="M{x1:g},{y1:g}L{x2:g},{y2:g}" stroke="#444" fill="none" marker-end="url(#tip)"/>'
    )
    text = (
        f'<text x="{at[0]:g}" y="{at[1]:g}" text-anchor="{anchor}" fill="#444" font-size="11">'
        f"{escape(word)}</text>"
    )
    return [line, text] if word else [line]


def loading() -> str:
    """How a scenario file becomes a program."""
    boxes = [
        Box("files", 0, 0, "data", ["scenario file, charts,", "map, hexsides, units"]),
        Box("data", 1, 0, "python", ["ScenarioData", "checked values", "scenario/"]),
        Box("rules", 2, 0, "python", ["the game's sections", "and options", "games/, systems/"]),
        Box("builder", 2, 1, "python", ["Builder", "statements, expressions", "program/"]),
        Box("file", 1, 1, "data", ["game file", "one JSON document"]),
        Box("cache", 0, 1, "data", ["cache", "under a digest of", "all its inputs"]),
        Box("lower", 1, 2, "rust", ["check and compile", "program/ of the core"]),
        Box("game", 2, 2, "rust", ["Game", "bytecode, sets, tables"]),
        Box("state", 2, 3, "rust", ["State", "one position"]),
    ]
    arrows = [
        Arrow("files", "data", "read"), Arrow("data", "rules", "pass"),
        Arrow("rules", "builder", "write"), Arrow("builder", "file", "finish"),
        Arrow("file", "cache", "keep"), Arrow("file", "lower"), Arrow("lower", "game"),
        Arrow("game", "state", "game.new()"),
    ]  # fmt: skip
    return drawn(boxes, arrows, "How a scenario file becomes a program")


def acting() -> str:
    """How one action runs."""
    boxes = [
        Box("who", 0, 0, "out", ["player, bot, search", 'state.push("to 0203")']),
        Box("legal", 1, 0, "rust", ["is it legal?", "the decision's sets,", "less its limits"]),
        Box("no", 2, 0, "out", ["IllegalAction", "rule and text of", "the limit that refuses"]),
        Box("run", 1, 1, "rust", ["run instructions", "to the next decision"]),
        Box("write", 2, 1, "rust", ["place, mark, assign", "update hashes", "and counts"]),
        Box("stop", 1, 2, "rust", ["a decision", "sets evaluated"]),
        Box("one", 2, 2, "rust", ["only one action?", "it is played at once"]),
        Box("done", 0, 2, "out", ["effects, each with", "its rule"]),
    ]
    arrows = [
        Arrow("who", "legal"), Arrow("legal", "no", "no"), Arrow("legal", "run", "yes"),
        Arrow("run", "write"), Arrow("run", "stop"), Arrow("stop", "one"),
        Arrow("one", "write", ""), Arrow("stop", "done"),
    ]  # fmt: skip
    return drawn(boxes, arrows, "How one action runs")


def kept() -> str:
    """Caches and lifetimes."""
    boxes = [
        Box("fixed", 0, 0, "data", ["for the game", "fixed sets, tables,", "costs, bytecode"]),
        Box(
            "state",
            1,
            0,
            "rust",
            ["in the state", "places, flags, variables,", "where the program waits"],
        ),
        Box(
            "views",
            2,
            0,
            "rust",
            ["in the thread: views,", "cached numbers, sets", "of units, fields"],
        ),
        Box("memo", 3, 0, "rust", ["for one instruction", "memoised sets", "and answers"]),
        Box("f", 0, 1, "out", ["with the game", "shared by all states"]),
        Box("s", 1, 1, "out", ["at the end of its life", "over(Life.PHASE)"]),
        Box("v", 2, 1, "out", ["never invalidated: keyed", "by its inputs;", "4 versions"]),
        Box("m", 3, 1, "out", ["stale in the next"]),
    ]
    arrows = [
        Arrow(a, b) for a, b in (("fixed", "f"), ("state", "s"), ("views", "v"), ("memo", "m"))
    ]
    return drawn(boxes, arrows, "Caches and lifetimes")


def faces() -> str:
    """The uses of a rule."""
    boxes = [
        Box(
            "rule",
            0,
            1.5,
            "python",
            ["one statement", '@closed.bar("X-2.1a",', '"two units stand there")'],
        ),
        Box("play", 1, 0, "rust", ["limit of a decision", "what play offers"]),
        Box("refusal", 1, 1, "rust", ["text and rule", "of the limit"]),
        Box("query", 1, 2, "rust", ["query", "the same term"]),
        Box("switch", 1, 3, "python", ["left out at load", 'without=["X-2.1a"]']),
        Box("o1", 2, 0, "out", ["legal actions"]),
        Box("o2", 2, 1, "out", ["IllegalAction:", "X-2.1a: two units ..."]),
        Box("o3", 2, 2, "out", ["reach, explanations", "with the rule"]),
        Box("o4", 2, 3, "out", ["variants, knock-out,", "worth of a rule"]),
    ]
    arrows = [
        Arrow("rule", "play"), Arrow("rule", "refusal"), Arrow("rule", "query"),
        Arrow("rule", "switch"), Arrow("play", "o1"), Arrow("refusal", "o2"),
        Arrow("query", "o3"), Arrow("switch", "o4"),
    ]  # fmt: skip
    return drawn(boxes, arrows, "The uses of a rule")


PICTURES = {"loading": loading, "acting": acting, "kept": kept, "faces": faces}


def main() -> None:
    """Writes all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The surroundings of a site: the text on which the meaning of a change there depends.

In Python it is the enclosing method, or else the statement; in data the line. Spaces and comment
lines do not count.
"""

from __future__ import annotations

import ast
import hashlib
from bisect import bisect_right
from functools import cache
from pathlib import Path


def around(path: Path, start: int) -> str:
    """A digest of the surroundings of a place, given in characters."""
    text, begins, ends = _parts(path)
    at = bisect_right(begins, start) - 1
    held = text[begins[at] : ends[at]] if at >= 0 and start < ends[at] else ""
    plain = " ".join(
        word
        for line in (held or _line(text, start)).splitlines()
        if not line.lstrip().startswith("#")
        for word in line.split()
    )
    return hashlib.blake2b(plain.encode(), digest_size=5).hexdigest()


def _line(text: str, start: int) -> str:
    return text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]


@cache
def _parts(path: Path) -> tuple[str, list[int], list[int]]:
    """A file's text, and the span of each method and of each statement outside of methods."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text, [], []
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[tuple[int, int]] = []
    front: list[ast.stmt] = ast.parse(text).body
    while front:
        node = front.pop()
        if isinstance(node, ast.ClassDef):
            front += node.body
        else:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            found.append((starts[first - 1], starts[node.end_lineno or first]))
    found.sort()
    return text, [begin for begin, _ in found], [end for _, end in found]


__all__ = ["around"]

"""The surroundings of a site: the text on which the meaning of a change there depends.

In Python it is the enclosing method, or else the statement; in data the line. Spaces, comment lines
and docstrings do not count.
"""

from __future__ import annotations

import ast
import hashlib
from bisect import bisect_right
from functools import cache
from pathlib import Path


def around(path: Path, start: int) -> str:
    """A digest of the surroundings of a place, given in characters."""
    text, begins, ends, bare = _parts(path)
    at = bisect_right(begins, start) - 1
    held = bare[at] if at >= 0 and start < ends[at] else ""
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
def _parts(path: Path) -> tuple[str, list[int], list[int], list[str]]:
    """A file's text; begin, end and text without docstrings of each method and each statement
    outside of methods."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text, [], [], []
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: list[tuple[int, int, str]] = []
    front: list[ast.stmt] = ast.parse(text).body
    while front:
        node = front.pop()
        if isinstance(node, ast.ClassDef):
            front += node.body
        else:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            last = node.end_lineno or first
            docs = _docstring_lines(node)
            bare = "".join(lines[n - 1] for n in range(first, last + 1) if n not in docs)
            found.append((starts[first - 1], starts[last], bare))
    found.sort()
    return text, [part[0] for part in found], [part[1] for part in found], [p[2] for p in found]


def _docstring_lines(node: ast.stmt) -> set[int]:
    """The lines of the docstrings of a function and of those in it."""
    functions = (f for f in ast.walk(node) if isinstance(f, ast.FunctionDef))
    firsts = (f.body[0] for f in functions if ast.get_docstring(f) is not None)
    return {n for doc in firsts for n in range(doc.lineno, (doc.end_lineno or doc.lineno) + 1)}


__all__ = ["around"]

"""The surroundings of a site: the text on which the meaning of a change there depends.

In Python it is the enclosing method, or else the statement; in data the line. Spaces, comment
lines, docstrings and the wording of longer texts do not count.
"""

from __future__ import annotations

import ast
import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TEXT = 6
"""A string of as many words is a text; names are shorter."""


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
            docs, cut = _docstring_lines(node), list(lines[first - 1 : last])
            for begin, end in sorted(_texts(node), reverse=True):
                _cut(cut, (begin[0] - first, begin[1]), (end[0] - first, end[1]))
            bare = "".join(line for n, line in enumerate(cut, first) if n not in docs)
            found.append((starts[first - 1], starts[last], bare))
    found.sort()
    return text, [part[0] for part in found], [part[1] for part in found], [p[2] for p in found]


def _docstring_lines(node: ast.stmt) -> set[int]:
    """The lines of the docstrings of a function and of those in it."""
    functions = (f for f in ast.walk(node) if isinstance(f, ast.FunctionDef))
    firsts = (f.body[0] for f in functions if ast.get_docstring(f) is not None)
    return {n for doc in firsts for n in range(doc.lineno, (doc.end_lineno or doc.lineno) + 1)}


def _texts(node: ast.stmt) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The begin and end of each text in a statement, as line and byte in the line."""
    front: list[ast.AST] = [node]
    while front:
        at = front.pop()
        if isinstance(at, ast.JoinedStr | ast.Constant):
            if len(_words(at)) >= TEXT:
                yield (at.lineno, at.col_offset), (at.end_lineno or 0, at.end_col_offset or 0)
        else:
            front += ast.iter_child_nodes(at)


def _words(at: ast.JoinedStr | ast.Constant) -> list[str]:
    parts = at.values if isinstance(at, ast.JoinedStr) else [at]
    said = (str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
    whole = isinstance(at, ast.JoinedStr) or isinstance(at.value, str)
    return "".join(said).split() if whole else []


def _cut(lines: list[str], begin: tuple[int, int], end: tuple[int, int]) -> None:
    """Puts ``…`` in place of a piece of the lines; later lines keep their numbers."""
    (first, left), (last, right) = begin, end
    head = lines[first].encode()[:left].decode()
    tail = lines[last].encode()[right:].decode()
    lines[first : last + 1] = [head + "…" + tail, *([""] * (last - first))]


__all__ = ["around"]

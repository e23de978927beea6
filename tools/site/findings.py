"""The page on findings: behaviour of other libraries, reproduced by the scripts in `findings/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "findings"

HEAD = """# Findings

Behaviour of other libraries that differs from what one would expect. A script reproduces each:
`make findings` runs all of them, at the versions named here and at the newest ones, and reports
changes.
"""

_PART = re.compile(r"(Guess|Seen with [^:]+|Stands on it): ")


def page() -> str:
    """All findings, each from the comment at the beginning of its script."""
    return HEAD + "".join(map(_finding, sorted((ROOT / FOLDER).glob("*.sh"))))


def _finding(path: Path) -> str:
    title, *parts = _comment(path)
    told = "".join(f"\n**{label}:** {text}\n" for label, text in parts)
    return f"\n## {title[1].rstrip('.')}\n{told}\nScript: [{path.name}](../{FOLDER}/{path.name})\n"


def _comment(path: Path) -> Iterator[tuple[str, str]]:
    """The title of a script, and the labelled parts of its comment."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    said = " ".join(line.lstrip("# ") for line in takewhile(lambda one: one[:1] == "#", lines))
    title, *rest = _PART.split(said)
    yield "", title.strip()
    yield from zip(rest[::2], map(str.strip, rest[1::2]), strict=True)

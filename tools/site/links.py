"""Links of a page that leave the documentation: to pages of the project, and to source files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from eastfront.packs import packs

from .catalogue import page_of
from .listings import address

ROOT = Path(__file__).resolve().parents[2]

DOCS = "docs/"

PROJECT = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "examples/levies/README.md": "project/levies.md",
    "examples/two-bridges/README.md": "project/two-bridges.md",
    "tests/README.md": "project/tests.md",
}
"""Pages outside the folder of the documentation, by the page of the site that shows each."""

_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)(#[^)\s]+)?(?=\))")
_RULE = re.compile(r"(?<!\[)`([A-Z]+-[\w.-]+)`(?!\])")
_FENCE = re.compile(r"^(```.*?^```)$", re.DOTALL | re.MULTILINE)


def relinked(text: str, source: str, page: str, seen: Callable[[str], None] | None = None) -> str:
    """A page whose links fit its place in the site.

    `source` is its file in the project, `page` its page in the site. `seen` is called with each
    source file to which it links.
    """
    here = posixpath.dirname(source)

    def target(found: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join(here, found[1]))
        if place.startswith(DOCS):
            to = place.removeprefix(DOCS)
        elif place in PROJECT:
            to = PROJECT[place]
        elif place == "README.md":
            to = "index.md"
        elif (ROOT / place).exists():
            to = address(place)
            if seen is not None:
                seen(place)
        else:
            return found[0]  # MkDocs names it
        return posixpath.relpath(to, posixpath.dirname(page) or ".") + (found[2] or "")

    parts = _FENCE.split(text)
    parts[::2] = [_LINK.sub(target, part) for part in parts[::2]]
    return "".join(parts)


@cache
def rules() -> Mapping[str, str]:
    """The page of each rule."""
    return {id_: page_of(pack.id, id_) for pack in packs() for id_ in pack.rule_ids()}


def with_rules(text: str, page: str) -> str:
    """A page on which each rule id in backquotes leads to its entry in the catalogue."""
    home = posixpath.dirname(page) or "."

    def linked(found: re.Match[str]) -> str:
        id_ = found[1]
        if id_ not in rules():
            return found[0]
        return f"[`{id_}`]({posixpath.relpath(rules()[id_], home)}#{id_})"

    parts = _FENCE.split(text)
    for number in range(0, len(parts), 2):
        lines = parts[number].split("\n")
        parts[number] = "\n".join(
            line if line.startswith("#") else _RULE.sub(linked, line) for line in lines
        )
    return "".join(parts)

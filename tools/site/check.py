"""Checks the built site: ``python -m tools.site.check``.

Every public name and every rule has an entry, every link leads to a page and a place on it, and no
page fetches anything from a network. MkDocs itself checks only the links that are written in
Markdown.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from eastfront.packs import packs

from .catalogue import page_of
from .reference import FOLDER, PAGES

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "out" / "site"

_ID = re.compile(r'\sid="?([^"\s>]+)')
_LINK = re.compile(r'<a\s[^>]*?href="?([^"\s>]+)')
_FETCHED = re.compile(
    r'<(?:script|link|img|iframe)\s[^>]*?(?:src|href)="?((?:https?:)?//[^"\s>]+)|url\(["\']?(https?:[^)]+)'
)


@dataclass(frozen=True)
class Site:
    """A built site."""

    home: Path

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The text of each page, by its path in the site."""
        return {
            path.relative_to(self.home).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.home.rglob("*.html"))
        }

    @cached_property
    def places(self) -> Mapping[str, frozenset[str]]:
        """The places on each page to which a link may lead."""
        return {
            page: frozenset(unescape(found) for found in _ID.findall(text))
            for page, text in self.pages.items()
        }

    def contains(self, page: str, place: str) -> bool:
        """Whether a page has a place of this name."""
        return place in self.places.get(page, ())

    def missing_names(self) -> Iterator[str]:
        """Public names without an entry in the reference."""
        for page, modules in PAGES.items():
            for module in modules:
                for name in module.shown:
                    if not self.contains(f"{FOLDER}/{page}.html", f"{module.module}.{name}"):
                        yield f"{module.module}.{name}: no entry in {FOLDER}/{page}.html"

    def missing_rules(self) -> Iterator[str]:
        """Rules without an entry in the catalogue."""
        for pack in packs():
            for id_ in sorted(pack.rule_ids()):
                page = page_of(pack.id, id_).replace(".md", ".html")
                if not self.contains(page, id_):
                    yield f"{id_}: no entry in {page}"

    def broken_links(self) -> Iterator[str]:
        """Links that lead to no page, or to no place on it."""
        for page, text in self.pages.items():
            for link in {unescape(found) for found in _LINK.findall(text)}:
                if re.match(r"\w+:", link) or page == "404.html":
                    continue
                to, _, place = link.partition("#")
                target = (self.home / page).parent / unquote(to) if to else self.home / page
                if not target.is_file():
                    yield f"{page}: the link {link} leads to no page"
                    continue
                name = target.resolve().relative_to(self.home.resolve()).as_posix()
                if place not in ("", "__skip") and target.suffix == ".html":
                    if not self.contains(name, unquote(place)):
                        yield f"{page}: the link {link} leads to no place on {name}"

    def fetched(self) -> Iterator[str]:
        """Addresses from which a page would fetch something."""
        for page, text in self.pages.items():
            for found in _FETCHED.findall(text):
                yield f"{page}: fetches {''.join(found)}"

    def faults(self) -> list[str]:
        """All faults of the site."""
        kinds = (self.missing_names, self.missing_rules, self.broken_links, self.fetched)
        return [fault for kind in kinds for fault in kind()]


def main() -> None:
    """Prints the faults of the site that MkDocs has built; ends with code 1 if there are any."""
    site = Site(SITE)
    faults = site.faults()
    print("\n".join(faults) if faults else f"{len(site.pages)} pages, no fault")
    sys.exit(bool(faults) or not site.pages)


if __name__ == "__main__":
    main()

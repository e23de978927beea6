"""Wrong rules planted by hand, and equivalent mutants.

``planted/<game>.toml`` lists changes without a syntactic site: a limit missing in retreats, a
freedom restricted, a former fault. Each has the rules, the file, the old text, which must occur
there once, the new text and the fault. A wrong datum that a file repeats further below, and that
would not load if it were wrong in one place only, has the pairs of old and new text of the other
places too, from top to bottom, as ``also``.

``equivalent/<game>.toml`` lists mutants by their ids, each with the argument why no position
distinguishes it from the right rule; an id without a site, or with two entries, is an error.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Any

from .mutant import BY_HAND, ROOT, Mutant

HERE = Path(__file__).resolve().parent


def _entries(folder: str, game: str) -> list[dict[str, Any]]:
    path = HERE / folder / f"{game}.toml"
    if not path.exists():
        return []
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return found


def planted(game: str) -> Iterator[Mutant]:
    """The changes planted by hand; ValueError if the old text does not occur exactly once."""
    for entry in _entries("planted", game):
        text = (ROOT / entry["path"]).read_text(encoding="utf-8")
        start, old, new = None, "", ""
        for part, put in ((entry["old"], entry["new"]), *entry.get("also", ())):
            if text.count(part) != 1:
                raise ValueError(
                    f"planted/{game}.toml: {' '.join(entry['rules'])}: the text to change stands "
                    f"{text.count(part)} times in {entry['path']}, expected once: {part!r}"
                )
            at = text.index(part)
            start = at if start is None else start
            between = text[start + len(old) : at]
            old, new = old + between + part, new + between + put
        line = text.count("\n", 0, start) + 1
        yield Mutant(
            entry["path"], entry["why"], line, start or 0, old, new,
            BY_HAND, tuple(entry["rules"]), entry["why"],
        )  # fmt: skip


def equivalent(game: str, known: Set[str]) -> Mapping[str, str]:
    """The arguments for equivalent mutants; ValueError for an unknown or repeated id."""
    entries = _entries("equivalent", game)
    found = {entry["id"]: entry["why"] for entry in entries}
    twice = sorted(id_ for id_, n in Counter(entry["id"] for entry in entries).items() if n > 1)
    if twice:
        raise ValueError(f"equivalent/{game}.toml: more than one entry for {', '.join(twice)}")
    gone = sorted(found.keys() - known)
    if gone:
        raise ValueError(f"equivalent/{game}.toml: no site has the id {', '.join(gone)}")
    return found


__all__ = ["equivalent", "planted"]

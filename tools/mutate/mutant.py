"""A mutant: one change of one file, and the rules that it makes wrong."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from .surroundings import around

ROOT = Path(__file__).resolve().parents[2]

BY_HAND = "by hand"
"""The operator of changes written by hand, not found in the text."""


def named(path: Path) -> str:
    """The path of a file, from the top of the project, or the whole path outside of it."""
    path = path.resolve()
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    """The file, as `named` has it."""
    place: str
    """The changed method, table or row."""
    line: int
    start: int
    """The start of the old text, in characters."""
    old: str
    new: str
    operator: str
    """The kind of change."""
    rules: tuple[str, ...]
    """The rules that it makes wrong."""
    why: str = ""
    """The fault that it introduces, of a change planted by hand."""
    number: int = 0
    """Its number among equal changes in one place."""

    @property
    def id(self) -> str:
        """Its name: a digest of the change, independent of the rest of the file."""
        content = (self.path, self.place, self.operator, self.old, self.new, str(self.number))
        return hashlib.blake2b("\0".join(content).encode(), digest_size=5).hexdigest()

    @property
    def around(self) -> str:
        """A digest of its surroundings."""
        return around(ROOT / self.path, self.start)

    def apply(self, text: str) -> str:
        """The file with the change."""
        end = self.start + len(self.old)
        if text[self.start : end] != self.old:
            raise ValueError(f"{self.path} has changed since its sites were listed")
        return text[: self.start] + self.new + text[end:]

    def source(self) -> str:
        """The whole file with the change."""
        return self.apply((ROOT / self.path).read_text(encoding="utf-8"))

    def diff(self) -> str:
        """The change as a diff."""
        before = (ROOT / self.path).read_text(encoding="utf-8")
        lines = difflib.unified_diff(
            before.splitlines(True), self.apply(before).splitlines(True), self.path, self.path, n=2
        )
        return "".join(lines)

    def change(self) -> str:
        """The change in one line."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{old} -> {new or 'nothing'}"


def numbered(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The same mutants, with equal changes of one place numbered in their order."""
    seen: dict[str, int] = {}
    for mutant in mutants:
        again = seen.get(mutant.id, 0)
        seen[mutant.id] = again + 1
        yield replace(mutant, number=again) if again else mutant


__all__ = ["BY_HAND", "ROOT", "Mutant", "named", "numbered"]

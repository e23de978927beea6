"""Line numbers for errors in TOML files, which the parser does not record.

The text is scanned a second time, after the parser has accepted it, only for the positions of
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import ScenarioError
from .files import read_text, read_toml

Step = str | int
Steps = tuple[Step, ...]


@dataclass(frozen=True)
class Part:
    """A value or the header of a table in a TOML text, with its path and its position."""

    steps: Steps
    """The path of keys and indices that leads to the value."""
    kind: str
    """``header``, or the first character of the value: ``"``, ``[``, ``{``, or empty for a bare
    value."""
    start: int
    """The offset in characters of the key or header; for an element of an array, of the value
    itself."""
    value: int
    """The offset in characters of the value itself."""
    end: int

    @property
    def key(self) -> str:
        """The last key of the path; empty if it has none."""
        return next((step for step in reversed(self.steps) if isinstance(step, str)), "")


def parts(text: str) -> list[Part]:
    """Returns the values and the table headers (`Part`) of a TOML text that the parser has
    accepted; those within a value precede it."""
    return list(_Scanner(text).all())


def with_line(error: ScenarioError) -> ScenarioError:
    """Returns the error with the line added to its place, if the line can be determined."""
    if not error.file.endswith(".toml") or re.search(r"\bline \d", error.place):
        return error
    try:
        read_toml(Path(error.file))
        text = read_text(Path(error.file))
    except ScenarioError:
        return error
    line, place = line_of(text, error.place), _each_line(text, error.place)
    if line is None and place == error.place:
        return error
    place = place if line is None else f"{place}, line {line}"
    return ScenarioError(error.file, place, error.value, error.expected)


def line_of(text: str, place: str) -> int | None:
    """Returns the number of the line, from 1, of a place such as ``table turn-track,
    turn[2].label``.

    If the place itself is missing, the line is that of the part that would enclose it; None if
    nothing matches.
    """
    where = {part.steps: part for part in reversed(parts(text))}
    steps = _steps(text, where, place)
    while steps and steps not in where:
        steps = steps[:-1]
    return text.count("\n", 0, where[steps].start) + 1 if steps else None


def _each_line(text: str, place: str) -> str:
    """Returns a place such as ``keys tilte, last_turn`` with the line of each key that the text
    has, ``keys tilte (line 3), last_turn``; other places as they are."""
    found = re.fullmatch(r"(table [\w-]+, )?keys (.*)", place, re.DOTALL)
    if found is None:
        return place
    where = {part.steps: part for part in reversed(parts(text))}
    names = found[2].split(", ")
    for number, name in enumerate(names):
        part = where.get(_steps(text, where, f"{found[1] or ''}{name}"))
        if part is not None:
            names[number] = f"{name} (line {text.count(chr(10), 0, part.start) + 1})"
    return f"{found[1] or ''}keys {', '.join(names)}"


def _steps(text: str, where: dict[Steps, Part], place: str) -> Steps:
    """Returns the path of keys and indices for a place such as ``table turn-track, turn[2].label``;
    empty for an unknown table. `where` has the parts of the text by path."""
    head: Steps = ()
    if named := re.match(r"table ([\w-]+)(?:, |$)", place):
        written = {f'"{named[1]}"', f"'{named[1]}'"}
        names = [
            steps
            for steps, part in where.items()
            if len(steps) == 3 and steps[0] == "table" and steps[2] == "name"
            if text[part.value : part.end] in written
        ]
        if not names:
            return ()
        head, place = names[0][:2], place[named.end() :]
    place = re.sub(r"(^|, )key ", ".", place)
    found = re.findall(r"\"([^\"]*)\"|'([^']*)'|\[(\d+)\]|([\w-]+)", place)
    tail = (
        int(index) if index else quoted or other or bare for quoted, other, index, bare in found
    )
    return (*head, *tail)


class _Scanner:
    """Finds the parts of a text that is known to be TOML."""

    _GAP = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
    _KEY = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([\w-]+))[ \t]*')
    _TEXT = re.compile(
        r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
    )
    _BARE = re.compile(r"[^,\]}#\n]*[^,\]}#\s]")

    def __init__(self, text: str) -> None:
        self.text = text
        self.counts: dict[Steps, int] = {}
        """The number of tables so far in each array of tables."""

    def all(self) -> Iterator[Part]:
        """Yields every part; the parts within a value precede the value."""
        table: Steps = ()
        at = self._gap(0)
        while at < len(self.text):
            if self.text[at] == "[":
                header = self._header(at)
                table, at = header.steps, header.end
                yield header
            else:
                found: list[Part] = []
                at = self._pair(at, table, found)
                yield from found
            at = self._gap(at)

    def _gap(self, at: int) -> int:
        found = self._GAP.match(self.text, at)
        return found.end() if found else at

    def _keys(self, at: int) -> tuple[list[str], int]:
        keys: list[str] = []
        while found := self._KEY.match(self.text, at):
            keys.append(next(part for part in found.groups() if part is not None))
            at = found.end()
            if self.text[at : at + 1] != ".":
                break
            at += 1
        return keys, at

    def _header(self, at: int) -> Part:
        many = self.text.startswith("[[", at)
        keys, end = self._keys(at + 1 + many)
        steps: Steps = ()
        for number, key in enumerate(keys, 1):
            steps = (*steps, key)
            if many and number == len(keys):
                self.counts[steps] = self.counts.get(steps, 0) + 1
            if steps in self.counts:
                steps = (*steps, self.counts[steps] - 1)
        end += 1 + many
        return Part(steps, "header", at, at, end)

    def _pair(self, at: int, table: Steps, found: list[Part]) -> int:
        keys, value = self._keys(at)
        value = self._gap(value + 1)
        return self._value(value, (*table, *keys), at, found)

    def _value(self, at: int, steps: Steps, start: int, found: list[Part]) -> int:
        opening = self.text[at : at + 1]
        if opening in ("[", "{"):
            end = self._list(at, steps, found)
        elif opening in ('"', "'"):
            match = self._TEXT.match(self.text, at)
            end, opening = match.end() if match else len(self.text), '"'
        else:
            match = self._BARE.match(self.text, at)
            end, opening = match.end() if match else at + 1, ""
        found.append(Part(steps, opening, start, at, end))
        return end

    def _list(self, at: int, steps: Steps, found: list[Part]) -> int:
        closing, number, at = "]" if self.text[at] == "[" else "}", 0, self._gap(at + 1)
        while at < len(self.text) and self.text[at] != closing:
            if closing == "]":
                at = self._value(at, (*steps, number), at, found)
            else:
                at = self._pair(at, steps, found)
            at = self._gap(at)
            if self.text[at : at + 1] == ",":
                at = self._gap(at + 1)
            number += 1
        return at + 1

"""Reading the files of a game: text, tables of comma-separated values, and TOML.

What comes out is decoded and well-formed, with the place of every value for later errors; what it
means is checked elsewhere.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .errors import NOTHING, Absent, ScenarioError, nearest, one_of

T = TypeVar("T")

LARGEST = 16 * 1024 * 1024
"""Bytes; a larger file is refused before it is read."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def read_text(path: Path) -> str:
    """The text of a file: UTF-8, not empty, not huge, ending with a line end."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise ScenarioError(path, "file", Absent(f"{size} bytes"), f"at most {LARGEST} bytes")
        data = path.read_bytes()
    except FileNotFoundError:
        raise missing_file(path) from None
    except OSError as error:
        raise ScenarioError(path, "file", Absent(str(error)), "a readable file") from error
    if data.startswith(b"\xef\xbb\xbf"):
        raise ScenarioError(path, "byte 0", data[:3], "UTF-8 without a byte order mark")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        got = data[error.start : error.start + 1]
        place = f"line {line}, byte {error.start}"
        raise ScenarioError(path, place, got, "UTF-8 text") from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise ScenarioError(path, "file", Absent("no text"), "at least one line of text")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ScenarioError(path, f"line {line}", found[0], "text without control characters")
    if not text.endswith("\n"):
        last = text[text.rfind("\n") + 1 :]
        line = text.count("\n") + 1
        raise ScenarioError(path, f"line {line}", last, "a line end: the file seems cut short")
    return text


def missing_file(path: Path) -> ScenarioError:
    """The error for a file that is not there, with the nearest one of its folder."""
    beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    hint = nearest(path.name, beside)
    return ScenarioError(path, "file", Absent("no such file"), f"a file of this name{hint}")


@dataclass(frozen=True)
class Row:
    """One line of a table, with the means to point at any of its values."""

    path: Path
    line: int
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def error(self, column: str, expected: str, value: object = None) -> ScenarioError:
        """An error about the value of a column (or about a part of it)."""
        got = self.values[column] if value is None else value
        return ScenarioError(self.path, f"line {self.line}, column {column}", got, expected)

    def word(self, column: str, words: frozenset[str]) -> str:
        """The value of a column, which must be one of the words."""
        value = self.values[column]
        if value not in words:
            raise self.error(column, one_of(words, value))
        return value

    def words(self, column: str, words: frozenset[str]) -> frozenset[str]:
        """The words of a column, separated by spaces, each known and named once."""
        parts = self.values[column].split()
        for at, part in enumerate(parts):
            if part not in words:
                raise self.error(column, one_of(words, part), part)
            if part in parts[:at]:
                raise self.error(column, "each word once", part)
        return frozenset(parts)

    def number(self, column: str, least: int, most: int) -> int:
        """The value of a column as a whole number in a range."""
        value = self.values[column]
        expected = f"a whole number from {least} to {most}"
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise self.error(column, expected)
        if not least <= int(value) <= most:
            raise self.error(column, expected)
        return int(value)

    def text(self, column: str) -> str:
        """The value of a column, which must not be empty."""
        if not self.values[column]:
            raise self.error(column, "some text")
        return self.values[column]


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a CSV file that has exactly these columns, in any order."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    header: list[str] = []
    rows: list[Row] = []
    try:
        header = next(reader)
        _check_header(path, header, columns)
        for values in reader:
            line = reader.line_num
            if len(values) != len(header):
                got = Absent(f"{len(values)} values")
                raise ScenarioError(path, f"line {line}", got, f"{len(header)} values")
            row = Row(path, line, dict(zip(header, values, strict=True)))
            for column, value in row.values.items():
                if value != value.strip() or "\n" in value:
                    raise row.error(column, "no space around the value, and a single line")
            rows.append(row)
    except csv.Error as error:
        got = Absent(str(error))
        raise ScenarioError(path, f"line {reader.line_num}", got, "a row of CSV") from None
    if not rows:
        raise ScenarioError(path, "line 2", NOTHING, "at least one row below the header")
    return iter(rows)


def _check_header(path: Path, header: list[str], columns: tuple[str, ...]) -> None:
    wanted = f"the columns {','.join(columns)}"
    for at, name in enumerate(header):
        if name not in columns or name in header[:at]:
            raise ScenarioError(path, f"line 1, column {name}", name, f"{wanted}, each once")
    for name in columns:
        if name not in header:
            raise ScenarioError(path, f"line 1, column {name}", NOTHING, wanted)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain values."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        got = Absent("values nested too deeply")
        raise ScenarioError(path, "file", got, "a few levels of nesting") from None
    except ValueError as error:
        reason, _, at = str(error).partition(" (at ")
        place = at.rstrip(")") or "file"
        raise ScenarioError(path, place, Absent(reason), "TOML") from None


def decode(path: Path, value: Any, form: type[T], at: str = "") -> T:
    """A plain value as a typed struct, exactly: no unknown key, no conversion of kinds."""
    try:
        return msgspec.convert(value, form, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise ScenarioError(path, *_explain(str(error), value, at)) from None


def _explain(message: str, value: Any, at: str) -> tuple[str, object, str]:
    """Place, value and expectation from what the decoder says."""
    what, _, where = message.partition(" - at ")
    key = where.startswith("`key`")
    steps = re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", where)
    place = at
    for name, index in steps:
        if name:
            place += f".{name}" if place else name
            value = value.get(name) if isinstance(value, dict) else None
        elif index == "...":
            place += "[...]"
        else:
            place += f"[{index}]"
            value = value[int(index)] if isinstance(value, list) else None
    place = place or "top level"
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"{place}, key {found[1]}", NOTHING, f"the key {found[1]}"
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        return f"{place}, key {found[1]}", found[1], "a known key"
    expected = what.removeprefix("Expected ").partition(", got ")[0].replace("`", "")
    if key:
        return f"{place}, a key", value, expected
    return place, value, expected

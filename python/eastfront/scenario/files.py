"""Reading the files of a game: text, tables of comma-separated values, and TOML.

The values that these functions return are well-formed, and know their place for later errors; their
meaning is checked elsewhere.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .errors import NOTHING, Absent, ScenarioError, UnreadableFile, nearest, one_of

LARGEST = 16 * 1024 * 1024
"""Maximum size of a file in bytes; a larger file is refused before it is read."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def read_text(path: Path) -> str:
    """Reads a text file: UTF-8, not empty, bounded in size, with a final line end.

    Raises UnreadableFile for a file that is missing or cannot be opened, and ScenarioError for a
    file that breaks these conditions or has control characters.
    """
    text = _decode(path, _read_bytes(path)).replace("\r\n", "\n")
    if not text.strip():
        raise ScenarioError(path, "file", Absent("no text"), "at least one line of text")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ScenarioError(path, f"line {line}", found[0], "text without control characters")
    if not text.endswith("\n"):
        line = text.count("\n") + 1
        last = text[text.rfind("\n") + 1 :]
        raise ScenarioError(path, f"line {line}", last, "a line end: the file seems cut short")
    return text


def _read_bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise missing_file(path)
        if not path.is_file():
            raise UnreadableFile(path, "file", Absent("not a file"), "a file")
        size = path.stat().st_size
        if size > LARGEST:
            raise ScenarioError(path, "file", Absent(f"{size} bytes"), f"at most {LARGEST} bytes")
        return path.read_bytes()
    except UnreadableFile:
        raise
    except OSError as error:
        reason = error.strerror or "a failure"
        raise UnreadableFile(path, "file", Absent(reason), "a readable file") from error


def _decode(path: Path, data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise ScenarioError(path, "line 1, byte 0", data[:3], "UTF-8 without a byte order mark")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        got = data[error.start : error.start + 1]
        place = f"line {line}, byte {error.start}"
        raise ScenarioError(path, place, got, "UTF-8 text") from None


def missing_file(path: Path) -> ScenarioError:
    """Makes the error for a missing file, with the nearest name in its folder."""
    beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    hint = nearest(path.name, beside)
    return UnreadableFile(path, "file", Absent("no such file"), f"a file of this name{hint}")


@dataclass(frozen=True)
class Row:
    """One line of a table, with its file and line number for errors about its values."""

    path: Path
    line: int
    values: Mapping[str, str]
    lists: Mapping[str, str] = field(default_factory=dict)
    """For each column, the key of game.toml that lists the words of the column."""

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def error(self, column: str, expected: str, value: object = None) -> ScenarioError:
        """Makes, without raising it, the error for this row's value in a column: ``expected`` is
        the expected value in words, ``value`` the wrong part of the value found, None for all of
        it."""
        got = self.values[column] if value is None else value
        return ScenarioError(self.path, f"line {self.line}, column {column}", got, expected)

    def word(self, column: str, words: Collection[str]) -> str:
        """Returns this row's value in a column. Raises ScenarioError unless the value is one of
        ``words``; if ``words`` is empty, the value must be empty."""
        value = self.values[column]
        if value not in words and (value or words):
            raise self.error(column, one_of(words, value) + self._list(column))
        return value

    def _list(self, column: str) -> str:
        return f", as game.toml says ({self.lists[column]})" if column in self.lists else ""

    def words(self, column: str, words: Collection[str]) -> frozenset[str]:
        """Returns the words of this row in a column, separated there by spaces. Raises
        ScenarioError for an unknown or repeated word."""
        parts = self.values[column].split()
        for at, part in enumerate(parts):
            if part not in words:
                raise self.error(column, one_of(words, part) + self._list(column), part)
            if part in parts[:at]:
                raise self.error(column, "each word once", part)
        return frozenset(parts)

    def number(self, column: str, least: int, most: int) -> int:
        """Returns this row's value in a column as a whole number. Raises ScenarioError unless it is
        from ``least`` to ``most``."""
        value = self.values[column]
        if re.fullmatch(r"-?[0-9]{1,9}", value) and least <= int(value) <= most:
            return int(value)
        raise self.error(column, f"a whole number from {least} to {most}{self._list(column)}")

    def points(self, column: str, most: int, scale: int) -> float:
        """Returns this row's value in a column as movement points or combat factors. Raises
        ScenarioError unless the value is from 0 to ``most`` and a multiple of 1 divided by
        ``scale``."""
        value = self.values[column]
        number = float(value) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) else -1.0
        if not 0 <= number <= most or number * scale % 1:
            finest = "a whole number" if scale == 1 else "a number"
            steps = f" in steps of {1 / scale} (scale of game.toml)" if scale > 1 else ""
            hint = "; scale of game.toml allows fractions" if scale == 1 and number % 1 else ""
            expected = f"{finest} from 0 to {most}{steps}{self._list(column)}{hint}"
            raise self.error(column, expected)
        return number if number % 1 else int(number)

    def text(self, column: str) -> str:
        """Returns this row's value in a column. Raises ScenarioError if it is empty."""
        if not self.values[column]:
            raise self.error(column, "some text")
        return self.values[column]


def read_table(
    path: Path,
    columns: tuple[str, ...],
    lists: Mapping[str, str] | None = None,
    absent: Mapping[str, str] | None = None,
) -> list[Row]:
    """Reads the rows of a CSV file with the columns ``columns`` and no others, in any order. Raises
    ScenarioError.

    ``lists`` gives, for each column with a fixed vocabulary, the key of game.toml that lists the
    words, for errors; ``absent`` gives the columns that the file may leave out, each with the value
    that the rows then have.
    """
    absent = absent or {}
    text = read_text(path)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    try:
        header = next(reader)
        _check_header(path, header, columns, absent)
        for values in reader:
            row = _row(path, reader.line_num, header, values, lists or {})
            rows.append(replace(row, values={**absent, **row.values}))
    except csv.Error as error:
        line = text.split("\n")[reader.line_num - 1]
        raise ScenarioError(path, f"line {reader.line_num}", line, f"CSV ({error})") from None
    if not rows:
        raise ScenarioError(path, "line 2", NOTHING, "at least one row below the header")
    return rows


def check_count(rows: Sequence[Row], count: int) -> None:
    """Raises ScenarioError unless a table has ``count`` rows, the number that game.toml states."""
    if len(rows) != count:
        path, line, got = rows[-1].path, rows[-1].line, Absent(f"{len(rows)} rows")
        expected = f"{count} rows, as game.toml says (rows.{path.stem})"
        raise ScenarioError(path, f"line {line}", got, expected)


def _check_header(
    path: Path, header: list[str], columns: tuple[str, ...], absent: Collection[str]
) -> None:
    wanted = f"the columns {','.join(columns)}"
    for at, name in enumerate(header):
        if name not in columns or name in header[:at]:
            raise ScenarioError(path, f"line 1, column {at + 1}", name, f"{wanted}, each once")
    missing = [name for name in columns if name not in header and name not in absent]
    if missing:
        named = f"column{'s' * bool(missing[1:])} {', '.join(missing)}"
        raise ScenarioError(path, f"line 1, {named}", NOTHING, wanted)


def _row(
    path: Path, line: int, header: list[str], values: list[str], lists: Mapping[str, str]
) -> Row:
    if len(values) != len(header):
        got = Absent(f"{len(values)} values")
        raise ScenarioError(path, f"line {line}", got, f"{len(header)} values, one a column")
    row = Row(path, line, dict(zip(header, values, strict=True)), lists)
    for column, value in row.values.items():
        if value != value.strip() or "\n" in value:
            raise row.error(column, "a single line with no space around it")
    return row


def read_toml(path: Path) -> dict[str, Any]:
    """Reads a TOML file as plain values. Raises ScenarioError, with the line, for invalid TOML."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        got = Absent("values nested too deeply")
        raise ScenarioError(path, "file", got, "a few levels of nesting") from None
    except ValueError as error:
        reason, _, at = str(error).partition(" (at ")
        lines = text.rstrip("\n").split("\n")
        found = re.match(r"line (\d+)", at)
        number = int(found[1]) if found else len(lines)
        place = at.rstrip(")") if found else f"line {number}, the last"
        line = lines[min(number, len(lines)) - 1].strip()
        raise ScenarioError(path, place, line, f"TOML ({reason})") from None

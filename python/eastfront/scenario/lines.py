"""The line of a TOML file that an error is about: the parser keeps none, so it is looked up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .errors import ScenarioError
from .files import read_text, read_toml


def with_line(error: ScenarioError) -> ScenarioError:
    """The error with the line added to its place, where that is certain."""
    if not error.file.endswith(".toml") or re.search(r"\bline \d", error.place):
        return error
    try:
        data = read_toml(Path(error.file))
        lines = read_text(Path(error.file)).split("\n")
    except ScenarioError:
        return error
    part = _part(lines, data, error.place)
    if part is None:
        return error
    place = f"{error.place}, line {_line_of_value(lines, part, error.value)}"
    return ScenarioError(error.file, place, error.value, error.expected)


def _line_of_value(lines: list[str], part: range, value: object) -> int:
    """The line of a text if one line of the part has it, else the first of the part."""
    if isinstance(value, str):
        written = json.dumps(str(value), ensure_ascii=False)
        found = [at for at in part if written in lines[at]]
        if len(found) == 1:
            return found[0] + 1
    return part.start + 1


def _part(lines: list[str], data: dict[str, Any], place: str) -> range | None:
    """The lines of the top-level table or key that a place lies in."""
    key, index = _top(data, place)
    headers = [at for at, line in enumerate(lines) if line.startswith("[")]
    value = data.get(key)
    if isinstance(value, list):
        own = [at for at in headers if re.match(rf"\[\[ *{key} *\]\]", lines[at])]
        if index is not None and len(own) == len(value):
            first = own[index]
            return range(first, _next(first, _others(headers, lines, key), len(lines)))
    if isinstance(value, dict):
        own = [at for at in headers if re.match(rf"\[ *{key} *\]", lines[at])]
        if len(own) == 1:
            return range(own[0], _next(own[0], _others(headers, lines, key), len(lines)))
    above = range(min(headers, default=len(lines)))
    keys = [at for at in above if re.match(r"\w+ *=", lines[at])]
    own = [at for at in keys if re.match(rf"{key} *=", lines[at])]
    return range(own[0], _next(own[0], keys, above.stop)) if len(own) == 1 else None


def _top(data: dict[str, Any], place: str) -> tuple[str, int | None]:
    """The top-level key of a place, and which of its tables is meant."""
    if named := re.match(r"table ([\w-]+)", place):
        names = [table.get("name") for table in data.get("table", ())]
        return "table", names.index(named[1]) if names.count(named[1]) == 1 else None
    found = re.match(r"(?:key )?(\w+)(?:\[(\d+)\])?", place)
    if found is None:
        return "", None
    return found[1], int(found[2]) if found[2] else None


def _others(headers: list[int], lines: list[str], key: str) -> list[int]:
    """The headers that do not belong inside a table of this key."""
    return [at for at in headers if not re.match(rf"\[+ *{key}\.", lines[at])]


def _next(after: int, among: Iterable[int], otherwise: int) -> int:
    return min((at for at in among if at > after), default=otherwise)

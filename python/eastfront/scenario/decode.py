"""Decoding of plain TOML values into typed structs, with the key of an invalid value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .errors import NOTHING, ScenarioError, nearest, show

T = TypeVar("T")
Step = str | int
_SOME_KEY = "..."
"""The decoder's placeholder for an unnamed key of a table."""


def decode(path: Path, value: Any, form: type[T], at: str = "") -> T:
    """Decodes a plain value into a typed struct, strictly: no unknown keys, no type conversion.

    ``at`` names the part of the file with the value. Raises ScenarioError, with the key of the
    invalid value.
    """
    try:
        return _convert(value, form)
    except msgspec.ValidationError as error:
        message = str(error)
    what, _, where = message.partition(" - at ")
    steps = _steps(where)
    while _SOME_KEY in steps:
        depth = steps.index(_SOME_KEY)
        steps[depth] = _culprit(value, steps[:depth], form, message)
    got = _get(value, steps)
    if where.startswith("`key`"):
        got = _culprit(value, steps, form, message)
        steps = [*steps, got]
    place = f"{at}, {_write(steps)}".strip(", ")
    known = () if steps else getattr(form, "__struct_fields__", ())
    raise ScenarioError(path, *_explain(what, place, got, known))


def _convert(value: Any, form: type[T]) -> T:
    return msgspec.convert(value, form, strict=True, str_keys=True)


def _explain(what: str, place: str, got: object, known: tuple[str, ...]) -> tuple[str, object, str]:
    """Returns the place, value and expectation for an error, parsed from the decoder's message."""
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"{place}, key {found[1]}".strip(", "), NOTHING, f"the key {found[1]}"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        hint, key = nearest(found[1], known), _name(found[1])
        return f"{place}, key {key}".strip(", "), found[1], f"a known key{hint}"
    expected = what.removeprefix("Expected ").partition(", got ")[0].replace("`", "")
    return place or "top level", got, expected


def _steps(where: str) -> list[Step]:
    """Splits the path of the decoder, such as ``$.turn[3].label``, into keys and indices."""
    found = re.findall(r"\.(\w[^.\[\]`]*)|\[(\d+|\.\.\.)\]", where)
    return [name or (index if index == _SOME_KEY else int(index)) for name, index in found]


def _write(steps: list[Step]) -> str:
    names = (f"[{s}]" if isinstance(s, int) else f".{_name(s)}" for s in steps)
    return "".join(names).removeprefix(".")


def _name(key: str) -> str:
    """Returns a key as part of a place; an unusual key is quoted, so that the error is one line."""
    return key if re.fullmatch(r"[\w-]{1,40}", key) else show(key)


def _get(value: Any, steps: list[Step]) -> Any:
    for step in steps:
        value = value[step]
    return value


def _culprit(value: Any, steps: list[Step], form: type[Any], message: str) -> str:
    """Returns the key of a table that by itself causes the same decoder message."""
    table: dict[str, Any] = _get(value, steps)
    for key, item in table.items():
        try:
            _convert(_with(value, steps, {key: item}), form)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return key
    return _SOME_KEY


def _with(value: Any, steps: list[Step], new: Any) -> Any:
    """Returns a copy of a value with one part replaced."""
    if not steps:
        return new
    copy = value.copy()
    copy[steps[0]] = _with(value[steps[0]], steps[1:], new)
    return copy

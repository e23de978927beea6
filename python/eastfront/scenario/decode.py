"""Decoding of plain TOML values into typed structs, with the key of an invalid value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from .errors import NOTHING, Absent, ScenarioError, closest, show

T = TypeVar("T")
Step = str | int
_SOME_KEY = "..."
"""The decoder's placeholder for an unnamed key of a table."""


def decode(path: Path, value: Any, form: type[T], at: str = "") -> T:
    """Decodes a plain value of the file ``path`` into the typed struct ``form``, strictly: no
    unknown keys, no type conversion.

    ``at`` is the key of the value in the file; empty for the whole file. Raises ScenarioError with
    the key of an invalid value. If keys are missing or unknown, the error lists all of them, with
    the expected value of each missing key and the most similar known key of each unknown one.
    """
    try:
        return _convert(value, form)
    except msgspec.ValidationError as error:
        message = str(error)
    what, _, where = message.partition(" - at ")
    if what.startswith(("Object missing required field", "Object contains unknown field")):
        raise _wrong_keys(path, value, form, at)
    steps = _steps(where)
    while _SOME_KEY in steps:
        depth = steps.index(_SOME_KEY)
        steps[depth] = _culprit(value, steps[:depth], form, message)
    got = _get(value, steps)
    if where.startswith("`key`"):
        got = _culprit(value, steps, form, message)
        steps = [*steps, got]
    place = f"{at}, {_write(steps)}".strip(", ")
    expected = what.removeprefix("Expected ").partition(", got ")[0].replace("`", "")
    raise ScenarioError(path, place or "top level", got, expected)


def _convert(value: Any, form: type[T]) -> T:
    return msgspec.convert(value, form, strict=True, str_keys=True)


# -- missing and unknown keys -----------------------------------------------------------------


def _wrong_keys(path: Path, value: Any, form: type[Any], at: str) -> ScenarioError:
    """Returns the error for a value in which keys are missing or unknown: every such key, a missing
    one with its expected value, an unknown one with the most similar known key. `at` is the key of
    the value in the file."""
    kind = inspect.type_info(form)
    unknown = list(_unknown(value, kind, []))
    misspelt = {(*steps[:-1], near) for steps, near in unknown}
    missing = [found for found in _missing(value, kind, []) if tuple(found[0]) not in misspelt]
    if len(unknown) + len(missing) == 1:
        [(steps, word)] = unknown or missing
        place = f"{at}, {_write(steps[:-1])}".strip(", ")
        place = f"{place}, key {_name(str(steps[-1]))}".strip(", ")
        if missing:
            return ScenarioError(path, place, NOTHING, f"the key {steps[-1]}, {word}")
        return ScenarioError(path, place, steps[-1], f"a known key{_hint(word)}")
    names = ", ".join(_write(steps) for steps, _ in (*unknown, *missing))
    told = []
    if unknown:
        each = ", ".join(f"{_write(steps)}{_hint(near)}" for steps, near in unknown)
        told.append(f"known keys in place of {each}")
    if missing:
        each = ", ".join(f"{_write(steps)} ({expected})" for steps, expected in missing)
        told.append(f"all of these keys: {each}")
    kinds = [word for word, some in (("unknown", unknown), ("missing", missing)) if some]
    got = Absent(f"{' and '.join(kinds)} keys") if unknown else NOTHING
    return ScenarioError(path, f"{at}, keys {names}".removeprefix(", "), got, "; ".join(told))


def _hint(near: str) -> str:
    return f" (did you mean {near!r}?)" if near else ""


def _inside(value: Any, kind: inspect.Type) -> Iterator[tuple[Step, Any, inspect.Type]]:
    """Yields each part of a list or table with the expected type `kind`: its index or key, the part
    itself, and its expected type. Yields nothing for other values."""
    if isinstance(kind, inspect.ListType) and isinstance(value, list):
        yield from ((number, item, kind.item_type) for number, item in enumerate(value))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        yield from ((key, item, kind.value_type) for key, item in value.items())


def _unknown(value: Any, kind: inspect.Type, at: list[Step]) -> Iterator[tuple[list[Step], str]]:
    """Yields every unknown key of a value, as its path of keys and indices, with the most similar
    known key: one that the value lacks if possible, else any; empty if no key is similar. `at` is
    the path of the value."""
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        fields = {field.encode_name: field.type for field in kind.fields}
        for key, item in value.items():
            if key in fields:
                yield from _unknown(item, fields[key], [*at, key])
            elif kind.forbid_unknown_fields:
                idle = [name for name in fields if name not in value]
                yield [*at, key], closest(key, idle) or closest(key, fields)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _unknown(value, one, at)
    else:
        for step, item, type_ in _inside(value, kind):
            yield from _unknown(item, type_, [*at, step])


def _missing(value: Any, kind: inspect.Type, at: list[Step]) -> Iterator[tuple[list[Step], str]]:
    """Yields every missing key of a value, as its path of keys and indices, with the expected value
    in words. For a missing table, its required keys are yielded instead. `at` is the path of the
    value."""
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            here = [*at, field.encode_name]
            if field.encode_name in value:
                yield from _missing(value[field.encode_name], field.type, here)
            elif field.required:
                inside = list(_missing({}, field.type, here))
                yield from inside or [(here, _in_words(field.type))]
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _missing(value, one, at)
    else:
        for step, item, type_ in _inside(value, kind):
            yield from _missing(item, type_, [*at, step])


def _in_words(kind: inspect.Type) -> str:
    """Returns a type as an expectation, such as ``a whole number from 1 to 9``."""
    match kind:
        case inspect.IntType(ge=int(least), le=int(most)):
            return f"a whole number from {least} to {most}"
        case inspect.IntType(ge=int(least)):
            return f"a whole number from {least}"
        case inspect.StrType(pattern=str()):
            return "a name of small letters, digits and hyphens"
        case inspect.ListType(item_type=item, min_length=int(least), max_length=int(most)):
            length = least if least == most else f"{least} to {most}"
            return f"a list of {length}, each {_in_words(item)}"
        case inspect.ListType(item_type=item):
            return f"a list, each {_in_words(item)}"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.UnionType(types=types):
            return " or ".join(_in_words(one) for one in types)
    return _KINDS.get(type(kind), "a value")


_KINDS: dict[type, str] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "true or false",
    inspect.StrType: "some text",
    inspect.StructType: "a table",
    inspect.DictType: "a table",
    inspect.NoneType: "nothing",
}


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
    """Returns a key of the table at `steps` whose value, alone in the table, makes the decoder
    report `message`, in which the key is not named. Without such a key, returns ``...``."""
    table: dict[str, Any] = _get(value, steps)
    for key, item in table.items():
        try:
            _convert(_with(value, steps, {key: item}), form)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return key
    return _SOME_KEY


def _with(value: Any, steps: list[Step], new: Any) -> Any:
    """Returns a copy of a value in which the part at `steps` is replaced by `new`."""
    if not steps:
        return new
    copy = value.copy()
    copy[steps[0]] = _with(value[steps[0]], steps[1:], new)
    return copy

"""Judges the result of loading a corrupted file.

A refusal is one `ScenarioError` of one line that names the file, the place (key or line), the value
and the expectation. If two files disagree, either may be wrong: the error may then be placed at the
other one if it also names the corrupted file. An accepted file must be equal to the former one, or
a change that the form of the file allows; and a program can be written for it.
"""

from __future__ import annotations

import re
import types
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from eastfront import EastfrontError
from eastfront.packs import pack
from eastfront.scenario import ScenarioData, ScenarioError
from eastfront.scenario.errors import Absent
from eastfront.scenario.forms import ChartsFile, GameFile, SourceForm
from eastfront.scenario.lines import parts
from eastfront.scenario.load import CHARTS, GAME

from .kinds import Spoilt

LONGEST = 700
"""The maximum length of a message."""

FREE = {"title", "label", "source", "reasoning", "constraints"}
"""Keys with free text."""
REPEATED = {"constraints", "infantry", "rows", "clear", "light_mud", "mud", "snow"}
"""Lists that may repeat a value."""
FREE_CELLS = {"map.csv": {"name"}, "hexsides.csv": {"name"}, "units.csv": {"id", "name"}}
"""Columns with free text."""
PERHAPS = {
    "map.csv": {"name", "features", "rivers"},
    "hexsides.csv": {"name"},
    "units.csv": {"formation", "option", "place"},
}
"""Columns that may be empty."""


@dataclass(frozen=True)
class Verdict:
    """A verdict, and its reason."""

    word: str
    """``refused``, ``refused at the other file``, ``same``, ``legal``, or the fault."""
    said: str
    """The message, or the outcome."""

    @property
    def good(self) -> bool:
        """Whether there is no fault."""
        return self.word in ("refused", "refused at the other file", "same", "legal")


def refusal(error: BaseException, file: Path, spoilt: Spoilt) -> Verdict:
    """The verdict on an error."""
    said = f"{type(error).__name__}: {error}"
    if not isinstance(error, ScenarioError) or not isinstance(error, EastfrontError):
        return Verdict("another kind of error", said)
    text = str(error)
    if "\n" in text or len(text) > LONGEST:
        return Verdict("a message of several lines, or too long", said)
    if not error.expected or error.expected == "nothing":
        return Verdict("no expectation", said)
    own = error.file == str(file) or (spoilt.data is None and error.file == str(file.parent))
    if not own and file.name not in error.expected:
        return Verdict("another file blamed", said)
    if not _placed(error, spoilt, own):
        return Verdict("another place", said)
    if own and spoilt.value is not None and not _valued(error, spoilt):
        return Verdict("another value", said)
    return Verdict("refused" if own else "refused at the other file", said)


def _placed(error: ScenarioError, spoilt: Spoilt, own: bool) -> bool:
    if spoilt.lines[1] <= 1 and not spoilt.names:
        whole = ("file", "folder", "scenario id")
        return error.place in whole or "line 1" in error.place
    first, last = spoilt.lines
    if own and any(first <= int(n) <= last for n in re.findall(r"\bline (\d+)", error.place)):
        return True
    told = f"{error.place if own else ''} {error.value} {error.expected}"
    if spoilt.kind in ("file cut", "syntax broken") and isinstance(error.value, Absent):
        return True  # a missing part has no line
    if own and any(first <= int(n) <= last for n in re.findall(r"\bline (\d+)", error.expected)):
        return True  # another line with the same name
    return any(name and name in told for name in spoilt.names)


def _valued(error: ScenarioError, spoilt: Spoilt) -> bool:
    """Whether the message has the value: as the actual one, or as one that another must match."""
    if spoilt.kind == "value off by one":
        return True  # the message has the value that no longer agrees
    if isinstance(error.value, str) and isinstance(spoilt.value, str):
        if error.value and error.value in spoilt.value:
            return True  # one of several words
    if spoilt.value in ("", [], {}):
        beside = f"{spoilt.steps[0]} is {spoilt.value!r}" if spoilt.steps else " is "
        told = beside in error.expected
        return told or error.value == spoilt.value or isinstance(error.value, Absent)
    told = f"{error.value} {error.expected} {error.place}"
    return error.value == spoilt.value or str(spoilt.value)[:40] in told.replace("'", "'")


# -- legal changes ------------------------------------------------------------------------------


def legal(game: str, name: str, own: bool, spoilt: Spoilt, text: str) -> bool:
    """Whether the form of the file allows an accepted change."""
    kind = spoilt.kind
    if name.endswith(".csv"):
        column = str(spoilt.steps[0]) if spoilt.steps else ""
        return (
            kind in ("cell of another", "columns exchanged", "value off by one")
            or (kind == "row dropped" and own)
            or (kind == "cell empty" and column in PERHAPS[name])
            or (kind == "cell unknown" and column in FREE_CELLS[name])
            or (kind in ("syntax broken", "file cut") and (own or column == "name"))
        )
    if kind in ("value off by one", "element removed"):
        return True
    if kind in ("syntax broken", "file cut"):
        return own
    form = _form(game, name, text, spoilt)
    holder, steps = form
    free = _freedom(holder, steps)
    key = next((s for s in reversed(spoilt.steps) if isinstance(s, str)), "")
    if kind in ("key removed", "table removed"):
        over = own or "based_on" in text  # the keys of another file apply
        return (over and len(spoilt.steps) <= 2) or "optional" in free
    if kind in ("key misspelt", "table misspelt"):
        return "dict" in free
    if kind == "value empty":
        return "empty" in free
    if kind == "name unknown":
        return key in FREE or "line" in spoilt.steps  # other columns of a start line
    if kind == "name twice":
        return key in REPEATED
    if kind in ("element doubled", "table doubled"):
        return key in REPEATED
    return False


def _form(game: str, name: str, text: str, spoilt: Spoilt) -> tuple[Any, tuple[str | int, ...]]:
    if name == GAME:
        return GameFile, spoilt.steps
    if name != CHARTS:
        return pack(game).forms().scenario, spoilt.steps
    tables = [
        text[p.value + 1 : p.end - 1]
        for p in parts(text)
        if len(p.steps) == 3 and p.steps[0] == "table" and p.steps[2] == "name"
    ]
    if len(spoilt.steps) < 2 or not isinstance(spoilt.steps[1], int):
        return ChartsFile, spoilt.steps
    if len(spoilt.steps) > 2 and spoilt.steps[2] in SourceForm.__struct_fields__:
        return SourceForm, spoilt.steps[2:]
    form = pack(game).forms().charts.get(tables[spoilt.steps[1]], ChartsFile)
    return (form, spoilt.steps[2:]) if len(spoilt.steps) > 2 else (ChartsFile, spoilt.steps)


def _freedom(form: Any, steps: tuple[str | int, ...]) -> set[str]:
    """The freedoms of the form at a place: ``optional``, ``dict`` (any keys), ``empty``."""
    at, found = form, set[str]()
    for step in steps:
        at, _ = _bare(at)
        found = set()
        origin = typing.get_origin(at)
        if origin is dict:
            found |= {"dict", "optional"}
            at = typing.get_args(at)[1]
        elif origin in (list, tuple):
            arguments = typing.get_args(at)
            found |= {"optional"}
            at = arguments[min(int(step), len(arguments) - 1)]
        elif isinstance(at, type) and issubclass(at, msgspec.Struct):
            known = {f.name: f for f in msgspec.structs.fields(at)}
            if step not in known:
                return set()
            if not known[str(step)].required:
                found |= {"optional"}
            at = known[str(step)].type
        else:
            return set()
    at, metas = _bare(at)
    if not any(m.min_length or m.pattern for m in metas) and at is not int:
        found |= {"empty"}
    return found


def _bare(form: Any) -> tuple[Any, list[msgspec.Meta]]:
    """A type without its bounds and without None, and the bounds."""
    metas: list[msgspec.Meta] = []
    while True:
        if typing.get_origin(form) is Annotated:
            metas += [m for m in form.__metadata__ if isinstance(m, msgspec.Meta)]
            form = form.__origin__
        elif typing.get_origin(form) in (typing.Union, types.UnionType):
            form = next(a for a in typing.get_args(form) if a is not type(None))
        else:
            return form, metas


def loaded(
    data: ScenarioData, whole: ScenarioData, game: str, name: str, own: bool, spoilt: Spoilt,
    text: str,
) -> Verdict:  # fmt: skip
    """The verdict on an accepted file."""
    if data == whole:
        return Verdict("same", "the same as before")
    if not legal(game, name, own, spoilt, text):
        return Verdict("what is wrong is taken", "loads")
    return Verdict("legal", "another game")

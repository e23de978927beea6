"""The one error of bad game data, and the few checks that every reader of it shares."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from eastfront._core import EastfrontError

SHOWN = 60
"""Longest value, in characters, that an error repeats in full."""


class ScenarioError(EastfrontError, ValueError):
    """Game data that cannot be played with: where it stands, what it is, what it should be."""

    def __init__(self, file: Path | str, place: str, value: object, expected: str) -> None:
        self.file = str(file)
        """The file, or the folder when a file is missing from it."""
        self.place = place
        """Line and column of a table, or key of a TOML file."""
        self.value = value
        """What stands there, shortened when it is long."""
        self.expected = expected
        """What should stand there."""
        super().__init__(f"{self.file}: {place}: got {show(value)}, expected {expected}")

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[str, str, object, str]]:
        return type(self), (self.file, self.place, self.value, self.expected)


class UnreadableFile(ScenarioError, OSError):
    """A file or folder that is not there or cannot be opened."""


def show(value: object) -> str:
    """A value as an error shows it: quoted if text, on one line, never long."""
    text = value if isinstance(value, Absent) else _written(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def cut(text: str, longest: int = SHOWN) -> str:
    """A text as an error repeats it: on one line, never long."""
    line = "".join(sign if sign.isprintable() else "?" for sign in text[: longest + 1])
    return line if len(text) <= longest else f"{line[: longest - 3]}..."


class Absent(str):
    """A description that stands for a missing value, shown without quotes."""

    __slots__ = ()


NOTHING = Absent("nothing")


def one_of(words: Iterable[str], value: object = None) -> str:
    """The words a value may be, as an expectation; the nearest one first if one is near."""
    known = sorted(words)
    near = nearest(value, known)
    listed = ", ".join(known) if len(known) <= 12 else f"{len(known)} known words"
    return f"one of {listed}{near}" if known else "a known word, but none is known"


def nearest(value: object, words: Iterable[str]) -> str:
    """A hint such as ``(did you mean 'river'?)``, empty if no word is near."""
    found = get_close_matches(value[:SHOWN], list(words), 1) if isinstance(value, str) else []
    return f" (did you mean {found[0]!r}?)" if found else ""


def _written(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**SHOWN:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str):
        return repr(value[: SHOWN + 1])
    try:
        return repr(value)
    except ValueError:  # a number too long to be written, inside a list
        return f"a {type(value).__name__} with a very long number"

"""The error for invalid game data, and helpers for its messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from eastfront._core import EastfrontError

SHOWN = 60
"""Maximum number of characters of a value quoted in full."""


class ScenarioError(EastfrontError, ValueError):
    """Invalid game data: its file and place, the value, and the expected value."""

    def __init__(self, file: Path | str, place: str, value: object, expected: str) -> None:
        self.file: str = str(file)
        """The file, or the folder in which a file is missing."""
        self.place = place
        """Line and column of a table, or key of a TOML file."""
        self.value = value
        """The invalid value, shortened if long."""
        self.expected = expected
        """The expected value, in words."""
        super().__init__(f"{self.file}: {place}: got {show(value)}, expected {expected}")

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[str, str, object, str]]:
        return type(self), (self.file, self.place, self.value, self.expected)


class UnreadableFile(ScenarioError, OSError):
    """A file or folder that is missing or cannot be opened."""


def show(value: object) -> str:
    """Returns a value as errors show it: in quotes if it is text, on one line, at most `SHOWN`
    characters."""
    text = value if isinstance(value, Absent) else _written(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def cut(text: str, longest: int = SHOWN) -> str:
    """Returns a text as quoted in an error: on one line, shortened to `longest` characters."""
    line = "".join(sign if sign.isprintable() else "?" for sign in text[: longest + 1])
    return line if len(text) <= longest else f"{line[: longest - 3]}..."


class Absent(str):
    """A description of what was found, such as ``6 rows``. Errors show it without quotes, unlike
    text from a file."""

    __slots__ = ()


NOTHING = Absent("nothing")


def one_of(words: Iterable[str], value: object = None) -> str:
    """Returns the allowed words as text for an error (``one of ...``); if one word is similar to
    `value`, a hint names it."""
    known = sorted(words)
    near = nearest(value, known)
    listed = ", ".join(known) if len(known) <= 12 else f"{len(known)} known words"
    return f"one of {listed}{near}" if known else "a known word, of which there is none"


def nearest(value: object, words: Iterable[str]) -> str:
    """Returns the hint to the word that is most similar to a value, such as ``(did you mean
    'river'?)``; empty if no word is similar."""
    found = closest(value, words)
    return f" (did you mean {found!r}?)" if found else ""


def closest(value: object, words: Iterable[str]) -> str:
    """Returns the word that is most similar to a value; empty if no word is similar."""
    found = get_close_matches(value[:SHOWN], list(words), 1) if isinstance(value, str) else []
    return found[0] if found else ""


def _written(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**SHOWN:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str):
        return repr(value[: SHOWN + 1])
    try:
        return repr(value)
    except ValueError:  # a number in a list that is too long to convert
        return f"a {type(value).__name__} with a very long number"

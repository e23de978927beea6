"""A disguise of a game: other names, and the map turned, so that a memory of history does not help.

Units, hexes, cities, sides, nations, the game itself and the historic words of its texts get other
names. Each name is swapped with its substitute wherever it stands in a text, so a text disguised
twice is the text itself: the same function translates answers to the model and its requests back.
A real name that a model remembers is therefore unknown to the game.

Historic words are those of the table `WORDS` beside a game's data; names of places are invented.
The map is turned by a multiple of 60 degrees, and may be mirrored; hexes get new numbers, by
columns and rows, so that neighbours can still be computed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from eastfront import packs, wire
from eastfront._core import Game
from eastfront.loading import catalogue
from eastfront.positions.document import document
from eastfront.wire import boards

WORDS = "historic.tsv"
"""The name of the file beside a game's data that lists its historic words: each row has the forms
of one word, joined by commas, and a substitute for the first, or none to have one invented."""

COMPASS = (
    "north, northern, northeast, northwest", "south, southern, southeast, southwest",
    "east, eastern, eastward", "west, western, westward, westernmost",
)  # fmt: skip
"""Words for directions, joined by commas for each direction. They get invented names, since the
disguised map is turned."""
YEARS = range(1930, 1950)
TITLE, GAME = "The disguised campaign", "disguised"
NOTE = """\
Hexes are numbered by column and row. c05r10 is beside c04r10 and c06r10, and beside c04 and c05 of
r09 and r11; c05r11 is beside c04r11 and c06r11, and beside c05 and c06 of r10 and r12.

Units are named by their class and a number. The classes:
"""
NAMED = ("boxes", "decisions", "hex_flags", "sides", "texts", "title", "unit_fields", "unit_flags",
         "variables", "verbs")  # fmt: skip
"""The parts of a game file whose words are not used as invented names."""

_WORD = re.compile(r"'(?:yr)?\d\d\b|[A-Za-z0-9]+")
_ONSETS, _VOWELS, _CODAS = (
    (*"bdfgklmnprstvz", "br", "dr", "gr", "kr", "tr", "st"),
    "aeiou",
    "lmnrst",
)


class Disguise:
    """A disguise of a game, determined by a seed: replaces the names in texts and documents by
    invented names, and back."""

    def __init__(self, game: Game, seed: int) -> None:
        self._rng = random.Random(seed)
        self._pairs: dict[str, str] = {}
        pack = packs.pack_of(game)
        board = wire.board(game)
        self._native = {word.lower() for text in _texts(game, pack) for word in _words(text)}
        self._swap({game.title: TITLE, game.id: f"{GAME}/scenario", "eastfront": "wargame"})
        self._hexes(board)
        kinds = self._units(board)
        if pack is not None:
            self._swap({pack.id: GAME, pack.prefix: "R"})
            self._families(catalogue.rows(pack.data / WORDS))
        cities = sorted({hex_.label for hex_ in board.hexes if hex_.label})
        nations = sorted({unit.nation for unit in board.units})
        self._families([name, ""] for name in (*COMPASS, *game.sides, *nations, *cities))
        for number, year in enumerate(YEARS, start=1):
            self._swap({str(year): f"yr{number:02}", f"'{year % 100}": f"'yr{number:02}"})
        self._starts: dict[str, list[str]] = {}
        for name in sorted(self._pairs, key=len, reverse=True):
            self._starts.setdefault(_words(name)[0], []).append(name)
        self._said_once = lru_cache(maxsize=65_536)(self._said)
        self.note: str = NOTE + "\n".join(
            f"{code}: {self._said(kinds[code])}" for code in sorted(kinds)
        )
        """The geometry of the hexes and the classes of the units, for the model."""

    # -- translating ------------------------------------------------------------------------

    def out(self, value: Any) -> Any:
        """Returns a value in which every string, keys of mappings included, is translated, and
        every number in `YEARS` is replaced by its substitute, a string."""
        if isinstance(value, str):
            return self._said_once(value)
        if isinstance(value, int) and value in YEARS:
            return self._said_once(str(value))
        if isinstance(value, Mapping):
            return {self.out(key): self.out(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.out(one) for one in value]
        return value

    def into(self, text: str) -> str:
        """Returns a text written by the model, translated back into the names of the game."""
        return self._said(text)

    def _said(self, text: str) -> str:
        """Returns a text in which each name is replaced by its substitute, or a substitute by its
        name."""
        parts: list[str] = []
        end = 0
        for found in _WORD.finditer(text):
            if found.start() < end:
                continue
            name = self._name(text, found)
            if name is not None:
                parts += [text[end : found.start()], self._pairs[name]]
                end = found.start() + len(name)
            elif "x" in found[0]:  # an attack in an order
                parts += [text[end : found.start()], self._attack(found[0])]
                end = found.end()
        return "".join([*parts, text[end:]])

    def _name(self, text: str, found: re.Match[str]) -> str | None:
        """Returns the longest known name that begins where the word `found` stands in a text; None
        if no name begins there."""
        for name in self._starts.get(found[0], ()):
            if text.startswith(name, found.start()):
                end = found.start() + len(name)
                if not (text[end : end + 1].isalnum() and name[-1].isalnum()):
                    return name
        return None

    def _attack(self, word: str) -> str:
        """Swaps the hex ids in the word of an attack, in which ids are joined by `x`, such as
        ``2506x2607``; parts without a substitute stay as they are."""
        return "x".join(self._pairs.get(part, part) for part in word.split("x"))

    # -- naming -----------------------------------------------------------------------------

    def _swap(self, names: Mapping[str, str]) -> None:
        """Records each name and its substitute, so that the translation replaces one by the other
        in both directions; a name that has a substitute already keeps it."""
        for name, other in names.items():
            if name not in self._pairs and other not in self._pairs and name != other:
                self._pairs[name], self._pairs[other] = other, name

    def _hexes(self, board: boards.Board) -> None:
        """Gives every hex a new id by column and row, after turning the map by a random angle and
        mirroring it at random."""
        turns, mirrored = self._rng.randint(1, 5), self._rng.random() < 0.5
        at = {hex_.id: _turned(hex_.column, hex_.row, turns, mirrored) for hex_ in board.hexes}
        # columns of a rectangle, as most maps have
        offset = {name: (across + down // 2, down) for name, (across, down) in at.items()}
        left = min(across for across, _ in offset.values())
        top = 2 * (min(down for _, down in offset.values()) // 2)
        self._swap({name: f"c{a - left:02}r{d - top:02}" for name, (a, d) in offset.items()})

    def _units(self, board: boards.Board) -> dict[str, str]:
        """Gives each unit a name such as ``Ba3``: the code of the unit's class, and a number.
        Returns the words that describe each class, by code."""
        classes: dict[tuple[str, str, str, str], list[boards.UnitType]] = {}
        for unit in board.units:
            classes.setdefault((unit.side, unit.nation, unit.kind, unit.mobility), []).append(unit)
        codes = [f"{first}{second}" for first in "BDFGKLMNPRSTVZ" for second in _VOWELS]
        kinds: dict[str, str] = {}
        for code, (words, units) in zip(
            self._rng.sample(codes, len(classes)), classes.items(), strict=True
        ):
            numbers = self._rng.sample(range(1, len(units) + 1), len(units))
            for unit, number in zip(units, numbers, strict=True):
                self._swap({unit.name: f"{code}{number}", unit.id: f"{code}{number}#"})
            side, nation, kind, mobility = words
            coded = ":" in kind
            if coded:
                self._swap({kind: f"{code} units"})
            kinds[code] = ", ".join(dict.fromkeys([side, nation, *[kind] * (not coded), mobility]))
        return kinds

    def _families(self, rows: Iterable[list[str]]) -> None:
        """Records substitutes for words from rows of a table. A row holds the forms of one word,
        separated by commas, and perhaps a substitute; otherwise a name is invented. In each form
        the substitute replaces the common beginning, and the ending stays."""
        for row in rows:
            forms = [form.strip() for form in row[0].split(",")]
            if any(form in self._pairs for form in forms):
                continue
            stem = _stem(forms)
            other = row[1].strip() if len(row) > 1 else ""
            other = other or self._invented()
            for form in forms:
                self._swap(dict(_cases(form, other + form[len(stem) :])))

    def _invented(self) -> str:
        """Returns a name that occurs nowhere in the game."""
        while True:
            first, second, third, fourth = (
                self._rng.choice(parts) for parts in (_ONSETS, _VOWELS, _ONSETS, _VOWELS)
            )
            name = f"{first}{second}{third}{fourth}{self._rng.choice(_CODAS)}"
            if name not in self._native and name.capitalize() not in self._pairs:
                return name


def _stem(forms: list[str]) -> str:
    """Returns the longest common beginning of all forms of a word."""
    first, last = min(forms), max(forms)
    same = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(same, len(first))]


def _turned(column: int, row: int, turns: int, mirrored: bool) -> tuple[int, int]:
    """Returns axial coordinates turned `turns` times by 60 degrees about the origin, after they are
    mirrored if `mirrored` is true."""
    if mirrored:
        column, row = row, column
    for _ in range(turns):
        column, row = -row, column + row
    return column, row


def _cases(word: str, other: str) -> Iterator[tuple[str, str]]:
    """Yields a word with its substitute three times: in upper, lower and title case. An
    abbreviation (at most two letters, all upper case) is yielded in upper case alone."""
    yield word.upper(), other.upper()
    if not (word.isupper() and len(word) < 3):
        yield word.lower(), other.lower()
        yield word.title(), other.title()


def _words(text: str) -> list[str]:
    return _WORD.findall(text) or [text]


def _texts(game: Game, pack: packs.Pack | None) -> Iterator[str]:
    """Yields the texts of a game: the names in its file and, if the game has a `pack` (an installed
    package with its data), the texts of its rules."""
    file = document(game)
    yield from _strings([file.get(part) for part in NAMED])
    if pack is not None:
        yield from (row[-1] for row in catalogue.rows(pack.data / packs.CATALOGUE))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in (*value.keys(), *value.values()):
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)

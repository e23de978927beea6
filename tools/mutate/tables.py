"""Sites for mutants in the data of a game: charts, set-ups, and the order of battle.

A figure becomes one more and one less; a word becomes a neighbouring one; in a long list the first
word is left out. The words of a chart's line are ordered, so each becomes another. A table or
column belongs to the rules named by its reader, a row of a list to those beside its head, or to its
own ``rule``; a scenario's value belongs to the sections of the rulebook that its source names, if
it names any, and else to its readers. One of several equal counters represents all. Names, hexes on
the map, the vocabulary of files (``game.toml``) and sources of figures state no rule.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence

from eastfront.packs import pack

from .mutant import ROOT, Mutant, named, numbered
from .owners import Catalogue, Owners

TOLD = frozenset(
    ["provenance", "source", "reasoning", "constraints", "sources", "title", "id", "columns"]
)
"""Keys for sources and names."""

NO_RULES = frozenset(["provenance", "sources", "source", "automatic"])
"""Tables without rules: sources, and ready set-ups."""

MANY = 3
"""The number of words from which a line is an unordered list."""

ALIKE = ("side", "nation", "kind", "class", "mobility", "size")
"""Columns with equal values for equal counters."""

FIGURES = ("factor", "movement", "attack", "defence", "arrives", "impulse")
WORDS = ("kind", "class", "nation", "mobility", "entry", "group", "replaceable")
READ = {"class": "mobility", "factor": "attack"}
"""The attribute of a counter for a column, if it is not the column's name."""

_KEY = re.compile(r"^\s*\"?([\w-]+)\"?\s*=")
_NAME = re.compile(r'^name\s*=\s*"([^"]+)"')
_HEAD = re.compile(r"^\s*\[+\s*([\w.-]+)\s*\]+\s*(?:#.*)?$")
_VALUE = re.compile(r'(?<![\w."#:-])(-?\d+)(?![\w."#:-])|"([^"\n]*)"')
_SECTIONS = re.compile(r"rulebook (\d+\.\d+(?:, \d+\.\d+)*)")
_SECTION = re.compile(r"\b\d+\.\d+\b")
_RULE = re.compile(r'[{ ]rule = "([^"]+)"')
_RULES = re.compile(r"[A-Z]{2,3}-(?:\d|[A-Z]+-)")


class Tables:
    """The sites of a game's data."""

    def __init__(self, game: str, catalogue: Catalogue, owners: Owners) -> None:
        self.folder = pack(game).data
        self.catalogue = catalogue
        self.owners = owners

    def __iter__(self) -> Iterator[Mutant]:
        for path in sorted(self.folder.glob("*.toml")):
            if path.name == "game.toml":
                continue
            yield from numbered(self._toml(named(path)))
        yield from numbered(self._units())

    def _mutant(
        self, path: str, place: str, line: int, start: int, old: str, new: str, kind: str,
        rules: set[str],
    ) -> Mutant:  # fmt: skip
        return Mutant(path, place, line, start, old, new, kind, tuple(sorted(rules)))

    # -- tables ------------------------------------------------------------------------------

    def _toml(self, path: str) -> Iterator[Mutant]:
        """Line by line, so that a change is a change of the file as it stands."""
        text = (ROOT / path).read_text(encoding="utf-8")
        sourced = {
            source["name"]: self._of_sections(_SECTION.findall(source["source"]))
            for source in tomllib.loads(text).get("source", ())
        }
        at, head, name, key, table = 0, "", "", "", ""
        own, of_row, listed = self._sections(text), set[str](), set[str]()
        quoted = rows = False
        seen: dict[tuple[str, ...], set[str]] = {}
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            start, at = at, at + len(line)
            if quoted or line.count('"""') == 1:
                quoted ^= line.count('"""') % 2 == 1
                continue
            if found := _HEAD.match(line):
                head, key, of_row, listed = found.group(1), "", self.catalogue.ids(line), set()
                rows = line.lstrip().startswith("[[table.")
                name = "" if head == "table" else name
                continue
            if found := _NAME.match(line):
                name = found.group(1)
                table = name if head == "table" else table
                continue
            if found := _KEY.match(line):
                key, listed = found.group(1), set()
            for rule in _RULE.findall(line):
                listed = self.catalogue.ids(rule) or self._of_sections([rule])
            if key in TOLD or NO_RULES & {*head.split(".")}:
                continue
            body = line.split("#")[0] if '"' not in line.split("#")[0][-1:] else line
            where = tuple(part for part in (name, *head.split("."), key) if part != "table")
            if where not in seen:
                # the rows of one list are read in the same way, whatever their keys
                told = sourced.get(head.split(".")[0] or key, set())
                read = self._owned(table, where[:-1] if rows and key else where, line)
                seen[where] = own | (told | self.catalogue.ids(line) if told else read)
            begin = found.end() if found else 0
            rules = listed or of_row or seen[where]
            yield from self._values(path, where, number, start, body, begin, rules)

    def _sections(self, text: str) -> set[str]:
        """The rules of the sections named at the top of a file."""
        top = re.split(r"^[^#\n]", text, maxsplit=1, flags=re.MULTILINE)[0]
        return self._of_sections(
            part for found in _SECTIONS.findall(top) for part in found.split(", ")
        )

    def _of_sections(self, named: Iterable[str]) -> set[str]:
        """The rules of sections of the rulebook."""
        prefixes = {rule.partition("-")[0] for rule in self.catalogue.rules}
        every = {f"{prefix}-{part}" for part in named for prefix in prefixes}
        return {rule for section in every for rule in self.catalogue.ids(section)}

    def _owned(self, table: str, where: Sequence[str], line: str) -> set[str]:
        """The rules of the readers of a chart, by the innermost key that they name."""
        rules = self.catalogue.ids(line)
        if table:
            return rules or self.owners.reading(table, where)
        for part in reversed(where):
            if rules:
                break
            rules = self.owners.quoting({part})
        return rules

    def _values(
        self, path: str, where: Sequence[str], number: int, start: int, line: str, begin: int,
        rules: set[str],
    ) -> Iterator[Mutant]:  # fmt: skip
        words = [m.group(2) for m in _VALUE.finditer(line, begin) if m.group(2) is not None]
        others = list(dict.fromkeys(words))
        place = ".".join(where)
        for found in _VALUE.finditer(line, begin):
            old, first = found.group(), start + found.start()
            if found.group(1) is not None:
                for step in (1, -1):
                    new = str(int(old) + step)
                    yield self._mutant(path, place, number, first, old, new, "figure", rules)
            elif len(words) >= MANY and not line.lstrip().startswith("["):
                if found.group(2) == words[0] and line[found.end() : found.end() + 2] == ", ":
                    yield self._mutant(path, place, number, first, f"{old}, ", "", "entry", rules)
            elif len(others) > 1 and not _RULES.match(found.group(2)):
                new = f'"{others[(others.index(found.group(2)) + 1) % len(others)]}"'
                yield self._mutant(path, place, number, first, old, new, "entry", rules)

    # -- the order of battle -----------------------------------------------------------------

    def _units(self) -> Iterator[Mutant]:
        path = named(self.folder / "units.csv")
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines(keepends=True)
        columns = next(csv.reader([lines[0]]))
        rows = [next(csv.reader([line])) for line in lines[1:]]
        known = {
            name: sorted({row[columns.index(name)] for row in rows} - {""})
            for name in WORDS
            if name in columns
        }
        owned = {name: self.owners.column(READ.get(name, name)) for name in (*FIGURES, *WORDS)}
        alike: set[tuple[str, ...]] = set()
        at = len(lines[0])
        for number, (line, row) in enumerate(zip(lines[1:], rows, strict=True), 2):
            start, at = at, at + len(line)
            cell = dict(zip(columns, row, strict=True))
            same = tuple(cell.get(name, "") for name in ALIKE)
            if same in alike or '"' in line:
                continue
            alike.add(same)
            for name in (name for name in (*FIGURES, *WORDS) if name in columns):
                value = cell[name]
                news = [str(int(value) + s) for s in (1, -1)] if value.isdigit() else []
                if name in WORDS and value:
                    every = known[name]
                    news = [every[(every.index(value) + 1) % len(every)]]
                first = start + len(_line(row[: columns.index(name)]))
                for new in news:
                    kind = "unit class" if name in WORDS else "figure"
                    place = f"{cell['id']}.{name}"
                    if new != value:
                        rules = owned[name] | self.owners.looking_for(name, {value, new})
                        yield self._mutant(path, place, number, first, value, new, kind, rules)


def _line(cells: Sequence[str]) -> str:
    """The text of cells in a line, with the comma after the last."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([*cells, ""])
    return out.getvalue() if cells else ""


__all__ = ["Tables"]

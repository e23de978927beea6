"""The catalogue of each game's rules: a page for each section of its rulebook.

Each rule has its id, its statement in our words, its status, the lines of code that name it, and
the tests marked with it. The text is that of `eastfront rule`, the catalogue beside the game's
data.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from eastfront.loading.catalogue import PLAY, Statement, rule
from eastfront.packs import CATALOGUE, Pack, packs

from .listings import address
from .marks import ROOT, Place, tests

FOLDER = "rules"

_SECTION = re.compile(r"[A-Z]+-(\d+|[A-Z]+)")

WORDS = {
    "av": "automatic victory",
    "hq": "headquarters",
    "zoc": "zones of control",
    "rvgk": "RVGK",
}
"""Areas that the catalogues abbreviate."""


OVERVIEW = """# Rules of {title}

{rules} rules, {tested} of them with a test. A rule's id names a section of the rulebook and a
statement of it, in our words. `eastfront rules {game}` counts the rules, `eastfront rule {one}`
prints one.

| section | rules | with a test |
| --- | ---: | ---: |"""


@dataclass(frozen=True)
class Entry:
    """A rule, with the places that name it."""

    statement: Statement
    code: Sequence[Place]
    tests: Sequence[Place]

    @property
    def status(self) -> str:
        """Whether it is tested, or why it needs no test."""
        kind, reason = self.statement.kind, self.statement.reason
        told = "not built yet" if kind == "later" else kind
        if kind != PLAY and not self.tests:
            return f"{told}: {reason}" if reason else told
        return "tested" if self.tests else "no test"


def entries(pack: Pack) -> list[Entry]:
    """All rules of a game, in the order of its catalogue."""
    known = [rule(id_) for id_ in _ids(pack)]
    code = named(pack.package, {one.id for one in known})
    tested = tests([ROOT / "tests"], [one.id for one in known])
    return [Entry(one, code.get(one.id, ()), tested.get(one.id, ())) for one in known]


def _ids(pack: Pack) -> list[str]:
    lines = (pack.data / CATALOGUE).read_text(encoding="utf-8").splitlines()[1:]
    return [line.partition("\t")[0] for line in lines if line]


def named(folder: Path, ids: set[str]) -> Mapping[str, Sequence[Place]]:
    """The statements in a folder of Python that name a rule; if there is none, comments that do."""
    said: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    noted: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    word = re.compile(r"[A-Z]+-[\w.-]*\w")
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(text)
        owners = {line: node.name for node, line in _lines(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids:
                place = Place(name, node.lineno, owners.get(node.lineno, path.stem))
                said[node.value][place] = None
        for number, line in enumerate(text.splitlines(), 1):
            for id_ in ids.intersection(word.findall(line)):
                noted[id_][Place(name, number, owners.get(number, path.stem))] = None
    return {id_: list(said.get(id_) or places) for id_, places in noted.items()}


def _lines(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.ClassDef, int]]:
    """The functions and classes, each with its lines; inner ones follow outer ones."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min(one.lineno for one in (node, *node.decorator_list))
            for line in range(first, (node.end_lineno or node.lineno) + 1):
                yield node, line


def pages() -> Iterator[tuple[str, str]]:
    """The pages of all games, by path in the site; each game's overview comes first."""
    for pack in packs():
        groups: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in entries(pack):
            groups[section_of(entry.statement.id)].append(entry)
        yield f"{FOLDER}/{pack.id}/index.md", _overview(pack, groups)
        for section, members in groups.items():
            yield page_of(pack.id, members[0].statement.id), _page(pack, section, members)


def section_of(id_: str) -> str:
    """The section of the rulebook to which a rule belongs: its number, or its name in the id."""
    found = _SECTION.match(id_)
    return found[1] if found else "other"


def page_of(game: str, id_: str) -> str:
    """The page of a rule."""
    return f"{FOLDER}/{game}/{section_of(id_).lower()}.md"


def _overview(pack: Pack, groups: Mapping[str, Sequence[Entry]]) -> str:
    every = [entry for members in groups.values() for entry in members]
    tested = sum(bool(entry.tests) for entry in every)
    rows = [
        f"| [{title(section, members)}]({section.lower()}.md) | {len(members)} |"
        f" {sum(bool(one.tests) for one in members)} |"
        for section, members in groups.items()
    ]
    head = OVERVIEW.format(
        title=pack.title, game=pack.id, rules=len(every), tested=tested, one=every[0].statement.id
    )
    return "\n".join([head, *rows, ""])


def title(section: str, members: Sequence[Entry]) -> str:
    """A heading for a section: its number or name, and what most of its rules are about."""
    areas = Counter(one.statement.area for one in members).most_common(2)
    words = [WORDS.get(area, area.replace("_", " ")) for area, _ in areas]
    return f"{section}: {', '.join(words)}"


def _page(pack: Pack, section: str, members: Sequence[Entry]) -> str:
    head = f"# {title(section, members)}\n\nSection {section} of {pack.title}.\n"
    return head + "".join(map(_entry, members))


def _entry(entry: Entry) -> str:
    one = entry.statement
    lines = [
        f"\n## {one.id} {{ #{one.id} }}\n",
        f"<p>{escape(one.text)}</p>",
        f'<p class="rule-status"><strong>Status:</strong> {escape(entry.status)}.',
    ]
    if entry.code:
        lines.append(f"<strong>Code:</strong> {', '.join(map(_link, entry.code))}.")
    lines.append("</p>")
    if entry.tests:
        count = f"{len(entry.tests)} test" + "s" * (len(entry.tests) > 1)
        rows = "".join(f"<li>{_link(place)}</li>" for place in entry.tests)
        lines.append(
            f"<details data-search-exclude><summary>{count} of {one.id}</summary>"
            f"<ul>{rows}</ul></details>"
        )
    return "\n".join(lines) + "\n"


def _link(place: Place) -> str:
    where = f"../../{address(place.path)}#L{place.line}"
    return f'<a href="{where}" title="{place.path}, line {place.line}">{escape(place.name)}</a>'

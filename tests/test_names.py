"""Former names appear nowhere but in the tables that list them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

from eastfront.program import statements

ROOT = Path(__file__).resolve().parents[1]

PYTHON, RUST = "python", "rust"


@dataclass(frozen=True)
class Former:
    """How a former name looks, where it is sought, and texts in which it is found."""

    look: str
    planted: tuple[str, ...]
    where: tuple[str, ...] = (PYTHON,)
    own: tuple[str, ...] = ()
    """Folders where the name has a meaning of its own."""
    word: str = ""
    """A text that every form contains, sought first."""

    def seen(self, text: str) -> str:
        """How it stands in a text; nothing if it does not."""
        found = re.search(self.look, text) if self.word in text else None
        return found[0] if found else ""


ASKED = {"note", "in_force"}
"""What a builder answers, too: it numbers notes, and knows which rules are left out."""
STATEMENTS = (
    *("when", "either", "loop", "each", "decide", "assign", "mark", "place", "stop"),
    *(
        name
        for name, what in vars(statements).items()
        if isfunction(what) and what.__module__ == statements.__name__ and name not in ASKED
    ),
)
"""What was a method of the builder: all that is a statement today."""


def statement(name: str) -> Former:
    """A statement that was a method of the builder."""
    planted = (f"    b.{name}(1)", f"self.b.{name}(flag, things)")
    return Former(rf"\bb\.{name}\b", planted, word=f"b.{name}")


WORDS = {
    "b.when": Former(
        rf"\bb\.({'|'.join(STATEMENTS)})\(",
        ("    b.when(x)", "with self.b.until(x):", "b.mark(flag, things)"),
    ),
    **{name: statement(name[2:]) for name in ("b.decide", "b.place")},
    "pick": Former(r"\bpick\(|`pick`", ("x = pick(a, b, c)", "the value of `pick`")),
    "choose_between": Former(
        r"\bchoose_between\b", ("choose_between(a, b)", "by choose_between"), (PYTHON, RUST)
    ),
    "once(value, then)": Former(
        r"(?<![\w.])once\(|`once`", ("x = once(value, lambda v: v)", "it is read by `once`")
    ),
    "b.once(set)": Former(r"\bb\.once\b", ("near = self.b.once(near)",)),
    "things.has(thing)": Former(
        r"\.has\(|`has`",
        ("when(self.land.has(hex))", "(a | b).has(unit)", "units.has(unit)", "cities(side).has(x)"),
        own=("tests/oracle/", "tests/spikes/"),
    ),
    **{
        f"b.mark(flag, things, {number})": Former(
            rf"\bmark\((?:[^()]|\([^()]*\))*, {number}\)",
            (f"b.mark(flag, things, {number})", f"mark(self.moved, one_unit(unit), {number})"),
        )
        for number in (0, 1)
    },
    "b.mark(flag, things, number)": Former(
        r"\bb\.mark\([^,()]*,[^,()]*, \w+\)", ("b.mark(flag, things, truth)",)
    ),
    **{name: statement(name[2:]) for name in ("b.keep", "b.stop", "b.again", "b.answer", "b.end")},
    "b.ends(life)": statement("ends"),
    "self.on(rule)": Former(
        r"\b(self|rules)\.on\(|`on`",
        ('when(self.on("TRC-5.1a"))', "if self.rules.on(rule):"),
        own=("tests/spikes/",),
    ),
    "b.on(rule)": Former(r"\bb\.on\(", ('if b.on("BD-5.3a"):', "self.b.on(rule)")),
    "self.ruled": Former(r"\bself\.ruled\(", ('self.ruled("BD-5.3a", hexes)',)),
    "self.ruled_hexes": Former(
        r"\bruled_hexes\b",
        ('self.ruled_hexes("BD-5.3a", hexes)', "what ruled_hexes gives"),
        (PYTHON, RUST),
    ),
    "self.only": Former(r"\bself\.only\(", ('self.only("BD-5.3a", units, "why")',)),
    "mourn": Former(r"(?<![a-z])mourn(?![a-z])", ("def _mourn(self):", "who mourn the lost")),
    "Int::Is": Former(r"\bInt::Is\b", ("Int::Is(3, 1)",), (RUST,)),
    **{
        f"{kind}::Kept": Former(rf"\b({kind}|\$set)::Kept\b", (f"{kind}::Kept(a)",), (RUST,))
        for kind in ("Int", "Hexes", "Units")
    },
    "Choice": Former(
        r"\b(struct|enum|impl|for|use .*) Choice\b|[<&\[]Choice\b|: Choice\b|\bChoice(::| \{)",
        ("pub struct Choice {", "fn of(choice: &Choice)", "Vec<Choice>", "Choice { verb }"),
        (RUST,),
    ),
}
"""Names of the language and of the engine, as the table writes them."""

SET = "set of hexes, set of units"
NODES = {
    "number": (
        *("K", "V", "L", "It", "DivUp", "If", "Has", "HasUnit", "Count", "First", "Stack", "Edge"),
        *("Step", "Tag"),
    ),
    SET: ("Or", "And", "Minus", "If", "Tag"),
    "set of hexes": ("Of",),
    "instruction": ("UnitFlag", "UnitField", "HexFlag", "Unless", "Choose", "Ends", "End"),
}
"""What the nodes of programs were called, by their kind."""
FIELDS = {"field of a decision": ("alts",), "field of an alternative": ("rules", "pass")}

STILL = {
    "And": "a number still, which is one where two are",
    "Or": "a number still, which is one where one of two is",
    "UnitFlag": "a number still, which tells a flag",
    "UnitField": "a number still, which tells a field",
    "HexFlag": "a number still, which tells a flag",
}
"""Former names of one kind that are present ones of another."""

WRITTEN = tuple(
    sorted({name for names in NODES.values() for name in names} - STILL.keys(), key=len)
)
"""Nodes of which a program has none, whatever they stand in."""

OWNERS = {
    "number": ("Int",),
    SET: ("Hexes", "Units", "$set"),
    "set of hexes": ("Hexes", "$set"),
    "instruction": ("Instr",),
}
"""What has the nodes of a kind in the engine."""

DISTINCT = {"DivUp", "HasUnit"}
"""Words that mean nothing else, and are sought wherever they stand."""
QUOTED = {"Unless", "Choose"}
"""Words that are sought wherever they stand in quotes."""
LETTERS = {"K", "V", "L"}
"""Names that are rows of hexes, too, in prose and in tests of rules."""
IN_PROSE = {"Stack": "units of a set-up that lie together", **STILL}
"""Former names that prose uses in another meaning."""


def node(kind: str, name: str) -> Former:
    """A former node: in the engine, in Python that writes or matches it, and in prose."""
    owners = "|".join(re.escape(owner) for owner in OWNERS[kind])
    looks = [rf"(?<!\w)({owners})::{name}\b"]
    planted = [f"{owner}::{name}(a, b)" for owner in OWNERS[kind]]
    if kind == SET:
        looks.append(rf"(Hexes|Units)\(\(\"{name}\"")
        planted += [f'Hexes(("{name}", a, b))', f'Units(("{name}", a, b))']
    if kind == "instruction":
        looks.append(rf"emit\(\{{\"{name}\"")
        planted.append(f'b.code.emit({{"{name}": [1, 2]}})')
    if name in WRITTEN:
        looks += [rf"[({{]\"{name}\"[,:] ?[^}}\n]", rf"\bcase (.* \| )?[({{\[]?\"{name}\""]
        planted += [f'Int(("{name}", a))', f'case "Other" | "{name}":', f'case ("{name}", a):']
    if name in QUOTED:
        looks.append(rf"\"{name}\"")
        planted.append(f'JUMPS = ["Jump", "{name}"]')
    if name not in IN_PROSE and name not in LETTERS:
        looks.append(rf"`{name}`")
        planted.append(f"a node `{name}`")
    if name in DISTINCT:
        looks.append(rf"\b{name}\b")
        planted.append(f'raise ProgramError("no {name} here")')
    own = ("tests/rules/",) if name in LETTERS else ()
    return Former("|".join(looks), tuple(planted), (PYTHON, RUST), own, name)


FIELD_LOOKS = {
    "alts": Former(r"\balts\b", ('d["alts"]', "decision.alts", "no alts"), (PYTHON, RUST)),
    "rules": Former(r"\balt\.rules\b", ("for r in &alt.rules {",), (PYTHON, RUST)),
    "pass": Former(r"\balt\.pass\b", ("if alt.pass {",), (PYTHON, RUST)),
}

FORMER = {
    **WORDS,
    **{f"{kind}: {name}": node(kind, name) for kind, names in NODES.items() for name in names},
    **{f"{kind}: {name}": FIELD_LOOKS[name] for kind, names in FIELDS.items() for name in names},
}
"""Every name of the tables."""

TELLS = {
    "tests/test_names.py": "holds the patterns",
    "tests/api/test_earlier_files.py": "reads what was stored under former names",
}
"""Files that name what was before, and why."""

TELLING = {
    (
        "CHANGELOG.md",
        "  `pick`, `once`, `has`, `mark(..., 0)` and `on` (table: `docs/decisions/language.md`).",
    ): "tells users of the renaming",
}
"""Lines that do, by their file, and why."""

TABLE = "docs/decisions/language.md"
SEARCHED = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "python", "tests", "tools"),
    *("benches", "fuzz", "examples", "rust"),
)
KINDS = {".py", ".pyi", ".md", ".toml", ".rs"}

ALIAS = re.compile(r"#\[serde\(alias = \"(\w+)\"\)\]\s+(?:pub )?(\w+)")
"""A former name beside the present one, in the engine."""


ROW = re.compile(r"^\|(?: ([a-z][a-z ,]+) \|)? (`.+) \| (`.+) \|$", re.MULTILINE)
"""A row of the tables: the kind, if there is one, the name before, and the name now."""


def rows() -> list[tuple[str, list[str], list[str]]]:
    """The rows of the tables: kind, names before, names now."""
    told = (ROOT / TABLE).read_text(encoding="utf-8").partition("## Names of the language")[2]
    found = ROW.findall(told.partition("\n## ")[0])
    return [(kind, *(re.findall(r"`([^`]+)`", cell) for cell in cells)) for kind, *cells in found]


@cache
def texts() -> list[tuple[str, str]]:
    """Every file of ours that people write, by its path, without what tells of former names."""
    found = []
    for name in SEARCHED:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            told = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and path.is_file() and told not in TELLS:
                text = re.sub(ALIAS, r"\2", path.read_text(encoding="utf-8"))
                for where, line in TELLING:
                    text = text.replace(line, "") if where == told else text
                found.append((told, re.sub(ROW, "", text) if told == TABLE else text))
    return found


def used(former: Former, files: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Where a former name stands, and how."""
    return {
        path: how
        for path, text in files
        if (RUST if path.startswith("rust/") else PYTHON) in former.where
        and not path.startswith(former.own or " ")
        and (how := former.seen(text))
    }


@pytest.mark.parametrize("name", FORMER)
def test_no_name_that_was_given_up_is_used(name: str) -> None:
    assert not used(FORMER[name], texts())


@pytest.mark.parametrize("name", FORMER)
def test_a_name_that_comes_back_is_seen(name: str) -> None:
    former = FORMER[name]
    assert former.planted
    for text in former.planted:
        files = [(f"{where}/planted", f"first line\n{text}\nlast line") for where in former.where]
        assert used(former, files).keys() == {path for path, _ in files}, text


def test_the_table_and_the_patterns_cover_each_other() -> None:
    told = {f"{kind}: {name}" if kind else name for kind, before, _ in rows() for name in before}
    assert told == FORMER.keys()


def test_no_name_of_today_is_taken_for_a_former_one() -> None:
    for kind, before, now in rows():
        for name in before:
            former = FORMER[f"{kind}: {name}" if kind else name]
            assert not [new for new in now if former.seen(f"    {new}(a, b)")]


@pytest.mark.parametrize(("path", "line"), TELLING)
def test_each_line_that_tells_of_former_names_is_there(path: str, line: str) -> None:
    assert line in (ROOT / path).read_text(encoding="utf-8").splitlines()


# -- files ----------------------------------------------------------------------------------------

STORED = ("rust/core/tests/data/*.efg", "rust/fuzz/world.json", "rust/fuzz/corpus/program/*")
"""Where programs of today are stored."""


def keys(node: Any) -> Iterator[str]:
    """Every key within a document."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield key
            yield from keys(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from keys(inner)


def program(document: Any) -> Any:
    """What is the program in a stored document, or list of procedures."""
    if isinstance(document, list):
        return document
    return [document[part] for part in ("views", "procedures", "queries", "hidden")]


@pytest.mark.parametrize("where", STORED)
def test_no_file_holds_a_name_that_was_given_up(where: str) -> None:
    files = sorted(ROOT.glob(where))
    assert files
    for path in files:
        raw = path.read_bytes()
        found = set(keys(program(json.loads(raw[8:] if raw.startswith(b"eastfr") else raw))))
        assert not found.intersection((*WRITTEN, *FIELD_LOOKS)), path


def test_the_tables_name_every_alias() -> None:
    told = {(old, new) for kind, (old, *_), (new, *_) in rows() if kind}
    sources = (ROOT / "rust/core/src/ir").glob("*.rs")
    aliases = {pair for path in sources for pair in ALIAS.findall(path.read_text(encoding="utf-8"))}
    assert aliases and aliases == told

"""Names that were given up stand nowhere any more, but in the tables that tell of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]

GIVEN_UP = {
    "a statement of a builder": r"\bb\.(when|either|loop|each|decide|assign|mark|place|stop)\(",
    "pick": r"\bpick\(",
    "choose_between": r"\bchoose_between\b",
    "once, for let or memoise": r"(?<![\w.])once\(|\bb\.once\(",
    "has, for contains": r"\b(self\.\w+|hexes|units|\))\.has\(",
    "on, for in_force": r"\b(self|b|rules)\.on\(\"",
    "mark with a value": r"\bmark\([^()]*, [01]\)",
    "keep, for store": r"\bb\.keep\(",
    "ruled_hexes": r"\bruled_hexes\b",
}
"""What was called so, and how it looked."""

OWN = {
    "has, for contains": ("tests/oracle", "tests/spikes/"),
    "a node in Python": ("tests/rules/",),
}
"""Folders where a name has a meaning of its own: a method of maps, letters of hexes."""

TELLS = {"docs/decisions.md", "tests/test_names.py", "tests/api/test_earlier_files.py"}
"""Where the tables are."""

SEARCHED = (
    *("README.md", "CONTRIBUTING.md", "docs", "python", "tests", "tools", "benches", "fuzz"),
    "rust",
)
KINDS = {".py", ".pyi", ".md", ".toml", ".rs"}

NUMBERS = (
    *("K", "V", "L", "It", "Is", "DivUp", "If", "Has", "HasUnit", "Count", "First", "Stack"),
    *("Edge", "Step", "Tag", "Kept"),
)
SETS = ("Or", "And", "Minus", "If", "Tag", "Of", "Kept")
INSTRUCTIONS = ("UnitFlag", "UnitField", "HexFlag", "Unless", "Choose", "Ends", "End")
WRITTEN = (
    *("K", "V", "L", "It", "DivUp", "If", "Has", "HasUnit", "Count", "First", "Stack", "Edge"),
    *("Step", "Tag", "Of", "Minus", "Unless", "Choose", "Ends", "End"),
)
"""Nodes of which a program has none, whatever they stand in."""
FIELDS = ("alts", "rules", "pass")

NODES = {
    "a number of the engine": rf"\bInt::({'|'.join(NUMBERS)})\b",
    "a set of the engine": rf"(\bHexes|\bUnits|\$set)::({'|'.join(SETS)})\b",
    "an instruction of the engine": rf"\bInstr::({'|'.join(INSTRUCTIONS)})\b",
    "a field of a decision": r"(\.|\[\")alts\b|\balt\.(rules|pass)\b",
    "a node in Python": rf"[({{]\"({'|'.join(WRITTEN)})\"[,:] ?[^}}\n]",
    "a node that is matched": rf"\bcase (.* \| )?[({{\[]?\"({'|'.join(WRITTEN)})\"",
    "a key of an instruction": r"\"(Unless|Choose|HasUnit|DivUp)\"",
    "a set in Python": r"(Hexes|Units)\(\(\"(And|Or|Minus|If)\"",
}
"""What the nodes of programs were called, and how it looked."""
GIVEN_UP |= NODES

ALIAS = re.compile(r"#\[serde\(alias = \"(\w+)\"\)\]\s+(?:pub )?(\w+)")
"""A former name beside the present one, in the engine."""


def texts() -> list[tuple[str, str]]:
    """Every file of ours that people write, by its path."""
    found = []
    for name in SEARCHED:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            told = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and path.is_file() and told not in TELLS:
                text = path.read_text(encoding="utf-8")
                found.append((told, re.sub(ALIAS, r"\2", text)))
    return found


@pytest.mark.parametrize("name", GIVEN_UP)
def test_no_name_that_was_given_up_is_used(name: str) -> None:
    given_up = re.compile(GIVEN_UP[name])
    own = OWN.get(name, ()) if name in NODES else (*OWN.get(name, ()), "rust/")
    used = {p: m[0] for p, t in texts() if not p.startswith(own) and (m := given_up.search(t))}
    assert not used


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
        assert not found.intersection((*WRITTEN, *FIELDS)), path


def test_the_tables_name_every_alias() -> None:
    table = (ROOT / "docs/decisions.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| [a-z ,]+ \| `(\w+)` \| `(\w+)` \|$", table, re.MULTILINE))
    sources = (ROOT / "rust/core/src/program").glob("*.rs")
    aliases = {pair for path in sources for pair in ALIAS.findall(path.read_text(encoding="utf-8"))}
    assert aliases and aliases == told

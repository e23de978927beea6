"""Names that were given up stand nowhere any more, but in the tables that tell of them."""

from __future__ import annotations

import re
from pathlib import Path

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

OWN = ("tests/oracle", "tests/spikes/")
"""Folders whose classes have a method `has` of their own, which speaks of maps."""

TELLS = {"docs/decisions.md", "tests/test_names.py"}
"""Where the tables are."""

SEARCHED = ("README.md", "CONTRIBUTING.md", "docs", "python", "tests", "tools", "benches", "fuzz")
KINDS = {".py", ".md", ".toml"}


def texts() -> list[tuple[str, str]]:
    """Every file of ours that people write, by its path."""
    found = []
    for name in SEARCHED:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            told = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and path.is_file() and told not in TELLS:
                found.append((told, path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("name", GIVEN_UP)
def test_no_name_that_was_given_up_is_used(name: str) -> None:
    given_up = re.compile(GIVEN_UP[name])
    own = OWN if name.startswith("has") else ()
    used = {p: m[0] for p, t in texts() if not p.startswith(own) and (m := given_up.search(t))}
    assert not used

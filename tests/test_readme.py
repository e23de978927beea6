"""The page on the tests names each of their folders, and no others."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent


def test_the_page_on_the_tests_names_each_folder() -> None:
    page = (TESTS / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    there = (path.name for path in TESTS.iterdir() if path.is_dir())
    assert told == sorted(name for name in there if not name.startswith(("_", ".")))

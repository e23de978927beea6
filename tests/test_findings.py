"""Findings have their form, and code that depends on one names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FINDINGS = sorted((ROOT / "findings").glob("*"))


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda path: path.name)
def test_a_finding_has_its_form(finding: Path) -> None:
    text = finding.read_text(encoding="utf-8")
    head, code = text.split("set -euo pipefail\n")
    assert finding.suffix == ".sh"
    assert re.fullmatch(
        r"#!/usr/bin/env bash\n# .+\.\n#\n# Guess: .+\n(#   .+\n)*# Seen with .+\n(#   .+\n)*"
        r"# Stands on it: .+\n",
        head,
    )
    packages = re.search(r"^packages=\((.+)\)$", code, re.MULTILINE)
    assert packages and all("==" in package for package in packages[1].split())
    assert "folder=$(mktemp -d)\ntrap 'rm -rf \"$folder\"' EXIT" in code
    assert '"${packages[@]%%${NEWEST:+==*}}"' in code and "eastfront" not in code
    assert code.endswith('diff "$folder/expected" "$folder/seen"\n')


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda path: path.name)
def test_what_stands_on_a_finding_names_it(finding: Path) -> None:
    stands = re.search(r"^# Stands on it: (.+)$", finding.read_text(encoding="utf-8"), re.MULTILINE)
    assert stands
    for place in stands[1].split(", "):
        assert f"findings/{finding.name}" in (ROOT / place).read_text(encoding="utf-8"), place


def test_every_finding_that_is_named_is_there() -> None:
    kinds = ("python/**/*.py", "tools/**/*.py", "docs/*.md", "tests/*/*.py")
    places = [place for kind in kinds for place in ROOT.glob(kind)]
    named = {
        name
        for place in (*places, ROOT / "pyproject.toml")
        for name in re.findall(r"findings/([\w-]+\.sh)", place.read_text(encoding="utf-8"))
    }
    assert named == {path.name for path in FINDINGS}

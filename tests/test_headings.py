"""The headings in a section's file are cases of its rulebook, in order."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from eastfront.packs import CATALOGUE, Pack, packs
from eastfront.systems import Section
from eastfront.systems.sections import annotated

HEADING = re.compile(r"    # -- (?P<cases>[^:]*): ")
OTHER = re.compile(r"    # -- (laws|questions|words|standing answers) -")
"""The headings without a case, which come last."""
STATING_NO_RULE = {"Advice", "Evaluation", "Explaining", "Inquiry"}
"""Sections of queries and of the worth of positions."""


def sections(pack: Pack) -> dict[str, type[Section]]:
    """The sections of a game that state rules, by their names."""
    kinds = {kind.__name__: kind for kind in annotated(pack.rules(), Section).values()}
    return {name: kind for name, kind in kinds.items() if name not in STATING_NO_RULE}


def headings(kind: type[Section]) -> list[str]:
    """The lines with headings in a class."""
    return [line for line in inspect.getsource(kind).splitlines() if "    # -- " in line]


def places(pack: Pack) -> list[str]:
    """The rules of the catalogue, in the order of the rulebook, without the prefix."""
    rows = (pack.data / CATALOGUE).read_text(encoding="utf-8").splitlines()[1:]
    return [row.partition("\t")[0].removeprefix(f"{pack.prefix}-") for row in rows]


def place(rules: list[str], case: str) -> int:
    """The place of the first rule of a case."""
    of_case = re.compile(re.escape(case) + (r"(?!\d)" if case[-1].isdigit() else ""))
    return next(at for at, rule in enumerate(rules) if of_case.match(rule))


def with_headings() -> Iterator[Any]:
    """The sections with headings of each game."""
    for pack in packs():
        for name, kind in sections(pack).items():
            if headings(kind):
                yield pytest.param(pack, kind, id=f"{pack.id}-{name}")


@pytest.mark.parametrize(("pack", "kind"), [*with_headings()])
def test_headings_follow_the_rulebook(pack: Pack, kind: type[Section]) -> None:
    lines, rules = headings(kind), places(pack)
    others = [line for line in lines if OTHER.match(line)]
    numbered = lines[: len(lines) - len(others)]
    assert lines == [*numbered, *others]
    found = [HEADING.match(line) for line in numbered]
    assert None not in found, lines
    at = [place(rules, re.split(r", | to ", each["cases"])[0]) for each in found if each]
    assert at == sorted(at), lines


def test_every_section_of_the_longest_rulebook_has_headings() -> None:
    pack = next(pack for pack in packs() if pack.prefix == "TRC")
    assert [name for name, kind in sections(pack).items() if not headings(kind)] == []


def test_a_case_is_found_by_all_of_its_number() -> None:
    rules = ["1.0a", "2.1a", "2.1.1a", "2.10a", "2.10.1a", "MOVE-A1"]
    cases = ("2.1", "2.10", "2.1.1", "2.10.1", "MOVE-A")
    assert [place(rules, case) for case in cases] == [1, 3, 2, 4, 5]

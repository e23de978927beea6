"""The page of rules beside their code agrees with the present code."""

from __future__ import annotations

import pytest
from tools import reading

from eastfront.packs import packs


def test_the_page_shows_the_code_as_it_stands() -> None:
    """After a change of a rule that it shows: `python -m tools.reading`."""
    assert reading.PAGE.read_text(encoding="utf-8") == reading.page()


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.package.name)
def test_ten_rules_of_each_game_stand_beside_code_or_a_test(pack: reading.Pack) -> None:
    page = reading.page()
    drawn = reading.drawn(pack)
    assert len(set(drawn)) == reading.RULES and str(reading.SEED) in page
    for rule in drawn:
        part = page.partition(f"### {rule}\n")[2].partition("\n### ")[0]
        assert part.count("```") >= 2, rule
        assert reading.catalogue(pack)[rule][:40] in part


def test_a_rule_with_neither_is_named() -> None:
    with pytest.raises(LookupError, match="BD-99"):
        reading.first_test(next(iter(packs())), "BD-99.9z")

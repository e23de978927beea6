"""README leads to every page, and no link of a page leads nowhere."""

from __future__ import annotations

import re

import pytest

from .conftest import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "docs/first-game.md", "docs/systems.md"]
PAGES += ["docs/architecture.md", "docs/variants.md", "examples/two-bridges/README.md"]
PAGES += ["examples/levies/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text)
    assert links
    for link in links:
        assert ((ROOT / page).parent / link).exists(), link


def test_the_readme_leads_to_the_pages_for_newcomers() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for page in (
        "docs/first-game.md",
        "docs/systems.md",
        "docs/architecture.md",
        "CONTRIBUTING.md",
    ):
        assert f"({page})" in text


def test_contributing_names_targets_that_there_are() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([\w-]+)", text)) <= targets

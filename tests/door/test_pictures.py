"""The pictures of the page on architecture equal those that the program draws."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from tools import pictures

from .conftest import ROOT


@pytest.mark.parametrize("name", sorted(pictures.PICTURES))
def test_a_picture_is_as_drawn_and_on_the_page(name: str) -> None:
    kept = (pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == pictures.PICTURES[name]()
    assert f"pictures/{name}.svg" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(pictures.PICTURES))
def test_every_line_fits_its_box(name: str) -> None:
    """A letter of 12 points is some 7 wide, in bold 7.6."""
    root = ET.fromstring(pictures.PICTURES[name]())
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        if text.get("font-size") is None and text.text is not None:
            wide = 7.6 if text.get("font-weight") else 7.0
            assert len(text.text) * wide <= pictures.WIDE, text.text

"""Every law of the fuzz targets holds for its corpus, which includes former failures."""

from __future__ import annotations

import importlib

import pytest
from fuzz.targets import CORPUS, TARGETS


@pytest.mark.parametrize("target", TARGETS)
def test_the_law_holds_for_the_corpus(target: str) -> None:
    law = importlib.import_module(f"fuzz.{target}").law
    inputs = sorted((CORPUS / target).iterdir())
    assert len(inputs) >= 5
    for path in inputs:
        law(path.read_bytes())

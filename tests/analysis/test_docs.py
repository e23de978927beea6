"""The examples of the documents run as they stand, one after another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["analysis.md", "luck.md"])
def test_the_examples_run(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    space: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, space)
    printed = capsys.readouterr().out
    if page == "analysis.md":
        assert "busy against idle: german wins" in printed
        assert "17AK: " in printed
        assert space["svg"].startswith("<svg")
    else:
        assert "battle roll" in printed

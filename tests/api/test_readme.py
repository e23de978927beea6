"""The README's code runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef

PAGE = Path(__file__).parents[2] / "README.md"


def test_the_first_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recorder = ef.Recorder(ef.load("barbarossa-deluxe/blue-kremlin"), seed=1)
    recorder.push("automatic")
    recorder.save("game.efr")
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    space: dict[str, Any] = {}
    exec(code, space)
    printed = capsys.readouterr().out
    assert "odds 1:3" in printed
    assert "BD-10.24a: mobile assault needs mechanised units only" in printed
    assert space["state"].place("3Pz") == "2507"
    assert space["svg"].startswith("<svg")

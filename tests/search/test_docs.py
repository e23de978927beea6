"""The examples of docs/search.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import eastfront as ef

PAGE = Path(__file__).parents[2] / "docs" / "search.md"


def test_the_examples_run() -> None:
    space: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    for code in blocks:
        exec(code, space)
    assert isinstance(space["result"], ef.search.SearchResult)
    assert space["exact"].best in space["state"].legal_actions
    assert space["plan"].actions[0] in space["state"].legal_actions

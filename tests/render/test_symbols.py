"""The page on a first game lists every word that pictures draw in a way of its own."""

from __future__ import annotations

import re
from pathlib import Path

from eastfront.render import board, counters, style

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first-game.md"


def drawn() -> dict[str, set[str]]:
    """The words with a symbol or colour of their own, by the key of game.toml."""
    return {
        "units.kinds": {*counters._SHAPES, "mountain", "shock", "guards"},
        "units.nations": set(style.NATIONS),
        "map.terrain": set(style.TERRAIN),
        "map.hexside_features": {"river", *style.WATER, *board.ALONG},
    }


def test_the_table_has_all_of_them_and_no_others() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## 15. Words with a symbol")[2]
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \|", text, re.MULTILINE)
    assert {key: set(re.findall(r"`([\w-]+)`", words)) for key, words in rows} == drawn()

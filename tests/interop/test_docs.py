"""The page on other libraries names every plane."""

from __future__ import annotations

import re
from pathlib import Path

from eastfront.interop.tensors import layout

from .play import GAMES, game

PAGE = Path(__file__).parents[2] / "docs" / "interop.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_kind_of_plane_is_told() -> None:
    told = set(re.findall(r"`(.+?)`", TEXT))
    kinds = {name.split(":")[0] if ":" in name else name for name in told}
    for name in GAMES:
        for plane in layout(game(name)):
            word = plane.name.replace("enemy ", "own ", 1)
            head = word.split(":")[0] if ":" in word else word
            assert head in kinds or plane.kind == "value", plane.name

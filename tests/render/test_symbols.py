"""The page on a first game lists every word that pictures draw in a way of its own."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from tools import symbols

from eastfront.render import board, counters, picture, style

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first-game.md"


def drawn() -> dict[str, set[str]]:
    """The words with a symbol or colour of their own, by the key of game.toml."""
    return {
        "units.kinds": {*counters._SHAPES, "mountain", "shock", "guards"},
        "units.nations": set(style.NATIONS),
        "map.terrain": set(style.TERRAIN),
        "map.hexside_features": {"river", *style.WATER, *board.ALONG},
        "map.features": {"city", "city-major", "city-minor", "oil", "west-fort"},
        "marks": set(picture.MARKS),
    }


def test_the_table_has_all_of_them_and_no_others() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## 15. Words with a symbol")[2]
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \|", text, re.MULTILINE)
    assert {key: set(re.findall(r"`([\w-]+)`", words)) for key, words in rows} == drawn()


def test_the_pictures_and_their_table_are_those_of_the_renderer() -> None:
    again = "run python -m tools.symbols"
    drawings = symbols.drawings()
    assert {path.stem for path in symbols.FOLDER.glob("*.svg")} == set(drawings), again
    for name, drawing in drawings.items():
        stored = (symbols.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert stored == symbols.document(drawing), again
        ElementTree.fromstring(stored)
    text = PAGE.read_text(encoding="utf-8")
    assert symbols.table() in text, again
    shown = re.findall(r"pictures/symbols/([\w-]+)\.svg", text)
    assert set(shown) == set(drawings)


def test_each_word_of_a_kind_looks_its_own_way_or_as_a_synonym() -> None:
    looks: dict[str, list[str]] = {}
    for name, drawing in symbols.drawings().items():
        looks.setdefault(symbols.document(drawing), []).append(name)
    alike = [names for names in looks.values() if len(names) > 1]
    assert sorted(map(sorted, alike)) == sorted(
        [
            ["feature-city", "feature-city-major"],
            ["hexside-lake", "hexside-sea"],
            ["kind-armor", "kind-panzer", "kind-tank"],
            ["kind-guards", "kind-shock"],
            ["kind-mech", "kind-mechanized", "kind-motorized"],
            ["kind-other", "nation-first-side", "nation-german"],
            ["nation-romanian", "nation-rumanian"],
            ["nation-russian", "nation-soviet"],
            ["terrain-marsh", "terrain-swamp"],
        ]
    )

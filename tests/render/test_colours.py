"""Colours of counters that game.toml states by side and nation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.systems.bridges import EXAMPLES, bridges

import eastfront as ef
from eastfront.render.scene import Counter
from eastfront.render.style import NATIONS, SIDE_COUNTERS, counter_colours
from eastfront.scenario import ScenarioError

HEAD = "[stacking]"
BLUE, GUARD = ("#0a3d91", "#ffffff"), ("#f2c14e", "#201000")
COLOURS = f"""[colours]
blue = ["{BLUE[0]}", "{BLUE[1]}"]
guard = ["{GUARD[0]}", "{GUARD[1]}"]

[stacking]"""
NATIONS_OF_UNITS = [
    ('kinds = ["foot"', 'nations = ["guard", "line"]\nkinds = ["foot"'),
    (HEAD, COLOURS),
]


def with_nations(text: str) -> list[tuple[str, str]]:
    """The edits that give the units of units.csv a nation: the first unit of each side is a
    guard."""
    lines = text.splitlines()
    head = (lines[0], lines[0].replace("name,kind", "name,nation,kind"))
    rows = []
    for line in lines[1:]:
        parts = line.split(",")
        nation = "guard" if parts[2] in ("1B", "1R") else "line"
        rows.append((line, ",".join([*parts[:3], nation, *parts[3:]])))
    return [head, *rows]


def counters(svg: str) -> dict[str, tuple[str, str]]:
    """The colours of the top counters of a picture, by the name of the unit."""
    square = r'<rect [^>]*fill="(#\w+)" stroke="#241c12"[^>]*opacity="1.0"/>'
    name = r'<text class="name"[^>]* fill="(#[\w]+)">(\w+)</text>'
    return {unit: (fill, ink) for fill, ink, unit in re.findall(square + name, svg)}


def test_a_pack_states_the_colours_of_its_counters(tmp_path: Path) -> None:
    rows = (EXAMPLES / "two-bridges/two_bridges/data/units.csv").read_text(encoding="utf-8")
    edits = {"data/game.toml": NATIONS_OF_UNITS, "data/units.csv": with_nations(rows)}
    with bridges(tmp_path, edits):
        state = ef.load("two-bridges/dawn").new()
        drawn = counters(ef.render.svg(state))
    assert drawn["HB2"] == drawn["2B"] == BLUE
    assert drawn["1R"] == GUARD  # the nation counts before the side, of either side
    assert drawn["4R"] == SIDE_COUNTERS[1]  # its side states none


def test_a_game_without_colours_has_the_usual_ones(tmp_path: Path) -> None:
    with bridges(tmp_path, {}):
        game = ef.load("two-bridges/dawn")
        drawn = counters(ef.render.svg(game.new()))
        assert b"colours" not in game.to_json()
    assert drawn["HB2"] == SIDE_COUNTERS[0] and drawn["4R"] == SIDE_COUNTERS[1]
    assert counter_colours(1, "german") == NATIONS["german"]
    assert Counter(0).colours is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('green = ["#000000", "#ffffff"]', "colours.*'green', expected one of blue, red"),
        ('blue = ["#000", "#ffffff"]', r"colours\.blue.*'#000'"),
        ('blue = ["#000000"]', r"colours\.blue"),
        ('blue = "#000000"', r"colours\.blue"),
    ],
)
def test_wrong_colours_are_refused(tmp_path: Path, line: str, told: str) -> None:
    edits = {"data/game.toml": [(HEAD, f"[colours]\n{line}\n\n{HEAD}")]}
    with bridges(tmp_path, edits), pytest.raises(ScenarioError, match=told):
        ef.load("two-bridges/dawn")

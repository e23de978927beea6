"""Pictures: well-formed, complete, and without facts that a side may not know."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from eastfront import render
from eastfront._core import State
from eastfront.positions.layout import layout_of
from eastfront.render.counters import FACTORS, SIZE, counter
from eastfront.render.scene import Counter
from hidden.twins import positions, state
from playout.games import load

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def start() -> State:
    out = load().new()
    out.push("automatic")
    return out


def words(svg: str) -> list[str]:
    """Every text of a picture, hints included."""
    tree = ET.fromstring(svg)
    found = [e.text or "" for e in tree.iter() if e.tag in (f"{SVG}text", f"{SVG}title")]
    return [w for text in found for w in re.split(r"[\s,()]+", text)]


def test_the_map_alone_can_be_drawn() -> None:
    svg = render.svg(load())
    said = words(svg)
    layout = layout_of(load())
    for label in layout.document["drawing"]["labels"].values():
        assert all(w in said for w in label.split())
    assert {"Volga", "Dnepr", "Don"} <= set(said)
    assert all(h in said for h in load().hexes)
    assert "3Pz" not in said


def test_every_unit_is_named_somewhere(start: State) -> None:
    said = set(words(render.svg(start)))
    assert set(start.game.units) <= said


def test_north_is_up_and_east_is_right(start: State) -> None:
    tree = ET.fromstring(render.svg(start))
    at = {
        e.text: (float(e.get("x", "0")), float(e.get("y", "0")))
        for e in tree.iter(f"{SVG}text")
        if e.get("class") == "city"
    }
    assert at["Leningrad"][1] < at["Moscow"][1] < at["Rostov"][1]
    assert at["Berlin"][0] < at["Kiev"][0] < at["Stalingrad"][0]


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
def test_a_side_is_shown_only_what_it_may_know() -> None:
    for number in range(0, len(positions()), 12):
        shown = state(number)
        hidden = set(shown.hidden_from("german"))
        assert not hidden & set(words(render.svg(shown, "german")))
        assert not hidden & set(re.split(r"[\s,:]+", render.text(shown, "german")))
        assert hidden <= set(words(render.svg(shown, "soviet")))


def test_the_terminal_shows_stacks(start: State) -> None:
    lines = render.text(start).splitlines()
    assert "game turn 9" in lines[1]
    board = lines[3:26]
    assert "s4*" in board[0] and board[0].index("g1.") < board[0].index("s4*")
    assert sum(len(re.findall(r"[gsGS]\d", line)) for line in board) == len(
        {p for p in start.places().values() if p in start.game.hexes}
    )
    assert any(line.startswith("rvgk: 66A, 5Sh") for line in lines)


def test_units_out_of_supply_are_marked(start: State) -> None:
    cut_off = start._supposed(places=[("3Pz", "1400")])
    assert "out of supply" in render.svg(cut_off)
    assert "G1." in render.text(cut_off)


def test_notebooks_show_a_state(start: State) -> None:
    assert start._repr_svg_() == render.svg(start)


def test_an_unknown_side_is_refused(start: State) -> None:
    with pytest.raises(ValueError, match="no side `finnish`"):
        render.svg(start, "finnish")


@pytest.mark.parametrize(("text", "height"), [("3-4", 14.0), ("11-12", 14.0), ("1d6-1d6", 10.0)])
def test_factors_fit_on_a_counter(text: str, height: float) -> None:
    """Letters of the factors are about seven tenths as wide as high."""
    drawn = counter(0, 0, Counter(1, "LCFC", factors=text))
    found = re.search(r'class="factors"(?: style="font-size:([\d.]+)px")?', drawn)
    assert found and float(found[1] or FACTORS) == height
    assert 0.7 * height * len(text) <= SIZE

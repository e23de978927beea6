"""The front between the hexes held by one side and by the other, and its pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import eastfront as ef
from eastfront.analysis import front, front_layer, front_svg
from eastfront.positions.layout import layout_of
from eastfront.render.style import WATER

from .positions import BARBAROSSA, BLUE, DECISIONS, GAMES, at


def position(name: str) -> ef.State:
    return at(name, DECISIONS[name])


@pytest.mark.parametrize("name", GAMES)
def test_the_front_is_every_hexside_between_the_sides_once(name: str) -> None:
    state = position(name)
    layout, found = layout_of(state.game), front(state)
    terrain = layout.document["drawing"]["terrain"]
    wanted = set()
    for h, label in enumerate(layout.hex_names):
        for d in range(6):
            to = layout.neighbor(h, d) if label else None
            if to is None or {terrain[h], terrain[to]} & WATER:
                continue
            pair = (label, layout.hex_names[to])
            if tuple(found.owners.get(x) for x in pair) == found.sides:
                wanted.add(pair)
    drawn = [pair for line in found.lines for pair in line]
    assert set(drawn) == wanted
    assert len(drawn) == len(wanted) == found.length > 20
    assert [len(line) for line in found.lines] == sorted(map(len, found.lines), reverse=True)
    # the main line runs on; hexsides that follow one another share a hex
    for (a, b), (c, d_) in zip(found.lines[0], found.lines[0][1:], strict=False):
        assert a == c or b == d_
    assert len(found.lines[0]) > found.length / 3


@pytest.mark.parametrize("name", GAMES)
def test_hexes_belong_to_whoever_stands_in_them(name: str) -> None:
    state = position(name)
    layout, found = layout_of(state.game), front(state)
    for unit, place in state.places().items():
        if place in found.owners:
            assert (
                found.owners[place] == state.game.sides[layout.unit_side[layout.unit_index[unit]]]
            )
    for side, gaps in found.gaps.items():
        along = {pair[state.game.sides.index(side)] for line in found.lines for pair in line}
        assert set(gaps) == {h for h in along if not state.units_at(h)}


def test_control_is_asked_where_the_rules_say_it_of_the_land() -> None:
    state = position(BLUE)
    found = front(state)
    assert found.how == "control"
    assert found.owners == {h: s for h, s in state.control.items() if h in found.owners}
    other = front(position(BARBAROSSA))
    assert other.how == "nearest"
    control = position(BARBAROSSA).control
    taken = [h for h in control if h in other.owners and other.owners[h] != control[h]]
    assert all(position(BARBAROSSA).units_at(h) for h in taken)


@pytest.mark.parametrize("name", GAMES)
def test_the_layer_is_drawn_over_the_picture(name: str) -> None:
    state = position(name)
    layer = ElementTree.fromstring(front_layer(state))
    assert len(layer.findall("path")) == 2
    strokes = layer.findall("path")[1].attrib["d"].count("M")
    assert strokes == front(state).length
    drawn = ElementTree.fromstring(front_svg(state))
    (group,) = (g for g in drawn if g.attrib.get("class") == "front")
    assert list(drawn)[-1] is group
    assert len(str(front(state)).splitlines()) == 3 + len(front(state).lines)

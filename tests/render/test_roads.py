"""Roads and tracks that hexsides.csv gives are drawn from hex to hex, not along the hexside."""

from __future__ import annotations

from dataclasses import replace

from tests.systems.table import Small, data

from eastfront.render.geometry import Paper
from eastfront.render.picture import picture
from eastfront.render.scene import scene_of


def drawn(*features: str) -> tuple[str, Paper]:
    plain = data()
    pair = plain.map.pairs[0]
    sides = {pair: frozenset(features), pair[::-1]: frozenset(features)}
    game = Small(replace(plain, map=replace(plain.map, hexsides=sides))).compiled()
    scene = scene_of(game.new())
    return picture(scene), Paper(scene.layout, False)


def test_a_road_runs_from_the_middle_of_a_hex_to_that_of_the_next() -> None:
    a, b = data().map.pairs[0]
    svg, paper = drawn("road", "river")
    ends = [f"{x:.1f},{y:.1f}" for x, y in (paper.centre(a), paper.centre(b))]
    roads = [line for line in svg.splitlines() if "<title>road</title>" in line]
    assert len(roads) == 2 and all(end in line for line in roads for end in ends)
    assert ">road</text>" in svg and ">railway</text>" not in svg
    (river,) = [line for line in svg.splitlines() if "<title>river</title>" in line]
    assert not any(end in river for end in ends)


def test_a_track_is_drawn_likewise() -> None:
    svg, _ = drawn("rail")
    assert svg.count("<title>rail</title>") == 2 and ">railway</text>" in svg
    assert ">road</text>" not in svg

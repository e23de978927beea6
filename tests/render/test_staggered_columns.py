"""A map whose columns are staggered is drawn as printed, north up."""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise
from pathlib import Path

import pytest
from tests.systems.bridges import bridges

import eastfront as ef
from eastfront import wire
from eastfront.positions.layout import layout_of
from eastfront.render.geometry import RADIUS, WIDTH, Paper
from eastfront.scenario import ScenarioError

GRID = "width = 7\nheight = 5\n"


def edits(more: str) -> dict[str, list[tuple[str, str]]]:
    """The example game, whose rows are taken as the printed columns."""
    return {"data/game.toml": [(GRID, f"{GRID}{more}\n")]}


def drawn(folder: Path, more: str) -> tuple[ef.Game, Paper]:
    with bridges(folder, edits(more)):
        game = ef.load("two-bridges/dawn")
    layout = layout_of(game)
    return game, Paper.of(layout, layout.document["drawing"])


def test_columns_stand_upright_with_north_at_the_top(tmp_path: Path) -> None:
    game, paper = drawn(tmp_path, 'staggered = "columns"')
    at = {name: paper.centre(h) for h, name in enumerate(game.hexes)}
    # the printed rows of a column run south
    for above, below in pairwise([f"01{n:02}" for n in range(1, 8)]):
        assert at[below][0] == at[above][0] and math.isclose(at[below][1] - at[above][1], WIDTH)
    # the columns run east, every second one half a hex further south
    for column, other in pairwise(range(1, 6)):
        a, b = at[f"{column:02}01"], at[f"{other:02}01"]
        assert math.isclose(b[0] - a[0], 1.5 * RADIUS)
        assert math.isclose(b[1] - a[1], WIDTH / 2 * (1 if other % 2 == 0 else -1))
    assert paper.map_width < paper.map_height
    assert all(0 < x < paper.map_width for x, _ in at.values())


def test_hexes_have_a_side_at_the_top_and_meet_their_neighbours(tmp_path: Path) -> None:
    game, paper = drawn(tmp_path, 'staggered = "columns"')
    layout = layout_of(game)
    for h in (0, 9, 17):
        corners = paper.corners(h)
        x, y = paper.centre(h)
        assert sum(math.isclose(cy, y - WIDTH / 2) for _, cy in corners) == 2
        assert {round(math.dist(c, (x, y)), 6) for c in corners} == {RADIUS}
        for direction in range(6):
            other = layout.neighbor(h, direction)
            if other is not None:
                assert math.isclose(math.dist(paper.centre(h), paper.centre(other)), WIDTH)
                ends = {(round(px), round(py)) for px, py in paper.side(h, other)}
                own = {(round(px), round(py)) for px, py in corners}
                theirs = {(round(px), round(py)) for px, py in paper.corners(other)}
                assert ends == own & theirs


def test_columns_that_are_numbered_from_the_east_run_west(tmp_path: Path) -> None:
    _, east = drawn(tmp_path / "east", 'staggered = "columns"')
    game, west = drawn(tmp_path / "west", 'staggered = "columns"\ncolumns = "west"')
    first, last = (game.hexes.index(name) for name in ("0103", "0503"))
    assert west.centre(first) == east.centre(last) and west.centre(last) == east.centre(first)


def test_the_text_has_two_lines_for_each_printed_row(tmp_path: Path) -> None:
    game, _ = drawn(tmp_path, 'staggered = "columns"')
    lines = ef.render.text(game.new()).split("\n\n")[1].splitlines()
    assert len(lines) == 14 and max(map(len, lines)) <= 5 * 4
    third = {n: lines[4 + n % 2][4 * n : 4 * n + 3] for n in range(5)}  # the third printed row
    assert third[0].startswith("b2")  # two units of Blue in 0103
    assert third[1].startswith("b1") and third[4].startswith("b2")  # 0203 and 0503
    assert not lines[5][:3].strip() and not lines[4][4:7].strip()
    mirrored = (
        ef.render.text(drawn(tmp_path / "west", 'staggered = "columns"\ncolumns = "west"')[0].new())
        .split("\n\n")[1]
        .splitlines()
    )
    assert mirrored[4][16:18] == "b2" and mirrored[5][12:14] == "b1"


def test_the_documents_of_the_wire_say_so(tmp_path: Path) -> None:
    game, paper = drawn(tmp_path, 'staggered = "columns"')
    told = json.loads(wire.encode(wire.board(game)))
    assert told["flat"] is True
    hexes = {h["id"]: h for h in told["hexes"]}
    assert hexes["0102"]["column"] - hexes["0101"]["column"] == 1
    x, y = paper.centre(game.hexes.index("0203"))
    assert (hexes["0203"]["x"], hexes["0203"]["y"]) == (round(x, 1), round(y, 1))
    plain, _ = drawn(tmp_path / "plain", "")
    assert json.loads(wire.encode(wire.board(plain))).get("flat", False) is False
    assert b"columns_staggered" not in plain.to_json()


def test_the_picture_of_a_position_has_each_stack_in_its_hex(tmp_path: Path) -> None:
    game, paper = drawn(tmp_path, 'staggered = "columns"')
    svg = ef.render.svg(game.new())
    x, y = paper.centre(game.hexes.index("0405"))  # 4R stands there alone
    square = re.search(r'<rect x="([\d.]+)" y="([\d.]+)"[^>]*/>\s*<text class="name"[^>]*>4R', svg)
    assert square is not None
    assert abs(float(square[1]) + 25 - x) < 1 and abs(float(square[2]) + 25 - (y - 3)) < 1


def test_another_word_is_refused(tmp_path: Path) -> None:
    wrong = edits('staggered = "diagonals"')
    with (
        bridges(tmp_path, wrong),
        pytest.raises(ScenarioError, match=r"grid\.staggered.*diagonals"),
    ):
        ef.load("two-bridges/dawn")

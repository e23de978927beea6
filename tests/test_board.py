"""Boards as text: what is read is what is written, and a mistake names its line."""

from __future__ import annotations

import pytest

from eastfront.board import BoardError, board, small_game, text_of
from eastfront.program import Builder, decide, end_game

TEXT = """
title: two armies across a river
labels: J15
boxes: dead
legend:
  .  clear
  w  woods
map:
  . . w .
   . . . .
  . w . @
hexsides:
  river: K15-K16 K16-L16
  rail: J15-K15-L15-M15
hexes:
  city: L15 L17
units:
  3Pz  axis     8-8    armor     @J16           # a comment
  24A  russian  2-5-3  infantry  @L15  dug-in  fort=2
  25A  russian  2-5-3  infantry  @dead
"""


def test_reads_what_a_person_typed() -> None:
    b = board(TEXT)
    assert (b.width, b.height, b.shifted_parity) == (4, 3, 1)
    assert b.labels[:5] == ("J15", "K15", "L15", "M15", "J16")
    assert b.terrain("L15") == "woods" and b.members("city") == [2, 10]
    assert b.sides == ("axis", "russian") and b.index("dead") == 12
    assert [u.allowance for u in b.units] == [None, 3, 3]
    assert b.units[1].flag("fort") == "2" and b.units[1].flag("dug-in") == ""
    with pytest.raises(KeyError):
        b.index("M17")


def test_neighbours_of_a_shifted_row_lie_to_the_right() -> None:
    b = board(TEXT)
    around = [b.neighbor(b.index("K16"), d) for d in range(6)]
    assert [b.labels[i] for i in around if i is not None] == [
        "L15",
        "L16",
        "L17",
        "K17",
        "J16",
        "K15",
    ]


def test_hexsides_count_from_both_hexes() -> None:
    b = board(TEXT)
    rail = b.edges("rail")
    assert (rail[b.index("J15")], rail[b.index("K15")]) == (1 << 1, 1 << 1 | 1 << 4)
    open_ = b.edges("rail", inverse=True)
    assert rail[b.index("K15")] & open_[b.index("K15")] == 0
    costs = b.costs(lambda _, to, sides: None if "river" in sides else 2 if to == "woods" else 1)
    step = costs[b.index("K16") * 6 :][:6]
    assert step == [2, 255, 1, 2, 1, 255]


def test_text_comes_back_the_same() -> None:
    b = board(TEXT)
    assert board(text_of(b)) == b
    assert text_of(board(text_of(b))) == text_of(b)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        (". . w .", ". . x .", 9, "no glyph `x`"),
        ("K15-K16", "K15-L17", 13, "not neighbours"),
        ("city: L15", "city: Z1", 16, "no hex"),
        ("8-8", "8", 18, "attack-defence"),
        ("24A  russian", "3Pz  russian", 19, "a second unit"),
        ("@dead", "@gone", 20, "no box"),
        ("   . . . .", "  . . . .", 10, "by turns"),
    ],
)
def test_a_mistake_names_its_line(old: str, new: str, line: int, what: str) -> None:
    with pytest.raises(BoardError, match=what) as caught:
        board(TEXT.replace(old, new, 1))
    assert caught.value.line == line


def test_a_game_of_a_board_and_a_program() -> None:
    b = board(TEXT)
    builder = Builder(b.sides)

    def main() -> None:
        with decide("end", 0) as d:
            with d.option("stop"):
                end_game(0, 1, "X-1")
            with d.option("go on"):
                end_game(1, 1, "X-1")

    state = small_game(b, builder, main).new()
    assert state.place("24A") == "L15" and state.place("25A") == "dead"
    assert len(state.legal_actions) == 2

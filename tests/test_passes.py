"""The gains of the compiler's passes: the table in the docs, and figures in the list of passes."""

from __future__ import annotations

import re

import pytest
from tools.passes import GAMES, LIST, LISTED, PAGE, TABLE, listed, table

from eastfront._core import PASSES


def figures() -> list[dict[str, tuple[float, float]]]:
    """By game and pass the shares in the table."""
    found = TABLE.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    rows = [re.findall(r"[^|]+", line) for line in found[0].splitlines()[3:]]
    by_game: list[dict[str, tuple[float, float]]] = [{} for _ in GAMES]
    for name, *cells in rows:
        shares = [float(cell.strip().rstrip("%")) / 100 for cell in cells if cell.strip()]
        for game, pair in zip(by_game, zip(shares[::2], shares[1::2], strict=True), strict=True):
            game[name.strip(" `")] = pair
    return by_game


def test_the_table_has_a_line_for_each_pass() -> None:
    for game in figures():
        assert list(game) == [*dict.fromkeys(PASSES), "all"]


def test_the_list_has_the_gains_of_the_table() -> None:
    text = LIST.read_text(encoding="utf-8")
    assert len(LISTED.findall(text)) == len(PASSES)
    with_single_spaces = re.sub(r"(?<=,) +//", " //", text)
    assert listed(text, figures()) == with_single_spaces


def test_leaving_a_pass_out_is_told_as_what_comes_on_top() -> None:
    found = {"game": {"": (200.0, 1000.0), "simplify": (250.0, 999.9), "none": (400.0, 500.0)}}
    assert table(found).splitlines()[2:] == [
        "| nothing | 200 | 1,000 |",
        "| `simplify` | +25.0% | 0.0% |",
        "| all | +100.0% | -50.0% |",
    ]


@pytest.mark.parametrize(
    ("shares", "told"),
    [((0.0, 0.0), "0.0%"), ((0.0441, -0.02), "+4.4%"), ((0.0, 0.3), "0.0%, to load +30.0%")],
)
def test_a_line_of_the_list_gets_the_most_that_its_pass_gains(
    shares: tuple[float, float], told: str
) -> None:
    line = "    Whole(&small_sets::SmallSets), // +9.9%\n"
    by_game = [{"small-sets": shares}, {"small-sets": (-1.0, -1.0)}]
    assert listed(line, by_game) == f"    Whole(&small_sets::SmallSets), // {told}\n"

"""The guide for players names every option, and every reading that has an option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eastfront.games.barbarossa_1971.readings import READINGS

from .war_positions import ALL_SITUATIONS, MODULES, each_situation, game, known_options

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "barbarossa-1971.md"


def rows() -> dict[str, list[str]]:
    """The rows of the tables, by their first cell."""
    lines = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


def test_the_guide_tells_of_every_reading_and_of_the_option_that_turns_it() -> None:
    found = {k: v for k, v in rows().items() if re.fullmatch(r"R\d+", k)}
    assert list(found) == [f"R{n}" for n in range(1, 72)]
    assert {k for k, v in found.items() if v[2]} == set(READINGS)
    for number, cells in found.items():
        assert cells[0] and cells[1]
        assert not cells[2] or cells[2].startswith(f"`{number}`: ")


@pytest.mark.parametrize("number", each_situation())
def test_the_guide_tells_of_every_situation_and_its_games(number: int) -> None:
    _, games = rows()[f"situation-{number}"]
    fits = {g for g, numbers in ALL_SITUATIONS.items() if number in numbers}
    said = {"all": set(ALL_SITUATIONS), "1941": {"barbarossa", "campaign"}}
    assert fits == said.get(games, {games.lower()})
    assert f"situation-{number}" in known_options()


def test_the_guide_tells_of_every_option() -> None:
    assert [k for k in rows() if k.startswith("situation-")] == [f"situation-{n}" for n in MODULES]
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in known_options())


SOME = [
    *READINGS,
    pytest.param("modified-victory", marks=pytest.mark.option("modified_victory")),
    pytest.param("situation-4", marks=pytest.mark.option("early_start")),
]


@pytest.mark.parametrize("option", SOME)
def test_each_option_is_one_of_the_game(option: str) -> None:
    assert f"options: {option}\n" in game("campaign", (option,)).new(seed=1).text()

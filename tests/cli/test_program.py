"""eastfront program: a program as text, after each pass of the compiler."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import eastfront as ef
from eastfront._core import PASSES
from eastfront.cli import main

SCENARIO = "barbarossa-deluxe/blue-kremlin"

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command and gives what it prints, its errors too."""

    def printed(*arguments: str, code: int = 0) -> str:
        assert main.run(["program", SCENARIO, *arguments]) == code
        said = capsys.readouterr()
        return said.out + said.err

    return printed


def test_the_program_that_is_run_is_printed(run: Run) -> None:
    whole = run()
    assert whole == ef.load(SCENARIO).program_text()
    assert "procedure german odds/0" in whole


def test_the_program_as_written_names_the_rules_of_its_values(run: Run) -> None:
    assert "by BD-" in run("--after", "none", "--part", "may concede")
    assert "by BD-" not in run("--part", "may concede")


@pytest.mark.parametrize("name", dict.fromkeys(PASSES))
def test_each_pass_can_be_looked_at(name: str) -> None:
    game = ef.load(SCENARIO)
    assert game.program_text(after=name, part="german lines may enter").startswith("view german")


def test_the_last_pass_leaves_the_program_that_is_run() -> None:
    game = ef.load(SCENARIO)
    assert game.program_text(after=PASSES[-1]) == game.program_text()


def test_passes_are_listed_in_their_order(run: Run) -> None:
    assert json.loads(run("--passes", "--json")) == {"passes": list(PASSES)}


def test_what_has_no_such_name_is_told(run: Run) -> None:
    assert "'nowhere'" in run("--part", "nowhere", code=1)
    with pytest.raises(ef.EastfrontError, match="no pass haste"):
        ef.load(SCENARIO).program_text(after="haste")

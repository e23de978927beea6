"""eastfront program: a program as text, after each pass of the compiler."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import eastfront as ef
from eastfront._core import PASSES
from eastfront.cli.main import main

SCENARIO = "barbarossa-deluxe/blue-kremlin"


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["program", SCENARIO, *arguments])
    assert done.exit_code == code, done.output
    return done.output


def test_the_program_that_is_run_is_printed() -> None:
    whole = run()
    assert whole == ef.load(SCENARIO).program_text()
    assert "procedure combat/" in whole


def test_the_program_as_written_names_the_rules_of_its_values() -> None:
    assert "by BD-" in run("--after", "none", "--part", "german lines may enter")
    assert "by BD-" not in run("--part", "german lines may enter")


@pytest.mark.parametrize("name", dict.fromkeys(PASSES))
def test_each_pass_can_be_looked_at(name: str) -> None:
    game = ef.load(SCENARIO)
    assert game.program_text(after=name, part="german lines may enter").startswith("view german")


def test_the_last_pass_leaves_the_program_that_is_run() -> None:
    game = ef.load(SCENARIO)
    assert game.program_text(after=PASSES[-1]) == game.program_text()


def test_passes_are_listed_in_their_order() -> None:
    assert json.loads(run("--passes", "--json")) == {"passes": list(PASSES)}


def test_what_has_no_such_name_is_told() -> None:
    assert "'nowhere'" in run("--part", "nowhere", code=1)
    with pytest.raises(ef.EastfrontError, match="no pass haste"):
        ef.load(SCENARIO).program_text(after="haste")

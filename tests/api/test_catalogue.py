"""The texts of rules, by their ids."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import eastfront as ef

SCENARIOS = Path(ef.__file__).parent / "scenarios"


def test_a_rule_says_what_it_says_and_where_it_stands() -> None:
    said = ef.rule("TRC-15.4a")
    assert (said.game, said.section, said.area) == ("russian-campaign", "15.4", "air")
    assert said.text == "Terrain and enemy ZOC do not restrict aircraft."
    assert str(said).startswith("TRC-15.4a (russian-campaign, section 15.4): Terrain")


@pytest.mark.parametrize(
    ("id_", "section"),
    [
        ("BD-7.4b", "7.4"),
        ("BD-10.25a", "10.25"),
        ("TRC-14.1.1c", "14.1.1"),
        ("TRC-28.6.III.MDr", "28.6.III.MD"),
        ("TRC-28.7.G6a", "28.7.G6"),
        ("SPI-MOVE-A1", "MOVE-A1"),
    ],
)
def test_the_section_is_the_id_without_its_letter(id_: str, section: str) -> None:
    assert ef.rule(id_).section == section


@pytest.mark.parametrize("game", ["barbarossa-deluxe", "russian-campaign", "barbarossa-1971"])
def test_every_row_of_a_catalogue_is_found(game: str) -> None:
    with (SCENARIOS / game / "rules.tsv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    with (SCENARIOS / game / "by-definition.tsv").open(encoding="utf-8", newline="") as file:
        kinds = {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}
    assert len(listed) > 280
    for row in listed:
        said = ef.rule(row["id"])
        assert (said.game, said.text) == (game, row["statement"])
        assert said.kind == (kinds[said.id]["kind"] if said.id in kinds else "play")
        assert bool(said.reason) == (said.id in kinds)


def test_every_rule_of_a_program_says_something() -> None:
    for name in ef.scenarios():
        for rule in filter(None, ef.load(name).rules):
            assert ef.rule(rule).text


@pytest.mark.parametrize("wrong", ["BD-7.4", "", "XX-1.1a", "bd-7.4b", "B" * 10_000])
def test_an_id_that_no_catalogue_has(wrong: str) -> None:
    with pytest.raises((ef.RuleError, ef.ArgumentError), match="expected") as caught:
        ef.rule(wrong)
    assert isinstance(caught.value, ef.EastfrontError) and isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("wrong", [None, 7, ["BD-7.4b"]])
def test_an_id_is_a_text(wrong: object) -> None:
    with pytest.raises(ef.ArgumentTypeError, match="id"):
        ef.rule(wrong)  # type: ignore[arg-type]

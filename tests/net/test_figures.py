"""The figures of the net are compared with the stored ones, and a fall is reported."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from click.testing import CliRunner
from tools.knockout import versions_of
from tools.net import figures, settings
from tools.net.__main__ import expected, main, never
from tools.net.runs import packed_run
from tools.net.settings import FOLDER, halting, packed, paired, rules_off, single
from tools.pairwise import options_of

GAMES = ["barbarossa-deluxe", "russian-campaign", "barbarossa-1971"]


def test_a_figure_that_falls_is_told_and_equivalents_are_no_figure() -> None:
    kept = {"mutants": 9, "killed": 8, "equivalent": 3}
    assert not figures.fallen({"mutants": 10, "killed": 8, "equivalent": 1}, kept)
    assert figures.fallen({"mutants": 10, "killed": 7, "equivalent": 3}, kept) == [
        "killed: 8 before, 7 now"
    ]


@pytest.mark.parametrize("game", GAMES)
def test_instructions_may_rise_by_two_parts_in_a_hundred(game: str) -> None:
    kept = expected(game)["instructions"]
    assert kept["machine"] and kept["compiler"]
    for policy in figures.POLICIES:
        assert not figures.dearer({**kept, policy: int(kept[policy] * 1.019)}, kept)
        assert figures.dearer({**kept, policy: int(kept[policy] * 1.021)}, kept)


def test_without_valgrind_it_is_said_that_nothing_was_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    done = CliRunner().invoke(main, ["barbarossa-deluxe", "--instructions"])
    assert done.exit_code == 0
    assert "SKIPPED, as there is no valgrind" in done.output


def test_a_rule_is_seen_where_games_differ_without_it() -> None:
    rule, text = next(packed("barbarossa-deluxe"))
    found = packed_run(rule, text, False)()[0]
    assert rule in never("barbarossa-deluxe", found)
    assert rule not in never("barbarossa-deluxe", {**found, **packed_run(rule, text, True)()[0]})


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_played(game: str) -> None:
    played = {option for setting in (*paired(game), *single(game)) for option in setting.options}
    assert played >= set(options_of(game))


def reasons(game: str) -> list[tuple[str, str]]:
    """The rules of a game that the net does not see, each with the reason."""
    told = tomllib.loads((FOLDER / "unseen.toml").read_text(encoding="utf-8"))[game]
    groups = told.pop("together", [])
    return [*told.items(), *((rule, group["why"]) for group in groups for rule in group["rules"])]


@pytest.mark.parametrize("game", GAMES)
def test_rules_never_seen_stand_with_a_reason(game: str) -> None:
    told = reasons(game)
    assert sorted(rule for rule, _ in told) == sorted(expected(game)["never"])
    assert all(why for _, why in told)


def test_every_game_with_expected_digests_is_asked() -> None:
    kept = {path.stem for path in FOLDER.glob("*.json")}
    assert kept == set(GAMES)
    assert kept == tomllib.loads((FOLDER / "unseen.toml").read_text(encoding="utf-8")).keys()


def test_rules_without_which_play_halts_are_named_and_not_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = "russian-campaign"
    halts, found = halting(game), expected(game)["found"]
    assert halts
    version = next(versions_of(game))
    versions = dict.fromkeys([*halts, "TRC-1"], version)
    monkeypatch.setattr(settings, "homes_of", lambda game, main: versions)
    assert [setting.without for setting in rules_off(game)] == [("TRC-1",)]
    assert not [key for key in found for rule in halts if f"without {rule} |" in key]
    assert not [key for key in found if key.endswith("fault")]

"""Games checked natively, and games played in parallel with a twin that lacks a rule."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront import _core
from eastfront.cli import checking
from eastfront.cli import invariants as check
from eastfront.positions.document import document

from .conftest import reach

NAME = "barbarossa-deluxe/blue-kremlin"


@pytest.mark.parametrize("policy", ["busy", "random"])
def test_the_games_are_those_of_a_rollout(game: ef.Game, policy: str) -> None:
    plain = ef.rollout(game.new(), n=4, seed=7, policy=policy, stats=True)
    found = _core.rollout_checked(game.new(), 4, seed=7, policy=policy)
    assert (found["violations"], found["found"], found["samples"]) == (0, [], [])
    for key in ("games", "decisions", "forced", "chance", "wins", "rules"):
        assert found[key] == plain[key]


@pytest.mark.parametrize("name", ef.scenarios())
def test_a_program_rewritten_plays_as_it_was_written(name: str) -> None:
    # games whose rules are counted run the program word for word
    state = ef.load(name).new(seed=1)
    for policy in ("busy", "random"):
        rewritten = ef.rollout(state, n=3, seed=5, policy=policy)
        written = ef.rollout(state, n=3, seed=5, policy=policy, stats=True)
        for key in ("decisions", "forced", "chance", "results", "lengths", "scores"):
            assert rewritten[key] == written[key]


def test_games_can_be_checked_in_parts(game: ef.Game) -> None:
    whole = _core.rollout_checked(game.new(), 3, seed=2, policy="busy")
    parts = [_core.rollout_checked(game.new(), 1, first=n, seed=2, policy="busy") for n in range(3)]
    for key in ("decisions", "chance", "positions"):
        assert whole[key] == sum(part[key] for part in parts)


def test_samples_are_positions_of_the_games(game: ef.Game) -> None:
    found = _core.rollout_checked(
        game.new(), 2, seed=3, policy="busy", sample=50, decisions=["combat"]
    )
    states = [(n, k, game.state_from_bytes(b, False)) for n, k, b in found["samples"]]
    assert {n for n, _, _ in states} == {0, 1}
    regular = [k for n, k, s in states if k % 50 == 0 and n == 0]
    assert regular == list(range(0, regular[-1] + 1, 50))
    others = [s.decision for _, k, s in states if k % 50]
    assert others and set(others) == {"combat"}
    assert found["tried"] > found["positions"]
    assert not any(list(check.violations(s)) for _, _, s in states[:5])


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        ([("3Pz", "1011")], "BD-10.4a"),
        ([(u, "1922") for u in ("3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz")], "BD-6.3a"),
        ([("3Rum", "1922"), ("4Rum", "1922")], "BD-6.4a"),
        ([("3Pz", "1000")], "BD-3.6d"),
    ],
)
def test_each_law_is_seen_to_be_broken(
    game: ef.Game, places: list[tuple[str, str]], rule: str
) -> None:
    state = reach(game, "movement", "german")._supposed(places=places)
    found = _core.rollout_checked(state, 1, policy="random")
    assert found["violations"] > 0
    assert f"game 0, action 0, `movement`: {rule} " in "\n".join(found["found"])


def test_water_is_seen(game: ef.Game) -> None:
    facts = zip(*(document(game)[k] for k in ("hex_names", "hex_facts")), strict=True)
    sea = next(name for name, fact in facts if fact.startswith("sea"))
    state = reach(game, "movement", "german")._supposed(places=[("3Pz", sea)])
    assert "BD-10.13a" in "\n".join(_core.rollout_checked(state, 1)["found"])


# -- twins --------------------------------------------------------------------------------------


def test_a_twin_with_the_same_rules_never_differs(game: ef.Game) -> None:
    found = _core.rollout_twin(game.new(), game.new(), 3, policy="busy")
    assert found == {"games": 3, "decided": 0, "allowed": 0, "refused": 0, "applied": 0}


@pytest.mark.parametrize(
    ("rule", "kind"),
    [("BD-10.18a", "refused"), ("BD-1.3c", "applied"), ("BD-10.13a", "refused")],
)
def test_a_rule_in_tables_is_seen_to_decide(game: ef.Game, rule: str, kind: str) -> None:
    assert not any(ef.rollout(game.new(), n=3, stats=True)["rules"][rule].values())
    found = checking.compared(ef.load(NAME), [rule], 30, 0, "busy", 1, lambda _: None)[rule]
    assert found["decided"] > 0 and found[kind] > 0
    assert found["games"] <= 30 and found["decided"] <= checking.ENOUGH


def test_what_no_counter_saw_is_listed() -> None:
    seen = {"allowed": 0, "refused": 0, "applied": 3}
    idle = dict.fromkeys(seen, 0)
    assert checking.unseen({"BD-1.1a": idle, "BD-1.1b": seen}) == ["BD-1.1a"]

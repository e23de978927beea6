"""Automatic victories that oblige others (TRC-16): the program against the oracle."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, InternalError, perft
from eastfront.board import board

from . import trc_plain, trc_victory
from .trc_victory_oracle import Oracle

POSITIONS = Path(__file__).parent.parent / "positions"

# made by the oracle
PERFT = {
    "trc_victory": [5, 28, 114, 574, 1962],
    "trc_victory_two": [6, 16, 51, 138, 333],
}


def text(name: str) -> str:
    return (POSITIONS / f"{name}.txt").read_text()


def state(name: str, *actions: str, without: tuple[str, ...] = (), **change: str) -> Any:
    position = text(name)
    for old, new in change.items():
        assert old in position
        position = position.replace(old, new)
    out = trc_victory.game(board(position), without).new()
    for action in actions:
        out.push(action)
    return out


def refused(state_: Any, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        state_.push(action)
    return caught.value.rule


WON = ("move P1", "to J17", "move P2", "to J17", "overcome I16")
"""The rulebook's example: twenty factors come from I18 to J17 and take the two in I16."""


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-16.1a", "TRC-16.1b", "TRC-16.2a", "TRC-16.2b", "TRC-16.2d", "TRC-16.3a")
@pytest.mark.rule("TRC-16.3b", "TRC-16.3c", "TRC-8.4")
def test_perft_is_the_oracles(name: str) -> None:
    oracle = Oracle(text(name))
    depths = range(1, len(PERFT[name]) + 1)
    assert [trc_plain.perft(oracle.start, oracle.successors, d) for d in depths] == PERFT[name]
    assert [perft(state(name), d) for d in depths] == PERFT[name]


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-16.1a", "TRC-16.1b", "TRC-16.2a", "TRC-16.2b", "TRC-16.2d", "TRC-16.3a")
def test_the_actions_are_the_oracles_four_deep(name: str) -> None:
    oracle = Oracle(text(name))
    trc_plain.agree(oracle.start, oracle.successors, state(name), 4)


def scattered(rng: random.Random) -> str:
    head = text("trc_victory").partition("map:")[0]
    rows = [" ".join(rng.choice("....m") for _ in range(4)) for _ in range(4)]
    picture = "\n".join(("   " if i % 2 else "  ") + row for i, row in enumerate(rows))
    spots = rng.sample([f"{c}{r}" for c in "HIJK" for r in range(15, 19)], 8)
    lines = [
        f"  A{i}  axis  {rng.choice([2, 5, 10])}-1-{rng.choice([0, 1, 1, 2])}  armor  @{spots[i]}"
        for i in range(4)
    ]
    lines += [
        f"  R{i}  russian  1-{rng.choice([1, 1, 2, 9])}-1  armor  @{spots[4 + i]}" for i in range(4)
    ]
    return f"{head}map:\n{picture}\nunits:\n" + "\n".join(lines) + "\n"


@pytest.mark.rule("TRC-16.1a", "TRC-16.2a", "TRC-16.2b", "TRC-16.2d", "TRC-16.3a", "TRC-16.3c")
@pytest.mark.rule("TRC-8.4", "TRC-12.5c")
def test_random_games_on_scattered_boards_agree() -> None:
    rng = random.Random(1943)
    compared = 0
    for _ in range(60):
        position = scattered(rng)
        oracle = Oracle(position)
        game = trc_victory.game(board(position))
        for _ in range(3):
            compared += trc_plain.walk(oracle.start, oracle.successors, game.new(), rng)
    assert compared > 700


@pytest.mark.rule("TRC-16.1a", "TRC-16.2a", "TRC-16.2d")
def test_twenty_factors_take_two_and_others_must_attack_the_next_hex() -> None:
    won = state("trc_victory", *WON)
    assert won.place("T6") == "surrendered"
    assert refused(won, "move P1") == "TRC-16.2a"
    assert refused(won, "overcome J16") == "TRC-16.1a"
    # J16 lies beside J17: somebody who did not take part must come and attack it
    assert refused(won, "end") == "TRC-16.3a"
    won.push("move I3")
    won.push("to K17")
    won.push("end")
    assert (won.place("P1"), won.place("I3")) == ("J17", "K17")


@pytest.mark.rule("TRC-16.1a")
def test_nineteen_factors_do_not_take_two() -> None:
    short = state("trc_victory", *WON[:4], **{"8-8-2": "7-7-2"})
    assert refused(short, "overcome I16") == "TRC-16.1a"


@pytest.mark.rule("TRC-16.3a", "TRC-16.3b")
def test_in_the_second_impulse_others_must_come_again() -> None:
    second = state("trc_victory", *WON, "move I3", "to K17", "end")
    # the victors fight no more, but I3 still stands there and need only stay
    second.push("end")
    assert {second.place(u) for u in ("P1", "P2", "I3")} == {"J17", "K17"}


@pytest.mark.rule("TRC-16.3c")
def test_victors_surrender_when_nobody_can_come() -> None:
    alone = state("trc_victory", *WON, **{"3-3-2    infantry": "0-1-2    infantry"})
    # one factor against nine is worse than 1-6: nobody can do what must be done
    alone.push("end")
    assert {alone.place(u) for u in ("P1", "P2")} == {"surrendered"}
    assert alone.place("I3") == "L18"


@pytest.mark.rule("TRC-16.1b")
def test_others_may_go_where_the_beaten_stood() -> None:
    through = state("trc_victory", *WON, **{"3-3-2    infantry  @L18": "3-3-2    infantry  @H17"})
    through.push("move I3")
    assert "to I16" in through.legal_actions.names()


RULES = ["TRC-8.4", "TRC-16.2a", "TRC-16.2b", "TRC-16.2d", "TRC-16.3a", "TRC-16.3c"]


@pytest.mark.parametrize("rule", RULES)
def test_without_a_rule_the_counts_are_others(rule: str) -> None:
    def count(name: str, *without: str) -> object:
        try:
            return [perft(state(name, without=without), d) for d in range(1, 7)]
        except InternalError:
            return "no way on"

    assert any(count(name, rule) != count(name) for name in PERFT)

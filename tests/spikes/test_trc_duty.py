"""The duty to attack (TRC-12): the program against the oracle, and the rulebook's own examples."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, InternalError, perft
from eastfront.board import board

from . import trc_duty, trc_plain
from .trc_duty_oracle import Oracle

POSITIONS = Path(__file__).parent.parent / "positions"

# made by the oracle
PERFT = {
    "trc_soak_off": [4, 23, 57, 259, 481, 1607],
    "trc_surrender": [],
    "trc_river": [3, 6, 19, 19],
}


def text(name: str) -> str:
    return (POSITIONS / f"{name}.txt").read_text()


def state(name: str, *actions: str, without: tuple[str, ...] = (), **change: str) -> Any:
    """A position after some actions; `change` replaces words of its text."""
    position = text(name)
    for old, new in change.items():
        assert old in position
        position = position.replace(old, new)
    out = trc_duty.game(board(position), without).new()
    for action in actions:
        out.push(action)
    return out


def refused(state_: Any, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        state_.push(action)
    return caught.value.rule


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-12.1a", "TRC-12.2b", "TRC-12.2c", "TRC-12.3a", "TRC-12.3b", "TRC-12.3c")
@pytest.mark.rule("TRC-12.4a", "TRC-12.5a", "TRC-12.5b", "TRC-12.5c", "TRC-12.5d")
def test_perft_is_the_oracles(name: str) -> None:
    oracle = Oracle(text(name))
    counts = [
        trc_plain.perft(oracle.start, oracle.successors, d + 1) for d in range(len(PERFT[name]))
    ]
    assert counts == PERFT[name]
    engine = state(name)
    assert [perft(engine, d + 1) for d in range(len(PERFT[name]))] == PERFT[name]


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-12.3a", "TRC-12.3b", "TRC-12.3c", "TRC-12.5a", "TRC-12.5b", "TRC-12.5c")
def test_the_actions_are_the_oracles_three_deep(name: str) -> None:
    oracle = Oracle(text(name))
    trc_plain.agree(oracle.start, oracle.successors, state(name), 3)


def scattered(rng: random.Random) -> str:
    """A board with units strewn close together."""
    head = text("trc_soak_off").partition("map:")[0].replace("order: axis", "order: axis russian")
    rows = [" ".join(rng.choice("...rm") for _ in range(4)) for _ in range(5)]
    picture = "\n".join(("   " if i % 2 else "  ") + row for i, row in enumerate(rows))
    hexes = [f"{c}{r}" for c in "JKLM" for r in range(15, 20)]
    spots = rng.sample(hexes, 9)
    lines = []
    for i in range(6):
        side = ("axis", "russian")[i % 2]
        place = rng.choice(spots[4 * (i % 2) : 4 * (i % 2) + 4])
        a, d, m = rng.choice([1, 2, 4]), rng.choice([3, 6, 9, 14]), rng.choice([0, 1, 1, 2])
        lines.append(f"  U{i}  {side}  {a}-{d}-{m}  infantry  @{place}")
    lake = rng.sample(["K16-K17", "L16-L17", "K17-L17", "J17-J18", "L17-L18"], 2)
    units = "\n".join(lines)
    return f"{head}map:\n{picture}\nhexsides:\n  lake: {' '.join(lake)}\nunits:\n{units}\n"


@pytest.mark.rule("TRC-7.1c", "TRC-7.1d", "TRC-12.1a", "TRC-12.3a", "TRC-12.3b", "TRC-12.3c")
@pytest.mark.rule("TRC-12.5a", "TRC-12.5b", "TRC-12.5c")
def test_random_games_on_scattered_boards_agree() -> None:
    rng = random.Random(1942)
    compared = 0
    for _ in range(60):
        position = scattered(rng)
        oracle = Oracle(position)
        game = trc_duty.game(board(position))
        for _ in range(3):
            compared += trc_plain.walk(oracle.start, oracle.successors, game.new(), rng)
    assert compared > 1000


@pytest.mark.rule("TRC-12.5f")
def test_two_of_three_may_attack_twenty_but_one_may_not() -> None:
    together = state("trc_river", "end")
    assert (together.place("I1"), together.decision) == ("J16", "forces")
    alone = state("trc_river", "end", **{"@K17": "@M15"})
    assert alone.place("I1") == "surrendered"
    # on dry land they are ten factors, and one of three is enough
    dry = state("trc_river", **{"@J16": "@L16", "@K17": "@M15"})
    dry.push("end")
    assert dry.place("I1") == "L16"


@pytest.mark.rule("TRC-12.5b")
def test_a_corps_goes_beside_the_enemy_only_when_help_can_come() -> None:
    # a third corps far away, so that there is always something else to do
    third = "  I3  axis  1-1-1  infantry  @N17\n  R1  russian"
    apart = {"@J16": "@J15", "@K17": "@J17", "  R1  russian": third}
    helped = state("trc_river", "move I1", **apart)
    assert "to J16" in helped.legal_actions.names()
    helped.push("to J16")
    # now the phase may not end before the other has come, and he may not go elsewhere
    assert refused(helped, "end") == "TRC-12.5b"
    helped.push("move I2")
    assert set(helped.legal_actions.names()) <= {"to J16", "to K15", "to K17"}
    helped.pop()
    assert helped.ask("duty") == 1
    slow = {"3-3-1  infantry  @J17": "3-3-0  infantry  @J17"}
    assert refused(state("trc_river", **apart, **slow), "move I1") == "TRC-12.5b"


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d")
def test_corps_that_stay_beside_a_strong_stack_surrender() -> None:
    staying = state("trc_surrender", "end")
    assert {staying.place("T1"), staying.place("T6")} == {"surrendered"}


@pytest.mark.rule("TRC-12.5c", "TRC-12.5e", "TRC-8.3")
def test_one_may_leave_and_need_not_save_the_other() -> None:
    start = state("trc_surrender")
    assert refused(start, "move T6") == "TRC-8.3"
    start.push("move T1")
    assert {"to J15", "to K15"} <= set(start.legal_actions.names())
    start.push("to K15")
    start.push("end")
    assert (start.place("T1"), start.place("T6")) == ("K15", "surrendered")


@pytest.mark.rule("TRC-12.5b", "TRC-12.5e")
def test_help_that_comes_makes_the_attack_legal() -> None:
    more = "  I8  russian  1-1-1  infantry  @L14\n  I7  russian"
    helped = state("trc_surrender", "move I7", "to K17", **{"  I7  russian": more})
    # who came to help has moved into the zone: who makes his attack legal may not leave it
    helped.push("move T1")
    assert helped.place("T1") == "K17"  # the only place left to him
    helped.pop()
    helped.push("end")
    assert (helped.place("T1"), helped.place("T6")) == ("J16", "I16")


@pytest.mark.parametrize("rule", ["TRC-8.3", "TRC-12.5a", "TRC-12.5b", "TRC-12.5c", "TRC-14.1.1"])
def test_without_a_rule_the_counts_are_others(rule: str) -> None:
    counts = {}
    for name in PERFT:
        try:
            counts[name] = [perft(state(name, without=(rule,)), d + 1) for d in range(4)]
        except InternalError:
            return  # the sequence of play has no way on
    assert any(counts[name] != PERFT[name][:4] for name in PERFT)

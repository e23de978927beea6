"""Spike: chained mobile assaults with retreats and returns to the launch hex (BD-10.28 to 10.31).

Two panzer corps are among five Soviet armies; behind them is a full stack, through which supply
passes but no third corps. Engine and oracle play in parallel, and count the same sequences of
actions.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from eastfront import _core
from playout.snapshot import position
from rules.barbarossa_deluxe.board_positions import at, edit, play

from .bd_assault_oracle import BEFORE, LEG, Chain, Oracle
from .plain_board import perft, settle

WALL = ["4AK", "5AK", "6AK", "7AK", "8AK"]
ARMIES = {"2308": ["60A"], "2209": ["59A"], "2210": ["54A"], "2409": ["53A"], "2410": ["52A"]}
PHASE = "german movement phase"


def engine(armies: dict[str, list[str]] = ARMIES) -> Any:
    """The two corps about to go."""
    state = at(
        "movement",
        "german",
        turn=12,
        sequence="fight-move",
        units={"2309": ["3Pz", "14Pz"], "2310": WALL, **armies},
        flags={"moved": WALL},
        variables={"luftwaffe": 0, "hero cities": 0, "supply markers banned": 1},
    )
    return play(state, "move 3Pz", "with 14Pz")


def oracle(state: Any) -> tuple[Oracle, Chain]:
    """The same for the oracle."""
    base = position(state)
    where = tuple(sorted((u, h) for u, h in base.units.items() if h is not None))
    spent = state.var("spent")
    chain = Chain(where, ("DE:pz:3", "DE:pz:14"), spent, BEFORE, LEG, started=spent)
    return Oracle(base, state.ask("german allowance"), state.game.unit_ids), chain


def label(name: str) -> tuple[Any, ...]:
    """An action of the engine as the oracle says it."""
    words = name.split()
    if words[0] == "roll":
        return ("roll", int(words[1]))
    corps = {"3Pz": "DE:pz:3", "14Pz": "DE:pz:14"}
    return (words[0], *(corps.get(word, word) for word in words[1:]))


def inside(state: Any) -> bool:
    """Whether the move is still under way."""
    return not state.is_over and PHASE in state.stack


def count(state: Any, depth: int) -> int:
    """The engine's sequences of so many actions; one that leaves the move counts once."""
    if depth == 0 or not inside(state):
        return 1
    if depth == 1:
        return len(state.legal_actions)
    total = 0
    for action in state.legal_actions.list():
        state.push(action)
        total += count(state, depth - 1)
        state.pop()
    return total


def test_the_first_decision_is_fight_or_stay() -> None:
    state = engine()
    assert {label(n) for n in state.legal_actions.names()} == {
        ("stop",), *(("assault", h) for h in ARMIES),
    }  # fmt: skip


@pytest.mark.rule("BD-10.28b", "BD-10.29a", "BD-10.31a", "BD-10.31b", "BD-10.31c")
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_engine_and_oracle_count_the_same(depth: int) -> None:
    state = engine()
    rules, chain = oracle(state)
    assert count(state, depth) == perft(rules.successors, chain, depth)


@pytest.mark.rule("BD-10.28b")
def test_the_engine_counts_what_the_oracle_counts() -> None:
    """A move that stops leaves the Soviet with the choice of his two sequences."""
    state = engine()
    rules, chain = oracle(state)
    assert _core.perft(state, 1) == perft(rules.successors, chain, 1) == 6
    stopped = 1
    assert _core.perft(state, 2) == perft(rules.successors, chain, 2) + stopped


@pytest.mark.rule("BD-10.28b", "BD-10.29a", "BD-10.31a")
def test_engine_and_oracle_play_in_step() -> None:
    """Also with stacks, and down to the last movement point."""
    stacks = {**ARMIES, "2308": ["60A", "51A"], "2307": ["50A"], "2208": ["49A", "48A"]}
    longest = 0
    for start in (engine(), engine(stacks), edit(engine(), variables={"spent": 2})):
        for seed in range(3):
            longest = max(longest, in_step(start, random.Random(seed)))
    assert longest >= 6


def in_step(start: Any, rng: random.Random) -> int:
    """One random play on both sides; the answer is its length."""
    state = start.copy()
    rules, chain = oracle(state)
    ids = dict(zip(state.game.unit_ids, state.game.units, strict=True))
    for length in range(40):
        chain, _, steps = settle(rules.successors, chain)
        if not inside(state):
            assert not steps, (chain, state)
            return length
        offered = {label(n): n for n in state.legal_actions.names()}
        assert set(offered) == {lab for lab, _ in steps}, chain
        for unit, place in chain.where:
            assert place is None or state.place(ids[unit]) == place
        assert state.var("spent") == chain.spent
        assaults = [lab for lab, _ in steps if lab[0] == "assault"]
        chosen = rng.choice(assaults if assaults and rng.random() < 0.8 else [s[0] for s in steps])
        state.push(offered[chosen])
        chain = next(after for lab, after in steps if lab == chosen)
    return 40

"""Spike: units under the top unit of a Soviet stack are visible only at the odds (BD-11.7).

The oracle keeps the order of each stack, and whether the battle has reached the odds; it states
which units are hidden at every decision of an attack, and counts the ways to declare one up to the
die.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from eastfront import _core
from rules.barbarossa_deluxe.board_positions import at, game, play

STACKS = {"2308": ["60A", "3T", "1Sh"], "2306": ["59A"], "2410": ["54A", "5T"]}
ATTACKERS = ["3Pz", "4AK", "49Mtn"]
RESERVE = ["66A"]


def start() -> Any:
    """Three different corps next to two stacks, one army in the RVGK box."""
    units = {"2309": ATTACKERS, "rvgk": RESERVE, **STACKS}
    variables = {"luftwaffe": 0, "hero cities": 0}
    return at(
        "prepared assault", "german", turn=12, sequence="fight-move", units=units,
        variables=variables,
    )  # fmt: skip


def top(stack: Sequence[str]) -> str:
    """The unit that lies on a stack: the first in the order of battle."""
    return min(stack, key=game().units.index)


def hidden(revealed: str | None) -> set[str]:
    """Whom the German may not know."""
    found = set(RESERVE)
    for place, stack in STACKS.items():
        if place != revealed:
            found |= set(stack) - {top(stack)}
    return found


def sequences(able: int, forced: bool) -> list[int]:
    """How many ways there are to take n actions after the declaration, up to the die.

    Attackers join in the order of battle; `fight` ends it. What is forced is not counted: when the
    last has joined nobody else can, and the battle begins of itself.
    """
    ways: dict[int, int] = {}
    for size in range(1, able + 1):
        for group in combinations(range(able), size):
            actions = size + (0 if group[-1] == able - 1 else 1)
            ways[actions] = ways.get(actions, 0) + 1
    return [ways.get(n, 0) for n in range(max(ways) + 1)]


def ways_to_fight(state: Any, depth: int) -> int:
    """The engine's ways to reach a die in so many actions."""
    if state.decision == "combat":
        return int(depth == 0)
    if depth == 0 or state.decision != "attackers":
        return 0
    total = 0
    for action in state.legal_actions.list():
        state.push(action)
        total += ways_to_fight(state, depth - 1)
        state.pop()
    return total


@pytest.mark.rule("BD-11.7a", "BD-11.7b", "BD-11.7d")
def test_the_stack_is_seen_at_the_odds_and_not_before() -> None:
    state = start()
    assert set(state.hidden_from("german")) == hidden(None)
    for target in ("2308", "2410"):
        attack = play(state, f"attack {target}")
        assert set(attack.hidden_from("german")) == hidden(None)
        joined = play(attack, "with 3Pz")
        assert set(joined.hidden_from("german")) == hidden(None)
        assert joined.decision == "attackers"
        rolled = play(joined, "fight")
        assert rolled.decision == "combat"
        assert set(rolled.hidden_from("german")) == hidden(target)
        # only the die is left
        assert rolled.to_move == "chance" and len(rolled.legal_actions) == 6
        after = play(rolled, "roll 6")
        assert set(after.hidden_from("german")) >= hidden(target) - set(STACKS[target])


@pytest.mark.rule("BD-11.7c")
def test_german_stacks_are_open() -> None:
    assert start().hidden_from("soviet") == []


@pytest.mark.rule("BD-11.3a", "BD-11.7b")
def test_the_oracle_counts_the_ways_to_an_attack() -> None:
    attack = play(start(), "attack 2308")
    expected = sequences(len(ATTACKERS), forced=True)
    assert [ways_to_fight(attack, n) for n in range(len(expected))] == expected


@pytest.mark.rule("BD-11.3a")
def test_engine_perft_is_the_oracle_s() -> None:
    """From the declaration: one action, two, three."""
    attack = play(start(), "attack 2308")
    assert _core.perft(attack, 1) == len(ATTACKERS)
    # after one: the later ones and `fight`; the last fights at once, and a die has six faces
    assert _core.perft(attack, 2) == (2 + 1) + (1 + 1) + 6
    # 3Pz: 4AK (49Mtn, fight), 49Mtn (6 faces), fight (6); 4AK: 49Mtn (6), fight (6); then results
    results = sum(len(play(attack, "with 49Mtn", f"roll {d}").legal_actions) for d in range(1, 7))
    assert _core.perft(attack, 3) == (2 + 6 + 6) + (6 + 6) + results

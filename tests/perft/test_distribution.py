"""A battle fought a hundred thousand times against its exact distribution.

Each fight starts from the same position with its own generator and is undone; the counts are
compared with the chances that the oracle reads from the table.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from oracle import battle
from playout.snapshot import position
from rules.barbarossa_deluxe.board_positions import at, play

BATTLES = 100_000
RESULTS = ("AE", "AS", "BB", "DR", "DE")
BOUND = 30.0
"""Of chi-square with at most five degrees of freedom: passed by chance once in 70,000 times."""

PZ = ["3Pz", "14Pz", "24Pz"]


def before_the_die(units: dict[str, list[str]], target: str, **more: Any) -> tuple[Any, list[str]]:
    """All attackers declared; one action is left before the die."""
    state = at("prepared assault", "german", turn=13, sequence="move-fight",
               units={**units, "2310": ["59A"], "2410": ["54A"]},
               variables={"luftwaffe": 0}, **more)  # fmt: skip
    state = play(state, f"attack {target}")
    group = []
    while state.decision == "attackers":
        names = state.legal_actions.names()
        joining = [n for n in names if n.startswith("with ") and n.split()[1] != "9AK"]
        if not joining:
            break
        group.append(joining[0].split()[1])
        state.push(joining[0])
    return state, group


@pytest.mark.rule("BD-11.25a")
@pytest.mark.parametrize(
    ("units", "hero", "column"),
    [
        ({"2309": ["3Pz", "9AK"], "2308": ["60A", "3T"]}, [], 0),
        ({"2309": [*PZ, "9AK"], "2308": ["60A"]}, [], 4),
        ({"2309": [*PZ, "39Pz", "9AK"], "2308": ["60A"]}, ["2308"], 2),
    ],
)
def test_simulated_battles_follow_the_exact_distribution(
    units: dict[str, list[str]], hero: list[str], column: int
) -> None:
    state, group = before_the_die(units, "2308", hex_flags={"hero city": hero})
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    exact = battle.strengths(position(state), [ids[u] for u in group], "2308")
    assert exact.column == column
    rolled = play(state, "fight")
    assert rolled.decision == "combat" and rolled.var("column") == column
    assert [p for _, p in rolled.chance_outcomes()] == [1 / 6] * 6
    one_by_one = Counter(RESULTS[play(rolled, f"roll {die}").var("result")] for die in range(1, 7))
    assert {r: Fraction(n, 6) for r, n in one_by_one.items()} == exact.results
    found: Counter[str] = Counter()
    fight = state.game.parse("fight")
    for seed in range(BATTLES):
        state.reseed(seed)
        state.push(fight)
        found[RESULTS[state.var("result")]] += 1
        state.pop()
    assert set(found) == set(exact.results)
    expected = {r: float(p) * BATTLES for r, p in exact.results.items()}
    assert sum((found[r] - n) ** 2 / n for r, n in expected.items()) < BOUND

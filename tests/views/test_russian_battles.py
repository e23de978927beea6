"""Explanations of battles of The Russian Campaign, against the battles as then fought."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.loading.game import scenario_of
from eastfront.questions import state as answers
from eastfront.questions.consequences import Flight, Loss, Lost

RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")


@lru_cache
def game() -> Game:
    """The first ten turns."""
    return ef.load("russian-campaign/barbarossa")


def positions(seed: int, most: int = 700) -> Iterator[State]:
    """The positions of a busy game."""
    rng, state = random.Random(seed), game().new()
    for _ in range(most):
        if state.is_over:
            return
        yield state
        legal = state.legal_actions.list()
        deeds = [a for a in legal if not state.is_pass(a)]
        state.push(rng.choice(deeds if deeds and rng.randrange(16) else legal))


def column(text: str | None) -> int:
    """The engine's number of odds."""
    left, right = (int(n) for n in (text or "").split(":"))
    return left if right == 1 else -right


@pytest.mark.rule("TRC-13.1a", "TRC-13.2a")
def test_battles_are_fought_as_they_were_explained() -> None:
    """Totals, column and chances, asked before the odds are announced and met afterwards."""
    fought = 0
    for seed in range(8):
        for state in positions(seed):
            if state.decision != "forces" or "fight" not in state.legal_actions:
                continue
            told = state.battle()
            assert sum(f.factor for f in told.attackers) == told.attack
            assert sum(f.factor for f in told.defenders) == told.defence
            assert sum(told.distribution.values()) == 1
            after = state.copy()
            after.push("fight")
            if after.decision == "odds":
                after.push(f"odds {min(column(told.column), 9)}")
            if after.decision != "combat":
                continue
            assert (after.var("attack total"), after.var("defence total")) == (
                told.attack, told.defence,
            )  # fmt: skip
            assert after.var("announced odds") == column(told.column)
            assert after.battle().result is None
            assert rolled(after) == told.distribution
            fought += 1
    assert fought > 5


def rolled(state: State) -> dict[str, Fraction]:
    """The results of the six faces."""
    found: Counter[str] = Counter()
    for action, _ in state.chance_outcomes():
        after = state.copy()
        effects = after.push(action, effects=True) or []
        note = next(e for e in effects if e[:2] == ("note", "battle"))
        found[RESULTS[note[2][5]]] += 1
    return {
        name: Fraction(n, 6) for name, n in sorted(found.items(), key=lambda i: RESULTS.index(i[0]))
    }


def test_results_say_who_chooses() -> None:
    """Losses are their owner's choice, retreats the attacker's."""
    seen: set[tuple[str, type]] = set()
    for seed in range(4):
        for state in positions(seed):
            if state.decision != "combat":
                continue
            told = state.battle()
            for outcome in told.outcomes:
                for line in outcome.consequences:
                    seen.add((outcome.result, type(line)))
                    if isinstance(line, Flight):
                        assert line.side == told.side
                    elif isinstance(line, Loss):
                        assert all(game_side(u) == line.side for u in line.units)
                    assert line.rule in told.explain()
    assert {("AE", Lost), ("A1", Loss), ("AR", Flight), ("EX", Loss)} <= seen


def game_side(unit: str) -> str:
    """The side of a unit."""
    return answers.side_of(game().new(), unit)


def test_a_battle_that_the_rules_refuse() -> None:
    state = next(s for s in positions(1) if s.decision == "movement")
    unit = next(u for u, p in state.places().items() if p == "E31")
    with pytest.raises(IllegalAction, match="next to every defender") as refused:
        state.battle("E10", [unit])
    assert refused.value.rule == "TRC-12.3c"
    with pytest.raises(ValueError, match="have no luftwaffe support"):
        state.battle("E10", [unit], supports=["luftwaffe"])
    with pytest.raises(ValueError, match="no battle is in progress"):
        state.battle()


def test_reach_is_where_a_move_may_go() -> None:
    """The first leg of a move goes to the hexes of the reach."""
    compared = 0
    for state in positions(2, 300):
        if state.decision != "movement":
            continue
        for name in [n for n in state.legal_actions.names() if n.startswith("move ")][:3]:
            after = state.copy()
            after.push(name)
            if after.decision != "leg":
                continue
            legs = {n[3:] for n in after.legal_actions.names() if n.startswith("to ")}
            assert set(state.reach(name[len("move ") :])) == legs
            compared += 1
    assert compared > 20


def test_positions_come_back_from_their_text() -> None:
    """Names of units hold spaces, and names of procedures commas."""
    for number, state in enumerate(positions(3)):
        if number % 40 == 0 and state.decision != "set-up":
            assert ef.position(state.text()) == state


@pytest.mark.rule("TRC-13.5a")
def test_what_shuts_a_hex_is_said_where_an_enemy_binds_it() -> None:
    """Each lies next to one who retreats, in an enemy's zone of control, and none is a way out."""
    map_ = scenario_of("russian-campaign/barbarossa").map

    def around(name: str) -> set[str]:
        near = (map_.neighbor(map_.index[name], way) for way in range(6))
        rows = (map_.hexes[h] for h in near if h is not None)
        return {row.name for row in rows if row is not None}

    told = 0
    for seed in range(4):
        for state in positions(seed):
            if state.decision != "combat":
                continue
            for outcome in state.battle().outcomes:
                for flight in (one for one in outcome.consequences if isinstance(one, Flight)):
                    sides = {game_side(unit) for unit in flight.hexes}
                    enemies = {
                        state.place(u) for u in game().units if game_side(u) not in sides
                    } & set(game().hexes)
                    ways = {hex_ for some in flight.hexes.values() for hex_ in some}
                    near = set().union(*(around(state.place(unit)) for unit in flight.hexes))
                    for hex_, why in flight.shut.items():
                        assert why == "an enemy zone of control (TRC-13.5a)"
                        assert hex_ in near - ways
                        assert (around(hex_) | {hex_}) & enemies
                        told += 1
    assert told > 20

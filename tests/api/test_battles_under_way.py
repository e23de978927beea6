"""Queries on a battle under way, by its own hex and attackers, in seeded play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import eastfront as ef
from eastfront.questions import state as answers

DELUXE = "barbarossa-deluxe/blue-kremlin"
SCENARIOS = [DELUXE, "russian-campaign/zitadelle", "barbarossa-1971/stalingrad"]
UNDER_WAY = "is under way"


def walked(scenario: str, seed: int, moves: int) -> Iterator[ef.State]:
    """The positions of a game whose players seldom pass, dice as actions."""
    state, rng = ef.load(scenario).new(), random.Random(seed)
    ef.set_up(state)
    for _ in range(moves):
        if state.is_over:
            return
        yield state
        actions = state.legal_actions.list()
        active = [a for a in actions if not state.is_pass(a)]
        state.push(rng.choice(active if active and rng.randrange(16) else actions))


def in_progress(state: ef.State) -> ef.Battle | None:
    try:
        return state.battle()
    except ValueError:
        return None


def begun(state: ef.State) -> bool:
    return any(f"{side} battle" in state.stack for side in state.game.sides)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_answers_by_its_own_hex_and_attackers(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for seed in (0, 1):
        for state in walked(scenario, seed, 1200):
            told = in_progress(state)
            if told is None:
                continue
            who = [f.unit for f in told.attackers]
            if begun(state) or not told.defenders:
                assert state.battle(told.target, who) == told
                seen[str(state.decision)] += 1
                continue
            try:
                again = state.battle(told.target, who)
            except ef.IllegalAction as refused:
                assert UNDER_WAY not in str(refused)
            else:
                assert again == told
    assert len(seen) >= 3
    assert seen.total() >= 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_another_battle_of_who_fights_is_refused_by_its_name(scenario: str) -> None:
    """With other attackers, or on another hex, whatever is refused is so for what is fought."""
    refusals = 0
    for state in walked(scenario, 2, 1500):
        told = in_progress(state)
        if told is None or not begun(state) or state.decision == "combat":
            continue
        who = [f.unit for f in told.attackers]
        (side,) = {answers.side_of(state, unit) for unit in who}
        places = state.places()
        others = [u for u, p in places.items() if p in state.game.hexes and u not in who]
        own = [u for u in others if answers.side_of(state, u) == side][:3]
        enemies = [places[u] for u in others if answers.side_of(state, u) != side]
        elsewhere = [p for p in dict.fromkeys(enemies) if p not in told.target.split("+")][:3]
        asks = [(told.target, [u]) for u in own] + [(place, who) for place in elsewhere]
        for target, group in asks:
            try:
                state.battle(target, group, told.kind or None)
            except ef.IllegalAction as refused:
                by = ", ".join(who)
                assert str(refused) == (
                    f"{refused.rule}: the battle for {told.target} by {by} {UNDER_WAY}"
                )
                assert refused.rule in state.game.rules
                refusals += 1
    assert refusals >= 30


def test_it_answers_with_the_supports_that_it_has_and_with_no_others() -> None:
    answered = refused = 0
    names = ("luftwaffe", "partisans", "airborne")
    for state in walked(DELUXE, 3, 2000):
        told = in_progress(state)
        if told is None or not begun(state) or state.decision == "combat":
            continue
        who = [f.unit for f in told.attackers]
        used: dict[str, Any] = {name: state.var(f"with {name}") > 0 for name in names}
        used["air_armies"] = state.units_with("air army")
        assert state.battle(told.target, who, **used) == told
        answered += any(used.values())
        if told.side == "german":
            used["luftwaffe"] = not used["luftwaffe"]
        if told.side == "german" and used["luftwaffe"]:
            with pytest.raises(ef.IllegalAction, match=UNDER_WAY):
                state.battle(told.target, who, **used)
            refused += 1
    assert answered >= 5
    assert refused >= 5


def test_who_was_attacked_before_is_not_said_to_be_absent() -> None:
    """TRC-12.4a: an enemy stands there, and may not be attacked again."""
    for state in walked("russian-campaign/zitadelle", 4, 2500):
        if state.decision != "battle":
            continue
        side = str(state.to_move)
        for unit in state.units_with("attacked"):
            place = state.place(unit)
            if place not in state.game.hexes:
                continue
            for reason in ef.analysis.refusals(state, place, side=side):
                if reason.startswith("TRC-12.4a"):
                    assert reason == "TRC-12.4a: no unit there may still be attacked"
                    return
    pytest.fail("nobody was attacked before")

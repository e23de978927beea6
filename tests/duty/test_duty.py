"""The duty to attack on random fronts: against two slow programs, and in batches as one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from . import by_hand
from .board import Sketch, small_front
from .fronts import Front, front
from .subsets import Subsets
from .sweep import Sweep


def ways(state: Any, given: frozenset[int] = frozenset()) -> list[frozenset[int]]:
    """Every set that can be named, unit by unit, until nobody is left to name."""
    names = [] if state.is_over else state.legal_actions.names()
    out = []
    for name in names:
        if name.startswith("give "):
            after = state.copy()
            after.push(name)
            out += ways(after, given | {int(name.removeprefix("give U"))})
    return out or [given]


def named_sets(this: Front) -> set[frozenset[int]]:
    """The least sets of a front by trying everything, component by component; none is hopeless."""
    out: set[frozenset[int]] = {frozenset()}
    for who, near in this.components():
        out = {a | b for a in out for b in by_hand.least_sets(this, who, near)}
    return out


@pytest.mark.rule("TRC-12.3a", "TRC-12.3b", "TRC-12.3c", "TRC-12.5a", "TRC-12.5c")
def test_a_plan_and_who_gives_way_are_those_found_by_trying_everything() -> None:
    given = 0
    for seed in range(60):
        this = small_front(seed)
        if max(len(who) for who, _ in this.components()) > 8:
            continue
        state = Sketch(this).game().new()
        works = all(by_hand.works(this, who, near) for who, near in this.components())
        assert bool(state.ask("met")) == works, seed
        expected = named_sets(this)
        if not expected:
            continue
        found = ways(state)
        assert len(found) == len(set(found)), f"{seed}: a set can be named in two orders"
        assert set(found) == expected, seed
        given += expected != {frozenset()}
    assert given >= 10


def test_the_sweep_is_trying_everything() -> None:
    both = [0, 0]
    for seed in range(150):
        this = small_front(seed)
        for who, near in this.components():
            if len(who) <= 7:
                works = by_hand.works(this, who, near)
                assert Sweep(this, who, near).works(frozenset(who)) == works, seed
                both[works] += 1
    assert min(both) > 20


def test_every_subset_at_once_is_trying_everything() -> None:
    hopeless = given = 0
    for seed in range(100):
        this = small_front(seed)
        for who, near in this.components():
            if len(who) <= 7:
                least = Subsets(this, who, near).least()
                assert sorted(map(sorted, least)) == sorted(
                    map(sorted, by_hand.least_sets(this, who, near))
                ), seed
                hopeless += not least
                given += any(least)
    assert hopeless > 3 and given > 10


@pytest.mark.rule("TRC-12.3a", "TRC-12.3b", "TRC-12.5b")
def test_long_fronts_have_the_plan_that_the_sweep_finds() -> None:
    both = [0, 0]
    for seed in range(20):
        this = front(random.Random(seed), 12, mood=0.05)
        expected = all(
            Sweep(this, who, near).works(frozenset(who)) for who, near in this.components()
        )
        assert bool(Sketch(this).game().new().ask("met")) == expected, seed
        both[expected] += 1
    assert min(both) > 2


@pytest.mark.parametrize("name", ["held", "moving"])
@pytest.mark.parametrize("question", ["joiners", "wideners", "destinations"])
@pytest.mark.rule("TRC-12.3c", "TRC-12.5b")
def test_asked_at_once_and_one_by_one_is_the_same(name: str, question: str) -> None:
    rng = random.Random(question)
    sizes = []
    for seed in range(12):
        this = small_front(seed)
        sketch = Sketch(this)
        state = sketch.game().new()
        hexes = [sketch.board.labels[sketch.place[t]] for t in sorted(this.defence)]
        units = [f"U{i}" for i in range(len(this.attackers))]
        for _ in range(6):
            args: list[int | str] = [rng.choice(units)]
            if question != "destinations":
                args = [rng.choice([-1, *units]), rng.choice([-1, -1, *units])]
                args += [rng.choice([-1, *hexes]), rng.choice([-1, -1, *hexes])]
            once = state.ask(f"{name} {question}", *args)
            single = state.ask(f"{name} {question} one by one", *args)
            assert sorted(once) == sorted(single), (seed, args)
            sizes.append(len(once))
    assert 0 in sizes and max(sizes) > 1

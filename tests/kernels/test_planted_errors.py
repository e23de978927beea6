"""The comparison with the oracles detects each planted error.

An error is planted by calling the kernel with an input that is wrong in one respect, which yields
the answer of a kernel with that error.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from eastfront import _core
from oracle_kernels import odds as odds_oracle
from oracle_kernels import supply as supply_oracle
from oracle_kernels.maps import FORBIDDEN, Map
from oracle_kernels.movement import Question, field_of
from oracle_kernels.supply import Stage

from .asking import hexes_in, kernel_map, movement_field, random_question, supply_stage
from .test_supply import random_case


def open_hexsides(ask: Question) -> Question:
    steps = [[1 if cost == FORBIDDEN else cost for cost in row] for row in ask.board.steps]
    board = ask.board
    return replace(ask, board=Map(board.width, board.height, board.parity, steps))


def turn_parity(ask: Question) -> Question:
    board = ask.board
    return replace(ask, board=Map(board.width, board.height, 1 - board.parity, board.steps))


def tolls(change: Callable[[int, int, int, bool], tuple[int, int, int, bool]]) -> Plant:
    def plant(ask: Question) -> Question:
        return ask if ask.zone is None else replace(ask, zone=(ask.zone[0], change(*ask.zone[1])))

    return plant


Plant = Callable[[Question], Question]
MOVEMENT: dict[str, Plant] = {
    "blocked hexes are entered": lambda ask: replace(ask, blocked=set()),
    "one point too many": lambda ask: replace(ask, budget=ask.budget + 1),
    "closed hexsides are crossed": open_hexsides,
    "rows shifted the wrong way": turn_parity,
    "stops are passed": lambda ask: replace(ask, stop=set()),
    "the area is left": lambda ask: replace(ask, area=None),
    "the surcharge is forgotten": lambda ask: replace(ask, surcharge=None),
    "no step at the least": lambda ask: replace(ask, minimum_one=False),
    "always a step at the least": lambda ask: replace(ask, minimum_one=True),
    "assaults are refused": lambda ask: replace(ask, assault=None),
    "assaults are free": lambda ask: replace(ask, assault=ask.assault and (ask.assault[0], 0)),
    "what is due is forgiven": lambda ask: replace(ask, due=0),
    "the road's rate is never lost": lambda ask: replace(
        ask, road=ask.road and (ask.road[0], ask.road[0])
    ),
    "zone to zone is free": tolls(lambda e, lv, b, s: (e, lv, 0, s)),
    "zone to zone costs entering only": tolls(lambda e, lv, b, s: (e, lv, e, s)),
    "leaving a zone is free": tolls(lambda e, lv, b, s: (e, 0, b, s)),
    "zones do not stop": tolls(lambda e, lv, b, s: (e, lv, b, False)),
}


@pytest.mark.parametrize("name", MOVEMENT)
def test_planted_in_movement(name: str) -> None:
    for seed in range(200):
        ask = random_question(random.Random(seed), rich=True)
        if movement_field(MOVEMENT[name](ask)) != field_of(ask):
            return
    pytest.fail(f"not caught: {name}")


SUPPLY: dict[str, Callable[[Stage], Stage]] = {
    "one step too many": lambda stage: replace(
        stage, limits=[(None if n is None else n + 1, avoid) for n, avoid in stage.limits]
    ),
    "terrain does not shorten": lambda stage: replace(
        stage, limits=[(n, None) for n, _ in stage.limits]
    ),
    "only the first limit": lambda stage: replace(stage, limits=stage.limits[:1]),
    "gates are passed by": lambda stage: replace(stage, gates=[]),
    "gates in the wrong order": lambda stage: replace(stage, gates=stage.gates[::-1]),
    "the area is left": lambda stage: replace(stage, area=None),
    "hexsides are crossed": lambda stage: replace(stage, hexsides=None),
    "the own hex must be open": lambda stage: replace(stage, own_hex=False),
    "the own hex is always free": lambda stage: replace(stage, own_hex=True),
}


@pytest.mark.parametrize("name", SUPPLY)
def test_planted_in_supply(name: str) -> None:
    for seed in range(120):
        board, sources, stages = random_case(seed)
        kernel = kernel_map(board)
        given = [supply_stage(kernel, SUPPLY[name](stage)) for stage in stages]
        answer = kernel.supply_stages(kernel.hexes(sorted(sources)), given)
        if hexes_in(kernel, answer) != supply_oracle.supplied(board, sources, stages):
            return
    pytest.fail(f"not caught: {name}")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("over down", "over up"), ("over up", "over nearest"), ("floor", "cap"), ("times", "add")],
)
def test_planted_in_odds(right: str, wrong: str) -> None:
    found = [_core.odds_pipeline(n, [(wrong, 3)]) for n in range(20)]
    assert found != [odds_oracle.pipeline(n, [(right, 3)]) for n in range(20)]

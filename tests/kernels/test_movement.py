"""Movement fields, canonical paths and single steps against the oracle."""

from __future__ import annotations

import random

import pytest

from oracle_kernels.maps import FORBIDDEN, Map, random_map
from oracle_kernels.movement import Question, canonical_path, field_of

from .asking import kernel_map, movement_field, random_question, rules


@pytest.mark.parametrize("rich", [False, True], ids=["plain", "rich"])
@pytest.mark.parametrize("seed", range(200))
def test_field_is_the_oracles(seed: int, rich: bool) -> None:
    ask = random_question(random.Random(seed), rich)
    assert movement_field(ask) == field_of(ask)


@pytest.mark.parametrize("rich", [False, True], ids=["plain", "rich"])
@pytest.mark.parametrize("seed", range(100))
def test_steps_along_a_path_cost_what_the_field_says(seed: int, rich: bool) -> None:
    ask = random_question(random.Random(seed), rich)
    kernel = kernel_map(ask.board)
    blocked = kernel.hexes(sorted(ask.blocked))
    terms = rules(kernel, ask)
    for to, cost in movement_field(ask).items():
        path = kernel.path(ask.start, to, ask.budget, blocked, terms, due=ask.due)
        at, left, due, ended = ask.start, ask.budget, ask.due, False
        for hex_ in path:
            assert not ended
            way = next(way for way, other in ask.board.ring(at) if other == hex_)
            state = kernel.step(at, way, left, ask.budget, blocked, terms, due=due)
            assert not isinstance(state, str), state
            left, due, ended = state
            at = hex_
        assert (at, ask.budget - left) == (to, cost)


@pytest.mark.parametrize("seed", range(100))
def test_path_is_canonical(seed: int) -> None:
    ask = random_question(random.Random(seed), rich=True)
    ask.road, ask.due = None, 0
    if any(cost == 0 for steps in ask.board.steps for cost in steps):
        pytest.skip("with free steps several paths may be canonical")
    kernel = kernel_map(ask.board)
    blocked = kernel.hexes(sorted(ask.blocked))
    for to in list(field_of(ask))[:10]:
        path = kernel.path(ask.start, to, ask.budget, blocked, rules(kernel, ask))
        assert path == canonical_path(ask, to)


@pytest.mark.parametrize("seed", range(30))
def test_distance_and_discs(seed: int) -> None:
    rng = random.Random(seed)
    board = random_map(rng)
    board.steps = [[1] * 6 for _ in board.hexes]
    kernel = kernel_map(board)
    start, reach = rng.choice(board.hexes), rng.randrange(12)
    costs = {start: 0} | field_of(Question(board, start, 1000))
    assert {hex_: kernel.distance(start, hex_) for hex_ in board.hexes} == costs
    disc = set(kernel.hexes_in(kernel.within(start, reach)).to_list())
    assert disc == {hex_ for hex_, cost in costs.items() if cost <= reach}


def line_of(count: int) -> Map:
    """Hexes in a row, each entered for 2."""
    board = Map(count, 1, 0)
    board.steps = [[FORBIDDEN, 2, FORBIDDEN, FORBIDDEN, 2, FORBIDDEN] for _ in board.hexes]
    return board


def test_a_road_rate_is_lost_when_the_hex_is_left_off_the_road() -> None:
    board = line_of(4)
    board.steps = [[FORBIDDEN, 4, FORBIDDEN, FORBIDDEN, 4, FORBIDDEN] for _ in board.hexes]
    nothing = [[FORBIDDEN] * 6 for _ in board.hexes]
    along, full = [list(row) for row in nothing], [list(row) for row in nothing]
    for hex_ in (0, 1):
        along[hex_][1], full[hex_][1] = 1, 4
    ask = Question(board, 0, 12, road=(along, full))
    # Two hexes at 1 along the road; then 1 + 4 (the second hex in full) + 4 off it.
    assert movement_field(ask) == {1: 1, 2: 2, 3: 9}


def test_zone_rules_in_a_row() -> None:
    board = line_of(5)
    zone = {2, 3}

    def reached(enter: int, leave: int, between: int, stop: bool) -> dict[int, int]:
        tolls = (enter, leave, between, stop)
        return movement_field(Question(board, 0, 20, zone=(zone, tolls)))

    assert reached(0, 0, 0, False) == {1: 2, 2: 4, 3: 6, 4: 8}
    assert reached(0, 0, 0, True) == {1: 2, 2: 4}
    assert reached(1, 2, 3, False) == {1: 2, 2: 5, 3: 10, 4: 14}
    assert reached(1, 2, FORBIDDEN, False) == {1: 2, 2: 5}
    assert reached(FORBIDDEN, 0, 0, False) == {1: 2}


def test_refusals_say_why() -> None:
    board = line_of(4)
    kernel = kernel_map(board)
    blocked = kernel.hexes([1])
    assert kernel.step(0, 4, 9, 9) == "OffGrid"
    assert kernel.step(0, 1, 9, 9, blocked) == "Blocked"
    assert kernel.step(0, 1, 1, 9) == "TooDear { cost: 2, left: 1 }"
    assert kernel.step(0, 1, 9, 9) == (7, 0, False)


def test_bad_questions_are_refused() -> None:
    kernel = kernel_map(line_of(4))
    for wrong in (
        lambda: kernel.movement_field(4, 9),
        lambda: kernel.movement_field(0, 9, b"123"),
        lambda: kernel.movement_field(0, 9, bytes(16)),
        lambda: kernel.hexes([4]),
        lambda: kernel_map(Map(2, 2, 0)),
    ):
        with pytest.raises(ValueError, match=r".+"):
            wrong()

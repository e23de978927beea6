"""Pass the oracle's questions to the kernels."""

from __future__ import annotations

import random
import struct
from typing import Any

from eastfront import _core
from oracle_kernels.maps import FORBIDDEN, Map, hexside_bytes, random_map, some
from oracle_kernels.movement import Question
from oracle_kernels.supply import Stage


def kernel_map(board: Map) -> Any:
    return _core.KernelMap(
        board.width, board.height, board.step_bytes(), shifted_parity=board.parity
    )


def hexes_in(kernel: Any, answer: bytes) -> set[int]:
    return set(kernel.hexes_in(answer).to_list())


def rules(kernel: Any, ask: Question) -> Any:
    def hexes(found: set[int] | None) -> Any:
        return None if found is None else kernel.hexes(sorted(found))

    def with_cost(pair: tuple[set[int], Any] | None) -> Any:
        return None if pair is None else (hexes(pair[0]), pair[1])

    def table(steps: list[list[int]]) -> bytes:
        return bytes(cost for ways in steps for cost in ways)

    return _core.MoveRules(
        area=hexes(ask.area),
        stop=hexes(ask.stop),
        surcharge=with_cost(ask.surcharge),
        zone=with_cost(ask.zone),
        road=None if ask.road is None else (table(ask.road[0]), table(ask.road[1])),
        assault=with_cost(ask.assault),
        minimum_one=ask.minimum_one,
    )


def movement_field(ask: Question) -> dict[int, int]:
    kernel = kernel_map(ask.board)
    blocked = kernel.hexes(sorted(ask.blocked))
    pairs = kernel.movement_field(ask.start, ask.budget, blocked, rules(kernel, ask), due=ask.due)
    return dict(struct.iter_unpack("<II", pairs))


def supply_stage(kernel: Any, stage: Stage) -> Any:
    def hexes(found: set[int] | None) -> Any:
        return None if found is None else kernel.hexes(sorted(found))

    sides = None if stage.hexsides is None else kernel.hexsides(hexside_bytes(stage.hexsides))
    return _core.SupplyStage(
        hexes(stage.open),
        area=hexes(stage.area),
        hexsides=sides,
        limits=[(length, hexes(avoid)) for length, avoid in stage.limits],
        gates=stage.gates,
        own_hex=stage.own_hex,
    )


def random_question(rng: random.Random, rich: bool) -> Question:
    """A question about a random map; a rich one may use every mechanism."""
    board = random_map(rng)
    hexes = board.hexes
    ask = Question(board, rng.choice(hexes), rng.choice([0, 1, 4, 9, 30]))
    ask.blocked = some(rng, hexes, rng.choice([0, 0.1, 0.4]))
    ask.minimum_one = rng.random() < 0.3
    if rng.random() < 0.5:
        ask.stop = some(rng, hexes, 0.2)
    if rng.random() < 0.3:
        ask.area = some(rng, hexes, 0.8)
    if not rich:
        return ask
    if rng.random() < 0.5:
        ask.surcharge = (some(rng, hexes, 0.3), rng.randrange(4))
    if rng.random() < 0.6:
        between = rng.choice([0, 1, 3, FORBIDDEN])
        tolls = (rng.choice([0, 2, FORBIDDEN]), rng.randrange(3), between, rng.random() < 0.5)
        ask.zone = (some(rng, hexes, 0.3), tolls)
    if rng.random() < 0.4:
        ask.assault = (some(rng, hexes, 0.5), rng.randrange(4))
    if rng.random() < 0.5:
        ask.road = random_road(rng, board)
        ask.due = rng.choice([0, 0, 1, 5])
    return ask


def random_road(rng: random.Random, board: Map) -> tuple[list[list[int]], list[list[int]]]:
    """Rates on about half of all hexsides, and the full prices there."""
    along = [[FORBIDDEN] * 6 for _ in board.hexes]
    full = [[FORBIDDEN] * 6 for _ in board.hexes]
    for hex_ in board.hexes:
        for way, _ in board.ring(hex_):
            if rng.random() < 0.5:
                along[hex_][way] = rng.choice([1, 1, 2])
                full[hex_][way] = rng.choice([1, 2, 5, FORBIDDEN])
    return along, full

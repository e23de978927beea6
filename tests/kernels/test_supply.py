"""Lines of supply, their certificates, zones and networks against the oracle."""

from __future__ import annotations

import itertools
import random
from typing import Any

import networkx as nx
import pytest

from eastfront import _core
from oracle_kernels import supply as oracle
from oracle_kernels.maps import (
    FORBIDDEN,
    Map,
    hexside_bytes,
    random_hexsides,
    random_map,
    some,
)
from oracle_kernels.supply import Stage, line_lengths, steps_graph

from .asking import hexes_in, kernel_map, supply_stage


def small_map(rng: random.Random) -> Map:
    board = random_map(rng)
    while len(board.hexes) > 280:
        board = random_map(rng)
    return board


def random_stage(rng: random.Random, board: Map) -> Stage:
    hexes = board.hexes
    stage = Stage(some(rng, hexes, rng.choice([0.5, 0.8, 0.95])), own_hex=rng.random() < 0.5)
    if rng.random() < 0.3:
        stage.area = some(rng, hexes, 0.8)
    if rng.random() < 0.6:
        stage.hexsides = random_hexsides(rng, board, rng.choice([0.4, 0.9]), rng.random() < 0.7)
    if rng.random() < 0.4:
        stage.gates = rng.sample(hexes, rng.choice([1, 1, 2]))
    for _ in range(rng.choice([0, 1, 1, 2])):
        length = rng.choice([None, 0, 1, 3, 8, 20])
        stage.limits.append((length, some(rng, hexes, 0.2) if rng.random() < 0.6 else None))
    return stage


def random_case(seed: int) -> tuple[Map, set[int], list[Stage]]:
    rng = random.Random(seed)
    board = small_map(rng)
    sources = some(rng, board.hexes, rng.choice([0.02, 0.1]))
    return board, sources, [random_stage(rng, board) for _ in range(rng.choice([1, 1, 2, 3]))]


@pytest.mark.parametrize("seed", range(150))
def test_supply_is_the_oracles(seed: int) -> None:
    board, sources, stages = random_case(seed)
    kernel = kernel_map(board)
    given = [supply_stage(kernel, stage) for stage in stages]
    answer = kernel.supply_stages(kernel.hexes(sorted(sources)), given)
    assert hexes_in(kernel, answer) == oracle.supplied(board, sources, stages)


@pytest.mark.parametrize("seed", range(100))
def test_supply_of_a_side_follows_the_steps_of_the_map(seed: int) -> None:
    rng = random.Random(seed)
    board = small_map(rng)
    blocked, sources = some(rng, board.hexes, 0.2), some(rng, board.hexes, 0.05)
    kernel = kernel_map(board)
    sides = [{way for way in range(6) if steps[way] != FORBIDDEN} for steps in board.steps]
    stage = Stage(set(board.hexes) - blocked, hexsides=sides)
    answer = kernel.supply(kernel.hexes(sorted(sources)), kernel.hexes(sorted(blocked)))
    assert hexes_in(kernel, answer) == oracle.supplied(board, sources, [stage])


@pytest.mark.parametrize("seed", range(100))
def test_certificates_hold(seed: int) -> None:
    board, sources, stages = random_case(seed)
    kernel = kernel_map(board)
    given = [supply_stage(kernel, stage) for stage in stages]
    wanted = oracle.supplied(board, sources, stages)
    for unit in random.Random(seed).sample(board.hexes, min(12, len(board.hexes))):
        line = kernel.supply_line(kernel.hexes(sorted(sources)), given, unit)
        assert (line[0] == "path") == (unit in wanted)
        check_line(board, sources, stages, unit, line)


def check_line(
    board: Map, sources: set[int], stages: list[Stage], unit: int, line: tuple[Any, ...]
) -> None:
    """A certificate must hold by itself, without the code that made it."""
    before = [oracle.supplied(board, sources, stages[:n]) for n in range(len(stages))]
    starts = sources | before[-1]
    if line[0] == "path":
        at = unit
        for number, hexes in line[1]:
            assert hexes[0] == at
            check_leg(board, sources | before[number], stages[number], hexes)
            at = hexes[-1]
        assert at in sources
    elif line[0] == "cut":
        _, to, gate, blocking = line
        steps = steps_graph(board, stages[-1].hexsides)
        assert not stages[-1].passable() & set(blocking)
        steps.remove_nodes_from(blocking)
        begun = ({gate} if gate is not None else starts) & set(steps)
        assert to not in steps or not any(nx.has_path(steps, start, to) for start in begun)
        assert to == unit or to in stages[-1].gates
    else:
        for (length, avoid), least in zip(stages[-1].limits, line[1], strict=True):
            assert least == line_lengths(board, starts, stages[-1], avoid).get(unit)
            assert least is None or (length is not None and least > length)


def check_leg(board: Map, starts: set[int], stage: Stage, hexes: list[int]) -> None:
    assert hexes[-1] in starts
    assert stage.own_hex or hexes[0] in stage.passable()
    steps = steps_graph(board, stage.hexsides)
    assert all(steps.has_edge(b, a) for a, b in itertools.pairwise(hexes))
    rest = iter(hexes)
    assert all(gate in rest for gate in reversed(stage.gates))
    touched = set(hexes[1:])
    assert touched <= stage.passable()
    assert any(
        (length is None or len(hexes) - 1 <= length) and not touched & (avoid or set())
        for length, avoid in stage.limits or [(None, None)]
    )


@pytest.mark.parametrize("seed", range(150))
def test_zones_are_the_oracles(seed: int) -> None:
    rng = random.Random(seed)
    board = random_map(rng)
    kernel = kernel_map(board)
    units = some(rng, board.hexes, 0.1)
    how: dict[str, Any] = {"own": rng.random() < 0.5, "adjacent": rng.random() < 0.9}
    given = dict(how)
    if rng.random() < 0.6:
        how["across"] = random_hexsides(rng, board, 0.6, rng.random() < 0.5)
        given["across"] = kernel.hexsides(hexside_bytes(how["across"]))
    for name in ("into", "always_into"):
        if rng.random() < 0.4:
            how[name] = some(rng, board.hexes, 0.6)
            given[name] = kernel.hexes(sorted(how[name]))
    answer = _core.kernel_zone(kernel, kernel.hexes(sorted(units)), **given)
    found = hexes_in(kernel, answer)
    assert found == oracle.zone(board, units, **how)
    held = some(rng, board.hexes, 0.5)
    for vacant in (False, True):
        for occupied in (False, True):
            works = _core.kernel_effective_zone(
                kernel, answer, kernel.hexes(sorted(held)),
                in_vacant=vacant, in_occupied=occupied,
            )  # fmt: skip
            wanted = {hex_ for hex_ in found if (occupied if hex_ in held else vacant)}
            assert hexes_in(kernel, works) == wanted


@pytest.mark.parametrize("seed", range(100))
def test_networks_are_the_oracles(seed: int) -> None:
    rng = random.Random(seed)
    board = random_map(rng)
    kernel = kernel_map(board)
    open_ = some(rng, board.hexes, 0.7)
    sides = random_hexsides(rng, board, 0.5, mutual=True)
    steps = steps_graph(board, sides)
    given = (kernel.hexes(sorted(open_)), kernel.hexsides(hexside_bytes(sides)))

    labels, count = _core.kernel_components(kernel, *given)
    groups: dict[int, set[int]] = {}
    for hex_, label in enumerate(memoryview(labels).cast("H")):
        groups.setdefault(label, set()).add(hex_)
    groups.pop(65535, None)
    wanted = list(nx.connected_components(steps.to_undirected().subgraph(open_)))
    assert sorted(map(sorted, groups.values())) == sorted(map(sorted, wanted))
    assert count == len(wanted)

    sources, limit = some(rng, board.hexes, 0.1), rng.choice([None, 0, 3])
    answer = _core.kernel_distances(kernel, kernel.hexes(sorted(sources)), *given, limit)
    found = {h: steps for h, steps in enumerate(memoryview(answer).cast("H")) if steps != 65535}
    least = oracle.lengths(steps, sources, open_)
    assert found == {h: n for h, n in least.items() if limit is None or n <= limit}

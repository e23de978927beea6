"""Measure the kernels and their peers: medians of thread CPU time, answers checked first."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from eastfront import _core

from . import taskmap
from .peers import BUDGET, NetworkX, Numba, RustworkX, SciPy

PEERS = ("networkx", "rustworkx", "scipy", "numba")
CLASSES = {"networkx": NetworkX, "rustworkx": RustworkX, "scipy": SciPy, "numba": Numba}
#: Microseconds by size, native and from Python.
TARGETS = {
    "field": {"40x60": (3.0, 5.0), "100x100": (3.0, 5.0), "300x300": (3.0, 5.0)},
    "supply": {"40x60": (2.0, 3.0), "100x100": (12.0, 13.0), "300x300": (60.0, 61.0)},
}

#: networkx's times on the machine of the targets; the ratio gives the pace of this machine.
REFERENCE = {
    "field": {"40x60": 347.0, "100x100": 444.0, "300x300": 516.0},
    "supply": {"40x60": 2207.0, "100x100": 16596.0, "300x300": 146702.0},
}


class Eastfront:
    """The kernels behind the tasks."""

    def __init__(self, task: taskmap.TaskMap) -> None:
        self.map = _core.KernelMap(task.width, task.height, task.steps)
        self.blocked = [self.map.hexes(blocked) for blocked in task.blocked]
        self.sources = self.map.hexes(task.sources)
        self.starts = task.starts

    def field(self, start: int, number: int) -> dict[int, int]:
        """The cost of every hex reached."""
        pairs = self.map.movement_field(start, BUDGET, self.blocked[number])
        return dict(struct.iter_unpack("<II", pairs))

    def supply(self, number: int) -> set[int]:
        """The hexes supplied."""
        return set(self.map.hexes_in(self.map.supply(self.sources, self.blocked[number])).to_list())


def run(sizes: tuple[tuple[int, int], ...] = taskmap.SIZES) -> list[dict[str, Any]]:
    """One row for each task and size; a peer that is not installed is None, with a note."""
    rows = []
    for width, height in sizes:
        task = taskmap.make(width, height)
        ours = Eastfront(task)
        peers, notes = _peers(task)
        pair = [_row(kind, task, ours, peers, notes) for kind in ("field", "supply")]
        _judge(pair)
        rows += pair
    return rows


def _judge(rows: list[dict[str, Any]]) -> None:
    """Add to the rows of one size whether they meet their targets on this machine.

    The machine's slowness is the least ratio of networkx on any task, so that a single bad run of
    the peer meets no target.
    """
    slow = [
        row["networkx"] / REFERENCE[row["task"]][row["size"]]
        for row in rows
        if row["networkx"] and row["size"] in REFERENCE[row["task"]]
    ]
    factor = min(slow, default=1.0)
    for row in rows:
        target = TARGETS[row["task"]].get(row["size"])
        row["target"] = target
        row["met"] = target and (
            row["eastfront_native_us"] <= target[0] * factor
            and row["eastfront_python_us"] <= target[1] * factor
        )
        row["notes"].append(f"this machine takes {factor:.2f} times as long as that of the targets")


def _peers(task: taskmap.TaskMap) -> tuple[dict[str, Any], list[str]]:
    peers, notes = {}, []
    for name, made in CLASSES.items():
        try:
            peers[name] = made(task)
        except ImportError:
            notes.append(f"{name} is not installed: skipped")
            continue
        for number in range(2 if task.width > 200 and name != "numba" else 16):
            if hasattr(peers[name], "prepare"):
                peers[name].prepare(number)
    return peers, notes


def _row(
    kind: str, task: taskmap.TaskMap, ours: Eastfront, peers: dict[str, Any], notes: list[str]
) -> dict[str, Any]:
    queries = list(enumerate(task.starts[:16]))
    reference = peers.get("networkx")
    if reference is not None:
        _check(kind, ours, peers, queries)
    row: dict[str, Any] = {"task": kind, "size": task.size, "notes": list(notes)}
    if kind == "field":
        rounds = 200
        native = _time(
            lambda: _core.bench_field(ours.map, task.starts, BUDGET, ours.blocked, rounds)
        ) / (rounds * len(task.starts))
        field, blocked = ours.map.movement_field, ours.blocked
        calls = [(start, blocked[number % 16]) for number, start in enumerate(task.starts)]

        def call() -> None:
            for start, shut in calls:
                field(start, BUDGET, shut)

        python = _time(call) / len(calls)
        count = sum(len(ours.field(start, number % 16)) for number, start in queries)
        row["hexes"] = count / len(queries)
        row["notes"].append(f"{row['hexes']:.0f} hexes a field")
    else:
        rounds = max(3, 2_000_000 // (task.width * task.height) // 16)
        native = _time(lambda: _core.bench_supply(ours.map, ours.sources, ours.blocked, rounds)) / (
            rounds * 16
        )
        supply, sources = ours.map.supply, ours.sources

        def call() -> None:
            for shut in ours.blocked:
                supply(sources, shut)

        python = _time(call) / 16
    row |= {"eastfront_native_us": native, "eastfront_python_us": python}
    for name in PEERS:
        row[name] = _time_peer(kind, peers[name], queries) if name in peers else None
    return row


def _check(
    kind: str, ours: Eastfront, peers: dict[str, Any], queries: list[tuple[int, int]]
) -> None:
    """Checks that every answer equals that of networkx."""
    for number, start in queries[:2]:
        ask = (start, number) if kind == "field" else (number,)
        wanted = getattr(peers["networkx"], kind)(*ask)
        for name, peer in {"eastfront": ours, **peers}.items():
            if getattr(peer, kind)(*ask) != wanted:
                raise AssertionError(f"{name} answers the {kind} task differently")


def _time(call: Callable[[], object], repeats: int = 7) -> float:
    """The median microseconds of one call."""
    call()
    taken = []
    for _ in range(repeats):
        begun = time.thread_time_ns()
        call()
        taken.append((time.thread_time_ns() - begun) / 1000)
    return median(taken)


def _time_peer(kind: str, peer: Any, queries: list[tuple[int, int]]) -> float:
    """The median microseconds of one query, without turning arrays into Python objects."""
    ask = getattr(peer, f"{kind}_array", None) or getattr(peer, kind)
    arguments = [(start, n % 2) if kind == "field" else (n % 2,) for n, start in queries]

    def call() -> None:
        for values in arguments:
            ask(*values)

    return _time(call, repeats=3) / len(arguments)

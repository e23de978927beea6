"""Sections 22.3 and 26.2: workers that come and workers that leave, in one phase."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import before, names, play, walk

SEP_41, NOV_41 = 3, 4
NOBODY_LEAVES = dict.fromkeys(["Moscow Worker", "Kharkov Worker", "Stalino Worker"], "pool")
AT_WORK = {"Moscow Worker": "R9", "Kharkov Worker": "AA14", "Stalino Worker": "FF16"}


def asked(turn: int, units: dict[str, str]) -> State:
    """The first choice of workers of a turn."""
    state = before("russian", 1, turn=turn, units=units, options=("industrial-evacuation",))
    return walk(play(state, "end-movement"), "workers", "russian")


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a")
@pytest.mark.parametrize("worker, box", [("Worker 1", "later"), ("Worker 2", "off-map")])
def test_a_new_worker_and_one_held_back_are_placed_though_nobody_leaves(
    worker: str, box: str
) -> None:
    state = asked(NOV_41, {**NOBODY_LEAVES, worker: box})
    assert names(state, "place-worker") == {worker}
    assert names(state, "evacuate") == set()
    assert play(state, f"place-worker {worker}", "at U1").place(worker) == "U1"


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a")
def test_workers_alone_are_placed_as_workers() -> None:
    units = {**AT_WORK, "Worker 1": "later", "Worker 2": "off-map"}
    state = asked(NOV_41, units).edited(places=[("16 A", "arriving"), ("20 A", "off-map")])
    assert names(state, "place-worker") == {"Worker 1", "Worker 2"}


@pytest.mark.rule("TRC-26.2.1a")
def test_each_turn_counts_its_own_evacuation() -> None:
    state = asked(SEP_41, {**AT_WORK, "Worker 2": "off-map"})
    assert state.var("workers evacuated") == 0
    gone = play(state, "evacuate Kharkov Worker")
    assert gone.var("workers evacuated") == 1
    assert gone.hexes_with("only worker evacuated") == ["AA14"]
    later = walk(play(gone, "end-workers"), "workers", "russian", 1)
    assert later.turn == NOV_41
    assert later.var("workers evacuated") == 0
    assert later.hexes_with("only worker evacuated") == []

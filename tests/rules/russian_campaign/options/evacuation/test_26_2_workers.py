"""Sections 22.3 and 26.2: workers that arrive and workers that leave, in one phase."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import at, before, names, play, walk

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
    state = asked(NOV_41, units)._supposed(places=[("16 A", "arriving"), ("20 A", "off-map")])
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


@pytest.mark.rule("TRC-22.3a", "TRC-22.3b")
@pytest.mark.parametrize("options", [(), ("industrial-evacuation",)])
def test_a_city_that_the_enemy_has_come_into_since_leaves_the_others_open(
    options: tuple[str, ...],
) -> None:
    """An enemy in the only city without a worker: those with one are open to another."""
    open_ = {"R9", "AA14", "FF16"}
    units = {"Moscow Worker": "R9", "Kharkov Worker": "AA14", "Worker 2": "off-map"}
    state = at("russian", 1, turn=NOV_41, units={**units, "13 Inf": "FF16"}, options=options)
    every = set(state.hexes_with("open to workers"))
    state = state._supposed(hex_flags=[(h, "open to workers", h in open_) for h in every | open_])
    asked_ = play(
        walk(play(state, "end-movement"), "workers", "russian", 2), "place-worker Worker 2"
    )
    assert names(asked_, "at") == {"R9", "AA14"}
    assert play(asked_, "at R9").place("Worker 2") == "R9"
    # with nobody in it, it is the only one
    free = state._supposed(places=[("13 Inf", "removed"), ("13 A", "R9")])
    alone = play(walk(play(free, "end-movement"), "workers", "russian", 2), "place-worker Worker 2")
    assert alone.place("Worker 2") == "FF16"


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a")
@pytest.mark.parametrize("options", [(), ("industrial-evacuation",)])
def test_a_new_worker_alone_is_placed_in_the_impulse_of_its_arrival(
    options: tuple[str, ...],
) -> None:
    """There is nothing to choose but its city, Gorki among others."""
    units = {**NOBODY_LEAVES, "Worker 1": "later"}
    state = before("russian", 1, turn=NOV_41, units=units, options=options)
    state = walk(play(state, "end-movement"), "worker city", "russian")
    assert (state.turn, state.var("impulse"), state.place("Worker 1")) == (NOV_41, 1, "arriving")
    assert play(state, "at U1").place("Worker 1") == "U1"


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a")
@pytest.mark.parametrize("options", [(), ("industrial-evacuation",)])
@pytest.mark.parametrize("open_", [set(), {"FF16"}])
def test_a_worker_in_reserve_comes_while_one_city_is_open(
    options: tuple[str, ...], open_: set[str]
) -> None:
    state = at("russian", 1, turn=NOV_41, units={"Worker 2": "off-map"}, options=options)
    every = set(state.hexes_with("open to workers"))
    state = state._supposed(hex_flags=[(h, "open to workers", h in open_) for h in every])
    met = walk(play(state, "end-movement"), "movement", "russian", 2)
    asked_ = walk(play(state, "end-movement"), "workers", "russian")
    assert (met.turn, asked_.var("impulse")) == (NOV_41, 2 if open_ else 1)


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a", "TRC-20.1.1a")
@pytest.mark.parametrize("options", [(), ("industrial-evacuation",)])
def test_a_worker_that_is_held_back_is_not_asked_for_again_in_the_impulse(
    options: tuple[str, ...],
) -> None:
    units = {**NOBODY_LEAVES, "Worker 1": "later", "Worker 2": "off-map"}
    state = before("russian", 1, turn=NOV_41, units=units, options=options)
    state = walk(play(state, "end-movement"), "workers", "russian")
    assert names(state, "place-worker") == {"Worker 1", "Worker 2"}
    held = play(state, "place-worker Worker 1", "hold")
    assert held.place("Worker 1") == "off-map"
    # with but one left it may be that its turn has come unasked
    assert "Worker 1" not in names(held, "place-worker")
    later = walk(held, "workers", "russian", 2)
    assert "Worker 1" in names(later, "place-worker")

"""Many threads read a state at once while games are played from it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import eastfront as ef
from eastfront import _core
from eastfront.questions import battle as explain

READS: dict[str, Callable[[ef.State], Any]] = {
    "to_move": lambda s: s.to_move,
    "decision": lambda s: s.decision,
    "turn": lambda s: s.turn,
    "stack": lambda s: s.stack,
    "phase": lambda s: s.phase,
    "control": lambda s: s.control,
    "subject": lambda s: s.subject,
    "obligations": lambda s: s.obligations,
    "legal_actions": lambda s: (list(s.legal_actions), len(s.legal_actions)),
    "names": lambda s: s.legal_actions.names(),
    "mask": lambda s: s.legal_actions.mask().tolist(),
    "nth_legal": lambda s: s.nth_legal(0) in s.legal_actions,
    "is_pass": lambda s: s.is_pass(s.nth_legal(0)),
    "copy": lambda s: s.copy() == s,
    "key": lambda s: s.key,
    "bytes": bytes,
    "text": lambda s: s.text(),
    "repr": repr,
    "places": lambda s: s.places(),
    "returns": lambda s: s.returns(),
    "outcome": lambda s: (s.is_over, s.outcome, s.winner, s.can_undo, s.self_rolling),
    "chance": lambda s: s.chance_outcomes(),
    "ask": lambda s: s.ask("value"),
    "trace": lambda s: s.trace("value"),
    "begin": lambda s: s.begin("sequence of play")[0].key,
    "supply": lambda s: s.supply(s.units_at("2407")[0]),
    "reach": lambda s: s.reach(s.units_at("2407")[0]),
    "zoc": lambda s: s.zoc("german"),
    "evaluation": lambda s: s.evaluation("german"),
    "hidden": lambda s: s.hidden_from("german"),
    "observation": lambda s: s.observation("german").places,
    "edited": lambda s: bytes(s.edited()),
    "audit": lambda s: s.audit(),
    "battle": lambda s: _battle(s),
}


def _battle(state: ef.State) -> str:
    """The explanation of the first attack that can be explained, or the refusal."""
    try:
        return str(state.battle("2509", state.units_at("2407")))
    except ef.EastfrontError as error:
        return str(error)


def test_everything_that_reads_is_read(game: ef.Game) -> None:
    """What a state answers without changing stands in the list above."""
    changes = {"push", "pop", "reseed"}
    named = {name for name in dir(ef.State) if not name.startswith("_")} - changes
    apart = {"last_cost", "game", "units_at", "units_with", "hexes_with", "place", "var"}
    asked = {"is_over", "winner", "can_undo", "self_rolling", "chance_outcomes", "hidden_from"}
    assert named - apart - asked - set(READS) == set()


def test_eight_threads_read_a_state_while_games_are_played_from_it(game: ef.Game) -> None:
    state = game.new(seed=3)
    while state.decision != "movement":
        state.push(state.nth_legal(0))
    before = bytes(state)
    expected = {name: read(state) for name, read in READS.items()}
    done = threading.Event()
    wrong: list[str] = []

    def play() -> None:
        while not done.is_set():
            _core.rollout(state, 4, threads=1, seed=1, policy="busy")

    def look(shift: int) -> None:
        names = list(READS)
        for i in range(len(names) * 2):
            name = names[(i + shift * 5) % len(names)]
            found = READS[name](state)
            if found != expected[name]:
                wrong.append(name)

    player = threading.Thread(target=play)
    player.start()
    try:
        with ThreadPoolExecutor(8) as threads:
            for reader in [threads.submit(look, n) for n in range(8)]:
                reader.result()
    finally:
        done.set()
        player.join()
    assert wrong == []
    assert bytes(state) == before


def test_a_state_moves_on_while_games_are_played_from_it(game: ef.Game) -> None:
    """A rollout holds the position it began with, not the state."""
    state = game.new(seed=3)
    begun, over = threading.Event(), threading.Event()

    def play() -> None:
        begun.set()
        while not over.is_set():
            _core.rollout(state, 2, seed=1, policy="busy")

    player = threading.Thread(target=play)
    player.start()
    begun.wait()
    try:
        for _ in range(200):
            state.push(state.nth_legal(0))
    finally:
        over.set()
        player.join()


def test_each_thread_has_the_costs_of_its_own_question(game: ef.Game) -> None:
    state = game.new(seed=3)
    while state.decision != "movement":
        state.push(state.nth_legal(0))
    unit = state.units_at("2407")[0]
    reach = state.reach(unit)
    moved = state._supposed(**explain.moving(state, "german", [unit]))
    moved.ask("german reach")
    with ThreadPoolExecutor(1) as other:
        other.submit(moved.ask, "supply", unit).result()
    assert {h: moved.last_cost(h) for h in reach} == reach

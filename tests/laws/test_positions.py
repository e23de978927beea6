"""Laws of a position: it has an action, and every unit is in a possible place."""

from __future__ import annotations

import random
from collections import Counter

from oracle.model import load_board
from playout.games import busy_play, load, sides_of

GAMES = 3


def test_a_state_that_is_not_over_has_an_action_and_a_decision() -> None:
    for state in busy_play(load(), 11):
        assert len(state.legal_actions) >= (1 if state.to_move == "chance" else 2)
        assert state.decision and state.to_move in ("german", "soviet", "chance")
        assert state.outcome is None


def test_games_end_with_an_outcome_and_nothing_to_do() -> None:
    for seed in range(GAMES):
        *_, last = busy_play(load(), seed)  # every state is the same object, played on
        assert last.is_over
        assert len(last.legal_actions) == 0 and last.to_move is None and last.decision is None
        winner, _, rule = last.outcome
        assert winner in ("german", "soviet") and rule.startswith("BD-")


def test_every_unit_is_in_one_place_and_stacks_are_legal() -> None:
    """BD-6.3a, BD-6.4a, BD-10.4a: also in the middle of moves, battles and retreats."""
    board, game = load_board(), load()
    side = sides_of(game)
    ids = dict(zip(game.units, game.unit_ids, strict=True))
    boxes = set(game.boxes)
    for seed in range(GAMES):
        for state in busy_play(game, seed):
            places = state.places()
            assert set(places) == set(game.units)
            here: dict[str, list[str]] = {}
            for unit, place in places.items():
                assert place in board.hexes or place in boxes
                here.setdefault(place, []).append(unit)
            for place, units in here.items():
                assert state.units_at(place) == sorted(units, key=game.units.index)
                if place not in board.hexes:
                    continue
                assert board.hexes[place].terrain not in ("sea", "lake")
                assert len({side[u] for u in units}) == 1, (place, units)
                who = [board.units[ids[u]] for u in units]
                assert sum(not u.static for u in who) <= 5, (place, units)
                assert sum(u.satellite for u in who) <= 1, (place, units)


def test_control_is_with_who_stands_there() -> None:
    """BD-3.6d."""
    game = load()
    side = sides_of(game)
    for i, state in enumerate(busy_play(game, 5)):
        if i % 10:
            continue
        german = set(state.hexes_with("german"))
        for unit, place in state.places().items():
            if place.isdigit():
                assert (place in german) == (side[unit] == 0), (unit, place, state.decision)


def test_the_derived_part_equals_its_recomputation() -> None:
    for seed in range(GAMES):
        for state in busy_play(load(), seed):
            assert state.audit() is None


def test_markers_of_a_battle_are_cleared_when_it_is_over() -> None:
    for state in busy_play(load(), 8):
        if state.decision in ("movement", "prepared assault"):
            assert not state.units_with("attacking")
            assert not state.units_with("retreating")
            assert not state.units_with("moving")
            assert not state.units_at("in-assault")


def test_within_a_phase_no_play_returns_to_an_earlier_state() -> None:
    for seed in range(GAMES):
        met: Counter[int] = Counter()
        phase = None
        for state in busy_play(load(), seed):
            now = (state.var("turn"), tuple(s for s in state.stack if s.endswith("phase")))
            if now != phase:
                met.clear()
                phase = now
            met[state.key] += 1
            assert met[state.key] == 1, (seed, state.decision, state.stack)


def test_random_play_ends_too() -> None:
    for seed in range(3):
        rng, state = random.Random(seed), load().new()
        for _ in range(20_000):
            if state.is_over:
                break
            state.push(rng.choice(state.legal_actions.list()))
        assert state.is_over

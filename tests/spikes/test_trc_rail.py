"""Rail conversion (TRC-9.4): the program against the oracle, and the rulebook's own examples."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from eastfront._core import perft
from eastfront.board import board

from . import trc_plain, trc_rail
from .trc_rail_oracle import Oracle

POSITIONS = Path(__file__).parent.parent / "positions"

# made by the oracle
PERFT = {
    "trc_rail": [3, 12, 60, 122, 425],
    "trc_rail_junction": [3, 11, 62, 197, 780, 2342],
}


def text(name: str) -> str:
    return (POSITIONS / f"{name}.txt").read_text()


def state(name: str, *actions: str, without: tuple[str, ...] = (), **change: str) -> Any:
    position = text(name)
    for old, new in change.items():
        assert old in position
        position = position.replace(old, new)
    out = trc_rail.game(board(position), without).new()
    for action in actions:
        out.push(action)
    return out


def converted(name: str, *actions: str, without: tuple[str, ...] = (), **change: str) -> set[str]:
    """The Axis track after the turn, without what it was at the start."""
    game = state(name, without=without, **change)
    for action in actions:
        if action in game.legal_actions.names():  # else it was the only one, and is done
            game.push(action)
    before = set(state(name).hexes_with("axis-rail"))
    while not game.is_over and game.decision != "rail":
        game.push("stop" if game.decision == "move" else "end")
    return set(game.hexes_with("axis-rail")) - before


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-9.4.1a", "TRC-9.4.1d", "TRC-9.4.2b", "TRC-9.4.3a", "TRC-9.4.3b")
@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.4b", "TRC-9.4.4c", "TRC-9.4.4d")
def test_perft_is_the_oracles(name: str) -> None:
    oracle = Oracle(text(name))
    depths = range(1, len(PERFT[name]) + 1)
    assert [trc_plain.perft(oracle.start, oracle.successors, d) for d in depths] == PERFT[name]
    assert [perft(state(name), d) for d in depths] == PERFT[name]


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.rule("TRC-9.4.1a", "TRC-9.4.1d", "TRC-9.4.2b", "TRC-9.4.3a", "TRC-9.4.3b")
@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.4b", "TRC-9.4.4c", "TRC-9.4.4d", "TRC-17.2.1e")
def test_random_turns_convert_the_same_track(name: str) -> None:
    rng = random.Random(1941)
    oracle = Oracle(text(name))
    game = trc_rail.game(board(text(name)))
    kinds = set()
    for _ in range(400):
        mine, engine = oracle.start, game.new()
        while True:
            mine, found = trc_plain.settle(mine, oracle.successors)
            if not found:
                break
            assert sorted(n for n, _ in found) == sorted(engine.legal_actions.names())
            assert set(engine.hexes_with("crossed")) == mine.crossed
            assert set(engine.hexes_with("axis-city")) == mine.axis
            action, mine = rng.choice(found)
            engine.push(action)
        assert engine.is_over
        assert set(engine.hexes_with("axis-rail")) == mine.rail
        kinds.add(mine.rail)
    assert len(kinds) > 2


@pytest.mark.rule("TRC-9.4.1d", "TRC-9.4.4a", "TRC-9.4.4d")
def test_a_hex_under_the_enemys_eyes_is_not_converted_but_those_short_of_it_are() -> None:
    """The rulebook's second example: contact leaves the army in S11, so only T13 converts."""
    there = ("move 47Pz", "step T13", "step S12", "end", "attack S11", "roll 1")
    assert converted("trc_rail_junction", *there) == {"T13"}


@pytest.mark.rule("TRC-9.4.3a", "TRC-9.4.3b", "TRC-9.4.2b", "TRC-9.4.2c")
def test_the_line_from_a_city_to_a_junction_converts() -> None:
    """The rulebook's first example: the corps goes along the track to the junction in S11."""
    away = {"@S11": "@V10"}
    along = ("move 47Pz", "step T13", "step S12", "step S11")
    assert converted("trc_rail_junction", *along, **away) == {"T13", "S12", "S11"}
    # to stand beside the junction is enough, and no wheel need touch the track
    beside = ("move 47Pz", "step S14", "step S13", "step R12")
    assert converted("trc_rail_junction", *beside, **away) == {"T13", "S12", "S11"}


@pytest.mark.rule("TRC-9.4.4c")
def test_track_crossed_before_there_was_a_way_home_is_not_converted() -> None:
    """The same two moves in two orders; only in one was there a path when T13 was crossed."""
    far = ("move A2", "step T13", "step T14")
    near = ("move A1", "step Q13", "stop")
    opened = {"Q13", "R13"}
    assert converted("trc_rail", *far, *near) == opened
    assert converted("trc_rail", *near, *far) == opened | {"S13", "T13"}
    loose = converted("trc_rail", *far, *near, without=("TRC-9.4.4c",))
    assert loose == opened | {"S13", "T13"}


@pytest.mark.rule("TRC-9.4.4b", "TRC-17.2.1e")
def test_the_way_home_must_still_be_there_in_the_end() -> None:
    """T13 is crossed while the city behind it is held; then the city is left contested."""
    contested = {"@S11": "@U14", "@U13": "@S14"}
    cross = ("move 56Pz", "step T13", "stop")
    leave = ("move 47Pz", "step S14", "stop")
    assert converted("trc_rail_junction", *cross, **contested) == {"T13"}
    assert converted("trc_rail_junction", *cross, *leave, **contested) == set()


@pytest.mark.rule("TRC-9.4.1a")
def test_what_is_converted_can_be_used_next_turn_only() -> None:
    game = state("trc_rail", "move A1", "step Q13", "stop", "end")
    assert "Q13" not in state("trc_rail").hexes_with("axis-rail")
    while game.decision != "rail":
        game.push("end")
    assert {"rail P13", "rail R13"} <= set(game.legal_actions.names())


RULES = ["TRC-9.4.1d", "TRC-9.4.2c", "TRC-9.4.3a", "TRC-9.4.3b", "TRC-9.4.4a", "TRC-9.4.4b"]


@pytest.mark.parametrize("rule", [*RULES, "TRC-9.4.4c"])
def test_without_a_rule_turns_convert_otherwise(rule: str) -> None:
    def turns(name: str, *without: str) -> list[object]:
        rng = random.Random(7)
        game = trc_rail.game(board(text(name)), without)
        found: list[object] = []
        for _ in range(200):
            turn = game.new()
            while not turn.is_over and turn.decision != "rail":
                turn.push(rng.choice(sorted(turn.legal_actions.names())))
            found.append(turn.hexes_with("axis-rail"))
        return found

    assert any(turns(name, rule) != turns(name) for name in PERFT)

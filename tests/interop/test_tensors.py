"""Planes of a side's observation: their layout, one oracle for both ways, and no hidden facts."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import eastfront as ef
from eastfront.interop.planes import open_to_all
from eastfront.interop.tensors import layout, of_observation, of_state
from hidden.twins import positions as hidden_positions
from hidden.twins import state as hidden_state
from hidden.twins import twin

from .play import CAMPAIGN, GAMES, KREMLIN, game, positions


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_writes_what_the_observation_tells(name: str) -> None:
    """Native planes equal those made in plain Python of the observation alone."""
    planes, sides, kinds = layout(game(name)), game(name).sides, set()
    shown = np.zeros(len(planes), dtype=bool)
    for data in positions(name):
        state = game(name).state_from_bytes(data)
        kinds.add(state.decision)
        for side in sides:
            native, told = of_state(state, side), of_observation(state.observation(side))
            differ = [planes.names[p] for p in range(len(planes)) if (native[p] != told[p]).any()]
            assert differ == [], (state.decision, side)
            shown |= native.reshape(len(planes), -1).any(axis=1)
    assert len(kinds) > 12
    # nearly every kind of plane was something else than nothing
    kept = {planes.planes[p].kind for p in np.flatnonzero(shown)}
    wanted = {p.kind for p in planes} - {"field"}
    assert wanted - kept <= ({"hidden"} if open_to_all(game(name)) else set())


def test_states_that_a_side_cannot_tell_apart_give_it_equal_planes() -> None:
    """The first law of hidden information, for both ways of making planes."""
    pairs = 0
    for number in range(len(hidden_positions())):
        true = hidden_state(number)
        other = twin(true, "german", random.Random(number))
        if other is None:
            continue
        pairs += 1
        assert bytes(true) != bytes(other)
        assert (of_state(true, "german") == of_state(other, "german")).all()
        if number % 4 == 0:
            mine = of_observation(true.observation("german"))
            assert (mine == of_observation(other.observation("german"))).all()
    assert pairs > 0.8 * len(hidden_positions())


def test_the_other_side_tells_such_states_apart() -> None:
    """What is hidden from one side is in the planes of the other: the law says something."""
    apart = 0
    for number in range(0, len(hidden_positions()), 3):
        true = hidden_state(number)
        other = twin(true, "german", random.Random(number), variables=False)
        if other is not None:
            apart += bool((of_state(true, "soviet") != of_state(other, "soviet")).any())
    assert apart > 5


def test_a_hidden_variable_is_0_for_who_may_not_know_it() -> None:
    planes, start = layout(game(KREMLIN)), game(KREMLIN).new()
    state = start._supposed(variables=[("standing hero city", 2)])
    at = planes.index("variable: standing hero city")
    assert (of_state(state, "german")[at] == 0).all()
    assert (of_state(state, "soviet")[at] == 2).all()


def test_units_by_hand() -> None:
    """The stack under 4A at the start: four units for the Soviet, one name for the German."""
    state = game(KREMLIN).new()
    state.push("automatic")
    planes = layout(state.game)
    cell = planes.cell("1210")
    for side, own, hidden in (("soviet", "own", 0), ("german", "enemy", 3)):
        seen = ef.tensor(state, side)
        assert seen[planes.index(f"{own} units")][cell] == 4
        assert seen[planes.index("enemy hidden units")][cell] == hidden
        known = 4 - hidden
        assert seen[planes.index(f"{own} set: soviet armies")][cell] == known
    counted = Counter(state.places().values())
    own, enemy = (ef.tensor(state, "german")[planes.index(f"{w} units")] for w in ("own", "enemy"))
    for hex_ in state.game.hexes:
        assert (own + enemy)[planes.cell(hex_)] == counted[hex_]
    box = ef.tensor(state, "german")[planes.index("enemy box: rvgk")]
    assert (box == counted["rvgk"]).all() and counted["rvgk"] > 0


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_those_of_the_legal_actions(name: str) -> None:
    planes = layout(game(name))
    for data in positions(name)[:40]:
        state = game(name).state_from_bytes(data)
        for side in state.game.sides:
            seen = ef.tensor(state, side, fixed=False)
            texts = state.legal_actions.names() if state.to_move == side else []
            named = {t.split(" ", 1)[1] for t in texts if " " in t}
            hexes = named & set(state.game.hexes)
            chosen = seen[planes.index("choice: hex")]
            assert {planes.hex(r, c) for r, c in np.argwhere(chosen)} == hexes
            units = Counter(
                state.place(t.split(" ", 1)[1])
                for t in texts
                if " " in t and t.split(" ", 1)[1] in set(state.game.units)
            )
            cells = seen[planes.index("choice: unit")]
            for hex_ in state.game.hexes:
                assert cells[planes.cell(hex_)] == units[hex_]


@pytest.mark.parametrize("name", GAMES)
def test_the_layout(name: str) -> None:
    planes = layout(game(name))
    assert len(set(planes.names)) == len(planes) == planes.shape()[0]
    assert [p.fixed for p in planes] == sorted(p.fixed for p in planes)
    assert planes.names[planes.index("own units")] == "own units"
    for hex_ in game(name).hexes:
        assert planes.hex(*planes.cell(hex_)) == hex_
    state = game(name).new()
    whole = ef.tensor(state, state.game.sides[0])
    assert whole.dtype == np.int16 and whole.shape == planes.shape()
    assert (ef.tensor(state, state.game.sides[0], fixed=False) == whole[: planes.changing]).all()
    assert (whole[planes.changing :] == planes.fixed).all()
    assert whole[planes.index("map")].sum() == len(game(name).hexes)
    assert str(planes).count("\n") == len(planes)
    with pytest.raises(KeyError, match="no plane `own unit`"):
        planes.index("own unit")
    with pytest.raises(KeyError, match="a box off the map"):
        planes.cell(game(name).boxes[0])


def test_fixed_planes_are_the_map() -> None:
    planes = layout(game(CAMPAIGN))
    track = planes.fixed[planes.index("map: track") - planes.changing]
    rail = [planes.fixed[planes.index(f"hexside: rail {d}") - planes.changing] for d in range(6)]
    # every hexside that track crosses is one of a hex with track
    assert ((sum(rail) > 0) <= (track > 0)).all() and sum(r.sum() for r in rail) == 822


def test_control_is_seen_from_the_side() -> None:
    for name in GAMES:
        state, planes = game(name).new(), layout(game(name))
        for side in state.game.sides:
            seen = ef.tensor(state, side)
            for whose, number in (
                ("own", side),
                ("enemy", next(s for s in state.game.sides if s != side)),
            ):
                cells = seen[planes.index(f"{whose} control")]
                hexes = {planes.hex(r, c) for r, c in np.argwhere(cells)}
                assert hexes == {h for h, s in state.control.items() if s == number}


def test_what_is_no_question() -> None:
    state = game(KREMLIN).new()
    with pytest.raises(ValueError, match="no side `finnish`"):
        ef.tensor(state, "finnish")
    with pytest.raises(ValueError, match="an observation of german, asked for soviet"):
        ef.tensor(state.observation("german"), "soviet")
    rolling = next(
        s
        for s in (game(KREMLIN).state_from_bytes(b) for b in positions(KREMLIN))
        if s.to_move == "chance"
    )
    with pytest.raises(ValueError, match="no side is to act"):
        ef.tensor(rolling)
    assert (ef.tensor(state) == ef.tensor(state, state.to_move)).all()
    planes = layout(game(CAMPAIGN))
    with pytest.raises(
        ValueError, match="a state of barbarossa-deluxe/blue-kremlin, for planes of"
    ):
        planes.writer.write(state, "german", np.zeros(planes.shape(), dtype=np.int16))

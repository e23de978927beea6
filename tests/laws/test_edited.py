"""Edited positions must satisfy the same conditions as positions read from bytes."""

from __future__ import annotations

import pickle
import random
import re
from functools import lru_cache
from itertools import islice

import pytest
from tools import mangle

import eastfront as ef
from eastfront._core import ArgumentError, EastfrontError, State
from eastfront.positions.layout import layout_of

SCENARIOS = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/bagration",
    "barbarossa-1971/barbarossa",
)


@lru_cache(maxsize=4)
def played(scenario: str) -> tuple[State, ...]:
    """Positions of a busy game, one in fifteen."""
    start, rng = ef.load(scenario).new(seed=3), random.Random(3)
    return tuple(s.copy() for s in islice(mangle.busy(start, rng), 0, 600, 15))


@pytest.mark.parametrize(
    ("scenario", "low", "high"), list(zip(SCENARIOS, (9, 0, 1), (13, 26, 8), strict=True))
)
def test_a_number_out_of_its_range_is_refused(scenario: str, low: int, high: int) -> None:
    state = ef.load(scenario).new()
    before = bytes(state)
    for value in (10**6, high + 1, low - 1, -(10**6)):
        told = f"edited: turn is {value}, expected {low} to {high}"
        with pytest.raises(ArgumentError, match=f"^{re.escape(told)}$"):
            state.edited(variables=[("turn", value)])
    assert bytes(state) == before


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_number_that_none_is_where_the_program_waits_is_refused(scenario: str) -> None:
    """A variable has the value elsewhere in play, and not there."""
    values: dict[str, set[int]] = {}
    for state in played(scenario):
        for name in layout_of(state.game).variables:
            values.setdefault(name, set()).add(state.var(name))
    told = set()
    for state in played(scenario)[::4]:
        for name, value in ((n, v) for n, known in values.items() for v in known):
            try:
                assert state.edited(variables=[(name, value)]).var(name) == value
            except ArgumentError as error:
                found = re.fullmatch(
                    r"edited: (.+) is (-?\d+) in .+, expected .+ to .+", str(error)
                )
                told |= {found[1]} if found else set()
    assert told


def test_an_army_at_sea_is_refused() -> None:
    """SPI-WINTER-A2, by hand, from text and from bytes."""
    state = played(SCENARIOS[2])[5]
    law = "it breaks a law, SPI-WINTER-A2 no unit is in the sea, or on a lake outside winter"
    with pytest.raises(ArgumentError, match=f"^edited: {re.escape(law)}$"):
        state.edited(places=[("1PzA", "0514")])
    at_sea = state._supposed(places=[("1PzA", "0514")])
    with pytest.raises(ValueError, match=re.escape(law)):
        ef.position(at_sea.text())
    with pytest.raises(ValueError, match=re.escape(law)):
        pickle.loads(pickle.dumps(at_sea))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_made_by_hand_is_what_could_be_read(scenario: str) -> None:
    """Edited at random, a position is refused if and only if its bytes are, and else is equal."""
    rng, taken, refused = random.Random(8), 0, 0
    for state in played(scenario):
        game = state.game
        layout = layout_of(game)
        for _ in range(12):
            edit = {
                "places": [(rng.choice(game.units), rng.choice(sorted(layout.place_index)))],
                "unit_flags": [],
                "hex_flags": [],
                "variables": [],
            }
            if rng.random() < 0.4:
                edit["places"] = [(u := rng.choice(game.units), state.place(u))]
            if rng.random() < 0.4:
                name = rng.choice(layout.variables)
                edit["variables"] = [(name, state.var(name) + rng.choice([-1, 0, 1, 300]))]
            if rng.random() < 0.4:
                flag = rng.choice(layout.document["unit_flags"])
                edit["unit_flags"] = [(rng.choice(game.units), flag, rng.random() < 0.5)]
            if rng.random() < 0.4:
                flag = rng.choice(layout.document["hex_flags"])
                edit["hex_flags"] = [(rng.choice(game.hexes), flag, rng.random() < 0.5)]
            try:
                supposed = state._supposed(**edit)
                read = game.state_from_bytes(bytes(supposed))
            except EastfrontError:
                refused += 1
                with pytest.raises(ArgumentError, match=r"^edited: "):
                    state.edited(**edit)
                continue
            taken += 1
            assert state.edited(**edit) == supposed == read
    assert taken > 50 and refused > 50


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_procedure_begins_alone_only_where_it_can_run(scenario: str) -> None:
    """What others call does not begin by itself, and wrong arguments are the caller's error."""
    state = played(scenario)[20]
    procedures = layout_of(state.game).document["procedures"]
    called = {
        instr["Call"][0]
        for procedure in procedures
        for instr in procedure["code"]
        if isinstance(instr, dict) and "Call" in instr
    }
    for number, procedure in enumerate(procedures):
        name = procedure["name"]
        for value in (0, -1, 10**6, 2**31 - 1, -(2**31)):
            for count in (procedure["args"], procedure["args"] + 1):
                try:
                    state.begin(name, *[value] * count)
                except ArgumentError as error:
                    alone = f"procedure `{name}` runs only where another calls it"
                    assert (str(error) == alone) == (number in called)
                    assert name in str(error)

"""The facts in the refusal of a hex: its terrain and its units."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import eastfront as ef
from eastfront.positions.layout import layout_of
from eastfront.questions import state as answers

from .test_battles_under_way import walked

ROOM = {
    "barbarossa-deluxe/blue-kremlin": ({"BD-6.2a"}, 5),
    "russian-campaign/zitadelle": ({"TRC-6.1b", "TRC-6.1c"}, 0),
    "barbarossa-1971/stalingrad": ({"SPI-STACK-GEN1", "SPI-STACK-GEN2"}, 5),
}
"""The rules that limit how many units stand in a hex, and how often they refuse one at least.

In The Russian Campaign units that move may stand in full hexes until the phase ends."""

EACH = 3
"""So many positions of each kind of decision in which every hex is tried; in others those where
several of one's own units stand."""


@pytest.mark.parametrize("scenario", ROOM)
def test_refused_hexes_are_told_with_their_terrain_and_one_s_own_units(scenario: str) -> None:
    layout = layout_of(ef.load(scenario))
    verbs = {v["name"] for v in layout.document["verbs"] if v["domain"] == "Hex"}
    facts = dict(zip(layout.hex_names, layout.document["hex_facts"], strict=True))
    limits, least = ROOM[scenario]
    seen: Counter[str] = Counter()
    full = told = 0
    for seed in (0, 1):
        for state in walked(scenario, seed, 900):
            offered = {name.partition(" ")[0] for name in state.legal_actions.names()} & verbs
            if not offered:
                continue
            seen[str(state.decision)] += 1
            own: dict[str, list[str]] = {place: [] for place in state.game.hexes}
            for unit, place in state.places().items():
                if place in own and answers.side_of(state, unit) == state.to_move:
                    own[place].append(unit)
            every = seen[str(state.decision)] <= EACH
            places = [place for place, units in own.items() if every or len(units) > 1]
            for action in (f"{verb} {place}" for verb in sorted(offered) for place in places):
                refused = refusal(state, action)
                if refused is not None and "not among the actions" not in str(refused):
                    place = action.rpartition(" ")[2]
                    why = explained(refused, place, facts[place], own[place])
                    told += 1
                    if refused.rule in limits:
                        assert "full" in why or "no room" in why
                        full += len(own[place]) > 1
    assert told > 1000
    assert full >= least


def refusal(state: ef.State, action: str) -> ef.IllegalAction | None:
    try:
        state.copy().push(action)
    except ef.IllegalAction as refused:
        return refused
    return None


def explained(refused: ef.IllegalAction, place: str, fact: str, own: list[str]) -> str:
    """The words of a refusal's rule, when all is said that there is to say of the hex."""
    said = str(refused)
    assert not re.search(rf"\b{place} is\b", said)
    stand = "stands" if len(own) == 1 else "stand"
    units = f"; {', '.join(own)} {stand} in {place}" if own else ""
    begin, end = f"{refused.rule}: ", f"{units}; terrain of {place}: {fact}"
    assert said.startswith(begin)
    assert said.endswith(end), said
    return said[len(begin) : -len(end)]


def test_refused_battles_are_told_with_the_terrain_as_such() -> None:
    """Enemies stand in a hex of clear terrain, which nobody is to take for empty."""
    assert sum(map(refused_battles, ROOM)) > 10


def refused_battles(scenario: str) -> int:
    """How many refusals of battles in a game name a terrain."""
    layout = layout_of(ef.load(scenario))
    facts = dict(zip(layout.hex_names, layout.document["hex_facts"], strict=True))
    told = 0
    for number, state in enumerate(walked(scenario, 5, 900)):
        if number % 50 or state.to_move not in state.game.sides:
            continue
        at = {u: p for u, p in state.places().items() if p in facts}
        own = [u for u in at if answers.side_of(state, u) == state.to_move]
        for target in sorted({at[u] for u in at if u not in own})[:8]:
            for unit in own[:8]:
                try:
                    state.battle(target, [unit])
                except ef.IllegalAction as refused:
                    said = str(refused)
                    assert not re.search(rf"\b{target} is\b", said)
                    told += said.endswith(f"; terrain of {target}: {facts[target]}")
    return told

"""Section 27.1: how a line is covered hex by hex, and units missing from the set-up."""

from __future__ import annotations

from functools import lru_cache

import pytest

from .left_out_positions import without
from .test_27_scenarios import LATER, area, around, setup, started, west, zone_of
from .turn_positions import OWNED, data, game, names

MAP = data().map
LAND = [
    h.name
    for h in MAP.hexes
    if h is not None and h.terrain not in ("sea", "lake") and h.area != "turkey"
]
"""Where units may stand, in the order of the map."""


@lru_cache(maxsize=2000)
def reached_from(hex_: str) -> frozenset[str]:
    """A hex and those beside it whose zone of control reaches it (TRC-7.1c, TRC-8.5.2a)."""
    shut = {"prohibited", "strait"}
    at = MAP.index[hex_]
    near = {h for h in around(hex_) if h in LAND}
    return frozenset(
        {hex_} | {h for h in near if not shut & set(MAP.hexsides.get((at, MAP.index[h]), ()))}
    )


@lru_cache(maxsize=6)
def line(scenario: str, side: str) -> tuple[str, ...]:
    """The hexes of a side at its line, in the order of the map."""
    ours = west(scenario) if side == "axis" else set(LAND) - west(scenario)
    return tuple(h for h in LAND if h in ours and around(h) & set(LAND) - ours)


@pytest.mark.rule("TRC-27.11d", "TRC-3.3a")
@pytest.mark.parametrize("scenario", LATER)
@pytest.mark.parametrize("last", [False, True])
def test_each_unit_of_the_line_covers_the_first_hex_that_is_bare(scenario: str, last: bool) -> None:
    state, seen = game(scenario).new(), 0
    while state.decision in ("cover", "set-up"):
        legal = state.legal_actions.list()
        if state.decision == "set-up":
            state.push(legal[0])
            continue
        side, places = str(state.to_move), state.places()
        held, passed = zone_of(state, side), set(state.hexes_with("not to be covered"))
        bare = next(h for h in line(scenario, side) if h not in held | passed)
        state.push(legal[-1 if last else 0])
        goals = set[str]()
        if state.places() == places:
            goals = names(state, "set-up")
            state.push(state.legal_actions.list()[-1 if last else 0])
        moved = {u: p for u, p in state.places().items() if places[u] == "set-up" != p}
        assert goals | set(moved.values()) <= reached_from(bare), (side, bare)
        # a partisan has no zone of control, and covers only where he stands (TRC-7.3a)
        assert bare in zone_of(state, side) or any(u.startswith("Partisan") for u in moved)
        seen += 1
    assert seen > 30


@pytest.mark.rule("TRC-27.11d")
@pytest.mark.parametrize("scenario", LATER)
def test_what_nobody_can_cover_is_forgotten_when_the_line_is_done(scenario: str) -> None:
    state = game(scenario).new()
    passed = set[str]()
    while state.decision == "cover" or (state.decision == "set-up" and not passed):
        state.push(state.legal_actions.list()[0])
        passed |= set(state.hexes_with("not to be covered"))
    # a hex in Karelia, where none of the Axis but Finns stand (TRC-27.11e)
    assert {area(h) for h in passed} == {"karelia"}
    state = started(scenario)
    assert not state.hexes_with("not to be covered")


@pytest.mark.rule("TRC-27.11c", "TRC-3.3b")
@pytest.mark.parametrize("scenario", LATER)
def test_who_has_a_city_and_is_lost_does_not_start_in_it(scenario: str) -> None:
    state, lists = started(scenario), setup(scenario)
    for key in ("pool", "surrendered"):
        listed: set[str] = set(lists[key])  # type: ignore[call-overload]
        lost = [u.name for u in data().units if u.group == "city" and u.id in listed]
        assert lost and all(state.place(u) == key for u in lost)


@pytest.mark.rule("TRC-27.11d", "TRC-3.3a", "TRC-17.2.1e")
@pytest.mark.parametrize("scenario", LATER)
def test_what_lies_empty_between_the_lines_is_nobodys(scenario: str) -> None:
    state = started(scenario)
    owned = {h.name for h in MAP.hexes if h is not None and h.features & OWNED}
    contested = owned & zone_of(state, "axis") & zone_of(state, "russian")
    contested -= set(state.places().values())
    assert contested
    for side in ("axis", "russian"):
        assert not contested & set(state.hexes_with(f"{side} control"))


@pytest.mark.rule("TRC-27.11c", "TRC-3.3b")
def test_who_has_a_city_starts_in_it_if_it_lies_on_his_side_of_the_line() -> None:
    """In May 1942 Kalinin (O8) is Russian, and Kiev (W19) lies behind the Axis line."""
    state = started("fall-blau")
    assert state.place("22 A") == "O8" and state.place("18 A") != "W19"
    # without the rule the line does not matter to them
    free = without("TRC-27.11c", scenario="fall-blau").new()
    while free.decision in ("cover", "set-up") and free.to_move == "axis":
        free.push(free.legal_actions.list()[0])
    assert (free.place("22 A"), free.place("18 A")) == ("O8", "W19")

"""Section 28.7: the chit of a Finland that stays neutral, agreed on or drawn."""

from __future__ import annotations

from functools import lru_cache

import pytest

from eastfront._core import State

from ...battle_positions import reach
from ...chit_positions import area, crew
from ...turn_positions import at, data, game, impulse_of, names, play

PEACE, DRAWN = ("chit-russian=1",), ("chits",)
HELSINKI = "B14"


@lru_cache(maxsize=4)
def set_up(options: tuple[str, ...], *chits: str) -> tuple[dict[str, set[str]], State]:
    """For each unit of the set-up where it may stand, and the first movement phase."""
    state, found = play(game("campaign", options).new(), *chits), {}
    while state.decision == "set-up":
        hexes, places = names(state, "set-up"), state.places()
        # spread out, so that stacking does not matter
        goal = min(hexes - set(places.values()) or hexes)
        state.push(f"set-up {goal}")
        found[next(u for u, p in state.places().items() if p == goal != places[u])] = hexes
    return found, state


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R1a")
def test_finland_takes_no_part_and_nobody_enters_it() -> None:
    finns = crew(nation="finnish")
    _, agreed = set_up(PEACE)
    _, drawn = set_up(DRAWN, "draw CHIT:2", "draw CHIT:1")
    for state in (agreed, drawn):
        assert {state.place(u) for u in finns} == {"removed"}
        assert HELSINKI not in {*state.ask("control", 0), *state.ask("control", 1)}
    _, other = set_up(DRAWN, "draw CHIT:1", "draw CHIT:2")
    assert "removed" not in {other.place(u) for u in finns}
    for options in ((), PEACE):
        russian = at("russian", units={"16 A": "D10"}, turn=8, options=options)
        assert bool(reach(russian, "16 A") & area("finland")) == (not options)


@pytest.mark.rule("TRC-28.7.R1a")
def test_the_army_of_lapland_comes_in_july_1941() -> None:
    army = crew(entry="lapland-russian")
    units = dict.fromkeys(army, "later")
    assert army
    for turn, options, there in ((2, PEACE, True), (3, PEACE, False), (2, (), False)):
        state = impulse_of("russian", turn=turn, units=units, options=options)
        assert [state.place(u) == "arriving" for u in army] == [there] * len(army)
    july = impulse_of("russian", turn=2, units=units, options=PEACE)
    doors = names(play(july, f"enter {army[0]}"), "at")
    assert doors and not doors & area("finland")


@pytest.mark.rule("TRC-28.7.R1b")
def test_who_guarded_that_frontier_may_stand_in_a_city() -> None:
    guards = [u for u in crew(group="leningrad") if u in set_up(PEACE)[0]]
    assert guards
    cities = {"AA14", "P14", "X13"}
    districts = {h.name for h in data().map.hexes if h is not None and h.zone == "leningrad"}
    found, usual = set_up(PEACE)[0], set_up(())[0]
    for unit in guards:
        assert cities <= found[unit] and found[unit] & districts
        assert "J21" not in found[unit] and not usual[unit] & cities
    others = [u for u in crew(group="baltic") if u in found]
    assert others and not any(found[u] & cities for u in others)

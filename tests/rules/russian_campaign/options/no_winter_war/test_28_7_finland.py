"""Section 28.7: a Finland that stays neutral, clause by clause."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, go, reach
from ...chit_positions import area, crew, rows, sent_back
from ...turn_positions import at, counter, data, game, impulse_of, names, play, refused

PEACE, DRAWN = ("chit-russian=1",), ("chits",)
HELSINKI, LENINGRAD = "B14", "E10"
MAY_41, JUL_41, SEP_41 = 1, 2, 3
DRAW = pytest.mark.option("chit_draw")
FINNS = ("Finn 2 Inf", "Finn 4 Inf", "Finn 6 Inf", "Finn 7 Inf")

DRAWS = [
    ({"options": PEACE}, True),
    pytest.param({"options": DRAWN, "chits": (3, 1)}, True, marks=DRAW),
    pytest.param({"options": DRAWN, "chits": (1, 2)}, False, marks=DRAW),
    pytest.param({"options": DRAWN, "chits": (3, 6)}, False, marks=DRAW),
]
"""Ways to play, and whether Finland is neutral with them."""


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_neither_side_enters_finland(how: dict[str, Any], neutral: bool) -> None:
    finland = area("finland")
    for side, unit in (("russian", "16 A"), ("axis", "20 Inf"), ("russian", "1 TkC")):
        for here in ("B10", "C10", "B7"):
            state = at(side, turn=8, units={unit: here}, **how)
            found = reach(state, unit)
            assert found and bool(found & finland) == (not neutral), (side, here)
    for side, unit in (("russian", "7 TkC"), ("axis", "24 Pz")):
        late = at(side, 2, turn=8, units={unit: "C10"}, **how)
        assert bool(reach(late, unit) & finland) == (not neutral), side


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_neither_side_retreats_into_finland(how: dict[str, Any], neutral: bool) -> None:
    # on the isthmus, attacked from the two hexes of land that are not Finland's
    for side, foe, forces in (
        ("axis", "4 A", ["24 Pz", "39 Pz"]),
        ("russian", "38 Inf", ["1G TkA", "2G TkA"]),
    ):
        units = {foe: "C10", forces[0]: "C9", forces[1]: "D10"}
        ends = sent_back(combat(side, units, turn=8, **how), "C10", forces)
        assert ends
        for state in ends:
            if neutral:
                assert state.place(foe) not in rows()
            elif state.decision == "retreat to":
                assert names(state, "retreat-to") == {"B11"}
                assert play(state, "retreat-to B11").place(foe) in area("finland")
            else:
                assert state.place(foe) in area("finland")


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_neither_side_s_trains_go_there(how: dict[str, Any], neutral: bool) -> None:
    track = [h for h in rows() if "rail" in rows()[h].features]
    red = at("russian", turn=8, units={"16 A": LENINGRAD}, russian=[HELSINKI], **how)
    red = red._supposed(hex_flags=[(h, "axis rail", False) for h in track])
    white = at("axis", turn=8, units={"20 Inf": LENINGRAD}, axis=[HELSINKI], rail=track, **how)
    for state, unit in ((red, "16 A"), (white, "20 Inf")):
        train = play(state, f"rail {unit}")
        goals = names(train, "rail-to")
        assert "C10" in goals and ("B12" in goals) == bool(goals & area("finland"))
        assert ("B12" in goals) == (not neutral)
        if neutral:
            with refused("TRC-28.7.R1a"):
                play(train, "rail-to B12")


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_no_line_of_supply_leads_through_it(how: dict[str, Any], neutral: bool) -> None:
    # before Leningrad, with Helsinki the only city of the Axis for far around
    state = at("axis", turn=8, units={"20 Inf": "C10"}, axis=[HELSINKI], **how)
    assert (int(state.ask("supply", "20 Inf")) == 0) == neutral
    # a line elsewhere is as good as ever
    state = at("axis", turn=8, units={"20 Inf": "X15"}, axis=["X13"], **how)
    assert int(state.ask("supply", "20 Inf")) > 0


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_nobody_has_helsinki(how: dict[str, Any], neutral: bool) -> None:
    # as soon as control is looked at, which it is when a city changes hands
    for side, unit, other in (("axis", "13 Inf", "russian"), ("russian", "16 A", "axis")):
        owner: dict[str, Any] = {side: [HELSINKI], other: ["X13"]}
        state = go(at(side, turn=8, units={unit: "X14"}, **owner, **how), unit, "X13")
        held = {*state.ask("control", 0), *state.ask("control", 1)}
        assert (HELSINKI in held) == (not neutral)
        assert {"X13", "R9", "E31", "AA9"} <= held


@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), DRAWS)
def test_lapland_s_army_comes_in_july_1941(how: dict[str, Any], neutral: bool) -> None:
    army = {"14 A": "later", "36 Mtn": "later", "Dietl Mtn": "later", "59 A": "later"}
    for turn in (MAY_41, JUL_41, SEP_41, JUL_41 + 6):
        due = neutral and turn == JUL_41
        if turn > MAY_41:
            first = impulse_of("axis", turn=turn, units=army, **how)
            assert "14 A" not in first.units_with("called")
            assert not names(first, "enter") & {"36 Mtn", "Dietl Mtn"}
            begun = impulse_of("russian", turn=turn, units=army, **how)
            assert (begun.place("14 A") == "arriving") == due
            assert {begun.place(u) for u in ("36 Mtn", "Dietl Mtn", "59 A")} == {"later"}
            assert not set(begun.units_with("called")) - {"14 A"}
        # when the second impulse begins it is too late
        late = impulse_of("russian", 2, turn=turn, units=army, **how)
        assert late.place("14 A") == "later" and "14 A" not in late.units_with("called")


@lru_cache(maxsize=8)
def set_up(
    options: tuple[str, ...], *chits: str
) -> tuple[dict[str, set[str]], dict[str, set[str]], State, State]:
    """For each unit of the set-up where it may stand, and which hexes have room for no army more.

    With the first and the last position.
    """
    out, found, full = play(game("campaign", options).new(), *chits), {}, {}
    start = out.copy()
    while out.decision == "set-up":
        hexes, places = names(out, "set-up"), out.places()
        goal = min(hexes - set(places.values()) or hexes)
        out.push(f"set-up {goal}")
        unit = next(u for u, p in out.places().items() if p == goal != places[u])
        found[unit] = hexes
        stacks = Counter(p for u, p in places.items() if u in COUNTED and p in rows())
        armies = {p for u, p in places.items() if u in COUNTED and COUNTED[u] == "army"}
        army = COUNTED.get(unit) == "army"
        full[unit] = {h for h, n in stacks.items() if n > 2 or (n > 1 and (army or h in armies))}
    return found, full, start, out


COUNTED = {
    c.name: c.size
    for c in map(counter, data().units)
    if c.kind not in ("hq", "leader", "worker", "partisan", "insurgent", "air")
}
"""The sizes of units that count for stacking."""


CHOICES = [
    ((PEACE,), True),
    pytest.param((DRAWN, "draw CHIT:3", "draw CHIT:1"), True, marks=DRAW),
    pytest.param((DRAWN, "draw CHIT:1", "draw CHIT:3"), False, marks=DRAW),
]


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R1a")
@pytest.mark.parametrize(("how", "neutral"), CHOICES)
def test_finns_take_no_part(how: tuple[Any, ...], neutral: bool) -> None:
    found, _, start, end = set_up(*how)
    assert ({start.place(u) for u in FINNS} == {"removed"}) == neutral
    assert ("Finn 2 Inf" in found) == (not neutral)
    # nobody else is taken out
    others = [u.name for u in data().units if u.name not in FINNS]
    plain = set_up(DRAWN, "draw CHIT:3", "draw CHIT:2")[2]
    for unit in others:
        if how[0] != DRAWN:
            assert start.place(unit) == plain.place(unit), unit
        assert start.place(unit) != "removed" and end.place(unit) != "removed", unit


@pytest.mark.rule("TRC-28.7.R1b")
@pytest.mark.parametrize(("how", "neutral"), CHOICES)
def test_the_guards_of_that_frontier_may_stand_in_any_other_city(
    how: tuple[Any, ...], neutral: bool
) -> None:
    found, full, _, _ = set_up(*how)
    # the cities of Russia that lie in no district
    cities = {
        h for h, row in rows().items()
        if row.features & {"city-major", "city-minor"} and row.area in ("russia", "karelia")
        and row.zone == "none"
    }  # fmt: skip
    assert {LENINGRAD, "R9", "DD24", "F17", "C1"} <= cities
    assert not cities & {"J21", "O23", "S25", HELSINKI}
    for group in ("leningrad", "baltic", "western", "kiev", "odessa"):
        there = {h for h, row in rows().items() if row.zone == group}
        there = {h for h in there if rows()[h].terrain not in ("sea", "lake")}
        free = cities if neutral and group == "leningrad" else set()
        units = [u for u in crew(side="russian", group=group) if u in found]
        assert units
        for unit in units:
            assert found[unit] == (there | free) - full[unit], unit


@pytest.mark.rule("TRC-28.7.R1a")
def test_what_else_is_looked_at_is_looked_at_still() -> None:
    # an army listed for Moscow comes in there, as the Axis did not hold it when the impulse began
    state = impulse_of("russian", turn=SEP_41, units={"30 A": "later"}, options=PEACE)
    entered = play(state, "enter 30 A")
    assert entered.place("30 A") == "R9" or names(entered, "at") == {"R9"}
    # that Archangel was taken is remembered
    state = at("axis", turn=8, units={"13 Inf": "D2"}, options=PEACE)
    goal = next(h for h in reach(state, "13 Inf") if h == "C1")
    assert go(state, "13 Inf", goal).var("Archangel lost") == 1

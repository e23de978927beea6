"""Section 28.7: a Finland that stays neutral, and a Russia that is prepared for the invasion."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, go, odds, overrun, reach, result
from ...turn_positions import (
    at,
    counter,
    data,
    game,
    impulse_of,
    names,
    play,
    refused,
)

pytestmark = pytest.mark.option("chit_draw", "no_winter_war", "stalin_line")

PEACE, PREPARED, DRAWN = ("chit-russian=1",), ("chit-russian=3",), ("chits",)
HELSINKI, LENINGRAD = "B14", "E10"
MAY_41, JUL_41, SEP_41, NOV_42, JAN_43 = 1, 2, 3, 10, 11
AR, DR, D1 = 2, 5, 6

_LINE = """
A5 B6 C6 D7 E18 F18 G17 H18 I18 J19 K19 L20 L21 M20 N21 O21 P22 Q22 R23 S23 T24 T25 U24 V24 W23
X23 Y23 Z23 AA23 BB23 CC23 DD24
"""
LINE = frozenset(_LINE.split())
"""The hexes of Russia one hex east of the districts, read off the map."""


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


@lru_cache(maxsize=16)
def area(*areas: str) -> frozenset[str]:
    """The hexes of some countries."""
    return frozenset(h for h, row in rows().items() if row.area in areas)


FINNS = ("Finn 2 Inf", "Finn 4 Inf", "Finn 6 Inf", "Finn 7 Inf")

DRAWS: list[tuple[dict[str, Any], bool]] = [
    ({"options": PEACE}, True),
    ({"options": DRAWN, "chits": (3, 1)}, True),
    ({"options": DRAWN, "chits": (1, 2)}, False),
    ({"options": DRAWN, "chits": (3, 6)}, False),
]
"""Ways to play, and whether Finland is neutral with them."""


# -- Finland -------------------------------------------------------------------------------


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


def sent_back(state: State, target: str, forces: list[str], result_: int = DR) -> list[State]:
    """All ways in which a battle makes the defenders retreat, announced and rolled."""
    ready = engage(state, target, forces)
    out = []
    for announced in sorted(int(n) for n in names(ready, "odds")):
        for die in range(1, 7):
            end = result(ready, die, announced)
            if end.var("result") == result_:
                out.append(end)
    return out


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
    red = red.edited(hex_flags=[(h, "axis rail", False) for h in track])
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


def crew(**wanted: str) -> list[str]:
    """The units of the campaign with some nation or group, a side and so on."""
    units = [counter(u) for u in data().units]
    return [u.name for u in units if all(getattr(u, k) == v for k, v in wanted.items())]


CHOICES = [
    ((PEACE,), True),
    ((DRAWN, "draw CHIT:3", "draw CHIT:1"), True),
    ((DRAWN, "draw CHIT:1", "draw CHIT:3"), False),
]


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


# -- no surprise ---------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.7.R3a")
@pytest.mark.parametrize(
    ("how", "ready"),
    [
        ({"options": PREPARED}, True),
        ({"options": DRAWN, "chits": (3, 1)}, False),
        ({"options": DRAWN, "chits": (1, 3)}, True),
    ],
)
def test_rivers_double_russians_from_the_first_impulse(how: dict[str, Any], ready: bool) -> None:
    # W25 has no river, V25 the Dniester; the corps has two factors
    units = {"4 Inf": "V25", "3 TkC": "W25"}
    assert odds(combat("axis", units, turn=MAY_41, **how), "W25", ["4 Inf"])[1] == (
        4 if ready else 2
    )
    # afterwards they do with any chit
    for turn, impulse in ((MAY_41, 2), (JUL_41, 1)):
        state = combat("axis", units, impulse, turn=turn, **how)
        assert odds(state, "W25", ["4 Inf"])[1] == 4
    # and Germans behind theirs
    red = {"4 Inf": "W25", "1 TkA": "V25"}
    assert odds(combat("russian", red, turn=MAY_41, **how), "W25", ["1 TkA"])[1] == 10


# -- the Stalin Line -----------------------------------------------------------------------


@lru_cache(maxsize=8)
def bare(turn: int, options: tuple[str, ...], chits: tuple[int, ...] = ()) -> State:
    """An Axis movement phase with nobody at the front."""
    return at("axis", turn=turn, options=options, chits=chits)


def worth(
    here: str, from_: str, *units: str, turn: int = JUL_41, options: tuple[str, ...] = PREPARED,
    chits: tuple[int, ...] = (),
) -> int:  # fmt: skip
    """What Russians are worth against a corps beside them."""
    places = [("24 Pz", from_), ("39 Pz", from_), *((u, here) for u in units or ("7 TkC",))]
    state = play(bare(turn, options, chits).edited(places=places), "end-movement")
    return int(odds(state, here, ["24 Pz", "39 Pz"])[1])


@pytest.mark.rule("TRC-28.7.R3b", "TRC-28.7.R3c")
def test_the_line_lies_one_hex_east_of_the_districts() -> None:
    shut = {
        frozenset((data().map.hexes[a].name, data().map.hexes[b].name))  # type: ignore[union-attr]
        for (a, b), features in data().map.hexsides.items()
        if features & {"prohibited", "strait"}
    }
    land = {h for h, r in rows().items() if r.terrain not in ("sea", "lake")}
    near = {n for h in LINE for n in around(h)}
    inner = {n for h in near for n in around(h)} | near | LINE
    inner |= {n for h, row in rows().items() if row.zone != "none" for n in around(h)}
    looked = 0
    for here in sorted(inner & land & area("russia", "karelia", "poland", "rumania", "hungary")):
        # the boundary of another country, of another river and of cities matters to both alike
        from_ = next(
            (n for n in sorted(around(here) & land) if frozenset((here, n)) not in shut), None
        )
        if from_ is None or here in ("D30", "DD3"):
            continue
        bonus = worth(here, from_) - worth(here, from_, options=DRAWN, chits=(3, 1))
        assert bonus == (here in LINE), here
        looked += 1
    assert looked > 120


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("how", "turns"),
    [
        ({"options": PREPARED}, {JUL_41: 1, NOV_42: 1, JAN_43: 0, 20: 0}),
        ({"options": DRAWN, "chits": (1, 3)}, {JUL_41: 1, NOV_42: 1, JAN_43: 0}),
        ({"options": DRAWN, "chits": (3, 1)}, {JUL_41: 0, NOV_42: 0}),
    ],
)
def test_until_the_end_of_1942_each_defender_of_it_is_worth_one_more(
    how: dict[str, Any], turns: dict[int, int]
) -> None:
    for turn, bonus in turns.items():
        # 3, 3 and 2 factors; H18 is of the line
        one = worth("H18", "I17", "7 TkC", turn=turn, **how)
        three = worth("H18", "I17", "7 TkC", "8 TkC", "3 TkC", turn=turn, **how)
        assert (one, three) == (3 + bonus, 8 + 3 * bonus), turn
        # behind a river, and in the hills, the factors are doubled and what is added is not
        assert worth("V24", "V25", "7 TkC", turn=turn, **how) == (6 + bonus)
        assert worth("T24", "S24", "7 TkC", "8 TkC", turn=turn, **how) == 12 + 2 * bonus


@pytest.mark.rule("TRC-28.7.R3c")
def test_of_two_hexes_each_counts_for_itself() -> None:
    # H18 and G17 are of the line, I17 behind it is not; none is in a river
    units = {"7 TkC": "H18", "8 TkC": "H18", "3 TkC": "G17", "24 Pz": "G18", "39 Pz": "G18"}
    for turn, more in ((SEP_41, 3), (JAN_43, 0)):
        state = combat("axis", units, turn=turn, options=PREPARED)
        assert odds(state, ["H18", "G17"], ["24 Pz", "39 Pz"])[1] == 8 + more
    units = {"7 TkC": "I17", "8 TkC": "H18", "24 Pz": "I18", "39 Pz": "I18"}
    for turn, more in ((SEP_41, 1), (JAN_43, 0)):
        state = combat("axis", units, turn=turn, options=PREPARED)
        assert odds(state, ["I17", "H18"], ["24 Pz", "39 Pz"])[1] == 6 + more


@pytest.mark.rule("TRC-28.7.R3c")
def test_russians_gain_nothing_by_it_when_they_attack_nor_do_germans() -> None:
    state = combat("russian", {"1 TkA": "I17", "10 Inf": "H18"}, turn=SEP_41, options=PREPARED)
    assert odds(state, "H18", ["1 TkA"]) == (6, 3, 2)
    state = combat("russian", {"1 TkA": "H18", "10 Inf": "H19"}, turn=SEP_41, options=PREPARED)
    assert odds(state, "H19", ["1 TkA"]) == (6, 3, 2)


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("stack", "from_", "total"),
    [
        # three factors attack eighteen and no more: W23 has no river, V25 the Dniester
        (("1G TkA", "2G A"), "W23", 17),
        (("1G TkA", "1 TkA"), "W23", 16),
        (("1G TkA", "1G A"), "W23", 18),
        (("8 A", "7 A"), "V25", 18),
        (("7 A", "27 A"), "V25", 16),
        # a partisan defends nothing
        (("1G TkA", "1 TkA", "Partisan 1"), "W23", 16),
    ],
)
def test_it_counts_for_who_may_attack_at_all(
    stack: tuple[str, ...], from_: str, total: int
) -> None:
    for turn, more in ((JAN_43, 0), (JUL_41, 2)):
        units = {"10 Inf": from_, **dict.fromkeys(stack, "V24")}
        state = combat("axis", units, turn=turn, options=PREPARED)
        # who has no legal attack gives up
        assert (state.place("10 Inf") == from_) == (total + more <= 18), turn


@pytest.mark.rule("TRC-28.7.R3c", "TRC-12.4a")
def test_who_has_been_attacked_adds_nothing_any_more() -> None:
    """Three factors may attack sixteen and two more, with a third unit that fled there."""
    stack = dict.fromkeys(("1G TkA", "1 TkA", "3 TkC"), "V24")
    units, flags = {"10 Inf": "W23", **stack}, {"attacked": ["3 TkC"]}
    state = combat("axis", units, turn=JUL_41, options=PREPARED, flags=flags)
    assert state.place("10 Inf") == "W23"
    fresh = combat("axis", units, turn=JUL_41, options=PREPARED)
    assert fresh.place("10 Inf") == "surrendered"


@pytest.mark.rule("TRC-28.7.R3c")
def test_it_counts_for_automatic_victories() -> None:
    # one factor is two on the line, so that it takes twenty
    more: dict[str, Any] = {"options": PREPARED, "variables": {"stukas": 0}}
    for turn, corps, wins in (
        (JAN_43, ["24 Pz", "46 Pz"], True),
        (JUL_41, ["24 Pz", "46 Pz"], False),
        (JUL_41, ["24 Pz", "39 Pz"], False),
        (JUL_41, ["24 Pz", "39 Pz", "40 Pz"], True),
    ):
        units = {**dict.fromkeys(corps, "I17"), corps[-1]: "J17", "5 ParaC": "H18"}
        state = go(at("axis", turn=turn, units=units, **more), corps[-1], "I17")
        assert ("H18" in names(state, "overrun")) == wins, corps
        if wins:
            assert overrun(state, "H18", corps).place("5 ParaC") == "surrendered"
    # with fourteen, and sixteen, against one behind the line there is one
    units = {"24 Pz": "I18", "46 Pz": "J18", "5 ParaC": "I17"}
    state = go(at("axis", turn=JUL_41, units=units, **more), "46 Pz", "I18")
    assert "I17" in names(state, "overrun")


@pytest.mark.rule("TRC-28.7.R3c")
def test_the_explanation_tells_what_is_added() -> None:
    def told(side: str, units: dict[str, str], target: str, us: str, turn: int = JUL_41) -> bool:
        # with a battle elsewhere, so that nothing has been chosen yet
        others = {"20 Inf": "P16", "4 TkC": "P15"}
        state = combat(side, {**units, **others}, turn=turn, options=PREPARED)
        return "TRC-28.7.R3c" in str(state.battle(target, [us]).explain())

    units = {"24 Pz": "I17", "7 TkC": "H18"}
    assert told("axis", units, "H18", "24 Pz")
    assert not told("axis", units, "H18", "24 Pz", JAN_43)
    # beside the line, and where Germans stand in it
    assert not told("axis", {"24 Pz": "I18", "7 TkC": "I17"}, "I17", "24 Pz")
    assert not told("russian", {"1 TkA": "I17", "10 Inf": "H18"}, "H18", "1 TkA")


def driven(state: State) -> State:
    """A result carried out, with the first choices."""
    out = state.copy()
    while out.decision in ("retreat", "retreat to", "retreat on", "loss"):
        out.push(out.legal_actions.list()[0])
    return out


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("turn", "here", "stays"),
    [
        (JUL_41, "H18", True),
        (NOV_42, "H18", True),
        (JAN_43, "H18", False),
        # a hex off the line, and woods
        (JUL_41, "I17", False),
        (JUL_41, "N19", True),
    ],
)
def test_its_defenders_need_not_retreat(turn: int, here: str, stays: bool) -> None:
    from_ = {"H18": "I17", "I17": "J17", "N19": "N18"}[here]
    corps = ["24 Pz", "39 Pz", "41 Pz"]
    units = {**dict.fromkeys(corps, from_), "7 TkC": here, "8 TkC": here}
    state = combat("axis", units, turn=turn, options=PREPARED)
    for effect, lost in ((DR, 0), (D1, 1)):
        ends = sent_back(state, here, corps, effect)
        assert ends
        for end in ends:
            places = [driven(end).place(u) for u in ("7 TkC", "8 TkC")]
            assert places.count("pool") == lost
            assert places.count(here) == (2 - lost if stays else 0)


@pytest.mark.rule("TRC-28.7.R3c")
def test_of_two_hexes_only_those_on_the_line_stay() -> None:
    units = {"7 TkC": "I17", "8 TkC": "H18", "24 Pz": "I18", "39 Pz": "I18"}
    ready = engage(
        combat("axis", units, turn=JUL_41, options=PREPARED), ["I17", "H18"], ["24 Pz", "39 Pz"]
    )
    looked = 0
    for die in range(1, 7):
        for announced in (1, 2):
            end = result(ready, die, announced)
            if end.var("result") == DR:
                after = driven(end)
                assert after.place("8 TkC") == "H18" and after.place("7 TkC") != "I17"
                looked += 1
    assert looked


@pytest.mark.rule("TRC-28.7.R3c")
def test_attackers_on_it_retreat_and_so_do_germans_in_it() -> None:
    # Russians who attack from it and are thrown back
    units = {"11 A": "H18", "24 Pz": "H19", "39 Pz": "H19"}
    fought = combat("russian", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "H19", ["11 A"], AR)
    assert ends and all(driven(end).place("11 A") != "H18" for end in ends)
    units = {"10 Inf": "H18", "1G TkA": "I17", "2G TkA": "I17"}
    fought = combat("russian", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "H18", ["1G TkA", "2G TkA"])
    assert ends and all(driven(end).place("10 Inf") != "H18" for end in ends)


@pytest.mark.rule("TRC-28.7.R3c")
def test_germans_who_attack_from_it_retreat_as_ever() -> None:
    units = {"10 Inf": "H18", "7 TkC": "I17", "8 TkC": "I17"}
    fought = combat("axis", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "I17", ["10 Inf"], AR)
    assert ends and all(driven(end).place("10 Inf") != "H18" for end in ends)


@pytest.mark.rule("TRC-28.7.R3c")
def test_only_who_is_attacked_counts_and_is_told_with_what_he_is_worth() -> None:
    # others stand elsewhere on the line
    units = {"24 Pz": "V25", "7 TkC": "V24", "4 A": "S23", "20 Inf": "P16", "4 TkC": "P15"}
    state = combat("axis", units, turn=JUL_41, options=PREPARED)
    assert odds(state, "V24", ["24 Pz"])[1] == 7
    told = str(state.battle("V24", ["24 Pz"]).explain())
    assert "7 TkC 3 as 7 (TRC-28.7.R3c, TRC-14.1c)" in told
    assert "8 against 7" in told


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


@pytest.mark.rule("TRC-28.7.R3c")
def test_the_explanation_tells_who_stands_on_the_line() -> None:
    # with a battle elsewhere, so that nothing has been chosen yet
    units = {"24 Pz": "I17", "7 TkC": "H18", "20 Inf": "P16", "4 TkC": "P15"}
    stands = "7 TkC of the russian side stay on the Stalin Line (TRC-28.7.R3c)"

    def told(turn: int, **where: str) -> str:
        places = {**units, **{u.replace("_", " "): h for u, h in where.items()}}
        target = places["7 TkC"]
        state = combat("axis", places, turn=turn, options=PREPARED)
        return str(state.battle(target, ["24 Pz"]).explain())

    line = told(JUL_41)
    assert "moves those left back two hexes: 7 TkC" not in line and stands in line
    assert "moves those left back two hexes: 7 TkC" in told(JAN_43)
    assert "on the Stalin Line" not in told(JAN_43)
    off = told(JUL_41, **{"7_TkC": "I17", "24_Pz": "I18"})
    assert "moves those left back two hexes: 7 TkC" in off and "on the Stalin Line" not in off

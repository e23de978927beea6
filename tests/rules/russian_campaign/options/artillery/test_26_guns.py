"""26.5, 26.13 and 28.6.I by tables: every automatic victory by artillery and barrages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from eastfront._core import State

from ...battle_positions import at, combat, engage, go, may, names, play, refused, strengths
from ...test_16_forces import Victory, victories
from ...turn_positions import (
    CLEAR,
    JAN_43,
    JAN_44,
    LIGHT_MUD,
    MAY_43,
    MAY_44,
    before,
    data,
    game,
    impulse_of,
    walk,
)

TARGET, NEAR = "X15", "X16"
FIVE, SIX = "X10", "X9"
"""Five and six hexes from the target."""

POOL = {"1G TkA": "Y15", "1 TkC": "W14", "Art 1": "X16", "Art 2": "X16", "2G TkA": "X14"}
"""All of them are next to the target; the last comes from V16 or from Y17."""


def all_ways(forces: dict[str, str], levels: Callable[[int], int]) -> set[Victory]:
    """Every force whose factors make 10-1 with the levels that so many corps can have."""
    worth = {u.name: u.attack or 0 for u in data().units}
    out = set()
    for n in range(1, len(forces) + 1):
        for force in combinations(forces, n):
            guns = sum(u.startswith("Art") for u in force)
            if sum(worth[u] for u in force) >= 2 * (10 - levels(guns)):
                out.add((frozenset(force), frozenset({"Rum 5 Inf"})))
    return out


@pytest.mark.rule("TRC-26.5.1a")
def test_artillery_belongs_to_the_game_with_its_option_alone() -> None:
    places = [game("campaign", options).new().place("Ge Art") for options in ((), ("artillery",))]
    assert places == ["counters", "later"]


@pytest.mark.rule("TRC-26.5.1a", "TRC-20.0b")
def test_only_artillery_is_in_the_pool_from_its_date_on() -> None:
    """29 A waits for the second impulse of September 1941."""
    units = {"29 A": "later", "46 Pz": "J30"}
    state = impulse_of("axis", 1, turn=3, units=units, options=("artillery",))
    assert state.place("29 A") == "later"


def won(forces: dict[str, str], **more: object) -> set[Victory]:
    """All that the forces can win in play, when the last of them has come."""
    last, to = list(forces.items())[-1]
    units = {**forces, last: "X18", "Rum 5 Inf": TARGET, "Stavka": more.pop("stavka", FIVE)}
    state = at("russian", units=units, turn=14, **more)  # type: ignore[arg-type]
    if to not in names(play(state, f"move {last}"), "to"):
        state = state._supposed(places=[(last, "Y16")])
    came = go(state, last, to)
    assert came.place(last) == to
    return victories(came, list(forces), ["Rum 5 Inf"])


FORCES = [
    {"1G TkA": "W15", "Art 1": "X16", "Art 2": "X16", "1 TkC": "Y15"},
    {"Art 1": "X16", "Art 2": "X16", "Art 3": "X16", "2G TkA": "Y15"},
    {"1 TkC": "W15", "Art 1": "X16", "1G TkA": "Y15"},
    {"2G TkA": "W15", "Art 1": "X16", "1 TkA": "Y15"},
]


@pytest.mark.rule("TRC-26.5.3a", "TRC-26.5.3b", "TRC-16.1a", "TRC-16.1c", "TRC-15.10b")
@pytest.mark.parametrize("sturmoviks", range(4))
def test_every_victory_by_artillery_and_sturmoviks(sturmoviks: int) -> None:
    for forces in FORCES:
        found = won(forces, options=("artillery",), variables={"sturmoviks": sturmoviks})
        assert found == all_ways(forces, lambda guns: min(3, guns + sturmoviks)), forces


@pytest.mark.option("corps_artillery")
@pytest.mark.rule("TRC-28.6.Ib", "TRC-15.10b", "TRC-16.1a", "TRC-16.1c")
@pytest.mark.parametrize("sturmoviks", range(4))
def test_every_victory_by_artillery_of_the_variant(sturmoviks: int) -> None:
    for forces in FORCES:
        found = won(forces, options=("artillery-corps",), variables={"sturmoviks": sturmoviks})
        assert found == all_ways(forces, lambda guns: min(3, guns + sturmoviks)), forces


PLAIN = [
    {"1G TkA": "W15", "1 TkC": "X16", "5 ParaC": "Y15"},
    {"1 TkA": "W15", "2G TkA": "Y15"},
    {"1 TkA": "W15", "2 TkA": "Y15"},
    {"1G TkA": "W15", "2G TkA": "Y15"},
]


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13b", "TRC-26.13a", "TRC-26.13e", "TRC-16.1a", "TRC-16.1c")
@pytest.mark.parametrize("sturmoviks", [0, 1, 3])
@pytest.mark.parametrize("barrages", [0, 1, 2])
def test_every_victory_by_a_barrage_or_by_sturmoviks(barrages: int, sturmoviks: int) -> None:
    """Three levels by a barrage, or those of the aircraft: the two do not go together."""
    best = 3 if barrages else sturmoviks
    for forces in PLAIN:
        numbers = {"barrages": barrages, "sturmoviks": sturmoviks}
        found = won(forces, options=("artillery-barrage",), variables=numbers)
        assert found == all_ways(forces, lambda _: best), forces


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13c", "TRC-26.13d")
@pytest.mark.parametrize("stavka", [FIVE, SIX, "off-map"])
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD])
def test_a_barrage_helps_to_win_from_near_and_in_clear_weather(stavka: str, weather: int) -> None:
    shelled = stavka == FIVE and weather == CLEAR
    for forces in PLAIN:
        found = won(
            forces, options=("artillery-barrage",), stavka=stavka, weather=weather,
            variables={"barrages": 1, "sturmoviks": 0},
        )  # fmt: skip
        assert found == all_ways(forces, lambda _: 3 * shelled), forces


# -- barrages and guns in the combat phase --------------------------------------------------

BARRAGE, GUNS = ("artillery-barrage",), ("artillery",)
FRONT = {
    "16 A": "W16", "4G A": "W15", "7 Inf": "X16", "5G A": "X14", "13 Inf": "X15", "Stavka": "U13",
}  # fmt: skip
"""Two battles, at X16 and at X15; the 4th Guards may fight in either."""


def begun(options: tuple[str, ...], units: dict[str, str] | None = None, **numbers: int) -> State:
    """A Russian attack on X16 with an army in it, which others may join."""
    where = {**FRONT, **(units or {})}
    state = combat("russian", where, turn=MAY_43, options=options, variables=numbers)
    return play(state, "attack X16", "join 16 A")


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13b", "TRC-12.4a", "TRC-26.13a", "TRC-16.1c", "TRC-13.1b")
def test_a_barrage_is_for_one_battle_and_another_for_the_next() -> None:
    state = begun(BARRAGE, barrages=2)
    first = play(state, "barrage", "fight")
    assert (first.var("odds"), first.var("barrages"), first.var("barrage")) == (4, 1, 1)
    after = play(first, "odds 1", "roll 4")
    assert after.var("barrage") == 0
    # the other two armies against three factors: 15 to 3, or with the second barrage 8-1
    plain = engage(after, "X15", ["4G A", "5G A"])
    assert (plain.var("attack total"), plain.var("odds")) == (14, 4)
    joined = play(after, "join 4G A") if after.decision == "forces" else after
    joined = play(joined, "join 5G A") if may(joined, "join 5G A") else joined
    if joined.decision == "forces":
        second = play(joined, "barrage")
        second = play(second, "fight") if second.decision == "forces" else second
        assert (second.var("odds"), second.var("barrages")) == (7, 0)


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13e", "TRC-26.13b", "TRC-26.13a")
def test_a_barrage_is_of_no_use_where_three_levels_are_had_already() -> None:
    state = begun(BARRAGE, barrages=1, sturmoviks=4)
    assert may(state, "barrage") and may(state, "sturmovik")
    two = play(state, "sturmovik", "sturmovik")
    assert may(two, "barrage") and may(two, "sturmovik")
    three = play(two, "sturmovik")
    assert not may(three, "barrage") and not may(three, "sturmovik")
    assert (three.var("sturmoviks"), three.var("barrages")) == (1, 1)
    # a barrage makes three levels of two, and takes no aircraft back
    both = play(two, "barrage")
    assert (both.var("odds shift"), both.var("sturmoviks"), both.var("barrages")) == (3, 2, 0)
    assert not may(both, "sturmovik") and not may(both, "barrage")


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13a", "TRC-26.13e", "TRC-26.13b")
def test_the_axis_has_no_barrage() -> None:
    units = {"46 Pz": "W16", "47 Pz": "W15", "8 TkC": "X16", "5 TkC": "X15", "41 Pz": "X14"}
    state = combat("axis", {**units, "Stavka": "U13"}, turn=MAY_43, options=BARRAGE,
                   variables={"barrages": 2})  # fmt: skip
    state = play(state, "attack X16", "join 46 Pz")
    assert not may(state, "barrage")
    assert strengths(play(state, "fight")) == (6, 3, 2)


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13c", "TRC-26.13b")
@pytest.mark.parametrize(("stavka", "both"), [("X11", True), ("X10", False)])
def test_all_defenders_of_a_battle_are_in_range_of_stavka(stavka: str, both: bool) -> None:
    """X15 is four or five hexes from there, X16 five or six."""
    units = {**FRONT, "16 A": "removed", "5G A": "removed", "2G A": "W15", "Stavka": stavka}
    state = combat("russian", units, turn=MAY_43, options=BARRAGE, variables={"barrages": 1})
    named = play(state, "attack X15")
    # the two are alike
    one = play(named, f"join {sorted(names(named, 'join'))[0]}")
    assert may(one, "barrage")
    two = play(one, "with X16")
    assert set(two.hexes_with("beset")) == {"X15", "X16"} and may(two, "barrage") == both


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13a")
def test_what_was_fired_in_a_year_does_not_come_back_before_the_next() -> None:
    for turn in (JAN_43 + 1, MAY_43, JAN_44 - 1):
        assert impulse_of("axis", turn=turn, options=BARRAGE, variables={"barrages": 0}).var(
            "barrages"
        ) == 0, turn  # fmt: skip
    for turn, count in ((JAN_43, 1), (JAN_44, 2), (JAN_44 + 6, 2), (JAN_43 - 6, 0)):
        state = impulse_of("axis", turn=turn, options=BARRAGE, variables={"barrages": 0})
        assert state.var("barrages") == count, turn


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.5.3a", "TRC-26.5.3b")
def test_only_the_artillery_of_the_attack_counts() -> None:
    away = {"Art 2": "R9", "Art 3": "R9"}
    assert strengths(play(begun(GUNS, away), "fight")) == (6, 5, 1)
    one = begun(GUNS, {**away, "Art 1": "W16"})
    # it is next to the enemy, and has to attack as well
    assert not may(one, "fight")
    assert strengths(play(one, "join Art 1", "fight")) == (7, 5, 2)
    two = play(begun(GUNS, {**away, "Art 1": "W16", "Art 2": "X17"}), "join Art 1")
    both = play(two, "join Art 2")
    assert strengths(play(both, "fight") if both.decision == "forces" else both) == (8, 5, 3)
    # an army gives factors alone
    army = play(one, "join Art 1", "join 4G A")
    assert strengths(play(army, "fight") if army.decision == "forces" else army) == (14, 5, 3)


# -- replacements ---------------------------------------------------------------------------


def recruiting(units: dict[str, str]) -> State:
    """The Russian is asked whom he rebuilds in January 1943, with twenty points."""
    state = before("russian", 1, turn=JAN_43, units={"Kiev Worker": "R9", **units}, options=GUNS)
    state.push("end-movement")
    state = walk(state, "replacements", "russian")
    return state._supposed(variables=[("replacement points", 20)])


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.5.2a")
def test_one_artillery_corps_a_turn_whatever_else_is_rebuilt() -> None:
    pool = dict.fromkeys(["Art 1", "Art 2", "8 TkC", "3 A", "11 A"], "pool")
    state = recruiting(pool)
    # others cost what they show
    tanks = play(state, "recruit 8 TkC")
    assert tanks.var("replacement points") == 17
    guns = play(tanks, "recruit Art 1")
    assert guns.var("replacement points") == 16
    more = play(guns, "recruit 3 A")
    assert more.var("replacement points") == 11
    for after in (guns, more):
        with refused("TRC-26.5.2a"):
            play(after, "recruit Art 2")
        assert "11 A" in names(after, "recruit")
    # the other one as well, but not both
    with refused("TRC-26.5.2a"):
        play(state, "recruit Art 2", "recruit Art 1")


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.5.2b")
@pytest.mark.parametrize(
    ("turn", "comes"),
    [(MAY_43, True), (MAY_44, True), (MAY_43 - 6, False), (MAY_44 + 6, False),
     (MAY_43 + 1, False), (MAY_44 - 1, False), (JAN_44, False)],
)  # fmt: skip
def test_in_which_turns_the_axis_artillery_comes_back(turn: int, comes: bool) -> None:
    # two panzer corps have to leave in May 1944 (20.9.2)
    units = {"Ge Art": "pool", "13 Inf": "pool", "49 Mtn": "pool", "41 Pz": "J30", "56 Pz": "J31"}
    calm = {"nobody": ("E10", "K30")} if turn % 6 == 0 else {}
    state = before("axis", 1, turn=turn, units=units, options=GUNS, **calm)
    state.push("end-movement")
    met = []
    while not (state.decision == "movement" and state.to_move == "axis") and not state.is_over:
        if state.decision == "replacements":
            met.append(names(state, "replace"))
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        state.push("roll 1" if chance and state.decision != "chit" else
                   next((a for a in legal if state.is_pass(a)), legal[0]))  # fmt: skip
    assert ({"Ge Art"} in met) == comes, met
    # nobody else comes in its place
    assert all("Ge Art" not in some or some == {"Ge Art"} for some in met)

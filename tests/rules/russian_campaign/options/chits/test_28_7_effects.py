"""Section 28.7: bombers, winter, occupation, officers and lorries, agreed on or drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may, reach
from ...turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MUD,
    SNOW,
    at,
    before,
    data,
    distance,
    game,
    names,
    play,
    refused,
    walk,
)

BOMBERS, READY, MILD = ("chit-german=2",), ("chit-german=3",), ("chit-german=5",)
OFFICERS, LORRIES, DRAWN = ("chit-russian=4",), ("chit-russian=6",), ("chits",)
NOV_41, JAN_42, MAR_42, MAY_42, NOV_42, JAN_43, MAR_43, JAN_44, JAN_45 = (
    4, 5, 6, 7, 10, 11, 12, 17, 23,
)  # fmt: skip
JUL_41, SEP_41 = 2, 3
PARTISANS = tuple(f"Partisan {n}" for n in (1, 2, 3))


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


# -- bombers -------------------------------------------------------------------------------


def bombed(turn: int, die: int, weather: int, workers: dict[str, str], **how: Any) -> list[int]:
    """The Russian's points before bombs and after them, or only what he has without any."""
    units = {**workers, "16 A": "pool", "11 A": "pool"}
    state = play(before("russian", turn=turn, units=units, weather=weather, **how), "end-movement")
    out = []
    while (state.decision, state.to_move) != ("movement", "russian"):
        if state.decision == "bombers":
            assert len(state.chance_outcomes()) == 6
            out.append(int(state.var("replacement points")))
            state.push(f"roll {die}")
            out.append(int(state.var("replacement points")))
        elif state.to_move == "chance":
            state.push("roll 3")
        else:
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return out


WORKERS = {"Moscow Worker": "R9", "Leningrad Worker": "E10", "Kharkov Worker": "AA14"}
"""Workers of seven points in all."""


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G2a")
@pytest.mark.parametrize(
    ("turn", "year"),
    [(SEP_41, 1), (NOV_41, 1), (JAN_42, 2), (MAR_42, 2), (NOV_42, 2), (JAN_43, 3), (JAN_44, 4)],
)
def test_a_die_less_the_year_and_one_in_bad_weather(turn: int, year: int) -> None:
    for weather in (CLEAR, LIGHT_MUD, MUD, SNOW):
        for die in range(1, 7):
            had, left = bombed(turn, die, weather, WORKERS, options=BOMBERS)
            assert had >= 7
            assert had - left == max(die - year - (weather != CLEAR), 0), (weather, die)


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G2a")
def test_bombs_take_no_more_than_there_is() -> None:
    # a worker of one point, in 1941
    assert bombed(NOV_41, 6, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 0]
    assert bombed(NOV_41, 2, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 0]
    assert bombed(NOV_41, 1, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 1]
    assert bombed(NOV_41, 4, CLEAR, {"Moscow Worker": "R9"}, options=BOMBERS) == [3, 0]
    # in 1945 a die of six is one in clear weather
    assert bombed(JAN_45, 6, SNOW, {"Worker 1": "R9"}, options=BOMBERS)[1] > 0


@pytest.mark.option(
    "chit_draw", "first_winter", "heavy_bombers", "lorries", "mild_occupation", "officers"
)
@pytest.mark.rule("TRC-28.7.G2a")
def test_no_other_chit_sends_bombers() -> None:
    shown = bombed(NOV_41, 5, CLEAR, WORKERS, options=DRAWN, chits=(2, 1))
    assert shown == [7, 3]
    for german in (1, 3, 5, 6):
        assert not bombed(NOV_41, 5, CLEAR, WORKERS, options=DRAWN, chits=(german, 2))
    # nor do they fly when the Axis turn begins, or the second impulse
    for side, impulse in (("axis", 1), ("axis", 2), ("russian", 2)):
        start = before(side, impulse, turn=NOV_41 + 4, units=WORKERS, options=BOMBERS)
        state = play(start, "end-movement")
        while (state.decision, state.to_move) != ("movement", side):
            assert state.decision != "bombers"
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            passes = (a for a in legal if state.is_pass(a))
            state.push("roll 1" if chance else next(passes, legal[0]))


# -- winter --------------------------------------------------------------------------------

KURSK, STEPPE = "X13", ("X13", "X14", "X15", "X16")
"""A city, and the hexes one, two and three west of it."""


def cold(turn: int, weather: int = SNOW, units: dict[str, str] | None = None, **how: Any) -> str:
    """Which of four corps in and near the city lack combat supply: `x` for who does."""
    corps = ("1 Inf", "2 Inf", "10 Inf", "20 Inf")
    where = {**dict(zip(corps, STEPPE, strict=True)), **(units or {})}
    state = at("axis", units=where, axis=[KURSK], turn=turn, weather=weather, **how)
    return "".join("x" if int(state.ask("supply", u)) == 1 else "." for u in corps)


@pytest.mark.option(
    "chit_draw", "first_winter", "heavy_bombers", "lorries", "mild_occupation", "officers"
)
@pytest.mark.rule("TRC-28.7.G3a")
@pytest.mark.parametrize(
    ("turn", "usual", "ready"),
    [
        (SEP_41, "....", "...."),
        (NOV_41, "..xx", "...x"),
        (JAN_42, "..xx", "...x"),
        (MAR_42, "..xx", "...x"),
        (MAY_42, "....", "...."),
        (NOV_42, "...x", "...."),
        (JAN_43, "...x", "...."),
        (MAR_43, "...x", "...."),
        (JAN_44, "....", "...."),
    ],
)
def test_the_ready_feel_the_first_winter_as_others_do_the_second(
    turn: int, usual: str, ready: str
) -> None:
    # those who drew another chit are not ready
    unready = cold(turn, options=DRAWN, chits=(4, 2))
    assert (unready, cold(turn, options=READY)) == (usual, ready)
    for weather in (CLEAR, LIGHT_MUD, MUD):
        assert cold(turn, weather, options=READY) == "...."


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G3a")
def test_a_plain_two_hexes_of_a_friendly_city_are_enough() -> None:
    # with Russians and partisans between, but not with the reduced limits of 17.3.3
    for units in ({"16 A": "W14"}, {"Partisan 1": "X14", "2 Inf": "Y13"}):
        assert cold(JAN_42, units=units, options=READY)[2:] == ".x"
    by_zones = (*READY, "D-95")
    assert cold(JAN_42, options=by_zones) == "...x"
    # the hex between it and the city is in the enemy's reach
    shut = {"16 A": "W14", "2 Inf": "X13"}
    assert cold(JAN_42, units=shut, options=by_zones)[2] == "x"
    assert cold(JAN_42, units=shut, options=READY)[2] == "."
    lurk = {"Partisan 1": "X14", "2 Inf": "X13"}
    assert cold(JAN_42, units=lurk, options=by_zones)[2] == "x"
    # beside the city, and in it, zones do not matter
    ring = {"16 A": "W14", "11 A": "Y14", "8 A": "X11", "3 A": "W11", "5 A": "Y11"}
    assert cold(JAN_42, units=ring, options=by_zones)[:2] == ".."


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G3a")
def test_the_cold_is_russia_s_and_a_russian_city_warms_nobody() -> None:
    # three hexes from any city in Poland
    def frozen(hex_: str, held: list[str], turn: int = JAN_42, **how: Any) -> bool:
        state = at("axis", units={"1 Inf": hex_}, axis=held, turn=turn, weather=SNOW, **how)
        return int(state.ask("supply", "1 Inf")) == 1

    assert not frozen("P26", ["L26"], options=READY)
    assert frozen("X16", [KURSK], options=READY) and not frozen("X15", [KURSK], options=READY)
    # two hexes from Tula, which is Russian, with Kursk the Axis'
    assert frozen("U11", [KURSK], options=READY)
    assert not frozen("U11", [KURSK, "U9"], options=READY)
    # Finns do not feel it
    finn = at(
        "axis", units={"Finn 2 Inf": "X16"}, axis=[KURSK], turn=JAN_42, weather=SNOW,
        options=READY,
    )  # fmt: skip
    assert int(finn.ask("supply", "Finn 2 Inf")) != 1


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.G3a")
def test_a_drawn_chit_makes_ready_once_it_is_shown() -> None:
    def how(german: int, shown: int) -> dict[str, Any]:
        return {"options": DRAWN, "chits": (german, 2), "variables": {"german chit shown": shown}}

    assert cold(JAN_42, **how(3, 3)) == "...x" and cold(NOV_42, **how(3, 3)) == "...."
    assert cold(JAN_42, **how(3, 0)) == "..xx" and cold(NOV_42, **how(3, 0)) == "...x"
    for other in (4, 5, 6):
        assert cold(JAN_42, **how(other, other)) == "..xx"
        assert cold(NOV_42, **how(other, other)) == "...x"


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.G3a")
def test_it_is_shown_in_the_first_turn_of_snow() -> None:
    def shown(german: int, turn: int, die: int) -> tuple[int, int]:
        start = before("axis", turn=turn, options=DRAWN, chits=(german, 2))
        assert start.var("german chit shown") == 0
        state = walk(play(start, "end-movement"), "movement", "axis", 1, weather=die)
        return int(state.var("weather")), int(state.var("german chit shown"))

    # January is snow; of November some dice are
    assert shown(3, JAN_42, 1) == (SNOW, 3)
    november = [shown(3, NOV_41, die) for die in range(1, 7)]
    assert {w for w, _ in november} > {SNOW}
    assert all(chit == (3 if weather == SNOW else 0) for weather, chit in november)
    # May, and another chit
    assert shown(3, MAY_42, 1) == (CLEAR, 0)
    for german in (4, 5, 6):
        assert shown(german, JAN_42, 1) == (SNOW, 0)
    # it is not shown later than that either
    assert shown(3, JAN_43, 1) == (SNOW, 3)


# -- occupation ----------------------------------------------------------------------------


@pytest.mark.option(
    "chit_draw", "first_winter", "heavy_bombers", "lorries", "mild_occupation", "officers"
)
@pytest.mark.rule("TRC-28.7.G5a")
def test_with_mild_occupation_nobody_but_partisans_is_missing() -> None:
    mild = game("campaign", MILD).new()
    plain = play(game("campaign", DRAWN).new(), "draw CHIT:3", "draw CHIT:2")
    for unit in (u.name for u in data().units):
        if unit in PARTISANS:
            assert (mild.place(unit), plain.place(unit)) == ("counters", "later")
        else:
            assert mild.place(unit) == plain.place(unit), unit
    # nor do they come when the first of them would
    turn = {u.name: u.arrives or 0 for u in data().units}["Partisan 1"]
    start = before("russian", turn=turn, options=MILD)
    begun = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert not {begun.place(u) for u in PARTISANS} & {"reserve", "later", *rows()}


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.G5a")
@pytest.mark.parametrize(
    ("german", "turn", "shown"),
    [
        (5, JUL_41, 0),
        (5, SEP_41, 5),
        (5, NOV_41, 5),
        (4, SEP_41, 0),
        (6, SEP_41, 0),
        (3, SEP_41, 0),
    ],
)
def test_drawn_it_takes_partisans_away_when_the_first_would_come(
    german: int, turn: int, shown: int
) -> None:
    units = {"Partisan 1": "reserve", "Partisan 2": "later", "Partisan 3": "X15"}
    units |= {"5 ParaC": "reserve", "16 A": "Y14", "4 A": "pool"}
    how: dict[str, Any] = {"options": DRAWN, "chits": (german, 2)}
    start = before("russian", turn=turn, units=units, **how)
    state = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert state.var("german chit shown") == shown
    assert ({state.place(u) for u in PARTISANS} == {"removed"}) == bool(shown)
    assert [state.place(u) for u in ("5 ParaC", "16 A", "4 A")] == ["reserve", "Y14", "pool"]
    # the Axis turn shows nothing
    if turn > JUL_41:
        axis = before("axis", turn=turn, units=units, **how)
        begun = walk(play(axis, "end-movement"), "movement", "axis", 1, weather=1)
        assert begun.var("german chit shown") == 0
        assert begun.place("Partisan 2") == "later"


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.G5a")
def test_paratroops_and_partisans_come_as_ever_without_it() -> None:
    units = {"5 ParaC": "later", "Partisan 1": "later"}
    due = {u.name: u.arrives or 0 for u in data().units}
    for how in ({"options": DRAWN, "chits": (3, 2)}, {"options": DRAWN, "chits": (5, 2)}):
        turn = due["5 ParaC"]
        start = before("russian", turn=turn, units=units, **how)  # type: ignore[arg-type]
        asked = walk(play(start, "end-movement"), "paratroops", "russian")
        assert may(asked, "to-reserve") and asked.turn == turn


# -- officers and lorries ------------------------------------------------------------------

HERE = "Y18"


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.R4a")
@pytest.mark.parametrize(
    ("how", "officers"),
    [
        ({"options": OFFICERS}, True),
        ({"options": DRAWN, "chits": (3, 4)}, True),
        ({"options": DRAWN, "chits": (4, 3)}, False),
        ({"options": DRAWN, "chits": (3, 6)}, False),
    ],
)
def test_three_armies_stand_in_a_hex_with_able_officers(
    how: dict[str, Any], officers: bool
) -> None:
    armies, corps = ("11 A", "8 A", "16 A", "12 A"), ("8 TkC", "7 TkC", "3 TkC", "5 TkC")
    for stack, with_, without in (
        (armies[:2], True, True),
        (armies[:3], True, False),
        (armies, False, False),
        ((*armies[:2], corps[0]), True, False),
        ((armies[0], *corps[:2]), True, False),
        ((armies[0], *corps[:3]), False, False),
        ((armies[0], corps[0]), True, True),
        (corps[:3], True, True),
        (corps, False, False),
    ):
        state = at("russian", turn=8, units=dict.fromkeys(stack, HERE), **how)
        if with_ if officers else without:
            assert may(state, "end-movement"), stack
        else:
            with refused("TRC-6.2a"):
                play(state, "end-movement")
    # what has no stacking value goes with them
    more = {**dict.fromkeys((armies if not officers else armies[:3])[:2], HERE)}
    if officers:
        more[armies[2]] = HERE
    free = {"Stavka": HERE, "Moscow Worker": HERE, "Stalin": HERE}
    assert may(at("russian", turn=8, units={**more, **free}, **how), "end-movement")
    # Germans stack as they did
    corps = ("1 Inf", "2 Inf", "10 Inf", "20 Inf")
    assert may(at("axis", turn=8, units=dict.fromkeys(corps[:3], HERE), **how), "end-movement")
    with refused("TRC-6.2a"):
        play(at("axis", turn=8, units=dict.fromkeys(corps, HERE), **how), "end-movement")


def marches(state: State, unit: str) -> int:
    """How far a unit comes over open land."""
    there = state.edited(places=[(unit, HERE)])
    return max(distance(HERE, h) for h in reach(there, unit) if h in around_here())


@lru_cache(maxsize=1)
def around_here() -> frozenset[str]:
    """The hexes in the row of a hex, by which distances are told."""
    return frozenset(h for h in rows() if h.rstrip("0123456789") == "Y")


PACE = [
    # infantry of three, of four, and of the Guards; paratroops, guns and battlegroups
    ("16 A", 3, 4),
    ("52 A", 3, 4),
    ("1G A", 4, 4),
    ("2G A", 4, 4),
    ("5 ParaC", 2, 2),
    ("Gd BG 1", 3, 3),
    ("Art 1", 3, 3),
    # armour of five, six and seven
    ("3 TkC", 5, 6),
    ("8 TkC", 5, 6),
    ("1 TkA", 5, 6),
    ("2G TkA", 6, 7),
    ("7G TkA", 6, 7),
    ("1G TkA", 7, 7),
    # cavalry
    ("3 CavC", 7, 7),
    ("1G CavC", 7, 7),
    # the Axis
    ("10 Inf", 4, 4),
    ("Finn 4 Inf", 3, 3),
    ("Ital 4 Inf", 3, 3),
    ("Hun 3 Inf", 2, 2),
    ("Rum Pz", 6, 6),
    ("11 Mot", 6, 6),
    ("Ge BG Pz 1", 6, 6),
    ("41 Pz", 7, 7),
]


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.R6a", "TRC-2.5a")
@pytest.mark.parametrize(
    ("how", "lorries"),
    [
        ({"options": LORRIES}, True),
        ({"options": DRAWN, "chits": (3, 6)}, True),
        ({"options": DRAWN, "chits": (6, 3)}, False),
        ({"options": DRAWN, "chits": (3, 4)}, False),
    ],
)
def test_lorries_and_faster_tanks(how: dict[str, Any], lorries: bool) -> None:
    sides = {u.name: u.side for u in data().units}
    state = {side: at(side, turn=8, **how) for side in ("axis", "russian")}
    for unit, plain, fast in PACE:
        assert marches(state[sides[unit]], unit) == (fast if lorries else plain), unit


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation", "no_retreat")
@pytest.mark.rule("TRC-28.7.G3a")
def test_a_junction_warms_nobody_and_a_turn_begins_as_ever() -> None:
    # W15, a junction three hexes from any city
    state = at(
        "axis", units={"1 Inf": "W15", "2 Inf": "W16"}, axis=["W15", "W19"], turn=JAN_42,
        weather=SNOW, options=READY,
    )  # fmt: skip
    assert [int(state.ask("supply", u)) for u in ("1 Inf", "2 Inf")] == [1, 1]
    # and the first thaw of 1942 ends another variant of that winter still
    both = (*READY, "no-retreat")
    start = before("axis", turn=MAY_42, options=both)
    assert start.var("front released") == 0
    begun = walk(play(start, "end-movement"), "movement", "axis", 1)
    assert begun.var("front released") == 1


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.R4a")
@pytest.mark.parametrize(
    ("stack", "officers", "others"),
    [
        (("11 A",), True, True),
        (("11 A", "8 A"), True, False),
        (("11 A", "8 A", "16 A"), False, False),
        (("11 A", "8 TkC"), True, False),
        (("7 TkC", "8 TkC"), True, True),
        (("7 TkC", "8 TkC", "3 TkC"), False, False),
        (("Stavka", "Moscow Worker", "Stalin"), True, True),
    ],
)
def test_where_there_is_room_for_a_corps_more(
    stack: tuple[str, ...], officers: bool, others: bool
) -> None:
    def room(**how: Any) -> bool:
        units = {"5 ParaC": "reserve", "Stavka": "R9", **dict.fromkeys(stack, "R10")}
        state = at("russian", 1, turn=5, weather=SNOW, units=units, **how)
        return "R10" in names(play(state, "drop 5 ParaC"), "at")

    assert room(options=OFFICERS) == officers
    assert room(options=DRAWN, chits=(3, 4)) == officers
    assert room(options=DRAWN, chits=(4, 3)) == others


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G5a")
def test_agreed_on_partisans_stay_what_they_were() -> None:
    start = before("russian", turn=SEP_41, options=MILD)
    gone = start.edited(places=[(u, "counters") for u in PARTISANS])
    begun = walk(play(gone, "end-movement"), "movement", "russian", 1)
    assert {begun.place(u) for u in PARTISANS} == {"counters"}


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G5a")
def test_with_mild_occupation_agreed_on_no_optional_counter_joins_the_game() -> None:
    plain, mild = game("campaign").new(), game("campaign", MILD).new()
    for unit in ("AK", "1 Flak", "Ge Art", "DAK", "Opt Worker 1", "62 A"):
        assert mild.place(unit) == plain.place(unit) == "counters"


@pytest.mark.option("chit_draw", "lorries", "officers")
@pytest.mark.rule("TRC-28.7.R4a", "TRC-6.2a")
@pytest.mark.parametrize("unit", ["Stavka", "Stalin"])
def test_who_takes_no_room_takes_none_beside_three_armies(unit: str) -> None:
    """In Moscow, to which leaders go by rail and headquarters on foot."""
    units = {"16 A": "R9", "11 A": "R9", "4 A": "R9", unit: "R8"}
    state = at("russian", 2 if unit == "Stavka" else 1, turn=8, units=units, options=OFFICERS)
    if unit == "Stavka":
        assert "R9" in reach(state, unit)
    else:
        assert "R9" in names(play(state, f"rail {unit}"), "rail-to")
    other = at("russian", turn=8, units={**units, "40 A": "R8"}, options=OFFICERS)
    with refused("TRC-6.2a"):
        play(play(other, "move 40 A", "to R9", "stop"), "end-movement")

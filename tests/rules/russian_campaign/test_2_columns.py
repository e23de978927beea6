"""2.1 to 2.6, column by column: what a mark on a counter is asked for, in every kind of unit."""

from __future__ import annotations

import pytest

from .battle_positions import at, go, may, names, play, refused, walk
from .test_28_7_ukraine import UKRAINIANS, free, next_phase
from .turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MAY_43,
    MUD,
    SNOW,
    before,
    data,
    game,
    impulse_of,
    on,
    side_of,
)

# -- class: who moves in which impulse ----------------------------------------------------------


@pytest.mark.rule("TRC-11.1b", "TRC-2.6a", "TRC-5.4b")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, MUD, SNOW])
@pytest.mark.parametrize("unit", ["HQ South", "Stavka"])
def test_headquarters_sail_in_the_second_impulse_alone(unit: str, weather: int) -> None:
    """They have no movement in the first, in any weather, and without it nobody sails (10.1)."""
    side = side_of(unit)
    ports = {side: ["DD24", "JJ23"], "weather": weather, "turn": 8}
    first = at(side, 1, units={unit: "DD24"}, **ports)  # type: ignore[arg-type]
    with refused("TRC-10.1b"):
        play(first, f"ship-black {unit}")
    second = at(side, 2, units={unit: "DD24"}, **ports)  # type: ignore[arg-type]
    assert may(play(second, f"ship-black {unit}"), "ship-to JJ23")


@pytest.mark.rule("TRC-11.2a", "TRC-22.2c")
def test_who_never_walks_rides_no_train_unless_he_is_a_leader() -> None:
    """A worker stays where it is (22.2), partisans and the Home Army as well; Stalin rides."""
    units = {"Stalin": "R9", "Moscow Worker": "R9", "Partisan 1": "S7", "AK": "S6", "11 A": "S5"}
    state = at("russian", 1, turn=15, units=units, options=("warsaw-uprising",))
    assert names(state, "rail") & set(units) == {"Stalin", "11 A"}
    assert not names(state, "move") & {"Stalin", "Moscow Worker", "Partisan 1", "AK"}


# -- nation -------------------------------------------------------------------------------------

RUSSIANS = [
    "11 A", "1 TkC", "3 CavC", "5 ParaC", "1G A", "1G CavC", "1 TkA", "1G TkA", "Stavka", "Stalin",
    "Stalin (mobile)", "Moscow Worker", "Partisan 1", "Art 1", "Gd BG 1", "AK", "Sturmovik 1",
]  # fmt: skip
"""One counter of each kind that is not Ukrainian, though some armies were raised there."""


@pytest.mark.rule("TRC-28.7.G6b")
def test_no_russian_counter_is_of_the_ukrainian_army() -> None:
    beside = dict.fromkeys([*RUSSIANS, "1 Inf", "Rum 1 Inf", "Yug 2 Inf"], "counters")
    assert names(next_phase(free(units=beside)), "raise") == set(UKRAINIANS)


# -- replaceable --------------------------------------------------------------------------------

RECOVERED = [
    "11 A", "1 TkC", "3 CavC", "1G A", "1G CavC", "1 TkA", "1G TkA", "Stavka", "Art 1",
]  # fmt: skip


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d", "TRC-21.4g")
def test_what_is_never_replaced_is_not_recovered() -> None:
    """Paratroops, leaders, workers, partisans and battlegroups (18.4, 22.2, 26.4) are not."""
    never = ["5 ParaC", "Stalin", "Stalin (mobile)", "Moscow Worker", "Partisan 1", "Gd BG 1", "AK"]
    units = dict.fromkeys([*RECOVERED, *never], "surrendered") | {"Kharkov Worker": "AA14"}
    options = ("artillery", "battlegroups", "russian-recovery")
    state = before("russian", 1, turn=MAY_43, units=units, options=options)
    state = walk(play(state, "end-movement"), "recovery", "russian", Archangel=1)
    rich = state.edited(variables=[("replacement points", 40)])
    assert names(rich, "recover") == set(RECOVERED)


@pytest.mark.rule("TRC-22.5a", "TRC-21.4g")
def test_who_is_in_the_pool_and_never_bought() -> None:
    """Leaders, workers, partisans and battlegroups are not, whatever points there are."""
    never = ["Stalin", "Stalin (mobile)", "Leningrad Worker", "Partisan 1", "Gd BG 1", "AK"]
    units = dict.fromkeys([*never, "4 A", "3 CavC"], "pool") | {"Moscow Worker": "R9"}
    state = before("russian", 1, turn=MAY_43, units=units, options=("battlegroups",))
    state = walk(play(state, "end-movement"), "replacements", "russian", Archangel=1)
    rich = state.edited(variables=[("replacement points", 40)])
    assert names(rich, "recruit") == {"4 A", "3 CavC"}


NEVER = [
    "1 Cav", "Hitler", "Hitler (mobile)", "Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1", "Ge Para 1",
    "1 Flak",
]  # fmt: skip
"""Named by the rules: 21.4, 11.2, 26.4, 28.4.1; nothing is said of German paratroops' return."""

ELSEWHERE = [
    "41 Pz", "52 Mot", "49 Mtn", "HQ North", "Rum 1 Inf", "Rum Cav", "Rum Pz", "Ital 3 Inf",
    "Hun 1 Mot", "Hun 2 Inf", "Finn 2 Inf", "Ge Art", "Yug 2 Inf", "Ukr 1 Inf",
]  # fmt: skip
"""Due at another time, or by another right than that of German infantry."""


@pytest.mark.rule("TRC-21.4g", "TRC-21.4c")
def test_why_a_unit_is_not_what_comes_back_for_infantry() -> None:
    options = ("artillery", "battlegroups", "order-of-battle-additions")
    units = dict.fromkeys([*NEVER, *ELSEWHERE, "1 Inf", "2 Inf"], "pool")
    state = before("axis", 1, turn=MAY_43, units=units, options=options, nobody=["AA29"])
    state = walk(play(state, "end-movement"), "replacements", "axis")
    assert names(state, "replace") == {"1 Inf", "2 Inf"}
    for unit in NEVER:
        with refused("TRC-21.4g"):
            play(state, f"replace {unit}")
    for unit in ELSEWHERE:
        with refused("TRC-21.4c"):
            play(state, f"replace {unit}")


# -- aircraft are no units ----------------------------------------------------------------------

AIRCRAFT = [f"{kind} {n}" for kind in ("Stuka", "Sturmovik") for n in (1, 2, 3)]


@pytest.mark.rule("TRC-15.9a", "TRC-20.0a", "TRC-15.6a")
def test_aircraft_never_come_as_units() -> None:
    """They are told by the table of 15.6 and 15.9; nobody sets them up, and none arrives."""
    begun = game().new()
    assert {begun.place(unit) for unit in AIRCRAFT} == {"counters"}
    for turn in (14, 17, 23):
        units = {"41 Pz": "J30", "56 Pz": "J31"}
        state = on(at("axis", 2, turn=turn, units=units), "movement", "russian")
        assert state.turn == turn
        assert {state.place(unit) for unit in AIRCRAFT} == {"counters"}
    assert not set(AIRCRAFT) & {*names(state, "move"), *names(state, "enter")}


# -- entry: where a counter waits ---------------------------------------------------------------

WAITING = [
    # with the option that brings it: who is to come by himself, and who takes another's place
    ("artillery", {"Ge Art", "Art 1", "Art 2", "Art 3"}, set()),
    ("warsaw-uprising", {"AK"}, set()),
    ("battlegroups", set(), {"Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1", "Gd BG 1"}),
    ("optional-workers", set(), {f"Opt Worker {n}" for n in range(1, 5)}),
    (
        "order-of-battle-additions",
        {"OKH", "HQ Vistula", "12 SS Inf"},
        {"38 Pz", "8 G A (28.4)", "10 G A (28.4)", "11 G A (28.4)"},
    ),
    ("chit-german=1", {"Yug 2 Inf", "Yug 5 Inf", "Yug 3 Inf"}, {"Ukr 1 Inf"}),
    ("chit-german=6", set(), {"Ukr 1 Inf", "Ukr 2 Inf", "Yug 2 Inf"}),
]


@pytest.mark.rule("TRC-20.0a", "TRC-26.5.1a", "TRC-26.14a")
@pytest.mark.parametrize(("option", "later", "counters"), WAITING)
def test_where_the_counters_of_options_wait(
    option: str, later: set[str], counters: set[str]
) -> None:
    """Reinforcements of their own beside the other ones; the rest out of the game till then."""
    state = game("campaign", (option,)).new()
    assert {u for u in later | counters if state.place(u) == "later"} == later
    assert {u for u in later | counters if state.place(u) == "counters"} == counters


@pytest.mark.rule("TRC-20.0a", "TRC-20.0b", "TRC-28.7.G1b")
@pytest.mark.parametrize(
    ("unit", "turn", "impulse"),
    # August and November 1941, May 1942
    [("Yug 2 Inf", 2, 2), ("Yug 5 Inf", 4, 1), ("Yug 3 Inf", 7, 1)],
)
def test_when_the_yugoslavs_arrive(unit: str, turn: int, impulse: int) -> None:
    for when in (turn - 1, turn, turn + 1):
        if when < 2:
            continue
        units = {unit: "later", "13 Inf": "D28"}
        state = impulse_of("axis", 1, turn=when, units=units, options=("chit-german=1",))
        assert (state.place(unit) == "arriving") == ((when, 1) == (turn, impulse)), when
        state = walk(play(state, "end-movement"), "movement", "axis", 2)
        assert (state.place(unit) != "later") == (when == turn), when


@pytest.mark.rule("TRC-3.3a", "TRC-28.4.1a")
def test_flak_sets_up_with_its_army_groups() -> None:
    """Anywhere that the infantry of the group may, and nowhere else; the chits tell no other."""
    state = game("campaign", ("order-of-battle-additions",)).new()
    asked: dict[str, set[str]] = {}
    while state.decision in ("set-up", "cover"):
        asked[str(state.subject)] = names(state, "set-up")
        state.push(state.legal_actions.list()[0])
    areas = {h.name: h.area for h in data().map.hexes if h is not None}
    for unit in ("1 Flak", "2 Flak"):
        found = {areas[h] for h in asked[unit]}
        assert found == {areas[h] for h in asked["52 Mot"]} and "germany" in found


# -- kinds without stacking value ---------------------------------------------------------------


@pytest.mark.rule("TRC-28.5c", "TRC-6.3a")
def test_the_home_army_takes_no_room() -> None:
    """Two armies stand beside it in Warsaw, or three corps; a third army does not."""
    options = ("warsaw-uprising",)

    def ends(*there: str, comes: str) -> bool:
        units = {**dict.fromkeys(there, "L26"), "AK": "L26", comes: "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        return may(go(state, comes, "L26"), "end-movement")

    assert ends("11 A", comes="8 A") and ends("1 TkC", "7 TkC", comes="5 TkC")
    with refused("TRC-6.2a"):
        units = {"AK": "L26", "11 A": "L26", "8 A": "L26", "3 A": "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        play(go(state, "3 A", "L26"), "end-movement")

"""Section 28.7: the German chits of Yugoslavia, of General Vlasov and of the Ukraine."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, go, may, reach
from ...test_2_kinds import PLAIN as KINDS
from ...turn_positions import (
    CLEAR,
    MAY_42,
    SNOW,
    at,
    before,
    data,
    game,
    impulse_of,
    names,
    play,
    refused,
    side_of,
    walk,
)

YUGOSLAVIA, VLASOV, UKRAINE = ("chit-german=1",), ("chit-german=4",), ("chit-german=6",)
DRAWN = ("chits",)
YUGOSLAVS = ("Yug 2 Inf", "Yug 5 Inf", "Yug 3 Inf")
UKRAINIANS = ("Ukr 1 Inf", "Ukr 2 Inf", "Ukr 3 Inf", "Ukr 4 Inf")
KIEV, ODESSA, KHARKOV, DNIEPER, KURSK = "W19", "DD24", "AA14", "DD18", "X13"
NEVER = 99


def area(name: str) -> set[str]:
    """The hexes of a country."""
    return {h.name for h in data().map.hexes if h is not None and h.area == name}


# -- Yugoslavia ----------------------------------------------------------------------------


def volunteers(state: State) -> dict[str, set[str]]:
    """Where each of the two corps may be set up."""
    out, found = state.copy(), {}
    while out.decision == "set-up":
        hexes, before_ = names(out, "set-up"), out.places()
        goal = min(hexes)
        out.push(f"set-up {goal}")
        unit = next(u for u, p in out.places().items() if p == goal and before_[u] != goal)
        found[unit] = hexes
    return {u: found[u] for u in ("18 Mtn", "65 Inf") if u in found}


@pytest.mark.option("chit_draw", "ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1a")
def test_two_corps_more_set_up_in_rumania_or_in_the_south() -> None:
    agreed = volunteers(game("campaign", YUGOSLAVIA).new())
    drawn = play(game("campaign", DRAWN).new(), "draw CHIT:1", "draw CHIT:2")
    assert drawn.var("german chit shown") == 1
    for found in (agreed, volunteers(drawn)):
        assert set(found) == {"18 Mtn", "65 Inf"}
        for hexes in found.values():
            assert hexes & area("rumania") and hexes & area("poland") and hexes & area("hungary")
    # without the chit they take no part
    other = play(game("campaign", DRAWN).new(), "draw CHIT:2", "draw CHIT:1")
    assert not volunteers(other) and not volunteers(game().new())


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1a", "TRC-28.7.G1b")
def test_the_chit_brings_nobody_else_into_a_later_scenario() -> None:
    """Who is lost, or still to come, in May 1943 stays so when Yugoslavia has been drawn."""
    state = game("zitadelle", DRAWN).new()
    drawn = play(state, "draw CHIT:1", "draw CHIT:2").places()
    changed = {u for u, p in state.places().items() if drawn[u] != p}
    # Hitler stands in Berlin as the set-up begins
    assert changed == {"18 Mtn", "65 Inf", *YUGOSLAVS, "Chit 1", "Chit 2", "Hitler"}


@pytest.mark.option("chit_draw", "ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1b")
def test_yugoslavs_arrive_on_their_dates() -> None:
    units = dict.fromkeys(YUGOSLAVS, "later")
    for turn, impulse, unit in ((2, 2, YUGOSLAVS[0]), (4, 1, YUGOSLAVS[1]), (7, 1, YUGOSLAVS[2])):
        state = impulse_of("axis", impulse, turn=turn, units=units, options=YUGOSLAVIA)
        assert [state.place(u) == "arriving" for u in YUGOSLAVS] == [u == unit for u in YUGOSLAVS]
    drawn = play(game("campaign", DRAWN).new(), "draw CHIT:1", "draw CHIT:2")
    assert {drawn.place(u) for u in YUGOSLAVS} == {"later"}
    assert {game("campaign", DRAWN).new().place(u) for u in YUGOSLAVS} == {"counters"}


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1b")
def test_one_yugoslav_a_year_is_replaced() -> None:
    units = dict.fromkeys(YUGOSLAVS[:2], "pool")
    start = before("axis", turn=MAY_42, units=units, options=YUGOSLAVIA)
    asked = walk(play(start, "end-movement"), "replacements", "axis")
    assert names(asked, "replace") == set(YUGOSLAVS[:2])
    one = walk(play(asked, f"replace {YUGOSLAVS[0]}"), "movement", "axis", 1)
    assert [one.place(u) for u in YUGOSLAVS[:2]] == ["arriving", "pool"]


# -- the Vlasov Army -----------------------------------------------------------------------


def doomed(units: dict[str, str], turn: int = 8, options: tuple[str, ...] = VLASOV) -> State:
    """Russians who cannot attack at 1-6, and give up; the next roll is theirs."""
    where = {"24 Pz": "Y18", "39 Pz": "Y18", "46 Pz": "Y18", **units}
    state = at("russian", turn=turn, units=where, options=options)
    return play(state, "end-movement")


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G4a")
def test_a_russian_who_surrenders_may_come_over() -> None:
    state = doomed({"5 ParaC": "Y17"})
    assert (state.decision, state.to_move) == ("Vlasov", "chance")
    assert state.place("5 ParaC") == "surrendered"
    # a die of at least its factor
    assert play(state, "roll 1").place("Vlasov 5 ParaC") == "come over"
    strong = doomed({"3 CavC": "Y17"})
    found = [play(strong, f"roll {die}").place("Vlasov 3 CavC") for die in range(1, 7)]
    factor = next(u.attack for u in data().units if u.name == "3 CavC")
    assert found == ["counters"] * (factor - 1) + ["come over"] * (7 - factor)
    # not from 1944 on, nor without the chit
    assert doomed({"5 ParaC": "Y17"}, turn=17).decision != "Vlasov"
    assert doomed({"5 ParaC": "Y17"}, options=()).decision != "Vlasov"


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G4a", "TRC-28.7.G4b")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ("4 A", True),
        ("1 TkC", True),
        ("2 CavC", True),
        ("3 CavC", True),
        ("1G CavC", True),
        ("5 ParaC", True),
        ("Kiev Worker", False),
        ("Stavka", False),
    ],
)
def test_which_kinds_may_come_over(unit: str, may: bool) -> None:
    """Combat units: neither workers nor headquarters are any."""
    state = doomed({unit: "Y17", "1 SS Pz": "Y18", "GD Pz": "Y19"})
    assert state.place(unit) == "surrendered"
    assert (state.decision == "Vlasov") == may


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G4a")
def test_who_came_over_stands_up_in_a_russian_city_of_the_axis() -> None:
    places = [("VL:SU:para:5", "come over")]
    start = before("axis", turn=9, axis=[KIEV, KURSK], options=VLASOV)._supposed(places=places)
    asked = walk(play(start, "end-movement"), "russian city", "axis")
    assert {KIEV, KURSK} <= names(asked, "at") and "L26" not in names(asked, "at")
    stood = play(asked, f"at {KIEV}")
    assert stood.place("VL:SU:para:5") == KIEV


@pytest.mark.option("chit_draw", "vlasov")
@pytest.mark.rule("TRC-28.7.G4a", "TRC-28.7a")
def test_the_chit_is_shown_at_the_first_surrender() -> None:
    start = play(game("campaign", DRAWN).new(), "draw CHIT:4", "draw CHIT:2")
    assert start.var("german chit shown") == 0
    first = walk(start, "movement", "axis", 1)
    units = {"5 ParaC": "Y17", "24 Pz": "Y18", "39 Pz": "Y18", "46 Pz": "Y18"}
    bare = [(u.name, "removed") for u in data().units if u.name not in ("28 Inf", "12 TkC")]
    away = [(u, p) for u, p in bare if first.place(u) not in ("counters",)]
    state = walk(
        first._supposed(places=[*away, ("28 Inf", "D30"), ("12 TkC", "DD3")]),
        "movement",
        "russian",
        1,
    )
    given = play(state._supposed(places=list(units.items())), "end-movement")
    assert given.decision == "Vlasov" and given.var("german chit shown") == 4


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G4b")
def test_two_of_armour_and_no_more_come_over() -> None:
    full = {"Vlasov armour": 2}
    where = {"24 Pz": "Y18", "39 Pz": "Y18", "46 Pz": "Y18", "1 TkC": "Y17"}
    free = play(at("russian", turn=8, units=where, options=VLASOV), "end-movement")
    assert free.decision == "Vlasov"
    assert play(free, "roll 6").var("Vlasov armour") == 1
    none = play(at("russian", turn=8, units=where, variables=full, options=VLASOV), "end-movement")
    assert none.place("1 TkC") == "surrendered" and none.decision != "Vlasov"


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G4b")
def test_they_know_the_winter_and_one_comes_back_in_clear_weather() -> None:
    places = [("VL:SU:inf:16", "X15")]
    cold = at("axis", units={"1 Inf": "X15"}, axis=[KURSK], turn=5, weather=SNOW, options=VLASOV)
    both = cold._supposed(places=places)
    assert int(both.ask("supply", "1 Inf")) == 1
    assert int(both.ask("supply", "VL:SU:inf:16")) == 2
    lost = [("VL:SU:inf:16", "pool"), ("VL:SU:inf:20", "pool")]

    def asked(turn: int, die: int) -> State:
        start = before("axis", turn=turn, axis=[KIEV], options=VLASOV)._supposed(places=lost)
        return walk(play(start, "end-movement"), "replacements", "axis", weather=die)

    clear = asked(8, 1)
    assert len(names(clear, "replace")) == 2 and clear.var("weather") == CLEAR
    one = walk(play(clear, "replace VL:SU:inf:16"), "movement", "axis", 1)
    assert (one.place("VL:SU:inf:16"), one.place("VL:SU:inf:20")) == (KIEV, "pool")
    # January and February are snow
    snow = asked(11, 1)
    assert snow.decision != "replacements" or snow.var("turn") > 11


# -- the Ukraine ---------------------------------------------------------------------------


@lru_cache(maxsize=1)
def ukraine() -> set[str]:
    """The hexes in which a second partisan may not be placed, and some that are none of them."""
    return {KIEV, ODESSA, KHARKOV, DNIEPER, KURSK, "FF16", "JJ23", "II14", "AA9", "W14", "BB23"}


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6a")
def test_one_partisan_in_the_ukraine_and_none_near_its_troops() -> None:
    def places(there: str, options: tuple[str, ...], **more: Any) -> set[str]:
        """Where the second partisan may be placed when the first stands somewhere."""
        units = {"Partisan 1": "reserve", "Partisan 2": "reserve"}
        held = [*sorted(ukraine()), "P14", "T14", "O19"]
        start = at("russian", 2, turn=8, units=units, axis=held, options=options, **more)
        asked = walk(play(start, "end-movement"), "partisans", "russian")
        return names(play(asked, f"at {there}"), "at")

    assert places(KHARKOV, ()) >= {KIEV, DNIEPER, "P14"}
    one = places(KHARKOV, UKRAINE)
    assert not one & ukraine() and {"P14", "T14"} <= one
    assert places("P14", UKRAINE) >= {KIEV, DNIEPER}
    # Ukrainians keep them away as the SS does, in the Ukraine
    start = at(
        "russian", 2, turn=8, units={"Partisan 1": "reserve", "Ukr 2 Inf": "AA14"},
        axis=[*sorted(ukraine()), "V9"], options=UKRAINE,
    )  # fmt: skip
    offered = names(walk(play(start, "end-movement"), "partisans", "russian"), "at")
    assert "V9" in offered or KIEV in offered
    assert not offered & {"DD15", "AA14", "Z13"}


def free(turn: int = 8, won: int = 6, **more: Any) -> State:
    """The Axis impulse of a turn begins, with the Ukraine won some turns ago."""
    units = dict.fromkeys(UKRAINIANS, "counters")
    units |= more.pop("units", {})
    variables = {"turn that won the Ukraine": won, **more.pop("variables", {})}
    held = more.pop("axis", [KIEV, ODESSA, KHARKOV])
    start = before("axis", turn=turn, units=units, axis=held, variables=variables, options=UKRAINE)
    return play(start, "end-movement")


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_ukrainians_arise_in_the_turn_after_kiev_and_odessa() -> None:
    asked = walk(free(), "ukrainians", "axis")
    assert names(asked, "raise") == set(UKRAINIANS) and may(asked, "raise-nobody")
    cities = names(play(asked, "raise Ukr 4 Inf"), "at")
    assert cities == {KIEV, ODESSA, KHARKOV}
    assert play(asked, "raise Ukr 4 Inf", f"at {KIEV}").place("Ukr 4 Inf") == KIEV
    # in the turn itself not yet, and not before
    for early in (free(8, 8), free(8, NEVER, axis=[KIEV])):
        assert walk(early, "movement", "axis", 1).place("Ukr 4 Inf") == "counters"
    # the moment is noted when the second city falls
    units = {"13 Inf": "DD23"}
    fall = at("axis", turn=8, units=units, axis=[KIEV], options=UKRAINE)
    assert fall.var("turn that won the Ukraine") == NEVER
    assert go(fall, "13 Inf", ODESSA).var("turn that won the Ukraine") == 8


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_ukrainians_stay_in_the_ukraine_or_go_back() -> None:
    inside = at("axis", turn=8, units={"Ukr 2 Inf": KIEV}, options=UKRAINE)
    ways = reach(inside, "Ukr 2 Inf")
    assert "X19" in ways and not ways & {"V19", "V20", "W21"}
    outside = at("axis", turn=8, units={"Ukr 2 Inf": "T19"}, options=UKRAINE)
    with refused("TRC-28.7.G6b"):
        play(outside, "end-movement")
    back = reach(outside, "Ukr 2 Inf")
    assert back and not back & {"S19", "S20", "T18", "T20"}
    home = go(outside, "Ukr 2 Inf", min(back, key=lambda h: (h != "U19", h)))
    assert may(home, "end-movement")
    # a retreat may take them out of it
    fought = combat(
        "russian",
        {"Ukr 2 Inf": KIEV, "4G A": "W18", "5G A": "X19", "6G A": "X18"},
        turn=8,
        options=UKRAINE,
    )
    assert engage(fought, KIEV, ["4G A", "5G A"]).var("attack total") > 0


SECOND_ALONE = ("HQ South", "Stavka", "Stalin (mobile)")


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
@pytest.mark.parametrize("unit", [*KINDS, "Gd BG 1", "Art 1", *SECOND_ALONE])
def test_everybody_else_leaves_the_ukraine_as_he_likes(unit: str) -> None:
    """One of each kind and nation, from Kiev over the border; headquarters in second impulses."""
    impulse = 2 if unit in SECOND_ALONE else 1
    state = at(side_of(unit), impulse, turn=8, units={unit: KIEV}, options=UKRAINE)
    assert {"V19", "V20"} & reach(state, unit)


@pytest.mark.option("ukraine", "vlasov", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
def test_two_ukrainians_come_back_in_the_first_clear_turn_of_a_year() -> None:
    lost = {"units": dict.fromkeys(UKRAINIANS[:3], "pool") | {"Ukr 4 Inf": "removed"}}
    asked = walk(free(MAY_42, **lost), "replacements", "axis")
    assert names(asked, "replace") == set(UKRAINIANS[:3])
    one = play(asked, "replace Ukr 1 Inf", f"at {KIEV}")
    assert one.place("Ukr 1 Inf") == KIEV and one.decision == "replacements"
    two = play(one, "replace Ukr 2 Inf", f"at {ODESSA}")
    done = walk(two, "movement", "axis", 1)
    assert [done.place(u) for u in UKRAINIANS[:3]] == [KIEV, ODESSA, "pool"]
    # once a year
    used = {"year of the last Ukrainian replacements": 2}
    again = walk(free(8, variables=used, **lost), "movement", "axis", 1)
    assert again.place("Ukr 1 Inf") == "pool"
    # and not when no Ukrainian city is left
    none = walk(free(MAY_42, axis=["P14"], **lost), "movement", "axis", 1)
    assert none.place("Ukr 1 Inf") == "pool"

"""Section 28.7: the Ukraine and its army, and the corps that Yugoslavia frees for the Axis."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, fight, go, may, reach
from ...turn_positions import (
    CLEAR,
    MAY_42,
    at,
    before,
    data,
    game,
    names,
    play,
    refused,
    walk,
)

YUGOSLAVIA, UKRAINE, DRAWN = ("chit-german=1",), ("chit-german=6",), ("chits",)
KIEV, ODESSA, KHARKOV, DNIEPER, KURSK = "W19", "DD24", "AA14", "DD18", "X13"
VORONEZH, STALINO, ROSTOV, SEVASTOPOL = "AA9", "FF16", "II14", "JJ23"
CITIES = {KIEV, ODESSA, KHARKOV, DNIEPER, KURSK, VORONEZH, STALINO, ROSTOV, SEVASTOPOL}
"""Those of the Ukraine."""

OTHERS = {"P14", "U9", "T14", "II7", "NN16", "O19", "S25", "AA29"}
"""Cities beyond its borders."""

UKRAINIANS = ("Ukr 1 Inf", "Ukr 2 Inf", "Ukr 3 Inf", "Ukr 4 Inf")
_LINE = """
AA9 Z10 Y10 X11 X12 X13 W13 W14 W15 W16 W17 W18 W19 W20 X21 X22 X23 Y22 Z23 AA23 BB23 CC23 DD24
"""
LINE = frozenset(_LINE.split())
"""The track from Voronezh by Kursk and Kiev to Odessa, read off the map."""

_DON = """
V9 W9 X9 Y9 Z9 AA9 BB9 CC9 DD10 EE9 FF8 FF9 GG7 HH8 II8 JJ9 JJ10 JJ11 JJ12 II12 II13 II14
"""
DON = frozenset(_DON.split())
"""The Don, from its upper course to the Sea of Azov."""


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


def dry(hex_: str) -> bool:
    """Whether a hex is land that units may enter at all."""
    row = rows()[hex_]
    return row.terrain not in ("sea", "lake") and row.area != "turkey"


@lru_cache(maxsize=4)
def walls(*kinds: str) -> frozenset[frozenset[str]]:
    """The pairs of hexes between which nobody walks."""
    m = data().map
    return frozenset(
        frozenset((m.hexes[a].name, m.hexes[b].name))  # type: ignore[union-attr]
        for (a, b), features in m.hexsides.items()
        if features & set(kinds)
    )


@lru_cache(maxsize=1)
def ukraine() -> frozenset[str]:
    """The land between the Don and that track, both included, with the Crimea."""
    shut = walls("prohibited", "strait")
    found, edge = {DNIEPER}, [DNIEPER]
    for here in edge:
        if here in LINE or here in DON:
            continue
        for near in sorted(around(here)):
            if near not in found and dry(near) and frozenset((here, near)) not in shut:
                found.add(near)
                edge.append(near)
    return frozenset(found) | LINE


@lru_cache(maxsize=1)
def steps() -> dict[str, int]:
    """How many hexes a unit outside the Ukraine is from it, on the ground or over the strait."""
    found = dict.fromkeys(ukraine(), 0)
    edge = list(found)
    for here in edge:
        for near in around(here):
            open_ = dry(near) and frozenset((here, near)) not in walls("prohibited")
            if near not in found and open_:
                found[near] = found[here] + 1
                edge.append(near)
    return found


def ring(centre: Iterable[str], hexes: int) -> set[str]:
    """The hexes within some of others."""
    out = set(centre)
    for _ in range(hexes):
        out |= {n for h in out for n in around(h)}
    return out


# -- the land ------------------------------------------------------------------------------


def test_the_land_is_what_the_map_shows() -> None:
    inside = {*CITIES, "BB19", "GG21", "JJ22", "KK20", "CC22", "Y13", "FF10", "GG18", *LINE}
    assert inside <= ukraine()
    assert not ukraine() & {"V19", "W21", "V13", "CC25", "DD25", "KK19", "JJ14", "II7", "Z8", "L26"}


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6a", "TRC-28.7.G6b")
def test_ukrainians_step_within_the_ukraine_or_nearer_to_it() -> None:
    state = at("axis", turn=8, options=UKRAINE)
    near = [h for h in ring(ukraine(), 3) if dry(h) and rows()[h].area != "bulgaria"]
    assert len(near) > 200
    for here in near:
        beside = {n for n in around(here) if frozenset((here, n)) not in walls("prohibited")}
        usual = reach(state._supposed(places=[("20 Inf", here)]), "20 Inf") & beside
        theirs = state._supposed(places=[("Ukr 2 Inf", here)])
        found = reach(theirs, "Ukr 2 Inf") & beside
        assert found == {h for h in usual if steps()[h] < max(steps()[here], 1)}, here


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_a_whole_move_stays_within_and_a_way_back_comes_nearer_each_step() -> None:
    inside = at("axis", turn=8, units={"Ukr 2 Inf": KIEV, "20 Inf": KIEV}, options=UKRAINE)
    free = reach(inside, "20 Inf")
    assert free - ukraine() and reach(inside, "Ukr 2 Inf") == {
        h for h in free & ukraine() if h in ring([KIEV], 4)
    }
    # from four hexes beyond, the hexes that lie 3, 2, 1 and 0 from it
    far = next(h for h in ("S19", "S20", "S18") if steps()[h] == 4)
    outside = at("axis", turn=8, units={"Ukr 2 Inf": far}, options=UKRAINE)
    assert {steps()[h] for h in reach(outside, "Ukr 2 Inf")} <= {3, 2, 1, 0}
    # Germans, and Russians, go where they please
    others = at("axis", turn=8, units={"20 Inf": far}, options=UKRAINE)
    assert {steps()[h] for h in reach(others, "20 Inf")} >= {3, 5}
    red = at("russian", turn=8, units={"16 A": far}, options=UKRAINE)
    assert {steps()[h] for h in reach(red, "16 A")} >= {3, 5}
    # nor is anybody bound without the chit
    plain = at("axis", turn=8, units={"20 Inf": KIEV})
    assert reach(plain, "20 Inf") == free


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_neither_trains_nor_ships_take_them_out_of_it() -> None:
    track = [h for h, row in rows().items() if "rail" in row.features]
    held = sorted(CITIES | OTHERS | {"L26"})

    def goals(unit: str, from_: str) -> State:
        units = {unit: from_}
        state = at("axis", turn=8, units=units, rail=track, axis=held, options=UKRAINE)
        return play(state, f"rail {unit}")

    usual, theirs = goals("20 Inf", KIEV), goals("Ukr 2 Inf", KIEV)
    assert "L26" in names(usual, "rail-to") and may(usual, "rail-off")
    within = names(theirs, "rail-to")
    assert {KHARKOV, ODESSA, KURSK} <= within and within <= ukraine()
    assert not may(theirs, "rail-off")
    with refused("TRC-28.7.G6b"):
        play(theirs, "rail-to L26")
    # from outside they come back by rail as well
    back = next(
        h for h in ("W12", "W21", "V15") if steps()[h] == 1 and "rail" in rows()[h].features
    )
    assert KIEV in names(goals("Ukr 2 Inf", back), "rail-to")
    # by sea from one port of theirs to another, but not away
    more: dict[str, Any] = {"turn": 8, "options": UKRAINE}
    ports = {"Ukr 2 Inf": ODESSA, "20 Inf": ODESSA}
    state = at("axis", units=ports, axis=[SEVASTOPOL], **more)
    ship = play(state, "ship-black Ukr 2 Inf")
    assert names(ship, "ship-to") == {SEVASTOPOL} and not may(ship, "ship-off")
    assert names(ship, "invade") and names(ship, "invade") <= ukraine()
    assert may(play(state, "ship-black 20 Inf"), "ship-off")
    # who is off the map already does not sail there
    waiting = at("axis", units={"20 Inf": "off-map"}, axis=[ODESSA], **more)
    assert not may(play(waiting, "ship-black 20 Inf"), "ship-off")
    # who could only sail away does not sail at all
    used = at("axis", units=ports, variables={"axis invasions": 2}, **more)
    assert names(used, "ship-black") == {"20 Inf"}


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_who_is_outside_goes_back_while_he_can() -> None:
    def ends(units: dict[str, str], side: str = "axis", impulse: int = 1, **more: Any) -> bool:
        return may(at(side, impulse, turn=8, units=units, options=UKRAINE, **more), "end-movement")

    out = {"Ukr 2 Inf": "T19"}
    assert steps()["T19"] > 1 and not ends(out) and not ends(out, impulse=2)
    # nobody else need come, nor who is within, nor when the Russian moves
    assert ends({"20 Inf": "T19", "Rum 1 Inf": "T18", "Ukr 2 Inf": KIEV})
    assert ends(out, "russian") and ends(out, "russian", 2)
    # one of two is enough
    assert not ends({**out, "Ukr 3 Inf": KIEV}) and not ends({**out, "Ukr 3 Inf": "T19"})
    # who has moved has done what he could
    assert ends(out, flags={"moved": ["Ukr 2 Inf"]})
    # that the enemy's leader is lost (11.3) does not matter
    assert not ends(out, variables={"russian leader lost": 2})
    # nor need he who cannot move, or cannot come nearer
    assert ends(out, impulse=2, flags={"pinned": ["Ukr 2 Inf"]})
    nearer = sorted(n for n in around("T19") if steps()[n] < steps()["T19"])
    corps = ("3 TkC", "4 TkC", "6 TkC")
    assert len(nearer) <= len(corps)
    assert ends({**out, **dict(zip(corps, nearer, strict=False))})
    # a move may take him all the way, or only nearer
    outside = at("axis", turn=8, units=out, options=UKRAINE)
    with refused("TRC-28.7.G6b"):
        play(outside, "end-movement")
    part = go(outside, "Ukr 2 Inf", min(h for h in nearer if h in reach(outside, "Ukr 2 Inf")))
    assert part.place("Ukr 2 Inf") not in ukraine() and may(part, "end-movement")


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_one_hex_that_is_nearer_is_enough_to_be_owed() -> None:
    # in mud, in the second impulse, infantry that moves four hexes moves one
    lone = next(
        h for h in sorted(steps())
        if steps()[h] == 2 and rows()[h].terrain == "clear" and rows()[h].area == "russia"
        and sum(steps()[n] < 2 for n in around(h) if n in steps()) == 1
    )  # fmt: skip
    beyond = next(n for n in around(lone) if n in steps() and steps()[n] == 1)
    after = [n for n in around(beyond) if n in steps() and steps()[n] == 0]
    # Russians stand in the next ones, so that he stops in the first
    units = {"Ukr 2 Inf": lone, **dict(zip(("3 TkC", "4 TkC", "6 TkC"), after, strict=False))}
    state = at("axis", turn=8, units=units, options=UKRAINE)
    assert reach(state, "Ukr 2 Inf") == {beyond}
    assert not may(state, "end-movement")


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_a_retreat_takes_them_out_of_the_ukraine() -> None:
    # beside Kiev, with Russians on all sides but the west
    units = {"Ukr 2 Inf": "W18", "4G A": "X18", "5G A": "X18", "6G A": "X19"}
    fought = play(at("russian", turn=8, units=units, options=UKRAINE), "end-movement")
    seen = set()
    for die in range(1, 7):
        state = fight(fought, "W18", ["4G A", "5G A", "6G A"], die)
        while state.decision in ("retreat", "retreat to", "loss"):
            if state.decision == "retreat to":
                seen |= names(state, "retreat-to")
            state.push(state.legal_actions.list()[0])
    assert seen and seen - ukraine()


# -- the army ------------------------------------------------------------------------------


def free(turn: int = 8, won: int = 6, side: str = "axis", **more: Any) -> State:
    """An impulse begins, with the Ukraine won some turns ago."""
    units = dict.fromkeys(UKRAINIANS, "counters") | more.pop("units", {})
    variables = {"turn that won the Ukraine": won, **more.pop("variables", {})}
    more = {"axis": [KIEV, ODESSA, KHARKOV], "options": UKRAINE, **more}
    start = before(side, turn=turn, units=units, variables=variables, **more)
    return play(start, "end-movement")


def next_phase(state: State, side: str = "axis", **rolls: int) -> State:
    """The next time that Ukrainians may arise, or the movement phase if they may not."""
    out = state.copy()
    while (out.decision, out.to_move) not in (("ukrainians", "axis"), ("movement", side)):
        legal = out.legal_actions.list()
        if out.to_move == "chance":
            out.push(f"roll {rolls.get(out.decision or '', 1)}")
        else:
            out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return out


def arisen(state: State) -> set[str]:
    """The Ukrainians on the map."""
    return {u for u in UKRAINIANS if state.place(u) in rows()}


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
@pytest.mark.parametrize(
    ("turn", "won", "asked"),
    [(8, 7, True), (8, 6, True), (20, 3, True), (8, 8, False), (8, 9, False), (8, 99, False)],
)
def test_from_the_turn_after_they_arise(turn: int, won: int, asked: bool) -> None:
    # a turn that won it later, or never, wins it now at the earliest: Kiev is Russian here
    held = [ODESSA, KHARKOV] if won > turn else [KIEV, ODESSA, KHARKOV]
    state = next_phase(free(turn, won, axis=held))
    assert (state.decision == "ukrainians") == asked
    assert not arisen(state)


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_all_may_arise_in_one_phase_or_as_many_as_the_axis_likes() -> None:
    asked = next_phase(free())
    assert asked.to_move == "axis" and names(asked, "raise") == set(UKRAINIANS)
    state = asked
    for number, unit in enumerate(UKRAINIANS):
        assert names(state, "raise") == set(UKRAINIANS[number:])
        city = play(state, f"raise {unit}")
        assert city.to_move == "axis"
        state = play(city, f"at {KHARKOV if number < 3 else KIEV}")
        assert arisen(state) == set(UKRAINIANS[: number + 1])
    assert (state.decision, state.var("impulse")) == ("movement", 1)
    two = play(asked, "raise Ukr 3 Inf", f"at {KIEV}", "raise Ukr 1 Inf", f"at {KIEV}")
    done = play(two, "raise-nobody")
    assert done.decision == "movement" and arisen(done) == {"Ukr 3 Inf", "Ukr 1 Inf"}
    # the others may come in a later turn, but not in the second impulse
    second = next_phase(play(done, "end-movement"))
    assert (second.decision, second.var("impulse")) == ("movement", 2)
    later = next_phase(play(second, "end-movement"))
    while later.decision == "movement" and later.to_move == "axis":
        later = next_phase(play(later, "end-movement"))
    assert later.turn == done.turn + 1 and names(later, "raise") == {"Ukr 2 Inf", "Ukr 4 Inf"}


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_only_those_who_have_not_come_yet_arise() -> None:
    gone = {"Ukr 1 Inf": "pool", "Ukr 2 Inf": "Y18", "Ukr 3 Inf": "surrendered"}
    asked = next_phase(free(units={**gone, "Yug 2 Inf": "counters", "65 Inf": "counters"}))
    assert names(asked, "raise") == {"Ukr 4 Inf"}
    assert next_phase(free(units={**gone, "Ukr 4 Inf": "removed"})).decision == "movement"


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_they_arise_in_ukrainian_cities_of_the_axis_with_room() -> None:
    # junctions have an owner as well, but are no cities
    held = sorted(CITIES | OTHERS | {"CC15", "EE16", "X21"})
    city = play(next_phase(free(axis=held)), "raise Ukr 4 Inf")
    assert names(city, "at") == CITIES
    some = play(next_phase(free(axis=[KIEV, ROSTOV, "P14"])), "raise Ukr 4 Inf")
    assert names(some, "at") == {KIEV, ROSTOV}
    # three corps fill a city, two do not
    three = dict.fromkeys(("20 Inf", "42 Inf", "17 Inf"), KIEV)
    two = dict.fromkeys(("1 Inf", "2 Inf"), ODESSA)
    full = free(axis=[KIEV, ODESSA, KHARKOV], units={**three, **two})
    assert names(play(next_phase(full), "raise Ukr 4 Inf"), "at") == {ODESSA, KHARKOV}
    # with one city it is there that he stands up, and nowhere else
    one = play(next_phase(free(axis=[KIEV, "P14"])), "raise Ukr 4 Inf")
    assert one.place("Ukr 4 Inf") == KIEV
    # with no room, or no city, nobody is asked
    assert next_phase(free(axis=[KIEV], units=three)).decision == "movement"
    assert next_phase(free(axis=["P14", "U9"])).decision == "movement"
    # what stands in a city holds it: room for one of them
    last = next_phase(free(axis=[KIEV], units=dict.fromkeys(("1 Inf", "2 Inf"), KIEV)))
    assert arisen(play(last, "raise Ukr 2 Inf")) == {"Ukr 2 Inf"}
    assert play(last, "raise Ukr 2 Inf").decision == "movement"


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_they_arise_as_the_axis_turn_begins_and_at_no_other_time() -> None:
    for side, impulse in (("russian", 1), ("russian", 2), ("axis", 2)):
        units = dict.fromkeys(UKRAINIANS, "counters")
        start = before(
            side, impulse, turn=8, units=units, axis=[KIEV, ODESSA], options=UKRAINE,
            variables={"turn that won the Ukraine": 6},
        )  # fmt: skip
        state = next_phase(play(start, "end-movement"), side)
        assert (state.decision, state.var("impulse")) == ("movement", impulse)
        assert not arisen(state)


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
@pytest.mark.parametrize(
    ("held", "won"),
    [([KIEV], 8), ([], 99), ([KHARKOV, SEVASTOPOL], 99)],
)
def test_both_kiev_and_odessa_win_the_ukraine(held: list[str], won: int) -> None:
    # a corps comes to Odessa, and one to Kiev
    state = at("axis", turn=8, units={"13 Inf": "DD23"}, axis=held, options=UKRAINE)
    assert state.var("turn that won the Ukraine") == 99
    assert go(state, "13 Inf", ODESSA).var("turn that won the Ukraine") == won
    both = {KIEV: [ODESSA]}.get(held[0] if held else "", held)
    other = at("axis", turn=8, units={"13 Inf": "X19"}, axis=both, options=UKRAINE)
    assert go(other, "13 Inf", KIEV).var("turn that won the Ukraine") == won


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_the_first_time_counts() -> None:
    # lost and won again later
    more: dict[str, Any] = {"units": {"13 Inf": "DD23"}, "axis": [KIEV], "options": UKRAINE}
    won = {"turn that won the Ukraine": 5}
    state = at("axis", turn=8, variables=won, **more)
    assert go(state, "13 Inf", ODESSA).var("turn that won the Ukraine") == 5
    # the Russian does not win it, nor is it lost by what he takes
    units = {"16 A": "DD23", "11 A": "R9"}
    red = at("russian", turn=8, units=units, russian=[KIEV], options=UKRAINE)
    assert go(red, "16 A", ODESSA).var("turn that won the Ukraine") == 99
    lost = at("russian", turn=8, units=units, axis=[KIEV], variables=won, options=UKRAINE)
    assert go(lost, "16 A", ODESSA).var("turn that won the Ukraine") == 5


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b")
def test_what_else_follows_from_control_follows_as_well() -> None:
    # that Archangel was taken is remembered
    state = at("axis", turn=8, units={"13 Inf": "D2"}, options=UKRAINE)
    assert state.var("Archangel lost") == 0
    assert go(state, "13 Inf", "C1").var("Archangel lost") == 1


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b", "TRC-28.7.G6c")
def test_a_drawn_chit_is_shown_when_they_are_ready_to_arrive() -> None:
    def begun(german: int, won: int, held: list[str]) -> State:
        units = dict.fromkeys(UKRAINIANS, "counters")
        start = before(
            "axis", turn=8, units=units, axis=held, options=DRAWN, chits=(german, 2),
            variables={"turn that won the Ukraine": won},
        )  # fmt: skip
        assert start.var("german chit shown") == 0
        return next_phase(play(start, "end-movement"))

    shown = begun(6, 6, [KIEV])
    assert (shown.decision, shown.var("german chit shown")) == ("ukrainians", 6)
    assert shown.place("CHIT:6") == "shown"
    # the turn that won it is too early, and without a city none is ready
    for early in (begun(6, 8, [KIEV, ODESSA]), begun(6, 99, [KIEV]), begun(6, 6, ["P14"])):
        assert (early.decision, early.var("german chit shown")) == ("movement", 0)
    # another chit brings none, though it is still in the hand
    for other in (3, 4, 5):
        none = begun(other, 6, [KIEV])
        assert (none.decision, none.var("german chit shown")) == ("movement", 0)
    # one of the early chits is open, and is none of theirs
    open_ = before(
        "axis", turn=8, units=dict.fromkeys(UKRAINIANS, "counters"), axis=[KIEV], options=DRAWN,
        chits=(2, 5), variables={"turn that won the Ukraine": 6},
    )  # fmt: skip
    assert next_phase(play(open_, "end-movement")).decision == "movement"


# -- replacements --------------------------------------------------------------------------

LOST = {"units": dict.fromkeys(UKRAINIANS[:3], "pool") | {"Ukr 4 Inf": "removed"}}
DONE = "year of the last Ukrainian replacements"


def replacements(turn: int, die: int = 1, done: int = 0, **more: Any) -> State:
    """The Axis is asked for Ukrainian replacements, or else moves."""
    more = {**LOST, "variables": {DONE: done}, **more}
    state = free(turn, **more)
    while (state.decision, state.to_move) not in (
        ("replacements", "axis"),
        ("movement", "axis"),
    ):
        legal = state.legal_actions.list()
        if state.to_move == "chance":
            state.push(f"roll {die}")
        else:
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return state


CLEAR_TURNS = [(1, 1), (2, 1), (7, 2), (8, 2), (13, 3), (14, 3), (20, 4)]
"""The turns of May and July, which are always clear, and their years: 1 is 1941."""


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
@pytest.mark.parametrize(("turn", "year"), CLEAR_TURNS[1:])
def test_the_first_clear_turn_of_each_year_brings_some_back(turn: int, year: int) -> None:
    for done in range(5):
        state = replacements(turn, done=done)
        found = names(state, "replace") & set(UKRAINIANS)
        assert found == (set(UKRAINIANS[:3]) if done < year else set()), done


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
@pytest.mark.parametrize(("turn", "year"), [(12, 3), (18, 4)])
def test_a_clear_march_is_of_its_own_year(turn: int, year: int) -> None:
    # a one, less one, is clear weather
    for done in (year - 1, year):
        state = replacements(turn, 1, variables={DONE: done, "weather modifier": -1})
        assert state.var("weather") == CLEAR
        assert (state.decision == "replacements") == (done < year)


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
@pytest.mark.parametrize("done", range(6))
def test_may_1944_is_of_the_fourth_year(done: int) -> None:
    # in which corps are called away as well
    away = {"2 SS Pz": "J30", "3 SS Pz": "J31", "41 Pz": "K31"}
    state = replacements(19, done=done, units={**LOST["units"], **away})
    found = names(state, "replace") & set(UKRAINIANS)
    assert found == (set(UKRAINIANS[:3]) if done < 4 else set())


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
@pytest.mark.parametrize("turn", [6, 9, 10, 11, 12])
@pytest.mark.parametrize("die", range(1, 7))
def test_in_clear_weather_only(turn: int, die: int) -> None:
    # March and September may be clear, November and January never are
    state = replacements(turn, die)
    assert (state.decision == "replacements") == (state.var("weather") == CLEAR)


@pytest.mark.option("chit_draw", "hungarian_neutrality", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b", "TRC-26.11d")
def test_what_closes_track_to_others_closes_it_to_them() -> None:
    """No Axis train enters Rumania on the opening turn, with neutral Hungary or without."""
    track = [h for h, row in rows().items() if "rail" in row.features]
    for options, shut in ((UKRAINE, False), ((*UKRAINE, "hungarian-neutrality"), True)):
        units = {"20 Inf": "S25"}
        state = at("axis", turn=1, units=units, rail=track, options=options,
                   axis=["AA29", "BB31", "L26", "S25"])  # fmt: skip
        train = play(state, "rail 20 Inf")
        rumanian = {h for h in names(train, "rail-to") if rows()[h].area == "rumania"}
        assert bool(rumanian) != shut


@pytest.mark.option("chit_draw", "nations", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b", "TRC-26.6.2c")
def test_what_keeps_movement_from_ending_keeps_it_still() -> None:
    """Minor allies of two nations part while they can (26.6.2)."""
    units = {"Rum 1 Inf": "Z25", "Hun 2 Inf": "Z25"}
    options = (*UKRAINE, "national-restrictions")
    state = at("axis", turn=8, units=units, options=options)
    with refused("TRC-26.6.2c"):
        play(state, "end-movement")
    russian = at("russian", turn=8, units=units, options=options)
    assert may(russian, "end-movement")


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
def test_two_come_back_and_the_year_is_over() -> None:
    asked = replacements(MAY_42)
    assert asked.to_move == "axis"
    cities = play(asked, "replace Ukr 1 Inf")
    assert names(cities, "at") == {KIEV, ODESSA, KHARKOV}
    one = play(cities, f"at {KHARKOV}")
    assert one.place("Ukr 1 Inf") == KHARKOV and one.decision == "replacements"
    assert names(one, "replace") == {"Ukr 2 Inf", "Ukr 3 Inf"}
    two = play(one, "replace Ukr 3 Inf", f"at {KIEV}")
    assert two.decision == "movement" and two.place("Ukr 2 Inf") == "pool"
    # nobody else who is lost takes the place of one
    beside = replacements(MAY_42 + 1, units={**LOST["units"], "13 Inf": "pool", "Rum Pz": "pool"})
    assert names(beside, "replace") == set(UKRAINIANS[:3])
    # in July of the same year nobody is asked again, taken or forgone
    for state in (two, play(asked, "forgo", "forgo")):
        again = walk(state, "movement", "axis", 2)
        july = next_phase(play(again, "end-movement"), "russian")
        while july.turn == MAY_42:
            assert july.decision in ("movement", "ukrainians")
            july = walk(play(july, "end-movement"), "movement")
        assert july.turn == MAY_42 + 1 and july.place("Ukr 2 Inf") == "pool"


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b", "TRC-28.7.G6c")
def test_one_that_is_lost_comes_back_where_there_is_room() -> None:
    only = {"Ukr 1 Inf": "pool", **dict.fromkeys(UKRAINIANS[1:], "removed")}
    asked = replacements(MAY_42, units=only)
    assert names(asked, "replace") == {"Ukr 1 Inf"}
    # with one city it is there that he stands up
    assert (
        play(replacements(MAY_42, units=only, axis=[KIEV]), "replace Ukr 1 Inf").place("Ukr 1 Inf")
        == KIEV
    )
    # nobody else in the pool is a Ukrainian
    others = {**only, "Ukr 1 Inf": "removed", "20 Inf": "surrendered", "Rum Pz": "removed"}
    assert replacements(8, units=others).decision == "movement"
    # one that surrendered is no loss of theirs that comes back
    assert replacements(8, units={**only, "Ukr 1 Inf": "surrendered"}).decision == "movement"
    # without an own city none is replaced, but the year is not over for it
    assert replacements(8, axis=["P14"]).decision == "movement"
    # where all are full he stays in the pool
    full = dict.fromkeys(("20 Inf", "42 Inf", "17 Inf"), KIEV)
    stays = replacements(8, units={**only, **full}, axis=[KIEV])
    assert play(stays, "replace Ukr 1 Inf").place("Ukr 1 Inf") == "pool"
    assert play(stays, "replace Ukr 1 Inf", "forgo").decision == "movement"


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6b", "TRC-28.7.G6c")
def test_others_are_replaced_as_ever_and_only_in_the_first_impulse() -> None:
    state = free(MAY_42, units={**LOST["units"], "13 Inf": "pool"})
    asked = walk(state, "replacements", "axis")
    assert names(asked, "replace") == {"13 Inf"}
    # the Russian's impulses and the second one of the Axis bring no Ukrainian back
    for side, impulse in (("russian", 1), ("russian", 2), ("axis", 2)):
        start = before(
            side, impulse, turn=8, units=LOST["units"], axis=[KIEV, ODESSA], options=UKRAINE
        )
        begun = walk(play(start, "end-movement"), "movement", side, impulse)
        assert {begun.place(u) for u in UKRAINIANS[:3]} == {"pool"}
        # May 1941 was the last clear turn that asked
        assert begun.var(DONE) == start.var(DONE) == 1


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6c")
def test_a_chit_in_the_hand_brings_none_back() -> None:
    def asked(german: int, shown: int) -> bool:
        start = before(
            "axis", turn=8, axis=[KIEV], options=DRAWN, chits=(german, 2),
            units=LOST["units"], variables={"german chit shown": shown},
        )  # fmt: skip
        state = walk(play(start, "end-movement"), "movement", "axis", 1)
        return state.var(DONE) == 2

    assert asked(6, 6) and not asked(6, 0) and not asked(5, 5) and not asked(3, 3)


# -- partisans -----------------------------------------------------------------------------


def haunts(units: dict[str, str], first: str | None = None, **more: Any) -> set[str]:
    """Where a partisan may be placed, with track and cities everywhere the Axis'."""
    land = [h for h, row in rows().items() if row.area in ("russia", "karelia")]
    more = {"options": UKRAINE, "turn": 8, **more}
    where = {"Partisan 1": "reserve", "Partisan 2": "reserve" if first else "removed", **units}
    track = [h for h in land if "rail" in rows()[h].features]
    owned = {"city-major", "city-minor", "oil", "junction"}
    cities = [h for h in land if rows()[h].features & owned]
    start = at("russian", 2, units=where, rail=track, axis=cities, **more)
    asked = walk(play(start, "end-movement"), "partisans", "russian")
    if first:
        asked = play(asked, f"at {first}")
    return names(asked, "at")


@lru_cache(maxsize=1)
def everywhere() -> frozenset[str]:
    """Track and cities in Russia that nobody of the Axis is near."""
    land = {h for h, row in rows().items() if row.area in ("russia", "karelia")}
    marks = {"rail", "city-major", "city-minor"}
    return frozenset(h for h in land if rows()[h].features & marks)


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6a")
def test_a_second_partisan_goes_anywhere_but_into_the_ukraine() -> None:
    inside = ukraine() & everywhere()
    assert len(inside) > 30 and haunts({}) == everywhere()
    for first in (KHARKOV, VORONEZH, SEVASTOPOL, KIEV):
        assert haunts({}, first) == everywhere() - inside
    for first in ("P14", "T14"):
        assert haunts({}, first) == everywhere()
    # with a chit that is not shown there is no such Ukraine yet
    drawn: dict[str, Any] = {"options": DRAWN}
    assert haunts({}, KHARKOV, chits=(6, 2), **drawn) == everywhere()
    assert haunts({}, KHARKOV, chits=(3, 2), **drawn) == everywhere()
    shown = {"variables": {"german chit shown": 6}, **drawn}
    assert haunts({}, KHARKOV, chits=(6, 2), **shown) == everywhere() - inside
    other = {"variables": {"german chit shown": 5}, **drawn}
    assert haunts({}, KHARKOV, chits=(4, 2), **other) == everywhere()


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6a", "TRC-19.3a")
def test_ukrainians_keep_partisans_five_hexes_away_in_the_ukraine() -> None:
    for here in (KIEV, "W14", "GG21", KHARKOV):
        found = haunts({"Ukr 2 Inf": here})
        assert found == everywhere() - (ring([here], 5) & ukraine()) - ring([here], 1), here
    # outside it they are like others
    assert haunts({"Ukr 2 Inf": "T14"}) == (
        everywhere() - (ring(["T14"], 5) & ukraine()) - ring(["T14"], 1)
    )
    # those lost or not yet arisen, and others, keep them from their zones alone
    lost = {"Ukr 2 Inf": "pool", "Ukr 3 Inf": "counters", "20 Inf": KHARKOV}
    assert haunts(lost) == everywhere() - ring([KHARKOV], 1)
    # the SS keeps them away everywhere
    both = {"Ukr 2 Inf": KHARKOV, "1 SS Pz": "T14"}
    assert haunts(both) == (
        everywhere() - (ring([KHARKOV], 5) & ukraine()) - ring([KHARKOV], 1) - ring(["T14"], 5)
    )
    # not before the chit is shown
    drawn: dict[str, Any] = {"options": DRAWN, "chits": (6, 2)}
    here = {"Ukr 2 Inf": KHARKOV}
    assert haunts(here, **drawn) == everywhere() - ring([KHARKOV], 1)
    shown = {"variables": {"german chit shown": 6}, **drawn}
    assert haunts(here, **shown) == (
        everywhere() - (ring([KHARKOV], 5) & ukraine()) - ring([KHARKOV], 1)
    )


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G6a", "TRC-19.3a")
def test_partisans_near_them_are_gone_when_the_axis_has_moved() -> None:
    def after(partisan: str, unit: str, here: str) -> str | None:
        units = {"Partisan 1": partisan, unit: here}
        state = at("axis", turn=8, units=units, options=UKRAINE)
        return play(state, "end-movement").place("Partisan 1")

    five = max(h for h in ring([KHARKOV], 5) & ukraine() if h not in ring([KHARKOV], 4))
    six = max(h for h in ring([KHARKOV], 6) & ukraine() if h not in ring([KHARKOV], 5))
    assert after(five, "Ukr 2 Inf", KHARKOV) == "reserve"
    assert after(six, "Ukr 2 Inf", KHARKOV) == six
    assert after(five, "20 Inf", KHARKOV) == five
    beyond = max(h for h in ring(["W14"], 3) - ukraine() - ring(["W14"], 1) if dry(h))
    assert after(beyond, "Ukr 2 Inf", "W14") == beyond


# -- Yugoslavia ----------------------------------------------------------------------------


@lru_cache(maxsize=4)
def set_up(options: tuple[str, ...], *chits: str) -> dict[str, tuple[set[str], dict[str, Any]]]:
    """For each unit of the set-up where it may stand, and all places when it is asked."""
    out, found = play(game("campaign", options).new(), *chits), {}
    while out.decision == "set-up":
        hexes, places = names(out, "set-up"), dict(out.places())
        goal = min(hexes - set(places.values()) or hexes)
        out.push(f"set-up {goal}")
        unit = next(u for u, p in out.places().items() if p == goal and places[u] != goal)
        found[unit] = (hexes, places)
    return found


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1a")
@pytest.mark.parametrize("drawn", [False, True])
def test_the_volunteers_stand_in_rumania_or_where_army_group_south_does(drawn: bool) -> None:
    chits = ("draw CHIT:1", "draw CHIT:2") if drawn else ()
    found = set_up(DRAWN if drawn else YUGOSLAVIA, *chits)
    homes = {"germany", "east-prussia", "poland", "hungary", "rumania"}
    sides = {u.name: u.side for u in data().units}
    for unit in ("18 Mtn", "65 Inf"):
        hexes, places = found[unit]
        russians = {p for u, p in places.items() if sides.get(u) == "russian" and p in rows()}
        beside = {n for h in russians for n in around(h)} | russians
        assert hexes == {h for h in rows() if rows()[h].area in homes and dry(h)} - beside
    # no other unit of Rumania's leaves it, and the south stands where it did
    plain = set_up(DRAWN, "draw CHIT:3", "draw CHIT:2")
    for unit in ("11 Inf", "30 Inf", "54 Inf", "3 Pz", "Rum 1 Inf", "8 Inf"):
        assert found[unit][0] == plain[unit][0], unit
    assert all(rows()[h].area == "rumania" for h in found["11 Inf"][0])
    assert "18 Mtn" not in plain and "65 Inf" not in plain


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1a", "TRC-28.7.G1b")
def test_another_chit_brings_nobody_from_yugoslavia() -> None:
    crowd = ("18 Mtn", "65 Inf", "Yug 2 Inf", "Yug 5 Inf", "Yug 3 Inf")
    for german in (2, 3, 6):
        state = play(game("campaign", DRAWN).new(), f"draw CHIT:{german}", "draw CHIT:1")
        assert {state.place(u) for u in crowd} == {"counters"}
    agreed = game("campaign", YUGOSLAVIA).new()
    assert [agreed.place(u) for u in crowd] == ["set-up"] * 2 + ["later"] * 3
    # nor do others start elsewhere than they did
    drawn = play(game("campaign", DRAWN).new(), "draw CHIT:1", "draw CHIT:2")
    plain = play(game("campaign", DRAWN).new(), "draw CHIT:3", "draw CHIT:2")
    for unit in ("41 Pz", "11 Inf", "Finn 2 Inf", "Rum 1 Inf", "11 Mot"):
        assert drawn.place(unit) == agreed.place(unit) == plain.place(unit)


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7.G1b")
def test_one_lost_yugoslav_a_year_comes_back_beside_the_germans() -> None:
    def offered(units: dict[str, str], turn: int = MAY_42) -> list[set[str]]:
        state = play(before("axis", turn=turn, units=units, options=YUGOSLAVIA), "end-movement")
        found: list[set[str]] = []
        while (state.decision, state.to_move) != ("movement", "axis"):
            if state.decision == "replacements":
                assert state.to_move == "axis"
                found.append(names(state, "replace"))
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            state.push("roll 1" if chance else next(a for a in legal if state.is_pass(a) or 1))
        return found

    yugoslavs = {"Yug 2 Inf", "Yug 5 Inf"}
    lost = dict.fromkeys(yugoslavs, "pool") | {"Yug 3 Inf": "Y18"}
    assert offered(lost)[-1:] == [yugoslavs]
    # with more Germans in the pool than come back
    crowd = dict.fromkeys((f"{n} Inf" for n in (10, 13, 17, 20, 26, 29, 38, 42, 54, 55)), "pool")
    assert offered({**lost, **crowd})[-1:] == [yugoslavs]
    assert sum(yugoslavs == o for o in offered(lost)) == 1
    # a single one too
    assert {"Yug 2 Inf"} in offered({"Yug 2 Inf": "pool"})
    # those not lost do not come back, nor in July
    away = {"Yug 2 Inf": "later", "Yug 5 Inf": "surrendered", "Yug 3 Inf": "removed"}
    assert not offered(away) and not offered(lost, 8)
    # Germans and allies come back as ever, and none in a Yugoslav's place
    both = offered({**lost, "13 Inf": "pool", "Rum 4 Inf": "pool"})
    assert {"13 Inf"} in both and {"Rum 4 Inf"} in both
    assert not any(o & yugoslavs and o - yugoslavs for o in both)
    taken = before("axis", turn=MAY_42, units=lost, options=YUGOSLAVIA)
    asked = walk(play(taken, "end-movement"), "replacements", "axis")
    back = play(asked, "replace Yug 2 Inf")
    assert (back.place("Yug 2 Inf"), back.decision) == ("arriving", "movement")

"""10.34: the Independent Coastal Army, which is in Odessa or Sevastopol and goes from one to the
other by sea."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import late
from .board_positions import (
    DE,
    DR,
    OVERLAND,
    declare,
    edit,
    names,
    odds,
    play,
    surround,
    walk,
)

ODESSA, SEVASTOPOL = "2911", "3108"
FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
TURNS = (9, 11)
CORPS = ["4AK", "5AK", "6AK", "7AK", "8AK", "9AK"]


def at(decision: str, side: str, units: dict[str, Any], **more: Any) -> State:
    """A position with both ports Soviet and no hero cities, unless it says otherwise."""
    more.setdefault("soviet", [ODESSA, SEVASTOPOL])
    more.setdefault("not_hex_flags", {"hero city": [ODESSA, SEVASTOPOL]})
    return late.at(decision, side, TURNS, {**FAR, **units}, **more)


@pytest.mark.rule("BD-10.34a")
@pytest.mark.parametrize(("here", "there"), [(ODESSA, SEVASTOPOL), (SEVASTOPOL, ODESSA)])
def test_it_goes_from_port_to_port_once_a_phase(here: str, there: str) -> None:
    state = at("movement", "soviet", {here: ["ICA", "60A"]})
    assert names(state, "coastal-army-to") == {there}
    # and in no other way
    assert "ICA" not in names(state, "move") and "ICA" not in names(play(state, "move 60A"), "with")
    out = play(state, f"coastal-army-to {there}")
    assert out.place("ICA") == there and not names(out, "coastal-army-to")
    assert there not in out.hexes_with("german")
    moved = play(out, "move 66A", "to 1002", "stop")
    assert not names(moved, "coastal-army-to")
    # it may stay, and go on the turn after
    stayed = walk(late.next_turn(state, "movement", "soviet"), "movement", "soviet")
    assert stayed.place("ICA") == here and names(stayed, "coastal-army-to") == {there}


@pytest.mark.rule("BD-10.34a")
def test_it_goes_to_a_soviet_port_with_room_only() -> None:
    german = at("movement", "soviet", {ODESSA: ["ICA"]}, soviet=[ODESSA], german=[SEVASTOPOL])
    assert not names(german, "coastal-army-to")
    full = {ODESSA: ["ICA"], SEVASTOPOL: ["8A", "9A", "10A", "11A", "12A"]}
    assert not names(at("movement", "soviet", full), "coastal-army-to")
    dead = at("movement", "soviet", {"dead": ["ICA"], ODESSA: ["8A"]})
    assert not names(dead, "coastal-army-to")
    assert not names(at("movement", "german", {ODESSA: ["ICA"]}), "coastal-army-to")


@pytest.mark.rule("BD-10.34a")
def test_a_battle_on_the_way_is_no_new_phase() -> None:
    """The Soviet makes mobile assaults late in the war."""
    units = {**FAR, ODESSA: ["ICA"], "2309": ["1GT", "3GT", "5GT"], "2310": ["1AK"]}
    state = late.at("movement", "soviet", (25, 27), units, soviet=[ODESSA, SEVASTOPOL])
    state = play(state, f"coastal-army-to {SEVASTOPOL}", "move 1GT", "with 3GT", "with 5GT")
    fought = walk(play(state, "assault 2310"), "combat")
    ends = [walk(play(fought, f"roll {die}"), "movement", "soviet") for die in range(1, 7)]
    assert not any(names(end, "coastal-army-to") for end in ends)


@pytest.mark.rule("BD-10.34a", "BD-10.6b")
def test_a_split_stack_does_not_go_on_after_its_move() -> None:
    state = at("movement", "soviet", {ODESSA: ["ICA"], "1806": ["60A", "61A"]})
    parted = play(state, "move 60A", "with 61A", "to 1807", "drop 60A", "stop")
    assert parted.units_with("paused") == ["60A", "61A"]
    sailed = play(parted, f"coastal-army-to {SEVASTOPOL}")
    assert names(sailed, "move") == {"66A"}


@pytest.mark.rule("BD-10.34a")
def test_it_does_not_go_into_the_reserve() -> None:
    opening = at("phase order", "soviet", {ODESSA: ["ICA", "60A"]})
    state = play(opening, "move-fight")
    assert state.decision == "rvgk" and names(state, "withdraw") == {"60A", "66A"}


@pytest.mark.rule("BD-10.34b")
def test_a_port_that_was_german_is_closed_for_good() -> None:
    state = at("movement", "german", {ODESSA: ["ICA"], "3107": ["54AK"]}, german=["3107"])
    taken = play(state, "move 54AK", f"to {SEVASTOPOL}")
    assert taken.hexes_with("port lost") == [SEVASTOPOL]
    # also the turn after
    for soviet in (walk(taken, "movement", "soviet"), late.next_turn(taken, "movement", "soviet")):
        again = edit(soviet, {SEVASTOPOL: ["60A"], "54AK": "3107"}, clear=False)
        assert not names(again, "coastal-army-to")
        never = edit(again, not_hex_flags={"port lost": [SEVASTOPOL]})
        assert names(never, "coastal-army-to") == {SEVASTOPOL}
    # other hexes are none of its ports
    elsewhere = at("movement", "german", {ODESSA: ["ICA"], "3107": ["54AK"]}, soviet=["3008"])
    taken = play(elsewhere, "move 54AK", "to 3008")
    assert "3008" in taken.hexes_with("german") and taken.hexes_with("port lost") == []


def attacked(port: str, beside: list[str], **more: Any) -> list[State]:
    """The six ends of an attack on a port with the coastal army and others."""
    hexes = {h: u for u, h in surround(port, CORPS).items()}
    stacks = {h: [u] for h, u in hexes.items()}
    state = at("prepared assault", "german", {port: ["ICA", *beside], **stacks}, **more)
    fought = walk(declare(state, port, hexes.values()), "combat")
    return [play(fought, f"roll {die}") for die in range(1, 7)]


@pytest.mark.rule("BD-10.34c")
def test_it_retreats_to_its_other_port_and_alone() -> None:
    ends = attacked(ODESSA, ["60A", "61A"])
    retreats = [end for end in ends if end.var("result") == DR]
    assert retreats
    for end in retreats:
        assert end.place("ICA") == SEVASTOPOL
        assert {end.place("60A"), end.place("61A")} == {"dead"}


@pytest.mark.rule("BD-10.34c")
@pytest.mark.parametrize("kind", ["german", "lost", "full"])
def test_it_is_lost_if_it_has_no_port(kind: str) -> None:
    more: dict[str, Any] = {}
    beside = ["60A", "61A"]
    if kind == "german":
        more = {"german": [SEVASTOPOL], "soviet": [ODESSA]}
    elif kind == "lost":
        more = {"hex_flags": {"port lost": [SEVASTOPOL]}}
    ends = attacked(ODESSA, beside, **more)
    if kind == "full":
        hexes = {h: u for u, h in surround(ODESSA, CORPS).items()}
        units = {ODESSA: ["ICA", *beside], **{h: [u] for h, u in hexes.items()},
                 SEVASTOPOL: ["8A", "9A", "10A", "11A", "12A"]}  # fmt: skip
        fought = walk(declare(at("prepared assault", "german", units), ODESSA, hexes.values()),
                      "combat")  # fmt: skip
        ends = [play(fought, f"roll {die}") for die in range(1, 7)]
    retreats = [end for end in ends if end.var("result") in (DR, DE)]
    assert retreats
    assert {end.place("ICA") for end in retreats} == {"removed"}


@pytest.mark.rule("BD-10.34c", "BD-11.28c", "BD-11.29a")
@pytest.mark.parametrize(("lost", "end"), [([], SEVASTOPOL), ([SEVASTOPOL], "removed")])
def test_others_retreat_by_land(lost: list[str], end: str) -> None:
    """West of Odessa only 2811 is free."""
    corps = {"2812": CORPS[:2], "2912": CORPS[2:4], "3012": CORPS[4:]}
    state = at("prepared assault", "german", {ODESSA: ["ICA", "60A"], **corps},
               hex_flags={"port lost": lost})  # fmt: skip
    fought = walk(declare(state, ODESSA, CORPS), "combat")
    after = play(fought, "roll 1")
    assert after.var("result") == DR
    assert (after.place("ICA"), after.place("60A")) == (end, "2811")
    assert SEVASTOPOL not in after.hexes_with("german")
    # who retreated adds nothing to a defence later in the phase
    assert ("ICA" in after.units_with("retreated")) == (not lost)


@pytest.mark.rule("BD-10.34c")
def test_a_retreat_elsewhere_is_none_of_its_own() -> None:
    units = {ODESSA: ["ICA"], "2309": ["60A"], "2310": CORPS[:5]}
    fought = walk(declare(at("prepared assault", "german", units), "2309", CORPS[:5]), "combat")
    ends = [play(fought, f"roll {die}") for die in range(1, 7)]
    assert DR in {end.var("result") for end in ends}
    assert {end.place("ICA") for end in ends} == {ODESSA}


@pytest.mark.rule("BD-10.34c")
def test_in_a_hero_city_nobody_retreats() -> None:
    ends = attacked(ODESSA, ["60A"], not_hex_flags={}, hex_flags={"hero city": [ODESSA]})
    assert {end.place("ICA") for end in ends} <= {ODESSA, "removed"}


@pytest.mark.rule("BD-10.34d")
def test_it_is_always_in_full_supply_and_never_attacks() -> None:
    ring = {h: [u] for u, h in surround(ODESSA, CORPS).items()}
    state = at("prepared assault", "soviet", {ODESSA: ["ICA", "60A"], **ring})
    assert state.ask("supply", "ICA") == OVERLAND != state.ask("supply", "60A")
    target = next(h for h, (unit,) in ring.items() if h in names(state, "attack"))
    assert "ICA" not in declare(state, target, ["60A"]).units_with("attacking")
    alone = at("prepared assault", "soviet", {ODESSA: ["ICA"], **ring})
    assert not names(alone, "attack")
    # it defends in full
    defended = at("prepared assault", "german", {ODESSA: ["ICA"], **ring})
    assert odds(defended, "german", ODESSA, ["4AK"]).defence == 3

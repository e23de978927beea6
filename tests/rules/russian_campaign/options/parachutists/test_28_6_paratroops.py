"""Section 28.6.III: the paratroops of the Mediterranean Distraction."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, go, may, odds, reach, result
from ...mediterranean_positions import AT_WAR, KEPT_OUT, accepted, area
from ...turn_positions import (
    LIGHT_MUD,
    MAY_43,
    at,
    before,
    distance,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

pytestmark = pytest.mark.option("mediterranean")

FIRST, SECOND = "Ge Para 1", "Ge Para 2"
BASE = {"HQ South": "Y20"}
PLAIN = "Y15"
"""Clear land five hexes from the headquarters."""


def ready(units: dict[str, str] | None = None, **more: Any) -> State:
    """An Axis movement phase with a corps off the map and a headquarters near."""
    where = {FIRST: "off-map", **BASE, **(units or {})}
    more = {"turn": 8, "variables": AT_WAR, "options": KEPT_OUT, **more}
    return at("axis", units=where, **more)


def drop(state: State, at_: str, unit: str = FIRST) -> State:
    """A drop."""
    return play(state, f"drop {unit}", f"at {at_}")


@pytest.mark.rule("TRC-28.6.III.MDi", "TRC-28.6.III.MDp")
def test_the_first_corps_starts_in_poland_or_off_the_map() -> None:
    state = accepted().copy()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    assert (state.decision, state.to_move) == ("paratroops", "axis")
    hexes = names(state, "at")
    assert hexes and hexes <= area("poland") and may(state, "hold")
    assert play(state, "hold").place(FIRST) == "off-map"
    assert play(state, f"at {min(hexes)}").place(FIRST) == min(hexes)
    assert state.place(SECOND) == "counters"


@pytest.mark.rule("TRC-28.6.III.MDi")
def test_the_second_takes_the_place_of_a_3_4_in_may_1943() -> None:
    def may_43(variables: dict[str, int], turn: int = MAY_43) -> State:
        units = {SECOND: "counters", "10 Inf": "Y20", "26 Inf": "Y21", "7 Inf": "Y22"}
        start = before("axis", turn=turn, units=units, variables=variables, options=KEPT_OUT)
        return play(start, "end-movement")

    asked = walk(may_43(AT_WAR), "exchange", "axis")
    offered = names(asked, "exchange")
    assert "10 Inf" in offered and "7 Inf" not in offered
    changed = play(asked, "exchange 10 Inf")
    assert (changed.place(SECOND), changed.place("10 Inf")) == ("Y20", "removed")
    for none in (may_43({}), may_43(AT_WAR, MAY_43 - 1)):
        assert walk(none, "movement", "axis", 1).place(SECOND) == "counters"


@pytest.mark.rule("TRC-28.6.III.MDj")
def test_they_drop_in_clear_weather_near_a_headquarters() -> None:
    state = ready()
    zone = names(play(state, f"drop {FIRST}"), "at")
    assert PLAIN in zone and all(distance(h, "Y20") <= 8 for h in zone)
    # not in woods, nor in mountains
    assert "S13" not in names(play(ready({"HQ South": "S16"}), f"drop {FIRST}"), "at")
    assert drop(state, PLAIN).place(FIRST) == PLAIN
    with refused("TRC-28.6.III.MDj"):
        play(ready(weather=LIGHT_MUD), f"drop {FIRST}")
    with refused("TRC-28.6.III.MDj"):
        play(ready({"HQ South": "pool"}), f"drop {FIRST}")
    # in the first impulse only, and repeatedly
    assert not names(
        at("axis", 2, turn=8, units={FIRST: "off-map", **BASE}, options=KEPT_OUT), "drop"
    )
    assert names(ready(turn=13), "drop") == {FIRST}


@pytest.mark.rule("TRC-28.6.III.MDk")
def test_a_corps_goes_off_the_map_before_it_drops_again() -> None:
    state = ready({FIRST: "J29"})
    with refused("TRC-28.6.III.MDk"):
        play(state, f"drop {FIRST}")
    # by rail, or on foot over the west edge
    gone = play(state, f"rail {FIRST}", "rail-off")
    assert gone.place(FIRST) == "off-map"
    with refused("TRC-28.6.III.MDk"):
        play(gone, f"drop {FIRST}")
    walked = play(ready({FIRST: "E33"}), f"move {FIRST}", "leave-map")
    assert walked.place(FIRST) == "off-map"
    later = impulse_of(
        "axis", turn=8, units={FIRST: "off-map", **BASE}, variables=AT_WAR, options=KEPT_OUT
    )
    assert drop(later, PLAIN).place(FIRST) == PLAIN
    # others do not leave so
    assert not may(play(ready({"13 Inf": "E33"}), "move 13 Inf"), "leave-map")


@pytest.mark.rule("TRC-28.6.III.MDl")
def test_they_land_in_an_enemy_zone_of_control() -> None:
    state = ready({"16 A": "Y14"})
    assert {"Y15", "X14"} <= names(play(state, f"drop {FIRST}"), "at")
    landed = drop(state, "Y15")
    assert "16 A" not in landed.units_at("Y15")
    # and attack from there
    fought = play(drop(ready({"5 ParaC": "Y14"}), "Y15"), "end-movement")
    assert odds(fought, "Y14", [FIRST])[0] == 3


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_they_land_on_enemies_and_attack_those_alone() -> None:
    state = ready({"5 ParaC": "Y15", "16 A": "Y14"})
    landed = drop(state, "Y15")
    assert {landed.place(FIRST), landed.place("5 ParaC")} == {"Y15"}
    # neither is bound by those around, nor stops them
    fought = play(landed, "end-movement")
    assert (fought.decision, names(fought, "assault")) == ("landing", {FIRST})
    battle = play(fought, f"assault {FIRST}")
    assert battle.var("attack total") == 3 and battle.var("defence total") == 1
    assert result(battle, 6).place("5 ParaC") != "Y15"
    # others attack that hex with it
    helped = play(drop(ready({"13 Inf": "Y16", "8 TkC": "Y15"}), "Y15"), "end-movement")
    joint = engage(play(helped, "await"), "Y15", ["13 Inf"])
    assert joint.var("attack total") == 6
    # its zone of control is that hex alone
    zone = set(landed.ask("axis zone of control"))
    assert "Y15" in zone and "Y16" not in zone


@pytest.mark.rule("TRC-28.6.III.MDm")
def test_who_comes_from_above_crosses_no_river() -> None:
    river, field = "W25", "V25"
    units = {"3 TkC": river, "HQ South": "W28"}
    landed = play(drop(ready(units), river), "end-movement")
    assert play(landed, f"assault {FIRST}").var("defence total") == 2
    beside = combat("axis", {"3 TkC": river, "4 Inf": field}, turn=8)
    assert odds(beside, river, ["4 Inf"])[1] == 4


@pytest.mark.rule("TRC-28.6.III.MDn")
def test_who_still_shares_a_hex_in_the_second_impulse_is_lost() -> None:
    landed = play(drop(ready({"16 A": PLAIN}), PLAIN), "end-movement", "await")
    second = walk(landed, "movement", "axis", 2)
    assert (second.place(FIRST), second.place("16 A")) == ("pool", PLAIN)
    alone = walk(play(drop(ready(), PLAIN), "end-movement"), "movement", "axis", 2)
    assert alone.place(FIRST) == PLAIN


@pytest.mark.rule("TRC-28.6.III.MDo")
def test_they_need_a_line_of_supply_and_are_never_replaced() -> None:
    landed = walk(play(drop(ready(), PLAIN), "end-movement"), "movement", "axis", 2)
    assert landed.ask("supply", FIRST) == 0
    over = walk(play(landed, "end-movement"), "movement", "russian", 1)
    assert over.place(FIRST) == "pool"
    fed = walk(play(drop(ready(axis=["X13"]), PLAIN), "end-movement"), "movement", "russian", 1)
    assert fed.place(FIRST) == PLAIN
    start = before(
        "axis", turn=MAY_43, units={FIRST: "pool", "10 Inf": "pool"}, variables=AT_WAR,
        options=KEPT_OUT,
    )  # fmt: skip
    offered = walk(play(start, "end-movement"), "replacements", "axis")
    with refused("TRC-21.4g"):
        play(offered, f"replace {FIRST}")


def test_a_position_with_a_landing_keeps_the_laws() -> None:
    landed = drop(ready({"16 A": PLAIN, "8 TkC": "Y14"}), PLAIN)
    assert landed.audit() is None and reach(landed, "28 Inf")
    assert go(landed, "28 Inf", min(reach(landed, "28 Inf"))).audit() is None


@pytest.mark.rule("TRC-18.4a")
def test_german_paratroops_need_supply_as_russian_ones_do_not() -> None:
    """Both stand far behind the enemy as their own player turn ends."""
    units = {FIRST: "Q5", "13 Inf": "S5"}
    ours = at("axis", 2, turn=8, units=units, variables=AT_WAR, options=KEPT_OUT)
    after = walk(play(ours, "end-movement"), "movement", "russian", 1, Archangel=1)
    assert {after.place(u) for u in units} == {"pool"}
    theirs = {"5 ParaC": "I32", "8 TkC": "J33"}
    cut = at("russian", 2, turn=8, units=theirs, variables=AT_WAR, options=KEPT_OUT)
    after = walk(play(cut, "end-movement"), "movement", "axis", 1, weather=1)
    assert (after.place("5 ParaC"), after.place("8 TkC")) == ("I32", "pool")


@pytest.mark.rule("TRC-28.6.III.MDi", "TRC-28.6.III.MDk", "TRC-28.6.III.MDn")
def test_russian_paratroops_are_none_of_them() -> None:
    """They keep the enemy out, and stay when the second impulse of the Axis begins."""
    units = {"5 ParaC": "R10", "46 Pz": "T12"}
    assert "R10" not in reach(at("axis", units=units, options=KEPT_OUT, variables=AT_WAR), "46 Pz")
    later = impulse_of("axis", 2, units=units, options=KEPT_OUT, variables=AT_WAR)
    assert later.place("5 ParaC") == "R10"

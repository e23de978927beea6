"""Section 28.6.I: a variant in which artillery corps are replacements."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, go, may, odds, reach, result
from ...turn_positions import (
    JAN_43,
    JAN_44,
    MAY_42,
    MAY_43,
    at,
    before,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

CORPS = ("artillery-corps",)
BOTH = ("artillery", "artillery-corps")
GUNS = ["Art 1", "Art 2", "Art 3"]
WELL = "AA29"


def assault(units: dict[str, str], options: tuple[str, ...] = CORPS, **more: Any) -> State:
    """A Russian combat phase of 1943, with an army at W16 and Germans at X16."""
    where = {"16 A": "W16", "7 Inf": "X16", **units}
    return combat("russian", where, turn=14, options=options, **more)


def asked(turn: int, side: str, units: dict[str, str], **more: Any) -> State:
    """The first choice of replacements of a turn."""
    state = before(side, 1, turn=turn, units=units, options=CORPS, **more)
    return walk(play(state, "end-movement"), "replacements", side)


@pytest.mark.rule("TRC-28.6.Ia")
def test_each_corps_is_in_the_pool_from_its_date() -> None:
    units = dict.fromkeys([*GUNS, "Ge Art"], "later")

    def places(turn: int) -> list[str | None]:
        state = impulse_of("axis", turn=turn, units=units, options=CORPS)
        return [state.place(u) for u in units]

    # none is a reinforcement, as it is by 26.5
    assert places(MAY_42) == ["later"] * 4
    assert places(JAN_43) == ["pool", "later", "later", "pool"]
    assert places(JAN_44) == ["pool", "pool", "later", "pool"]


@pytest.mark.rule("TRC-28.6.Ia")
def test_a_corps_is_replaced_as_armour() -> None:
    units = {"Art 1": "pool", "1 TkC": "pool", "4 A": "pool", "Moscow Worker": "R9"}
    state = asked(JAN_43, "russian", units)
    tanks = play(state, "recruit 1 TkC")
    with refused("TRC-28.6.Ia"):
        play(tanks, "recruit Art 1")
    with refused("TRC-22.5b"):
        play(play(state, "recruit Art 1"), "recruit 1 TkC")
    assert play(state, "recruit Art 1").place("Art 1") == "arriving"
    # the Axis draws it for a well, in the place of a panzer corps
    german = asked(MAY_43, "axis", {"Ge Art": "pool", "56 Pz": "pool"}, axis=[WELL])
    assert names(german, "replace") == {"Ge Art", "56 Pz"}
    assert play(german, "replace Ge Art").place("Ge Art") == "arriving"


@pytest.mark.rule("TRC-28.6.Ib")
def test_each_attacking_corps_adds_its_factor_and_a_level() -> None:
    assert odds(assault({}), "X16", ["16 A"]) == (6, 5, 1)
    one, two = {"Art 1": "W15"}, {"Art 1": "W15", "Art 2": "W15"}
    assert odds(assault(one), "X16", ["16 A", "Art 1"]) == (7, 5, 2)
    assert odds(assault(two), "X16", ["16 A", "Art 1", "Art 2"]) == (8, 5, 3)
    told = str(assault(one).battle("X16", ["16 A", "Art 1"]).explain())
    assert "TRC-28.6.Ib" in told
    held = combat("axis", {"7 Inf": "X16", "Art 1": "W15"}, turn=14, options=CORPS)
    assert odds(held, "W15", ["7 Inf"]) == (5, 1, 5)


@pytest.mark.rule("TRC-28.6.Ic")
def test_beside_a_stuka_the_german_corps_adds_no_level() -> None:
    units = {"13 Inf": "X16", "Ge Art": "X16", "8 A": "W16", "HQ South": "Y20"}
    state = combat("axis", units, turn=8, options=CORPS, variables={"stukas": 1})
    plain = engage(state, "W16", ["13 Inf", "Ge Art"])
    flown = engage(state, "W16", ["13 Inf", "Ge Art"], ["HQ South"])
    assert plain.var("attack total") == flown.var("attack total") == 5
    assert (plain.var("odds"), flown.var("odds")) == (2, 4)


@pytest.mark.rule("TRC-28.6.Id")
def test_artillery_moves_like_infantry_and_attacks_in_both_impulses() -> None:
    for side, unit in (("axis", "Ge Art"), ("russian", "Art 1")):
        # woods do not stop it
        state = at(side, turn=14, units={unit: "S13"}, options=CORPS)
        assert {"T14", "U14"} <= reach(state, unit)
    second = combat("russian", {"Art 1": "W15", "7 Inf": "X16"}, 2, turn=14, options=CORPS)
    assert second.var("odds") == -4 and "Art 1" in second.units_with("engaged")
    with refused("TRC-5.4a"):
        play(at("russian", 2, turn=14, units={"Art 1": "W15"}, options=CORPS), "move Art 1")


@pytest.mark.rule("TRC-28.6.Ie")
def test_with_artillery_the_russian_wins_automatically_before_1942_ends() -> None:
    force = {"10 Inf": "X16", "4G A": "W16", "5G A": "W16", "6G A": "Y15", "7G A": "Y15"}

    def come(unit: str, options: tuple[str, ...], **more: Any) -> State:
        state = at("russian", turn=8, units={**force, unit: "V14"}, options=options, **more)
        return go(state, unit, "W15")

    guns = come("Art 1", CORPS)
    assert names(guns, "overrun") == {"X16"}
    # all five are needed, so that nothing is left to choose
    assert play(guns, "overrun X16").place("10 Inf") == "surrendered"
    # an army in its place is as strong, but no artillery
    with refused("TRC-28.6.Ie"):
        play(come("16 A", CORPS), "overrun X16")
    with refused("TRC-16.4a"):
        play(come("16 A", ()), "overrun X16")
    # nor is it enough that artillery stands by
    near = {**force, "Art 1": "W15", "Art 2": "X17", "16 A": "V14"}
    by = at("russian", turn=8, units=near, options=CORPS)
    begun = play(go(by, "16 A", "W15"), "overrun X16")
    alone = play(begun, *(f"join {u}" for u in ("16 A", "4G A", "5G A", "6G A", "7G A")))
    with refused("TRC-28.6.Ie"):
        play(alone, "strike")
    assert play(alone, "join Art 1", "strike").place("10 Inf") == "surrendered"
    # in the combat phase it needs no die either
    fought = combat("russian", {**force, "Art 1": "W15"}, turn=8, options=CORPS)
    best = engage(fought, "X16", ["4G A", "5G A", "6G A", "7G A", "Art 1"])
    assert best.var("odds") == 10
    assert result(best, 1).place("10 Inf") == "surrendered"


@pytest.mark.option("artillery")
@pytest.mark.rule("TRC-28.6.If")
def test_the_optional_rule_goes_before_the_variant() -> None:
    units = dict.fromkeys([*GUNS, "Ge Art"], "later")
    state = impulse_of("axis", turn=MAY_42, units=units, options=BOTH)
    assert "Ge Art" in names(state, "enter")
    # three levels at most (26.5), whatever is at hand
    crowd = {"Art 1": "W15", "Art 2": "W15", "Stavka": "V14"}
    fought = assault(crowd, BOTH, variables={"sturmoviks": 2})
    joined = play(fought, "join 16 A", "join Art 1", "join Art 2")
    assert may(joined, "sturmovik")
    assert play(joined, "sturmovik").var("odds") == 4


@pytest.mark.rule("TRC-15.10b", "TRC-28.6.Ib")
@pytest.mark.parametrize("guns", [0, 1, 2, 3])
def test_artillery_and_sturmoviks_raise_the_odds_by_three_levels_at_most(guns: int) -> None:
    """Six factors and one for each corps against two, aircraft first, then the artillery."""
    corps = GUNS[:guns]
    where = {"16 A": "W16", "Rum 5 Inf": "X16", "Stavka": "V14", **dict.fromkeys(corps, "W15")}
    state = combat("russian", where, turn=20, options=CORPS, variables={"sturmoviks": 3})
    plain = (6 + guns) // 2
    for flights in range(4):
        begun = play(state, "join 16 A") if may(state, "join 16 A") else state
        for _ in range(flights):
            begun = play(begun, "sturmovik") if may(begun, "sturmovik") else begun
        for unit in corps:
            begun = play(begun, f"join {unit}") if may(begun, f"join {unit}") else begun
        begun = play(begun, "fight") if begun.decision == "forces" else begun
        assert begun.var("odds") == plain + min(3, guns + flights), flights


@pytest.mark.rule("TRC-15.10b", "TRC-16.1c", "TRC-28.6.Ib")
@pytest.mark.parametrize("sturmoviks", range(4))
@pytest.mark.parametrize("army", ["1 TkA", "2G TkA", "1G TkA"])
def test_what_three_levels_cannot_win_at_once_is_not_offered(army: str, sturmoviks: int) -> None:
    """Two corps and an army of six, eight or ten against two: 4-1, 5-1 and 6-1 before levels."""
    units = {"Art 1": "X16", "Art 2": "X16", "Rum 5 Inf": "X15", "Stavka": "X10", army: "Y16"}
    state = at("russian", units=units, turn=14, variables={"sturmoviks": sturmoviks}, options=CORPS)
    assert not names(go(state, army, "Y15"), "overrun")
    # with another army of six it is 7-1 or more, which two corps and one flight make good
    more = {**units, "1 TkC": "W14", "3 TkA": "X14"}
    near = at("russian", units=more, turn=14, variables={"sturmoviks": sturmoviks}, options=CORPS)
    came = go(near, army, "Y15")
    factors = {"1 TkA": 6, "2G TkA": 8, "1G TkA": 10}[army] + 2 + 2 + 6
    wins = factors >= 2 * (10 - min(3, 2 + sturmoviks))
    assert (names(came, "overrun") == {"X15"}) == wins
    if not wins:
        return
    out = play(came, "overrun X15")
    for _ in range(12):
        if out.decision != "automatic victory":
            break
        joins = sorted(names(out, "join"))
        out = play(out, f"join {joins[0]}") if joins else out
        if not joins:
            out = play(out, "strike" if may(out, "strike") else "sturmovik")
    assert out.place("Rum 5 Inf") == "surrendered"

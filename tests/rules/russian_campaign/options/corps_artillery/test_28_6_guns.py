"""Section 28.6.I: arrival and value of artillery corps, and the attacks that they decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, go, may, odds, result
from ...left_out_positions import at_without
from ...turn_positions import (
    JAN_43,
    JAN_44,
    MAY_42,
    at,
    before,
    game,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

CORPS = ("artillery-corps",)
GUNS = ["Art 1", "Art 2", "Art 3"]
JAN_45, NOV_42 = 23, 10
WORKERS = {"Moscow Worker": "R9", "Leningrad Worker": "E10"}


# -- coming --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.Ia")
def test_the_corps_alone_join_the_game() -> None:
    plain, with_guns = game("campaign").new(), game("campaign", CORPS).new()
    for unit in (*GUNS, "Ge Art"):
        assert (plain.place(unit), with_guns.place(unit)) == ("counters", "later")
    for unit in ("AK", "1 Flak", "DAK", "Opt Worker 1", "11 A", "39 A"):
        assert with_guns.place(unit) == plain.place(unit)


@pytest.mark.rule("TRC-28.6.Ia")
@pytest.mark.parametrize(
    ("turn", "there"),
    [
        (JAN_43 - 1, []),
        (JAN_43, ["Art 1", "Ge Art"]),
        (JAN_44 - 1, ["Art 1", "Ge Art"]),
        (JAN_44, ["Art 1", "Art 2", "Ge Art"]),
        (JAN_45 - 1, ["Art 1", "Art 2", "Ge Art"]),
        (JAN_45, ["Art 1", "Art 2", "Art 3", "Ge Art"]),
    ],
)
def test_each_is_in_the_pool_from_the_year_it_is_available(turn: int, there: list[str]) -> None:
    units = dict.fromkeys([*GUNS, "Ge Art"], "later")
    state = impulse_of("axis", turn=turn, units=units, options=CORPS)
    assert {u for u in units if state.place(u) == "pool"} == set(there)
    assert {state.place(u) for u in units if u not in there} <= {"later"}


@pytest.mark.rule("TRC-28.6.Ia")
def test_who_is_in_play_or_lost_for_good_does_not_come_to_the_pool() -> None:
    units = {"Art 1": "S7", "Art 2": "surrendered", "Ge Art": "D28"}
    state = impulse_of("axis", turn=JAN_45, units=units, options=CORPS)
    assert [state.place(u) for u in units] == list(units.values())


@pytest.mark.option("tunisia")
@pytest.mark.rule("TRC-28.6.Ia")
def test_others_come_as_reinforcements_as_ever() -> None:
    axis = impulse_of("axis", turn=MAY_42, units={"59 Inf": "later"}, options=CORPS)
    assert axis.place("59 Inf") == "arriving" and "59 Inf" in names(axis, "enter")
    red = impulse_of("russian", turn=4, units={"39 A": "later"}, options=CORPS)
    assert red.place("39 A") == "arriving"
    # and the Axis is asked before a turn what another variant asks
    both = (*CORPS, "tunisia")
    asked = walk(play(before("axis", turn=NOV_42, options=both), "end-movement"), "tunisia", "axis")
    assert (asked.decision, asked.var("turn")) == ("tunisia", NOV_42)


# -- as replacements -----------------------------------------------------------------------


def shop(turn: int, units: Mapping[str, str]) -> State:
    """The Russian's first choice of replacements."""
    start = before("russian", turn=turn, units={**WORKERS, **units}, options=CORPS)
    return walk(play(start, "end-movement"), "replacements", "russian")


@pytest.mark.rule("TRC-28.6.Ia")
def test_a_corps_costs_its_factor_and_the_place_of_armour() -> None:
    pool = dict.fromkeys(("Art 1", "Art 2", "1 TkC", "4 A", "5G A"), "pool")
    state = shop(JAN_43, pool)
    had = state.var("replacement points")
    one = play(state, "recruit Art 1")
    assert had - one.var("replacement points") == 1
    with refused("TRC-28.6.Ia"):
        play(one, "recruit Art 2")
    with refused("TRC-22.5b"):
        play(one, "recruit 1 TkC")
    # infantry takes no place of armour, nor do guns that of Guards infantry
    foot = play(state, "recruit 4 A", "recruit Art 1")
    assert foot.place("Art 1") == "arriving"
    if "5G A" in names(one, "recruit"):
        assert play(one, "recruit 5G A").place("5G A") == "arriving"


@pytest.mark.rule("TRC-28.6.Ia")
def test_two_are_replaced_from_1944_on() -> None:
    pool = dict.fromkeys((*GUNS, "1 TkC", "3 TkC", "4 A"), "pool")
    state = shop(JAN_44, pool)
    for first in ("1 TkC", "Art 1"):
        one = play(state, f"recruit {first}")
        two = play(one, "recruit Art 2")
        with refused("TRC-28.6.Ia"):
            play(two, "recruit Art 3")
        with refused("TRC-22.5b"):
            play(two, "recruit 3 TkC")
    tanks = play(state, "recruit 1 TkC", "recruit 3 TkC")
    assert not set(GUNS) & names(tanks, "recruit")


# -- in battle -----------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.Ib", "TRC-28.6.Ic")
def test_the_german_corps_adds_its_level_without_a_stuka() -> None:
    units = {"13 Inf": "X16", "8 A": "W16", "HQ South": "Y20"}
    more = {"turn": 8, "options": CORPS, "variables": {"stukas": 1}}
    plain = combat("axis", {**units, "7 Inf": "X16"}, **more)
    # 8 to 5 is 1-1; three levels for a Stuka
    assert odds(plain, "W16", ["13 Inf", "7 Inf"]).odds == 1
    assert engage(plain, "W16", ["13 Inf", "7 Inf"], ["HQ South"]).var("odds") == 4
    guns = combat("axis", {**units, "Ge Art": "X16"}, **more)
    # 5 to 5 is 1-1; a level for guns, three and no more beside a Stuka
    assert odds(guns, "W16", ["13 Inf", "Ge Art"]) == (5, 5, 2)
    assert engage(guns, "W16", ["13 Inf", "Ge Art"], ["HQ South"]).var("odds") == 4
    # guns that stand by add nothing
    by = combat("axis", {**units, "7 Inf": "X16", "Ge Art": "Y17"}, **more)
    assert odds(by, "W16", ["13 Inf", "7 Inf"]).odds == 1


@pytest.mark.rule("TRC-28.6.Ib")
def test_defending_guns_add_no_level() -> None:
    state = combat("axis", {"7 Inf": "X16", "Art 1": "W16", "Art 2": "W16"}, turn=14, options=CORPS)
    assert odds(state, "W16", ["7 Inf"]) == (5, 2, 2)
    red = combat("russian", {"16 A": "X16", "Ge Art": "W16"}, turn=14, options=CORPS)
    assert odds(red, "W16", ["16 A"]) == (6, 2, 3)


FORCE = {"10 Inf": "X16", "4G A": "W16", "5G A": "W16", "6G A": "Y15", "7G A": "Y15"}
"""Twenty-eight factors of Guards beside three of the Axis."""


def come(unit: str, turn: int, units: Mapping[str, str], **more: Any) -> State:
    """The Russian brings one unit more."""
    state = at("russian", turn=turn, units={**FORCE, unit: "V14", **units}, options=CORPS, **more)
    return go(state, unit, "W15")


@pytest.mark.rule("TRC-28.6.Ie")
def test_before_november_1942_guns_must_be_there() -> None:
    assert names(come("Art 1", NOV_42 - 1, {}), "overrun") == {"X16"}
    # two hexes away they help nobody
    for away in ("V15", "W18"):
        with refused("TRC-28.6.Ie"):
            play(come("16 A", NOV_42 - 1, {"Art 1": away}), "overrun X16")
    # nor do those of the Germans, beside their own
    with refused("TRC-28.6.Ie"):
        play(come("16 A", NOV_42 - 1, {"Ge Art": "X17"}), "overrun X16")
    # from then on it is as ever
    late = come("16 A", NOV_42, {})
    assert names(late, "overrun") == {"X16"}
    assert play(late, "overrun X16").place("10 Inf") == "surrendered"


@pytest.mark.rule("TRC-28.6.Ie")
@pytest.mark.parametrize(("turn", "unit", "rolled"), [(8, "16 A", True), (8, "Art 1", False)])
def test_in_the_combat_phase_guns_spare_the_die_before_that_date(
    turn: int, unit: str, rolled: bool
) -> None:
    # 34 to 3, or 29 to 3 and a level: ten to one either way
    state = combat("russian", {**FORCE, unit: "W15"}, turn=turn, options=CORPS)
    best = engage(state, "X16", ["4G A", "5G A", "6G A", "7G A", unit])
    assert best.var("odds") >= 9
    announced = result(best, 1, announced=9) if best.decision == "odds" and rolled else best
    if rolled:
        # a one at 9-1 is DR: nobody wins unrolled
        assert announced.place("10 Inf") != "surrendered"
    else:
        assert result(best, 1).place("10 Inf") == "surrendered"


@pytest.mark.rule("TRC-28.6.Ie")
@pytest.mark.parametrize(
    ("turn", "unit", "more", "best"),
    [
        (NOV_42 - 1, "16 A", {}, 9),
        (NOV_42 - 1, "16 A", {"Art 2": "V14"}, 9),
        (NOV_42 - 1, "16 A", {"Ge Art": "D28"}, 9),
        (NOV_42 - 1, "Art 1", {}, 10),
        (NOV_42, "16 A", {}, 10),
    ],
)
def test_ten_to_one_in_the_combat_phase_takes_guns_in_the_attack(
    turn: int, unit: str, more: dict[str, str], best: int
) -> None:
    state = combat("russian", {**FORCE, unit: "W15", **more}, turn=turn, options=CORPS)
    begun = engage(state, "X16", ["4G A", "5G A", "6G A", "7G A", unit])
    assert max(int(n) for n in names(begun, "odds")) == best


@pytest.mark.rule("TRC-28.6.Ie")
@pytest.mark.parametrize(("rule", "best"), [("", 10), ("TRC-28.6.Ie", 9)])
def test_without_its_rule_guns_spare_no_die(rule: str, best: int) -> None:
    units = {**FORCE, "Art 1": "W15"}
    state = at_without(rule, "russian", turn=NOV_42 - 1, units=units, options=CORPS)
    begun = engage(play(state, "end-movement"), "X16", ["4G A", "5G A", "6G A", "7G A", "Art 1"])
    assert max(int(n) for n in names(begun, "odds")) == best


@pytest.mark.rule("TRC-28.6.Ie")
def test_no_hex_without_an_enemy_is_won_by_guns() -> None:
    """Either army beats a headquarters of one; the hexes beside it hold nobody."""
    units = {"1G TkA": "W16", "2G TkA": "W16", "Art 1": "W14", "HQ South": "X16"}
    came = go(at("russian", turn=8, units=units, options=CORPS), "Art 1", "W16")
    begun = play(came, "overrun X16")
    assert begun.decision == "automatic victory"
    assert not names(begun, "with") and begun.hexes_with("beset") == ["X16"]


@pytest.mark.rule("TRC-28.6.Ie", "TRC-7.1d")
@pytest.mark.parametrize(("guns", "help_"), [("KK16", True), ("JJ17", False)])
def test_guns_across_an_impassable_side_help_nobody(guns: str, help_: bool) -> None:
    """Nobody attacks KK17 from JJ17, on the other shore."""
    force = {"1G TkA": "KK16", "2G TkA": "LL18", "4G A": "LL18", "HQ South": "KK17", "Art 1": guns}
    state = at("russian", turn=8, units={**force, "3G TkA": "MM17"}, options=CORPS)
    came = go(state, "3G TkA", "LL17")
    if help_:
        assert names(came, "overrun") == {"KK17"}
    else:
        with refused("TRC-28.6.Ie"):
            play(came, "overrun KK17")


@pytest.mark.rule("TRC-15.10b", "TRC-28.6.Ib")
@pytest.mark.parametrize(("guns", "more"), [(["Art 1"], True), (["Art 1", "Art 2"], False)])
def test_beside_two_corps_and_a_sturmovik_no_other_flies(guns: list[str], more: bool) -> None:
    where = {"16 A": "W16", "7 Inf": "X16", "Stavka": "V14", **dict.fromkeys(guns, "W15")}
    where["1 TkC"] = "W15"
    state = combat("russian", where, turn=20, options=CORPS, variables={"sturmoviks": 3})
    begun = play(state, "join 16 A", "sturmovik", *(f"join {u}" for u in guns))
    assert begun.var("odds shift") == 1 and may(begun, "sturmovik") == more


@pytest.mark.option("artillery")
@pytest.mark.rule("TRC-28.6.If", "TRC-28.6.Ia")
def test_without_the_optional_rule_the_variant_stands() -> None:
    """By 26.5.1b the Axis corps is a reinforcement of May 1942, by the variant it is not."""
    units = {"Ge Art": "later"}
    for options, comes in ((CORPS, False), (("artillery", *CORPS), True), (("artillery",), True)):
        state = impulse_of("axis", turn=MAY_42, units=units, options=options)
        assert (state.place("Ge Art") == "arriving") == comes, options
    # and where both are played no corps takes the place of armour
    both = before(
        "russian", turn=JAN_44, units={**WORKERS, "Art 1": "pool", "1 TkC": "pool"},
        options=("artillery", *CORPS),
    )  # fmt: skip
    shopping = walk(play(both, "end-movement"), "replacements", "russian")
    assert {"Art 1", "1 TkC"} <= names(play(shopping, "recruit Art 1"), "recruit") | {"Art 1"}


@pytest.mark.rule("TRC-28.6.Ie")
@pytest.mark.parametrize("options", [CORPS, ()])
def test_the_axis_wins_automatically_without_guns(options: tuple[str, ...]) -> None:
    units = {"4 A": "X16", "24 Pz": "W16", "39 Pz": "W16", "1 SS Pz": "Y15", "41 Pz": "V14"}
    state = at("axis", turn=8, units=units, options=options)
    assert names(go(state, "41 Pz", "W15"), "overrun") == {"X16"}
    assert may(go(state, "41 Pz", "W15"), "overrun X16")

"""Sections 21 and 23: Axis replacements, and motorization."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .left_out_positions import at_without
from .turn_positions import MAY_42, MAY_43, before, impulse_of, names, play, refused, walk


def may(pool: list[str], turn: int = MAY_42, **more: object) -> State:
    """The first replacement of the Axis in May, with units in the pool."""
    units = dict.fromkeys(pool, "pool")
    units.update(more.pop("units", {}))  # type: ignore[call-overload]
    state = before("axis", 1, turn=turn, units=units, **more)
    state.push("end-movement")
    return walk(state, "replacements", "axis")


def back(state: State) -> set[str]:
    """The units that arrive."""
    return set(state.units_at("arriving"))


@pytest.mark.rule("TRC-21.4a", "TRC-21.4b", "TRC-21.4c", "TRC-21.4d", "TRC-21.4e", "TRC-21.5a")
def test_the_example_of_may_1943() -> None:
    pool = ["48 Pz", "SS Res", "3 LW", "12 Inf", "42 Inf", "8 Inf", "50 Mot"]
    state = may([*pool, "Rum 5 Inf", "Hun 3 Inf", "Ital 3 Inf"], MAY_43)
    assert back(state) == {"SS Res", "3 LW"}
    for unit in ("48 Pz", "8 Inf", "12 Inf", "42 Inf", "50 Mot", "Rum 5 Inf", "Hun 3 Inf"):
        assert state.decision == "replacements"
        state = play(state, f"replace {unit}")
    assert state.decision == "movement"
    assert back(state) == {*pool, "Rum 5 Inf", "Hun 3 Inf"}
    assert state.place("Ital 3 Inf") == "pool"


@pytest.mark.rule("TRC-21.4c", "TRC-21.6b")
def test_a_3_4_is_due_by_itself_and_needs_no_gap_to_stand_in_for() -> None:
    pool = ["48 Pz", "10 Inf", "49 Mtn", "52 Mot"]
    units = dict.fromkeys(pool, "pool")
    start = at_without("TRC-21.6b", "russian", 2, units=units, turn=MAY_42 - 1)
    state, found = walk(play(start, "end-movement"), "replacements", "axis", weather=1), []
    while state.decision == "replacements" and state.to_move == "axis":
        found.append(names(state, "replace"))
        state = play(state, "forgo")
    assert found == [{unit} for unit in pool]


@pytest.mark.rule("TRC-21.2a")
def test_replacements_come_in_may_of_three_years() -> None:
    for turn in (7, 13, 19):
        armour = {"41 Pz": "J30", "56 Pz": "J31"} if turn == 19 else {}
        assert may(["48 Pz"], turn, units=armour).turn == turn
    for turn in (6, 8, 12, 14, 25):
        units = {"SS Res": "pool", "49 Mtn": "J30"}
        later = impulse_of("axis", 1, turn=turn, units=units)
        assert later.place("SS Res") == "pool", turn


@pytest.mark.rule("TRC-21.2b", "TRC-4.1.4c", "TRC-21.4b")
def test_headquarters_come_back_in_the_second_impulse() -> None:
    first = impulse_of("axis", 1, turn=MAY_42, units={"HQ North": "pool", "SS Res": "pool"})
    assert back(first) == {"SS Res"}
    more = first._supposed(places=[("1 SS Pz", "pool")])
    second = walk(play(more, "end-movement"), "movement", "axis", 2)
    assert back(second) == {"HQ North"}


@pytest.mark.rule("TRC-21.3a")
def test_surrendered_units_never_come_back() -> None:
    state = may(["48 Pz"], units={"3 Pz": "surrendered"})
    with refused("TRC-21.3a"):
        play(state, "replace 3 Pz")


@pytest.mark.rule("TRC-21.3b")
def test_what_is_not_taken_is_lost() -> None:
    state = play(may(["48 Pz"]), "forgo")
    assert state.decision == "movement"
    assert state.place("48 Pz") == "pool"
    late = walk(state, "movement", "russian", 1)._supposed(places=[("SS Res", "pool")])
    soon = walk(late, "movement", "axis", 1)
    assert (soon.turn, soon.place("SS Res")) == (MAY_42 + 1, "pool")


@pytest.mark.rule("TRC-21.4a", "TRC-21.4f")
def test_one_armor_corps_for_each_oil_well() -> None:
    one = play(may(["48 Pz", "3 Pz"]), "replace 48 Pz")
    assert one.decision == "movement"
    two = play(may(["48 Pz", "3 Pz"], axis=["PP13"]), "replace 48 Pz")
    assert names(two, "replace") == {"3 Pz"}
    none = impulse_of("axis", 1, turn=MAY_42, units={"48 Pz": "pool"}, russian=["AA29"])
    assert none.place("48 Pz") == "pool"
    # a contested well is nobody's
    none = impulse_of("axis", 1, turn=MAY_42, units={"48 Pz": "pool"}, nobody=["AA29"])
    assert none.place("48 Pz") == "pool"


@pytest.mark.rule("TRC-21.4c")
def test_one_infantry_corps_of_each_strength() -> None:
    state = may(["7 Inf", "9 Inf", "1 Inf", "2 Inf", "10 Inf", "26 Inf"], russian=["AA29"])
    assert names(state, "replace") == {"7 Inf", "9 Inf"}
    with refused("TRC-21.6e"):
        play(state, "replace 1 Inf")
    state = play(state, "replace 7 Inf")
    assert names(state, "replace") == {"1 Inf", "2 Inf"}
    with refused("TRC-21.4c"):
        play(state, "replace 9 Inf")
    state = play(state, "replace 1 Inf", "replace 10 Inf")
    # the mountain and the motorized corps are missing: a 3-4 for one of them
    assert names(state, "replace") == {"26 Inf"}
    assert play(state, "replace 26 Inf").decision == "movement"


@pytest.mark.rule("TRC-21.4d", "TRC-21.6a")
def test_mountain_and_motorized_corps_and_what_stands_in() -> None:
    state = may(["49 Mtn", "22 Mtn", "52 Mot", "10 Inf", "26 Inf"], russian=["AA29"])
    # no 5-4 and no 4-4: weaker infantry for each, then the 3-4 itself
    state = play(state, "forgo", "forgo", "forgo")
    assert names(state, "replace") <= {"49 Mtn", "22 Mtn"}
    with refused("TRC-21.6a"):
        play(state, "replace 10 Inf")
    state = play(state, "replace 49 Mtn")
    assert names(state, "replace") == {"52 Mot"}
    bare = play(may(["52 Mot", "10 Inf"], russian=["AA29"]), "forgo", "forgo", "forgo")
    assert names(bare, "replace") == {"10 Inf"}


@pytest.mark.rule("TRC-21.6b", "TRC-21.6e")
def test_weaker_infantry_for_what_is_missing() -> None:
    state = may(["1 Inf", "10 Inf", "26 Inf"], russian=["AA29"])
    assert names(state, "replace") == {"1 Inf", "10 Inf", "26 Inf"}
    state = play(state, "replace 1 Inf")
    # the 4-4 is gone now, so that a 3-4 stands in
    assert names(state, "replace") == {"10 Inf", "26 Inf"}


@pytest.mark.rule("TRC-21.6c")
def test_a_3_4_or_a_motorized_corps_for_missing_armor() -> None:
    state = may(["52 Mot", "10 Inf", "1 Inf"])
    assert names(state, "replace") == {"52 Mot", "10 Inf"}
    with refused("TRC-21.4a"):
        play(state, "replace 1 Inf")
    real = may(["48 Pz", "52 Mot"])
    with refused("TRC-21.6c"):
        play(real, "replace 52 Mot")


@pytest.mark.rule("TRC-21.4e", "TRC-21.6d", "TRC-21.5a")
def test_one_unit_of_each_minor_ally_and_by_no_other() -> None:
    pool = ["Finn 2 Inf", "Ital 3 Inf", "Rum 1 Inf", "Rum 4 Inf", "Hun 2 Inf"]
    state = may(pool)
    for unit in ("Finn 2 Inf", "Ital 3 Inf", "Rum 1 Inf", "Hun 2 Inf"):
        state = play(state, f"replace {unit}")
    assert state.decision == "movement"
    assert state.place("Rum 4 Inf") == "pool"
    mixed = play(may(["Rum 1 Inf", "10 Inf"], russian=["AA29"]), *["forgo"] * 5)
    assert names(mixed, "replace") == {"Rum 1 Inf"}
    with refused("TRC-21.6d"):
        play(mixed, "replace 10 Inf")
    late = impulse_of("axis", 1, turn=MAY_43, units={"Ital 3 Inf": "pool"})
    assert late.place("Ital 3 Inf") == "pool"


@pytest.mark.rule("TRC-21.4g")
def test_the_1st_cavalry_is_never_replaced() -> None:
    state = may(["48 Pz", "1 Cav"], MAY_43)
    with refused("TRC-21.4g"):
        play(state, "replace 1 Cav")


@pytest.mark.rule("TRC-21.1a")
def test_where_replacements_enter() -> None:
    state = may(["Finn 2 Inf", "Rum 1 Inf", "48 Pz"])
    state = play(state, "replace 48 Pz", "replace Finn 2 Inf", "replace Rum 1 Inf")
    assert names(play(state, "enter Finn 2 Inf"), "at") == {"B14"}
    assert names(play(state, "enter Rum 1 Inf"), "at") == {"BB31"}
    assert "E33" in names(play(state, "enter 48 Pz"), "at")
    # a garrison that is replaced comes over the edge, not where it was raised
    hg = impulse_of("axis", 1, turn=MAY_43, units={"HG Pz": "pool"})
    assert "E33" in names(play(hg, "enter HG Pz"), "at")


# -- motorization -----------------------------------------------------------------------------

JULY, NOVEMBER = 14, 16
FOOT = {"1 Inf": "J30", "10 Inf": "J31", "7 Inf": "K31"}


def motorizing(units: dict[str, str], turn: int = JULY, unit: str = "11 Mot") -> State:
    """A motorized corps may take the place of infantry."""
    state = before("axis", 1, turn=turn, units={unit: "later", **units})
    state.push("end-movement")
    return walk(state, "motorization", "axis", weather=1)


@pytest.mark.rule("TRC-23.1a", "TRC-23.1.1a")
def test_the_11th_motorized_takes_the_place_of_a_4_4() -> None:
    state = motorizing(FOOT)
    assert names(state, "motorize") == {"1 Inf"}
    with refused("TRC-23.1.1a"):
        play(state, "motorize 10 Inf")
    done = play(state, "motorize 1 Inf")
    assert (done.place("11 Mot"), done.place("1 Inf")) == ("J30", "removed")
    assert play(state, "decline").place("1 Inf") == "J30"
    calm = impulse_of("axis", 1, turn=15, units={"11 Mot": "later", **FOOT})
    assert calm.place("11 Mot") == "later"


@pytest.mark.rule("TRC-23.1.2a", "TRC-23.1.3a")
def test_the_others_take_3_4s_and_a_5_4() -> None:
    assert names(motorizing(FOOT, JULY, "26 Mot"), "motorize") == {"10 Inf", "28 Inf"}
    assert names(motorizing(FOOT, NOVEMBER, "29 Mot"), "motorize") == {"10 Inf", "28 Inf"}
    with refused("TRC-23.1.2a"):
        play(motorizing(FOOT, JULY, "26 Mot"), "motorize 1 Inf")
    assert names(motorizing(FOOT, NOVEMBER, "43 Mot"), "motorize") == {"7 Inf"}
    with refused("TRC-23.1.3a"):
        play(motorizing(FOOT, NOVEMBER, "43 Mot"), "motorize 1 Inf")


@pytest.mark.rule("TRC-23.2a")
def test_stronger_infantry_when_there_is_none_of_the_strength() -> None:
    state = motorizing({"7 Inf": "K31"})
    assert names(state, "motorize") == {"7 Inf"}
    with refused("TRC-23.1.1a"):
        play(motorizing(FOOT), "motorize 7 Inf")
    none = impulse_of("axis", 1, turn=JULY, units={"11 Mot": "later"})
    assert none.place("11 Mot") == "pool"


# -- clause by clause -------------------------------------------------------------------------


@pytest.mark.rule("TRC-21.2a", "TRC-21.3a", "TRC-21.6c")
def test_who_is_taken_arrives_and_one_of_the_kind_is_enough() -> None:
    state = may(["48 Pz", "52 Mot", "Rum 1 Inf"])
    assert names(state, "replace") == {"48 Pz"}
    out = play(state, "replace 48 Pz")
    assert out.place("48 Pz") == "arriving"
    assert out.place("52 Mot") == "pool"


@pytest.mark.rule("TRC-21.4b")
def test_who_comes_back_unasked_comes_over_the_edge() -> None:
    hg = impulse_of("axis", 1, turn=MAY_43, units={"HG Pz": "pool"})
    assert "E33" in names(play(hg, "enter HG Pz"), "at")
    # all of them, and nobody else
    kept = {"SS Res": "pool", "3 LW": "pool", "1 SS Pz": "pool", "9 Inf": "pool"}
    state = may([*kept, "48 Pz"], MAY_43)
    assert back(state) == {"SS Res", "3 LW", "1 SS Pz"}


@pytest.mark.rule("TRC-21.2b", "TRC-21.4a")
def test_headquarters_and_armor_are_not_taken_for_infantry() -> None:
    state = may(["HQ North", "48 Pz", "7 Inf", "1 Inf", "10 Inf"])
    assert names(state, "replace") == {"48 Pz"}
    state = play(state, "replace 48 Pz")
    for unit in ("7 Inf", "1 Inf", "10 Inf"):
        assert names(state, "replace") == {unit}
        state = play(state, f"replace {unit}")
    assert state.decision == "movement"
    assert state.place("HQ North") == "pool"


def offers(pool: list[str], turn: int = MAY_42, **more: object) -> list[set[str]]:
    """What is offered, one right after the other, when nothing is taken."""
    state = may(pool, turn, **more)
    found = []
    while state.decision == "replacements" and state.to_move == "axis":
        found.append(names(state, "replace"))
        state = play(state, "forgo")
    return found


ONE_OF_EACH = [
    "48 Pz", "7 Inf", "1 Inf", "10 Inf", "49 Mtn", "52 Mot", "Finn 2 Inf", "Ital 3 Inf",
    "Rum 1 Inf", "Hun 2 Inf",
]  # fmt: skip
"""Armor, a 5-4, a 4-4, a 3-4, mountain and motorized corps, and one of each ally."""


@pytest.mark.rule("TRC-21.2a", "TRC-21.3a", "TRC-21.4c", "TRC-21.4d", "TRC-21.4e", "TRC-21.4a")
@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        (ONE_OF_EACH, [{unit} for unit in ONE_OF_EACH]),
        (["49 Mtn", "22 Mtn"], [{"49 Mtn", "22 Mtn"}]),
        (["48 Pz", "3 Pz"], [{"48 Pz", "3 Pz"}]),
        (["Hun 1 Mot", "Finn 2 Inf", "Hun 2 Inf"], [{"Finn 2 Inf"}, {"Hun 1 Mot", "Hun 2 Inf"}]),
        (["7 Inf", "9 Inf", "1 Inf", "2 Inf"], [{"7 Inf", "9 Inf"}, {"1 Inf", "2 Inf"}]),
    ],
)
def test_what_is_offered_one_right_after_the_other(
    pool: list[str], expected: list[set[str]]
) -> None:
    assert offers(pool) == expected


@pytest.mark.rule("TRC-21.6a", "TRC-21.6b", "TRC-21.6c", "TRC-21.6d", "TRC-21.6e")
@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        # a 3-4 stands in for armor, for both stronger corps, for mountain and motorized
        (["10 Inf"], [{"10 Inf"}] * 6),
        (["1 Inf", "10 Inf"], [{"10 Inf"}, {"1 Inf", "10 Inf"}, {"1 Inf"}, *[{"10 Inf"}] * 3]),
        # a 4-4 for a 5-4 alone, a 5-4 for nothing else
        (["1 Inf"], [{"1 Inf"}, {"1 Inf"}]),
        (["7 Inf"], [{"7 Inf"}]),
        (["7 Inf", "10 Inf"], [{"10 Inf"}, {"7 Inf"}, *[{"10 Inf"}] * 4]),
        # a motorized corps for armor, a mountain corps and armor for nothing else
        (["52 Mot"], [{"52 Mot"}, {"52 Mot"}]),
        (["49 Mtn"], [{"49 Mtn"}]),
        (["48 Pz", "52 Mot", "10 Inf"], [{"48 Pz"}, *[{"10 Inf"}] * 4, {"52 Mot"}]),
        # an ally's armor is no German's
        (["Rum Pz", "Rum Cav"], [{"Rum Pz", "Rum Cav"}]),
    ],
)
def test_what_stands_in_for_what_is_missing(pool: list[str], expected: list[set[str]]) -> None:
    assert offers(pool) == expected


@pytest.mark.rule("TRC-21.4a", "TRC-21.4f", "TRC-21.6c", "TRC-21.2a")
@pytest.mark.parametrize(
    ("wells", "armour"),
    [([], 0), (["AA29"], 1), (["AA29", "QQ7"], 2), (["AA29", "PP13", "QQ7"], 3)],
)
def test_as_many_armor_corps_as_wells(wells: list[str], armour: int) -> None:
    lost = [w for w in ("AA29", "PP13", "QQ7") if w not in wells]
    assert offers(["48 Pz", "3 Pz"], axis=wells, russian=lost) == [{"48 Pz", "3 Pz"}] * armour
    assert offers(["52 Mot"], axis=wells, russian=lost) == [{"52 Mot"}] * (armour + 1)


@pytest.mark.rule("TRC-21.5a", "TRC-21.4e", "TRC-21.2a")
def test_italians_come_back_in_1942_alone() -> None:
    armour = {"41 Pz": "J30", "56 Pz": "J31"}
    pool = ["Ital 3 Inf", "Rum 1 Inf"]
    assert offers(pool) == [{"Ital 3 Inf"}, {"Rum 1 Inf"}]
    assert offers(pool, MAY_43) == [{"Rum 1 Inf"}]
    assert offers(pool, 19, units=armour) == [{"Rum 1 Inf"}]


@pytest.mark.rule("TRC-21.3a", "TRC-21.4g", "TRC-21.4b")
def test_who_is_in_no_pool_is_not_offered() -> None:
    units = {
        "3 Pz": "surrendered", "9 Inf": "later", "14 Pz": "removed", "12 Inf": "off-map",
        "Rum 2 Inf": "surrendered", "1 SS Pz": "surrendered", "16 A": "pool", "1 Cav": "pool",
    }  # fmt: skip
    pool = ["48 Pz", "Rum 1 Inf"]
    assert offers(pool, units=units) == [{"48 Pz"}, {"Rum 1 Inf"}]
    state = may(pool, units=units)
    assert back(state) == set()
    with refused("TRC-21.3a"):
        play(state, "replace 3 Pz")
    with refused("TRC-21.4g"):
        play(state, "replace 1 Cav")


@pytest.mark.rule("TRC-21.3a", "TRC-21.4g", "TRC-21.6a", "TRC-21.6c", "TRC-21.6e")
def test_why_a_corps_is_not_given_back_is_told() -> None:
    pool = ["48 Pz", "52 Mot", "10 Inf", "7 Inf", "49 Mtn"]
    armour = may(pool, units={"3 Pz": "surrendered", "1 Cav": "pool"})
    refusals = {
        "TRC-21.6c": ["52 Mot", "10 Inf"],
        "TRC-21.4a": ["7 Inf", "49 Mtn"],
        "TRC-21.3a": ["3 Pz"],
        "TRC-21.4g": ["1 Cav"],
    }
    for rule, units in refusals.items():
        for unit in units:
            with refused(rule):
                play(armour, f"replace {unit}")
    foot = play(armour, "forgo")
    assert names(foot, "replace") == {"7 Inf"}
    with refused("TRC-21.6e"):
        play(foot, "replace 10 Inf")
    mountain = play(foot, "forgo", "forgo", "forgo")
    assert names(mountain, "replace") == {"49 Mtn"}
    with refused("TRC-21.6a"):
        play(mountain, "replace 10 Inf")


@pytest.mark.rule("TRC-21.4g")
def test_the_1st_cavalry_stands_in_for_nobody() -> None:
    state = impulse_of("axis", 1, turn=MAY_42, units={"1 Cav": "pool"})
    assert state.place("1 Cav") == "pool"


@pytest.mark.rule("TRC-21.1a", "TRC-21.2a", "TRC-9.2c")
def test_who_was_chosen_comes_over_the_edge_by_free_rail() -> None:
    # the 15th comes to Bucharest as a garrison, and as a replacement like any other
    state = play(may(["15 Mtn", "Rum 1 Inf"], MAY_43), "replace 15 Mtn", "replace Rum 1 Inf")
    assert state.decision == "movement"
    assert {"15 Mtn", "Rum 1 Inf"} <= set(state.units_with("fresh"))
    assert {"15 Mtn", "Rum 1 Inf"} <= set(state.units_with("replacement"))
    assert "E33" in names(play(state, "enter 15 Mtn"), "at")
    # those who come in the second impulse have no free rail
    late = impulse_of("axis", 2, turn=MAY_42, units={"HQ North": "pool"})
    assert late.place("HQ North") == "arriving" and not late.units_with("fresh")
    assert "HQ North" in late.units_with("replacement")


@pytest.mark.rule("TRC-21.2b", "TRC-21.4b")
@pytest.mark.parametrize(("turn", "back_"), [(6, False), (7, True), (8, False), (13, True)])
def test_headquarters_come_back_in_the_same_turns(turn: int, back_: bool) -> None:
    units = {"HQ North": "pool", "HQ South": "pool", "HQ Center": "surrendered", "41 Pz": "J30"}
    second = impulse_of("axis", 2, turn=turn, units=units)
    assert back(second) == ({"HQ North", "HQ South"} if back_ else set())


@pytest.mark.rule("TRC-21.3b", "TRC-21.2a")
def test_the_russian_turn_and_the_second_impulse_bring_nobody() -> None:
    units = {"48 Pz": "pool", "SS Res": "pool"}
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        state = impulse_of(side, impulse, turn=MAY_42, units=units)
        assert [state.place(u) for u in units] == ["pool", "pool"]


# -- motorization, clause by clause ------------------------------------------------------------


@pytest.mark.rule("TRC-23.2a", "TRC-23.1a", "TRC-23.1.1a")
def test_only_stronger_infantry_on_the_map_stands_in() -> None:
    others = {
        "1 Inf": "pool", "2 Inf": "later", "48 Pz": "J30", "10 Inf": "J31", "Rum 1 Inf": "E32",
        "49 Mtn": "K31", "52 Mot": "L31", "9 Inf": "off-map",
    }  # fmt: skip
    assert names(motorizing({"7 Inf": "K31", **others}), "motorize") == {"7 Inf"}
    # with a 4-4 on the map it alone
    assert names(motorizing({"7 Inf": "K31", **others, "2 Inf": "L31"}), "motorize") == {"2 Inf"}
    # without either the corps goes to the pool
    none = impulse_of("axis", 1, turn=JULY, units={"11 Mot": "later", **others})
    assert none.place("11 Mot") == "pool"


@pytest.mark.rule("TRC-23.1a", "TRC-23.2a")
def test_who_declines_has_no_corps() -> None:
    state = play(motorizing(FOOT), "decline")
    assert state.place("11 Mot") == "removed"
    assert [state.place(u) for u in FOOT] == list(FOOT.values())
    assert motorizing(FOOT).to_move == "axis"


@pytest.mark.rule("TRC-23.1a")
def test_a_corps_takes_a_place_once_and_in_the_axis_turn() -> None:
    for place in ("removed", "surrendered", "pool"):
        state = impulse_of("axis", 1, turn=JULY, units={"11 Mot": place, **FOOT})
        assert state.place("11 Mot") == place
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        state = impulse_of(side, impulse, turn=JULY, units={"11 Mot": "later", **FOOT})
        assert state.place("11 Mot") == "later"
    for turn in (JULY - 1, JULY + 1):
        state = impulse_of("axis", 1, turn=turn, units={"11 Mot": "later", **FOOT})
        assert state.place("11 Mot") == "later"


@pytest.mark.rule("TRC-23.1.2a", "TRC-23.2a")
def test_no_ally_is_motorized_though_no_german_can_be() -> None:
    """The Finns have a 4-3, stronger than the 3-4 that the corps takes the place of."""
    units = {"26 Mot": "later", "Finn 6 Inf": "B13", "28 Inf": "removed", "46 Pz": "J30"}
    state = impulse_of("axis", 1, turn=JULY, units=units)
    assert [state.place(u) for u in ("26 Mot", "Finn 6 Inf")] == ["pool", "B13"]


@pytest.mark.rule("TRC-23.1.1a", "TRC-23.1.2a", "TRC-23.1.3a")
@pytest.mark.parametrize(
    ("corps", "turn", "strength"),
    [("11 Mot", JULY, 4), ("26 Mot", JULY, 3), ("29 Mot", NOVEMBER, 3), ("43 Mot", NOVEMBER, 5)],
)
def test_each_corps_takes_infantry_of_its_own_strength(
    corps: str, turn: int, strength: int
) -> None:
    foot = {3: {"10 Inf", "26 Inf"}, 4: {"1 Inf", "2 Inf"}, 5: {"7 Inf", "9 Inf"}}
    hexes = ["J30", "J31", "K31", "L31", "E32", "E33"]
    everyone = dict(zip(sorted(set().union(*foot.values())), hexes, strict=True))
    state = motorizing({**everyone, "28 Inf": "D30"}, turn, corps)
    bystander = {"28 Inf"} if strength == 3 else set()
    assert names(state, "motorize") == foot[strength] | bystander
    done = play(state, f"motorize {min(foot[strength])}")
    assert done.place(corps) == everyone[min(foot[strength])]
    assert done.place(min(foot[strength])) == "removed"


@pytest.mark.rule("TRC-20.0a", "TRC-23.1a")
def test_who_would_be_motorized_is_never_a_reinforcement() -> None:
    """Even where nobody is motorized, so that it still waits in July 1943."""
    units = {"11 Mot": "later", "57 Pz": "J31"}
    state = at_without("TRC-23.1a", "russian", 2, turn=JULY - 1, units=units)
    state.push("end-movement")
    after = walk(state, "movement", "axis", 1, weather=1)
    assert after.var("turn") == JULY and after.place("11 Mot") == "later"

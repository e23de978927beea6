"""Sections 21 and 23: Axis replacements, and motorization."""

from __future__ import annotations

import pytest

from eastfront._core import State

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
    more = first.edited(places=[("1 SS Pz", "pool")])
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
    late = walk(state, "movement", "russian", 1).edited(places=[("SS Res", "pool")])
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

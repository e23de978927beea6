"""Section 26.1: replacements made available by SS corps."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import MAY_42, MAY_43, MAY_44, before, names, play, refused, walk

OPTION = ("ss-replenishment",)

POOL = ["48 Pz", "47 Pz", "50 Mot", "52 Mot", "10 Inf", "26 Inf", "12 Inf"]
"""Armor, motorized corps, two of infantry with 3-4 and one with more."""

ANY = {"48 Pz", "47 Pz", "50 Mot", "52 Mot", "10 Inf", "26 Inf"}
LIGHT = {"10 Inf", "26 Inf"}


def choices(turn: int, units: dict[str, str], options: tuple[str, ...] = OPTION) -> list[State]:
    """The choices of replacements of a turn, all of them forgone."""
    # two armored corps to be withdrawn in 1944, after those of the SS
    spare = {"41 Pz": "J30", "56 Pz": "J31"}
    where = {**dict.fromkeys(POOL, "pool"), **spare, **units}
    state = before("axis", 1, turn=turn, units=where, options=options)
    state.push("end-movement")
    state = walk(state, "replacements", "axis")
    found = []
    while state.decision == "replacements":
        found.append(state)
        state = play(state, "forgo")
    return found


def extra(turn: int, **units: str) -> list[State]:
    """The choices that SS corps add; they are named with underscores."""
    where = {name.replace("_", " ").strip(): place for name, place in units.items()}
    usual = len(choices(turn, {}))
    return choices(turn, where)[usual:]


def offered(states: list[State]) -> list[set[str]]:
    """What can be taken in each choice."""
    return [names(state, "replace") for state in states]


@pytest.mark.rule("TRC-26.1a", "TRC-26.1b")
def test_the_ss_reserve_makes_light_infantry_free() -> None:
    for turn in (MAY_42, MAY_43, MAY_44):
        more = extra(turn, SS_Res="J29")
        assert offered(more) == [LIGHT]
    with refused("TRC-26.1b"):
        play(more[0], "replace 48 Pz")
    assert play(more[0], "replace 10 Inf").place("10 Inf") == "arriving"


@pytest.mark.rule("TRC-26.1a")
def test_only_a_corps_that_has_come_and_is_not_lost() -> None:
    for box in ("pool", "surrendered", "later", "removed"):
        assert extra(MAY_42, SS_Res=box) == []
    assert offered(extra(MAY_42, SS_Res="off-map")) == [LIGHT]
    usual = len(choices(MAY_42, {}, ()))
    assert len(choices(MAY_42, {"SS Res": "J29"}, ())) == usual


@pytest.mark.rule("TRC-26.1c", "TRC-26.1a")
def test_the_first_ss_corps_in_1944() -> None:
    # it is withdrawn that very turn, but not lost
    assert offered(extra(MAY_44, **{"1_SS_Pz": "J29"})) == [ANY]
    assert extra(MAY_43, **{"1_SS_Pz": "J29"}) == []
    with refused("TRC-26.1c"):
        play(extra(MAY_44, **{"1_SS_Pz": "J29"})[0], "replace 12 Inf")


@pytest.mark.rule("TRC-26.1d", "TRC-26.1a")
def test_the_second_ss_corps_in_1943_and_1944() -> None:
    for turn in (MAY_43, MAY_44):
        assert offered(extra(turn, **{"2_SS_Pz": "J29"})) == [ANY]


@pytest.mark.rule("TRC-26.1e", "TRC-26.1a")
def test_the_third_ss_corps_in_1943_and_1944() -> None:
    for turn in (MAY_43, MAY_44):
        assert offered(extra(turn, **{"3_SS_Pz": "J29"})) == [ANY]


@pytest.mark.rule("TRC-26.1f", "TRC-26.1a")
def test_the_sixth_ss_corps_in_1944() -> None:
    assert offered(extra(MAY_44, **{"6_SS_Inf": "J29"})) == [LIGHT]
    assert extra(MAY_43, **{"6_SS_Inf": "J29"}) == []


@pytest.mark.rule("TRC-26.1a", "TRC-26.1d", "TRC-26.1e")
def test_each_corps_makes_one_free() -> None:
    both = extra(MAY_43, **{"2_SS_Pz": "J29", "3_SS_Pz": "J28"})
    assert offered(both) == [ANY, ANY]


@pytest.mark.rule("TRC-26.1a")
@pytest.mark.parametrize(
    ("corps", "turn", "gives"),
    [
        ("SS Res", MAY_42, LIGHT), ("SS Res", MAY_43, LIGHT), ("SS Res", MAY_44, LIGHT),
        ("1 SS Pz", MAY_42, None), ("1 SS Pz", MAY_43, None), ("1 SS Pz", MAY_44, ANY),
        ("2 SS Pz", MAY_42, None), ("2 SS Pz", MAY_43, ANY), ("2 SS Pz", MAY_44, ANY),
        ("3 SS Pz", MAY_42, None), ("3 SS Pz", MAY_43, ANY), ("3 SS Pz", MAY_44, ANY),
        ("6 SS Inf", MAY_42, None), ("6 SS Inf", MAY_43, None), ("6 SS Inf", MAY_44, LIGHT),
        ("4 SS Pz", MAY_44, None), ("5 SS Mtn", MAY_44, None), ("15 SS Cav", MAY_44, None),
    ],
)  # fmt: skip
def test_the_table_of_the_ss(corps: str, turn: int, gives: set[str] | None) -> None:
    """The chart of 26.1 by corps and year, with those that it does not list."""
    found = offered(extra(turn, **{corps.replace(" ", "_"): "J29"}))
    assert found == ([] if gives is None else [gives])


@pytest.mark.rule("TRC-26.1a")
def test_a_corps_that_waits_off_the_map_or_arrives_is_intact() -> None:
    for box in ("off-map", "arriving"):
        assert offered(extra(MAY_42, SS_Res=box)) == [LIGHT]
    # one to come back in 1945 is so only as long as it waits for that
    usual = len(choices(MAY_44, {}))
    for box, more in (("later", 1), ("pool", 0), ("surrendered", 0)):
        where = {**dict.fromkeys(POOL, "pool"), "41 Pz": "J30", "56 Pz": "J31", "2 SS Pz": box}
        state = before(
            "axis", 1, turn=MAY_44, units=where, options=OPTION, flags={"returning": ["2 SS Pz"]}
        )
        state = walk(play(state, "end-movement"), "replacements", "axis")
        count = 0
        while state.decision == "replacements":
            count, state = count + 1, play(state, "forgo")
        assert count == usual + more, box


@pytest.mark.rule("TRC-26.1a", "TRC-26.1b")
def test_whom_the_corps_refuses() -> None:
    """German corps that are not of its kind, allies, and whoever is not in the pool."""
    units = {"SS Res": "J29", "Rum 1 Inf": "pool", "HQ North": "pool", "28 Inf": "surrendered"}
    state = choices(MAY_42, units)[-1]
    for unit in ("48 Pz", "50 Mot", "12 Inf", "Rum 1 Inf", "HQ North", "28 Inf", "38 Inf"):
        with refused("TRC-26.1b"):
            play(state, f"replace {unit}")

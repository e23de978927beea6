"""The odds of a battle: strengths, terrain and rounding."""

from __future__ import annotations

import pytest

from .battle_positions import (
    AUGUST,
    DECEMBER,
    FEBRUARY,
    MARCH,
    NOVEMBER,
    OCTOBER,
    at,
    declared,
    odds,
)

COLUMNS = [
    # attackers in 0634 and defenders in 0635, with their strengths and the odds
    ("1PzA, 2PzA, 1RumA, 2RumA", "1Shk", (26, 9, 2)),
    ("1PzA", "1TkC, 2TkC, 3TkC", (11, 3, 3)),
    ("1PzA", "1Inf", (11, 4, 2)),
    ("1PzC", "1Inf", (3, 4, 0)),
    ("1PzA", "1Shk, 1MeC", (11, 11, 1)),
    ("1PzA", "1Shk, 1MeC, 1TkC", (11, 12, 0)),
    ("1PzC, 1InC", "1Inf", (4, 4, 1)),
    ("1PzC", "1Shk", (3, 9, -1)),
    ("1PzC", "1MeC, 2MeC, 3MeC", (3, 6, 0)),
    ("1PzC", "1MeC, 2MeC, 3MeC, 1TkC", (3, 7, -1)),
    ("1PzC", "1Shk, 1TkC", (3, 10, -2)),
    ("1PzA, 1InA", "1MeC", (16, 2, 8)),
    ("1PzA, 1InA, 1RumA", "1MeC", (18, 2, 9)),
]


@pytest.mark.rule("SPI-CBT-GEN2", "SPI-CBT-G1", "SPI-CBT-G2")
@pytest.mark.parametrize(("attackers", "defenders", "expected"), COLUMNS)
def test_odds_are_whole_and_rounded_for_the_defender(
    attackers: str, defenders: str, expected: tuple[int, int, int]
) -> None:
    """W1 and its like: a column below 1 is 1-2 for 0, 1-3 for -1 and so on."""
    state = at("axis fight", {"0634": f"{attackers}, 1AxSup", "0635": defenders})
    if expected[2] < 9:
        assert odds(state, "0635", attackers) == expected
    else:
        assert declared(state, "0635", attackers).place(defenders) == "dead"


@pytest.mark.rule("SPI-CBT-G1", "SPI-CBT-G2")
def test_nine_against_twenty_six_is_one_to_three() -> None:
    """W1, W2: 26 against 9 is 2-1, and 9 against 26 is 1-3."""
    axis = at("axis fight", {"0634": "1PzA, 2PzA, 1RumA, 2RumA, 1AxSup", "0635": "1Shk"})
    assert odds(axis, "0635", "1PzA, 2PzA, 1RumA, 2RumA") == (26, 9, 2)
    units = {"0634": "1Shk, 1Inf, 2Inf, 1SovSup", "0635": "1PzA, 2PzA, 3PzA, 1PzC"}
    assert odds(at("soviet fight", units, 33), "0635", "1Shk, 1Inf, 2Inf") == (9, 26, -1)


@pytest.mark.rule("SPI-CBT-GEN2", "SPI-CBT-B2")
def test_who_does_not_attack_adds_nothing() -> None:
    """Neighbours and stackmates that stay out do not count, nor defenders beside the target."""
    units = {"0634": "1PzA, 1InA, 1AxSup", "0535": "2PzA", "0635": "1Inf", "0735": "2Inf"}
    assert odds(at("axis fight", units), "0635", "1PzA") == (11, 4, 2)


@pytest.mark.rule("SPI-CBT-T1")
@pytest.mark.parametrize("turn", [AUGUST, MARCH, DECEMBER])
def test_rough_ground_doubles_the_defender(turn: int) -> None:
    """W27, in every weather and for either side; the ground of the attacker is nothing."""
    # 0927 is rough and has no rivers; 0926 and 0928 are clear
    state = at("axis fight", {"0926": "1PzA, 1AxSup", "0927": "1Inf"}, turn)
    assert odds(state, "0927", "1PzA") == (11, 8, 1)
    soviet = at("soviet fight", {"0926": "1TkA, 1SovSup", "0927": "1PzC, 1InC"}, turn)
    assert odds(soviet, "0927", "1TkA") == (6, 8, 0)
    downhill = at("axis fight", {"0927": "1PzA, 1AxSup", "0926": "1Inf"}, turn)
    assert odds(downhill, "0926", "1PzA") == (11, 4, 2)


@pytest.mark.rule("SPI-CBT-T1", "SPI-CBT-F")
def test_every_unit_in_rough_ground_is_doubled() -> None:
    """Support units as well; in an attack on two hexes the rough one alone."""
    units = {"0926": "1PzA, 2PzA, 1AxSup", "0927": "1Inf, 1MeC, 1SovSup", "1026": "2Inf"}
    state = at("axis fight", units)
    assert odds(state, "0927", "1PzA") == (11, 14, 0)
    assert odds(state, "0927 1026", "1PzA, 2PzA") == (22, 18, 1)


RIVERS = [
    # who attacks 1130: from 1029 and 1030 across a river, from 1131 and 1129 not
    ("1PzA", 8),
    ("1PzA, 2PzA", 8),
    ("1PzA, 2PzA, 3PzA", 4),
    ("1PzA, 3PzA", 4),
    ("3PzA", 4),
]


@pytest.mark.rule("SPI-CBT-T2")
@pytest.mark.parametrize(("attackers", "defence"), RIVERS)
def test_a_river_doubles_who_is_attacked_across_it_alone(attackers: str, defence: int) -> None:
    """R22: one attacker on the defender's bank undoes it."""
    units = {
        "1029": "1PzA, 1AxSup",
        "1030": "2PzA",
        "1131": "3PzA",
        "1130": "1Inf",
    }
    assert odds(at("axis fight", units), "1130", attackers).defence == defence


@pytest.mark.rule("SPI-CBT-T2")
def test_rivers_double_the_axis_too_and_hex_by_hex() -> None:
    """Of two hexes attacked from one, that across the river alone is doubled."""
    soviet = at("soviet fight", {"1030": "1TkA, 1SovSup", "1130": "1InA"})
    assert odds(soviet, "1130", "1TkA") == (6, 14, -1)
    # 1031 lies on the attackers' bank
    units = {"1030": "1PzA, 2PzA, 1AxSup", "1130": "1Inf", "1131": "2Inf", "1031": "3Inf"}
    state = at("axis fight", units)
    assert odds(state, "1131", "1PzA, 2PzA").defence == 8
    assert odds(state, "1131 1031", "1PzA, 2PzA") == (22, 12, 1)


@pytest.mark.rule("SPI-CBT-T2", "SPI-AIR-F")
def test_the_luftwaffe_is_no_attacker_on_the_near_bank() -> None:
    """R22: an air unit that stands on the defender's bank leaves him his river."""
    units = {"1030": "1PzA, 1AxSup", "1130": "1Inf", "1230": "1Air"}
    state = at("axis fight", units)
    assert odds(state, "1130", "1PzA", air={"1Air": "1030"}) == (13, 8, 1)


@pytest.mark.rule("SPI-WINTER-A1")
@pytest.mark.parametrize(
    ("turn", "defence"),
    [(AUGUST, 8), (OCTOBER, 8), (NOVEMBER, 4), (DECEMBER, 4), (FEBRUARY, 4), (MARCH, 8)],
)
def test_a_frozen_river_doubles_nobody(turn: int, defence: int) -> None:
    """R60: rivers are ignored in combat from November to February."""
    state = at("axis fight", {"1030": "1PzA, 1AxSup", "1130": "1Inf"}, turn)
    assert odds(state, "1130", "1PzA").defence == defence
    soviet = at("soviet fight", {"1030": "1TkA, 1SovSup", "1130": "1PzC, 1InC"}, turn)
    assert odds(soviet, "1130", "1TkA").defence == defence


@pytest.mark.rule("SPI-CBT-J")
@pytest.mark.parametrize(
    ("hex_", "near", "defence"),
    [("0118", "0119", 8), ("0618", "0619", 4), ("0119", "0120", 4)],
)
def test_finns_are_doubled_in_finland(hex_: str, near: str, defence: int) -> None:
    """W28: an army of theirs defends with 8 in Finland, with 4 across its border."""
    state = at("soviet fight", {hex_: "1FinA", near: "1Shk, 2Shk, 3Shk, 1TkA, 1SovSup"}, 33)
    assert odds(state, hex_, "1Shk, 2Shk").defence == defence


@pytest.mark.rule("SPI-CBT-J")
def test_only_finns_and_only_as_defenders() -> None:
    """Others in Finland are not doubled, nor support units beside Finns, nor Finnish attacks."""
    guests = {"0118": "1InA, 1AxSup", "0119": "1Shk, 2Shk, 1SovSup"}
    assert odds(at("soviet fight", guests), "0118", "1Shk, 2Shk").defence == 9
    mixed = guests | {"0118": "1FinC, 1InC, 1AxSup"}
    assert odds(at("soviet fight", mixed), "0118", "1Shk, 2Shk").defence == 4 + 2 + 2
    home = {"0118": "1FinA, 1AxSup", "0119": "1Inf"}
    assert odds(at("axis fight", home), "0119", "1FinA") == (2, 4, 0)
    # a corps counts as an army does
    corps = {"0118": "1FinC", "0119": "1Shk, 1SovSup"}
    assert odds(at("soviet fight", corps), "0118", "1Shk").defence == 4
    # and a Soviet unit in Finland is not doubled
    away = {"0118": "1Inf", "0119": "1FinA, 1AxSup"}
    assert odds(at("axis fight", away), "0118", "1FinA").defence == 4


TWICE = [
    # rough ground, then across a river as well
    ((), 8, 8),
    (("R21",), 8, 16),
]


@pytest.mark.parametrize(("options", "rough", "both"), TWICE)
@pytest.mark.rule("SPI-CBT-T1", "SPI-CBT-T2", "SPI-CBT-GEN2")
def test_several_reasons_double_once_or_each(
    options: tuple[str, ...], rough: int, both: int
) -> None:
    """R21: rough ground behind a river counts twice, or by the other reading four times."""
    # 2416 is rough, across a river from 2317 and joined by land with 2316
    units = {"2317": "1PzA, 1AxSup", "2316": "2PzA", "2416": "1Inf"}
    state = at("axis fight", units, options=options)
    assert odds(state, "2416", "1PzA").defence == both
    assert odds(state, "2416", "2PzA").defence == rough
    assert odds(state, "2416", "1PzA, 2PzA").defence == rough
    # in winter there is one reason, but 1PzA must be beside its supply unit
    winter = at("axis fight", units, DECEMBER, options=options)
    assert odds(winter, "2416", "1PzA").defence == rough


@pytest.mark.rule("SPI-CBT-T2")
def test_rivers_double_in_mud_too() -> None:
    units = {"1029": "1PzA, 1AxSup", "1130": "1Inf"}
    assert odds(at("axis fight", units, OCTOBER), "1130", "1PzA").defence == 8
    assert odds(at("axis fight", units, MARCH), "1130", "1PzA").defence == 8


@pytest.mark.rule("SPI-CBT-GEN3", "SPI-CBT-GEN4")
@pytest.mark.parametrize(("more", "asked"), [(", 3PzC", False), ("", True)])
def test_at_nine_to_one_nobody_is_asked_for_a_table(more: str, asked: bool) -> None:
    """Three corps against one eliminate it without a roll."""
    units = {"0634": f"1PzC, 2PzC{more}, 1AxSup", "0635": "1TkC"}
    out = declared(at("axis fight", units), "0635", f"1PzC, 2PzC{more}")
    assert (out.decision == "table") == asked
    assert (out.place("1TkC") == "dead") == (not asked)

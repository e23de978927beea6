"""Invariants of every position: they hold in random games, and each detects a violation."""

from __future__ import annotations

import random

import pytest

from eastfront._core import State
from eastfront.cli import invariants as check

from .movement_positions import AUGUST, JANUARY, JUNE_43, MAY_43, at, game, play


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("barbarossa", ()),
        ("stalingrad", ("R16",)),
        ("zitadelle", ()),
        ("berlin", ()),
        pytest.param("barbarossa", ("situation-7",), marks=pytest.mark.option("reorganized")),
    ],
)
def test_they_hold_in_games_by_chance(scenario: str, options: tuple[str, ...]) -> None:
    """One action in five is a pass, so that several turns are seen."""
    rng, state = random.Random(scenario), game(scenario, options).new(seed=7)
    for step in range(700):
        if state.is_over:
            break
        legal = state.legal_actions.list()
        passes = [a for a in legal if state.is_pass(a)]
        state.push(rng.choice(passes if passes and rng.random() < 0.2 else legal))
        if step % 5 == 0 or state.decision in ("attacks", "arrival"):
            assert list(check.violations(state)) == []


@pytest.mark.parametrize(
    ("units", "wait", "month", "rule", "who"),
    [
        ({"0530": "1InC, 2InC, 3InC, 1Air"}, "axis fight", AUGUST, "", ""),
        ({"0530": "1InC, 2InC, 3InC, 4InC"}, "axis fight", AUGUST, "SPI-STACK-GEN1", "4InC"),
        ({"0530": "1PzA, 1InC"}, "axis fight", AUGUST, "SPI-STACK-GEN1", "1PzA"),
        ({"0530": "1RumA, 1InC, 2InC"}, "axis fight", AUGUST, "SPI-STACK-GEN1", "1RumA"),
        ({"0530": "1Inf, 2Inf, 3Inf"}, "soviet fight", MAY_43, "SPI-STACK-GEN4", "3Inf"),
        ({"0530": "1Inf, 2Inf, 3Inf"}, "soviet fight", JUNE_43, "", ""),
        ({"0530": "1Inf, 2Inf, 3Inf, 4Inf"}, "axis rail", JUNE_43, "SPI-STACK-GEN4", "4Inf"),
        ({"0530": "1Inf, 2Inf, 3Inf"}, "axis rail", AUGUST, "SPI-STACK-GEN4", "3Inf"),
        # in one's own Movement Phases and after a retreat more may stand there
        ({"0530": "1InC, 2InC, 3InC, 4InC"}, "axis move", AUGUST, "", ""),
        ({"0530": "1Inf, 2Inf, 3Inf"}, "axis fight", AUGUST, "", ""),
        ({"0530": "1Shk"}, "soviet move", 16, "SPI-BREAK-S3", "1Shk"),
        ({"0530": "1TkA"}, "soviet move", 17, "", ""),
    ],
)
def test_stacks_and_armies(
    units: dict[str, str], wait: str, month: int, rule: str, who: str
) -> None:
    side = "soviet" if "Inf" in units["0530"] or "k" in units["0530"] else "axis"
    fighting = {"2301": "9InC", "2302": "90Inf", "2401": "5AxSup", "2303": "3SovSup"}
    crowd = [(unit, "0530") for unit in units["0530"].split(", ")]
    state = at(wait, fighting, month)._supposed(
        places=crowd, hex_flags=[("0530", f"{side} passed last", True)]
    )
    found = [v for v in check.violations(state) if "0530" in v.text or "formed" in v.text]
    assert all(rule in v.rules and who in v.text for v in found) and bool(found) == bool(rule)


def read(state: State) -> str:
    """With what words a position is refused when it is read; none when it is taken."""
    try:
        state.game.state_from_bytes(bytes(state))
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("places", "month", "rule"),
    [
        ({"1PzA": "0635", "1Inf": "0635"}, AUGUST, "SPI-MOVE-G"),
        ({"1PzA": "0514"}, JANUARY, "SPI-WINTER-A2"),
        ({"1PzA": "0419"}, AUGUST, "SPI-WINTER-A2"),
        ({"1Inf": "overrun"}, AUGUST, "SPI-OVR-GEN5"),
    ],
)
def test_places(places: dict[str, str], month: int, rule: str) -> None:
    units = {"0530": "1PzA, 1AxSup", "0531": "1Inf"}
    state = at("axis fight", units, month)._supposed(places=list(places.items()))
    assert any(rule in v.rules for v in check.violations(state))
    frozen = at("axis fight", units, JANUARY)._supposed(places=[("1PzA", "0419")])
    assert not any("SPI-WINTER-A2" in v.rules for v in check.violations(frozen))


def test_straits_and_trails() -> None:
    units = {"0530": "1PzA, 1AxSup", "0531": "1Inf", "2301": "9InC", "2302": "90Inf"}
    state = at("axis fight", units)
    assert list(check.violations(state)) == [] and read(state) == ""
    strange = state._supposed(hex_flags=[("0530", "axis passed last", False)])
    assert any("SPI-RAIL-M11" in v.rules and "1PzA" in v.text for v in check.violations(strange))
    assert "SPI-RAIL-M11" in read(strange)
    both = state._supposed(hex_flags=[("0531", "axis passed last", True)])
    assert any("both" in v.text for v in check.violations(both)) and "SPI-RAIL-M11" in read(both)
    empty = state._supposed(hex_flags=[("0532", "axis passed last", True)])
    assert read(empty) == ""
    for flag in ("waited at Kerch", "crossed Kerch"):
        away = state._supposed(unit_flags=[("1PzA", flag, True)])
        assert any("SPI-MOVE-L2" in v.rules for v in check.violations(away))
        assert "SPI-MOVE-L2" in read(away)
        beaten = away._supposed(unit_flags=[("1Inf", "was attacked", True)])
        assert list(check.violations(beaten)) == [] and read(beaten) == ""
        there = away._supposed(
            places=[("1PzA", "4327")], hex_flags=[("4327", "axis passed last", True)]
        )
        assert list(check.violations(there)) == [] and read(there) == ""


@pytest.mark.rule("SPI-WINTER-A2", "SPI-OVR-GEN5", "SPI-MOVE-G")
def test_what_breaks_an_invariant_is_not_read() -> None:
    units = {"0530": "1PzA, 1AxSup", "0531": "1Inf", "2301": "9InC", "2302": "90Inf"}
    for places, month, rule in (
        ([("1PzA", "0635"), ("1Inf", "0635")], AUGUST, "SPI-MOVE-G"),
        ([("1PzA", "0514")], JANUARY, "SPI-WINTER-A2"),
        ([("1PzA", "0419")], AUGUST, "SPI-WINTER-A2"),
        ([("1PzA", "0419")], JANUARY, ""),
        ([("1Inf", "overrun")], AUGUST, "SPI-OVR-GEN5"),
    ):
        stood = [(hex_, "axis passed last", True) for _, hex_ in places if hex_[0] == "0"]
        state = at("axis move", units, month)._supposed(places=places, hex_flags=stood)
        told = read(state)
        assert f"it breaks a law, {rule}" in told if rule else told == ""
    moving = at("axis move", units)._supposed(places=[("1Inf", "overrun")])
    assert "SPI-OVR-GEN5" in read(moving)
    assert read(moving._supposed(unit_flags=[("1PzA", "overran", True)])) == ""


@pytest.mark.rule("SPI-CBT-GEN1")
@pytest.mark.parametrize(("side", "own", "depot", "enemy"), [
    ("axis", "1PzA", "1AxSup", "1Inf"), ("soviet", "1Inf", "1SovSup", "1PzA"),
])  # fmt: skip
def test_attackers_are_combat_units_of_the_side(
    side: str, own: str, depot: str, enemy: str
) -> None:
    units = {"0634": f"{own}, {depot}", "0635": enemy, "2301": "9InC", "2302": "90Inf"}
    state = play(at(f"{side} fight", units), "attack 0635")
    assert state.units_with("attacking") == [own] and read(state) == ""
    for other in (depot, enemy):
        assert "SPI-CBT-GEN1" in read(state._supposed(unit_flags=[(other, "attacking", True)]))

"""The counters: strengths and points, classes, sizes, nations, and numbers."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from .movement_positions import (
    AUGUST,
    around,
    at,
    counters,
    goes,
    legs,
    names,
    on,
    play,
    walk,
)


class Kind(NamedTuple):
    """A kind of counter as it is printed, and how many of it the sheet has."""

    attack: int
    defence: int
    points: int
    klass: str
    size: str
    number: int


MOTORIZED, FOOT, SUPPORT = "motorized", "non-motorized", "support"
PRINTED = {
    "PzA": Kind(11, 8, 8, MOTORIZED, "army", 6),
    "PzC": Kind(3, 2, 8, MOTORIZED, "corps", 18),
    "InA": Kind(5, 7, 3, FOOT, "army", 9),
    "InC": Kind(1, 2, 3, FOOT, "corps", 27),
    "Air": Kind(2, 1, 2, SUPPORT, "", 4),
    "AxSup": Kind(0, 2, 2, SUPPORT, "", 6),
    "RumA": Kind(2, 4, 2, FOOT, "army", 4),
    "RumC": Kind(1, 2, 2, FOOT, "corps", 8),
    "FinA": Kind(2, 4, 2, FOOT, "army", 4),
    "FinC": Kind(1, 2, 2, FOOT, "corps", 8),
    "HunA": Kind(2, 4, 2, FOOT, "army", 2),
    "HunC": Kind(1, 2, 2, FOOT, "corps", 4),
    "ItaA": Kind(2, 4, 2, FOOT, "army", 1),
    "ItaC": Kind(1, 2, 2, FOOT, "corps", 3),
    "Inf": Kind(2, 4, 2, FOOT, "army", 68),
    "Shk": Kind(5, 9, 3, FOOT, "army", 16),
    "TkC": Kind(2, 1, 5, MOTORIZED, "corps", 24),
    "MeC": Kind(1, 2, 5, MOTORIZED, "corps", 15),
    "TkA": Kind(6, 5, 5, MOTORIZED, "army", 8),
    "SovSup": Kind(0, 1, 2, SUPPORT, "", 4),
}
"""The counter sheet, decoded (a1, a2 of the notes on the rulebook)."""

SOVIET = ("Inf", "Shk", "TkC", "MeC", "TkA", "SovSup")
HOME = {"FinA": "0114", "FinC": "0114"}
"""Finns stay near Finland; all others are tried in the plain."""


def side_of(kind: str) -> str:
    return "soviet" if kind in SOVIET else "axis"


@pytest.mark.rule("SPI-UNIT-A")
@pytest.mark.parametrize("kind", PRINTED)
def test_strengths_and_points_are_the_printed_ones(kind: str) -> None:
    """Attack and defence as a position tells them, and the points as they are spent."""
    attack, defence, points = PRINTED[kind][:3]
    unit, here = f"1{kind}", HOME.get(kind, "0530")
    state = at(f"{side_of(kind)} move", {here: unit})
    assert f"{unit} {attack}-{defence}" in state.text()
    assert max(dict(state.reach(unit)).values()) == points


@pytest.mark.rule("SPI-UNIT-A")
@pytest.mark.parametrize(
    "kind", [k for k in PRINTED if PRINTED[k].klass != SUPPORT and k not in HOME]
)
def test_the_first_number_attacks_and_the_second_defends(kind: str) -> None:
    """Against one that stands alone, and attacked by one."""
    attack, defence = PRINTED[kind][:2]
    side, other, unit = (
        side_of(kind),
        {"axis": "soviet", "soviet": "axis"}[side_of(kind)],
        f"1{kind}",
    )
    depot, foe = ("1AxSup", "9Inf") if side == "axis" else ("1SovSup", "9InC")
    table = play(at(f"{side} fight", {"0530": f"{unit}, {depot}", "0531": foe}), "attack 0531")
    assert table.decision == "table" and table.var("attack") == attack
    depot, foe = ("1SovSup", "9Inf") if side == "axis" else ("1AxSup", "9InC")
    table = play(at(f"{other} fight", {"0530": unit, "0531": f"{foe}, {depot}"}), "attack 0530")
    assert table.decision == "table" and table.var("defence") == defence


@pytest.mark.rule("SPI-UNIT-B", "SPI-UNIT-C", "SPI-UNIT-D")
@pytest.mark.parametrize("kind", PRINTED)
def test_each_kind_moves_controls_and_stacks_as_its_class(kind: str) -> None:
    """What a class decides: the toll of a zone, whether it has one of its own, and stacking."""
    side, unit, klass = side_of(kind), f"1{kind}", PRINTED[kind].klass
    here = HOME.get(kind, "0530")
    to = around(here)[1]
    enemy = next(h for h in around(to) if h not in (here, *around(here)))
    foe = "9Inf" if side == "axis" else "9InC"
    state = at(f"{side} move", {here: unit, enemy: foe})
    points = PRINTED[kind].points
    assert dict(state.reach(unit))[to] == min(2 if klass == FOOT else 3, points)
    assert bool(state.zoc(side)) == (klass != SUPPORT)
    full = {"axis": "21InC, 22InC, 23InC", "soviet": "15Shk, 16Shk"}[side]
    crowd = play(at(f"{side} move", {here: unit, to: full}), f"move {unit}", f"to {to}")
    if crowd.decision == "movement" or "stop" in crowd.legal_actions.names():
        crowd = play(crowd, "stop") if crowd.decision == "leg" else crowd
        assert ("" in names(crowd, "end-movement")) == (klass == SUPPORT)
    else:
        assert klass != SUPPORT


@pytest.mark.rule("SPI-UNIT-B", "SPI-UNIT-C", "SPI-UNIT-D", "SPI-OVR-A1")
@pytest.mark.parametrize("kind", [k for k in PRINTED if side_of(k) == "soviet"])
def test_of_the_soviets_only_motorized_units_help_to_overrun(kind: str) -> None:
    """A tank army and a tank corps are eight, one too few against a Luftwaffe unit."""
    units = {"0530": f"1TkA, 1TkC, 8{kind}" if kind != "SovSup" else "1TkA, 1TkC, 1SovSup"}
    state = at("soviet move", {**units, "0531": "1Air"}, 26)
    assert ("0531" in names(state, "overrun")) == (PRINTED[kind].klass == MOTORIZED)


@pytest.mark.rule("SPI-UNIT-E")
@pytest.mark.parametrize("kind", [k for k in PRINTED if side_of(k) == "axis" and k not in HOME])
def test_an_axis_army_fills_a_hex_and_a_corps_does_not(kind: str) -> None:
    size, unit = PRINTED[kind].size, f"1{kind}"
    state = goes(at("axis move", {"0530": unit, "0531": "21InC"}), unit, "0531")
    assert ("" in names(state, "end-movement")) == (size != "army")


@pytest.mark.rule("SPI-UNIT-E", "SPI-BREAK-C1")
def test_armies_break_down_and_corps_do_not() -> None:
    for kind, printed in PRINTED.items():
        wait = f"{side_of(kind)} break"
        helper = {"0630": "2PzA"} if side_of(kind) == "axis" else {"0630": "8TkA"}
        state = at(wait, {HOME.get(kind, "0530"): f"1{kind}", **helper}, 26)
        # a Soviet 2-4-2 is an army of one part
        breaks = printed.size == "army" and kind != "Inf"
        assert (f"1{kind}" in names(state, "break")) == breaks, kind


@pytest.mark.rule("SPI-UNIT-F", "SPI-MOVE-K")
def test_finns_alone_are_bound_to_finland() -> None:
    """Counters with the same numbers, and another letter."""
    for unit, free in (("1FinC", False), ("1RumC", True), ("1HunC", True), ("1ItaC", True)):
        assert ("0622" in legs(at("axis move", {"0621": unit}), unit)) == free


@pytest.mark.rule("SPI-UNIT-F", "SPI-BREAK-N")
@pytest.mark.parametrize("pair", ["1RumC, 1HunC", "1RumC, 1ItaC", "1FinC, 1RumC", "1HunC, 1ItaC"])
def test_nations_form_no_army_together(pair: str) -> None:
    helper = {"0111": "7FinC, 8FinC", "2103": "2PzA"}
    state = at("axis break", {"0114": pair, **helper})
    assert all(state.place(u) != "0114" for u in names(state, "form"))
    assert {u for u in names(state, "form")} <= {"1FinA", "2FinA", "3FinA", "4FinA"}


@pytest.mark.rule("SPI-UNIT-G")
def test_the_sheet_has_so_many_of_each() -> None:
    """More counters exist for what breaks down, but no more is ever deployed or sent."""
    for kind, printed in PRINTED.items():
        have = sum(name.lstrip("0123456789") == kind for name in counters())
        assert have >= printed.number, kind


@pytest.mark.rule("SPI-UNIT-G", "SPI-SEQ-H")
@pytest.mark.parametrize(("there", "then"), [(6, 6), (5, 6), (4, 6), (3, 5)])
def test_a_unit_waits_while_all_counters_of_its_kind_are_on_the_map(there: int, then: int) -> None:
    """Two supply units are due in September 1941, and the sheet has six."""
    depots = {f"2{n}01": f"{n}AxSup" for n in range(1, there)}
    depots |= {"pool": ", ".join(f"{n}AxSup" for n in range(there, 6))} if there < 6 else {}
    state = at("soviet move", depots)
    later = on(state, "movement", "axis")
    assert later.turn == AUGUST + 1
    on_map = [u for u, p in later.places().items() if u.endswith("AxSup") and p in later.game.hexes]
    assert len(on_map) == then


@pytest.mark.rule("SPI-UNIT-G", "SPI-SEQ-H")
def test_who_waited_comes_when_a_counter_is_free() -> None:
    """Two are due and wait; when one is gone another comes in the turn after."""
    depots = {f"2{n}01": f"{n}AxSup" for n in range(1, 6)}
    waiting = on(at("soviet move", depots), "movement", "axis")
    assert waiting.var("AX:sup due") == 2
    less = waiting._supposed(places=[("1AxSup", "used up")])
    later = walk(on(on(less, "movement", "soviet"), "movement", "axis"), "movement", "axis")
    assert later.turn == AUGUST + 2
    on_map = [u for u, p in later.places().items() if u.endswith("AxSup") and p in later.game.hexes]
    assert len(on_map) == 6
    # of three that were due two wait on
    assert later.var("AX:sup due") == 2


@pytest.mark.rule("SPI-UNIT-G", "SPI-SEQ-H")
@pytest.mark.parametrize("box", ["pool", "used up", "off the map", "dead"])
def test_whatever_became_of_a_counter_it_serves_for_a_new_unit(box: str) -> None:
    """Two come while two are on the map, which stay where they are."""
    there = {"2501": "1AxSup", "2601": "2AxSup"}
    later = on(
        at("soviet move", {**there, box: "3AxSup, 4AxSup, 5AxSup, 6AxSup"}), "movement", "axis"
    )
    assert later.turn == AUGUST + 1
    assert (later.place("1AxSup"), later.place("2AxSup")) == ("2501", "2601")
    assert sum(later.place(f"{n}AxSup") in later.game.hexes for n in range(3, 7)) == 2


@pytest.mark.rule("SPI-UNIT-G", "SPI-SEQ-H")
@pytest.mark.parametrize("box", ["used up", "off the map", "dead"])
def test_a_counter_that_was_never_used_comes_first(box: str) -> None:
    units = {"2501": "1AxSup, 2AxSup", box: "3AxSup, 4AxSup, 5AxSup", "pool": "6AxSup"}
    later = on(at("soviet move", units), "movement", "axis")
    assert later.place("6AxSup") in later.game.hexes
    assert sum(later.place(f"{n}AxSup") in later.game.hexes for n in range(3, 6)) == 1


@pytest.mark.rule("SPI-UNIT-G", "SPI-SEQ-H")
@pytest.mark.parametrize(("kind", "most"), [("Inf", 68), ("TkC", 24), ("MeC", 15)])
def test_of_what_armies_break_into_no_more_come_than_the_sheet_has(kind: str, most: int) -> None:
    """Three are due; all but one of the counters that are read are in play."""
    land = [f"{row:02}{column}" for row in range(2, 42, 2) for column in range(35, 41)]
    own = [name for name in counters() if name.lstrip("0123456789") == kind][:most - 1]  # fmt: skip
    rows = {h: ", ".join(own[2 * n : 2 * n + 2]) for n, h in enumerate(land)}
    state = at("axis move", {h: names_ for h, names_ in rows.items() if names_})
    state = state._supposed(variables=[(f"SU:{kind.lower()} due", 3)])
    after = on(state, "movement", "soviet")
    on_map = [u for u, p in after.places().items() if p in after.game.hexes]
    assert sum(u.lstrip("0123456789") == kind for u in on_map) == most

"""The Kerch Straits, the limit of the Finns, and the ice."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .movement_positions import (
    AUGUST,
    DECEMBER,
    FEBRUARY,
    JANUARY,
    MARCH,
    around,
    at,
    data,
    goes,
    legs,
    names,
    on,
    play,
    refused,
    walk,
)

WEST, EAST = "4327", "4328"
"""The two ends of the straits."""


def next_phase(state: State, side: str) -> State:
    """The next Movement Phase of a side, all others passed by."""
    return walk(play(state, "end-movement"), "movement", side)


def crossings(state: State, unit: str) -> set[str]:
    """Where a unit can cross to."""
    return names(play(state, f"move {unit}"), "cross") if unit in names(state, "move") else set()


ARMIES = [
    ("axis", "1InC"),
    ("axis", "1PzA"),
    ("axis", "1AxSup"),
    ("soviet", "1Inf"),
    ("soviet", "1TkC"),
]


@pytest.mark.rule(
    "SPI-MOVE-L1", "SPI-MOVE-L2", "SPI-MOVE-L3", "SPI-MOVE-L4", "SPI-SEQ-C", "SPI-SEQ-E"
)
@pytest.mark.parametrize(("side", "unit"), ARMIES)
@pytest.mark.parametrize(
    ("here", "before", "there", "beyond"),
    [(WEST, "4326", EAST, "4329"), (EAST, "4329", WEST, "4326")],
)
def test_crossing_takes_five_phases(
    side: str, unit: str, here: str, before: str, there: str, beyond: str
) -> None:
    """W17, acceptance 23: there in a First phase, still, across in the next turn, still, and on."""
    arrived = goes(at(f"{side} move", {before: unit}), unit, here)
    assert arrived.place(unit) == here
    second = next_phase(arrived, side)
    assert second.turn == AUGUST and not crossings(second, unit)
    with refused("SPI-MOVE-L2"):
        play(second, f"move {unit}", f"cross {there}")
    third = next_phase(second, side)
    assert third.turn == AUGUST + 1 and crossings(third, unit) == {there}
    across = play(third, f"move {unit}", f"cross {there}")
    assert across.place(unit) == there and across.decision == "movement"
    assert unit not in names(across, "move")
    fourth = next_phase(across, side)
    assert fourth.turn == AUGUST + 1 and unit not in names(fourth, "move")
    with refused("SPI-MOVE-L3"):
        play(fourth, f"move {unit}")
    fifth = next_phase(fourth, side)
    assert fifth.turn == AUGUST + 2 and beyond in legs(fifth, unit)


@pytest.mark.rule("SPI-MOVE-L4", "SPI-MOVE-L2", "SPI-MOVE-L3")
def test_who_arrives_in_a_second_phase_crosses_in_the_next_second_phase() -> None:
    arrived = goes(at("axis move 2", {"4326": "1InC"}), "1InC", WEST)
    first = next_phase(arrived, "axis")
    assert first.turn == AUGUST + 1 and not crossings(first, "1InC")
    second = next_phase(first, "axis")
    assert second.turn == AUGUST + 1 and crossings(second, "1InC") == {EAST}
    across = play(second, "move 1InC", f"cross {EAST}")
    third = next_phase(across, "axis")
    assert third.turn == AUGUST + 2 and "1InC" not in names(third, "move")
    assert "4329" in legs(next_phase(third, "axis"), "1InC")


@pytest.mark.rule("SPI-MOVE-L1", "SPI-MOVE-A1")
@pytest.mark.parametrize("month", [AUGUST, JANUARY])
def test_no_ordinary_move_leads_across(month: int) -> None:
    for unit, side in (("1PzA", "axis"), ("1TkC", "soviet")):
        for here, there in ((WEST, EAST), (EAST, WEST)):
            assert there not in legs(at(f"{side} move", {here: unit}, month), unit)


@pytest.mark.rule("SPI-MOVE-L2")
def test_who_does_not_wait_in_one_place_begins_to_wait_anew() -> None:
    """Away and back within the phase in which it should rest."""
    waiting = at("axis move", {WEST: "1PzA"})
    once = next_phase(waiting, "axis")
    assert crossings(once, "1PzA") == {EAST}
    stirred = goes(play(waiting), "1PzA", "4326", WEST)
    assert not crossings(next_phase(stirred, "axis"), "1PzA")
    assert crossings(next_phase(next_phase(stirred, "axis"), "axis"), "1PzA") == {EAST}
    # a move that goes nowhere is none, and a unit that has waited and goes away has not
    stood = play(waiting, "move 1PzA", "stop")
    assert crossings(next_phase(stood, "axis"), "1PzA") == {EAST}
    left = goes(once, "1PzA", "4326", WEST)
    assert not crossings(next_phase(left, "axis"), "1PzA")
    gone = next_phase(goes(once, "1PzA", "4326"), "axis")
    assert not names(play(gone, "move 1PzA", f"to {WEST}"), "cross")


@pytest.mark.rule("SPI-MOVE-L1", "SPI-MOVE-L2")
def test_who_has_waited_and_moves_does_not_cross_in_the_same_phase() -> None:
    """Not even when it comes back to the straits with points left."""
    state = at("axis move", {WEST: "1PzA [waited at Kerch]"})
    assert crossings(state, "1PzA") == {EAST}
    back = play(state, "move 1PzA", "to 4326", f"to {WEST}")
    assert back.decision == "leg" and not names(back, "cross")


@pytest.mark.rule("SPI-MOVE-L2", "SPI-MOVE-L3")
def test_who_leaves_the_straits_waits_no_more() -> None:
    """Nor has it crossed lately; another that stays has waited."""
    units = {WEST: "1PzC [waited at Kerch], 2PzC [waited at Kerch]", "4326": "3PzC"}
    gone = goes(at("axis move", units), "1PzC", "4326")
    after = next_phase(gone, "axis")
    assert after.place("1PzC") == "4326" and after.units_with("waited at Kerch") == ["2PzC"]
    assert "1PzC" in names(after, "move")


@pytest.mark.rule("SPI-MOVE-L2", "SPI-RAIL-M6")
def test_who_comes_by_rail_has_to_wait_as_well() -> None:
    """A corps that rides to the straits in the First phase may not cross in the Second."""
    rode = play(
        at("soviet rail", {"4125": "1Inf", "4123": "2Inf"}), "entrain 2Inf", f"detrain {WEST}"
    )
    second = next_phase(walk(rode, "movement"), "soviet")
    assert second.place("2Inf") == WEST and not crossings(second, "2Inf")
    assert crossings(next_phase(second, "soviet"), "2Inf") == {EAST}
    support = play(at("soviet rail 2", {"4123": "1SovSup"}), "entrain 1SovSup", f"detrain {WEST}")
    later = next_phase(walk(support, "movement"), "soviet")
    assert later.place("1SovSup") == WEST and not crossings(later, "1SovSup")


@pytest.mark.rule("SPI-MOVE-L1", "SPI-MOVE-G", "SPI-STACK-A")
def test_nobody_crosses_to_enemies_or_into_a_full_hex() -> None:
    for there in ("1Inf", "1SovSup"):
        held = next_phase(at("axis move", {WEST: "1InC", EAST: there}), "axis")
        assert not crossings(held, "1InC")
    for there in ("1InA", "2InC, 3InC", "2InC, 3InC, 4InC"):
        full = next_phase(at("axis move", {WEST: "1InC", EAST: there}), "axis")
        assert crossings(full, "1InC") == {EAST}
        # who stands there is at rest, and cannot make room
        rests = full._supposed(unit_flags=[(u, "moved", True) for u in there.split(", ")])
        assert (crossings(rests, "1InC") == {EAST}) == (there == "2InC, 3InC")
    with refused("SPI-STACK-GEN1"):
        play(rests, "move 1InC", f"cross {EAST}")


@pytest.mark.rule("SPI-MOVE-L1", "SPI-STACK-A", "SPI-MOVE-C1")
@pytest.mark.parametrize("there", ["4Inf", "4Inf, 5Inf"])
def test_who_can_but_cross_is_not_passed_over_above_the_limit(there: str) -> None:
    """Enemies hold all land beside the shore; two who have moved stand above the limit with it."""
    land = legs(at("soviet move", {WEST: "1Inf"}), "1Inf") & set(around(WEST))
    held = {h: f"{n}InC" for n, h in enumerate(sorted(land), 1)}
    shore = at("soviet move", held | {WEST: "1Inf, 1SovSup", EAST: there, "4330": "2Inf, 3Inf"})
    ready = next_phase(next_phase(shore, "soviet"), "soviet")
    crowd = ready._supposed(places=[("2Inf", WEST), ("3Inf", WEST)])
    rest = [(u, "moved", True) for u in ("2Inf", "3Inf", "4Inf", "5Inf")]
    crowd = crowd._supposed(unit_flags=rest)
    taken = play(crowd, "move 1Inf")
    # with room for one it has to go, and with none to stay: either way nothing is asked
    assert taken.decision == "movement"
    assert taken.place("1Inf") == (EAST if there == "4Inf" else WEST)


@pytest.mark.rule("SPI-MOVE-L1", "SPI-MOVE-L2", "SPI-STACK-A")
def test_units_on_both_shores_change_places() -> None:
    """Each of them has waited; the phase does not end while only one has crossed."""
    both = next_phase(at("axis move", {WEST: "1InA", EAST: "2InA"}), "axis")
    one = play(both, "move 1InA", f"cross {EAST}")
    with refused("SPI-STACK-A"):
        play(one, "end-movement")
    two = play(one, "move 2InA", f"cross {WEST}", "end-movement")
    assert (two.place("1InA"), two.place("2InA")) == (EAST, WEST)
    # one that has not waited cannot cross, and with enemies around it cannot leave
    sea = {row.name for row in data().map.hexes if row is not None and row.terrain == "sea"}
    ring = sorted(set(around(EAST)) - sea - {WEST})
    shut = {h: f"{n}SovSup" for n, h in enumerate(ring, 1)}
    held = next_phase(at("axis move", {WEST: "1InA", EAST: "2InA", **shut}), "axis")
    assert crossings(held, "1InA") == {EAST}
    stirred = held._supposed(unit_flags=[("2InA", "waited at Kerch", False)])
    assert not crossings(stirred, "1InA")


@pytest.mark.rule("SPI-MOVE-L1", "SPI-STACK-C2")
def test_the_last_part_of_an_army_crosses_to_a_full_hex() -> None:
    """Two tank corps that have moved wait for a mechanized corps, or for another tank corps."""
    for unit, may in (("1MeC", True), ("3TkC", False)):
        shore = at("soviet move", {WEST: unit, EAST: "1TkC, 2TkC"}, 17)
        full = next_phase(shore, "soviet")
        rests = full._supposed(unit_flags=[(u, "moved", True) for u in ("1TkC", "2TkC")])
        assert (crossings(rests, unit) == {EAST}) == may


@pytest.mark.rule("SPI-MOVE-L1", "SPI-MOVE-L3")
def test_who_has_crossed_goes_no_farther_in_any_way() -> None:
    """Neither on the ground nor by rail in the rest that follows."""
    ready = next_phase(at("soviet move", {EAST: "1TkC", "2535": "50Inf"}), "soviet")
    ready = next_phase(ready, "soviet")
    across = play(ready, "move 1TkC", f"cross {WEST}")
    resting = walk(play(across, "end-movement"), "movement", "soviet")
    while resting.turn == across.turn:
        resting = on(resting, "rail movement", "soviet")
        if resting.turn > across.turn:
            break
        assert "1TkC" not in names(resting, "entrain")
    assert resting.place("1TkC") == WEST


@pytest.mark.rule("SPI-CBT-K", "SPI-MOVE-L1", "SPI-ZOC-GEN1")
def test_nothing_is_fought_across_and_lines_of_supply_lead_across() -> None:
    """Acceptance 23."""
    units = {WEST: "1InA, 1AxSup", EAST: "1Inf", "4326": "2InC", "4325": "2Inf"}
    fight = at("axis fight", units)
    assert EAST not in names(fight, "attack") and "4325" in names(fight, "attack")
    assert EAST not in fight.zoc("axis") and WEST not in fight.zoc("soviet")
    # a corps in the Kuban, shut in by land, lives on a line through the Crimea
    land = [h for h in around("4329") if h != EAST and terrain(h) != "sea"]
    ring = dict(zip(land, ("1Inf", "2Inf", "3Inf", "4Inf"), strict=False))
    assert at("axis move", {"4329": "1InC", **ring}).supply("1InC").level > 0
    assert at("axis move", {"4329": "1InC", **ring, WEST: "9Inf"}).supply("1InC").level == 0


def terrain(hex_: str) -> str:
    m = data().map
    row = m.hexes[m.index[hex_]]
    return "sea" if row is None else row.terrain


@pytest.mark.rule("SPI-MOVE-L2", "SPI-MOVE-L3", "SPI-BREAK-C6")
def test_an_army_and_its_corps_wait_for_each_other() -> None:
    """Corps that have waited form an army that has; one that has not spoils it."""
    parts, late = "1TkC, 2TkC, 1MeC", 26
    for before, may in (({WEST: "1TkC, 2TkC", "4326": "1MeC"}, False), ({WEST: parts}, True)):
        state = next_phase(at("soviet move", before, late), "soviet")
        assert crossings(state, "1TkC") == {EAST}
        state = state if may else goes(state, "1MeC", WEST)
        army = play(state, "end-movement", "form 1TkA")
        while army.decision == "part":
            army.push(army.legal_actions.names()[0])
        assert {army.place(u) for u in parts.split(", ")} == {"pool"}
        assert bool(crossings(walk(army, "movement", "soviet"), "1TkA")) == may


@pytest.mark.rule("SPI-MOVE-L2", "SPI-MOVE-L3")
@pytest.mark.parametrize("mark", ["waited at Kerch", "crossed Kerch"])
def test_who_is_lost_neither_waits_nor_rests(mark: str) -> None:
    """Its counter moves as any other when it comes back."""
    units = {EAST: f"1InC [{mark}]", "4329": "1Inf, 2Inf, 1SovSup"}
    state = at("soviet fight", units)
    assert state.units_with(mark) == ["1InC"]
    lost = play(state, f"attack {EAST}", "with 2Inf", "stand", "roll 1")
    assert lost.place("1InC") == "dead" and not lost.units_with(mark)


# -- Finns


def finland() -> set[str]:
    return {
        h.name
        for h in data().map.hexes
        if h is not None and h.area == "finland" and h.terrain in ("clear", "rough")
    }


def distances() -> dict[str, int]:
    """How many hexes each lies beyond the border of Finland, as the crow flies."""
    found, edge = dict.fromkeys(finland(), 0), finland()
    for n in range(1, 9):
        edge = {b for a in edge for b in around(a)} - found.keys()
        found |= dict.fromkeys(edge, n)
    return found


@pytest.mark.rule("SPI-MOVE-K")
@pytest.mark.parametrize("unit", ["1FinA", "1FinC"])
def test_finns_go_six_hexes_beyond_their_border_and_not_seven(unit: str) -> None:
    """Acceptance 24: 0618, Leningrad, lies four hexes beyond; in any direction."""
    far = distances()
    assert far["0618"] == 4
    for month in (AUGUST, JANUARY):
        for edge, beyond in (
            ("0621", "0622"),
            ("0820", "0821"),
            ("1116", "1216"),
            ("0223", "0224"),
            ("1112", "1212"),
        ):
            assert far[edge] == 6 and far.get(beyond, 7) >= 7
            state = at("axis move", {edge: unit, "0114": "1InC"}, month)
            found = legs(state, unit)
            assert found and all(far.get(h, 9) <= 6 for h in found)
            assert beyond not in found
            with refused("SPI-MOVE-K"):
                play(state, f"move {unit}", f"to {beyond}")
    assert "0618" in legs(at("axis move", {"0518": unit}), unit)


@pytest.mark.rule("SPI-MOVE-K")
def test_others_go_on_as_they_like() -> None:
    for unit in ("1InA", "1RumC", "1PzC"):
        state = at("axis move", {"0621": unit})
        assert "0622" in legs(state, unit)
    assert "0622" in legs(at("soviet move", {"0621": "1Inf"}), "1Inf")
    # and Finns ride no farther by rail than they march
    riding = at("axis rail", {"0621": "1FinC"}, more=trail("0622", "0623", "0620"))
    assert names(play(riding, "entrain 1FinC"), "detrain") == {"0620"}
    german = at("axis rail", {"0621": "1InC"}, more=trail("0622", "0623", "0620"))
    assert {"0622", "0623"} <= names(play(german, "entrain 1InC"), "detrain")


def trail(*hexes: str) -> str:
    marked = " ".join(f"+{h}" for h in hexes)
    return f"hexes axis passed last: {marked}\nhexes trodden: {marked}"


@pytest.mark.rule("SPI-MOVE-K", "SPI-CBT-GEN7")
def test_nor_do_they_retreat_beyond() -> None:
    """R40: at the limit, with enemies at home, the unit is lost; a German corps there is not."""
    for unit, lost in (("1FinC", True), ("1InC", False)):
        others = [h for h in around("0621") if distances()[h] <= 6]
        fillers = ("11Inf", "12Inf", "13Inf", "14Inf", "15Inf")
        ring = dict(zip(others, fillers, strict=False))
        first = others[0]
        ring[first] = "1Shk, 1SovSup"
        state = at("soviet fight", {"0621": unit, **ring}, 14)
        table = play(state, "attack 0621", "with 1Shk", "fight")
        while table.decision != "table":
            table = play(table, table.legal_actions.names()[0])
        # five against two, doubled nowhere but in Finland: 2-1
        assert table.var("column") == 2
        out = play(table, "stand", "roll 2")
        while out.decision in ("way", "retreat"):
            out.push(out.legal_actions.names()[0])
        assert (out.place(unit) == "dead") == lost


@pytest.mark.rule("SPI-MOVE-K", "SPI-CBT-J")
def test_where_finns_defend_doubled() -> None:
    """Acceptance 24: eight in Finland, four in Leningrad; they attack with a supply unit near."""
    for hex_, beside, defence in (("0118", "0119", 8), ("0618", "0619", 4)):
        state = at("soviet fight", {hex_: "1FinA", beside: "1TkA, 2TkA, 1SovSup"}, 14)
        table = play(state, f"attack {hex_}")
        while table.decision != "table":
            table = play(table, table.legal_actions.names()[0])
        assert table.var("defence") == defence
    for finns, may in (({"0518": "1FinA, 1AxSup"}, True), ({"0518": "1FinA"}, False)):
        state = at("axis fight", {"0618": "1Inf", "2103": "1InC, 2AxSup", "2104": "2Inf", **finns})
        assert ("0618" in names(state, "attack")) == may and "2104" in names(state, "attack")


# -- ice


@pytest.mark.rule("SPI-WINTER-A2", "SPI-MOVE-A1")
def test_a_frozen_lake_is_clear_ground() -> None:
    """0419 and others: closed in summer and in mud, and a point each in winter."""
    for month in (DECEMBER, JANUARY, FEBRUARY):
        assert dict(at("soviet move", {"0418": "1TkC"}, month).reach("1TkC"))["0419"] == 1
    for month in (AUGUST, MARCH):
        assert "0419" not in legs(at("soviet move", {"0418": "1TkC"}, month), "1TkC")


@pytest.mark.rule("SPI-MOVE-L2", "SPI-WINTER-A2")
@pytest.mark.parametrize("month", [JANUARY, AUGUST])
def test_the_straits_do_not_freeze(month: int) -> None:
    """Who stands there in winter waits a phase, as in summer."""
    state = at("axis move", {WEST: "1PzA"}, month)
    assert not crossings(state, "1PzA")
    assert crossings(next_phase(state, "axis"), "1PzA") == {EAST}


@pytest.mark.rule("SPI-MOVE-L2", "SPI-RAIL-M11")
@pytest.mark.parametrize(("side", "unit"), ARMIES)
def test_who_comes_to_the_straits_was_the_last_there(side: str, unit: str) -> None:
    """It rests there in the next phase, and to rest changes nothing of it."""
    arrived = goes(at(f"{side} move", {"4326": unit}), unit, WEST)
    other = {"axis": "soviet", "soviet": "axis"}[side]
    for state in (arrived, next_phase(arrived, side)):
        assert state.place(unit) == WEST
        assert WEST in state.hexes_with(f"{side} passed last")
        assert WEST not in state.hexes_with(f"{other} passed last")

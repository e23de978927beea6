"""Stacking: the limits at the end of a Movement Phase, and units above them until then."""

from __future__ import annotations

import pytest

from eastfront._core import IllegalAction, State

from .movement_positions import (
    AUGUST,
    JUNE_42,
    JUNE_43,
    MAY_43,
    around,
    at,
    game,
    goes,
    legs,
    names,
    on,
    play,
    refused,
    walk,
)

CORPS = ("PzC", "InC", "RumC", "HunC", "ItaC")
ARMIES = ("PzA", "InA", "RumA", "HunA")


def stopped(state: State) -> State:
    """A move ended, if it could go on."""
    return play(state, "stop") if state.decision == "leg" else state


def joins(unit: str, there: str, side: str = "axis", month: int = AUGUST, **how: object) -> bool:
    """Whether a unit may end its move in the next hex beside units that stand there."""
    state = at(f"{side} move", {"0530": unit, "0531": there}, month, **how)  # type: ignore[arg-type]
    out = play(state, f"move {unit}")
    if "0531" not in names(out, "to"):
        return False
    out = play(out, "to 0531")
    if out.decision == "leg":
        if "stop" not in out.legal_actions.names():
            return False
        out = play(out, "stop")
    return out.place(unit) == "0531" and "" in names(out, "end-movement")


@pytest.mark.rule("SPI-STACK-GEN1", "SPI-UNIT-E")
@pytest.mark.parametrize("kind", CORPS)
def test_an_axis_hex_holds_three_corps(kind: str) -> None:
    """W30; the fourth finds no room, whatever its kind."""
    assert joins(f"1{kind}", "21InC")
    assert joins(f"1{kind}", "21InC, 18PzC")
    assert not joins(f"1{kind}", "21InC, 18PzC, 22InC")
    assert not joins(f"1{kind}", "8RumC, 4HunC, 7RumC")


@pytest.mark.rule("SPI-STACK-GEN1", "SPI-UNIT-E")
@pytest.mark.parametrize("kind", ARMIES)
def test_or_one_army_and_nothing_else(kind: str) -> None:
    assert not joins(f"1{kind}", "9InA")
    assert not joins(f"1{kind}", "21InC")
    assert not joins("21InC", f"1{kind}")
    assert not joins("8RumC", f"1{kind}")
    assert joins(f"1{kind}", "1Air, 1AxSup")


@pytest.mark.rule("SPI-STACK-GEN5")
def test_corps_of_several_nations_share_a_hex() -> None:
    """W30: 3-2-8, 1-2-3 and a Rumanian 1-2-2, and three allies."""
    assert joins("1RumC", "1PzC, 1InC")
    assert joins("1HunC", "1RumC, 1ItaC")
    assert not joins("1HunC", "1RumC, 1ItaC, 1PzC")


@pytest.mark.rule("SPI-STACK-GEN5", "SPI-STACK-GEN1")
def test_finns_among_others_count_as_corps() -> None:
    units = {"0114": "1FinC, 2FinC", "0115": "3FinC"}
    state = at("axis move", units)
    assert "0114" in legs(state, "3FinC")
    full = goes(at("axis move", {**units, "0114": "1FinC, 2FinC, 1InC"}), "3FinC", "0114")
    with refused("SPI-STACK-A"):
        play(full, "end-movement")


@pytest.mark.rule("SPI-STACK-GEN2", "SPI-STACK-GEN4")
@pytest.mark.parametrize(
    ("scenario", "month"),
    [("barbarossa", AUGUST), ("stalingrad", 14), ("campaign", AUGUST), ("campaign", MAY_43)],
)
def test_two_soviet_units_share_a_hex(scenario: str, month: int) -> None:
    """Of any size: W34 on the last month of two. In 1941 they form no armies."""
    armies = scenario != "barbarossa"
    for unit in ("1Inf", "1TkC", "1MeC", *(("1Shk", "1TkA") if armies else ())):
        for one, other in (("8TkA", "20TkC"), ("9Shk", "8TkA")) if armies else (("8Inf", "9Inf"),):
            assert joins(unit, one, "soviet", month, scenario=scenario)
            assert not joins(unit, f"{one}, {other}", "soviet", month, scenario=scenario)


@pytest.mark.rule("SPI-STACK-GEN3", "SPI-STACK-GEN4")
@pytest.mark.parametrize(
    ("scenario", "month"),
    [("zitadelle", 26), ("berlin", 38), ("campaign", JUNE_43), ("campaign", 45)],
)
def test_later_three_do(scenario: str, month: int) -> None:
    for unit in ("1Inf", "1Shk", "1TkC", "1MeC", "1TkA"):
        for pair, third in (("9Shk, 20TkC", "8TkA"), ("8TkA, 9Shk", "7TkA")):
            assert joins(unit, pair, "soviet", month, scenario=scenario)
            assert not joins(unit, f"{pair}, {third}", "soviet", month, scenario=scenario)


@pytest.mark.rule("SPI-STACK-B1", "SPI-GAMES-B")
@pytest.mark.parametrize(
    ("scenario", "month", "full"),
    [
        ("barbarossa", 3, "1Inf, 2Inf"),
        ("stalingrad", 14, "1Inf, 2Inf"),
        ("zitadelle", 26, "1Inf, 2Inf, 3Inf"),
        ("berlin", 38, "1Inf, 2Inf, 3Inf"),
    ],
)
def test_support_units_count_in_no_game(scenario: str, month: int, full: str) -> None:
    axis = {"0530": "1PzA, 1AxSup", "0531": "2AxSup"}
    soviet = {"0530": f"{full}, 1SovSup", "0531": "2SovSup"}
    for side, units, unit in (("axis", axis, "2AxSup"), ("soviet", soviet, "2SovSup")):
        state = goes(at(f"{side} move", units, month, scenario=scenario), unit, "0530")
        assert state.place(unit) == "0530" and "end-movement" in state.legal_actions.names()


@pytest.mark.rule("SPI-STACK-GEN4")
def test_the_axis_limit_does_not_change_with_it() -> None:
    assert not joins("1InC", "2InC, 3InC, 4InC", month=JUNE_43)
    assert not joins("1InC", "1RumA", month=JUNE_43)


@pytest.mark.rule("SPI-STACK-B1", "SPI-STACK-B2", "SPI-UNIT-D")
def test_support_units_do_not_count() -> None:
    """Any number of them beside a full stack, and full stacks beside any number of them."""
    supports = "1Air, 2Air, 3Air, 4Air, 1AxSup, 2AxSup, 3AxSup"
    assert joins("4AxSup", f"1PzA, {supports}")
    assert joins("4AxSup", f"1InC, 2InC, 3InC, {supports}")
    assert joins("4Air", "1PzA, 1Air, 2Air, 3Air")
    assert joins("1PzA", supports)
    assert joins("3InC", f"1InC, 2InC, {supports}")
    assert not joins("4InC", "1InC, 2InC, 3InC, 1Air")
    assert joins("3SovSup", "1Inf, 2Inf, 1SovSup, 2SovSup", "soviet")
    assert joins("1Inf", "2Inf, 1SovSup, 2SovSup, 3SovSup", "soviet")
    assert not joins("1Inf", "2Inf, 3Inf, 1SovSup", "soviet")


@pytest.mark.rule("SPI-MOVE-F", "SPI-STACK-A", "SPI-STACK-C2", "SPI-MOVE-C1")
@pytest.mark.parametrize(
    ("side", "unit", "there"),
    [
        ("axis", "1PzC", "1PzA"),
        ("axis", "1PzA", "1InC, 2InC, 3InC"),
        ("soviet", "1TkC", "1Inf, 2Inf"),
    ],
)
def test_a_full_hex_is_passed_but_no_place_to_stay(side: str, unit: str, there: str) -> None:
    """As part of one leg and as a leg of its own, when those who stand there have moved."""
    state = at(f"{side} move", {"0530": unit, "0631": there})
    for mate in there.split(", "):
        state = goes(state, mate, "0531")
    assert dict(state.reach(unit))["0532"] == 2
    passing = play(state, f"move {unit}", "to 0531")
    assert passing.place(unit) == "0531"
    with refused("SPI-STACK-A"):
        play(passing, "stop")
    assert stopped(play(passing, "to 0532")).place(unit) == "0532"


@pytest.mark.rule("SPI-MOVE-F", "SPI-STACK-A", "SPI-STACK-C2", "SPI-MOVE-C1")
@pytest.mark.parametrize(
    ("side", "unit", "there", "points"),
    [("axis", "1InC", "1InA", 3), ("soviet", "1Inf", "2Inf, 3Inf", 2)],
)
def test_nor_the_end_of_ones_points(side: str, unit: str, there: str, points: int) -> None:
    """Who could go no farther does not enter, unless somebody there can leave."""
    start = f"05{31 - points}"
    for moved in (True, False):
        state = at(f"{side} move", {start: unit, "0631" if moved else "0531": there})
        for mate in there.split(", ") if moved else ():
            state = goes(state, mate, "0531")
        near = play(state, f"move {unit}", *(f"to 05{31 - n}" for n in range(points - 1, 0, -1)))
        assert ("0531" in names(near, "to")) == (not moved)


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-GEN1", "SPI-STACK-C2", "SPI-MOVE-C1")
@pytest.mark.parametrize("options", [(), ("R16",)])
@pytest.mark.parametrize(("there", "may"), [("4InC, 5InC, 6InC", True), ("1InA", False)])
def test_two_units_change_places_if_either_hex_has_room_for_who_comes(
    there: str, may: bool, options: tuple[str, ...]
) -> None:
    """Shut in by enemies, a corps can leave for the hex that another left, an army cannot."""
    ring = {"0635": "12Inf", "0534": "13Inf", "0535": "14Inf", "0734": "15Inf", "0735": "16Inf"}
    units = ring | {"0633": "1InC, 2InC, 3InC", "0634": there}
    state = at("axis move", units, options=options)
    assert ("0634" in legs(state, "1InC")) == may


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-F", "SPI-STACK-C2", "SPI-MOVE-C1")
def test_a_hex_may_be_above_the_limit_while_its_units_can_still_leave() -> None:
    """One goes in before the other goes out; the phase does not end until it has."""
    state = at("axis move", {"0530": "1InA", "0531": "2InA"})
    both = goes(state, "1InA", "0531")
    assert both.place("1InA") == both.place("2InA") == "0531"
    with refused("SPI-STACK-A"):
        play(both, "end-movement")
    assert "" in names(goes(both, "2InA", "0532"), "end-movement")


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-C2")
@pytest.mark.parametrize("phase", ["", " 2"])
@pytest.mark.parametrize(
    ("side", "there", "over"),
    [
        ("axis", "1InC, 2InC, 3InC, 4InC", True),
        ("axis", "1InC, 2InC, 3InC, 1Air", False),
        ("axis", "1RumA, 1RumC", True),
        ("axis", "1PzA, 2PzA", True),
        ("soviet", "1Inf, 2Inf, 3Inf", True),
        ("soviet", "1Inf, 2Inf, 1SovSup", False),
    ],
)
def test_no_movement_phase_ends_with_a_hex_above_the_limit(
    phase: str, side: str, there: str, over: bool
) -> None:
    state = at(f"{side} move{phase}", {"0530": there})
    assert ("" in names(state, "end-movement")) == (not over)
    if over:
        with refused("SPI-STACK-A", "limit"):
            play(state, "end-movement")
        left = goes(state, there.split(", ")[0], "0531")
        assert "" in names(left, "end-movement")


@pytest.mark.rule("SPI-STACK-A")
def test_in_combat_and_in_the_enemys_turn_nobody_counts() -> None:
    """A hex above the limit stays as it is through phases in which its owner does not move."""
    crowd = {"0530": "1Inf, 2Inf, 3Inf, 4Inf", "0635": "1PzA"}
    state = at("axis move", crowd)
    later = on(on(state, "movement", "axis"), "movement", "soviet")
    assert [later.place(f"{n}Inf") for n in (1, 2, 3, 4)] == ["0530"] * 4
    with refused("SPI-STACK-A"):
        play(later, "end-movement")


@pytest.mark.rule("SPI-STACK-C1", "SPI-STACK-A", "SPI-CBT-GEN7")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_retreats_exceed_the_limit_until_the_owner_has_moved(side: str) -> None:
    """Into the only hex that is left: full already, and made good in one's next Movement Phase."""
    state = beaten(side)
    crowd = crowd_of(state)
    mine = "1Inf" if side == "soviet" else "1InC"
    assert mine in crowd and len(crowd) == {"soviet": 3, "axis": 4}[side]
    # the attacker's Second Movement Phase goes by, and that of the owner begins
    later = walk(state, "movement", side)
    assert crowd_of(later) == crowd
    with refused("SPI-STACK-A"):
        play(later, "end-movement")


def beaten(side: str) -> State:
    """A battle in which a unit must retreat, with one hex left to it, which is full."""
    ring = around("0530")
    if side == "soviet":
        full, attacker = "2Inf, 3Inf", {ring[3]: "1PzA, 1AxSup"}
        fillers = ("11InC", "12InC", "13InC", "14InC")
        target, wait = "1Inf", "axis fight"
    else:
        full, attacker = "2InC, 3InC, 4InC", {ring[3]: "1TkA, 2TkA, 1SovSup"}
        fillers = ("11Inf", "12Inf", "13Inf", "14Inf")
        target, wait = "1InC", "soviet fight"
    others = dict(zip((ring[1], ring[2], ring[4], ring[5]), fillers, strict=True))
    state = at(wait, {"0530": target, ring[0]: full, **attacker, **others}, JUNE_42)
    out = play(state, "attack 0530", f"with {attacker[ring[3]].split(', ')[0]}", "fight")
    while out.decision in ("luftwaffe", "supply"):
        out.push(out.legal_actions.names()[-1])
    table = play(out, "stand")
    for die in range(1, 7):
        after = play(table, f"roll {die}")
        while after.decision in ("way", "retreat"):
            after.push(after.legal_actions.names()[0])
        if after.place(target) == ring[0]:
            return after
    raise AssertionError("no die makes it retreat there")


def crowd_of(state: State) -> set[str]:
    """The units that stand in the hex into which the beaten unit retreats."""
    return set(state.units_at(around("0530")[0]))


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-C2", "SPI-SEQ-C")
@pytest.mark.parametrize(
    ("side", "there"), [("axis", "1PzC, 1InC, 1RumC, 1HunC"), ("soviet", "1Inf, 1TkC, 1MeC")]
)
def test_what_nobody_can_cure_the_owner_gives_up(side: str, there: str) -> None:
    """R17: cut off, so that nobody may leave; one of his choice goes."""
    enemies = ("11Inf", "12Inf", "13Inf", "14Inf", "15Inf", "16Inf")
    if side == "soviet":
        enemies = ("11InC", "12InC", "13InC", "14InC", "15InC", "16InC")
    ring = dict(zip(around("0530"), enemies, strict=True))
    free = {"soviet": ("0142", "50Inf"), "axis": ("2103", "20InC")}[side]
    state = at(f"{side} move", {"0530": there, free[0]: free[1], **ring})
    # that others may move cures nothing
    assert names(state, "move") == {free[1]}
    done = walk(play(state, "end-movement"), "excess", side)
    mates = set(there.split(", "))
    assert names(done, "give-up") == mates
    for unit in sorted(mates):
        less = play(done, f"give-up {unit}")
        assert less.place(unit) == "dead" and less.decision != "excess"
        assert all(less.place(u) == "0530" for u in mates - {unit})


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-C1")
def test_units_gather_above_the_limit_to_be_combined() -> None:
    """Two tank corps and a mechanized corps make a tank army, though only two may stand there."""
    units = {"0530": "1TkC, 2TkC", "0531": "1MeC"}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    gathered = goes(state, "1MeC", "0530")
    assert gathered.place("1MeC") == "0530"
    # there is nothing to choose: they form the army
    army = play(gathered, "end-movement")
    assert {army.place(u) for u in ("1TkC", "2TkC", "1MeC")} == {"pool"}
    assert list(army.units_at("0530")) == ["1TkA"]


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A")
def test_who_gathers_has_to_combine() -> None:
    """R17: the phase does not end above the limit while there is a cure."""
    units = {"0530": "1TkC, 2TkC", "0531": "1MeC", "0630": "1Inf, 2Inf"}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    closing = play(goes(state, "1MeC", "0530"), "end-movement")
    assert names(closing, "form") == {"1Shk", "1TkA"}
    with refused("SPI-STACK-C2"):
        play(closing, "end-reorganization")
    # the shock army is formed or not, as its owner likes
    army = play(closing, "form 1TkA")
    while army.decision == "part":
        army.push(army.legal_actions.names()[0])
    assert "" in names(army, "end-reorganization") and names(army, "form") == {"1Shk"}


@pytest.mark.rule("SPI-STACK-C2")
@pytest.mark.parametrize(
    ("scenario", "month", "there"),
    [
        ("barbarossa", AUGUST, "1TkC, 2TkC"),
        ("campaign", 16, "1TkC, 2TkC"),
        ("stalingrad", JUNE_42, "1TkC, 1Shk"),
    ],
)
def test_where_no_army_may_be_formed_nobody_gathers(scenario: str, month: int, there: str) -> None:
    state = at("soviet move", {"0530": there, "0531": "1MeC"}, month, scenario=scenario)
    with refused("SPI-STACK-A"):
        play(goes(state, "1MeC", "0530"), "end-movement")


@pytest.mark.rule("SPI-STACK-A", "SPI-RAIL-M8")
def test_no_train_brings_a_unit_to_a_full_hex_whose_units_have_moved() -> None:
    state = at("axis rail", {"2101": "1InA", "2104": "2InA", "2102": "1Air"})
    riding = play(state, "entrain 2InA", "detrain 2103", "entrain 1InA")
    assert "2103" not in names(riding, "detrain") and "2102" in names(riding, "detrain")
    with refused("SPI-STACK-GEN1"):
        play(riding, "detrain 2103")


# -- readings


@pytest.mark.rule("SPI-STACK-GEN1")
@pytest.mark.parametrize("nation", ["Rum", "Hun", "Ita"])
def test_how_much_room_an_allied_army_takes(nation: str) -> None:
    """R16: as any army the room of three corps; by the other reading of the two it breaks into."""
    army, corps = f"1{nation}A", f"1{nation}C"
    for options, may in (((), False), (("R16",), True)):
        assert joins(corps, army, options=options) == may
        assert joins("1PzC", army, options=options) == may
        assert joins(army, corps, options=options) == may
        assert not joins("1PzC", f"{army}, {corps}", options=options)
        assert not joins(army, f"{corps}, 1InC", options=options)
        # German armies fill a hex in both
        assert not joins("1InC", "1InA", options=options)
        assert not joins(army, "1InA", options=options)


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-GEN1")
def test_a_phase_ends_with_an_allied_army_and_a_corps_by_the_other_reading() -> None:
    for options, may in (((), False), (("R16",), True)):
        state = at("axis move", {"0530": "1RumA, 1RumC"}, options=options)
        assert ("" in names(state, "end-movement")) == may
    two = at("axis move", {"0530": "1RumA, 2RumA"}, options=("R16",))
    assert "" not in names(two, "end-movement")


def set_up(scenario: str, options: tuple[str, ...], side: str) -> State:
    """The first placement of a side's free set-up."""
    state = game(scenario, options).new()
    while state.to_move != side:
        state.push("automatic")
    state.push("free")
    if state.decision == "reorganization":
        state.push("end-reorganization")
    return state


@pytest.mark.rule(
    "SPI-STACK-A", "SPI-STACK-GEN1", "SPI-STACK-GEN2", "SPI-STACK-GEN3", "SPI-DEPLOY-B"
)
@pytest.mark.parametrize(
    ("scenario", "side", "hex_", "limit"),
    [
        ("barbarossa", "soviet", "2519", 2),
        ("stalingrad", "soviet", "2535", 2),
        ("zitadelle", "soviet", "2535", 3),
        ("campaign", "soviet", "2519", 2),
    ],
)
def test_whether_the_limits_hold_at_set_up(scenario: str, side: str, hex_: str, limit: int) -> None:
    """R65: they do; by the other reading only at the end of Movement Phases."""
    for options in ((), ("R65",)):
        state = set_up(scenario, options, side)
        for _ in range(limit):
            assert hex_ in names(state, "set-up")
            state.push(f"set-up {hex_}")
        assert (hex_ in names(state, "set-up")) == bool(options)
        if not options:
            with pytest.raises(IllegalAction):
                state.push(f"set-up {hex_}")


@pytest.mark.rule("SPI-STACK-GEN1", "SPI-DEPLOY-A", "SPI-DEPLOY-E")
def test_axis_armies_are_set_up_one_to_a_hex() -> None:
    """R65 again; the Finns, who come first, have a front to cover with one each."""
    for options in ((), ("R65",)):
        state = set_up("barbarossa", options, "axis")
        while "FinA" in (state.subject or ""):
            state.push(state.legal_actions.names()[0])
        rear = "2103"
        assert rear in names(state, "set-up")
        state.push(f"set-up {rear}")
        assert (rear in names(state, "set-up")) == bool(options)


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A")
def test_only_who_gathers_for_an_army_may_stay_above_the_limit() -> None:
    """Beside a hex that forms one, another must be left: its units form none."""
    units = {"0530": "1TkC, 2TkC", "0531": "3MeC", "0635": "1TkA, 4TkC, 1Inf"}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    gathered = goes(state, "3MeC", "0530")
    with refused("SPI-STACK-A"):
        play(gathered, "end-movement")
    closing = play(goes(gathered, "1Inf", "0636"), "end-movement")
    assert list(closing.units_at("0530")) == ["2TkA"]


@pytest.mark.rule("SPI-STACK-C2")
@pytest.mark.parametrize(
    ("there", "cured"),
    [
        ("1Inf, 2Inf, 9Shk", True),
        ("1Inf, 2Inf, 9Shk, 8TkA", False),
        ("1TkC, 2TkC, 1MeC, 9Shk", True),
        ("1TkC, 2TkC, 1MeC, 9Shk, 8TkA", False),
        ("1TkC, 1MeC, 2MeC, 9Shk", False),
        ("1Inf, 9Shk, 8TkA", False),
        ("1TkC, 2TkC, 3TkC, 4TkC, 1MeC, 2MeC", True),
        ("1Inf, 2Inf, 1TkC, 2TkC, 1MeC", True),
        ("1Inf, 2Inf, 3Inf, 4Inf, 9Shk", False),
        ("1Inf, 2Inf, 1TkC, 2TkC, 1MeC, 9Shk", False),
    ],
)
def test_an_army_cures_as_many_units_as_it_saves(there: str, cured: bool) -> None:
    """Two armies make one, and three corps: the room of one unit, or of two; or two are formed."""
    state = at("soviet move", {"0530": there}, JUNE_42, scenario="stalingrad")
    if not cured:
        with refused("SPI-STACK-A", "limit"):
            play(state, "end-movement")
        return
    out = play(state, "end-movement")
    while names(out, "form") or out.decision == "part":
        out.push(out.legal_actions.names()[0])
    assert len(out.units_at("0530")) == 2


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-F")
@pytest.mark.parametrize(
    ("there", "comes", "may"), [("1Inf", "2Inf", True), ("1TkA", "2Inf", False)]
)
def test_who_completes_an_army_comes_with_its_last_point(there: str, comes: str, may: bool) -> None:
    """Into a full hex whose units have moved and cannot make room: two of three make one."""
    units = {"0531": f"{there}, 9Shk", "0532": comes}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    for mate in (there, "9Shk"):
        state = goes(state, mate, "0530")
    assert ("0530" in legs(state, comes)) == may
    if not may:
        with refused("SPI-STACK-GEN2"):
            play(state, f"move {comes}", "to 0530")


@pytest.mark.rule("SPI-STACK-GEN1", "SPI-RAIL-M8")
def test_where_trains_find_room_for_an_allied_army_by_the_other_reading() -> None:
    """R16: beside one corps, and beside no two of them, nor beside another army of its size."""
    units = {
        "2101": "1RumA",
        "2102": "1RumC",
        "2103": "2RumC, 3RumC",
        "2104": "2RumA",
        "2105": "1AxSup, 1Air",
        "2106": "5RumC, 2AxSup, 2Air",
    }
    there = [u for h, some in units.items() if h != "2101" for u in some.split(", ")]
    moved = [(u, "moved", True) for u in there]
    for options, roomy in (((), {"2105"}), (("R16",), {"2102", "2105", "2106"})):
        riding = at("axis rail", units, options=options)._supposed(unit_flags=moved)
        riding = play(riding, "entrain 1RumA")
        assert names(riding, "detrain") & set(units) == roomy
        corps = at("axis rail", {**units, "2101": "4RumC"}, options=options)
        corps = play(corps._supposed(unit_flags=moved), "entrain 4RumC")
        room = {"2102", "2103", "2105", "2106"} | ({"2104"} if options else set())
        assert names(corps, "detrain") & set(units) == room


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-C1")
def test_the_last_who_can_make_room_is_not_passed_over() -> None:
    """Of three, one must leave: two may be taken up and left where they are, the third not."""
    state = at("soviet move", {"0530": "1Inf, 2Inf, 3Inf, 1SovSup"})
    for unit in ("1Inf", "2Inf"):
        state = play(state, f"move {unit}", "stop")
    last = play(state, "move 3Inf")
    with refused("SPI-STACK-A", "limit"):
        play(last, "stop")
    done = stopped(play(last, f"to {around('0530')[0]}"))
    assert "" in names(done, "end-movement")
    # one who does not count makes no room, and need not go where nobody else can
    spent = state._supposed(unit_flags=[("3Inf", "moved", True)])
    assert play(spent, "move 1SovSup", "stop").place("1SovSup") == "0530"
    # nor need one who stands alone, whoever counts
    alone = at("soviet move", {"0530": "1Inf"})
    assert play(alone, "move 1Inf", "stop").place("1Inf") == "0530"


@pytest.mark.rule("SPI-MOVE-F", "SPI-STACK-A", "SPI-MOVE-L1")
@pytest.mark.parametrize(("third", "may"), [("", True), ("8Inf", False)])
def test_who_can_leave_for_full_hexes_alone_makes_no_room(third: str, may: bool) -> None:
    """Two stand beside a hex with one more who has moved, or two; enemies hold the others."""
    ring = around("0530")
    held = dict(zip(ring[2:], ("1InC", "2InC", "3InC", "4InC"), strict=True))
    units = {"0530": "1Inf, 2Inf, 1SovSup", ring[0]: f"7Inf, {third}".strip(", ")}
    state = at("soviet move", units | held | {ring[1]: "3Inf, 4Inf, 5Inf"})
    done = [(unit, "moved", True) for unit in ("7Inf", third, "4Inf", "5Inf") if unit]
    assert ("0530" in legs(state._supposed(unit_flags=done), "3Inf")) == may


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A", "SPI-SUPPLY-B1")
def test_who_is_out_of_supply_cures_nothing_though_there_is_room_beside() -> None:
    """R17: zones of control all round, in vacant hexes; with a supply unit one must leave."""
    beside = set(around("0530"))
    far = sorted({h for a in beside for h in around(a)} - beside - {"0530"})
    ring = {h: f"{n}InC" for n, h in enumerate(far, 1)}
    cut = at("soviet move", {**ring, "0530": "1Inf, 9Shk, 8TkA"})
    done = play(cut, "end-movement")
    assert (done.decision, done.to_move) == ("excess", "soviet")
    fed = at("soviet move", {**ring, "0530": "1Inf, 9Shk, 8TkA, 1SovSup"})
    with refused("SPI-STACK-A", "limit"):
        play(fed, "end-movement")
    assert "" in names(goes(fed, "1Inf", min(beside)), "end-movement")


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A")
def test_a_supply_unit_that_can_leave_cures_nothing() -> None:
    """Three units that have moved are above the limit, with a supply unit that has not."""
    state = at("soviet move", {"0530": "1Inf, 2Inf, 1SovSup", "0531": "3Inf"})
    for unit, way in (("1Inf", "0529"), ("2Inf", "0529")):
        state = goes(state, unit, way)
    over = state._supposed(places=[("3Inf", "0529"), ("1SovSup", "0529")])
    assert "1SovSup" in names(over, "move") and "3Inf" in names(over, "move")
    with refused("SPI-STACK-A"):
        play(over, "end-movement")
    done = goes(state._supposed(places=[("3Inf", "0528")]), "3Inf", "0527")
    stuck = done._supposed(places=[("3Inf", "0529"), ("1SovSup", "0529")])
    assert "1SovSup" in names(stuck, "move") and "3Inf" not in names(stuck, "move")
    assert "" in names(stuck, "end-movement")


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A")
def test_one_hex_with_room_is_enough_to_have_to_leave() -> None:
    """Of six around it five are held by enemies; a supply unit keeps the Soviets in supply."""
    ring = around("0530")
    held = dict(zip(ring[1:], ("1InC", "2InC", "3InC", "4InC", "5InC"), strict=True))
    crowd = {"0530": "1Inf, 2Inf, 3Inf, 1SovSup"}
    state = at("soviet move", crowd | held)
    assert legs(state, "1Inf") == {ring[0]}
    with refused("SPI-STACK-A"):
        play(state, "end-movement")
    shut = at("soviet move", crowd | held | {ring[0]: "6InC"})
    # nor is there room where two more Soviets stand
    full = at("soviet move", crowd | held | {ring[0]: "7Inf, 8Inf"})
    assert "" in names(full, "end-movement")
    done = play(shut, "end-movement")
    assert len(done.units_at("0530")) == 3 and "dead" in map(done.place, ("1Inf", "2Inf", "3Inf"))


@pytest.mark.rule("SPI-STACK-C2", "SPI-UNIT-G")
@pytest.mark.parametrize(("others", "may"), [(15, True), (16, False)])
def test_who_gathers_finds_a_counter_for_the_army(others: int, may: bool) -> None:
    """Sixteen shock armies are there; two corps of two make another while one is left."""
    rear = {f"{2 * n + 1:02}40": f"{n}Shk" for n in range(1, others + 1)}
    units = {"0530": "1Inf, 8TkA", "0531": "2Inf"} | rear
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    gathered = goes(state, "2Inf", "0530")
    if may:
        assert "" in names(gathered, "end-movement")
    else:
        with refused("SPI-STACK-A"):
            play(gathered, "end-movement")


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-C1")
def test_who_comes_to_form_an_army_may_stop_there() -> None:
    """With points left, beside units that have moved and cannot make room."""
    units = {"0531": "1TkC, 2TkC", "0532": "1MeC", "0540": "9TkC"}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    for mate in ("1TkC", "2TkC"):
        state = goes(state, mate, "0530")
    come = play(state, "move 1MeC", "to 0531", "to 0530")
    assert come.decision == "leg" and "" in names(come, "stop")
    assert play(come, "stop").place("1MeC") == "0530"


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-A", "SPI-UNIT-G")
@pytest.mark.parametrize(("others", "may"), [(14, True), (15, False)])
def test_two_hexes_above_the_limit_need_a_counter_each(others: int, may: bool) -> None:
    """Of sixteen shock armies so many are in play."""
    rear = {f"{2 * n + 1:02}40": f"{n}Shk" for n in range(1, others + 1)}
    units = {"0530": "1Inf, 2Inf, 8TkA", "0630": "3Inf, 4Inf, 7TkA"} | rear
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    assert ("" in names(state, "end-movement")) == may


@pytest.mark.rule("SPI-STACK-GEN1", "SPI-OVR-B")
@pytest.mark.parametrize("options", [(), ("R16",)])
def test_no_two_armies_overrun_together(options: tuple[str, ...]) -> None:
    """By either reading of what takes room; three corps do."""
    for group, target, may in (
        ("1PzA, 2PzA", "1MeC", False),
        ("1PzC, 2PzC, 3PzC", "1TkC", True),
        ("1PzA, 2PzA", "1TkC", True),
    ):
        units = {"0530": group, "0531": target}
        state = at("axis move", units, options=options)
        assert ("0531" in names(state, "overrun")) == may


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-C2", "SPI-MOVE-F")
def test_one_way_on_is_enough_to_pass_a_full_hex() -> None:
    """Support units, which have no zones, hold all other hexes beside it."""
    ring = around("0530")
    held = dict(zip(ring[1:5], ("1Air", "2Air", "1AxSup", "2AxSup"), strict=True))
    units = {ring[5]: "1Inf", "0640": "2Inf, 3Inf", **held}
    state = at("soviet move", units)
    for mate in ("2Inf", "3Inf"):
        state = goes(state, mate, "0540")
    full = state._supposed(places=[("2Inf", "0530"), ("3Inf", "0530")])
    assert "0530" in legs(full, "1Inf")
    assert ring[0] in names(play(full, "move 1Inf", "to 0530"), "to")
    shut = full._supposed(places=[("3Air", ring[0])])
    assert "0530" not in legs(shut, "1Inf")


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-C1", "SPI-MOVE-K")
@pytest.mark.parametrize(("there", "may"), [("2InC, 3InC, 4InC", True), ("1FinC, 2FinC", False)])
def test_finns_at_their_limit_change_places_with_nobody_beyond_it(there: str, may: bool) -> None:
    """Soviets hold every other hex beside the two."""
    ring = {"0522": "1Inf", "0721": "2Inf", "0620": "3Inf", "0521": "4Inf", "0722": "5Inf"}
    full = f"{there}, 1AxSup" if may else f"{there}, 9InC, 1AxSup"
    state = at("axis move", ring | {"0621": full, "0622": "1InC, 2AxSup"})
    if not may:  # the German corps has moved, and stays
        state = goes(state._supposed(places=[("9InC", "0623")]), "9InC", "0624")
        state = state._supposed(places=[("9InC", "0621")])
    assert ("0621" in legs(state, "1InC")) == may


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-B1")
def test_who_does_not_count_is_not_given_up() -> None:
    """In a pocket nobody can leave; an army goes, and no air unit in its place."""
    ring = dict(zip(around("0530"), (f"{n}Inf" for n in range(1, 7)), strict=True))
    state = at("axis move", ring | {"0530": "1InA, 1PzA, 1Air"})
    asked = play(state, "end-movement")
    assert asked.decision == "excess" and names(asked, "give-up") == {"1InA", "1PzA"}


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-F")
@pytest.mark.parametrize(("third", "may"), [("8TkA", True), ("8TkA, 9Shk", False)])
def test_who_gathers_comes_to_a_hex_that_is_above_the_limit_already(third: str, may: bool) -> None:
    """With its last point; of four units an army and another are left, of five one too many."""
    units = {"0528": "1TkC, 2TkC", "0628": third, "0535": "1MeC"}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad")
    mates = ("1TkC", "2TkC", *third.split(", "))
    for n, mate in enumerate(mates):
        state = goes(state, mate, f"0{5 + n // 2}27")
    over = state._supposed(places=[(mate, "0530") for mate in mates])
    assert ("0530" in legs(over, "1MeC")) == may


@pytest.mark.rule("SPI-STACK-C2", "SPI-MOVE-C1", "SPI-MOVE-F")
@pytest.mark.parametrize(("moved", "may"), [("1InC, 2InC", False), ("1InC", False), ("", True)])
def test_an_army_comes_with_its_last_point_where_enough_can_leave(moved: str, may: bool) -> None:
    """To two corps, both of which must go; who has moved stays."""
    if may:  # a single corps makes room for it
        state = at("axis move", {"0533": "9InA", "0530": "1InC"})
    else:
        stay = "" if "2InC" in moved else "2InC"
        state = at(
            "axis move", {"0533": "9InA", "0529": moved, "0530": f"{stay}, 1Air".strip(", ")}
        )
        for mate in moved.split(", "):
            state = goes(state, mate, "0530")
    near = play(state, "move 9InA", "to 0532", "to 0531")
    assert ("0530" in names(near, "to")) == may


@pytest.mark.rule("SPI-STACK-C2", "SPI-ZOC-D1")
def test_a_full_hex_in_a_zone_is_passed_with_points_for_the_zone_left() -> None:
    """Three of four points to enter 0531, and two to go on from it, of which one is left."""
    units = {"0529": "1TkC", "0540": "2Inf, 3Inf", "0532": "1InC"}
    state = at("soviet move", units)
    for mate in ("2Inf", "3Inf"):
        state = goes(state, mate, "0640")
    full = state._supposed(places=[("2Inf", "0531"), ("3Inf", "0531")])
    near = play(full, "move 1TkC", "to 0530")
    assert "0531" not in names(near, "to")
    fresh = full._supposed(places=[("1TkC", "0530")])
    assert "0531" in legs(fresh, "1TkC")


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-F")
@pytest.mark.parametrize(("open_", "may"), [(True, True), (False, False)])
def test_to_turn_back_is_no_going_on(open_: bool, may: bool) -> None:
    """R17: 3442, by the edge, is full; from it lead 3542, and the way back to 3342."""
    shut = {"3441": "1AxSup", "3242": "2AxSup", "3341": "3AxSup", "3241": "4AxSup"}
    there = {"3442": "1Inf [moved], 2Inf [moved], 3Inf [moved]", "3342": "1TkA"}
    state = at("soviet move", shut | there | ({} if open_ else {"3542": "1Air"}))
    come = play(state, "move 1TkA")
    assert ("3442" in names(come, "to")) == may
    if may:
        on = play(come, "to 3442")
        assert "3542" in names(on, "to") and "" not in names(on, "stop")


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-C1", "SPI-MOVE-F")
def test_who_has_one_way_on_from_a_full_hex_takes_it() -> None:
    """The hex it left is full as well, support units hold the others: nobody stops on the way."""
    ring = around("0530")
    held = dict(zip(ring[1:5], ("1Air", "2Air", "1AxSup", "2AxSup"), strict=True))
    full = {"0530": "2Inf [moved], 3Inf [moved]"}
    come = {ring[5]: "1Inf, 4Inf [moved], 5Inf [moved]"}
    state = play(at("soviet move", held | full | come), "move 1Inf", "to 0530")
    assert (state.decision, state.place("1Inf")) == ("movement", ring[0])


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-C1")
def test_who_has_no_way_out_may_be_moved_and_stays() -> None:
    """One of three; the only hex that no enemy holds is full of units that have moved."""
    ring = around("0530")
    held = dict(zip(ring[1:], ("1InC", "2InC", "3InC", "4InC", "5InC"), strict=True))
    full = {"0530": "1Inf, 2Inf, 3Inf, 1SovSup", ring[0]: "7Inf [moved], 8Inf [moved]"}
    state = play(at("soviet move", held | full), "move 1Inf")
    assert (state.decision, state.place("1Inf")) == ("movement", "0530")
    assert "1Inf" not in names(state, "move")


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-N1", "SPI-ZOC-B")
@pytest.mark.parametrize(("without", "may"), [("", True), ("SPI-MOVE-N1", False)])
def test_who_has_no_points_to_leave_makes_no_room(without: str, may: bool) -> None:
    """Three points from one enemy zone to the next are too many but for the one hex of a phase.

    A tank corps, which pays four of its five, comes to two armies of two points.
    """
    ring = around("0530")
    two = sorted({h for near in ring for h in around(near)} - {*ring, "0530"})
    enemies = {h: f"{n}InC" for n, h in enumerate([*two, ring[3]], 1)}
    units = enemies | {"0530": "1Inf, 2Inf, 1SovSup", ring[0]: "1TkC"}
    state = at("soviet move", units, without=without)
    assert ("0530" in legs(state, "1TkC")) == may


@pytest.mark.rule("SPI-STACK-A", "SPI-MOVE-K")
@pytest.mark.parametrize(
    ("beside", "may"), [("9InA [moved]", False), ("9InC [moved], 10InC [moved]", True)]
)
def test_a_full_hex_beside_it_is_no_way_out_for_a_finn(beside: str, may: bool) -> None:
    """At his limit he does not go where the other comes from; Soviets hold the hexes beside."""
    ring = {"0522": "1Inf", "0721": "2Inf", "0521": "4Inf", "0722": "5Inf", "0620": beside}
    full = {"0621": "1FinC, 2FinC, 20InC [moved], 1AxSup", "0622": "1InC, 2AxSup"}
    assert ("0621" in legs(at("axis move", ring | full), "1InC")) == may


@pytest.mark.rule("SPI-STACK-C2", "SPI-STACK-B1")
@pytest.mark.parametrize(
    ("unit", "without", "may"),
    [("1SovSup", "", True), ("1SovSup", "SPI-STACK-B1", False), ("3Inf", "SPI-STACK-B1", True)],
)
def test_a_supply_unit_that_counts_does_not_gather(unit: str, without: str, may: bool) -> None:
    """Two armies that have moved can make one; another may come for it with its last point."""
    units = {"0530": "1Inf [moved], 2Inf [moved]", "0532": unit}
    state = at("soviet move", units, JUNE_42, scenario="stalingrad", without=without)
    assert ("0530" in legs(state, unit)) == may

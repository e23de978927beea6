"""Section 26.6: optional national restrictions on the minor allies of the Axis."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, go, may, reach, walk
from ...turn_positions import at, names, on, play, refused

NATIONAL = ("national-restrictions",)
HELSINKI, TALLINN, RIGA = "B14", "D15", "F17"
ARMIES = {"16 A": "M20", "5G A": "M20"}


def moving(units: dict[str, str], impulse: int = 1, **more: Any) -> State:
    """An Axis movement phase with the option."""
    return at("axis", impulse, units=units, options=NATIONAL, **more)


def after_turn(units: dict[str, str], **more: Any) -> State:
    """What is left when the Axis turn has ended with units in their places."""
    state = play(moving(units, 2, **more), "end-movement")
    while state.to_move == "axis" and state.decision != "national restrictions":
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return state


def retreats(units: dict[str, str], target: str, die: int = 3) -> State:
    """The Russian attacks a hex at 4-1 with a result of DR."""
    state = combat("russian", units, options=NATIONAL, axis=["J21"])
    state = fight(state, target, ARMIES, die)
    assert state.var("result") == 5
    return state


def rows(hexes: set[str]) -> set[str]:
    """The rows of some hexes."""
    return {h.rstrip("0123456789") for h in hexes}


@pytest.mark.rule("TRC-26.6.1a")
def test_finns_go_no_farther_south_than_row_h() -> None:
    state = moving({"Finn 2 Inf": "G15", "1 Inf": "G15"})
    assert rows(reach(state, "Finn 2 Inf")) == {"C", "D", "E", "F", "G", "H"}
    assert rows(reach(state, "1 Inf")) >= {"H", "I"}
    # who stands beyond it may go on, and is lost when the turn ends
    beyond = moving({"Finn 2 Inf": "I16"})
    assert {"H16", "J16"} <= reach(beyond, "Finn 2 Inf")
    assert after_turn({"Finn 2 Inf": "I16", "Finn 4 Inf": "H15"}).place("Finn 2 Inf") == "pool"


@pytest.mark.rule("TRC-26.6.1a", "TRC-9.3.1b")
def test_no_train_takes_a_finn_farther_south() -> None:
    line = ["F17", "G16", "H16", "I15", "J15", "J16"]
    state = play(moving({"Finn 2 Inf": "G16"}, rail=line), "rail Finn 2 Inf")
    with refused("TRC-26.6.1a"):
        play(state, "rail-to I15")
    assert names(state, "rail-to") == {"F17", "H16"}
    # who could only go there stays, and has moved
    stuck = play(moving({"Finn 2 Inf": "H16"}, rail=line[2:]), "rail Finn 2 Inf")
    assert (stuck.place("Finn 2 Inf"), stuck.decision) == ("H16", "movement")
    assert "Finn 2 Inf" not in names(stuck, "move")


@pytest.mark.rule("TRC-26.6.1a")
def test_a_finn_who_leaves_the_south_does_not_come_back_in_one_move() -> None:
    # partisans bar the ways along row I; round them the way leads over row H
    partisans = {"Partisan 1": "I13", "Partisan 2": "J13", "Partisan 3": "J12"}
    there = reach(moving({"Finn 2 Inf": "I12", **partisans}), "Finn 2 Inf")
    assert "H14" in there
    assert {h for h in there if h[0] > "H"} == set(partisans.values())
    # but where he need not leave it he goes on
    assert {"I14", "J14"} <= reach(moving({"Finn 2 Inf": "I12"}), "Finn 2 Inf")


@pytest.mark.rule("TRC-26.6.2a")
def test_a_hungarian_who_leaves_the_north_does_not_come_back_in_one_move() -> None:
    partisans = {"Partisan 1": "J10", "Partisan 2": "K8", "Partisan 3": "J9"}
    there = reach(moving({"Hun 1 Mot": "K9", **partisans}), "Hun 1 Mot")
    # over row L he would come to K6 and J7
    assert "L8" in there
    assert {h for h in there if h[0] < "L"} == {"K10", *partisans.values()}


@pytest.mark.rule("TRC-26.6.1a", "TRC-9.3.1b")
def test_nor_does_a_train_bring_him_back() -> None:
    line = ["I15", "H16", "G16", "F17", "G17", "G18", "H19", "I19"]
    state = play(moving({"Finn 2 Inf": "I15"}, rail=line), "rail Finn 2 Inf")
    assert names(state, "rail-to") == set(line[1:-1])
    with refused("TRC-26.6.1a"):
        play(state, "rail-to I19")
    # on track that does not leave the south he goes on
    state = play(moving({"Finn 2 Inf": "I15"}, rail=[*line, "J15", "J16"]), "rail Finn 2 Inf")
    assert names(state, "rail-to") == {*line[1:-1], "J15", "J16"}


@pytest.mark.rule("TRC-26.6.1b")
def test_two_sea_moves_to_helsinki_and_none_of_armour() -> None:
    units = {"41 Pz": RIGA, "1 Inf": RIGA}
    state = moving(units, axis=[TALLINN, HELSINKI])
    with refused("TRC-26.6.1b"):
        play(state, "ship-baltic 41 Pz", f"ship-to {HELSINKI}")
    assert names(play(state, "ship-baltic 41 Pz"), "ship-to") == {TALLINN}
    # attempts count, whatever comes of them
    tried = play(state, "ship-baltic 1 Inf", f"ship-to {HELSINKI}", "roll 6")
    assert tried.var("sea moves to Helsinki") == 1
    third = moving(units, axis=[TALLINN, HELSINKI], variables={"sea moves to Helsinki": 2})
    with refused("TRC-26.6.1b"):
        play(third, "ship-baltic 1 Inf", f"ship-to {HELSINKI}")
    # others do not count
    other = play(state, "ship-baltic 1 Inf", f"ship-to {TALLINN}", "roll 6")
    assert other.var("sea moves to Helsinki") == 0


@pytest.mark.rule("TRC-26.6.1b")
def test_two_sea_moves_to_helsinki_in_the_whole_game() -> None:
    """Those of the turn before count."""
    units = {"1 Inf": RIGA, "2 Inf": RIGA, "26 Inf": RIGA}
    first = moving(units, axis=[TALLINN, HELSINKI], variables={"sea moves to Helsinki": 1})
    tried = play(first, "ship-baltic 1 Inf", f"ship-to {HELSINKI}", "roll 6")
    later = on(tried, "movement", "axis")
    while later.turn == tried.turn:
        later = on(later, "movement", "axis")
    later = later.edited(
        places=[(u, RIGA) for u in ("2 Inf", "26 Inf")], variables=[("weather", 0)]
    )
    assert names(play(later, "ship-baltic 2 Inf"), "ship-to") == {TALLINN}
    with refused("TRC-26.6.1b"):
        play(later, "ship-baltic 2 Inf", f"ship-to {HELSINKI}")


@pytest.mark.rule("TRC-26.6.1b")
def test_who_waits_off_the_map_needs_another_port_than_helsinki() -> None:
    spent = {"sea moves to Helsinki": 2}
    units = {"1 Inf": "off-map", "41 Pz": "off-map"}
    state = moving(units, axis=[HELSINKI])
    assert names(state, "ship-baltic") == {"1 Inf"}
    assert not names(moving(units, axis=[HELSINKI], variables=spent), "ship-baltic")
    more = moving(units, axis=[HELSINKI, RIGA], variables=spent)
    assert names(more, "ship-baltic") == {"1 Inf", "41 Pz"}


@pytest.mark.rule("TRC-26.6.2a")
def test_southern_allies_go_no_farther_north_than_row_l() -> None:
    units = {"Ital 3 Inf": "N18", "Hun 1 Mot": "N18", "1 Inf": "N18"}
    state = moving({**units, "Rum 1 Inf": "N18", "Finn 2 Inf": "D30"})
    for unit in ("Ital 3 Inf", "Hun 1 Mot", "Rum 1 Inf"):
        assert "L" in rows(reach(state, unit)) and "K" not in rows(reach(state, unit))
    assert "K" in rows(reach(state, "1 Inf"))
    sea = moving({"Rum 1 Inf": RIGA}, axis=[TALLINN])
    voyage = play(sea, "ship-baltic Rum 1 Inf")
    # who is there already may go on
    assert TALLINN in names(voyage, "ship-to")
    gone = after_turn({"Ital 3 Inf": "K18", "Hun 1 Mot": "L18", "1 Inf": "K19"})
    assert (gone.place("Ital 3 Inf"), gone.place("Hun 1 Mot")) == ("pool", "L18")
    assert gone.place("1 Inf") == "K19"


@pytest.mark.rule("TRC-26.6.2b", "TRC-26.6.3b")
def test_no_southern_ally_ends_the_turn_in_the_country_of_another() -> None:
    units = {"Ital 3 Inf": "T29", "Hun 1 Mot": "BB28", "Rum 1 Inf": "BB29", "Hun 2 Inf": "T30"}
    # passing through is allowed
    moved = go(moving({"Hun 1 Mot": "W28"}), "Hun 1 Mot", "W27")
    assert moved.place("Hun 1 Mot") == "W27"
    gone = after_turn(units)
    assert {u for u in units if gone.place(u) == "pool"} == {"Ital 3 Inf", "Hun 1 Mot"}


@pytest.mark.rule("TRC-26.6.2c")
def test_allies_of_two_nations_do_not_stack() -> None:
    state = moving({"Hun 1 Mot": "Y18", "Rum 1 Inf": "Y17", "13 Inf": "Y17"})
    mixed = go(state, "Hun 1 Mot", "Y17")
    with refused("TRC-26.6.2c"):
        play(mixed, "end-movement")
    assert may(go(mixed, "Rum 1 Inf", "Y16"), "end-movement")
    # with Germans they do
    assert may(go(state, "13 Inf", "Y18"), "end-movement")


@pytest.mark.rule("TRC-26.6.2c", "TRC-26.6.3b")
def test_who_stacks_wrongly_in_the_end_is_lost_by_choice() -> None:
    units = {"Hun 1 Mot": "Y17", "Rum 1 Inf": "Y17", "13 Inf": "Y17"}
    flags = {"moved": ["Hun 1 Mot", "Rum 1 Inf"]}
    state = after_turn(units, flags=flags, axis=["W19"])
    assert state.decision == "national restrictions"
    assert names(state, "lose") == {"Hun 1 Mot", "Rum 1 Inf"}
    lost = play(state, "lose Hun 1 Mot")
    assert (lost.place("Hun 1 Mot"), lost.place("Rum 1 Inf")) == ("pool", "Y17")


@pytest.mark.rule("TRC-26.6.3a")
def test_the_russian_does_not_drive_an_ally_out_of_his_bounds() -> None:
    state = retreats({**ARMIES, "Hun 2 Inf": "L20"}, "L20")
    assert names(state, "retreat-to") and "K" not in rows(names(state, "retreat-to"))
    on = play(state, f"retreat-to {min(names(state, 'retreat-to'))}")
    assert on.decision != "retreat on" or "K" not in rows(names(on, "retreat-to"))
    # a German goes anywhere
    free = retreats({**ARMIES, "13 Inf": "L20"}, "L20")
    assert "K" in rows(names(free, "retreat-to"))


@pytest.mark.rule("TRC-26.6.3a")
def test_nobody_is_driven_out_of_closed_land_and_back() -> None:
    """From I14 the one way over H15, where the armies to the north watch, leads on to I15."""
    armies = {"16 A": "J14", "5G A": "J14", "11 A": "G16", "12 A": "G13", "8 A": "H17"}
    found = []
    for options, unit in (((), "Finn 2 Inf"), (NATIONAL, "Finn 2 Inf"), (NATIONAL, "1 Inf")):
        state = combat("russian", {unit: "I14", **armies}, options=options)
        state = fight(state, "I14", ["16 A", "5G A"], 6, announced=1)
        assert state.var("result") == 5
        first = names(state, "retreat-to") if state.decision == "retreat to" else state.place(unit)
        found.append(first)
    assert found == [{"H15", "I15"}, "I15", {"H15", "I15"}]


@pytest.mark.rule("TRC-26.6.3a")
def test_who_has_no_other_way_is_driven_out_of_closed_land_and_back() -> None:
    """From I14 over H15, which is full, to I15, from which all other ways are shut."""
    armies = {"16 A": "J14", "5G A": "J14", "11 A": "G16", "12 A": "G13", "8 A": "H17"}
    walls = {"Partisan 1": "I16", "Partisan 2": "J15", "Partisan 3": "J16"}
    full = {"1 Inf": "H15", "2 Inf": "H15", "26 Inf": "H15"}
    units = {"Finn 2 Inf": "I14", **armies, **walls}
    for stack, end in (({}, "H15"), (full, "I15")):
        state = combat("russian", {**units, **stack}, options=NATIONAL)
        state = fight(state, "I14", ["16 A", "5G A"], 6, announced=1)
        assert state.place("Finn 2 Inf") == end


@pytest.mark.rule("TRC-26.6.3a")
def test_without_another_way_he_is_driven_out() -> None:
    around = {"11 A": "L22", "8 A": "L18", "3 A": "N20"}
    state = retreats({**ARMIES, "Hun 2 Inf": "L20", **around}, "L20")
    out = state if state.decision in ("retreat to", "retreat on") else walk(state, "movement")
    assert out.place("Hun 2 Inf") != "pool"
    assert rows(names(out, "retreat-to") | {out.place("Hun 2 Inf")}) & {"K", "J"}


@pytest.mark.rule("TRC-26.6.2c")
def test_nor_into_a_stack_of_another_nation() -> None:
    stack = {"Rum 1 Inf": "K21", "Ital 3 Inf": "L22"}
    state = retreats({**ARMIES, "Hun 2 Inf": "L20", **stack}, "L20")
    seen = set()
    for first in names(state, "retreat-to"):
        on = play(state, f"retreat-to {first}")
        seen |= names(on, "retreat-to") | {on.place("Hun 2 Inf") or ""}
    assert seen and not seen & {"K21", "L22"}


@pytest.mark.rule("TRC-26.6.1b")
@pytest.mark.parametrize("used", range(4))
def test_the_second_move_to_helsinki_is_the_last(used: int) -> None:
    spent = {"sea moves to Helsinki": used}
    state = moving({"1 Inf": RIGA}, axis=[TALLINN, HELSINKI], variables=spent)
    harbours = names(play(state, "ship-baltic 1 Inf"), "ship-to")
    assert harbours == ({TALLINN, HELSINKI} if used < 2 else {TALLINN})


@pytest.mark.rule("TRC-26.6.1b", "TRC-26.6.2a")
def test_who_may_not_go_north_does_not_sail_there() -> None:
    units = {"Ital 3 Inf": "off-map", "1 Inf": "off-map"}
    assert names(moving(units, axis=[TALLINN, RIGA]), "ship-baltic") == {"1 Inf"}
    # Russians sail to Helsinki as they like
    spent = {"sea moves to Helsinki": 2}
    red = at(
        "russian", units={"16 A": "E10"}, russian=["E10", TALLINN, HELSINKI], variables=spent,
        options=NATIONAL,
    )  # fmt: skip
    assert names(play(red, "ship-baltic 16 A"), "ship-to") == {TALLINN, HELSINKI, RIGA}


@pytest.mark.rule("TRC-26.6.3b", "TRC-26.6.2a")
def test_nobody_is_lost_when_the_russian_turn_ends() -> None:
    units = {"Ital 3 Inf": "K18", "Hun 1 Mot": "Y17", "Rum 1 Inf": "Y17"}
    state = at("russian", 2, units=units, axis=["J21", "W19"], options=NATIONAL)
    after = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert [after.place(u) for u in units] == ["K18", "Y17", "Y17"]


@pytest.mark.rule("TRC-26.6.3a", "TRC-26.6.2c")
def test_a_retreat_ends_with_no_other_ally() -> None:
    armies = {"16 A": "W16", "5G A": "W16", "4G A": "W15", "6G A": "W15"}

    def ends(unit: str, **others: str) -> set[str]:
        where = {**armies, unit: "X16", **{u.replace("_", " "): h for u, h in others.items()}}
        state = combat("russian", where, options=NATIONAL, axis=["W19", "AA14"])
        state = fight(state, "X16", list(armies), 6, announced=1)
        assert state.var("result") == 5
        found, ways = set(), [state]
        while ways:
            here = ways.pop()
            if here.decision in ("retreat to", "retreat on"):
                ways += [play(here, f"retreat-to {h}") for h in names(here, "retreat-to")]
            else:
                found.add(str(here.place(unit)))
        return found

    free = ends("Hun 2 Inf")
    assert len(free) > 1
    for hex_ in sorted(free):
        assert hex_ not in ends("Hun 2 Inf", Rum_1_Inf=hex_)
        assert hex_ in ends("Hun 2 Inf", Hun_3_Inf=hex_)
        assert hex_ in ends("Hun 2 Inf", **{"38_Inf": hex_})
        assert hex_ in ends("13 Inf", Rum_1_Inf=hex_)


@pytest.mark.rule("TRC-26.6.1a", "TRC-26.6.2a")
def test_only_those_of_the_nation_are_lost_beyond_its_bounds() -> None:
    units = {"Finn 2 Inf": "I16", "13 Inf": "I17", "Hun 1 Mot": "L18", "Rum 1 Inf": "H19"}
    state = after_turn(units, axis=["F17", "J15"])
    found = [state.place(u) for u in units]
    assert found == ["pool", "I17", "L18", "pool"]


@pytest.mark.rule("TRC-26.6.2c")
@pytest.mark.parametrize(
    ("one", "other"),
    [("Hun 1 Mot", "Rum 1 Inf"), ("Hun 1 Mot", "Ital 3 Inf"), ("Rum 1 Inf", "Ital 3 Inf")],
)
def test_no_two_nations_share_a_hex(one: str, other: str) -> None:
    stack = {one: "Y17", other: "Y17"}
    assert not may(moving(stack), "end-movement")
    with refused("TRC-26.6.2c"):
        play(moving(stack), "end-movement")
    # who cannot part may stay until the turn ends; two of one nation, or with Germans, may
    assert may(moving(stack, flags={"moved": [one, other]}), "end-movement")
    for fellow in ("13 Inf", "HQ South"):
        assert may(moving({one: "Y17", fellow: "Y17"}), "end-movement")
    # nor do Russians ask
    red = at("russian", units=stack, options=NATIONAL)
    assert may(red, "end-movement")


@pytest.mark.rule("TRC-26.6.2b", "TRC-26.6.3b")
def test_each_ally_is_at_home_in_his_own_country() -> None:
    lost = {"Rum 1 Inf": "T29", "Ital 3 Inf": "BB28", "Hun 1 Mot": "AA30", "Ital 4 Inf": "T31"}
    kept = {"Rum 2 Inf": "BB29", "Hun 2 Inf": "T30", "38 Inf": "T32", "13 Inf": "BB30"}
    state = after_turn({**lost, **kept})
    assert {u for u in (*lost, *kept) if state.place(u) == "pool"} == lost.keys()


@pytest.mark.rule("TRC-26.6.1a", "TRC-26.6.2a")
def test_trains_take_others_over_the_limits_of_these_nations() -> None:
    line = ["F17", "G16", "H16", "I15", "J15", "J16"]
    german = play(moving({"1 Inf": "G16"}, rail=line, axis=["F17", "J15"]), "rail 1 Inf")
    assert {"F17", "H16", "I15", "J15"} <= names(german, "rail-to")
    # a Hungarian who stands beyond his limit goes on there
    beyond = play(moving({"Hun 2 Inf": "G16"}, rail=line, axis=["F17", "J15"]), "rail Hun 2 Inf")
    assert {"F17", "H16", "I15", "J15"} <= names(beyond, "rail-to")


@pytest.mark.rule("TRC-26.6.2a")
def test_who_stands_in_finland_all_the_same_may_go_on_there() -> None:
    there = reach(moving({"Hun 1 Mot": HELSINKI}), "Hun 1 Mot")
    assert {"A13", "A14", "B13", "B15"} & there


# -- clause by clause -------------------------------------------------------------------------


@pytest.mark.rule("TRC-26.6.2a", "TRC-26.6.1a", "TRC-24.5b")
def test_the_bounds_of_nations_bind_beside_other_closed_land() -> None:
    shut = {"Finland closed": 1}
    # who stands beyond his bound goes on, into Finland too while it is open
    for unit in ("Hun 1 Mot", "9 Inf"):
        assert {"B11", "B12"} & reach(moving({unit: "C10"}), unit)
        closed = reach(moving({unit: "C10"}, variables=shut), unit)
        assert closed and not {"B11", "B12"} & closed
    # a Finn may be kept out by both
    assert not {"B11", "B12"} & reach(moving({"Finn 2 Inf": "C10"}, variables=shut), "Finn 2 Inf")


@pytest.mark.rule("TRC-26.6.2a", "TRC-24.5b")
@pytest.mark.parametrize("unit", ["Rum Pz", "Hun 1 Mot"])
def test_a_southerner_does_not_leave_closed_finland_and_come_back(unit: str) -> None:
    # from A8 a partisan in A9 bars the way along the coast; round it the way leads over Karelia
    units = {unit: "A8", "Partisan 1": "A9"}
    shut = reach(moving(units, turn=21, variables={"Finland closed": 1}), unit)
    assert {"B9", "B10"} <= shut and "A10" not in shut and "A7" in shut
    assert "A10" in reach(moving(units, turn=21), unit)


@pytest.mark.rule("TRC-26.6.1a", "TRC-26.6.2a")
def test_finns_do_not_sail_on_the_black_sea() -> None:
    state = moving(
        {"Finn 2 Inf": "off-map", "1 Inf": "off-map", "Rum 1 Inf": "off-map"}, axis=["DD24"]
    )
    assert names(state, "ship-black") == {"1 Inf", "Rum 1 Inf"}


@pytest.mark.rule("TRC-26.6.2a", "TRC-26.6.1a")
def test_without_the_option_nations_go_where_they_please() -> None:
    assert "K" in rows(reach(at("axis", units={"Hun 1 Mot": "N18"}), "Hun 1 Mot"))
    assert "I" in rows(reach(at("axis", units={"Finn 2 Inf": "G15"}), "Finn 2 Inf"))


@pytest.mark.rule("TRC-26.6.2c", "TRC-26.6.3b")
def test_without_the_option_they_stack_as_they_please() -> None:
    stack = {"Hun 1 Mot": "Y17", "Rum 1 Inf": "Y17"}
    assert may(at("axis", units=stack), "end-movement")


@pytest.mark.rule("TRC-26.6.1a")
def test_a_train_does_not_leave_the_south_though_other_track_would_keep_it_there() -> None:
    line = [
        "I15", "H16", "G16", "F17", "F16", "E15", "E14", "E13", "E12", "E11", "E10", "F11", "F12",
        "G12", "H13", "H14", "I14",
    ]  # fmt: skip
    state = play(moving({"Finn 2 Inf": "I15"}, rail=line), "rail Finn 2 Inf")
    assert names(state, "rail-to") == set(line[1:-1])
    with refused("TRC-26.6.1a"):
        play(state, "rail-to I14")
    # over J15, which is no farther north, he comes there
    short = play(moving({"Finn 2 Inf": "I15"}, rail=[*line, "J15"]), "rail Finn 2 Inf")
    assert {"I14", "J15"} <= names(short, "rail-to")


@pytest.mark.rule("TRC-26.6.1a", "TRC-26.6.2a")
def test_a_german_goes_by_train_out_of_the_south_and_back() -> None:
    line = ["I15", "H16", "G16", "F17", "G17", "G18", "H19", "I19"]
    state = play(moving({"1 Inf": "I15"}, rail=line, axis=["F17"]), "rail 1 Inf")
    assert names(state, "rail-to") == set(line[1:])


@pytest.mark.rule("TRC-26.6.2a")
def test_a_train_takes_no_hungarian_north_of_row_l() -> None:
    line = ["L21", "L20", "L19", "K18", "K17"]
    for unit in ("Hun 2 Inf", "Rum 1 Inf", "Ital 3 Inf"):
        state = play(moving({unit: "L21"}, rail=line), f"rail {unit}")
        assert names(state, "rail-to") == {"L20", "L19"}
        with refused("TRC-26.6.2a"):
            play(state, "rail-to K18")
    german = play(moving({"1 Inf": "L21"}, rail=line), "rail 1 Inf")
    assert names(german, "rail-to") == set(line[1:])


@pytest.mark.rule("TRC-26.6.1b")
def test_a_sea_move_to_helsinki_arrives_and_is_counted() -> None:
    once = {"sea moves to Helsinki": 1}
    for before_ in (0, 1):
        state = moving(
            {"1 Inf": RIGA}, axis=[TALLINN, HELSINKI],
            variables={"sea moves to Helsinki": before_},
        )  # fmt: skip
        there = play(state, "ship-baltic 1 Inf", f"ship-to {HELSINKI}", "roll 2")
        assert there.place("1 Inf") == HELSINKI
        assert there.var("sea moves to Helsinki") == before_ + 1
    # those of the Russian do not count
    red = at(
        "russian", units={"16 A": "E10"}, russian=["E10", TALLINN, HELSINKI], variables=once,
        options=NATIONAL,
    )  # fmt: skip
    sailed = play(red, "ship-baltic 16 A", f"ship-to {HELSINKI}", "roll 1")
    assert sailed.var("sea moves to Helsinki") == 1


@pytest.mark.rule("TRC-26.6.2c")
def test_who_is_shut_in_does_not_hinder_the_end_of_movement() -> None:
    stack = {"Hun 1 Mot": "Y17", "Rum 1 Inf": "Y17"}
    # every hex around is next to one of two cavalry corps
    shut_in = moving({**stack, "5 CavC": "Y16", "6 CavC": "Y18"})
    assert not reach(shut_in, "Hun 1 Mot")
    assert may(shut_in, "end-movement")
    # with one of them gone there is a way out
    assert not may(moving({**stack, "5 CavC": "Y16"}), "end-movement")


@pytest.mark.rule("TRC-26.6.2c")
def test_one_hex_to_go_to_is_enough() -> None:
    units = {"Hun 2 Inf": "Y17", "Rum 1 Inf": "Y17", "5 CavC": "X16", "6 CavC": "Y18"}
    state = moving(units, 2, flags={"moved": ["Rum 1 Inf"]})
    assert reach(state, "Hun 2 Inf") == {"Z17"}
    with refused("TRC-26.6.2c"):
        play(state, "end-movement")


@pytest.mark.rule("TRC-26.6.2c")
@pytest.mark.parametrize("impulse", [1, 2])
def test_they_part_in_both_impulses(impulse: int) -> None:
    stack = {"Hun 2 Inf": "Y17", "Rum 1 Inf": "Y17"}
    assert not may(moving(stack, impulse), "end-movement")


@pytest.mark.rule("TRC-26.6.3b", "TRC-26.6.2c")
def test_a_single_offender_is_lost() -> None:
    for unit, hex_ in (("Finn 2 Inf", "I16"), ("Ital 3 Inf", "K18"), ("Hun 1 Mot", "BB28")):
        state = after_turn({unit: hex_, "13 Inf": hex_}, axis=["J21"])
        assert (state.place(unit), state.place("13 Inf")) == ("pool", hex_)


@pytest.mark.rule("TRC-26.6.3b", "TRC-26.6.2c")
def test_three_nations_in_a_hex_leave_one() -> None:
    units = dict.fromkeys(("Hun 1 Mot", "Rum 1 Inf", "Ital 3 Inf"), "Y17")
    state = after_turn(units, flags={"moved": list(units)}, axis=["W19"])
    assert (state.to_move, names(state, "lose")) == ("axis", set(units))
    one = play(state, "lose Rum 1 Inf")
    assert names(one, "lose") == {"Hun 1 Mot", "Ital 3 Inf"}
    two = play(one, "lose Hun 1 Mot")
    assert two.place("Ital 3 Inf") == "Y17" and two.decision != "national restrictions"
    # waiting elsewhere they share no hex
    units = {"Hun 1 Mot": "pool", "Rum 1 Inf": "pool", "Ital 3 Inf": "Y17"}
    apart = after_turn(units, axis=["W19"])
    assert apart.place("Ital 3 Inf") == "Y17"


@pytest.mark.rule("TRC-26.6.3b", "TRC-4.2.5a")
def test_the_end_of_a_turn_brings_what_it_brings_without_the_option() -> None:
    # Bucharest is Russian, and Rumania surrenders
    state = at("russian", 2, units={"11 A": "BB31", "Rum 1 Inf": "E32"}, options=NATIONAL)
    after = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert after.place("Rum 1 Inf") == "surrendered"


@pytest.mark.rule("TRC-26.6.3b")
def test_who_is_lost_loses_his_hold_on_a_city() -> None:
    # the Italian at K20 and the Russian at I21 both watch Vitebsk
    units = {"Ital 3 Inf": "K20", "11 A": "I21"}
    state = moving(units, 2, nobody=["J21"])
    assert "J21" not in state.hexes_with("russian control")
    gone = after_turn(units, nobody=["J21"])
    assert gone.place("Ital 3 Inf") == "pool"
    assert "J21" in gone.hexes_with("russian control")


# -- retreats, clause by clause ---------------------------------------------------------------


def ends(unit: str, hex_: str, armies: dict[str, str], **others: str) -> set[str]:
    """Where a unit may end its retreat when all the armies attack."""
    where = {**armies, unit: hex_, **{u.replace("_", " "): h for u, h in others.items()}}
    state = combat("russian", where, options=NATIONAL, axis=["W19", "AA14", "J21"])
    state = fight(state, hex_, list(armies), 6, announced=1)
    assert state.var("result") == 5
    found, ways = set(), [state]
    while ways:
        here = ways.pop()
        if here.decision in ("retreat to", "retreat on"):
            ways += [play(here, f"retreat-to {h}") for h in names(here, "retreat-to")]
        else:
            found.add(str(here.place(unit)))
    return found


@pytest.mark.rule("TRC-26.6.3a", "TRC-13.4a")
def test_a_finn_is_not_driven_over_his_bound_either() -> None:
    armies = {"16 A": "F15", "5G A": "F15"}
    free, bound = ends("1 Inf", "G15", armies), ends("Finn 2 Inf", "G15", armies)
    assert "I" in rows(free) and rows(bound) <= {"F", "G", "H"}


@pytest.mark.rule("TRC-26.6.2c", "TRC-26.6.3a", "TRC-13.5b")
def test_who_has_no_other_way_ends_with_another_nation() -> None:
    armies = {"16 A": "W16", "5G A": "W16", "4G A": "W15", "6G A": "W15"}
    free = ends("Hun 2 Inf", "X16", armies)
    rumanians = [f"Rum_{n}" for n in ("1_Inf", "2_Inf", "4_Inf", "5_Inf", "6_Inf", "7_Inf", "Cav")]
    stacks = dict(zip(rumanians, sorted(free), strict=True))
    assert ends("Hun 2 Inf", "X16", armies, **stacks) == free


@pytest.mark.rule("TRC-26.6.2c")
def test_the_usual_limit_of_stacking_holds_as_well() -> None:
    armies = {"16 A": "W16", "5G A": "W16", "4G A": "W15", "6G A": "W15"}
    full = max(ends("Hun 2 Inf", "X16", armies))
    three = {"38_Inf": full, "26_Inf": full, "13_Inf": full}
    assert full not in ends("Hun 2 Inf", "X16", armies, **three)


@pytest.mark.rule("TRC-13.4a", "TRC-26.6.3a")
def test_that_somebody_was_driven_out_is_forgotten() -> None:
    around = {"11 A": "L22", "8 A": "L18", "3 A": "N20"}
    state = retreats({**ARMIES, "Hun 2 Inf": "L20", **around}, "L20")
    over = walk(state, "movement", "axis", 1)
    assert over.var("no way but into closed land") == 0

"""Section 11.27 to 11.32: joint retreats, advances, and the side that decides each."""

from __future__ import annotations

import pytest

from eastfront._core import State

from . import test_1_other_turns as other_turns
from .board_positions import at, data, edit, fight, marker, names, play, refused, walk
from .test_11_read_in_the_midst import read, spoilt
from .test_11_retreat_tables import (
    ARMIES,
    NE,
    NW,
    PZ,
    SE,
    SW,
    E,
    Units,
    W,
    driven,
    fill,
    german,
    soviet,
    ways,
)

TANKS = ["1T", "2T", "3T", "4T", "5T"]


def won(state: State, target: str, group: list[str], result: str = "DE") -> State:
    """A battle after a die that gives a result."""
    rolling = fight(state, target, group)
    dice = [d for o in rolling.battle().outcomes if o.result == result for d in o.dice]
    return play(rolling, f"roll {dice[0]}") if dice else rolling


# -- who retreats ---------------------------------------------------------------------------


@pytest.mark.rule("BD-11.27b", "BD-11.28c")
@pytest.mark.parametrize("inside", [["60A"], ["59A", "60A"]])
def test_nobody_is_on_the_retreat_when_it_is_over(inside: list[str]) -> None:
    state = german({W: PZ, NW: ["41Pz", "46Pz"], "2308": inside})
    group = PZ[:3] if len(inside) == 1 else [*PZ, "41Pz"]
    after, _ = driven(state, "2308", group)
    assert after.units_with("retreating") == sorted(inside)
    gone = play(after, f"retreat-to {E}")
    assert gone.units_with("retreating") == [] and {gone.place(u) for u in inside} == {E}
    shut = fill(E, NE, SE, side="soviet", count=4)
    split, _ = driven(edit(state, shut), "2308", group)
    over = walk(split, "advance", "german")
    assert over.units_with("retreating") == []
    assert {over.place(u) for u in inside} <= {E, NE, SE}


@pytest.mark.rule("BD-8.34c", "BD-11.28c")
def test_the_militia_falls_where_it_is_driven_out_and_nowhere_else() -> None:
    state = german({W: PZ[:3], "2308": ["60A"], "1011": ["LPMA", "59A"]})
    after, _ = driven(state, "2308", PZ[:3])
    assert after.place("LPMA") == "1011" and after.place("60A") == "2308"
    gone = play(after, f"retreat-to {E}")
    assert gone.place("LPMA") == gone.place("59A") == "1011" and gone.place("60A") == E


@pytest.mark.rule("BD-11.28a", "BD-10.22a", "BD-11.27a")
@pytest.mark.parametrize("zone", ["south", "north"])
def test_the_ban_on_the_north_is_one_of_the_prohibitions_of_movement(zone: str) -> None:
    """11.28: a retreating unit observes what movement is forbidden; 10.22: suspended by 5.6."""
    units = {"2207": ARMIES, "2307": ["22A"], "2308": ["20A"], "2209": ["21A"], "2208": ["3Rum"]}
    state = soviet(units, "2207", turn=12, zone=zone)
    after, _ = driven(state, "2208", ["52A"])
    assert ways(after, "3Rum", "2208") == ({"2108"} if zone == "north" else set())
    corps, _ = driven(edit(state, {"3Rum": "2313", "4AK": "2208"}), "2208", ["52A", "53A"])
    assert ways(corps, "4AK", "2208") == {"2108"}


@pytest.mark.rule("BD-10.22a", "BD-11.28c", "BD-11.27b")
@pytest.mark.parametrize(
    ("enemies", "friends", "corps", "army"),
    [
        # northwest and northeast are open to the corps alone
        ({"2209": ["21A"], "2308": ["20A"]}, {}, {"2108"}, "removed"),
        # one of them is, away from home
        ({"2209": ["21A"], "2308": ["20A"], "2108": ["22A"]}, {}, {"2107"}, "removed"),
        # one of them is, and friends are there
        ({"2209": ["21A"], "2308": ["20A"], "2107": ["22A"]}, {"2108": ["7AK"]}, {"2108"},
         "removed"),
        # none is: all are lost
        ({"2209": ["21A"], "2308": ["20A"], "2107": ["22A"], "2108": ["23A"]}, {}, set(),
         "removed"),
        # a southern hex is open, with friends in it: they go there together
        ({"2308": ["20A"]}, {"2209": ["7AK"]}, {"2209"}, "2209"),
        ({"2209": ["21A"]}, {"2308": ["7AK"]}, {"2308"}, "2308"),
    ],
)  # fmt: skip
def test_a_stack_with_a_satellite_army_at_the_boundary(
    enemies: Units, friends: Units, corps: set[str], army: str
) -> None:
    """Around 2208: 2108 and 2107 lie in the north, 2209, 2308 and 2307 in the south."""
    units: Units = {"2207": ARMIES, "2307": ["24A"], "2208": ["4AK", "3Rum"], **enemies, **friends}
    state = soviet(units, "2207")
    after, _ = driven(state, "2208", ARMIES)
    if after.decision == "retreat":
        assert names(after, "retreat-to") == corps
        after = play(after, f"retreat-to {min(corps)}")
    assert {after.place("4AK")} == (corps or {"dead"})
    assert after.place("3Rum") == army


@pytest.mark.rule("BD-11.28b", "BD-11.28c")
def test_nobody_goes_on_over_full_hexes_to_the_sea() -> None:
    """2804 beside the Sea of Azov is full; from 2805 the way goes on over land alone."""
    full = fill("2804", "2704", side="soviet")
    units: Units = {"2806": PZ[:3], "2805": ["60A"], "2705": ["7AK"], "2706": ["8AK"], **full}
    after, _ = driven(german(units), "2805", PZ[:3])
    found = ways(after, "60A", "2805")
    m = data().map
    assert found and all(
        (row := m.hexes[m.index[h]]) is not None and row.terrain not in ("sea", "lake")
        for h in found
    )


@pytest.mark.rule("BD-11.27c", "BD-6.4a", "BD-11.28b")
def test_by_the_second_reading_a_hex_with_another_army_has_no_room_for_one() -> None:
    """D-103: home is taken by other armies, so that the army goes the other way."""
    others = {W: ["4Rum"], NW: ["2Hun"], SW: ["8Ital"]}
    units: Units = {E: ARMIES, "2308": ["3Rum"], **others}
    for options, open_ in (((), None), (("D-103",), {NE, SE})):
        state = at(
            "prepared assault", "soviet", turn=13, sequence="fight-move",
            units={"2311": ["1AK"], "1001": ["66A"], **units}, variables=marker(E),
            options=options,
        )  # fmt: skip
        after, _ = driven(state, "2308", ARMIES)
        assert after.decision == "retreat"
        found = names(after, "retreat-to")
        assert found == open_ if open_ else {"2310", "2210", "2410"} <= found


# -- who advances ---------------------------------------------------------------------------


@pytest.mark.rule("BD-11.30b", "BD-11.17c")
def test_the_militia_attacks_and_does_not_advance() -> None:
    """8.34: it never moves from the city. The Polish army does."""
    units: Units = {"1011": ["LPMA", "60A", "59A", "3T"], "1111": ["Pol"], "1110": ["4AK"]}
    state = soviet(units, "1011")
    group = ["60A", "59A", "3T", "LPMA", "Pol"]
    group.sort(key=[u.name for u in data().units].index)
    rolling = fight(state, "1110", group)
    result = next(o for o in rolling.battle().outcomes if o.result == "BB")
    told = [c for c in result.consequences if type(c).__name__ == "Advance"]
    assert told and set(told[0].units) == {"60A", "59A", "3T", "Pol"}


@pytest.mark.rule("BD-11.30b", "BD-11.30a", "BD-11.32a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_attackers_advance_one_by_one_until_their_owner_holds(side: str) -> None:
    if side == "german":
        group, target_unit = ["3Pz", "14Pz", "4AK", "5AK"], "60A"
        state = german({W: group, NW: ["39Pz", "40Pz"], "2308": [target_unit]}, turn=10)
        group = [*group, "39Pz", "40Pz"]
    else:
        group, target_unit = ["60A", "59A", "3T", "5T"], "4AK"
        state = soviet({E: group, NE: TANKS[:2], "2308": [target_unit]}, E)
        group = [*group, *TANKS[:2]]
    group.sort(key=[u.name for u in data().units].index)
    after = walk(driven(state, "2308", group)[0], "advance", side)
    assert after.to_move == side and "hold" in names(after)
    offered = names(after, "advance")
    assert offered <= set(group)
    # an enemy in the hex is no position of an advance
    read(after)
    away = "60A" if side == "german" else "4AK"
    spoilt(after, "2308", [away])
    held = play(after, "hold")
    assert held.decision != "advance" or held.to_move != side
    assert held.units_with("advanced") == [] and not {held.place(u) for u in group} & {"2308"}
    # they are asked in order, each once
    later = sorted(offered, key=[u.name for u in data().units].index)[-1]
    last = play(after, f"advance {later}")
    assert last.place(later) == "2308"
    assert last.decision != "advance" or names(last, "advance") & offered <= set()


@pytest.mark.rule("BD-11.32a", "BD-11.32c", "BD-11.30b")
def test_a_german_corps_goes_on_to_the_one_hex_that_is_open() -> None:
    held = {NE: ["54A"], SE: ["53A"], E: ["52A"], SW: ["51A"]}
    state = german({W: ["3Pz", "14Pz", "24Pz"], NW: ["50A"], "2308": ["60A"], **held}, turn=10)
    after = won(state, "2308", ["3Pz", "14Pz", "24Pz"], "BB")
    after = walk(after, "advance", "german", {"bloodbath": "keep-bloodbath"})
    left = [u for u in ("3Pz", "14Pz", "24Pz") if after.place(u) != "dead"]
    inside = after
    while inside.decision == "advance":
        inside = play(inside, f"advance {min(names(inside, 'advance'), key=left.index)}")
    # they have left 2309 empty behind them, and it is the only way on
    assert inside.decision == "second advance" and inside.to_move == "german"
    assert set(inside.units_with("advanced")) == set(left) and names(inside, "exploit")
    with refused("BD-11.32a"):
        inside.push("exploit 4AK")
    on = play(inside, f"exploit {min(names(inside, 'exploit'), key=left.index)}")
    assert W in {on.place(u) for u in left}
    stopped = play(inside, "hold")
    assert stopped.decision != "second advance" and stopped.units_with("advanced") == []
    assert {stopped.place(u) for u in left} == {"2308"}


@pytest.mark.rule("BD-11.32b", "BD-11.32c")
def test_a_soviet_army_goes_on_by_the_rule_of_its_side() -> None:
    state = soviet({E: TANKS, NE: ["60A"], "2308": ["4AK"]}, E)
    after = walk(driven(state, "2308", TANKS)[0], "advance", "soviet")
    inside = play(after, f"advance {min(names(after, 'advance'))}")
    inside = inside if inside.decision == "second advance" else play(inside, "hold")
    assert (inside.decision, inside.to_move) == ("second advance", "soviet")
    with refused("BD-11.32b"):
        inside.push("exploit 60A")
    asked = play(inside, f"exploit {min(names(inside, 'exploit'))}")
    assert (asked.decision, asked.to_move) == ("second advance hex", "soviet")
    with refused("BD-11.32c"):
        asked.push("exploit-to 2312")
    told = asked.push(f"exploit-to {SE}", effects=True) or []
    said = {str(part) for effect in told for part in effect if str(part).startswith("BD-11.32")}
    assert said == {"BD-11.32b"}


@pytest.mark.rule("BD-11.32a", "BD-11.32c")
def test_no_corps_goes_on_into_the_sea() -> None:
    """2805 lies on the Sea of Azov."""
    state = german({"2806": PZ[:4], "2805": ["60A"], "2705": ["7AK"]}, turn=10)
    after = walk(driven(state, "2805", PZ[:4])[0], "advance", "german")
    inside = play(after, f"advance {min(names(after, 'advance'))}", "hold")
    assert inside.decision == "second advance"
    asked = play(inside, f"exploit {min(names(inside, 'exploit'))}")
    assert (asked.decision, asked.to_move) == ("second advance hex", "german")
    m = data().map
    for h in names(asked, "exploit-to"):
        row = m.hexes[m.index[h]]
        assert row is not None and row.terrain not in ("sea", "lake")


@pytest.mark.rule("BD-11.32b")
@pytest.mark.parametrize(("turn", "may"), [(12, False), (13, True), (14, True), (17, True)])
def test_soviet_second_advances_begin_in_october_1942(turn: int, may: bool) -> None:
    units: Units = {"2311": ["1AK"], "1001": ["66A"], E: TANKS, "2308": ["4AK"]}
    state = other_turns.at("prepared assault", "soviet", turn, units, variables=marker(E))
    after = walk(driven(state, "2308", TANKS)[0], "advance", "soviet")
    inside = play(after, f"advance {min(names(after, 'advance'))}")
    inside = play(inside, "hold") if inside.decision == "advance" else inside
    assert (inside.decision == "second advance") == may


@pytest.mark.rule("BD-11.30b", "BD-2.9d")
def test_the_militia_of_leningrad_takes_no_hex_that_it_has_won() -> None:
    """It never leaves its own; who attacks beside it may."""
    beside = ["59A", "60A", "61A", "62A"]
    units = {"1011": ["LPMA", *beside], "1012": ["3Pz"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables={"luftwaffe": 0, **marker("1011")})  # fmt: skip
    rolling = fight(state, "1012", ["LPMA", *beside])
    won = next(o for o in rolling.battle().outcomes if o.result in ("DR", "DE"))
    after = play(rolling, f"roll {won.dice[0]}")
    while after.decision == "retreat":
        after = play(after, after.legal_actions.names()[0])
    assert after.decision == "advance" and "LPMA" in after.units_with("attacking")
    # the armies are alike, so that one is named
    assert names(after, "advance") == {"59A"} and after.place("LPMA") == "1011"


@pytest.mark.rule("BD-11.29a", "BD-6.3a")
def test_who_fled_into_the_hex_is_not_told_to_retreat_from_it() -> None:
    """Two who defend have room beside three; with the one who fled there they would not."""
    units = {W: PZ[:3], "2308": ["60A", "59A"], E: ["52A", "53A", "54A"]}
    state = german(units)
    full = "german shut BD-6.3a it has no room for the whole stack"
    assert fight(state, "2308", PZ[:3]).ask(full) == []
    three = edit(state, {"57A": "2308"})
    assert fight(three, "2308", PZ[:3]).ask(full) == [E]
    fled = edit(three, flags={"retreated": ["57A"]})
    assert fight(fled, "2308", PZ[:3]).ask(full) == []


@pytest.mark.rule("BD-10.22a", "BD-11.27b", "BD-11.28c")
def test_the_army_that_stays_behind_shuts_nothing_to_the_corps() -> None:
    """Around 2208 only 2108 and 2107 are open, north of the boundary; then 2308 in the south."""
    units = {"2207": ARMIES, "2307": ["24A"], "2209": ["21A"], "2308": ["20A"],
             "2208": ["4AK", "3Rum"]}  # fmt: skip
    begun = fight(soviet(units, "2207"), "2208", ARMIES)
    barred = "soviet shut BD-10.22a satellites may not go there"
    assert begun.ask(barred) == []
    assert set(edit(begun, {"20A": "2315"}).ask(barred)) == {"2107", "2108"}

"""Sections 20.0 to 20.8: reinforcements, the off-map box, and garrisons called by the enemy."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import fight
from .turn_positions import (
    JAN_43,
    JAN_44,
    at,
    before,
    data,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

MOSCOW_ARMIES = ["30 A", "31 A", "32 A", "33 A", "34 A"]
RING = ["41 Pz", "56 Pz", "24 Pz", "39 Pz", "46 Pz", "47 Pz"]


def around(hex_: str, reach: int = 1) -> list[str]:
    """The hexes at exactly a distance from a hex."""
    m = data().map
    seen, edge = {m.index[hex_]}, {m.index[hex_]}
    for _ in range(reach):
        near = {n for h in edge for way in range(6) if (n := m.neighbor(h, way)) is not None}
        edge = near - seen
        seen |= edge
    return sorted(row.name for h in edge if (row := m.hexes[h]) is not None)


def land_around(hex_: str, reach: int) -> list[str]:
    """Those of them that are clear land."""
    m = data().map
    found = [h for h in around(hex_, reach) if (row := m.hexes[m.index[h]]) is not None and row]
    return [h for h in found if (row := m.hexes[m.index[h]]) and row.terrain == "clear"]


def edge(feature: str) -> set[str]:
    """The hexes of the map with a feature."""
    return {h.name for h in data().map.hexes if h is not None and feature in h.features}


def doors(state: State, unit: str) -> set[str]:
    """Where a unit that arrives may enter."""
    return names(play(state, f"enter {unit}"), "at")


def moscow(ring: bool) -> State:
    """September 1941: five armies arrive in Moscow, which may be surrounded."""
    state = impulse_of("russian", 1, turn=3, units=dict.fromkeys(MOSCOW_ARMIES, "later"))
    ringed = zip(RING, around("R9"), strict=True) if ring else ()
    return state._supposed(places=list(ringed))


@pytest.mark.rule("TRC-20.0a", "TRC-20.0b", "TRC-4.0b")
def test_units_arrive_in_the_impulse_of_their_month() -> None:
    units = {"40 Pz": "later", "Rum 5 Inf": "later", "51 Inf": "later"}
    first = impulse_of("axis", 1, turn=2, units=units)
    assert [first.place(u) for u in units] == ["arriving", "later", "later"]
    second = walk(play(first, "end-movement"), "movement", "axis", 2)
    assert [second.place(u) for u in units] == ["off-map", "arriving", "later"]


@pytest.mark.rule("TRC-20.2b")
def test_a_unit_listed_for_a_city_arrives_there() -> None:
    state = impulse_of("russian", 1, turn=2, units={"20 A": "later", "24 A": "later"})
    assert doors(state, "20 A") == {"R9"}
    assert doors(state, "24 A") == {"X13"}
    with refused("TRC-20.2b"):
        play(state, "enter 20 A", "at L1")
    assert play(state, "enter 20 A", "at R9").place("20 A") == "R9"


@pytest.mark.rule("TRC-20.2b", "TRC-20.8a")
def test_those_of_the_garrison_of_warsaw_and_no_others_arrive_there() -> None:
    axis = [u.name for u in data().units if u.side == "axis" and u.entry == "warsaw"]
    assert axis == ["4 SS Pz", "HG Pz"]
    units = {**dict.fromkeys(axis, "later"), "23 Inf": "later", "11 A": "M28"}
    near = play(at("russian", 1, turn=20, units=units), "move 11 A", "to M27")
    assert set(near.units_with("called")) == set(axis)
    first = impulse_of("axis", 1, turn=21, units=units, flags={"called": axis})
    assert set(first.units_at("arriving")) == set(axis)
    assert all(doors(first, unit) == {"L26"} for unit in axis)


@pytest.mark.rule("TRC-20.4a")
def test_a_city_that_the_enemy_held_when_the_impulse_began_is_closed() -> None:
    state = impulse_of("russian", 1, turn=2, units={"20 A": "later"}, axis=["R9"])
    assert "L1" in doors(state, "20 A")
    with refused("TRC-20.4a"):
        play(state, "enter 20 A", "at R9")
    # nobody's is not the enemy's
    state = impulse_of("russian", 1, turn=2, units={"20 A": "later"}, nobody=["R9"])
    assert doors(state, "20 A") == {"R9"}


@pytest.mark.rule("TRC-20.4a")
@pytest.mark.parametrize(("die", "closed"), [(1, True), (6, False)])
def test_a_city_lost_in_the_first_impulse_is_closed_in_the_second(die: int, closed: bool) -> None:
    """An army attacks out of Moscow at 1-4 and is lost, or stays; 29 A comes in the second."""
    units = {"11 A": "R9", "46 Pz": "Q8", "29 A": "later"}
    begun = at("russian", 1, turn=3, units=units, hex_flags={"not the enemy's": ["R9"]})
    fought = fight(play(begun, "end-movement"), "Q8", ["11 A"], die, announced=-4)
    second = walk(fought, "movement", "russian", 2)
    assert second.place("11 A") == ("pool" if closed else "R9")
    assert ("R9" in second.hexes_with("axis control")) == closed
    assert ("R9" in doors(second, "29 A")) != closed


@pytest.mark.rule("TRC-20.4b", "TRC-20.4c")
def test_moscow_surrounded_takes_two_of_five_armies() -> None:
    state = moscow(ring=True)
    # the owner chooses which come in over the edge
    assert {"R9", "L1"} <= doors(state, "30 A")
    full = play(state, "enter 30 A", "at R9", "enter 31 A", "at R9")
    with refused("TRC-20.4b"):
        play(full, "enter 32 A", "at R9")
    assert play(full, "enter 32 A", "at L1").place("32 A") == "L1"
    assert play(full, "enter 32 A", "hold").place("32 A") == "off-map"


@pytest.mark.rule("TRC-20.4b", "TRC-20.2b")
def test_who_can_move_on_has_no_need_of_the_edge() -> None:
    state = moscow(ring=False)
    assert doors(state, "30 A") == {"R9"}
    full = play(state, "enter 30 A", "at R9", "enter 31 A", "at R9", "enter 32 A", "at R9")
    assert full.units_at("R9") == ["30 A", "31 A", "32 A"]
    with refused("TRC-6.2a"):
        play(full, "end-movement")


@pytest.mark.rule("TRC-20.5a")
def test_entry_of_the_minor_allies() -> None:
    allies = {"Hun 1 Mot": "later", "Rum 5 Inf": "later"}
    first = impulse_of("axis", 1, turn=2, units=allies)
    assert doors(first, "Hun 1 Mot") == {"T33"}
    with refused("TRC-20.5a"):
        play(first, "enter Hun 1 Mot", "at S33")
    second = walk(play(first, "end-movement"), "movement", "axis", 2)
    assert doors(second, "Rum 5 Inf") == {"BB31"}
    italians = impulse_of("axis", 2, turn=3, units={"Ital 4 Inf": "later"})
    assert {"T33", "S33", "E33"} <= doors(italians, "Ital 4 Inf") <= edge("edge-west")


@pytest.mark.rule("TRC-20.5a", "TRC-20.1.2a")
def test_only_hungarians_are_bound_to_their_line_when_they_come_back_over_the_west_edge() -> None:
    """From the off-map box; a headquarters does not move in a first impulse."""
    axis = [u.name for u in data().units if u.side == "axis" and u.kind not in ("air", "hq")]
    state = at("axis", 1, units=dict.fromkeys(axis, "off-map"), variables={"Bulgaria open": 1})
    for unit in sorted(names(state, "enter")):
        bound = unit.startswith("Hun")
        entered = play(state, f"enter {unit}")
        # what is the only choice is taken unasked
        found = names(entered, "at") or {entered.place(unit)}
        assert found == ({"T33"} if bound else edge("edge-west")), unit
    assert {"Hitler", "Hitler (mobile)", "Ge Art", "Ge Para 1"} <= names(state, "enter")


@pytest.mark.rule("TRC-20.5b")
def test_other_units_enter_at_their_side_of_the_map() -> None:
    state = impulse_of("axis", 1, turn=2, units={"40 Pz": "later"})
    assert {"E33", "S33"} <= doors(state, "40 Pz") <= edge("edge-west")
    with refused("TRC-20.5b"):
        play(state, "enter 40 Pz", "at E31")
    state = impulse_of("russian", 1, turn=2, units={"16 A": "later"})
    assert {"L1", "U1", "QQ9"} <= doors(state, "16 A") <= edge("edge-east") | edge("entry-south")
    with refused("TRC-20.5b"):
        play(state, "enter 16 A", "at R9")


@pytest.mark.rule("TRC-20.5b", "TRC-20.2b")
def test_nobody_enters_where_an_enemy_stands_on_the_edge() -> None:
    units = {"40 Pz": "arriving", "11 A": "E33"}
    found = doors(at("axis", 1, turn=2, units=units), "40 Pz")
    assert {"D33", "F33"} <= found and "E33" not in found


@pytest.mark.rule("TRC-20.5c")
def test_one_russian_reinforcement_a_turn_comes_from_the_south() -> None:
    units = {"37 A": "later", "43 A": "later", "5 A (2nd)": "later"}
    state = impulse_of("russian", 1, turn=3, units=units)
    assert {f"QQ{n}" for n in range(5, 17)} <= doors(state, "37 A")
    used = play(state, "enter 37 A", "at QQ9")
    assert not doors(used, "43 A") & edge("entry-south")
    with refused("TRC-20.5c"):
        play(used, "enter 43 A", "at QQ9")
    # nor in the second impulse of the turn
    late = walk(play(used, "end-movement"), "movement", "russian", 2)
    with refused("TRC-20.5c"):
        play(late, "enter 5 A (2nd)", "at QQ9")
    soon = walk(play(late, "end-movement"), "movement", "russian", 1)
    assert "QQ9" in doors(soon, "43 A")


@pytest.mark.rule("TRC-20.1a", "TRC-20.1.1a", "TRC-20.1.2a")
def test_a_unit_held_off_the_map_comes_in_a_later_impulse() -> None:
    state = impulse_of("axis", 1, turn=2, units={"40 Pz": "later", "23 Inf": "later"})
    held = play(state, "enter 40 Pz", "hold")
    assert held.place("40 Pz") == "off-map"
    with refused("TRC-20.1.2a"):
        play(held, "enter 40 Pz")
    # what did not come in waits as well
    late = walk(play(held, "end-movement"), "movement", "axis", 2)
    assert late.place("23 Inf") == "off-map"
    assert play(late, "enter 40 Pz", "at E33").place("40 Pz") == "E33"
    # and has no free rail, unlike what arrives
    soon = walk(play(late, "end-movement"), "movement", "axis", 1)
    assert "40 Pz" in state.units_with("fresh")
    assert "40 Pz" not in play(soon, "enter 40 Pz", "at E33").units_with("fresh")


@pytest.mark.rule("TRC-20.1.2a")
def test_a_held_unit_may_have_lost_its_city_by_a_reading() -> None:
    units = {"20 A": "off-map"}
    plain = at("russian", 1, turn=4, units=units)
    assert "R9" not in doors(plain, "20 A")
    other = impulse_of("russian", 1, turn=4, units=units, options=("D-63",))
    assert play(other, "enter 20 A").place("20 A") == "R9"


@pytest.mark.rule("TRC-20.2a", "TRC-20.3a")
def test_the_first_hex_costs_nothing() -> None:
    state = impulse_of("axis", 1, turn=2, units={"40 Pz": "later"})
    moving = play(state, "enter 40 Pz", "at E33", "move 40 Pz")
    standing = play(at("axis", 1, turn=2, units={"40 Pz": "E33"}), "move 40 Pz")
    assert names(moving, "to") == names(standing, "to") != set()


@pytest.mark.rule("TRC-20.3b")
def test_second_impulse_arrivals_move_as_their_type_does() -> None:
    state = impulse_of("axis", 2, turn=3, units={"Ital 4 Inf": "later"})
    moving = play(state, "enter Ital 4 Inf", "at E33", "move Ital 4 Inf")
    standing = play(at("axis", 2, turn=3, units={"Ital 4 Inf": "E33"}), "move Ital 4 Inf")
    assert names(moving, "to") == names(standing, "to") != set()


@pytest.mark.rule("TRC-20.3c")
def test_in_the_second_impulse_an_enemy_zone_holds_who_enters_it() -> None:
    units = {"Ital 4 Inf": "later", "1 TkC": "Z32"}
    state = impulse_of("axis", 2, turn=3, units=units)
    entered = play(state, "enter Ital 4 Inf", "at Z33")
    assert entered.units_with("pinned") == ["Ital 4 Inf"]
    assert play(state, "enter Ital 4 Inf", "at E33").units_with("pinned") == []


def helsinki(units: dict[str, str], options: tuple[str, ...] = ("D-74",)) -> State:
    """The Russian takes Helsinki in August 1942; what follows in his next turn.

    By the usual reading of 24.3 Finland is then closed, and with it A14 (D-91).
    """
    there = {"23 A": "B13", "14 A": "later", **units}
    state = at("russian", 1, turn=8, units=there, options=options)
    taken = play(state, "move 23 A", "to B14")
    if taken.decision == "leg":
        taken = play(taken, "stop")
    return walk(play(taken, "end-movement"), "movement", "russian", 1)


@pytest.mark.rule("TRC-20.6a", "TRC-20.2a")
def test_the_fall_of_helsinki_brings_the_14th_army() -> None:
    state = helsinki({})
    assert state.place("14 A") == "arriving"
    assert doors(state, "14 A") == {"A5", "A14"}
    other = helsinki({"7 A": "A5"})
    assert doors(other, "14 A") == {"A14"}
    with refused("TRC-20.6a"):
        play(other, "enter 14 A", "at A5")
    assert doors(helsinki({}, ()), "14 A") == {"A5"}
    # not before it falls
    calm = impulse_of("russian", 1, turn=8, units={"23 A": "B13", "14 A": "later"})
    assert calm.place("14 A") == "later"


@pytest.mark.rule("TRC-20.6b")
def test_the_fall_of_archangel_brings_mountain_corps() -> None:
    state = at("axis", 1, turn=8, units={"49 Mtn": "D1", "36 Mtn": "later", "Dietl Mtn": "later"})
    taken = play(state, "move 49 Mtn", "to C1")
    if taken.decision == "leg":
        taken = play(taken, "stop")
    soon = walk(play(taken, "end-movement"), "movement", "axis", 1)
    assert {soon.place(u) for u in ("36 Mtn", "Dietl Mtn")} == {"arriving"}
    first = play(soon, "enter 36 Mtn", "at A5")
    with refused("TRC-20.6b"):
        play(first, "enter Dietl Mtn", "at A5")
    assert state.place("36 Mtn") == "later"


@pytest.mark.rule("TRC-20.6c")
def test_lapland_units_wait_for_a_hex_without_enemies() -> None:
    blocked = {"14 A": "arriving", "Finn 2 Inf": "A14", "Finn 4 Inf": "A5"}
    state = at("russian", 1, turn=8, units=blocked)
    assert doors(state, "14 A") == set()
    late = walk(play(state, "end-movement"), "movement", "russian", 2)
    assert late.place("14 A") == "arriving"
    freed = late._supposed(places=[("Finn 4 Inf", "removed")])
    assert doors(freed, "14 A") == {"A5"}


def near(city: str, distance: int, turn: int) -> State:
    """A Russian tank corps comes one hex nearer to a city; then the next Axis first impulse."""
    m = data().map
    outside = set(around(city, distance + 1))
    for goal in land_around(city, distance):
        start = next(
            (h for h in around(goal) if h in outside and h in land_around(city, distance + 1)), ""
        )
        if not start:
            continue
        # Leningrad is nobody's, lest somebody win as a year ends
        state = at("russian", 1, turn=turn, units={**GARRISONS, "1 TkC": start}, nobody=["E10"])
        moving = play(state, "move 1 TkC")
        if goal in names(moving, "to"):
            moved = play(moving, f"to {goal}")
            if moved.decision == "leg":
                moved = play(moved, "stop")
            return walk(play(moved, "end-movement"), "movement", "axis", 1)
    raise LookupError(f"no way to {city} in {m.width} columns")


BULGARIA_43 = ["15 Mtn", "21 Mtn"]
BULGARIA_44 = ["91 Mtn", "97 Mtn", "5 SS Mtn"]
WARSAW = ["4 SS Pz", "HG Pz"]
GARRISONS = dict.fromkeys(BULGARIA_43 + BULGARIA_44 + WARSAW, "later")


def came(state: State) -> set[str]:
    """The garrisons that have come."""
    return {u for u in GARRISONS if state.place(u) == "arriving"}


@pytest.mark.rule("TRC-20.7.1a")
def test_a_russian_within_five_hexes_of_bucharest_calls_two_corps() -> None:
    state = near("BB31", 5, JAN_43 + 1)
    assert came(state) == set(BULGARIA_43)
    assert state.var("Bulgaria open") == 1
    assert doors(state, "15 Mtn") == {"BB31"}
    assert came(near("BB31", 6, JAN_43 + 1)) == set()
    assert came(near("BB31", 5, JAN_43 - 2)) == set()


@pytest.mark.rule("TRC-20.7.2a")
def test_from_1944_he_calls_five() -> None:
    assert came(near("BB31", 5, JAN_44 + 2)) == {*BULGARIA_43, *BULGARIA_44}


@pytest.mark.rule("TRC-20.7.1a")
def test_bulgaria_opens_when_the_corps_arrive_by_a_reading() -> None:
    fallen = before("axis", 1, turn=13, units=GARRISONS, flags={"called": BULGARIA_43})
    assert fallen.var("Bulgaria open") == 0
    state = before(
        "axis", 1, turn=13, units=GARRISONS, flags={"called": BULGARIA_43}, options=("D-11",)
    )
    soon = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert soon.var("Bulgaria open") == 1


@pytest.mark.rule("TRC-20.8a")
def test_a_russian_within_two_hexes_of_warsaw_calls_its_garrison() -> None:
    state = near("L26", 2, JAN_44 + 2)
    assert came(state) == set(WARSAW)
    assert doors(state, "HG Pz") == {"L26"}
    assert came(near("L26", 3, JAN_44 + 2)) == set()
    assert came(near("L26", 2, JAN_44 - 3)) == set()


@pytest.mark.rule("TRC-20.7.1a", "TRC-20.7.2a", "TRC-20.8a")
@pytest.mark.parametrize(
    ("city", "distance", "turn", "corps"),
    [
        ("BB31", 5, 10, []),
        ("BB31", 5, 11, BULGARIA_43),
        ("BB31", 6, 11, []),
        ("BB31", 5, 16, BULGARIA_43),
        ("BB31", 5, 17, BULGARIA_43 + BULGARIA_44),
        ("BB31", 6, 17, []),
        ("L26", 2, 16, []),
        ("L26", 2, 17, WARSAW),
        ("L26", 3, 17, []),
    ],
)
def test_garrisons_come_from_the_first_turn_of_their_year(
    city: str, distance: int, turn: int, corps: list[str]
) -> None:
    """Within five hexes of Bucharest from 1943 and from 1944, within two of Warsaw from 1944."""
    assert came(near(city, distance, turn)) == set(corps)

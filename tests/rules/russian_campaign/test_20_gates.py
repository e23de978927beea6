"""Sections 20.3 to 20.6: arrivals in full hexes, and at the north edge."""

from __future__ import annotations

import pytest

from .battle_positions import around
from .left_out_positions import at_without
from .turn_positions import at, data, distance, impulse_of, names, play

MOSCOW = "R9"
RING = sorted(around(MOSCOW))
WATCH = [
    h.name
    for h in data().map.hexes
    if h is not None and len(around(h.name) & set(RING)) == 2 and distance(h.name, MOSCOW) == 2
]
"""From where six corps watch all that lies around Moscow, and not Moscow itself."""
CORPS = ["13 Inf", "12 Inf", "8 Inf", "9 Inf", "17 Inf", "26 Inf"]
ARMIES = [
    u.name for u in data().units if u.kind == "infantry" and u.side == "russian"
    and u.name.endswith(" A") and u.name not in ("20 A", "14 A")
]  # fmt: skip


@pytest.mark.rule("TRC-20.4b")
@pytest.mark.parametrize("room", [0, 1, 2])
def test_who_finds_its_city_full_moves_on_if_one_hex_has_room(room: int) -> None:
    """Two armies fill Moscow and each hex around it, but for so many; beyond nobody goes."""
    full = [MOSCOW, *RING[room:]]
    units = dict(zip(WATCH, CORPS, strict=True))
    where = {u: h for h, u in units.items()}
    where |= {a: full[n // 2] for n, a in enumerate(ARMIES[: 2 * len(full)])}
    state = impulse_of("russian", 1, turn=4)._supposed(
        places=[*where.items(), ("20 A", "arriving")]
    )
    found = names(play(state, "enter 20 A"), "at")
    if room:
        assert found == {MOSCOW}
    else:
        # it comes over the edge instead
        assert MOSCOW not in found and "L1" in found


@pytest.mark.rule("TRC-20.4b", "TRC-20.2b")
def test_who_arrives_elsewhere_does_not_crowd_a_city() -> None:
    """One army stands in Moscow, all around are full, and two more come over the edge."""
    full = RING
    where = {u: h for h, u in zip(WATCH, CORPS, strict=True)}
    where |= {a: full[n // 2] for n, a in enumerate(ARMIES[: 2 * len(full)])}
    free = [a for a in ARMIES if a not in where]
    where |= {free[0]: MOSCOW, "20 A": "arriving"}
    state = impulse_of("russian", 1, turn=4)._supposed(places=list(where.items()))
    assert play(state, "enter 20 A").place("20 A") == MOSCOW or names(
        play(state, "enter 20 A"), "at"
    ) == {MOSCOW}
    # 16 A and 43 A are listed for the east edge
    others = state._supposed(places=[("16 A", "arriving"), ("43 A", "arriving")])
    entered = play(others, "enter 20 A")
    assert (names(entered, "at") or {entered.place("20 A")}) == {MOSCOW}


# -- the north edge --------------------------------------------------------------------------

DOORS = {"A5", "A14"}


@pytest.mark.rule("TRC-20.6b", "TRC-20.6c")
@pytest.mark.parametrize("impulse", [1, 2])
def test_an_enemy_beside_a_hex_of_the_north_edge_does_not_shut_it(impulse: int) -> None:
    for foe, open_ in (("B15", DOORS), ("A14", DOORS - {"A14"})):
        state = at("axis", impulse, units={"36 Mtn": "arriving", "11 A": foe})
        entered = play(state, "enter 36 Mtn")
        assert names(entered, "at") == open_


@pytest.mark.rule("TRC-20.6a", "TRC-20.6b")
@pytest.mark.parametrize(
    ("side", "unit", "own"), [("axis", "36 Mtn", "13 Inf"), ("russian", "14 A", "11 A")]
)
def test_own_units_are_in_the_way_only_while_another_hex_is_free(
    side: str, unit: str, own: str
) -> None:
    second = {"13 Inf": "12 Inf", "11 A": "8 A"}[own]
    for standing, open_ in (
        ({}, DOORS),
        ({own: "A5"}, {"A14"}),
        ({own: "A14"}, {"A5"}),
        ({own: "A5", second: "A14"}, DOORS),
    ):
        state = at(side, 1, units={unit: "arriving", **standing})
        assert names(play(state, f"enter {unit}"), "at") == open_
        entered = play(state, f"enter {unit}", f"at {min(open_)}")
        assert entered.place(unit) == min(open_) and unit in entered.units_with("entered")


@pytest.mark.rule("TRC-20.6a", "TRC-20.6b")
@pytest.mark.parametrize(("side", "unit"), [("axis", "Dietl Mtn"), ("russian", "14 A")])
def test_whose_lapland_unit_it_is_says_where_it_enters(side: str, unit: str) -> None:
    asked = play(at(side, 1, units={unit: "arriving"}), f"enter {unit}")
    assert (asked.decision, asked.to_move) == ("entry", side)


# -- without a rule --------------------------------------------------------------------------


@pytest.mark.rule("TRC-20.3a", "TRC-20.3b")
@pytest.mark.parametrize("rule", ["", "TRC-20.3a", "TRC-20.3b"])
@pytest.mark.parametrize("impulse", [1, 2])
def test_each_rule_lets_who_enters_move_in_its_impulse(rule: str, impulse: int) -> None:
    state = at_without(rule, "axis", impulse, units={"40 Pz": "arriving"})
    entered = play(state, "enter 40 Pz", "at E33")
    stuck = rule == ("TRC-20.3a" if impulse == 1 else "TRC-20.3b")
    assert ("40 Pz" in names(entered, "move")) == (not stuck)


@pytest.mark.rule("TRC-20.2a", "TRC-20.1.1a")
@pytest.mark.parametrize(
    ("side", "unit", "doors"),
    [
        ("axis", "36 Mtn", DOORS),
        ("axis", "Dietl Mtn", DOORS),
        ("russian", "14 A", DOORS),
        ("axis", "23 Inf", {"E33"}),
        ("russian", "16 A", {"L1"}),
    ],
)
def test_the_north_edge_is_for_the_units_of_lapland_alone(
    side: str, unit: str, doors: set[str]
) -> None:
    found = names(play(at(side, units={unit: "arriving"}), f"enter {unit}"), "at")
    assert found == doors if doors == DOORS else found >= doors and not found & DOORS


@pytest.mark.rule("TRC-20.1.2a", "TRC-20.2a")
def test_who_waits_off_the_map_is_not_offered_while_its_door_is_shut() -> None:
    """Hungarians have one door, T33; Italians have others."""
    units = {"Hun 1 Mot": "off-map", "Ital 4 Inf": "off-map"}
    assert names(at("axis", units=units), "enter") == set(units)
    assert names(at("axis", units={**units, "11 A": "T33"}), "enter") == {"Ital 4 Inf"}


@pytest.mark.rule("TRC-20.6a", "TRC-24.5b", "TRC-17.2.1d")
@pytest.mark.parametrize(("closed", "called"), [(1, []), (0, ["14 A"])])
def test_helsinki_given_away_by_finland_frees_nobody_later_either(
    closed: int, called: list[str]
) -> None:
    """Control is looked at when another city falls."""
    state = at("russian", turn=20, units={"14 A": "later", "16 A": "X14"}, axis=["X13"],
               russian=["B14"], variables={"Finland closed": closed})  # fmt: skip
    moved = play(state, "move 16 A", "to X13")
    assert "X13" in moved.hexes_with("russian control")
    assert moved.units_with("called") == called


@pytest.mark.rule("TRC-20.0a", "TRC-20.3a")
def test_who_was_called_comes_in_no_turn_of_the_enemy() -> None:
    units = {"14 A": "later", "36 Mtn": "later"}
    for side, comes in (("axis", "36 Mtn"), ("russian", "14 A")):
        state = impulse_of(side, 1, turn=8, units=units, flags={"called": list(units)})
        assert [u for u in units if state.place(u) == "arriving"] == [comes]


@pytest.mark.rule("TRC-20.6b", "TRC-20.3c")
@pytest.mark.parametrize(("foe", "moves"), [("B15", False), ("R9", True)])
def test_who_came_by_the_north_edge_in_the_second_impulse_is_held_by_enemies_alone(
    foe: str, moves: bool
) -> None:
    state = at("axis", 2, units={"36 Mtn": "arriving", "11 A": foe})
    entered = play(state, "enter 36 Mtn", "at A14")
    assert ("36 Mtn" in names(entered, "move")) == moves


@pytest.mark.rule("TRC-20.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_in_the_off_map_box_are_only_those_who_were_put_there(side: str) -> None:
    ours, theirs = ["23 Inf", "13 Inf", "12 Inf"], ["16 A", "11 A", "8 A"]
    if side == "russian":
        ours, theirs = theirs, ours
    units = dict(zip(ours, ("off-map", "J30", "pool"), strict=True)) | {theirs[0]: "off-map"}
    assert names(at(side, units=units), "enter") == {ours[0]}


@pytest.mark.rule("TRC-20.5a")
@pytest.mark.parametrize("unit", ["13 Inf", "56 Pz", "Ital 4 Inf"])
def test_who_is_no_rumanian_does_not_come_back_at_bucharest(unit: str) -> None:
    state = at("axis", units={unit: "arriving"}, axis=["BB31"], flags={"replacement": [unit]})
    found = names(play(state, f"enter {unit}"), "at")
    assert "E33" in found and "BB31" not in found


@pytest.mark.rule("TRC-20.5b", "TRC-20.5c")
def test_the_south_edge_is_open_to_one_a_turn_and_the_east_edge_to_all() -> None:
    units = {"37 A": "arriving"}
    for used in (0, 1):
        state = at("russian", 1, turn=3, units=units, variables={"south edge used": used})
        found = names(play(state, "enter 37 A"), "at")
        assert "L1" in found and ("QQ9" in found) == (not used)


@pytest.mark.rule("TRC-20.5b", "TRC-20.5a")
def test_hungarians_have_one_door_of_the_west_edge() -> None:
    state = at("axis", units={"Hun 1 Mot": "arriving", "23 Inf": "arriving"})
    assert names(play(state, "enter Hun 1 Mot"), "at") == {"T33"}
    assert names(play(state, "enter 23 Inf"), "at") > {"T33"}


@pytest.mark.rule("TRC-20.6a", "TRC-20.6c")
@pytest.mark.parametrize(("closed", "doors"), [(0, DOORS), (1, {"A5"})])
def test_a_finland_that_is_closed_lets_no_russian_of_lapland_in(
    closed: int, doors: set[str]
) -> None:
    """Whoever of the Axis is still inside."""
    units = {"14 A": "arriving", "36 Mtn": "B13"}
    state = at("russian", 1, turn=20, units=units, variables={"Finland closed": closed})
    assert names(play(state, "enter 14 A"), "at") == doors

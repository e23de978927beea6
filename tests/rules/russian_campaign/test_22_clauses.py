"""Section 22 clause by clause: purchases, the cost of Stavka, and its entry hexes."""

from __future__ import annotations

import pytest

from .left_out_positions import at_without
from .test_21_axis_replacements import may
from .test_22_russian_replacements import CITIES, buying, entering, midwinter, placing, pool
from .turn_positions import (
    JAN_44,
    MAY_43,
    at,
    before,
    data,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

RICH = {"Leningrad Worker": "E10", "Kiev Worker": "W19", "Stalino Worker": "FF16"}
"""More workers."""

MOSCOW = ["Q9", "R10", "S9", "S8", "R8", "Q8"]
"""The hexes round it."""


@pytest.mark.rule("TRC-18.4b", "TRC-22.5a")
def test_why_paratroops_are_not_bought_is_told() -> None:
    with refused("TRC-18.4b"):
        play(buying(pool("5 ParaC", "4 A")), "recruit 5 ParaC")


@pytest.mark.rule("TRC-4.2.1b", "TRC-21.2a", "TRC-22.1c")
def test_each_side_replaces_in_its_own_turn() -> None:
    units = {"SS Res": "pool", "3 A": "pool", "Moscow Worker": "R9", "Kharkov Worker": "AA14"}
    axis = impulse_of("axis", 1, turn=MAY_43, units=units)
    assert (axis.place("SS Res"), axis.var("replacement points")) == ("arriving", 0)
    assert axis.place("3 A") == "pool"


@pytest.mark.rule("TRC-20.4a")
def test_a_lost_city_of_a_rumanian_is_no_door() -> None:
    """Its door is Bucharest then."""
    axis = may(["Rum 1 Inf"], russian=["AA29"])
    while axis.decision == "replacements":
        rum = "Rum 1 Inf" in names(axis, "replace")
        axis = play(axis, "replace Rum 1 Inf" if rum else "forgo")
    assert names(play(axis, "enter Rum 1 Inf"), "at") == {"BB31"}


@pytest.mark.rule("TRC-22.3a")
def test_no_worker_goes_to_a_city_that_the_axis_controls() -> None:
    state = placing({"Worker 1": "off-map"}, axis=["W19"])
    sites = names(play(state, "place-worker Worker 1"), "at")
    assert "W19" not in sites
    assert {"E10", "U1"} <= sites


@pytest.mark.rule("TRC-22.3b", "TRC-22.3a")
def test_no_second_worker_while_a_city_has_none() -> None:
    lost = [h for h in CITIES if h not in ("R9", "U1")]
    state = placing({"Moscow Worker": "R9", "Worker 1": "off-map"}, nobody=lost)
    asked = play(state, "place-worker Worker 1") if state.decision == "workers" else state
    # the only city without one is taken unasked
    assert asked.place("Worker 1") == "U1"
    two = [h for h in CITIES if h not in ("R9", "U1", "E10")]
    state = placing({"Moscow Worker": "R9", "Worker 1": "off-map"}, nobody=two)
    asked = play(state, "place-worker Worker 1")
    assert names(asked, "at") == {"U1", "E10"}
    with refused("TRC-22.3b"):
        play(asked, "at R9")


@pytest.mark.rule("TRC-22.3b", "TRC-22.3a")
def test_without_its_rule_no_city_ever_takes_a_second_worker() -> None:
    units = {"Moscow Worker": "R9", "Worker 1": "off-map"}
    state = at_without("TRC-22.3b", "russian", 1, turn=4, units=units)
    placing_ = walk(play(state, "end-movement"), "workers", "russian", 2)
    open_ = names(play(placing_, "place-worker Worker 1"), "at")
    assert {"U1", "E10"} <= open_ and "R9" not in open_


@pytest.mark.rule("TRC-22.5b", "TRC-22.5c", "TRC-4.0a")
def test_what_was_bought_last_turn_limits_nothing() -> None:
    units = {**pool("1 TkC", "7 TkC", "2G CavC", "3G CavC", "4 A"), **RICH}
    first = play(buying(units, MAY_43, die=6), "recruit 1 TkC", "recruit 2G CavC")
    with refused("TRC-22.5b"):
        play(first, "recruit 7 TkC")
    ended = play(first, "end-replacements")
    for unit in ("1 TkC", "2G CavC"):
        ended = play(ended, f"enter {unit}", "hold")
    soon = walk(play(ended, "end-movement"), "replacements", "russian", 1, Archangel=1)
    assert (soon.turn, soon.var("armor replaced")) == (MAY_43 + 1, 0)
    again = play(soon, "recruit 7 TkC", "recruit 3G CavC")
    assert {"7 TkC", "3G CavC"} <= set(again.units_at("arriving"))


@pytest.mark.rule("TRC-22.6c", "TRC-22.5d")
def test_a_workers_city_is_open_again_the_turn_after() -> None:
    state = play(entering("3 A", "4 A"), "enter 3 A", "at R9")
    state = play(state, "enter 4 A", "hold")
    soon = walk(play(state, "end-movement"), "movement", "russian", 1, Archangel=1)
    later = soon._supposed(
        places=[("3 A", "DD4"), ("4 A", "arriving")], unit_flags=[("4 A", "replacement", True)]
    )
    assert soon.turn == state.turn + 1
    assert "R9" in names(play(later, "enter 4 A"), "at")


@pytest.mark.rule("TRC-22.5a", "TRC-22.6a", "TRC-22.5c")
def test_each_armored_unit_and_each_guards_unit_is_counted() -> None:
    units = {**pool("1 TkC", "7 TkC", "2G CavC", "3G CavC", "4 A", "3 A"), **RICH}
    state = buying(units, JAN_44, die=6)
    points = state.var("replacement points")
    steps = (("1 TkC", 1, 0), ("4 A", 1, 0), ("2G CavC", 1, 1), ("7 TkC", 2, 1))
    for unit, armour, guards in steps:
        state = play(state, f"recruit {unit}")
        assert state.var("armor replaced") == armour, unit
        assert state.var("guards replaced") == guards, unit
        assert state.var("replacement points") < points, unit
        points = state.var("replacement points")


@pytest.mark.rule("TRC-22.5a")
def test_only_russians_are_bought() -> None:
    state = buying({**pool("4 A", "3 A"), "Rum Cav": "pool", "Finn 2 Inf": "pool"})
    assert names(state, "recruit") == {"4 A", "3 A"}


# -- Stavka -------------------------------------------------------------------------------------


def asked_of_stavka(units: dict[str, str], **more: object) -> bool:
    """Whether the second Russian impulse of January 1942 asks what is replaced."""
    state = before("russian", 1, turn=5, units=units, **more)
    state.push("end-movement")
    first = walk(state, "movement", "russian", 1, Archangel=1)
    assert (first.turn, first.var("impulse")) == (5, 1)
    late = walk(play(first, "end-movement"), "replacements", "russian", 2)
    return late.turn == 5 and late.decision == "replacements"


@pytest.mark.rule("TRC-22.8a")
@pytest.mark.parametrize(
    ("place", "worker", "asked"),
    [("pool", "R9", True), ("R9", "R9", False), ("removed", "R9", False), ("pool", "", False)],
)
def test_stavka_is_asked_for_when_it_is_lost_and_a_point_is_left(
    place: str, worker: str, asked: bool
) -> None:
    units = {"Stavka": place, **({"Moscow Worker": worker} if worker else {})}
    assert asked_of_stavka(units, variables={"Archangel lost": 1}) == asked


@pytest.mark.rule("TRC-22.8b", "TRC-22.6b")
def test_stavka_alone_is_bound_to_moscow_and_may_move_on_from_there() -> None:
    back = play(midwinter({"Stavka": "pool"}), "recruit Stavka")
    here = play(back, "enter Stavka", "at R9")
    assert here.place("Stavka") == "R9"
    held = play(back, "enter Stavka", "hold")
    assert held.place("Stavka") == "off-map"
    other = entering("3 A", "4 A")
    asked = play(other, "enter 3 A")
    assert {"L1", "E10", "R9"} <= names(asked, "at")
    assert play(asked, "at L1").place("3 A") == "L1"
    assert play(asked, "hold").place("3 A") == "off-map"


# -- doors --------------------------------------------------------------------------------------


@pytest.mark.rule("TRC-6.1b", "TRC-22.6b")
def test_a_full_city_is_a_door_only_for_who_can_move_on() -> None:
    state = entering("3 A", "4 A")
    crowd = dict.fromkeys(("5 TkC", "8 TkC", "11 TkC"), "R9")
    ring = dict(zip(("41 Pz", "56 Pz", "24 Pz", "39 Pz", "46 Pz", "47 Pz"), MOSCOW, strict=True))
    full = state._supposed(places=list(crowd.items()))
    assert "R9" in names(play(full, "enter 3 A"), "at")
    shut = state._supposed(places=[*crowd.items(), *ring.items()])
    with refused("TRC-6.1b"):
        play(shut, "enter 3 A", "at R9")
    # ringed, and with room, it is open
    some = state._supposed(places=[("5 TkC", "R9"), *ring.items()])
    assert "R9" in names(play(some, "enter 3 A"), "at")


@pytest.mark.rule("TRC-22.6b")
def test_nobody_enters_upon_an_enemy() -> None:
    state = entering("3 A", "4 A")._supposed(places=[("41 Pz", "L1"), ("24 Pz", "QQ9")])
    doors = names(play(state, "enter 3 A"), "at")
    assert not doors & {"L1", "QQ9"}
    assert "R9" in doors


@pytest.mark.rule("TRC-22.6d")
def test_only_who_came_from_the_south_closes_the_south() -> None:
    for door, open_ in (("R9", True), ("L1", True), ("QQ9", False)):
        state = play(entering("3 A", "4 A"), "enter 3 A", f"at {door}")
        assert ("QQ10" in names(play(state, "enter 4 A"), "at")) == open_, door


@pytest.mark.rule("TRC-22.8b")
def test_stavka_does_not_enter_upon_an_enemy() -> None:
    back = play(midwinter({"Stavka": "pool"}), "recruit Stavka")
    assert names(play(back, "enter Stavka"), "at") == {"R9"}
    lost = back._supposed(places=[("41 Pz", "R9"), ("Moscow Worker", "removed")])
    waits = play(lost, "enter Stavka")
    assert names(waits, "at") == set()
    assert waits.place("Stavka") != "R9"


@pytest.mark.rule("TRC-22.3a", "TRC-20.1.1a")
def test_a_worker_waits_when_no_city_is_russian() -> None:
    state = before("russian", 1, turn=8, units={"Worker 1": "off-map"}, nobody=CITIES)
    assert walk(play(state, "end-movement"), "workers", "russian", 1, Archangel=1).turn != 8
    late = walk(play(state, "end-movement"), "movement", "russian", 1, Archangel=1)
    assert (late.turn, late.place("Worker 1")) == (8, "off-map")


# -- what else a turn brings, and the last point -------------------------------------------------


@pytest.mark.rule("TRC-22.3a", "TRC-20.4a")
def test_when_the_turn_begins_doors_are_looked_at_as_well_as_cities() -> None:
    """Moscow was lost before the Russian turn; its new corps waits in the reserve."""
    state = impulse_of("russian", 1, turn=8, axis=["R9"], variables={"south edge used": 1})
    assert "R9" not in state.hexes_with("open to workers")
    assert "R9" not in state.hexes_with("not the enemy's") and "E10" in state.hexes_with(
        "not the enemy's"
    )
    assert state.var("south edge used") == 0


@pytest.mark.rule("TRC-22.5d", "TRC-17.2a")
def test_the_end_of_the_turn_brings_the_supply_check_as_well() -> None:
    state = play(buying(pool("3 A", "4 A")), "end-replacements")
    far = state._supposed(places=[("11 A", "E32"), ("41 Pz", "T2")])
    over = walk(play(far, "end-movement"), "movement", "axis", 1, weather=1)
    assert over.var("replacement points") == 0
    # the army beyond Berlin has no supply; the Axis corps is judged in its own turn
    assert (over.place("11 A"), over.place("41 Pz")) == ("pool", "T2")


@pytest.mark.rule("TRC-22.5a", "TRC-18.4b")
def test_nobody_is_asked_to_buy_what_is_not_for_sale() -> None:
    for unit in ("5 ParaC", "Stavka", "Moscow Worker"):
        state = buying({**pool(), unit: "pool", "Leningrad Worker": "E10"})
        assert (state.turn, state.var("impulse")) != (4, 1), unit


@pytest.mark.rule("TRC-22.5a", "TRC-22.6a")
@pytest.mark.parametrize(("unit", "left"), [("4 A", 3), ("3 A", 1), ("11 A", 0)])
def test_a_unit_costs_its_factors_to_the_last_point(unit: str, left: int) -> None:
    state = buying(pool(unit, "5 A"), turn=5, die=1)
    assert state.var("replacement points") == 6
    bought = play(state, f"recruit {unit}")
    assert (bought.place(unit), bought.var("replacement points")) == ("arriving", left)
    assert unit in bought.units_with("replacement")


@pytest.mark.rule("TRC-22.8a", "TRC-22.5d")
@pytest.mark.parametrize(("worker", "asked"), [("Worker 1", True), ("Worker 6", True), ("", False)])
def test_one_point_is_enough_for_stavka(worker: str, asked: bool) -> None:
    units = {"Stavka": "pool", **({worker: "R9"} if worker else {})}
    assert asked_of_stavka(units, variables={"Archangel lost": 1}) == asked


@pytest.mark.rule("TRC-22.6b", "TRC-22.8b", "TRC-21.1a")
def test_the_axis_has_no_doors_in_the_cities_of_workers() -> None:
    units = {"48 Pz": "arriving", "Moscow Worker": "R9", "Kiev Worker": "W19"}
    state = at("axis", units=units, flags={"replacement": ["48 Pz"]})
    doors = names(play(state, "enter 48 Pz"), "at")
    assert "E33" in doors and not doors & {"R9", "W19", "L1"}
    # nor does a Russian reinforcement go where workers are
    red = at("russian", units={"48 Pz": "J30", "16 A": "arriving", "Kiev Worker": "W19"})
    doors = names(play(red, "enter 16 A"), "at")
    assert "L1" in doors and "W19" not in doors


@pytest.mark.rule("TRC-22.6c", "TRC-22.6b")
def test_a_workers_city_on_the_edge_is_open_as_an_edge() -> None:
    state = entering("3 A", "4 A")._supposed(places=[("Worker 1", "C1")])
    first = play(state, "enter 3 A", "at C1")
    assert "C1" in names(play(first, "enter 4 A"), "at")
    # Moscow is on no edge
    other = play(state, "enter 3 A", "at R9")
    assert "R9" not in names(play(other, "enter 4 A"), "at")


@pytest.mark.rule("TRC-22.6d", "TRC-22.6b")
def test_where_the_east_edge_and_the_south_edge_meet() -> None:
    edge = {h.name for h in data().map.hexes if h is not None and "edge-east" in h.features}
    south = {h.name for h in data().map.hexes if h is not None and "entry-south" in h.features}
    state = entering("3 A", "4 A")
    doors = names(play(state, "enter 3 A"), "at")
    assert doors == edge | south | {"R9", "AA14", "E10"}
    used = names(play(state, "enter 3 A", "at QQ9", "enter 4 A"), "at")
    assert used == doors - (south - edge)

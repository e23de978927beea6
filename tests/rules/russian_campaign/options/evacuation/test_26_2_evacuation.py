"""Section 26.2: the evacuation of industry to the Urals."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import before, data, names, play, refused, walk

OPTION = ("industrial-evacuation",)

SEP_41, NOV_41, JAN_42, MAR_42 = 3, 4, 5, 6

KHARKOV = "evacuate Kharkov Worker"
WORKERS = {"Moscow Worker": "R9", "Kharkov Worker": "AA14", "Stalino Worker": "FF16"}
"""Seven points."""
SPARE = {"Worker 2": "off-map"}
"""A worker that waits, so that there is something to decide."""


def asked(turn: int = SEP_41, units: dict[str, str] | None = None, **more: object) -> State:
    """The first choice of workers of a turn."""
    where = {**WORKERS, "4 A": "pool", **(units or {})}
    state = before("russian", 1, turn=turn, units=where, options=OPTION, **more)
    state.push("end-movement")
    return walk(state, "workers", "russian")


def bought(state: State) -> State:
    """The choice of replacements after that of workers."""
    return walk(state, "replacements", "russian")


@pytest.mark.rule("TRC-26.2.1a")
def test_one_worker_a_turn_goes_east_from_september_1941() -> None:
    state = asked(units=SPARE)
    assert names(state, "evacuate") == {"Kharkov Worker", "Stalino Worker"}
    gone = play(state, KHARKOV)
    assert gone.place("Kharkov Worker") == "on-the-way"
    with refused("TRC-26.2.1a"):
        play(gone, "evacuate Stalino Worker")
    with refused("TRC-26.2.1a"):
        play(asked(SEP_41 - 1, SPARE), KHARKOV)
    # the next turn another
    later = walk(play(gone, "end-workers"), "workers", "russian", 1)
    assert names(later, "evacuate") == {"Stalino Worker"}


@pytest.mark.rule("TRC-26.2.1a")
def test_it_goes_by_rail_to_the_east_edge() -> None:
    with refused("TRC-26.2.1a"):
        play(asked(units=SPARE, rail=["AA14"]), KHARKOV)
    near = asked(units=SPARE)._supposed(places=[("41 Pz", "AA15")])
    with refused("TRC-26.2.1a"):
        play(near, KHARKOV)
    # in the first impulse only
    first = asked()
    second = walk(play(first, "end-workers"), "movement", "russian", 1)
    moved = second._supposed(places=[("Worker 2", "off-map")])
    with refused("TRC-9.3.1a"):
        play(walk(play(moved, "end-movement"), "workers", "russian", 2), KHARKOV)


@pytest.mark.rule("TRC-26.2.1b")
def test_a_factor_costs_two_rail_moves() -> None:
    state = asked(units=SPARE)
    with refused("TRC-26.2.1b"):
        play(state, "evacuate Moscow Worker")
    gone = play(state, KHARKOV)
    assert gone.var("rail moves") == 4
    units = {"11 A": "R9", "3 A": "R8"}
    free = gone._supposed(places=list(units.items()))
    moving = walk(play(free, "end-workers"), "movement", "russian", 1)
    last = play(moving, "rail 11 A", "rail-to R7")
    with refused("TRC-9.2b"):
        play(last, "rail 3 A")


@pytest.mark.rule("TRC-26.2.2a", "TRC-26.2.2b", "TRC-26.2.3a")
def test_it_makes_no_points_before_the_third_turn_after() -> None:
    assert bought(play(asked(), "end-workers")).var("replacement points") == 7
    # no sudden death as the year ends
    state = bought(play(asked(nobody=("E10", "K30")), KHARKOV))
    found = {}
    for turn in (SEP_41, NOV_41, JAN_42, MAR_42):
        assert state.turn == turn
        found[turn] = (state.place("Kharkov Worker"), state.var("replacement points"))
        state = play(state, "end-replacements")
        state = walk(state, "replacements", "russian", 1, Archangel=1)
        if state.var("impulse") == 2:
            state = walk(play(state, "end-replacements"), "replacements", "russian", 1)
    away = "on-the-way"
    # with a point of Archangel from 1942
    assert found == {
        SEP_41: (away, 5),
        NOV_41: (away, 5),
        JAN_42: (away, 6),
        MAR_42: ("urals", 8),
    }
    assert state.var("replacement points") == 8


@pytest.mark.rule("TRC-26.2.2c", "TRC-26.2.1b")
def test_a_worker_may_leave_on_the_turn_of_its_arrival_at_the_usual_cost() -> None:
    state = asked(NOV_41, {"Worker 1": "later"})
    there = play(state, "place-worker Worker 1", "at U1")
    assert names(there, "evacuate") >= {"Worker 1", "Kharkov Worker"}
    gone = play(there, "evacuate Worker 1")
    assert gone.place("Worker 1") == "on-the-way"
    assert gone.var("rail moves") == 2


@pytest.mark.rule("TRC-26.2.3b", "TRC-26.2.3c", "TRC-22.3a")
def test_a_new_worker_may_take_its_place_but_no_replacement_enters_there() -> None:
    state = play(asked(NOV_41, {"Worker 1": "later"}), KHARKOV, "at AA14")
    assert state.place("Worker 1") == "AA14"
    ready = play(bought(state), "recruit 4 A", "enter 4 A")
    with refused("TRC-26.2.3b"):
        play(ready, "at AA14")
    assert {"R9", "FF16"} <= names(ready, "at")
    # two workers in the city: one that stays lets them in
    pair = play(asked(units={"Worker 3": "AA14"}), KHARKOV)
    assert "AA14" in names(play(bought(pair), "recruit 4 A", "enter 4 A"), "at")


@pytest.mark.rule("TRC-26.2.1a")
def test_workers_stay_where_the_option_is_not_played() -> None:
    where = {**WORKERS, "4 A": "pool"}
    state = before("russian", 1, turn=SEP_41, units=where)
    state.push("end-movement")
    assert bought(state).turn == SEP_41


@pytest.mark.rule("TRC-26.2.1a")
def test_track_that_leads_to_no_east_edge_takes_nobody_away() -> None:
    """Kharkov is Russian, but one or both of the ways from it are the Axis's."""
    both = ["Z14", "BB15"]
    with refused("TRC-26.2.1a"):
        play(asked(units=SPARE, rail=both), KHARKOV)
    for way in both:
        assert "Kharkov Worker" in names(asked(units=SPARE, rail=[way]), "evacuate")


@pytest.mark.rule("TRC-26.2.1b")
@pytest.mark.parametrize("used, may", [(0, True), (1, True), (2, False)])
def test_what_is_left_of_five_rail_moves_must_be_enough(used: int, may: bool) -> None:
    """Two factors cost four."""
    state = asked(units=SPARE)._supposed(variables=[("rail moves", used)])
    assert ("Kharkov Worker" in names(state, "evacuate")) == may
    if may:
        assert play(state, KHARKOV).var("rail moves") == used + 4
    else:
        with refused("TRC-26.2.1b"):
            play(state, KHARKOV)


@pytest.mark.rule("TRC-26.2.2b", "TRC-22.7a", "TRC-22.1a")
@pytest.mark.parametrize("turn, points", [(11, 3), (12, 3), (13, 6), (14, 6)])
def test_workers_in_the_urals_make_twice_as_much_from_may_1943(turn: int, points: int) -> None:
    """One factor in a city and two in the Urals; Archangel is lost."""
    units = {"Worker 1": "R9", "Worker 3": "urals", "Worker 4": "urals", "4 A": "pool"}
    state = before(
        "russian", 1, turn=turn, units=units, options=OPTION, variables={"Archangel lost": 1}
    )  # fmt: skip
    state.push("end-movement")
    bought_ = walk(state, "replacements", "russian")
    assert (bought_.turn, bought_.var("impulse")) == (turn, 1)
    assert bought_.var("replacement points") == points


@pytest.mark.rule("TRC-26.2.3b", "TRC-26.2.3c")
def test_a_city_at_the_edge_may_be_entered_over_the_edge_though_its_worker_left() -> None:
    state = play(asked(units={"Worker 1": "U1"}), "evacuate Worker 1")
    ready = play(bought(state), "recruit 4 A", "enter 4 A")
    assert "U1" in names(ready, "at") and "R9" in names(ready, "at")


@pytest.mark.rule("TRC-26.2.2a", "TRC-26.2.1a")
@pytest.mark.parametrize("turn, there", [(5, False), (6, True), (7, True)])
def test_a_worker_arrives_three_turns_after_it_left(turn: int, there: bool) -> None:
    """Left in September 1941, turn 3: to arrive on turn 6; nobody is there before."""
    gone = play(asked(nobody=("E10", "K30"), units={"4 A": "pool"}), KHARKOV)
    state = gone
    while state.turn < turn or state.to_move != "russian" or state.decision != "movement":
        legal = state.legal_actions.list()
        if state.decision in ("weather", "Archangel"):
            state.push("roll 1")
        else:
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    assert state.turn == turn
    assert (state.place("Kharkov Worker") == "urals") == there


@pytest.mark.rule("TRC-26.2.1a", "TRC-26.2.2c")
def test_nobody_but_workers_goes_that_way() -> None:
    state = asked(units={**SPARE, "1 TkC": "AA14", "6 TkC": "FF16"})
    assert names(state, "evacuate") == {"Kharkov Worker", "Stalino Worker"}


@pytest.mark.rule("TRC-26.2.1a", "TRC-26.2.2a")
def test_what_its_zone_of_control_kept_is_lost_when_a_worker_leaves() -> None:
    """The junction R10 lies between a worker in Moscow and a corps in R11."""
    state = asked(units={"Moscow Worker": "pool", "Worker 1": "R9", **SPARE})
    state = state._supposed(places=[("13 Inf", "R11")])
    gone = play(state, "evacuate Worker 1")
    assert "R10" not in state.hexes_with("axis control")
    assert "R10" in gone.hexes_with("axis control")


@pytest.mark.rule("TRC-26.2.1a", "TRC-26.2.3b")
def test_the_evacuation_of_a_turn_is_known_until_it_ends() -> None:
    gone = play(asked(units=SPARE), KHARKOV)
    late = walk(play(gone, "end-workers"), "movement", "russian", 2)
    assert late.turn == gone.turn and late.var("workers evacuated") == 1
    assert late.hexes_with("only worker evacuated") == ["AA14"]


@pytest.mark.rule("TRC-22.3a")
def test_what_the_axis_took_in_its_turn_is_open_to_no_worker() -> None:
    for axis, found in ([], True), (["T14"], False):
        state = asked(units=SPARE, axis=axis)
        assert ("T14" in state.hexes_with("open to workers")) == found
        assert ("T14" in names(play(state, "place-worker Worker 2"), "at")) == found


@pytest.mark.rule("TRC-26.2.1a", "TRC-26.2.1b")
@pytest.mark.parametrize(("lost", "may"), [([], True), (["FF1"], False), (["EE3"], False)])
def test_the_way_east_ends_where_track_of_its_own_meets_the_edge(
    lost: list[str], may: bool
) -> None:
    """From CC4 track runs by DD4 to FF1 at the edge; all other track is the Axis's."""
    way = {"CC4", "DD4", "EE3", "FF3", "FF2", "FF1"} - set(lost)
    rest = [h.name for h in data().map.hexes if h and "rail" in h.features and h.name not in way]
    state = asked(units={**SPARE, "Kharkov Worker": "CC4"}, rail=rest)
    assert ("Kharkov Worker" in names(state, "evacuate")) == may


@pytest.mark.rule("TRC-26.2.1b")
@pytest.mark.parametrize("used", [0, 1])
def test_rail_moves_made_before_are_counted_with_the_fare(used: int) -> None:
    state = asked(units=SPARE)._supposed(variables=[("rail moves", used)])
    assert play(state, KHARKOV).var("rail moves") == used + 4


@pytest.mark.rule("TRC-22.3a", "TRC-26.2.1a")
def test_a_worker_that_is_held_back_is_not_asked_about_again() -> None:
    state = asked(NOV_41, {"Worker 1": "later", **SPARE})
    held = play(state, "place-worker Worker 1", "hold")
    assert held.decision == "workers" and held.place("Worker 1") == "off-map"
    assert "Worker 1" not in names(held, "place-worker")
    # but it may come in the next turn
    later = walk(play(held, "end-workers"), "workers", "russian", 1)
    assert later.turn == NOV_41 + 1 or "Worker 1" in names(later, "place-worker")


@pytest.mark.rule("TRC-26.2.3b")
def test_of_two_workers_in_a_city_one_may_leave_and_replacements_still_enter() -> None:
    for second, open_ in (({"Worker 3": "AA14"}, True), ({"Worker 3": "R8"}, False)):
        gone = play(asked(units=second), KHARKOV)
        assert ("AA14" in gone.hexes_with("only worker evacuated")) != open_

"""Section 22: workers, replacement points, and Russian purchases."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import (
    JAN_43,
    JAN_44,
    MAY_43,
    at,
    before,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

WORKERS = {"Moscow Worker": "R9", "Kharkov Worker": "AA14"}
"""Five points."""

POOL = ["11 A", "3 A", "4 A", "1 TkC", "7 TkC", "1G A", "2G A", "1G CavC", "1G TkA"]


def buying(units: dict[str, str], turn: int = 4, die: int = 1, **more: object) -> State:
    """The Russian's first choice of replacements of a turn."""
    state = before("russian", 1, turn=turn, units=units, **more)
    state.push("end-movement")
    return walk(state, "replacements", "russian", Archangel=die)


def points(units: dict[str, str], turn: int = 4, die: int = 1, **more: object) -> int:
    """The points of a turn, when there is something to buy."""
    return buying({**units, "4 A": "pool"}, turn, die, **more).var("replacement points")


def pool(*units: str) -> dict[str, str]:
    """Units in the pool, and five points of workers."""
    return {**dict.fromkeys(units, "pool"), **WORKERS}


@pytest.mark.rule("TRC-22.1a", "TRC-22.2a")
def test_workers_make_points() -> None:
    assert points(WORKERS) == 5
    assert points({"Kiev Worker": "W19", **WORKERS}) == 7
    nothing = impulse_of("russian", 1, turn=4, units={"4 A": "pool"})
    assert nothing.place("4 A") == "pool"


@pytest.mark.rule("TRC-22.1b", "TRC-22.1d")
def test_surrounded_workers_count_and_those_off_the_map_do_not() -> None:
    ring = {"41 Pz": "AA13", "56 Pz": "AA15", "24 Pz": "Z14", "39 Pz": "BB14"}
    state = before("russian", 1, turn=4, units={**pool("4 A"), "Worker 1": "later"})
    state.push("end-movement")
    asked = walk(state, "worker city", "russian")
    ringed = play(asked._supposed(places=list(ring.items())), "hold")
    assert ringed.var("replacement points") == 5
    assert points({**WORKERS, "Kharkov Worker": "off-map"}) == 3


@pytest.mark.rule("TRC-22.1c", "TRC-22.3a")
def test_a_worker_counts_on_the_turn_it_arrives() -> None:
    state = before("russian", 1, turn=4, units={**pool("4 A"), "Worker 1": "later"})
    state.push("end-movement")
    asked = walk(state, "workers", "russian") if state.decision != "worker city" else state
    if asked.decision == "workers":
        asked = play(asked, "place-worker Worker 1")
    assert asked.decision == "worker city"
    assert {"W19", "E10"} <= names(asked, "at")
    # not where a worker is, nor outside Russia, nor in Axis hands
    assert not names(asked, "at") & {"R9", "AA14", "L26", "B14"}
    placed = play(asked, "at W19")
    assert placed.var("replacement points") == 6
    held = play(asked, "hold")
    assert (held.place("Worker 1"), held.var("replacement points")) == ("off-map", 5)


@pytest.mark.rule("TRC-22.3a")
def test_a_worker_goes_to_a_city_that_was_russian_when_the_turn_began() -> None:
    state = before("russian", 1, turn=4, units={"Worker 1": "later"}, axis=["W19"])
    state.push("end-movement")
    asked = walk(state, "worker city", "russian")
    assert "W19" not in names(asked, "at")
    assert "R9" in names(asked, "at")


@pytest.mark.rule("TRC-22.3b")
def test_a_second_worker_in_a_city_when_each_has_one() -> None:
    lost = [h for h in CITIES if h not in ("R9", "U1")]
    some = {"Moscow Worker": "R9", "Worker 1": "later"}
    state = before("russian", 1, turn=4, units=some, nobody=lost)
    state.push("end-movement")
    asked = walk(state, "worker city", "russian")
    assert names(asked, "at") == {"U1"}
    with refused("TRC-22.3b"):
        play(asked, "at R9")
    full = before("russian", 1, turn=4, units={**some, "Worker 2": "U1"}, nobody=lost)
    full.push("end-movement")
    assert names(walk(full, "worker city", "russian"), "at") == {"R9", "U1"}


CITIES = [
    "C1", "D15", "E10", "F17", "J21", "L15", "O23", "O19", "O8", "P14", "R9", "S25", "T14", "U9",
    "U1", "W19", "X13", "AA14", "AA9", "CC4", "DD24", "DD18", "FF16", "II14", "II7", "JJ23", "NN16",
    "PP5",
]  # fmt: skip
"""The cities of Russia."""


@pytest.mark.rule("TRC-22.4a", "TRC-22.4b")
def test_archangel_adds_a_die_from_january_1942() -> None:
    assert points(WORKERS, turn=4, die=6) == 5
    assert points(WORKERS, turn=5, die=6) == 11
    assert points(WORKERS, turn=10, die=2) == 7
    assert points(WORKERS, turn=JAN_43, die=2) == 8
    assert points(WORKERS, turn=22, die=2) == 13
    assert points(WORKERS, turn=24, die=2) == 12


@pytest.mark.rule("TRC-22.4c")
def test_archangel_is_silent_for_good_once_the_axis_had_it() -> None:
    assert points(WORKERS, turn=8, die=6, variables={"Archangel lost": 1}) == 5
    state = at("axis", 1, turn=8, units={"49 Mtn": "D1", **WORKERS, "4 A": "pool"})
    taken = play(state, "move 49 Mtn", "to C1")
    assert taken.var("Archangel lost") == 1
    assert state.var("Archangel lost") == 0


@pytest.mark.rule("TRC-22.7a")
def test_from_may_1943_workers_count_twice() -> None:
    assert points(WORKERS, turn=MAY_43 - 1, die=1) == 7
    assert points(WORKERS, turn=MAY_43, die=1) == 12


@pytest.mark.rule("TRC-22.5a")
def test_factors_within_the_points() -> None:
    state = buying(pool("11 A", "3 A", "4 A"))
    with refused("TRC-22.5a"):
        play(state, "recruit 11 A")
    assert names(state, "recruit") == {"3 A", "4 A"}
    done = play(state, "recruit 4 A")
    assert done.decision == "movement"
    assert done.place("4 A") == "arriving"
    assert done.var("replacement points") == 2


@pytest.mark.rule("TRC-22.5b", "TRC-22.5c")
def test_one_armor_and_one_guards_unit_and_later_two() -> None:
    units = pool("1 TkC", "7 TkC", "10 TkC", "1G CavC", "2G CavC", "3G CavC", "4 A")
    rich = {**units, "Leningrad Worker": "E10", "Kiev Worker": "W19", "Stalino Worker": "FF16"}

    def bought(turn: int) -> State:
        return play(buying(rich, turn, die=6), "recruit 1 TkC", "recruit 2G CavC")

    early = bought(JAN_43)
    for unit in ("7 TkC", "3G CavC"):
        with refused("TRC-22.5b"):
            play(early, f"recruit {unit}")
    late = bought(JAN_44)
    assert names(late, "recruit") >= {"7 TkC", "3G CavC"}
    full = play(late, "recruit 7 TkC", "recruit 3G CavC")
    for unit in ("10 TkC", "1G CavC"):
        with refused("TRC-22.5b"):
            play(full, f"recruit {unit}")


@pytest.mark.rule("TRC-22.5b")
def test_guards_armor_counts_as_armor_alone() -> None:
    units = {**pool("1 TkC", "1G TkA", "2G CavC"), "Leningrad Worker": "E10", "Worker 2": "W19"}
    state = play(buying(units, MAY_43), "recruit 1G TkA")
    with refused("TRC-22.5b"):
        play(state, "recruit 1 TkC")
    assert names(state, "recruit") == {"2G CavC"}


@pytest.mark.rule("TRC-22.5d")
def test_points_do_not_accumulate() -> None:
    state = play(buying(pool("3 A", "4 A")), "end-replacements")
    assert state.var("replacement points") == 5
    soon = walk(play(state, "end-movement"), "replacements", "russian", Archangel=1)
    assert soon.turn == 5
    assert soon.var("replacement points") == 6


@pytest.mark.rule("TRC-18.4b", "TRC-22.8a")
def test_who_is_not_replaced_like_the_others() -> None:
    state = buying(pool("5 ParaC", "Stavka", "4 A"))
    with refused("TRC-18.4b"):
        play(state, "recruit 5 ParaC")
    with refused("TRC-22.8a"):
        play(state, "recruit Stavka")


def entering(*units: str, turn: int = 13) -> State:
    """Bought units that may enter."""
    state = buying({**pool(*units), "Leningrad Worker": "E10"}, turn, die=6)
    for unit in units:
        state = play(state, f"recruit {unit}")
    return state if state.decision == "movement" else play(state, "end-replacements")


@pytest.mark.rule("TRC-22.6a", "TRC-22.6b")
def test_replacements_enter_at_the_east_edge_or_with_a_worker() -> None:
    state = entering("3 A", "4 A")
    where = names(play(state, "enter 3 A"), "at")
    assert {"L1", "QQ9", "R9", "AA14", "E10"} <= where
    with refused("TRC-22.6b"):
        play(state, "enter 3 A", "at W19")
    assert "3 A" in state.units_with("fresh")


@pytest.mark.rule("TRC-22.6c")
def test_one_replacement_a_turn_in_a_workers_city() -> None:
    state = play(entering("3 A", "4 A"), "enter 3 A", "at R9")
    with refused("TRC-22.6c"):
        play(state, "enter 4 A", "at R9")
    assert "E10" in names(play(state, "enter 4 A"), "at")


@pytest.mark.rule("TRC-22.6d")
def test_one_replacement_a_turn_from_the_south() -> None:
    state = play(entering("3 A", "4 A"), "enter 3 A", "at QQ9")
    with refused("TRC-22.6d"):
        play(state, "enter 4 A", "at QQ10")
    # beside one reinforcement (D-62)
    both = state._supposed(places=[("49 A", "arriving")])
    assert "QQ10" in names(play(both, "enter 49 A"), "at")


def midwinter(units: dict[str, str], turn: int = 5, **more: object) -> State:
    """The second Russian impulse of a turn; the first bought nothing."""
    state = before("russian", 1, turn=turn, units={**WORKERS, **units}, **more)
    state.push("end-movement")
    first = walk(state, "movement", "russian", 1, Archangel=1)
    return walk(play(first, "end-movement"), "replacements", "russian", 2, Archangel=1)


@pytest.mark.rule("TRC-22.8a", "TRC-22.8b", "TRC-4.2.3c")
def test_stavka_comes_back_in_midwinter_at_moscow_for_a_point() -> None:
    state = midwinter({"Stavka": "pool", "4 A": "pool"})
    assert (state.turn, state.var("impulse")) == (5, 2)
    assert names(state, "recruit") == {"Stavka"}
    back = play(state, "recruit Stavka")
    assert back.var("replacement points") == state.var("replacement points") - 1
    assert names(play(back, "enter Stavka"), "at") == {"R9"}
    # in other turns, and without a point, it does not
    other = midwinter({"Stavka": "pool"}, turn=4)
    assert other.turn != 4 or other.var("impulse") != 2


@pytest.mark.rule("TRC-22.8b", "TRC-20.3b")
def test_stavka_moves_on_from_moscow_in_the_impulse_in_which_it_comes_back() -> None:
    back = play(midwinter({"Stavka": "pool"}), "recruit Stavka")
    entered = play(back, "enter Stavka")
    entered = play(entered, "at R9") if entered.decision == "entry" else entered
    assert entered.place("Stavka") == "R9"
    assert "Stavka" in names(entered, "move") and not entered.units_with("pinned")


@pytest.mark.rule("TRC-22.5a", "TRC-22.5d")
def test_who_has_done_with_replacements_is_asked_no_more_though_points_are_left() -> None:
    state = before("russian", 1, turn=4, units={**WORKERS, "4 A": "pool", "8 A": "V4"})
    shop = walk(play(state, "end-movement"), "replacements", "russian", 1, Archangel=1)
    done = play(shop, "end-replacements")
    assert (done.decision, done.to_move, done.place("4 A")) == ("movement", "russian", "pool")


@pytest.mark.rule("TRC-22.8b")
def test_stavka_stays_away_while_the_axis_controls_moscow() -> None:
    units = {"Moscow Worker": "removed", "Leningrad Worker": "E10", "Stavka": "pool"}
    state = before("russian", 1, turn=5, units={**WORKERS, **units}, axis=["R9"])
    state.push("end-movement")
    first = walk(state, "movement", "russian", 1, Archangel=1)
    late = walk(play(first, "end-movement"), "movement", "axis", 1)
    assert late.place("Stavka") == "pool"
    assert late.turn == 6 or late.is_over


# -- clause by clause -------------------------------------------------------------------------


def placing(units: dict[str, str], turn: int = 8, impulse: int = 1, **more: object) -> State:
    """The Russian's choice of a worker to place."""
    state = before("russian", impulse, turn=turn, units=units, **more)
    state.push("end-movement")
    return walk(state, "workers", "russian", impulse, Archangel=1)


@pytest.mark.rule("TRC-22.3a")
def test_what_was_russian_a_turn_ago_is_forgotten() -> None:
    old = {"open to workers": ["W19"]}
    units = {"Worker 1": "off-map"}
    lost = placing(units, axis=["W19"], hex_flags=old)
    assert "W19" not in names(play(lost, "place-worker Worker 1"), "at")
    kept = placing(units, hex_flags=old)
    assert "W19" in names(play(kept, "place-worker Worker 1"), "at")


@pytest.mark.rule("TRC-22.3a")
def test_the_start_of_the_turn_counts_in_the_second_impulse_as_well() -> None:
    units = {"Worker 1": "off-map"}
    state = placing(units, impulse=2, nobody=["W19"])
    assert "W19" in names(play(state, "place-worker Worker 1"), "at")


@pytest.mark.rule("TRC-22.3a", "TRC-20.1.1a")
def test_only_workers_are_placed_so_and_who_waits_may_wait_on() -> None:
    units = {"Worker 1": "off-map", "Worker 2": "off-map", "3 TkA": "later", "11 A": "off-map"}
    state = placing(units)
    assert state.place("3 TkA") == "arriving"
    assert names(state, "place-worker") == {"Worker 1", "Worker 2"}
    assert names(state, "end-workers") == {""}
    new = placing({"Worker 1": "later", "Worker 2": "off-map"}, turn=4)
    assert names(new, "end-workers") == set()
    assert names(new, "place-worker") == {"Worker 1", "Worker 2"}


@pytest.mark.rule("TRC-22.3a", "TRC-20.1.1a")
def test_a_worker_off_the_map_goes_to_the_only_city() -> None:
    lost = [h for h in CITIES if h != "U1"]
    state = placing({"Worker 1": "off-map"}, nobody=lost)
    assert state.turn == 8
    assert play(state, "place-worker Worker 1").place("Worker 1") == "U1"


@pytest.mark.rule("TRC-22.1c", "TRC-4.2.1b", "TRC-4.2.3c")
def test_points_are_counted_and_spent_in_the_first_impulse() -> None:
    state = buying(pool("4 A", "3 A"))
    assert (state.turn, state.var("impulse")) == (4, 1)
    first = play(state, "end-replacements")
    second = walk(play(first, "end-movement"), "movement", "russian", 2)
    assert second.var("replacement points") == 5
    assert (second.place("4 A"), second.place("3 A")) == ("pool", "pool")


@pytest.mark.rule("TRC-4.2.1b", "TRC-22.1c", "TRC-21.2a")
def test_in_the_russian_turn_the_axis_replaces_nobody() -> None:
    state = impulse_of("russian", 1, turn=7, units={"SS Res": "pool", "48 Pz": "pool"})
    assert (state.place("SS Res"), state.place("48 Pz")) == ("pool", "pool")


@pytest.mark.rule("TRC-22.5a", "TRC-22.6a")
def test_nothing_is_asked_when_nothing_can_be_paid() -> None:
    assert buying(pool("11 A")).turn == 5
    assert buying(pool("3 A")).turn == 4


@pytest.mark.rule("TRC-22.5a", "TRC-22.6a")
def test_what_is_bought_is_counted() -> None:
    units = pool("2G CavC", "4 A", "3 A")
    rich = {**units, "Leningrad Worker": "E10", "Kiev Worker": "W19", "Stalino Worker": "FF16"}
    state = buying(rich, JAN_43, die=6)
    before_, guard = state.var("replacement points"), play(state, "recruit 2G CavC")
    assert guard.var("guards replaced") == 1
    assert guard.var("armor replaced") == 0
    assert guard.var("replacement points") < before_

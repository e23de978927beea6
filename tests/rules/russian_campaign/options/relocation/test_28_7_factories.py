"""Section 28.7: the Russian chit that moves points of workers to Siberia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from eastfront._core import State

from ...turn_positions import MAY_42, MAY_43, at, before, names, play, refused, walk

pytestmark = pytest.mark.option("chit_draw", "heavy_bombers")

FACTORIES, DRAWN, BOMBERS = ("chit-russian=2",), ("chits",), ("chit-german=2",)
SMOLENSK, MOSCOW, KIEV, KHARKOV = "P14", "R9", "W19", "AA14"
NO_CONVOYS = {"Archangel lost": 1}
"""Points come from workers alone."""
CITIES = {"Kharkov Worker": KHARKOV, "Moscow Worker": MOSCOW}
"""Two points and three."""
ARMY = {"4 A": "pool"}


def phase(
    turn: int,
    units: Mapping[str, str] = CITIES,
    *,
    options: tuple[str, ...] = FACTORIES,
    variables: Mapping[str, int] | None = None,
    chits: Mapping[str, str] | None = None,
    **more: Any,
) -> State:
    """The Russian turn begins, with workers, somebody to buy and no convoys to Archangel.

    Leningrad and Breslau are nobody's, lest somebody win when a year ends.
    """
    start = before(
        "russian", turn=turn, units={**units, **ARMY}, options=options,
        variables={**NO_CONVOYS, **(variables or {})}, **{"nobody": ("E10", "K30"), **more},
    )  # fmt: skip
    return play(start._supposed(places=list((chits or {}).items())), "end-movement")


def asked(state: State) -> State:
    """The next question whether a point is moved."""
    return walk(state, "relocation", "russian")


def made(state: State, turns: int, answers: Sequence[str] = ()) -> list[int]:
    """The points of this turn and of those that follow, with what is moved in each."""
    out = []
    for n in range(turns):
        if n < len(answers):
            decision = "resettlement" if answers[n].startswith("resettle") else "relocation"
            state = play(walk(state, decision, "russian"), answers[n])
        state = walk(state, "movement", "russian", 1)
        out.append(int(state.var("replacement points")))
        state = walk(state, "movement", "axis", 1)
    return out


def unspent(state: State, **rolls: int) -> int:
    """The points of the turn, none of them spent."""
    return int(walk(state, "movement", "russian", 1, **rolls).var("replacement points"))


@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R2c")
def test_a_point_makes_nothing_for_five_turns_and_then_for_ever() -> None:
    # moved in turn 2 it is missed in turns 2 to 6
    one = "relocate Kharkov Worker"
    assert made(phase(2), 8, [one]) == [4, 4, 4, 4, 4, 5, 5, 5]
    # each point has its own date
    assert made(phase(2), 8, [one, "relocate Moscow Worker"]) == [4, 3, 3, 3, 3, 4, 5, 5]
    assert made(phase(2), 8, [one, one]) == [4, 3, 3, 3, 3, 4, 5, 5]
    assert made(phase(2), 3) == [5, 5, 5]


@pytest.mark.rule("TRC-28.7.R2b", "TRC-28.7.R2a")
def test_new_workers_make_nothing_for_three_turns() -> None:
    units = {**CITIES, "Worker 1": "later"}
    assert made(phase(4, units), 5, ["resettle Worker 1"]) == [5, 5, 5, 6, 6]
    # in a city it counts at once
    placed = walk(phase(4, units), "worker city", "russian")
    assert unspent(play(placed, f"at {KIEV}")) == 6


@pytest.mark.rule("TRC-28.7.R2b")
def test_some_of_the_new_workers_go_and_others_stay() -> None:
    # turn 5 brings workers of two points, of one and of one
    new = dict.fromkeys(("Worker 2", "Worker 3", "Worker 4"), "later")
    first = walk(phase(5, {**CITIES, **new}), "resettlement", "russian")
    assert names(first, "resettle") == set(new)
    second = play(first, "resettle Worker 2")
    assert second.decision == "resettlement"
    assert names(second, "resettle") == {"Worker 3", "Worker 4"}
    third = play(second, "resettle Worker 4")
    assert third.var("Siberian points in 3 turns") == 3
    assert [third.place(u) for u in new] == ["removed", "arriving", "removed"]
    city = play(third, "to-cities")
    assert (city.decision, city.subject) == ("worker city", "Worker 3")
    # who comes beside them is no worker
    armies = walk(phase(4, {**CITIES, "Worker 1": "later", "39 A": "later"}), "resettlement")
    assert armies.place("39 A") == "arriving" and names(armies, "resettle") == {"Worker 1"}


@pytest.mark.rule("TRC-28.7.R2c", "TRC-28.7.R2b")
def test_those_that_stay_go_to_cities_that_are_russian_as_always() -> None:
    state = phase(4, {**CITIES, "Worker 1": "later"}, axis=["X13"])
    city = walk(play(walk(state, "resettlement"), "to-cities"), "worker city")
    # not where a worker is, nor in a city of the Axis (22.3)
    hexes = names(city, "at")
    assert {KIEV, SMOLENSK} <= hexes and not hexes & {KHARKOV, MOSCOW, "X13"}


@pytest.mark.rule("TRC-28.7.R2a", "TRC-22.7a")
@pytest.mark.parametrize(("turn", "times"), [(MAY_43 - 1, 1), (MAY_43, 2), (MAY_43 + 1, 2)])
def test_points_in_siberia_are_worth_twice_as_much_from_may_1943(turn: int, times: int) -> None:
    stay = asked(phase(turn, variables={"Siberian points": 4}))
    assert unspent(play(stay, "stay-here")) == 9 * times
    # and so is what has been taken from a worker
    assert unspent(play(stay, "relocate Moscow Worker")) == 8 * times


@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R2c")
def test_a_counter_that_falls_costs_no_more_than_what_was_left_of_it() -> None:
    moved = play(asked(phase(3)), "relocate Kharkov Worker")
    later = walk(moved, "movement", "axis", 1)
    assert unspent(later) == 4
    gone = later._supposed(places=[("SU:worker:kharkov", "surrendered")])
    assert unspent(gone) == 3
    assert unspent(later._supposed(places=[("SU:worker:moscow", "surrendered")])) == 1
    # without workers there is nothing
    assert unspent(phase(3, {})) == 0


@pytest.mark.rule("TRC-28.7.R2a")
def test_it_costs_two_rail_moves() -> None:
    state = asked(phase(4))
    for used, free in ((3, True), (4, False)):
        ridden = state._supposed(variables=[("rail moves", used)])
        assert bool(names(ridden, "relocate")) == free
    with refused("TRC-28.7.R2a"):
        play(state._supposed(variables=[("rail moves", 4)]), "relocate Kharkov Worker")
    ridden = state._supposed(variables=[("rail moves", 1)])
    assert play(ridden, "relocate Kharkov Worker").var("rail moves") == 3
    # three are left for others in the same turn
    march = walk(play(state, "relocate Kharkov Worker"), "movement", "russian", 1)
    assert march.var("rail moves") == 2


@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R2c")
def test_workers_go_where_trains_go_to_the_east_edge() -> None:
    units = {**CITIES, "Kiev Worker": KIEV, "16 A": MOSCOW}
    assert names(asked(phase(4, units)), "relocate") == {
        "Kharkov Worker", "Moscow Worker", "Kiev Worker"
    }  # fmt: skip
    # with Germans on every track out of Moscow it stays
    ring = {"41 Pz": "Q9", "56 Pz": "R8", "57 Pz": "S8", "24 Pz": "S9", "39 Pz": "R10"}
    cut = asked(phase(4, units))._supposed(places=list(ring.items()))
    assert names(cut, "relocate") == {"Kharkov Worker", "Kiev Worker"}
    # nor does it help that the tracks beside a city are free, when they end soon
    far = dict(zip(("41 Pz", "56 Pz", "57 Pz"), ("W21", "V18", "Y18"), strict=True))
    cut = asked(phase(4, units))._supposed(places=list(far.items()))
    assert names(cut, "relocate") == {"Kharkov Worker", "Moscow Worker"}


@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R2c")
def test_no_train_leaves_by_an_edge_that_the_enemy_has() -> None:
    # the lines of the east edge end in C1 and U1, which are cities, and in five hexes more
    edge = {"41 Pz": "E1", "56 Pz": "K1", "57 Pz": "X1", "24 Pz": "FF1", "39 Pz": "L1"}
    units = {"Worker 1": "U9", "Worker 2": "AA9"}
    one = asked(phase(4, units, axis=["C1"]))._supposed(places=list(edge.items()))
    assert names(one, "relocate") == set(units)
    both = asked(phase(4, units, axis=["C1", "U1"]))._supposed(places=list(edge.items()))
    assert not names(both, "relocate")


@pytest.mark.rule("TRC-28.7.R2a")
def test_one_point_goes_as_a_turn_begins() -> None:
    state = play(asked(phase(4)), "relocate Kharkov Worker")
    again = asked(state)
    assert (again.var("turn"), again.var("impulse")) == (5, 1)
    # nobody is asked in the second impulse
    second = asked(at("russian", 1, turn=4, units={**CITIES, **ARMY}, options=FACTORIES))
    assert second.var("turn") == 5


@pytest.mark.rule("TRC-28.7.R2a")
def test_one_worker_alone_may_go() -> None:
    lone = asked(phase(4, {"Worker 1": KHARKOV}))
    assert names(lone, "relocate") == {"Worker 1"}
    # its only point is the whole counter
    gone = play(lone, "relocate Worker 1")
    assert gone.place("Worker 1") == "removed" and unspent(gone) == 0


@pytest.mark.rule("TRC-28.7.R2a")
def test_what_a_worker_guarded_may_fall_when_it_has_gone() -> None:
    # the junction R10 lies beside Moscow and beside the Germans
    state = asked(phase(4, {"Worker 1": MOSCOW}))._supposed(places=[("41 Pz", "R11")])
    assert state.control["R10"] == "russian"
    assert play(state, "relocate Worker 1").control["R10"] == "axis"


def drawn(chit: int, turn: int = 4, units: Mapping[str, str] = CITIES) -> State:
    """The Russian turn begins; he has drawn a chit that nobody has seen."""
    chits = {"CHIT:2": "cup", f"CHIT:{chit}": "russian hand"}
    return phase(turn, units, options=DRAWN, chits=chits)


@pytest.mark.rule("TRC-28.7.R2b", "TRC-28.7.R2a")
def test_new_workers_that_go_show_the_chit() -> None:
    units = {**CITIES, "Worker 1": "later"}
    state = walk(drawn(2, units=units), "resettlement", "russian")
    assert state.var("russian chit shown") == 0
    shown = play(state, "resettle Worker 1")
    assert (shown.var("russian chit shown"), shown.place("CHIT:2")) == (2, "shown")
    assert play(state, "to-cities").var("russian chit shown") == 0
    # who holds another places them in cities
    for other in (3, 5):
        state, met = drawn(other, units=units), set()
        while state.decision != "worker city":
            met.add(state.decision)
            state.push(state.legal_actions.list()[-1])
        assert state.var("turn") == 4 and "resettlement" not in met


@pytest.mark.rule("TRC-28.7.G2a")
@pytest.mark.parametrize(("die", "left"), [(1, 5), (3, 4), (6, 1)])
def test_bombs_fall_behind_the_urals_as_well(die: int, left: int) -> None:
    # two points in Kharkov and three in Siberia, less the die and two for 1942
    variables = {"Siberian points": 3}
    units = {"Kharkov Worker": KHARKOV}
    state = phase(MAY_42, units, options=(*BOMBERS, *FACTORIES), variables=variables)
    assert unspent(state, bombers=die) == left

"""Section 28.7: the chit of factories that go to Siberia, agreed on or drawn."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...turn_positions import before, data, game, names, play, walk

FACTORIES, DRAWN = ("chit-russian=2",), ("chits",)
MOSCOW, KHARKOV = "R9", "AA14"


def factories(turn: int = 4, options: tuple[str, ...] = FACTORIES, **more: Any) -> State:
    """The Russian impulse of a turn begins, with workers of two and of three points."""
    units = {"Kharkov Worker": KHARKOV, "Moscow Worker": MOSCOW, "4 A": "pool"}
    units |= more.pop("units", {})
    return play(before("russian", turn=turn, units=units, options=options, **more), "end-movement")


def points(state: State) -> int:
    """The points when units can be bought."""
    return int(walk(state, "replacements", "russian").var("replacement points"))


@pytest.mark.rule("TRC-28.7.R2a")
def test_a_point_a_turn_goes_by_rail_to_siberia() -> None:
    state = factories()
    asked = walk(state, "relocation", "russian")
    assert names(asked, "relocate") == {"Kharkov Worker", "Moscow Worker"}
    gone = play(asked, "relocate Kharkov Worker")
    assert gone.var("rail moves") == 2
    assert points(play(asked, "stay-here")) - points(gone) == 1
    assert walk(factories(options=()), "relocation", "russian").is_over
    # it works again when five turns have passed
    idle = {"Siberian points in 1 turns": 1}
    made = factories(variables=idle)
    assert points(play(walk(made, "relocation", "russian"), "stay-here")) == 6
    fresh = gone.var("Siberian points in 5 turns")
    assert fresh == 1
    later = walk(walk(gone, "movement", "russian", 1), "relocation", "russian")
    assert later.var("Siberian points in 4 turns") == 1


@pytest.mark.rule("TRC-28.7.R2b")
def test_new_workers_go_there_whole_and_lose_three_turns() -> None:
    state = factories(units={"Worker 1": "later"})
    asked = walk(state, "resettlement", "russian")
    assert names(asked, "resettle") == {"Worker 1"}
    gone = play(asked, "resettle Worker 1")
    value = next(u.attack for u in data().units if u.name == "Worker 1")
    assert gone.var("Siberian points in 3 turns") == value
    assert gone.place("Worker 1") == "removed"
    assert play(asked, "to-cities").decision == "worker city"


@pytest.mark.rule("TRC-28.7.R2c")
def test_a_counter_goes_point_by_point() -> None:
    one = play(walk(factories(3), "relocation", "russian"), "relocate Kharkov Worker")
    assert one.place("Kharkov Worker") == KHARKOV
    two = walk(walk(one, "movement", "russian", 1), "relocation", "russian")
    assert "Kharkov Worker" in names(two, "relocate")
    gone = play(two, "relocate Kharkov Worker")
    assert gone.place("Kharkov Worker") == "removed"
    assert [gone.var(f"Siberian points in {n} turns") for n in (4, 5)] == [1, 1]
    assert points(gone) == 3


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R2a")
def test_the_first_relocation_shows_a_drawn_chit() -> None:
    def asked(chit: int) -> State:
        start = play(game("campaign", DRAWN).new(), "draw CHIT:3", f"draw CHIT:{chit}")
        state = walk(start, "movement", "axis", 1)
        return walk(state, "relocation", "russian")

    state = asked(2)
    assert state.var("russian chit shown") == 0
    shown = play(state, f"relocate {min(names(state, 'relocate'))}")
    assert shown.var("russian chit shown") == 2
    # who has drawn another is not even asked
    assert asked(5).is_over

"""Section 3: set-up and control."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront._core import State

from . import scenario_positions
from .board_positions import at, on, play

GERMAN, SOVIET = 0, 1


@pytest.mark.rule("BD-3.6d")
def test_control_passes_when_a_unit_enters_and_stays_when_it_leaves() -> None:
    state = at("movement", "german", sequence="move-fight", units={"2204": "3Pz", "1001": "60A"})
    assert "2203" in state.ask("control", SOVIET)
    moved = play(state, "move 3Pz", "to 2203")
    assert "2203" in moved.ask("control", GERMAN)
    gone = play(moved, "to 2103")
    # entered on the way, left, and still held
    assert {"2204", "2203", "2103"} <= set(gone.ask("control", GERMAN))
    assert "2104" in gone.ask("control", SOVIET)


@pytest.mark.rule("BD-3.6d")
def test_control_passes_back() -> None:
    state = at("movement", "soviet", units={"2309": "60A"}, german=["2308"])
    after = play(state, "move 60A", "to 2308")
    assert "2308" in after.ask("control", SOVIET)
    assert "2308" not in after.ask("control", GERMAN)


def owners(state: State, hex_: str) -> str:
    """The sides that control a hex."""
    held = {side: hex_ in state.ask("control", n) for n, side in enumerate(("german", "soviet"))}
    return " ".join(side for side, holds in held.items() if holds) or "nobody"


@pytest.mark.rule("BD-3.6a", "BD-3.6d")
@pytest.mark.parametrize("way", [("3115", "3216"), ("3116", "3217"), ("3214", "3215")])
@pytest.mark.parametrize(("side", "unit"), [("german", "4AK"), ("soviet", "60A")])
def test_a_hex_of_bulgaria_is_neutral_until_a_unit_enters_it(
    side: str, unit: str, way: tuple[str, str]
) -> None:
    start, goal = way
    other = {"german": {"1001": "60A"}, "soviet": {"1624": "4AK"}}[side]
    state = at("movement", side, sequence="move-fight", units={start: unit, **other})
    every = ["3215", "3216", "3217", "3218"]
    assert {owners(state, h) for h in every} == {"nobody"}
    there = play(state, f"move {unit}", f"to {goal}")
    assert owners(there, goal) == side
    assert {owners(there, h) for h in every if h != goal} == {"nobody"}
    back = play(there, f"to {start}")
    assert owners(back, goal) == owners(back, start) == side
    assert {owners(back, h) for h in every if h != goal} == {"nobody"}


@pytest.mark.rule("BD-3.6a")
def test_hexes_of_bulgaria_stay_open_one_beside_the_other() -> None:
    units = {"3115": "60A", "1624": "4AK"}
    state = play(at("movement", "soviet", sequence="move-fight", units=units), "move 60A")
    state = play(state, "to 3216", "to 3217", "to 3216")
    every = ["3215", "3216", "3217", "3218"]
    open_ = ["nobody", "soviet", "soviet", "nobody"]
    assert [owners(state, h) for h in every] == open_
    while state.var("turn") == 9:
        state = on(state)
    assert [owners(state, h) for h in every] == open_


@pytest.mark.rule("BD-3.6d")
def test_an_opened_hex_of_bulgaria_passes_from_side_to_side() -> None:
    state = at("movement", "soviet", units={"3115": "60A", "1624": "4AK"}, german=["3216", "3217"])
    after = play(state, "move 60A", "to 3216")
    assert owners(after, "3216") == "soviet" and owners(after, "3217") == "german"
    assert owners(play(after, "to 3115"), "3216") == "soviet"


@pytest.mark.rule("BD-3.6a")
def test_a_unit_may_be_put_into_bulgaria_and_back() -> None:
    state = at("movement", "soviet", units={"2804": "56A", "1624": "4AK"})
    there = state.edited(places=[("56A", "3216")])
    # it has not entered the hex, and no other law is broken
    assert owners(there, "3216") == "nobody" and there.audit() is None
    assert ef.position(there.text()).key == there.key
    back = there.edited(places=[("56A", "2804")])
    assert back.key == state.key and owners(back, "3216") == "nobody"


@pytest.mark.rule("BD-3.6a")
@pytest.mark.parametrize(
    ("country", "held"),
    [
        ("greater-germany", "german"), ("general-government", "german"), ("slovakia", "german"),
        ("hungary", "german"), ("romania", "german"), ("yugoslavia", "german"),
        ("ussr", "soviet"), ("lithuania", "soviet"), ("latvia", "soviet"), ("estonia", "soviet"),
        ("bulgaria", "nobody"),
    ],
)  # fmt: skip
def test_before_the_war_each_side_holds_its_countries(country: str, held: str) -> None:
    """1942, What If? opens at the border of 1941."""
    state = scenario_positions.game("what-if").new()
    land = [
        h.name
        for h in scenario_positions.data("what-if").map.hexes
        if h is not None and h.area == country and h.terrain not in ("sea", "lake")
    ]
    assert land and {owners(state, h) for h in land} == {held}

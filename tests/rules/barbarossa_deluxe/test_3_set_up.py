"""Sections 3 and 4: the free set-up, and repeated changes of control."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import at, game, names, play, side_of, surround


@pytest.mark.rule("BD-3.1a", "BD-13.7c")
def test_each_side_sets_up_its_own_units_within_the_limits() -> None:
    state = play(game().new(), "free")
    placed: dict[str, str] = {}
    while state.decision == "placement":
        assert state.to_move == "german"
        doors = names(state, "set-up")
        before = {u: state.place(u) for u in game().units}
        to = "2309" if "2309" in doors else min(doors)
        state = play(state, f"set-up {to}")
        (unit,) = (u for u in game().units if state.place(u) != before[u])
        assert side_of(unit) == "german"
        placed[unit] = to
        there = state.units_at(to)
        assert len(there) <= 5
        assert sum(u in ("3Rum", "4Rum", "2Hun", "8Ital") for u in there) <= 1
        assert all(side_of(u) == "german" for u in there)
    assert sum(to == "2309" for to in placed.values()) == 5


def soviet_goes(state: State, unit: str, to: str) -> State:
    """The Soviet's movement with a unit that has not moved."""
    used = [(u, "moved", False) for u in state.units_with("moved")]
    return play(state._supposed(unit_flags=used), f"move {unit}", f"to {to}", "stop")


def either(units: dict[str, list[str]], side: str) -> State:
    return at("movement", side, sequence="move-fight", units={"1001": ["59A"], **units})


@pytest.mark.rule("BD-3.6e", "BD-3.6d")
def test_control_changes_with_every_entry_and_stays_when_the_unit_leaves() -> None:
    # 2309 is German as the game starts, 2203 Soviet
    for place, beside in (("2309", "2308"), ("2203", "2204")):
        taken = soviet_goes(either({beside: ["60A"], "2320": ["4AK"]}, "soviet"), "60A", place)
        assert place not in taken.hexes_with("german")
        left = soviet_goes(taken, "60A", beside)
        assert place not in left.hexes_with("german")
        back = play(either({beside: ["4AK"], "2320": ["5AK"]}, "german"), "move 4AK", f"to {place}")
        assert place in back.hexes_with("german")
        away = play(back, f"to {beside}") if back.decision == "leg" else back
        assert place in away.hexes_with("german")


def points(state: State) -> int:
    return int(state.var("victory points"))


@pytest.mark.rule("BD-4.2d", "BD-4.2c")
def test_a_city_pays_each_time_it_changes_hands() -> None:
    """Kharkov is German as the game starts: lost, won back, and lost again."""
    lost = either({"2406": ["60A"], "2320": ["4AK"]}, "soviet")
    after = play(lost, "move 60A", "to 2407", "stop")
    assert points(after) == points(lost) - 1
    won = at("movement", "german", sequence="move-fight", soviet=["2407"],
             units={"2408": ["4AK"], "2320": ["5AK"], "1001": ["59A"]})  # fmt: skip
    for _ in range(2):
        again = play(won, "move 4AK", "to 2407", "stop")
        assert points(again) == points(won) + 1
        won = again._supposed(
            places=[("4AK", "2408")],
            hex_flags=[("2407", "german", False)],
            unit_flags=[("4AK", "moved", False)],
        )


@pytest.mark.rule("BD-4.2e")
def test_a_city_counts_whatever_the_supply_of_who_takes_it() -> None:
    """Voronezh, taken by a corps that has no line and draws none from there."""
    ring = surround("2205", ["3A", "4A", "5A", "6A", "8A"], ["2206"])
    ring |= {"9A": "2106", "10A": "2107", "11A": "2207", "12A": "2306"}
    units = {"4AK": "2206", "59A": "1001", **ring}
    state = at("movement", "german", sequence="move-fight", units=units)
    assert state.ask("supply", "4AK") == 0
    taken = play(state, "move 4AK", "to 2205")
    assert taken.ask("supply", "4AK") == 0 and points(taken) == points(state) + 1

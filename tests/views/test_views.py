"""Turn, phase, control, reach and supply, each against the engine or plain code."""

from __future__ import annotations

import random

import pytest

from eastfront._core import State
from eastfront.positions.layout import layout_of
from hidden.twins import positions, state
from playout.games import busy_choice, busy_play, load
from search.games import piles


@pytest.fixture
def start() -> State:
    out = load().new()
    out.push("automatic")
    return out


def test_what_a_state_tells_of_itself(start: State) -> None:
    assert start.turn == 9
    assert start.phase == "start of the game turn"
    assert start.obligations == []
    assert start.zoc("german") == frozenset()
    assert start.control["1606"] == "soviet" and start.control["2406"] == "soviet"
    assert start.control["2506"] == "german" and list(start.control) == sorted(start.control)


def test_a_game_without_turns_says_so() -> None:
    with pytest.raises(ValueError, match="no variable `turn`"):
        _ = piles().new().turn


def test_phases_by_name() -> None:
    phases = {load().state_from_bytes(b).phase for b in positions()}
    assert {"german movement phase", "soviet prepared assault phase", "rvgk phase"} <= phases


def test_unknown_names_are_told_the_nearest(start: State) -> None:
    with pytest.raises(AttributeError, match="the nearest name is `battle`"):
        _ = start.batle
    with pytest.raises(ValueError, match="no unit `3Pzz`; the nearest is 3Pz"):
        start.reach("3Pzz")
    with pytest.raises(ValueError, match="the sides are german, soviet"):
        start.zoc("finnish")
    with pytest.raises(ValueError, match="in the box rvgk"):
        start.reach("66A")
    with pytest.raises(ValueError, match="begin in one hex"):
        start.reach(["3Pz", "1AK"])


@pytest.mark.rule("BD-10.1b", "BD-10.7a")
def test_reach_is_where_a_move_may_go() -> None:
    """The first leg of a move goes to the hexes of the reach, and costs what it says."""
    compared = 0
    for number in range(3):
        for position in busy_play(load(), 40 + number):
            if position.decision != "leg" or position.var("spent"):
                continue
            group = position.units_with("moving")
            names = position.legal_actions.names()
            legs = {n.split()[1] for n in names if n.startswith("to ")}
            reach = position.reach(group)
            assert set(reach) == legs
            for hex_ in sorted(reach)[:3]:
                moved = position.copy()
                moved.push(f"to {hex_}")
                if moved.decision == "leg" and moved.place(group[0]) == hex_:
                    left = position.ask(f"{side_of(position, group[0])} allowance")
                    assert moved.var("spent") == min(reach[hex_], left)
            compared += 1
    assert compared > 100


def side_of(position: State, unit: str) -> str:
    """A unit's side."""
    layout = layout_of(position.game)
    return position.game.sides[layout.unit_side[layout.unit_index[unit]]]


@pytest.mark.rule("BD-7.3a", "BD-7.9a", "BD-7.4a", "BD-7.4c", "BD-7.15a")
def test_supply_comes_with_its_certificate() -> None:
    """A path is a path; a region is closed by its cut, and no source lies in it."""
    seen = {"path": 0, "cut": 0}
    layout = layout_of(load())
    for number in range(0, len(positions()), 4):
        # a lost city cuts off all beyond it, and a corps far in the rear is cut off too
        position = state(number)
        rear = [h for h in ("1400", "1402", "2702", "2703", "2802") if not position.units_at(h)]
        position = position._supposed(
            places=list(zip(("3Pz", "14Pz"), rear, strict=False)),
            hex_flags=[("2607", "german", False)],
        )
        places = position.places()
        lined = {side: position.ask(f"{side} overland") for side in position.game.sides}
        cut_off = [u for u in position.game.units if places[u] not in lined[side_of(position, u)]]
        for unit in [*cut_off, *random.Random(number).sample(position.game.units, 20)]:
            if places[unit] not in position.game.hexes:
                continue
            found = position.supply(unit)
            side = side_of(position, unit)
            overland = places[unit] in position.ask(f"{side} overland")
            assert bool(found.path) == overland
            lines = next(
                e["masks"] for e in layout.document["edge_masks"] if e["name"] == f"{side} supply"
            )
            free = set(position.ask(f"{side} line hexes"))
            zone = set(position.ask(f"{side} line area", places[unit]))

            def ways(h: str, lines: list[int] = lines) -> set[str]:
                at = layout.place_index[h]
                near = [layout.neighbor(at, d) for d in range(6) if lines[at] >> d & 1]
                return {layout.hex_names[n] for n in near if n is not None}

            if found.path:
                seen["path"] += 1
                assert found.path[0] == places[unit] and set(found.path) <= free & zone
                for a, b in zip(found.path, found.path[1:], strict=False):
                    assert b in ways(a)
                assert found.path[-1] in position.ask(f"{side} line onward", found.path[-1])
            else:
                seen["cut"] += 1
                out = {n for h in found.region for n in ways(h)} - set(found.region)
                assert out & zone == set(found.cut) and not out & zone & free
                city = found.stuck != places[unit]
                query = f"{side} line onward" if city else f"{side} line ends"
                assert found.stuck in found.region
                assert not set(found.region) & set(position.ask(query, found.stuck))
    assert seen["path"] > 300 and seen["cut"] > 50


@pytest.mark.rule("BD-7.4a", "BD-7.4c")
def test_a_line_passes_the_cities_that_it_must(start: State) -> None:
    taken = start._supposed(
        places=[("3Pz", "2902"), ("56A", "rvgk"), ("18A", "rvgk"), ("12A", "rvgk")],
        hex_flags=[(h, "german", True) for h in ("2902", "2903", "2803", "2804")],
    )
    path = taken.supply("3Pz").path
    assert path.index("2804") < path.index("2607")
    lost = taken._supposed(hex_flags=[("2607", "german", False)])
    assert lost.supply("3Pz").path == () and lost.supply("3Pz").state == "out of supply"


@pytest.mark.rule("BD-10.22a")
def test_a_line_that_a_unit_may_not_use(start: State) -> None:
    moved = start._supposed(places=[("3Rum", "1809")])
    found = moved.supply("3Rum")
    assert (found.level, found.rule) == (0, "BD-10.22a")
    assert "along" not in str(found)


def test_asking_changes_nothing() -> None:
    rng = random.Random(1)
    for number in range(0, len(positions()), 9):
        position = state(number)
        before = bytes(position)
        for unit in rng.sample(position.game.units, 5):
            if position.place(unit) in position.game.hexes:
                position.reach(unit)
                position.supply(unit)
        assert bytes(position) == before
        if not position.is_over:
            busy_choice(position, rng)

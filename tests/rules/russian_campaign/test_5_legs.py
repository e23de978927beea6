"""Sections 5, 7 and 8: the allowance after a leg, and where a leg must end."""

from __future__ import annotations

import pytest

from .battle_positions import around
from .line_positions import at, data, names, play
from .turn_positions import distance

OPEN = "Y18"
"""Open land without water, but for swamps four hexes and more to the north."""


def walks(start: str, left: int, enemies: set[str]) -> set[str]:
    """Where a unit comes that stops in zones of control and swamps, and goes from no zone to
    another."""
    m = data().map
    zone = {h for e in enemies for h in around(e)} | enemies
    edge, found = {start}, set[str]()
    for _ in range(left):
        onward = {h for h in edge if h not in zone or h == start}
        onward = {h for h in onward if h == start or m.hexes[m.index[h]].terrain == "clear"}  # type: ignore[union-attr]
        edge = {
            n for h in onward for n in around(h) - enemies if not (h in zone and n in zone)
        } - found
        found |= edge
    return found - {start}


@pytest.mark.rule("TRC-5.2a")
def test_each_leg_takes_its_hexes_from_the_allowance() -> None:
    """An infantry corps goes four hexes, in one leg or in several."""
    state = play(at("axis", {"1 Inf": OPEN}), "move 1 Inf")
    here = OPEN
    for left in (4, 3, 2, 1):
        reach = names(state, "to")
        assert max(distance(here, h) for h in reach) == left
        here = next(h for h in sorted(reach) if distance(here, h) == 1 and h[0] in "YZA")
        state = play(state, f"to {here}")
    assert state.decision == "movement"
    two = play(at("axis", {"1 Inf": OPEN}), "move 1 Inf", "to AA18")
    assert max(distance("AA18", h) for h in names(two, "to")) == 4 - distance(OPEN, "AA18")


@pytest.mark.rule("TRC-7.2a")
@pytest.mark.parametrize(
    "enemies", [{"AA17", "AA20"}, {"AA18"}, {"Y20", "AA16"}, {"X20", "AA20", "BB17"}]
)
def test_a_leg_ends_in_an_enemy_zone(enemies: set[str]) -> None:
    units = dict(zip(["11 A", "8 A", "3 A"], sorted(enemies), strict=False))
    state = at("axis", {"1 Inf": OPEN, **units})
    assert names(play(state, "move 1 Inf"), "to") == walks(OPEN, 4, enemies)


@pytest.mark.rule("TRC-5.2a", "TRC-8.5.1a")
def test_nobody_crosses_the_strait_onto_the_enemy() -> None:
    for other, found in (("2 Inf", {"KK19"}), ("11 A", set())):
        state = at("axis", {"1 Inf": "KK20", other: "KK19"})
        assert names(play(state, "move 1 Inf"), "cross") == found


@pytest.mark.rule("TRC-5.2a", "TRC-20.7.1a")
def test_who_walks_near_bucharest_calls_its_garrison_wherever_it_is() -> None:
    """W30 is five hexes away, V30 six; neither is near track or a city."""
    garrison = ["15 Mtn", "21 Mtn"]
    units = {"1 TkC": "V31", **dict.fromkeys(garrison, "later")}
    state = play(at("russian", units, turn=13), "move 1 TkC", "to V30")
    assert state.units_with("called") == []
    assert set(play(state, "to W30").units_with("called")) == set(garrison)


@pytest.mark.rule("TRC-5.2a", "TRC-20.10.1a")
@pytest.mark.parametrize("side, unit", [("axis", "1 Inf"), ("russian", "11 A")])
def test_a_unit_on_the_move_leaves_over_the_enemys_edge(side: str, unit: str) -> None:
    """X1 is at the east edge, E33 at the west edge."""
    for hex_, enemy in (("X1", "axis"), ("E33", "russian")):
        moving = play(at(side, {unit: hex_}), f"move {unit}")
        assert names(moving, "exit") == ({""} if side == enemy else set())

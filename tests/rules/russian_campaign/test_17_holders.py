"""17.2.1 by tables: control of a place by occupants, zones, and its former owner."""

from __future__ import annotations

from itertools import product

import pytest

from eastfront._core import State

from .battle_positions import combat, fight
from .line_positions import OUT, SUPPLIED, at, play

KURSK, JUNCTION, WELL = "X13", "W15", "PP13"

SPOTS = {
    # place: one next to it, two hexes away, one next to it on another side, that is far from ours
    KURSK: ("X14", "X15", "W12"),
    JUNCTION: ("W16", "W17", "V15"),
    WELL: ("PP14", "OO14", "PP12"),
}

RULES = {
    KURSK: ("TRC-17.2.1b", "TRC-17.2.1c", "TRC-17.2.1e", "TRC-17.2.1d", "TRC-7.4b"),
    JUNCTION: ("TRC-9.4.2a", "TRC-9.4.2b", "TRC-9.4.2d"),
    WELL: ("TRC-21.4f",),
}


def holder(state: State, hex_: str) -> str:
    """Who controls a place."""
    sides = [s for s in ("axis", "russian") if hex_ in state.hexes_with(f"{s} control")]
    assert len(sides) < 2
    return sides[0] if sides else "nobody"


def owned_by(owner: str, place: str) -> dict[str, list[str]]:
    """The arguments of a position in which somebody has a place."""
    return {owner: [place]} if owner != "russian" else {}


UNITS = {"axis": ("41 Pz", "46 Pz"), "russian": ("8 TkC", "11 TkC")}


def expected(place: str, ours: str, theirs: str | None, side: str, before: str) -> str:
    """17.2.1: occupied, else reached by one side alone, else by both, else as before."""
    near, _, other = SPOTS[place]
    enemy = "russian" if side == "axis" else "axis"
    if ours == place:
        return side
    if theirs == other:
        return "nobody" if ours == near else enemy
    return side if ours == near else before


@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(
    "place", [pytest.param(place, marks=pytest.mark.rule(*RULES[place])) for place in SPOTS]
)
def test_who_controls_a_place_when_somebody_has_come(place: str, side: str) -> None:
    near, far, other = SPOTS[place]
    enemy = "russian" if side == "axis" else "axis"
    mover, watcher = UNITS[side][0], UNITS[enemy][1]
    for before, ends, watched in product(
        ("axis", "russian", "nobody"), (near, place), (None, other)
    ):
        units = {mover: far, **({watcher: watched} if watched else {})}
        start = at(side, units, **owned_by(before, place))  # type: ignore[arg-type]
        assert holder(start, place) == before
        state = play(start, f"move {mover}", f"to {ends}")
        assert state.place(mover) == ends
        found = expected(place, ends, watched, side, before)
        assert holder(state, place) == found, (before, ends, watched)


@pytest.mark.rule("TRC-17.2.1c", "TRC-17.2.1d", "TRC-9.4.2d")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_place_stays_with_who_had_it_when_he_goes_away(side: str) -> None:
    """Left by one who stood beside it or in it, to a hex from where nobody reaches it."""
    mover = UNITS[side][0]
    for place, (near, far, _) in SPOTS.items():
        for start in (near, place):
            state = at(side, {mover: start}, **owned_by(side, place))  # type: ignore[arg-type]
            on = play(state, f"move {mover}", f"to {far}")
            assert (on.place(mover), holder(on, place)) == (far, side)


@pytest.mark.rule("TRC-17.2.1c", "TRC-17.2.1d")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_place_that_is_left_to_an_enemy_next_to_it_is_his(side: str) -> None:
    enemy = "russian" if side == "axis" else "axis"
    mover, watcher = UNITS[side][0], UNITS[enemy][1]
    for place, (near, far, other) in SPOTS.items():
        units = {mover: near, watcher: other}
        state = at(side, units, **owned_by(side, place))  # type: ignore[arg-type]
        on = play(state, f"move {mover}", f"to {far}")
        assert (on.place(mover), holder(on, place)) == (far, enemy), place


AFTER = {
    # result of the attack on W13 from X14, with and without an army beside Kursk
    "AE": (1, -6, "russian", "russian"),
    "C": (4, 1, "nobody", "nobody"),
    "DE": (5, 4, "nobody", "axis"),
}


@pytest.mark.rule("TRC-17.2.1d", "TRC-17.2.1e", "TRC-17.2.1c", "TRC-17.2.1b")
@pytest.mark.parametrize("code", AFTER)
@pytest.mark.parametrize("before", ["axis", "russian", "nobody"])
def test_who_controls_a_vacant_city_after_a_battle_beside_it(code: str, before: str) -> None:
    die, announced, watched, alone = AFTER[code]
    forces = ["46 Pz", "47 Pz", "24 Pz"]
    for army, found in (("Y11", alone), ("Y12", watched)):
        units = dict.fromkeys(forces, "X14") | {"8 TkC": "W13", "11 A": army}
        state = combat("axis", units, **owned_by(before, KURSK))  # type: ignore[arg-type]
        if army == "Y12":
            # he is next to nobody
            assert state.place("11 A") == "Y12"
        after = fight(state, "W13", forces, die, announced=announced)
        assert holder(after, KURSK) == found, army


@pytest.mark.rule("TRC-17.2.1e", "TRC-17.2.1a")
@pytest.mark.parametrize("options", [(), ("D-41",)])
def test_a_contested_city_supplies_nobody_in_either_reading(options: tuple[str, ...]) -> None:
    """In the usual one it has no holder; in the other its holder has no use of it meanwhile."""
    for mover, level in (("X15", SUPPLIED), ("X14", OUT)):
        units = {"1 Inf": "X17", "41 Pz": "X16", "8 TkC": "W12"}
        state = at("axis", units, axis=[KURSK], options=options)
        if mover == "X15":
            state = state._supposed(places=[("8 TkC", "DD4")])
        moved = play(state, "move 41 Pz", f"to {mover}")
        assert moved.ask("supply", "1 Inf") == level
    # who stands in it holds it, whoever is near
    inside = at("axis", {"1 Inf": "X15", "41 Pz": KURSK, "8 TkC": "W12"}, options=options)
    assert inside.ask("supply", "1 Inf") == SUPPLIED

"""Section 26.10: optional strategic movement."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from .battle_positions import walk
from .turn_positions import CLEAR, MUD, SNOW, at, distance, names, play, refused

STRATEGIC = ("strategic-movement",)

FAR = {"11 A": "V5", "8 TkC": "W6", "13 Inf": "D31"}
"""Units far behind the front."""

EAST = "V5"


def moving(side: str, units: dict[str, str] | None = None, impulse: int = 1, **more: Any) -> State:
    """A movement phase with the option."""
    return at(side, impulse, units={**FAR, **(units or {})}, options=STRATEGIC, **more)


def strategic(state: State, unit: str) -> set[str]:
    """The hexes to which a unit may go in one strategic leg."""
    return names(play(state, f"strategic {unit}"), "to")


def range_of(state: State, unit: str, start: str) -> int:
    """How far a unit comes."""
    return max(distance(start, h) for h in strategic(state, unit))


@pytest.mark.rule("TRC-26.10a", "TRC-26.10e", "TRC-26.10d")
def test_a_russian_army_goes_six_four_or_three_hexes() -> None:
    for weather, hexes in ((CLEAR, 6), (MUD, 4), (SNOW, 3)):
        assert range_of(moving("russian", weather=weather), "11 A", EAST) == hexes


@pytest.mark.rule("TRC-26.10a")
def test_from_july_1941_on() -> None:
    assert "11 A" in names(moving("russian", turn=2), "strategic")
    with refused("TRC-26.10a"):
        play(moving("russian", turn=1), "strategic 11 A")


@pytest.mark.rule("TRC-26.10a")
def test_away_from_enemy_zones_rails_and_cities_at_the_start() -> None:
    # next to a zone is far enough, in one it is not
    state = moving("russian", {"11 A": "X6", "41 Pz": "X8"})
    assert "11 A" in names(state, "strategic")
    for start, enemy in (("X7", "X8"), ("X9", "X8")):
        with refused("TRC-26.10a"):
            play(moving("russian", {"11 A": start, "41 Pz": enemy}), "strategic 11 A")
    # next to track that is Axis, next to a city and to a well that are
    open_ = {"11 A": "Y11"}
    assert "11 A" in names(moving("russian", open_), "strategic")
    m = moving("russian", open_, rail=["AA10", "Z10", "Z11", "Y10"])
    with refused("TRC-26.10a"):
        play(m, "strategic 11 A")
    beside = {"11 A": "BB9"}
    assert "11 A" in names(moving("russian", beside), "strategic")
    with refused("TRC-26.10a"):
        play(moving("russian", beside, axis=["AA9"]), "strategic 11 A")
    well = {"11 A": "PP7"}
    assert "11 A" in names(moving("russian", well), "strategic")
    with refused("TRC-26.10a"):
        play(moving("russian", well, axis=["QQ7"]), "strategic 11 A")


@pytest.mark.rule("TRC-26.10b")
def test_and_on_the_way() -> None:
    free = strategic(moving("russian"), "11 A")
    watched = strategic(moving("russian", {"41 Pz": "X9"}), "11 A")
    near = {h for h in free if distance(h, "X9") <= 1}
    assert near and not watched & near
    city = strategic(moving("russian", axis=["AA9"]), "11 A")
    near = {h for h in free if distance(h, "AA9") <= 1}
    assert near and not city & near
    # the same unit may come there by an ordinary move
    usual = at("russian", units={"11 A": "X6", "41 Pz": "X9"}, options=STRATEGIC)
    assert "X8" in names(play(usual, "move 11 A"), "to")


@pytest.mark.rule("TRC-26.10c")
def test_in_the_first_impulse_only_and_not_again_in_the_second() -> None:
    with refused("TRC-26.10c"):
        play(moving("russian", impulse=2), "strategic 8 TkC")
    first = moving("russian")
    gone = play(first, "strategic 8 TkC", "to W8", "stop")
    usual = play(first, "move 8 TkC", "to W8", "stop")
    after = walk(play(gone, "end-movement"), "movement", "russian", 2)
    assert "8 TkC" not in names(after, "move")
    with refused("TRC-26.10c"):
        play(after, "move 8 TkC")
    then = walk(play(usual, "end-movement"), "movement", "russian", 2)
    assert "8 TkC" in names(then, "move")


@pytest.mark.rule("TRC-26.10c")
def test_nor_by_sea_in_the_second() -> None:
    units = {"8 TkC": "II14", "11 A": "V5"}
    ports = ["II14", "JJ23"]
    first = at("russian", units=units, options=STRATEGIC, russian=ports)
    flags = {"moved strategically": ["8 TkC"]}
    second = at("russian", 2, units=units, options=STRATEGIC, russian=ports, flags=flags)
    assert "8 TkC" in names(first, "ship-black")
    with refused("TRC-26.10c"):
        play(second, "ship-black 8 TkC")
    # a new turn begins afresh
    out = walk(play(second, "end-movement"), "movement", "russian", 1, weather=1)
    assert "8 TkC" not in out.units_with("moved strategically")


@pytest.mark.rule("TRC-26.10d")
def test_in_snow_the_printed_factor_counts() -> None:
    state = moving("russian", weather=SNOW)
    assert range_of(state, "8 TkC", "W6") == 5

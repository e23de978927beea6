"""Section 26.10: optional strategic movement."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import walk
from ...turn_positions import CLEAR, MUD, SNOW, at, distance, names, play, refused

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


@pytest.mark.rule("TRC-26.10a", "TRC-26.10b", "TRC-26.10c")
def test_without_the_option_nobody_moves_so() -> None:
    for side in ("axis", "russian"):
        assert not names(at(side, units=FAR), "strategic")


@pytest.mark.rule("TRC-26.10a")
def test_who_has_no_allowance_has_none_twice() -> None:
    """Headquarters in the first impulse, leaders, workers; one hex makes two."""
    units = {"HQ South": "D32", "Hitler": "D33"}
    assert names(moving("axis", units), "strategic") == {"13 Inf", "28 Inf"}
    theirs = {"Stavka": "V4", "Stalin": "V3", "Moscow Worker": "R9", "5 ParaC": "U4"}
    state = moving("russian", theirs, weather=MUD)
    assert names(state, "strategic") == {"11 A", "8 TkC", "12 TkC", "5 ParaC"}
    assert range_of(state, "5 ParaC", "U4") == 2


@pytest.mark.rule("TRC-26.10a", "TRC-11.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_whose_leader_is_lost_has_no_allowance_to_double(side: str) -> None:
    other = "russian" if side == "axis" else "axis"
    unit = "13 Inf" if side == "axis" else "11 A"
    assert unit not in names(moving(side, variables={f"{side} leader lost": 2}), "strategic")
    assert unit in names(moving(side, variables={f"{other} leader lost": 2}), "strategic")


@pytest.mark.rule("TRC-26.10a", "TRC-26.10c")
def test_the_next_to_move_moves_as_ever() -> None:
    state = play(moving("russian"), "strategic 11 A", "to V6", "stop")
    found = names(play(state, "move 8 TkC"), "to")
    assert max(distance("W6", h) for h in found) == 5
    # and so does one of whom nobody asks for more
    assert range_of(state, "8 TkC", "W6") == 10


@pytest.mark.rule("TRC-26.10b", "TRC-11.1e")
def test_what_bars_an_ordinary_move_bars_it_still() -> None:
    """Headquarters enter an enemy zone only where friends stand; the enemy's friends are none."""
    units = {"HQ South": "Y20", "8 TkC": "X17", "5 TkC": "X18"}
    found = names(play(moving("axis", units, impulse=2), "move HQ South"), "to")
    assert found and not found & {"X18", "X17", "Y18"}
    theirs = {"Stavka": "X9", "13 Inf": "X14", "11 A": "Y12"}
    found = names(play(moving("russian", theirs, impulse=2), "move Stavka"), "to")
    assert "X12" in found and "X13" not in found


@pytest.mark.rule("TRC-26.10c", "TRC-12.5b")
def test_who_moved_so_comes_to_nobodys_help_in_the_second() -> None:
    """Who came next to an enemy may stay there only if nobody is left who could help."""
    strong = dict.fromkeys(["1G A", "2G A", "11 A"], "Y17")
    units = {**strong, "13 Inf": "Y19", "46 Pz": "Y21"}
    free = at("axis", 2, units=units, turn=14, options=STRATEGIC)
    with refused("TRC-12.5b"):
        play(free, "move 13 Inf", "to Y18", "end-movement")
    flags = {"moved strategically": ["46 Pz"]}
    tired = at("axis", 2, units=units, flags=flags, turn=14, options=STRATEGIC)
    there = play(tired, "move 13 Inf", "to Y18", "end-movement")
    assert there.place("13 Inf") == "surrendered"


@pytest.mark.rule("TRC-26.10c")
def test_the_next_player_turn_begins_afresh() -> None:
    second = moving("russian", impulse=2, flags={"moved strategically": ["8 TkC"]})
    axis = walk(play(second, "end-movement"), "movement", "axis", 1, weather=1)
    assert not axis.units_with("moved strategically")


@pytest.mark.rule("TRC-26.10a")
def test_two_hexes_from_what_the_enemy_has_are_far_enough() -> None:
    """Voronezh, the well QQ7 and track, with nothing else of the Axis's near."""
    for start in ("Y8", "CC8", "AA7"):
        state = moving("russian", {"11 A": start}, axis=["AA9"])
        assert "11 A" in names(state, "strategic"), start
    assert "11 A" in names(moving("russian", {"11 A": "OO7"}, axis=["QQ7"]), "strategic")
    assert "11 A" in names(moving("russian", {"11 A": "Y12"}, rail=["Z10"]), "strategic")


@pytest.mark.rule("TRC-26.10a")
def test_who_stands_on_the_enemys_track_is_not_away_from_it() -> None:
    for hex_ in ("X5", "Y8"):
        assert "11 A" in names(moving("russian", {"11 A": hex_}), "strategic")
        with refused("TRC-26.10a"):
            play(moving("russian", {"11 A": hex_}, rail=[hex_]), "strategic 11 A")


@pytest.mark.rule("TRC-26.10a")
def test_a_junction_is_neither_city_nor_well() -> None:
    """FF3 is the Axis's, but its track is not."""
    beside = moving("russian", {"11 A": "FF4"}, axis=["FF3"])
    assert distance("FF4", "FF3") == 1 and "11 A" in names(beside, "strategic")


@pytest.mark.rule("TRC-26.10c", "TRC-18.3c")
def test_what_keeps_others_from_the_sea_keeps_them_still() -> None:
    """Paratroops who dropped this turn do not sail."""
    units, ports = {"5 ParaC": "II14", "11 A": "V5"}, ["II14", "JJ23"]
    state = at("russian", units=units, options=STRATEGIC, russian=ports)
    assert "5 ParaC" in names(state, "ship-black")
    dropped = at("russian", units=units, options=STRATEGIC, russian=ports,
                 flags={"dropped": ["5 ParaC"]})  # fmt: skip
    with refused("TRC-18.3c"):
        play(dropped, "ship-black 5 ParaC")


@pytest.mark.rule("TRC-26.10c")
def test_a_player_turn_ends_with_this_option_as_ever() -> None:
    """Points that the Russian has not spent are lost."""
    second = moving("russian", impulse=2, variables={"replacement points": 5})
    after = walk(play(second, "end-movement"), "movement", "axis", 1, weather=1)
    assert after.var("replacement points") == 0

"""Section 9.4: the owner of track, by held places, and by hexes crossed and their times."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from eastfront._core import State

from .left_out_positions import at_without
from .line_positions import at, data, end_phase, names, play
from .turn_positions import OWNED

BRYANSK = ["T14", "T13", "S12", "S11", "S10", "R10", "R9"]
"""Track from Bryansk over the junctions S11 and R10 to Moscow."""

SMOLENSK = ["O19", "O18", "O17", "O16", "O15", "P15", "P14"]
"""Track from Minsk over the junction O16 to Smolensk."""


def won(state: State, track: Iterable[str]) -> set[str]:
    """The hexes of some track that are the Axis's after the end phase; battles end in contact."""
    return set(track) & set(end_phase(state, die=4).hexes_with("axis rail"))


@pytest.mark.rule("TRC-9.4.3a")
def test_the_track_of_a_held_city_becomes_its_holders() -> None:
    state = at("axis", {}, impulse=2, axis=["P14"])
    assert won(state, ["P14", "P13", "O14"]) == {"P14"}
    back = at("russian", {}, impulse=2, axis=["R10"], rail=["P14", "P13"])
    assert won(back, ["P14", "P13"]) == {"P13"}


@pytest.mark.rule("TRC-9.4.1d")
def test_a_held_city_turns_even_in_an_enemy_zone_and_plain_track_does_not() -> None:
    # the army's zone takes in Smolensk and Q13, the next hex towards Tula
    units = {"41 Pz": "P14", "11 A": "P13"}
    state = at("axis", units, impulse=2, crossed=["Q13"])
    assert won(state, ["P14", "Q13"]) == {"P14"}
    free = at("axis", {"41 Pz": "P14"}, impulse=2, crossed=["Q13"])
    assert won(free, ["P14", "Q13"]) == {"P14", "Q13"}


@pytest.mark.rule("TRC-9.4.1d")
def test_with_the_other_reading_a_junction_in_an_enemy_zone_does_not_turn() -> None:
    units = {"41 Pz": "S11", "11 A": "T12"}
    assert won(at("axis", units, impulse=2), ["S11"]) == {"S11"}
    assert won(at("axis", units, impulse=2, options=("D-87",)), ["S11"]) == set()


GROZNY = ["NN16", "OO15", "OO14", "OO13", "PP13", "QQ12"]
"""Track from Krasnodar past an oil well to the south edge."""


@pytest.mark.rule("TRC-9.4.2c", "TRC-9.4.4b", "TRC-9.4.2a")
def test_an_oil_well_is_no_end_of_a_line() -> None:
    """Only cities and junctions are; from Krasnodar the same track turns."""
    alone = at("axis", {"41 Pz": "PP13"}, impulse=2, axis=["PP13"], crossed=GROZNY[1:5])
    assert "PP13" in alone.hexes_with("axis control") and won(alone, GROZNY) == set()
    from_city = at("axis", {"41 Pz": "PP13"}, impulse=2, axis=["NN16"], crossed=GROZNY[1:5])
    assert won(from_city, GROZNY) == set(GROZNY[:5])


@pytest.mark.rule("TRC-9.4.3b")
def test_the_line_between_two_held_cities_turns_unless_something_stands_on_it() -> None:
    held = ["O19", "O16", "P14"]
    assert won(at("axis", {}, impulse=2, axis=held), SMOLENSK) == set(SMOLENSK)
    # an army whose zone takes in P15 alone
    watched = at("axis", {"11 A": "Q15"}, impulse=2, axis=held)
    assert won(watched, SMOLENSK) == set(SMOLENSK) - {"O15", "P15"}
    # without Smolensk the line ends at the junction
    assert won(at("axis", {}, impulse=2, axis=held[:2]), SMOLENSK) == set(SMOLENSK[:4])
    # and the Russian wins his lines back in the same way
    back = at("russian", {}, impulse=2, rail=SMOLENSK)
    assert won(back, SMOLENSK) == set()


POSEN, LVOV = "H29", "S25"
RING = {"I28", "I29", "J28", "J29", "K27", "K28", "L27", "L28"}
"""Track from Posen over the junctions L27 and L28, next to each other, and back to it."""

FROM_LVOV = {LVOV, "R26", "Q26", "P27", "O27", "N28", "M28", "L28", "L29"}
"""Track from Lvov to L28, and the next hex beyond."""


def taken_back(russian: str, *nobody: str, crossed: Iterable[str] = ()) -> set[str]:
    """The track that the Russian wins when all is the Axis's but one city, and what is nobody's."""
    owned = {h.name for h in data().map.hexes if h is not None and h.features & OWNED}
    track = [h.name for h in data().map.hexes if h is not None and "rail" in h.features]
    state = at(
        "russian",
        {},
        impulse=2,
        axis=owned - {russian, *nobody},
        russian=[russian],
        nobody=nobody,
        rail=track,
        crossed=list(crossed),
    )
    return set(track) - won(state, track)


@pytest.mark.rule("TRC-9.4.3b")
def test_a_ring_of_track_that_hangs_on_one_city_does_not_turn() -> None:
    assert taken_back(POSEN, "L27", "L28") == {POSEN}


@pytest.mark.rule("TRC-9.4.5a")
def test_nor_does_a_ring_that_hangs_on_the_way_home() -> None:
    nobodys = (POSEN, "L27", "L28")
    assert taken_back(LVOV, *nobodys, crossed=["L29"]) == FROM_LVOV
    # but all ways home do, both about the ring
    both = taken_back(LVOV, *nobodys, crossed=["I28"])
    assert both == FROM_LVOV - {"L29"} | RING | {POSEN}


@pytest.mark.rule("TRC-9.4.1b", "TRC-9.4.1c")
def test_nobody_loses_track_in_his_own_player_turn() -> None:
    # every city and junction on it is the Russian's
    state = at("axis", {}, impulse=2, rail=SMOLENSK)
    after = end_phase(state)
    assert set(SMOLENSK) <= set(after.hexes_with("axis rail"))
    assert not set(SMOLENSK) & set(end_phase(after).hexes_with("axis rail"))


@pytest.mark.rule("TRC-9.4.2c")
def test_a_junction_ends_a_line_as_a_city_does() -> None:
    state = at("axis", {}, impulse=2, axis=["O19", "O16"])
    assert {"O18", "O17", "O16"} <= won(state, SMOLENSK)
    theirs = at("axis", {}, impulse=2, axis=["O19", "P14"])
    assert won(theirs, SMOLENSK) == {"O19", "P14"}
    # a junction that nobody holds is passed
    nobodys = at("axis", {}, impulse=2, axis=["O19", "P14"], nobody=["O16"])
    assert won(nobodys, SMOLENSK) == set(SMOLENSK)


@pytest.mark.rule("TRC-19.2d")
def test_a_partisan_on_the_line_keeps_it_from_turning() -> None:
    held = ["O19", "O16", "P14"]
    state = at("axis", {"Partisan 1": "P15"}, impulse=2, axis=held)
    assert won(state, SMOLENSK) == set(SMOLENSK) - {"O15", "P15"}
    beside = at("axis", {"Partisan 1": "O14"}, impulse=2, axis=held)
    assert won(beside, SMOLENSK) == set(SMOLENSK)


@pytest.mark.rule("TRC-9.4.4a")
def test_track_turns_up_to_the_farthest_hex_that_was_crossed() -> None:
    # from Bryansk along the track; an army keeps the junction S11
    state = at("axis", {"47 Pz": "T14", "11 A": "S10"}, axis=["T14"], rail=["T14"])
    crossed = play(state, "move 47 Pz", "to T13", "to S12", "to S13")
    assert set(crossed.hexes_with("crossed")) == {"T13", "S12"}
    assert won(crossed, BRYANSK) == {"T14", "T13", "S12"}
    # who goes across country wins nothing
    beside = play(state, "move 47 Pz", "to S14")
    assert won(beside, BRYANSK) == {"T14"}


@pytest.mark.rule("TRC-9.4.4b")
def test_a_way_home_does_not_pass_what_the_enemy_holds() -> None:
    # S10 lies between the junctions S11 and R10
    state = at("axis", {}, impulse=2, axis=["T14"], rail=["T14"], crossed=["T13", "S10"])
    assert won(state, BRYANSK) == {"T14", "T13"}
    held = at("axis", {}, impulse=2, axis=["T14", "S11"], rail=["T14"], crossed=["T13", "S10"])
    assert {"S11", "S10"} <= won(held, BRYANSK)


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.5b")
@pytest.mark.parametrize(
    ("rule", "passes"), [("", False), ("TRC-9.4.4b", True), ("TRC-9.4.5b", False)]
)
def test_each_side_has_its_own_rule_on_what_bars_a_way_home(rule: str, passes: bool) -> None:
    """From S10 over the junction S11, which is the enemy's."""
    flags = [("T14", "axis control", True), ("T14", "russian control", False)]
    flags += [("T14", "axis rail", True), ("T13", "crossed", True), ("S10", "crossed", True)]
    state = at_without(rule, "axis", 2, units={})._supposed(hex_flags=flags)
    assert ("S10" in won(state, BRYANSK)) == passes


@pytest.mark.rule("TRC-9.4.4c")
def test_what_was_crossed_without_a_way_home_stays_as_it_was() -> None:
    # V11 lies between Kursk and Tula
    shut = play(at("axis", {"48 Pz": "V12"}), "move 48 Pz", "to V11", "stop")
    assert shut.hexes_with("crossed") == []
    # Kursk falls only afterwards
    flags = [("X13", "axis control", True), ("X13", "russian control", False)]
    assert won(shut._supposed(hex_flags=flags), ["V11"]) == set()
    ready = play(at("axis", {"48 Pz": "V12"}, axis=["X13"]), "move 48 Pz", "to V11", "stop")
    assert won(ready, ["V11"]) == {"V11"}


@pytest.mark.rule("TRC-9.4.4d")
def test_what_is_in_an_enemy_zone_in_the_end_phase_does_not_turn() -> None:
    for units, found in (({"11 A": "S11"}, {"T14", "T13"}), ({}, {"T14", "T13", "S12"})):
        state = at(
            "axis", units, impulse=2, axis=["T14"], rail=["T14"], crossed=["T13", "S12"]
        )  # fmt: skip
        assert won(state, BRYANSK) == found


@pytest.mark.rule("TRC-9.4.5a", "TRC-9.4.5b")
def test_the_russian_wins_back_what_he_crosses() -> None:
    track = ["T14", "T13", "S12"]
    state = at("russian", {"3 CavC": "S11"}, axis=["T14"], rail=track)
    assert won(play(state, "move 3 CavC", "to S12", "stop"), track) == {"T14", "T13"}
    assert won(state, track) == set(track)


@pytest.mark.rule("TRC-9.4.5b")
def test_track_between_axis_junctions_has_no_way_home_for_the_russian() -> None:
    track = ["T14", "T13", "S12", "S11"]
    state = at("russian", {}, impulse=2, axis=["T14", "S11"], rail=track, crossed=["S12"])
    assert won(state, track) == set(track)
    open_ = at("russian", {}, impulse=2, axis=["T14"], rail=track, crossed=["S12"])
    assert won(open_, track) == {"T14", "T13"}


@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.5a")
def test_track_that_a_unit_stands_on_as_the_turn_begins_is_occupied() -> None:
    track = ["T14", "T13", "S12"]
    before = at("axis", {"11 A": "S12"}, impulse=2, axis=["T14"], rail=track)
    state = end_phase(before)
    assert state.to_move == "russian"
    assert state.hexes_with("crossed") == ["S12"]


@pytest.mark.rule("TRC-9.4.1a")
def test_what_turns_is_used_from_the_next_turn_on() -> None:
    units = {"1 Inf": "T14"}
    fresh = at("axis", units, axis=["T14"], rail=["T14"], crossed=["T13"])
    assert names(fresh, "rail") == set()
    owned = at("axis", units, axis=["T14"], rail=["T14", "T13"])
    assert names(owned, "rail") == {"1 Inf"}


@pytest.mark.rule("TRC-9.4.6a")
def test_what_was_crossed_is_forgotten_after_the_end_phase() -> None:
    state = at("axis", {}, impulse=2, axis=["T14"], rail=["T14"], crossed=["T13"])
    assert end_phase(state).hexes_with("crossed") == []

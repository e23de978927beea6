"""Section 17, 8.5.3a, 8.6c, 18.4a, 19.2e: general and combat supply."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .line_positions import (
    DRY,
    LIGHT_MUD,
    OUT,
    OWNED,
    SNOW,
    SUPPLIED,
    all_track,
    at,
    data,
    end_phase,
)

BREST = ["O23", "O22", "O21", "O20", "O19"]
"""Track from Brest to Minsk."""

CITIES = ["E31", "H29", "K30", "H23", "L26"]
"""Cities of Germany and Poland."""

KURSK = "X13"
STEPPE = ["X14", "X15", "X16", "X17", "X18", "X19", "X20", "X21", "X22"]
"""Hexes one to nine west of Kursk."""

BARRIER = {"11 A": "W14", "8 A": "Y14"}
"""Armies whose zones meet west of Kursk, which is in neither."""


def level(state: State, unit: str) -> int:
    """How a unit is supplied."""
    return int(state.ask("supply", unit))


@pytest.mark.rule("TRC-17.2a", "TRC-17.2.1a")
def test_a_city_supplies_eight_hexes_away_and_four_in_snow() -> None:
    for weather, reach in ((LIGHT_MUD, 8), (SNOW, 4)):
        near = at("axis", {"1 Inf": STEPPE[reach - 1]}, axis=[KURSK], weather=weather)
        far = at("axis", {"1 Inf": STEPPE[reach]}, axis=[KURSK], weather=weather)
        assert level(near, "1 Inf") > OUT
        assert level(far, "1 Inf") == OUT
    assert level(at("axis", {"1 Inf": STEPPE[0]}), "1 Inf") == OUT


@pytest.mark.rule("TRC-17.2b", "TRC-17.2d")
def test_who_is_out_of_supply_in_his_end_phase_is_eliminated() -> None:
    units = {"1 Inf": STEPPE[8], "2 Inf": STEPPE[0], "HQ South": STEPPE[8], "Hitler": STEPPE[8]}
    after = end_phase(at("axis", units, impulse=2, axis=[KURSK]))
    assert [after.place(u) for u in units] == ["pool", STEPPE[0], "pool", "pool"]
    # only his own: the army far from everything waits for its own end phase
    cut = end_phase(at("axis", {"11 A": "E33"}, impulse=2, rail=["E33"]))
    assert cut.place("11 A") == "E33"


@pytest.mark.rule("TRC-17.2d")
def test_workers_are_checked_like_all_others() -> None:
    """One in a city is supplied by it; none but that of Moscow has one here."""
    owned = [h.name for h in data().map.hexes if h is not None and h.features & OWNED]
    lost = [h for h in owned if h != "R9"]
    units = {"11 A": "M30", "Kharkov Worker": "M30", "Moscow Worker": "R9"}
    after = end_phase(at("russian", units, impulse=2, axis=lost, rail=all_track()))
    assert [after.place(u) for u in units] == ["pool", "surrendered", "R9"]


@pytest.mark.rule("TRC-17.2.2a", "TRC-17.2.2b")
def test_track_that_leads_to_a_city_or_the_own_edge_supplies() -> None:
    # seven hexes from the railhead, far more from Brest
    track = [*BREST, "O18", "O17", "O16"]
    far = at("axis", {"1 Inf": "O9"}, axis=["O23"], nobody=["O19"], rail=track)
    assert level(far, "1 Inf") == SUPPLIED
    broken = [*track[:3], *track[4:]]
    gap = at("axis", {"1 Inf": "O9"}, axis=["O23"], nobody=["O19"], rail=broken)
    assert level(gap, "1 Inf") == OUT
    edge = ["E33", "E32"]
    assert level(at("axis", {"1 Inf": "I27"}, russian=["E31"], rail=edge), "1 Inf") == SUPPLIED
    assert level(at("axis", {"1 Inf": "I27"}, russian=["E31"], rail=edge[1:]), "1 Inf") == OUT
    # the west edge is none of the Russian's
    theirs = at("russian", {"11 A": "F33"}, axis=CITIES, rail=set(all_track()) - {"E33", "E32"})
    assert level(theirs, "11 A") == OUT


@pytest.mark.rule("TRC-17.2.2b", "TRC-17.2.2a")
@pytest.mark.parametrize(
    ("unit", "side", "edge", "found"),
    [
        # track that leaves the map in the east by FF1 and L1, in the south by QQ6
        ("11 A", "russian", "FF1", SUPPLIED),
        ("11 A", "russian", "L1", SUPPLIED),
        ("11 A", "russian", "QQ6", SUPPLIED),
        ("1 Inf", "axis", "FF1", OUT),
        ("1 Inf", "axis", "QQ6", OUT),
        # in the north by A5, of which nobody draws supply, and in the west by T33
        ("11 A", "russian", "A5", OUT),
        ("1 Inf", "axis", "A5", OUT),
        ("11 A", "russian", "T33", OUT),
        ("1 Inf", "axis", "T33", SUPPLIED),
    ],
)
def test_each_edge_supplies_its_own_side(unit: str, side: str, edge: str, found: int) -> None:
    """No city is anybody's; one hex of track at the edge is the side's own, with a unit on it."""
    rail = {edge} if side == "axis" else set(all_track()) - {edge}
    assert edge in all_track()
    cities = [h.name for h in data().map.hexes if h and h.features & {"city-major", "city-minor"}]
    state = at(side, {unit: edge}, nobody=cities, rail=rail)
    assert level(state, unit) == found


@pytest.mark.rule("TRC-17.2.3a")
def test_a_line_does_not_pass_enemy_zones_or_cities_but_ends_may_lie_in_them() -> None:
    free = {"1 Inf": "X16"}
    assert level(at("axis", free, axis=[KURSK], weather=SNOW), "1 Inf") == SUPPLIED
    assert level(at("axis", free | BARRIER, axis=[KURSK], weather=SNOW), "1 Inf") == OUT
    # the city itself, and the unit, may be in a zone
    assert level(at("axis", {"1 Inf": "X14", "11 A": "W13"}, axis=[KURSK]), "1 Inf") == SUPPLIED
    # Minsk, in between, is nobody's or the enemy's
    track = [*BREST, "O18", "O17", "O16"]
    for nobody, found in ((["O19"], SUPPLIED), ([], OUT)):
        state = at("axis", {"1 Inf": "O9"}, axis=["O23"], nobody=nobody, rail=track)
        assert level(state, "1 Inf") == found


@pytest.mark.rule("TRC-17.2.2a")
def test_a_zone_cuts_the_track_unless_read_otherwise() -> None:
    track = [*BREST, "O18", "O17", "O16"]
    units = {"1 Inf": "O9", "11 A": "N21"}
    for options, found in (((), OUT), (("D-46",), SUPPLIED)):
        state = at("axis", units, axis=["O23"], nobody=["O19"], rail=track, options=options)
        assert level(state, "1 Inf") == found


@pytest.mark.rule("TRC-19.2e")
def test_a_line_ends_with_a_partisan_but_does_not_go_on() -> None:
    line = [*BREST, "O18", "O17", "O16"]
    for where, found in (("O21", OUT), ("N21", SUPPLIED)):
        units = {"1 Inf": "O9", "Partisan 1": where}
        state = at("axis", units, axis=["O23"], nobody=["O19"], rail=line)
        assert level(state, "1 Inf") == found
    # in its own hex it does not matter
    inside = {"1 Inf": STEPPE[0], "Partisan 1": STEPPE[0]}
    assert level(at("axis", inside, axis=[KURSK]), "1 Inf") == SUPPLIED
    city = {"1 Inf": STEPPE[0], "Partisan 1": KURSK}
    assert level(at("axis", city, axis=[KURSK]), "1 Inf") == SUPPLIED


@pytest.mark.rule("TRC-8.5.3a")
def test_lines_cross_the_strait_of_kerch() -> None:
    for held, found in ((["NN16"], SUPPLIED), ([], OUT)):
        assert level(at("axis", {"1 Inf": "KK20"}, axis=held), "1 Inf") == found


@pytest.mark.rule("TRC-8.6c")
def test_no_line_over_the_isthmus_but_its_track_leads_on() -> None:
    units = {"1 Inf": "II22"}
    # in snow five hexes from the track, but three over the gap
    track = ["DD18", "EE18", "FF18", "FF19", "GG19"]
    gap = at("axis", units, rail=track, axis=["DD18"], weather=SNOW, turn=8)
    assert level(gap, "1 Inf") == OUT
    track += ["HH21", "HH22", "II22"]
    joined = at("axis", units, rail=track, axis=["DD18"], weather=SNOW, turn=8)
    assert level(joined, "1 Inf") == SUPPLIED


@pytest.mark.rule("TRC-17.2c", "TRC-18.4a", "TRC-10.3.2e")
def test_paratroops_partisans_and_invaders_need_no_line() -> None:
    # in Asia Minor, far from any track
    units = {"5 ParaC": "NN27", "11 A": "NN29", "8 A": "NN31"}
    state = at("russian", units, impulse=2, weather=SNOW, flags={"invader": ["8 A"]})
    assert [level(state, u) for u in units] == [SUPPLIED, OUT, SUPPLIED]
    after = end_phase(state)
    assert [after.place(u) for u in units] == ["NN27", "pool", "NN31"]


@pytest.mark.rule("TRC-5.5a")
def test_no_line_through_bulgaria_before_its_garrison_is_free() -> None:
    # in snow, from Rumania to the track in GG33
    for opened, found in ((0, OUT), (1, SUPPLIED)):
        flags = {"Bulgaria open": opened}
        state = at("axis", {"1 Inf": "DD32"}, rail=["GG33"], weather=SNOW, variables=flags)
        assert level(state, "1 Inf") == found


# -- combat supply ------------------------------------------------------------------------------

FIRST_WINTER, SECOND_WINTER = (4, 5, 6), (10, 11, 12)


@pytest.mark.rule("TRC-17.3.2a", "TRC-17.3b")
def test_in_the_first_winter_only_cities_and_their_surroundings_are_warm() -> None:
    units = {"1 Inf": KURSK, "2 Inf": STEPPE[0], "10 Inf": STEPPE[1]}
    for turn in FIRST_WINTER:
        state = at("axis", units, axis=[KURSK], turn=turn, weather=SNOW)
        assert [level(state, u) for u in units] == [SUPPLIED, SUPPLIED, DRY]
    for turn, weather in ((5, LIGHT_MUD), (17, SNOW)):
        mild = at("axis", units, axis=[KURSK], turn=turn, weather=weather)
        assert level(mild, "10 Inf") == SUPPLIED
    # next to Kursk, which is nobody's
    lost = at("axis", {"2 Inf": "W14"}, axis=["AA14"], nobody=[KURSK], turn=5, weather=SNOW)
    assert level(lost, "2 Inf") == DRY


@pytest.mark.rule("TRC-17.3.3a", "TRC-17.3.3b")
def test_in_the_second_winter_one_hex_more_is_warm_unless_in_a_russian_zone() -> None:
    units = {"2 Inf": STEPPE[0], "10 Inf": STEPPE[1], "26 Inf": STEPPE[2]}
    for turn in SECOND_WINTER:
        state = at("axis", units, axis=[KURSK], turn=turn, weather=SNOW)
        assert [level(state, u) for u in units] == [SUPPLIED, SUPPLIED, DRY]
    # X14, the one hex between, is in a Russian zone; the line goes round it
    watched = {"10 Inf": STEPPE[1], "11 A": "W13"}
    state = at("axis", watched, axis=[KURSK], turn=11, weather=SNOW)
    assert level(state, "10 Inf") == DRY


@pytest.mark.rule("TRC-17.3a")
def test_finns_and_russians_never_freeze() -> None:
    units = {"Finn 2 Inf": STEPPE[1], "1 Inf": STEPPE[1], "11 A": "R8"}
    state = at("axis", units, axis=[KURSK], turn=5, weather=SNOW)
    assert [level(state, u) for u in units] == [SUPPLIED, DRY, SUPPLIED]


@pytest.mark.rule("TRC-17.3b")
def test_nobody_freezes_outside_russia() -> None:
    state = at("axis", {"1 Inf": "J31"}, turn=5, weather=SNOW, axis=["K30"])
    assert level(state, "1 Inf") == SUPPLIED


@pytest.mark.rule("TRC-10.3.2e", "TRC-17.3b")
def test_invaders_have_combat_supply() -> None:
    units = {"1 Inf": STEPPE[1], "2 Inf": STEPPE[1]}
    state = at("axis", units, axis=[KURSK], turn=5, weather=SNOW, flags={"invader": ["1 Inf"]})
    assert [level(state, u) for u in units] == [SUPPLIED, DRY]


# -- explained ----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-17.2a")
def test_a_line_is_shown_with_its_hexes() -> None:
    supply = at("axis", {"1 Inf": STEPPE[3]}, axis=[KURSK]).supply("1 Inf")
    assert (supply.state, supply.rule) == ("supplied", "TRC-17.2a")
    assert supply.path == tuple([*STEPPE[3::-1], KURSK])
    cut = at("axis", {"1 Inf": "X16", **BARRIER}, axis=[KURSK], weather=SNOW).supply("1 Inf")
    assert (cut.level, cut.path, cut.stuck) == (OUT, (), "X16")
    assert "X15" in cut.cut


@pytest.mark.rule("TRC-19.2e", "TRC-17.2.3a")
def test_that_partisans_bar_the_axis_frees_it_from_no_zone() -> None:
    free = at("axis", {"1 Inf": "X16"}, axis=[KURSK], weather=SNOW)
    assert level(free, "1 Inf") == SUPPLIED
    shut = at("axis", {"1 Inf": "X16", **BARRIER}, axis=[KURSK], weather=SNOW)
    assert level(shut, "1 Inf") == OUT

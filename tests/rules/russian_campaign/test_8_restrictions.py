"""Section 8: terrain that stops moves, zones of control that hold units, the Kerch Strait."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import at, combat, fight, go, may, names, overrun, play, reach, refused
from .left_out_positions import at_without
from .turn_positions import CLEAR, MUD, SNOW

# woods behind woods
WOODS, BEHIND_WOODS = "N20", "M20"


def stops(state: State, unit: str, hex_: str) -> bool:
    """Whether a unit that has gone to a hex may go no farther, with allowance left."""
    return play(state, f"move {unit}", f"to {hex_}").decision == "movement"


@pytest.mark.rule("TRC-8.2a", "TRC-8.2c")
def test_who_climbs_is_not_stopped_by_mountains_though_woods_stop_all() -> None:
    """Without TRC-8.2b: a mountain corps stops in woods, and in no mountain."""
    state = at_without("TRC-8.2b", "axis", units={"49 Mtn": "M27", "22 Mtn": "S24"})
    assert stops(at_without("TRC-8.2b", "axis", units={"49 Mtn": "N21"}), "49 Mtn", WOODS)
    assert not stops(state, "22 Mtn", "T24")


@pytest.mark.rule("TRC-8.2a")
def test_woods_mountains_and_swamps_stop_who_enters() -> None:
    units = {"46 Pz": "O19", "48 Pz": "Q24", "47 Pz": "N31"}
    state = at("axis", units=units, axis=["O19"])
    assert stops(state, "46 Pz", "N20")
    assert stops(state, "48 Pz", "Q22")
    assert stops(state, "47 Pz", "N32")
    assert not stops(state, "46 Pz", "N18")
    # TRC-8.2a: starting there is no matter
    out = at("axis", units={"46 Pz": "N20"})
    assert {"N21", "M21"} <= reach(out, "46 Pz") and not stops(out, "46 Pz", "N21")


@pytest.mark.rule("TRC-8.2b", "TRC-8.2a")
def test_woods_do_not_stop_infantry_mountain_troops_and_paratroops() -> None:
    for unit in ("13 Inf", "49 Mtn", "3 LW"):
        state = at("axis", units={unit: "N21"}, turn=9)
        assert not stops(state, unit, "N20"), unit
        assert BEHIND_WOODS in reach(state, unit)
    for side, unit in (("russian", "5 ParaC"), ("russian", "11 A")):
        assert not stops(at(side, units={unit: "N21"}), unit, "N20")
    for side, unit in (("axis", "52 Mot"), ("axis", "Rum Cav"), ("russian", "8 TkC")):
        assert stops(at(side, units={unit: "N21"}), unit, "N20")
    # mountains stop them
    assert stops(at("axis", units={"13 Inf": "N31"}), "13 Inf", "N32")


@pytest.mark.rule("TRC-8.2c", "TRC-8.2a")
def test_mountains_do_not_stop_mountain_troops() -> None:
    for unit, stopped in (("49 Mtn", False), ("13 Inf", True), ("46 Pz", True)):
        state = at("axis", units={unit: "Z26"})
        assert stops(state, unit, "Z27") == stopped
        assert ("Z28" in reach(state, unit)) == (not stopped)
    # a swamp does
    assert stops(at("axis", units={"49 Mtn": "R24"}), "49 Mtn", "R23")


@pytest.mark.rule("TRC-8.2d")
def test_a_swamp_is_clear_in_snow() -> None:
    for weather, stopped in ((CLEAR, True), (MUD, True), (SNOW, False)):
        state = at("axis", units={"46 Pz": "R24"}, weather=weather)
        assert stops(state, "46 Pz", "R23") == stopped
    # woods and mountains are not
    assert stops(at("axis", units={"46 Pz": "N21"}, weather=SNOW), "46 Pz", "N20")


# -- zones of control -----------------------------------------------------------------------


@pytest.mark.rule("TRC-8.3a", "TRC-8.3b")
def test_from_zone_to_zone_only_through_free_hexes() -> None:
    # Y18 and X18 are both next to the army; Y20 is free
    units = {"46 Pz": "Y18", "11 A": "Y17", "9 Inf": "Z19"}
    state = at("axis", units=units)
    with refused("TRC-5.2a"):
        play(state, "move 46 Pz", "to X17", "to X16")
    first = reach(state, "46 Pz")
    assert {"X19", "Y19"} <= first
    # round to the other side of it
    assert "W18" in first
    out = play(state, "move 46 Pz", "to X19")
    assert out.decision == "leg" and "X18" in names(out, "to")
    assert play(out, "to X18").decision == "movement"
    # straight it would be one hex
    assert go(state, "46 Pz", "X19", "X18").place("46 Pz") == "X18"


@pytest.mark.rule("TRC-8.3a", "TRC-8.3c", "TRC-8.3d", "TRC-16.1a")
def test_three_pinned_units_and_the_victory_that_frees_them() -> None:
    held = {"13 Inf": "Y18", "9 Inf": "Y18", "12 Inf": "Y18"}
    others = {"24 Pz": "W15", "39 Pz": "W15", "5 ParaC": "X18", "11 A": "Z19"}
    state = at("axis", units={**held, **others})
    for unit in held:
        assert not reach(state, unit)
        # it may stay, and that was its move
        assert play(state, f"move {unit}").decision == "movement"
    won = overrun(go(go(state, "24 Pz", "W17"), "39 Pz", "W17"), "X18", ["24 Pz", "39 Pz"])
    for unit in held:
        assert {"X18", "X19", "Y17", "W17", "X17"} <= reach(won, unit)


@pytest.mark.rule("TRC-8.4a")
def test_who_is_in_a_zone_when_the_second_impulse_begins_stays() -> None:
    units = {"46 Pz": "Y18", "13 Inf": "Y20", "5 ParaC": "Y17", "41 Pz": "Z15", "24 Pz": "Z15"}
    state = fight(combat("axis", units), "Y17", ["46 Pz"], 4, announced=1)
    assert (state.decision, state.var("impulse")) == ("movement", 2)
    assert state.units_with("pinned") == ["46 Pz"]
    with refused("TRC-8.4a"):
        play(state, "move 46 Pz")
    assert may(state, "move 13 Inf")
    # though the enemy is beaten in this impulse
    won = overrun(go(go(state, "41 Pz", "Z17"), "24 Pz", "Z17"), "Y17", ["41 Pz", "24 Pz"])
    assert won.place("5 ParaC") == "surrendered"
    with refused("TRC-8.4a"):
        play(won, "move 46 Pz")


# -- Kerch ----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-8.5.1a", "TRC-8.5a", "TRC-8.5.1c")
def test_over_the_strait_and_there_the_move_ends() -> None:
    state = at("axis", units={"46 Pz": "JJ21"})
    there = play(state, "move 46 Pz", "to KK20")
    assert there.decision == "leg" and names(there, "cross") == {"KK19"}
    over = play(there, "cross KK19")
    assert over.decision == "movement" and over.place("46 Pz") == "KK19"
    assert over.var("black sea used") == 0
    # it needs a point, and only there does a coast let anybody over
    tired = at("axis", units={"13 Inf": "II21"}, weather=MUD)
    near = play(tired, "move 13 Inf", "to JJ21", "to KK20")
    assert near.decision == "movement"
    assert "KK18" not in reach(at("axis", units={"46 Pz": "KK19"}), "46 Pz") & {"KK20"}
    # round the bay an army bars the way
    bay = at("axis", units={"13 Inf": "KK17", "11 A": "KK15"})
    assert "JJ17" not in reach(bay, "13 Inf")


@pytest.mark.rule("TRC-8.5.2a")
def test_zones_do_not_cross_the_strait() -> None:
    state = at("axis", units={"13 Inf": "KK20", "11 A": "KK19"})
    assert "KK20" not in state.ask("russian zone of control")
    assert "KK19" not in state.ask("axis zone of control")
    assert "HH22" in reach(state, "13 Inf") or "JJ21" in reach(state, "13 Inf")


@pytest.mark.rule("TRC-8.5.2b", "TRC-14.1d")
def test_attacks_across_the_strait_are_free_for_each_unit() -> None:
    units = {"13 Inf": "KK20", "12 Inf": "KK20", "11 A": "KK19"}
    state = combat("axis", units)
    assert state.decision == "battle" and may(state, "end-combat")
    assert names(state, "attack") == {"KK19"}
    begun = play(state, "attack KK19")
    one = play(begun, "join 13 Inf", "fight")
    # one of the two alone, against twice the army (TRC-14.1d)
    assert (one.var("attack total"), one.var("defence total")) == (3, 12)
    # and nobody need surrender: against 36 factors none could attack
    hopeless = combat("axis", {"13 Inf": "KK20", "11 A": "KK19", "12 A": "KK19", "16 A": "KK19"})
    assert hopeless.place("13 Inf") == "KK20"


@pytest.mark.rule("TRC-8.5.1b")
def test_a_retreat_crosses_the_strait() -> None:
    # the peninsula behind the defender leads over the strait only
    units = {"46 Pz": "JJ21", "47 Pz": "JJ21", "48 Pz": "JJ21", "8 TkC": "KK20"}
    fled = fight(combat("axis", units), "KK20", ["46 Pz", "47 Pz", "48 Pz"], 2, announced=5)
    assert fled.place("8 TkC") == "LL19"


@pytest.mark.rule("TRC-8.6b")
def test_nobody_walks_along_the_track_over_the_isthmus() -> None:
    walk = play(at("axis", units={"13 Inf": "GG19"}), "move 13 Inf")
    assert not names(walk, "cross")


@pytest.mark.rule("TRC-8.6c")
def test_no_line_of_supply_follows_the_track_over_the_isthmus() -> None:
    # in snow: five hexes to GG19 over land, three over the gap
    track = ["DD18", "EE18", "FF18", "FF19", "GG19"]
    state = at("axis", units={"13 Inf": "II22"}, axis=["DD18"], rail=track, weather=SNOW)
    assert "II22" not in state.ask("axis general supply")
    assert "HH22" in state.ask("axis general supply")

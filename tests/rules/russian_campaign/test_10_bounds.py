"""Section 10: which units may sail and where to, and the results."""

from __future__ import annotations

import pytest

from .line_positions import MUD, OUT, SUPPLIED, at, data, end_phase, names, play, refused

ODESSA, SEVASTOPOL, LENINGRAD, HELSINKI, RIGA = "DD24", "JJ23", "E10", "B14", "F17"


@pytest.mark.rule("TRC-10.3.3a", "TRC-10.3b", "TRC-10.3a")
@pytest.mark.parametrize("start", [RIGA, "E12"])
def test_who_has_no_port_to_go_to_sails_off_the_map(start: str) -> None:
    """From the only friendly port of the Baltic, or from open coast; a zone does not matter."""
    state = at("axis", {"1 Inf": start, "11 A": "F15"})
    assert names(state, "ship-baltic") == {"1 Inf"}
    sailing = play(state, "ship-baltic 1 Inf")
    done = sailing if sailing.decision == "sea roll" else play(sailing, "ship-off")
    assert play(done, "roll 1").place("1 Inf") == "off-map"


@pytest.mark.rule("TRC-10.5a", "TRC-10.1b")
def test_the_axis_sails_the_baltic_without_leningrad() -> None:
    state = at("axis", {"1 Inf": RIGA}, axis=[LENINGRAD, HELSINKI])
    assert names(state, "ship-baltic") == {"1 Inf"}
    assert names(at("russian", {"11 A": "E12"}, axis=[LENINGRAD]), "ship-baltic") == set()
    # and the Black Sea is the Russian's without it as well
    assert names(at("russian", {"11 A": ODESSA}, axis=[LENINGRAD]), "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-10.1b")
def test_one_hex_of_movement_is_enough_to_sail() -> None:
    """Two hexes halved in mud; armies go nowhere in the second impulse."""
    units = {"5 ParaC": SEVASTOPOL}
    assert names(at("russian", units, weather=MUD), "ship-black") == {"5 ParaC"}
    assert names(at("russian", units, weather=MUD, impulse=2), "ship-black") == set()


@pytest.mark.rule("TRC-10.3d")
@pytest.mark.parametrize("side, unit", [("axis", "1 Inf"), ("russian", "11 A")])
def test_whose_unit_sails_says_where_to(side: str, unit: str) -> None:
    held = [ODESSA, SEVASTOPOL] if side == "axis" else []
    state = play(at(side, {unit: ODESSA}, axis=held), f"ship-black {unit}")
    assert (state.decision, state.to_move) == ("sea move", side)


@pytest.mark.rule("TRC-10.3.2b", "TRC-10.3.2e")
def test_invasions_are_counted_and_invaders_need_no_supply() -> None:
    """HH18 is far from any Axis city; the game has two invasions a side."""
    for count in (0, 1):
        state = at("axis", {"1 Inf": "off-map"}, impulse=2, variables={"axis invasions": count})
        landed = play(state, "ship-black 1 Inf", "invade HH18", "roll 1")
        assert landed.var("axis invasions") == count + 1
        assert landed.place("1 Inf") == "HH18"
        assert landed.ask("supply", "1 Inf") == SUPPLIED
        assert end_phase(landed).place("1 Inf") == "HH18"
    assert at("axis", {"1 Inf": "HH18"}).ask("supply", "1 Inf") == OUT
    none = at("axis", {"1 Inf": ODESSA}, axis=[SEVASTOPOL], variables={"axis invasions": 2})
    with refused("TRC-10.3.2b"):
        play(none, "ship-black 1 Inf", "invade HH18")


@pytest.mark.rule("TRC-10.3.2b")
@pytest.mark.parametrize(("axis", "russian"), [(2, 2), (3, 0), (0, 3), (2, 3), (3, 2)])
def test_no_side_has_invaded_three_times(axis: int, russian: int) -> None:
    state = at("axis", {}, variables={"axis invasions": axis, "russian invasions": russian})
    assert state.ask("law TRC-10.3.2b at most two invasions a side") == (max(axis, russian) < 3)


@pytest.mark.rule("TRC-10.6a", "TRC-20.7.1a")
def test_who_lands_near_bucharest_calls_its_garrison() -> None:
    """FF28 is five hexes away, FF27 six."""
    garrison = ["15 Mtn", "21 Mtn"]
    for goal, found in (("FF28", set(garrison)), ("FF27", set())):
        units = {"11 A": ODESSA, **dict.fromkeys(garrison, "later")}
        state = play(at("russian", units, turn=13), "ship-black 11 A", f"invade {goal}")
        assert set(play(state, "roll 1").units_with("called")) == found


@pytest.mark.rule("TRC-18.3c", "TRC-8.4a", "TRC-10.1b")
def test_who_was_caught_in_a_zone_sails_and_who_was_dropped_does_not() -> None:
    """A paratroop corps that was caught, and not dropped, stays for want of a second move."""
    units = {"3 CavC": SEVASTOPOL, "5 ParaC": SEVASTOPOL, "1 ParaC": SEVASTOPOL, "1 Inf": "II22"}
    flags = {"pinned": ["3 CavC", "5 ParaC", "1 ParaC"], "dropped": ["5 ParaC"]}
    state = at("russian", units, impulse=2, flags=flags)
    assert names(state, "ship-black") == {"3 CavC"}
    with refused("TRC-18.3c"):
        play(state, "ship-black 5 ParaC")
    with refused("TRC-10.1b"):
        play(state, "ship-black 1 ParaC")


@pytest.mark.rule("TRC-10.3.1a", "TRC-10.3d")
def test_nobody_comes_by_sea_to_where_only_the_enemy_has_ports() -> None:
    state = at("axis", {"1 Inf": "off-map"}, axis=[ODESSA])
    assert names(state, "ship-baltic") == set()
    assert names(state, "ship-black") == {"1 Inf"}
    theirs = at("russian", {"11 A": "off-map"}, axis=[LENINGRAD, HELSINKI, RIGA, "D15"])
    assert names(theirs, "ship-baltic") == set()


@pytest.mark.rule("TRC-10.3.2a", "TRC-10.3d")
def test_who_waits_off_the_map_sails_if_a_single_hex_is_free_to_land() -> None:
    """Enemies hold every other hex of the coast, and the Axis has no port."""
    start = at("axis", {"1 Inf": "off-map"})
    coast = sorted(names(play(start, "ship-black 1 Inf"), "invade"))
    guards = [
        u.name for u in data().units if u.side == "russian" and u.name.endswith((" A", "TkC"))
    ]
    for free, found in ((coast[:1], {"1 Inf"}), ([], set())):
        held = [hex_ for hex_ in coast if hex_ not in free]
        state = at("axis", {"1 Inf": "off-map", **dict(zip(guards, held, strict=False))})
        assert len(guards) >= len(held) and names(state, "ship-black") == found

"""7.1, 8.5 and 8.6 by tables: hexsides closed to zones, steps, attacks, retreats and supply."""

from __future__ import annotations

import pytest

from .battle_positions import around, at, combat, fight, may, names, play, reach
from .turn_positions import LIGHT_MUD, SNOW, data

TERRAIN = {h.name: h.terrain for h in data().map.hexes if h is not None}
AREA = {h.name: h.area for h in data().map.hexes if h is not None}
WATER = {h for h, kind in TERRAIN.items() if kind in ("sea", "lake")}
TURKEY = {h for h, area in AREA.items() if area == "turkey"}

CLOSED = [
    ("F17", "F18"), ("JJ17", "KK17"), ("KK18", "KK19"), ("II20", "JJ21"), ("FF27", "FF28"),
    ("G23", "G24"), ("G23", "H24"), ("E4", "E5"), ("E5", "F5"), ("B15", "C15"),
]  # fmt: skip
"""Hexes on either side of a coastline or of a white dashed line."""


def closed_to(hex_: str) -> set[str]:
    """What is next to a hex, and shut off from it."""
    return {b for pair in CLOSED for a, b in (pair, pair[::-1]) if a == hex_}


ENDS = sorted({hex_ for pair in CLOSED for hex_ in pair} - WATER)
SHORES = [*ENDS, "DD24", "JJ23", "E10", "B14", "HH33", "GG17", "MM18", "C7"]


@pytest.mark.rule("TRC-7.1c", "TRC-8.5.2a", "TRC-7.1a")
@pytest.mark.parametrize("hex_", SHORES)
def test_a_zone_covers_neither_water_nor_what_lies_beyond_it(hex_: str) -> None:
    for side, unit in (("axis", "13 Inf"), ("russian", "11 A")):
        zone = set(at("axis", units={unit: hex_}).ask(f"{side} zone of control"))
        near = around(hex_) - WATER - closed_to(hex_) - ({"KK20"} if hex_ == "KK19" else set())
        assert zone & around(hex_) == near


@pytest.mark.rule("TRC-8.5a", "TRC-8.5.2a")
@pytest.mark.parametrize("hex_", SHORES)
def test_nobody_steps_into_water_or_over_a_coastline(hex_: str) -> None:
    """A quarter of three, rounded up, is one hex; to Turkey nobody goes (D-101)."""
    state = at("axis", 2, units={"3 LW": hex_, "24 Pz": "D28"}, weather=LIGHT_MUD, turn=13)
    strait = {"KK20"} if hex_ == "KK19" else set()
    near = around(hex_) - WATER - closed_to(hex_) - TURKEY - strait
    assert reach(state, "3 LW") == {h for h in near if AREA[h] != "bulgaria"}
    assert names(play(state, "move 3 LW"), "cross") == strait


@pytest.mark.rule("TRC-7.1d", "TRC-7.1c")
@pytest.mark.parametrize(("here", "there"), [*CLOSED, ("KK19", "KK20")])
def test_nobody_attacks_over_water_but_at_the_strait(here: str, there: str) -> None:
    if {here, there} & WATER:
        return
    for one, other in ((here, there), (there, here)):
        state = combat("axis", {"24 Pz": one, "39 Pz": one, "5 TkC": other, "41 Pz": "DD5"})
        attacked = state.decision == "battle" and "attack" in {
            n.split()[0] for n in state.legal_actions.names()
        }
        engaged = other in state.hexes_with("beset")
        assert (attacked or engaged) == ("KK20" in (here, there)), (one, other)


@pytest.mark.rule("TRC-7.1d")
def test_over_land_everybody_attacks() -> None:
    state = combat("axis", {"46 Pz": "Z18", "8 TkC": "Y18"})
    assert state.hexes_with("beset") == ["Y18"]


@pytest.mark.rule("TRC-8.5.1b", "TRC-13.5a")
@pytest.mark.parametrize("defender", ["KK20", "KK17", "F18", "E10", "DD24", "JJ17", "II20", "JJ21"])
def test_a_retreat_crosses_no_water_but_the_strait(defender: str) -> None:
    """From wherever the attack comes; the hexes next to the attackers are in their zone."""
    open_ = around(defender) - WATER - closed_to(defender)
    forces = ("24 Pz", "39 Pz", "41 Pz")
    for start in sorted(open_ - {"KK19"}):
        state = combat("axis", dict.fromkeys(forces, start) | {"8 TkC": defender})
        fled = fight(state, defender, forces, 6, announced=1)
        free = open_ - {start} - (around(start) - closed_to(start))
        if len(free) > 1:
            assert names(fled, "retreat-to") == free, start
        elif free:
            # the only way has been taken unasked, and leads on over land
            (first,) = free
            beyond = around(first) - WATER - closed_to(first)
            assert fled.place("8 TkC") in {first, *beyond}
            if fled.place("8 TkC") == first:
                assert names(fled, "retreat-to") <= beyond
        assert (fled.place("8 TkC") == "pool") == (not free), start


@pytest.mark.rule("TRC-8.5.3a", "TRC-8.6c")
def test_a_line_of_supply_crosses_no_water_but_the_strait() -> None:
    """In snow: five hexes to the end of the track over land, over the strait, not over the gap."""
    track = ["DD18", "EE18", "FF18", "FF19", "GG19"]
    state = at("axis", units={"13 Inf": "II22"}, axis=["DD18"], rail=track, weather=SNOW)
    supplied = set(state.ask("axis general supply"))
    assert "II22" not in supplied and "HH22" in supplied
    assert not supplied & WATER


@pytest.mark.rule("TRC-8.5a", "TRC-5.5a", "TRC-7.1c")
def test_turkey_is_no_land_of_the_game_unless_it_is_read_so() -> None:
    """D-101."""
    for options, free in (((), False), (("D-101",), True)):
        state = at("axis", units={"46 Pz": "HH33", "24 Pz": "D28"}, turn=13, options=options,
                   variables={"Bulgaria open": 1})  # fmt: skip
        assert bool(reach(state, "46 Pz") & TURKEY) == free
    assert may(state, "move 46 Pz")


@pytest.mark.rule("TRC-24.5b", "TRC-8.5a")
@pytest.mark.parametrize("closed", [0, 1])
@pytest.mark.parametrize("hex_", ["B11", "B12", "A10", "C10", "B10", "C9", "D10"])
def test_who_is_outside_closed_finland_stays_outside(hex_: str, closed: int) -> None:
    """One step in every direction; who is inside moves there and leaves (D-103)."""
    facts = {"Finland closed": closed}
    state = at("axis", 2, units={"3 LW": hex_}, weather=LIGHT_MUD, turn=13, variables=facts)
    near = {h for h in around(hex_) - WATER if {h, hex_} != {"B15", "C15"}}
    inside = {h for h in near if AREA[h] == "finland"}
    barred = inside if closed and AREA[hex_] != "finland" else set()
    assert inside or AREA[hex_] != "finland"
    assert reach(state, "3 LW") == near - barred
